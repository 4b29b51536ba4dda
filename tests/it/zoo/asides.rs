//! Small games whose pieces are closed in, lie between others, or have something done by every move.

/// Their names and definitions.
pub const TEXTS: [(&str, &str); 3] = [("jailers", JAILERS), ("porters", PORTERS), ("guests", GUESTS)];

/// Runs of some length, hostile cells, edges and regions, along some directions alone, where kings look on and hands
/// fill.
const JAILERS: &str = r#"
[game]
language = 1
name     = "Jailers"
players  = ["white", "black"]
[board]
size  = [6, 6]
holes = ["d4"]
[hands]
captured = { to = "captor" }
[regions]
gates = { own = ["c3", "f1", "b5"] }
[pieces.king]
letter     = "K"
royal      = "each"
moves.walk = { step = "any" }
[pieces.man]
letter = "M"
do     = [
    { take = "flanked", along = ["forward", "sideways"], range = [1, 2], hostile = "gates", only = "enemy man" },
    { take = "beset", along = "orthogonal", hostile = "gates", edge = true, only = ["enemy man", "enemy rook"] },
]
[pieces.man.moves]
go   = { step = "any", onto = "empty" }
drop = { drop = "hand", to = "own-half" }
[pieces.rook]
letter = "R"
[pieces.rook.moves]
slide = { slide = "orthogonal", do = { flip = "around", along = "diagonal", only = "enemy man", on = ["enemy-half", "edge"] } }
crowd = { slide = "diagonal", onto = "empty", do = { take = "beset", along = "diagonal", at-least = 1 } }
[setup]
board = """
  r . k . m .
  m m . m . m
  . . . # . .
  . . . . . .
  M . M . M M
  . M . K . R
"""
[effects.settle]
on = "move"
do = { become = "around", along = "sideways", kind = "rook", only = "enemy man", on = "gates" }
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
if     = { plies = 120 }
winner = "none"
[evaluation]
symmetric = false
values    = { man = 100, rook = 400 }
"#;

/// What is carried between two, shut in, and what opens between own pieces, new or not.
const PORTERS: &str = r#"
[game]
language = 1
name     = "Porters"
players  = ["red", "blue"]
[board]
size   = [5, 5]
mirror = "rotate"
lines  = ["grid", "a1/e5", "e1/a5", "a3/c5", "c5/e3", "e3/c1", "c1/a3"]
[pieces.man]
letter = "M"
do     = [{ flip = "flanking" }, { flip = "enclosed", only = "enemy" }, { mark = "between", fresh = true }]
[pieces.man.moves]
answer = { step = "any", onto = "marked" }
go     = { step = "any", onto = "empty" }
[pieces.carrier]
letter = "C"
[pieces.carrier.moves]
go   = { slide = "any", range = [1, 2], onto = "empty", do = [{ take = "flanking", along = "orthogonal", only = "enemy carrier" }, { put = "between", along = "sideways", kind = "man", on = "own-half" }] }
wait = { stay = true, do = { mark = "between", along = "diagonal" } }
[legality]
priority = ["man.answer"]
[setup]
board = """
  m m c m m
  m . . . m
  M . . . m
  M . . . M
  M M C M M
"""
[end.all]
if     = { none = "enemy" }
winner = "mover"
[end.stuck]
if    = "no-moves"
loser = "turn"
[end.repetition]
if     = { repeats = 3 }
winner = "none"
[end.long]
if     = { plies = 80 }
winner = "none"
[evaluation]
values = { man = 100, carrier = 150 }
"#;

/// Every move puts something beside, also where pieces go on and captures have to be made.
const GUESTS: &str = r#"
[game]
language = 1
name     = "Guests"
players  = ["white", "black"]
[board]
size = [5, 6]
[legality]
must-capture = true
[effects.ring]
on = "move"
do = [{ take = "flanked", along = "diagonal", hostile = ["c3", "c4"] }, { put = "from", kind = "guest" }]
[pieces.guest]
letter     = "G"
do         = { flip = "flanking", along = "sideways", on = "enemy-half" }
moves.step = { step = ["forward", "sideways"], onto = "empty" }
moves.jump = { hop = "any", over = "enemy", before = [0, 0], after = [0, 0], onto = "empty", do = { take = "path" }, then = { again = "may" } }
moves.take = { step = "diagonal", onto = "enemy" }
[setup]
board = """
  g g . g g
  . . . . .
  . . g . .
  . . G . .
  . . . . .
  G G . G G
"""
[end.none]
if     = { none = "enemy" }
winner = "mover"
[end.stuck]
if    = "no-moves"
loser = "turn"
[end.full]
if     = "board-full"
winner = "none"
[end.long]
if     = { plies = 60 }
winner = "none"
[evaluation]
values = { guest = 100 }
"#;
