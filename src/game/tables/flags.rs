//! What moves change besides, by rule: tables that playing a move and judging it look things up in.

use crate::game::{
    Action, Blueprint, Cell, CellSet, Condition, Contents, Effect, Kind, Movement, Offset, Piece, Player,
    Roster, Touched, Travel, Verb, Way,
};

/// How a piece comes to count as not having moved, when it has moved or is not on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Settling {
    /// It does not.
    Never,
    /// By a drop, while this piece is in its owner's hand.
    FromHand(Piece),
    /// Some move may settle it.
    Always,
}

/// What moves change besides, and what is asked of them one by one.
#[derive(Clone, Debug)]
pub struct RuleFlags {
    /// Positions differ by more than pieces and turn: by marks, by what has not moved, by hands, by checks
    /// given; or a move changes more than its own cells.
    pub remembers: bool,
    /// By rule: it changes more than where the piece starts and lands.
    pub spreads: [bool; 256],
    /// By rule: it changes more than where the piece starts and lands, or its capture does: hands, other cells. Or
    /// it may take the mover's own pieces, which is no capture.
    pub stirs: [bool; 256],
    /// By rule: it notes something of cells that it leaves as they are: marks, what counts as not having moved.
    pub notes: [bool; 256],
    /// By rule: it takes more than what stands where it lands.
    pub takes: [bool; 256],
    /// By rule: its capture of a royal piece takes more, which may be the captor's own royal pieces.
    pub ruins: [bool; 256],
    /// Whether there is such a rule.
    pub ruinous: bool,
    /// By rule: a move that it makes has to be asked whether it is meant.
    pub asked: [bool; 256],
    /// Whether some rule has to be.
    pub asks: bool,
    /// Some end counts checks.
    pub counts_checks: bool,
    /// The most checks that an end asks for: more are not told apart.
    pub most_checks: u8,
    /// Some effect lets pieces count as not having moved.
    pub settles: bool,
    /// The kinds with a rule for pieces that have not moved, a bit each.
    kinds_unmoved: u64,
    /// By piece: how one comes to count as not having moved.
    settling: Vec<Settling>,
    roster: Roster,
    /// By player: cells to which a piece may come from the hand when what stands there moves first.
    filters: [CellSet; 2],
    /// By piece: what a capture of it adds to a hand; [`Piece::NONE`] for nothing.
    hand_of: Vec<Piece>,
    /// A captured piece goes to the hand of whoever captures it.
    by_captor: bool,
    /// By cell, when asked for: the neighbours.
    around: Vec<CellSet>,
    /// By cell, when asked for: the cells of the same file.
    files: Vec<CellSet>,
    /// By player and marked cell: pieces that could make use of the mark, and from where.
    users: [Vec<Vec<(Piece, CellSet)>>; 2],
}

impl RuleFlags {
    pub(in crate::game) fn build(blueprint: &Blueprint, movement: &Movement) -> RuleFlags {
        let rules = &blueprint.rules;
        let by_rule = |test: &dyn Fn(&crate::game::Rule) -> bool| -> [bool; 256] {
            std::array::from_fn(|i| rules.get(i).is_some_and(test))
        };
        let any_effect =
            |test: &'static dyn Fn(&Effect) -> bool| by_rule(&|rule| rule.effects.iter().any(test));
        let spreads = by_rule(&|rule| blueprint.gating.is_some() || rule.spreads());
        let captures_stir = blueprint.captured.is_some() || !blueprint.capture_effects.is_empty();
        let takes = any_effect(&|effect| effect.verb == Verb::Take);
        let blasts = blueprint.capture_effects.iter().any(|effect| effect.verb == Verb::Take);
        let captures = |rule: &crate::game::Rule| {
            let royals = || {
                blueprint
                    .royals
                    .iter()
                    .flat_map(|royal| Player::BOTH.map(|owner| Piece::new(royal.kind, owner)))
            };
            rule.action.travels() && rule.by.iter().any(|travel| royals().any(|royal| travel.onto.has(royal)))
        };
        let ruins = by_rule(&|rule| {
            let takes = blasts || rule.effects.iter().any(|effect| effect.verb == Verb::Take);
            takes && captures(rule)
        });
        let own = |player| Contents::owned(player, blueprint.roster);
        let lands_on_own = |travel: &Travel, player| !travel.onto.and(own(player)).is_nothing();
        let takes_own = by_rule(&|rule| {
            Player::BOTH.iter().any(|&player| lands_on_own(&rule.by[player.index()], player))
        });
        let limited = |kind: &Kind| blueprint.supply_of(*kind).is_some();
        let runs_out = |rule: &crate::game::Rule| {
            rule.by.iter().filter_map(|travel| travel.promotion.as_ref()).any(|p| p.to.iter().any(limited))
        };
        let asked = by_rule(&|rule| {
            rule.unmoved || runs_out(rule) || rule.effects.iter().any(|effect| effect.at_least > 0)
        });
        let marks = rules.iter().flat_map(|rule| &rule.effects).any(|effect| effect.verb == Verb::Mark);
        let unmoved = rules.iter().filter(|rule| rule.unmoved).filter_map(|rule| rule.kind);
        let checks = blueprint.conditions().flat_map(Condition::parts).filter_map(|part| match part {
            Condition::Checks(checks) => Some(u8::try_from(*checks).unwrap_or(u8::MAX)),
            _ => None,
        });
        let most_checks = checks.max();
        let counts_checks = most_checks.is_some();
        let kinds_unmoved = unmoved.fold(0, |kinds, kind| kinds | 1 << kind.0);
        let castles = rules.iter().any(|rule| rule.action == Action::Castle);
        let settles = blueprint.effects().any(|effect| effect.verb == Verb::Settle);
        RuleFlags {
            remembers: marks
                || castles
                || blueprint.has_hands()
                || kinds_unmoved != 0
                || counts_checks
                || blueprint.gating.is_some()
                || spreads.contains(&true)
                || !blueprint.capture_effects.is_empty(),
            asks: asked.contains(&true),
            stirs: std::array::from_fn(|rule| spreads[rule] || captures_stir || takes_own[rule]),
            spreads,
            notes: any_effect(&|effect| !effect.changes_cells()),
            takes,
            ruins,
            asked,
            counts_checks,
            most_checks: most_checks.unwrap_or(0),
            settles,
            settling: settling(blueprint),
            kinds_unmoved,
            roster: blueprint.roster,
            filters: blueprint.gating.as_ref().map_or([CellSet::EMPTY; 2], |gating| gating.on),
            hand_of: hand_of(blueprint),
            by_captor: blueprint.captured.is_some_and(|captured| captured.by_captor),
            ruinous: ruins.contains(&true),
            around: around(blueprint),
            files: files(blueprint),
            users: match marks {
                true => Player::BOTH.map(|player| users(blueprint, movement, player)),
                false => [Vec::new(), Vec::new()],
            },
        }
    }

    /// What the capture of a piece by a player adds to a hand; [`Piece::NONE`] for nothing.
    #[inline]
    pub fn hand_of(&self, captured: Piece, by: Player) -> Piece {
        match self.hand_of.get(captured.index()) {
            Some(piece) if self.by_captor && !piece.is_none() => Piece::new(piece.kind(), by),
            Some(piece) => *piece,
            None => Piece::NONE,
        }
    }

    /// How a piece comes to count as not having moved.
    #[inline]
    pub fn settling(&self, piece: Piece) -> Settling {
        self.settling[piece.index()]
    }

    /// Whether some rule asks if its piece has moved.
    #[inline]
    pub fn asks_unmoved(&self) -> bool {
        self.kinds_unmoved != 0 || self.filters.iter().any(|cells| !cells.is_empty())
    }

    /// Whether something asks of a piece on a cell if it has moved; no for an empty cell.
    #[inline]
    pub fn asks_unmoved_of(&self, piece: Piece, cell: Cell) -> bool {
        self.roster.owner(piece).is_some_and(|owner| {
            self.kinds_unmoved >> piece.kind().0 & 1 == 1 || self.filters[owner.index()].has(cell)
        })
    }

    /// The neighbours of a cell, where something asks for them.
    pub fn around(&self, cell: Cell) -> CellSet {
        self.around.get(cell.index()).copied().unwrap_or(CellSet::EMPTY)
    }

    /// The file of a cell, where something asks for it.
    pub fn file(&self, cell: Cell) -> CellSet {
        self.files.get(cell.index()).copied().unwrap_or(CellSet::EMPTY)
    }

    /// The pieces of a player that could make use of a mark on a cell, and from where.
    pub fn users(&self, player: Player, marked: Cell) -> &[(Piece, CellSet)] {
        self.users[player.index()].get(marked.index()).map_or(&[], Vec::as_slice)
    }
}

fn settling(blueprint: &Blueprint) -> Vec<Settling> {
    let settles = |effect: &Effect| effect.verb == Verb::Settle;
    let lands = |effect: &Effect| settles(effect) && effect.cells == Touched::To;
    let anywhere =
        |rule: &crate::game::Rule| rule.effects.iter().any(|effect| settles(effect) && !lands(effect));
    let all = blueprint.capture_effects.iter().any(settles) || blueprint.rules.iter().any(anywhere);
    let by_rule = |rule: &crate::game::Rule, piece: Piece| match (rule.action, rule.hand) {
        (Action::Drop(kind), _) if kind != piece.kind() => Settling::Never,
        // What is captured may be dropped again.
        (Action::Drop(_), Some(hand)) if blueprint.captured.is_none() => {
            Settling::FromHand(Piece::new(hand, piece.owner()))
        }
        _ => Settling::Always,
    };
    let of = |code: u8| {
        let piece = Piece(code);
        if all || piece.is_none() {
            return if all { Settling::Always } else { Settling::Never };
        }
        let rules = blueprint.rules.iter().filter(|rule| rule.effects.iter().any(lands));
        rules.map(|rule| by_rule(rule, piece)).max().unwrap_or(Settling::Never)
    };
    (0..=2 * blueprint.kinds.len() as u8).map(of).collect()
}

fn hand_of(blueprint: &Blueprint) -> Vec<Piece> {
    let Some(captured) = blueprint.captured else { return Vec::new() };
    let of = |code: u8| {
        let piece = Piece(code);
        if blueprint.roster.owner(piece).is_none() {
            return Piece::NONE;
        }
        let kind = if captured.in_base { blueprint.base_of(piece.kind()) } else { piece.kind() };
        Piece::new(kind, piece.owner())
    };
    (0..=2 * blueprint.kinds.len() as u8).map(of).collect()
}

fn around(blueprint: &Blueprint) -> Vec<CellSet> {
    let effects = blueprint.rules.iter().flat_map(|rule| &rule.effects).chain(&blueprint.capture_effects);
    let nearby = blueprint.rules.iter().flat_map(|rule| &rule.by).flat_map(|travel| &travel.nearby);
    let asked = effects.into_iter().any(|effect| effect.cells == Touched::Around)
        || nearby.into_iter().any(|nearby| !nearby.file);
    let geometry = &blueprint.geometry;
    let of = |cell: u16| Offset::CIRCLE.iter().filter_map(|&by| geometry.neighbour(Cell(cell), by)).collect();
    if asked { (0..geometry.size() as u16).map(of).collect() } else { Vec::new() }
}

fn files(blueprint: &Blueprint) -> Vec<CellSet> {
    let nearby = blueprint.rules.iter().flat_map(|rule| &rule.by).flat_map(|travel| &travel.nearby);
    let geometry = &blueprint.geometry;
    let of = |cell: u16| {
        let file = geometry.file(Cell(cell));
        geometry.board().iter().filter(|&other| geometry.file(other) == file).collect()
    };
    if nearby.into_iter().any(|nearby| nearby.file) {
        (0..geometry.size() as u16).map(of).collect()
    } else {
        Vec::new()
    }
}

fn users(blueprint: &Blueprint, movement: &Movement, player: Player) -> Vec<Vec<(Piece, CellSet)>> {
    let mut users: Vec<Vec<(Piece, CellSet)>> = vec![Vec::new(); blueprint.geometry.size()];
    let filters = &movement.filters[player.index()];
    for piece in (0..blueprint.kinds.len() as u8).map(|kind| Piece::new(Kind(kind), player)) {
        for from in blueprint.geometry.board().iter() {
            for step in movement.steps(piece, from) {
                if filters[step.land as usize].holds.and(Contents::MARKED).is_nothing() {
                    continue;
                }
                let slot = &mut users[step.mv.to().index()];
                match slot.iter_mut().find(|(other, _)| *other == piece) {
                    Some((_, cells)) => cells.insert(from),
                    None => slot.push((piece, CellSet::of(from))),
                }
            }
        }
    }
    users
}

impl Blueprint {
    /// The effects of the rules, then those of captures.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.rules.iter().flat_map(|rule| &rule.effects).chain(&self.capture_effects)
    }

    /// Whether some move marks cells.
    pub fn makes_marks(&self) -> bool {
        self.effects().any(|effect| effect.verb == Verb::Mark)
    }

    /// What a piece is in a hand.
    pub fn base_of(&self, kind: Kind) -> Kind {
        self.bases.get(kind.index()).copied().flatten().unwrap_or(kind)
    }

    /// The most pieces of a kind that a player can have on the board by promotions and drops from the supply.
    pub fn supply_of(&self, kind: Kind) -> Option<u32> {
        self.supplies.get(kind.index()).copied().flatten()
    }

    /// Whether pieces of a kind are royal.
    pub fn is_royal(&self, kind: Kind) -> bool {
        self.royals.iter().any(|royal| royal.kind == kind)
    }

    /// The castles of a player, each with its rule.
    pub fn castles(&self, player: Player) -> impl Iterator<Item = (u8, crate::game::Castle)> {
        (0u8..).zip(&self.rules).filter_map(move |(number, rule)| match rule.by[player.index()].way {
            Way::Castle(castle) => Some((number, castle)),
            _ => None,
        })
    }
}
