//! Numbers of an evaluation, one by one, and how they are written back into the file that they stand in.
//!
//! What stands in the file itself is changed where it stands, all else being kept byte for byte. What the file takes over
//! from another one is written into it as an override: the other one stays as it is.

use std::collections::{BTreeMap, BTreeSet};

use toml_edit::{DocumentMut, Item, Table};

use super::load::OLD_KEYS;
use super::{At, CellPoints, CountPoints, Evaluation, Mobility, Named, Numbers, RankPoints, SquareTable};
use crate::diagnostic::{SourceId, Sources, Span};

/// A number of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    /// The key below `[evaluation]`, such as `values`.
    pub section: &'static str,
    /// The name below that; empty where there is none.
    pub entry: String,
    /// Where in the entry, for people; empty where that is said already.
    pub part: String,
    /// The row and column of a drawn table, and how many columns the row has.
    pub drawn: Option<[usize; 3]>,
    /// The number and its place.
    pub points: At<i32>,
}

impl Number {
    /// The name of the term: `values.knight`, `gone`.
    pub fn term(&self) -> String {
        match self.entry.is_empty() {
            true => self.section.to_owned(),
            false => format!("{}.{}", self.section, self.entry),
        }
    }

    /// The name of the number.
    pub fn name(&self) -> String {
        self.term() + &self.part
    }
}

/// Whoever looks at each number of an evaluation, and may change it.
struct Visitor<'a> {
    section: &'static str,
    entry: String,
    see: &'a mut dyn FnMut(Number, &mut i32),
}

impl Visitor<'_> {
    fn at(&mut self, part: String, drawn: Option<[usize; 3]>, points: &mut At<i32>) {
        let number =
            Number { section: self.section, entry: self.entry.clone(), part, drawn, points: *points };
        (self.see)(number, &mut points.value);
    }

    fn named(&mut self, section: &'static str, all: &mut Named<At<i32>>) {
        self.section = section;
        for entry in all.iter_mut() {
            self.entry.clone_from(&entry.name.value);
            self.at(String::new(), None, &mut entry.value);
        }
    }

    fn squares(&mut self, section: &'static str, all: &mut Named<SquareTable>) {
        self.section = section;
        for entry in all.iter_mut() {
            self.entry.clone_from(&entry.name.value);
            match &mut entry.value {
                SquareTable::Once(points) => self.cells("", points),
                SquareTable::PerPlayer(each) => {
                    for entry in each.iter_mut() {
                        let part = format!(".{}", entry.name.value);
                        self.cells(&part, &mut entry.value);
                    }
                }
            }
        }
    }

    fn cells(&mut self, part: &str, points: &mut CellPoints) {
        match points {
            CellPoints::Drawn(Numbers { rows, .. }) => {
                for (row, numbers) in rows.iter_mut().enumerate() {
                    let columns = numbers.numbers.len();
                    for (column, points) in numbers.numbers.iter_mut().enumerate() {
                        let part = format!("{part}[{row}][{column}]");
                        self.at(part, Some([row, column, columns]), points);
                    }
                }
            }
            CellPoints::Spots(spots, _) => {
                for (number, spot) in spots.iter_mut().enumerate() {
                    let part = format!("{part}[{number}].value");
                    spot.value.iter_mut().for_each(|points| self.at(part.clone(), None, points));
                }
            }
        }
    }

    fn ranks(&mut self, key: &str, points: &mut Option<RankPoints>) {
        match points {
            None => {}
            Some(RankPoints::Same(points)) => self.at(format!(".{key}"), None, points),
            Some(RankPoints::ByRank(each, _)) => {
                for (rank, points) in each.iter_mut().enumerate() {
                    self.at(format!(".{key}[{rank}]"), None, points);
                }
            }
        }
    }

    fn by_count(&mut self, part: &str, points: &mut CountPoints) {
        match points {
            CountPoints::One(points) => self.at(part.to_owned(), None, points),
            CountPoints::ByCount(each, _) => {
                for (count, points) in each.iter_mut().enumerate() {
                    self.at(format!("{part}[{count}]"), None, points);
                }
            }
        }
    }

    fn hands(&mut self, section: &'static str, all: &mut Named<CountPoints>) {
        self.section = section;
        for entry in all.iter_mut() {
            self.entry.clone_from(&entry.name.value);
            self.by_count("", &mut entry.value);
        }
    }

    fn mobility(&mut self, section: &'static str, mobility: &mut Option<Mobility>) {
        self.section = section;
        self.entry.clear();
        match mobility {
            None => {}
            Some(Mobility::Every(points)) => self.at(String::new(), None, points),
            Some(Mobility::ByKind(each, _)) => self.named(section, each),
        }
    }

    fn surveys(&mut self, evaluation: &mut Evaluation) {
        let Evaluation { influence, distance, link, liberties, stable, parity, .. } = evaluation;
        let influence =
            influence.iter_mut().map(|e| ("influence", &e.name, &mut e.value.value, &mut e.value.late));
        let distance =
            distance.iter_mut().map(|e| ("distance", &e.name, &mut e.value.value, &mut e.value.late));
        let link = link.iter_mut().map(|e| ("link", &e.name, &mut e.value.value, &mut e.value.late));
        for (section, name, value, late) in influence.chain(distance).chain(link) {
            self.section = section;
            self.entry.clone_from(&name.value);
            self.early_and_late(value, late);
        }
        self.entry.clear();
        let liberties = liberties.iter_mut().map(|t| ("liberties", &mut t.value, &mut t.late));
        let stable = stable.iter_mut().map(|t| ("stable", &mut t.value, &mut t.late));
        let parity = parity.iter_mut().map(|t| ("parity", &mut t.value, &mut t.late));
        for (section, value, late) in liberties.chain(stable).chain(parity) {
            self.section = section;
            self.early_and_late(value, late);
        }
    }

    fn early_and_late(&mut self, value: &mut Option<CountPoints>, late: &mut Option<CountPoints>) {
        value.iter_mut().for_each(|points| self.by_count(".value", points));
        late.iter_mut().for_each(|points| self.by_count(".late", points));
    }

    fn all(&mut self, evaluation: &mut Evaluation) {
        self.named("values", &mut evaluation.values);
        self.named("late-values", &mut evaluation.late_values);
        self.hands("hands", &mut evaluation.hands);
        self.hands("late-hands", &mut evaluation.late_hands);
        self.squares("squares", &mut evaluation.squares);
        self.squares("late-squares", &mut evaluation.late_squares);
        self.section = "formations";
        for entry in evaluation.formations.iter_mut() {
            self.entry.clone_from(&entry.name.value);
            self.ranks("value", &mut entry.value.value);
            self.ranks("late", &mut entry.value.late);
        }
        self.section = "blocks";
        for entry in evaluation.blocks.iter_mut() {
            self.entry.clone_from(&entry.name.value);
            entry.value.value.iter_mut().for_each(|points| self.at(".value".to_owned(), None, points));
        }
        self.section = "lines";
        for entry in evaluation.lines.iter_mut() {
            self.entry.clone_from(&entry.name.value);
            entry.value.value.iter_mut().for_each(|points| self.at(".value".to_owned(), None, points));
        }
        self.section = "attacks";
        for entry in evaluation.attacks.iter_mut() {
            self.entry.clone_from(&entry.name.value);
            self.early_and_late(&mut entry.value.value, &mut entry.value.late);
        }
        self.surveys(evaluation);
        self.mobility("mobility", &mut evaluation.mobility);
        self.mobility("late-mobility", &mut evaluation.late_mobility);
        self.section = "gone";
        self.entry.clear();
        evaluation.exited.iter_mut().for_each(|points| self.at(String::new(), None, points));
        self.section = "tempo";
        evaluation.tempo.iter_mut().for_each(|points| self.at(String::new(), None, points));
        self.section = "late-tempo";
        evaluation.late_tempo.iter_mut().for_each(|points| self.at(String::new(), None, points));
    }
}

/// Every number of an evaluation that points are made of, in the order of its keys.
pub fn numbers(evaluation: &Evaluation) -> Vec<Number> {
    let mut all = Vec::new();
    let mut see = |number, _: &mut i32| all.push(number);
    Visitor { section: "", entry: String::new(), see: &mut see }.all(&mut evaluation.clone());
    all
}

/// The same evaluation with other numbers, in the order of [`numbers`].
pub fn with_numbers(evaluation: &Evaluation, values: &[i32]) -> Evaluation {
    let mut changed = evaluation.clone();
    let mut next = values.iter();
    let mut see = |_, value: &mut i32| next.next().into_iter().for_each(|&new| *value = new);
    Visitor { section: "", entry: String::new(), see: &mut see }.all(&mut changed);
    changed
}

/// The text of the file `main` with other numbers: those that stand in it are changed in place, the entries with those
/// that it takes over are written into it.
///
/// # Errors
///
/// When a text cannot be read as TOML, or has nothing where a number was found.
pub fn rewritten(sources: &Sources, main: SourceId, changes: &[(Number, i32)]) -> Result<String, String> {
    let mut by_source: BTreeMap<SourceId, Vec<(Span, i32, bool)>> = BTreeMap::new();
    let mut inherited: BTreeSet<(SourceId, &str, &str)> = BTreeSet::new();
    for (number, value) in changes {
        let span = number.points.span;
        by_source.entry(span.source).or_default().push((span, *value, number.drawn.is_some()));
        if span.source != main {
            inherited.insert((span.source, number.section, &number.entry));
        }
    }
    let own = by_source.remove(&main).unwrap_or_default();
    let text = spliced(sources.text(main), own);
    if inherited.is_empty() {
        return Ok(text);
    }
    let mut document: DocumentMut = text.parse().map_err(|error| format!("it cannot be read: {error}"))?;
    for (source, section, entry) in inherited {
        let changed = spliced(sources.text(source), by_source.get(&source).cloned().unwrap_or_default());
        let name = sources.name(source);
        let parent: DocumentMut =
            changed.parse().map_err(|error| format!("`{name}` cannot be read: {error}"))?;
        take_over(&mut document, &parent, section, entry)
            .ok_or_else(|| format!("`{name}` has no `evaluation.{section}.{entry}`"))?;
    }
    Ok(document.to_string())
}

/// A text with other numbers in place. In a drawn table a number keeps its columns where it can.
fn spliced(text: &str, mut changes: Vec<(Span, i32, bool)>) -> String {
    changes.sort_unstable();
    let mut out = String::new();
    let mut from = 0;
    for (span, value, drawn) in changes {
        let (start, end) = (span.start as usize, span.end as usize);
        let (Some(before), Some(old)) = (text.get(from..start), text.get(start..end)) else { continue };
        out += before;
        let new = value.to_string();
        if drawn {
            let missing = old.len().saturating_sub(new.len());
            out += &" ".repeat(missing);
            for _ in old.len()..new.len() {
                if out.ends_with("  ") {
                    out.pop();
                }
            }
        }
        out += &new;
        from = end;
    }
    out + text.get(from..).unwrap_or_default()
}

/// Copies an entry of an evaluation into a document.
fn take_over(document: &mut DocumentMut, parent: &DocumentMut, section: &str, entry: &str) -> Option<()> {
    let table = parent.get("evaluation")?;
    let old = OLD_KEYS.iter().find(|(of, _, word)| *of == "evaluation" && *word == section);
    let mut found = table.get(section).or_else(|| table.get(old?.1))?;
    if !entry.is_empty() {
        found = found.get(entry)?;
    }
    let mut taken = found.clone();
    without_remarks(&mut taken);
    if let Item::Table(table) = &mut taken {
        table.set_position(None);
        table.decor_mut().set_prefix("\n");
    }
    let evaluation = document.entry("evaluation").or_insert_with(|| Item::Table(fresh()));
    let evaluation = evaluation.as_table_like_mut()?;
    if entry.is_empty() {
        evaluation.insert(section, taken);
        return Some(());
    }
    let section = evaluation.entry(section).or_insert_with(|| Item::Table(fresh()));
    section.as_table_like_mut()?.insert(entry, taken);
    Some(())
}

/// Takes away the comments behind numbers: they explain those of the other file.
fn without_remarks(item: &mut Item) {
    match item {
        Item::Value(value) => value.decor_mut().set_suffix(""),
        Item::Table(table) => table.iter_mut().for_each(|(_, inner)| without_remarks(inner)),
        Item::None | Item::ArrayOfTables(_) => {}
    }
}

/// A table whose header is written only if something stands in it.
fn fresh() -> Table {
    let mut table = Table::new();
    table.set_implicit(true);
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_drawn_table_keep_their_columns() {
        let mut sources = Sources::new();
        let text = "a = [\n  [  0, 10,  -5], # kept\n  [  1,  2, 300],\n]\n";
        let id = sources.add("a", text);
        let change = |old: &str, new: i32| {
            let start = text.find(old).expect("there");
            (sources.span(id, start, start + old.len()), new, true)
        };
        let changed = spliced(text, vec![change("10", 9), change("-5", -12), change("300", 7)]);
        assert_eq!(changed.lines().nth(1), Some("  [  0,  9, -12], # kept"));
        assert!(changed.contains("  2,   7],"), "{changed}");
    }
}
