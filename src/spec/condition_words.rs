//! The conditions that are words, and what is said of other words.

use super::At;
use super::read::Reader;
use super::tree::Table;
use crate::diagnostic::{Diagnostic, codes::text as codes, either, nearest, other_keys};

/// Conditions that are a word.
pub(super) const WORDS: &[&str] = &["no-moves", "board-full", "in-check", "unmoved"];

/// Reports a word that stands in braces as if it were a question.
pub(super) fn refuses_words(table: &Table, questions: &[&str], reader: &mut Reader<'_>) -> bool {
    let is_key = |key: &str| questions.contains(&key);
    let keys = table.0.iter().map(|(key, _)| key).filter(|key| !is_key(&key.value));
    let words = || WORDS.iter().copied();
    let Some((key, word)) = keys.filter_map(|key| Some((key, nearest(&key.value, words())?))).next() else {
        return false;
    };
    let message = format!("`{}` asks nothing in braces", key.value.escape_debug());
    let help = format!("`{word}` is a condition by itself: write `if = \"{word}\"`");
    reader.report(Diagnostic::new(codes::UNKNOWN_KEY, key.span, message).help(help));
    true
}

/// Reports a word that is no condition: many conditions are no words, but questions in braces.
pub(super) fn unknown_condition(word: &At<&str>, questions: &[&str], reader: &mut Reader<'_>) {
    let found = word.value.escape_debug();
    let message = format!("expected {}, found `{found}`", either(WORDS));
    let diagnostic = Diagnostic::new(codes::UNKNOWN_WORD, word.span, message);
    let begin = word.value.split([' ', '-']).next().unwrap_or_default();
    let asks =
        |word: &str| nearest(word, questions.iter().copied()).or_else(|| other_keys(word).into_iter().next());
    reader.report(diagnostic.help(match (nearest(word.value, WORDS.iter().copied()), asks(begin)) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, Some(question)) => {
            format!("other conditions are questions in braces: `{{ {question} = … }}`; several stand in a list")
        }
        (None, None) => {
            "other conditions are questions in braces, such as `{ repeats = 3 }` or `{ not = \"in-check\" }`; \
             several stand in a list"
                .to_owned()
        }
    }));
}
