//! Moves that are written alike though they do not do the same: a castle and a glide that lead a king from one cell
//! to the same other one. What the rules can make of it is found once; a position tells the moves apart.

use super::{
    Castle, Cell, Contents, Geometry, Kind, Movement, Names, Piece, Player, Rule, Rules, Stage, is_done,
};

/// By rule: the first one whose moves do the same where they go from and to the same cells.
pub(super) fn results(rules: &Rules) -> [u8; 256] {
    let same = |one: &Rule, other: &Rule| {
        let stage = |rule: &Rule| -> Option<&Stage> { rule.then.map(|stage| &rules.stages[stage]) };
        let action = one.action == other.action || one.action.travels() && other.action.travels();
        let goes_on = one.again == other.again;
        // Who has moved and stops does not pass.
        let stops = is_done(&one.by[0].way) == is_done(&other.by[0].way);
        action
            && goes_on
            && stops
            && one.effects == other.effects
            && one.hand == other.hand
            && stage(one) == stage(other)
    };
    let first = |rule: &Rule| rules.moves.iter().position(|other| same(rule, other));
    std::array::from_fn(|i| rules.moves.get(i).and_then(first).map_or(i as u8, |first| first as u8))
}

/// Notes the clashes that are not between two rules which carry a piece: castles, drops, promotions.
pub(super) fn note_others(rules: &Rules, names: &Names, movement: &mut Movement) {
    for player in Player::BOTH {
        let castles: Vec<(u8, Castle)> = rules.castles(player).collect();
        for (at, castle) in castles.iter().enumerate() {
            note_castle(rules, player, *castle, &castles[..at], movement);
        }
        note_drops(player, movement);
    }
    for (number, rule) in (0u8..).zip(&rules.moves) {
        note_choices((rules, names), number, rule, movement);
    }
}

/// A castle and another move of its piece, or another castle from the same cell.
fn note_castle(
    rules: &Rules,
    player: Player,
    (number, castle): (u8, Castle),
    before: &[(u8, Castle)],
    movement: &mut Movement,
) {
    let Some(kind) = rules.moves[number as usize].kind else { return };
    let (piece, with) = (Piece::new(kind, player), Piece::new(castle.with, player));
    let written = castle.written_to(&rules.geometry);
    // Where its pieces start elsewhere, a castle is written as the piece that takes the other one.
    let meets = |from: Cell, to: Cell, onto: Contents| {
        from == castle.from && to == written && onto.has(Piece::NONE) || onto.has(with)
    };
    let filters = &movement.filters[player.index()];
    let found = rules.geometry.board().iter().find_map(|from| {
        let mut steps = movement.steps(piece, from).iter();
        let step = steps.find(|step| meets(from, step.mv.to(), filters[step.land as usize].holds))?;
        Some((step.mv.rule() as u8, (from, step.mv.to())))
    });
    if let Some((rule, cells)) = found {
        movement.note_clash((rule, number), cells);
    }
    let alike = |(_, other): &&(u8, Castle)| {
        (other.from, other.written_to(&rules.geometry)) == (castle.from, written)
    };
    if let Some((other, _)) = before.iter().find(alike) {
        movement.note_clash((*other, number), (castle.from, written));
    }
}

/// Two ways to put a piece on the board, such as one from the hand and one from the supply.
fn note_drops(player: Player, movement: &mut Movement) {
    let drops = movement.drops[player.index()].clone();
    for (at, drop) in drops.iter().enumerate() {
        for other in drops[..at].iter().filter(|other| other.piece == drop.piece) {
            let unlike = movement.results[other.rule as usize] != movement.results[drop.rule as usize];
            if let Some(cell) = (drop.to & other.to).first().filter(|_| unlike) {
                movement.note_clash((other.rule, drop.rule), (cell, cell));
            }
        }
    }
}

/// Two kinds with one letter to choose from, or a choice that is written like a piece from the hand.
fn note_choices((rules, names): (&Rules, &Names), number: u8, rule: &Rule, movement: &mut Movement) {
    let Some(kind) = rule.kind else { return };
    for promotion in rule.by.iter().filter_map(|travel| travel.promotion.as_ref()) {
        let written = |to: &Kind| names.choice_text(kind, *to);
        let gated = rules.gating.iter().flat_map(|gating| &gating.kinds);
        let gated = gated.map(|kind| names.letter_of(*kind).letter.to_string());
        let mut texts: Vec<String> = promotion.to.iter().map(written).collect();
        texts.extend(gated);
        texts.sort_unstable();
        if let (Some(cell), true) = (promotion.on.first(), texts.windows(2).any(|pair| pair[0] == pair[1])) {
            movement.note_clash((number, number), (cell, cell));
        }
    }
}

impl Castle {
    /// The cell that a castle from the cells of its rule is written to: where its piece goes, or where it could go
    /// otherwise, too, where the other one stands.
    pub fn written_to(&self, geometry: &Geometry) -> Cell {
        let by = |cell| (geometry.file(cell) as i32, geometry.row(cell) as i32);
        let ((x, y), (u, v)) = (by(self.from), by(self.to));
        if (x - u).abs().max((y - v).abs()) < 2 { self.with_from } else { self.to }
    }
}
