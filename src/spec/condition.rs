//! CONDITION: the grammar of every `if`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::condition_words::{WORDS, refuses_words, unknown_condition};
use super::keys::{keys, words};
use super::names::is_name;
use super::plain::Positive;
use super::read::{Keys, Read, Reader};
use super::tree::{Node, Table, Text, Value};
use super::{At, Directions, Filter, Region, RegionPart};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes, either};

/// A condition on a position.
#[derive(Clone, Debug)]
pub enum Condition {
    /// `"no-moves"`: the player to move has no legal move.
    NoMoves,
    /// `"board-full"`: no cell is empty.
    BoardFull,
    /// `"in-check"`: a royal piece of the player to move could be taken.
    InCheck,
    /// `"unmoved"`: the moving piece has not moved since the setup.
    Unmoved,
    /// `{ none = FILTER, on = REGION }`: nothing there passes the filter.
    None {
        /// What is looked for.
        what: Filter,
        /// Where; left out: on the whole board.
        on: Option<Region>,
    },
    /// `{ some = FILTER, on = REGION }`: something there passes the filter.
    Some {
        /// What is looked for.
        what: Filter,
        /// Where; left out: on the whole board.
        on: Option<Region>,
    },
    /// `{ count = FILTER, on = REGION, at-least = n, at-most = n }`; at least one of the bounds is given.
    Count {
        /// What is counted.
        what: Filter,
        /// Where; left out: on the whole board.
        on: Option<Region>,
        /// At least so many.
        at_least: Option<At<u32>>,
        /// At most so many.
        at_most: Option<At<u32>>,
    },
    /// `{ count = FILTER, on = ["board", "hand"], at-most = n }`, and `none` and `some` alike: what hands hold counts.
    Held {
        /// What is counted.
        what: Filter,
        /// The cells that count besides; `None`: hands alone.
        on: Option<Region>,
        /// At least so many.
        at_least: Option<At<u32>>,
        /// At most so many.
        at_most: Option<At<u32>>,
    },
    /// `{ attacked = FILTER, on = REGION, by = FILTER }`: a piece there that passes the filter could be taken.
    Attacked {
        /// What is looked for.
        what: Filter,
        /// Where; left out: on the whole board.
        on: Option<Region>,
        /// By which pieces; left out: by any.
        by: Option<Filter>,
    },
    /// `{ reachable = FILTER, on = REGION }`: a piece that passes the filter can go there with a legal move of
    /// the player to move.
    Reachable {
        /// What is looked for.
        what: Filter,
        /// Where; left out: on the whole board.
        on: Option<Region>,
    },
    /// `{ facing = [FILTER, FILTER], along = DIRS }`: two pieces with only empty cells between them.
    Facing {
        /// What the one passes and what the other does.
        pair: Pair,
        /// How the other lies to the one; left out: in any direction.
        along: Option<Directions>,
    },
    /// `{ line = { … } }`.
    Line(Line),
    /// `{ enclosed = FILTER, along = DIRS }`: a group with such a piece has no empty cell beside it.
    Enclosed {
        /// What is looked for.
        what: Filter,
        /// How pieces are joined; left out: along files and ranks.
        along: Option<Directions>,
    },
    /// `{ groups = FILTER, along = DIRS, at-least = n, at-most = n }`; at least one of the bounds is given.
    Groups {
        /// The pieces whose groups are counted.
        what: Filter,
        /// How pieces are joined; left out: along files and ranks.
        along: Option<Directions>,
        /// At least so many.
        at_least: Option<At<u32>>,
        /// At most so many.
        at_most: Option<At<u32>>,
    },
    /// `{ connects = [REGION, REGION, …], along = DIRS, at-least = n }`: one group of the mover touches them.
    Connects {
        /// What is touched.
        regions: Vec<Region>,
        /// How pieces are joined; left out: along files and ranks.
        along: Option<Directions>,
        /// How many of them; left out: all.
        at_least: Option<At<u32>>,
    },
    /// `{ repeats = 3, checking = "own" }`.
    Repeats {
        /// For the how manieth time.
        times: At<u32>,
        /// Who gave check with every move since the first time; left out: that is not asked.
        checking: Option<At<Checking>>,
        /// What is the same; left out: all that makes up a position.
        of: Option<At<Repeated>>,
        /// How many plies are looked back; left out: all.
        since: Option<At<u32>>,
    },
    /// `{ quiet-plies = 100, reset = ["capture", "pawn"] }`.
    QuietPlies {
        /// How many.
        plies: At<u32>,
        /// What starts the count again; left out: a capture.
        reset: Option<Vec<At<Reset>>>,
    },
    /// `{ same-piece = 4, reset = ["capture", "man"] }`.
    SamePiece {
        /// How many moves.
        moves: At<u32>,
        /// What starts the count again, too; left out: nothing.
        reset: Option<Vec<At<Reset>>>,
    },
    /// `{ plies = 400 }`.
    Plies(At<u32>),
    /// `{ passes = 2 }`.
    Passes(At<u32>),
    /// `{ checks = 3 }`.
    Checks(At<u32>),
    /// `{ played = ["king.castle-right"] }`: the last move was made by one of these rules.
    Played(Vec<At<String>>),
    /// `{ not = CONDITION }`.
    Not(Box<At<Condition>>),
    /// `{ either = [CONDITION, …] }`.
    Either(Vec<At<Condition>>),
    /// A list: all of them.
    All(Vec<At<Condition>>),
}

/// Two filters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The first one.
    pub one: Filter,
    /// The second one.
    pub other: Filter,
}

impl Read for Pair {
    const WHAT: &'static str = "two filters: `[\"own king\", \"enemy king\"]`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Array(nodes) = &node.value else {
            reader.mistyped(node, Self::WHAT);
            return None;
        };
        let [one, other] = nodes.as_slice() else {
            let message = format!("expected two filters, found {}", nodes.len());
            reader.report(Diagnostic::new(codes::BAD_VALUE, node.span, message));
            return None;
        };
        let (one, other) = (Filter::read(one, reader), Filter::read(other, reader));
        Some(Pair { one: one?, other: other? })
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let filter = generator.subschema_for::<Filter>();
        json_schema!({ "type": "array", "items": filter, "minItems": 2, "maxItems": 2 })
    }
}

/// What starts the count of quiet plies again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reset {
    /// `"capture"`.
    Capture,
    /// `"flip"`, unless a kind is called so.
    Flip,
    /// A move of a piece of this kind.
    Kind(String),
}

keys! {
    /// `{ line = { … } }`: the mover has a run of pieces along a file, rank or diagonal.
    pub struct Line {
        /// How many pieces in a row.
        required "length" => length: At<u32> = Positive;
        /// Whether longer runs count too: `"win"` (the default) or `"ignored"`.
        optional "overline" => overline: At<Overline>;
        /// What becomes of a run of exactly `length` with an enemy at both ends: `"allowed"` (the default:
        /// it counts) or `"void"`.
        optional "blocked-ends" => blocked_ends: At<BlockedEnds>;
        /// Whether the edge of the board counts as an enemy at the end of a run; it does not by default.
        optional "edge-blocks" => edge_blocks: At<bool>;
        /// In a further stage that takes a piece, which cell the run goes through: in `if` the `"landing"` cell, in `spare`
        /// the `"chosen"` piece's.
        optional "of" => of: At<Through>;
        /// The directions that the run may have; any by default.
        optional "along" => along: Directions;
    }
    later []
    example r#"{ length = 4 }"#
}

words! {
    /// Which cell a run goes through.
    pub enum Through {
        /// Where the piece has landed.
        "landing" => Landing,
        /// Where the piece stands that may be chosen.
        "chosen" => Chosen,
    }
    later []
}

words! {
    /// Who gave check with every move of a repetition.
    pub enum Checking {
        /// The player who makes, or has just made, the move.
        "own" => Own,
        /// The opponent.
        "enemy" => Enemy,
    }
    later []
}

words! {
    /// What is the same where something repeats.
    pub enum Repeated {
        /// What stands where, and all that belongs to the position besides, whose turn it is among it.
        "position" => Position,
        /// What stands where, whoever is to move.
        "board" => Board,
    }
    later []
}

words! {
    /// What longer runs are worth.
    pub enum Overline {
        /// They count.
        "win" => Win,
        /// They do not count.
        "ignored" => Ignored,
    }
    later []
}

words! {
    /// What becomes of a run with an enemy at both ends.
    pub enum BlockedEnds {
        /// It counts.
        "allowed" => Allowed,
        /// It does not count.
        "void" => Void,
    }
    later []
}

keys! {
    /// A condition in braces: exactly one question, with what belongs to it.
    pub struct Question {
        /// Nothing passes this filter: `{ none = "own" }`.
        optional "none" => none: Filter;
        /// Something passes this filter: `{ some = "own pawn", on = "last-rank" }`.
        optional "some" => some: Filter;
        /// How many cells pass this filter, within `at-least` and `at-most`.
        optional "count" => count: Filter;
        /// A piece that passes this filter could be taken if it were the other player's turn.
        optional "attacked" => attacked: Filter;
        /// For `attacked`: by a piece that passes this filter.
        optional "by" => by: Filter;
        /// A piece that passes this filter can go there with a legal move of the player to move.
        optional "reachable" => reachable: Filter;
        /// Where to look, for `none`, `some`, `count`, `attacked` and `reachable`; the whole board by default. For the
        /// first three also `"hand"`, alone or in a list such as `["board", "hand"]`: what the owners of the pieces hold
        /// counts.
        optional "on" => on: Region;
        /// The smallest number that will do: of cells for `count`, of groups, of regions for `connects`.
        optional "at-least" => at_least: At<u32>;
        /// The largest number that will do, for `count` and `groups`.
        optional "at-most" => at_most: At<u32>;
        /// A piece that passes the first filter and one that passes the second stand in a row with only empty
        /// cells between: `{ facing = ["own king", "enemy king"], along = "forward" }`.
        optional "facing" => facing: Pair;
        /// How the second lies to the first; in any direction by default. For `enclosed`, `groups` and `connects`: how
        /// the pieces of a group are joined; along files and ranks by default.
        optional "along" => along: Directions;
        /// A group with a piece that passes this filter has no empty cell beside it. A group: pieces of one player, each
        /// joined to another. Pieces of nobody form none.
        optional "enclosed" => enclosed: Filter;
        /// How many groups have a piece that passes this filter, within `at-least` and `at-most`.
        optional "groups" => groups: Filter;
        /// One group of the mover touches all these regions, or `at-least` so many: `["west-side", "east-side"]`.
        optional "connects" => connects: Vec<Region>;
        /// The mover has a run of pieces along a file, rank or diagonal.
        optional "line" => line: Line;
        /// The state occurs for the n-th time.
        optional "repeats" => repeats: At<u32> = Positive;
        /// Only if the mover (`"own"`) or the opponent (`"enemy"`) gave check with every move since the state
        /// occurred first.
        optional "checking" => checking: At<Checking>;
        /// What has to be the same for `repeats`: the `"position"` (the default), or the `"board"` alone, whoever is to
        /// move.
        optional "of" => of: At<Repeated>;
        /// How many plies `repeats` looks back: 2, at what stood there one or two plies ago. All by default.
        optional "since" => since: At<u32> = Positive;
        /// So many plies passed without a move that resets the count.
        optional "quiet-plies" => quiet_plies: At<u32> = Positive;
        /// The same piece has made the mover's last so many moves, and none of them resets the count.
        optional "same-piece" => same_piece: At<u32> = Positive;
        /// What resets the count of quiet plies: `"capture"`, `"flip"` (a move that turns pieces of the
        /// other player over), or kinds of pieces whose moves do; captures
        /// by default. What resets the count of moves of the same piece, too; nothing by default. A move captures when a piece that is not the mover's leaves the board by it, where it lands or
        /// by its effects.
        optional "reset" => reset: Vec<At<Reset>>;
        /// So many plies have been played.
        optional "plies" => plies: At<u32> = Positive;
        /// So many passes in a row, by both players together.
        optional "passes" => passes: At<u32> = Positive;
        /// The mover has given check so many times.
        optional "checks" => checks: At<u32> = Positive;
        /// The last move was made by one of these rules, by name: `["king.castle-left", "king.castle-right"]`.
        optional "played" => played: Vec<At<String>>;
        /// The opposite of a condition.
        optional "not" => not: At<Condition>;
        /// At least one of these conditions.
        optional "either" => either: Vec<At<Condition>>;
    }
    later []
    check check
}

/// The word in `on` that stands for what players hold.
const HAND: &str = "hand";

/// The questions, each with the keys that belong to it. A new one stands here, in the keys of `Question`, in
/// `Question::condition` and in `Condition`.
const QUESTIONS: &[(&str, &[&str])] = &[
    ("none", &["on"]),
    ("some", &["on"]),
    ("count", &["on", "at-least", "at-most"]),
    ("attacked", &["on", "by"]),
    ("reachable", &["on"]),
    ("facing", &["along"]),
    ("line", &[]),
    ("enclosed", &["along"]),
    ("groups", &["along", "at-least", "at-most"]),
    ("connects", &["along", "at-least"]),
    ("repeats", &["checking", "of", "since"]),
    ("quiet-plies", &["reset"]),
    ("same-piece", &["reset"]),
    ("plies", &[]),
    ("passes", &[]),
    ("checks", &[]),
    ("played", &[]),
    ("not", &[]),
    ("either", &[]),
];

fn check(question: &Question, table: &Table, reader: &mut Reader<'_>) {
    let names: Vec<&str> = QUESTIONS.iter().map(|(name, _)| *name).collect();
    let mut given = table.0.iter().map(|(key, _)| key).filter(|key| names.contains(&key.value.as_str()));
    let Some(first) = given.next() else {
        if !table.is_misspelt::<Question>() && !reader.is_incomplete() {
            let diagnostic = Diagnostic::new(codes::MISSING_KEY, question.at, "this condition asks nothing");
            reader.report(diagnostic.help(format!("ask one of {}", either(&names))));
        }
        return;
    };
    if let Some(second) = given.next() {
        let message =
            format!("a condition asks one thing, this one asks `{}` and `{}`", first.value, second.value);
        let diagnostic =
            Diagnostic::new(codes::MISPLACED_KEY, second.span, message).label(first.span, "one thing");
        reader.report(diagnostic.help("write a list of conditions: all of them must hold"));
        return;
    }
    let own = QUESTIONS.iter().find(|(name, _)| *name == first.value).map_or(&[][..], |(_, own)| own);
    for (key, _) in &table.0 {
        let belongs = key.value == first.value || own.contains(&key.value.as_str());
        let belongs_elsewhere = QUESTIONS.iter().any(|(_, keys)| keys.contains(&key.value.as_str()));
        if belongs_elsewhere && !belongs {
            let message = format!("`{}` means nothing beside `{}`", key.value, first.value);
            reader.report(Diagnostic::new(codes::MISPLACED_KEY, key.span, message));
        }
    }
    if let (Some(span), "attacked" | "reachable") =
        (question.on.as_ref().and_then(hand), first.value.as_str())
    {
        let message = format!("`{}` asks of cells, and a hand has none", first.value);
        reader.report(Diagnostic::new(codes::BAD_REGION, span, message));
    }
    let counts = matches!(first.value.as_str(), "count" | "groups");
    if counts && table.get("at-least").or(table.get("at-most")).is_none() {
        let message = format!("`{}` needs `at-least` or `at-most`", first.value);
        reader.report(Diagnostic::new(codes::MISSING_KEY, question.at, message));
    }
    check_repeats(question, reader);
    if question.played.as_ref().is_some_and(Vec::is_empty) {
        let nothing = Diagnostic::new(codes::BAD_VALUE, question.at, "`played` names no rule");
        reader.report(nothing.help("name the rules as refusals do: `\"king.castle-right\"`"));
    }
    if let Some(regions) = question.connects.as_ref().filter(|regions| regions.len() < 2) {
        let span = regions.first().map_or(question.at, |region| region.span);
        let lone = Diagnostic::new(codes::BAD_VALUE, span, "a group connects two regions or more");
        reader.report(lone.help("`{ some = \"own\", on = REGION }` asks for one"));
    }
}

/// What a repetition asks for beside its number.
fn check_repeats(question: &Question, reader: &mut Reader<'_>) {
    let Some(since) = question.since else { return };
    if since.value != 2 {
        let message = format!("looking {} plies back is not supported by this version", since.value);
        let later = Diagnostic::new(codes::NOT_SUPPORTED, since.span, message);
        reader.report(later.help("`since = 2` looks at what stood there one or two plies ago"));
    }
    if let Some(times) = question.repeats.filter(|times| times.value > 2) {
        let message = format!("nothing occurs for time {} within two plies", times.value);
        reader.report(Diagnostic::new(codes::BAD_VALUE, times.span, message).label(since.span, "two plies"));
    }
    if let Some(checking) = question.checking {
        let message = "`checking` means nothing beside `since`";
        reader.report(Diagnostic::new(codes::MISPLACED_KEY, checking.span, message));
    }
}

/// Where a region says that hands count, too.
fn hand(on: &Region) -> Option<Span> {
    on.parts.iter().find(|part| is_hand(part)).map(|part| part.span)
}

fn is_hand(part: &At<RegionPart>) -> bool {
    matches!(&part.value, RegionPart::Name(name) if name == HAND)
}

impl Question {
    /// What is asked; `None` where that could not be read, or where more than one thing is asked.
    fn condition(self) -> Option<Condition> {
        let Question { on, by, at_least, at_most, reset, checking, of, since, along, .. } = self;
        let filters = [
            self.none.map(|what| Condition::None { what, on: on.clone() }),
            self.some.map(|what| Condition::Some { what, on: on.clone() }),
            self.count.map(|what| Condition::Count { what, on: on.clone(), at_least, at_most }),
            self.attacked.map(|what| Condition::Attacked { what, on: on.clone(), by }),
            self.reachable.map(|what| Condition::Reachable { what, on: on.clone() }),
            self.facing.map(|pair| Condition::Facing { pair, along: along.clone() }),
            self.line.map(Condition::Line),
            self.enclosed.map(|what| Condition::Enclosed { what, along: along.clone() }),
            self.groups.map(|what| Condition::Groups { what, along: along.clone(), at_least, at_most }),
            self.connects.map(|regions| Condition::Connects { regions, along, at_least }),
            self.repeats.map(|times| Condition::Repeats { times, checking, of, since }),
            self.quiet_plies.map(|plies| Condition::QuietPlies { plies, reset: reset.clone() }),
            self.same_piece.map(|moves| Condition::SamePiece { moves, reset }),
            self.plies.map(Condition::Plies),
            self.passes.map(Condition::Passes),
            self.checks.map(Condition::Checks),
            self.played.map(Condition::Played),
            self.not.map(|inner| Condition::Not(Box::new(inner))),
            self.either.map(Condition::Either),
        ];
        let mut given = filters.into_iter().flatten();
        given.next().filter(|_| given.next().is_none()).map(Condition::with_hands)
    }
}

impl Condition {
    /// The same question, asked of hands where its region says so.
    fn with_hands(self) -> Condition {
        let fixed = |number: u32, on: &Region| Some(At::new(number, on.span));
        let (what, on, at_least, at_most) = match &self {
            Condition::None { what, on: Some(on) } => (what, on, None, fixed(0, on)),
            Condition::Some { what, on: Some(on) } => (what, on, fixed(1, on), None),
            Condition::Count { what, on: Some(on), at_least, at_most } => (what, on, *at_least, *at_most),
            _ => return self,
        };
        if hand(on).is_none() {
            return self;
        }
        let parts: Vec<_> = on.parts.iter().filter(|part| !is_hand(part)).cloned().collect();
        let cells = (!parts.is_empty()).then_some(Region { parts, span: on.span });
        Condition::Held { what: what.clone(), on: cells, at_least, at_most }
    }
}

impl Read for Condition {
    const WHAT: &'static str = "a condition";

    fn example() -> Option<String> {
        Some(r#"{ some = "own", on = "last-rank" }"#.to_owned())
    }

    fn has_key(key: &str) -> bool {
        Question::has_key(key)
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Text(text) => word(text, node.span, reader),
            Value::Array(_) => Vec::<At<Condition>>::read(node, reader).map(Condition::All),
            Value::Table(table) if refuses_words(table, &questions(), reader) => None,
            Value::Table(_) => {
                let before = reader.wrong();
                let question = Question::read(node, reader)?;
                // A question that is half read would ask something else.
                (reader.wrong() == before).then(|| question.condition()).flatten()
            }
            _ => {
                reader.mistyped(node, Self::WHAT);
                None
            }
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Condition>()
    }
}

impl JsonSchema for Condition {
    fn schema_name() -> Cow<'static, str> {
        "Condition".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let question = generator.subschema_for::<Question>();
        let condition = generator.subschema_for::<Condition>();
        json_schema!({
            "description": "A condition on a position: a word, a question in braces, or a list, meaning all of them.",
            "anyOf": [
                { "enum": WORDS },
                question,
                { "type": "array", "items": condition, "minItems": 1 },
            ],
        })
    }
}

/// The words that ask something in braces.
fn questions() -> Vec<&'static str> {
    <Question as Keys>::KEYS.iter().map(|key| key.name).collect()
}

fn word(text: &Text, span: Span, reader: &mut Reader<'_>) -> Option<Condition> {
    match text.value.as_str() {
        "no-moves" => Some(Condition::NoMoves),
        "board-full" => Some(Condition::BoardFull),
        "in-check" => Some(Condition::InCheck),
        "unmoved" => Some(Condition::Unmoved),
        other => {
            unknown_condition(&At::new(other, span), &questions(), reader);
            None
        }
    }
}

impl Read for Reset {
    const WHAT: &'static str = "`\"capture\"`, `\"flip\"` or a kind of piece";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = reader.text(node, Self::WHAT)?;
        match text.value.as_str() {
            "capture" => Some(Reset::Capture),
            "flip" => Some(Reset::Flip),
            name if is_name(name) => Some(Reset::Kind(name.to_owned())),
            other => {
                let message = format!("expected {}, found `{}`", Self::WHAT, other.escape_debug());
                reader.report(Diagnostic::new(codes::UNKNOWN_WORD, node.span, message));
                None
            }
        }
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1 })
    }
}
