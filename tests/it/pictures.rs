//! `banco picture`: a board as SVG.

use serde_json::Value;

use crate::cli::{banco, banco_in, elsewhere, typed};
use crate::shipped;

fn picture(args: &[&str]) -> String {
    let args: Vec<&str> = ["picture"].into_iter().chain(args.iter().copied()).collect();
    banco(&args).good().out
}

/// What stands between two marks, in order.
fn all_between<'a>(text: &'a str, open: &'a str, close: &'a str) -> Vec<&'a str> {
    text.split(open).skip(1).filter_map(|rest| rest.split(close).next()).collect()
}

/// Whether every element that is opened is closed, in its order.
fn is_well_formed(svg: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for tag in all_between(svg, "<", ">") {
        match tag.strip_prefix('/') {
            Some(name) if open.pop() != Some(name) => return false,
            Some(_) => {}
            None if tag.ends_with('/') => {}
            None => open.push(tag.split([' ', '\n']).next().unwrap_or_default()),
        }
    }
    open.is_empty()
}

#[test]
fn every_shipped_game_has_a_picture_with_all_its_cells_and_pieces() {
    for name in shipped::names() {
        let svg = picture(&[name]);
        assert!(svg.starts_with("<svg xmlns=") && is_well_formed(&svg), "{name}");
        let game = shipped::game(name);
        let geometry = &game.rules.geometry;
        let shape = if geometry.has_hexes() { "polygon" } else { "rect" };
        let drawn = |look: &str| svg.matches(&format!("<{shape} class=\"{look}")).count();
        // Of three colours the one between is drawn twice.
        let cells = drawn("cell") + drawn("plate") - svg.matches("<g fill-opacity").count();
        // Lines lie on a whole plate, whatever they leave out.
        let shown = if geometry.is_drawn() { geometry.size() } else { geometry.board().iter().count() };
        assert_eq!(cells, shown, "{name}");
        let start = banco::inside::position::Position::start(&game);
        let hand = |piece| usize::from(start.held(piece) > 0);
        let held: usize = game.rules.pieces().map(hand).sum();
        let standing = game.rules.geometry.board().iter().filter(|&cell| !start.at(cell).is_none()).count();
        assert_eq!(svg.matches("<g>").count(), standing + held, "{name}");
    }
}

#[test]
fn a_move_of_two_cells_marks_both_and_a_stage_its_own() {
    assert_eq!(picture(&["chess"]).matches("class=\"last\"").count(), 0);
    assert_eq!(picture(&["chess", "--moves", "e2e4"]).matches("class=\"last\"").count(), 2);
    assert_eq!(picture(&["caro", "--moves", "h8"]).matches("class=\"last\"").count(), 1);
    assert_eq!(picture(&["amazons", "--moves", "d1d7,d7g7"]).matches("class=\"last\"").count(), 3);
}

#[test]
fn a_drawn_board_shows_its_lines_and_no_others() {
    let strokes = |game: &str| picture(&[game]).matches("class=\"line\"").count();
    // Four each on five ranks and five files, four each on two diagonals and two each on four.
    assert_eq!(strokes("alquerque"), 40 + 16);
    assert_eq!(strokes("three-mens-morris"), 12 + 4);
    let folder = elsewhere();
    let shown = typed(folder.path(), &["play", "fox-and-geese", "--as", "both"], b"quit\n").good().out;
    for row in ["  6      .-.-.", "         |/|\\|", "  4  .-.-.-f-.-.-.", "     |/|\\|/|\\|/|\\|"] {
        assert!(shown.lines().any(|line| line == row), "{row:?} in\n{shown}");
    }
}

#[test]
fn rows_of_hexagons_are_shifted_on_terminals() {
    let folder = elsewhere();
    let shown = typed(folder.path(), &["play", "hex-3x3", "--as", "both"], b"b3\nquit\n").good().out;
    for row in ["   3 .[R].", "    2 . . .", "     1 . . .", "        a b c"] {
        assert!(shown.lines().any(|line| line == row), "{row:?} in\n{shown}");
    }
    let shown = typed(folder.path(), &["play", "y", "--as", "both"], b"quit\n").good().out;
    for row in ["               13 .", "    1 . . . . . . . . . . . . .", "       a b c d e f g h i j k l m"]
    {
        assert!(shown.lines().any(|line| line == row), "{row:?} in\n{shown}");
    }
}

#[test]
fn a_board_of_hexagons_turns_with_its_names() {
    let names = |svg: &str| {
        let names = all_between(svg, "<text class=\"faint\"", "</text>");
        names.iter().map(|name| name.split('>').nth(1).unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let (plain, flipped) = (picture(&["glinski"]), picture(&["glinski", "--flip"]));
    assert_eq!(names(&plain), names(&flipped));
    assert_eq!(names(&plain).len(), 22);
    let place = |svg: &str, piece: &str| {
        let after = svg.split(piece).nth(1).expect("the piece").to_owned();
        all_between(&after, "cx=\"", "\"")[0].to_owned()
    };
    assert_eq!(place(&plain, "white bishop, a1"), place(&flipped, "black bishop, k11"));
    // Three colours of thirty cells and one more.
    let dark = plain.matches("<polygon class=\"cell dark\"").count();
    assert_eq!((plain.matches("<g fill-opacity").count(), dark), (30, 60));
}

#[test]
fn hexagons_on_points_are_a_net_of_lines() {
    let folder = elsewhere();
    let text = "[game]\nlanguage = 1\nname = \"Net\"\nextends = \"hex-3x3\"\n[board]\npoints = true\n";
    std::fs::write(folder.path().join("net.toml"), text).expect("written");
    let svg = banco_in(folder.path(), &["picture", "net.toml"]).good().out;
    // Two in each of three rows and of three files, one, two and one across.
    assert_eq!(svg.matches("class=\"line\"").count(), 6 + 6 + 4);
}

#[test]
fn pieces_are_symbols_letters_or_stones() {
    let xiangqi = picture(&["xiangqi"]);
    assert!(xiangqi.contains(">帥\u{fe0e}<") && xiangqi.contains("class=\"line\""));
    let letters = picture(&["xiangqi", "--pieces", "letters"]);
    assert!(letters.contains(">K</text>") && !letters.contains('帥'));
    // Where a kind has no symbol, its letter stands in.
    let fallback = picture(&["dobutsu", "--pieces", "symbols"]);
    assert!(fallback.contains("<title>sente lion, b1</title>") && fallback.contains(">L</text>"));
    let stones = picture(&["breakthrough"]);
    assert!(!stones.contains(">P</text>") && stones.contains("white pawn, a1"));
    assert!(picture(&["caro", "--moves", "h8 h9"]).contains(">X</text>"));
    // The other side's pieces of shogi stand upside down.
    assert!(picture(&["shogi"]).contains("rotate(180"));
}

#[test]
fn the_board_turns_with_its_names() {
    let ranks = |svg: &str| {
        let names = all_between(svg, "<text class=\"faint\"", "</text>");
        names.iter().map(|name| name.split('>').nth(1).unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let (plain, flipped) = (picture(&["dodgem"]), picture(&["dodgem", "--flip"]));
    assert_eq!(ranks(&plain), ["a", "b", "c", "3", "2", "1"]);
    assert_eq!(ranks(&flipped), ranks(&plain));
    let place = |svg: &str, piece: &str| {
        let after = svg.split(piece).nth(1).expect("the piece").to_owned();
        all_between(&after, "cx=\"", "\"")[0].to_owned()
    };
    assert_eq!(place(&plain, "black car, a3"), place(&flipped, "white car, c1"));
}

#[test]
fn hands_are_shown_where_the_game_has_them() {
    let svg = picture(&["crazyhouse", "--position", "4k3/8/8/8/8/8/8/4K3[NNp] w - - 0 1"]);
    assert!(svg.contains(">white:<") && svg.contains(">black:<") && svg.contains(">×2<"));
    assert!(!picture(&["chess"]).contains(">white:<"));
}

#[test]
fn words_are_in_the_language_asked_for() {
    let svg = picture(&["xiangqi", "--lang", "vi", "--moves", "h3e3"]);
    for words in ["<title>Cờ tướng</title>", ">Đen đi<", "Đỏ pháo, e3"] {
        assert!(svg.contains(words), "{words}");
    }
    let over = picture(&["tic-tac-toe", "--position", "XXX/OO./... o"]);
    assert!(over.contains(">x wins: "), "{over}");
}

#[test]
fn it_looks_right_by_day_and_by_night() {
    let svg = picture(&["chess"]);
    assert!(svg.contains("@media(prefers-color-scheme:dark){"));
    let opened = all_between(&svg, "<style>", "</style>")[0];
    assert_eq!(opened.matches('{').count(), opened.matches('}').count());
}

#[test]
fn targets_of_a_piece_are_marked() {
    let svg = picture(&["chess", "--targets", "b1"]);
    assert_eq!((svg.matches("class=\"dot\"").count(), svg.matches("class=\"ring\"").count()), (2, 0));
    let svg = picture(&["chess", "--moves", "e2e4 d7d5", "--targets", "e4"]);
    assert_eq!((svg.matches("class=\"dot\"").count(), svg.matches("class=\"ring\"").count()), (1, 1));
    banco(&["picture", "chess", "--targets", "z9"]).fails(1, "there is no cell `z9` on this board");
}

#[test]
fn names_are_no_markup() {
    let folder = elsewhere();
    let text = "[game]\nlanguage = 1\nname = \"<script>&\\\"\"\nextends = \"dodgem\"\n";
    std::fs::write(folder.path().join("odd.toml"), text).expect("written");
    let svg = banco_in(folder.path(), &["picture", "odd.toml"]).good().out;
    assert!(svg.contains("&lt;script&gt;&amp;") && !svg.contains("<script>") && is_well_formed(&svg));
}

#[test]
fn programs_get_it_as_json_one_for_each_position() {
    let one: Value = banco(&["picture", "dodgem", "--json"]).good().json();
    assert!(one["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    assert_eq!(one["position"], "B../B../.WW b");
    let folder = elsewhere();
    let lines = typed(folder.path(), &["picture", "dodgem", "--positions", "-"], b"startpos\nnonsense\n");
    assert_eq!(lines.status, 1);
    let lines = lines.json_lines();
    assert!(lines[0]["svg"].is_string() && lines[1]["error"].is_string());
}
