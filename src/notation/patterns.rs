//! Moves as people write them by a `[notation]` of the definition.

use unicode_normalization::UnicodeNormalization;

use crate::game::{Action, Cell, Kind, Move, MoveField, MovePart, MovePattern, Notation, Piece, Player};
use crate::position::Position;

/// The longest text that can be a move, in characters.
const LONGEST: usize = 60;

/// As many pairs of a piece and a cell are tried to understand what is no move.
const MOST_PAIRS: usize = 10_000;

/// What may stand at each place of a text, one after the other; of each, the first is written.
type Spelt = Vec<Vec<String>>;

/// The legal moves of a position, to be read and written in a notation.
pub(super) struct Patterns<'a> {
    position: &'a Position,
    notation: &'a Notation,
    legal: &'a [Move],
}

/// What a move has that a pattern can say.
#[derive(Clone, Copy)]
pub(super) struct Written {
    kind: Kind,
    /// Nowhere, for a drop.
    from: Option<Cell>,
    to: Cell,
    becomes: Option<Kind>,
}

impl<'a> Patterns<'a> {
    pub(super) fn new(position: &'a Position, notation: &'a Notation, legal: &'a [Move]) -> Patterns<'a> {
        Patterns { position, notation, legal }
    }

    /// The text of a legal move; in coordinates where the notation cannot say it.
    pub(super) fn text(&self, mv: Move) -> String {
        self.said_alone(mv).unwrap_or_else(|| self.position.move_text(mv))
    }

    fn said_alone(&self, mv: Move) -> Option<String> {
        let text = self.first_text(mv)?;
        let others = || self.legal.iter().filter(|&&other| other != mv);
        let is_alike = |other: &Move| {
            self.first_text(*other).as_ref() == Some(&text) || self.position.plain_text(*other) == text
        };
        (!others().any(is_alike)).then_some(text)
    }

    fn first_text(&self, mv: Move) -> Option<String> {
        let spelt = self.strict(&self.parts(mv)?).into_iter().next()?;
        Some(spelt.into_iter().filter_map(|words| words.into_iter().next()).collect())
    }

    /// The legal moves that a text may mean.
    pub(super) fn said(&self, text: &str) -> Vec<Move> {
        let meant = |folds: bool, spelt: fn(&Self, &Written) -> Vec<Spelt>| {
            let Some(text) = plain(text, folds) else { return Vec::new() };
            let is_said = |mv: &Move| {
                self.parts(*mv)
                    .is_some_and(|parts| spelt(self, &parts).iter().any(|spelt| fits(&text, spelt, folds)))
            };
            self.legal.iter().copied().filter(is_said).collect::<Vec<Move>>()
        };
        let tries = [(false, true), (true, true), (false, false), (true, false)];
        let tries = tries
            .map(|(folds, strict)| meant(folds, if strict { Patterns::strict } else { Patterns::loose }));
        tries.into_iter().find(|moves| !moves.is_empty()).unwrap_or_default()
    }

    /// The drops that a text names, legal or not, as they are written by cells.
    pub(super) fn named_drops(&self, text: &str) -> Vec<String> {
        let Some(text) = plain(text, true) else { return Vec::new() };
        let game = self.position.game();
        let mut found = Vec::new();
        for drop in &game.tables.movement.drops[self.position.turn().index()] {
            for to in game.rules.geometry.board().iter() {
                let parts = Written { kind: drop.piece.kind(), from: None, to, becomes: None };
                if self.loose(&parts).iter().any(|spelt| fits(&text, spelt, true)) {
                    found.push(game.plain_text(Move::new(drop.rule, to, to)));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Where pieces of the mover's stand that a text names, with the cell to which it sends them, by one of the steps
    /// that they can make on an empty board, else anywhere. Where the notation names no piece, an empty cell is one
    /// from where a text may send somebody, too.
    pub(super) fn named(&self, text: &str) -> Vec<(Kind, Cell, Cell)> {
        let Some(text) = plain(text, true) else { return Vec::new() };
        let game = self.position.game();
        let turn = self.position.turn();
        let pieces = self.position.pieces().into_iter().zip(0..).map(|(piece, cell)| (piece, Cell(cell)));
        let is_own = |piece: Piece| game.rules.roster.owner(piece) == Some(turn);
        let is_piece = |part: &MovePart| matches!(part, MovePart::Field(MoveField::Piece));
        let tells = self.notation.shift.iter().flat_map(|pattern| &pattern.0).any(is_piece);
        let (mut own, others): (Vec<_>, Vec<_>) = pieces.partition(|(piece, _)| is_own(*piece));
        if !tells {
            own.extend(others.into_iter().filter(|(piece, _)| piece.is_none()));
        }
        let names = |kind, from, to| {
            let parts = Written { kind, from: Some(from), to, becomes: None };
            self.loose(&parts).iter().any(|spelt| fits(&text, spelt, true))
        };
        let among = |cells: &dyn Fn(usize) -> Vec<Cell>| {
            let mut found: Vec<(Kind, Cell, Cell)> = Vec::new();
            for (number, &(piece, from)) in own.iter().enumerate() {
                for to in cells(number) {
                    let named = (piece.kind(), from, to);
                    if from != to && !found.contains(&named) && names(piece.kind(), from, to) {
                        found.push(named);
                    }
                }
            }
            found
        };
        let by_steps = among(&|number| {
            let (piece, from) = own[number];
            game.tables.movement.steps(piece, from).iter().map(|step| step.mv.to()).collect()
        });
        let pairs = own.len() * game.rules.geometry.size();
        match by_steps.is_empty() && pairs <= MOST_PAIRS {
            true => among(&|_| game.rules.geometry.board().iter().collect()),
            false => by_steps,
        }
    }

    /// What the notation says of a move; nothing of one that is more than a shift or a drop.
    fn parts(&self, mv: Move) -> Option<Written> {
        if mv.stage().is_some() || mv.gates().is_some() {
            return None;
        }
        let kind = self.position.at(mv.from()).kind();
        match self.position.game().tables.actions[mv.rule()] {
            Action::Shift | Action::Change => {
                Some(Written { kind, from: Some(mv.from()), to: mv.to(), becomes: mv.becomes() })
            }
            Action::Drop(kind) => Some(Written { kind, from: None, to: mv.to(), becomes: None }),
            Action::Castle | Action::Chain | Action::Stay | Action::Exit | Action::Pass | Action::Swap => {
                None
            }
        }
    }

    fn patterns(&self, parts: &Written) -> &'a [MovePattern] {
        if parts.from.is_some() { &self.notation.shift } else { &self.notation.drop }
    }

    /// How a move is written, every sign as it has to be.
    fn strict(&self, parts: &Written) -> Vec<Spelt> {
        let first = self.patterns(parts).iter().take(1);
        first.map(|pattern| self.spelt(&self.beside_others(pattern, parts), parts, false)).collect()
    }

    /// How a move may be read.
    fn loose(&self, parts: &Written) -> Vec<Spelt> {
        let all = self.patterns(parts).iter();
        let both = all.flat_map(|pattern| [pattern.clone(), self.beside_others(pattern, parts)]);
        both.map(|pattern| self.spelt(&pattern, parts, true)).collect()
    }

    /// The pattern with what tells the piece from others of its kind in its file.
    fn beside_others(&self, pattern: &MovePattern, parts: &Written) -> MovePattern {
        const WHO: [MovePart; 2] = [MovePart::Field(MoveField::Piece), MovePart::Field(MoveField::File)];
        let at = pattern.0.windows(2).position(|window| window == WHO);
        match at.zip(self.tandem(parts)) {
            None => pattern.clone(),
            Some((at, instead)) => {
                let mut parts = pattern.0.clone();
                parts.splice(at..at + 2, instead.0.iter().cloned());
                MovePattern(parts)
            }
        }
    }

    /// What is written for piece and file of one of several in a file.
    fn tandem(&self, parts: &Written) -> Option<&'a MovePattern> {
        let notation = self.notation;
        let from =
            parts.from.filter(|_| !notation.tandem.is_empty() && !notation.by_file.contains(&parts.kind))?;
        let game = self.position.game();
        let geometry = &game.rules.geometry;
        let turn = self.position.turn();
        let pieces = self.position.pieces();
        let own = |file: u16| {
            let cells = (0..geometry.ranks()).filter_map(move |row| geometry.at(file, row));
            cells.filter(|cell| {
                let piece = pieces[cell.index()];
                !piece.is_none() && piece.kind() == parts.kind && game.rules.roster.owner(piece) == Some(turn)
            })
        };
        let mut column: Vec<Cell> = own(geometry.file(from)).collect();
        if self.looks_north() {
            // Rows are counted from the top, where the foremost stand then.
            column.sort_by_key(|cell| geometry.row(*cell));
        } else {
            column.sort_by_key(|cell| std::cmp::Reverse(geometry.row(*cell)));
        }
        let at = column.iter().position(|&cell| cell == from)?;
        let crowded = (0..geometry.files()).filter(|&file| own(file).count() > 1).count();
        let lists =
            if crowded > 1 && !notation.tandems.is_empty() { &notation.tandems } else { &notation.tandem };
        lists.get(column.len().checked_sub(2)?)?.get(at)
    }

    fn spelt(&self, pattern: &MovePattern, parts: &Written, loose: bool) -> Spelt {
        let part = |part: &MovePart| match part {
            MovePart::Text(text) => vec![text.clone()],
            MovePart::Field(field) => self.words(*field, parts, loose),
        };
        pattern.0.iter().map(part).collect()
    }

    fn words(&self, field: MoveField, parts: &Written, loose: bool) -> Vec<String> {
        let notation = self.notation;
        let geometry = &self.position.game().rules.geometry;
        let from = parts.from.unwrap_or(parts.to);
        match field {
            MoveField::Piece => notation.piece(self.position.turn(), parts.kind).0.clone(),
            MoveField::From => self.cell(from, loose),
            MoveField::FromNumbers => {
                let [file, rank] = self.counted(from);
                vec![format!("{}{}", file + 1, rank + 1)]
            }
            MoveField::To => {
                let last = self.position.played().last().map(|mv| mv.to());
                let again = notation.again.iter().filter(|_| last == Some(parts.to));
                again.flat_map(|again| again.0.clone()).chain(self.cell(parts.to, loose)).collect()
            }
            MoveField::Start if loose => [String::new()].into_iter().chain(self.cell(from, true)).collect(),
            MoveField::Start => match self.has_rival(parts) {
                true => self.cell(from, false),
                false => vec![String::new()],
            },
            MoveField::File => self.lane(self.lane_of(from), loose),
            MoveField::Way => {
                let on = i32::from(geometry.row(from)) - i32::from(geometry.row(parts.to));
                let way = match if self.looks_north() { on } else { -on } {
                    0 => &notation.sideways,
                    1.. => &notation.forward,
                    _ => &notation.backward,
                };
                way.0.clone()
            }
            MoveField::Count => match geometry.file(from) == geometry.file(parts.to) {
                true => {
                    let ranks = geometry.row(from).abs_diff(geometry.row(parts.to));
                    self.lane(usize::from(ranks).saturating_sub(1), loose)
                }
                false => self.lane(self.lane_of(parts.to), loose),
            },
            MoveField::Takes => {
                let takes = !self.position.at(parts.to).is_none();
                let (said, other) = if takes {
                    (&notation.takes, &notation.quiet)
                } else {
                    (&notation.quiet, &notation.takes)
                };
                let other: &[String] = if loose { &other.0 } else { &[] };
                said.0.iter().chain(other).cloned().collect()
            }
            MoveField::Becomes => self.becoming(parts),
        }
    }

    fn becoming(&self, parts: &Written) -> Vec<String> {
        let notation = self.notation;
        match (parts.becomes, &notation.promotes) {
            (Some(_), Some(words)) => words.0.clone(),
            (Some(kind), None) => notation.piece(self.position.turn(), kind).0.clone(),
            (None, _) => {
                let becomes = |mv: &Move| {
                    mv.becomes().is_some() && Some(mv.from()) == parts.from && mv.to() == parts.to
                };
                match self.legal.iter().any(becomes) {
                    true => notation.declines.0.clone(),
                    false => vec![String::new()],
                }
            }
        }
    }

    /// Whether another piece of the kind can move to the same cell.
    fn has_rival(&self, parts: &Written) -> bool {
        self.legal.iter().any(|&mv| {
            let other = self.parts(mv);
            other.is_some_and(|other| {
                (other.kind, other.to) == (parts.kind, parts.to)
                    && other.from.is_some()
                    && other.from != parts.from
            })
        })
    }

    /// File and rank of a cell from the notation's corner, from 0.
    fn counted(&self, cell: Cell) -> [usize; 2] {
        let geometry = &self.position.game().rules.geometry;
        let (file, row) = (geometry.file(cell), geometry.row(cell));
        let file = if self.notation.from_right { geometry.files() - 1 - file } else { file };
        let rank = if self.notation.from_top { row } else { geometry.ranks() - 1 - row };
        [usize::from(file), usize::from(rank)]
    }

    fn cell(&self, cell: Cell, loose: bool) -> Vec<String> {
        let [file, rank] = self.counted(cell);
        let side = self.position.turn().index();
        let sign = |signs: &Vec<String>, at: usize| signs.get(at).cloned().unwrap_or_default();
        let mut words =
            vec![sign(&self.notation.files[side], file) + &sign(&self.notation.ranks[side], rank)];
        if loose {
            words.push(format!("{}{}", file + 1, rank + 1));
        }
        words
    }

    /// The sign of a file that is counted from the right of who moves.
    fn lane(&self, at: usize, loose: bool) -> Vec<String> {
        let sign = self.notation.files[self.position.turn().index()].get(at);
        let number = loose.then(|| (at + 1).to_string());
        sign.cloned().into_iter().chain(number).collect()
    }

    fn lane_of(&self, cell: Cell) -> usize {
        let geometry = &self.position.game().rules.geometry;
        let file = geometry.file(cell);
        usize::from(if self.looks_north() { geometry.files() - 1 - file } else { file })
    }

    /// Whether the mover looks to the top of the picture.
    fn looks_north(&self) -> bool {
        let turn: Player = self.position.turn();
        self.position.game().evaluation.orientation.forward[turn.index()].north > 0
    }
}

impl Notation {
    /// The names of files from the left of the picture, and of ranks from its top, as a player has them.
    pub fn labels(&self, geometry: &crate::game::Geometry, player: Player) -> [Vec<String>; 2] {
        let take = |signs: &[String], most: u16, turned: bool| {
            let mut signs: Vec<String> = signs.iter().take(usize::from(most)).cloned().collect();
            if turned {
                signs.reverse();
            }
            signs
        };
        let side = player.index();
        let files = take(&self.files[side], geometry.files(), self.from_right);
        [files, take(&self.ranks[side], geometry.ranks(), !self.from_top)]
    }
}

/// A text without blanks, its signs as they are elsewhere: `８` as `8`; nothing where it is too long for a move.
fn plain(text: &str, folds: bool) -> Option<String> {
    if text.chars().nth(LONGEST).is_some() {
        return None;
    }
    let signs = text.trim_start_matches(['▲', '△', '☗', '☖', '▼', '▽']);
    let plain: String = signs.nfkc().filter(|sign| !sign.is_whitespace()).collect();
    Some(if folds { plain.to_lowercase() } else { plain })
}

/// Whether a text is made of one of the words at each place.
fn fits(text: &str, spelt: &Spelt, folds: bool) -> bool {
    let mut ends = vec![0];
    for words in spelt {
        let words: Vec<String> = words.iter().filter_map(|word| plain(word, folds)).collect();
        let behind = |&at: &usize| {
            let fitting = words.iter().filter(move |word| text[at..].starts_with(word.as_str()));
            fitting.map(move |word| at + word.len()).collect::<Vec<usize>>()
        };
        ends = ends.iter().flat_map(behind).collect();
        ends.sort_unstable();
        ends.dedup();
    }
    ends.contains(&text.len())
}
