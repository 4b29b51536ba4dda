//! UCI: transcripts of what clients say, and what has to be answered.

use std::cell::Cell;
use std::sync::Arc;

use banco::inside::engine::{Engine, Hosted, Settings};
use banco::{Library, Position};

use crate::engine::{Talk, number};
use crate::shipped;

const BEGIN: [&str; 2] = ["uci", "isready"];

fn begun(args: &[&str]) -> Talk {
    let mut talk = Talk::start(args);
    talk.ask(&BEGIN, "readyok");
    talk
}

fn answers(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}

#[test]
fn it_says_who_it_is_and_which_games_it_plays() {
    let mut talk = Talk::start(&[]);
    let lines = talk.ask(&["uci"], "uciok");
    assert!(lines[0].starts_with("id name banco ") && lines[1].starts_with("id author "));
    let variants = lines.iter().find(|line| line.starts_with("option name UCI_Variant ")).expect("variants");
    assert!(variants.contains("type combo default chess "), "{variants}");
    for name in shipped::names().chain(["cfour", "tictactoe", "gomokufreestyle", "reversi"]) {
        assert!(format!("{variants} ").contains(&format!(" var {name} ")), "{name}");
    }
    for option in [
        "Hash type spin default 64 min 1 max 8192",
        "Threads type spin default 1 min 1 max 256",
        "MultiPV type spin default 1 min 1 max 500",
        "Ponder type check default false",
        "Move Overhead type spin default 10 min 0 max 5000",
        "Skill Level type spin default 20 min 0 max 20",
        "UCI_LimitStrength type check default false",
        "UCI_Chess960 type check default false",
        "UCI_Elo type spin default 2150 min 350 max 2150",
        "Script type string default <empty>",
        "Table type string default <empty>",
        "Clear Hash type button",
    ] {
        assert!(lines.contains(&format!("option name {option}")), "{option}: {lines:?}");
    }
}

#[test]
fn every_go_is_answered_once_and_the_last_info_has_all_it_needs() {
    let mut talk = begun(&["dodgem"]);
    let lines = talk.ask(&["position startpos moves a2b2", "go depth 4"], "bestmove");
    let info = &lines[lines.len() - 2];
    for word in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
        assert!(number(info, word).is_some(), "{word}: {info}");
    }
    assert!(info.contains(" score cp ") || info.contains(" score mate "), "{info}");
    for line in ["go infinite", "go depth 3", "go nodes 500", "go infinite", "ucinewgame", "go movetime 5"] {
        talk.tell(line);
    }
    talk.tell("go wtime 50 btime 50 winc 1 binc 1");
    talk.tell("go infinite");
    talk.tell("quit");
    assert_eq!(answers(&talk.end()), 8);
}

#[test]
fn it_answers_isready_while_it_searches_and_stops_when_told() {
    let mut talk = begun(&["caro"]);
    talk.tell("position startpos");
    talk.tell("go infinite");
    talk.until("info depth 1 ");
    let lines = talk.ask(&["isready"], "readyok");
    assert_eq!(answers(&lines), 0);
    talk.ask(&["stop"], "bestmove");
    talk.tell("stop");
    let lines = talk.ask(&["isready"], "readyok");
    assert_eq!(answers(&lines), 0);
}

#[test]
fn an_infinite_search_that_is_done_waits_for_stop() {
    let mut talk = begun(&["tic-tac-toe"]);
    talk.tell("position startpos moves b2 a1 c3 a3 a2 c2");
    talk.tell("go infinite");
    talk.until("info depth 3");
    let lines = talk.ask(&["isready"], "readyok");
    assert_eq!(answers(&lines), 0);
    talk.ask(&["stop"], "bestmove");
}

#[test]
fn pondering_ends_with_ponderhit_or_stop() {
    let mut talk = begun(&["chess"]);
    for end in ["ponderhit", "stop"] {
        talk.tell("position startpos moves e2e4 e7e5");
        talk.tell("go ponder wtime 200 btime 200");
        talk.until("info depth 1 ");
        assert_eq!(answers(&talk.ask(&["isready"], "readyok")), 0);
        assert_eq!(answers(&talk.ask(&[end], "bestmove")), 1, "{end}");
    }
}

#[test]
fn after_a_bad_position_or_move_the_last_good_one_is_searched() {
    let mut talk = begun(&["chess"]);
    talk.tell("position startpos moves e2e4");
    for bad in ["position startpos moves e2e5", "position fen nonsense", "position", "position fen 8/8 w"] {
        assert!(talk.last(&[bad], "info string").contains("cannot read") || bad.ends_with("e2e5"));
    }
    let reply = talk.last(&["go depth 1"], "bestmove");
    assert!(
        "87".contains(reply.split(' ').nth(1).expect("a move").chars().nth(1).expect("a rank")),
        "{reply}"
    );
}

#[test]
fn an_empty_list_of_moves_is_understood() {
    let mut talk = begun(&["chess"]);
    talk.tell("position startpos moves");
    talk.tell("joho position startpos moves d2d4");
    let fen = talk.last(&["d"], "Fen: ");
    assert_eq!(fen, "Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1");
}

#[test]
fn perft_is_counted_move_by_move() {
    let mut talk = begun(&["chess"]);
    let lines = talk.ask(&["go perft 3"], "Nodes searched");
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 8902"));
    assert!(lines.contains(&"e2e4: 600".to_owned()));
    talk.tell("go perft 9");
    assert!(talk.last(&["stop"], "info string").contains("stopped"));
}

#[test]
fn the_root_can_be_left_by_given_moves_only() {
    let mut talk = begun(&["chess"]);
    let best = talk.last(&["position startpos", "go depth 3 searchmoves a2a3 h2h4 e2e5"], "bestmove");
    assert!(["a2a3", "h2h4"].contains(&best.split(' ').nth(1).expect("a move")), "{best}");
}

#[test]
fn as_many_lines_are_told_as_are_asked_for() {
    let mut talk = begun(&["chess"]);
    let lines = talk.ask(&["setoption name MultiPV value 3", "position startpos", "go depth 3"], "bestmove");
    let told = |line: &&String| number(line, "depth") == Some(3) && !line.contains("bound");
    let mut numbers: Vec<_> = lines.iter().filter(told).filter_map(|line| number(line, "multipv")).collect();
    numbers.dedup();
    assert_eq!(numbers[numbers.len() - 3..], [1, 2, 3]);
}

#[test]
fn forced_wins_are_counted_in_moves() {
    let mut talk = begun(&["chess"]);
    let mate_in_two = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - -";
    let lines = talk.ask(&[mate_in_two, "go mate 2"], "bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 2 ")), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove a1a6")), "{lines:?}");
    let lines = talk.ask(&[&format!("{mate_in_two} moves a1a6"), "go depth 4"], "bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate -1 ")), "{lines:?}");
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let mut talk = begun(&["chess"]);
    let mated = ["position startpos moves f2f3 e7e5 g2g4 d8h4", "go depth 3"];
    assert_eq!(talk.ask(&mated, "bestmove"), ["info depth 0 score mate 0", "bestmove (none)"]);
    let stuck = ["position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go wtime 10 btime 10"];
    assert_eq!(talk.ask(&stuck, "bestmove"), ["info depth 0 score cp 0", "bestmove (none)"]);
}

#[test]
fn variants_have_the_names_that_other_engines_use() {
    let mut talk = begun(&[]);
    for (name, text) in [
        ("atomic", "variant atomic files 8 ranks 8 pocket 0 template atomic startpos rnbqkbnr/"),
        ("xiangqi", "variant xiangqi files 9 ranks 10 pocket 0 template xiangqi startpos rnbakabnr/"),
        ("cfour", "variant cfour files 7 ranks 6 pocket 0 "),
    ] {
        let told = talk.last(&[&format!("setoption name UCI_Variant value {name}")], "info string");
        assert!(told.starts_with(&format!("info string {text}")), "{told}");
    }
    let best = talk.last(&["position startpos moves P@d1", "go depth 2"], "bestmove");
    assert!(best.starts_with("bestmove P@"), "{best}");
    let told = talk.last(&["setoption name uci_variant value chess"], "info string");
    assert!(told.contains("variant chess"), "{told}");
    let refused = talk.last(&["setoption name UCI_Variant value nowhere"], "info string");
    assert!(refused.contains("there is no game `nowhere`"), "{refused}");
}

#[test]
fn a_variant_of_the_same_rules_keeps_the_weights_of_the_named_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml");
    let head = "[game]\nlanguage = 1\nname = \"Mine\"\nextends = \"chess\"\n";
    std::fs::write(&file, format!("{head}[evaluation]\nvalues.pawn = 777\nlate-values.pawn = 777\n"))
        .expect("written");
    let mut talk = begun(&[file.to_str().expect("a path")]);
    let lead = ["position fen 4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "eval"];
    let mine = talk.last(&lead, "Final evaluation");
    let kept = talk.ask(&["setoption name UCI_Variant value chess"], "info string");
    assert!(kept.last().is_some_and(|line| line.contains("variant chess")), "{kept:?}");
    assert_eq!(talk.last(&lead, "Final evaluation"), mine);
    talk.ask(&["setoption name UCI_Variant value crazyhouse"], "info string");
    talk.ask(&["setoption name UCI_Variant value chess"], "info string");
    assert_eq!(talk.last(&lead, "Final evaluation"), mine);
    let mut shipped = begun(&["chess"]);
    assert_ne!(shipped.last(&lead, "Final evaluation"), mine);
}

/// Programs disagree about some names: where one counts exactly five as gomoku, another takes six as well.
#[test]
fn a_name_that_the_named_file_claims_means_its_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("exact.toml");
    let text = "[game]\nlanguage = 1\nname = \"Exact\"\nextends = \"gomoku-standard\"\n\
                [known-as]\nuci = [\"gomoku\"]\ndrop = \"P\"\n";
    std::fs::write(&file, text).expect("written");
    let mut talk = begun(&[file.to_str().expect("a path")]);
    let six = "position startpos moves P@a1 P@a15 P@b1 P@c15 P@c1 P@e15 P@e1 P@g15 P@f1 P@i15 P@d1";
    for (lead, goes_on) in
        [("gomoku", true), ("gomoku-standard", true), ("gomokufreestyle", false), ("gomoku", true)]
    {
        talk.ask(&[&format!("setoption name UCI_Variant value {lead}")], "info string variant");
        let best = talk.last(&[six, "go depth 1"], "bestmove");
        assert_eq!(best != "bestmove (none)", goes_on, "{lead}: {best}");
    }
}

/// Reading all moves of a long game again takes longer than a short search.
#[test]
fn of_a_game_that_goes_on_only_the_new_moves_are_read() {
    let hosted = Hosted::load(&Library::shipped(), "caro").expect("shipped");
    let mut engine = Engine::new(hosted, Settings::default(), Arc::new(|_| ())).expect("a thread");
    let reads = Cell::new(0);
    let read = |position: &Position, text: &str| {
        reads.set(reads.get() + 1);
        position.parse_move(text.trim_start_matches("P@")).map_err(|refusal| refusal.to_string())
    };
    for (moves, expected) in [
        ("P@a1 P@b1", 2),
        ("P@a1 P@b1 P@c1", 1),
        ("P@a1 P@b1 P@c1", 0),
        ("P@a1 P@c1 P@b1", 3),
        ("", 0),
        ("P@a1", 1),
    ] {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        reads.set(0);
        engine.set_position("startpos", &moves, &read).expect("legal");
        assert_eq!((engine.position().plies() as usize, reads.get()), (moves.len(), expected), "{moves:?}");
    }
    assert!(engine.set_position("startpos", &["P@a1", "P@a1"], &read).is_err());
    engine.undo();
    engine.set_position("startpos", &["P@a1"], &read).expect("legal");
    assert_eq!(engine.position().plies(), 1);
}

#[test]
fn wrong_options_are_refused_in_words() {
    let mut talk = begun(&["dodgem"]);
    for (line, words) in [
        ("setoption", "expected: setoption name"),
        ("setoption name Nonsense value 3", "no such option: Nonsense"),
        ("setoption name Hash value many", "Hash takes a whole number from 1 to 8192"),
        ("setoption name Ponder value maybe", "Ponder takes true or false"),
        ("setoption name Script value no/such.lua", "no/such.lua"),
        ("setoption name Table value no/such.table", "cannot read `no/such.table`"),
        ("nonsense", "unknown command: nonsense"),
    ] {
        let told = talk.last(&[line], "info string");
        assert!(told.contains(words), "{told}");
    }
}

#[test]
fn a_script_and_a_table_can_be_set_and_taken_away() {
    let folder = crate::cli::elsewhere();
    let table = folder.path().join("dodgem.table");
    let table = table.to_str().expect("a path");
    crate::cli::banco(&["solve", "dodgem", "--all", "--save", table]).good();
    let mut talk = begun(&["dodgem"]);
    talk.tell(&format!("setoption name Table value {table}"));
    let lines = talk.ask(&["position startpos", "go depth 1"], "bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 10 ")), "{lines:?}");
    talk.tell("setoption name Table value <empty>");
    let lines = talk.ask(&["go depth 1"], "bestmove");
    assert!(!lines.iter().any(|line| line.contains(" mate ")), "{lines:?}");
}

/// What searches of some positions come to, one after the other.
fn searched(talk: &mut Talk, times: usize) -> Vec<(Option<i64>, String)> {
    let mut found = Vec::new();
    for _ in 0..times {
        let lines = talk.ask(&["position startpos moves e2e4", "go depth 5"], "bestmove");
        let [.., info, best] = lines.as_slice() else { panic!("{lines:?}") };
        found.push((number(info, "nodes"), best.clone()));
    }
    found
}

#[test]
fn what_was_found_lives_on_until_a_new_game() {
    let mut talk = begun(&["chess"]);
    let first = searched(&mut talk, 2);
    assert_ne!(first[1].0, first[0].0, "{first:?}");
    talk.tell("ucinewgame");
    assert_eq!(searched(&mut talk, 2), first);
    talk.tell("setoption name Clear Hash");
    assert_eq!(searched(&mut talk, 2), first);
    assert_eq!(searched(&mut begun(&["chess"]), 2), first);
}

#[test]
fn a_low_skill_looks_at_few_nodes() {
    let mut talk = begun(&["chess"]);
    for (option, most) in [
        ("setoption name Skill Level value 0", 60),
        ("setoption name Skill Level value 6", 700),
        ("setoption name UCI_Elo value 350\nsetoption name UCI_LimitStrength value true", 60),
    ] {
        let lines = talk.ask(&[option, "position startpos", "go depth 30"], "bestmove");
        let nodes = number(&lines[lines.len() - 2], "nodes").expect("nodes");
        assert!(nodes <= most, "{option}: {nodes}");
    }
}

#[test]
fn bounds_are_told_with_their_direction() {
    let mut talk = begun(&["chess"]);
    let lines = talk.ask(&["position startpos moves e2e4", "go depth 7"], "bestmove");
    let bounds: Vec<&String> = lines.iter().filter(|line| line.contains("bound ")).collect();
    assert!(!bounds.is_empty(), "{lines:?}");
    for bound in bounds {
        let at = lines.iter().position(|line| line == bound).expect("it is there");
        let score = |line: &str| number(line, "cp");
        let before = lines[..at].iter().rev().find(|line| !line.contains("bound ") && line.contains(" cp "));
        let (before, now) = (score(before.expect("an earlier score")), score(bound));
        let is_lower = bound.contains("lowerbound");
        assert_eq!(now > before, is_lower, "{bound}");
    }
}

#[test]
fn a_bench_ends_and_counts_the_same_nodes_each_time() {
    let mut talk = begun(&["tic-tac-toe"]);
    let nodes = talk.last(&["bench"], "Nodes searched");
    assert_eq!(talk.last(&["bench"], "Nodes searched"), nodes);
    let alone = crate::cli::banco(&["bench", "tic-tac-toe", "--json"]).good().json_lines();
    assert_eq!(nodes, format!("Nodes searched: {}", alone[0]["nodes"]));
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    let mut talk = begun(&["caro"]);
    talk.tell("go infinite");
    talk.until("info depth 1 ");
    assert_eq!(answers(&talk.end()), 1);
    let mut talk = begun(&["caro"]);
    talk.tell("go perft 20");
    talk.tell("quit");
    talk.end();
}

#[test]
fn castles_are_written_as_the_king_that_takes_its_rook_where_a_client_asks_for_it() {
    let mut talk = begun(&["chess"]);
    let usual = "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let mut castles = |asked: &[&str], texts: [&str; 2]| {
        let lines = talk.ask(asked, "Nodes searched: ");
        for text in texts {
            assert!(lines.iter().any(|line| line == &format!("{text}: 1")), "{text}: {lines:?}");
        }
    };
    castles(&[usual, "go perft 1"], ["e1g1", "e1c1"]);
    castles(&["setoption name UCI_Chess960 value true", usual, "go perft 1"], ["e1h1", "e1a1"]);
    castles(&["setoption name UCI_Chess960 value false", "go perft 1"], ["e1g1", "e1c1"]);
    // Elsewhere there is no other way; the king's step to g1 stays what it is.
    let odd = "position fen 5k2/8/8/8/8/8/8/1R3K1R w HB - 0 1";
    castles(&[odd, "go perft 1"], ["f1h1", "f1b1"]);
    castles(
        &["position fen 5k2/8/8/8/8/8/8/1R3K1R w HB - 0 1 moves f1h1 f8e8", "d", "go perft 1"],
        ["g1h1", "f1f8"],
    );
}

#[test]
fn positions_that_no_game_leads_to_are_refused() {
    let mut talk = begun(&[]);
    for (fen, why) in [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "there is no black king"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "there are 2 pieces `white king`, and there can be 1 at most"),
        ("4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1", "black is in check, and it is not black's turn"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "no white pawn can ever stand on a1"),
        ("p3k3/8/8/8/8/8/8/4K3 b - - 0 1", "no black pawn can ever stand on a8"),
    ] {
        let refused = talk.last(&[&format!("position fen {fen}")], "info string");
        assert_eq!(refused, format!("info string no game leads to this position: {why}"));
    }
    talk.ask(&["position fen 4k3/4Q3/8/8/8/8/8/4K3 b - - 0 1", "go depth 1"], "bestmove");
}

#[test]
fn a_limit_that_is_not_understood_starts_no_search_without_end() {
    let mut talk = begun(&[]);
    talk.tell("position startpos");
    for go in [
        "go depth abc",
        "go movetime",
        "go nodes x",
        "go foo",
        "go searchmoves e2e5",
        "go searchmoves e2e5 e9e1 infinite",
    ] {
        assert_eq!(talk.last(&[go], "bestmove"), "bestmove (none)", "{go}");
    }
    let best = talk.last(&["go searchmoves e2e5 a2a3 depth 2"], "bestmove");
    assert!(best.starts_with("bestmove a2a3"), "{best}");
}

#[test]
fn a_draw_that_may_be_claimed_does_not_end_the_engines_play() {
    let mut talk = begun(&[]);
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
    let threefold = format!("position startpos moves {there_and_back}");
    let lines = talk.ask(&[&threefold, "go depth 2"], "bestmove");
    assert!(lines.iter().any(|line| line.contains("searched as if it went on")), "{lines:?}");
    assert_ne!(lines.last().map(String::as_str), Some("bestmove (none)"));
    let fifty = "position fen 4k3/8/8/8/8/8/8/R3K3 w - - 100 80";
    assert_ne!(talk.last(&[fifty, "go depth 2"], "bestmove"), "bestmove (none)");
    let mated = "position fen R3k3/8/4K3/8/8/8/8/8 b - - 0 1";
    assert_eq!(talk.last(&[mated, "go depth 2"], "bestmove"), "bestmove (none)");
}

/// Black cannot turn anything over, and of black's discs that on b1 is the first.
const STUCK: &str = "position startpos moves e3 d3 c2 f4 f5 f2 f3 g4 g5 f6 e6 b1 c4 h5 c5 e2 g3 h4 h6 h7 g6 d7 e7 d8 f7 d6 c8 b8 c6 b7 e8 c7 \
                     a8 f8 a7 b6 a6 c3 g2 h2 g8 g7 h3";

/// So Fairy-Stockfish writes it and reads it, which takes no other word for a pass.
#[test]
fn a_pass_is_a_piece_that_stays_where_it_is() {
    let mut talk = begun(&["flipello"]);
    assert_eq!(talk.last(&[STUCK, "go depth 2"], "bestmove").split(' ').nth(1), Some("b1b1"));
    for pass in ["b1b1", "e3e3", "0000", "pass"] {
        let lines = talk.ask(&[&format!("{STUCK} {pass}"), "go depth 2"], "bestmove");
        assert!(!lines.iter().any(|line| line.starts_with("info string")), "{pass}: {lines:?}");
    }
    // What is not black's says nothing, and neither does a disc where there is no pass.
    for no in [format!("{STUCK} a8a8"), format!("{STUCK} a1a1"), "position startpos moves e5e5".to_owned()] {
        let lines = talk.ask(&[&no, "isready"], "readyok");
        assert!(lines.iter().any(|line| line.starts_with("info string")), "{no}: {lines:?}");
    }
}
