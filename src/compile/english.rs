//! A definition read back in plain English.

use crate::spec::Definition;

/// The rules in plain English.
pub fn english(definition: &Definition) -> String {
    let _ = definition;
    String::new()
}
