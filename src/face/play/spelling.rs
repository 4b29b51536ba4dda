//! How moves are typed that are more than from one cell to another: an example of each sort that a game has.

use crate::game::{Action, Game, Kind, Move, Piece, Player, Rule};

/// An example of a move of a sort, and what it does in English and in Vietnamese.
type Example = (String, [&'static str; 2]);

/// An example of each sort of move that a player may type, legal now or not.
pub(super) fn examples(game: &Game, player: Player) -> Vec<Example> {
    let becomes = |mv: Move| mv.becomes().is_some();
    let exits = |mv: Move| game.tables.actions[mv.rule()] == Action::Exit;
    let promotion =
        some_leg(game, player, &becomes).map(|mv| (mv, ["let a piece become another one", "phong cấp"]));
    let exit = some_leg(game, player, &exits).map(|mv| (mv, ["leave the board", "ra khỏi bàn cờ"]));
    let castle = game.rules.castles(player).next().map(|(rule, castle)| {
        let mv = Move::new(rule, castle.from, castle.to).by_way_of(castle.with_from);
        (mv, ["castle", "nhập thành"])
    });
    let of = |sort: fn(&Rule) -> bool, words| {
        let (number, rule) = (0u8..).zip(&game.rules.moves).find(|(_, rule)| sort(rule))?;
        let travel = &rule.by[player.index()];
        let cell = travel.to.iter().next()?;
        Some((Move::new(number, cell, cell), words))
    };
    let drop = of(|rule| matches!(rule.action, Action::Drop(_)), ["put a piece on the board", "đặt quân"]);
    let pass = of(|rule| rule.action == Action::Pass, ["pass", "bỏ lượt"]);
    let all = [promotion, castle, drop, exit, pass].into_iter().flatten();
    all.map(|(mv, words)| (game.plain_text(mv), words)).collect()
}

/// A move of such a sort that a piece of the player can make somewhere on an empty board.
fn some_leg(game: &Game, player: Player, is_such: &dyn Fn(Move) -> bool) -> Option<Move> {
    let pieces = (0..game.rules.roster.kinds as u8).map(|kind| Piece::new(Kind(kind), player));
    let cells = || game.rules.geometry.board().iter();
    let mut legs =
        pieces.flat_map(|piece| cells().flat_map(move |cell| game.tables.movement.steps(piece, cell)));
    legs.find(|leg| is_such(leg.mv)).map(|leg| leg.mv)
}
