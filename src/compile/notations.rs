//! `[notation]`: how people write moves. What is taken over and does not fit here falls silent.

use crate::diagnostic::codes::text as texts;
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{Kind, MoveField, MovePart, MovePattern, Notation, Player, Spellings, file_name};
use crate::spec::{At, ByPlayer, Corner, Definition, Entry, Notation as Said, Signs, Spellings as SaidWords};

use super::scope::Scope;

/// What `{file}` and `{count}` say.
const LANES: [MoveField; 3] = [MoveField::File, MoveField::Way, MoveField::Count];

/// The notations of a definition.
pub(super) fn notations(definition: &Definition, scope: &Scope) -> Vec<Notation> {
    let resolved = definition.notation.iter().map(|entry| Resolver { entry, scope }.notation());
    resolved.flatten().collect()
}

struct Resolver<'a, 's> {
    entry: &'a Entry<Said>,
    scope: &'a Scope<'s>,
}

impl Resolver<'_, '_> {
    fn notation(&self) -> Option<Notation> {
        use MoveField as F;
        let said = &self.entry.value;
        let all = [F::Piece, F::From, F::FromNumbers, F::To, F::Start, F::Takes, F::Becomes];
        let all = [&all[..], &LANES].concat();
        let shift = self.patterns(said.shift.as_ref().map_or(&[], |said| &said.0), &all);
        let drop = self.patterns(said.drop.as_ref().map_or(&[], |said| &said.0), &[F::Piece, F::To]);
        let who = [F::Piece, F::File];
        let tandem = self.tandem(said.tandem.as_deref(), &who);
        let tandems = self.tandem(said.tandems.as_deref(), &who);
        if said.shift.is_none() && said.drop.is_none() && said.sound {
            let message =
                format!("the notation `{}` says of no move how it is written", self.entry.name.value);
            let lacking = Diagnostic::new(texts::MISSING_KEY, self.entry.name.span, message);
            self.scope
                .log
                .add(lacking.help("`shift` or `drop` is needed, such as `shift = \"{from}-{to}\"`"));
        }
        let used = |fields: &[F]| {
            let parts = shift.iter().chain(&drop).flat_map(|pattern| &pattern.0);
            parts.clone().any(|part| matches!(part, MovePart::Field(field) if fields.contains(field)))
        };
        let by_lanes = used(&LANES);
        let by_cells = used(&[F::From, F::FromNumbers, F::To, F::Start]);
        if by_lanes && !self.has_lanes() {
            return None;
        }
        let geometry = &self.scope.board.geometry;
        let (files, ranks) = (usize::from(geometry.files()), usize::from(geometry.ranks()));
        // The signs of files are the numbers of ranks that a piece goes, too.
        let most = if by_lanes { files.max(ranks - 1) } else { files };
        let own_files: Vec<String> = match by_lanes {
            true => (1..=most).map(|number| number.to_string()).collect(),
            false => (0..files as u16).map(file_name).collect(),
        };
        let own_ranks = (1..=ranks).map(|number| number.to_string()).collect();
        let files = self.signs("files", said.files.as_ref(), most, own_files)?;
        let ranks = self.signs("ranks", said.ranks.as_ref(), if by_cells { ranks } else { 0 }, own_ranks)?;
        let words = |words: &Option<SaidWords>, else_: &str| {
            words.as_ref().map_or_else(|| Spellings::one(else_), spellings)
        };
        let corner = said.corner.map_or(Corner::BottomLeft, |corner| corner.value);
        Some(Notation {
            name: self.entry.name.value.clone(),
            shift,
            drop,
            pieces: self.pieces(),
            files,
            ranks,
            from_right: matches!(corner, Corner::BottomRight | Corner::TopRight),
            from_top: matches!(corner, Corner::TopLeft | Corner::TopRight),
            forward: words(&said.forward, "+"),
            backward: words(&said.backward, "-"),
            sideways: words(&said.sideways, "="),
            takes: words(&said.takes, "x"),
            quiet: words(&said.quiet, ""),
            promotes: said.promotes.as_ref().map(spellings),
            declines: words(&said.declines, ""),
            again: said.again.as_ref().map(spellings),
            tandem,
            tandems,
            by_file: said.by_file.iter().flatten().filter_map(|name| self.kind(name)).collect(),
        })
    }

    /// Whether a mistake in this value is this file's, and not one of what it extends.
    fn is_own(&self, span: Span) -> bool {
        self.scope.log.is_own(span)
    }

    fn report(&self, span: Span, message: String, help: &str) {
        if self.is_own(span) {
            self.scope.log.add(Diagnostic::new(texts::BAD_VALUE, span, message).help(help.to_owned()));
        }
    }

    fn kind(&self, name: &At<String>) -> Option<Kind> {
        self.scope.kinds.find(&name.value, name.span, self.scope.log)
    }

    /// Whether there is a right of who moves, in files.
    fn has_lanes(&self) -> bool {
        let board = &self.scope.board;
        let upright = board.orientation.forward.iter().all(|by| by.east == 0 && by.north != 0);
        let has = upright && !board.geometry.has_hexes();
        if !has {
            let message = "`{file}`, `{way}` and `{count}` are for players who look along files of squares";
            self.report(self.entry.name.span, message.to_owned(), "write `{from}` and `{to}`");
        }
        has
    }

    /// Patterns whose parts are among these; those that are wrong are reported and left out.
    fn patterns(&self, texts: &[At<String>], fields: &[MoveField]) -> Vec<MovePattern> {
        texts.iter().filter_map(|text| self.pattern(text, fields)).collect()
    }

    fn pattern(&self, text: &At<String>, fields: &[MoveField]) -> Option<MovePattern> {
        let known: Vec<String> = MoveField::ALL
            .iter()
            .filter(|(_, field)| fields.contains(field))
            .map(|(word, _)| format!("{{{word}}}"))
            .collect();
        let help = format!("the parts of this pattern can be {}", known.join(", "));
        let mut parts = Vec::new();
        let mut rest = text.value.as_str();
        while let Some(open) = rest.find(['{', '}']) {
            let (plain, field) = rest.split_at(open);
            let Some((word, after)) = field.strip_prefix('{').and_then(|field| field.split_once('}')) else {
                self.report(text.span, "a brace that has no other one".to_owned(), &help);
                return None;
            };
            let found = MoveField::ALL.iter().find(|(name, field)| *name == word && fields.contains(field));
            let Some((_, field)) = found else {
                let near = crate::diagnostic::nearest(word, MoveField::ALL.map(|(name, _)| name));
                let near = near.map_or(String::new(), |near| format!("did you mean `{{{near}}}`? "));
                let message = format!("`{{{}}}` is no part of this pattern", word.escape_debug());
                self.report(text.span, message, &format!("{near}{help}"));
                return None;
            };
            if !plain.is_empty() {
                parts.push(MovePart::Text(plain.to_owned()));
            }
            parts.push(MovePart::Field(*field));
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(MovePart::Text(rest.to_owned()));
        }
        Some(MovePattern(parts))
    }

    /// Patterns for two pieces, for three and so on.
    fn tandem(&self, said: Option<&[Vec<At<String>>]>, fields: &[MoveField]) -> Vec<Vec<MovePattern>> {
        let said = said.unwrap_or_default();
        for (list, count) in said.iter().zip(2..).filter(|(list, count)| list.len() != *count) {
            let message = format!("{} patterns for {count} pieces", list.len());
            let help = "the first list has two patterns, the next three, and so on";
            self.report(list[0].span, message, help);
        }
        said.iter().map(|list| self.patterns(list, fields)).collect()
    }

    /// Signs for each player, at least so many; `else_` where none are said.
    fn signs(
        &self,
        key: &str,
        said: Option<&ByPlayer<Signs>>,
        least: usize,
        else_: Vec<String>,
    ) -> Option<[Vec<String>; 2]> {
        let own = |signs: &Signs| {
            let given = signs.0.value.len();
            if given < least {
                let message = format!("{given} signs in `{key}`, where {least} are needed");
                self.report(signs.0.span, message, "each file or rank of the board needs one");
                return None;
            }
            Some(signs.0.value.clone())
        };
        match said {
            None => Some([else_.clone(), else_]),
            Some(ByPlayer::Both(signs)) => own(signs).map(|signs| [signs.clone(), signs]),
            Some(ByPlayer::Each(each)) => {
                let mut both = [else_.clone(), else_];
                for entry in each {
                    let player = self.scope.players.find(&entry.name, self.scope.log)?;
                    both[player.index()] = own(&entry.value)?;
                }
                Some(both)
            }
        }
    }

    fn pieces(&self) -> [Vec<Spellings>; 2] {
        let kinds = &self.scope.kinds;
        let letters = kinds.first_letters().map(|letter| Spellings::one(letter.unwrap_or_default()));
        let letters: Vec<Spellings> = letters.collect();
        let mut both = [letters.clone(), letters];
        for entry in &self.entry.value.pieces {
            let Some(kind) = self.kind(&entry.name) else { continue };
            match &entry.value {
                ByPlayer::Both(words) => {
                    both.iter_mut().for_each(|pieces| pieces[kind.index()] = spellings(words));
                }
                ByPlayer::Each(each) => {
                    for entry in each {
                        if let Some(player) = self.scope.players.find(&entry.name, self.scope.log) {
                            let pieces: &mut Vec<Spellings> = &mut both[Player::index(player)];
                            pieces[kind.index()] = spellings(&entry.value);
                        }
                    }
                }
            }
        }
        both
    }
}

fn spellings(said: &SaidWords) -> Spellings {
    Spellings(said.0.iter().map(|text| text.value.clone()).collect())
}
