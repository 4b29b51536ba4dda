//! What positions keep besides pieces and turn: hands, marks, what has not moved, checks given; and what moves look up
//! to change it.

use crate::game::{
    Action, Cell, CellSet, Condition, ConditionFacts, Contents, Effect, Kind, Movement, Piece, Player,
    Roster, Rules, Touched, Verb,
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

/// What positions keep besides pieces and turn.
#[derive(Clone, Debug)]
pub struct StateTables {
    /// Positions differ by more than pieces and turn: by marks, by what has not moved, by hands, by checks given, by
    /// what stood on the board before.
    pub has_state: bool,
    /// A move may change other cells than those where its piece starts and lands, or leaves its piece where it is.
    pub changes_apart: bool,
    /// The key of a position holds more than pieces and turn.
    pub has_keys: bool,
    /// Some end counts checks.
    pub counts_checks: bool,
    /// The most checks that an end asks for: more are not told apart.
    pub most_checks: u8,
    /// Turns differ: a player may move twice in a row, or take the other's place.
    pub has_turns: bool,
    /// Checks or turns have to be counted after a move.
    pub counts_after: bool,
    /// Some effect lets pieces count as not having moved.
    pub settles: bool,
    /// The kinds with a rule for pieces that have not moved, a bit each.
    kinds_unmoved: u64,
    /// By piece: how one comes to count as not having moved.
    settling: Vec<Settling>,
    roster: Roster,
    /// By player: cells to which a piece may come from the hand when what stands there moves first.
    gates: [CellSet; 2],
    /// By piece: what a capture of it adds to a hand; [`Piece::NONE`] for nothing.
    hand_of: Vec<Piece>,
    /// A captured piece goes to the hand of whoever captures it.
    by_captor: bool,
    /// By cell, when asked for: the cells of the same file.
    files: Vec<CellSet>,
    /// By player and marked cell: pieces that could make use of the mark, and from where.
    users: [Vec<Vec<(Piece, CellSet)>>; 2],
}

impl StateTables {
    pub(super) fn build(rules: &Rules, movement: &Movement) -> StateTables {
        let unmoved = rules.moves.iter().filter(|rule| rule.unmoved).filter_map(|rule| rule.kind);
        let kinds_unmoved = unmoved.fold(0, |kinds, kind| kinds | 1 << kind.0);
        let most_checks = most_checks(rules);
        let marks = rules.makes_marks();
        let has_keys = marks
            || rules.moves.iter().any(|rule| rule.action == Action::Castle)
            || rules.has_hands()
            || kinds_unmoved != 0
            || most_checks.is_some()
            || rules.gating.is_some()
            || !rules.turns.are_plain();
        StateTables {
            has_state: has_keys || rules.conditions().any(|when| when.asks(ConditionFacts::BOARDS)),
            changes_apart: !rules.capture_effects.is_empty()
                || rules.moves.iter().any(|rule| rule.spreads() || rule.action == Action::Stay),
            has_keys,
            counts_checks: most_checks.is_some(),
            most_checks: most_checks.unwrap_or(0),
            has_turns: !rules.turns.are_plain(),
            counts_after: most_checks.is_some() || !rules.turns.are_plain(),
            settles: rules.effects().any(|effect| effect.verb == Verb::Settle),
            settling: settling(rules),
            kinds_unmoved,
            roster: rules.roster,
            gates: rules.gating.as_ref().map_or([CellSet::EMPTY; 2], |gating| gating.on),
            hand_of: hand_of(rules),
            by_captor: rules.captured.is_some_and(|captured| captured.by_captor),
            files: files(rules),
            users: match marks {
                true => Player::each(|player| users(rules, movement, player)),
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
        self.kinds_unmoved != 0 || self.gates.iter().any(|cells| !cells.is_empty())
    }

    /// Whether something asks of a piece on a cell if it has moved; no for an empty cell.
    #[inline]
    pub fn asks_unmoved_of(&self, piece: Piece, cell: Cell) -> bool {
        self.roster.owner(piece).is_some_and(|owner| {
            self.kinds_unmoved >> piece.kind().0 & 1 == 1 || self.gates[owner.index()].has(cell)
        })
    }

    /// The file of a cell, where a drop asks for it.
    #[inline]
    pub fn file(&self, cell: Cell) -> &CellSet {
        self.files.get(cell.index()).unwrap_or(&CellSet::EMPTY)
    }

    /// The pieces of a player that could make use of a mark on a cell, and from where.
    pub fn users(&self, player: Player, marked: Cell) -> &[(Piece, CellSet)] {
        self.users[player.index()].get(marked.index()).map_or(&[], Vec::as_slice)
    }
}

/// The most checks that a condition counts to; `None` where none does.
fn most_checks(rules: &Rules) -> Option<u8> {
    let checks = rules.conditions().flat_map(Condition::parts).filter_map(|part| match part {
        Condition::Checks(checks) => Some(u8::try_from(*checks).unwrap_or(u8::MAX)),
        _ => None,
    });
    checks.max()
}

fn settling(rules: &Rules) -> Vec<Settling> {
    let settles = |effect: &Effect| effect.verb == Verb::Settle;
    let lands = |effect: &Effect| settles(effect) && effect.cells == Touched::To;
    let anywhere =
        |rule: &crate::game::Rule| rule.effects.iter().any(|effect| settles(effect) && !lands(effect));
    let all = rules.capture_effects.iter().any(settles) || rules.moves.iter().any(anywhere);
    let by_rule = |rule: &crate::game::Rule, piece: Piece| match (rule.action, rule.hand) {
        (Action::Drop(kind), _) if kind != piece.kind() => Settling::Never,
        // What is captured may be dropped again.
        (Action::Drop(_), Some(hand)) if rules.captured.is_none() => {
            Settling::FromHand(Piece::new(hand, piece.owner()))
        }
        _ => Settling::Always,
    };
    let of = |code: u8| {
        let piece = Piece(code);
        if all || piece.is_none() {
            return if all { Settling::Always } else { Settling::Never };
        }
        let rules = rules.moves.iter().filter(|rule| rule.effects.iter().any(lands));
        rules.map(|rule| by_rule(rule, piece)).max().unwrap_or(Settling::Never)
    };
    (0..=2 * rules.roster.kinds as u8).map(of).collect()
}

fn hand_of(rules: &Rules) -> Vec<Piece> {
    let Some(captured) = rules.captured else { return Vec::new() };
    let of = |code: u8| {
        let piece = Piece(code);
        if rules.roster.owner(piece).is_none() {
            return Piece::NONE;
        }
        let kind = if captured.in_base { rules.base_of(piece.kind()) } else { piece.kind() };
        Piece::new(kind, piece.owner())
    };
    (0..=2 * rules.roster.kinds as u8).map(of).collect()
}

fn files(rules: &Rules) -> Vec<CellSet> {
    let nearby = rules.moves.iter().flat_map(|rule| &rule.by).flat_map(|travel| &travel.nearby);
    let geometry = &rules.geometry;
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

fn users(rules: &Rules, movement: &Movement, player: Player) -> Vec<Vec<(Piece, CellSet)>> {
    let mut users: Vec<Vec<(Piece, CellSet)>> = vec![Vec::new(); rules.geometry.size()];
    let filters = &movement.filters[player.index()];
    for piece in (0..rules.roster.kinds as u8).map(|kind| Piece::new(Kind(kind), player)) {
        for from in rules.geometry.board().iter() {
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
