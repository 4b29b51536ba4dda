//! The language that a person reads: sentences in English and Vietnamese, side by side, and the names that
//! a definition gives in `[text]`.

use clap::ValueEnum;

use crate::eval::{Score, plies_to_win};
use crate::game::{Game, Origin, Piece, Player};
use crate::library::Loaded;
use crate::position::{Outcome, Position, Refusal};
use crate::spec::{At, Named, Texts};

use super::output::place;

/// The languages that sentences are written in.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    /// Vietnamese
    Vi,
    /// English
    En,
}

impl Language {
    /// One sentence in two languages.
    pub(super) fn of<T>(self, english: T, vietnamese: T) -> T {
        match self {
            Language::En => english,
            Language::Vi => vietnamese,
        }
    }

    /// English, unless the output is for programs and nothing is said.
    pub(super) fn english_unless(json: bool) -> Option<Language> {
        (!json).then_some(Language::En)
    }
}

/// Which language to speak.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct LanguageChoice {
    /// The language of what is printed; without it, that of LC_ALL, LC_MESSAGES or LANG
    #[arg(long, value_name = "vi|en", value_enum)]
    lang: Option<Language>,
}

impl LanguageChoice {
    pub(super) fn language(&self) -> Language {
        self.lang.unwrap_or_else(|| {
            let set = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
            let of_system = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(set).unwrap_or_default();
            of_locale(&of_system)
        })
    }

    pub(super) fn voice(&self, loaded: &Loaded) -> Voice {
        Voice::new(self.language(), loaded)
    }
}

/// The language of a locale such as `vi_VN.UTF-8`.
fn of_locale(locale: &str) -> Language {
    let code: String = locale.chars().take_while(|c| c.is_ascii_alphabetic()).collect();
    if code.eq_ignore_ascii_case("vi") { Language::Vi } else { Language::En }
}

/// A language, and the names of a game in it.
#[derive(Clone, Debug)]
pub(super) struct Voice {
    pub language: Language,
    /// The game's name.
    pub game: String,
    players: [String; 2],
    kinds: Vec<String>,
    rules: Vec<String>,
    ends: Vec<String>,
}

impl Voice {
    /// English, with the definition's own names.
    pub(super) fn english(game: &Game) -> Voice {
        Voice {
            language: Language::En,
            game: game.name.clone(),
            players: Player::BOTH.map(|player| game.player_name(player).to_owned()),
            kinds: game.kinds.iter().map(|kind| kind.name.clone()).collect(),
            rules: game.rules.iter().map(|rule| rule.name.clone()).collect(),
            ends: game.ends.iter().map(|end| end.name.clone()).collect(),
        }
    }

    /// A language without a game.
    pub(super) fn unnamed(language: Language) -> Voice {
        let none = || [String::new(), String::new()];
        Voice {
            language,
            game: String::new(),
            players: none(),
            kinds: Vec::new(),
            rules: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// A language, with the names that the definition has for it; its own names where it has none.
    pub(super) fn new(language: Language, loaded: &Loaded) -> Voice {
        let mut voice = Voice { language, ..Voice::english(&loaded.game) };
        let code = voice.of("en", "vi");
        let texts = loaded.definition().text.iter().find(|entry| entry.name.value == code);
        if let Some(texts) = texts {
            voice.take_names(&texts.value);
        }
        voice
    }

    fn take_names(&mut self, texts: &Texts) {
        if let Some(name) = &texts.name {
            self.game.clone_from(&name.value);
        }
        let rename = |names: &mut [String], texts: &Named<At<String>>| {
            for name in names {
                if let Some(entry) = texts.iter().find(|entry| entry.name.value == *name) {
                    name.clone_from(&entry.value.value);
                }
            }
        };
        rename(&mut self.players, &texts.players);
        rename(&mut self.kinds, &texts.pieces);
        rename(&mut self.rules, &texts.moves);
        rename(&mut self.ends, &texts.ends);
    }

    /// One sentence in two languages.
    pub(super) fn of<T>(&self, english: T, vietnamese: T) -> T {
        self.language.of(english, vietnamese)
    }

    pub(super) fn player(&self, player: Player) -> &str {
        &self.players[player.index()]
    }

    pub(super) fn kind(&self, kind: crate::game::Kind) -> &str {
        &self.kinds[kind.index()]
    }

    /// A score in words: `+30`, or who wins in how many plies; in none where that is not said.
    pub(super) fn score(&self, score: Score) -> String {
        let Some(plies) = plies_to_win(score) else {
            return if score == 0 { "0".to_owned() } else { format!("{score:+}") };
        };
        let winner = self.player(if score > 0 { Player::First } else { Player::Second });
        match plies.unsigned_abs() {
            0 => self.of(format!("{winner} wins"), format!("{winner} thắng")),
            1 => self.of(format!("{winner} wins in 1 ply"), format!("{winner} thắng sau 1 nước")),
            n => self.of(format!("{winner} wins in {n} plies"), format!("{winner} thắng sau {n} nước")),
        }
    }

    /// How a game ended, in words.
    pub(super) fn outcome(&self, game: &Game, outcome: &Outcome) -> String {
        let result = match outcome.winner {
            Some(winner) => {
                let name = self.player(winner);
                self.of(format!("{name} wins"), format!("{name} thắng"))
            }
            None if outcome.end.is_some() => self.of("drawn", "hòa").to_owned(),
            None => self.of("stopped", "dừng lại").to_owned(),
        };
        let Some(end) = outcome.end else {
            let why = self.of(super::score::UNDECIDED, "không còn nước đi hợp lệ, luật không nói ai thắng");
            return format!("{result}: {why}");
        };
        let (name, at) = (&self.ends[end], place(&game.ends[end].origin));
        self.of(format!("{result} by `{name}` ({at})"), format!("{result}: {name} ({at})"))
    }

    /// Why a move is refused. Vietnamese says what is where the move begins, else it names the rule that
    /// speaks.
    pub(super) fn refusal(&self, position: &Position, text: &str, refusal: &Refusal) -> String {
        let game = position.game();
        let at = refusal.origin.as_ref().map_or(String::new(), |at| format!(" ({})", place(at)));
        if self.language == Language::En {
            return format!("{}{at}", refusal.message);
        }
        if position.outcome().is_some() {
            return format!("ván cờ đã kết thúc{at}");
        }
        if let Some(why) = self.wrong_start(position, text) {
            return format!("{why}{at}");
        }
        let text = text.escape_debug();
        if let Some(exposed) = refusal.exposed {
            let [royal, attacker] = [exposed.royal, exposed.attacker].map(|piece| self.kind(piece.kind()));
            let [on, from] = [exposed.on, exposed.from].map(|cell| game.geometry.name(cell));
            return format!("nước `{text}` để {royal} ở {on} bị {attacker} ở {from} bắt{at}");
        }
        match refusal.origin.as_ref().and_then(|origin| self.spoken_by(game, origin)) {
            Some(name) => format!("nước `{text}` trái với luật `{name}`{at}"),
            None => {
                format!("`{text}` không phải là nước đi hợp lệ ở đây; `moves` cho biết các nước hợp lệ{at}")
            }
        }
    }

    /// What is wrong with the cell that a move's text begins with: for one cell alone, that it is not
    /// empty; for two, that no piece of the player to move stands there.
    fn wrong_start(&self, position: &Position, text: &str) -> Option<String> {
        let geometry = &position.game().geometry;
        let text = text.to_lowercase();
        let letters = text.find(|c: char| !c.is_ascii_lowercase())?;
        let digits = text[letters..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - letters);
        let (name, rest) = text.split_at(letters + digits);
        let piece = position.at(geometry.parse(name).filter(|&cell| geometry.has(cell))?);
        match rest.is_empty() {
            true if !piece.is_none() => Some(format!("ô {name} đã có quân")),
            false if piece.is_none() => Some(self.empty(name)),
            false if piece.owner() != position.turn() => Some(self.foreign(name, piece)),
            _ => None,
        }
    }

    /// That nothing stands on a cell.
    pub(super) fn empty(&self, cell: &str) -> String {
        self.of(format!("{cell} is empty"), format!("ô {cell} trống"))
    }

    /// Whose piece stands on a cell.
    pub(super) fn foreign(&self, cell: &str, piece: Piece) -> String {
        let (kind, owner) = (self.kind(piece.kind()), self.player(piece.owner()));
        self.of(format!("the {kind} on {cell} is {owner}'s"), format!("{kind} ở {cell} là của {owner}"))
    }

    /// The name of the rule, veto or end that stands on a line.
    fn spoken_by<'a>(&'a self, game: &'a Game, origin: &Origin) -> Option<&'a str> {
        let rules = game.rules.iter().zip(&self.rules).map(|(rule, name)| (&rule.origin, name));
        let ends = game.ends.iter().zip(&self.ends).map(|(end, name)| (&end.origin, name));
        let vetoes = game.vetoes.iter().map(|veto| (&veto.origin, &veto.name));
        let mut all = rules.chain(ends).chain(vetoes);
        all.find(|(at, _)| *at == origin).map(|(_, name)| name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_says_which_language() {
        for vietnamese in ["vi", "vi_VN", "vi_VN.UTF-8", "VI"] {
            assert_eq!(of_locale(vietnamese), Language::Vi);
        }
        for english in ["", "C", "C.UTF-8", "en_GB.UTF-8", "de_DE", "vie_VN"] {
            assert_eq!(of_locale(english), Language::En);
        }
    }
}
