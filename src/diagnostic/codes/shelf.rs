//! Codes about files that cannot be read, and about what playing a game shows.

use crate::diagnostic::code::codes;

codes! {
    UNREADABLE = "unreadable", Error, "a definition that cannot be found or read";
    "There is no such file or game, it is a folder, it may not be opened, or it is not text in UTF-8.";
    wrong "[game]\nextends = \"no-such-game\"";
    right "[game]\nextends = \"parent\"          # the file parent.toml stands beside this one";

    UNDECIDED = "undecided", Warning, "play can stop without a result";
    "Random games reached a position where the player to move has no legal move and no end fires, so that \
     the definition does not say who has won.";
    wrong r#"[game]
language = 1
name     = "Two pawns"
players  = ["white", "black"]
[board]
size = [1, 4]
[pieces.pawn]
letter     = "P"
moves.push = { step = "forward", onto = "empty" }
[setup]
board = """
  p
  .
  .
  P
"""
[end.arrived]
if     = { some = "own pawn", on = "last-rank" }
winner = "mover""#;
    right r#"[game]
language = 1
name     = "Two pawns"
players  = ["white", "black"]
[board]
size = [1, 4]
[pieces.pawn]
letter     = "P"
moves.push = { step = "forward", onto = "empty" }
[setup]
board = """
  p
  .
  .
  P
"""
[end.arrived]
if     = { some = "own pawn", on = "last-rank" }
winner = "mover"
[end.stuck]
if     = "no-moves"
loser  = "turn""#;
}
