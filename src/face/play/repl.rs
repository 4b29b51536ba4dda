//! The talk with the person who plays: what is asked, done and answered.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::styling::AnsiColor;

use super::command::{self, Command, HELP};
use super::input::{Input, Typed};
use super::session::{Declared, Session};
use super::spelling;
use super::thinking::ThinkingLine;
use crate::engine::Strength;
use crate::eval::explain;
use crate::eval::script::ScriptError;
use crate::game::{Action, Move, Player};
use crate::library::Loaded;
use crate::search::Report;

use crate::diagnostic::{Style, nearest};
use crate::face::board::BoardView;
use crate::face::clock;
use crate::face::eval::write_terms;
use crate::face::inks;
use crate::face::language::Locale;
use crate::face::output::{Failure, columns, styled, wrapped};
use crate::face::watch::WatchedFiles;

/// A way to let the engine think, with what is told of its progress.
type Thinks = fn(&mut Session, &mut dyn FnMut(&Report)) -> Report;

/// A game between engines that has no end of its own ends here.
const MOST_PLIES: usize = 2_000;

pub(super) struct Repl<'a> {
    pub(super) session: Session,
    pub(super) out: &'a mut dyn Write,
    pub(super) view: BoardView,
    pub(super) voice: Locale,
    /// What is typed of a move that is typed part by part; nothing, mostly.
    pub(super) begun: String,
    /// The end of the game has been told.
    pub(super) told: bool,
    /// The file of `--record`.
    pub(super) record: Option<PathBuf>,
    /// Of the game that was last written there.
    pub(super) recorded: Option<u64>,
}

impl<'a> Repl<'a> {
    pub(super) fn new(session: Session, view: BoardView, code: &str, out: &'a mut dyn Write) -> Repl<'a> {
        let voice = Locale::new(code, &session.loaded);
        Repl { session, out, view, voice, begun: String::new(), told: false, record: None, recorded: None }
    }

    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        self.say_indented(text, 0)
    }

    /// Says something, all but its first line indented where the terminal is too narrow for one.
    fn say_indented(&mut self, text: &str, indent: usize) -> io::Result<()> {
        match columns() {
            Some(columns) => writeln!(self.out, "{}", wrapped(text, columns, indent)),
            None => writeln!(self.out, "{text}"),
        }
    }

    /// Says one thing, in the language of the user.
    pub(super) fn tell(&mut self, english: &str, vietnamese: &str) -> io::Result<()> {
        let text = self.voice.of(english, vietnamese).to_owned();
        self.say(&text)
    }

    /// Says that a line was not read.
    pub(super) fn refuse_line(&mut self) -> io::Result<()> {
        self.tell("this line is too long", "dòng này quá dài")
    }

    pub(super) fn end_line(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// Asks for a line.
    pub(super) fn ask(&mut self, input: &mut Input) -> io::Result<Typed> {
        let (prompt, session, begun) = (self.prompt(), &self.session, &self.begun);
        let words = || {
            let moves = match begun.is_empty() {
                true => session.position.texts_in(session.style, &session.position.legal_moves()),
                false => session.position.goes_on(begun).into_iter().map(|next| next.text).collect(),
            };
            command::WORDS.map(str::to_owned).into_iter().chain(moves).collect()
        };
        input.read(&prompt, words, self.out)
    }

    /// Asks a question; whether the answer is yes.
    pub(super) fn is_answered_yes(&mut self, question: &str, input: &mut Input) -> io::Result<bool> {
        let answer = input.read(question, Vec::new, self.out)?;
        Ok(
            matches!(answer, Typed::Line(line) if ["y", "yes", "c", "có"].contains(&line.to_lowercase().as_str())),
        )
    }

    pub(super) fn has_human(&self) -> bool {
        self.session.seats.any_human()
    }

    pub(super) fn greet(&mut self) -> io::Result<()> {
        let voice = &self.voice;
        let yours: Vec<&str> = Player::BOTH
            .into_iter()
            .filter(|&player| self.session.seats.is_human(player))
            .map(|player| voice.player(player))
            .collect();
        let (english, vietnamese) = match yours.as_slice() {
            [] => ("the engine plays both sides".to_owned(), "máy chơi cả hai bên".to_owned()),
            [one] => (
                format!("you play {one}; `help` shows the commands"),
                format!("bạn chơi bên {one}; gõ `help` để xem các lệnh"),
            ),
            _ => (
                "you play both sides; `help` shows the commands".to_owned(),
                "bạn đi cả hai bên; gõ `help` để xem các lệnh".to_owned(),
            ),
        };
        let who = format!("{}: {}", voice.game, voice.of(english, vietnamese));
        self.say(&who)?;
        let warnings = self.session.loaded.doubts().len();
        if warnings > 0 {
            let name = self.session.name.clone();
            self.tell(
                &format!("the definition has warnings: banco check {name}"),
                &format!("định nghĩa có điều đáng ngờ: banco check {name}"),
            )?;
        }
        self.show_board()
    }

    /// Whether there is nothing more to be done: the engines' game is over.
    pub(super) fn is_finished(&self) -> bool {
        !self.has_human()
    }

    pub(super) fn engine_is_to_move(&self) -> bool {
        !self.session.seats.is_human(self.session.position.turn()) && !self.session.is_over()
    }

    /// Lets the engine move; false when it was interrupted and nobody is there to go on.
    pub(super) fn let_engine_move(&mut self) -> Result<bool, Failure> {
        if !self.has_human() && self.session.position.played().len() >= MOST_PLIES {
            self.tell(
                "2,000 moves without a result: the game is given up; an end with `if = { repeats = 3 }` would end it",
                "2.000 nước mà chưa phân thắng bại: ván cờ dừng lại; luật kết thúc với `if = { repeats = 3 }` sẽ \
                 kết thúc nó",
            )?;
            return Ok(false);
        }
        if let Some(mv) = self.session.book_move() {
            self.announce_book(mv)?;
            self.session.make(mv);
            self.show_board()?;
            self.out.flush()?;
            return Ok(true);
        }
        self.start_clock();
        let report = self.think_with(Session::think_to_play)?;
        self.stop_clock()?;
        if self.session.is_closed() {
            return Ok(self.has_human());
        }
        let interrupted = clock::was_interrupted();
        let Some(mv) = self.session.choice(&report) else { return Ok(false) };
        self.announce(mv, &report)?;
        self.session.make(mv);
        self.begun.clear();
        self.show_board()?;
        self.out.flush()?;
        Ok(!interrupted || self.has_human())
    }

    /// Lets the engine think. A script that fails does not end a game that is going on, whatever the definition
    /// says that other commands do then.
    pub(super) fn think_with(&mut self, think: Thinks) -> Result<Report, Failure> {
        let report = self.think_shown(think)?;
        let Some(error) = report.script_error.clone() else { return Ok(report) };
        self.go_on_without_script(&error)?;
        Ok(self.think_shown(think)?)
    }

    fn think_shown(&mut self, think: Thinks) -> io::Result<Report> {
        self.out.flush()?;
        let mut line = ThinkingLine::new(&self.session.position, &self.voice, self.session.style);
        Ok(think(&mut self.session, &mut |report| line.show(report)))
    }

    fn set_level(&mut self, word: &str) -> io::Result<()> {
        match word.parse().ok().filter(|level| (1..=10).contains(level)) {
            Some(level) => {
                self.session.strength = Strength::of_level(level);
                self.tell(&format!("the engine plays at level {level}"), &format!("máy chơi ở mức {level}"))
            }
            None => self.tell(
                "a level is a number from 1, the lowest, to 10, which holds nothing back",
                "mức là một số từ 1, yếu nhất, đến 10, mạnh nhất",
            ),
        }
    }

    /// Says once that the script failed; from then on the definition's own terms are used.
    fn go_on_without_script(&mut self, error: &ScriptError) -> Result<(), Failure> {
        self.say(&error.to_string())?;
        self.tell(
            "the definition's own terms are used until the script is edited",
            "từ nay dùng các thành phần của chính định nghĩa, đến khi tập lệnh được sửa",
        )?;
        self.session.drop_script()
    }

    fn eval(&mut self) -> Result<(), Failure> {
        let terms = match explain(&self.session.position) {
            Ok(terms) => terms,
            Err(error) => {
                self.go_on_without_script(&error)?;
                explain(&self.session.position)?
            }
        };
        write_terms(self.session.position.game(), &terms, false, &self.voice, self.out)?;
        if let Some(points) = self.voice.points(&self.session.position) {
            writeln!(self.out, "{points}")?;
        }
        Ok(())
    }

    fn announce(&mut self, mv: Move, report: &Report) -> io::Result<()> {
        let turn = self.session.position.turn();
        let name = styled(inks::of_name(self.session.position.game(), turn), self.voice.player(turn));
        let (plays, moves) = self.did(mv);
        let (score, depth) = (self.voice.found_score(report.score, report), report.depth);
        let clock =
            self.session.clock.as_ref().map_or(String::new(), |clock| format!(", {}", clock.shown(turn)));
        self.tell(
            &format!("{name} {plays}   ({score}, depth {depth}{clock})"),
            &format!("{name} {moves}   ({score}, độ sâu {depth}{clock})"),
        )
    }

    /// What a player does who makes a move, in two languages.
    fn did(&self, mv: Move) -> (String, String) {
        let game = self.session.position.game();
        if game.rules.moves[mv.rule()].action == Action::Pass {
            return ("passes".to_owned(), "bỏ lượt".to_owned());
        }
        let text = self.session.text(mv);
        (format!("plays {text}"), format!("đi {text}"))
    }

    fn announce_book(&mut self, mv: Move) -> io::Result<()> {
        let turn = self.session.position.turn();
        let name = styled(inks::of_name(self.session.position.game(), turn), self.voice.player(turn));
        let (plays, moves) = self.did(mv);
        self.tell(
            &format!("{name} {plays}   (from the book)"),
            &format!("{name} {moves}   (theo sách khai cuộc)"),
        )
    }

    pub(super) fn obey(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Move(text) => self.play(&text)?,
            Command::Moves(cell) => self.show_moves(cell.as_deref())?,
            Command::Hint => self.hint()?,
            Command::Go => self.go()?,
            Command::Undo => self.undo()?,
            Command::New => self.start_again()?,
            Command::Flip => {
                self.view.flipped = !self.view.flipped;
                self.show_board()?;
            }
            Command::Board => self.show_board()?,
            // In one line, however long: it is copied.
            Command::Position => writeln!(self.out, "{}", self.session.position)?,
            Command::Eval => self.eval()?,
            Command::History => self.history()?,
            Command::Resign => self.resign()?,
            Command::Draw => self.offer_draw()?,
            Command::Level(word) => self.set_level(&word)?,
            Command::Save(file) => self.save(&file)?,
            Command::Load(file) => self.load(&file)?,
            Command::Help => self.help()?,
            Command::Quit => {}
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> io::Result<()> {
        let text = &shortened(text);
        if self.session.is_closed() {
            return self.tell(
                "the game is over; `undo` takes that back, `new` starts again",
                "ván cờ đã kết thúc; `undo` để đi tiếp, `new` để chơi lại",
            );
        }
        let text = &match self.whole_text(text)? {
            Some(text) => text,
            None => return Ok(()),
        };
        match self.session.play(text) {
            Ok(_) => {
                self.begun.clear();
                self.show_board()
            }
            Err(refusal) => {
                if self.begin(text)? {
                    return Ok(());
                }
                let no = styled(AnsiColor::Red.on_default().bold(), self.voice.of("no", "không được"));
                let why = self.voice.refusal(self.session.position.game(), &refusal);
                let help = self.meant_command(text);
                self.say(&format!("{no}: {why}{help}"))
            }
        }
    }

    /// Which command may have been meant.
    fn meant_command(&self, text: &str) -> String {
        let word = text.split_whitespace().next().unwrap_or_default();
        if self.session.position.game().rules.geometry.parse(word).is_some() {
            return String::new();
        }
        nearest(&word.to_lowercase(), command::WORDS).map_or(String::new(), |near| {
            self.voice.of(format!("; did you mean `{near}`?"), format!("; có phải bạn muốn gõ `{near}`?"))
        })
    }

    fn hint(&mut self) -> Result<(), Failure> {
        if self.session.is_closed() {
            return Ok(self.tell("the game is over", "ván cờ đã kết thúc")?);
        }
        let report = self.think_with(Session::think)?;
        clock::was_interrupted();
        let position = &self.session.position;
        let text = match report.lines.first() {
            None => self
                .voice
                .of("there is nothing to be done: the game is over", "không còn nước nào: ván cờ đã kết thúc")
                .to_owned(),
            Some(line) => {
                let texts = position.line_in(self.session.style, &line.moves);
                let best = texts.first().cloned().unwrap_or_default();
                let (score, line) = (self.voice.found_score(line.score, &report), texts.join(" "));
                let depth = report.depth;
                self.voice.of(
                    format!("{best}   ({score}, depth {depth}; line: {line})"),
                    format!("{best}   ({score}, độ sâu {depth}; tiếp theo: {line})"),
                )
            }
        };
        Ok(self.say(&text)?)
    }

    fn go(&mut self) -> Result<(), Failure> {
        if self.session.is_over() {
            return Ok(self.tell("the game is over", "ván cờ đã kết thúc")?);
        }
        self.let_engine_move().map(drop)
    }

    fn undo(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.begun).is_empty() {
            return self.tell("the move that was begun is dropped", "đã bỏ nước đang gõ dở");
        }
        if let Some(declared) = self.session.declared.take() {
            self.told = false;
            if let Declared::OutOfTime(player) = declared {
                self.session.clock.iter_mut().for_each(|clock| clock.refill(player));
            }
            return self.tell("the game goes on", "ván cờ tiếp tục");
        }
        match self.session.undo() {
            0 => self.tell("there is no move to take back", "không có nước nào để lấy lại"),
            taken => {
                self.told = false;
                let unit = if taken == 1 { "move" } else { "moves" };
                self.tell(&format!("{taken} {unit} taken back"), &format!("đã lấy lại {taken} nước"))?;
                self.show_board()
            }
        }
    }

    fn start_again(&mut self) -> Result<(), Failure> {
        let start = self.session.start.clone();
        self.session.restart(&start, &[]).map_err(Failure::from)?;
        self.told = false;
        self.begun.clear();
        Ok(self.show_board()?)
    }

    fn help(&mut self) -> io::Result<()> {
        let example = self.session.position.legal_moves().first().map(|&mv| self.session.text(mv));
        if let Some(example) = example {
            let meaning = self.voice.of("make a move", "đi một nước");
            self.say(&format!("  {example:22} {meaning}"))?;
        }
        let position = &self.session.position;
        let typed = spelling::examples(position.game(), position.turn());
        let typed = typed.iter().map(|(text, words)| (text.as_str(), *words));
        typed.chain(HELP.iter().copied()).try_for_each(|(typed, [english, vietnamese])| {
            let meaning = self.voice.of(english, vietnamese);
            self.say_indented(&format!("  {typed:22} {meaning}"), 25)
        })
    }

    /// Takes up an edited definition if the game is valid under it; whether it did.
    pub(super) fn adopt_changes(&mut self) -> io::Result<bool> {
        if !self.session.watch.changed() {
            return Ok(false);
        }
        match self.session.read_again() {
            Ok(loaded) if loaded.fingerprint == self.session.loaded.fingerprint => Ok(false),
            Ok(loaded) => self.adopt(loaded),
            Err(error) => {
                write!(self.out, "{}", error.diagnostics.render(&error.sources, Style::Coloured))?;
                self.tell(
                    "the edit has errors: the game goes on as it was",
                    "chỗ vừa sửa có lỗi: ván cờ tiếp tục như trước",
                )?;
                Ok(false)
            }
        }
    }

    fn adopt(&mut self, loaded: Loaded) -> io::Result<bool> {
        self.session.watch = WatchedFiles::new(&loaded.files);
        let script = edited_script(&self.session.loaded, &loaded);
        match self.session.adopt(loaded) {
            Ok(()) => {
                self.told = false;
                self.voice = Locale::new(&self.voice.code, &self.session.loaded);
                match script {
                    Some(file) => self.tell(
                        &format!("the script {file} was edited: the engine scores by the new one"),
                        &format!("tập lệnh {file} vừa được sửa: máy tính điểm theo tập lệnh mới"),
                    )?,
                    None => self.tell(
                        "the definition was edited: the game goes on under the new one",
                        "định nghĩa vừa được sửa: ván cờ tiếp tục theo định nghĩa mới",
                    )?,
                }
                self.show_board()?;
                Ok(true)
            }
            Err(why) => {
                let why = why.text(&self.voice);
                self.tell(
                    &format!("the definition was edited, and this game is not valid under it: {why}"),
                    &format!("định nghĩa vừa được sửa, ván cờ này không hợp lệ theo nó: {why}"),
                )?;
                self.tell("the game goes on as it was", "ván cờ tiếp tục như trước")?;
                Ok(false)
            }
        }
    }
}

/// The script, when it is all that is new.
fn edited_script(before: &Loaded, now: &Loaded) -> Option<Arc<str>> {
    let script = now.game.evaluation.script.as_ref()?;
    (before.definition_fingerprint == now.definition_fingerprint).then(|| script.file.clone())
}

/// What was typed, cut where it is longer than any move.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some(_) => text.chars().take(LONGEST / 5).chain(['…']).collect(),
        None => text.to_owned(),
    }
}
