//! Trees given as data: the figures of books, names and values as printed.
//!
//! ```
//! let text = r#"(
//!     name: "two moves",
//!     root: Max,
//!     tree: Node("a", [Leaf("b", 3), Node("c", [Leaf("d", -2), Leaf("e", 7)])]),
//! )"#;
//! let figure = banco::inside::suite::Figure::parse(text)?;
//! assert_eq!(figure.tree.height(), 2);
//! # Ok::<(), banco::inside::suite::FigureError>(())
//! ```

use std::fmt;
use std::path::Path;

use serde::Deserialize;

use super::file::text_of;
use super::plain::placed_words;
use crate::eval::{Score, WIN};
use crate::search::textbook::{DrawnTree, Vertex};

/// Nothing larger is read.
const MAX_FILE: u64 = 4 << 20;

/// A tree of a book, given as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// What it is called.
    pub name: String,
    /// The names of the player who maximises and of the one who minimises, if they have any.
    pub players: Option<[String; 2]>,
    /// The tree.
    pub tree: DrawnTree,
}

/// A tree that cannot be read, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FigureError(String);

impl fmt::Display for FigureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FigureError {}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    root: Level,
    #[serde(default)]
    players: Option<(String, String)>,
    tree: TreeEntry,
}

#[derive(Deserialize)]
enum Level {
    Max,
    Min,
}

#[derive(Deserialize)]
enum TreeEntry {
    Node(String, Vec<TreeEntry>),
    Leaf(String, Score),
}

impl Figure {
    /// Reads the text of a tree.
    ///
    /// # Errors
    ///
    /// What is wrong with it, with line and column where they are known.
    pub fn parse(text: &str) -> Result<Figure, FigureError> {
        let options =
            ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let written: Written = options
            .from_str(text)
            .map_err(|error| FigureError(format!("not a tree: {}", placed_words(&error))))?;
        check_values(&written.tree, text)?;
        let tree = DrawnTree { max_at_root: matches!(written.root, Level::Max), root: vertex(written.tree)? };
        Ok(Figure { name: written.name, players: written.players.map(|(max, min)| [max, min]), tree })
    }

    /// Reads a tree from a file.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or holds no tree.
    pub fn load(path: &Path) -> Result<Figure, FigureError> {
        let failed = |why: String| FigureError(format!("cannot load `{}`: {why}", path.display()));
        let text = text_of(path, MAX_FILE, "a tree").map_err(failed)?;
        Figure::parse(&text).map_err(|error| failed(error.0))
    }
}

/// Reports a leaf whose value is larger than that of any win, with its place.
fn check_values(entry: &TreeEntry, text: &str) -> Result<(), FigureError> {
    match entry {
        TreeEntry::Node(_, children) => children.iter().try_for_each(|child| check_values(child, text)),
        TreeEntry::Leaf(_, value) if (-WIN..=WIN).contains(value) => Ok(()),
        TreeEntry::Leaf(name, value) => {
            let before = text.find(&value.to_string()).map_or("", |at| &text[..at]);
            let (line, column) = (1 + before.matches('\n').count(), before.rsplit('\n').next().unwrap_or(""));
            Err(FigureError(format!(
                "not a tree: line {line}, column {}: the value {value} of `{}` is out of range: at most {WIN} \
                 either way",
                column.chars().count() + 1,
                name.escape_debug()
            )))
        }
    }
}

fn vertex(entry: TreeEntry) -> Result<Vertex, FigureError> {
    match entry {
        TreeEntry::Leaf(name, value) => Ok(Vertex { name, value, children: Vec::new() }),
        TreeEntry::Node(name, children) if children.is_empty() => Err(FigureError(format!(
            "`{}` has no children: write it as a leaf with its value",
            name.escape_debug()
        ))),
        TreeEntry::Node(name, children) => {
            let children = children.into_iter().map(vertex).collect::<Result<_, _>>()?;
            Ok(Vertex { name, value: 0, children })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_tree_is_refused_with_a_reason() {
        let deep = format!("(name:\"\",root:Max,tree:{}", "Node(\"\",[".repeat(5_000));
        for bad in [
            "",
            "()",
            "(name: \"a\", root: Max)",
            "(name: \"a\", root: Middle, tree: Leaf(\"a\", 1))",
            "(name: \"a\", root: Max, tree: Leaf(\"a\"))",
            "(name: \"a\", root: Max, tree: Node(\"a\", []))",
            "(name: \"a\", root: Max, tree: Leaf(\"a\", 2000000))",
            "(name: \"a\", root: Max, tree: Leaf(\"a\", 99999999999))",
            &deep,
        ] {
            assert!(Figure::parse(bad).is_err(), "{bad}");
        }
        let least =
            "(name: \"t\", root: Min,\n tree: Node(\"n\", [Leaf(\"a\", 1), Leaf(\"b\", -2147483648)]))";
        let error = Figure::parse(least).expect_err("out of range").to_string();
        assert!(error.contains("line 2, column 43: the value -2147483648 of `b` is out of range"), "{error}");
    }
}
