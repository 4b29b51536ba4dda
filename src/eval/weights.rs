//! The definition's own terms, one by one, for whoever wants to see where a value comes from.

use super::attacked::attack_points;
use super::derive::weighed;
use super::network::network_points;
use super::script::{ScriptError, ScriptPart, ScriptShare};
use super::surveyed::survey_points;
use super::{Score, Scorer, lines};
use crate::game::{
    Block, Cell, Formation, Game, Kind, Origin, Pattern, Phase, Piece, Player, Points, Script, Squares,
    Weight,
};
use crate::on_board;
use crate::position::Position;

/// One term of an evaluation and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// The term as the definition writes it: `values.pawn`, `squares.car`, `blocks.direct` …
    pub name: String,
    /// Its share, positive for the first player.
    pub score: Score,
    /// Its line.
    pub origin: Option<Origin>,
}

impl Term {
    fn new(name: String, score: Score, origin: &Origin) -> Term {
        Term { name, score, origin: Some(origin.clone()) }
    }
}

/// The static value of a position, term by term in the order material, hands, squares, formations, blocks,
/// lines, attacks, influence, distance, link, liberties, stable, parity, mobility, gone, tempo, network; the value is the sum. Terms that say nothing here are listed with 0. Ends of the game are
/// left aside.
///
/// Where the game has a phase, each term shows the mean of its early and late points. Each is rounded, and so
/// is their sum: the term `rounding` is what lies between.
///
/// Worked out from the board alone, apart from what a search keeps up to date, so that each checks the other.
///
/// ```
/// use banco::{Game, Position, evaluate, explain};
///
/// let position = Position::parse(&Game::named("dodgem")?, "B../.B./.WW b").expect("a position");
/// let terms = explain(&position).expect("no script fails");
/// let sum: i32 = terms.iter().map(|term| term.score).sum();
/// assert_eq!(Ok(sum), evaluate(&position));
/// # Ok::<(), banco::DefinitionError>(())
/// ```
///
/// # Errors
///
/// What the script does wrong, where the definition names one.
pub fn explain(position: &Position) -> Result<Vec<Term>, ScriptError> {
    let position = &*weighed(position);
    let game = position.game();
    let evaluation = &game.evaluation;
    let kind = |kind: Kind| &game.names.kinds[kind.index()].name;
    let mut weighed = Weighed::new(position);
    for (of, weight) in &evaluation.values {
        let points = weight.points() * held_balance(position, *of);
        weighed.add(format!("values.{}", kind(*of)), points, &weight.origin);
    }
    for term in &evaluation.hands {
        let worth = |owner: Player| term.worth.of(held(position, term.kind, owner)) * owner.sign();
        let points = Player::each(worth).into_iter().sum();
        weighed.add(format!("hands.{}", kind(term.kind)), points, &term.origin);
    }
    for table in &evaluation.squares {
        squares(position, table, &format!("squares.{}", kind(table.kind)), &mut weighed);
    }
    for formation in &evaluation.formations {
        let name = format!("formations.{}", formation.name);
        weighed.add(name, around(position, formation), &formation.origin);
    }
    for block in &evaluation.blocks {
        let name = format!("blocks.{}", block.name);
        weighed.terms.push(Term::new(name, blocks(position, block), &block.weight.origin));
    }
    for pattern in &evaluation.patterns {
        let name = format!("lines.{}", pattern.name);
        weighed.terms.push(Term::new(name, patterns(position, pattern), &pattern.weight.origin));
    }
    for term in &evaluation.attacks {
        weighed.add(format!("attacks.{}", term.name), attack_points(position, term), &term.origin);
    }
    for term in &evaluation.surveys {
        weighed.add(term.name.clone(), survey_points(position, term), &term.origin);
    }
    if let Some(weight) = &evaluation.mobility {
        weighed.add("mobility".to_string(), mobility(position, weight), &weight.origin);
    }
    for of in &evaluation.mobility_of {
        weighed.add(format!("mobility.{}", kind(of.0)), mobility_of(position, of), &of.1.origin);
    }
    if let Some(weight) = &evaluation.exited {
        weighed.add("gone".to_string(), exited(position, weight), &weight.origin);
    }
    if let Some(weight) = &evaluation.tempo {
        weighed.add("tempo".to_string(), weight.points() * position.turn().sign(), &weight.origin);
    }
    let mut terms = weighed.terms();
    if let Some((network, named)) = evaluation.network.as_ref().zip(evaluation.names_network.as_ref()) {
        terms.push(Term::new("network".to_owned(), network_points(position, network), &named.origin));
    }
    terms.extend(scripted(position)?);
    Ok(terms)
}

/// Terms, those among them weighed that have early and late points.
struct Weighed<'a> {
    phase: Option<&'a Phase>,
    /// What the pieces on the board count for the phase.
    left: i32,
    sum: Points,
    /// What the terms of that sum show.
    rounded: Score,
    terms: Vec<Term>,
}

impl<'a> Weighed<'a> {
    fn new(position: &'a Position) -> Self {
        let phase = position.game().evaluation.phase.as_ref();
        let count = |kind: Kind| {
            let standing = position.pieces().iter().filter(|p| !p.is_none() && p.kind() == kind).count();
            standing as i32 + Player::each(|owner| i32::from(held(position, kind, owner))).iter().sum::<i32>()
        };
        let weights = phase.iter().flat_map(|phase| &phase.weights);
        let left = weights.map(|&(kind, weight)| weight * count(kind)).sum();
        Weighed { phase, left, sum: Points::NONE, rounded: 0, terms: Vec::new() }
    }

    fn score(&self, points: Points) -> Score {
        self.phase.map_or(points.early(), |phase| phase.mean(points, self.left))
    }

    fn add(&mut self, name: String, points: Points, origin: &Origin) {
        let score = self.score(points);
        self.sum += points;
        self.rounded += score;
        self.terms.push(Term::new(name, score, origin));
    }

    /// The terms; rounded each by itself, they need not add up to their rounded sum.
    fn terms(mut self) -> Vec<Term> {
        if let Some(phase) = self.phase {
            let between = self.score(self.sum) - self.rounded;
            self.terms.push(Term::new("rounding".to_string(), between, &phase.origin));
        }
        self.terms
    }
}

/// What a script says, hook by hook.
fn scripted(position: &Position) -> Result<Vec<Term>, ScriptError> {
    let game = position.game();
    let Some(script) = &game.evaluation.script else { return Ok(Vec::new()) };
    on_board!(position.engine(), board => {
        let mut scorer = Scorer::new(game, board);
        let shares = scorer.scripted(board);
        if let Some(error) = scorer.fault() {
            return Err(error.clone());
        }
        Ok(shares.iter().flat_map(|share| script_terms(script, share)).collect())
    })
}

/// The terms of a hook: one, or one for each number that it gives by name.
fn script_terms(script: &Script, share: &ScriptShare) -> Vec<Term> {
    let (hook, origin) = (share.hook, script.origin(share.hook));
    if share.parts.is_empty() {
        return vec![Term::new(format!("script.{hook}"), share.score, &origin)];
    }
    let term = |part: &ScriptPart| {
        let origin = Origin { line: part.line.unwrap_or(origin.line), ..origin.clone() };
        Term::new(format!("script.{hook}.{}", part.name), part.score, &origin)
    };
    share.parts.iter().map(term).collect()
}

/// The static value of a position, see [`explain`].
///
/// # Errors
///
/// What the script does wrong, where the definition names one.
pub fn evaluate(position: &Position) -> Result<Score, ScriptError> {
    Ok(explain(position)?.iter().map(|term| term.score).sum())
}

/// Pieces of the first player less those of the second, of those that `counts` accepts.
fn balance(position: &Position, counts: impl Fn(Piece) -> bool) -> Score {
    let pieces = position.pieces();
    let roster = position.game().rules.roster;
    pieces.iter().filter(|&&p| counts(p)).filter_map(|&p| Some(roster.owner(p)?.sign())).sum()
}

pub(super) fn held(position: &Position, kind: Kind, owner: Player) -> u16 {
    position.held(Piece::new(kind, owner))
}

/// Pieces of a kind, the first player's less the second's: those in hand included, unless those are worth something else.
pub(super) fn held_balance(position: &Position, kind: Kind) -> i32 {
    let standing = balance(position, |piece| piece.kind() == kind);
    if position.game().evaluation.hands.iter().any(|term| term.kind == kind) {
        return standing;
    }
    let [first, second] = Player::each(|owner| i32::from(held(position, kind, owner)));
    standing + first - second
}

/// A table given once is one term, a table per player one each.
fn squares(position: &Position, table: &Squares, name: &str, weighed: &mut Weighed<'_>) {
    let game: &Game = position.game();
    let of = |player: Player| -> Points {
        let piece = Piece::new(table.kind, player);
        let cells = game.rules.geometry.board().iter().filter(|&cell| position.at(cell) == piece);
        cells.map(|cell| table.at(player, cell)).sum()
    };
    let [first, second] = Player::each(of);
    if table.origin[0] == table.origin[1] {
        return weighed.add(name.to_owned(), first + second, &table.origin[0]);
    }
    for (player, points) in [(Player::First, first), (Player::Second, second)] {
        weighed.add(format!("{name}.{}", game.player_name(player)), points, &table.origin[player.index()]);
    }
}

/// Counts around each piece, cell by cell.
fn around(position: &Position, formation: &Formation) -> Points {
    let game: &Game = position.game();
    let asked = |cell: Cell| {
        let piece = position.at(cell);
        if piece.is_none() || piece.kind() != formation.kind {
            return Points::NONE;
        }
        let points = formation.points[piece.owner().index()].get(cell.index()).copied().unwrap_or_default();
        points * around_at(position, formation, cell)
    };
    game.rules.geometry.board().iter().map(asked).sum()
}

/// How often a formation gives its points to the piece of its kind on a cell, minus for the second player's.
pub(super) fn around_at(position: &Position, formation: &Formation, cell: Cell) -> i32 {
    let game: &Game = position.game();
    let owner = position.at(cell).owner();
    let cells = formation.cells(&game.rules.geometry, game.evaluation.orientation.forward, owner, cell);
    let holds = formation.holds[owner.index()];
    let count = cells.iter().filter(|&cell| holds.has(position.at(cell))).count();
    owner.sign() * formation.asks.times(count as u32)
}

fn blocks(position: &Position, block: &Block) -> Score {
    block.weight.value * blocked_pairs(position, block)
}

/// Pairs of a blocker and a blocked piece, plus for the first player's blockers.
pub(super) fn blocked_pairs(position: &Position, block: &Block) -> i32 {
    let geometry = &position.game().rules.geometry;
    let blocked = |cell| {
        let whose = |cell| position.game().rules.roster.owner(position.at(cell));
        let Some(owner) = whose(cell) else { return 0 };
        let other = geometry.neighbour(cell, block.towards[owner.index()]).and_then(whose);
        other.filter(|&other| other != owner).map_or(0, Player::sign)
    };
    geometry.board().iter().map(blocked).sum()
}

fn patterns(position: &Position, pattern: &Pattern) -> Score {
    let all = &position.game().tables.lines.list;
    let readings = lines::Reading::both_ways(pattern);
    on_board!(position.engine(), board => {
        let contents = |(number, line): (usize, &crate::game::Line)| {
            lines::points(&readings, board.line(number, line.cells.len() as u8, Player::First))
        };
        all.iter().enumerate().map(contents).sum()
    })
}

fn mobility(position: &Position, weight: &Weight) -> Points {
    weight.points() * player_moves(position)
}

/// The first player's moves less the second's.
pub(super) fn player_moves(position: &Position) -> i32 {
    on_board!(position.engine(), board => {
        let [first, second] = Player::each(|player| board.mobility(position.game(), player) as Score);
        first - second
    })
}

fn mobility_of(position: &Position, of: &(Kind, Weight)) -> Points {
    of.1.points() * kind_moves(position, of)
}

/// Moves of the first player's pieces of a kind less those of the second's.
pub(super) fn kind_moves(position: &Position, of: &(Kind, Weight)) -> i32 {
    let one = std::slice::from_ref(of);
    on_board!(position.engine(), board => {
        let moves = |player| board.mobility_of::<_, Score>(position.game(), player, one, |_, moves| moves);
        moves(Player::First) - moves(Player::Second)
    })
}

fn exited(position: &Position, weight: &Weight) -> Points {
    weight.points() * exited_balance(position)
}

/// Pieces of the first player that are gone less those of the second.
pub(super) fn exited_balance(position: &Position) -> i32 {
    let game = position.game();
    let started: Score =
        game.rules.setup.iter().filter_map(|&piece| Some(game.rules.roster.owner(piece)?.sign())).sum();
    started - balance(position, |_| true)
}
