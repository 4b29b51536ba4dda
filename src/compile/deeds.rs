//! What moves do besides: effects, promotions, castles, hands, what is asked near a landing cell.

use crate::diagnostic::codes::meaning;
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{
    self, Aside, Captured, Castle, Cell, CellSet, Contents, Kind, Nearby, Piece, Player, Promotion,
};
use crate::spec::{
    self, At, BuiltIn, CastleFrom, CastleWith, CellName, Choices, Condition, Definition, Effects, Entry,
    Flank, Form, Names, Occasion, Piece as Table, Receiver, Region, RegionPart,
};

use super::filters::contents;
use super::groups::joined;
use super::regions::cell;
use super::scope::Scope;

/// Resolves effects.
pub(crate) fn effects(said: Option<&Effects>, scope: &Scope) -> Vec<game::Effect> {
    said.iter().flat_map(|effects| &effects.list).filter_map(|effect| resolve(effect, scope)).collect()
}

fn resolve(effect: &spec::Effect, scope: &Scope) -> Option<game::Effect> {
    let (verb, cells) = effect.verb()?;
    let everything = Contents::all(scope.kinds.roster());
    Some(game::Effect {
        verb,
        cells: cells.value,
        only: effect.only.as_ref().map_or([everything; 2], |filter| contents(filter, scope)),
        along: match cells.value {
            game::Touched::Enclosed => joined(effect.along.as_ref(), scope),
            _ => Vec::new(),
        },
        aside: aside(effect, cells.value, scope).map(Box::new),
        kind: match &effect.kind {
            None => None,
            Some(name) => Some(scope.kinds.find(&name.value, name.span, scope.log)?),
        },
        at_least: effect.at_least.map_or(0, |least| least.value),
        at_end: effect.when.is_some(),
    })
}

/// How the cells of an effect lie, where anything is said of it, or where nothing else says which they are.
fn aside(effect: &spec::Effect, cells: game::Touched, scope: &Scope) -> Option<Aside> {
    use game::Touched::{Beset, Between, Enclosed, Flanking, InLine};
    let along = effect.along.as_ref().filter(|_| cells != Enclosed);
    let says = along.is_some() || effect.range.is_some() || effect.hostile.is_some() || effect.on.is_some();
    if !says && !matches!(cells, Flanking | Beset | Between | InLine) {
        return None;
    }
    let ways = |player| {
        let mut ways = along
            .map_or_else(|| scope.board.geometry.circle().to_vec(), |along| scope.directions(along, player));
        ways.sort_unstable();
        ways.dedup();
        ways
    };
    let far = |cells: u32| u16::try_from(cells).unwrap_or(u16::MAX);
    Some(Aside {
        along: Player::each(ways),
        range: effect.range.map_or((1, u16::MAX), |range| (far(range.least), far(range.most))),
        hostile: effect.hostile.as_ref().map_or([CellSet::EMPTY; 2], |region| scope.cells(region)),
        on: effect.on.as_ref().map_or([*scope.board.geometry.board(); 2], |region| scope.cells(region)),
        edge: effect.edge.is_some_and(|edge| edge.value),
        fresh: effect.fresh.is_some_and(|fresh| fresh.value),
    })
}

/// What happens after moves of a sort, whichever rule makes them.
pub(crate) fn effects_on(definition: &Definition, on: Occasion, scope: &Scope) -> Vec<game::Effect> {
    let entries = definition.effects.iter().filter(|entry| entry.value.is_on(on));
    entries.flat_map(|entry| effects(entry.value.effects.as_ref(), scope)).collect()
}

/// What the pieces of a kind become, for each player.
pub(crate) fn promotion(piece: &Table, kind: Kind, scope: &Scope) -> Option<[Promotion; 2]> {
    promotion_of(piece.promote.as_ref()?, kind, scope)
}

/// What pieces of a kind become where that is said.
pub(crate) fn promotion_of(said: &spec::Promotion, kind: Kind, scope: &Scope) -> Option<[Promotion; 2]> {
    let to = choices(said.to.as_ref()?, kind, scope);
    let cells = |region: Option<&Region>| region.map(|region| scope.cells(region));
    let on = cells(said.on.as_ref().or(said.from_or_to.as_ref()))?;
    let forced = cells(said.forced.as_ref()).unwrap_or([CellSet::EMPTY; 2]);
    Some(Player::each(|player| Promotion {
        to: to[player.index()].clone(),
        on: on[player.index()],
        or_from: said.from_or_to.is_some(),
        optional: said.optional.is_some_and(|optional| optional.value),
        forced: forced[player.index()],
        chain: in_chain(said, &to[player.index()], scope),
    }))
}

/// When a piece that goes on promotes. One that goes on as what it has become has no choice.
fn in_chain(said: &spec::Promotion, to: &[Kind], scope: &Scope) -> game::InChain {
    match said.chain.map(|chain| chain.value) {
        None | Some(spec::InChain::Waits) => game::InChain::Waits,
        Some(spec::InChain::Ends) => game::InChain::Ends,
        Some(spec::InChain::GoesOn) => {
            let chooses = to.len() > 1 || said.optional.is_some_and(|optional| optional.value);
            if let (true, Some(chain)) = (chooses, said.chain) {
                let message = "a piece that goes on as what it has become has no choice of what that is";
                let help = "`chain = \"ends\"` stops where it promotes";
                scope.log.add(Diagnostic::new(meaning::BAD_PROMOTION, chain.span, message).help(help));
            }
            game::InChain::GoesOn
        }
    }
}

/// What the pieces of a kind may become, by player.
fn choices(said: &Choices, kind: Kind, scope: &Scope) -> [Vec<Kind>; 2] {
    match said {
        Choices::Same(names) => {
            let kinds = others(names, kind, scope);
            [kinds.clone(), kinds]
        }
        Choices::PerPlayer(each) => {
            let mut kinds = [Vec::new(), Vec::new()];
            for entry in each {
                if let Some(player) = scope.players.find(&entry.name, scope.log) {
                    kinds[player.index()] = others(&entry.value, kind, scope);
                }
            }
            kinds
        }
    }
}

/// The kinds that names name; one that is not given, and the kind itself, is reported.
fn others(names: &Names, kind: Kind, scope: &Scope) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for name in &names.list {
        match scope.kinds.find_owned(&name.value, name.span, scope.log) {
            Some(found) if found == kind => {
                let same = Diagnostic::new(meaning::BAD_PROMOTION, name.span, "it would stay what it is");
                scope.log.add(same.help("`optional = true` leaves the choice not to promote"));
            }
            found => kinds.extend(found),
        }
    }
    kinds
}

/// What becomes of captured pieces, and what they are in a hand.
pub(crate) struct Hands {
    /// Where they go, and in which form; `None`: they are gone.
    pub captured: Option<Captured>,
    /// By kind, what it is in a hand, where that is another kind.
    pub bases: Vec<Option<Kind>>,
}

impl Hands {
    /// Reads what a definition says of hands.
    pub(crate) fn resolve(definition: &Definition, scope: &Scope) -> Hands {
        let base = |entry: &Entry<Table>| {
            let name = entry.value.base.as_ref()?;
            scope.kinds.find_owned(&name.value, name.span, scope.log)
        };
        let captured = definition.hands.as_ref().and_then(|hands| {
            let said = hands.captured.as_ref()?;
            Some(Captured {
                by_captor: said.to?.value == Receiver::Captor,
                in_base: said.form.is_some_and(|form| form.value == Form::Base),
            })
        });
        Hands { captured, bases: definition.pieces.iter().map(base).collect() }
    }

    /// What a drop of a kind takes out of a hand: captured pieces go there as their base, if at all.
    pub(crate) fn taken_for(&self, kind: Kind) -> Kind {
        let in_base = self.captured.is_some_and(|captured| captured.in_base);
        self.bases.get(kind.index()).copied().flatten().filter(|_| in_base).unwrap_or(kind)
    }
}

/// Which pieces come from the hand to cells that others leave.
pub(crate) fn gating(definition: &Definition, scope: &Scope) -> Option<game::Gating> {
    let said = definition.hands.as_ref()?.gate.as_ref()?;
    let kinds = said.of.as_ref()?.list.iter();
    let kinds = kinds.filter_map(|name| scope.kinds.find_owned(&name.value, name.span, scope.log)).collect();
    Some(game::Gating { kinds, on: scope.cells(said.on.as_ref()?) })
}

/// By kind, the most pieces on the board.
pub(crate) fn supplies(definition: &Definition) -> Vec<Option<u32>> {
    definition.pieces.iter().map(|entry| entry.value.supply.map(|most| most.value)).collect()
}

/// A castle of a piece as each player has it. The second player's cells are the first's, reflected.
pub(crate) fn castle(said: &spec::Castle, kind: Kind, setup: &[Piece], scope: &Scope) -> Option<[Castle; 2]> {
    let with = said.with.as_ref()?;
    let with = scope.kinds.find_owned(&with.value, with.span, scope.log)?;
    let geometry = &scope.board.geometry;
    let named = |name: &CellName, span: Span| {
        let found = cell(name, geometry).filter(|&cell| geometry.has(cell));
        if found.is_none() && scope.board.known {
            scope.log.report(meaning::REGION_OFF_BOARD, span, format!("`{name}` is not on the board"));
        }
        found
    };
    let goes = |name: &Option<At<CellName>>| name.as_ref().and_then(|name| named(&name.value, name.span));
    let start = said.from.as_ref()?;
    let from = match &start.value {
        CastleFrom::Cell(name) => named(name, start.span)?,
        CastleFrom::Setup => only_one(kind, setup, start.span, scope)?,
    };
    let beside = said.with_from.as_ref()?;
    let with_from = match &beside.value {
        CastleWith::Cell(name) => named(name, beside.span)?,
        CastleWith::Outermost(side) => outermost(with, from, *side, (setup, beside.span), scope)?,
    };
    let [to, with_to] = [goes(&said.to)?, goes(&said.with_to)?];
    check_castle(said, [from, to, with_from, with_to], scope)?;
    let right = said.right.map(|right| right.value);
    let first = Castle { from, to, with, with_from, with_to, right };
    let mirror = scope.mirror(said.at)?;
    let across = |cell: Cell| mirror.cell(geometry, cell);
    let second = Castle {
        from: across(from),
        to: across(to),
        with_from: across(with_from),
        with_to: across(with_to),
        ..first
    };
    Some([first, second])
}

/// Where the setup puts the first player's only piece of a kind.
fn only_one(kind: Kind, setup: &[Piece], span: Span, scope: &Scope) -> Option<Cell> {
    let own = Piece::new(kind, Player::First);
    let mut cells = (0u16..).zip(setup).filter(|(_, piece)| **piece == own).map(|(cell, _)| Cell(cell));
    let (first, further) = (cells.next(), cells.count());
    if first.is_none() || further > 0 {
        let count = first.map_or(0, |_| 1 + further);
        let message = format!(
            "`\"setup\"` asks for one {} of the first player in the setup, there are {count}",
            scope.kinds.name(kind).value
        );
        scope.log.report(meaning::BAD_CASTLE, span, message);
        return None;
    }
    first
}

/// Where the setup puts the first player's outermost piece of a kind on a side of a cell, in its row.
fn outermost(
    kind: Kind,
    beside: Cell,
    side: Flank,
    (setup, span): (&[Piece], Span),
    scope: &Scope,
) -> Option<Cell> {
    let geometry = &scope.board.geometry;
    let own = Piece::new(kind, Player::First);
    let is_there = |cell: &Cell| geometry.row(*cell) == geometry.row(beside) && setup[cell.index()] == own;
    let mut row = (0..setup.len() as u16).map(Cell).filter(is_there);
    let found = match side {
        Flank::Left => row.next().filter(|&cell| cell < beside),
        Flank::Right => row.next_back().filter(|&cell| cell > beside),
    };
    if found.is_none() {
        let (name, on) = (&scope.kinds.name(kind).value, geometry.name(beside));
        let message = format!("the setup has no {name} to the {} of {on}", side.word());
        scope.log.report(meaning::BAD_CASTLE, span, message);
    }
    found
}

/// Reports a castle whose pieces stand on one cell, before it or after it, or stay where they are. `None` when it is
/// one of these.
fn check_castle(said: &spec::Castle, cells: [Cell; 4], scope: &Scope) -> Option<()> {
    let [from, to, with_from, with_to] = cells;
    let name = |cell| scope.board.geometry.name(cell);
    let (start, beside) = (said.from.as_ref()?.span, said.with_from.as_ref()?.span);
    let (end, beside_end) = (said.to.as_ref()?.span, said.with_to.as_ref()?.span);
    let (place, message, other) = match () {
        () if from == with_from => (beside, format!("two pieces cannot both stand on {}", name(from)), start),
        () if to == with_to => (beside_end, format!("two pieces cannot both go to {}", name(to)), end),
        () if (from, with_from) == (to, with_to) => {
            (end, "both pieces stay where they are".to_owned(), start)
        }
        () => return Some(()),
    };
    scope.log.add(Diagnostic::new(meaning::BAD_CASTLE, place, message).label(other, "the other cell"));
    None
}

/// Reports two castles of a player with one letter for their rights: a position's text could not tell them apart.
pub(crate) fn check_rights<'d>(castles: impl Iterator<Item = &'d spec::Castle>, scope: &Scope) {
    let mut seen: Vec<At<char>> = Vec::new();
    for right in castles.filter_map(|castle| castle.right) {
        let same = |other: &&At<char>| other.value.to_lowercase().eq(right.value.to_lowercase());
        match seen.iter().find(same) {
            Some(first) => {
                let message = format!("`{}` stands for another castle's right already", right.value);
                let twice = Diagnostic::new(meaning::BAD_CASTLE, right.span, message);
                scope.log.add(twice.label(first.span, "here"));
            }
            None => seen.push(right),
        }
    }
}

/// What the players hold at the start, by piece.
pub(crate) fn setup_hands(definition: &Definition, scope: &Scope) -> Vec<u16> {
    let mut held = vec![0u16; 1 + 2 * scope.kinds.len()];
    let hands = definition.setup.iter().flat_map(|setup| &setup.hands);
    let mut any = false;
    for entry in hands {
        let Some(player) = scope.players.find(&entry.name, scope.log) else { continue };
        for letter in entry.value.value.chars() {
            let owned = |piece: &Piece| scope.kinds.roster().owner(*piece).is_some();
            match scope.kinds.drawn_plainly(letter).filter(owned) {
                Some(piece) => {
                    let piece = Piece::new(piece.kind(), player);
                    held[piece.index()] = held[piece.index()].saturating_add(1);
                    any = true;
                }
                None => {
                    let message = format!("no player's piece has the letter `{letter}`");
                    scope.log.report(meaning::UNKNOWN_LETTER, entry.value.span, message);
                }
            }
        }
    }
    if any { held } else { Vec::new() }
}

/// What a condition asks, part by part.
pub(crate) fn parts(said: &At<Condition>) -> Vec<At<Condition>> {
    match &said.value {
        Condition::All(list) => list.clone(),
        _ => vec![said.clone()],
    }
}

/// Takes what a drop rule asks near its landing cell out of its condition; what is left is asked of the
/// position.
pub(crate) fn nearby(said: &At<Condition>, scope: &Scope) -> (Vec<[Nearby; 2]>, Vec<At<Condition>>) {
    let mut found = Vec::new();
    let mut rest = Vec::new();
    for part in parts(said) {
        match asked_nearby(&part.value, scope) {
            Some(nearby) => found.push(nearby),
            None => rest.push(part),
        }
    }
    (found, rest)
}

fn asked_nearby(said: &Condition, scope: &Scope) -> Option<[Nearby; 2]> {
    let (what, on, at_least, at_most) = match said {
        Condition::None { what, on } => (what, on, 0, 0),
        Condition::Some { what, on } => (what, on, 1, u32::MAX),
        Condition::Count { what, on, at_least, at_most } => {
            (what, on, at_least.map_or(0, |n| n.value), at_most.map_or(u32::MAX, |n| n.value))
        }
        _ => return None,
    };
    let [part] = on.as_ref()?.parts.as_slice() else { return None };
    let file = match part.value {
        RegionPart::BuiltIn(BuiltIn::File) => true,
        RegionPart::BuiltIn(BuiltIn::Around) => false,
        _ => return None,
    };
    Some(contents(what, scope).map(|holds| Nearby { holds, file, at_least, at_most }))
}

/// Whether a condition is, or has among others, the word `unmoved`; and what else it asks.
pub(crate) fn unmoved(said: Vec<At<Condition>>) -> (bool, Vec<At<Condition>>) {
    let before = said.len();
    let rest: Vec<_> = said.into_iter().filter(|part| !matches!(part.value, Condition::Unmoved)).collect();
    (rest.len() < before, rest)
}
