//! Walls that are built beside moves.

use super::ini::Problem;
use super::variant::Variant;
use super::writer::{Cells, SIDES, Writer, refused};

/// Refuses walls beside what a definition cannot say of them.
pub(super) fn check(writer: &Writer) -> Result<(), Problem> {
    let variant = writer.variant;
    let Some(rule) = variant.said("wallingRule").filter(|rule| *rule != "none") else { return Ok(()) };
    let beside = |key: &str, what: &str| {
        let message = format!("{what} beside `wallingRule = {rule}` is not supported");
        Err(Problem::new(variant.line(key).max(variant.line("wallingRule")), message))
    };
    if let Some(key) = ["wallingRegionWhite", "wallingRegionBlack"]
        .into_iter()
        .find(|key| rule == "past" && variant.said(key).is_some())
    {
        return beside(key, &format!("`{}`", variant.called(key)));
    }
    if variant.is("pieceDrops", false)? {
        return beside("pieceDrops", "`pieceDrops`");
    }
    if !writer.promoted.is_empty() {
        return beside("promotedPieceType", "`promotedPieceType`");
    }
    if rule == "arrow" {
        if writer.kinds.iter().any(|kind| kind.key == "pawn") {
            return beside("pawn", "`pawn`");
        }
        if !writer.passing.is_empty() {
            return beside("enPassantTypes", "`enPassantTypes`");
        }
        if variant.is("castling", true)? && writer.doc.says_anywhere("castle = {") {
            return beside("castling", "`castling`");
        }
    }
    Ok(())
}

/// The wall that a piece leaves where it comes from, as an effect.
pub(super) fn left(variant: &Variant) -> Option<String> {
    let past = variant.said("wallingRule") == Some("past");
    past.then(|| "{ put = \"from\", kind = \"wall\" }".to_owned())
}

/// Where walls may be put, as what a stage says besides: nothing where that is everywhere.
pub(super) fn region(writer: &mut Writer) -> Result<String, Problem> {
    let mut cells = [writer.all(), writer.all()];
    for ((side, _), cells) in SIDES.iter().zip(&mut cells) {
        if let Some(said) =
            writer.variant.cells(&format!("wallingRegion{side}"), (writer.files, writer.ranks))?
        {
            *cells = said;
        }
    }
    let whole = writer.all().len();
    Ok(match cells.iter().all(|cells: &Cells| cells.len() == whole) {
        true => String::new(),
        false => format!(", to = {}", writer.region("walls", cells)),
    })
}

/// What a rule says of the stage that builds a wall, if there is one of its own.
pub(super) fn stage(writer: &mut Writer, travel: &str) -> Result<String, Problem> {
    match writer.variant.said("wallingRule") {
        None | Some("none" | "duck" | "past") => Ok(String::new()),
        Some("arrow") => {
            let to = region(writer)?;
            Ok(format!(", then = {{ put = \"wall\", {travel}{to} }}"))
        }
        Some(_) => Err(refused(writer.variant, "wallingRule")),
    }
}

/// What a rule says of its effects: none, one, or a list.
pub(super) fn deeds(deeds: &[String]) -> String {
    match deeds {
        [] => String::new(),
        [one] => format!(", do = {one}"),
        all => format!(", do = [{}]", all.join(", ")),
    }
}
