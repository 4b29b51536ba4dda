//! The Chess Engine Communication Protocol, version 2, as XBoard speaks it.

use std::time::{Duration, Instant};

use super::{Client, ClockPair, Divided, Go, Process, Program, Reply, STARTING, Says, Trouble, drop_letter};
use crate::engine::KnownGame;
use crate::game::Move;
use crate::position::Position;
use crate::protocol::cecp::{Frame, Thinking};
use crate::protocol::{Cells, MateUnit, Spelling};

/// How long an engine may be silent before it is taken for one of the first version, which has no features.
const FEATURES: Duration = Duration::from_secs(2);

/// What begins a line that says why something cannot be done.
const REFUSAL: &str = "tellusererror";

/// What XBoard calls chess: engines play it unless they are told otherwise.
const PLAIN: &str = "normal";

/// A pass.
const PASS: &str = "@@@@";

/// On boards of so many ranks they count from 0.
const RANKS_FROM_ZERO: u16 = 10;

/// An engine that speaks CECP.
pub struct Cecp {
    process: Process,
    features: Features,
    game: KnownGame,
    variant: Option<String>,
    options: Vec<(String, String)>,
    /// How the board of the game lies on XBoard's, where XBoard can draw it.
    frame: Option<Frame>,
    known: Vec<Move>,
    limits: Option<Limits>,
    pings: u32,
}

/// What an engine says that it can do.
#[derive(Clone, Debug)]
struct Features {
    name: Option<String>,
    ping: bool,
    setboard: bool,
    usermove: bool,
    variants: Vec<String>,
    done: Option<bool>,
}

/// The limits that an engine knows already.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Limits {
    increment: Option<Duration>,
    move_time: Option<Duration>,
    depth: Option<u32>,
}

impl Features {
    fn none() -> Features {
        Features {
            name: None,
            ping: false,
            setboard: false,
            usermove: false,
            variants: Vec::new(),
            done: None,
        }
    }

    /// Reads `name=value` and `name="value"`; the names, to be accepted.
    fn read(&mut self, line: &str) -> Vec<String> {
        let mut names = Vec::new();
        let mut rest = line.trim();
        while let Some((name, value)) = rest.split_once('=') {
            let (value, after) = match value.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => value.split_once(char::is_whitespace).unwrap_or((value, "")),
            };
            match name.trim() {
                "myname" => self.name = Some(value.to_owned()),
                "ping" => self.ping = value == "1",
                "setboard" => self.setboard = value == "1",
                "usermove" => self.usermove = value == "1",
                "variants" => self.variants = value.split(',').map(|name| name.trim().to_owned()).collect(),
                "done" => self.done = Some(value == "1"),
                _ => {}
            }
            names.push(name.trim().to_owned());
            rest = after.trim();
        }
        names
    }
}

impl Cecp {
    /// Shakes hands with a program and sets its options.
    ///
    /// # Errors
    ///
    /// When it ends, or does not say what it can do in time.
    pub fn start(mut process: Process, program: &Program, game: &KnownGame) -> Result<Cecp, Trouble> {
        process.tell("xboard");
        process.tell("protover 2");
        let mut features = Features::none();
        let until = Instant::now() + STARTING;
        while features.done != Some(true) {
            // Who has begun to tell and is not done may take its time.
            let patience = if features.done == Some(false) { STARTING } else { FEATURES };
            match process.hear(until.min(Instant::now() + patience)) {
                Ok(line) => {
                    let Some(said) = line.trim().strip_prefix("feature ") else { continue };
                    for name in features.read(said) {
                        process.tell(&format!("accepted {name}"));
                    }
                }
                Err(Trouble::Silent(_)) if features.done != Some(false) => break,
                Err(trouble) => return Err(trouble),
            }
        }
        let offered = |name: &&str| *name != PLAIN && features.variants.iter().any(|variant| variant == name);
        let mut names = std::iter::once(game.cecp()).chain(game.all_names());
        let variant = program.variant.clone().or_else(|| names.find(offered).map(str::to_owned));
        let options = program.options.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let game = game.clone();
        let (known, frame) = (Vec::new(), None);
        Ok(Cecp { process, features, game, variant, options, frame, known, limits: None, pings: 0 })
    }

    /// Waits until it has done what it was told, where it can say so.
    fn settle(&mut self) -> Result<(), Trouble> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.process.tell(&format!("ping {}", self.pings));
        let answer = self.process.hear_until(STARTING, |line| {
            (line == pong || line.starts_with(REFUSAL)).then(|| line.to_owned())
        })?;
        match answer.strip_prefix(REFUSAL) {
            Some(why) => Err(Trouble::Refused(why.trim().to_owned())),
            None => Ok(()),
        }
    }

    fn tell_limits(&mut self, go: &Go, player: usize) {
        let limits = Limits {
            increment: go.clock.map(|clock| clock.increment[player]),
            move_time: go.move_time,
            depth: go.depth,
        };
        if self.limits.as_ref() != Some(&limits) {
            if let Some(clock) = &go.clock {
                self.process.tell(&level_text(clock, player));
            }
            go.move_time.into_iter().for_each(|time| self.process.tell(&format!("st {}", time.as_secs())));
            go.depth.into_iter().for_each(|depth| self.process.tell(&format!("sd {depth}")));
            self.limits = Some(limits);
        }
        if let Some(clock) = &go.clock {
            let [own, other] = [clock.left[player], clock.left[1 - player]].map(|left| left.as_millis() / 10);
            self.process.tell(&format!("time {own}"));
            self.process.tell(&format!("otim {other}"));
        }
    }

    /// Tells the moves that the engine does not know.
    fn tell_moves(&mut self, position: &Position) {
        let played = position.played();
        let known = self.known.len();
        let mut walk = position.clone();
        let mut texts = Vec::new();
        for _ in known..played.len() {
            let Some(mv) = walk.undo() else { break };
            texts.push(self.written(&walk, mv));
        }
        let prefix = if self.features.usermove { "usermove " } else { "" };
        for text in texts.into_iter().rev() {
            self.process.tell(&format!("{prefix}{text}"));
        }
        self.known = played;
    }

    /// How moves are written where XBoard has no board for the game.
    fn spelling(&self, position: &Position) -> Spelling {
        let game = position.game();
        let from_zero = game.rules.geometry.ranks() == RANKS_FROM_ZERO;
        let cells = if from_zero { Cells::FromZero } else { Cells::FromOne };
        Spelling { cells, pass: Some(PASS), ..Spelling::uci(drop_letter(&self.game, game)) }
    }

    /// A move as CECP writes it.
    fn written(&self, position: &Position, mv: Move) -> String {
        match &self.frame {
            Some(frame) => frame.write(position, mv),
            None => self.spelling(position).write(position, mv),
        }
    }

    /// The move that a text of CECP says.
    fn read(&self, position: &Position, text: &str) -> Option<Move> {
        let framed = self.frame.as_ref().and_then(|frame| frame.read(position, text).ok());
        framed.or_else(|| self.spelling(position).read(position, text).ok())
    }
}

/// The time control. What is left is told before each move: the base only has to be of its size.
fn level_text(clock: &ClockPair, player: usize) -> String {
    let base = clock.left[player].as_secs();
    let (minutes, seconds, moves) = (base / 60, base % 60, clock.moves_to_go.unwrap_or(0));
    format!("level {moves} {minutes}:{seconds:02} {}", clock.increment[player].as_secs_f64())
}

/// What a line says in answer to `go`; `None` for one that is no answer.
enum GoReply {
    Move(String),
    Resigns,
    Other(String),
}

fn answer(line: &str) -> Option<GoReply> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word {
        "move" => Some(GoReply::Move(rest.trim().to_owned())),
        "resign" => Some(GoReply::Resigns),
        REFUSAL | "1-0" | "0-1" | "1/2-1/2" | "Illegal" | "Error" => Some(GoReply::Other(line.to_owned())),
        _ => None,
    }
}

impl Client for Cecp {
    fn name(&self) -> Option<&str> {
        self.features.name.as_deref()
    }

    fn check_limits(&self, go: &Go) -> Result<(), Trouble> {
        if go.nodes.is_some() {
            return Err(Trouble::Refused("CECP has no word for a number of nodes".to_owned()));
        }
        match go.move_time.is_some_and(|time| time.subsec_nanos() > 0) {
            true => Err(Trouble::Refused("CECP knows whole seconds for a move alone".to_owned())),
            false => Ok(()),
        }
    }

    fn new_game(&mut self, start: &Position) -> Result<(), Trouble> {
        self.process.drain();
        (self.known, self.limits) = (Vec::new(), None);
        self.process.tell("new");
        // An option may tell it of the variant.
        for (name, value) in self.options.clone() {
            self.process.tell(&format!("option {name}={value}"));
        }
        if let Some(variant) = &self.variant {
            self.process.tell(&format!("variant {variant}"));
        }
        for line in ["force", "easy", "post"] {
            self.process.tell(line);
        }
        let is_known = self.game.has_board_elsewhere();
        self.frame = Frame::of(start.game(), is_known).ok();
        let text = self.frame.as_ref().map_or_else(|| start.to_string(), |frame| frame.position(start));
        if start.to_string() != Position::start(start.game()).to_string() {
            if !self.features.setboard {
                return Err(Trouble::Refused("it cannot set up positions".to_owned()));
            }
            self.process.tell(&format!("setboard {text}"));
        }
        self.settle()
    }

    fn choose(&mut self, position: &Position, go: &Go) -> Result<Reply, Trouble> {
        self.process.drain();
        self.tell_moves(position);
        self.tell_limits(go, position.turn().index());
        self.settle()?;
        let started = Instant::now();
        self.process.tell("go");
        let mut score = None;
        let said = self.process.hear_until(go.patience, |line| {
            let thought = Thinking::read(line).map(|thinking| thinking.score.points(MateUnit::Moves));
            score = thought.or(score);
            answer(line)
        })?;
        let took = started.elapsed();
        self.process.tell("force");
        let says = match said {
            GoReply::Resigns => Says::Resigns,
            GoReply::Other(line) => Says::NoMove(line),
            GoReply::Move(text) => match self.read(position, &text) {
                Some(mv) => {
                    self.known.push(mv);
                    Says::Move(mv)
                }
                None => Says::NoMove(text),
            },
        };
        Ok(Reply { says, score, took })
    }

    fn divide(&mut self, _position: &Position, _depth: u32, _patience: Duration) -> Result<Divided, Trouble> {
        Err(Trouble::Refused("CECP does not count moves".to_owned()))
    }

    fn last_lines(&self) -> Vec<String> {
        self.process.last_lines()
    }
}

impl Drop for Cecp {
    fn drop(&mut self) {
        self.process.tell("quit");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_with_and_without_quotes() {
        let mut features = Features::none();
        let names =
            features.read(r#"myname="An engine 1=2" ping=1 setboard=0 variants="normal,fairy" done=0"#);
        assert_eq!(names, ["myname", "ping", "setboard", "variants", "done"]);
        assert_eq!(features.name.as_deref(), Some("An engine 1=2"));
        assert_eq!((features.ping, features.setboard, features.done), (true, false, Some(false)));
        assert_eq!(features.variants, ["normal", "fairy"]);
    }
}
