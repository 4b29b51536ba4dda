//! What scripts are told of a position beside its cells, as the prelude reads it.

use crate::game::{Action, Cell, Game, Move, Player};
use crate::position::Board;

/// Writes what is known of a position: how many pieces are gone (two bytes for each player), whether the player to
/// move is in check, whether the script asked about the past, plies and quiet plies (four bytes each), the last move
/// (file and rank of both cells, 0 where there is none), whether there is a position at all, then two bytes for each
/// piece in hand.
pub(super) struct Header {
    /// How many pieces of each player there were at first.
    started: [i32; 2],
    /// Whether the script may ask for checks, which take time to find.
    tells_check: bool,
    bytes: Vec<u8>,
}

impl Header {
    /// How long it is, in bytes.
    pub(super) const SIZE: usize = Header::HANDS + 2 * 256;

    /// Where the script notes that it asked about the past.
    pub(super) const PAST: usize = 5;

    /// Whether there is a position to look at.
    pub(super) const LIVE: usize = 18;

    const HANDS: usize = 20;

    pub(super) fn new(game: &Game, text: &str) -> Header {
        let of = |player| move |piece: &&_| game.rules.roster.owner(**piece) == Some(player);
        let started = |player| game.rules.setup.iter().filter(of(player)).count() as i32;
        let tells_check = text.contains("in_check") && !game.rules.royals.is_empty();
        Header { started: Player::each(started), tells_check, bytes: Vec::new() }
    }

    pub(super) fn write<const N: usize>(&mut self, game: &Game, board: &Board<N>) -> &[u8] {
        self.bytes.clear();
        for player in Player::BOTH {
            let gone = self.started[player.index()] - board.owned(player).count() as i32;
            let gone = gone.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
            self.bytes.extend(gone.to_le_bytes());
        }
        self.bytes.push(u8::from(self.tells_check && board.in_check(game, board.turn())));
        self.bytes.push(0);
        for count in [board.plies(), board.quiet_clock(game)] {
            self.bytes.extend(i32::try_from(count).unwrap_or(i32::MAX).to_le_bytes());
        }
        self.bytes.extend(last_move(game, board));
        self.bytes.extend([1, 0]);
        if game.rules.has_hands() {
            self.bytes.resize(Header::SIZE, 0);
            for piece in game.rules.pieces() {
                let at = Header::HANDS + 2 * usize::from(piece.0);
                let held = board.held(piece).min(i16::MAX as u16);
                self.bytes[at..at + 2].copy_from_slice(&held.to_le_bytes());
            }
        }
        &self.bytes
    }
}

/// File and rank of the cell that the last move left and of the one that it went to.
fn last_move<const N: usize>(game: &Game, board: &Board<N>) -> [u8; 4] {
    let Some(frame) = board.frames().last().filter(|frame| frame.mv != Move::NONE) else {
        return [0; 4];
    };
    let geometry = &game.rules.geometry;
    let place = |cell: Cell, is_there: bool| match is_there {
        true => [geometry.file(cell) as u8 + 1, geometry.rank(cell) as u8],
        false => [0; 2],
    };
    let (left, reached) = match game.rules.moves[frame.mv.rule()].action {
        Action::Drop(_) => (false, true),
        Action::Exit => (true, false),
        Action::Pass => (false, false),
        _ => (true, true),
    };
    let [[from_file, from_rank], [to_file, to_rank]] =
        [place(frame.mv.from(), left), place(frame.mv.to(), reached)];
    [from_file, from_rank, to_file, to_rank]
}
