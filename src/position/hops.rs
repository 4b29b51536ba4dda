//! Hops that go on where they alone capture: who can begin one is seen from sets of cells, and they are followed on sets,
//! too, without playing each stage on the board. [`chains`](super::chains) says what a chain is; both find the same.

use rustc_hash::FxHashSet;

use super::chain_list::{Chains, HopLanding, HopTrail, Landed};
use super::patience::Patience;
use super::{Board, MoveList};
use crate::game::{
    Again, Bits, Cell, Direction, Game, Glide, Hop, Hops, InChain, Kind, Move, Offset, Piece, Promotion,
    Shift,
};

/// A piece under way over enemies.
struct HopWalk<'a, const N: usize> {
    board: &'a Board<N>,
    game: &'a Game,
    hops: &'a [Hop],
    /// The rule of the first stage.
    rule: u8,
    start: Cell,
    chains: &'a mut Chains,
    patience: &'a mut Patience,
    trail: HopTrail,
    stands: Stands<N>,
    /// Landings of a piece that has gone round for long.
    known: FxHashSet<Landed<N>>,
}

/// What stands where while a piece is under way.
#[derive(Clone, Copy)]
struct Stands<const N: usize> {
    vacant: Bits<N>,
    /// What is taken, also where it stands until the move is over.
    taken: Bits<N>,
    /// The key of it.
    key: u64,
    /// Where the piece has been.
    visited: Bits<N>,
}

/// How a stage of a chain came to a cell.
type Bend = Option<(Again, Offset)>;

impl<const N: usize> Board<N> {
    /// The pieces of the player to move that can hop over an enemy.
    pub fn hoppers(&self, game: &Game, hops: &Hops) -> Bits<N> {
        let vacant = self.vacant();
        hops.of_player(self.turn()).iter().fold(Bits::EMPTY, |found, hop| {
            let pieces = self.of(hop.piece) & hop.from.narrow();
            if pieces.is_empty() {
                return found;
            }
            let (prey, to) = (self.select(game, hop.over), vacant & hop.to.narrow());
            let along = |&number: &usize| game.tables.topology.numbered(number);
            let can_hop =
                |direction: &Direction| hoppers_along(direction.shift(), hop, (pieces, prey), (vacant, to));
            hop.along.iter().map(along).fold(found, |found, direction| found | can_hop(direction))
        })
    }

    /// The hops of a game where captures alone decide what is legal in the position.
    #[inline]
    pub(super) fn deciding_hops<'g>(&self, game: &'g Game) -> Option<&'g Hops> {
        game.tables.hops.as_deref().filter(|_| game.rules.vetoes.is_empty() || !self.vetoes(game).any())
    }

    /// Fills the list with the hops of these pieces that are legal.
    pub(super) fn legal_hops(&mut self, game: &Game, hops: &Hops, hoppers: Bits<N>, list: &mut MoveList) {
        list.clear();
        let mut chains = std::mem::take(&mut self.chains);
        chains.clear();
        for cell in hoppers {
            let (mut last, piece) = (None, self.at(cell));
            for hop in hops.of_player(self.turn()).iter().filter(|hop| hop.piece == piece) {
                if last.replace(hop.rule) != Some(hop.rule) {
                    self.find_hops(game, hops, hop.rule, cell, &mut chains);
                }
            }
        }
        chains.found.iter().for_each(|chain| list.push(chain.mv));
        chains.belong_to(self.key(), self.frames().len());
        self.chains = chains;
        self.patience.spend(list.len());
        match game.rules.prefer.is_empty() {
            _ if list.len() < 2 => {}
            true => self.merge_chains(game, list),
            false => self.keep_preferred(game, list),
        }
    }

    /// Finds the chains of the piece on a cell that begin by a rule.
    pub fn find_hops(&mut self, game: &Game, hops: &Hops, rule: u8, from: Cell, chains: &mut Chains) {
        let piece = self.at(from);
        let stands = Stands {
            vacant: self.vacant() | Bits::of(from),
            taken: Bits::EMPTY,
            key: game.tables.keys.of(piece, from).key,
            visited: Bits::of(from),
        };
        let hops = hops.of_player(self.turn());
        chains.begin(from);
        let trail = std::mem::take(&mut chains.trail);
        let mut patience = std::mem::replace(&mut self.patience, Patience::ENDLESS);
        let (board, left) = (&*self, &mut patience);
        let known = FxHashSet::default();
        let mut walk =
            HopWalk { board, game, hops, rule, start: from, chains, patience: left, trail, stands, known };
        walk.add_landings(from, piece, Some(rule), None);
        walk.follow(from, piece, 0);
        let HopWalk { chains, trail, .. } = walk;
        chains.trail = trail;
        self.patience = patience;
    }

    /// The pieces with an empty cell beside them to which another move than a hop may lead.
    pub(super) fn gliders(&self, game: &Game, glides: &[Glide]) -> Bits<N> {
        let vacant = self.vacant();
        glides.iter().fold(Bits::EMPTY, |found, glide| {
            let shift = game.tables.topology.numbered(glide.along).shift();
            found | shift.take_back(vacant) & self.of(glide.piece) & glide.from.narrow()
        })
    }

    /// How many moves of a piece along a direction capture nothing.
    #[inline]
    pub(super) fn count_glide(&self, game: &Game, glide: &Glide) -> u64 {
        let shift = game.tables.topology.numbered(glide.along).shift();
        let (mut front, mut count) = (self.of(glide.piece) & glide.from.narrow(), 0);
        for way in 1..=glide.range.1 {
            if front.is_empty() {
                break;
            }
            front = shift.take(front) & self.vacant();
            if way >= glide.range.0 {
                count += (front & glide.to.narrow()).count() as u64;
            }
        }
        count
    }

    /// How many legal moves there are; `None` where those that capture nothing have to be listed.
    pub(super) fn count_hops(&mut self, game: &Game, hops: &Hops, list: &mut MoveList) -> Option<u64> {
        match self.count_single_hops(game, hops) {
            Some(0) => return self.count_glides(game, hops),
            Some(singles) => return Some(singles),
            None => {}
        }
        let hoppers = self.hoppers(game, hops);
        if hoppers.is_empty() {
            return self.count_glides(game, hops);
        }
        self.legal_hops(game, hops, hoppers, list);
        Some(list.len() as u64)
    }

    fn count_glides(&self, game: &Game, hops: &Hops) -> Option<u64> {
        let glides = hops.glides(self.turn())?;
        Some(glides.iter().map(|glide| self.count_glide(game, glide)).sum())
    }

    /// How many captures there are where each takes one piece and is over then; `None` where they have to be followed: a
    /// piece may go on, or flies.
    fn count_single_hops(&self, game: &Game, hops: &Hops) -> Option<u64> {
        if !hops.counts_singles() {
            return None;
        }
        let (own, vacant) = (hops.of_player(self.turn()), self.vacant());
        let mut count = 0;
        for hop in own {
            let pieces = self.of(hop.piece) & hop.from.narrow();
            if pieces.is_empty() {
                continue;
            }
            let (prey, to) = (self.select(game, hop.over), vacant & hop.to.narrow());
            for &along in &hop.along {
                let direction = game.tables.topology.numbered(along);
                let hoppers = hoppers_along(direction.shift(), hop, (pieces, prey), (vacant, to));
                for from in hoppers {
                    let [over, to, ..] = *direction.ray(from) else { return None };
                    if !hop.is_short() || self.may_hop_on(game, (own, hop), prey, [from, over, to]) {
                        return None;
                    }
                    count += 1;
                }
            }
        }
        Some(count)
    }

    /// Whether a piece that hops over an enemy may hop over another one from where it lands.
    fn may_hop_on(
        &self,
        game: &Game,
        (own, hop): (&[Hop], &Hop),
        prey: Bits<N>,
        [from, over, to]: [Cell; 3],
    ) -> bool {
        if hop.promotes(InChain::Ends, from, to).is_some() {
            return false;
        }
        if hop.promotes(InChain::GoesOn, from, to).is_some() {
            return true;
        }
        let left = if hop.at_end { Bits::of(from) } else { Bits::of(from) | Bits::of(over) };
        let (here, vacant) = (Bits::of(to), self.vacant() | left);
        own.iter().filter(|next| next.piece == hop.piece && next.from.has(to)).any(|next| {
            let prey = if next.over == hop.over { prey } else { self.select(game, next.over) };
            let (prey, lands) = (prey & !Bits::of(over), vacant & next.to.narrow());
            let goes = |&along: &usize| {
                let shift = game.tables.topology.numbered(along).shift();
                !hoppers_along(shift, next, (here, prey), (vacant, lands)).is_empty()
            };
            next.along.iter().any(goes)
        })
    }
}

/// The pieces that can hop over some of the prey along a direction, found by going back from where they would land.
#[inline]
fn hoppers_along<const N: usize>(
    shift: &Shift,
    hop: &Hop,
    (pieces, prey): (Bits<N>, Bits<N>),
    (vacant, to): (Bits<N>, Bits<N>),
) -> Bits<N> {
    if hop.is_short() {
        return shift.take_back(shift.take_back(to) & prey) & pieces;
    }
    let (mut lands, mut free) = (to, Bits::EMPTY);
    for empty in 0..=hop.after.1 {
        if empty >= hop.after.0 {
            free |= lands;
        }
        lands = shift.take_back(lands) & vacant;
        if lands.is_empty() {
            break;
        }
    }
    let (mut before, mut found) = (shift.take_back(shift.take_back(free) & prey), Bits::EMPTY);
    for empty in 0..=hop.before.1 {
        if empty >= hop.before.0 {
            found |= before & pieces;
        }
        before = shift.take_back(before & vacant);
        if before.is_empty() {
            break;
        }
    }
    found
}

impl<const N: usize> HopWalk<'_, N> {
    /// Adds the cells where a piece may land from a cell: by one rule, or by any that goes on.
    fn add_landings(&mut self, at: Cell, piece: Piece, by: Option<u8>, bend: Bend) {
        for (number, hop) in self.hops.iter().enumerate() {
            if hop.piece != piece || by.is_some_and(|rule| rule != hop.rule) || !hop.from.has(at) {
                continue;
            }
            let prey = self.board.select(self.game, hop.over) & !self.stands.taken;
            for &along in &hop.along {
                let ray = self.game.tables.topology.numbered(along).ray(at);
                self.add_along(ray, (number, hop), prey, (at, bend));
            }
        }
    }

    #[inline]
    fn add_along(
        &mut self,
        ray: &[Cell],
        (number, hop): (usize, &Hop),
        prey: Bits<N>,
        (at, bend): (Cell, Bend),
    ) {
        let vacant = &self.stands.vacant;
        if hop.is_short() {
            // Most of them lead nowhere: two questions say so in a quarter of the instructions.
            let &[over, to, ..] = ray else { return };
            if prey.has(over) && vacant.has(to) {
                self.add_landing(HopLanding { hop: number, over, to }, (at, bend));
            }
            return;
        }
        let farthest = ray.len().min(hop.before.1 as usize + 1);
        let Some(hurdle) = ray[..farthest].iter().position(|&cell| !vacant.has(cell)) else { return };
        if hurdle < hop.before.0 as usize || !prey.has(ray[hurdle]) {
            return;
        }
        let behind = ray[hurdle + 1..].iter().take(hop.after.1 as usize + 1);
        for (empty, &to) in behind.enumerate() {
            if !self.stands.vacant.has(to) {
                break;
            }
            if empty >= hop.after.0 as usize {
                self.add_landing(HopLanding { hop: number, over: ray[hurdle], to }, (at, bend));
            }
        }
    }

    /// Adds a cell behind an enemy, if the hop may end there and the piece may turn that way.
    fn add_landing(&mut self, landing: HopLanding, (at, bend): (Cell, Bend)) {
        let (hop, to) = (&self.hops[landing.hop], landing.to);
        let turns = |(again, before): (Again, Offset)| {
            again.bends.allows(before, self.game.rules.geometry.heading(at, to))
        };
        let returns = !hop.again.revisits && self.stands.visited.has(to);
        if hop.to.has(to) && !returns && bend.is_none_or(turns) {
            self.trail.landings.push(landing);
        }
    }

    /// Goes on by each of the landings from `first` on, which are reached from a cell.
    fn follow(&mut self, at: Cell, piece: Piece, first: usize) {
        let end = self.trail.landings.len();
        let mut next = first;
        while next < end && self.chains.gave_up.is_none() {
            let last = self.behind_one_enemy(next, end);
            let chooses = last > next + 1 && self.chains.chooses();
            let choosy = chooses && (next..last).any(|landing| self.goes_on(at, piece, landing));
            for landing in next..last {
                if !self.chains.wants(self.trail.path.len(), self.trail.landings[landing].to) {
                    continue;
                }
                if !self.chains.try_landing(self.patience) {
                    break;
                }
                let before = self.stands;
                let (landing, piece) = self.enter(at, piece, landing);
                if !self.chains.goes_round() || self.is_new(at, piece, landing, choosy) {
                    self.land(at, piece, landing, choosy);
                }
                self.leave(before);
            }
            next = last;
        }
        self.trail.landings.truncate(first);
    }

    /// Where the landings behind the same enemy end, if the piece has to choose among them by where it can go on.
    fn behind_one_enemy(&self, first: usize, end: usize) -> usize {
        let landings = &self.trail.landings;
        let HopLanding { hop, over, .. } = landings[first];
        if !self.hops[hop].again.must {
            return first + 1;
        }
        let same = |landing: &&HopLanding| landing.hop == hop && landing.over == over;
        first + landings[first..end].iter().take_while(same).count()
    }

    /// Whether the piece can go on from a landing.
    fn goes_on(&mut self, at: Cell, piece: Piece, landing: usize) -> bool {
        let (before, length) = (self.stands, self.trail.landings.len());
        let (landing, piece) = self.enter(at, piece, landing);
        if self.may_stay(at, landing) {
            self.add_onward(at, piece, landing);
        }
        let goes_on = self.trail.landings.len() > length;
        self.trail.landings.truncate(length);
        self.leave(before);
        goes_on
    }

    /// Whether the move is not over for what the piece becomes where it lands.
    fn may_stay(&self, at: Cell, HopLanding { hop, to, .. }: HopLanding) -> bool {
        self.hops[hop].promotes(InChain::Ends, at, to).is_none_or(|promotion| promotion.may_stay(to))
    }

    fn add_onward(&mut self, at: Cell, piece: Piece, HopLanding { hop, to, .. }: HopLanding) {
        let again = self.hops[hop].again;
        let turns = again.bends != crate::game::Bends::Any;
        let bend = turns.then(|| (again, self.game.rules.geometry.heading(at, to)));
        self.add_landings(to, piece, None, bend);
    }

    /// The piece goes, takes the enemy, and may become another one with which it goes on.
    fn enter(&mut self, at: Cell, piece: Piece, landing: usize) -> (HopLanding, Piece) {
        let landing = self.trail.landings[landing];
        let HopLanding { hop, over, to } = landing;
        let hop = &self.hops[hop];
        let taken = self.board.at(over);
        self.stands.taken.insert(over);
        self.stands.visited.insert(to);
        self.stands.key ^= self.game.tables.keys.of(taken, over).key;
        if !hop.at_end {
            self.stands.vacant.insert(over);
        }
        self.trail.path.push((hop.rule, to));
        self.trail.caught.push(taken);
        let becomes = hop.promotes(InChain::GoesOn, at, to).and_then(|promotion| promotion.to.first());
        (landing, becomes.map_or(piece, |&kind| Piece::new(kind, piece.owner())))
    }

    fn leave(&mut self, before: Stands<N>) {
        self.stands = before;
        self.trail.path.pop();
        self.trail.caught.pop();
    }

    /// Whether the last landing was not reached before in the same way.
    fn is_new(&mut self, at: Cell, piece: Piece, landing: HopLanding, choosy: bool) -> bool {
        let Stands { vacant: barred, key, visited, .. } = self.stands;
        let rule = self.hops[landing.hop].rule;
        let by = Landed::by(self.game, rule, piece.owner(), [at, landing.to]);
        let landed = Landed { piece, key, barred, choosy, ..by };
        self.known.insert(landed.after(self.game, (visited, &self.trail.caught)))
    }

    /// Ends the chain where the piece has landed, or goes on, as the rule by which it landed says.
    fn land(&mut self, at: Cell, piece: Piece, landing: HopLanding, choosy: bool) {
        let (hop, to) = (&self.hops[landing.hop], landing.to);
        let (first, may_stay) = (self.trail.landings.len(), self.may_stay(at, landing));
        if may_stay {
            self.add_onward(at, piece, landing);
        }
        let goes_on = self.trail.landings.len() > first;
        if !choosy || goes_on {
            let over = hop.promotes(InChain::Ends, at, to);
            over.iter().flat_map(|promotion| &promotion.to).for_each(|&kind| self.end(to, piece, kind));
            if may_stay && !(goes_on && hop.again.must) {
                self.stop(to, piece, hop.promotes(InChain::Waits, self.start, to));
            }
        }
        if goes_on {
            self.follow(to, piece, first);
        }
        self.trail.landings.truncate(first);
    }

    /// Ends the chain where nothing did so by itself: the piece becomes another one, if it has waited for that.
    fn stop(&mut self, to: Cell, piece: Piece, promotion: Option<&Promotion>) {
        let kinds = promotion.iter().flat_map(|promotion| &promotion.to);
        kinds.for_each(|&kind| self.end(to, piece, kind));
        if promotion.is_none_or(|promotion| promotion.may_stay(to)) {
            self.end(to, piece, piece.kind());
        }
    }

    /// Notes the chain that ends where the piece stands, which is of this kind then.
    fn end(&mut self, to: Cell, piece: Piece, kind: Kind) {
        let mut mv = Move::new(self.rule, self.start, to);
        if kind != self.board.at(self.start).kind() {
            mv = mv.becoming(kind);
        }
        let there = self.game.tables.keys.of(Piece::new(kind, piece.owner()), to).key;
        let result = self.board.key() ^ self.stands.key ^ there;
        self.chains.note(mv, &self.trail.path, &self.trail.caught, result);
    }
}
