//! `[regions]`, and cell sets wherever they appear.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::names::{Space, is_cell, is_name};
use super::read::{Defined, Read, Reader, as_list};
use super::tree::{Node, Table, Text, Value};
use super::{At, Drawing, Named};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes};

/// A set of cells: everything in any of its parts. At least one part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// The parts.
    pub parts: Vec<At<RegionPart>>,
    /// Where it stands.
    pub span: Span,
}

impl Region {
    /// Whether it means the same on boards of every size, as far as the regions do that it names.
    pub fn fits_every_size(&self) -> bool {
        self.parts.iter().all(|part| match &part.value {
            RegionPart::Cells(pattern) => pattern.fits_every_size(),
            RegionPart::Drawing(_) => false,
            RegionPart::Name(_) | RegionPart::BuiltIn(_) => true,
        })
    }
}

/// One part of a cell set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RegionPart {
    /// A region of `[regions]`.
    Name(String),
    /// A region that every game has.
    BuiltIn(BuiltIn),
    /// Cells by their names.
    Cells(Pattern),
    /// A picture of the board: `x` in, `.` out.
    Drawing(Drawing),
}

/// A region that every game has, relative to a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BuiltIn {
    /// `rank-1` and so on: that rank, counted from the player's side, from 1.
    Rank(u32),
    /// `last-rank`: the rank farthest from the player.
    LastRank,
    /// `own-half`: the player's half, without the middle rank of an odd board.
    OwnHalf,
    /// `enemy-half`: the other half, without the middle rank of an odd board.
    EnemyHalf,
    /// `edge`: the outermost cells.
    Edge,
    /// `board`: every cell.
    Board,
    /// `file`: the file of the landing cell, in drop rules.
    File,
    /// `around`: the neighbours of the landing cell, in drop rules.
    Around,
}

/// Cells by their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// `"e4"`.
    Cell(CellName),
    /// `"d1:f3"`: two opposite corners.
    Rectangle(CellName, CellName),
    /// `"*8"`: a rank, by its number.
    Rank(u32),
    /// `"c*"`: a file, by its letters.
    File(String),
}

impl Pattern {
    /// Whether it means the same corner or edge on boards of every size.
    pub fn fits_every_size(&self) -> bool {
        let first = |cell: &CellName| cell.file == "a" && cell.rank == 1;
        match self {
            Pattern::Cell(cell) => first(cell),
            Pattern::Rectangle(one, other) => first(one) && first(other),
            Pattern::Rank(rank) => *rank == 1,
            Pattern::File(file) => file == "a",
        }
    }
}

/// The name of a cell. Whether the board has it is not known here.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CellName {
    /// The letters of the file, small.
    pub file: String,
    /// The number of the rank, at least 1.
    pub rank: u32,
}

/// An entry of `[regions]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RegionEntry {
    /// The same for both players.
    Same(Region),
    /// `{ own = … }`: as the first player has it, reflected for the second.
    Own(Region),
    /// `{ white = …, black = … }`: for each player, by the player's name.
    PerPlayer(Named<Region>),
}

impl RegionEntry {
    /// What it is made of.
    pub fn regions(&self) -> Vec<&Region> {
        match self {
            RegionEntry::Same(region) | RegionEntry::Own(region) => vec![region],
            RegionEntry::PerPlayer(each) => each.iter().map(|entry| &entry.value).collect(),
        }
    }

    /// Whether it names cells, so that it is for boards of one size. A whole rank is one on wider boards, too.
    pub fn names_cells(&self) -> bool {
        let is_cells = |part: &At<RegionPart>| match &part.value {
            RegionPart::Cells(Pattern::Rank(_)) => false,
            RegionPart::Cells(_) => true,
            RegionPart::Name(_) | RegionPart::BuiltIn(_) | RegionPart::Drawing(_) => false,
        };
        self.regions().into_iter().any(|region| region.parts.iter().any(is_cells))
    }
}

/// The `[regions]` table.
pub type Regions = Named<RegionEntry>;

impl Defined for RegionEntry {
    const SPACE: Space = Space::Region;
}

impl Read for Region {
    const WHAT: &'static str =
        "a region: a name, cells such as `\"e4\"` or `\"d1:f3\"`, a list, or a drawing";

    fn example() -> Option<String> {
        Some(r#""last-rank""#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let parts: Vec<At<RegionPart>> = match &node.value {
            Value::Array(nodes) if nodes.is_empty() => {
                reader.report(Diagnostic::new(codes::EMPTY_LIST, node.span, "this list must not be empty"));
                return None;
            }
            Value::Array(nodes) => nodes.iter().filter_map(|n| part(n, reader)).collect(),
            _ => part(node, reader).into_iter().collect(),
        };
        (!parts.is_empty()).then_some(Region { parts, span: node.span })
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Region>()
    }
}

impl JsonSchema for Region {
    fn schema_name() -> Cow<'static, str> {
        "Region".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let part = json_schema!({ "type": "string", "minLength": 1 });
        json_schema!({
            "description": "A set of cells: the name of a region, `\"e4\"` a cell, `\"d1:f3\"` a rectangle, \
                            `\"*8\"` a rank, `\"c*\"` a file, a list of these, or a drawing (`x` in, `.` out).",
            "anyOf": [part, { "type": "array", "items": part, "minItems": 1 }],
        })
    }
}

impl Read for RegionEntry {
    const WHAT: &'static str = "a region, `{ own = REGION }`, or a region for each player";

    fn example() -> Option<String> {
        Some(r#"["a1", "c3:d4"]"#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Table(table) = &node.value else {
            return Region::read(node, reader).map(RegionEntry::Same);
        };
        if table.0.is_empty() {
            reader.report(Diagnostic::new(codes::EMPTY_LIST, node.span, "this table must not be empty"));
            return None;
        }
        match table.get("own") {
            Some((_, own)) => {
                refuse_beside_own(table, reader);
                Region::read(own, reader).map(RegionEntry::Own)
            }
            None => {
                let mut each = Named::default();
                for (name, node) in &table.0 {
                    each.push(name.clone(), Region::read(node, reader));
                }
                Some(RegionEntry::PerPlayer(each))
            }
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let region = generator.subschema_for::<Region>();
        let each = json_schema!({ "type": "object", "additionalProperties": region, "minProperties": 1 });
        json_schema!({ "anyOf": [region, each] })
    }
}

fn refuse_beside_own(table: &Table, reader: &mut Reader<'_>) {
    for (key, _) in table.0.iter().filter(|(key, _)| key.value != "own") {
        let message = format!("`{}` cannot stand beside `own`", key.value.escape_debug());
        let help = "give `own` alone, or a region for each player";
        reader.report(Diagnostic::new(codes::MISPLACED_KEY, key.span, message).help(help));
    }
}

fn part(node: &Node, reader: &mut Reader<'_>) -> Option<At<RegionPart>> {
    let text = reader.text(node, Region::WHAT)?;
    let part =
        if Drawing::is_mask(&text.value) { mask(node, text, reader)? } else { words(node, text, reader)? };
    Some(At::new(part, node.span))
}

fn words(node: &Node, text: &Text, reader: &mut Reader<'_>) -> Option<RegionPart> {
    let part = word(&text.value);
    if part.is_none() {
        let message = format!("`{}` is no region", text.value.escape_debug());
        let help = RegionPart::meant(&text.value).unwrap_or_else(|| {
            "a region is a name, a cell `e4`, a rectangle `d1:f3`, a rank `*8`, a file `c*`, a list of \
             these, or a drawing with a line for each rank"
                .to_owned()
        });
        reader.report(Diagnostic::new(codes::BAD_REGION, node.span, message).help(help));
    }
    part
}

fn mask(node: &Node, text: &Text, reader: &mut Reader<'_>) -> Option<RegionPart> {
    let drawing = Drawing::of(text, node.span);
    let odd =
        drawing.rows.iter().flat_map(|row| &row.cells).find(|cell| cell.value != 'x' && cell.value != '.');
    if let Some(cell) = odd {
        let message = format!("`{}` in the drawing of a region", cell.value.letter.escape_debug());
        let diagnostic = Diagnostic::new(codes::BAD_REGION, cell.span, message);
        reader.report(diagnostic.help("`x` is a cell of the region, `.` one outside it"));
        return None;
    }
    if drawing.rows.is_empty() {
        reader.report(Diagnostic::new(codes::EMPTY_LIST, node.span, "this drawing has no row"));
        return None;
    }
    Some(RegionPart::Drawing(drawing))
}

pub(super) fn word(text: &str) -> Option<RegionPart> {
    if let Some((from, to)) = text.split_once(':') {
        return Some(RegionPart::Cells(Pattern::Rectangle(CellName::parse(from)?, CellName::parse(to)?)));
    }
    if let Some(rank) = text.strip_prefix('*') {
        return Some(RegionPart::Cells(Pattern::Rank(number(rank)?)));
    }
    if let Some(file) = text.strip_suffix('*') {
        let letters = (1..=3).contains(&file.len()) && file.bytes().all(|b| b.is_ascii_lowercase());
        return letters.then(|| RegionPart::Cells(Pattern::File(file.to_owned())));
    }
    if is_cell(text) {
        return CellName::parse(text).map(|cell| RegionPart::Cells(Pattern::Cell(cell)));
    }
    let built_in = match text {
        "last-rank" => BuiltIn::LastRank,
        "own-half" => BuiltIn::OwnHalf,
        "enemy-half" => BuiltIn::EnemyHalf,
        "edge" => BuiltIn::Edge,
        "board" => BuiltIn::Board,
        "file" => BuiltIn::File,
        "around" => BuiltIn::Around,
        _ => match text.strip_prefix("rank-").filter(|rank| rank.bytes().all(|b| b.is_ascii_digit())) {
            Some(rank) => BuiltIn::Rank(number(rank)?),
            None => return is_name(text).then(|| RegionPart::Name(text.to_owned())),
        },
    };
    Some(RegionPart::BuiltIn(built_in))
}

impl RegionPart {
    /// How to write what may be meant by a text that is no region, or names none: cells with something
    /// else than a colon between them, or in capitals.
    pub fn meant(text: &str) -> Option<String> {
        let small = text.trim().to_lowercase();
        let two = |between: &str| {
            let (one, other) = small.split_once(between)?;
            let cells = [one.trim(), other.trim()];
            cells.iter().all(|cell| CellName::parse(cell).is_some()).then(|| cells.map(str::to_owned))
        };
        if let Some([one, other]) = ["..", "-", "–", "/", " to "].into_iter().find_map(two) {
            return Some(format!("a rectangle is written `{one}:{other}`"));
        }
        let cells: Vec<&str> = small.split([',', ' ', ';']).filter(|cell| !cell.is_empty()).collect();
        let one = cells.join("-");
        let is_name = |text: &str| matches!(word(text), Some(RegionPart::Name(_)));
        if cells.len() > 1 && matches!(word(&one), Some(RegionPart::BuiltIn(_))) {
            return Some(format!("did you mean `{one}`?"));
        }
        let cells: Vec<&str> = cells.into_iter().filter(|cell| !matches!(*cell, "and" | "or")).collect();
        if cells.len() > 1 && cells.iter().all(|cell| word(cell).is_some()) {
            let several = format!("several are a list: `{}`", as_list(&cells));
            return Some(match cells.iter().all(|cell| is_name(cell)) {
                true => format!("a name has no blanks: `{one}`; {several}"),
                false => several,
            });
        }
        let in_capitals = small != text && word(&small).is_some();
        in_capitals.then(|| format!("cells and names are written in lower case: `{small}`"))
    }
}

/// The number of a rank: from 1, without leading zeros.
fn number(digits: &str) -> Option<u32> {
    let plain = !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

impl CellName {
    /// The cell that a text such as `e4` names.
    pub fn parse(text: &str) -> Option<CellName> {
        let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let (file, rank) = text.split_at(letters);
        (1..=3).contains(&letters).then_some(())?;
        Some(CellName { file: file.to_owned(), rank: number(rank)? })
    }
}

impl Read for CellName {
    const WHAT: &'static str = "a cell such as `\"e4\"`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = reader.text(node, Self::WHAT)?;
        let cell = CellName::parse(&text.value);
        if cell.is_none() {
            let message = format!("expected {}, found `{}`", Self::WHAT, text.value.escape_debug());
            reader.report(Diagnostic::new(codes::BAD_REGION, node.span, message));
        }
        cell
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 2 })
    }
}

impl std::fmt::Display for CellName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.file, self.rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn region_words_are_cells_patterns_or_names() {
        let cell = |file: &str, rank| CellName { file: file.to_owned(), rank };
        assert_eq!(word("e4"), Some(RegionPart::Cells(Pattern::Cell(cell("e", 4)))));
        let corners = Pattern::Rectangle(cell("d", 1), cell("aa", 13));
        assert_eq!(word("d1:aa13"), Some(RegionPart::Cells(corners)));
        assert_eq!(word("*8"), Some(RegionPart::Cells(Pattern::Rank(8))));
        assert_eq!(word("c*"), Some(RegionPart::Cells(Pattern::File("c".to_owned()))));
        assert_eq!(word("rank-2"), Some(RegionPart::BuiltIn(BuiltIn::Rank(2))));
        assert_eq!(word("palace"), Some(RegionPart::Name("palace".to_owned())));
        for bad in
            ["", "e0", "e04", "*", "*0", "E4", "d1:", "d1:f", "rank-0", "a b", "abcd4", "é1", "e99999999999"]
        {
            assert_eq!(word(bad), None, "{bad}");
        }
    }
}
