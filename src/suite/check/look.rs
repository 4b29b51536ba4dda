//! What a search finds.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{Budget, Checker, known, rules, score};
use crate::eval::{LIMIT, plies_to_win};
use crate::game::Move;
use crate::position::Position;
use crate::search::{Limits, Report, Search};
use crate::solve::SolvedTable;
use crate::suite::case::{Limit, Value};
use crate::suite::plain::plies_text;
use crate::suite::verdict::{Failure, Lead, Reproduction, Verdict};

/// Positions that a search may visit to prove a value before the game is solved instead, if it is small.
const FEW_NODES: u64 = 50_000;

/// Megabytes that a search remembers positions in.
const MEMORY: usize = 16;

/// Moves of a line that a failure shows.
const LINE: usize = 12;

impl Limit {
    /// The limits of a search.
    pub(super) fn limits(self) -> Limits {
        match self {
            Limit::Depth(depth) => Limits::depth(depth),
            Limit::Nodes(nodes) => Limits { nodes, ..Limits::default() },
        }
    }
}

impl Budget {
    /// The limits of a search that may spend the rest on the proof that a win found is the nearest.
    fn limits(self) -> Limits {
        Limits { nodes: self.nodes, proof: self.nodes, ..Limits::default() }
    }
}

impl Checker<'_> {
    fn search(&self, position: &Position, limits: Limits) -> Result<Report, Failure> {
        let limits = Limits { stop: Arc::clone(&self.stop), ..limits };
        let mut report = Search::new(MEMORY).run(position, &limits, &mut |_| {});
        report.script_error.take().map_or(Ok(report), |error| Err(score::failed(error)))
    }

    pub(super) fn best(&self, position: &Position, moves: &[String], limit: Limit) -> Result<(), Failure> {
        self.move_found(position, moves, limit, true)
    }

    pub(super) fn avoid(&self, position: &Position, moves: &[String], limit: Limit) -> Result<(), Failure> {
        self.move_found(position, moves, limit, false)
    }

    fn move_found(
        &self,
        position: &Position,
        moves: &[String],
        limit: Limit,
        wanted: bool,
    ) -> Result<(), Failure> {
        let report = self.search(position, limit.limits())?;
        let found = report.best().map(|mv| position.move_text(mv));
        if found.as_ref().is_some_and(|found| moves.contains(found) == wanted) {
            return Ok(());
        }
        let any_but = if wanted { "" } else { "any move but " };
        let expected = format!("{any_but}{}", moves.join(" or "));
        let found = found.map_or("no move: the game is over".to_owned(), |_| said(position, &report));
        let failure = Failure::new(expected, found).leads(line_leads(position, &report));
        // What the search would have had to choose instead.
        let instead = |text: &String| position.parse_move(text).ok();
        let search_moves = match wanted {
            true => moves.iter().filter_map(instead).collect(),
            false => position
                .legal_moves()
                .into_iter()
                .filter(|&mv| !moves.contains(&position.move_text(mv)))
                .collect(),
        };
        Err(self.worth(position, search_moves, limit).map_or(failure.clone(), |lead| failure.leads([lead])))
    }

    /// What the best of some moves is worth, as a search of them alone says.
    fn worth(&self, position: &Position, search_moves: Vec<Move>, limit: Limit) -> Option<Lead> {
        if search_moves.is_empty() {
            return None;
        }
        let report = self.search(position, Limits { search_moves, ..limit.limits() }).ok()?;
        let rule = rules::made_by(position, report.best()?);
        Some(Lead { text: format!("wanted: {}", said(position, &report)), origin: rule.origin })
    }

    pub(super) fn value(&self, position: &Position, value: Value, plies: Option<u32>, slow: bool) -> Verdict {
        let report = match self.proof(position, slow) {
            Ok(report) => report,
            Err(failure) => return Verdict::Failed(failure),
        };
        if !report.exact {
            return self.undecided(position, &report, value_text(value, plies), slow);
        }
        let found = value_of(position, &report);
        if found.0 == value && (plies.is_none() || plies == found.1) {
            return Verdict::Passed;
        }
        let failure = Failure::new(value_text(value, plies), value_text(found.0, found.1));
        self.judged_otherwise(failure, position, &report, slow)
    }

    pub(super) fn within(&self, position: &Position, plies: u32, slow: bool) -> Verdict {
        let report = match self.proof(position, slow) {
            Ok(report) => report,
            Err(failure) => return Verdict::Failed(failure),
        };
        let found = value_of(position, &report);
        if found.0 == Value::Win && found.1.is_some_and(|found| found <= plies) {
            return Verdict::Passed;
        }
        let expected = format!("the player to move wins within {}", plies_text(plies));
        if !report.exact && found.0 != Value::Loss {
            return self.undecided(position, &report, expected, slow);
        }
        let failure = Failure::new(expected, value_text(found.0, found.1));
        self.judged_otherwise(failure, position, &report, slow)
    }

    /// A claim about who wins fails: the moves that were found lead to why, or the ends that somebody wins by.
    fn judged_otherwise(
        &self,
        failure: Failure,
        position: &Position,
        report: &Report,
        slow: bool,
    ) -> Verdict {
        let failure = failure.leads(line_leads(position, report));
        let failure = failure.leads(rules::ends_with_a_winner(position.game()));
        Verdict::Failed(failure.asked(self.search_again(slow)))
    }

    /// What is found out about a position's value: by a table that was given; where the game can be solved,
    /// by a short search, else by solving it; where it cannot, by a long search.
    fn proof(&self, position: &Position, slow: bool) -> Result<Report, Failure> {
        let given = self.known.find(position).and_then(|table| told(position, table));
        if let Some(known) = given {
            return Ok(known);
        }
        match self.solved(position, slow)? {
            Some(known) => Ok(known),
            None => self.search(position, self.budget(slow).limits()),
        }
    }

    fn solved(&self, position: &Position, slow: bool) -> Result<Option<Report>, Failure> {
        let memory = self.budget(slow).memory;
        if !known::is_solvable(position, memory) {
            return Ok(None);
        }
        let report = self.search(position, Limits { nodes: FEW_NODES, ..Limits::default() })?;
        if report.exact {
            return Ok(Some(report));
        }
        let table = self.known.solve(position, memory, &self.stop);
        Ok(table.and_then(|table| told(position, table)))
    }

    fn budget(&self, slow: bool) -> Budget {
        self.slow.filter(|_| slow).unwrap_or(self.usual)
    }

    /// The search that shows again what was found of a value.
    fn search_again(&self, slow: bool) -> Reproduction {
        Reproduction::Search(Limit::Nodes(self.budget(slow).nodes))
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A search that proved nothing, which is a failure: what is not verified must not look as if it were.
    fn undecided(&self, position: &Position, report: &Report, expected: String, slow: bool) -> Verdict {
        if self.is_stopped() {
            return Verdict::Skipped("stopped".to_owned());
        }
        let found = format!("not proven after {} positions", report.nodes);
        let found = format!("{found}, at depth {} it is {}", report.depth, said(position, report));
        self.judged_otherwise(Failure::new(expected, found), position, report, slow)
    }
}

/// What a table says of a position, with the play to the end.
fn told(position: &Position, table: Arc<SolvedTable>) -> Option<Report> {
    let report = Search::new(0).knowing(table).run(&position.alone(), &Limits::depth(1), &mut |_| {});
    Some(report).filter(|report| report.exact)
}

/// The value that a report says, as the player to move sees it, with the plies to the end.
fn value_of(position: &Position, report: &Report) -> (Value, Option<u32>) {
    let own = position.turn().sign() * report.score;
    let plies = plies_to_win(report.score).map(i32::unsigned_abs);
    match own {
        LIMIT.. => (Value::Win, plies),
        _ if own <= -LIMIT => (Value::Loss, plies),
        _ => (Value::Draw, None),
    }
}

fn value_text(value: Value, plies: Option<u32>) -> String {
    let plies = match plies {
        None => String::new(),
        Some(plies) => format!(" in {}", plies_text(plies)),
    };
    match value {
        Value::Win => format!("the player to move wins{plies}"),
        Value::Loss => format!("the player to move loses{plies}"),
        Value::Draw => "a draw".to_owned(),
    }
}

/// The score and the line of a report.
fn said(position: &Position, report: &Report) -> String {
    let score = match plies_to_win(report.score) {
        None => format!("{:+}", report.score),
        Some(_) => {
            let (value, plies) = value_of(position, report);
            value_text(value, plies)
        }
    };
    format!("{} ({score})", line_text(position, line(report)))
}

fn line(report: &Report) -> &[Move] {
    report.lines.first().map_or(&[], |line| &line.moves)
}

fn line_text(position: &Position, moves: &[Move]) -> String {
    let more = if moves.len() > LINE { " …" } else { "" };
    let moves = position.line_texts(&moves[..moves.len().min(LINE)]);
    format!("{}{more}", moves.join(" "))
}

/// The rule of the first move found, and the end that the line leads to.
fn line_leads(position: &Position, report: &Report) -> Vec<Lead> {
    let first = report.best().map(|mv| rules::made_by(position, mv));
    let mut copy = position.clone();
    line(report).iter().for_each(|&mv| copy.play(mv));
    let end = copy.outcome().map(|outcome| rules::ended_by(position.game(), &outcome));
    first.into_iter().chain(end).collect()
}
