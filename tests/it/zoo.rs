//! Games that are not shipped: small definitions that use the words of the language which the shipped
//! games leave out, and boards of every width.

pub mod asides;
pub mod chains;
pub mod checks;
pub mod choices;
pub mod counts;
pub mod deeds;
pub mod drawn;
pub mod groups;
pub mod hexes;
pub mod letters;
pub mod slides;
pub mod stages;
pub mod turns;

use std::sync::{Arc, LazyLock};

use banco::inside::game::Game;

use crate::shipped::load_text;

/// Their names and definitions.
pub const TEXTS: [(&str, &str); 11] = [
    ("riders", RIDERS),
    ("wanderers", WANDERERS),
    ("sideways", SIDEWAYS),
    ("gliders", GLIDERS),
    ("barrage", BARRAGE),
    ("courtiers", COURTIERS),
    ("crowns", CROWNS),
    ("phalanx", PHALANX),
    ("wide", WIDE),
    ("widest", WIDEST),
    ("demolishers", DEMOLISHERS),
];

/// Points for what stands around pieces, which change as the pieces go.
const PHALANX: &str = r#"
[game]
language = 1
name     = "Phalanx"
players  = ["white", "black"]
[board]
size = [7, 8]
[pieces.pawn]
letter      = "P"
moves.push  = { step = "forward", onto = "empty" }
moves.take  = { step = ["forward-left", "forward-right"], onto = "enemy" }
[pieces.knight]
letter     = "N"
moves.leap = { leap = [1, 2] }
[pieces.rook]
letter      = "R"
moves.slide = { slide = "orthogonal" }
[pieces.king]
letter     = "K"
moves.walk = { step = "any" }
[setup]
board = """
  r n . k . n r
  p p p p p p p
  . . . . . . .
  . . . . . . .
  . . . . . . .
  . . . . . . .
  P P P P P P P
  R N . K . N R
"""
[end.taken]
if     = { none = "enemy king" }
winner = "mover"
[end.across]
if     = { some = "own pawn", on = "last-rank" }
winner = "mover"
[end.stuck]
if     = "no-moves"
loser  = "turn"
[end.long]
if     = { plies = 200 }
winner = "none"
[evaluation]
phase         = { knight = 1, rook = 2 }
values        = { pawn = 80, knight = 300, rook = 480 }
late-values   = { pawn = 115, rook = 530 }
mobility      = { knight = 4, rook = 2 }
late-mobility = { rook = 5, king = 1 }
[evaluation.late-squares]
king = """
  -9 -5 -2  0 -2 -5 -9
  -5  0  3  5  3  0 -5
  -2  3  8 11  8  3 -2
   0  5 11 17 11  5  0
   0  5 11 17 11  5  0
  -2  3  8 11  8  3 -2
  -5  0  3  5  3  0 -5
  -9 -5 -2  0 -2 -5 -9
"""
[evaluation.formations]
passed   = { piece = "pawn", none = "enemy pawn", on = { ahead = [1, 7], beside = [0, 1] }, value = [0, 3, 5, 9, 17, 31, 59, 0], late = [0, 7, 11, 19, 37, 67, 119, 0] }
doubled  = { piece = "pawn", some = "own pawn", on = "ahead", value = -11, late = -17 }
isolated = { piece = "pawn", none = "own pawn", on = { beside = [1, 1] }, value = -13 }
shield   = { piece = "king", each = "own pawn", on = { ahead = [1, 2], beside = [0, 1] }, value = 7, late = 0 }
crowd    = { piece = "king", count = "enemy", at-least = 2, on = "around", value = -41 }
open     = { piece = "rook", none = "pawn", on = "file", value = 23 }
pair     = { piece = "knight", some = "own knight", on = "board", value = 19 }
support  = { piece = "knight", some = "own pawn", on = { ahead = [-1, -1], beside = [1, 1] }, value = 15 }
"#;

/// Slides, leaps and ranges on a board with holes, several kinds.
const RIDERS: &str = r#"
[game]
language = 1
name     = "Riders"
players  = ["white", "black"]
[board]
size  = [10, 10]
holes = ["e5", "f6", "a10"]
[pieces.rook]
letter = "R"
moves.slide = { slide = "orthogonal" }
[pieces.bishop]
letter = "B"
moves.slide = { slide = "diagonal", range = [2, 4] }
[pieces.knight]
letter = "N"
moves.leap = { leap = [1, 2] }
[pieces.lancer]
letter = "L"
moves.leap  = { leap = [1, 2], along = "forward" }
moves.walk  = { step = ["left", "right", "backward"], onto = "empty" }
moves.also  = { step = "sideways" }
[setup]
board = """
  # r . n b b n . r r
  l . l . l . l . l .
  . . . . . . . . . .
  . . . . . . . . . .
  . . . . . # . . . .
  . . . . # . . . . .
  . . . . . . . . . .
  . . . . . . . . . .
  . L . L . L . L . L
  R R . N B B N . R .
"""
[end.extinct]
if     = { none = "enemy" }
winner = "mover"
[end.quiet]
if     = { quiet-plies = 40, reset = ["capture", "lancer"] }
winner = "none"
[end.long]
if     = { plies = 300 }
winner = "none"
[end.stuck]
if     = "no-moves"
winner = "none"
[evaluation]
mobility = 1
[evaluation.values]
rook   = 500
bishop = 300
knight = 300
lancer = 100
"#;

/// Regions, conditions, what lies in between, both kinds of passes.
const WANDERERS: &str = r#"
[game]
language = 1
name     = "Wanderers"
players  = ["white", "black"]
[board]
size = [6, 6]
[regions]
home = { own = ["a1:f2"] }
[pieces.ghost]
letter = "G"
[pieces.ghost.moves]
fly  = { slide = "any", range = [1, 3], through = ["empty", "own"], onto = "empty" }
take = { slide = "orthogonal", through = "any", onto = "enemy", from = "home" }
[pieces.guard]
letter = "U"
within = "home"
[pieces.guard.moves]
walk = { step = "orthogonal", onto = ["empty", "enemy ghost"] }
rush = { step = "forward", within = "board", if = { some = "enemy", on = "home" } }
[moves]
rest  = { pass = "free", if = { count = "own", at-most = 3 } }
yield = { pass = "stuck" }
[illegal.herd]
if    = { count = "own ghost", on = ["a3:f4"], at-least = 3 }
moves = ["ghost.fly"]
[setup]
board = """
  g u g g u g
  . . u . . .
  . . . . . .
  . . . . . .
  . . . U . .
  G U G G U G
"""
[end.home]
if     = [{ count = "own ghost", on = "last-rank", at-least = 2 }, { not = { some = "enemy guard", on = "last-rank" } }]
winner = "mover"
[end.extinct]
if     = { either = [{ none = "enemy ghost" }, { none = "enemy guard" }] }
winner = "mover"
[end.rest]
if     = { passes = 2 }
winner = "none"
[end.repetition]
if     = { repeats = 3 }
winner = "none"
"#;

/// Stones that fall sideways and up, two kinds to drop, holes in their way.
const SIDEWAYS: &str = r#"
[game]
language = 1
name     = "Sideways"
players  = ["x", "o"]
[board]
size  = [6, 5]
holes = ["c3"]
[pieces.cross]
letters = { x = "X", o = "O" }
moves.roll = { drop = "supply", falls = "east" }
[pieces.ring]
letters = { x = "A", o = "B" }
moves.rise = { drop = "supply", falls = "north", to = ["c*", "d*"] }
[end.four]
if     = { line = { length = 4, overline = "ignored", blocked-ends = "void", edge-blocks = true } }
winner = "mover"
[end.full]
if     = "board-full"
winner = "none"
[end.stuck]
if     = "no-moves"
loser  = "turn"
[evaluation.lines.two]
pattern = ".XX."
value   = 5
"#;

/// Slides that land where they pass: on empty cells only.
const GLIDERS: &str = r#"
[game]
language = 1
name     = "Gliders"
players  = ["white", "black"]
[board]
size = [5, 5]
[pieces.queen]
letter = "Q"
moves.glide = { slide = "any", onto = "empty" }
[setup]
board = """
  q q . q q
  . . . . .
  . . q . .
  . . Q . .
  Q Q . Q Q
"""
[end.three]
if     = { line = { length = 3 } }
winner = "mover"
[end.stuck]
if     = "no-moves"
loser  = "turn"
[end.repetition]
if     = { repeats = 3 }
winner = "none"
"#;

/// Pieces that come and move, lines made by moving, 18 by 18 cells.
const BARRAGE: &str = r#"
[game]
language = 1
name     = "Barrage"
players  = ["x", "o"]
[board]
size = [18, 18]
[pieces.stone]
letters = { x = "X", o = "O" }
[pieces.stone.moves]
place = { drop = "supply", to = ["h8:k11"] }
shove = { slide = "any", range = [1, 2], onto = ["empty", "enemy"] }
[end.four]
if     = { line = { length = 4, overline = "ignored" } }
winner = "mover"
[end.long]
if     = { plies = 60 }
winner = "none"
[end.stuck]
if     = "no-moves"
winner = "none"
[evaluation.lines.three]
pattern = "-XXX."
value   = 10
[evaluation.lines.pair]
pattern = "?XX#"
value   = 3
"#;

/// Rides, paths of three steps, hops with and without bounds, a royal of which each counts, holes, a pass out
/// of danger, a veto of checks, ends by perpetual check.
const COURTIERS: &str = r#"
[game]
language = 1
name     = "Courtiers"
players  = ["white", "black"]
position = "fen"
[board]
size  = [8, 8]
holes = ["d4", "e5", "h1"]
[regions]
court = { own = ["a1:h4"] }
[pieces.prince]
letter = "K"
royal  = "each"
within = "court"
[pieces.prince.moves]
walk = { step = "any" }
[pieces.nightrider]
letter = "N"
[pieces.nightrider.moves]
ride = { ride = [1, 2], range = [1, 3] }
dash = { ride = [0, 2], along = "forward", through = ["empty", "own"], onto = "empty" }
[pieces.mammoth]
letter     = "M"
moves.lope = { path = ["orthogonal", "diagonal", "diagonal"] }
moves.turn = { path = ["forward", "any"], onto = ["empty", "enemy nightrider"] }
[pieces.grasshopper]
letter     = "G"
moves.hop  = { hop = "any", after = [0, 0] }
[pieces.cannon]
letter = "C"
[pieces.cannon.moves]
slide = { slide = "orthogonal", onto = "empty" }
shoot = { hop = "orthogonal", over = ["enemy", "own grasshopper"], before = [0, 2], after = [1, 3], onto = "enemy" }
[moves]
wait = { pass = "free", if = { count = "own", at-most = 4 } }
rest = { pass = "stuck" }
[illegal.hasty-check]
if    = "in-check"
moves = ["nightrider.dash"]
[setup]
board = """
  n g m k c g n k
  . . . c m . . .
  . . . . . . . .
  . . . . # . . .
  . . . # . . . .
  . . . . . . . .
  . . . C M . . .
  N G M K C G K #
"""
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.both-check]
if     = [{ repeats = 2, checking = "own" }, { repeats = 2, checking = "enemy" }]
winner = "none"
[end.checked]
if    = { repeats = 2, checking = "own" }
loser = "mover"
[end.enemy-checked]
if     = { repeats = 3, checking = "enemy" }
winner = "mover"
[end.repetition]
if     = { repeats = 3 }
winner = "none"
[end.rest]
if     = { passes = 2 }
winner = "none"
[end.quiet]
if     = { quiet-plies = 60 }
winner = "none"
[evaluation]
symmetric = false
mobility  = 1
values    = { nightrider = 500, mammoth = 300, grasshopper = 200, cannon = 400 }
"#;

/// Royals of which the last one counts, beside a royal of another kind, that leave the board, capture their
/// own kind and are dropped in between.
const CROWNS: &str = r#"
[game]
language = 1
name     = "Crowns"
players  = ["white", "black"]
[board]
size  = [5, 5]
holes = ["c3"]
[pieces.king]
letter = "K"
royal  = "any"
[pieces.king.moves]
walk  = { step = "orthogonal", onto = "any" }
leave = { exit = "forward" }
[pieces.heir]
letter = "H"
royal  = "each"
[pieces.heir.moves]
walk = { step = "forward" }
[pieces.page]
letter = "P"
[pieces.page.moves]
place = { drop = "supply", to = ["c*"], if = { count = "own page", at-most = 1 } }
skip  = { hop = "any", over = "own", onto = ["empty", "enemy"] }
fly   = { slide = "diagonal", through = ["empty", "own"], onto = "enemy" }
[setup]
board = """
  k . k . .
  . . p h .
  . . # . .
  . H P . .
  . . K . K
"""
[end.free]
if     = { none = "own king" }
winner = "mover"
[end.mate]
if    = ["in-check", "no-moves"]
loser = "turn"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.repetition]
if     = { repeats = 3 }
winner = "none"
[end.long]
if     = { plies = 120 }
winner = "none"
"#;

/// Captures take what stands around, and a knight clears its own pawns away without a capture: that may uncover its king.
const DEMOLISHERS: &str = r#"
[game]
language = 1
name     = "Demolishers"
extends  = "atomic"
[pieces.knight.moves]
clear = { step = "orthogonal", onto = "empty", do = { take = "around", only = "own pawn" } }
"#;

/// Twenty by twenty.
const WIDE: &str = r#"
[game]
language = 1
name     = "Wide"
extends  = "caro"
[board]
size = [20, 20]
"#;

/// The largest board.
const WIDEST: &str = r#"
[game]
language = 1
name     = "Widest"
extends  = "breakthrough"
[board]
size = [16, 64]
[pieces.pawn]
moves.rush = { slide = "forward", range = [1, 9], onto = "empty" }
[setup]
board = """
ROWS
"""
[evaluation]
squares    = false
formations = false
"#;

static GAMES: LazyLock<Vec<(&str, Arc<Game>)>> = LazyLock::new(|| {
    let load = |(name, text): &(&'static str, &str)| {
        let text = text.replace("ROWS", &rows());
        (*name, load_text(&text).unwrap_or_else(|said| panic!("{name}:\n{said}")))
    };
    texts().map(load).chain(SIZES.map(walkers)).collect()
});

/// Boards that fill a width to the last cell, and the longest ones.
const SIZES: [(&str, usize, usize); 5] = [
    ("walkers of 128", 16, 8),
    ("walkers of 256", 16, 16),
    ("walkers of 512", 32, 16),
    ("walkers in a row", 1024, 1),
    ("walkers in a column", 1, 1024),
];

/// Pieces in the corners of a board that walk and slide about and capture each other.
fn walkers((name, files, ranks): (&'static str, usize, usize)) -> (&'static str, Arc<Game>) {
    let mut cells = vec![". "; files * ranks];
    for (at, letter) in
        [(0, "x "), (files * ranks - 1, "X "), (files - 1, "o "), (files * ranks - files, "O ")]
    {
        if cells[at] == ". " {
            cells[at] = letter;
        }
    }
    let rows: Vec<String> = cells.chunks(files).map(<[&str]>::concat).collect();
    let text = format!(
        r#"
[game]
language = 1
name     = "{name}"
players  = ["white", "black"]
[board]
size = [{files}, {ranks}]
[pieces.walker]
letter     = "X"
moves.walk = {{ step = "any" }}
[pieces.slider]
letter      = "O"
moves.slide = {{ slide = "orthogonal" }}
[setup]
board = """
{}
"""
[end.alone]
if     = {{ none = "enemy" }}
winner = "mover"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.long]
if     = {{ plies = 200 }}
winner = "none"
[evaluation]
symmetric = false
values    = {{ walker = 1, slider = 3 }}
"#,
        rows.join("\n")
    );
    (name, load_text(&text).unwrap_or_else(|said| panic!("{name}:\n{said}")))
}

/// Two rows of pawns at either end of 64 ranks.
fn rows() -> String {
    let row = |number: usize| match number {
        0 | 1 => "p ".repeat(16),
        62 | 63 => "P ".repeat(16),
        _ => ". ".repeat(16),
    };
    (0..64).map(row).collect::<Vec<_>>().join("\n")
}

/// Every name and definition.
pub fn texts() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    TEXTS
        .iter()
        .chain(&deeds::TEXTS)
        .chain(&stages::TEXTS)
        .chain(&choices::TEXTS)
        .chain(&asides::TEXTS)
        .chain(&checks::TEXTS)
        .chain(&counts::TEXTS)
        .chain(&slides::TEXTS)
        .chain(&turns::TEXTS)
        .chain(&chains::TEXTS)
        .chain(&groups::TEXTS)
        .chain(&drawn::TEXTS)
        .chain(&hexes::TEXTS)
        .chain(&letters::TEXTS)
}

/// The games with their names.
pub fn games() -> impl Iterator<Item = (&'static str, Arc<Game>)> {
    GAMES.iter().map(|(name, game)| (*name, game.clone()))
}

#[test]
fn every_width_of_board_is_there() {
    let sizes: Vec<usize> = games().map(|(_, game)| game.rules.geometry.size()).collect();
    // A set of cells is one, two, four, eight or sixteen words wide.
    for widest in [64, 128, 256, 512, 1024] {
        assert!(
            sizes.iter().any(|&size| size <= widest && size > widest / 2),
            "no board of {} to {widest} cells",
            widest / 2 + 1
        );
    }
    assert!(sizes.contains(&1024), "the largest board of all is missing");
}
