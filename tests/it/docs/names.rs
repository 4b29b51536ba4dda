//! What `CONTRIBUTING.md` names in the source is there.

use std::collections::BTreeSet;
use std::fs;

use super::{files_below, page, root};

/// Every word of the source and of the tests.
fn words() -> BTreeSet<String> {
    let files = ["src", "tests"].map(|folder| files_below(&root().join(folder), "rs"));
    let texts = files.into_iter().flatten().map(|path| fs::read_to_string(path).expect("a source"));
    let apart = |text: String| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect()
    };
    texts.flat_map(apart).collect()
}

/// Why a name in backquotes is none of the source; `None` for what is there and for what is no name.
fn missing(named: &str, words: &BTreeSet<String>) -> Option<String> {
    let is_path = named.contains('/') || named.ends_with(".rs") || named.ends_with(".md");
    if is_path && !named.contains(' ') {
        let there = ["", "src", "docs/src"].iter().any(|folder| root().join(folder).join(named).exists());
        return (!there).then(|| format!("no file `{named}`"));
    }
    let parts: Vec<&str> =
        named.trim_start_matches('!').split(['.', ':']).filter(|part| !part.is_empty()).collect();
    let is_name = |part: &&str| part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !parts.iter().all(is_name) {
        return None;
    }
    let unknown = |part: &&&str| !words.contains(**part);
    parts.iter().find(unknown).map(|part| format!("nothing is called `{part}`"))
}

#[test]
fn the_guide_names_what_is_there() {
    let words = words();
    let guide = page(&root().join("CONTRIBUTING.md")).text;
    let prose: String = guide.split("```").step_by(2).collect();
    let named: Vec<&str> = prose.split('`').skip(1).step_by(2).collect();
    assert!(named.len() > 60, "{}", named.len());
    let wrong: Vec<String> = named.iter().filter_map(|name| missing(name, &words)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let odd = ["no", "such", "name"].join("_");
    for name in ["search/elsewhere.rs", &odd, &format!("Board::{odd}")] {
        assert!(missing(name, &words).is_some(), "{name}");
    }
}
