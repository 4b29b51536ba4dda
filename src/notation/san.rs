//! Standard algebraic notation, as chess players write moves: `e4`, `Nbd2`, `exd5`, `e8=Q+`, `O-O`, `N@f3`.
//!
//! It is made for any game of this language. The letter of a piece is that of the first player's; the kind of which a
//! player has most in the setup has none. What the notation cannot say is written as [`Position::move_text`] does.
//!
//! | part | what is written |
//! |---|---|
//! | letter | of the kind that moves; none for the most common one |
//! | start | its file, else its rank, else both, where another piece of the kind comes to the same cell |
//! | `x` | the move takes something; the most common kind then names its file |
//! | `=Q` | what the piece becomes |
//! | `O-O`, `O-O-O` | a castle towards later files, towards earlier ones |
//! | `N@f3`, `@f3` | a drop; the most common kind has no letter here either |
//! | `#`, `+` | the move decides the game; it gives check, unless a `+` belongs to the letters of promoted pieces |

use crate::game::{Action, Castle, Cell, Game, Kind, Letter, Move, Piece, Player};
use crate::on_board;
use crate::position::Position;

/// A castle towards later files, and one towards earlier ones.
const CASTLES: [&str; 2] = ["O-O", "O-O-O"];

/// Signs behind a move, which are not asked whether they are true.
const OPINIONS: [char; 4] = ['+', '#', '!', '?'];

impl Position {
    /// A legal move in standard algebraic notation; in games of draughts by squares, `32x27x18`.
    ///
    /// # Panics
    ///
    /// It may, when the move is not legal here: [`Position::try_san`] asks first.
    ///
    /// ```
    /// use banco::{Game, Position};
    ///
    /// let position = Position::start(&Game::named("chess")?);
    /// let knight = position.parse_move("g1f3").expect("legal");
    /// assert_eq!(position.san(knight), "Nf3");
    /// assert_eq!(position.read_move("Nf3"), Ok(knight));
    /// # Ok::<(), banco::DefinitionError>(())
    /// ```
    pub fn san(&self, mv: Move) -> String {
        if self.game().writes_pdn() {
            return self.pdn_text(mv);
        }
        Algebraic::new(self, &self.legal_moves()).written_out(mv)
    }

    /// A move in standard algebraic notation, if it is legal here.
    pub fn try_san(&self, mv: Move) -> Option<String> {
        self.is_legal(mv).then(|| self.san(mv))
    }

    /// Legal moves of this position in standard algebraic notation; as [`Position::san`], it may panic of others.
    pub fn san_texts(&self, moves: &[Move]) -> Vec<String> {
        if self.game().writes_pdn() {
            return moves.iter().map(|&mv| self.pdn_text(mv)).collect();
        }
        let legal = self.legal_moves();
        let algebraic = Algebraic::new(self, &legal);
        moves.iter().map(|&mv| algebraic.written_out(mv)).collect()
    }

    /// Moves that are played one after the other from here, in standard algebraic notation; as [`Position::san`], it may
    /// panic of moves that are not legal there.
    pub fn line_san(&self, moves: &[Move]) -> Vec<String> {
        let mut position = self.clone();
        let text = |&mv: &Move| {
            let text = position.san(mv);
            position.play_legal(mv);
            text
        };
        moves.iter().map(text).collect()
    }

    fn count_of(&self, player: Player) -> usize {
        let roster = self.game().rules.roster;
        self.pieces().iter().filter(|piece| roster.owner(**piece) == Some(player)).count()
    }

    /// The sign behind the move that led here.
    fn sign_of_last(&self) -> &'static str {
        let turn = self.turn();
        match self.outcome() {
            Some(outcome) if outcome.winner.is_some() => "#",
            _ if promotes_by_plus(self.game()) => "",
            _ if on_board!(self.engine(), board => board.in_check(self.game(), turn)) => "+",
            _ => "",
        }
    }
}

/// What is written of a move.
struct SanParts {
    kind: Kind,
    /// Nowhere, for a drop.
    from: Option<Cell>,
    to: Cell,
    becomes: Option<Kind>,
}

/// The legal moves of a position, to be read and written.
pub(super) struct Algebraic<'a> {
    position: &'a Position,
    legal: &'a [Move],
    /// The kind of which a player has more than of any other in the setup.
    common: Option<Kind>,
    /// A cell alone says a drop.
    cells_are_drops: bool,
}

impl<'a> Algebraic<'a> {
    pub(super) fn new(position: &'a Position, legal: &'a [Move]) -> Algebraic<'a> {
        let game = position.game();
        let drops = game.rules.moves.iter().any(|rule| matches!(rule.action, Action::Drop(_)));
        let cells_are_drops = drops && game.drops_one_kind();
        Algebraic { position, legal, common: common_kind(game), cells_are_drops }
    }

    /// A move with the sign of what follows from it, in coordinates where it has to be said so.
    fn written_out(&self, mv: Move) -> String {
        let mut after = self.position.clone();
        after.play_legal(mv);
        let opponent = !self.position.turn();
        let takes = self.position.count_of(opponent) > after.count_of(opponent);
        match self.text(mv, takes) {
            Some(text) => text + after.sign_of_last(),
            None => self.position.move_text(mv),
        }
    }

    /// A move without that sign; `None` where it has to be said otherwise.
    fn text(&self, mv: Move, takes: bool) -> Option<String> {
        let text = match self.castle_name(mv) {
            Some(name) => name.to_owned(),
            None => self.written(&self.parts(mv)?, takes)?,
        };
        let other = |legal: &Move| *legal != mv && self.position.plain_text(*legal) == text;
        (self.said(&text)[..] == [mv] && !self.legal.iter().any(other)).then_some(text)
    }

    /// The legal moves that a text may mean.
    pub(super) fn said(&self, text: &str) -> Vec<Move> {
        let bare = self.without_opinion(text);
        let castle = bare.replace('0', "O");
        let is_said = |mv: &Move| match CASTLES.contains(&castle.as_str()) {
            true => self.castle_name(*mv) == Some(&castle),
            false => self.read_parts(*mv).is_some_and(|parts| self.says(&parts, bare)),
        };
        self.legal.iter().copied().filter(is_said).collect()
    }

    /// Where pieces of the mover's stand that a text names, whether or not they come to the cell that it names.
    pub(super) fn named(&self, text: &str) -> Vec<(Kind, Cell, Cell)> {
        let game = self.position.game();
        let plain = without_signs(self.without_opinion(text));
        let owned = |piece: &Piece| game.rules.roster.owner(*piece) == Some(self.position.turn());
        let pieces = self.position.pieces().into_iter().zip(0..).filter(|(piece, _)| owned(piece));
        let named = pieces.filter_map(|(piece, cell)| {
            let (kind, from) = (piece.kind(), Cell(cell));
            let behind = plain.strip_prefix(&self.letter(kind))?;
            let target = |start: &String| cell_and_choice(game, behind.strip_prefix(start)?);
            let to = starts(game, from).iter().find_map(target)?;
            Some((kind, from, to))
        });
        named.collect()
    }

    /// From where to where the castle leads that a text names, whether or not it is legal.
    pub(super) fn named_castle(&self, text: &str) -> Option<(Cell, Cell)> {
        let game = self.position.game();
        let name = self.without_opinion(text).replace('0', "O");
        let right = |castle: &Castle| {
            let [king, with] = [castle.from, castle.with_from].map(|cell| game.rules.geometry.file(cell));
            CASTLES[usize::from(with < king)] == name
        };
        on_board!(self.position.engine(), board => {
            let mut castles = board.castles(self.position.turn()).iter().map(|way| way.castle);
            let castle = castles.find(right)?;
            let to = if castle.to == castle.from { castle.with_from } else { castle.to };
            Some((castle.from, to))
        })
    }

    /// The text without the signs of checks and opinions. Where pieces are promoted by a `+`, it is no sign of a check.
    fn without_opinion<'t>(&self, text: &'t str) -> &'t str {
        let promotes = promotes_by_plus(self.position.game());
        text.trim_end_matches(|sign| OPINIONS.contains(&sign) && !(promotes && sign == '+'))
    }

    /// What is written of a move; `None` where the notation does not reach.
    fn parts(&self, mv: Move) -> Option<SanParts> {
        if mv.stage().is_some() || mv.gates().is_some() {
            return None;
        }
        let parts = |kind, from| SanParts { kind, from, to: mv.to(), becomes: mv.becomes() };
        let game = self.position.game();
        match game.tables.actions[mv.rule()] {
            Action::Shift | Action::Change => {
                Some(parts(self.position.at(mv.from()).kind(), Some(mv.from())))
            }
            Action::Drop(kind) if !game.drops_one_kind() => Some(parts(kind, None)),
            Action::Drop(_) => None,
            Action::Castle | Action::Chain | Action::Stay | Action::Exit | Action::Pass | Action::Swap => {
                None
            }
        }
    }

    /// What may be said of a move. One by which a piece goes on is written with every landing, and read by its start and
    /// end, too.
    fn read_parts(&self, mv: Move) -> Option<SanParts> {
        let chain = self.position.game().tables.actions[mv.rule()] == Action::Chain;
        if !chain || mv.stage().is_some() {
            return self.parts(mv);
        }
        let kind = self.position.at(mv.from()).kind();
        Some(SanParts { kind, from: Some(mv.from()), to: mv.to(), becomes: mv.becomes() })
    }

    fn written(&self, parts: &SanParts, takes: bool) -> Option<String> {
        let game = self.position.game();
        let (letter, to) = (self.letter(parts.kind), game.rules.geometry.name(parts.to));
        let becomes = parts.becomes.map(|kind| format!("={}", letter_of(game, kind))).unwrap_or_default();
        let Some(from) = parts.from else { return Some(format!("{letter}@{to}")) };
        let alike = |other: SanParts| {
            let same = (self.letter(other.kind), other.to) == (letter.clone(), parts.to);
            other.from.filter(|&other| same && other != from)
        };
        let legal = self.legal.iter().filter_map(|mv| self.parts(*mv));
        let others: Vec<Vec<String>> = legal.filter_map(alike).map(|cell| starts(game, cell)).collect();
        // The common kind always names its file where it takes.
        let said = starts(game, from).into_iter().skip(usize::from(takes && letter.is_empty()));
        let start = said.into_iter().find(|start| !others.iter().any(|other| other.contains(start)))?;
        Some(format!("{letter}{start}{}{to}{becomes}", if takes { "x" } else { "" }))
    }

    /// Whether a text says a move: with or without where it starts, and with or without a letter for the common kind.
    fn says(&self, parts: &SanParts, text: &str) -> bool {
        let game = self.position.game();
        let plain = without_signs(text);
        let full = letter_of(game, parts.kind);
        let mut starts = parts.from.map_or_else(|| vec!["@".to_owned()], |from| starts(game, from));
        if self.cells_are_drops {
            // There, a cell alone is a drop.
            starts.retain(|start| !start.is_empty());
        }
        let to = game.rules.geometry.name(parts.to);
        let becomes = parts.becomes.map(|kind| letter_of(game, kind)).unwrap_or_default();
        let behind = |letter: &str| plain.strip_prefix(letter);
        let ends = |rest: &str| {
            let end = |start: &String| rest.strip_prefix(start.as_str())?.strip_prefix(&to);
            starts.iter().filter_map(end).any(|end| end == becomes || end == becomes.to_lowercase())
        };
        behind(&full).is_some_and(ends) || behind(&self.letter(parts.kind)).is_some_and(ends)
    }

    /// The letter of a kind; the common one has none.
    fn letter(&self, kind: Kind) -> String {
        match self.common == Some(kind) {
            true => String::new(),
            false => letter_of(self.position.game(), kind),
        }
    }

    fn castle_name(&self, mv: Move) -> Option<&'static str> {
        let game = self.position.game();
        let castles = game.tables.actions[mv.rule()] == Action::Castle && mv.gates().is_none();
        let file = |cell| game.rules.geometry.file(cell);
        castles.then(|| CASTLES[usize::from(file(mv.third()) < file(mv.from()))])
    }
}

/// The kind of which the first player has more than of any other in the setup, else the second.
fn common_kind(game: &std::sync::Arc<Game>) -> Option<Kind> {
    let setup = Position::start(game).pieces();
    let most = |player: Player| {
        let owned = |piece: &&Piece| game.rules.roster.owner(**piece) == Some(player);
        let mut counts = vec![0; game.names.kinds.len()];
        setup.iter().filter(owned).for_each(|piece| counts[piece.kind().index()] += 1);
        let most = counts.iter().max().copied().filter(|&most| most > 0)?;
        let mut with = (0..counts.len()).filter(|&kind| counts[kind] == most);
        with.next().filter(|_| with.next().is_none()).map(|kind| Kind(kind as u8))
    };
    Player::BOTH.into_iter().find_map(most)
}

/// Whether a `+` belongs to the letters of promoted pieces.
fn promotes_by_plus(game: &Game) -> bool {
    game.names.kinds.iter().any(|kind| kind.letters.iter().any(|letter| letter.plus))
}

/// What may be said of where a move starts, the least first.
fn starts(game: &Game, from: Cell) -> Vec<String> {
    let name = game.rules.geometry.name(from);
    let split = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    vec![String::new(), name[..split].to_owned(), name[split..].to_owned(), name]
}

/// The letter of a kind. That a piece was promoted is not said.
fn letter_of(game: &Game, kind: Kind) -> String {
    let letter = game.names.kinds[kind.index()].letters[Player::First.index()];
    Letter { tilde: false, ..letter }.to_string()
}

/// The cell that a text names, with or without the letter of what a piece becomes there.
fn cell_and_choice(game: &Game, text: &str) -> Option<Cell> {
    let plain = |text: &str| game.rules.geometry.parse(text);
    let behind_letter = |kind: usize| {
        let letter = letter_of(game, Kind(kind as u8));
        let before = text.strip_suffix(&letter).or_else(|| text.strip_suffix(&letter.to_lowercase()));
        before.and_then(plain)
    };
    plain(text).or_else(|| (0..game.names.kinds.len()).find_map(behind_letter))
}

/// The text without what only shows that a piece is taken, becomes another or comes from the hand.
fn without_signs(text: &str) -> String {
    let text = text.trim_end_matches("e.p.").replace(['*', '\''], "@");
    text.chars().filter(|letter| !"x:-=()/".contains(*letter) && !letter.is_whitespace()).collect()
}
