//! Small games whose turns have several moves, or whose sides are swapped.

/// Their names and definitions.
pub const TEXTS: [(&str, &str); 5] = [
    ("marchers", MARCHERS),
    ("raiders", RAIDERS),
    ("traders", TRADERS),
    ("idlers", IDLERS),
    ("climbers", CLIMBERS),
];

/// Three in a row by turns of two moves and then of three, each of which may be a pass; who has moved may stop.
const IDLERS: &str = r#"
[game]
language = 1
name     = "Idlers"
players  = ["black", "white"]
[board]
size = [3, 3]
[pieces.stone]
letters     = { black = "X", white = "O" }
moves.place = { drop = "supply" }
[moves]
pass = { pass = "free" }
[turn]
moves = [2, 3]
may   = true
[end.passes]
if     = { passes = 2 }
winner = "none"
[end.line]
if     = { line = { length = 3 } }
winner = "mover"
[end.full]
if     = "board-full"
winner = "none"
"#;

/// Three in a row by turns of one move, two, and then three.
const CLIMBERS: &str = r#"
[game]
language = 1
name     = "Climbers"
players  = ["black", "white"]
[board]
size = [4, 3]
[pieces.stone]
letters     = { black = "X", white = "O" }
moves.place = { drop = "supply" }
[turn]
moves = [1, 2, 3]
[end.line]
if     = { line = { length = 3 } }
winner = "mover"
[end.full]
if     = "board-full"
winner = "none"
"#;

/// Turns of one, two, three moves that a check ends, where marks are answered, checks counted and hands filled.
const MARCHERS: &str = r#"
[game]
language = 1
name     = "Marchers"
players  = ["white", "black"]
position = "fen"
[board]
size = [5, 6]
[hands]
captured = { to = "captor" }
[turn]
moves = [1, 2, 3]
until = "in-check"
may   = true
[pieces.king]
letter   = "K"
royal    = "each"
moves.go = { step = "any" }
[pieces.rook]
letter = "R"
[pieces.rook.moves]
go   = { slide = "orthogonal" }
drop = { drop = "hand", to = "own-half" }
[pieces.pawn]
letter  = "P"
promote = { to = "rook", on = "last-rank" }
[pieces.pawn.moves]
push    = { step = "forward", onto = "empty" }
double  = { slide = "forward", range = [2, 2], from = "rank-2", onto = "empty", do = { mark = "path" } }
take    = { step = ["forward-left", "forward-right"], onto = "enemy" }
passing = { step = ["forward-left", "forward-right"], onto = "marked", do = { take = "marker" } }
drop    = { drop = "hand", to = ["rank-2", "rank-3"] }
[setup]
board = """
  r . k . r
  p p . p p
  . . . . .
  . . . . .
  P P . P P
  R . K . R
"""
[end.checks]
if     = { checks = 4 }
winner = "mover"
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.repetition]
if     = { repeats = 3 }
winner = "none"
[end.long]
if     = { plies = 90 }
winner = "none"
[evaluation]
values = { pawn = 100, rook = 400 }
"#;

/// Who reaches the enemy's half moves once more, and stops when it likes; who is stuck passes, and two passes end the game.
const RAIDERS: &str = r#"
[game]
language = 1
name     = "Raiders"
players  = ["red", "blue"]
[board]
size  = [5, 5]
holes = ["c3"]
[turn]
extra = { count = "own", on = "enemy-half", at-least = 2 }
may   = true
[pieces.man]
letter = "M"
moves.go   = { step = ["forward", "sideways"], onto = "empty" }
moves.take = { step = "diagonal", onto = "enemy" }
[moves]
wait = { pass = "stuck" }
[setup]
board = """
  m . m . m
  . m . m .
  . . # . .
  . M . M .
  M . M . M
"""
[end.bare]
if     = { none = "enemy" }
winner = "mover"
[end.quiet]
if     = { passes = 2 }
winner = "none"
[end.repetition]
if     = { repeats = 2 }
winner = "none"
[end.long]
if     = { plies = 70 }
winner = "none"
[evaluation]
values = { man = 100 }
"#;

/// Four in a row or square corners by turns of one and two, after the sides may be swapped across the diagonal.
const TRADERS: &str = r#"
[game]
language = 1
name     = "Traders"
players  = ["red", "blue"]
[board]
size = [4, 4]
[turn]
moves = [1, 2]
swap  = "mirror"
[pieces.stone]
letter      = "S"
moves.place = { drop = "supply" }
moves.step  = { step = "orthogonal", onto = "empty" }
[end.rows]
if     = { connects = ["*1", "*4"] }
winner = "red"
[end.files]
if     = { connects = ["a*", "d*"] }
winner = "blue"
[end.line]
if     = { line = { length = 4 } }
winner = "mover"
[end.full]
if     = "board-full"
winner = "none"
[end.long]
if     = { plies = 40 }
winner = "none"
"#;
