//! Codes about the text of a definition: found while it is read.

use crate::diagnostic::code::codes;

codes! {
    SYNTAX = "syntax", Error, "the file is not TOML";
    "A definition is a TOML file. Where the text breaks the rules of TOML, nothing can be read from the \
     lines concerned.";
    wrong "[board]\nsize = [3, 3";
    right "[board]\nsize = [3, 3]";

    UNKNOWN_KEY = "unknown-key", Error, "a key that the language does not have";
    "Every table has a fixed list of keys. A key outside it would have no effect, so it is refused.";
    wrong "[board]\nsise = [3, 3]";
    right "[board]\nsize = [3, 3]";
}
