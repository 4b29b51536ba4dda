//! The command line: reads arguments, files and the clock, prints.
//!
//! One file per command; `choice` finds the game and the position that a command is about, `output`
//! is how commands end, `clock` stops searches. Results go to the standard output, everything else to
//! the standard error.

mod analyse;
mod arena;
mod batch;
mod bench;
mod board;
mod book;
mod check;
mod choice;
mod clock;
mod compare;
mod difference;
mod engine;
mod eval;
mod explain;
mod files;
mod hexes;
mod import;
mod inks;
mod kept;
mod language;
mod limits;
mod list;
mod moves;
mod new;
mod notation;
mod output;
mod perft;
mod picture;
mod play;
mod question;
mod schema;
mod score;
mod search;
#[cfg(feature = "web")]
mod serve;
mod show;
mod solve;
mod strokes;
mod table;
mod test;
mod train;
mod tree;
mod tune;
mod watch;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use output::{Failure, Finish};

/// Board games described in TOML, played by one fast engine
///
/// GAME is a name, a title or another name of a game, without regard to case, marks and blanks, or a path that
/// ends in .toml. Files in the folder `games` win over shipped games of the same name.
///
/// Example: banco play dodgem
#[derive(Parser)]
#[command(name = "banco", version = version(), max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    List(list::Args),
    Check(check::Args),
    Explain(explain::Args),
    Show(show::Args),
    Schema(schema::Args),
    New(new::Args),
    Moves(moves::Args),
    Eval(eval::Args),
    Search(search::Args),
    Analyse(analyse::Args),
    Compare(compare::Args),
    Tree(tree::Args),
    Perft(perft::Args),
    Picture(picture::Args),
    Bench(bench::Args),
    Test(test::Args),
    Match(Box<arena::Args>),
    Book(book::Args),
    Tune(tune::Args),
    Train(train::Args),
    Solve(solve::Args),
    Engine(engine::Args),
    Import(import::Args),
    #[cfg(feature = "web")]
    Serve(serve::Args),
}

/// The version, and the version of the language.
fn version() -> &'static str {
    static VERSION: OnceLock<String> = OnceLock::new();
    VERSION.get_or_init(|| format!("{} (language {})", env!("CARGO_PKG_VERSION"), crate::spec::LANGUAGE))
}

/// Runs the program with the arguments it was started with.
pub fn main() -> ExitCode {
    let parsed = Cli::command().try_get_matches().and_then(|matches| {
        let cli = Cli::from_arg_matches(&matches)?;
        Ok((cli.command, matches))
    });
    let (command, matches) = parsed.unwrap_or_else(|error| misused(&error));
    let mut out = anstream::stdout();
    let finished = run(command, &mut out);
    if let (Err(failure), true) = (&finished, asks_for_json(&matches)) {
        // Whoever closed the output does not want to hear of it.
        let _ = output::write_failure(failure, &mut out);
    }
    let flushed = std::io::Write::flush(&mut out).map_err(Failure::from);
    output::exit_code(finished.and_then(|finish| flushed.map(|()| finish)))
}

/// Ends the program for arguments that cannot be read, or for a help text that was asked for.
fn misused(error: &clap::Error) -> ! {
    let asks = std::env::args().any(|arg| arg == "--json" || arg.starts_with("--positions"));
    if asks && error.use_stderr() {
        let text = error.render().to_string();
        let told: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
        let words = told.join(" ").trim_start_matches("error: ").to_owned();
        let _ = output::write_failure(&Failure::Usage(words), &mut anstream::stdout());
    }
    error.exit()
}

/// Whether the results are read by programs, which then find failures among them.
fn asks_for_json(matches: &ArgMatches) -> bool {
    matches.subcommand().is_some_and(|(_, args)| {
        let json = args.try_get_one::<bool>("json").ok().flatten();
        let many = args.try_get_one::<PathBuf>("positions").ok().flatten();
        json.is_some_and(|&json| json) || many.is_some()
    })
}

fn run(command: Command, out: &mut dyn std::io::Write) -> Result<Finish, Failure> {
    match command {
        Command::Play(args) => play::run(&args, out),
        Command::List(args) => list::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::Explain(args) => explain::run(&args, out),
        Command::Show(args) => show::run(&args, out),
        Command::Schema(args) => schema::run(&args, out),
        Command::New(args) => new::run(&args, out),
        Command::Moves(args) => moves::run(&args, out),
        Command::Eval(args) => eval::run(&args, out),
        Command::Search(args) => search::run(&args, out),
        Command::Analyse(args) => analyse::run(&args, out),
        Command::Compare(args) => compare::run(&args, out),
        Command::Tree(args) => tree::run(&args, out),
        Command::Picture(args) => picture::run(&args, out),
        Command::Perft(args) => perft::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Test(args) => test::run(&args, out),
        Command::Match(args) => arena::run(&args, out),
        Command::Book(args) => book::run(&args, out),
        Command::Tune(args) => tune::run(&args, out),
        Command::Train(args) => train::run(&args, out),
        Command::Solve(args) => solve::run(&args, out),
        Command::Engine(args) => engine::run(&args, out),
        Command::Import(args) => import::run(&args, out),
        #[cfg(feature = "web")]
        Command::Serve(args) => serve::run(&args, out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_consistent_help_with_an_example() {
        Cli::command().debug_assert();
        for mut command in Cli::command().get_subcommands().cloned() {
            let help = command.render_long_help().to_string();
            assert!(help.contains("Example: banco "), "{help}");
        }
    }
}
