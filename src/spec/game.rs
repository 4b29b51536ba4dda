//! `[game]`.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::At;
use super::keys::{keys, words};
use super::names::Space;
use super::plain::Positive;
use super::read::{Read, Reader};
use super::tree::{Node, Table, Value};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes};
use crate::game::Colour;

/// The version of the definition language that this version of the program reads.
pub const LANGUAGE: u32 = 1;

keys! {
    /// `[game]`: what the game is called and who plays it.
    pub struct Game {
        /// The version of the definition language that the file is written in. This version of the
        /// program reads version 1.
        required "language" => language: At<u32> = Positive;
        /// The name of the game, as people write it.
        required "name" => name: At<String>;
        /// What else people call the game, in any language: `aliases = ["reversi"]`. Every command takes them. They
        /// are not taken over by games that extend this one.
        optional "aliases" => aliases: Aliases;
        /// The names of the two players. Scores are positive when they favour the first one listed.
        required "players" => players: [At<String>; 2];
        /// The player who moves first; without it, the first one listed.
        optional "first" => first: At<String>;
        /// Where the rules come from: a book, a page, a person. Not taken over by games that extend this one.
        optional "source" => source: At<String>;
        /// The definition that this one changes: a file beside it, or a game that is shipped. All is taken over
        /// but its `aliases`, its `source`, `[known-as]` and, where this one has a `name` of its own, the `name` in
        /// `[text.LANGUAGE]`.
        optional "extends" => extends: At<String>;
        /// What stands for each player in a position's text; without it, the first letter of the
        /// player's name.
        keyed "turn" => turn: At<String>;
        /// The colours of the players' pieces: `colours = { cho = "blue" }`; without it, those that they are called by.
        keyed "colours" => colours: At<Colour>;
        /// How positions are written: `"fen"` prints digits for empty cells, and behind the player to move
        /// the other fields of FEN.
        optional "position" => position: At<PositionText>;
    }
    later []
    merges true
    check check
}

words! {
    Colour {
        "white" => White,
        "black" => Black,
        "red" => Red,
        "blue" => Blue,
        "green" => Green,
        "yellow" => Yellow,
        "gold" => Gold,
        "grey" => Grey,
    }
    later []
}

words! {
    /// How positions are written.
    pub enum PositionText {
        /// As the engines of the family write them.
        "fen" => Fen,
    }
    later []
}

/// Other names of a game.
#[derive(Clone, Debug)]
pub struct Aliases {
    /// At least one.
    pub list: Vec<At<String>>,
}

impl Read for Aliases {
    const WHAT: &'static str = "a list of names: `[\"reversi\"]`";

    fn example() -> Option<String> {
        Some(r#"["reversi"]"#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Array(nodes) = &node.value else {
            reader.mistyped(node, Self::WHAT);
            return None;
        };
        if nodes.is_empty() {
            reader.report(Diagnostic::new(codes::EMPTY_LIST, node.span, "a list of names that has none"));
        }
        let name = |node: &Node, reader: &mut Reader<'_>| {
            let text = reader.text(node, "a name")?.value.clone();
            if !text.chars().any(char::is_alphanumeric) {
                let message = "a name needs a letter or a digit";
                reader.report(Diagnostic::new(codes::EMPTY_NAME, node.span, message));
                return None;
            }
            Some(At::new(text, node.span))
        };
        let list: Vec<At<String>> = nodes.iter().filter_map(|node| name(node, reader)).collect();
        (!list.is_empty()).then_some(Aliases { list })
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        let name = json_schema!({ "type": "string", "minLength": 1 });
        json_schema!({ "type": "array", "items": name, "minItems": 1 })
    }
}

impl Game {
    /// Where the file itself says that it changes another one; where it does not, its `[game]`.
    pub fn changes(&self) -> Span {
        self.extends
            .as_ref()
            .map(|name| name.span)
            .filter(|at| at.source == self.at.source)
            .unwrap_or(self.at)
    }
}

/// Makes the players known to what is read after this table.
fn check(game: &Game, _: &Table, reader: &mut Reader<'_>) {
    if let Some(players) = &game.players {
        reader.players = players.iter().map(|name| name.value.clone()).collect();
    }
}

impl Read for [At<String>; 2] {
    const WHAT: &'static str = "the names of the two players: `[\"white\", \"black\"]`";

    fn example() -> Option<String> {
        Some(r#"["white", "black"]"#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Array(nodes) = &node.value else {
            reader.mistyped(node, Self::WHAT);
            return None;
        };
        let [first, second] = nodes.as_slice() else {
            let message = format!("expected two players, found {}", nodes.len());
            let diagnostic = Diagnostic::new(codes::BAD_VALUE, node.span, message);
            reader.report(diagnostic.help("this version plays games of exactly two"));
            return None;
        };
        let (first, second) = (player(first, reader), player(second, reader));
        let (first, second) = (first?, second?);
        if first.value == second.value {
            let message = "both players have the same name";
            reader.report(Diagnostic::new(codes::BAD_VALUE, second.span, message));
            return None;
        }
        Some([first, second])
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        let name = json_schema!({ "type": "string", "minLength": 1 });
        json_schema!({ "type": "array", "items": name, "minItems": 2, "maxItems": 2, "uniqueItems": true })
    }
}

fn player(node: &Node, reader: &mut Reader<'_>) -> Option<At<String>> {
    let text = reader.text(node, "the name of a player")?;
    let name = At::new(text.value.clone(), node.span);
    reader.check_name(&name, Space::Player);
    Some(name)
}
