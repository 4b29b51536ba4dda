//! Files: reading those of the three folders, writing them whole, never over one that has changed meanwhile.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::json;

use super::ask::Site;
use super::games::{GameSource, own_file};
use super::refused::{Answer, Refused, Stop};
use crate::library::{
    Library, check_name, find_script, script_table, starter, starter_script, starter_suite, variant,
};
use crate::suite::{io_words, write_whole};

/// The three folders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Shelf {
    Games,
    Scripts,
    Suites,
}

impl Shelf {
    fn folder(self) -> &'static str {
        match self {
            Shelf::Games => "games",
            Shelf::Scripts => "scripts",
            Shelf::Suites => "suites",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Shelf::Games => "toml",
            Shelf::Scripts => "lua",
            Shelf::Suites => "ron",
        }
    }

    /// Where a text of that name is written.
    fn path(self, library: &Library, name: &str) -> Result<PathBuf, Refused> {
        check_name(name).map_err(|error| Refused::wrong("name", error.to_string()))?;
        if self == Shelf::Games {
            let found = library.find(name).ok().filter(|found| found.name == name).map(|found| found.file);
            return Ok(own_file(library, name, found).into());
        }
        Ok(Path::new(self.folder()).join(format!("{name}.{}", self.extension())))
    }
}

/// A number that is another one when the file's text is another one; none where there is no file.
pub(super) fn stamp_of(file: &str) -> Option<String> {
    std::fs::read(file).ok().map(|bytes| stamp(&bytes))
}

fn stamp(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Whether a file lies in one of the folders, links followed; where it is not there yet, whether it would.
pub(super) fn is_inside(path: &Path, folder: &str) -> bool {
    let Ok(folder) = std::fs::canonicalize(folder) else { return true };
    match std::fs::canonicalize(path) {
        Ok(full) => full.starts_with(folder),
        // A link to nothing leads who writes to it elsewhere.
        Err(_) => path.symlink_metadata().is_err(),
    }
}

/// Which file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NamedFile {
    shelf: Shelf,
    name: String,
}

/// The text of a file, its own or the shipped one.
pub(super) fn read(site: &Site, _: &Stop, named: NamedFile) -> Answer {
    check_name(&named.name).map_err(|error| Refused::wrong("name", error.to_string()))?;
    let missing = || Refused::new(StatusCode::NOT_FOUND, "unknown", "there is no such file");
    let found = match named.shelf {
        Shelf::Games => Some(site.games.shelved(&named.name)?),
        Shelf::Scripts => find_script(&named.name, None).ok(),
        Shelf::Suites => {
            crate::library::Suites::default().all().into_iter().find(|suite| suite.name == named.name)
        }
    };
    let found = found.filter(|found| {
        let path = Path::new(&found.file);
        !path.is_file() || is_inside(path, named.shelf.folder())
    });
    let text = found.as_ref().and_then(|found| found.text()).ok_or_else(missing)?;
    let file = found.map(|found| found.file).unwrap_or_default();
    Ok(json!({ "name": named.name, "text": text, "stamp": stamp_of(&file), "file": file }))
}

/// What a new game shall be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewGame {
    name: String,
    /// The game that it changes.
    #[serde(default)]
    from: Option<String>,
    #[serde(default)]
    script: bool,
}

/// The texts of a new game, its suite and its script. Nothing is written.
pub(super) fn new(site: &Site, _: &Stop, new: NewGame) -> Answer {
    check_name(&new.name).map_err(|error| Refused::wrong("name", error.to_string()))?;
    if let Some(taken) = site.games.library.all().into_iter().find(|taken| taken.name == new.name) {
        let why = format!("there is a game `{}` already: {}", new.name, taken.file);
        return Err(Refused::wrong("taken", why));
    }
    let text = match &new.from {
        None => starter(&new.name),
        Some(parent) => {
            let parent = site.games.shelved(parent)?;
            let source = GameSource { game: parent.name.clone(), text: None, script: None };
            variant(&new.name, &parent.name, &site.games.game(&source)?.loaded.game)
        }
    };
    let source = GameSource { game: new.name.clone(), text: Some(text.clone()), script: None };
    let game = site.games.game(&source)?.loaded.game.clone();
    let suite =
        starter_suite(&new.name, &game).map_err(|error| Refused::wrong("script", error.to_string()))?;
    Ok(json!({
        "definition": if new.script { text + &script_table(&new.name) } else { text },
        "suite": suite,
        "script": new.script.then(|| starter_script(&new.name)),
    }))
}

/// A text to be kept.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Save {
    shelf: Shelf,
    name: String,
    text: String,
    /// What the file was like when it was read; none where there was no file.
    stamp: Option<String>,
}

/// Writes a file whole, unless it is not the one that was read.
pub(super) fn save(site: &Site, _: &Stop, save: Save) -> Answer {
    let path = save.shelf.path(&site.games.library, &save.name)?;
    let shown = path.display().to_string();
    let folder = Path::new(save.shelf.folder());
    let failed = |error: std::io::Error| {
        Refused::new(StatusCode::CONFLICT, "file", format!("cannot write `{shown}`: {}", io_words(&error)))
    };
    let _alone = site.writing.lock().unwrap_or_else(PoisonError::into_inner);
    std::fs::create_dir_all(folder).map_err(failed)?;
    if !is_inside(&path, save.shelf.folder()) {
        let why = format!("`{shown}` leads out of the folder `{}`", folder.display());
        return Err(Refused::new(StatusCode::FORBIDDEN, "path", why));
    }
    let now = stamp_of(&shown);
    if now != save.stamp {
        let why = format!("`{shown}` has changed meanwhile");
        let theirs = std::fs::read_to_string(&path).ok();
        let refused = Refused::new(StatusCode::CONFLICT, "changed", why);
        return Err(refused.with("stamp", json!(now)).with("text", json!(theirs)));
    }
    write_whole(&path, &[save.text.as_bytes()]).map_err(failed)?;
    Ok(json!({ "file": shown, "stamp": stamp(save.text.as_bytes()) }))
}
