//! Whether a suite can be held against its game at all: what is found without searching.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::case::{Case, Expectation, Limit, Step, Suite, Value};
use super::check::{Games, NoGame};
use super::place::{content, part, word};
use crate::diagnostic::codes::suites as codes;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Sources, Span, nearest};
use crate::eval::explain;
use crate::game::{Game, Player};
use crate::notation::{TextError, split_moves};
use crate::position::Position;
use crate::spec::At;

/// A search that looks at nothing.
const NO_LIMIT: &str = "a search needs a depth or a number of positions above 0";

impl Suite {
    /// Adds every mistake that shows when the suite is held against its game: texts that are no
    /// positions, moves that cannot be played, names that the game does not have, cases that check nothing.
    pub fn check(
        &self,
        game: &Arc<Game>,
        games: &dyn Games,
        sources: &Sources,
        diagnostics: &mut Diagnostics,
    ) {
        // The games that cases are played against are loaded once.
        let known = Once { games, found: Mutex::default() };
        let games: &dyn Games = &known;
        for case in &self.cases {
            if diagnostics.is_full() {
                break;
            }
            Sense { case, game, games, sources, diagnostics }.check();
        }
    }
}

/// Finds each game once.
struct Once<'a> {
    games: &'a dyn Games,
    found: Mutex<BTreeMap<String, Result<Arc<Game>, NoGame>>>,
}

impl Games for Once<'_> {
    fn find(&self, word: &str) -> Result<Arc<Game>, NoGame> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.entry(word.to_owned()).or_insert_with(|| self.games.find(word)).clone()
    }
}

/// What people write for a winner where nobody wins.
const NOBODY: [&str; 4] = ["none", "None", "nobody", "draw"];

/// A case that is looked at.
struct Sense<'a> {
    case: &'a Case,
    game: &'a Arc<Game>,
    games: &'a dyn Games,
    sources: &'a Sources,
    diagnostics: &'a mut Diagnostics,
}

impl Sense<'_> {
    fn check(&mut self) {
        match self.set_up() {
            Ok(position) => self.expectation(&position),
            Err(wrong) => self.diagnostics.push(wrong),
        }
    }

    /// The position of the case, or the first thing that is wrong with it.
    fn set_up(&self) -> Result<Position, Diagnostic> {
        let Case { position: text, moves, .. } = self.case;
        let (setup, more) = split_moves(text);
        let mut position =
            Position::parse(self.game, setup).map_err(|error| self.no_position(text.span, text, &error))?;
        self.play(&mut position, more, text)?;
        self.play(&mut position, moves, moves)?;
        Ok(position)
    }

    fn play(&self, position: &mut Position, moves: &str, inside: &At<String>) -> Result<(), Diagnostic> {
        for text in moves.split_whitespace() {
            let mv = position.read_move(text).map_err(|refusal| {
                let span = part(self.sources, inside.span, inside, text);
                Diagnostic::new(codes::SUITE_POSITION, span, refusal.to_string())
            })?;
            position.play_legal(mv);
        }
        Ok(())
    }

    /// That a text, somewhere inside a span, is no position.
    fn no_position(&self, inside: Span, text: &str, error: &TextError) -> Diagnostic {
        let guilty = text.get(error.span.clone()).unwrap_or(text);
        let span = part(self.sources, inside, text, guilty);
        let wrong = Diagnostic::new(codes::SUITE_POSITION, span, &error.message);
        error.help.iter().fold(wrong, Diagnostic::help)
    }

    /// A mistake that is about the expectation as a whole.
    fn whole(&mut self, code: &'static Code, message: &str) {
        self.diagnostics.push(Diagnostic::new(code, self.case.expect.span, message));
    }

    fn idle(&mut self, message: &str) {
        self.whole(codes::SUITE_IDLE, message);
    }

    fn senseless(&mut self, message: &str) {
        self.whole(codes::SUITE_VALUE, message);
    }

    fn expectation(&mut self, position: &Position) {
        match &self.case.expect.value {
            Expectation::Perft(counts) if counts.is_empty() => self.idle("no depth is counted"),
            Expectation::Minimax(values) if values.is_empty() => self.idle("no depth is looked at"),
            Expectation::Minimax(_) if !position.game().alternates() => {
                self.senseless("the textbooks' players move by turns, one move each, and here they do not");
            }
            Expectation::Terms(terms) if terms.is_empty() => self.idle("no term is named"),
            Expectation::Terms(terms) => self.terms(position, terms.keys()),
            Expectation::EvalBetween(least, most) if least > most => {
                self.senseless("the least value is greater than the greatest");
            }
            Expectation::Outcome(Some(winner), _) if NOBODY.contains(&winner.as_str()) => {
                let message = format!("the game has no player `{winner}`");
                let wrong = Diagnostic::new(codes::SUITE_NAME, self.case.expect.span, message);
                self.diagnostics.push(wrong.help("where nobody wins, write `None`, without quotes"));
            }
            Expectation::Value(Value::Draw, Some(_)) => self.senseless("a draw takes no number of plies"),
            Expectation::Legal(moves) => {
                moves.iter().for_each(|text| self.readable(position, text, text));
            }
            // To be no move of this board can be what is expected.
            Expectation::Illegal(mv, words)
                if position.parse_move(mv).is_err_and(|refusal| !refusal.message().contains(words)) =>
            {
                self.readable(position, mv, mv);
            }
            Expectation::BestMove(moves, limit) | Expectation::AvoidMove(moves, limit) => {
                self.searched(position, moves, *limit);
            }
            Expectation::Outcome(winner, end) => {
                winner.iter().for_each(|winner| self.player(winner, winner));
                self.end(end, end);
            }
            Expectation::Playthrough(steps) => steps.iter().for_each(|step| self.step(step)),
            Expectation::Match { against, openings, limit, at_least } => {
                match (openings.is_empty(), at_least) {
                    (true, _) => self.idle("no opening is played"),
                    (_, 101..) => self.senseless("a share is a number of percent, at most 100"),
                    _ if limit.is_nothing() => self.senseless(NO_LIMIT),
                    _ => {}
                }
                self.opponent(position, against, openings);
            }
            _ => {}
        }
    }

    /// Moves that a search finds, or leaves alone: each has to be legal.
    fn searched(&mut self, position: &Position, moves: &[String], limit: Limit) {
        if moves.is_empty() {
            return self.idle("no move is named");
        }
        if limit.is_nothing() {
            return self.senseless(NO_LIMIT);
        }
        for text in moves {
            if let Err(refusal) = position.parse_move(text) {
                self.wrong_word(codes::SUITE_MOVE, "", text, text, refusal.to_string(), &[]);
            }
        }
    }

    /// Whether a word inside a text could be a move on this board, legal or not: which ones are legal is
    /// for the test to find out.
    fn readable(&mut self, position: &Position, inside: &str, text: &str) {
        if self.diagnostics.is_full() || position.can_be_move(text) {
            return;
        }
        let legal: Vec<String> = position.legal_moves().iter().map(|&mv| position.move_text(mv)).collect();
        let message = format!("`{}` is not a move on this board", text.escape_debug());
        let names: Vec<&str> = legal.iter().map(String::as_str).collect();
        self.wrong_word(codes::SUITE_MOVE, "", inside, text, message, &names);
    }

    fn terms<'t>(&mut self, position: &Position, names: impl Iterator<Item = &'t String>) {
        // A script that fails has been complained of, and the test says so, too.
        let Ok(terms) = explain(position) else { return };
        let known: Vec<&str> = terms.iter().map(|term| term.name.as_str()).collect();
        let no_script = position.game().evaluation.script.is_none();
        for name in names.filter(|name| !known.contains(&name.as_str())) {
            if no_script && name.starts_with("script.") {
                let span = word(self.sources, self.case.expect.span, "", name, name);
                let message = format!("the game has no term `{}`: it has no script", name.escape_debug());
                self.diagnostics.push(Diagnostic::new(codes::SUITE_NAME, span, message).help(
                    "name the script in the definition, by `file` in `[evaluation.script]`; `banco test GAME --script F` \
                     tests with one from outside",
                ));
                continue;
            }
            self.unknown("term", name, name, &known);
        }
    }

    fn player(&mut self, inside: &str, name: &str) {
        let game = self.game.clone();
        let names = Player::each(|player| game.player_name(player));
        if !names.contains(&name) {
            self.unknown("player", inside, name, &names);
        }
    }

    fn end(&mut self, inside: &str, name: &str) {
        let game = self.game.clone();
        let names: Vec<&str> = game.names.ends.iter().map(|end| end.name.as_str()).collect();
        if !names.contains(&name) {
            self.unknown("end", inside, name, &names);
        }
    }

    fn step(&mut self, step: &Step) {
        if step.at.is_empty() {
            // To be recorded yet.
            return;
        }
        let position = match Position::parse(self.game, &step.at) {
            Ok(position) => position,
            Err(error) => {
                let inside = content(self.sources, self.case.expect.span, "at", &step.at);
                self.diagnostics.push(self.no_position(inside, &step.at, &error));
                return;
            }
        };
        step.legal.split_whitespace().for_each(|text| self.readable(&position, &step.legal, text));
        step.plays.iter().for_each(|text| self.readable(&position, text, text));
        let Some((winner, end)) = step.end.as_ref().and_then(|end| end.split_once(": ")) else { return };
        let whole = step.end.as_deref().unwrap_or_default();
        if winner != "nobody" {
            self.player(whole, winner);
        }
        if end != super::check::UNDECIDED {
            self.end(whole, end);
        }
    }

    /// Whether the other definition is there, and both can play the openings.
    fn opponent(&mut self, position: &Position, against: &str, openings: &[String]) {
        let span = content(self.sources, self.case.expect.span, "against", against);
        let other = match self.games.find(against) {
            Ok(other) => Position::parse(&other, &position.to_string()),
            Err(error) => {
                let message =
                    format!("the game `{}` cannot be loaded: {}", against.escape_debug(), error.why);
                let wrong = Diagnostic::new(codes::SUITE_GAME, span, message);
                self.diagnostics.push(error.help.iter().fold(wrong, Diagnostic::help));
                return;
            }
        };
        let other = match other {
            Ok(other) => other,
            Err(error) => {
                let message =
                    format!("`{}` is no game of the same rules: {}", against.escape_debug(), error.message);
                self.diagnostics.push(Diagnostic::new(codes::SUITE_GAME, span, message));
                return;
            }
        };
        for opening in openings {
            let mut both = [position.clone(), other.clone()];
            let refused = opening.split_whitespace().find_map(|text| {
                let played = both
                    .iter_mut()
                    .try_for_each(|position| position.parse_move(text).map(|mv| position.play_legal(mv)));
                played.err().map(|refusal| (text, refusal))
            });
            if let Some((text, refusal)) = refused {
                let message = refusal.to_string();
                self.wrong_word(codes::SUITE_MOVE, "openings", opening, text, message, &[]);
            }
        }
    }

    fn unknown(&mut self, what: &str, inside: &str, name: &str, known: &[&str]) {
        let message = format!("the game has no {what} `{}`", name.escape_debug());
        self.wrong_word(codes::SUITE_NAME, "", inside, name, message, known);
    }

    /// A mistake at a word of the text `inside`, behind `field` if one is named. Another word that may
    /// have been meant is its help.
    fn wrong_word(
        &mut self,
        code: &'static Code,
        field: &str,
        inside: &str,
        text: &str,
        message: String,
        candidates: &[&str],
    ) {
        let span = word(self.sources, self.case.expect.span, field, inside, text);
        let wrong = Diagnostic::new(code, span, message);
        let near = nearest(text, candidates.iter().copied());
        self.diagnostics.push(match near {
            Some(near) => wrong.help(format!("did you mean `{near}`?")),
            None if code == codes::SUITE_NAME => wrong.suggest(text, candidates.iter().copied()),
            None => wrong,
        });
    }
}

impl Limit {
    fn is_nothing(self) -> bool {
        matches!(self, Limit::Depth(0) | Limit::Nodes(0))
    }
}
