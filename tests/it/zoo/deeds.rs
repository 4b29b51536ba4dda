//! Small games for words that do more than carry a piece, each in company that it does not keep elsewhere.

/// Their names and definitions.
pub const TEXTS: [(&str, &str); 11] = [
    ("guilds", GUILDS),
    ("mines", MINES),
    ("towers", TOWERS),
    ("guards", GUARDS),
    ("settlers", SETTLERS),
    ("regents", REGENTS),
    ("takers", TAKERS),
    ("masons", MASONS),
    ("herons", HERONS),
    ("weavers", WEAVERS),
    ("griffons", GRIFFONS),
];

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
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
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
