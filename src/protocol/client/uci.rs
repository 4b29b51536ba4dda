//! The Universal Chess Interface, with `UCI_Variant` and `go perft` as Fairy-Stockfish has them.

use std::time::{Duration, Instant};

use super::{Client, Divided, Go, Process, Program, Reply, STARTING, Says, Trouble, wire};
use crate::diagnostic::nearest;
use crate::eval::{Score, WIN};
use crate::position::Position;

/// The option that says which game is played.
const VARIANT: &str = "UCI_Variant";

/// An engine that speaks UCI.
pub struct Uci {
    process: Process,
    name: Option<String>,
}

/// What an engine says of itself before `uciok`.
#[derive(Default)]
struct Greeting {
    name: Option<String>,
    options: Vec<String>,
    variants: Vec<String>,
}

impl Greeting {
    fn read(&mut self, line: &str) {
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = Some(name.trim().to_owned());
        }
        let Some(option) = line.strip_prefix("option name ") else { return };
        let (name, rest) = option.split_once(" type ").unwrap_or((option, ""));
        if name.trim().eq_ignore_ascii_case(VARIANT) {
            let words: Vec<&str> = rest.split_whitespace().collect();
            let named = words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1].to_owned());
            self.variants = named.collect();
        }
        self.options.push(name.trim().to_owned());
    }

    /// The engine's own spelling of an option.
    fn option(&self, asked: &str) -> Result<&str, Trouble> {
        let found = self.options.iter().find(|name| name.eq_ignore_ascii_case(asked));
        found.map(String::as_str).ok_or_else(|| {
            let near = nearest(asked, self.options.iter().map(String::as_str));
            let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            Trouble::Refused(format!("it has no option `{}`{help}", asked.escape_debug()))
        })
    }

    /// What the engine is to call the game; `None` where it is not asked.
    fn variant(&self, program: &Program, game: &str) -> Result<Option<String>, Trouble> {
        let asked = program.variant.as_deref().unwrap_or(game);
        let offers = self.variants.iter().any(|variant| variant == asked);
        match (&program.variant, self.variants.is_empty()) {
            (None, true) => Ok(None),
            _ if offers => Ok(Some(asked.to_owned())),
            (_, true) => Err(Trouble::Refused("it has no option `UCI_Variant`".to_owned())),
            _ => {
                let near = nearest(asked, self.variants.iter().map(String::as_str));
                let help = near.map_or(String::new(), |near| format!("; did you mean `variant={near}`?"));
                Err(Trouble::Refused(format!("it does not play `{}`{help}", asked.escape_debug())))
            }
        }
    }
}

impl Uci {
    /// Shakes hands with a program and sets its options.
    ///
    /// # Errors
    ///
    /// When it does not answer, or has no such option.
    pub fn start(mut process: Process, program: &Program, game: &str) -> Result<Uci, Trouble> {
        process.tell("uci");
        let mut greeting = Greeting::default();
        process.hear_until(STARTING, |line| {
            greeting.read(line);
            (line == "uciok").then_some(())
        })?;
        if let Some(variant) = greeting.variant(program, game)? {
            process.tell(&format!("setoption name {VARIANT} value {variant}"));
        }
        for (name, value) in &program.options {
            process.tell(&format!("setoption name {} value {value}", greeting.option(name)?));
        }
        let mut client = Uci { process, name: greeting.name };
        client.make_ready()?;
        Ok(client)
    }

    fn make_ready(&mut self) -> Result<(), Trouble> {
        self.process.tell("isready");
        self.process.hear_until(STARTING, |line| (line == "readyok").then_some(()))
    }

    fn tell_position(&mut self, position: &Position) {
        let (start, moves) = wire::line(position);
        let is_setup = start.to_string() == Position::start(position.game()).to_string();
        let mut text = match is_setup {
            true => "position startpos".to_owned(),
            false => format!("position fen {start}"),
        };
        if !moves.is_empty() {
            text = format!("{text} moves {}", moves.join(" "));
        }
        self.process.tell(&text);
    }
}

impl Client for Uci {
    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn new_game(&mut self, _start: &Position) -> Result<(), Trouble> {
        self.process.drain();
        self.process.tell("ucinewgame");
        self.make_ready()
    }

    fn choose(&mut self, position: &Position, go: &Go) -> Result<Reply, Trouble> {
        self.process.drain();
        self.tell_position(position);
        let started = Instant::now();
        self.process.tell(&go_text(go));
        let mut score = None;
        let text = self.process.hear_until(go.patience, |line| {
            score = score_in(line).or(score);
            let mut words = line.split_whitespace();
            (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_owned())
        })?;
        let took = started.elapsed();
        let says = match wire::parse_move(position, &text) {
            Some(mv) => Says::Move(mv),
            None if text == "resign" => Says::Resigns,
            None => Says::NoMove(text),
        };
        Ok(Reply { says, score, took })
    }

    fn divide(&mut self, position: &Position, depth: u32, patience: Duration) -> Result<Divided, Trouble> {
        self.process.drain();
        self.tell_position(position);
        self.process.tell(&format!("go perft {depth}"));
        let mut counts = Vec::new();
        self.process.hear_until(patience, |line| {
            let (text, count) = line.split_once(':')?;
            if text.eq_ignore_ascii_case("nodes searched") {
                return Some(());
            }
            if let (Ok(count), false) = (count.trim().parse(), text.contains(char::is_whitespace)) {
                counts.push((text.to_owned(), count));
            }
            None
        })?;
        let ours = |(text, count): (String, u64)| {
            let mv = wire::parse_move(position, &text);
            (text, mv, count)
        };
        Ok(counts.into_iter().map(ours).collect())
    }

    fn last_lines(&self) -> Vec<String> {
        self.process.last_lines()
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        self.process.tell("quit");
    }
}

fn go_text(go: &Go) -> String {
    let mut text = "go".to_owned();
    let mut say = |word: &str, number: u128| text += &format!(" {word} {number}");
    if let Some(clock) = &go.clock {
        for (player, [time, increment]) in [["wtime", "winc"], ["btime", "binc"]].into_iter().enumerate() {
            say(time, clock.left[player].as_millis());
            say(increment, clock.increment[player].as_millis());
        }
        clock.moves_to_go.into_iter().for_each(|moves| say("movestogo", moves.into()));
    }
    go.move_time.into_iter().for_each(|time| say("movetime", time.as_millis()));
    go.nodes.into_iter().for_each(|nodes| say("nodes", nodes.into()));
    go.depth.into_iter().for_each(|depth| say("depth", depth.into()));
    text
}

/// The score of the best line in an `info` line; bounds are scores too where nothing better is said.
fn score_in(line: &str) -> Option<Score> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |word: &str| words.iter().position(|w| *w == word).and_then(|at| words.get(at + 1));
    if !matches!(words[..], ["info", second, ..] if second != "string")
        || after("multipv").is_some_and(|number| *number != "1")
    {
        return None;
    }
    let at = words.iter().position(|word| *word == "score")?;
    let number: Score = words.get(at + 2)?.parse().ok()?;
    match *words.get(at + 1)? {
        "cp" => Some(number.clamp(-crate::eval::LIMIT + 1, crate::eval::LIMIT - 1)),
        "mate" if number > 0 => Some(WIN - (2 * number.min(5_000) - 1)),
        "mate" => Some(-WIN + 2 * number.max(-5_000).abs()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_from_info_lines() {
        for (line, score) in [
            ("info depth 3 score cp -17 nodes 5 pv e2e4", Some(-17)),
            ("info depth 3 seldepth 4 score mate 2 pv a", Some(WIN - 3)),
            ("info score mate -1", Some(2 - WIN)),
            ("info score mate 0", Some(-WIN)),
            ("info score cp 99999999", Some(crate::eval::LIMIT - 1)),
            ("info multipv 2 score cp 5", None),
            ("info string score cp 5", None),
            ("info score", None),
            ("info score cp x", None),
            ("bestmove e2e4", None),
        ] {
            assert_eq!(score_in(line), score, "{line}");
        }
    }

    #[test]
    fn limits_are_said_as_uci_says_them() {
        let clock = super::super::Clock {
            left: [Duration::from_millis(1500), Duration::from_secs(2)],
            increment: [Duration::from_millis(100); 2],
            moves_to_go: Some(40),
        };
        let patience = Duration::from_secs(1);
        let go = Go { clock: Some(clock), move_time: None, nodes: Some(7), depth: None, patience };
        let text = "go wtime 1500 winc 100 btime 2000 binc 100 movestogo 40 nodes 7";
        assert_eq!(go_text(&go), text);
    }

    #[test]
    fn greetings_tell_options_and_variants() {
        let mut greeting = Greeting::default();
        for line in [
            "id name Some Engine 1.0",
            "option name Skill Level type spin default 20 min 0 max 20",
            "option name UCI_Variant type combo default one var one var two",
        ] {
            greeting.read(line);
        }
        assert_eq!(greeting.name.as_deref(), Some("Some Engine 1.0"));
        assert_eq!(greeting.option("skill level"), Ok("Skill Level"));
        assert!(
            greeting
                .option("skil level")
                .is_err_and(|t| t.to_string().contains("did you mean `Skill Level`"))
        );
        let program = Program::default();
        assert_eq!(greeting.variant(&program, "two"), Ok(Some("two".to_owned())));
        assert!(greeting.variant(&program, "three").is_err());
        assert_eq!(Greeting::default().variant(&program, "three"), Ok(None));
    }
}
