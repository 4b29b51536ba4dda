//! Running a suite that is being written against a definition that is being written.

use serde::Deserialize;
use serde_json::{Value, json};

use super::ask::Site;
use super::games::GameSource;
use super::refused::{Answer, Refused, Stop, diagnostics_json};
use crate::diagnostic::{DefinitionError, Diagnostics, Sources};
use crate::suite::{
    Budget, Case, Checker, ExactValues, Failure, Job, Suite, Tried, Verdict, run as run_jobs,
};

/// A suite and its game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SuiteRequest {
    source: GameSource,
    name: String,
    text: String,
    /// Only what is wrong with its text.
    #[serde(default)]
    check: bool,
}

/// What is wrong with a suite, and how its cases go.
pub(super) fn run(site: &Site, stop: &Stop, asked: SuiteRequest) -> Answer {
    let kept = site.games.game(&asked.source)?;
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file: String = asked.name.chars().filter(|c| c.is_alphanumeric() || *c == '-').take(64).collect();
    let source = sources.add(&format!("suites/{file}.ron"), &asked.text);
    let suite = Suite::read(&sources, source, &mut diagnostics);
    if let Some(suite) = &suite {
        suite.check(&kept.loaded.game, &site.games.library, &sources, &mut diagnostics);
    }
    let (true, Some(suite)) = (!diagnostics.has_errors(), suite) else {
        return Err(Refused::definition(&DefinitionError { diagnostics, sources }));
    };
    let mut answer = json!({ "diagnostics": diagnostics_json(&diagnostics, &sources) });
    if asked.check {
        return Ok(answer);
    }
    let known = ExactValues::default();
    let checker = Checker {
        game: &kept.loaded.game,
        games: &site.games.library,
        reading: Some((&kept.loaded.reading, &kept.loaded.sources)),
        known: &known,
        usual: Budget::USUAL,
        slow: None,
        stop: stop.clone(),
    };
    let jobs: Vec<Job> = suite.cases.iter().map(|case| Job { checker: &checker, case }).collect();
    let tried = run_jobs(&jobs, 1, stop, &|_| {});
    let cases = suite.cases.iter().zip(&tried);
    answer["cases"] = cases.map(|(case, tried)| case_json(case, tried, &sources)).collect();
    Ok(answer)
}

fn case_json(case: &Case, tried: &Tried, sources: &Sources) -> Value {
    let (verdict, more) = match &tried.verdict {
        Verdict::Passed => ("passed", json!({})),
        Verdict::Skipped(why) => ("skipped", json!({ "why": why })),
        Verdict::Failed(failure) => ("failed", failure_json(failure)),
    };
    let mut value = json!({
        "name": case.name.value,
        "line": sources.locate(case.span).line,
        "verdict": verdict,
        "seconds": tried.took.as_secs_f64(),
    });
    if let (Value::Object(all), Value::Object(more)) = (&mut value, more) {
        all.extend(more);
    }
    value
}

fn failure_json(failure: &Failure) -> Value {
    let lead = |lead: &crate::suite::Lead| {
        let origin = lead.origin.as_ref();
        json!({
            "text": lead.text,
            "file": origin.map(|origin| &*origin.file),
            "line": origin.map(|origin| origin.line),
        })
    };
    json!({
        "expected": failure.expected,
        "found": failure.found,
        "leads": failure.leads.iter().map(lead).collect::<Vec<_>>(),
    })
}
