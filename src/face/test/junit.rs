//! Results as JUnit XML, which build servers read.

use std::path::Path;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::suite::{Case, Failure as Wrong, Lead, Tried, Verdict, io_words, write_whole};

use super::super::output::{Failure, place};
use super::chosen::Chosen;
use super::failure::command;

/// Writes the file.
pub(super) fn write(
    path: &Path,
    chosen: &[Chosen],
    results: &[Vec<Tried>],
    broken: &[(String, Failure)],
) -> Result<(), Failure> {
    let mut report = Report::new("banco");
    for (suite, results) in chosen.iter().zip(results) {
        let mut listed = TestSuite::new(&*suite.name);
        for (case, tried) in suite.cases.iter().zip(results) {
            listed.add_test_case(listed_case(suite, case, tried));
        }
        report.add_test_suite(listed);
    }
    for (name, failure) in broken {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(failure.line());
        let mut listed = TestSuite::new(&**name);
        listed.add_test_case(TestCase::new("cannot be run", status));
        report.add_test_suite(listed);
    }
    let unwritable = |why: String| Failure::Usage(format!("cannot write `{}`: {why}", path.display()));
    let text = report.to_string().map_err(|error| unwritable(error.to_string()))?;
    write_whole(path, &[text.as_bytes()]).map_err(|error| unwritable(io_words(&error)))
}

fn listed_case(suite: &Chosen, case: &Case, tried: &Tried) -> TestCase {
    let status = match &tried.verdict {
        Verdict::Passed => TestCaseStatus::success(),
        Verdict::Skipped(why) => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(&**why);
            status
        }
        Verdict::Failed(failure) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(format!("expected {}, found {}", failure.expected, failure.found));
            status.set_description(described(suite, case, failure));
            status
        }
    };
    let mut listed = TestCase::new(&*case.name.value, status);
    listed.set_classname(&*suite.name).set_time(tried.took);
    listed
}

fn described(suite: &Chosen, case: &Case, failure: &Wrong) -> String {
    let (file, line) = suite.place(case);
    let mut text = format!("{file}:{line}\n");
    let signed =
        |sign, rows: &'_ [Lead]| rows.iter().map(|row| format!("{sign} {}\n", row.text)).collect::<String>();
    text += &signed('-', failure.missing());
    text += &signed('+', failure.extra());
    for lead in &failure.leads {
        let origin = lead.origin.as_ref().map_or(String::new(), |origin| format!("{}: ", place(origin)));
        text += &format!("{origin}{}\n", lead.text);
    }
    if let Some(at) = &failure.at {
        text += &format!("at {}\n", at.position);
    }
    text + &format!("again: {}\n", command(suite, case, failure))
}
