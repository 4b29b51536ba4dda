//! The book says what is not read.

use super::write::UNSUPPORTED;

#[test]
fn the_book_lists_every_key_that_is_refused() {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/import.md")).expect("a page");
    let (_, list) = page.split_once("## Not read yet").expect("a list");
    for (key, _) in UNSUPPORTED {
        assert!(list.contains(&format!("`{key}`")), "{key}");
    }
}
