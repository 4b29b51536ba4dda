//! A variant as a definition: board, pieces and their moves, start, what is refused, ends.

use std::collections::BTreeMap;

use super::document::Document;
use super::ini::Problem;
use super::start::Start;
use super::variant::Variant;
use super::writer::{Writer, refused};
use super::{ends, pieces, stone, walls};

/// Keys that change no rule of the game: castles may start anywhere in any case.
pub const IDLE: &[&str] =
    &["chess960", "variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg"];

/// Keys that must have their usual value, or none.
pub(super) const UNSUPPORTED: &[(&str, &str)] = &[
    ("twoBoards", "false"),
    ("sittuyinPromotion", "false"),
    ("petrifyBlastPieces", "false"),
    ("oppositeCastling", "false"),
    ("sittuyinRookDrop", "false"),
    ("gating", "false"),
    ("wallOrMove", "false"),
    ("seirawanGating", "false"),
    ("cambodianMoves", "false"),
    ("diagonalLines", "-"),
    ("makpongRule", "false"),
    ("moveRepetitionIllegal", "false"),
    ("chasingRule", "none"),
    ("checkmateValue", "loss"),
    ("shatarMateRule", "false"),
    ("bikjangRule", "false"),
    ("extinctionClaim", "false"),
    ("dupleCheck", "false"),
    ("flagPieceSafe", "false"),
    ("castlingWins", "-"),
    ("countingRule", "none"),
    ("promotionRank", "8"),
    ("doubleStepRank", "2"),
    ("doubleStepRankMin", "2"),
    ("castlingRookKingsideFile", "-"),
    ("castlingRookQueensideFile", "a"),
    ("dropOnTop", "false"),
];

/// Keys of variants that are known here which a definition does without.
const LEFT_OUT: &[&str] = &["chasingRule", "countingRule"];

/// What a variant takes over from one that is known here, and its definition does not say.
pub(super) fn left_out(variant: &Variant) -> Vec<&'static str> {
    let left_out =
        |key: &&&str| variant.said(key).is_some_and(|said| said != "none") && variant.line(key) == 0;
    LEFT_OUT.iter().filter(left_out).copied().collect()
}

/// The definition of a variant, without what it is called.
pub fn write(variant: &Variant) -> Result<Document, Problem> {
    let (files, ranks) = (variant.file("maxFile", 8)?, variant.number("maxRank", 8)?);
    if files == 0 || ranks == 0 || files > 16 || ranks > 16 {
        return Err(Problem::new(variant.line("maxFile"), "a board has 1 to 16 files and ranks"));
    }
    let left_out = left_out(variant);
    for (key, usual) in UNSUPPORTED {
        if variant.said(key).is_some_and(|said| said != *usual) && !left_out.contains(key) {
            return Err(refused(variant, key));
        }
    }
    stone::check(variant)?;
    for key in ["mutuallyImmuneTypes", "blastImmuneTypes"] {
        if !variant.set(key, "", &[]).is_empty() {
            return Err(Problem::new(variant.line(key), format!("`{key}` is not supported")));
        }
    }
    let start = Start::of(variant, (files, ranks))?;
    let (doc, regions) = (Document::default(), BTreeMap::new());
    let mut writer = Writer {
        variant,
        files,
        ranks,
        start,
        doc,
        regions,
        promoted: Vec::new(),
        kinds: Vec::new(),
        drops: Vec::new(),
        passing: Vec::new(),
    };
    writer.board();
    writer.find_kinds()?;
    pieces::write(&mut writer)?;
    walls::check(&writer)?;
    writer.setup()?;
    writer.hands()?;
    writer.passes()?;
    ends::write(&mut writer)?;
    let regions = std::mem::take(&mut writer.regions);
    for (name, cells) in regions {
        let value = writer.region_value(&cells);
        writer.doc.say("regions", name, value);
    }
    Ok(writer.doc)
}
