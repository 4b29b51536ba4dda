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
    ("forward", &["up", "ahead", "front"]),
    ("backward", &["down", "back", "backwards"]),
];

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

fn spelt_like<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let letters = word.chars().count();
    // A single letter is as near to any other one.
    let far = if letters < 2 { 0 } else { (letters / 3).clamp(1, 3) };
    let distance = |c: &'a str| (strsim::damerau_levenshtein(word, &c.to_lowercase()), c);
    let near = candidates.iter().map(|c| distance(c)).filter(|&(d, _)| d <= far);
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
    fn another_word_for_a_candidate_leads_to_it() {
        assert_eq!(nearest("draw", ["mover", "none"]), Some("none"));
        assert_eq!(nearest("my", ["own", "enemy"]), Some("own"));
        assert_eq!(nearest("my", ["enemy"]), None);
    }
}
