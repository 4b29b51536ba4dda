//! A position: what stands where, what can be played, how it is weighed, what threatens.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::{Value, json};

use super::ask::Site;
use super::games::PlayedLine;
use super::refused::{Answer, Refused, Stop, refusal_json};
use crate::answer::{Counted, Locale, attacked, eval_json, outcome_json, surveyed};
use crate::eval::explain;
use crate::game::{Cell, Game, Move, Piece, Player};
use crate::notation::Gesture;
use crate::on_board;
use crate::position::Position;

/// A position, and a move that somebody wants to play there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlaceRequest {
    line: PlayedLine,
    /// The text of a move.
    #[serde(default)]
    play: Option<String>,
}

/// The position of a line; after `play`, where that is legal, or why it is not.
pub(super) fn position(site: &Site, stop: &Stop, asked: PlaceRequest) -> Answer {
    let (kept, mut position) = site.games.position(&asked.line, stop)?;
    let locale = Locale::new(&asked.line.lang, &kept.loaded);
    let mut refused = Value::Null;
    if let Some(text) = asked.play {
        let other = text.trim().to_lowercase().replace([' ', '-', 'x'], "");
        let read = position.parse_move(&text).or_else(|_| position.parse_move(&other));
        let read = read.or_else(|_| position.read_move(text.trim()));
        match read {
            Ok(mv) => {
                let mut line = asked.line.clone();
                line.moves.push(position.move_text(mv));
                position = site.games.position(&line, stop)?.1;
            }
            Err(refusal) => refused = refusal_json(&kept.loaded.game, &locale, &refusal),
        }
    }
    let mut answer = position_json(&position, &locale);
    answer["refused"] = refused;
    Ok(answer)
}

fn position_json(position: &Position, locale: &Locale) -> Value {
    let game = position.game();
    let moves = position.legal_moves();
    let last = position.played().last().map(|&mv| position.cells_of_last(mv)).unwrap_or_default();
    let outcome = position.outcome();
    let mut over = outcome_json(position);
    if let Some(outcome) = &outcome {
        over["text"] = json!(locale.result(outcome));
        let origin = outcome.end.map(|end| &game.names.ends[end].origin);
        over["file"] = json!(origin.map(|origin| &*origin.file));
    }
    let captures = captures(position, &moves);
    let compels = game.rules.must_capture || !game.rules.prefer.is_empty();
    let compulsory = compels && !captures.is_empty() && captures.iter().all(|&captures| captures);
    let texts = position.move_texts(&moves);
    let gestures = position.gestures(&moves);
    let listed = texts.iter().zip(&gestures).zip(&captures).map(|((text, gestures), captures)| {
        let steps: Vec<String> = gestures.iter().map(|one| gesture_text(game, one)).collect();
        if *captures { json!([text, steps, 1]) } else { json!([text, steps]) }
    });
    let left_out = left_out(&moves, &gestures);
    let left_out = left_out.into_iter().map(|(at, what)| (texts[at].clone(), json!(what)));
    json!({
        "left_out": left_out.collect::<serde_json::Map<_, _>>(),
        "position": position.to_string(),
        "turn": position.turn().index(),
        "plies": position.plies(),
        "pieces": position.pieces().iter().map(|piece| piece.0).collect::<Vec<_>>(),
        "hands": hands(position),
        "moves": listed.collect::<Vec<_>>(),
        "played": position.played_texts(),
        "last": last.iter().map(|&cell| game.cell_name(cell)).collect::<Vec<_>>(),
        "checked": checked(position),
        "compulsory": compulsory,
        "outcome": over,
    })
}

fn gesture_text(game: &Game, gesture: &Gesture) -> String {
    match gesture {
        Gesture::Cell(cell) => game.cell_name(*cell),
        Gesture::Hand(piece) => format!("@{}", piece.0),
        Gesture::Choose(piece) => format!("={}", piece.0),
        Gesture::Off => "off".to_owned(),
        Gesture::Pass => "pass".to_owned(),
        Gesture::Done => "done".to_owned(),
        Gesture::Swap => "swap".to_owned(),
        Gesture::Named(text) => format!(":{text}"),
    }
}

/// The moves that end where another one goes on, and what they do without: a promotion, a piece brought in, further
/// captures, another stage.
fn left_out(moves: &[Move], gestures: &[Vec<Gesture>]) -> BTreeMap<usize, &'static str> {
    let by_gestures: HashMap<&[Gesture], usize> =
        gestures.iter().enumerate().map(|(at, one)| (one.as_slice(), at)).collect();
    let mut found = BTreeMap::new();
    for (long, steps) in gestures.iter().enumerate() {
        for end in 1..steps.len() {
            let Some(&short) = by_gestures.get(&steps[..end]) else { continue };
            let (mv, without) = (moves[long], moves[short]);
            let what = match &steps[end] {
                Gesture::Choose(_) if mv.becomes().is_some() && without.becomes().is_none() => "promotion",
                Gesture::Choose(_) => "gating",
                _ if mv.stage().is_some() && without.stage().is_none() => "stage",
                _ => "captures",
            };
            found.insert(short, what);
        }
    }
    found
}

/// Which of the moves capture.
fn captures(position: &Position, moves: &[Move]) -> Vec<bool> {
    let mut played = position.clone();
    let (game, engine) = played.parts();
    on_board!(engine, board => {
        let captures = |&mv: &Move| {
            board.play(game, mv);
            let captures = board.frames().last().is_some_and(|frame| frame.captures);
            board.undo(game);
            captures
        };
        moves.iter().map(captures).collect()
    })
}

/// What both hold, as pairs of a piece and a number.
fn hands(position: &Position) -> Value {
    let rules = &position.game().rules;
    let held = |player: Player| {
        let pieces = rules.pieces_of(player).filter(|&piece| position.held(piece) > 0);
        pieces.map(|piece| [u16::from(piece.0), position.held(piece)]).collect::<Vec<_>>()
    };
    json!(Player::each(held))
}

/// The royal pieces that could be taken if it were the other player's turn, of both players.
fn checked(position: &Position) -> Vec<String> {
    let game = position.game();
    if !game.facts.has_royals {
        return Vec::new();
    }
    let in_check = |player| on_board!(position.engine(), board => board.scratch(game).in_check(game, player));
    let royals = |player: Player| {
        let own = move |piece: Piece| {
            !piece.is_none() && piece.owner() == player && game.rules.is_royal(piece.kind())
        };
        game.cells().filter(move |&cell| own(position.at(cell)))
    };
    let cells: Vec<Cell> =
        Player::BOTH.into_iter().filter(|&player| in_check(player)).flat_map(royals).collect();
    cells.into_iter().map(|cell| game.cell_name(cell)).collect()
}

/// What each term says of a position, and which cells it looks at.
pub(super) fn evaluation(site: &Site, stop: &Stop, line: PlayedLine) -> Answer {
    let (kept, position) = site.games.position(&line, stop)?;
    let locale = Locale::new(&line.lang, &kept.loaded);
    let terms = explain(&position).map_err(|error| Refused::wrong("script", error.to_string()))?;
    let mut answer = eval_json(&position, &terms, false);
    let pairs = attacked(&position);
    let shaping = shaping(&position, stop);
    let cells =
        |counts: Vec<Counted>| counts.into_iter().flat_map(|counted| counted.cells).collect::<Vec<_>>();
    let counts: BTreeMap<String, Vec<String>> =
        surveyed(&position).into_iter().map(|(name, counts)| (name, cells(counts))).collect();
    for term in answer["terms"].as_array_mut().into_iter().flatten() {
        let name = term["name"].as_str().unwrap_or_default().to_owned();
        term["shown"] = json!(locale.term(position.game(), &name));
        let attacks = pairs.iter().find(|(of, _)| *of == name).map(|(_, pieces)| pieces);
        term["cells"] = match attacks {
            Some(pieces) => json!(pieces.iter().flat_map(|(_, cells)| cells).collect::<Vec<_>>()),
            None if counts.contains_key(&name) => json!(counts[&name]),
            None => match shaping.get(&name) {
                Some(cells) => json!(cells),
                None => json!(standing(&position, &name)),
            },
        };
    }
    answer["worth"] = worths(&position);
    Ok(answer)
}

/// The terms that pieces make together.
const TOGETHER: [&str; 3] = ["lines.", "formations.", "blocks."];

/// Where so many pieces stand, it is not tried out what each of them does.
const MOST_TRIED: usize = 150;

/// The cells of the pieces that have a part in terms of formations and lines: without such a piece, the term has
/// another score.
fn shaping(position: &Position, stop: &Stop) -> BTreeMap<String, Vec<String>> {
    let (game, pieces) = (position.game(), position.pieces());
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let terms = |pieces: &[Piece]| {
        let terms = explain(&Position::set_up(game, pieces, position.turn())).unwrap_or_default();
        terms
            .into_iter()
            .filter(|term| TOGETHER.iter().any(|of| term.name.starts_with(of)))
            .collect::<Vec<_>>()
    };
    let whole = terms(&pieces);
    let is_tried = |piece: Piece| !piece.is_none() && !game.rules.is_royal(piece.kind());
    let standing: Vec<usize> = (0..pieces.len()).filter(|&at| is_tried(pieces[at])).collect();
    if whole.is_empty() || standing.len() > MOST_TRIED {
        return found;
    }
    for at in standing {
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
        let mut without = pieces.clone();
        without[at] = Piece::NONE;
        for (term, less) in whole.iter().zip(terms(&without)).filter(|(term, less)| term.score != less.score)
        {
            debug_assert_eq!(term.name, less.name);
            found.entry(term.name.clone()).or_default().push(game.cell_name(Cell(at as u16)));
        }
    }
    found
}

/// Where the pieces stand that a term such as `values.KIND` is about.
fn standing(position: &Position, term: &str) -> Vec<String> {
    let game = position.game();
    let named =
        |piece: Piece| !piece.is_none() && term.split('.').nth(1) == Some(game.kind_name(piece.kind()));
    game.cells().filter(|&cell| named(position.at(cell))).map(|cell| game.cell_name(cell)).collect()
}

/// What each piece is worth where it stands, positive for the first player: the mean of early and late points.
fn worths(position: &Position) -> Value {
    let game = position.game();
    let worth = |cell: Cell| {
        let worth = game.tables.keys.of(position.at(cell), cell).worth;
        (worth.early() + worth.late()) / 2
    };
    let pieces = game.cells().filter(|&cell| !position.at(cell).is_none());
    pieces.map(|cell| (game.cell_name(cell), json!(worth(cell)))).collect::<serde_json::Map<_, _>>().into()
}

/// The moves that end the game at once in favour of who makes them: of the player to move, and of the other one if it
/// were their turn.
pub(super) fn threats(site: &Site, stop: &Stop, line: PlayedLine) -> Answer {
    let (_, position) = site.games.position(&line, stop)?;
    let wins = winning(&position, stop);
    let mut passed = position.clone();
    let has_check = !checked(&position).is_empty();
    let threats = match position.outcome().is_none() && !has_check {
        true => {
            let (game, engine) = passed.parts();
            on_board!(engine, board => board.pass_turn(game));
            winning(&passed, stop)
        }
        false => Vec::new(),
    };
    Ok(json!({ "wins": wins, "threats": threats }))
}

/// The cells where moves land that win at once.
fn winning(position: &Position, stop: &Stop) -> Vec<String> {
    let game = position.game().clone();
    let mover = position.turn();
    let mut played = position.clone();
    let mut cells: Vec<Cell> = Vec::new();
    for mv in position.legal_moves() {
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
        played.play_legal(mv);
        if played.outcome().is_some_and(|outcome| outcome.winner == Some(mover)) {
            cells.push(mv.to());
        }
        played.undo();
    }
    cells.sort_unstable();
    cells.dedup();
    cells.into_iter().map(|cell| game.cell_name(cell)).collect()
}
