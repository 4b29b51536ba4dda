//! `banco engine`

use std::io::{Write, stdin};
use std::path::PathBuf;
use std::sync::Arc;

use super::book;
use super::choice::{GameChoice, ScriptChoice};
use super::limits::algorithm;
use super::output::{Failure, Finish};
use crate::engine::{Hosted, Settings};
use crate::game::SearchMethod;
use crate::library::Library;
use crate::protocol::{Dialect, Setup, serve};

/// Speak with a program that plays, as an engine
///
/// UCI, UCCI, USI, UGI, CECP (XBoard), Gomocup or GTP: the first line decides. Without a GAME it is the one that
/// programs of that dialect play first; UCI_Variant and its like choose others.
///
/// Example: banco engine dodgem --protocol uci
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A path to a definition that ends in .toml, or the name of a game that `banco list` shows
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// The dialect; without it, the first line tells
    #[arg(long, value_name = "P", value_parser = dialect)]
    protocol: Option<Dialect>,
    /// Begin with moves of this opening book, by weight
    #[arg(long, value_name = "FILE", requires = "game")]
    book: Option<PathBuf>,
    /// How it searches: pvs or mcts; without it, as the definition says
    #[arg(long, value_name = "A", value_parser = algorithm)]
    algorithm: Option<SearchMethod>,
    #[command(flatten)]
    script: ScriptChoice,
}

fn dialect(word: &str) -> Result<Dialect, String> {
    Dialect::parse(word).ok_or_else(|| format!("the dialects are {}", Dialect::WORDS.join(", ")))
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let mut settings = Settings { algorithm: args.algorithm, ..Settings::default() };
    let hosted = match &args.game {
        None if args.script.script.is_some() => {
            return Err(Failure::Usage("a `--script` needs a GAME".to_owned()));
        }
        None => None,
        Some(game) => {
            let loaded = args.script.load(&GameChoice { game: game.clone() }, None)?;
            settings.book =
                args.book.as_ref().map(|file| book::load(&loaded, file).map(Arc::new)).transpose()?;
            Some(Hosted::new(game, loaded))
        }
    };
    let setup = Setup { library: Library::default(), hosted, dialect: args.protocol, settings };
    serve(setup, stdin(), out)?;
    Ok(Finish::Good)
}
