//! `banco picture`

use std::io::Write;

use serde_json::json;

use crate::game::CellSet;
use crate::picture::{Look, draw};
use crate::position::Position;

use super::batch::Batch;
use super::choice::GameChoice;
use super::language::{LanguageChoice, Locale};
use super::output::{Failure, Finish, json_line};

/// Draw the board as SVG
///
/// The picture has coordinates, the last move, and hands where the game has them. It looks right on light and
/// on dark pages, and in programs that draw SVG. With `--json` it stands under `svg`.
///
/// Example: banco picture xiangqi --moves "h3e3" > board.svg
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameChoice,
    #[command(flatten)]
    batch: Batch,
    #[command(flatten)]
    language: LanguageChoice,
    /// The second player's side at the bottom
    #[arg(long)]
    flip: bool,
    /// Draw pieces as symbols where the definition gives them, or as letters
    #[arg(long, value_enum, default_value = "symbols")]
    pieces: Pieces,
    /// Mark the cells where the piece on this cell can go
    #[arg(long, value_name = "CELL")]
    targets: Option<String>,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Pieces {
    Letters,
    Symbols,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let notes = (!args.batch.speaks_json()).then(|| args.language.language());
    let loaded = args.game.load(notes)?;
    let voice = args.language.voice(&loaded);
    let picture = |position: &Position| -> Result<String, Failure> {
        Ok(draw(position, &look(args, &voice, position)?))
    };
    let answer = |position: &Position| Ok(json!({ "svg": picture(position)? }));
    if let Some(finish) = args.batch.answer(&loaded.game, out, answer)? {
        return Ok(finish);
    }
    let position = args.batch.one.read(&loaded.game)?;
    let svg = picture(&position)?;
    match args.batch.json {
        true => {
            json_line(out, &json!({ "game": args.game.game, "position": position.to_string(), "svg": svg }))?
        }
        false => out.write_all(svg.as_bytes())?,
    }
    Ok(Finish::Good)
}

fn look(args: &Args, voice: &Locale, position: &Position) -> Result<Look, Failure> {
    let turn = voice.player(position.turn());
    let subtitle = match position.outcome() {
        Some(outcome) => voice.result(&outcome),
        None => voice.of(format!("{turn} to move"), format!("{turn} đi")),
    };
    Ok(Look {
        title: voice.game.clone(),
        subtitle,
        players: crate::game::Player::each(|player| voice.player(player).to_owned()),
        kinds: voice.kinds().to_vec(),
        flipped: args.flip,
        letters: args.pieces == Pieces::Letters,
        marked: args.targets.as_deref().map(|cell| targets(position, cell)).transpose()?,
    })
}

/// Where the piece on a cell can go.
fn targets(position: &Position, cell: &str) -> Result<CellSet, Failure> {
    let geometry = &position.game().rules.geometry;
    let from = geometry.parse(cell).filter(|&cell| geometry.has(cell));
    let unknown = || Failure::Wrong(format!("there is no cell `{}` on this board", cell.escape_debug()));
    let from = from.ok_or_else(unknown)?;
    let mut found = CellSet::EMPTY;
    for mv in position.legal_moves().iter().filter(|mv| mv.from() == from && !position.at(from).is_none()) {
        found.insert(mv.to());
    }
    Ok(found)
}
