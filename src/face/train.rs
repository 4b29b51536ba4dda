//! `banco train`

use std::io::Write;
use std::path::PathBuf;

use serde_json::json;

use crate::arena::train::{Pass, Trained, Training, train};
use crate::game::{Network, Sight};
use crate::library::network_text;
use crate::suite::{io_words, write_whole};

use super::choice::GameChoice;
use super::files::KeptGames;
use super::language::LanguageChoice;
use super::output::{Failure, Finish, json_line};
use super::tune::share;

/// Train a neural network on games
///
/// The network learns what the terms of a definition leave out: its points are added to theirs. It looks at what stands
/// where, from the side of each player, and costs a search little. One game of eight is held out, and says how much was
/// learnt. Three thousand games are too few. `network = "FILE"` in `[evaluation]` names it. Whether it is better is for a match to say.
///
/// Example: banco train chess --records games.jsonl --save chess.network
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameChoice,
    #[command(flatten)]
    games: KeptGames,
    /// Where the network is written to
    #[arg(long, value_name = "FILE")]
    save: PathBuf,
    /// How many sums the network makes for each player: a multiple of 16, at most 256
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = hidden)]
    hidden: usize,
    /// See pieces within N files and ranks of the own royal piece by how far they stand from it, too
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=i64::from(Sight::FARTHEST)))]
    near: u16,
    /// How much results count; the rest of one goes to what the engines' searches said
    #[arg(long, value_name = "SHARE", default_value = "0.3", value_parser = share)]
    lambda: f64,
    /// How often each position is looked at
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    passes: u32,
    /// Look at each position with left and right exchanged, too: for games that do not know them apart
    #[arg(long)]
    reflect: bool,
    /// Where chance begins: the same games and the same number make the same network
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lang: LanguageChoice,
}

fn hidden(text: &str) -> Result<usize, String> {
    let fits = |hidden: &usize| {
        hidden.is_multiple_of(Network::WIDTH) && (Network::WIDTH..=Network::MOST_HIDDEN).contains(hidden)
    };
    let words = || format!("write a multiple of {} up to {}", Network::WIDTH, Network::MOST_HIDDEN);
    text.parse().ok().filter(fits).ok_or_else(words)
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let language = args.lang.language();
    let loaded = args.game.load((!args.json).then_some(language))?;
    if loaded.game.evaluation.is_replaced() {
        return Err(Failure::Usage(
            "a script takes the place of its terms: a network would not be asked".to_owned(),
        ));
    }
    let records = args.games.read(&loaded.game)?;
    let Args { hidden, near, lambda, passes, reflect, seed, .. } = *args;
    let mut written = Ok(());
    let tell = |pass: Pass| {
        let Pass { done, training, held_out } = pass;
        let line = language.of(
            format!("pass {done} of {passes}: loss {training:.6}, held out {held_out:.6}"),
            format!("lượt {done}/{passes}: sai số {training:.6}, kiểm tra {held_out:.6}"),
        );
        if !args.json && written.is_ok() {
            written = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    };
    let training = Training { hidden, near, lambda, passes, reflect, seed };
    let trained = train(&loaded.game, records.iter(), &training, tell).map_err(Failure::Usage)?;
    written?;
    let Trained { network, positions: [learnt, held_out], held_out: [before, after] } = trained;
    let games = records.len();
    let reflected = if reflect { " --reflect" } else { "" };
    let about = format!(
        "Made by banco train: {games} games, {learnt} positions, --lambda {lambda} --passes {passes}{reflected} --seed {seed}.\n\
         Held-out loss of the terms alone {before:.6}, with this network {after:.6}."
    );
    let text = network_text(&network, &loaded.game, &about);
    write_whole(&args.save, &[text.as_bytes()]).map_err(|error| {
        Failure::Usage(format!("cannot write `{}`: {}", args.save.display(), io_words(&error)))
    })?;
    if args.json {
        let loss = json!([before, after]);
        json_line(out, &json!({ "games": games, "positions": learnt, "held_out": held_out, "loss": loss }))?;
        return Ok(Finish::Good);
    }
    let (learnt_from, found) = language.of(
        (
            format!("{games} games, {learnt} quiet positions to learn from, {held_out} held out"),
            format!("held-out loss {before:.6} by the terms alone, {after:.6} with the network"),
        ),
        (
            format!("{games} ván, học từ {learnt} thế cờ yên tĩnh, giữ lại {held_out} để kiểm tra"),
            format!("sai số kiểm tra {before:.6} khi chỉ có các số hạng, {after:.6} khi có mạng"),
        ),
    );
    writeln!(out, "{learnt_from}\n{found}")?;
    Ok(Finish::Good)
}
