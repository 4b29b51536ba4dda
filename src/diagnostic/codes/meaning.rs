//! Codes about what a well-formed definition says: found when names become numbers.

use crate::diagnostic::code::codes;

codes! {
    UNKNOWN_NAME = "unknown-name", Error, "a name that nothing defines";
    "A piece, region, player or move rule is named that the definition does not have.";
    wrong "[end.extinct]\nif = { none = \"enemy kign\" }\nwinner = \"mover\"";
    right "[end.extinct]\nif = { none = \"enemy king\" }\nwinner = \"mover\"";
}
