//! An evaluation as the sum that it is: points, each as often as a position has them.
//!
//! A definition's terms are linear in their points. What is fitted to games needs the numbers by which the points are
//! multiplied; they are worked out here from the board alone, as in [`explain`](super::explain).

use super::attacked::attack_counts;
use super::lines::Reading;
use super::surveyed::survey_numbers;
use super::weights::{
    around_at, blocked_pairs, exited_balance, held, held_balance, kind_moves, player_moves,
};
use crate::game::{CountWorth, Evaluation, Piece, Player, Points};
use crate::on_board;
use crate::position::Position;

/// Every number of an evaluation that points are made of, in an order that depends on the rules alone: values, hands by how many, square
/// tables by owner and cell, formations by owner and cell, blocks, patterns, attacks by how many, what is counted on the whole
/// board by how many, mobility, mobility by kind,
/// exits, tempo.
pub fn points(evaluation: &Evaluation) -> Vec<Points> {
    // Taken apart in full, so that a new field has to be answered here.
    let Evaluation {
        values,
        hands,
        squares,
        formations,
        blocks,
        patterns,
        attacks,
        surveys,
        mobility,
        mobility_of,
        exited,
        tempo,
        orientation: _,
        phase: _,
        meant_unlike: _,
        derive: _,
        names_network: _,
        network: _,
        names_script: _,
        script: _,
    } = evaluation;
    let mut all: Vec<Points> = values.iter().map(|(_, weight)| weight.points()).collect();
    all.extend(hands.iter().flat_map(|term| term.worth.points()).copied());
    for table in squares {
        for owner in Player::each(Player::index) {
            all.extend(table.points[owner].iter().zip(&table.late[owner]).map(|(&e, &l)| Points::new(e, l)));
        }
    }
    all.extend(formations.iter().flat_map(|formation| formation.points.iter().flatten().copied()));
    all.extend(blocks.iter().map(|block| block.weight.points()));
    all.extend(patterns.iter().map(|pattern| pattern.weight.points()));
    all.extend(attacks.iter().flat_map(|term| term.each.points()).copied());
    all.extend(surveys.iter().flat_map(|term| term.worth.points()).copied());
    let each_kind = mobility_of.iter().map(|(_, weight)| weight);
    let single = mobility.iter().chain(each_kind).chain(exited).chain(tempo);
    all.extend(single.map(|weight| weight.points()));
    all
}

/// How a position's score is made of its [`points`].
#[derive(Clone, PartialEq, Debug)]
pub struct Sum {
    /// How much the early points count; the late ones count the rest of one.
    pub early: f64,
    /// How often each of the points counts, by its number among all; what counts never is left out.
    pub counts: Vec<(u32, i32)>,
    /// From this number up to the next, points count fully whatever the phase.
    pub unphased: [u32; 2],
}

impl Sum {
    /// The sum for a position, its script left aside.
    pub fn of(position: &Position) -> Sum {
        let mut sum = Sum { early: early_share(position), counts: Vec::new(), unphased: [0; 2] };
        let mut next = 0;
        sum.pieces(position, &mut next);
        sum.formations(position, &mut next);
        let unphased = next;
        sum.contacts(position, &mut next);
        sum.unphased = [unphased, next];
        sum.moves(position, &mut next);
        sum
    }

    fn add(&mut self, number: u32, count: i32) {
        if count != 0 {
            self.counts.push((number, count));
        }
    }

    fn pieces(&mut self, position: &Position, next: &mut u32) {
        let game = position.game();
        for (kind, _) in &game.evaluation.values {
            self.add(*next, held_balance(position, *kind));
            *next += 1;
        }
        for term in &game.evaluation.hands {
            let counts = Player::each(|owner| held(position, term.kind, owner));
            for (owner, count) in Player::BOTH.into_iter().zip(counts) {
                match &term.worth {
                    CountWorth::Each(_) => self.add(*next, owner.sign() * i32::from(count)),
                    CountWorth::ByCount(list) => {
                        self.add(*next + CountWorth::number(list, count) as u32, owner.sign());
                    }
                }
            }
            *next += term.worth.points().len() as u32;
        }
        let cells = game.rules.geometry.size() as u32;
        for table in &game.evaluation.squares {
            for owner in Player::BOTH {
                let piece = Piece::new(table.kind, owner);
                for cell in game.rules.geometry.board().iter().filter(|&cell| position.at(cell) == piece) {
                    self.add(*next + cell.index() as u32, 1);
                }
                *next += cells;
            }
        }
    }

    fn formations(&mut self, position: &Position, next: &mut u32) {
        let game = position.game();
        let cells = game.rules.geometry.size() as u32;
        for formation in &game.evaluation.formations {
            for cell in game.rules.geometry.board().iter() {
                let piece = position.at(cell);
                if !piece.is_none() && piece.kind() == formation.kind {
                    let owner = piece.owner().index() as u32;
                    self.add(
                        *next + owner * cells + cell.index() as u32,
                        around_at(position, formation, cell),
                    );
                }
            }
            *next += 2 * cells;
        }
    }

    fn contacts(&mut self, position: &Position, next: &mut u32) {
        let game = position.game();
        for block in &game.evaluation.blocks {
            self.add(*next, blocked_pairs(position, block));
            *next += 1;
        }
        for pattern in &game.evaluation.patterns {
            let mut one = pattern.clone();
            one.weight.value = 1;
            let readings = Reading::both_ways(&one);
            let count = on_board!(position.engine(), board => {
                let lines = game.tables.lines.list.iter().enumerate();
                lines.map(|(number, line)| {
                    super::lines::points(&readings, board.line(number, line.cells.len() as u8, Player::First))
                }).sum()
            });
            self.add(*next, count);
            *next += 1;
        }
    }

    fn moves(&mut self, position: &Position, next: &mut u32) {
        let evaluation = &position.game().evaluation;
        for term in &evaluation.attacks {
            for count in attack_counts(position, term) {
                self.add(*next, count);
                *next += 1;
            }
        }
        for term in &evaluation.surveys {
            for count in survey_numbers(position, term) {
                self.add(*next, count);
                *next += 1;
            }
        }
        if evaluation.mobility.is_some() {
            self.add(*next, player_moves(position));
            *next += 1;
        }
        for of in &evaluation.mobility_of {
            self.add(*next, kind_moves(position, of));
            *next += 1;
        }
        if evaluation.exited.is_some() {
            self.add(*next, exited_balance(position));
            *next += 1;
        }
        if evaluation.tempo.is_some() {
            self.add(*next, position.turn().sign());
            *next += 1;
        }
    }

    /// How much a change of the points with that number changes the score.
    pub fn share(&self, number: u32, points: Points) -> f64 {
        match (self.unphased[0]..self.unphased[1]).contains(&number) {
            true => f64::from(points.early()),
            false => self.early * f64::from(points.early()) + (1.0 - self.early) * f64::from(points.late()),
        }
    }

    /// The score, not rounded.
    pub fn score(&self, points: &[Points]) -> f64 {
        let of = |&(number, count): &(u32, i32)| {
            let points = points.get(number as usize).copied().unwrap_or_default();
            f64::from(count) * self.share(number, points)
        };
        self.counts.iter().map(of).sum()
    }
}

/// How early it is, 0 to 1.
fn early_share(position: &Position) -> f64 {
    let Some(phase) = &position.game().evaluation.phase else { return 1.0 };
    let pieces = position.pieces();
    let left = |&(kind, weight): &(crate::game::Kind, i32)| {
        let standing = pieces.iter().filter(|piece| !piece.is_none() && piece.kind() == kind).count() as i32;
        let held: i32 = Player::each(|owner| i32::from(position.held(Piece::new(kind, owner)))).iter().sum();
        weight * (standing + held)
    };
    let left: i32 = phase.weights.iter().map(left).sum();
    f64::from(left.min(phase.full)) / f64::from(phase.full)
}
