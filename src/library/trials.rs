//! Trying scripts out: what random play leads to, for the games that a script is for.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::load::{Loaded, refused};
use super::shelf::{Library, Shelved, same_file};
use crate::diagnostic::codes::shelf as codes;
use crate::diagnostic::{DefinitionError, Diagnostic, Diagnostics, Sources};
use crate::eval::script::{Finding, FindingKind, ScriptError, ScriptFault, Trial, Tried};
use crate::game::{Cell, LineRule, Piece, Player, Script};
use crate::lint::deadline;
use crate::lint::walk::{RandomWalk, effort};
use crate::position::Position;

/// How many positions a script is tried out on.
const TRIALS: u64 = 60;

/// On how many more after this many plies, twice as many, three times as many.
const LATE_TRIALS: u64 = 12;

/// See [`LATE_TRIALS`].
const LATE_PLIES: u64 = 15;

/// However slow a script is, it is not tried out for longer.
const LONGEST_TRIAL: Duration = Duration::from_secs(20);

/// A script that takes longer for a position is slow, in microseconds.
const SLOW: u64 = 2_000;

impl Loaded {
    /// Tries the script of the game out on positions that random play leads to: doubts about it.
    ///
    /// # Errors
    ///
    /// When it fails there.
    pub fn try_script(&mut self) -> Result<Vec<Diagnostic>, DefinitionError> {
        let Some(script) = self.game.evaluation.script.clone() else { return Ok(Vec::new()) };
        let begun = Instant::now();
        let clock = || begun.elapsed().as_micros() as u64;
        let trial = Trial { scripted: &self.game, plain: &self.plain, clock: &clock };
        let tried = deadline::within(LONGEST_TRIAL, |stop| trial.run(&self.somewhere(stop), stop));
        let Tried { findings, usual } = match tried {
            Ok(tried) => tried,
            Err(error) => {
                let diagnostic = self.script_diagnostic(codes::SCRIPT, &error, &script.text);
                return Err(self.refused(diagnostic));
            }
        };
        let mut doubts = Vec::new();
        for Finding { kind, hook, line, message } in findings {
            let help = match kind {
                FindingKind::Impure => "a score depends on what the hook is given, and on nothing else",
                FindingKind::Unequal => "a number never equals a text: the comparison is always false",
                FindingKind::Missing => "what is not there is `nil`, and comparing it with anything is false",
                FindingKind::Unused => "what is not used on purpose has a name that begins with `_`",
                FindingKind::Global => {
                    "`local` makes it anew each time; without it, it lives on from call to call"
                }
                FindingKind::Unfit => {
                    "the hook is given `turn` first, then each feature in the order of `features`"
                }
                FindingKind::Unlike => "if that is meant, say `symmetric = false` in `[evaluation]`",
            };
            doubts.push(self.script_doubt(&script, line, hook, message).help(help));
        }
        if usual > SLOW
            && let Some(&(hook, line)) = script.hooks.last()
        {
            let message = format!("a position takes {usual} µs");
            let doubt = self.script_doubt(&script, line, Some(hook), message);
            doubts.push(doubt.help("hooks that are asked about less are faster"));
        }
        Ok(doubts)
    }

    /// Positions that random play leads to, as many as a bounded effort does for.
    fn somewhere(&self, stop: &Arc<AtomicBool>) -> Vec<Position> {
        let mut positions = self.walked(stop);
        let lines = &self.game.facts.line_ends;
        let script = self.game.evaluation.script.as_ref();
        if script.is_some_and(|script| script.hook("score_line").is_some()) {
            positions.extend(lines.iter().flat_map(|rule| self.finished_lines(rule)));
        }
        positions
    }

    /// Positions with a run that ends the game, each as long as one move can make it.
    fn finished_lines(&self, rule: &LineRule) -> Vec<Position> {
        let rules = &self.game.rules;
        let cells = rules.geometry.board();
        let mut positions = Vec::new();
        for player in Player::BOTH {
            let Some(piece) = rules.pieces_of(player).next() else { continue };
            for length in rule.length..2 * rule.length {
                let mut pieces = vec![Piece::NONE; rules.geometry.size()];
                let row = cells.iter().filter(|&cell| rules.geometry.rank(cell) == 1);
                let run: Vec<Cell> = row.take(length as usize).collect();
                if run.len() < length as usize {
                    break;
                }
                run.into_iter().for_each(|cell| pieces[cell.index()] = piece);
                positions.push(Position::set_up(&self.game, &pieces, !player));
            }
        }
        positions
    }

    fn walked(&self, stop: &Arc<AtomicBool>) -> Vec<Position> {
        let mut walk = RandomWalk::new(&self.game, effort(&self.game), stop);
        let walked = |seed| {
            let mut position = Position::start(&self.game);
            let plies = if seed < TRIALS { seed % 24 } else { LATE_PLIES * (1 + seed - TRIALS) };
            walk.play(&mut position, plies as usize, seed).map(|_| position)
        };
        (0..TRIALS + LATE_TRIALS).map_while(walked).collect()
    }

    /// A doubt about a script, at one of its lines.
    fn script_doubt(
        &mut self,
        script: &Script,
        line: u32,
        hook: Option<&'static str>,
        message: String,
    ) -> Diagnostic {
        let (file, fault) = (script.file.clone(), ScriptFault::Value);
        let error = ScriptError { file, line: Some(line), hook, fault, message };
        self.script_diagnostic(codes::SCRIPT_DOUBT, &error, &script.text)
    }
}

impl Library {
    /// The games that a script is for: those that a comment in its head names (`-- Games: NAME, NAME`), or else
    /// the definitions of the library that name it.
    ///
    /// # Errors
    ///
    /// A name in its head that is no game's, or that it cannot be read.
    pub fn games_of(&self, script: &Shelved) -> Result<Vec<Shelved>, DefinitionError> {
        let mut sources = Sources::new();
        let source = match script.open(&mut sources) {
            Ok(source) => source,
            Err(unreadable) => return Err(refused(unreadable, sources)),
        };
        let text = sources.text(source).clone();
        let mut games = Vec::new();
        for (at, name) in named_games(&text) {
            match self.find(name) {
                Ok(game) => games.push(game),
                Err(unknown) => {
                    let span = Some(sources.span(source, at, at + name.len()));
                    return Err(refused(Diagnostic { span, code: codes::SCRIPT, ..unknown }, sources));
                }
            }
        }
        if games.is_empty() {
            games.extend(self.all().into_iter().filter(|game| self.names_script(game, script)));
        }
        Ok(games)
    }

    /// Whether a definition names that script.
    fn names_script(&self, game: &Shelved, script: &Shelved) -> bool {
        let Ok(loaded) = self.open(game) else { return false };
        let own = loaded.game.evaluation.script.as_ref();
        own.is_some_and(|own| same_file(&own.file, &script.file))
    }

    /// Loads a script that is for no game in particular: for one that it can be loaded for. Nobody knows what it would
    /// answer there, so that is a doubt.
    ///
    /// # Errors
    ///
    /// What is wrong with it, when it can be loaded for none.
    pub fn load_for_any(&self, script: &Shelved) -> Result<Option<(Diagnostic, Sources)>, DefinitionError> {
        let mut first = None;
        for game in self.all() {
            let Ok(loaded) = self.open(&game) else { continue };
            match loaded.with_shelved_script(script, None) {
                Ok(loaded) => return Ok(untried(loaded)),
                Err(error) => drop(first.get_or_insert(error)),
            }
        }
        let Some(DefinitionError { diagnostics, sources }) = first else { return Ok(None) };
        let mut helped = Diagnostics::new();
        helped.extend(
            diagnostics.iter().cloned().map(|d| if d.help.is_none() { d.help(NAME_GAMES) } else { d }),
        );
        Err(DefinitionError { diagnostics: helped, sources })
    }
}

const NAME_GAMES: &str =
    "if it is for certain games, a comment in its first lines says which: `-- Games: NAME`";

/// The doubt that a script was loaded and asked about no position.
fn untried(mut loaded: Loaded) -> Option<(Diagnostic, Sources)> {
    let script = loaded.game.evaluation.script.clone()?;
    let message = "it was tried on no game: none names it".to_owned();
    let doubt = loaded.script_doubt(&script, 1, None, message).help(NAME_GAMES);
    Some((doubt, loaded.sources))
}

/// The games that the comment at the beginning of a script names, each with its place.
fn named_games(text: &str) -> Vec<(usize, &str)> {
    let head = text.lines().take_while(|line| line.starts_with("--"));
    let names = head.filter_map(|line| {
        let said = line.trim_start_matches('-').trim_start();
        let (word, names) = said.split_once(':')?;
        ["game", "games"].contains(&word.to_lowercase().as_str()).then_some(names)
    });
    let words = names.flat_map(|names| names.split([',', ' ', '\t']).map(str::trim));
    let place = |name: &str| name.as_ptr() as usize - text.as_ptr() as usize;
    words.filter(|name| !name.is_empty()).map(|name| (place(name), name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_script_names_its_games_with_their_places() {
        let text =
            "--!strict\n-- Fast.\n-- Games: one, two three\nlocal a = 1 -- Games: four\n-- Game: five\n";
        let found = named_games(text);
        assert_eq!(found.iter().map(|(_, name)| *name).collect::<Vec<_>>(), ["one", "two", "three"]);
        assert!(found.iter().all(|&(at, name)| text[at..].starts_with(name)));
        assert!(named_games("return {}").is_empty());
    }
}
