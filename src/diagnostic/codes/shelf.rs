//! Codes about files that cannot be read, and about what playing a game shows.

use crate::diagnostic::code::codes;

codes! {
    NOT_FOUND = "not-found", Error, "a game, a script or a file that is not there";
    "No game has the name, no script has it, or no file lies at the path; or several games have the name. \
     `banco list WORD` shows the games that a word finds.";
    wrong "banco play ./gmae.toml";
    right "banco play ./game.toml";

    UNREADABLE = "unreadable", Error, "a file that cannot be read";
    "It is a folder, it may not be opened, it is far too large, or it is not text in UTF-8.";
    wrong "name = \"Cờ vua\"     # saved by an editor in another encoding";
    right "name = \"Cờ vua\"     # saved in UTF-8";

    NETWORK = "network", Error, "a network that is not for this game, or is damaged";
    "A network says what every kind of piece is worth on every cell of one board, as the players see it who face each \
     other. The file that `network` names is for another board or other kinds, it is incomplete, or the players of this \
     game do not face each other. `banco train` makes a new one.";
    wrong "board 8 8      # in the network of a game on 9x9";
    right "board 9 9";

    SCRIPT = "script", Error, "a script that is wrong";
    "The script that a definition names in `[evaluation.script]` cannot be run, does not keep the contract of \
     scripts, or failed when it was asked. The place is in the script.";
    wrong "return { api = 2, score_position = function(turn) return nil end }";
    right "return { api = 2, score_position = function(turn) return 10 * gone(1) - 10 * gone(2) end }";

    SCRIPT_DOUBT = "script-doubt", Warning, "a script that does not keep a promise";
    "A score depends on what the hook is given and on nothing else, so that it can be asked once and kept: a \
     script that counts its calls gives other answers each time. Where the players see the same game from two \
     sides, a position and the same one seen from the other side have opposite scores; `symmetric = false` \
     in `[evaluation]` says that they are meant not to. A name that is not there, such as a misspelt kind of \
     piece, is `nil` and equals nothing. And a hook should not be slow.";
    wrong "local calls = 0\nreturn { api = 2, score_position = function(turn) calls += 1 return calls end }";
    right "return { api = 2, score_position = function(turn) return 10 * gone(1) - 10 * gone(2) end }";

    OVER_AT_START = "over-at-start", Warning, "a game that is over before it begins";
    "Ends are tried at the start position too, where the player who is not to move counts as the one who has \
     just moved. An end fires there, so that nobody ever moves. Often a piece is missing in the setup, or the \
     condition holds of a board on which nothing stands yet.";
    wrong r#"[end.bare]
if     = { none = "pawn", on = "b2" }
winner = "mover""#;
    right r#"[end.centre]
if     = { some = "own pawn", on = "b2" }
winner = "mover""#;

    OVER_AT_ONCE = "over-at-once", Warning, "a game that is over as soon as a player has moved";
    "In all games that were played at random, the same end fired before either player had moved twice. Often a \
     condition reads `enemy` or `own` the other way round, or a side has nothing on the board yet.";
    wrong r#"[end.centre]
if     = { some = "own", on = "rank-2" }
winner = "mover""#;
    right r#"[end.centre]
if     = { count = "own", on = "rank-2", at-least = 3 }
winner = "mover""#;

    STUCK_AT_START = "stuck-at-start", Warning, "a game in which nobody can make the first move";
    "The player who begins has no legal move in the start position, and no end says what that means.";
    wrong r#"[setup]
board = """
  . k .
  p p p
  P K P
"""
[pieces.pawn.moves]
take   = false
double = false
[pieces.king.moves]
walk = { step = "forward", onto = "empty" }
[end]
stuck = false"#;
    right r#"[setup]
board = """
  p k p
  . . .
  P K P
""""#;

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

    TOO_MANY_WAYS = "too-many-ways", Warning, "pieces that can go on in too many ways";
    "Random games reached a position in which pieces can go on, by rules with `again`, in more ways than are followed: \
     32768 landings are tried in a position, and 65535 moves found. Ways that leave the same are one. Moves are missing \
     there. Mostly such a rule takes more than was meant, because it lacks `onto = \"empty\"`.";
    wrong r#"[game]
language = 1
name     = "Leaps"
players  = ["white", "black"]
[board]
size = [8, 8]
[pieces.man]
letter = "M"
[pieces.man.moves]
step = { step = "forward", onto = "empty" }
jump = { hop = "any", over = "enemy", do = { take = "path" }, then = { again = "must" } }
[setup]
board = """
  m m m m m m m m
  m m m m m m m m
  m m m m m m m m
  m m m m . m m m
  M M M . M M M M
  M M M M M M M M
  M M M M M M M M
  M M M M M M M M
"""
[end.stuck]
if    = "no-moves"
loser = "turn""#;
    right r#"[game]
language = 1
name     = "Leaps"
players  = ["white", "black"]
[board]
size = [8, 8]
[pieces.man]
letter = "M"
[pieces.man.moves]
step = { step = "forward", onto = "empty" }
jump = { hop = "any", over = "enemy", onto = "empty", do = { take = "path" }, then = { again = "must" } }
[setup]
board = """
  m m m m m m m m
  m m m m m m m m
  m m m m m m m m
  m m m m . m m m
  M M M . M M M M
  M M M M M M M M
  M M M M M M M M
  M M M M M M M M
"""
[end.stuck]
if    = "no-moves"
loser = "turn""#;

    ENDLESS = "endless", Warning, "a game that need not end";
    "Random games reached a position from which two moves can be taken back by the next two, and no end and no veto \
     asks how often a position has occurred or how long was played: nobody has to win.";
    wrong r#"[game]
language = 1
name     = "Two cars"
players  = ["white", "black"]
[board]
size = [3, 4]
[pieces.car]
letter     = "C"
moves.roll = { step = ["forward", "sideways"], onto = "empty" }
[setup]
board = """
  . c .
  . . .
  . . .
  . C .
"""
[end.arrived]
if     = { some = "own car", on = "last-rank" }
winner = "mover"
[end.stuck]
if     = "no-moves"
loser  = "turn""#;
    right r#"[game]
language = 1
name     = "Two cars"
players  = ["white", "black"]
[board]
size = [3, 4]
[pieces.car]
letter     = "C"
moves.roll = { step = ["forward", "sideways"], onto = "empty" }
[setup]
board = """
  . c .
  . . .
  . . .
  . C .
"""
[end.arrived]
if     = { some = "own car", on = "last-rank" }
winner = "mover"
[end.stuck]
if     = "no-moves"
loser  = "turn"
[end.repetition]
if     = { repeats = 3 }
winner = "none""#;
}
