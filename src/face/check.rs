//! `banco check`

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::diagnostic::{DefinitionError, Diagnostic, Diagnostics, Finding, Severity, Sources, Style};
use crate::library::{Library, Loaded, Shelved, Suites, all_scripts, find_script, scripts_in};
use crate::lint::doubts_of_play;

use super::choice::tell_place;
use super::language::{Language, LanguageChoice};
use super::output::{Failure, Finish, is_unreachable, json_line, note, with_prints};

/// Check definitions, regression suites and scripts
///
/// Every mistake is shown with its line, and what may not be meant as a warning. Folders stand for the
/// definitions, suites and scripts in them; without a FILE, everything shipped or found is checked. The exit
/// status is 1 when there is an error, with --strict also when there is a warning.
///
/// A script is run and asked about positions that random play leads to, of the games that it is for: --game, or
/// those that a comment in its first lines names (-- Games: NAME, NAME), or those whose definitions name it. One
/// that is for no game in particular is only loaded.
///
/// Example: banco check my-game.toml
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Definitions, by path or name, suites that end in .ron, scripts that end in .lua, or folders of them
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// The game that scripts among the FILEs are tried out on
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Count warnings as wrong, too
    #[arg(long)]
    strict: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lang: LanguageChoice,
}

/// Something that was named is not there.
const INCOMPLETE: &str = "not everything could be checked";

/// What was found so far. A definition that others extend is read several times, and what is said about
/// it is said once.
#[derive(Default)]
struct Findings {
    definitions: usize,
    suites: usize,
    scripts: usize,
    unreachable: bool,
    records: Vec<Finding>,
    rendered: Vec<String>,
    seen: BTreeSet<String>,
    /// The scripts that were tried out with the definitions that name them.
    tried: BTreeSet<PathBuf>,
}

/// What is checked.
enum Subject {
    Definition(Shelved),
    Suite(Shelved),
    Script(Shelved),
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    with_prints(|| answer(args, out))
}

fn answer(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let library = Library::default();
    let mut findings = Findings::default();
    for subject in chosen(args, &library, &mut findings) {
        match subject {
            Subject::Definition(shelved) => findings.check(&library, &shelved),
            Subject::Suite(shelved) => findings.check_suite(&library, &shelved),
            Subject::Script(shelved) => findings.check_script(args, &library, &shelved),
        }
    }
    let count =
        |severity: Severity| findings.records.iter().filter(|r| r.severity == severity.name()).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    if args.json {
        let mut all = json!({ "diagnostics": findings.records });
        if findings.unreachable {
            all["error"] = json!(INCOMPLETE);
        }
        json_line(out, &all)?;
    } else {
        for rendered in &findings.rendered {
            writeln!(out, "{rendered}")?;
        }
        out.flush()?;
        note(&findings.summary(errors, warnings, args.lang.language()));
    }
    if findings.unreachable {
        return Err(Failure::Told(INCOMPLETE.to_owned()));
    }
    Ok(if errors > 0 || args.strict && warnings > 0 { Finish::Wrong } else { Finish::Good })
}

fn counted(number: usize, noun: &str, language: Language) -> String {
    let plural = number != 1 && language == Language::En;
    format!("{number} {noun}{}", if plural { "s" } else { "" })
}

/// What to check, in the order given.
fn chosen(args: &Args, library: &Library, findings: &mut Findings) -> Vec<Subject> {
    let suites = Suites::default();
    if args.files.is_empty() {
        let all = library.all();
        all.iter().for_each(|shelved| tell_hidden(args, shelved));
        return subjects(all, suites.all(), all_scripts());
    }
    let mut chosen = Vec::new();
    for file in &args.files {
        let path = Path::new(file);
        if path.is_dir() && (file.contains(['/', '\\']) || library.find(file).is_err()) {
            let inside = subjects(Library::in_folder(path), Suites::in_folder(path), scripts_in(path));
            if inside.is_empty() {
                note(&format!("there is no definition, no suite and no script in `{file}`"));
                findings.unreachable = true;
            }
            chosen.extend(inside);
        } else if Suites::is_file(path) {
            chosen.push(Subject::Suite(Suites::at(path)));
        } else if path.extension().is_some_and(|extension| extension == "lua") {
            chosen.extend(findings.reached(find_script(file, Some(Path::new("")))).map(Subject::Script));
        } else if let Some(shelved) = findings.reached(library.find(file)) {
            if shelved.file != *file {
                tell_hidden(args, &shelved);
            }
            chosen.push(Subject::Definition(shelved));
        }
    }
    // Definitions first: their scripts are tried out with them.
    chosen.sort_by_key(|subject| matches!(subject, Subject::Script(_)));
    chosen
}

/// Says where a definition lies that stands in for a shipped one.
fn tell_hidden(args: &Args, shelved: &Shelved) {
    if !args.json && shelved.hides_shipped() {
        tell_place(&shelved.name, &shelved.file, args.lang.language());
    }
}

fn subjects(definitions: Vec<Shelved>, suites: Vec<Shelved>, scripts: Vec<Shelved>) -> Vec<Subject> {
    let definitions = definitions.into_iter().map(Subject::Definition);
    let others = suites.into_iter().map(Subject::Suite).chain(scripts.into_iter().map(Subject::Script));
    definitions.chain(others).collect()
}

/// The one file that a path means, however it is written.
fn identity(file: &str) -> PathBuf {
    std::fs::canonicalize(file).unwrap_or_else(|_| PathBuf::from(file))
}

impl Findings {
    /// What was named, if it is there.
    fn reached(&mut self, found: Result<Shelved, Diagnostic>) -> Option<Shelved> {
        found
            .map_err(|unknown| {
                self.unreachable = true;
                self.add(&unknown, &Sources::new());
            })
            .ok()
    }

    fn check(&mut self, library: &Library, shelved: &Shelved) {
        self.definitions += 1;
        match library.open(shelved) {
            Ok(mut loaded) => {
                loaded.warnings = loaded.doubts();
                loaded.warnings.extend(library.doubts_of_aliases(shelved, loaded.definition()));
                loaded.warnings.extend(doubts_of_play(&loaded.game, &loaded.reading, &loaded.warnings));
                let script = loaded.game.evaluation.script.as_ref();
                self.tried.extend(script.map(|script| identity(&script.file)));
                match loaded.try_script() {
                    Ok(doubts) => loaded.warnings.extend(doubts),
                    Err(error) => self.add_all(&error.diagnostics, &error.sources),
                }
                let Loaded { warnings, sources, .. } = &loaded;
                self.add_all(warnings, sources);
            }
            Err(error) => {
                self.unreachable |= is_unreachable(&error.diagnostics);
                self.add_all(&error.diagnostics, &error.sources);
            }
        }
    }

    fn check_suite(&mut self, library: &Library, shelved: &Shelved) {
        self.suites += 1;
        let (diagnostics, sources) = Suites::default().check(shelved, library);
        self.unreachable |= is_unreachable(&diagnostics);
        self.add_all(&diagnostics, &sources);
    }

    /// Checks a script alone, for the games that it is for.
    fn check_script(&mut self, args: &Args, library: &Library, script: &Shelved) {
        self.scripts += 1;
        let games = match &args.game {
            Some(game) => self.reached(library.find(game)).map(|game| vec![game]),
            None => self.sound(library.games_of(script)),
        };
        let Some(games) = games else { return };
        for game in &games {
            self.try_script(library, game, script);
        }
        let untried = games.is_empty() && !self.tried.contains(&identity(&script.file));
        if untried && let Some(Some((doubt, sources))) = self.sound(library.load_for_any(script)) {
            self.add(&doubt, &sources);
        }
    }

    fn try_script(&mut self, library: &Library, game: &Shelved, script: &Shelved) {
        let loaded = library.open(game).and_then(|loaded| loaded.with_shelved_script(script, None));
        let tried = loaded.and_then(|mut loaded| Ok((loaded.try_script()?, loaded.sources)));
        if let Some((doubts, sources)) = self.sound(tried) {
            doubts.iter().for_each(|doubt| self.add(doubt, &sources));
        }
    }

    /// What was read, unless something is wrong with it.
    fn sound<T>(&mut self, read: Result<T, DefinitionError>) -> Option<T> {
        read.map_err(|error| {
            self.unreachable |= is_unreachable(&error.diagnostics);
            self.add_all(&error.diagnostics, &error.sources);
        })
        .ok()
    }

    /// `3 definitions, 2 suites and 1 script`.
    fn summary(&self, errors: usize, warnings: usize, language: Language) -> String {
        let counted = |number, noun| counted(number, noun, language);
        let nouns = language.of(["definition", "suite", "script"], ["định nghĩa", "bộ kiểm tra", "script"]);
        let numbers = [self.definitions, self.suites, self.scripts];
        let counts = numbers.into_iter().zip(nouns).filter(|(number, _)| *number > 0);
        let some: Vec<String> = counts.map(|(number, noun)| counted(number, noun)).collect();
        let and = language.of("and", "và");
        let checked = match some.as_slice() {
            [] => counted(0, nouns[0]),
            [one] => one.clone(),
            [before @ .., last] => format!("{} {and} {last}", before.join(", ")),
        };
        language.of(
            format!("{checked} checked: {}, {}", counted(errors, "error"), counted(warnings, "warning")),
            format!("đã kiểm tra {checked}: {}, {}", counted(errors, "lỗi"), counted(warnings, "cảnh báo")),
        )
    }

    fn add_all(&mut self, diagnostics: &Diagnostics, sources: &Sources) {
        for diagnostic in diagnostics.sorted() {
            self.add(diagnostic, sources);
        }
    }

    fn add(&mut self, diagnostic: &Diagnostic, sources: &Sources) {
        let rendered = diagnostic.render(sources, Style::Coloured);
        if self.seen.insert(rendered.clone()) {
            self.records.push(diagnostic.finding(sources));
            self.rendered.push(rendered);
        }
    }
}
