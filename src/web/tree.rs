//! Trees as the textbooks draw them: what an algorithm looks at, of a position or of a tree that somebody typed in.

use serde::Deserialize;
use serde_json::json;

use super::ask::Site;
use super::games::PlayedLine;
use super::refused::{Answer, Refused, Stop};
use crate::answer::{figure_labels, move_labels, tree_json, visit_positions};
use crate::search::textbook::{Algorithm, Payoff};
use crate::search::{Limits, Search};
use crate::suite::Figure;

/// So many nodes are remembered; the others are counted.
const MOST_RECORDED: usize = 20_000;

/// So many positions are visited.
const MOST_VISITED: u64 = 3_000_000;

/// The most nodes that are answered.
const MOST_NODES: usize = 2_000;

/// Of what, by which algorithm, how far.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TreeRequest {
    /// A position.
    #[serde(default)]
    line: Option<PlayedLine>,
    /// A tree as data, in place of a position.
    #[serde(default)]
    figure: Option<String>,
    algorithm: String,
    #[serde(default)]
    depth: u32,
    #[serde(default)]
    nodes: usize,
    /// A win is worth less the later it comes.
    #[serde(default)]
    by_depth: bool,
}

fn algorithm(name: &str) -> Result<Algorithm, Refused> {
    match name {
        "minimax" => Ok(Algorithm::Minimax),
        "minimax-iterative" => Ok(Algorithm::MinimaxIterative),
        "negamax" => Ok(Algorithm::Negamax),
        "alpha-beta" => Ok(Algorithm::AlphaBeta),
        "alpha-beta-strict" => Ok(Algorithm::AlphaBetaStrict),
        _ => Err(Refused::wrong("algorithm", "there is no such algorithm")),
    }
}

/// The tree that an algorithm looks at, its values, windows and cut-offs.
pub(super) fn tree(site: &Site, stop: &Stop, asked: TreeRequest) -> Answer {
    let algorithm = algorithm(&asked.algorithm)?;
    let most = asked.nodes.clamp(1, MOST_NODES);
    let limits = |depth: u32| Limits { depth, nodes: MOST_VISITED, stop: stop.clone(), ..Limits::default() };
    match (&asked.figure, &asked.line) {
        (Some(text), _) => {
            let figure = Figure::parse(text).map_err(|error| Refused::wrong("tree", error.to_string()))?;
            let depth = figure.tree.height();
            let recorded = figure.tree.trace(algorithm, &limits(depth), MOST_RECORDED).pruned(most);
            let labels = figure_labels(&recorded.nodes, &figure.tree.root);
            let mut answer = tree_json(&asked.algorithm, depth, &recorded, &labels);
            answer["name"] = json!(figure.name);
            answer["players"] = json!(figure.players);
            Ok(answer)
        }
        (None, Some(line)) => {
            let (_, position) = site.games.position(line, stop)?;
            if !position.game().alternates() {
                return Err(Refused::wrong(
                    "algorithm",
                    "the textbooks' players move by turns, one move each",
                ));
            }
            let depth = asked.depth.clamp(1, 64);
            let payoff = if asked.by_depth { Payoff::ByDepth } else { Payoff::Flat };
            let mut search = Search::default();
            let recorded = search.trace(&position, algorithm, payoff, &limits(depth), MOST_RECORDED);
            if let Some(error) = &recorded.script_error {
                return Err(Refused::wrong("script", error.to_string()));
            }
            let recorded = recorded.pruned(most);
            let labels = move_labels(&recorded.nodes, &position);
            let mut answer = tree_json(&asked.algorithm, depth, &recorded, &labels);
            answer["position"] = json!(position.to_string());
            let mut boards = serde_json::Map::new();
            if position.game().rules.geometry.size() <= 30 {
                visit_positions(&recorded.nodes, &position, &mut |at, position| {
                    let pieces: Vec<u8> = position.pieces().iter().map(|piece| piece.0).collect();
                    boards.insert(at.to_string(), json!(pieces));
                });
            }
            answer["boards"] = boards.into();
            Ok(answer)
        }
        (None, None) => Err(Refused::wrong("request", "say a position or a tree")),
    }
}
