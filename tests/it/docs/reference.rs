//! The reference, page by page, from what the program prints.

use std::collections::BTreeMap;
use std::path::Path;

use banco::inside::diagnostic::Code;
use serde_json::Value;

use super::{root, shell};
use crate::shipped;

/// What a page of the reference is for, and which tables of the language it holds.
const TABLES: [(&str, &str, &str, &[&str]); 5] = [
    (
        "keys.md",
        "Keys",
        "Every table of a definition with its keys. Keys that must be there are marked with *.",
        &[
            "A definition",
            "`[game]`",
            "`[board]`",
            "`[pieces.KIND]`",
            "A move rule",
            "`then`",
            "`[turn]`",
            "`promote`",
            "`castle`",
            "`[hands]`",
            "`[hands] captured`",
            "`[hands] gate`",
            "`[legality]`",
            "`[legality] prefer`",
            "`[score]`",
            "`[setup]`",
            "`[search]`",
            "`[text.LANGUAGE]`",
            "`[notation.NAME]`",
            "`[known-as]`",
            "Extending a definition",
            "Positions",
            "Moves",
        ],
    ),
    (
        "conditions.md",
        "Conditions",
        "One grammar for `if` in moves, vetoes, ends.",
        &["Conditions", "A condition in braces", "`{ line = { … } }`", "`[illegal.NAME]`", "`[end.NAME]`"],
    ),
    (
        "filters.md",
        "Filters, regions, directions",
        "What a cell may hold, sets of cells, ways.",
        &["Filters", "Regions", "Directions"],
    ),
    ("effects.md", "Effects", "What a move does besides.", &["An effect", "`[effects.NAME]`"]),
    (
        "evaluation.md",
        "Evaluation",
        "The words of `[evaluation]`.",
        &[
            "`[evaluation]`",
            "Points for every cell of a region",
            "`[evaluation.formations.NAME]`",
            "A window of a formation",
            "`[evaluation.attacks.NAME]`",
            "A window of attacked cells",
            "`[evaluation.influence.NAME]`",
            "`[evaluation.distance.NAME]`",
            "`[evaluation.link.NAME]`",
            "`[evaluation.liberties]`",
            "`[evaluation.stable]`",
            "`[evaluation.parity]`",
            "`[evaluation.blocks.NAME]`",
            "`[evaluation.lines.NAME]`",
            "`[evaluation.script]`",
        ],
    ),
];

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

/// Every page with its name below the reference.
pub(super) fn pages() -> Vec<(String, String)> {
    let mut pages = tables();
    pages.push(("diagnostics.md".to_owned(), diagnostics()));
    pages.push(("commands.md".to_owned(), commands_page()));
    pages.push(("json.md".to_owned(), json_page()));
    pages.push(("suites.md".to_owned(), suites_page()));
    pages.push(("scripts.md".to_owned(), scripts_page()));
    // No page: what editors read.
    pages.push(("banco.schema.json".to_owned(), run("banco schema")));
    pages.extend(games());
    pages.push(("README.md".to_owned(), index(&pages)));
    pages
}

fn index(pages: &[(String, String)]) -> String {
    let mut text = "# Reference\n\nThese pages are generated from the program by `BANCO_BLESS=1 cargo test --test it docs`.\n\n\
                    | page | holds |\n|---|---|\n"
        .to_owned();
    for (name, page) in pages.iter().filter(|(name, _)| name.ends_with(".md") && !name.contains('/')) {
        let mut lines = page.lines().filter(|line| !line.is_empty());
        let title = lines.next().unwrap_or_default().trim_start_matches("# ");
        text += &format!("| [{title}]({name}) | {} |\n", lines.next().unwrap_or_default());
    }
    text
}

fn run(line: &str) -> String {
    shell(root(), line)
}

/// The pages of tables and grammars: each part of `banco schema --markdown` stands on exactly one.
fn tables() -> Vec<(String, String)> {
    let all = run("banco schema --markdown");
    let mut parts: BTreeMap<&str, &str> = BTreeMap::new();
    for part in all.split("\n## ").skip(1) {
        let (title, text) = part.split_once('\n').expect("a title");
        assert_eq!(parts.insert(title, text.trim()), None, "{title} twice");
    }
    let mut pages = Vec::new();
    for (name, title, about, titles) in TABLES {
        let mut page = format!("# {title}\n\n{about}\n");
        for title in titles {
            let text = parts.remove(title).unwrap_or_else(|| panic!("the language has no part {title}"));
            page += &format!("\n## {title}\n\n{text}\n");
        }
        pages.push((name.to_owned(), page));
    }
    assert!(parts.is_empty(), "on no page of the reference: {:?}", parts.keys());
    pages
}

fn diagnostics() -> String {
    let mut page =
        "# Diagnostics\n\nWhat `banco check` says, by code. `banco explain CODE` prints the same.\n\n\
                    | code | | meaning |\n|---|---|---|\n"
            .to_owned();
    for code in Code::all() {
        page +=
            &format!("| [`{0}`](#{0}) | {1} | {2} |\n", code.name, code.severity.name(), cell(code.title));
    }
    for code in Code::all() {
        let explanation: Vec<&str> = code.explanation.split_whitespace().collect();
        page += &format!(
            "\n## {}\n\n{}: {}.\n\n{}\n\nWrong:\n\n```text\n{}\n```\n\nRight:\n\n```text\n{}\n```\n",
            code.name,
            if code.severity.name() == "error" { "Error" } else { "Warning" },
            code.title,
            explanation.join(" "),
            code.wrong.trim_end(),
            code.right.trim_end()
        );
    }
    page
}

/// The names of the commands.
pub(super) fn commands() -> Vec<String> {
    let help = run("banco --help");
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

fn commands_page() -> String {
    let commands = commands();
    let mut page =
        "# Commands\n\nWhat `banco COMMAND --help` prints.\n\n| command | what it does |\n|---|---|\n"
            .to_owned();
    let helps: Vec<String> = commands.iter().map(|name| run(&format!("banco {name} --help"))).collect();
    for (name, help) in commands.iter().zip(&helps) {
        let about = help.lines().next().unwrap_or_default();
        page += &format!("| [`banco {name}`](#banco-{name}) | {} |\n", cell(about));
    }
    for (name, help) in commands.iter().zip(&helps) {
        let lines: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
        page += &format!("\n## banco {name}\n\n```text\n{}\n```\n", lines.join("\n"));
    }
    page
}

fn json_page() -> String {
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

/// The expectations, from the type that reads them.
fn suites_page() -> String {
    let mut page =
        "# Suites\n\nWhat may stand after `expect:`. The [chapter](../testing.md) has a whole suite.\n\n\
                    | expectation | what must be so | for example |\n|---|---|---|\n"
            .to_owned();
    for variant in variants("Expectation") {
        let signature = match &variant.fields {
            syn::Fields::Unit => variant.ident.to_string(),
            syn::Fields::Unnamed(fields) => {
                let types: Vec<String> = fields.unnamed.iter().map(|field| plain_type(&field.ty)).collect();
                format!("{}({})", variant.ident, types.join(", "))
            }
            syn::Fields::Named(fields) => {
                let name =
                    |field: &syn::Field| field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
                let types: Vec<String> = fields
                    .named
                    .iter()
                    .map(|field| format!("{}: {}", name(field), plain_type(&field.ty)))
                    .collect();
                format!("{}({})", variant.ident, types.join(", "))
            }
        };
        let examples = banco::inside::suite::EXAMPLES.iter().filter(|(word, _)| variant.ident == word);
        let examples: Vec<String> = examples.map(|(_, example)| format!("`{example}`")).collect();
        page += &format!("| `{signature}` | {} | {} |\n", cell(&doc(&variant.attrs)), examples.join(" or "));
    }
    page += "\n## Steps of a recorded game\n\nA step of a `Playthrough` has these fields: \
             `(at: \"text\", value: 3, legal: \"a1a2 b1b2\", plays: \"a1a2\")`.\n\n| field | meaning |\n|---|---|\n";
    for field in fields("Step") {
        let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
        page += &format!("| `{name}` | {} |\n", cell(&doc(&field.attrs)));
    }
    for (title, name) in [("Limits", "Limit"), ("Values", "Value")] {
        page += &format!("\n## {title}\n\n| word | meaning |\n|---|---|\n");
        for variant in variants(name) {
            page += &format!("| `{}` | {} |\n", variant.ident, cell(&doc(&variant.attrs)));
        }
    }
    page
}

/// What a case is made of, as it stands in the program.
fn cases() -> syn::File {
    let text = std::fs::read_to_string(root().join("src/suite/case.rs")).expect("the cases");
    syn::parse_file(&text).expect("Rust")
}

fn fields(name: &str) -> Vec<syn::Field> {
    let found = cases().items.into_iter().find_map(|item| match item {
        syn::Item::Struct(item) if item.ident == name => Some(item),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no struct {name}")).fields.into_iter().collect()
}

fn variants(name: &str) -> Vec<syn::Variant> {
    let found = cases().items.into_iter().find_map(|item| match item {
        syn::Item::Enum(item) if item.ident == name => Some(item),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no enum {name}")).variants.into_iter().collect()
}

/// A type as a writer of suites sees it.
fn plain_type(of: &syn::Type) -> String {
    use quote::ToTokens;
    let text = of.to_token_stream().to_string().replace(' ', "");
    match text.as_str() {
        "String" => "text".to_owned(),
        "Vec<String>" => "[text, …]".to_owned(),
        "Vec<u64>" | "Vec<Score>" => "[number, …]".to_owned(),
        "u32" | "Score" => "number".to_owned(),
        "BTreeMap<String,Score>" => "{text: number, …}".to_owned(),
        "Option<u32>" => "number or None".to_owned(),
        "Option<String>" => "text or None".to_owned(),
        "Vec<Step>" => "[step, …]".to_owned(),
        "Limit" => "limit".to_owned(),
        "Value" => "value".to_owned(),
        other => panic!("say how `{other}` is written in a suite"),
    }
}

fn doc(attributes: &[syn::Attribute]) -> String {
    let line = |attribute: &syn::Attribute| match &attribute.meta {
        syn::Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => {
                Some(text.value().trim().to_owned())
            }
            _ => None,
        },
        _ => None,
    };
    attributes.iter().filter_map(line).collect::<Vec<_>>().join(" ")
}

fn scripts_page() -> String {
    let types = std::fs::read_to_string(root().join("scripts/banco.d.luau")).expect("the types");
    format!(
        "# Script interface\n\nWhat a script finds and returns: `scripts/banco.d.luau`, which editors with luau-lsp \
         read. The [chapter](../lua.md) says what each hook costs.\n\n```luau\n{}\n```\n",
        types.trim_end()
    )
}

/// The catalogue: a page for each family, and one that lists them all.
fn games() -> Vec<(String, String)> {
    let list: Value = serde_json::from_str(&run("banco list --json")).expect("JSON");
    let mut families: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    let shipped: Vec<&Value> =
        list["games"].as_array().expect("games").iter().filter(|game| game["shipped"] == true).collect();
    assert_eq!(shipped.len(), shipped::names().count());
    for game in &shipped {
        families.entry(game["family"].as_str().expect("a family")).or_default().push(game);
    }
    let mut index = format!(
        "# Games\n\nThe {} games that are shipped, by family.\n\n| name | title | board | other names |\n|---|---|---|---|\n",
        shipped.len()
    );
    let mut pages = Vec::new();
    for (family, games) in &families {
        let mut page = format!("# Games: {family}\n");
        for game in games {
            let (name, title) = (word(game, "name"), word(game, "title"));
            let aliases: Vec<&str> =
                game["aliases"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let aliases = aliases.join(", ");
            index += &format!(
                "| [`{name}`](games/{family}.md#{name}) | {title} | {} | {aliases} |\n",
                word(game, "board")
            );
            page += &chapter(name, title, &aliases, family);
        }
        pages.push((format!("games/{family}.md"), page));
    }
    pages.push(("games.md".to_owned(), index));
    pages
}

fn word<'a>(game: &'a Value, key: &str) -> &'a str {
    game[key].as_str().expect("a text")
}

/// A game: its picture and its rules.
fn chapter(name: &str, title: &str, aliases: &str, family: &str) -> String {
    let rules = run(&format!("banco show {name} --rules"));
    let source = shipped::TEXTS[name].lines().find_map(|line| line.strip_prefix("source"));
    let source = source.and_then(|line| line.split('"').nth(1)).unwrap_or_default();
    let [also, source] = [("Also called", aliases), ("Source", source)]
        .map(|(what, said)| if said.is_empty() { String::new() } else { format!("{what}: {said}.\n\n") });
    let up = Path::new("../../pictures/games").join(format!("{name}.svg"));
    let up = up.display();
    format!(
        "\n## {name}\n\n**{title}**. {also}{source}<!-- $ banco picture {name} > {up} -->\n![{title}]({up})\n\n\
         ```text\n{}\n```\n\n[The definition](../../../../games/{family}/{name}.toml)\n",
        rules.trim_end()
    )
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
