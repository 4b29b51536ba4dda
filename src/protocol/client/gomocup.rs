//! The protocol of Gomocup: games of stones that are put down one by one.

use std::time::{Duration, Instant};

use super::{Client, Divided, Go, Process, Program, Reply, STARTING, Says, Trouble};
use crate::game::{Cell, Game, Move, Piece};
use crate::position::Position;

/// What stands for a time without an end.
const ENDLESS: u128 = 2_147_483_647;

/// An engine that speaks Gomocup's protocol.
pub struct Gomocup {
    process: Process,
    options: Vec<(String, String)>,
    /// The moves that it knows of; `None`: it knows no board yet.
    known: Option<Vec<Move>>,
}

impl Gomocup {
    /// Takes a program as it is: there is no handshake. Its options are told as `INFO`.
    pub fn start(process: Process, program: &Program) -> Gomocup {
        let options = program.options.iter().map(|(name, value)| (name.clone(), value.clone()));
        Gomocup { process, options: options.collect(), known: None }
    }

    fn info(&mut self, key: &str, value: impl std::fmt::Display) {
        self.process.tell(&format!("INFO {key} {value}"));
    }

    fn tell_limits(&mut self, go: &Go, player: usize) {
        let turn = go.move_time.map_or(go.clock.map_or(0, |_| ENDLESS), |time| time.as_millis());
        self.info("timeout_turn", turn);
        let left = go.clock.map(|clock| clock.left[player].as_millis());
        self.info("time_left", left.unwrap_or(ENDLESS));
        go.nodes.into_iter().for_each(|nodes| self.info("max_node", nodes));
        go.depth.into_iter().for_each(|depth| self.info("max_depth", depth));
    }

    /// Tells the position in as few words as the engine needs, and asks for a move.
    fn ask(&mut self, position: &Position) {
        let played = position.played();
        let next = self.known.as_ref().and_then(|known| played.strip_prefix(&known[..]));
        match (next, has_stones(position)) {
            (_, false) => self.process.tell("BEGIN"),
            (Some(&[mv]), _) if self.known.as_ref().is_some_and(|known| !known.is_empty()) => {
                let place = coordinates(position.game(), mv.to());
                self.process.tell(&format!("TURN {place}"));
            }
            _ => self.tell_board(position),
        }
        self.known = Some(played);
    }

    /// Every stone, those that were played last in the order in which they were.
    fn tell_board(&mut self, position: &Position) {
        self.process.tell("BOARD");
        let played: Vec<Cell> = position.played().into_iter().map(Move::to).collect();
        let game = position.game();
        let before = game.rules.geometry.board().iter().filter(|cell| !played.contains(cell));
        let cells: Vec<Cell> = before.chain(played.iter().copied()).collect();
        for cell in cells {
            let stone = position.at(cell);
            if stone != Piece::NONE {
                let whose = if stone.owner() == position.turn() { 1 } else { 2 };
                let place = coordinates(game, cell);
                self.process.tell(&format!("{place},{whose}"));
            }
        }
        self.process.tell("DONE");
    }
}

fn has_stones(position: &Position) -> bool {
    position.game().rules.geometry.board().iter().any(|cell| position.at(cell) != Piece::NONE)
}

/// Columns from the left and rows from the top, both from 0.
fn coordinates(game: &Game, cell: Cell) -> String {
    let geometry = &game.rules.geometry;
    format!("{},{}", geometry.file(cell), geometry.row(cell))
}

/// The move that a pair of coordinates means.
fn parse_move(position: &Position, text: &str) -> Option<Move> {
    let plain = text.replace(' ', "");
    position.legal_moves().into_iter().find(|mv| coordinates(position.game(), mv.to()) == plain)
}

/// Whether a line is two numbers with a comma between.
fn is_place(line: &str) -> bool {
    line.split_once(',')
        .is_some_and(|(x, y)| [x, y].iter().all(|number| number.trim().parse::<i32>().is_ok()))
}

impl Client for Gomocup {
    fn name(&self) -> Option<&str> {
        None
    }

    fn new_game(&mut self, start: &Position) -> Result<(), Trouble> {
        let game = start.game();
        if !game.facts.only_drops {
            return Err(Trouble::Refused(
                "Gomocup's protocol has no words for the moves of this game".to_owned(),
            ));
        }
        self.process.drain();
        self.known = None;
        for (key, value) in self.options.clone() {
            self.info(&key, value);
        }
        self.info("game_type", 1);
        let (files, ranks) = (game.rules.geometry.files(), game.rules.geometry.ranks());
        match files == ranks {
            true => self.process.tell(&format!("START {files}")),
            false => self.process.tell(&format!("RECTSTART {files},{ranks}")),
        }
        let answer = self.process.hear_until(STARTING, |line| {
            let word = line.split_whitespace().next().unwrap_or_default();
            ["OK", "ERROR", "UNKNOWN"].contains(&word).then(|| line.to_owned())
        })?;
        match answer.starts_with("OK") {
            true => Ok(()),
            false => {
                Err(Trouble::Refused(format!("it does not play on a board of {files}x{ranks}: {answer}")))
            }
        }
    }

    fn choose(&mut self, position: &Position, go: &Go) -> Result<Reply, Trouble> {
        self.process.drain();
        self.tell_limits(go, position.turn().index());
        let started = Instant::now();
        self.ask(position);
        let answer = self.process.hear_until(go.patience, |line| {
            let is_error = line.starts_with("ERROR");
            (is_error || is_place(line)).then(|| line.to_owned())
        })?;
        let took = started.elapsed();
        let says = match parse_move(position, &answer) {
            Some(mv) => {
                self.known.iter_mut().for_each(|known| known.push(mv));
                Says::Move(mv)
            }
            None => Says::NoMove(answer),
        };
        Ok(Reply { says, score: None, took })
    }

    fn divide(&mut self, _position: &Position, _depth: u32, _patience: Duration) -> Result<Divided, Trouble> {
        Err(Trouble::Refused("Gomocup's protocol does not count moves".to_owned()))
    }

    fn last_lines(&self) -> Vec<String> {
        self.process.last_lines()
    }
}

impl Drop for Gomocup {
    fn drop(&mut self) {
        self.process.tell("END");
    }
}
