//! What the contents of a line are worth and what they threaten, looked up by contents.
//!
//! A line's contents are a function of two words, so every question about them (patterns, cells that
//! complete a winning line, answers to that) is asked once per distinct content and kept. A search
//! meets a few thousand contents and asks for them millions of times.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Score;
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
    pub builds: [u64; 2],
    /// By cell, how much the patterns change when either player takes it: what there is to gain and
    /// to prevent.
    pub heat: Box<[i32]>,
}

/// The facts of every content met so far, numbered.
#[derive(Clone, Debug)]
pub struct LineBook {
    game: Arc<Game>,
    numbers: FxHashMap<(u64, u64, u8), u32>,
    facts: Vec<Facts>,
}

impl LineBook {
    /// More contents than this are not kept: the book starts anew.
    const MOST: usize = 1 << 18;

    /// An empty book for the lines of a game.
    pub fn new(game: &Arc<Game>) -> LineBook {
        LineBook { game: game.clone(), numbers: FxHashMap::default(), facts: Vec::new() }
    }

    /// The number of a content, seen by the first player. Facts are worked out when it is new.
    #[inline]
    pub fn number(&mut self, contents: LineContents) -> u32 {
        let key = (contents.own, contents.enemy, contents.length);
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        self.add(key, contents)
    }

    #[cold]
    fn add(&mut self, key: (u64, u64, u8), contents: LineContents) -> u32 {
        let number = self.facts.len() as u32;
        self.facts.push(work_out(&self.game, contents));
        self.numbers.insert(key, number);
        number
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

fn work_out(game: &Game, contents: LineContents) -> Facts {
    let patterns = &game.evaluation.patterns;
    let seen = [contents, contents.swapped()];
    let asked = |ask: &dyn Fn(&LineRule, LineContents) -> u64| {
        seen.map(|line| game.line_ends().iter().fold(0, |all, rule| all | ask(rule, line)))
    };
    let completes = asked(&LineRule::completions);
    let answers = Player::BOTH.map(|player| answers(game.line_ends(), seen[player.index()]));
    let score = score(patterns, contents);
    Facts {
        score,
        completes,
        answers,
        builds: asked(&LineRule::builders),
        heat: heat(patterns, contents, score),
    }
}

/// Cells that answer the threats of every rule at once.
fn answers(rules: &[LineRule], line: LineContents) -> u64 {
    let threatened = rules.iter().filter(|rule| rule.completions(line) != 0);
    threatened.fold(line.empty(), |all, rule| all & rule.answers(line))
}

/// Points of all patterns on a line, for the first player less for the second.
fn score(patterns: &[Pattern], contents: LineContents) -> Score {
    patterns.iter().map(|pattern| points(pattern, contents)).sum()
}

/// Points of one pattern on a line, for the first player less for the second.
pub fn points(pattern: &Pattern, contents: LineContents) -> Score {
    let times = placements(pattern, contents) - placements(pattern, contents.swapped());
    times * pattern.weight.value
}

/// How often the pattern lies on the line for the player who owns `own`. The mirror image counts
/// too, a palindrome once.
fn placements(pattern: &Pattern, line: LineContents) -> i32 {
    let mirrored: Vec<Symbol> = pattern.cells.iter().rev().copied().collect();
    let both = if mirrored == pattern.cells { &[][..] } else { &mirrored };
    let count = |cells: &[Symbol]| {
        let beyond = cells.len() as i32 - 1;
        (-beyond..line.length as i32).filter(|&start| lies(cells, line, start)).count() as i32
    };
    count(&pattern.cells) + if both.is_empty() { 0 } else { count(both) }
}

fn lies(cells: &[Symbol], line: LineContents, start: i32) -> bool {
    (start..).zip(cells).all(|(at, symbol)| {
        let on_board = (0..line.length as i32).contains(&at);
        let stands = |word: u64| on_board && word >> at & 1 == 1;
        match symbol {
            Symbol::Own => stands(line.own),
            Symbol::Enemy => stands(line.enemy),
            Symbol::Empty => stands(line.empty()),
            Symbol::Edge => !on_board,
            Symbol::NotOwn => !stands(line.own),
            Symbol::Any => on_board,
        }
    })
}

fn heat(patterns: &[Pattern], contents: LineContents, before: Score) -> Box<[i32]> {
    let mut heat = vec![0; contents.length as usize].into_boxed_slice();
    if patterns.is_empty() {
        return heat;
    }
    for bit in bits(contents.empty()) {
        let own = LineContents { own: contents.own | 1 << bit, ..contents };
        let enemy = LineContents { enemy: contents.enemy | 1 << bit, ..contents };
        heat[bit as usize] = (score(patterns, own) - before) + (before - score(patterns, enemy));
    }
    heat
}
