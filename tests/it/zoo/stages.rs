//! Small games whose moves change cells far from their own: further stages, pieces of nobody, pieces that become
//! others.

/// Their names and definitions.
pub const TEXTS: [(&str, &str); 4] =
    [("masons", MASONS), ("herons", HERONS), ("weavers", WEAVERS), ("griffons", GRIFFONS)];

/// Further stages that put pieces of nobody and of the mover, by each way; captures of what is nobody's, blasts
/// that take it, royal pieces saved by it; patterns of pairs that effects change.
const MASONS: &str = r#"
[game]
language = 1
name     = "Masons"
players  = ["white", "black"]
position = "fen"
[board]
size  = [6, 6]
holes = ["c4"]
[hands]
captured = { to = "captor" }
[effects.blast]
on = "capture"
do = { take = "around", only = ["neutral", "mason"] }
[pieces.wall]
letter = "*"
owner  = "neutral"
[pieces.king]
letter     = "K"
royal      = "each"
moves.walk = { step = "any", onto = ["empty", "enemy", "neutral wall"], then = { put = "wall", leap = [1, 2], along = ["forward", "left"] } }
[pieces.mason]
letter = "M"
[pieces.mason.moves]
slide = { slide = "orthogonal", then = { put = "wall", slide = ["forward", "diagonal"], range = [2, 3] } }
drop  = { drop = "hand", to = "own-half", then = { put = "brick", step = "any", to = "own-half" } }
leave = { exit = "forward" }
[pieces.rider]
letter  = "R"
promote = { to = "mason", on = "last-rank" }
moves.ride = { ride = [1, 2], then = { set = "wall", ride = [0, 2], range = [1, 2] } }
[pieces.brick]
letter     = "B"
moves.step = { step = "forward", onto = ["empty", "enemy"] }
[setup]
board = """
  r m k . m r
  . b . b . .
  . . # . . *
  . . . . . .
  . . B . B .
  R M K . M R
"""
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.walled]
if     = { count = "neutral", at-least = 12 }
winner = "mover"
[evaluation]
symmetric = false
values    = { mason = 300, rider = 200, brick = 70 }
mobility  = { mason = 3, rider = 2 }
exited    = 40
"#;

/// A piece of nobody that every move sets anew, pieces of the mover that are set, in company of castles, gates,
/// promotions, passes and forced captures.
const HERONS: &str = r#"
[game]
language = 1
name     = "Herons"
players  = ["white", "black"]
position = "fen"
[board]
size = [6, 5]
[legality]
must-capture = true
[hands]
gate = { of = ["heron"], on = "rank-1" }
[turn]
then = { set = "stork" }
[moves]
rest = { pass = "stuck" }
[pieces.king]
letter = "K"
[pieces.king.moves]
walk   = { step = "orthogonal", then = { set = "egg", step = "diagonal" } }
castle = { castle = { from = "c1", to = "e1", with = "rook", with-from = "f1", with-to = "d1", right = "K" } }
[pieces.rook]
letter      = "R"
moves.slide = { slide = "orthogonal" }
[pieces.heron]
letter  = "H"
moves.hop = { hop = "any" }
[pieces.pawn]
letter  = "P"
promote = { to = ["rook", "heron"], on = "last-rank" }
[pieces.pawn.moves]
push = { step = "forward", onto = "empty" }
take = { step = ["forward-left", "forward-right"], onto = "enemy" }
[pieces.egg]
letter = "E"
moves.roll = { step = "sideways", onto = "empty" }
[pieces.stork]
letter = "*"
owner  = "neutral"
[setup]
board = """
  r . k . . r
  p p . p . p
  . . . . . .
  P . P . P P
  R . K . . R
"""
hands = { white = "H", black = "h" }
[end.taken]
if     = { none = "enemy king" }
winner = "mover"
[end.long]
if     = { plies = 80 }
winner = "none"
[end.stuck]
if     = "no-moves"
winner = "none"
[evaluation]
symmetric = false
values    = { king = 900, rook = 300, heron = 150, pawn = 60 }
"#;

/// Patterns of lines that castles, flips and puts change besides the cells of a move.
const WEAVERS: &str = r##"
[game]
language = 1
name     = "Weavers"
players  = ["white", "black"]
[board]
size = [6, 6]
[pieces.thread]
letter     = "T"
moves.lay  = { drop = "supply", do = { flip = "flanked" } }
moves.fold = { leap = [2, 2], onto = "empty", do = { put = "from" } }
[pieces.loom]
letter = "L"
[pieces.loom.moves]
swap = { castle = { from = "a1", to = "c1", with = "thread", with-from = "d1", with-to = "b1" } }
step = { step = "any", onto = "empty" }
[setup]
board = """
  l . . t . .
  . . . . . .
  . . T t . .
  . . t T . .
  . . . . . .
  L . . T . .
"""
[end.full]
if     = "board-full"
winner = "none"
[end.stuck]
if     = "no-moves"
winner = "none"
[evaluation.lines]
pair  = { pattern = "XX",  value = 3 }
fence = { pattern = "X.O", value = 7 }
edge  = { pattern = "#X",  value = 11 }
"##;

/// Slides that bend, in a game with royal pieces; pieces that become others by effects, their own and those of
/// captures; pieces of nobody put by effects.
const GRIFFONS: &str = r#"
[game]
language = 1
name     = "Griffons"
players  = ["white", "black"]
position = "fen"
[board]
size  = [7, 7]
holes = ["d4"]
[effects.crown]
on = "capture"
do = [{ become = "to", kind = "griffon", only = "pawn" }, { become = "around", kind = "pawn", only = "enemy griffon" }]
[pieces.king]
letter     = "K"
royal      = "each"
moves.walk = { step = "any" }
[pieces.griffon]
letter      = "G"
moves.soar  = { path = ["diagonal", "orthogonal"], range = [1, 9] }
moves.stoop = { path = ["orthogonal", "diagonal"], range = [2, 3], onto = "enemy" }
[pieces.pawn]
letter = "P"
[pieces.pawn.moves]
push = { step = "forward", onto = "empty", do = { put = "from", kind = "stone", at-least = 1, only = "empty" } }
jump = { leap = [0, 2], along = "forward", onto = "empty", do = { become = "to", kind = "king" }, to = "last-rank" }
take = { step = ["forward-left", "forward-right"], onto = ["enemy", "neutral"] }
[pieces.stone]
letter = "*"
owner  = "neutral"
[setup]
board = """
  . g . k . g .
  . p p . p p .
  . . . . . . .
  . . . # . . .
  . . . . . . .
  . P P . P P .
  . G . K . G .
"""
[illegal.stare]
before = { facing = ["own griffon", "enemy"], along = "forward-left" }
if     = { facing = [["own griffon", "own king"], "enemy"], along = ["orthogonal", "forward-left"] }
except = ["king.walk", "pawn.take"]
[illegal.again]
if = { repeats = 2 }
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.stare]
if     = [{ facing = ["own king", "enemy king"] }, { plies = 30 }]
winner = "mover"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.long]
if     = { plies = 120 }
winner = "none"
[evaluation]
values   = { griffon = 700, pawn = 100 }
mobility = 2
"#;
