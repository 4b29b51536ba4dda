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

    TAKEN_NAME = "taken-name", Warning, "an alias that finds another game, or stands twice";
    "A game is found by the name of its file before it is found by an alias. Capitals, marks, blanks and signs \
     do not matter. So an alias that another file is called by never leads to this game.";
    wrong r#"[game]
aliases = ["another-game"]"#;
    right r#"[game]
aliases = ["race for three"]"#;

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

    INHERITED_REGION = "inherited-region", Warning, "a region of a board of another size";
    "The definition makes the board larger or smaller, and the region is taken over from the definition that it \
     extends, where it was meant for the other board. It names the same cells as there, which lie elsewhere now. Give \
     the region again.";
    wrong r#"[game]
extends = "my-game-on-7x7"
[board]
size = [9, 9]"#;
    right r#"[game]
extends = "my-game-on-7x7"
[board]
size = [9, 9]
[regions]
throne = "e5""#;

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
    "`gone` counts pieces that started and are no longer on the board. Without a move that leaves the \
     board, all of them were captured.";
    wrong r#"[evaluation]
gone = 100"#;
    right r#"[evaluation]
gone = 100
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

    SAME_TEXT = "same-text", Warning, "two rules whose moves are written alike and do not do the same";
    "A move is written by the cells that it goes from and to. Where two moves of a position would be written alike, \
     the one of the later rule ends in the rule's name, such as `e1g1:king.glide`: nothing is lost, but nobody \
     types that gladly, and other programs do not read it.";
    wrong r#"[pieces.king.moves]
burn = { step = "any", do = { take = "around", only = "enemy" } }"#;
    right r#"[pieces.king.moves]
walk = { step = "any", onto = "empty" }
burn = { step = "any", onto = "enemy", do = { take = "around", only = "enemy" } }"#;

    UNCROSSED_CASTLE = "uncrossed-castle", Warning, "a castle after which the pieces have not changed sides";
    "Castling leads the piece towards the other one, which comes to stand on its other side. Here it stays on the \
     side where it was: a cell may be another one than is meant.";
    wrong r#"[pieces.king.moves]
castle = { castle = { from = "b1", to = "c1", with = "pawn", with-from = "a1", with-to = "a2" } }"#;
    right r#"[pieces.king.moves]
castle = { castle = { from = "b1", to = "a1", with = "pawn", with-from = "a1", with-to = "b1" } }"#;

    MATE_WINS = "mate-wins", Warning, "an end by which whoever is mated wins";
    "A player without a move wins, and a royal piece that could be taken makes no difference: no end before this \
     one asks for `no-moves` together with `in-check`. Whoever is checkmated wins.";
    wrong r#"[pieces.king]
royal = "each"
[end.stuck]
if     = "no-moves"
winner = "turn""#;
    right r#"[pieces.king]
royal = "each"
[end.stuck]
if     = "no-moves"
winner = "turn"
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn""#;

    INHERITED_LATE = "inherited-late", Warning, "new points for early in the game beside inherited ones for late";
    "The definition gives a kind a value or a table of its own, and the one for the end of the game, `late-values` or \
     `late-squares`, still comes from what it extends: as pieces go, the score returns to the other game's.";
    wrong r#"[evaluation.values]
pawn = 120"#;
    right r#"[evaluation]
values.pawn      = 120
late-values.pawn = 180"#;

    CONTRARY_EVALUATION = "contrary-evaluation", Warning, "inherited points that the aim of the game contradicts";
    "An end of the definition lets who has no piece left win, and the values of the pieces still come from what it \
     extends, where they are good to have: the search keeps what it should give away.";
    wrong r#"[end.extinct]
if     = { none = "enemy" }
winner = "turn""#;
    right r#"[end.extinct]
if     = { none = "enemy" }
winner = "turn"
[evaluation]
values.pawn = -100"#;

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

    EXCEEDED_SUPPLY = "exceeded-supply", Warning, "a setup with more pieces than the supply has";
    "`supply` says how many pieces of a kind a player can have on the board by promotions and drops from the supply. \
     The setup has more than that already, so that none can be made until some are lost.";
    wrong r#"[pieces.king]
supply = 1
[pieces.pawn]
promote = { to = "king", on = "last-rank", optional = true }
[setup]
board = """
  k p k
  . . .
  K P K
""""#;
    right r#"[pieces.king]
supply = 3
[pieces.pawn]
promote = { to = "king", on = "last-rank", optional = true }
[setup]
board = """
  k p k
  . . .
  K P K
""""#;

    IDLE_HAND = "idle-hand", Warning, "a captured piece that stays in a hand for ever";
    "Captured pieces go to a hand, and no rule drops this kind, or the form that it has there, from the hand. Where \
     the game ends when it is captured, that does not matter.";
    wrong r#"[hands]
captured = { to = "captor" }
[pieces.pawn.moves]
drop = { drop = "hand" }
[pieces.rook]
letter   = "R"
moves.go = { slide = "orthogonal" }
[setup]
board = """
  p k r
  . . .
  P K R
""""#;
    right r#"[hands]
captured = { to = "captor" }
[pieces.pawn.moves]
drop = { drop = "hand" }
[pieces.rook]
letter     = "R"
moves.go   = { slide = "orthogonal" }
moves.drop = { drop = "hand" }
[setup]
board = """
  p k r
  . . .
  P K R
""""#;

    FOREIGN_REGION = "foreign-region", Warning, "a region of the mover with a piece that need not be the mover's";
    "In a condition a region such as `last-rank` is that of the player who makes, or has just made, the move. A piece \
     that is named without `own` or `enemy`, or as that of one player, is looked for there whoever has moved: on its \
     own last rank after one player's move, on its first rank after the other's.";
    wrong r#"[end.home]
if     = { some = "king", on = "last-rank" }
winner = "mover""#;
    right r#"[end.home]
if     = { some = "own king", on = "last-rank" }
winner = "mover""#;

    NEAR_NAME = "near-name", Warning, "a new name that is nearly one of those taken over";
    "A definition that extends another one adds a piece, a rule, an end, a region or another thing under a name that \
     is one slip of the pen away from a name of the same table. What was meant to be replaced is still there. Names \
     that differ in a number or by a whole word are siblings and not doubted.";
    wrong r#"[pieces.pawn.moves]
doubel = { slide = "forward", range = [2, 2], onto = "empty", from = "rank-1" }"#;
    right r#"[pieces.pawn.moves]
double = { slide = "forward", range = [2, 2], onto = "empty", from = "rank-1" }"#;

    NO_VALUE = "no-value", Warning, "a piece without a value beside others that have one";
    "`values` in `[evaluation]` gives points to other kinds and has none for this one, nor has it a table of cells: \
     nothing is lost with it. Royal pieces, and those whose loss ends the game, need no value. A piece that is meant to \
     be worth nothing says so with 0.";
    wrong r#"[evaluation]
inherited = false
values    = { king = 1000 }"#;
    right r#"[evaluation]
inherited = false
values    = { king = 1000, pawn = 0 }"#;

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
