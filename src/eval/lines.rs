//! What the contents of a line are worth and what they threaten, looked up by contents.
//!
//! A line's contents are a function of two words, so every question about them (patterns, cells that
//! complete a winning line, answers to that) is asked once per distinct content and kept. A search
//! meets a few thousand contents and asks for them millions of times.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Score;
use super::script::State;
use crate::game::{Game, LineContents, LineRule, Pattern, Player, Symbol, bits};

/// What is known of one content. Words have a bit per cell of the line; what has two entries is
/// indexed by [`Player::index`].
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Points of the patterns, positive for the first player.
    pub score: Score,
    /// Cells where a piece of the player makes a line that wins.
    pub completes: [u64; 2],
    /// Cells where the opponent of the player can stand so that nothing completes any more.
    pub answers: [u64; 2],
    /// Cells where a piece of the player threatens to complete a line next.
    pub builders: [u64; 2],
    /// Those of them after which no single piece of the opponent answers.
    pub double_threats: [u64; 2],
    contents: LineContents,
    /// Where the opponent of the player takes threats away; once it was asked for: a search wants to know it of few
    /// contents.
    defences: Option<[Defences; 2]>,
    /// By cell, how much the patterns change when either player takes it: what there is to gain and
    /// to prevent.
    pub tension: Box<[i32]>,
    /// The axis of the line, as long as the script was not asked what there is to gain and to prevent: a search wants to
    /// know it of few contents.
    untold: Option<u8>,
    /// How often each pattern that a script asks for lies on the line, for the first player less for the
    /// second.
    pub tallies: Box<[i32]>,
}

/// Cells where the opponent of a player can stand against what the player could threaten next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Defences {
    /// No double threat is left on the line.
    pub end_double_threats: u64,
    /// The player can threaten on fewer cells.
    pub lessen_threats: u64,
}

/// The facts of every content met so far, numbered.
#[derive(Clone, Debug)]
pub struct LineCache {
    game: Arc<Game>,
    readings: Vec<Reading>,
    /// Patterns that say where to look first though they do not count.
    hints: Vec<Reading>,
    tallied: Vec<Vec<Reading>>,
    /// What of an axis is told apart: nothing, or all.
    axes: u8,
    numbers: FxHashMap<(u64, u64, u8), u32>,
    facts: Vec<Facts>,
}

impl LineCache {
    /// More contents than this are not kept: the book starts anew.
    const MOST: usize = 1 << 18;

    /// The number of a line that was not looked at yet.
    pub const NOTHING: u32 = 0;

    /// An empty book for the lines of a game.
    pub fn new(game: &Arc<Game>) -> LineCache {
        let tallied = tallied(game);
        // The first number is that of a line on which nothing was seen yet.
        let nothing = Facts { tallies: vec![0; tallied.len()].into(), ..Facts::default() };
        LineCache {
            game: game.clone(),
            readings: game.evaluation.patterns.iter().flat_map(Reading::both_ways).collect(),
            hints: hints(game),
            tallied,
            axes: game.evaluation.script.as_ref().map_or(0, |script| if script.directed { 3 } else { 0 }),
            numbers: FxHashMap::default(),
            facts: vec![nothing],
        }
    }

    /// The number of a content, seen by the first player. Facts are worked out when it is new.
    #[inline]
    pub fn number(&mut self, contents: LineContents, axis: u8, script: &mut Option<Box<State>>) -> u32 {
        let axis = axis & self.axes;
        let key = (contents.own, contents.enemy, contents.length | axis << 6);
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        self.add(key, contents, axis, script.as_deref_mut())
    }

    #[cold]
    fn add(
        &mut self,
        key: (u64, u64, u8),
        contents: LineContents,
        axis: u8,
        script: Option<&mut State>,
    ) -> u32 {
        let number = self.facts.len() as u32;
        let mut facts = work_out(&self.game, &self.readings, contents);
        match script.filter(|script| script.scores_lines()) {
            Some(script) => {
                facts.score += script.lines(&[contents], axis)[0];
                facts.untold = Some(axis);
            }
            None if !self.hints.is_empty() => {
                facts.tension = tension(&self.hints, contents);
            }
            None => {}
        }
        facts.tallies = self.tallied.iter().map(|readings| points(readings, contents)).collect();
        self.facts.push(facts);
        self.numbers.insert(key, number);
        number
    }

    /// Asks the script what there is to gain and to prevent on a line, if it was not asked before.
    #[inline]
    pub(super) fn tell_tension(&mut self, number: u32, script: &mut Option<Box<State>>) {
        let facts = &mut self.facts[number as usize];
        if let (Some(axis), Some(script)) = (facts.untold.take(), script) {
            add_tension(facts, script, axis);
        }
    }

    /// Where the opponent of a player takes threats on a line away.
    #[inline]
    pub(super) fn defences(&mut self, number: u32, player: Player) -> Defences {
        let facts = &mut self.facts[number as usize];
        let seen = [facts.contents, facts.contents.swapped()];
        let work_out = || seen.map(|line| defences(&self.game.facts.line_ends, line));
        facts.defences.get_or_insert_with(work_out)[player.index()]
    }

    /// Whether the book has grown so large that its owner should forget all numbers and start anew.
    pub fn is_full(&self) -> bool {
        self.facts.len() > Self::MOST
    }

    /// The facts of a numbered content.
    #[inline]
    pub fn facts(&self, number: u32) -> &Facts {
        &self.facts[number as usize]
    }
}

/// The definition's patterns where a script takes their place: the search still looks first where they
/// change.
fn hints(game: &Game) -> Vec<Reading> {
    let patterns = match &game.evaluation.script {
        Some(script) if game.evaluation.patterns.is_empty() => script.tables.patterns.as_slice(),
        _ => &[],
    };
    patterns.iter().flat_map(Reading::both_ways).collect()
}

/// The patterns that a script counts, in its order, each worth one.
fn tallied(game: &Game) -> Vec<Vec<Reading>> {
    let Some(script) = &game.evaluation.script else { return Vec::new() };
    let asked = script.features.iter().filter_map(|name| name.strip_prefix("lines."));
    let pattern = |name: &str| script.tables.patterns.iter().find(|pattern| pattern.name == name);
    let readings = |pattern: &Pattern| {
        let mut readings = Reading::both_ways(pattern);
        readings.iter_mut().for_each(|reading| reading.value = 1);
        readings
    };
    asked.map(|name| pattern(name).map(readings).unwrap_or_default()).collect()
}

/// Adds what a script says of what becomes of a line when a cell is taken.
#[cold]
fn add_tension(facts: &mut Facts, script: &mut State, axis: u8) {
    let contents = facts.contents;
    let empty: Vec<u8> = bits(contents.empty()).collect();
    let mut wanted = Vec::with_capacity(2 * empty.len());
    for &bit in &empty {
        wanted.extend([contents.with_own(bit), contents.with_enemy(bit)]);
    }
    let scores = script.lines(&wanted, axis);
    for (bit, taken) in empty.iter().zip(scores.chunks_exact(2)) {
        facts.tension[*bit as usize] += taken[0] - taken[1];
    }
}

fn work_out(game: &Game, readings: &[Reading], contents: LineContents) -> Facts {
    let seen = [contents, contents.swapped()];
    let rules = &game.facts.line_ends;
    let builders = seen.map(|line| builders(rules, line));
    Facts {
        score: points(readings, contents),
        completes: seen.map(|line| rules.iter().fold(0, |all, rule| all | rule.completions(line))),
        answers: seen.map(|line| answers(rules, line)),
        builders,
        double_threats: Player::each(|player| {
            double_threats(rules, seen[player.index()], builders[player.index()])
        }),
        contents,
        defences: None,
        tension: tension(readings, contents),
        untold: None,
        tallies: Box::default(),
    }
}

/// Cells that answer the threats of every rule at once.
fn answers(rules: &[LineRule], line: LineContents) -> u64 {
    let threatened = rules.iter().filter(|rule| rule.completions(line) != 0);
    threatened.fold(line.empty(), |all, rule| all & rule.answers(line))
}

/// Cells that threaten to complete a line, by any rule.
fn builders(rules: &[LineRule], line: LineContents) -> u64 {
    rules.iter().fold(0, |all, rule| all | rule.builders(line))
}

/// Those of the builders after which the opponent has no answer on the line.
fn double_threats(rules: &[LineRule], line: LineContents, builders: u64) -> u64 {
    let unanswered = bits(builders).filter(|&bit| answers(rules, line.with_own(bit)) == 0);
    unanswered.fold(0, |all, bit| all | 1 << bit)
}

fn defences(rules: &[LineRule], line: LineContents) -> Defences {
    let before = builders(rules, line);
    let mut defences = Defences::default();
    for bit in bits(if before == 0 { 0 } else { line.empty() }) {
        let met = line.with_enemy(bit);
        let left = builders(rules, met);
        defences.lessen_threats |= u64::from(left != before) << bit;
        defences.end_double_threats |= u64::from(double_threats(rules, met, left) == 0) << bit;
    }
    defences
}

/// A pattern read in one direction.
#[derive(Clone, Debug)]
pub struct Reading {
    cells: Vec<Symbol>,
    value: Score,
}

impl Reading {
    /// The pattern and its mirror image; a palindrome is read once.
    pub fn both_ways(pattern: &Pattern) -> Vec<Reading> {
        let cells = pattern.cells.clone();
        let mirrored: Vec<Symbol> = cells.iter().rev().copied().collect();
        let value = pattern.weight.value;
        let back = (mirrored != cells).then_some(Reading { cells: mirrored, value });
        std::iter::once(Reading { cells, value }).chain(back).collect()
    }

    /// How often it lies on a line for the player that the symbols were spelled for: a bit per starting
    /// cell, all starting cells at once.
    fn placements(&self, line: &Spelled) -> u32 {
        self.lie(line, self.starts(line), None).count_ones()
    }

    /// The cells where it may begin; none where it is longer than can be looked up.
    fn starts(&self, line: &Spelled) -> u128 {
        let reach = self.cells.len() as u32 - 1;
        if reach > MARGIN {
            return 0;
        }
        (u128::MAX >> (127 - line.length - reach + 1)) << (MARGIN - reach)
    }

    /// Those starting cells from which all symbols fit, or all but one, which is not looked at.
    fn lie(&self, line: &Spelled, starts: u128, but: Option<usize>) -> u128 {
        let others = self.cells.iter().enumerate().filter(|&(i, _)| Some(i) != but);
        others.fold(starts, |at, (i, symbol)| at & line.cells(*symbol) >> i)
    }

    /// Adds to each empty cell how many more placements there are for the player that the symbols were spelled for when
    /// the player takes it than when the opponent does, times the value.
    fn add_tension(&self, line: &Spelled, tension: &mut [i32]) {
        let starts = self.starts(line);
        for (i, symbol) in self.cells.iter().enumerate() {
            let more = match symbol {
                Symbol::Own => self.value,
                Symbol::Enemy | Symbol::NotOwn => -self.value,
                // Either takes it away, or neither.
                Symbol::Empty | Symbol::Edge | Symbol::Any => continue,
            };
            let cells = self.lie(line, starts, Some(i)) << i & line.cells(Symbol::Empty);
            for bit in bits((cells >> MARGIN) as u64) {
                tension[bit as usize] += more;
            }
        }
    }
}

/// Cells beyond either edge that a pattern can ask about; a pattern has at most one symbol more.
const MARGIN: u32 = Pattern::LONGEST as u32 - 1;

/// The contents of a line as bits per symbol, with a margin beyond both edges.
struct Spelled {
    own: u128,
    enemy: u128,
    whole: u128,
    length: u32,
}

impl Spelled {
    fn new(line: LineContents) -> Spelled {
        let spread = |word: u64| (word as u128) << MARGIN;
        Spelled {
            own: spread(line.own),
            enemy: spread(line.enemy),
            whole: spread(line.whole()),
            length: line.length as u32,
        }
    }

    fn cells(&self, symbol: Symbol) -> u128 {
        match symbol {
            Symbol::Own => self.own,
            Symbol::Enemy => self.enemy,
            Symbol::Empty => self.whole & !(self.own | self.enemy),
            Symbol::Edge => !self.whole,
            Symbol::NotOwn => !self.own,
            Symbol::Any => self.whole,
        }
    }
}

/// Points of patterns on a line, for the first player less for the second.
pub fn points(readings: &[Reading], contents: LineContents) -> Score {
    let [first, second] = [contents, contents.swapped()].map(Spelled::new);
    let times =
        |reading: &Reading| reading.placements(&first) as Score - reading.placements(&second) as Score;
    readings.iter().map(|reading| reading.value * times(reading)).sum()
}

fn tension(readings: &[Reading], contents: LineContents) -> Box<[i32]> {
    let mut tension = vec![0; contents.length as usize].into_boxed_slice();
    for line in [contents, contents.swapped()].map(Spelled::new) {
        readings.iter().for_each(|reading| reading.add_tension(&line, &mut tension));
    }
    tension
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Origin, Weight};

    fn pattern(text: &str) -> Pattern {
        let origin = Origin { file: "test".into(), line: 1 };
        Pattern {
            name: text.into(),
            cells: text.chars().filter_map(Symbol::of).collect(),
            weight: Weight::new(1, origin),
        }
    }

    fn line(text: &str) -> LineContents {
        let word = |letter| {
            text.chars().enumerate().filter(|&(_, c)| c == letter).fold(0, |set, (i, _)| set | 1 << i)
        };
        LineContents { own: word('X'), enemy: word('O'), length: text.len() as u8 }
    }

    fn count(of: &str, on: &str) -> Score {
        points(&Reading::both_ways(&pattern(of)), line(on))
    }

    #[test]
    fn each_placement_counts_and_its_mirror_image_too_a_palindrome_once() {
        assert_eq!(count(".XX.", "..XX.."), 1);
        assert_eq!(count("XX.", "..XX.."), 2);
        assert_eq!(count("XX", "XXXX"), 3);
        assert_eq!(count("XO", "XOX"), 0, "as much for either player");
        assert_eq!(count("OX.", "OX."), 1);
        assert_eq!(count("OX.", "XO."), -1);
    }

    /// As it is said: what taking a cell gains, and what it prevents.
    fn tension_by_trying(readings: &[Reading], contents: LineContents) -> Vec<i32> {
        let mut tension = vec![0; contents.length as usize];
        for bit in bits(contents.empty()) {
            let [own, enemy] = [contents.with_own(bit), contents.with_enemy(bit)];
            tension[bit as usize] = points(readings, own) - points(readings, enemy);
        }
        tension
    }

    #[test]
    fn tension_is_what_taking_a_cell_gains_and_prevents() {
        let patterns = [".XXX.", "OXXX..", "-XX-", "#XX.", "?X.O", "XX.XX", ".", "OO-", "##X", "X?-#"];
        let readings: Vec<Reading> =
            patterns.iter().flat_map(|text| Reading::both_ways(&pattern(text))).collect();
        let mut state = 1u64;
        for length in [1, 2, 5, 9, 15, 64] {
            for _ in 0..50 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let (own, other) = (state >> 7, state.rotate_left(29) ^ state >> 3);
                let whole = u64::MAX >> (64 - length);
                let contents =
                    LineContents { own: own & !other & whole, enemy: other & !own & whole, length };
                assert_eq!(
                    *tension(&readings, contents),
                    *tension_by_trying(&readings, contents),
                    "{contents:?}"
                );
            }
        }
    }

    #[test]
    fn edges_lie_beyond_both_ends() {
        assert_eq!(count("#XX", "XX..."), 1);
        assert_eq!(count("#XX", "..XX"), 1);
        assert_eq!(count("##X", "X"), 2);
        assert_eq!(count("-XX-", "XX"), 1);
        assert_eq!(count("?XX", "XX"), 0);
        assert_eq!(count("?XX", ".XX.."), 2);
        let long = format!("{}XX", ".".repeat(30));
        assert_eq!(count(&long, &format!("{}XX", ".".repeat(62))), 1);
        assert_eq!(count(&format!(".{long}."), "XX"), 0, "longer than can be looked up");
    }
}
