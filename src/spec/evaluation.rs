//! `[evaluation]`.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::keys::{keys, words};
use super::names::Space;
use super::plain::Positive;
use super::read::{Defined, Read, Reader};
use super::tree::{Node, Value};
use super::{
    At, Attack, CountPoints, Directions, Distance, Formation, Heading, Influence, Liberties, Link, Named,
    Parity, Region, SquareTable, Stable,
};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes};
use crate::game::{OnError, ScriptMode, Symbol};

keys! {
    /// `[evaluation]`: which position is better, in points. Terms add up.
    pub struct Evaluation {
        /// Material: points for each piece of a kind, plus for its owner.
        keyed "values" => values: At<i32>;
        /// What pieces of a kind are worth in a hand, where `values` do not say it: a number for each, or a list by how
        /// many, beginning with none, whose last number goes on.
        keyed "hands" => hands: CountPoints;
        /// Points for standing on a cell, a table for each kind.
        keyed "squares" => squares: SquareTable;
        /// What stands around pieces of a kind.
        named "formations" => formations: Formation;
        /// Cells that pieces attack.
        named "attacks" => attacks: Attack;
        /// Empty cells that own pieces reach in fewer moves than the enemy's.
        named "influence" => influence: Influence;
        /// How many moves pieces need to a region.
        named "distance" => distance: Distance;
        /// How many empty cells are missing between two regions.
        named "link" => link: Link;
        /// The empty neighbours of groups.
        optional "liberties" => liberties: Liberties;
        /// Pieces that no flip can turn any more.
        optional "stable" => stable: Stable;
        /// Who drops last in each region of empty cells.
        optional "parity" => parity: Parity;
        /// Points for an enemy in a piece's way, counted for the blocker.
        named "blocks" => blocks: Block;
        /// Points for patterns along lines.
        named "lines" => lines: LinePattern;
        /// Points for each move that a player could make, or for each that pieces of some kinds could:
        /// `mobility = { knight = 4, bishop = 3 }`.
        optional "mobility" => mobility: Mobility;
        /// Points for the player to move.
        optional "tempo" => tempo: At<i32>;
        /// Points for each piece that started and is no longer on the board.
        optional "gone" => exited: At<i32>;
        /// What a piece of a kind counts, whoever owns it, for how far the game has come: while the pieces on the
        /// board count as much as those of the setup, it is early; when they count nothing, it is late; between,
        /// the score is the mean of early and late points in that proportion, rounded towards zero.
        keyed "phase" => phase: At<u32> = Positive;
        /// `values` at the end of the game, for the kinds whose value changes.
        keyed "late-values" => late_values: At<i32>;
        /// `hands` at the end of the game, for the kinds whose worth in a hand changes.
        keyed "late-hands" => late_hands: CountPoints;
        /// `squares` at the end of the game, for the kinds whose table changes.
        keyed "late-squares" => late_squares: SquareTable;
        /// `mobility` at the end of the game.
        optional "late-mobility" => late_mobility: Mobility;
        /// `tempo` at the end of the game.
        optional "late-tempo" => late_tempo: At<i32>;
        /// The file of a neural network that scores positions, too, made by `banco train`: beside the definition, in the
        /// folder `games`, or a shipped one. It is learnt for one game: who extends the definition does not take it over.
        optional "network" => network: At<String>;
        /// A script that scores positions, too.
        optional "script" => script: Script;
        /// `true` derives what is not said here from the rules, `false` derives nothing. Without it, weights are derived
        /// where no term is said at all.
        optional "derive" => derive: At<bool>;
        /// `false` says that the evaluation is meant to treat the players unlike.
        optional "symmetric" => symmetric: At<bool>;
    }
    later []
    merges true
}

keys! {
    /// `[evaluation.script]`: a script that scores positions.
    pub struct Script {
        /// The script's file: beside the definition, in the folder `scripts`, or a shipped one.
        required "file" => file: At<String>;
        /// How its value and the other terms come together.
        optional "mode" => mode: At<ScriptMode>;
        /// What happens when it fails: `"stop"` when this is not said. `play` goes on in any case.
        optional "on-error" => on_error: At<OnError>;
        /// Milliseconds that one call may take; without it, 100.
        optional "budget" => budget: At<u32> = Positive;
    }
    later []
    merges true
}

words! { ScriptMode { "add" => Add, "replace" => Replace, } later [] }

words! { OnError { "stop" => Stop, "native" => Native, } later [] }

/// Points for moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mobility {
    /// For each move, of a piece on the board or a drop.
    Every(At<i32>),
    /// For each move of a piece of a kind that is on the board.
    ByKind(Named<At<i32>>, Span),
}

impl Mobility {
    /// Where they stand.
    pub fn span(&self) -> Span {
        match self {
            Mobility::Every(points) => points.span,
            Mobility::ByKind(_, span) => *span,
        }
    }
}

keys! {
    /// `[evaluation.blocks.NAME]`: an enemy in a piece's way.
    pub struct Block {
        /// Which way the blocked piece looks.
        required "direction" => direction: At<Heading>;
        /// How many cells away the blocker stands, whatever stands between.
        required "distance" => distance: At<u32> = Positive;
        /// Points for the blocker.
        required "value" => value: At<i32>;
    }
    later []
}

keys! {
    /// `[evaluation.lines.NAME]`: a pattern along a file, rank or diagonal. Each placement counts, its
    /// mirror image too, a palindrome once.
    pub struct LinePattern {
        /// `X` own, `O` enemy, `.` empty, `#` edge, `-` anything but own, `?` any cell of the board.
        required "pattern" => pattern: At<Vec<Symbol>>;
        /// Only where all its cells lie in this region: an edge.
        optional "on" => on: Region;
        /// Only along these directions, either way: `"orthogonal"`.
        optional "along" => along: Directions;
        /// Points for the owner.
        required "value" => value: At<i32>;
    }
    later []
}

impl LinePattern {
    /// Whether it counts at some places only.
    pub fn is_placed(&self) -> bool {
        self.on.is_some() || self.along.is_some()
    }
}

impl Defined for Block {
    const SPACE: Space = Space::Plain;
}

impl Defined for LinePattern {
    const SPACE: Space = Space::Plain;
}

impl Read for Mobility {
    const WHAT: &'static str = "a whole number of points, or a number for each of some kinds";

    fn example() -> Option<String> {
        Some(r#"2"#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Integer(_) => At::read(node, reader).map(Mobility::Every),
            Value::Table(_) => per_name(node, reader).map(|each| Mobility::ByKind(each, node.span)),
            _ => {
                reader.mistyped(node, Self::WHAT);
                None
            }
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let points = i32::schema(generator);
        let or_dropped = json_schema!({ "anyOf": [points, { "const": false }] });
        let each = json_schema!({ "type": "object", "additionalProperties": or_dropped, "minProperties": 1 });
        json_schema!({ "anyOf": [points, each] })
    }
}

/// One value for each name of something that is defined elsewhere.
pub(super) fn per_name<T: Read>(node: &Node, reader: &mut Reader<'_>) -> Option<Named<T>> {
    let table = reader.table(node, "a table")?;
    if table.0.is_empty() {
        reader.report(Diagnostic::new(codes::EMPTY_LIST, node.span, "this table must not be empty"));
        return None;
    }
    let mut each = Named::default();
    for (name, node) in &table.0 {
        each.push(name.clone(), T::read(node, reader));
    }
    Some(each)
}

impl Read for Vec<Symbol> {
    const WHAT: &'static str = "a pattern, such as `\".XXX.\"`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = reader.text(node, Self::WHAT)?;
        if text.value.is_empty() {
            reader.report(Diagnostic::new(codes::EMPTY_LIST, node.span, "this pattern is empty"));
            return None;
        }
        let mut symbols = Vec::new();
        for (at, c) in text.value.char_indices() {
            let Some(symbol) = Symbol::of(c) else {
                let span = text.place(&text.value[at..at + c.len_utf8()]);
                let message = format!("`{}` means nothing in a pattern", c.escape_debug());
                let help = "`X` own, `O` enemy, `.` empty, `#` edge, `-` anything but own, `?` any cell";
                reader.report(Diagnostic::new(codes::BAD_VALUE, span, message).help(help));
                return None;
            };
            symbols.push(symbol);
        }
        Some(symbols)
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[XO.#?-]+$" })
    }
}
