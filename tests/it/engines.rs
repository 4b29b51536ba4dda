//! Games of other engines, followed move by move: wherever they lead, both know the same legal moves.
//!
//! The engines are those of Debian's packages `stockfish` and `fairy-stockfish`. Where one is not installed,
//! its test says so and passes; `BANCO_ENGINES=1` makes that a failure.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::iter;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use banco::inside::position::Position;
use fastrand::Rng;

use super::shipped;

/// Moves at random that begin a game, so that no two are alike.
const OPENING: usize = 8;

/// The longest game.
const PLIES: usize = 150;

/// What the engine may look at before it moves.
const NODES: usize = 200;

/// Variants of which version 11.1 of the engine has other rules than later ones: no rook ends a leap by aiming; pawns of both players become
/// the same pieces; lions must not be left to be taken; the met captures by its leap;
/// rights are misread once the hands are empty.
const OLD_RULES: [&str; 5] = ["cambodian", "chigorin", "dobutsu", "karouk", "seirawan"];

/// Variants of which the engine writes castles as the king that takes its rook, and we as the king's way where no step of
/// it is meant. Their suites hold its counts.
const OTHER_TEXTS: [&str; 1] = ["caparandom"];

/// The engine ends when FEN tells it a right to castle with a piece that is still in the hand: positions of these are
/// told by moves alone.
const UNTOLD: [&str; 1] = ["placement"];

/// How many games are played with each engine.
fn games() -> usize {
    if shipped::deep() { 1000 } else { 50 }
}

/// An engine that speaks UCI.
struct Engine {
    child: Child,
    says: BufReader<ChildStdout>,
    hears: ChildStdin,
}

impl Engine {
    /// Starts an engine; `None` where it is not installed, which is said.
    fn start(name: &str) -> Option<Engine> {
        // Debian's games lie in a folder that not every user's path has.
        let start = |program: String| {
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
        };
        let Ok(mut child) = start(name.to_owned()).or_else(|_| start(format!("/usr/games/{name}"))) else {
            assert!(std::env::var_os("BANCO_ENGINES").is_none(), "{name} is not installed");
            eprintln!("skipped: {name} is not installed (`apt install {name}`)");
            return None;
        };
        let says = BufReader::new(child.stdout.take().expect("its output"));
        let hears = child.stdin.take().expect("its input");
        Some(Engine { child, says, hears })
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.hears, "{line}").expect("an engine that listens");
    }

    /// The lines up to the one that begins so.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.says.read_line(&mut line).expect("an engine that answers");
            assert!(read > 0, "the engine stopped before `{start}`: {lines:?}");
            let line = line.trim().to_owned();
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// The variants that it plays.
    fn variants(&mut self) -> Vec<String> {
        self.tell("uci");
        let lines = self.until("uciok");
        let option = lines.iter().find(|line| line.starts_with("option name UCI_Variant "));
        let words = option.map(|line| line.split(' ').collect::<Vec<_>>()).unwrap_or_default();
        words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1].to_owned()).collect()
    }

    fn begin(&mut self, variant: Option<&str>) {
        variant.into_iter().for_each(|name| self.tell(&format!("setoption name UCI_Variant value {name}")));
        self.tell("ucinewgame");
        self.tell("isready");
        self.until("readyok");
    }

    /// The moves it takes for legal.
    fn moves(&mut self, position: &str) -> BTreeSet<String> {
        self.tell(&format!("position {position}"));
        self.tell("go perft 1");
        let lines = self.until("Nodes searched");
        let counted =
            lines.iter().filter_map(|line| line.strip_suffix(": 1")).filter(|text| !text.contains(' '));
        counted.map(str::to_owned).collect()
    }

    /// The move it would play.
    fn choice(&mut self, position: &str) -> String {
        self.tell(&format!("position {position}"));
        self.tell(&format!("go nodes {NODES}"));
        let lines = self.until("bestmove");
        lines.last().and_then(|line| line.split(' ').nth(1)).unwrap_or_default().to_owned()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A move as banco writes it: engines write a pass as a king that stays.
fn ours(theirs: &str) -> &str {
    let (from, to) = theirs.split_at(theirs.len() / 2);
    if from == to { "pass" } else { theirs }
}

/// Plays a game that begins at random and that the engine goes on with. Each position is told in two ways,
/// as moves from the start and as a text, and must have the same moves in both.
fn follow(engine: &mut Engine, game: &str, variant: Option<&str>, rng: &mut Rng) {
    engine.begin(variant);
    let mut position = Position::start(&shipped::game(game));
    let mut played: Vec<String> = Vec::new();
    while position.outcome().is_none() && played.len() < PLIES {
        let own: BTreeSet<String> =
            position.legal_moves().into_iter().map(|mv| position.move_text(mv)).collect();
        let told = format!("startpos moves {}", played.join(" "));
        let told_by_fen = position.game().names.fen && !UNTOLD.contains(&game);
        let written = told_by_fen.then(|| format!("fen {position}"));
        let mut pass = None;
        for text in iter::once(told.clone()).chain(written) {
            let theirs = engine.moves(&text);
            pass = theirs.iter().find(|text| ours(text) == "pass").cloned();
            let mut others: BTreeSet<String> = theirs.iter().map(|text| ours(text).to_owned()).collect();
            if !position.game().rules.vetoes.is_empty() {
                // The engine lets drops be played that must not mate, and counts them as lost.
                let extra: Vec<String> = others.difference(&own).cloned().collect();
                for mv in extra.iter().filter(|mv| engine.moves(&format!("{told} {mv}")).is_empty()) {
                    others.remove(mv);
                }
            }
            let (lacks, invents): (Vec<_>, Vec<_>) =
                (others.difference(&own).collect(), own.difference(&others).collect());
            assert!(
                lacks.is_empty() && invents.is_empty(),
                "{game}, position {text} ({position}): not ours {lacks:?}, not theirs {invents:?}"
            );
        }
        let chosen = match played.len() < OPENING {
            true => rng.choice(&own).cloned().expect("a legal move"),
            false => engine.choice(&told),
        };
        let mv = position.parse_move(&chosen).unwrap_or_else(|why| panic!("{game}, {position}: {why}"));
        position.play(mv);
        played.push(if chosen == "pass" { pass.unwrap_or(chosen) } else { chosen });
    }
}

#[test]
fn chess_is_what_stockfish_plays() {
    let Some(mut engine) = Engine::start("stockfish") else { return };
    let mut rng = Rng::with_seed(1);
    (0..games()).for_each(|_| follow(&mut engine, "chess", None, &mut rng));
}

#[test]
fn the_families_are_what_fairy_stockfish_plays() {
    let Some(mut engine) = Engine::start("fairy-stockfish") else { return };
    let known: BTreeSet<&str> = shipped::names().collect();
    let mut variants = engine.variants();
    variants.retain(|name| known.contains(name.as_str()));
    variants.retain(|name| !OLD_RULES.contains(&name.as_str()) && !OTHER_TEXTS.contains(&name.as_str()));
    assert!(variants.len() > 30, "{variants:?}");
    let mut rng = Rng::with_seed(2);
    for game in 0..games() {
        let name = &variants[game % variants.len()];
        follow(&mut engine, name, Some(name), &mut rng);
    }
}
