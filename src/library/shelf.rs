//! Where definitions are: shipped ones, those in a folder, those that a path names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use include_dir::{Dir, File as InProgram, include_dir};

use super::naming::folded;
use crate::diagnostic::codes::{doubts, shelf as codes};
use crate::diagnostic::{Diagnostic, Diagnostics, SourceId, Sources, nearest};
use crate::spec::{Definition, Titles, titles};
use crate::suite::io_words;

static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/games");

/// What stands before the path of a shipped file, which is no path on a disk.
pub(super) const SHIPPED_MARK: &str = "<shipped>/";

/// The folder of the working directory whose definitions win over shipped ones.
pub(super) const GAMES: &str = "games";

/// How the name of a definition's file ends.
pub(super) const DEFINITION: &str = "toml";

/// How deep the folders of a library may lie inside each other.
pub(super) const MAX_DEPTH: usize = 8;

/// Nothing larger is read: definitions are far smaller, and a device may have no end.
const MAX_FILE: u64 = 4 << 20;

/// A definition of a library, not read yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shelved {
    /// Its name: the file's without `.toml`.
    pub name: String,
    /// The sub-folder it stands in, which is its family; empty at the top.
    pub family: String,
    /// The file as messages name it.
    pub file: String,
    pub(super) place: Source,
}

/// Where a text is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Shipped(&'static str),
    Disk(PathBuf),
}

impl Shelved {
    /// Whether its text is one that the program ships under this name, wherever it was found.
    pub fn is_shipped(&self) -> bool {
        match &self.place {
            Source::Shipped(_) => true,
            Source::Disk(path) => {
                let same = |other: &Shelved| other.name == self.name && other.bytes() == read_file(path);
                shipped().iter().any(same)
            }
        }
    }

    /// Whether it stands in for a shipped definition of the same name, and is different.
    pub fn hides_shipped(&self) -> bool {
        !self.is_shipped() && shipped().iter().any(|other| other.name == self.name)
    }

    /// Whether a user's word leads to it as a path, not by a name.
    pub fn is_at(&self, word: &str) -> bool {
        is_path(word) && Path::new(word) == self.path().unwrap_or(Path::new(""))
    }

    pub(super) fn of_path(path: &Path) -> Shelved {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let file = path.to_string_lossy().into_owned();
        Shelved { name, family: String::new(), file, place: Source::Disk(path.to_owned()) }
    }

    fn in_program(path: &Path, text: &'static str) -> Shelved {
        Shelved {
            name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            family: family(path),
            file: format!("{SHIPPED_MARK}{}", path.to_string_lossy().replace('\\', "/")),
            place: Source::Shipped(text),
        }
    }

    /// The path on a disk, if there is one.
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Source::Shipped(_) => None,
            Source::Disk(path) => Some(path),
        }
    }

    /// The bytes of the file.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, String> {
        match &self.place {
            Source::Shipped(text) => Ok(text.as_bytes().to_vec()),
            Source::Disk(path) => read_file(path),
        }
    }

    /// The text, where it can be read.
    pub fn text(&self) -> Option<String> {
        String::from_utf8(self.bytes().ok()?).ok()
    }

    /// Adds the text to the sources.
    pub(super) fn open(&self, sources: &mut Sources) -> Result<SourceId, Diagnostic> {
        let is_missing = self.path().is_some_and(|path| !path.exists());
        let code = if is_missing { codes::NOT_FOUND } else { codes::UNREADABLE };
        let refused = |why| Diagnostic::anywhere(code, format!("cannot read `{}`: {why}", self.file));
        let bytes = self.bytes().map_err(refused)?;
        match std::str::from_utf8(&bytes) {
            Ok(text) => Ok(sources.add(&self.file, text)),
            Err(error) => {
                let text = String::from_utf8_lossy(&bytes);
                let source = sources.add(&self.file, &text);
                let at = sources.span(source, error.valid_up_to(), error.valid_up_to() + 1);
                Err(Diagnostic::new(codes::UNREADABLE, at, "this is not text in UTF-8")
                    .help("save the file in UTF-8"))
            }
        }
    }
}

/// Whether a user's word is a path and no name.
fn is_path(word: &str) -> bool {
    word.ends_with(".toml") || word.contains(['/', '\\'])
}

/// The bytes of a file that is no folder and not too large.
pub(super) fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    if path.is_dir() {
        return Err("it is a folder".to_owned());
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_FILE + 1).read_to_end(&mut bytes));
    match read {
        Err(error) => Err(io_words(&error)),
        Ok(_) if bytes.len() as u64 > MAX_FILE => Err("it is far too large".to_owned()),
        Ok(_) => Ok(bytes),
    }
}

/// The shipped definitions and a folder whose files win over them.
///
/// A text that comes from elsewhere, such as an upload, is read by a library that reads no file:
///
/// ```
/// use banco::Library;
///
/// let library = Library::shipped();
/// let text = "[game]\nlanguage = 1\nname = \"Shy\"\nextends = \"dodgem\"\n";
/// assert_eq!(library.parse(text)?.game.name(), "Shy");
/// let sly = text.replace("\"dodgem\"", "\"../Cargo.toml\"");
/// assert!(!library.parse(&sly).expect_err("no shipped game").to_string().contains("[package]"));
/// # Ok::<(), banco::DefinitionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Library {
    folder: PathBuf,
    /// Which files are read, whatever a definition names.
    reach: Reach,
}

/// Which files a library reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reach {
    /// Any that a definition names.
    All,
    /// Those in the folders of games and scripts.
    Folders,
    /// None.
    Shipped,
}

impl Default for Library {
    /// With the folder `games` of the working directory.
    fn default() -> Library {
        Library::with_folder(GAMES)
    }
}

impl Library {
    /// With another folder; it need not exist.
    pub fn with_folder(folder: impl Into<PathBuf>) -> Library {
        Library { folder: folder.into(), reach: Reach::All }
    }

    /// The shipped definitions and scripts alone: no file is read, and none is looked for, whatever a definition or a
    /// name says. For definitions that come from elsewhere.
    pub fn shipped() -> Library {
        Library { folder: PathBuf::new(), reach: Reach::Shipped }
    }

    /// The same that reads nothing outside its folder and the one of scripts, whatever a definition names: for
    /// definitions that come from elsewhere and may extend those of the folder. [`Library::shipped`] reads no file
    /// at all.
    pub fn confined(self) -> Library {
        Library { reach: if self.reach == Reach::All { Reach::Folders } else { self.reach }, ..self }
    }

    /// Whether a file that a definition names is read: it lies in the library's folder or in `other`, links
    /// followed, or the library is not confined.
    pub(super) fn may_read(&self, path: &Path, other: &Path) -> bool {
        if self.reach != Reach::Folders {
            return self.reach == Reach::All;
        }
        let Ok(full) = std::fs::canonicalize(path) else { return false };
        let holds =
            |folder: &Path| std::fs::canonicalize(folder).is_ok_and(|folder| full.starts_with(folder));
        holds(&self.folder) || holds(other)
    }

    /// The folder whose files win over the shipped ones.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The definitions of the folder and the shipped ones, each sorted by path.
    fn on_shelves(&self) -> impl Iterator<Item = Shelved> {
        self.found().into_iter().chain(shipped().iter().cloned())
    }

    /// Every definition by family and name. Of several with one name the first one counts, those of the
    /// folder before shipped ones.
    pub fn all(&self) -> Vec<Shelved> {
        let mut by_name = BTreeMap::new();
        for shelved in self.on_shelves() {
            by_name.entry(shelved.name.clone()).or_insert(shelved);
        }
        let mut all: Vec<Shelved> = by_name.into_values().collect();
        all.sort_by(|a, b| (&a.family, &a.name).cmp(&(&b.family, &b.name)));
        all
    }

    /// What a user's word names: a path when it ends in `.toml` or has a slash, otherwise a name: the file's, or a
    /// title or an alias, as people write them.
    ///
    /// # Errors
    ///
    /// When no definition has the name, or several have. Whether a path leads to a file is seen when it is opened.
    pub fn find(&self, word: &str) -> Result<Shelved, Diagnostic> {
        if is_path(word) {
            return Ok(Shelved::of_path(Path::new(word)));
        }
        if let Some(found) = self.on_shelves().find(|shelved| shelved.name == word) {
            return Ok(found);
        }
        let all = self.all();
        match called(&all, word).as_slice() {
            [] => {}
            [one] => return Ok((*one).clone()),
            several => {
                let names: Vec<String> = several.iter().map(|one| format!("`{}`", one.name)).collect();
                let message = format!("`{}` is the name of several games", word.escape_debug());
                let help = format!("say which: {}", names.join(", "));
                return Err(Diagnostic::anywhere(codes::NOT_FOUND, message).help(help));
            }
        }
        let message = format!("there is no game `{}`", word.escape_debug());
        let unknown = Diagnostic::anywhere(codes::NOT_FOUND, message);
        let beside = format!("{word}.toml");
        if self.reach == Reach::All && Path::new(&beside).is_file() {
            return Err(unknown.help(format!("did you mean the file `{beside}`?")));
        }
        Err(match nearest(word, all.iter().map(|shelved| shelved.name.as_str())) {
            Some(near) => unknown.help(format!("did you mean `{near}`?")),
            None => {
                unknown.help("`banco list` shows the games there are; a path to a `.toml` names any other")
            }
        })
    }

    /// The aliases of a definition that lead elsewhere, or say what another one says.
    pub fn doubts_of_aliases(&self, shelved: &Shelved, definition: &Definition) -> Diagnostics {
        let mut found = Diagnostics::new();
        let aliases = definition.game.as_ref().and_then(|game| game.aliases.as_ref());
        let list = aliases.map_or(&[][..], |aliases| &aliases.list);
        let all = if list.is_empty() { Vec::new() } else { self.all() };
        for (number, alias) in list.iter().enumerate() {
            let word = folded(alias);
            let mut doubt =
                |message: String| found.push(Diagnostic::new(doubts::TAKEN_NAME, alias.span, message));
            let alias = alias.escape_debug();
            if list[..number].iter().any(|other| folded(other) == word) {
                doubt(format!("`{alias}` stands here twice"));
            } else if let Some(other) =
                all.iter().find(|other| other.name != shelved.name && folded(&other.name) == word)
            {
                doubt(format!("`{alias}` finds the game `{}`, not this one", other.name));
            }
        }
        found
    }

    /// The definition that `name` means where `child` extends it: a file beside it, one of the folder,
    /// a shipped one; the child itself only when there is no other.
    pub(super) fn parent(&self, name: &str, child: &str) -> Option<Shelved> {
        let folder = folder_of(child);
        let beside = folder.map(|folder| {
            let file = if name.ends_with(".toml") { name.to_owned() } else { format!("{name}.toml") };
            Shelved::of_path(&folder.join(file))
        });
        // What may not be read is not looked for either: whether it is there is nobody's business.
        let may = |path: &Path| self.may_read(path, &self.folder) && path.is_file();
        let beside = beside.filter(|shelved| shelved.path().is_some_and(may));
        let named = |shelved: &Shelved| shelved.name == name;
        let known = self.on_shelves().filter(named);
        let mut candidates: Vec<Shelved> = beside.into_iter().chain(known).collect();
        let same = |file: &str| match self.reach {
            Reach::Shipped => file == child,
            _ => same_file(file, child),
        };
        let other = candidates.iter().position(|shelved| !same(&shelved.file));
        match other {
            Some(other) => Some(candidates.swap_remove(other)),
            None => candidates.into_iter().next(),
        }
    }

    /// The names that `child` could extend.
    pub(super) fn parents(&self, child: &str) -> Vec<String> {
        let beside = folder_of(child);
        let mut files = Vec::new();
        if let Some(folder) = beside.filter(|_| self.reach != Reach::Shipped) {
            collect(folder, 1, DEFINITION, &mut files);
        }
        files.retain(|path| self.may_read(path, &self.folder));
        let beside = files.iter().map(|path| Shelved::of_path(path).name);
        beside.chain(self.all().into_iter().map(|shelved| shelved.name)).collect()
    }

    /// The definitions of the folder, sorted by path.
    fn found(&self) -> Vec<Shelved> {
        let mut files = Vec::new();
        if self.reach != Reach::Shipped {
            collect(&self.folder, MAX_DEPTH, DEFINITION, &mut files);
        }
        let shelved = |path: &PathBuf| {
            let inside = path.strip_prefix(&self.folder).unwrap_or(path);
            Shelved { family: family(inside), ..Shelved::of_path(path) }
        };
        files.iter().map(shelved).collect()
    }

    /// Every definition in a folder and its sub-folders, sorted by path.
    pub fn in_folder(folder: &Path) -> Vec<Shelved> {
        Library::with_folder(folder).found()
    }
}

/// The folder on a disk that a file lies in, as messages name the file.
pub(super) fn folder_of(file: &str) -> Option<&Path> {
    Path::new(file).parent().filter(|_| !file.starts_with(SHIPPED_MARK))
}

/// Whether two file names mean the same file.
pub(super) fn same_file(a: &str, b: &str) -> bool {
    let full = |name: &str| std::fs::canonicalize(name).unwrap_or_else(|_| PathBuf::from(name));
    a == b || full(a) == full(b)
}

/// The paths of the files with that extension in a folder, in order, its sub-folders included to that
/// depth. What is no file, such as a pipe, is left out, and a folder is looked into once, whatever links lead
/// to it.
pub(super) fn collect(folder: &Path, depth: usize, kind: &str, files: &mut Vec<PathBuf>) {
    collect_unseen(folder, depth, kind, files, &mut BTreeSet::new());
}

fn collect_unseen(
    folder: &Path,
    depth: usize,
    kind: &str,
    files: &mut Vec<PathBuf>,
    seen: &mut BTreeSet<PathBuf>,
) {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if !std::fs::canonicalize(here).is_ok_and(|full| seen.insert(full)) {
        return;
    }
    let Ok(entries) = std::fs::read_dir(here) else { return };
    let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    for path in names.iter().map(|name| folder.join(name)) {
        // What cannot be looked at will be complained of when it is read.
        let is_file = || std::fs::metadata(&path).map_or(true, |data| data.is_file());
        if path.is_dir() {
            if depth > 1 {
                collect_unseen(&path, depth - 1, kind, files, seen);
            }
        } else if path.extension().is_some_and(|extension| extension == kind) && is_file() {
            files.push(path);
        }
    }
}

/// The file of that name inside the program, in whatever folder.
pub(super) fn shipped_file(name: &str) -> Option<Shelved> {
    fn find(folder: &'static Dir<'static>, name: &str) -> Option<Shelved> {
        let is_named = |path: &Path| path.file_name().is_some_and(|found| found == name);
        let file = folder.files().find(|file| is_named(file.path()));
        let deeper = || folder.dirs().find_map(|folder| find(folder, name));
        let shelved =
            |file: &'static InProgram<'static>| Some(Shelved::in_program(file.path(), file.contents_utf8()?));
        file.and_then(shelved).or_else(deeper)
    }
    find(&SHIPPED, name)
}

/// The definitions inside the program, sorted by path.
fn shipped() -> &'static [Shelved] {
    static ALL: LazyLock<Vec<Shelved>> = LazyLock::new(all_shipped);
    &ALL
}

fn all_shipped() -> Vec<Shelved> {
    fn walk(folder: &'static Dir<'static>, files: &mut Vec<Shelved>) {
        let is_definition = |path: &Path| path.extension().is_some_and(|extension| extension == DEFINITION);
        for file in folder.files().filter(|file| is_definition(file.path())) {
            files.extend(file.contents_utf8().map(|text| Shelved::in_program(file.path(), text)));
        }
        folder.dirs().for_each(|folder| walk(folder, files));
    }
    let mut files = Vec::new();
    // What lies at the top of the folder is the user's, as the README has it saved there, also where banco is built.
    SHIPPED.dirs().for_each(|family| walk(family, &mut files));
    files.sort_by(|a, b| a.file.cmp(&b.file));
    files
}

/// The folders that lead to a file.
fn family(path: &Path) -> String {
    let folders = path.parent().into_iter().flat_map(Path::components);
    folders.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

impl Shelved {
    /// What its definition says that the game is called.
    pub fn titles(&self) -> Titles {
        let bytes = self.bytes().unwrap_or_default();
        titles(&String::from_utf8_lossy(&bytes))
    }

    /// Whether its name, a title or an alias is that word, as [`folded`] writes them.
    fn is_called(&self, word: &str) -> bool {
        let (word, titles) = (folded(word), self.titles());
        [self.name.as_str()].into_iter().chain(titles.all()).any(|name| folded(name) == word)
    }

    /// Whether its name, its family, a title or an alias has that in it, without regard to case, marks and blanks.
    pub fn is_about(&self, word: &str) -> bool {
        let word = folded(word);
        let titles = self.titles();
        let mut names = [self.name.as_str(), self.family.as_str()].into_iter().chain(titles.all());
        names.any(|name| folded(name).contains(&word))
    }
}

impl Library {
    /// The definitions whose name, family, title or alias has that word in it; all of them without a word.
    pub fn about(&self, word: Option<&str>) -> Vec<Shelved> {
        let mut all = self.all();
        let Some(word) = word else { return all };
        all.retain(|shelved| shelved.is_about(word));
        // Who is called exactly so comes first.
        all.sort_by_cached_key(|shelved| !shelved.is_called(word));
        all
    }
}

/// The definitions among those that a user's word means: the one whose file has the name, else all that have it as
/// a title or an alias.
fn called<'a>(all: &'a [Shelved], word: &str) -> Vec<&'a Shelved> {
    let word = folded(word);
    if word.is_empty() {
        return Vec::new();
    }
    match all.iter().find(|shelved| folded(&shelved.name) == word) {
        Some(one) => vec![one],
        None => all.iter().filter(|shelved| shelved.is_called(&word)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_the_folder_wins_over_the_shipped_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = Library::with_folder(folder.path());
        let name = shipped()[0].name.clone();
        assert!(library.find(&name).expect("shipped").is_shipped());
        std::fs::write(folder.path().join(format!("{name}.toml")), "").expect("written");
        let found = library.find(&name).expect("found");
        assert!(!found.is_shipped() && found.hides_shipped());
        assert_eq!(library.all().iter().filter(|shelved| shelved.name == name).count(), 1);
    }

    #[test]
    fn what_is_shipped_lies_in_the_folder_of_a_family() {
        assert!(shipped().len() > 20 && shipped().iter().all(|shelved| !shelved.family.is_empty()));
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_round_in_circles_are_followed_once() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("a.toml"), "").expect("written");
        for name in ["b", "c", "d", "e", "f", "g", "h", "i", "j"] {
            std::os::unix::fs::symlink(folder.path(), folder.path().join(name)).expect("a link");
        }
        let names = |all: Vec<Shelved>| all.into_iter().map(|shelved| shelved.name).collect::<Vec<_>>();
        assert_eq!(names(Library::in_folder(folder.path())), ["a"]);
    }

    #[test]
    fn a_library_without_files_names_none_that_is_there() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("secret.toml"), "").expect("written");
        let offered = Library::shipped().parents(&folder.path().join("child.toml").to_string_lossy());
        assert!(!offered.is_empty() && !offered.contains(&"secret".to_owned()));
    }

    #[test]
    fn an_unknown_name_gets_the_nearest_one_as_help() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = Library::with_folder(folder.path());
        let mut name = shipped()[0].name.clone();
        name.pop();
        let unknown = library.find(&name).expect_err("unknown");
        assert!(unknown.help.is_some_and(|help| help.contains("did you mean")));
    }

    #[test]
    fn a_file_can_extend_the_shipped_game_of_its_own_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = Library::with_folder(folder.path());
        let name = shipped()[0].name.clone();
        let file = folder.path().join(format!("{name}.toml"));
        std::fs::write(&file, "").expect("written");
        let parent = library.parent(&name, &file.to_string_lossy()).expect("a parent");
        assert!(parent.is_shipped());
    }
}
