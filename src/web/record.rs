//! A game as text, and texts that may be one.

use serde::Deserialize;
use serde_json::json;

use super::ask::Site;
use super::games::{PlayedLine, shortened};
use super::refused::{Answer, Refused, Stop};
use crate::notation::{PgnError, PgnGame, SgfError, SgfGame};
use crate::position::Position;
use crate::suite::Record;

/// A game as text, or a text that may be one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordRequest {
    line: PlayedLine,
    /// A record, a position or moves; without it, the line is written.
    #[serde(default)]
    text: Option<String>,
    /// What it is written as.
    #[serde(default)]
    form: Form,
}

/// How a game is written.
#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum Form {
    #[default]
    Record,
    Pgn,
    Sgf,
}

/// The first game of a text in PGN, played on the board.
fn read_pgn(site: &Site, line: &PlayedLine, text: &str) -> Answer {
    let kept = site.games.game(&line.source)?;
    let wrong = |error: PgnError| Refused::wrong("record", error.to_string());
    let games = PgnGame::parse_all(text).map_err(wrong)?;
    let game = games.first().ok_or_else(|| Refused::wrong("record", "there is no game in it"))?;
    let position = game.replay(&kept.loaded.game).map_err(wrong)?;
    let moves = position.played_texts();
    Ok(json!({ "game": line.source.game, "start": game.tag("FEN"), "moves": moves }))
}

/// The first game of a text in SGF, played on the board.
fn read_sgf(site: &Site, line: &PlayedLine, text: &str) -> Answer {
    let kept = site.games.game(&line.source)?;
    let wrong = |error: SgfError| Refused::wrong("record", error.to_string());
    let games = SgfGame::parse_all(text).map_err(wrong)?;
    let game = games.first().ok_or_else(|| Refused::wrong("record", "there is no game in it"))?;
    if game.kind().zip(kept.loaded.sgf_number()).is_some_and(|(said, own)| said != own) {
        return Err(Refused::wrong("record", "it is another game, says its number `GM`"));
    }
    let position = game.replay(&kept.loaded.game).map_err(wrong)?;
    let (start, usual) = (position.origin().to_string(), Position::start(&kept.loaded.game).to_string());
    let start = Some(start).filter(|start| *start != usual);
    Ok(json!({ "game": line.source.game, "start": start, "moves": position.played_texts() }))
}

/// A line as text.
fn write(site: &Site, stop: &Stop, line: &PlayedLine, form: Form) -> Answer {
    let (kept, position) = site.games.position(line, stop)?;
    let loaded = &kept.loaded;
    let outcome = position.outcome();
    let winner = outcome.map(|outcome| outcome.winner);
    let wrong = |why: String| Refused::wrong("record", why);
    let text = match form {
        Form::Record => {
            let record = Record {
                game: line.source.game.clone(),
                definition: format!("{:016x}", loaded.fingerprint),
                position: line.start.clone().unwrap_or_else(|| "startpos".to_owned()),
                moves: position.played_texts(),
            };
            record.to_text().map_err(|error| wrong(error.to_string()))?
        }
        Form::Pgn => {
            let variant = loaded.pgn_name().unwrap_or(&line.source.game);
            PgnGame::played(&position, "banco serve", ["?", "?"], variant, winner).text()
        }
        Form::Sgf => {
            let black = SgfGame::black(&loaded.game);
            let result = outcome.map(|outcome| SgfGame::result_of(&outcome, black));
            SgfGame::played(&position, loaded.sgf_number(), ["?", "?"], result).map_err(wrong)?.text()
        }
    };
    Ok(json!({ "text": text }))
}

/// Writes a line in a form that `banco play` loads, too, or reads what somebody pasted: a record, a game in PGN or SGF, a position
/// with or without moves, or moves alone.
pub(super) fn record(site: &Site, stop: &Stop, asked: RecordRequest) -> Answer {
    let Some(text) = asked.text else { return write(site, stop, &asked.line, asked.form) };
    let found = |game: &str, start: &str, moves: Vec<String>| {
        let mut source = asked.line.source.clone();
        if game != source.game {
            source = super::games::GameSource { game: game.to_owned(), text: None, script: None };
        }
        let start = Some(start.to_owned()).filter(|start| start != "startpos" && !start.is_empty());
        let line = PlayedLine { source, start: start.clone(), moves, lang: asked.line.lang.clone() };
        let (_, position) = site.games.position(&line, stop)?;
        Ok(json!({ "game": game, "start": start, "moves": position.played_texts() }))
    };
    let own = &asked.line.source.game;
    if text.trim_start().starts_with('[') {
        return read_pgn(site, &asked.line, &text);
    }
    if text.trim_start().starts_with("(;") {
        return read_sgf(site, &asked.line, &text);
    }
    if let Ok(record) = Record::parse(&text) {
        return found(&record.game, &record.position, record.moves);
    }
    let (start, moves) = crate::notation::split_moves(&text);
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let as_position = found(own, start.trim(), words(moves));
    if as_position.is_ok() || text.contains('/') {
        return as_position;
    }
    // Numbers of moves are left out: `1. e2e4 e7e5`.
    let plain = |word: &String| !word.trim_end_matches('.').chars().all(|c| c.is_ascii_digit());
    let moves: Vec<String> = words(&text).into_iter().filter(plain).collect();
    if moves.is_empty() {
        return Err(Refused::wrong("record", "there is nothing to be read"));
    }
    found(own, "startpos", moves).map_err(|refused| refused.with("text", json!(shortened(&text))))
}
