//! What `extends` means: the parent's table and the child's become one.

use super::read::Keys;
use super::tree::{Node, Table, Value};
use super::{At, Definition};
use crate::diagnostic::{Diagnostic, Diagnostics, Span, codes::text as codes};

/// Where merging stops: what stands there is replaced whole. `*` is a name that the definition gives.
const WHOLE: &[&[&str]] = &[
    &["regions", "*"],
    &["pieces", "*", "moves", "*"],
    &["pieces", "*", "promote"],
    &["moves", "*"],
    &["effects", "*"],
    &["illegal", "*"],
    &["end", "*"],
    &["evaluation", "*", "*"],
];

/// Keys whose values may be `false` and mean it.
const FLAGS: &[&[&str]] =
    &[&["evaluation", "derive"], &["evaluation", "symmetric"], &["legality", "must-capture"]];

/// Tables of names that can be begun anew: `inherited = false` drops all that the parent has in one.
const ANEW: &[&[&str]] = &[
    &["regions"],
    &["pieces"],
    &["pieces", "*", "moves"],
    &["moves"],
    &["effects"],
    &["illegal"],
    &["end"],
    &["evaluation"],
    &["evaluation", "*"],
    &["notation"],
];

/// What stays where all else is begun anew: it says something about the rules.
const STAYS: &[&[&str]] = &[&["evaluation", "symmetric"]];

/// The word for what the parent has.
pub(super) const INHERITED: &str = "inherited";

/// Keys that say the same in two ways, with the tables that have them: the child's way replaces the parent's.
const INSTEAD: &[(&[&str], [&str; 2])] =
    &[(&["pieces", "*"], ["letter", "letters"]), (&["setup"], ["board", "army"])];

/// Whether a table at the top, called as its documentation does, can be begun anew.
pub(super) fn begins_anew(title: &str) -> bool {
    ANEW.iter().any(|path| path.len() == 1 && title == format!("`[{}]`", path[0]))
}

/// Whether what stands at the path is replaced whole.
fn is_whole(path: &[String]) -> bool {
    let unknown = path.len() == 1 && Definition::KEYS.iter().all(|key| key.name != path[0]);
    unknown || WHOLE.iter().any(|pattern| matches(pattern, path))
}

fn matches(pattern: &[&str], path: &[String]) -> bool {
    pattern.len() == path.len() && pattern.iter().zip(path).all(|(want, is)| *want == "*" || want == is)
}

/// Something of the parent that a child drops by `NAME = false`.
#[derive(Clone, Debug)]
pub(crate) struct Dropped {
    /// The keys that lead to it.
    pub path: Vec<String>,
    /// Where the child says so.
    pub span: Span,
    /// What it was.
    pub was: Node,
}

/// Merges the child into the parent's table. `NAME = false` in the child drops what the parent has, which is
/// added to `changes`; an empty parent makes every such entry a mistake.
pub(crate) fn merge(parent: Table, child: Table, changes: &mut Changes, out: &mut Diagnostics) -> Table {
    Merger { changes, out }.table(parent, child, &mut Vec::new())
}

/// What children change of what they extend.
#[derive(Default)]
pub(crate) struct Changes {
    /// What they leave out.
    pub(crate) dropped: Vec<Dropped>,
    /// Tables that stand in for whole ones of the same name.
    pub(crate) replaced: Vec<Span>,
}

/// Takes from the parent what the child says in the other way.
fn say_instead(parent: &mut Table, child: &Table, path: &[String]) {
    for (_, ways) in INSTEAD.iter().filter(|(pattern, _)| matches(pattern, path)) {
        if ways.iter().any(|way| child.get(way).is_some()) {
            parent
                .0
                .retain(|(key, _)| !ways.contains(&key.value.as_str()) || child.get(&key.value).is_some());
        }
    }
}

struct Merger<'a> {
    changes: &'a mut Changes,
    out: &'a mut Diagnostics,
}

impl Merger<'_> {
    fn table(&mut self, mut parent: Table, mut child: Table, path: &mut Vec<String>) -> Table {
        self.begin_anew(&mut parent, &mut child, path);
        say_instead(&mut parent, &child, path);
        let mut added = Vec::new();
        for (key, node) in child.0 {
            path.push(key.value.clone());
            self.entry(&mut parent, &mut added, key, node, path);
            path.pop();
        }
        if path.len() == 1 && path[0] == "end" {
            added.append(&mut parent.0);
            return Table(added);
        }
        parent.0.append(&mut added);
        parent
    }

    /// Drops all that the parent has where the child says `inherited = false`.
    fn begin_anew(&mut self, parent: &mut Table, child: &mut Table, path: &[String]) {
        let can = ANEW.iter().any(|pattern| matches(pattern, path)) && !parent.0.is_empty();
        let Some(at) = child.position(INHERITED).filter(|_| can) else { return };
        if !matches!(child.0[at].1.value, Value::Boolean(false)) {
            return;
        }
        let (said, _) = child.0.remove(at);
        for (key, was) in std::mem::take(&mut parent.0) {
            let path: Vec<String> = path.iter().cloned().chain([key.value.clone()]).collect();
            match STAYS.iter().any(|pattern| matches(pattern, &path)) {
                true => parent.0.push((key, was)),
                false => self.changes.dropped.push(Dropped { path, span: said.span, was }),
            }
        }
    }

    fn entry(
        &mut self,
        parent: &mut Table,
        added: &mut Vec<(At<String>, Node)>,
        key: At<String>,
        node: Node,
        path: &mut Vec<String>,
    ) {
        let drops = matches!(node.value, Value::Boolean(false)) && !FLAGS.iter().any(|f| matches(f, path));
        match parent.position(&key.value) {
            Some(at) if drops => {
                let (_, was) = parent.0.remove(at);
                self.changes.dropped.push(Dropped { path: path.clone(), span: key.span, was });
            }
            Some(at) => {
                let (old_key, old) = parent.0.remove(at);
                let tables = matches!((&old.value, &node.value), (Value::Table(_), Value::Table(_)));
                let merges = tables && !is_whole(path);
                if tables && !merges {
                    self.changes.replaced.push(node.span);
                }
                let merged = if merges { self.node(old, node, path) } else { node };
                parent.0.insert(at, (if merges { old_key } else { key }, merged));
            }
            None if drops => {
                // What may be `false` and mean it stands in the same table as what can be dropped.
                let table = &path[..path.len() - 1];
                let flags = FLAGS.iter().filter(|flag| flag[..flag.len() - 1] == *table);
                let flags = flags.filter_map(|flag| flag.last().copied());
                let names: Vec<&str> = parent.0.iter().map(|(k, _)| k.value.as_str()).chain(flags).collect();
                let message = format!("there is no `{}` to drop", key.value.escape_debug());
                let diagnostic = Diagnostic::new(codes::NOTHING_TO_DROP, key.span, message);
                self.out.push(diagnostic.suggest(&key.value, names));
            }
            None => added.push((key, self.fresh(node, path))),
        }
    }

    /// What only the child has; there is nothing in it to drop.
    fn fresh(&mut self, node: Node, path: &mut Vec<String>) -> Node {
        match node.value {
            Value::Table(table) if !is_whole(path) => {
                Node { value: Value::Table(self.table(Table::default(), table, path)), span: node.span }
            }
            value => Node { value, span: node.span },
        }
    }

    fn node(&mut self, old: Node, new: Node, path: &mut Vec<String>) -> Node {
        match (old.value, new.value) {
            (Value::Table(old), Value::Table(table)) => {
                Node { value: Value::Table(self.table(old, table, path)), span: new.span }
            }
            (_, value) => Node { value, span: new.span },
        }
    }
}
