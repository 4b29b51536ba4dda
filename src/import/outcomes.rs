//! Ends that come of themselves: no move, no room, passes, repetition, counts.

use super::ini::Problem;
use super::keys::FREE_DROPS;
use super::variant::{Kind, Variant};
use super::writer::{SIDES, Writer, passing, refused};

/// Writes these ends.
pub(super) fn write(writer: &mut Writer) -> Result<(), Problem> {
    let material = material(writer.variant)?;
    full(writer, &material)?;
    passes(writer, &material)?;
    stuck(writer, &material)?;
    repetition(writer, &material)?;
    quiet(writer, &material)?;
    if writer.doc.says("end", SCORE) {
        let promoted = writer.promoted.iter().map(|promoted| &promoted.name);
        let kinds = writer.kinds.iter().map(|kind| &kind.name).chain(promoted);
        let values: Vec<String> = kinds.map(|name| format!("{name} = 1")).collect();
        writer.doc.say("score", "values", format!("{{ {} }}", values.join(", ")));
    }
    Ok(())
}

const SCORE: &str = "winner = \"score\"";
const DRAW: &str = "winner = \"none\"";

/// The result where a game would be drawn.
fn material(variant: &Variant) -> Result<String, Problem> {
    Ok(match variant.said("materialCounting") {
        None | Some("none") => DRAW,
        Some("unweighted") => SCORE,
        Some("whitedrawodds") => "winner = \"white\"",
        Some("blackdrawodds") => "winner = \"black\"",
        Some(_) => return Err(refused(variant, "materialCounting")),
    }
    .to_owned())
}

/// The result for the player to move, as a key says.
fn value(variant: &Variant, key: &str, default: &str, material: &str) -> Result<String, Problem> {
    Ok(match variant.said(key).unwrap_or(default) {
        "win" => "winner = \"turn\"".to_owned(),
        "loss" => "loser = \"turn\"".to_owned(),
        "draw" => material.to_owned(),
        _ => return Err(refused(variant, key)),
    })
}

/// The result for who cannot move.
fn stalemate(variant: &Variant, material: &str) -> Result<String, Problem> {
    let usual = value(variant, "stalemateValue", "draw", material)?;
    if !variant.is("stalematePieceCount", false)? {
        return Ok(usual);
    }
    let said = variant.said("stalemateValue").unwrap_or("draw");
    match (said, material) {
        ("draw", _) => Ok(usual),
        ("loss", DRAW | SCORE) => Ok(SCORE.to_owned()),
        _ => Err(Problem::new(
            variant.line("stalematePieceCount"),
            format!("`stalematePieceCount` where `stalemateValue = {said}` is not supported"),
        )),
    }
}

/// A board without room.
fn full(writer: &mut Writer, material: &str) -> Result<(), Problem> {
    if writer.variant.is("adjudicateFullBoard", false)? {
        writer.doc.say("end", "full", format!("{{ if = \"board-full\", {material} }}"));
    }
    Ok(())
}

/// Two passes in a row. Who has no piece on the board cannot pass.
fn passes(writer: &mut Writer, material: &str) -> Result<(), Problem> {
    let variant = writer.variant;
    let Some(pass) = passing(variant)? else { return Ok(()) };
    writer.doc.say("end", "passes", format!("{{ if = {{ passes = 2 }}, {material} }}"));
    if writer.kinds.iter().any(|kind| kind.key == "king") {
        return Ok(());
    }
    let none = if writer.drops.is_empty() {
        "{ none = \"enemy\" }".to_owned()
    } else {
        match variant.said("enclosingDrop") {
            Some("ataxx") => "{ none = \"enemy\" }".to_owned(),
            Some("reversi") => match writer.regions.contains_key("opening") {
                true => "[{ none = \"enemy\" }, { none = \"empty\", on = \"opening\" }]".to_owned(),
                false => "{ none = \"enemy\" }".to_owned(),
            },
            _ if pass == "free" => {
                return Err(Problem::new(
                    variant.line("passWhite"),
                    "`pass` beside `pieceDrops` is not supported",
                ));
            }
            // Who can drop is not stuck.
            _ if variant.is(FREE_DROPS, false)? => return Ok(()),
            _ => "{ none = \"enemy\", on = [\"board\", \"hand\"] }".to_owned(),
        }
    };
    let result = stalemate(variant, material)?;
    writer.doc.say("end", "wiped-out", format!("{{ if = {none}, {result} }}"));
    Ok(())
}

fn stuck(writer: &mut Writer, material: &str) -> Result<(), Problem> {
    let variant = writer.variant;
    let royal =
        writer.kinds.iter().any(|kind| kind.key == "king") || variant.is("extinctionPseudoRoyal", false)?;
    if royal {
        writer.doc.say("end", "checkmate", "{ if = [\"no-moves\", \"in-check\"], loser = \"turn\" }");
    }
    let result = stalemate(variant, material)?;
    // Who may pass and has no king has a move.
    if !royal && passing(variant)?.is_some() {
        return Ok(());
    }
    writer.doc.say("end", "stalemate", format!("{{ if = \"no-moves\", {result} }}"));
    Ok(())
}

fn repetition(writer: &mut Writer, material: &str) -> Result<(), Problem> {
    let variant = writer.variant;
    let folds = variant.number("nFoldRule", 3)?;
    if folds <= 1 {
        return Ok(());
    }
    if variant.is("perpetualCheckIllegal", false)? {
        let checks = |who: &str| format!("{{ repeats = {folds}, checking = \"{who}\" }}");
        let (own, enemy) = (checks("own"), checks("enemy"));
        writer.doc.say("end", "both-check", format!("{{ if = [{own}, {enemy}], {material} }}"));
        writer.doc.say("end", "perpetual-check", format!("{{ if = {own}, loser = \"mover\" }}"));
        writer.doc.say("end", "perpetually-checked", format!("{{ if = {enemy}, winner = \"mover\" }}"));
    }
    let result = value(variant, "nFoldValue", "draw", material)?;
    // The value is White's then, whoever is to move.
    let result = match variant.is("nFoldValueAbsolute", false)? {
        true => result.replace("\"turn\"", "\"white\""),
        false => result,
    };
    writer.doc.say("end", "repetition", format!("{{ if = {{ repeats = {folds} }}, {result} }}"));
    Ok(())
}

/// So many moves without captures.
fn quiet(writer: &mut Writer, material: &str) -> Result<(), Problem> {
    let variant = writer.variant;
    let moves = variant.number("nMoveRule", 50)?;
    if moves == 0 {
        return Ok(());
    }
    let sets = SIDES.map(|(side, _)| variant.set("nMoveRuleTypes", side, &["pawn"]));
    let counts = |kind: &&Kind| sets.iter().any(|set| set.contains(&kind.key));
    // One set of kinds stands for both players where neither has what counts for the other alone.
    for (set, white) in sets.iter().zip([true, false]) {
        let other = writer.kinds.iter().filter(counts).filter(|kind| !set.contains(&kind.key));
        let mut other = other.map(|kind| kind.letter);
        let has = |letter: char| {
            let standing = writer.standing();
            writer.start.has_hands
                || standing.iter().any(|piece| piece.letter == letter && piece.white == white)
        };
        if other.any(has) {
            let message = "`nMoveRuleTypes` of one player alone are not supported";
            return Err(Problem::new(variant.line("nMoveRuleTypes"), message));
        }
    }
    let kinds = variant.kinds.iter().filter(counts).flat_map(|kind| writer.counted(kind));
    let resets: Vec<String> =
        std::iter::once("capture").chain(kinds).map(|name| format!("\"{name}\"")).collect();
    let plies = 2 * moves;
    let quiet =
        format!("{{ if = {{ quiet-plies = {plies}, reset = [{}] }}, {material} }}", resets.join(", "));
    writer.doc.say("end", if moves == 50 { "fifty" } else { "quiet" }, quiet);
    Ok(())
}
