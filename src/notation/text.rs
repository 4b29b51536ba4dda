//! Positions and moves as text, both ways. Everything printed can be read back.

use std::sync::Arc;

use super::Refusal;
use super::error::{TextError, Word, error};
use super::fields::Fields;
use super::rows::Rows;
use super::sfen;
use super::turns::{missing_turn, read_turn};
use crate::game::{Action, Cell, Game, Move, Player, is_done};
use crate::position::{Clocks, Extras, Position};

fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// What stands before and after the word `moves` of a position text.
pub fn split_moves(text: &str) -> (&str, &str) {
    match words(text).find(|&(_, word)| word == "moves") {
        Some((at, word)) => (&text[..at], &text[at + word.len()..]),
        None => (text, ""),
    }
}

impl Position {
    /// Reads a position: `startpos`, in games of draughts `W:W18,24:B1,K10` as PDN writes it, in games of shogi SFEN,
    /// or rows from the top with `/` between, then the player to move and, where positions are FEN, as many of its
    /// further fields as there are, then what is said by name, such as `passes=1`. The word `fen` or `sfen` may stand
    /// before it, and `moves m1 m2 …` may follow. A position need not be one that a game can lead to: problems are read,
    /// too, and boards with a royal piece too many or too few.
    ///
    /// # Errors
    ///
    /// Says what is wrong and where in the text; a move that is not legal says why.
    pub fn parse(game: &Arc<Game>, text: &str) -> Result<Position, TextError> {
        let all: Vec<Word> = words(text).collect();
        let setup = all.iter().position(|&(_, word)| word == "moves").unwrap_or(all.len());
        if let Some(sfen) = sfen::read(game, &all[..setup]) {
            return sfen?.going_on(&mut all[setup..].iter().copied());
        }
        let mut words = all.iter().copied().peekable();
        words.next_if(|&(_, word)| word == "fen");
        let Some((at, first)) = words.next() else { return error("an empty position", 0..text.len()) };
        let position = if first == "startpos" {
            Position::start(game)
        } else if first.contains(':') {
            super::pdn::read_position(game, first, at)?
        } else {
            let (pieces, hands) = Rows::read(game, first, at)?;
            let Some(turn_word) = words.next_if(|&(_, word)| word != "moves") else {
                return Err(missing_turn(game, text));
            };
            let said = read_turn(game, turn_word)?;
            let turn = said.player;
            let mut given = Extras { hands, ..Extras::unsaid(game, &pieces) };
            let mut fields = Fields { game, pieces: &pieces, turn, clocks: Clocks::default() };
            if game.names.fen {
                fields.read(&mut words, &mut given)?;
            }
            fields.read_named(&mut words, &mut given)?;
            let clocks = fields.clocks;
            given.turn = said.progress(game, given.turn.number, turn_word)?;
            let mut position = Position::set_up_with(game, &pieces, turn, &given);
            position.set_clocks(clocks);
            if let Some(why) = position.too_many_ways() {
                return error(why, at..at + first.len());
            }
            position
        };
        position.going_on(&mut words)
    }

    /// The position after the moves that a text goes on with, if it does.
    fn going_on<'a>(mut self, words: &mut impl Iterator<Item = Word<'a>>) -> Result<Position, TextError> {
        match words.next() {
            None => Ok(self),
            Some((_, "moves")) => {
                let mut last = 0..0;
                for (at, word) in words {
                    self.play_text(word, at)?;
                    last = at..at + word.len();
                }
                match self.too_many_ways() {
                    Some(why) => error(format!("after these moves {why}"), last),
                    None => Ok(self),
                }
            }
            Some((at, word)) => error(
                format!("`{word}` stands where the text should end or go on with `moves`"),
                at..at + word.len(),
            ),
        }
    }

    /// Plays a move, if it is legal.
    ///
    /// # Errors
    ///
    /// Why it is not; the position stays as it was.
    ///
    /// ```
    /// use banco::{Game, Position};
    ///
    /// let mut position = Position::start(&Game::named("tictactoe")?);
    /// let corner = position.parse_move("a1").expect("legal");
    /// assert!(position.try_play(corner).is_ok());
    /// let refusal = position.try_play(corner).expect_err("a1 is taken");
    /// assert!(refusal.message().starts_with("a1 is not empty"));
    /// # Ok::<(), banco::DefinitionError>(())
    /// ```
    pub fn try_play(&mut self, mv: Move) -> Result<(), Refusal> {
        match self.is_legal(mv) {
            true => {
                self.play_legal(mv);
                Ok(())
            }
            false => Err(Refusal::of_move(self, mv)),
        }
    }

    fn play_text(&mut self, text: &str, at: usize) -> Result<(), TextError> {
        match self.parse_move(text) {
            Ok(mv) => {
                self.play(mv);
                Ok(())
            }
            Err(refusal) => error(refusal.message(), at..at + text.len()),
        }
    }

    /// The move that a text says; of moves by which a piece goes on, start and end are enough where one alone has
    /// them. More ways are read, too: a castle as the piece that takes the other one and a pass as a royal piece that
    /// stays where it is, as other engines write them, and a move with the name of its rule where that need not be said.
    /// What people write besides is for [`Position::read_move`].
    ///
    /// # Errors
    ///
    /// When no legal move is written so: why not, with the line of the rule that forbids it.
    pub fn parse_move(&self, text: &str) -> Result<Move, Refusal> {
        let legal = self.legal_moves();
        let named = match self.game().says_moves_alone() {
            true => legal.iter().copied().find(|&mv| self.game().plain_text(mv) == text),
            false => {
                let plain = self.plain_texts(&legal);
                legal.iter().copied().find(|&mv| self.text_among(mv, &legal, &plain) == text)
            }
        };
        let named = named.or_else(|| {
            let means = |&mv: &Move| {
                self.game().takes_own(mv, text) || self.stays(mv, text) || self.names_rule(mv, text)
            };
            let found = legal.iter().copied().find(means).or_else(|| self.chain_said(text, &legal));
            found.or_else(|| self.said_by_squares(text, &legal))
        });
        named.ok_or_else(|| Refusal::of(self, self.game().in_cells(text).as_deref().unwrap_or(text)))
    }

    /// Whether a text says a move and the name of its rule.
    fn names_rule(&self, mv: Move, text: &str) -> bool {
        let said = text.split_once(':');
        said.is_some_and(|(plain, name)| {
            name == self.game().names.moves[mv.rule()].name && plain == self.plain_text(mv)
        })
    }

    /// Whether a text says a pass as a piece that stays where it is, as other engines write it: a royal one, or any of who has
    /// no royal piece.
    fn stays(&self, mv: Move, text: &str) -> bool {
        let passes = self.game().tables.actions[mv.rule()] == Action::Pass;
        let (from, to) = text.split_at_checked(text.len() / 2).unwrap_or_default();
        let stands = |cell| self.may_stand_for_pass().any(|standing| standing == cell);
        passes && from == to && self.game().rules.geometry.parse(from).is_some_and(stands)
    }

    /// The pieces of the player to move that a pass may be written as, cell by cell: the royal ones, or all where none is royal.
    pub(crate) fn may_stand_for_pass(&self) -> impl Iterator<Item = Cell> {
        let (game, turn) = (self.game(), self.turn());
        let own = move |&cell: &Cell| game.rules.roster.owner(self.at(cell)) == Some(turn);
        let is_royal = |cell: Cell| game.rules.is_royal(self.at(cell).kind());
        let has_royals = game.rules.geometry.board().iter().filter(own).any(is_royal);
        game.rules.geometry.board().iter().filter(own).filter(move |&cell| !has_royals || is_royal(cell))
    }

    /// Whether a text is written like a move on this board, legal or not.
    pub fn can_be_move(&self, text: &str) -> bool {
        super::refusal::is_readable(self.game(), text) || self.game().in_cells(text).is_some()
    }

    /// A move as text: `e2e4`, `e7e8q` where the piece becomes another, `e1g1` for a castle (`g1h1`, the
    /// piece taking the other one, where they start elsewhere), either with the letter of a piece that comes
    /// from the hand to the cell that is left (`b1c3h`; `h1e1h` to the other cell of a castle), a drop `h8` (or
    /// `P@h8` where several kinds are dropped), `c3off`, `pass`. A further stage follows a comma, from where the
    /// piece has landed: `d1d7,d7g7`. A piece that goes on is written with every cell where it lands: `a3c5e7`. No two moves of a position have the same text: where two of them would, the
    /// one of the later rule ends in the name of its rule, `e1g1:king.glide`.
    ///
    /// # Panics
    ///
    /// It may, when the move is not legal here: [`Position::try_move_text`] asks first.
    pub fn move_text(&self, mv: Move) -> String {
        match self.game().says_moves_alone() {
            true => self.game().plain_text(mv),
            false => self.one_text(mv, &self.legal_moves()),
        }
    }

    /// A move as text, if it is legal here.
    ///
    /// ```
    /// use banco::{Game, Move, Position};
    ///
    /// let position = Position::start(&Game::named("dodgem")?);
    /// assert_eq!(position.try_move_text(position.legal_moves()[0]).as_deref(), Some("a3b3"));
    /// assert_eq!(position.try_move_text(Move::from_bits(u64::MAX)), None);
    /// # Ok::<(), banco::DefinitionError>(())
    /// ```
    pub fn try_move_text(&self, mv: Move) -> Option<String> {
        let legal = self.legal_moves();
        legal.contains(&mv).then(|| self.one_text(mv, &legal))
    }

    /// The text of one move among the legal ones.
    fn one_text(&self, mv: Move, legal: &[Move]) -> String {
        match self.game().says_moves_alone() {
            true => self.game().plain_text(mv),
            false => self.text_among(mv, legal, &self.plain_texts(legal)),
        }
    }

    /// The texts of legal moves; as [`Position::move_text`], it may panic of others.
    pub fn move_texts(&self, moves: &[Move]) -> Vec<String> {
        if self.game().says_moves_alone() {
            return moves.iter().map(|&mv| self.game().plain_text(mv)).collect();
        }
        let legal = self.legal_moves();
        let plain = self.plain_texts(&legal);
        moves.iter().map(|&mv| self.text_among(mv, &legal, &plain)).collect()
    }

    /// The texts of moves that are played one after the other from here; as [`Position::move_text`], it may panic of
    /// moves that are not legal there.
    pub fn line_texts(&self, moves: &[Move]) -> Vec<String> {
        if self.game().says_moves_alone() {
            return moves.iter().map(|&mv| self.game().plain_text(mv)).collect();
        }
        let mut position = self.clone();
        let text = |&mv: &Move| {
            let text = position.move_text(mv);
            position.play_legal(mv);
            text
        };
        moves.iter().map(text).collect()
    }

    /// The texts of the moves that led here, oldest first.
    pub fn played_texts(&self) -> Vec<String> {
        let played = self.played();
        if self.game().says_moves_alone() {
            return played.iter().map(|&mv| self.game().plain_text(mv)).collect();
        }
        self.origin().line_texts(&played)
    }

    /// The text of a move among the legal ones, whose own texts are given. Of those that are written alike, the first
    /// rule's is written plainly, further ones of the same rule with their number.
    fn text_among(&self, mv: Move, legal: &[Move], texts: &[String]) -> String {
        let known = legal.iter().position(|other| *other == mv);
        let plain = known.map_or_else(|| self.plain_text(mv), |at| texts[at].clone());
        // Where texts of two rules do not clash, moves that are written alike have the same cells.
        let clash = !self.game().tables.movement.clashes.is_empty();
        let near = |other: &Move| clash || (other.from(), other.to()) == (mv.from(), mv.to());
        let alike = |(other, text): &(&Move, &String)| near(other) && **text == plain;
        let alike: Vec<Move> = legal.iter().zip(texts).filter(alike).map(|(other, _)| *other).collect();
        let before = |other: &&Move| other.rule() == mv.rule();
        let number = alike.iter().filter(before).take_while(|other| **other != mv).count();
        let first = alike.iter().map(|other| other.rule()).min().is_none_or(|rule| rule == mv.rule());
        let name = &self.game().names.moves[mv.rule()].name;
        match (first, number) {
            (true, 0) => plain,
            (false, 0) => format!("{plain}:{name}"),
            _ => format!("{plain}:{name}:{}", number + 1),
        }
    }
}

impl Game {
    /// A move as text, whatever other moves there are, see [`Position::move_text`].
    pub(crate) fn plain_text(&self, mv: Move) -> String {
        let name = |cell| self.rules.geometry.name(cell);
        if let Some(cell) = mv.stage() {
            return format!("{},{}{}", self.plain_text(mv.before_stage()), name(mv.to()), name(cell));
        }
        if let Some((kind, cell)) = mv.gates() {
            let letter = self.names.letter_of(kind);
            let plain = match cell == mv.from() {
                true => self.plain_text(mv.without_gating()),
                false => name(cell) + &name(mv.from()),
            };
            return format!("{plain}{letter}");
        }
        match self.tables.actions[mv.rule()] {
            Action::Shift => name(mv.from()) + &name(mv.to()),
            Action::Change | Action::Chain | Action::Stay => {
                name(mv.from()) + &name(mv.to()) + &self.becoming_text(mv)
            }
            Action::Castle if self.castles_as_drawn(mv) => name(mv.from()) + &name(mv.to()),
            Action::Castle => self.castle_as_taking(mv),
            Action::Exit => name(mv.from()) + "off",
            Action::Drop(_) if self.drops_one_kind() => name(mv.to()),
            Action::Drop(kind) => {
                format!("{}@{}", self.names.kinds[kind.index()].letters[Player::First.index()], name(mv.to()))
            }
            Action::Pass if is_done(&self.rules.moves[mv.rule()].by[0].way) => "done".to_string(),
            Action::Pass => "pass".to_string(),
            Action::Swap => "swap".to_string(),
        }
    }

    pub(super) fn becoming_text(&self, mv: Move) -> String {
        mv.becomes().map_or(String::new(), |becomes| self.names.choice_text(self.mover_of(mv), becomes))
    }

    /// Whether a castle starts on the cells of its rule, and its piece could not go there otherwise.
    pub(super) fn castles_as_drawn(&self, mv: Move) -> bool {
        let said = Player::BOTH.into_iter().find_map(|player| {
            let mut castles = self.rules.castles(player);
            castles.find(|(rule, castle)| {
                *rule as usize == mv.rule() && castle.from == mv.from() && castle.with_from == mv.third()
            })
        });
        said.is_some_and(|(_, castle)| castle.written_to(&self.rules.geometry) == castle.to)
    }

    /// A castle as the piece that takes the other one, as in Chess960.
    pub(crate) fn castle_as_taking(&self, mv: Move) -> String {
        self.rules.geometry.name(mv.from()) + &self.rules.geometry.name(mv.third())
    }

    /// Whether a text says a castle so.
    pub(super) fn takes_own(&self, mv: Move, text: &str) -> bool {
        self.tables.actions[mv.rule()] == Action::Castle && text == self.castle_as_taking(mv)
    }

    pub(super) fn drops_one_kind(&self) -> bool {
        let mut kinds = self.rules.moves.iter().filter_map(|rule| match rule.action {
            Action::Drop(kind) => Some(kind),
            _ => None,
        });
        kinds.next().is_none_or(|first| kinds.all(|kind| kind == first))
    }
}
