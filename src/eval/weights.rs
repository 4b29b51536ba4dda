//! The definition's own terms, one by one, for whoever wants to see where a value comes from.

use super::script::ScriptError;
use super::{Score, Scorer, lines};
use crate::game::{
    Block, Formation, Game, Kind, Origin, Pattern, Phase, Piece, Player, Points, Squares, Weight,
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

/// The static value of a position, term by term in the order material, squares, formations, blocks,
/// lines, mobility, exits; the value is the sum. Terms that say nothing here are listed with 0. Ends of the game are
/// left aside.
///
/// Where the game has a phase, each term shows the mean of its early and late points. Each is rounded, and so
/// is their sum: the term `rounding` is what lies between.
///
/// Worked out from the board alone, apart from what a [`Scorer`] keeps up to date, so
/// that each checks the other.
///
/// # Errors
///
/// What the script does wrong, where the definition names one.
pub fn explain(position: &Position) -> Result<Vec<Term>, ScriptError> {
    let game = position.game();
    let evaluation = &game.evaluation;
    let kind = |kind: Kind| &game.kinds[kind.index()].name;
    let mut weighed = Weighed::new(position);
    for (of, weight) in &evaluation.values {
        let [first, second] = Player::BOTH.map(|owner| held(position, *of, owner));
        let points = weight.points() * (balance(position, |piece| piece.kind() == *of) + first - second);
        weighed.add(format!("values.{}", kind(*of)), points, &weight.origin);
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
    if let Some(weight) = &evaluation.mobility {
        weighed.add("mobility".to_string(), mobility(position, weight), &weight.origin);
    }
    for of in &evaluation.mobility_of {
        weighed.add(format!("mobility.{}", kind(of.0)), mobility_of(position, of), &of.1.origin);
    }
    if let Some(weight) = &evaluation.exited {
        weighed.add("gone".to_string(), exited(position, weight), &weight.origin);
    }
    let mut terms = weighed.terms();
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
            standing as i32 + Player::BOTH.map(|owner| held(position, kind, owner)).iter().sum::<i32>()
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
        let term = |(hook, score)| Term::new(format!("script.{hook}"), score, &script.origin(hook));
        Ok(shares.into_iter().map(term).collect())
    })
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
    let roster = position.game().roster;
    pieces.iter().filter(|&&p| counts(p)).filter_map(|&p| Some(roster.owner(p)?.sign())).sum()
}

fn held(position: &Position, kind: Kind, owner: Player) -> i32 {
    position.held(Piece::new(kind, owner)) as i32
}

/// A table given once is one term, a table per player one each.
fn squares(position: &Position, table: &Squares, name: &str, weighed: &mut Weighed<'_>) {
    let game: &Game = position.game();
    let of = |player: Player| -> Points {
        let piece = Piece::new(table.kind, player);
        let cells = game.geometry.board().iter().filter(|&cell| position.at(cell) == piece);
        cells.map(|cell| table.at(player, cell)).sum()
    };
    let [first, second] = Player::BOTH.map(of);
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
    let asked = |cell| {
        let piece = position.at(cell);
        if piece.is_none() || piece.kind() != formation.kind {
            return Points::NONE;
        }
        let owner = piece.owner();
        let cells = formation.cells(&game.geometry, game.forward, owner, cell);
        let holds = formation.holds[owner.index()];
        let count = cells.iter().filter(|&cell| holds.has(position.at(cell))).count();
        let points = formation.points[owner.index()].get(cell.index()).copied().unwrap_or_default();
        points * (owner.sign() * formation.asks.times(count as u32))
    };
    game.geometry.board().iter().map(asked).sum()
}

fn blocks(position: &Position, block: &Block) -> Score {
    let geometry = &position.game().geometry;
    let blocked = |cell| {
        let whose = |cell| position.game().roster.owner(position.at(cell));
        let Some(owner) = whose(cell) else { return 0 };
        let other = geometry.neighbour(cell, block.towards[owner.index()]).and_then(whose);
        other.filter(|&other| other != owner).map_or(0, Player::sign)
    };
    block.weight.value * geometry.board().iter().map(blocked).sum::<Score>()
}

fn patterns(position: &Position, pattern: &Pattern) -> Score {
    let all = &position.game().lines.list;
    let readings = lines::Reading::both_ways(pattern);
    on_board!(position.engine(), board => {
        let contents = |(number, line): (usize, &crate::game::Line)| {
            lines::points(&readings, board.line(number, line.cells.len() as u8, Player::First))
        };
        all.iter().enumerate().map(contents).sum()
    })
}

fn mobility(position: &Position, weight: &Weight) -> Points {
    on_board!(position.engine(), board => {
        let [first, second] = Player::BOTH.map(|player| board.mobility(position.game(), player) as Score);
        weight.points() * (first - second)
    })
}

fn mobility_of(position: &Position, of: &(Kind, Weight)) -> Points {
    let one = std::slice::from_ref(of);
    on_board!(position.engine(), board => {
        let moves = |player| board.mobility_of::<_, Score>(position.game(), player, one, |_, moves| moves);
        of.1.points() * (moves(Player::First) - moves(Player::Second))
    })
}

fn exited(position: &Position, weight: &Weight) -> Points {
    let game = position.game();
    let started: Score = game.setup.iter().filter_map(|&piece| Some(game.roster.owner(piece)?.sign())).sum();
    weight.points() * (started - balance(position, |_| true))
}
