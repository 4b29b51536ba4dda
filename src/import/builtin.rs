//! Variants that files may build on without saying what they are, in the format of such files.

use super::ini::{Section, read};

/// What they change of each other.
const VARIANTS: &str = include_str!("parents.ini");

/// Their sections; no line of the user's says them.
pub(super) fn sections() -> Vec<Section> {
    let (mut sections, _) = read(VARIANTS);
    for section in &mut sections {
        section.line = 0;
        section.keys.values_mut().for_each(|said| said.line = 0);
    }
    sections
}
