//! `banco show`

use std::io::Write;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::answer::regions_json;
use crate::compile::regions;
use crate::describe::english;
use crate::eval::{derive, wants_weights, weights_text};
use crate::game::{Game, Kind, Offset, Player};
use crate::library::Loaded;
use crate::notation::{InBetza, in_betza};
use crate::position::Position;
use crate::spec::{Compass, Definition};

use super::board::{BoardView, draw};
use super::choice::GameChoice;
use super::language::LanguageChoice;
use super::output::{Failure, Finish, json_line};
use super::test::suites_of;

/// Show a definition as it counts
///
/// Everything that it extends is merged in, and every value comes with the file and line that gives it.
///
/// Example: banco show dodgem-no-block --rules
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameChoice,
    /// Read the rules back in plain English
    #[arg(long)]
    rules: bool,
    /// How each piece moves in Betza's notation, and which rules its letters cannot say
    #[arg(long, conflicts_with = "rules")]
    betza: bool,
    /// The weights that follow from the rules, to be pasted into a definition: they count where none are said
    #[arg(long, conflicts_with_all = ["rules", "betza"])]
    derived: bool,
    /// The regression suite that it is tested with, to be copied into the folder `suites` and gone on with
    #[arg(long, conflicts_with_all = ["rules", "betza", "derived"])]
    suite: bool,
    /// The named regions, each drawn on the board at the start: `*` is an empty cell of it, (P) one with a piece
    #[arg(long, conflicts_with_all = ["rules", "betza", "derived", "suite"])]
    regions: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lang: LanguageChoice,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let loaded = args.game.load((!args.json).then(|| args.lang.language()))?;
    if args.suite {
        return suites(&args.game.game, args.json, out);
    }
    if args.betza {
        return in_letters(&loaded, args.json, out);
    }
    if args.regions {
        return on_board(&loaded, args.json, out);
    }
    if args.derived {
        let text = derived(&loaded.game);
        match args.json {
            true => json_line(out, &json!({ "toml": text }))?,
            false => out.write_all(text.as_bytes())?,
        }
        return Ok(Finish::Good);
    }
    match (args.rules, args.json) {
        (true, false) => out.write_all(english(loaded.definition()).as_bytes())?,
        (true, true) => json_line(out, &json!({ "rules": english(loaded.definition()) }))?,
        (false, false) => {
            out.write_all(loaded.reading.to_toml(&loaded.sources).as_bytes())?;
            if wants_weights(&loaded.game.evaluation) {
                let text = derived(&loaded.game);
                let lines = text.lines().map(|line| format!("# {line}\n")).collect::<String>();
                write!(
                    out,
                    "\n# These weights follow from the rules and count where none are said:\n{lines}"
                )?;
            }
        }
        (false, true) => {
            let values = loaded.reading.resolved(&loaded.sources);
            let value = |v: &crate::spec::Resolved| json!({ "path": v.path, "value": v.text, "file": &*v.location.file, "line": v.location.line });
            let values: Vec<Value> = values.iter().map(value).collect();
            json_line(out, &json!({ "values": values }))?;
        }
    }
    Ok(Finish::Good)
}

/// The suites of a game as they are written.
fn suites(word: &str, json: bool, out: &mut dyn Write) -> Result<Finish, Failure> {
    let suites = suites_of(word)?;
    if json {
        let shown = |(file, text): &(String, String)| json!({ "file": file, "text": text });
        json_line(out, &json!({ "suites": suites.iter().map(shown).collect::<Vec<_>>() }))?;
        return Ok(Finish::Good);
    }
    for (_, text) in suites {
        out.write_all(text.as_bytes())?;
    }
    Ok(Finish::Good)
}

/// The named regions on the board, once where they are the same for both players.
fn on_board(loaded: &Loaded, json: bool, out: &mut dyn Write) -> Result<Finish, Failure> {
    let (game, found) = (&loaded.game, regions(loaded.definition(), &loaded.sources));
    if json {
        json_line(out, &json!({ "regions": regions_json(game, &found) }))?;
        return Ok(Finish::Good);
    }
    if found.is_empty() {
        writeln!(out, "no regions are named")?;
    }
    let start = Position::start(game);
    for (name, sets) in &found {
        let each = Player::BOTH
            .map(|player| (format!("{name}, {}", game.player_name(player)), sets[player.index()]));
        let shown = if sets[0] == sets[1] { vec![(name.clone(), sets[0])] } else { each.to_vec() };
        for (title, cells) in shown {
            let view = BoardView { marked: Some(cells), ..BoardView::default() };
            write!(out, "{title}:\n\n{}\n", draw(&start, &view))?;
        }
    }
    Ok(Finish::Good)
}

/// The weights that follow from the rules of a game, as TOML.
fn derived(game: &Arc<Game>) -> String {
    weights_text(game, &derive(game))
}

/// Where forward points for a player.
fn forward(definition: &Definition, game: &Game, player: Player) -> Offset {
    let usual = [Offset::new(0, 1), Offset::new(0, -1)][player.index()];
    let Some(said) = definition.directions.get(game.player_name(player)) else { return usual };
    let at = Compass::WORDS.iter().position(|word| *word == said.value.word());
    at.and_then(|at| Offset::CIRCLE.get(at)).copied().unwrap_or(usual)
}

/// What a kind's letters say for both players where that is the same, else for each.
fn said(loaded: &Loaded, kind: Kind) -> Vec<(Option<Player>, InBetza)> {
    let game = &loaded.game;
    let each =
        Player::each(|player| in_betza(game, kind, player, forward(loaded.definition(), game, player)));
    match each {
        [first, second] if first == second => vec![(None, first)],
        [first, second] => vec![(Some(Player::First), first), (Some(Player::Second), second)],
    }
}

fn in_letters(loaded: &Loaded, json: bool, out: &mut dyn Write) -> Result<Finish, Failure> {
    let game = &loaded.game;
    let mut pieces = Vec::new();
    for kind in game.kinds() {
        for (player, said) in said(loaded, kind) {
            let rules: Vec<&str> = said.unsaid.iter().map(|&number| game.named_move(number).name).collect();
            let player = player.map(|player| game.player_name(player));
            let name = game.kind_name(kind);
            if json {
                pieces.push(json!({ "piece": name, "player": player, "betza": said.text, "unsaid": rules }));
                continue;
            }
            let of = player.map_or_else(String::new, |player| format!(" of {player}"));
            let text = if said.text.is_empty() { String::new() } else { format!(" {}", said.text) };
            let link = if text.is_empty() || rules.is_empty() { "" } else { ";" };
            let more = if rules.is_empty() {
                String::new()
            } else {
                format!(" no letters say {}", rules.join(", "))
            };
            let none = if text.is_empty() && rules.is_empty() { " no rules" } else { "" };
            writeln!(out, "{name}{of}:{text}{link}{more}{none}")?;
        }
    }
    if json {
        json_line(out, &json!({ "pieces": pieces }))?;
    }
    Ok(Finish::Good)
}
