//! The definition's evaluation as a search uses it: kept up to date move by move.

use std::sync::Arc;

use std::sync::atomic::AtomicBool;

use super::costly::Costly;
use super::formations::Formations;
use super::kinds::KindLines;
use super::network::NetworkSums;
use super::pairs::PairSum;
use super::phase::weighed;
use super::script::{Kept, ScriptError, ScriptShare, State};
use super::surveys::Surveyor;
use super::{LineCache, Score};
use crate::game::{Bits, Cell, Evaluation, Game, Lines, Player, Points, Shift, Weight};
use crate::position::Board;

/// A line whose contents changed, and what they were.
#[derive(Clone, Copy, Debug)]
struct Changed {
    line: u16,
    before: u32,
}

/// A set of lines.
type LineSet = Vec<u64>;

/// Enemies at one displacement from a player's pieces, found all at once.
#[derive(Clone, Debug)]
struct Blocking {
    towards: [Shift; 2],
    value: Score,
}

/// What a scorer found out about a game that holds in any position of it: for the next search.
#[derive(Debug)]
pub struct Learned {
    game: Arc<Game>,
    book: LineCache,
    script: Option<Box<State>>,
}

impl Learned {
    /// The same for a search of `game` that ends when `stop` becomes true; `None` when it was learned of
    /// another game.
    fn renewed(self, game: &Arc<Game>, stop: &Arc<AtomicBool>) -> Option<Learned> {
        if !Arc::ptr_eq(game, &self.game) {
            return None;
        }
        if let Some(script) = &self.script {
            script.obey(stop);
        }
        Some(self)
    }

    /// Nothing but a script that has started.
    fn nothing(game: &Arc<Game>, stop: &Arc<AtomicBool>) -> Result<Learned, ScriptError> {
        let script = State::start(game, stop)?;
        Ok(Learned { game: game.clone(), book: LineCache::new(game), script })
    }
}

/// Static values and threats of the positions along one line of play.
///
/// [`Scorer::follow`] is called after every move played, [`Scorer::retreat`] after every move undone.
#[derive(Debug)]
pub struct Scorer<const N: usize> {
    game: Arc<Game>,
    book: LineCache,
    numbers: Vec<u32>,
    changed: Vec<Changed>,
    marks: Vec<u32>,
    patterns: Score,
    threatening: [LineSet; 2],
    building: [LineSet; 2],
    blocks: Vec<Blocking>,
    formations: Formations<N>,
    costly: Option<Box<Costly<N>>>,
    /// What is counted on the whole board and does not take long.
    surveys: Vec<Surveyor>,
    network: Option<Box<NetworkSums>>,
    pairs: Option<Box<PairSum>>,
    kinds: Option<Box<KindLines>>,
    /// Blocks that the script asks for as a feature.
    asked_blocks: Vec<Blocking>,
    script: Option<Box<State>>,
    tallies: Vec<i32>,
    fault: Option<ScriptError>,
}

impl<const N: usize> Scorer<N> {
    /// The scorer of a position.
    pub fn new(game: &Arc<Game>, board: &Board<N>) -> Scorer<N> {
        Scorer::going_on(game, board, &Arc::default(), None)
    }

    /// The scorer of a position whose script, if it has one, is interrupted when `stop` becomes true. What
    /// [`Scorer::release`] gave is used again where it is of the same game.
    pub fn going_on(
        game: &Arc<Game>,
        board: &Board<N>,
        stop: &Arc<AtomicBool>,
        learned: Option<Learned>,
    ) -> Scorer<N> {
        let learned = learned.and_then(|learned| learned.renewed(game, stop));
        let (Learned { book, script, .. }, fault) =
            match learned.map_or_else(|| Learned::nothing(game, stop), Ok) {
                Ok(learned) => (learned, None),
                Err(error) => {
                    (Learned { game: game.clone(), book: LineCache::new(game), script: None }, Some(error))
                }
            };
        let tallied = game.evaluation.script.iter().flat_map(|script| &script.features);
        let tallied = tallied.filter(|name| name.starts_with("lines.")).count();
        let lines = game.tables.lines.list.len();
        let set = vec![0; lines.div_ceil(64)];
        let mut scorer = Scorer {
            game: game.clone(),
            book,
            numbers: Vec::new(),
            changed: Vec::new(),
            marks: Vec::new(),
            patterns: 0,
            threatening: [set.clone(), set.clone()],
            building: [set.clone(), set],
            blocks: blockings(game, &game.evaluation),
            formations: Formations::of(game),
            costly: Costly::of(game),
            surveys: quick_surveys(game),
            network: NetworkSums::of(game, board).map(Box::new),
            pairs: PairSum::of(game, board).map(Box::new),
            kinds: None,
            asked_blocks: asked_blocks(game),
            script,
            tallies: vec![0; tallied],
            fault,
        };
        scorer.read_lines(board);
        scorer.kinds = KindLines::of(game, board, &mut scorer.script);
        scorer
    }

    /// Forgets the contents that are no longer needed, when there are too many. Must not be called
    /// between [`Scorer::follow`] and [`Scorer::retreat`].
    pub fn tidy(&mut self, board: &Board<N>) {
        if self.book.is_full() {
            self.book = LineCache::new(&self.game);
            self.numbers.clear();
            self.patterns = 0;
            self.tallies.fill(0);
            self.read_lines(board);
        }
    }

    fn read_lines(&mut self, board: &Board<N>) {
        self.numbers = vec![LineCache::NOTHING; self.game.tables.lines.list.len()];
        let game = self.game.clone();
        for (number, line) in game.tables.lines.list.iter().enumerate() {
            let contents = board.line(number, line.cells.len() as u8, Player::First);
            let now = self.book.number(contents, line.axis, &mut self.script);
            self.set(number, now);
        }
    }

    /// Takes note of the move that was just played on the board.
    #[inline]
    pub fn follow(&mut self, board: &Board<N>) {
        self.marks.push(self.changed.len() as u32);
        if let Some(network) = &mut self.network {
            network.follow(&self.game, board);
        }
        if let Some(pairs) = &mut self.pairs {
            pairs.follow(&self.game, board);
        }
        if let (Some(kinds), Some(script)) = (&mut self.kinds, &mut self.script) {
            kinds.follow(&self.game, board, script);
        }
        if self.numbers.is_empty() {
            return;
        }
        for cell in board.changed(&self.game) {
            for axis in 0..self.game.tables.lines.axes {
                let touch = self.game.tables.lines.touch(cell, axis);
                let line = touch.line as usize;
                let now = self.book.number(board.touched(touch, Player::First), axis as u8, &mut self.script);
                if now != self.numbers[line] {
                    self.changed.push(Changed { line: touch.line, before: self.numbers[line] });
                    self.set(line, now);
                }
            }
        }
    }

    /// Takes back the last [`Scorer::follow`].
    #[inline]
    pub fn retreat(&mut self) {
        let mark = self.marks.pop().unwrap_or(0) as usize;
        if let Some(network) = &mut self.network {
            network.retreat();
        }
        if let Some(pairs) = &mut self.pairs {
            pairs.retreat();
        }
        if let Some(kinds) = &mut self.kinds {
            kinds.retreat();
        }
        while self.changed.len() > mark {
            let Some(Changed { line, before }) = self.changed.pop() else { break };
            self.set(line as usize, before);
        }
    }

    #[inline]
    fn set(&mut self, line: usize, number: u32) {
        if !self.tallies.is_empty() {
            self.tally(line, number);
        }
        let facts = self.book.facts(number);
        self.patterns += facts.score - self.book.facts(self.numbers[line]).score;
        let (word, bit) = (line >> 6, 1u64 << (line & 63));
        for player in 0..2 {
            put(&mut self.threatening[player][word], bit, facts.completes[player] != 0);
            put(&mut self.building[player][word], bit, facts.builders[player] != 0);
        }
        self.numbers[line] = number;
    }

    /// Goes on with another position of the same game. Must not be called between [`Scorer::follow`] and
    /// [`Scorer::retreat`].
    pub(super) fn look_at(&mut self, board: &Board<N>) {
        self.patterns = 0;
        self.tallies.fill(0);
        self.read_lines(board);
        self.network = NetworkSums::of(&self.game, board).map(Box::new);
        self.pairs = PairSum::of(&self.game, board).map(Box::new);
        self.kinds = KindLines::of(&self.game, board, &mut self.script);
    }

    /// Forgets what the script answered, so that it is asked again.
    pub(super) fn forget_answers(&mut self) {
        self.book = LineCache::new(&self.game);
        self.numbers.clear();
        if let Some(script) = &mut self.script {
            script.forget();
        }
    }

    #[cold]
    fn tally(&mut self, line: usize, number: u32) {
        let (before, now) = (self.book.facts(self.numbers[line]), self.book.facts(number));
        for (at, sum) in self.tallies.iter_mut().enumerate() {
            *sum += now.tallies[at] - before.tallies[at];
        }
    }

    /// Gives away what was learned, for another search; nothing when the script failed or was interrupted,
    /// for then what it left unsaid may have been taken for an answer.
    pub fn release(self) -> Option<Learned> {
        let sound = self.fault().is_none();
        sound.then_some(Learned { game: self.game, book: self.book, script: self.script })
    }

    /// What went wrong with the script: from then on scores mean nothing.
    pub fn fault(&self) -> Option<&ScriptError> {
        self.fault.as_ref().or_else(|| self.script.as_ref()?.fault())
    }

    /// The names that the script has read and that are not there, with their lines.
    pub(super) fn missing(&self) -> Vec<(u32, String)> {
        self.script.as_ref().map_or(Vec::new(), |script| script.missing())
    }

    /// What the script says of the position, hook by hook.
    pub(super) fn scripted(&mut self, board: &Board<N>) -> Vec<ScriptShare> {
        let mut shares = Vec::new();
        let blocks = points(&self.asked_blocks, board);
        let game = self.game.clone();
        if let Some(pairs) = &self.pairs {
            shares.push(ScriptShare::whole("score_pair", pairs.score()));
        }
        if let Some(kinds) = KindLines::of(&game, board, &mut self.script) {
            shares.push(ScriptShare::whole("score_line", kinds.score()));
        }
        let Some(script) = &mut self.script else { return shares };
        if script.scores_lines() {
            let mut sum = 0;
            for (number, line) in game.tables.lines.list.iter().enumerate() {
                let contents = board.line(number, line.cells.len() as u8, Player::First);
                let axis = if script.is_directed() { line.axis } else { 0 };
                sum += script.lines(&[contents], axis).first().copied().unwrap_or(0);
            }
            shares.push(ScriptShare::whole("score_line", sum));
        }
        if game.evaluation.script.as_ref().is_some_and(|script| script.hook("score_features").is_some()) {
            let kept = Kept { tallies: &self.tallies, blocks };
            let score = script.by_features(&game, board, &kept);
            let parts = script.parts_of_features(&game, board, &kept);
            shares.push(ScriptShare { hook: "score_features", score, parts });
        }
        if game.evaluation.script.as_ref().is_some_and(|script| script.hook("score_position").is_some()) {
            let score = script.by_position(&game, board);
            let parts = script.parts_of_position(&game, board);
            shares.push(ScriptShare { hook: "score_position", score, parts });
        }
        shares
    }

    /// The static value, positive for the first player.
    #[inline]
    pub fn score(&mut self, board: &Board<N>) -> Score {
        self.score_near(board, [Score::MIN, Score::MAX])
    }

    /// The static value if it is in a window or near it, positive for the first player. Far from it, what takes long to
    /// work out may be left out, so far as it hardly changes on which side of the window the value is.
    #[inline]
    pub fn score_near(&mut self, board: &Board<N>, window: [Score; 2]) -> Score {
        let score = self.unweighed(board);
        let points = self.weighed(board);
        let phase = &self.game.evaluation.phase;
        let rough = score.saturating_add(weighed(phase, points, board));
        match &mut self.costly {
            Some(costly) if !costly.hardly_matter(rough, window) => {
                let points = points + costly.points(&self.game, board);
                let whole = score.saturating_add(weighed(phase, points, board));
                costly.note(whole.saturating_sub(rough));
                whole
            }
            _ => rough,
        }
    }

    /// What is the same from the beginning to the end.
    #[inline]
    fn unweighed(&mut self, board: &Board<N>) -> Score {
        let mut score = self.patterns;
        score += points(&self.blocks, board);
        if let Some(network) = &mut self.network {
            score = score.saturating_add(network.score(board.turn()));
        }
        if let Some(pairs) = &self.pairs {
            score = score.saturating_add(pairs.score());
        }
        if let Some(kinds) = &self.kinds {
            score = score.saturating_add(kinds.score());
        }
        if let Some(script) = &mut self.script {
            let kept = Kept { tallies: &self.tallies, blocks: points(&self.asked_blocks, board) };
            score = score.saturating_add(script.score(&self.game, board, &kept));
        }
        score
    }

    /// What has early and late points, terms that take long left aside.
    #[inline]
    fn weighed(&mut self, board: &Board<N>) -> Points {
        let evaluation = &self.game.evaluation;
        let mut points = board.worth();
        if !self.formations.is_empty() {
            points += self.formations.points(board);
        }
        for survey in &self.surveys {
            points += survey.points(&self.game, board);
        }
        if let Some(weight) = &evaluation.tempo {
            points += weight.points() * board.turn().sign();
        }
        if let Some(weight) = &evaluation.mobility {
            let [first, second] = Player::each(|p| board.mobility(&self.game, p) as Score);
            points += weight.points() * (first - second);
        }
        if !evaluation.mobility_of.is_empty() {
            let moves = |player| {
                let worth = |weight: &Weight, moves| weight.points() * moves;
                board.mobility_of::<_, Points>(&self.game, player, &evaluation.mobility_of, worth)
            };
            points += moves(Player::First) - moves(Player::Second);
        }
        points
    }

    /// Cells where a piece of the player would make a line that wins.
    #[inline]
    pub fn completions(&self, player: Player) -> Bits<N> {
        self.gather(&self.threatening, player, |facts| facts.completes)
    }

    /// Cells where a piece of the player would threaten to make a line that wins.
    pub fn builders(&self, player: Player) -> Bits<N> {
        self.gather(&self.building, player, |facts| facts.builders)
    }

    /// Cells where the opponent of `player` can stand so that no line of `player` can be completed any
    /// more by a next piece; every empty cell when nothing threatens.
    pub fn answers(&self, board: &Board<N>, player: Player) -> Bits<N> {
        let mut cells = board.vacant();
        for line in lines_of(&self.threatening[player.index()]) {
            let answers = self.book.facts(self.numbers[line]).answers[player.index()];
            cells &= spread(&self.game.tables.lines, line, answers);
        }
        cells
    }

    /// Cells where a piece of the player would threaten to make a line that wins, and no single piece of the opponent
    /// answers. Nobody can make such a line at once. Two lines that cross in a cell have no other in common.
    pub fn double_threats(&self, player: Player) -> Bits<N> {
        let (mut once, mut twice) = (Bits::EMPTY, Bits::EMPTY);
        for line in lines_of(&self.building[player.index()]) {
            let facts = self.book.facts(self.numbers[line]);
            let cells = spread(&self.game.tables.lines, line, facts.builders[player.index()]);
            twice |= once & cells;
            once |= cells;
            if facts.double_threats[player.index()] != 0 {
                twice |= spread(&self.game.tables.lines, line, facts.double_threats[player.index()]);
            }
        }
        twice
    }

    /// Every cell where the opponent of `player` can stand so that none of these double threats is left, and maybe some
    /// where one is.
    pub fn defences(&mut self, board: &Board<N>, player: Player, double_threats: &Bits<N>) -> Bits<N> {
        let (lines, book) = (&self.game.tables.lines, &mut self.book);
        let mut cells = board.vacant();
        for at in double_threats.iter() {
            let mut met = Bits::of(at);
            for touch in lines.get(at).into_iter().flatten() {
                let number = self.numbers[touch.line as usize];
                let facts = book.facts(number);
                let (builders, double) =
                    (facts.builders[player.index()], facts.double_threats[player.index()]);
                if builders >> touch.bit & 1 == 1 {
                    let defences = book.defences(number, player);
                    let is_double = double >> touch.bit & 1 == 1;
                    let on_the_line =
                        if is_double { defences.end_double_threats } else { defences.lessen_threats };
                    met |= spread(lines, touch.line as usize, on_the_line);
                }
            }
            cells &= met;
        }
        cells
    }

    /// Makes sure that the script has said what it has to say about taking these cells.
    #[inline]
    pub fn tell_tension(&mut self, cells: impl Iterator<Item = Cell>) {
        if !self.script.as_ref().is_some_and(|script| script.scores_lines()) {
            return;
        }
        for cell in cells {
            for touch in self.game.tables.lines.get(cell).into_iter().flatten() {
                self.book.tell_tension(self.numbers[touch.line as usize], &mut self.script);
            }
        }
    }

    /// How much the patterns through a cell change when it is taken, as far as a script was asked.
    #[inline]
    pub fn tension(&self, cell: Cell) -> i32 {
        match self.game.tables.lines.get(cell) {
            None => 0,
            Some(touches) => touches
                .iter()
                .map(|t| self.book.facts(self.numbers[t.line as usize]).tension[t.bit as usize])
                .sum(),
        }
    }

    #[inline]
    fn gather(&self, sets: &[LineSet; 2], player: Player, of: impl Fn(&super::Facts) -> [u64; 2]) -> Bits<N> {
        let mut cells = Bits::EMPTY;
        for line in lines_of(&sets[player.index()]) {
            let word = of(self.book.facts(self.numbers[line]))[player.index()];
            cells |= spread(&self.game.tables.lines, line, word);
        }
        cells
    }
}

fn quick_surveys(game: &Game) -> Vec<Surveyor> {
    let mut all = Surveyor::all(game, &game.evaluation.surveys);
    all.retain(|survey| !survey.is_costly());
    all
}

#[inline]
fn put(word: &mut u64, bit: u64, there: bool) {
    *word = if there { *word | bit } else { *word & !bit };
}

#[inline]
fn lines_of(set: &LineSet) -> impl Iterator<Item = usize> {
    set.iter()
        .enumerate()
        .flat_map(|(i, &word)| crate::game::bits(word).map(move |bit| i * 64 + bit as usize))
}

/// The cells of a line's bits.
#[inline]
fn spread<const N: usize>(lines: &Lines, line: usize, word: u64) -> Bits<N> {
    let cells = &lines.list[line].cells;
    crate::game::bits(word).map(|bit| cells[bit as usize]).collect()
}

/// The definition's blocks, where a script asks for them as a feature.
fn asked_blocks(game: &Game) -> Vec<Blocking> {
    let script = game.evaluation.script.as_ref();
    let asking = script.filter(|script| script.features.iter().any(|name| name == "blocks"));
    asking.map_or(Vec::new(), |script| blockings(game, &script.tables))
}

fn blockings(game: &Game, tables: &Evaluation) -> Vec<Blocking> {
    let blocking = |block: &crate::game::Block| Blocking {
        towards: block.towards.map(|towards| Shift::of(&game.rules.geometry, towards)),
        value: block.weight.value,
    };
    tables.blocks.iter().map(blocking).collect()
}

/// Points of all blocks.
#[inline]
fn points<const N: usize>(blocks: &[Blocking], board: &Board<N>) -> Score {
    blocks.iter().map(|block| block.value * blockers(block, board)).sum()
}

/// Pieces of the first player that block, less pieces of the second that do.
fn blockers<const N: usize>(block: &Blocking, board: &Board<N>) -> Score {
    let blocked = |player: Player| {
        let reached = block.towards[player.index()].take(board.owned(player));
        (reached & board.owned(!player)).count() as Score
    };
    blocked(Player::Second) - blocked(Player::First)
}
