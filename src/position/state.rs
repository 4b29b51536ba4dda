//! What makes positions differ besides pieces and turn: marks, what has not moved, hands, checks given.
//!
//! Games that need none of it keep nothing of it.

use super::Board;
use super::history::notes_keys;
use crate::game::{Bits, Castle, Cell, Game, Move, Piece, Player, RuleFlags, Settling, TurnProgress};

/// What changes with a move and is put back as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State<const N: usize> {
    /// Cells whose piece has not moved since the setup, where that matters.
    pub unmoved: Bits<N>,
    /// Cells that the last move marked and that a reply can use.
    pub marks: Bits<N>,
    /// The piece that marked them.
    pub maker: Cell,
    /// Checks given, where they are counted.
    pub checks: [u8; 2],
    /// How far the turn is, where turns differ.
    pub turn: TurnProgress,
}

impl<const N: usize> State<N> {
    /// Nothing of all that.
    pub const NONE: State<N> = State {
        unmoved: Bits::EMPTY,
        marks: Bits::EMPTY,
        maker: Cell(0),
        checks: [0; 2],
        turn: TurnProgress::ONE,
    };
}

/// Something that a move has changed, and what was there before.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// What stood on a cell.
    Cell(Cell, Piece),
    /// How many of a piece its owner held.
    Hand(Piece, u16),
}

impl Change {
    /// The cell, where one has changed.
    pub fn cell(&self) -> Option<Cell> {
        match *self {
            Change::Cell(cell, _) => Some(cell),
            Change::Hand(..) => None,
        }
    }
}

/// A castle on the cells where the two pieces stand in this game.
#[derive(Clone, Copy, Debug)]
pub struct CastleWay<const N: usize> {
    /// The rule.
    pub rule: u8,
    /// Whose it is.
    pub player: Player,
    /// Where the pieces stand and go.
    pub castle: Castle,
    /// The two pieces.
    pub pieces: [Piece; 2],
    /// All that must be empty.
    pub empty: Bits<N>,
    /// The way of the first piece, its start and end included.
    pub way: Bits<N>,
}

impl<const N: usize> CastleWay<N> {
    /// The castle of a rule from cells that need not be those of the rule.
    pub fn new(game: &Game, rule: u8, player: Player, castle: Castle) -> CastleWay<N> {
        let geometry = &game.rules.geometry;
        let stretch = |from: Cell, to: Cell| geometry.set_between(from, to) | Bits::of(from) | Bits::of(to);
        let way = stretch(castle.from, castle.to);
        let both = Bits::of(castle.from) | Bits::of(castle.with_from);
        let empty = (way | stretch(castle.with_from, castle.with_to)) & !both;
        let mv = Move::new(rule, castle.from, castle.to);
        let pieces = [game.mover_of(mv), castle.with].map(|kind| Piece::new(kind, player));
        CastleWay { rule, player, castle, pieces, empty, way }
    }

    /// The two cells whose pieces must not have moved.
    #[inline]
    pub fn both_cells(&self) -> Bits<N> {
        Bits::of(self.castle.from) | Bits::of(self.castle.with_from)
    }

    /// The move.
    #[inline]
    pub fn mv(&self) -> Move {
        Move::new(self.rule, self.castle.from, self.castle.to).by_way_of(self.castle.with_from)
    }
}

impl<const N: usize> Board<N> {
    /// The castles of a player as they stand in this game.
    #[inline]
    pub fn castles(&self, player: Player) -> &[CastleWay<N>] {
        &self.castles[player.index()]
    }

    /// The castle that a move of a player is.
    pub(super) fn castle_of(&self, mv: Move, player: Player) -> CastleWay<N> {
        let found = self.castles(player).iter().find(|way| way.rule as usize == mv.rule());
        *found.unwrap_or_else(|| unreachable!("the move is made by a castle of the player"))
    }

    /// Whether a castle could still be made, if nothing stood in its way.
    #[inline]
    pub fn has_right(&self, way: &CastleWay<N>) -> bool {
        self.rest.unmoved.covers(&way.both_cells())
            && self.at(way.castle.from) == way.pieces[0]
            && self.at(way.castle.with_from) == way.pieces[1]
    }

    /// Cells whose piece has not moved since the setup, where that matters.
    pub fn unmoved(&self) -> Bits<N> {
        self.rest.unmoved
    }

    /// Cells that the last move marked and that a reply can use.
    pub fn marks(&self) -> Bits<N> {
        self.rest.marks
    }

    /// The piece that made the marks.
    pub fn marker(&self) -> Cell {
        self.rest.maker
    }

    /// By piece, how many of it its owner holds; empty in games without hands.
    #[inline]
    pub fn hands(&self) -> &[u16] {
        &self.hands
    }

    /// How many of a piece its owner holds.
    #[inline]
    pub fn held(&self, piece: Piece) -> u16 {
        self.hands.get(piece.index()).copied().unwrap_or(0)
    }

    /// How many of a piece there are, on the board and in its owner's hand.
    #[inline]
    pub fn count_of(&self, piece: Piece) -> i32 {
        self.of(piece).count() as i32 + self.held(piece) as i32
    }

    /// Checks given by a player, where they are counted.
    pub fn checks(&self, player: Player) -> u8 {
        self.rest.checks[player.index()]
    }

    /// Before a move: what was marked is marked no longer, what moves has moved.
    #[inline]
    pub(super) fn remember(&mut self, game: &Game, mv: Move) {
        if game.facts.asks_boards {
            self.keep_past(game);
        }
        if notes_keys(game) {
            self.positions_there.note(self.key());
        }
        self.states.push(self.rest);
        self.unmark(game);
        if game.flags(mv).contains(RuleFlags::MOVES_PIECES) {
            self.leave(game, Bits::of(mv.from()) | Bits::of(mv.to()));
        }
    }

    /// What is marked is marked no longer.
    #[inline]
    pub(super) fn unmark(&mut self, game: &Game) {
        if !self.rest.marks.is_empty() {
            self.key ^= self.marks_key(game);
            self.rest.marks = Bits::EMPTY;
        }
    }

    /// A cell that something comes to once it has been marked is marked no longer.
    pub(super) fn unmark_at(&mut self, game: &Game, cell: Cell) {
        if self.rest.marks.has(cell) {
            self.key ^= self.marks_key(game);
            self.rest.marks &= !Bits::of(cell);
            self.key ^= self.marks_key(game);
        }
    }

    /// After a move is taken back: all is as it was before it, when the position had this key.
    #[inline]
    pub(super) fn forget(&mut self, game: &Game, key: u64) {
        if notes_keys(game) {
            self.positions_there.forget(key);
        }
        let Some(rest) = self.states.pop() else { unreachable!("what was before the move is kept") };
        self.rest = rest;
        if self.past.len() > self.frames().len()
            && let Some(past) = self.past.pop()
        {
            self.stood_there.forget(past.key);
        }
    }

    /// What stands on these cells is not what stood there at the setup.
    #[inline]
    pub(super) fn leave(&mut self, game: &Game, cells: Bits<N>) {
        if self.rest.unmoved.meets(&cells) {
            self.key ^= self.unmoved_key(game);
            self.rest.unmoved &= !cells;
            self.key ^= self.unmoved_key(game);
        }
    }

    /// What stands on these cells counts as not having moved, where that matters.
    pub(super) fn settle(&mut self, game: &Game, cells: Bits<N>) {
        self.key ^= self.unmoved_key(game);
        self.rest.unmoved |= cells.iter().filter(|&cell| self.may_be_unmoved(game, cell)).collect();
        self.key ^= self.unmoved_key(game);
    }

    /// Cells whose piece has not moved, where that makes a difference: both pieces of a castle, one of them where the
    /// other may come to count as not having moved, and pieces whose kind asks for it.
    pub fn matters(&self, game: &Game) -> Bits<N> {
        let unmoved = self.rest.unmoved;
        let asks = |cell: &Cell| game.tables.state.asks_unmoved_of(self.at(*cell), *cell);
        let mut all: Bits<N> = match game.tables.state.asks_unmoved() {
            true => unmoved.iter().filter(asks).collect(),
            false => Bits::EMPTY,
        };
        for way in self.castles.iter().flatten() {
            all |= if self.has_right(way) { way.both_cells() } else { self.half_right(game, way) };
        }
        all
    }

    /// The one cell of a castle whose piece has not moved, while the other piece may yet settle on the other.
    pub fn half_right(&self, game: &Game, way: &CastleWay<N>) -> Bits<N> {
        let cells = [way.castle.from, way.castle.with_from];
        let stands = [0, 1].map(|i| self.rest.unmoved.has(cells[i]) && self.at(cells[i]) == way.pieces[i]);
        match stands {
            [true, false] if self.may_settle(game, way.pieces[1]) => Bits::of(cells[0]),
            [false, true] if self.may_settle(game, way.pieces[0]) => Bits::of(cells[1]),
            _ => Bits::EMPTY,
        }
    }

    /// Whether a piece may come to count as not having moved: a drop settles it, and its owner has one to drop or may
    /// come to have one; or some other move settles pieces.
    fn may_settle(&self, game: &Game, piece: Piece) -> bool {
        match game.tables.state.settling(piece) {
            Settling::Never => false,
            Settling::FromHand(hand) => self.held(hand) > 0,
            Settling::Always => true,
        }
    }

    /// Whether it matters that the piece on a cell has not moved: its kind asks for that, or it is one of two
    /// that can castle.
    fn may_be_unmoved(&self, game: &Game, cell: Cell) -> bool {
        let piece = self.at(cell);
        let castles = |way: &CastleWay<N>| {
            let [first, other] = way.pieces;
            [(way.castle.from, first), (way.castle.with_from, other)].contains(&(cell, piece))
        };
        game.tables.state.asks_unmoved_of(piece, cell) || self.castles(piece.owner()).iter().any(castles)
    }

    /// After a move, the turn given over: a check is counted.
    pub(super) fn count_check(&mut self, game: &Game) {
        let (mover, other) = (self.mover(), !self.mover());
        if self.in_check(game, other) {
            let count = &mut self.rest.checks[mover.index()];
            self.key ^= game.tables.keys.checks(mover, *count);
            // More than an end asks for make no difference.
            *count = count.saturating_add(1).min(game.tables.state.most_checks);
            self.key ^= game.tables.keys.checks(mover, *count);
        }
    }

    /// Marks those of the cells that a piece of the player who replies could use.
    pub(super) fn mark(&mut self, game: &Game, cells: Bits<N>, maker: Cell, replies: Player) {
        let uses = |cell: Cell| {
            let users = game.tables.state.users(replies, cell);
            users.iter().any(|(piece, from)| self.of(*piece).meets(&from.narrow()))
        };
        let used: Bits<N> = cells.iter().filter(|&cell| uses(cell)).collect();
        if !used.is_empty() {
            self.key ^= self.marks_key(game);
            self.rest.marks |= used;
            self.rest.maker = maker;
            self.key ^= self.marks_key(game);
        }
    }

    /// One more of a piece in its owner's hand; nothing for [`Piece::NONE`].
    pub(super) fn gain(&mut self, game: &Game, piece: Piece) {
        self.hold(game, piece, |held| held.saturating_add(1));
    }

    /// One less of a piece in its owner's hand; nothing for [`Piece::NONE`].
    pub(super) fn spend(&mut self, game: &Game, piece: Piece) {
        self.hold(game, piece, |held| held.saturating_sub(1));
    }

    pub(super) fn hold(&mut self, game: &Game, piece: Piece, change: impl Fn(u16) -> u16) {
        let Some(&before) = self.hands.get(piece.index()).filter(|_| !piece.is_none()) else { return };
        let now = change(before);
        self.log.push(Change::Hand(piece, before));
        // What may yet settle depends on whether it can be dropped.
        let renewed = game.tables.state.settles && (before == 0) != (now == 0);
        let rights = |board: &Self| if renewed { board.unmoved_key(game) } else { 0 };
        self.key ^= game.tables.keys.hand(piece, before) ^ rights(self);
        self.hands[piece.index()] = now;
        self.key ^= game.tables.keys.hand(piece, now) ^ rights(self);
        let worth = |count| game.tables.keys.worth_in_hand(piece, count);
        self.worth += worth(now) - worth(before);
    }

    /// Says what a position that was set up does not show: rights, marks, hands, checks.
    pub fn set_rest(&mut self, game: &Game, given: &Extras) {
        self.castles = Player::each(|player| {
            let own = given.castles.iter().filter(|(_, owner, _)| *owner == player);
            own.map(|&(rule, _, castle)| CastleWay::new(game, rule, player, castle)).collect()
        });
        for piece in (0..self.hands.len() as u8).map(Piece) {
            let held = given.hands.get(piece.index()).copied().unwrap_or(0);
            self.hold(game, piece, |_| held);
        }
        self.log.clear();
        let before = self.rest_key(game);
        self.rest = State { checks: given.checks, turn: given.turn, ..State::NONE };
        if given.turn.begun {
            self.set_mover(self.turn());
        }
        let unmoved = given.unmoved.iter().copied();
        self.rest.unmoved = unmoved.filter(|&cell| self.may_be_unmoved(game, cell)).collect();
        self.key ^= before ^ self.rest_key(game);
        if let Some(maker) = given.marker {
            let cells = given.marks.iter().copied().collect();
            let replies = self.turn();
            self.mark(game, cells, maker, replies);
        }
    }

    pub(super) fn rest_key(&self, game: &Game) -> u64 {
        let checks = Player::each(|player| game.tables.keys.checks(player, self.checks(player)));
        let turn =
            if game.tables.state.has_turns { game.tables.keys.turn_progress(self.rest.turn) } else { 0 };
        checks[0] ^ checks[1] ^ self.unmoved_key(game) ^ self.marks_key(game) ^ turn
    }

    /// The key of what the players hold.
    pub(super) fn hands_key(&self, game: &Game) -> u64 {
        let held = (0u8..).map(Piece).zip(&self.hands);
        held.fold(0, |key, (piece, &held)| key ^ game.tables.keys.hand(piece, held))
    }

    fn marks_key(&self, game: &Game) -> u64 {
        if self.rest.marks.is_empty() {
            return 0;
        }
        let maker = game.tables.keys.marked(self.rest.maker).rotate_left(1);
        self.rest.marks.iter().fold(maker, |key, cell| key ^ game.tables.keys.marked(cell))
    }

    /// Rights to castle, and pieces of the kinds that ask for it: a king that has not moved beside rooks that
    /// have is no other king.
    pub(super) fn unmoved_key(&self, game: &Game) -> u64 {
        let castles = self.castles.iter().flatten().filter(|way| self.has_right(way));
        let rights = castles.fold(0, |key, way| {
            key ^ game.tables.keys.unmoved(way.castle.with_from).rotate_left(1 + way.rule as u32 % 63)
        });
        if game.tables.state.settles {
            let half = |way| self.half_right(game, way);
            let halves = self.castles.iter().flatten().fold(Bits::EMPTY, |all, way| all | half(way));
            let of = |cell| game.tables.keys.unmoved(cell).rotate_left(32);
            return halves.iter().fold(rights ^ self.asked_key(game), |key, cell| key ^ of(cell));
        }
        rights ^ self.asked_key(game)
    }

    /// Pieces of the kinds that ask whether they have moved.
    fn asked_key(&self, game: &Game) -> u64 {
        if !game.tables.state.asks_unmoved() {
            return 0;
        }
        let asks = |cell: &Cell| game.tables.state.asks_unmoved_of(self.at(*cell), *cell);
        self.rest.unmoved.iter().filter(asks).fold(0, |key, cell| key ^ game.tables.keys.unmoved(cell))
    }
}

/// What a position that is set up has besides pieces and turn.
#[derive(Clone, Default, Debug)]
pub struct Extras {
    /// Cells whose piece has not moved; others than those that matter are left out.
    pub unmoved: Vec<Cell>,
    /// The castles there are, with the cells of this game.
    pub castles: Vec<(u8, Player, Castle)>,
    /// Cells that the last move marked.
    pub marks: Vec<Cell>,
    /// The piece that marked them.
    pub marker: Option<Cell>,
    /// By piece, how many are held.
    pub hands: Vec<u16>,
    /// Checks given.
    pub checks: [u8; 2],
    /// How far the turn is.
    pub turn: TurnProgress,
}

impl Extras {
    /// The turn begins where nothing is said: the first one of the game on the board of the setup, else one of those that
    /// are all alike.
    pub fn turn_unsaid(game: &Game, pieces: &[Piece]) -> TurnProgress {
        let turns = &game.rules.turns;
        turns.begin(if *pieces == *game.rules.setup { 0 } else { turns.last() })
    }

    /// What holds where nothing is said: the game's castles, hands as at the setup, and a piece that stands
    /// where one like it starts has not moved.
    pub fn unsaid(game: &Game, pieces: &[Piece]) -> Extras {
        let starts = |cell: &Cell| {
            let piece = pieces.get(cell.index()).copied().unwrap_or(Piece::NONE);
            !piece.is_none() && game.rules.setup.get(cell.index()) == Some(&piece)
        };
        let castles = Player::BOTH
            .into_iter()
            .flat_map(|player| game.rules.castles(player).map(move |(rule, castle)| (rule, player, castle)));
        Extras {
            unmoved: game.rules.geometry.board().iter().filter(starts).collect(),
            castles: castles.collect(),
            hands: game.rules.setup_hands.clone(),
            turn: Extras::turn_unsaid(game, pieces),
            ..Extras::default()
        }
    }
}
