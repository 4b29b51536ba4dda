//! The Universal Chess Interface, with `UCI_Variant` and `go perft` as Fairy-Stockfish has them, and its sisters.

use std::time::{Duration, Instant};

use super::{Client, Divided, Go, Process, Program, Reply, STARTING, Says, Trouble, drop_letter};
use crate::diagnostic::nearest;
use crate::engine::KnownGame;
use crate::game::Player;
use crate::position::Position;
use crate::protocol::Spelling;
use crate::protocol::uci::{BestMove, CHESS960, Flavour, GoWords, Info};

/// What the option is called that says which game is played.
const VARIANT: [&str; 3] = ["UCI_Variant", "USI_Variant", "variant"];

/// The option that names a file of more variants.
const VARIANTS_FILE: &str = "VariantPath";

/// UCCI's option that makes times thousandths of a second.
const THOUSANDTHS: &str = "usemillisec";

/// An engine that speaks UCI or one of its sisters.
pub struct Uci {
    process: Process,
    flavour: Flavour,
    greeting: Greeting,
    known: KnownGame,
    /// Times are told in so many thousandths of a second.
    unit: u128,
    /// Castles are written as the king that takes its rook: always where the engine was told so.
    castles_take: bool,
    asked_to_take: bool,
}

/// What an engine says of itself before it is ready for options.
#[derive(Default)]
struct Greeting {
    name: Option<String>,
    options: Vec<String>,
    variants: Vec<String>,
}

impl Greeting {
    fn read(&mut self, flavour: Flavour, line: &str) {
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = Some(name.trim().to_owned());
        }
        let Some(option) = line.strip_prefix("option ") else { return };
        let option = if flavour == Flavour::Ucci { Some(option) } else { option.strip_prefix("name ") };
        let Some(option) = option else { return };
        let (name, rest) = option.split_once(" type ").unwrap_or((option, ""));
        if VARIANT.iter().any(|variant| name.trim().eq_ignore_ascii_case(variant)) {
            let words: Vec<&str> = rest.split_whitespace().collect();
            let named = words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1].to_owned());
            self.variants = named.collect();
        }
        self.options.push(name.trim().to_owned());
    }

    fn find(&self, asked: &str) -> Option<&str> {
        self.options.iter().find(|name| name.eq_ignore_ascii_case(asked)).map(String::as_str)
    }

    /// The engine's own spelling of an option.
    fn option(&self, asked: &str) -> Result<&str, Trouble> {
        self.find(asked).ok_or_else(|| {
            let near = nearest(asked, self.options.iter().map(String::as_str));
            let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            Trouble::Refused(format!("it has no option `{}`{help}", asked.escape_debug()))
        })
    }

    /// The option that says which game is played, and what the engine is to call ours; `None` where it is not asked.
    fn variant(&self, program: &Program, game: &KnownGame) -> Result<Option<(&str, String)>, Trouble> {
        let Some(option) =
            VARIANT.iter().find_map(|name| self.find(name)).filter(|_| !self.variants.is_empty())
        else {
            return match program.variant {
                None => Ok(None),
                Some(_) => Err(Trouble::Refused("it has no option `UCI_Variant`".to_owned())),
            };
        };
        let names = program.variant.as_deref().map_or_else(|| game.all_names(), |said| vec![said]);
        let offered = |name: &&&str| self.variants.iter().any(|variant| variant == **name);
        if let Some(name) = names.iter().find(offered) {
            return Ok(Some((option, (*name).to_owned())));
        }
        let asked = names.first().copied().unwrap_or_default();
        let near = nearest(asked, self.variants.iter().map(String::as_str));
        let help = near.map(|near| format!("; did you mean `variant={near}`?"));
        let help = help.or_else(|| self.file_of_variants(program)).unwrap_or_default();
        Err(Trouble::Refused(format!("it does not play `{}`{help}", asked.escape_debug())))
    }

    /// How it is told of more variants, where it can be and was not.
    fn file_of_variants(&self, program: &Program) -> Option<String> {
        let option = self.find(VARIANTS_FILE)?;
        let said = program.options.keys().any(|name| name.eq_ignore_ascii_case(VARIANTS_FILE));
        (!said).then(|| format!("; a file of variants is told by `option.{option}=FILE`"))
    }
}

/// Asks a program what it is and what it can be told.
fn greet(process: &mut Process, flavour: Flavour) -> Result<Greeting, Trouble> {
    process.tell(flavour.word());
    let ready = format!("{}ok", flavour.word());
    let mut greeting = Greeting::default();
    process.hear_until(STARTING, |line| {
        greeting.read(flavour, line);
        (line == ready).then_some(())
    })?;
    Ok(greeting)
}

impl Uci {
    /// Shakes hands with a program and sets its options.
    ///
    /// # Errors
    ///
    /// When it does not answer, or has no such option.
    pub fn start(
        mut process: Process,
        flavour: Flavour,
        program: &Program,
        known: &KnownGame,
    ) -> Result<Uci, Trouble> {
        let mut greeting = greet(&mut process, flavour)?;
        for (name, value) in &program.options {
            process.tell(&flavour.set_line(greeting.option(name)?, value));
        }
        // An option may have told it of more variants: then it is asked again.
        if !program.options.is_empty() && greeting.variant(program, known).is_err() {
            greeting = greet(&mut process, flavour)?;
        }
        if let Some((option, variant)) = greeting.variant(program, known)? {
            process.tell(&flavour.set_line(option, &variant));
        }
        let mut unit = 1;
        if flavour == Flavour::Ucci {
            match greeting.find(THOUSANDTHS) {
                Some(option) => process.tell(&flavour.set_line(option, "true")),
                None => unit = 1_000,
            }
        }
        let takes =
            |(name, value): (&String, &String)| name.eq_ignore_ascii_case(CHESS960) && value == "true";
        let asked_to_take = program.options.iter().any(takes);
        let mut client = Uci {
            process,
            flavour,
            greeting,
            known: known.clone(),
            unit,
            castles_take: asked_to_take,
            asked_to_take,
        };
        client.make_ready()?;
        Ok(client)
    }

    fn make_ready(&mut self) -> Result<(), Trouble> {
        self.process.tell("isready");
        self.process.hear_until(STARTING, |line| (line == "readyok").then_some(()))
    }

    fn spelling(&self, position: &Position) -> Spelling {
        let spelling = self.flavour.spelling(drop_letter(&self.known, position.game()));
        // Who plays one game alone, without royal pieces, knows the null move of the protocol.
        let alone = self.greeting.variants.is_empty() && !position.game().facts.has_royals;
        let pass = spelling.pass.or(alone.then_some("0000"));
        Spelling { castles_take: self.castles_take, pass, ..spelling }
    }

    /// Says whether castles are written as the king that takes its rook: where one starts elsewhere than usual.
    fn tell_castles(&mut self, start: &Position) {
        let takes = self.asked_to_take || start.castles_elsewhere();
        if let Some(option) = self.greeting.find(CHESS960).filter(|_| takes != self.castles_take) {
            self.process.tell(&self.flavour.set_line(option, if takes { "true" } else { "false" }));
            self.castles_take = takes;
        }
    }

    fn tell_position(&mut self, position: &Position) {
        let start = position.origin();
        self.tell_castles(&start);
        let moves = self.spelling(position).line(&start, &position.played());
        let mut text =
            format!("position {}", self.flavour.position_words(&start, !self.known.starts_elsewhere));
        if !moves.is_empty() {
            text = format!("{text} moves {}", moves.join(" "));
        }
        self.process.tell(&text);
    }
}

impl Client for Uci {
    fn name(&self) -> Option<&str> {
        self.greeting.name.as_deref()
    }

    fn check_limits(&self, go: &Go) -> Result<(), Trouble> {
        let refused = |why: &str| Err(Trouble::Refused(format!("{} {why}", self.flavour.shown())));
        let said = [go.clock.is_some(), go.move_time.is_some(), go.nodes.is_some(), go.depth.is_some()];
        if self.flavour != Flavour::Uci && said.into_iter().filter(|is_said| *is_said).count() > 1 {
            return refused("has words for one limit at a time");
        }
        let clock = go.clock.as_ref();
        if self.flavour == Flavour::Ugi && clock.is_some_and(|clock| clock.moves_to_go.is_some()) {
            return refused("has no words for so many moves in a time");
        }
        let times = clock.iter().flat_map(|clock| clock.left.into_iter().chain(clock.increment));
        let is_uneven = |time: Duration| !time.as_millis().is_multiple_of(self.unit);
        match times.chain(go.move_time).any(is_uneven) {
            true => refused("engines without `usemillisec` know whole seconds alone"),
            false => Ok(()),
        }
    }

    fn new_game(&mut self, _start: &Position) -> Result<(), Trouble> {
        self.process.drain();
        match self.flavour {
            Flavour::Uci => self.process.tell("ucinewgame"),
            Flavour::Ugi => self.process.tell("uginewgame"),
            Flavour::Ucci => {
                if let Some(option) = self.greeting.find("newgame") {
                    self.process.tell(&self.flavour.set_line(option, ""));
                }
            }
            Flavour::Usi => {
                self.make_ready()?;
                self.process.tell("usinewgame");
            }
        }
        self.make_ready()
    }

    fn choose(&mut self, position: &Position, go: &Go) -> Result<Reply, Trouble> {
        self.process.drain();
        self.tell_position(position);
        let words = go_words(self.flavour, go, position, self.unit);
        let started = Instant::now();
        self.process.tell(&self.flavour.go_line(&words));
        let unit = self.flavour.mate_unit();
        let mut score = None;
        let line = self.process.hear_until(go.patience, |line| {
            let info = Info::read(line).filter(|info| info.multipv.is_none_or(|number| number == 1));
            score = info.and_then(|info| info.score).map(|score| score.points(unit)).or(score);
            (BestMove::read(line).is_some() || line == NO_BEST_MOVE).then(|| line.to_owned())
        })?;
        let took = started.elapsed();
        let mut words = line.split_whitespace().skip_while(|word| *word == "bestmove");
        let text = words.next().unwrap_or_default().to_owned();
        let says = match self.spelling(position).read(position, &text) {
            _ if text == RESIGNS || words.any(|word| word == RESIGNS) => Says::Resigns,
            Ok(mv) => Says::Move(mv),
            Err(_) => Says::NoMove(text),
        };
        Ok(Reply { says, score, took })
    }

    fn divide(&mut self, position: &Position, depth: u32, patience: Duration) -> Result<Divided, Trouble> {
        self.process.drain();
        self.tell_position(position);
        self.process.tell(&format!("go perft {depth}"));
        let mut counts = Vec::new();
        self.process.hear_until(patience, |line| {
            let (text, count) = line.split_once(':')?;
            if text.eq_ignore_ascii_case("nodes searched") {
                return Some(());
            }
            if let (Ok(count), false) = (count.trim().parse(), text.contains(char::is_whitespace)) {
                counts.push((text.to_owned(), count));
            }
            None
        })?;
        let spelling = self.spelling(position);
        let ours = |(text, count): (String, u64)| {
            let mv = spelling.read(position, &text).ok();
            (text, mv, count)
        };
        Ok(counts.into_iter().map(ours).collect())
    }

    fn last_lines(&self) -> Vec<String> {
        self.process.last_lines()
    }
}

/// What UCCI says where there is no move.
const NO_BEST_MOVE: &str = "nobestmove";

/// What gives a game up.
const RESIGNS: &str = "resign";

impl Drop for Uci {
    fn drop(&mut self) {
        self.process.tell("quit");
    }
}

/// A search in the words of a flavour, whose times are counted in so many thousandths of a second.
pub fn go_words(flavour: Flavour, go: &Go, position: &Position, unit: u128) -> GoWords {
    let time = |time: Duration| i64::try_from(time.as_millis() / unit).unwrap_or(i64::MAX);
    let mut words = GoWords {
        nodes: go.nodes.map(|nodes| i64::try_from(nodes).unwrap_or(i64::MAX)),
        depth: go.depth.map(i64::from),
        ..GoWords::default()
    };
    if let Some(clock) = &go.clock {
        for player in Player::BOTH {
            let number = flavour.number(position, player);
            words.time[number] = Some(time(clock.left[player.index()]));
            words.increment[number] = Some(time(clock.increment[player.index()]));
        }
        words.moves_to_go = clock.moves_to_go.map(i64::from);
    }
    match (go.move_time.map(time), flavour) {
        (None, _) => {}
        (Some(only), Flavour::Ucci) => (words.time[0], words.moves_to_go) = (Some(only), Some(1)),
        (Some(only), Flavour::Usi) => (words.time, words.byoyomi) = ([Some(0); 2], Some(only)),
        (Some(only), _) => words.movetime = Some(only),
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings_tell_options_and_variants() {
        let mut greeting = Greeting::default();
        for line in [
            "id name Some Engine 1.0",
            "option name Skill Level type spin default 20 min 0 max 20",
            "option name UCI_Variant type combo default one var one var two",
        ] {
            greeting.read(Flavour::Uci, line);
        }
        assert_eq!(greeting.name.as_deref(), Some("Some Engine 1.0"));
        assert_eq!(greeting.option("skill level"), Ok("Skill Level"));
        assert!(
            greeting
                .option("skil level")
                .is_err_and(|t| t.to_string().contains("did you mean `Skill Level`"))
        );
        let program = Program::default();
        let called =
            |name: &str| KnownGame { name: name.to_owned(), known_as: None, starts_elsewhere: false };
        assert_eq!(greeting.variant(&program, &called("two")), Ok(Some(("UCI_Variant", "two".to_owned()))));
        assert!(greeting.variant(&program, &called("three")).is_err());
        assert_eq!(Greeting::default().variant(&program, &called("three")), Ok(None));
        let mut sister = Greeting::default();
        sister.read(Flavour::Ucci, "option usemillisec type check default false");
        assert_eq!(sister.option("USEMILLISEC"), Ok("usemillisec"));
    }
}
