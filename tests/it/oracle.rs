//! The rules once more, as plainly as they can be said: no bits, no tables, no play and undo. Positions
//! are compared against this.

mod aside;
mod attacks;
mod chains;
mod deeds;
mod drawn;
mod groups;
mod judging;
mod stages;
mod travels;
mod turns;

use std::ops::Deref;
use std::sync::Arc;

use banco::inside::game::{
    Action, Castle, Cell, Condition, Contents, Game, Idle, Move, Piece, Player, Roster, Royalty, Travel,
    Verb, Way, asks_check,
};

/// What there is at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    cells: Vec<Piece>,
    turn: Player,
    /// By cell: the piece there has not moved since the setup.
    unmoved: Vec<bool>,
    marks: Vec<Cell>,
    marker: Option<Cell>,
    /// By piece.
    hands: Vec<u32>,
    checks: [u32; 2],
    /// Turns of the game that are over, moves of this one that are made, and that are left.
    turns: usize,
    made: u32,
    owed: u32,
    /// Which kinds belong to nobody.
    roster: Roster,
}

/// A position, with every one before it and the move that was played there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    now: State,
    past: Vec<(State, Move)>,
}

impl Deref for Plain {
    type Target = State;

    fn deref(&self) -> &State {
        &self.now
    }
}

impl State {
    pub fn at(&self, cell: Cell) -> Piece {
        self.cells[cell.index()]
    }

    /// What a cell may be said to hold.
    fn passes(&self, contents: Contents, cell: Cell) -> bool {
        let marked = !contents.and(Contents::MARKED).is_nothing() && self.marks.contains(&cell);
        marked || contents.has(self.at(cell))
    }

    fn owned(&self, cell: Cell, player: Player) -> bool {
        self.roster.owner(self.at(cell)) == Some(player)
    }

    /// Whether both pieces of a castle stand where they started.
    fn has_right(&self, kind: Option<banco::inside::game::Kind>, castle: &Castle, player: Player) -> bool {
        let stands =
            |cell: Cell, kind| self.unmoved[cell.index()] && self.at(cell) == Piece::new(kind, player);
        kind.is_some_and(|kind| stands(castle.from, kind)) && stands(castle.with_from, castle.with)
    }
}

impl Plain {
    pub fn start(game: &Game) -> Plain {
        let mut hands: Vec<u32> = game.rules.setup_hands.iter().map(|&held| u32::from(held)).collect();
        hands.resize(1 + 2 * game.rules.roster.kinds, 0);
        let now = State {
            cells: game.rules.setup.clone(),
            turn: game.rules.first,
            unmoved: game.rules.setup.iter().map(|piece| !piece.is_none()).collect(),
            marks: Vec::new(),
            marker: None,
            hands,
            checks: [0; 2],
            turns: 0,
            made: 0,
            owed: turns::moves_of(game, 0),
            roster: game.rules.roster,
        };
        Plain { now, past: Vec::new() }
    }

    pub fn held(&self, piece: Piece) -> u32 {
        self.hands[piece.index()]
    }

    /// The position without its past.
    fn alone(now: State) -> Plain {
        Plain { now, past: Vec::new() }
    }

    /// The same with the other player to move.
    fn turned(&self, turn: Player) -> Plain {
        Plain::alone(State { turn, ..self.now.clone() })
    }

    pub fn play(&self, game: &Game, mv: Move) -> Plain {
        let mut next = self.after(game, mv);
        if game
            .rules
            .conditions()
            .any(|when| when.parts().iter().any(|part| matches!(part, Condition::Checks(_))))
            && next.is_in_check(game, next.turn)
        {
            next.now.checks[self.turn.index()] += 1;
        }
        self.end_turn(game, mv, &mut next);
        let mut past = self.past.clone();
        past.push((self.now.clone(), mv));
        Plain { now: next.now, past }
    }

    /// The legal moves in the documented order, ends left aside.
    pub fn moves(&self, game: &Game) -> Vec<Move> {
        let mut moves = self.safe_candidates(game);
        moves.retain(|&mv| !self.vetoed(game, mv));
        let first = |mv: &Move| game.rules.priority.contains(&(mv.rule() as u8));
        if moves.iter().any(first) {
            moves.retain(first);
        }
        if game.rules.must_capture && moves.iter().any(|&mv| self.captures(game, mv)) {
            moves.retain(|&mv| self.captures(game, mv));
        }
        self.keep_preferred(game, &mut moves);
        self.add_stuck_passes(game, true, &mut moves);
        moves
    }

    /// Whether there is a legal move. What comes first or must be chosen leaves some move.
    fn has_moves(&self, game: &Game, vetoes: bool) -> bool {
        let legal = |&mv: &Move| self.is_safe_either_way(game, mv) && !(vetoes && self.vetoed(game, mv));
        let mut passes = Vec::new();
        self.candidates(game).iter().any(legal) || {
            self.add_stuck_passes(game, vetoes, &mut passes);
            !passes.is_empty()
        }
    }

    fn safe_candidates(&self, game: &Game) -> Vec<Move> {
        let mut moves = self.candidates(game);
        moves.retain(|&mv| self.is_safe_either_way(game, mv));
        moves
    }

    /// Whether a move is safe with and without the piece that comes from the hand to the cell it leaves.
    fn is_safe_either_way(&self, game: &Game, mv: Move) -> bool {
        let alone = mv.without_gating();
        self.is_safe(game, mv) && (alone == mv || self.is_safe(game, alone))
    }

    /// What the rules make, whoever is attacked afterwards: travels, castles, drops, passes.
    fn candidates(&self, game: &Game) -> Vec<Move> {
        let rules = || game.rules.moves.iter().enumerate().map(|(number, rule)| (number as u8, rule));
        let mut moves = self.travels(game, &|travel| self.applies(game, travel));
        moves.retain(|&mv| self.is_meant(game, mv) && self.is_supplied(game, mv));
        for player in Player::BOTH.into_iter().filter(|&player| player == self.turn) {
            for (number, castle) in game.rules.castles(player) {
                self.castle(game, number, &castle, &mut moves);
            }
        }
        self.add_gatings(game, &mut moves);
        for (number, rule) in rules().filter(|(_, rule)| matches!(rule.action, Action::Drop(_))) {
            self.drop(game, number, rule, &mut moves);
        }
        for (number, rule) in rules() {
            let travel = &rule.by[self.turn.index()];
            if self.may_idle(game, &travel.way) && self.applies(game, travel) {
                moves.push(Move::new(number, Cell(0), Cell(0)));
            }
        }
        let mut fresh: Vec<Move> = Vec::new();
        for mv in moves {
            let rule = |mv: Move| &game.rules.moves[mv.rule()];
            let does = |mv: Move| rule(mv).action;
            let alike = |other: Move| does(other) == does(mv) || does(other).travels() && does(mv).travels();
            let stops = |mv: Move| matches!(rule(mv).by[0].way, Way::Pass { when: Idle::Done });
            let besides =
                |mv: Move| (&rule(mv).effects, rule(mv).hand, rule(mv).again, rule(mv).then, stops(mv));
            let same = |other: Move| alike(other) && besides(other) == besides(mv);
            if !fresh.iter().any(|&other| other.same_cells(mv) && same(other)) {
                fresh.push(mv);
            }
        }
        self.with_chains(game, fresh).into_iter().flat_map(|mv| self.with_stages(game, mv)).collect()
    }

    /// Both pieces unmoved, all cells between and to be entered empty but for the two.
    fn castle(&self, game: &Game, number: u8, castle: &Castle, moves: &mut Vec<Move>) {
        let rule = &game.rules.moves[number as usize];
        let free = |cell: Cell| self.at(cell).is_none() || cell == castle.from || cell == castle.with_from;
        let stretch =
            |from: Cell, to: Cell| game.rules.geometry.between(from, to).chain([from, to]).all(free);
        let open = self.has_right(rule.kind, castle, self.turn)
            && stretch(castle.from, castle.to)
            && stretch(castle.with_from, castle.with_to)
            && self.applies(game, &rule.by[self.turn.index()]);
        if open {
            moves.push(Move::new(number, castle.from, castle.to).by_way_of(castle.with_from));
        }
    }

    fn add_stuck_passes(&self, game: &Game, vetoes: bool, moves: &mut Vec<Move>) {
        if !moves.is_empty() {
            return;
        }
        for (number, rule) in game.rules.moves.iter().enumerate() {
            let travel = &rule.by[self.turn.index()];
            let pass = Move::new(number as u8, Cell(0), Cell(0));
            let stuck = matches!(travel.way, Way::Pass { when: Idle::Stuck }) && self.applies(game, travel);
            if stuck && self.is_safe(game, pass) && !(vetoes && self.vetoed(game, pass)) {
                moves.push(pass);
            }
        }
    }

    /// The cells of a player's royal pieces of one sort, or of all.
    fn royals(&self, game: &Game, player: Player, which: Option<Royalty>) -> Vec<Cell> {
        let counts = |piece: Piece| {
            let mut royals = game.rules.royals.iter();
            royals.any(|royal| royal.kind == piece.kind() && which.is_none_or(|which| which == royal.which))
        };
        let board = game.rules.geometry.board().iter();
        board.filter(|&cell| self.owned(cell, player) && counts(self.at(cell))).collect()
    }

    /// Whether the player has lost a royal piece unless it is saved.
    fn is_in_check(&self, game: &Game, player: Player) -> bool {
        let of = |which| self.royals(game, player, Some(which));
        let (each, any, all) = (of(Royalty::Each), of(Royalty::Any), of(Royalty::All));
        if each.len() + any.len() + all.len() == 0 {
            return false;
        }
        let taken = self.takeable(game, player);
        let lost = |cell: &Cell| taken.contains(cell);
        each.iter().any(lost)
            || any.len() == 1 && any.iter().any(lost)
            || !all.is_empty() && all.iter().all(lost)
    }

    /// The cells where the other player could take a piece of this one, effects and vetoes left aside.
    fn takeable(&self, game: &Game, player: Player) -> Vec<Cell> {
        self.takeable_by(game, player, None)
    }

    /// The same with some pieces alone.
    fn takeable_by(&self, game: &Game, player: Player, by: Option<Contents>) -> Vec<Cell> {
        let enemy = self.turned(!player);
        // What is attacked does not depend on what is attacked.
        let applies = |travel: &Travel| {
            travel
                .when
                .as_ref()
                .is_none_or(|when| asks_check(when) || enemy.holds(game, when, !player, false))
        };
        let mut moves = enemy.travels(game, &applies);
        moves.retain(|&mv| {
            game.rules.moves[mv.rule()].action.travels()
                && self.owned(mv.to(), player)
                && by.is_none_or(|by| by.has(self.at(mv.from())))
                && enemy.is_meant(game, mv)
                && !enemy.ruins_itself(game, mv)
        });
        moves.iter().map(|mv| mv.to()).collect()
    }

    /// The pieces, no royal ones, that give check to the player to move.
    fn checkers(&self, game: &Game) -> Vec<Cell> {
        let of = |which| self.royals(game, self.turn, Some(which));
        let last = [of(Royalty::Any), of(Royalty::All)].into_iter().filter(|cells| cells.len() == 1);
        let at_stake: Vec<Cell> = last.flatten().chain(of(Royalty::Each)).collect();
        let enemy = self.turned(!self.turn);
        let applies = |travel: &Travel| {
            let when = travel.when.as_ref();
            when.is_none_or(|when| asks_check(when) || enemy.holds(game, when, !self.turn, false))
        };
        let mut moves = enemy.travels(game, &applies);
        moves.retain(|&mv| {
            game.rules.moves[mv.rule()].action.travels()
                && at_stake.contains(&mv.to())
                && !self.royals(game, enemy.turn, None).contains(&mv.from())
                && enemy.is_meant(game, mv)
        });
        let mut cells: Vec<Cell> = moves.iter().map(|mv| mv.from()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Whether a capture takes away the last royal piece of who makes it.
    fn ruins_itself(&self, game: &Game, mv: Move) -> bool {
        let takes = |effect: &banco::inside::game::Effect| effect.verb == Verb::Take;
        let effects = game.rules.moves[mv.rule()].effects.iter().chain(&game.rules.capture_effects);
        effects.into_iter().any(takes) && {
            let has = |plain: &Plain| !plain.royals(game, self.turn, None).is_empty();
            has(self) && !has(&self.after(game, mv))
        }
    }

    /// Whether a move leaves no royal piece of the mover attacked. The last one may not go; who takes the
    /// enemy's last one need not care. A royal piece does not castle over attacked cells.
    fn is_safe(&self, game: &Game, mv: Move) -> bool {
        if game.rules.royals.is_empty() {
            return true;
        }
        if game.rules.moves[mv.rule()].action == Action::Castle && !self.castles_safely(game, mv) {
            return false;
        }
        let after = self.after(game, mv);
        let loses_last = |player| {
            !self.royals(game, player, None).is_empty() && after.royals(game, player, None).is_empty()
        };
        !loses_last(self.turn) && (loses_last(!self.turn) || !after.is_in_check(game, self.turn))
    }

    fn castles_safely(&self, game: &Game, mv: Move) -> bool {
        if !self.royals(game, self.turn, None).contains(&mv.from()) {
            return true;
        }
        let mut way = game.rules.geometry.between(mv.from(), mv.to()).chain([mv.from(), mv.to()]);
        way.all(|cell| {
            let mut there = self.turned(self.turn);
            there.now.cells[mv.from().index()] = Piece::NONE;
            there.now.cells[cell.index()] = self.at(mv.from());
            !there.takeable(game, self.turn).contains(&cell)
        })
    }

    fn applies(&self, game: &Game, travel: &Travel) -> bool {
        travel.when.as_ref().is_none_or(|when| self.holds(game, when, self.turn, false))
    }

    fn vetoed(&self, game: &Game, mv: Move) -> bool {
        let looks = |veto: &banco::inside::game::Veto| {
            veto.rules.as_ref().is_none_or(|rules| rules.contains(&(mv.rule() as u8)))
        };
        if !game.rules.vetoes.iter().any(looks) {
            return false;
        }
        let after = self.play(game, mv);
        let open = |veto: &banco::inside::game::Veto| {
            veto.before.as_ref().is_none_or(|before| self.holds(game, before, self.turn, false))
        };
        let mut vetoes = game.rules.vetoes.iter().filter(|veto| looks(veto) && open(veto));
        vetoes.any(|veto| after.holds(game, &veto.when, self.turn, false))
    }
}

/// The plain position after these moves from the start.
pub fn after(game: &Arc<Game>, moves: &[Move]) -> Plain {
    moves.iter().fold(Plain::start(game), |plain, &mv| plain.play(game, mv))
}
