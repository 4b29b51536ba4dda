//! Betza's notation: letters for moves, such as `fmWfceF` for a pawn.

/// A move of a piece: which cells it goes to from where it stands, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Motion {
    /// What it is called: the name of its atom, and whether it only goes or only takes.
    pub name: String,
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
}

/// A letter, what it is called, where it leads, and whether it goes on.
type AtomRow = (char, &'static str, &'static [(i32, i32)], bool);

const ATOMS: &[AtomRow] = &[
    ('W', "wazir", &[(1, 0)], false),
    ('F', "ferz", &[(1, 1)], false),
    ('D', "dabbaba", &[(2, 0)], false),
    ('N', "knight", &[(2, 1)], false),
    ('A', "alfil", &[(2, 2)], false),
    ('H', "threeleaper", &[(3, 0)], false),
    ('L', "camel", &[(3, 1)], false),
    ('C', "camel", &[(3, 1)], false),
    ('J', "zebra", &[(3, 2)], false),
    ('Z', "zebra", &[(3, 2)], false),
    ('G', "tripper", &[(3, 3)], false),
    ('K', "king", &[(1, 0), (1, 1)], false),
    ('R', "rook", &[(1, 0)], true),
    ('B', "bishop", &[(1, 1)], true),
    ('Q', "queen", &[(1, 0), (1, 1)], true),
];

/// What stands before an atom.
#[derive(Default)]
struct Modifiers {
    goes: bool,
    takes: bool,
    passing: bool,
    initial: bool,
    hops: bool,
    grazes: bool,
    lame: bool,
    directions: Vec<(char, char)>,
}

/// The moves that a notation says, or which letter of it says something that is not known.
pub fn read(notation: &str) -> Result<Vec<Motion>, String> {
    let letters: Vec<char> = notation.chars().collect();
    let mut motions = Vec::new();
    let (mut before, mut i) = (Modifiers::default(), 0);
    while let Some(&letter) = letters.get(i) {
        i += 1;
        match letter {
            'm' => before.goes = true,
            'c' => before.takes = true,
            'e' => before.passing = true,
            'i' => before.initial = true,
            'p' => before.hops = true,
            'g' => before.grazes = true,
            'n' => before.lame = true,
            'f' | 'b' | 'v' | 'r' | 'l' | 's' | 'h' => {
                let pair = letters.get(i).filter(|next| pairs(letter, **next));
                before.directions.push((letter, pair.copied().unwrap_or(letter)));
                i += usize::from(pair.is_some());
            }
            _ => {
                let Some(&(_, name, atoms, rides)) = ATOMS.iter().find(|atom| atom.0 == letter) else {
                    return Err(format!("`{letter}` of `{notation}` is not supported"));
                };
                let mut times = if rides { Some(0) } else { None };
                match letters.get(i).copied() {
                    Some(next) if next == letter => times = Some(0),
                    Some(next) if next.is_ascii_digit() => times = next.to_digit(10),
                    _ => i -= 1,
                }
                i += 1;
                motions.extend(before.motions((name, atoms), times, notation)?);
                before = Modifiers::default();
            }
        }
    }
    match before.goes || before.takes || before.lame || before.hops || !before.directions.is_empty() {
        true => Err(format!("`{notation}` ends before it says where the piece goes")),
        false => Ok(motions),
    }
}

/// Whether two letters are one direction: the same one twice, or one along files and one along ranks.
fn pairs(one: char, other: char) -> bool {
    let files = |letter| "fbvh".contains(letter);
    let ranks = |letter| "rlsh".contains(letter);
    one == other || files(one) && ranks(other) || ranks(one) && files(other)
}

impl Modifiers {
    fn motions(
        &self,
        (name, atoms): (&str, &[(i32, i32)]),
        times: Option<u32>,
        notation: &str,
    ) -> Result<Vec<Motion>, String> {
        let way = match (self.hops, self.grazes, self.lame, times) {
            (true, _, _, Some(most)) => Way::Hop(most),
            (_, true, _, Some(0)) => Way::Graze,
            (true, ..) | (_, true, ..) => {
                return Err(format!("`{notation}`: a piece that hops goes any number of cells"));
            }
            (_, _, true, Some(_)) => {
                return Err(format!("`n` of `{notation}` is not supported beside a rider"));
            }
            (_, _, true, None) => Way::Lame,
            (_, _, false, Some(times)) => Way::Ride(times),
            (_, _, false, None) => Way::Leap,
        };
        let (goes, takes) = match (self.goes, self.takes) {
            (false, false) => (true, true),
            said => said,
        };
        let ending = match (goes, takes) {
            (true, false) => "-go",
            (false, true) => "-take",
            _ => "",
        };
        let hop = if matches!(way, Way::Hop(_) | Way::Graze) { "-hop" } else { "" };
        let rider = if name == "knight" && matches!(way, Way::Ride(_)) { "rider" } else { "" };
        let mut all: Vec<Motion> = Vec::new();
        for &atom in atoms {
            let to = self.images(atom, atoms.len() == 1);
            let name = format!("{name}{rider}{hop}{ending}");
            let (passing, initial) = (self.passing, self.initial);
            // One rule says a king's or a queen's directions.
            match all.first_mut() {
                Some(first) => first.to.extend(to),
                None => all.push(Motion { name, goes, takes, passing, initial, way, to }),
            }
        }
        all.retain(|motion| !motion.to.is_empty());
        Ok(all)
    }

    /// The displacements that the directions let through.
    fn images(&self, (long, short): (i32, i32), alone: bool) -> Vec<(i32, i32)> {
        let mut said: Vec<String> = Vec::new();
        for &(one, other) in &self.directions {
            // What goes along files and ranks has no halves.
            if alone && short == 0 && one != other {
                said.extend([format!("{one}{one}"), format!("{other}{other}")]);
            } else {
                said.push(format!("{one}{other}"));
            }
        }
        let images: [(i32, i32, &[&str]); 8] = [
            (short, long, &["ff", "vv", "rf", "rv", "fh", "rh", "hr", "hh"]),
            (-short, -long, &["bb", "vv", "lb", "lv", "bh", "lh", "hr", "hh"]),
            (long, -short, &["rr", "ss", "br", "bs", "bh", "rh", "hr", "hh"]),
            (-long, short, &["ll", "ss", "fl", "fs", "fh", "lh", "hr", "hh"]),
            (long, short, &["rr", "ss", "fr", "fs", "fh", "rh", "hl", "hh"]),
            (-long, -short, &["ll", "ss", "bl", "bs", "bh", "lh", "hl", "hh"]),
            (short, -long, &["bb", "vv", "rb", "rv", "bh", "rh", "hl", "hh"]),
            (-short, long, &["ff", "vv", "lf", "lv", "fh", "lh", "hl", "hh"]),
        ];
        let mut to: Vec<(i32, i32)> = Vec::new();
        for (files, ranks, names) in images {
            let counts = said.is_empty() || said.iter().any(|said| names.contains(&said.as_str()));
            if counts && !to.contains(&(files, ranks)) {
                to.push((files, ranks));
            }
        }
        to
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
            Way::Lame if (a, b) == (0, 2) => {
                let half =
                    Motion { to: self.to.iter().map(|to| (to.0 / 2, to.1 / 2)).collect(), ..self.clone() };
                format!("slide = {}, range = [2, 2]", half.words()?)
            }
            Way::Lame if (a, b) == (2, 2) => {
                let half =
                    Motion { to: self.to.iter().map(|to| (to.0 / 2, to.1 / 2)).collect(), ..self.clone() };
                format!("slide = {}, range = [2, 2]", half.words()?)
            }
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
            Way::Hop(_) | Way::Graze | Way::Lame => return None,
        })
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
pub(super) fn listed(words: &[&str]) -> String {
    match words {
        [one] => format!("\"{one}\""),
        _ => format!("[{}]", words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")),
    }
}
