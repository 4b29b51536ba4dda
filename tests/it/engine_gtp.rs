//! GTP: transcripts of what controllers say, and what has to be answered.

use crate::engine::Talk;

/// The answer to one request.
fn answer(talk: &mut Talk, request: &str) -> String {
    talk.tell(request);
    let mut lines = Vec::new();
    loop {
        let line = talk.line().expect("an answer");
        if line.is_empty() {
            return lines.join("\n");
        }
        lines.push(line);
    }
}

#[test]
fn every_request_has_one_answer_with_its_number() {
    let mut talk = Talk::start(&[]);
    for (request, expected) in [
        ("1 protocol_version", "=1 2"),
        ("name", "= banco"),
        ("# a comment\n\n  7   known_command  genmove", "=7 true"),
        ("known_command fly", "= false"),
        ("8 fly", "?8 unknown command"),
        ("boardsize 8", "="),
        ("boardsize x", "? boardsize is not an integer"),
        ("boardsize 0", "? unacceptable size"),
        ("clear_board", "="),
        ("komi 0", "="),
        ("komi x", "? komi is not a number"),
        ("play b z9", "? illegal move"),
        ("play green d3", "? invalid color"),
        ("play", "? syntax error"),
        ("undo", "? cannot undo"),
        ("time_settings 0 1 25", "="),
        ("time_settings x", "? syntax error"),
        ("time_left b 5 3", "="),
        ("final_score", "? the game is not over"),
        ("set_game nonsense", "? there is no game `nonsense`"),
    ] {
        assert_eq!(answer(&mut talk, request), expected, "{request}");
    }
    let commands = answer(&mut talk, "list_commands");
    for command in ["genmove", "final_score", "set_game", "list_games", "analyze"] {
        assert!(commands.lines().any(|line| line.trim_start_matches("= ") == command), "{command}");
    }
    assert_eq!(answer(&mut talk, "9 quit"), "=9");
}

#[test]
fn it_plays_games_of_stones_by_their_vertices() {
    let mut talk = Talk::start(&[]);
    assert_eq!(answer(&mut talk, "set_game caro"), "=");
    // There is no file I: the ninth is J.
    assert_eq!(answer(&mut talk, "play b j8"), "=");
    assert_eq!(answer(&mut talk, "play w i8"), "? illegal move");
    assert_eq!(answer(&mut talk, "time_settings 0 1 20"), "=");
    let reply = answer(&mut talk, "genmove w");
    let (file, rank) = reply.trim_start_matches("= ").split_at(1);
    assert!("ABCDEFGHJKLMNOP".contains(file) && rank.parse::<u8>().is_ok_and(|rank| rank <= 15), "{reply}");
    let board = answer(&mut talk, "showboard");
    assert!(board.contains("A B C D E F G H J K"), "{board}");
    let (_, rows) = board.split_once('\n').expect("rows");
    assert_eq!(rows.matches(['X', 'O']).count(), 2, "{board}");
    assert_eq!(answer(&mut talk, "undo"), "=");
    assert!(answer(&mut talk, "reg_genmove w").starts_with("= "));
    assert_eq!(answer(&mut talk, "boardsize 19"), "=");
    assert_eq!(answer(&mut talk, "play b T19"), "=");
}

#[test]
fn a_board_whose_cells_are_named_keeps_its_size() {
    for (game, size, expected) in [
        ("gonnect", 19, "? unacceptable size"),
        ("gonnect", 13, "="),
        ("y", 15, "? unacceptable size"),
        ("alquerque", 7, "? unacceptable size"),
        ("hex", 9, "="),
        ("go-9x9", 7, "="),
    ] {
        let mut talk = Talk::start(&[game, "--protocol", "gtp"]);
        assert_eq!(answer(&mut talk, &format!("boardsize {size}")), expected, "{game}");
    }
}

#[test]
fn a_game_ends_with_a_score() {
    let mut talk = Talk::start(&["tic-tac-toe", "--protocol", "gtp"]);
    for play in ["b A1", "w A2", "b B1", "w B2", "b C1"] {
        assert_eq!(answer(&mut talk, &format!("play {play}")), "=", "{play}");
    }
    assert_eq!(answer(&mut talk, "final_score"), "= B+1");
    assert_eq!(answer(&mut talk, "genmove w"), "= pass");
    assert_eq!(answer(&mut talk, "genmove b"), "= pass");
    assert_eq!(answer(&mut talk, "play w pass"), "=");
}

#[test]
fn an_analysis_goes_on_until_something_is_said() {
    let mut talk = Talk::start(&["--protocol", "gtp"]);
    let info = talk.last(&["lz-analyze 10"], "info move ");
    assert!(info.contains(" visits ") && info.contains(" winrate ") && info.contains(" pv "), "{info}");
    let lines = talk.ask(&["", "3 name"], "=3 banco");
    assert!(lines.contains(&String::new()));
}

#[test]
fn a_search_without_end_ends_with_the_input() {
    let mut talk = Talk::start(&["--protocol", "gtp"]);
    talk.tell("time_settings 100000 0 0");
    talk.tell("genmove b");
    talk.tell("quit");
    let lines = talk.end();
    assert_eq!(lines.iter().filter(|line| line.starts_with('=')).count(), 3, "{lines:?}");
}

#[test]
fn a_vertex_that_counts_from_the_top_is_read_so_alone() {
    let mut talk = Talk::start(&["flipello", "--protocol", "gtp"]);
    // Three from the top nothing is turned over, three from the bottom something would be.
    assert_eq!(answer(&mut talk, "play b E3"), "? illegal move");
    assert_eq!(answer(&mut talk, "play b E6"), "=");
}

#[test]
fn go_is_counted_with_its_komi() {
    let mut talk = Talk::start(&[]);
    for (request, expected) in [
        ("boardsize 5", "="),
        ("clear_board", "="),
        ("komi 0.5", "="),
        ("komi 0.3", "? this game does not take such a komi"),
        ("play b c3", "="),
        ("play w pass", "="),
        ("play b c3", "? illegal move"),
        ("final_score", "? the game is not over"),
        ("play b pass", "="),
        ("final_score", "= B+24.5"),
        ("undo", "="),
        ("undo", "="),
        ("play w c4", "="),
        ("play b pass", "="),
        // The moves stay when the komi changes.
        ("komi 2.5", "="),
        ("play w c4", "? illegal move"),
        ("komi 0.5", "="),
        ("play w pass", "="),
        ("final_score", "= W+0.5"),
        ("komi 7.5", "="),
        ("final_score", "= W+7.5"),
        ("komi 0", "="),
        ("final_score", "= 0"),
        ("undo", "="),
        ("final_score", "? the game is not over"),
    ] {
        assert_eq!(answer(&mut talk, request), expected, "{request}");
    }
}

#[test]
fn a_move_out_of_turn_is_played_whole_or_not_at_all() {
    let mut talk = Talk::start(&["go-5x5", "--protocol", "gtp"]);
    for (request, expected) in [
        ("play b C3", "="),
        // White would have to pass first: refused, nothing of it stays.
        ("play b C3", "? illegal move"),
        ("play w D4", "="),
        ("play w D3", "="),
        // Black's pass is taken back with what came after it.
        ("undo", "="),
        ("play b B2", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "? cannot undo"),
        // Two passes in a row would end the game.
        ("play b pass", "="),
        ("play b C3", "? it is the other player's turn"),
        ("play w C3", "="),
        ("boardsize 26", "? unacceptable size"),
    ] {
        assert_eq!(answer(&mut talk, request), expected, "{request}");
    }
}

#[test]
fn a_move_that_is_only_said_leaves_the_turn_as_it_was() {
    let mut talk = Talk::start(&["go-5x5", "--protocol", "gtp"]);
    assert_eq!(answer(&mut talk, "time_settings 0 1 25"), "=");
    assert_eq!(answer(&mut talk, "play b C3"), "=");
    assert!(answer(&mut talk, "reg_genmove b").starts_with("= "));
    assert_eq!(answer(&mut talk, "play w D4"), "=");
    assert_eq!(answer(&mut talk, "undo"), "=");
    assert_eq!(answer(&mut talk, "undo"), "=");
    assert_eq!(answer(&mut talk, "undo"), "? cannot undo");
}

#[test]
fn games_are_found_by_any_of_their_names() {
    let mut talk = Talk::start(&[]);
    for name in ["Othello", "othello", "REVERSI", "tic-tac-toe"] {
        assert_eq!(talk.last(&[&format!("set_game {name}")], "="), "=", "{name}");
        talk.ask(&[], "");
    }
    talk.ask(&["set_game ../secret.toml"], "? there is no game");
}

#[test]
fn no_vertex_has_the_letter_i() {
    let mut talk = Talk::start(&["go-9x9", "--protocol", "gtp"]);
    for vertex in ["I5", "i5", "I9"] {
        assert_eq!(answer(&mut talk, &format!("play b {vertex}")), "? illegal move");
    }
    assert_eq!(answer(&mut talk, "play b J5"), "=");
}
