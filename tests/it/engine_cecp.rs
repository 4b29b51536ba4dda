//! CECP: transcripts of what XBoard says, and what has to be answered.

use crate::engine::Talk;

fn begun(variant: &str) -> Talk {
    let mut talk = Talk::start(&[]);
    talk.ask(&["xboard", "protover 2"], "feature done=1");
    talk.tell("accepted done");
    talk.tell("new");
    talk.tell("random");
    if variant != "normal" {
        talk.tell(&format!("variant {variant}"));
    }
    synced(&mut talk);
    talk
}

/// All that was said before everything that it was told is done.
fn synced(talk: &mut Talk) -> Vec<String> {
    let mut lines = talk.ask(&["ping 77"], "pong 77");
    lines.pop();
    lines
}

#[test]
fn features_are_told_between_done_0_and_done_1() {
    let mut talk = Talk::start(&[]);
    let lines = talk.ask(&["xboard", "protover 2"], "feature done=1");
    assert_eq!(lines[0], "feature done=0");
    let all = lines.join(" ");
    for feature in ["ping=1", "setboard=1", "usermove=1", "san=0", "sigint=0", "colors=0", "analyze=1"] {
        assert!(all.contains(feature), "{feature}");
    }
    let variants = lines.iter().find(|line| line.contains("variants=\"")).expect("variants");
    for name in ["normal", "xiangqi", "dodgem", "breakthrough"] {
        assert!(variants.contains(name), "{name}");
    }
    assert!(lines.contains(&"feature option=\"Skill Level -spin 20 0 20\"".to_owned()), "{lines:?}");
}

#[test]
fn it_plays_both_sides_of_a_game() {
    let mut talk = begun("normal");
    for line in ["level 0 1 0", "post", "sd 3", "usermove e2e4"] {
        talk.tell(line);
    }
    let lines = talk.ask(&[], "move ");
    let thinking = lines.iter().filter(|line| line.contains('\t')).count();
    assert!(thinking >= 3, "{lines:?}");
    let numbers = lines[0].split('\t').next().expect("numbers").split(' ').collect::<Vec<_>>();
    assert!(numbers.len() == 4 && numbers.iter().all(|number| number.parse::<i64>().is_ok()), "{lines:?}");
    talk.ask(&["nopost", "time 5000", "otim 5000", "usermove g1f3"], "move ");
    assert!(synced(&mut talk).is_empty());
    talk.ask(&["playother", "go"], "move ");
}

#[test]
fn a_ping_is_answered_after_the_move() {
    let mut talk = begun("normal");
    for line in ["sd 4", "go", "ping 5"] {
        talk.tell(line);
    }
    let lines = talk.until("pong 5");
    assert!(lines[0].starts_with("move "), "{lines:?}");
}

#[test]
fn moves_and_commands_that_make_no_sense_are_refused() {
    let mut talk = begun("normal");
    talk.tell("force");
    assert!(talk.last(&["usermove e2e5"], "Illegal move").ends_with("e2e5"));
    assert_eq!(talk.last(&["flub 3"], "Error"), "Error (unknown command): flub");
    assert!(talk.last(&["setboard 8/8 w"], "tellusererror").contains("Illegal position"));
    assert!(talk.last(&["level x"], "Error").contains("level"));
    assert!(talk.last(&["variant nowhere"], "Error").contains("there is no game"));
    assert!(talk.last(&["variant caro"], "Error").contains("unsupported variant"));
    assert!(talk.last(&["option Nonsense=3"], "Error").contains("no such option"));
    assert!(talk.last(&["undo"], "Error").contains("no move"));
}

#[test]
fn undo_and_remove_take_moves_back() {
    let mut talk = begun("normal");
    for line in
        ["force", "usermove e2e4", "usermove e7e5", "remove", "usermove e2e4", "undo", "usermove d2d4"]
    {
        talk.tell(line);
    }
    assert_eq!(synced(&mut talk), [""; 0]);
    talk.tell("usermove e7e5");
    assert_eq!(synced(&mut talk), [""; 0]);
    assert!(talk.last(&["usermove e7e5"], "Illegal move").contains("e7"));
}

#[test]
fn the_end_of_a_game_is_told_with_its_reason() {
    let mut talk = begun("normal");
    for line in ["force", "usermove f2f3", "usermove e7e5", "usermove g2g4"] {
        talk.tell(line);
    }
    assert_eq!(talk.last(&["usermove d8h4"], "0-1"), "0-1 {checkmate}");
    assert!(talk.last(&["usermove a2a3"], "Illegal move").contains("the game is over"));
    talk.tell("result 0-1 {checkmate}");
    talk.tell("go");
    assert_eq!(synced(&mut talk), [""; 0]);
    talk.tell("force");
    talk.tell("setboard k7/8/1K1Q4/8/8/8/8/8 w - - 0 1");
    let lines = talk.ask(&["sd 2", "go"], "1-0");
    assert!(lines[lines.len() - 2].starts_with("move "), "{lines:?}");
}

#[test]
fn analysis_follows_the_board_and_never_moves() {
    let mut talk = begun("normal");
    talk.ask(&["force", "analyze"], "3 ");
    let stat = talk.last(&["."], "stat01");
    assert_eq!(stat.split(' ').count(), 6, "{stat}");
    for line in ["usermove e2e4", "undo", "usermove d2d4"] {
        talk.ask(&[line], "1 ");
    }
    talk.tell("exit");
    synced(&mut talk);
    assert_eq!(synced(&mut talk), [""; 0]);
    assert!(!talk.said.iter().any(|line| line.starts_with("move")));
}

#[test]
fn a_board_that_xboard_does_not_know_is_described_to_it() {
    let mut talk = Talk::start(&[]);
    talk.ask(&["xboard", "protover 2"], "feature done=1");
    let lines = talk.ask(&["new", "variant dodgem"], "piece ");
    let [.., setup, piece] = lines.as_slice() else { panic!("{lines:?}") };
    assert!(
        setup.starts_with("setup (") && setup.ends_with(") 4x4+0_fairy 4/W3/W3/1ww1 w - - 0 1"),
        "{setup}"
    );
    assert_eq!(piece, "piece W& U");
    // Black, who begins, leaves to the east; White to the north.
    for line in ["force", "setboard 4/2W1/1w2/4 w - - 0 1", "usermove c3d3"] {
        talk.tell(line);
    }
    assert_eq!(talk.until("1-0"), ["1-0 {all-off}"]);
}

#[test]
fn pieces_that_xboard_does_not_know_are_described_by_letters() {
    let mut talk = Talk::start(&[]);
    talk.ask(&["xboard", "protover 2"], "feature done=1");
    let mut pieces = |name: &str| -> Vec<String> {
        talk.tell(&format!("variant {name}"));
        let lines = synced(&mut talk);
        lines.into_iter().filter(|line| line.starts_with("piece ")).collect()
    };
    assert_eq!(pieces("breakthrough"), ["piece P& fmWfF"]);
    assert_eq!(pieces("hexapawn"), ["piece P& fmWfcF"]);
    assert_eq!(pieces("dodgem"), ["piece W& U"], "no letters say that a piece leaves the board");
}

#[test]
fn ten_ranks_are_counted_from_nought() {
    let mut talk = begun("xiangqi");
    talk.tell("force");
    talk.tell("usermove h2e2");
    assert_eq!(synced(&mut talk), [""; 0]);
    assert!(talk.last(&["usermove h10g8"], "Illegal move").ends_with("h10g8"));
    talk.tell("usermove h9g7");
    assert_eq!(synced(&mut talk), [""; 0]);
}

#[test]
fn options_memory_and_new_are_understood_in_the_midst_of_thinking() {
    let mut talk = begun("normal");
    for line in ["st 30", "go", "option MultiPV=2", "memory 20", "cores 1", "new", "setboard 8/8 w", "quit"] {
        talk.tell(line);
    }
    let lines = talk.end();
    assert!(!lines.iter().any(|line| line.starts_with("move")), "{lines:?}");
}

#[test]
fn it_moves_at_once_when_told() {
    let mut talk = begun("normal");
    talk.ask(&["st 1000", "post", "go"], "2 ");
    talk.ask(&["?"], "move ");
}

#[test]
fn games_that_xboard_cannot_draw_are_not_offered() {
    let mut talk = Talk::start(&[]);
    let lines = talk.ask(&["xboard", "protover 2"], "feature done=1");
    let variants = lines.iter().find(|line| line.contains("variants=")).expect("variants");
    let offers = |name: &str| variants.split(['"', ',']).any(|variant| variant == name);
    for name in ["normal", "xiangqi", "dodgem", "crazyhouse", "breakthrough"] {
        assert!(offers(name), "{name}: {variants}");
    }
    for name in ["caro", "gomoku", "tic-tac-toe", "othello"] {
        assert!(!offers(name), "{name}: {variants}");
    }
}

#[test]
fn what_is_wrong_is_said_as_it_was_asked() {
    let mut talk = begun("normal");
    talk.tell("force");
    assert_eq!(talk.last(&["remove"], "Error"), "Error (there is no move to take back): remove");
    assert_eq!(talk.last(&["cores 0"], "Error"), "Error (there is one core at least): cores");
    let refused = talk.last(&["setboard 4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1"], "tellusererror");
    assert!(refused.ends_with("black is in check, and it is not black's turn"), "{refused}");
    let refused = talk.last(&["setboard 4k3/8/8/8/8/8/8/8 b - - 0 1"], "tellusererror");
    assert!(refused.ends_with("there is no white king"), "{refused}");
}
