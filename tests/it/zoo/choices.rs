//! Small games in which pieces are taken by choice, go anywhere, and act where they stand.

/// Their names and definitions.
pub const TEXTS: [(&str, &str); 5] = [
    ("millers", MILLERS),
    ("couriers", COURIERS),
    ("resters", RESTERS),
    ("walkers", WALKERS),
    ("mages", MAGES),
];

/// Rows along some axes alone take what then comes to a hand, kings among those who go; what is spared goes by its own
/// owner's row or by what stands elsewhere; own pieces may have to go, too.
const MILLERS: &str = r#"
[game]
language = 1
name     = "Millers"
players  = ["white", "black"]
position = "fen"
[board]
size  = [5, 5]
holes = ["e3"]
[hands]
captured = { to = "captor", as = "base" }
[effects.sweep]
on = "capture"
do = { take = "around", only = "enemy sack" }
[pieces.king]
letter     = "K"
royal      = "each"
moves.walk = { step = "any" }
[pieces.man]
letter  = "M"
promote = { to = "sage", on = "last-rank" }
[pieces.man.moves]
put = { drop = "hand", to = "own-half" }
go  = { step = "orthogonal", onto = ["empty", "enemy man"] }
fly = { reach = ["own-half", "c3"], onto = "empty", if = { count = "own man", at-most = 3 } }
[pieces.sage]
letter = "S"
base   = "man"
[pieces.sage.moves]
swap = { reach = "edge", onto = "enemy man", from = "edge", then = { take = ["own man", "enemy sage"], spare = { count = "own", at-least = 7 } } }
go   = { step = "diagonal", do = { flip = "around", only = "enemy sack" } }
[pieces.sack]
letter     = "B"
moves.roll = { slide = "sideways", then = { take = "any", if = { not = { line = { length = 2, of = "landing" } } }, spare = { either = [{ some = "own king" }, { line = { length = 2, of = "chosen" } }] } } }
[turn]
then = { take = ["enemy man", "enemy sage", "enemy sack"], if = { line = { length = 3, of = "landing", along = ["forward", "left"] } }, spare = { line = { length = 2, overline = "ignored", of = "chosen", along = "orthogonal" } } }
[setup]
board = """
  b . k m .
  . m m . b
  . . . . #
  B . M M .
  . M K . B
"""
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.row]
if     = { line = { length = 4, along = "diagonal" } }
winner = "mover"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.repetition]
if     = { repeats = 3 }
winner = "none"
[evaluation]
symmetric = false
values    = { man = 100, sage = 300, sack = 150 }
"#;

/// Pieces that go on, and then take one more by choice; captures have to be made, and the better ones come first.
const COURIERS: &str = r#"
[game]
language = 1
name     = "Couriers"
players  = ["white", "black"]
[board]
size = [6, 6]
[legality]
must-capture = true
prefer       = ["most-taken", { first = "enemy lord" }]
[pieces.man]
letter  = "M"
promote = { to = "lord", on = "last-rank" }
[pieces.man.moves]
jump = { hop = "orthogonal", over = "enemy", before = [0, 0], after = [0, 0], onto = "empty", do = { take = "path", when = "end" }, then = { again = "may" } }
walk = { step = ["forward", "sideways"], onto = "empty" }
[pieces.lord]
letter = "L"
[pieces.lord.moves]
jump = { hop = "any", over = "enemy", after = [0, 1], onto = "empty", do = { take = "path" }, then = { again = "must" } }
walk = { step = "any", onto = "empty", then = { take = "own man", if = { line = { length = 3, of = "landing" } } } }
[turn]
then = { take = "enemy", if = [{ line = { length = 3, of = "landing" } }, { some = "enemy man" }], spare = { line = { length = 2, of = "chosen" } } }
[setup]
board = """
  m . m m . m
  . m . . l .
  . . . . . .
  . . . . . .
  . L . . M .
  M . M M . M
"""
[end.none]
if     = { none = "enemy" }
winner = "mover"
[end.stuck]
if    = "no-moves"
loser = "turn"
[end.long]
if     = { quiet-plies = 30 }
winner = "none"
[evaluation]
values = { man = 100, lord = 300 }
"#;

/// Men that must take, and rest after each move: where the only capture is that of a tired one, others go on.
const RESTERS: &str = r#"
[game]
language = 1
name     = "Resters"
extends  = "english-draughts"
[board]
size = [6, 6]
[illegal.tired]
if = { same-piece = 2 }
[setup]
board = """
  # m # m # m
  m # m # m #
  # . # . # .
  . # . # . #
  # M # M # M
  M # M # M #
"""
[evaluation]
squares      = false
late-squares = false
"#;

/// Pieces that tire: counts of moves of the same piece, in a veto and in ends.
const WALKERS: &str = r#"
[game]
language = 1
name     = "Walkers"
players  = ["white", "black"]
[board]
size = [5, 5]
[pieces.man]
letter  = "M"
promote = { to = ["king"], on = "last-rank" }
[pieces.man.moves]
go = { step = ["forward", "sideways"], onto = "empty" }
charm = { stay = true, do = { flip = "around", only = "enemy man", at-least = 1 } }
[pieces.king]
letter = "K"
moves.glide = { slide = "any", onto = ["empty", "enemy"] }
[setup]
board = """
  k m m m .
  . . . . .
  . . . . .
  . . . . .
  . M M M K
"""
[moves]
pass = { pass = "stuck" }
[illegal.tired]
if = [{ same-piece = 3, reset = ["man", "capture"] }, { some = "own man" }]
[illegal.idle]
if    = { same-piece = 2, reset = ["flip"] }
moves = ["man.charm", "king.glide"]
before = { count = "own", at-least = 3 }
[end.stubborn]
if    = { same-piece = 4 }
loser = "mover"
[end.extinct]
if     = { none = "enemy" }
winner = "mover"
[end.long]
if     = { plies = 80 }
winner = "none"
[evaluation]
values = { man = 100, king = 300 }
"#;

/// Pieces that stay: they turn others over, mark, vanish, become another kind, also where a king looks on; and one that
/// comes from anywhere to a king.
const MAGES: &str = r#"
[game]
language = 1
name     = "Mages"
players  = ["white", "black"]
position = "fen"
[board]
size = [6, 6]
[pieces.king]
letter = "K"
royal  = "each"
[pieces.king.moves]
walk = { step = "any" }
bide = { stay = true, from = "own-half", if = ["unmoved", { some = "enemy", on = "own-half" }] }
[pieces.mage]
letter = "M"
[pieces.mage.moves]
go     = { step = "any", onto = "empty" }
charm  = { stay = true, do = { flip = "around", only = "enemy pawn", at-least = 1 } }
burst  = { stay = true, from = "enemy-half", do = [{ take = "around", only = ["enemy pawn", "enemy mage"] }, { take = "from" }] }
[pieces.pawn]
letter  = "P"
promote = { to = ["mage", "imp"], on = ["last-rank", "rank-3"] }
[pieces.pawn.moves]
push = { step = "forward", onto = "empty", do = { mark = "from" } }
take = { step = ["forward-left", "forward-right"], onto = ["enemy", "marked"] }
rise = { stay = true, from = "rank-3", do = { mark = "around" } }
[pieces.imp]
letter = "I"
[pieces.imp.moves]
leap = { reach = "own-half", onto = ["empty", "enemy"], if = { none = "own pawn", on = "last-rank" } }
wait = { stay = true, then = { put = "pawn", step = "forward" } }
[setup]
board = """
  . i k . m .
  p p . p p p
  . . . . . .
  . . . . . .
  P P . P P P
  . I K . M .
"""
[illegal.crowd]
if    = { count = "own mage", at-least = 4 }
moves = ["pawn.rise", "mage.charm"]
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.repetition]
if     = { repeats = 3 }
winner = "none"
[end.calm]
if     = { quiet-plies = 8, reset = ["flip", "capture"] }
winner = "none"
[end.long]
if     = { plies = 120 }
winner = "none"
[evaluation]
symmetric = false
values    = { mage = 300, imp = 400, pawn = 100 }
"#;
