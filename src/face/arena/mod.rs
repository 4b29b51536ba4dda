//! `banco match`

pub(super) mod lineup;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::arena::{
    Adjudication, DrawRule, Encounters, Estimate, Header, Interval, Match, Opening, Pace, Pgn,
    RandomOpenings, Record, ResignRule, Results, Schedule, Shard, Sprt, Store, Tally, TimeControl, join,
    read_openings, run as play,
};
use crate::engine::KnownGame;
use crate::game::Game;
use crate::library::{Library, Loaded};
use crate::position::Position;
use crate::suite::io_words;

use super::choice::{GameChoice, tell_hidden};
use super::clock;
use super::files::read_text;
use super::language::{Language, LanguageChoice};
use super::limits::duration;
use super::output::{Failure, Finish, json_line, note};
use super::table::TableArgs;
use lineup::Lineup;
use table::{summary_json, write_summary};

/// Time for a move when no limit is given.
const MOVE_TIME: Duration = Duration::from_millis(100);

/// Games of each two engines when nothing says how many.
const GAMES: u64 = 100;

/// Play engines against each other
///
/// Each ENGINE is a definition with the rules of GAME, or key=value pairs: name, game, script, script-mode, hash,
/// threads, table, algorithm, seed for our own search; cmd, args, dir, protocol, variant, option.NAME for another program (protocol uci, ucci, usi, ugi,
/// cecp, gomocup or gtp); tc,
/// movetime, nodes, depth for either, where it has limits of its own. More than two engines play a tournament. Every
/// opening is played twice, with sides changed. GAME's rules are the referee.
///
/// With --records the games are kept, and the same command goes on where it stopped.
///
/// Example: banco match dodgem name=deep,depth=6 name=shallow,depth=3 --games 20 --random-plies 4
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A path to a definition that ends in .toml, or the name of a game that `banco list` shows
    #[arg(value_name = "GAME", required_unless_present = "join")]
    game: Option<String>,
    /// An engine: a definition, or key=value,key=value
    #[arg(value_name = "ENGINE")]
    engines: Vec<String>,
    /// A further engine
    #[arg(long = "engine", value_name = "ENGINE")]
    more: Vec<String>,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    games: Games,
    #[command(flatten)]
    ends: Ends,
    #[command(flatten)]
    results: Output,
}

/// What an engine has that has no limits of its own; 100 ms for a move if nothing is said.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Limits")]
struct Limits {
    /// Time for many moves, in seconds: 10+0.1, or 40/60 for sixty seconds every 40 moves
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControl>,
    /// Time for each move: 500ms, 2s
    #[arg(long, value_name = "T", value_parser = duration)]
    movetime: Option<Duration>,
    /// Positions visited for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The deepest iteration, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=120))]
    depth: Option<u32>,
    /// Time that an engine may take too much before it loses by it
    #[arg(long, value_name = "T", value_parser = duration, default_value = "10ms")]
    margin: Duration,
    /// When an engine without a clock has lost because it does not answer
    #[arg(long, value_name = "T", value_parser = duration, default_value = "60s")]
    patience: Duration,
}

/// Which games are played.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Games")]
struct Games {
    /// Games of each two engines; without it, two for each opening of the file, or 100
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: Option<u64>,
    /// Begin with these openings: a position or moves from the start on each line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["random_plies", "book"])]
    openings: Option<PathBuf>,
    /// Begin with so many moves at random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=200))]
    random_plies: Option<u16>,
    /// Leave out random moves after which a search of 5,000 positions sees either player ahead by more points
    #[arg(long, value_name = "POINTS", requires = "random_plies")]
    balanced: Option<u32>,
    /// Begin with moves of this opening book, by weight
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    book: Option<PathBuf>,
    /// How many moves of the book are played
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u16).range(1..=200))]
    book_plies: u16,
    /// What random moves depend on
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// How many games are played at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: u16,
    /// The first engine plays against each other one, and they do not play among themselves
    #[arg(long)]
    gauntlet: bool,
    /// Play a part of the games alone: number/count, such as 3/16
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
}

/// What ends games and matches early.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Ends")]
struct Ends {
    /// Stop as soon as a test between two differences in Elo is decided: elo0,elo1[,alpha,beta]
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// An engine that says so often in a row that it is so far behind has lost: score=600,moves=3
    #[arg(long, value_name = "RULE")]
    resign: Option<ResignRule>,
    /// A game that both call even so often in a row is drawn: score=10,moves=8,from=40
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,
    /// A game of so many plies is drawn
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_plies: u32,
    #[command(flatten)]
    table: TableArgs,
}

/// Where results go.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Results")]
struct Output {
    /// Keep the games in this file, a JSON line each, and go on with those that are there
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Add the games to this file as PGN
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Put the parts of a match together; with --records into one file
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = [
        "game", "engines", "more", "shard", "games", "openings", "random_plies", "balanced", "book", "gauntlet", "tc",
        "movetime", "nodes", "depth", "resign", "draw", "table",
    ])]
    join: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lang: LanguageChoice,
}

impl Output {
    /// What is said in words, if anything.
    fn language(&self) -> Option<Language> {
        (!self.json).then(|| self.lang.language())
    }
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let Some(game) = args.game.as_ref().filter(|_| args.results.join.is_empty()) else {
        return put_together(args, out);
    };
    let notes = args.results.language();
    let loaded = GameChoice { game: game.clone() }.load(notes)?;
    let contest = prepare(args, game, &loaded)?;
    let header = contest.header();
    let mut results = Results::new(&contest.schedule);
    let mut files = Files::open(args, &header, &contest, &mut results)?;
    let mut bar = Progress::of(&contest, &results, args.results.lang.language());
    let played = clock::timed(None, &contest.abort, || {
        play(&contest, &mut results, |record, results| {
            bar.show(results);
            files.keep(&header, record, &contest)
        })
    });
    bar.bar.finish_and_clear();
    played?;
    tell(&header, &mut results, contest.sprt.as_ref(), args.results.language(), out)?;
    if clock::was_interrupted() {
        return Err(Failure::Told(interrupted(args)));
    }
    Ok(Finish::Good)
}

fn interrupted(args: &Args) -> String {
    let language = args.results.lang.language();
    let kept = args.results.records.as_ref().map_or_else(String::new, |path| {
        let path = path.display();
        language.of(
            format!("; the same command goes on with `{path}`"),
            format!("; cùng lệnh ấy sẽ tiếp tục với `{path}`"),
        )
    });
    format!("{}{kept}", language.of("interrupted", "bị ngắt"))
}

/// Everything that can be wrong is found before the first game.
fn prepare(args: &Args, name: &str, loaded: &Loaded) -> Result<Match, Failure> {
    let specs: Vec<&String> = args.engines.iter().chain(&args.more).collect();
    if specs.len() < 2 {
        let words =
            format!("a match needs two engines, such as `banco match {name} {name} name=deep,depth=6`");
        return Err(Failure::Usage(words));
    }
    let pace = args.limits.pace();
    let mut lineup = Lineup::new(name, &loaded.game, &pace);
    specs.into_iter().try_for_each(|spec| lineup.add(spec))?;
    if let Some(language) = args.results.language() {
        lineup
            .loaded
            .iter()
            .for_each(|(loaded, word)| tell_hidden(loaded, std::slice::from_ref(word), language));
    }
    let engines = lineup.engines;
    let (openings, openings_from, games) = args.games.openings(loaded)?;
    let repeats = openings.len() as u64 * 2 < games && engines.iter().all(|engine| engine.is_repeatable());
    if repeats {
        let words = format!(
            "{games} games need {} openings, there {} {}: the engines would play the same games again; use \
             --random-plies, more --openings, or fewer --games",
            games.div_ceil(2),
            if openings.len() == 1 { "is" } else { "are" },
            openings.len()
        );
        return Err(Failure::Usage(words));
    }
    if args.ends.sprt.is_some() && engines.len() > 2 {
        return Err(Failure::Usage("--sprt is for two engines".to_owned()));
    }
    let encounters = if args.games.gauntlet { Encounters::Gauntlet } else { Encounters::RoundRobin };
    let contest = Match {
        name: stem(name),
        known: known_game(name, loaded),
        game: loaded.plain.clone(),
        schedule: Schedule { engines: engines.len(), encounters, games, shard: args.games.shard },
        engines,
        openings,
        openings_from,
        adjudication: args.ends.adjudication(loaded)?,
        sprt: args.ends.sprt,
        concurrency: args.games.concurrency.into(),
        margin: args.limits.margin,
        patience: args.limits.patience,
        abort: Arc::new(AtomicBool::new(false)),
    };
    let started = clock::timed(None, &contest.abort, || contest.check());
    started
        .map_err(|(name, trouble)| Failure::Usage(format!("the engine `{name}` cannot play: {trouble}")))?;
    Ok(contest)
}

/// What other programs call a game.
pub(super) fn known_game(name: &str, loaded: &Loaded) -> KnownGame {
    let known_as = loaded.definition().known_as.clone();
    let known = KnownGame { name: stem(name), known_as, starts_elsewhere: false };
    // A copy of a shipped game has its names, and perhaps another start.
    let shipped = known.uci().into_iter().find_map(|name| Library::shipped().load(name).ok());
    let start = |game: &Arc<Game>| Position::start(game).to_string();
    let starts_elsewhere = shipped.is_some_and(|shipped| start(&shipped.game) != start(&loaded.game));
    KnownGame { starts_elsewhere, ..known }
}

/// What a definition is called: its name, or its file without folder and ending.
fn stem(word: &str) -> String {
    let path = Path::new(word);
    let stem = path.file_stem().filter(|_| word.ends_with(".toml"));
    stem.map_or_else(|| word.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

impl Limits {
    fn pace(&self) -> Pace {
        let Limits { tc, movetime, nodes, depth, margin: _, patience: _ } = self;
        let pace = Pace { control: *tc, move_time: *movetime, nodes: *nodes, depth: *depth };
        if pace.is_open() { Pace { move_time: Some(MOVE_TIME), ..pace } } else { pace }
    }
}

impl Games {
    /// The openings, where they are from, and how many games are played.
    fn openings(&self, loaded: &Loaded) -> Result<(Vec<Opening>, String, u64), Failure> {
        let game = &loaded.plain;
        if let Some(path) = &self.openings {
            let named = |why: String| {
                Failure::Usage(format!("cannot use the openings in `{}`: {why}", path.display()))
            };
            let text = read_text(path).map_err(named)?;
            let openings = read_openings(game, &text).map_err(|error| named(error.to_string()))?;
            let games = self.games.unwrap_or(2 * openings.len() as u64);
            let from = format!("{} in a file, {:08x}", openings.len(), crc32fast::hash(text.as_bytes()));
            return Ok((openings, from, games));
        }
        let games = self.games.unwrap_or(GAMES);
        if let Some(path) = &self.book {
            let book = crate::face::book::load(loaded, path)?;
            let plies = self.book_plies;
            let openings = book.openings(game, plies.into(), self.seed, games.div_ceil(2));
            let openings = openings.map_err(|error| Failure::Usage(error.to_string()))?;
            let of_book = crc32fast::hash(book.to_text(game).as_bytes());
            return Ok((
                openings,
                format!("{plies} plies of a book, {of_book:08x}, seed {}", self.seed),
                games,
            ));
        }
        let Some(plies) = self.random_plies else {
            let start = Opening { start: "startpos".to_owned(), moves: Vec::new() };
            return Ok((vec![start], "the start".to_owned(), games));
        };
        let random = RandomOpenings { plies: plies.into(), seed: self.seed, balanced: self.balanced };
        let openings = random.found(game, games.div_ceil(2));
        let openings = openings.map_err(|error| Failure::Usage(error.to_string()))?;
        // What is balanced is for the definition to say.
        let by = self.balanced.map(|_| format!(" by {:016x}", loaded.definition_fingerprint));
        Ok((openings, format!("{random}{}, seed {}", by.unwrap_or_default(), self.seed), games))
    }
}

impl Ends {
    fn adjudication(&self, loaded: &Loaded) -> Result<Adjudication, Failure> {
        Ok(Adjudication {
            resign: self.resign,
            draw: self.draw,
            max_plies: self.max_plies as usize,
            table: self.table.load(&loaded.plain)?,
        })
    }
}

/// Where games are written as they end.
#[derive(Default)]
struct Files {
    store: Option<Store>,
    pgn: Option<Pgn>,
}

impl Files {
    /// Opens the files; what has been played already is counted, and added to the PGN where it is not there.
    fn open(args: &Args, header: &Header, contest: &Match, results: &mut Results) -> Result<Files, Failure> {
        let mut files = Files::default();
        let mut played = Vec::new();
        if let Some(path) = &args.results.records {
            let wrong = |error: crate::arena::StoreError| Failure::Usage(error.to_string());
            let (store, records) = Store::open(path, header).map_err(wrong)?;
            (files.store, played) = (Some(store), records);
        }
        let variant = contest.known.pgn().unwrap_or(&contest.name);
        files.pgn = open_pgn(args.results.pgn.as_deref(), variant)?;
        for record in &played {
            results.add(record);
            files.keep_pgn(header, record, contest)?;
        }
        Ok(files)
    }

    fn keep(&mut self, header: &Header, record: &Record, contest: &Match) -> Result<(), Failure> {
        if let Some(store) = &mut self.store {
            store.append(record).map_err(|error| Failure::Usage(error.to_string()))?;
        }
        self.keep_pgn(header, record, contest)
    }

    fn keep_pgn(&mut self, header: &Header, record: &Record, contest: &Match) -> Result<(), Failure> {
        let Some(pgn) = &mut self.pgn else { return Ok(()) };
        pgn.append(header, record, &contest.game).map_err(unwritten)
    }
}

fn unwritten(error: std::io::Error) -> Failure {
    Failure::Usage(format!("cannot write the PGN: {}", io_words(&error)))
}

fn open_pgn(path: Option<&Path>, variant: &str) -> Result<Option<Pgn>, Failure> {
    path.map(|path| Pgn::open(path, variant).map_err(unwritten)).transpose()
}

/// Puts parts together and says what the whole says.
fn put_together(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let wrong = |error: crate::arena::StoreError| Failure::Wrong(error.to_string());
    let (header, games) = join(&args.results.join).map_err(wrong)?;
    if args.ends.sprt.is_some() && header.engines.len() > 2 {
        return Err(Failure::Usage("--sprt is for two engines".to_owned()));
    }
    if let Some(path) = &args.results.records {
        Store::save(path, &header, &games).map_err(|error| Failure::Usage(error.to_string()))?;
    }
    if let Some(path) = args.results.pgn.as_deref() {
        let loaded = Library::default().load(&header.game)?;
        let variant = loaded.pgn_name().map_or_else(|| header.game.clone(), str::to_owned);
        let (mut pgn, game) = (Pgn::open(path, &variant).map_err(unwritten)?, loaded.game);
        games.values().try_for_each(|record| pgn.append(&header, record, &game)).map_err(unwritten)?;
    }
    let schedule = Schedule {
        engines: header.engines.len(),
        encounters: header.encounters,
        games: header.games,
        shard: None,
    };
    let mut results = Results::new(&schedule);
    games.values().for_each(|record| results.add(record));
    tell(&header, &mut results, args.ends.sprt.as_ref(), args.results.language(), out)?;
    Ok(Finish::Good)
}

fn tell(
    header: &Header,
    results: &mut Results,
    sprt: Option<&Sprt>,
    language: Option<Language>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let summary = results.summary(sprt);
    match language {
        None => json_line(out, &summary_json(header, &summary))?,
        Some(language) => write_summary(language, header, &summary, out)?,
    }
    Ok(())
}

/// How often the result so far is worked out.
const LOOKING: Duration = Duration::from_millis(300);

/// Shows how far the match is and how it stands, on a terminal.
struct Progress {
    bar: ProgressBar,
    /// Whether there is one result to show.
    is_duel: bool,
    language: Language,
    shown: Option<Instant>,
}

impl Progress {
    fn of(contest: &Match, results: &Results, language: Language) -> Progress {
        let games = contest.schedule.fixtures().count() as u64;
        let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
        if let Ok(style) =
            ProgressStyle::with_template(language.of(
                "{bar:30} {pos}/{len} games  {elapsed}  {msg}",
                "{bar:30} {pos}/{len} ván  {elapsed}  {msg}",
            ))
        {
            bar.set_style(style);
        }
        bar.set_position(results.count());
        if results.count() > 0 {
            let count = results.count();
            note(
                &language
                    .of(format!("{count} games were played before"), format!("{count} ván đã chơi từ trước")),
            );
        }
        Progress { bar, is_duel: contest.engines.len() == 2, language, shown: None }
    }

    fn show(&mut self, results: &Results) {
        self.bar.set_position(results.count());
        if self.bar.is_hidden() || !self.is_duel || self.shown.is_some_and(|at| at.elapsed() < LOOKING) {
            return;
        }
        self.shown = Some(Instant::now());
        let tally = results.running();
        let elo = Estimate::of(&tally).map_or(String::new(), |found| {
            let Interval { value, low, high } = found.elo;
            format!(", Elo {value:.0} ({low:.0} to {high:.0})")
        });
        let Tally { wins, draws, losses, pairs: _ } = tally;
        let results = self.language.of(
            format!("{wins} won, {draws} drawn, {losses} lost{elo}"),
            format!("thắng {wins}, hòa {draws}, thua {losses}{elo}"),
        );
        self.bar.set_message(results);
    }
}
