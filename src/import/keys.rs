//! The keys that the format has.

use super::ini::{Problem, Said, Section};
use crate::diagnostic::nearest;

/// The pieces that have a name of their own, in the order in which letters are given, with their moves.
const PIECES: &[(&str, &str, &str)] = &[
    ("pawn", "pawn", "fmWfceF"),
    ("knight", "knight", "N"),
    ("bishop", "bishop", "B"),
    ("rook", "rook", "R"),
    ("queen", "queen", "Q"),
    ("fers", "fers", "F"),
    ("alfil", "alfil", "A"),
    ("fersAlfil", "fers-alfil", "FA"),
    ("silver", "silver", "FfW"),
    ("aiwok", "ai-wok", "RNF"),
    ("bers", "bers", "RF"),
    ("archbishop", "archbishop", "BN"),
    ("chancellor", "chancellor", "RN"),
    ("amazon", "amazon", "QN"),
    ("knibis", "knibis", "mNcB"),
    ("biskni", "biskni", "mBcN"),
    ("kniroo", "kniroo", "mNcR"),
    ("rookni", "rookni", "mRcN"),
    ("shogiPawn", "shogi-pawn", "fW"),
    ("lance", "lance", "fR"),
    ("shogiKnight", "shogi-knight", "fN"),
    ("gold", "gold", "WfF"),
    ("dragonHorse", "dragon-horse", "BW"),
    ("clobber", "clobber", "cW"),
    ("breakthrough", "breakthrough-pawn", "fmWfF"),
    ("immobile", "stone", ""),
    ("cannon", "cannon", "mRcpR"),
    ("janggiCannon", "janggi-cannon", "pR"),
    ("soldier", "soldier", "fsW"),
    ("horse", "horse", "nN"),
    ("elephant", "elephant", "nA"),
    ("janggiElephant", "janggi-elephant", "nZ"),
    ("banner", "banner", "RcpRnN"),
    ("wazir", "wazir", "W"),
    ("commoner", "commoner", "K"),
    ("centaur", "centaur", "KN"),
];

/// What built-in parents say where drops may give check.
pub(super) const FREE_DROPS: &str = "freeDrops";

/// How many pieces of a file's own there can be.
const CUSTOM: usize = 25;

/// Keys whose value is a list of letters.
pub(super) const SETS: &[&str] = &[
    "promotionPawnTypes",
    "promotionPawnTypesWhite",
    "promotionPawnTypesBlack",
    "promotionPieceTypes",
    "promotionPieceTypesWhite",
    "promotionPieceTypesBlack",
    "blastImmuneTypes",
    "mutuallyImmuneTypes",
    "petrifyOnCaptureTypes",
    "enPassantTypes",
    "enPassantTypesWhite",
    "enPassantTypesBlack",
    "castlingKingPiece",
    "castlingKingPieceWhite",
    "castlingKingPieceBlack",
    "castlingRookPieces",
    "castlingRookPiecesWhite",
    "castlingRookPiecesBlack",
    "mustDropType",
    "dropNoDoubled",
    "nMoveRuleTypes",
    "nMoveRuleTypesWhite",
    "nMoveRuleTypesBlack",
    "extinctionPieceTypes",
    "flagPiece",
    "flagPieceWhite",
    "flagPieceBlack",
    "connectPieceTypes",
];

/// Keys that stand for several others.
pub(super) const ALIASES: &[(&str, &[&str])] = &[
    ("pawnTypes", &["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"]),
    ("castlingRookPiece", &["castlingRookPieces"]),
    ("whiteFlag", &["flagRegionWhite"]),
    ("blackFlag", &["flagRegionBlack"]),
    ("whiteDropRegion", &["dropRegionWhite"]),
    ("blackDropRegion", &["dropRegionBlack"]),
    ("flagRegion", &["flagRegionWhite", "flagRegionBlack"]),
    ("enPassantRegion", &["enPassantRegionWhite", "enPassantRegionBlack"]),
    ("wallingRegion", &["wallingRegionWhite", "wallingRegionBlack"]),
    ("pass", &["passWhite", "passBlack"]),
    ("passOnStalemate", &["passOnStalemateWhite", "passOnStalemateBlack"]),
];

/// Keys whose value is anything but a list of letters.
pub(super) const PLAIN: &[&str] = &[
    "maxRank",
    "maxFile",
    "variantTemplate",
    "pieceToCharTable",
    "pocketSize",
    "chess960",
    "twoBoards",
    "startFen",
    "promotionRegionWhite",
    "promotionRegionBlack",
    "promotionRank",
    "sittuyinPromotion",
    "promotionLimit",
    "promotedPieceType",
    "piecePromotionOnCapture",
    "mandatoryPawnPromotion",
    "mandatoryPiecePromotion",
    "pieceDemotion",
    "blastOnCapture",
    "petrifyBlastPieces",
    "doubleStep",
    "doubleStepRank",
    "doubleStepRankMin",
    "doubleStepRegionWhite",
    "doubleStepRegionBlack",
    "tripleStepRegionWhite",
    "tripleStepRegionBlack",
    "enPassantRegionWhite",
    "enPassantRegionBlack",
    "castling",
    "castlingDroppedPiece",
    "castlingKingsideFile",
    "castlingQueensideFile",
    "castlingRank",
    "castlingKingFile",
    "castlingRookKingsideFile",
    "castlingRookQueensideFile",
    "oppositeCastling",
    "checking",
    "dropChecks",
    "mustCapture",
    "mustDrop",
    "pieceDrops",
    "dropLoop",
    "capturesToHand",
    "firstRankPawnDrops",
    "promotionZonePawnDrops",
    "enclosingDrop",
    "enclosingDropStart",
    "dropOnTop",
    "dropRegionWhite",
    "dropRegionBlack",
    "sittuyinRookDrop",
    "dropOppositeColoredBishop",
    "dropPromoted",
    "dropNoDoubledCount",
    "immobilityIllegal",
    "gating",
    "wallingRule",
    "wallingRegionWhite",
    "wallingRegionBlack",
    "wallOrMove",
    "seirawanGating",
    "cambodianMoves",
    "diagonalLines",
    "passWhite",
    "passBlack",
    "passOnStalemateWhite",
    "passOnStalemateBlack",
    "makpongRule",
    "flyingGeneral",
    "soldierPromotionRank",
    "flipEnclosedPieces",
    "nMoveRule",
    "nFoldRule",
    "nFoldValue",
    "nFoldValueAbsolute",
    "perpetualCheckIllegal",
    "moveRepetitionIllegal",
    "chasingRule",
    "stalemateValue",
    "stalematePieceCount",
    "checkmateValue",
    "shogiPawnDropMateIllegal",
    "shatarMateRule",
    "bikjangRule",
    "extinctionValue",
    "extinctionClaim",
    "extinctionPseudoRoyal",
    "dupleCheck",
    "extinctionPieceCount",
    "extinctionOpponentPieceCount",
    "flagRegionWhite",
    "flagRegionBlack",
    "flagPieceCount",
    "flagPieceBlockedWin",
    "flagMove",
    "flagPieceSafe",
    "checkCounting",
    "connectN",
    "connectHorizontal",
    "connectVertical",
    "connectDiagonal",
    "connectRegion1White",
    "connectRegion2White",
    "connectRegion1Black",
    "connectRegion2Black",
    "connectNxN",
    "collinearN",
    "connectValue",
    "freeDrops",
    "materialCounting",
    "adjudicateFullBoard",
    "countingRule",
    "castlingWins",
    "pieceValueMg",
    "pieceValueEg",
];

/// Keys whose value is a list of pairs.
pub(super) const PAIRS: &[&str] = &["promotedPieceType", "promotionLimit"];

/// The keys that name pieces, in order, with what definitions call them.
pub fn piece_keys() -> Vec<(String, String, String)> {
    let own =
        |(key, name, betza): &(&str, &str, &str)| (key.to_string(), name.to_string(), betza.to_string());
    let custom = (1..=CUSTOM).map(|n| (format!("customPiece{n}"), String::new(), String::new()));
    let king = ("king".to_owned(), "king".to_owned(), "K".to_owned());
    PIECES.iter().map(own).chain(custom).chain([king]).collect()
}

/// Every key that the format does not have is named, each with its line and the nearest one that it has.
pub(super) fn check_keys(section: &Section) -> Result<(), Problem> {
    let pieces = piece_keys();
    let aliases = ALIASES.iter().map(|(alias, _)| *alias);
    let known: Vec<&str> = [SETS, PAIRS, PLAIN].into_iter().flatten().copied().chain(aliases).collect();
    let is_known = |key: &str| {
        known.contains(&key) || is_region_of_piece(key) || pieces.iter().any(|(piece, ..)| piece == key)
    };
    // Parents that are known here say one thing by a word of our own, since the format has no key for it.
    let is_wrong = |(key, said): &(&String, &Said)| !is_known(key) || *key == FREE_DROPS && said.line > 0;
    let mut wrong: Vec<(&String, &Said)> = section.keys.iter().filter(is_wrong).collect();
    wrong.sort_by_key(|(_, said)| said.line);
    let Some((_, first)) = wrong.first() else { return Ok(()) };
    let sayable = || known.iter().copied().chain(pieces.iter().map(|(piece, ..)| piece.as_str()));
    let say = |(key, said): &(&String, &Said)| {
        let place = if said.line == first.line { String::new() } else { format!("line {}: ", said.line) };
        let near = nearest(key, sayable().filter(|near| *near != FREE_DROPS));
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        format!("{place}`{key}` is no key of the format{near}")
    };
    let messages: Vec<String> = wrong.iter().map(say).collect();
    Err(Problem::new(first.line, messages.join(". ")))
}

/// `mobilityRegionWhiteRook` and the like.
pub(super) fn is_region_of_piece(key: &str) -> bool {
    let Some(rest) = key.strip_prefix("mobilityRegion") else { return false };
    let Some(piece) = rest.strip_prefix("White").or(rest.strip_prefix("Black")) else { return false };
    piece_keys().iter().any(|(key, ..)| capital(key) == piece)
}

/// A key with a capital.
pub(super) fn capital(key: &str) -> String {
    let mut letters = key.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}
