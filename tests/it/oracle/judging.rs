//! Conditions and ends, plainly.

use std::cmp::Ordering;

use banco::inside::game::{
    Action, Award, Cell, CellSet, Condition, Contents, Game, Idle, LineRule, Move, Offset, Player, Repeated,
    Resets, Side, Way,
};
use banco::inside::position::Outcome;

use super::drawn::{neighbours, onward};
use super::{Plain, State};

impl Plain {
    /// How the game ended.
    pub fn outcome(&self, game: &Game) -> Option<Outcome> {
        let mover = if self.made > 0 { self.turn } else { !self.turn };
        let fired = game.rules.ends.iter().position(|end| self.holds(game, &end.when, mover, true));
        let Some(end) = fired else {
            let stuck = Outcome { winner: None, scores: None, end: None };
            return (!self.has_moves(game, true)).then_some(stuck);
        };
        let scores = Player::BOTH.map(|player| self.score(game, player));
        let award = game.rules.ends[end].winner;
        let winner = match award {
            Award::Mover => Some(mover),
            Award::Turn => Some(self.turn),
            Award::Player(player) => Some(player),
            Award::Score => match scores[0].cmp(&scores[1]) {
                Ordering::Greater => Some(Player::First),
                Ordering::Less => Some(Player::Second),
                Ordering::Equal => None,
            },
            Award::Nobody => None,
        };
        Some(Outcome { winner, scores: (award == Award::Score).then_some(scores), end: Some(end) })
    }

    /// What a player has, in half points.
    fn score(&self, game: &Game, player: Player) -> i64 {
        let of = |cell: Cell| match self.owned(cell, player) {
            true => i64::from(game.rules.score.get(self.at(cell).kind().index()).copied().unwrap_or(0)),
            false => 0,
        };
        let area = i64::from(game.rules.area) * self.area(game, player);
        let points = area + game.rules.geometry.board().iter().map(of).sum::<i64>();
        i64::from(game.rules.bonus[player.index()]) + 2 * points
    }

    pub(super) fn holds(&self, game: &Game, condition: &Condition, mover: Player, vetoes: bool) -> bool {
        match condition {
            Condition::NoMoves => !self.has_moves(game, vetoes),
            Condition::BoardFull => game.rules.geometry.board().iter().all(|cell| !self.at(cell).is_none()),
            Condition::Count(counted) => {
                let count = self.count(game, counted.holds[mover.index()], &counted.on[mover.index()]);
                (counted.at_least..=counted.at_most).contains(&count)
            }
            Condition::Held(counted) => {
                let holds = counted.holds[mover.index()];
                let on_board = self.count(game, holds, &counted.on[mover.index()]);
                let in_hands = game.rules.pieces().filter(|piece| holds.has(*piece));
                let count = on_board + in_hands.map(|piece| self.held(piece)).sum::<u32>();
                (counted.at_least..=counted.at_most).contains(&count)
            }
            Condition::Line(rule) => self.line(game, rule, mover),
            Condition::Run(run) => self.has_run(game, run, mover, None),
            Condition::InCheck => self.is_in_check(game, self.turn),
            Condition::Attacked(counted) => Player::BOTH.into_iter().any(|owner| {
                let by = counted.by.map(|by| by[mover.index()]);
                let taken = self.takeable_by(game, owner, by);
                let counts = |cell: &Cell| {
                    let holds = self.passes(counted.holds[mover.index()], *cell);
                    holds && counted.on[mover.index()].has(*cell) && self.owned(*cell, owner)
                };
                taken.iter().any(counts)
            }),
            Condition::Reachable(counted) => {
                let moves = if vetoes { self.moves(game) } else { self.safe_candidates(game) };
                moves.iter().any(|mv| {
                    self.passes(counted.holds[mover.index()], mv.from())
                        && counted.on[mover.index()].has(mv.to())
                })
            }
            Condition::Facing(facing) => {
                let along = &facing.along[mover.index()];
                let [one, other] = [&facing.one, &facing.other].map(|holds| holds[mover.index()]);
                game.rules.geometry.board().iter().filter(|&cell| self.passes(one, cell)).any(|cell| {
                    along.iter().any(|&by| {
                        let mut next = onward(&game.rules.geometry, cell, by);
                        while let Some(empty) = next.filter(|&cell| self.at(cell).is_none()) {
                            next = onward(&game.rules.geometry, empty, by);
                        }
                        next.is_some_and(|cell| self.passes(other, cell))
                    })
                })
            }
            Condition::Checkers { at_least, at_most } => {
                (*at_least..=*at_most).contains(&(self.checkers(game).len() as u32))
            }
            Condition::Checks(checks) => self.checks[mover.index()] >= *checks,
            Condition::Played(rules) => {
                self.past.last().is_some_and(|(_, mv)| rules.contains(&(mv.rule() as u8)))
            }
            Condition::Enclosed(asked) => self.has_enclosed(game, asked, mover),
            Condition::Groups(asked) => self.counts_groups(game, asked, mover),
            Condition::Connects(asked) => self.connects(game, asked, mover),
            Condition::Repeats { times, checking, of } => self.repeats(game, *times, *checking, *of, mover),
            Condition::QuietPlies { plies, resets } => self.quiet(game, *plies, resets),
            Condition::SamePiece { moves, resets } => self.moved_by_one(game, *moves, resets, mover),
            Condition::Plies(plies) => self.past.len() as u32 >= *plies,
            Condition::Passes(passes) => {
                let passed = |past: &&(State, Move)| {
                    let way = &game.rules.moves[past.1.rule()].by[0].way;
                    matches!(way, Way::Pass { when: Idle::Free | Idle::Stuck })
                };
                self.past.iter().rev().take_while(passed).count() as u32 >= *passes
            }
            Condition::Not(inner) => !self.holds(game, inner, mover, vetoes),
            Condition::Either(list) => list.iter().any(|c| self.holds(game, c, mover, vetoes)),
            Condition::All(list) => list.iter().all(|c| self.holds(game, c, mover, vetoes)),
        }
    }

    fn repeats(&self, game: &Game, times: u32, checking: Option<Side>, of: Repeated, mover: Player) -> bool {
        let here = self.signature(game);
        let same = |ply: &usize| match of.board {
            true => self.past[*ply].0.cells == self.cells,
            false => Plain::alone(self.past[*ply].0.clone()).signature(game) == here,
        };
        let first = if of.lately { self.past.len().saturating_sub(2) } else { 0 };
        let earlier: Vec<usize> = (first..self.past.len()).filter(same).collect();
        if earlier.len() as u32 + 1 < times {
            return false;
        }
        let Some(side) = checking else { return true };
        let Some(&first) = earlier.first() else { return false };
        let checker = if side == Side::Own { mover } else { !mover };
        let since = self.past[first + 1..].iter().map(|(state, _)| Plain::alone(state.clone()));
        let mut answers = since.chain([self.clone()]).filter(|position| position.turn != checker);
        answers.all(|position| position.is_in_check(game, !checker))
    }

    /// What makes a position another one: pieces, turn, hands, checks, what a piece may still do because it has
    /// not moved, marks that a piece could use.
    fn signature(&self, game: &Game) -> (State, Vec<bool>) {
        let castles = Player::BOTH.into_iter().flat_map(|player| {
            let right = move |(rule, castle): (u8, banco::inside::game::Castle)| {
                self.has_right(game.rules.moves[rule as usize].kind, &castle, player)
            };
            game.rules.castles(player).map(right)
        });
        let mut state = self.now.clone();
        state.turns = state.turns.min(game.rules.turns.last().into());
        state.made = state.made.min(1);
        let asks = |cell: Cell| {
            let kind = (!self.at(cell).is_none()).then(|| self.at(cell).kind());
            game.rules.moves.iter().any(|rule| rule.unmoved && rule.kind == kind)
        };
        for cell in (0..state.cells.len() as u16).map(Cell) {
            state.unmoved[cell.index()] &= asks(cell);
        }
        state.marks.retain(|&mark| self.could_use(game, mark));
        state.marks.sort_unstable();
        state.marks.dedup();
        state.marker = state.marker.filter(|_| !state.marks.is_empty());
        (state, castles.collect())
    }

    fn count(&self, game: &Game, holds: Contents, on: &CellSet) -> u32 {
        let counts = |cell: &Cell| on.has(*cell) && self.passes(holds, *cell);
        game.rules.geometry.board().iter().filter(counts).count() as u32
    }

    fn quiet(&self, game: &Game, plies: u32, resets: &Resets) -> bool {
        let first = self.past.len().checked_sub(plies as usize);
        first.is_some_and(|first| (first..self.past.len()).all(|ply| !self.starts_again(game, ply, resets)))
    }

    fn starts_again(&self, game: &Game, ply: usize, resets: &Resets) -> bool {
        let (state, mv) = &self.past[ply];
        let after = self.past.get(ply + 1).map_or(&**self, |(state, _)| state);
        let kind = game.rules.moves[mv.rule()].kind;
        let counted = kind.is_some_and(|kind| resets.kinds >> kind.0 & 1 == 1);
        let captures = || Plain::alone(state.clone()).captures(game, *mv);
        resets.capture && captures() || counted || resets.flip && turned_over(game, state, after, *mv)
    }

    /// Whether one piece, which is still there, made the last moves of a player.
    fn moved_by_one(&self, game: &Game, moves: u32, resets: &Resets, mover: Player) -> bool {
        let own = (0..self.past.len()).rev().filter(|&ply| self.past[ply].0.turn == mover);
        let last: Vec<usize> = own.take(moves as usize).collect();
        let moved = |ply: &usize| {
            let action = game.rules.moves[self.past[*ply].1.rule()].action;
            !matches!(action, Action::Drop(_) | Action::Exit | Action::Pass | Action::Swap)
                && !self.starts_again(game, *ply, resets)
        };
        let mv = |ply: usize| self.past[ply].1;
        last.len() == moves as usize
            && last.iter().all(moved)
            && last.windows(2).all(|pair| mv(pair[1]).to() == mv(pair[0]).from())
            && last.first().is_some_and(|&ply| {
                let piece = self.at(mv(ply).to());
                !piece.is_none() && game.rules.roster.owner(piece) == Some(mover)
            })
    }

    /// Whether a run of the player's pieces counts.
    fn line(&self, game: &Game, rule: &LineRule, player: Player) -> bool {
        !self.lines_of(game, rule, player).is_empty()
    }

    /// The runs of the player's pieces that count, each with a direction that it has, looked for from each of its first
    /// cells.
    pub(super) fn lines_of(&self, game: &Game, rule: &LineRule, player: Player) -> Vec<(Offset, Vec<Cell>)> {
        let own = |cell: Cell| !self.at(cell).is_none() && self.at(cell).owner() == player;
        let geometry = &game.rules.geometry;
        let mut directions =
            vec![Offset::new(1, 0), Offset::new(0, 1), Offset::new(1, 1), Offset::new(1, -1)];
        directions.retain(|by| neighbours(geometry).contains(by));
        let held = |end: Option<Cell>| match end {
            None => rule.edge_blocks,
            Some(cell) => !self.at(cell).is_none(),
        };
        let mut found = Vec::new();
        for (first, by) in
            geometry.board().iter().flat_map(|cell| directions.iter().map(move |&by| (cell, by)))
        {
            let before = onward(geometry, first, by.times(-1));
            if !own(first) || before.is_some_and(own) {
                continue;
            }
            let mut run = vec![first];
            let mut after = onward(geometry, first, by);
            while let Some(next) = after.filter(|&cell| own(cell)) {
                run.push(next);
                after = onward(geometry, next, by);
            }
            let counts = match run.len() as u32 {
                length if length < rule.length => false,
                length if length > rule.length => rule.overline,
                _ => !(rule.void_when_blocked && held(before) && held(after)),
            };
            if counts {
                found.push((by, run));
            }
        }
        found
    }
}

/// Whether a piece of the player who was to move stands where one of the other player stood, other than where a move
/// has landed.
fn turned_over(game: &Game, before: &State, after: &State, mv: Move) -> bool {
    let mover = before.turn;
    let turned = |cell: Cell| cell != mv.to() && before.owned(cell, !mover) && after.owned(cell, mover);
    game.rules.geometry.board().iter().any(turned)
}
