//! Variant files of another program become definitions, or are refused by key and line.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::cli::banco_in;

/// What a file becomes, and where the definitions lie.
fn imported(text: &str) -> (tempfile::TempDir, Vec<Value>) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("own.ini"), text).expect("written");
    let run = banco_in(folder.path(), &["import", "own.ini", "--out", "games", "--json"]);
    assert_eq!(run.err, "");
    let told = run.json_lines();
    (folder, told)
}

fn counts(folder: &Path, game: &str, depth: &str) -> Value {
    banco_in(folder, &["perft", game, depth, "--json"]).good().json()["counts"].clone()
}

/// Why the only variant of a file has no definition, and the line that says so.
fn refusal(text: &str) -> (String, u64) {
    let (_, told) = imported(text);
    let refused = &told.last().expect("a line")["refused"];
    let line = refused["line"].as_u64().unwrap_or_else(|| panic!("{text}\nis not refused: {told:?}"));
    (refused["message"].as_str().expect("a message").to_owned(), line)
}

const OWN: &str = "
# Pieces with moves of their own.
[short:chess]
maxRank = 6
startFen = rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
promotionRegionWhite = *6
doubleStep = false

[runners:short]
customPiece1 = q:mQcN
pieceToCharTable = -

[small]
maxRank = 5
maxFile = e
shogiPawn = p
silver = s
gold = g
bishop = b
dragonHorse = h
rook = r
bers = d
king = k
startFen = rbsgk/4p/5/P4/KGSBR[-] w 0 1
pieceDrops = true
capturesToHand = true
promotionRegionWhite = *5
promotionRegionBlack = *1
doubleStep = false
castling = false
promotedPieceType = p:g s:g b:h r:d
dropNoDoubled = p
immobilityIllegal = true
shogiPawnDropMateIllegal = true
stalemateValue = loss
nFoldRule = 4
nMoveRule = 0
";

#[test]
fn variants_are_read_and_what_builds_on_another_says_what_it_changes() {
    let (folder, told) = imported(OWN);
    assert!(told.iter().all(|one| one["refused"].is_null()), "{told:?}");
    assert_eq!(told[1]["extends"], "short");
    assert_eq!(told[1]["idle"], serde_json::json!(["pieceToCharTable"]));
    let text = fs::read_to_string(folder.path().join("games/runners.toml")).expect("written");
    assert!(text.contains("extends  = \"short\""), "{text}");
    assert!(!text.contains("[board]") && !text.contains("[setup]"), "{text}");
    assert_eq!(counts(folder.path(), "small", "4"), counts(folder.path(), "minishogi", "4"));
}

#[test]
fn a_game_that_is_known_is_counted_as_before() {
    for (own, known) in [
        ("[a:chess]\nstalemateValue = draw\n", "chess"),
        ("[a:giveaway]\nnMoveRule = 50\n", "giveaway"),
        ("[a:crazyhouse]\nnMoveRule = 50\n", "crazyhouse"),
        ("[a:grand]\nnFoldRule = 3\n", "grand"),
        ("[a:makruk]\nnFoldRule = 3\n", "makruk"),
        ("[a:breakthrough]\nnFoldRule = 3\n", "breakthrough"),
        ("[a:ataxx]\nnFoldRule = 3\n", "ataxx"),
    ] {
        let (folder, told) = imported(own);
        assert!(told[0]["refused"].is_null(), "{told:?}");
        assert_eq!(counts(folder.path(), "a", "3"), counts(folder.path(), known, "3"), "{known}");
    }
}

#[test]
fn castles_start_where_the_variant_puts_king_and_rooks() {
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let (folder, told) = imported(&format!("[a:chess]\nchess960 = true\nstartFen = {fen}\n"));
    assert!(told[0]["refused"].is_null(), "{told:?}");
    assert_eq!(counts(folder.path(), "a", "3"), serde_json::json!([21, 528, 12189]));
}

const STONES: [(&str, [u64; 3]); 3] = [
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2036, 95687]),
    ("rn1q1bnr/2p1pp2/3kb3/pP1p2p*/P2P1P2/N5PB/1P3P1P/R1B1K1NR w KQ - 1 13", [25, 611, 15747]),
    ("1n2kbr1/2p1pp1p/r1q1bp2/1p5n/P*PP2P1/B1Q2p1P/4P1B1/R3K1NR w KQ - 2 18", [34, 1344, 43619]),
];

#[test]
fn pieces_turn_to_stone_where_they_capture() {
    let text = "[a:chess]\nking = -\ncommoner = k\ncastlingKingPiece = k\nextinctionValue = loss\n\
        extinctionPieceTypes = k\nextinctionPseudoRoyal = true\npetrifyOnCaptureTypes = knbrq\n\
        startFen = FEN\n";
    // The counts are those of the program whose files these are.
    for (fen, expected) in STONES {
        let (folder, told) = imported(&text.replace("FEN", fen));
        assert!(told[0]["refused"].is_null(), "{told:?}");
        assert_eq!(counts(folder.path(), "a", "3"), serde_json::json!(expected), "{fen}");
    }
}

#[test]
fn what_cannot_be_said_is_refused_by_its_key_and_line() {
    for (key, value) in [
        ("twoBoards", "true"),
        ("sittuyinPromotion", "true"),
        ("petrifyOnCaptureTypes", "p"),
        ("blastImmuneTypes", "n"),
        ("mutuallyImmuneTypes", "n"),
        ("oppositeCastling", "true"),
        ("castlingWins", "q"),
        ("gating", "true"),
        ("wallingRule", "edge"),
        ("wallOrMove", "true"),
        ("diagonalLines", "e5"),
        ("makpongRule", "true"),
        ("moveRepetitionIllegal", "true"),
        ("chasingRule", "axf"),
        ("checkmateValue", "win"),
        ("shatarMateRule", "true"),
        ("bikjangRule", "true"),
        ("extinctionClaim", "true"),
        ("dupleCheck", "true"),
        ("countingRule", "makruk"),
        ("customPiece1", "x:hlN"),
        ("customPiece1", "x:Y"),
        ("customPiece1", "x"),
        ("noSuchKey", "1"),
        ("maxRank", "many"),
        ("mustCapture", "yes"),
        ("promotionRegionWhite", "e?"),
        ("flagPiece", "z"),
    ] {
        let start =
            if key == "customPiece1" { "startFen = xnbqkbnx/8/8/8/8/8/8/XNBQKBNX w - - 0 1\n" } else { "" };
        let (message, line) = refusal(&format!("# a file\n[a:chess]\n{key} = {value}\n{start}"));
        assert!(message.contains(key), "{key}: {message}");
        assert_eq!(line, 3, "{key}: {message}");
    }
    assert_eq!(refusal("[a:nothing]\npawn = p\n").1, 1);
}

#[test]
fn lines_that_are_no_keys_are_told() {
    let (_, told) = imported("key = 1\n[a:chess]\nwhat is this\n[\n");
    let lines: Vec<u64> =
        told.iter().filter_map(|one| one["line"].as_u64().filter(|_| !one["problem"].is_null())).collect();
    assert_eq!(lines, [1, 3, 4]);
}

#[test]
fn definitions_that_are_there_are_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("own.ini"), "[a:chess]\nnFoldRule = 3\n").expect("written");
    banco_in(folder.path(), &["import", "own.ini", "--out", "games"]).good();
    banco_in(folder.path(), &["import", "own.ini", "--out", "games"]).fails(2, "already");
    banco_in(folder.path(), &["import", "own.ini", "--variant", "b"]).fails(2, "no variant `b`");
    banco_in(folder.path(), &["import", "none.ini"]).fails(2, "none.ini");
}

#[test]
fn only_what_is_a_game_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let text =
        "[good:chess]\nnFoldRule = 2\n[bad:chess]\nstartFen = 8/8/8/8 w - - 0 1\n[worse:chess]\nnoKey = 1\n";
    fs::write(at.join("own.ini"), text).expect("written");
    banco_in(at, &["import", "own.ini", "--out", "games"]).fails(1, "");
    let mut found: Vec<_> = fs::read_dir(at.join("games")).expect("a folder").flatten().collect();
    assert_eq!(found.pop().map(|entry| entry.file_name().into_string()), Some(Ok("good.toml".to_owned())));
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_name_that_stands_twice_is_refused_however_it_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    fs::write(at.join("own.ini"), "[a:chess]\nnFoldRule = 3\n[b:chess]\n[a:chess]\nnFoldRule = 4\n")
        .expect("written");
    banco_in(at, &["import", "own.ini"]).fails(1, "defines `a` twice, in lines 1 and 4");
    banco_in(at, &["import", "own.ini", "--variant", "a"]).fails(1, "defines `a` twice, in lines 1 and 4");
    banco_in(at, &["import", "own.ini", "--variant", "b"]).good();
}

#[test]
fn every_wrong_key_is_named_with_the_nearest_right_one() {
    let (message, line) = refusal("[a:chess]\nnFoldRul = 3\npieceDrops = true\nxyzzy = 2\n");
    assert_eq!(line, 2);
    assert!(message.contains("`nFoldRul` is no key of the format; did you mean `nFoldRule`?"), "{message}");
    assert!(message.contains("line 4: `xyzzy` is no key"), "{message}");
}

#[test]
fn names_of_variants_are_no_paths() {
    let (_, told) = imported("[../a:chess]\nnFoldRule = 3\n");
    assert!(told[0]["problem"].as_str().is_some_and(|why| why.contains("names of letters")), "{told:?}");
}
