//! Runs of pieces between two of the other player, in all directions at once.

use crate::game::{Bits, Cell, Topology};

/// The runs of these enemies that lie between a cell and one of these own pieces.
#[inline(never)]
pub(super) fn flanked<const N: usize>(
    topology: &Topology,
    cell: Cell,
    own: Bits<N>,
    enemies: Bits<N>,
) -> Bits<N> {
    let mut all = Bits::EMPTY;
    for direction in topology.circle() {
        let shift = direction.shift();
        let mut run = Bits::EMPTY;
        let mut next = shift.take(Bits::of(cell)) & enemies;
        while !next.is_empty() {
            run |= next;
            next = shift.take(next);
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
    let mut all = Bits::EMPTY;
    for direction in topology.circle() {
        let shift = direction.shift();
        let mut run = shift.take(own) & enemies;
        while !run.is_empty() {
            let next = shift.take(run);
            all |= next;
            run = next & enemies;
        }
    }
    all
}
