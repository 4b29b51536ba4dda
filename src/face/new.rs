//! `banco new`

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::library::{
    Library, Suites, check_name, script_table, script_typings, starter, starter_script, starter_suite,
    variant,
};
use crate::spec;
use crate::suite::io_words;

use super::choice::GameChoice;
use super::language::LanguageChoice;
use super::output::{Failure, Finish, json_line};

/// Start a definition of your own
///
/// Writes games/NAME.toml, a complete small game with comments, or with --from a variant of another game,
/// and suites/NAME.ron with what is known of its start, for `banco test`. With --script comes a script that
/// scores positions, too. games/banco.schema.json and scripts/banco.d.luau tell editors what can stand in a
/// definition and in a script. Nothing that exists is overwritten.
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
    #[command(flatten)]
    lang: LanguageChoice,
}

/// The schema for editors, beside the definitions that name it.
const SCHEMA: &str = "banco.schema.json";

/// What editors read for scripts.
const TYPINGS: &str = "banco.d.luau";

/// The files that are written.
struct Files {
    definition: PathBuf,
    suite: PathBuf,
    /// The schema, where none is there.
    schema: Option<PathBuf>,
    script: Option<PathBuf>,
    /// What editors need for scripts, where it is not there.
    typings: Option<PathBuf>,
}

impl Files {
    fn of(args: &Args, library: &Library) -> Files {
        let name = &args.name;
        let schema = library.folder().join(SCHEMA);
        let typings = Path::new("scripts").join(TYPINGS);
        Files {
            typings: (args.script && typings.symlink_metadata().is_err()).then_some(typings),
            schema: schema.symlink_metadata().is_err().then_some(schema),
            definition: library.folder().join(format!("{name}.toml")),
            suite: Suites::default().folder().join(format!("{name}.ron")),
            script: args.script.then(|| Path::new("scripts").join(format!("{name}.lua"))),
        }
    }

    /// All of them, in the order in which they are written: what a definition names is there before it.
    fn all(&self) -> impl Iterator<Item = &Path> {
        self.script.iter().chain([&self.definition, &self.suite]).map(PathBuf::as_path)
    }

    /// Nothing is written when something would be overwritten.
    fn check_free(&self) -> Result<(), Failure> {
        let taken = self.all().find(|path| path.symlink_metadata().is_ok());
        taken.map_or(Ok(()), |path| Err(Failure::Usage(format!("there is `{}` already", path.display()))))
    }
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let library = Library::default();
    check_name(&args.name).map_err(|error| Failure::Usage(error.to_string()))?;
    if let Some(taken) = library.all().into_iter().find(|taken| taken.name == args.name) {
        return Err(Failure::Usage(format!("there is a game `{}` already: {}", args.name, taken.file)));
    }
    let files = Files::of(args, &library);
    files.check_free()?;
    let text = match &args.from {
        None => starter(&args.name),
        Some(parent) => {
            let loaded =
                GameChoice { game: parent.clone() }.load((!args.json).then(|| args.lang.language()))?;
            let parent = match library.find(parent) {
                Ok(found) if !parent.ends_with(".toml") => found.name,
                _ => parent.clone(),
            };
            variant(&args.name, &seen_from(library.folder(), &parent)?, &loaded.game)
        }
    };
    let text = if args.script { text + &script_table(&args.name) } else { text };
    if let Some(script) = &files.script {
        create(script, &starter_script(&args.name))?;
    }
    if let Some(typings) = &files.typings {
        create(typings, script_typings())?;
    }
    if let Some(schema) = &files.schema {
        create(schema, &format!("{:#}\n", spec::schema()))?;
    }
    create(&files.definition, &format!("#:schema {SCHEMA}\n{text}"))?;
    // What the suite expects is what the definition does, its script included.
    let game = library.load(&args.name)?.game;
    create(&files.suite, &starter_suite(&args.name, &game)?)?;
    tell(args, &files, out)
}

fn tell(args: &Args, files: &Files, out: &mut dyn Write) -> Result<Finish, Failure> {
    let (name, language) = (&args.name, args.lang.language());
    let shown = |path: &Path| path.display().to_string();
    if args.json {
        json_line(
            out,
            &json!({
                "name": name, "file": shown(&files.definition), "suite": shown(&files.suite),
                "script": files.script.as_deref().map(shown),
                "schema": files.schema.as_deref().map(shown),
                "typings": files.typings.as_deref().map(shown),
            }),
        )?;
        return Ok(Finish::Good);
    }
    let more = files.script.iter().chain(&files.schema).chain(&files.typings);
    for path in [&files.definition, &files.suite].into_iter().chain(more) {
        writeln!(out, "{} {}", language.of("wrote", "đã ghi"), path.display())?;
    }
    let [check, play, test] = language.of(
        [
            "to see whether it is sound",
            "to play it; edit the file while you play",
            "to run its suite, where you say what must be so",
        ],
        [
            "xem có lỗi không",
            "chơi thử; vừa chơi vừa sửa tệp cũng được",
            "chạy bộ kiểm tra, nơi bạn ghi những điều phải đúng",
        ],
    );
    writeln!(out, "  banco check {name}    {check}")?;
    writeln!(out, "  banco play {name}     {play}")?;
    writeln!(out, "  banco test {name}     {test}")?;
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
