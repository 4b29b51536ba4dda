//! `banco analyse`

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use super::clock;
use super::files::must_be_there;
use super::kept::{GameNumber, KeptGame};
use super::language::{LanguageChoice, Locale};
use super::limits::{LimitArgs, algorithm};
use super::notation::NotationChoice;
use super::output::{Failure, Finish, json_line, report, styled};
use crate::answer::mate_json;
use crate::eval::{Score, plies_to_win};
use crate::game::{Move, SearchMethod};
use crate::library::Library;
use crate::lint::Possible;
use crate::notation::MoveStyle;
use crate::position::Position;
use crate::search::{Report, Search};

/// How long each position of a game is searched when no limit is given.
const THINKING_TIME: Duration = Duration::from_millis(500);

/// Walk through kept games and mark the mistakes
///
/// Each position of each game of the file is searched. A move is marked when the best one is so many points better: `?!` from
/// --loss on, `?` from twice as many, `??` from six times as many or where it throws a forced win away or allows one.
///
/// Example: banco analyse game.pgn --time 1s
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A game that `save` or `--record` of `banco play` kept, or another program as PGN or SGF
    #[arg(value_name = "F")]
    file: PathBuf,
    #[command(flatten)]
    number: GameNumber,
    /// The game's definition; without it, the one that the file names
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Points by which a move must be worse than the best one to be marked
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(i32).range(1..=100_000))]
    loss: Score,
    #[command(flatten)]
    limits: LimitArgs,
    /// How it searches: pvs or mcts; without it, as the definition says
    #[arg(long, value_name = "A", value_parser = algorithm)]
    algorithm: Option<SearchMethod>,
    #[command(flatten)]
    notation: NotationChoice,
    #[command(flatten)]
    language: LanguageChoice,
    /// Print JSON, a line for each move
    #[arg(long)]
    json: bool,
}

/// What to do where a file does not say which game it is.
const NAME_IT: &str = "name it with `--game NAME`";

/// What the search says of a move of the game.
struct Judged {
    ply: usize,
    mv: Move,
    /// Points after the best move, and after the one that was played; positive for the first player.
    best: Score,
    played: Score,
    /// The line that begins with the best move.
    line: Vec<Move>,
    /// Points that the mover lost.
    loss: Score,
    mark: &'static str,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    must_be_there(&args.file)?;
    let games = match args.number.number {
        None => KeptGame::read_all(&args.file),
        number => KeptGame::read(&args.file, number).map(|game| vec![game]),
    };
    let games = games.map_err(Failure::Wrong)?;
    let first = args.number.number.map_or(1, NonZero::get);
    let mut finish = Finish::Good;
    for (number, kept) in (first..).zip(&games) {
        let place = Place { number, of: games.len() };
        match analyse(args, kept, place, out) {
            Err(failure @ Failure::Output(_)) => return Err(failure),
            Err(failure) if games.len() > 1 && args.json => {
                json_line(out, &json!({ "game": number, "error": failure.line() }))?;
                finish = Finish::Wrong;
            }
            Err(failure) if games.len() > 1 => finish = report(failure)?,
            analysed => analysed?,
        }
        if clock::was_interrupted() {
            break;
        }
    }
    Ok(finish)
}

/// Which game of a file it is.
#[derive(Clone, Copy)]
struct Place {
    /// Counted from 1.
    number: usize,
    of: usize,
}

fn analyse(args: &Args, kept: &KeptGame, place: Place, out: &mut dyn Write) -> Result<(), Failure> {
    let loaded = Library::default().open(&kept.definition(args.game.as_deref(), NAME_IT)?)?;
    let locale = args.language.voice(&loaded);
    let which = if place.of > 1 { format!("game {} ", place.number) } else { "the game ".to_owned() };
    let failed =
        |why: String| Failure::Wrong(format!("{which}in `{}` cannot be played: {why}", args.file.display()));
    let start = kept.start(&loaded.game).map_err(failed)?;
    if let Some(why) = Possible::of(&loaded.game).objection(&start) {
        return Err(failed(format!("no game leads to the position that it starts from: {why}")));
    }
    let end = kept.replay(&loaded.game).map_err(failed)?;
    if place.of > 1 && !args.json {
        let sides = kept.sides().map_or_else(String::new, |sides| format!(": {sides}"));
        let game = locale.of("game", "ván");
        writeln!(out, "{game} {}/{}{sides}", place.number, place.of)?;
    }
    let mut positions = vec![end];
    while let Some(mut before) = positions.last().cloned() {
        if before.undo().is_none() {
            break;
        }
        positions.push(before);
    }
    positions.reverse();
    let judged = judge(args, &positions, place.number, out, &locale)?;
    if !args.json {
        tell_sum(&judged, &positions, out, &locale)?;
    }
    Ok(())
}

/// Searches each position and tells of each move as soon as it is judged.
fn judge(
    args: &Args,
    positions: &[Position],
    game: usize,
    out: &mut dyn Write,
    locale: &Locale,
) -> Result<Vec<Judged>, Failure> {
    let limits = LimitArgs { algorithm: args.algorithm, ..args.limits.or_time(THINKING_TIME) };
    let mut search = Search::default().keeping();
    let mut think = |position: &Position| -> Result<Report, Failure> {
        let report = limits.run(&mut search, position, 1, false, &mut |_| {});
        match &report.script_error {
            Some(error) => Err(Failure::Wrong(error.to_string())),
            None => Ok(report),
        }
    };
    let mut all = Vec::new();
    let Some(first) = positions.first() else { return Ok(all) };
    let style = args.notation.style(first.game())?;
    let mut before = think(first)?;
    for (ply, pair) in positions.windows(2).enumerate() {
        let [position, next] = pair else { break };
        let after = think(next)?;
        if clock::was_interrupted() {
            break;
        }
        let Some(&mv) = next.played().last() else { break };
        let judged = Judged::of(ply, (position, mv), (&before, &after), args.loss);
        match args.json {
            true => json_line(out, &judged.json(game, position, style))?,
            false => writeln!(out, "{}", judged.text(position, style, locale))?,
        }
        all.push(judged);
        before = after;
    }
    Ok(all)
}

impl Judged {
    fn of(
        ply: usize,
        (position, mv): (&Position, Move),
        (before, after): (&Report, &Report),
        least: Score,
    ) -> Judged {
        let sign = position.turn().sign();
        let line = before.lines.first().map(|line| line.moves.clone()).unwrap_or_default();
        // What was found first is no better than what is found one ply later where the best move was played.
        let is_best = line.first() == Some(&mv);
        let loss = if is_best { 0 } else { (sign * (before.score - after.score)).max(0) };
        let mark = mark([before.score, after.score].map(|score| sign * score), loss, least);
        Judged { ply, mv, best: before.score, played: after.score, line, loss, mark }
    }

    /// Moves are counted in pairs, or one by one where turns have several.
    fn number(&self, position: &Position) -> String {
        match position.moves_left() {
            None => format!("{}{}", self.ply / 2 + 1, if self.ply.is_multiple_of(2) { "." } else { "..." }),
            Some(_) => format!("{}.", self.ply + 1),
        }
    }

    fn text(&self, position: &Position, style: MoveStyle, locale: &Locale) -> String {
        let head = format!("{:>6} {}{}", self.number(position), position.text_in(style, self.mv), self.mark);
        let score = locale.sided_score(self.played);
        if self.mark.is_empty() {
            return format!("{head:24} {score}");
        }
        let line = position.line_in(style, &self.line).join(" ");
        let best = locale.sided_score(self.best);
        let better = locale.of("better", "tốt hơn");
        let head = styled(clap::builder::styling::Style::new().bold(), &format!("{head:24}"));
        format!("{head} {score}   {better}: {line} ({best})")
    }

    fn json(&self, game: usize, position: &Position, style: MoveStyle) -> Value {
        json!({
            "game": game,
            "ply": self.ply + 1,
            "position": position.to_string(),
            "move": position.text_in(style, self.mv),
            "score": self.played,
            "mate": mate_json(self.played, position.turn()),
            "best_score": self.best,
            "best_mate": mate_json(self.best, position.turn()),
            "best": position.line_in(style, &self.line),
            "loss": self.loss,
            "mark": (!self.mark.is_empty()).then_some(self.mark),
        })
    }
}

/// The mark of a move that changed the mover's points so.
fn mark([before, after]: [Score; 2], loss: Score, least: Score) -> &'static str {
    let wins = |score: Score| score > 0 && plies_to_win(score).is_some();
    let loses = |score: Score| wins(-score);
    match loss {
        0 => "",
        _ if wins(before) != wins(after) || loses(before) != loses(after) => "??",
        // A win that takes longer is a win.
        _ if wins(before) || loses(before) => "",
        loss if loss >= 6 * least => "??",
        loss if loss >= 2 * least => "?",
        loss if loss >= least => "?!",
        _ => "",
    }
}

/// How many moves of each player were marked how.
fn tell_sum(
    judged: &[Judged],
    positions: &[Position],
    out: &mut dyn Write,
    locale: &Locale,
) -> std::io::Result<()> {
    for player in crate::game::Player::BOTH {
        let count = |mark: &str| {
            let own = |judged: &&Judged| positions[judged.ply].turn() == player && judged.mark == mark;
            judged.iter().filter(own).count()
        };
        let [small, large, grave] = ["?!", "?", "??"].map(count);
        let name = locale.player(player);
        writeln!(out, "{name}: {small} ?!, {large} ?, {grave} ??")?;
    }
    Ok(())
}
