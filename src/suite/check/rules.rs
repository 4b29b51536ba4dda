//! What may be played, and how games end.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::reason;
use crate::game::{Action, Award, Contents, Game, Kind, Move, Named, Piece, Rule};
use crate::position::{LastPly, Outcome, Position};
use crate::suite::verdict::{Failure, Lead, ListDifference, Reproduction};

/// Rules that a failure lists at most.
const MOST_LEADS: usize = 24;

/// Positions of a tree in which a failure looks for ends.
const MOST_POSITIONS: usize = 2_000;

pub(super) fn counts(position: &Position, depth: usize) -> Vec<u64> {
    position.perft(depth, LastPly::Counted)
}

pub(super) fn perft(position: &Position, expected: &[u64]) -> Result<(), Failure> {
    // One ply after the other: where rules are wrong, the tree may be far larger than it should be.
    for depth in 1..=expected.len() {
        let found = counts(position, depth);
        if found != expected[..depth] {
            let [expected, found] = [expected, &found].map(|counts| counts[depth - 1]);
            return Err(Failure::new(
                format!("{expected} leaves at depth {depth}"),
                format!("{found} leaves at depth {depth}"),
            )
            .asked(Reproduction::Perft(depth))
            .leads(moves_at(position, depth, found.cmp(&expected)))
            .leads(ends_met(position, depth))
            .leads(vetoes(position.game())));
        }
    }
    Ok(())
}

/// Each rule that makes moves in the position or is concerned for another reason, with the number of its moves.
pub(super) fn moves_by_rule(position: &Position, concerned: &dyn Fn(&Rule) -> bool) -> Vec<Lead> {
    let moves = position.legal_moves();
    let has_part = |number: usize, rule: &Rule| moves.iter().any(|mv| mv.rule() == number) || concerned(rule);
    counted(position, &moves, &has_part)
}

/// Each rule that makes the moves which were counted last, with their number, as far as the tree is looked at. Where
/// there are too few of them, also each that makes none, of pieces that move by others; where there are too many, each
/// that only forbids moves.
fn moves_at(position: &Position, depth: usize, counted: Ordering) -> Vec<Lead> {
    let game = position.game();
    let mut made = vec![0_u64; game.names.moves.len()];
    let mut left = MOST_POSITIONS;
    count_by_rule(&mut position.clone(), depth, &mut left, &mut made);
    let seen = if left == 0 { " of those looked at" } else { "" };
    let kind = |number: usize| game.rules.moves[number].kind;
    let moving: Vec<usize> = (0..made.len()).filter(|&number| made[number] > 0).collect();
    let forbids = only_threatens(game);
    let idle = |number: usize| match counted {
        Ordering::Less => moving.is_empty() || moving.iter().any(|&other| kind(other) == kind(number)),
        Ordering::Equal => false,
        Ordering::Greater => forbids(&game.rules.moves[number]),
    };
    let rules = game.names.moves.iter().enumerate();
    let lead = |(number, named): (usize, &Named)| match depth {
        ..=1 => makes(named, made[number], "legal move", ""),
        _ => makes(named, made[number], "move", &format!(" at ply {depth}{seen}")),
    };
    rules.filter(|&(number, _)| made[number] > 0 || idle(number)).map(lead).take(MOST_LEADS).collect()
}

/// Moves by rule at a ply of the tree; `left` is how many positions may be looked at.
fn count_by_rule(position: &mut Position, depth: usize, left: &mut usize, made: &mut [u64]) {
    if *left == 0 || position.outcome().is_some() {
        return;
    }
    *left -= 1;
    for mv in position.legal_moves() {
        if depth == 1 {
            made[mv.rule()] += 1;
            continue;
        }
        position.play_legal(mv);
        count_by_rule(position, depth - 1, left, made);
        position.undo();
    }
}

/// Each rule that is concerned, with the number of its moves in the position.
fn rules_concerned(position: &Position, concerned: &dyn Fn(&Rule) -> bool) -> Vec<Lead> {
    counted(position, &position.legal_moves(), &|_, rule| concerned(rule))
}

fn counted(position: &Position, moves: &[Move], has_part: &dyn Fn(usize, &Rule) -> bool) -> Vec<Lead> {
    let game = position.game();
    let rules = game.names.moves.iter().zip(&game.rules.moves).enumerate();
    let lead = |(number, (named, _)): (usize, (&Named, &Rule))| {
        makes(named, moves.iter().filter(|mv| mv.rule() == number).count() as u64, "legal move", "")
    };
    rules.filter(|(number, (_, rule))| has_part(*number, rule)).map(lead).take(MOST_LEADS).collect()
}

/// `pawn.push` makes 2 legal moves.
fn makes(rule: &Named, made: u64, what: &str, rest: &str) -> Lead {
    let plural = if made == 1 { "" } else { "s" };
    Lead {
        text: format!("`{}` makes {made} {what}{plural}{rest}", rule.name),
        origin: Some(rule.origin.clone()),
    }
}

/// Whether a rule could make a move that is missing: it is one of the piece that the text names by its cell, or one that
/// puts pieces, where the text names no cell where a piece stands.
pub(super) fn could_say(position: &Position, texts: &[&str]) -> impl Fn(&Rule) -> bool + use<> {
    let geometry = &position.game().rules.geometry;
    let cell = |text: &str| (1..=text.len()).rev().find_map(|end| geometry.parse(text.get(..end)?));
    let carried = |text: &&str| cell(text).map(|cell| position.at(cell)).filter(|piece| !piece.is_none());
    let kinds: Vec<Option<Kind>> = texts.iter().map(|text| carried(text).map(Piece::kind)).collect();
    move |rule| match rule.action {
        Action::Drop(_) => kinds.contains(&None),
        _ => rule.kind.is_some() && kinds.contains(&rule.kind),
    }
}

/// Whether all that a rule does is to threaten royal pieces: it forbids the moves of others, and makes none itself.
fn only_threatens(game: &Game) -> impl Fn(&Rule) -> bool {
    let royal = |piece: &Piece| game.rules.is_royal(piece.kind());
    let royals = game
        .rules
        .pieces()
        .filter(royal)
        .fold(Contents::NOTHING, |all, piece| all.or(Contents::piece(piece)));
    move |rule| !rule.by[0].onto.is_nothing() && rule.by.iter().all(|by| by.onto.but(royals).is_nothing())
}

/// The ends that games reach in the tree that was counted, as far as it is looked at.
fn ends_met(position: &Position, depth: usize) -> Vec<Lead> {
    let mut met = BTreeSet::new();
    let mut left = MOST_POSITIONS;
    look_for_ends(&mut position.clone(), depth, &mut left, &mut met);
    let game = position.game();
    met.retain(|&end| !game.rules.ends[end].ignored_by_perft());
    met.into_iter().map(|end| ended(&game.names.ends[end])).collect()
}

fn look_for_ends(position: &mut Position, depth: usize, left: &mut usize, met: &mut BTreeSet<usize>) {
    if *left == 0 {
        return;
    }
    *left -= 1;
    if let Some(outcome) = position.outcome() {
        met.extend(outcome.end);
        return;
    }
    for mv in if depth > 0 { position.legal_moves() } else { Vec::new() } {
        position.play_legal(mv);
        look_for_ends(position, depth - 1, left, met);
        position.undo();
    }
}

/// The ends that somebody wins by: they decide what is said to be won or lost.
pub(super) fn ends_with_a_winner(game: &Game) -> impl Iterator<Item = Lead> {
    let ends = game.names.ends.iter().zip(&game.rules.ends);
    ends.filter(|(_, end)| end.winner != Award::Nobody).map(|(name, _)| ended(name))
}

/// Each veto.
fn vetoes(game: &Game) -> impl Iterator<Item = Lead> {
    game.named_vetoes().map(|veto| Lead {
        text: format!("`{}` forbids moves", veto.name),
        origin: Some(veto.origin.clone()),
    })
}

pub(super) fn legal_texts(position: &Position) -> Vec<String> {
    position.legal_moves().iter().map(|&mv| position.move_text(mv)).collect()
}

pub(super) fn legal<S: AsRef<str>>(position: &Position, expected: &[S]) -> Result<(), Failure> {
    let found = legal_texts(position);
    let expected: Vec<&str> = expected.iter().map(AsRef::as_ref).collect();
    if sorted(found.iter().map(String::as_str)) == sorted(expected.iter().copied()) {
        return Ok(());
    }
    let is_lacking = |text: &&str| !found.iter().any(|other| other == text);
    let lacking: Vec<&str> = expected.iter().copied().filter(is_lacking).collect();
    let missing: Vec<Lead> = lacking.iter().map(|text| why_not(position, text)).collect();
    let extra = found.iter().filter(|text| !expected.contains(&text.as_str()));
    let extra = extra.filter_map(|text| position.parse_move(text).ok().map(|mv| made_by(position, mv)));
    let extra: Vec<Lead> = extra.collect();
    if missing.is_empty() && extra.is_empty() {
        let twice = Lead { text: "a move is listed more than once".to_owned(), origin: None };
        return Err(Failure::new(expected.join(" "), found.join(" ")).leads([twice]));
    }
    // Where the reason names no rule, any rule of the piece may be the one that lacks the move.
    let rules = &position.game().names.moves;
    let names_rule = |lead: &Lead| rules.iter().any(|rule| lead.origin.as_ref() == Some(&rule.origin));
    let vague = lacking.iter().zip(&missing).filter(|(_, lead)| !names_rule(lead));
    let vague: Vec<&str> = vague.map(|(text, _)| *text).collect();
    let (said, threatens) = (could_say(position, &vague), only_threatens(position.game()));
    let concerned = |rule: &Rule| {
        let is_of_missing = !vague.is_empty() && said(rule);
        is_of_missing || !extra.is_empty() && threatens(rule)
    };
    let others = match found.len() == expected.len() {
        true => format!(", {} not expected", extra.len()),
        false => String::new(),
    };
    let failure = Failure::new(legal_count(expected.len()), legal_count(found.len()) + &others);
    let failure = failure.leads(rules_concerned(position, &concerned));
    Err(Failure { difference: Some(Box::new(ListDifference { missing, extra })), ..failure })
}

/// Lists of moves are held against each other in whatever order they are written.
fn sorted<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut texts: Vec<&str> = texts.collect();
    texts.sort_unstable();
    texts
}

fn legal_count(moves: usize) -> String {
    format!("{moves} legal move{}", if moves == 1 { "" } else { "s" })
}

/// Why a move that should be legal is not.
fn why_not(position: &Position, text: &str) -> Lead {
    match position.parse_move(text) {
        Ok(mv) => made_by(position, mv),
        Err(refusal) => {
            Lead { text: format!("`{text}`: {}", refusal.message()), origin: refusal.origin().cloned() }
        }
    }
}

/// The rule that makes a move.
pub(super) fn made_by(position: &Position, mv: Move) -> Lead {
    let rule = &position.game().names.moves[mv.rule()];
    let text = format!("`{}` is legal by `{}`", position.move_text(mv), rule.name);
    Lead { text, origin: Some(rule.origin.clone()) }
}

/// The rule that made the last move played.
pub(super) fn played_by(position: &Position) -> Option<Lead> {
    let rule = &position.game().names.moves[position.played().last()?.rule()];
    let text = format!("`{}` was played by `{}`", position.played_texts().last()?, rule.name);
    Some(Lead { text, origin: Some(rule.origin.clone()) })
}

pub(super) fn illegal(position: &Position, text: &str, words: &str) -> Result<(), Failure> {
    let expected = format!("`{text}` is refused by `{words}`");
    match position.parse_move(text) {
        Ok(mv) => {
            let mut after = position.clone();
            after.play_legal(mv);
            let failure = Failure::new(expected, "it is legal").leads([made_by(position, mv)]);
            // A veto looks at what the other player could do.
            Err(failure
                .leads(vetoes(position.game()))
                .leads(moves_by_rule(&after, &only_threatens(position.game()))))
        }
        Err(refusal) if refusal.message().contains(words) => Ok(()),
        Err(refusal) => {
            Err(Failure::new(expected, "it is refused for another reason").leads([reason(&refusal)]))
        }
    }
}

pub(super) fn outcome(position: &Position, expected: Option<(Option<&str>, &str)>) -> Result<(), Failure> {
    let game = position.game();
    let found = position.outcome();
    let same = match (&found, expected) {
        (None, None) => true,
        (Some(found), Some((winner, end))) => {
            found.winner.map(|player| game.player_name(player)) == winner
                && found.end.is_some_and(|end_found| game.names.ends[end_found].name == end)
        }
        _ => false,
    };
    if same {
        return Ok(());
    }
    let said = expected.map_or("the game goes on".to_owned(), |(winner, end)| result(winner, Some(end)));
    let concerned = expected.and_then(|(_, name)| end_named(game, name));
    let fired = found.as_ref().map(|found| ended_by(game, found));
    let leads = concerned.into_iter().chain(fired);
    Err(Failure::new(said, outcome_text(position))
        .leads(leads)
        .leads(moves_by_rule(position, &only_threatens(game))))
}

/// The end that should have fired.
pub(super) fn end_named(game: &Game, name: &str) -> Option<Lead> {
    let end = game.names.ends.iter().find(|end| end.name == name)?;
    let text = format!("`{name}` does not end the game as expected");
    Some(Lead { text, origin: Some(end.origin.clone()) })
}

/// What stands for the name of an end where none fired.
pub const UNDECIDED: &str = "no end says who has won";

/// `white: through`; `nobody: full`.
fn result(winner: Option<&str>, end: Option<&str>) -> String {
    format!("{}: {}", winner.unwrap_or("nobody"), end.unwrap_or(UNDECIDED))
}

/// How a position's game stands, as a record says it.
pub(super) fn outcome_text(position: &Position) -> String {
    let game = position.game();
    position.outcome().map_or("the game goes on".to_owned(), |found| {
        let end = found.end.map(|end| game.names.ends[end].name.as_str());
        result(found.winner.map(|player| game.player_name(player)), end)
    })
}

fn ended(end: &Named) -> Lead {
    Lead { text: format!("`{}` ends the game", end.name), origin: Some(end.origin.clone()) }
}

/// The end that fired.
pub(super) fn ended_by(game: &Game, outcome: &Outcome) -> Lead {
    match outcome.end.map(|end| &game.names.ends[end]) {
        Some(end) => ended(end),
        None => Lead { text: "no end says what it means to have no move".to_owned(), origin: None },
    }
}
