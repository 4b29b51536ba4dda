//! A small game whose pieces are said in Betza's notation.

/// Their names and definitions.
pub const TEXTS: [(&str, &str); 1] = [("lettered", LETTERED)];

/// Kings, pawns that are taken in passing, hoppers, lame leapers and a piece that goes anywhere once.
const LETTERED: &str = r#"
[game]
language = 1
name     = "Lettered"
players  = ["white", "black"]
[board]
size = [8, 8]
[pieces.king]
letter = "K"
royal  = "each"
betza  = "K"
[pieces.pawn]
letter  = "P"
betza   = "fmWifmnDfceF"
promote = { to = ["gryphon", "hopper"], on = "last-rank" }
[pieces.horse]
letter = "H"
betza  = "nNmjD"
[pieces.hopper]
letter           = "C"
betza            = "mRcpRgB"
moves.step-aside = { step = "sideways", onto = "empty" }
[pieces.gryphon]
letter = "G"
betza  = "F2fsnNffbbCimU"
[pieces.guard]
letter = "A"
like   = "horse"
betza  = "WfFcAA"
[setup]
board = """
  c h g k a . h c
  p p p p p p p p
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  P P P P P P P P
  C H G K A . H C
"""
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.long]
if     = { plies = 200 }
winner = "none"
[evaluation.values]
pawn    = 100
horse   = 250
hopper  = 450
gryphon = 500
guard   = 350
"#;
