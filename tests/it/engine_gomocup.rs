//! Gomocup's protocol: transcripts of what managers say, and what has to be answered.

use crate::engine::Talk;

fn begun(lines: &[&str]) -> Talk {
    let mut talk = Talk::start(&[]);
    talk.ask(&["START 15"], "OK");
    talk.tell("INFO max_node 300");
    lines.iter().for_each(|line| talk.tell(line));
    talk
}

/// The move that is answered.
fn place(talk: &mut Talk, lines: &[&str]) -> (u16, u16) {
    lines.iter().for_each(|line| talk.tell(line));
    loop {
        let line = talk.line().expect("a move");
        if line.starts_with("MESSAGE ") {
            continue;
        }
        let (x, y) = line.split_once(',').unwrap_or_else(|| panic!("no move: {line}"));
        return (x.parse().expect("a number"), y.parse().expect("a number"));
    }
}

#[test]
fn it_plays_from_an_empty_board_and_takes_moves_back() {
    let mut talk = begun(&[]);
    assert_eq!(place(&mut talk, &["BEGIN"]), (7, 7));
    let (x, y) = place(&mut talk, &["TURN 0,0"]);
    assert!((x, y) != (0, 0) && (x, y) != (7, 7) && x < 15 && y < 15);
    assert_eq!(talk.ask(&[&format!("TAKEBACK {x},{y}"), "TAKEBACK 0,0"], "OK"), ["OK"]);
    assert_eq!(talk.line().as_deref(), Some("OK"));
    assert!(talk.last(&["TAKEBACK 0,0"], "ERROR").contains("no stone"));
    assert_eq!(talk.ask(&["RESTART"], "OK"), ["OK"]);
    assert_eq!(place(&mut talk, &["BEGIN"]), (7, 7));
}

#[test]
fn a_board_is_set_up_in_any_order() {
    let mut talk = begun(&[]);
    // Four own stones in a row: five is there to be made.
    let row = ["BOARD", "3,4,1", "9,9,2", "4,4,1", "8,9,2", "5,4,1", "1,1,2", "6,4,1", "2,9,2", "DONE"];
    assert!([(2, 4), (7, 4)].contains(&place(&mut talk, &row)));
    // Four of the opponent's, one end closed: the other has to be.
    let row = ["BOARD", "3,4,2", "9,9,1", "4,4,2", "2,4,1", "5,4,2", "1,1,1", "6,4,2", "DONE"];
    assert_eq!(place(&mut talk, &row), (7, 4));
}

#[test]
fn rules_and_sizes_are_those_the_manager_asks_for() {
    let mut talk = Talk::start(&[]);
    for (rule, six_wins) in [(0, true), (1, false), (8, true), (9, false)] {
        talk.tell(&format!("INFO rule {rule}"));
        assert_eq!(talk.ask(&["START 20"], "OK"), ["OK"]);
        talk.tell("INFO max_node 200");
        // A row of six stands already: under some rules nothing can be played any more.
        let own = (3..9).map(|x| format!("{x},4,2"));
        let other = (0..5).map(|x| format!("{},{},1", 3 * x, 15 + x % 2));
        talk.tell("BOARD");
        own.chain(other).for_each(|line| talk.tell(&line));
        talk.tell("DONE");
        let line = std::iter::from_fn(|| talk.line()).find(|line| !line.starts_with("MESSAGE"));
        assert_eq!(line.as_deref() == Some("ERROR the game is over"), six_wins, "{rule}: {line:?}");
    }
    assert!(talk.last(&["INFO rule 4", "BEGIN"], "ERROR").contains("renju"));
    assert_eq!(talk.ask(&["INFO rule 0", "RECTSTART 10,12"], "OK"), ["OK"]);
    assert!(talk.last(&["TURN 10,3"], "ERROR").contains("not an empty place"));
    let (x, y) = place(&mut talk, &["INFO max_node 100", "TURN 9,11"]);
    assert!(x < 10 && y < 12);
    for bad in ["START", "START 0", "START 900", "START x", "RECTSTART 5", "RECTSTART 0,9"] {
        talk.last(&[bad], "ERROR");
    }
}

#[test]
fn what_is_unknown_is_said_to_be_and_the_talk_goes_on() {
    let mut talk = begun(&["INFO nonsense 3", "INFO", "INFO max_memory 367001600", "INFO time_left -5"]);
    assert_eq!(talk.last(&["SWAP2BOARD"], "UNKNOWN"), "UNKNOWN SWAP2BOARD");
    for bad in ["TURN", "TURN 7", "TURN -1,3", "TURN 7,7,7", "PLAY x"] {
        talk.last(&[bad], "ERROR");
    }
    let about = talk.last(&["ABOUT"], "name=");
    assert!(about.contains("version=\"") && about.contains("author=\"") && about.contains("country=\""));
    talk.tell("BOARD");
    assert!(talk.last(&["7,7,5"], "ERROR").contains("expected X,Y,WHOSE"));
    assert!(talk.last(&["7,7,1", "7,7,2"], "ERROR").contains("two stones"));
    place(&mut talk, &["DONE"]);
}

#[test]
fn it_ends_when_told_and_says_nothing_more() {
    let mut talk = Talk::start(&[]);
    talk.ask(&["START 20"], "OK");
    talk.tell("INFO timeout_turn 60000");
    talk.tell("BEGIN");
    talk.tell("END");
    assert_eq!(talk.end(), ["OK"]);
}
