//! The pieces of a variant and their moves.

use super::ini::Problem;
use super::keys::FREE_DROPS;
use super::kinds::{droppable, mobile, mobility, motions, royal};
use super::pawns::{double_steps, passing, pawn};
use super::promotions::{demotion, limit, promotes, promotion, zone};
use super::start::Content;
use super::stone;
use super::variant::{Kind, Variant};
use super::walls;
use super::writer::{Cells, SIDES, Writer, letter, refused};
use crate::betza::{Motion, Way};

/// Writes every kind with its rules.
pub(super) fn write(writer: &mut Writer) -> Result<(), Problem> {
    let kinds = writer.kinds.clone();
    for kind in &kinds {
        let table = format!("pieces.{}", kind.name);
        writer.doc.say(&table, "letter", format!("\"{}\"", kind.letter));
        one(writer, kind, &kind.name, true)?;
        promotion(writer, kind)?;
        if let Some(most) = limit(writer.variant, kind)? {
            writer.doc.say(&table, "supply", most);
        }
        castles(writer, kind)?;
        drop(writer, kind)?;
    }
    if writer.is_walled() {
        writer.doc.say("pieces.wall", "letter", "\"*\"");
        writer.doc.say("pieces.wall", "owner", "\"neutral\"");
    }
    for promoted in writer.promoted.clone() {
        let table = format!("pieces.{}", promoted.name);
        writer.doc.say(&table, "letter", format!("\"{}\"", promoted.letter));
        one(writer, &promoted.like, &promoted.name, false)?;
        if let Some(base) = writer.variant.by_key(&promoted.base) {
            writer.doc.say(&table, "base", format!("\"{}\"", base.name));
        }
        if let Some(most) = limit(writer.variant, &promoted.like)? {
            writer.doc.say(&table, "supply", most);
        }
        demotion(writer, &promoted)?;
    }
    Ok(())
}

/// What a kind is and how it moves; one that has been promoted may move like another that is there.
fn one(writer: &mut Writer, kind: &Kind, name: &str, itself: bool) -> Result<(), Problem> {
    let table = format!("pieces.{name}");
    if let Some(royal) = royal(writer, kind)? {
        writer.doc.say(&table, "royal", format!("\"{royal}\""));
    }
    if let Some(within) = within(writer, kind, itself)? {
        writer.doc.say(&table, "within", within);
    }
    if writer.variant.said("flipEnclosedPieces") == Some("ataxx") {
        writer.doc.say(&table, "do", "{ flip = \"around\", only = \"enemy\" }");
    }
    let by_rule = writer.variant.is("piecePromotionOnCapture", false)?;
    if !itself && !by_rule && writer.kinds.iter().any(|other| other.key == kind.key) && kind.key != "pawn" {
        writer.doc.say(&table, "like", format!("\"{}\"", kind.name));
        return Ok(());
    }
    let moves = format!("{table}.moves");
    let marks = passes(writer)?;
    if kind.key == "pawn" {
        return pawn(writer, kind, &moves, marks);
    }
    let motions = motions(writer.variant, kind)?;
    let usual =
        [("knight", "leap"), ("bishop", "slide"), ("rook", "slide"), ("queen", "slide"), ("king", "step")];
    let usual = usual.iter().find(|(key, _)| *key == kind.key && motions.len() == 1).map(|(_, rule)| *rule);
    let motions = stone::apart(writer, kind, motions)?;
    let mut names: Vec<String> = Vec::new();
    for motion in &motions {
        let mut name = usual.filter(|_| motion.goes).unwrap_or(&motion.name).to_owned();
        let mut number = 1;
        while names.contains(&name) {
            number += 1;
            name = format!("{}-{number}", motion.name);
        }
        names.push(name.clone());
        let passing_alone = motion.passing && !motion.goes && !motion.takes;
        if !passing_alone {
            let rule = rule(writer, kind, motion, marks)?;
            writer.doc.say(&moves, name.clone(), rule);
        }
        if kind.key == "soldier" && writer.variant.number("soldierPromotionRank", 1)? > 1 {
            let rank = writer.variant.number("soldierPromotionRank", 1)?;
            let all = writer.all();
            let ranks = writer.ranks;
            let white = all.iter().copied().filter(|cell| cell.1 + 1 >= rank).collect();
            let black = all.iter().copied().filter(|cell| ranks - cell.1 >= rank).collect();
            let from = writer.region("beyond-the-river", [white, black]);
            writer.doc.say(&moves, "cross", format!("{{ step = \"sideways\", from = {from} }}"));
        }
        // A letter for it stands for all captures of the kind.
        let captures_passing = writer.variant.set("enPassantTypes", "White", &["pawn"]).contains(&kind.key)
            || kind.key.starts_with("custom") && kind.betza.contains('e');
        if marks
            && (motion.takes || passing_alone)
            && !motion.initial
            && (captures_passing || motion.passing)
            && !also_goes(writer.variant, kind, motion, &motions)?
        {
            let travel = travel(writer.variant, kind, motion)?;
            passing(writer, kind, &moves, &format!("{name}-passing"), &travel);
        }
    }
    Ok(())
}

/// Whether a motion leads to cells where the kind may go without capturing: it takes nothing in passing there.
fn also_goes(variant: &Variant, kind: &Kind, motion: &Motion, all: &[Motion]) -> Result<bool, Problem> {
    let goes =
        |to: &&(i32, i32)| all.iter().any(|other| other.goes && !other.initial && other.to.contains(to));
    match motion.to.iter().filter(goes).count() {
        0 => Ok(false),
        count if count == motion.to.len() => Ok(true),
        _ => {
            let message =
                format!("`{}`: `{}`: captures in passing by this are not supported", kind.key, kind.betza);
            Err(Problem::new(variant.line(&kind.key), message))
        }
    }
}

/// Whether pieces can be taken in passing, and any piece takes so.
fn passes(writer: &Writer) -> Result<bool, Problem> {
    let variant = writer.variant;
    for key in ["enPassantRegionWhite", "enPassantRegionBlack"] {
        match variant.said(key) {
            None => {}
            Some("-") => return Ok(false),
            Some(_) => return Err(refused(variant, key)),
        }
    }
    let types = SIDES.map(|(side, _)| variant.set("enPassantTypes", side, &["pawn"]));
    if types[0] != types[1] {
        let message = "`enPassantTypes` of one player alone are not supported";
        return Err(Problem::new(variant.line("enPassantTypes"), message));
    }
    let takes = |kind: &Kind| {
        types.iter().any(|types| types.contains(&kind.key)) || kind.key != "pawn" && kind.betza.contains('e')
    };
    Ok(writer.kinds.iter().any(takes) || writer.promoted.iter().any(|promoted| takes(&promoted.like)))
}

fn travel(variant: &Variant, kind: &Kind, motion: &Motion) -> Result<String, Problem> {
    let travel = motion.travel().ok_or_else(|| {
        let why = match motion.way {
            Way::Leap | Way::Ride(_) => "names cells that no directions name",
            Way::Hop(0) | Way::Graze | Way::Lame | Way::Over
                if motion.to.iter().all(|to| to.0.abs().max(to.1.abs()) == 1) =>
            {
                "names cells that no directions name"
            }
            _ => "travels in a way that no rule says",
        };
        let message = format!("`{}`: `{}` {why}", kind.key, kind.betza);
        Problem::new(variant.line(&kind.key), message)
    })?;
    Ok(match kind.key.as_str() {
        "janggiCannon" => format!("{travel}, over = {{ not = [\"empty\", \"{}\"] }}", kind.name),
        _ => travel,
    })
}

/// A motion as a rule.
fn rule(writer: &mut Writer, kind: &Kind, motion: &Motion, marks: bool) -> Result<String, Problem> {
    let mut said = travel(writer.variant, kind, motion)?;
    if motion.initial {
        let from = double_steps(writer)?.unwrap_or([Cells::new(), Cells::new()]);
        let from = writer.region("double-step", from);
        said.push_str(&format!(", from = {from}"));
    }
    match (motion.goes, motion.takes) {
        _ if kind.key == "janggiCannon" => {
            said.push_str(&format!(", onto = {{ not = [\"own\", \"{}\"] }}", kind.name))
        }
        (true, false) => said.push_str(", onto = \"empty\""),
        (false, true) => said.push_str(", onto = \"enemy\""),
        _ => {}
    }
    let mut deeds: Vec<String> = Vec::new();
    deeds.extend(stone::effect(writer.variant, kind).filter(|_| !motion.goes).map(str::to_owned));
    if writer.variant.said("flipEnclosedPieces") == Some("quadwrangle") {
        deeds.push("{ flip = \"around\", only = \"enemy\" }".to_owned());
    }
    if marks && leaves_cells_behind(writer.variant, kind, motion)? {
        deeds.push("{ mark = \"path\" }".to_owned());
    }
    deeds.extend(walls::left(writer.variant));
    said.push_str(&walls::deeds(&deeds));
    said.push_str(&walls::stage(writer, &motion.travel().unwrap_or_default())?);
    Ok(format!("{{ {said} }}"))
}

/// Whether a motion passes cells where the piece can be taken in passing.
fn leaves_cells_behind(variant: &Variant, kind: &Kind, motion: &Motion) -> Result<bool, Problem> {
    let far = |to: &(i32, i32)| to.0.abs().max(to.1.abs()) > 1;
    let straight = |to: &(i32, i32)| to.0 == 0 || to.1 == 0 || to.0.abs() == to.1.abs();
    if !motion.initial || !motion.goes {
        return Ok(false);
    }
    match motion.way {
        Way::Lame if motion.to.iter().all(straight) => Ok(motion.to.iter().any(far)),
        Way::Ride(1) if !motion.to.iter().any(far) => Ok(false),
        Way::Ride(_) if !motion.to.iter().any(far) => Ok(true),
        Way::Leap if !motion.to.iter().any(|to| far(to) && straight(to)) => Ok(false),
        _ => {
            let message = format!(
                "`{}`: `{}`: a first move that passes cells without being barred there, beside `enPassantTypes`, \
                 is not supported",
                kind.key, kind.betza
            );
            Err(Problem::new(variant.line(&kind.key), message))
        }
    }
}

/// Where a kind may land, if not everywhere. What can become another kind where it could not move on must do so.
fn within(writer: &mut Writer, kind: &Kind, itself: bool) -> Result<Option<String>, Problem> {
    let mut cells = mobility(writer, kind)?;
    if !(itself && promotes(writer, kind)?) {
        let mobile = mobile(writer, kind)?;
        for (cells, mobile) in cells.iter_mut().zip(mobile) {
            cells.retain(|cell| mobile.contains(cell));
        }
    }
    let whole = cells.iter().all(|cells| cells.len() == writer.all().len());
    Ok((!whole).then(|| writer.region(&format!("{}-zone", kind.name), cells)))
}

fn castles(writer: &mut Writer, kind: &Kind) -> Result<(), Problem> {
    let variant = writer.variant;
    if !variant.is("castling", true)? {
        return Ok(());
    }
    let rank = variant.number("castlingRank", 1)?.saturating_sub(1);
    let mut found: [[Option<(u32, u32, String)>; 2]; 2] = Default::default();
    for (side, (color, _)) in SIDES.iter().enumerate() {
        let white = side == 0;
        if variant.set("castlingKingPiece", color, &["king"]) != [kind.key.clone()] {
            continue;
        }
        let row = if white { rank } else { writer.ranks.saturating_sub(1 + rank) };
        let stands = |file: u32| match writer.start.at(file, row) {
            Content::Piece(piece) if piece.white == white => Some(piece.letter),
            _ => None,
        };
        let kings: Vec<u32> = (0..writer.files).filter(|&file| stands(file) == Some(kind.letter)).collect();
        let usual = variant.file("castlingKingFile", 5)? - 1;
        let all = writer
            .standing()
            .iter()
            .filter(|piece| piece.letter == kind.letter && piece.white == white)
            .count();
        let king =
            if all == 1 { kings.first().copied() } else { kings.iter().copied().find(|file| *file == usual) };
        let rooks = variant.set("castlingRookPieces", color, &["rook"]);
        let is_rook = |file: &u32| {
            stands(*file)
                .and_then(|letter| variant.by_letter(letter))
                .filter(|rook| rooks.contains(&rook.key))
        };
        let dropped = variant.is("castlingDroppedPiece", false)? && writer.start.has_hands;
        if dropped {
            let rook = rooks.first().and_then(|rook| variant.by_key(rook)).map(|rook| rook.name.clone());
            let corners = [writer.files - 1, 0];
            found[side] = corners.map(|corner| Some((usual, corner, rook.clone()?)));
            continue;
        }
        let Some(king) = king else { continue };
        for (to_left, right) in [(false, 'K'), (true, 'Q')] {
            let right = if white { right } else { right.to_ascii_lowercase() };
            let files: Vec<u32> =
                if to_left { (0..king).collect() } else { (king + 1..writer.files).rev().collect() };
            // A right is called by its side or by the file of its rook.
            let held = |file: &&u32| {
                let called = if white { letter(**file).to_ascii_uppercase() } else { letter(**file) };
                writer.start.rights.contains(right) || writer.start.rights.contains(called)
            };
            let mut held = files.iter().filter(held);
            let rook = held.find_map(|file| Some((king, *file, is_rook(file)?.name.clone())));
            found[side][usize::from(to_left)] = rook;
        }
    }
    for (to_left, name, right, key, usual) in [
        (0, "castle-right", 'K', "castlingKingsideFile", 7),
        (1, "castle-left", 'Q', "castlingQueensideFile", 3),
    ] {
        let [white, black] = [&found[0][to_left], &found[1][to_left]];
        let Some((king, rook, with)) = white.as_ref().or(black.as_ref()) else { continue };
        if let (Some(one), Some(other)) = (white, black)
            && one != other
        {
            return Err(Problem::new(
                variant.line("startFen"),
                "castling from unlike cells is not supported",
            ));
        }
        let to = variant.file(key, usual)? - 1;
        let beside = if to_left == 0 { to.saturating_sub(1) } else { to + 1 };
        let wall = walls::left(variant);
        if wall.is_some() && beside == *king {
            let message =
                "`castling` where the rook lands on the king's cell, beside `wallingRule`, is not supported";
            return Err(Problem::new(variant.line("wallingRule"), message));
        }
        let walled = walls::deeds(&wall.into_iter().collect::<Vec<_>>());
        let cell = |file: u32| format!("{}{}", letter(file), rank + 1);
        let rule = format!(
            "{{ castle = {{ from = \"{}\", to = \"{}\", with = \"{with}\", with-from = \"{}\", with-to = \"{}\", right = \"{right}\" }}{walled} }}",
            cell(*king),
            cell(to),
            cell(*rook),
            cell(beside),
        );
        writer.doc.say(&format!("pieces.{}.moves", kind.name), name, rule);
        if let (Some((king, rook, _)), None) | (None, Some((king, rook, _))) = (white, black) {
            forbid_other(writer, kind, (white.is_some(), rank), [*king, *rook, to], name);
        }
    }
    Ok(())
}

/// One player alone has the right to castle so. The other one's castle is vetoed by where its king would come to, if its
/// pieces stand for it.
fn forbid_other(
    writer: &mut Writer,
    kind: &Kind,
    (white, rank): (bool, u32),
    [king, rook, to]: [u32; 3],
    name: &str,
) {
    let row = if white { writer.ranks.saturating_sub(1 + rank) } else { rank };
    let start = &writer.start;
    let stands = |file: u32| matches!(start.at(file, row), Content::Piece(piece) if piece.white != white);
    if !stands(king) || !stands(rook) {
        return;
    }
    let cells = vec![(to, row)];
    let on = writer.region(&format!("{name}-cell"), [cells.clone(), cells]);
    let own = &kind.name;
    let veto = format!("{{ if = {{ some = \"own {own}\", on = {on} }}, moves = [\"{own}.{name}\"] }}");
    writer.doc.say("illegal", format!("no-{name}"), veto);
}

/// Whether pieces must first be dropped on cells that are empty at the start.
fn starts_empty(writer: &Writer) -> Result<bool, Problem> {
    let cells = writer.variant.cells("enclosingDropStart", (writer.files, writer.ranks))?.unwrap_or_default();
    Ok(cells.iter().any(|&(file, rank)| writer.start.at(file, rank) == Content::Empty))
}

/// A rule of drops says one condition and one list of effects.
fn check_once(variant: &Variant, said: &str, quadwrangle: bool) -> Result<(), Problem> {
    if said.matches(", if = ").count() + usize::from(quadwrangle) > 1
        || quadwrangle && said.contains(", do = ")
    {
        let key = if quadwrangle { "flipEnclosedPieces" } else { "enclosingDrop" };
        let value = variant.said(key).unwrap_or_default();
        let message = format!("`{key} = {value}` beside other rules of drops is not supported");
        return Err(Problem::new(variant.line(key), message));
    }
    Ok(())
}

fn drop(writer: &mut Writer, kind: &Kind) -> Result<(), Problem> {
    let variant = writer.variant;
    if !variant.is("pieceDrops", false)? {
        return Ok(());
    }
    let held = writer.start.hands.concat().to_ascii_uppercase().contains(kind.letter);
    let free = variant.is(FREE_DROPS, false)?;
    if !held && !variant.is("capturesToHand", false)? && !free || royal(writer, kind)?.is_some() && !held {
        return Ok(());
    }
    let mut cells = droppable(writer, kind)?;
    let (mobile, zone) = (mobile(writer, kind)?, zone(writer)?);
    let pawn = kind.key == "pawn";
    let (on_zone, on_first) =
        (variant.is("promotionZonePawnDrops", false)?, variant.is("firstRankPawnDrops", false)?);
    for (side, first) in [0, writer.ranks - 1].into_iter().enumerate() {
        cells[side].retain(|cell| {
            mobile[side].contains(cell)
                && !(pawn && !on_zone && zone[side].contains(cell))
                && !(pawn && !on_first && cell.1 == first)
        });
    }
    let from = if free { "supply" } else { "hand" };
    let mut said = format!("drop = \"{from}\"");
    if !cells.iter().all(|cells| cells.len() == writer.all().len()) {
        let to = writer.region("drops", cells);
        said.push_str(&format!(", to = {to}"));
    }
    if variant.set("dropNoDoubled", "", &[]).contains(&kind.key) {
        match variant.number("dropNoDoubledCount", 1)? {
            0 => return Ok(()),
            1 => said.push_str(&format!(", if = {{ none = \"own {}\", on = \"file\" }}", kind.name)),
            n => said.push_str(&format!(
                ", if = {{ count = \"own {}\", on = \"file\", at-most = {} }}",
                kind.name,
                n - 1
            )),
        }
    }
    let castles = variant.set("castlingKingPiece", "White", &["king"]).contains(&kind.key)
        || variant.set("castlingRookPieces", "White", &["rook"]).contains(&kind.key);
    if castles && variant.is("castling", true)? && variant.is("castlingDroppedPiece", false)? {
        said.push_str(", do = { settle = \"to\" }");
    }
    match variant.said("enclosingDrop") {
        None | Some("none") => {}
        Some("top") => said.push_str(", falls = \"south\""),
        Some("ataxx") => said.push_str(", if = { some = \"own\", on = \"around\" }"),
        Some("reversi") if variant.said("flipEnclosedPieces") != Some("reversi") => {
            let message = "`enclosingDrop = reversi` without `flipEnclosedPieces = reversi` is not supported";
            let line = variant.line("flipEnclosedPieces").max(variant.line("enclosingDrop"));
            return Err(Problem::new(line, message));
        }
        Some("reversi") if starts_empty(writer)? => {
            let size = (writer.files, writer.ranks);
            let opening = variant.cells("enclosingDropStart", size)?.unwrap_or_default();
            let on = writer.region("opening", [opening.clone(), opening]);
            let moves = format!("pieces.{}.moves", kind.name);
            let open = format!("{{ drop = \"{from}\", to = {on}, do = {{ flip = \"flanked\" }} }}");
            writer.doc.say(&moves, "open", open);
            writer.drops.push((kind.key.clone(), format!("{}.open", kind.name)));
            said.push_str(&format!(
                ", if = {{ none = \"empty\", on = {on} }}, do = {{ flip = \"flanked\", at-least = 1 }}"
            ));
        }
        Some("reversi") => {
            said.push_str(", do = { flip = \"flanked\", at-least = 1 }");
        }
        Some(_) => return Err(refused(variant, "enclosingDrop")),
    }
    let quadwrangle = variant.said("flipEnclosedPieces") == Some("quadwrangle");
    check_once(variant, &said, quadwrangle)?;
    if quadwrangle {
        let moves = format!("pieces.{}.moves", kind.name);
        let flip = ", if = { some = \"own\", on = \"around\" }, do = { flip = \"around\", only = \"enemy\" }";
        writer.doc.say(&moves, "drop-beside", format!("{{ {said}{flip} }}"));
        said.push_str(", if = { none = \"own\", on = \"around\" }");
        writer.drops.push((kind.key.clone(), format!("{}.drop-beside", kind.name)));
    } else if !matches!(variant.said("flipEnclosedPieces"), None | Some("none" | "ataxx"))
        && variant.said("enclosingDrop") != Some("reversi")
    {
        return Err(refused(variant, "flipEnclosedPieces"));
    }
    writer.doc.say(&format!("pieces.{}.moves", kind.name), "drop", format!("{{ {said} }}"));
    writer.drops.push((kind.key.clone(), format!("{}.drop", kind.name)));
    Ok(())
}
