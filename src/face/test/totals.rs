//! What `banco test` prints.

use std::io::{self, Write};
use std::time::Duration;

use clap::builder::styling::AnsiColor;
use serde_json::{Value, json};

use crate::suite::{Case, Failure, Tried, Verdict};

use super::super::language::Language;
use super::super::output::{self, json_line, styled};
use super::chosen::Chosen;
use super::failure;

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
    /// How long each case took.
    times: Vec<(&'a Case, Duration)>,
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

    /// So many cases that took longest, the slowest first.
    fn slowest(&self, count: usize) -> Vec<(&str, &Case, Duration)> {
        let mut all: Vec<(&str, &Case, Duration)> = Vec::new();
        for row in &self.rows {
            all.extend(row.times.iter().map(|&(case, took)| (row.suite.name.as_str(), case, took)));
        }
        all.sort_by_key(|&(.., took)| std::cmp::Reverse(took));
        all.truncate(count);
        all
    }

    /// Writes all that for people, with so many of the slowest cases.
    pub(super) fn write_text(
        &self,
        slowest: usize,
        language: Language,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for row in &self.rows {
            for (case, failure) in &row.failures {
                failure::write(row.suite, case, failure, language, out)?;
            }
        }
        let names =
            self.rows.iter().map(|row| &row.suite.name).chain(self.broken.iter().map(|(name, _)| name));
        let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
        for row in &self.rows {
            writeln!(out, "{:width$}  {}", row.suite.name, counted(row.counts, language))?;
        }
        for (name, failure) in self.broken {
            let cannot = language.of("cannot be run", "không chạy được");
            let cannot = styled(AnsiColor::Red.on_default(), cannot);
            writeln!(out, "{name:width$}  {cannot}: {}", failure.line())?;
        }
        for (suite, case, took) in self.slowest(slowest) {
            writeln!(out, "{:7.2} s  {suite}: {}", took.as_secs_f64(), case.name.value)?;
        }
        let all = counted([self.passed, self.failed, self.skipped], language);
        let within = language.of("in", "trong");
        writeln!(out, "{all} {within} {} s", language.decimal(self.took.as_secs_f64(), 1))
    }

    /// The same for programs.
    pub(super) fn write_json(&self, slowest: usize, out: &mut dyn Write) -> io::Result<()> {
        let failures: Vec<Value> = self.rows.iter().flat_map(SuiteRow::failures_json).collect();
        let mut all = json!({
            "passed": self.passed,
            "failed": self.failed,
            "skipped": self.skipped,
            "seconds": self.took.as_secs_f64(),
            "failures": failures,
            "broken": self.broken.iter().map(broken_json).collect::<Vec<_>>(),
        });
        if slowest > 0 {
            let row = |(suite, case, took): (&str, &Case, Duration)| json!({"suite": suite, "case": case.name.value, "seconds": took.as_secs_f64()});
            all["slowest"] = self.slowest(slowest).into_iter().map(row).collect();
        }
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
        let mut row = SuiteRow { suite, counts: [0; 3], failures: Vec::new(), times: Vec::new() };
        for (case, tried) in suite.cases.iter().zip(tried) {
            row.times.push((case, tried.took));
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
        self.failures.iter().map(|(case, failure)| failure::json(self.suite, case, failure))
    }
}

/// `12 passed, 1 failed`; what there is none of is left out, except what passed.
fn counted([passed, failed, skipped]: [usize; 3], language: Language) -> String {
    let [well, wrong, left] = language.of(["passed", "failed", "skipped"], ["đúng", "sai", "bỏ qua"]);
    let mut text = format!("{passed} {well}");
    if failed > 0 {
        text += &format!(", {}", styled(AnsiColor::Red.on_default(), &format!("{failed} {wrong}")));
    }
    if skipped > 0 {
        text += &format!(", {skipped} {left}");
    }
    text
}
