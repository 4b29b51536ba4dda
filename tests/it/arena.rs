//! Matches: the same games from run to run, nothing lost and nothing played twice.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::cli::{Run, banco_in, command, elsewhere};

/// Two depths of one search from random openings.
const DUEL: [&str; 7] =
    ["match", "dodgem", "name=deep,depth=3", "name=flat,depth=1", "--random-plies", "4", "--games"];

fn duel<'a>(games: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&DUEL[..], &[games], more].concat()
}

/// The first line of a file of records, and its games by number. No game is there twice.
fn records(path: &Path) -> (String, BTreeMap<u64, String>) {
    let text = fs::read_to_string(path).expect("records");
    let mut lines = text.lines();
    let first = lines.next().expect("a line for the match").to_owned();
    let mut games = BTreeMap::new();
    for line in lines {
        let game: Value = serde_json::from_str(line).expect("a game");
        let number = game["game"].as_u64().expect("a number");
        assert_eq!(games.insert(number, line.to_owned()), None, "game {number} was played twice");
    }
    (first, games)
}

fn summary(folder: &Path, args: &[&str]) -> Value {
    let run = banco_in(folder, &[args, &["--json"]].concat()).good();
    serde_json::from_str(&run.out).expect("one JSON object")
}

#[test]
fn the_deeper_search_wins_and_every_game_is_counted() {
    let folder = elsewhere();
    let found = summary(folder.path(), &duel("20", &[]));
    let met = &found["encounters"][0];
    let [wins, draws, losses] = ["wins", "draws", "losses"].map(|key| met[key].as_u64().expect("a count"));
    assert_eq!(wins + draws + losses, 20);
    assert!(wins > losses, "{found}");
    let pairs: u64 = met["pairs"].as_array().expect("pairs").iter().filter_map(Value::as_u64).sum();
    assert_eq!(pairs, 10);
    assert!(found["estimate"]["elo"]["value"].as_f64() > Some(0.0));
    assert_eq!((found["games"].as_u64(), found["missing"].as_u64()), (Some(20), Some(0)));
}

#[test]
fn the_same_seed_gives_the_same_games_however_many_run_at_a_time() {
    let folder = elsewhere();
    let at = folder.path();
    for (file, more) in [("one", "1"), ("three", "3")] {
        banco_in(at, &duel("12", &["--records", file, "--concurrency", more])).good();
    }
    assert_eq!(records(&at.join("one")), records(&at.join("three")));
    banco_in(at, &duel("12", &["--records", "other", "--seed", "2"])).good();
    assert_ne!(records(&at.join("one")).1, records(&at.join("other")).1);
}

#[test]
fn each_opening_is_played_from_both_sides() {
    let folder = elsewhere();
    banco_in(folder.path(), &duel("4", &["--records", "r"])).good();
    let (_, games) = records(&folder.path().join("r"));
    let games: Vec<Value> = games.values().map(|line| serde_json::from_str(line).expect("a game")).collect();
    let opening = |game: &Value| game["moves"].as_array().expect("moves")[..4].to_vec();
    assert_eq!(opening(&games[0]), opening(&games[1]));
    assert_ne!(opening(&games[0]), opening(&games[2]));
    assert_eq!(games[0]["players"][0], games[1]["players"][1]);
    assert_eq!(games[0]["opening_moves"], 4);
}

/// Waits until a file has more lines than before, or the run is over.
fn grown(run: &mut std::process::Child, path: &Path, before: usize) -> usize {
    loop {
        let lines = fs::read_to_string(path).map_or(0, |text| text.lines().count());
        if lines > before || run.try_wait().expect("a status").is_some() {
            return lines;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_match_that_is_killed_ten_times_ends_as_one_that_was_not() {
    let folder = elsewhere();
    let at = folder.path();
    let args = duel("40", &["--concurrency", "2", "--records", "killed", "--pgn", "killed.pgn"]);
    let mut lines = 0;
    for _ in 0..10 {
        let mut run = command(at, &args).stdout(std::process::Stdio::null()).spawn().expect("a match");
        lines = grown(&mut run, &at.join("killed"), lines);
        run.kill().expect("killed");
        run.wait().expect("ended");
    }
    let resumed = banco_in(at, &args).good();
    let whole = banco_in(at, &duel("40", &["--records", "whole"])).good();
    assert_eq!(records(&at.join("killed")), records(&at.join("whole")));
    assert_eq!(resumed.out, whole.out);
    let pgn = fs::read_to_string(at.join("killed.pgn")).expect("games");
    let whole_games = pgn.lines().filter(|line| line.starts_with("[GameId")).count();
    assert!(whole_games >= 40, "{whole_games}");
}

#[test]
fn a_line_that_was_not_written_to_its_end_is_played_again() {
    let folder = elsewhere();
    let (at, file) = (folder.path(), folder.path().join("r"));
    let args = duel("6", &["--records", "r"]);
    banco_in(at, &args).good();
    let whole = records(&file);
    let text = fs::read_to_string(&file).expect("records");
    for cut in [text.len() - 1, text.len() - 40, text.find('\n').expect("a line") - 10, 3] {
        fs::write(&file, &text[..cut]).expect("written");
        banco_in(at, &args).good();
        assert_eq!(records(&file), whole, "cut at {cut}");
    }
}

#[test]
fn parts_put_together_are_the_whole() {
    let folder = elsewhere();
    let at = folder.path();
    let whole = banco_in(at, &duel("22", &["--records", "whole"])).good();
    for part in ["1/4", "2/4", "3/4", "4/4"] {
        let file = format!("part{}", &part[..1]);
        banco_in(at, &duel("22", &["--records", &file, "--shard", part])).good();
    }
    let parts = ["part1", "part2", "part3", "part4"];
    let joined = banco_in(at, &[&["match", "--records", "joined", "--join"], &parts[..]].concat()).good();
    assert_eq!(joined.out, whole.out);
    assert_eq!(records(&at.join("joined")), records(&at.join("whole")));
    let missing = banco_in(at, &["match", "--json", "--join", "part1", "part3"]).good().json();
    assert_eq!(missing["missing"].as_u64().map(|games| games > 0), Some(true));
}

#[test]
fn what_does_not_belong_together_is_not_joined() {
    let folder = elsewhere();
    let at = folder.path();
    banco_in(at, &duel("4", &["--records", "a"])).good();
    banco_in(at, &duel("4", &["--records", "b", "--seed", "2"])).good();
    let join = |files: &[&str]| banco_in(at, &[&["match", "--join"], files].concat());
    join(&["a", "b"]).fails(1, "`b`: it is of another match: it was played with other openings");
    join(&["a", "nothing"]).fails(1, "`nothing`");
    let text = fs::read_to_string(at.join("a")).expect("records");
    fs::write(
        at.join("changed"),
        text.replacen("\"deep\",\"flat\"],\"start\"", "\"flat\",\"deep\"],\"start\"", 1),
    )
    .expect("written");
    join(&["a", "changed"]).fails(1, "game 0 is another one");
    join(&["a", "a"]).good();
}

#[test]
fn a_file_with_something_else_stays_as_it_is() {
    let folder = elsewhere();
    let at = folder.path();
    for precious in ["precious", "{\"match\":1}\n", "precious\n", "{\"match\":{\"version\":1}}\n", "\n"] {
        fs::write(at.join("r"), precious).expect("written");
        banco_in(at, &duel("2", &["--records", "r"])).fails(2, "`r`: something else than a match is there");
        assert_eq!(fs::read_to_string(at.join("r")).expect("there"), precious);
    }
    fs::remove_file(at.join("r")).expect("removed");
    banco_in(at, &duel("2", &["--records", "r"])).good();
    let text = fs::read_to_string(at.join("r")).expect("records");
    banco_in(at, &duel("2", &["--records", "r", "--seed", "3"])).fails(2, "other openings");
    banco_in(at, &duel("2", &["--records", "r", "--shard", "1/2"])).fails(2, "another shard");
    assert_eq!(fs::read_to_string(at.join("r")).expect("records"), text);
}

#[test]
fn more_games_of_the_same_match_go_on_with_those_played() {
    let folder = elsewhere();
    let at = folder.path();
    banco_in(at, &duel("4", &["--records", "r"])).good();
    banco_in(at, &duel("10", &["--records", "r"])).good();
    banco_in(at, &duel("10", &["--records", "whole"])).good();
    assert_eq!(records(&at.join("r")), records(&at.join("whole")));
}

#[test]
fn a_test_stops_the_match_as_soon_as_it_is_decided() {
    let folder = elsewhere();
    let run = |more: &str| {
        summary(
            folder.path(),
            &[
                &DUEL[..4],
                &["--random-plies", "8", "--games", "400", "--sprt", "0,100", "--concurrency", more],
            ]
            .concat(),
        )
    };
    let found = run("1");
    assert_eq!(found["sprt"]["verdict"], "accepted");
    assert!(found["games"].as_u64() < Some(400), "{found}");
    assert_eq!(found, run("3"));
}

#[test]
fn an_engine_against_itself_is_even() {
    let folder = elsewhere();
    let args =
        ["match", "dodgem", "dodgem", "dodgem", "--depth", "2", "--random-plies", "4", "--games", "20"];
    let found = summary(folder.path(), &args);
    assert_eq!(found["encounters"][0]["pairs"], serde_json::json!([0, 0, 10, 0, 0]));
    assert_eq!(found["encounters"][0]["other"], "dodgem-2");
    assert_eq!(found["estimate"]["elo"]["value"].as_f64(), Some(0.0));
}

#[test]
fn a_tournament_has_a_cross_table_and_ratings() {
    let folder = elsewhere();
    let engines =
        ["name=one,depth=1", "name=two,depth=2", "name=four,depth=4", "--random-plies", "4", "--games", "8"];
    let args = [&["match", "dodgem"], &engines[..]].concat();
    let text = banco_in(folder.path(), &args).good().out;
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 4, "{text}");
    assert!(rows[0].contains("rating") && rows[1].contains("four"), "{text}");
    let found = summary(folder.path(), &args);
    assert_eq!(found["encounters"].as_array().map(Vec::len), Some(3));
    assert_eq!(found["engines"][0]["games"], 16);
    let gauntlet = summary(folder.path(), &[&args[..], &["--gauntlet"]].concat());
    assert_eq!(gauntlet["encounters"].as_array().map(Vec::len), Some(2));
}

#[test]
fn games_end_early_when_the_match_is_told_so() {
    let folder = elsewhere();
    let at = folder.path();
    let causes = |more: &[&str]| -> Vec<String> {
        let _ = fs::remove_file(at.join("r"));
        banco_in(at, &duel("6", &[more, &["--records", "r"]].concat())).good();
        let game = |line: &String| serde_json::from_str::<Value>(line).expect("a game");
        let games = records(&at.join("r")).1;
        let said = |game: Value| format!("{}: {}", game["cause"], game["reason"]).replace('"', "");
        games.values().map(game).map(said).collect()
    };
    assert!(causes(&["--max-plies", "6"]).iter().all(|cause| cause == "adjudication: the game was too long"));
    let resigned = causes(&["--resign", "score=20,moves=1"]);
    assert!(resigned.contains(&"adjudication: gave up".to_owned()), "{resigned:?}");
    let drawn = causes(&["--draw", "score=100000,moves=1"]);
    assert!(drawn.iter().all(|cause| cause == "adjudication: both agreed on a draw"), "{drawn:?}");
    banco_in(at, &["solve", "dodgem", "--save", "t"]).good();
    let known = causes(&["--table", "t"]);
    assert!(known.iter().all(|cause| cause == "adjudication: known by the table"), "{known:?}");
    assert!(causes(&[]).iter().all(|cause| cause.starts_with("rules: ")));
}

#[test]
fn openings_come_from_a_file() {
    let folder = elsewhere();
    let at = folder.path();
    fs::write(at.join("book"), "# moves, then a position\n1. a3b3 b1b2\n\nB../B../.WW b moves a2b2\n")
        .expect("written");
    let args =
        ["match", "dodgem", "dodgem", "dodgem", "--depth", "1", "--openings", "book", "--records", "r"];
    banco_in(at, &args).good();
    let (first, games) = records(&at.join("r"));
    assert!(first.contains("\"openings\":\"2 in a file, "), "{first}");
    assert_eq!(games.len(), 4);
    assert!(games[&0].contains("[\"a3b3\",\"b1b2\",") && games[&3].contains("[\"a2b2\","));
    for (line, words) in [
        ("a3b3 a3b3", "line 2: illegal move `a3b3`"),
        ("nonsense", "line 2: "),
        ("BBB/.../WW. b moves", "line 2: "),
    ] {
        fs::write(at.join("bad"), format!("a3b3\n{line}\n")).expect("written");
        let args = ["match", "dodgem", "dodgem", "dodgem", "--depth", "1", "--openings", "bad"];
        banco_in(at, &args).fails(2, words);
    }
    fs::write(at.join("bad"), "\n#\n").expect("written");
    let args = ["match", "dodgem", "dodgem", "dodgem", "--openings", "bad"];
    banco_in(at, &args).fails(2, "there are no openings in it");
}

#[test]
fn scripts_and_other_weights_play_under_the_same_rules_only() {
    let folder = elsewhere();
    let at = folder.path();
    let variant = "[game]\nlanguage = 1\nname = \"Other\"\nextends = \"dodgem\"\n[evaluation]\nexited = 7\n";
    fs::write(at.join("other.toml"), variant).expect("written");
    fs::write(at.join("flat.lua"), "return { api = 1, score_position = function(turn) return 1 end }\n")
        .expect("written");
    let play = |engine: &str| {
        banco_in(
            at,
            &["match", "dodgem", "dodgem", engine, "--depth", "2", "--random-plies", "3", "--games", "4"],
        )
    };
    for engine in [
        "other.toml",
        "name=x,game=other.toml,hash=1",
        "script=flat.lua",
        "script=flat.lua,script-mode=replace",
    ] {
        play(engine).good();
    }
    play("hexapawn").fails(2, "`hexapawn` has other rules than `dodgem`");
}

#[test]
fn a_script_that_fails_says_why_it_lost() {
    let folder = elsewhere();
    let script = "return script {\n  api = 2,\n  score_position = function(game)\n    return game.nothing.x\n  end,\n}\n";
    fs::write(folder.path().join("bad.lua"), script).expect("written");
    let args = ["match", "dodgem", "name=own,script=bad.lua", "name=b", "--depth", "2", "--games", "2"];
    let told = banco_in(folder.path(), &args).good().out;
    assert!(told.contains("own lost 2 by crash, game 0 first: "), "{told}");
    assert!(told.contains("bad.lua:4") && told.contains("nothing"), "{told}");
    assert!(told.contains("Elo         -inf (error unknown)\n"), "{told}");
    let json = summary(folder.path(), &args);
    let own = json["engines"].as_array().and_then(|all| all.iter().find(|one| one["name"] == "own"));
    let own = own.expect("its row");
    assert_eq!((&own["failures"]["crash"], &own["failed_first"]["crash"]["game"]), (&2.into(), &0.into()));
    assert!(
        own["failed_first"]["crash"]["reason"].as_str().is_some_and(|text| text.contains("bad.lua:4")),
        "{own}"
    );
}

#[test]
fn balanced_openings_leave_nobody_further_ahead_than_asked() {
    let folder = elsewhere();
    let at = folder.path();
    let games = [
        "match",
        "othello",
        "depth=1",
        "depth=2",
        "--random-plies",
        "4",
        "--games",
        "12",
        "--max-plies",
        "4",
    ];
    let furthest = |file: &str, more: &[&str]| {
        banco_in(at, &[&games[..], &["--records", file], more].concat()).good();
        let ahead = |line: &String| {
            let game: Value = serde_json::from_str(line).expect("a game");
            let moves: Vec<&str> =
                game["moves"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
            let moves = moves[..4].join(" ");
            summary(at, &["search", "othello", "--moves", &moves, "--nodes", "5000", "--threads", "1"])["score"]
                .as_i64()
                .expect("a score")
                .abs()
        };
        records(&at.join(file)).1.values().map(ahead).max().expect("games")
    };
    let any = furthest("any", &[]);
    let half = any / 2;
    assert!(half > 0, "an opening leaves somebody ahead: {any}");
    let half_text = half.to_string();
    assert!(furthest("balanced", &["--balanced", &half_text]) <= half);
    let other = banco_in(at, &[&games[..], &["--records", "balanced", "--balanced", "7000"]].concat());
    other.fails(2, "another match is there");
    let narrow = ["match", "hexapawn", "depth=1", "depth=2", "--random-plies", "1", "--balanced", "0"];
    banco_in(at, &narrow)
        .fails(2, "only 0 different openings of 1 random plies balanced within 0 points were found");
    banco_in(at, &["match", "othello", "depth=1", "depth=2", "--balanced", "50"]).fails(2, "--random-plies");
}

#[test]
fn what_cannot_be_played_is_said_before_the_first_game() {
    let folder = elsewhere();
    let play = |more: &[&str]| -> Run { banco_in(folder.path(), &[&["match", "dodgem"], more].concat()) };
    play(&["dodgem"]).fails(2, "a match needs two engines");
    play(&["dodgem", "dodgem", "--depth", "2"]).fails(2, "the engines would play the same games again");
    play(&["dodgem", "dept=3"]).fails(2, "unknown key `dept`; did you mean `depth`?");
    play(&["dodgem", "depth=0"]).fails(2, "`depth=0` is not a whole number from 1 to 120");
    play(&["name=a", "name=a"]).fails(2, "another engine is called `a`");
    play(&["dodgem", "depth=1,x"]).fails(2, "`x` stands where key=value is expected");
    play(&["dodgem", "cmd=no-such-engine"]).fails(2, "the engine `no-such-engine` cannot play");
    play(&["dodgem", "cmd=x,protocol=uic"]).fails(2, "did you mean `uci`?");
    play(&["dodgem", "game=dodgemm"]).fails(2, "did you mean `dodgem`?");
    play(&["dodgem", "dodgem", "--random-plies", "2", "--games", "4000"])
        .fails(2, "different openings of 2 random plies");
    play(&["dodgem", "dodgem", "--sprt", "5,0"]).fails(2, "elo0 must be less than elo1");
    play(&["a", "b", "--join", "x"]).fails(2, "cannot be used with");
}

#[test]
fn results_are_told_in_vietnamese() {
    let folder = elsewhere();
    let args =
        ["match", "hexapawn", "name=a,depth=2", "name=b,depth=1", "--random-plies", "1", "--games", "4"];
    let pair = banco_in(folder.path(), &[&args[..], &["--lang", "vi"]].concat()).good().out;
    assert!(pair.starts_with("a gặp b: 4 ván, thắng ") && pair.contains("xác suất mạnh hơn"), "{pair}");
    let all = banco_in(folder.path(), &[&args[..], &["name=c,depth=1", "--lang", "vi"]].concat()).good().out;
    assert!(all.contains("hệ số") && all.contains("ván"), "{all}");
}

#[test]
fn openings_are_games_in_pgn_too_and_moves_as_people_write_them() {
    let folder = elsewhere();
    let at = folder.path();
    let args = [
        "match",
        "chess",
        "chess",
        "chess",
        "--depth",
        "1",
        "--max-plies",
        "6",
        "--openings",
        "o",
        "--records",
        "r",
    ];
    let texts = [
        "[Event \"one\"]\n\n1. e4 e5 *\n\n[Event \"two\"]\n\n1. d4 {x} d5 *\n",
        "1. e4 e5\nd4 d5\n",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"one\"; bm Nf3;\nd2d4 d7d5\n",
    ];
    for text in texts {
        fs::write(at.join("o"), text).expect("written");
        let _ = fs::remove_file(at.join("r"));
        banco_in(at, &args).good();
        let (first, games) = records(&at.join("r"));
        assert!(first.contains("\"openings\":\"2 in a file, ") && games.len() == 4, "{first}");
        assert!(games[&2].contains("d2d4"), "{}", games[&2]);
    }
    fs::write(at.join("o"), "4k3/8/8/8/8/8/8/8 w - -\n").expect("written");
    banco_in(at, &args).fails(2, "line 1: no game leads to this position: there is no white king");
}
