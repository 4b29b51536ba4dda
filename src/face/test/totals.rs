//! What `banco test` prints.

use std::io::{self, Write};
use std::time::Duration;

use clap::builder::styling::{AnsiColor, Style};
use serde_json::{Value, json};

use crate::suite::{Case, Failure, Lead, Tried, Verdict};

use super::super::output::{self, json_line, place, styled};
use super::chosen::Chosen;

/// How everything went.
pub(super) struct Totals<'a> {
    passed: usize,
    pub(super) failed: usize,
    skipped: usize,
    took: Duration,
    rows: Vec<SuiteRow<'a>>,
    /// What could not be run at all; each counts as one failure.
    broken: &'a [(String, output::Failure)],
}

/// How a suite went.
struct SuiteRow<'a> {
    suite: &'a Chosen,
    counts: [usize; 3],
    failures: Vec<(&'a Case, &'a Failure)>,
}

impl<'a> Totals<'a> {
    pub(super) fn of(
        chosen: &'a [Chosen],
        results: &'a [Vec<Tried>],
        broken: &'a [(String, output::Failure)],
        took: Duration,
    ) -> Totals<'a> {
        let rows: Vec<SuiteRow> =
            chosen.iter().zip(results).map(|(suite, tried)| SuiteRow::of(suite, tried)).collect();
        let sum = |which: usize| rows.iter().map(|row| row.counts[which]).sum();
        Totals { passed: sum(0), failed: sum(1) + broken.len(), skipped: sum(2), took, rows, broken }
    }

    pub(super) fn write(&self, json: bool, out: &mut dyn Write) -> io::Result<()> {
        if json { self.write_json(out) } else { self.write_text(out) }
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        for row in &self.rows {
            for (case, failure) in &row.failures {
                write_failure(row.suite, case, failure, out)?;
            }
        }
        let names =
            self.rows.iter().map(|row| &row.suite.name).chain(self.broken.iter().map(|(name, _)| name));
        let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
        for row in &self.rows {
            writeln!(out, "{:width$}  {}", row.suite.name, counted(row.counts))?;
        }
        for (name, failure) in self.broken {
            let cannot = styled(AnsiColor::Red.on_default(), "cannot be run");
            writeln!(out, "{name:width$}  {cannot}: {}", failure.line())?;
        }
        let all = counted([self.passed, self.failed, self.skipped]);
        writeln!(out, "{all} in {:.1} s", self.took.as_secs_f64())
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let failures: Vec<Value> = self.rows.iter().flat_map(SuiteRow::failures_json).collect();
        let all = json!({
            "passed": self.passed,
            "failed": self.failed,
            "skipped": self.skipped,
            "seconds": self.took.as_secs_f64(),
            "failures": failures,
            "broken": self.broken.iter().map(broken_json).collect::<Vec<_>>(),
        });
        json_line(out, &all)
    }
}

fn broken_json((name, failure): &(String, output::Failure)) -> Value {
    let mut row = failure.json();
    row["name"] = json!(name);
    row
}

impl<'a> SuiteRow<'a> {
    fn of(suite: &'a Chosen, tried: &'a [Tried]) -> SuiteRow<'a> {
        let mut row = SuiteRow { suite, counts: [0; 3], failures: Vec::new() };
        for (case, tried) in suite.cases.iter().zip(tried) {
            match &tried.verdict {
                Verdict::Passed => row.counts[0] += 1,
                Verdict::Failed(failure) => {
                    row.counts[1] += 1;
                    row.failures.push((case, failure));
                }
                Verdict::Skipped(_) => row.counts[2] += 1,
            }
        }
        row
    }

    fn failures_json(&self) -> impl Iterator<Item = Value> {
        self.failures.iter().map(|(case, failure)| {
            let (file, line) = self.suite.place(case);
            let lead = |lead: &Lead| {
                json!({
                    "text": lead.text,
                    "file": lead.origin.as_ref().map(|origin| &*origin.file),
                    "line": lead.origin.as_ref().map(|origin| origin.line),
                })
            };
            json!({
                "suite": self.suite.name,
                "case": case.name.value,
                "file": file,
                "line": line,
                "expected": failure.expected,
                "found": failure.found,
                "leads": failure.leads.iter().map(lead).collect::<Vec<_>>(),
            })
        })
    }
}

/// `12 passed, 1 failed`; what there is none of is left out, except what passed.
fn counted([passed, failed, skipped]: [usize; 3]) -> String {
    let mut text = format!("{passed} passed");
    if failed > 0 {
        text += &format!(", {}", styled(AnsiColor::Red.on_default(), &format!("{failed} failed")));
    }
    if skipped > 0 {
        text += &format!(", {skipped} skipped");
    }
    text
}

fn write_failure(suite: &Chosen, case: &Case, failure: &Failure, out: &mut dyn Write) -> io::Result<()> {
    let (file, line) = suite.place(case);
    let head = styled(AnsiColor::Red.on_default().bold(), "failed");
    let title = styled(Style::new().bold(), &format!("{}: {}", suite.name, case.name.value));
    writeln!(out, "{head} {title}")?;
    writeln!(out, "  --> {file}:{line}")?;
    writeln!(out, "  expected  {}", failure.expected)?;
    writeln!(out, "  found     {}", failure.found)?;
    for lead in &failure.leads {
        match &lead.origin {
            Some(origin) => {
                writeln!(out, "  {}  {}", place(origin), lead.text)?;
                // The other definition of a match is not among the texts.
                if let Some(text) = suite.loaded.sources.line(&origin.file, origin.line) {
                    writeln!(out, "      | {}", text.trim())?;
                }
            }
            None => writeln!(out, "  {}", lead.text)?,
        }
    }
    writeln!(out)
}
