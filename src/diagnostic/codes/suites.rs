//! Codes about regression suites: found while one is read, or held against its game.

use crate::diagnostic::code::codes;

codes! {
    SUITE_SYNTAX = "suite-syntax", Error, "the suite is not RON";
    "A suite is a file in RON: a game and a list of cases in round brackets, names before colons, texts in \
     double quotes. Where the text breaks the rules of RON, nothing of it can be read.";
    wrong r#"(
    game: "my-game",
    cases: [
        (name: "start", expect: Unfinished),
)"#;
    right r#"(
    game: "my-game",
    cases: [
        (name: "start", expect: Unfinished),
    ],
)"#;

    SUITE_WORD = "suite-word", Error, "a word that suites do not have";
    "A suite has `game` and `cases`, a case `name`, `position`, `moves`, `slow` and `expect`, and what is \
     expected is one of a fixed list. A word outside them would check nothing, so it is refused.";
    wrong r#"(game: "my-game", cases: [(name: "start", expects: Unfinished)])"#;
    right r#"(game: "my-game", cases: [(name: "start", expect: Unfinished)])"#;

    SUITE_MISSING = "suite-missing", Error, "a part of a suite that must be there is not";
    "A suite names its game, a case has a name and says what is expected.";
    wrong r#"(game: "my-game", cases: [(expect: Unfinished)])"#;
    right r#"(game: "my-game", cases: [(name: "start", expect: Unfinished)])"#;

    SUITE_REPEATED = "suite-repeated", Error, "a part of a suite that is given twice";
    "Each field stands once, and the cases of a suite have names of their own: a failure is reported, and \
     a case is chosen, by its name.";
    wrong r#"(game: "my-game", cases: [
    (name: "start", expect: Unfinished),
    (name: "start", expect: Eval(0)),
])"#;
    right r#"(game: "my-game", cases: [
    (name: "start", expect: Unfinished),
    (name: "value of the start", expect: Eval(0)),
])"#;

    SUITE_VALUE = "suite-value", Error, "a value that cannot be meant in a suite";
    "The value is of the wrong type, or what it says cannot be meant: a text where a number is expected, \
     too many values, a share of more than a hundred.";
    wrong r#"(game: "my-game", cases: [(name: "start", expect: Eval("0"))])"#;
    right r#"(game: "my-game", cases: [(name: "start", expect: Eval(0))])"#;

    SUITE_GAME = "suite-game", Error, "a suite of a game that cannot be found or is wrong";
    "The game is named as `banco list` shows it, or by the path of its definition. It has to be free of \
     errors: `banco check` shows them.";
    wrong r#"(game: "no-such-game", cases: [(name: "start", expect: Unfinished)])"#;
    right r#"(game: "my-game", cases: [(name: "start", expect: Unfinished)])"#;

    SUITE_POSITION = "suite-position", Error, "no position of the game";
    "`position` is `startpos` or rows from the top and the player to move, as everywhere; the moves after \
     it are played one by one and have to be legal.";
    wrong r#"(game: "my-game", cases: [(name: "one row", position: "PKP w", expect: Unfinished)])"#;
    right r#"(game: "my-game", cases: [(name: "few", position: "1k1/3/PK1 w", expect: Unfinished)])"#;

    SUITE_MOVE = "suite-move", Error, "a move that is not legal where it is expected";
    "A move that is to be found, to be left alone, or to be played has to be a legal one, written as it is \
     printed; one that is listed at least a move that the board could have. Otherwise the case could never \
     pass, or never fail.";
    wrong r#"(game: "my-game", cases: [(name: "start", expect: AvoidMove(["b1b3"], Depth(2)))])"#;
    right r#"(game: "my-game", cases: [(name: "start", expect: AvoidMove(["b1b2"], Depth(2)))])"#;

    SUITE_NAME = "suite-name", Error, "a name in a suite that its game does not have";
    "Players, ends and terms are called in a suite as the definition calls them; `banco eval` shows the \
     terms. A case about one that is not there could never pass.";
    wrong r#"(game: "my-game", cases: [
    (name: "over", position: "1k1/3/3 w", expect: Outcome("black", "extnict")),
])"#;
    right r#"(game: "my-game", cases: [
    (name: "over", position: "1k1/3/3 w", expect: Outcome("black", "extinct")),
])"#;

    SUITE_IDLE = "suite-idle", Warning, "a suite or a case that checks nothing";
    "Nothing is listed, or everything is allowed, so that the case passes whatever the game does.";
    wrong r#"(game: "my-game", cases: [(name: "start", expect: Perft([]))])"#;
    right r#"(game: "my-game", cases: [(name: "start", expect: Perft([8]))])"#;
}
