//! Trying a script out on positions: does it keep its promises?

use std::sync::Arc;

use super::error::ScriptError;
use super::load::{ScriptSource, load};
use crate::eval::{Score, Scorer};
use crate::game::{Game, Piece, Script};
use crate::on_board;
use crate::position::Position;

/// What kind of promise a script breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingKind {
    /// It gave two answers to one question.
    Impure,
    /// It scores a position and its mirror image, players exchanged, not the opposite way.
    Unlike,
}

/// A promise that a script breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What kind of promise.
    pub kind: FindingKind,
    /// The hook.
    pub hook: &'static str,
    /// Its line.
    pub line: u32,
    /// The position where it shows, and what was answered.
    pub message: String,
}

/// A script and a game to try it out on.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    /// The game with the script loaded.
    pub scripted: &'a Arc<Game>,
    /// The game without it.
    pub plain: &'a Arc<Game>,
}

impl Trial<'_> {
    /// Asks the script about these positions of the game with the script, twice and in another order, and about their
    /// mirror images.
    ///
    /// # Errors
    ///
    /// What the script does wrong when it is asked.
    pub fn run(&self, positions: &[Position]) -> Result<Vec<Finding>, ScriptError> {
        let Some(script) = &self.scripted.evaluation.script else { return Ok(Vec::new()) };
        let mut findings = self.tables_differ(script)?;
        let Some(first) = positions.first() else { return Ok(findings) };
        on_board!(first.engine(), board => {
            let mut asked = Asked { scorer: Scorer::new(self.scripted, board) };
            let answers = positions.iter().map(|p| asked.about(p)).collect::<Result<Vec<_>, _>>()?;
            asked.scorer.forget_answers();
            for (position, before) in positions.iter().zip(&answers).rev() {
                let again = asked.about(position)?;
                findings.extend(differing(before, &again).map(|(hook, one, other)| Finding {
                    kind: FindingKind::Impure,
                    hook,
                    line: script.hook(hook).unwrap_or(1),
                    message: format!("asked twice about `{position}`, it answers {one} and {other}"),
                }));
            }
            if !self.plain.evaluation.meant_unlike {
                for (position, answer) in positions.iter().zip(&answers) {
                    let Some(image) = mirrored(position) else { break };
                    let opposite: Vec<_> =
                        asked.about(&image)?.into_iter().map(|(hook, score)| (hook, -score)).collect();
                    findings.extend(differing(answer, &opposite).map(|(hook, one, other)| Finding {
                        kind: FindingKind::Unlike,
                        hook,
                        line: script.hook(hook).unwrap_or(1),
                        message: format!(
                            "`{position}` is worth {one}, and its mirror image with players exchanged {} where {} \
                             is expected", -other, -one
                        ),
                    }));
                }
            }
        });
        findings.sort_by_key(|finding| (finding.line, finding.hook, finding.kind == FindingKind::Unlike));
        findings.dedup_by_key(|finding| (finding.line, finding.hook, finding.kind));
        Ok(findings)
    }

    /// Loads the script again: what it answers then must be the same.
    fn tables_differ(&self, script: &Script) -> Result<Vec<Finding>, ScriptError> {
        let source = ScriptSource {
            file: script.file.clone(),
            text: script.text.clone(),
            usage: script.usage.clone(),
        };
        let again = load(self.plain, &source, &script.watchdog)?;
        let Some(second) = &again.evaluation.script else { return Ok(Vec::new()) };
        let differ = [
            ("on_load", format!("{:?}", script.tables) != format!("{:?}", second.tables)),
            ("score_pair", script.pairs != second.pairs),
        ];
        let impure = |(hook, _): (&'static str, bool)| Finding {
            kind: FindingKind::Impure,
            hook,
            line: script.hook(hook).unwrap_or(1),
            message: "asked twice, it answers differently".to_owned(),
        };
        Ok(differ.into_iter().filter(|&(_, differs)| differs).map(impure).collect())
    }
}

type Answer = Vec<(&'static str, Score)>;

/// A script that is asked about one position after the other.
struct Asked<const N: usize> {
    scorer: Scorer<N>,
}

impl<const N: usize> Asked<N> {
    fn about(&mut self, position: &Position) -> Result<Answer, ScriptError> {
        let game = position.game();
        let board = crate::position::Board::<N>::new(game, &position.pieces(), position.turn());
        self.scorer.look_at(&board);
        let answer = self.scorer.scripted(&board);
        match self.scorer.fault() {
            Some(error) => Err(error.clone()),
            None => Ok(answer),
        }
    }
}

fn differing<'a>(
    one: &'a Answer,
    other: &'a Answer,
) -> impl Iterator<Item = (&'static str, Score, Score)> + 'a {
    let pairs = one.iter().zip(other).filter(|(one, other)| one.1 != other.1);
    pairs.map(|(one, other)| (one.0, one.1, other.1))
}

/// The position as the other player sees it, players exchanged, where the players face each other.
fn mirrored(position: &Position) -> Option<Position> {
    let game = position.game();
    let mirror = game.mirror.as_ref()?;
    let mut pieces = vec![Piece::NONE; game.geometry.size()];
    for (cell, piece) in position.pieces().into_iter().enumerate().filter(|(_, piece)| !piece.is_none()) {
        *pieces.get_mut(mirror[cell].index())? = Piece::new(piece.kind(), !piece.owner());
    }
    let fits = (0u16..).map(crate::game::Cell).zip(&pieces);
    let fits = fits.into_iter().all(|(cell, piece)| piece.is_none() || game.geometry.has(cell));
    fits.then(|| Position::set_up(game, &pieces, !position.turn()))
}
