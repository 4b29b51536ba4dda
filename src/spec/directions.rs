//! `[directions]`, and directions wherever a rule names them.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::At;
use super::keys::words;
use super::read::{Read, Reader, as_list};
use super::tree::{Node, Text, Value};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes};

words! {
    /// A direction of the board, clockwise from the top.
    pub enum Compass {
        /// Towards the top rank.
        "north" => North,
        /// Towards the top right corner.
        "north-east" => NorthEast,
        /// Towards the last file.
        "east" => East,
        /// Towards the bottom right corner.
        "south-east" => SouthEast,
        /// Towards rank 1.
        "south" => South,
        /// Towards the bottom left corner.
        "south-west" => SouthWest,
        /// Towards file `a`.
        "west" => West,
        /// Towards the top left corner.
        "north-west" => NorthWest,
    }
    later []
}

words! {
    /// A direction as a player sees it, clockwise from straight ahead.
    pub enum Relative {
        /// Straight ahead.
        "forward" => Forward,
        /// Ahead and to the right.
        "forward-right" => ForwardRight,
        /// To the right.
        "right" => Right,
        /// Back and to the right.
        "backward-right" => BackwardRight,
        /// Straight back.
        "backward" => Backward,
        /// Back and to the left.
        "backward-left" => BackwardLeft,
        /// To the left.
        "left" => Left,
        /// Ahead and to the left.
        "forward-left" => ForwardLeft,
    }
    later []
}

words! {
    /// Several directions at once.
    pub enum Group {
        /// The four along files and ranks; the six to the neighbours of a hexagon.
        "orthogonal" => Orthogonal,
        /// Those between them: four, or six among hexagons.
        "diagonal" => Diagonal,
        /// Left and right.
        "sideways" => Sideways,
        /// All eight, or all twelve.
        "any" => Any,
    }
    later []
}

/// One direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Heading {
    /// The same for both players.
    Compass(Compass),
    /// Turned with the player.
    Relative(Relative),
}

/// A word where directions are expected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DirectionWord {
    /// One direction.
    One(Heading),
    /// Several.
    Group(Group),
}

/// Directions in the order listed, at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directions {
    /// The words.
    pub words: Vec<At<DirectionWord>>,
    /// Where they stand.
    pub span: Span,
}

impl Heading {
    /// The word that a definition uses.
    pub fn word(self) -> &'static str {
        match self {
            Heading::Compass(compass) => compass.word(),
            Heading::Relative(relative) => relative.word(),
        }
    }

    /// What a word says.
    pub fn parse(word: &str) -> Option<Heading> {
        let relative = || Relative::parse(word).map(Heading::Relative);
        Compass::parse(word).map(Heading::Compass).or_else(relative)
    }

    fn words() -> impl Iterator<Item = &'static str> {
        Relative::WORDS.iter().chain(Compass::WORDS).copied()
    }
}

impl DirectionWord {
    /// The word that a definition uses.
    pub fn word(self) -> &'static str {
        match self {
            DirectionWord::One(heading) => heading.word(),
            DirectionWord::Group(group) => group.word(),
        }
    }

    /// What a word says.
    pub fn parse(word: &str) -> Option<DirectionWord> {
        let group = || Group::parse(word).map(DirectionWord::Group);
        Heading::parse(word).map(DirectionWord::One).or_else(group)
    }

    fn words() -> impl Iterator<Item = &'static str> {
        Heading::words().chain(Group::WORDS.iter().copied())
    }
}

impl Read for Heading {
    const WHAT: &'static str = "a direction";

    fn example() -> Option<String> {
        Some(r#""south""#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = reader.text(node, Self::WHAT)?;
        let heading = Heading::parse(&text.value);
        match Group::parse(&text.value) {
            Some(_) => {
                let message = format!("`{}` is several directions, one is expected", text.value);
                reader.report(Diagnostic::new(codes::BAD_VALUE, node.span, message));
            }
            None if heading.is_none() => unknown(text, Heading::words(), false, reader),
            None => {}
        }
        heading
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": Heading::words().collect::<Vec<_>>() })
    }
}

/// Words for a side of the board as it is drawn, which players see from two sides: what is the same for both, and
/// what turns with the player.
const ON_PAPER: [(&str, &str, &str); 6] = [
    ("up", "north", "forward"),
    ("upward", "north", "forward"),
    ("top", "north", "forward"),
    ("down", "south", "backward"),
    ("downward", "south", "backward"),
    ("bottom", "south", "backward"),
];

fn unknown(text: &Text, words: impl Iterator<Item = &'static str>, several: bool, reader: &mut Reader<'_>) {
    let message = format!("`{}` is no direction", text.value.escape_debug());
    let span = text.place(&text.value);
    let diagnostic = Diagnostic::new(codes::UNKNOWN_DIRECTION, span, message);
    reader.report(match meant(&text.value, several) {
        Some(help) => diagnostic.help(help),
        None => diagnostic.suggest(&text.value, words),
    });
}

/// How to write what may be meant by a text that is no direction, but for a slip of the pen.
fn meant(text: &str, several: bool) -> Option<String> {
    let small = text.trim().to_lowercase();
    let singular = small.strip_suffix('s').unwrap_or(&small);
    if let Some((_, compass, relative)) = ON_PAPER.iter().find(|(word, ..)| *word == singular) {
        return Some(format!(
            "`{compass}` is the same for both players, and {small} on the board as it is drawn; `{relative}` turns with \
             the player"
        ));
    }
    let words: Vec<&str> = small.split([',', ' ', ';', '+', '/']).filter(|word| !word.is_empty()).collect();
    let joined = words.join("-");
    if words.len() > 1 && DirectionWord::parse(&joined).is_some() {
        return Some(format!("did you mean `{joined}`?"));
    }
    let words: Vec<&str> = words.into_iter().filter(|word| !matches!(*word, "or" | "and")).collect();
    if several && words.len() > 1 && words.iter().all(|word| DirectionWord::parse(word).is_some()) {
        return Some(format!("several are a list: `{}`", as_list(&words)));
    }
    None
}

fn direction(node: &Node, reader: &mut Reader<'_>) -> Option<At<DirectionWord>> {
    let text = reader.text(node, "a direction")?;
    let word = DirectionWord::parse(&text.value);
    if word.is_none() {
        unknown(text, DirectionWord::words(), true, reader);
    }
    Some(At::new(word?, node.span))
}

impl Read for Directions {
    const WHAT: &'static str = "a direction or a list of directions";

    fn example() -> Option<String> {
        Some(r#""forward""#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let words: Vec<At<DirectionWord>> = match &node.value {
            Value::Text(_) => direction(node, reader).into_iter().collect(),
            Value::Array(nodes) if nodes.is_empty() => {
                reader.report(Diagnostic::new(codes::EMPTY_LIST, node.span, "this list must not be empty"));
                return None;
            }
            Value::Array(nodes) => nodes.iter().filter_map(|n| direction(n, reader)).collect(),
            _ => {
                reader.mistyped(node, Self::WHAT);
                return None;
            }
        };
        (!words.is_empty()).then_some(Directions { words, span: node.span })
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        let word = json_schema!({ "enum": DirectionWord::words().collect::<Vec<_>>() });
        json_schema!({ "anyOf": [word, { "type": "array", "items": word, "minItems": 1 }] })
    }
}
