//! What is said to be impossible never happens in games played at random.

use std::sync::Arc;

use banco::inside::compile::compile;
use banco::inside::diagnostic::{Diagnostics, Sources, Style};
use banco::inside::game::{
    Action, Award, Cell, CellSet, Condition, Contents, Count, End, Facing, Game, Grouped, LineRule, Move,
    Offset, Piece, Player, Repeated, Resets, Roster, Side, split_mix,
};
use banco::inside::library::Library;
use banco::inside::lint::hands_by_text;
use banco::inside::lint::reachability::Prospects;
use banco::inside::lint::reachability::verdict::{AskedWhen, Prospect};
use banco::inside::position::Position;
use banco::inside::spec::{Definition, NoParents, read};
use banco::on_board;

use crate::zoo::{chains, deeds, drawn, groups, hexes, slides, stages, turns};

/// A definition and its game.
fn loaded(text: &str) -> (Definition, Arc<Game>) {
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let main = sources.add("test.toml", text);
    let reading = read(&mut sources, main, &mut NoParents, &mut diagnostics).expect("read");
    let game = compile(&reading.definition, &sources, &mut diagnostics);
    let game = game.unwrap_or_else(|| panic!("{}", diagnostics.render(&sources, Style::Plain)));
    (reading.definition, game)
}

/// Games whose moves change more than their own cells, and some that are shipped.
fn games() -> Vec<(String, Definition, Arc<Game>)> {
    let library = Library::with_folder("no such folder");
    let shipped = library.all().into_iter().map(|shelved| {
        let found = library.open(&shelved).expect("sound");
        (shelved.name, found.reading.definition.clone(), found.game.clone())
    });
    let zoo = deeds::TEXTS
        .iter()
        .chain(&stages::TEXTS)
        .chain(&chains::TEXTS)
        .chain(&groups::TEXTS)
        .chain(&drawn::TEXTS)
        .chain(&slides::TEXTS)
        .chain(&turns::TEXTS)
        .chain(&hexes::TEXTS)
        .map(|(name, text)| {
            let (definition, game) = loaded(text);
            (name.to_string(), definition, game)
        });
    shipped.chain(zoo).collect()
}

/// Chances from a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        (split_mix(&mut self.0) % sides.max(1) as u64) as usize
    }

    fn holds(&mut self, roster: Roster) -> [Contents; 2] {
        let [first, second] = Player::BOTH.map(|player| Contents::owned(player, roster));
        let kinds = roster.kinds;
        let mut some = Contents::NOTHING;
        for _ in 0..1 + self.roll(3) {
            some = some.or(Contents::piece(Piece(1 + self.roll(2 * kinds) as u8)));
        }
        match self.roll(7) {
            0 => [first, second],
            1 => [second, first],
            2 => [first.or(second); 2],
            3 => [Contents::EMPTY; 2],
            4 => [some.or(Contents::EMPTY); 2],
            5 => [Contents::all(roster).but(some); 2],
            _ => [some, some],
        }
    }

    fn cells(&mut self, game: &Game) -> CellSet {
        let geometry = &game.rules.geometry;
        let board: Vec<Cell> = geometry.board().iter().collect();
        match self.roll(5) {
            0 | 1 => *geometry.board(),
            2 => {
                let rank = 1 + self.roll(geometry.ranks().into()) as u16;
                geometry.board().iter().filter(|&cell| geometry.rank(cell) == rank).collect()
            }
            3 => (0..1 + self.roll(4)).map(|_| board[self.roll(board.len())]).collect(),
            _ => geometry.board().iter().filter(|_| self.roll(2) == 0).collect(),
        }
    }

    fn count(&mut self, game: &Game) -> Box<Count> {
        let on = self.cells(game);
        let least = [0, 0, 1, 1, 2, 3, 5, 9][self.roll(8)];
        let most = [0, 0, 1, 2, 4, 8, 20, u32::MAX][self.roll(8)].max(least);
        Box::new(Count {
            holds: self.holds(game.rules.roster),
            on: [on; 2],
            by: None,
            at_least: least,
            at_most: most,
        })
    }

    fn condition(&mut self, game: &Game, depth: usize) -> Condition {
        let list = |dice: &mut Dice| (0..2 + dice.roll(2)).map(|_| dice.condition(game, depth - 1)).collect();
        match self.roll(if depth > 0 { 17 } else { 13 }) {
            0 => Condition::BoardFull,
            1 => Condition::InCheck,
            2 => Condition::NoMoves,
            3 if !game.tables.lines.list.is_empty() => Condition::Line(LineRule {
                length: 1 + self.roll(6) as u32,
                overline: self.roll(2) == 0,
                void_when_blocked: self.roll(2) == 0,
                edge_blocks: self.roll(2) == 0,
            }),
            4 => Condition::Attacked(self.count(game)),
            5 => Condition::Reachable(self.count(game)),
            6 => {
                let pieces = |holds: [Contents; 2]| holds.map(|holds| holds.but(Contents::EMPTY));
                let along: Vec<Offset> = Offset::CIRCLE.into_iter().filter(|_| self.roll(2) == 0).collect();
                Condition::Facing(Box::new(Facing {
                    one: pieces(self.holds(game.rules.roster)),
                    other: pieces(self.holds(game.rules.roster)),
                    along: [along.clone(), along],
                }))
            }
            7 => Condition::Plies(1 + self.roll(9) as u32),
            8 => Condition::QuietPlies {
                plies: 1 + self.roll(3) as u32,
                resets: Resets {
                    capture: self.roll(2) == 0,
                    kinds: self.roll(8) as u64,
                    flip: self.roll(3) == 0,
                },
            },
            9 => Condition::Repeats {
                times: 2 + self.roll(2) as u32,
                checking: [None, Some(Side::Own), Some(Side::Enemy)][self.roll(3)],
                of: Repeated {
                    board: self.roll(2) == 0 && game.facts.asks_boards,
                    lately: self.roll(3) == 0,
                },
            },
            10 if game.rules.effects().any(|effect| !effect.along.is_empty()) => {
                let along = game.rules.effects().map(|effect| effect.along.clone());
                let along = along.into_iter().find(|along| !along.is_empty()).unwrap_or_default();
                let count = self.count(game);
                let holds = count.holds.map(|holds| holds.but(Contents::EMPTY));
                let groups = Grouped { holds, along, at_least: count.at_least, at_most: count.at_most };
                match self.roll(2) {
                    0 => Condition::Enclosed(Box::new(groups)),
                    _ => Condition::Groups(Box::new(groups)),
                }
            }
            13 | 14 => Condition::All(list(self)),
            15 => Condition::Either(list(self)),
            16 => Condition::Not(Box::new(self.condition(game, depth - 1))),
            _ => Condition::Count(self.count(game)),
        }
    }
}

/// Whether a condition holds after the last move.
fn holds(position: &mut Position, condition: &Condition) -> bool {
    // A line alone is asked of new ones only.
    let when = Condition::All(vec![condition.clone()]);
    let end = End { when, winner: Award::Nobody, adjudicated: false };
    let (game, engine) = position.parts();
    on_board!(engine, board => board.first_reached(game, &[end]).is_some())
}

/// What is said of a condition, and of the second one where the first one holds.
struct Said {
    condition: Condition,
    verdict: Prospect,
    other: Condition,
    covered: bool,
}

fn asked(prospects: &Prospects, dice: &mut Dice, number: usize) -> Vec<Said> {
    let said = |_| {
        let condition = dice.condition(prospects.game, 2);
        let other = dice.condition(prospects.game, 1);
        let verdict = prospects.judge(&condition, AskedWhen::After);
        let covered = prospects.covers(&[&other], &condition, AskedWhen::After);
        Said { condition, verdict, other, covered }
    };
    (0..number).map(said).collect()
}

fn check_board(name: &str, prospects: &Prospects, position: &Position) {
    let game = prospects.game;
    for cell in game.rules.geometry.board().iter() {
        let piece = position.at(cell);
        let stands = piece.is_none() || prospects.stand[piece.index()].has(cell);
        assert!(
            stands,
            "{name}: {} on {} at `{position}`",
            game.letter(piece),
            game.rules.geometry.name(cell)
        );
    }
    for piece in game.rules.pieces().filter(|&piece| game.rules.roster.owner(piece).is_some()) {
        assert!(
            position.held(piece) == 0 || prospects.can_hold(piece),
            "{name}: {} held",
            game.letter(piece)
        );
    }
}

fn check_move(name: &str, prospects: &Prospects, before: &Position, mv: Move) {
    let game = prospects.game;
    let seen = &prospects.rules[mv.rule()][before.turn().index()];
    let rule = &game.names.moves[mv.rule()].name;
    let said = || format!("{name}: {rule} by {} at `{before}`", before.move_text(mv));
    assert!(seen.made && seen.landed.has(mv.to()), "{}", said());
    let captured = before.at(mv.to());
    if game.tables.actions[mv.rule()].travels() && !captured.is_none() {
        let captures = !game.rules.is_not_of(captured, before.turn()) || seen.captures.has(mv.to());
        // A chain may end where it has taken something on its way.
        let taken = game.tables.actions[mv.rule()] == Action::Chain
            && prospects.taken[before.turn().index()].has(captured);
        assert!(taken || captures && seen.captured.has(captured), "{}", said());
        assert!(!prospects.guarded.has(captured), "{}", said());
    }
    assert!(mv.stage().is_none() || seen.staged, "{}", said());
    if game.tables.actions[mv.rule()] == Action::Exit {
        assert!(seen.left.has(mv.from()), "{}", said());
    }
}

#[test]
fn what_is_said_to_be_impossible_never_happens() {
    let (mut never, mut always, mut covered) = (0, 0, 0);
    for (i, (name, definition, game)) in games().iter().enumerate() {
        let prospects = Prospects::new(game, hands_by_text(game, definition));
        assert!(!prospects.lost, "{name}");
        let mut dice = Dice(i as u64);
        let asked = asked(&prospects, &mut dice, 40);
        for _ in 0..1 {
            let mut position = Position::start(game);
            for _ in 0..30 {
                check_board(name, &prospects, &position);
                for Said { condition, verdict, other, covered: is_covered } in &asked {
                    if *verdict == Prospect::Open && !is_covered {
                        continue;
                    }
                    let is = holds(&mut position, condition);
                    let (says, means) =
                        (format!("{verdict:?}"), format!("{name}: {condition:#?} at `{position}`"));
                    match verdict {
                        Prospect::Never(_) => assert!(!is, "{says} {means}"),
                        Prospect::Always(_) => assert!(is, "{says} {means}"),
                        Prospect::Open => {}
                    }
                    let other_too = !is_covered || !is || holds(&mut position, other);
                    assert!(other_too, "{means} and not {other:#?}");
                }
                let moves = position.legal_moves();
                let Some(&mv) = moves.get(dice.roll(moves.len())) else { break };
                check_move(name, &prospects, &position, mv);
                position.play(mv);
            }
        }
        never += asked.iter().filter(|said| matches!(said.verdict, Prospect::Never(_))).count();
        always += asked.iter().filter(|said| matches!(said.verdict, Prospect::Always(_))).count();
        covered += asked.iter().filter(|said| said.covered && said.verdict == Prospect::Open).count();
    }
    assert!(never > 100 && always > 100 && covered > 20, "{never} {always} {covered}");
}
