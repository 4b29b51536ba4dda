//! Names as people write them, without regard to case, marks and blanks.

use crate::spec::without_marks;

/// A name without what people leave out: case, marks, blanks and signs.
pub fn folded(name: &str) -> String {
    let plain = without_marks(name);
    plain.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).collect()
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
            ("Türk daması", "TURK DAMASI"),
            ("C\u{1a1}\u{300}", "co"),
        ] {
            assert_eq!(folded(name), folded(other), "{name}");
        }
        assert_ne!(folded("chess"), folded("shogi"));
    }
}
