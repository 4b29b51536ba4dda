//! What pieces attack and the points for that, plainly.

use std::collections::BTreeSet;

use banco::inside::game::{
    Action, AttackTerm, Cell, Contents, Game, Offset, Piece, Player, Tally, Travel, Way, Zone,
};

use super::Plain;

impl Plain {
    /// The cells that the piece on a cell attacks, or that it can move to.
    fn attacked(&self, game: &Game, from: Cell, moves: bool) -> BTreeSet<Cell> {
        let piece = self.at(from);
        let plain = self.marked_as(piece.owner());
        let enemies = Contents::owned(!piece.owner(), game.rules.roster);
        let mut found = Vec::new();
        for (number, rule) in game.rules.moves.iter().enumerate() {
            let travel = &rule.by[piece.owner().index()];
            let goes = rule.kind == Some(piece.kind()) && rule.action.travels() && travel.from.has(from);
            let takes = !travel.onto.and(enemies).is_nothing();
            if !goes || matches!(travel.way, Way::Exit(_)) || !(moves || takes) {
                continue;
            }
            // Whatever stands there: a piece of the other player could.
            let onto =
                if moves { travel.onto.but(Contents::MARKED) } else { Contents::all(game.rules.roster) };
            plain.travel(game, number as u8, &Travel { onto, ..travel.clone() }, from, &mut found);
        }
        found.into_iter().map(|mv| mv.to()).collect()
    }

    fn marked_as(&self, turn: Player) -> Plain {
        Plain { now: super::State { turn, ..self.now.clone() }, past: Vec::new() }
    }

    /// The points of an attack term at the beginning of the game.
    pub fn attack_points(&self, game: &Game, term: &AttackTerm) -> i32 {
        Player::BOTH.iter().map(|player| player.sign() * self.points_of(game, term, *player)).sum()
    }

    fn points_of(&self, game: &Game, term: &AttackTerm, player: Player) -> i32 {
        let worths = worths(game);
        let worth = |piece: Piece| worths[piece.kind().index()];
        let board = || game.rules.geometry.board().iter();
        let zone = self.zone(game, term, player);
        let enemies: Vec<(Piece, BTreeSet<Cell>)> = board()
            .filter(|&cell| self.owned(cell, !player))
            .map(|cell| (self.at(cell), self.attacked(game, cell, false)))
            .collect();
        let list = term.each.points();
        let at = |count: u64| list[(count as usize).min(list.len() - 1)].early();
        let (mut points, mut total) = (0, 0);
        for from in board().filter(|&cell| self.owned(cell, player)) {
            let mine = self.at(from);
            let Some(&(_, weight)) = term.by[player.index()].iter().find(|(kind, _)| *kind == mine.kind())
            else {
                continue;
            };
            let counts = |to: &&Cell| {
                let there = self.at(**to);
                let by_enemies = || enemies.iter().filter(|(_, cells)| cells.contains(to));
                zone.contains(to)
                    && self.passes(term.onto[player.index()], **to)
                    && !(term.undefended && by_enemies().next().is_some())
                    && !(term.lesser && (there.is_none() || worth(there) <= worth(mine)))
                    && !(term.safe && by_enemies().any(|(enemy, _)| worth(*enemy) < worth(mine)))
            };
            let count = self.attacked(game, from, term.moves).iter().filter(counts).count() as u64;
            match term.each {
                Tally::Pair(_) => points += count as i32 * at(0),
                Tally::Piece(_) => points += at(count),
                Tally::Total(_) => total += count * u64::from(weight),
            }
        }
        for &(kind, weight) in &term.hands {
            let piece = Piece::new(kind, player);
            let from: Vec<Cell> = board()
                .filter(|&cell| self.at(cell).is_none() && self.held(piece) > 0)
                .filter(|&cell| {
                    game.rules.moves.iter().any(|rule| {
                        let drops = rule.hand == Some(kind) && rule.action == Action::Drop(kind);
                        drops && rule.by[player.index()].to.has(cell)
                    })
                })
                .filter(|cell| {
                    let mut by_enemies = enemies.iter().filter(|(_, cells)| cells.contains(cell));
                    let guarded = term.undefended && by_enemies.clone().next().is_some();
                    !(guarded || term.safe && by_enemies.any(|(enemy, _)| worth(*enemy) < worth(piece)))
                })
                .filter(|&cell| {
                    self.dropped(piece, cell).looks_at_middle(game, term, cell, worths.as_slice())
                })
                .collect();
            total += from.len() as u64 * u64::from(weight);
        }
        if matches!(term.each, Tally::Total(_)) { at(total) } else { points }
    }

    fn dropped(&self, piece: Piece, cell: Cell) -> Plain {
        let mut next = self.marked_as(piece.owner());
        next.now.cells[cell.index()] = piece;
        next
    }

    /// Whether the piece on a cell attacks one in the middle of a term's window.
    fn looks_at_middle(&self, game: &Game, term: &AttackTerm, from: Cell, worths: &[i64]) -> bool {
        let Zone::Window(window) = &term.on else { return false };
        let piece = self.at(from);
        self.attacked(game, from, false).into_iter().map(|to| self.at(to)).any(|there| {
            window.around[piece.owner().index()].has(there)
                && (!term.lesser || worths[there.kind().index()] > worths[piece.kind().index()])
        })
    }

    fn zone(&self, game: &Game, term: &AttackTerm, player: Player) -> BTreeSet<Cell> {
        let geometry = &game.rules.geometry;
        let board = || geometry.board().iter();
        let window = match &term.on {
            Zone::Board => return board().collect(),
            Zone::Region(cells) => return board().filter(|&cell| cells[player.index()].has(cell)).collect(),
            Zone::Window(window) => window,
        };
        let within = |[least, most]: [i32; 2], number: i32| least <= number && number <= most;
        let mut zone = BTreeSet::new();
        for middle in board().filter(|&cell| window.around[player.index()].has(self.at(cell))) {
            let Some(owner) = self.roster.owner(self.at(middle)) else { continue };
            let Offset { east, north } = game.evaluation.orientation.forward[owner.index()];
            let (fore, side) = (i32::from(east), i32::from(north));
            if geometry.has_hexes() {
                zone.extend(
                    board().filter(|&cell| is_in_hex_window(geometry, (middle, cell), [fore, side], window)),
                );
                continue;
            }
            assert_eq!(fore.abs() + side.abs(), 1, "boards seen along a diagonal are not looked at here");
            zone.extend(board().filter(|&cell| {
                let by = |of: fn(&banco::inside::game::Geometry, Cell) -> u16| {
                    i32::from(of(geometry, cell)) - i32::from(of(geometry, middle))
                };
                let (east, north) =
                    (by(banco::inside::game::Geometry::file), by(banco::inside::game::Geometry::rank));
                within(window.ahead, east * fore + north * side)
                    && within(window.beside, (east * side - north * fore).abs())
            }));
        }
        zone
    }
}

/// Whether a hexagon lies so many steps ahead of another and so many columns beside it, as measured in the picture.
fn is_in_hex_window(
    geometry: &banco::inside::game::Geometry,
    (middle, cell): (Cell, Cell),
    [east, north]: [i32; 2],
    window: &banco::inside::game::PieceWindow,
) -> bool {
    let place = |east: f64, north: f64| (east - north / 2.0, north * 0.75_f64.sqrt());
    let file = |cell| f64::from(geometry.file(cell));
    let rank = |cell| f64::from(geometry.rank(cell));
    let (x, y) = place(file(cell) - file(middle), rank(cell) - rank(middle));
    let (u, v) = place(f64::from(east), f64::from(north));
    let (ahead, beside) = (x * u + y * v, (x * v - y * u).abs() / 0.75_f64.sqrt());
    let within =
        |[least, most]: [i32; 2], at: f64| f64::from(least) - 1e-6 < at && at < f64::from(most) + 1e-6;
    within(window.ahead, ahead) && within(window.beside, beside)
}

/// What kinds are worth, royal ones more than all others.
fn worths(game: &Game) -> Vec<i64> {
    let evaluation = &game.evaluation;
    let of = |kind| {
        if game.rules.royals.iter().any(|royal| royal.kind == kind) {
            return i64::MAX;
        }
        if let Some((_, value)) = evaluation.values.iter().find(|(other, _)| *other == kind) {
            return i64::from(value.value);
        }
        let table = evaluation.squares.iter().find(|table| table.kind == kind);
        table.map_or(0, |table| i64::from(*table.points[0].iter().max().expect("a cell")))
    };
    game.kinds().map(of).collect()
}
