//! Small games whose slides stop where the whole line says.

/// Their names and definitions.
pub const TEXTS: [(&str, &str); 2] = [("soarers", SOARERS), ("counters", COUNTERS)];

/// Kings that may be taken by slides which go as far as they can, by marks, over own pieces, and become others.
const SOARERS: &str = r#"
[game]
language = 1
name     = "Soarers"
players  = ["white", "black"]
[board]
size  = [6, 6]
holes = ["c5"]
[pieces.king]
letter     = "K"
royal      = "each"
moves.walk = { step = "any" }
[pieces.rook]
letter = "R"
[pieces.rook.moves]
glide = { slide = "orthogonal", range = "farthest", do = { mark = "to" } }
creep = { step = "diagonal", onto = "empty" }
[pieces.leaper]
letter = "L"
[pieces.leaper.moves]
far  = { ride = [1, 2], range = "farthest", onto = ["empty", "enemy"] }
near = { slide = "diagonal", range = "farthest", through = ["empty", "own"], onto = "marked" }
[pieces.man]
letter   = "M"
promote  = { to = "rook", on = "last-rank" }
moves.go = { slide = "forward", range = "farthest", from = ["rank-2", "rank-3", "mid"], to = ["last-rank", "mid"], onto = "empty" }
moves.at = { step = ["forward-left", "forward-right"], onto = "enemy" }
[setup]
board = """
  r l . k . r
  m . # m . m
  . . . . . .
  . . . . . .
  M . M . M .
  R . K . L R
"""
[regions]
mid = { own = "*4" }
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.long]
if     = { plies = 100 }
winner = "none"
[evaluation]
values = { man = 100, rook = 400, leaper = 300 }
"#;

/// Kings that may be taken from as far away as there are pieces, on a drawn board and by leaps.
const COUNTERS: &str = r#"
[game]
language = 1
name     = "Counters"
players  = ["white", "black"]
[board]
size   = [5, 5]
mirror = "rotate"
lines  = ["grid", "a1/e5", "e1/a5", "a3/c5", "c5/e3", "e3/c1", "c1/a3"]
[pieces.king]
letter   = "K"
royal    = "each"
moves.go = { step = "any" }
[pieces.man]
letter   = "M"
moves.go = { slide = "any", range = "pieces", through = ["empty", "own"] }
[pieces.scout]
letter = "S"
[pieces.scout.moves]
ride = { ride = [1, 2], range = "pieces", through = "any", onto = ["empty", "enemy"] }
go   = { slide = "orthogonal", range = "pieces", onto = "empty" }
[setup]
board = """
  s m k m s
  . m . . .
  . . . . .
  . . . M .
  S M K M S
"""
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
values = { man = 100, scout = 150 }
"#;
