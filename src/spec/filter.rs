//! FILTER: what a cell may hold.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::At;
use super::keys::keys;
use super::names::{Space, is_name};
use super::read::{Read, Reader, as_list};
use super::tree::{Node, Text, Value};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes};

/// What a cell may hold: anything that passes one of its terms. At least one term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// The terms.
    pub terms: Vec<At<Term>>,
    /// Where it stands.
    pub span: Span,
}

impl Filter {
    /// Whether it asks for pieces that give check, and for nothing else.
    pub fn is_checking(&self) -> bool {
        matches!(self.terms.as_slice(), [At { value: Term::Checking, .. }])
    }
}

/// One way to pass a filter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// `empty`: an empty cell.
    Empty,
    /// `marked`: a cell that the last move marked.
    Marked,
    /// `checking`: a piece, no royal one, that gives check to the player to move.
    Checking,
    /// A piece: `enemy`, `enemy pawn`, `pawn`, `white pawn`, `any`.
    Piece {
        /// Whose; left out: anybody's.
        owner: Option<At<Owner>>,
        /// Its kind, a name of `[pieces]`; left out: any kind. A single word that is no word of the
        /// language and no player's name is taken as a kind.
        kind: Option<At<String>>,
    },
    /// `{ not = FILTER }`.
    Not(Box<Filter>),
}

/// Whose piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The player who makes, or has just made, the move.
    Own,
    /// The opponent.
    Enemy,
    /// Nobody.
    Neutral,
    /// Anybody, nobody among them.
    Any,
    /// A player by name.
    Player(String),
}

keys! {
    /// A filter in braces: what must not be there.
    pub struct Negation {
        /// Everything passes but what this lets pass.
        required "not" => not: Filter;
    }
    later []
}

impl Read for Filter {
    const WHAT: &'static str = "a filter, such as `\"empty\"`, `\"enemy\"` or `\"own pawn\"`";

    fn example() -> Option<String> {
        Some(r#""enemy""#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let terms: Vec<At<Term>> = match &node.value {
            Value::Array(nodes) if nodes.is_empty() => {
                reader.report(Diagnostic::new(codes::EMPTY_LIST, node.span, "this list must not be empty"));
                return None;
            }
            Value::Array(nodes) => nodes.iter().filter_map(|n| term(n, reader)).collect(),
            _ => term(node, reader).into_iter().collect(),
        };
        (!terms.is_empty()).then_some(Filter { terms, span: node.span })
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Filter>()
    }
}

impl JsonSchema for Filter {
    fn schema_name() -> Cow<'static, str> {
        "Filter".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let word = json_schema!({ "type": "string", "minLength": 1 });
        let not = generator.subschema_for::<Negation>();
        let term = json_schema!({ "anyOf": [word, not] });
        json_schema!({
            "description": "What a cell may hold: `[own|enemy|neutral|any|PLAYER] [KIND]`, `empty`, `marked`, `checking`, \
                            `{ not = FILTER }`, or a list, meaning either.",
            "anyOf": [word, not, { "type": "array", "items": term, "minItems": 1 }],
        })
    }
}

fn term(node: &Node, reader: &mut Reader<'_>) -> Option<At<Term>> {
    let term = match &node.value {
        Value::Text(text) => words(text, node.span, reader)?,
        Value::Table(_) => Term::Not(Box::new(Negation::read(node, reader)?.not?)),
        _ => {
            reader.mistyped(node, Filter::WHAT);
            return None;
        }
    };
    Some(At::new(term, node.span))
}

/// Reports several filters in one text, where a list is meant: `"empty or enemy"`.
fn refuses_several(text: &Text, span: Span, reader: &mut Reader<'_>) -> bool {
    let whole = |word: &&str| {
        let player = reader.players.iter().any(|player| player == word);
        player || matches!(*word, "empty" | "marked" | "checking" | "own" | "enemy" | "neutral")
    };
    let words: Vec<&str> =
        text.value.split([',', ' ', ';', '/', '|']).filter(|word| !word.is_empty()).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !matches!(*word, "or" | "and")).collect();
    if words.len() < 2 || !words.iter().all(whole) {
        return false;
    }
    let message = format!("`{}` is more than one filter", text.value.escape_debug());
    let several = Diagnostic::new(codes::BAD_FILTER, span, message);
    reader.report(several.help(format!("several are a list: `{}`", as_list(&words))));
    true
}

fn words(text: &Text, span: Span, reader: &mut Reader<'_>) -> Option<Term> {
    if refuses_several(text, span, reader) {
        return None;
    }
    let words = text.words();
    if let Some(word) = words.iter().find(|w| !is_name(w.value)) {
        return refuse(word.span, format!("`{}` is no word of a filter", word.value.escape_debug()), reader);
    }
    match words.as_slice() {
        [] => refuse(span, "this filter is empty".to_owned(), reader),
        [word] if word.value == "empty" => Some(Term::Empty),
        [word] if word.value == "marked" => Some(Term::Marked),
        [word] if word.value == "checking" => Some(Term::Checking),
        [word] => Some(match owner(word, reader) {
            Some(owner) => Term::Piece { owner: Some(owner), kind: None },
            None => Term::Piece { owner: None, kind: Some(kind(word, reader)?) },
        }),
        [first, second] => {
            let named = || At::new(Owner::Player(first.value.to_owned()), first.span);
            if matches!(first.value, "empty" | "marked" | "checking" | "not") {
                return refuse(first.span, format!("`{}` stands alone in a filter", first.value), reader);
            }
            let owner = Some(owner(first, reader).unwrap_or_else(named));
            Some(Term::Piece { owner, kind: Some(kind(second, reader)?) })
        }
        [_, _, third, ..] => refuse(third.span, "a filter has at most two words".to_owned(), reader),
    }
}

fn owner(word: &At<&str>, reader: &Reader<'_>) -> Option<At<Owner>> {
    let owner = match word.value {
        "own" => Owner::Own,
        "enemy" => Owner::Enemy,
        "neutral" => Owner::Neutral,
        "any" => Owner::Any,
        name if reader.players.iter().any(|player| player == name) => Owner::Player(name.to_owned()),
        _ => return None,
    };
    Some(At::new(owner, word.span))
}

fn kind(word: &At<&str>, reader: &mut Reader<'_>) -> Option<At<String>> {
    if Space::Kind.reserves(word.value) {
        return refuse(word.span, format!("`{}` is no kind of piece", word.value), reader);
    }
    Some(At::new(word.value.to_owned(), word.span))
}

fn refuse<T>(span: Span, message: String, reader: &mut Reader<'_>) -> Option<T> {
    let help = "a filter is `empty`, `marked`, `checking`, or `own`, `enemy`, `neutral`, `any` or a player, then a kind of piece; \
                `{ not = FILTER }`; or a list, meaning either";
    reader.report(Diagnostic::new(codes::BAD_FILTER, span, message).help(help));
    None
}
