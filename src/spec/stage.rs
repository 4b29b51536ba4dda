//! Further stages of moves: `then`.

use super::keys::{keys, words};
use super::moves::{WayKeys, check_ways};
use super::read::{Keys, Read, Reader};
use super::tree::{Node, Table, Value};
use super::{At, Condition, Directions, Filter, Leap, Range, Region, SlideRange, Travel};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes};
use schemars::{Schema, SchemaGenerator, json_schema};

keys! {
    /// `then`: a further stage of a move. After the piece has landed, another one comes to an empty cell, and where no
    /// cell is left for it, the move cannot be made. Or a piece leaves the board. Or the piece goes on, by any of its
    /// rules that say `again`.
    pub struct Stage {
        /// The kind of a new piece that comes there: the mover's, or nobody's where the kind is neutral.
        optional "put" => put: At<String>;
        /// The same, and those of the kind that stood on the board before are gone: it goes from one cell to
        /// another.
        optional "set" => set: At<String>;
        /// One cell from where the piece has landed. Without this or another way it is any cell.
        optional "step" => step: Directions;
        /// Any number of cells from there, through empty cells.
        optional "slide" => slide: Directions;
        /// The shortest and the longest slide or ride.
        optional "range" => range: At<Range>;
        /// At that offset from there.
        optional "leap" => leap: At<Leap>;
        /// Keeps the leaps that point at most 45 degrees away from one of these directions.
        optional "along" => along: Directions;
        /// The same leap again and again, through empty cells.
        optional "ride" => ride: At<Leap>;
        /// The cells that may be chosen.
        optional "to" => to: Region;
        /// One piece that passes this filter is chosen and leaves the board; where there is none, the move is made without.
        optional "take" => take: Filter;
        /// Where this does not hold after the landing, nothing is taken. `line.of = "landing"` asks for a run through the
        /// cell where the piece has landed.
        optional "if" => condition: At<Condition>;
        /// Pieces for which this holds, `own` being their owner, are chosen only where it holds for all. `line.of = "chosen"`
        /// asks for a run through the piece.
        optional "spare" => spare: At<Condition>;
        /// The same piece goes on: `"must"` as long as it can, `"may"` stop after any landing. All of it is one move, named
        /// after its first rule; the rule by which the piece has landed last decides.
        optional "again" => again: At<Again>;
        /// How the next stage lies to this one; in any direction by default.
        optional "bends" => bends: At<Bends>;
        /// `false`: the piece lands on no cell of the move again. Without it, not where the landing takes nothing from the
        /// board.
        optional "revisit" => revisit: At<bool>;
    }
    later ["optional"]
    check check
}

words! {
    /// Whether a piece that can go on has to.
    pub enum Again {
        /// As long as it can.
        "must" => Must,
        /// It may stop after any landing.
        "may" => May,
    }
    later []
}

words! {
    /// How a stage of a move lies to the one before it.
    pub enum Bends {
        /// In the same direction.
        "never" => Never,
        /// In another direction.
        "always" => Always,
        /// In any direction but back.
        "not-back" => NotBack,
    }
    later []
}

keys! {
    /// `[turn]`: what belongs to every move by which a piece lands, and how many moves make a turn.
    pub struct Turn {
        /// A further stage, for the rules that have none of their own.
        optional "then" => then: Stage;
        /// How many moves each turn of the game has, both players' turns counted on; the last number holds for all
        /// further turns. `[1, 2]`: the first turn has one move, all others two. Each move is a ply of its own.
        optional "moves" => moves: TurnMoves;
        /// `true`: a player may stop before all moves of the turn are made, but not before the first one. The move is
        /// called `done`.
        optional "may" => may: At<bool>;
        /// Where this holds after a move, the player has one more.
        optional "extra" => extra: At<Condition>;
        /// Where this holds after a move, the turn is over, whatever is left of it.
        optional "until" => until: At<Condition>;
        /// In place of a first move, the second player may take the place of the first one: `"sides"`, every piece changes
        /// its owner; `"mirror"`, on the cell with file and rank exchanged. The move is called `swap`.
        optional "swap" => swap: At<SwapSides>;
    }
    later []
    merges true
    check check_turn
}

words! {
    /// What becomes of the pieces when the sides are swapped.
    pub enum SwapSides {
        /// Each changes its owner where it stands.
        "sides" => Sides,
        /// Each changes its owner and goes to the cell with file and rank exchanged.
        "mirror" => Mirror,
    }
    later []
}

/// How many moves the turns have.
#[derive(Clone, Debug)]
pub struct TurnMoves {
    /// By turn; at least one.
    pub list: Vec<At<u32>>,
    /// Where they stand.
    pub span: Span,
}

/// The most moves of a turn, and the most turns that are told apart.
const MOST_MOVES: u32 = 100;
const MOST_TURNS: usize = 100;

impl Read for TurnMoves {
    const WHAT: &'static str = "the number of moves of each turn: `[1, 2]`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Array(nodes) = &node.value else {
            reader.mistyped(node, Self::WHAT);
            return None;
        };
        if nodes.is_empty() || nodes.len() > MOST_TURNS {
            let message =
                format!("expected {}, from 1 to {MOST_TURNS} turns, found {}", Self::WHAT, nodes.len());
            reader.report(Diagnostic::new(codes::OUT_OF_RANGE, node.span, message));
            return None;
        }
        let number = |node: &Node, reader: &mut Reader<'_>| {
            let moves = reader.number(node, "a number of moves", 1, MOST_MOVES.into())?;
            Some(At::new(u32::try_from(moves).ok()?, node.span))
        };
        let list: Vec<_> = nodes.iter().map(|node| number(node, reader)).collect();
        Some(TurnMoves { list: list.into_iter().collect::<Option<_>>()?, span: node.span })
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        let moves = json_schema!({ "type": "integer", "minimum": 1, "maximum": MOST_MOVES });
        json_schema!({ "type": "array", "items": moves, "minItems": 1, "maxItems": MOST_TURNS })
    }
}

fn check_turn(turn: &Turn, _: &Table, reader: &mut Reader<'_>) {
    if let Some(may) = turn.may.filter(|may| !may.value) {
        let message = "`may = false` is what holds where nothing is said";
        reader.report(Diagnostic::new(codes::BAD_VALUE, may.span, message).help("leave it out"));
    }
    if let Some(again) = turn.then.as_ref().and_then(|then| then.again) {
        let message = "`again` says of a rule that its piece goes on";
        let misplaced = Diagnostic::new(codes::MISPLACED_KEY, again.span, message);
        reader.report(misplaced.help("write it in the rule's own `then`"));
    }
}

/// The ways from where the piece has landed.
const WAYS: &[WayKeys] = &[
    ("step", &[], &["to"]),
    ("slide", &["range"], &["to"]),
    ("leap", &["along"], &["to"]),
    ("ride", &["range", "along"], &["to"]),
];

fn check(stage: &Stage, table: &Table, reader: &mut Reader<'_>) {
    if let Some((again, _)) = table.get("again") {
        return check_again(again, table, reader);
    }
    for (key, _) in ["bends", "revisit"].iter().filter_map(|key| table.get(key)) {
        let message = format!("`{}` means nothing where the piece does not go on", key.value);
        reader.report(Diagnostic::new(codes::MISPLACED_KEY, key.span, message).help("`again` lets it go on"));
    }
    let mut deeds = ["put", "set", "take"].iter().filter_map(|deed| table.get(deed));
    match (deeds.next(), deeds.next()) {
        (Some((one, _)), Some((other, _))) => {
            let message =
                format!("a stage does one thing, this one has `{}` and `{}`", one.value, other.value);
            let twice = Diagnostic::new(codes::MISPLACED_KEY, other.span, message);
            return reader.report(twice.label(one.span, "one thing"));
        }
        (None, _) if !reader.is_incomplete() => {
            let nothing = Diagnostic::new(codes::MISSING_KEY, stage.at, "this stage does nothing");
            reader.report(nothing.help(
                "give `put` with the kind of a new piece, `set` with one that goes, `take` with what leaves the \
                 board, or `again`",
            ));
        }
        _ => {}
    }
    if let Some((take, _)) = table.get("take") {
        return check_take(take, table, reader);
    }
    for (key, _) in TAKING.iter().filter_map(|key| table.get(key)) {
        let message = format!("`{}` means nothing where nothing is taken", key.value);
        reader.report(Diagnostic::new(codes::MISPLACED_KEY, key.span, message).help("`take` says what is"));
    }
    if !check_ways(table, WAYS, reader) {
        for (key, _) in ["range", "along"].iter().filter_map(|key| table.get(key)) {
            let message = format!("`{}` means nothing where any cell may be chosen", key.value);
            reader.report(Diagnostic::new(codes::MISPLACED_KEY, key.span, message));
        }
    }
}

/// What belongs to `take`.
const TAKING: &[&str] = &["if", "spare"];

/// Beside `take` stands only what says when, and which first.
fn check_take(take: &At<String>, table: &Table, reader: &mut Reader<'_>) {
    let others = table.0.iter().map(|(key, _)| key).filter(|key| key.value != take.value);
    for key in others.filter(|key| !TAKING.contains(&key.value.as_str())) {
        if Stage::KEYS.iter().any(|known| known.name == key.value) {
            let message = format!("`{}` means nothing beside `take`", key.value);
            let misplaced = Diagnostic::new(codes::MISPLACED_KEY, key.span, message);
            reader.report(misplaced.label(take.span, "any such piece may be chosen"));
        }
    }
}

/// Beside `again` stands only what says how the piece goes on.
fn check_again(again: &At<String>, table: &Table, reader: &mut Reader<'_>) {
    let others = table.0.iter().map(|(key, _)| key);
    for key in others.filter(|key| !["again", "bends", "revisit"].contains(&key.value.as_str())) {
        if !Stage::KEYS.iter().any(|known| known.name == key.value) {
            continue;
        }
        let message = format!("`{}` means nothing beside `again`", key.value);
        let misplaced = Diagnostic::new(codes::MISPLACED_KEY, key.span, message);
        reader.report(misplaced.label(again.span, "the piece itself goes on"));
    }
}

impl Stage {
    /// How the cell lies to where the piece has landed; `None`: anywhere.
    pub fn travel(&self) -> Option<Travel<'_>> {
        let range = self.range.map(|range| At::new(SlideRange::Cells(range.value), range.span));
        let along = self.along.as_ref();
        let step = self.step.as_ref().map(Travel::Step);
        let slide = || Some(Travel::Slide { along: self.slide.as_ref()?, range, through: None });
        let leap = || Some(Travel::Leap { by: self.leap.as_ref()?, along });
        let ride = || Some(Travel::Ride { by: self.ride.as_ref()?, along, range, through: None });
        step.or_else(slide).or_else(leap).or_else(ride)
    }

    /// The kind of the piece that comes.
    pub fn kind(&self) -> Option<&At<String>> {
        self.put.as_ref().or(self.set.as_ref())
    }
}
