//! UCCI, USI and UGI: transcripts of what clients say, and what has to be answered.

use crate::engine::Talk;

#[test]
fn ucci_has_options_without_name_and_ranks_from_nought() {
    let mut talk = Talk::start(&[]);
    let lines = talk.ask(&["ucci"], "ucciok");
    assert!(lines.contains(&"option hashsize type spin default 64 min 1 max 8192".to_owned()), "{lines:?}");
    for line in ["setoption hashsize 8", "setoption usemillisec true", "setoption newgame"] {
        talk.tell(line);
    }
    talk.tell("position startpos moves h2e2 h9g7");
    let lines = talk.ask(&["go time 300 opptime 300 oppincrement 0 increment 0"], "bestmove");
    let info = &lines[lines.len() - 2];
    assert!(info.contains(" score ") && !info.contains(" cp "), "{info}");
    let fen = "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - - 0 1 moves h2e2";
    assert_eq!(talk.ask(&[fen, "d"], "Fen: ").last().map(|line| line.contains(" b ")), Some(true));
    let mated = "position fen 3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 1";
    assert_eq!(talk.ask(&[mated, "go depth 3"], "nobestmove").last().map(String::as_str), Some("nobestmove"));
}

#[test]
fn ucci_does_not_play_what_the_referee_forbids() {
    let mut talk = Talk::start(&[]);
    talk.tell("ucci");
    talk.tell("position startpos");
    let first = talk.last(&["go depth 3"], "bestmove").split(' ').nth(1).expect("a move").to_owned();
    let ban = format!("banmoves {first}");
    let second = talk.last(&["position startpos", &ban, "go depth 3"], "bestmove");
    assert_ne!(second.split(' ').nth(1), Some(first.as_str()));
    let free = talk.last(&["setoption newgame", "position startpos", "go depth 3"], "bestmove");
    assert_eq!(free.split(' ').nth(1), Some(first.as_str()));
}

#[test]
fn ucci_counts_seconds_when_told() {
    let mut talk = Talk::start(&[]);
    talk.tell("ucci");
    talk.tell("setoption usemillisec false");
    talk.tell("position startpos");
    talk.ask(&["go time 1 increment 0"], "bestmove");
}

#[test]
fn usi_names_cells_from_the_right_and_drops_with_a_star() {
    let mut talk = Talk::start(&[]);
    let lines = talk.ask(&["usi"], "usiok");
    for option in ["USI_Hash type spin", "USI_Ponder type check", "USI_Variant type combo default shogi"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option}"))), "{option}");
    }
    talk.tell("setoption name USI_Hash value 8");
    talk.tell("usinewgame");
    talk.tell("position startpos moves 7g7f 3c3d 8h2b+ 3a2b");
    let lines = talk.ask(&["go btime 100 wtime 100 byoyomi 20"], "bestmove");
    let best = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move");
    assert!(best.contains('*') || best.starts_with(|c: char| c.is_ascii_digit()), "{best}");
    talk.tell("position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e");
    assert!(talk.last(&["d"], "Fen: ").contains("/4B4/"));
    talk.tell("position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 2P 2 moves 3c3d");
    let fen = talk.last(&["d"], "Fen: ");
    assert!(fen.contains("[PP] w"), "{fen}");
    talk.tell("gameover win");
    let mated = "position sfen k8/G8/G8/9/9/9/9/9/K8 w - 1";
    assert_eq!(talk.last(&[mated, "go depth 2"], "bestmove"), "bestmove resign");
}

#[test]
fn ugi_answers_queries_and_counts_mates_in_plies() {
    let mut talk = Talk::start(&["dodgem"]);
    talk.ask(&["ugi"], "ugiok");
    talk.ask(&["uginewgame", "isready"], "readyok");
    for (query, expected) in [("p1turn", "true"), ("gameover", "false"), ("result", "none")] {
        assert_eq!(
            talk.last(&["position startpos", &format!("query {query}")], "response"),
            format!("response {expected}")
        );
    }
    assert_eq!(talk.last(&["position startpos moves a2b2", "query p1turn"], "response"), "response false");
    assert_eq!(talk.last(&["position fen ..B/..W/... w", "query result"], "response"), "response none");
    assert_eq!(talk.last(&["position fen .../..W/... b", "query result"], "response"), "response p2win");
    let lines = talk.ask(&["position fen B../..W/... w", "go depth 9"], "bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 3 ")), "{lines:?}");
    talk.ask(&["position startpos", "go p1time 100 p2time 100 p1inc 0 p2inc 0"], "bestmove");
    let best = talk.last(&["position fen ..B/.../W.. b", "go depth 1"], "bestmove");
    assert!(best.starts_with("bestmove c3off"), "{best}");
    assert!(talk.last(&["query weather"], "info string").contains("unknown query"));
}

#[test]
fn ugi_names_the_best_move_alone() {
    let mut talk = Talk::start(&["dodgem"]);
    talk.ask(&["ugi"], "ugiok");
    let best = talk.last(&["position startpos", "go depth 6"], "bestmove");
    assert_eq!(best.split_whitespace().count(), 2, "{best}");
}

#[test]
fn usi_answers_a_call_for_a_mate() {
    let mut talk = Talk::start(&[]);
    talk.ask(&["usi"], "usiok");
    // Problems leave out the king of the attacker.
    let mate = "position sfen 8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    assert_eq!(talk.last(&[mate, "go mate 10000"], "checkmate"), "checkmate G*1b");
    assert_eq!(talk.last(&[mate, "go mate infinite"], "checkmate"), "checkmate G*1b");
    assert_eq!(talk.last(&["position startpos", "go mate 30"], "checkmate"), "checkmate timeout");
    let mated = "position sfen k8/G8/G8/9/9/9/9/9/K8 w - 1";
    assert_eq!(talk.last(&[mated, "go mate 100"], "checkmate"), "checkmate nomate");
    assert!(talk.last(&["position startpos", "go depth 1"], "bestmove").starts_with("bestmove "));
}

#[test]
fn refusals_name_cells_as_the_dialect_does() {
    let mut talk = Talk::start(&[]);
    talk.ask(&["usi"], "usiok");
    let refused = talk.last(&["position startpos moves 7g7e"], "info string");
    assert!(refused.contains("illegal move `7g7e`") && refused.contains("from 7g to 7e"), "{refused}");
    let mut talk = Talk::start(&[]);
    talk.ask(&["ucci"], "ucciok");
    let refused = talk.last(&["position startpos moves a3a5"], "info string");
    assert!(refused.contains("illegal move `a3a5`") && refused.contains("from a3 to a5"), "{refused}");
}
