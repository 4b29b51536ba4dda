//! Lines from strangers, in every dialect: random, shuffled, cut, far too long, with what is no text. The engine goes
//! on, and answers each search once.
//!
//! `BANCO_HOSTILE` says how many lines there are of each dialect, `BANCO_SEED` is another seed.

use fastrand::Rng;

use crate::engine::Talk;
use crate::shipped;

/// Lines of each dialect.
const LINES: usize = 600;

/// Lines that a client could say, and pieces of such.
const UCI: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "position startpos",
    "position startpos moves e2e4 e7e5",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves",
    "setoption name Hash value 2",
    "setoption name MultiPV value 3",
    "setoption name Threads value 2",
    "setoption name UCI_Variant value atomic",
    "setoption name UCI_Variant value caro",
    "setoption name Clear Hash",
    "setoption name Skill Level value 3",
    "setoption name Script value nothing.lua",
    "d",
    "eval",
    "debug on",
    "position startpos moves a2a3 h8h1 0000",
    "query result",
    "banmoves a1a2",
    "usi",
    "xboard",
];
const UCI_GO: &[&str] = &[
    "go depth 2",
    "go infinite",
    "go ponder wtime 10 btime 10",
    "go nodes 50",
    "go movetime 3",
    "go",
    "go wtime 5 btime 5 winc 1",
    "go wtime -100 btime 99999999999999999999",
    "go depth -3 nodes 0",
    "go mate 1",
    "go searchmoves e2e4 zz depth 2",
    "go searchmoves depth",
];
const CECP: &[&str] = &[
    "protover 2",
    "new",
    "variant dodgem",
    "variant normal",
    "variant caro",
    "force",
    "go",
    "playother",
    "white",
    "level 0 0:01 0",
    "level 40 5 0",
    "st 0.01",
    "sd 2",
    "time 3",
    "otim 3",
    "usermove e2e4",
    "usermove e7e5",
    "e2e4",
    "undo",
    "remove",
    "result 1-0 {x}",
    "analyze",
    "exit",
    ".",
    "?",
    "ping 3",
    "post",
    "nopost",
    "hint",
    "memory 2",
    "cores 1",
    "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
    "setboard k7/8/8/8/8/8/8/7K w - - 0 1",
    "option MultiPV=2",
    "usermove @@@@",
    "usermove P@e4",
    "level 0 0 0",
    "sd -1",
    "st nan",
];
const GOMOCUP: &[&str] = &[
    "START 15",
    "START 5",
    "START 20",
    "RECTSTART 7,9",
    "RESTART",
    "BEGIN",
    "TURN 3,3",
    "TURN 4,4",
    "TURN 99,99",
    "BOARD",
    "1,1,1",
    "2,2,2",
    "DONE",
    "INFO timeout_turn 5",
    "INFO timeout_match 100",
    "INFO time_left 7",
    "INFO rule 1",
    "INFO rule 8",
    "INFO rule 4",
    "INFO rule 0",
    "INFO max_memory 4000000",
    "TAKEBACK 3,3",
    "ABOUT",
    "PLAY 5,5",
    "INFO max_node 20",
    "STOP",
];
const GTP: &[&str] = &[
    "1 name",
    "list_commands",
    "boardsize 8",
    "boardsize 9",
    "clear_board",
    "komi 6.5",
    "play b d3",
    "play w c3",
    "genmove b",
    "2 genmove w",
    "reg_genmove b",
    "undo",
    "time_settings 0 0 1",
    "time_left b 0 0",
    "final_score",
    "showboard",
    "set_game caro",
    "set_game Othello",
    "list_games",
    "lz-analyze 1",
    "play b pass",
    "known_command x",
];

/// A line with something wrong in it; never a word that quits.
fn spoilt(rng: &mut Rng, line: &str) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    match rng.u8(..8) {
        0 => bytes.truncate(rng.usize(..=bytes.len())),
        1 => bytes.insert(rng.usize(..=bytes.len()), 0),
        2 => bytes.insert(rng.usize(..=bytes.len()), 0xFF),
        3 => bytes.extend(std::iter::repeat_n(rng.alphanumeric() as u8, rng.usize(..3_000))),
        4 => bytes.extend_from_slice(" 99999999999999999999999 -1 é".as_bytes()),
        5 => {
            let mut words: Vec<&str> = line.split(' ').collect();
            rng.shuffle(&mut words);
            bytes = words.join("  ").into_bytes();
        }
        6 => bytes = (0..rng.usize(..40)).map(|_| rng.u8(..)).filter(|byte| *byte != b'\n').collect(),
        _ => {}
    }
    bytes
}

fn says_go(bytes: &[u8]) -> bool {
    String::from_utf8_lossy(bytes)
        .split(|c: char| c.is_whitespace() || c.is_control())
        .any(|word| word == "go")
}

fn says_quit(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).to_string();
    text.split(|c: char| c.is_whitespace() || c.is_control()).any(|word| ["quit", "END"].contains(&word))
}

/// Says so many lines; `each` is told of every line that is said.
fn pester(talk: &mut Talk, lines: &[&str], seed: u64, mut each: impl FnMut(&mut Talk, &mut Rng)) {
    let mut rng = Rng::with_seed(shipped::given("BANCO_SEED", 1) + seed);
    for number in 0..shipped::hostile_cases(LINES) {
        let line = lines[rng.usize(..lines.len())];
        let bytes = if rng.bool() { line.as_bytes().to_vec() } else { spoilt(&mut rng, line) };
        if says_quit(&bytes) || says_go(&bytes) && !lines.contains(&"go") {
            continue;
        }
        talk.tell_bytes(&bytes);
        talk.tell_bytes(if rng.bool() { b"\n" } else { b"\r\n" });
        if number % 500 == 250 {
            talk.tell(&"x".repeat(1 << 20));
            talk.tell(&"y ".repeat(1 << 20));
        }
        each(talk, &mut rng);
    }
}

#[test]
fn strangers_get_one_best_move_for_each_go() {
    for (word, seed) in [("uci", 0), ("ucci", 1), ("usi", 2), ("ugi", 3)] {
        let mut talk = Talk::start(&[]);
        talk.tell(word);
        let mut asked = 0;
        pester(&mut talk, UCI, seed, |talk, rng| {
            if rng.u8(..4) == 0 {
                talk.tell(UCI_GO[rng.usize(..UCI_GO.len())]);
                asked += 1;
                if rng.bool() {
                    (0..rng.u8(..5)).for_each(|_| talk.tell("stop"));
                }
            }
        });
        talk.tell("stop");
        talk.ask(&["isready"], "readyok");
        talk.tell("quit");
        let lines = talk.end();
        let is_answer = |line: &&String| {
            ["bestmove", "nobestmove", "checkmate "].iter().any(|begin| line.starts_with(begin))
        };
        let answers = lines.iter().filter(is_answer).count();
        assert_eq!(answers, asked, "{word}");
    }
}

/// Lines of a dialect without `bestmove`: `begin` starts it, `hurry` is said in between, since who plays by a clock that
/// a stranger has set may think for long. `last` must be answered by `answer`.
fn pestered(begin: &str, lines: &[&str], hurry: &str, last: &[&str], answer: &str, seed: u64) {
    let mut talk = Talk::start(&[]);
    talk.tell(begin);
    pester(&mut talk, lines, seed, |talk, rng| {
        if rng.u8(..8) == 0 {
            talk.tell(hurry);
        }
    });
    talk.tell(hurry);
    last.iter().for_each(|line| talk.tell(line));
    talk.until(answer);
    talk.tell(if begin == "ABOUT" { "END" } else { "quit" });
    talk.end();
}

#[test]
fn strangers_do_not_end_the_talk_in_cecp() {
    pestered("xboard", CECP, "st 0.01", &["force", "ping 4711"], "pong 4711", 4);
}

#[test]
fn strangers_do_not_end_the_talk_in_gomocup() {
    pestered("ABOUT", GOMOCUP, "INFO timeout_turn 2", &["DONE", "ABOUT"], "name=", 5);
}

#[test]
fn strangers_do_not_end_the_talk_in_gtp() {
    pestered("protocol_version", GTP, "time_settings 0 0 1", &["4711 name"], "=4711 banco", 6);
}

#[test]
fn noise_before_the_first_word_is_passed_over() {
    let mut rng = Rng::with_seed(shipped::given("BANCO_SEED", 1));
    let mut talk = Talk::start(&[]);
    for _ in 0..50 {
        let noise: Vec<u8> = (0..rng.usize(..50)).map(|_| rng.u8(128..)).collect();
        talk.tell_bytes(&noise);
        talk.tell_bytes(b"\n");
    }
    talk.ask(&["uci"], "uciok");
    talk.end();
}
