//! `[notation.NAME]`: how people write moves.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::board::Corner;
use super::keys::keys;
use super::names::Space;
use super::read::{Defined, Read, Reader};
use super::tree::{Node, Value};
use super::{At, Named};
use crate::diagnostic::{Diagnostic, codes::text as codes};

keys! {
    /// `[notation.NAME]`: a way in which people write moves. Moves are read in it wherever moves are read, and written
    /// in it with `--notation NAME`. A pattern is a text in which words in braces stand for parts of the move:
    /// `"{piece}{file}{way}{count}"`; of a list of patterns or words, the first is written and all are read.
    pub struct Notation {
        /// The pattern of moves from one cell to another. Its parts are `{piece}`, `{from}`, `{to}`, `{start}`,
        /// `{from-numbers}`, `{file}`, `{way}`, `{count}`, `{takes}` and `{becomes}`.
        optional "shift" => shift: Spellings;
        /// The pattern of drops. Its parts are `{piece}` and `{to}`.
        optional "drop" => drop: Spellings;
        /// What kinds of pieces are called, by name; their letters, unless it is said.
        keyed "pieces" => pieces: ByPlayer<Spellings>;
        /// The signs of the files, from `corner` on: `"123456789"`, or a list; letters, unless it is said. `{file}` counts
        /// them from the right of who moves.
        optional "files" => files: ByPlayer<Signs>;
        /// The signs of the ranks, from `corner` on; numbers, unless it is said.
        optional "ranks" => ranks: ByPlayer<Signs>;
        /// The corner of the picture from which files and ranks are counted; `bottom-left`, unless it is said.
        optional "corner" => corner: At<Corner>;
        /// `{way}` of a move that goes on, seen by who moves.
        optional "forward" => forward: Spellings;
        /// `{way}` of a move that goes back.
        optional "backward" => backward: Spellings;
        /// `{way}` of a move along a rank.
        optional "sideways" => sideways: Spellings;
        /// `{takes}` of a move that takes something.
        optional "takes" => takes: Spellings;
        /// `{takes}` of a move that takes nothing.
        optional "quiet" => quiet: Spellings;
        /// `{becomes}` of a move by which the piece becomes another; the letter of what it becomes, unless it is said.
        optional "promotes" => promotes: Spellings;
        /// `{becomes}` of a move that could be made with the piece becoming another, and is made without.
        optional "declines" => declines: Spellings;
        /// `{to}` of a move to the cell where the last one ended.
        optional "again" => again: Spellings;
        /// What stands for `{piece}{file}` where several pieces of the kind are in one file: a list of lists, for two
        /// pieces, for three and so on, each from the foremost to the rearmost.
        optional "tandem" => tandem: Vec<Vec<At<String>>>;
        /// The same where this is so in several files.
        optional "tandems" => tandems: Vec<Vec<At<String>>>;
        /// Kinds that are written by their file even so, because no two of them could make the move.
        optional "by-file" => by_file: Vec<At<String>>;
    }
    later []
    merges true
}

impl Defined for Notation {
    const SPACE: Space = Space::Notation;
}

/// One text, or several that are read alike, of which the first is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spellings(pub Vec<At<String>>);

impl Read for Spellings {
    const WHAT: &'static str = "a text or a list of texts";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Array(nodes) if nodes.is_empty() => {
                reader.report(Diagnostic::new(codes::EMPTY_LIST, node.span, "a list of texts that has none"));
                None
            }
            Value::Array(nodes) => {
                let texts: Vec<_> = nodes.iter().filter_map(|node| line(node, reader)).collect();
                (texts.len() == nodes.len()).then_some(Spellings(texts))
            }
            _ => line(node, reader).map(|text| Spellings(vec![text])),
        }
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        let text = json_schema!({ "type": "string" });
        let texts = json_schema!({ "type": "array", "items": text, "minItems": 1 });
        json_schema!({ "anyOf": [text, texts] })
    }
}

/// A line, which may be empty.
fn line(node: &Node, reader: &mut Reader<'_>) -> Option<At<String>> {
    let text = reader.text(node, Spellings::WHAT)?;
    if text.value.chars().any(char::is_control) {
        let message = "this text must be one line without control characters";
        reader.report(Diagnostic::new(codes::BAD_VALUE, node.span, message));
        return None;
    }
    Some(At::new(text.value.clone(), node.span))
}

/// What stands for files or ranks, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signs(pub At<Vec<String>>);

impl Read for Signs {
    const WHAT: &'static str = "a text with a sign for each, or a list of signs";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let signs: Vec<String> = match &node.value {
            Value::Text(text) => text.value.chars().map(String::from).collect(),
            Value::Array(nodes) => {
                let signs = nodes.iter().filter_map(|node| String::read(node, reader));
                let signs: Vec<String> = signs.collect();
                (signs.len() == nodes.len()).then_some(signs)?
            }
            _ => {
                reader.mistyped(node, Self::WHAT);
                return None;
            }
        };
        let is_bad = |sign: &String| sign.chars().any(|c| c.is_whitespace() || c.is_control());
        let twice = (1..signs.len()).find(|&at| signs[..at].contains(&signs[at]));
        let wrong = match (signs.is_empty(), signs.iter().any(is_bad), twice) {
            (true, ..) => "there is no sign".to_owned(),
            (_, true, _) => "a sign has no blanks".to_owned(),
            (.., Some(at)) => format!("`{}` stands there twice", signs[at].escape_debug()),
            _ => return Some(Signs(At::new(signs, node.span))),
        };
        reader.report(Diagnostic::new(codes::BAD_VALUE, node.span, wrong));
        None
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        let sign = json_schema!({ "type": "string", "minLength": 1 });
        let signs = json_schema!({ "type": "array", "items": sign, "minItems": 1, "uniqueItems": true });
        json_schema!({ "anyOf": [sign, signs] })
    }
}

/// Something for both players, or a table with something for each, by name.
#[derive(Clone, Debug)]
pub enum ByPlayer<T> {
    /// For both.
    Both(T),
    /// For each.
    Each(Named<T>),
}

impl<T: Read> Read for ByPlayer<T> {
    const WHAT: &'static str = T::WHAT;

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Table(table) = &node.value else { return T::read(node, reader).map(ByPlayer::Both) };
        let mut each = Named::default();
        for (name, node) in &table.0 {
            each.push(name.clone(), T::read(node, reader));
        }
        Some(ByPlayer::Each(each))
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let one = T::schema(generator);
        let each = json_schema!({ "type": "object", "additionalProperties": one });
        json_schema!({ "anyOf": [one, each] })
    }
}
