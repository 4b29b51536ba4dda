//! What a line typed in a game asks for.

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Move(String),
    Moves(Option<String>),
    Hint,
    Go,
    Undo,
    New,
    Flip,
    Board,
    Position,
    Eval,
    Level(String),
    History,
    Resign,
    Draw,
    Save(String),
    Load(String),
    Help,
    Quit,
}

/// What `help` prints, a line per command: in English, in Vietnamese.
pub(super) const HELP: &[(&str, [&str; 2])] = &[
    (
        "moves [CELL]",
        [
            "the legal moves, or where the piece on a cell can go",
            "các nước đi hợp lệ, hoặc các ô mà quân ở ô CELL đi được",
        ],
    ),
    ("hint", ["the best move, its score and its line", "nước tốt nhất, giá trị và các nước tiếp theo"]),
    ("go", ["let the engine make this move for you", "để máy đi nước này thay bạn"]),
    ("undo", ["take your last move back", "lấy lại nước vừa đi"]),
    ("new", ["start again", "chơi lại từ đầu"]),
    ("eval", ["the value of the position, term by term", "giá trị của thế cờ, từng thành phần"]),
    ("level N", ["how well the engine plays, from 1 to 10", "sức cờ của máy, từ 1 đến 10"]),
    ("history", ["the moves so far", "các nước đã đi"]),
    ("resign, draw", ["give the game up; offer a draw", "xin thua; đề nghị hòa"]),
    ("board, flip", ["draw the board; turn it round", "vẽ bàn cờ; xoay bàn cờ"]),
    ("position", ["the position as text", "thế cờ dạng văn bản"]),
    (
        "save FILE, load FILE",
        [
            "keep the game, as PGN or SGF in a .pgn or .sgf file; go on with one that was kept, with game N of several by load FILE N",
            "lưu ván cờ, dạng PGN hay SGF nếu tệp là .pgn hay .sgf; chơi tiếp ván đã lưu, hay ván thứ N trong tệp với load FILE N",
        ],
    ),
    ("quit", ["end; Ctrl-D does the same", "thoát; Ctrl-D cũng vậy"]),
];

/// The words that begin a command.
pub(super) const WORDS: [&str; 17] = [
    "level", "moves", "hint", "history", "go", "undo", "new", "flip", "board", "position", "eval", "resign",
    "draw", "save", "load", "help", "quit",
];

impl Command {
    /// Reads a line; nothing is asked for by an empty one.
    pub(super) fn read(line: &str) -> Option<Command> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let alone = |command: Command| if rest.is_empty() { command } else { Command::Move(line.to_owned()) };
        Some(match word {
            "" => return None,
            "moves" => Command::Moves((!rest.is_empty()).then(|| rest.to_owned())),
            "hint" => alone(Command::Hint),
            "go" => alone(Command::Go),
            "undo" => alone(Command::Undo),
            "new" => alone(Command::New),
            "flip" => alone(Command::Flip),
            "board" => alone(Command::Board),
            "position" => alone(Command::Position),
            "eval" => alone(Command::Eval),
            "history" => alone(Command::History),
            "resign" => alone(Command::Resign),
            "draw" => alone(Command::Draw),
            "level" => Command::Level(rest.to_owned()),
            "save" => Command::Save(rest.to_owned()),
            "load" => Command::Load(rest.to_owned()),
            "help" | "?" => alone(Command::Help),
            "quit" | "exit" | "q" => alone(Command::Quit),
            _ => Command::Move(line.to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_command_is_a_move() {
        assert_eq!(Command::read("  "), None);
        assert_eq!(Command::read("moves c3"), Some(Command::Moves(Some("c3".to_owned()))));
        assert_eq!(Command::read(" save my game.ron "), Some(Command::Save("my game.ron".to_owned())));
        assert_eq!(Command::read("a1 a2"), Some(Command::Move("a1 a2".to_owned())));
        assert_eq!(Command::read("undo it"), Some(Command::Move("undo it".to_owned())));
    }
}
