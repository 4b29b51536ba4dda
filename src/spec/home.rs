//! What a file says itself, and what it takes over from those that it extends.

use super::Definition;
use crate::diagnostic::{Code, Diagnostic, Span};

impl Definition {
    /// Whether the file itself says what stands at a place, not one that it extends.
    pub fn says(&self, place: Span) -> bool {
        place.source == self.at.source
    }

    /// A doubt about what stands at a place. Where the file takes that over from another one, which may
    /// well have been right without this one, the doubt is about its taking over.
    pub fn doubt(&self, code: &'static Code, place: Option<Span>, message: impl Into<String>) -> Diagnostic {
        let own = self.game.as_ref().map(|game| game.changes());
        match (place, own) {
            (Some(place), Some(own)) if !self.says(place) => {
                Diagnostic::new(code, own, message).label(place, "this is taken over")
            }
            (Some(place), _) => Diagnostic::new(code, place, message),
            (None, Some(own)) => Diagnostic::new(code, own, message),
            (None, None) => Diagnostic::anywhere(code, message),
        }
    }

    /// A mistake in a picture or a table: where that is taken over, and the file gives the board another
    /// size or other holes, the mistake is there.
    pub fn blame_board(&self, mistake: Diagnostic) -> Diagnostic {
        let board = self.board.as_ref();
        let size = board.and_then(|board| board.size.as_ref()).map(|size| size.span);
        let holes = board.and_then(|board| board.holes.as_ref()).map(|holes| holes.span);
        let own = [size, holes].into_iter().flatten().find(|&place| self.says(place));
        match (mistake.span, own) {
            (Some(place), Some(own)) if !self.says(place) => {
                Diagnostic { span: Some(own), ..mistake }.label(place, "this is taken over")
            }
            _ => mistake,
        }
    }
}
