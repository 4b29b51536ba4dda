//! What a suite says: its game, its cases, and what is expected of each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Span;
use crate::eval::Score;
use crate::spec::At;

/// What is known of positions of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Suite {
    /// The game: a name, or the path of its definition.
    pub game: At<String>,
    /// What is known, case by case.
    pub cases: Vec<Case>,
}

/// What is known of one position.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// What it is about; no other case of the suite has this name.
    pub name: At<String>,
    /// The position as text, `startpos` where none is given.
    pub position: At<String>,
    /// Moves that are played from there, with spaces between.
    pub moves: At<String>,
    /// It takes long, so that it is tried only when somebody asks for it.
    pub slow: bool,
    /// What is expected there.
    pub expect: At<Expectation>,
    /// The whole case.
    pub span: Span,
}

/// What is expected of a position. This is what stands after `expect:` in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Expectation {
    /// Leaves at depth 1, 2 and so on. Ends by repetition and by quiet plies are not applied.
    Perft(Vec<u64>),
    /// Every legal move, in any order.
    Legal(Vec<String>),
    /// A move that is refused, and words that stand in what `banco moves --why` says of it, such as the name of the rule.
    Illegal(String, String),
    /// The static value in points, positive for the first player.
    Eval(Score),
    /// The least and the greatest static value that is right.
    EvalBetween(Score, Score),
    /// Shares of the static value by the names that `banco eval` prints.
    Terms(BTreeMap<String, Score>),
    /// A search within the limit finds one of these moves.
    BestMove(Vec<String>, Limit),
    /// A search within the limit finds none of these moves.
    AvoidMove(Vec<String>, Limit),
    /// The exact value for the player to move, with the plies to the end where they are known.
    Value(Value, Option<u32>),
    /// The player to move wins after at most so many plies.
    Within(u32),
    /// The values of plain minimax at depth 1, 2 and so on, a million for a win.
    Minimax(Vec<Score>),
    /// The game is over: who has won (nobody: a draw), and the name of the end.
    Outcome(Option<String>, String),
    /// The game is not over.
    Unfinished,
    /// A recorded game: every position, its value and its legal moves, and the move that was played.
    Playthrough(Vec<Step>),
    /// Games against another definition of the same rules, from each opening one with either colour; `at_least` percent of
    /// the points have to be won.
    Match {
        /// The other definition: a name or a path.
        against: String,
        /// Moves from the case's position, with spaces between; an empty text is the position itself.
        openings: Vec<String>,
        /// How far either side looks.
        limit: Limit,
        /// The least share of the points, in percent, that the suite's own game must get.
        at_least: u32,
    },
}

/// How far a search may look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Limit {
    /// The deepest iteration, in plies.
    Depth(u32),
    /// Positions visited.
    Nodes(u64),
}

/// Who wins with best play, as the player to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Value {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// Nobody wins.
    Draw,
}

/// A position of a recorded game and the move that was played there.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Step {
    /// The position; a step without it is recorded by `--bless`.
    pub at: String,
    /// Its static value, positive for the first player; it is not looked at where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Score>,
    /// The legal moves in any order, with spaces between; left out only where the game is over.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub legal: String,
    /// The move that was played; none where the record stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays: Option<String>,
    /// Who has won, and by which end, where the game is over: `white: mate`, `nobody: full`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
}

/// How each expectation is written: messages and the reference show it.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("Perft", "Perft([20, 400])"),
    ("Legal", r#"Legal(["a1a2", "b1b2"])"#),
    ("Illegal", r#"Illegal("a1a3", "rook.slide")"#),
    ("Eval", "Eval(-15)"),
    ("EvalBetween", "EvalBetween(-20, 20)"),
    ("Terms", r#"Terms({"values": 30, "mobility": -4})"#),
    ("BestMove", r#"BestMove(["a1a2"], Depth(6))"#),
    ("AvoidMove", r#"AvoidMove(["a1a2"], Nodes(1000))"#),
    ("Value", "Value(Win, 7)"),
    ("Within", "Within(5)"),
    ("Minimax", "Minimax([0, 15])"),
    ("Outcome", r#"Outcome("white", "mate")"#),
    ("Outcome", r#"Outcome(None, "repetition")"#),
    ("Unfinished", "Unfinished"),
    ("Playthrough", r#"Playthrough([(plays: "a1a2"), (plays: "b4b3")])"#),
    ("Match", r#"Match(against: "my-game", openings: ["a3b3"], limit: Depth(4), at_least: 50)"#),
];

impl Expectation {
    /// How the expectation that a text begins with is written; nothing where no word is known.
    pub(super) fn examples_of(text: &str) -> Option<String> {
        let word = text.split(|letter: char| !letter.is_ascii_alphanumeric()).next()?;
        let examples = EXAMPLES.iter().filter(|(of, _)| *of == word);
        let examples: Vec<String> = examples.map(|(_, example)| format!("`{example}`")).collect();
        (!examples.is_empty()).then(|| examples.join(" or "))
    }

    /// Whether it was written down by a program, so that it may be written anew, instead of being what a
    /// person claims.
    pub fn is_recorded(&self) -> bool {
        use Expectation::*;
        matches!(self, Perft(_) | Legal(_) | Eval(_) | Terms(_) | Minimax(_) | Playthrough(_))
    }

    /// What it is called in a file.
    pub fn word(&self) -> &'static str {
        use Expectation::*;
        match self {
            Perft(_) => "Perft",
            Legal(_) => "Legal",
            Illegal(..) => "Illegal",
            Eval(_) => "Eval",
            EvalBetween(..) => "EvalBetween",
            Terms(_) => "Terms",
            BestMove(..) => "BestMove",
            AvoidMove(..) => "AvoidMove",
            Value(..) => "Value",
            Within(_) => "Within",
            Minimax(_) => "Minimax",
            Outcome(..) => "Outcome",
            Unfinished => "Unfinished",
            Playthrough(_) => "Playthrough",
            Match { .. } => "Match",
        }
    }

    /// Roughly how long it takes to check; less is less.
    pub fn cost(&self) -> u8 {
        use Expectation::*;
        match self {
            Legal(_) | Illegal(..) | Eval(_) | EvalBetween(..) | Terms(_) | Outcome(..) | Unfinished => 0,
            Playthrough(_) => 1,
            Perft(_) | Minimax(_) => 2,
            BestMove(..) | AvoidMove(..) => 3,
            Value(..) | Within(_) => 4,
            Match { .. } => 5,
        }
    }
}

impl Suite {
    /// The case of that name.
    pub fn case(&self, name: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.name.value == name)
    }
}
