//! The language that a person reads: sentences in English and Vietnamese, side by side, and the names that
//! a definition gives in `[text]`.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::describe::does;
use crate::eval::{Score, WIN, plies_to_win};
use crate::game::{Game, Origin, Piece, Player, halves};
use crate::library::Loaded;
use crate::position::{Outcome, Position};
use crate::search::Exact;
use crate::spec::{At, Named, Texts};

use super::place;
use super::rule_words::by_way;

/// The languages that sentences are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    /// Vietnamese
    Vi,
    /// English
    En,
}

impl Language {
    /// One sentence in two languages.
    pub(crate) fn of<T>(self, english: T, vietnamese: T) -> T {
        match self {
            Language::En => english,
            Language::Vi => vietnamese,
        }
    }

    /// What the program speaks to who reads the language of that code.
    pub(crate) fn of_code(code: &str) -> Language {
        if codes(code)[0] == "vi" { Language::Vi } else { Language::En }
    }
}

/// The codes that names may be given for, the most general one first: `pt`, `pt-br`.
fn codes(code: &str) -> Vec<&str> {
    let ends = code.match_indices('-').map(|(at, _)| at).chain([code.len()]);
    ends.map(|end| &code[..end]).collect()
}

/// A language, and the names of a game in it.
#[derive(Clone, Debug)]
pub(crate) struct Locale {
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
    /// What the definition calls terms of the evaluation, by their names.
    terms: BTreeMap<String, String>,
}

impl Locale {
    /// English, with the definition's own names.
    pub(crate) fn english(game: &Game) -> Locale {
        Locale {
            language: Language::En,
            code: "en".to_owned(),
            game: game.names.game.clone(),
            players: Player::each(|player| game.player_name(player).to_owned()),
            kinds: game.names.kinds.iter().map(|kind| kind.name.clone()).collect(),
            rules: game.names.moves.iter().map(|rule| rule.name.clone()).collect(),
            ends: game.names.ends.iter().map(|end| end.name.clone()).collect(),
            terms: BTreeMap::new(),
        }
    }

    /// A language without a game.
    pub(crate) fn unnamed(language: Language) -> Locale {
        let none = || [String::new(), String::new()];
        Locale {
            language,
            code: String::new(),
            game: String::new(),
            players: none(),
            kinds: Vec::new(),
            rules: Vec::new(),
            ends: Vec::new(),
            terms: BTreeMap::new(),
        }
    }

    /// A language, with the names that the definition has for it; where it has none, those for the
    /// language that sentences are in, or else its own.
    pub(crate) fn new(code: &str, loaded: &Loaded) -> Locale {
        let own = Locale::english(&loaded.game);
        let mut voice = Locale { language: Language::of_code(code), code: code.to_owned(), ..own.clone() };
        let spoken = voice.of("en", "vi");
        for code in [spoken].into_iter().chain(codes(code)) {
            let texts = loaded.definition().text.iter();
            for entry in texts.filter(|entry| entry.name.value.replace('_', "-").eq_ignore_ascii_case(code)) {
                voice.take_names(&own, &entry.value);
            }
        }
        if voice.language == Language::Vi {
            voice.name_rules(&own, &loaded.game);
        }
        voice
    }

    /// Gives rules without a name of this language one by how they go.
    fn name_rules(&mut self, own: &Locale, game: &Game) {
        for (number, (name, own)) in self.rules.iter_mut().zip(&own.rules).enumerate() {
            if name == own
                && let Some(word) = by_way(game, number)
            {
                word.clone_into(name);
            }
        }
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
        self.terms.extend(texts.terms.iter().map(|term| (term.name.value.clone(), term.value.value.clone())));
    }

    /// One sentence in two languages.
    pub(crate) fn of<T>(&self, english: T, vietnamese: T) -> T {
        self.language.of(english, vietnamese)
    }

    pub(crate) fn player(&self, player: Player) -> &str {
        &self.players[player.index()]
    }

    pub(crate) fn kind(&self, kind: crate::game::Kind) -> &str {
        &self.kinds[kind.index()]
    }

    /// A score in words: `+30`, or who wins in how many plies; in none where that is not said.
    pub(crate) fn score(&self, score: Score) -> String {
        let Some(plies) = plies_to_win(score) else {
            return if score == 0 { "0".to_owned() } else { format!("{score:+}") };
        };
        let winner = self.player(if score > 0 { Player::First } else { Player::Second });
        let wins = self.of(format!("{winner} {}", does(winner, "win")), format!("{winner} thắng"));
        match plies.unsigned_abs() {
            0 => wins,
            1 => self.of(format!("{wins} in 1 ply"), format!("{wins} sau 1 nước")),
            n => self.of(format!("{wins} in {n} plies"), format!("{wins} sau {n} nước")),
        }
    }

    /// What is known for certain of a position, in words.
    pub(crate) fn exact(&self, position: &Position, exact: Exact) -> String {
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
    pub(crate) fn over(&self, game: &Game, outcome: &Outcome) -> String {
        let how = self.outcome(game, outcome);
        self.of(format!("the game is over: {how}"), format!("ván cờ đã kết thúc: {how}"))
    }

    /// What the kinds of pieces are called.
    pub(crate) fn kinds(&self) -> &[String] {
        &self.kinds
    }

    /// How a game ended, in words, without the line that says so.
    pub(crate) fn result(&self, outcome: &Outcome) -> String {
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
                let by = outcome.scores.map_or_else(String::new, |scores| self.margin(winner, scores));
                self.of(format!("{name} {}{by}", does(name, "win")), format!("{name} thắng{by}"))
            }
            None if outcome.end.is_some() => self.of("drawn", "hòa").to_owned(),
            None => self.of("stopped", "dừng lại").to_owned(),
        }
    }

    /// By how much somebody has more: " by 3.5, 184 to 180.5".
    fn margin(&self, winner: Player, scores: [i64; 2]) -> String {
        let [more, less] = [winner, !winner].map(|player| scores[player.index()]);
        let [by, more, less] = [more - less, more, less].map(|points| self.halved(points));
        self.of(format!(" by {by}, {more} to {less}"), format!(" {by} điểm, {more} so với {less}"))
    }

    fn halved(&self, points: i64) -> String {
        self.language.marked(&halves(points))
    }

    /// What the players have by the score, where an end asks for it.
    pub(crate) fn points(&self, position: &Position) -> Option<String> {
        let scores = position.scores()?;
        let [first, second] = Player::each(|player| self.player(player));
        let [one, other] = scores.map(|points| self.halved(points));
        let (lead, by) = match scores[0].cmp(&scores[1]) {
            Ordering::Greater => (first, scores[0] - scores[1]),
            Ordering::Less => (second, scores[1] - scores[0]),
            Ordering::Equal => {
                return Some(self.of(format!("score: {one} each"), format!("điểm: mỗi bên {one}")));
            }
        };
        let by = self.halved(by);
        Some(self.of(
            format!("score: {first} {one}, {second} {other}; {lead} has {by} more"),
            format!("điểm: {first} {one}, {second} {other}; {lead} hơn {by}"),
        ))
    }

    /// How a game ended, in words.
    pub(crate) fn outcome(&self, game: &Game, outcome: &Outcome) -> String {
        let result = self.winner(outcome);
        let Some(end) = outcome.end else {
            let why = self.of(super::results::UNDECIDED, "không còn nước đi hợp lệ, luật không nói ai thắng");
            return format!("{result}: {why}");
        };
        let (name, at) = (&self.ends[end], place(&game.names.ends[end].origin));
        self.of(format!("{result} by `{name}` ({at})"), format!("{result}: {name} ({at})"))
    }

    /// By which rule, and its line, a move is legal.
    pub(crate) fn allowed(&self, text: &str, rule: usize, origin: &Origin) -> String {
        let (name, at) = (&self.rules[rule], place(origin));
        self.of(
            format!("`{text}` is legal by `{name}` ({at})"),
            format!("nước `{text}` hợp lệ theo luật `{name}` ({at})"),
        )
    }

    /// That nothing stands on a cell.
    pub(crate) fn empty(&self, cell: &str) -> String {
        self.of(format!("{cell} is empty"), format!("ô {cell} trống"))
    }

    /// Whose piece stands on a cell, if it is anybody's.
    pub(crate) fn foreign(&self, cell: &str, piece: Piece, owner: Option<Player>) -> String {
        let kind = self.kind(piece.kind());
        let Some(owner) = owner.map(|owner| self.player(owner)) else {
            return self
                .of(format!("the {kind} on {cell} is nobody's"), format!("{kind} ở {cell} không là của ai"));
        };
        self.of(format!("the {kind} on {cell} is {owner}'s"), format!("{kind} ở {cell} là của {owner}"))
    }

    /// What the definition calls a term in this language.
    pub(super) fn given_term(&self, name: &str) -> Option<&str> {
        self.terms.get(name).map(String::as_str)
    }

    /// The name of a move rule.
    pub(crate) fn rule(&self, number: usize) -> &str {
        &self.rules[number]
    }

    /// The name of an end.
    pub(crate) fn end(&self, number: usize) -> &str {
        &self.ends[number]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_be_given_for_every_beginning_of_a_code() {
        assert_eq!(codes("zh-hant-tw"), ["zh", "zh-hant", "zh-hant-tw"]);
    }
}
