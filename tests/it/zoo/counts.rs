//! Moves that are counted as sets though something else than their landing cells decides: marks, pieces from hands.

/// The games of this file.
pub const TEXTS: [(&str, &str); 3] = [("levy", LEVY), ("ambush", AMBUSH), ("tithe", TITHE)];

/// Kings come from the hand, two of them, where nothing attacks them; what a drop leaves decides about it, what it empties,
/// and what it fills.
const LEVY: &str = r#"
[game]
language = 1
name     = "Levy"
players  = ["white", "black"]
[board]
size = [6, 6]
[regions]
camp = { own = ["a1", "c1", "e1", "b2", "d2", "f2"] }
[pieces.king]
letter = "K"
royal  = "each"
[pieces.king.moves]
step = { step = "any" }
drop = { drop = "hand", to = ["rank-1", "rank-2"] }
[pieces.lancer]
letter = "L"
[pieces.lancer.moves]
slide = { slide = ["forward", "backward"] }
leap  = { leap = [2, 2] }
drop  = { drop = "hand", to = ["*3", "*4"] }
[pieces.miner]
letter = "M"
[pieces.miner.moves]
step = { step = "diagonal" }
drop = { drop = "hand", to = ["rank-1", "rank-2", "rank-3"], do = { take = "around", only = "own lancer" } }
[illegal.crowded]
if    = { count = "own", on = "camp", at-least = 3 }
moves = ["king.drop"]
[illegal.full]
if    = { either = [{ count = "empty", on = "rank-1", at-most = 1 }, { not = { count = ["own", "empty"], on = "rank-2", at-least = 3 } }] }
moves = ["king.drop", "lancer.drop"]
[illegal.lonely]
if    = [{ none = "own lancer" }, { none = "own king", on = "rank-1" }]
moves = ["lancer.drop", "king.drop"]
[setup]
board = """
  . . . l . .
  l . . . . .
  . . . . . .
  . . . . . .
  . . . . . L
  . . L . . .
"""
hands = { white = "KKLMM", black = "kklmm" }
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.long]
if     = { plies = 80 }
winner = "none"
"#;

/// Pieces that run far leave marks behind, on which others land by a slide, by a leap that takes the runner, or by their
/// first move, when a piece may come from the hand.
const AMBUSH: &str = r#"
[game]
language = 1
name     = "Ambush"
players  = ["white", "black"]
[board]
size = [7, 7]
[hands]
gate = { of = ["guard"], on = "rank-1" }
[pieces.king]
letter = "K"
royal  = "each"
moves.step = { step = "any" }
[pieces.runner]
letter  = "R"
promote = { to = "lancer", on = "last-rank", optional = true }
[pieces.runner.moves]
run  = { slide = "forward", range = [1, 4], onto = "empty", do = { mark = "path" } }
trip = { step = ["forward-left", "forward-right"], onto = "marked", do = { take = "marker" } }
take = { step = "sideways", onto = "enemy" }
[pieces.lancer]
letter = "L"
[pieces.lancer.moves]
slide = { slide = "orthogonal" }
prowl = { slide = "diagonal", onto = "marked" }
[pieces.guard]
letter = "G"
[pieces.guard.moves]
step = { step = "diagonal" }
leap = { leap = [1, 3], onto = "marked", do = { take = "marker" } }
[setup]
board = """
  l g . k . g l
  r . r . r . r
  . . . . . . .
  . . . . . . .
  . . . . . . .
  R . R . R . R
  L G . K . G L
"""
hands = { white = "GG", black = "gg" }
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.long]
if     = { plies = 80 }
winner = "none"
"#;

/// Who can take must, also what has run past; nobody is royal.
const TITHE: &str = r#"
[game]
language = 1
name     = "Tithe"
players  = ["white", "black"]
[board]
size = [6, 7]
[legality]
must-capture = true
[pieces.runner]
letter = "R"
[pieces.runner.moves]
run  = { slide = "forward", range = [1, 3], onto = "empty", do = { mark = "path" } }
trip = { step = ["forward-left", "forward-right"], onto = "marked", do = { take = "marker" } }
take = { step = ["forward-left", "forward-right"], onto = "enemy" }
[pieces.rook]
letter = "T"
[pieces.rook.moves]
slide = { slide = "orthogonal" }
stroll = { step = "diagonal", onto = "marked" }
[setup]
board = """
  t . . . . t
  r . r r . r
  . . . . . .
  . . . . . .
  . . . . . .
  R . R R . R
  T . . . . T
"""
[end.stuck]
if     = "no-moves"
winner = "turn"
[end.long]
if     = { plies = 80 }
winner = "none"
"#;
