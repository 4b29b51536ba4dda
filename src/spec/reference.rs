//! The reference page: every table and key, from the doc comments of the types that hold them.

use std::fmt::Write;

use super::read::{Key, Keys, Shape, one_line};
use super::{
    Attack, AttackWindow, Block, Board, Captured, Castle, Definition, Distance, Effect, End, Evaluation,
    Formation, Game, GameEffect, Gate, Hands, Influence, KnownAs, Legality, Liberties, Line, LinePattern,
    Link, MoveRule, Notation, Parity, Piece, Preference, Promotion, Question, Score, Script, Search, Setup,
    Spot, Stable, Stage, Texts, Turn, Veto, Window,
};

/// The reference page in Markdown.
pub fn reference() -> String {
    let mut page = String::from("# The definition language\n\n");
    page.push_str("A game is one TOML file. Keys that must be there are marked with *.\n");
    section::<Definition>(&mut page);
    section::<Game>(&mut page);
    section::<Board>(&mut page);
    section::<Piece>(&mut page);
    section::<MoveRule>(&mut page);
    section::<Stage>(&mut page);
    section::<Turn>(&mut page);
    section::<Promotion>(&mut page);
    section::<Castle>(&mut page);
    section::<Effect>(&mut page);
    section::<GameEffect>(&mut page);
    section::<Hands>(&mut page);
    section::<Captured>(&mut page);
    section::<Gate>(&mut page);
    section::<Legality>(&mut page);
    section::<Preference>(&mut page);
    section::<Score>(&mut page);
    section::<Setup>(&mut page);
    section::<Veto>(&mut page);
    section::<End>(&mut page);
    section::<Question>(&mut page);
    section::<Line>(&mut page);
    section::<Evaluation>(&mut page);
    section::<Spot>(&mut page);
    section::<Formation>(&mut page);
    section::<Window>(&mut page);
    section::<Attack>(&mut page);
    section::<AttackWindow>(&mut page);
    section::<Influence>(&mut page);
    section::<Distance>(&mut page);
    section::<Link>(&mut page);
    section::<Liberties>(&mut page);
    section::<Stable>(&mut page);
    section::<Parity>(&mut page);
    section::<Block>(&mut page);
    section::<LinePattern>(&mut page);
    section::<Script>(&mut page);
    section::<Search>(&mut page);
    section::<Notation>(&mut page);
    section::<KnownAs>(&mut page);
    section::<Texts>(&mut page);
    page.push_str(GRAMMARS);
    page
}

fn section<T: Keys>(page: &mut String) {
    let about = T::DOC.split_once(':').map_or("", |(_, about)| about);
    let _ = write!(page, "\n## {}\n\n{}\n\n", capital(&T::title()), capital(&one_line(about)));
    page.push_str("| key | value | meaning |\n|---|---|---|\n");
    for key in T::KEYS {
        let mark = if key.required { "*" } else { "" };
        let _ =
            writeln!(page, "| `{}`{mark} | {} | {} |", key.name, cell(&value(key)), cell(&one_line(key.doc)));
    }
    if !T::LATER.is_empty() {
        let later: Vec<String> = T::LATER.iter().map(|word| format!("`{word}`")).collect();
        let _ = write!(page, "\nNot supported by this version: {}.\n", later.join(", "));
    }
}

fn value(key: &Key) -> String {
    match key.shape {
        Shape::One => key.what.to_owned(),
        Shape::Named => format!("for each name: {}", key.what),
        Shape::Keyed | Shape::Dotted => format!("for each of them: {}", key.what),
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

const GRAMMARS: &str = "
## Directions

One word or a list. Turned with the player: `forward`, `forward-right`, `right`, `backward-right`, `backward`,
`backward-left`, `left`, `forward-left`. The same for both: `north`, `north-east`, `east`, `south-east`, `south`,
`south-west`, `west`, `north-west`. Several at once: `orthogonal`, `diagonal`, `sideways`, `any`. Among hexagons there
is no `left`, `right`, `sideways`, `north-west` and `south-east`.

## Regions

Wherever a region is expected: the name of one of `[regions]`; a cell `\"e4\"`, a rectangle `\"d1:f3\"`, a rank
`\"*8\"`, a file `\"c*\"`; a list of these; or a drawing with a line for each rank, `x` in and `.` out. In
`[regions]` also `{ own = REGION }`, the first player's, reflected for the second, or a region for each player.
Every game has `rank-1` and so on, `last-rank`, `own-half`, `enemy-half`, `edge`, `board`, and in drop rules
`file` and `around`, seen from the landing cell. The board of squares also has `dark`, the colour of a1, and `light`, unless
`[regions]` names its own. In rules a relative region is the piece owner's, in conditions the mover's.

## Filters

What a cell may hold: `[own|enemy|any|PLAYER] [KIND]` (`any` alone is any piece, never an empty cell), `empty`,
`marked` (by the last move), `neutral [KIND]` (a piece of nobody), `{ not = FILTER }`, or a list, meaning either. `checking`,
alone and in `count`, is what gives check to the player to move.

## Conditions

`\"no-moves\"` (the player to move has no legal move), `\"board-full\"`, `\"in-check\"`, in move
rules `\"unmoved\"` (the moving piece has not moved since the setup), a question in braces, or a list, meaning
all of them. `own` is always the player who makes, or has just made, the move.

## Extending a definition

`extends` in `[game]` names a file beside this one or a shipped game. Tables are merged key by key; a named move,
end, veto, region or term given again replaces the parent's and keeps its place. New moves come after the
parent's, new ends before them. `NAME = false` drops one. The key `inherited` with `false` in a table of names drops all that the
parent has there; in `[evaluation]` all of its terms, its phase and its script, but not `symmetric`.

## Positions

Rows from the top with `/` between, `[..]` with what the players hold, the player to move; in FEN the other fields of FEN.
What else makes a position another one is said by name at the end, where it is not what holds where nothing is said:
`unmoved=a1,e1` (these pieces, and no others, have not moved), `passes=1` (in a row), `same=c3:2,-` (the piece on c3 made the last two moves of the first player), `quiet=5`,
`plies=12`, `checks=1+0`
(given), `marks=d2d3` (the piece on d2 has marked d3). FEN has fields of its own for most of them.

## Moves

From cell to cell, `e2e4`; `e7e8q` where the piece becomes another one; a castle is the way of its first piece, or that
piece taking the other one; a drop is the cell alone, or `P@e4` where several kinds are dropped; `c3off`; `pass`; a
further stage follows a comma. Where two moves would be written alike, the one of the later rule ends in the rule's
name: `e1g1:king.glide`.
";
