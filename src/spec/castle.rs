//! `castle`: a move of two pieces at once.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::keys::{keys, words};
use super::read::{Read, Reader};
use super::tree::Node;
use super::{At, CellName};
use crate::diagnostic::{Diagnostic, codes::text as codes};

keys! {
    /// `castle`: the piece and another one of the same player move at once, neither having moved before. The
    /// cells are the first player's, reflected for the second. All cells that either travels over are empty,
    /// and no cell of the first piece's way can be attacked.
    pub struct Castle {
        /// Where the piece stands: a cell, or `"setup"` for where the setup puts it.
        required "from" => from: At<CastleFrom>;
        /// Where it goes.
        required "to" => to: At<CellName>;
        /// The kind of the other piece.
        required "with" => with: At<String>;
        /// Where that one stands: a cell, or the outermost one of the setup that stands in the row of the first piece, to
        /// its `"left"` or its `"right"`.
        required "with-from" => with_from: At<CastleWith>;
        /// Where it goes.
        required "with-to" => with_to: At<CellName>;
        /// What stands for the right to do so in FEN: a capital for the first player, small for the second.
        optional "right" => right: At<char>;
    }
    later ["empty", "safe"]
}

words! {
    /// A side of a piece, as the first player sees it.
    pub enum Flank {
        /// Towards the first file.
        "left" => Left,
        /// Towards the last file.
        "right" => Right,
    }
    later []
}

/// Where the piece that castles stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CastleFrom {
    /// Where the setup puts the only one of its kind.
    Setup,
    /// On a cell.
    Cell(CellName),
}

/// Where the other piece stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CastleWith {
    /// Where the setup puts the outermost one on a side.
    Outermost(Flank),
    /// On a cell.
    Cell(CellName),
}

/// The word for the cell of the setup.
const SETUP: &str = "setup";

impl Read for CastleFrom {
    const WHAT: &'static str = "a cell such as `\"e1\"`, or `\"setup\"`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = reader.text(node, Self::WHAT)?;
        let said = match text.value.as_str() {
            SETUP => Some(CastleFrom::Setup),
            cell => CellName::parse(cell).map(CastleFrom::Cell),
        };
        said.or_else(|| misread(node, &text.value, Self::WHAT, &[SETUP], reader))
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        cell_or(&[SETUP])
    }
}

impl Read for CastleWith {
    const WHAT: &'static str = "a cell such as `\"h1\"`, or `\"left\"` or `\"right\"`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = reader.text(node, Self::WHAT)?;
        let said = match Flank::parse(&text.value) {
            Some(side) => Some(CastleWith::Outermost(side)),
            None => CellName::parse(&text.value).map(CastleWith::Cell),
        };
        said.or_else(|| misread(node, &text.value, Self::WHAT, Flank::WORDS, reader))
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        cell_or(Flank::WORDS)
    }
}

fn misread<T>(
    node: &Node,
    found: &str,
    what: &str,
    words: &'static [&'static str],
    reader: &mut Reader<'_>,
) -> Option<T> {
    let message = format!("expected {what}, found `{}`", found.escape_debug());
    let unread = Diagnostic::new(codes::BAD_REGION, node.span, message);
    reader.report(unread.suggest(found, words.iter().copied()));
    None
}

fn cell_or(words: &[&str]) -> Schema {
    json_schema!({ "anyOf": [{ "enum": words }, { "type": "string", "pattern": "^[a-z]{1,3}[1-9][0-9]*$" }] })
}
