//! A script in one thread of a search, and what it has answered there.
//!
//! Hooks are pure functions of what they are given, so an answer is asked for once: lines by their
//! contents, features by their numbers, positions by their key. That, and not the speed of the language, is
//! what makes scripts fast enough.

use std::fmt;
use std::hash::Hasher;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use mlua::{Function, MultiValue, Value};
use rustc_hash::{FxHashMap, FxHasher};

use super::ScriptPart;
use super::contract::line_of;
use super::error::{ScriptError, ScriptFault};
use super::features::{Feature, Kept, resolve};
use super::header::Header;
use super::looks::{Looking, Question, moves_look_back};
use super::opened::{NO_CELL, Opened};
use super::source::ScriptSource;
use crate::eval::Score;
use crate::game::{Cell, Evaluation, Game, LineContents, Script};
use crate::position::Board;

/// How many positions are remembered, a power of two. Two positions that share a place are forgotten in
/// turn.
const POSITIONS: usize = 1 << 15;

/// How many lists of features are remembered, a power of two.
const LISTS: usize = 1 << 13;

/// How many contents of lines are remembered, in any direction, before all are forgotten.
const LINES: usize = 1 << 20;

/// What `score_line` is told, by the axis of the line, see [`AXES`](crate::game::AXES).
const DIRECTIONS: [&str; 4] = ["east", "south", "south-east", "south-west"];

/// The same on hexagons.
const HEX_DIRECTIONS: [&str; 3] = ["east", "south", "south-west"];

/// The most lines that are asked for at once: one, and one for each player and cell.
const BATCH: usize = 1 + 2 * 64;

/// A script that answers one thread.
pub struct State {
    script: Arc<Script>,
    opened: Opened,
    lines: Option<Lines>,
    features: Option<Features>,
    position: Option<Positions>,
    cells: Vec<Option<Cell>>,
    bytes: Vec<u8>,
    header: Header,
    /// The script asks what pieces attack, or where they can go.
    looks: bool,
    /// Answers to positions are good for every way to them.
    remembers: bool,
    fault: Option<ScriptError>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("file", &self.script.file).field("fault", &self.fault).finish()
    }
}

/// `score_line` and its answers.
struct Lines {
    hook: Function,
    line: Option<u32>,
    input: mlua::Buffer,
    output: mlua::Buffer,
    directions: mlua::Table,
    /// By contents, where there is one kind of pieces: two words say all.
    known: FxHashMap<(u64, u64, u8), Score>,
    /// By length, axis and cells, where there are several.
    spelled: FxHashMap<Box<[u8]>, Score>,
    tells_kinds: bool,
    bytes: Vec<u8>,
    missing: Vec<LineContents>,
}

/// `score_features` and its answers.
struct Features {
    hook: Function,
    line: Option<u32>,
    list: Vec<Feature>,
    /// The numbers asked about: whose turn it is, then the features.
    numbers: Vec<i32>,
    /// Places of numbers with their answer behind them; a place that is free begins with 0.
    known: Vec<i32>,
}

/// `score_position` and its answers.
struct Positions {
    hook: Function,
    line: Option<u32>,
    known: Vec<(u64, Score)>,
}

impl State {
    /// The names that the script has read and that are not there, with their lines.
    pub fn missing(&self) -> Vec<(u32, String)> {
        self.opened.sandbox.missing.all()
    }

    /// Starts the script of a game for one thread, if the game has one that is asked during a search.
    /// Calls end when `stop` becomes true.
    ///
    /// # Errors
    ///
    /// What the script does wrong when it is run.
    pub fn start(game: &Game, stop: &Arc<AtomicBool>) -> Result<Option<Box<State>>, ScriptError> {
        let Some(script) = &game.evaluation.script else { return Ok(None) };
        let asked = ["score_line", "score_features", "score_position"];
        if !asked.iter().any(|hook| script.hook(hook).is_some()) {
            return Ok(None);
        }
        let source = ScriptSource {
            file: script.file.clone(),
            text: script.text.clone(),
            usage: script.usage.clone(),
        };
        let opened = Opened::new(game, &source, script.watchdog.as_ref(), stop)?;
        let broken = |error: mlua::Error| opened.sandbox.explain(None, &error);
        let hook = |name: &str| opened.contract.hook(name).cloned();
        let lines =
            hook("score_line").map(|hook| Lines::new(hook, &opened, game)).transpose().map_err(broken)?;
        let features = hook("score_features").map(|hook| Features::new(hook, resolve(game, script)));
        let position = hook("score_position").map(|hook| Positions {
            line: line_of(Some(&hook)),
            hook,
            known: vec![(u64::MAX, 0); POSITIONS],
        });
        let geometry = &game.rules.geometry;
        let rank = |y: u16| (0..geometry.files()).map(move |file| (file, geometry.ranks() - 1 - y));
        let cells = (0..geometry.ranks()).flat_map(rank);
        let cells = cells.map(|(file, row)| geometry.at(file, row).filter(|&cell| geometry.has(cell)));
        Ok(Some(Box::new(State {
            script: script.clone(),
            lines,
            features,
            position,
            cells: cells.collect(),
            bytes: Vec::new(),
            header: Header::new(game, &script.text),
            looks: Question::are_asked(&script.text),
            remembers: !(script.text.contains("legal_moves") && moves_look_back(game)),
            fault: None,
            opened,
        })))
    }

    /// What went wrong first. From then on every answer is 0 and means nothing.
    pub fn fault(&self) -> Option<&ScriptError> {
        self.fault.as_ref()
    }

    /// Whether the script scores lines for whose pieces stand on them.
    pub fn scores_lines(&self) -> bool {
        self.lines.as_ref().is_some_and(|lines| !lines.tells_kinds)
    }

    /// Whether the script scores lines for what stands on them, of several kinds.
    pub fn scores_kinds_on_lines(&self) -> bool {
        self.lines.as_ref().is_some_and(|lines| lines.tells_kinds)
    }

    /// Whether what lines are worth depends on their direction.
    pub fn is_directed(&self) -> bool {
        self.script.directed
    }

    /// The values of lines along an axis, in the order given.
    pub fn lines(&mut self, wanted: &[LineContents], axis: u8) -> Vec<Score> {
        let State { lines: Some(lines), fault: fault @ None, opened, .. } = self else {
            return vec![0; wanted.len()];
        };
        let asked = lines.ask(wanted, axis, opened);
        asked.unwrap_or_else(|error| {
            *fault = Some(error);
            vec![0; wanted.len()]
        })
    }

    /// The value of one line along an axis, told cell by cell.
    pub fn kinds_on_line(&mut self, cells: &[u8], axis: u8) -> Score {
        let axis = if self.script.directed { axis } else { 0 };
        let State { lines: Some(lines), fault: fault @ None, opened, .. } = self else { return 0 };
        lines.ask_spelled(cells, axis, opened).unwrap_or_else(|error| {
            *fault = Some(error);
            0
        })
    }

    /// What `score_features` and `score_position` say of a board.
    #[inline]
    pub fn score<const N: usize>(&mut self, game: &Game, board: &Board<N>, kept: &Kept<'_>) -> Score {
        self.by_features(game, board, kept) + self.by_position(game, board)
    }

    /// What `score_features` says of a board.
    pub fn by_features<const N: usize>(&mut self, game: &Game, board: &Board<N>, kept: &Kept<'_>) -> Score {
        let State { features: Some(features), fault: fault @ None, opened, script, .. } = self else {
            return 0;
        };
        features.measure(game, &script.tables, board, kept);
        let place = features.place();
        let width = features.numbers.len();
        if features.known[place..place + width] == features.numbers {
            return features.known[place + width];
        }
        let score = features.ask(opened).unwrap_or_else(|error| {
            *fault = Some(error);
            0
        });
        features.known[place..place + width].copy_from_slice(&features.numbers);
        features.known[place + width] = score;
        score
    }

    /// What `score_position` says of a board.
    #[inline]
    pub fn by_position<const N: usize>(&mut self, game: &Game, board: &Board<N>) -> Score {
        let Some(positions) = &self.position else { return 0 };
        let place = board.key() as usize & (POSITIONS - 1);
        let (key, score) = positions.known[place];
        if key == board.key() {
            return score;
        }
        self.new_position(game, board, place)
    }

    #[cold]
    fn new_position<const N: usize>(&mut self, game: &Game, board: &Board<N>, place: usize) -> Score {
        let Some((line, values)) = self.ask_position(game, board) else { return 0 };
        match self.opened.sandbox.sum("score_position", line, &values) {
            Ok(score) => {
                let asked_past = self.opened.header.read_bytes::<1>(Header::PAST) != [0];
                if let Some(positions) = self.position.as_mut().filter(|_| self.remembers && !asked_past) {
                    positions.known[place] = (board.key(), score);
                }
                score
            }
            Err(error) => {
                self.fault = Some(error);
                0
            }
        }
    }

    /// What `score_position` answers, with the line of the hook; nothing where it fails.
    fn ask_position<const N: usize>(
        &mut self,
        game: &Game,
        board: &Board<N>,
    ) -> Option<(Option<u32>, MultiValue)> {
        if self.fault.is_some() {
            return None;
        }
        self.show(game, board);
        let State { position: Some(positions), opened, fault, bytes, .. } = self else { return None };
        let hook = "score_position";
        let turn = 1 + board.turn().index() as i32;
        let call = || opened.sandbox.call(Some(hook), &positions.hook, turn);
        let answer = match self.looks {
            true => opened.while_looking(&self.cells, &Looking::new(game, board), call),
            false => call(),
        };
        bytes.fill(NO_CELL);
        opened.board.write_bytes(0, bytes);
        opened.header.write_bytes(Header::LIVE, &[0]);
        answer.map_err(|error| *fault = Some(error)).ok().map(|values| (positions.line, values))
    }

    /// The numbers that `score_position` gives by name, each with its line, as far as that can be seen.
    pub fn parts_of_position<const N: usize>(&mut self, game: &Game, board: &Board<N>) -> Vec<ScriptPart> {
        if !self.opened.sandbox.gives_parts.get() {
            return Vec::new();
        }
        let Some((line, values)) = self.ask_position(game, board) else { return Vec::new() };
        self.named("score_position", line, &values)
    }

    /// The same of `score_features`.
    pub fn parts_of_features<const N: usize>(
        &mut self,
        game: &Game,
        board: &Board<N>,
        kept: &Kept<'_>,
    ) -> Vec<ScriptPart> {
        let State { features: Some(features), fault: None, opened, script, .. } = self else {
            return Vec::new();
        };
        if !opened.sandbox.gives_parts.get() {
            return Vec::new();
        }
        features.measure(game, &script.tables, board, kept);
        let line = features.line;
        let answer = features.call(opened);
        match answer {
            Ok(values) => self.named("score_features", line, &values),
            Err(_) => Vec::new(),
        }
    }

    fn named(&self, hook: &'static str, line: Option<u32>, values: &MultiValue) -> Vec<ScriptPart> {
        let sandbox = &self.opened.sandbox;
        let Ok(parts) = sandbox.parts(hook, line, values) else { return Vec::new() };
        let part = |(name, score): (String, Score)| {
            let line = sandbox.line_of_key(&name).or(line);
            ScriptPart { name, score, line }
        };
        parts.into_iter().map(part).collect()
    }

    /// Writes what stands where for the script to look at.
    fn show<const N: usize>(&mut self, game: &Game, board: &Board<N>) {
        self.bytes.clear();
        self.bytes.extend(self.cells.iter().map(|cell| cell.map_or(NO_CELL, |cell| board.at(cell).0)));
        self.opened.board.write_bytes(0, &self.bytes);
        self.opened.header.write_bytes(0, self.header.write(game, board));
    }
}

fn first(values: &MultiValue) -> &Value {
    const NOTHING: &Value = &Value::Nil;
    values.front().unwrap_or(NOTHING)
}

impl Lines {
    fn new(hook: Function, opened: &Opened, game: &Game) -> mlua::Result<Lines> {
        let lua = &opened.sandbox.lua;
        let directions = lua.create_sequence_from(match game.rules.geometry.has_hexes() {
            true => HEX_DIRECTIONS.to_vec(),
            false => DIRECTIONS.to_vec(),
        })?;
        Ok(Lines {
            line: line_of(Some(&hook)),
            hook,
            input: lua.create_buffer(vec![0; BATCH * 66])?,
            output: lua.create_buffer(vec![0; BATCH * 8])?,
            directions,
            known: FxHashMap::default(),
            spelled: FxHashMap::default(),
            tells_kinds: game.rules.roster.kinds > 1,
            bytes: Vec::new(),
            missing: Vec::new(),
        })
    }

    fn ask(&mut self, wanted: &[LineContents], axis: u8, opened: &Opened) -> Result<Vec<Score>, ScriptError> {
        if self.known.len() > LINES {
            self.known.clear();
        }
        let key = |line: &LineContents| (line.own, line.enemy, line.length | axis << 6);
        let mut scores = Vec::with_capacity(wanted.len());
        for part in wanted.chunks(BATCH) {
            self.missing.clear();
            self.missing.extend(part.iter().filter(|line| !self.known.contains_key(&key(line))));
            self.ask_missing(axis, opened)?;
            scores.extend(part.iter().map(|line| self.known.get(&key(line)).copied().unwrap_or(0)));
        }
        Ok(scores)
    }

    fn ask_missing(&mut self, axis: u8, opened: &Opened) -> Result<(), ScriptError> {
        if self.missing.is_empty() {
            return Ok(());
        }
        self.bytes.clear();
        for line in &self.missing {
            self.bytes.extend([line.length, axis]);
            let content = |bit: u8| (line.own >> bit & 1) as u8 + 2 * (line.enemy >> bit & 1) as u8;
            self.bytes.extend((0..line.length).map(content));
        }
        self.ask_bytes(self.missing.len(), opened)?;
        for (at, line) in self.missing.iter().enumerate() {
            let score = self.answered(at, opened)?;
            self.known.insert((line.own, line.enemy, line.length | axis << 6), score);
        }
        Ok(())
    }

    fn ask_spelled(&mut self, cells: &[u8], axis: u8, opened: &Opened) -> Result<Score, ScriptError> {
        self.bytes.clear();
        self.bytes.extend([cells.len() as u8, axis]);
        self.bytes.extend(cells);
        if let Some(&score) = self.spelled.get(self.bytes.as_slice()) {
            return Ok(score);
        }
        if self.spelled.len() > LINES {
            self.spelled.clear();
        }
        self.ask_bytes(1, opened)?;
        let score = self.answered(0, opened)?;
        self.spelled.insert(self.bytes.as_slice().into(), score);
        Ok(score)
    }

    /// Asks for that many lines, which lie one behind the other: how long, along which axis, each cell.
    fn ask_bytes(&self, count: usize, opened: &Opened) -> Result<(), ScriptError> {
        let hook = "score_line";
        self.input.write_bytes(0, &self.bytes);
        let args = (&self.hook, &self.input, &self.output, count, &self.directions);
        let mut answer = opened.sandbox.call(Some(hook), &opened.lines, args)?;
        let _ = answer.pop_front();
        // The prelude gives back what it could not write as a number.
        opened.sandbox.score(hook, self.line, first(&answer)).map(drop)
    }

    fn answered(&self, at: usize, opened: &Opened) -> Result<Score, ScriptError> {
        let number = f64::from_le_bytes(self.output.read_bytes(at * 8));
        opened.sandbox.points("score_line", self.line, number)
    }
}

impl Features {
    fn new(hook: Function, list: Vec<Feature>) -> Features {
        let width = list.len() + 2;
        Features {
            line: line_of(Some(&hook)),
            hook,
            numbers: vec![0; width - 1],
            known: vec![0; LISTS * width],
            list,
        }
    }

    #[inline]
    fn measure<const N: usize>(
        &mut self,
        game: &Game,
        tables: &Evaluation,
        board: &Board<N>,
        kept: &Kept<'_>,
    ) {
        self.numbers[0] = 1 + board.turn().index() as i32;
        for (number, feature) in self.numbers[1..].iter_mut().zip(&self.list) {
            *number = feature.measure(game, tables, board, kept);
        }
    }

    /// Where the answer to these numbers has its place.
    #[inline]
    fn place(&self) -> usize {
        let mut hasher = FxHasher::default();
        self.numbers.iter().for_each(|&number| hasher.write_u32(number as u32));
        (hasher.finish() as usize & (LISTS - 1)) * (self.numbers.len() + 1)
    }

    #[cold]
    fn ask(&self, opened: &Opened) -> Result<Score, ScriptError> {
        opened.sandbox.sum("score_features", self.line, &self.call(opened)?)
    }

    fn call(&self, opened: &Opened) -> Result<MultiValue, ScriptError> {
        let numbers = self.numbers.iter().map(|&number| Value::Number(f64::from(number)));
        opened.sandbox.call(Some("score_features"), &self.hook, numbers.collect::<MultiValue>())
    }
}

impl State {
    /// From now on the script is interrupted when `stop` becomes true.
    pub fn obey(&self, stop: &Arc<AtomicBool>) {
        self.opened.sandbox.obey(stop);
    }

    /// Forgets all answers.
    pub fn forget(&mut self) {
        if let Some(lines) = &mut self.lines {
            lines.known.clear();
            lines.spelled.clear();
        }
        if let Some(features) = &mut self.features {
            features.known.fill(0);
        }
        if let Some(positions) = &mut self.position {
            positions.known.fill((u64::MAX, 0));
        }
    }

    /// Whether the fault is that nobody waits for an answer any more.
    pub fn is_stopped(&self) -> bool {
        self.fault.as_ref().is_some_and(|error| error.fault == ScriptFault::Stopped)
    }
}
