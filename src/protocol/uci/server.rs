//! The engine's side of the talk.

use std::io;
use std::time::Duration;

use super::Flavour;
use super::board::{drawn, valued};
use super::options::{CHESS960, Handicap, flag, read_set, set, specs};
use super::words::{BestMove, GoWords, Info, read_position};
use crate::engine::{Answer, BookMove, Told, shortened};
use crate::eval::plies_to_win;
use crate::notation::sfen_to_fen;
use crate::position::Position;
use crate::protocol::desk::{Desk, Flow, Talk, finish};
use crate::protocol::{Score, Spelling};
use crate::search::{Bound, Line, Report};

/// What the search is about that runs.
struct RunningSearch {
    position: Position,
    spelling: Spelling,
    /// A mate is asked for, and nothing else.
    mate: bool,
}

/// Of so many words of one line it is said that they are not understood.
const MOST_COMPLAINTS: usize = 3;

/// The engine's side of UCI or one of its sisters.
pub(in crate::protocol) struct Server {
    flavour: Flavour,
    handicap: Handicap,
    /// Castles are written as the king that takes its rook.
    castles_take: bool,
    asked: Option<RunningSearch>,
    /// Times are thousandths of a second.
    thousandth: bool,
    /// Moves that the client's referee forbids.
    banned: Vec<String>,
}

impl Server {
    pub fn new(flavour: Flavour) -> Server {
        let thousandth = true;
        Server {
            flavour,
            handicap: Handicap::default(),
            castles_take: false,
            asked: None,
            thousandth,
            banned: Vec::new(),
        }
    }

    fn greet(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        let mut lines = vec![
            format!("id name banco {}", env!("CARGO_PKG_VERSION")),
            "id author the banco developers".to_owned(),
        ];
        lines.extend(specs(self.flavour, desk).iter().map(|option| self.flavour.option_line(option)));
        lines.push(format!("{}ok", self.flavour.word()));
        desk.say_all(&lines)
    }

    fn complain(&self, desk: &mut Desk<'_>, why: &str) -> io::Result<()> {
        desk.say(&format!("info string {}", why.replace('\n', "; ")))
    }

    fn set_option(&mut self, rest: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        let read = match self.flavour {
            Flavour::Ucci => rest.trim().split_once(char::is_whitespace).map_or_else(
                || Some((rest.trim().to_owned(), None)),
                |(name, value)| Some((name.to_owned(), Some(value.trim().to_owned()))),
            ),
            _ => read_set(rest),
        };
        let Some((name, value)) = read else {
            return self.complain(desk, "expected: setoption name NAME value VALUE");
        };
        finish(self, desk)?;
        if self.flavour == Flavour::Ucci && ["usemillisec", "batch"].contains(&name.as_str()) {
            self.thousandth = name == "batch" && self.thousandth || value.as_deref() == Some("true");
            return Ok(());
        }
        if self.flavour == Flavour::Uci && name.eq_ignore_ascii_case(CHESS960) {
            return match flag(CHESS960, value.as_deref()) {
                Ok(takes) => {
                    self.castles_take = takes;
                    Ok(())
                }
                Err(why) => self.complain(desk, &why),
            };
        }
        match set(self.flavour, desk, &mut self.handicap, (&name, value.as_deref())) {
            Ok(said) => said.iter().try_for_each(|line| self.complain(desk, line)),
            Err(why) => self.complain(desk, &why),
        }
    }

    fn spelling(&self, desk: &Desk<'_>) -> Spelling {
        let spelling = self.flavour.spelling(desk.engine.hosted().known.drop_letter());
        Spelling { castles_take: self.castles_take, ..spelling }
    }

    fn set_position(&mut self, rest: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        let (start, moves) = read_position(rest, self.flavour.position_word());
        self.banned.clear();
        let spelling = self.spelling(desk);
        let start = match self.flavour {
            Flavour::Usi if start != "startpos" => sfen_to_fen(&start),
            // Red is written so there, and White elsewhere.
            Flavour::Ucci => start.replacen(" r", " w", 1),
            _ => start,
        };
        let read = |position: &Position, text: &str| spelling.read(position, text);
        match desk.engine.set_position(&start, &moves, &read) {
            Ok(()) => Ok(()),
            Err(why) => self.complain(desk, &why),
        }
    }

    /// The position that is thought about. A draw by repetition may be a matter of claims: who asks for a move gets one.
    fn position_to_search(&self, desk: &mut Desk<'_>) -> io::Result<Position> {
        let on_board = desk.engine.position();
        let over = on_board.outcome();
        if self.flavour == Flavour::Ugi || over.is_none() {
            return Ok(on_board.clone());
        }
        let position = desk.engine.played_on();
        if let Some(end) = over.and_then(|outcome| outcome.end)
            && position.outcome().is_none()
        {
            let name = &position.game().names.ends[end].name;
            self.complain(
                desk,
                &format!("the game may be over by `{name}`; it is searched as if it went on"),
            )?;
        }
        Ok(position)
    }

    fn go(&mut self, rest: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        finish(self, desk)?;
        let words = match self.flavour {
            Flavour::Ucci => super::ucci::read_go(rest),
            _ => GoWords::read(rest),
        };
        for word in words.unknown.iter().take(MOST_COMPLAINTS) {
            self.complain(
                desk,
                &format!("`go` knows no `{}`, or a number is missing behind it", shortened(word)),
            )?;
        }
        let position = self.position_to_search(desk)?;
        let spelling = self.spelling(desk);
        if let Some(depth) = words.perft {
            self.asked = Some(RunningSearch { position, spelling, mate: false });
            desk.engine.count(depth.clamp(1, 64) as usize);
            return Ok(());
        }
        if words.is_unclear() {
            return desk.say(&self.flavour.best_line(&BestMove::default()));
        }
        let mut go = self.flavour.go(&words, &position, self.thousandth);
        for text in &words.search_moves {
            match spelling.read(&position, text) {
                Ok(mv) => go.search_moves.push(mv),
                Err(why) => self.complain(desk, &format!("illegal move `{}`: {why}", shortened(text)))?,
            }
        }
        if go.search_moves.is_empty() && !words.search_moves.is_empty() {
            return desk.say(&self.flavour.best_line(&BestMove::default()));
        }
        if !self.banned.is_empty() {
            let banned = |mv| self.banned.contains(&spelling.write(&position, mv));
            go.search_moves = position.legal_moves().into_iter().filter(|&mv| !banned(mv)).collect();
        }
        self.asked = Some(RunningSearch { position, spelling, mate: go.any_win });
        desk.engine.go(go);
        Ok(())
    }

    /// One line of what a search found.
    fn info(
        &self,
        asked: &RunningSearch,
        report: &Report,
        (number, line): (usize, &Line),
        elapsed: Duration,
    ) -> Info {
        let turn = asked.position.turn();
        let score = Score::of(line.score, turn, self.flavour.mate_unit());
        let mut pv = asked.spelling.line(&asked.position, &line.moves);
        if number == 0 && score == Score::Cp(0) && pv.len() == 1 && report.depth > 0 {
            // Some clients take an even score with a single move for the end of the game. They look at the first line.
            pv.clear();
        }
        let bound = match report.bound {
            Bound::Exact => None,
            bound if turn.sign() > 0 => Some(bound),
            Bound::Lower => Some(Bound::Upper),
            Bound::Upper => Some(Bound::Lower),
        };
        let milliseconds = elapsed.as_millis() as u64;
        Info {
            depth: Some(report.depth),
            seldepth: Some(report.seldepth.max(report.depth)),
            multipv: Some(number as u32 + 1),
            score: Some(score),
            bound,
            nodes: Some(report.nodes),
            nps: Some((report.nodes as f64 / elapsed.as_secs_f64().max(1e-3)) as u64),
            hashfull: Some(report.hashfull),
            time: Some(milliseconds),
            pv,
            string: None,
        }
    }

    fn booked(&self, known: &BookMove, desk: &mut Desk<'_>) -> io::Result<()> {
        self.complain(desk, &format!("book move {}, weight {}", known.text, known.weight))
    }

    fn tell(&self, report: &Report, elapsed: Duration, desk: &mut Desk<'_>) -> io::Result<()> {
        let Some(asked) = &self.asked else { return Ok(()) };
        // A handicap looks at more lines than are asked for.
        let lines = report.lines.iter().enumerate().take(desk.engine.settings.lines);
        let lines: Vec<String> =
            lines.map(|line| self.flavour.info_line(&self.info(asked, report, line, elapsed))).collect();
        if lines.is_empty() { Ok(()) } else { desk.say_all(&lines) }
    }

    fn answer(&mut self, answer: &Answer, desk: &mut Desk<'_>) -> io::Result<()> {
        let Some(asked) = &self.asked else { return Ok(()) };
        if asked.mate {
            let line = checkmate_line(asked, answer);
            self.asked = None;
            return desk.say(&line);
        }
        let (turn, unit) = (asked.position.turn(), self.flavour.mate_unit());
        if answer.report.outcome.is_some() {
            let score = match Score::of(answer.report.score, turn, unit) {
                Score::Mate(plies) if answer.report.score * turn.sign() > 0 => Score::Mate(plies.max(1)),
                score => score,
            };
            let info = Info { depth: Some(0), score: Some(score), ..Info::default() };
            desk.say(&self.flavour.info_line(&info))?;
        } else {
            self.tell(&answer.report, answer.elapsed, desk)?;
        }
        let mut moves = answer.best.into_iter().chain(answer.ponder).collect::<Vec<_>>();
        moves.truncate(if self.flavour.names_replies() { 2 } else { 1 });
        let mut texts = asked.spelling.line(&asked.position, &moves).into_iter();
        let best = BestMove { mv: texts.next(), ponder: texts.next() };
        self.asked = None;
        desk.say(&self.flavour.best_line(&best))
    }

    fn query(&self, what: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        let position = desk.engine.position();
        let outcome = position.outcome();
        let first = position.game().rules.first;
        let answer = match what.trim() {
            "p1turn" => (position.turn() == first).to_string(),
            "gameover" => outcome.is_some().to_string(),
            "result" => match outcome.map(|outcome| outcome.winner) {
                None => "none".to_owned(),
                Some(None) => "draw".to_owned(),
                Some(Some(winner)) if winner == first => "p1win".to_owned(),
                Some(Some(_)) => "p2win".to_owned(),
            },
            other => return self.complain(desk, &format!("unknown query: {}", shortened(other))),
        };
        desk.say(&format!("response {answer}"))
    }

    /// Does what a word asks for; `None` when it is no command.
    fn command(&mut self, word: &str, rest: &str, desk: &mut Desk<'_>) -> io::Result<Option<Flow>> {
        match word {
            _ if word == self.flavour.word() => self.greet(desk)?,
            "isready" => {
                desk.engine.settle();
                desk.say("readyok")?;
            }
            "setoption" => self.set_option(rest, desk)?,
            "ucinewgame" | "usinewgame" | "uginewgame" | "uccinewgame" => {
                finish(self, desk)?;
                desk.engine.begin_anew();
            }
            "position" => self.set_position(rest, desk)?,
            "banmoves" => self.banned = rest.split_whitespace().map(str::to_owned).collect(),
            "go" => self.go(rest, desk)?,
            "stop" => desk.engine.stop(),
            "ponderhit" => desk.engine.ponder_hit(),
            "query" if self.flavour == Flavour::Ugi => self.query(rest, desk)?,
            "d" => desk.say_all(&drawn(desk.engine.position()))?,
            "eval" => desk.say_all(&valued(desk.engine.position()))?,
            "bench" => {
                finish(self, desk)?;
                desk.engine.bench();
            }
            "debug" | "register" | "gameover" => {}
            "quit" => return Ok(Some(Flow::Quits)),
            _ => return Ok(None),
        }
        Ok(Some(Flow::Goes))
    }
}

/// What USI wants to hear when it asked for a mate: the moves of it, or why there are none.
fn checkmate_line(asked: &RunningSearch, answer: &Answer) -> String {
    let report = &answer.report;
    let plies = plies_to_win(report.score * asked.position.turn().sign());
    let best = report.lines.first().map_or(&[][..], |line| &line.moves);
    match plies {
        Some(plies) if plies > 0 && best.len() >= plies as usize => {
            let moves = asked.spelling.line(&asked.position, &best[..plies as usize]);
            format!("checkmate {}", moves.join(" "))
        }
        _ if report.outcome.is_some() || report.exact && plies.is_none_or(|plies| plies <= 0) => {
            "checkmate nomate".to_owned()
        }
        _ => "checkmate timeout".to_owned(),
    }
}

impl Talk for Server {
    fn line(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<Flow> {
        let mut rest = line.trim();
        // Words that mean nothing are passed over, as the protocol has it.
        while !rest.is_empty() {
            let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            if let Some(flow) = self.command(word, after, desk)? {
                return Ok(flow);
            }
            rest = after.trim_start();
        }
        if !line.trim().is_empty() {
            self.complain(desk, &format!("unknown command: {}", shortened(line.trim())))?;
        }
        Ok(Flow::Goes)
    }

    fn told(&mut self, told: Told, desk: &mut Desk<'_>) -> io::Result<()> {
        match told {
            Told::Progress(report, elapsed) => self.tell(&report, elapsed, desk),
            Told::Answer(answer) => self.answer(&answer, desk),
            Told::Trouble(why) => self.complain(desk, &why),
            Told::Booked(known) => self.booked(&known, desk),
            Told::Counted(None, _) => self.complain(desk, "the count was stopped"),
            Told::Counted(Some(counts), _) => {
                let Some(asked) = self.asked.take() else { return Ok(()) };
                let line = |(mv, leaves): &(_, _)| {
                    format!("{}: {leaves}", asked.spelling.write(&asked.position, *mv))
                };
                let mut lines: Vec<String> = counts.iter().map(line).collect();
                let total: u64 = counts.iter().map(|(_, leaves)| leaves).sum();
                lines.extend([String::new(), format!("Nodes searched: {total}"), String::new()]);
                desk.say_all(&lines)
            }
            Told::Benched(nodes, elapsed) => {
                let speed = (nodes as f64 / elapsed.as_secs_f64().max(1e-3)) as u64;
                desk.say_all(&[format!("Nodes searched: {nodes}"), format!("Nodes/second: {speed}")])
            }
        }
    }

    fn left_out(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        self.complain(desk, "a line was left out: it is too long")
    }
}
