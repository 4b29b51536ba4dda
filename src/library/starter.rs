//! Definitions to start from.

use std::fmt;
use std::sync::Arc;

use crate::eval::explain;
use crate::eval::script::ScriptError;
use crate::game::{Game, Kind, Player};
use crate::position::{LastPly, Position};

/// A name that a new game cannot have, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameError(String);

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NameError {}

/// Whether a new game can be called so: lower-case words joined by hyphens, which is a file's name
/// everywhere and needs no quotes in a shell.
///
/// # Errors
///
/// What is wrong with the name.
pub fn check_name(name: &str) -> Result<(), NameError> {
    let word = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    if name.len() <= 64 && name.starts_with(|c: char| c.is_ascii_lowercase()) && name.split('-').all(word) {
        return Ok(());
    }
    let name = name.escape_debug();
    Err(NameError(format!("`{name}` is no name for a game: write lower-case words joined by hyphens")))
}

/// The name as a title: `hill-race` is "Hill race".
fn title(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A complete small game with a comment on every part, to be changed into another one.
pub fn starter(name: &str) -> String {
    STARTER.replace("NAME", name).replace("TITLE", &title(name))
}

/// A definition that changes another one, with examples of what can be changed in it.
pub fn variant(name: &str, parent: &str, of: &Game) -> String {
    let text = VARIANT.replace("NAME", name).replace("TITLE", &title(name)).replace("PARENT", parent);
    let first = format!("# first  = \"{}\"", of.player_name(!of.rules.first));
    let text = text.replace("FIRST", &format!("{first:39}"));
    text + &examples(of)
}

/// Comments that change something once their `#` is taken away: the game has what they name.
fn examples(of: &Game) -> String {
    let mut text = "#\n# [end.too-long]                        # a new one is tried before the parent's\n\
                    # if     = { plies = 200 }\n# winner = \"none\"\n"
        .to_owned();
    if of.rules.vetoes.is_empty() {
        text += "#\n# [illegal.blockade]                    # a move after which the opponent has none is refused\n\
                 # if = \"no-moves\"\n";
    }
    if let Some(network) = &of.evaluation.names_network {
        text += &format!(
            "#\n# [evaluation]                          # a network is for one game: it is not taken over\n# network = {:?}\n",
            network.file
        );
    }
    let is_owned = |(number, _): &(u8, _)| !of.rules.roster.is_neutral(Kind(*number));
    if let Some((_, kind)) = (0u8..).zip(&of.names.kinds).find(is_owned) {
        text += &format!(
            "#\n# [evaluation.values]                   # points for a piece, good for its owner\n# {} = 120\n",
            kind.name
        );
    }
    text
}

/// A suite for a game that was just written, what is known of its start and what it takes to go on.
///
/// # Errors
///
/// When the game's own script fails at its start.
pub fn starter_suite(name: &str, game: &Arc<Game>) -> Result<String, ScriptError> {
    let start = Position::start(game);
    let legal: Vec<String> =
        start.legal_moves().iter().map(|&mv| format!("{:?}", start.move_text(mv))).collect();
    // Where there is much to play, three moves are millions of ways.
    let depth = if legal.len() > 60 { 2 } else { 3 };
    let counts: Vec<String> =
        start.perft(depth, LastPly::Counted).iter().map(|count| count.to_string()).collect();
    let terms: Vec<String> =
        explain(&start)?.iter().map(|term| format!("{:?}: {}", term.name, term.score)).collect();
    let first = legal.first().map_or("\"a1a2\"", String::as_str);
    let end = game.names.ends.first().map_or("stuck", |end| &end.name);
    let text = SUITE
        .replace("NAME", name)
        .replace("LEGAL", &legal.join(", "))
        .replace("COUNTS", &counts.join(", "))
        .replace("WINNER", game.player_name(Player::First))
        .replace("END", end)
        .replace("MOVE", first);
    // Without an evaluation there is nothing to be worth something.
    let terms = (!terms.is_empty()).then(|| TERMS.replace("SHARES", &terms.join(", ")));
    Ok(text.replace("TERMS", terms.as_deref().unwrap_or_default()))
}

/// What names the script of that name in a definition.
pub fn script_table(name: &str) -> String {
    format!(
        "\n[evaluation.script]                     # scripts/{name}.lua scores positions, too\nfile = \"{name}.lua\"\n"
    )
}

/// A script for any game, to be changed into another one.
pub fn starter_script(name: &str) -> String {
    SCRIPT.replace("NAME", name)
}

/// What scripts find, for editors.
pub fn script_typings() -> &'static str {
    include_str!("../../scripts/banco.d.luau")
}

const SCRIPT: &str = r##"-- Scores positions of NAME, beside what the definition says.
--
--   what it adds to a position:                      banco eval NAME
--   what is wrong with it, if anything:              banco check NAME
--   what it costs:                                   banco bench NAME
--   play against it, and change it between moves:    banco play NAME
--
-- Points are good for the first player when positive. Other hooks are faster than this one, because they are
-- asked about less: score_line, score_pair, score_features, on_load.

-- How many steps forward a cell is from a player's own edge.
local function steps(player, x, y)
  local forward = game.forward[game.players[player]]
  local east, north = forward[1], forward[2]
  local files = if east > 0 then x - 1 elseif east < 0 then game.files - x else 0
  local ranks = if north > 0 then y - 1 elseif north < 0 then game.ranks - y else 0
  return files + ranks
end

return script {
  api = 2,
  score_position = function(turn)
    local points = 0
    -- Each piece is worth a point for every step that it has come.
    for piece, x, y in pieces(1) do
      points += steps(1, x, y)
    end
    for piece, x, y in pieces(2) do
      points -= steps(2, x, y)
    end
    return points
  end,
}
"##;

const SUITE: &str = r##"// What is known of NAME. A case has a name, a position (the start when it is left out), moves from there, and
// what is expected.
//
//   run it:                                          banco test NAME
//   what is wrong with this file, if anything:       banco check suites/NAME.ron
//   write counts, moves and values anew:             banco test NAME --bless
(
    game: "NAME",
    cases: [
        // How many ways there are to play one move, two moves and so on. A rule that plays no part so early is
        // not held by it: `banco test NAME --mutate` names what no case holds.
        (name: "counts", expect: Perft([COUNTS])),
        // All legal moves, in any order.
        (name: "first moves", expect: Legal([LEGAL])),
        (name: "it begins", expect: Unfinished),
TERMS
        // Delete the slashes before a case that fits your game, and put in your own moves and positions.
        // (name: "not to be played", expect: Illegal(MOVE, "the rule that forbids it")),
        // (name: "won", position: "a position text", expect: Outcome("WINNER", "END")),
        // (name: "a good move", expect: BestMove([MOVE], Depth(4))),
        // (name: "proven", position: "a position text", expect: Value(Win, 3)),

        // An empty record becomes a game of the engine against itself with --bless.
        // (name: "a whole game", expect: Playthrough([])),
    ],
)
"##;

const TERMS: &str = r##"        // What each term of the evaluation is worth, good for the first player when positive: any change of
        // a weight shows where it counts, so add positions where it does.
        (name: "value of the start", expect: Terms({SHARES})),
"##;

const STARTER: &str = r##"# Say here in a line or two what the game is.
#
#   what is wrong with it, if anything:              banco check NAME
#   what it says, in plain English:                  banco show NAME --rules
#   play it, and change it between two moves:        banco play NAME
#   whether it does what its suite says:             banco test NAME
#   every key there is:                              banco schema --markdown

[game]
language = 1                            # the version of the language this file is written in
name     = "TITLE"
players  = ["white", "black"]           # scores are positive when they favour the first one listed
# first  = "black"                      # who moves first; without it, the first one listed
# source = "a book, a page, a person"

[board]
size = [5, 5]                           # files, ranks
# holes = ["c3"]                        # cells that the board does not have

# [directions]                          # where `forward` points; without it, as here
# white = "north"
# black = "south"

[pieces.pawn]
letter = "P"                            # capital for the first player, small for the second

[pieces.pawn.moves]                     # every rule has a name; a refused move is answered with it
push = { step = "forward", onto = "empty" }
take = { step = ["forward-left", "forward-right"], onto = "enemy" }

[setup]                                 # drawn as a person sees it, the last rank on top
board = """
  p p p p p
  . . . . .
  . . . . .
  . . . . .
  P P P P P
"""

[end.arrived]                           # ends are tried in this order after every move
if     = { some = "own pawn", on = "last-rank" }
winner = "mover"                        # who has just moved
[end.wiped-out]
if     = { none = "enemy" }
winner = "mover"
[end.stuck]
if     = "no-moves"                     # the player to move has none
loser  = "turn"                         # who is to move

[evaluation.values]                     # points for a piece, good for its owner
pawn = 100

[evaluation.squares]                    # points for where it stands, as the first player sees the board
pawn = [
  [0, 0, 0, 0, 0],
  [30, 35, 35, 35, 30],
  [15, 20, 20, 20, 15],
  [5, 10, 10, 10, 5],
  [5, 5, 5, 5, 5],
]
"##;

const VARIANT: &str = r##"# Say here in a line or two what is different. Everything else is as in `PARENT`.
#
#   what is wrong with it, if anything:              banco check NAME
#   every value with the line it comes from:         banco show NAME
#   whether it does what its suite says:             banco test NAME

[game]
language = 1
name     = "TITLE"
extends  = "PARENT"
FIRST # a key given again replaces the parent's

# A named rule, end or term given again replaces the parent's whole, a new one is added; `false`
# instead of one drops it. For example:
"##;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_lower_case_words() {
        assert_eq!(check_name("hill-race-2"), Ok(()));
        for bad in ["", "Hill", "a b", "-a", "a-", "../a", "2a", "a.toml", "é", &"a".repeat(65)] {
            assert!(check_name(bad).is_err(), "{bad}");
        }
    }
}
