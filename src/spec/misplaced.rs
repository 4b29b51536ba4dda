//! In which table a key belongs that stands in another one.

use super::read::{Key, Keys};
use super::{
    Board, Effect, End, Evaluation, Game, Hands, Legality, MoveRule, Piece, Promotion, Question, Search,
    Setup, Stage,
};

/// A table: what it is called, its keys, and how it is written.
type Home = (String, &'static [Key], &'static str);

fn of<T: Keys>(written: &'static str) -> Home {
    (T::title(), T::KEYS, written)
}

/// The tables that people look for a key in, those of the whole game first.
fn homes() -> [Home; 14] {
    [
        of::<Game>("`[game]`"),
        of::<Board>("`[board]`"),
        of::<Setup>("`[setup]`"),
        of::<Hands>("`[hands]`"),
        of::<Legality>("`[legality]`"),
        of::<End>("`[end.NAME]`"),
        of::<Search>("`[search]`"),
        of::<Evaluation>("`[evaluation]`"),
        of::<Piece>("`[pieces.NAME]`"),
        of::<MoveRule>("a move: `[pieces.NAME.moves]`, then `NAME = { … }`"),
        of::<Promotion>("`[pieces.NAME.promote]`"),
        of::<Stage>("`then = { … }` of a move"),
        of::<Effect>("`do = { … }` of a move"),
        of::<Question>("a condition: `if = { … }`"),
    ]
}

/// Where a key stands that the table with that title does not have.
pub(super) fn home(word: &str, title: &str) -> Option<String> {
    let has = |(named, keys, _): &Home| named != title && keys.iter().any(|key| key.name == word);
    let (_, _, written) = homes().into_iter().find(has)?;
    Some(format!("`{word}` is a key of {written}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_in_the_wrong_table_is_sent_to_the_right_one() {
        let sent = |word, title: String| home(word, &title).unwrap_or_default();
        assert_eq!(sent("must-capture", Piece::title()), "`must-capture` is a key of `[legality]`");
        assert_eq!(sent("size", Game::title()), "`size` is a key of `[board]`");
        assert_eq!(sent("winner", Question::title()), "`winner` is a key of `[end.NAME]`");
        assert_eq!(home("winner", &End::title()), None);
        assert_eq!(home("wurst", &Game::title()), None);
    }
}
