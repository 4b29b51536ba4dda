//! Pieces that give check, rights that end, promotions that belong to a rule.

/// The games of this file.
pub const TEXTS: [(&str, &str); 1] = [("besieged", BESIEGED)];

/// A king that takes what checks it and else stays, towers whose lines end its leap, scouts that turn into towers where
/// they stand and then attack nothing.
const BESIEGED: &str = r#"
[game]
language = 1
name     = "Besieged"
players  = ["white", "black"]
[board]
size = [6, 6]
[pieces.king]
letter = "K"
royal  = "each"
[pieces.king.moves]
defend = { step = "any", onto = "checking", if = { count = "checking", at-most = 1 } }
step   = { step = "any", if = { none = "checking" } }
leap   = { leap = [1, 2], onto = "empty", if = ["unmoved", { not = "in-check" }] }
[pieces.tower]
letter = "T"
do     = { unsettle = "in-line", along = "orthogonal", only = "enemy king" }
[pieces.tower.moves]
slide = { slide = "orthogonal" }
strike = { leap = [2, 2], onto = "checking" }
[pieces.scout]
letter  = "S"
promote = { to = "tower", on = "last-rank" }
[pieces.scout.moves]
go   = { step = ["forward", "sideways"] }
stay = { stay = true, from = ["*3", "*4"], promote = { to = "tower", on = "board" } }
hop  = { leap = [0, 2], onto = "empty", promote = { to = ["tower"], on = "edge", optional = true } }
[illegal.attack]
if    = { attacked = "enemy", by = "own tower" }
moves = ["scout.stay"]
[setup]
board = """
  . t . k . t
  s . s . s .
  . . . . . .
  . . . . . .
  . S . S . S
  T . K . T .
"""
[end.mate]
if    = ["no-moves", { some = "checking" }]
loser = "turn"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.long]
if     = { plies = 60 }
winner = "none"
[evaluation]
values = { tower = 500, scout = 150 }
"#;
