//! The engine's side of the talk.

use std::io;
use std::time::Duration;

use super::Frame;
use super::words::{Thinking, feature_line, read_base};
use crate::engine::{Answer, Clock, Go, Hosted, KnownGame, Settings, Told, shortened};
use crate::game::Player;
use crate::position::Position;
use crate::protocol::desk::{Desk, Flow, Talk, finish};
use crate::protocol::uci::{CHESS960, Flavour, Handicap, OptionKind, set, specs};
use crate::protocol::{MateUnit, Score};
use crate::search::{Bound, Report};

/// Whose moves the engine makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Nobody's.
    Force,
    /// This player's.
    Plays(Player),
    /// It thinks on every position, and moves in none.
    Analyses,
}

/// How much time there is, as the client said once for all.
#[derive(Clone, Copy, Default, Debug)]
struct Times {
    moves_per_session: u32,
    base: Option<Duration>,
    increment: Duration,
    per_move: Option<Duration>,
    own: Option<Duration>,
}

/// What the search is about that runs.
struct RunningSearch {
    position: Position,
    /// Its answer is a move to be made.
    moves: bool,
    last: Option<Thinking>,
}

/// The engine's side of CECP.
pub(in crate::protocol) struct Server {
    mode: Mode,
    times: Times,
    depth: Option<u32>,
    posts: bool,
    handicap: Handicap,
    asked: Option<RunningSearch>,
    frame: Option<Frame>,
    initial: Option<Hosted>,
    /// Pings that came while it was thinking about its move.
    pings: Vec<String>,
}

impl Server {
    pub fn new() -> Server {
        Server {
            mode: Mode::Force,
            times: Times::default(),
            depth: None,
            posts: false,
            handicap: Handicap::default(),
            asked: None,
            frame: None,
            initial: None,
            pings: Vec::new(),
        }
    }

    fn greet(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.say("feature done=0")?;
        let known = desk.known().to_vec();
        let library = &desk.library;
        let is_drawn = |known: &&KnownGame| {
            let drawn = |hosted: Hosted| Frame::of(hosted.game(), false).is_ok();
            known.has_board_elsewhere() || Hosted::load(library, &known.name).is_ok_and(drawn)
        };
        let variants: Vec<String> =
            known.iter().filter(is_drawn).map(|known| known.cecp().to_owned()).collect();
        let number = |number: u8| number.to_string();
        let mut features: Vec<(&str, String)> =
            vec![("myname", format!("banco {}", env!("CARGO_PKG_VERSION")))];
        let on = [
            "ping",
            "setboard",
            "usermove",
            "analyze",
            "playother",
            "reuse",
            "memory",
            "smp",
            "debug",
            "draw",
        ];
        let off = ["san", "colors", "sigint", "sigterm", "pause", "nps", "time", "name", "ics"];
        features.extend(on.map(|name| (name, number(1))));
        features.extend(off.iter().filter(|name| **name != "time").map(|name| (*name, number(0))));
        features.push(("time", number(1)));
        desk.say(&feature_line(&features))?;
        desk.say(&feature_line(&[("variants", variants.join(","))]))?;
        // Castles are written as this protocol has them.
        for option in specs(Flavour::Uci, desk).into_iter().filter(|option| option.name != CHESS960) {
            let kind = match option.kind {
                OptionKind::Check(default) => format!("check {}", u8::from(default)),
                OptionKind::Spin(default, least, most) => format!("spin {default} {least} {most}"),
                OptionKind::Button => "button".to_owned(),
                OptionKind::Text(default) => format!("string {default}"),
                OptionKind::Combo(..) => continue,
            };
            if !["Hash", "Threads", "Ponder"].contains(&option.name.as_str()) {
                desk.say(&feature_line(&[("option", format!("{} -{}", option.name, kind.trim_end()))]))?;
            }
        }
        desk.say("feature done=1")
    }

    /// The frame of the game on the board.
    fn frame(&mut self, desk: &Desk<'_>) -> Result<Frame, String> {
        if let Some(frame) = &self.frame {
            return Ok(frame.clone());
        }
        let hosted = desk.engine.hosted();
        let known = hosted.known.has_board_elsewhere();
        let frame = Frame::of(desk.engine.game(), known)?;
        self.frame = Some(frame.clone());
        Ok(frame)
    }

    /// Ends what runs without making its move.
    fn abandon(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        if let Some(asked) = &mut self.asked {
            asked.moves = false;
        }
        finish(self, desk)?;
        self.answer_pings(desk)
    }

    fn answer_pings(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        std::mem::take(&mut self.pings).iter().try_for_each(|number| desk.say(&format!("pong {number}")))
    }

    /// Thinks where it is to think.
    fn think(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        let position = desk.engine.position().clone();
        let moves = self.mode == Mode::Plays(position.turn());
        if !moves && self.mode != Mode::Analyses || desk.engine.is_busy() {
            return Ok(());
        }
        if position.outcome().is_some() {
            return Ok(());
        }
        let own = position.turn();
        let mut go = Go { depth: self.depth, infinite: !moves, ..Go::default() };
        if moves {
            (go.clock, go.time) = (self.clock(&position, own), self.times.per_move);
        }
        self.asked = Some(RunningSearch { position, moves, last: None });
        desk.engine.go(go);
        Ok(())
    }

    fn clock(&self, position: &Position, own: Player) -> Option<Clock> {
        let left = self.times.own.or(self.times.base)?;
        let mut past = position.clone();
        let mut made = 0;
        while past.undo().is_some() {
            made += u32::from(past.turn() == own);
        }
        let session = self.times.moves_per_session;
        let moves_to_go = (session > 0).then(|| session - made % session);
        Some(Clock { left, increment: self.times.increment, moves_to_go })
    }

    fn host(&mut self, hosted: Hosted, desk: &mut Desk<'_>) {
        desk.engine.host(hosted);
        self.frame = None;
    }

    fn begin(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        self.abandon(desk)?;
        let initial = self.initial.get_or_insert_with(|| desk.engine.hosted().clone()).clone();
        match initial.known.name == desk.engine.hosted().known.name {
            true => desk.engine.begin_anew(),
            false => self.host(initial, desk),
        }
        self.mode = Mode::Plays(!desk.engine.game().rules.first);
        self.depth = None;
        Ok(())
    }

    fn set_variant(&mut self, name: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        self.abandon(desk)?;
        self.initial.get_or_insert_with(|| desk.engine.hosted().clone());
        match desk.find(name) {
            Ok(hosted) => self.host(hosted, desk),
            Err(why) => return desk.say(&format!("Error ({why}): variant {}", shortened(name))),
        }
        self.mode = Mode::Plays(!desk.engine.game().rules.first);
        match self.frame(desk) {
            Ok(frame) => desk.say_lines(&frame.description(desk.engine.position())),
            Err(why) => desk.say(&format!("Error (unsupported variant: {why}): {}", shortened(name))),
        }
    }

    fn set_board(&mut self, text: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        self.abandon(desk)?;
        let frame = self.frame(desk);
        let own = frame.and_then(|frame| frame.read_position(desk.engine.game(), text.trim()));
        let read = |_: &Position, _: &str| Err(String::new());
        match own.and_then(|own| desk.engine.set_position(&own, &[], &read)) {
            Ok(()) => self.think(desk),
            Err(why) => desk.say(&format!("tellusererror Illegal position: {why}")),
        }
    }

    fn user_move(&mut self, text: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        self.abandon(desk)?;
        let text = text.trim();
        let position = desk.engine.position().clone();
        let read = self.frame(desk).and_then(|frame| frame.read(&position, text));
        match read {
            Ok(mv) => {
                desk.engine.play(mv);
                self.tell_end(desk)?;
                self.think(desk)
            }
            Err(why) => {
                let reason = if position.outcome().is_some() { "the game is over".to_owned() } else { why };
                desk.say(&format!("Illegal move ({}): {}", shortened(&reason), shortened(text)))?;
                self.think(desk)
            }
        }
    }

    fn tell_end(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        let position = desk.engine.position();
        let Some(outcome) = position.outcome() else { return Ok(()) };
        let reason = outcome.end.map_or("no move is left", |end| &position.game().names.ends[end].name);
        let white = self.frame.as_ref().map_or(position.game().rules.first, Frame::white);
        let result = match outcome.winner {
            None => "1/2-1/2",
            Some(winner) if winner == white => "1-0",
            Some(_) => "0-1",
        };
        let line = format!("{result} {{{reason}}}");
        desk.say(&line)
    }

    fn undo(&mut self, word: &str, plies: usize, desk: &mut Desk<'_>) -> io::Result<()> {
        self.abandon(desk)?;
        for _ in 0..plies {
            if !desk.engine.undo() {
                return desk.say(&format!("Error (there is no move to take back): {word}"));
            }
        }
        self.think(desk)
    }

    fn set_option(&mut self, text: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        self.abandon(desk)?;
        let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
        let value = match value {
            Some("1") if is_check(name) => Some("true"),
            Some("0") if is_check(name) => Some("false"),
            other => other,
        };
        if let Err(why) = set(Flavour::Uci, desk, &mut self.handicap, (name.trim(), value)) {
            desk.say(&format!("Error ({why}): option"))?;
        }
        self.think(desk)
    }

    fn set_level(&mut self, rest: &str) -> Option<()> {
        let mut words = rest.split_whitespace();
        let moves = words.next()?.parse().ok()?;
        let base = read_base(words.next()?)?;
        let increment: f64 = words.next()?.parse().ok()?;
        let increment = Duration::try_from_secs_f64(increment).ok()?;
        self.times =
            Times { moves_per_session: moves, base: Some(base), increment, per_move: None, own: None };
        Some(())
    }

    fn set_number(&mut self, word: &str, rest: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        let number = rest.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let Some(number) = number else {
            return desk.say(&format!("Error (a number is missing): {word}"));
        };
        let whole = number.clamp(0.0, 1e9) as u64;
        match word {
            "st" => {
                let time = Duration::from_millis((number.clamp(0.0, 1e6) * 1_000.0) as u64);
                self.times = Times { per_move: Some(time), ..Times::default() };
            }
            "sd" => self.depth = Some(whole.clamp(1, 1_000) as u32),
            "time" => self.times.own = Some(Duration::from_millis(10 * whole)),
            "memory" => {
                self.abandon(desk)?;
                desk.engine.set_hash(whole as usize);
            }
            "cores" if whole == 0 => return desk.say("Error (there is one core at least): cores"),
            "cores" => {
                desk.engine.settings.threads = whole.min(Settings::MOST_THREADS as u64) as usize;
            }
            _ => {}
        }
        Ok(())
    }

    fn ping(&mut self, number: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        if self.asked.as_ref().is_some_and(|asked| asked.moves) {
            self.pings.push(number.trim().to_owned());
            // Nobody waits for so many answers.
            self.pings.truncate(1_000);
            return Ok(());
        }
        desk.engine.settle();
        desk.say(&format!("pong {}", number.trim()))
    }

    fn hint(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        let Ok(frame) = self.frame(desk) else { return Ok(()) };
        let position = desk.engine.position();
        match position.legal_moves().first() {
            Some(&mv) if !desk.engine.is_busy() => desk.say(&format!("Hint: {}", frame.write(position, mv))),
            _ => Ok(()),
        }
    }

    fn status(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        let last = self.asked.as_ref().and_then(|asked| asked.last.clone());
        match last {
            Some(Thinking { depth, centiseconds, nodes, .. }) => {
                desk.say(&format!("stat01: {centiseconds} {nodes} {depth} 0 0"))
            }
            None => Ok(()),
        }
    }

    /// Commands that change whose moves it makes.
    fn mode_command(&mut self, word: &str, desk: &mut Desk<'_>) -> io::Result<bool> {
        match word {
            "force" | "result" => {
                self.abandon(desk)?;
                self.mode = Mode::Force;
            }
            "go" => {
                self.abandon(desk)?;
                self.mode = Mode::Plays(desk.engine.position().turn());
                self.think(desk)?;
            }
            "playother" => {
                self.abandon(desk)?;
                self.mode = Mode::Plays(!desk.engine.position().turn());
            }
            "analyze" => {
                self.abandon(desk)?;
                (self.mode, self.posts) = (Mode::Analyses, true);
                self.think(desk)?;
            }
            "exit" => {
                self.abandon(desk)?;
                self.mode = Mode::Force;
            }
            "new" => self.begin(desk)?,
            "?" => desk.engine.stop(),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn command(&mut self, word: &str, rest: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        match word {
            "xboard" | "accepted" | "random" | "hard" | "easy" | "computer" | "name" | "rating" | "ics"
            | "draw" | "otim" | "white" | "black" | "rejected" | "nps" | "lift" | "put" | "hover" | "bk"
            | "pause" | "resume" | "sn" | "egtpath" => {}
            "protover" => self.greet(desk)?,
            "variant" => self.set_variant(rest.trim(), desk)?,
            "setboard" => self.set_board(rest, desk)?,
            "usermove" => self.user_move(rest, desk)?,
            "undo" => self.undo(word, 1, desk)?,
            "remove" => self.undo(word, 2, desk)?,
            "level" if self.set_level(rest).is_none() => {
                desk.say("Error (expected MOVES BASE INC): level")?
            }
            "level" => {}
            "st" | "sd" | "time" | "memory" | "cores" => self.set_number(word, rest, desk)?,
            "post" => self.posts = true,
            "nopost" => self.posts = false,
            "option" => self.set_option(rest, desk)?,
            "ping" => self.ping(rest, desk)?,
            "hint" => self.hint(desk)?,
            "." => self.status(desk)?,
            _ if self.looks_like_move(word, desk) => self.user_move(word, desk)?,
            _ => desk.say(&format!("Error (unknown command): {}", shortened(word)))?,
        }
        Ok(())
    }

    fn looks_like_move(&self, word: &str, desk: &Desk<'_>) -> bool {
        word.contains('@') || desk.engine.position().can_be_move(word)
    }

    fn thinking(&self, report: &Report, elapsed: Duration) -> Option<Thinking> {
        let (asked, frame) = (self.asked.as_ref()?, self.frame.as_ref()?);
        let line = report.lines.first()?;
        let score = Score::of(line.score, asked.position.turn(), MateUnit::Moves);
        let mut position = asked.position.clone();
        let mut pv = Vec::new();
        for &mv in &line.moves {
            pv.push(frame.write(&position, mv));
            position.play_legal(mv);
        }
        let centiseconds = elapsed.as_millis() as u64 / 10;
        Some(Thinking { depth: report.depth, score, centiseconds, nodes: report.nodes, pv })
    }

    fn answer(&mut self, answer: &Answer, desk: &mut Desk<'_>) -> io::Result<()> {
        let Some(asked) = self.asked.take() else { return Ok(()) };
        if let (true, Some(mv), Some(frame)) = (asked.moves, answer.best, self.frame.clone()) {
            desk.say(&format!("move {}", frame.write(&asked.position, mv)))?;
            desk.engine.play(mv);
            self.tell_end(desk)?;
            self.answer_pings(desk)?;
            // Where a turn has several moves it is to move again.
            return self.think(desk);
        }
        self.answer_pings(desk)
    }
}

/// Whether an option is a yes or a no, which is a number here.
fn is_check(name: &str) -> bool {
    name.starts_with("UCI_Limit") || name.trim() == "OwnBook"
}

impl Talk for Server {
    fn line(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<Flow> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word == "quit" {
            return Ok(Flow::Quits);
        }
        if word.is_empty() || word.starts_with('#') {
            return Ok(Flow::Goes);
        }
        // A move needs the frame of the board, and what is thought too.
        if let Err(why) = self.frame(desk)
            && ["go", "usermove", "analyze"].contains(&word)
        {
            desk.say(&format!("tellusererror this game cannot be played here: {why}"))?;
            return Ok(Flow::Goes);
        }
        if !self.mode_command(word, desk)? {
            self.command(word, rest, desk)?;
        }
        Ok(Flow::Goes)
    }

    fn told(&mut self, told: Told, desk: &mut Desk<'_>) -> io::Result<()> {
        match told {
            Told::Progress(report, elapsed) => {
                let thinking = self.thinking(&report, elapsed).filter(|_| report.bound == Bound::Exact);
                let Some(thinking) = thinking else { return Ok(()) };
                if self.posts {
                    desk.say(&thinking.to_string())?;
                }
                if let Some(asked) = &mut self.asked {
                    asked.last = Some(thinking);
                }
                Ok(())
            }
            Told::Answer(answer) => self.answer(&answer, desk),
            Told::Booked(_) if self.posts => desk.say("0 0 0 0\t(book)"),
            Told::Booked(_) => Ok(()),
            Told::Trouble(why) => desk.say(&format!("tellothers {}", why.replace('\n', " "))),
            Told::Counted(..) | Told::Benched(..) => Ok(()),
        }
    }

    fn left_out(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.say("Error (the line is too long): …")
    }
}
