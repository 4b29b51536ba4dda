//! The move rules that a notation stands for.

use std::ops::Range;

use super::directions::{images, letters};
use super::motion::{Motion, Way, motion};
use super::terms::{ATOMS, Term, Wrong, terms};

/// A move rule that a notation stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spelt {
    /// Its name: the letters of its atom and of what stands before that, all of them small. A doubled atom ends in `0`.
    pub name: String,
    /// Which bytes of the notation say it.
    pub at: Range<usize>,
    /// The rule as a definition writes it.
    pub rule: String,
}

/// The move rules that a notation stands for, in its order.
///
/// ```
/// use banco::inside::betza::rules;
///
/// let pawn = rules("fmWfceF").expect("a notation");
/// assert_eq!(pawn[0].name, "fmw");
/// assert_eq!(pawn[0].rule, r#"{ step = "forward", onto = "empty" }"#);
/// assert_eq!(pawn[2].name, "fef");
/// ```
///
/// # Errors
///
/// Says which letters stand for nothing, for something that no rule says, or for what was said before.
pub fn rules(notation: &str) -> Result<Vec<Spelt>, Wrong> {
    let terms = terms(notation)?;
    if terms.is_empty() {
        let wrong = Wrong::new(0..notation.len(), "this says no move");
        return Err(wrong.help("an atom is a capital, such as `W`, `F`, `N` or `R`"));
    }
    // Only what can be taken in passing is marked.
    let marks = terms.iter().any(|term| term.passing);
    let mut all: Vec<Spelt> = Vec::new();
    for term in &terms {
        check(term)?;
        for motion in parts(motion(term)?) {
            let spelt = spell(term, &motion, marks)?;
            if all.iter().any(|other| other.name == spelt.name) {
                let message = format!("`{}` is said twice", &notation[term.at.clone()]);
                return Err(Wrong {
                    repeated: true,
                    ..Wrong::new(term.at.clone(), message).help("keep one of them")
                });
            }
            all.push(spelt);
        }
    }
    Ok(all)
}

/// Refuses letters that programs read differently.
fn check(term: &Term) -> Result<(), Wrong> {
    let at = term.directions_at.clone();
    let letter = term.atom.letter;
    if term.directions.is_empty() {
        return Ok(());
    }
    match term.atom.distances {
        [] => Err(Wrong::new(at, "`U` goes anywhere, and not in some directions")),
        [(_, short), (..)] if *short == 0 => {
            let (one, other) = if term.atom.rides { ('R', 'B') } else { ('W', 'F') };
            let message = format!("which directions `{letter}` keeps, programs do not agree about");
            let help =
                format!("say `{one}` and `{other}` apart, each with its own directions: `f{one}f{other}`");
            Err(Wrong::new(at, message).help(help))
        }
        [(long, short)] if (*short == 0 || short == long) && term.directions.iter().any(has_half) => {
            let message = format!("`h` before `{letter}`: only the moves that are oblique have halves");
            Err(Wrong::new(at, message).help("they are those of `N`, `C` and `Z`"))
        }
        [distance] => {
            let names = |direction: (char, char)| !images(*distance, &[direction], true).is_empty();
            let Some(&(one, other)) = term.directions.iter().find(|&&direction| !names(direction)) else {
                return Ok(());
            };
            let wrong = Wrong::new(at, format!("`{one}{other}` names no move of `{letter}`"));
            Err(match names((other, one)) {
                true => wrong.help(format!("did you mean `{other}{one}`?")),
                false => wrong,
            })
        }
        _ => Ok(()),
    }
}

fn has_half(direction: &(char, char)) -> bool {
    direction.0 == 'h' || direction.1 == 'h'
}

/// A motion as those that are a rule each: what takes in passing is a rule of its own.
fn parts(motion: Motion) -> Vec<Motion> {
    let passing = Motion { goes: false, takes: false, ..motion.clone() };
    let usual = Motion { passing: false, ..motion.clone() };
    let usual = (motion.goes || motion.takes).then_some(usual);
    let parts = usual.into_iter().chain(motion.passing.then_some(passing));
    parts.flat_map(Motion::split).collect()
}

fn spell(term: &Term, motion: &Motion, marks: bool) -> Result<Spelt, Wrong> {
    let directions = match term.directions_at.is_empty() {
        true => term.atom_at.clone(),
        false => term.directions_at.clone(),
    };
    let unsaid = || {
        let letter = term.atom.letter;
        let message = match motion.way {
            Way::Leap | Way::Ride(_) => format!("no directions name just these leaps of `{letter}`"),
            _ => format!("no rule says this way of `{letter}`"),
        };
        let wrong = Wrong::new(directions.clone(), message);
        match motion.way {
            Way::Leap | Way::Ride(_) => {
                wrong.help("two beside each other can be named, such as `ff`, `ll` or `fllf`")
            }
            Way::Lame => wrong.help(
                "`n` stands before `D`, `A`, `H`, `G`, before `N` with any directions, and before all of `Z`",
            ),
            _ => wrong.help("`p` is followed by `R`, `B` or `Q`"),
        }
    };
    if matches!(motion.way, Way::Hop(most) if most > 0) {
        let message =
            format!("`p` before `{}`: how far a piece hops in all cannot be said", term.atom.letter);
        return Err(Wrong::new(term.at.clone(), message).help("leave the number out"));
    }
    let mut rule = motion.travel().ok_or_else(unsaid)?;
    if motion.initial {
        rule.push_str(", if = \"unmoved\"");
    }
    match (motion.goes, motion.takes) {
        _ if motion.passing => rule.push_str(", onto = \"marked\", do = { take = \"marker\" }"),
        (true, false) => rule.push_str(", onto = \"empty\""),
        (false, true) => rule.push_str(", onto = \"enemy\""),
        _ => {}
    }
    if marks && motion.marks() {
        rule.push_str(", do = { mark = \"path\" }");
    }
    let name = name(term, motion).ok_or_else(unsaid)?;
    Ok(Spelt { name, at: term.at.clone(), rule: format!("{{ {rule} }}") })
}

/// The letters of a rule's own part of a term.
fn name(term: &Term, motion: &Motion) -> Option<String> {
    let mut name = String::new();
    let mut add = |said: bool, letter: char| {
        if said {
            name.push(letter);
        }
    };
    add(motion.initial, 'i');
    let whole = match term.atom.distances {
        [distance] => images(*distance, &term.directions, true).len() == motion.to.len(),
        _ => true,
    };
    let directions = match (whole, term.atom.distances) {
        (true, _) => term
            .directions
            .iter()
            .flat_map(|&(one, other)| [Some(one), (one != other).then_some(other)])
            .flatten()
            .collect(),
        (false, [distance]) => letters(*distance, &motion.to)?,
        (false, _) => return None,
    };
    directions.chars().for_each(|letter| add(true, letter));
    add(term.goes && motion.goes, 'm');
    add(term.takes && motion.takes, 'c');
    add(motion.passing, 'e');
    if let Some((manner, _)) = &term.manner {
        add(true, manner.letter());
    }
    add(true, term.atom.letter.to_ascii_lowercase());
    let usual = ATOMS.iter().any(|atom| atom.letter == term.atom.letter && atom.rides);
    if let Some(times) = term.times.filter(|times| *times > 0 || !usual) {
        name.push_str(&times.to_string());
    }
    Some(name)
}
