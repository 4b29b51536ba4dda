//! What the parts of a definition are resolved against: players, board, regions, kinds.

use crate::diagnostic::Span;
use crate::game::{CellSet, Named, Offset, Origin, Player};
use crate::spec::{At, Definition, DirectionWord, Directions, Heading, Region};

use super::board::{self, Grid};
use super::drawing::mirror;
use super::hexes::{check_direction, check_heading};
use super::kinds::Kinds;
use super::log::Log;
use super::orientation::{directions, heading};
use super::players::Players;
use super::regions::{Rectangle, Regions};
use crate::game::symmetry::Symmetry;

/// Everything that names are looked up in.
pub(crate) struct Scope<'a> {
    /// Where mistakes go.
    pub log: &'a Log<'a>,
    /// Who plays.
    pub players: Players,
    /// The cells.
    pub board: Grid,
    /// The kinds of pieces.
    pub kinds: Kinds,
    /// The named regions.
    pub regions: Regions,
    rectangle: Rectangle,
}

impl<'a> Scope<'a> {
    /// Resolves what the rest of a definition refers to.
    pub(crate) fn resolve(definition: &Definition, log: &'a Log<'a>) -> Scope<'a> {
        let players = Players::resolve(definition, log);
        let (board, regions) = board::resolve(definition, &players, log);
        let kinds = Kinds::resolve(definition, &players, log);
        let rectangle = Rectangle {
            geometry: board.geometry.clone(),
            known: board.known,
            orientation: board.orientation.clone(),
        };
        Scope { log, players, board, kinds, regions, rectangle }
    }

    /// The cells of a region for each player, holes left out.
    pub(crate) fn cells(&self, region: &Region) -> [CellSet; 2] {
        let sets = self.regions.cells_of(region, &self.rectangle, self.log);
        sets.map(|set| set & *self.board.geometry.board())
    }

    /// The displacements that directions name for a player, each once, in the order listed.
    pub(crate) fn directions(&self, words: &Directions, player: Player) -> Vec<Offset> {
        let mut offsets = Vec::new();
        for by in words.words.iter().flat_map(|&word| self.word(word, player)) {
            if !offsets.contains(&by) {
                offsets.push(by);
            }
        }
        offsets
    }

    /// The displacements that one word names for a player, in order.
    pub(crate) fn word(&self, word: At<DirectionWord>, player: Player) -> Vec<Offset> {
        check_direction(word, &self.board.geometry, self.log);
        directions(word.value, self.board.orientation.forward[player.index()], &self.board.geometry)
    }

    /// The displacement that a heading names for a player.
    pub(crate) fn heading(&self, word: At<Heading>, player: Player) -> Offset {
        check_heading(word, &self.board.geometry, self.log);
        heading(word.value, self.board.orientation.forward[player.index()], &self.board.geometry)
    }

    /// What carries the first player's side of the board to the second's; that there is none is reported.
    pub(crate) fn mirror(&self, at: Span) -> Option<Symmetry> {
        mirror(&self.board.orientation, at, &self.players, self.log)
    }

    /// The line that a span starts on.
    pub(crate) fn origin(&self, span: Span) -> Origin {
        self.log.origin(span)
    }

    /// A name and its line.
    pub(crate) fn named(&self, name: &At<String>) -> Named {
        Named { name: name.value.clone(), origin: self.origin(name.span) }
    }
}
