//! Engines as the command line describes them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::arena::{Engine, EngineWords, Kind, Own, Pace, rules_id};
use crate::diagnostic::nearest;
use crate::game::Game;
use crate::library::{Library, Loaded};
use crate::protocol::Dialect;
use crate::protocol::client::Program;

use super::stem;
use crate::face::choice::{Mode, ScriptChoice};
use crate::face::limits::{algorithm, duration};
use crate::face::output::Failure;
use crate::face::table;

/// Megabytes that our own search remembers positions in, unless said otherwise.
const HASH: usize = 16;

const LIMITS: [&str; 4] = ["tc", "movetime", "nodes", "depth"];
const OWN: [&str; 10] =
    ["", "name", "game", "script", "script-mode", "hash", "threads", "table", "algorithm", "seed"];
const FOREIGN: [&str; 7] = ["name", "cmd", "args", "dir", "protocol", "variant", "option."];

/// The engines of a match, added one by one.
pub(in crate::face) struct Lineup<'a> {
    name: &'a str,
    rules: &'a Arc<Game>,
    pace: &'a Pace,
    pub(in crate::face) engines: Vec<Engine>,
    /// Definitions besides the match's own, and how they were called.
    pub(in crate::face) loaded: Vec<(Loaded, String)>,
}

impl<'a> Lineup<'a> {
    pub(in crate::face) fn new(name: &'a str, rules: &'a Arc<Game>, pace: &'a Pace) -> Lineup<'a> {
        Lineup { name, rules, pace, engines: Vec::new(), loaded: Vec::new() }
    }

    /// Reads a description.
    pub(in crate::face) fn add(&mut self, spec: &str) -> Result<(), Failure> {
        let named = |why: String| Failure::Usage(format!("the engine `{}`: {why}", spec.escape_debug()));
        let words = EngineWords::read(spec).map_err(|error| named(error.to_string()))?;
        let own = words.get("cmd").is_none();
        let keys: Vec<&str> =
            if own { &OWN[..] } else { &FOREIGN[..] }.iter().chain(&LIMITS).copied().collect();
        words.only(&keys).map_err(|error| named(error.to_string()))?;
        let pace = self.pace_of(&words).map_err(named)?;
        let (kind, called) = match own {
            true => self.own(&words, spec)?,
            false => {
                let (program, dialect, called) = foreign(&words).map_err(named)?;
                (Kind::Foreign(program, dialect), called)
            }
        };
        let name = match words.get("name").map(str::trim) {
            Some("") => return Err(named("its name is empty".to_owned())),
            Some(name) if self.engines.iter().any(|engine| engine.name == name) => {
                return Err(named(format!("another engine is called `{name}`")));
            }
            Some(name) => name.to_owned(),
            None => self.free_name(&called),
        };
        self.engines.push(Engine { name, kind, pace });
        Ok(())
    }

    fn free_name(&self, called: &str) -> String {
        let numbered = (2..).map(|number| format!("{called}-{number}"));
        let mut names = std::iter::once(called.to_owned()).chain(numbered);
        let is_free = |name: &String| self.engines.iter().all(|engine| engine.name != *name);
        names.find(is_free).unwrap_or_else(|| unreachable!("there are names without end"))
    }

    /// Its own limits, or those of all engines.
    fn pace_of(&self, words: &EngineWords) -> Result<Pace, String> {
        if LIMITS.iter().all(|key| words.get(key).is_none()) {
            return Ok(self.pace.clone());
        }
        let time = |text: &str| duration(text);
        Ok(Pace {
            control: words.get("tc").map(str::parse).transpose()?,
            move_time: words.get("movetime").map(time).transpose()?,
            nodes: number(words, "nodes", 1, u64::MAX)?,
            depth: number(words, "depth", 1, 120)?.map(|depth| depth as u32),
        })
    }

    fn own(&mut self, words: &EngineWords, spec: &str) -> Result<(Kind, String), Failure> {
        let named = |why: String| Failure::Usage(format!("the engine `{}`: {why}", spec.escape_debug()));
        if words.get("").is_some() && words.get("game").is_some() {
            return Err(named("its game is said twice".to_owned()));
        }
        let word = words.get("game").or(words.get("")).unwrap_or(self.name);
        let mode = match words.get("script-mode") {
            None => None,
            Some("add") => Some(Mode::Add),
            Some("replace") => Some(Mode::Replace),
            Some(other) => return Err(named(format!("`script-mode={other}`: it is `add` or `replace`"))),
        };
        if mode.is_some() && words.get("script").is_none() {
            return Err(named("`script-mode` means nothing without `script`".to_owned()));
        }
        let script = ScriptChoice { script: words.get("script").map(str::to_owned), mode };
        let loaded = script.read(&Library::default(), word)?;
        if rules_id(&loaded.game) != rules_id(self.rules) {
            return Err(named(format!("`{word}` has other rules than `{}`", self.name)));
        }
        let table = words.get("table").map(|file| table::load(&loaded.game, Path::new(file))).transpose()?;
        let own = Own {
            game: loaded.game.clone(),
            fingerprint: loaded.fingerprint,
            hash: number(words, "hash", 1, 1 << 20).map_err(named)?.map_or(HASH, |hash| hash as usize),
            threads: number(words, "threads", 1, 256).map_err(named)?.map_or(1, |threads| threads as usize),
            algorithm: words.get("algorithm").map(algorithm).transpose().map_err(named)?,
            seed: number(words, "seed", 0, u64::MAX).map_err(named)?.unwrap_or(0),
            table: table.map(Arc::new),
        };
        let called = [Some(word), words.get("script")].into_iter().flatten().map(called);
        let called = called.collect::<Vec<_>>().join("+");
        if word != self.name {
            self.loaded.push((loaded, word.to_owned()));
        }
        Ok((Kind::Own(Box::new(own)), called))
    }
}

/// A file without its folder and ending.
fn called(word: &str) -> String {
    let stem = stem(word);
    stem.strip_suffix(".lua").unwrap_or(&stem).rsplit(['/', '\\']).next().unwrap_or_default().to_owned()
}

/// Another program that only counts or answers, with its dialect and what it is called.
pub(in crate::face) fn peer(spec: &str) -> Result<(Program, Dialect, String), Failure> {
    let named = |why: String| Failure::Usage(format!("the engine `{}`: {why}", spec.escape_debug()));
    let words = EngineWords::read(spec).map_err(|error| named(error.to_string()))?;
    if let (Some(word), None) = (words.get(""), words.get("cmd")) {
        return Err(named(format!("another program is named by its key: did you mean `cmd={word}`?")));
    }
    words.only(&FOREIGN).map_err(|error| named(error.to_string()))?;
    let (program, dialect, called) = foreign(&words).map_err(named)?;
    let called = words.get("name").map_or(called, str::to_owned);
    Ok((program, dialect, called))
}

/// Another program, its dialect, and what it is called.
fn foreign(words: &EngineWords) -> Result<(Program, Dialect, String), String> {
    let file = words.get("cmd").filter(|file| !file.trim().is_empty()).ok_or("its `cmd` is empty")?;
    let word = words.get("protocol").unwrap_or(Dialect::Uci.word());
    let dialect = Dialect::parse(word).ok_or_else(|| {
        let help = match nearest(word, Dialect::WORDS.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", Dialect::WORDS.join(", ")),
        };
        format!("unknown protocol `{}`; {help}", word.escape_debug())
    })?;
    let options = words.below("option.").into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
    let program = Program {
        file: file.to_owned(),
        args: words.get("args").unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
        folder: words.get("dir").map(PathBuf::from),
        options: options.collect::<BTreeMap<_, _>>(),
        variant: words.get("variant").map(str::to_owned),
    };
    Ok((program, dialect, called(file)))
}

fn number(words: &EngineWords, key: &str, least: u64, most: u64) -> Result<Option<u64>, String> {
    let Some(text) = words.get(key) else { return Ok(None) };
    let number = text.trim().parse().ok().filter(|number| (least..=most).contains(number));
    number.map(Some).ok_or_else(|| match most {
        u64::MAX => format!("`{key}={text}` is not a whole number from {least}"),
        _ => format!("`{key}={text}` is not a whole number from {least} to {most}"),
    })
}
