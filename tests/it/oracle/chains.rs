//! Moves by which a piece goes on, plainly: every way is gone on a copy of the board.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;

use banco::inside::game::{
    Action, Again, Bends, Cell, Game, InChain, Kind, Move, Offset, Piece, Preference, Promotion, Stage, Verb,
    Way,
};
use banco::inside::position::Position;

use super::drawn::between;
use super::{Plain, State};

/// A question that is asked again and again: of a game, a state, a rule and a cell.
type Asked = (usize, State, u8, Cell);

/// So many answers are remembered.
const REMEMBERED: usize = 200;

thread_local! {
    static ANSWERS: RefCell<Vec<(Asked, Rc<Vec<Chain>>)>> = const { RefCell::new(Vec::new()) };
}

/// A chain from its start to its end.
#[derive(Clone)]
pub(super) struct Chain {
    pub mv: Move,
    landings: Vec<Cell>,
    pub taken: Vec<Piece>,
    pub result: State,
}

/// A piece under way.
#[derive(Clone)]
struct Going {
    board: Plain,
    at: Cell,
    path: Vec<(u8, Cell)>,
    /// What is taken and still stands.
    doomed: Vec<Cell>,
    taken: Vec<Piece>,
    visited: Vec<Cell>,
    visited_then: Vec<Cell>,
    heading: Offset,
    /// The last landing has taken something.
    took: bool,
}

/// What makes two landings that take nothing the same.
type Landing = (Cell, State, Vec<Cell>, u8, Vec<Cell>, Option<Offset>);

/// What is found on the way.
struct Search<'a> {
    game: &'a Game,
    start: Cell,
    kind: Kind,
    known: Vec<Landing>,
    found: Vec<Chain>,
}

impl Plain {
    /// The chains of the piece on a cell that begin by a rule, merged or not.
    pub(super) fn chains(&self, game: &Game, rule: u8, from: Cell) -> Rc<Vec<Chain>> {
        let asked = (std::ptr::from_ref(game).addr(), self.now.clone(), rule, from);
        let known = ANSWERS.with_borrow(|answers| {
            answers.iter().find(|(other, _)| *other == asked).map(|(_, chains)| chains.clone())
        });
        known.unwrap_or_else(|| {
            let found = Rc::new(self.find_chains(game, rule, from));
            ANSWERS.with_borrow_mut(|answers| {
                answers.truncate(REMEMBERED);
                answers.insert(0, (asked, found.clone()));
            });
            found
        })
    }

    fn find_chains(&self, game: &Game, rule: u8, from: Cell) -> Vec<Chain> {
        let mut search =
            Search { game, start: from, kind: self.at(from).kind(), known: Vec::new(), found: Vec::new() };
        let board = Plain::alone(self.now.clone());
        let going = Going {
            board,
            at: from,
            path: Vec::new(),
            doomed: Vec::new(),
            taken: Vec::new(),
            visited: vec![from],
            visited_then: Vec::new(),
            heading: Offset::ZERO,
            took: true,
        };
        let heads = search.landings(&going, Some(rule));
        search.follow(&going, &heads);
        search.found
    }

    /// The chain that a move is.
    pub(super) fn chain(&self, game: &Game, mv: Move) -> Chain {
        let chains = self.chains(game, mv.rule() as u8, mv.from());
        let said = chains.iter().find(|chain| chain.mv == mv.before_stage());
        said.expect("a chain of the position").clone()
    }

    /// Moves of a position by the numbers that chains have here. They are numbered as they are found, and who follows ways
    /// that meet once finds fewer; where they land tells them apart.
    pub fn renumbered(&self, position: &Position, moves: &[Move]) -> Vec<Move> {
        let game = position.game();
        let own = |&mv: &Move| {
            if game.rules.moves[mv.rule()].action != Action::Chain {
                return mv;
            }
            let (landings, chains) = (position.landings(mv), self.chains(game, mv.rule() as u8, mv.from()));
            let is_it = |chain: &&Chain| chain.landings == landings && chain.mv.becomes() == mv.becomes();
            let said = chains.iter().find(is_it).map_or(mv, |chain| chain.mv);
            mv.stage().map_or(said, |cell| said.then(cell))
        };
        moves.iter().map(own).collect()
    }

    /// Puts in place of each first landing by a rule that goes on the chains that begin so.
    pub(super) fn with_chains(&self, game: &Game, moves: Vec<Move>) -> Vec<Move> {
        let mut begun = Vec::new();
        let mut all = Vec::new();
        for mv in moves {
            if game.rules.moves[mv.rule()].action != Action::Chain {
                all.push(mv);
            } else if !begun.contains(&(mv.from(), mv.rule())) {
                begun.push((mv.from(), mv.rule()));
                all.extend(self.chains(game, mv.rule() as u8, mv.from()).iter().map(|chain| chain.mv));
            }
        }
        all
    }

    /// Keeps of the captures the best, and of chains with one result the first.
    pub(super) fn keep_preferred(&self, game: &Game, moves: &mut Vec<Move>) {
        for preference in &game.rules.prefer {
            let better = |one: &Move, other: &Move| self.compare(game, preference, (*one, *other));
            let captures = moves.iter().filter(|&&mv| self.captures(game, mv));
            let Some(best) = captures.copied().reduce(|best, mv| match better(&mv, &best) {
                Ordering::Greater => mv,
                _ => best,
            }) else {
                break;
            };
            moves.retain(|mv| !self.captures(game, *mv) || better(mv, &best) == Ordering::Equal);
        }
        let mut seen: Vec<(Cell, Cell, State, Option<Cell>)> = Vec::new();
        moves.retain(|&mv| {
            if game.rules.moves[mv.rule()].action != Action::Chain {
                return true;
            }
            let result = (mv.from(), mv.to(), self.chain(game, mv).result, mv.stage());
            let fresh = !seen.contains(&result);
            seen.push(result);
            fresh
        });
    }

    fn compare(&self, game: &Game, preference: &Preference, (one, other): (Move, Move)) -> Ordering {
        let taken = |mv: Move| self.taken(game, mv);
        match preference {
            Preference::MostTaken => taken(one).len().cmp(&taken(other).len()),
            Preference::Weight(weights) => {
                let weigh =
                    |mv| taken(mv).iter().map(|piece| i64::from(weights[piece.kind().index()])).sum::<i64>();
                weigh(one).cmp(&weigh(other))
            }
            Preference::By(kind) => {
                let by = |mv: Move| game.rules.moves[mv.rule()].kind == Some(*kind);
                by(one).cmp(&by(other))
            }
            Preference::Most(passing) => {
                let most =
                    |mv| taken(mv).iter().filter(|&&piece| passing[self.turn.index()].has(piece)).count();
                most(one).cmp(&most(other))
            }
            Preference::First(passing) => {
                let flags = |mv| -> Vec<bool> {
                    taken(mv).iter().map(|&piece| passing[self.turn.index()].has(piece)).collect()
                };
                let (one, other) = (flags(one), flags(other));
                // The first place where they differ decides: who takes such a piece there is better. Without
                // another such piece behind, a longer list is no better.
                let longest = one.len().max(other.len());
                let at = |list: &[bool], place: usize| list.get(place).copied().unwrap_or(false);
                let places = (0..longest).map(|place| at(&one, place).cmp(&at(&other, place)));
                places.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
            }
        }
    }

    /// What a move takes that is not the mover's.
    /// What a move takes, the piece that is chosen in a further stage last.
    fn taken(&self, game: &Game, mv: Move) -> Vec<Piece> {
        let mut taken = self.taken_first(game, mv.before_stage());
        let stage = game.rules.moves[mv.rule()].then.map(|stage| &game.rules.stages[stage]);
        if let (Some(cell), Some(Stage::Take(_))) = (mv.stage(), stage) {
            let chosen = self.after(game, mv.before_stage()).at(cell);
            taken.extend(Some(chosen).filter(|piece| game.rules.roster.owner(*piece) != Some(self.turn)));
        }
        taken
    }

    fn taken_first(&self, game: &Game, mv: Move) -> Vec<Piece> {
        if game.rules.moves[mv.rule()].action == Action::Chain {
            return self.chain(game, mv).taken;
        }
        let foreign = |piece: &Piece| !piece.is_none() && game.rules.roster.owner(*piece) != Some(self.turn);
        let landed = Some(self.at(mv.to())).filter(|_| game.rules.moves[mv.rule()].action.travels());
        let mut taken: Vec<Piece> = landed.into_iter().filter(foreign).collect();
        let after = self.after(game, mv);
        let board = game.rules.geometry.board().iter().filter(|&cell| cell != mv.to());
        taken
            .extend(board.filter(|&cell| after.at(cell).is_none()).map(|cell| self.at(cell)).filter(foreign));
        taken
    }

    /// One stage: the piece goes, takes what stands where it lands, and the effects of its rule happen.
    fn staged(&self, game: &Game, mv: Move, going: &mut Going) {
        let foreign = |piece: Piece| !piece.is_none() && game.rules.roster.owner(piece) != Some(self.turn);
        let (mut next, landed) = self.travelled(game, mv);
        going.taken.extend(Some(landed).filter(|&piece| foreign(piece)));
        for effect in &game.rules.moves[mv.rule()].effects {
            if effect.at_end {
                let mut cells = self.touched(game, effect, mv, &next);
                cells.retain(|cell| !going.doomed.contains(cell));
                cells.sort_unstable();
                going.taken.extend(cells.iter().map(|&cell| next.at(cell)).filter(|&piece| foreign(piece)));
                going.doomed.extend(cells);
                continue;
            }
            let before = next.cells.clone();
            self.perform(game, effect, mv, &mut next);
            if effect.verb == Verb::Take {
                let gone = before.iter().zip(&next.cells).filter(|(_, now)| now.is_none());
                going.taken.extend(gone.map(|(was, _)| *was).filter(|&piece| foreign(piece)));
            }
        }
        let promotion = promotion(game, mv.rule() as u8, self);
        if let Some(promotion) = promotion.filter(|promotion| promotion.chain == InChain::GoesOn)
            && let Some(&Some(kind)) = promotion.choices(mv.from(), mv.to()).first()
        {
            let there = &mut next.cells[mv.to().index()];
            *there = if there.is_none() { Piece::NONE } else { Piece::new(kind, self.turn) };
        }
        going.board = Plain::alone(next);
    }
}

impl Going {
    fn after(&self, game: &Game, (rule, to): (u8, Cell)) -> Going {
        let standing = |going: &Going| {
            let pieces = going.board.cells.iter().filter(|piece| !piece.is_none()).count();
            pieces - going.doomed.len()
        };
        let mut next = self.clone();
        self.board.staged(game, Move::new(rule, self.at, to), &mut next);
        next.took = standing(&next) < standing(self);
        if next.took {
            next.visited_then = self.visited.clone();
        }
        next.visited.push(to);
        next.path.push((rule, to));
        next.heading = heading(game, self.at, to);
        next.at = to;
        next
    }

    fn again(&self, game: &Game) -> Option<Again> {
        game.rules.moves[self.path.last()?.0 as usize].again
    }
}

impl Search<'_> {
    /// Where the piece can land next, by one rule or by any that goes on.
    fn landings(&self, going: &Going, by: Option<u8>) -> Vec<(u8, Cell)> {
        let game = self.game;
        let board = &going.board;
        let mut all: Vec<(u8, Cell)> = Vec::new();
        if board.at(going.at).is_none() {
            return all;
        }
        for (number, rule) in (0u8..).zip(&game.rules.moves) {
            let travel = &rule.by[board.turn.index()];
            let wanted = by.is_none_or(|by| by == number) && rule.again.is_some();
            if !wanted || rule.kind != Some(board.at(going.at).kind()) || !travel.from.has(going.at) {
                continue;
            }
            let mut moves = Vec::new();
            if board.applies(game, travel) {
                board.travel(game, number, travel, going.at, &mut moves);
            }
            for mv in moves {
                let barred = between(&game.rules.geometry, going.at, mv.to()).into_iter().chain([mv.to()]);
                let stage = Move::new(number, going.at, mv.to());
                let free = !barred.into_iter().any(|cell| going.doomed.contains(&cell));
                if free && !all.contains(&(number, mv.to())) && board.is_meant(game, stage) {
                    all.push((number, mv.to()));
                }
            }
        }
        all.retain(|&head| self.may_land(going, head));
        all
    }

    fn may_land(&self, going: &Going, (rule, to): (u8, Cell)) -> bool {
        let game = self.game;
        let (before, now) = (going.heading, heading(game, going.at, to));
        let bends = match going.again(game).map(|again| again.bends) {
            None | Some(Bends::Any) => true,
            Some(Bends::Never) => (now.east, now.north) == (before.east, before.north),
            Some(Bends::Always) => (now.east, now.north) != (before.east, before.north),
            Some(Bends::NotBack) => (now.east, now.north) != (-before.east, -before.north),
        };
        if !bends || !going.visited.contains(&to) {
            return bends;
        }
        let revisits = game.rules.moves[rule as usize].again.is_some_and(|again| again.revisits);
        revisits && going.after(game, (rule, to)).took
    }

    /// Goes on by each landing. Of those behind one hurdle, only those from which it goes on, if there are such.
    fn follow(&mut self, going: &Going, heads: &[(u8, Cell)]) {
        let game = self.game;
        let goes_on = |search: &Search, head: (u8, Cell)| {
            let next = going.after(game, head);
            let stops = promotion(game, head.0, &going.board).is_some_and(|promotion| {
                let choices = promotion.choices(going.at, head.1);
                promotion.chain == InChain::Ends && !choices.contains(&None)
            });
            !stops && !search.landings(&next, None).is_empty()
        };
        for &head in heads {
            let rivals = |other: &&(u8, Cell)| self.hurdle(going, **other) == self.hurdle(going, head);
            let hurdle = self.hurdle(going, head).is_some();
            let several = heads.iter().filter(rivals).count() > 1;
            let choosy = hurdle && several && heads.iter().filter(rivals).any(|&other| goes_on(self, other));
            let next = going.after(game, head);
            if !next.took && !self.is_new(&next) {
                continue;
            }
            if !choosy || goes_on(self, head) {
                self.land(going, &next);
            }
        }
    }

    /// What a landing lies behind, where its rule has to go on.
    fn hurdle(&self, going: &Going, (rule, to): (u8, Cell)) -> Option<(u8, Cell)> {
        let said = &self.game.rules.moves[rule as usize];
        let hops = matches!(said.by[going.board.turn.index()].way, Way::Hop { .. });
        let must = said.again.is_some_and(|again| again.must);
        let mut between = between(&self.game.rules.geometry, going.at, to);
        // The cells between are given one after the other, from the start.
        between.retain(|&cell| !going.board.at(cell).is_none());
        between.first().filter(|_| hops && must).map(|&cell| (rule, cell))
    }

    fn is_new(&mut self, going: &Going) -> bool {
        let (rule, _) = *going.path.last().expect("a landing");
        let bends = going.again(self.game).is_some_and(|again| again.bends != Bends::Any);
        let sorted = |cells: &[Cell]| {
            let mut cells = cells.to_vec();
            cells.sort_unstable();
            cells.dedup();
            cells
        };
        let (doomed, visited) = (sorted(&going.doomed), sorted(&going.visited_then));
        let state = going.board.now.clone();
        let landing = (going.at, state, doomed, rule, visited, bends.then_some(going.heading));
        let new = !self.known.contains(&landing);
        self.known.push(landing);
        new
    }

    /// Ends the chain where the piece has landed, or goes on.
    fn land(&mut self, before: &Going, going: &Going) {
        let game = self.game;
        let (rule, to) = *going.path.last().expect("a landing");
        if going.board.at(to).is_none() {
            return self.end(going, None);
        }
        let promotion = promotion(game, rule, &before.board);
        let choices = |when: InChain, from: Cell| match promotion {
            Some(promotion) if promotion.chain == when => promotion.choices(from, to),
            _ => vec![None],
        };
        let here = choices(InChain::Ends, before.at);
        here.iter().flatten().for_each(|&kind| self.end(going, Some(kind)));
        if !here.contains(&None) {
            return;
        }
        let onward = self.landings(going, None);
        let must = going.again(game).is_some_and(|again| again.must);
        if onward.is_empty() || !must {
            choices(InChain::Waits, self.start).into_iter().for_each(|kind| self.end(going, kind));
        }
        self.follow(going, &onward);
    }

    fn end(&mut self, going: &Going, kind: Option<Kind>) {
        let (game, board) = (self.game, &going.board);
        let (first, _) = going.path[0];
        let is_gone = board.at(going.at).is_none();
        let last = if is_gone { self.kind } else { kind.unwrap_or(board.at(going.at).kind()) };
        let mut mv = Move::new(first, self.start, going.at);
        if last != self.kind {
            mv = mv.becoming(last);
            let others = board.cells.iter().enumerate().filter(|(cell, _)| *cell != going.at.index());
            let count = others.filter(|(_, piece)| **piece == Piece::new(last, board.turn)).count();
            let most = game.rules.supplies.get(last.index()).copied().flatten();
            if most.is_some_and(|most| count >= most as usize) {
                return;
            }
        }
        let number = self.found.iter().filter(|chain| chain.mv.to() == going.at).count();
        let mut result = board.now.clone();
        for &cell in &going.doomed {
            if board.owned(cell, !board.turn) {
                board.gain(game, board.at(cell), &mut result);
            }
            result.cells[cell.index()] = Piece::NONE;
            result.unmoved[cell.index()] = false;
        }
        result.cells[going.at.index()] = if is_gone { Piece::NONE } else { Piece::new(last, board.turn) };
        let landings = going.path.iter().map(|&(_, cell)| cell).collect();
        let mv = mv.numbered(number as u16);
        self.found.push(Chain { mv, landings, taken: going.taken.clone(), result });
    }
}

fn promotion<'g>(game: &'g Game, rule: u8, board: &Plain) -> Option<&'g Promotion> {
    game.rules.moves[rule as usize].by[board.turn.index()].promotion.as_ref()
}

/// The direction from one cell to another: the displacement divided by as much as divides it.
fn heading(game: &Game, from: Cell, to: Cell) -> Offset {
    let geometry = &game.rules.geometry;
    let east = geometry.file(to) as i16 - geometry.file(from) as i16;
    let north = geometry.rank(to) as i16 - geometry.rank(from) as i16;
    let divisor = (1..=east.abs().max(north.abs()).max(1)).rev();
    let divisor = divisor.into_iter().find(|n| east % n == 0 && north % n == 0).unwrap_or(1);
    Offset::new(east / divisor, north / divisor)
}
