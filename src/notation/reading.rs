//! Moves as people type them: in coordinates, in algebraic notation, or as the definition says that they are written.

use super::patterns::Patterns;
use super::refusal::{Reason, Refusal};
use super::san::Algebraic;
use crate::game::{Cell, Kind, Move};
use crate::position::Position;

/// How moves are written for people.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum MoveStyle {
    /// By the cells they go from and to.
    #[default]
    Coordinates,
    /// In standard algebraic notation.
    San,
    /// In a notation of the definition, by number.
    Named(usize),
}

impl Position {
    /// The move that a text says as people write it: as [`Position::parse_move`] reads it, in algebraic notation, or in a
    /// notation of the definition. A text that may be several moves is refused.
    ///
    /// # Errors
    ///
    /// Why no legal move is written so, with the line of the rule that forbids it.
    pub fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        self.read_move_in(MoveStyle::Coordinates, text)
    }

    /// The same where one way to write moves comes before all others.
    ///
    /// # Errors
    ///
    /// Why no legal move is written so, with the line of the rule that forbids it.
    pub fn read_move_in(&self, style: MoveStyle, text: &str) -> Result<Move, Refusal> {
        let legal = self.legal_moves();
        let said = match style {
            MoveStyle::Coordinates => Vec::new(),
            MoveStyle::San => Algebraic::new(self, &legal).said(text),
            MoveStyle::Named(number) => self.said_by(number, &legal, text),
        };
        match said[..] {
            [] => {}
            [mv] => return Ok(mv),
            _ => return Err(self.ambiguous(text, &said)),
        }
        let refusal = match self.parse_move(text) {
            Ok(mv) => return Ok(mv),
            Err(refusal) => refusal,
        };
        let mut said = Algebraic::new(self, &legal).said(text);
        said.extend(
            (0..self.game().names.notations.len()).flat_map(|number| self.said_by(number, &legal, text)),
        );
        let typed = readings(text);
        said.extend(typed.iter().find_map(|text| self.parse_move(text).ok()));
        said.sort_unstable_by_key(|mv| mv.bits());
        said.dedup();
        match said[..] {
            [] => match self.only_choice(&legal, text, &typed) {
                Some(mv) => Ok(mv),
                None => Err(self.explained(style, text, &typed, refusal)),
            },
            [mv] => Ok(mv),
            _ => Err(self.ambiguous(text, &said)),
        }
    }

    /// A legal move as people write it; as [`Position::move_text`], it may panic of another one.
    pub fn text_in(&self, style: MoveStyle, mv: Move) -> String {
        match style {
            MoveStyle::Coordinates => self.move_text(mv),
            MoveStyle::San => self.san(mv),
            MoveStyle::Named(_) => self.texts_in(style, &[mv]).swap_remove(0),
        }
    }

    /// Legal moves of this position as people write them; as [`Position::move_text`], it may panic of others.
    pub fn texts_in(&self, style: MoveStyle, moves: &[Move]) -> Vec<String> {
        match style {
            MoveStyle::Coordinates => self.move_texts(moves),
            MoveStyle::San => self.san_texts(moves),
            MoveStyle::Named(number) => match self.game().names.notations.get(number) {
                None => self.move_texts(moves),
                Some(notation) => {
                    let legal = self.legal_moves();
                    let patterns = Patterns::new(self, notation, &legal);
                    moves.iter().map(|&mv| patterns.text(mv)).collect()
                }
            },
        }
    }

    /// Moves that are played one after the other from here, as people write them; as [`Position::move_text`], it may
    /// panic of moves that are not legal there.
    pub fn line_in(&self, style: MoveStyle, moves: &[Move]) -> Vec<String> {
        if style == MoveStyle::Coordinates {
            return self.line_texts(moves);
        }
        let mut position = self.clone();
        let text = |&mv: &Move| {
            let text = position.text_in(style, mv);
            position.play_legal(mv);
            text
        };
        moves.iter().map(text).collect()
    }

    /// The move between two cells that a text names, where the piece has to become another and one kind is all there is.
    fn only_choice(&self, legal: &[Move], text: &str, typed: &[String]) -> Option<Move> {
        let name = |cell| self.game().rules.geometry.name(cell);
        let is_meant = |mv: &&Move| {
            let cells = name(mv.from()) + &name(mv.to());
            mv.becomes().is_some() && (text == cells || typed.contains(&cells))
        };
        let mut meant = legal.iter().filter(is_meant);
        meant.next().copied().filter(|_| meant.next().is_none())
    }

    fn said_by(&self, number: usize, legal: &[Move], text: &str) -> Vec<Move> {
        let notation = self.game().names.notations.get(number);
        notation.map_or_else(Vec::new, |notation| Patterns::new(self, notation, legal).said(text))
    }

    fn ambiguous(&self, text: &str, moves: &[Move]) -> Refusal {
        let write = moves.iter().map(|&mv| self.move_text(mv)).collect();
        Refusal::new(self.game(), Reason::Ambiguous { text: text.to_owned(), write })
    }

    /// Why a text says no legal move. Where it is none in coordinates, it may be one that is typed in another way, or
    /// name a piece of the mover and a cell.
    fn explained(&self, style: MoveStyle, text: &str, typed: &[String], refusal: Refusal) -> Refusal {
        let is_open = |refusal: &Refusal| {
            let reason = refusal.reason();
            matches!(
                reason,
                Reason::Unreadable { .. }
                    | Reason::NoDrop { .. }
                    | Reason::OnlyCell { .. }
                    | Reason::UpperCase { .. }
            )
        };
        if !is_open(&refusal) {
            return refusal;
        }
        let other = typed.iter().map(|text| Refusal::of(self, text)).find(|refusal| !is_open(refusal));
        if let Some(refusal) = other {
            return refusal;
        }
        let name = |cell| self.game().rules.geometry.name(cell);
        let asked = |number: usize| match style {
            MoveStyle::Named(own) => own == number,
            MoveStyle::Coordinates | MoveStyle::San => true,
        };
        let notations = self.game().names.notations.iter().enumerate();
        let notations = notations.filter(|(number, _)| asked(*number)).map(|(_, notation)| notation);
        let patterns: Vec<Patterns> = notations.map(|notation| Patterns::new(self, notation, &[])).collect();
        let mut named: Vec<(Kind, Cell, Cell)> =
            patterns.iter().flat_map(|pattern| pattern.named(text)).collect();
        named.sort_unstable_by_key(|&(kind, from, to)| (kind.0, from.0, to.0));
        named.dedup();
        if named.is_empty() {
            let mut drops: Vec<String> =
                patterns.iter().flat_map(|pattern| pattern.named_drops(text)).collect();
            drops.dedup();
            if let [drop] = &drops[..] {
                return Refusal::of(self, drop);
            }
            let algebraic = Algebraic::new(self, &[]);
            if let Some((from, to)) = algebraic.named_castle(text) {
                return Refusal::of(self, &(name(from) + &name(to)));
            }
            named = algebraic.named(text);
        }
        match named[..] {
            [] => refusal,
            [(_, from, to)] => Refusal::of(self, &(name(from) + &name(to))),
            [(kind, _, to), ..] if named.iter().all(|other| (other.0, other.2) == (kind, to)) => {
                Refusal::new(self.game(), Reason::NoneComes { kind, to })
            }
            [(kind, from, _), ..] => Refusal::new(self.game(), Reason::NoneGoesSo { kind, from }),
        }
    }
}

/// Ways to write the same move, other than it was typed.
fn readings(text: &str) -> Vec<String> {
    let joined: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let small = joined.to_lowercase();
    let plain = without_signs(&small);
    let mut all = vec![joined, small, plain];
    all.dedup();
    all.retain(|other| other != text);
    all
}

/// The text without an `x`, a `=` or a colon behind a digit, by which many people write that a piece is taken or becomes
/// another. A colon stands before a cell then: else a rule is named behind it.
fn without_signs(text: &str) -> String {
    let mut plain = String::new();
    for (at, letter) in text.char_indices() {
        let is_sign = match letter {
            ':' => text[at + 1..]
                .trim_start_matches(|c: char| c.is_ascii_lowercase())
                .starts_with(|c: char| c.is_ascii_digit()),
            _ => "x=".contains(letter),
        };
        if !is_sign || !plain.ends_with(|c: char| c.is_ascii_digit()) {
            plain.push(letter);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_read_as_people_write_it() {
        assert_eq!(readings("a1a2"), [""; 0]);
        assert_eq!(readings("B3 x A2").last().map(String::as_str), Some("b3a2"));
        assert_eq!(readings("A2-B2"), ["A2B2", "a2b2"]);
        assert_eq!(readings("b6:d8:f6"), ["b6d8f6"]);
        assert_eq!(readings("a1-a2:man.step"), ["a1a2:man.step"]);
        assert_eq!(readings("a7a8=Q").last().map(String::as_str), Some("a7a8q"));
    }
}
