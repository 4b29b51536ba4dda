//! `betza` in `[pieces.KIND]`: the rules that it stands for, as if they stood among the moves.
//!
//! They are put there before definitions are merged, so that a variant replaces and drops them by their names.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::At;
use super::read::{Read, Reader};
use super::tree::{Node, Table, Text, Value, spelt};
use crate::betza::{Spelt, rules};
use crate::diagnostic::{Diagnostic, Diagnostics, codes::text as codes};

const BETZA: &str = "betza";

/// A notation that could not be put in the place of rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Betza;

impl Read for Betza {
    const WHAT: &'static str = "moves in Betza's notation: `\"fmWfcF\"`";

    fn example() -> Option<String> {
        Some("\"fmWfcF\"".to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = reader.text(node, Self::WHAT)?;
        if let Err(wrong) = rules(&text.value) {
            let code = if wrong.repeated { codes::REPEATED_KEY } else { codes::BAD_BETZA };
            let place = text.value.get(wrong.at).map_or(node.span, |part| text.place(part));
            let diagnostic = Diagnostic::new(code, place, wrong.message);
            reader.report(match wrong.help {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            });
        }
        Some(Betza)
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1 })
    }
}

/// Puts rules in the place of every notation of a definition's own. What its parent has in such a place is dropped.
/// A notation that cannot be read stays where it is, and is refused by whoever reads the piece.
pub(super) fn spell_out(table: &mut Table, parent: &Table, out: &mut Diagnostics) {
    let Some(pieces) = inner(table, "pieces") else { return };
    let anew = pieces.get(super::merge::INHERITED).is_some();
    for (kind, piece) in &mut pieces.0 {
        let Value::Table(piece) = &mut piece.value else { continue };
        let before = parent.table("pieces").and_then(|pieces| pieces.table(&kind.value));
        let before = before.and_then(|piece| piece.table("moves")).filter(|_| !anew);
        in_piece(piece, before, out);
    }
}

fn inner<'t>(table: &'t mut Table, name: &str) -> Option<&'t mut Table> {
    let (_, node) = table.0.iter_mut().find(|(key, _)| key.value == name)?;
    match &mut node.value {
        Value::Table(table) => Some(table),
        _ => None,
    }
}

fn in_piece(piece: &mut Table, before: Option<&Table>, out: &mut Diagnostics) {
    let Some(at) = piece.position(BETZA) else { return };
    let old: Vec<String> = before.into_iter().flat_map(spelt_names).collect();
    let new = match &piece.0[at].1.value {
        Value::Text(text) => rules(&text.value).ok().map(|rules| entries(text, rules)),
        // Without any there is nothing to drop, which merging refuses.
        Value::Boolean(false) if !old.is_empty() => Some(Vec::new()),
        _ => None,
    };
    let (Some(new), true) = (new, has_room(piece)) else { return };
    let (key, said) = piece.0.remove(at);
    if piece.position("moves").is_none() {
        let moves = Node { value: Value::Table(Table::default()), span: said.span };
        piece.0.insert(at, (At::new("moves".to_owned(), key.span), moves));
    }
    let Some(moves) = inner(piece, "moves") else { return };
    for (name, _) in &new {
        if let Some((given, _)) = moves.get(&name.value) {
            let message = format!("`{}` is given twice", name.value);
            let repeated = Diagnostic::new(codes::REPEATED_KEY, given.span, message)
                .label(name.span, "by these letters");
            out.push(
                repeated
                    .help("a rule of another name can stand beside it; a variant can give this one again"),
            );
        }
    }
    let anew = moves.get(super::merge::INHERITED).is_some();
    let is_new = |name: &String| new.iter().any(|(other, _)| other.value == *name);
    let gone: Vec<String> =
        old.into_iter().filter(|name| !anew && !is_new(name) && moves.get(name).is_none()).collect();
    let gone = gone
        .into_iter()
        .map(|name| (At::new(name, key.span), Node { value: Value::Boolean(false), span: key.span }));
    let given = std::mem::take(&mut moves.0);
    let new = new.into_iter().filter(|(name, _)| given.iter().all(|(other, _)| other.value != name.value));
    moves.0.extend(gone.chain(new));
    moves.0.extend(given);
}

/// Whether the moves of a piece are a table, or can become one.
fn has_room(piece: &Table) -> bool {
    piece.get("moves").is_none_or(|(_, moves)| matches!(moves.value, Value::Table(_)))
}

/// The rules of a notation as entries of a table.
fn entries(text: &Text, rules: Vec<Spelt>) -> Vec<(At<String>, Node)> {
    let entry = |rule: Spelt| {
        let place = text.place(text.value.get(rule.at)?);
        Some((At::new(rule.name, place), spelt(&rule.rule, place)?))
    };
    rules.into_iter().filter_map(entry).collect()
}

/// The names of the rules that a notation stands for.
fn spelt_names(moves: &Table) -> impl Iterator<Item = String> + '_ {
    moves.0.iter().filter(|(_, node)| node.is_spelt()).map(|(name, _)| name.value.clone())
}

/// Refuses notations on a board of hexagons.
pub(super) fn refuse_hexagons(table: &Table, out: &mut Diagnostics) {
    let cells = table.table("board").and_then(|board| board.get("cells"));
    if !cells.is_some_and(|(_, cells)| cells.says("hex")) {
        return;
    }
    let pieces = table.table("pieces").into_iter().flat_map(|pieces| &pieces.0);
    for (_, piece) in pieces {
        let Value::Table(piece) = &piece.value else { continue };
        let spelt = piece.table("moves").and_then(|moves| moves.0.iter().find(|(_, node)| node.is_spelt()));
        if let Some((_, node)) = spelt {
            let message = "Betza's letters are about squares, and this board has hexagons";
            let refused = Diagnostic::new(codes::BAD_BETZA, node.span, message);
            out.push(refused.help("say the rules in `moves`: `go = { step = \"orthogonal\" }`"));
        }
    }
}
