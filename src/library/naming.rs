//! Games by the names that people write: titles and aliases in any language, without regard to case, marks and
//! blanks.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::shelf::{Library, Shelved};
use crate::spec::{Titles, titles};

/// A name without what people leave out: case, marks, blanks and signs.
pub fn folded(name: &str) -> String {
    let letters = name.nfkd().filter(|&c| !is_combining_mark(c)).flat_map(char::to_lowercase);
    letters.map(|c| if c == 'đ' { 'd' } else { c }).filter(|c| c.is_alphanumeric()).collect()
}

impl Shelved {
    /// What its definition says that the game is called.
    pub fn titles(&self) -> Titles {
        let bytes = self.bytes().unwrap_or_default();
        titles(&String::from_utf8_lossy(&bytes))
    }

    /// Whether its name, its family, a title or an alias has that in it, as [`folded`] writes them.
    pub fn is_about(&self, word: &str) -> bool {
        let word = folded(word);
        let titles = self.titles();
        let mut names = [self.name.as_str(), self.family.as_str()].into_iter().chain(titles.all());
        names.any(|name| folded(name).contains(&word))
    }
}

/// The definitions among those that a user's word means: the one whose file has the name, else all that have it as
/// a title or an alias.
pub(super) fn called<'a>(all: &'a [Shelved], word: &str) -> Vec<&'a Shelved> {
    let word = folded(word);
    if word.is_empty() {
        return Vec::new();
    }
    match all.iter().find(|shelved| folded(&shelved.name) == word) {
        Some(one) => vec![one],
        None => {
            all.iter().filter(|shelved| shelved.titles().all().any(|name| folded(name) == word)).collect()
        }
    }
}

impl Library {
    /// The definitions whose name, family, title or alias has that word in it; all of them without a word.
    pub fn about(&self, word: Option<&str>) -> Vec<Shelved> {
        let mut all = self.all();
        all.retain(|shelved| word.is_none_or(|word| shelved.is_about(word)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_marks_and_blanks_do_not_matter() {
        for (name, other) in [
            ("King of the hill", "kingofthehill"),
            ("Cờ tướng", "co tuong"),
            ("Đột phá", "dot-pha"),
            ("C\u{1a1}\u{300}", "co"),
        ] {
            assert_eq!(folded(name), folded(other), "{name}");
        }
        assert_ne!(folded("chess"), folded("shogi"));
    }
}
