//! The reason that is true of a text, found by asking one thing after the other.

use super::chains::{ChainRefusal, refused_chain};
use super::drops::{misspelt, refused_drop};
use super::shifts::refused_shift;
use super::special::{set_aside, unlike_choice};
use super::stages::refused_stage;
use super::wish::{Wish, own_piece};
use super::{Exposed, Over, Reason, Refusal, special};
use crate::game::{Action, Cell, Game, Idle, Move, Piece, Way, is_done};
use crate::notation::stages::split_stages;
use crate::on_board;
use crate::position::{IllegalBecause, MoveList, Position};

impl Refusal {
    /// Why the text is not a legal move of the position.
    pub(in crate::notation) fn of(position: &Position, text: &str) -> Refusal {
        Refusal::new(position.game(), reason(position, text))
    }

    /// Why a move is not a legal one of the position.
    pub(in crate::notation) fn of_move(position: &Position, mv: Move) -> Refusal {
        let game = position.game();
        if !is_of(game, mv) {
            return Refusal::new(game, Reason::Foreign);
        }
        Refusal::of(position, &game.plain_text(mv))
    }
}

/// Whether a move names a rule and cells of a game.
fn is_of(game: &Game, mv: Move) -> bool {
    let has = |cell: Cell| cell.index() < game.rules.geometry.size();
    let cells = [Some(mv.from()), Some(mv.to()), mv.stage(), mv.gates().map(|(_, cell)| cell)];
    let kinds = [mv.becomes(), mv.gates().map(|(kind, _)| kind)];
    mv.rule() < game.rules.moves.len()
        && cells.into_iter().flatten().all(has)
        && kinds.into_iter().flatten().all(|kind| kind.index() < game.names.kinds.len())
}

/// The reason that is true of a text.
fn reason(position: &Position, text: &str) -> Reason {
    let game = position.game();
    if let Some(over) = position.outcome() {
        return over.end.map_or(Reason::NoMoves, |end| Reason::Over { end });
    }
    let (plain, name) = text.split_once(':').map_or((text, None), |(plain, name)| (plain, Some(name)));
    if let Some(reason) = name.and_then(|name| misnamed(position, plain, name)) {
        return reason;
    }
    let text = plain;
    let (first, onward) = split_stages(game, text);
    let Some(wish) = Wish::read(game, first) else { return unreadable(position, text) };
    let hole = wish.cells().into_iter().flatten().find(|&cell| !game.rules.geometry.has(cell));
    if let Some(cell) = hole {
        return Reason::Hole { cell };
    }
    refused_stage(position, first, onward)
        .or_else(|| misspelt(position, wish))
        .or_else(|| unlike_choice(position, first, wish))
        .or_else(|| endangered(position, text, wish))
        .or_else(|| vetoed(position, text, wish))
        .or_else(|| set_aside(position, text, wish))
        .or_else(|| {
            refused_chain(position, first, wish).map(|told| match told {
                ChainRefusal::Reason(why) => why,
                ChainRefusal::AsOf(full) => reason(position, &full),
            })
        })
        .unwrap_or_else(|| refused(position, wish))
}

/// A move that is said with the name of a rule that does not make it.
fn misnamed(position: &Position, plain: &str, name: &str) -> Option<Reason> {
    let game = position.game();
    let Some(rule) = game.names.moves.iter().position(|rule| rule.name == name) else {
        return Some(Reason::NoSuchRule { name: name.to_owned() });
    };
    let made = position.legal_moves().into_iter().any(|mv| position.plain_text(mv) == plain);
    made.then(|| Reason::OtherRule { text: plain.to_owned(), rule })
}

fn unreadable(position: &Position, text: &str) -> Reason {
    let meant = match text.split_once('@') {
        Some((letter, cell)) => format!("{letter}@{}", cell.to_lowercase()),
        None => text.to_lowercase(),
    };
    if meant != text && Wish::read(position.game(), &meant).is_some() {
        return Reason::UpperCase { meant };
    }
    let example = position.legal_moves().first().map(|&mv| position.move_text(mv));
    Reason::Unreadable { text: text.to_owned(), example }
}

/// The royal piece that a move, which the rules alone would allow, leaves to be taken, or takes away.
fn endangered(position: &Position, text: &str, wish: Wish<'_>) -> Option<Reason> {
    let mut copy = position.clone();
    let (game, engine) = copy.parts();
    let mut list = MoveList::new(game);
    let (mv, danger) = on_board!(engine, board => {
        board.moves_of_rules(game, &mut list);
        let mv = wish.meant(position, &list, text)?;
        (mv, board.illegal_because(game, mv)?)
    });
    let text = text.to_owned();
    Some(match danger {
        IllegalBecause::Attacked { royal, attacker, by } => {
            let exposed = Exposed { royal, on: by.to(), attacker, from: by.from() };
            Reason::Exposed { text, exposed, by: by.rule() }
        }
        IllegalBecause::OnTheWay(by) => castled_over(position, text, mv, by),
        IllegalBecause::NoneLeft => Reason::NoRoyalLeft { text, player: position.turn(), rule: mv.rule() },
    })
}

/// A castle over a cell where the royal piece could be taken.
fn castled_over(position: &Position, text: String, castle: Move, by: Move) -> Reason {
    let [royal, attacker] = [castle, by].map(|mv| position.at(mv.from()));
    let exposed = Exposed { royal, on: by.to(), attacker, from: by.from() };
    let over = match by.to() {
        on if on == castle.from() => Over::AwayFrom,
        on if on == castle.to() => Over::To,
        _ => Over::Across,
    };
    Reason::CastlesOver { text, over, exposed, by: by.rule() }
}

/// The veto that forbids a move which the rules alone would allow.
fn vetoed(position: &Position, text: &str, wish: Wish<'_>) -> Option<Reason> {
    let mut copy = position.clone();
    let (game, engine) = copy.parts();
    let mut list = MoveList::new(game);
    let (veto, stood) = on_board!(engine, board => {
        board.moves_before_vetoes(game, &mut list);
        let mv = wish.meant(position, &list, text)?;
        let veto = board.veto(game, mv)?;
        (veto, board.brings_back(game, mv, veto))
    });
    let text = text.to_owned();
    Some(match stood {
        Some(ply) => Reason::Repeats { text, veto, ply },
        None => Reason::Vetoed { text, veto },
    })
}

/// What is wrong with a move that no rule makes.
fn refused(position: &Position, wish: Wish<'_>) -> Reason {
    let of_own = |from: Cell, why: &dyn Fn(Piece) -> Reason| match own_piece(position, from) {
        Ok(piece) => why(piece),
        Err(reason) => reason,
    };
    match wish {
        Wish::Pass => refused_pass(position),
        Wish::Done => Reason::NotDone { rule: rule_of(position, is_done) },
        Wish::Swap => Reason::NotSwap { rule: rule_of(position, |way| *way == Way::Swap) },
        Wish::Drop(letter, to) => refused_drop(position, letter, to),
        Wish::Exit(from) => of_own(from, &|piece| refused_exit(position, piece, from)),
        Wish::Shift(from, to, _) => special::refused_castle(position, from, to)
            .unwrap_or_else(|| of_own(from, &|piece| refused_shift(position, piece, from, to))),
    }
}

/// The rule that goes such a way.
fn rule_of(position: &Position, goes: impl Fn(&Way) -> bool) -> Option<usize> {
    position.game().rules.moves.iter().position(|rule| goes(&rule.by[0].way))
}

fn refused_pass(position: &Position) -> Reason {
    let game = position.game();
    let passes = |mv: &Move| game.tables.actions[mv.rule()] == Action::Pass;
    let is_pass = |way: &Way| matches!(way, Way::Pass { when } if when.is_pass());
    let Some(rule) = rule_of(position, is_pass) else {
        return Reason::NobodyPasses;
    };
    match game.rules.moves[rule].by[position.turn().index()].way {
        Way::Pass { when: Idle::Stuck } if !position.legal_moves().iter().all(passes) => {
            Reason::NotStuck { rule }
        }
        _ => Reason::Unmet { rule },
    }
}

fn refused_exit(position: &Position, piece: Piece, from: Cell) -> Reason {
    let rules = &position.game().rules.moves;
    let leaves = |&rule: &usize| rules[rule].kind == Some(piece.kind()) && rules[rule].action == Action::Exit;
    let steps = position.game().tables.movement.steps(piece, from);
    let leads = |rule: &usize| steps.iter().any(|step| step.mv.rule() == *rule);
    let exits = || (0..rules.len()).filter(leaves);
    match (exits().find(leads), exits().next()) {
        (Some(rule), _) => Reason::Unmet { rule },
        (None, Some(rule)) => Reason::NoExitHere { cell: from, rule },
        (None, None) => Reason::NoExit { piece },
    }
}
