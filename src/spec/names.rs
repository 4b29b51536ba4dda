//! Names that a definition gives: lower case words with hyphens, none of them a word of the language.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::At;
use super::read::Reader;
use crate::diagnostic::{Diagnostic, codes::text as codes};

/// What a name is a name of. A word of the language is forbidden only where it could be meant too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Space {
    Player,
    Kind,
    Region,
    Move,
    /// Ways to write moves.
    Notation,
    /// Ends, vetoes, terms: named nowhere else.
    Plain,
}

/// Words of FILTER.
const FILTER_WORDS: &[&str] = &["own", "enemy", "neutral", "any", "empty", "marked", "not"];
/// Words for somebody in the game.
const WHO_WORDS: &[&str] = &["mover", "turn", "score", "none", "self"];
/// Regions that every game has, but for `rank-1` and so on.
const REGION_WORDS: &[&str] =
    &["last-rank", "own-half", "enemy-half", "edge", "board", "file", "around", "hand"];
/// Words that stand beside kinds of pieces, or where one could be expected.
const KIND_WORDS: &[&str] = &["capture", "off", "pass", "supply", "hand"];

impl Space {
    /// Whether the language has the word for itself here.
    pub(crate) fn reserves(self, name: &str) -> bool {
        match self {
            Space::Player => FILTER_WORDS.contains(&name) || WHO_WORDS.contains(&name),
            Space::Kind => FILTER_WORDS.contains(&name) || KIND_WORDS.contains(&name),
            Space::Region => {
                FILTER_WORDS.contains(&name)
                    || REGION_WORDS.contains(&name)
                    || name.strip_prefix("rank-").is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
                    || is_cell(name)
            }
            Space::Move => name == "again",
            Space::Notation => name == "coordinates" || name == "san",
            Space::Plain => false,
        }
    }
}

/// Whether the text is written as a name: `king`, `rank-2`, `all-off`.
pub(crate) fn is_name(text: &str) -> bool {
    let word = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.len() <= 64 && text.starts_with(|c: char| c.is_ascii_lowercase()) && text.split('-').all(word)
}

/// Whether the text is written as a cell: `e4`, `aa12`.
pub(crate) fn is_cell(text: &str) -> bool {
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    letters > 0 && letters < text.len() && text.bytes().skip(letters).all(|b| b.is_ascii_digit())
}

/// The text in the letters that its letters come from: `nghé` is `nghe`.
pub(crate) fn without_marks(text: &str) -> String {
    let plain = |c| match c {
        'đ' => 'd',
        'Đ' => 'D',
        'ı' => 'i',
        other => other,
    };
    text.nfkd().filter(|&c| !is_combining_mark(c)).map(plain).collect()
}

/// Where letters with marks have their place.
pub(super) const IN_TEXT: &str = "`[text.vi]` and its like say how things are called in a language";

/// What the text would be if it were written as a name.
fn as_name(text: &str) -> Option<String> {
    let plain = without_marks(&text.trim().to_lowercase()).replace([' ', '_', '.'], "-");
    (is_name(&plain) && plain != text).then_some(plain)
}

impl Reader<'_> {
    /// Reports a name that cannot be one.
    pub(crate) fn check_name(&mut self, name: &At<String>, space: Space) {
        let shown = name.value.escape_debug();
        if name.value.is_empty() {
            self.report(Diagnostic::new(codes::EMPTY_NAME, name.span, "a name must not be empty"));
        } else if !is_name(&name.value) {
            let message = format!("`{shown}` is not a name: names are lower case words with hyphens");
            let diagnostic = Diagnostic::new(codes::BAD_NAME, name.span, message);
            self.report(match as_name(&name.value) {
                Some(near) if !name.value.is_ascii() => diagnostic.help(format!("write `{near}`; {IN_TEXT}")),
                Some(near) => diagnostic.help(format!("write `{near}`")),
                None => diagnostic.help("begin with a letter from `a` to `z`; digits may follow"),
            });
        } else if space == Space::Region && is_cell(&name.value) {
            let letters = name.value.trim_end_matches(|digit: char| digit.is_ascii_digit());
            let apart = format!("write `{letters}-{}`", &name.value[letters.len()..]);
            let message = format!("`{shown}` is written like a cell and cannot be a name here");
            self.report(Diagnostic::new(codes::RESERVED_NAME, name.span, message).help(apart));
        } else if space.reserves(&name.value) {
            let message = format!("`{shown}` is a word of the language and cannot be a name here");
            self.report(
                Diagnostic::new(codes::RESERVED_NAME, name.span, message).help("choose another name"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_lower_case_words_with_hyphens() {
        for good in ["king", "all-off", "open-three", "rank-2", "x"] {
            assert!(is_name(good), "{good}");
        }
        for bad in ["", "King", "-a", "a-", "a--b", "2x", "a b", "a_b", "é", "a.b"] {
            assert!(!is_name(bad), "{bad}");
        }
        assert_eq!(as_name("Open Three").as_deref(), Some("open-three"));
    }

    #[test]
    fn a_region_cannot_be_called_like_a_cell() {
        assert!(Space::Region.reserves("e4") && Space::Region.reserves("rank-3"));
        assert!(!Space::Region.reserves("palace") && !Space::Plain.reserves("stuck"));
    }
}
