//! Move rules: `[pieces.KIND.moves]` and `[moves]`.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::board::{MAX_CELLS, pair, pair_schema};
use super::keys::{keys, words};
use super::names::Space;
use super::read::{Defined, Form, Read, Reader};
use super::tree::{Node, Table, Value};
use super::{
    At, Castle, Condition, Directions, Effect, Effects, Filter, Heading, Promotion, Region, Stage, Touched,
    Verb,
};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes, either};

keys! {
    /// A move rule: exactly one way to travel, and filters.
    pub struct MoveRule {
        /// One cell in one of these directions.
        optional "step" => step: Directions;
        /// Any number of cells in one of these directions, through empty cells, then land.
        optional "slide" => slide: Directions;
        /// The shortest and the longest slide, the fewest and the most leaps of a ride: `range = [2, 2]`;
        /// from 1 without limit by default. How often the last step of a path is taken, which is once by default.
        optional "range" => range: At<SlideRange>;
        /// What the cells that a slide or a ride travels over may hold; empty cells by default.
        optional "through" => through: Filter;
        /// To every cell at that offset and its mirror images: `leap = [1, 2]`.
        optional "leap" => leap: At<Leap>;
        /// Keeps the leaps that point at most 45 degrees away from one of these directions.
        optional "along" => along: Directions;
        /// The same leap again and again, through empty cells, then land: `ride = [1, 2]`.
        optional "ride" => ride: At<Leap>;
        /// Steps one after the other, a word each: `path = ["orthogonal", "diagonal"]`. Each goes at most
        /// 45 degrees off the one before it, always to the same side; all cells but the last are empty.
        optional "path" => path: Directions;
        /// Through empty cells past one hurdle, on through empty cells, then land.
        optional "hop" => hop: Directions;
        /// What the hurdle of a hop may be; any piece by default.
        optional "over" => over: Filter;
        /// The fewest and the most empty cells before the hurdle: `before = [0, 0]` is none; from none
        /// without limit by default.
        optional "before" => before: At<Gap>;
        /// The same behind the hurdle, before the landing cell.
        optional "after" => after: At<Gap>;
        /// To any other cell of a region, whatever lies between: `reach = "board"`.
        optional "reach" => reach: Region;
        /// `true`: the piece stays where it is, and what the rule does besides happens.
        optional "stay" => stay: At<bool>;
        /// A new piece of this kind is put on an empty cell: `drop = "supply"`.
        optional "drop" => drop: At<DropFrom>;
        /// A dropped piece enters at the opposite edge and goes in this direction until blocked.
        optional "falls" => falls: At<Heading>;
        /// The piece leaves the board over the edge in one of these directions.
        optional "exit" => exit: Directions;
        /// No move at all: `"free"`, or `"stuck"`, which is legal only when nothing else is.
        optional "pass" => pass: At<Pass>;
        /// What the landing cell may hold; `["empty", "enemy"]` by default, an enemy there is captured.
        optional "onto" => onto: Filter;
        /// Where the move may start.
        optional "from" => from: Region;
        /// Where the move may land.
        optional "to" => to: Region;
        /// Where the piece may land; replaces the piece's own `within`.
        optional "within" => within: Region;
        /// Two pieces of one player at once, by cells.
        optional "castle" => castle: Castle;
        /// What must hold before the move.
        optional "if" => condition: At<Condition>;
        /// What the move changes besides.
        optional "do" => effects: Effects;
        /// What the piece becomes by this rule; replaces the piece's own `promote`.
        optional "promote" => promote: Promotion;
        /// A further stage, after the piece has landed: another piece comes to a cell, or the piece goes on.
        optional "then" => then: Stage;
    }
    later []
    example r#"{ step = "any" }"#
    check check
}

impl Defined for MoveRule {
    const SPACE: Space = Space::Move;
}

/// The filters that ask about the cells of a move.
const FILTERS: &[&str] = &["onto", "from", "to", "within"];

/// A way to travel, with the keys that say more about it, filters among them.
pub(super) type WayKeys = (&'static str, &'static [&'static str], &'static [&'static str]);

/// Whether a key says how a piece travels.
pub(super) fn is_way(key: &str) -> bool {
    WAYS.iter().any(|(way, ..)| *way == key)
}

/// The ways to travel, each with the keys that say more about it, filters among them.
const WAYS: &[WayKeys] = &[
    ("step", &[], FILTERS),
    ("slide", &["range", "through"], FILTERS),
    ("leap", &["along"], FILTERS),
    ("ride", &["range", "through", "along"], FILTERS),
    ("path", &["range"], FILTERS),
    ("hop", &["over", "before", "after"], FILTERS),
    ("reach", &[], &["onto", "from", "within"]),
    ("stay", &[], &["from"]),
    ("drop", &["falls"], &["to", "within"]),
    ("exit", &[], &["from"]),
    ("castle", &[], &[]),
    ("pass", &[], &[]),
];

fn check(rule: &MoveRule, table: &Table, reader: &mut Reader<'_>) {
    let ways = || WAYS.iter().map(|(way, ..)| *way);
    if !check_ways(table, WAYS, reader) && !table.is_misspelt::<MoveRule>() && !reader.is_incomplete() {
        let message = "this rule does not say how the piece travels";
        let ways = either(&ways().collect::<Vec<_>>());
        let help = format!("give one of {ways}; a rule that is given again in a variant is said whole");
        reader.report(Diagnostic::new(codes::MISSING_KEY, rule.at, message).help(help));
    }
    if let (Some((effects, _)), Some((way, _))) = (table.get("do"), table.get("pass")) {
        let message = "`do` means nothing beside `pass`: no piece moves";
        let diagnostic = Diagnostic::new(codes::MISPLACED_KEY, effects.span, message);
        reader.report(diagnostic.label(way.span, "the way"));
    }
    if let (Some((then, _)), Some((way, _))) = (table.get("then"), table.get("exit").or(table.get("pass"))) {
        let message = format!("`then` means nothing beside `{}`: no piece lands", way.value);
        reader.report(Diagnostic::new(codes::MISPLACED_KEY, then.span, message).label(way.span, "the way"));
    }
    if let Some(stay) = rule.stay.filter(|stay| !stay.value) {
        let message = "`stay = false` says nothing of how the piece travels";
        let idle = Diagnostic::new(codes::BAD_VALUE, stay.span, message);
        reader.report(idle.help("`stay = true` is a way of its own; leave it out otherwise"));
    }
    if let (Some(path), Some(At { value: SlideRange::Until(until), span })) = (&rule.path, &rule.range) {
        let message = format!(
            "`range = \"{}\"` means nothing beside `path`: only its last step is repeated",
            until.word()
        );
        let misplaced = Diagnostic::new(codes::MISPLACED_KEY, *span, message).label(path.span, "the way");
        reader.report(misplaced.help("write how often: `range = [1, 3]`"));
    }
    let still = ["drop", "exit", "castle", "pass"].into_iter().find_map(|way| table.get(way));
    if let (Some((promote, _)), Some((way, _))) = (table.get("promote"), still) {
        let message = format!("`promote` means nothing beside `{}`", way.value);
        reader
            .report(Diagnostic::new(codes::MISPLACED_KEY, promote.span, message).label(way.span, "the way"));
    }
    check_again(rule, table, reader);
}

/// The ways by which a piece cannot go on, and those that have no direction.
const NO_CHAIN: &[&str] = &["stay", "drop", "castle"];
const NO_DIRECTION: &[&str] = &["leap", "ride", "path", "reach"];

/// Reports what a rule that goes on cannot have, and what only such a rule can.
fn check_again(rule: &MoveRule, table: &Table, reader: &mut Reader<'_>) {
    let again = rule.then.as_ref().and_then(|then| then.again);
    let effects = rule.effects.iter().flat_map(|effects| &effects.list);
    let Some(again) = again else {
        for when in effects.filter_map(|effect| effect.when) {
            let message = "`when` means nothing in a rule that does not go on";
            let misplaced = Diagnostic::new(codes::MISPLACED_KEY, when.span, message);
            reader.report(misplaced.help("`then = { again = \"must\" }` lets the piece go on"));
        }
        return;
    };
    if let Some((way, _)) = NO_CHAIN.iter().find_map(|way| table.get(way)) {
        let message = format!("`again` means nothing beside `{}`", way.value);
        reader.report(Diagnostic::new(codes::MISPLACED_KEY, again.span, message).label(way.span, "the way"));
    }
    let bends = rule.then.as_ref().and_then(|then| then.bends);
    if let (Some(bends), Some((way, _))) = (bends, NO_DIRECTION.iter().find_map(|way| table.get(way))) {
        let message = format!("`bends` asks for directions, and a `{}` has none", way.value);
        reader.report(Diagnostic::new(codes::MISPLACED_KEY, bends.span, message).label(way.span, "the way"));
    }
    for (word, at) in effects.filter_map(unsupported) {
        reader.not_supported(&format!("{word}` beside `again"), at);
    }
}

/// What an effect says that holds for one ply, or of what has not moved: a chain has no such thing.
fn unsupported(effect: &Effect) -> Option<(&'static str, Span)> {
    let marker = |at: &At<Touched>| at.value == Touched::Marker;
    let (verb, cells) = effect.verb()?;
    match verb {
        Verb::Mark => Some(("mark", cells.span)),
        Verb::Settle => Some(("settle", cells.span)),
        Verb::Unsettle => Some(("unsettle", cells.span)),
        _ if marker(cells) => Some(("marker", cells.span)),
        _ => None,
    }
}

/// Reports a second way to travel, and keys that belong to another one. Returns whether a way is given.
pub(super) fn check_ways(table: &Table, ways: &[WayKeys], reader: &mut Reader<'_>) -> bool {
    let mut given = ways.iter().filter_map(|(way, own, filters)| Some((table.get(way)?, own, filters)));
    let Some(((way, _), own, filters)) = given.next() else { return false };
    if let Some(((second, _), ..)) = given.next() {
        let message = format!("a rule travels one way, this one has `{}` and `{}`", way.value, second.value);
        let diagnostic = Diagnostic::new(codes::MISPLACED_KEY, second.span, message);
        reader.report(diagnostic.label(way.span, "one way").help("make two rules of it"));
        return true;
    }
    let means_nothing = |key: &str| {
        let qualifies = FILTERS.contains(&key) || ways.iter().any(|(_, own, _)| own.contains(&key));
        qualifies && !own.contains(&key) && !filters.contains(&key)
    };
    for (key, _) in table.0.iter().filter(|(key, _)| means_nothing(&key.value)) {
        let message = format!("`{}` means nothing beside `{}`", key.value, way.value);
        reader.report(Diagnostic::new(codes::MISPLACED_KEY, key.span, message).label(way.span, "the way"));
    }
    true
}

/// How a rule travels, with what belongs to that way alone.
#[derive(Clone, Copy, Debug)]
pub enum Travel<'a> {
    /// One cell.
    Step(&'a Directions),
    /// Any number of cells.
    Slide {
        /// Which ways.
        along: &'a Directions,
        /// How far.
        range: Option<At<SlideRange>>,
        /// What may be travelled over.
        through: Option<&'a Filter>,
    },
    /// To a cell at an offset.
    Leap {
        /// The offset.
        by: &'a At<Leap>,
        /// Which of its images.
        along: Option<&'a Directions>,
    },
    /// To the cells at an offset and its multiples.
    Ride {
        /// The offset.
        by: &'a At<Leap>,
        /// Which of its images.
        along: Option<&'a Directions>,
        /// How many times.
        range: Option<At<SlideRange>>,
        /// What may be travelled over.
        through: Option<&'a Filter>,
    },
    /// Steps one after the other.
    Path {
        /// Which ways.
        steps: &'a Directions,
        /// How often the last one is taken.
        range: Option<At<SlideRange>>,
    },
    /// Past a hurdle.
    Hop {
        /// Which ways.
        along: &'a Directions,
        /// What the hurdle may be.
        over: Option<&'a Filter>,
        /// How many empty cells before it.
        before: Option<&'a At<Gap>>,
        /// How many empty cells behind it.
        after: Option<&'a At<Gap>>,
    },
    /// To any other cell of a region.
    Reach(&'a Region),
    /// The piece does not move.
    Stay,
    /// From the supply onto the board.
    Drop {
        /// Where pieces come from.
        from: &'a At<DropFrom>,
        /// Which way they fall.
        falls: Option<&'a At<Heading>>,
    },
    /// Off the board.
    Exit(&'a Directions),
    /// Two pieces at once.
    Castle(&'a Castle),
    /// Nothing moves.
    Pass(&'a At<Pass>),
}

impl Travel<'_> {
    /// Whether the piece comes to a cell that may hold something.
    pub fn lands_on_contents(&self) -> bool {
        !matches!(
            self,
            Travel::Stay | Travel::Drop { .. } | Travel::Exit(_) | Travel::Castle(_) | Travel::Pass(_)
        )
    }
}

impl MoveRule {
    /// The one way to travel. `None` where the rule names none, or several: that has been reported.
    pub fn travel(&self) -> Option<Travel<'_>> {
        let ways = [
            self.step.as_ref().map(Travel::Step),
            self.slide.as_ref().map(|along| Travel::Slide {
                along,
                range: self.range,
                through: self.through.as_ref(),
            }),
            self.leap.as_ref().map(|by| Travel::Leap { by, along: self.along.as_ref() }),
            self.ride.as_ref().map(|by| Travel::Ride {
                by,
                along: self.along.as_ref(),
                range: self.range,
                through: self.through.as_ref(),
            }),
            self.path.as_ref().map(|steps| Travel::Path { steps, range: self.range }),
            self.hop.as_ref().map(|along| Travel::Hop {
                along,
                over: self.over.as_ref(),
                before: self.before.as_ref(),
                after: self.after.as_ref(),
            }),
            self.reach.as_ref().map(Travel::Reach),
            self.stay.as_ref().map(|_| Travel::Stay),
            self.drop.as_ref().map(|from| Travel::Drop { from, falls: self.falls.as_ref() }),
            self.exit.as_ref().map(Travel::Exit),
            self.castle.as_ref().map(Travel::Castle),
            self.pass.as_ref().map(Travel::Pass),
        ];
        let mut given = ways.into_iter().flatten();
        given.next().filter(|_| given.next().is_none())
    }
}

/// From and to how many cells, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// At least that many, at least 1.
    pub least: u32,
    /// At most that many, at least `least`.
    pub most: u32,
}

/// How far a slide goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlideRange {
    /// From and to so many cells.
    Cells(Range),
    /// To one cell, which the whole line decides about.
    Until(Until),
}

impl SlideRange {
    /// From and to how many cells, where that is said.
    pub fn cells(self) -> Option<Range> {
        match self {
            SlideRange::Cells(range) => Some(range),
            SlideRange::Until(_) => None,
        }
    }
}

words! {
    /// Where a slide stops, if not a number of cells says that.
    pub enum Until {
        /// On the last cell that it can land on.
        "farthest" => Farthest,
        /// As many cells away as there are pieces on the line, its own included.
        "pieces" => Pieces,
    }
    later []
}

/// From and to how many empty cells, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    /// At least that many.
    pub least: u32,
    /// At most that many, at least `least`.
    pub most: u32,
}

/// An offset: so many cells one way, so many across. Not both are 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leap {
    /// One way.
    pub one: u32,
    /// Across.
    pub other: u32,
}

words! {
    /// Where dropped pieces come from.
    pub enum DropFrom {
        /// Without end.
        "supply" => Supply,
        /// From the player's hand.
        "hand" => Hand,
    }
    later []
}

words! {
    /// When a player may pass.
    pub enum Pass {
        /// Always.
        "free" => Free,
        /// Only when nothing else is legal.
        "stuck" => Stuck,
    }
    later []
}

impl Read for Range {
    const WHAT: &'static str = "the shortest and the longest way: `[1, 2]`";

    fn example() -> Option<String> {
        Some(r#"[1, 3]"#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let [least, most] = bounds(node, reader, Self::WHAT, 1)?;
        Some(Range { least, most })
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        pair_schema(1, MAX_CELLS)
    }
}

impl Read for SlideRange {
    const WHAT: &'static str =
        "the shortest and the longest way: `[1, 2]`, or `\"farthest\"`, or `\"pieces\"`";

    fn example() -> Option<String> {
        Some(r#"[1, 3]"#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Text(_) => Until::read(node, reader).map(SlideRange::Until),
            Value::Array(_) => Range::read(node, reader).map(SlideRange::Cells),
            _ => {
                reader.mistyped(node, Self::WHAT);
                None
            }
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let (range, word) = (Range::schema(generator), Until::schema(generator));
        json_schema!({ "anyOf": [range, word] })
    }
}

impl Read for Gap {
    const WHAT: &'static str = "the fewest and the most empty cells: `[0, 0]`";

    fn example() -> Option<String> {
        Some(r#"[0, 0]"#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let [least, most] = bounds(node, reader, Self::WHAT, 0)?;
        Some(Gap { least, most })
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        pair_schema(0, MAX_CELLS)
    }
}

/// Two numbers of which the first is not the greater one.
/// From and to how many files beside a piece.
pub(crate) struct Beside;

impl Form<At<Gap>> for Beside {
    const WHAT: &'static str = "from and to how many files beside it: `[0, 1]`";

    fn example() -> Option<String> {
        Some(r#"[0, 0]"#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<At<Gap>> {
        let [least, most] = bounds(node, reader, <Beside as Form<At<Gap>>>::WHAT, 0)?;
        Some(At::new(Gap { least, most }, node.span))
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        Gap::schema(generator)
    }
}

fn bounds(node: &Node, reader: &mut Reader<'_>, what: &str, from: u32) -> Option<[u32; 2]> {
    let [least, most] = pair(node, reader, what, from, MAX_CELLS)?;
    if least > most {
        let message = format!("from {least} to {most} is no range");
        reader.report(Diagnostic::new(codes::BAD_VALUE, node.span, message).help("the smaller number first"));
        return None;
    }
    Some([least, most])
}

impl Read for Leap {
    const WHAT: &'static str = "an offset: `[1, 2]`";

    fn example() -> Option<String> {
        Some(r#"[1, 2]"#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let [one, other] = pair(node, reader, Self::WHAT, 0, MAX_CELLS - 1)?;
        if one == 0 && other == 0 {
            let message = "a leap of `[0, 0]` stays where it is";
            reader.report(Diagnostic::new(codes::BAD_VALUE, node.span, message));
            return None;
        }
        Some(Leap { one, other })
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        pair_schema(0, MAX_CELLS - 1)
    }
}
