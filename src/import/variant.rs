//! What a section means when its parents' keys are taken over.

use std::collections::BTreeMap;

use super::builtin;
use super::ini::{Problem, Said, Section};
use super::keys::{ALIASES, PAIRS, PLAIN, SETS, check_keys, is_region_of_piece, piece_keys};
use crate::betza;

/// How many variants can build on each other.
const CHAIN: usize = 100;

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// What the format calls it.
    pub key: String,
    /// What a definition calls it.
    pub name: String,
    /// Its letter, a capital.
    pub letter: char,
    /// How it moves.
    pub betza: String,
}

/// A value with the line that says it; 0 where no line of the file does.
type Value = (String, usize);

/// A variant with everything that it has taken over.
#[derive(Clone, Default, Debug)]
pub struct Variant {
    /// Its kinds, in order.
    pub kinds: Vec<Kind>,
    /// Its keys but those that name pieces.
    keys: BTreeMap<String, Value>,
    /// Sets of kinds, by the key that says them, as keys of kinds; `*` is any.
    sets: BTreeMap<String, (Vec<String>, usize)>,
    /// Keys that another one stood for, which the file says.
    called: BTreeMap<String, String>,
}

impl Variant {
    /// A variant by its section, its parents among sections or built in.
    pub fn resolve(section: &Section, all: &[Section]) -> Result<Variant, Problem> {
        let mut variant = Variant::of_parent(section, all, 0)?;
        variant.apply(section)?;
        Ok(variant)
    }

    fn of_parent(section: &Section, all: &[Section], depth: usize) -> Result<Variant, Problem> {
        let Some(parent) = &section.parent else { return Ok(Variant::default()) };
        if depth > CHAIN {
            let message = format!("more than {CHAIN} variants build on each other");
            return Err(Problem::new(section.line, message));
        }
        let mut before = all.iter().filter(|other| other.line < section.line || section.line == 0);
        let found = before.rfind(|other| other.name == *parent);
        let own;
        let (found, all) = match found {
            Some(found) => (found, all),
            None => {
                own = builtin::sections();
                let built_in = own.iter().find(|other| other.name == *parent);
                let unknown = || {
                    let later = all.iter().find(|other| other.name == *parent);
                    let why = match later {
                        Some(later) => {
                            format!("which stands in line {}, and not before this line", later.line)
                        }
                        None => "which is neither in the file nor a variant known here".to_owned(),
                    };
                    Problem::new(section.line, format!("`{}` builds on `{parent}`, {why}", section.name))
                };
                (built_in.ok_or_else(unknown)?, own.as_slice())
            }
        };
        let mut variant = Variant::of_parent(found, all, depth + 1)?;
        variant.apply(found)?;
        Ok(variant)
    }

    fn apply(&mut self, section: &Section) -> Result<(), Problem> {
        if let Some(problem) = &section.broken {
            return Err(problem.clone());
        }
        self.apply_pieces(section)?;
        check_keys(section)?;
        for (key, said) in &section.keys {
            let targets = ALIASES.iter().find(|(alias, _)| alias == key).map(|(_, targets)| *targets);
            // What is said more precisely counts.
            let targets = targets.map_or(vec![key.as_str()], |targets| {
                targets.iter().copied().filter(|target| !section.keys.contains_key(*target)).collect()
            });
            for target in targets {
                self.called.insert(target.to_owned(), key.clone());
                if SETS.contains(&target) {
                    let set = self.letters(&said.value, said.line, key)?;
                    self.sets.insert(target.to_owned(), (set, said.line));
                } else if PAIRS.contains(&target) {
                    // What is not said again stays as it was.
                    let before = self.said(target).unwrap_or_default();
                    self.keys.insert(target.to_owned(), (format!("{before} {}", said.value), said.line));
                } else if PLAIN.contains(&target) || is_region_of_piece(target) {
                    self.keys.insert(target.to_owned(), (said.value.clone(), said.line));
                }
            }
        }
        self.settle_double_steps();
        Ok(())
    }

    /// Where there are no double steps no cells are kept for them, and without cells there are none: what builds on this
    /// has to say both again.
    fn settle_double_steps(&mut self) {
        let regions = ["doubleStepRegionWhite", "doubleStepRegionBlack"];
        if let Some((_, line)) = self.keys.get("doubleStep").filter(|(said, _)| said == "false").cloned() {
            regions
                .iter()
                .for_each(|region| drop(self.keys.insert((*region).to_owned(), ("-".to_owned(), line))));
        } else if regions.iter().all(|region| self.said(region) == Some("-")) {
            let line = self.line(regions[0]);
            self.keys.insert("doubleStep".to_owned(), ("false".to_owned(), line));
        }
    }

    /// Whether just this key is said in that line.
    pub fn says_in(&self, key: &str, line: usize) -> bool {
        let of = self.keys.get(key).map(|(_, line)| *line).or(self.sets.get(key).map(|(_, line)| *line));
        of == Some(line)
    }

    /// What the file calls a key: itself, or one that stands for it.
    pub fn called<'a>(&'a self, key: &'a str) -> &'a str {
        self.called.get(key).map_or(key, String::as_str)
    }

    fn apply_pieces(&mut self, section: &Section) -> Result<(), Problem> {
        for (key, name, betza) in piece_keys() {
            let Some(said) = section.keys.get(&key).filter(|said| !said.value.is_empty()) else { continue };
            self.kinds.retain(|kind| kind.key != key);
            self.keys.insert(key.clone(), (said.value.clone(), said.line));
            let mut letters = said.value.chars();
            let letter = letters.next().unwrap_or('-');
            if letter == '-' {
                continue;
            }
            if !letter.is_ascii_alphabetic() {
                return Err(Problem::new(
                    said.line,
                    format!("`{key}` needs a letter, and `{letter}` is none"),
                ));
            }
            let letter = letter.to_ascii_uppercase();
            let own = letters.as_str().strip_prefix(':').map(|own| own.trim().to_owned());
            if own.is_none() && key.starts_with("custom") {
                return Err(Problem::new(said.line, format!("`{key}` needs its moves: `{key} = a:RF`")));
            }
            if let Some(own) = &own {
                check_betza(&key, own).map_err(|message| Problem::new(said.line, message))?;
            }
            let name = match name.as_str() {
                "" => format!("piece-{}", letter.to_ascii_lowercase()),
                name => name.to_owned(),
            };
            self.check_letter(section, (&key, said.line), letter)?;
            self.kinds.retain(|kind| kind.letter != letter);
            self.kinds.push(Kind { key, name, letter, betza: own.unwrap_or(betza) });
        }
        let order = piece_keys();
        self.kinds.sort_by_key(|kind| order.iter().position(|(key, ..)| *key == kind.key));
        Ok(())
    }

    /// A letter belongs to one piece. What the parent has, a piece with its letter takes the place of; but the king.
    fn check_letter(
        &self,
        section: &Section,
        (key, line): (&str, usize),
        letter: char,
    ) -> Result<(), Problem> {
        let Some(other) = self.by_letter(letter) else { return Ok(()) };
        let has_it =
            |said: &&Said| said.value.chars().next().is_some_and(|own| own.eq_ignore_ascii_case(&letter));
        match section.keys.get(&other.key) {
            Some(said) if has_it(&said) => Err(Problem::new(
                line,
                format!("`{key}` has the letter `{letter}`, which `{}` has in line {}", other.key, said.line),
            )),
            None if other.key == "king" => Err(Problem::new(
                line,
                format!("`{key}` has the letter of the king: say `king = -` where there is none"),
            )),
            _ => Ok(()),
        }
    }

    /// The kinds that letters name.
    fn letters(&self, said: &str, line: usize, key: &str) -> Result<Vec<String>, Problem> {
        let mut kinds = Vec::new();
        for letter in said.chars().filter(|letter| !letter.is_whitespace()) {
            match letter {
                '-' => break,
                '*' => kinds.push("*".to_owned()),
                letter => match self.by_letter(letter) {
                    Some(kind) => kinds.push(kind.key.clone()),
                    None => {
                        return Err(Problem::new(
                            line,
                            format!("`{key}`: no piece has the letter `{letter}`"),
                        ));
                    }
                },
            }
        }
        Ok(kinds)
    }

    /// The kind with a letter, small or not.
    pub fn by_letter(&self, letter: char) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.letter == letter.to_ascii_uppercase())
    }

    /// The kind that the format calls so.
    pub fn by_key(&self, key: &str) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.key == key)
    }

    /// What a key says, where anything does.
    pub fn said(&self, key: &str) -> Option<&str> {
        self.keys.get(key).map(|(value, _)| value.as_str())
    }

    /// The line that says a key, for both players or for one; 0 where none does.
    pub fn line(&self, key: &str) -> usize {
        let of = |key: &str| {
            self.keys.get(key).map(|(_, line)| *line).or(self.sets.get(key).map(|(_, line)| *line))
        };
        let each = ["", "White", "Black"].map(|side| of(&format!("{key}{side}")));
        each.into_iter().flatten().find(|line| *line > 0).unwrap_or(0)
    }

    /// Whether a key is `true`.
    pub fn is(&self, key: &str, default: bool) -> Result<bool, Problem> {
        match self.said(key) {
            None => Ok(default),
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            Some(other) => {
                let called = self.called(key);
                Err(Problem::new(
                    self.line(key),
                    format!("`{called}` is `true` or `false`, and not `{other}`"),
                ))
            }
        }
    }

    /// A number.
    pub fn number(&self, key: &str, default: u32) -> Result<u32, Problem> {
        let Some(said) = self.said(key) else { return Ok(default) };
        said.parse()
            .map_err(|_| Problem::new(self.line(key), format!("`{key}` is a number, and not `{said}`")))
    }

    /// A file as a number from 1, which is said so or by its letter.
    pub fn file(&self, key: &str, default: u32) -> Result<u32, Problem> {
        let Some(said) = self.said(key) else { return Ok(default) };
        let mut letters = said.chars();
        match (letters.next(), said.parse()) {
            (_, Ok(number)) => Ok(number),
            (Some(letter), _) if letter.is_ascii_lowercase() => Ok(letter as u32 - 'a' as u32 + 1),
            _ => Err(Problem::new(self.line(key), format!("`{key}` is a file, and not `{said}`"))),
        }
    }

    /// The kinds that a key names for a player, as the keys that the format has for them.
    pub fn set(&self, key: &str, side: &str, default: &[&str]) -> Vec<String> {
        let of = |key: &str| self.sets.get(key).map(|(set, _)| set.clone());
        let default = || default.iter().map(|kind| kind.to_string()).collect();
        of(&format!("{key}{side}")).or_else(|| of(key)).unwrap_or_else(default)
    }

    /// Whether walls are built beside moves.
    pub fn builds_walls(&self) -> bool {
        self.said("wallingRule").is_some_and(|rule| rule != "none")
    }

    /// The kinds whose pieces turn to stone where they capture.
    pub fn petrified(&self) -> Vec<String> {
        self.set("petrifyOnCaptureTypes", "", &[])
    }

    /// The cells that a key names for a player, as file and rank from 0; `None` where it is not said.
    pub fn cells(&self, key: &str, (files, ranks): (u32, u32)) -> Result<Option<Vec<(u32, u32)>>, Problem> {
        let Some(said) = self.said(key) else { return Ok(None) };
        let mut cells = Vec::new();
        for word in said.split_whitespace().take_while(|word| *word != "-") {
            let (file, rank) = place(word, (files, ranks)).ok_or_else(|| {
                let called = self.called(key);
                Problem::new(self.line(key), format!("`{called}`: `{word}` is no cell, rank or file"))
            })?;
            for at in (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))) {
                let here = file.is_none_or(|file| file == at.0) && rank.is_none_or(|rank| rank == at.1);
                if here && !cells.contains(&at) {
                    cells.push(at);
                }
            }
        }
        Ok(Some(cells))
    }

    /// Pairs such as `p:g`, as the letters before and what stands behind.
    pub fn pairs(&self, key: &str) -> Result<Vec<(char, String)>, Problem> {
        let Some(said) = self.said(key) else { return Ok(Vec::new()) };
        let pair = |word: &str| {
            let (letter, other) = word.split_once(':')?;
            Some((letter.chars().next()?, other.to_owned()))
        };
        let wrong = |word: &str| {
            Problem::new(self.line(key), format!("`{key}`: expected pairs such as `p:g`, found `{word}`"))
        };
        let mut pairs: Vec<(char, String)> = Vec::new();
        for word in said.split_whitespace() {
            let (letter, other) = pair(word).ok_or_else(|| wrong(word))?;
            pairs.retain(|(before, _)| *before != letter);
            pairs.push((letter, other));
        }
        Ok(pairs)
    }
}

/// The largest board of the format. What lies on it, and off a smaller board, is no cell and no mistake.
const LARGEST: (u32, u32) = (12, 10);

/// A cell, a file or a rank: its file and rank from 0, either of which may be any.
fn place(word: &str, (files, ranks): (u32, u32)) -> Option<(Option<u32>, Option<u32>)> {
    let letter = word.chars().next()?;
    let rank = &word[letter.len_utf8()..];
    let file = match letter {
        '*' => None,
        _ if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase() as u32 - 'a' as u32),
        _ => return None,
    };
    let rank = match rank {
        "*" => None,
        _ => Some(rank.parse::<u32>().ok()?.checked_sub(1)?),
    };
    let on_board = file.is_none_or(|file| file < files.max(LARGEST.0))
        && rank.is_none_or(|rank| rank < ranks.max(LARGEST.1));
    (on_board && (file, rank) != (None, None)).then_some((file, rank))
}

/// Moves belong to the king and to pieces of a file's own, and are read even where nothing has them.
fn check_betza(key: &str, own: &str) -> Result<(), String> {
    if key != "king" && !key.starts_with("custom") {
        return Err(format!(
            "`{key}` has moves already; pieces with moves of their own are `customPiece1` and so on"
        ));
    }
    match betza::read(own) {
        Ok(_) => Ok(()),
        Err(wrong) => Err(format!("`{key}`: `{own}`: {}", wrong.message)),
    }
}
