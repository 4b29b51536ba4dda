//! Runs of pieces between two of the other player, in all directions at once.

use crate::game::{Bits, Cell, Shift, Topology};

/// The runs of these enemies that lie between a cell and one of these own pieces.
#[inline(never)]
pub(super) fn flanked<const N: usize>(
    topology: &Topology,
    cell: Cell,
    own: Bits<N>,
    enemies: Bits<N>,
) -> Bits<N> {
    // Asked once and not at each step: that cost boards without lines a tenth.
    match topology.is_drawn() {
        false => runs_from(topology, Shift::take_near, cell, own, enemies),
        true => runs_from(topology, Shift::take, cell, own, enemies),
    }
}

#[inline(always)]
fn runs_from<const N: usize>(
    topology: &Topology,
    take: impl Fn(&Shift, Bits<N>) -> Bits<N>,
    cell: Cell,
    own: Bits<N>,
    enemies: Bits<N>,
) -> Bits<N> {
    let mut all = Bits::EMPTY;
    for direction in topology.circle() {
        let mut run = Bits::EMPTY;
        let mut next = take(direction.shift(), Bits::of(cell)) & enemies;
        while !next.is_empty() {
            run |= next;
            next = take(direction.shift(), next);
            if next.meets(&own) {
                all |= run;
            }
            next &= enemies;
        }
    }
    all
}

/// The cells from which some run of these enemies leads to one of these own pieces, whatever stands there.
pub(super) fn flanking<const N: usize>(topology: &Topology, own: Bits<N>, enemies: Bits<N>) -> Bits<N> {
    match topology.is_drawn() {
        false => behind_runs(topology, Shift::take_near, own, enemies),
        true => behind_runs(topology, Shift::take, own, enemies),
    }
}

#[inline(always)]
fn behind_runs<const N: usize>(
    topology: &Topology,
    take: impl Fn(&Shift, Bits<N>) -> Bits<N>,
    own: Bits<N>,
    enemies: Bits<N>,
) -> Bits<N> {
    let mut all = Bits::EMPTY;
    for direction in topology.circle() {
        let mut run = take(direction.shift(), own) & enemies;
        while !run.is_empty() {
            let next = take(direction.shift(), run);
            all |= next;
            run = next & enemies;
        }
    }
    all
}
