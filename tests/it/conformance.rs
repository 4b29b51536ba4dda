//! One function that every game passes: seeded walks through its positions, and at each of them
//! everything that must hold of a position whatever the game.

use std::collections::HashSet;
use std::sync::Arc;

use banco::inside::eval::{Scorer, evaluate, weighed};
use banco::inside::game::{Action, Bits, Cell, CellSet, Game, Kind, Move, Piece, Player};
use banco::inside::position::{Board, Extras, LastPly, MoveList, Position};
use banco::inside::search::{Limits, Search};
use banco::on_board;
use fastrand::Rng;

use crate::oracle::{self, Plain};
use crate::shipped::{self, deep};
use crate::zoo;

/// Cells of a board on which everything can be tried quickly.
const SMALL: usize = 100;

/// Moves that are tried where there are too many to try them all.
const SAMPLE: usize = 80;

/// As many are tried one by one.
const EVERYTHING: usize = 12_000;

/// Positions of a counted tree.
const TREE: u64 = 20_000;

fn walks() -> u64 {
    if deep() { 40 } else { 3 }
}

/// Plies that a walk goes at most.
fn longest(game: &Game) -> usize {
    if deep() || game.rules.geometry.size() <= SMALL { 100 } else { 30 }
}

/// Plies of a game that is played out at most.
const WHOLE: usize = 400;

#[test]
fn shipped_games_conform() {
    all_stand(conforms);
}

/// `BANCO_DEEP=1 BANCO_GAMES=konane` plays a thousand of each.
#[test]
fn games_played_out_agree_with_plain_rules() {
    all_stand(plays_out);
}

/// One game after the other, so that what is wrong with one does not hide what is wrong with the next.
fn all_stand(holds: fn(&str, &Arc<Game>)) {
    let stands = |name: &str| {
        let start = std::time::Instant::now();
        let stood = std::panic::catch_unwind(|| holds(name, &shipped::game(name))).is_ok();
        println!("{name}: {:?}", start.elapsed());
        stood
    };
    let failed: Vec<&str> = shipped::chosen().filter(|name| !stands(name)).collect();
    assert!(failed.is_empty(), "{failed:?}");
}

/// Plays at random to the end, and holds moves, ends and pieces against the plain rules.
fn plays_out(name: &str, game: &Arc<Game>) {
    let (games, longest) = if deep() { (1_000, WHOLE) } else { (1, WHOLE / 10) };
    for seed in 0..games {
        let mut rng = Rng::with_seed(1_000 + seed);
        let mut position = Position::start(game);
        let plain = Plain::start(game);
        let mut walk = Walk { name, position: &mut position, plain, rng: &mut rng, exhausts: false };
        for _ in 0..longest {
            let moves = walk.position.legal_moves();
            walk.agrees_with_plain_rules(game, &moves);
            if moves.is_empty() {
                break;
            }
            let chosen = moves[walk.rng.usize(..moves.len())];
            walk.go(chosen);
        }
    }
}

#[test]
fn games_with_other_words_conform() {
    let asked = std::env::var("BANCO_GAMES").ok();
    let chosen = |name: &str| asked.as_ref().is_none_or(|asked| asked.split(',').any(|one| one == name));
    for (name, game) in zoo::games().filter(|(name, _)| chosen(name)) {
        conforms(name, &game);
    }
}

/// Walks at random, and looks at every position on the way.
fn conforms(name: &str, game: &Arc<Game>) {
    let mut worker = Search::new(1);
    for seed in 0..walks() {
        let mut rng = Rng::with_seed(seed);
        let mut position = Position::start(game);
        let plain = Plain::start(game);
        let exhausts = seed == 0 && game.rules.geometry.size() <= SMALL;
        let mut walk = Walk { name, position: &mut position, plain, rng: &mut rng, exhausts };
        for ply in 0..longest(game) {
            let moves = walk.look();
            if ply % 16 == seed as usize {
                walk.look_closely(&moves, &mut worker);
            }
            if moves.is_empty() {
                break;
            }
            let chosen = moves[walk.rng.usize(..moves.len())];
            walk.go(chosen);
        }
        walk.go_back();
    }
}

/// A walk and where it is.
struct Walk<'a> {
    name: &'a str,
    position: &'a mut Position,
    plain: Plain,
    rng: &'a mut Rng,
    /// Every move that can be encoded will be tried at the next close look, and a sample later.
    exhausts: bool,
}

impl Walk<'_> {
    /// What is quick to see at a position. Returns its moves.
    fn look(&mut self) -> Vec<Move> {
        let game = self.position.game().clone();
        let moves = self.position.legal_moves();
        self.agrees_with_plain_rules(&game, &moves);
        self.texts_read_back(&game, &moves);
        self.is_as_if_set_up(&game);
        self.tactics_are_those_among_all_moves(&game);
        self.undo_restores_every_bit(&moves);
        moves
    }

    fn agrees_with_plain_rules(&self, game: &Game, moves: &[Move]) {
        let at = self.at();
        let outcome = self.plain.outcome(game);
        assert_eq!(self.position.outcome(), outcome, "outcome {at}");
        let expected = if outcome.is_some() { Vec::new() } else { self.plain.moves(game) };
        if moves != expected {
            assert_eq!(self.plain.renumbered(self.position, moves), expected, "moves {at}");
        }
        let same = |cell: Cell| self.position.at(cell) == self.plain.at(cell);
        assert!(game.rules.geometry.board().iter().all(same), "pieces {at}");
        let held = |piece: Piece| u32::from(self.position.held(piece));
        assert!(game.rules.pieces().all(|piece| held(piece) == self.plain.held(piece)), "hands {at}");
    }

    fn texts_read_back(&self, game: &Arc<Game>, moves: &[Move]) {
        let at = self.at();
        let texts: HashSet<String> = moves.iter().map(|&mv| self.position.move_text(mv)).collect();
        assert_eq!(texts.len(), moves.len(), "two moves are written alike {at}");
        for &mv in moves.iter().take(4) {
            assert_eq!(self.position.parse_move(&self.position.move_text(mv)), Ok(mv), "{at}");
        }
        let text = self.position.to_string();
        let read = Position::parse(game, &text).unwrap_or_else(|error| panic!("{error} {at}"));
        assert_eq!(read.pieces(), self.position.pieces(), "{at}");
        assert_eq!(read.turn(), self.position.turn(), "{at}");
        assert_eq!(read.to_string(), text, "{at}");
        if game.names.fen && game.tables.movement.passes.iter().all(Vec::is_empty) {
            assert_eq!(read.hash(), self.position.hash(), "{at}");
        }
    }

    /// What is kept up to date along the way is what a look at the board gives.
    fn is_as_if_set_up(&self, game: &Arc<Game>) {
        let at = self.at();
        let given = given(self.position);
        let fresh = Position::set_up_with(game, &self.position.pieces(), self.position.turn(), &given);
        let sums = |position: &Position| on_board!(position.engine(), board => (board.key(), board.worth()));
        assert_eq!(sums(self.position), sums(&fresh), "key and worth {at}");
        assert_eq!(
            evaluate(self.position).expect("no script"),
            evaluate(&fresh).expect("no script"),
            "value {at}"
        );
        let scored = weighed(self.position);
        on_board!(scored.engine(), board => {
            let score = Scorer::new(scored.game(), board).score(board);
            assert_eq!(score, evaluate(self.position).expect("no script"), "value {at}");
        });
    }

    /// What captures, becomes another piece or comes to a goal is found among fewer moves as among all.
    fn tactics_are_those_among_all_moves(&self, game: &Game) {
        let carries = |mv: Move| {
            matches!(game.rules.moves[mv.rule()].action, Action::Shift | Action::Change | Action::Chain)
        };
        let every_fifth: CellSet =
            game.rules.geometry.board().iter().filter(|cell| cell.0 % 5 == 0).collect();
        on_board!(self.position.engine(), board => for goal in [Bits::EMPTY, every_fifth.narrow()] {
            let tactic = |board: &Board<_>, mv: Move| {
                carries(mv)
                    && (mv.becomes().is_some() || board.is_capture(game, mv) || goal.has(mv.to()))
            };
            let mut board = board.scratch(game);
            let (mut all, mut found) = (MoveList::new(game), MoveList::new(game));
            board.moves_to_try(game, &mut all);
            all.retain(|mv| tactic(&board, mv));
            board.tactics_to_try(game, &goal, &mut found, tactic);
            assert_eq!(found.as_slice(), all.as_slice(), "tactics {}", self.at());
        });
    }

    fn undo_restores_every_bit(&mut self, moves: &[Move]) {
        let before = format!("{:?}", self.position.engine());
        let hash = self.position.hash();
        for &mv in moves.iter().take(3) {
            self.position.play(mv);
            self.position.undo();
            assert_eq!(format!("{:?}", self.position.engine()), before, "{mv:?} {}", self.at());
            assert_eq!(self.position.hash(), hash, "{}", self.at());
        }
    }

    /// What takes longer to see.
    fn look_closely(&mut self, moves: &[Move], worker: &mut Search) {
        self.nothing_else_is_legal(moves);
        self.counts_agree(moves);
        self.the_scorer_follows(moves);
        self.the_search_repeats_itself(worker);
    }

    /// Every move that can be encoded is legal only if it was generated.
    fn nothing_else_is_legal(&mut self, moves: &[Move]) {
        let game = self.position.game().clone();
        let generated: HashSet<Move> = moves.iter().copied().collect();
        assert_eq!(generated.len(), moves.len(), "a move twice {}", self.at());
        let cells: Vec<Cell> = game.rules.geometry.board().iter().collect();
        let rules = game.rules.moves.len();
        let all = rules * cells.len() * cells.len();
        let encoded = |number: usize| {
            let (rule, rest) = (number % rules, number / rules);
            Move::new(rule as u8, cells[rest % cells.len()], cells[rest / cells.len()])
        };
        let everything = all <= EVERYTHING && self.exhausts || deep() && cells.len() <= SMALL;
        self.exhausts = false;
        let tried = if everything { all } else { SAMPLE };
        for i in 0..tried {
            let mv = encoded(if everything { i } else { self.rng.usize(..all) });
            // The same with a choice and with a third cell, as other moves have them.
            let kind = Kind(self.rng.u8(..game.rules.roster.kinds as u8));
            for mv in [mv.becoming(kind), mv.by_way_of(cells[self.rng.usize(..cells.len())])] {
                assert_eq!(self.position.is_legal(mv), generated.contains(&mv), "{mv:?} {}", self.at());
            }
            assert_eq!(self.position.is_legal(mv), generated.contains(&mv), "{mv:?} {}", self.at());
        }
        for _ in 0..20 {
            let mv = encoded(self.rng.usize(..all));
            // Castles, passes and moves by which a piece goes on are read in other ways, too.
            let otherwise = [Action::Castle, Action::Chain].contains(&game.tables.actions[mv.rule()]);
            if otherwise || mv.from() == mv.to() {
                continue;
            }
            // So is the text of a move that is not legal where it is the start and end of a legal one of those.
            let chain = |mv: Move| game.tables.actions[mv.rule()] == Action::Chain;
            if moves.iter().any(|&one| chain(one) && (one.from(), one.to()) == (mv.from(), mv.to())) {
                continue;
            }
            let text = self.position.move_text(mv);
            let known = moves.iter().find(|&&mv| self.position.move_text(mv) == text);
            assert_eq!(self.position.parse_move(&text).ok(), known.copied(), "{text} {}", self.at());
        }
    }

    fn counts_agree(&self, moves: &[Move]) {
        let depth = (1..=3).take_while(|&d| (moves.len() as u64 + 1).pow(d) <= TREE).count().max(1);
        let counted = self.position.perft(depth, LastPly::Counted);
        assert_eq!(counted, self.position.perft(depth, LastPly::Played), "{}", self.at());
        let by_history = |end: usize| self.position.game().rules.ends[end].ignored_by_perft();
        match self.position.outcome() {
            None => assert_eq!(counted[0], moves.len() as u64, "{}", self.at()),
            Some(over) if over.end.is_some_and(by_history) => {}
            Some(_) => assert_eq!(counted[0], 0, "{}", self.at()),
        }
    }

    fn the_scorer_follows(&mut self, moves: &[Move]) {
        let at = self.at();
        let mut scored = weighed(self.position).into_owned();
        let game = scored.game().clone();
        let (_, engine) = scored.parts();
        let values: Vec<i32> = on_board!(engine, board => follow(&game, board, moves));
        for (&mv, value) in moves.iter().zip(values) {
            self.position.play(mv);
            assert_eq!(evaluate(self.position).expect("no script"), value, "after {mv:?} {at}");
            self.position.undo();
        }
    }

    /// The same search gives the same report, whatever was searched before.
    fn the_search_repeats_itself(&mut self, worker: &mut Search) {
        let limits = Limits { nodes: 3_000, ..Limits::depth(4) };
        let mut silent = |_: &_| {};
        let first = worker.run(self.position, &limits, &mut silent);
        let again = Search::new(1).run(self.position, &limits, &mut silent);
        assert_eq!(first, again, "{}", self.at());
        let line = first.lines.first().map_or(&[][..], |line| line.moves.as_slice());
        let mut along = self.position.clone();
        for &mv in line {
            assert!(along.is_legal(mv), "{mv:?} of the line {line:?} {}", self.at());
            along.play(mv);
        }
    }

    fn go(&mut self, mv: Move) {
        let before = material(self.position);
        let own = self.plain.renumbered(self.position, &[mv])[0];
        self.plain = self.plain.play(self.position.game(), own);
        self.position.play(mv);
        let kept = on_board!(self.position.engine(), board => board.has_kept_material(self.position.game()));
        assert!(!kept || material(self.position) == before, "material after {mv:?} {}", self.at());
    }

    /// The whole way back, and the same way again by text.
    fn go_back(&mut self) {
        let game = self.position.game().clone();
        let played = self.position.played();
        let end = self.position.hash();
        let texts = self.position.played_texts();
        while self.position.undo().is_some() {}
        let start = Position::start(&game);
        assert_eq!(
            format!("{:?}", self.position.engine()),
            format!("{:?}", start.engine()),
            "{}: the way back",
            self.name
        );
        assert_eq!(oracle::after(&game, &played), self.plain);
        let text = format!("startpos moves {}", texts.join(" "));
        let again = Position::parse(&game, text.trim_end_matches(" moves ")).expect("moves that were played");
        assert_eq!(again.hash(), end, "{}: {text}", self.name);
    }

    fn at(&self) -> String {
        let played = self.position.played_texts().join(" ");
        format!("in {}, {}, after {played}", self.name, self.position)
    }
}

/// How many of each piece there are, on the board and in the hands.
fn material(position: &Position) -> Vec<(u32, u16)> {
    let game = position.game();
    on_board!(position.engine(), board => {
        game.rules.pieces().map(|piece| (board.of(piece).count(), board.held(piece))).collect()
    })
}

/// What a position has besides pieces and turn.
fn given(position: &Position) -> Extras {
    let game = position.game();
    on_board!(position.engine(), board => {
        let marks: Vec<Cell> = board.marks().iter().collect();
        Extras {
            unmoved: board.unmoved().iter().collect(),
            castles: Player::BOTH
                .into_iter()
                .flat_map(|player| board.castles(player))
                .map(|way| (way.rule, way.player, way.castle))
                .collect(),
            marker: (!marks.is_empty()).then(|| board.marker()),
            marks,
            hands: (0..=2 * game.rules.roster.kinds as u8).map(|code| board.held(Piece(code))).collect(),
            checks: Player::BOTH.map(|player| board.checks(player)),
            turn: board.turn_progress(),
        }
    })
}

/// The values after each move, kept up to date by one scorer.
fn follow<const N: usize>(game: &Arc<Game>, board: &mut Board<N>, moves: &[Move]) -> Vec<i32> {
    let mut scorer = Scorer::new(game, board);
    let mut after = |&mv: &Move| {
        board.play(game, mv);
        scorer.follow(board);
        let value = scorer.score(board);
        board.undo(game);
        scorer.retreat();
        value
    };
    let values = moves.iter().map(&mut after).collect();
    let again: Vec<i32> = moves.iter().map(&mut after).collect();
    assert_eq!(values, again, "{}", game.names.game);
    values
}
