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
        ("[a:flipello]\nnFoldRule = 3\n", "flipello"),
        ("[a:placement]\nnFoldRule = 3\n", "placement"),
        ("[a:minishogi]\nnFoldRule = 4\n", "minishogi"),
        ("[a:gorogoro]\nnFoldRule = 4\n", "gorogoro"),
        ("[a:xiangqi]\nnFoldRule = 3\n", "xiangqi"),
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
        ("seirawanGating", "true"),
        ("flagPieceSafe", "true"),
        ("castlingRookKingsideFile", "g"),
        ("collinearN", "3"),
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

/// The only definition of a file.
fn definition(text: &str) -> String {
    let (folder, told) = imported(text);
    assert!(told.iter().all(|one| one["refused"].is_null()), "{told:?}");
    fs::read_to_string(folder.path().join("games/a.toml")).expect("written")
}

/// How a game of the only variant of a file ended that stands so.
fn winner(text: &str, position: &str) -> Value {
    let (folder, told) = imported(text);
    assert!(told.iter().all(|one| one["refused"].is_null()), "{told:?}");
    let asked = ["moves", "games/a.toml", "--position", position, "--json"];
    banco_in(folder.path(), &asked).good().json()["outcome"]["winner"].clone()
}

#[test]
fn keys_below_a_head_that_is_none_belong_to_no_section() {
    let (folder, told) = imported("[a:chess]\nnFoldRule = 3\n[two \u{fc}:chess]\ncastling = false\nwhat\n");
    assert_eq!(told[0]["line"], 3);
    assert!(told[1]["refused"].is_null(), "{told:?}");
    let text = fs::read_to_string(folder.path().join("games/a.toml")).expect("written");
    assert!(text.contains("castle"), "{text}");
}

#[test]
fn a_line_that_is_no_key_refuses_its_section_and_what_builds_on_it() {
    assert_eq!(
        refusal("[a:chess]\nnFoldRule = 3\nwhat\n[b:a]\nnFoldRule = 4\n"),
        ("expected `KEY = VALUE`".into(), 3)
    );
}

#[test]
fn a_key_that_stands_twice_counts_as_said_last_and_both_lines_are_told() {
    let (folder, told) = imported("[a:chess]\nnFoldRule = 3\nnFoldRule = 4\n");
    assert_eq!(told[0]["line"], 3);
    assert!(told[0]["problem"].as_str().is_some_and(|why| why.contains("in line 2")), "{told:?}");
    let text = fs::read_to_string(folder.path().join("games/a.toml")).expect("written");
    assert!(text.contains("repeats = 4"), "{text}");
    let (_, told) = imported("[a:chess]\ncastling = false\ncastling = false\n");
    assert_eq!(told.len(), 1, "{told:?}");
}

#[test]
fn a_repetition_is_worth_what_it_is_worth_to_white() {
    assert!(definition("[a:minishogi]\nnFoldRule = 4\n").contains("repeats = 4 }, loser = \"white\""));
    for parent in ["shogi", "gorogoro"] {
        let text = definition(&format!("[a:{parent}]\nnFoldRule = 4\n"));
        assert!(text.contains("repeats = 4 }, winner = \"none\""), "{text}");
    }
    let text = definition("[a:chess]\nnFoldValue = win\nnFoldValueAbsolute = true\n");
    assert!(text.contains("repeats = 3 }, winner = \"white\""), "{text}");
    let text = definition("[a:chess]\nnFoldValue = win\n");
    assert!(text.contains("repeats = 3 }, winner = \"turn\""), "{text}");
}

#[test]
fn two_passes_in_a_row_end_the_game() {
    let text = definition("[a:chess]\npass = true\n");
    assert!(text.contains("{ passes = 2 }, winner = \"none\""), "{text}");
    let flipello = "[a:flipello]\nnFoldRule = 3\n";
    let stuck = "8/8/8/3PP3/3PP3/8/8/p7[PPpp] w - - 0 1";
    assert_eq!(winner(flipello, stuck), Value::Null);
    assert_eq!(winner(flipello, &format!("{stuck} moves pass pass")), "white");
    let full = "PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/pppppppp[] w - - 0 1";
    assert_eq!(winner(flipello, full), "white");
}

#[test]
fn who_has_no_piece_left_has_lost_at_ataxx() {
    let (folder, _) = imported("[a:ataxx]\nnFoldRule = 3\n");
    let position = "2P4/1Pp4/7/7/7/7/7 w - - 0 1";
    let asked = ["moves", "games/a.toml", "--position", position, "--json"];
    let moves = banco_in(folder.path(), &asked).good().json()["moves"].clone();
    let drop =
        moves.as_array().expect("moves").iter().filter_map(Value::as_str).find(|mv| mv.ends_with("d6"));
    let after = format!("{position} moves {}", drop.expect("a move beside the enemy"));
    let asked = ["moves", "games/a.toml", "--position", &after, "--json"];
    assert_eq!(banco_in(folder.path(), &asked).good().json()["outcome"]["winner"], "white");
}

#[test]
fn variants_count_as_by_the_program_whose_files_these_are() {
    for (text, expected) in [
        (
            "wallingRule = duck\nwallingRegionWhite = *3 *4\nwallingRegionBlack = *5 *6\n",
            [300, 90000].as_slice(),
        ),
        ("wallingRule = past\n", &[20, 400, 7526]),
        (
            "wallingRule = past\nstartFen = r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1\n",
            &[25, 625, 14456],
        ),
        ("wallingRule = past\nstartFen = 4k3/1p1p4/8/2P5/8/8/8/4K3 b - - 0 1\n", &[8, 52, 423, 3004]),
        (
            "promotionRegionWhite = *6 *7 *8\nstartFen = 4k3/1p1p4/8/2P5/8/8/1N6/4K3 b - - 0 1\n",
            &[8, 114, 961, 16338],
        ),
        ("promotionRegionWhite = *9\nstartFen = 4k3/P7/8/8/8/8/p7/4K3 w - - 0 1\n", &[6, 54, 358]),
        ("doubleStepRegionWhite = -\n", &[12, 240, 3538]),
        ("tripleStepRegionWhite = *2\n", &[28, 552, 16143]),
        (
            "knight = -\ncustomPiece1 = n:NimfnA\nenPassantTypes = np\n\
             startFen = 4k3/1p1p4/8/2P5/3p4/8/1N6/4K3 w - - 0 1\n",
            &[10, 91, 1023],
        ),
    ] {
        let (folder, told) = imported(&format!("[a:chess]\n{text}"));
        assert!(told[0]["refused"].is_null(), "{text}: {told:?}");
        let depth = expected.len().to_string();
        assert_eq!(counts(folder.path(), "games/a.toml", &depth), serde_json::json!(expected), "{text}");
    }
    for (text, expected) in [
        ("[a:amazons]\nwallingRegion = *3 *4 *5\n", [834, 448_626].as_slice()),
        ("[a:gardner]\ndoubleStep = true\n", &[7, 53, 506]),
        ("[a:minishogi]\npieceDemotion = true\nstartFen = 4k/1+P2+P/5/5/K+S3[] w 0 1\n", &[21, 22, 309]),
    ] {
        let (folder, told) = imported(text);
        assert!(told[0]["refused"].is_null(), "{text}: {told:?}");
        let depth = expected.len().to_string();
        assert_eq!(counts(folder.path(), "games/a.toml", &depth), serde_json::json!(expected), "{text}");
    }
}

#[test]
fn a_bishop_keeps_room_on_its_colour() {
    let (folder, told) = imported("[a:placement]\nnFoldRule = 3\n");
    assert!(told[0]["refused"].is_null(), "{told:?}");
    let fen = "r1n1qk1b/pppppppp/8/8/8/8/PPPPPPPP/KNN1BB1R[QRrbn] b - - 0 6";
    let counted = banco_in(folder.path(), &["perft", "games/a.toml", "2", "--position", fen, "--json"]);
    assert_eq!(counted.good().json()["counts"], serde_json::json!([5, 20]));
}

#[test]
fn what_goes_together_with_no_rule_is_refused_by_its_key() {
    for (text, line, said) in [
        ("[a:snailtrail]\nwallingRegion = *3\n", 2, "`wallingRegion`"),
        ("[a:chess]\nwallingRule = arrow\n", 2, "`pawn`"),
        (
            "[a:chess]\nwallingRule = arrow\npawn = -\nstartFen = r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1\n",
            2,
            "`castling`",
        ),
        ("[a:minishogi]\npiecePromotionOnCapture = true\n", 2, "piecePromotionOnCapture"),
        ("[a:chess]\nknight = -\ncustomPiece1 = n:NimfA\nenPassantTypes = np\n", 3, "customPiece1"),
        ("[a:chess]\nknight = n:NmD\n", 2, "`knight` has moves already"),
        ("[a:chess]\ncustomPiece1 = x:Q)\n", 2, "customPiece1"),
        ("[a:chess]\npromotionRegionWhite = z9\n", 2, "`z9`"),
        ("[a:chess]\npromotionRegionWhite = *8 *99\n", 2, "`*99`"),
        ("[a:chess]\npromotionRegionWhite = **\n", 2, "`**`"),
        ("[a:flipello]\nenclosingDrop = ataxx\nflipEnclosedPieces = quadwrangle\n", 3, "flipEnclosedPieces"),
        ("[a:flipello]\nflipEnclosedPieces = none\n", 2, "flipEnclosedPieces"),
        ("[a:chess]\nenPassantRegion = *3\n", 2, "`enPassantRegion ="),
        ("[a:chess]\n\npromotionPawnTypesWhite = pn\n", 3, "`promotionPawnTypesWhite`"),
        ("[a:chess]\ncheckCounting = true\nstartFen = 4k3/8/8/8/8/8/8/R3K3 w - - 3+5 0 1\n", 3, "3+5"),
        ("[a:b]\n[b:a]\n", 1, "`a` builds on `b`, which stands in line 2"),
    ] {
        let (message, found) = refusal(text);
        assert!(message.contains(said), "{text}: {message}");
        assert_eq!(found, line, "{text}: {message}");
    }
}

#[test]
fn the_first_check_wins_where_the_start_counts_none() {
    assert!(definition("[a:chess]\ncheckCounting = true\n").contains("{ checks = 1 }"));
    assert!(definition("[a:3check]\nnFoldRule = 3\n").contains("{ checks = 3 }"));
}

#[test]
fn one_player_alone_may_have_sides_to_join() {
    let text = definition("[a:chess]\nconnectRegion1White = a*\nconnectRegion2White = h*\n");
    assert!(text.contains("connects = [\"side-1\", \"side-2\"]"), "{text}");
}

#[test]
fn rules_of_a_parent_that_are_left_out_are_told() {
    for (text, expected) in [
        ("[a:makruk]\nnFoldRule = 3\n", serde_json::json!(["countingRule"])),
        ("[a:makruk]\ncountingRule = none\n", serde_json::json!([])),
        ("[a:xiangqi]\nnFoldRule = 3\n", serde_json::json!(["chasingRule"])),
    ] {
        assert_eq!(imported(text).1[0]["left_out"], expected, "{text}");
    }
}

#[test]
fn a_long_chain_of_variants_is_read() {
    let mut text = "[a0:chess]\nnFoldRule = 3\n".to_owned();
    for number in 1..20 {
        text.push_str(&format!("[a{number}:a{}]\nnFoldRule = {}\n", number - 1, 3 + number % 2));
    }
    let (_, told) = imported(&text);
    assert!(told.iter().all(|one| one["refused"].is_null()), "{told:?}");
    assert_eq!(told[16]["extends"], Value::Null);
}

#[test]
fn an_engine_that_does_not_start_imports_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("own.ini"), "[a:chess]\nnFoldRule = 3\n").expect("written");
    let against = ["import", "own.ini", "--out", "games", "--against", "cmd=/nonexist"];
    let run = banco_in(folder.path(), &against);
    assert_eq!(run.status, 2);
    assert_eq!(run.out, "");
    assert!(run.err.contains("the engine `nonexist`"), "{}", run.err);
    assert!(!folder.path().join("games/a.toml").exists());
}

/// A king that comes by promotion is a king for every end that asks for one.
#[test]
fn what_moves_like_a_piece_once_promoted_counts_as_one() {
    let text = "[a:chess]\nking = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n\
        flagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1\npromotionPieceTypes = -\n\
        promotedPieceType = p:k\n";
    let text = definition(text);
    for pieces in [
        "some = [\"own commoner\", \"own promoted-pawn\"]",
        "none = [\"own commoner\", \"own promoted-pawn\"]",
    ] {
        assert!(text.contains(pieces), "{pieces}: {text}");
    }
}

/// What `--against` says of the only variant of a file.
#[cfg(unix)]
fn verified(folder: &Path, engine: &str) -> Value {
    let engine = format!("cmd={engine}");
    let run = banco_in(folder, &["import", "own.ini", "--against", &engine, "--json"]);
    assert_eq!(run.err, "");
    run.json_lines()[0]["verified"].clone()
}

#[cfg(unix)]
#[test]
fn definitions_are_counted_beside_the_engine_that_reads_the_same_file() {
    use std::os::unix::fs::PermissionsExt;

    if !crate::arena_foreign::is_installed("fairy-stockfish") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    let plain = "[own:chess]\nstalemateValue = loss\npromotionPieceTypes = qn\n";
    write("own.ini", plain);
    let same = verified(folder.path(), "fairy-stockfish");
    assert_eq!(same["same"], true, "{same}");
    assert!(
        same["leaves"].as_u64() >= Some(100_000) && same["later_positions"].as_u64() >= Some(1),
        "{same}"
    );

    // The engine is made to read other rules under the same name.
    write("other.ini", &format!("{plain}doubleStep = false\n"));
    let other = folder.path().join("other.ini");
    let cheat = format!("#!/bin/sh\nPATH=$PATH:/usr/games\nexec fairy-stockfish load {}\n", other.display());
    write("cheat.sh", &cheat);
    let cheat = folder.path().join("cheat.sh");
    fs::set_permissions(&cheat, fs::Permissions::from_mode(0o755)).expect("made a program");
    let other = verified(folder.path(), "./cheat.sh");
    assert_eq!(other["same"], false, "{other}");
    assert!(other["why"].as_str().is_some_and(|why| why.contains("a2a4")), "{other}");
}

#[test]
fn a_letter_belongs_to_one_piece() {
    for (text, line, why) in [
        ("[a:chess]\ncustomPiece1 = k:W\n", 2, "has the letter of the king"),
        ("[a:chess]\ncustomPiece1 = a:W\ncustomPiece2 = a:F\n", 3, "`customPiece1` has in line 2"),
    ] {
        let (message, at) = refusal(text);
        assert!(message.contains(why) && at == line, "{text}\n{at}: {message}");
    }
    // An inherited piece may lose its letter, or exchange it.
    for text in [
        "[a:chess]\ncustomPiece1 = n:NW\n",
        "[a:chess]\ncustomPiece1 = a:W\n[b:a]\ncustomPiece1 = e:F\ncustomPiece2 = a:N\n",
        "[a:chess]\nking = -\ncustomPiece1 = k:W\n",
    ] {
        let (_, told) = imported(text);
        assert!(told.iter().all(|one| one["refused"].is_null()), "{text}\n{told:?}");
    }
}

#[test]
fn what_stands_in_for_a_shipped_game_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("own.ini"), "[atomic:chess]\ncastling = false\n").expect("written");
    let run = banco_in(folder.path(), &["import", "own.ini", "--out", "games"]).good();
    assert!(run.err.contains("a shipped game is called `atomic`"), "{}", run.err);
}
