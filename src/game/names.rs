//! What things are called: everything that is printed or typed and changes no move.

use std::ops::Deref;

use super::{Cell, Kind, Letter, Notation, Origin, Player};

/// The names of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names {
    /// The name that the definition gives.
    pub game: String,
    /// Pictures show points instead of cells.
    pub points: bool,
    /// Positions are written as FEN.
    pub fen: bool,
    /// Regions name cells that lie elsewhere on a board of another size.
    pub sized: bool,
    /// The cells that are numbered, the first one first; none where moves go by the names of cells.
    pub numbers: Vec<Cell>,
    /// The number of the game in PDN, the format of draughts.
    pub pdn: Option<u32>,
    /// The players in the order listed.
    pub players: [PlayerName; 2],
    /// The kinds of pieces, by number.
    pub kinds: Vec<KindName>,
    /// The move rules, by number: `car.leave`, or `pass` for a rule of no piece.
    pub moves: Vec<Named>,
    /// What makes a move illegal, by number.
    pub vetoes: Vec<Named>,
    /// The ends, by number.
    pub ends: Vec<Named>,
    /// The lines that say which captures are the best, by number.
    pub preferences: Vec<Origin>,
    /// The line that makes captures compulsory.
    pub must_capture: Option<Origin>,
    /// How people write moves besides.
    pub notations: Vec<Notation>,
}

/// A name and the line that gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Its line.
    pub origin: Origin,
}

/// A part of the rules together with its name.
#[derive(Debug)]
pub struct WithName<'g, T> {
    /// The name.
    pub name: &'g str,
    /// The line that defines it.
    pub origin: &'g Origin,
    part: &'g T,
}

impl<'g, T> WithName<'g, T> {
    pub(super) fn new(named: &'g Named, part: &'g T) -> Self {
        WithName { name: &named.name, origin: &named.origin, part }
    }
}

impl<T> Clone for WithName<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for WithName<'_, T> {}

impl<T> Deref for WithName<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.part
    }
}

/// How a player is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerName {
    /// The name as the definition gives it.
    pub name: String,
    /// What stands for the player in a position text.
    pub turn: String,
    /// The colour of the player's pieces: what the definition says, or else what the name says.
    pub colour: Option<Colour>,
}

/// A colour of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// As white stones.
    White,
    /// As black stones.
    Black,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// A darker yellow.
    Gold,
    /// Between black and white.
    Grey,
}

/// How a kind of piece is called and drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindName {
    /// The name as the definition gives it.
    pub name: String,
    /// The letters of the first and the second player's pieces.
    pub letters: [Letter; 2],
    /// What the pieces of either look like in a picture, where the definition says so.
    pub symbols: Option<[String; 2]>,
    /// The line that defines the kind.
    pub origin: Origin,
}

impl Names {
    /// The name of a player.
    pub fn player(&self, player: Player) -> &str {
        &self.players[player.index()].name
    }

    /// The letter that stands for a kind in moves: that of the second player's piece.
    pub fn letter_of(&self, kind: Kind) -> Letter {
        self.kinds[kind.index()].letters[Player::Second.index()]
    }

    /// What a piece of one kind becomes, as moves are written: `+` or `-` where it gets or loses that sign, else the
    /// letter of the second player's piece.
    pub fn choice_text(&self, from: Kind, to: Kind) -> String {
        match (self.letter_of(from).plus, self.letter_of(to).plus) {
            (false, true) => "+".to_owned(),
            (true, false) => "-".to_owned(),
            _ => self.letter_of(to).letter.to_string(),
        }
    }
}
