//! The thread that searches, and what it tells.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::BookMove;
use super::bench;
use super::clock::{Budget, Control, Patience};
use super::level::Strength;
use crate::eval::plies_to_win;
use crate::eval::script::STACK;
use crate::game::{Game, Move};
use crate::position::{LastPly, Position};
use crate::search::{Bound, Limits, Report, Search};
use crate::solve::SolvedTable;

/// What the searching thread tells.
#[derive(Debug)]
pub enum Told {
    /// An iteration is finished, or its value bounded, after so long.
    Progress(Box<Report>, Duration),
    /// The search is over.
    Answer(Box<Answer>),
    /// Leaves below each move, and how long it took to count them; none where it was stopped.
    Counted(Option<Vec<(Move, u64)>>, Duration),
    /// Positions visited by fixed searches, and how long that took.
    Benched(u64, Duration),
    /// A move is played from the book.
    Booked(BookMove),
    /// Something went wrong that the answer does not depend on.
    Trouble(String),
}

impl Told {
    /// Whether the thread has nothing more to tell of its task.
    pub fn is_last(&self) -> bool {
        !matches!(self, Told::Progress(..) | Told::Trouble(_) | Told::Booked(_))
    }
}

/// What a search found.
#[derive(Debug)]
pub struct Answer {
    /// The position that was searched.
    pub position: Position,
    /// The move to be played; none when the game is over.
    pub best: Option<Move>,
    /// The reply that is expected.
    pub ponder: Option<Move>,
    /// What was found last.
    pub report: Report,
    /// How long it took.
    pub elapsed: Duration,
}

/// Hears what is told, on the searching thread.
pub type Listener = Arc<dyn Fn(Told) + Send + Sync>;

/// One search.
pub struct Task {
    /// What is searched.
    pub position: Position,
    /// The same position under the game without its script, where it has one.
    pub plain: Option<Position>,
    /// Limits of the search itself.
    pub limits: Limits,
    /// Limits of its time.
    pub budget: Budget,
    /// A win within so many plies ends the search.
    pub mate: Option<u32>,
    /// How well it is to play.
    pub strength: Strength,
    /// A move of the opening book, which is played at once.
    pub booked: Option<(Move, BookMove)>,
}

enum Job {
    Search(Box<Task>, Arc<Control>),
    Count(Box<Position>, usize, Arc<Control>),
    Bench(Arc<Game>, Arc<Control>),
    Hash(usize),
    Know(Option<Arc<SolvedTable>>),
    Forget,
    Echo(Sender<()>),
}

/// The thread that searches, with the memory that it keeps from move to move.
pub struct Thinker {
    jobs: Sender<Job>,
}

impl Thinker {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// When the system gives no thread.
    pub fn start(megabytes: usize, listener: Listener) -> std::io::Result<Thinker> {
        let (jobs, waiting) = channel();
        let work = move || {
            let memory = Memory { megabytes, table: None, search: fresh(megabytes, None) };
            memory.work(&waiting, &listener);
        };
        thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(work)?;
        Ok(Thinker { jobs })
    }

    fn send(&self, job: Job) {
        // The thread lives as long as this end of the channel.
        let _ = self.jobs.send(job);
    }

    /// Searches.
    pub fn search(&self, task: Task, control: Arc<Control>) {
        self.send(Job::Search(Box::new(task), control));
    }

    /// Counts leaves.
    pub fn count(&self, position: Position, depth: usize, control: Arc<Control>) {
        self.send(Job::Count(Box::new(position), depth, control));
    }

    /// Measures the search.
    pub fn bench(&self, game: Arc<Game>, control: Arc<Control>) {
        self.send(Job::Bench(game, control));
    }

    /// Takes another size of the transposition table.
    pub fn resize(&self, megabytes: usize) {
        self.send(Job::Hash(megabytes));
    }

    /// Believes a table of solved positions, or none.
    pub fn know(&self, table: Option<Arc<SolvedTable>>) {
        self.send(Job::Know(table));
    }

    /// Forgets what earlier searches found.
    pub fn forget(&self) {
        self.send(Job::Forget);
    }

    /// Waits until all that was asked for is done.
    pub fn settle(&self) {
        let (echo, heard) = channel();
        self.send(Job::Echo(echo));
        let _ = heard.recv();
    }
}

struct Memory {
    megabytes: usize,
    table: Option<Arc<SolvedTable>>,
    search: Search,
}

fn fresh(megabytes: usize, table: Option<&Arc<SolvedTable>>) -> Search {
    let search = Search::new(megabytes).keeping();
    match table {
        Some(table) => search.knowing(table.clone()),
        None => search,
    }
}

impl Memory {
    fn work(mut self, jobs: &Receiver<Job>, listener: &Listener) {
        while let Ok(job) = jobs.recv() {
            match job {
                Job::Search(task, control) => {
                    let answer = self.search(*task, &control, listener);
                    listener(Told::Answer(Box::new(answer)));
                }
                Job::Count(position, depth, control) => {
                    let started = Instant::now();
                    let counted = count(*position, depth, &control);
                    listener(Told::Counted(counted, started.elapsed()));
                }
                Job::Bench(game, control) => {
                    let started = Instant::now();
                    let nodes = bench::visit(&Position::start(&game), &control.stop);
                    listener(Told::Benched(nodes, started.elapsed()));
                }
                Job::Hash(megabytes) => self.renew(megabytes),
                Job::Know(table) => {
                    self.table = table;
                    self.renew(self.megabytes);
                }
                Job::Forget => self.search.forget(),
                Job::Echo(echo) => {
                    let _ = echo.send(());
                }
            }
        }
    }

    fn renew(&mut self, megabytes: usize) {
        self.megabytes = megabytes;
        // The old table goes before the new one comes.
        self.search = Search::new(0);
        self.search = fresh(megabytes, self.table.as_ref());
    }

    fn search(&mut self, mut task: Task, control: &Arc<Control>, listener: &Listener) -> Answer {
        if let Some((mv, known)) = task.booked.take() {
            listener(Told::Booked(known));
            control.finish();
            return booked(task.position, mv);
        }
        let alarm = control.clone();
        let alarmed = thread::Builder::new().name("clock".to_owned()).spawn(move || alarm.keep_time());
        if alarmed.is_err() && task.budget.hard.is_some() {
            // Without a clock, an answer at once is better than none in time.
            control.stop();
        }
        let started = Instant::now();
        let mut report = self.run(&task, control, started, listener);
        if let (Some(error), Some(plain)) = (&report.script_error, task.plain.take()) {
            listener(Told::Trouble(format!("{error}; the definition's own terms are used")));
            task.position = plain;
            report = self.run(&task, control, started, listener);
        }
        control.wait_until_asked();
        control.finish();
        answer(task, report, started.elapsed())
    }

    fn run(&mut self, task: &Task, control: &Control, started: Instant, listener: &Listener) -> Report {
        let sign = task.position.turn().sign();
        let is_forced = task.position.legal_moves().len() == 1 && task.limits.search_moves.is_empty();
        let mut patience = Patience::new(task.budget, is_forced);
        let (stop, deadline) = (control.stop.clone(), control.deadline.clone());
        let limits = Limits { stop, deadline, ..task.limits.clone() };
        self.search.run(&task.position, &limits, &mut |report| {
            let elapsed = started.elapsed();
            let whole = report.bound == Bound::Exact;
            listener(Told::Progress(Box::new(report.clone()), elapsed));
            let near =
                |mate: u32| plies_to_win(report.score * sign).is_some_and(|n| n > 0 && n as u32 <= mate);
            let over = whole && patience.is_over(report.best(), report.score * sign, elapsed);
            if whole && task.mate.is_some_and(near) || over && control.is_timed() {
                control.stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        })
    }
}

fn answer(task: Task, report: Report, elapsed: Duration) -> Answer {
    let Task { position, strength, .. } = task;
    let best = strength.choose(position.game(), &report, position.turn().sign(), position.hash());
    let line = report.lines.iter().find(|line| line.moves.first().copied() == best);
    let ponder = line.and_then(|line| line.moves.get(1).copied());
    Answer { position, best, ponder, report, elapsed }
}

/// The answer without a search.
fn booked(position: Position, mv: Move) -> Answer {
    Answer { position, best: Some(mv), ponder: None, report: Report::nothing(), elapsed: Duration::ZERO }
}

fn count(mut position: Position, depth: usize, control: &Control) -> Option<Vec<(Move, u64)>> {
    position.heed(&control.stop);
    let counts = position.perft_divided(depth, LastPly::Counted);
    if control.stop.load(std::sync::atomic::Ordering::Relaxed) {
        return None;
    }
    Some(counts.into_iter().map(|(mv, counts)| (mv, counts.last().copied().unwrap_or(1))).collect())
}
