//! Values with their places.

use std::ops::Deref;

use crate::diagnostic::Span;

/// A value and where it stands in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> At<T> {
    /// A value at a place.
    pub fn new(value: T, span: Span) -> At<T> {
        At { value, span }
    }

    /// Another value at the same place.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> At<U> {
        At { value: f(self.value), span: self.span }
    }
}

impl<T> Deref for At<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// A named entry of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry<T> {
    /// Its name; the span is that of the key, on the line that defines the entry.
    pub name: At<String>,
    /// What it holds.
    pub value: T,
}

/// The entries of a table whose keys are names that the definition gives, in file order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named<T> {
    entries: Vec<Entry<T>>,
    broken: Vec<At<String>>,
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named { entries: Vec::new(), broken: Vec::new() }
    }
}

impl<T> Named<T> {
    pub(crate) fn push(&mut self, name: At<String>, value: Option<T>) {
        match value {
            Some(value) => self.entries.push(Entry { name, value }),
            None => self.broken.push(name),
        }
    }

    /// The entries that could be read.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry<T>> {
        self.entries.iter()
    }

    /// The same, to be changed.
    pub(crate) fn iter_mut(&mut self) -> std::slice::IterMut<'_, Entry<T>> {
        self.entries.iter_mut()
    }

    /// Names that are given, though what they name could not be read. Naming them is no mistake, and
    /// nothing can be said about what they hold.
    pub fn broken(&self) -> &[At<String>] {
        &self.broken
    }

    /// What the name holds, if it could be read.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.entries.iter().find(|e| e.name.value == name).map(|e| &e.value)
    }

    /// Whether the name is given, readable or not.
    pub fn has(&self, name: &str) -> bool {
        self.names().any(|n| n.value == name)
    }

    /// Every name given, readable or not; the readable ones first.
    pub fn names(&self) -> impl Iterator<Item = &At<String>> {
        self.entries.iter().map(|e| &e.name).chain(&self.broken)
    }

    /// How many entries could be read.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry that could be read.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<'a, T> IntoIterator for &'a Named<T> {
    type Item = &'a Entry<T>;
    type IntoIter = std::slice::Iter<'a, Entry<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
