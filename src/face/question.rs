//! What most commands are asked: a game, positions of it, and how the answers are given.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::library::Loaded;
use crate::position::Position;
use crate::search::Exact;
use crate::solve::SolvedTable;

use super::batch::Batch;
use super::choice::{GameChoice, ScriptChoice};
use super::language::{LanguageChoice, Locale};
use super::output::Failure;
use super::table::TableArgs;

/// A question about positions of a game. Every such command takes these options. Options that do not apply are
/// validated and ignored.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Question {
    #[command(flatten)]
    pub game: GameChoice,
    #[command(flatten)]
    pub about: About,
}

/// The same without the game.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct About {
    #[command(flatten)]
    pub script: ScriptChoice,
    #[command(flatten)]
    pub batch: Batch,
    #[command(flatten)]
    pub language: LanguageChoice,
    #[command(flatten)]
    pub table: TableArgs,
}

/// The game that a question is about, and what is known of it.
pub(super) struct Subject {
    pub loaded: Loaded,
    pub voice: Locale,
    pub table: Option<Arc<SolvedTable>>,
}

impl Question {
    pub(super) fn open(&self) -> Result<Subject, Failure> {
        self.about.open(&self.game)
    }
}

impl About {
    pub(super) fn open(&self, game: &GameChoice) -> Result<Subject, Failure> {
        let notes = (!self.batch.speaks_json()).then(|| self.language.language());
        let loaded = self.script.load(game, notes)?;
        let table = self.table.load(&loaded.game)?;
        Ok(Subject { voice: self.language.voice(&loaded), loaded, table })
    }
}

impl Subject {
    /// What the table says of a position.
    pub(super) fn known(&self, position: &Position) -> Option<Exact> {
        self.table.as_ref()?.value(position)
    }

    /// An answer with what the table says, if there is one.
    pub(super) fn with_known(&self, position: &Position, answer: Value) -> Value {
        let Value::Object(mut all) = answer else { return answer };
        if self.table.is_some() {
            all.insert("known".to_owned(), self.known(position).map_or(Value::Null, exact_json));
        }
        Value::Object(all)
    }

    /// What the table says, in words; nothing without one.
    pub(super) fn known_text(&self, position: &Position) -> Option<String> {
        self.table.as_ref()?;
        let voice = &self.voice;
        Some(match self.known(position) {
            Some(exact) => {
                let exact = voice.exact(position, exact);
                voice.of(format!("by the table: {exact}"), format!("theo bảng: {exact}"))
            }
            None => voice.of("the table does not know it", "bảng không biết thế cờ này").to_owned(),
        })
    }
}

/// What is known for certain, as `solve` says it.
pub(super) fn exact_json(exact: Exact) -> Value {
    Value::Object(exact_keys(exact))
}

pub(super) fn exact_keys(exact: Exact) -> Map<String, Value> {
    let value = match exact {
        Exact::Win(_) => "win",
        Exact::Loss(_) => "loss",
        Exact::Draw { .. } => "draw",
    };
    let endless = exact == Exact::Draw { endless: true };
    let keys = [("value", json!(value)), ("plies", json!(exact.plies())), ("endless", json!(endless))];
    keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
