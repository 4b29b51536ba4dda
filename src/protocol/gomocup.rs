//! The protocol of Gomocup's managers (Piskvork): stones on a board, told by numbers from its upper left.

use std::fmt;
use std::io;
use std::str::FromStr;
use std::time::Duration;

use super::desk::{Desk, Flow, Talk, wait};
use crate::engine::{Answer, Clock, Go, Hosted, Told, shortened};
use crate::game::{Cell, Game, Kind, Piece, Player};
use crate::position::Position;

/// The words of a manager.
pub const COMMANDS: [&str; 12] = [
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "BOARD",
    "INFO",
    "END",
    "ABOUT",
    "TAKEBACK",
    "PLAY",
    "DONE",
];

/// The rule bit of a game that goes on after a win, which changes nothing for one game.
const CONTINUOUS: u32 = 2;
/// The rule bit of renju.
const RENJU: u32 = 4;
/// A time that says there is none.
const UNLIMITED: i64 = 2_147_483_647;
/// What is lost between the programs.
const OVERHEAD: Duration = Duration::from_millis(30);
/// Nodes where the manager wants an answer as fast as possible.
const FAST: u64 = 5_000;

/// A place: files from the left and rows from the top, both from 0.
///
/// ```
/// use banco::inside::protocol::gomocup::Point;
///
/// assert_eq!("7,12".parse(), Ok(Point { x: 7, y: 12 }));
/// assert_eq!(Point { x: 7, y: 12 }.to_string(), "7,12");
/// assert!("7;12".parse::<Point>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// From the left.
    pub x: u16,
    /// From the top.
    pub y: u16,
}

impl FromStr for Point {
    type Err = String;

    fn from_str(text: &str) -> Result<Point, String> {
        let wrong = || format!("expected X,Y, found `{}`", shortened(text));
        let (x, y) = text.split_once(',').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse().map_err(|_| wrong());
        Ok(Point { x: number(x)?, y: number(y)? })
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Whose a stone is, as the manager sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Control {
    Own,
    Opponent,
}

/// What `INFO` said.
#[derive(Clone, Debug)]
struct Info {
    rule: u32,
    turn: Option<i64>,
    matched: i64,
    left: Option<i64>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

/// The engine's side of Gomocup's protocol.
pub(super) struct Server {
    info: Info,
    /// Files and rows, once a game has begun.
    size: Option<(u16, u16)>,
    stones: Vec<(Point, Control)>,
    /// Stones of a `BOARD` that is not done yet.
    board: Option<Vec<(Point, Control)>>,
    /// What is being hosted: its rule and size.
    hosted: Option<(u32, (u16, u16))>,
    silent: bool,
}

impl Server {
    pub fn new() -> Server {
        let info = Info { rule: 0, turn: None, matched: 0, left: None, depth: None, nodes: None };
        Server { info, size: None, stones: Vec::new(), board: None, hosted: None, silent: false }
    }

    fn start(&mut self, size: Option<(u16, u16)>, desk: &mut Desk<'_>) -> Result<(), String> {
        let size = size.filter(|&(files, rows)| files > 0 && rows > 0).ok_or("expected a size")?;
        let before = self.size.replace(size);
        if let Err(why) = self.host(desk) {
            self.size = before;
            return Err(why);
        }
        self.stones.clear();
        Ok(())
    }

    /// Hosts the game of the rule and the size, if it does not yet.
    fn host(&mut self, desk: &mut Desk<'_>) -> Result<(), String> {
        let size = self.size.ok_or("START comes first")?;
        let rule = self.info.rule & !CONTINUOUS;
        if self.hosted == Some((rule, size)) {
            return Ok(());
        }
        if rule & RENJU != 0 {
            return Err("renju is not supported".to_owned());
        }
        let own = desk.engine.hosted();
        let named = (own.known.gomocup() == Some(rule) && !own.is_changed()).then(|| own.clone());
        let hosted = match named {
            Some(hosted) => hosted,
            None => {
                let fits = |known: &&crate::engine::KnownGame| known.gomocup() == Some(rule);
                let name = desk.known().iter().find(fits).map(|known| known.name.clone());
                Hosted::load(&desk.library, &name.ok_or_else(|| format!("rule {rule} is not supported"))?)?
            }
        };
        let board = &hosted.game().rules.geometry;
        let hosted = match (board.files(), board.ranks()) == size {
            true => hosted,
            false => hosted
                .changed(&format!("[board]\nsize = [{}, {}]\n", size.0, size.1))
                .map_err(|why| format!("unsupported size: {why}"))?,
        };
        desk.engine.host(hosted);
        self.hosted = Some((rule, size));
        Ok(())
    }

    fn is_free(&self, point: Point) -> bool {
        let inside = self.size.is_some_and(|(files, rows)| point.x < files && point.y < rows);
        inside && !self.stones.iter().any(|(other, _)| *other == point)
    }

    fn put(&mut self, text: &str, side: Control) -> Result<(), String> {
        let point: Point = text.parse()?;
        if !self.is_free(point) {
            return Err(format!("{point} is not an empty place"));
        }
        self.stones.push((point, side));
        Ok(())
    }

    fn take_back(&mut self, text: &str) -> Result<(), String> {
        let point: Point = text.parse()?;
        let at = self.stones.iter().rposition(|(stone, _)| *stone == point);
        self.stones.remove(at.ok_or_else(|| format!("no stone is at {point}"))?);
        Ok(())
    }

    /// Sets the stones up and thinks.
    fn think(&mut self, desk: &mut Desk<'_>) -> Result<(), String> {
        self.host(desk)?;
        let text = self.position(desk.engine.game());
        let read = |_: &Position, _: &str| Err(String::new());
        desk.engine.set_position(&text, &[], &read)?;
        if desk.engine.position().outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        desk.engine.settings.overhead = OVERHEAD;
        let go = self.go();
        desk.engine.go(go);
        Ok(())
    }

    /// The stones as a position text, the engine to move.
    fn position(&self, game: &Game) -> String {
        let count = |side| self.stones.iter().filter(|(_, of)| *of == side).count();
        let own =
            if count(Control::Own) < count(Control::Opponent) { !game.rules.first } else { game.rules.first };
        let mut rows: Vec<Vec<String>> = vec![
            vec![".".to_owned(); game.rules.geometry.files().into()];
            game.rules.geometry.ranks().into()
        ];
        for (point, side) in &self.stones {
            let owner = if *side == Control::Own { own } else { !own };
            rows[usize::from(point.y)][usize::from(point.x)] =
                game.letter(Piece::new(Kind(0), owner)).to_string();
        }
        let rows: Vec<String> = rows.into_iter().map(|row| row.concat()).collect();
        format!("{} {}", rows.join("/"), turn_text(game, own))
    }

    fn go(&self) -> Go {
        let known = |time: &i64| *time > 0 && *time < UNLIMITED;
        let turn = self.info.turn.unwrap_or(1_000);
        let left = self.info.left.filter(|left| *left < UNLIMITED);
        let left = left.or(Some(self.info.matched)).filter(|_| known(&self.info.matched));
        let time = |milliseconds: i64| Duration::from_millis(milliseconds.max(1) as u64);
        let clock = left.map(|left| Clock { left: time(left), increment: Duration::ZERO, moves_to_go: None });
        Go {
            clock,
            time: known(&turn).then(|| time(turn)),
            nodes: self.info.nodes.or((turn == 0).then_some(FAST)),
            depth: self.info.depth,
            ..Go::default()
        }
    }

    fn note(&mut self, rest: &str, desk: &mut Desk<'_>) {
        let Some((key, value)) = rest.trim().split_once(char::is_whitespace) else { return };
        let Ok(number) = value.trim().parse::<i64>() else { return };
        let count = number.max(1);
        match key.to_ascii_lowercase().as_str() {
            "rule" => self.info.rule = u32::try_from(number).unwrap_or(u32::MAX),
            "timeout_turn" => self.info.turn = Some(number),
            "timeout_match" => self.info.matched = number,
            "time_left" => self.info.left = Some(number),
            "max_memory" if number > 0 => {
                // Half of it, for there is more to hold than the table.
                let megabytes = (number >> 21).clamp(1, 1_024) as usize;
                if megabytes != desk.engine.settings.hash {
                    desk.engine.set_hash(megabytes);
                }
            }
            "max_depth" => self.info.depth = u32::try_from(count).ok(),
            "max_node" => self.info.nodes = Some(count as u64),
            "thread_num" => desk.engine.settings.threads = count.min(256) as usize,
            _ => {}
        }
    }

    fn answered(&mut self, done: Result<(), String>, good: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        match done {
            Ok(()) if good.is_empty() => Ok(()),
            Ok(()) => desk.say(good),
            Err(why) => desk.say(&format!("ERROR {}", why.replace('\n', "; "))),
        }
    }

    /// A line of a `BOARD`.
    fn board_line(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        let Some(mut board) = self.board.take() else { return Ok(()) };
        if line == "DONE" {
            self.stones = board;
            let done = self.think(desk);
            return self.answered(done, "", desk);
        }
        let stone = || {
            let (place, side) = line.rsplit_once(',')?;
            let side = match side.trim() {
                "1" => Control::Own,
                "2" => Control::Opponent,
                _ => return None,
            };
            Some((place.parse::<Point>().ok()?, side))
        };
        let inside = |point: Point| self.size.is_some_and(|(files, rows)| point.x < files && point.y < rows);
        let known = stone().filter(|(point, _)| inside(*point));
        let said = match known {
            Some((point, _)) if board.iter().any(|(other, _)| *other == point) => {
                Err(format!("there are two stones at {point}"))
            }
            Some(stone) => {
                board.push(stone);
                Ok(())
            }
            None => Err(format!("expected X,Y,WHOSE or DONE, found `{}`", shortened(line))),
        };
        self.board = Some(board);
        self.answered(said, "", desk)
    }

    fn command(&mut self, word: &str, rest: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        match word {
            "START" => {
                let size = rest.parse().ok().map(|size| (size, size));
                let done = self.start(size, desk);
                self.answered(done, "OK", desk)
            }
            "RECTSTART" => {
                let size = rest.parse::<Point>().ok().map(|size| (size.x, size.y));
                let done = self.start(size, desk);
                self.answered(done, "OK", desk)
            }
            "RESTART" => {
                let done = self.start(self.size, desk);
                self.answered(done, "OK", desk)
            }
            "BEGIN" => {
                let done = self.think(desk);
                self.answered(done, "", desk)
            }
            "TURN" => {
                let before = self.stones.len();
                let done = self.put(rest, Control::Opponent).and_then(|()| self.think(desk));
                if done.is_err() {
                    self.stones.truncate(before);
                }
                self.answered(done, "", desk)
            }
            "PLAY" => {
                let done = self.put(rest, Control::Own);
                self.answered(done, rest, desk)
            }
            "TAKEBACK" => {
                let done = self.take_back(rest);
                self.answered(done, "OK", desk)
            }
            "BOARD" => {
                self.board = Some(Vec::new());
                Ok(())
            }
            "INFO" => {
                self.note(rest, desk);
                Ok(())
            }
            "ABOUT" => desk.say(&format!(
                "name=\"banco\", version=\"{}\", author=\"the banco developers\", country=\"Vietnam\"",
                env!("CARGO_PKG_VERSION")
            )),
            "STOP" | "YXSTOP" => Ok(()),
            _ => desk.say(&format!("UNKNOWN {}", shortened(word))),
        }
    }

    fn answer(&mut self, answer: &Answer, desk: &mut Desk<'_>) -> io::Result<()> {
        if self.silent {
            return Ok(());
        }
        let Some(mv) = answer.best else { return desk.say("ERROR there is no move") };
        let point = point_of(answer.position.game(), mv.to());
        self.stones.push((point, Control::Own));
        let (report, turn) = (&answer.report, answer.position.turn());
        let (depth, score, nodes) = (report.depth, report.score * turn.sign(), report.nodes);
        desk.say(&format!("MESSAGE depth {depth} score {score} nodes {nodes}"))?;
        desk.say(&point.to_string())
    }
}

fn point_of(game: &Game, cell: Cell) -> Point {
    Point { x: game.rules.geometry.file(cell), y: game.rules.geometry.row(cell) }
}

/// What stands for a player to move in a position text.
fn turn_text(game: &Game, player: Player) -> &str {
    &game.names.players[player.index()].turn
}

impl Talk for Server {
    fn line(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<Flow> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word == "END" {
            self.silent = true;
            return Ok(Flow::Quits);
        }
        if ["STOP", "YXSTOP"].contains(&word) {
            desk.engine.stop();
        }
        wait(self, desk)?;
        if self.board.is_some() {
            self.board_line(line, desk)?;
        } else if !word.is_empty() {
            self.command(&word.to_ascii_uppercase(), rest.trim(), desk)?;
        }
        Ok(Flow::Goes)
    }

    fn told(&mut self, told: Told, desk: &mut Desk<'_>) -> io::Result<()> {
        match told {
            Told::Answer(answer) => self.answer(&answer, desk),
            Told::Booked(known) => desk.say(&format!("MESSAGE book move {}", known.text)),
            Told::Trouble(why) => desk.say(&format!("MESSAGE {}", why.replace('\n', "; "))),
            Told::Progress(..) | Told::Counted(..) | Told::Benched(..) => Ok(()),
        }
    }

    fn left_out(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.say("UNKNOWN a line that is too long")
    }
}
