//! Draughts as its federations write it: `32-28`, `32x27x18`, positions as `W:W18,24:B1,K10`.
//!
//! Games are meant that number their squares (`[board] numbering`), and those that have a number in PDN
//! (`[known-as] pdn`); squares without a number go by the names of their cells, `c3-d4`.

use super::error::{TextError, error};
use crate::game::{Action, Cell, Game, Kind, Move, Piece, Player};
use crate::on_board;
use crate::position::{Clocks, Extras, Position};

/// What stands between the squares of a move.
const BETWEEN: [char; 4] = ['-', 'x', ':', '×'];

/// A move as it is written: the squares, and whether it says that it takes.
struct Said {
    cells: Vec<Cell>,
    takes: bool,
}

impl Game {
    /// Whether moves and positions of the game are written as those of draughts.
    pub fn writes_pdn(&self) -> bool {
        !self.names.numbers.is_empty() || self.names.pdn.is_some()
    }

    /// What a square is called: its number, or else the name of the cell.
    fn square_text(&self, cell: Cell) -> String {
        let number = self.names.numbers.iter().position(|&numbered| numbered == cell);
        number.map_or_else(|| self.rules.geometry.name(cell), |number| (number + 1).to_string())
    }

    /// The square of a number or a name; none where it is neither.
    fn square(&self, text: &str) -> Option<Cell> {
        match text.starts_with(|c: char| c.is_ascii_digit()) && text.bytes().all(|c| c.is_ascii_digit()) {
            true => self.names.numbers.get(text.parse::<usize>().ok()?.checked_sub(1)?).copied(),
            false => self.rules.geometry.parse(text),
        }
    }

    fn said_move(&self, text: &str) -> Option<Said> {
        if !self.writes_pdn() {
            return None;
        }
        let cells: Vec<Cell> =
            text.split(BETWEEN).map(|square| self.square(square)).collect::<Option<_>>()?;
        let takes = !text.contains('-');
        (cells.len() > 1).then_some(Said { cells, takes })
    }

    /// A move by the names of its cells, where it is written by squares.
    pub(super) fn in_cells(&self, text: &str) -> Option<String> {
        let said = self.said_move(text)?;
        Some(said.cells.iter().map(|&cell| self.rules.geometry.name(cell)).collect())
    }

    /// The kind that has no letter: of which the setup has most.
    fn plain_kind(&self) -> Option<Kind> {
        let count = |kind: &Kind| {
            let stands = |piece: &&Piece| !piece.is_none() && piece.kind() == *kind;
            self.rules.setup.iter().filter(stands).count()
        };
        (0..self.rules.roster.kinds).rev().map(|kind| Kind(kind as u8)).max_by_key(count)
    }

    /// `W` or `B`: whose name begins so; of other names the first is `W`.
    fn colour(&self, player: Player) -> char {
        let is = |letter: char, player: Player| self.names.player(player).to_lowercase().starts_with(letter);
        let swapped = is('b', Player::First) || is('w', Player::Second);
        if (player == Player::First) == swapped { 'B' } else { 'W' }
    }

    /// The tag `GameType`: number, who begins, files, ranks, how squares are called, whether a dark square lies at the
    /// right. The corner of the first square is counted as who begins sees it.
    pub fn pdn_type(&self) -> Option<String> {
        let number = self.names.pdn?;
        let geometry = &self.rules.geometry;
        let (files, ranks) = (geometry.files(), geometry.ranks());
        let notation = match self.names.numbers.first() {
            None => "A0".to_owned(),
            Some(&first) => {
                let turned = self.rules.first == Player::Second;
                let left = (geometry.file(first) < files / 2) != turned;
                let top = (geometry.row(first) < ranks / 2) != turned;
                format!("N{}", 2 * u8::from(top) + u8::from(!left))
            }
        };
        let corner = Cell((ranks - 1) * files);
        let mirrored = u8::from(!geometry.has(corner));
        Some(format!("{number},{},{files},{ranks},{notation},{mirrored}", self.colour(self.rules.first)))
    }
}

impl Position {
    /// A legal move as draughts players write it, every landing with it. What the notation cannot say is written as
    /// [`Position::move_text`] does.
    pub(super) fn pdn_text(&self, mv: Move) -> String {
        let game = self.game();
        let travels =
            matches!(game.tables.actions[mv.rule()], Action::Shift | Action::Change | Action::Chain);
        if !travels || mv.stage().is_some() || mv.gates().is_some() {
            return self.move_text(mv);
        }
        let between = if self.captures(mv) { "x" } else { "-" };
        let squares = std::iter::once(mv.from()).chain(self.landings(mv));
        squares.map(|cell| game.square_text(cell)).collect::<Vec<_>>().join(between)
    }

    fn captures(&self, mv: Move) -> bool {
        on_board!(self.engine(), board => board.scratch(self.game()).is_capture(self.game(), mv))
    }

    /// The legal move that is written by squares: all landings, some of them, or start and end alone, where one move
    /// fits. Some programs write `x` in all moves: it says that a move captures only where one does.
    pub(super) fn said_by_squares(&self, text: &str, legal: &[Move]) -> Option<Move> {
        let said = self.game().said_move(text)?;
        let found: Vec<Move> = legal.iter().copied().filter(|&mv| self.goes_as(&said, mv)).collect();
        if found.is_empty() && said.takes && said.cells.len() == 2 {
            let said = Said { takes: false, ..said };
            return only(legal.iter().filter(|&mv| self.goes_as(&said, *mv)));
        }
        if said.cells.len() > 2 {
            let exact = self.game().in_cells(text).and_then(|cells| self.chain_said(&cells, &found));
            return exact.or_else(|| {
                let passes = |mv: &&Move| goes_through(&self.landings(**mv), &said.cells[1..]);
                only(found.iter().filter(passes))
            });
        }
        only(found.iter())
    }

    /// Whether a move starts and ends as it is written, and takes where that says so.
    fn goes_as(&self, said: &Said, mv: Move) -> bool {
        let travels = !matches!(self.game().tables.actions[mv.rule()], Action::Drop(_) | Action::Castle);
        let ends = (said.cells.first(), said.cells.last()) == (Some(&mv.from()), Some(&mv.to()));
        travels && ends && (!said.takes || self.captures(mv))
    }

    /// The position as PDN writes it: who is to move, then the squares of either side.
    pub fn pdn(&self) -> String {
        let game = self.game();
        let plain = game.plain_kind();
        let mut text = game.colour(self.turn()).to_string();
        let mut players = Player::BOTH;
        players.sort_by_key(|&player| game.colour(player) != 'W');
        for player in players {
            let standing = self.game().rules.geometry.board().iter().map(|cell| (cell, self.at(cell)));
            let own = standing.filter(|&(_, piece)| game.rules.roster.owner(piece) == Some(player));
            let mut own: Vec<(Cell, Piece)> = own.collect();
            own.sort_by_key(|(cell, _)| game.names.numbers.iter().position(|numbered| numbered == cell));
            let square = |&(cell, piece): &(Cell, Piece)| {
                let letter = match Some(piece.kind()) == plain {
                    true => String::new(),
                    false => game.names.kinds[piece.kind().index()].letters[0].to_string().to_uppercase(),
                };
                letter + &game.square_text(cell)
            };
            let squares: Vec<String> = own.iter().map(square).collect();
            text += &format!(":{}{}", game.colour(player), squares.join(","));
        }
        text
    }
}

/// Whether landings hold others in their order.
fn goes_through(landings: &[Cell], others: &[Cell]) -> bool {
    let mut rest = landings.iter();
    others.iter().all(|other| rest.any(|landing| landing == other))
}

fn only<'m>(mut moves: impl Iterator<Item = &'m Move>) -> Option<Move> {
    moves.next().copied().filter(|_| moves.next().is_none())
}

/// A position as PDN writes it, which stands so many bytes into a text.
pub(super) fn read_position(
    game: &std::sync::Arc<Game>,
    text: &str,
    offset: usize,
) -> Result<Position, TextError> {
    let wrong = |message: String, part: &str| {
        let at = offset + (part.as_ptr() as usize - text.as_ptr() as usize);
        error(message, at..at + part.len())
    };
    if !game.writes_pdn() {
        return wrong("squares are read where `[known-as]` gives `pdn`: write rows".to_owned(), text);
    }
    let whole = text.trim_end_matches('.');
    let mut parts = whole.split(':');
    let turn_word = parts.next().unwrap_or_default();
    let player_of = |word: &str| {
        let letter = word.chars().next().map(|letter| letter.to_ascii_uppercase());
        Player::BOTH.into_iter().find(|&player| Some(game.colour(player)) == letter)
    };
    let Some(turn) = player_of(turn_word).filter(|_| turn_word.len() == 1) else {
        return wrong("expected who is to move: `W` or `B`".to_owned(), turn_word);
    };
    let mut pieces = vec![Piece::NONE; game.rules.geometry.size()];
    let (mut clocks, mut said) = (Clocks::default(), Vec::new());
    for part in parts {
        let number = part.get(1..).and_then(|digits| digits.parse::<u32>().ok());
        match (part.chars().next(), number) {
            (Some('H' | 'h'), Some(quiet)) => clocks.quiet = vec![quiet; game.facts.quiet_clocks.len()],
            (Some('F' | 'f'), Some(moves)) => {
                let plies = moves.saturating_sub(1).saturating_mul(2);
                clocks.plies = plies.saturating_add(u32::from(turn != game.rules.first));
            }
            _ => match player_of(part) {
                Some(player) if !said.contains(&player) => {
                    said.push(player);
                    if let Err((why, part)) = place(game, player, &part[1..], &mut pieces) {
                        return wrong(why, part);
                    }
                }
                Some(_) => return wrong("the same side for the second time".to_owned(), part),
                None => return wrong("expected `W` or `B` and the squares of that side".to_owned(), part),
            },
        }
    }
    if said.is_empty() {
        return wrong("expected the squares of both sides: `W:W18,24:B1,K10`".to_owned(), text);
    }
    let given = Extras::unsaid(game, &pieces);
    let mut position = Position::set_up_with(game, &pieces, turn, &given);
    position.set_clocks(clocks);
    match position.too_many_ways() {
        Some(why) => wrong(why, text),
        None => Ok(position),
    }
}

/// Puts the pieces of a player where a list says, `18,K24,31-35`; what is wrong, and where, else.
fn place<'t>(
    game: &Game,
    player: Player,
    list: &'t str,
    pieces: &mut [Piece],
) -> Result<(), (String, &'t str)> {
    let plain = game.plain_kind();
    for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let capital = item.chars().next().filter(char::is_ascii_uppercase);
        let kind = match capital {
            None => plain,
            Some(letter) => {
                let has = |name: &crate::game::KindName| name.letters[0].letter.eq_ignore_ascii_case(&letter);
                game.names.kinds.iter().position(has).map(|kind| Kind(kind as u8))
            }
        };
        let Some(kind) = kind else { return Err((format!("no piece has the letter of `{item}`"), item)) };
        let squares = &item[capital.map_or(0, char::len_utf8)..];
        let ends = squares.split_once('-').unwrap_or((squares, squares));
        let number = |end: &str| {
            let cell = game.square(end)?;
            Some((game.names.numbers.iter().position(|&numbered| numbered == cell), cell))
        };
        let cells = match (number(ends.0), number(ends.1)) {
            (Some((Some(first), _)), Some((Some(last), _))) if first <= last => {
                game.names.numbers[first..=last].to_vec()
            }
            (Some((None, first)), Some((None, last))) if first == last => vec![first],
            _ => return Err((format!("`{squares}` is no square of this board"), item)),
        };
        for cell in cells {
            if !game.rules.geometry.has(cell) {
                return Err((format!("`{squares}` is a hole"), item));
            }
            if !pieces[cell.index()].is_none() {
                return Err((format!("two pieces on `{}`", game.square_text(cell)), item));
            }
            pieces[cell.index()] = Piece::new(kind, player);
        }
    }
    Ok(())
}
