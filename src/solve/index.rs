//! States as numbers: a bijection between the placements of some material and `0..total`.
//!
//! Placements are numbered material by material. Within one, the cells of the first piece are a
//! combination of all cells, those of the next one of the cells left free, and so on; combinations are
//! numbered in the combinatorial number system (D. H. Lehmer's "combinadics"): cells `c1 < c2 < …`
//! are number `C(c1, 1) + C(c2, 2) + …`. No number is without a state, so nothing is wasted.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::material::Material;
use crate::game::{Bits, Cell, Game, Player};

/// Slots of combined material that an index has at most.
const MOST_SLOTS: usize = 1 << 25;

/// Bytes that ways to combine material may take; beyond that nothing is counted.
const CLASS_BYTES: usize = 256 << 20;

const NO_CLASS: u32 = u32::MAX;

/// The numbering of all states whose material can come from one position.
#[derive(Clone, Debug)]
pub struct Index {
    /// The material that all others come from.
    root: Material,
    classes: Vec<Class>,
    /// The class of each combination of counts and turn.
    slots: Vec<u32>,
    /// What one more of each piece adds to a slot.
    strides: Vec<usize>,
    most: Vec<u16>,
    cells: Vec<Cell>,
    /// The place of each cell among `cells`.
    places: Vec<u16>,
    choose: Choose,
}

/// The states of one material.
#[derive(Clone, Debug)]
pub struct Class {
    material: Material,
    start: u64,
    size: u64,
    /// How many combinations the pieces after each one have together.
    weights: Vec<u64>,
}

/// Binomial coefficients.
#[derive(Clone, Debug)]
struct Choose {
    table: Vec<u64>,
    row: usize,
}

impl Choose {
    fn new(most: usize) -> Choose {
        let row = most + 1;
        let mut table = vec![0u64; row * row];
        for n in 0..=most {
            table[n] = 1;
            for k in 1..=n {
                table[k * row + n] = table[(k - 1) * row + n - 1].saturating_add(table[k * row + n - 1]);
            }
        }
        Choose { table, row }
    }

    /// In how many ways `k` of `n` can be chosen.
    #[inline]
    fn of(&self, n: usize, k: usize) -> u64 {
        self.table[k * self.row + n]
    }
}

impl Index {
    /// Numbers the states; when there are more than `most`, the error says how many there are at least.
    pub fn new(game: &Game, root: Material, most: u64) -> Result<Index, u64> {
        let cells: Vec<Cell> = game.rules.geometry.board().iter().collect();
        let mut places = vec![0; game.rules.geometry.size()];
        for (place, cell) in cells.iter().enumerate() {
            places[cell.index()] = place as u16;
        }
        let choose = Choose::new(cells.len());
        let classes = classes(game, &root, &choose, cells.len(), most)?;
        let total = classes.last().map_or(0, |class| class.start + class.size);
        let mut index = Index {
            most: vec![0; root.counts.len()],
            strides: vec![0; root.counts.len()],
            slots: Vec::new(),
            root,
            classes,
            cells,
            places,
            choose,
        };
        index.assign_slots().ok_or(total.max(most.saturating_add(1)))?;
        Ok(index)
    }

    fn assign_slots(&mut self) -> Option<()> {
        for class in &self.classes {
            for (most, &count) in self.most.iter_mut().zip(&class.material.counts) {
                *most = count.max(*most);
            }
        }
        let mut stride = 2usize;
        for (slot, &most) in self.strides.iter_mut().zip(&self.most) {
            *slot = stride;
            stride = stride.checked_mul(most as usize + 1).filter(|&all| all <= MOST_SLOTS)?;
        }
        self.slots = vec![NO_CLASS; stride];
        for number in 0..self.classes.len() {
            let material = &self.classes[number].material;
            let counts = material.counts.iter().zip(&self.strides);
            let slot: usize = counts.map(|(&count, stride)| count as usize * stride).sum();
            self.slots[slot + material.turn.index()] = number as u32;
        }
        Some(())
    }

    /// How many states there are.
    pub fn total(&self) -> u64 {
        self.classes.last().map_or(0, |class| class.start + class.size)
    }

    /// The material that all others come from.
    pub fn root(&self) -> &Material {
        &self.root
    }

    /// The cells of the board.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many pieces have a code.
    pub fn pieces(&self) -> usize {
        self.most.len()
    }

    /// The number of a state; `None` when its material cannot come from the root's.
    #[inline]
    pub fn rank<const N: usize>(&self, sets: &[Bits<N>], turn: Player) -> Option<u64> {
        let mut slot = turn.index();
        for ((set, &most), stride) in sets.iter().zip(&self.most).zip(&self.strides) {
            let count = set.count();
            if count > most as u32 {
                return None;
            }
            slot += count as usize * stride;
        }
        let class = self.classes.get(*self.slots.get(slot)? as usize)?;
        Some(class.start + self.combined(class, sets))
    }

    #[inline]
    fn combined<const N: usize>(&self, class: &Class, sets: &[Bits<N>]) -> u64 {
        let mut taken = Bits::EMPTY;
        let mut number = 0;
        for (set, weight) in sets.iter().zip(&class.weights) {
            let mut part = 0;
            for (i, cell) in set.iter().enumerate() {
                let place = self.places[cell.index()] as usize - taken.count_below(cell) as usize;
                part += self.choose.of(place, i + 1);
            }
            number += part * weight;
            taken |= *set;
        }
        number
    }

    fn class_of(&self, number: u64) -> Option<&Class> {
        let after = self.classes.partition_point(|class| class.start <= number);
        self.classes.get(after.checked_sub(1)?).filter(|class| number < class.start + class.size)
    }
}

/// Every material that can come from the root's, with its numbers.
fn classes(
    game: &Game,
    root: &Material,
    choose: &Choose,
    cells: usize,
    most: u64,
) -> Result<Vec<Class>, u64> {
    let mut seen = FxHashSet::from_iter([root.clone()]);
    let mut open = VecDeque::from([root.clone()]);
    let mut found: Vec<Class> = Vec::new();
    let mut start = 0u64;
    // A class, what was seen and what is open have a list of the pieces each.
    let most_classes = CLASS_BYTES / (256 + 16 * root.counts.len());
    while let Some(material) = open.pop_front() {
        for next in material.after_a_move(game, cells) {
            if seen.insert(next.clone()) {
                open.push_back(next);
            }
        }
        let (weights, size) = weights(&material, choose, cells);
        found.push(Class { material, start, size, weights });
        start = start.saturating_add(size);
        if start > most || seen.len() > most_classes {
            return Err(start.max(seen.len() as u64));
        }
    }
    Ok(found)
}

/// What each piece's combination counts for, and how many placements there are.
fn weights(material: &Material, choose: &Choose, cells: usize) -> (Vec<u64>, u64) {
    let mut free = cells;
    let ways: Vec<u64> = material
        .counts
        .iter()
        .map(|&count| {
            let ways = choose.of(free, count as usize);
            free -= count as usize;
            ways
        })
        .collect();
    let mut weights = vec![1u64; ways.len()];
    let mut size = 1u64;
    for (weight, ways) in weights.iter_mut().zip(&ways).rev() {
        *weight = size;
        size = size.saturating_mul(*ways);
    }
    (weights, size)
}

/// A state, read from its number. Reading the next number is cheap: only what differs is read.
#[derive(Clone, Debug)]
pub struct Cursor<'a, const N: usize> {
    index: &'a Index,
    class: Option<&'a Class>,
    /// The combination of each piece.
    parts: Vec<u64>,
    /// The cells that each piece may take.
    free: Vec<Vec<Cell>>,
    sets: Vec<Bits<N>>,
}

impl<'a, const N: usize> Cursor<'a, N> {
    /// A cursor that has read nothing yet.
    pub fn new(index: &'a Index) -> Self {
        let pieces = index.pieces();
        Cursor {
            index,
            class: None,
            parts: vec![u64::MAX; pieces],
            free: vec![index.cells.clone(); pieces],
            sets: vec![Bits::EMPTY; pieces],
        }
    }

    /// Reads a number; `None` when no state has it.
    #[inline]
    pub fn read(&mut self, number: u64) -> Option<(&[Bits<N>], Player)> {
        let stays = |class: &&Class| (class.start..class.start + class.size).contains(&number);
        let class = match self.class.filter(stays) {
            Some(class) => class,
            None => {
                self.parts.fill(u64::MAX);
                let class = self.index.class_of(number)?;
                self.class = Some(class);
                class
            }
        };
        let mut rest = number - class.start;
        let mut changed = false;
        for piece in 0..self.sets.len() {
            let part = rest / class.weights[piece];
            rest -= part * class.weights[piece];
            if changed || part != self.parts[piece] {
                self.choose(piece, part, class.material.counts[piece] as usize);
                changed = true;
            }
        }
        Some((&self.sets, class.material.turn))
    }

    /// Puts a piece on the cells of a combination of the free ones.
    fn choose(&mut self, piece: usize, part: u64, count: usize) {
        if piece > 0 {
            let taken = self.sets[piece - 1];
            let (before, after) = self.free.split_at_mut(piece);
            after[0].clear();
            after[0].extend(before[piece - 1].iter().copied().filter(|&cell| !taken.has(cell)));
        }
        let free = &self.free[piece];
        let mut set = Bits::EMPTY;
        let mut rest = part;
        let mut place = free.len();
        for k in (1..=count).rev() {
            place -= 1;
            while self.index.choose.of(place, k) > rest {
                place -= 1;
            }
            rest -= self.index.choose.of(place, k);
            set.insert(free[place]);
        }
        self.parts[piece] = part;
        self.sets[piece] = set;
    }
}
