//! Which suites are run, and against which definitions.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::diagnostic::{DefinitionError, nearest};
use crate::library::{Library, Loaded, LoadedSuite, Shelved, Suites};
use crate::spec::Mutant;
use crate::suite::{Budget, Case, Checker, ExactValues, Games};

use super::super::choice::{self, ScriptChoice};
use super::super::language::Language;
use super::super::output::{Failure, is_unreachable, note};

/// A suite that is run, and what it is held against.
pub(super) struct Chosen {
    /// Its name.
    pub name: String,
    /// The cases that are tried.
    pub cases: Vec<Case>,
    /// The definition.
    pub loaded: Loaded,
    /// The word that finds the definition.
    pub word: String,
    script: ScriptChoice,
    shelved: Shelved,
    suite: LoadedSuite,
    /// The suite was chosen by its name.
    named: bool,
    /// The file that is to hold a suite of the definition's own, where this one is another game's.
    lacking: Option<PathBuf>,
}

impl Chosen {
    /// The suite against its own game.
    fn of(shelved: Shelved, library: &Library, script: &ScriptChoice) -> Result<Chosen, Failure> {
        let suite = open(&shelved)?;
        let loaded = library.load(&suite.suite.game).map_err(|_| broken(&suite, library))?;
        let (loaded, word) = (script.put_on(loaded)?, suite.suite.game.value.clone());
        Ok(Chosen::against(shelved, suite, loaded, (&word, script)))
    }

    /// A suite against a definition, which the word finds, with its script.
    fn against(
        shelved: Shelved,
        suite: LoadedSuite,
        loaded: Loaded,
        (word, script): (&str, &ScriptChoice),
    ) -> Chosen {
        let (name, cases) = (shelved.name.clone(), suite.suite.cases.clone());
        Chosen {
            name,
            cases,
            loaded,
            word: word.to_owned(),
            script: script.clone(),
            shelved,
            suite,
            named: false,
            lacking: None,
        }
    }

    /// The word that finds the suite: its file, where it is held against its own game.
    pub(super) fn asked(&self) -> String {
        let file = self.shelved.path().filter(|_| !self.named && self.suite.suite.game.value == self.word);
        file.map_or_else(|| self.word.clone(), |file| file.display().to_string())
    }

    /// Recording anew would change what is known of another game.
    pub(super) fn check_own(&self) -> Result<(), Failure> {
        let Some(lacking) = &self.lacking else { return Ok(()) };
        Err(Failure::Usage(format!(
            "`--bless` would change the suite of `{0}` by what `{1}` does: copy it first, with the other name behind \
             `game:`: banco show {0} --suite > {2}",
            self.suite.suite.game.value,
            self.word,
            lacking.display()
        )))
    }

    /// The options that choose the script.
    pub(super) fn script_words(&self) -> String {
        self.script.words()
    }

    /// What names the suite, where it was chosen: its file, or its name.
    pub(super) fn suite_word(&self) -> Option<String> {
        let file = self.shelved.path().map(|file| file.display().to_string());
        self.named.then(|| file.unwrap_or_else(|| self.shelved.name.clone()))
    }

    /// Says so where a suite was found by a name that two have: where the suite inside the program is run, and another
    /// text of it stands in a checkout, or where a file stands in for the suite inside the program.
    pub(super) fn tell_other(&self, words: &[String], language: Language) {
        let named = |file: &Path| words.iter().any(|word| Path::new(word) == file || file.starts_with(word));
        if let Some(file) = self.shelved.path().filter(|file| !named(file))
            && Suites::is_shipped(&self.name)
        {
            let (name, file) = (&self.name, file.display());
            note(&language.of(
                format!("note: {file} stands in for the shipped suite of `{name}`"),
                format!("lưu ý: {file} được dùng thay cho bộ kiểm tra `{name}` có sẵn"),
            ));
        }
        if let Some(copy) = Suites::edited_copy(&self.shelved) {
            let (name, copy) = (&self.shelved.name, copy.display());
            note(&language.of(
                format!(
                    "note: the suite of `{name}` inside the program is run; {copy} is another one: name it to run it"
                ),
                format!(
                    "lưu ý: đang chạy bộ kiểm tra `{name}` có sẵn trong chương trình; {copy} là bộ khác: ghi rõ tên tệp để chạy nó"
                ),
            ));
        }
    }

    /// The definition's and its parents' files that stand in for shipped games are told of.
    pub(super) fn tell_hidden(&self, words: &[String], language: Language) {
        choice::tell_hidden(&self.loaded, words, language);
    }

    /// Leaves out the cases that are not meant.
    pub(super) fn keep(&mut self, filter: Option<&str>) {
        if let Some(words) = filter {
            let words = words.to_lowercase();
            let named = |case: &Case| format!("{}: {}", self.name, case.name.value).to_lowercase();
            self.cases.retain(|case| named(case).contains(&words));
        }
    }

    /// The file that the definition itself stands in.
    pub(super) fn own_file(&self) -> Arc<str> {
        self.loaded.sources.main().cloned().unwrap_or_default()
    }

    /// The definition with one thing changed at a time.
    pub(super) fn mutants(&self) -> Vec<Mutant> {
        self.loaded.reading.mutants(&self.loaded.sources)
    }

    /// What holds the cases against the definition.
    pub(super) fn checker<'a>(
        &'a self,
        games: &'a dyn Games,
        known: &'a ExactValues,
        slow: bool,
        stop: Arc<AtomicBool>,
    ) -> Checker<'a> {
        Checker {
            game: &self.loaded.game,
            games,
            reading: Some((&self.loaded.reading, &self.loaded.sources)),
            known,
            usual: Budget::USUAL,
            slow: slow.then_some(Budget::SLOW),
            stop,
        }
    }

    /// The shipped suite that this is, where it stands in no file of the user's.
    pub(super) fn shipped(&self) -> Option<&Shelved> {
        Some(&self.shelved).filter(|shelved| shelved.path().is_none())
    }

    /// The text of the suite.
    pub(super) fn text(&self) -> &str {
        self.suite.sources.text(self.suite.source)
    }

    /// Where the suite is written.
    pub(super) fn file(&self) -> PathBuf {
        Suites::default().file(&self.shelved)
    }

    /// Where a case stands: file and line.
    pub(super) fn place(&self, case: &Case) -> (String, u32) {
        let place = self.suite.sources.locate(case.span);
        (place.file.to_string(), place.line)
    }
}

fn open(shelved: &Shelved) -> Result<LoadedSuite, Failure> {
    Ok(Suites::default().open(shelved)?)
}

/// Why the suite's game cannot be loaded, said at the place where the suite names it.
fn broken(suite: &LoadedSuite, library: &Library) -> Failure {
    let diagnostics = suite.check(library);
    Failure::from(DefinitionError { diagnostics, sources: suite.sources.clone() })
}

/// What is run, and what should be and cannot: a suite or a definition, by name, that is wrong itself.
#[derive(Default)]
pub(super) struct Choice {
    pub suites: Vec<Chosen>,
    pub broken: Vec<(String, Failure)>,
}

impl Choice {
    /// Takes in what was found. What is wrong is kept, so that the rest goes on.
    fn take(&mut self, name: &str, found: Result<Vec<Chosen>, Failure>) {
        match found {
            Ok(suites) => self.suites.extend(suites),
            Err(failure) => self.broken.push((name.to_owned(), failure)),
        }
    }

    fn take_suite(&mut self, shelved: Shelved, library: &Library, script: &ScriptChoice) {
        let name = shelved.name.clone();
        self.take(&name, Chosen::of(shelved, library, script).map(|chosen| vec![chosen]));
    }

    /// The same for what the user named: what is not there is wrong use.
    fn take_named(&mut self, name: &str, found: Result<Vec<Chosen>, Failure>) -> Result<(), Failure> {
        match found {
            Err(Failure::Definition(wrong)) if !is_unreachable(&wrong.diagnostics) => {
                self.take(name, Err(Failure::Definition(wrong)));
            }
            found => self.suites.extend(found?),
        }
        Ok(())
    }
}

/// The suites that paths and names stand for; without any, all of them.
pub(super) fn choose(
    paths: &[String],
    suite: Option<&str>,
    library: &Library,
    script: &ScriptChoice,
) -> Result<Choice, Failure> {
    let suites = Suites::default();
    let mut choice = Choice::default();
    if let Some(suite) = suite {
        let shelved = suite_named(suite, &suites)?;
        for word in paths {
            let held = held_against(word, &shelved, library, script);
            choice.take_named(word, held.map(|chosen| vec![chosen]))?;
        }
        return Ok(choice);
    }
    if paths.is_empty() {
        suites.all().into_iter().for_each(|shelved| choice.take_suite(shelved, library, script));
    }
    for word in paths {
        let path = Path::new(word);
        if Suites::is_file(path) {
            let suite = Chosen::of(Suites::at(path), library, script);
            choice.take_named(word, suite.map(|chosen| vec![chosen]))?;
        } else if path.is_dir() && (word.contains(['/', '\\']) || library.find(word).is_err()) {
            let inside = Suites::in_folder(path);
            if inside.is_empty() {
                return Err(Failure::Usage(format!("there is no suite in `{word}`")));
            }
            inside.into_iter().for_each(|shelved| choice.take_suite(shelved, library, script));
        } else {
            choice.take_named(word, of_definition(word, library, &suites, script))?;
        }
    }
    Ok(choice)
}

/// The suite that a user's word names.
fn suite_named(word: &str, suites: &Suites) -> Result<Shelved, Failure> {
    if Suites::is_file(Path::new(word)) {
        return Ok(Suites::at(Path::new(word)));
    }
    let all = suites.all();
    all.iter().find(|shelved| shelved.name == word).cloned().ok_or_else(|| {
        let near = nearest(word, all.iter().map(|shelved| shelved.name.as_str()));
        let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        Failure::Usage(format!("there is no suite `{}`{help}", word.escape_debug()))
    })
}

/// A definition against a suite that need not be its own.
fn held_against(
    word: &str,
    shelved: &Shelved,
    library: &Library,
    script: &ScriptChoice,
) -> Result<Chosen, Failure> {
    let definition = library.find(word).map_err(Failure::unknown)?;
    let loaded = script.put_on(library.open(&definition)?)?;
    let mut chosen = Chosen::against(shelved.clone(), open(shelved)?, loaded, (word, script));
    chosen.named = true;
    Ok(chosen)
}

/// The suites of a definition, held against it with the script if there is one: those of its own name, else those of the game whose title it has, else
/// those of the game it extends.
fn of_definition(
    word: &str,
    library: &Library,
    suites: &Suites,
    script: &ScriptChoice,
) -> Result<Vec<Chosen>, Failure> {
    let shelved = library.find(word).map_err(Failure::unknown)?;
    let loaded = script.put_on(library.open(&shelved)?)?;
    let mut known: Vec<(Shelved, LoadedSuite)> = Vec::new();
    let mut unreadable = Vec::new();
    for other in suites.all() {
        match open(&other) {
            Ok(suite) => known.push((other, suite)),
            // A shell makes the file before what is written to it is there: a copy of a suite begins as an empty one.
            Err(_) if is_empty(&other, suites) => {}
            Err(wrong) if other.name == shelved.name => return Err(wrong),
            Err(wrong) => unreadable.push((other, wrong)),
        }
    }
    let names = candidates(&shelved, &loaded, library);
    for (other, wrong) in unreadable.iter().filter(|(other, _)| may_be_of(other, &names)) {
        note(&format!("the suite {} is left out: {}", other.file, wrong.line()));
    }
    for name in names {
        let (fitting, others): (Vec<_>, Vec<_>) =
            known.into_iter().partition(|(_, suite)| suite.suite.game.value == name);
        if !fitting.is_empty() {
            if name != shelved.name {
                note(&format!("`{word}` is tested with the suite of `{name}`"));
            }
            let lacking =
                (name != shelved.name).then(|| suites.folder().join(format!("{}.ron", shelved.name)));
            let held = |(shelved, suite)| Chosen {
                lacking: lacking.clone(),
                ..Chosen::against(shelved, suite, loaded.clone(), (word, script))
            };
            return Ok(fitting.into_iter().map(held).collect());
        }
        known = others;
    }
    if let Some(file) =
        suites.all().into_iter().find(|other| other.path().is_some() && other.name == shelved.name)
    {
        return Err(of_another_game(&file, word, suites));
    }
    Err(Failure::Usage(format!(
        "there is no suite for `{word}`: write `suites/{}.ron`, or name another game's by `--suite`",
        shelved.name
    )))
}

/// Whether nothing is written in a suite.
fn is_empty(suite: &Shelved, suites: &Suites) -> bool {
    suites.text(suite).is_some_and(|text| text.trim().is_empty())
}

/// Why a file with a definition's name is not its suite.
fn of_another_game(file: &Shelved, word: &str, suites: &Suites) -> Failure {
    let why = match open(file) {
        Ok(suite) => format!("its `game:` is `{}`", suite.suite.game.value.escape_debug()),
        Err(_) if is_empty(file, suites) => "the file is empty".to_owned(),
        Err(wrong) => wrong.line(),
    };
    Failure::Usage(format!("{} is not the suite of `{word}`: {why}", file.file))
}

/// The suites that a definition is tested with: of each its file and its text.
pub(in crate::face) fn suites_of(word: &str) -> Result<Vec<(String, String)>, Failure> {
    let chosen = of_definition(word, &Library::default(), &Suites::default(), &ScriptChoice::default())?;
    let text =
        |Chosen { shelved, suite, .. }: Chosen| (shelved.file, suite.sources.text(suite.source).to_string());
    Ok(chosen.into_iter().map(text).collect())
}

/// Whether a suite that cannot be read may be one of these games: its text has one of their names in quotes.
fn may_be_of(suite: &Shelved, names: &[String]) -> bool {
    let text = Suites::default().text(suite).unwrap_or_default();
    names.iter().any(|name| *name == suite.name || text.contains(&format!("{name:?}")))
}

/// The names of games whose suites may fit a definition, nearest first.
fn candidates(shelved: &Shelved, loaded: &Loaded, library: &Library) -> Vec<String> {
    let mut names = vec![shelved.name.clone()];
    let title = &loaded.game.names.game;
    let titled = |other: &Shelved| library.open(other).is_ok_and(|other| other.game.names.game == *title);
    names.extend(library.all().into_iter().filter(titled).map(|other| other.name));
    let game = loaded.definition().game.as_ref();
    names.extend(game.and_then(|game| game.extends.as_ref()).map(|extends| extends.value.clone()));
    names
}
