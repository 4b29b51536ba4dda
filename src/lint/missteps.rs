//! What can be played and is hardly meant: ends that a veto never lets come, mates that win, castles that do not
//! cross, gates where nothing waits, kinds without a share in the score.

use crate::diagnostic::codes::doubts;
use crate::diagnostic::{Code, Span};
use crate::game::{
    Action, Award, Castle, Cell, CellSet, Condition, ConditionFacts, Contents, Count, End, Idle, Kind, Piece,
    Player, Way, WithName,
};

use super::reachability::verdict::{AskedWhen, Prospect};
use super::unused::promotes;
use super::{Look, leads_on};

/// Looks for all of these.
pub(super) fn look(look: &Look) {
    at_vetoed_ends(look);
    at_mates(look);
    at_castles(look);
    at_gate(look);
    at_score(look);
    at_choices(look);
    at_passes(look);
    at_phase(look);
}

/// Cells where a piece that promotes elsewhere lands as what it is, and can then never move again.
fn at_choices(look: &Look) {
    let (game, prospects) = (look.game, look.prospects);
    for (kind, entry) in look.scope.kinds.iter().zip(&look.definition.pieces) {
        let Some(said) = &entry.value.promote else { continue };
        // Where none ever promotes, that has been said.
        let stuck = Player::BOTH.into_iter().filter(|_| promotes(look, kind)).find_map(|player| {
            let piece = Piece::new(kind, player);
            let drops = game.rules.moves.iter().zip(&prospects.rules);
            let drops = drops.filter(|(rule, _)| rule.action == Action::Drop(kind));
            let dropped = drops.fold(CellSet::EMPTY, |all, (_, seen)| all | seen[player.index()].landed);
            let lands = prospects.land[piece.index()] & prospects.stand[piece.index()] & !dropped;
            lands.iter().find(|&cell| !leads_on(game, piece, cell) && !ends_there(look, piece, cell))
        });
        if let Some(cell) = stuck.filter(|_| !prospects.lost) {
            let name = &look.scope.kinds.name(kind).value;
            let cell = game.rules.geometry.name(cell);
            let message = format!("a `{name}` that stays what it is on {cell} can never move again");
            let help = "`on` says where it promotes, and `forced` where it has to";
            doubt(look, doubts::IMMOVABLE_PIECE, said.at, message, help);
        }
    }
}

/// Whether the game is over when a piece comes to a cell.
fn ends_there(look: &Look, piece: Piece, cell: Cell) -> bool {
    let (holds, on) = (Contents::piece(piece), CellSet::of(cell));
    let there = Condition::Count(Box::new(Count {
        holds: [holds; 2],
        on: [on; 2],
        by: None,
        at_least: 1,
        at_most: u32::MAX,
    }));
    look.ends_where(&there, AskedWhen::After.by(piece.owner()))
}

/// Passes of those who cannot move, where everybody can until the board is full and the game over.
fn at_passes(look: &Look) {
    let full =
        |end: &WithName<End>| look.prospects.covers(&[&end.when], &Condition::BoardFull, AskedWhen::After);
    let Some(end) = look.game.named_ends().find(full) else { return };
    let always = Player::BOTH.into_iter().all(|player| look.prospects.can_always_drop(player));
    for (rule, &span) in look.game.named_moves().zip(&look.places.rules) {
        let stuck = rule.by.iter().all(|travel| matches!(travel.way, Way::Pass { when: Idle::Stuck }));
        if stuck && always {
            let message = format!("`{}` never makes a move: a piece can be put on any empty cell", rule.name);
            let help = format!("when no cell is left, `{}` ends the game", end.name);
            doubt(look, doubts::DEAD_RULE, span, message, &help);
        }
    }
}

/// A phase that never changes: what it counts never comes and never goes.
fn at_phase(look: &Look) {
    let said = look.definition.evaluation.as_ref().and_then(|table| table.phase.names().next());
    let (Some(phase), Some(said)) = (&look.game.evaluation.phase, said) else { return };
    let board = look.game.rules.geometry.board();
    let stays = |&(kind, _): &(Kind, i32)| {
        Player::BOTH.into_iter().all(|player| {
            let holds = Contents::piece(Piece::new(kind, player));
            look.prospects.never_more(holds) == Some(look.prospects.never_less(holds, board, true))
        })
    };
    if phase.weights.iter().all(stays) {
        let message =
            "the pieces that the phase counts never leave the board, so it is always early".to_owned();
        let help = "count pieces that are captured as the game goes on";
        doubt(look, doubts::IDLE_WORD, said.span, message, help);
    }
}

fn doubt(look: &Look, code: &'static Code, place: Span, message: String, help: &str) {
    look.scope.log.add(look.definition.doubt(code, Some(place), message).help(help));
}

/// An end that asks for what a veto refuses after every move. What moves there are is asked of vetoes in another
/// way than of ends.
fn at_vetoed_ends(look: &Look) {
    let asks_moves = |when: &Condition| when.asks(ConditionFacts::MOVES | ConditionFacts::IN_CHECK);
    let open = |when: &Condition, asked| look.prospects.judge(when, asked) == Prospect::Open;
    let everywhere = look.game.named_vetoes().filter(|veto| veto.rules.is_none() && veto.before.is_none());
    for veto in everywhere.filter(|veto| !asks_moves(&veto.when) && open(&veto.when, AskedWhen::OnTrial)) {
        for (end, &span) in look.game.named_ends().zip(&look.places.ends) {
            let asks = !asks_moves(&end.when) && open(&end.when, AskedWhen::After);
            if asks && look.prospects.covers(&[&veto.when], &end.when, AskedWhen::After) {
                let message =
                    format!("`{}` never ends the game: `{}` refuses what leads there", end.name, veto.name);
                doubt(
                    look,
                    doubts::NEVER_HOLDS,
                    span,
                    message,
                    "drop the end, or say which `moves` are refused",
                );
            }
        }
    }
}

/// A player to move who has no move wins, mated or not.
fn at_mates(look: &Look) {
    let game = look.game;
    if game.rules.royals.is_empty() {
        return;
    }
    let has = |when: &Condition, test: fn(&Condition) -> bool| when.implies(&test);
    let mates = |end: &End| {
        has(&end.when, |part| matches!(part, Condition::NoMoves))
            && has(&end.when, |part| matches!(part, Condition::InCheck))
    };
    for (at, end) in game.named_ends().enumerate() {
        let wins = end.winner == Award::Turn && matches!(end.when, Condition::NoMoves);
        if wins && !game.rules.ends[..at].iter().any(mates) {
            let message = format!("by `{}` whoever is mated wins", end.name);
            let help = "an end with `if = [\"no-moves\", \"in-check\"]` before it says what mate means";
            doubt(look, doubts::MATE_WINS, look.places.ends[at], message, help);
        }
    }
}

/// The pieces of a castle that stay on the sides where they were.
fn at_castles(look: &Look) {
    let file = |cell: Cell| i32::from(look.game.rules.geometry.file(cell));
    let row = |cell: Cell| i32::from(look.game.rules.geometry.row(cell));
    let side =
        |one: Cell, other: Cell| ((file(other) - file(one)).signum(), (row(other) - row(one)).signum());
    let crosses = |castle: &Castle| {
        let (before, after) = (side(castle.from, castle.with_from), side(castle.to, castle.with_to));
        (before.0, before.1) == (-after.0, -after.1)
    };
    for (rule, &span) in look.game.named_moves().zip(&look.places.rules) {
        if let Way::Castle(castle) = &rule.by[0].way
            && !crosses(castle)
        {
            let message = format!("after `{}` the two pieces stand as they stood to each other", rule.name);
            let help = "the piece goes towards the other one, which comes to stand behind it";
            doubt(look, doubts::UNCROSSED_CASTLE, span, message, help);
        }
    }
}

/// Cells of a gate from which no piece ever moves for the first time.
fn at_gate(look: &Look) {
    let game = look.game;
    let gate = look.definition.hands.as_ref().and_then(|hands| hands.gate.as_ref());
    let (Some(gating), Some(said)) = (&game.rules.gating, gate) else { return };
    let starts = |player: Player| -> CellSet {
        let own = |cell: &Cell| {
            let piece = game.rules.setup.get(cell.index()).copied().unwrap_or(Piece::NONE);
            game.rules.roster.owner(piece) == Some(player)
        };
        game.rules.geometry.board().iter().filter(own).collect()
    };
    let waits = |player: Player| !(gating.on[player.index()] & starts(player)).is_empty();
    if !game.tables.state.settles && !Player::BOTH.into_iter().any(waits) {
        let message = "no piece starts on these cells, so nothing follows a first move from there".to_owned();
        let place = said.on.as_ref().map_or(said.at, |on| on.span);
        doubt(look, doubts::IDLE_WORD, place, message, "in rules `rank-1` is the owner's first rank");
    }
}

/// Kinds that count nothing where others of a player count.
fn at_score(look: &Look) {
    let Some(table) = &look.definition.score else { return };
    for kind in look.scope.kinds.iter() {
        let name = &look.scope.kinds.name(kind).value;
        let said = table.values.names().any(|said| said.value == *name);
        let counts = !look.game.rules.is_royal(kind) && !look.game.rules.roster.is_neutral(kind);
        let there = Player::BOTH.iter().any(|&owner| look.prospects.can_appear(Piece::new(kind, owner)));
        if table.values.names().next().is_some() && counts && there && !said {
            let message = format!("the `{name}` has no points in `[score]`, where others have");
            let help = format!("if that is meant, say so: `{name} = 0`");
            doubt(look, doubts::NO_VALUE, table.at, message, &help);
        }
    }
}
