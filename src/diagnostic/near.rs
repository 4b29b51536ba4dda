//! The word that somebody may have meant who wrote another one.

/// Words that people use for a word of the language, which is not spelt like them.
const OTHER_WORDS: [(&str, &[&str]); 12] = [
    ("none", &["draw", "drawn", "tie", "nobody", "no-one", "neither"]),
    ("mover", &["moved", "last", "previous"]),
    ("turn", &["to-move", "next", "current"]),
    ("own", &["my", "mine", "our", "friend", "friendly", "self", "same"]),
    ("enemy", &["opponent", "opponents", "foe", "hostile", "other", "their", "opposite"]),
    ("any", &["all", "both", "either", "every"]),
    ("empty", &["free", "vacant", "nothing", "none"]),
    ("no-moves", &["stalemate", "stuck", "blocked", "cannot-move"]),
    ("board-full", &["full"]),
    ("last-rank", &["last-row", "far-rank", "back-rank", "end"]),
    ("forward", &["ahead", "front"]),
    ("backward", &["back", "backwards"]),
];

/// Words that people use for keys, with the keys that they may mean, the likeliest first.
const OTHER_KEYS: &[(&[&str], &[&str])] = &[
    (&["jump", "jumps", "leapfrog", "hurdle"], &["hop", "leap"]),
    (&["walk", "move", "go", "moves", "walks"], &["step"]),
    (&["glide", "run", "slides"], &["slide"]),
    (&["place", "add", "insert", "enter"], &["drop", "put"]),
    (&["remove", "delete", "kill", "capture", "captures", "eat", "destroy", "clear"], &["take"]),
    (&["turn", "reverse", "convert", "recolour", "recolor", "swap"], &["flip"]),
    (&["change", "transform", "turn-into"], &["become", "promote"]),
    (&["row", "in-a-row", "connect", "run", "alignment"], &["line", "connects"]),
    (&["when", "where", "condition", "only-if", "cond"], &["if"]),
    (&["exists", "has", "any"], &["some"]),
    (&["no", "zero"], &["none"]),
    (&["number", "amount"], &["count"]),
    (&["min", "minimum", "least", "more-than"], &["at-least"]),
    (&["max", "maximum", "most", "less-than"], &["at-most"]),
    (&["repetition", "repeat", "repeated"], &["repeats"]),
    (&["effect", "effects", "then-do", "action"], &["do"]),
    (&["target", "landing", "into", "on"], &["onto"]),
    (&["distance", "steps", "far"], &["range"]),
    (&["direction", "directions"], &["along", "step"]),
    (&["region", "cells", "at", "in"], &["on", "to"]),
    (&["becomes"], &["become", "promote"]),
    (&["wins", "result", "win"], &["winner"]),
    (&["loses", "lose", "lost"], &["loser"]),
    (&["symbols", "icon"], &["symbol"]),
    (&["char", "character"], &["letter"]),
    (&["limit", "stock", "maximum"], &["supply"]),
    (&["points", "score", "worth", "weight"], &["value", "values"]),
    (&["title"], &["name"]),
    (&["dimensions", "width", "height"], &["size"]),
];

/// The keys that somebody may mean who wrote another word, the likeliest first.
pub fn other_keys(word: &str) -> Vec<&'static str> {
    let said = OTHER_KEYS.iter().filter(|(others, _)| others.contains(&word));
    said.flat_map(|(_, keys)| keys.iter().copied()).collect()
}

/// The candidate that somebody who wrote `word` may have meant: one spelt like it, or another word for it.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Long words are never near and would be slow to compare.
    if word.len() > 64 {
        return None;
    }
    let word = word.to_lowercase();
    let candidates: Vec<&str> = candidates.into_iter().collect();
    spelt_like(&word, &candidates).or_else(|| {
        let others = OTHER_WORDS.iter().filter(|(_, others)| others.contains(&word.as_str()));
        others.flat_map(|(said, _)| candidates.iter().copied().find(|c| c == said)).next()
    })
}

/// Whether one of two names may stand for the other by a slip of the pen. Names that differ in a number, in a short
/// word, or by a word more are siblings: `row-1` and `row-2`, `east-gate` and `west-gate`, `take` and `take-far`.
pub fn near_name(one: &str, other: &str) -> bool {
    if one == other || one.len().max(other.len()) > 64 {
        return false;
    }
    let words = |name: &str| name.split('-').map(str::to_owned).collect::<Vec<_>>();
    let (ones, others) = (words(one), words(other));
    if ones.len() != others.len() {
        return ones.concat() == others.concat();
    }
    let mut unlike = ones.iter().zip(&others).filter(|(one, other)| one != other);
    match (unlike.next(), unlike.next()) {
        (Some((one, other)), None) => slips(one, other),
        _ => false,
    }
}

/// Whether one word is the other with a letter wrong, missing, too much, or two exchanged; in long words two such
/// slips.
fn slips(one: &str, other: &str) -> bool {
    let digits = |word: &str| word.contains(|c: char| c.is_ascii_digit());
    let (ones, others): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let shorter = ones.len().min(others.len());
    let far = if shorter < 4 { 0 } else { (shorter / 4).clamp(1, 2) };
    // Nobody begins a word wrong: `slide` and `glide` are two words.
    let begin = |word: &[char]| word.iter().take(2).rev().copied().collect::<Vec<_>>();
    let begins_alike = ones.len() != others.len()
        || ones.first() == others.first()
        || begin(&ones).iter().eq(others.iter().take(2));
    begins_alike && !digits(one) && !digits(other) && strsim::damerau_levenshtein(one, other) <= far
}

fn spelt_like<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let letters = word.chars().count();
    // A single letter is as near to any other one.
    let far = if letters < 2 { 0 } else { (letters / 3).clamp(1, 3) };
    // Words are at least as far from each other as their lengths: most need not be compared, which takes longer.
    let may_be_near = |c: &&&str| c.chars().count().abs_diff(letters) <= far;
    let distance = |c: &'a str| (strsim::damerau_levenshtein(word, &c.to_lowercase()), c);
    let near = candidates.iter().filter(may_be_near).map(|c| distance(c)).filter(|&(d, _)| d <= far);
    near.min_by_key(|&(d, _)| d).map(|(_, c)| c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        assert_eq!(nearest("sise", ["holes", "size"]), Some("size"));
        assert_eq!(nearest("Forwrad", ["forward", "left"]), Some("forward"));
        assert_eq!(nearest("banana", ["holes", "size"]), None);
        assert_eq!(nearest("p", ["Q", "R"]), None);
        assert_eq!(nearest("p", ["Q", "P"]), Some("P"));
        assert_eq!(nearest(&"x".repeat(1000), ["holes", "size"]), None);
    }

    #[test]
    fn a_slip_of_the_pen_is_near_and_a_sibling_is_not() {
        for (one, other) in [
            ("doubel", "double"),
            ("repetiton", "repetition"),
            ("palce", "palace"),
            ("quen", "queen"),
            ("enpassant", "en-passant"),
            ("open-tree", "open-three"),
        ] {
            assert!(near_name(one, other) && near_name(other, one), "{one} {other}");
        }
        for (one, other) in [
            ("rank-1", "rank-2"),
            ("row1", "row2"),
            ("castle-left", "castle-right"),
            ("east-gate", "west-gate"),
            ("three-a", "three-b"),
            ("take", "take-far"),
            ("push", "pass"),
            ("slide", "glide"),
            ("man", "men"),
            ("step", "step"),
        ] {
            assert!(!near_name(one, other), "{one} {other}");
        }
    }

    #[test]
    fn another_word_for_a_candidate_leads_to_it() {
        assert_eq!(nearest("draw", ["mover", "none"]), Some("none"));
        assert_eq!(nearest("my", ["own", "enemy"]), Some("own"));
        assert_eq!(nearest("my", ["enemy"]), None);
    }
}
