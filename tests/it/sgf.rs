//! Games of stones in SGF: read, played on, written, refused with a reason.

use std::fs;
use std::path::Path;

use banco::{Library, Position, SgfGame};

use crate::cli::{banco_in, elsewhere, typed};
use crate::shipped;

/// Written by sgfmill 1.1.1: `Sgf_game(size=9)` with a remark and random moves.
const GO: &str = r"(;FF[4]CA[UTF-8]GM[1]KM[7.5]PB[A \] B]SZ[9];B[bg];W[be];B[hb];
C[a remark \] with [brackets\] \\ and
lines]W[gb];B[bf];W[ab];B[gc];W[hi];B[de]
;W[fh];B[ai];W[ii];B[gi];W[gf];B[hf];W[ib];B[ff];W[df];B[eb];W[ba];B[eg];W[ga];
B[da];W[ee];B[ac];W[db];B[fg];W[fa];B[hh];W[ig];B[fc];W[ge];B[cg];W[di];B[ia];
W[hd];B[ie];W[ca];B[id];W[if])";

/// Written by sgfmill 1.1.1, with `GM[4]`.
const GOMOKU: &str = r"(;FF[4]CA[UTF-8]GM[4]KM[7.5]PB[A \] B]SZ[15];B[jl];W[cg];B[oj];
C[a remark \] with [brackets\] \\ and
lines]W[hf];B[je];W[jn];B[oo];W[hb];B[ik]
;W[dl];B[hd];W[ng];B[hg];W[ki];B[cb];W[kl];B[nm];W[ia];B[li];W[ko];B[bc];W[mm];
B[af];W[mk];B[no];W[eb];B[jh];W[od];B[ga];W[md];B[jc];W[oh];B[om];W[bj];B[co];
W[dh];B[kk];W[mi];B[ne];W[gk])";

/// What is put into texts to break them.
const LETTERS: [char; 14] = ['(', ')', '[', ']', ';', ':', '\\', '\n', 'B', 'W', 'A', ' ', 'é', '0'];

fn parsed(text: &str) -> SgfGame {
    SgfGame::parse_all(text).expect("SGF").remove(0)
}

fn points(text: &str) -> Vec<String> {
    parsed(text).moves.into_iter().map(|mv| mv.point).collect()
}

fn replay(game: &str, text: &str) -> Result<Position, String> {
    let loaded = Library::with_folder("no such folder").load(game).expect("a shipped game");
    parsed(text).replay(&loaded.game).map_err(|error| error.to_string())
}

fn write(at: &Path, name: &str, text: &str) {
    fs::write(at.join(name), text).expect("written");
}

#[test]
fn what_sgfmill_writes_comes_in_and_goes_out_with_the_same_moves() {
    let folder = elsewhere();
    let at = folder.path();
    for (game, text) in [("go-9x9", GO), ("gomoku", GOMOKU)] {
        write(at, "in.sgf", text);
        let file = format!("{game}.sgf");
        let lines = format!("save {file}\nquit\n");
        let run = typed(at, &["play", game, "--as", "both", "--load", "in.sgf"], lines.as_bytes());
        assert!(run.good().out.contains(&format!("saved to {file}")));
        let out = fs::read_to_string(at.join(file)).expect("written");
        assert_eq!(points(&out), points(text), "{game}");
        assert_eq!(parsed(&out).size(), parsed(text).size());
        assert_eq!(parsed(&out).kind(), parsed(text).kind());
    }
}

#[test]
fn the_definition_is_found_by_number_and_size_where_one_fits() {
    let folder = elsewhere();
    let at = folder.path();
    write(at, "go.sgf", GO);
    let run = banco_in(at, &["analyse", "go.sgf", "--depth", "1", "--json"]).good();
    assert_eq!(run.out.lines().count(), 40);
    write(at, "five.sgf", GOMOKU);
    let run = banco_in(at, &["analyse", "five.sgf", "--depth", "1"]).fails(2, "name it with `--game NAME`");
    assert!(run.err.contains("caro") && run.err.contains("gomoku"), "{}", run.err);
    banco_in(at, &["test", "gomoku", "--record", "five.sgf", "--dry-run"]).good();
    write(at, "seven.sgf", "(;GM[4]SZ[7];B[aa])");
    banco_in(at, &["analyse", "seven.sgf"]).fails(2, "no game of this size has the number 4");
}

#[test]
fn stones_that_are_put_first_and_who_begins_are_read_and_written() {
    let text = "(;GM[1]SZ[9]AB[cc][gg]AW[aa:ba]PL[W];W[ee];B[])";
    let position = replay("go-9x9", text).expect("legal");
    let origin = position.origin().to_string();
    assert_eq!(
        origin.split(' ').next(),
        Some("OO......./........./..X....../........./........./........./......X../........./.........")
    );
    let written = SgfGame::of(&position, Vec::new()).expect("written").text();
    let again = parsed(&written);
    assert_eq!(
        again.properties,
        [("SZ", "9"), ("AB", "cc gg"), ("AW", "aa ba"), ("PL", "W")].map(|(name, values)| {
            (name.to_owned(), values.split(' ').map(str::to_owned).collect::<Vec<_>>())
        })
    );
    assert_eq!(replay("go-9x9", &written).map(|p| p.to_string()), Ok(position.to_string()));
}

#[test]
fn a_pass_that_is_compelled_may_be_left_out() {
    // Some programs write nothing where a player has no move.
    let loaded = Library::with_folder("no such folder").load("othello").expect("shipped");
    let played = |seed: u64| {
        let (mut position, mut rng) = (Position::start(&loaded.game), fastrand::Rng::with_seed(seed));
        let mut passes = 0;
        while position.outcome().is_none() {
            let legal = position.legal_moves();
            let mv = legal[rng.usize(..legal.len())];
            passes += usize::from(position.move_text(mv) == "pass");
            position.play(mv);
        }
        (position, passes)
    };
    let (position, _) = (0..100).map(played).find(|(_, passes)| *passes > 0).expect("somebody has to pass");
    let mut game = SgfGame::of(&position, Vec::new()).expect("stones");
    assert_eq!(replay("othello", &game.text()).map(|end| end.to_string()), Ok(position.to_string()));
    game.moves.retain(|mv| !mv.point.is_empty());
    assert_eq!(replay("othello", &game.text()).map(|end| end.to_string()), Ok(position.to_string()));
}

#[test]
fn what_cannot_be_played_is_refused_with_its_line() {
    for (game, text, words) in [
        ("gomoku", "(;GM[4]SZ[15];B[hh];W[hi]\n;B[hh])", "line 2: illegal move `hh`"),
        ("gomoku", "(;GM[4]SZ[15];B[hh]\n\n;B[hi])", "line 3: two moves of one side"),
        ("gomoku", "(;GM[4]SZ[15];B[zz])", "line 1: `zz` is no point of the board"),
        ("gomoku", "(;GM[4]SZ[15];B[h])", "`h` is no point"),
        ("gomoku", "(;GM[4]SZ[19];B[hh])", "the file has 19 by 19 cells, the game has 15 by 15"),
        ("gomoku", "(;GM[4]SZ[15]PL[X];B[hh])", "neither B nor W"),
        ("gomoku", "(;GM[4]SZ[15]AB[hh:zz])", "`hh:zz` is no point"),
        ("gomoku", "(;GM[4];B[])", "illegal move ``"),
        ("chess", "(;GM[3])", "SGF is for games whose moves put one stone each"),
    ] {
        let error = replay(game, text).expect_err(text);
        assert!(error.contains(words), "{text}: {error}");
    }
    let folder = elsewhere();
    let at = folder.path();
    write(at, "go.sgf", "(;GM[1]SZ[15];B[aa])");
    let run =
        typed(at, &["play", "gomoku", "--as", "both"], b"load go.sgf\nh8\nsave g.sgf\nsave \nquit\n").good();
    assert!(run.out.contains("it is another game, says its number `GM`"), "{}", run.out);
    assert!(fs::read_to_string(at.join("g.sgf")).expect("saved").ends_with(";B[hh])\n"));
    let run = typed(at, &["play", "chess", "--as", "both"], b"save g2.sgf\nquit\n").good();
    assert!(run.out.contains("no number for SGF"), "{}", run.out);
}

#[test]
fn broken_texts_are_refused_and_end() {
    let mut rng = fastrand::Rng::with_seed(11);
    let runs = shipped::hostile_cases(2_000);
    let loaded = Library::with_folder("no such folder").load("go-9x9").expect("shipped");
    for run in 0..runs {
        let mut text: Vec<char> = if run % 2 == 0 { GO } else { GOMOKU }.chars().collect();
        for _ in 0..rng.usize(1..6) {
            let at = rng.usize(..text.len());
            match rng.u8(..4) {
                0 if text.len() > 1 => drop(text.remove(at)),
                1 => text.insert(at, LETTERS[rng.usize(..LETTERS.len())]),
                0 | 2 => text.truncate(at.max(1)),
                _ => {
                    let part: Vec<char> = text[at..(at + 20).min(text.len())].to_vec();
                    text.splice(at..at, part);
                }
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(games) = SgfGame::parse_all(&text) {
            for game in games {
                let _ = game.replay(&loaded.game);
                let mut again = SgfGame::parse_all(&game.text()).expect("what is written reads back");
                again[0].moves.iter_mut().zip(&game.moves).for_each(|(new, old)| new.line = old.line);
                again[0].left_out = game.left_out;
                assert_eq!(again, [game], "{text}");
            }
        }
    }
}

#[test]
fn a_result_is_saved_with_the_komi_that_was_counted_with() {
    let folder = elsewhere();
    let at = folder.path();
    write(at, "h.sgf", "(;GM[1]FF[4]SZ[9]HA[2]KM[0.5]AB[cc][gg]PL[W];W[ee];B[aa])");
    let run = typed(
        at,
        &["play", "go-9x9", "--as", "both", "--load", "h.sgf"],
        b"pass\npass\nsave end.sgf\nquit\n",
    );
    assert!(run.out.contains("loaded h.sgf, whose komi is 0.5: here 7.5 is counted"), "{}", run.out);
    let end = parsed(&fs::read_to_string(at.join("end.sgf")).expect("saved"));
    assert_eq!((end.property("KM"), end.property("RE")), (Some("7.5"), Some("W+5.5")), "{end:?}");
    typed(at, &["play", "gomoku", "--as", "both"], b"h8\nsave five.sgf\nquit\n");
    let five = parsed(&fs::read_to_string(at.join("five.sgf")).expect("saved"));
    assert_eq!((five.property("KM"), five.property("RE")), (None, None));
}

#[test]
fn what_a_loaded_game_says_is_saved_with_it() {
    let folder = elsewhere();
    let at = folder.path();
    write(at, "in.sgf", "(;GM[1]SZ[9]PB[A]PW[B]KM[6.5]HA[0]RE[B+R]GN[x];B[ee];W[cc])");
    let saved = |lines: &str, to: &str| {
        let input = format!("{lines}save {to}\nquit\n");
        typed(at, &["play", "go-9x9", "--as", "both", "--load", "in.sgf"], input.as_bytes());
        parsed(&fs::read_to_string(at.join(to)).expect("saved"))
    };
    let same = saved("", "same.sgf");
    for (name, value) in [("PB", "A"), ("PW", "B"), ("KM", "6.5"), ("HA", "0"), ("RE", "B+R"), ("GN", "x")] {
        assert_eq!(same.property(name), Some(value), "{same:?}");
    }
    let longer = saved("a1\n", "longer.sgf");
    assert_eq!((longer.property("RE"), longer.property("PB")), (None, Some("A")));
    write(at, "said.sgf", "(;GM[1]SZ[9];B[ee]C[good];W[cc])");
    let run = typed(at, &["play", "go-9x9", "--as", "both", "--load", "said.sgf"], b"save said.sgf\nquit\n");
    assert!(run.out.contains("would be lost"), "{}", run.out);
}
