//! What a board is asked besides its moves, held against them: who attacks a cell, which chains there are, and how many
//! moves a player would have.

use std::collections::HashSet;
use std::sync::Arc;

use banco::inside::game::{Action, Cell, Game, Hop, Kind, Legality, Move, Piece, Player, Rule, split_mix};
use banco::inside::lint::play_at_random;
use banco::inside::position::{Board, Chain, Chains, Engine, LastPly, MoveList, Position, Wanted};
use banco::on_board;

use crate::shipped::{self, variant};

/// The cells from which moves that the rules make, legal or not, land on a cell.
fn captors(position: &Position, cell: Cell) -> Vec<Cell> {
    let game = position.game();
    let mut list = MoveList::new(game);
    let mut engine = position.engine().clone();
    on_board!(&mut engine, board => board.moves_of_rules(game, &mut list));
    let captures =
        |mv: &&Move| mv.to() == cell && mv.from() != cell && game.tables.actions[mv.rule()].travels();
    let mut cells: Vec<Cell> = list.as_slice().iter().filter(captures).map(|mv| mv.from()).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn attackers(engine: &Engine, game: &Game, held: (Cell, Piece), by: Player, left: &[Piece]) -> Vec<Cell> {
    let there = (0..).map(Cell).zip(left).filter(|(_, piece)| !piece.is_none()).map(|(cell, _)| cell);
    on_board!(engine, board => board.attackers_to(game, held, by, there.collect()).iter().collect())
}

#[test]
fn attackers_are_those_that_the_rules_let_capture_also_when_others_have_left() {
    let mut dice = 7;
    let mut asked = 0;
    for name in shipped::names() {
        let game = shipped::game(name);
        let conditional = game.tables.movement.conditional.contains(&true);
        if conditional || game.facts.has_chains || game.facts.checks_late {
            continue;
        }
        for seed in 0..3 {
            let mut played = Position::start(&game);
            play_at_random(&mut played, 10 + 9 * seed, seed as u64);
            let pieces = played.pieces();
            let left: Vec<Piece> = pieces
                .iter()
                .map(|&piece| if split_mix(&mut dice).is_multiple_of(3) { Piece::NONE } else { piece })
                .collect();
            for by in Player::BOTH {
                let [full, some] = [&pieces, &left].map(|there| Position::set_up(&game, there, by));
                for (cell, &piece) in (0..).map(Cell).zip(&left) {
                    if !game.rules.is_not_of(piece, by) {
                        continue;
                    }
                    asked += 1;
                    let found = attackers(full.engine(), &game, (cell, piece), by, &left);
                    assert_eq!(
                        found,
                        captors(&some, cell),
                        "{}: {some} {}",
                        game.name(),
                        game.cell_name(cell)
                    );
                }
            }
        }
    }
    assert!(asked > 1_000, "{asked}");
}

/// The position with some pieces away, and some of another kind of their player.
fn thinned(position: &Position, dice: &mut u64) -> Position {
    let game = position.game();
    let mut thin = |piece: Piece| {
        let kind = Kind((split_mix(dice) % game.rules.roster.kinds as u64) as u8);
        match split_mix(dice) % 4 {
            _ if piece.is_none() => piece,
            0 | 1 => Piece::NONE,
            2 => Piece::new(kind, piece.owner()),
            _ => piece,
        }
    };
    let pieces: Vec<Piece> = position.pieces().into_iter().map(&mut thin).collect();
    Position::set_up(game, &pieces, position.turn())
}

/// The chains of a board, followed on sets and played on the board; each with what it takes and leads to.
fn both<const N: usize>(board: &mut Board<N>, game: &Game) -> [Vec<(Move, Vec<Piece>, u64)>; 2] {
    let hops = game.tables.hops.as_deref().expect("hops alone capture");
    let mut found = [Chains::default(), Chains::default()];
    for cell in board.owned(board.turn()) {
        let own = |hop: &&Hop| hop.piece == board.at(cell);
        let mut rules: Vec<u8> =
            hops.of_player(board.turn()).iter().filter(own).map(|hop| hop.rule).collect();
        rules.dedup();
        for rule in rules {
            board.find_hops(game, hops, rule, cell, &mut found[0]);
            board.find_by_playing(game, rule, cell, &mut found[1]);
        }
    }
    assert_eq!(board.hoppers(game, hops).is_empty(), found[0].found.is_empty());
    let said =
        |chains: Chains| chains.found.iter().map(|c| (c.mv, chains.taken(c).to_vec(), c.result)).collect();
    found.map(said)
}

#[test]
fn hops_are_the_same_on_sets_and_played_on_the_board() {
    let (mut dice, mut asked, mut longest) = (11, 0, 0);
    for name in shipped::names() {
        let game = shipped::game(name);
        if game.tables.hops.is_none() {
            continue;
        }
        for seed in 0..60 {
            let mut played = Position::start(&game);
            play_at_random(&mut played, 3 * (seed as usize % 20), seed);
            let mut thin = || thinned(&played, &mut dice);
            for position in [thin(), thin(), thin(), played.clone()] {
                let mut engine = position.engine().clone();
                let [sets, boards] = on_board!(&mut engine, board => both(board, &game));
                assert_eq!(sets, boards, "{}: {position}", game.name());
                asked += sets.len();
                longest = longest.max(sets.iter().map(|(_, taken, _)| taken.len()).max().unwrap_or(0));
                let [counted, listed] =
                    [LastPly::Counted, LastPly::Played].map(|last| position.perft(2, last));
                assert_eq!(counted, listed, "{}: {position}", game.name());
            }
        }
    }
    assert!(asked > 1_000 && longest > 4, "{asked} chains, of {longest} pieces at most");
}

/// Nothing forbids a move that tables offer, and each move is one rule's.
fn is_plain(game: &Game) -> bool {
    let single = |rule: &Rule| !matches!(rule.action, Action::Chain | Action::Castle | Action::Swap);
    matches!(game.tables.legality, Legality::Free)
        && game.rules.vetoes.is_empty()
        && game.rules.stages.is_empty()
        && !game.facts.compels
        && game.rules.moves.iter().all(single)
}

#[test]
fn mobility_is_the_number_of_legal_moves_where_nothing_forbids_any() {
    let mut tried = 0;
    for name in shipped::names() {
        let game = shipped::game(name);
        if !is_plain(&game) {
            continue;
        }
        let mut position = Position::start(&game);
        for step in 0..20 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            on_board!(position.engine(), board => for player in Player::BOTH {
                let mut board = board.scratch(&game);
                if board.turn() != player {
                    board.pass_turn(&game);
                }
                let mut list = MoveList::new(&game);
                board.legal_moves(&game, &mut list);
                let passes = |mv: &&Move| game.tables.actions[mv.rule()] == Action::Pass;
                let passes = list.as_slice().iter().filter(passes).count();
                let moves = (list.len() - passes) as u64;
                assert_eq!(board.mobility(&game, player), moves, "{name}: {position}");
            });
            position.play(moves[(7 * step + 3) % moves.len()]);
        }
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
}

/// A king of the player to move, and enemies among which there are many ways round.
fn scattered(game: &Arc<Game>, dice: &mut u64) -> Position {
    let geometry = &game.rules.geometry;
    let mut pieces = vec![Piece::NONE; geometry.size()];
    for cell in geometry.board().iter() {
        let (file, rank) = (geometry.file(cell), geometry.rank(cell) - 1);
        let inside = file + 1 < geometry.files() && rank + 1 < geometry.ranks();
        let chance = split_mix(dice) % 8;
        if inside && file % 2 == 1 && rank % 2 == 1 && chance > 1 {
            pieces[cell.index()] = Piece::new(Kind((chance == 2) as u8), Player::Second);
        }
    }
    pieces[geometry.parse("a1").expect("a corner").index()] = Piece::new(Kind(1), Player::First);
    Position::set_up(game, &pieces, Player::First)
}

/// The chains of the pieces of the player to move, found by playing them.
fn chains_of<const N: usize>(board: &mut Board<N>, game: &Game, wanted: Wanted) -> Chains {
    let mut chains = Chains::wanting(wanted);
    for cell in board.owned(board.turn()) {
        let kind = board.at(cell).kind();
        for (number, rule) in (0u8..).zip(&game.rules.moves) {
            if rule.kind == Some(kind) && rule.again.is_some() {
                board.find_by_playing(game, number, cell, &mut chains);
            }
        }
    }
    chains
}

/// The start and end of a chain, what its piece becomes, what it leads to, and what it takes: in order where that counts.
type Led = ((Cell, Cell), Option<Kind>, u64, Vec<u32>);

fn results(game: &Game, chains: &Chains) -> HashSet<Led> {
    let result = |chain: &Chain| {
        let mut taken: Vec<u32> = chains.taken(chain).iter().map(|piece| piece.index() as u32).collect();
        if game.facts.ways_meet {
            taken.sort_unstable();
        }
        ((chain.mv.from(), chain.mv.to()), chain.mv.becomes(), chain.result, taken)
    };
    chains.found.iter().map(result).collect()
}

#[test]
fn ways_that_meet_are_followed_once_and_lead_to_the_same_results() {
    let jump = |over: &str, then: &str| {
        let hop = format!("hop = \"diagonal\", over = \"{over}\", onto = \"empty\"");
        let take = "do = { take = \"path\", only = \"enemy\", when = \"end\" }";
        format!("[pieces.king.moves]\njump = {{ {hop}, {take}, then = {{ again = {then} }} }}")
    };
    let changes = [
        String::new(),
        "[legality]\nprefer = [{ first = \"enemy king\" }]".to_owned(),
        jump("enemy", "\"must\", revisit = false"),
        jump("enemy", "\"must\", bends = \"not-back\""),
        jump("enemy", "\"may\""),
        jump("any", "\"must\""),
    ];
    let (mut dice, mut met) = (5, 0);
    for change in changes {
        let game = variant("international-draughts", &change);
        let before = met;
        for _ in 0..60 {
            let position = scattered(&game, &mut dice);
            let mut engine = position.engine().clone();
            let [all, some] = [Wanted::All, Wanted::Results]
                .map(|wanted| on_board!(&mut engine, board => chains_of(board, &game, wanted)));
            if all.gave_up.is_none() {
                assert_eq!(results(&game, &all), results(&game, &some), "{change}: {position}");
                met += (some.found.len() < all.found.len()) as u32;
            }
        }
        assert!(met > before, "{change}");
    }
}
