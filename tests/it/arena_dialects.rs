//! Other programs in matches, by every dialect.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use crate::arena_foreign::is_installed;
use crate::cli::{banco_in, elsewhere};

const BANCO: &str = env!("CARGO_BIN_EXE_banco");

fn games(at: &Path) -> Vec<Value> {
    let text = fs::read_to_string(at.join("r")).expect("records");
    text.lines().skip(1).map(|line| serde_json::from_str(line).expect("a game")).collect()
}

/// Plays some games against our own search, and says how they ended.
fn play(at: &Path, game: &str, engine: &str, more: &[&str]) -> Vec<Value> {
    let _ = fs::remove_file(at.join("r"));
    let args = ["match", game, "name=own,depth=1", engine, "--records", "r", "--margin", "60s"];
    banco_in(at, &[&args[..], more].concat()).good();
    games(at)
}

#[test]
fn banco_plays_itself_by_every_dialect() {
    let folder = elsewhere();
    for (dialect, game, limit) in [
        ("uci", "crazyhouse", "nodes=60"),
        ("uci", "tic-tac-toe", "depth=1"),
        ("ucci", "xiangqi", "nodes=60"),
        ("ucci", "dodgem", "movetime=5ms"),
        ("usi", "shogi", "nodes=60"),
        ("usi", "shogi", "movetime=5ms"),
        ("ugi", "dodgem", "tc=1+0.01"),
        ("ugi", "tic-tac-toe", "depth=1"),
        ("cecp", "dodgem", "depth=1"),
        ("cecp", "chess", "depth=1"),
        ("cecp", "xiangqi", "depth=1"),
        ("gomocup", "gomoku", "depth=1"),
        ("gtp", "othello", "tc=2"),
        ("gtp", "go-5x5", "tc=2"),
        ("gtp", "dodgem", "tc=2"),
    ] {
        let engine = format!("name=other,cmd={BANCO},args=engine {game},protocol={dialect},{limit}");
        let more = ["--random-plies", "2", "--games", "2", "--max-plies", "16"];
        for game in play(folder.path(), game, &engine, &more) {
            let is_well = game["cause"] == "rules" || game["cause"] == "adjudication";
            assert!(is_well, "{dialect} {game}");
        }
    }
}

#[test]
fn openings_and_hands_are_told_in_the_words_of_shogi() {
    let folder = elsewhere();
    let start = "lnsgkgsnl/1r5b1/pppppp1pp/9/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL[Pb] b - - 0 2";
    fs::write(folder.path().join("o"), format!("{start}\n")).expect("written");
    let engine = format!("name=other,cmd={BANCO},args=engine shogi,protocol=usi,nodes=60");
    let more = ["--openings", "o", "--max-plies", "12"];
    for game in play(folder.path(), "shogi", &engine, &more) {
        assert_eq!(game["cause"], "adjudication", "{game}");
    }
}

/// An engine of several dialects that plays the first free cell of a board of three by three, and on its second move
/// does what it was started to do.
const FAULTY: &str = r#"#!/bin/sh
dialect=$1; mode=$2; taken=" "; count=0
case $dialect in
  ucci) sign=P@; cells="a0 b0 c0 a1 b1 c1 a2 b2 c2" ;;
  usi) sign=P\*; cells="3c 2c 1c 3b 2b 1b 3a 2a 1a" ;;
  ugi) sign=; cells="a1 b1 c1 a2 b2 c2 a3 b3 c3" ;;
  gtp) sign=; cells="A1 B1 C1 A2 B2 C2 A3 B3 C3" ;;
esac
misbehave() {
  case $mode in
    crash) echo "cannot go on" >&2; exit 3 ;;
    hang) while read line; do :; done ;;
    flood) yes "info string flood" ;;
    resign) [ $dialect = gtp ] && printf '=%s resign\n\n' $number || echo "bestmove resign" ;;
  esac
}
answer() {
  count=$((count + 1))
  [ $count = 2 ] && [ $mode != good ] && { misbehave; return; }
  for cell in $cells; do
    case "$taken" in *" $sign$cell "*) ;; *)
      taken="$taken$sign$cell "
      [ $dialect = gtp ] && printf '=%s %s\n\n' $number $cell || echo "bestmove $sign$cell"
      return ;;
    esac
  done
}
set -f
while read line; do
  set -- $line
  case "$dialect $1 $2" in
    gtp*list_commands) printf '=%s name\nplay\ngenmove\nboardsize\n\n' $1 ;;
    gtp*clear_board) taken=" "; count=0; printf '=%s\n\n' $1 ;;
    gtp*play) taken="$taken$4 "; printf '=%s\n\n' $1 ;;
    gtp*genmove) number=$1; answer ;;
    gtp*quit) exit 0 ;;
    gtp*) printf '=%s\n\n' $1 ;;
    "$dialect $dialect "*) [ $dialect = ucci ] && echo "option newgame type button"; echo "${dialect}ok" ;;
    *isready*) echo readyok ;;
    *newgame*) count=0 ;;
    *" position "*) taken=" ${line#*moves } " ;;
    *" go "*) answer ;;
    *" quit "*) exit 0 ;;
  esac
done
"#;

#[test]
fn what_an_engine_of_another_dialect_does_wrong_costs_its_game_alone() {
    let folder = elsewhere();
    let at = folder.path();
    fs::write(at.join("faulty.sh"), FAULTY).expect("written");
    fs::set_permissions(at.join("faulty.sh"), fs::Permissions::from_mode(0o755)).expect("made a program");
    for dialect in ["ucci", "usi", "ugi", "gtp"] {
        // GTP has no words but for times.
        let hangs = if dialect == "gtp" { "time" } else { "hang" };
        for (mode, cause) in [
            ("good", "rules"),
            ("crash", "crash"),
            ("hang", hangs),
            ("flood", "flood"),
            ("resign", "resignation"),
        ] {
            let _ = fs::remove_file(at.join("r"));
            let limit = match (dialect, mode) {
                ("gtp", "hang") => "tc=1",
                ("gtp", _) => "tc=600",
                _ => "nodes=50",
            };
            let engine =
                format!("name=other,cmd=./faulty.sh,args={dialect} {mode},protocol={dialect},{limit}");
            let args =
                ["match", "tic-tac-toe", "name=own,depth=1", &engine, "--random-plies", "1", "--games"];
            let patience = if mode == "hang" { "500ms" } else { "60s" };
            banco_in(at, &[&args[..], &["2", "--records", "r", "--patience", patience]].concat()).good();
            let games = games(at);
            assert_eq!(games.len(), 2, "{dialect} {mode}");
            for game in games.iter().filter(|game| game["cause"] != "rules") {
                assert_eq!((&game["winner"], &game["cause"]), (&"own".into(), &cause.into()), "{game}");
            }
            assert!(games.iter().any(|game| game["cause"] == cause), "{dialect} {mode} {games:?}");
        }
    }
}

#[test]
fn a_program_plays_by_the_weights_of_the_file_that_it_was_started_with() {
    let folder = elsewhere();
    let at = folder.path();
    let text = "[game]\nlanguage = 1\nname = \"gives away\"\nextends = \"breakthrough\"\n\
                [evaluation]\nvalues = { pawn = -500 }\n";
    fs::write(at.join("gives.toml"), text).expect("written");
    let engine = format!("name=other,cmd={BANCO},args=engine gives.toml,depth=2");
    let more = ["--random-plies", "4", "--games", "6", "--depth", "2"];
    for game in play(at, "breakthrough", &engine, &more) {
        assert_eq!(game["winner"], "own", "{game}");
    }
}

#[test]
fn games_of_a_definition_in_a_file_are_written_as_pgn() {
    let folder = elsewhere();
    let at = folder.path();
    fs::create_dir(at.join("mine")).expect("made");
    let text = "[game]\nlanguage = 1\nname = \"Mine\"\nextends = \"hexapawn\"\n";
    fs::write(at.join("mine/other.toml"), text).expect("written");
    let args = ["match", "mine/other.toml", "name=a,depth=1", "name=b,depth=1", "--games", "2"];
    banco_in(at, &[&args[..], &["--random-plies", "1", "--pgn", "p"]].concat()).good();
    let pgn = fs::read_to_string(at.join("p")).expect("games");
    assert!(pgn.contains("[Variant \"other\"]"), "{pgn}");
}

#[test]
fn what_a_dialect_cannot_say_is_told() {
    let folder = elsewhere();
    let start = |game: &str, engine: &str| {
        let engine = format!("cmd={BANCO},args=engine {game},{engine}");
        banco_in(folder.path(), &["match", game, "depth=1", &engine, "--random-plies", "1", "--games", "2"])
    };
    start("dodgem", "protocol=gtp,nodes=5").fails(2, "GTP has no words for a depth or a number of nodes");
    start("dodgem", "protocol=gtp,movetime=100ms").fails(2, "GTP knows whole seconds");
    start("dodgem", "protocol=ugi,nodes=5,depth=3").fails(2, "UGI has words for one limit at a time");
    start("dodgem", "protocol=ugi,tc=40/10").fails(2, "UGI has no words for so many moves in a time");
    start("dodgem", "protocol=usii").fails(2, "unknown protocol `usii`; did you mean `usi`?");
    start("dodgem", "protocol=gtp,tc=2,variant=nonsense").fails(2, "it refuses `set_game nonsense`");
}

#[test]
fn real_programs_play_by_gtp_and_cecp() {
    let folder = elsewhere();
    for (program, game, engine) in [
        ("gnugo", "go-7x7", "args=--mode gtp --level 1 --chinese-rules,protocol=gtp,tc=600"),
        ("gtp-rhino", "othello", "protocol=gtp,tc=600"),
        ("hoixiangqi", "xiangqi", "protocol=cecp,depth=1"),
    ] {
        if is_installed(program) {
            let engine = format!("name=other,cmd={program},{engine}");
            let more = ["--random-plies", "2", "--games", "2", "--max-plies", "30"];
            for game in play(folder.path(), game, &engine, &more) {
                let causes = ["rules", "adjudication", "resignation"];
                assert!(causes.iter().any(|cause| game["cause"] == *cause), "{program} {game}");
            }
        }
    }
}
