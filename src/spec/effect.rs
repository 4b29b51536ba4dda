//! EFFECT: what a move changes besides the piece that moves and what stands where it lands.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::keys::{keys, words};
use super::names::Space;
use super::plain::Positive;
use super::read::{Defined, Read, Reader};
use super::tree::{Node, Table, Value};
use super::{At, Directions, Filter, Range, Region};
use crate::diagnostic::{Diagnostic, codes::text as codes, either};
use crate::game::{Touched, Verb};

keys! {
    /// An effect: exactly one verb with the cells that it changes.
    pub struct Effect {
        /// Marks cells for the next move alone, which may ask for them: `onto = "marked"`.
        optional "mark" => mark: At<Touched>;
        /// Takes pieces from the board.
        optional "take" => take: At<Touched>;
        /// Makes pieces the mover's.
        optional "flip" => flip: At<Touched>;
        /// Puts new pieces on the cells that are empty by then: of the moving kind, or of another `kind`, which
        /// may belong to nobody.
        optional "put" => put: At<Touched>;
        /// Makes pieces there, whosever they are, pieces of another `kind`: their owners' still, or nobody's where the
        /// kind is neutral.
        optional "become" => becomes: At<Touched>;
        /// Pieces there count as not having moved.
        optional "settle" => settle: At<Touched>;
        /// Pieces there count as having moved.
        optional "unsettle" => unsettle: At<Touched>;
        /// The kind that is put, or that pieces become.
        optional "kind" => kind: At<String>;
        /// Changes only cells that hold this.
        optional "only" => only: Filter;
        /// How the pieces of a group are joined, for `"enclosed"`; along files and ranks by default. For `"around"`,
        /// `"in-line"`, `"flanked"`, `"flanking"`, `"beset"` and `"between"`: the directions that count; any by default.
        optional "along" => along: Directions;
        /// For `"flanked"`: the fewest and the most pieces of a run.
        optional "range" => range: At<Range>;
        /// For `"flanked"` and `"beset"`: where an empty cell closes as an own piece does.
        optional "hostile" => hostile: Region;
        /// For `"beset"`: the edge of the board closes as an own piece does.
        optional "edge" => edge: At<bool>;
        /// For `"between"`: not the cells that were so before the move.
        optional "fresh" => fresh: At<bool>;
        /// Only these cells change.
        optional "on" => on: Region;
        /// The move is legal only where the effect changes so many cells.
        optional "at-least" => at_least: At<u32> = Positive;
        /// In a rule that goes on, beside `take`: `"end"`, only when the whole move is over. Until then what is taken
        /// bars ways, and is not taken again.
        optional "when" => when: At<Moment>;
    }
    later ["give"]
    example r#"{ take = "around" }"#
    check check
}

words! {
    /// When an effect happens in a move that goes on.
    pub enum Moment {
        /// When the whole move is over.
        "end" => End,
    }
    later []
}

words! {
    Touched {
        "to" => To,
        "from" => From,
        "path" => Path,
        "around" => Around,
        "in-line" => InLine,
        "flanked" => Flanked,
        "marker" => Marker,
        "enclosed" => Enclosed,
        "flanking" => Flanking,
        "beset" => Beset,
        "between" => Between,
    }
    later ["over"]
}

/// The verbs and their names.
const VERBS: &[(&str, Verb)] = &[
    ("mark", Verb::Mark),
    ("take", Verb::Take),
    ("flip", Verb::Flip),
    ("put", Verb::Put),
    ("become", Verb::Become),
    ("settle", Verb::Settle),
    ("unsettle", Verb::Unsettle),
];

fn check(effect: &Effect, table: &Table, reader: &mut Reader<'_>) {
    let names: Vec<&str> = VERBS.iter().map(|(name, _)| *name).collect();
    let mut given = table.0.iter().map(|(key, _)| key).filter(|key| names.contains(&key.value.as_str()));
    match (given.next(), given.next()) {
        (None, _) if table.is_misspelt::<Effect>() => {}
        (None, _) => {
            let diagnostic = Diagnostic::new(codes::MISSING_KEY, effect.at, "this effect does nothing");
            reader.report(diagnostic.help(format!("give one of {}", either(&names))));
        }
        (Some(first), Some(second)) => {
            let message =
                format!("an effect does one thing, this one has `{}` and `{}`", first.value, second.value);
            let diagnostic = Diagnostic::new(codes::MISPLACED_KEY, second.span, message);
            reader.report(diagnostic.label(first.span, "one thing").help("write a list of effects"));
        }
        (Some(verb), None) => {
            check_kind(effect, verb, table, reader);
            check_aside(effect, table, reader);
            if verb.value != "take"
                && let Some((when, _)) = table.get("when")
            {
                let message = format!("`when` means nothing beside `{}`", verb.value);
                let misplaced = Diagnostic::new(codes::MISPLACED_KEY, when.span, message);
                reader.report(misplaced.label(verb.span, "what is done"));
            } else if let (Some((least, _)), Some((when, _))) = (table.get("at-least"), table.get("when")) {
                let message = "`at-least` means nothing beside `when`: it asks each jump by itself";
                let misplaced = Diagnostic::new(codes::MISPLACED_KEY, least.span, message);
                let help = "how many pieces the whole move takes is compared by `prefer` in `[legality]`";
                reader.report(misplaced.label(when.span, "taken when all jumps are made").help(help));
            }
        }
    }
}

/// Words that say more about cells, each with the cells that it belongs to.
const ASIDE: &[(&str, &[Touched])] = &[
    (
        "along",
        &[
            Touched::Enclosed,
            Touched::Around,
            Touched::InLine,
            Touched::Flanked,
            Touched::Flanking,
            Touched::Beset,
            Touched::Between,
        ],
    ),
    ("range", &[Touched::Flanked]),
    ("hostile", &[Touched::Flanked, Touched::Beset]),
    ("edge", &[Touched::Beset]),
    ("fresh", &[Touched::Between]),
];

/// Reports words that say nothing about the cells of an effect.
fn check_aside(effect: &Effect, table: &Table, reader: &mut Reader<'_>) {
    let Some((_, cells)) = effect.verb() else { return };
    let means_nothing = |(_, of): &&(&str, &[Touched])| !of.contains(&cells.value);
    for (key, _) in ASIDE.iter().filter(means_nothing).filter_map(|(key, _)| table.get(key)) {
        let message = format!("`{}` means nothing beside `{}`", key.value, cells.value.word());
        let misplaced = Diagnostic::new(codes::MISPLACED_KEY, key.span, message);
        reader.report(misplaced.label(cells.span, "these cells"));
    }
}

/// Pieces become a kind; what is put may be of one; nothing else is.
fn check_kind(effect: &Effect, verb: &At<String>, table: &Table, reader: &mut Reader<'_>) {
    match (verb.value.as_str(), table.get("kind")) {
        ("become", None) => {
            let missing =
                Diagnostic::new(codes::MISSING_KEY, effect.at, "pieces become a `kind`, and none is given");
            reader.report(missing.help("`{ become = \"to\", kind = \"queen\" }`"));
        }
        ("become" | "put", _) | (_, None) => {}
        (_, Some((kind, _))) => {
            let message = format!("`kind` means nothing beside `{}`", verb.value);
            reader.report(
                Diagnostic::new(codes::MISPLACED_KEY, kind.span, message).label(verb.span, "what is done"),
            );
        }
    }
}

impl Effect {
    /// The verb and its cells. `None` where there is none, or there are several: that has been reported.
    pub fn verb(&self) -> Option<(Verb, &At<Touched>)> {
        let given =
            [&self.mark, &self.take, &self.flip, &self.put, &self.becomes, &self.settle, &self.unsettle];
        let mut verbs = VERBS.iter().zip(given).filter_map(|((_, verb), at)| Some((*verb, at.as_ref()?)));
        verbs.next().filter(|_| verbs.next().is_none())
    }
}

/// One effect or a list of them, in the order done.
#[derive(Clone, Debug)]
pub struct Effects {
    /// At least one.
    pub list: Vec<Effect>,
}

impl Effects {
    /// Reports what waits for the end of a move that is over.
    pub(super) fn check_over(&self, reader: &mut Reader<'_>) {
        for when in self.list.iter().filter_map(|effect| effect.when) {
            let message = "the move is over by then";
            reader.report(Diagnostic::new(codes::MISPLACED_KEY, when.span, message));
        }
    }
}

impl Read for Effects {
    const WHAT: &'static str = "an effect such as `{ take = \"around\" }`, or a list of them";

    fn example() -> Option<String> {
        Some(r#"{ take = "around" }"#.to_owned())
    }

    fn has_key(key: &str) -> bool {
        Effect::has_key(key)
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let list = match &node.value {
            Value::Table(_) => Effect::read(node, reader).into_iter().collect(),
            Value::Array(_) => Vec::<Effect>::read(node, reader)?,
            _ => {
                reader.mistyped(node, Self::WHAT);
                return None;
            }
        };
        (!list.is_empty()).then_some(Effects { list })
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let effect = Effect::schema(generator);
        json_schema!({ "anyOf": [effect, { "type": "array", "items": effect, "minItems": 1 }] })
    }
}

keys! {
    /// `[effects.NAME]`: what happens besides, whichever rule makes the move.
    pub struct GameEffect {
        /// After which moves.
        required "on" => on: At<Occasion>;
        /// What happens.
        required "do" => effects: Effects;
    }
    later []
    check check_game_effect
}

fn check_game_effect(effect: &GameEffect, _: &Table, reader: &mut Reader<'_>) {
    effect.effects.iter().for_each(|effects| effects.check_over(reader));
}

words! {
    /// After which moves something happens.
    pub enum Occasion {
        /// After a capture: a piece that is not the mover's has left the board, where the move landed or by an effect of
        /// its rule.
        "capture" => Capture,
        /// After every move but a pass, when the effects of its rule have happened.
        "move" => Move,
    }
    later []
}

impl GameEffect {
    /// Whether it happens after such moves.
    pub fn is_on(&self, on: Occasion) -> bool {
        self.on.is_some_and(|said| said.value == on)
    }
}

impl Defined for GameEffect {
    const SPACE: Space = Space::Plain;
}
