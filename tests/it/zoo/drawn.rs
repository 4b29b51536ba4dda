//! Small games on boards that are drawn: everything that walks along a direction follows lines.

/// Their names and definitions.
pub const TEXTS: [(&str, &str); 3] = [("rings", RINGS), ("webs", WEBS), ("threads", THREADS)];

/// Three squares in each other: neighbours lie far apart, pieces that slide, hop and bend check kings on them, and what
/// is captured takes its neighbours with it.
const RINGS: &str = r#"
[game]
language = 1
name     = "Rings"
players  = ["white", "black"]
[board]
size  = [7, 7]
lines = ["a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4/c4", "e4/g4", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7", "a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1/d3", "d5/d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7", "a1 b2 c3", "g7 f6 e5"]
[pieces.king]
letter = "K"
royal  = "each"
moves.walk = { step = "any" }
[pieces.rook]
letter = "R"
moves.slide = { slide = "orthogonal", do = { take = "around", only = "enemy" } }
[pieces.cannon]
letter = "C"
[pieces.cannon.moves]
go   = { slide = "orthogonal", onto = "empty" }
fire = { hop = "any", onto = "enemy" }
[pieces.horse]
letter = "H"
[pieces.horse.moves]
bend = { path = ["orthogonal", "diagonal"] }
far  = { path = ["forward", "forward"], range = [1, 2], onto = "empty" }
walk = { step = "orthogonal", onto = "empty" }
jump = { leap = [0, 2], do = { take = "path", only = "enemy" } }
[setup]
board = """
  r # # k # # .
  # c # . # h #
  # # . . . # #
  . . . # . . .
  # # . . . # #
  # H # . # C #
  . # # K # # R
"""
[illegal.facing]
if = { facing = ["own king", "enemy king"], along = "orthogonal" }
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.long]
if     = { plies = 80 }
winner = "none"
[evaluation]
values   = { rook = 500, cannon = 400, horse = 300 }
mobility = { rook = 2, horse = 3 }
"#;

/// Stones turn over what they flank along the lines, groups hold along all of them, and three on a line win.
const WEBS: &str = r#"
[game]
language = 1
name     = "Webs"
players  = ["red", "blue"]
[board]
size   = [5, 5]
holes  = ["c3"]
mirror = "rotate"
lines  = ["grid", "a1/e5", "e1/a5", "a3/c5", "c5/e3", "e3 d2 c1", "c1/a3"]
[pieces.man]
letter = "M"
[pieces.man.moves]
put  = { drop = "hand", do = { flip = "flanked" } }
go   = { step = "any", onto = "empty", do = [{ flip = "flanked" }, { take = "enclosed", only = "enemy" }] }
jump = { hop = "any", over = "enemy", before = [0, 0], after = [0, 0], onto = "empty", do = { take = "path" }, then = { again = "may", bends = "not-back" } }
[setup]
hands = { red = "MMMMM", blue = "mmmmm" }
[end.row]
if     = { line = { length = 3, blocked-ends = "void" } }
winner = "mover"
[end.one]
if     = [{ groups = "own", at-most = 1 }, { count = "own", at-least = 3 }]
winner = "mover"
[end.stuck]
if     = "no-moves"
loser  = "turn"
[end.long]
if     = { plies = 60 }
winner = "score"
[score]
values = { man = 1 }
area   = 1
[evaluation]
values = { man = 10 }
[evaluation.lines.two]
pattern = "XX."
value   = 5
"#;

/// A few threads from side to side, some of them bent, along which stones fall and further stones are put.
const THREADS: &str = r#"
[game]
language = 1
name     = "Threads"
players  = ["red", "blue"]
[board]
size  = [6, 4]
lines = ["*1", "*4", "a1 a2 a4", "b1 b4", "c1 c3 d4", "f1/f4", "d1 e2 f3", "e1 e4"]
[pieces.man]
letter = "M"
[pieces.man.moves]
fall = { drop = "supply", falls = "backward" }
[pieces.scout]
letter = "S"
[pieces.scout.moves]
run  = { slide = "any", range = [2, 4], onto = "empty", do = { become = "around", kind = "man", only = "scout" } }
ride = { ride = [1, 2], onto = "empty", then = { put = "man", slide = "any", range = [1, 2] } }
step = { step = "any", onto = "any" }
[setup]
board = """
  s s . . . s
  # # . # # .
  . # # # . .
  S S . . . S
"""
[end.stuck]
if     = "no-moves"
loser  = "turn"
[end.none]
if     = { none = "enemy scout" }
winner = "mover"
[end.long]
if     = { plies = 60 }
winner = "none"
[evaluation]
symmetric = false
values    = { man = 10, scout = 50 }
"#;
