//! What the rules say of weights: pieces are worth what they can do, and near what the ends ask for.

use std::sync::Arc;

use super::random::{Middle, Seen};
use crate::game::{
    AttackTerm, Award, Cell, CellSet, Condition, Connects, Contents, Count, CountWorth, Distance, Effect,
    End, Evaluation, Game, Going, Influence, Kind, LineRule, Link, MoveStep, Offset, Origin, Pattern, Piece,
    PieceWindow, Player, Points, Rule, Squares, Stage, Survey, SurveyTerm, Symbol, Tally, Touched, Verb,
    Weight, Zone, walk,
};

/// The file that derived weights are said to stand in.
const FILE: &str = "<derived>";

/// What a piece that can do little is worth.
const PAWN: f64 = 100.0;

/// Lines longer than this are not spelled out.
const LONGEST_RUN: u32 = 6;

/// Everything that can be said of a game.
pub(super) fn terms(game: &Arc<Game>, seen: &Seen) -> Evaluation {
    let mut evaluation =
        Evaluation { orientation: game.evaluation.orientation.clone(), ..Evaluation::default() };
    let deriving = Deriving { game, seen, origin: Origin { file: FILE.into(), line: 1 } };
    deriving.values(&mut evaluation);
    deriving.mobility(&mut evaluation);
    deriving.squares(&mut evaluation);
    deriving.danger(&mut evaluation);
    for end in &game.rules.ends {
        let wanted = match end.winner {
            Award::Mover => &end.when,
            _ => continue,
        };
        wanted.parts().into_iter().for_each(|part| deriving.goal(part, &mut evaluation));
    }
    deriving.room(&mut evaluation);
    deriving.exits(&mut evaluation);
    deriving.territory(&mut evaluation);
    evaluation
}

/// Adds what an evaluation leaves out.
pub(super) fn fill(own: &mut Evaluation, derived: Evaluation) {
    let valued: Vec<Kind> = own.values.iter().map(|(kind, _)| *kind).collect();
    own.values.extend(derived.values.into_iter().filter(|(kind, _)| !valued.contains(kind)));
    let drawn: Vec<Kind> = own.squares.iter().map(|table| table.kind).collect();
    own.squares.extend(derived.squares.into_iter().filter(|table| !drawn.contains(&table.kind)));
    let named: Vec<String> = own.surveys.iter().map(|term| term.name.clone()).collect();
    own.surveys.extend(derived.surveys.into_iter().filter(|term| !named.contains(&term.name)));
    if own.attacks.is_empty() {
        own.attacks = derived.attacks;
    }
    if own.patterns.is_empty() {
        own.patterns = derived.patterns;
    }
    if own.mobility.is_none() && own.mobility_of.is_empty() {
        own.mobility = derived.mobility;
    }
    own.exited = own.exited.take().or(derived.exited);
    own.tempo = own.tempo.take().or(derived.tempo);
}

struct Deriving<'a> {
    game: &'a Arc<Game>,
    seen: &'a Seen,
    origin: Origin,
}

impl Deriving<'_> {
    fn weight(&self, value: i32) -> Weight {
        Weight::new(value, self.origin.clone())
    }

    /// The kinds that players have.
    fn kinds(&self) -> impl Iterator<Item = Kind> + use<'_> {
        let roster = self.game.rules.roster;
        self.game.kinds().filter(move |&kind| !roster.is_neutral(kind))
    }

    fn turns_pieces(&self) -> bool {
        self.game.rules.effects().any(|effect| effect.verb == Verb::Flip)
    }

    /// Whether those are turned that stand in a row between two of the mover's.
    fn is_flanked(&self) -> bool {
        self.game.rules.effects().any(|effect| effect.verb == Verb::Flip && effect.cells == Touched::Flanked)
    }

    /// Whether how many pieces players have differs at all.
    fn trades(&self) -> bool {
        !self.game.facts.pieces_stay || self.game.rules.has_hands() || self.turns_pieces()
    }

    /// Whether a piece of the other player can be taken or turned over.
    fn captures(&self) -> bool {
        let enemies = Player::each(|owner| Contents::owned(!owner, self.game.rules.roster));
        let lands = |rule: &Rule| {
            let onto = |owner: Player| rule.by[owner.index()].onto.and(enemies[owner.index()]);
            rule.action.travels() && Player::BOTH.into_iter().any(|owner| !onto(owner).is_nothing())
        };
        let takes = |effect: &Effect| matches!(effect.verb, Verb::Take | Verb::Flip);
        let removes = |stage: &Stage| matches!(stage, Stage::Take(_));
        let rules = &self.game.rules;
        rules.moves.iter().any(lands) || rules.effects().any(takes) || rules.stages.iter().any(removes)
    }

    /// A piece is worth more the more moves it has. Where pieces are turned over, or where to be rid of them wins, games
    /// at random show how much having them is worth.
    fn values(&self, evaluation: &mut Evaluation) {
        if !self.trades() {
            return;
        }
        let kinds: Vec<Kind> = self.kinds().filter(|&kind| !self.game.rules.is_royal(kind)).collect();
        let reach = |kind: Kind| 1.0 + (self.seen.mobility[kind.index()] + self.free_reach(kind)) / 2.0;
        let least = kinds.iter().map(|&kind| reach(kind)).fold(f64::INFINITY, f64::min);
        let worth = |kind: Kind| PAWN * (reach(kind) / least).powf(1.1);
        let balance = |middle: &Middle| {
            kinds.iter().map(|&kind| worth(kind) * f64::from(middle.balance(self.game, kind))).sum()
        };
        let sure = self.seen.goes_with_winning(balance);
        let share = match sure {
            Some(sure) if sure < -0.15 => -1.0,
            // Who has few has the more moves, and turns them over in the end.
            _ if self.is_flanked() => -0.1,
            Some(sure) if self.turns_pieces() => (2.0 * sure - 0.5).clamp(0.0, 1.0),
            _ => 1.0,
        };
        let valued = kinds.iter().map(|&kind| (kind, self.weight((share * worth(kind)).round() as i32)));
        evaluation.values = valued.collect();
    }

    /// Moves are worth little where pieces are worth much.
    fn mobility(&self, evaluation: &mut Evaluation) {
        let differs = self.seen.middles.iter().any(|middle| middle.moves.abs() > 1);
        let travels = self.game.rules.moves.iter().any(|rule| rule.action.travels());
        if !travels && !differs {
            return;
        }
        let points = if self.trades() && !self.turns_pieces() { 6 } else { 10 };
        let against =
            self.seen.goes_with_winning(|middle| f64::from(middle.moves)).is_some_and(|sure| sure < -0.15);
        evaluation.mobility = Some(self.weight(if against { -points } else { points }));
        if self.game.facts.has_royals {
            evaluation.tempo = Some(self.weight(10));
        }
    }

    /// On an empty board a piece goes farther from the one cell than from the other.
    fn squares(&self, evaluation: &mut Evaluation) {
        let Some(mirror) = &self.game.evaluation.orientation.mirror else { return };
        let all = self.game.rules.geometry.size();
        for kind in self.kinds() {
            let moves = self.moves_by_cell(kind);
            let on_board = self.game.rules.geometry.board();
            let mean = moves.iter().sum::<f64>() / f64::from(on_board.count());
            if self.game.rules.is_royal(kind) {
                continue;
            }
            let worth = |cell: Cell| 2.0 * (moves[cell.index()] - mean) + self.advance(kind, cell);
            let mut first = vec![0; all];
            on_board.iter().for_each(|cell| first[cell.index()] = worth(cell).round() as i32);
            if first.iter().all(|&points| points == 0) {
                continue;
            }
            let second = (0..all).map(|cell| -first[mirror[cell].index()]).collect();
            let points = [first, second];
            let origin = [self.origin.clone(), self.origin.clone()];
            evaluation.squares.push(Squares { kind, late: points.clone(), points, origin });
        }
    }

    /// How many cells a piece comes to on an empty board on average: half of those where it can go, half of those where it
    /// could capture.
    fn free_reach(&self, kind: Kind) -> f64 {
        let (piece, roster) = (Piece::new(kind, Player::First), self.game.rules.roster);
        let enemies = Contents::owned(Player::Second, roster);
        let captures = self.cells_by_cell(piece, |holds| !holds.and(enemies).is_nothing());
        let all = self.moves_by_cell(kind).iter().chain(&captures).sum::<f64>();
        all / 2.0 / f64::from(self.game.rules.geometry.board().count())
    }

    /// By cell how many moves the first player's piece has on an empty board, captures left aside.
    fn moves_by_cell(&self, kind: Kind) -> Vec<f64> {
        self.cells_by_cell(Piece::new(kind, Player::First), |holds| holds.has(Piece::NONE))
    }

    /// By cell to how many cells a piece comes on an empty board, if they hold what passes.
    fn cells_by_cell(&self, piece: Piece, passes: impl Fn(Contents) -> bool) -> Vec<f64> {
        let movement = &self.game.tables.movement;
        let filters = &movement.filters[Player::First.index()];
        let count = |cell: u16| -> f64 {
            let lands = |step: &MoveStep| {
                let filter = &filters[step.land as usize];
                self.game.tables.actions[step.mv.rule()].travels() && !filter.always && passes(filter.holds)
            };
            let steps = movement.steps(piece, Cell(cell));
            let cells: CellSet = walk(steps, movement, Player::First, |_| Piece::NONE, lands);
            f64::from(cells.count())
        };
        (0..self.game.rules.geometry.size() as u16).map(count).collect()
    }

    /// Who can become more on the way forward is worth more there.
    fn advance(&self, kind: Kind, cell: Cell) -> f64 {
        let promotes = |rule: &&Rule| rule.kind == Some(kind) && rule.by[0].promotion.is_some();
        if !self.game.rules.moves.iter().any(|rule| promotes(&rule)) {
            return 0.0;
        }
        let forward = self.game.evaluation.orientation.forward[Player::First.index()];
        4.0 * f64::from(self.game.rules.geometry.rank_along(forward, cell) - 1)
    }

    /// Cells beside an enemy's royal piece that are attacked.
    fn danger(&self, evaluation: &mut Evaluation) {
        let roster = self.game.rules.roster;
        let royals = self.game.rules.royals.iter();
        let around = Player::each(|owner| {
            let pieces = royals.clone().map(|royal| Contents::piece(royal.piece(!owner)));
            pieces.fold(Contents::NOTHING, Contents::or)
        });
        if around.iter().all(|around| around.is_nothing()) {
            return;
        }
        let by: Vec<(Kind, u32)> =
            self.kinds().filter(|&kind| !self.game.rules.is_royal(kind)).map(|kind| (kind, 1)).collect();
        let points = (0..16).map(|count: i32| Points::same((2 * count * count).min(200)));
        evaluation.attacks.push(AttackTerm {
            name: "danger".to_owned(),
            by: [by.clone(), by],
            hands: Vec::new(),
            onto: Player::each(|owner| Contents::owned(!owner, roster).or(Contents::EMPTY)),
            on: Zone::Window(PieceWindow { around, ahead: [-1, 1], beside: [0, 1] }),
            undefended: false,
            lesser: false,
            safe: false,
            moves: false,
            each: Tally::Total(points.collect()),
            origin: self.origin.clone(),
        });
    }

    /// What brings nearer what an end asks of whoever wins by it.
    fn goal(&self, part: &Condition, evaluation: &mut Evaluation) {
        match part {
            Condition::Count(count) => self.race(count, evaluation),
            Condition::Line(rule) => self.lines(rule, evaluation),
            Condition::Run(run) => self.lines(&run.rule, evaluation),
            Condition::Connects(asked) => self.links(asked, evaluation),
            _ => {}
        }
    }

    /// Own pieces that are to come to a region.
    fn race(&self, count: &Count, evaluation: &mut Evaluation) {
        let board = self.game.rules.geometry.board();
        let kinds = Player::each(|owner| {
            let own = count.holds[owner.index()].and(Contents::owned(owner, self.game.rules.roster));
            own.pieces().map(|piece| piece.kind()).collect::<Vec<Kind>>()
        });
        let everywhere = count.on.iter().any(|on| on == board);
        if count.at_least == 0 || everywhere || kinds.iter().any(Vec::is_empty) {
            return;
        }
        let clear = count.at_least == 1
            && self.game.alternates()
            && board.count() <= 256
            && !kinds.iter().flatten().any(|&kind| self.game.rules.is_royal(kind));
        let steps = 16;
        let near = (0..steps).map(|moves| Points::same(6 * (steps - moves) + (320 >> moves)));
        self.distance("goal", (&kinds, &count.on, false), near.collect(), evaluation);
        if clear {
            let free = (0..steps).map(|moves| Points::same(300 - 15 * moves));
            self.distance("clear", (&kinds, &count.on, true), free.collect(), evaluation);
        }
    }

    fn distance(
        &self,
        name: &str,
        (kinds, to, clear): (&[Vec<Kind>; 2], &[CellSet; 2], bool),
        points: Vec<Points>,
        evaluation: &mut Evaluation,
    ) {
        let name = format!("distance.{name}");
        if evaluation.surveys.iter().any(|term| term.name == name) {
            return;
        }
        let what = Survey::Distance(Box::new(Distance { of: kinds.clone(), to: *to, clear }));
        let worth = CountWorth::ByCount(points);
        evaluation.surveys.push(SurveyTerm { name, what, worth, origin: self.origin.clone() });
    }

    /// Own pieces in a row with room to be more.
    fn lines(&self, rule: &LineRule, evaluation: &mut Evaluation) {
        if !(2..=LONGEST_RUN).contains(&rule.length) || !evaluation.patterns.is_empty() {
            return;
        }
        let length = rule.length as usize;
        // Of each pattern and its mirror image one.
        let windows = (1u32..(1 << length) - 1).filter(|&set| set <= set.reverse_bits() >> (32 - length));
        for set in windows {
            let own = set.count_ones();
            let cells = (0..length).map(|at| if set >> at & 1 == 1 { Symbol::Own } else { Symbol::Empty });
            let points = 5i32.pow(own - 1).min(400);
            evaluation.patterns.push(Pattern {
                name: format!("run-{own}-{set}"),
                cells: cells.collect(),
                weight: self.weight(points),
            });
        }
    }

    /// Regions that are to be joined, two by two.
    fn links(&self, asked: &Connects, evaluation: &mut Evaluation) {
        let [first, second] = &asked.regions;
        let points: Vec<Points> =
            [500, 300, 200, 140, 100, 70, 50, 35, 22, 12, 5, 0].into_iter().map(Points::same).collect();
        for one in 0..first.len().min(4) {
            for other in one + 1..first.len().min(4) {
                let between = [[first[one], first[other]], [second[one], second[other]]];
                let name = format!("link.sides-{}-{}", one + 1, other + 1);
                if evaluation.surveys.iter().all(|term| term.name != name) {
                    let what = Survey::Link(Box::new(Link { between, along: asked.along.clone() }));
                    let worth = CountWorth::ByCount(points.clone());
                    evaluation.surveys.push(SurveyTerm { name, what, worth, origin: self.origin.clone() });
                }
            }
        }
    }

    /// Where nothing is captured and whoever cannot move has lost, cells that one comes to first are moves to come.
    fn room(&self, evaluation: &mut Evaluation) {
        let stuck = |end: &End| end.winner == Award::Mover && end.when == Condition::NoMoves;
        if self.captures() || !self.game.rules.ends.iter().any(stuck) {
            return;
        }
        let travels = |kind: &Kind| {
            self.game.rules.moves.iter().any(|rule| rule.kind == Some(*kind) && rule.action.travels())
        };
        for kind in self.kinds().filter(travels) {
            let name = format!("influence.{}", self.game.kind_name(kind));
            self.influence(name, Going::Moves(kind), 12, evaluation);
            evaluation.mobility = Some(self.weight(1));
        }
    }

    fn influence(&self, name: String, by: Going, points: i32, evaluation: &mut Evaluation) {
        let from = Player::each(|owner| Contents::owned(owner, self.game.rules.roster));
        evaluation.surveys.push(SurveyTerm {
            name,
            what: Survey::Influence(Box::new(Influence { from, by })),
            worth: CountWorth::Each(Points::same(points)),
            origin: self.origin.clone(),
        });
    }

    /// Pieces that leave the board where that is what they are for.
    fn exits(&self, evaluation: &mut Evaluation) {
        let movement = &self.game.tables.movement;
        let leaves = |piece: Piece, cell: &Cell| {
            let filters = &movement.filters[piece.owner().index()];
            movement.steps(piece, *cell).iter().any(|step| filters[step.land as usize].always)
        };
        let board = self.game.rules.geometry.board();
        let from = Player::each(|owner| {
            let cells = |kind| board.iter().filter(move |cell| leaves(Piece::new(kind, owner), cell));
            self.kinds().flat_map(cells).collect::<CellSet>()
        });
        if from.iter().any(CellSet::is_empty) {
            return;
        }
        evaluation.values.clear();
        evaluation.exited = Some(self.weight(60));
        let kinds: Vec<Kind> = self.kinds().collect();
        let near = (0..8).map(|moves| Points::same((40 - 8 * moves).max(-20)));
        self.distance("exit", (&[kinds.clone(), kinds], &from, false), near.collect(), evaluation);
    }

    /// Empty cells that count in the end, and groups that may be enclosed.
    fn territory(&self, evaluation: &mut Evaluation) {
        let encloses = self.game.rules.effects().any(|effect| effect.cells == Touched::Enclosed);
        let along = joining(self.game);
        if self.game.rules.area > 0 {
            self.influence("influence.near".to_owned(), Going::Steps(along.clone()), 20, evaluation);
        }
        if self.is_flanked() {
            let ways = self.game.rules.geometry.circle().iter().copied().filter(|by| *by > by.times(-1));
            evaluation.surveys.push(SurveyTerm {
                name: "stable".to_owned(),
                what: Survey::Stable(ways.collect()),
                worth: CountWorth::Each(Points::same(60)),
                origin: self.origin.clone(),
            });
        }
        if encloses {
            let points = [-100, -60, -10, 5, 12, 18].into_iter().map(Points::same);
            evaluation.surveys.push(SurveyTerm {
                name: "liberties".to_owned(),
                what: Survey::Liberties(along),
                worth: CountWorth::ByCount(points.collect()),
                origin: self.origin.clone(),
            });
        }
    }
}

/// How pieces are joined to groups, in ascending order.
fn joining(game: &Game) -> Vec<Offset> {
    let mut along = game.rules.geometry.joining();
    along.sort_unstable();
    along
}
