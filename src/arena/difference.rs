//! Where another engine knows other moves.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::game::Move;
use crate::position::{LastPly, Position};
use crate::protocol::client::{Client, Trouble};

/// A position where two engines do not know the same moves.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The position, with the moves that led to it.
    pub position: Position,
    /// Moves that we alone know.
    pub ours: Vec<Move>,
    /// Moves that the other engine alone knows, as it writes them.
    pub theirs: Vec<String>,
}

/// What comparing found.
#[derive(Clone, Debug)]
pub enum Compared {
    /// Both count the same below every move, and so many positions in all.
    Same(u64),
    /// The first position where the moves differ.
    Different(Box<Difference>),
}

/// Divides a position with another engine. Where the counts below a move differ, it is played, and one ply less is
/// counted from there, down to a position where the moves themselves differ. `progress` hears of each move that is
/// played.
///
/// # Errors
///
/// When the other engine fails, or contradicts itself: it counts otherwise below a move than below what follows it.
pub fn compare_perft(
    client: &mut dyn Client,
    position: &Position,
    depth: u32,
    patience: Duration,
    progress: &mut dyn FnMut(&Position),
) -> Result<Compared, Trouble> {
    let mut position = position.clone();
    let mut is_below = false;
    for depth in (1..=depth).rev() {
        let ours: BTreeMap<u64, u64> = position
            .perft_divided(depth as usize, LastPly::Counted)
            .into_iter()
            .map(|(mv, counts)| (mv.bits(), counts.last().copied().unwrap_or(0)))
            .collect();
        let mut theirs = BTreeMap::new();
        let mut unknown = Vec::new();
        for (text, mv, count) in client.divide(&position, depth, patience)? {
            match mv {
                Some(mv) => drop(theirs.insert(mv.bits(), count)),
                None => unknown.push(text),
            }
        }
        let alone = |bits: &&u64| !theirs.contains_key(bits);
        let alone: Vec<Move> = ours.keys().filter(alone).map(|&bits| Move::from_bits(bits)).collect();
        if !alone.is_empty() || !unknown.is_empty() {
            return Ok(Compared::Different(Box::new(Difference { position, ours: alone, theirs: unknown })));
        }
        let unlike = ours.iter().find(|(bits, count)| theirs.get(bits) != Some(count));
        match unlike {
            Some((&bits, _)) if depth > 1 => {
                position.play_legal(Move::from_bits(bits));
                progress(&position);
                is_below = true;
            }
            None if !is_below => return Ok(Compared::Same(ours.values().sum())),
            _ => break,
        }
    }
    let line = position.played_texts().join(" ");
    Err(Trouble::Refused(format!("it counts otherwise after `{line}` than before it")))
}
