//! `[pieces.KIND]`.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::keys::{keys, words};
use super::names::Space;
use super::plain::Positive;
use super::read::{Defined, Read, Reader};
use super::tree::{Node, Table, Value};
use super::{At, Betza, Effects, Letter, MoveRule, Named, Region, Symbols};
use crate::diagnostic::{Diagnostic, codes::text as codes};
use crate::game::Royalty;

keys! {
    /// `[pieces.KIND]`: a kind of piece.
    pub struct Piece {
        /// The letter of each player's pieces: `{ white = "W", black = "B" }`.
        keyed "letters" => letters: At<Letter>;
        /// One letter for both: a capital for the first player, small for the second. A `+` may stand before
        /// it, or a `~` behind it.
        optional "letter" => letter: At<Letter>;
        /// `"neutral"`: its pieces belong to nobody. They bar ways, and do not move by themselves.
        optional "owner" => owner: At<PieceOwner>;
        /// What it looks like where pieces are drawn as symbols: `"♞"` for both players, or `"♘ ♞"`.
        optional "symbol" => symbol: Symbols;
        /// The kinds whose rules it has, but for drops and castling; called `queen.rook.slide`.
        optional "like" => like: Names;
        /// How it moves in Betza's notation: `betza = "fmWfcF"`. Stands for rules in `moves` before those that are
        /// given there, each called by its letters: `fmw` and `fcf`. A variant that says it again replaces them all.
        optional "betza" => betza: Betza;
        /// What every move of the piece does besides, after what its rule does.
        optional "do" => effects: Effects;
        /// How the piece moves, a named rule each.
        named "moves" => moves: MoveRule;
        /// Where pieces of this kind may land.
        optional "within" => within: Region;
        /// The enemy must not be able to take it after the owner's move: `"each"` piece of this kind; of `"any"`, only the
        /// last one counts; of `"all"`, one may be left to be taken while another is safe.
        optional "royal" => royal: At<Royalty>;
        /// What it becomes when it reaches some cells.
        optional "promote" => promote: Promotion;
        /// The most pieces of the kind that a player can have on the board: what promotions and drops from the
        /// supply can make.
        optional "supply" => supply: At<u32> = Positive;
        /// The kind that it is in a hand.
        optional "base" => base: At<String>;
    }
    later []
    merges true
    example r#"{ letter = "K" }"#
    check check
}

words! {
    /// Whose the pieces of a kind are, where they are not the players'.
    pub enum PieceOwner {
        /// Nobody's.
        "neutral" => Neutral,
    }
    later []
}

words! { Royalty { "each" => Each, "any" => Any, "all" => All, } later [] }

keys! {
    /// `promote`: what a piece becomes after a move of its own. Never by a drop.
    pub struct Promotion {
        /// The kinds to choose from, for both players or for each.
        required "to" => to: Choices;
        /// It promotes where it lands here.
        optional "on" => on: Region;
        /// It promotes where it starts or lands here. Instead of `on`.
        optional "from-or-to" => from_or_to: Region;
        /// It may also stay what it is.
        optional "optional" => optional: At<bool>;
        /// Where it lands here it cannot stay what it is.
        optional "forced" => forced: Region;
        /// When a piece that goes on promotes: where the whole move ends, by default.
        optional "chain" => chain: At<InChain>;
    }
    later []
    example r#"{ to = "queen", on = "last-rank" }"#
    check check_promotion
}

words! {
    /// When a piece that goes on after it has landed promotes.
    pub enum InChain {
        /// Where the whole move ends.
        "waits" => Waits,
        /// Where it lands, and there the move ends.
        "ends" => Ends,
        /// Where it lands, and it goes on as what it has become.
        "goes-on" => GoesOn,
    }
    later []
}

fn check_promotion(promotion: &Promotion, table: &Table, reader: &mut Reader<'_>) {
    let message = match (table.get("on"), table.get("from-or-to")) {
        (Some(_), Some(_)) => "`on` and `from-or-to` say the same thing twice",
        (None, None) if !reader.is_incomplete() => "a promotion needs `on` or `from-or-to`",
        _ => return,
    };
    reader.report(Diagnostic::new(codes::MISSING_KEY, promotion.at, message));
}

/// The kinds that a piece may become.
#[derive(Clone, Debug)]
pub enum Choices {
    /// The same for both players.
    Same(Names),
    /// `{ white = …, black = … }`: for each player, by the player's name.
    PerPlayer(Named<Names>),
}

impl Read for Choices {
    const WHAT: &'static str = "a kind, a list of kinds, or such for each player";

    fn example() -> Option<String> {
        Some(r#""queen""#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Table(table) = &node.value else { return Names::read(node, reader).map(Choices::Same) };
        let mut each = Named::default();
        for (name, node) in &table.0 {
            each.push(name.clone(), Names::read(node, reader));
        }
        Some(Choices::PerPlayer(each))
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let names = Names::schema(generator);
        let each = json_schema!({ "type": "object", "additionalProperties": names, "minProperties": 1 });
        json_schema!({ "anyOf": [names, each] })
    }
}

/// One name or a list of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names {
    /// At least one.
    pub list: Vec<At<String>>,
}

impl Read for Names {
    const WHAT: &'static str = "a name or a list of names";

    fn example() -> Option<String> {
        Some(r#"["queen", "rook"]"#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let list = match &node.value {
            Value::Array(_) => Vec::<At<String>>::read(node, reader)?,
            _ => vec![At::<String>::read(node, reader)?],
        };
        (!list.is_empty()).then_some(Names { list })
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        let name = json_schema!({ "type": "string", "minLength": 1 });
        json_schema!({ "anyOf": [name, { "type": "array", "items": name, "minItems": 1 }] })
    }
}

impl Defined for Piece {
    const SPACE: Space = Space::Kind;
}

/// What only a player's piece can have.
const OWNED: &[&str] =
    &["letters", "like", "betza", "do", "moves", "within", "royal", "promote", "supply", "base"];

fn check(piece: &Piece, table: &Table, reader: &mut Reader<'_>) {
    piece.effects.iter().for_each(|effects| effects.check_over(reader));
    if piece.owner.is_some() {
        for (key, _) in table.0.iter().filter(|(key, _)| OWNED.contains(&key.value.as_str())) {
            let message = format!("`{}` means nothing of a piece that belongs to nobody", key.value);
            reader.report(Diagnostic::new(codes::MISPLACED_KEY, key.span, message));
        }
    }
    match (table.get("letter"), table.get("letters")) {
        (Some((letter, _)), Some((letters, _))) => {
            let message = "`letter` and `letters` say the same thing twice";
            let diagnostic = Diagnostic::new(codes::MISPLACED_KEY, letter.span, message);
            reader.report(diagnostic.label(letters.span, "given here too").help("keep one of them"));
        }
        (None, None) if !reader.is_incomplete() && !table.is_misspelt::<Piece>() => {
            let message = "a piece needs a letter";
            let meant = reader.sibling().map(|name| format!("did you mean `{name}`, which has one?"));
            let help = "`letter = \"N\"` (small for the second player), or `letters = { … }` for each player";
            let help =
                meant.map_or_else(|| help.to_owned(), |meant| format!("{meant} A new piece needs {help}"));
            reader.report(Diagnostic::new(codes::MISSING_KEY, piece.at, message).help(help));
        }
        _ => {}
    }
}
