//! The Go Text Protocol, version 2.

use std::time::{Duration, Instant};

use super::{Client, Divided, Go, Process, Program, Reply, STARTING, Says, Trouble};
use crate::diagnostic::nearest;
use crate::engine::KnownGame;
use crate::game::{Move, Player};
use crate::position::Position;
use crate::protocol::gtp::{read_move, written};

/// How long an engine may take for what is no search.
const PATIENCE: Duration = STARTING;

/// Bytes of an answer that are kept.
const LONGEST_ANSWER: usize = 1 << 16;

/// An engine that speaks GTP.
pub struct Gtp {
    process: Process,
    name: Option<String>,
    commands: Vec<String>,
    /// It names the game that it plays.
    names_game: bool,
    from_top: bool,
    known: Vec<Move>,
    /// The time control that it knows.
    settings: Option<[u64; 3]>,
    requests: u64,
}

/// An answer: what was asked for, or why there is none.
type Answer = Result<String, String>;

impl Gtp {
    /// Asks a program what it knows, and tells its options, each of which is a command with its arguments.
    ///
    /// # Errors
    ///
    /// When it does not answer, does not play the game, or refuses an option.
    pub fn start(process: Process, program: &Program, game: &KnownGame) -> Result<Gtp, Trouble> {
        let mut client = Gtp {
            process,
            name: None,
            commands: Vec::new(),
            names_game: false,
            from_top: game.counts_from_top(),
            known: Vec::new(),
            settings: None,
            requests: 0,
        };
        client.name = client.ask("name", PATIENCE)?.ok();
        let commands = client.ask("list_commands", PATIENCE)?.unwrap_or_default();
        client.commands = commands.split_whitespace().map(str::to_owned).collect();
        client.choose_game(program, game)?;
        for (name, value) in &program.options {
            client.demand(&format!("{name} {value}"))?;
        }
        Ok(client)
    }

    /// Says which game is played, where an engine knows several.
    fn choose_game(&mut self, program: &Program, game: &KnownGame) -> Result<(), Trouble> {
        if !self.knows("set_game") {
            return match &program.variant {
                None => Ok(()),
                Some(_) => Err(Trouble::Refused("it has no command `set_game`".to_owned())),
            };
        }
        let listed = self.ask("list_games", PATIENCE)?.unwrap_or_default();
        let games: Vec<&str> = listed.lines().map(str::trim).filter(|name| !name.is_empty()).collect();
        let names = match &program.variant {
            Some(said) => vec![said.as_str()],
            None => std::iter::once(game.gtp()).chain(game.all_names()).collect(),
        };
        let listed = |name: &&str| games.iter().find(|game| game.eq_ignore_ascii_case(name)).copied();
        // What is said is tried even where it is not listed.
        let said = program.variant.as_deref();
        let Some(name) = names.iter().find_map(listed).or(said) else {
            let asked = names.first().copied().unwrap_or_default();
            let help = nearest(asked, games)
                .map_or(String::new(), |near| format!("; did you mean `variant={near}`?"));
            return Err(Trouble::Refused(format!("it does not play `{}`{help}", asked.escape_debug())));
        };
        self.names_game = true;
        self.demand(&format!("set_game {name}"))
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Sends a command and waits for its answer; answers to earlier ones are passed over.
    fn ask(&mut self, command: &str, patience: Duration) -> Result<Answer, Trouble> {
        self.requests += 1;
        let number = self.requests.to_string();
        self.process.tell(&format!("{number} {command}"));
        let mut answer: Option<Answer> = None;
        self.process.hear_until(patience, |line| match &mut answer {
            None => {
                answer = first_line(line, &number);
                None
            }
            Some(_) if line.is_empty() => Some(()),
            Some(Ok(text) | Err(text)) => {
                if text.len() + line.len() < LONGEST_ANSWER {
                    text.push('\n');
                    text.push_str(line);
                }
                None
            }
        })?;
        Ok(answer.unwrap_or_else(|| Err(String::new())))
    }

    /// Sends a command that must not be refused.
    fn demand(&mut self, command: &str) -> Result<(), Trouble> {
        let answer = self.ask(command, PATIENCE)?;
        answer.map(drop).map_err(|why| Trouble::Refused(format!("it refuses `{command}`: {why}")))
    }

    fn tell_size(&mut self, start: &Position) -> Result<(), Trouble> {
        let (files, ranks) = start.game().size();
        if files == ranks {
            return match self.ask(&format!("boardsize {files}"), PATIENCE)? {
                // Who plays one size alone has no need of the command.
                Err(why) if self.knows("boardsize") => {
                    let why = format!("it does not play on a board of {files}x{ranks}: {why}");
                    Err(Trouble::Refused(why))
                }
                _ => Ok(()),
            };
        }
        match self.names_game {
            true => Ok(()),
            false => Err(Trouble::Refused(format!("GTP has no words for a board of {files}x{ranks}"))),
        }
    }

    fn tell_komi(&mut self, start: &Position) -> Result<(), Trouble> {
        if start.scores().is_none() {
            return Ok(());
        }
        let rules = &start.game().rules;
        let komi = f64::from(rules.bonus[(!rules.first).index()]) / 2.0;
        match self.ask(&format!("komi {komi:?}"), PATIENCE)? {
            Err(why) if komi != 0.0 => Err(Trouble::Refused(format!("it refuses a komi of {komi}: {why}"))),
            _ => Ok(()),
        }
    }

    /// Tells the moves that the engine does not know.
    fn tell_moves(&mut self, position: &Position) -> Result<(), Trouble> {
        let played = position.played();
        let mut walk = position.origin();
        for (number, &mv) in played.iter().enumerate() {
            if number >= self.known.len() {
                let colour = colour(&walk, walk.turn());
                let text = written(&walk, &[mv], self.from_top).concat();
                self.demand(&format!("play {colour} {text}"))?;
            }
            walk.play_legal(mv);
        }
        self.known = played;
        Ok(())
    }

    fn tell_time(&mut self, go: &Go, position: &Position) -> Result<(), Trouble> {
        let seconds = |time: Duration| time.as_secs();
        let player = position.turn().index();
        let settings = match (&go.clock, go.move_time) {
            (Some(clock), _) => [seconds(clock.left[player]), 0, 0],
            (None, Some(time)) => [0, seconds(time), 1],
            // In GTP that is no limit.
            (None, None) => [0, 1, 0],
        };
        let is_new = self.settings.is_none_or(|known| go.clock.is_none() && known != settings);
        if is_new && self.knows("time_settings") {
            let [main, byo, stones] = settings;
            self.demand(&format!("time_settings {main} {byo} {stones}"))?;
        }
        self.settings = Some(settings);
        if let Some(clock) = go.clock.as_ref().filter(|_| self.knows("time_left")) {
            let (left, stones) = (seconds(clock.left[player]), clock.moves_to_go.unwrap_or(0));
            let colour = colour(position, position.turn());
            // An engine that does not care for its time may say so.
            self.ask(&format!("time_left {colour} {left} {stones}"), PATIENCE)?.ok();
        }
        Ok(())
    }
}

/// The first line of the answer to a request.
fn first_line(line: &str, number: &str) -> Option<Answer> {
    let sign = line.chars().next().filter(|sign| ['=', '?'].contains(sign))?;
    let rest = &line[1..];
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (theirs, text) = rest.split_at(digits);
    let text = text.trim().to_owned();
    (theirs == number).then_some(if sign == '=' { Ok(text) } else { Err(text) })
}

/// Black moves first.
fn colour(position: &Position, player: Player) -> char {
    if player == position.game().rules.first { 'b' } else { 'w' }
}

impl Client for Gtp {
    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn check_limits(&self, go: &Go) -> Result<(), Trouble> {
        let refused = |why: &str| Err(Trouble::Refused(why.to_owned()));
        if go.nodes.is_some() || go.depth.is_some() {
            return refused("GTP has no words for a depth or a number of nodes: give it a time");
        }
        match go.move_time.is_some_and(|time| time.subsec_nanos() > 0) {
            true => refused("GTP knows whole seconds for a move alone"),
            false => Ok(()),
        }
    }

    fn new_game(&mut self, start: &Position) -> Result<(), Trouble> {
        if start.to_string() != Position::start(start.game()).to_string() {
            return Err(Trouble::Refused("GTP has no words for a game that begins elsewhere".to_owned()));
        }
        self.process.drain();
        (self.known, self.settings) = (Vec::new(), None);
        self.tell_size(start)?;
        self.demand("clear_board")?;
        self.tell_komi(start)
    }

    fn choose(&mut self, position: &Position, go: &Go) -> Result<Reply, Trouble> {
        self.tell_moves(position)?;
        self.tell_time(go, position)?;
        let colour = colour(position, position.turn());
        let started = Instant::now();
        let answer = self.ask(&format!("genmove {colour}"), go.patience)?;
        let took = started.elapsed();
        let says = match answer {
            Err(why) => Says::NoMove(why),
            Ok(text) if text.eq_ignore_ascii_case("resign") => Says::Resigns,
            Ok(text) => match read_move(position, &text, self.from_top) {
                Some(mv) => {
                    self.known.push(mv);
                    Says::Move(mv)
                }
                None => Says::NoMove(text),
            },
        };
        Ok(Reply { says, score: None, took })
    }

    fn divide(&mut self, _position: &Position, _depth: u32, _patience: Duration) -> Result<Divided, Trouble> {
        Err(Trouble::Refused("GTP does not count moves".to_owned()))
    }

    fn last_lines(&self) -> Vec<String> {
        self.process.last_lines()
    }
}

impl Drop for Gtp {
    fn drop(&mut self) {
        self.process.tell("quit");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_to_other_requests_are_passed_over() {
        for (line, answer) in [
            ("=7 D4", Some(Ok("D4".to_owned()))),
            ("=7", Some(Ok(String::new()))),
            ("?7 illegal move", Some(Err("illegal move".to_owned()))),
            ("=6 D4", None),
            ("= D4", None),
            ("", None),
            ("some noise", None),
        ] {
            assert_eq!(first_line(line, "7"), answer, "{line}");
        }
    }
}
