//! What is counted on the whole board, worked out anew cell by cell, for whoever wants to see where points come from.

use std::collections::VecDeque;

use super::attacked::attacked_by;
use crate::game::{
    Cell, CellSet, CountWorth, Distance, Game, Going, Influence, Link, MoveStep, Offset, PatternPlace, Piece,
    Player, Points, Survey, SurveyTerm, walk,
};
use crate::position::Position;

/// Something that a term has counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SurveyCount {
    /// For whom.
    pub player: Player,
    /// How many; [`Survey::NEVER`] where there is no way, `None` where it is shown and gives no points.
    pub count: Option<u16>,
    /// Where: the cells of a group, of a piece, of an empty region.
    pub cells: CellSet,
}

impl SurveyCount {
    fn new(player: Player, count: usize, cells: CellSet) -> SurveyCount {
        SurveyCount { player, count: Some(count as u16), cells }
    }
}

/// What a term counts in a position.
pub fn survey_counts(position: &Position, term: &SurveyTerm) -> Vec<SurveyCount> {
    match &term.what {
        Survey::Influence(influence) => first_at(position, influence),
        Survey::Distance(distance) => ways(position, distance),
        Survey::Liberties(along) => liberties(position, along),
        Survey::Link(link) => Player::each(|player| missing(position, link, player)).into(),
        Survey::Stable(along) => Player::each(|player| stable(position, along, player)).into(),
        Survey::Placed(places) => {
            Player::each(|player| at_places(position, &places[player.index()], player)).into()
        }
        Survey::Parity(along) => last_drops(position, along),
    }
}

/// How often each of the points of a term counts, the second player's minus.
pub(super) fn survey_numbers(position: &Position, term: &SurveyTerm) -> Vec<i32> {
    let list = term.worth.points();
    let mut numbers = vec![0; list.len()];
    for counted in survey_counts(position, term) {
        let Some(count) = counted.count else { continue };
        match &term.worth {
            CountWorth::Each(_) => numbers[0] += counted.player.sign() * i32::from(count),
            CountWorth::ByCount(list) => numbers[CountWorth::number(list, count)] += counted.player.sign(),
        }
    }
    numbers
}

/// The points of a term.
pub(super) fn survey_points(position: &Position, term: &SurveyTerm) -> Points {
    let numbers = survey_numbers(position, term);
    numbers.iter().zip(term.worth.points()).map(|(&count, &points)| points * count).sum()
}

/// The board as it stands.
fn cells_of(position: &Position) -> CellSet {
    *position.game().rules.geometry.board()
}

fn owned(position: &Position, player: Player) -> CellSet {
    let roster = position.game().rules.roster;
    cells_of(position).iter().filter(|&cell| roster.owner(position.at(cell)) == Some(player)).collect()
}

fn vacant(position: &Position) -> CellSet {
    cells_of(position).iter().filter(|&cell| position.at(cell).is_none()).collect()
}

fn beside<'a>(game: &'a Game, along: &'a [Offset], cell: Cell) -> impl Iterator<Item = Cell> + use<'a> {
    along.iter().filter_map(move |&by| game.rules.geometry.onward(cell, by))
}

/// The groups of joined cells among some.
fn groups(game: &Game, along: &[Offset], cells: CellSet) -> Vec<CellSet> {
    let mut rest = cells;
    let mut all = Vec::new();
    while let Some(seed) = rest.first() {
        let (mut group, mut next) = (CellSet::of(seed), vec![seed]);
        while let Some(cell) = next.pop() {
            for other in beside(game, along, cell).filter(|&other| cells.has(other)) {
                if !group.has(other) {
                    group.insert(other);
                    next.push(other);
                }
            }
        }
        rest &= !group;
        all.push(group);
    }
    all
}

fn liberties(position: &Position, along: &[Offset]) -> Vec<SurveyCount> {
    let game = position.game();
    let mut all = Vec::new();
    for player in Player::BOTH {
        for group in groups(game, along, owned(position, player)) {
            let empty = |cell: &Cell| position.at(*cell).is_none();
            let free: CellSet =
                group.iter().flat_map(|cell| beside(game, along, cell)).filter(empty).collect();
            all.push(SurveyCount::new(player, free.count() as usize, group));
        }
    }
    all
}

fn last_drops(position: &Position, along: &[Offset]) -> Vec<SurveyCount> {
    let regions = groups(position.game(), along, vacant(position));
    let mut last = Player::each(|player| SurveyCount::new(player, 0, CellSet::EMPTY));
    for region in regions {
        let player = if region.count() % 2 == 1 { position.turn() } else { !position.turn() };
        let counted = &mut last[player.index()];
        counted.count = counted.count.map(|count| count + 1);
        counted.cells |= region;
    }
    last.into()
}

/// Pieces that cannot be turned are found one by one, until no more is.
fn stable(position: &Position, along: &[Offset], player: Player) -> SurveyCount {
    let geometry = &position.game().rules.geometry;
    let own = owned(position, player);
    let line = |cell: Cell, by: Offset| std::iter::successors(Some(cell), move |&at| geometry.onward(at, by));
    let mut safe = CellSet::EMPTY;
    loop {
        let holds = |cell: &Cell| {
            along.iter().all(|&by| {
                let ways = [by, by.times(-1)];
                let full = ways.iter().all(|&by| line(*cell, by).all(|at| !position.at(at).is_none()));
                full || ways.iter().any(|&by| geometry.onward(*cell, by).is_none_or(|next| safe.has(next)))
            })
        };
        let next = own.iter().find(|cell| !safe.has(*cell) && holds(cell));
        let Some(cell) = next else { return SurveyCount::new(player, safe.count() as usize, safe) };
        safe.insert(cell);
    }
}

/// Empty cells cost one, own pieces nothing: the cheapest way from one region to the other.
fn missing(position: &Position, link: &Link, player: Player) -> SurveyCount {
    let game = position.game();
    let [start, end] = link.between[player.index()];
    let (own, open) = (owned(position, player), vacant(position));
    let mut costs: Vec<Option<u16>> = vec![None; game.rules.geometry.size()];
    let mut before: Vec<Option<Cell>> = vec![None; costs.len()];
    let mut next = VecDeque::new();
    let price = |cell: Cell| if own.has(cell) { Some(0) } else { open.has(cell).then_some(1) };
    for cell in start.iter() {
        if let Some(price) = price(cell) {
            costs[cell.index()] = Some(price);
            if price == 0 { next.push_front(cell) } else { next.push_back(cell) }
        }
    }
    while let Some(cell) = next.pop_front() {
        let Some(cost) = costs[cell.index()] else { continue };
        for other in beside(game, &link.along, cell) {
            let Some(price) = price(other) else { continue };
            if costs[other.index()].is_none_or(|known| known > cost + price) {
                costs[other.index()] = Some(cost + price);
                before[other.index()] = Some(cell);
                if price == 0 { next.push_front(other) } else { next.push_back(other) }
            }
        }
    }
    let nearest = end.iter().filter_map(|cell| Some((costs[cell.index()]?, cell))).min();
    let Some((cost, cell)) = nearest else {
        return SurveyCount { player, count: Some(Survey::NEVER), cells: CellSet::EMPTY };
    };
    let way = std::iter::successors(Some(cell), |at| before[at.index()]);
    SurveyCount::new(player, usize::from(cost), way.filter(|&cell| open.has(cell)).collect())
}

/// The places where a pattern is, cell by cell.
fn at_places(position: &Position, places: &[PatternPlace], player: Player) -> SurveyCount {
    let owner = |cell: Cell| position.game().rules.roster.owner(position.at(cell));
    let is_there = |place: &&PatternPlace| {
        place.own.iter().all(|cell| owner(cell) == Some(player))
            && place.enemy.iter().all(|cell| owner(cell) == Some(!player))
            && place.empty.iter().all(|cell| position.at(cell).is_none())
            && place.not_own.iter().all(|cell| owner(cell) != Some(player))
    };
    let there: Vec<&PatternPlace> = places.iter().filter(is_there).collect();
    let cells = there.iter().fold(CellSet::EMPTY, |all, place| all | place.own | place.enemy | place.empty);
    SurveyCount::new(player, there.len(), cells)
}

/// By cell how many moves a player needs to an empty cell.
fn moves_to(position: &Position, influence: &Influence, player: Player) -> Vec<Option<u16>> {
    let game = position.game();
    let mut moves: Vec<Option<u16>> = vec![None; game.rules.geometry.size()];
    let from = |cell: &Cell| influence.from[player.index()].has(position.at(*cell));
    let mut next: VecDeque<(Cell, u16)> =
        owned(position, player).iter().filter(from).map(|cell| (cell, 0)).collect();
    while let Some((cell, before)) = next.pop_front() {
        let to: Vec<Cell> = match &influence.by {
            Going::Steps(along) => beside(game, along, cell).collect(),
            Going::Moves(kind) => goes(position, Piece::new(*kind, player), cell).iter().collect(),
        };
        for to in to {
            if position.at(to).is_none() && moves[to.index()].is_none() {
                moves[to.index()] = Some(before + 1);
                next.push_back((to, before + 1));
            }
        }
    }
    moves
}

/// Where a piece could go from a cell, without captures and conditions.
fn goes(position: &Position, piece: Piece, cell: Cell) -> CellSet {
    let movement = &position.game().tables.movement;
    let steps = movement.steps(piece, cell);
    walk(
        steps,
        movement,
        piece.owner(),
        |cell| position.at(cell),
        |step| is_quiet(position.game(), piece, step) && position.at(step.mv.to()).is_none(),
    )
}

/// Whether a step can lead to an empty cell, whatever the position.
pub(super) fn is_quiet(game: &Game, piece: Piece, step: &MoveStep) -> bool {
    let filter = &game.tables.movement.filters[piece.owner().index()][step.land as usize];
    let rule = step.mv.rule();
    game.tables.actions[rule].travels()
        && !filter.always
        && filter.holds.has(Piece::NONE)
        && filter.when.is_none()
        && !game.rules.moves[rule].unmoved
}

fn first_at(position: &Position, influence: &Influence) -> Vec<SurveyCount> {
    let moves = Player::each(|player| moves_to(position, influence, player));
    let first = Player::each(|player| {
        let [own, other] = [&moves[player.index()], &moves[(!player).index()]];
        let is_first = |cell: &Cell| {
            own[cell.index()].is_some_and(|own| other[cell.index()].is_none_or(|other| own < other))
        };
        cells_of(position).iter().filter(is_first).collect::<CellSet>()
    });
    let counts = first.map(|cells| cells.count());
    let leads = |player: Player| {
        let [own, other] = [counts[player.index()], counts[(!player).index()]];
        (own > other || own == other && player == Player::First).then(|| (own - other) as u16)
    };
    let told = |player: Player| SurveyCount { player, count: leads(player), cells: first[player.index()] };
    Player::each(told).into()
}

/// How many moves a piece needs from each cell to others on an empty board; `captures` lets it capture on its way, and do what
/// is under a condition.
fn moves_from(game: &Game, piece: Piece, start: Cell, captures: bool) -> Vec<Option<u16>> {
    let movement = &game.tables.movement;
    let mut moves: Vec<Option<u16>> = vec![None; game.rules.geometry.size()];
    moves[start.index()] = Some(0);
    let mut next = VecDeque::from([(start, 0)]);
    while let Some((cell, before)) = next.pop_front() {
        let steps = movement.steps(piece, cell);
        let mut to: CellSet = walk(
            steps,
            movement,
            piece.owner(),
            |_| Piece::NONE,
            |step| {
                let any = || {
                    let filter = &movement.filters[piece.owner().index()][step.land as usize];
                    game.tables.actions[step.mv.rule()].travels() && !filter.always
                };
                is_quiet(game, piece, step) || captures && any()
            },
        );
        if captures {
            to |= attacked_by(game, piece, cell, |_| Piece::NONE);
        }
        for to in to.iter() {
            if moves[to.index()].is_none() {
                moves[to.index()] = Some(before + 1);
                next.push_back((to, before + 1));
            }
        }
    }
    moves
}

fn ways(position: &Position, distance: &Distance) -> Vec<SurveyCount> {
    let game = position.game();
    let mut all = Vec::new();
    if distance.clear && !game.alternates() {
        return all;
    }
    for player in Player::BOTH {
        for cell in owned(position, player).iter() {
            let piece = position.at(cell);
            if !distance.of[player.index()].contains(&piece.kind()) {
                continue;
            }
            let from_here = moves_from(game, piece, cell, false);
            let goal = distance.to[player.index()];
            let needed = goal.iter().filter_map(|to| from_here[to.index()]).min();
            if distance.clear
                && needed.is_none_or(|needed| is_stopped(position, cell, needed, &from_here, goal))
            {
                continue;
            }
            let count = Some(needed.unwrap_or(Survey::NEVER));
            all.push(SurveyCount { player, count, cells: CellSet::of(cell) });
        }
    }
    all
}

/// Whether something bars the ways of a piece that take the fewest moves, or comes to one of their cells in time.
fn is_stopped(position: &Position, start: Cell, needed: u16, past: &[Option<u16>], goal: CellSet) -> bool {
    let game = position.game();
    let piece = position.at(start);
    let (player, enemy) = (piece.owner(), !piece.owner());
    if game.rules.pieces_of(enemy).any(|piece| position.held(piece) > 0) {
        return true;
    }
    let on_way = |cell: &Cell| {
        let left = || {
            let onward = moves_from(game, piece, *cell, false);
            goal.iter().filter_map(|to| onward[to.index()]).min()
        };
        past[cell.index()].is_some_and(|past| past > 0 && left().is_some_and(|left| past + left == needed))
    };
    let way: Vec<Cell> = cells_of(position).iter().filter(on_way).collect();
    let barred = way.iter().any(|&cell| owned(position, player).has(cell));
    let later = u16::from(position.turn() == enemy);
    let catches = |from: Cell| {
        let comes = moves_from(game, position.at(from), from, true);
        way.iter().any(|cell| {
            let time = past[cell.index()].unwrap_or(0) + later;
            comes[cell.index()].is_some_and(|moves| moves <= time)
        })
    };
    barred || owned(position, enemy).iter().any(catches)
}
