//! The language that a person reads: sentences in English and Vietnamese, side by side, and the names that
//! a definition gives in `[text]`.

use crate::eval::{Score, WIN, plies_to_win};
use crate::game::{Game, Origin, Piece, Player};
use crate::library::Loaded;
use crate::position::{Outcome, Position};
use crate::search::Exact;
use crate::spec::{At, Named, Texts};

use super::output::place;

/// The languages that sentences are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

    /// What the program speaks to who reads the language of that code.
    fn of_code(code: &str) -> Language {
        if codes(code)[0] == "vi" { Language::Vi } else { Language::En }
    }

    /// English, unless the output is for programs and nothing is said.
    pub(super) fn english_unless(json: bool) -> Option<Language> {
        (!json).then_some(Language::En)
    }
}

/// Which language to speak.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct LanguageChoice {
    /// The language of what is printed, such as vi, en or de; without it, that of LC_ALL, LC_MESSAGES or
    /// LANG. The definition's names are those of its `[text]`; all else is in English where it has not
    /// been translated
    #[arg(long, value_name = "CODE", value_parser = code)]
    lang: Option<String>,
}

impl LanguageChoice {
    /// The code of the language.
    pub(super) fn code(&self) -> String {
        self.lang.clone().unwrap_or_else(|| {
            let set = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
            let of_system = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(set).unwrap_or_default();
            of_locale(&of_system)
        })
    }

    /// What the program itself speaks then.
    pub(super) fn language(&self) -> Language {
        Language::of_code(&self.code())
    }

    pub(super) fn voice(&self, loaded: &Loaded) -> Locale {
        Locale::new(&self.code(), loaded)
    }
}

/// The code in what somebody writes for a language: `vi`, `pt-BR`, `de_DE.UTF-8`.
fn code(text: &str) -> Result<String, String> {
    let end = text.find(['.', '@']).unwrap_or(text.len());
    let code = text[..end].replace('_', "-").to_lowercase();
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric());
    let first = code.split('-').next().unwrap_or_default();
    let is_first = (2..=8).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_lowercase());
    if is_first && code.len() <= 35 && code.split('-').all(is_word) {
        Ok(code)
    } else {
        Err("write a language as a code: vi, en, de".to_owned())
    }
}

/// The language of a locale such as `vi_VN.UTF-8`; `C` and what is no language are English.
fn of_locale(locale: &str) -> String {
    code(locale).ok().filter(|code| code != "posix").unwrap_or_else(|| "en".to_owned())
}

/// The codes that names may be given for, the most general one first: `pt`, `pt-br`.
fn codes(code: &str) -> Vec<&str> {
    let ends = code.match_indices('-').map(|(at, _)| at).chain([code.len()]);
    ends.map(|end| &code[..end]).collect()
}

/// A language, and the names of a game in it.
#[derive(Clone, Debug)]
pub(super) struct Locale {
    /// What sentences are written in.
    pub language: Language,
    /// The code of what is asked for.
    pub code: String,
    /// The game's name.
    pub game: String,
    players: [String; 2],
    kinds: Vec<String>,
    rules: Vec<String>,
    ends: Vec<String>,
}

impl Locale {
    /// English, with the definition's own names.
    pub(super) fn english(game: &Game) -> Locale {
        Locale {
            language: Language::En,
            code: "en".to_owned(),
            game: game.names.game.clone(),
            players: Player::BOTH.map(|player| game.player_name(player).to_owned()),
            kinds: game.names.kinds.iter().map(|kind| kind.name.clone()).collect(),
            rules: game.names.moves.iter().map(|rule| rule.name.clone()).collect(),
            ends: game.names.ends.iter().map(|end| end.name.clone()).collect(),
        }
    }

    /// A language without a game.
    pub(super) fn unnamed(language: Language) -> Locale {
        let none = || [String::new(), String::new()];
        Locale {
            language,
            code: String::new(),
            game: String::new(),
            players: none(),
            kinds: Vec::new(),
            rules: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// A language, with the names that the definition has for it; where it has none, those for the
    /// language that sentences are in, or else its own.
    pub(super) fn new(code: &str, loaded: &Loaded) -> Locale {
        let own = Locale::english(&loaded.game);
        let mut voice = Locale { language: Language::of_code(code), code: code.to_owned(), ..own.clone() };
        let spoken = voice.of("en", "vi");
        for code in [spoken].into_iter().chain(codes(code)) {
            let texts = loaded.definition().text.iter();
            for entry in texts.filter(|entry| entry.name.value.replace('_', "-").eq_ignore_ascii_case(code)) {
                voice.take_names(&own, &entry.value);
            }
        }
        voice
    }

    /// Takes names over from a language; `own` are the definition's, which they stand for.
    fn take_names(&mut self, own: &Locale, texts: &Texts) {
        if let Some(name) = &texts.name {
            self.game.clone_from(&name.value);
        }
        let rename = |names: &mut [String], own: &[String], texts: &Named<At<String>>| {
            for (name, own) in names.iter_mut().zip(own) {
                if let Some(entry) = texts.iter().find(|entry| entry.name.value == *own) {
                    name.clone_from(&entry.value.value);
                }
            }
        };
        rename(&mut self.players, &own.players, &texts.players);
        rename(&mut self.kinds, &own.kinds, &texts.pieces);
        rename(&mut self.rules, &own.rules, &texts.moves);
        rename(&mut self.ends, &own.ends, &texts.ends);
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

    /// What is known for certain of a position, in words.
    pub(super) fn exact(&self, position: &Position, exact: Exact) -> String {
        let winner = match exact {
            Exact::Win(_) => position.turn(),
            Exact::Loss(_) => !position.turn(),
            Exact::Draw { endless: true } => {
                return self.of("drawn: play never ends", "hòa: ván cờ không bao giờ kết thúc").to_owned();
            }
            Exact::Draw { endless: false } => return self.of("drawn", "hòa").to_owned(),
        };
        match (exact.plies(), position.outcome()) {
            (Some(0), Some(outcome)) => self.over(position.game(), &outcome),
            (plies, _) => self.score(winner.sign() * (WIN - plies.unwrap_or(0) as Score)),
        }
    }

    /// That the game is over, and how it ended.
    pub(super) fn over(&self, game: &Game, outcome: &Outcome) -> String {
        let how = self.outcome(game, outcome);
        self.of(format!("the game is over: {how}"), format!("ván cờ đã kết thúc: {how}"))
    }

    /// What the kinds of pieces are called.
    pub(super) fn kinds(&self) -> &[String] {
        &self.kinds
    }

    /// How a game ended, in words, without the line that says so.
    pub(super) fn result(&self, outcome: &Outcome) -> String {
        let result = self.winner(outcome);
        match outcome.end {
            Some(end) => format!("{result}: {}", self.ends[end]),
            None => result,
        }
    }

    fn winner(&self, outcome: &Outcome) -> String {
        match outcome.winner {
            Some(winner) => {
                let name = self.player(winner);
                self.of(format!("{name} wins"), format!("{name} thắng"))
            }
            None if outcome.end.is_some() => self.of("drawn", "hòa").to_owned(),
            None => self.of("stopped", "dừng lại").to_owned(),
        }
    }

    /// How a game ended, in words.
    pub(super) fn outcome(&self, game: &Game, outcome: &Outcome) -> String {
        let result = self.winner(outcome);
        let Some(end) = outcome.end else {
            let why = self.of(super::score::UNDECIDED, "không còn nước đi hợp lệ, luật không nói ai thắng");
            return format!("{result}: {why}");
        };
        let (name, at) = (&self.ends[end], place(&game.names.ends[end].origin));
        self.of(format!("{result} by `{name}` ({at})"), format!("{result}: {name} ({at})"))
    }

    /// By which rule, and its line, a move is legal.
    pub(super) fn allowed(&self, text: &str, rule: usize, origin: &Origin) -> String {
        let (name, at) = (&self.rules[rule], place(origin));
        self.of(
            format!("`{text}` is legal by `{name}` ({at})"),
            format!("nước `{text}` hợp lệ theo luật `{name}` ({at})"),
        )
    }

    /// That nothing stands on a cell.
    pub(super) fn empty(&self, cell: &str) -> String {
        self.of(format!("{cell} is empty"), format!("ô {cell} trống"))
    }

    /// Whose piece stands on a cell, if it is anybody's.
    pub(super) fn foreign(&self, cell: &str, piece: Piece, owner: Option<Player>) -> String {
        let kind = self.kind(piece.kind());
        let Some(owner) = owner.map(|owner| self.player(owner)) else {
            return self
                .of(format!("the {kind} on {cell} is nobody's"), format!("{kind} ở {cell} không là của ai"));
        };
        self.of(format!("the {kind} on {cell} is {owner}'s"), format!("{kind} ở {cell} là của {owner}"))
    }

    /// The name of a move rule.
    pub(super) fn rule(&self, number: usize) -> &str {
        &self.rules[number]
    }

    /// The name of an end.
    pub(super) fn end(&self, number: usize) -> &str {
        &self.ends[number]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_says_which_language() {
        for vietnamese in ["vi", "vi_VN", "vi_VN.UTF-8", "VI"] {
            assert_eq!(Language::of_code(&of_locale(vietnamese)), Language::Vi);
        }
        for (locale, expected) in [
            ("", "en"),
            ("C", "en"),
            ("C.UTF-8", "en"),
            ("POSIX", "en"),
            ("en_GB.UTF-8", "en-gb"),
            ("de_DE@euro", "de-de"),
        ] {
            assert_eq!(of_locale(locale), expected);
            assert_eq!(Language::of_code(&of_locale(locale)), Language::En);
        }
        assert_eq!(Language::of_code("vie"), Language::En);
        assert_eq!(codes("zh-hant-tw"), ["zh", "zh-hant", "zh-hant-tw"]);
    }

    #[test]
    fn what_is_no_code_is_refused() {
        for bad in ["", "x", "-", "de-", "1a", "d\u{e9}", "de DE", "english please", &"a".repeat(99)] {
            assert!(code(bad).is_err(), "{bad}");
        }
    }
}
