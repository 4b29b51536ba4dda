//! The definition's own terms, one by one, for whoever wants to see where a value comes from.

use super::script::ScriptError;
use super::{Score, Scorer, lines};
use crate::game::{Block, Game, Kind, Origin, Pattern, Piece, Player, Squares, Weight};
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

/// The static value of a position, term by term in the order material, squares, blocks, lines,
/// mobility, exits; the value is the sum. Terms that say nothing here are listed with 0. Ends of the
/// game are left aside.
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
    let mut terms = Vec::new();
    for (of, weight) in &evaluation.values {
        let score = weight.value * balance(position, |piece| piece.kind() == *of);
        terms.push(Term::new(format!("values.{}", kind(*of)), score, &weight.origin));
    }
    for table in &evaluation.squares {
        let name = format!("squares.{}", kind(table.kind));
        terms.extend(squares(position, table, name));
    }
    for block in &evaluation.blocks {
        let name = format!("blocks.{}", block.name);
        terms.push(Term::new(name, blocks(position, block), &block.weight.origin));
    }
    for pattern in &evaluation.patterns {
        let name = format!("lines.{}", pattern.name);
        terms.push(Term::new(name, patterns(position, pattern), &pattern.weight.origin));
    }
    if let Some(weight) = &evaluation.mobility {
        terms.push(Term::new("mobility".to_string(), mobility(position, weight), &weight.origin));
    }
    if let Some(weight) = &evaluation.exited {
        terms.push(Term::new("exited".to_string(), exited(position, weight), &weight.origin));
    }
    terms.extend(scripted(position)?);
    Ok(terms)
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
    pieces.iter().filter(|&&p| !p.is_none() && counts(p)).map(|p| p.owner().sign()).sum()
}

/// A table given once is one term, a table per player one each.
fn squares(position: &Position, table: &Squares, name: String) -> Vec<Term> {
    let game: &Game = position.game();
    let of = |player: Player| -> Score {
        let piece = Piece::new(table.kind, player);
        let cells = game.geometry.board().iter().filter(|&cell| position.at(cell) == piece);
        cells.map(|cell| table.points[player.index()][cell.index()]).sum()
    };
    let [first, second] = Player::BOTH.map(of);
    if table.origin[0] == table.origin[1] {
        return vec![Term::new(name, first + second, &table.origin[0])];
    }
    let term = |player: Player, score| {
        Term::new(format!("{name}.{}", game.player_name(player)), score, &table.origin[player.index()])
    };
    vec![term(Player::First, first), term(Player::Second, second)]
}

fn blocks(position: &Position, block: &Block) -> Score {
    let geometry = &position.game().geometry;
    let blocked = |cell| {
        let piece = position.at(cell);
        if piece.is_none() {
            return 0;
        }
        let other = geometry.neighbour(cell, block.towards[piece.owner().index()]).map(|c| position.at(c));
        match other {
            Some(other) if !other.is_none() && other.owner() != piece.owner() => other.owner().sign(),
            _ => 0,
        }
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

fn mobility(position: &Position, weight: &Weight) -> Score {
    on_board!(position.engine(), board => {
        let [first, second] = Player::BOTH.map(|player| board.mobility(position.game(), player) as Score);
        weight.value * (first - second)
    })
}

fn exited(position: &Position, weight: &Weight) -> Score {
    let game = position.game();
    let started: Score = game.setup.iter().filter(|p| !p.is_none()).map(|p| p.owner().sign()).sum();
    weight.value * (started - balance(position, |_| true))
}
