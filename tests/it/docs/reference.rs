//! The reference, page by page, from what the program prints.

use std::collections::BTreeMap;
use std::path::Path;

use banco::inside::diagnostic::Code;
use serde_json::Value;

use super::{json, root, shell};
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

/// Every page with its name below the reference.
pub(super) fn pages() -> Vec<(String, String)> {
    let mut pages = tables();
    pages.push(("diagnostics.md".to_owned(), diagnostics()));
    pages.push(("commands.md".to_owned(), commands_page()));
    pages.push(("json.md".to_owned(), json::page()));
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
