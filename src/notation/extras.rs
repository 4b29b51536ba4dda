//! What the text of a position says by name, behind everything else: what FEN has no field for, and in other games all
//! that is not seen on the board. Each is said only where it is not what holds where nothing is said.
//!
//! | word | means |
//! |---|---|
//! | `unmoved=a1,e1` | these pieces, and no others, have not moved since the setup; `-` for none |
//! | `marks=d2d3` | the piece on d2 has marked d3 with the last move; `marks=d3` where that piece is plain |
//! | `checks=1+0` | checks given by the first and the second player |
//! | `quiet=5` | quiet plies played, a number for each sort that ends count |
//! | `plies=12` | plies played |
//! | `passes=1` | passes in a row |
//! | `same=c3:2,-` | the piece on c3 has made the last two moves of the first player; `-` where none is counted |
//! | `turn=2` | the second turn of the game, where turns differ |

use std::fmt;
use std::iter::Peekable;

use super::error::{TextError, Word, error};
use super::fields::{Fields, number_in, write_checks};
use crate::game::{Cell, ConditionFacts, Game, Piece, Player};
use crate::on_board;
use crate::position::{Extras, Position, Streak};

/// The names.
const NAMES: [&str; 8] = ["unmoved", "marks", "checks", "quiet", "plies", "passes", "same", "turn"];

/// Those that a position in FEN may have.
const BESIDE_FEN: [&str; 5] = ["unmoved", "quiet", "passes", "same", "turn"];

/// Whether a word of a position text says something by name.
pub(super) fn is_named(word: &str) -> bool {
    word.contains('=')
}

impl Fields<'_> {
    /// Reads what is said by name.
    pub(super) fn read_named<'a>(
        &mut self,
        words: &mut Peekable<impl Iterator<Item = Word<'a>>>,
        given: &mut Extras,
    ) -> Result<(), TextError> {
        let mut seen = Vec::new();
        while let Some((at, word)) = words.next_if(|&(_, word)| is_named(word)) {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let span = at..at + name.len();
            if seen.contains(&name) {
                return error(format!("`{name}` is said twice"), span);
            }
            if !NAMES.contains(&name) {
                let names = NAMES.map(|name| format!("`{name}`")).join(", ");
                return error(format!("a position says nothing by the name `{name}`, only {names}"), span);
            }
            let counts_turns = name == "plies" && !self.game.alternates();
            if self.game.names.fen && !BESIDE_FEN.contains(&name) && !counts_turns {
                return error(format!("FEN has a field of its own for `{name}`"), span);
            }
            if let Some(why) = means_nothing(self.game, name) {
                return error(format!("`{name}` means nothing in this game: {why}"), span);
            }
            seen.push(name);
            self.read_one(name, (span.end + 1, value), given)?;
        }
        Ok(())
    }

    fn read_one(&mut self, name: &str, value: Word, given: &mut Extras) -> Result<(), TextError> {
        match name {
            "unmoved" => given.unmoved = self.read_unmoved(value)?,
            "marks" => self.read_marks(value, given)?,
            "checks" => self.read_given_checks(value, given)?,
            "quiet" => self.clocks.quiet = self.read_numbers(value)?,
            "plies" => self.clocks.plies = number_in(value, u32::MAX)?,
            "same" => self.clocks.streaks = self.read_streaks(value)?,
            "turn" => given.turn.number = self.read_turn_number(value)?,
            _ => self.clocks.passes = number_in(value, u32::MAX)?,
        }
        Ok(())
    }

    fn read_unmoved(&self, (at, value): Word) -> Result<Vec<Cell>, TextError> {
        let mut cells = Vec::new();
        for name in value.split(',').filter(|_| value != "-") {
            let start = at + (name.as_ptr() as usize - value.as_ptr() as usize);
            let span = start..start + name.len();
            let on_board = |cell: &Cell| self.game.rules.geometry.has(*cell);
            let Some(cell) = self.game.rules.geometry.parse(name).filter(on_board) else {
                return error(format!("`{name}` is no cell of the board"), span);
            };
            let piece = self.pieces.get(cell.index()).copied().unwrap_or(Piece::NONE);
            if piece.is_none() {
                return error(format!("{name} is empty"), span);
            }
            if cells.contains(&cell) {
                return error(format!("{name} is said twice"), span);
            }
            cells.push(cell);
        }
        Ok(cells)
    }

    fn read_given_checks(&self, (at, value): Word, given: &mut Extras) -> Result<(), TextError> {
        let most = self.game.tables.state.most_checks;
        let numbers: Vec<u8> = value.split('+').filter_map(|number| number.parse().ok()).collect();
        match numbers.as_slice() {
            &[first, second] if first.max(second) <= most && value.split('+').count() == 2 => {
                given.checks = [first, second];
                Ok(())
            }
            _ => error(
                format!("`{value}` is not of the form `1+0`, of at most {most} checks"),
                at..at + value.len(),
            ),
        }
    }

    fn read_numbers(&self, (at, value): Word) -> Result<Vec<u32>, TextError> {
        let number = |text: &str| {
            let start = at + (text.as_ptr() as usize - value.as_ptr() as usize);
            number_in((start, text), u32::MAX)
        };
        let numbers: Vec<u32> = value.split(',').map(number).collect::<Result<_, _>>()?;
        let most = self.game.facts.quiet_clocks.len();
        if numbers.len() > most {
            return error(format!("{most} counts of quiet plies are enough"), at..at + value.len());
        }
        Ok(numbers)
    }

    /// The pieces that made the last moves: one of each player, for one count after the other.
    fn read_streaks(&self, (at, value): Word) -> Result<Vec<[Streak; 2]>, TextError> {
        let counts = &self.game.facts.streaks;
        let said: Vec<&str> = value.split(',').filter(|_| !value.is_empty()).collect();
        if said.len() != 2 * counts.len() {
            let message = format!(
                "expected {} pieces, one of each player and `-` for none, found {}",
                2 * counts.len(),
                said.len()
            );
            return error(message, at..at + value.len());
        }
        let mut streaks = Vec::new();
        for (texts, (_, most)) in said.chunks(2).zip(counts) {
            let mut both = [Streak::default(); 2];
            for (text, player) in texts.iter().zip(Player::BOTH) {
                let start = at + (text.as_ptr() as usize - value.as_ptr() as usize);
                both[player.index()] =
                    self.streak(text, player, *most).or_else(|why| error(why, start..start + text.len()))?;
            }
            streaks.push(both);
        }
        Ok(streaks)
    }

    fn streak(&self, text: &str, player: Player, most: u32) -> Result<Streak, String> {
        if text == "-" {
            return Ok(Streak::default());
        }
        let wrong =
            || format!("`{text}` is not of the form `c3:2`, of at most {most} moves, nor `-` for none");
        let (cell, moves) = text.split_once(':').ok_or_else(wrong)?;
        let moves = moves.parse().ok().filter(|moves| (1..=most).contains(moves)).ok_or_else(wrong)?;
        let geometry = &self.game.rules.geometry;
        let cell = geometry.parse(cell).filter(|cell| geometry.has(*cell));
        let cell = cell.ok_or_else(|| format!("`{text}` names no cell of the board"))?;
        let piece = self.pieces.get(cell.index()).copied().unwrap_or(Piece::NONE);
        match self.game.rules.roster.owner(piece) == Some(player) {
            true => Ok(Streak { cell, moves }),
            false => {
                Err(format!("{} holds no piece of {}", geometry.name(cell), self.game.player_name(player)))
            }
        }
    }
}

/// Why a name says nothing in a game.
fn means_nothing(game: &Game, name: &str) -> Option<&'static str> {
    let asked = |facts| game.rules.conditions().any(|when| when.asks(facts));
    let castles = Player::BOTH.iter().any(|&player| game.rules.castles(player).next().is_some());
    let (means, why) = match name {
        "unmoved" => (castles || game.tables.state.asks_unmoved(), "nothing asks which pieces have moved"),
        "marks" => (game.rules.makes_marks(), "no move marks cells"),
        "checks" => (game.tables.state.counts_checks, "no end counts checks"),
        "quiet" => (asked(ConditionFacts::QUIET_PLIES), "no end counts quiet plies"),
        "plies" => {
            let numbered = game.names.fen && !game.alternates();
            (numbered || asked(ConditionFacts::PLIES), "no end counts plies")
        }
        "same" => (!game.facts.streaks.is_empty(), "no condition counts moves of the same piece"),
        "turn" => (game.rules.turns.last() > 0, "all its turns are alike"),
        _ => (game.facts.counts_passes, "no end counts passes"),
    };
    (!means).then_some(why)
}

/// Writes what a position has to say by name; `read` is what holds where nothing is said so.
pub(super) fn write_named(position: &Position, read: &Extras, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let game = position.game();
    write_unmoved(position, read, f)?;
    if !game.names.fen {
        let marks = super::fields::marks_text(position);
        if !marks.is_empty() {
            write!(f, " marks={marks}")?;
        }
        write_checks(position, f)?;
    }
    super::turns::write_turn_number(position, f)?;
    write_clocks(position, f)
}

/// The pieces that have not moved, where others would be taken for those.
fn write_unmoved(position: &Position, read: &Extras, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let game = position.game();
    if !game.tables.state.has_state {
        return Ok(());
    }
    let cells = |position: &Position| -> Vec<Cell> {
        on_board!(position.engine(), board => board.matters(game).iter().collect())
    };
    let unmoved = cells(position);
    if unmoved == cells(&Position::set_up_with(game, &position.pieces(), position.turn(), read)) {
        return Ok(());
    }
    let names: Vec<String> = unmoved.iter().map(|&cell| game.rules.geometry.name(cell)).collect();
    write!(f, " unmoved={}", if names.is_empty() { "-".to_owned() } else { names.join(",") })
}

fn write_clocks(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let game = position.game();
    let clocks = on_board!(position.engine(), board => board.clocks(game));
    let asks = |name: &str| means_nothing(game, name).is_none();
    let differ = clocks.quiet.windows(2).any(|pair| pair[0] != pair[1]);
    let quiet =
        if game.names.fen { differ } else { asks("quiet") && clocks.quiet.iter().any(|&plies| plies > 0) };
    if quiet {
        let counts: Vec<String> = clocks.quiet.iter().map(u32::to_string).collect();
        write!(f, " quiet={}", counts.join(","))?;
    }
    // The number of a move in FEN takes it that the players alternate.
    let by_number = 2 * (clocks.plies / 2) + (position.turn() != game.rules.first) as u32;
    let plies = match game.names.fen {
        true => !game.alternates() && clocks.plies != by_number,
        false => asks("plies") && clocks.plies > 0,
    };
    if plies {
        write!(f, " plies={}", clocks.plies)?;
    }
    if clocks.passes > 0 {
        write!(f, " passes={}", clocks.passes)?;
    }
    write_streaks(game, &clocks.streaks, f)
}

fn write_streaks(game: &Game, streaks: &[[Streak; 2]], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if streaks.as_flattened().iter().all(|streak| streak.moves == 0) {
        return Ok(());
    }
    let of = |streak: &Streak| match streak.moves {
        0 => "-".to_owned(),
        moves => format!("{}:{moves}", game.rules.geometry.name(streak.cell)),
    };
    let each: Vec<String> = streaks.as_flattened().iter().map(of).collect();
    write!(f, " same={}", each.join(","))
}
