//! What a search can know about a game before it starts: which of its ends are reached by a single
//! move that tables can name, which moves are forcing, where drops are worth looking.

use super::royal::RoyalPlan;
use super::window::Fuel;
use crate::eval::Score;
use crate::game::{Award, Bits, Condition, ConditionFacts, Contents, End, Game, Piece, Player, Rule, Sweep};
use crate::position::Board;

/// A way to end the game at once by a step: the sweep that does it and the cells that win.
#[derive(Clone, Debug)]
struct RaceStep<const N: usize> {
    sweep: Sweep,
    goal: Bits<N>,
    holds: Contents,
}

/// The facts of one game that its search uses, worked out once.
#[derive(Clone, Debug)]
pub struct GameFacts<const N: usize> {
    /// Every end, in order.
    pub ends: Vec<usize>,
    /// The ends that a node asks before it makes its moves: where that is dear, not those that need the
    /// player to move to be without moves.
    pub early_ends: Vec<usize>,
    /// Those of them that can come about by a move that keeps the material.
    pub lasting_ends: Vec<usize>,
    /// Some ends are asked only where no move was found.
    pub asks_late: bool,
    /// A player may be without moves though no end says what that means.
    pub may_stop: bool,
    /// Every move captures, so that no position is quiet.
    pub only_captures: bool,
    /// A line completed by a dropped piece wins: threats are a matter of line contents.
    pub lines: bool,
    /// The cells that answer a threat to complete a line are known without exception, and nothing but a
    /// move there keeps the opponent from completing it.
    pub answers: bool,
    /// Who can threaten so that no single move answers wins, unless the opponent completes a line before.
    pub double_threats: bool,
    /// What quiescence begins with.
    pub fuel: Fuel,
    /// In how many plies from now the player to move can lose at the earliest.
    pub soonest_loss: Score,
    /// How many plies apart wins of one player can be.
    pub win_step: u32,
    /// Static values say enough of a position that moves and whole nodes are left out by them: not where threats to
    /// complete a line decide, and not where moves are compelled, unless captures that go on are: those are played out.
    /// In draughts it gains, at 6,000 nodes: international +86 [51, 124] Elo in 160 games, English +45 [26, 64] in 240,
    /// Russian +11 [-18, 40] in 160.
    pub selective: bool,
    /// A check is looked at a ply deeper: not where pieces can be dropped, for there checks cost next to nothing. Without it
    /// shogi won +26 [-28, 80] and +29 [-34, 92] Elo in 160 and 120 games, crazyhouse +42 [-7, 92] and +35 [-19, 89] in 200
    /// and 160, chess -22 [-93, 48] in 80.
    ///
    /// Tried and left until it is sure: only where one ply is left, or none. Chess +7 [-20, 34] Elo in 400 games at 8,000
    /// nodes, +7 [-26, 40] in 300 at 5,000, +25 [-7, 57] in 300 at 4,000.
    pub extends_checks: bool,
    /// Late moves are looked ahead half a ply less: where captured pieces come back, for there moves are many. At 8,000
    /// nodes: crazyhouse +89 [34, 148] Elo in 100 games, shogi +52 [-4, 112] in 160, minishogi +12 [-11, 34] in 120. Half a
    /// ply further instead of less: shogi -61 [-119, -7] in 160.
    ///
    /// Tried and left, at 8,000 nodes: a ply less for each factor of e by which moves are more than forty, crazyhouse +67
    /// [5, 134] in 120, but shogi -32 [-91, 24] in 140; half of that, shogi 0 [-62, 62] in 140.
    pub reduces_more: bool,
    /// Pieces move about, so positions can come back, and nobody wins by that.
    pub returns: bool,
    /// Ends depend on how long the game took.
    pub timed: bool,
    /// Which ends ask for a repetition.
    pub repeats: Vec<bool>,
    /// Nobody wins by a repetition.
    pub repeating_draws: bool,
    /// The number of steps around pieces within which drops are looked at.
    pub near: Option<u16>,
    /// All moves are drops that nothing forbids.
    pub drops_alone: bool,
    /// What there is to know of royal pieces.
    pub royal: Option<RoyalPlan>,
    /// Landing cells that may end the game, by player.
    pub goal: [Bits<N>; 2],
    reaches: [Vec<RaceStep<N>>; 2],
    middle: Bits<N>,
}

impl<const N: usize> GameFacts<N> {
    /// The plan for a game.
    pub fn new(game: &Game) -> GameFacts<N> {
        let drops = game.tables.movement.drops.iter().flatten();
        let falls = drops.clone().any(|drop| drop.falls.is_some());
        let anywhere = drops.clone().all(|drop| drop.to.covers(game.rules.geometry.board()));
        let voids = game.facts.line_ends.iter().any(|rule| rule.void_when_blocked);
        let shifts = game.rules.moves.iter().any(|rule| rule.action.travels());
        let repeats = |end: &End| end.when.asks(ConditionFacts::REPEATS);
        let repeating_draws = game.rules.ends.iter().all(|end| !repeats(end) || end.winner == Award::Nobody);
        let chooses = !game.facts.compels || game.facts.plays_captures_out;
        let late = |end: usize| game.facts.has_royals && game.rules.ends[end].when.implies_no_moves();
        let soonest_loss = if game.rules.ends.iter().all(|end| is_no_suicide(end.winner)) { 2 } else { 1 };
        let early_ends: Vec<usize> = (0..game.rules.ends.len()).filter(|&end| !late(end)).collect();
        let board = game.rules.geometry.board();
        let of_material = |&end: &usize| game.rules.ends[end].when.is_of_material(board);
        let answers = (!voids || anywhere && !falls)
            && game.rules.ends.iter().skip(game.facts.line_ends.len()).all(leaves_threats);
        let lines = !game.facts.line_ends.is_empty();
        let double_threats = lines && answers && anywhere && !falls;
        GameFacts {
            ends: (0..game.rules.ends.len()).collect(),
            lasting_ends: early_ends.iter().copied().filter(|end| !of_material(end)).collect(),
            early_ends,
            asks_late: (0..game.rules.ends.len()).any(late),
            may_stop: !game.rules.ends.iter().any(|end| matches!(end.when, Condition::NoMoves)),
            only_captures: game.rules.moves.iter().all(captures),
            lines,
            answers,
            double_threats,
            fuel: Fuel::new(double_threats),
            soonest_loss,
            win_step: if game.rules.turns.go_on() { 1 } else { soonest_loss as u32 },
            selective: game.facts.line_ends.is_empty() && chooses,
            extends_checks: !game.rules.has_hands(),
            reduces_more: game.rules.captured.is_some(),
            returns: shifts && repeating_draws,
            repeats: game.rules.ends.iter().map(repeats).collect(),
            repeating_draws,
            timed: game.rules.ends.iter().any(|end| end.when.asks(ConditionFacts::TIME)),
            near: game.search.near.map(|steps| steps.min(game.rules.geometry.longest_side())),
            drops_alone: game.facts.only_drops,
            royal: RoyalPlan::new(game),
            goal: Player::each(|player| goal(game, player)),
            reaches: Player::each(|player| reaches(game, player)),
            middle: middle(game),
        }
    }

    /// Whether the player to move can end the game in its favour by one step.
    #[inline]
    pub fn reaches(&self, game: &Game, board: &Board<N>) -> bool {
        self.could_reach(game, board, board.turn())
    }

    /// Whether a player could end the game in its favour by one step if it were to move.
    #[inline]
    pub fn could_reach(&self, game: &Game, board: &Board<N>, player: Player) -> bool {
        self.reaches[player.index()].iter().any(|reach| {
            let from = board.of(reach.sweep.piece) & reach.sweep.from.narrow();
            !from.is_empty() && {
                let targets = from.shifted(reach.sweep.delta) & reach.goal;
                !targets.is_empty() && targets.meets(&board.select(game, reach.holds))
            }
        })
    }

    /// Whether a move is asked whether it is legal only when it is tried.
    #[inline]
    pub fn asks_legality_late(&self) -> bool {
        self.royal.as_ref().is_some_and(|royal| royal.asks_legality_late)
    }

    /// The empty cells close to a piece; the middle of an empty board. Every empty cell where the
    /// definition does not say how close.
    pub fn nearby(&self, game: &Game, board: &Board<N>) -> Bits<N> {
        let vacant = board.vacant();
        let Some(steps) = self.near else { return vacant };
        let mut reached = board.owned(Player::First) | board.owned(Player::Second);
        if reached.is_empty() {
            return vacant & self.middle;
        }
        for _ in 0..steps {
            let front = reached;
            for direction in game.tables.topology.circle() {
                reached |= direction.shift().take(front);
            }
        }
        reached & vacant
    }
}

/// Whether an end cannot fire while a line can still be completed.
fn leaves_threats(end: &End) -> bool {
    end.when.implies(&|part| matches!(part, Condition::BoardFull | Condition::NoMoves))
}

/// Whether a rule makes no move without a capture.
fn captures(rule: &Rule) -> bool {
    rule.action.travels() && rule.by.iter().all(|travel| !travel.onto.has(Piece::NONE))
}

/// Whether who makes a move does not lose by it at once.
fn is_no_suicide(award: Award) -> bool {
    matches!(award, Award::Mover | Award::Nobody)
}

/// The cells on which an own piece ends the game, alone or with others.
fn goal<const N: usize>(game: &Game, player: Player) -> Bits<N> {
    let mut cells = Bits::EMPTY;
    for end in &game.rules.ends {
        if let Some((on, _)) = arrival(end, player) {
            cells |= on;
        }
    }
    cells
}

/// The cells and pieces of an end that fires as soon as one own piece stands on a region.
fn arrival<const N: usize>(end: &End, player: Player) -> Option<(Bits<N>, Contents)> {
    match &end.when {
        Condition::Count(count)
            if (count.at_least, count.at_most) == (1, u32::MAX) && end.winner == Award::Mover =>
        {
            Some((count.on[player.index()].narrow(), count.holds[player.index()]))
        }
        _ => None,
    }
}

/// Only the end tried first is sure to decide, and only where nothing takes the move back.
fn reaches<const N: usize>(game: &Game, player: Player) -> Vec<RaceStep<N>> {
    let first = game.rules.ends.first().and_then(|end| arrival(end, player));
    let (Some((goal, pieces)), Some(sweeps)) = (first, &game.tables.movement.sweeps[player.index()]) else {
        return Vec::new();
    };
    if !game.is_free() {
        return Vec::new();
    }
    let filters = &game.tables.movement.filters[player.index()];
    let reach = |sweep: &Sweep| {
        let target = &filters[sweep.land as usize];
        let lands = pieces.has(sweep.piece) && !target.always;
        lands.then_some(RaceStep { sweep: *sweep, goal, holds: target.holds })
    };
    sweeps.iter().filter_map(reach).collect()
}

/// The cells nearest to the centre: one, two or four; every cell where those are holes.
fn middle<const N: usize>(game: &Game) -> Bits<N> {
    let geometry = &game.rules.geometry;
    let centre = |at: u16, side: u16| at == (side - 1) / 2 || at == side / 2;
    let central: Bits<N> = geometry
        .board()
        .iter()
        .filter(|&c| centre(geometry.file(c), geometry.files()) && centre(geometry.row(c), geometry.ranks()))
        .collect();
    if central.is_empty() { geometry.board().narrow() } else { central }
}
