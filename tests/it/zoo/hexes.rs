//! Small games on hexagons: everything that goes, counts or joins along six directions, and along the six between them.

/// Their names and definitions.
pub const TEXTS: [(&str, &str); 3] = [("combs", COMBS), ("hives", HIVES), ("cells", CELLS)];

/// Kings, riders and leapers on a hexagon with a hole; players look along one of its long ways. What the queen captures
/// takes its neighbours with it.
const COMBS: &str = r##"
[game]
language = 1
name     = "Combs"
players  = ["white", "black"]
[board]
size   = [7, 7]
cells  = "hex"
mirror = "rotate"
holes  = ["a5:a7", "b6", "b7", "c7", "e1:g1", "f2", "g2", "g3", "d4"]
[directions]
white = "north-east"
black = "south-west"
[pieces.king]
letter = "K"
royal  = "each"
moves.walk = { step = "any" }
[pieces.rook]
letter = "R"
moves.slide = { slide = "orthogonal" }
[pieces.bishop]
letter = "B"
moves.slide = { slide = "diagonal" }
[pieces.queen]
letter = "Q"
moves.slide = { slide = "any", range = [1, 2], do = { take = "around", only = "enemy" } }
[pieces.knight]
letter = "N"
moves.leap = { leap = [1, 3] }
[pieces.horse]
letter = "H"
[pieces.horse.moves]
bend = { path = ["orthogonal", "diagonal"] }
far  = { leap = [1, 2], along = "forward", onto = "empty" }
[pieces.cannon]
letter = "C"
[pieces.cannon.moves]
go   = { slide = "orthogonal", onto = "empty" }
fire = { hop = "any", onto = "enemy" }
[pieces.pawn]
letter  = "P"
promote = { to = ["rook", "knight"], on = "last-rank" }
[pieces.pawn.moves]
push   = { step = "forward", onto = "empty" }
double = { slide = "forward", range = [2, 2], onto = "empty", if = "unmoved", do = { mark = "path" } }
take   = { step = ["forward-left", "forward-right"], onto = "enemy" }
pass   = { step = ["forward-left", "forward-right"], onto = "marked", do = { take = "marker" } }
ride   = { ride = [1, 3], along = ["backward-left", "backward-right"], onto = "empty" }
[setup]
board = """
  # # # . n r k
   # # . c p b q
    # . . . p h .
     . . . # . . .
      . H P . . . #
       Q B P C . # #
        K R N . # # #
"""
[illegal.facing]
if = { facing = ["own king", "enemy king"] }
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
values   = { rook = 500, bishop = 300, queen = 450, knight = 250, horse = 260, cannon = 400, pawn = 100 }
mobility = { rook = 2, knight = 3 }
[evaluation.formations]
shield = { piece = "king", each = "own pawn", on = { ahead = [1, 2], beside = [0, 1] }, value = 7 }
crowd  = { piece = "king", count = "enemy", at-least = 1, on = "around", value = -41 }
[evaluation.attacks]
ring = { by = "rook", on = { around = "enemy king" }, value = 5 }
"##;

/// Stones are put and turned, go and close each other in; rows, groups and a way across count.
const HIVES: &str = r##"
[game]
language = 1
name     = "Hives"
players  = ["red", "blue"]
[board]
size   = [5, 4]
cells  = "hex"
holes  = ["c3"]
mirror = "rotate"
[pieces.man]
letter = "M"
do     = [{ flip = "flanking", along = "orthogonal" }, { take = "beset", along = "any", edge = true }]
[pieces.man.moves]
put  = { drop = "hand", if = { some = "own man", on = "around" }, do = { flip = "flanked" } }
slip = { step = "diagonal", onto = "marked" }
go   = { step = "orthogonal", onto = "empty", do = [{ flip = "flanked", range = [1, 2] }, { take = "enclosed", only = "enemy" }, { mark = "between", fresh = true }] }
jump = { hop = "orthogonal", over = "enemy", before = [0, 0], after = [0, 0], onto = "empty", do = { take = "path" }, then = { again = "may", bends = "not-back" } }
[setup]
board = """
  . m . . .
   . m # M .
    . M . m .
     . . . M .
"""
hands = { red = "MMM", blue = "mmm" }
[end.row]
if     = { line = { length = 4 } }
winner = "mover"
[end.short]
if     = { line = { length = 3, along = "north-east", blocked-ends = "void" } }
winner = "mover"
[end.across]
if     = { connects = ["rank-1", "last-rank"] }
winner = "mover"
[end.apart]
if     = { groups = "enemy", along = "any", at-least = 4 }
winner = "mover"
[end.stuck]
if    = "no-moves"
loser = "turn"
[end.long]
if     = { plies = 24 }
winner = "score"
[score]
values = { man = 1 }
area   = 1
[evaluation]
values = { man = 10 }
[evaluation.lines]
two  = { pattern = ".XX.", value = 9 }
none = { pattern = "X", value = 1 }
"##;

/// Players who look along unlike axes: what is north for the one is east for the other.
const CELLS: &str = r##"
[game]
language = 1
name     = "Cells"
players  = ["white", "black"]
[board]
size   = [4, 4]
cells  = "hex"
mirror = "rotate"
[directions]
white = "north"
black = "east"
[pieces.ant]
letter = "A"
[pieces.ant.moves]
walk  = { step = ["forward", "forward-left", "forward-right"], onto = "empty" }
bite  = { step = ["backward-left", "backward-right"], onto = "enemy", do = { put = "from" } }
leave = { exit = "forward" }
slip  = { slide = "diagonal", onto = "empty", if = { none = "enemy", on = "edge" } }
[setup]
board = """
  a . . .
   a . . .
    a . . .
     . A A A
"""
[end.out]
if     = { none = "own" }
winner = "mover"
[end.stuck]
if    = "no-moves"
loser = "turn"
[end.long]
if     = { plies = 40 }
winner = "none"
[evaluation]
exited = 40
[evaluation.blocks]
stop = { direction = "forward-left", distance = 1, value = 5 }
"##;
