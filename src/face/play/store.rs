//! Saving a game that is going on, and going on with one that was saved.

use std::path::Path;

use super::session::Session;
use crate::face::language::Locale;
use crate::suite::Record;

/// Saves the game; the answer is what to tell the user.
pub(super) fn save(session: &Session, voice: &Locale, file: &str) -> Result<String, String> {
    let path = named(voice, file)?;
    let record = Record {
        game: session.name.clone(),
        definition: fingerprint(session),
        position: session.start.clone(),
        moves: session.moves(),
    };
    record.save(path).map_err(|error| voice.of(error.to_string(), unsaved(path)))?;
    let path = path.display();
    Ok(voice.of(format!("saved to {path}"), format!("đã lưu vào {path}")))
}

/// Goes on with a saved game of the same definition; the answer is what to tell the user. When anything
/// is wrong with it, the game that is going on stays.
pub(super) fn load(session: &mut Session, voice: &Locale, file: &str) -> Result<String, String> {
    let path = named(voice, file)?;
    let record = Record::load(path).map_err(|error| voice.of(error.to_string(), unloaded(path)))?;
    if record.game != session.name {
        let (path, game) = (path.display(), record.game.escape_debug());
        return Err(voice.of(
            format!("`{path}` is a game of `{game}`: load it in `banco play {game}`"),
            format!("`{path}` là ván cờ của `{game}`: hãy mở bằng `banco play {game}`"),
        ));
    }
    session.restart(&record.position, &record.moves).map_err(|misfit| {
        let (path, why) = (path.display(), misfit.text(voice));
        voice.of(
            format!("the game in `{path}` cannot be played: {why}"),
            format!("không chơi tiếp được ván cờ trong `{path}`: {why}"),
        )
    })?;
    let changed = record.definition != fingerprint(session);
    let note = match changed {
        true => voice.of(
            ", though the definition has changed since it was saved",
            ", tuy định nghĩa đã thay đổi từ khi lưu",
        ),
        false => "",
    };
    let path = path.display();
    Ok(voice.of(format!("loaded {path}{note}"), format!("đã mở {path}{note}")))
}

/// Why nothing was loaded, in Vietnamese: the likely reason.
fn unloaded(path: &Path) -> String {
    let why = match path {
        path if path.is_dir() => "đó là một thư mục",
        path if !path.exists() => "không có tệp này",
        _ => "tệp này không phải là ván cờ đã lưu, hoặc không đọc được",
    };
    format!("không mở được `{}`: {why}", path.display())
}

/// Why nothing was saved, in Vietnamese: the likely reason.
fn unsaved(path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let why = match path {
        path if path.is_dir() => "đó là một thư mục",
        path if path.exists() => "ở đó đã có một tệp khác, hoặc không ghi được",
        _ if folder.is_some_and(|folder| !folder.is_dir()) => "không có thư mục này",
        _ => "không ghi được",
    };
    format!("không lưu được vào `{}`: {why}", path.display())
}

fn named<'a>(voice: &Locale, file: &'a str) -> Result<&'a Path, String> {
    if !file.is_empty() {
        return Ok(Path::new(file));
    }
    Err(voice.of("say which file: save FILE, load FILE", "hãy nói tệp nào: save FILE, load FILE").to_owned())
}

fn fingerprint(session: &Session) -> String {
    format!("{:016x}", session.loaded.fingerprint)
}
