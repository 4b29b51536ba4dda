//! What a drop that takes enclosed groups will leave, seen from a map of the groups: nothing has to be played to know it.

use super::Board;
use crate::game::{
    Action, Adjacency, Bits, Cell, Condition, Effect, Game, Move, Piece, Player, Repeated, RuleFlags, Verb,
};

/// So many maps are kept, for as many plies of a line of play.
const MAPS: usize = 16;

/// A cell without a group.
const NONE: u16 = u16::MAX;

/// The groups of the positions of a line of play, as far as they were asked for.
#[derive(Default)]
pub(super) struct GroupMaps(Vec<GroupMap>);

/// The groups of a position.
#[derive(Clone, Default)]
struct GroupMap {
    /// The key of the position; `None` before it is made.
    key: Option<u64>,
    /// By cell, the group there.
    of: Vec<u16>,
    groups: Vec<Group>,
    /// Some group has no room already.
    stuck: bool,
    /// Cells still to be looked at.
    open: Vec<Cell>,
}

#[derive(Clone, Copy)]
struct Group {
    owner: Player,
    /// How many times an empty cell lies beside one of its pieces.
    room: u16,
    /// The keys of its pieces.
    key: u64,
}

/// What a drop will leave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// The piece that lands will stand in a group without room.
    stuck: bool,
    /// The key of what will stand where.
    key: u64,
}

/// Maps are made again when they are asked for: a copy of a board begins without any, and two boards do not differ by
/// them.
impl Clone for GroupMaps {
    fn clone(&self) -> GroupMaps {
        GroupMaps::default()
    }
}

impl std::fmt::Debug for GroupMaps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("GroupMaps")
    }
}

impl GroupMap {
    fn make<const N: usize>(&mut self, game: &Game, board: &Board<N>, adjacency: &Adjacency) {
        self.key = Some(board.key());
        self.of.clear();
        self.of.resize(game.rules.geometry.size(), NONE);
        self.groups.clear();
        for owner in Player::BOTH {
            let own = board.owned(owner);
            for cell in own {
                if self.of[cell.index()] == NONE {
                    let group = self.follow(game, board, adjacency, (cell, &own));
                    self.groups.push(Group { owner, ..group });
                }
            }
        }
        self.stuck = self.groups.iter().any(|group| group.room == 0);
    }

    /// Follows a new group from one of its cells.
    fn follow<const N: usize>(
        &mut self,
        game: &Game,
        board: &Board<N>,
        adjacency: &Adjacency,
        (start, own): (Cell, &Bits<N>),
    ) -> Group {
        let number = self.groups.len() as u16;
        let mut group = Group { owner: Player::First, room: 0, key: 0 };
        self.of[start.index()] = number;
        self.open.push(start);
        while let Some(cell) = self.open.pop() {
            group.key ^= game.tables.keys.of(board.at(cell), cell).key;
            for &beside in adjacency.beside(cell) {
                if own.has(beside) {
                    if self.of[beside.index()] == NONE {
                        self.of[beside.index()] = number;
                        self.open.push(beside);
                    }
                } else {
                    group.room += u16::from(board.at(beside).is_none());
                }
            }
        }
        group
    }

    /// The groups beside an empty cell, each with how often it is.
    #[inline]
    fn beside(&self, cells: &[Cell]) -> ([(u16, u16); 8], usize) {
        let (mut found, mut number) = ([(NONE, 0); 8], 0);
        for cell in cells {
            let group = self.of[cell.index()];
            if group == NONE {
                continue;
            }
            match found[..number].iter_mut().find(|(other, _)| *other == group) {
                Some((_, times)) => *times += 1,
                None => {
                    found[number] = (group, 1);
                    number += 1;
                }
            }
        }
        (found, number)
    }

    /// Whether a group has no room but an empty cell that it is beside so often.
    #[inline]
    fn is_filled(&self, (group, times): (u16, u16)) -> Option<Group> {
        let group = self.groups[usize::from(group)];
        (group.room == times).then_some(group)
    }
}

impl<const N: usize> Board<N> {
    /// Makes a map of the groups for who asks about many moves, in games where it says what drops leave.
    pub(super) fn map_groups(&mut self, game: &Game) {
        let Some(along) = &game.facts.encloses_along else { return };
        if self.map(0).is_some() {
            return;
        }
        let mut maps = std::mem::take(&mut self.maps.0);
        maps.resize_with(MAPS, GroupMap::default);
        let adjacency = game.tables.adjacencies.along(along);
        maps[self.frames().len() % MAPS].make(game, self, adjacency);
        self.maps.0 = maps;
    }

    /// The map of the position whose key differs from that of the board by so much.
    #[inline]
    fn map(&self, key: u64) -> Option<&GroupMap> {
        let map = self.maps.0.get(self.frames().len() % MAPS)?;
        (map.key == Some(self.key() ^ key) && !map.stuck).then_some(map)
    }

    /// What a drop of the player to move will leave; `None` where no map says it.
    #[inline]
    pub(super) fn outlook(&self, game: &Game, mv: Move) -> Option<Outlook> {
        if !game.flags(mv).contains(RuleFlags::ENCLOSES) {
            return None;
        }
        let (Action::Drop(kind), Some(along)) = (game.tables.actions[mv.rule()], &game.facts.encloses_along)
        else {
            return None;
        };
        let map = self.map(0)?;
        let mover = self.turn();
        let beside = game.tables.adjacencies.along(along).beside(mv.to());
        let mut stuck = !beside.iter().any(|&cell| self.at(cell).is_none());
        let mut key = self.board_key(game) ^ game.tables.keys.of(Piece::new(kind, mover), mv.to()).key;
        let (groups, number) = map.beside(beside);
        for &(group, times) in &groups[..number] {
            match map.is_filled((group, times)) {
                Some(filled) if filled.owner != mover => {
                    key ^= filled.key;
                    stuck = false;
                }
                Some(_) => {}
                None => stuck &= map.groups[usize::from(group)].owner != mover,
            }
        }
        Some(Outlook { stuck, key })
    }

    /// Whether a condition holds then; `None` where the outlook does not say it.
    pub(super) fn holds_in(&self, game: &Game, condition: &Condition, outlook: Outlook) -> Option<bool> {
        let of = |part: &Condition| self.holds_in(game, part, outlook);
        match condition {
            Condition::Enclosed(asked) => {
                let [own, other] = [self.turn(), !self.turn()].map(|player| game.facts.owned[player.index()]);
                let holds = asked.holds[self.turn().index()];
                let all_own = own.but(holds).is_nothing() && holds.and(other).is_nothing();
                let same = game.facts.encloses_along.as_ref() == Some(&asked.along);
                (all_own && same).then_some(outlook.stuck)
            }
            Condition::Repeats { times: 2, checking: None, of: Repeated { board: true, lately } } => {
                Some(self.has_stood(game, outlook.key, *lately))
            }
            Condition::Not(inner) => of(inner).map(|holds| !holds),
            Condition::Either(list) => super::vetoes::decided(list.iter().map(of), true),
            Condition::All(list) => super::vetoes::decided(list.iter().map(of), false),
            _ => None,
        }
    }

    /// The pieces that a drop takes which is being played; `None` where no map says it.
    #[inline]
    pub(super) fn enclosed_by(&self, game: &Game, effect: &Effect, mv: Move) -> Option<Bits<N>> {
        if !game.flags(mv).contains(RuleFlags::ENCLOSES) || effect.verb != Verb::Take || !self.is_playing() {
            return None;
        }
        let map = self.map(game.tables.keys.of(self.at(mv.to()), mv.to()).key)?;
        let mover = self.turn();
        let (groups, number) = map.beside(game.tables.adjacencies.along(&effect.along).beside(mv.to()));
        let mut taken = Bits::EMPTY;
        for &(group, times) in &groups[..number] {
            if map.is_filled((group, times)).is_some_and(|filled| filled.owner != mover) {
                let in_group = |cell: &Cell| map.of[cell.index()] == group;
                taken |= self.owned(!mover).iter().filter(in_group).collect();
            }
        }
        Some(taken)
    }
}
