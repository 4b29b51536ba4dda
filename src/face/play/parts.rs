//! Moves that are typed part by part, and the list of moves.

use std::io;

use super::command::Command;
use super::repl::Repl;
use crate::face::language::Locale;
use crate::face::moves::in_columns;
use crate::game::{Action, Cell, CellSet, Move};
use crate::notation::MoveBeginning;
use crate::position::Position;

/// Of more moves than this, only the first parts are listed where many moves share them.
const MOST_LISTED: usize = 80;

impl Repl<'_> {
    /// What a line says where a move may be begun; nothing where it only goes on with that move.
    pub(super) fn whole_text(&mut self, typed: &str) -> io::Result<Option<String>> {
        let position = &self.session.position;
        if self.begun.is_empty() {
            return Ok(Some(typed.to_owned()));
        }
        match position.continued(&self.begun, typed) {
            Some(text) if position.parse_move(&text).is_ok() => Ok(Some(text)),
            Some(text) => {
                self.begun = text;
                self.show_begun()?;
                Ok(None)
            }
            None => Ok(Some(typed.to_owned())),
        }
    }

    /// What a line asks for. What goes on with a move that is begun is a part of it: `q` makes a queen.
    pub(super) fn command(&self, line: &str) -> Option<Command> {
        let begun = !self.begun.is_empty() && self.session.position.continued(&self.begun, line).is_some();
        if begun { Some(Command::Move(line.trim().to_owned())) } else { Command::read(line) }
    }

    /// Begins a move of which a line says the first part; whether it does.
    pub(super) fn begin(&mut self, typed: &str) -> io::Result<bool> {
        let Some(text) = self.session.position.continued("", typed) else { return Ok(false) };
        self.begun = text;
        self.show_begun()?;
        Ok(true)
    }

    /// Shows how a move that is begun can go on.
    fn show_begun(&mut self) -> io::Result<()> {
        let next = self.session.position.goes_on(&self.begun);
        let begun = self.begun.clone();
        let parts: Vec<String> = next.iter().map(|part| self.shown_part(&begun, part)).collect();
        let cells: CellSet = next.iter().filter_map(|part| self.landing(&begun, &part.text)).collect();
        if cells.iter().next().is_some() {
            self.show_marked(Some(cells))?;
        }
        self.tell(
            &format!("{begun} goes on; type the rest, or `undo`:"),
            &format!("{begun} còn đi tiếp; hãy gõ phần còn lại, hoặc `undo`:"),
        )?;
        self.list(&parts)
    }

    /// What is typed behind a beginning, and how many moves go on from there.
    fn shown_part(&self, begun: &str, part: &MoveBeginning) -> String {
        let rest = part.text.strip_prefix(begun).unwrap_or(&part.text).trim_start_matches(',');
        match part.moves {
            1 => rest.to_owned(),
            moves => format!("{rest}… ({moves})"),
        }
    }

    /// Where the next part of a move ends.
    fn landing(&self, begun: &str, next: &str) -> Option<Cell> {
        let geometry = &self.session.position.game().rules.geometry;
        let rest = next.strip_prefix(begun)?.trim_start_matches(',');
        let ends = rest.char_indices().map(|(at, _)| &rest[at..]).filter_map(|end| geometry.parse(end));
        // The longest text that is a cell: `c10`, and not `0`.
        let mut ends = ends;
        ends.next()
    }

    /// Where the piece of a move that is begun comes from, and where it stands.
    pub(super) fn begun_cells(&self) -> Option<(Cell, Cell)> {
        if self.begun.is_empty() {
            return None;
        }
        let position = &self.session.position;
        let game = position.game();
        let of = |mv: &Move| {
            let all = position.beginnings(*mv);
            let at = all.iter().position(|text| *text == self.begun)?;
            let is_shift = !matches!(game.rules.moves[mv.rule()].action, Action::Drop(_));
            let landings = position.landings(mv.before_stage());
            let stands = landings.get(at.checked_sub(1)?)?;
            is_shift.then_some((mv.from(), *stands))
        };
        position.legal_moves().iter().find_map(of)
    }

    /// `moves`, and `moves` with a cell or the beginning of a move.
    pub(super) fn show_moves(&mut self, named: Option<&str>) -> io::Result<()> {
        let position = &self.session.position;
        let moves = position.legal_moves();
        if moves.is_empty() || self.session.is_closed() {
            return self.tell("there are none: the game is over", "không có nước nào: ván cờ đã kết thúc");
        }
        match named {
            None if !self.begun.is_empty() => self.show_begun(),
            None => self.list_shortly(&moves),
            Some(name) => self.show_moves_of(name, &moves),
        }
    }

    /// The moves, or their first parts where they are too many.
    fn list_shortly(&mut self, moves: &[Move]) -> io::Result<()> {
        let position = &self.session.position;
        let parts = if moves.len() > MOST_LISTED { position.first_parts(moves) } else { None };
        let Some(parts) = parts else {
            let texts = position.texts_in(self.session.style, moves);
            return self.list(&texts);
        };
        let texts: Vec<String> = parts.iter().map(|part| self.shown_part("", part)).collect();
        self.list(&texts)?;
        self.tell(
            &format!("{} moves; type a first part to see how it goes on", moves.len()),
            &format!("{} nước; gõ phần đầu để xem các nước đi tiếp", moves.len()),
        )
    }

    pub(super) fn list(&mut self, moves: &[String]) -> io::Result<()> {
        in_columns(moves).iter().try_for_each(|line| self.say(line))
    }

    fn show_moves_of(&mut self, name: &str, moves: &[Move]) -> io::Result<()> {
        let game = self.session.position.game().clone();
        let cell =
            game.rules.geometry.parse(&name.to_lowercase()).filter(|&cell| game.rules.geometry.has(cell));
        let Some(cell) = cell else {
            let next = self.session.position.continued(&self.begun, name);
            let goes_on =
                next.map(|next| self.session.position.goes_on(&next)).filter(|next| !next.is_empty());
            if let Some(parts) = goes_on {
                let texts: Vec<String> = parts.iter().map(|part| self.shown_part("", part)).collect();
                return self.list(&texts);
            }
            let name = name.escape_debug();
            return self.tell(
                &format!("there is no cell `{name}` on this board, and no move begins so"),
                &format!("bàn cờ này không có ô `{name}`, cũng không có nước nào bắt đầu như thế"),
            );
        };
        let is_drop = |mv: &Move| matches!(game.rules.moves[mv.rule()].action, Action::Drop(_));
        let touches = |mv: &&Move| mv.from() == cell || is_drop(mv) && mv.to() == cell;
        let from: Vec<Move> = moves.iter().filter(touches).copied().collect();
        if from.is_empty() {
            let why = no_moves_from(&self.session.position, name, &self.voice);
            return self.say(&why);
        }
        self.list_shortly(&from)?;
        self.show_marked(Some(from.iter().map(|mv| mv.to()).collect()))
    }
}

fn no_moves_from(position: &Position, name: &str, voice: &Locale) -> String {
    let cell = position.game().rules.geometry.parse(&name.to_lowercase());
    let piece = cell.map(|cell| position.at(cell)).filter(|piece| !piece.is_none());
    match piece {
        None => voice.empty(name),
        Some(piece) if position.game().rules.roster.owner(piece) != Some(position.turn()) => {
            voice.foreign(name, piece, position.game().rules.roster.owner(piece))
        }
        Some(piece) => {
            let kind = voice.kind(piece.kind());
            voice.of(
                format!("the {kind} on {name} has no legal move"),
                format!("{kind} ở {name} không có nước đi hợp lệ"),
            )
        }
    }
}
