//! Scripts in a build that runs none: a definition that names one loads, and whoever asks for a value is told.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::error::{ScriptError, ScriptFault};
use super::features::Kept;
use super::source::ScriptSource;
use super::{Again, OddName, ScriptPart};
use crate::eval::Score;
use crate::game::{Evaluation, Game, LineContents, OnError, Script, Watchdog};
use crate::position::Board;

/// The game with a script that cannot be asked; without it, if the definition says that the game goes on with the
/// definition's own evaluation where its script fails.
///
/// # Errors
///
/// None: what a script does is not looked at.
pub fn load(
    game: &Game,
    source: &ScriptSource,
    watchdog: &Arc<dyn Watchdog>,
) -> Result<Arc<Game>, ScriptError> {
    if source.usage.on_error == Some(OnError::Native) {
        return Ok(Arc::new(game.clone()));
    }
    let script = Script {
        file: source.file.clone(),
        text: source.text.clone(),
        usage: source.usage.clone(),
        hooks: Vec::new(),
        directed: false,
        features: Vec::new(),
        tables: Box::new(game.evaluation.clone()),
        pairs: None,
        watchdog: watchdog.clone(),
    };
    Ok(game.evaluated(Evaluation { script: Some(Arc::new(script)), ..game.evaluation.clone() }))
}

/// What is said instead of every answer.
fn not_here(file: &Arc<str>) -> ScriptError {
    let message = "this build of banco runs no scripts: it lacks the feature `script`".to_owned();
    ScriptError { file: file.clone(), line: None, hook: None, fault: ScriptFault::Failed, message }
}

/// What a script would answer when it is asked again.
///
/// # Errors
///
/// Always.
pub(super) fn answer_again(
    _game: &Game,
    source: &ScriptSource,
    _watchdog: &Arc<dyn Watchdog>,
) -> Result<Again, ScriptError> {
    Err(not_here(&source.file))
}

/// The odd names of a script: nobody looks.
pub(super) fn odd_names(_text: &str, _game: &Game) -> Vec<OddName> {
    Vec::new()
}

/// A script that answers one thread: there is none.
#[derive(Debug)]
pub enum State {}

#[expect(missing_docs, reason = "each stands for what scripts do where they run")]
impl State {
    /// Starts the script of a game.
    ///
    /// # Errors
    ///
    /// Where the game has one.
    pub fn start(game: &Game, _stop: &Arc<AtomicBool>) -> Result<Option<Box<State>>, ScriptError> {
        game.evaluation.script.as_ref().map_or(Ok(None), |script| Err(not_here(&script.file)))
    }

    pub fn missing(&self) -> Vec<(u32, String)> {
        match *self {}
    }

    pub fn fault(&self) -> Option<&ScriptError> {
        match *self {}
    }

    pub fn scores_lines(&self) -> bool {
        match *self {}
    }

    pub fn scores_kinds_on_lines(&self) -> bool {
        match *self {}
    }

    pub fn is_directed(&self) -> bool {
        match *self {}
    }

    pub fn lines(&mut self, _wanted: &[LineContents], _axis: u8) -> Vec<Score> {
        match *self {}
    }

    pub fn kinds_on_line(&mut self, _cells: &[u8], _axis: u8) -> Score {
        match *self {}
    }

    pub fn score<const N: usize>(&mut self, _game: &Game, _board: &Board<N>, _kept: &Kept<'_>) -> Score {
        match *self {}
    }

    pub fn by_features<const N: usize>(
        &mut self,
        _game: &Game,
        _board: &Board<N>,
        _kept: &Kept<'_>,
    ) -> Score {
        match *self {}
    }

    /// None.
    pub fn parts_of_position<const N: usize>(&mut self, _game: &Game, _board: &Board<N>) -> Vec<ScriptPart> {
        Vec::new()
    }

    /// None.
    pub fn parts_of_features<const N: usize>(
        &mut self,
        _game: &Game,
        _board: &Board<N>,
        _kept: &Kept<'_>,
    ) -> Vec<ScriptPart> {
        Vec::new()
    }

    pub fn by_position<const N: usize>(&mut self, _game: &Game, _board: &Board<N>) -> Score {
        match *self {}
    }

    pub fn obey(&self, _stop: &Arc<AtomicBool>) {
        match *self {}
    }

    pub fn forget(&mut self) {
        match *self {}
    }

    pub fn is_stopped(&self) -> bool {
        match *self {}
    }
}
