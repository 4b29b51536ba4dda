//! Neural networks: what they say of a position is what their file says, and files that are wrong are refused.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use banco::inside::eval::{Scorer, explain, network_shares, seen_rows};
use banco::inside::game::{Cell, Game, Piece, Player, Sight};
use banco::inside::library::Library;
use banco::inside::lint::play_at_random;
use banco::inside::position::Position;
use banco::on_board;

use crate::cli::{banco_in, elsewhere};
use crate::shipped;

const HIDDEN: usize = 16;

/// A network of chance, as a file says it, that looks so near the own royal piece.
fn of_chance_near(game: &Game, seed: u64, near: usize) -> String {
    let plain = of_chance(game, seed).replace("banco network 1", "banco network 2");
    let mut text = plain.replace("turn 7\n", &format!("turn 7\nnear {near}\n"));
    let mut chance = fastrand::Rng::with_seed(!seed);
    let rows = (2 * near + 1).pow(2);
    for owner in ["own", "enemy"] {
        for kind in &game.names.kinds {
            text += &format!("{owner} near {}\n", kind.name);
            for _ in 0..rows {
                let row = (0..HIDDEN).map(|_| format!("{:02x}", chance.i8(-25..=25)));
                text += &format!("{}\n", row.collect::<String>());
            }
        }
    }
    text
}

/// A network of chance, as a file of the first version says it.
fn of_chance(game: &Game, seed: u64) -> String {
    let mut chance = fastrand::Rng::with_seed(seed);
    let mut two =
        |most: i8| -> String { (0..HIDDEN).map(|_| format!("{:02x}", chance.i8(-most..=most))).collect() };
    let (files, ranks) = (game.rules.geometry.files(), game.rules.geometry.ranks());
    let mut text =
        format!("banco network 1\n# of chance\nboard {files} {ranks}\nhidden {HIDDEN}\npoints 300\nturn 7\n");
    let start: String = (0..HIDDEN)
        .map(|at| format!("{:04x}", 3 * at as i16 - 20))
        .map(|word| word[word.len() - 4..].to_owned())
        .collect();
    text += &format!("start {start}\noutput {}\noutput {}\n", two(100), two(100));
    let hands: &[&str] = if game.rules.has_hands() { &["", "hand "] } else { &[""] };
    for hand in hands {
        for owner in ["own", "enemy"] {
            for kind in &game.names.kinds {
                text += &format!("{owner} {hand}{}\n", kind.name);
                let rows = if hand.is_empty() { game.rules.geometry.size() } else { 1 };
                (0..rows).for_each(|_| text += &format!("{}\n", two(25)));
            }
        }
    }
    text
}

/// A game with a network beside it.
fn with_network(at: &Path, name: &str, network: &str) {
    fs::write(at.join("some.network"), network).expect("written");
    let text = format!(
        "[game]\nlanguage = 1\nname = \"Thinking\"\nextends = \"{name}\"\n[evaluation]\nnetwork = \"some.network\"\n"
    );
    fs::write(at.join("thinking.toml"), &text).expect("written");
}

fn loaded(at: &Path) -> Arc<Game> {
    Library::default().load_file(at.join("thinking.toml")).unwrap_or_else(|error| panic!("{error}")).game
}

/// The rows of a file by their titles, read as plainly as can be.
struct Plain {
    near: i64,
    rows: HashMap<String, Vec<Vec<i64>>>,
    start: Vec<i64>,
    output: Vec<Vec<i64>>,
}

fn numbers(text: &str, digits: usize) -> Vec<i64> {
    let number = |at: usize| i64::from_str_radix(&text[at..at + digits], 16).expect("digits");
    let signed =
        |number: i64| if number >= 1 << (4 * digits - 1) { number - (1 << (4 * digits)) } else { number };
    (0..text.len()).step_by(digits).map(number).map(signed).collect()
}

impl Plain {
    fn of(text: &str) -> Plain {
        let mut plain = Plain { near: 0, rows: HashMap::new(), start: Vec::new(), output: Vec::new() };
        let mut title = String::new();
        for line in text.lines().skip(6) {
            match line.split_once(' ') {
                Some(("near", rest)) => plain.near = rest.parse().expect("a number"),
                Some(("start", rest)) => plain.start = numbers(rest, 4),
                Some(("output", rest)) => plain.output.push(numbers(rest, 2)),
                Some(_) => title = line.to_owned(),
                None => plain.rows.entry(title.clone()).or_default().push(numbers(line, 2)),
            }
        }
        plain
    }

    /// The row of a cell among those near another one, both as a player sees them.
    fn beside(&self, files: i64, cell: u16, royal: u16) -> Option<usize> {
        let [cell, royal] = [cell, royal].map(i64::from);
        let right = cell % files - royal % files;
        let down = cell / files - royal / files;
        let is_near = self.near > 0 && right.abs() <= self.near && down.abs() <= self.near;
        is_near.then_some(((down + self.near) * (2 * self.near + 1) + right + self.near) as usize)
    }

    /// What a player sees, summed up. Where the players look at each other, the last cell is the second player's first.
    fn sums(&self, position: &Position, viewer: Player, turned: impl Fn(u16) -> u16) -> Vec<i64> {
        let game = position.game();
        let see = |cell: u16| if viewer == Player::First { cell } else { turned(cell) };
        let is_own_royal = |cell: &Cell| {
            let piece = position.at(*cell);
            piece != Piece::NONE && piece.owner() == viewer && game.rules.is_royal(piece.kind())
        };
        let royal = game.rules.geometry.board().iter().filter(is_own_royal).map(|cell| see(cell.0)).min();
        let mut sums = self.start.clone();
        let mut add = |piece: Piece, hand: &str, row: usize, times: i64| {
            let owner = if piece.owner() == viewer { "own" } else { "enemy" };
            let title = format!("{owner} {hand}{}", game.names.kinds[piece.kind().index()].name);
            sums.iter_mut().zip(&self.rows[&title][row]).for_each(|(sum, weight)| *sum += times * weight);
        };
        for cell in game.rules.geometry.board().iter() {
            let piece = position.at(cell);
            if game.rules.roster.owner(piece).is_some() {
                let seen = see(cell.0);
                add(piece, "", usize::from(seen), 1);
                let files = i64::from(game.rules.geometry.files());
                if let Some(row) = royal.and_then(|royal| self.beside(files, seen, royal)) {
                    add(piece, "near ", row, 1);
                }
            }
        }
        if game.rules.has_hands() {
            for piece in (1..=2 * game.rules.roster.kinds as u8).map(Piece) {
                add(piece, "hand ", 0, i64::from(position.held(piece)));
            }
        }
        sums
    }

    /// The points, positive for the first player.
    fn points(&self, position: &Position, turned: impl Fn(u16) -> u16 + Copy) -> i64 {
        let turn = position.turn();
        let half = |viewer: Player, output: &[i64]| -> i64 {
            let sums = self.sums(position, viewer, turned);
            sums.iter().zip(output).map(|(sum, weight)| (*sum).clamp(0, 128).pow(2) * weight).sum()
        };
        let sum = half(turn, &self.output[0]) + half(!turn, &self.output[1]);
        i64::from(turn.sign()) * (sum * 300 / (128 * 128 * 64) - 7)
    }
}

/// Games whose players look at each other over the ranks, so that files stay, or turned round.
const GAMES: [(&str, bool); 9] = [
    ("chess", false),
    ("crazyhouse", false),
    ("atomic", false),
    ("duck", false),
    ("breakthrough", false),
    ("xiangqi", false),
    ("shogi", true),
    ("minishogi", true),
    ("janggi", false),
];

#[test]
fn a_network_says_what_its_file_says_move_by_move() {
    for (number, (name, round)) in GAMES.into_iter().enumerate() {
        says_what_its_file_says((name, round), number as u64, of_chance);
    }
}

#[test]
fn a_network_that_looks_from_the_royal_piece_says_what_its_file_says() {
    let with_royals = GAMES.into_iter().filter(|(name, _)| !["breakthrough", "duck"].contains(name));
    let more = [("spartan", false), ("knightmate", false), ("horde", false)];
    for (number, game) in with_royals.chain(more).enumerate() {
        let near = 1 + number % 4;
        says_what_its_file_says(game, number as u64, |game, seed| of_chance_near(game, seed, near));
    }
}

fn says_what_its_file_says((name, round): (&str, bool), number: u64, network: impl Fn(&Game, u64) -> String) {
    let folder = elsewhere();
    let base = Library::default().load(name).unwrap_or_else(|error| panic!("{name}\n{error}")).game;
    let text = network(&base, number);
    with_network(folder.path(), name, &text);
    let (game, plain) = (loaded(folder.path()), Plain::of(&text));
    let [files, ranks] = [game.rules.geometry.files(), game.rules.geometry.ranks()];
    let turned = |cell: u16| match round {
        true => files * ranks - 1 - cell,
        false => (ranks - 1 - cell / files) * files + cell % files,
    };
    let mut said = 0;
    for seed in 0..6 {
        let mut position = Position::start(&game);
        play_at_random(&mut position, 25 * seed as usize, seed);
        let terms = explain(&position).expect("no script");
        let network = terms.iter().find(|term| term.name == "network").expect("a network").score;
        assert_eq!(i64::from(network), plain.points(&position, turned), "{name} {position}");
        follow(&game, &position, name);
        said += i32::from(network != 0);
    }
    assert!(said >= 3, "{name}: a network of chance says something");
}

/// Along a game of chance, what is kept is what is worked out anew, and so it is after all is taken back.
fn follow(game: &Arc<Game>, position: &Position, name: &str) {
    on_board!(position.engine(), board => {
        let (mut board, mut scorer) = (board.clone(), Scorer::new(game, board));
        let before = scorer.score(&board);
        let mut list = banco::inside::position::MoveList::new(game);
        let mut played = 0;
        while played < 30 {
            board.legal_moves(game, &mut list);
            let moves = list.as_slice();
            if moves.is_empty() || board.outcome(game).is_some() {
                break;
            }
            let mv = moves[(7 * played + 3) % moves.len()];
            board.play(game, mv);
            scorer.follow(&board);
            played += 1;
            assert_eq!(scorer.score(&board), Scorer::new(game, &board).score(&board), "{name}");
        }
        for _ in 0..played {
            board.undo(game);
            scorer.retreat();
        }
        assert_eq!(scorer.score(&board), before, "{name}");
    });
}

#[test]
fn the_shares_of_pieces_are_what_the_points_lose_without_them() {
    let folder = elsewhere();
    let base = Library::default().load("breakthrough").expect("a game").game;
    with_network(folder.path(), "breakthrough", &of_chance(&base, 3));
    let game = loaded(folder.path());
    let points = |text: &str| {
        let position = Position::parse(&game, text).expect("a position");
        let terms = explain(&position).expect("no script");
        terms.iter().find(|term| term.name == "network").expect("a network").score
    };
    let whole = "8/1p6/8/8/6P1/8/1P6/8 w";
    let shares = network_shares(&Position::parse(&game, whole).expect("a position"));
    let without = ["8/8/8/8/6P1/8/1P6/8 w", "8/1p6/8/8/8/8/1P6/8 w", "8/1p6/8/8/6P1/8/8/8 w"];
    assert_eq!(shares.len(), without.len());
    for ((cell, share), without) in shares.into_iter().zip(without) {
        assert_eq!(share, points(whole) - points(without), "{cell:?}");
    }
}

#[test]
fn a_network_is_not_taken_over() {
    let folder = elsewhere();
    let at = folder.path();
    let base = Library::default().load("breakthrough").expect("a game").game;
    with_network(at, "breakthrough", &of_chance(&base, 3));
    let child = |more: &str| {
        let text = format!("[game]\nlanguage = 1\nname = \"Child\"\nextends = \"thinking\"\n{more}");
        fs::write(at.join("child.toml"), text).expect("written");
        let library = Library::default();
        library.load_file(at.join("child.toml")).unwrap_or_else(|error| panic!("{error}")).game
    };
    assert!(child("").evaluation.network.is_none());
    assert!(child("[evaluation]\nnetwork = \"some.network\"\n").evaluation.network.is_some());
}

#[test]
fn a_network_that_is_not_for_the_game_is_refused_with_its_line() {
    let folder = elsewhere();
    let at = folder.path();
    let base = Library::default().load("minishogi").expect("a game").game;
    let text = of_chance(&base, 5);
    let line_of = |title: &str| 1 + text.lines().position(|line| line == title).expect("a title");
    let pawns = line_of("own pawn");
    let row = text.lines().nth(pawns).expect("a row").to_owned();
    let cut: String = text.lines().take(pawns + 3).map(|line| format!("{line}\n")).collect();
    for (wrong, line, said) in [
        (text.replace("banco network 1", "banco network 3"), 1, "version 3"),
        (text.replace("banco network", "network"), 1, "`banco network` was expected"),
        (text.replace("board 5 5", "board 5 6"), 3, "for another board; the game's has `board 5 5`"),
        (text.replace("hidden 16", "hidden 17"), 4, "a multiple of 16"),
        (text.replace("hidden 16", "hidden 512"), 4, "from 16 to 256"),
        (text.replace("points 300", "points 0"), 5, "`points` is a whole number from 1 to 100000"),
        (text.replace("turn 7", "turn x"), 6, "`turn` is a whole number"),
        (text.replace("own pawn", "own pwan"), pawns, "did you mean `own pawn`?"),
        (text.replacen(&row, &row[2..], 1), pawns + 1, "16 numbers of 2 hexadecimal digits"),
        (text.replacen(&row, &format!("g{}", &row[1..]), 1), pawns + 1, "16 numbers of 2 hexadecimal digits"),
        (cut, pawns + 3, "the file ends here; a row of weights was expected"),
        (format!("{text}more\n"), text.lines().count() + 1, "nothing more was expected"),
    ] {
        with_network(at, "minishogi", &wrong);
        let run = banco_in(at, &["eval", "thinking.toml"]).fails(1, said);
        assert!(run.err.contains(&format!("some.network:{line}:")), "{line}: {}", run.err);
    }
    let near = of_chance_near(&base, 5, 2);
    let first_near = 1 + near.lines().position(|line| line.starts_with("own near")).expect("a title");
    let far = |number: &str| near.replace("near 2", &format!("near {number}"));
    for (wrong, line, said) in [
        (far("x"), 7, "`near` is a whole number from 0 to 8"),
        (far("9"), 7, "`near` is a whole number from 0 to 8"),
        (far("3"), first_near + 25 + 1, "16 numbers of 2 hexadecimal digits"),
        (far("0"), text.lines().count() + 2, "nothing more was expected"),
        (near.replace("near 2\n", ""), 7, "`near` was expected"),
    ] {
        with_network(at, "minishogi", &wrong);
        let run = banco_in(at, &["eval", "thinking.toml"]).fails(1, said);
        assert!(run.err.contains(&format!("some.network:{line}:")), "{line}: {}", run.err);
    }
    let none = Library::default().load("breakthrough").expect("a game").game;
    with_network(at, "breakthrough", &of_chance_near(&none, 5, 2));
    banco_in(at, &["eval", "thinking.toml"]).fails(1, "the game has no royal piece: nothing can be near it");
    fs::remove_file(at.join("some.network")).expect("removed");
    banco_in(at, &["eval", "thinking.toml"]).fails(1, "there is no network `some.network`");
    with_network(at, "dodgem", &text);
    banco_in(at, &["eval", "thinking.toml"]).fails(1, "a network is for players who face each other");
    with_network(at, "shogi", &text);
    banco_in(at, &["eval", "thinking.toml"]).fails(1, "this network is for another board");
}

#[test]
fn networks_that_were_tampered_with_are_read_or_refused() {
    let folder = elsewhere();
    let base = Library::default().load("minishogi").expect("a game").game;
    let text = of_chance_near(&base, 5, 1);
    with_network(folder.path(), "minishogi", &text);
    let mut chance = fastrand::Rng::with_seed(shipped::given("BANCO_SEED", 1));
    let cases: u32 = shipped::given("BANCO_HOSTILE", 20_000);
    for _ in 0..cases / 100 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..chance.usize(1..4) {
            let most = if chance.bool() { 300 } else { usize::MAX };
            let at = chance.usize(0..bytes.len().min(most));
            match chance.u8(0..3) {
                0 => bytes[at] = chance.u8(..),
                1 => _ = bytes.remove(at),
                _ => bytes.truncate(at.max(1)),
            }
        }
        fs::write(folder.path().join("some.network"), &bytes).expect("written");
        if let Ok(loaded) = Library::default().load_file(folder.path().join("thinking.toml")) {
            explain(&Position::start(&loaded.game)).expect("no script");
        }
    }
}

#[test]
fn training_learns_and_makes_the_same_network_again() {
    let folder = elsewhere();
    let at = folder.path();
    let games = ["match", "breakthrough", "name=a,nodes=120", "name=b,nodes=90", "--random-plies", "6"];
    banco_in(at, &[&games[..], &["--games", "48", "--records", "r"]].concat()).good();
    let train = |more: &[&str]| {
        let words = ["train", "breakthrough", "--records", "r", "--save", "some.network", "--hidden", "16"];
        let run = banco_in(at, &[&words[..], more].concat()).good();
        (run.out.clone(), fs::read_to_string(at.join("some.network")).expect("a network"))
    };
    let (told, once) = train(&["--passes", "12"]);
    let loss = |pass: &str| -> f64 {
        let line = told.lines().find(|line| line.starts_with(pass)).expect("a pass");
        let after = line.split("loss ").nth(1).and_then(|rest| rest.split(',').next());
        after.and_then(|number| number.parse().ok()).expect("a loss")
    };
    assert!(loss("pass 12 of 12") < loss("pass 1 of 12"), "{told}");
    assert_eq!(once, train(&["--passes", "12"]).1);
    assert_ne!(once, train(&["--passes", "12", "--seed", "2"]).1);
    let reflected = train(&["--passes", "12", "--reflect"]).1;
    assert!(reflected.contains("--reflect"), "{reflected}");
    assert_eq!(reflected, train(&["--passes", "12", "--reflect"]).1);
    with_network(at, "breakthrough", &once);
    banco_in(at, &["check", "--strict", "thinking.toml"]).good();
    let json = train(&["--passes", "1", "--json"]).0;
    assert!(json.contains("\"positions\"") && json.contains("\"loss\""), "{json}");
    let fails = |more: &[&str], said: &str| {
        let words = ["train", "breakthrough", "--records", "r", "--save", "x"];
        banco_in(at, &[&words[..], more].concat()).fails(2, said);
    };
    fails(&["--hidden", "20"], "a multiple of 16");
    fails(&["--near", "9"], "--near");
    fails(&["--near", "2"], "the game has no royal piece");
    fails(&["--lambda", "3"], "a share is from 0 to 1");
    fails(&["--passes", "0"], "--passes");
    let scripted = "[game]\nlanguage = 1\nname = \"Scripted\"\nextends = \"breakthrough\"\n\
                    [evaluation.script]\nfile = \"breakthrough-features.lua\"\nmode = \"replace\"\n";
    fs::write(at.join("scripted.toml"), scripted).expect("written");
    let words = ["train", "scripted.toml", "--records", "r", "--save", "x"];
    banco_in(at, &words).fails(2, "a script takes the place of its terms");
    assert!(!at.join("x").exists());
}

#[test]
fn what_having_the_move_is_worth_is_left_in_where_captures_are_compulsory() {
    for (name, left_in) in [("breakthrough", false), ("antichess", true)] {
        let folder = elsewhere();
        let at = folder.path();
        let games = ["match", name, "name=a,nodes=120", "name=b,nodes=90", "--random-plies", "6"];
        banco_in(at, &[&games[..], &["--games", "16", "--records", "r"]].concat()).good();
        let words = ["train", name, "--records", "r", "--save", "some.network", "--hidden", "16"];
        banco_in(at, &[&words[..], &["--passes", "3"]].concat()).good();
        let network = fs::read_to_string(at.join("some.network")).expect("a network");
        assert_eq!(network.contains("\nturn 0\n"), left_in, "{name}");
    }
}

#[test]
fn where_captures_bind_a_choice_of_captures_is_learnt_from_and_a_single_one_is_not() {
    let folder = elsewhere();
    let at = folder.path();
    let games = ["match", "antichess", "name=a", "name=b", "--nodes", "9", "--games", "2", "--records", "r"];
    banco_in(at, &games).good();
    let played = fs::read_to_string(at.join("r")).expect("records");
    let head = played.lines().next().expect("what was played");
    let game = |number: usize| {
        // Eight games begin with a choice of two captures, one of them held out, and eight with a single one.
        let second = if number < 8 { "1p2" } else { "4" };
        format!(
            "{{\"game\":{number},\"opening\":{number},\"players\":[\"a\",\"b\"],\
             \"start\":\"7k/8/8/3p{second}/4P3/8/8/7K w - - 0 1\",\"moves\":[\"e4d5\"],\"opening_moves\":0,\
             \"scores\":[{number}],\"winner\":\"a\",\"cause\":\"rules\",\"reason\":\"stalemate\"}}\n"
        )
    };
    fs::write(at.join("r"), format!("{head}\n{}", (0..16).map(game).collect::<String>())).expect("written");
    let words = ["train", "antichess", "--records", "r", "--save", "x", "--hidden", "16", "--passes", "1"];
    let told = banco_in(at, &words).good().out;
    assert!(told.contains("16 games, 7 quiet positions to learn from, 1 held out"), "{told}");
}

#[test]
fn left_and_right_are_exchanged_for_both_players_or_not_at_all() {
    for name in ["chess", "crazyhouse", "xiangqi", "shogi", "breakthrough"] {
        let game = shipped::game(name);
        let sight = Sight::of(&game.rules, &game.evaluation).expect("players who face each other");
        let near = if game.rules.has_royals() { 3 } else { 0 };
        let sight = sight.seeing_near(near).expect("a royal piece");
        let reflected = sight.reflected(&game.rules).expect("they have left and right in common");
        let files = game.rules.geometry.files();
        let across = |cell: Cell| Cell(cell.0 - cell.0 % files + files - 1 - cell.0 % files);
        let mut position = Position::start(&game);
        play_at_random(&mut position, 40, 7);
        for viewer in Player::BOTH {
            let mut found: Vec<(u32, u16)> = seen_rows(&position, &sight, viewer)
                .into_iter()
                .filter(|&(_, times)| times > 0)
                .map(|(row, times)| (reflected[row], times))
                .collect();
            let mut expected = Vec::new();
            let royal = sight.royal(viewer, |cell| position.at(cell));
            assert_eq!(royal.is_some(), near > 0, "{name}");
            for cell in game.rules.geometry.board().iter() {
                let piece = position.at(cell);
                if game.rules.roster.owner(piece).is_some() {
                    expected.push((sight.standing(viewer, piece, across(cell)) as u32, 1));
                    let beside =
                        royal.and_then(|royal| sight.beside(viewer, piece, across(cell), across(royal)));
                    expected.extend(beside.map(|row| (row as u32, 1)));
                }
            }
            for piece in (1..1 + 2 * game.rules.roster.kinds as u8).map(Piece) {
                let held = if game.rules.has_hands() { position.held(piece) } else { 0 };
                expected.extend((held > 0).then(|| (sight.held(viewer, piece) as u32, held)));
            }
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{name}, {viewer:?}");
        }
    }
    let folder = elsewhere();
    let at = folder.path();
    let torn = "[game]\nlanguage = 1\nname = \"Torn\"\nextends = \"breakthrough\"\n[board]\nsize = [3, 4]\nholes = [\"a2:a3\"]\n\
                [setup]\nboard = \"\"\"\np p p\n# . .\n# . .\nP P P\n\"\"\"\n[evaluation]\ninherited = false\n";
    fs::write(at.join("torn.toml"), torn).expect("written");
    let games =
        ["match", "torn.toml", "name=a,nodes=50", "name=b,nodes=40", "--games", "2", "--records", "r"];
    banco_in(at, &games).good();
    let words = ["train", "torn.toml", "--records", "r", "--save", "x", "--reflect"];
    banco_in(at, &words).fails(2, "the board with left and right exchanged is not the same for both players");
    assert!(!at.join("x").exists());
}
