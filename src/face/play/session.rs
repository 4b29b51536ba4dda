//! A game that is going on: its definition, where it started, where it is.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::arena::Book;
use crate::diagnostic::DefinitionError;
use crate::engine::Strength;
use crate::game::{Move, Player};
use crate::library::{Library, Loaded};
use crate::notation::{MoveStyle, Refusal};
use crate::position::Position;
use crate::search::{Report, Search};
use crate::solve::SolvedTable;

use super::Args;
use super::clock::GameClock;
use super::headers::Headers;
use super::seats::Seats;
use crate::face::book;
use crate::face::choice::{ScriptChoice, carried, read_position};
use crate::face::language::{Language, Locale};
use crate::face::limits::LimitArgs;
use crate::face::output::Failure;
use crate::face::table::knowing;
use crate::face::watch::WatchedFiles;

/// How long the engine thinks about a move when no limit is given.
const THINKING_TIME: Duration = Duration::from_secs(1);

pub(super) struct Session {
    /// What the user calls the game.
    pub(super) name: String,
    pub(super) loaded: Loaded,
    script: ScriptChoice,
    pub(super) watch: WatchedFiles,
    /// The text that the game started from.
    pub(super) start: String,
    pub(super) position: Position,
    pub(super) seats: Seats,
    /// How moves are written for people.
    pub(super) style: MoveStyle,
    /// The time of the players, where it counts.
    pub(super) clock: Option<GameClock>,
    /// How the game ended without the rules.
    pub(super) declared: Option<Declared>,
    /// What the file says that the game comes from.
    pub(super) headers: Headers,
    /// The files that this game was saved to or loaded from.
    pub(super) kept: BTreeSet<PathBuf>,
    limits: LimitArgs,
    search: Search,
    /// How well the engine plays.
    pub(super) strength: Strength,
    /// What `--table` says. It is left aside under an edited definition with other rules.
    table: Option<Arc<SolvedTable>>,
    /// What `--book` says; left aside as the table is.
    book: Option<Book>,
}

/// How a game ended that the rules have not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Declared {
    /// This player gave up.
    Resigned(Player),
    Drawn,
    /// This player's time is up.
    OutOfTime(Player),
}

/// Why a game cannot be played under a definition.
#[derive(Debug)]
pub(super) enum Misfit {
    /// It cannot start where it started.
    Start(String),
    /// A move is not legal.
    Move(String, Refusal),
}

impl Misfit {
    /// The reason, for people.
    pub(super) fn text(&self, voice: &Locale) -> String {
        match self {
            Misfit::Start(why) => voice.of(why.clone(), "thế cờ lúc đầu không hợp lệ".to_owned()),
            Misfit::Move(text, why) => {
                let text = text.escape_debug();
                voice.of(format!("illegal move `{text}`: {why}"), format!("nước `{text}` không hợp lệ"))
            }
        }
    }
}

impl From<Misfit> for Failure {
    fn from(misfit: Misfit) -> Failure {
        Failure::Wrong(misfit.text(&Locale::unnamed(Language::En)))
    }
}

impl Session {
    pub(super) fn begin(args: &Args) -> Result<Session, Failure> {
        let loaded = args.script.load(&args.game, Some(args.language.language()))?;
        let style = args.notation.style(&loaded.game)?;
        let mut position = args.start.read_in(&loaded.game, style)?;
        let mut start = args.start.position.clone();
        if start != "startpos" {
            start = position.origin().to_string();
        }
        let voice = args.language.voice(&loaded);
        let seats = Seats::read(&loaded.game, &voice, args.side.as_deref(), position.turn())
            .map_err(Failure::Usage)?;
        position = replay(&loaded, &start, &position.played_texts())?;
        let table = args.table.load(&loaded.game)?;
        let book = args.book.as_deref().map(|path| book::load(&loaded, path)).transpose()?;
        Ok(Session {
            name: args.game.name(),
            script: args.script.clone(),
            watch: WatchedFiles::new(&loaded.files),
            search: knowing(table.as_ref(), &loaded.game).keeping(),
            strength: Strength::of_level(args.level),
            table,
            book,
            loaded,
            start,
            position,
            seats,
            style,
            clock: args.tc.map(GameClock::new),
            declared: None,
            headers: Headers::default(),
            kept: BTreeSet::new(),
            limits: LimitArgs { algorithm: args.algorithm, ..args.limits.or_time(THINKING_TIME) },
        })
    }

    /// The moves so far as text.
    pub(super) fn moves(&self) -> Vec<String> {
        self.position.played_texts()
    }

    /// Goes on with other moves from another start, if all of them are legal.
    pub(super) fn restart(&mut self, start: &str, moves: &[String]) -> Result<(), Misfit> {
        self.position = replay(&self.loaded, start, moves)?;
        self.start = start.to_owned();
        self.declared = None;
        self.headers = Headers::default();
        self.kept.clear();
        self.clock.iter_mut().for_each(GameClock::reset);
        Ok(())
    }

    /// Goes on from the end of another game of this definition, which started from a text.
    pub(super) fn go_on_with(&mut self, start: &str, end: Position, headers: Headers) {
        self.position = end;
        self.headers = headers;
        self.kept.clear();
        self.start = start.to_owned();
        self.declared = None;
        self.clock.iter_mut().for_each(GameClock::reset);
    }

    /// Goes on under another definition, if every move so far is legal under it.
    pub(super) fn adopt(&mut self, loaded: Loaded) -> Result<(), Misfit> {
        self.position = replay(&loaded, &self.start, &self.moves())?;
        self.search = knowing(self.table.as_ref(), &loaded.game).keeping();
        self.style = self.style_in(&loaded);
        self.loaded = loaded;
        Ok(())
    }

    /// The same way to write moves under another definition, if it has it.
    fn style_in(&self, loaded: &Loaded) -> MoveStyle {
        let MoveStyle::Named(number) = self.style else { return self.style };
        let name = self.loaded.game.names.notations.get(number).map(|notation| &notation.name);
        let found = loaded.game.names.notations.iter().position(|other| Some(&other.name) == name);
        found.map_or(MoveStyle::Coordinates, MoveStyle::Named)
    }

    /// Plays the move that a text says.
    pub(super) fn play(&mut self, text: &str) -> Result<Move, Refusal> {
        let mv = self.position.read_move_in(self.style, text)?;
        self.make(mv);
        Ok(mv)
    }

    /// Plays a legal move.
    pub(super) fn make(&mut self, mv: Move) {
        let mover = self.position.turn();
        self.position.play_legal(mv);
        self.clock.iter_mut().for_each(|clock| clock.moved(mover));
    }

    /// Whether the game ended without the rules.
    pub(super) fn is_closed(&self) -> bool {
        self.declared.is_some()
    }

    /// A legal move as it is written for people.
    pub(super) fn text(&self, mv: Move) -> String {
        self.position.text_in(self.style, mv)
    }

    /// Whether nobody is to move any more.
    pub(super) fn is_over(&self) -> bool {
        self.declared.is_some() || self.position.outcome().is_some()
    }

    /// Takes moves back to the last one that a person made, and that one; how many it were.
    pub(super) fn undo(&mut self) -> usize {
        let movers = self.position.movers();
        let is_human = |mover: &Player| self.seats.is_human(*mover);
        let back = movers.iter().rev().position(is_human).map_or(0, |before| before + 1);
        for _ in 0..back {
            self.position.undo();
        }
        back
    }

    /// The definition as it is now on the disk.
    pub(super) fn read_again(&self) -> Result<Loaded, DefinitionError> {
        self.script.read(&Library::default(), &self.name)
    }

    /// Goes on without the script.
    pub(super) fn drop_script(&mut self) -> Result<(), Failure> {
        self.position = carried(&self.position, &self.loaded.plain)?;
        self.loaded.game = self.loaded.plain.clone();
        Ok(())
    }

    /// A move of the book, which is another one from time to time.
    pub(super) fn book_move(&self) -> Option<Move> {
        let book = self.book.as_ref().filter(|book| book.fits(&self.loaded.game))?;
        // Nothing else of the standard library is different in each run.
        let random = RandomState::new().build_hasher().finish();
        book.choose(&self.position, random).map(|(mv, _)| mv)
    }

    /// What the engine finds, as well as it can.
    pub(super) fn think(&mut self, progress: &mut dyn FnMut(&Report)) -> Report {
        self.limits.run(&mut self.search, &self.position, 1, false, progress)
    }

    /// What the engine finds to play itself, as well as it may.
    pub(super) fn think_to_play(&mut self, progress: &mut dyn FnMut(&Report)) -> Report {
        let mut own = self.limits.clone();
        if let Some(clock) = &self.clock {
            let budget = clock.budget(self.position.turn());
            own.time = Some(own.time.map_or(budget, |time| time.min(budget)));
        }
        if self.strength.is_full() {
            return own.run(&mut self.search, &self.position, 1, false, progress);
        }
        let nodes = self.strength.nodes().min(own.nodes.unwrap_or(u64::MAX));
        let limits = LimitArgs { nodes: Some(nodes), ..own };
        limits.run(&mut self.search, &self.position, self.strength.lines(), false, progress)
    }

    /// The move that the engine plays.
    pub(super) fn choice(&self, report: &Report) -> Option<Move> {
        let (position, sign) = (&self.position, self.position.turn().sign());
        self.strength.choose(position.game(), report, sign, position.hash())
    }
}

fn replay(loaded: &Loaded, start: &str, moves: &[String]) -> Result<Position, Misfit> {
    let mut position = read_position(&loaded.game, start).map_err(|failure| Misfit::Start(failure.line()))?;
    for text in moves {
        let mv = position.read_move(text).map_err(|refusal| Misfit::Move(text.clone(), refusal))?;
        position.play_legal(mv);
    }
    Ok(position)
}
