//! What a definition is called, read from its text alone: quick, and whatever else may be wrong with it.

use std::collections::BTreeMap;

use super::tree::{Table, Value, parse};
use crate::diagnostic::{Diagnostics, Sources};

/// The names of a game as people write them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Titles {
    /// The name in `[game]`, where the file itself gives one.
    pub name: Option<String>,
    /// Its `aliases`.
    pub aliases: Vec<String>,
    /// The names in `[text]`, by language.
    pub translated: BTreeMap<String, String>,
}

impl Titles {
    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.name.iter().chain(&self.aliases).chain(self.translated.values()).map(String::as_str)
    }

    /// The name in a language such as `vi` or `pt-br`, the nearest one that there is, else the one in `[game]`.
    pub fn of(&self, language: &str) -> Option<&str> {
        let general = language.split('-').next().unwrap_or_default();
        let translated = [language, general].into_iter().find_map(|code| self.translated.get(code));
        translated.or(self.name.as_ref()).map(String::as_str)
    }
}

/// What the text of a definition says that the game is called. Mistakes are for others to find.
pub fn titles(text: &str) -> Titles {
    let mut sources = Sources::new();
    let source = sources.add("", text);
    let root = parse(&sources, source, &mut Diagnostics::new()).table;
    let game = root.table("game");
    let aliases = match game.and_then(|game| game.get("aliases")).map(|(_, node)| &node.value) {
        Some(Value::Array(nodes)) => nodes.iter().filter_map(|node| said(&node.value)).collect(),
        _ => Vec::new(),
    };
    let languages = root.table("text").map_or(&[][..], |texts| &texts.0);
    let translated = languages.iter().filter_map(|(language, node)| match &node.value {
        Value::Table(texts) => Some((language.value.clone(), text_of(texts, "name")?)),
        _ => None,
    });
    Titles { name: game.and_then(|game| text_of(game, "name")), aliases, translated: translated.collect() }
}

fn text_of(table: &Table, key: &str) -> Option<String> {
    table.get(key).and_then(|(_, node)| said(&node.value))
}

fn said(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.value.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_from_what_may_be_wrong_otherwise() {
        let text =
            "[game]\nname = \"A\"\naliases = [\"b\", 3]\nfirts = 1\n[text.vi]\nname = \"C\"\n[text.de]\n";
        let titles = titles(text);
        assert_eq!(titles.all().collect::<Vec<_>>(), ["A", "b", "C"]);
        assert_eq!((titles.of("vi-vn"), titles.of("de")), (Some("C"), Some("A")));
    }

    #[test]
    fn what_is_no_definition_has_no_names() {
        for text in ["", "[game", "game = 1\ntext = 2", "[game]\nname = 3"] {
            assert_eq!(titles(text), Titles::default(), "{text}");
        }
    }
}
