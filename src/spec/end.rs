//! `[end.NAME]`.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::json;

use super::keys::keys;
use super::names::{Space, is_name};
use super::read::{Defined, Form, Read, Reader};
use super::tree::{Node, Table};
use super::{At, Condition};
use crate::diagnostic::{Diagnostic, codes::text as codes};

keys! {
    /// `[end.NAME]`: a way for the game to be over. Ends are tried in order after every move.
    pub struct End {
        /// When the game is over.
        required "if" => condition: At<Condition>;
        /// Who wins then: `"mover"` (has just moved), `"turn"` (is to move), `"score"` (who has more by
        /// `[score]`), a player's name, or `"none"`.
        optional "winner" => winner: At<Who>;
        /// Who loses then: `"mover"`, `"turn"`, or a player's name. Instead of `winner`.
        optional "loser" => loser: At<Who> = Loser;
        /// Decided by an arbiter, not by the moves: perft looks past it.
        optional "adjudicated" => adjudicated: At<bool>;
    }
    later []
    example r#"{ if = "no-moves", winner = "none" }"#
    check check
}

impl Defined for End {
    const SPACE: Space = Space::Plain;
}

fn check(end: &End, table: &Table, reader: &mut Reader<'_>) {
    match (table.get("winner"), table.get("loser")) {
        (Some((winner, _)), Some((loser, _))) => {
            let message = "`winner` and `loser` say the same thing twice";
            let diagnostic = Diagnostic::new(codes::MISPLACED_KEY, loser.span, message);
            reader.report(diagnostic.label(winner.span, "given here too").help("keep one of them"));
        }
        (None, None) if !reader.is_incomplete() && !table.is_misspelt::<End>() => {
            let message = "an end needs a `winner` or a `loser`";
            let help = "`winner = \"mover\"`, `\"turn\"`, a player's name, or `\"none\"` for a draw";
            reader.report(Diagnostic::new(codes::MISSING_KEY, end.at, message).help(help));
        }
        _ => {}
    }
    let nobody = |who: &&At<Who>| matches!(who.value, Who::Nobody | Who::Score);
    if let Some(loser) = end.loser.as_ref().filter(nobody) {
        let message = "`loser` must be somebody";
        let diagnostic = Diagnostic::new(codes::BAD_VALUE, loser.span, message);
        reader.report(diagnostic.help("a draw is `winner = \"none\"`"));
    }
}

impl Read for Who {
    const WHAT: &'static str = "`\"mover\"`, `\"turn\"`, `\"score\"`, `\"none\"` or a player's name";

    fn example() -> Option<String> {
        Some(r#""mover""#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = reader.text(node, Self::WHAT)?;
        match text.value.as_str() {
            "mover" => Some(Who::Mover),
            "turn" => Some(Who::Turn),
            "none" => Some(Who::Nobody),
            "score" => Some(Who::Score),
            name if is_name(name) => Some(Who::Player(name.to_owned())),
            other => {
                let message = format!("expected {}, found `{}`", Self::WHAT, other.escape_debug());
                let unknown = Diagnostic::new(codes::UNKNOWN_WORD, node.span, message);
                let words =
                    reader.players.iter().map(String::as_str).chain(["mover", "turn", "score", "none"]);
                let unknown = unknown.suggest(other, words);
                reader.report(unknown);
                None
            }
        }
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1 })
    }
}

/// Somebody who can lose: not a draw.
struct Loser;

impl Form<At<Who>> for Loser {
    const WHAT: &'static str = "`\"mover\"`, `\"turn\"` or a player's name";

    fn example() -> Option<String> {
        Some(r#""turn""#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<At<Who>> {
        At::read(node, reader)
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let mut who = Who::schema(generator);
        who.insert("not".to_owned(), json!({ "enum": ["none", "score"] }));
        who
    }
}

/// Somebody in the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// The player who has just moved.
    Mover,
    /// The player who is to move.
    Turn,
    /// Nobody: a draw.
    Nobody,
    /// Who has more by `[score]`; nobody when both have as much.
    Score,
    /// A player by name.
    Player(String),
}

/// What an end does with the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decides<'a> {
    /// This one wins.
    Winner(&'a At<Who>),
    /// This one loses; never [`Who::Nobody`].
    Loser(&'a At<Who>),
}

impl End {
    /// Who wins or loses. `None` where the end says neither or both: that has been reported.
    pub fn verdict(&self) -> Option<Decides<'_>> {
        match (&self.winner, &self.loser) {
            (Some(who), None) => Some(Decides::Winner(who)),
            (None, Some(who)) => Some(Decides::Loser(who)),
            _ => None,
        }
    }
}
