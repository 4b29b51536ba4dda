//! Keeping a game that is going on, and going on with one that was kept: as a record, as PGN, or as SGF.

use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use super::headers::Headers;
use super::input::Input;
use super::repl::Repl;
use super::session::{Declared, Session};
use crate::face::files::must_be_there;
use crate::face::kept::{Format, KeptGame};
use crate::face::language::Locale;
use crate::face::output::Failure;
use crate::game::{Player, halves};
use crate::notation::{PgnGame, SgfGame};
use crate::position::Position;
use crate::suite::{Record, io_words, write_whole};

impl Repl<'_> {
    /// `save FILE`
    pub(super) fn save(&mut self, file: &str) -> io::Result<()> {
        let answer = named(&self.voice, file).and_then(|path| save(&mut self.session, &self.voice, path));
        self.say(&answer.unwrap_or_else(|why| why))
    }

    /// `load FILE`, or `load FILE N`
    pub(super) fn load(&mut self, file: &str) -> io::Result<()> {
        let (file, number) = numbered(file);
        let loaded =
            named(&self.voice, file).and_then(|path| load(&mut self.session, &self.voice, path, number));
        let is_new = loaded.is_ok();
        self.say(&loaded.unwrap_or_else(|why| why))?;
        if is_new {
            self.told = false;
            self.begun.clear();
            self.show_board()?;
        }
        Ok(())
    }

    /// Begins with a kept game.
    pub(super) fn begin_with(&mut self, path: &Path, number: Option<NonZero<usize>>) -> Result<(), Failure> {
        must_be_there(path)?;
        let told = load(&mut self.session, &self.voice, path, number).map_err(Failure::Wrong)?;
        Ok(self.say(&told)?)
    }

    /// Writes the game to the file of `--record`, if there is one and the game is not there as it is now. A game that
    /// begins after another one gets a file of its own.
    pub(super) fn keep_record(&mut self) -> Result<(), Failure> {
        let Some(mut path) = self.record.clone() else { return Ok(()) };
        let mut hasher = DefaultHasher::new();
        (&self.session.start, self.session.moves(), self.session.is_over()).hash(&mut hasher);
        let state = Some(hasher.finish());
        if self.recorded == state {
            return Ok(());
        }
        let first = self.recorded.is_none();
        if !first && !self.session.kept.contains(&path) {
            path = free_place(&path);
            let shown = path.display();
            self.tell(&format!("recorded in {shown}"), &format!("ván này được ghi vào {shown}"))?;
            self.record = Some(path.clone());
        }
        match save(&mut self.session, &self.voice, &path) {
            Err(why) if first => return Err(Failure::Wrong(why)),
            // The game goes on.
            Err(why) => self.say(&why)?,
            Ok(_) => {}
        }
        self.recorded = state;
        Ok(())
    }

    /// Asks after Ctrl-C whether the user wants to leave; a game that was begun is kept then.
    pub(super) fn leaves(&mut self, input: &mut Input) -> io::Result<bool> {
        let question = self.voice.of("leave the game? (y/n) ", "thoát khỏi ván cờ? (c/k) ").to_owned();
        if !self.is_answered_yes(&question, input)? {
            return Ok(false);
        }
        if !self.session.moves().is_empty() {
            let name = Path::new(&self.session.name).file_stem().unwrap_or("game".as_ref());
            let path = free_place(Path::new(&format!("{}.ron", name.display())));
            let answer = save(&mut self.session, &self.voice, &path);
            self.say(&answer.unwrap_or_else(|why| why))?;
            let again = format!("banco play {} --load {}", self.session.name, path.display());
            self.tell(&format!("to go on: {again}"), &format!("để chơi tiếp: {again}"))?;
        }
        Ok(true)
    }
}

/// A name with a number that no file has yet, in the same folder.
fn free_place(path: &Path) -> PathBuf {
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, ending) = (part(path.file_stem()), part(path.extension()));
    let dot = if ending.is_empty() { "" } else { "." };
    let name = |number: u32| path.with_file_name(format!("{stem}-{number}{dot}{ending}"));
    (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0))
}

/// Saves the game; the answer is what to tell the user.
fn save(session: &mut Session, voice: &Locale, path: &Path) -> Result<String, String> {
    let failed = |why: String| format!("cannot save `{}`: {why}", path.display());
    let text = match Format::of(path) {
        Format::Record => record(session).to_text().map_err(|error| error.to_string()),
        Format::Pgn => Ok(pgn(session).text()),
        Format::Sgf => sgf(session).map(|game| game.text()),
    };
    let saved = text.and_then(|text| {
        check_replaceable(session, path)?;
        write_whole(path, &[text.as_bytes()]).map_err(|error| io_words(&error))
    });
    saved.map_err(|why| voice.of(failed(why), unsaved(path)))?;
    session.kept.insert(path.to_owned());
    let path = path.display();
    Ok(voice.of(format!("saved to {path}"), format!("đã lưu vào {path}")))
}

/// Whether a file may be written over: nothing may get lost that is not in this game.
fn check_replaceable(session: &Session, path: &Path) -> Result<(), String> {
    if !path.metadata().is_ok_and(|there| there.is_file() && there.len() > 0) {
        return Ok(());
    }
    let games = KeptGame::read_all(path).map_err(|_| "something else than a saved game is there")?;
    let [game] = games.as_slice() else { return Err("several games are there".to_owned()) };
    if game.has_more() {
        return Err("the game there has comments or variations, which would be lost".to_owned());
    }
    let is_part = |there: Position| {
        let same_start = there.origin().to_string() == session.position.origin().to_string();
        same_start && session.position.played().starts_with(&there.played())
    };
    let is_kept = session.kept.contains(path);
    match is_kept || game.replay(&session.loaded.game).is_ok_and(is_part) {
        true => Ok(()),
        false => Err("another game is there".to_owned()),
    }
}

fn record(session: &Session) -> Record {
    Record {
        game: session.name.clone(),
        definition: fingerprint(session),
        position: session.start.clone(),
        moves: session.moves(),
    }
}

fn sgf(session: &Session) -> Result<SgfGame, String> {
    let black = SgfGame::black(&session.loaded.game);
    let won = |player: Player, how: &str| format!("{}+{how}", if player == black { 'B' } else { 'W' });
    let result = match session.declared {
        Some(Declared::Resigned(loser)) => Some(won(!loser, "R")),
        Some(Declared::OutOfTime(loser)) => Some(won(!loser, "T")),
        Some(Declared::Drawn) => Some("0".to_owned()),
        None => session.position.outcome().map(|outcome| SgfGame::result_of(&outcome, black)),
    };
    let mut game = SgfGame::played(
        &session.position,
        session.loaded.sgf_number(),
        [black, !black].map(|player| who(session, player)),
        result,
    )?;
    session.headers.put_on_sgf(&mut game, &session.position.played(), session.declared.is_some());
    Ok(game)
}

fn who(session: &Session, player: Player) -> &'static str {
    if session.seats.is_human(player) { "human" } else { "banco" }
}

/// Who has won, if the game is over; nobody, when it is drawn.
fn winner(session: &Session) -> Option<Option<Player>> {
    match session.declared {
        Some(Declared::Resigned(player) | Declared::OutOfTime(player)) => Some(Some(!player)),
        Some(Declared::Drawn) => Some(None),
        None => session.position.outcome().map(|outcome| outcome.winner),
    }
}

fn pgn(session: &Session) -> PgnGame {
    let variant = session.loaded.pgn_name().unwrap_or(&session.name);
    let names = Player::each(|player| who(session, player));
    let mut game = PgnGame::played(&session.position, "banco play", names, variant, winner(session));
    session.headers.put_on_pgn(&mut game, &session.position.played(), session.declared.is_some());
    game
}

/// Goes on with a kept game of the same definition; the answer is what to tell the user. When anything
/// is wrong with it, the game that is going on stays.
fn load(
    session: &mut Session,
    voice: &Locale,
    path: &Path,
    number: Option<NonZero<usize>>,
) -> Result<String, String> {
    let kept = KeptGame::read(path, number).map_err(|why| voice.of(why, unloaded(path)))?;
    if let Some(game) = kept.game().filter(|name| !is_called(session, name)) {
        let (path, game) = (path.display(), game.escape_debug());
        return Err(voice.of(
            format!("`{path}` is a game of `{game}`: load it in `banco play {game}`"),
            format!("`{path}` là ván cờ của `{game}`: hãy mở bằng `banco play {game}`"),
        ));
    }
    let note = go_on_with(session, &kept, voice).map_err(|why| {
        let path = path.display();
        voice.of(
            format!("the game in `{path}` cannot be played: {why}"),
            format!("không chơi tiếp được ván cờ trong `{path}`: {why}"),
        )
    })?;
    session.kept.insert(path.to_owned());
    let path = path.display();
    Ok(voice.of(format!("loaded {path}{note}"), format!("đã mở {path}{note}")))
}

/// Goes on with a kept game; what there is to say besides: that the definition was another one when it was kept, or that
/// the second player gets other points.
fn go_on_with(session: &mut Session, kept: &KeptGame, voice: &Locale) -> Result<String, String> {
    match kept {
        KeptGame::Record(record) => {
            session.restart(&record.position, &record.moves).map_err(|misfit| misfit.text(voice))?;
            let changed = voice.of(
                ", though the definition has changed since it was saved",
                ", tuy định nghĩa đã thay đổi từ khi lưu",
            );
            Ok(if record.is_of(&session.loaded) { String::new() } else { changed.to_owned() })
        }
        KeptGame::Pgn(game) => {
            let end = game
                .replay(&session.loaded.game)
                .map_err(|error| voice.of(error.to_string(), format!("dòng {} không hợp lệ", error.line)))?;
            let start = game.tag("FEN").map_or_else(|| "startpos".to_owned(), |_| end.origin().to_string());
            let headers = Headers::of_pgn(game, end.played());
            session.go_on_with(&start, end, headers);
            Ok(String::new())
        }
        KeptGame::Sgf(game) => {
            let own = session.loaded.sgf_number();
            if game.kind().zip(own).is_some_and(|(said, own)| said != own) {
                return Err(voice
                    .of("it is another game, says its number `GM`", "số `GM` cho biết đó là ván cờ khác")
                    .to_owned());
            }
            let end = game
                .replay(&session.loaded.game)
                .map_err(|error| voice.of(error.to_string(), format!("dòng {} không hợp lệ", error.line)))?;
            let start = end.origin().to_string();
            let headers = Headers::of_sgf(game, end.played());
            session.go_on_with(&start, end, headers);
            let own = SgfGame::komi_of(&session.loaded.game);
            let other = game.komi().zip(own).filter(|(said, own)| said != own);
            Ok(other.map_or_else(String::new, |(said, own)| {
                let [said, own] = [said, own].map(halves);
                voice.of(
                    format!(", whose komi is {said}: here {own} is counted"),
                    format!(", komi trong tệp là {said}: ở đây tính {own}"),
                )
            }))
        }
    }
}

/// Whether a kept game is one of what is played here.
fn is_called(session: &Session, name: &str) -> bool {
    let in_pgn = session.loaded.pgn_name();
    let names = [Some(session.name.as_str()), Some(session.loaded.game.name()), in_pgn];
    names.iter().flatten().any(|own| own.eq_ignore_ascii_case(name))
}

/// Why nothing was loaded, in Vietnamese: the likely reason.
fn unloaded(path: &Path) -> String {
    let why = match path {
        path if path.is_dir() => "đó là một thư mục",
        path if !path.exists() => "không có tệp này",
        path if Format::of(path) != Format::Record => {
            "không đọc được tệp này, hoặc tệp có nhiều ván: hãy ghi số thứ tự của ván"
        }
        _ => "tệp này không phải là ván cờ đã lưu, hoặc không đọc được",
    };
    format!("không mở được `{}`: {why}", path.display())
}

/// Why nothing was saved, in Vietnamese: the likely reason.
fn unsaved(path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let why = match path {
        path if path.is_dir() => "đó là một thư mục",
        path if path.exists() => "ở đó đã có một tệp khác, hoặc không ghi được",
        _ if folder.is_some_and(|folder| !folder.is_dir()) => "không có thư mục này",
        _ => "không ghi được",
    };
    format!("không lưu được vào `{}`: {why}", path.display())
}

/// A file and the number of the game in it, where the name of no file ends so.
fn numbered(typed: &str) -> (&str, Option<NonZero<usize>>) {
    let split = typed.rsplit_once(char::is_whitespace).filter(|_| !Path::new(typed).exists());
    let read = split.and_then(|(file, number)| Some((file.trim_end(), number.parse().ok()?)));
    read.map_or((typed, None), |(file, number)| (file, Some(number)))
}

fn named<'a>(voice: &Locale, file: &'a str) -> Result<&'a Path, String> {
    if !file.is_empty() {
        return Ok(Path::new(file));
    }
    Err(voice.of("say which file: save FILE, load FILE", "hãy ghi tên tệp: save FILE, load FILE").to_owned())
}

fn fingerprint(session: &Session) -> String {
    format!("{:016x}", session.loaded.fingerprint)
}
