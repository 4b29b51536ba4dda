//! Saving a game that is going on, and going on with one that was saved.

use std::path::Path;

use super::session::Session;
use crate::suite::Record;

/// Saves the game; the answer is what to tell the user.
pub(super) fn save(session: &Session, file: &str) -> Result<String, String> {
    let path = named(file)?;
    let record = Record {
        game: session.name.clone(),
        definition: fingerprint(session),
        position: session.start.clone(),
        moves: session.moves(),
    };
    record.save(path).map_err(|error| error.to_string())?;
    Ok(format!("saved to {}", path.display()))
}

/// Goes on with a saved game of the same definition; the answer is what to tell the user. When anything
/// is wrong with it, the game that is going on stays.
pub(super) fn load(session: &mut Session, file: &str) -> Result<String, String> {
    let path = named(file)?;
    let record = Record::load(path).map_err(|error| error.to_string())?;
    if record.game != session.name {
        return Err(format!(
            "`{}` is a game of `{}`: load it in `banco play {}`",
            path.display(),
            record.game.escape_debug(),
            record.game.escape_debug()
        ));
    }
    session.restart(&record.position, &record.moves).map_err(|failure| {
        format!("the game in `{}` cannot be played: {}", path.display(), failure.line())
    })?;
    let changed = record.definition != fingerprint(session);
    let note = if changed { ", though the definition has changed since it was saved" } else { "" };
    Ok(format!("loaded {}{note}", path.display()))
}

fn named(file: &str) -> Result<&Path, String> {
    if file.is_empty() { Err("say which file: save FILE, load FILE".to_owned()) } else { Ok(Path::new(file)) }
}

fn fingerprint(session: &Session) -> String {
    format!("{:016x}", session.loaded.fingerprint)
}
