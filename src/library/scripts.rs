//! Scripts: where they are, and games that carry them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use include_dir::{Dir, include_dir};

use super::load::Loaded;
use super::shelf::{GAMES, Library, MAX_DEPTH, SHIPPED_MARK, Shelved, Source, collect, folder_of};
use super::watchdog::WatchClock;
use crate::diagnostic::codes::shelf as codes;
use crate::diagnostic::{Code, DefinitionError, Diagnostic, Diagnostics, nearest};
use crate::eval::script::{ScriptError, ScriptSource, load};
use crate::game::{Game, ScriptMode, ScriptUse, Watchdog};

static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scripts");

/// The folder whose scripts win over shipped ones.
const FOLDER: &str = "scripts";

/// Where scripts stand: in a folder of their own, or beside definitions.
const FOLDERS: [&str; 2] = [FOLDER, GAMES];

/// What a file with a script is called.
const EXTENSION: &str = "lua";

/// How names end that are names of files.
const ENDINGS: [&str; 2] = [".lua", ".luau"];

/// The names of the shipped scripts, sorted.
pub fn shipped_scripts() -> Vec<String> {
    let is_script = |path: &Path| path.extension().is_some_and(|extension| extension == EXTENSION);
    let paths = SHIPPED.files().map(|file| file.path()).filter(|path| is_script(path));
    let mut names: Vec<String> = paths.map(|path| path.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Every script there is, by name: those of the folders `scripts` and `games` of the working directory win over shipped
/// ones.
pub fn all_scripts() -> Vec<Shelved> {
    let mut by_name: BTreeMap<String, Shelved> = BTreeMap::new();
    for script in script_files() {
        by_name.entry(script.name.clone()).or_insert(script);
    }
    for name in shipped_scripts() {
        if let Some(script) = shipped(&name) {
            by_name.entry(script.name.clone()).or_insert(script);
        }
    }
    by_name.into_values().collect()
}

/// Every script in a folder and its sub-folders, sorted by path.
pub fn scripts_in(folder: &Path) -> Vec<Shelved> {
    let mut files = Vec::new();
    collect(folder, MAX_DEPTH, EXTENSION, &mut files);
    files.iter().map(|path| Shelved::of_path(path)).collect()
}

/// The scripts of the working directory's folders, each folder's sorted by path.
pub fn script_files() -> Vec<Shelved> {
    FOLDERS.iter().flat_map(|folder| scripts_in(Path::new(folder))).collect()
}

fn shipped(full: &str) -> Option<Shelved> {
    let text = SHIPPED.get_file(full)?.contents_utf8()?;
    let named = Shelved::of_path(Path::new(full));
    Some(Shelved { file: format!("{SHIPPED_MARK}{FOLDER}/{full}"), place: Source::Shipped(text), ..named })
}

/// Looks for a script: beside the file that names it, in the folders of scripts and of definitions, among the shipped ones.
///
/// # Errors
///
/// When there is no such script.
pub fn find_script(name: &str, beside: Option<&Path>) -> Result<Shelved, Diagnostic> {
    find_among(name, beside, &|_| true)
}

/// The same among the files that may be read.
fn find_among(name: &str, beside: Option<&Path>, may: &dyn Fn(&Path) -> bool) -> Result<Shelved, Diagnostic> {
    let full = if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
        name.to_owned()
    } else {
        format!("{name}.{EXTENSION}")
    };
    let folders = beside.into_iter().chain(FOLDERS.map(Path::new));
    if let Some(path) = folders.map(|folder| folder.join(&full)).find(|path| may(path) && path.is_file()) {
        return Ok(Shelved::of_path(&path));
    }
    if let Some(script) = shipped(&full) {
        return Ok(script);
    }
    let message = format!("there is no script `{}`", full.escape_debug());
    let unknown = Diagnostic::anywhere(codes::NOT_FOUND, message);
    let own = script_files().into_iter().map(|script| format!("{}.{EXTENSION}", script.name));
    let known: Vec<String> = own.chain(shipped_scripts()).collect();
    Err(match nearest(&full, known.iter().map(String::as_str)) {
        Some(near) => unknown.help(format!("did you mean `{near}`?")),
        None => unknown
            .help("a script stands in the folder `scripts`, or beside its definition; else give its path"),
    })
}

impl Loaded {
    /// The game with the script that its definition names, if it names one.
    pub(super) fn with_own_script(mut self, library: &Library) -> Result<Loaded, DefinitionError> {
        let Some(usage) = self.game.evaluation.names_script.clone() else { return Ok(self) };
        let named_in = usage.origin.file.clone();
        let beside = folder_of(&named_in);
        let script = self.definition().evaluation.as_ref().and_then(|table| table.script.as_ref());
        let span = script.and_then(|script| script.file.as_ref()).map(|file| file.span);
        let may = |path: &Path| library.may_read(path, Path::new(FOLDER));
        match find_among(&usage.file, beside, &may) {
            Ok(script) => self.scripted(&script, usage),
            Err(unknown) => Err(self.refused(Diagnostic { span, ..unknown })),
        }
    }

    /// The game with a script in place of its own: in that mode, or as the definition says of its own, or
    /// else added.
    ///
    /// # Errors
    ///
    /// When there is no such script, or it is wrong.
    pub fn with_script(mut self, file: &str, mode: Option<ScriptMode>) -> Result<Loaded, DefinitionError> {
        match find_script(file, Some(Path::new(""))) {
            Ok(script) => self.with_shelved_script(&script, mode),
            Err(unknown) => Err(self.refused(unknown)),
        }
    }

    /// The same with a script that was found.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is wrong.
    pub fn with_shelved_script(
        self,
        script: &Shelved,
        mode: Option<ScriptMode>,
    ) -> Result<Loaded, DefinitionError> {
        let usage = self.usage_of(&script.file);
        let usage = ScriptUse { mode: mode.unwrap_or(usage.mode), ..usage };
        self.scripted(script, usage)
    }

    /// As the definition says of its own script, or else added.
    fn usage_of(&self, file: &str) -> ScriptUse {
        let usage = self.plain.evaluation.names_script.clone();
        ScriptUse { file: file.to_owned(), ..usage.unwrap_or_else(|| ScriptUse::of_file(file)) }
    }

    /// The same with the text of a script that is being written.
    pub(super) fn with_script_text(mut self, file: &str, text: &str) -> Result<Loaded, DefinitionError> {
        self.sources.add(file, text);
        let usage = self.usage_of(file);
        self.scored_by(file, text, usage)
    }

    fn scripted(mut self, script: &Shelved, usage: ScriptUse) -> Result<Loaded, DefinitionError> {
        let text = match script.open(&mut self.sources) {
            Ok(source) => self.sources.text(source).clone(),
            Err(unreadable) => return Err(self.refused(unreadable)),
        };
        self.files.extend(script.path().map(Path::to_owned));
        self.scored_by(&script.file, &text, usage)
    }

    fn scored_by(mut self, file: &str, text: &str, usage: ScriptUse) -> Result<Loaded, DefinitionError> {
        let source = ScriptSource { file: file.into(), text: text.into(), usage };
        let watchdog: Arc<dyn Watchdog> = Arc::new(WatchClock);
        match load(&self.plain, &source, &watchdog) {
            Ok(game) => {
                self.game = game;
                self.fingerprint =
                    self.definition_fingerprint.rotate_left(1) ^ super::load::fingerprint([text].into_iter());
                Ok(self)
            }
            Err(error) => {
                let diagnostic = self.script_diagnostic(codes::SCRIPT, &error, text);
                Err(self.refused(diagnostic))
            }
        }
    }

    pub(super) fn refused(&mut self, diagnostic: Diagnostic) -> DefinitionError {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(diagnostic);
        DefinitionError { diagnostics, sources: self.sources.clone() }
    }

    /// What went wrong with a script as a diagnostic in its text.
    pub(super) fn script_diagnostic(
        &mut self,
        code: &'static Code,
        error: &ScriptError,
        text: &str,
    ) -> Diagnostic {
        let source = self.sources.add(&error.file, text);
        let span = self.sources.line_span(source, error.line.unwrap_or(1) as usize);
        Diagnostic::new(code, span, error.said())
            .help(format!("the script was read with the game `{}`", self.plain.name()))
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
        let watchdog: Arc<dyn Watchdog> = Arc::new(WatchClock);
        load(self, &source, &watchdog)
    }
}
