//! Codes of what can be played but may not be meant.

use crate::diagnostic::code::codes;

codes! {
    DEAD_RULE = "dead-rule", Warning, "a move rule that never makes a move";
    "From no cell of the board does the rule offer a move to either player: its filters leave nothing, it \
     reaches beyond the board, or an earlier rule of the same piece makes the same moves.";
    wrong r#"[pieces.king.moves]
jump = { leap = [3, 4] }"#;
    right r#"[pieces.king.moves]
jump = { leap = [0, 2] }"#;

    ONE_SIDED_RULE = "one-sided-rule", Warning, "a move rule that never makes a move for one player";
    "One player has the piece on the board but no move by this rule. Words such as `forward` turn with \
     the player; compass words and cells do not.";
    wrong r#"[pieces.pawn.moves]
double = { slide = "forward", range = [2, 2], from = "*1" }"#;
    right r#"[pieces.pawn.moves]
double = { slide = "forward", range = [2, 2], from = "rank-1" }"#;

    IMMOVABLE_PIECE = "immovable-piece", Warning, "a piece that can never move";
    "The piece stands on the board, and none of its rules makes a move from anywhere; or it starts on a cell \
     from which none of them leads on, whatever else is played, such as a pawn on the last rank.";
    wrong r#"[pieces.rook]
letter = "R"
[setup]
board = """
  r k p
  . . .
  R K P
""""#;
    right r#"[pieces.rook]
letter   = "R"
moves.go = { slide = "orthogonal" }
[setup]
board = """
  r k p
  . . .
  R K P
""""#;

    ABSENT_PIECE = "absent-piece", Warning, "a piece that is never on the board";
    "The setup has no such piece and no rule puts one on the board.";
    wrong r#"[pieces.rook]
letter   = "R"
moves.go = { slide = "orthogonal" }"#;
    right r#"[pieces.rook]
letter   = "R"
moves.go = { slide = "orthogonal" }
[setup]
board = """
  r k p
  . . .
  R K P
""""#;

    NEVER_HOLDS = "never-holds", Warning, "a condition that never holds";
    "Whatever is played, the condition does not come true: the piece is never on the board, the region is \
     empty, no line is long enough, no position can return.";
    wrong r#"[end.row]
if     = { line = { length = 4 } }
winner = "mover""#;
    right r#"[end.row]
if     = { line = { length = 3 } }
winner = "mover""#;

    ALWAYS_HOLDS = "always-holds", Warning, "a condition that always holds";
    "The end comes after the first move, or the veto refuses every move.";
    wrong r#"[end.bare]
if     = { count = "own", at-most = 9 }
winner = "none""#;
    right r#"[end.bare]
if     = { count = "any", at-most = 2 }
winner = "none""#;

    SHADOWED_END = "shadowed-end", Warning, "an end that an earlier one comes before";
    "Ends are tried in order. Whenever this one would fire, one before it, which asks for no more, has \
     fired already.";
    wrong r#"[end.stalemate]
if     = "no-moves"
winner = "none"
[end.bare-stalemate]
if     = ["no-moves", { none = "own pawn" }]
winner = "turn""#;
    right r#"[end.bare-stalemate]
if     = ["no-moves", { none = "own pawn" }]
winner = "turn""#;

    NO_END = "no-end", Warning, "a game that never ends";
    "The definition has no `[end]`, so that a game stops only where a player has no move, without a \
     result.";
    wrong r#"[game]
language = 1
name     = "Endless"
players  = ["white", "black"]
[board]
size = [3, 3]
[pieces.stone]
letter      = "S"
moves.place = { drop = "supply" }"#;
    right r#"[game]
language = 1
name     = "Finite"
players  = ["white", "black"]
[board]
size = [3, 3]
[pieces.stone]
letter      = "S"
moves.place = { drop = "supply" }
[end.full]
if     = "board-full"
winner = "none""#;

    UNUSED_REGION = "unused-region", Warning, "a region that nothing uses";
    "The region is defined and no rule, condition or other region asks for it.";
    wrong r#"[regions]
centre = ["b2"]"#;
    right r#"[regions]
centre = ["b2"]
[end.centre]
if     = { some = "own king", on = "centre" }
winner = "mover""#;

    EMPTY_REGION = "empty-region", Warning, "a region without cells";
    "None of the region's cells is on the board for either player.";
    wrong r#"[regions]
nowhere = """
  . . .
  . . .
  . . .
"""
[end.nowhere]
if     = { none = "own king", on = "nowhere" }
winner = "none""#;
    right r#"[regions]
centre = """
  . . .
  . x .
  . . .
"""
[end.centre]
if     = { some = "own king", on = "centre" }
winner = "mover""#;

    REPEATED_DIRECTION = "repeated-direction", Warning, "a direction that is listed twice";
    "The direction is among those listed before it, by its own name or in a group.";
    wrong r#"[pieces.king.moves]
walk = { step = ["orthogonal", "north"] }"#;
    right r#"[pieces.king.moves]
walk = { step = ["orthogonal", "north-east"] }"#;

    DEAD_TERM = "dead-term", Warning, "a term of the evaluation that never counts";
    "The pattern or the distance is longer than any line of the board, has the edge in its middle, or \
     looks the same to both players, so that it adds nothing to a score.";
    wrong r#"[evaluation.lines.four]
pattern = "XXXX"
value   = 50"#;
    right r#"[evaluation.lines.two]
pattern = "XX."
value   = 50"#;

    EXITED_WITHOUT_EXIT = "exited-without-exit", Warning, "points for leaving where no piece leaves";
    "`exited` counts pieces that started and are no longer on the board. Without a move that leaves the \
     board, all of them were captured.";
    wrong r#"[evaluation]
exited = 100"#;
    right r#"[evaluation]
exited = 100
[pieces.pawn.moves]
leave = { exit = "forward" }"#;

    NEAR_WITHOUT_DROPS = "near-without-drops", Warning, "`near` in a game without drops";
    "`near` keeps the search to drops that are close to a piece. Without drops it does nothing.";
    wrong r#"[search]
near = 2"#;
    right r#"[search]
near = 2
[pieces.pawn.moves]
place = { drop = "supply" }"#;

    LONE_MARK = "lone-mark", Warning, "marks that nobody asks for, or that nobody makes";
    "A mark lasts one ply, for a rule that lands on marked cells. One of the two is missing.";
    wrong r#"[pieces.pawn.moves]
double = { slide = "forward", range = [2, 2], onto = "empty", do = { mark = "path" } }"#;
    right r#"[pieces.pawn.moves]
double  = { slide = "forward", range = [2, 2], onto = "empty", do = { mark = "path" } }
passing = { step = ["forward-left", "forward-right"], onto = "marked", do = { take = "marker" } }"#;

    EMPTY_HAND = "empty-hand", Warning, "a drop from a hand that is always empty";
    "Nothing in the setup and no capture ever gives a player the piece that the rule puts on the board.";
    wrong r#"[pieces.pawn.moves]
drop = { drop = "hand" }"#;
    right r#"[pieces.pawn.moves]
drop = { drop = "hand" }
[hands]
captured = { to = "captor" }"#;

    IDLE_WORD = "idle-word", Warning, "a word that does nothing";
    "`base` says what a captured piece is in a hand, `supply` limits promotions and drops from the supply, \
     `forced` limits an optional promotion, `settle` is for rules that ask what has not moved, `captured` for \
     rules that drop from hands, and a promotion for cells that the piece can come to.";
    wrong r#"[pieces.pawn]
base = "king""#;
    right r#"[pieces.pawn]
base = "king"
[pieces.king.moves]
drop = { drop = "hand" }
[hands]
captured = { to = "captor", as = "base" }"#;

    UNLIKE_SIDES = "unlike-sides", Warning, "players who are not treated alike";
    "Under no symmetry of the board do the two sides have the same moves, the same setup and the same \
     ends. Often a compass word or a cell stands where a word such as `forward` or `last-rank` is meant.";
    wrong r#"[setup]
board = """
  p k p
  . p .
  P K P
""""#;
    right r#"[setup]
board = """
  p k p
  . . .
  P K P
""""#;

    UNLIKE_EVALUATION = "unlike-evaluation", Warning, "an evaluation that does not treat the players alike";
    "The rules are the same for both players, and the points are not: a position and its mirror image, \
     with the colours exchanged, would not have opposite scores.";
    wrong r#"[evaluation.squares.pawn]
white = [[30, 30, 30], [10, 10, 10], [0, 0, 0]]
black = [[0, 0, 0], [-10, -10, -10], [-30, -30, 30]]"#;
    right r#"[evaluation.squares.pawn]
white = [[30, 30, 30], [10, 10, 10], [0, 0, 0]]
black = [[0, 0, 0], [-10, -10, -10], [-30, -30, -30]]"#;
}
