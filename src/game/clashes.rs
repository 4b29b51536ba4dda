//! Moves that are written alike though they do not do the same: a castle and a glide that lead a king from one cell
//! to the same other one. What the rules can make of it is found once; a position tells the moves apart.

use super::{
    Blueprint, Castle, Cell, Contents, Geometry, Kind, Letter, Movement, Piece, Player, Rule, Stage,
};

/// By rule: the first one whose moves do the same where they go from and to the same cells.
pub(super) fn results(blueprint: &Blueprint) -> [u8; 256] {
    let same = |one: &Rule, other: &Rule| {
        let stage = |rule: &Rule| -> Option<&Stage> { rule.then.map(|stage| &blueprint.stages[stage]) };
        let action = one.action == other.action || one.action.travels() && other.action.travels();
        action && one.effects == other.effects && one.hand == other.hand && stage(one) == stage(other)
    };
    let first = |rule: &Rule| blueprint.rules.iter().position(|other| same(rule, other));
    std::array::from_fn(|i| blueprint.rules.get(i).and_then(first).map_or(i as u8, |first| first as u8))
}

/// Notes the clashes that are not between two rules which carry a piece: castles, drops, promotions.
pub(super) fn note_others(blueprint: &Blueprint, movement: &mut Movement) {
    for player in Player::BOTH {
        let castles: Vec<(u8, Castle)> = blueprint.castles(player).collect();
        for (at, castle) in castles.iter().enumerate() {
            note_castle(blueprint, player, *castle, &castles[..at], movement);
        }
        note_drops(player, movement);
    }
    for (number, rule) in (0u8..).zip(&blueprint.rules) {
        note_choices(blueprint, number, rule, movement);
    }
}

/// A castle and another move of its piece, or another castle from the same cell.
fn note_castle(
    blueprint: &Blueprint,
    player: Player,
    (number, castle): (u8, Castle),
    before: &[(u8, Castle)],
    movement: &mut Movement,
) {
    let Some(kind) = blueprint.rules[number as usize].kind else { return };
    let (piece, with) = (Piece::new(kind, player), Piece::new(castle.with, player));
    let written = castle.written_to(&blueprint.geometry);
    // Where its pieces start elsewhere, a castle is written as the piece that takes the other one.
    let meets = |from: Cell, to: Cell, onto: Contents| {
        from == castle.from && to == written && onto.has(Piece::NONE) || onto.has(with)
    };
    let filters = &movement.filters[player.index()];
    let found = blueprint.geometry.board().iter().find_map(|from| {
        let mut steps = movement.steps(piece, from).iter();
        let step = steps.find(|step| meets(from, step.mv.to(), filters[step.land as usize].holds))?;
        Some((step.mv.rule() as u8, (from, step.mv.to())))
    });
    if let Some((rule, cells)) = found {
        movement.note_clash((rule, number), cells);
    }
    let alike = |(_, other): &&(u8, Castle)| {
        (other.from, other.written_to(&blueprint.geometry)) == (castle.from, written)
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
fn note_choices(blueprint: &Blueprint, number: u8, rule: &Rule, movement: &mut Movement) {
    let Some(kind) = rule.kind else { return };
    for promotion in rule.by.iter().filter_map(|travel| travel.promotion.as_ref()) {
        let written = |to: &Kind| blueprint.choice_text(kind, *to);
        let gated = blueprint.gating.iter().flat_map(|gating| &gating.kinds);
        let gated = gated.map(|kind| blueprint.letter_of(*kind).letter.to_string());
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

impl Blueprint {
    /// What a piece of one kind becomes, as moves are written: `+` or `-` where it gets or loses that sign, else the
    /// letter of the second player's piece.
    pub fn choice_text(&self, from: Kind, to: Kind) -> String {
        match (self.letter_of(from).plus, self.letter_of(to).plus) {
            (false, true) => "+".to_owned(),
            (true, false) => "-".to_owned(),
            _ => self.letter_of(to).letter.to_string(),
        }
    }

    /// The letter that stands for a kind in moves: that of the second player's piece.
    pub fn letter_of(&self, kind: Kind) -> Letter {
        self.kinds[kind.index()].letters[Player::Second.index()]
    }
}
