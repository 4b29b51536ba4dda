//! Kinds of pieces: numbers and letters.

use std::collections::BTreeMap;

use crate::diagnostic::codes::meaning;
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{Contents, Kind, KindName, Letter, Piece, Player, Roster, Royal};
use crate::spec::{At, Definition, Entry, Letter as Said, Piece as Table};

use super::log::Log;
use super::players::Players;

/// The kinds of a definition in file order.
pub(crate) struct Kinds {
    names: Vec<At<String>>,
    /// Kinds that are given but could not be read.
    broken: Vec<String>,
    /// Those that belong to nobody, a bit each,
    neutral: u64,
    /// and those that are royal.
    royal: u64,
    letters: Vec<[Option<At<Said>>; 2]>,
    by_letter: BTreeMap<Said, Piece>,
    /// Whether every kind's letters are known.
    pub letters_known: bool,
}

impl Kinds {
    /// Numbers the kinds and reads their letters.
    pub(crate) fn resolve(definition: &Definition, players: &Players, log: &Log) -> Kinds {
        let table = &definition.pieces;
        let mut kinds = Kinds {
            names: table.iter().map(|entry| entry.name.clone()).take(Piece::MAX_KINDS).collect(),
            broken: table.broken().iter().map(|name| name.value.clone()).collect(),
            neutral: 0,
            royal: 0,
            letters: Vec::new(),
            by_letter: BTreeMap::new(),
            letters_known: table.broken().is_empty(),
        };
        if let Some(extra) = table.iter().nth(Piece::MAX_KINDS) {
            let message = format!("a game has at most {} kinds of pieces", Piece::MAX_KINDS);
            log.report(meaning::TOO_MANY, extra.name.span, message);
        }
        if table.names().next().is_none()
            && let Some(game) = &definition.game
        {
            let none = Diagnostic::new(meaning::NO_PIECES, game.at, "the game has no pieces");
            log.add(none.help("give each kind a table: `[pieces.stone]`"));
        }
        for (kind, entry) in table.iter().take(Piece::MAX_KINDS).enumerate() {
            kinds.neutral |= (entry.value.owner.is_some() as u64) << kind;
            kinds.royal |= (entry.value.royal.is_some() as u64) << kind;
            kinds.letters_known &= entry.value.sound;
            let letters = read_letters(entry, players, log);
            kinds.letters.push(letters);
        }
        kinds.check_letters(players, log);
        kinds
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// How many there are, and which belong to nobody.
    pub(crate) fn roster(&self) -> Roster {
        Roster { kinds: self.len(), neutral: self.neutral }
    }

    /// The name of a kind.
    pub(crate) fn name(&self, kind: Kind) -> &At<String> {
        &self.names[kind.index()]
    }

    /// Every kind.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..self.names.len() as u8).map(Kind)
    }

    /// The kind of that name. A name that is not given is reported.
    pub(crate) fn find(&self, name: &str, span: Span, log: &Log) -> Option<Kind> {
        self.find_among(name, span, &[], log)
    }

    /// The same where only a player's piece can be meant.
    pub(crate) fn find_owned(&self, name: &str, span: Span, log: &Log) -> Option<Kind> {
        let found = self.find(name, span, log)?;
        if self.roster().is_neutral(found) && log.is_own(span) {
            let message = format!("a `{name}` belongs to nobody: it counts for no player and does not move");
            log.report(meaning::NEUTRAL_PIECE, span, message);
        }
        Some(found).filter(|&kind| !self.roster().is_neutral(kind))
    }

    /// The same where `words` could stand as well.
    pub(crate) fn find_among(&self, name: &str, span: Span, words: &[&str], log: &Log) -> Option<Kind> {
        let found = self.iter().find(|&kind| self.name(kind).value == name);
        // What is taken over may name what is dropped here: it says nothing any more.
        if found.is_none() && log.is_own(span) && !self.broken.iter().any(|broken| broken == name) {
            let message = format!("no kind of piece is called `{name}`");
            let unknown = Diagnostic::new(meaning::UNKNOWN_NAME, span, message);
            let names = self.names.iter().map(|name| name.value.as_str());
            log.add(unknown.suggest(name, names.chain(words.iter().copied())));
        }
        found
    }

    /// The piece that a letter without a sign beside it draws.
    pub(crate) fn drawn_plainly(&self, letter: char) -> Option<Piece> {
        self.by_letter.get(&Said { letter, plus: false, tilde: false }).copied()
    }

    /// The piece that a letter draws.
    pub(crate) fn drawn_as(&self, letter: Said) -> Option<Piece> {
        self.by_letter.get(&letter).copied()
    }

    /// Every letter there is.
    pub(crate) fn letters(&self) -> impl Iterator<Item = Said> {
        self.by_letter.keys().copied()
    }

    /// The letters of the kinds without `~`: the first player's, else the second's.
    pub(crate) fn first_letters(&self) -> impl Iterator<Item = Option<String>> {
        let letter = |letters: &[Option<At<Said>>; 2]| {
            let letter = letters[0].or(letters[1])?.value;
            Some(Said { tilde: false, ..letter }.to_string())
        };
        self.letters.iter().map(letter)
    }

    /// The kinds as a game calls them.
    pub(crate) fn called(&self, definition: &Definition, log: &Log) -> Vec<KindName> {
        let letter = |letter: &Option<At<Said>>| {
            let unknown = Said { letter: '?', plus: false, tilde: false };
            let Said { letter, plus, tilde } = letter.map_or(unknown, |letter| letter.value);
            Letter { letter, plus, tilde }
        };
        let named = |(entry, letters): (&Entry<Table>, &[Option<At<Said>>; 2])| KindName {
            name: entry.name.value.clone(),
            letters: match entry.value.owner {
                Some(_) => [letter(&letters[0]); 2],
                None => [letter(&letters[0]), letter(&letters[1])],
            },
            symbols: entry.value.symbol.as_ref().map(|symbols| symbols.each.clone()),
            origin: log.origin(entry.name.span),
        };
        definition.pieces.iter().zip(&self.letters).map(named).collect()
    }

    /// The royal pieces, both players'.
    pub(crate) fn royal_pieces(&self) -> Contents {
        let royal = self.iter().filter(|kind| self.royal >> kind.index() & 1 == 1);
        let both = royal.flat_map(|kind| Player::each(|owner| Contents::piece(Piece::new(kind, owner))));
        both.fold(Contents::NOTHING, Contents::or)
    }

    /// The kinds that are royal.
    pub(crate) fn royals(&self, definition: &Definition) -> Vec<Royal> {
        let royal =
            |(kind, entry): (Kind, &Entry<Table>)| Some(Royal { kind, which: entry.value.royal?.value });
        self.iter().zip(&definition.pieces).filter_map(royal).collect()
    }

    fn check_letters(&mut self, players: &Players, log: &Log) {
        let mut first_given: BTreeMap<Said, Span> = BTreeMap::new();
        for (kind, letters) in self.iter().zip(&self.letters) {
            for player in Player::BOTH {
                let Some(letter) = letters[player.index()] else { continue };
                let owner = |piece: Piece| {
                    let kind = &self.name(piece.kind()).value;
                    let owner = self.roster().owner(piece);
                    owner.map_or_else(|| kind.clone(), |owner| format!("{} {kind}", players.name(owner)))
                };
                let piece = Piece::new(kind, player);
                match self.by_letter.get(&letter.value) {
                    Some(&other) => {
                        let message =
                            format!("`{}` is already the letter of the {}", letter.value, owner(other));
                        let twice = Diagnostic::new(meaning::DUPLICATE_LETTER, letter.span, message);
                        let given = first_given.get(&letter.value).copied().unwrap_or(letter.span);
                        log.add(if given == letter.span {
                            twice.help("a capital and a small letter tell the players apart")
                        } else {
                            twice.label(given, "given here")
                        });
                    }
                    None => {
                        self.by_letter.insert(letter.value, piece);
                        first_given.insert(letter.value, letter.span);
                    }
                }
            }
        }
    }
}

fn read_letters(entry: &Entry<Table>, players: &Players, log: &Log) -> [Option<At<Said>>; 2] {
    let table = &entry.value;
    let mut letters = [None, None];
    if table.owner.is_some() {
        return [table.letter, None];
    }
    if let Some(letter) = table.letter {
        letters = [Some(letter.map(capital)), Some(letter.map(small))];
    }
    for given in &table.letters {
        if let Some(player) = players.find(&given.name, log) {
            letters[player.index()] = Some(given.value);
        }
    }
    let unread = table.letters.broken();
    for player in Player::BOTH.into_iter().filter(|player| letters[player.index()].is_none()) {
        let name = players.name(player);
        if table.sound && name != "?" && unread.is_empty() {
            let message = format!("`{}` has no letter for `{name}`", entry.name.value);
            let missing = Diagnostic::new(meaning::MISSING_LETTER, entry.name.span, message);
            log.add(missing.help("`letter = \"N\"` serves both players, `letters = { … }` gives each"));
        }
    }
    letters
}

fn capital(said: Said) -> Said {
    Said { letter: only(said.letter.to_uppercase()).unwrap_or(said.letter), ..said }
}

fn small(said: Said) -> Said {
    Said { letter: only(said.letter.to_lowercase()).unwrap_or(said.letter), ..said }
}

fn only(mut letters: impl Iterator<Item = char>) -> Option<char> {
    letters.next().filter(|_| letters.next().is_none())
}
