//! `banco new`

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use serde_json::json;

use crate::library::{Library, check_name, script_table, starter, starter_script, variant};
use crate::suite::io_words;

use super::choice::GameChoice;
use super::language::Language;
use super::output::{Failure, Finish, json_line};

/// Start a definition of your own
///
/// Writes games/NAME.toml, a complete small game with comments, or with --from a variant of another game.
/// With --script comes a script that scores positions, too. Nothing that exists is overwritten.
///
/// Example: banco new my-dodgem --from dodgem
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// What the game is called: lower-case words joined by hyphens
    #[arg(value_name = "NAME")]
    name: String,
    /// The game to change, by name or path
    #[arg(long, value_name = "GAME")]
    from: Option<String>,
    /// Write scripts/NAME.lua as well, and name it in the definition
    #[arg(long)]
    script: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let library = Library::default();
    check_name(&args.name).map_err(|error| Failure::Usage(error.to_string()))?;
    if let Ok(taken) = library.find(&args.name) {
        return Err(Failure::Usage(format!("there is a game `{}` already: {}", args.name, taken.file)));
    }
    let text = match &args.from {
        None => starter(&args.name),
        Some(parent) => {
            let loaded = GameChoice { game: parent.clone() }.load(Language::english_unless(args.json))?;
            variant(&args.name, &seen_from(library.folder(), parent)?, &loaded.game)
        }
    };
    let script = Path::new("scripts").join(format!("{}.lua", args.name));
    let text = if args.script { text + &script_table(&args.name) } else { text };
    if args.script {
        create(&script, &starter_script(&args.name))?;
    }
    let path = library.folder().join(format!("{}.toml", args.name));
    create(&path, &text)?;
    let (name, file) = (&args.name, path.display());
    if args.json {
        json_line(
            out,
            &json!({
                "name": name, "file": file.to_string(),
                "script": args.script.then(|| script.display().to_string()),
            }),
        )?;
        return Ok(Finish::Good);
    }
    writeln!(out, "wrote {file}")?;
    if args.script {
        writeln!(out, "wrote {}", script.display())?;
    }
    writeln!(out, "  banco check {name}    to see whether it is sound")?;
    writeln!(out, "  banco play {name}     to play it; edit the file while you play")?;
    Ok(Finish::Good)
}

/// A parent's path as a file in the folder has to say it; names stay names.
fn seen_from(folder: &Path, parent: &str) -> Result<String, Failure> {
    if !parent.ends_with(".toml") {
        return Ok(parent.to_owned());
    }
    let full = fs::canonicalize(parent).map_err(|error| cannot_read(parent, &error))?;
    let inside =
        fs::canonicalize(folder).ok().and_then(|home| full.strip_prefix(home).ok().map(Path::to_owned));
    let path = match inside {
        Some(path) => path,
        None if Path::new(parent).is_relative() => Path::new("..").join(parent),
        None => full,
    };
    let text = path.to_str().map(|text| text.replace('\\', "/"));
    let plain = text.filter(|text| !text.contains(['"', '\n']));
    plain.ok_or_else(|| Failure::Usage(format!("a definition cannot name the path `{parent}`")))
}

fn cannot_read(file: &str, error: &std::io::Error) -> Failure {
    Failure::Usage(format!("cannot read `{file}`: {}", io_words(error)))
}

fn create(path: &Path, text: &str) -> Result<(), Failure> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    let file = made.and_then(|()| OpenOptions::new().write(true).create_new(true).open(path));
    file.and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| Failure::Usage(format!("cannot write `{}`: {}", path.display(), io_words(&error))))
}
