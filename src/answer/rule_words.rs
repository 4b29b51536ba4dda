//! What rules are called in Vietnamese where a definition has no name for them: by how they go.

use crate::game::{Game, Offset, Player, Way};

/// The name of a rule by how it goes; `None` where another rule of the same kind of piece goes alike.
pub(super) fn by_way(game: &Game, number: usize) -> Option<&'static str> {
    let rules = &game.rules.moves;
    let word = |number: usize| of_way(&rules[number].by[Player::First.index()].way);
    let own = word(number);
    let alike =
        |other: usize| other != number && rules[other].kind == rules[number].kind && word(other) == own;
    (!(0..rules.len()).any(alike)).then_some(own)
}

fn of_way(way: &Way) -> &'static str {
    let straight = |by: &Offset| by.east == 0 || by.north == 0;
    match way {
        Way::Jump(steps) if steps.iter().all(|by| by.east.abs() <= 1 && by.north.abs() <= 1) => "đi một ô",
        Way::Jump(_) => "nhảy",
        Way::Slide { along, .. } if along.iter().all(straight) => "đi thẳng",
        Way::Slide { along, .. } if !along.iter().any(straight) => "đi chéo",
        Way::Slide { .. } => "đi xa",
        Way::Path { .. } => "đi từng bước",
        Way::Hop { .. } => "nhảy qua",
        Way::Reach(_) => "đến ô chỉ định",
        Way::Stay => "đứng yên",
        Way::Exit(_) => "ra khỏi bàn",
        Way::Drop { .. } => "đặt quân",
        Way::Castle(_) => "nhập thành",
        Way::Pass { .. } => "bỏ lượt",
        Way::Swap => "đổi bên",
    }
}
