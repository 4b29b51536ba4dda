//! What a game is: the catalogue, and everything that the page needs to show one.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use super::ask::Site;
use super::files::{is_inside, stamp_of};
use super::games::{GameSource, OpenGame, main_text, own_file};
use super::refused::{Answer, Refused, Stop, diagnostics_json};
use crate::answer::{Language, Locale, regions_json};
use crate::compile::regions;
use crate::describe::{endings, english};
use crate::game::{Cell, Game, Named, Player};
use crate::library::{Loaded, Shelved, Suites};
use crate::picture::{DrawnBoard, STYLE, draw_piece};
use crate::position::Position;
use crate::spec::{Decides, Who};

/// The sides of a cell in what is drawn for the page.
const SIDE: f64 = 100.0;

/// Every game there is.
pub(super) fn catalogue(site: &Site) -> Value {
    let entry = |shelved: Shelved| {
        let titles = shelved.titles();
        json!({
            "name": shelved.name,
            "family": shelved.family,
            "title": titles.name,
            "titles": titles.translated,
            "aliases": titles.aliases,
            "shipped": shelved.is_shipped(),
        })
    };
    let games: Vec<Value> = site.games.library.all().into_iter().map(entry).collect();
    json!({ "games": games, "first": site.first, "language": crate::spec::LANGUAGE })
}

/// A game's start as a picture.
pub(super) fn picture(site: &Site, name: &str) -> Result<String, Refused> {
    let source = GameSource { game: name.to_owned(), text: None, script: None };
    let kept = match site.games.given(name) {
        Some(kept) => kept.loaded.clone(),
        // Who looks through the catalogue would push out the games that are played.
        None => match site.games.library.open(&site.games.shelved(&source.game)?) {
            Ok(loaded) => loaded,
            Err(error) => return Err(Refused::definition(&error)),
        },
    };
    let board = DrawnBoard::of(&Position::start(&kept.game), false);
    let (wide, high) = board.extent();
    let (wide, high) = (wide * SIDE, high * SIDE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"-2 -2 {} {}\"><style>{STYLE}</style>",
        wide + 4.0,
        high + 4.0
    );
    board.draw(0.0, 0.0, SIDE, &mut svg);
    Ok(svg + "</svg>")
}

/// A question about a definition.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct About {
    source: GameSource,
    #[serde(default)]
    lang: String,
}

/// Everything about a game that does not change while it is played.
pub(super) fn game(site: &Site, _: &Stop, about: About) -> Answer {
    let kept = site.games.game(&about.source)?;
    let loaded = &kept.loaded;
    let (game, locale) = (&loaded.game, Locale::new(&about.lang, loaded));
    let geometry = &game.rules.geometry;
    let cells = (0..geometry.size() as u16).map(Cell);
    let extends = loaded.definition().game.as_ref().and_then(|game| game.extends.as_ref());
    let mut answer = json!({
        "name": about.source.game,
        "title": locale.game,
        "files": geometry.files(),
        "ranks": geometry.ranks(),
        "cells": cells.map(|cell| geometry.has(cell).then(|| geometry.name(cell))).collect::<Vec<_>>(),
        "points": game.names.points,
        "hexes": geometry.has_hexes().then(|| hexes(game)),
        "ground": DrawnBoard::of(&Position::start(game), false).draw_ground(SIDE),
        "first": game.rules.first.index(),
        "hands": game.rules.has_hands(),
        "royals": game.facts.has_royals,
        "players": Player::each(|player| json!({
            "name": game.player_name(player), "shown": locale.player(player), "turn": game.names.players[player.index()].turn,
            "forward": forward(loaded, player),
        })),
        "pieces": pieces(game, &locale),
        "regions": regions_json(&kept.loaded.game, &regions(kept.loaded.definition(), &kept.loaded.sources)),
        "rules": named(&game.names.moves),
        "ends": ends(loaded, &locale),
        "english": english(loaded.definition()),
        "extends": extends.map(|extends| &extends.value),
        "evaluated": !crate::eval::explain(&Position::start(&loaded.plain)).unwrap_or_default().is_empty(),
        "warnings": diagnostics_json(&loaded.warnings, &loaded.sources),
        "file": kept.file,
        "draft": own_file(&site.games.library, &about.source.game, Some(kept.file.clone())),
        "texts": texts(&kept, &about.source.game),
    });
    if let Some(hidden) = loaded.hiding().next() {
        answer["hiding"] = json!(hidden.to_string_lossy());
    }
    Ok(answer)
}

/// Where the cells of a board of hexagons lie, and how wide and high it is.
fn hexes(game: &std::sync::Arc<Game>) -> Value {
    let board = DrawnBoard::of(&Position::start(game), false);
    let (wide, high) = board.extent();
    let middle = |cell: usize| {
        let (x, y) = board.middle(cell);
        [x * SIDE, y * SIDE]
    };
    let middles: Vec<[f64; 2]> = (0..game.rules.geometry.size()).map(middle).collect();
    json!({ "wide": wide * SIDE, "high": high * SIDE, "middles": middles })
}

fn pieces(game: &Game, locale: &Locale) -> Vec<Value> {
    let piece = |piece: crate::game::Piece| {
        json!({
            "id": piece.0,
            "letter": game.letter(piece).to_string(),
            "kind": game.kind_name(piece.kind()),
            "name": locale.kind(piece.kind()),
            "owner": game.rules.roster.owner(piece).map(|owner| owner.index()),
            "svg": draw_piece(game, piece, SIDE),
        })
    };
    game.rules.pieces().map(piece).collect()
}

fn named(all: &[Named]) -> Vec<Value> {
    let one =
        |named: &Named| json!({ "name": named.name, "file": &*named.origin.file, "line": named.origin.line });
    all.iter().map(one).collect()
}

/// Where a player's pieces go forward: north for the first one and south for the second one, if nothing else is said.
fn forward(loaded: &Loaded, player: Player) -> &'static str {
    let named = loaded.definition().directions.get(loaded.game.player_name(player));
    named.map_or(if player == Player::First { "north" } else { "south" }, |at| at.word())
}

/// The ends with what they say: when each is reached in English, else by its name, and what it means.
fn ends(loaded: &Loaded, locale: &Locale) -> Vec<Value> {
    let said = endings(loaded.definition());
    let mut all = named(&loaded.game.names.ends);
    for (number, (end, named)) in all.iter_mut().zip(&loaded.game.names.ends).enumerate() {
        let english = said.iter().find(|(name, _)| *name == named.name).map(|(_, said)| said.clone());
        let defined = loaded.definition().end.iter().find(|end| end.name.value == named.name);
        let verdict = defined.and_then(|end| end.value.verdict());
        end["says"] = match (locale.language, verdict) {
            (Language::Vi, Some(verdict)) => {
                json!(format!("{}: {}", locale.end(number), in_vietnamese(&verdict, loaded, locale)))
            }
            _ => json!(english),
        };
    }
    all
}

/// What an end means.
fn in_vietnamese(verdict: &Decides<'_>, loaded: &Loaded, locale: &Locale) -> String {
    let who = |who: &Who| match who {
        Who::Mover => "người vừa đi".to_owned(),
        Who::Turn => "người đến lượt".to_owned(),
        Who::Nobody | Who::Score => "không ai".to_owned(),
        Who::Player(name) => {
            let player = Player::BOTH.into_iter().find(|&player| loaded.game.player_name(player) == name);
            player.map_or_else(|| name.clone(), |player| locale.player(player).to_owned())
        }
    };
    match verdict {
        Decides::Winner(winner) => match &winner.value {
            Who::Nobody => "hòa".to_owned(),
            Who::Score => "ai nhiều điểm hơn thì thắng".to_owned(),
            other => format!("{} thắng", who(other)),
        },
        Decides::Loser(loser) => format!("{} thua", who(&loser.value)),
    }
}

/// The texts that can be edited, each with a stamp by which a save knows that the file is still the same.
fn texts(kept: &OpenGame, name: &str) -> Value {
    let loaded = &kept.loaded;
    let text = main_text(loaded);
    let on_disk = Path::new(&kept.file).is_file();
    let script = loaded.game.evaluation.script.as_ref().map(|script| {
        let stem = Path::new(&*script.file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        json!({ "name": stem, "text": &*script.text, "stamp": stamp_of(&script.file) })
    });
    let suites = Suites::default().all();
    let is_ours = |suite: &&Shelved| {
        let path = Path::new(&suite.file);
        suite.name == name && (!path.is_file() || is_inside(path, "suites"))
    };
    let suite = suites
        .iter()
        .find(is_ours)
        .map(|suite| json!({ "name": suite.name, "text": suite.text(), "stamp": stamp_of(&suite.file) }));
    json!({
        "definition": { "name": name, "text": text, "stamp": if on_disk { stamp_of(&kept.file) } else { None } },
        "script": script,
        "suite": suite,
    })
}

/// What can be played but may not be meant.
pub(super) fn doubts(site: &Site, _: &Stop, about: About) -> Answer {
    let kept = site.games.game(&about.source)?;
    let loaded = &kept.loaded;
    Ok(json!({ "diagnostics": diagnostics_json(&loaded.doubts(), &loaded.sources) }))
}
