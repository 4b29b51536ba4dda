//! Where pieces can go and be put, plainly.

use banco::inside::game::{
    Action, Cell, Contents, Game, Geometry, Move, Nearby, Offset, Rule, Stops, Travel, Way,
};

use super::Plain;
use super::drawn::onward;

impl Plain {
    /// The moves of the pieces on the board of the player to move, by the rules that apply.
    pub(super) fn travels(&self, game: &Game, applies: &dyn Fn(&Travel) -> bool) -> Vec<Move> {
        let mut moves = Vec::new();
        for cell in game.rules.geometry.board().iter().filter(|&cell| self.owned(cell, self.turn)) {
            let of_piece = |rule: &Rule| rule.kind == Some(self.at(cell).kind());
            for (number, rule) in game.rules.moves.iter().enumerate().filter(|(_, rule)| of_piece(rule)) {
                let travel = &rule.by[self.turn.index()];
                if travel.from.has(cell) && applies(travel) {
                    self.travel(game, number as u8, travel, cell, &mut moves);
                }
            }
        }
        moves
    }

    pub(super) fn travel(&self, game: &Game, number: u8, travel: &Travel, from: Cell, moves: &mut Vec<Move>) {
        let geometry = &game.rules.geometry;
        let mut land = |to: Cell| {
            if !travel.to.has(to) || !self.passes(travel.onto, to) {
                return;
            }
            let mv = Move::new(number, from, to);
            match &travel.promotion {
                None => moves.push(mv),
                Some(promotion) => {
                    let choices = promotion.choices(from, to).into_iter();
                    moves.extend(choices.map(|kind| kind.map_or(mv, |kind| mv.becoming(kind))));
                }
            }
        };
        match &travel.way {
            Way::Jump(offsets) => offsets.iter().filter_map(|&by| onward(geometry, from, by)).for_each(land),
            Way::Slide { along, least, most, through, stops } => {
                for &by in along {
                    let mut at = from;
                    let mut reached = Vec::new();
                    for distance in 1..=*most {
                        let Some(to) = onward(geometry, at, by) else { break };
                        if distance >= *least {
                            reached.push((usize::from(distance), to));
                        }
                        if !through.has(self.at(to)) {
                            break;
                        }
                        at = to;
                    }
                    match stops {
                        Stops::Anywhere => {}
                        Stops::ByPieces => {
                            let pieces = self.pieces_in_line(game, from, by);
                            reached.retain(|&(distance, _)| distance == pieces);
                        }
                        Stops::Farthest => {
                            reached.retain(|&(_, to)| travel.to.has(to) && self.passes(travel.onto, to));
                            reached = reached.split_off(reached.len().saturating_sub(1));
                        }
                    }
                    reached.into_iter().for_each(|(_, to)| land(to));
                }
            }
            Way::Path { paths, last } => {
                let often = |path: &Vec<Offset>| {
                    let (path, by) = (path.clone(), *path.last().expect("a step"));
                    (last.0..=last.1.min(40)).map(move |times| {
                        let more = std::iter::repeat_n(by, times as usize - 1);
                        path.iter().copied().chain(more).collect::<Vec<Offset>>()
                    })
                };
                for path in paths.iter().flat_map(often) {
                    let cells = path.iter().scan(Some(from), |at, &by| {
                        *at = at.and_then(|at| onward(geometry, at, by));
                        Some(*at)
                    });
                    let Some(cells) = cells.collect::<Option<Vec<Cell>>>() else { continue };
                    let Some((&to, way)) = cells.split_last() else { continue };
                    if way.iter().all(|&cell| self.at(cell).is_none()) {
                        land(to);
                    }
                }
            }
            Way::Hop { along, over, before, after } => {
                for &by in along {
                    self.hops(game, from, by, (*over, *before, *after)).into_iter().for_each(&mut land);
                }
            }
            Way::Exit(offsets) => {
                if offsets.iter().any(|&by| geometry.beyond(from, by).is_none()) {
                    moves.push(Move::new(number, from, from));
                }
            }
            Way::Reach(cells) => cells.iter().filter(|&to| to != from).for_each(land),
            Way::Stay => {
                let mv = Move::new(number, from, from);
                let choices = travel.promotion.as_ref().map_or(vec![None], |p| p.choices(from, from));
                if travel.to.has(from) {
                    moves.extend(choices.into_iter().map(|kind| kind.map_or(mv, |kind| mv.becoming(kind))));
                }
            }
            Way::Drop { .. } | Way::Castle(_) | Way::Pass { .. } | Way::Swap => {}
        }
    }

    /// How many pieces stand on the line through a cell, up to the edge or a hole either way.
    fn pieces_in_line(&self, game: &Game, cell: Cell, by: Offset) -> usize {
        let along = |by: Offset| {
            std::iter::successors(Some(cell), move |&at| onward(&game.rules.geometry, at, by)).skip(1)
        };
        let line = along(by).chain(along(by.times(-1))).chain([cell]);
        line.filter(|&cell| !self.at(cell).is_none()).count()
    }

    /// The cells behind the first piece in a direction, up to the next piece and that one too.
    fn hops(
        &self,
        game: &Game,
        from: Cell,
        by: Offset,
        (over, before, after): (Contents, (u16, u16), (u16, u16)),
    ) -> Vec<Cell> {
        let next = |&cell: &Cell| onward(&game.rules.geometry, cell, by);
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

    pub(super) fn drop(&self, game: &Game, number: u8, rule: &Rule, moves: &mut Vec<Move>) {
        let travel = &rule.by[self.turn.index()];
        let Action::Drop(kind) = rule.action else { return };
        let left = match rule.hand {
            Some(hand) => self.held(banco::inside::game::Piece::new(hand, self.turn)) > 0,
            None => self.is_left(game, kind, self.turn),
        };
        if !left || !self.applies(game, travel) {
            return;
        }
        let rests = |cell: Cell| match travel.way {
            Way::Drop { falls: Some(by) } => self.falls_to(game, cell, by),
            _ => true,
        };
        for cell in game.rules.geometry.board().iter().filter(|&cell| travel.to.has(cell)) {
            let mv = Move::new(number, cell, cell);
            let near = travel.nearby.iter().all(|nearby| self.is_near(game, nearby, cell));
            if self.at(cell).is_none() && rests(cell) && near && self.is_meant(game, mv) {
                moves.push(mv);
            }
        }
    }

    /// Whether as much is near a cell as is asked for.
    fn is_near(&self, game: &Game, nearby: &Nearby, cell: Cell) -> bool {
        let geometry = &game.rules.geometry;
        let apart = |one: u16, other: u16| one.abs_diff(other);
        let near = |other: &Cell| match nearby.file {
            true => geometry.file(*other) == geometry.file(cell),
            false if !geometry.lines().is_empty() => {
                Offset::CIRCLE.iter().any(|&by| onward(geometry, cell, by) == Some(*other))
            }
            false => {
                let files = apart(geometry.file(*other), geometry.file(cell));
                let is_near = files.max(apart(geometry.row(*other), geometry.row(cell))) == 1;
                let step =
                    |of: fn(&Geometry, Cell) -> u16| of(geometry, *other) as i32 - of(geometry, cell) as i32;
                // The two hexagons that only seem to touch lie further on one way and back on the other.
                is_near && !(geometry.has_hexes() && step(Geometry::file) == -step(Geometry::rank))
            }
        };
        let counted = geometry.board().iter().filter(near).filter(|&other| self.passes(nearby.holds, other));
        (nearby.at_least..=nearby.at_most).contains(&(counted.count() as u32))
    }

    /// Whether a piece that enters opposite comes to rest here: everything behind it is free up to the
    /// edge, and the cell ahead is not.
    fn falls_to(&self, game: &Game, cell: Cell, by: Offset) -> bool {
        let geometry = &game.rules.geometry;
        let ahead = onward(geometry, cell, by);
        let mut behind = cell;
        let back = |cell: Cell| match geometry.lines().is_empty() {
            true => geometry.beyond(cell, by.times(-1)),
            false => onward(geometry, cell, by.times(-1)),
        };
        while let Some(back) = back(behind) {
            if !geometry.has(back) || !self.at(back).is_none() {
                return false;
            }
            behind = back;
        }
        ahead.is_none_or(|ahead| !self.at(ahead).is_none())
    }

    /// Whether a piece could come to a marked cell, if nothing stood anywhere.
    pub(super) fn could_use(&self, game: &Game, mark: Cell) -> bool {
        let board = || game.rules.geometry.board().iter();
        let rules = game.rules.moves.iter().filter_map(|rule| Some((rule, rule.kind?)));
        rules.into_iter().any(|(rule, kind)| {
            let travel = &rule.by[self.turn.index()];
            let mine = |from: &Cell| self.at(*from) == banco::inside::game::Piece::new(kind, self.turn);
            !travel.onto.and(Contents::MARKED).is_nothing()
                && travel.to.has(mark)
                && board().filter(mine).any(|from| travel.from.has(from) && leads(game, travel, from, mark))
        })
    }
}

/// Whether a way leads from one cell to another for some filling of the board.
fn leads(game: &Game, travel: &Travel, from: Cell, to: Cell) -> bool {
    let geometry = &game.rules.geometry;
    let distance = |by: Offset| {
        let next = |&cell: &Cell| onward(geometry, cell, by);
        std::iter::successors(next(&from), next).position(|cell| cell == to)
    };
    match &travel.way {
        Way::Jump(offsets) => offsets.iter().any(|&by| onward(geometry, from, by) == Some(to)),
        Way::Slide { along, least, most, .. } => along
            .iter()
            .any(|&by| distance(by).is_some_and(|far| (*least..=*most).contains(&(far as u16 + 1)))),
        Way::Path { paths, last } => paths.iter().any(|path| {
            let (&by, before) = path.split_last().expect("a step");
            let bend = before.iter().try_fold(from, |at, &by| onward(geometry, at, by));
            let next = |&cell: &Cell| onward(geometry, cell, by);
            let mut ends = std::iter::successors(bend.as_ref().and_then(next), next).zip(1..=last.1);
            ends.any(|(cell, times)| cell == to && times >= last.0)
        }),
        Way::Hop { along, over, before, after } => along.iter().any(|&by| {
            let fits = |far: usize| {
                (before.0 as usize..=before.1 as usize).any(|hurdle| {
                    hurdle < far && (after.0 as usize..=after.1 as usize).contains(&(far - hurdle - 1))
                })
            };
            !over.is_nothing() && distance(by).is_some_and(fits)
        }),
        Way::Reach(cells) => cells.has(to) && to != from,
        Way::Stay | Way::Exit(_) | Way::Drop { .. } | Way::Castle(_) | Way::Pass { .. } | Way::Swap => false,
    }
}
