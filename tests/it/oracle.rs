//! The rules once more, as plainly as they can be said: no bits, no tables, no play and undo. Positions
//! are compared against this.

use std::sync::Arc;

use banco::game::{
    Action, Award, Cell, CellSet, Condition, Contents, Game, LineRule, Move, Offset, Piece, Player, Rule,
    Side, Travel, Way,
};
use banco::position::Outcome;

/// A position as a list of cells, with every position before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    cells: Vec<Piece>,
    turn: Player,
    past: Vec<(Vec<Piece>, Player, Move)>,
}

impl Plain {
    pub fn start(game: &Game) -> Plain {
        Plain { cells: game.setup.clone(), turn: game.first, past: Vec::new() }
    }

    pub fn at(&self, cell: Cell) -> Piece {
        self.cells[cell.index()]
    }

    pub fn play(&self, game: &Game, mv: Move) -> Plain {
        let mut next = self.clone();
        match game.rules[mv.rule()].action {
            Action::Shift => {
                next.cells[mv.to().index()] = self.at(mv.from());
                next.cells[mv.from().index()] = Piece::NONE;
            }
            Action::Drop(kind) => next.cells[mv.to().index()] = Piece::new(kind, self.turn),
            Action::Exit => next.cells[mv.from().index()] = Piece::NONE,
            Action::Pass => {}
        }
        next.turn = !self.turn;
        next.past.push((self.cells.clone(), self.turn, mv));
        next
    }

    /// The legal moves in the documented order, ends left aside.
    pub fn moves(&self, game: &Game) -> Vec<Move> {
        let mut moves = self.safe_candidates(game);
        moves.retain(|&mv| !self.vetoed(game, mv));
        self.add_stuck_passes(game, true, &mut moves);
        moves
    }

    fn safe_candidates(&self, game: &Game) -> Vec<Move> {
        let mut moves = self.candidates(game);
        moves.retain(|&mv| self.is_safe(game, mv));
        moves
    }

    fn candidates(&self, game: &Game) -> Vec<Move> {
        let rules = || game.rules.iter().enumerate().map(|(number, rule)| (number as u8, rule));
        let mut moves: Vec<Move> = Vec::new();
        for cell in game.geometry.board().iter() {
            let piece = self.at(cell);
            if piece.is_none() || piece.owner() != self.turn {
                continue;
            }
            for (number, rule) in rules().filter(|(_, rule)| rule.kind == Some(piece.kind())) {
                self.travel(game, number, rule, cell, &mut moves);
            }
        }
        for (number, rule) in rules().filter(|(_, rule)| matches!(rule.action, Action::Drop(_))) {
            self.drop(game, number, rule, &mut moves);
        }
        for (number, rule) in rules() {
            let travel = &rule.by[self.turn.index()];
            if matches!(travel.way, Way::Pass { stuck: false }) && self.applies(game, travel) {
                moves.push(Move::new(number, Cell(0), Cell(0)));
            }
        }
        let mut fresh: Vec<Move> = Vec::new();
        for mv in moves {
            let does = |mv: Move| game.rules[mv.rule()].action;
            if !fresh.iter().any(|&other| does(other) == does(mv) && other.same_cells(mv)) {
                fresh.push(mv);
            }
        }
        fresh
    }

    fn add_stuck_passes(&self, game: &Game, vetoes: bool, moves: &mut Vec<Move>) {
        if !moves.is_empty() {
            return;
        }
        for (number, rule) in game.rules.iter().enumerate() {
            let travel = &rule.by[self.turn.index()];
            let pass = Move::new(number as u8, Cell(0), Cell(0));
            let stuck = matches!(travel.way, Way::Pass { stuck: true }) && self.applies(game, travel);
            if stuck && self.is_safe(game, pass) && !(vetoes && self.vetoed(game, pass)) {
                moves.push(pass);
            }
        }
    }

    /// The position without its past.
    fn alone(cells: &[Piece], turn: Player) -> Plain {
        Plain { cells: cells.to_vec(), turn, past: Vec::new() }
    }

    /// The cells of a player's royal pieces.
    fn royals(&self, game: &Game, player: Player) -> Vec<Cell> {
        let royal = |cell: &Cell| {
            let piece = self.at(*cell);
            !piece.is_none()
                && piece.owner() == player
                && game.royals.iter().any(|royal| royal.kind == piece.kind())
        };
        game.geometry.board().iter().filter(royal).collect()
    }

    /// Whether the other player could capture a royal piece of this one that it must not lose.
    fn is_attacked(&self, game: &Game, player: Player) -> bool {
        let royals = self.royals(game, player);
        let counts = |cell: &Cell| {
            let kind = self.at(*cell).kind();
            let alone = royals.iter().filter(|&&other| self.at(other).kind() == kind).count() == 1;
            alone || game.royals.iter().any(|royal| royal.kind == kind && !royal.last_only)
        };
        let mut captures = Plain::alone(&self.cells, !player).candidates(game);
        captures.retain(|mv| game.rules[mv.rule()].action == Action::Shift);
        royals.iter().filter(|cell| counts(cell)).any(|&cell| captures.iter().any(|mv| mv.to() == cell))
    }

    /// Whether a move leaves no royal piece of the mover attacked. The last one may not go; who takes the
    /// enemy's last one need not care.
    fn is_safe(&self, game: &Game, mv: Move) -> bool {
        let after = Plain::alone(&self.cells, self.turn).play(game, mv);
        let loses_last =
            |player| !self.royals(game, player).is_empty() && after.royals(game, player).is_empty();
        !loses_last(self.turn) && (loses_last(!self.turn) || !after.is_attacked(game, self.turn))
    }

    fn applies(&self, game: &Game, travel: &Travel) -> bool {
        travel.when.as_ref().is_none_or(|when| self.holds(game, when, self.turn, false))
    }

    fn travel(&self, game: &Game, number: u8, rule: &Rule, from: Cell, moves: &mut Vec<Move>) {
        let travel = &rule.by[self.turn.index()];
        if !travel.from.has(from) || !self.applies(game, travel) {
            return;
        }
        let geometry = &game.geometry;
        let lands = |to: Cell| travel.to.has(to) && travel.onto.has(self.at(to));
        match &travel.way {
            Way::Jump(offsets) => {
                let ends = offsets.iter().filter_map(|&by| geometry.neighbour(from, by));
                moves.extend(ends.filter(|&to| lands(to)).map(|to| Move::new(number, from, to)));
            }
            Way::Slide { along, least, most, through } => {
                for &by in along {
                    let mut at = from;
                    for distance in 1..=*most {
                        let Some(to) = geometry.neighbour(at, by) else { break };
                        if distance >= *least && lands(to) {
                            moves.push(Move::new(number, from, to));
                        }
                        if !through.has(self.at(to)) {
                            break;
                        }
                        at = to;
                    }
                }
            }
            Way::Path(paths) => {
                for path in paths {
                    let cells = path.iter().scan(Some(from), |at, &by| {
                        *at = at.and_then(|at| geometry.neighbour(at, by));
                        Some(*at)
                    });
                    let Some(cells) = cells.collect::<Option<Vec<Cell>>>() else { continue };
                    let Some((&to, way)) = cells.split_last() else { continue };
                    if way.iter().all(|&cell| self.at(cell).is_none()) && lands(to) {
                        moves.push(Move::new(number, from, to));
                    }
                }
            }
            Way::Hop { along, over, before, after } => {
                for &by in along {
                    let ends = self.hops(game, from, by, (*over, *before, *after));
                    moves.extend(
                        ends.into_iter().filter(|&to| lands(to)).map(|to| Move::new(number, from, to)),
                    );
                }
            }
            Way::Exit(offsets) => {
                if offsets.iter().any(|&by| geometry.beyond(from, by).is_none()) {
                    moves.push(Move::new(number, from, from));
                }
            }
            Way::Drop { .. } | Way::Pass { .. } => {}
        }
    }

    /// The cells behind the first piece in a direction, up to the next piece and that one too.
    fn hops(
        &self,
        game: &Game,
        from: Cell,
        by: Offset,
        (over, before, after): (Contents, (u16, u16), (u16, u16)),
    ) -> Vec<Cell> {
        let next = |&cell: &Cell| game.geometry.neighbour(cell, by);
        let line: Vec<Cell> = std::iter::successors(next(&from), next).collect();
        let Some(hurdle) = line.iter().position(|&cell| !self.at(cell).is_none()) else { return Vec::new() };
        let within =
            |(least, most): (u16, u16), free: usize| (least as usize..=most as usize).contains(&free);
        if !over.has(self.at(line[hurdle])) || !within(before, hurdle) {
            return Vec::new();
        }
        let behind = &line[hurdle + 1..];
        let open = behind.iter().take_while(|&&cell| self.at(cell).is_none()).count();
        let reached = behind.iter().enumerate().take(open + 1);
        reached.filter(|(free, _)| within(after, *free)).map(|(_, &cell)| cell).collect()
    }

    fn drop(&self, game: &Game, number: u8, rule: &Rule, moves: &mut Vec<Move>) {
        let travel = &rule.by[self.turn.index()];
        if !self.applies(game, travel) {
            return;
        }
        let board = game.geometry.board();
        let free = |cell: &Cell| travel.onto.has(self.at(*cell)) && self.at(*cell).is_none();
        let rests = |cell: &Cell| match travel.way {
            Way::Drop { falls: Some(by) } => self.falls_to(game, *cell, by),
            _ => true,
        };
        let cells = board.iter().filter(|cell| travel.to.has(*cell)).filter(free).filter(rests);
        moves.extend(cells.map(|cell| Move::new(number, cell, cell)));
    }

    /// Whether a piece that enters opposite comes to rest here: everything behind it is free up to the
    /// edge, and the cell ahead is not.
    fn falls_to(&self, game: &Game, cell: Cell, by: Offset) -> bool {
        let geometry = &game.geometry;
        let ahead = geometry.neighbour(cell, by);
        let mut behind = cell;
        while let Some(back) = geometry.beyond(behind, by.times(-1)) {
            if !geometry.has(back) || !self.at(back).is_none() {
                return false;
            }
            behind = back;
        }
        ahead.is_none_or(|ahead| !self.at(ahead).is_none())
    }

    fn vetoed(&self, game: &Game, mv: Move) -> bool {
        let after = self.play(game, mv);
        game.vetoes.iter().any(|veto| {
            veto.rules.as_ref().is_none_or(|rules| rules.contains(&(mv.rule() as u8)))
                && after.holds(game, &veto.when, self.turn, false)
        })
    }

    /// How the game ended.
    pub fn outcome(&self, game: &Game) -> Option<Outcome> {
        let mover = !self.turn;
        let fired = game.ends.iter().position(|end| self.holds(game, &end.when, mover, true));
        let Some(end) = fired else {
            return self.moves(game).is_empty().then_some(Outcome { winner: None, end: None });
        };
        let winner = match game.ends[end].winner {
            Award::Mover => Some(mover),
            Award::Turn => Some(self.turn),
            Award::Player(player) => Some(player),
            Award::Nobody => None,
        };
        Some(Outcome { winner, end: Some(end) })
    }

    fn holds(&self, game: &Game, condition: &Condition, mover: Player, vetoes: bool) -> bool {
        match condition {
            Condition::NoMoves if vetoes => self.moves(game).is_empty(),
            Condition::NoMoves => {
                let mut moves = self.safe_candidates(game);
                self.add_stuck_passes(game, false, &mut moves);
                moves.is_empty()
            }
            Condition::BoardFull => game.geometry.board().iter().all(|cell| !self.at(cell).is_none()),
            Condition::Count(counted) => {
                let count = self.count(game, counted.holds[mover.index()], &counted.on[mover.index()]);
                (counted.at_least..=counted.at_most).contains(&count)
            }
            Condition::Line(rule) => self.line(game, rule, mover),
            Condition::InCheck => self.is_attacked(game, self.turn),
            Condition::Repeats { times, checking } => self.repeats(game, *times, *checking, mover),
            Condition::QuietPlies { plies, capture, kinds } => self.quiet(game, *plies, *capture, *kinds),
            Condition::Plies(plies) => self.past.len() as u32 >= *plies,
            Condition::Passes(passes) => {
                let passed =
                    |past: &&(Vec<Piece>, Player, Move)| game.rules[past.2.rule()].action == Action::Pass;
                self.past.iter().rev().take_while(passed).count() as u32 >= *passes
            }
            Condition::Not(inner) => !self.holds(game, inner, mover, vetoes),
            Condition::Either(list) => list.iter().any(|c| self.holds(game, c, mover, vetoes)),
            Condition::All(list) => list.iter().all(|c| self.holds(game, c, mover, vetoes)),
        }
    }

    fn repeats(&self, game: &Game, times: u32, checking: Option<Side>, mover: Player) -> bool {
        let same = |past: &(Vec<Piece>, Player, Move)| past.0 == self.cells && past.1 == self.turn;
        let earlier: Vec<usize> = (0..self.past.len()).filter(|&ply| same(&self.past[ply])).collect();
        if earlier.len() as u32 + 1 < times {
            return false;
        }
        let Some(side) = checking else { return true };
        let Some(&first) = earlier.first() else { return false };
        let checker = if side == Side::Own { mover } else { !mover };
        let since = self.past[first + 1..].iter().map(|(cells, turn, _)| Plain::alone(cells, *turn));
        let mut answers = since.chain([self.clone()]).filter(|position| position.turn != checker);
        answers.all(|position| position.is_attacked(game, !checker))
    }

    fn count(&self, game: &Game, holds: Contents, on: &CellSet) -> u32 {
        let counts = |cell: &Cell| on.has(*cell) && holds.has(self.at(*cell));
        game.geometry.board().iter().filter(counts).count() as u32
    }

    fn quiet(&self, game: &Game, plies: u32, capture: bool, kinds: u64) -> bool {
        let plies = plies as usize;
        if self.past.len() < plies {
            return false;
        }
        self.past[self.past.len() - plies..].iter().all(|(cells, _, mv)| {
            let rule = &game.rules[mv.rule()];
            let captured = rule.action == Action::Shift && !cells[mv.to().index()].is_none();
            let kind = rule.kind.is_some_and(|kind| kinds >> kind.0 & 1 == 1);
            !(capture && captured || kind)
        })
    }

    /// Whether a run of the player's pieces counts, looked for from each of its first cells.
    fn line(&self, game: &Game, rule: &LineRule, player: Player) -> bool {
        let own = |cell: Cell| !self.at(cell).is_none() && self.at(cell).owner() == player;
        let geometry = &game.geometry;
        let directions = [Offset::new(1, 0), Offset::new(0, 1), Offset::new(1, 1), Offset::new(1, -1)];
        let held = |end: Option<Cell>| match end {
            None => rule.edge_blocks,
            Some(cell) => !self.at(cell).is_none(),
        };
        geometry.board().iter().any(|first| {
            directions.iter().any(|&by| {
                let before = geometry.neighbour(first, by.times(-1));
                if !own(first) || before.is_some_and(own) {
                    return false;
                }
                let mut run = 1;
                let mut after = geometry.neighbour(first, by);
                while let Some(next) = after.filter(|&cell| own(cell)) {
                    run += 1;
                    after = geometry.neighbour(next, by);
                }
                match run {
                    _ if run < rule.length => false,
                    _ if run > rule.length => rule.overline,
                    _ => !(rule.void_when_blocked && held(before) && held(after)),
                }
            })
        })
    }
}

/// The plain position after these moves from the start.
pub fn after(game: &Arc<Game>, moves: &[Move]) -> Plain {
    moves.iter().fold(Plain::start(game), |plain, &mv| plain.play(game, mv))
}
