//! Pieces that turn to stone where they capture.

use super::ini::Problem;
use super::kinds::royal;
use super::variant::{Kind, Variant};
use super::writer::Writer;
use crate::betza::Motion;

/// Such pieces beside rules by which captures do more, and such pawns, whose captures are several rules, are refused.
pub(super) fn check(variant: &Variant) -> Result<(), Problem> {
    let kinds = variant.petrified();
    if kinds.is_empty() {
        return Ok(());
    }
    let key = "petrifyOnCaptureTypes";
    let refused = |why: &str| Err(Problem::new(variant.line(key), format!("`{key}` {why} is not supported")));
    for key in ["blastOnCapture", "capturesToHand"] {
        if variant.is(key, false)? {
            return refused(&format!("beside `{key}`"));
        }
    }
    if variant.builds_walls() {
        return refused("beside `wallingRule`");
    }
    if variant.said("flipEnclosedPieces").is_some_and(|rule| rule != "none") {
        return refused("beside `flipEnclosedPieces`");
    }
    match kinds.iter().find(|kind| ["*", "pawn", "janggiCannon"].contains(&kind.as_str())) {
        Some(kind) => refused(&format!("of `{kind}`")),
        None => Ok(()),
    }
}

/// The motions of a kind, those that capture apart where it turns to stone. A royal piece would be lost so, and captures
/// nothing.
pub(super) fn apart(writer: &Writer, kind: &Kind, motions: Vec<Motion>) -> Result<Vec<Motion>, Problem> {
    if !writer.variant.petrified().contains(&kind.key) {
        return Ok(motions);
    }
    let captures = royal(writer, kind)?.is_none();
    let split = |motion: Motion| {
        let goes = motion.goes.then(|| Motion { takes: false, passing: false, ..motion.clone() });
        let name = if motion.goes { format!("{}-capture", motion.name) } else { motion.name.clone() };
        let takes = captures && (motion.takes || motion.passing);
        let takes = takes.then_some(Motion { name, goes: false, ..motion });
        [goes, takes].into_iter().flatten()
    };
    Ok(motions.into_iter().flat_map(split).collect())
}

/// What happens besides where a motion of a kind captures, as a list of effects goes on.
pub(super) fn effect(variant: &Variant, kind: &Kind) -> Option<&'static str> {
    variant.petrified().contains(&kind.key).then_some("{ become = \"to\", kind = \"wall\" }")
}
