//! `[known-as]`.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::At;
use super::keys::{keys, words};
use super::read::{Read, Reader};
use super::tree::{Node, Value, parse};
use crate::diagnostic::{Diagnostics, Sources};

keys! {
    /// `[known-as]`: what other programs call the game. A definition that extends this one does not take it over.
    pub struct KnownAs {
        /// What UCI engines and clients call it: a name, or a list of which the first is said and all are understood.
        optional "uci" => uci: ClientNames;
        /// What XBoard calls it.
        optional "cecp" => cecp: At<String>;
        /// What programs that speak GTP call it.
        optional "gtp" => gtp: At<String>;
        /// The tag `Variant` of its games in PGN.
        optional "pgn" => pgn: At<String>;
        /// The number of the game in PDN, the format of draughts: 20 is international draughts. It stands in the tag
        /// `GameType`.
        optional "pdn" => pdn: At<u32>;
        /// The number of the game in SGF.
        optional "sgf" => sgf: At<u32>;
        /// The rule bits that stand for it in Gomocup's protocol: 0 free, 1 exactly five, 8 and 9 the rules of
        /// closed fives.
        optional "gomocup" => gomocup: At<u32>;
        /// The letter that other programs write before a drop, as in `P@e4`, where banco writes the cell alone.
        optional "drop" => drop: At<char>;
        /// From where ranks are counted in GTP; from the bottom, unless it is said.
        optional "coordinates" => coordinates: At<Coordinates>;
        /// Whether PolyGlot's opening books are for this game: it is chess.
        optional "polyglot" => polyglot: At<bool>;
        /// The dialects in which a client means this game that names none.
        optional "default" => default: Vec<At<DialectWord>>;
    }
    later []
    merges true
}

words! {
    /// A dialect in which programs that play board games talk.
    pub enum DialectWord {
        /// Universal Chess Interface.
        "uci" => Uci,
        /// Universal Chinese Chess Interface.
        "ucci" => Ucci,
        /// Universal Shogi Interface.
        "usi" => Usi,
        /// Universal Game Interface.
        "ugi" => Ugi,
        /// The protocol of XBoard.
        "cecp" => Cecp,
        /// The protocol of Gomocup's managers.
        "gomocup" => Gomocup,
        /// Go Text Protocol.
        "gtp" => Gtp,
    }
    later []
}

words! {
    /// From where others count ranks.
    pub enum Coordinates {
        /// As banco does.
        "from-bottom" => FromBottom,
        /// The upper rank is the first.
        "from-top" => FromTop,
    }
    later []
}

/// Names that mean the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClientNames(pub Vec<At<String>>);

impl Read for ClientNames {
    const WHAT: &'static str = "a name or a list of names";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Array(_) => Vec::read(node, reader).map(ClientNames),
            _ => At::read(node, reader).map(|name| ClientNames(vec![name])),
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let (name, names) = (String::schema(generator), Vec::<At<String>>::schema(generator));
        json_schema!({ "anyOf": [name, names] })
    }
}

/// What a definition itself says that others call it, whatever else is right or wrong about it.
pub fn known_as(text: &str) -> Option<KnownAs> {
    if !text.contains("[known-as]") {
        return None;
    }
    let (mut sources, mut ignored) = (Sources::new(), Diagnostics::new());
    let main = sources.add("<text>", text);
    let parsed = parse(&sources, main, &mut ignored);
    let node = parsed.table.get("known-as")?.1.clone();
    KnownAs::read(&node, &mut Reader::new(&sources, &mut ignored))
}
