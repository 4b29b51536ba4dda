//! Variant files of Fairy-Stockfish become definitions.

mod builtin;
mod document;
mod ends;
mod ini;
mod keys;
mod kinds;
mod outcomes;
mod pawns;
mod pieces;
mod promotions;
mod start;
mod stone;
#[cfg(test)]
mod tests;
mod variant;
mod walls;
mod write;
mod writer;

pub use document::Document;
pub use ini::{Problem, Section, read};
pub use variant::Variant;
pub use write::IDLE;

/// What became of a section.
#[derive(Clone, Debug)]
pub struct Imported {
    /// What it is called.
    pub name: String,
    /// What it builds on, where definitions keep that.
    pub parent: Option<String>,
    /// The line of its head.
    pub line: usize,
    /// Its definition, or why it has none.
    pub text: Result<String, Problem>,
    /// Keys that change no rule.
    pub idle: Vec<String>,
    /// Keys of variants that are known here whose rules its definition leaves out.
    pub left_out: Vec<String>,
}

impl Imported {
    /// The name of its file.
    pub fn file_name(&self) -> String {
        format!("{}.toml", self.name)
    }
}

/// Turns each section of a file into a definition.
pub fn import(text: &str) -> (Vec<Imported>, Vec<Problem>) {
    let (sections, problems) = read(text);
    let imported = sections.iter().map(|section| imported(section, &sections)).collect();
    (imported, problems)
}

fn imported(section: &Section, all: &[Section]) -> Imported {
    let (text, parent) = match document(section, all) {
        Ok((document, parent)) => (Ok(document.text()), parent),
        Err(problem) => (Err(problem), None),
    };
    let idle = section.keys.keys().filter(|key| IDLE.contains(&key.as_str())).cloned().collect();
    let left_out =
        Variant::resolve(section, all).map(|variant| write::left_out(&variant)).unwrap_or_default();
    let left_out = left_out.into_iter().map(str::to_owned).collect();
    Imported { name: section.name.clone(), parent, line: section.line, text, idle, left_out }
}

/// How many definitions may extend each other.
const CHAIN: usize = 16;

/// The section of the file that one builds on.
fn parent<'a>(section: &Section, all: &'a [Section]) -> Option<&'a Section> {
    let mut before = all.iter().filter(|other| other.line < section.line);
    section.parent.as_ref().and_then(|name| before.rfind(|other| other.name == *name))
}

/// How many definitions a section's definition extends; where these would be too many, it is written out whole.
fn extends(section: &Section, all: &[Section]) -> usize {
    let mut sections = 0;
    let mut one = section;
    while let Some(before) = parent(one, all) {
        one = before;
        sections += 1;
    }
    sections % CHAIN
}

/// A definition, said by what it changes of its parent's where that is a definition, too.
fn document(section: &Section, all: &[Section]) -> Result<(Document, Option<String>), Problem> {
    let whole = write::write(&Variant::resolve(section, all)?)?;
    let parent = parent(section, all).filter(|_| extends(section, all) > 0);
    let base = match parent {
        Some(parent) => Variant::resolve(parent, all).and_then(|variant| write::write(&variant)).ok(),
        None => None,
    };
    let mut document = Document::default();
    document.say("game", "language", "1");
    document.say("game", "name", format!("\"{}\"", section.name));
    match (&base, parent) {
        (Some(_), Some(parent)) => document.say("game", "extends", format!("\"{}\"", parent.name)),
        _ => {
            document.say("game", "players", "[\"white\", \"black\"]");
            document.say("game", "position", "\"fen\"");
        }
    }
    let changes = base.as_ref().map_or(whole.clone(), |base| whole.beside(base));
    document.append(&changes);
    Ok((document, base.and(parent).map(|parent| parent.name.clone())))
}
