//! Moves that change more than a piece's place: promotions, castles, drops, effects.

use super::board::{carries, is_put};
use super::flanks::flanked;
use super::state::Change;
use super::{Board, Frame};
use crate::game::{
    Action, Bits, Cell, Effect, Game, Move, Piece, PieceKey, Player, RuleFlags, Touched, Verb,
};

impl<const N: usize> Board<N> {
    /// Plays what is not the plain carrying of a piece. Gives what a carried piece has taken, and whether a piece that is
    /// not the mover's left the board.
    ///
    /// Out of line: in line, its registers made carrying a piece, the common case, a tenth slower.
    #[inline(never)]
    pub(super) fn make_special(&mut self, game: &Game, mv: Move) -> (Piece, bool) {
        let mover = self.turn();
        let (mut taken, mut captures) = (Piece::NONE, false);
        let action = game.tables.actions[mv.rule()];
        if is_put(game, mv)
            && let Action::Drop(kind) = action
        {
            let piece = Piece::new(kind, mover);
            self.count(game.tables.keys.of(piece, mv.to()), 1);
            self.put(game, mv.to(), piece);
            return (taken, captures);
        }
        let looks_back = game.flags(mv).contains(RuleFlags::LOOKS_BACK);
        if looks_back {
            self.stood_before = [self.owned(mover), self.vacant()];
        }
        match action {
            Action::Drop(kind) => {
                self.spend(game, spent(game, mv, mover));
                self.set(game, mv.to(), Piece::new(kind, mover));
            }
            Action::Exit => self.set(game, mv.from(), Piece::NONE),
            Action::Stay => {
                if let Some(kind) = mv.becomes() {
                    self.set(game, mv.to(), Piece::new(kind, mover));
                }
            }
            Action::Change => (taken, captures) = self.change(game, mv),
            Action::Chain => {
                captures = self.make_chain(game, mv);
                captures |= self.place_stage(game, mv);
                self.stood_before = [Bits::EMPTY; 2];
                return (taken, captures);
            }
            Action::Castle => self.castle(game, mv),
            Action::Swap => self.exchange_sides(game),
            Action::Shift | Action::Pass => {}
        }
        self.place_gated(game, mv);
        if !game.rules.moves[mv.rule()].effects.is_empty()
            || captures && !game.rules.capture_effects.is_empty()
        {
            captures = self.apply_effects(game, mv, captures);
        }
        captures |= self.place_stage(game, mv);
        if looks_back {
            self.stood_before = [Bits::EMPTY; 2];
        }
        (taken, captures)
    }

    /// Takes back what is not the plain carrying of a piece: everything that the log holds from a place on, the last
    /// change first. Key and points are put back by whoever asks.
    #[inline(never)]
    pub(super) fn unmake_special(&mut self, game: &Game, frame: &Frame) {
        let mv = frame.mv;
        if is_put(game, mv) {
            return self.lift(game, mv.to(), self.at(mv.to()));
        }
        self.revert(game, frame.log_start as usize);
        if carries(game, mv) {
            self.carry_back(game, mv, frame.taken);
        }
    }

    /// A piece goes and leaves another one where it stood, which no log holds: the move says all. The same as a
    /// [special](Board::make_special) move in a quarter of the instructions.
    #[inline(never)]
    pub(super) fn make_trail(&mut self, game: &Game, mv: Move) -> (Piece, bool) {
        let (mover, taken) = (self.turn(), self.take_off(game, mv.to()));
        let (piece, left) = (self.at(mv.from()), left_behind(game, mv, mover));
        let marks = [(mv.from(), piece), (mv.to(), piece), (mv.from(), left)];
        let [gone, come, stays] = marks.map(|(cell, piece)| game.tables.keys.of(piece, cell));
        let key = gone.key ^ come.key ^ stays.key;
        self.count(PieceKey { key, worth: come.worth + stays.worth - gone.worth }, 1);
        *self.slot(mv.from()) = left;
        *self.slot(mv.to()) = piece;
        self.toggle_trail(game, mv, piece, left);
        (taken, game.rules.is_not_of(taken, mover))
    }

    /// Takes that back.
    #[inline(never)]
    pub(super) fn unmake_trail(&mut self, game: &Game, mv: Move, taken: Piece) {
        let (piece, left) = (self.at(mv.to()), self.at(mv.from()));
        *self.slot(mv.from()) = piece;
        *self.slot(mv.to()) = Piece::NONE;
        self.toggle_trail(game, mv, piece, left);
        if !taken.is_none() {
            self.put(game, mv.to(), taken);
        }
    }

    /// What such a move changes in the sets of cells and on the lines: twice is as before.
    #[inline(always)]
    fn toggle_trail(&mut self, game: &Game, mv: Move, piece: Piece, left: Piece) {
        self.toggle_carried(mv.from(), mv.to(), piece);
        self.toggle_standing(mv.from(), left);
        if game.tables.tracks {
            self.track_carried(game, mv.from(), mv.to(), piece);
            self.track(game, mv.from(), left);
        }
    }

    /// Takes back what the log holds from a place on, the last change first. In line for the same reason.
    #[inline(always)]
    pub(super) fn revert(&mut self, game: &Game, start: usize) {
        while self.log.len() > start {
            match self.log.pop() {
                Some(Change::Cell(cell, before)) => {
                    let now = self.at(cell);
                    if !now.is_none() {
                        self.lift(game, cell, now);
                    }
                    if !before.is_none() {
                        self.put(game, cell, before);
                    }
                }
                Some(Change::Hand(piece, before)) => self.hands[piece.index()] = before,
                None => unreachable!("the log is longer than it was"),
            }
        }
    }

    /// A piece goes, takes and may become another one. Gives what it has taken while it stays what it is, and whether
    /// that is not the mover's.
    fn change(&mut self, game: &Game, mv: Move) -> (Piece, bool) {
        let (taken, mover) = (self.at(mv.to()), self.turn());
        let captures = game.rules.is_not_of(taken, mover);
        if captures && game.rules.captured.is_some() {
            self.gain(game, game.tables.state.hand_of(taken, mover));
        }
        let Some(kind) = mv.becomes() else { return (self.carry_plainly(game, mv), captures) };
        self.set(game, mv.from(), Piece::NONE);
        self.set(game, mv.to(), Piece::new(kind, mover));
        (Piece::NONE, captures)
    }

    fn castle(&mut self, game: &Game, mv: Move) {
        let way = self.castle_of(mv, self.turn());
        let castle = way.castle;
        let (king, rook) = (self.at(castle.from), self.at(castle.with_from));
        self.leave(game, way.both_cells());
        self.set(game, castle.from, Piece::NONE);
        self.set(game, castle.with_from, Piece::NONE);
        self.set(game, castle.to, king);
        self.set(game, castle.with_to, rook);
    }

    /// Lets a cell hold something else, or nothing: sums and log know of it.
    #[inline]
    pub(super) fn set(&mut self, game: &Game, cell: Cell, now: Piece) {
        let before = self.at(cell);
        self.log.push(Change::Cell(cell, before));
        if !before.is_none() {
            self.count(game.tables.keys.of(before, cell), -1);
            self.lift(game, cell, before);
        }
        if !now.is_none() {
            self.count(game.tables.keys.of(now, cell), 1);
            self.put(game, cell, now);
        }
    }

    /// Puts a piece on an empty cell: sums and log know of it.
    #[inline(always)]
    fn place(&mut self, game: &Game, cell: Cell, piece: Piece) {
        self.log.push(Change::Cell(cell, Piece::NONE));
        self.count(game.tables.keys.of(piece, cell), 1);
        self.put(game, cell, piece);
    }

    /// The effects of a move: those of its rule, then those of a capture. `captures` says whether there has been
    /// one already; returns whether there was one in the end.
    #[inline(never)]
    pub(super) fn apply_effects(&mut self, game: &Game, mv: Move, mut captures: bool) -> bool {
        for effect in &game.rules.moves[mv.rule()].effects {
            let cells = self.touched_by(game, effect, mv, self.turn());
            captures |= effect.verb == Verb::Take && self.has_others(game, cells, self.turn());
            self.perform(game, effect, cells, mv);
        }
        if captures {
            self.apply_capture_effects(game, mv);
        }
        captures
    }

    /// What happens after a capture, whichever rule made it. In line: out of line, captures with effects took 2 % more
    /// instructions.
    #[inline(always)]
    pub(super) fn apply_capture_effects(&mut self, game: &Game, mv: Move) {
        for effect in &game.rules.capture_effects {
            let cells = self.touched_by(game, effect, mv, self.turn());
            self.perform(game, effect, cells, mv);
        }
    }

    /// Whether a piece that is not a player's stands on one of these cells.
    pub(super) fn has_others(&self, game: &Game, cells: Bits<N>, player: Player) -> bool {
        cells.iter().any(|cell| game.rules.is_not_of(self.at(cell), player))
    }

    pub(super) fn perform(&mut self, game: &Game, effect: &Effect, cells: Bits<N>, mv: Move) {
        let mover = self.turn();
        if effect.verb == Verb::Mark {
            return self.mark(game, cells, mv.to(), !mover);
        }
        match effect.verb {
            Verb::Settle => return self.settle(game, cells),
            Verb::Unsettle => return self.leave(game, cells),
            _ => {}
        }
        self.leave(game, cells);
        if effect.verb == Verb::Put {
            let kind = effect.kind.unwrap_or_else(|| game.mover_of(mv));
            let piece = game.rules.roster.piece(kind, mover);
            return cells.iter().for_each(|cell| self.place(game, cell, piece));
        }
        for cell in cells {
            let before = self.at(cell);
            if effect.verb == Verb::Take && game.rules.is_not_of(before, mover) {
                self.gain(game, game.tables.state.hand_of(before, mover));
            }
            self.set(game, cell, left_by(game, effect, before));
        }
    }

    /// The cells that an effect of a move changes: before the move or after it, the answer is the same.
    #[inline]
    pub(super) fn touched_by(&self, game: &Game, effect: &Effect, mv: Move, mover: Player) -> Bits<N> {
        match effect.cells {
            Touched::From if mv.from() != mv.to() && effect.aside.is_none() => {
                start_touched(effect, mv, mover)
            }
            Touched::Path if effect.verb == Verb::Mark && effect.aside.is_none() => {
                match effect.only[mover.index()].has(Piece::NONE) {
                    true => game.rules.geometry.set_between(mv.from(), mv.to()) & self.vacant(),
                    false => Bits::EMPTY,
                }
            }
            _ => self.touched_elsewhere(game, effect, mv, mover),
        }
    }

    #[inline(never)]
    fn touched_elsewhere(&self, game: &Game, effect: &Effect, mv: Move, mover: Player) -> Bits<N> {
        let cells = self.touched_anywhere(game, effect, mv, mover);
        match &effect.aside {
            None => cells,
            Some(aside) => cells & aside.on[mover.index()].narrow(),
        }
    }

    #[inline(always)]
    fn touched_anywhere(&self, game: &Game, effect: &Effect, mv: Move, mover: Player) -> Bits<N> {
        let to = mv.to();
        let cells = match effect.cells {
            Touched::To => return self.touched_itself(game, effect, mv, mover),
            Touched::Enclosed => return self.touched_groups(game, effect, mv, mover),
            Touched::From if game.tables.actions[mv.rule()] == Action::Stay => {
                return self.touched_itself(game, effect, mv, mover);
            }
            Touched::From => Bits::of(mv.from()),
            Touched::Path => game.rules.geometry.set_between(mv.from(), to),
            Touched::Around if effect.aside.is_none() => game.tables.topology.around(to).narrow(),
            Touched::Flanked if effect.aside.is_none() => {
                let stays = self.owned(mover) & !Bits::of(mv.from());
                flanked(&game.tables.topology, to, stays, self.owned(!mover))
            }
            Touched::Marker => self.marker_of(to),
            Touched::Around
            | Touched::InLine
            | Touched::Flanked
            | Touched::Flanking
            | Touched::Beset
            | Touched::Between => self.touched_aside(game, effect, mv, mover),
        };
        let fits = |cell: &Cell| {
            let content = if *cell == mv.from() && to != mv.from() { Piece::NONE } else { self.at(*cell) };
            let changes = match effect.verb {
                Verb::Mark | Verb::Put => content.is_none(),
                Verb::Take | Verb::Settle | Verb::Unsettle => !content.is_none(),
                Verb::Become => {
                    game.rules.roster.owner(content).is_some() && Some(content.kind()) != effect.kind
                }
                Verb::Flip => game.rules.roster.owner(content) == Some(!mover),
            };
            changes && effect.only[mover.index()].has(content)
        };
        cells.iter().filter(fits).collect()
    }

    /// The landing cell, if the effect changes the piece that has come there. It is the mover's already.
    fn touched_itself(&self, game: &Game, effect: &Effect, mv: Move, mover: Player) -> Bits<N> {
        let kind = mv.becomes().or(game.rules.moves[mv.rule()].kind);
        let landed = kind.map_or(Piece::NONE, |kind| Piece::new(kind, mover));
        let changes = match effect.verb {
            Verb::Flip | Verb::Put => false,
            Verb::Become => kind != effect.kind,
            Verb::Mark | Verb::Take | Verb::Settle | Verb::Unsettle => true,
        };
        match changes && effect.only[mover.index()].has(landed) {
            true => Bits::of(mv.to()),
            false => Bits::EMPTY,
        }
    }

    /// Whether a move is being played, in games that keep more than pieces and turn.
    pub(super) fn is_playing(&self) -> bool {
        self.states.len() > self.frames().len()
    }

    /// The piece that made the mark on a cell: while a move is played, the marks before it count.
    fn marker_of(&self, cell: Cell) -> Bits<N> {
        let rest = self.states.last().filter(|_| self.is_playing()).unwrap_or(&self.rest);
        if rest.marks.has(cell) { Bits::of(rest.maker) } else { Bits::EMPTY }
    }

    /// Whether a move is one that its rule means: the piece has not moved where that is asked, its slide stops where it
    /// has to, and effects change as much as they have to.
    pub(crate) fn is_meant(&self, game: &Game, mv: Move, mover: Player) -> bool {
        self.is_meant_among(game, mv, mover, |cell| self.at(cell))
    }

    /// The same where the lines hold other contents.
    pub(super) fn is_meant_among(
        &self,
        game: &Game,
        mv: Move,
        mover: Player,
        content: impl Fn(Cell) -> Piece,
    ) -> bool {
        let rule = &game.rules.moves[mv.rule()];
        let enough = |effect: &Effect| {
            effect.at_least == 0 || self.touched_by(game, effect, mv, mover).count() >= effect.at_least
        };
        (!rule.unmoved || self.unmoved().has(mv.from()))
            && (!rule.checkers || self.checkers(game, mover).has(mv.to()))
            && self.stops_there(game, mv, mover, content)
            && rule.effects.iter().all(enough)
    }

    /// Whether there are pieces left of the kind that a move of a player makes.
    pub(super) fn is_supplied(&self, game: &Game, mv: Move, mover: Player) -> bool {
        mv.becomes().is_none_or(|kind| {
            game.rules.supply_of(kind).is_none_or(|most| self.of(Piece::new(kind, mover)).count() < most)
        })
    }

    /// Whether a move of the player to move captures: a piece that is not its own leaves the board, where the
    /// move lands, by an effect of its rule or by a further stage.
    #[inline]
    pub fn is_capture(&self, game: &Game, mv: Move) -> bool {
        let action = game.tables.actions[mv.rule()];
        match action == Action::Chain || game.tables.flags[mv.rule()].contains(RuleFlags::CAPTURES_MORE) {
            true => self.captures_somehow(game, mv),
            false => action.travels() && game.rules.is_not_of(self.at(mv.to()), self.turn()),
        }
    }

    /// The same of a move that may take more than what stands where it lands.
    #[inline(never)]
    fn captures_somehow(&self, game: &Game, mv: Move) -> bool {
        let (rule, mover) = (mv.rule(), self.turn());
        if game.tables.actions[rule] == Action::Chain {
            return self.chain_captures(game, mv) || self.taken_by_stage(game, mv).is_some();
        }
        if game.tables.actions[rule].travels() && game.rules.is_not_of(self.at(mv.to()), mover) {
            return true;
        }
        if mv.stage().is_some() && self.taken_by_stage(game, mv).is_some() {
            return true;
        }
        match game.rules.moves[rule].effects.as_slice() {
            [] => false,
            [effect] => self.has_others(game, self.touched_by(game, effect, mv, mover), mover),
            // What one effect takes may depend on those before it.
            _ => self.captures_when_played(game, mv),
        }
    }

    /// Whether the same pieces are on the board and in the hands as before the last move, for all that is known without a
    /// look at them.
    #[inline]
    pub fn has_kept_material(&self, game: &Game) -> bool {
        self.frames().last().is_some_and(|frame| {
            let mv = frame.mv;
            let keeps = || game.flags(mv).contains(RuleFlags::KEEPS_MATERIAL) && mv.becomes().is_none();
            mv == Move::NONE || !frame.captures && keeps()
        })
    }

    /// Whether a move captures, seen by playing it on another board.
    pub(super) fn captures_when_played(&self, game: &Game, mv: Move) -> bool {
        let mut copy = self.scratch(game);
        copy.play(game, mv);
        copy.frames().last().is_some_and(|frame| frame.captures)
    }

    /// The cells where the capture by a move leaves no royal piece, besides where its piece starts; where it lands stands
    /// the piece itself.
    pub(super) fn blast(&self, game: &Game, mv: Move, mover: Player) -> Bits<N> {
        let unmake = game.rules.effects_of(mv.rule()).filter(|effect| game.rules.may_unmake(effect));
        unmake.fold(Bits::EMPTY, |all, effect| all | self.touched_by(game, effect, mv, mover))
    }
}

/// What a move that leaves a piece behind puts where its own piece stood.
#[inline(always)]
fn left_behind(game: &Game, mv: Move, mover: Player) -> Piece {
    let [Effect { kind: Some(kind), .. }] = game.rules.moves[mv.rule()].effects[..] else {
        unreachable!("such a rule puts one piece")
    };
    game.rules.roster.piece(kind, mover)
}

/// What a drop takes out of a player's hand; [`Piece::NONE`] for nothing.
fn spent(game: &Game, mv: Move, player: Player) -> Piece {
    game.rules.moves[mv.rule()].hand.map_or(Piece::NONE, |kind| Piece::new(kind, player))
}

/// The cell that a piece leaves, if the effect changes empty cells.
#[inline]
fn start_touched<const N: usize>(effect: &Effect, mv: Move, mover: Player) -> Bits<N> {
    let changes =
        matches!(effect.verb, Verb::Mark | Verb::Put) && effect.only[mover.index()].has(Piece::NONE);
    if changes { Bits::of(mv.from()) } else { Bits::EMPTY }
}

/// What an effect that changes pieces leaves of one.
fn left_by(game: &Game, effect: &Effect, before: Piece) -> Piece {
    match effect.verb {
        Verb::Take => Piece::NONE,
        Verb::Flip => Piece::new(before.kind(), !before.owner()),
        Verb::Become => {
            let kind = effect.kind.unwrap_or_else(|| unreachable!("pieces become a kind"));
            game.rules.roster.piece(kind, before.owner())
        }
        Verb::Put | Verb::Mark | Verb::Settle | Verb::Unsettle => before,
    }
}
