//! Evaluations in JSON.

use serde_json::{Value, json};

use super::results::{outcome_json, points_json};
use crate::eval::{
    AttackPair, Score, SurveyCount, Term, attack_pairs, network_shares, survey_counts, weighed,
};
use crate::game::{Cell, Game, Piece, Survey, SurveyTerm};
use crate::position::Position;

/// The value of a position and the terms that it is made of.
pub(crate) fn eval_json(position: &Position, terms: &[Term], cells: bool) -> Value {
    let score: i32 = terms.iter().map(|term| term.score).sum();
    let term = |term: &Term| {
        json!({
            "name": term.name,
            "score": term.score,
            "file": term.origin.as_ref().map(|origin| &*origin.file),
            "line": term.origin.as_ref().map(|origin| origin.line),
        })
    };
    let terms: Vec<Value> = terms.iter().map(term).collect();
    let mut answer = json!({ "score": score, "terms": terms, "outcome": outcome_json(position) });
    if let Some(scores) = position.scores() {
        answer["points"] = points_json(position, scores);
    }
    if cells {
        let attacked = attacked(position).into_iter().map(|(term, pieces)| {
            let pieces = pieces.into_iter().map(|(piece, to)| json!({ "piece": piece, "cells": to }));
            json!({ "name": term, "pieces": pieces.collect::<Vec<_>>() })
        });
        answer["attacks"] = attacked.collect();
        answer["counts"] =
            surveyed(position).into_iter().map(|(term, counts)| counts_json(&term, counts)).collect();
        let shares = by_network(position).into_iter();
        answer["network"] = shares.map(|(piece, score)| json!({ "piece": piece, "score": score })).collect();
    }
    answer
}

fn counts_json(term: &str, counts: Vec<Counted>) -> Value {
    let counts = counts.into_iter();
    let counts = counts.map(|of| json!({ "player": of.player, "count": of.count, "cells": of.cells }));
    json!({ "name": term, "counts": counts.collect::<Vec<_>>() })
}

/// Something that is counted on the whole board.
pub(crate) struct Counted {
    /// For whom.
    pub player: String,
    /// How many; `None` where there is no way, or where it gives no points.
    pub count: Option<u16>,
    /// Where.
    pub cells: Vec<String>,
}

/// By term, what it counts on the whole board.
pub(crate) fn surveyed(position: &Position) -> Vec<(String, Vec<Counted>)> {
    let position = &*weighed(position);
    let game = position.game();
    let counted = |counted: SurveyCount| Counted {
        player: game.player_name(counted.player).to_owned(),
        count: counted.count.filter(|&count| count != Survey::NEVER),
        cells: counted.cells.iter().map(|cell| game.cell_name(cell)).collect(),
    };
    let of_term = |term: &SurveyTerm| {
        let counts = survey_counts(position, term).into_iter().map(counted);
        (term.name.clone(), counts.collect())
    };
    game.evaluation.surveys.iter().map(of_term).collect()
}

/// "white knight b1"
fn piece_there(game: &Game, piece: Piece, place: &str) -> String {
    format!("{} {} {place}", game.player_name(piece.owner()), game.kind_name(piece.kind()))
}

/// Pieces, each with what it is worth to the network.
pub(crate) fn by_network(position: &Position) -> Vec<(String, Score)> {
    let game = position.game();
    let named = |cell: Cell| piece_there(game, position.at(cell), &game.cell_name(cell));
    network_shares(position).into_iter().map(|(cell, score)| (named(cell), score)).collect()
}

/// Pieces, each with the cells that it attacks.
pub(crate) type AttackedCells = Vec<(String, Vec<String>)>;

/// By attack term, the pieces that it counts and the cells that they attack.
pub(crate) fn attacked(position: &Position) -> Vec<(String, AttackedCells)> {
    let position = &*weighed(position);
    let game = position.game();
    let piece_of = |pair: &AttackPair| {
        let from = pair.from.map_or_else(|| "in hand".to_owned(), |cell| game.cell_name(cell));
        piece_there(game, pair.piece, &from)
    };
    let of_term = |term| {
        let pairs = attack_pairs(position, term);
        let by_piece = pairs.chunk_by(|one, other| (one.from, one.piece) == (other.from, other.piece));
        let cells = |pairs: &[AttackPair]| pairs.iter().map(|pair| game.cell_name(pair.to)).collect();
        by_piece.filter_map(|pairs| Some((piece_of(pairs.first()?), cells(pairs)))).collect()
    };
    let terms = game.evaluation.attacks.iter();
    terms.map(|term| (format!("attacks.{}", term.name), of_term(term))).collect()
}
