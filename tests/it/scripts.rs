//! Scripts: what they score, that they stay in their room, and how they fail.
//!
//! `tests/scripts/*.lua` are hostile. The first line of each says how it ends: the kinds of mistake that
//! are right, the hook that is named (`nowhere` for none), `without-line` where no line can be known, and
//! `in GAME` where the game is not Dodgem.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use banco::inside::eval::script::{STACK, ScriptError, ScriptFault, ScriptSource, load};
use banco::inside::eval::{evaluate, explain};
use banco::inside::game::{Calls, Game, Kind, Piece, Player, ScriptMode, ScriptUse, Watchdog};
use banco::inside::library::{Library, shipped_scripts};
use banco::inside::lint::play_at_random;
use banco::inside::position::Position;
use banco::inside::search::textbook::Algorithm;
use banco::inside::search::{Limits, Report, Search};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn plain(name: &str) -> Arc<Game> {
    Library::with_folder("no such folder").load(name).expect("a shipped game").plain
}

fn shipped(name: &str) -> String {
    fs::read_to_string(root().join("scripts").join(name)).expect("a shipped script")
}

/// The game scored by a script alone.
fn replaced(game: &str, script: &str) -> Arc<Game> {
    let text = fs::read_to_string(root().join("scripts").join(script)).expect("a shipped script");
    alone(game, &text).expect("a sound script")
}

fn alone(game: &str, text: &str) -> Result<Arc<Game>, ScriptError> {
    plain(game).with_script_mode("script.lua", text, ScriptMode::Replace)
}

fn search(game: &Arc<Game>, depth: u32) -> Report {
    let mut search = Search::new(1);
    search.run(&Position::start(game), &Limits::depth(depth), &mut |_| {})
}

/// How a script ends: the mistake found when it is loaded, or else when it is searched with.
fn ending(game: &str, text: &str) -> Option<ScriptError> {
    match alone(game, text) {
        Err(error) => Some(error),
        Ok(game) => search(&game, 3).script_error,
    }
}

/// Threads that run scripts have the stack of a main thread.
fn with_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread");
    thread.join().expect("no panic")
}

struct Hostile {
    path: PathBuf,
    text: String,
    faults: Vec<String>,
    hook: Option<String>,
    line: bool,
    game: String,
}

fn hostile() -> Vec<Hostile> {
    let folder = root().join("tests/scripts");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("hostile scripts").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().map(read).collect()
}

fn read(path: PathBuf) -> Hostile {
    let text = fs::read_to_string(&path).expect("text");
    let first = text.lines().next().expect("a first line");
    let words: Vec<&str> = first.split_whitespace().skip(1).collect();
    let [faults, hook, rest @ ..] = words.as_slice() else { panic!("{}: no ending", path.display()) };
    let game = rest.iter().position(|word| *word == "in").map_or("dodgem", |at| rest[at + 1]);
    Hostile {
        faults: faults
            .trim_start_matches(|c: char| !c.is_alphabetic())
            .split('|')
            .map(str::to_owned)
            .collect(),
        hook: Some((*hook).to_owned()).filter(|hook| hook != "nowhere"),
        line: !rest.contains(&"without-line"),
        game: game.to_owned(),
        path,
        text,
    }
}

fn named(fault: ScriptFault) -> &'static str {
    match fault {
        ScriptFault::Text => "text",
        ScriptFault::Contract => "contract",
        ScriptFault::Failed => "failed",
        ScriptFault::Value => "value",
        ScriptFault::Time => "time",
        ScriptFault::Memory => "memory",
        ScriptFault::Stopped => "stopped",
    }
}

#[test]
fn every_hostile_script_ends_as_it_says_and_the_next_search_works() {
    let all = hostile();
    assert!(all.len() >= 60, "{}", all.len());
    let complaints: Vec<String> = with_stack(move || all.iter().filter_map(complaint).collect());
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn complaint(hostile: &Hostile) -> Option<String> {
    let name = hostile.path.file_name().expect("a name").to_string_lossy().into_owned();
    let Some(error) = ending(&hostile.game, &hostile.text) else { return Some(format!("{name}: no error")) };
    let right = hostile.faults.iter().any(|fault| fault == named(error.fault))
        && error.hook.map(str::to_owned) == hostile.hook
        && (!hostile.line || error.line.is_some())
        && &*error.file == "script.lua";
    if !right {
        return Some(format!("{name}: {:?} {:?} line {:?}: {error}", error.fault, error.hook, error.line));
    }
    let after = search(&plain(&hostile.game), 3);
    (after.script_error.is_some() || after.depth < 3).then(|| format!("{name}: the next search fails"))
}

/// Every way to place one or two pieces of each player, either to move, where the game is not over.
fn open_positions(game: &Arc<Game>) -> Vec<Position> {
    let cells = game.rules.geometry.size();
    let [first, second] = Player::BOTH.map(|player| Piece::new(Kind(0), player));
    let mut found = Vec::new();
    for code in 0..3usize.pow(cells as u32) {
        let content = |cell: usize| [Piece::NONE, first, second][code / 3usize.pow(cell as u32) % 3];
        let pieces: Vec<Piece> = (0..cells).map(content).collect();
        let count = |piece: Piece| pieces.iter().filter(|&&there| there == piece).count();
        if (1..=2).contains(&count(first)) && (1..=2).contains(&count(second)) {
            found.extend(Player::BOTH.map(|turn| Position::set_up(game, &pieces, turn)));
        }
    }
    assert_eq!(found.len(), 2_664);
    found.retain(|position| position.outcome().is_none());
    found
}

#[test]
fn the_textbook_evaluation_is_the_same_in_lua_by_position_and_by_pairs() {
    let native = plain("dodgem");
    let positions = open_positions(&native);
    assert_eq!(positions.len(), 2_656);
    for script in ["dodgem-position.lua", "dodgem-pairs.lua"] {
        let scripted = replaced("dodgem", script);
        for position in &positions {
            let same = Position::set_up(&scripted, &position.pieces(), position.turn());
            assert_eq!(evaluate(&same), evaluate(position), "{script}: {position}");
        }
    }
}

#[test]
fn a_line_scorer_that_copies_the_patterns_searches_the_same_tree() {
    let native = plain("caro");
    let scripted = replaced("caro", "caro-lines.lua");
    // The second thread is for the other half of the positions.
    let half = |first: usize| {
        let games = [native.clone(), scripted.clone()];
        move || (first..10).step_by(2).for_each(|seed| same_tree(&games, seed))
    };
    let other = std::thread::Builder::new().stack_size(STACK).spawn(half(1)).expect("a thread");
    with_stack(half(0));
    other.join().expect("no panic");
}

/// Nodes, scores and lines of searches with both games are the same, from a position that is not over.
fn same_tree(games: &[Arc<Game>; 2], seed: usize) {
    let [one, other] = games.each_ref().map(|game| {
        let mut position = Position::start(game);
        play_at_random(&mut position, 4 + 2 * seed, seed as u64);
        assert_eq!(position.outcome(), None, "seed {seed}");
        (evaluate(&position), Search::new(1).run(&position, &Limits::depth(4), &mut |_| {}))
    });
    assert!(one.1.nodes > 0 && one.1.best().is_some(), "seed {seed}");
    assert_eq!(one, other, "seed {seed}");
}

#[test]
fn shipped_scripts_keep_their_promises() {
    for name in shipped_scripts() {
        let game = match name.split('-').next() {
            Some("centre") => "breakthrough",
            Some(game) => game,
            None => continue,
        };
        let game = plain(game).with_script(&name, &shipped(&name)).expect("a sound script");
        assert_eq!(search(&game, 2).script_error, None, "{name}");
    }
}

#[test]
fn terms_of_a_script_show_their_hook_and_line() {
    let game = plain("dodgem").with_script("mine.lua", &shipped("dodgem-pairs.lua")).expect("sound");
    let terms = explain(&Position::parse(&game, "B../.../BWW w").expect("a position")).expect("sound");
    let term = terms.iter().find(|term| term.name == "script.score_pair").expect("a term");
    assert_eq!(term.score, 75);
    let origin = term.origin.as_ref().expect("a place");
    assert_eq!((&*origin.file, origin.line > 1), ("mine.lua", true));
}

#[test]
fn two_threads_with_scripts_find_the_same() {
    let game = replaced("dodgem", "dodgem-position.lua");
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let game = game.clone();
            std::thread::spawn(move || search(&game, 8))
        })
        .collect();
    let reports: Vec<Report> = threads.into_iter().map(|thread| thread.join().expect("no panic")).collect();
    assert_eq!(reports[0], reports[1]);
}

#[test]
fn threads_that_search_together_each_have_a_state_of_the_script() {
    let game = replaced("dodgem", "dodgem-position.lua");
    let alone = search(&game, 24);
    let limits = Limits { threads: 3, ..Limits::depth(24) };
    let together = Search::new(4).run(&Position::start(&game), &limits, &mut |_| {});
    assert_eq!(together.script_error, None);
    assert_eq!((together.score, together.exact), (alone.score, alone.exact));
}

/// The keys of a type in the file for editors, in its order, each at one tab.
fn keys_of_type(types: &str, begin: &str) -> Vec<String> {
    let (_, rest) = types.split_once(begin).unwrap_or_else(|| panic!("{begin}"));
    let (inside, _) = rest.split_once("\n}").expect("an end");
    let keys = inside.lines().filter_map(|line| line.strip_prefix('\t')?.split_once(": "));
    keys.map(|(key, _)| key.to_owned()).filter(|key| !key.starts_with("--")).collect()
}

fn sorted<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    names.sort();
    names
}

#[test]
fn the_types_for_editors_are_what_scripts_find() {
    use banco::inside::eval::script::{FEATURES, GLOBALS, HOOKS, OFFERED, TABLES};
    let types = shipped("banco.d.luau");
    let hooks = keys_of_type(&types, "export type Script = {");
    assert_eq!(
        sorted(hooks.iter().map(String::as_str)),
        sorted(HOOKS.into_iter().chain(["api", "features"]))
    );
    let tables = keys_of_type(&types, "type Tables = {");
    assert_eq!(sorted(tables.iter().map(String::as_str)), sorted(TABLES.into_iter().chain(["exited"])));
    for feature in FEATURES {
        assert!(types.contains(feature), "{feature}");
    }
    let declared = types.lines().filter_map(|line| line.strip_prefix("declare function ")?.split_once('('));
    let declared: Vec<&str> = declared.map(|(name, _)| name).collect();
    assert_eq!(sorted(declared), sorted(OFFERED.into_iter().chain(["print"])));
    // What is declared not to be there is not, and `math` is what it is.
    let absent = types.lines().filter_map(|line| line.strip_prefix("declare ")?.strip_suffix(": nil"));
    let absent: Vec<&str> = absent.collect();
    assert!(absent.contains(&"os") && absent.iter().all(|name| !GLOBALS.contains(name)), "{absent:?}");
    let math = keys_of_type(&types, "declare math: {");
    let list = sorted(math.iter().map(String::as_str)).join(" ");
    let script = format!(
        "local names = {{}}\nfor name in math do table.insert(names, name) end\ntable.sort(names)\n\
         local found = table.concat(names, ' ')\nassert(found == '{list}', found)\nlocal facts = {{}}\n\
         for name in game do table.insert(facts, name) end\ntable.sort(facts)\n\
         assert(table.concat(facts, ' ') == '{}')\nreturn {{ api = 1, score_position = function() return 0 end }}",
        sorted(keys_of_type(&types, "type Facts = {").iter().map(String::as_str)).join(" ")
    );
    alone("dodgem", &script).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn editors_know_the_hooks_of_shipped_scripts_without_an_annotation() {
    for name in shipped_scripts() {
        assert!(shipped(&name).contains("\nreturn script {\n"), "{name}");
    }
    assert!(banco::inside::library::starter_script("mine").contains("\nreturn script {\n"));
}

#[test]
fn a_search_that_is_stopped_does_not_blame_the_script() {
    let text = "return { api = 1, score_position = function() local n = 0 for i = 1, 1e6 do n += i % 7 end \
                return n % 100 end }";
    let game = alone("dodgem", text).expect("sound");
    let limits = Limits::default();
    let stop = limits.stop.clone();
    let timer = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(50));
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let report = Search::new(1).run(&Position::start(&game), &limits, &mut |_| {});
    timer.join().expect("no panic");
    assert_eq!(report.script_error, None);
    assert!(!report.exact);
}

/// Lets every call take as long as it wants.
#[derive(Debug)]
struct Patient;

impl Watchdog for Patient {
    fn watch(&self, _: &Arc<Calls>) -> bool {
        true
    }
}

/// Says of every call at once that its time is up, as on a machine that lets nobody run.
#[derive(Debug)]
struct Impatient;

impl Watchdog for Impatient {
    fn watch(&self, calls: &Arc<Calls>) -> bool {
        let calls = Arc::downgrade(calls);
        std::thread::spawn(move || {
            while let Some(calls) = calls.upgrade() {
                calls.under_way().into_iter().for_each(|call| calls.end(call, 1));
                std::thread::yield_now();
            }
        });
        true
    }
}

#[test]
fn a_call_that_a_busy_machine_holds_up_is_not_ended_and_an_endless_one_is() {
    let watchdog: Arc<dyn Watchdog> = Arc::new(Impatient);
    let score = |rounds: &str| {
        let text = format!(
            "return {{ api = 1, score_position = function() for i = 1, {rounds} do end return 7 end }}"
        );
        let source = ScriptSource {
            file: "script.lua".into(),
            text: text.into(),
            usage: ScriptUse::of_file("script.lua"),
        };
        let game = load(&plain("dodgem"), &source, &watchdog).expect("sound");
        banco::explain(&Position::start(&game))
    };
    assert!(score("100000").is_ok());
    let endless = score("math.huge").expect_err("endless");
    assert!(endless.to_string().contains("it took longer than 100 ms"), "{endless}");
}

/// The terms of a position with a script in place of the definition's.
fn terms(text: &str) -> Result<Vec<(String, i32, u32)>, ScriptError> {
    let usage = ScriptUse { mode: ScriptMode::Replace, ..ScriptUse::of_file("script.lua") };
    let source = ScriptSource { file: "script.lua".into(), text: text.into(), usage };
    let watchdog: Arc<dyn Watchdog> = Arc::new(Patient);
    let game = load(&plain("dodgem"), &source, &watchdog)?;
    let terms = explain(&Position::start(&game))?;
    Ok(terms
        .into_iter()
        .map(|term| (term.name, term.score, term.origin.map_or(0, |origin| origin.line)))
        .collect())
}

#[test]
fn points_by_name_add_up_and_each_is_shown_with_its_line() {
    let text =
        "return { api = 2, score_position = function(turn)\nreturn {\nking = -4,\nhanging = 10.4 }\nend }";
    let expected = [("script.score_position.hanging", 10, 4), ("script.score_position.king", -4, 3)];
    assert_eq!(
        terms(text).expect("sound"),
        expected.map(|(name, score, line)| (name.to_owned(), score, line))
    );
    for (answer, why) in [
        ("{}", "a table with nothing in it"),
        ("{ 1, 2 }", "a table gives numbers by name"),
        ("{ king = \"4\" }", "`king` is"),
        ("{ king = 0 / 0 }", "NaN"),
        ("10, -4", "2 values where one number is expected"),
    ] {
        let text = format!("return {{ api = 2, score_position = function(turn) return {answer} end }}");
        let error = terms(&text).expect_err(answer).to_string();
        assert!(error.contains(why), "{answer}: {error}");
    }
}

#[test]
fn a_mistake_in_what_on_load_returns_is_named_with_its_table_and_line() {
    for (tables, why, line) in [
        ("values = {\npwan = 1 }", "`values.pwan`: no piece is called `pwan`", 3),
        (
            "values = { car = 1 },\nsquares = { car = { { 1, 2, 3 } } }",
            "`squares.car`: a table of squares has 3 rows",
            3,
        ),
        ("lines = {\nrow = { pattern = \"XQ\", value = 1 } }", "`Q` in the `pattern`", 3),
    ] {
        let text = format!("return {{ api = 2, on_load = function()\nreturn {{ {tables} }}\nend }}");
        let error = terms(&text).expect_err(tables);
        assert!(error.message.contains(why), "{tables}: {error}");
        assert_eq!(error.line, Some(line), "{tables}: {error}");
    }
}

#[test]
fn a_search_whose_time_is_up_ends_in_the_middle_of_a_call() {
    let text = "return { api = 1, score_position = function() while true do end end }";
    let source = ScriptSource {
        file: "script.lua".into(),
        text: text.into(),
        usage: ScriptUse::of_file("script.lua"),
    };
    let watchdog: Arc<dyn Watchdog> = Arc::new(Patient);
    let game = load(&plain("dodgem"), &source, &watchdog).expect("sound");
    let start = Position::start(&game);
    type Run = fn(&mut Search, &Position, &Limits) -> Report;
    let runs: [Run; 4] = [
        |search, position, limits| search.run(position, limits, &mut |_| {}),
        |search, position, limits| search.study(position, Algorithm::Minimax, limits),
        |search, position, limits| search.study(position, Algorithm::MinimaxIterative, limits),
        |search, position, limits| search.study(position, Algorithm::AlphaBeta, limits),
    ];
    for run in runs {
        let limits = Limits::depth(12);
        let stop = limits.stop.clone();
        let timer = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(20));
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        let report = run(&mut Search::new(1), &start, &limits);
        timer.join().expect("no panic");
        assert_eq!((report.script_error, report.exact), (None, false));
        assert!(report.nodes < 100, "{}", report.nodes);
    }
}

#[test]
fn a_table_of_pairs_that_would_be_too_large_is_refused_with_the_reason() {
    let kinds = ["king", "rook", "knight", "cannon", "adviser", "elephant", "soldier"];
    let pieces: String = kinds
        .iter()
        .map(|kind| {
            let letter = if *kind == "knight" { "N".to_owned() } else { kind[..1].to_uppercase() };
            format!("[pieces.{kind}]\nletter = \"{letter}\"\nmoves.go = {{ step = \"any\" }}\n")
        })
        .collect();
    let rows = ["rnekcakar", ".........", ".........", "s.s.s.s.s", "........."];
    let mut board: Vec<String> = rows.map(str::to_owned).to_vec();
    board.extend(rows.iter().rev().map(|row| row.to_uppercase()));
    let text = format!(
        "[game]\nlanguage = 1\nname = \"Large\"\nplayers = [\"white\", \"black\"]\n[board]\nsize = [9, 10]\n\
         {pieces}[setup]\nboard = \"\"\"\n{}\n\"\"\"\n[end.bare]\nif = {{ none = \"enemy king\" }}\nwinner = \"mover\"\n",
        board.join("\n")
    );
    let game = Game::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let script = "return { api = 1,\nscore_pair = function() return 0 end }";
    let error = game.with_script("script.lua", script).expect_err("too large");
    assert_eq!((error.hook, error.line), (Some("score_pair"), Some(2)));
    assert!(error.message.contains("14 pieces on 90 cells make 1587600 pairs"), "{error}");
    assert!(error.message.contains("use another hook"), "{error}");
}

#[test]
fn a_script_in_place_of_the_terms_may_ask_for_the_definitions_patterns() {
    let text = "return { api = 1, features = { \"lines.two\" }, score_features = function(_, two) return 3 * two end }";
    let game = plain("tic-tac-toe");
    for mode in [ScriptMode::Add, ScriptMode::Replace] {
        let scored = game
            .with_script_mode("script.lua", text, mode)
            .unwrap_or_else(|error| panic!("{mode:?}: {error}"));
        let position = Position::parse(&scored, "XX./.../O.O o").expect("a position");
        assert!(evaluate(&position).is_ok(), "{mode:?}");
    }
}

#[test]
fn tables_that_no_score_can_hold_are_refused() {
    let text = "return { api = 1, on_load = function(game)\nlocal lines = {}\n\
                for i = 1, 200 do lines[\"p\" .. i] = { pattern = \"X\", value = 100000 } end\n\
                return { lines = lines }\nend }";
    let error = plain("gomoku").with_script_mode("script.lua", text, ScriptMode::Add).expect_err("too much");
    assert!(error.to_string().contains("so large"), "{error}");
}

#[test]
fn lines_are_not_scored_where_a_board_has_none() {
    let hooks = [
        "score_line = function() return 1 end",
        "on_load = function() return { lines = { two = { pattern = \"XX\", value = 5 } } } end",
    ];
    let long = "[game]\nlanguage = 1\nname = \"Long\"\nextends = \"breakthrough\"\n[board]\nsize = [3, 66]\n\
                [setup]\narmy = [\"P P P\"]\n[evaluation]\nsquares = false\nformations = false\n";
    let long = Game::parse(long).unwrap_or_else(|error| panic!("{error}"));
    for (game, why) in [(long, "at most 64 cells long"), (plain("duck"), "pieces of nobody")] {
        for hook in hooks {
            let error = game.with_script("script.lua", &format!("return {{ api = 1,\n{hook} }}"));
            let error = error.expect_err("no lines");
            assert!(error.message.contains(why) && error.line == Some(2), "{error}");
        }
    }
}

#[test]
fn a_name_that_is_not_there_is_said_where_it_is_called_or_indexed() {
    let hook = |line: &str| format!("return {{ api = 1, score_position = function(turn)\n{line}\nend }}");
    for (line, named) in [
        ("return att(1, 1)", "`att` is not defined; did you mean `at`?"),
        ("return wholly()", "`wholly` is not defined"),
        ("return game.pieces.white.horse", "`white` is no player"),
        ("return game.pieces.red.hors + 1", "`hors` is no piece of red; did you mean `horse`?"),
        ("return game.kinds.horse", "`kinds` is nothing that is known of a game"),
    ] {
        let error = ending("xiangqi", &hook(line)).unwrap_or_else(|| panic!("{line} is no error"));
        assert!(error.message.ends_with(named), "{line}: {}", error.message);
        assert_eq!(error.line, Some(2), "{line}");
    }
    let kept = "mine = mine or 3 local other = nil return other.x";
    let error = ending("xiangqi", &hook(kept)).expect("an error");
    assert!(error.message.contains("nil"), "{}", error.message);
}

#[test]
fn a_script_that_is_interrupted_by_the_end_of_the_search_has_made_no_mistake() {
    // It hardly ever is in a line of its own: parts of ours ask it cell by cell.
    let busy = "return { api = 1, score_position = function()\n  local sum = 0\n  for x = 1, 3 do for y = 1, 3 do for n = 1, 200 do \
                if at(x, y) > 0 then sum = sum + n % 2 end end end end\n  return 0 end }";
    let troubles: Vec<String> = with_stack(move || {
        let game = alone("dodgem", busy).expect("sound");
        let mut search = Search::new(1);
        let run = |delay: u64| {
            let limits = Limits::depth(60);
            let stop = limits.stop.clone();
            let ends = std::thread::spawn(move || {
                std::thread::sleep(std::time::Duration::from_micros(700 * delay));
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            });
            let report = search.run(&Position::start(&game), &limits, &mut |_| {});
            ends.join().expect("no panic");
            report.script_error.map(|error| error.to_string())
        };
        (0..40).filter_map(run).collect()
    });
    assert!(troubles.is_empty(), "{troubles:?}");
}

#[test]
fn tables_of_on_load_refuse_keys_that_they_do_not_know() {
    for (table, words) in [
        ("lines = { two = { pattern = 'XX', value = 5, along = 'east' } }", "`lines.two` knows no `along`"),
        (
            "lines = { two = { pattern = 'XX', valeu = 5 } }",
            "`lines.two` knows no `valeu`; did you mean `value`?",
        ),
        (
            "blocks = { wall = { direction = 'forward', distance = 1, value = 5, on = 'a1' } }",
            "`blocks.wall` knows no `on`",
        ),
    ] {
        let text = format!("return {{ api = 2, on_load = function() return {{ {table} }} end }}");
        let error = alone("gomoku", &text).expect_err(table).to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn a_feature_that_is_none_is_answered_with_the_one_that_is_meant() {
    for (game, name, words) in [
        ("chess", "mobilty", "did you mean `mobility`?"),
        ("chess", "pieces.quen", "did you mean `pieces.queen`?"),
        ("chess", "pieces.wurst", "no piece of Chess is called `wurst`: pawn"),
        ("chess", "peices.queen", "did you mean `pieces.queen`?"),
        ("caro", "lines.fuor", "did you mean `lines.four"),
        ("chess", "lines.four", "it needs `[evaluation.lines.four]`, which Chess has not"),
    ] {
        let text = format!(
            "return {{ api = 2, features = {{ '{name}' }}, score_features = function() return 0 end }}"
        );
        let error = alone(game, &text).expect_err(name).to_string();
        assert!(error.contains(words), "{error}");
    }
}
