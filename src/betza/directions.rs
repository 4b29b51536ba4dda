//! Which moves of an atom letters such as `f` or `rb` keep.

/// The displacements at a distance that directions let through, as files to the right and ranks forward. A direction is
/// two letters, the same one twice where it is said by one. `alone`: the atom has no other distance.
pub(super) fn images((long, short): (i32, i32), directions: &[(char, char)], alone: bool) -> Vec<(i32, i32)> {
    let mut said: Vec<String> = Vec::new();
    for &(one, other) in directions {
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

/// Whether two letters are one direction: the same one twice, or one along files and one along ranks.
pub(super) fn pairs(one: char, other: char) -> bool {
    let files = |letter| "fbvh".contains(letter);
    let ranks = |letter| "rlsh".contains(letter);
    one == other || files(one) && ranks(other) || ranks(one) && files(other)
}

/// The directions that letters say one after the other: two letters are one direction where they can be.
pub(super) fn directions(letters: &str) -> Vec<(char, char)> {
    let mut all = Vec::new();
    let mut rest = letters.chars().peekable();
    while let Some(letter) = rest.next() {
        let pair = rest.next_if(|next| pairs(letter, *next));
        all.push((letter, pair.unwrap_or(letter)));
    }
    all
}

/// Letters that stand alone for some of the moves of a distance.
fn alone(straight: bool, oblique: bool) -> &'static [&'static str] {
    match (straight, oblique) {
        (true, _) => &["f", "b", "v", "l", "r", "s"],
        (_, true) => {
            &["f", "b", "l", "r", "v", "s", "fs", "bs", "lv", "rv", "fh", "bh", "lh", "rh", "hl", "hr"]
        }
        _ => &["f", "b", "l", "r"],
    }
}

/// Letters that can stand beside others, in the order in which they are written.
fn parts(straight: bool, oblique: bool) -> &'static [&'static str] {
    match (straight, oblique) {
        (true, _) => &["f", "b", "v", "l", "r", "s"],
        (_, true) => &[
            "ff", "bb", "ll", "rr", "fs", "bs", "lv", "rv", "fh", "bh", "lh", "rh", "lf", "rf", "lb", "rb",
            "fl", "fr", "bl", "br",
        ],
        // Letters that stand alone elsewhere are doubled here, so that two beside each other are not read as one direction.
        _ => &["ff", "bb", "ll", "rr", "fl", "fr", "bl", "br"],
    }
}

/// The letters that keep just these displacements of a distance; nothing where they are all of them, `None` where no
/// letters do.
pub(super) fn letters(distance: (i32, i32), to: &[(i32, i32)]) -> Option<String> {
    let (long, short) = distance;
    let (straight, oblique) = (short == 0, short != 0 && short != long);
    let of = |letters: &str| images(distance, &directions(letters), true);
    let same = |found: &[(i32, i32)]| found.len() == to.len() && found.iter().all(|one| to.contains(one));
    if same(&of("")) {
        return Some(String::new());
    }
    if let Some(one) = alone(straight, oblique).iter().find(|letters| same(&of(letters))) {
        return Some((*one).to_owned());
    }
    let parts = parts(straight, oblique);
    let (mut left, mut chosen) = (to.to_vec(), Vec::new());
    while !left.is_empty() {
        let gain = |(at, letters): (usize, &&str)| {
            let found = of(letters);
            let fits = found.iter().all(|one| to.contains(one));
            let new = found.iter().filter(|one| left.contains(one)).count();
            (fits && new > 0).then_some((new, std::cmp::Reverse(at)))
        };
        let (_, std::cmp::Reverse(at)) = parts.iter().enumerate().filter_map(gain).max()?;
        let found = of(parts[at]);
        left.retain(|one| !found.contains(one));
        chosen.push(at);
    }
    chosen.sort_unstable();
    let text: String = chosen.iter().map(|&at| parts[at]).collect();
    same(&of(&text)).then_some(text)
}
