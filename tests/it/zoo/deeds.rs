//! Small games for words that do more than carry a piece, each in company that it does not keep elsewhere.

/// Their names and definitions.
pub const TEXTS: [(&str, &str); 9] = [
    ("guilds", GUILDS),
    ("mines", MINES),
    ("towers", TOWERS),
    ("guards", GUARDS),
    ("settlers", SETTLERS),
    ("regents", REGENTS),
    ("takers", TAKERS),
    ("pacifists", PACIFISTS),
    ("weavers", WEAVERS),
];

/// What hands hold is counted: pieces go only when all are on the board, and who has fewer than three left, board and
/// hand together, has lost.
const WEAVERS: &str = r#"
[game]
language = 1
name     = "Weavers"
players  = ["white", "black"]
[board]
size = [4, 4]
[hands]
[pieces.man]
letter = "M"
[pieces.man.moves]
put  = { drop = "hand" }
take = { step = "diagonal", onto = "enemy" }
go   = { step = "any", onto = "empty", if = { none = "own", on = "hand" } }
[setup]
board = """
  . . . .
  . m . .
  . . M .
  . . . .
"""
hands = { white = "MMM", black = "mmm" }
[illegal.hoard]
if    = { count = "own", on = ["own-half", "hand"], at-most = 1 }
moves = ["man.go"]
[end.few]
if     = { count = "enemy", on = ["board", "hand"], at-most = 2 }
winner = "mover"
[end.stuck]
if    = "no-moves"
loser = "turn"
[end.long]
if     = { plies = 60 }
winner = "none"
"#;

/// Promotions by slide, hop, path and leap, limited by supply, optional, forced, other ones for each player;
/// drops from a limited supply.
const GUILDS: &str = r#"
[game]
language = 1
name     = "Guilds"
players  = ["white", "black"]
position = "fen"
[board]
size  = [6, 6]
holes = ["c3"]
[regions]
gate = { own = ["a5:f6"] }
[pieces.king]
letter     = "K"
royal      = "each"
moves.walk = { step = "any" }
[pieces.runner]
letter  = "R"
promote = { to = ["master", "jumper"], from-or-to = "gate", optional = true, forced = "last-rank" }
[pieces.runner.moves]
run = { slide = ["forward", "sideways"], range = [1, 3] }
[pieces.jumper]
letter  = "J"
promote = { to = { white = "leaper", black = ["master", "runner"] }, on = "last-rank" }
[pieces.jumper.moves]
jump = { hop = "any", after = [0, 1] }
bend = { path = ["forward", "diagonal"], onto = "empty" }
[pieces.leaper]
letter = "+J"
moves.leap = { leap = [1, 2] }
[pieces.master]
letter = "M"
supply = 2
[pieces.master.moves]
step = { step = "orthogonal" }
come = { drop = "supply", to = "rank-1", if = { count = "own", at-most = 5 } }
[setup]
board = """
  r j k . j r
  . r . r . .
  . . . . . .
  . . # . . .
  . . R . R .
  R J . K J R
"""
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.repetition]
if     = { repeats = 3 }
winner = "none"
[evaluation]
symmetric = false
values    = { runner = 100, jumper = 200, master = 250 }
"#;

/// Blasts after captures that fill hands, royals among them, marks in a game with hands, drops that ask for the
/// file, for neighbours and for something else, in one list.
const MINES: &str = r#"
[game]
language = 1
name     = "Mines"
players  = ["white", "black"]
position = "fen"
[board]
size = [6, 7]
[hands]
captured = { to = "captor", as = "base" }
[effects.blast]
on = "capture"
do = [{ take = "to", only = { not = "king" } }, { take = "around", only = { not = ["miner", "big-miner"] } }]
[pieces.king]
letter = "K"
royal  = "each"
[pieces.king.moves]
walk = { step = "any" }
[pieces.miner]
letter  = "P"
promote = { to = "big-miner", on = "last-rank" }
[pieces.miner.moves]
dig    = { step = "forward", onto = "empty" }
double = { slide = "forward", range = [2, 3], from = "rank-2", onto = "empty", do = { mark = "path" } }
take   = { step = ["forward-left", "forward-right"], onto = ["enemy", "marked"], do = { take = "marker" } }
drop   = { drop = "hand", to = ["*2", "*3", "*4", "*5", "*6"], if = [{ none = "own miner", on = "file" }, { count = "enemy", on = "around", at-most = 1 }, { some = "own king" }] }
[pieces.big-miner]
letter = "P~"
base   = "miner"
like   = "wagon"
[pieces.wagon]
letter = "W"
[pieces.wagon.moves]
roll = { slide = "orthogonal" }
drop = { drop = "hand", if = { some = ["own", "enemy king"], on = "around" } }
[setup]
board = """
  w . k . . w
  p p p p p p
  . . . . . .
  . . . . . .
  . . . . . .
  P P P P P P
  W . K . . W
"""
hands = { white = "P", black = "p" }
[end.gone]
if     = { none = "enemy king" }
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
[evaluation]
values = { miner = 100, wagon = 500 }
"#;

/// Castling without royals, friendly captures that fill the owner's hand, rights in the key of repetition.
const TOWERS: &str = r#"
[game]
language = 1
name     = "Towers"
players  = ["white", "black"]
position = "fen"
[board]
size = [7, 6]
[hands]
captured = { to = "owner", as = "kind" }
[pieces.lord]
letter = "L"
[pieces.lord.moves]
walk  = { step = ["orthogonal", "forward-left"], onto = "any" }
right = { castle = { from = "d1", to = "f1", with = "tower", with-from = "g1", with-to = "e1", right = "R" } }
left  = { castle = { from = "d1", to = "b1", with = "tower", with-from = "a1", with-to = "c1", right = "L" }, if = { none = "enemy", on = "own-half" } }
[pieces.tower]
letter = "T"
[pieces.tower.moves]
slide = { slide = "orthogonal", range = [1, 2] }
first = { leap = [1, 2], if = "unmoved" }
drop  = { drop = "hand", to = "own-half" }
[setup]
board = """
  t . . l . . t
  . . . . . . .
  . . . . . . .
  . . . . . . .
  . . . . . . .
  T . . L . . T
"""
[end.lost]
if     = { none = "enemy lord" }
winner = "mover"
[end.repetition]
if     = { repeats = 2 }
winner = "none"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.long]
if     = { plies = 150 }
winner = "none"
[evaluation]
symmetric = false
values    = { tower = 100, lord = 50 }
"#;

/// What is asked before a move: a check, an attack; what comes first; vetoes of what is attacked or can be
/// reached.
const GUARDS: &str = r#"
[game]
language = 1
name     = "Guards"
players  = ["white", "black"]
position = "fen"
[board]
size = [6, 6]
[legality]
priority = ["king.flee"]
[pieces.king]
letter = "K"
royal  = "each"
[pieces.king.moves]
flee   = { leap = [0, 2], onto = "empty", if = "in-check" }
walk   = { step = "any", if = { not = { attacked = "own guard" } } }
castle = { castle = { from = "c1", to = "e1", with = "guard", with-from = "f1", with-to = "d1", right = "K" } }
[pieces.guard]
letter = "G"
[pieces.guard.moves]
slide = { slide = "orthogonal", range = [1, 4] }
jump  = { leap = [2, 2], onto = "empty", if = ["unmoved", { not = "in-check" }] }
[pieces.spy]
letter = "S"
[pieces.spy.moves]
sneak = { step = "diagonal" }
dash  = { slide = "diagonal", onto = "enemy", if = "unmoved" }
[illegal.bait]
if    = { attacked = "own guard", on = "enemy-half" }
moves = ["guard.slide"]
[illegal.gift]
if    = { reachable = "enemy spy", on = "last-rank" }
moves = ["spy.sneak"]
[setup]
board = """
  g s k . s g
  . . g . . .
  . . . . . .
  . . . . . .
  . . G . . .
  G S K . S G
"""
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.reached]
if     = { reachable = "enemy king", on = "own-half" }
winner = "turn"
[end.home]
if     = [{ played = ["king.castle", "guard.jump"] }, { not = "in-check" }]
winner = "mover"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.repetition]
if     = { repeats = 3 }
winner = "none"
[evaluation]
values = { guard = 300, spy = 200 }
"#;

/// Pieces that leave another one behind, that change sides, that have to outflank; drops out of hands that do
/// so; what counts at the end.
const SETTLERS: &str = r#"
[game]
language = 1
name     = "Settlers"
players  = ["x", "o"]
[board]
size  = [6, 5]
holes = ["f1"]
[hands]
captured = { to = "captor" }
[pieces.disc]
letters = { x = "D", o = "C" }
[pieces.disc.moves]
flank = { drop = "supply", do = { flip = "flanked", at-least = 1 } }
grow  = { leap = [0, 2], onto = ["empty", "enemy mole"], do = [{ flip = "around", only = ["enemy disc", "enemy mole"] }, { put = "path" }] }
[pieces.mole]
letters = { x = "M", o = "N" }
[pieces.mole.moves]
burrow = { slide = "orthogonal", onto = ["empty", "enemy"], do = [{ put = "from" }, { take = "around", only = "own disc" }] }
rise   = { drop = "hand", do = { take = "around", only = "enemy disc", at-least = 2 } }
[moves]
yield = { pass = "stuck" }
[setup]
board = """
  . . . . . .
  . . C D . .
  . M D C N .
  . . . . . .
  . . . . . #
"""
hands = { x = "M", o = "N" }
[end.full]
if     = "board-full"
winner = "score"
[end.bare]
if     = { none = "enemy" }
winner = "mover"
[end.passes]
if     = { passes = 2 }
winner = "score"
[end.long]
if     = { plies = 80 }
winner = "score"
[score]
values = { disc = 1, mole = 3 }
bonus  = { o = 1 }
[evaluation]
symmetric = false
values    = { disc = 10, mole = 30 }
"#;

/// Royals of all three sorts, promotion to a royal, counted checks, a capture by effect of what looks at a king.
const REGENTS: &str = r#"
[game]
language = 1
name     = "Regents"
players  = ["white", "black"]
position = "fen"
[board]
size = [6, 6]
[pieces.twin]
letter = "T"
royal  = "all"
supply = 3
[pieces.twin.moves]
walk = { step = "any" }
[pieces.duke]
letter = "D"
royal  = "any"
[pieces.duke.moves]
jump = { leap = [1, 2] }
[pieces.count]
letter = "C"
royal  = "any"
[pieces.count.moves]
step = { step = "diagonal", onto = ["empty", "enemy"] }
[pieces.page]
letter  = "P"
promote = { to = ["twin", "count", "lady"], on = "last-rank", optional = true }
[pieces.page.moves]
step  = { step = "forward", onto = "empty" }
take  = { step = "diagonal", onto = "enemy", do = { take = "around", only = { not = "twin" } } }
[pieces.lady]
letter = "L"
[pieces.lady.moves]
slide = { slide = "diagonal" }
shoot = { slide = "orthogonal", onto = "empty", do = { take = "around", only = "enemy page", at-least = 2 } }
[setup]
board = """
  d t . t l c
  p p p p p p
  . . . . . .
  . . . . . .
  P P P P P P
  D T . T L C
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
if     = { repeats = 2 }
winner = "none"
[evaluation]
values = { page = 100, lady = 900 }
"#;

/// Captures that must be made where no move may give check.
const PACIFISTS: &str = r#"
[game]
language = 1
name     = "Pacifists"
players  = ["white", "black"]
[board]
size = [5, 5]
[legality]
must-capture = true
[pieces.rook]
letter = "R"
moves.slide = { slide = "orthogonal" }
[pieces.knight]
letter = "N"
moves.leap = { leap = [1, 2] }
[pieces.king]
letter = "K"
royal  = "each"
moves.step = { step = "any" }
[illegal.check]
if = "in-check"
[setup]
board = """
  . . . . .
  . n . N .
  . R n r .
  . r N R .
  k . . . K
"""
[end.stuck]
if     = "no-moves"
winner = "none"
[end.long]
if     = { plies = 60 }
winner = "none"
"#;

/// Captures that must be made, by effect too, marks on the cell that a piece has come to, a mark that two
/// effects make, a promotion that everybody must make.
const TAKERS: &str = r#"
[game]
language = 1
name     = "Takers"
players  = ["white", "black"]
position = "fen"
[board]
size = [6, 6]
[legality]
must-capture = true
[pieces.man]
letter  = "M"
promote = { to = "lord", on = "last-rank" }
[pieces.man.moves]
step  = { step = "forward", onto = "empty" }
rush  = { slide = "forward", range = [2, 3], onto = "empty", do = [{ mark = "path" }, { mark = "from" }] }
take  = { step = ["forward-left", "forward-right"], onto = "enemy" }
catch = { step = "diagonal", onto = "marked", do = { take = "marker" } }
[pieces.lord]
letter = "L"
[pieces.lord.moves]
slide = { slide = "diagonal" }
catch = { slide = "orthogonal", onto = "marked", do = { take = "marker" } }
[setup]
board = """
  . l m m l .
  m . m m . m
  . . . . . .
  . . . . . .
  M . M M . M
  . L M M L .
"""
[end.none]
if     = { none = "own" }
winner = "mover"
[end.stuck]
if     = "no-moves"
winner = "turn"
[end.repetition]
if     = { repeats = 2 }
winner = "none"
[end.long]
if     = { plies = 120 }
winner = "none"
[evaluation]
values = { man = -100, lord = -250 }
"#;
