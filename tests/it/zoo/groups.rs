//! Small games of groups: what encloses them, how many there are, what they connect, what may not come back.

/// Their names and definitions.
pub const TEXTS: [(&str, &str); 4] =
    [("wardens", WARDENS), ("tribes", TRIBES), ("turncoats", TURNCOATS), ("bridges", BRIDGES)];

/// Groups beside rocks and holes; first the enemy's are taken, then the mover's own; nothing comes back at once; areas
/// and half points decide.
const WARDENS: &str = r##"
[game]
language = 1
name     = "Wardens"
players  = ["black", "white"]
[board]
size  = [4, 4]
holes = ["d4"]
[pieces.stone]
letters     = { black = "X", white = "O" }
moves.place = { drop = "supply", do = [{ take = "enclosed", only = "enemy" }, { take = "enclosed", only = "own" }] }
[pieces.rock]
letter = "*"
owner  = "neutral"
[moves]
pass = { pass = "free" }
[setup]
board = """
  . . . #
  . * . .
  X . . .
  . X O .
"""
[illegal.ko]
if    = { repeats = 2, of = "board", since = 2 }
moves = ["stone.place"]
[end.passes]
if     = { passes = 2 }
winner = "score"
[end.long]
if     = { plies = 70 }
winner = "score"
[score]
values = { stone = 1 }
area   = 2
bonus  = { white = 1.5 }
[evaluation]
symmetric = false
values    = { stone = 10 }
"##;

/// Pieces that walk and are taken where they are enclosed, joined in any direction, with hands and royal pieces; no
/// board comes back.
const TRIBES: &str = r#"
[game]
language = 1
name     = "Tribes"
players  = ["white", "black"]
[board]
size = [5, 5]
[regions]
left  = ["a*"]
right = ["e*"]
[hands]
captured = { to = "captor" }
[pieces.chief]
letter = "C"
royal  = "any"
[pieces.chief.moves]
walk = { step = "orthogonal", onto = "empty", do = { take = "enclosed", only = ["enemy man", "own man"], along = "any" } }
[pieces.man]
letter = "M"
[pieces.man.moves]
go   = { step = ["forward", "sideways"], do = { take = "enclosed", only = "enemy", along = "any" } }
ring = { leap = [1, 2], onto = "empty", do = { take = "enclosed", at-least = 1 } }
drop = { drop = "hand", if = { groups = "own", at-least = 2 } }
[setup]
board = """
  m m c . .
  m m . . .
  . . . . .
  . . . M M
  . . C M M
"""
[illegal.crowd]
if    = { enclosed = "own man", along = "diagonal" }
moves = ["man.go", "chief.walk"]
[illegal.again]
if = { repeats = 2, of = "board" }
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.joined]
if     = [{ groups = "own man", along = "any", at-most = 1 }, { connects = ["left", "right", "last-rank"], along = "any", at-least = 2 }]
winner = "mover"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.long]
if     = { plies = 90 }
winner = "none"
[evaluation]
values = { man = 100, chief = 50 }
"#;

/// Enclosed pieces change sides or become others; a board that comes back ends the game, a position that comes back at
/// once is refused.
const TURNCOATS: &str = r#"
[game]
language = 1
name     = "Turncoats"
players  = ["red", "blue"]
[board]
size = [5, 4]
[pieces.man]
letter  = "M"
[pieces.man.moves]
go    = { step = "any", onto = "empty", do = [{ flip = "enclosed", only = "enemy" }, { become = "enclosed", kind = "elder", only = "man", along = "diagonal" }] }
trade = { step = "diagonal", onto = "enemy", do = [{ put = "from", kind = "elder" }, { flip = "enclosed", along = ["north", "east"] }] }
[pieces.elder]
letter  = "E"
[pieces.elder.moves]
slide = { slide = "orthogonal", onto = "empty", do = { flip = "enclosed", only = "enemy man" } }
[moves]
pass = { pass = "stuck" }
[setup]
board = """
  m m m m e
  . . . . .
  . . . . .
  E M M M M
"""
[illegal.back]
if     = { repeats = 2, since = 2 }
except = ["man.trade"]
[end.won]
if     = { none = "enemy" }
winner = "mover"
[end.passes]
if     = { passes = 2 }
winner = "none"
[end.returned]
if     = { repeats = 3, of = "board" }
loser  = "mover"
[end.long]
if     = { plies = 80 }
winner = "none"
[evaluation]
values = { man = 100, elder = 150 }
"#;

/// Stones that connect their own sides win, whoever takes what on the way.
const BRIDGES: &str = r#"
[game]
language = 1
name     = "Bridges"
players  = ["red", "blue"]
[board]
size = [5, 5]
[regions]
near = { red = ["*1"], blue = ["a*"] }
far  = { red = ["*5"], blue = ["e*"] }
[pieces.stone]
letters     = { red = "R", blue = "B" }
moves.place = { drop = "supply", do = { take = "enclosed", only = "enemy" } }
[illegal.suicide]
if = { enclosed = "own" }
[illegal.superko]
if = { repeats = 2, of = "board" }
[end.joined]
if     = { connects = ["near", "far"] }
winner = "mover"
[end.stuck]
if     = "no-moves"
loser  = "turn"
[evaluation]
values    = { stone = 10 }
"#;
