//! Where moves end by which pieces go on.

use super::Prospects;
use crate::game::Player;

impl Prospects<'_> {
    /// A move that begins by a rule may end by any other by which pieces go on.
    pub(super) fn follow_chain(&mut self, number: usize, player: Player) {
        if self.game.rules.moves[number].again.is_none() {
            return;
        }
        let others = self.game.rules.moves.iter().enumerate().filter(|(_, rule)| rule.again.is_some());
        for other in others.map(|(other, _)| other).filter(|&other| other != number) {
            let seen = &self.rules[other][player.index()];
            let (landed, captures) = (seen.landed, seen.captures);
            let (captured, lands_as) = (seen.captured, seen.lands_as);
            let seen = &mut self.rules[number][player.index()];
            landed.iter().for_each(|cell| Self::insert(&mut self.found, &mut seen.landed, cell));
            captures.iter().for_each(|cell| Self::insert(&mut self.found, &mut seen.captures, cell));
            Self::add(&mut self.found, &mut seen.captured, captured);
            Self::add(&mut self.found, &mut seen.lands_as, lands_as);
        }
    }
}
