//! Standard algebraic notation and games in PGN.

use banco::{PgnGame, Position};
use fastrand::Rng;

use crate::cli::{banco_in, elsewhere, typed};
use crate::shipped;

/// Positions of random games.
fn walked(name: &str, seed: u64, plies: usize) -> Vec<Position> {
    let mut position = Position::start(&shipped::game(name));
    let mut rng = Rng::with_seed(seed);
    let mut all = Vec::new();
    for _ in 0..plies {
        all.push(position.clone());
        let moves = position.legal_moves();
        let Some(&mv) = rng.choice(&moves) else { break };
        position.play(mv);
    }
    all
}

#[test]
fn what_is_written_in_algebraic_notation_reads_back() {
    for name in shipped::chosen() {
        for position in walked(name, 7, 12).into_iter().step_by(3) {
            for mv in position.legal_moves().into_iter().take(120) {
                let text = position.san(mv);
                assert_eq!(position.read_move(&text).as_ref(), Ok(&mv), "{name}: {text} in {position}");
            }
        }
    }
}

/// Games of random moves as python-chess 1.11 writes them, and where they end.
const GAMES: [(&str, &str, &str); 3] = [
    (
        "chess",
        "1. f4 c5 2. g4 c4 3. e4 e5 4. Bg2 Qf6 5. h3 c3 6. a3 Qd8 7. Nf3 g5 8. Rf1 Bxa3 9. Nh4 Nf6 10. dxc3 h6 \
         11. bxa3 exf4 12. Bd2 d6 13. c4 Qa5 14. Ra2 Rg8 15. Ke2 Kf8 16. Nf5 Rg6 17. Kf2 Nd5 18. Ne7 Qc3 19. Re1 \
         Qxh3 20. Kf1 Qh1+ 21. Kf2 Nb4 22. a4 Ke8 23. Nd5 b6 24. Bc3 Qxg2+ 25. Kxg2 f6 26. Kh2 Nd7 27. Kh3 Nxc2 \
         28. Rxc2 Kf8 29. Nxf4 b5 30. Ne2 Rg8 *",
        "r1b2kr1/p2n4/3p1p1p/1p4p1/P1P1P1P1/2B4K/2R1N3/1N1QR3 w - - 2 31",
    ),
    (
        "crazyhouse",
        "1. Na3 c6 2. b3 Qc7 3. Nb5 h5 4. Nxc7+ Kd8 5. g3 Rh6 6. Q@a3 d6 7. d3 Rf6 8. Nd5 g6 9. Qa5+ b6 10. Qad2 \
         Bg4 11. Nb4 Re6 12. Bh3 Nh6 13. Ba3 h4 14. Bxg4 Kc7 15. c4 h3 16. Qg5 Bg7 17. Qd5 Ng8 18. B@a6 Bf8 19. Rb1 \
         Kd8 20. Kd2 g5 21. Qe4 Ke8 22. Kc3 Rxe4 23. Bf5 Q@e1+ 24. Qxe1 Nxa6 25. Bc8 Rxc4+ 26. bxc4 @h5 27. Be6 f6 \
         28. Qd1 B@b3 29. Q@c2 g4 30. Kd2 Bg7 *",
        "r3k1n1/p3p1b1/npppBp2/7p/1NP3p1/Bb1P2Pp/P1QKPP1P/1R1Q2NR[R] w - - 2 31",
    ),
    (
        "atomic",
        "1. h3 f6 2. e4 c6 3. Rh2 a5 4. Qg4 e6 5. e5 Be7 6. Qg5 Kf7 7. Ne2 g6 8. Ng1 Nh6 9. h4 fxg5 10. b3 h5 11. Ne2 \
         d5 12. g4 Qd7 13. Bb2 Ke8 14. b4 Kf8 15. Bd4 Na6 16. a3 Qd6 17. Rg2 Bg5 18. Bb2 d4 19. Nec3 Bd8 20. Be2 Kg7 \
         21. Bd3 Rh7 22. Bb5 Bd7 23. Bxa6 c5 24. Rh2 Kf7 25. d3 Qe7 26. Rg2 axb4 27. c4 b5 28. Kd1 Kg7 29. Bc1 b4 \
         30. Rg1 Ra4 *",
        "3b4/3bq1kr/4p1p1/2p1P2p/rpPp2PP/P2P4/5P2/RNBK2R1 w - - 2 31",
    ),
];

#[test]
fn games_of_other_programs_are_replayed_and_written_as_they_were() {
    for (name, text, end) in GAMES {
        let read = &PgnGame::parse_all(text).expect("PGN")[0];
        let position = read.replay(&shipped::game(name)).expect("legal");
        assert_eq!(position.to_string(), end, "{name}");
        let written = PgnGame::of(&position, Vec::new(), "*");
        let moves = |game: &PgnGame| game.moves.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
        assert_eq!(moves(&written), moves(read), "{name}");
    }
}

#[test]
fn the_special_signs_are_those_of_the_notation() {
    let cases = [
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
        ("chess", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "O-O-O"),
        ("chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a8=Q+"),
        ("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
        ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("chess", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"),
        ("chess", "R7/4k3/8/8/8/8/4K3/R7 w - - 0 1", "a1a4", "R1a4"),
        ("chess", "2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "P@e4", "@e4"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "N@f6", "N@f6+"),
        ("dodgem", "startpos", "a2b2", "b2"),
    ];
    for (name, from, text, san) in cases {
        let position = Position::parse(&shipped::game(name), from).expect("a position");
        let mv = position.read_move(text).expect("legal");
        assert_eq!(position.san(mv), san, "{name}: {text}");
        assert_eq!(position.read_move(san), Ok(mv), "{name}: {san}");
    }
}

#[test]
fn other_spellings_are_read_and_wrong_ones_say_what_was_understood() {
    let chess = shipped::game("chess");
    let read = |from: &str, text: &str| {
        let position = Position::parse(&chess, from).expect("a position");
        position.read_move(text).map(|mv| position.move_text(mv)).map_err(|refusal| refusal.message())
    };
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (from, text, meant) in [
        (castles, "0-0", "e1g1"),
        (castles, "0-0-0!?", "e1c1"),
        (castles, "Rxa8+", "a1a8"),
        (castles, "Rh1-g1", "h1g1"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8Q", "a7a8q"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8(N)", "a7a8n"),
        ("startpos", "Pe4", "e2e4"),
        ("startpos", "Ngf3", "g1f3"),
    ] {
        assert_eq!(read(from, text), Ok(meant.to_owned()), "{text}");
    }
    let two = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
    for (from, text, why) in [
        (two, "Rd1", "`Rd1` may be several moves: write `a1d1` or `h1d1`"),
        ("startpos", "Nf6", "no knight can move to f6"),
        ("startpos", "Qd4", "a pawn stands on d2"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8", "becomes"),
        ("startpos", "O-O", "f1"),
        ("startpos", "0-0-0", "b1"),
        ("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "O-O", "over f1"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "moved"),
        ("startpos", "e8=Q", "no pawn can move to e8"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "b8=Q", "does not land on b8, which is empty"),
        ("4k3/P7/8/8/8/2N3N1/4r3/4K3 w - - 0 1", "a8=Q", "the king on e1 could be taken"),
        ("4k3/P7/8/8/8/2N3N1/4r3/4K3 w - - 0 1", "a7a8=Q", "the king on e1 could be taken"),
        ("4k3/P7/8/8/8/2N3N1/4r3/4K3 w - - 0 1", "a7a8Q", "the king on e1 could be taken"),
        ("4k3/P7/8/8/8/2N3N1/4r3/4K3 w - - 0 1", "a7a8x", "the king on e1 could be taken"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8x", "does not become `x`"),
        ("startpos", "Q=", "`Q=` is not a move on this board"),
        ("startpos", "Zf3", "`Zf3` is not a move on this board"),
    ] {
        let refused = read(from, text).expect_err(text);
        assert!(refused.contains(why), "{text}: {refused}");
    }
}

#[test]
fn a_game_is_kept_as_pgn_and_gone_on_with() {
    let folder = elsewhere();
    let at = folder.path();
    let lines = b"Nf3\nNf6\nresign\nquit\n";
    let said = typed(at, &["play", "chess", "--as", "both", "--record", "kept.pgn"], lines).good().out;
    assert!(said.contains("The game is over: black wins, white resigns"), "{said}");
    let text = std::fs::read_to_string(at.join("kept.pgn")).expect("kept");
    let game = &PgnGame::parse_all(&text).expect("PGN")[0];
    assert_eq!((game.tag("Variant"), game.tag("Result")), (Some("Standard"), Some("0-1")));
    assert!(text.contains("1. Nf3 Nf6 0-1"), "{text}");
    let args = ["play", "chess", "--as", "both", "--load", "kept.pgn", "--notation", "san"];
    let said = typed(at, &args, b"history\nundo\nhistory\nsave kept.pgn\n").good().out;
    assert!(said.contains("loaded kept.pgn") && said.contains("1. Nf3  Nf6"), "{said}");
    let text = std::fs::read_to_string(at.join("kept.pgn")).expect("kept");
    assert!(text.contains("1. Nf3 *"), "{text}");
    for (text, why) in [
        ("1. e4 e4", "line 1: illegal move `e4`: no pawn can move to e4"),
        ("1. e4 *\n\n1. d4 *", "2 games are in it: give the number of one"),
        ("[Variant \"Atomic\"]\n1. e4 *", "is a game of `Atomic`"),
        ("1. e4 (", "a variation has no end"),
        ("[FEN \"x\"]\n\n*", "the tag FEN"),
    ] {
        std::fs::write(at.join("bad.pgn"), text).expect("written");
        banco_in(at, &["play", "chess", "--load", "bad.pgn"]).fails(1, why);
    }
    std::fs::write(at.join("two.pgn"), "1. e4 *\n\n1. d4 *\n").expect("written");
    banco_in(at, &["play", "chess", "--as", "both", "--record", "two.pgn"])
        .fails(1, "several games are there");
    let args = ["play", "chess", "--as", "both", "--notation", "san", "--load", "two.pgn", "--number"];
    let said = typed(at, &[&args[..], &["2"]].concat(), b"history\nload two.pgn 1\nhistory\nload two.pgn\n");
    let said = said.good().out;
    let shown = ["1. d4", "loaded two.pgn", "1. e4", "2 games are in it: give the number of one"];
    assert!(
        shown.iter().try_fold(&said[..], |rest, part| Some(rest.split_once(part)?.1)).is_some(),
        "{said}"
    );
    banco_in(at, &[&args[..], &["3"]].concat()).fails(1, "it holds no game 3: 2 games are in it");
    banco_in(at, &["play", "chess", "--number", "2"]).fails(2, "`--number` needs `--load`");
    let args = ["analyse", "two.pgn", "--number", "2", "--depth", "1", "--notation", "san", "--json"];
    let said = banco_in(at, &args).good().out;
    assert!(said.contains("\"game\":2") && said.contains("d4") && said.lines().count() == 1, "{said}");
}

#[test]
fn mistakes_of_a_kept_game_are_marked() {
    let folder = elsewhere();
    let at = folder.path();
    std::fs::write(at.join("fool.pgn"), "1. f3 e5 2. g4 Qh4# 0-1\n").expect("written");
    let args = ["analyse", "fool.pgn", "--game", "chess", "--depth", "3", "--notation", "san"];
    let said = banco_in(at, &args).good().out;
    let lines: Vec<&str> = said.lines().collect();
    assert!(
        lines[2].trim_start().starts_with("2. g4??") && lines[2].contains("black wins in 1 ply"),
        "{said}"
    );
    assert!(lines[3].trim_start().starts_with("2... Qh4# ") && lines[3].ends_with("black wins"), "{said}");
    assert_eq!(lines[4..], ["white: 0 ?!, 1 ?, 1 ??", "black: 0 ?!, 0 ?, 0 ??"], "{said}");
    let lines = banco_in(at, &[&args[..], &["--json"]].concat()).good().json_lines();
    let marks: Vec<_> = lines.iter().map(|line| line["mark"].as_str()).collect();
    assert_eq!(marks, [Some("?"), None, Some("??"), None]);
    assert_eq!(lines[3]["best"][0], "Qh4#");
    let untagged = ["analyse", "fool.pgn", "--depth", "3", "--notation", "san"];
    assert_eq!(banco_in(at, &untagged).good().out, said, "PGN without the tag is chess");
    std::fs::write(at.join("atomic.pgn"), "[Variant \"Atomic\"]\n\n1. Nf3 f6 *\n").expect("written");
    banco_in(at, &["analyse", "atomic.pgn", "--depth", "1"]).good();
    banco_in(at, &["analyse", "none.ron"]).fails(2, "cannot read `none.ron`");
}

/// Pieces of games and of moves.
const PIECES: [&str; 26] = [
    "[", "]", "\"", "{", "}", "(", ")", ";", "\n", "%", "1.", "...", "e4", "Nf3", "O-O", "$1", "1-0",
    "[FEN \"", "\\", "é", "\u{feff}", "=Q", "x", "+", "@", " ",
];

#[test]
fn hostile_moves_are_refused_in_words() {
    let mut rng = Rng::with_seed(5);
    let positions: Vec<Position> =
        ["chess", "crazyhouse", "seirawan"].map(|name| Position::start(&shipped::game(name))).to_vec();
    for run in 0..shipped::hostile_cases(if shipped::deep() { 100_000 } else { 3_000 }) {
        let position = &positions[run % positions.len()];
        let text: String = (0..rng.usize(0..6)).map(|_| PIECES[rng.usize(0..PIECES.len())]).collect();
        match position.read_move(&text) {
            Ok(mv) => assert!(position.is_legal(mv), "{text}"),
            Err(refusal) => assert!(!refusal.message().is_empty(), "{text}"),
        }
    }
}

/// Games out of nothing, and real ones that were tampered with. What is accepted is written so that it reads back.
#[test]
fn hostile_games_are_refused_in_words() {
    let mut rng = Rng::with_seed(6);
    let games = GAMES.map(|(name, text, _)| (shipped::game(name), text));
    for run in 0..shipped::hostile_cases(if shipped::deep() { 200_000 } else { 6_000 }) {
        let (game, text) = &games[run % games.len()];
        let mut parts: Vec<&str> =
            if run % 2 == 0 { text.split_inclusive(' ').collect() } else { Vec::new() };
        for _ in 0..if parts.is_empty() { rng.usize(0..40) } else { rng.usize(1..6) } {
            let at = rng.usize(..=parts.len());
            match rng.u8(..8) {
                0 if !parts.is_empty() => parts.truncate(at),
                1 if at < parts.len() => drop(parts.remove(at)),
                _ => parts.insert(at, PIECES[rng.usize(0..PIECES.len())]),
            }
        }
        let text = parts.concat();
        let Ok(found) = PgnGame::parse_all(&text) else { continue };
        for found in found {
            let Ok(position) = found.replay(game) else { continue };
            let written = PgnGame::of(&position, Vec::new(), "*").text();
            let again = PgnGame::parse_all(&written).expect("what is written reads back");
            assert_eq!(again[0].replay(game).expect("legal").to_string(), position.to_string(), "{text}");
        }
    }
}

#[test]
fn moves_before_a_position_are_read_as_people_write_them() {
    for args in [
        &["eval", "chess", "--moves", "e4 e5 Nf3", "--json"][..],
        &["eval", "chess", "--position", "startpos moves e4 e7e5 Nf3", "--json"],
    ] {
        let plain =
            crate::cli::banco(&["eval", "chess", "--moves", "e2e4 e7e5 g1f3", "--json"]).good().json();
        assert_eq!(crate::cli::banco(args).good().json()["score"], plain["score"]);
    }
    crate::cli::banco(&["eval", "chess", "--moves", "e4 Nf4"]).fails(1, "illegal move `Nf4`");
    let folder = elsewhere();
    let suite = "(game: \"chess\", cases: [(name: \"a\", moves: \"e4 e5 Ke2\", expect: Unfinished)])";
    std::fs::write(folder.path().join("s.ron"), suite).expect("written");
    banco_in(folder.path(), &["check", "s.ron"]).good();
    banco_in(folder.path(), &["test", "s.ron"]).good();
}

#[test]
fn every_game_of_a_file_is_analysed() {
    let folder = elsewhere();
    let at = folder.path();
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 *\n";
    std::fs::write(at.join("two.pgn"), text).expect("written");
    let said = banco_in(at, &["analyse", "two.pgn", "--depth", "2"]).good().out;
    assert!(said.starts_with("game 1/2: A - B\n") && said.contains("\ngame 2/2\n"), "{said}");
    let lines = banco_in(at, &["analyse", "two.pgn", "--depth", "1", "--json"]).good().json_lines();
    let games: Vec<_> = lines.iter().map(|line| line["game"].as_u64().expect("a number")).collect();
    assert_eq!(games, [1, 1, 1, 1, 2, 2]);
    std::fs::write(at.join("bad.pgn"), "[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Ka2 *\n")
        .expect("written");
    banco_in(at, &["analyse", "bad.pgn"]).fails(1, "there is no black king");
    std::fs::write(at.join("some.pgn"), format!("1. e4 e5 2. Ke3 *\n\n{text}")).expect("written");
    let run = banco_in(at, &["analyse", "some.pgn", "--depth", "1"]);
    let run = run.fails(1, "game 1 in `some.pgn` cannot be played");
    assert!(run.out.contains("game 2/3: A - B\n") && run.out.contains("game 3/3\n"), "{}", run.out);
    let run = banco_in(at, &["analyse", "some.pgn", "--depth", "1", "--json"]);
    let wrong = &run.json_lines()[0];
    assert!(run.status == 1 && wrong["game"] == 1 && wrong["error"].is_string(), "{wrong}");
    std::fs::write(at.join("no.sgf"), "").expect("written");
    banco_in(at, &["analyse", "no.sgf"]).fails(1, "there is no game in it");
}

#[test]
fn what_a_loaded_game_says_is_saved_with_it() {
    let folder = elsewhere();
    let at = folder.path();
    let tags = "[Event \"A match\"]\n[Date \"2020.01.02\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\
                [Termination \"time forfeit\"]\n[WhiteElo \"1500\"]\n";
    std::fs::write(at.join("in.pgn"), format!("{tags}\n1. e4 e5 1-0\n")).expect("written");
    let saved = |lines: &str, to: &str| {
        let args = ["play", "chess", "--as", "both", "--load", "in.pgn"];
        typed(at, &args, format!("{lines}save {to}\nquit\n").as_bytes());
        std::fs::read_to_string(at.join(to)).expect("saved")
    };
    let same = saved("", "same.pgn");
    for line in tags.lines().chain(["1. e4 e5 1-0"]) {
        assert!(same.contains(line), "{line}\n{same}");
    }
    let longer = saved("g1f3\n", "longer.pgn");
    assert!(longer.contains("[White \"A\"]") && longer.contains("[Result \"*\"]"), "{longer}");
    assert!(!longer.contains("Termination") && longer.contains("2. Nf3 *"), "{longer}");
    let given_up = saved("resign\n", "up.pgn");
    assert!(given_up.contains("[Result \"0-1\"]") && given_up.contains(" 0-1\n"), "{given_up}");
    let anew = saved("new\n", "anew.pgn");
    assert!(!anew.contains("A match"), "{anew}");
}

#[test]
fn what_a_piece_becomes_need_not_be_said_where_one_kind_is_all_there_is() {
    let promote = |to: &str| {
        let lord = "[pieces.lord]\nletter = \"L\"\nmoves.go = { step = \"any\" }\n";
        let duke = lord.replace("lord", "duke").replace("\"L\"", "\"D\"");
        let pawn = format!("[pieces.pawn]\npromote = {{ to = {to}, on = \"a2:c2\" }}\n");
        Position::start(&shipped::variant("hexapawn", &format!("{lord}{duke}{pawn}")))
    };
    let one = promote("[\"lord\"]");
    assert_eq!(one.read_move("a1a2").map(|mv| one.move_text(mv)).as_deref(), Ok("a1a2l"));
    assert!(one.parse_move("a1a2").is_err(), "other programs write all of a move");
    assert!(promote("[\"lord\", \"duke\"]").read_move("a1a2").is_err());
}

#[test]
fn comments_are_not_written_over() {
    let folder = elsewhere();
    let at = folder.path();
    for text in ["1. e4 {best} e5 *\n", "1. e4 e5 (1... c5) *\n", "1. e4 $1 e5 *\n"] {
        std::fs::write(at.join("in.pgn"), text).expect("written");
        let run = typed(at, &["play", "chess", "--as", "both", "--load", "in.pgn"], b"save in.pgn\nquit\n");
        assert!(run.out.contains("comments or variations, which would be lost"), "{}", run.out);
        assert_eq!(std::fs::read_to_string(at.join("in.pgn")).expect("there"), text);
    }
}

#[test]
fn nothing_that_is_in_a_file_gets_lost_when_a_game_is_kept_there() {
    let folder = elsewhere();
    let at = folder.path();
    let both = ["play", "chess", "--as", "both"];
    let read = |name: &str| std::fs::read_to_string(at.join(name)).expect("there");
    let record = [&both[..], &["--record", "game.pgn"]].concat();
    typed(at, &record, b"e2e4\ne7e5\nresign\nquit\n").good();
    let first = read("game.pgn");
    // Another game, begun anew.
    let said = typed(at, &record, b"d2d4\nquit\n");
    assert!(said.err.contains("another game is there"), "{}", said.err);
    assert_eq!(read("game.pgn"), first);
    // A game after another one has a file of its own.
    let two = [&both[..], &["--record", "two.pgn"]].concat();
    let said = typed(at, &two, b"e2e4\nresign\nnew\nd2d4\nquit\n").good().out;
    assert!(said.contains("recorded in two-1.pgn"), "{said}");
    assert!(read("two.pgn").contains("1. e4") && read("two-1.pgn").contains("1. d4"));
    // So has one that is loaded.
    let three = [&both[..], &["--record", "three.pgn"]].concat();
    let said = typed(at, &three, b"e2e4\nload two-1.pgn\nd7d5\nquit\n").good().out;
    assert!(said.contains("recorded in three-1.pgn"), "{said}");
    assert!(read("three.pgn").contains("1. e4") && read("three-1.pgn").contains("1. d4 d5"));
    assert!(!read("two-1.pgn").contains("d5"));
    // What is no game, whatever its name.
    for (name, text) in [
        ("diary.pgn", "Dear diary, today I did many things.\n"),
        ("broken.pgn", "1. e4 e5 2. Qxf9 Nc6 1-0\n"),
        ("other.pgn", "[White \"A\"]\n\n1. c4 1-0\n"),
        ("notes.ron", "notes\n"),
    ] {
        std::fs::write(at.join(name), text).expect("written");
        let line = format!("e2e4\nsave {name}\nquit\n");
        let said = typed(at, &both, line.as_bytes()).good().out;
        assert!(said.contains("is there") && read(name) == text, "{name}: {said}");
    }
    // A game goes on where it was kept, and may be taken back there.
    let lines = b"e2e4\nsave on.pgn\ne7e5\nsave on.pgn\nundo\nc7c5\nsave on.pgn\nquit\n";
    let said = typed(at, &both, lines).good().out;
    assert!(said.matches("saved to on.pgn").count() == 3 && read("on.pgn").contains("1. e4 c5"), "{said}");
    let told = banco_in(at, &["match", "dodgem", "depth=1", "depth=1", "--games", "2", "--pgn", "diary.pgn"]);
    assert!(told.status != 0 && told.err.contains("something else than games is there"), "{}", told.err);
}

#[test]
fn pgn_calls_him_white_who_is_called_so() {
    let folder = elsewhere();
    let at = folder.path();
    // Black is listed first and begins, resigns and is the human.
    let lines = b"resign\nquit\n";
    typed(at, &["play", "go-7x7", "--as", "black", "--nodes", "50", "--record", "go.pgn"], lines).good();
    typed(at, &["play", "xiangqi", "--as", "red", "--nodes", "50", "--record", "xiangqi.pgn"], lines).good();
    let tags = |name: &str| {
        let text = std::fs::read_to_string(at.join(name)).expect("kept");
        let game = &PgnGame::parse_all(&text).expect("PGN")[0];
        ["White", "Black", "Result"].map(|tag| game.tag(tag).unwrap_or_default().to_owned())
    };
    assert_eq!(tags("go.pgn"), ["banco", "human", "1-0"]);
    assert_eq!(tags("xiangqi.pgn"), ["human", "banco", "0-1"], "red is listed first");
    let two =
        ["match", "othello", "name=one,depth=1", "name=other,depth=1", "--games", "2", "--pgn", "m.pgn"];
    banco_in(at, &[&two[..], &["--records", "m.jsonl"]].concat()).good();
    let records = std::fs::read_to_string(at.join("m.jsonl")).expect("kept");
    let text = std::fs::read_to_string(at.join("m.pgn")).expect("kept");
    let games = PgnGame::parse_all(&text).expect("PGN");
    let records: Vec<serde_json::Value> =
        records.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((games.len(), records.len()), (2, 2));
    for game in &games {
        let number: u64 =
            game.tag("GameId").and_then(|id| id.rsplit('-').next()?.parse().ok()).expect("a number");
        let record = records.iter().find(|record| record["game"] == number).expect("its record");
        assert_eq!(game.tag("White"), record["players"][1].as_str(), "white is listed second");
        let won = record["winner"].as_str().map(|winner| record["players"][1] == *winner);
        let result = won.map_or("1/2-1/2", |white| if white { "1-0" } else { "0-1" });
        assert_eq!(game.tag("Result"), Some(result));
    }
}
