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
}
