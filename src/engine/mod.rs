//! One running engine: a game, a position, options, and a search that runs on a thread of its own while whoever
//! talks to it goes on reading.

mod bench;
mod book;
mod clock;
mod game;
mod level;
pub mod polyglot;
mod polyglot_keys;
mod thinker;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

pub use bench::Bench;
pub(crate) use book::mixed;
pub use book::{Book, BookError, BookMove, rules_id};
pub use clock::{Budget, Clock, Control, Patience};
pub use game::{Hosted, KnownGame, known_games};
pub use level::Strength;
pub use thinker::{Answer, Listener, Told};

use crate::diagnostic::Style;
use crate::game::{Game, Move, SearchMethod};
use crate::library::read_table;
use crate::lint::{Impossible, Possible};
use crate::position::Position;
use crate::search::Limits;
use crate::solve::SolvedTable;
use thinker::{Task, Thinker};

/// What a client sets.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Megabytes of the transposition table.
    pub hash: usize,
    /// Threads that search together.
    pub threads: usize,
    /// Best lines that are told.
    pub lines: usize,
    /// Time that is lost with every move between the programs.
    pub overhead: Duration,
    /// How well it plays, where that is less than it can.
    pub strength: Strength,
    /// What is played without a search where it is known.
    pub book: Option<Arc<Book>>,
    /// Whether moves of the book are played.
    pub own_book: bool,
    /// The deepest iteration of every search, where the client says so once for all.
    pub depth: Option<u32>,
    /// Which search it is; that of the game where nobody says.
    pub algorithm: Option<SearchMethod>,
    /// Positions may lack a royal piece that is never taken, as problems of shogi do.
    pub problems: bool,
}

impl Settings {
    /// The largest transposition table, in megabytes.
    pub const MOST_HASH: usize = 8_192;
    /// The most threads.
    pub const MOST_THREADS: usize = 256;
    /// The most lines.
    pub const MOST_LINES: usize = 500;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 64,
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(10),
            strength: Strength::of_skill(Strength::FULL as i64),
            book: None,
            own_book: true,
            depth: None,
            algorithm: None,
            problems: false,
        }
    }
}

/// What a search is asked for. Without any limit it goes on until it is stopped or everything is proven.
#[derive(Clone, Default, Debug)]
pub struct Go {
    /// The clock of the player to move.
    pub clock: Option<Clock>,
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// The nodes that may be visited.
    pub nodes: Option<u64>,
    /// A win within so many plies is looked for, leaving nothing out.
    pub mate: Option<u32>,
    /// The time for this move.
    pub time: Option<Duration>,
    /// It answers only when it is stopped.
    pub infinite: bool,
    /// It is over when a forced win is found, however long it takes.
    pub any_win: bool,
    /// Where what was played before has ended the game, it thinks as if it had begun there: draws may be a matter of
    /// claims.
    pub plays_on: bool,
    /// It thinks on the opponent's time.
    pub ponder: bool,
    /// The moves to choose among; all when there are none here.
    pub search_moves: Vec<Move>,
}

/// What the thread is busy with.
struct Running {
    control: Arc<Control>,
    infinite: bool,
}

/// One running engine.
pub struct Engine {
    hosted: Hosted,
    position: Position,
    /// Where the game started, as text.
    start: String,
    /// The moves on the board as the client wrote them; none where they were played otherwise.
    heard: Vec<String>,
    /// What a client sets.
    pub settings: Settings,
    table: Option<Arc<SolvedTable>>,
    thinker: Thinker,
    running: Option<Running>,
    /// What positions the game can lead to, once that was asked.
    possible: Option<Possible>,
}

/// How a client's text of a move is read.
pub type MoveReader<'a> = &'a dyn Fn(&Position, &str) -> Result<Move, String>;

impl Engine {
    /// An engine at the start of a game. What its search tells goes to the listener, on another thread.
    ///
    /// # Errors
    ///
    /// When the system gives no thread.
    pub fn new(hosted: Hosted, settings: Settings, listener: Listener) -> std::io::Result<Engine> {
        let thinker = Thinker::start(settings.hash, listener)?;
        let position = Position::start(hosted.game());
        let start = "startpos".to_owned();
        Ok(Engine {
            hosted,
            position,
            start,
            heard: Vec::new(),
            settings,
            table: None,
            thinker,
            running: None,
            possible: None,
        })
    }

    /// The game that is played, and what it is called.
    pub fn hosted(&self) -> &Hosted {
        &self.hosted
    }

    /// The game that is played.
    pub fn game(&self) -> &Arc<Game> {
        self.hosted.game()
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Where the game started, as text.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// Plays another game from its start. A table of solved positions is kept if it fits.
    pub fn host(&mut self, hosted: Hosted) {
        self.hosted = hosted;
        self.table = self.table.take().filter(|table| table.fits(self.hosted.game()));
        self.thinker.know(self.table.clone());
        self.begin_anew();
    }

    /// Scores with a script, or with the definition's own.
    ///
    /// # Errors
    ///
    /// Says why it cannot; then all stays as it was.
    pub fn set_script(&mut self, file: Option<&str>) -> Result<(), String> {
        let hosted = self.hosted.with_script(file)?;
        let moves = self.position.played_texts();
        let position = replayed(hosted.game(), &self.start, &moves).ok_or("the game cannot go on with it")?;
        (self.hosted, self.position) = (hosted, position);
        self.thinker.forget();
        Ok(())
    }

    /// Believes the exact values in a file that `banco solve --save` wrote, or none.
    ///
    /// # Errors
    ///
    /// Says why it cannot; then all stays as it was.
    pub fn set_table(&mut self, file: Option<&str>) -> Result<(), String> {
        let table = file.map(|file| read_table(self.game(), Path::new(file)).map(Arc::new)).transpose()?;
        self.table = table;
        self.thinker.know(self.table.clone());
        Ok(())
    }

    /// Plays from an opening book in a file, or from none.
    ///
    /// # Errors
    ///
    /// Says why it cannot; then all stays as it was.
    pub fn set_book(&mut self, file: Option<&str>) -> Result<(), String> {
        let read = |file: &str| {
            let book = Book::load(self.hosted.loaded(), Path::new(file));
            book.map(Arc::new).map_err(|why| format!("cannot use the book `{}`: {why}", shortened(file)))
        };
        self.settings.book = file.map(read).transpose()?;
        Ok(())
    }

    /// The move that the book has where the client wants one played, another one from time to time.
    fn book_move(&self, go: &Go) -> Option<(Move, BookMove)> {
        let wants = self.settings.own_book && !go.infinite && !go.ponder && go.mate.is_none() && !go.any_win;
        let book = self.settings.book.as_ref().filter(|book| wants && book.fits(self.game()))?;
        // Nothing else of the standard library is different in each run.
        let random = RandomState::new().build_hasher().finish();
        let found = book.choose(&self.position, random)?;
        (go.search_moves.is_empty() || go.search_moves.contains(&found.0)).then_some(found)
    }

    /// Takes another size of the transposition table, which loses what it holds.
    pub fn set_hash(&mut self, megabytes: usize) {
        self.settings.hash = megabytes.clamp(1, Settings::MOST_HASH);
        self.thinker.resize(self.settings.hash);
    }

    /// Forgets what earlier searches found.
    pub fn forget(&mut self) {
        self.thinker.forget();
    }

    /// Goes back to the start and forgets what earlier searches found.
    pub fn begin_anew(&mut self) {
        self.thinker.forget();
        self.restart();
    }

    /// Goes back to the start.
    pub fn restart(&mut self) {
        self.position = Position::start(self.game());
        self.start = "startpos".to_owned();
        self.heard.clear();
    }

    /// Sets up a position and plays moves on it. Where they only go on with the game on the board, that is all
    /// that is played.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the position or a move; then the board stays as it was.
    pub fn set_position(&mut self, start: &str, moves: &[&str], read: MoveReader<'_>) -> Result<(), String> {
        let (mut position, rest) = match self.going_on(start, moves) {
            Some(going_on) => going_on,
            None => {
                let position = Position::parse(self.game(), start)
                    .map_err(|error| format!("cannot read the position `{}`: {error}", shortened(start)))?;
                self.object_to(&position)?;
                (position, moves)
            }
        };
        for text in rest {
            let mv =
                read(&position, text).map_err(|why| format!("illegal move `{}`: {why}", shortened(text)))?;
            position.play_legal(mv);
        }
        self.heard.truncate(moves.len() - rest.len());
        self.heard.extend(rest.iter().map(ToString::to_string));
        self.position = position;
        self.start = start.to_owned();
        Ok(())
    }

    /// Refuses a position that no game leads to.
    fn object_to(&mut self, position: &Position) -> Result<(), String> {
        let game = position.game();
        if !self.possible.as_ref().is_some_and(|possible| possible.is_of(game)) {
            self.possible = Some(Possible::of(game));
        }
        let objection = self.possible.as_ref().and_then(|possible| possible.objection(position));
        match objection {
            Some(Impossible::Missing { .. }) if self.settings.problems => Ok(()),
            Some(why) => Err(why.sentence()),
            None => Ok(()),
        }
    }

    /// The position on the board and the moves that come after it, where the game on the board begins so. The moves are
    /// compared as the client wrote them: in a long game, reading them all again takes longer than a short search.
    fn going_on<'m>(&self, start: &str, moves: &'m [&'m str]) -> Option<(Position, &'m [&'m str])> {
        let (before, rest) = moves.split_at_checked(self.heard.len())?;
        let same = !before.is_empty() && start == self.start && before == self.heard;
        same.then(|| (self.position.clone(), rest))
    }

    /// Plays a move on the board.
    pub fn play(&mut self, mv: Move) {
        self.heard.clear();
        self.position.play_legal(mv);
    }

    /// Takes the last move back; whether there was one.
    pub fn undo(&mut self) -> bool {
        self.heard.clear();
        self.position.undo().is_some()
    }

    /// Whether a search runs, or another task.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Hears that the thread has told all of its task.
    pub fn note_end(&mut self) {
        self.running = None;
    }

    /// Waits until the memory that was asked for is there. While something runs it does not wait.
    pub fn settle(&self) {
        if !self.is_busy() {
            self.thinker.settle();
        }
    }

    /// The position on the board, or the same as if the game began with it where only what was there before has ended
    /// the game.
    pub fn played_on(&self) -> Position {
        as_if_begun(self.position.clone())
    }

    /// Starts a search of the position on the board. Nothing else may run.
    pub fn go(&mut self, go: Go) {
        let Settings { overhead, threads, lines, strength, depth: most, algorithm, .. } =
            self.settings.clone();
        let booked = self.book_move(&go);
        let budget = match (go.time, &go.clock) {
            (Some(time), None) => Budget::exactly(time, overhead),
            (Some(time), Some(clock)) => Budget::of(clock, overhead).and(Budget::exactly(time, overhead)),
            (None, Some(clock)) => Budget::of(clock, overhead),
            (None, None) => Budget::default(),
        };
        let depth = go.depth.or(go.mate).unwrap_or(Limits::MAX_DEPTH);
        let limits = Limits {
            depth: depth.min(most.unwrap_or(Limits::MAX_DEPTH)).clamp(1, Limits::MAX_DEPTH),
            nodes: go.nodes.unwrap_or(u64::MAX).min(strength.nodes()).max(1),
            lines: lines.max(strength.lines()),
            threads: if strength.is_full() { threads } else { 1 },
            full_width: go.mate.is_some(),
            search_moves: go.search_moves,
            tells_bounds: true,
            algorithm,
            ..Limits::default()
        };
        let plain = self.hosted.plain();
        let plain = plain.and_then(|plain| replayed(plain, &self.start, &self.position.played_texts()));
        let control = Arc::new(Control::new(budget, go.ponder, go.infinite));
        let position = self.position.clone();
        let (position, plain) = match go.plays_on {
            true => (as_if_begun(position), plain.map(as_if_begun)),
            false => (position, plain),
        };
        let mate = go.mate.or(go.any_win.then_some(u32::MAX));
        let task = Task { position, plain, limits, budget, mate, strength, booked };
        self.thinker.search(task, control.clone());
        self.running = Some(Running { control, infinite: go.infinite });
    }

    /// Counts the leaves below each move of the position on the board. Nothing else may run.
    pub fn count(&mut self, depth: usize) {
        let control = self.run_alone();
        self.thinker.count(self.position.clone(), depth, control);
    }

    /// Measures the search of the game on the board. Nothing else may run.
    pub fn bench(&mut self) {
        let control = self.run_alone();
        self.thinker.bench(self.game().clone(), control);
    }

    fn run_alone(&mut self) -> Arc<Control> {
        let control = Arc::new(Control::new(Budget::default(), false, false));
        self.running = Some(Running { control: control.clone(), infinite: false });
        control
    }

    /// Ends what runs: its end is told soon.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// The move that was pondered on was played.
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.control.ponder_hit(running.infinite);
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A position, or the same as if the game began with it where only what was there before has ended the game.
fn as_if_begun(position: Position) -> Position {
    if position.outcome().is_none() {
        return position;
    }
    let anew = position.without_past();
    if anew.outcome().is_none() { anew } else { position }
}

/// The position after moves of a game that started so.
fn replayed(game: &Arc<Game>, start: &str, moves: &[String]) -> Option<Position> {
    let mut position = Position::parse(game, start).ok()?;
    for text in moves {
        let mv = position.parse_move(text).ok()?;
        position.play_legal(mv);
    }
    Some(position)
}

/// A text of a client, cut where it is longer than any that means something.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 120;
    let mut short = String::new();
    for sign in text.chars().take(LONGEST) {
        match sign {
            '\'' | '"' => short.push(sign),
            _ => short.extend(sign.escape_debug()),
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

/// What is wrong with a definition, on one line.
fn on_one_line(error: &crate::diagnostic::DefinitionError) -> String {
    let text = error.diagnostics.render(&error.sources, Style::Plain);
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("it is wrong").to_owned()
}
