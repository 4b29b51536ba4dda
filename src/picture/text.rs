//! Text inside a picture: how wide it is, and how it is written so that nothing in it is taken for markup.

use std::fmt::Write;

use unicode_width::UnicodeWidthChar;

/// Adds a line.
pub(crate) fn put(out: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "{line}");
}

/// About how wide a text is at that size of font: no font is at hand, so a little more than most need.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let em = |c: char| match c {
        'm' | 'w' | 'M' | 'W' | '@' => 0.95,
        'i' | 'j' | 'l' | 'I' | ' ' | '.' | ',' | ':' | ';' | '/' | '\'' | '|' => 0.4,
        _ if c.width().unwrap_or(0) == 2 => 1.1,
        _ if c.is_uppercase() => 0.78,
        _ => 0.66,
    };
    text.chars().map(em).sum::<f64>() * size
}

/// A text for the inside of an element or an attribute in double quotes.
pub(crate) fn escaped(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(escaped("<a b=\"c\">&\n"), "&lt;a b=&quot;c&quot;&gt;&amp; ");
    }

    #[test]
    fn wide_letters_take_more_room() {
        assert!(width("RNBAKABNR", 10.0) > width("rnbakabnr", 10.0));
        assert!(width("車馬", 10.0) > width("ab", 10.0));
        assert_eq!(width("", 10.0), 0.0);
    }
}
