//! `[evaluation.influence.NAME]` and its kin: points for what is counted on the whole board.

use super::keys::keys;
use super::names::Space;
use super::read::{Defined, Reader};
use super::tree::Table;
use super::{At, CountPoints, Directions, Evaluation, Filter, Region};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes};

keys! {
    /// `[evaluation.influence.NAME]`: points for empty cells that a player reaches in fewer moves than the other one,
    /// through empty cells. Cells that both reach in the same number of moves count for nobody.
    pub struct Influence {
        /// The own pieces that set out: all by default.
        optional "from" => from: Filter;
        /// The kind by whose moves they go, captures, promotions and conditions left aside: `"amazon"`.
        optional "by" => by: At<String>;
        /// Without `by` they go from cell to cell, these ways: by default as the pieces of a group are joined.
        optional "along" => along: Directions;
        /// Points for whoever reaches more of them first: a number for each cell more, or a list by how many more,
        /// beginning with none, whose last number goes on.
        required "value" => value: CountPoints;
        /// The points at the end of the game, see `[evaluation.phase]`; `value` by default.
        optional "late" => late: CountPoints;
    }
    later []
    check one_way
}

keys! {
    /// `[evaluation.distance.NAME]`: points for each of some pieces by the moves that it needs to a region on an empty
    /// board.
    pub struct Distance {
        /// The own pieces that go: `"pawn"`.
        required "of" => of: Filter;
        /// Where they go: `"last-rank"`.
        required "to" => to: Region;
        /// `true` counts only pieces that no enemy can stop or catch, whoever is to move: no way that takes the
        /// fewest moves leads past a cell that an enemy piece would come to in time, or that an own piece bars. Nothing counts where a turn has several moves, or while the enemy has pieces in
        /// hand.
        optional "clear" => clear: At<bool>;
        /// Points for the owner, by how many moves: a list that begins with none, whose last number goes on. A piece that
        /// can never come there takes the last.
        required "value" => value: CountPoints;
        /// The points at the end of the game, see `[evaluation.phase]`; `value` by default.
        optional "late" => late: CountPoints;
    }
    later []
    check distance
}

keys! {
    /// `[evaluation.link.NAME]`: points for each player by the fewest empty cells that it has to fill to join two
    /// regions.
    pub struct Link {
        /// The two regions: `["rank-1", "last-rank"]`.
        required "between" => between: Vec<Region>;
        /// Which way pieces are joined: as those of a group by default.
        optional "along" => along: Directions;
        /// Points by how many cells: a list that begins with none, whose last number goes on. Where the other player
        /// has barred every way, the last counts.
        required "value" => value: CountPoints;
        /// The points at the end of the game, see `[evaluation.phase]`; `value` by default.
        optional "late" => late: CountPoints;
    }
    later []
    check link
}

keys! {
    /// `[evaluation.liberties]`: points for each group by its empty neighbours.
    pub struct Liberties {
        /// Which way pieces are joined, and cells are neighbours: as those of a group by default.
        optional "along" => along: Directions;
        /// Points for the group's owner: a number for each empty cell beside it, or a list by how many, beginning with
        /// none, whose last number goes on.
        required "value" => value: CountPoints;
        /// The points at the end of the game, see `[evaluation.phase]`; `value` by default.
        optional "late" => late: CountPoints;
    }
    later []
}

keys! {
    /// `[evaluation.stable]`: points for pieces that no flip can turn any more: each way its line is full, or it stands
    /// beside the edge, or beside such a piece of its owner.
    pub struct Stable {
        /// Which way pieces are flanked: in all directions by default.
        optional "along" => along: Directions;
        /// Points for the owner: a number for each, or a list by how many, beginning with none, whose last number goes
        /// on.
        required "value" => value: CountPoints;
        /// The points at the end of the game, see `[evaluation.phase]`; `value` by default.
        optional "late" => late: CountPoints;
    }
    later []
}

keys! {
    /// `[evaluation.parity]`: points for whoever drops last in a region of empty cells, if its cells are filled one by
    /// one: the player to move where their number is odd, the other one where it is even.
    pub struct Parity {
        /// Which way empty cells are joined: as the pieces of a group by default.
        optional "along" => along: Directions;
        /// Points for a player: a number for each such region, or a list by how many, beginning with none, whose last
        /// number goes on.
        required "value" => value: CountPoints;
        /// The points at the end of the game, see `[evaluation.phase]`; `value` by default.
        optional "late" => late: CountPoints;
    }
    later []
}

impl Defined for Influence {
    const SPACE: Space = Space::Plain;
}

impl Defined for Distance {
    const SPACE: Space = Space::Plain;
}

impl Defined for Link {
    const SPACE: Space = Space::Plain;
}

impl Evaluation {
    /// What is counted on the whole board: the names as `banco eval` shows them, and where they stand.
    pub fn surveyed(&self) -> Vec<(String, Span)> {
        let named = self.influence.names().map(|name| ("influence", name));
        let named = named.chain(self.distance.names().map(|name| ("distance", name)));
        let named = named.chain(self.link.names().map(|name| ("link", name)));
        let named = named.map(|(section, name)| (format!("{section}.{}", name.value), name.span));
        let lines = self.lines.iter().filter(|entry| entry.value.is_placed());
        let named = named.chain(lines.map(|entry| (format!("lines.{}", entry.name.value), entry.name.span)));
        let liberties = self.liberties.iter().map(|table| ("liberties".to_owned(), table.at));
        let stable = self.stable.iter().map(|table| ("stable".to_owned(), table.at));
        let parity = self.parity.iter().map(|table| ("parity".to_owned(), table.at));
        named.chain(liberties).chain(stable).chain(parity).collect()
    }

    /// The late points of what is counted on the whole board.
    pub fn surveyed_late(&self) -> impl Iterator<Item = &CountPoints> {
        let influence = self.influence.iter().map(|entry| &entry.value.late);
        let distance = self.distance.iter().map(|entry| &entry.value.late);
        let link = self.link.iter().map(|entry| &entry.value.late);
        let liberties = self.liberties.iter().map(|table| &table.late);
        let stable = self.stable.iter().map(|table| &table.late);
        let parity = self.parity.iter().map(|table| &table.late);
        influence.chain(distance).chain(link).chain(liberties).chain(stable).chain(parity).flatten()
    }
}

fn one_way(influence: &Influence, _: &Table, reader: &mut Reader<'_>) {
    if let (Some(by), Some(along)) = (&influence.by, &influence.along) {
        let message = "`along` means nothing beside `by`: pieces go as that kind moves";
        let twice = Diagnostic::new(codes::MISPLACED_KEY, along.span, message);
        reader.report(twice.label(by.span, "how they go"));
    }
}

fn distance(distance: &Distance, _: &Table, reader: &mut Reader<'_>) {
    ask_lists([&distance.value, &distance.late], "moves are needed", reader);
}

fn link(link: &Link, _: &Table, reader: &mut Reader<'_>) {
    ask_lists([&link.value, &link.late], "cells are needed", reader);
    let Some(regions) = link.between.as_ref().filter(|regions| regions.len() != 2) else { return };
    let span = regions.first().map_or(link.at, |region| region.span);
    let message = format!("a link joins two regions, these are {}", regions.len());
    reader.report(Diagnostic::new(codes::BAD_VALUE, span, message));
}

/// Where there may be no way, no number can be multiplied by it.
fn ask_lists(points: [&Option<CountPoints>; 2], needed: &str, reader: &mut Reader<'_>) {
    for points in points.into_iter().flatten() {
        if let CountPoints::One(at) = points {
            let message = format!("this needs a list of points, by how many {needed}");
            let help = "the first number is for none, the next for one; the last goes on, and counts where there is no way";
            reader.report(Diagnostic::new(codes::BAD_VALUE, at.span, message).help(help));
        }
    }
}
