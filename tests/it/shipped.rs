//! The shipped games, loaded once for all subjects.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use banco::inside::game::Game;

/// The texts of the shipped games by name: each lies in the folder of its family. What lies at the top is a user's.
pub static TEXTS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let mut found = BTreeMap::new();
    let top = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut folders = vec![top.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of games").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if folder != top && path.extension().is_some_and(|extension| extension == "toml") {
                found.insert(stem(&path), fs::read_to_string(&path).expect("a readable game"));
            }
        }
    }
    found
});

static GAMES: LazyLock<BTreeMap<String, Arc<Game>>> = LazyLock::new(|| {
    let load = |(name, text): (&String, &String)| {
        (name.clone(), load_text(text).unwrap_or_else(|said| panic!("{name}: {said}")))
    };
    TEXTS.iter().map(load).collect()
});

/// A game of stones dropped on a board of this size, with these further tables.
pub fn stones(size: &str, rest: &str) -> Arc<Game> {
    let text = format!(
        "[game]\nlanguage = 1\nname = \"Stones\"\nplayers = [\"x\", \"o\"]\n[board]\nsize = {size}\n\
         [pieces.stone]\nletter = \"X\"\nmoves.place = {{ drop = \"supply\" }}\n{rest}"
    );
    load_text(&text).unwrap_or_else(|said| panic!("{text}\n{said}"))
}

/// The names of the shipped games.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.keys().map(String::as_str)
}

/// The names of the shipped games, or of those among them that `BANCO_GAMES=chess,dodgem` asks for.
pub fn chosen() -> impl Iterator<Item = &'static str> {
    let asked = std::env::var("BANCO_GAMES").ok();
    names().filter(move |name| asked.as_ref().is_none_or(|asked| asked.split(',').any(|one| one == *name)))
}

/// A shipped game.
pub fn game(name: &str) -> Arc<Game> {
    GAMES.get(name).unwrap_or_else(|| panic!("no shipped game `{name}`")).clone()
}

/// A game that builds on a shipped one.
pub fn variant(parent: &str, more: &str) -> Arc<Game> {
    let text = format!("[game]\nlanguage = 1\nname = \"Variant\"\nextends = \"{parent}\"\n{more}");
    load_text(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// Reads a definition; warnings pass.
///
/// # Errors
///
/// Everything that was said about it.
pub fn load_text(text: &str) -> Result<Arc<Game>, String> {
    Game::parse(text).map_err(|error| error.to_string())
}

/// Whether everything shall be tried that takes minutes: `BANCO_DEEP=1`.
pub fn deep() -> bool {
    std::env::var_os("BANCO_DEEP").is_some_and(|value| value != "0")
}

/// A number that the environment gives, such as `BANCO_HOSTILE` or `BANCO_SEED`, or the usual one.
pub fn given<T: FromStr>(name: &str, usual: T) -> T {
    let Ok(text) = std::env::var(name) else { return usual };
    text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number"))
}

/// How many hostile cases a test tries: `BANCO_HOSTILE`, or as many as it usually does.
pub fn hostile_cases(usual: usize) -> usize {
    given("BANCO_HOSTILE", usual)
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a file").to_string_lossy().into_owned()
}
