//! What kinds become, and what they turn back into.

use super::ini::Problem;
use super::kinds::{droppable, mobile, royal};
use super::pawns::stays;
use super::variant::{Kind, Variant};
use super::writer::{Cells, Promoted, SIDES, Writer};
use crate::betza;

/// What has been promoted turns back, and may be dropped as what it has become.
pub(super) fn demotion(writer: &mut Writer, promoted: &Promoted) -> Result<(), Problem> {
    let (variant, table) = (writer.variant, format!("pieces.{}", promoted.name));
    let Some(base) = variant.by_key(&promoted.base).cloned() else { return Ok(()) };
    if variant.is("pieceDemotion", false)? {
        let optional = if variant.is("mandatoryPiecePromotion", false)? { "" } else { ", optional = true" };
        let zone = zone(writer)?;
        let on = writer.region("promotion-zone", zone);
        say(writer, &table, &format!("{{ to = \"{}\", from-or-to = {on}{optional} }}", base.name))?;
    }
    if variant.is("dropPromoted", false)?
        && variant.is("pieceDrops", false)?
        && royal(writer, &base)?.is_none()
    {
        let cells = droppable(writer, &promoted.like)?;
        let whole = cells.iter().all(|cells| cells.len() == writer.all().len());
        let to = if whole { String::new() } else { format!(", to = {}", writer.region("drops", cells)) };
        writer.doc.say(&format!("{table}.moves"), "drop", format!("{{ drop = \"hand\"{to} }}"));
        writer.drops.push((base.key, format!("{}.drop", promoted.name)));
    }
    Ok(())
}

pub(super) fn promotes(writer: &Writer, kind: &Kind) -> Result<bool, Problem> {
    let pawn = SIDES.iter().any(|(side, _)| {
        writer.variant.set("promotionPawnTypes", side, &["pawn"]).contains(&kind.key)
            && !writer
                .variant
                .set("promotionPieceTypes", side, &["queen", "rook", "bishop", "knight"])
                .is_empty()
    });
    Ok(pawn || writer.promoted.iter().any(|promoted| promoted.base == kind.key))
}

/// How many of a kind a player can get by promotion.
pub(super) fn limit(variant: &Variant, kind: &Kind) -> Result<Option<String>, Problem> {
    let limits = variant.pairs("promotionLimit")?;
    let own = limits.into_iter().find(|(letter, _)| letter.to_ascii_uppercase() == kind.letter);
    Ok(own.map(|(_, most)| most).filter(|most| most != "0"))
}

pub(super) fn promotion(writer: &mut Writer, kind: &Kind) -> Result<(), Problem> {
    let variant = writer.variant;
    let zone = zone(writer)?;
    let sets = SIDES.map(|(side, _)| {
        let pawn = variant.set("promotionPawnTypes", side, &["pawn"]).contains(&kind.key);
        let to = variant.set("promotionPieceTypes", side, &["queen", "rook", "bishop", "knight"]);
        if pawn { to } else { Vec::new() }
    });
    let promoted = writer.promoted.iter().find(|promoted| promoted.base == kind.key).cloned();
    let table = format!("pieces.{}", kind.name);
    // What a player never has of the kind says nothing.
    let has = |white: bool| {
        let standing = writer.standing();
        let stands = standing.iter().any(|piece| piece.letter == kind.letter && piece.white == white);
        stands || writer.start.has_hands
    };
    let sets = match [has(true), has(false)] {
        [true, false] => [sets[0].clone(), sets[0].clone()],
        [false, true] => [sets[1].clone(), sets[1].clone()],
        _ => sets,
    };
    if sets.iter().any(|set| !set.is_empty()) && !zone.iter().all(Vec::is_empty) {
        if sets[0] != sets[1] || promoted.is_some() {
            let pawns = SIDES.map(|(side, _)| variant.set("promotionPawnTypes", side, &["pawn"]));
            let key = match (promoted, pawns[0] == pawns[1]) {
                (Some(_), _) => "promotedPieceType",
                (None, true) => "promotionPieceTypes",
                (None, false) => "promotionPawnTypes",
            };
            let message =
                format!("`{}` of `{}`: unlike promotions are not supported", said(variant, key), kind.name);
            return Err(Problem::new(variant.line(key), message));
        }
        let names = pawn_choices(writer, kind, &sets[0])?;
        let mandatory = variant.is("mandatoryPawnPromotion", true)?;
        let to = betza::listed(&names);
        let optional = optional(writer, kind, &zone, !mandatory)?;
        stays(writer, kind, &to, &zone)?;
        let on = writer.region("promotion-zone", zone);
        writer.doc.say(&table, "promote", format!("{{ to = {to}, on = {on}{optional} }}"));
        return Ok(());
    }
    if let Some(Promoted { name, .. }) = promoted {
        let mandatory = variant.is("mandatoryPiecePromotion", false)?;
        let optional = optional(writer, kind, &zone, !mandatory)?;
        if variant.is("piecePromotionOnCapture", false)? {
            stuck_on_the_way(writer, kind)?;
        } else {
            stays(writer, kind, &format!("\"{name}\""), &zone)?;
        }
        let on = writer.region("promotion-zone", zone);
        say(writer, &table, &format!("{{ to = \"{name}\", from-or-to = {on}{optional} }}"))?;
    }
    Ok(())
}

/// A key as the file says it: for both players, or for one.
fn said(variant: &Variant, key: &str) -> String {
    let each = ["", "White", "Black"].map(|side| format!("{key}{side}"));
    let line = variant.line(key);
    let said = each.iter().find(|key| line > 0 && variant.says_in(key, line));
    said.map_or(key, |key| variant.called(key)).to_owned()
}

/// What becomes another kind by captures alone, and could go where it cannot move on, is refused.
fn stuck_on_the_way(writer: &Writer, kind: &Kind) -> Result<(), Problem> {
    let all = writer.all().len();
    if mobile(writer, kind)?.iter().all(|cells| cells.len() == all) {
        return Ok(());
    }
    let variant = writer.variant;
    let message =
        format!("`piecePromotionOnCapture` beside `immobilityIllegal` of `{}` is not supported", kind.name);
    Err(Problem::new(variant.line("piecePromotionOnCapture"), message))
}

/// The cells where a kind promotes, for each player.
pub(super) fn zone(writer: &Writer) -> Result<[Cells; 2], Problem> {
    let mut zone = [Cells::new(), Cells::new()];
    for ((side, _), (cells, rank)) in SIDES.iter().zip(zone.iter_mut().zip([7, 0])) {
        let usual = || writer.all().into_iter().filter(|cell| cell.1 == rank).collect();
        let size = (writer.files, writer.ranks);
        *cells = writer.variant.cells(&format!("promotionRegion{side}"), size)?.unwrap_or_else(usual);
    }
    Ok(zone)
}

/// Says what a kind becomes by its moves, or by those that take.
fn say(writer: &mut Writer, table: &str, promote: &str) -> Result<(), Problem> {
    match writer.variant.is("piecePromotionOnCapture", false)? {
        true => writer.doc.say_of_captures(&format!("{table}.moves"), &format!("promote = {promote}")),
        false => writer.doc.say(table, "promote", promote),
    }
    Ok(())
}

/// What is said of a promotion that may be declined, and where it may not.
fn optional(writer: &mut Writer, kind: &Kind, zone: &[Cells; 2], optional: bool) -> Result<String, Problem> {
    let mobile = mobile(writer, kind)?;
    let mut cells = [Cells::new(), Cells::new()];
    for (side, cells) in cells.iter_mut().enumerate() {
        *cells = writer.all().into_iter().filter(|cell| !mobile[side].contains(cell)).collect();
        if cells.iter().any(|cell| !zone[side].contains(cell)) {
            let message =
                format!("`immobilityIllegal` outside the promotion zone of `{}` is not supported", kind.name);
            return Err(Problem::new(writer.variant.line("immobilityIllegal"), message));
        }
    }
    Ok(match (optional, cells.iter().all(Vec::is_empty)) {
        (false, _) => String::new(),
        (true, true) => ", optional = true".to_owned(),
        (true, false) => format!(", optional = true, forced = {}", writer.region("end-zone", cells)),
    })
}

/// What pawns become; where captured pieces come back, what was a pawn comes back as one.
fn pawn_choices(writer: &mut Writer, kind: &Kind, set: &[String]) -> Result<Vec<String>, Problem> {
    let variant = writer.variant;
    let back = variant.is("pieceDrops", false)?
        && variant.is("capturesToHand", false)?
        && !variant.is("dropLoop", false)?;
    let order = ["queen", "rook", "bishop", "knight"];
    let mut keys: Vec<String> = set.to_vec();
    keys.sort_by_key(|key| order.iter().position(|other| other == key).unwrap_or(order.len()));
    keys.dedup();
    let mut names = Vec::new();
    for key in keys.iter().filter(|key| **key != kind.key) {
        let Some(like) = variant.by_key(key).cloned() else { continue };
        if !back {
            names.push(like.name.clone());
            continue;
        }
        let name = format!("promoted-{}", like.name);
        names.push(name.clone());
        if writer.promoted.iter().any(|promoted| promoted.name == name) {
            return Err(Problem::new(
                variant.line("promotionPawnTypes"),
                "several kinds of pawns that come back are not supported",
            ));
        }
        let letter = format!("{}~", like.letter);
        writer.promoted.push(Promoted { name, base: kind.key.clone(), letter, like });
    }
    Ok(names)
}
