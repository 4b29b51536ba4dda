//! Small games whose pieces go on after they have landed, by each word that says how.

/// Their names and definitions.
pub const TEXTS: [(&str, &str); 5] = [
    ("runners", RUNNERS),
    ("raiders", RAIDERS),
    ("scouts", SCOUTS),
    ("turncoats", TURNCOATS),
    ("martyrs", MARTYRS),
];

/// Straight on, over one after the other, stopping where one likes; what has moved off the board stays off.
const RUNNERS: &str = r#"
[game]
language = 1
name     = "Runners"
players  = ["black", "white"]
[board]
size = [6, 6]
[pieces.stone]
letters   = { black = "X", white = "O" }
moves.run = { hop = "orthogonal", over = "enemy", before = [0, 0], after = [0, 0], onto = "empty", do = { take = "path" }, then = { again = "may", bends = "never" } }
[setup]
board = """
  X O X O X O
  O X O X O X
  X O . . X O
  O X O X O X
  X O X O X O
  O X O X O X
"""
[end.stuck]
if    = "no-moves"
loser = "turn"
"#;

/// Knights that take one after the other, pieces in hands, a promotion that is chosen and ends the move, and
/// captures that are compared.
const RAIDERS: &str = r#"
[game]
language = 1
name     = "Raiders"
players  = ["white", "black"]
[board]
size = [6, 6]
[hands]
captured = { to = "captor", as = "base" }
[legality]
prefer = [{ first = "enemy baron" }, { by = "raider" }]
[pieces.raider]
letter  = "R"
promote = { to = ["baron", "count"], on = "last-rank", optional = true, chain = "ends" }
[pieces.raider.moves]
walk = { step = "forward", onto = "empty" }
raid = { leap = [1, 2], onto = "enemy", then = { again = "may", revisit = false } }
drop = { drop = "hand", to = "own-half" }
[pieces.baron]
letter = "B"
base   = "raider"
supply = 2
[pieces.baron.moves]
ride = { slide = "orthogonal", range = [1, 3], onto = "enemy", then = { again = "may", bends = "always" } }
step = { step = "orthogonal", onto = "empty" }
[pieces.count]
letter    = "C"
base      = "raider"
moves.run = { slide = "diagonal" }
[setup]
board = """
  . r b r b .
  r . r . r r
  . . . . . .
  . . . . . .
  R R . R . R
  . B R B R .
"""
[end.out]
if     = { none = "enemy" }
winner = "mover"
[end.stuck]
if    = "no-moves"
loser = "turn"
[end.long]
if     = { plies = 16 }
winner = "none"
"#;

/// Hops that take and hops that do not, in one move; what is taken goes at once or at the end; a promotion in the
/// middle of a move; royal pieces; captures by weight.
const SCOUTS: &str = r#"
[game]
language = 1
name     = "Scouts"
players  = ["white", "black"]
[board]
size = [6, 7]
[legality]
prefer = [{ weight = { scout = 2, chief = 5 } }, { most = "enemy chief" }]
[pieces.king]
letter     = "K"
royal      = "each"
moves.walk = { step = "any" }
[pieces.scout]
letter  = "S"
promote = { to = "chief", on = "last-rank", chain = "goes-on" }
[pieces.scout.moves]
step = { step = "forward", onto = "empty" }
hop  = { hop = "any", over = ["own", "enemy scout", "enemy chief"], before = [0, 0], after = [0, 0], onto = "empty", do = { take = "path", only = "enemy" }, then = { again = "may" } }
[pieces.chief]
letter = "C"
[pieces.chief.moves]
go  = { slide = "orthogonal", onto = "empty" }
fly = { hop = "diagonal", over = ["enemy scout", "enemy chief"], onto = "empty", do = { take = "path", when = "end" }, then = { again = "must", bends = "not-back" } }
[setup]
board = """
  . c k . s .
  s s . s . s
  . . . . . .
  . . . . . .
  . . . . . .
  S . S . S S
  . S . K C .
"""
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.long]
if     = { plies = 16 }
winner = "none"
"#;

/// Pieces that turn over what they hop over and go on, steps that go on as hops; after each move a stone comes to a
/// cell near where it ended. What is taken by a hop with a cell to spare is taken for good.
const TURNCOATS: &str = r#"
[game]
language = 1
name     = "Turncoats"
players  = ["white", "black"]
[board]
size  = [5, 5]
holes = ["c3"]
[legality]
must-capture = true
prefer       = "most-taken"
[turn]
then = { set = "stone", step = "any" }
[pieces.stone]
letter = "*"
owner  = "neutral"
[pieces.coat]
letter  = "C"
promote = { to = "hat", on = "last-rank" }
[pieces.coat.moves]
turn = { hop = "any", over = "enemy", before = [0, 0], after = [0, 0], onto = "empty", do = { flip = "path" }, then = { again = "must" } }
step = { step = "forward", onto = "empty" }
[pieces.hat]
letter = "H"
[pieces.hat.moves]
take = { hop = "orthogonal", over = ["enemy", "neutral"], onto = "empty", do = { take = "path" }, then = { again = "must", bends = "always" } }
step = { step = "any", onto = "empty" }
[setup]
board = """
  c . c h c
  . c . c .
  . . # . .
  . C . C .
  C H C . C
"""
[end.out]
if     = { none = "enemy" }
winner = "mover"
[end.stuck]
if    = "no-moves"
loser = "turn"
[end.long]
if     = { plies = 80 }
winner = "none"
"#;

/// Pieces that take themselves while they go on: with that the move is over, and nothing is promoted.
const MARTYRS: &str = r#"
[game]
language = 1
name     = "Martyrs"
players  = ["white", "black"]
[board]
size = [5, 5]
[pieces.man]
letter  = "M"
promote = { to = "elder", on = "last-rank", chain = "goes-on" }
[pieces.man.moves]
jump = { hop = "any", over = "enemy", before = [0, 0], after = [0, 0], onto = "empty", do = { take = "path" }, then = { again = "may" } }
fall = { leap = [1, 2], onto = ["empty", "enemy"], do = [{ take = "around", only = "enemy" }, { take = "to" }], then = { again = "must" } }
step = { step = "forward", onto = "empty" }
[pieces.elder]
letter = "E"
[pieces.elder.moves]
jump = { hop = "any", over = "any", before = [0, 0], onto = "empty", do = [{ take = "path", when = "end" }, { take = "to", only = "own man" }], then = { again = "must" } }
step = { step = "any", onto = "empty" }
[setup]
board = """
  m . m . m
  m . e . .
  . . . . .
  . . E . M
  M . M . M
"""
[end.out]
if     = { none = "enemy" }
winner = "mover"
[end.stuck]
if    = "no-moves"
loser = "turn"
[end.long]
if     = { plies = 60 }
winner = "none"
"#;
