//! What directions are called among hexagons.

use super::phrases::counted;

/// What is said of squares, and what of hexagons instead; what contains another comes before it.
const REWORDED: [(&str, &str); 9] = [
    ("along a file, rank or diagonal", "along a row of hexagons"),
    ("along a file or rank", "along a row of hexagons"),
    ("diagonally forward to the left", "forward to the left"),
    ("diagonally forward to the right", "forward to the right"),
    ("diagonally forward", "forward to either side"),
    ("diagonally backward to the left", "backward to the left"),
    ("diagonally backward to the right", "backward to the right"),
    ("diagonally backward", "backward to either side"),
    ("diagonally", "straight between two neighbours"),
];

/// A sentence that was made of the words for squares.
pub(super) fn among_hexagons(text: &str) -> String {
    REWORDED.iter().fold(text.to_owned(), |text, (squares, hexagons)| text.replace(squares, hexagons))
}

/// A leap by the shorter and the longer of its sides.
pub(super) fn leap(short: u32, long: u32) -> String {
    let near = short.min(long - short);
    let along = counted(long - near, "cell");
    match near {
        0 => format!("{along} along a row of hexagons"),
        near => {
            format!("{along} along a row of hexagons and {near} along a row that bends off it by 60 degrees")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_names_of_a_leap_say_the_same() {
        let knight = "2 cells along a row of hexagons and 1 along a row that bends off it by 60 degrees";
        assert_eq!((leap(1, 3).as_str(), leap(2, 3).as_str()), (knight, knight));
        assert_eq!(leap(0, 2), leap(2, 2));
    }

    #[test]
    fn longer_words_are_found_before_shorter_ones() {
        let text = "goes one cell diagonally forward to the left or diagonally";
        assert_eq!(
            among_hexagons(text),
            "goes one cell forward to the left or straight between two neighbours"
        );
    }
}
