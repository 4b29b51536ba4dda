//! What is so of a kind wherever it is written: its moves, whether it is royal, where it can be.

use super::ini::Problem;
use super::keys::capital;
use super::start::Standing;
use super::variant::{Kind, Variant};
use super::writer::{Cells, SIDES, Writer};
use crate::betza::{self, Motion, Way};

/// The moves that a kind has.
pub(super) fn motions(variant: &Variant, kind: &Kind) -> Result<Vec<Motion>, Problem> {
    let problem = |message: String| Problem::new(variant.line(&kind.key), message);
    let mut motions = betza::read(&kind.betza)
        .map_err(|wrong| problem(format!("`{}`: `{}`: {}", kind.key, kind.betza, wrong.message)))?;
    // By first moves nothing is taken.
    for motion in motions.iter_mut().filter(|motion| motion.initial) {
        motion.takes = false;
    }
    motions.retain(|motion| motion.goes || motion.takes || motion.passing);
    // The format has no letters for these.
    if motions.iter().any(|motion| matches!(motion.way, Way::Over | Way::Anywhere)) {
        return Err(problem(format!("`{}`: `{}` is not supported", kind.key, kind.betza)));
    }
    motions = merged(motions).into_iter().flat_map(Motion::split).collect();
    let rank = variant.number("soldierPromotionRank", 1)?;
    if kind.key == "soldier" && rank > 1 {
        for motion in &mut motions {
            motion.to.retain(|to| to.1 > 0);
        }
    }
    Ok(motions)
}

/// Leaps that differ in their directions alone are one.
fn merged(motions: Vec<Motion>) -> Vec<Motion> {
    let mut all: Vec<Motion> = Vec::new();
    for motion in motions {
        let alike = |other: &&mut Motion| {
            let same = (&other.name, other.goes, other.takes, other.passing, other.initial, other.way);
            same == (&motion.name, motion.goes, motion.takes, motion.passing, motion.initial, motion.way)
        };
        match all.iter_mut().find(alike) {
            Some(other) => other
                .to
                .extend(motion.to.iter().filter(|to| !other.to.contains(to)).copied().collect::<Vec<_>>()),
            None => all.push(motion),
        }
    }
    all
}

/// How a kind is royal.
pub(super) fn royal(writer: &Writer, kind: &Kind) -> Result<Option<&'static str>, Problem> {
    let variant = writer.variant;
    if kind.key == "king" {
        return Ok(Some("each"));
    }
    let types = variant.set("extinctionPieceTypes", "", &[]);
    if !variant.is("extinctionPseudoRoyal", false)? || !types.contains(&kind.key) {
        return Ok(None);
    }
    let last = variant.number("extinctionPieceCount", 0)?;
    let standing = writer.standing();
    let most = [true, false].map(|white| {
        let counts =
            |piece: &&Standing| piece.letter == kind.letter && piece.white == white && !piece.promoted;
        standing.iter().filter(counts).count() as u32
    });
    let few = most.iter().all(|&count| count <= last + 1);
    let comes = SIDES.iter().any(|(side, _)| {
        variant.set("promotionPieceTypes", side, &["queen", "rook", "bishop", "knight"]).contains(&kind.key)
    });
    let becomes = |(_, other): &(char, String)| {
        variant.by_letter(other.chars().next().unwrap_or('-')).is_some_and(|other| other.key == kind.key)
    };
    let comes = comes || variant.pairs("promotedPieceType")?.iter().any(becomes);
    let drops = variant.is("pieceDrops", false)? && variant.is("capturesToHand", false)?;
    // One kind alone is royal for each player.
    let alone = [true, false].iter().all(|&white| {
        let of = |key: &&String| {
            let letter = variant.by_key(key).map(|kind| kind.letter);
            standing.iter().any(|piece| Some(piece.letter) == letter && piece.white == white)
        };
        types.iter().filter(of).count() <= 1
    });
    match (few && !comes, last) {
        (true, _) => Ok(Some("each")),
        (false, 0) if alone && !drops => Ok(Some("any")),
        _ => Err(Problem::new(
            variant.line("extinctionPseudoRoyal"),
            "`extinctionPseudoRoyal` of several pieces is not supported",
        )),
    }
}

/// The cells where a kind can be, for each player.
pub(super) fn mobility(writer: &Writer, kind: &Kind) -> Result<[Cells; 2], Problem> {
    let size = (writer.files, writer.ranks);
    let mut each = [writer.all(), writer.all()];
    for ((side, _), cells) in SIDES.iter().zip(&mut each) {
        if let Some(said) =
            writer.variant.cells(&format!("mobilityRegion{side}{}", capital(&kind.key)), size)?
        {
            *cells = if said.is_empty() { writer.all() } else { said };
        }
    }
    Ok(each)
}

/// The cells where a kind can be and where drops lead, for each player.
pub(super) fn droppable(writer: &Writer, kind: &Kind) -> Result<[Cells; 2], Problem> {
    let mut each = mobility(writer, kind)?;
    for ((side, _), cells) in SIDES.iter().zip(&mut each) {
        if let Some(said) =
            writer.variant.cells(&format!("dropRegion{side}"), (writer.files, writer.ranks))?
        {
            cells.retain(|cell| said.contains(cell));
        }
    }
    Ok(each)
}

/// The cells from where a kind could move on, for each player.
pub(super) fn mobile(writer: &Writer, kind: &Kind) -> Result<[Cells; 2], Problem> {
    let all = [writer.all(), writer.all()];
    if !writer.variant.is("immobilityIllegal", false)? {
        return Ok(all);
    }
    let motions = motions(writer.variant, kind)?;
    if motions.is_empty() {
        return Ok(all);
    }
    let there = mobility(writer, kind)?;
    let forward = [1, -1];
    Ok([0, 1].map(|side: usize| {
        let moves = |&(file, rank): &(u32, u32)| {
            motions.iter().flat_map(|motion| &motion.to).any(|to| {
                let (file, rank) = (file as i32 + to.0, rank as i32 + to.1 * forward[side]);
                there[side].iter().any(|cell| (cell.0 as i32, cell.1 as i32) == (file, rank))
            })
        };
        all[side].iter().copied().filter(moves).collect()
    }))
}
