//! Which numbers are fitted, and what each does to the points of an evaluation.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::compile::compile;
use crate::diagnostic::{Diagnostics, nearest};
use crate::eval::linear;
use crate::game::Points;
use crate::library::Loaded;
use crate::spec::Definition;
use crate::spec::edit::{Number, numbers, with_numbers};

/// A weight that is fitted: a number of the definition, or several that are kept equal.
#[derive(Clone, PartialEq, Debug)]
pub struct Weight {
    /// Its numbers, by their place among those of the definition.
    pub numbers: Vec<usize>,
    /// Its name.
    pub name: String,
    /// What it is.
    pub value: i32,
}

/// What is fitted.
#[derive(Clone, Debug)]
pub struct Model {
    /// All numbers of the evaluation.
    pub numbers: Vec<Number>,
    /// Those that are fitted, equal ones together.
    pub weights: Vec<Weight>,
    /// Weights of lists and drawn tables that stand beside each other.
    pub neighbours: Vec<[u32; 2]>,
    /// By the points of the compiled evaluation: the weights that they are made of, and how much of each.
    effects: BTreeMap<u32, Vec<(u32, Points)>>,
}

/// A definition whose numbers cannot be fitted, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelError(pub String);

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ModelError {}

impl Model {
    /// The numbers of a definition that `only` names: sections such as `values`, terms such as `squares.knight`; all where
    /// it names none.
    ///
    /// # Errors
    ///
    /// When the definition has no numbers, or none of such a name.
    pub fn of(loaded: &Loaded, only: &[String]) -> Result<Model, ModelError> {
        let evaluation = loaded.definition().evaluation.as_ref();
        let numbers = evaluation.map(numbers).unwrap_or_default();
        if numbers.is_empty() {
            return Err(ModelError("its evaluation has no numbers".to_owned()));
        }
        let is_asked = |number: &Number| {
            only.is_empty() || only.iter().any(|name| *name == number.section || *name == number.term())
        };
        let names = |number: &Number| [number.section.to_owned(), number.term()];
        let known: Vec<String> = numbers.iter().flat_map(names).collect();
        if let Some(unknown) = only.iter().find(|name| !known.contains(name)) {
            let near = nearest(unknown, known.iter().map(String::as_str));
            let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return Err(ModelError(format!("its evaluation has no `{}`{help}", unknown.escape_debug())));
        }
        let weights = tied(&numbers, is_asked);
        let neighbours = neighbours(&numbers, &weights);
        let mut model = Model { numbers, weights, neighbours, effects: BTreeMap::new() };
        model.measure(loaded)?;
        Ok(model)
    }

    /// Raises each weight by one and looks what becomes of the compiled points: however a definition lays its numbers over
    /// the board, it is known here without a second reading of it.
    fn measure(&mut self, loaded: &Loaded) -> Result<(), ModelError> {
        let values: Vec<i32> = self.numbers.iter().map(|number| number.points.value).collect();
        let before = compiled(loaded, &values)?;
        for (number, weight) in self.weights.iter().enumerate() {
            // No further than numbers may go.
            let step = if weight.value > 0 { -1 } else { 1 };
            let mut raised = values.clone();
            weight.numbers.iter().for_each(|&at| raised[at] += step);
            let after = compiled(loaded, &raised)?;
            for (at, (before, after)) in before.iter().zip(&after).enumerate() {
                let change = (*after - *before) * step;
                if change != Points::NONE {
                    self.effects.entry(at as u32).or_default().push((number as u32, change));
                }
            }
        }
        Ok(())
    }

    /// How much each weight is worth in a position: its derivative of the score.
    pub fn gradient(&self, sum: &linear::Sum) -> Vec<(u32, f32)> {
        let mut shares: BTreeMap<u32, f64> = BTreeMap::new();
        for &(at, count) in &sum.counts {
            for &(weight, points) in self.effects.get(&at).into_iter().flatten() {
                *shares.entry(weight).or_insert(0.0) += f64::from(count) * sum.share(at, points);
            }
        }
        let significant = shares.into_iter().filter(|(_, share)| share.abs() > 1e-9);
        significant.map(|(weight, share)| (weight, share as f32)).collect()
    }

    /// The numbers that are others under other weights.
    pub fn changes(&self, values: &[i32]) -> Vec<(Number, i32)> {
        let changed = self.weights.iter().zip(values).filter(|(weight, value)| weight.value != **value);
        changed
            .flat_map(|(weight, &value)| {
                weight.numbers.iter().map(move |&at| (self.numbers[at].clone(), value))
            })
            .collect()
    }
}

/// The list or the drawn table that a number stands in: its term, and what stands before the indices.
fn table(number: &Number) -> [String; 2] {
    [number.term(), number.part.split('[').next().unwrap_or_default().to_owned()]
}

/// The weights: numbers of drawn tables that are equal from left to right stay so.
fn tied(numbers: &[Number], is_asked: impl Fn(&Number) -> bool) -> Vec<Weight> {
    let mut drawn: BTreeMap<_, BTreeMap<[usize; 2], i32>> = BTreeMap::new();
    for number in numbers {
        if let Some([row, column, _]) = number.drawn {
            drawn.entry(table(number)).or_default().insert([row, column], number.points.value);
        }
    }
    let is_symmetric = |number: &Number, columns: usize| {
        let cells = &drawn[&table(number)];
        cells.iter().all(|(&[row, column], value)| {
            cells.get(&[row, columns - 1 - column.min(columns - 1)]) == Some(value)
        })
    };
    let mut weights: Vec<Weight> = Vec::new();
    let mut by_place: BTreeMap<_, usize> = BTreeMap::new();
    for (at, number) in numbers.iter().enumerate().filter(|(_, number)| is_asked(number)) {
        let new = Weight { numbers: vec![at], name: number.name(), value: number.points.value };
        let Some([row, column, columns]) =
            number.drawn.filter(|&[_, _, columns]| is_symmetric(number, columns))
        else {
            weights.push(new);
            continue;
        };
        let place = (table(number), row, column.min(columns - 1 - column));
        let known = *by_place.entry(place).or_insert(weights.len());
        match weights.get_mut(known) {
            Some(weight) => weight.numbers.push(at),
            None => weights.push(new),
        }
    }
    weights
}

/// The weights whose numbers stand beside each other in a list, or in a row or column of a drawn table.
fn neighbours(numbers: &[Number], weights: &[Weight]) -> Vec<[u32; 2]> {
    let place = |number: &Number| {
        let indices = match number.drawn {
            Some([row, column, _]) => [row, column],
            None => [0, number.part.strip_suffix(']')?.rsplit_once('[')?.1.parse().ok()?],
        };
        Some((table(number), indices))
    };
    let all = weights.iter().zip(0u32..).flat_map(|(weight, at)| {
        weight.numbers.iter().filter_map(move |&number| Some((place(&numbers[number])?, at)))
    });
    let by_place: BTreeMap<_, u32> = all.collect();
    let mut found = BTreeSet::new();
    for ((table, [row, column]), &at) in &by_place {
        for next in [[row + 1, *column], [*row, column + 1]] {
            match by_place.get(&(table.clone(), next)) {
                Some(&other) if other != at => found.insert([at.min(other), at.max(other)]),
                _ => false,
            };
        }
    }
    found.into_iter().collect()
}

/// The points of the evaluation with other numbers.
fn compiled(loaded: &Loaded, values: &[i32]) -> Result<Vec<Points>, ModelError> {
    let mut definition: Definition = loaded.definition().clone();
    definition.evaluation = definition.evaluation.as_ref().map(|evaluation| with_numbers(evaluation, values));
    let mut found = Diagnostics::new();
    let game = compile(&definition, &loaded.sources, &mut found);
    let game = game.ok_or_else(|| {
        let said = found.iter().next().map(|diagnostic| diagnostic.message.clone()).unwrap_or_default();
        ModelError(format!("with a weight raised by one it is no definition any more: {said}"))
    })?;
    Ok(linear::points(&game.evaluation))
}
