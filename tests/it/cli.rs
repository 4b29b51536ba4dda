//! The program as a user runs it: what it prints, how it ends, what it does with bad input.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// What a run printed, and its exit status.
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    pub fn of(output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).expect("text");
        Run {
            status: output.status.code().expect("an exit status"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    pub fn json(&self) -> Value {
        assert_eq!(self.err, "");
        serde_json::from_str(&self.out).expect("one JSON object")
    }

    pub fn json_lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect()
    }

    pub fn good(self) -> Run {
        assert_eq!(self.status, 0, "{}{}", self.out, self.err);
        self
    }

    pub fn fails(self, status: i32, words: &str) -> Run {
        assert_eq!(self.status, status, "{}{}", self.out, self.err);
        assert!(self.err.contains(words), "{}", self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }
}

pub fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_banco"));
    command.current_dir(folder).args(args).stdin(Stdio::null()).env("LC_ALL", "C");
    command
}

/// Runs it in the folder of the crate, where the shipped games lie as files.
pub fn banco(args: &[&str]) -> Run {
    banco_in(Path::new(env!("CARGO_MANIFEST_DIR")), args)
}

pub fn banco_in(folder: &Path, args: &[&str]) -> Run {
    Run::of(command(folder, args).output().expect("it runs"))
}

/// Runs it with an input.
pub fn typed(folder: &Path, args: &[&str], input: &[u8]) -> Run {
    let mut child = command(folder, args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    // It may end before it has read everything.
    let _ = child.stdin.take().expect("an input").write_all(input);
    Run::of(child.wait_with_output().expect("it ends"))
}

pub fn elsewhere() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn wrong_use_ends_with_two_and_says_why() {
    for (args, words) in [
        (&["compute", "dodgem"][..], "unrecognized subcommand"),
        (&["play", "dodgme"], "did you mean `dodgem`"),
        (&["play", "dodgem", "--as", "green"], "the players are white and black"),
        (&["show", "no/such/file.toml"], "cannot read"),
        (&["moves", "src"], "there is no game `src`"),
        (&["moves", "./src"], "it is a folder"),
        (&["perft", "dodgem", "0"], "1..=64"),
        (&["search", "dodgem", "--time", "soon"], "500ms"),
        (&["search", "dodgem", "--threads", "0"], "0 is not in 1..=256"),
        (&["search", "dodgem", "--threads", "2", "--algorithm", "minimax"], "take one of `--threads`"),
        (&["eval", "dodgem", "--positions", "no-such-file"], "cannot read"),
        (&["eval", "dodgem", "--positions", "src"], "cannot read"),
        (&["explain", "unknown-nam"], "did you mean `unknown-name`"),
        (&["new", "Not A Name"], "lower-case"),
        (&["new", "dodgem"], "already"),
    ] {
        banco(args).fails(2, words);
    }
}

#[test]
fn wrong_positions_and_moves_end_with_one_and_say_where() {
    let run = banco(&["moves", "dodgem", "--position", "B../x../.WW b"]).fails(1, "`x` is not a piece");
    assert!(run.err.contains("  | B../x../.WW b\n  |     ^\n"), "{}", run.err);
    banco(&["search", "dodgem", "--position", ""]).fails(1, "empty");
    banco(&["search", "dodgem", "--position", "é\u{7}/\u{202e} w"]).fails(1, "not a piece");
    let run = banco(&["eval", "dodgem", "--moves", "a2b2 b1b2"]).fails(1, "illegal move `b1b2`");
    assert!(run.err.contains("dodgem.toml:22"), "{}", run.err);
}

#[test]
fn the_version_names_the_language() {
    let run = banco(&["--version"]).good();
    assert!(run.out.starts_with("banco ") && run.out.contains("(language 1)"), "{}", run.out);
}

#[test]
fn shipped_games_need_no_file_and_files_win_over_them() {
    let folder = elsewhere();
    let at = folder.path();
    let listed = banco_in(at, &["list", "--json"]).good().json();
    let games = listed["games"].as_array().expect("games").clone();
    assert!(games.len() >= 20);
    assert!(games.iter().any(|g| g["name"] == "dodgem" && g["board"] == "3x3" && g["shipped"] == true));
    let value = |run: Run| run.good().json()["score"].clone();
    let asked = ["eval", "dodgem", "--json", "--position", "B../.../BWW w"];
    assert_eq!(value(banco_in(at, &asked)), 75);
    fs::create_dir_all(at.join("games/mine")).expect("a folder");
    let mine =
        "[game]\nlanguage = 1\nname = \"Mine\"\nextends = \"dodgem\"\n[evaluation.blocks]\ndirect = false\n";
    fs::write(at.join("games/mine/dodgem.toml"), mine).expect("written");
    assert_eq!(value(banco_in(at, &asked)), 35);
    let listed = banco_in(at, &["list"]).good().out;
    assert!(listed.contains("Mine  (games/mine/dodgem.toml, not the shipped game)"), "{listed}");
}

#[test]
fn check_shows_the_line_and_tells_errors_from_warnings() {
    let folder = elsewhere();
    fs::write(folder.path().join("bad.toml"), "[game]\nlanguage = 1\nnmae = \"X\"\n").expect("written");
    let run = banco_in(folder.path(), &["check", "bad.toml"]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("error[unknown-key]") && run.out.contains("--> bad.toml:3:1"), "{}", run.out);
    assert!(run.out.contains("did you mean `name`"), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'), "no colours away from a terminal");
    banco(&["check", "tests/diagnostics/unused-region.toml"]).good();
    assert_eq!(banco(&["check", "--strict", "tests/diagnostics/unused-region.toml"]).status, 1);
    banco_in(folder.path(), &["check"]).good();
    banco_in(folder.path(), &["check", "missing.toml"]).fails(2, "not everything could be checked");
    fs::write(folder.path().join("binary.toml"), [0u8, 159, 146, 150]).expect("written");
    assert_eq!(banco_in(folder.path(), &["check", "binary.toml"]).status, 1);
}

#[test]
fn show_draws_named_regions_for_each_player_who_has_others() {
    let folder = elsewhere();
    let at = folder.path();
    let text = "[game]\nlanguage = 1\nname = \"Hut\"\nextends = \"hexapawn\"\n\
        [regions]\nmiddle = [\"*2\"]\nhome = { own = [\"a1:b1\"] }\n";
    fs::write(at.join("hut.toml"), text).expect("written");
    let shown = banco_in(at, &["show", "hut.toml", "--regions"]).good().out;
    let middle = "middle:\n\n  3  p p p\n  2  * * *\n  1  P P P\n     a b c\n";
    let home = "home, white:\n\n  3  p p p\n  2  . . .\n  1 (P|P)P\n     a b c\n";
    let other = "home, black:\n\n  3 (p|p)p\n  2  . . .\n  1  P P P\n     a b c\n";
    for part in [middle, home, other] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
    let json = banco_in(at, &["show", "hut.toml", "--regions", "--json"]).good().out;
    assert!(json.contains("{\"name\":\"home\",\"cells\":[[\"a1\",\"b1\"],[\"a3\",\"b3\"]]}"), "{json}");
    let none = banco_in(at, &["show", "hexapawn", "--regions"]).good().out;
    assert_eq!(none, "no regions are named\n");
}

#[test]
fn new_writes_a_sound_definition_once() {
    let folder = elsewhere();
    let at = folder.path();
    banco_in(at, &["new", "hill-race"]).good();
    banco_in(at, &["new", "hill-race"]).fails(2, "already");
    let text = fs::read_to_string(at.join("games/hill-race.toml")).expect("written");
    assert!(text.starts_with("#:schema banco.schema.json\n"), "{text}");
    let schema = banco(&["schema"]).good().out;
    assert_eq!(fs::read_to_string(at.join("games/banco.schema.json")).expect("written"), schema);
    fs::write(at.join("games/banco.schema.json"), "{}").expect("written");
    banco_in(at, &["check", "--strict", "hill-race"]).good();
    banco_in(at, &["new", "short-hill", "--from", "games/hill-race.toml"]).good();
    banco_in(at, &["check", "--strict", "short-hill"]).good();
    assert_eq!(fs::read_to_string(at.join("games/banco.schema.json")).expect("there"), "{}");
    let shown = banco_in(at, &["show", "short-hill"]).good().out;
    assert!(shown.contains("board.size = [5, 5]  # games/hill-race.toml:"), "{shown}");
    let rules = banco_in(at, &["show", "short-hill", "--rules"]).good().out;
    assert!(rules.contains("5 files by 5 ranks"), "{rules}");
}

#[test]
fn new_writes_a_suite_that_passes_and_overwrites_nothing() {
    let folder = elsewhere();
    let at = folder.path();
    for args in [
        &["new", "hill-race"][..],
        &["new", "scored", "--script"],
        &["new", "shy", "--from", "dodgem"],
        &["new", "wide", "--from", "caro", "--script"],
    ] {
        let name = args[1];
        let run = banco_in(at, args).good();
        assert!(run.out.contains(&format!("wrote suites/{name}.ron\n")), "{}", run.out);
        let text = fs::read_to_string(at.join(format!("suites/{name}.ron"))).expect("written");
        assert!(text.starts_with(&format!("// What is known of {name}.")), "{text}");
        let run = banco_in(at, &["test", name, "--json"]).good().json();
        assert_eq!((&run["failed"], &run["skipped"]), (&0.into(), &0.into()), "{name}");
        assert!(run["passed"].as_u64() >= Some(4), "{name}: {run}");
        banco_in(at, &["check", "--strict", name, &format!("suites/{name}.ron")]).good();
    }
    // Whichever of the files is there already, none is written.
    fs::write(at.join("suites/mine.ron"), "mine").expect("written");
    banco_in(at, &["new", "mine", "--script"]).fails(2, "there is `suites/mine.ron` already");
    assert_eq!(fs::read_to_string(at.join("suites/mine.ron")).expect("there"), "mine");
    assert!(!at.join("games/mine.toml").exists() && !at.join("scripts/mine.lua").exists());
    fs::write(at.join("scripts/other.lua"), "mine").expect("written");
    banco_in(at, &["new", "other", "--script"]).fails(2, "there is `scripts/other.lua` already");
    let json = banco_in(at, &["new", "last", "--json"]).good().json();
    assert_eq!(json["suite"], "suites/last.ron");
}

#[test]
fn every_code_explains_itself() {
    let codes = banco(&["explain", "--json"]).good().json()["codes"].as_array().expect("codes").clone();
    assert!(codes.len() > 40);
    let run = banco(&["explain", "error[unknown-name]"]).good();
    assert!(run.out.contains("Wrong:") && run.out.contains("Right:"), "{}", run.out);
}

#[test]
fn the_schema_is_json_and_the_reference_markdown() {
    assert_eq!(banco(&["schema"]).good().json()["type"], "object");
    assert!(banco(&["schema", "--markdown"]).good().out.starts_with("# "));
}

#[test]
fn moves_say_which_rule_makes_or_forbids_them() {
    let all = banco(&["moves", "dodgem", "--json"]).good().json();
    assert_eq!(all["moves"], serde_json::json!(["a3b3", "a2b2", "a2a1"]));
    assert_eq!(all["outcome"], Value::Null);
    let legal = banco(&["moves", "dodgem", "--why", "a2b2"]).good();
    assert!(legal.out.contains("`car.drive` (games/dodgem/dodgem.toml:22)"), "{}", legal.out);
    let illegal = banco(&["moves", "dodgem", "--why", "a2a3", "--json"]);
    assert_eq!(illegal.status, 1);
    assert_eq!(illegal.json()["legal"], false);
    assert_eq!(illegal.json()["line"], 22);
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let batch = ["moves", "dodgem", "--positions", "-", "--why", "a2a1"];
    assert_eq!(typed(here, &batch, b"startpos\n").status, 0);
    assert_eq!(typed(here, &batch, b"startpos\nstartpos moves a2a1\n").status, 1);
    let over = banco(&["moves", "dodgem", "--position", "W../.../... b", "--json"]).good().json();
    assert_eq!(over["outcome"]["winner"], "white");
    assert_eq!(over["outcome"]["reason"], "stuck");
    assert!(over["outcome"]["line"].is_u64());
}

#[test]
fn a_search_reports_scores_for_the_first_player_and_mates_for_the_one_to_move() {
    let report = banco(&["search", "dodgem", "--depth", "30", "--json"]).good().json();
    assert_eq!(report["mate"], 19);
    assert_eq!(report["score"], -999_981);
    assert_eq!(report["exact"], true);
    assert_eq!(report["algorithm"], "pvs");
    assert_eq!(report["position"], "B../B../.WW b");
    assert_eq!(report["move"], report["pv"][0]);
    for count in ["nodes", "leaves", "comparisons", "cutoffs"] {
        assert!(report[count].is_u64(), "{count}");
    }
    let asked = ["search", "dodgem", "--position", "W../.../... b", "--json"];
    let over = banco(&asked).good().json();
    assert_eq!((&over["mate"], &over["move"]), (&Value::from(0), &Value::Null));
    assert_eq!(over["outcome"]["winner"], "white");
    let asked = ["search", "tic-tac-toe", "--depth", "9", "--multipv", "3", "--json"];
    let drawn = banco(&asked).good().json();
    assert_eq!((&drawn["score"], &drawn["mate"]), (&Value::from(0), &Value::Null));
    assert_eq!(drawn["lines"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_time_limit_ends_a_search() {
    let started = std::time::Instant::now();
    let report = banco(&["search", "gomoku", "--time", "200ms", "--json"]).good().json();
    assert!(report["move"].is_string());
    assert!(started.elapsed().as_secs() < 20);
}

#[test]
fn perft_counts_the_same_by_all_its_ways() {
    for more in [&[][..], &["--divide"], &["--played"], &["--threads", "3"], &["--divide", "--threads", "2"]]
    {
        let args = [&["perft", "tic-tac-toe", "6", "--json"], more].concat();
        let count = banco(&args).good().json();
        assert_eq!(count["counts"], serde_json::json!([9, 72, 504, 3024, 15120, 54720]), "{more:?}");
        assert_eq!(count["nodes"], 54720);
        if more.contains(&"--divide") {
            let parts = count["divide"].as_object().expect("by move").values();
            assert_eq!(parts.map(|n| n.as_u64().expect("a count")).sum::<u64>(), 54720);
        }
    }
}

#[test]
fn a_wrong_line_of_a_batch_is_answered_and_the_rest_goes_on() {
    let input = b"startpos\n\n \r\nB../.../BWW w\r\nnonsense\n\xff\xfe\nstartpos moves a2b2 zz\nB../.../BWW w moves b1b2";
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (command, key) in [("eval", "score"), ("moves", "moves"), ("search", "pv"), ("perft", "counts")] {
        let mut args = vec![command, "dodgem", "--positions", "-"];
        match command {
            "perft" => args.insert(2, "2"),
            "search" => args.extend(["--depth", "2"]),
            _ => {}
        }
        let run = typed(here, &args, input);
        assert_eq!(run.status, 1, "{command}");
        let answers = run.json_lines();
        let wrong = answers.iter().filter(|a| a.get("error").is_some());
        assert_eq!(wrong.map(|a| &a["line"]).collect::<Vec<_>>(), [5, 6, 7], "{command}");
        assert_eq!(answers.iter().filter(|a| a.get(key).is_some()).count(), 3, "{command}");
    }
}

#[test]
fn bench_visits_the_same_positions_each_time() {
    let total = || {
        let lines = banco(&["bench", "hexapawn", "--json"]).good().json_lines();
        lines.last().expect("a total")["total"].as_u64().expect("a number")
    };
    assert_eq!(total(), total());
}

#[test]
fn a_game_is_played_line_by_line_and_ends_with_the_input() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lines = b"help\nmoves a2\na1a2\nA2-B2\nhint\neval\nposition\nundo\nundo\nboard\n\xff\xfe\n";
    let run = typed(here, &["play", "dodgem", "--depth", "3"], lines).good();
    for words in [
        "you play black",
        "a2b2  a2a1",
        "2  B * .",
        "no: a1 is empty",
        "2 [.|B].",
        "white plays ",
        "squares.car.white",
        "moves taken back",
        "there is no move to take back",
    ] {
        assert!(run.out.contains(words), "{words}\n{}", run.out);
    }
    assert_eq!(run.err, "");
}

#[test]
fn only_moves_of_a_person_are_taken_back() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let run = typed(here, &["play", "dodgem", "--as", "white", "--depth", "2"], b"undo\nposition\n").good();
    assert!(run.out.contains("there is no move to take back"), "{}", run.out);
    assert_eq!(run.out.matches("black plays").count(), 1, "{}", run.out);
}

#[test]
fn stones_can_be_drawn_as_symbols() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let symbols = ["play", "tic-tac-toe", "--as", "both", "--pieces", "symbols"];
    let run = typed(here, &symbols, b"b2\na1\n").good();
    assert!(run.out.contains("1 [○]. ."), "{}", run.out);
    assert!(run.out.contains("2  . ● ."), "{}", run.out);
}

#[test]
fn pieces_are_drawn_with_the_symbols_of_their_definition() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let symbols = |game| typed(here, &["play", game, "--as", "both", "--pieces", "symbols"], b"").good().out;
    let chess = symbols("chess");
    assert!(chess.contains("8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n") && chess.contains("1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖\n"), "{chess}");
    // Wide characters take two columns, and so does everything beside them.
    let xiangqi = symbols("xiangqi");
    assert!(xiangqi.contains("10  車 馬 象 士 將 士 象 馬 車\n"), "{xiangqi}");
    assert!(xiangqi.contains(" 8  .  砲 .  .  .  .  .  砲 .\n"), "{xiangqi}");
    assert!(xiangqi.contains("    a  b  c  d  e  f  g  h  i\n"), "{xiangqi}");
    let run = typed(here, &["play", "dodgem", "--pieces", "symbols"], b"").good();
    assert!(run.out.contains("○") && run.out.contains("●"), "{}", run.out);
    let run = typed(here, &["play", "jesonmor", "--pieces", "symbols"], b"").good();
    assert!(run.out.contains("●"), "{}", run.out);
}

#[test]
fn what_players_hold_is_drawn_below_the_board() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let holding = ["play", "crazyhouse", "--as", "both", "--position", "4k3/8/8/8/8/8/8/4K3[QPPn] w"];
    let run = typed(here, &holding, b"").good();
    assert!(run.out.contains("  in hand, white: P×2 Q\n  in hand, black: n\n"), "{}", run.out);
    let symbols = [&holding[..], &["--pieces", "symbols"]].concat();
    let run = typed(here, &symbols, b"").good();
    assert!(run.out.contains("  in hand, white: ♙(P)×2 ♕(Q)\n  in hand, black: ♞(n)\n"), "{}", run.out);
}

#[test]
fn a_letter_stands_where_a_symbol_is_missing() {
    let folder = elsewhere();
    let bare = "[game]\nlanguage = 1\nname = \"Bare\"\nextends = \"losalamos\"\n";
    let pieces =
        ["pawn", "knight", "rook", "queen", "king"].map(|kind| format!("[pieces.{kind}]\nsymbol = false\n"));
    fs::write(folder.path().join("bare.toml"), bare.to_owned() + &pieces.concat()).expect("written");
    let run = typed(folder.path(), &["play", "bare.toml", "--pieces", "symbols"], b"");
    assert!(run.good().out.contains("6  r n q k n r\n"));
    let run = typed(folder.path(), &["play", "dobutsu", "--pieces", "symbols"], b"").good();
    assert!(run.out.contains("4  g  l  e\n"), "{}", run.out);
}

#[test]
fn engines_play_a_game_to_its_end() {
    let run = banco(&["play", "tic-tac-toe", "--as", "none", "--depth", "9"]).good();
    assert!(run.out.contains("The game is over: drawn by `full`"), "{}", run.out);
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let folder = elsewhere();
    let at = folder.path();
    let both = ["play", "dodgem", "--as", "both"];
    let run = typed(at, &both, b"a2b2\nb1a1\nsave a game.ron\nquit\n").good();
    assert!(run.out.contains("saved to a game.ron"), "{}", run.out);
    let run = typed(at, &both, b"load a game.ron\nposition\nundo\nposition\n").good();
    assert!(run.out.contains("B../.B./W.W b"), "{}", run.out);
    assert!(run.out.contains("B../.B./.WW w"), "{}", run.out);
    let run = typed(at, &["play", "hexapawn"], b"load a game.ron\n").good();
    assert!(run.out.contains("is a game of `dodgem`"), "{}", run.out);
    fs::write(at.join("broken.ron"), "Record(game: \"dodgem\"").expect("written");
    let run = typed(at, &both, b"load broken.ron\nload nothing\nload .\nsave .\nposition\n").good();
    assert!(run.out.contains("not a saved game") && run.out.contains("B../B../.WW b"), "{}", run.out);
}

#[test]
fn an_edited_definition_is_taken_up_when_the_game_is_valid_under_it() {
    let folder = elsewhere();
    let file = folder.path().join("mine.toml");
    let original = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("games/dodgem/dodgem.toml"))
        .expect("the game");
    fs::write(&file, &original).expect("written");
    let mut child = command(folder.path(), &["play", "mine.toml", "--as", "both"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut output = std::io::BufReader::new(child.stdout.take().expect("an output"));
    let mut input = child.stdin.take().expect("an input");
    let mut say = |line: &str| writeln!(input, "{line}\nposition").expect("it listens");
    let mut until_position = || {
        let mut text = String::new();
        while !text.trim_end().ends_with([' ', 'w', 'b']) || !text.contains("> position\n") {
            let read = std::io::BufRead::read_line(&mut output, &mut text).expect("it talks");
            assert!(read > 0, "{text}");
        }
        text
    };
    say("a2b2");
    until_position();
    let edits = [
        (original.replace("40\n", "41\n"), "goes on under the new one"),
        (
            original.replace("[\"forward\", \"left\", \"right\"]", "[\"left\"]"),
            "not valid under it: illegal move `a2b2`",
        ),
        (original.replace("[board]", "[bored]"), "has errors: the game goes on as it was"),
        (original, "goes on under the new one"),
    ];
    for (text, words) in edits {
        fs::write(&file, text).expect("written");
        say("eval");
        let answer = until_position();
        assert!(answer.contains(words), "{words}\n{answer}");
        assert_eq!(answer.matches("the game goes on").count(), 1, "{answer}");
        assert!(answer.contains("B../.B./.WW w"), "{answer}");
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut child =
        command(here, &["schema"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    let run = Run::of(child.wait_with_output().expect("it ends"));
    assert_eq!((run.status, run.err.as_str()), (0, ""));
}

#[test]
fn solved_games_are_kept_and_used() {
    let folder = elsewhere();
    let at = folder.path();
    let run = banco_in(at, &["solve", "dodgem", "--save", "d.table", "--json"]).good().json();
    let keys: Vec<&str> = run.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        ["value", "plies", "endless", "states", "wins", "losses", "draws", "longest", "ignored"]
    );
    assert_eq!((&run["value"], &run["plies"], &run["endless"]), (&"win".into(), &19.into(), &false.into()));
    assert_eq!(run["states"], 1963);
    assert_eq!(banco_in(at, &["solve", "dodgem", "--load", "d.table", "--json"]).good().json(), run);
    let asked = "B../B../.WW b\n.../.../BWW w\nnonsense\n";
    let run = typed(at, &["solve", "dodgem", "--load", "d.table", "--positions", "-"], asked.as_bytes());
    assert_eq!(run.status, 1);
    let answers = run.json_lines();
    assert_eq!((&answers[0]["plies"], &answers[2]["line"]), (&19.into(), &3.into()));
    let searched = ["search", "dodgem", "--table", "d.table", "--depth", "1", "--json"];
    let report = banco_in(at, &searched).good().json();
    assert_eq!((&report["exact"], &report["mate"]), (&true.into(), &19.into()));
    assert_eq!(report["pv"].as_array().map(Vec::len), Some(19));
    let played = ["play", "dodgem", "--as", "none", "--table", "d.table"];
    let game = banco_in(at, &played).good().out;
    assert!(game.contains("(black wins in 19 plies, depth 1)") && game.contains("black wins by"), "{game}");
    // Neither another game's table nor another file is taken for one.
    banco_in(at, &["search", "dodgem-4x4", "--table", "d.table"]).fails(1, "other rules");
    fs::write(at.join("notes"), "mine").expect("written");
    banco_in(at, &["play", "dodgem", "--table", "notes"]).fails(1, "no table");
    banco_in(at, &["solve", "dodgem", "--save", "notes"]).fails(2, "something else than a table");
    assert_eq!(fs::read_to_string(at.join("notes")).expect("still there"), "mine");
    banco_in(at, &["solve", "dodgem", "--load", "none"]).fails(2, "cannot read");
}

#[test]
fn what_does_not_fit_is_not_begun() {
    banco(&["solve", "caro", "--memory", "1MiB"]).fails(2, "`caro` cannot be solved");
    banco(&["solve", "crazyhouse", "--memory", "1MiB"]).fails(2, "states were reached");
    banco(&["solve", "dodgem-4x4", "--memory", "1MiB"]).fails(2, "see --memory");
    banco(&["solve", "dodgem", "--memory", "much"]).fails(2, "8GiB");
    let run = banco(&["solve", "dodgem"]).good();
    assert!(run.out.contains("black wins in 19 plies") && run.out.contains("`repetition`"), "{}", run.out);
    assert!(run.err.contains("2,846 states numbered"), "{}", run.err);
}

#[test]
fn a_table_is_used_by_the_suites_that_it_fits() {
    let folder = elsewhere();
    let at = folder.path();
    banco_in(at, &["solve", "dodgem", "--save", "d.table"]).good();
    let run = banco_in(at, &["test", "dodgem", "dodgem-no-block", "--filter", "exact", "--table", "d.table"]);
    assert!(run.good().out.contains("dodgem "));
    let other = ["test", "tic-tac-toe", "--table", "d.table"];
    banco_in(at, &other).fails(1, "it is about a game with other rules");
    banco_in(at, &["test", "tic-tac-toe", "--table", "none"]).fails(2, "cannot read");
    let start = ["test", "dodgem-4x4", "--filter", "value of the start", "--json"];
    let all = banco_in(at, &start).good().json();
    assert_eq!((&all["passed"], &all["skipped"]), (&1.into(), &0.into()));
}
