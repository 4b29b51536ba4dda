//! What the terms of an evaluation are called, as `banco eval` shows them.

use crate::game::Player;
use crate::spec::{Definition, Mobility};

/// The names of all terms that a definition has, a table's players among them. What a script says has none.
pub(crate) fn term_names(definition: &Definition) -> Vec<String> {
    let Some(table) = &definition.evaluation else { return Vec::new() };
    let players = definition.game.iter().flat_map(|game| game.players.iter().flatten());
    let players: Vec<&str> = players.map(|name| name.value.as_str()).take(Player::BOTH.len()).collect();
    let mut all = Vec::new();
    let mut add = |section: &str, name: &str| all.push(format!("{section}.{name}"));
    table.values.names().for_each(|name| add("values", &name.value));
    table.hands.names().for_each(|name| add("hands", &name.value));
    for name in table.squares.names() {
        add("squares", &name.value);
        players.iter().for_each(|player| add("squares", &format!("{}.{player}", name.value)));
    }
    table.formations.names().for_each(|name| add("formations", &name.value));
    table.blocks.names().for_each(|name| add("blocks", &name.value));
    let free = table.lines.iter().filter(|entry| !entry.value.is_placed());
    free.for_each(|entry| add("lines", &entry.name.value));
    table.attacks.names().for_each(|name| add("attacks", &name.value));
    all.extend(table.surveyed().into_iter().map(|(name, _)| name));
    let mobilities = [&table.mobility, &table.late_mobility];
    for mobility in mobilities.into_iter().flatten() {
        match mobility {
            Mobility::Every(_) => all.push("mobility".to_owned()),
            Mobility::ByKind(kinds, _) => {
                all.extend(kinds.names().map(|name| format!("mobility.{}", name.value)));
            }
        }
    }
    let single = [
        ("gone", table.exited.is_some()),
        ("tempo", table.tempo.is_some() || table.late_tempo.is_some()),
        ("rounding", !table.phase.is_empty()),
    ];
    all.extend(single.into_iter().filter(|(_, has)| *has).map(|(name, _)| name.to_owned()));
    all
}
