//! What must not be found in the sources: the invariants of the architecture, as absences.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;

use crate::shipped;

/// The rooms. Each may use only those before it.
const ROOMS: [&str; 22] = [
    "betza",
    "diagnostic",
    "game",
    "spec",
    "describe",
    "compile",
    "position",
    "notation",
    "picture",
    "eval",
    "search",
    "solve",
    "suite",
    "lint",
    "library",
    "engine",
    "protocol",
    "arena",
    "import",
    "answer",
    "web",
    "face",
];

/// What [`ROOMS`] alone would allow too much: these rooms use no others.
const NARROW: [(&str, &[&str]); 13] = [
    ("betza", &[]),
    ("diagnostic", &[]),
    ("game", &[]),
    ("spec", &["betza", "diagnostic", "game"]),
    ("describe", &["spec"]),
    ("import", &["betza", "diagnostic"]),
    ("compile", &["diagnostic", "game", "spec"]),
    ("position", &["game"]),
    ("notation", &["betza", "game", "position"]),
    ("picture", &["game", "position", "notation"]),
    ("eval", &["diagnostic", "game", "position"]),
    ("search", &["game", "position", "eval"]),
    ("solve", &["game", "position", "eval", "search"]),
];

/// Crates that one room alone names.
const KEPT: [(&str, &str); 10] = [
    ("toml", "spec"),
    ("toml_edit", "spec"),
    ("toml_parser", "spec"),
    ("schemars", "spec"),
    ("ron", "suite"),
    ("mlua", "eval/script"),
    ("axum", "web"),
    ("hyper", "web"),
    ("hyper_util", "web"),
    ("tokio", "web"),
];

/// Rooms that may know of files, clocks and terminals.
const OUTSIDE: [&str; 8] = ["suite", "lint", "library", "engine", "protocol", "arena", "web", "face"];

/// Parts of the standard library that other rooms may name: searching and solving are shared by threads, and a search
/// has limits of time.
const SHARED: [(&str, &str); 3] = [("search", "thread"), ("solve", "thread"), ("search", "time")];

/// Circles of files beside each other that are left: rules and their further stages, the fields of a position text and
/// what is said by name in it, the reader of definitions and the names that it has read.
const MOST_CIRCLES: usize = 3;

/// Parts of the standard library that only those may name.
const WORLD: [&str; 7] = ["fs", "io", "time", "env", "process", "net", "thread"];

/// Calls that end the program.
const DEADLY: [&str; 4] = ["unwrap", "expect", "unwrap_err", "expect_err"];

/// Macros that have no place in a finished function.
const UNFINISHED: [&str; 4] = ["todo", "unimplemented", "dbg", "panic"];

/// Names that say nothing.
const VAGUE: [&str; 7] = ["util", "utils", "types", "common", "helpers", "manager", "misc"];

const MOST_LINES_OF_A_FILE: usize = 600;
const MOST_LINES_OF_A_FUNCTION: usize = 100;

/// A source file, parsed; tests and doc comments are taken out.
struct Source {
    /// Below `src`, with `/` between.
    path: String,
    lines: usize,
    file: syn::File,
}

impl Source {
    fn new(path: String, text: &str) -> Source {
        let mut file = syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
        Strip.visit_file_mut(&mut file);
        Source { path, lines: text.lines().count(), file }
    }

    /// The first folder or the file of the room.
    fn room(&self) -> &str {
        self.path.split(['/', '.']).next().expect("a name")
    }

    fn tokens(&self) -> Vec<TokenTree> {
        let mut all = Vec::new();
        flatten(self.file.to_token_stream(), &mut all);
        all
    }

    /// `a::b` as often as two words are joined so, and for `use a::{b, c::d}` each of them.
    fn paths(&self) -> BTreeSet<[String; 2]> {
        let mut found = BTreeSet::new();
        joined(self.file.to_token_stream(), None, &mut found);
        found
    }
}

/// Removes tests, and attributes, which hold doc comments.
struct Strip;

impl VisitMut for Strip {
    fn visit_file_mut(&mut self, file: &mut syn::File) {
        file.attrs.clear();
        file.items.retain(|item| !is_test(item));
        syn::visit_mut::visit_file_mut(self, file);
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut module.content {
            items.retain(|item| !is_test(item));
        }
        syn::visit_mut::visit_item_mod_mut(self, module);
    }

    fn visit_attributes_mut(&mut self, attributes: &mut Vec<syn::Attribute>) {
        attributes.clear();
    }
}

fn is_test(item: &syn::Item) -> bool {
    let attributes = match item {
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        syn::Item::Const(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.meta.to_token_stream().to_string().contains("test")
    })
}

fn flatten(stream: TokenStream, all: &mut Vec<TokenTree>) {
    let mut tokens = stream.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            // Doc comments inside macros.
            TokenTree::Punct(sign)
                if sign.as_char() == '#' && matches!(tokens.peek(), Some(TokenTree::Group(_))) =>
            {
                tokens.next();
            }
            TokenTree::Group(group) => flatten(group.stream(), all),
            token => all.push(token),
        }
    }
}

/// Collects pairs of words with `::` between; `prefix` stands before the braces of a group.
fn joined(stream: TokenStream, prefix: Option<String>, found: &mut BTreeSet<[String; 2]>) {
    let mut before = prefix.clone();
    let mut colons = if prefix.is_some() { 2 } else { 0 };
    for token in stream {
        match token {
            TokenTree::Ident(word) => {
                if let (2, Some(first)) = (colons, &before) {
                    found.insert([first.clone(), word.to_string()]);
                }
                before = Some(word.to_string());
                colons = 0;
            }
            TokenTree::Punct(sign) if sign.as_char() == ':' => colons += 1,
            TokenTree::Punct(sign) if sign.as_char() == ',' => {
                before = prefix.clone();
                colons = if prefix.is_some() { 2 } else { 0 };
            }
            TokenTree::Group(group) => {
                let inside = before.take().filter(|_| colons == 2);
                joined(group.stream(), inside, found);
                colons = 0;
            }
            _ => {
                before = None;
                colons = 0;
            }
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The sources in a folder and in those below it.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources").flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(rust_files(&path)),
            path if path.extension().is_some_and(|extension| extension == "rs") => found.push(path),
            _ => {}
        }
    }
    found.sort();
    found
}

fn sources(folder: &str) -> Vec<Source> {
    let folder = root().join(folder);
    let read = |path: &PathBuf| {
        let below = path.strip_prefix(&folder).expect("a file below the folder");
        let name = below.to_string_lossy().replace('\\', "/");
        Source::new(name, &fs::read_to_string(path).expect("a readable source"))
    };
    rust_files(&folder).iter().map(read).collect()
}

/// The sources of the crate, files of tests left out.
fn crate_sources() -> Vec<Source> {
    sources("src").into_iter().filter(|source| !source.path.ends_with("tests.rs")).collect()
}

/// Fails with everything that `look` complains about.
fn nothing_found(sources: &[Source], look: impl Fn(&Source) -> Vec<String>) {
    let complaints: Vec<String> = sources
        .iter()
        .flat_map(|source| look(source).into_iter().map(|what| format!("{}: {what}", source.path)))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// A name without its signs, in small letters.
fn bare(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Games called by words that every program has; boards have cells called `hex`, pictures an axis called `y`.
const WORDS_OF_PROGRAMS: [&str; 5] = ["atomic", "go", "hex", "loop", "y"];

/// The words of a text in small letters, those of `camelCase` and `snake_case` too.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in text.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() && before.is_lowercase() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_alphanumeric(), words.last_mut()) {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words
}

fn game_names(source: &Source) -> Vec<String> {
    let (plain, composed): (BTreeSet<&str>, BTreeSet<&str>) =
        shipped::names().partition(|name| name.chars().all(char::is_alphabetic));
    let plain: BTreeSet<&str> = plain.into_iter().filter(|name| !WORDS_OF_PROGRAMS.contains(name)).collect();
    let composed: BTreeSet<String> = composed.into_iter().map(bare).collect();
    // A format's own words for pieces and rules are those that games are called by.
    if source.room() == "import" {
        return Vec::new();
    }
    let named = |text: String| {
        let is_plain = words(&text).iter().any(|word| plain.contains(word.as_str()));
        (is_plain || composed.iter().any(|game| bare(&text).contains(game))).then_some(text)
    };
    let said = |token: TokenTree| match token {
        TokenTree::Ident(word) => named(word.to_string()),
        TokenTree::Literal(literal) => named(literal.to_string()),
        _ => None,
    };
    source.tokens().into_iter().filter_map(said).collect()
}

fn later_rooms(source: &Source) -> Vec<String> {
    let Some(own) = ROOMS.iter().position(|room| *room == source.room()) else { return Vec::new() };
    let narrow = NARROW.iter().find(|(room, _)| *room == source.room());
    let allowed = |room: &str| match narrow {
        Some((_, others)) => room == ROOMS[own] || others.contains(&room),
        None => ROOMS[..=own].contains(&room),
    };
    let from_root = |first: &str| first == "crate" || first == "super" && source.path.ends_with("/mod.rs");
    let uses = source.paths().into_iter().filter(|[first, _]| from_root(first));
    uses.map(|[_, second]| second)
        .filter(|second| ROOMS.contains(&second.as_str()) && !allowed(second))
        .map(|room| format!("uses `{room}`"))
        .collect()
}

/// Groups of files beside each other each of which leads to all others of its group, as `folder: a b`.
fn circles(sources: &[Source]) -> Vec<String> {
    let mut uses: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for source in sources {
        let path = source.path.trim_end_matches(".rs").trim_end_matches("/mod");
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let above: Vec<&str> = path.split('/').collect();
        for [first, second] in source.paths() {
            // `super::b` in `room/a.rs` is a sibling, and so is `room::b` anywhere below `room/a`.
            let depth = match first.as_str() {
                "super" => above.len() - 1,
                room => match above.iter().position(|name| *name == room) {
                    Some(at) if at + 1 < above.len() => at + 1,
                    _ => continue,
                },
            };
            let folder = if first == "super" { folder.to_owned() } else { above[..depth].join("/") };
            let own = above[depth].to_owned();
            if own != second {
                uses.entry((folder, own)).or_default().insert(second);
            }
        }
    }
    let leads = |folder: &str, from: &str| {
        let (mut known, mut open) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(name) = open.pop() {
            let next = uses.get(&(folder.to_owned(), name)).into_iter().flatten();
            open.extend(next.filter(|name| known.insert((*name).clone())).cloned());
        }
        known
    };
    let mut found = BTreeSet::new();
    for (folder, from) in uses.keys() {
        let reached = leads(folder, from);
        if reached.contains(from) {
            let group: Vec<String> =
                reached.into_iter().filter(|other| leads(folder, other).contains(from)).collect();
            found.insert(format!("{folder}: {}", group.join(" ")));
        }
    }
    found.into_iter().collect()
}

fn kept_crates(source: &Source) -> Vec<String> {
    let named: BTreeSet<String> = source.paths().into_iter().map(|[first, _]| first).collect();
    let strayed = |(name, room): &&(&str, &str)| named.contains(*name) && !source.path.starts_with(room);
    KEPT.iter().filter(strayed).map(|(name, room)| format!("names `{name}`, which `{room}` keeps")).collect()
}

fn outside_world(source: &Source) -> Vec<String> {
    if OUTSIDE.contains(&source.room()) || !ROOMS.contains(&source.room()) {
        return Vec::new();
    }
    let [of_std, of_macros] = [
        source
            .paths()
            .into_iter()
            .filter(|[first, second]| first == "std" && WORLD.contains(&second.as_str()))
            .filter(|[_, second]| !SHARED.contains(&(source.room(), second.as_str())))
            .map(|pair| pair.join("::"))
            .collect::<Vec<_>>(),
        macros(source, &["print", "println", "eprint", "eprintln"]),
    ];
    of_std.into_iter().chain(of_macros).collect()
}

fn macros(source: &Source, names: &[&str]) -> Vec<String> {
    let tokens = source.tokens();
    let called = |pair: &[TokenTree]| match pair {
        [TokenTree::Ident(word), TokenTree::Punct(sign)] if sign.as_char() == '!' => {
            Some(word.to_string()).filter(|word| names.contains(&word.as_str()))
        }
        _ => None,
    };
    tokens.windows(2).filter_map(called).map(|word| format!("{word}!")).collect()
}

fn deadly_calls(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    deadly(source.file.to_token_stream(), &mut found);
    found.into_iter().chain(macros(source, &UNFINISHED)).collect()
}

/// `.unwrap()` and `Option::unwrap`, within macros too; a field may have such a name.
fn deadly(stream: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let sign = |i: usize, sign: char| matches!(tokens.get(i), Some(TokenTree::Punct(found)) if found.as_char() == sign);
    let arguments = |i: usize| matches!(tokens.get(i), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => deadly(group.stream(), found),
            TokenTree::Ident(word) if DEADLY.iter().any(|deadly| word == deadly) => {
                let method = i >= 1 && sign(i - 1, '.') && arguments(i + 1);
                let path = i >= 2 && sign(i - 1, ':') && sign(i - 2, ':');
                if method || path {
                    found.push(format!("line {}: `{word}`", word.span().start().line));
                }
            }
            _ => {}
        }
    }
}

/// The functions of a file with their lines.
#[derive(Default)]
struct Functions(Vec<(String, usize)>);

impl Functions {
    fn add(&mut self, name: &syn::Ident, span: proc_macro2::Span) {
        self.0.push((name.to_string(), span.end().line + 1 - span.start().line));
    }
}

impl Visit<'_> for Functions {
    fn visit_item_fn(&mut self, function: &syn::ItemFn) {
        self.add(&function.sig.ident, function.span());
        syn::visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &syn::ImplItemFn) {
        self.add(&function.sig.ident, function.span());
        syn::visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &syn::TraitItemFn) {
        self.add(&function.sig.ident, function.span());
        syn::visit::visit_trait_item_fn(self, function);
    }
}

fn functions(source: &Source) -> Vec<(String, usize)> {
    let mut found = Functions::default();
    found.visit_file(&source.file);
    found.0
}

fn too_long(source: &Source) -> Vec<String> {
    let file = (source.lines > MOST_LINES_OF_A_FILE).then(|| format!("{} lines", source.lines));
    let long = |(name, lines): (String, usize)| {
        (lines > MOST_LINES_OF_A_FUNCTION).then(|| format!("`{name}` has {lines} lines"))
    };
    file.into_iter().chain(functions(source).into_iter().filter_map(long)).collect()
}

#[test]
fn no_game_is_named() {
    nothing_found(&crate_sources(), game_names);
}

#[test]
fn rooms_use_only_rooms_before_them() {
    nothing_found(&crate_sources(), later_rooms);
}

#[test]
fn every_folder_is_a_room() {
    let known = |room: &str| ROOMS.contains(&room) || ["lib", "main"].contains(&room);
    nothing_found(&crate_sources(), |source| match known(source.room()) {
        true => Vec::new(),
        false => vec!["in no room".to_owned()],
    });
}

#[test]
fn formats_and_scripts_stay_in_their_rooms() {
    nothing_found(&crate_sources(), kept_crates);
}

#[test]
fn few_files_beside_each_other_go_in_circles() {
    let circles = circles(&crate_sources());
    assert!(circles.len() <= MOST_CIRCLES, "{}", circles.join("\n"));
    let bad = |path: &str, text: &str| Source::new(path.to_owned(), text);
    let circle = [bad("room/a.rs", "use super::b::f;"), bad("room/b/c.rs", "use crate::room::a::g;")];
    assert_eq!(self::circles(&circle), ["room: a b"]);
}

#[test]
fn the_core_knows_no_file_clock_or_terminal() {
    nothing_found(&crate_sources(), outside_world);
}

#[test]
fn nothing_ends_the_program() {
    nothing_found(&crate_sources(), deadly_calls);
}

#[test]
fn files_and_functions_are_short() {
    nothing_found(&sources("src"), too_long);
    nothing_found(&sources("tests/it"), too_long);
}

#[test]
fn most_functions_are_very_short() {
    let mut lines: Vec<usize> = crate_sources().iter().flat_map(functions).map(|(_, lines)| lines).collect();
    lines.sort_unstable();
    let nine_in_ten = lines[lines.len() * 9 / 10];
    assert!(nine_in_ten <= 33, "nine in ten functions have up to {nine_in_ten} lines");
}

#[test]
fn no_module_has_a_name_that_says_nothing() {
    let vague = |source: &Source| -> Vec<String> {
        let parts = source.path.split(['/', '.']);
        parts.filter(|part| VAGUE.contains(part)).map(str::to_owned).collect()
    };
    nothing_found(&sources("src"), vague);
    nothing_found(&sources("tests/it"), vague);
}

#[test]
fn unsafe_code_is_forbidden() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    assert!(manifest.lines().any(|line| line == r#"unsafe_code = "forbid""#));
}

#[test]
fn nothing_is_left_for_later() {
    let marks = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("X", "XX:")];
    for folder in ["src", "tests/it"] {
        for path in rust_files(&root().join(folder)) {
            let text = fs::read_to_string(&path).expect("a readable source");
            let mark = marks.iter().find(|mark| text.contains(*mark));
            assert_eq!(mark, None, "{}", path.display());
        }
    }
}

/// The looks themselves find what they look for.
#[test]
fn what_is_forbidden_is_found() {
    let bad = |path: &str, text: &str| Source::new(path.to_owned(), text);
    let named = bad(
        "game/mod.rs",
        r#"struct DodgemRules; const A: &str = "a caro board"; /// dodgem
        fn f() { #[doc = "dodgem"] let x = 1; }"#,
    );
    assert_eq!(game_names(&named), ["DodgemRules", "\"a caro board\""]);
    let circular =
        bad("game/mod.rs", "use crate::{bits::X, position::{Board, Frame}}; fn f(a: crate::eval::B) {}");
    assert_eq!(later_rooms(&circular), ["uses `eval`", "uses `position`"]);
    let above = bad("position/mod.rs", "use super::search::Search; use super::game::Cell;");
    assert_eq!(later_rooms(&above), ["uses `search`"]);
    let below = bad("search/node.rs", "use super::search::Search; use crate::eval::Score;");
    assert_eq!(later_rooms(&below), [""; 0]);
    let toml = bad("compile/mod.rs", "fn f() -> toml::Value { x!(ron::from_str(a)) }");
    assert_eq!(kept_crates(&toml).len(), 2);
    let world =
        bad("eval/mod.rs", "use std::{fmt, time::Instant}; fn f() { std::io::stdout(); println!(); }");
    assert_eq!(outside_world(&world), ["std::io", "std::time", "println!"]);
    let deadly = bad(
        "eval/mod.rs",
        "fn f() { a.unwrap(); m!(b.expect(1)); todo!() } #[cfg(test)] mod t { fn g() { a.unwrap() } }",
    );
    assert_eq!(deadly_calls(&deadly), ["line 1: `unwrap`", "line 1: `expect`", "todo!"]);
    let long = bad("eval/mod.rs", &format!("fn f() {{ {} }}", "\n".repeat(600)));
    assert_eq!(too_long(&long), ["601 lines", "`f` has 601 lines"]);
}
