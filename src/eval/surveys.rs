//! What is counted on the whole board, from sets of cells, for each position that is scored.

use super::surveyed::is_quiet;
use crate::game::{
    Action, Adjacency, Bits, Cell, CellSet, Contents, CountWorth, Distance, Game, Going, Influence, Kind,
    Link, Offset, PatternPlace, Piece, Player, Points, Selection, Shift, Stops, Survey, SurveyTerm, Way,
    walk,
};
use crate::position::Board;

/// A term that counts something on the whole board, laid out.
#[derive(Clone, Debug)]
pub(super) struct Surveyor {
    counting: Counting,
    worth: CountWorth,
}

/// What a term counts.
#[derive(Clone, Debug)]
enum Counting {
    Influence(Race),
    /// The kinds by owner, the number of their table, and whether only clear ways count.
    Distance([Vec<Kind>; 2], usize, bool),
    Liberties(Vec<Offset>),
    Link(Box<Link>),
    Stable(Vec<Axis>),
    Placed(Box<[Vec<PatternPlace>; 2]>),
    Parity(Vec<Offset>),
}

/// Who sets out for empty cells, and how.
#[derive(Clone, Debug)]
struct Race {
    from: [Selection; 2],
    by: Spread,
}

/// How a front of pieces spreads over empty cells.
#[derive(Clone, Debug)]
enum Spread {
    /// To cells beside.
    Steps(Vec<Offset>),
    /// All at once, by owner.
    Strides([Vec<Stride>; 2]),
    /// Piece by piece.
    Moves(Kind),
}

/// Steps through empty cells, taken by a whole set at once.
#[derive(Clone, Debug)]
struct Stride {
    from: CellSet,
    to: CellSet,
    before: Vec<Shift>,
    last: Shift,
    /// How often the last step is taken.
    times: (u16, u16),
}

/// Two opposite directions in which pieces are flanked.
#[derive(Clone, Debug)]
struct Axis {
    ways: [Shift; 2],
    /// The cells that have no next one in one of them.
    ends: CellSet,
}

impl Surveyor {
    /// All terms of an evaluation, in its order.
    pub(super) fn all(game: &Game, terms: &[SurveyTerm]) -> Vec<Surveyor> {
        let mut routes = 0;
        let lay = |term: &SurveyTerm| {
            let counting = match &term.what {
                Survey::Influence(influence) => Counting::Influence(Race::new(game, influence)),
                Survey::Distance(distance) => {
                    let Distance { of, clear, .. } = &**distance;
                    routes += 1;
                    Counting::Distance(of.clone(), routes - 1, *clear)
                }
                Survey::Liberties(along) => Counting::Liberties(along.clone()),
                Survey::Link(link) => Counting::Link(link.clone()),
                Survey::Stable(along) => {
                    Counting::Stable(along.iter().map(|&by| Axis::new(game, by)).collect())
                }
                Survey::Placed(places) => Counting::Placed(places.clone()),
                Survey::Parity(along) => Counting::Parity(along.clone()),
            };
            Surveyor { counting, worth: term.worth.clone() }
        };
        terms.iter().map(lay).collect()
    }

    /// Whether it takes long. What is seldom worth anything, and then much, is never left out.
    pub(super) fn is_costly(&self) -> bool {
        matches!(self.counting, Counting::Influence(_) | Counting::Liberties(_) | Counting::Link(_))
    }

    /// Points for the first player's counts less those for the second's.
    pub(super) fn points<const N: usize>(&self, game: &Game, board: &Board<N>) -> Points {
        let mut points = Points::NONE;
        self.counting.each(game, board, |player, count| points += self.worth.of(count) * player.sign());
        points
    }

    /// The first player's counts less those of the second; where there is no way, the number of the last points.
    pub(super) fn balance<const N: usize>(&self, game: &Game, board: &Board<N>) -> i32 {
        let mut balance = 0;
        self.counting.each(game, board, |player, count| {
            let count = match &self.worth {
                CountWorth::Each(_) => usize::from(count),
                CountWorth::ByCount(list) => CountWorth::number(list, count),
            };
            balance += player.sign() * count as i32;
        });
        balance
    }
}

impl Counting {
    /// Tells for whom there is which count.
    fn each<const N: usize>(&self, game: &Game, board: &Board<N>, mut tell: impl FnMut(Player, u16)) {
        match self {
            Counting::Influence(race) => {
                let lead = race.lead(game, board);
                let leader = if lead < 0 { Player::Second } else { Player::First };
                tell(leader, lead.unsigned_abs() as u16);
            }
            Counting::Distance(of, number, clear) => {
                for player in Player::BOTH {
                    distances(game, board, player, (&of[player.index()], *number, *clear), &mut tell);
                }
            }
            Counting::Liberties(along) => {
                let adjacency = game.tables.adjacencies.along(along);
                for player in Player::BOTH {
                    for_each_group(adjacency, board.owned(player), |group| {
                        tell(player, (adjacency.beside_any(group) & board.vacant()).count() as u16);
                    });
                }
            }
            Counting::Link(link) => {
                let adjacency = game.tables.adjacencies.along(&link.along);
                for player in Player::BOTH {
                    let between = link.between[player.index()].each_ref().map(|cells| cells.narrow());
                    tell(player, missing(adjacency, between, board.owned(player), board.vacant()));
                }
            }
            Counting::Stable(axes) => {
                let settled = axes
                    .iter()
                    .map(|axis| axis.full(board.vacant()) | axis.ends.narrow())
                    .collect::<Vec<_>>();
                for player in Player::BOTH {
                    tell(player, stable(axes, &settled, board.owned(player)).count() as u16);
                }
            }
            Counting::Placed(places) => {
                let vacant = board.vacant();
                for player in Player::BOTH {
                    let (own, enemy) = (board.owned(player), board.owned(!player));
                    let is_there = |place: &&PatternPlace| {
                        own.covers(&place.own.narrow())
                            && enemy.covers(&place.enemy.narrow())
                            && vacant.covers(&place.empty.narrow())
                            && !own.meets(&place.not_own.narrow())
                    };
                    tell(player, places[player.index()].iter().filter(is_there).count() as u16);
                }
            }
            Counting::Parity(along) => {
                let mut regions = [0; 2];
                for_each_group(game.tables.adjacencies.along(along), board.vacant(), |region| {
                    let last = if region.count() % 2 == 1 { board.turn() } else { !board.turn() };
                    regions[last.index()] += 1;
                });
                Player::BOTH.into_iter().zip(regions).for_each(|(player, count)| tell(player, count));
            }
        }
    }
}

fn distances<const N: usize>(
    game: &Game,
    board: &Board<N>,
    player: Player,
    (kinds, number, clear): (&[Kind], usize, bool),
    tell: &mut impl FnMut(Player, u16),
) {
    let table = game.tables.routes.table(number);
    let enemies = || game.rules.pieces_of(!player);
    if clear && (!game.alternates() || enemies().any(|enemy| board.held(enemy) > 0)) {
        return;
    }
    for piece in kinds.iter().map(|&kind| Piece::new(kind, player)) {
        for cell in board.of(piece) {
            let moves = table.moves(piece, cell);
            if clear {
                let to_move = board.turn() == player;
                let stopped = moves == Survey::NEVER
                    || table.way::<N>(piece, cell).meets(&board.owned(player))
                    || enemies()
                        .any(|enemy| table.stoppers(piece, cell, enemy, to_move).meets(&board.of(enemy)));
                if stopped {
                    continue;
                }
            }
            tell(player, moves);
        }
    }
}

/// Shows each group of joined cells.
#[inline]
fn for_each_group<const N: usize>(adjacency: &Adjacency, cells: Bits<N>, mut show: impl FnMut(Bits<N>)) {
    let mut rest = cells;
    while let Some(cell) = rest.first() {
        let group = adjacency.flood(Bits::of(cell), rest);
        show(group);
        rest &= !group;
    }
}

/// The fewest empty cells that join two regions with own pieces.
fn missing<const N: usize>(
    adjacency: &Adjacency,
    [start, end]: [Bits<N>; 2],
    own: Bits<N>,
    vacant: Bits<N>,
) -> u16 {
    let mut all = adjacency.flood(start & own, own);
    let mut count = 0;
    let mut front = (adjacency.beside_any(all) | start) & vacant;
    loop {
        if all.meets(&end) {
            return count;
        }
        if front.is_empty() {
            return Survey::NEVER;
        }
        let joined = adjacency.flood(adjacency.beside_any(front) & own & !all, own);
        all |= front | joined;
        front = adjacency.beside_any(front | joined) & vacant & !all;
        count += 1;
    }
}

/// The pieces that no flip can turn, where on each axis what is settled is known.
fn stable<const N: usize>(axes: &[Axis], settled: &[Bits<N>], own: Bits<N>) -> Bits<N> {
    let mut all = Bits::EMPTY;
    loop {
        let beside = |axis: &Axis| axis.ways[0].take(all) | axis.ways[1].take(all);
        let safe =
            axes.iter().zip(settled).fold(own, |safe, (axis, &settled)| safe & (settled | beside(axis)));
        if safe == all {
            return all;
        }
        all = safe;
    }
}

impl Axis {
    fn new(game: &Game, by: Offset) -> Axis {
        let geometry = &game.rules.geometry;
        let ways = [by, by.times(-1)].map(|by| Shift::along(geometry, by));
        let has_both = |cell: &Cell| ways.iter().all(|way| !way.take(CellSet::of(*cell)).is_empty());
        let ends = geometry.board().iter().filter(|cell| !has_both(cell)).collect();
        Axis { ways, ends }
    }

    /// The cells of lines without an empty cell.
    fn full<const N: usize>(&self, vacant: Bits<N>) -> Bits<N> {
        let open = self.ways.iter().fold(vacant, |open, way| {
            let (mut all, mut front) = (open, vacant);
            while !front.is_empty() {
                front = way.take(front);
                all |= front;
            }
            all
        });
        !open
    }
}

impl Race {
    fn new(game: &Game, influence: &Influence) -> Race {
        let from = influence.from.map(|from| Selection::of(from, game.rules.roster));
        let by = match &influence.by {
            Going::Steps(along) => Spread::Steps(along.clone()),
            Going::Moves(kind) => {
                let strides = Player::each(|player| strides(game, Piece::new(*kind, player)));
                let [first, second] = strides;
                first
                    .zip(second)
                    .map_or(Spread::Moves(*kind), |(first, second)| Spread::Strides([first, second]))
            }
        };
        Race { from, by }
    }

    /// How many more empty cells the first player reaches first than the second.
    fn lead<const N: usize>(&self, game: &Game, board: &Board<N>) -> i32 {
        let vacant = board.vacant();
        let mut fronts =
            Player::each(|player| board.selected(&self.from[player.index()]) & board.owned(player));
        let mut reached = [Bits::EMPTY; 2];
        let mut lead = 0;
        // Once every cell that anybody reaches has been reached, it is decided who was first.
        loop {
            let open = vacant & !(reached[0] | reached[1]);
            for player in Player::BOTH {
                let front = fronts[player.index()];
                fronts[player.index()] = match front.is_empty() {
                    true => front,
                    false => self.spread(game, board, player, front) & vacant & !reached[player.index()],
                };
            }
            let [first, second] = fronts;
            lead += (first & open & !second).count() as i32 - (second & open & !first).count() as i32;
            reached[0] |= first;
            reached[1] |= second;
            let unknown = vacant & !(reached[0] | reached[1]);
            if unknown.is_empty() || (first.is_empty() && second.is_empty()) {
                return lead;
            }
        }
    }

    #[inline]
    fn spread<const N: usize>(
        &self,
        game: &Game,
        board: &Board<N>,
        player: Player,
        front: Bits<N>,
    ) -> Bits<N> {
        match &self.by {
            Spread::Steps(along) => game.tables.adjacencies.along(along).beside_any(front),
            Spread::Strides(strides) => {
                let vacant = board.vacant();
                strides[player.index()]
                    .iter()
                    .fold(Bits::EMPTY, |all, stride| all | stride.take(front, vacant))
            }
            Spread::Moves(kind) => {
                let piece = Piece::new(*kind, player);
                front.iter().fold(Bits::EMPTY, |all, cell| all | moves(game, board, piece, cell))
            }
        }
    }
}

/// Where a piece could go from a cell, without captures and conditions.
fn moves<const N: usize>(game: &Game, board: &Board<N>, piece: Piece, cell: Cell) -> Bits<N> {
    let movement = &game.tables.movement;
    walk(
        movement.steps(piece, cell),
        movement,
        piece.owner(),
        |cell| board.at(cell),
        |step| is_quiet(game, piece, step) && board.at(step.mv.to()).is_none(),
    )
}

/// The moves of a piece to empty cells, without conditions, as steps of whole sets; `None` where one of them looks at more
/// than empty cells.
fn strides(game: &Game, piece: Piece) -> Option<Vec<Stride>> {
    let topology = &game.tables.topology;
    let shift = |by: Offset| topology.along(by).shift().clone();
    let mut all = Vec::new();
    for rule in game.rules.moves.iter().filter(|rule| rule.kind == Some(piece.kind())) {
        let travel = &rule.by[piece.owner().index()];
        let goes = matches!(rule.action, Action::Shift | Action::Change | Action::Chain);
        if !goes || rule.unmoved || travel.when.is_some() || !travel.onto.has(Piece::NONE) {
            continue;
        }
        let (from, to) = (travel.from, travel.to);
        let mut add = |before: &[Offset], last: Offset, times: (u16, u16)| {
            let before = before.iter().map(|&by| shift(by)).collect();
            all.push(Stride { from, to, before, last: shift(last), times });
        };
        match &travel.way {
            Way::Jump(offsets) => offsets.iter().for_each(|&by| add(&[], by, (1, 1))),
            Way::Slide { along, least, most, through, stops: Stops::Anywhere }
                if *through == Contents::EMPTY =>
            {
                along.iter().for_each(|&by| add(&[], by, (*least, *most)));
            }
            Way::Path { paths, last } => {
                for (onward, before) in paths.iter().filter_map(|path| path.split_last()) {
                    add(before, *onward, *last);
                }
            }
            Way::Exit(_) | Way::Stay => {}
            _ => return None,
        }
    }
    Some(all)
}

impl Stride {
    #[inline]
    fn take<const N: usize>(&self, front: Bits<N>, vacant: Bits<N>) -> Bits<N> {
        let mut at = self.before.iter().fold(front & self.from.narrow(), |at, step| step.take(at) & vacant);
        let mut all = Bits::EMPTY;
        for times in 1..=self.times.1 {
            at = self.last.take(at) & vacant;
            if at.is_empty() {
                break;
            }
            if times >= self.times.0 {
                all |= at;
            }
        }
        all & self.to.narrow()
    }
}
