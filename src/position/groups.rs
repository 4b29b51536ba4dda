//! Groups of pieces: which are enclosed, how many there are, what they connect; and the regions of empty cells.

use super::Board;
use crate::game::{
    Adjacency, Bits, Cell, Condition, Connects, Contents, Effect, Game, Grouped, Move, Piece, Player, Verb,
};

/// Whose pieces stand where, on the board or as it will be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand<const N: usize> {
    owned: [Bits<N>; 2],
    vacant: Bits<N>,
}

impl<const N: usize> Stand<N> {
    /// The same after a player's piece has gone to a cell.
    pub(super) fn after(mut self, from: Option<Cell>, to: Cell, mover: Player) -> Stand<N> {
        if let Some(from) = from {
            self.owned[mover.index()].remove(from);
            self.vacant.insert(from);
        }
        self.owned[(!mover).index()].remove(to);
        self.owned[mover.index()].insert(to);
        self.vacant.remove(to);
        self
    }

    /// The pieces of a player in groups that have no empty cell beside them.
    fn enclosed(&self, adjacency: &Adjacency, player: Player) -> Bits<N> {
        let own = self.owned[player.index()];
        let free = own & adjacency.beside_any(self.vacant);
        if free == own { Bits::EMPTY } else { own & !adjacency.flood(free, own) }
    }

    /// Whether a group with one of these pieces is enclosed.
    fn has_enclosed(&self, adjacency: &Adjacency, counted: Bits<N>) -> bool {
        Player::BOTH.into_iter().any(|player| {
            counted.meets(&self.owned[player.index()]) && self.enclosed(adjacency, player).meets(&counted)
        })
    }

    /// How many groups have one of these pieces, up to a number.
    fn groups(&self, adjacency: &Adjacency, counted: Bits<N>, enough: u32) -> u32 {
        let mut count = 0;
        for own in self.owned {
            let mut rest = own & counted;
            while let Some(cell) = rest.first() {
                count += 1;
                if count >= enough {
                    return count;
                }
                rest &= !adjacency.flood(Bits::of(cell), own);
            }
        }
        count
    }

    /// Whether one group of a player touches as many regions as are asked for.
    fn connects(&self, adjacency: &Adjacency, asked: &Connects, player: Player) -> bool {
        joins(adjacency, asked, player, self.owned[player.index()])
    }
}

/// Whether one group of a player's pieces touches as many regions as are asked for.
pub fn joins<const N: usize>(adjacency: &Adjacency, asked: &Connects, player: Player, own: Bits<N>) -> bool {
    let regions = &asked.regions[player.index()];
    let narrowed = |number: usize| -> Bits<N> { regions[number].narrow() };
    if let (2, [_, _]) = (asked.at_least, regions.as_slice()) {
        return adjacency.flood(narrowed(0) & own, own).meets(&narrowed(1));
    }
    let mut rest = (0..regions.len()).fold(Bits::EMPTY, |all, number| all | narrowed(number)) & own;
    while let Some(cell) = rest.first() {
        let group = adjacency.flood(Bits::of(cell), own);
        let touched = (0..regions.len()).filter(|&number| group.meets(&narrowed(number))).count();
        if touched as u32 >= asked.at_least {
            return true;
        }
        rest &= !group;
    }
    asked.at_least == 0
}

impl<const N: usize> Board<N> {
    /// Whose pieces stand where.
    #[inline]
    pub(super) fn stand(&self) -> Stand<N> {
        Stand { owned: Player::each(|player| self.owned(player)), vacant: self.vacant() }
    }

    /// Whether a condition on groups holds where pieces stand so; `of` says where a content is, if it is known.
    pub(super) fn holds_of_groups(
        &self,
        game: &Game,
        condition: &Condition,
        (stand, mover): (&Stand<N>, Player),
        of: impl Fn(Contents) -> Option<Bits<N>>,
    ) -> Option<bool> {
        let adjacencies = &game.tables.adjacencies;
        match condition {
            Condition::Enclosed(groups) => {
                let counted = of(groups.holds[mover.index()])?;
                Some(stand.has_enclosed(adjacencies.along(&groups.along), counted))
            }
            Condition::Groups(groups) => {
                let counted = of(groups.holds[mover.index()])?;
                Some(self.counts_groups(game, stand, groups, counted))
            }
            Condition::Connects(asked) => Some(stand.connects(adjacencies.along(&asked.along), asked, mover)),
            _ => None,
        }
    }

    /// Whether the number of groups with one of these pieces lies within bounds.
    fn counts_groups(&self, game: &Game, stand: &Stand<N>, groups: &Grouped, counted: Bits<N>) -> bool {
        let adjacency = game.tables.adjacencies.along(&groups.along);
        // One more than the most is as good as any more.
        let enough = match groups.at_most {
            u32::MAX => groups.at_least,
            most => most.saturating_add(1),
        };
        let count = stand.groups(adjacency, counted, enough.max(1));
        (groups.at_least..=groups.at_most).contains(&count)
    }

    /// The cells of enclosed groups that an effect of a move changes: while the move is played as the board is by then,
    /// before it as the board will be when the piece has landed.
    pub(super) fn touched_groups(&self, game: &Game, effect: &Effect, mv: Move, mover: Player) -> Bits<N> {
        if let Some(taken) = self.enclosed_by(game, effect, mv) {
            return taken;
        }
        let lands = !self.is_playing() && game.tables.actions[mv.rule()].lands();
        let from = Some(mv.from()).filter(|&from| from != mv.to());
        let stand = if lands { self.stand().after(from, mv.to(), mover) } else { self.stand() };
        let adjacency = game.tables.adjacencies.along(&effect.along);
        let only = effect.only[mover.index()];
        let concerned = |player: &Player| {
            !only.and(game.facts.owned[player.index()]).is_nothing()
                && (effect.verb != Verb::Flip || *player != mover)
        };
        let players = Player::BOTH.into_iter().filter(concerned);
        let all = players.fold(Bits::EMPTY, |all, player| all | stand.enclosed(adjacency, player));
        let landed = || mv.becomes().or(game.rules.moves[mv.rule()].kind);
        let changes = |cell: &Cell| {
            let content = match landed() {
                Some(kind) if lands && *cell == mv.to() => Piece::new(kind, mover),
                _ => self.at(*cell),
            };
            only.has(content) && (effect.verb != Verb::Become || Some(content.kind()) != effect.kind)
        };
        match effect.verb {
            Verb::Mark | Verb::Put => Bits::EMPTY,
            Verb::Take | Verb::Settle | Verb::Unsettle | Verb::Flip | Verb::Become => {
                all.iter().filter(changes).collect()
            }
        }
    }

    /// The empty cells of each player: those whose region its pieces alone are beside.
    pub fn areas(&self, game: &Game) -> [Bits<N>; 2] {
        let adjacency = game.tables.adjacencies.regions();
        let vacant = self.vacant();
        let [first, second] =
            Player::each(|player| adjacency.flood(adjacency.beside_any(self.owned(player)) & vacant, vacant));
        [first & !second, second & !first]
    }
}
