//! A state as bytes: everything that makes it differ from others, in as few bits as the rules leave.

use super::bits::{Reader, Writer, width};
use crate::game::{
    Action, Cell, CellSet, Condition, Game, Kind, Piece, Player, Rules, Stage, TurnProgress, Verb,
};
use crate::position::{Rest, Streak};

/// How much of what there can be, which a table keeps beside its states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The most pieces on the board.
    pub pieces: u16,
    /// The most that a player can hold of a piece.
    pub held: u16,
}

impl Bounds {
    /// The bounds of what can come of some pieces, some of them held. Moves that bring pieces may fill the board.
    pub fn of(game: &Game, pieces: &[Piece], rest: &Rest) -> Bounds {
        let cells = game.rules.geometry.board().iter().count() as u16;
        let stand = pieces.iter().filter(|piece| !piece.is_none()).count() as u16;
        let most = rest.hands.iter().copied().max().unwrap_or(0);
        let sum = rest.hands.iter().fold(stand, |sum, held| sum.saturating_add(*held));
        match (brings_pieces(&game.rules), game.rules.captured.is_some()) {
            (true, true) => Bounds { pieces: cells, held: u16::MAX },
            (true, false) => Bounds { pieces: cells, held: most },
            (false, true) => Bounds { pieces: sum.min(cells), held: sum },
            (false, false) => Bounds { pieces: sum.min(cells), held: most },
        }
    }
}

/// Whether some move leaves more pieces, on the board and in hands, than there were.
fn brings_pieces(rules: &Rules) -> bool {
    let drops = |rule: &crate::game::Rule| matches!(rule.action, Action::Drop(_)) && rule.hand.is_none();
    rules.moves.iter().any(drops)
        || rules.effects().any(|effect| effect.verb == Verb::Put)
        || rules.stages.iter().any(|stage| matches!(stage, Stage::Bring(_)))
}

/// A count of moves that an end asks for, and beyond which it is not told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Clock {
    Plies,
    Quiet(usize),
    Passes,
}

/// Where in a state's bytes everything stands.
#[derive(Clone, Debug)]
pub struct Layout {
    bounds: Bounds,
    cells: Vec<Cell>,
    /// Bits of what stands on a cell.
    code: u32,
    /// Cells that something stands on are listed first and then what it is; otherwise each cell tells.
    sparse: bool,
    /// Pieces that can be held.
    held: Vec<Piece>,
    hand: u32,
    unmoved: bool,
    marks: bool,
    /// Bits of a cell's number.
    place: u32,
    checks: u32,
    /// Bits of the moves left in a turn, and of the turn's number.
    turn: Option<[u32; 2]>,
    clocks: Vec<(Clock, u32)>,
    /// The most moves in a row of one piece, by count.
    streaks: Vec<u32>,
    bytes: usize,
    size: usize,
}

impl Layout {
    /// The layout of states within bounds.
    pub fn new(game: &Game, bounds: Bounds) -> Layout {
        let cells: Vec<Cell> = game.rules.geometry.board().iter().collect();
        let state = &game.tables.state;
        let pieces = 2 * game.rules.roster.kinds as u64;
        let (one, listed) = (width(pieces), width(pieces.saturating_sub(1)));
        let count = cells.len() as u64;
        let whole = count * u64::from(one);
        let sparse = count + u64::from(bounds.pieces) * u64::from(listed) < whole;
        let castles = game.rules.moves.iter().any(|rule| rule.action == Action::Castle);
        let turns = &game.rules.turns;
        let most_left = turns.moves.iter().copied().max().unwrap_or(1);
        let mut layout = Layout {
            code: if sparse { listed } else { one },
            sparse,
            held: if bounds.held == 0 { Vec::new() } else { can_be_held(game) },
            hand: width(u64::from(bounds.held)),
            unmoved: castles || state.asks_unmoved(),
            marks: game.rules.makes_marks(),
            place: width(game.rules.geometry.size() as u64 - 1),
            checks: width(u64::from(state.most_checks)),
            turn: state.has_turns.then(|| [width(u64::from(most_left)), width(u64::from(turns.last()))]),
            clocks: clocks(game),
            streaks: game.facts.streaks.iter().map(|(_, most)| *most).collect(),
            bytes: 0,
            size: game.rules.geometry.size(),
            bounds,
            cells,
        };
        layout.bytes = layout.bits().div_ceil(8) as usize;
        layout
    }

    fn bits(&self) -> u64 {
        let cells = self.cells.len() as u64;
        let board = match self.sparse {
            true => cells + u64::from(self.bounds.pieces) * u64::from(self.code),
            false => cells * u64::from(self.code),
        };
        let marks = if self.marks { cells + u64::from(self.place) } else { 0 };
        let turn = self.turn.map_or(0, |[left, number]| 1 + u64::from(left + number));
        let clocks: u64 = self.clocks.iter().map(|(_, most)| u64::from(width(u64::from(*most)))).sum();
        1 + board
            + self.held.len() as u64 * u64::from(self.hand)
            + if self.unmoved { cells } else { 0 }
            + marks
            + 2 * u64::from(self.checks)
            + turn
            + clocks
            + self.streaks.iter().map(|&most| 2 * u64::from(self.place + width(u64::from(most)))).sum::<u64>()
    }

    /// How many bytes a state has.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The bounds.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// How many states there are at most: every placement, with every hand and all else. `u64::MAX` stands for all
    /// numbers beyond it.
    pub fn states_at_most(&self, game: &Game) -> u64 {
        let neutral = game.rules.roster.neutral.count_ones() as usize;
        let codes = (2 * game.rules.roster.kinds).saturating_sub(neutral) as f64;
        let cells = self.cells.len();
        let mut boards = 0.0;
        let mut ways = 1.0;
        for pieces in 0..=cells.min(self.bounds.pieces as usize) {
            boards += ways;
            ways *= (cells - pieces) as f64 / (pieces + 1) as f64 * codes;
        }
        let hands = (f64::from(self.bounds.held) + 1.0).powi(self.held.len() as i32);
        let sets = (i32::from(self.unmoved) + i32::from(self.marks)) * cells as i32;
        let others = 2.0 * 2f64.powi(sets) * (f64::from(game.tables.state.most_checks) + 1.0).powi(2);
        let turns = self.turn.map_or(1.0, |[left, number]| 2f64.powi((left + number) as i32));
        let clocks: f64 = self.clocks.iter().map(|(_, most)| f64::from(*most) + 1.0).product();
        let streaks: f64 =
            self.streaks.iter().map(|&most| (cells as f64 * f64::from(most) + 1.0).powi(2)).product();
        // A number that is too large becomes the largest.
        (boards * hands * others * turns * clocks * streaks) as u64
    }

    /// Writes a state; `false` when there is more of something than the layout has room for.
    pub fn write(&self, at: impl Fn(Cell) -> Piece, turn: Player, rest: &Rest, bytes: &mut [u8]) -> bool {
        let mut to = Writer::new(bytes);
        to.put(turn.index() as u64, 1);
        let mut fits = rest.castles_as_set_up;
        if self.sparse {
            fits &= self.write_listed(at, &mut to);
        } else {
            for &cell in &self.cells {
                to.put(u64::from(at(cell).0), self.code);
            }
        }
        for piece in &self.held {
            let held = rest.hands.get(piece.index()).copied().unwrap_or(0);
            fits &= held <= self.bounds.held;
            to.put(u64::from(held), self.hand);
        }
        if self.unmoved {
            self.write_set(&rest.unmoved, &mut to);
        }
        if self.marks {
            self.write_set(&rest.marks, &mut to);
            to.put(u64::from(rest.maker.0), self.place);
        }
        rest.checks.iter().for_each(|checks| to.put(u64::from(*checks), self.checks));
        if let Some([left, number]) = self.turn {
            to.put(u64::from(rest.turn.left), left);
            to.put(u64::from(rest.turn.number), number);
            to.put(u64::from(rest.turn.begun), 1);
        }
        for &(clock, most) in &self.clocks {
            let count = match clock {
                Clock::Plies => rest.clocks.plies,
                Clock::Quiet(number) => rest.clocks.quiet.get(number).copied().unwrap_or(0),
                Clock::Passes => rest.clocks.passes,
            };
            to.put(u64::from(count.min(most)), width(u64::from(most)));
        }
        for (number, &most) in self.streaks.iter().enumerate() {
            for streak in rest.clocks.streaks.get(number).copied().unwrap_or_default() {
                to.put(u64::from(streak.cell.0), self.place);
                to.put(u64::from(streak.moves.min(most)), width(u64::from(most)));
            }
        }
        to.finish() && fits && self.holds_all(rest)
    }

    /// Whether there was room for all pieces.
    fn write_listed(&self, at: impl Fn(Cell) -> Piece, to: &mut Writer<'_>) -> bool {
        self.cells.iter().for_each(|&cell| to.put(u64::from(!at(cell).is_none()), 1));
        let mut left = i32::from(self.bounds.pieces);
        for piece in self.cells.iter().map(|&cell| at(cell)).filter(|piece| !piece.is_none()) {
            left -= 1;
            to.put(u64::from(piece.0 - 1), self.code);
        }
        (0..left).for_each(|_| to.put(0, self.code));
        left >= 0
    }

    fn write_set(&self, set: &CellSet, to: &mut Writer<'_>) {
        self.cells.iter().for_each(|&cell| to.put(u64::from(set.has(cell)), 1));
    }

    /// Whether nothing is held that the layout has no place for.
    fn holds_all(&self, rest: &Rest) -> bool {
        let mut held = (0u8..).map(Piece).zip(&rest.hands).filter(|(_, held)| **held > 0);
        held.all(|(piece, _)| self.held.contains(&piece))
    }

    /// Reads a state: the pieces, what else it has, and whose turn it is. `None` when the bytes are no state.
    pub fn read(
        &self,
        game: &Game,
        bytes: &[u8],
        pieces: &mut Vec<(Cell, Piece)>,
        rest: &mut Rest,
    ) -> Option<Player> {
        let mut from = Reader::new(bytes);
        let turn = Player::BOTH[from.take(1) as usize];
        let codes = 2 * game.rules.roster.kinds as u64;
        pieces.clear();
        if self.sparse {
            pieces.extend(self.cells.iter().filter(|_| from.take(1) == 1).map(|&cell| (cell, Piece::NONE)));
            if pieces.len() > self.bounds.pieces as usize {
                return None;
            }
            pieces.iter_mut().for_each(|(_, piece)| *piece = Piece(from.take(self.code) as u8 + 1));
            (pieces.len()..self.bounds.pieces as usize).for_each(|_| {
                from.take(self.code);
            });
        } else {
            let standing = self.cells.iter().map(|&cell| (cell, Piece(from.take(self.code) as u8)));
            pieces.extend(standing.filter(|(_, piece)| !piece.is_none()));
        }
        if pieces.iter().any(|(_, piece)| u64::from(piece.0) > codes) {
            return None;
        }
        if game.rules.has_hands() {
            rest.hands.clear();
            rest.hands.resize(1 + codes as usize, 0);
        }
        for piece in &self.held {
            *rest.hands.get_mut(piece.index())? = from.take(self.hand) as u16;
        }
        if self.unmoved {
            rest.unmoved = self.read_set(&mut from);
        }
        if self.marks {
            rest.marks = self.read_set(&mut from);
            rest.maker = Cell(from.take(self.place) as u16);
            if rest.maker.index() >= self.size {
                return None;
            }
        }
        rest.checks = [0; 2].map(|_: u8| from.take(self.checks) as u8);
        if let Some([left, number]) = self.turn {
            let [left, number] = [left, number].map(|bits| from.take(bits) as u8);
            rest.turn = TurnProgress { left, number, begun: from.take(1) == 1 };
            if left == 0 || number > game.rules.turns.last() {
                return None;
            }
        }
        self.read_clocks(game, &mut from, rest);
        Some(turn)
    }

    fn read_clocks(&self, game: &Game, from: &mut Reader<'_>, rest: &mut Rest) {
        if self.clocks.is_empty() && self.streaks.is_empty() {
            return;
        }
        rest.clocks.quiet.clear();
        rest.clocks.quiet.resize(game.facts.quiet_clocks.len(), 0);
        for &(clock, most) in &self.clocks {
            let count = from.take(width(u64::from(most))) as u32;
            match clock {
                Clock::Plies => rest.clocks.plies = count,
                Clock::Passes => rest.clocks.passes = count,
                Clock::Quiet(number) => rest.clocks.quiet[number] = count,
            }
        }
        rest.clocks.streaks.clear();
        for &most in &self.streaks {
            let mut streak = || {
                let cell = Cell(from.take(self.place) as u16);
                Streak { cell, moves: from.take(width(u64::from(most))) as u32 }
            };
            rest.clocks.streaks.push([streak(), streak()]);
        }
    }

    fn read_set(&self, from: &mut Reader<'_>) -> CellSet {
        self.cells.iter().copied().filter(|_| from.take(1) == 1).collect()
    }
}

/// The pieces that a player can come to hold.
fn can_be_held(game: &Game) -> Vec<Piece> {
    let rules = &game.rules;
    if !rules.has_hands() {
        return Vec::new();
    }
    let pieces = || (1..=2 * rules.roster.kinds as u8).map(Piece);
    let from_captures: Vec<Piece> = pieces()
        .flat_map(|piece| Player::each(|by| game.tables.state.hand_of(piece, by)))
        .filter(|piece| !piece.is_none())
        .collect();
    let gated = |kind: Kind| rules.gating.as_ref().is_some_and(|gating| gating.kinds.contains(&kind));
    let dropped = |kind: Kind| rules.moves.iter().any(|rule| rule.hand == Some(kind));
    let can = |piece: &Piece| {
        rules.setup_hands.get(piece.index()).is_some_and(|&held| held > 0)
            || from_captures.contains(piece)
            || rules.roster.owner(*piece).is_some() && (gated(piece.kind()) || dropped(piece.kind()))
    };
    pieces().filter(can).collect()
}

/// The counts of moves that rules ask for, each with the most that any asks for.
fn clocks(game: &Game) -> Vec<(Clock, u32)> {
    let mut found: Vec<(Clock, u32)> = Vec::new();
    for part in game.rules.conditions().flat_map(Condition::parts) {
        let (clock, most) = match part {
            Condition::Plies(plies) => (Clock::Plies, *plies),
            Condition::Passes(passes) => (Clock::Passes, *passes),
            Condition::QuietPlies { plies, resets } => {
                let number = game.facts.quiet_clocks.iter().position(|clock| clock == resets);
                (Clock::Quiet(number.unwrap_or(0)), *plies)
            }
            _ => continue,
        };
        match found.iter_mut().find(|(other, _)| *other == clock) {
            Some((_, before)) => *before = most.max(*before),
            None => found.push((clock, most)),
        }
    }
    found
}
