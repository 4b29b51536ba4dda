//! Go Text Protocol, version 2: one answer to each request.

use std::io;
use std::time::Duration;

use super::Spelling;
use super::desk::{Desk, Flow, Talk, finish, wait};
use super::scores::{MateUnit, Score};
use crate::engine::{Answer, Clock, Go, Told, shortened};
use crate::game::{Action, Cell, Geometry, Move, Player};
use crate::notation::SgfGame;
use crate::position::Position;
use crate::search::{Bound, Report};

/// The commands that are understood.
pub const COMMANDS: [&str; 23] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "final_score",
    "showboard",
    "set_game",
    "list_games",
    "analyze",
    "lz-analyze",
    "kata-analyze",
    "gogui-analyze_commands",
];

/// The time for a move where nobody says how long it may take.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// The letters of files: I is left out.
const FILES: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Whether a word is a command.
pub fn is_command(word: &str) -> bool {
    COMMANDS.contains(&word)
}

/// A cell as GTP writes it, ranks counted from the bottom or the top; its own name where GTP has none.
///
/// ```
/// use banco::Game;
/// use banco::inside::protocol::gtp::{cell_of, vertex};
///
/// let text = "[game]\nlanguage = 1\nname = \"Wide\"\nextends = \"caro\"\n";
/// let board = &Game::parse(text)?.rules.geometry;
/// let cell = board.parse("i3").expect("a cell");
/// assert_eq!(vertex(board, cell, false), "J3");
/// assert_eq!(cell_of(board, "j3", false), Some(cell));
/// assert_eq!(cell_of(board, "I3", false), None);
/// # Ok::<(), banco::DefinitionError>(())
/// ```
pub fn vertex(board: &Geometry, cell: Cell, from_top: bool) -> String {
    let rank = if from_top { board.row(cell) + 1 } else { board.rank(cell) };
    match FILES.chars().nth(board.file(cell).into()) {
        Some(file) => format!("{file}{rank}"),
        None => board.name(cell),
    }
}

/// The cell that GTP writes so.
pub fn cell_of(board: &Geometry, text: &str, from_top: bool) -> Option<Cell> {
    let file = text.chars().next()?.to_ascii_uppercase();
    let file = FILES.chars().position(|letter| letter == file)? as u16;
    let rank: u16 = text.get(1..)?.parse().ok()?;
    let row = if from_top { rank.checked_sub(1)? } else { board.ranks().checked_sub(rank)? };
    if row >= board.ranks() { None } else { board.at(file, row).filter(|&cell| board.has(cell)) }
}

/// Whether a text is written as vertices are: a letter and a number.
fn is_vertex(text: &str) -> bool {
    let mut signs = text.chars();
    let letter = signs.next().is_some_and(|sign| sign.is_ascii_alphabetic());
    letter && !signs.as_str().is_empty() && signs.all(|sign| sign.is_ascii_digit())
}

/// What a search that runs is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// Its move is played.
    Play,
    /// Its move is said only.
    Say,
    /// What it finds is told as it goes on.
    Analyse,
}

/// The times of the two colours.
#[derive(Clone, Copy, Default, Debug)]
struct Times {
    main: Option<Duration>,
    byo: Duration,
    stones: u32,
    left: [Option<(Duration, u32)>; 2],
}

/// The engine's side of GTP.
pub(super) struct Server {
    times: Times,
    purpose: Option<(Purpose, Position)>,
    /// The plies after which the other player has passed unasked, the last one last.
    passed: Vec<u32>,
    /// The number of the request that is being answered.
    number: String,
}

impl Server {
    pub fn new() -> Server {
        Server { times: Times::default(), purpose: None, passed: Vec::new(), number: String::new() }
    }

    fn reply(&self, result: &Result<String, String>, desk: &mut Desk<'_>) -> io::Result<()> {
        let (sign, text) = match result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let space = if text.is_empty() { "" } else { " " };
        // An empty line ends an answer: none may stand in it.
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        desk.say(&format!("{sign}{}{space}{}\n", self.number, lines.join("\n")))
    }

    fn host_changed(&mut self, tables: &str, desk: &mut Desk<'_>) -> Result<String, String> {
        let hosted = desk.engine.hosted().changed(tables)?;
        desk.engine.host(hosted);
        Ok(String::new())
    }

    fn board_size(&mut self, rest: &str, desk: &mut Desk<'_>) -> Result<String, String> {
        let size: u16 = rest.trim().parse().map_err(|_| "boardsize is not an integer")?;
        if size as usize > FILES.len() {
            return Err("unacceptable size".to_owned());
        }
        let board = &desk.engine.game().rules.geometry;
        if (board.files(), board.ranks()) == (size, size) {
            desk.engine.begin_anew();
            return Ok(String::new());
        }
        // Of another board the definition says what it is only where it names no cells of this one.
        let cells = usize::from(board.files()) * usize::from(board.ranks());
        let whole =
            board.files() == board.ranks() && board.board().count() as usize == cells && !board.has_lines();
        if !whole || desk.engine.game().names.sized {
            return Err("unacceptable size".to_owned());
        }
        let bonus = if desk.engine.hosted().is_changed() { bonus(desk, None) } else { String::new() };
        let changed = self.host_changed(&format!("[board]\nsize = [{size}, {size}]\n{bonus}"), desk);
        changed.map_err(|_| "unacceptable size".to_owned())
    }

    fn komi(&mut self, rest: &str, desk: &mut Desk<'_>) -> Result<String, String> {
        let komi: f64 = rest.trim().parse().map_err(|_| "komi is not a number")?;
        let game = desk.engine.game();
        let second = !game.rules.first;
        let halves = 2.0 * komi;
        if halves == f64::from(game.rules.bonus[second.index()]) {
            return Ok(String::new());
        }
        if desk.engine.position().scores().is_none() || halves.fract() != 0.0 || komi.abs() > 1e5 {
            return Err("this game does not take such a komi".to_owned());
        }
        // What was changed before stays so.
        let (files, ranks) = game.size();
        let size = match desk.engine.hosted().is_changed() {
            true => format!("[board]\nsize = [{files}, {ranks}]\n"),
            false => String::new(),
        };
        let bonus = bonus(desk, Some(komi));
        let played = desk.engine.position().played();
        self.host_changed(&(size + &bonus), desk)?;
        // Nothing but the score has changed: the game goes on.
        played.into_iter().for_each(|mv| desk.engine.play(mv));
        Ok(String::new())
    }

    /// The player of a colour: Black moves first.
    fn player(desk: &Desk<'_>, colour: &str) -> Result<Player, String> {
        let first = desk.engine.game().rules.first;
        match colour.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(first),
            "w" | "white" => Ok(!first),
            _ => Err("invalid color".to_owned()),
        }
    }

    /// Lets the other player pass where it is not this one's turn, unless that would end the game.
    fn give_turn(&mut self, desk: &mut Desk<'_>, player: Player) -> Result<(), String> {
        let refused = || "it is the other player's turn".to_owned();
        let position = desk.engine.position();
        // Nobody is to move where the game is over.
        if position.turn() == player || position.outcome().is_some() {
            return Ok(());
        }
        let passes = |mv: &Move| position.game().tables.actions[mv.rule()] == Action::Pass;
        let pass = position.legal_moves().into_iter().find(passes).ok_or_else(refused)?;
        desk.engine.play(pass);
        self.passed.push(desk.engine.position().plies());
        if desk.engine.position().outcome().is_some() {
            self.take_turn_back(desk);
            return Err(refused());
        }
        Ok(())
    }

    /// Takes back a pass that nobody asked for, if it was the last move.
    fn take_turn_back(&mut self, desk: &mut Desk<'_>) {
        if self.passed.pop_if(|ply| *ply == desk.engine.position().plies()).is_some() {
            desk.engine.undo();
        }
    }

    fn play(&mut self, rest: &str, desk: &mut Desk<'_>) -> Result<String, String> {
        let (colour, text) = rest.trim().split_once(char::is_whitespace).ok_or("syntax error")?;
        let player = Self::player(desk, colour)?;
        let text = text.trim();
        let position = desk.engine.position();
        if text.eq_ignore_ascii_case("pass") && (position.outcome().is_some() || position.turn() != player) {
            return Ok(String::new());
        }
        self.give_turn(desk, player)?;
        let read = read_move(desk.engine.position(), text, desk.engine.hosted().known.counts_from_top());
        let Some(mv) = read else {
            self.take_turn_back(desk);
            return Err("illegal move".to_owned());
        };
        desk.engine.play(mv);
        Ok(String::new())
    }

    fn generate(&mut self, rest: &str, purpose: Purpose, desk: &mut Desk<'_>) -> Result<(), String> {
        let words = rest.split_whitespace();
        let colour = words.into_iter().find(|word| !word.bytes().all(|byte| byte.is_ascii_digit()));
        let player = match (colour, purpose) {
            (None, Purpose::Analyse) => desk.engine.position().turn(),
            (colour, _) => Self::player(desk, colour.unwrap_or_default())?,
        };
        if purpose != Purpose::Analyse || colour.is_some() {
            self.give_turn(desk, player)?;
        }
        let position = desk.engine.position().clone();
        let analyses = purpose == Purpose::Analyse;
        let (clock, time) =
            if analyses { (None, None) } else { self.time(player == position.game().rules.first) };
        self.purpose = Some((purpose, position));
        desk.engine.go(Go { clock, time, infinite: analyses, ..Go::default() });
        Ok(())
    }

    fn time(&self, is_first: bool) -> (Option<Clock>, Option<Duration>) {
        let Times { main, byo, stones, left } = self.times;
        if let Some((left, stones)) = left[usize::from(!is_first)] {
            let moves_to_go = (stones > 0).then_some(stones);
            return (Some(Clock { left, increment: Duration::ZERO, moves_to_go }), None);
        }
        match main {
            None => (None, Some(DEFAULT_TIME)),
            Some(main) if main.is_zero() && stones > 0 => (None, Some(byo / stones)),
            Some(main) => {
                let increment = byo.checked_div(stones).unwrap_or_default();
                (Some(Clock { left: main + increment, increment, moves_to_go: None }), None)
            }
        }
    }

    fn time_settings(&mut self, rest: &str) -> Result<String, String> {
        let numbers: Vec<u32> = rest.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [main, byo, stones] = numbers[..] else { return Err("syntax error".to_owned()) };
        let seconds = |number: u32| Duration::from_secs(number.into());
        // No stones in some time: no time is kept.
        let unlimited = byo > 0 && stones == 0;
        let main = (!unlimited).then(|| seconds(main));
        self.times = Times { main, byo: seconds(byo), stones, left: [None; 2] };
        Ok(String::new())
    }

    fn time_left(&mut self, rest: &str, desk: &Desk<'_>) -> Result<String, String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let [colour, time, stones] = words[..] else { return Err("syntax error".to_owned()) };
        let player = Self::player(desk, colour)?;
        let (Ok(time), Ok(stones)) = (time.parse::<i64>(), stones.parse::<u32>()) else {
            return Err("syntax error".to_owned());
        };
        let left = Duration::from_secs(time.clamp(0, 1 << 30) as u64);
        self.times.left[usize::from(player != desk.engine.game().rules.first)] = Some((left, stones));
        Ok(String::new())
    }

    fn undo(&mut self, desk: &mut Desk<'_>) -> Result<String, String> {
        if !desk.engine.undo() {
            return Err("cannot undo".to_owned());
        }
        self.take_turn_back(desk);
        Ok(String::new())
    }

    fn answer_to(&mut self, word: &str, rest: &str, desk: &mut Desk<'_>) -> Result<String, String> {
        match word {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("banco".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => Ok(is_command(rest.trim()).to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "quit" => Ok(String::new()),
            "boardsize" => self.board_size(rest, desk),
            "clear_board" => {
                desk.engine.begin_anew();
                Ok(String::new())
            }
            "komi" => self.komi(rest, desk),
            "play" => self.play(rest, desk),
            "undo" => self.undo(desk),
            "time_settings" => self.time_settings(rest),
            "time_left" => self.time_left(rest, desk),
            "final_score" => final_score(desk.engine.position()),
            "showboard" => Ok("\n".to_owned()
                + &drawn(desk.engine.position(), desk.engine.hosted().known.counts_from_top())),
            "list_games" => Ok(desk.known().iter().map(|known| known.gtp()).collect::<Vec<_>>().join("\n")),
            "set_game" => {
                let hosted = desk.find(rest.trim())?;
                desk.engine.host(hosted);
                Ok(String::new())
            }
            "gogui-analyze_commands" => Ok("string/Final Score/final_score".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn tell(&self, report: &Report, desk: &mut Desk<'_>) -> io::Result<()> {
        let Some((Purpose::Analyse, position)) = &self.purpose else { return Ok(()) };
        if report.bound != Bound::Exact || report.lines.is_empty() {
            return Ok(());
        }
        let from_top = desk.engine.hosted().known.counts_from_top();
        let told = |(order, line): (usize, &crate::search::Line)| {
            let score = Score::of(line.score, position.turn(), MateUnit::Plies);
            let chance = match score {
                Score::Cp(points) => 1.0 / (1.0 + (-f64::from(points) / 300.0).exp()),
                Score::Mate(plies) => f64::from(u8::from(plies > 0)),
            };
            let pv = written(position, &line.moves, from_top);
            let first = pv.first().cloned().unwrap_or_default();
            let (visits, rate) = (report.nodes, (10_000.0 * chance) as u32);
            format!("info move {first} visits {visits} winrate {rate} order {order} pv {}", pv.join(" "))
        };
        let all: Vec<String> = report.lines.iter().enumerate().map(told).collect();
        desk.say(&all.join(" "))
    }

    fn answer(&mut self, answer: &Answer, desk: &mut Desk<'_>) -> io::Result<()> {
        let Some((purpose, position)) = self.purpose.take() else { return Ok(()) };
        if purpose != Purpose::Play {
            self.take_turn_back(desk);
        }
        if purpose == Purpose::Analyse {
            return desk.say("");
        }
        let from_top = desk.engine.hosted().known.counts_from_top();
        let text = answer.best.map_or("pass".to_owned(), |mv| written(&position, &[mv], from_top).concat());
        if let (Purpose::Play, Some(mv)) = (purpose, answer.best) {
            desk.engine.play(mv);
        }
        self.reply(&Ok(text), desk)
    }
}

/// What the player who moves second has from the start: so many points, or as many as now; nothing where no score decides.
fn bonus(desk: &Desk<'_>, komi: Option<f64>) -> String {
    let position = desk.engine.position();
    let (game, second) = (position.game(), !position.game().rules.first);
    let komi = komi.unwrap_or_else(|| f64::from(game.rules.bonus[second.index()]) / 2.0);
    match position.scores() {
        Some(_) => format!("[score.bonus]\n{} = {komi:?}\n", game.player_name(second)),
        None => String::new(),
    }
}

/// Moves that are played one after the other.
pub(super) fn written(position: &Position, moves: &[Move], from_top: bool) -> Vec<String> {
    let (game, texts) = (position.game(), position.line_texts(moves));
    let vertex = |(mv, text): (&Move, String)| match game.tables.actions[mv.rule()] {
        Action::Drop(_) if !text.contains('@') => vertex(&game.rules.geometry, mv.to(), from_top),
        _ => text,
    };
    moves.iter().zip(texts).map(vertex).collect()
}

/// The legal move that a text says: a vertex, or a move as banco writes it. A vertex is never read as a cell of
/// banco's, whose ranks may count from the other side.
pub(super) fn read_move(position: &Position, text: &str, from_top: bool) -> Option<Move> {
    let board = &position.game().rules.geometry;
    match cell_of(board, text, from_top) {
        Some(cell) => position.parse_move(&board.name(cell)).ok(),
        // No vertex has the letter I.
        None if is_vertex(text) => None,
        None => Spelling { pass: Some("pass"), ..Spelling::uci(None) }.read(position, text).ok(),
    }
}

/// Who won, Black being who moves first, and by how much where points decide.
fn final_score(position: &Position) -> Result<String, String> {
    let outcome = position.outcome().ok_or("the game is not over")?;
    let result = SgfGame::result_of(&outcome, position.game().rules.first);
    // Who wins otherwise has no points.
    Ok(if result.ends_with('+') { result + "1" } else { result })
}

fn drawn(position: &Position, from_top: bool) -> String {
    let board = &position.game().rules.geometry;
    let files: Vec<String> = FILES.chars().take(board.files().into()).map(|file| file.to_string()).collect();
    let rows = super::uci::board_rows(position);
    let number = |row: usize| if from_top { row + 1 } else { rows.len() - row };
    let rows: Vec<String> =
        rows.iter().enumerate().map(|(at, row)| format!("{:>3} {row}", number(at))).collect();
    format!("    {}\n{}", files.join(" "), rows.join("\n"))
}

impl Talk for Server {
    fn line(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<Flow> {
        let analyses = matches!(self.purpose, Some((Purpose::Analyse, _)));
        // Any line ends an analysis; a move that is being thought about is answered first.
        if analyses {
            finish(self, desk)?
        } else {
            wait(self, desk)?
        }
        let line = line.split('#').next().unwrap_or_default().trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let numbered = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
        let (number, command) = if numbered { (first, rest.trim()) } else { ("", line) };
        self.number = shortened(number);
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let purpose = match word {
            "" => return Ok(Flow::Goes),
            "genmove" => Some(Purpose::Play),
            "reg_genmove" => Some(Purpose::Say),
            "analyze" | "lz-analyze" | "kata-analyze" => Some(Purpose::Analyse),
            _ => None,
        };
        match purpose {
            Some(purpose) => match self.generate(rest, purpose, desk) {
                Ok(()) if purpose == Purpose::Analyse => desk.say(&format!("={}", self.number))?,
                Ok(()) => {}
                Err(why) => self.reply(&Err(why), desk)?,
            },
            None => {
                let answer = self.answer_to(word, rest, desk);
                // The game may have begun anew.
                let plies = desk.engine.position().plies();
                self.passed.retain(|&ply| ply <= plies);
                self.reply(&answer, desk)?;
            }
        }
        Ok(if word == "quit" { Flow::Quits } else { Flow::Goes })
    }

    fn told(&mut self, told: Told, desk: &mut Desk<'_>) -> io::Result<()> {
        match told {
            Told::Progress(report, _) => self.tell(&report, desk),
            Told::Answer(answer) => self.answer(&answer, desk),
            Told::Trouble(_) | Told::Booked(_) | Told::Counted(..) | Told::Benched(..) => Ok(()),
        }
    }

    fn left_out(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        self.number.clear();
        self.reply(&Err("the line is too long".to_owned()), desk)
    }
}
