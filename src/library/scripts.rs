//! Scripts: where they are, and games that carry them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use include_dir::{Dir, include_dir};

use super::load::Loaded;
use super::shelf::{SHIPPED_MARK, read_file};
use super::walks::play_at_random;
use super::watchdog::Clock;
use crate::diagnostic::codes::shelf as codes;
use crate::diagnostic::{DefinitionError, Diagnostic, Diagnostics, Span, nearest};
use crate::eval::script::{Finding, FindingKind, ScriptError, ScriptFault, ScriptSource, Trial, Tried, load};
use crate::game::{Game, Script, ScriptMode, ScriptUse, Watchdog};
use crate::position::Position;

static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scripts");

/// The folder whose scripts win over shipped ones.
const FOLDER: &str = "scripts";

/// How many positions a script is tried out on.
const TRIALS: u64 = 60;

/// A script that takes longer for a position is slow.
const SLOW: Duration = Duration::from_millis(2);

/// What a file with a script is called.
const EXTENSION: &str = "lua";

/// The names of the shipped scripts, sorted.
pub fn shipped_scripts() -> Vec<String> {
    let is_script = |path: &Path| path.extension().is_some_and(|extension| extension == EXTENSION);
    let paths = SHIPPED.files().map(|file| file.path()).filter(|path| is_script(path));
    let mut names: Vec<String> = paths.map(|path| path.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A script's text and where it was found.
struct Found {
    file: String,
    bytes: Vec<u8>,
    path: Option<PathBuf>,
}

/// Looks for a script: beside the file that names it, in the folder of scripts, among the shipped ones.
fn find(name: &str, beside: Option<&Path>) -> Result<Found, Diagnostic> {
    let full = if name.ends_with(".lua") { name.to_owned() } else { format!("{name}.{EXTENSION}") };
    let places = [beside.map(|folder| folder.join(&full)), Some(Path::new(FOLDER).join(&full))];
    if let Some(path) = places.into_iter().flatten().find(|path| path.is_file()) {
        let file = path.to_string_lossy().into_owned();
        return match read_file(&path) {
            Ok(bytes) => Ok(Found { file, bytes, path: Some(path) }),
            Err(why) => Err(Diagnostic::anywhere(codes::UNREADABLE, format!("cannot read `{file}`: {why}"))),
        };
    }
    if let Some(shipped) = SHIPPED.get_file(&full) {
        let file = format!("{SHIPPED_MARK}{FOLDER}/{full}");
        return Ok(Found { file, bytes: shipped.contents().to_vec(), path: None });
    }
    let message = format!("there is no script `{}`", full.escape_debug());
    let unknown = Diagnostic::anywhere(codes::UNREADABLE, message);
    Err(match nearest(&full, shipped_scripts().iter().map(String::as_str)) {
        Some(near) => unknown.help(format!("did you mean `{near}`?")),
        None => unknown.help("a script stands beside the definition or in the folder `scripts`"),
    })
}

impl Loaded {
    /// The game with the script that its definition names, if it names one.
    pub(super) fn with_own_script(self) -> Result<Loaded, DefinitionError> {
        let Some(usage) = self.game.evaluation.names_script.clone() else { return Ok(self) };
        let named_in = usage.origin.file.clone();
        let beside = Path::new(&*named_in).parent().filter(|_| !named_in.starts_with(SHIPPED_MARK));
        let script = self.definition().evaluation.as_ref().and_then(|table| table.script.as_ref());
        let span = script.and_then(|script| script.file.as_ref()).map(|file| file.span);
        let file = usage.file.clone();
        self.scripted(&file, beside, usage, span)
    }

    /// The game with a script in place of its own: in that mode, or as the definition says of its own, or
    /// else added.
    ///
    /// # Errors
    ///
    /// When there is no such script, or it is wrong.
    pub fn with_script(self, file: &str, mode: Option<ScriptMode>) -> Result<Loaded, DefinitionError> {
        let usage = self.plain.evaluation.names_script.clone();
        let usage = usage.unwrap_or_else(|| ScriptUse::of_file(file));
        let usage = ScriptUse { file: file.into(), mode: mode.unwrap_or(usage.mode), ..usage };
        self.scripted(file, Some(Path::new("")), usage, None)
    }

    fn scripted(
        mut self,
        file: &str,
        beside: Option<&Path>,
        usage: ScriptUse,
        span: Option<Span>,
    ) -> Result<Loaded, DefinitionError> {
        let found = match find(file, beside) {
            Ok(found) => found,
            Err(unknown) => return Err(self.refused(Diagnostic { span, ..unknown })),
        };
        let Ok(text) = String::from_utf8(found.bytes) else {
            let message = format!("`{}` is not text in UTF-8", found.file);
            return Err(self.refused(Diagnostic { span, ..Diagnostic::anywhere(codes::SCRIPT, message) }));
        };
        let source = ScriptSource { file: found.file.as_str().into(), text: text.as_str().into(), usage };
        let watchdog: Arc<dyn Watchdog> = Arc::new(Clock);
        match load(&self.plain, &source, &watchdog) {
            Ok(game) => {
                self.game = game;
                self.files.extend(found.path);
                self.fingerprint =
                    self.fingerprint.rotate_left(1) ^ super::load::fingerprint([&*text].into_iter());
                self.sources.add(&found.file, &text);
                Ok(self)
            }
            Err(error) => {
                let diagnostic = self.script_diagnostic(codes::SCRIPT, &error, &text);
                Err(self.refused(diagnostic))
            }
        }
    }

    /// Tries the script of the game out on positions that random play leads to: doubts about it.
    ///
    /// # Errors
    ///
    /// When it fails there.
    pub fn try_script(&mut self) -> Result<Vec<Diagnostic>, DefinitionError> {
        let Some(script) = self.game.evaluation.script.clone() else { return Ok(Vec::new()) };
        let trial = Trial { scripted: &self.game, plain: &self.plain };
        let begun = Instant::now();
        let tried = trial.run(&self.somewhere());
        let took = begun.elapsed();
        let Tried { findings, asked } = match tried {
            Ok(tried) => tried,
            Err(error) => {
                let diagnostic = self.script_diagnostic(codes::SCRIPT, &error, &script.text);
                return Err(self.refused(diagnostic));
            }
        };
        let mut doubts = Vec::new();
        for Finding { kind, hook, line, message } in findings {
            let help = match kind {
                FindingKind::Impure => "a score depends on what the hook is given, and on nothing else",
                FindingKind::Unlike => "if that is meant, say `symmetric = false` in `[evaluation]`",
            };
            doubts.push(self.script_doubt(&script, line, hook, message).help(help));
        }
        let each = took / asked.max(1);
        if each > SLOW
            && let Some(&(hook, line)) = script.hooks.last()
        {
            let message = format!("a position takes {} µs", each.as_micros());
            let doubt = self.script_doubt(&script, line, hook, message);
            doubts.push(doubt.help("hooks that are asked about less are faster"));
        }
        Ok(doubts)
    }

    /// Positions that random play leads to.
    fn somewhere(&self) -> Vec<Position> {
        let start = Position::start(&self.game);
        let walked = |seed| {
            let mut position = start.clone();
            play_at_random(&mut position, (seed % 24) as usize, seed);
            position
        };
        (0..TRIALS).map(walked).collect()
    }

    fn refused(&mut self, diagnostic: Diagnostic) -> DefinitionError {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(diagnostic);
        DefinitionError { diagnostics, sources: self.sources.clone() }
    }

    /// What went wrong with a script as a diagnostic in its text.
    fn script_diagnostic(
        &mut self,
        code: &'static crate::diagnostic::Code,
        error: &ScriptError,
        text: &str,
    ) -> Diagnostic {
        let source = self.sources.add(&error.file, text);
        let line = error.line.unwrap_or(1).max(1) as usize;
        let text = self.sources.text(source).clone();
        let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let whole = text[start.min(text.len())..].lines().next().unwrap_or_default();
        let start = start + whole.len() - whole.trim_start().len();
        let span = self.sources.span(source, start, start + whole.trim().len());
        Diagnostic::new(code, span, error.said())
    }

    /// A doubt about a script, at one of its lines.
    fn script_doubt(
        &mut self,
        script: &Script,
        line: u32,
        hook: &'static str,
        message: String,
    ) -> Diagnostic {
        let (file, fault) = (script.file.clone(), ScriptFault::Value);
        let error = ScriptError { file, line: Some(line), hook: Some(hook), fault, message };
        self.script_diagnostic(codes::SCRIPT_DOUBT, &error, &script.text)
    }
}

impl Game {
    /// The same game evaluated with a script, whose `text` messages call `file`. It is added to the
    /// definition's own terms, or used as the definition says of a script that it names.
    ///
    /// # Errors
    ///
    /// What is wrong with the script, with its file, line and hook.
    pub fn with_script(&self, file: &str, text: &str) -> Result<Arc<Game>, ScriptError> {
        let mode = self.evaluation.names_script.as_ref().map_or(ScriptMode::Add, |usage| usage.mode);
        self.with_script_mode(file, text, mode)
    }

    /// The same game evaluated with a script as [`Game::with_script`] does, in that mode.
    ///
    /// # Errors
    ///
    /// What is wrong with the script, with its file, line and hook.
    pub fn with_script_mode(
        &self,
        file: &str,
        text: &str,
        mode: ScriptMode,
    ) -> Result<Arc<Game>, ScriptError> {
        let usage = self.evaluation.names_script.clone().unwrap_or_else(|| ScriptUse::of_file(file));
        let usage = ScriptUse { mode, ..usage };
        let source = ScriptSource { file: file.into(), text: text.into(), usage };
        let watchdog: Arc<dyn Watchdog> = Arc::new(Clock);
        load(self, &source, &watchdog)
    }
}
