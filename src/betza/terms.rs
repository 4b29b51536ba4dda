//! The terms of a notation: an atom each, with what stands before and behind it.

use std::ops::Range;

use super::directions::pairs;

/// What is wrong with a notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// Which bytes of it.
    pub at: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What is right.
    pub help: Option<String>,
    /// It was said before.
    pub repeated: bool,
}

impl Wrong {
    pub(super) fn new(at: Range<usize>, message: impl Into<String>) -> Wrong {
        Wrong { at, message: message.into(), help: None, repeated: false }
    }

    pub(super) fn help(self, help: impl Into<String>) -> Wrong {
        Wrong { help: Some(help.into()), ..self }
    }
}

/// An atom: its letter, what it is called, how far it leads, and whether it goes on.
#[derive(Debug)]
pub(super) struct Atom {
    pub letter: char,
    pub name: &'static str,
    pub distances: &'static [(i32, i32)],
    pub rides: bool,
}

const fn atom(letter: char, name: &'static str, distances: &'static [(i32, i32)], rides: bool) -> Atom {
    Atom { letter, name, distances, rides }
}

/// Of two letters for one atom the first one is written.
pub(super) const ATOMS: &[Atom] = &[
    atom('W', "wazir", &[(1, 0)], false),
    atom('F', "ferz", &[(1, 1)], false),
    atom('D', "dabbaba", &[(2, 0)], false),
    atom('N', "knight", &[(2, 1)], false),
    atom('A', "alfil", &[(2, 2)], false),
    atom('H', "threeleaper", &[(3, 0)], false),
    atom('C', "camel", &[(3, 1)], false),
    atom('L', "camel", &[(3, 1)], false),
    atom('Z', "zebra", &[(3, 2)], false),
    atom('J', "zebra", &[(3, 2)], false),
    atom('G', "tripper", &[(3, 3)], false),
    atom('K', "king", &[(1, 0), (1, 1)], false),
    atom('R', "rook", &[(1, 0)], true),
    atom('B', "bishop", &[(1, 1)], true),
    atom('Q', "queen", &[(1, 0), (1, 1)], true),
    atom('U', "anywhere", &[], false),
];

/// Letters that other programs or their authors know, and what the language would need to say them.
const UNSAID: &[(char, &str)] = &[
    ('a', "a move in several legs"),
    ('d', "taking one's own pieces"),
    ('o', "a board whose sides are joined"),
    ('q', "a ride that goes round in a circle"),
    ('t', "a hurdle that must be one's own"),
    ('u', "a rider that changes how far it leaps"),
    ('x', "moves that other pieces are given"),
    ('y', "a piece that begins to ride on its way"),
    ('z', "a ride that goes to and fro"),
];

/// Letters for what the language says by rules of their own: what it is, and the key of such a rule.
const ELSEWHERE: &[(char, &str, &str)] = &[('O', "castling is", "castle"), ('@', "a drop is", "drop")];

/// Which way a piece goes about what stands between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// `p`: over one piece.
    Hop,
    /// `g`: over one piece, to the cell behind it.
    Graze,
    /// `n`: only through empty cells.
    Lame,
    /// `j`: only over a piece.
    Over,
}

impl Manner {
    pub(super) fn letter(self) -> char {
        match self {
            Manner::Hop => 'p',
            Manner::Graze => 'g',
            Manner::Lame => 'n',
            Manner::Over => 'j',
        }
    }
}

/// An atom with its modifiers.
#[derive(Debug)]
pub(super) struct Term {
    /// All its letters.
    pub at: Range<usize>,
    pub atom: &'static Atom,
    /// The letter of the atom.
    pub atom_at: Range<usize>,
    pub goes: bool,
    pub takes: bool,
    pub passing: bool,
    pub initial: bool,
    /// With the letter that says it.
    pub manner: Option<(Manner, Range<usize>)>,
    pub directions: Vec<(char, char)>,
    /// The letters of the directions, from the first to the last.
    pub directions_at: Range<usize>,
    /// How often the step can be taken; 0 for any number of times, `None` for a leap.
    pub times: Option<u32>,
}

/// Reads the terms of a notation.
pub(super) fn terms(notation: &str) -> Result<Vec<Term>, Wrong> {
    let mut reader = Reader { notation, at: 0 };
    let mut terms = Vec::new();
    while reader.at < notation.len() {
        terms.push(reader.term()?);
    }
    Ok(terms)
}

struct Reader<'n> {
    notation: &'n str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.notation[self.at..].chars().next()
    }

    /// The next letter with its place.
    fn next(&mut self) -> Option<(char, Range<usize>)> {
        let letter = self.peek()?;
        let at = self.at..self.at + letter.len_utf8();
        self.at = at.end;
        Some((letter, at))
    }

    fn term(&mut self) -> Result<Term, Wrong> {
        let start = self.at;
        let mut term = Term {
            at: start..start,
            atom: &ATOMS[0],
            atom_at: start..start,
            goes: false,
            takes: false,
            passing: false,
            initial: false,
            manner: None,
            directions: Vec::new(),
            directions_at: start..start,
            times: None,
        };
        while let Some((letter, at)) = self.next() {
            let twice = |before: bool| match before {
                true => Err(Wrong::new(at.clone(), format!("`{letter}` is said twice of one atom"))),
                false => Ok(true),
            };
            match letter {
                'm' => term.goes = twice(term.goes)?,
                'c' => term.takes = twice(term.takes)?,
                'e' => term.passing = twice(term.passing)?,
                'i' => term.initial = twice(term.initial)?,
                'p' => term.set_manner(Manner::Hop, at)?,
                'g' => term.set_manner(Manner::Graze, at)?,
                'n' => term.set_manner(Manner::Lame, at)?,
                'j' => term.set_manner(Manner::Over, at)?,
                'f' | 'b' | 'v' | 'r' | 'l' | 's' | 'h' => {
                    if term.directions.is_empty() {
                        term.directions_at = at;
                    }
                    let pair = self.peek().filter(|next| pairs(letter, *next));
                    if pair.is_some() {
                        self.next();
                    }
                    term.directions.push((letter, pair.unwrap_or(letter)));
                    term.directions_at.end = self.at;
                }
                _ => {
                    let atom = ATOMS.iter().find(|atom| atom.letter == letter);
                    term.atom = atom.ok_or_else(|| unknown(letter, at.clone()))?;
                    term.atom_at = at;
                    term.times = self.times(term.atom)?;
                    term.at = start..self.at;
                    return Ok(term);
                }
            }
        }
        let whole = start..self.at;
        let message = format!("`{}` ends before it says where the piece goes", &self.notation[whole.clone()]);
        Err(Wrong::new(whole, message).help("an atom follows, such as `W`, `F`, `N` or `R`"))
    }

    /// What stands behind an atom: its letter once more, or a number.
    fn times(&mut self, atom: &Atom) -> Result<Option<u32>, Wrong> {
        let usual = atom.rides.then_some(0);
        match self.peek() {
            Some(next) if next == atom.letter => {
                self.next();
                Ok(Some(0))
            }
            Some(next) if next.is_ascii_digit() => {
                let start = self.at;
                while self.peek().is_some_and(|next| next.is_ascii_digit()) {
                    self.next();
                }
                let at = start..self.at;
                let digits = &self.notation[at.clone()];
                let number = digits.parse().ok().filter(|number| *number < 100);
                number.map(Some).ok_or_else(|| {
                    let message = format!("`{digits}` is too far: no board is so large");
                    Wrong::new(at, message).help("`0` stands for any number of cells")
                })
            }
            _ => Ok(usual),
        }
    }
}

impl Term {
    fn set_manner(&mut self, manner: Manner, at: Range<usize>) -> Result<(), Wrong> {
        if let Some((before, _)) = &self.manner {
            let message = format!("`{}` beside `{}`: a piece goes one way", manner.letter(), before.letter());
            return Err(Wrong::new(at, message).help("make two of them, an atom each"));
        }
        self.manner = Some((manner, at));
        Ok(())
    }
}

/// What to say of a letter that stands for nothing here.
fn unknown(letter: char, at: Range<usize>) -> Wrong {
    if let Some((_, what)) = UNSAID.iter().find(|(unsaid, _)| *unsaid == letter) {
        let wrong = Wrong::new(at, format!("`{letter}` cannot be said: no rule here has {what}"));
        return wrong.help("leave the letter out, or say what is meant by rules in `moves`");
    }
    if let Some((_, what, key)) = ELSEWHERE.iter().find(|(other, ..)| *other == letter) {
        let wrong = Wrong::new(at, format!("`{letter}` cannot be said: {what} a rule of its own"));
        return wrong.help(format!("it stands in `moves`: `NAME = {{ {key} = … }}`"));
    }
    let shown = letter.escape_debug();
    let wrong = Wrong::new(at, format!("expected a letter of Betza's notation, found `{shown}`"));
    let other = match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    let is_modifier = "fbvrlshmceipgnj".contains(other);
    if letter.is_whitespace() || letter == ',' || letter == '-' || letter == '+' {
        wrong.help("the letters stand one after the other, with nothing between: `fmWfcF`")
    } else if letter.is_ascii_digit() {
        wrong.help("a number stands behind an atom: `W3`")
    } else if letter.is_ascii_alphabetic() && (is_modifier || ATOMS.iter().any(|atom| atom.letter == other)) {
        wrong.help(format!("did you mean `{other}`?"))
    } else {
        wrong.help("atoms are `W F D N A H C Z G`, `K R B Q` and `U`; `f b l r v s h m c e i n j p g` stand before them")
    }
}
