//! The text of moves.

use super::directions::letters;
use super::motion::{Motion, Way};
use super::terms::ATOMS;

/// The notation of moves, in their order; `None` where no letters say one of them.
///
/// ```
/// use banco::inside::betza::{read, write};
///
/// let rook = read("WW").expect("a notation");
/// assert_eq!(write(&rook).as_deref(), Some("R"));
/// ```
pub fn write(motions: &[Motion]) -> Option<String> {
    let mut text = String::new();
    for term in joined(motions).iter().map(terms).collect::<Option<Vec<_>>>()?.concat() {
        // The same letter twice would be one ride.
        if let (Some(last), true) = (text.chars().last(), term.starts_with(|first| text.ends_with(first))) {
            let rides = ATOMS.iter().any(|atom| atom.letter == last && atom.rides);
            text.push(if rides { '0' } else { '1' });
        }
        text.push_str(&term);
    }
    Some(text)
}

/// The motions, those that take in passing where others take as one with these.
fn joined(motions: &[Motion]) -> Vec<Motion> {
    let mut all: Vec<Motion> = Vec::new();
    for motion in motions {
        let only_passing = motion.passing && !motion.goes && !motion.takes;
        let like = |other: &Motion| {
            let same =
                (other.initial, other.way) == (motion.initial, motion.way) && same(&other.to, &motion.to);
            same && other.takes && !other.goes && !other.passing
        };
        match all.iter().position(like).filter(|_| only_passing) {
            Some(at) => all[at].passing = true,
            None if all.iter().any(|other| is_like(other, motion)) => {}
            None => all.push(motion.clone()),
        }
    }
    all
}

/// Whether two motions are the same moves, whatever they are called.
fn is_like(one: &Motion, other: &Motion) -> bool {
    let how = |motion: &Motion| (motion.goes, motion.takes, motion.passing, motion.initial, motion.way);
    how(one) == how(other) && same(&one.to, &other.to)
}

fn same(one: &[(i32, i32)], other: &[(i32, i32)]) -> bool {
    one.len() == other.len() && one.iter().all(|to| other.contains(to))
}

/// How far a displacement leads: the longer of its sides, then the shorter one.
fn distance(to: (i32, i32)) -> (i32, i32) {
    let (files, ranks) = (to.0.abs(), to.1.abs());
    (files.max(ranks), files.min(ranks))
}

/// The letters of a motion: a term for each distance.
fn terms(motion: &Motion) -> Option<Vec<String>> {
    if motion.way == Way::Anywhere {
        return Some(vec![format!("{}{}U", before(motion), modality(motion))]);
    }
    let mut distances: Vec<(i32, i32)> = Vec::new();
    for &to in &motion.to {
        if !distances.contains(&distance(to)) {
            distances.push(distance(to));
        }
    }
    let near = [(1, 0), (1, 1)];
    if motion.to.len() == 8 && distances.len() == 2 && near.iter().all(|one| distances.contains(one)) {
        let atom = behind(motion.way, 'K', 'Q')?;
        let how = format!("{}{}{}", before(motion), modality(motion), manner(motion.way));
        return Some(vec![how + &atom]);
    }
    distances.sort_unstable();
    distances.into_iter().map(|distance| of(motion, distance)).collect()
}

/// The letters of the part of a motion that leads so far.
fn of(motion: &Motion, far: (i32, i32)) -> Option<String> {
    let to: Vec<(i32, i32)> = motion.to.iter().copied().filter(|&to| distance(to) == far).collect();
    let atom = ATOMS.iter().find(|atom| atom.distances == [far])?.letter;
    let atom = match far {
        (1, 0) => behind(motion.way, 'W', 'R')?,
        (1, 1) => behind(motion.way, 'F', 'B')?,
        _ => behind(motion.way, atom, atom)?,
    };
    let directions = letters(far, &to)?;
    Some(format!("{}{directions}{}{}{atom}", before(motion), modality(motion), manner(motion.way)))
}

/// The atom of a way that has one of two letters, for a leap and for a ride, with what stands behind it.
fn behind(way: Way, leap: char, ride: char) -> Option<String> {
    let slides = leap != ride;
    match way {
        Way::Leap | Way::Lame | Way::Over => Some(leap.to_string()),
        Way::Ride(0) if slides => Some(ride.to_string()),
        Way::Ride(times) => Some(format!("{leap}{times}")),
        Way::Hop(0) | Way::Graze if slides => Some(ride.to_string()),
        Way::Hop(_) | Way::Graze | Way::Anywhere => None,
    }
}

fn before(motion: &Motion) -> &'static str {
    if motion.initial { "i" } else { "" }
}

fn modality(motion: &Motion) -> String {
    let both = motion.goes && motion.takes;
    let said =
        [(motion.goes && (!both || motion.passing), 'm'), (motion.takes && (!both || motion.passing), 'c')];
    said.into_iter()
        .chain([(motion.passing, 'e')])
        .filter(|(said, _)| *said)
        .map(|(_, letter)| letter)
        .collect()
}

fn manner(way: Way) -> &'static str {
    match way {
        Way::Hop(_) => "p",
        Way::Graze => "g",
        Way::Lame => "n",
        Way::Over => "j",
        Way::Leap | Way::Ride(_) | Way::Anywhere => "",
    }
}
