//! Mistakes of files and of RON in plain words: who writes a suite need not know how it is read.

use std::io;

use ron::Error as Ron;
use ron::error::SpannedError;

/// What went wrong with a file, as the end of "cannot read `file`: …".
pub fn io_words(error: &io::Error) -> String {
    use io::ErrorKind::*;
    let words = match error.kind() {
        NotFound => "there is no such file or folder",
        PermissionDenied => "permission is refused",
        AlreadyExists => "it exists already",
        IsADirectory => "it is a folder",
        NotADirectory => "a part of the path is no folder",
        InvalidData => "it is not text in UTF-8",
        InvalidInput | InvalidFilename => "this cannot be the name of a file",
        StorageFull | QuotaExceeded => "the disk is full",
        FileTooLarge => "it is too large",
        ReadOnlyFilesystem => "nothing can be written there",
        UnexpectedEof => "it ends too early",
        _ => {
            let text = error.to_string();
            return text.split(" (os error").next().unwrap_or_default().to_lowercase();
        }
    };
    words.to_owned()
}

/// `1 ply`, `3 plies`.
pub(super) fn plies_text(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

/// What is wrong with a text of RON, with its line and column.
pub(super) fn placed_words(error: &SpannedError) -> String {
    let place = error.span.start;
    format!("line {}, column {}: {}", place.line, place.col, ron_words(&error.code))
}

/// What is wrong with a text of RON.
pub(super) fn ron_words(error: &Ron) -> String {
    let expected = |what: &str| format!("{what} is expected");
    match error {
        Ron::Eof => "the text ends too early".to_owned(),
        Ron::ExpectedArray => expected("`[`"),
        Ron::ExpectedArrayEnd => expected("`]`"),
        Ron::ExpectedMap => expected("`{`"),
        Ron::ExpectedMapEnd => expected("`}`"),
        Ron::ExpectedMapColon => expected("`:`"),
        Ron::ExpectedComma => expected("a comma"),
        Ron::ExpectedOptionEnd | Ron::ExpectedStructLikeEnd => expected("`)`"),
        Ron::ExpectedStructLike | Ron::ExpectedNamedStructLike(_) => expected("`(`"),
        Ron::ExpectedDifferentStructName { expected, found } => {
            format!("`{expected}` is expected, found `{}`", found.escape_debug())
        }
        Ron::ExpectedBoolean => expected("`true` or `false`"),
        Ron::ExpectedInteger => expected("a whole number"),
        Ron::ExpectedFloat => expected("a number"),
        Ron::ExpectedString => expected("a text in quotes"),
        Ron::ExpectedStringEnd => "this text is not closed: its `\"` is missing".to_owned(),
        Ron::ExpectedIdentifier => expected("a name"),
        Ron::IntegerOutOfBounds => "this number is too small or too large".to_owned(),
        Ron::UnclosedBlockComment | Ron::UnclosedLineComment => "this comment is not closed".to_owned(),
        Ron::UnexpectedChar(letter) => format!("`{}` cannot stand here", letter.escape_debug()),
        Ron::TrailingCharacters => "nothing more can stand behind the end".to_owned(),
        Ron::ExceededRecursionLimit => "too many values inside each other".to_owned(),
        Ron::InvalidValueForType { expected, found } => wrong_type(expected, found),
        Ron::NoSuchStructField { found, .. } => format!("`{}` is no field here", found.escape_debug()),
        Ron::NoSuchEnumVariant { found, .. } => {
            format!("`{}` is not an expectation or a word of one", found.escape_debug())
        }
        Ron::MissingStructField { field, .. } => format!("`{field}` is missing"),
        Ron::DuplicateStructField { field, .. } => format!("`{field}` is given twice"),
        Ron::ExpectedDifferentLength { found, .. } => {
            let unit = if *found == 1 { "value" } else { "values" };
            format!("{found} {unit} cannot stand here, another number is expected")
        }
        Ron::Message(words) => lower_first(words),
        _ => "this cannot stand here".to_owned(),
    }
}

/// `expected` is a type of the program or a description; the former says nothing to a reader.
fn wrong_type(expected: &str, found: &str) -> String {
    let words = match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, 0 or more",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "bool" | "a boolean" => "`true` or `false`",
        other if other.contains("::") || other.starts_with(char::is_uppercase) => "something else",
        other if ["struct", "enum", "tuple", "unit"].iter().any(|word| other.contains(word)) => {
            "something else"
        }
        other => other,
    };
    format!("expected {words}, found {found}")
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::super::Suite;
    use super::*;

    #[test]
    fn what_is_wrong_with_a_file_is_said_without_numbers_of_the_system() {
        let missing = std::fs::read("no such file").expect_err("missing");
        assert_eq!(io_words(&missing), "there is no such file or folder");
        let odd = io::Error::from_raw_os_error(40);
        assert!(!io_words(&odd).contains("os error"), "{}", io_words(&odd));
    }

    #[test]
    fn no_type_of_the_program_is_named_to_who_writes_a_suite() {
        let case = |expect: &str| format!("(game: \"a\", cases: [(name: \"b\", expect: {expect})])");
        let texts = [
            case("Perft(3)"),
            case("Perft([-1])"),
            case("Perft([1.5])"),
            case("Eval(\"0\")"),
            case("Eval(99999999999999)"),
            case("Outcome(1, 2)"),
            case("Outcome(\"white\")"),
            case("Value(Win, 1, 2)"),
            case("Match(Depth(1))"),
            case("\"text\""),
            case("Perft"),
            case("Unfinished(1)"),
            case("Legal([\"a"),
            case("Playthrough([(at: 3)])"),
            "Case()".to_owned(),
            "(game: \"a\", cases: {})".to_owned(),
            "[".to_owned(),
            String::new(),
        ];
        for text in texts {
            let error = text.parse::<Suite>().expect_err("wrong").to_string();
            let first = error.lines().next().unwrap_or_default();
            for word in ["ron::", "struct", "enum", "variant", "u32", "u64", "i32", "Expectation", "tuple"] {
                assert!(!first.contains(word), "{text}: {first}");
            }
        }
    }
}
