//! Moves that are typed part by part: how each begins.

use crate::game::{Action, Move};
use crate::position::Position;

/// A move text that was begun, and how it can go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveBeginning {
    /// What is typed so far, such as `d1d7` of `d1d7,d7g7`.
    pub text: String,
    /// In how many legal moves it can end.
    pub moves: usize,
}

impl Position {
    /// How the text of a legal move can begin, the shortest beginning first, the whole text last.
    ///
    /// # Panics
    ///
    /// It may, when the move is not legal here: [`Position::is_legal`] asks first.
    pub fn beginnings(&self, mv: Move) -> Vec<String> {
        self.beginnings_of(mv, self.move_text(mv))
    }

    fn beginnings_of(&self, mv: Move, text: String) -> Vec<String> {
        let game = self.game();
        let name = |cell| game.rules.geometry.name(cell);
        let mut all = match (mv.stage(), mv.gates()) {
            (Some(_), _) => {
                let first = mv.before_stage();
                self.beginnings_of(first, self.plain_text(first))
            }
            (None, Some(_)) => {
                let first = mv.without_gating();
                self.beginnings_of(first, self.plain_text(first))
            }
            (None, None) => match game.tables.actions[mv.rule()] {
                Action::Chain => {
                    let mut cells = vec![name(mv.from())];
                    for landing in self.landings(mv) {
                        let longer = cells.last().cloned().unwrap_or_default() + &name(landing);
                        cells.push(longer);
                    }
                    cells
                }
                Action::Shift | Action::Change | Action::Stay if mv.becomes().is_some() => {
                    vec![name(mv.from()), name(mv.from()) + &name(mv.to())]
                }
                Action::Shift | Action::Change | Action::Stay | Action::Castle | Action::Exit => {
                    vec![name(mv.from())]
                }
                Action::Drop(_) if game.drops_one_kind() => Vec::new(),
                Action::Drop(_) => {
                    let sign = text.find('@').map_or(0, |at| at + 1);
                    vec![text[..sign].to_owned()]
                }
                Action::Pass | Action::Swap => Vec::new(),
            },
        };
        all.retain(|beginning| !beginning.is_empty() && text.starts_with(beginning.as_str()));
        all.push(text);
        all.dedup();
        all
    }

    /// What a line typed behind a beginning makes of it: a longer beginning or a whole move. `begun` is empty where
    /// nothing is.
    pub fn continued(&self, begun: &str, typed: &str) -> Option<String> {
        let typed = typed.replace([' ', '-'], "").to_lowercase();
        let ends_so = |next: &str| {
            let rest = next.strip_prefix(begun)?.trim_start_matches(',');
            let behind_cell = || {
                let cells = self.game().cells_of_text(rest).map(|(cells, _)| cells)?;
                let last = self.game().rules.geometry.name(*cells.last()?);
                (cells.len() == 2).then_some(last)
            };
            let fits = rest.to_lowercase() == typed
                || next.to_lowercase() == typed
                || next.contains(',') && behind_cell().is_some_and(|last| last == typed);
            fits.then(|| next.to_owned())
        };
        let legal = self.legal_moves();
        let found = legal.iter().zip(self.move_texts(&legal)).find_map(|(&mv, text)| {
            let all = self.beginnings_of(mv, text);
            let after = match begun.is_empty() {
                true => 0,
                false => all.iter().position(|beginning| beginning == begun)? + 1,
            };
            all[after..].iter().find_map(|next| ends_so(next))
        });
        found.filter(|_| !typed.is_empty())
    }

    /// How legal moves go on that begin so, each way once, the beginnings of the next length; of all moves where nothing
    /// is begun.
    pub fn goes_on(&self, begun: &str) -> Vec<MoveBeginning> {
        let mut found: Vec<MoveBeginning> = Vec::new();
        let legal = self.legal_moves();
        for (&mv, text) in legal.iter().zip(self.move_texts(&legal)) {
            let all = self.beginnings_of(mv, text);
            let next = match begun.is_empty() {
                true => all.first(),
                false => all.iter().position(|beginning| beginning == begun).and_then(|at| all.get(at + 1)),
            };
            let Some(next) = next else { continue };
            match found.iter_mut().rev().find(|beginning| beginning.text == *next) {
                Some(beginning) => beginning.moves += 1,
                None => found.push(MoveBeginning { text: next.clone(), moves: 1 }),
            }
        }
        found
    }

    /// The moves without their last part, each once, where many of them share what comes before it; `None` where a list
    /// of the moves says it as shortly.
    pub fn first_parts(&self, moves: &[Move]) -> Option<Vec<MoveBeginning>> {
        let mut found: Vec<MoveBeginning> = Vec::new();
        let is_cell = |text: &String| self.game().rules.geometry.parse(text).is_some();
        for (&mv, text) in moves.iter().zip(self.move_texts(moves)) {
            let mut all = self.beginnings_of(mv, text);
            let whole = all.pop().unwrap_or_default();
            // The cell where a piece starts is no part that is worth a list.
            let first = all.pop().filter(|part| !is_cell(part)).unwrap_or(whole);
            match found.iter_mut().rev().find(|beginning| beginning.text == first) {
                Some(beginning) => beginning.moves += 1,
                None => found.push(MoveBeginning { text: first, moves: 1 }),
            }
        }
        (2 * found.len() <= moves.len()).then_some(found)
    }
}
