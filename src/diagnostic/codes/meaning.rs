//! Codes about what a well-formed definition says: found when names become numbers.

use crate::diagnostic::code::codes;

codes! {
    UNKNOWN_NAME = "unknown-name", Error, "a name that nothing defines";
    "A piece, region, player, move rule or end is named that the definition does not have.";
    wrong r#"[end.extinct]
if     = { none = "enemy kign" }
winner = "mover""#;
    right r#"[end.extinct]
if     = { none = "enemy king" }
winner = "mover""#;

    TURN_CLASH = "turn-clash", Error, "the same word stands for both players in a position";
    "A position's text says who is to move, with the first letter of the player's name unless `turn` in \
     `[game]` says otherwise. Both players need a word of their own, and none may be the other's name.";
    wrong r#"[game]
players = ["bright", "black"]"#;
    right r#"[game]
players = ["bright", "black"]
turn    = { bright = "w", black = "b" }"#;

    BAD_SWAP = "bad-swap", Error, "sides that cannot be swapped";
    "The second player takes the place of the first one. That means something only where the rules and the setup are the same \
     for both players once the pieces have changed their owners.";
    wrong r#"[turn]
swap = "mirror""#;
    right r#"[turn]
moves = [1, 2]"#;

    BAD_TURN = "bad-turn", Error, "a word that cannot stand for a player in a position";
    "What stands for a player in a position's text is one word of letters, digits and hyphens, and not \
     `moves`, which begins the list of moves played.";
    wrong r#"[game]
turn = { white = "to move", black = "b" }"#;
    right r#"[game]
turn = { white = "w", black = "b" }"#;

    BOARD_SIZE = "board-size", Error, "a board that is too long for lines, or has no cells";
    "Rows of pieces are looked for on boards whose sides are at most 64 cells long. Not every cell of a board \
     is a hole.";
    wrong r#"[board]
size = [3, 70]
[end.row]
if = { line = { length = 3 } }
winner = "mover""#;
    right r#"[board]
size = [3, 3]
[end.row]
if = { line = { length = 3 } }
winner = "mover""#;

    RELATIVE_HOLES = "relative-holes", Error, "holes that depend on the player";
    "Both players play on the same board: its holes cannot be said in words that mean other cells for \
     each player, such as `rank-1`.";
    wrong r#"[board]
holes = "rank-1""#;
    right r#"[board]
holes = ["b2"]
[setup]
board = """
  p k p
  . # .
  P K P
""""#;

    CROOKED_LINE = "crooked-line", Error, "a line of the board that does not run straight";
    "From each point of a line the next one lies on the same rank, file or diagonal. Where rows of pieces are looked \
     for, the whole line does, and no other lies along it.";
    wrong r#"[board]
lines = ["grid", "a1 b3"]"#;
    right r#"[board]
lines = ["grid", "a1 b2 c3"]"#;

    TWO_NEIGHBOURS = "two-neighbours", Error, "a point with two neighbours in one direction";
    "Each point has one neighbour in a direction: a line names every point that it goes through.";
    wrong r#"[board]
lines = ["grid", "a1 c1"]"#;
    right r#"[board]
lines = ["grid", "a1 b2"]"#;

    CIRCULAR_LIKE = "circular-like", Error, "a kind of piece that is like itself";
    "A kind is like another one whose rules come from it in turn.";
    wrong r#"[pieces.king]
letter = "K"
like   = "guard"
[pieces.guard]
letter = "G"
like   = "king""#;
    right r#"[pieces.king]
letter     = "K"
moves.step = { step = "any" }
[pieces.guard]
letter = "G"
like   = "king""#;

    BAD_PROMOTION = "bad-promotion", Error, "a promotion to the same kind";
    "A piece promotes to what it is not yet.";
    wrong r#"[pieces.pawn]
promote = { to = ["king", "pawn"], on = "last-rank" }"#;
    right r#"[pieces.pawn]
promote = { to = "king", on = "last-rank", optional = true }"#;

    REGION_OFF_BOARD = "region-off-board", Error, "cells that the board does not have";
    "A cell, file or rank is named that lies beyond the board.";
    wrong r#"[end.through]
if     = { some = "own pawn", on = ["a9", "b3"] }
winner = "mover""#;
    right r#"[end.through]
if     = { some = "own pawn", on = ["a3", "b3"] }
winner = "mover""#;

    CIRCULAR_REGION = "circular-region", Error, "a region that is defined by itself";
    "Regions may be made of other regions, in any order, but not in a circle.";
    wrong r#"[regions]
inner = ["b2", "outer"]
outer = ["a1", "inner"]"#;
    right r#"[regions]
inner = ["b2"]
outer = ["a1", "inner"]"#;

    PLAYER_MISSING = "player-missing", Error, "a region that is given for one player only";
    "A region given for each player needs both of them.";
    wrong r#"[regions]
home = { white = "*1" }"#;
    right r#"[regions]
home = { white = "*1", black = "*3" }"#;

    NO_MIRROR = "no-mirror", Error, "something given once where the players do not face each other";
    "What is given once, as the first player sees it, is reflected for the second. That has a meaning \
     only where the players' directions are opposite, and along a diagonal only on a square board or \
     with `mirror = \"rotate\"`. A board of hexagons always wants that: its rows lie shifted.";
    wrong r#"[directions]
white = "north"
black = "east"
[regions]
home = { own = ["a1", "b1"] }"#;
    right r#"[directions]
white = "north"
black = "east"
[regions]
home = { white = ["a1", "b1"], black = ["a2", "a3"] }"#;

    DRAWING_SHAPE = "drawing-shape", Error, "a picture that has not the board's shape";
    "A picture has a row for each rank, the top rank first, and a character for each file.";
    wrong r#"[setup]
board = """
  p k p
  . .
  P K P
""""#;
    right r#"[setup]
board = """
  p k p
  . . .
  P K P
""""#;

    UNKNOWN_LETTER = "unknown-letter", Error, "a letter that means nothing in a picture";
    "In the setup a letter draws a piece, `.` an empty cell and `#` a hole.";
    wrong r#"[setup]
board = """
  p q p
  . . .
  P K P
""""#;
    right r#"[setup]
board = """
  p k p
  . . .
  P K P
""""#;

    HOLE_MISMATCH = "hole-mismatch", Error, "a setup that contradicts the board's holes";
    "Holes are drawn `#` in the setup, and nothing else is.";
    wrong r#"[setup]
board = """
  p k p
  . # .
  P K P
""""#;
    right r#"[board]
holes = ["b2"]
[setup]
board = """
  p k p
  . # .
  P K P
""""#;

    NO_PIECES = "no-pieces", Error, "a game without pieces";
    "A definition needs at least one kind of piece, in a table `[pieces.KIND]`.";
    wrong r#"[game]
language = 1
name     = "Nothing to play with"
players  = ["white", "black"]
[board]
size = [3, 3]"#;
    right r#"[game]
language = 1
name     = "Something to play with"
players  = ["white", "black"]
[board]
size = [3, 3]
[pieces.stone]
letter     = "S"
moves.place = { drop = "supply" }"#;

    MISSING_LETTER = "missing-letter", Error, "a piece without a letter";
    "Every kind of piece needs a letter for each player's pieces, so that positions can be written down.";
    wrong r#"[pieces.guard]
letters  = { white = "G" }
moves.go = { step = "diagonal" }"#;
    right r#"[pieces.guard]
letters  = { white = "G", black = "g" }
moves.go = { step = "diagonal" }"#;

    DUPLICATE_LETTER = "duplicate-letter", Error, "two pieces with one letter";
    "A letter in a position has to mean one kind of piece of one player.";
    wrong r#"[pieces.knight]
letter   = "K"
moves.go = { leap = [1, 2] }"#;
    right r#"[pieces.knight]
letter   = "N"
moves.go = { leap = [1, 2] }"#;

    BAD_CASTLE = "bad-castle", Error, "a castle of a piece that is not there, after which one is lost, nothing moves, or two share a right";
    "The two pieces start and end on two cells each, and one of them moves. A position's text tells rights apart \
     by their letters: two castles of a player need two.";
    wrong r#"[pieces.king.moves]
castle = { castle = { from = "b1", to = "c1", with = "pawn", with-from = "a1", with-to = "c1" } }"#;
    right r#"[pieces.king.moves]
castle = { castle = { from = "b1", to = "c1", with = "pawn", with-from = "a1", with-to = "b1" } }"#;

    TOO_MANY = "too-many", Error, "more than a game can have";
    "A game has at most 63 kinds of pieces and 250 each of move rules, regions, ends, vetoes, formations, \
     blocks and patterns; the rules of a player tell apart at most \
     16 sets of what a landing cell may hold, with their conditions; and the moves of all pieces from all \
     cells have to fit into tables.";
    wrong "# … 64 tables, from [pieces.a] to [pieces.bl] …";
    right r#"[pieces.king]
letter = "K"
[pieces.pawn]
letter = "P""#;

    MISPLACED_CONDITION = "misplaced-condition", Error, "a condition that cannot be asked here";
    "A move rule cannot ask for legal moves, which depend on it. Conditions on the game so far \
     (`quiet-plies`, `plies`, `passes`) are for `[end]` alone, `repeats` and `same-piece` for `[illegal]` too.";
    wrong r#"[pieces.king.moves]
walk = { step = "any", if = "no-moves" }"#;
    right r#"[pieces.king.moves]
walk = { step = "any", if = { some = "own pawn" } }"#;

    IMPOSSIBLE_BOUNDS = "impossible-bounds", Error, "numbers that nothing can meet";
    "A bound below the other one, or a first repetition: the condition could not mean anything.";
    wrong r#"[end.crowd]
if     = { count = "own", at-least = 3, at-most = 2 }
winner = "mover""#;
    right r#"[end.few]
if     = { count = "own", at-least = 1, at-most = 2 }
loser  = "mover""#;

    TABLE_SHAPE = "table-shape", Error, "a table of numbers that has not the board's shape";
    "A table has a row for each rank, the top rank first, and a number for each file. A game that changes the board of \
     the one that it extends writes its own table, or drops the inherited one: `pawn = false` under \
     `[evaluation.squares]`.";
    wrong r#"[evaluation.squares]
pawn = [[30, 30, 30], [10, 10, 10]]"#;
    right r#"[evaluation.squares]
pawn = [[30, 30, 30], [10, 10, 10], [0, 0, 0]]"#;

    EVALUATION_TOO_LARGE = "evaluation-too-large", Error, "points that no score can hold";
    "Scores are kept as whole numbers up to about a thousand million. The largest values of all terms, on \
     every cell of the board, have to stay below that.";
    wrong r#"[evaluation.lines]
a = { pattern = "X",   value = 100000 }
b = { pattern = "X.",  value = 100000 }
c = { pattern = "X..", value = 100000 }
[game]
language = 1
name     = "Too much"
players  = ["white", "black"]
[board]
size = [32, 32]
[pieces.stone]
letter      = "S"
moves.place = { drop = "supply" }
[end.row]
if     = { line = { length = 5 } }
winner = "mover""#;
    right r#"[evaluation.lines]
a = { pattern = "X",   value = 100 }
b = { pattern = "X.",  value = 100 }
c = { pattern = "X..", value = 100 }"#;

    NEUTRAL_PIECE = "neutral-piece", Error, "a piece that belongs to nobody where a player's is meant";
    "Pieces with `owner = \"neutral\"` bar ways and fill cells. They are worth nothing to a player, nobody holds \
     them, nothing becomes one, and rows of pieces are not looked for where they stand.";
    wrong r#"[pieces.rock]
letter = "*"
owner  = "neutral"
[turn]
then = { put = "rock", step = "any" }
[evaluation.values]
rock = 5"#;
    right r#"[pieces.rock]
letter = "*"
owner  = "neutral"
[turn]
then = { put = "rock", step = "any" }"#;
}
