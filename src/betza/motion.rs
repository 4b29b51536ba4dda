//! Moves as displacements, and how a rule says them.

use std::ops::Range;

use super::directions::images;
use super::terms::{Manner, Term, Wrong, terms};

/// A move of a piece: which cells it goes to from where it stands, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Motion {
    /// What it is called: the name of its atom, and whether it only goes or only takes.
    pub name: String,
    /// Which bytes of the notation say it.
    pub at: Range<usize>,
    /// It may land on an empty cell.
    pub goes: bool,
    /// It may take.
    pub takes: bool,
    /// It takes what has passed by.
    pub passing: bool,
    /// Only from where the piece starts.
    pub initial: bool,
    /// How it gets there.
    pub way: Way,
    /// The displacements, as files to the right and ranks forward.
    pub to: Vec<(i32, i32)>,
}

/// How a piece gets to where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Over whatever stands between.
    Leap,
    /// Through empty cells, so many times; 0 for any number.
    Ride(u32),
    /// Over one piece, wherever that stands, and at most so many cells in all; 0 for any number.
    Hop(u32),
    /// Over one piece to the cell behind it.
    Graze,
    /// Step by step, through empty cells.
    Lame,
    /// Over one piece right beside it, to the cell behind that.
    Over,
    /// To any other cell.
    Anywhere,
}

/// The moves that a notation says, or what is wrong with it.
///
/// ```
/// use banco::inside::betza::read;
///
/// let moves = read("fmWfcF").expect("a notation");
/// assert_eq!(moves[1].to, [(1, 1), (-1, 1)]);
/// assert!(moves[1].takes && !moves[1].goes);
/// ```
///
/// # Errors
///
/// Says which letter stands for nothing.
pub fn read(notation: &str) -> Result<Vec<Motion>, Wrong> {
    let motions = terms(notation)?.iter().map(motion).collect::<Result<Vec<_>, _>>()?;
    Ok(motions.into_iter().filter(|motion| motion.way == Way::Anywhere || !motion.to.is_empty()).collect())
}

/// The move that a term says.
pub(super) fn motion(term: &Term) -> Result<Motion, Wrong> {
    let way = way(term)?;
    let (goes, takes) = match (term.goes, term.takes) {
        (false, false) => (!term.passing, !term.passing),
        said => said,
    };
    let ending = match (goes, takes) {
        (true, false) => "-go",
        (false, true) => "-take",
        _ => "",
    };
    let hop = if matches!(way, Way::Hop(_) | Way::Graze | Way::Over) { "-hop" } else { "" };
    let (name, distances) = (term.atom.name, term.atom.distances);
    let rider = if name == "knight" && matches!(way, Way::Ride(_)) { "rider" } else { "" };
    let alone = distances.len() == 1;
    Ok(Motion {
        name: format!("{name}{rider}{hop}{ending}"),
        at: term.at.clone(),
        goes,
        takes,
        passing: term.passing,
        initial: term.initial,
        way,
        // One rule says a king's or a queen's directions.
        to: distances.iter().flat_map(|&distance| images(distance, &term.directions, alone)).collect(),
    })
}

fn way(term: &Term) -> Result<Way, Wrong> {
    let Some((manner, at)) = &term.manner else {
        return match (term.atom.letter, term.times) {
            ('U', None) => Ok(Way::Anywhere),
            ('U', Some(_)) => {
                Err(Wrong::new(term.at.clone(), "`U` goes anywhere: no number stands behind it"))
            }
            (_, None | Some(1)) => Ok(Way::Leap),
            (_, Some(times)) => Ok(Way::Ride(times)),
        };
    };
    let letter = manner.letter();
    let wrong = |message: String| Err(Wrong::new(at.clone(), message));
    match (manner, term.times) {
        (Manner::Hop, Some(most)) => Ok(Way::Hop(most)),
        (Manner::Graze, Some(0)) => Ok(Way::Graze),
        (Manner::Hop | Manner::Graze, _) => {
            let wrong = wrong(format!(
                "`{letter}` before `{}`: a piece that hops goes any number of cells",
                term.atom.letter
            ));
            wrong.map_err(|wrong: Wrong| {
                wrong.help(format!("it stands before a rider: `{letter}R`, `{letter}B`, `{letter}Q`"))
            })
        }
        (Manner::Lame, None) if term.atom.letter != 'U' => Ok(Way::Lame),
        (Manner::Lame, _) => wrong("`n` stands before a leap, and not before a rider".to_owned()),
        (Manner::Over, None) if matches!(term.atom.letter, 'D' | 'A') => Ok(Way::Over),
        (Manner::Over, _) => {
            wrong("`j` stands before `D` or `A`: one piece lies in the way of no other leap".to_owned())
        }
    }
}

/// Directions by name, as files to the right and ranks forward.
const COMPASS: [(&str, (i32, i32)); 8] = [
    ("forward", (0, 1)),
    ("forward-right", (1, 1)),
    ("right", (1, 0)),
    ("backward-right", (1, -1)),
    ("backward", (0, -1)),
    ("backward-left", (-1, -1)),
    ("left", (-1, 0)),
    ("forward-left", (-1, 1)),
];

impl Motion {
    /// The same as several, where steps one after the other are not named at once: one for each first step.
    pub fn split(self) -> Vec<Motion> {
        let is_bent =
            self.to.iter().all(|to| to.0.abs().min(to.1.abs()) == 1 && to.0.abs().max(to.1.abs()) == 2);
        if self.way != Way::Lame || !is_bent || self.to.len() == 8 {
            return vec![self];
        }
        let mut all: Vec<Motion> = Vec::new();
        for to in &self.to {
            let first = |to: &(i32, i32)| (to.0 / 2, to.1 / 2);
            match all.iter_mut().find(|motion| motion.to.first().map(first) == Some(first(to))) {
                Some(motion) => motion.to.push(*to),
                None => all.push(Motion { to: vec![*to], ..self.clone() }),
            }
        }
        all
    }

    /// The keys of a rule that say how it travels; `None` where no directions name just these cells.
    pub fn travel(&self) -> Option<String> {
        if self.way == Way::Anywhere {
            return Some("reach = \"board\"".to_owned());
        }
        let (a, b) = self.to.first().map(|to| (to.0.abs().min(to.1.abs()), to.0.abs().max(to.1.abs())))?;
        let near = b == 1;
        let straight = near || self.to.iter().all(|to| to.0.abs().max(to.1.abs()) == 1);
        Some(match self.way {
            Way::Leap if straight => format!("step = {}", self.words()?),
            Way::Leap => format!("leap = [{a}, {b}]{}", self.along((a, b))?),
            Way::Ride(0) if straight => format!("slide = {}", self.words()?),
            Way::Ride(times) if straight => format!("slide = {}, range = [1, {times}]", self.words()?),
            Way::Ride(0) => format!("ride = [{a}, {b}]{}", self.along((a, b))?),
            Way::Ride(times) => format!("ride = [{a}, {b}]{}, range = [1, {times}]", self.along((a, b))?),
            Way::Hop(0) if straight => format!("hop = {}", self.words()?),
            Way::Hop(2) if straight => format!("hop = {}, before = [0, 0], after = [0, 0]", self.words()?),
            Way::Graze if straight => format!("hop = {}, after = [0, 0]", self.words()?),
            Way::Lame if straight => format!("step = {}", self.words()?),
            Way::Lame if a == 0 || a == b => format!("slide = {}, range = [{b}, {b}]", self.unit().words()?),
            Way::Lame if self.to.len() == 8 && (a, b) == (1, 2) => {
                "path = [\"orthogonal\", \"diagonal\"]".into()
            }
            Way::Lame if self.to.len() == 8 && (a, b) == (2, 3) => {
                "path = [\"orthogonal\", \"diagonal\", \"diagonal\"]".into()
            }
            Way::Lame if (a, b) == (1, 2) => {
                let first = |to: &(i32, i32)| (to.0 / 2, to.1 / 2);
                let by = self.to.first().map(first)?;
                if self.to.iter().any(|to| first(to) != by) {
                    return None;
                }
                let word = |by| COMPASS.iter().find(|(_, other)| *other == by).map(|(word, _)| *word);
                let second = match self.to.as_slice() {
                    [(x, y)] => word((x.signum(), y.signum()))?,
                    _ => "diagonal",
                };
                format!("path = {}", listed(&[word(by)?, second]))
            }
            Way::Over if (a, b) == (0, 2) || (a, b) == (2, 2) => {
                format!("hop = {}, before = [0, 0], after = [0, 0]", self.unit().words()?)
            }
            Way::Hop(_) | Way::Graze | Way::Lame | Way::Over | Way::Anywhere => return None,
        })
    }

    /// Whether it passes cells on the way where what takes in passing can take it.
    pub fn marks(&self) -> bool {
        self.initial
            && self.way == Way::Lame
            && self.goes
            && self.to.iter().all(|to| to.0.abs().max(to.1.abs()) > 1)
    }

    /// The same in steps of one cell.
    fn unit(&self) -> Motion {
        let to = self.to.iter().map(|to| (to.0.signum(), to.1.signum())).collect();
        Motion { to, ..self.clone() }
    }

    /// The directions of steps of one cell.
    fn words(&self) -> Option<String> {
        let has = |by: (i32, i32)| self.to.contains(&by);
        let orthogonal = COMPASS.iter().filter(|(_, by)| by.0 * by.1 == 0);
        let diagonal = COMPASS.iter().filter(|(_, by)| by.0 * by.1 != 0);
        let (mut all, mut groups) = (Vec::new(), 0);
        for (group, list) in
            [("orthogonal", orthogonal.collect::<Vec<_>>()), ("diagonal", diagonal.collect())]
        {
            if list.iter().all(|(_, by)| has(*by)) {
                all.push(group);
                groups += 1;
            } else {
                all.extend(list.iter().filter(|(_, by)| has(*by)).map(|(word, _)| *word));
            }
        }
        match (groups, all.as_slice()) {
            (2, _) => Some("\"any\"".into()),
            (_, []) => None,
            (_, words) => Some(listed(words)),
        }
    }

    /// Which of the images of a leap are meant.
    fn along(&self, (a, b): (i32, i32)) -> Option<String> {
        let all = if a == 0 || a == b { 4 } else { 8 };
        if self.to.len() == all {
            return Some(String::new());
        }
        // At most 45 degrees off: the angle to the direction is told by products of lengths.
        let near = |to: (i32, i32), by: (i32, i32)| {
            let (dot, cross) = (to.0 * by.0 + to.1 * by.1, to.0 * by.1 - to.1 * by.0);
            dot > 0 && cross.abs() <= dot
        };
        let images: Vec<(i32, i32)> =
            [(a, b), (b, a)].into_iter().flat_map(|(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)]).collect();
        let fits = |by: (i32, i32)| images.iter().all(|&to| !near(to, by) || self.to.contains(&to));
        let mut left = self.to.clone();
        let mut words = Vec::new();
        for (word, by) in COMPASS {
            if fits(by) && left.iter().any(|&to| near(to, by)) {
                left.retain(|&to| !near(to, by));
                words.push(word);
            }
        }
        left.is_empty().then(|| format!(", along = {}", listed(&words)))
    }
}

/// One word, or a list of them.
pub fn listed<W: AsRef<str>>(words: &[W]) -> String {
    let quoted = |word: &W| format!("\"{}\"", word.as_ref());
    match words {
        [one] => quoted(one),
        _ => format!("[{}]", words.iter().map(quoted).collect::<Vec<_>>().join(", ")),
    }
}
