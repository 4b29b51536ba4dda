//! From a name to a game that can be played, with everything that can be said about it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use super::shelf::{DEFINITION, Library, Shelved};
use crate::compile::compile;
use crate::diagnostic::codes::shelf as codes;
use crate::diagnostic::{DefinitionError, Diagnostic, Diagnostics, SourceId, Sources};
use crate::game::{Fnv, Game};
use crate::spec::{self, Definition, Parents, Reading};

/// A game with the definition it was made from, and with what may not be meant in it.
///
/// [`Game::named`] and its like give the game alone and drop what is only doubtful. Here it is kept:
///
/// ```
/// use banco::Library;
///
/// let text = "[game]\nlanguage = 1\nname = \"Shy\"\nextends = \"tic-tac-toe\"\n[evaluation]\ngone = 5\n";
/// let loaded = Library::default().parse(text)?;
/// for doubt in loaded.doubts().findings(&loaded.sources) {
///     assert_eq!((doubt.severity, doubt.line), ("warning", Some(6)));
///     println!("{}: {}", doubt.code, doubt.message);
/// }
/// assert_eq!(loaded.doubts().len(), 1);
/// # Ok::<(), banco::DefinitionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The game.
    pub game: Arc<Game>,
    /// The same game without its script; the same game where it has none.
    pub plain: Arc<Game>,
    /// What the definition says, all that it extends merged in.
    #[doc(hidden)]
    pub reading: Reading,
    /// The texts.
    pub sources: Sources,
    /// What may not be meant, as far as it was met while the definition was read; [`Loaded::doubts`] has all of it.
    #[doc(hidden)]
    pub warnings: Diagnostics,
    /// The files on a disk that it was read from.
    pub files: Vec<PathBuf>,
    /// A number that is another one when any of the texts is another one.
    pub fingerprint: u64,
    /// The same of the definition and what it extends, without its script.
    pub definition_fingerprint: u64,
}

impl Loaded {
    /// What the definition says.
    #[doc(hidden)]
    pub fn definition(&self) -> &Definition {
        &self.reading.definition
    }

    /// What programs that read PGN call the game; `None` where its definition does not say.
    pub fn pgn_name(&self) -> Option<&str> {
        Some(self.definition().known_as.as_ref()?.pgn.as_ref()?.value.as_str())
    }

    /// Its number in SGF; `None` where its definition does not say.
    pub fn sgf_number(&self) -> Option<u32> {
        Some(self.definition().known_as.as_ref()?.sgf.as_ref()?.value)
    }

    /// Everything that can be played but may not be meant. Random games are played to find some of it, which may take
    /// a second.
    pub fn doubts(&self) -> Diagnostics {
        let mut found = self.warnings.clone();
        found.extend(crate::lint::doubts(self.definition(), &self.sources).iter().cloned());
        found
    }

    /// The files it was read from that stand in for shipped games of the same name, and are different.
    pub fn hiding(&self) -> impl Iterator<Item = &Path> {
        let is_definition = |path: &&Path| path.extension().is_some_and(|extension| extension == DEFINITION);
        let definitions = self.files.iter().map(PathBuf::as_path).filter(is_definition);
        definitions.filter(|path| Shelved::of_path(path).hides_shipped())
    }
}

/// A definition that is being written: its text is not, or not yet, that of its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draft<'a> {
    /// The file that it is for.
    pub file: &'a str,
    /// The definition.
    pub text: &'a str,
    /// The script that scores, in place of the one that the definition names: its file and its text.
    pub script: Option<(&'a str, &'a str)>,
}

/// What messages call a text that is in no file.
const TEXT: &str = "<text>";

impl FromStr for Loaded {
    type Err = DefinitionError;

    /// Reads the text of a definition; it may extend shipped games and those in the folder `games`.
    ///
    /// It reads files that the text names, see [`Game::parse`].
    fn from_str(text: &str) -> Result<Loaded, DefinitionError> {
        Library::default().parse(text)
    }
}

impl Library {
    /// Loads what a user's word names, see [`Library::find`].
    ///
    /// # Errors
    ///
    /// Every mistake of the definition, warnings included.
    pub fn load(&self, word: &str) -> Result<Loaded, DefinitionError> {
        match self.find(word) {
            Ok(shelved) => self.open(&shelved),
            Err(unknown) => Err(refused(unknown, Sources::new())),
        }
    }

    /// Loads a definition that was found.
    ///
    /// # Errors
    ///
    /// Every mistake of the definition, warnings included.
    pub fn open(&self, shelved: &Shelved) -> Result<Loaded, DefinitionError> {
        let mut sources = Sources::new();
        if shelved.path().is_some_and(|path| !self.may_read(path, self.folder())) {
            let message =
                format!("`{}` is in none of the folders that may be read", shelved.file.escape_debug());
            return Err(refused(Diagnostic::anywhere(codes::UNREADABLE, message), sources));
        }
        match shelved.open(&mut sources) {
            Ok(main) => {
                let mut loading = Loading::new(self);
                loading.files.extend(shelved.path().map(Path::to_owned));
                loading.finish(sources, main, None)
            }
            Err(unreadable) => Err(refused(unreadable, sources)),
        }
    }

    /// Reads the text of a definition, which messages call `<text>`.
    ///
    /// A library that is neither [`confined`](Library::confined) nor [`shipped`](Library::shipped) alone reads the
    /// files that the text names, and a message may quote them: that is not for texts that come from elsewhere.
    ///
    /// # Errors
    ///
    /// Every mistake of the definition, warnings included.
    pub fn parse(&self, text: &str) -> Result<Loaded, DefinitionError> {
        self.read(&Draft { file: TEXT, text, script: None })
    }

    /// Loads the definition in a file.
    ///
    /// # Errors
    ///
    /// Every mistake of the definition, warnings included.
    pub fn load_file(&self, path: impl AsRef<Path>) -> Result<Loaded, DefinitionError> {
        self.open(&Shelved::of_path(path.as_ref()))
    }

    /// Loads a definition that is being written.
    ///
    /// # Errors
    ///
    /// Every mistake of the definition, warnings included; of a sound one, those of its script.
    #[doc(hidden)]
    pub fn read(&self, draft: &Draft<'_>) -> Result<Loaded, DefinitionError> {
        let mut sources = Sources::new();
        let main = sources.add(draft.file, draft.text);
        Loading::new(self).finish(sources, main, draft.script)
    }
}

pub(super) fn refused(diagnostic: Diagnostic, sources: Sources) -> DefinitionError {
    let mut diagnostics = Diagnostics::new();
    diagnostics.push(diagnostic);
    DefinitionError { diagnostics, sources }
}

impl Game {
    /// Loads a game of the folder `games` of the working directory, or one that is shipped, by any of its names. As on
    /// the command line, a word that ends in `.toml` or has a `/` is the path of a definition, which is read: words of
    /// strangers are for [`Library::shipped`], which reads no file.
    ///
    /// # Errors
    ///
    /// When no game is called so, with the nearest name; every mistake of the definition.
    ///
    /// ```
    /// let game = banco::Game::named("Reversi")?;
    /// assert_eq!(game.name(), "Othello");
    /// # Ok::<(), banco::DefinitionError>(())
    /// ```
    pub fn named(name: &str) -> Result<Arc<Game>, DefinitionError> {
        Library::default().load(name).map(|loaded| loaded.game)
    }

    /// Loads the definition in a file. It may extend files beside it, shipped games and those in the
    /// folder `games`.
    ///
    /// # Errors
    ///
    /// Every mistake of the definition with its place. Warnings alone are no error, and nothing says them:
    /// [`Library::load_file`] keeps them.
    ///
    /// ```no_run
    /// use banco::{Game, Position};
    ///
    /// let game = Game::load("my-game.toml")?;
    /// println!("{}", Position::start(&game));
    /// # Ok::<(), banco::DefinitionError>(())
    /// ```
    pub fn load(path: impl AsRef<Path>) -> Result<Arc<Game>, DefinitionError> {
        Library::default().load_file(path).map(|loaded| loaded.game)
    }

    /// Reads the text of a definition of your own, see [`Game::load`].
    ///
    /// **Not for texts that come from elsewhere:** the files that the text names in `extends` or as its script are
    /// opened, wherever they lie, and a message may quote their lines. [`Game::parse_confined`] reads no file.
    ///
    /// # Errors
    ///
    /// Every mistake of the definition with its place. Warnings alone are no error, and nothing says them:
    /// [`Library::parse`] keeps them.
    pub fn parse(text: &str) -> Result<Arc<Game>, DefinitionError> {
        Library::default().parse(text).map(|loaded| loaded.game)
    }

    /// Reads the text of a definition that comes from elsewhere, such as an upload. It may extend shipped games and
    /// name shipped scripts; no file is read, whatever it says. [`Library::shipped`] keeps warnings, too, and
    /// [`Library::confined`] opens one folder.
    ///
    /// # Errors
    ///
    /// Every mistake of the definition with its place.
    ///
    /// ```
    /// let text = "[game]\nlanguage = 1\nname = \"Sly\"\nextends = \"../Cargo.toml\"\n";
    /// let error = banco::Game::parse_confined(text).expect_err("no file is read").to_string();
    /// assert!(!error.contains("[package]"), "{error}");
    /// ```
    pub fn parse_confined(text: &str) -> Result<Arc<Game>, DefinitionError> {
        Library::shipped().parse(text).map(|loaded| loaded.game)
    }
}

impl FromStr for Game {
    type Err = DefinitionError;

    /// Reads the text of a definition of your own, see [`Game::parse`], which gives the game as positions hold it.
    ///
    /// ```
    /// use banco::{Game, Position};
    /// use std::sync::Arc;
    ///
    /// let text = "[game]\nlanguage = 1\nname = \"Shy\"\nextends = \"dodgem\"\n[evaluation]\ngone = 0\n";
    /// let game: Game = text.parse()?;
    /// assert_eq!(Position::start(&Arc::new(game)).to_string(), "B../B../.WW b");
    /// # Ok::<(), banco::DefinitionError>(())
    /// ```
    fn from_str(text: &str) -> Result<Game, DefinitionError> {
        let Loaded { game, plain, .. } = text.parse()?;
        drop(plain);
        Ok(Arc::unwrap_or_clone(game))
    }
}

/// The files that take part in loading one definition.
pub(super) struct Loading<'a> {
    pub(super) library: &'a Library,
    pub(super) files: Vec<PathBuf>,
    pub(super) texts: Vec<String>,
}

impl<'a> Loading<'a> {
    fn new(library: &'a Library) -> Loading<'a> {
        Loading { library, files: Vec::new(), texts: Vec::new() }
    }

    /// `script`: the file and the text of the one that scores in place of the definition's own.
    fn finish(
        mut self,
        mut sources: Sources,
        main: SourceId,
        script: Option<(&str, &str)>,
    ) -> Result<Loaded, DefinitionError> {
        let mut diagnostics = Diagnostics::new();
        let reading = spec::read(&mut sources, main, &mut self, &mut diagnostics);
        let mut game = reading.as_ref().and_then(|r| compile(&r.definition, &sources, &mut diagnostics));
        if let Some((game, reading)) = game.as_mut().zip(reading.as_ref()) {
            self.add_network(game, &reading.definition, &mut sources, &mut diagnostics);
        }
        match (game, reading) {
            (Some(game), Some(reading)) if !diagnostics.has_errors() => {
                let parents = self.texts.iter().map(String::as_str);
                let fingerprint = fingerprint(std::iter::once(&**sources.text(main)).chain(parents));
                let loaded = Loaded {
                    plain: game.clone(),
                    game,
                    reading,
                    sources,
                    warnings: diagnostics,
                    files: self.files,
                    fingerprint,
                    definition_fingerprint: fingerprint,
                };
                match script {
                    Some((file, text)) => loaded.with_script_text(file, text),
                    None => loaded.with_own_script(self.library),
                }
            }
            (_, Some(reading)) => {
                let diagnostics = self.blamed(diagnostics, &reading.definition, &sources);
                Err(DefinitionError { diagnostics, sources })
            }
            _ => Err(DefinitionError { diagnostics, sources }),
        }
    }

    /// The same mistakes, each where it can be mended: what stands in a file that this one extends, and is right
    /// there, is wrong by what this one makes of it.
    fn blamed(&self, found: Diagnostics, definition: &Definition, sources: &Sources) -> Diagnostics {
        let Some(own) = definition.game.as_ref().map(|game| game.changes()) else { return found };
        let mut right: BTreeMap<SourceId, bool> = BTreeMap::new();
        let mut blamed = Diagnostics::new();
        for diagnostic in found.iter() {
            let taken_over = diagnostic.span.filter(|&place| !definition.says(place));
            let sound = taken_over.is_some_and(|place| {
                *right.entry(place.source).or_insert_with(|| self.stands_alone(place.source, sources))
            });
            blamed.push(match taken_over.filter(|_| sound) {
                Some(place) => {
                    let moved = Diagnostic { span: Some(own), ..diagnostic.clone() };
                    moved.label(place, "this is taken over, and right in its own file")
                }
                None => diagnostic.clone(),
            });
        }
        blamed
    }

    /// Whether a file that is extended is a sound definition by itself.
    fn stands_alone(&self, file: SourceId, sources: &Sources) -> bool {
        let (mut alone, mut found) = (Sources::new(), Diagnostics::new());
        let main = alone.add(sources.name(file), sources.text(file));
        let reading = spec::read(&mut alone, main, &mut Loading::new(self.library), &mut found);
        reading.is_some_and(|reading| compile(&reading.definition, &alone, &mut found).is_some())
            && !found.has_errors()
    }
}

impl Parents for Loading<'_> {
    fn find(&mut self, name: &str, from: &str) -> Option<(String, String)> {
        let parent = self.library.parent(name, from)?;
        let text = String::from_utf8(parent.bytes().ok()?).ok()?;
        self.files.extend(parent.path().map(Path::to_owned));
        self.texts.push(text.clone());
        Some((parent.file, text))
    }

    fn names(&mut self, from: &str) -> Vec<String> {
        self.library.parents(from)
    }
}

/// A number that is another one when the texts are others.
pub(super) fn fingerprint<'a>(texts: impl Iterator<Item = &'a str>) -> u64 {
    let bytes = texts.flat_map(|text| text.bytes().chain([0]));
    bytes.fold(Fnv::default(), Fnv::add).0
}
