//! `[score]`.

use std::fmt;

use schemars::{Schema, SchemaGenerator, json_schema};

use super::At;
use super::keys::keys;
use super::plain::MAX_POINTS;
use super::read::{Read, Reader};
use super::tree::{Node, Value};
use crate::diagnostic::{Diagnostic, codes::text as codes};

keys! {
    /// `[score]`: who has more where an end has `winner = "score"`.
    pub struct Score {
        /// What each piece of a kind on the board counts for its owner.
        keyed "values" => values: At<i32>;
        /// What each empty cell counts for a player whose pieces alone are beside its region: the empty cells joined to
        /// it along files and ranks. Pieces of nobody are like the edge of the board.
        optional "area" => area: At<i32>;
        /// What a player has without a piece: `{ white = 7.5 }`. Halves are allowed.
        keyed "bonus" => bonus: At<Halves>;
    }
    later []
    merges true
}

/// Points of which halves are allowed, counted in half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halves(pub i32);

impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::game::halves(self.0.into()))
    }
}

impl Read for Halves {
    const WHAT: &'static str = "a number of points, halves allowed";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        if !matches!(node.value, Value::Float) {
            let whole = reader.number(node, Self::WHAT, -MAX_POINTS, MAX_POINTS)?;
            return Some(Halves(i32::try_from(2 * whole).ok()?));
        }
        let text = reader.sources.slice(node.span).replace('_', "");
        let doubled = text.parse().map_or(f64::NAN, |points: f64| 2.0 * points);
        let most = (2 * MAX_POINTS) as f64;
        if doubled.fract() == 0.0 && (-most..=most).contains(&doubled) {
            return Some(Halves(doubled as i32));
        }
        let message = format!("expected {}, found {}", Self::WHAT, reader.sources.slice(node.span));
        let help = format!("whole and half numbers from -{MAX_POINTS} to {MAX_POINTS} can stand here");
        reader.report(Diagnostic::new(codes::OUT_OF_RANGE, node.span, message).help(help));
        None
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "number", "minimum": -MAX_POINTS, "maximum": MAX_POINTS, "multipleOf": 0.5,
        })
    }
}
