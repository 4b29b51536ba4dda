//! Hops that go on, in games where they alone capture and captures come first: what it takes to find them, and to count
//! all other moves, from sets of cells, without playing each stage on the board.

use super::{Movement, RuleFlags, Topology};
use crate::game::{
    Action, Again, Cell, CellSet, Contents, InChain, Piece, Player, Preference, Promotion, Rule, Rules,
    Stops, Travel, Verb, Veto, Way,
};

/// The hops of a game, and its other moves where they can be counted as sets.
#[derive(Clone, Debug)]
pub struct Hops {
    by: [Vec<Hop>; 2],
    glides: Option<[Vec<Glide>; 2]>,
    /// Captures of one piece each are as many as there are pieces that can hop, by direction.
    counts_singles: bool,
}

/// The hops of one piece by one rule: over one enemy, which is taken.
#[derive(Clone, Debug)]
pub struct Hop {
    /// The rule.
    pub rule: u8,
    /// The piece.
    pub piece: Piece,
    /// The numbers of its directions in the [`Topology`], in the order listed.
    pub along: Vec<usize>,
    /// What it may hop over.
    pub over: Contents,
    /// The fewest and the most empty cells before the enemy.
    pub before: (u16, u16),
    /// The fewest and the most empty cells between the enemy and the landing cell.
    pub after: (u16, u16),
    /// Where it may start.
    pub from: CellSet,
    /// Where it may land.
    pub to: CellSet,
    /// What is taken stands until the whole move is over.
    pub at_end: bool,
    /// How it goes on.
    pub again: Again,
    /// What the piece becomes.
    pub promotion: Option<Promotion>,
}

/// The moves of one piece along one direction that capture nothing.
#[derive(Clone, Debug)]
pub struct Glide {
    /// The piece.
    pub piece: Piece,
    /// The number of the direction in the [`Topology`].
    pub along: usize,
    /// The shortest and the longest way.
    pub range: (u16, u16),
    /// Where it may start.
    pub from: CellSet,
    /// Where it may land.
    pub to: CellSet,
}

impl Hops {
    /// The hops of a game that has no other captures, if nothing but captures and preferences decides what is legal;
    /// `None` for other games.
    pub(super) fn of(
        rules: &Rules,
        topology: &Topology,
        movement: &Movement,
        flags: &[RuleFlags; 256],
    ) -> Option<Hops> {
        if !rules.has_chains() || !rules.must_capture || !nothing_else_decides(rules, movement) {
            return None;
        }
        let goes_on = |rule: &Rule| rule.action == Action::Chain;
        let suits = (0..).zip(&rules.moves).all(|(number, rule): (usize, &Rule)| match goes_on(rule) {
            true => hops_plainly(rule, flags[number]),
            false => captures_nothing(rules, rule, flags[number]),
        });
        if !suits {
            return None;
        }
        let by = Player::each(|player| {
            let hops = (0u8..).zip(&rules.moves).filter(|(_, rule)| goes_on(rule));
            hops.filter_map(|(number, rule)| Hop::of(number, rule, player, topology)).collect()
        });
        let counts_singles = counts_singles(rules, &by);
        let other = |rule: &&Rule| !goes_on(rule);
        let glides = Player::each(|player| {
            let glides = rules.moves.iter().filter(other).map(|rule| Glide::all_of(rule, player, topology));
            glides.collect::<Option<Vec<_>>>().map(|glides| glides.concat())
        });
        let [Some(first), Some(second)] = glides else {
            return Some(Hops { by, glides: None, counts_singles });
        };
        let glides = movement.passes.iter().all(Vec::is_empty).then_some([first, second]);
        Some(Hops { by, glides, counts_singles })
    }

    /// The hops of a player.
    #[inline]
    pub fn of_player(&self, player: Player) -> &[Hop] {
        &self.by[player.index()]
    }

    /// Whether captures of one piece each, after which no piece can go on, are counted as sets: none of them is preferred to
    /// another, and each is one move.
    #[inline]
    pub fn counts_singles(&self) -> bool {
        self.counts_singles
    }

    /// The other moves of a player, where they can be counted as sets.
    #[inline]
    pub fn glides(&self, player: Player) -> Option<&[Glide]> {
        self.glides.as_ref().map(|glides| &glides[player.index()][..])
    }
}

impl Hop {
    fn of(number: u8, rule: &Rule, player: Player, topology: &Topology) -> Option<Hop> {
        let travel = &rule.by[player.index()];
        let Way::Hop { along, over, before, after } = &travel.way else { return None };
        Some(Hop {
            rule: number,
            piece: Piece::new(rule.kind?, player),
            along: along.iter().map(|&by| topology.number(by)).collect(),
            over: *over,
            before: *before,
            after: *after,
            from: travel.from,
            to: travel.to,
            at_end: rule.effects.iter().any(|effect| effect.at_end),
            again: rule.again?,
            promotion: travel.promotion.clone(),
        })
    }

    /// Whether the enemy stands next to the piece, and the landing cell next to the enemy.
    #[inline]
    pub fn is_short(&self) -> bool {
        (self.before, self.after) == ((0, 0), (0, 0))
    }

    /// What the piece becomes where it lands, if it promotes there and at that time.
    #[inline]
    pub fn promotes(&self, time: InChain, from: Cell, to: Cell) -> Option<&Promotion> {
        let reaches = |promotion: &&Promotion| {
            promotion.chain == time && (promotion.on.has(to) || promotion.or_from && promotion.on.has(from))
        };
        self.promotion.as_ref().filter(reaches)
    }
}

/// Whether each hop that takes one piece is one move, and as good as any other.
fn counts_singles(rules: &Rules, by: &[Vec<Hop>; 2]) -> bool {
    let alike = rules.prefer.iter().all(|preference| matches!(preference, Preference::MostTaken));
    let one_kind = |promotion: &Promotion| promotion.becomes_one_kind() && !promotion.or_from;
    let plain = |hop: &Hop| hop.promotion.as_ref().is_none_or(one_kind);
    let apart = |one: &Hop, other: &Hop| {
        one.piece != other.piece || one.along.iter().all(|along| !other.along.contains(along))
    };
    let each_apart =
        |hops: &[Hop]| (1..hops.len()).all(|at| hops[..at].iter().all(|hop| apart(hop, &hops[at])));
    alike && by.iter().all(|hops| hops.iter().all(plain) && each_apart(hops))
}

impl Glide {
    /// The moves by a rule; `None` where they are not plain ones along directions through empty cells.
    fn all_of(rule: &Rule, player: Player, topology: &Topology) -> Option<Vec<Glide>> {
        let travel = &rule.by[player.index()];
        let (along, range) = match &travel.way {
            Way::Jump(offsets) => (offsets, (1, 1)),
            Way::Slide { along, least, most, through, stops: Stops::Anywhere }
                if *through == Contents::EMPTY =>
            {
                (along, (*least, *most))
            }
            _ => return None,
        };
        let plain = travel.promotion.as_ref().is_none_or(Promotion::becomes_one_kind)
            && is_unconditional(rule, travel);
        if !plain || travel.onto != Contents::EMPTY {
            return None;
        }
        let piece = Piece::new(rule.kind?, player);
        let glide =
            |&by| Glide { piece, along: topology.number(by), range, from: travel.from, to: travel.to };
        Some(along.iter().map(glide).collect())
    }
}

/// Whether captures, and which of them are best, alone decide which of the moves that rules make are legal, but for vetoes
/// that are asked where they may refuse something.
fn nothing_else_decides(rules: &Rules, movement: &Movement) -> bool {
    !rules.has_royals()
        && rules.vetoes.iter().all(Veto::is_rare)
        && rules.priority.is_empty()
        && rules.stages.is_empty()
        && rules.gating.is_none()
        && rules.captured.is_none()
        && rules.capture_effects.is_empty()
        && rules.roster.neutral == 0
        && rules.supplies.iter().all(Option::is_none)
        && !movement.repeats_moves
}

/// Whether a rule hops over enemies onto empty cells, and takes what it hops over.
fn hops_plainly(rule: &Rule, flags: RuleFlags) -> bool {
    let plain = |travel: &Travel| {
        matches!(travel.way, Way::Hop { .. })
            && travel.onto == Contents::EMPTY
            && is_unconditional(rule, travel)
    };
    flags.contains(RuleFlags::ALWAYS_CAPTURES) && rule.effects.len() == 1 && rule.by.iter().all(plain)
}

/// Whether the moves of a rule take nothing.
fn captures_nothing(rules: &Rules, rule: &Rule, flags: RuleFlags) -> bool {
    let spares = |player: Player| {
        let enemies = Contents::owned(!player, rules.roster);
        rule.by[player.index()].onto.and(enemies).is_nothing()
    };
    let takes = rule.effects.iter().any(|effect| effect.verb == Verb::Take);
    !flags.contains(RuleFlags::CAPTURES_MORE) && !takes && Player::BOTH.into_iter().all(spares)
}

/// Whether nothing is asked of a travel but where it starts, goes and lands.
fn is_unconditional(rule: &Rule, travel: &Travel) -> bool {
    !rule.unmoved
        && !rule.checkers
        && rule.then.is_none()
        && travel.when.is_none()
        && travel.nearby.is_empty()
        && rule.effects.iter().all(|effect| effect.at_least <= 1)
}
