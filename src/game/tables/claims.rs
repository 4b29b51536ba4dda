//! Landings that rules of one piece share: the first rule makes the move, and where it depends on the position which one
//! does, moves are compared.

use crate::game::{Cell, Contents, Movement, Offset, Rules, Stops, Touched, Travel, Verb, Way};

/// Which landings earlier rules of the same piece on the same cell have claimed.
pub(super) struct Taken {
    from: Cell,
    /// What a marked cell can hold.
    marked: Contents,
    /// By cell; and the cells that have any.
    claims: Vec<Vec<Claim>>,
    claimed: Vec<Cell>,
    /// The piece has one rule, which comes to each cell in one way: there is nothing to share.
    alone: bool,
}

/// What rules that do the same may find where they land.
struct Claim {
    /// The first of them.
    rule: u8,
    onto: Contents,
    /// Whatever else is there, the rule makes its move.
    sure: bool,
    /// It makes its move wherever what has to stand between does.
    open: bool,
    /// What has to stand between.
    between: Between,
}

/// What has to stand between the start of a move and its end, on the straight line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    Nothing,
    Hurdle,
    Anything,
}

impl Between {
    fn of(way: &Way) -> Between {
        match way {
            Way::Slide { through, along, .. } if *through == Contents::EMPTY && steps_by_one(along) => {
                Between::Nothing
            }
            Way::Hop { along, .. } if steps_by_one(along) => Between::Hurdle,
            _ => Between::Anything,
        }
    }

    /// Whether one position can have both.
    fn meets(self, other: Between) -> bool {
        self == other || self == Between::Anything || other == Between::Anything
    }
}

/// Whether cells in these directions lie one behind the other without a cell left out: whoever comes to a cell by two of them
/// comes the same way.
fn steps_by_one(along: &[Offset]) -> bool {
    fn common(one: u16, other: u16) -> u16 {
        if other == 0 { one } else { common(other, one % other) }
    }
    along.iter().all(|by| common(by.east.unsigned_abs(), by.north.unsigned_abs()) == 1)
}

/// Whether a way leads to no cell twice.
fn leads_apart(way: &Way) -> bool {
    let distinct = |list: &[Offset]| (1..list.len()).all(|at| !list[..at].contains(&list[at]));
    match way {
        Way::Jump(offsets) => distinct(offsets),
        Way::Slide { along, .. } => distinct(along) && steps_by_one(along),
        _ => false,
    }
}

impl Taken {
    /// Marked cells are empty ones, unless landing cells are marked.
    pub(super) fn new(rules: &Rules) -> Taken {
        let mut effects = rules.moves.iter().flat_map(|rule| &rule.effects);
        let lands = effects.any(|effect| effect.verb == Verb::Mark && effect.cells == Touched::To);
        let marked = if lands { Contents::all(rules.roster) } else { Contents::EMPTY };
        let claims = (0..rules.geometry.size()).map(|_| Vec::new()).collect();
        Taken { from: Cell(0), marked, claims, claimed: Vec::new(), alone: false }
    }

    /// From here on landings of a piece with these rules are claimed.
    pub(super) fn begin_piece(&mut self, rules: &[(u8, &Travel)]) {
        let lands =
            |way: &&Way| !matches!(way, Way::Drop { .. } | Way::Castle(_) | Way::Pass { .. } | Way::Swap);
        let mut ways = rules.iter().map(|(_, travel)| &travel.way).filter(lands);
        self.alone = matches!((ways.next(), ways.next()), (Some(way), None) if leads_apart(way));
    }

    /// Nothing is claimed from this cell yet.
    pub(super) fn begin(&mut self, from: Cell) {
        self.from = from;
        for cell in self.claimed.drain(..) {
            self.claims[cell.index()].clear();
        }
    }

    /// What is left of `travel.onto` at a cell after the earlier rules that do the same; claims it. Where an
    /// earlier claim depends on the position, the generator has to compare moves.
    pub(super) fn claim(
        &mut self,
        (rule, to): (u8, Cell),
        travel: &Travel,
        movement: &mut Movement,
    ) -> Contents {
        if self.alone {
            return travel.onto;
        }
        let (mut left, mut unsure) = (travel.onto, Contents::NOTHING);
        for claim in self.same(rule, to, movement) {
            match claim.sure {
                true => left = left.but(claim.onto),
                false => unsure = unsure.or(claim.onto),
            }
        }
        movement.repeats_moves |= self.meet(left, unsure);
        let (sure, between) = (travel.when.is_none(), Between::of(&travel.way));
        self.add(to, Claim { rule, onto: travel.onto, sure, open: sure, between }, movement);
        left
    }

    /// The same at a cell that is come to through empty cells: of those who come the same way the first makes the move.
    pub(super) fn claim_openly(
        &mut self,
        (rule, to): (u8, Cell),
        travel: &Travel,
        movement: &mut Movement,
    ) -> Contents {
        if self.alone {
            return travel.onto;
        }
        let between = Between::of(&travel.way);
        let (mut left, mut unsure) = (travel.onto, Contents::NOTHING);
        for claim in self.same(rule, to, movement).filter(|claim| claim.between.meets(between)) {
            match claim.sure || claim.open && claim.between == Between::Nothing && between == Between::Nothing
            {
                true => left = left.but(claim.onto),
                false => unsure = unsure.or(claim.onto),
            }
        }
        movement.repeats_moves |= self.meet(left, unsure);
        let open = travel.when.is_none() && matches!(travel.way, Way::Slide { stops: Stops::Anywhere, .. });
        self.add(to, Claim { rule, onto: travel.onto, sure: false, open, between }, movement);
        left
    }

    /// Claims a landing that depends on the cells between.
    pub(super) fn claim_dynamically(
        &mut self,
        (rule, to): (u8, Cell),
        travel: &Travel,
        movement: &mut Movement,
    ) {
        let between = Between::of(&travel.way);
        let before = self.same(rule, to, movement).filter(|claim| claim.between.meets(between));
        let before = before.fold(Contents::NOTHING, |all, claim| all.or(claim.onto));
        movement.repeats_moves |= self.meet(travel.onto, before);
        self.add(to, Claim { rule, onto: travel.onto, sure: false, open: false, between }, movement);
    }

    /// The claims of rules whose moves do the same as those of this one.
    fn same(&self, rule: u8, to: Cell, movement: &Movement) -> impl Iterator<Item = &Claim> {
        let results = &movement.results;
        self.claims[to.index()]
            .iter()
            .filter(move |claim| results[claim.rule as usize] == results[rule as usize])
    }

    /// Adds a claim. Moves of two rules that differ only in what they do besides are told apart.
    fn add(&mut self, to: Cell, claim: Claim, movement: &mut Movement) {
        for other in &self.claims[to.index()] {
            if movement.results[other.rule as usize] != movement.results[claim.rule as usize]
                && self.meet(other.onto, claim.onto)
                && other.between.meets(claim.between)
            {
                movement.note_clash((other.rule, claim.rule), (self.from, to));
            }
        }
        let claims = &mut self.claims[to.index()];
        if claims.is_empty() {
            self.claimed.push(to);
        }
        let results = &movement.results;
        let alike = |other: &&mut Claim| {
            (other.sure, other.open, other.between) == (claim.sure, claim.open, claim.between)
                && results[other.rule as usize] == results[claim.rule as usize]
        };
        match claims.iter_mut().find(alike) {
            Some(other) => other.onto = other.onto.or(claim.onto),
            None => claims.push(claim),
        }
    }

    /// Whether a cell can hold what either may find.
    fn meet(&self, one: Contents, other: Contents) -> bool {
        let [one, other] = [one, other].map(|onto| match onto.and(Contents::MARKED).is_nothing() {
            true => onto,
            false => onto.or(self.marked),
        });
        !one.and(other).is_nothing()
    }
}
