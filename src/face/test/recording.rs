//! Writing into suites: values anew, and games that were played.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use diffy::DiffOptions;

use crate::library::{Library, LoadedSuite, Shelved, Suites};
use crate::position::Position;
use crate::suite::{
    Case, ExactValues, Expectation, Lead, NewCase, Suite, Tried, Verdict, io_words, played, rewritten, save,
    with_case,
};

use super::super::files::must_be_there;
use super::super::kept::KeptGame;
use super::super::output::{Failure, Finish, note};
use super::Args;
use super::chosen::Chosen;

/// Records anew what a suite has recorded otherwise; what a person claims stays a failure. Whether the suite has
/// changed, or would have in a dry run.
pub(super) fn bless(
    chosen: &Chosen,
    results: &mut [Tried],
    dry_run: bool,
    out: &mut dyn Write,
) -> Result<bool, Failure> {
    let games = Library::default();
    let known = ExactValues::default();
    let checker = chosen.checker(&games, &known, true, Arc::default());
    let (mut changes, mut names) = (Vec::new(), Vec::new());
    for (case, tried) in chosen.cases.iter().zip(results) {
        let Verdict::Failed(failure) = &mut tried.verdict else { continue };
        if !case.expect.is_recorded() {
            let text = format!("not blessed: `{}` is a claim", case.expect.word());
            failure.leads.insert(0, Lead { text, origin: None });
        } else if let Some(recorded) = checker.record(case) {
            changes.push((case.expect.span, recorded));
            names.push(case.name.value.as_str());
            tried.verdict = Verdict::Passed;
        }
    }
    if changes.is_empty() {
        return Ok(false);
    }
    let path = chosen.file();
    let text = rewritten(chosen.text(), &changes).map_err(|error| unwritable(&path, &error.to_string()))?;
    if dry_run {
        write_difference(&path, chosen.text(), &text, out)?;
    } else {
        write(&path, &text)?;
        chosen.shipped().iter().for_each(|shipped| tell_new(shipped, &path));
    }
    let (verb, plural) =
        (if dry_run { "would record" } else { "recorded" }, if changes.len() == 1 { "" } else { "s" });
    let which = some_of(&names);
    note(&format!("{verb} {} case{plural} anew in {}: {which}", changes.len(), path.display()));
    Ok(true)
}

/// So many cases are named.
const NAMED: usize = 6;

fn some_of(names: &[&str]) -> String {
    let shown = names.iter().take(NAMED).map(|name| format!("`{}`", name.escape_debug()));
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    shown.collect::<Vec<_>>().join(", ") + &more
}

/// What to do where a file does not say which game it is.
const NAME_IT: &str = "name a definition, as in `banco test NAME --record FILE`";

/// Adds a game that was played to the suite of its game.
pub(super) fn record(file: &Path, args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let ([] | [_]) = args.paths.as_slice() else {
        let message = "`--record` adds one game to one suite: name one definition";
        return Err(Failure::Usage(message.to_owned()));
    };
    must_be_there(file)?;
    let kept = KeptGame::read(file, args.number.number).map_err(Failure::Wrong)?;
    let target = Target::of(&kept, args.paths.first().map(String::as_str))?;
    let loaded = args.script.put_on(Library::default().open(&target.definition)?)?;
    let end = kept
        .replay(&loaded.game)
        .map_err(|why| Failure::Wrong(format!("the game in `{}` cannot be played: {why}", file.display())))?;
    let Target { path, suite, .. } = &target;
    let old = suite.as_ref().map(|suite| (&**suite.sources.text(suite.source), &suite.suite));
    let names = old.iter().flat_map(|(_, suite)| suite.cases.iter().map(|case| case.name.value.as_str()));
    let case = case_of(end, new_name(file, &names.collect::<Vec<_>>()))?;
    if let Some((there, as_recorded)) = old.and_then(|(_, suite)| recorded_as(suite, &case)) {
        let (there, path) = (there.name.value.escape_debug(), path.display());
        let more = if as_recorded { "" } else { "; `--bless` records it as it is now" };
        note(&format!("the case `{there}` of {path} is this game: nothing is added{more}"));
        return Ok(Finish::Good);
    }
    let text = with_case(old, &target.definition.name, &case)
        .map_err(|error| unwritable(path, &error.to_string()))?;
    if let Err(why) = text.parse::<Suite>() {
        let why = Failure::from(why).line();
        return Err(unwritable(path, &format!("no case can be added at the end of its list: {why}")));
    }
    if args.dry_run {
        write_difference(path, old.map_or("", |(text, _)| text), &text, out)?;
        return Ok(Finish::Good);
    }
    write(path, &text)?;
    note(&format!("added the case `{}` to {}", case.name, path.display()));
    target.shipped.iter().for_each(|shipped| tell_new(shipped, path));
    Ok(Finish::Good)
}

/// Where a game is added: a suite, if there is one, and what it is the suite of.
struct Target {
    definition: Shelved,
    /// The file that the suite is written to.
    path: PathBuf,
    suite: Option<LoadedSuite>,
    /// The shipped suite that the file is a new version of.
    shipped: Option<Shelved>,
}

impl Target {
    /// The suite that the user names, or that of the definition, which the file of the game names where the user does not.
    fn of(kept: &KeptGame, named: Option<&str>) -> Result<Target, Failure> {
        let suites = Suites::default();
        if let Some(path) = named.map(Path::new).filter(|path| Suites::is_file(path)) {
            must_be_there(path)?;
            let suite = suites.open(&Suites::at(path))?;
            let definition = kept.definition(Some(&suite.suite.game.value), NAME_IT)?;
            return Ok(Target { definition, path: path.to_owned(), suite: Some(suite), shipped: None });
        }
        let definition = kept.definition(named, NAME_IT)?;
        let Some(found) = suites.all().into_iter().find(|suite| suite.name == definition.name) else {
            let path = suites.folder().join(format!("{}.ron", definition.name));
            return Ok(Target { definition, path, suite: None, shipped: None });
        };
        let (path, suite) = (suites.file(&found), Some(suites.open(&found)?));
        Ok(Target { definition, path, suite, shipped: Some(found).filter(|found| found.path().is_none()) })
    }
}

/// Says that a new file stands in for a shipped suite from now on.
fn tell_new(shipped: &Shelved, path: &Path) {
    let path = path.display();
    note(&format!("{path} is new: a copy of {}, which it stands in for from now on", shipped.file));
}

/// A case that holds a whole game: each position, its value and its legal moves.
fn case_of(mut end: Position, name: String) -> Result<NewCase, Failure> {
    let moves = end.played().to_vec();
    while end.undo().is_some() {}
    let expect = played(&end, &moves).map_err(|error| Failure::Wrong(error.to_string()))?;
    Ok(NewCase { name, position: end.to_string(), expect })
}

/// The case of a suite that holds this game already, and whether it does as it would be recorded now.
fn recorded_as<'s>(suite: &'s Suite, new: &NewCase) -> Option<(&'s Case, bool)> {
    let moves = |expect: &Expectation| match expect {
        Expectation::Playthrough(steps) => {
            let at = steps.first().map(|step| step.at.clone());
            Some((at, steps.iter().filter_map(|step| step.plays.clone()).collect::<Vec<_>>()))
        }
        _ => None,
    };
    let found = suite.cases.iter().find(|case| {
        let recorded = moves(&case.expect);
        recorded.is_some() && recorded == moves(&new.expect)
    })?;
    Some((found, found.expect.value == new.expect))
}

/// A name that no case has: the file's, with a number where it is taken.
fn new_name(file: &Path, taken: &[&str]) -> String {
    let stem = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let numbered = (2..).map(|number| format!("{stem} {number}"));
    let mut names = std::iter::once(stem.clone()).chain(numbered);
    names.find(|name| !taken.contains(&name.as_str())).unwrap_or(stem.clone())
}

fn unwritable(path: &Path, why: &str) -> Failure {
    Failure::Usage(format!("cannot write `{}`: {why}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let unwritable = |error: std::io::Error| unwritable(path, &io_words(&error));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or(Ok(()), std::fs::create_dir_all).map_err(unwritable)?;
    save(path, text).map_err(unwritable)
}

/// How a suite would change.
fn write_difference(path: &Path, old: &str, new: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let name = path.display().to_string();
    let mut options = DiffOptions::new();
    options.set_context_len(1).set_original_filename(name.clone()).set_modified_filename(name);
    write!(out, "{}", options.create_patch(old, new))?;
    Ok(())
}
