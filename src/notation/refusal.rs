//! Why a move is refused: the rule that speaks, and its line.

use std::fmt;

use super::reasons::{refused_castle, set_aside, undropped, unlike_choice};
use super::shifts::refused_shift;
use super::stages::{refused_stage, split_stages};
use crate::game::{Action, Cell, Game, Kind, Letter, Move, Origin, Piece, Player, Rule, Way, WithName};
use crate::on_board;
use crate::position::IllegalBecause;
use crate::position::{MoveList, Position};

/// A move that is not legal, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What is wrong, as a sentence without its full stop.
    pub message: String,
    /// The rule that forbids the move, where one does; for a royal piece left to be taken, the rule by which
    /// it would be.
    pub origin: Option<Origin>,
    /// The royal piece that the move leaves to be taken.
    pub exposed: Option<Exposed>,
}

/// A royal piece that could be taken after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exposed {
    /// The royal piece.
    pub royal: Piece,
    /// Where it would stand.
    pub on: Cell,
    /// What could take it.
    pub attacker: Piece,
    /// Where that stands.
    pub from: Cell,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        self.origin.iter().try_for_each(|origin| write!(f, " ({}:{})", origin.file, origin.line))
    }
}

impl std::error::Error for Refusal {}

/// What a move text asks for.
#[derive(Clone, Copy)]
pub(super) enum Wish<'t> {
    /// From one cell to another, and what stands behind the cells: what the piece becomes.
    Shift(Cell, Cell, &'t str),
    Exit(Cell),
    Drop(Option<Letter>, Cell),
    Pass,
}

impl Refusal {
    pub(super) fn new(message: impl Into<String>) -> Refusal {
        Refusal { message: message.into(), origin: None, exposed: None }
    }

    pub(super) fn by(message: impl Into<String>, origin: &Origin) -> Refusal {
        Refusal { message: message.into(), origin: Some(origin.clone()), exposed: None }
    }

    /// Why the text is not a legal move of the position.
    pub(super) fn of(position: &Position, text: &str) -> Refusal {
        let game = position.game();
        if let Some(over) = position.outcome() {
            return match over.end {
                Some(end) => {
                    let end = game.named_end(end);
                    Refusal::by(format!("the game is over by `{}`", end.name), end.origin)
                }
                None => Refusal::new("the player to move has no legal move"),
            };
        }
        let (plain, name) = text.split_once(':').map_or((text, None), |(plain, name)| (plain, Some(name)));
        if let Some(refusal) = name.and_then(|name| misnamed(position, plain, name)) {
            return refusal;
        }
        let text = plain;
        let (first, onward) = split_stages(game, text);
        let Some(wish) = Wish::read(game, first) else { return unreadable(position, text) };
        if let Some(hole) = wish.cells().into_iter().flatten().find(|&cell| !game.rules.geometry.has(cell)) {
            return Refusal::new(format!("{} is a hole of the board", game.rules.geometry.name(hole)));
        }
        if let Some(refusal) = refused_stage(position, first, onward) {
            return refusal;
        }
        misspelt(position, wish)
            .or_else(|| unlike_choice(position, first, wish))
            .or_else(|| endangered(position, text, wish))
            .or_else(|| vetoed(position, text, wish))
            .or_else(|| set_aside(position, text, wish))
            .unwrap_or_else(|| wish.refused(position))
    }
}

/// A move that is said with the name of a rule that does not make it.
fn misnamed(position: &Position, plain: &str, name: &str) -> Option<Refusal> {
    let game = position.game();
    let rule = game.names.moves.iter().find(|rule| rule.name == name);
    let made = || position.legal_moves().into_iter().find(|&mv| game.plain_text(mv) == plain);
    match (rule, made()) {
        (None, _) => Some(Refusal::new(format!("no move rule is called `{name}`"))),
        (Some(rule), Some(_)) => {
            Some(Refusal::by(format!("`{plain}` is not a move by `{name}` here"), &rule.origin))
        }
        (Some(_), None) => None,
    }
}

/// Whether a text asks for something that could be a move on the board of a game.
pub(super) fn is_readable(game: &Game, text: &str) -> bool {
    let text = text.split_once(':').map_or(text, |(plain, _)| plain);
    let has_all =
        |wish: Wish<'_>| wish.cells().into_iter().flatten().all(|cell| game.rules.geometry.has(cell));
    let (first, onward) = split_stages(game, text);
    let goes_on = onward.is_none_or(|onward| Wish::read(game, onward).is_some_and(has_all));
    Wish::read(game, first).is_some_and(has_all) && goes_on
}

/// A legal drop written in a way that moves are not written: with a letter where one kind alone is
/// dropped, without one where there are several, or with the letter of the second player's piece.
fn misspelt(position: &Position, wish: Wish<'_>) -> Option<Refusal> {
    let Wish::Drop(letter, to) = wish else { return None };
    let game = position.game();
    let meant = |mv: &Move| match game.rules.moves[mv.rule()].action {
        Action::Drop(kind) => mv.to() == to && letter.is_none_or(|letter| has_letter(game, kind, letter)),
        _ => false,
    };
    let quoted = first_texts(game, position.legal_moves().into_iter().filter(meant));
    let why = match letter {
        _ if quoted.is_empty() => return None,
        None => "a drop here names the kind of piece".to_owned(),
        Some(_) if game.drops_one_kind() => "one kind of piece alone is dropped here".to_owned(),
        Some(_) => format!("a drop names its kind with the letter of {}", game.player_name(Player::First)),
    };
    Some(Refusal::new(format!("write {}: {why}", quoted.join(" or "))))
}

/// How moves are written up to their further stages, each once.
pub(super) fn first_texts(game: &Game, moves: impl Iterator<Item = Move>) -> Vec<String> {
    let mut texts: Vec<String> =
        moves.map(|mv| format!("`{}`", game.plain_text(mv.before_stage()))).collect();
    texts.dedup();
    texts
}

fn has_letter(game: &Game, kind: Kind, letter: Letter) -> bool {
    game.names.kinds[kind.index()].letters.contains(&letter)
}

fn unreadable(position: &Position, text: &str) -> Refusal {
    let small = match text.split_once('@') {
        Some((letter, cell)) => format!("{letter}@{}", cell.to_lowercase()),
        None => text.to_lowercase(),
    };
    if small != text && Wish::read(position.game(), &small).is_some() {
        return Refusal::new(format!("cells are written in lower case: `{small}`"));
    }
    let example = position.legal_moves().first().map(|&mv| position.move_text(mv));
    let example = example.map_or(String::new(), |text| format!("; a move looks like `{text}`"));
    Refusal::new(format!("`{text}` is not a move on this board{example}"))
}

/// The move that a text means among those in a list: written so, else one between the same cells.
pub(super) fn meant(game: &Game, list: &MoveList, text: &str, wish: Wish<'_>) -> Option<Move> {
    let moves = || list.as_slice().iter().copied();
    let same = |mv: &Move| match wish {
        Wish::Shift(from, to, "") => {
            game.tables.actions[mv.rule()].travels() && (mv.from(), mv.to()) == (from, to)
        }
        _ => false,
    };
    let named = moves().find(|&mv| game.plain_text(mv) == text || game.takes_own(mv, text));
    named.or_else(|| moves().find(same))
}

/// The royal piece that a move, which the rules alone would allow, leaves to be taken, or takes away.
fn endangered(position: &Position, text: &str, wish: Wish<'_>) -> Option<Refusal> {
    let mut copy = position.clone();
    let (game, engine) = copy.parts();
    let mut list = MoveList::new(game);
    let (mv, danger) = on_board!(engine, board => {
        board.moves_of_rules(game, &mut list);
        let mv = meant(game, &list, text, wish)?;
        (mv, board.illegal_because(game, mv)?)
    });
    let (royal, attacker, by) = match danger {
        IllegalBecause::Attacked { royal, attacker, by } => (royal, attacker, by),
        IllegalBecause::OnTheWay(by) => return Some(castled_over(position, text, mv, by)),
        IllegalBecause::NoneLeft => {
            let player = game.player_name(position.turn());
            let origin = &game.names.moves[mv.rule()].origin;
            return Some(Refusal::by(format!("`{text}` would leave {player} without a royal piece"), origin));
        }
    };
    let exposed = Exposed { royal, on: by.to(), attacker, from: by.from() };
    let rule = game.named_move(by.rule());
    let message = format!(
        "after `{text}` the {} on {} could be taken by the {} on {}, by `{}`",
        kind_name(game, royal),
        game.rules.geometry.name(exposed.on),
        kind_name(game, attacker),
        game.rules.geometry.name(exposed.from),
        rule.name
    );
    Some(Refusal { exposed: Some(exposed), ..Refusal::by(message, rule.origin) })
}

/// A castle over a cell where the royal piece could be taken.
fn castled_over(position: &Position, text: &str, castle: Move, by: Move) -> Refusal {
    let game = position.game();
    let [king, attacker] = [castle, by].map(|mv| position.at(mv.from()));
    let exposed = Exposed { royal: king, on: by.to(), attacker, from: by.from() };
    let rule = game.named_move(by.rule());
    let [on, from] = [by.to(), by.from()].map(|cell| game.rules.geometry.name(cell));
    let leads = match by.to() {
        on if on == castle.from() => "away from",
        on if on == castle.to() => "to",
        _ => "over",
    };
    let message = format!(
        "`{text}` leads the {} {leads} {on}, where the {} on {from} could take it, by `{}`",
        kind_name(game, king),
        kind_name(game, attacker),
        rule.name
    );
    Refusal { exposed: Some(exposed), ..Refusal::by(message, rule.origin) }
}

/// The veto that forbids a move which the rules alone would allow.
fn vetoed(position: &Position, text: &str, wish: Wish<'_>) -> Option<Refusal> {
    let mut copy = position.clone();
    let (game, engine) = copy.parts();
    let mut list = MoveList::new(game);
    let veto = on_board!(engine, board => {
        board.moves_before_vetoes(game, &mut list);
        let mv = meant(game, &list, text, wish)?;
        game.named_veto(board.veto(game, mv)?)
    });
    Some(Refusal::by(format!("`{text}` is illegal by `{}`", veto.name), veto.origin))
}

impl<'t> Wish<'t> {
    fn read(game: &Game, text: &'t str) -> Option<Wish<'t>> {
        let cell = |text: &str| game.rules.geometry.parse(text);
        if text == "pass" {
            return Some(Wish::Pass);
        }
        if let Some(from) = text.strip_suffix("off") {
            return cell(from).map(Wish::Exit);
        }
        if let Some((letter, to)) = text.split_once('@') {
            return Some(Wish::Drop(Some(said_letter(letter)?), cell(to)?));
        }
        if let Some(to) = cell(text) {
            return Some(Wish::Drop(None, to));
        }
        let second = text.char_indices().skip(1).find(|&(i, c)| {
            c.is_ascii_lowercase() && text[..i].ends_with(|before: char| before.is_ascii_digit())
        });
        let (from, to) = text.split_at(second?.0);
        let letters = to.bytes().take_while(u8::is_ascii_lowercase).count();
        let digits = to[letters..].bytes().take_while(u8::is_ascii_digit).count();
        let (to, becoming) = to.split_at(letters + digits);
        let sign = becoming.chars().count() <= 1;
        Some(Wish::Shift(cell(from)?, cell(to)?, becoming)).filter(|_| sign)
    }

    /// The cells that the text names.
    fn cells(&self) -> [Option<Cell>; 2] {
        match *self {
            Wish::Shift(from, to, _) => [Some(from), Some(to)],
            Wish::Exit(cell) | Wish::Drop(_, cell) => [Some(cell), None],
            Wish::Pass => [None, None],
        }
    }

    fn refused(&self, position: &Position) -> Refusal {
        match *self {
            Wish::Pass => refused_pass(position),
            Wish::Drop(letter, to) => refused_drop(position, letter, to),
            Wish::Shift(from, to, _) => refused_castle(position, from, to).unwrap_or_else(|| {
                mine(position, from)
                    .map_or_else(|refusal| refusal, |piece| refused_shift(position, piece, from, to))
            }),
            Wish::Exit(from) => mine(position, from)
                .map_or_else(|refusal| refusal, |piece| refused_exit(position, piece, from)),
        }
    }
}

/// A letter with its signs, as drops name it.
fn said_letter(text: &str) -> Option<Letter> {
    let bare = text.strip_prefix('+').unwrap_or(text);
    let bare = bare.strip_suffix('~').unwrap_or(bare);
    let mut letters = bare.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    Some(Letter { letter, plus: text.starts_with('+'), tilde: text.ends_with('~') })
}

/// The mover's piece on a cell, or why there is none.
fn mine(position: &Position, from: Cell) -> Result<Piece, Refusal> {
    let game = position.game();
    let piece = position.at(from);
    let name = game.rules.geometry.name(from);
    if piece.is_none() {
        return Err(Refusal::new(format!("{name} is empty")));
    }
    let Some(owner) = game.rules.roster.owner(piece) else {
        return Err(Refusal::new(format!("the {} on {name} belongs to nobody", kind_name(game, piece))));
    };
    if owner != position.turn() {
        let owner = game.player_name(owner);
        let turn = game.player_name(position.turn());
        return Err(Refusal::new(format!(
            "the {} on {name} belongs to {owner}, and it is {turn}'s turn",
            kind_name(game, piece)
        )));
    }
    Ok(piece)
}

pub(super) fn kind_name(game: &Game, piece: Piece) -> &str {
    &game.names.kinds[piece.kind().index()].name
}

fn refused_pass(position: &Position) -> Refusal {
    let passes = position.game().named_moves().find(|rule| rule.action == Action::Pass);
    let Some(rule) = passes else { return Refusal::new("nobody may pass in this game") };
    let message = match rule.by[position.turn().index()].way {
        Way::Pass { stuck: true }
            if position.legal_moves().iter().any(|&mv| !is_pass(position.game(), mv)) =>
        {
            format!("`{}` allows a pass only when no other move is legal", rule.name)
        }
        _ => unmet(rule),
    };
    Refusal::by(message, rule.origin)
}

fn is_pass(game: &Game, mv: Move) -> bool {
    game.tables.actions[mv.rule()] == Action::Pass
}

/// The condition of a rule is what is left to refuse a move.
pub(super) fn unmet(rule: WithName<Rule>) -> String {
    format!("the condition of `{}` does not hold", rule.name)
}

fn refused_drop(position: &Position, letter: Option<Letter>, to: Cell) -> Refusal {
    let game = position.game();
    let name = game.rules.geometry.name(to);
    let dropped = |rule: &WithName<Rule>| match (rule.action, letter) {
        (Action::Drop(kind), Some(letter)) => has_letter(game, kind, letter),
        (Action::Drop(_), None) => true,
        _ => false,
    };
    let Some(rule) = game.named_moves().find(dropped) else {
        return match letter {
            None => Refusal::new(format!("`{name}` is a cell: a move here names where a piece goes, too")),
            Some(letter) => Refusal::new(format!("no rule puts a `{letter}` on the board")),
        };
    };
    if !position.at(to).is_none() {
        return Refusal::by(format!("{name} is not empty, as `{}` asks", rule.name), rule.origin);
    }
    let travel = &rule.by[position.turn().index()];
    let message = match travel.way {
        _ if !travel.to.has(to) => format!("`{}` does not put pieces on {name}", rule.name),
        Way::Drop { falls: Some(_) } => format!("by `{}` a piece does not come to rest on {name}", rule.name),
        _ => undropped(position, rule, to).unwrap_or_else(|| unmet(rule)),
    };
    Refusal::by(message, rule.origin)
}

fn refused_exit(position: &Position, piece: Piece, from: Cell) -> Refusal {
    let game = position.game();
    let name = game.rules.geometry.name(from);
    let leaves = |rule: &WithName<Rule>| rule.kind == Some(piece.kind()) && rule.action == Action::Exit;
    let leading = |rule: &WithName<Rule>| {
        let number = game.names.moves.iter().position(|other| other.name == rule.name);
        leaves(rule)
            && game.tables.movement.steps(piece, from).iter().any(|leg| Some(leg.mv.rule()) == number)
    };
    match game.named_moves().find(leading).or(game.named_moves().find(leaves)) {
        None => Refusal::new(format!("no rule lets a {} leave the board", kind_name(game, piece))),
        Some(rule) if leading(&rule) => Refusal::by(unmet(rule), rule.origin),
        Some(rule) => {
            let message = format!("`{}` does not lead off the board from {name}", rule.name);
            Refusal::by(message, rule.origin)
        }
    }
}
