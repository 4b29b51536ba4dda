//! Other programs in matches: what they do wrong costs their game, never the match.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use crate::cli::{Run, banco_in, elsewhere};

/// An engine that plays the first free cell of a board of three by three, and on its second move does what it was
/// started to do.
const ENGINE: &str = r#"#!/bin/sh
moves=""; count=0
misbehave() {
  case $mode in
    illegal) echo "bestmove X@z9" ;;
    occupied) set -- $moves; echo "bestmove ${1#*@}" ;;
    none) echo "bestmove (none)" ;;
    resign) echo "bestmove resign" ;;
    empty) echo "bestmove" ;;
    crash) echo "cannot go on" >&2; exit 3 ;;
    hang) while read line; do :; done ;;
    flood) while :; do echo "info string flood flood flood flood"; done ;;
    endless) yes | tr -d '\n' ;;
    slow) sleep 1; answer ;;
    closes) exec >&-; sleep 5 ;;
    noise) printf 'info depth 1 score cp 3\n\377\376\000\nbest\nbestmove\tmove\n' ;;
  esac
}
answer() {
  for cell in a1 b1 c1 a2 b2 c2 a3 b3 c3; do
    case "$moves " in *"@$cell "*) ;; *) echo "info depth 1 score cp 10"; echo "bestmove X@$cell"; return ;; esac
  done
}
mode=$1
while read line; do
  set -- $line
  case $1 in
    uci) echo "id name Simple"; echo "option name Mood type string default calm"; echo uciok ;;
    isready) echo readyok ;;
    ucinewgame) count=0 ;;
    setoption) [ "$mode" = refuses ] && exit 1 ;;
    position) moves=" ${line#*moves }" ;;
    go) count=$((count + 1)); if [ $count = 2 ] && [ "$mode" != good ]; then misbehave; else answer; fi ;;
    quit) exit 0 ;;
  esac
done
"#;

fn workshop() -> tempfile::TempDir {
    let folder = elsewhere();
    program(folder.path(), "engine.sh", ENGINE);
    folder
}

fn play(at: &Path, mode: &str, more: &[&str]) -> Run {
    let _ = fs::remove_file(at.join("r"));
    let engine = format!("name=other,cmd=./engine.sh,args={mode}");
    let args = ["match", "tic-tac-toe", "name=own,depth=1", &engine, "--random-plies", "1", "--games", "4"];
    banco_in(at, &[&args[..], &["--records", "r"], more].concat())
}

fn games(at: &Path) -> Vec<Value> {
    let text = fs::read_to_string(at.join("r")).expect("records");
    text.lines().skip(1).map(|line| serde_json::from_str(line).expect("a game")).collect()
}

#[test]
fn a_foreign_engine_plays_whole_games() {
    let folder = workshop();
    play(folder.path(), "good", &["--depth", "3"]).good();
    let games = games(folder.path());
    assert_eq!(games.len(), 4);
    for game in &games {
        assert_eq!(game["cause"], "rules", "{game}");
        let scores = game["scores"].as_array().expect("scores");
        assert!(scores.iter().any(|score| score.as_i64().is_some_and(|score| score.abs() == 10)), "{game}");
    }
}

/// Both keep what they found from move to move of a game, and from no game before it.
#[test]
fn a_match_plays_as_the_engine_does_that_programs_talk_to() {
    let folder = elsewhere();
    let spoken = format!("name=spoken,cmd={},args=engine,protocol=uci", env!("CARGO_BIN_EXE_banco"));
    for game in ["chess", "caro"] {
        let args = ["match", game, "name=own", &spoken, "--nodes", "400", "--games", "4"];
        banco_in(
            folder.path(),
            &[&args[..], &["--random-plies", "4", "--seed", "2", "--records", "r"]].concat(),
        )
        .good();
        let games = games(folder.path());
        for pair in games.chunks(2) {
            assert_ne!(pair[0]["players"], pair[1]["players"]);
            assert_eq!(pair[0]["moves"], pair[1]["moves"], "{game}: who moves first makes a difference");
        }
        assert_ne!(games[0]["moves"], games[2]["moves"]);
        fs::remove_file(folder.path().join("r")).expect("records");
    }
}

#[test]
fn what_a_foreign_engine_does_wrong_costs_its_game_and_never_the_match() {
    let folder = workshop();
    for (mode, more, cause, reason) in [
        ("illegal", "", "illegal-move", "illegal move `X@z9`"),
        ("occupied", "", "illegal-move", "illegal move"),
        ("none", "", "illegal-move", "illegal move `(none)`"),
        ("empty", "", "illegal-move", "illegal move ``"),
        ("noise", "", "illegal-move", "illegal move `move`"),
        ("resign", "", "resignation", "gave up"),
        ("crash", "", "crash", "exit status: 3"),
        ("closes", "", "crash", "it has ended"),
        ("flood", "", "flood", "it said too much"),
        ("hang", "--patience=300ms", "hang", "no answer for 0.300 s"),
        ("endless", "--patience=300ms", "hang", "no answer"),
        ("hang", "--tc=0.3", "time", "no answer"),
        ("slow", "--movetime=200ms", "time", "no answer"),
    ] {
        let limits =
            if more.is_empty() || more.starts_with("--patience") { ["--nodes=50", more] } else { [more, ""] };
        let more: Vec<&str> = limits.into_iter().filter(|word| !word.is_empty()).collect();
        let run = play(folder.path(), mode, &more).good();
        let games = games(folder.path());
        assert_eq!(games.len(), 4, "{mode}");
        for game in games.iter().filter(|game| game["cause"] != "rules") {
            assert_eq!((&game["winner"], &game["cause"]), (&"own".into(), &cause.into()), "{mode} {game}");
            assert!(game["reason"].as_str().is_some_and(|text| text.contains(reason)), "{mode} {game}");
            assert!(game["last_lines"].as_array().is_some_and(|lines| !lines.is_empty()), "{mode} {game}");
        }
        let failed: Vec<&Value> = games.iter().filter(|game| game["cause"] == cause).collect();
        assert!(failed.len() >= 2, "{mode} {games:?}");
        let first = failed.iter().min_by_key(|game| game["game"].as_u64()).expect("two of them");
        let words = format!(
            "other lost {} by {}, game {} first: {}\n",
            failed.len(),
            cause.replace('-', " "),
            first["game"],
            first["reason"].as_str().expect("a reason"),
        );
        assert_eq!(run.out.contains(&words), cause != "resignation", "{mode} {}", run.out);
    }
}

#[test]
fn a_crash_leaves_the_last_words() {
    let folder = workshop();
    play(folder.path(), "crash", &["--nodes=50"]).good();
    let game = games(folder.path()).into_iter().find(|game| game["cause"] == "crash").expect("a crash");
    let lines: Vec<&str> =
        game["last_lines"].as_array().expect("lines").iter().filter_map(Value::as_str).collect();
    assert!(lines.contains(&"> go nodes 50") && lines.contains(&"! cannot go on"), "{lines:?}");
}

#[test]
fn an_engine_that_cannot_play_is_told_before_the_first_game() {
    let folder = workshop();
    let at = folder.path();
    let start = |engine: &str| {
        banco_in(at, &["match", "tic-tac-toe", "depth=1", engine, "--random-plies", "1", "--games", "2"])
    };
    start("cmd=./engine.sh,args=good,option.Moode=1")
        .fails(2, "it has no option `Moode`; did you mean `Mood`?");
    start("cmd=./engine.sh,args=good,variant=other").fails(2, "it has no option `UCI_Variant`");
    start("cmd=./engine.sh,dir=nowhere").fails(2, "there is no folder `nowhere`");
    start("cmd=./engine.sh,args=refuses,option.Mood=1").fails(2, "it has ended");
    start("cmd=true").fails(2, "it has ended");
    start("cmd=./r").fails(2, "cannot play");
}

/// Whether an engine is there; that it is not is said.
pub fn is_installed(name: &str) -> bool {
    let found =
        ["/usr/games", "/usr/bin", "/usr/local/bin"].iter().any(|at| Path::new(at).join(name).is_file());
    assert!(found || std::env::var_os("BANCO_ENGINES").is_none(), "{name} is not installed");
    if !found {
        eprintln!("skipped: {name} is not installed (`apt install {name}`)");
    }
    found
}

#[test]
fn real_engines_play_our_games() {
    for (name, game) in
        [("stockfish", "chess"), ("fairy-stockfish", "antichess"), ("fairy-stockfish", "crazyhouse")]
    {
        if !is_installed(name) {
            continue;
        }
        let folder = elsewhere();
        let engine = format!("cmd={name},nodes=100");
        let args =
            ["match", game, "depth=1", &engine, "--random-plies", "6", "--games", "4", "--max-plies", "60"];
        banco_in(folder.path(), &[&args[..], &["--records", "r"]].concat()).good();
        let bad = |game: &Value| game["cause"] != "rules" && game["cause"] != "adjudication";
        let failed: Vec<Value> = games(folder.path()).into_iter().filter(bad).collect();
        assert!(failed.is_empty(), "{failed:?}");
    }
}

/// An engine that counts the moves of the empty board of three by three, with one of them changed.
const COUNTER: &str = r#"#!/bin/sh
while read line; do
  set -- $line
  case $1 in
    uci) echo uciok ;;
    isready) echo readyok ;;
    position) after=$# ;;
    go)
      cells="a1 b1 c1 a2 b2 c2 a3 b3 c3"; count=8
      [ "$3" = 1 ] && count=1
      case $line-$after in "go perft 1-4") cells="b1 c1 a2 b2 c2 a3 b3 d4" ;; esac
      for cell in $cells; do
        shown=$count
        [ "$3" = 2 ] && [ $cell = a1 ] && shown=7
        echo "X@$cell: $shown"
      done
      echo; echo "Nodes searched: 72" ;;
    quit) exit 0 ;;
  esac
done
"#;

#[test]
fn perft_walks_down_to_the_first_position_where_two_engines_differ() {
    let folder = elsewhere();
    let at = folder.path();
    program(at, "counter.sh", COUNTER);
    let compare = |depth: &str, more: &[&str]| {
        banco_in(at, &[&["perft", "tic-tac-toe", depth, "--against", "cmd=./counter.sh"], more].concat())
    };
    assert_eq!(compare("1", &[]).good().out, "both count 9 at depth 1\n");
    let run = compare("2", &["--json"]);
    assert_eq!(run.status, 1);
    let found: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&found["same"], &found["moves"]), (&false.into(), &serde_json::json!(["a1"])), "{found}");
    assert_eq!(found["only_ours"][0]["move"], "c3");
    assert_eq!(
        found["only_ours"][0]["file"].as_str().map(|file| file.ends_with("tic-tac-toe.toml")),
        Some(true)
    );
    assert_eq!(found["only_theirs"][0]["move"], "X@d4");
    assert!(found["only_theirs"][0]["why"].as_str().is_some_and(|why| !why.is_empty()), "{found}");
    let text = compare("2", &[]).out;
    assert!(text.contains("after a1") && text.contains("is legal for counter.sh, not here"), "{text}");
    compare("2", &["--against", "cmd=none"]).fails(2, "cannot be used multiple times");
    banco_in(at, &["perft", "tic-tac-toe", "2", "--against", "depth=2"]).fails(2, "unknown key `depth`");
}

/// An engine that plays one variant more once it has been told of a file, as [`COUNTER`] counts.
const TEACHABLE: &str = r#"#!/bin/sh
variants="var chess"; chosen=no
while read line; do
  set -- $line
  case $1 in
    uci)
      echo "option name VariantPath type string default <empty>"
      echo "option name UCI_Variant type combo default chess $variants"
      echo uciok ;;
    setoption)
      case $line in
        *"VariantPath value "*) variants="$variants var $(cat "$5")" ;;
        *"UCI_Variant value three") chosen=yes ;;
      esac ;;
    isready) echo readyok ;;
    go)
      for cell in a1 b1 c1 a2 b2 c2 a3 b3 c3; do [ $chosen = yes ] && echo "X@$cell: 1"; done
      echo "Nodes searched: 9" ;;
    quit) exit 0 ;;
  esac
done
"#;

#[test]
fn a_variant_that_an_option_tells_of_is_known_to_an_engine() {
    let folder = elsewhere();
    let at = folder.path();
    program(at, "engine.sh", TEACHABLE);
    fs::write(at.join("v.ini"), "three").expect("written");
    let compare = |more: &str| {
        banco_in(at, &["perft", "tic-tac-toe", "1", "--against", &format!("cmd=./engine.sh{more}")])
    };
    let told = compare(",option.VariantPath=v.ini,variant=three").good();
    assert_eq!(told.out, "both count 9 at depth 1\n");
    compare(",variant=three")
        .fails(2, "it does not play `three`; a file of variants is told by `option.VariantPath=FILE`");
    let wrong = compare(",option.VariantPath=v.ini,variant=four");
    assert!(!wrong.err.contains("is told by"), "{}", wrong.err);
    wrong.fails(2, "it does not play `four`");
    banco_in(at, &["perft", "tic-tac-toe", "1", "--against", "./engine.sh"])
        .fails(2, "did you mean `cmd=./engine.sh`?");
}

#[test]
fn trees_are_timed_beside_another_program_that_knows_the_game() {
    let folder = elsewhere();
    let at = folder.path();
    program(at, "counter.sh", COUNTER);
    let rows = |args: &[&str]| {
        banco_in(at, &[&["bench", "--perft", "--runs", "1", "--json"], args].concat()).good().json_lines()
    };
    let itself = format!("cmd={},args=engine", env!("CARGO_BIN_EXE_banco"));
    let same = rows(&["hexapawn", "dodgem", "--against", &itself]);
    assert_eq!((same.len(), &same[2]["shared"]), (3, &2.into()), "{same:?}");
    for row in &same[..2] {
        assert_eq!(row["nodes"], row["their_nodes"], "{row}");
        assert!(row["ratio"].as_f64().is_some_and(|ratio| ratio > 0.0), "{row}");
    }
    let other = rows(&["tic-tac-toe", "--against", "cmd=./counter.sh"]);
    // How deep the tree is depends on the machine, what it has there does not.
    let leaves = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
    let depth = other[0]["depth"].as_u64().expect("a depth") as usize;
    assert_eq!(other[0]["nodes"], leaves[depth - 1], "{other:?}");
    assert_eq!((&other[0]["their_nodes"], &other[0]["ratio"]), (&72.into(), &Value::Null), "{other:?}");
    let alone = rows(&["hexapawn", "tic-tac-toe", "--against", &format!("{itself},variant=hexapawn")]);
    assert!(alone[1]["ratio"].is_null(), "{alone:?}");
    let run = |engine: &str| banco_in(at, &["bench", "--perft", "hexapawn", "dodgem", "--against", engine]);
    run("cmd=./counter.sh").fails(2, "the engine `counter.sh` cannot count: it has no option `UCI_Variant`");
    run("cmd=none-such").fails(2, "it cannot be started");
    run("depth=3").fails(2, "unknown key `depth`");
    banco_in(at, &["bench", "dodgem", "--runs", "0"]).fails(2, "--runs");
}

#[test]
fn real_engines_count_as_we_do_and_other_rules_are_found() {
    if is_installed("stockfish") {
        let run = banco_in(Path::new("."), &["perft", "chess", "3", "--against", "cmd=stockfish"]).good();
        assert_eq!(run.out, "both count 8902 at depth 3\n");
    }
    if is_installed("fairy-stockfish") {
        let engine = "cmd=fairy-stockfish,variant=antichess";
        let run = banco_in(Path::new("."), &["perft", "chess", "4", "--against", engine, "--json"]);
        let found: Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!((run.status, &found["same"]), (1, &false.into()), "{found}");
    }
}

#[test]
fn parts_of_a_perft_add_up() {
    let count = |more: &[&str]| -> Vec<u64> {
        let run = banco_in(Path::new("."), &[&["perft", "dodgem", "6", "--json"], more].concat()).good();
        let found: Value = serde_json::from_str(&run.out).expect("JSON");
        found["counts"].as_array().expect("counts").iter().filter_map(Value::as_u64).collect()
    };
    let parts = ["1/2", "2/2"].map(|part| count(&["--shard", part]));
    let sum: Vec<u64> = parts[0].iter().zip(&parts[1]).map(|(one, other)| one + other).collect();
    assert_eq!(sum, count(&[]));
    assert_eq!(count(&["--shard", "5/9", "--threads", "3"]), [0; 6]);
}

/// A brain that puts its stone on the first free cell of a board of three by three.
const BRAIN: &str = r#"#!/bin/sh
taken=" "
answer() {
  for place in 0,0 1,0 2,0 0,1 1,1 2,1 0,2 1,2 2,2; do
    case "$taken" in *" $place "*) ;; *) taken="$taken$place "; echo "MESSAGE thinking"; echo "$place"; return ;; esac
  done
}
while read line rest; do
  case $line in
    START) taken=" "; [ "$rest" = 3 ] && echo OK || echo "ERROR only three" ;;
    INFO) [ "${rest%% *}" = mood ] && echo "DEBUG mood" ;;
    BEGIN) answer ;;
    TURN) taken="$taken$rest "; answer ;;
    BOARD)
      taken=" "
      while read stone; do [ "$stone" = DONE ] && break; taken="$taken${stone%,*} "; done
      answer ;;
    END) exit 0 ;;
    *) echo "UNKNOWN $line" ;;
  esac
done
"#;

/// The same for XBoard's protocol.
const XBOARD: &str = r#"#!/bin/sh
taken=" "
while read line rest; do
  case $line in
    protover) echo 'feature done=0'; echo 'feature myname="First" ping=1 setboard=1 usermove=1 variants="normal,tic-tac-toe"'; echo 'feature done=1' ;;
    new) taken=" " ;;
    ping) echo "pong $rest" ;;
    usermove) taken="$taken${rest#*@} " ;;
    go)
      echo "1 25 0 7 pv"
      for cell in a1 b1 c1 a2 b2 c2 a3 b3 c3; do
        case "$taken" in *" $cell "*) ;; *) taken="$taken$cell "; echo "move X@$cell"; break ;; esac
      done ;;
    quit) exit 0 ;;
  esac
done
"#;

fn program(at: &Path, name: &str, text: &str) {
    fs::write(at.join(name), text).expect("written");
    fs::set_permissions(at.join(name), fs::Permissions::from_mode(0o755)).expect("made a program");
}

#[test]
fn brains_of_gomocup_and_engines_of_xboard_play_whole_games() {
    let folder = elsewhere();
    let at = folder.path();
    program(at, "brain.sh", BRAIN);
    program(at, "xboard.sh", XBOARD);
    let engines = [
        "name=own,depth=3",
        "name=brain,cmd=./brain.sh,protocol=gomocup,option.mood=1,depth=1",
        "name=board,cmd=./xboard.sh,protocol=cecp,depth=1",
    ];
    for openings in [&["--random-plies", "1", "--games", "4"][..], &["--movetime", "2s", "--games", "2"]] {
        let _ = fs::remove_file(at.join("r"));
        let args = [&["match", "tic-tac-toe"], &engines[..], openings, &["--records", "r"]].concat();
        banco_in(at, &args).good();
        let games = games(at);
        assert!(games.iter().all(|game| game["cause"] == "rules"), "{games:?}");
        let of_board = games
            .iter()
            .filter(|game| game["players"].as_array().is_some_and(|p| p.contains(&"board".into())));
        let said = |game: &Value| {
            game["scores"].as_array().is_some_and(|s| s.contains(&25.into()) || s.contains(&(-25).into()))
        };
        assert!(of_board.clone().count() > 0 && of_board.clone().all(said), "{games:?}");
    }
}

#[test]
fn what_a_dialect_cannot_say_is_told_before_the_first_game() {
    let folder = elsewhere();
    let at = folder.path();
    program(at, "brain.sh", BRAIN);
    program(at, "xboard.sh", XBOARD);
    let start = |game: &str, engine: &str| {
        banco_in(at, &["match", game, "depth=1", engine, "--random-plies", "1", "--games", "2"])
    };
    let refusing = XBOARD.replace("ping) echo \"pong $rest\"", "ping) echo \"tellusererror no such board\"");
    program(at, "refusing.sh", &refusing);
    start("tic-tac-toe", "cmd=./refusing.sh,protocol=cecp,depth=1").fails(2, "cannot play: no such board");
    start("gomoku", "cmd=./brain.sh,protocol=gomocup")
        .fails(2, "it does not play on a board of 15x15: ERROR only three");
    start("dodgem", "cmd=./brain.sh,protocol=gomocup").fails(2, "no words for the moves of this game");
    start("tic-tac-toe", "cmd=./xboard.sh,protocol=cecp,nodes=5").fails(2, "no word for a number of nodes");
    start("tic-tac-toe", "cmd=./xboard.sh,protocol=cecp,movetime=100ms").fails(2, "whole seconds");
}
