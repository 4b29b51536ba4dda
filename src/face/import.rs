//! `banco import`

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::import::{self, Imported, Problem};
use crate::library::Library;
use crate::position::{LastPly, Position};
use crate::suite::{io_words, write_whole};

use super::difference::{Counted, Peer};
use super::files::read_text;
use super::language::LanguageChoice;
use super::output::{Failure, Finish, json_line, note};

/// Counting goes on until there are so many leaves,
const ENOUGH: u64 = 100_000;
/// and no deeper than this.
const DEEPEST: u32 = 8;

/// Turn variant files of Fairy-Stockfish into definitions
///
/// Every `[NAME]` of the file becomes NAME.toml in the folder; one that builds on another of the file says only what it
/// changes. A key that a definition cannot say is refused with its line, and the variant is not written. With
/// `--against`, moves are counted beside that engine until there are 100,000 leaves, and in some later positions.
///
/// Example: banco import variants.ini --out games
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The file
    #[arg(value_name = "FILE.ini")]
    file: PathBuf,
    /// This variant alone, and those of the file that it builds on
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// The folder for definitions; without it they are looked at and not kept
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Compare counts with an engine that reads the same file, such as cmd=fairy-stockfish
    #[arg(long, value_name = "ENGINE")]
    against: Option<String>,
    /// Print JSON, a line for each variant
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lang: LanguageChoice,
}

/// What is told of a variant.
struct Told<'a> {
    imported: &'a Imported,
    /// Why there is no definition, or no game.
    refused: Option<Problem>,
    /// How its moves were counted beside the engine.
    counted: Option<Counted>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let text = read_text(&args.file)
        .map_err(|why| Failure::Usage(format!("cannot read `{}`: {why}", args.file.display())))?;
    let (all, problems) = import::import(&text);
    let wanted = wanted(args, &all)?;
    check_once(args, &all, &wanted)?;
    if let Some(folder) = &args.out {
        let mut paths = wanted.iter().map(|one| folder.join(one.file_name()));
        if let Some(path) = paths.find(|path| path.exists()) {
            return Err(Failure::Usage(format!("there is `{}` already", path.display())));
        }
    }
    let peer = args.against.as_ref().map(|engine| Peer::new(engine, &args.file)).transpose()?;
    let tried = tempfile::tempdir().map_err(|error| cannot_write(&args.file, &error))?;
    for one in &wanted {
        if let Ok(text) = &one.text {
            let path = tried.path().join(one.file_name());
            fs::write(&path, text).map_err(|error| cannot_write(&path, &error))?;
        }
    }
    for problem in &problems {
        tell_problem(args, problem, out)?;
    }
    let (mut good, mut bad) = (Vec::new(), 0);
    for imported in &wanted {
        let told = look(peer.as_ref(), tried.path(), imported)?;
        match told.refused.is_none() && !matches!(told.counted, Some(Counted::Otherwise(_))) {
            true => good.push(*imported),
            false => bad += 1,
        }
        tell(args, &told, out)?;
    }
    if let Some(folder) = &args.out {
        keep(folder, &good)?;
        let shipped = Library::with_folder("no such folder");
        for one in
            good.iter().filter(|one| shipped.find(&one.name).is_ok_and(|shelved| shelved.name == one.name))
        {
            let name = &one.name;
            note(&format!(
                "a shipped game is called `{name}`: beside this file, what extends `{name}` extends it"
            ));
        }
    }
    let good = good.len();
    if !args.json {
        let [imported, not] = args.lang.language().of(["imported", "not"], ["đã nhập", "không nhập được"]);
        writeln!(out, "{good} {imported}, {bad} {not}")?;
    }
    Ok(if bad == 0 && problems.is_empty() { Finish::Good } else { Finish::Wrong })
}

/// Writes the definitions that are right.
fn keep(folder: &Path, good: &[&Imported]) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    for one in good {
        if let Ok(text) = &one.text {
            let path = folder.join(one.file_name());
            write_whole(&path, &[text.as_bytes()]).map_err(|error| cannot_write(&path, &error))?;
        }
    }
    Ok(())
}

/// The variants that are asked for, with those of the file that they build on.
fn wanted<'a>(args: &Args, all: &'a [Imported]) -> Result<Vec<&'a Imported>, Failure> {
    let Some(name) = &args.variant else { return Ok(all.iter().collect()) };
    let mut names = vec![name.as_str()];
    let mut list = Vec::new();
    while let Some(name) = names.pop() {
        match all.iter().rev().find(|one| one.name == name) {
            Some(one) => {
                names.extend(one.parent.as_deref());
                list.push(one);
            }
            None => {
                let message = format!("`{}` has no variant `{}`", args.file.display(), name.escape_debug());
                return Err(Failure::Usage(message));
            }
        }
    }
    list.reverse();
    Ok(list)
}

/// No variant stands in the file twice: which one is meant is not known.
fn check_once(args: &Args, all: &[Imported], wanted: &[&Imported]) -> Result<(), Failure> {
    for one in wanted {
        if let Some(first) = all.iter().find(|other| other.name == one.name && other.line < one.line) {
            let (file, name) = (args.file.display(), &one.name);
            return Err(Failure::Wrong(format!(
                "`{file}` defines `{name}` twice, in lines {} and {}",
                first.line, one.line
            )));
        }
    }
    Ok(())
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Usage(format!("cannot write `{}`: {}", path.display(), io_words(error)))
}

/// Reads what was written, and counts where that is asked for.
fn look<'a>(peer: Option<&Peer>, folder: &Path, imported: &'a Imported) -> Result<Told<'a>, Failure> {
    let told = |refused, counted| Told { imported, refused, counted };
    if let Err(problem) = &imported.text {
        return Ok(told(Some(problem.clone()), None));
    }
    let path = folder.join(format!("{}.toml", imported.name));
    let loaded = Library::default().load(&path.to_string_lossy());
    let game = match loaded {
        Ok(loaded) => loaded.game,
        Err(error) => {
            let first = error.to_string().lines().next().unwrap_or_default().to_owned();
            let message = format!("no definition can say this: {first}");
            return Ok(told(Some(Problem { line: imported.line, message }), None));
        }
    };
    let Some(peer) = peer else { return Ok(told(None, None)) };
    let position = Position::start(&game);
    if position.outcome().is_some() {
        return Ok(told(None, Some(Counted::Not("the game is over at its start".to_owned()))));
    }
    let mut depth = 1u32;
    while depth < DEEPEST
        && position.perft(depth as usize, LastPly::Counted).last().is_some_and(|&count| count < ENOUGH)
    {
        depth += 1;
    }
    let counted = peer.count(&imported.name, &position, depth)?;
    Ok(told(None, Some(counted)))
}

fn tell_problem(args: &Args, problem: &Problem, out: &mut dyn Write) -> Result<(), Failure> {
    match args.json {
        true => json_line(out, &json!({ "line": problem.line, "problem": problem.message }))?,
        false => writeln!(out, "{}:{}: {}", args.file.display(), problem.line, problem.message)?,
    }
    Ok(())
}

fn tell(args: &Args, told: &Told, out: &mut dyn Write) -> Result<(), Failure> {
    let Told { imported, refused, counted } = told;
    if args.json {
        let problem = |problem: &Problem| json!({ "line": problem.line, "message": problem.message });
        let verified = match counted {
            None => Value::Null,
            Some(Counted::Alike(leaves, Ok(later))) => {
                json!({ "same": true, "leaves": leaves, "later_positions": later })
            }
            Some(Counted::Alike(leaves, Err(why))) => {
                json!({ "same": true, "leaves": leaves, "later_why": why })
            }
            Some(Counted::Otherwise(why)) => json!({ "same": false, "why": why }),
            Some(Counted::Not(why)) => json!({ "same": null, "why": why }),
        };
        let all = json!({
            "name": imported.name, "line": imported.line, "extends": imported.parent,
            "refused": refused.as_ref().map(problem), "idle": imported.idle, "left_out": imported.left_out,
            "verified": verified,
        });
        json_line(out, &all)?;
        return Ok(());
    }
    let name = &imported.name;
    if let Some(problem) = refused {
        let line = if problem.line == 0 { imported.line } else { problem.line };
        writeln!(out, "{}:{line}: `{name}` is refused: {}", args.file.display(), problem.message)?;
        return Ok(());
    }
    let parent = imported.parent.as_ref().map_or_else(String::new, |parent| format!(", extends `{parent}`"));
    let idle = match imported.idle.as_slice() {
        [] => String::new(),
        keys => format!("; changes no rule: {}", keys.join(", ")),
    };
    let left_out = match imported.left_out.as_slice() {
        [] => String::new(),
        keys => format!("; leaves out: {}", keys.join(", ")),
    };
    let counted = match counted {
        None => "; loads, not counted".to_owned(),
        Some(Counted::Alike(leaves, later)) => match later {
            Ok(later) => format!("; the same {leaves} leaves, and the same moves in {later} later positions"),
            Err(why) => format!("; the same {leaves} leaves, but later on {why}"),
        },
        Some(Counted::Otherwise(why)) => format!("; counts otherwise: {why}"),
        Some(Counted::Not(why)) => format!("; loads, not counted: {why}"),
    };
    writeln!(out, "`{name}`{parent}{idle}{left_out}{counted}")?;
    Ok(())
}
