//! Definitions as text, compiled.

use std::sync::Arc;

use super::*;
use crate::diagnostic::Style;
use crate::game::{
    Action, Award, CellSet, Condition, Contents, Idle, Kind, Offset, Piece, Player, Roster, Rule, Way,
};
use crate::spec::{NoParents, Parents, Reading, read};

const GAME: &str = r#"
[game]
language = 1
name     = "Test"
players  = ["white", "black"]
"#;

const PIECES: &str = r#"
[pieces.king]
letter = "K"
[pieces.king.moves]
walk = { step = "any" }
[pieces.pawn]
letter = "P"
[pieces.pawn.moves]
push = { step = "forward", onto = "empty" }
"#;

const SETUP: &str = r#"
[setup]
board = """
  k . . p
  . . . .
  K . . P
"""
[end.bare]
if     = { none = "enemy pawn" }
winner = "mover"
"#;

/// The game, and everything that is doubted about it.
fn closely(reading: &Reading, sources: &Sources, diagnostics: &mut Diagnostics) -> Option<Arc<Game>> {
    let game = compile(&reading.definition, sources, diagnostics)?;
    diagnostics.extend(crate::lint::doubts(&reading.definition, sources).iter().cloned());
    Some(game)
}

fn try_compile(text: &str) -> (Option<Arc<Game>>, String) {
    let mut sources = Sources::new();
    let mut diagnostics = Diagnostics::new();
    let main = sources.add("test.toml", text);
    let reading = read(&mut sources, main, &mut NoParents, &mut diagnostics);
    let game = reading.and_then(|reading| closely(&reading, &sources, &mut diagnostics));
    (game, diagnostics.render(&sources, Style::Plain))
}

fn compiled(text: &str) -> Arc<Game> {
    let (game, shown) = try_compile(text);
    game.unwrap_or_else(|| panic!("{shown}"))
}

/// A game of kings and pawns on four files and three ranks, with more said about it.
fn small(more: &str) -> Arc<Game> {
    compiled(&format!("{GAME}[board]\nsize = [4, 3]\n{PIECES}{SETUP}{more}"))
}

fn names(game: &Game, set: &CellSet) -> String {
    set.iter().map(|cell| game.rules.geometry.name(cell)).collect::<Vec<_>>().join(" ")
}

fn rule<'g>(game: &'g Game, name: &str) -> &'g Rule {
    let number = game.names.moves.iter().position(|rule| rule.name == name).expect("a rule of that name");
    &game.rules.moves[number]
}

/// The cells of a region, by the mover, as an end sees them.
fn region(region: &str, more: &str) -> [String; 2] {
    let end = format!("{more}\n[end.there]\nif = {{ some = \"own\", on = {region} }}\nwinner = \"none\"");
    let game = small(&end);
    let Condition::Count(count) = &game.rules.ends.last().expect("an end").when else { panic!("a count") };
    [names(&game, &count.on[0]), names(&game, &count.on[1])]
}

#[test]
fn relative_regions_are_seen_from_each_players_side() {
    assert_eq!(region("\"rank-1\"", ""), ["a1 b1 c1 d1", "a3 b3 c3 d3"]);
    assert_eq!(region("\"last-rank\"", ""), ["a3 b3 c3 d3", "a1 b1 c1 d1"]);
    assert_eq!(region("\"own-half\"", ""), ["a1 b1 c1 d1", "a3 b3 c3 d3"]);
    let sideways = "[directions]\nwhite = \"east\"\nblack = \"west\"";
    assert_eq!(region("\"own-half\"", sideways), ["a3 b3 a2 b2 a1 b1", "c3 d3 c2 d2 c1 d1"]);
    assert_eq!(region("\"rank-4\"", sideways), ["d3 d2 d1", "a3 a2 a1"]);
}

#[test]
fn patterns_names_and_pictures_are_sets_of_cells() {
    let same = |cells: &str| [cells.to_owned(), cells.to_owned()];
    assert_eq!(region("[\"c3:b2\", \"*1\"]", ""), same("b3 c3 b2 c2 a1 b1 c1 d1"));
    assert_eq!(region("\"d*\"", ""), same("d3 d2 d1"));
    assert_eq!(region("\"edge\"", ""), same("a3 b3 c3 d3 a2 d2 a1 b1 c1 d1"));
    let named = "[regions]\nouter = [\"inner\", \"a1\"]\ninner = \"\"\"\n. x . .\n. . . .\n. . . .\n\"\"\"";
    assert_eq!(region("\"outer\"", named), same("b3 a1"));
}

#[test]
fn own_regions_are_reflected_or_turned_for_the_second_player() {
    let own = "[regions]\nhome = { own = [\"a1\", \"b1\"] }";
    assert_eq!(region("\"home\"", own), ["a1 b1", "a3 b3"]);
    let text = format!(
        "{GAME}[board]\nsize = [4, 3]\nmirror = \"rotate\"\n{PIECES}{SETUP}{own}\n[end.home]\n\
         if = {{ some = \"own\", on = \"home\" }}\nwinner = \"none\""
    );
    let game = compiled(&text);
    let Condition::Count(count) = &game.rules.ends[1].when else { panic!("a count") };
    assert_eq!([names(&game, &count.on[0]), names(&game, &count.on[1])], ["a1 b1", "c3 d3"]);
}

#[test]
fn filters_are_resolved_for_each_mover() {
    let game = small(
        "[pieces.king.moves.odd]\nstep = \"north\"\n\
         onto = [\"enemy pawn\", { not = [\"any\", \"empty\"] }, \"white king\"]",
    );
    let onto = Player::each(|player| rule(&game, "king.odd").by[player.index()].onto);
    let piece = |kind, owner| Contents::piece(Piece::new(Kind(kind), owner));
    let white_king = piece(0, Player::First);
    assert_eq!(onto[0], piece(1, Player::Second).or(white_king));
    assert_eq!(onto[1], piece(1, Player::First).or(white_king));
    let walk = &rule(&game, "king.walk").by[1];
    assert_eq!(
        walk.onto,
        Contents::EMPTY.or(Contents::owned(Player::First, Roster { kinds: 2, neutral: 0 }))
    );
}

#[test]
fn rules_are_numbered_by_kind_then_without_piece() {
    let game = small("[moves]\nwait = { pass = \"stuck\" }\n[pieces.king.moves.hop]\nleap = [1, 2]");
    let listed: Vec<&str> = game.names.moves.iter().map(|rule| rule.name.as_str()).collect();
    assert_eq!(listed, ["king.walk", "king.hop", "pawn.push", "wait"]);
    assert_eq!(rule(&game, "wait").action, Action::Pass);
    assert!(matches!(rule(&game, "wait").by[0].way, Way::Pass { when: Idle::Stuck }));
}

#[test]
fn ways_turn_with_the_player() {
    let game = small(
        "[pieces.king.moves.leave]\nexit = \"backward\"\n\
         [pieces.king.moves.fly]\nslide = [\"forward\", \"north\"]\nrange = [2, 3]\nthrough = \"own\"\n\
         [pieces.king.moves.place]\ndrop = \"supply\"\nfalls = \"forward\"\nto = \"own-half\"",
    );
    let [north, south] = [Offset::new(0, 1), Offset::new(0, -1)];
    let Way::Exit(leave) = &rule(&game, "king.leave").by[1].way else { panic!("an exit") };
    assert_eq!(leave, &[north]);
    let fly = Player::each(|player| rule(&game, "king.fly").by[player.index()].way.clone());
    let [Way::Slide { along: first, least, most, through, .. }, Way::Slide { along: second, .. }] = fly
    else {
        panic!("slides")
    };
    assert_eq!((first, second), (vec![north], vec![south, north]));
    assert_eq!(
        (least, most, through),
        (2, 3, Contents::owned(Player::First, Roster { kinds: 2, neutral: 0 }))
    );
    let place = &rule(&game, "king.place").by[1];
    assert!(matches!(place.way, Way::Drop { falls: Some(by) } if by == south));
    assert_eq!((place.onto, names(&game, &place.to).as_str()), (Contents::EMPTY, "a3 b3 c3 d3"));
}

#[test]
fn a_rules_own_within_replaces_the_pieces() {
    let game = small(
        "[pieces.guard]\nletter = \"G\"\nwithin = \"own-half\"\n[pieces.guard.moves]\n\
         stay = { step = \"any\" }\nroam = { leap = [1, 1], within = \"board\", to = \"*2\" }",
    );
    let to = |name: &str| names(&game, &rule(&game, name).by[0].to);
    assert_eq!(to("guard.stay"), "a1 b1 c1 d1");
    assert_eq!(to("guard.roam"), "a2 b2 c2 d2");
}

#[test]
fn losers_award_the_game_to_the_other_side() {
    let game = small(
        "[end.a]\nif = \"no-moves\"\nloser = \"turn\"\n[end.b]\nif = \"board-full\"\nloser = \"mover\"\n\
         [end.c]\nif = { plies = 9 }\nloser = \"white\"\n[end.d]\nif = { plies = 8 }\nwinner = \"none\"",
    );
    let awards: Vec<Award> = game.rules.ends.iter().skip(1).map(|end| end.winner).collect();
    assert_eq!(awards, [Award::Mover, Award::Turn, Award::Player(Player::Second), Award::Nobody]);
    assert_eq!(game.names.ends[0].origin.line, 24);
}

#[test]
fn a_table_given_once_is_reflected_and_minus_for_the_second_player() {
    let game = small("[evaluation.squares]\npawn = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]");
    let [first, second] = &game.evaluation.squares[0].points;
    assert_eq!(first, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    assert_eq!(second, &[-9, -10, -11, -12, -5, -6, -7, -8, -1, -2, -3, -4]);
}

#[test]
fn points_of_regions_that_share_cells_add_up() {
    let spots =
        r#"[{ on = "a1:c1", value = 5 }, { on = ["b*", "d3"], value = 2 }, { on = "rank-3", value = -1 }]"#;
    let game = small(&format!("[evaluation.squares]\npawn = {spots}"));
    let [first, second] = &game.evaluation.squares[0].points;
    assert_eq!(first, &[-1, 1, -1, 1, 0, 2, 0, 0, 5, 7, 5, 0]);
    assert_eq!(second, &[-5, -7, -5, 0, 0, -2, 0, 0, 1, -1, 1, -1]);
}

#[test]
fn holes_are_no_part_of_any_region() {
    let text = format!(
        "{GAME}[board]\nsize = [4, 3]\nholes = [\"b2\"]\n{PIECES}{}\n[end.middle]\n\
         if = {{ some = \"own\", on = \"*2\" }}\nwinner = \"none\"",
        SETUP.replace(". . . .", ". # . .")
    );
    let game = compiled(&text);
    let Condition::Count(count) = &game.rules.ends[1].when else { panic!("a count") };
    assert_eq!(names(&game, &count.on[0]), "a2 c2 d2");
    assert_eq!(game.rules.geometry.board().count(), 11);
}

#[test]
fn a_game_that_treats_both_sides_alike_is_not_doubted() {
    let (game, shown) = try_compile(&format!("{GAME}[board]\nsize = [4, 3]\n{PIECES}{SETUP}"));
    assert!(game.is_some() && shown.is_empty(), "{shown}");
    let unlike = "[evaluation.squares.pawn]\nwhite = [[3, 3, 3, 3], [2, 2, 2, 2], [1, 1, 1, 1]]";
    let text = format!("{GAME}[board]\nsize = [4, 3]\n{PIECES}{SETUP}{unlike}");
    assert!(try_compile(&text).1.starts_with("warning[unlike-evaluation]"));
    let meant = text.replace(unlike, &format!("[evaluation]\nsymmetric = false\n{unlike}"));
    assert_eq!(try_compile(&meant).1, "");
}

#[test]
fn mistakes_in_many_places_are_found_at_once() {
    let (game, shown) = try_compile(&format!(
        "{GAME}first = \"grey\"\n[board]\nsize = [4, 3]\n{PIECES}{}[evaluation.squares]\nrook = [[1]]\n\
         [illegal.a]\nif = {{ some = \"own\", on = \"z9\" }}\nmoves = [\"king.wlak\"]",
        SETUP.replace('K', "Q")
    ));
    assert!(game.is_none());
    for part in [
        "no player is called `grey`",
        "no piece has the letter `Q`",
        "no kind of piece is called `rook`",
        "this table has 1 rows, the board 3 ranks",
        "this is not on the board",
        "did you mean `king.walk`?",
    ] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
}

#[test]
fn much_of_anything_is_refused_quickly() {
    let regions: String = (0..5_000).map(|i| format!("r{i} = [\"r{}\"]\n", i + 1)).collect();
    let (game, shown) = try_compile(&format!("{GAME}[board]\nsize = [4, 3]\n[regions]\n{regions}"));
    assert!(game.is_none() && shown.contains("error[too-many]"));
    let steps = vec!["\"north\""; 1_500].join(", ");
    let (game, _) = try_compile(&format!(
        "{GAME}[board]\nsize = [4, 3]\n{PIECES}{SETUP}[pieces.king.moves.far]\nleap = [1, 2]\nalong = [{steps}]"
    ));
    assert!(game.is_some());
}

/// What [`english`] says of a definition.
fn told(text: &str) -> String {
    let mut sources = Sources::new();
    let main = sources.add("test.toml", text);
    let mut diagnostics = Diagnostics::new();
    let reading = read(&mut sources, main, &mut NoParents, &mut diagnostics).expect("read");
    crate::describe::english(&reading.definition)
}

#[test]
fn english_says_what_is_captured_own_pieces_too() {
    let game = |onto: &str| {
        let moves =
            format!("[pieces.ox]\nletter = \"O\"\n[pieces.ox.moves]\ngo = {{ step = \"any\"{onto} }}\n");
        told(&format!("{GAME}[board]\nsize = [4, 3]\n{PIECES}{moves}{SETUP}"))
    };
    for (onto, words) in [
        ("", "go: goes one cell in any direction to an empty cell, or to capture an enemy piece."),
        (", onto = \"empty\"", "in any direction to an empty cell."),
        (", onto = \"own\"", "in any direction to capture a piece of its own side."),
        (", onto = [\"empty\", \"own ox\"]", "to an empty cell, or to capture an ox of its own side."),
        (", onto = \"enemy ox\"", "in any direction to capture an enemy ox."),
        (", onto = \"any\"", "to capture a piece of either player."),
        (", onto = { not = \"own\" }", "holds anything but a piece of the mover; a piece there is captured."),
    ] {
        let text = game(onto);
        assert!(text.contains(words), "{onto}: {words}\n{text}");
    }
}

#[test]
fn english_joins_the_two_sides_of_a_diagonal() {
    let moves = "moves.take = { step = [\"forward-left\", \"forward-right\", \"backward-left\"] }\n";
    let text =
        told(&format!("{GAME}[board]\nsize = [4, 3]\n{PIECES}[pieces.ox]\nletter = \"O\"\n{moves}{SETUP}"));
    assert!(text.contains("goes one cell diagonally forward or diagonally backward to the left"), "{text}");
}

#[test]
fn english_says_what_formations_ask_and_when_points_change() {
    let words = |evaluation: &str| {
        told(&format!("{GAME}[board]\nsize = [4, 3]\n{PIECES}{SETUP}[evaluation]\n{evaluation}"))
    };
    let formation = |rest: &str| words(&format!("formations.a = {{ piece = \"pawn\", {rest} }}"));
    for (rest, said) in [
        (
            "none = \"enemy pawn\", on = { ahead = [1, 9], beside = [0, 1] }, value = [0, 5, 9]",
            "a: 0, 5, 9 (from its owner's first rank to the last) for each pawn without an enemy pawn 1 to 9 ranks \
             ahead of it and 0 to 1 files to its side.",
        ),
        (
            "some = \"own pawn\", on = \"ahead\", value = -7, late = -9",
            "a: -7, late in the game -9, for each pawn with a pawn of its own side ahead of it on its file.",
        ),
        (
            "each = \"pawn\", on = { beside = [1, 1] }, value = 3",
            "a: 3 for each pawn, as often as there is a pawn of either player one file to its side.",
        ),
        (
            "count = \"own\", at-least = 2, on = \"around\", value = 3",
            "a: 3 for each pawn with at least 2 times a piece of its own side next to it.",
        ),
    ] {
        assert!(formation(rest).contains(said), "{said}\n{}", formation(rest));
    }
    let text = words("phase = { king = 2 }\nlate-values = { pawn = 5 }\nmobility = { king = 1 }\n");
    for said in [
        "the game grows late as the pieces of both players go: 2 for each king",
        "  0, late in the game 5, for each pawn.",
        "  1 for each move that a king could make.",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
}

#[test]
fn formations_that_look_another_way_for_one_player_are_doubted() {
    let doubts = |filter: &str| {
        try_compile(&format!(
            "{GAME}[board]\nsize = [4, 3]\n{PIECES}{SETUP}[evaluation.formations.odd]\npiece = \"pawn\"\n\
             each = \"{filter}\"\non = \"ahead\"\nvalue = [0, 1, 2]\n"
        ))
        .1
    };
    assert_eq!(doubts("own pawn"), "");
    let shown = doubts("white pawn");
    assert!(shown.starts_with("warning[unlike-evaluation]: `odd` does not look the same"), "{shown}");
}

#[test]
fn english_tells_lists_inside_lists_apart() {
    let end = |when: &str| {
        let text = told(&format!(
            "{GAME}[board]\nsize = [4, 3]\n{PIECES}{SETUP}[end.over]\nif = {when}\nwinner = \"none\"\n"
        ));
        let line = text.lines().find_map(|line| line.trim().strip_prefix("over: when ").map(str::to_owned));
        line.unwrap_or_else(|| panic!("{text}"))
    };
    let [full, stuck, long] = ["\"board-full\"", "\"no-moves\"", "{ plies = 22 }"];
    let all = end(&format!("[{{ either = [{full}, {stuck}] }}, {long}]"));
    let either = end(&format!("{{ either = [{full}, [{stuck}, {long}]] }}"));
    assert!(
        all.starts_with("(either no cell is empty or the player to move has no legal move) and 22 plies"),
        "{all}"
    );
    assert!(
        either.contains("either no cell is empty or (the player to move has no legal move and"),
        "{either}"
    );
    assert!(end("{ repeats = 22 }").contains("for the 22nd time"));
    assert!(end("{ repeats = 113 }").contains("for the 113th time"));
}

#[test]
fn a_pattern_called_letter_leaves_one_called_letters() {
    let lines = |name: &str| format!("[evaluation.lines.{name}]\npattern = \"XX\"\nvalue = 1\n");
    let parent = format!("{GAME}[board]\nsize = [4, 3]\n{PIECES}{SETUP}{}", lines("letters"));
    let mut sources = Sources::new();
    let child = format!("[game]\nlanguage = 1\nname = \"Child\"\nextends = \"parent\"\n{}", lines("letter"));
    let main = sources.add("child.toml", &child);
    let mut diagnostics = Diagnostics::new();
    let reading = read(&mut sources, main, &mut Parent(parent), &mut diagnostics).expect("read");
    let names: Vec<&str> = reading
        .definition
        .evaluation
        .iter()
        .flat_map(|table| table.lines.names())
        .map(|n| n.value.as_str())
        .collect();
    assert_eq!(names, ["letters", "letter"]);
}

/// The one definition that others extend.
struct Parent(String);

impl Parents for Parent {
    fn find(&mut self, name: &str, _: &str) -> Option<(String, String)> {
        Some((format!("{name}.toml"), self.0.clone()))
    }

    fn names(&mut self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

#[test]
fn what_the_parent_says_of_something_dropped_falls_silent() {
    let more = "[illegal.rush]\nif = \"no-moves\"\nmoves = [\"pawn.push\"]\n[legality]\npriority = [\"pawn.push\", \"king.walk\"]\n\
                [end.stuck]\nif = \"no-moves\"\nwinner = \"none\"\n[evaluation]\nvalues = { pawn = 1, king = 2 }\n\
                squares.pawn = [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]]\n\
                [text.vi]\npieces = { pawn = \"p\" }\nmoves = { pawn.push = \"m\" }\nends = { bare = \"b\" }\n";
    let parent = format!("{GAME}[board]\nsize = [4, 3]\n{PIECES}{SETUP}{more}");
    let child = |more: &str| {
        let text = format!(
            "[game]\nlanguage = 1\nname = \"C\"\nextends = \"p\"\n[pieces]\npawn = false\n[end]\nbare = false\n{more}\
             [setup]\nboard = \"\"\"\n  k . . .\n  . . . .\n  K . . .\n\"\"\"\n"
        );
        let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
        let main = sources.add("child.toml", &text);
        let reading = read(&mut sources, main, &mut Parent(parent.clone()), &mut diagnostics);
        let game = reading.and_then(|reading| closely(&reading, &sources, &mut diagnostics));
        (game, diagnostics.render(&sources, Style::Plain))
    };
    let (game, shown) = child("");
    let game = game.unwrap_or_else(|| panic!("{shown}"));
    assert_eq!(shown, "");
    assert_eq!(game.rules.vetoes[0].rules, Some(Vec::new()), "it refuses nothing");
    let (game, shown) = child("[legality]\npriority = [\"pawn.push\"]\n");
    assert!(game.is_none() && shown.contains("no move rule is called `pawn.push`"), "{shown}");
}

#[test]
fn english_knows_hexagons() {
    let moves = "[pieces.ox.moves]\nstep = { step = [\"forward-left\", \"forward-right\"] }\n\
                 slide = { slide = \"orthogonal\" }\nleap = { leap = [1, 3] }\n";
    let board = "[board]\nsize = [4, 3]\ncells = \"hex\"\nmirror = \"rotate\"\n";
    let text = told(&format!("{GAME}{board}{PIECES}[pieces.ox]\nletter = \"O\"\n{moves}{SETUP}"));
    for words in [
        "4 files by 3 ranks of hexagons, each row half a cell further right than the one above",
        "step: goes one cell forward to either side",
        "slide: slides any number of cells along a row of hexagons",
        "leaps 2 cells along a row of hexagons and 1 along a row that bends off it by 60 degrees",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}
