//! Where regression suites are: shipped ones, those in a folder, those that a path names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use include_dir::{Dir, include_dir};

use super::Library;
use super::shelf::{MAX_DEPTH, SHIPPED_MARK, Shelved, Source, collect};
use crate::diagnostic::codes::suites as codes;
use crate::diagnostic::{DefinitionError, Diagnostic, Diagnostics, SourceId, Sources};
use crate::game::Game;
use crate::suite::{Games, NoGame, Suite};

static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tests/suites");

/// No larger file is held against a shipped suite.
const MAX_COPY: u64 = 4 << 20;

/// The shipped suites and a folder whose files win over them.
#[derive(Clone, Debug)]
pub struct Suites {
    folder: PathBuf,
}

/// A suite with the text it was read from.
#[derive(Clone, Debug)]
pub struct LoadedSuite {
    /// What it says.
    pub suite: Suite,
    /// Its text, alone.
    pub sources: Sources,
    /// The text among the sources.
    pub source: SourceId,
    /// What may not be meant.
    pub warnings: Diagnostics,
}

impl Default for Suites {
    /// With the folder `suites` of the working directory.
    fn default() -> Suites {
        Suites::with_folder("suites")
    }
}

impl Suites {
    /// With another folder; it need not exist.
    pub fn with_folder(folder: impl Into<PathBuf>) -> Suites {
        Suites { folder: folder.into() }
    }

    /// The folder whose files win over the shipped ones.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Every suite by name. Of several with one name the first one counts, those of the folder before
    /// shipped ones.
    pub fn all(&self) -> Vec<Shelved> {
        let mut by_name = BTreeMap::new();
        for shelved in Suites::in_folder(&self.folder).into_iter().chain(shipped()) {
            by_name.entry(shelved.name.clone()).or_insert(shelved);
        }
        by_name.into_values().collect()
    }

    /// Every suite in a folder and its sub-folders, sorted by path.
    pub fn in_folder(folder: &Path) -> Vec<Shelved> {
        let mut files = Vec::new();
        collect(folder, MAX_DEPTH, "ron", &mut files);
        files.iter().map(|path| Shelved::of_path(path)).collect()
    }

    /// Whether a path is that of a suite, by how it ends.
    pub fn is_file(path: &Path) -> bool {
        path.extension().is_some_and(|extension| extension == "ron")
    }

    /// The suite in a file.
    pub fn at(path: &Path) -> Shelved {
        Shelved::of_path(path)
    }

    /// Where a suite is written when its values are recorded anew: its own file, or for a shipped one the
    /// file that wins over it.
    pub fn file(&self, shelved: &Shelved) -> PathBuf {
        shelved.path().map_or_else(|| self.folder.join(format!("{}.ron", shelved.name)), Path::to_owned)
    }

    /// Whether a suite inside the program has this name.
    pub fn is_shipped(name: &str) -> bool {
        SHIPPED.get_file(format!("{name}.ron")).is_some()
    }

    /// The file of a checkout that a shipped suite was built from, where its text is another one now.
    pub fn edited_copy(shelved: &Shelved) -> Option<PathBuf> {
        let Source::Shipped(text) = shelved.place else { return None };
        let copy = Path::new("tests/suites").join(format!("{}.ron", shelved.name));
        let now = crate::suite::text_of(&copy, MAX_COPY, "a suite").ok()?;
        (now != text).then_some(copy)
    }

    /// Reads a suite that was found.
    ///
    /// # Errors
    ///
    /// Every mistake of its text.
    pub fn open(&self, shelved: &Shelved) -> Result<LoadedSuite, DefinitionError> {
        let mut sources = Sources::new();
        let mut diagnostics = Diagnostics::new();
        match shelved.open(&mut sources) {
            Err(unreadable) => diagnostics.push(unreadable),
            Ok(source) => match Suite::read(&sources, source, &mut diagnostics) {
                Some(suite) if !diagnostics.has_errors() => {
                    return Ok(LoadedSuite { suite, sources, source, warnings: diagnostics });
                }
                _ => {}
            },
        }
        Err(DefinitionError { diagnostics, sources })
    }

    /// The text of a suite that was found, whatever it says; none where it cannot be read.
    pub fn text(&self, shelved: &Shelved) -> Option<String> {
        let mut sources = Sources::new();
        let source = shelved.open(&mut sources).ok()?;
        Some(sources.text(source).to_string())
    }

    /// Everything that is wrong with a suite that was found, its text as well as what shows when the cases
    /// that can be read are held against its game.
    pub fn check(&self, shelved: &Shelved, library: &Library) -> (Diagnostics, Sources) {
        let mut sources = Sources::new();
        let mut diagnostics = Diagnostics::new();
        match shelved.open(&mut sources) {
            Err(unreadable) => diagnostics.push(unreadable),
            Ok(source) => {
                if let Some(suite) = Suite::read(&sources, source, &mut diagnostics) {
                    hold(&suite, library, &sources, &mut diagnostics);
                }
            }
        }
        (diagnostics, sources)
    }
}

impl LoadedSuite {
    /// Everything that is wrong with the suite, held against its game.
    pub fn check(&self, library: &Library) -> Diagnostics {
        let mut diagnostics = self.warnings.clone();
        hold(&self.suite, library, &self.sources, &mut diagnostics);
        diagnostics
    }
}

/// Holds what could be read of a suite against its game.
fn hold(suite: &Suite, library: &Library, sources: &Sources, diagnostics: &mut Diagnostics) {
    let word = &suite.game;
    match library.load(word) {
        Ok(loaded) => suite.check(&loaded.game, library, sources, diagnostics),
        Err(error) => {
            let NoGame { why, help } = no_game(&error);
            let message = format!("the game `{}` cannot be loaded: {why}", word.escape_debug());
            let wrong = Diagnostic::new(codes::SUITE_GAME, word.span, message);
            diagnostics.push(help.iter().fold(wrong, Diagnostic::help));
        }
    }
}

impl Games for Library {
    fn find(&self, word: &str) -> Result<Arc<Game>, NoGame> {
        self.load(word).map(|loaded| loaded.game).map_err(|error| no_game(&error))
    }
}

/// The first mistake of a definition, with its place.
fn no_game(error: &DefinitionError) -> NoGame {
    let first = error.diagnostics.iter().next();
    let why = first.map_or(String::new(), |first| first.message.clone());
    let place = first.and_then(|first| first.span).map(|span| error.sources.locate(span));
    let place = place.map_or(String::new(), |at| format!(" ({}:{})", at.file, at.line));
    NoGame { why: why + &place, help: first.and_then(|first| first.help.clone()) }
}

/// The suites inside the program, sorted by name.
fn shipped() -> Vec<Shelved> {
    let shelve = |file: &'static include_dir::File<'static>| {
        let name = file.path().file_stem()?.to_str()?.to_owned();
        let text = file.contents_utf8()?;
        let file = format!("{SHIPPED_MARK}suites/{name}.ron");
        Some(Shelved { name, family: String::new(), file, place: Source::Shipped(text) })
    };
    let mut files: Vec<Shelved> = SHIPPED.files().filter_map(shelve).collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_the_folder_wins_over_the_shipped_suite() {
        let folder = tempfile::tempdir().expect("a folder");
        let suites = Suites::with_folder(folder.path());
        let all = suites.all();
        let file = folder.path().join(format!("{}.ron", all[0].name));
        assert_eq!(suites.file(&all[0]), file);
        std::fs::write(&file, "").expect("written");
        let now = suites.all();
        assert_eq!(now.len(), all.len());
        assert_eq!(now[0].file, file.to_string_lossy());
    }
}
