//! The talk of `banco play`: what it answers to what people type.

use std::fs;
use std::path::Path;

use crate::cli::{elsewhere, typed};

/// What is answered to each line, when both sides are played.
fn answers(folder: &Path, args: &[&str], lines: &[&str]) -> Vec<String> {
    let input = lines.join("\n") + "\n";
    let all = [&["play"], args, &["--as", "both"]].concat();
    let run = typed(folder, &all, input.as_bytes()).good();
    let parts = lines.iter().scan(run.out.as_str(), |rest, line| {
        let (_, after) = rest.split_once(&format!("> {line}\n"))?;
        *rest = after;
        Some(after)
    });
    let answer = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    parts.map(answer).collect()
}

#[test]
fn what_is_near_a_command_is_answered_with_it() {
    let folder = elsewhere();
    let typed = ["mvoes", "qiut", "undo it", "a1a1", "b9", "xyzzy"];
    let answers = answers(folder.path(), &["dodgem"], &typed);
    let meant = ["moves", "quit", "undo"].map(|word| format!("did you mean `{word}`?"));
    for (answer, meant) in answers.iter().zip(&meant) {
        assert!(answer.starts_with("no: ") && answer.ends_with(meant), "{answer}");
    }
    assert!(answers[3..].iter().all(|answer| !answer.contains("did you mean")), "{answers:?}");
}

#[test]
fn a_very_long_line_is_not_repeated() {
    let folder = elsewhere();
    let long = "x".repeat(5_000);
    let answers = answers(folder.path(), &["dodgem"], &[&long, "a2b2"]);
    assert!(answers[0].starts_with("no: `xxx") && answers[0].len() < 200, "{}", answers[0]);
}

#[test]
fn vietnamese_answers_are_vietnamese() {
    let folder = elsewhere();
    let at = folder.path();
    fs::write(at.join("notes"), "mine").expect("written");
    let typed =
        ["b1b2", "a1a2", "a3a1", "undoo", "moves c1", "load none", "load .", "load notes", "save notes"];
    let expected = [
        "không được: xe ở b1 là của Trắng",
        "không được: ô a1 trống",
        "không được: không có luật nào đưa xe từ a3 đến a1 (",
        "không được: `undoo` không phải là nước đi trên bàn này; một nước đi viết như `a3b3`; có phải bạn muốn gõ `undo`?",
        "xe ở c1 là của Trắng",
        "không mở được `none`: không có tệp này",
        "không mở được `.`: đó là một thư mục",
        "không mở được `notes`: tệp này không phải là ván cờ đã lưu, hoặc không đọc được",
        "không lưu được vào `notes`: ở đó đã có một tệp khác, hoặc không ghi được",
    ];
    let answers = answers(at, &["dodgem", "--lang", "vi"], &typed);
    for (answer, expected) in answers.iter().zip(expected) {
        assert!(answer.starts_with(expected), "{answer}\n{expected}");
    }
    assert_eq!(answers.len(), expected.len());
    let between = ["xiangqi", "--lang", "vi", "--position", "4k4/9/9/9/9/9/9/9/4R4/4K4 w"];
    let answers = self::answers(at, &between, &["e2d2"]);
    let left = "không được: nước `e2d2` để tướng ở e1 bị tướng ở e10 bắt (";
    assert!(answers[0].starts_with(left), "{answers:?}");
    let drops = ["b2", "b2", "a1", "a2", "b1", "c2", "b3", "a3"];
    let answers = self::answers(at, &["tic-tac-toe", "--lang", "vi"], &drops);
    assert_eq!(answers[1].split(" (").next(), Some("không được: ô b2 đã có quân"));
    assert!(answers[7].starts_with("không được: ván cờ đã kết thúc: "), "{answers:?}");
}

#[test]
fn the_engine_plays_at_the_level_that_is_asked_for() {
    let folder = elsewhere();
    let typed = ["level 3", "level", "level 11", "level 10", "levle 3"];
    let answers = answers(folder.path(), &["dodgem"], &typed);
    assert_eq!(answers[0], "the engine plays at level 3");
    assert!(answers[1].starts_with("a level is a number from 1"), "{answers:?}");
    assert_eq!(answers[2], answers[1]);
    assert_eq!(answers[3], "the engine plays at level 10");
    assert!(answers[4].ends_with("did you mean `level`?"), "{answers:?}");
}

#[test]
fn a_low_level_does_not_look_far_and_plays_the_same_each_time() {
    let folder = elsewhere();
    let depths = |level: &str| -> Vec<u32> {
        let args = ["play", "dodgem", "--as", "none", "--depth", "12", "--level", level];
        let run = typed(folder.path(), &args, b"").good();
        assert_eq!(typed(folder.path(), &args, b"").good().out, run.out);
        let depth = |line: &str| line.split_once("depth ")?.1.trim_end_matches(')').parse().ok();
        run.out.lines().filter_map(depth).collect()
    };
    let (low, high) = (depths("1"), depths("10"));
    assert!(low[0] < high[0] && high[0] == 12, "{low:?} {high:?}");
}

#[test]
fn a_move_of_several_parts_is_typed_part_by_part() {
    let folder = elsewhere();
    let play = |game: &str, lines: &str| {
        typed(folder.path(), &["play", game, "--as", "both"], lines.as_bytes()).good().out
    };
    let out = play("amazons", "moves\nd1\nd7\ng7\nhistory\n");
    assert!(out.contains("2176 moves; type a first part"), "{out}");
    assert!(out.contains("d1d7… (") && out.lines().count() < 120, "{out}");
    assert!(out.contains("white d1d7…> g7\n") && out.contains("  1. d1d7,d7g7\n"), "{out}");
    // What is begun is dropped by `undo`, and by another move.
    let dropped = play("amazons", "d1d7\nundo\nposition\nd1d7\na4a5,a5a6\nhistory\n");
    assert!(dropped.contains("the move that was begun is dropped"), "{dropped}");
    assert!(dropped.contains("  1. a4a5,a5a6\n"), "{dropped}");
}

#[test]
fn what_a_pawn_becomes_is_asked_for() {
    let folder = elsewhere();
    let args = ["play", "chess", "--as", "both", "--position", "7k/P7/8/8/8/8/8/7K w - - 0 1"];
    let out = typed(folder.path(), &args, b"a7a8\nq\nposition\n").good().out;
    assert!(out.contains("a7a8 goes on; type the rest, or `undo`:"), "{out}");
    assert!(out.contains("Q6k/8/8/8/8/8/8/7K b"), "{out}");
}

#[test]
fn clocks_are_shown_and_whose_time_is_up_has_lost() {
    let folder = elsewhere();
    let args = ["play", "dodgem", "--as", "both", "--tc", "5+3"];
    let out = typed(folder.path(), &args, b"a3b3\nquit\n").good().out;
    assert!(out.contains("black 5:00> a3b3") && out.contains("white 5:00> quit"), "{out}");
    let bad = typed(folder.path(), &["play", "dodgem", "--tc", "five"], b"");
    assert!(bad.err.contains("such as 5+3"), "{}", bad.err);
}

#[test]
fn sides_are_told_apart_without_colours() {
    let folder = elsewhere();
    let drawn = |game: &str| {
        let args = ["play", game, "--as", "both", "--pieces", "symbols"];
        typed(folder.path(), &args, b"quit\n").good().out
    };
    let janggi = drawn("janggi");
    assert!(
        janggi.contains("v車") && janggi.lines().any(|line| line.contains(" 車") && !line.contains('v')),
        "{janggi}"
    );
    // Black stones are filled, white ones are not.
    let game = "go-5x5";
    let args = ["play", game, "--as", "both", "--pieces", "symbols"];
    let go = typed(folder.path(), &args, b"c3\nd3\nquit\n").good().out;
    assert!(go.contains("  3  . . ●[○].") || go.contains("  3  . . ● ○"), "{go}");
    let held = ["play", "crazyhouse", "--as", "both", "--moves", "e2e4 d7d5 e4d5"];
    let hands = typed(folder.path(), &held, b"quit\n").good().out;
    assert!(hands.contains("  in hand, white: P\n  in hand, black: –\n"), "{hands}");
}
