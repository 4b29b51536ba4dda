//! The page of what `--json` prints, command by command.

use serde_json::Value;

use super::shell;

/// Commands whose JSON is shown, and what the answer is about.
const ASKED: [(&str, &str); 27] = [
    ("search", "banco search dodgem --depth 4 --json"),
    ("search --multipv", "banco search dodgem --depth 2 --multipv 2 --json"),
    ("moves", "banco moves dodgem --json"),
    ("moves --why", "banco moves dodgem --why a3a2 --json"),
    ("eval", "banco eval dodgem-textbook --position \"B../.../BWW w\" --json"),
    ("compare", "banco compare dodgem --depth 2 --json | head -n 1"),
    ("tree", "banco tree dodgem --depth 1 --json"),
    ("analyse", "printf '1. f3 *\\n' > one.pgn; banco analyse one.pgn --depth 1 --json 2> /dev/null"),
    ("perft", "banco perft dodgem 3 --json"),
    ("perft --divide", "banco perft dodgem 2 --divide --json"),
    ("solve", "banco solve dodgem --json"),
    (
        "check",
        "printf '[game]\\nlanguage = 1\\nnmae = \"A\"\\nextends = \"dodgem\"\\n' > bad.toml; banco check bad.toml --json",
    ),
    ("check of what is right", "banco check dodgem --json"),
    (
        "show",
        "printf '[game]\\nlanguage = 1\\nname = \"A\"\\nextends = \"dodgem\"\\n' > small.toml; banco show small.toml --json",
    ),
    ("show --regions", "banco show racingkings --regions --json"),
    (
        "show --suite",
        "mkdir -p suites; printf '(game: \"hexapawn\", cases: [])' > suites/hexapawn.ron; banco show hexapawn --suite --json",
    ),
    ("new", "banco new my-race --json"),
    ("import", "printf '[twofold:chess]\\nnFoldRule = 2\\n' > own.ini; banco import own.ini --json"),
    ("match", "banco match dodgem dodgem dodgem --games 2 --depth 1 --json"),
    ("book", "banco book dodgem --search depth=2,plies=1 --dump --json | head -n 1"),
    ("bench", "banco bench dodgem --json | head -n 1"),
    ("bench --perft", "banco bench --perft tic-tac-toe --json | head -n 1"),
    ("explain", "banco explain unknown-key --json"),
    ("list", "banco list othello --json"),
    ("test", "banco test tic-tac-toe --filter terms --json"),
    ("picture", "banco picture tic-tac-toe --json"),
    ("a failure", "banco eval dodgem --position nonsense --json 2> /dev/null"),
];

/// What the keys mean.
const KEYS: [(&str, &str); 137] = [
    ("algorithm", "the algorithm that searched"),
    ("analyse.game", "of the file, from 1"),
    ("best_mate", "plies to the end after the best move"),
    ("best_score", "points after the best move"),
    ("bound", "what the value is: `exact`, `lower` or `upper`"),
    ("analyse.best", "the line that begins with the best move"),
    ("loss", "points that the mover lost"),
    ("mark", "`?!`, `?` or `??`"),
    ("ply", "of the game, from 1"),
    ("analyse.score", "points after the move that was played"),
    ("analyse.mate", "plies to the end after the move that was played"),
    ("divide", "leaves below each move"),
    ("values", "what the definition says, what it takes over among it"),
    ("path", "tables and key"),
    ("suites", "those that the game is tested with"),
    ("show.cells", "of the region, for the first player and for the second"),
    ("show.name", "of the region"),
    ("show.regions", "those that the definition names"),
    ("show.text", "of the suite, as it is written"),
    ("show.value", "as it is written"),
    ("script", "the script that was written"),
    ("schema", "the schema for editors that was written"),
    ("typings", "the typings for editors that were written"),
    ("new.suite", "the suite that was written"),
    ("new.file", "the definition that was written"),
    ("extends", "the variant that it builds on, where a definition keeps that"),
    ("import.line", "of its head in the file"),
    ("refused", "why it became no game: line and message"),
    ("idle", "keys that change no rule"),
    ("left_out", "keys of a built-in parent whose rules are left out"),
    ("verified", "with `--against`: `same`, `leaves` with `later_positions` or `later_why`, or `why`"),
    ("match.games", "that were played"),
    ("missing", "games that are not played yet"),
    ("engines", "each engine's result"),
    ("points", "one for a win, a half for a draw"),
    ("rating", "Elo among these engines"),
    ("match.error", "of the rating, 95 %"),
    ("match.name", "of the engine"),
    ("match.failures", "games lost by what is no loss on the board, by cause"),
    ("failed_first", "the first such game, by cause"),
    ("encounters", "of two engines each"),
    ("one", "the first engine"),
    ("other", "the second engine"),
    ("match.wins", "of the first engine"),
    ("match.draws", "of the two"),
    ("match.losses", "of the first engine"),
    ("pairs", "pairs of games by the points of the first engine: 0, a half, 1, 1 and a half, 2"),
    ("estimate", "what follows for the first engine"),
    ("match.score", "share of the points"),
    ("match.value", "the estimate itself"),
    ("low", "the low end of the 95 % interval"),
    ("high", "the high end"),
    ("elo", "difference in Elo"),
    ("normalised", "difference in normalised Elo"),
    ("superiority", "the chance that the first engine is the stronger one"),
    ("sprt", "with `--sprt`, the test"),
    ("book.line", "moves from the start"),
    ("book.moves", "what the book has there"),
    ("weight", "how often it is played beside the others"),
    ("results", "wins of the first player, draws, losses"),
    ("nodes_per_second", "of the search"),
    ("leaves_per_second", "of the count"),
    ("aliases", "other names"),
    ("best", "on the best line"),
    ("board", "files and ranks"),
    ("broken", "suites that could not be run"),
    ("children", "what was looked at below"),
    ("code", "of the diagnostic"),
    ("codes", "all of them"),
    ("column", "in characters, from 1"),
    ("comparisons", "of values"),
    ("complete", "the tree was finished"),
    ("counts", "leaves at depth 1, 2 and so on"),
    ("cut", "never looked at"),
    ("cutoffs", "branches cut"),
    ("depth", "in plies"),
    ("diagnostics", "what was found"),
    ("draws", "states that are drawn"),
    ("endless", "the draw is by play that never ends"),
    ("error", "what is wrong"),
    ("exact", "proven to the end of the game"),
    ("explanation", "what it means and why it is refused"),
    ("failed", "cases that failed"),
    ("failures", "what failed, case by case"),
    ("family", "of the game"),
    ("file", "where it stands"),
    ("game", "as it was asked for"),
    ("games", "what was found"),
    ("help", "how to mend it"),
    ("hides_shipped", "a file stands in for the shipped game"),
    ("ignored", "ends that were not applied"),
    ("leaves", "positions evaluated"),
    ("legal", "whether it may be played"),
    ("line", "of the file, from 1"),
    ("lines", "with `--multipv`, the best moves"),
    ("longest", "plies of the longest win"),
    ("losses", "states that the player to move loses"),
    ("mate", "plies to the end; negative when the player to move loses"),
    ("max", "whether the greatest value is chosen"),
    ("message", "in a sentence"),
    ("more", "nodes that are not shown"),
    ("move", "as text"),
    ("moves", "the legal moves, in order"),
    ("name", "of the game or the term"),
    ("nodes", "positions visited"),
    ("outcome", "winner, reason and line of a finished game"),
    ("passed", "cases that passed"),
    ("plies", "to the end with best play"),
    ("position", "as text"),
    ("pv", "the line of best play"),
    ("right", "an example that is right"),
    ("rule", "the rule that allows the move"),
    ("rule_line", "the line of the rule that speaks"),
    ("score", "in points, positive for the player listed first"),
    ("seconds", "time taken"),
    ("severity", "`error` or `warning`"),
    ("shipped", "it comes with the program"),
    ("skipped", "cases left out"),
    ("states", "states numbered or reached"),
    ("svg", "the picture"),
    ("terms", "what the value is made of"),
    ("title", "as people write it"),
    ("tree", "the root"),
    ("value", "of the node; for the player to move, where it is a word"),
    ("window", "alpha and beta when entered; null is infinite"),
    ("wins", "states that the player to move wins"),
    ("wrong", "an example that earns the code"),
    ("end_line", "where it ends"),
    ("end_column", "where it ends"),
    ("labels", "other places"),
    ("notes", "more about it"),
    ("suite", "of the case"),
    ("case", "its name"),
    ("expected", "what should be"),
    ("found", "what is"),
    ("winner", "a player's name, null for a draw"),
    ("reason", "the name of the end"),
];

/// The page.
pub(super) fn page() -> String {
    let mut page = "# JSON\n\nWhat `--json` prints, command by command. Exit status and errors: [programs](../programs.md).\n".to_owned();
    let folder = tempfile::tempdir().expect("a folder");
    for (title, command) in ASKED {
        let printed = shell(folder.path(), command);
        let mut value: Value =
            serde_json::from_str(&printed).unwrap_or_else(|e| panic!("{command}: {e}\n{printed}"));
        steady(title, &mut value);
        let mut keys: Vec<(String, &'static str)> = Vec::new();
        collect(&value, &mut keys);
        page +=
            &format!("\n## {title}\n\n```text\n{command}\n```\n\n| key | type | meaning |\n|---|---|---|\n");
        for (key, kind) in keys {
            // A key may mean something else in one command.
            let own = format!("{}.{key}", title.split(' ').next().unwrap_or_default());
            let named = |wanted: &str| KEYS.iter().find(|(name, _)| *name == wanted);
            let meaning = named(&own).or_else(|| named(&key));
            let meaning = meaning.unwrap_or_else(|| panic!("{command}: say what `{key}` means")).1;
            page += &format!("| `{key}` | {kind} | {meaning} |\n");
        }
        page += &format!("\n```json\n{value:#}\n```\n");
    }
    page
}

/// What differs from run to run is written as 0, and a picture is cut.
fn steady(title: &str, value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match key.as_str() {
                    "seconds" | "nodes_per_second" | "leaves_per_second" => *value = Value::from(0.0),
                    // It counts as deep as takes a moment.
                    "depth" | "nodes" if title == "bench --perft" => *value = Value::from(0),
                    "svg" => *value = Value::from("<svg …"),
                    _ => steady(title, value),
                }
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|value| steady(title, value)),
        _ => {}
    }
}

/// The keys of a value in the order met, each once. Values under a term's or a variant's name are no keys.
fn collect(value: &Value, keys: &mut Vec<(String, &'static str)>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                if !keys.iter().any(|(known, _)| known == key) {
                    keys.push((key.clone(), kind(key, value)));
                }
                // What stands below is named by moves or causes.
                if !(value.is_object() && ["divide", "failures", "failed_first"].contains(&key.as_str())) {
                    collect(value, keys);
                }
            }
        }
        Value::Array(all) => all.iter().for_each(|value| collect(value, keys)),
        _ => {}
    }
}

fn kind(key: &str, value: &Value) -> &'static str {
    match (key, value) {
        ("mate" | "best_mate" | "plies", _) => "number or null",
        ("line" | "rule_line" | "column", Value::Null) => "number or null",
        ("outcome", Value::Null) => "object or null",
        ("mark", _) | (_, Value::Null) => "text or null",
        (_, Value::Bool(_)) => "true or false",
        (_, Value::Number(_)) => "number",
        (_, Value::String(_)) => "text",
        (_, Value::Array(_)) => "list",
        (_, Value::Object(_)) => "object",
    }
}
