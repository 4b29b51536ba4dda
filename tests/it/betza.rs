//! Betza's notation in definitions: what it stands for, what variants change of it, and that what is written of the
//! shipped games plays as they do.

use std::collections::BTreeSet;
use std::sync::Arc;

use banco::inside::diagnostic::{Diagnostics, Sources, Style};
use banco::inside::game::{Game, Move, Offset, Player};
use banco::inside::library::Library;
use banco::inside::notation::{InBetza, in_betza};
use banco::inside::position::{LastPly, Position};
use banco::inside::spec::{NoParents, read};

use crate::shipped;

/// Leaves that a round trip may count, so that all games take seconds.
const MOST_LEAVES: u64 = 2_000;

/// A board for one kind of piece.
fn definition(pieces: &str) -> String {
    format!(
        "[game]\nlanguage = 1\nname = \"Letters\"\nplayers = [\"white\", \"black\"]\n[board]\nsize = [7, 7]\n{pieces}\n[end.stuck]\nif = \
         \"no-moves\"\nloser = \"turn\"\n"
    )
}

fn variant(parent: &str, said: &str) -> String {
    format!("[game]\nlanguage = 1\nname = \"Variant\"\nextends = \"{parent}\"\n{said}\n")
}

fn load(text: &str) -> Arc<Game> {
    shipped::load_text(text).unwrap_or_else(|said| panic!("{text}\n{said}"))
}

/// The names of the rules of a game.
fn rules(game: &Game) -> Vec<&str> {
    game.named_moves().map(|rule| rule.name).collect()
}

/// Everything that is said about a text that extends nothing.
fn said_of(text: &str) -> String {
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let main = sources.add("game.toml", text);
    read(&mut sources, main, &mut NoParents, &mut diagnostics);
    diagnostics.render(&sources, Style::Plain)
}

fn counts(game: &Arc<Game>, depth: usize) -> Vec<u64> {
    Position::start(game).perft(depth, LastPly::Counted).as_slice().to_vec()
}

#[test]
fn letters_stand_for_rules_that_are_played_alike() {
    for (letters, said) in [
        (
            "fmWfcF",
            "push = { step = \"forward\", onto = \"empty\" }\ntake = { step = [\"forward-left\", \"forward-right\"], onto = \"enemy\" }",
        ),
        ("Q", "go = { slide = \"any\" }"),
        ("BnN", "a = { slide = \"diagonal\" }\nb = { path = [\"orthogonal\", \"diagonal\"] }"),
        (
            "mRcpR",
            "a = { slide = \"orthogonal\", onto = \"empty\" }\nb = { hop = \"orthogonal\", onto = \"enemy\" }",
        ),
        ("gQ", "a = { hop = \"any\", after = [0, 0] }"),
        (
            "W3fN0",
            "a = { slide = \"orthogonal\", range = [1, 3] }\nb = { ride = [1, 2], along = \"forward\" }",
        ),
        (
            "imUsW",
            "a = { reach = \"board\", onto = \"empty\", if = \"unmoved\" }\nb = { step = \"sideways\" }",
        ),
    ] {
        let setup = "[setup]\nboard = \"\"\"\n  . p . p . . .\n  p . . . . p .\n  . . p . . . .\n  . . . . . . .\n  . . . P . . P\n  . P . . P . .\n  P . . P . . .\n\"\"\"";
        let piece = |moves: &str| definition(&format!("[pieces.man]\nletter = \"P\"\n{moves}\n{setup}"));
        let by_letters = load(&piece(&format!("betza = \"{letters}\"")));
        let by_rules = load(&piece(&format!("[pieces.man.moves]\n{said}")));
        assert_eq!(counts(&by_letters, 3), counts(&by_rules, 3), "{letters}");
    }
}

#[test]
fn chess_in_letters_has_the_published_counts() {
    let pieces = [("pawn", "fmWifmnDfceF"), ("knight", "N"), ("bishop", "B"), ("rook", "R"), ("queen", "Q")];
    let said: String = pieces
        .iter()
        .map(|(kind, letters)| format!("[pieces.{kind}]\nbetza = \"{letters}\"\nmoves.inherited = false\n"))
        .collect();
    let game = load(&variant("chess", &said));
    assert_eq!(counts(&game, 4), [20, 400, 8_902, 197_281]);
}

/// Counts of Fairy-Stockfish of August 2023 for a piece with these letters, one and two plies deep.
const COUNTED: &[(&str, [u64; 2])] = &[
    ("W", [21, 361]),
    ("F", [22, 328]),
    ("D", [20, 315]),
    ("N", [26, 471]),
    ("A", [18, 250]),
    ("H", [19, 300]),
    ("C", [25, 386]),
    ("Z", [22, 132]),
    ("G", [18, 269]),
    ("K", [29, 562]),
    ("Q", [44, 1140]),
    ("fsW", [19, 305]),
    ("frlW", [19, 305]),
    ("lF", [18, 245]),
    ("flbrF", [18, 248]),
    ("fN", [18, 245]),
    ("sN", [20, 337]),
    ("fhN", [20, 312]),
    ("ffrrN", [21, 332]),
    ("fllfN", [17, 234]),
    ("fD", [16, 217]),
    ("lG", [15, 203]),
    ("W3", [27, 628]),
    ("F2", [26, 372]),
    ("N2", [28, 550]),
    ("N0", [21, 426]),
    ("fNN", [18, 276]),
    ("mRcpR", [28, 731]),
    ("mpB", [16, 242]),
    ("gQ", [19, 283]),
    ("nN", [22, 417]),
    ("nA", [18, 214]),
    ("nD", [18, 282]),
    ("nZ", [16, 234]),
    ("fnN", [14, 200]),
    ("mNcK", [24, 421]),
];

#[test]
fn pieces_in_letters_have_as_many_moves_as_another_program_counts() {
    for (letters, counts) in COUNTED {
        let said = "[pieces.pawn.moves]\ndouble = false\nen-passant = false";
        let game =
            load(&variant("chess", &format!("[pieces.man]\nletter = \"A\"\nbetza = \"{letters}\"\n{said}")));
        let text = "k7/3a4/p1p1p1p1/2A2P2/1p3p2/P1P1P1P1/4A3/K7 w - - 0 1";
        let position = Position::parse(&game, text).expect("a position");
        assert_eq!(position.perft(2, LastPly::Counted).as_slice(), counts, "{letters}");
    }
}

#[test]
fn a_variant_drops_replaces_and_adds_rules_by_their_letters() {
    let man = |said: &str| {
        definition(&format!(
            "[pieces.man]\nletter = \"M\"\nbetza = \"fmWfcFN\"\n{said}\n[setup]\nboard = \"\"\"\n{}\"\"\"",
            {
                let rows = [
                    "m m m m m m m",
                    ". . . . . . .",
                    ". . . . . . .",
                    ". . . . . . .",
                    ". . . . . . .",
                    ". . . . . . .",
                    "M M M M M M M",
                ];
                rows.map(|row| format!("  {row}\n")).concat()
            }
        ))
    };
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("man.toml"), man("[pieces.man.moves]\nback = { step = \"backward\" }"))
        .expect("written");
    let of = |said: &str| -> Vec<String> {
        std::fs::write(folder.path().join("child.toml"), variant("man", said)).expect("written");
        let loaded = Library::with_folder(folder.path()).load("child");
        let game = loaded.unwrap_or_else(|error| panic!("{said}\n{error}")).game;
        rules(&game).into_iter().map(|name| name.trim_start_matches("man.").to_owned()).collect()
    };
    assert_eq!(of(""), ["fmw", "fcf", "n", "back"], "before the rules of its own");
    assert_eq!(of("[pieces.man.moves]\nfcf = false"), ["fmw", "n", "back"]);
    assert_eq!(of("[pieces.man.moves]\nfcf = { step = \"left\" }"), ["fmw", "fcf", "n", "back"]);
    assert_eq!(of("[pieces.man.moves]\nleft = { step = \"left\" }"), ["fmw", "fcf", "n", "back", "left"]);
    assert_eq!(
        of("[pieces.man]\nbetza = \"NfW\""),
        ["n", "back", "fw"],
        "what is said again keeps its place"
    );
    assert_eq!(of("[pieces.man]\nbetza = false"), ["back"]);
    assert_eq!(of("[pieces.man]\nbetza = \"K\"\nmoves.inherited = false"), ["k"]);
}

#[test]
fn there_is_nothing_to_drop_where_no_letters_were_said() {
    let error =
        shipped::load_text(&variant("chess", "[pieces.rook]\nbetza = false")).expect_err("nothing to drop");
    assert!(error.contains("there is no `betza` to drop"), "{error}");
}

#[test]
fn a_letter_is_refused_where_it_stands() {
    let said = said_of(&definition("[pieces.man]\nletter = \"M\"\nbetza = \"fmWzB\""));
    assert!(said.contains("error[bad-betza]"), "{said}");
    assert!(said.contains("game.toml:9:13"), "the line and the column of the letter: {said}");
    let said = said_of(&definition("[pieces.man]\nletter = \"M\"\nbetza = \"fmw\""));
    assert!(said.contains("did you mean `W`?"), "{said}");
    let said = said_of(&definition("[pieces.man]\nletter = \"M\"\nbetza = 3"));
    assert!(said.contains("moves in Betza's notation"), "{said}");
    let said = said_of(&definition("[pieces.man]\nletter = \"M\"\nbetza = \"\""));
    assert!(said.contains("this says no move"), "{said}");
}

#[test]
fn one_name_stands_for_one_rule() {
    let twice = definition("[pieces.man]\nletter = \"M\"\nbetza = \"fmWmfW\"");
    assert!(said_of(&twice).contains("error[repeated-key]"), "{}", said_of(&twice));
    let beside =
        definition("[pieces.man]\nletter = \"M\"\nbetza = \"fmW\"\nmoves.fmw = { step = \"forward\" }");
    assert!(said_of(&beside).contains("`fmw` is given twice"), "{}", said_of(&beside));
}

#[test]
fn hexagons_have_no_such_letters() {
    let text = definition("[pieces.man]\nletter = \"M\"\nbetza = \"W\"");
    let text = text.replace("size = [7, 7]", "size = [7, 7]\ncells = \"hex\"\nmirror = \"rotate\"");
    assert!(said_of(&text).contains("this board has hexagons"), "{}", said_of(&text));
}

#[test]
fn a_definition_that_is_shown_has_the_rules_in_place_of_the_letters() {
    let text = variant("chess", "[pieces.pawn]\nbetza = \"fmWifmnDfceF\"\nmoves.inherited = false");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("letters.toml"), text).expect("written");
    let loaded = Library::with_folder(folder.path()).load("letters").expect("a game");
    let shown = loaded.reading.to_toml(&loaded.sources);
    assert!(shown.contains("pieces.pawn.moves.fmw = { step = \"forward\", onto = \"empty\" }"), "{shown}");
    assert_eq!(load(&shown).rules, loaded.game.rules, "it is a definition again");
}

/// The letters of a kind, the same for both players.
fn letters(game: &Game, name: &str) -> InBetza {
    let kind = game.kinds().find(|&kind| game.kind_name(kind) == name).expect("a kind");
    let [first, second] = Player::BOTH.map(|player| said(game, kind, player));
    assert_eq!(first, second, "{name}");
    first
}

fn said(game: &Game, kind: banco::inside::game::Kind, player: Player) -> InBetza {
    let forward = [Offset::new(0, 1), Offset::new(0, -1)][player.index()];
    in_betza(game, kind, player, forward)
}

#[test]
fn known_pieces_are_written_as_others_write_them() {
    for (game, kind, text) in [
        ("chess", "pawn", "fmWifmnDfceF"),
        ("chess", "knight", "N"),
        ("chess", "king", "K"),
        ("xiangqi", "horse", "nN"),
        ("xiangqi", "cannon", "mRcpR"),
        ("shogi", "gold", "WfF"),
        ("shogi", "silver", "FfW"),
        ("shogi", "knight", "fN"),
        ("shogi", "lance", "fR"),
        ("nightrider", "knight", "N0"),
        ("breakthrough", "pawn", "fmWfF"),
    ] {
        let game = shipped::game(game);
        let found = letters(&game, kind).text;
        let terms = |text: &str| -> BTreeSet<String> {
            let motions = banco::inside::betza::read(text).expect("a notation");
            motions
                .iter()
                .map(|motion| banco::inside::betza::write(std::slice::from_ref(motion)).expect("letters"))
                .collect()
        };
        assert_eq!(terms(&found), terms(text), "{kind}: {found}");
    }
}

#[test]
fn what_letters_cannot_say_is_named() {
    let chess = shipped::game("chess");
    let king = letters(&chess, "king");
    let unsaid: Vec<&str> = king.unsaid.iter().map(|&number| chess.named_move(number).name).collect();
    assert_eq!(unsaid, ["king.castle-right", "king.castle-left"]);
    let drops = shipped::game("crazyhouse");
    let pawn = letters(&drops, "pawn");
    let unsaid: Vec<&str> = pawn.unsaid.iter().map(|&number| drops.named_move(number).name).collect();
    assert!(unsaid.contains(&"pawn.drop"), "{unsaid:?}");
    assert!(
        unsaid.contains(&"pawn.double"),
        "a dropped pawn has not moved, and stands where others start: {unsaid:?}"
    );
}

/// A shipped game with letters in the place of the rules that they say; `None` where they say none of them.
fn rewritten(name: &str) -> Option<Arc<Game>> {
    let loaded = Library::default().load(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let game = &loaded.game;
    let shown = loaded.reading.to_toml(&loaded.sources);
    let mut text = variant(name, "");
    let mut any = false;
    for (kind, piece) in game.kinds().zip(&loaded.reading.definition.pieces) {
        let [first, second] = Player::BOTH.map(|player| said(game, kind, player));
        let own =
            || (0..game.rules.moves.len()).filter(|&number| game.rules.moves[number].kind == Some(kind));
        let dropped: Vec<usize> = own().filter(|number| !first.unsaid.contains(number)).collect();
        let kind_name = game.kind_name(kind);
        let rule = |number: usize| {
            game.named_move(number).name.strip_prefix(&format!("{kind_name}.")).expect("its kind")
        };
        let is_named = |number: &usize| shown.contains(&format!("\"{}\"", game.named_move(*number).name));
        let is_liked = dropped.iter().any(|&number| rule(number).contains('.'));
        let others_like = loaded.reading.definition.pieces.iter().any(|piece| {
            piece.value.like.iter().flat_map(|names| &names.list).any(|liked| liked.value == kind_name)
        });
        let promotes = piece.value.moves.iter().any(|rule| rule.value.promote.is_some());
        let directed = !loaded.reading.definition.directions.is_empty();
        if first.text.is_empty() || first != second || is_liked || others_like || promotes || directed {
            continue;
        }
        if dropped.iter().any(is_named) {
            continue;
        }
        any = true;
        text.push_str(&format!("[pieces.{kind_name}]\nbetza = \"{}\"\n", first.text));
        let is_new = |name: &str| {
            banco::inside::betza::rules(&first.text).expect("rules").iter().any(|new| new.name == name)
        };
        for number in dropped.into_iter().filter(|&number| !is_new(rule(number))) {
            text.push_str(&format!("moves.{} = false\n", rule(number)));
        }
    }
    any.then(|| load(&text))
}

fn texts(position: &Position) -> BTreeSet<String> {
    let bare = |mv: Move| position.move_text(mv).split(':').next().expect("a text").to_owned();
    position.legal_moves().into_iter().map(bare).collect()
}

#[test]
fn every_shipped_game_in_letters_is_played_as_before() {
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for name in shipped::chosen() {
        let Some(other) = rewritten(name) else { continue };
        tried += 1;
        let game = shipped::game(name);
        let (mut one, mut two) = (Position::start(&game), Position::start(&other));
        let depth = (1..=4)
            .take_while(|&depth| {
                one.perft(depth, LastPly::Counted).as_slice().iter().all(|&n| n <= MOST_LEAVES)
            })
            .count();
        let depth = depth.max(1);
        let [found, expected] =
            [&two, &one].map(|position| position.perft(depth, LastPly::Counted).as_slice().to_vec());
        if found != expected {
            wrong.push(format!("{name}: {found:?} instead of {expected:?}"));
            continue;
        }
        let mut random = fastrand::Rng::with_seed(7);
        for ply in 0..20 {
            let (left, right) = (texts(&one), texts(&two));
            if left != right {
                let missing: Vec<_> = left.symmetric_difference(&right).collect();
                wrong.push(format!("{name} after {ply} plies: {missing:?} in {one}"));
                break;
            }
            let all: Vec<&String> = left.iter().collect();
            let Some(text) = random.choice(all) else { break };
            let (Ok(first), Ok(second)) = (one.parse_move(text), two.parse_move(text)) else { break };
            one.play(first);
            two.play(second);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 20 || std::env::var_os("BANCO_GAMES").is_some(), "only {tried} games");
}
