//! Board games as data: a game is a text file that says what the board is, how pieces move, when the game is over and, if
//! you like, how a position is scored. This crate loads such files, plays by them, finds best moves and solves small games.
//!
//! ```
//! use banco::{Game, Limits, Position, Search};
//!
//! let game = Game::named("chess")?;
//! let mut position = Position::start(&game);
//! position.play(position.read_move("Nf3")?);
//! let report = Search::new(16).run(&position, &Limits::depth(4), &mut |_| {});
//! let best = report.best().expect("the game goes on");
//! println!("{} for the first player, {}", report.score, position.san(best));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The chapter *The library* of the book in `docs` has more examples, and the README is about the program.
//!
//! # The library
//!
//! | to | use |
//! |---|---|
//! | load a game | [`Game::named`], [`Game::load`], [`Game::parse`], [`Library`] |
//! | play it | [`Position`], [`Move`], [`Outcome`], [`Refusal`] |
//! | find the best move | [`Search`], [`Limits`], [`Deadline`], [`Report`], [`Line`] |
//! | value a position | [`evaluate`], [`explain`], [`Evaluator`], [`Game::with_script`] |
//! | know a small game exactly | [`solve`], [`SolvedTable`] |
//! | run an algorithm of the textbooks | [`Search::study`], [`Search::trace`], [`textbook`] |
//! | test a game, keep games | [`Suite::run`], [`Record`], [`PgnGame`], [`SgfGame`] |
//! | draw a position | [`draw`] |
//!
//! Three short programs stand in `examples`. Features: `cli` is the command line, `script` are evaluation scripts, `web`
//! is the page of `banco serve`; all are on unless they are left out.
//!
//! # Code map
//!
//! A definition travels one way, and each room uses only those before it:
//!
//! | room | holds |
//! |---|---|
//! | `betza` | Betza's notation of how pieces move |
//! | `diagnostic` | what is wrong with a definition, its place, and how it is shown |
//! | `game` | what never changes while a game is played: names, rules, evaluation, and the tables made of them |
//! | `spec` | what a definition file says: reading, extending, the schema |
//! | `describe` | a definition in plain language |
//! | `compile` | from the one to the other, with every mistake |
//! | `position` | legal moves, play and undo, outcomes |
//! | `notation` | positions and moves as text, and why a text is refused |
//! | `picture` | a position as SVG |
//! | `eval` | a definition's weighted terms, and scripts |
//! | `search` | the best move within limits; the textbooks' algorithms |
//! | `solve` | exact values of small games |
//! | `suite` | regression suites and how they are held against a game; recorded games |
//! | `lint` | doubts, what can be played but may not be meant |
//! | `library` | what is shipped and what lies beside it |
//! | `engine` | one running engine: a game, a position, options, a search on a thread of its own, a clock |
//! | `protocol` | the dialects in which programs that play talk to each other |
//! | `arena` | matches between engines, and what their results say |
//! | `import` | variant files of another program as definitions |
//! | `answer` | what is told to whoever asks, in words and in JSON |
//! | `web` | the page and its server |
//! | `face` | the command line |

#[cfg(feature = "cli")]
mod answer;
pub(crate) mod arena;
pub(crate) mod betza;
pub(crate) mod compile;
pub(crate) mod describe;
pub(crate) mod diagnostic;
pub(crate) mod engine;
pub(crate) mod eval;
#[cfg(feature = "cli")]
mod face;
pub(crate) mod game;
#[cfg(feature = "cli")]
mod import;
pub(crate) mod library;
pub(crate) mod lint;
pub(crate) mod notation;
pub(crate) mod picture;
pub(crate) mod position;
pub(crate) mod protocol;
pub(crate) mod search;
pub(crate) mod solve;
pub(crate) mod spec;
pub(crate) mod suite;
#[cfg(feature = "web")]
mod web;

pub use diagnostic::{DefinitionError, Diagnostic, Diagnostics, Severity, Style};
pub use eval::script::{ScriptError, ScriptFault};
pub use eval::{Evaluator, Score, Term, View, WIN, evaluate, explain, plies_to_win};
pub use game::{Cell, CellSet, Game, Kind, Move, Origin, Piece, Player, ScriptMode, SearchMethod};
pub use library::{Library, Loaded, Shelved};
pub use notation::{
    Gesture, MoveBeginning, MoveStyle, PgnError, PgnGame, Reason, Refusal, SgfError, SgfGame, SgfMove,
    TextError,
};
pub use picture::{Look, draw};
pub use position::{Counts, LastPly, Outcome, Position, SetUpError};
pub use search::{Bound, Deadline, Exact, Limits, Line, Report, Search, Tablebase};
pub use solve::{SolveError, SolveOptions, SolveProgress, SolvedTable, TableError, ValueCounts, solve};
pub use spec::Titles;
pub use suite::{Case, Expectation, Record, RecordError, Suite};

/// What a [`Diagnostic`] is made of: its code, the places that it speaks of, and the texts that they lie in.
pub mod diagnostics {
    pub use crate::diagnostic::{Code, Finding, Label, Location, SourceId, Sources, Span};
}

/// What the [`Reason`] of a refusal says in detail.
pub mod refusals {
    pub use crate::game::Letter;
    pub use crate::notation::{Becoming, Exposed, Onward, Over, Shortfall, Spelling};
}

/// What a [`Suite`] is made of, and what becomes of its cases.
pub mod suites {
    pub use crate::spec::At;
    pub use crate::suite::{
        Failure, Games, Lead, Limit, ListDifference, NoGame, Place, Reproduction, Step, Value, Verdict,
    };
}

/// The algorithms of the textbooks, and what they record: [`Search::trace`] and [`Search::study`].
pub mod textbook {
    pub use crate::search::Counters;
    pub use crate::search::textbook::{
        Algorithm, Choice, GameTree, Payoff, Stopped, Study, Trace, TraceNode,
    };
}

/// The command line: reads the arguments of the process, and does what they say.
#[cfg(feature = "cli")]
pub use face::main;

/// The rooms, for the project's own tests and measurements. Nothing here is promised to stay.
#[doc(hidden)]
#[allow(missing_docs, reason = "each room says itself what it is")]
pub mod inside {
    pub mod betza {
        pub use crate::betza::*;
    }
    pub mod arena {
        pub use crate::arena::*;
    }
    pub mod compile {
        pub use crate::compile::*;
    }
    pub mod describe {
        pub use crate::describe::*;
    }
    pub mod diagnostic {
        pub use crate::diagnostic::*;
    }
    pub mod engine {
        pub use crate::engine::*;
    }
    pub mod eval {
        pub use crate::eval::*;
    }
    pub mod game {
        pub use crate::game::*;
    }
    pub mod library {
        pub use crate::library::*;
    }
    pub mod lint {
        pub use crate::lint::*;
    }
    pub mod notation {
        pub use crate::notation::*;
    }
    pub mod picture {
        pub use crate::picture::*;
    }
    pub mod position {
        pub use crate::position::*;
    }
    pub mod protocol {
        pub use crate::protocol::*;
    }
    pub mod search {
        pub use crate::search::*;
    }
    pub mod solve {
        pub use crate::solve::*;
    }
    pub mod spec {
        pub use crate::spec::*;
    }
    pub mod suite {
        pub use crate::suite::*;
    }
}

/// The examples of the book that are Rust.
#[cfg(doctest)]
#[doc = include_str!("../docs/src/library.md")]
pub mod book {}
