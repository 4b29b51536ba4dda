//! Regions: names, patterns and pictures become sets of cells, one for each player.

use std::cell::{self, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::codes::meaning;
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{Cell, CellSet, Geometry, Player, parse_file};
use crate::spec::{At, BuiltIn, CellName, Definition, Drawing, Pattern, Region, RegionEntry, RegionPart};

use super::drawing::{drawn, mirror};
use super::log::Log;
use super::orientation::Orientation;
use super::players::Players;

/// The board before its holes are known.
pub(crate) struct Rectangle {
    /// Its cells, without holes.
    pub geometry: Geometry,
    /// Whether the size is the definition's.
    pub known: bool,
    /// Which way the players look.
    pub orientation: Orientation,
}

/// The named regions of a definition, for each player.
#[derive(Default)]
pub(crate) struct Regions {
    sets: BTreeMap<String, [CellSet; 2]>,
    /// Names that are given but could not be resolved.
    broken: BTreeSet<String>,
    used: RefCell<BTreeSet<String>>,
    /// Some region names cells that lie elsewhere on a board of another size.
    sized: cell::Cell<bool>,
}

impl Regions {
    /// Resolves all named regions. They may name each other in any order, but not in a circle.
    pub(crate) fn resolve(
        definition: &Definition,
        rectangle: &Rectangle,
        players: &Players,
        log: &Log,
    ) -> Regions {
        let mut regions = Regions::default();
        regions.broken.extend(definition.regions.broken().iter().map(|name| name.value.clone()));
        let mut waiting: Vec<_> = definition.regions.iter().collect();
        let given: BTreeSet<&str> = definition.regions.names().map(|name| name.value.as_str()).collect();
        loop {
            let before = waiting.len();
            waiting.retain(|entry| {
                let ready = names_in(&entry.value).all(|name| regions.knows(name) || !given.contains(name));
                if ready {
                    match regions.entry(&entry.value, rectangle, players, log) {
                        Some(sets) => drop(regions.sets.insert(entry.name.value.clone(), sets)),
                        None => drop(regions.broken.insert(entry.name.value.clone())),
                    }
                }
                !ready
            });
            if waiting.is_empty() || waiting.len() == before {
                break;
            }
        }
        for entry in waiting {
            let message = format!("the region `{}` is defined by itself", entry.name.value);
            log.report(meaning::CIRCULAR_REGION, entry.name.span, message);
            regions.broken.insert(entry.name.value.clone());
        }
        regions
    }

    /// Takes holes out of every region.
    pub(crate) fn leave_out(&mut self, holes: &CellSet) {
        for set in self.sets.values_mut().flatten() {
            *set &= !*holes;
        }
    }

    /// The cells of a named region for each player; `None` when it has none of that name.
    pub(crate) fn get(&self, name: &str) -> Option<&[CellSet; 2]> {
        self.sets.get(name)
    }

    /// Whether something has asked for the region of that name.
    pub(crate) fn is_used(&self, name: &str) -> bool {
        self.used.borrow().contains(name)
    }

    /// The cells of a region for each player.
    pub(crate) fn cells_of(&self, region: &Region, rectangle: &Rectangle, log: &Log) -> [CellSet; 2] {
        let mut all = [CellSet::EMPTY; 2];
        self.sized.set(self.sized.get() || !region.fits_every_size());
        for part in &region.parts {
            let [first, second] = self.part(part, rectangle, log);
            all[0] |= first;
            all[1] |= second;
        }
        all
    }

    /// Whether some region names cells that lie elsewhere on a board of another size.
    pub(crate) fn are_sized(&self) -> bool {
        self.sized.get()
    }

    fn knows(&self, name: &str) -> bool {
        self.sets.contains_key(name) || self.broken.contains(name)
    }

    fn entry(
        &self,
        entry: &RegionEntry,
        rectangle: &Rectangle,
        players: &Players,
        log: &Log,
    ) -> Option<[CellSet; 2]> {
        match entry {
            RegionEntry::Same(region) => Some(self.cells_of(region, rectangle, log)),
            RegionEntry::Own(region) => {
                let [first, _] = self.cells_of(region, rectangle, log);
                let by = mirror(&rectangle.orientation, region.span, players, log)?;
                Some([first, by.cells(&rectangle.geometry, &first)])
            }
            RegionEntry::PerPlayer(each) => {
                let mut sets = [None, None];
                for entry in each {
                    let cells = self.cells_of(&entry.value, rectangle, log);
                    if let Some(player) = players.find(&entry.name, log) {
                        sets[player.index()] = Some(cells[player.index()]);
                    }
                }
                for name in each.broken() {
                    players.find(name, log);
                }
                let at = each.names().next()?;
                for player in Player::BOTH {
                    let name = players.name(player);
                    if sets[player.index()].is_none() && !each.has(name) {
                        let message = format!("this region says nothing for `{name}`");
                        log.report(meaning::PLAYER_MISSING, at.span, message);
                    }
                }
                Some([sets[0]?, sets[1]?])
            }
        }
    }

    fn part(&self, part: &At<RegionPart>, rectangle: &Rectangle, log: &Log) -> [CellSet; 2] {
        match &part.value {
            RegionPart::Name(name) if !self.knows(name) && COLOURS.contains(&name.as_str()) => {
                if rectangle.geometry.has_hexes() {
                    let message = format!("`{name}`: hexagons have three colours");
                    let three = Diagnostic::new(meaning::UNKNOWN_NAME, part.span, message);
                    log.add(three.help("a region of `[regions]` can list the cells of a colour"));
                }
                [coloured(&rectangle.geometry, name == COLOURS[0]); 2]
            }
            RegionPart::Name(name) => self.named(name, part.span, log),
            RegionPart::BuiltIn(which) => built_in(*which, part.span, rectangle, log),
            RegionPart::Cells(pattern) => [pattern_cells(pattern, part.span, rectangle, log); 2],
            RegionPart::Drawing(drawing) => [drawn_cells(drawing, rectangle, log); 2],
        }
    }

    fn named(&self, name: &str, span: Span, log: &Log) -> [CellSet; 2] {
        self.used.borrow_mut().insert(name.to_owned());
        if !self.knows(name) {
            let known = self.sets.keys().chain(&self.broken).map(String::as_str);
            let message = format!("no region is called `{name}`");
            let unknown = Diagnostic::new(meaning::UNKNOWN_NAME, span, message);
            log.add(match RegionPart::meant(name) {
                Some(help) => unknown.help(help),
                None => unknown.suggest(name, known.chain(BUILT_IN)),
            });
        }
        self.get(name).copied().unwrap_or([CellSet::EMPTY; 2])
    }
}

/// The colours of a chequered board: what no definition has to name. One that does means its own.
const COLOURS: [&str; 2] = ["dark", "light"];

/// The cells of the colour of a1, or the others.
fn coloured(geometry: &Geometry, dark: bool) -> CellSet {
    let is_dark = |cell: Cell| (geometry.file(cell) + geometry.rank(cell)) % 2 == 1;
    geometry.board().iter().filter(|&cell| is_dark(cell) == dark).collect()
}

/// The built-in names, for "did you mean".
const BUILT_IN: [&str; 8] =
    ["dark", "light", "last-rank", "own-half", "enemy-half", "edge", "board", "rank-1"];

fn names_in(entry: &RegionEntry) -> impl Iterator<Item = &str> {
    entry.regions().into_iter().flat_map(|region| &region.parts).filter_map(|part| match &part.value {
        RegionPart::Name(name) => Some(name.as_str()),
        _ => None,
    })
}

fn built_in(which: BuiltIn, span: Span, rectangle: &Rectangle, log: &Log) -> [CellSet; 2] {
    let Rectangle { geometry, orientation, known } = rectangle;
    Player::each(|player| {
        let ranks = orientation.ranks(geometry, player);
        let ranked = |passes: &dyn Fn(u16) -> bool| orientation.ranked(geometry, player, passes);
        match which {
            BuiltIn::Rank(n) => {
                if *known && !(1..=u32::from(ranks)).contains(&n) {
                    let message = format!("the board has no `rank-{n}`");
                    let off = Diagnostic::new(meaning::REGION_OFF_BOARD, span, message);
                    log.add(off.help(format!("the ranks are `rank-1` to `rank-{ranks}`")));
                }
                ranked(&|rank| u32::from(rank) == n)
            }
            BuiltIn::LastRank => ranked(&|rank| rank == ranks),
            BuiltIn::OwnHalf => ranked(&|rank| rank <= ranks / 2),
            BuiltIn::EnemyHalf => ranked(&|rank| rank > ranks - ranks / 2),
            BuiltIn::Edge => geometry.edge(),
            BuiltIn::Board => *geometry.board(),
            BuiltIn::File | BuiltIn::Around => {
                let message = "this region is seen from a landing cell: drop rules alone ask for it";
                let help = "in their `if`: `{ none = …, on = \"file\" }`, alone or in a list";
                log.add(Diagnostic::new(meaning::MISPLACED_CONDITION, span, message).help(help));
                CellSet::EMPTY
            }
        }
    })
}

fn pattern_cells(pattern: &Pattern, span: Span, rectangle: &Rectangle, log: &Log) -> CellSet {
    let geometry = &rectangle.geometry;
    let found = match pattern {
        Pattern::Cell(name) => cell(name, geometry).map(CellSet::of),
        Pattern::Rectangle(one, other) => {
            cell(one, geometry).zip(cell(other, geometry)).map(|(one, other)| between(geometry, one, other))
        }
        Pattern::Rank(rank) => (1..=u32::from(geometry.ranks())).contains(rank).then(|| {
            geometry.board().iter().filter(|&cell| u32::from(geometry.rank(cell)) == *rank).collect()
        }),
        Pattern::File(name) => parse_file(name)
            .filter(|&file| file < geometry.files())
            .map(|file| geometry.board().iter().filter(|&cell| geometry.file(cell) == file).collect()),
    };
    if found.is_none() && rectangle.known {
        let (low, high) = (Cell((geometry.ranks() - 1) * geometry.files()), Cell(geometry.files() - 1));
        let message = "this is not on the board";
        log.add(Diagnostic::new(meaning::REGION_OFF_BOARD, span, message).help(format!(
            "the cells are `{}` to `{}`",
            geometry.name(low),
            geometry.name(high)
        )));
    }
    found.unwrap_or(CellSet::EMPTY)
}

pub(crate) fn cell(name: &CellName, geometry: &Geometry) -> Option<Cell> {
    geometry.parse(&format!("{}{}", name.file, name.rank))
}

fn between(geometry: &Geometry, one: Cell, other: Cell) -> CellSet {
    let span = |a: u16, b: u16| a.min(b)..=a.max(b);
    let files = span(geometry.file(one), geometry.file(other));
    let rows = span(geometry.row(one), geometry.row(other));
    let inside = |&c: &Cell| files.contains(&geometry.file(c)) && rows.contains(&geometry.row(c));
    geometry.board().iter().filter(inside).collect()
}

fn drawn_cells(drawing: &Drawing, rectangle: &Rectangle, log: &Log) -> CellSet {
    drawn(drawing, &rectangle.geometry, rectangle.known, log)
        .into_iter()
        .filter(|(_, drawn)| drawn.value == 'x')
        .map(|(cell, _)| cell)
        .collect()
}
