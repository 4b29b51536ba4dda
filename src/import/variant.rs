//! What a section means when its parents' keys are taken over.

use std::collections::BTreeMap;

use super::builtin;
use super::ini::{Problem, Said, Section};
use crate::betza;
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

/// How many variants can build on each other.
const CHAIN: usize = 100;

/// How many pieces of a file's own there can be.
const CUSTOM: usize = 25;

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// What the format calls it.
    pub key: String,
    /// What a definition calls it.
    pub name: String,
    /// Its letter, a capital.
    pub letter: char,
    /// How it moves.
    pub betza: String,
}

/// A value with the line that says it; 0 where no line of the file does.
type Value = (String, usize);

/// A variant with everything that it has taken over.
#[derive(Clone, Default, Debug)]
pub struct Variant {
    /// Its kinds, in order.
    pub kinds: Vec<Kind>,
    /// Its keys but those that name pieces.
    keys: BTreeMap<String, Value>,
    /// Sets of kinds, by the key that says them, as keys of kinds; `*` is any.
    sets: BTreeMap<String, (Vec<String>, usize)>,
}

/// Keys whose value is a list of letters.
const SETS: &[&str] = &[
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
const ALIASES: &[(&str, &[&str])] = &[
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
const PLAIN: &[&str] = &[
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
const PAIRS: &[&str] = &["promotedPieceType", "promotionLimit"];

/// The keys that name pieces, in order, with what definitions call them.
pub fn piece_keys() -> Vec<(String, String, String)> {
    let own =
        |(key, name, betza): &(&str, &str, &str)| (key.to_string(), name.to_string(), betza.to_string());
    let custom = (1..=CUSTOM).map(|n| (format!("customPiece{n}"), String::new(), String::new()));
    let king = ("king".to_owned(), "king".to_owned(), "K".to_owned());
    PIECES.iter().map(own).chain(custom).chain([king]).collect()
}

impl Variant {
    /// A variant by its section, its parents among sections or built in.
    pub fn resolve(section: &Section, all: &[Section]) -> Result<Variant, Problem> {
        let mut variant = Variant::of_parent(section, all, 0)?;
        variant.apply(section)?;
        Ok(variant)
    }

    fn of_parent(section: &Section, all: &[Section], depth: usize) -> Result<Variant, Problem> {
        let Some(parent) = &section.parent else { return Ok(Variant::default()) };
        if depth > CHAIN {
            let message = format!("more than {CHAIN} variants build on each other");
            return Err(Problem::new(section.line, message));
        }
        let mut before = all.iter().filter(|other| other.line < section.line || section.line == 0);
        let found = before.rfind(|other| other.name == *parent);
        let own;
        let (found, all) = match found {
            Some(found) => (found, all),
            None => {
                own = builtin::sections();
                let built_in = own.iter().find(|other| other.name == *parent);
                let unknown = || {
                    let later = all.iter().find(|other| other.name == *parent);
                    let why = match later {
                        Some(later) => {
                            format!("which stands in line {}, and not before this line", later.line)
                        }
                        None => "which is neither in the file nor a variant known here".to_owned(),
                    };
                    Problem::new(section.line, format!("`{}` builds on `{parent}`, {why}", section.name))
                };
                (built_in.ok_or_else(unknown)?, own.as_slice())
            }
        };
        let mut variant = Variant::of_parent(found, all, depth + 1)?;
        variant.apply(found)?;
        Ok(variant)
    }

    fn apply(&mut self, section: &Section) -> Result<(), Problem> {
        if let Some(problem) = &section.broken {
            return Err(problem.clone());
        }
        self.apply_pieces(section)?;
        check_keys(section)?;
        for (key, said) in &section.keys {
            let targets = ALIASES.iter().find(|(alias, _)| alias == key).map(|(_, targets)| *targets);
            // What is said more precisely counts.
            let targets = targets.map_or(vec![key.as_str()], |targets| {
                targets.iter().copied().filter(|target| !section.keys.contains_key(*target)).collect()
            });
            for target in targets {
                if SETS.contains(&target) {
                    let set = self.letters(&said.value, said.line, key)?;
                    self.sets.insert(target.to_owned(), (set, said.line));
                } else if PAIRS.contains(&target) {
                    // What is not said again stays as it was.
                    let before = self.said(target).unwrap_or_default();
                    self.keys.insert(target.to_owned(), (format!("{before} {}", said.value), said.line));
                } else if PLAIN.contains(&target) || is_region_of_piece(target) {
                    self.keys.insert(target.to_owned(), (said.value.clone(), said.line));
                }
            }
        }
        Ok(())
    }

    fn apply_pieces(&mut self, section: &Section) -> Result<(), Problem> {
        for (key, name, betza) in piece_keys() {
            let Some(said) = section.keys.get(&key).filter(|said| !said.value.is_empty()) else { continue };
            self.kinds.retain(|kind| kind.key != key);
            self.keys.insert(key.clone(), (said.value.clone(), said.line));
            let mut letters = said.value.chars();
            let letter = letters.next().unwrap_or('-');
            if letter == '-' {
                continue;
            }
            if !letter.is_ascii_alphabetic() {
                return Err(Problem::new(
                    said.line,
                    format!("`{key}` needs a letter, and `{letter}` is none"),
                ));
            }
            let letter = letter.to_ascii_uppercase();
            let own = letters.as_str().strip_prefix(':').map(|own| own.trim().to_owned());
            if own.is_none() && key.starts_with("custom") {
                return Err(Problem::new(said.line, format!("`{key}` needs its moves: `{key} = a:RF`")));
            }
            if let Some(own) = &own {
                check_betza(&key, own).map_err(|message| Problem::new(said.line, message))?;
            }
            let name = match name.as_str() {
                "" => format!("piece-{}", letter.to_ascii_lowercase()),
                name => name.to_owned(),
            };
            self.kinds.retain(|kind| kind.letter != letter);
            self.kinds.push(Kind { key, name, letter, betza: own.unwrap_or(betza) });
        }
        let order = piece_keys();
        self.kinds.sort_by_key(|kind| order.iter().position(|(key, ..)| *key == kind.key));
        Ok(())
    }

    /// The kinds that letters name.
    fn letters(&self, said: &str, line: usize, key: &str) -> Result<Vec<String>, Problem> {
        let mut kinds = Vec::new();
        for letter in said.chars().filter(|letter| !letter.is_whitespace()) {
            match letter {
                '-' => break,
                '*' => kinds.push("*".to_owned()),
                letter => match self.by_letter(letter) {
                    Some(kind) => kinds.push(kind.key.clone()),
                    None => {
                        return Err(Problem::new(
                            line,
                            format!("`{key}`: no piece has the letter `{letter}`"),
                        ));
                    }
                },
            }
        }
        Ok(kinds)
    }

    /// The kind with a letter, small or not.
    pub fn by_letter(&self, letter: char) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.letter == letter.to_ascii_uppercase())
    }

    /// The kind that the format calls so.
    pub fn by_key(&self, key: &str) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.key == key)
    }

    /// What a key says, where anything does.
    pub fn said(&self, key: &str) -> Option<&str> {
        self.keys.get(key).map(|(value, _)| value.as_str())
    }

    /// The line that says a key; 0 where none does.
    pub fn line(&self, key: &str) -> usize {
        self.keys.get(key).map(|(_, line)| *line).or(self.sets.get(key).map(|(_, line)| *line)).unwrap_or(0)
    }

    /// Whether a key is `true`.
    pub fn is(&self, key: &str, default: bool) -> Result<bool, Problem> {
        match self.said(key) {
            None => Ok(default),
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            Some(other) => {
                Err(Problem::new(self.line(key), format!("`{key}` is `true` or `false`, and not `{other}`")))
            }
        }
    }

    /// A number.
    pub fn number(&self, key: &str, default: u32) -> Result<u32, Problem> {
        let Some(said) = self.said(key) else { return Ok(default) };
        said.parse()
            .map_err(|_| Problem::new(self.line(key), format!("`{key}` is a number, and not `{said}`")))
    }

    /// A file as a number from 1, which is said so or by its letter.
    pub fn file(&self, key: &str, default: u32) -> Result<u32, Problem> {
        let Some(said) = self.said(key) else { return Ok(default) };
        let mut letters = said.chars();
        match (letters.next(), said.parse()) {
            (_, Ok(number)) => Ok(number),
            (Some(letter), _) if letter.is_ascii_lowercase() => Ok(letter as u32 - 'a' as u32 + 1),
            _ => Err(Problem::new(self.line(key), format!("`{key}` is a file, and not `{said}`"))),
        }
    }

    /// The kinds that a key names for a player, as the keys that the format has for them.
    pub fn set(&self, key: &str, side: &str, default: &[&str]) -> Vec<String> {
        let of = |key: &str| self.sets.get(key).map(|(set, _)| set.clone());
        let default = || default.iter().map(|kind| kind.to_string()).collect();
        of(&format!("{key}{side}")).or_else(|| of(key)).unwrap_or_else(default)
    }

    /// Whether walls are built beside moves.
    pub fn builds_walls(&self) -> bool {
        self.said("wallingRule").is_some_and(|rule| rule != "none")
    }

    /// The kinds whose pieces turn to stone where they capture.
    pub fn petrified(&self) -> Vec<String> {
        self.set("petrifyOnCaptureTypes", "", &[])
    }

    /// The cells that a key names for a player, as file and rank from 0; `None` where it is not said.
    pub fn cells(&self, key: &str, (files, ranks): (u32, u32)) -> Result<Option<Vec<(u32, u32)>>, Problem> {
        let Some(said) = self.said(key) else { return Ok(None) };
        let mut cells = Vec::new();
        for word in said.split_whitespace().take_while(|word| *word != "-") {
            let (file, rank) = place(word, (files, ranks)).ok_or_else(|| {
                Problem::new(self.line(key), format!("`{key}`: `{word}` is no cell, rank or file"))
            })?;
            for at in (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))) {
                let here = file.is_none_or(|file| file == at.0) && rank.is_none_or(|rank| rank == at.1);
                if here && !cells.contains(&at) {
                    cells.push(at);
                }
            }
        }
        Ok(Some(cells))
    }

    /// Pairs such as `p:g`, as the letters before and what stands behind.
    pub fn pairs(&self, key: &str) -> Result<Vec<(char, String)>, Problem> {
        let Some(said) = self.said(key) else { return Ok(Vec::new()) };
        let pair = |word: &str| {
            let (letter, other) = word.split_once(':')?;
            Some((letter.chars().next()?, other.to_owned()))
        };
        let wrong = |word: &str| {
            Problem::new(self.line(key), format!("`{key}`: expected pairs such as `p:g`, found `{word}`"))
        };
        let mut pairs: Vec<(char, String)> = Vec::new();
        for word in said.split_whitespace() {
            let (letter, other) = pair(word).ok_or_else(|| wrong(word))?;
            pairs.retain(|(before, _)| *before != letter);
            pairs.push((letter, other));
        }
        Ok(pairs)
    }
}

/// The largest board of the format. What lies on it, and off a smaller board, is no cell and no mistake.
const LARGEST: (u32, u32) = (12, 10);

/// A cell, a file or a rank: its file and rank from 0, either of which may be any.
fn place(word: &str, (files, ranks): (u32, u32)) -> Option<(Option<u32>, Option<u32>)> {
    let letter = word.chars().next()?;
    let rank = &word[letter.len_utf8()..];
    let file = match letter {
        '*' => None,
        _ if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase() as u32 - 'a' as u32),
        _ => return None,
    };
    let rank = match rank {
        "*" => None,
        _ => Some(rank.parse::<u32>().ok()?.checked_sub(1)?),
    };
    let on_board = file.is_none_or(|file| file < files.max(LARGEST.0))
        && rank.is_none_or(|rank| rank < ranks.max(LARGEST.1));
    (on_board && (file, rank) != (None, None)).then_some((file, rank))
}

/// Every key that the format does not have is named, each with its line and the nearest one that it has.
fn check_keys(section: &Section) -> Result<(), Problem> {
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

/// Moves belong to the king and to pieces of a file's own, and are read even where nothing has them.
fn check_betza(key: &str, own: &str) -> Result<(), String> {
    if key != "king" && !key.starts_with("custom") {
        return Err(format!(
            "`{key}` has moves already; pieces with moves of their own are `customPiece1` and so on"
        ));
    }
    match betza::read(own) {
        Ok(_) => Ok(()),
        Err(wrong) => Err(format!("`{key}`: `{own}`: {}", wrong.message)),
    }
}

/// `mobilityRegionWhiteRook` and the like.
fn is_region_of_piece(key: &str) -> bool {
    let Some(rest) = key.strip_prefix("mobilityRegion") else { return false };
    let Some(piece) = rest.strip_prefix("White").or(rest.strip_prefix("Black")) else { return false };
    piece_keys().iter().any(|(key, ..)| capital(key) == piece)
}

/// A key with a capital.
pub(super) fn capital(key: &str) -> String {
    let mut letters = key.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}
