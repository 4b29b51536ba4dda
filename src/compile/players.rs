//! Who plays: names, who starts, what stands for a player in a position's text.

use crate::diagnostic::codes::meaning;
use crate::diagnostic::{Diagnostic, Span, either, nearest};
use crate::game::{Colour, Player, PlayerName};
use crate::spec::{At, Definition, Who};

use super::log::Log;

/// The two players.
pub(crate) struct Players {
    names: Option<[At<String>; 2]>,
    /// What stands for each in a position's text.
    pub turns: [String; 2],
    /// The colours of their pieces.
    pub colours: [Option<Colour>; 2],
    /// Who moves first.
    pub first: Player,
}

impl Players {
    /// Reads the players of a definition.
    pub(crate) fn resolve(definition: &Definition, log: &Log) -> Players {
        let game = definition.game.as_ref();
        let names = game.and_then(|game| game.players.clone());
        let turns = [String::new(), String::new()];
        let mut players = Players { names, turns, colours: [None; 2], first: Player::First };
        players.read_turns(definition, log);
        players.read_colours(definition, log);
        let first = game.and_then(|game| game.first.as_ref());
        players.first = first.and_then(|name| players.find(name, log)).unwrap_or(Player::First);
        players
    }

    /// The players as a game calls them.
    pub(crate) fn called(&self) -> [PlayerName; 2] {
        Player::each(|player| PlayerName {
            name: self.name(player).to_owned(),
            turn: self.turns[player.index()].clone(),
            colour: self.colours[player.index()],
        })
    }

    /// The name of a player.
    pub(crate) fn name(&self, player: Player) -> &str {
        self.names.as_ref().map_or("?", |names| &names[player.index()].value)
    }

    /// The player of that name. A name that nobody has is reported, unless the names are unknown.
    pub(crate) fn find(&self, name: &At<String>, log: &Log) -> Option<Player> {
        self.find_as(&name.value, name.span, log)
    }

    /// The same for a name whose place is another one's.
    pub(crate) fn find_as(&self, name: &str, span: Span, log: &Log) -> Option<Player> {
        self.find_among("player", &[], &At::new(name, span), log)
    }

    /// The player whom a word means where `words` could stand as well. `what` is what the word should be.
    pub(crate) fn find_among(
        &self,
        what: &str,
        words: &[&str],
        name: &At<&str>,
        log: &Log,
    ) -> Option<Player> {
        let names = self.names.as_ref()?;
        let found = Player::BOTH.into_iter().find(|player| names[player.index()].value == name.value);
        if found.is_none() {
            let names = names.iter().map(|name| name.value.as_str());
            let candidates: Vec<&str> = words.iter().copied().chain(names).collect();
            let message = format!("no {what} is called `{}`", name.value);
            let near = nearest(name.value, candidates.iter().copied());
            let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
            let help = format!("{near}it can be {}", either(&candidates));
            log.add(Diagnostic::new(meaning::UNKNOWN_NAME, name.span, message).help(help));
        }
        found
    }

    /// The player whom a word of an end means, where it names one; `words` are those that name none.
    pub(crate) fn named(&self, who: &At<Who>, words: &[&str], log: &Log) -> Option<Player> {
        match &who.value {
            Who::Player(name) => self.find_among("player", words, &At::new(name, who.span), log),
            _ => None,
        }
    }

    fn read_colours(&mut self, definition: &Definition, log: &Log) {
        self.colours = Player::each(|player| Colour::parse(self.name(player)));
        for entry in definition.game.iter().flat_map(|game| &game.colours) {
            let is_player = Player::BOTH.iter().any(|player| self.name(*player) == entry.name.value);
            // What is taken over may name a player of the game that it was said in.
            if (is_player || log.is_own(entry.name.span))
                && let Some(player) = self.find(&entry.name, log)
            {
                self.colours[player.index()] = Some(entry.value.value);
            }
        }
    }

    fn read_turns(&mut self, definition: &Definition, log: &Log) {
        let mut given: [Option<At<String>>; 2] = [None, None];
        for entry in definition.game.iter().flat_map(|game| &game.turn) {
            if let Some(player) = self.find(&entry.name, log) {
                given[player.index()] = Some(entry.value.clone());
            }
        }
        for turn in given.iter().flatten().filter(|turn| !is_turn_word(&turn.value)) {
            let message = format!("`{}` cannot stand for a player in a position", turn.value);
            log.add(Diagnostic::new(meaning::BAD_TURN, turn.span, message).help("use a letter or a word"));
        }
        let Some(names) = &self.names else { return };
        let turns = Player::each(|player| {
            let name = &names[player.index()];
            let initial = At::new(name.value.chars().take(1).collect::<String>(), name.span);
            given[player.index()].clone().unwrap_or(initial)
        });
        if names[0].value != names[1].value {
            check_turns(&turns, names, log);
        }
        self.turns = turns.map(|turn| turn.value);
    }
}

fn is_turn_word(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '-') && word != "moves"
}

fn check_turns(turns: &[At<String>; 2], names: &[At<String>; 2], log: &Log) {
    if turns[0].value == turns[1].value {
        let message = format!("`{}` stands for both players in a position", turns[0].value);
        let clash = Diagnostic::new(meaning::TURN_CLASH, turns[1].span, message);
        log.add(clash.label(turns[0].span, "and for this one").help(format!(
            "say in `[game]` what stands for each: `turn = {{ {} = \"a\", {} = \"b\" }}`",
            names[0].value, names[1].value
        )));
    }
    for (turn, other) in [(&turns[0], &names[1]), (&turns[1], &names[0])] {
        if turn.value == other.value {
            let message = format!("`{}` is the name of the other player", turn.value);
            log.add(Diagnostic::new(meaning::TURN_CLASH, turn.span, message).label(other.span, "this one"));
        }
    }
}
