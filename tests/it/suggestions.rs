//! What is said beside a mistake: the word that was meant, and the line to change.

use banco::inside::diagnostic::{Diagnostics, Sources};
use banco::inside::library::Loaded;
use banco::inside::lint::doubts_of_play;

/// The beginning of a small game; what follows is line 19.
const BASE: &str = r#"[game]
language = 1
name     = "Example"
players  = ["white", "black"]
[board]
size = [3, 3]
[pieces.pawn]
letter = "P"
[pieces.pawn.moves]
push = { step = "forward", onto = "empty" }
[setup]
board = """
  p p p
  . . .
  P P P
"""
[search]

"#;

/// Code, line and help of what is found in a text, warnings of playing included.
pub fn found(text: &str) -> Vec<(String, u32, String)> {
    let told = |diagnostics: &Diagnostics, sources: &Sources| {
        let records = diagnostics.findings(sources).into_iter();
        let own = records.filter(|record| record.file.as_deref() == Some("<text>"));
        own.map(|record| {
            let help = format!("{} | {}", record.message, record.help.unwrap_or_default());
            (record.code.to_owned(), record.line.unwrap_or(0), help)
        })
        .collect()
    };
    match text.parse::<Loaded>() {
        Err(error) => told(&error.diagnostics, &error.sources),
        Ok(mut loaded) => {
            loaded.warnings = loaded.doubts();
            loaded.warnings.extend(doubts_of_play(&loaded.game, &loaded.reading, &loaded.warnings));
            told(&loaded.warnings, &loaded.sources)
        }
    }
}

/// Asserts that one thing is found in a text, and what is said of it.
#[track_caller]
pub fn says(text: &str, code: &str, line: u32, words: &[&str]) {
    let found = found(text);
    let fits = |(c, l, help): &(String, u32, String)| {
        c == code && *l == line && words.iter().all(|word| help.contains(word))
    };
    assert!(
        found.len() == 1 && found.iter().all(fits),
        "{code} on line {line}, {words:?}: {found:#?}\n{text}"
    );
}

fn end(rest: &str) -> String {
    format!("{BASE}[end.one]\n{rest}\n")
}

#[test]
fn whoever_wins_is_one_of_a_few_words() {
    let who = |who: &str| end(&format!("if = \"no-moves\"\n{who}"));
    let words = "`mover`, `turn`, `score`, `none`, `white` or `black`";
    says(&who("winner = \"mvoer\""), "unknown-name", 21, &["did you mean `mover`?", words]);
    says(&who("winner = \"draw\""), "unknown-name", 21, &["did you mean `none`?", words]);
    says(&who("loser = \"trun\""), "unknown-name", 21, &["`turn`?", "`mover`, `turn`, `white` or `black`"]);
    says(&who("winner = \"Mover\""), "unknown-word", 21, &["did you mean `mover`?"]);
}

#[test]
fn an_army_fits_the_board_and_is_the_first_players() {
    let army = |rows: &str| BASE.replace("board = \"\"\"\n  p p p\n  . . .\n  P P P\n\"\"\"\n", rows);
    let wrong =
        |rows: &str| army(&format!("army = {rows}\n[end.stuck]\nif = \"no-moves\"\nloser = \"turn\"\n"));
    assert_eq!(found(&wrong("[\"P P P\"]")), []);
    assert_eq!(found(&wrong("{ white = [\"P P P\"], black = [\"p p p\"] }")), []);
    says(&wrong("[\"P P\"]"), "drawing-shape", 12, &["this row has 2 cells, the rank 3"]);
    says(&wrong("[\"P P P\", \"P P P\"]"), "drawing-shape", 12, &["the armies overlap: 4 rows on 3 ranks"]);
    let foreign = ["this piece is black's, and the army white's", "`army = { white = […], black = […] }`"];
    says(&wrong("[\"P p P\"]"), "unknown-letter", 12, &foreign);
    says(&wrong("[\"P X P\"]"), "unknown-letter", 12, &["no piece has the letter `X`"]);
    says(&wrong("\"P P P\""), "wrong-type", 12, &["a list of rows"]);
    says(&wrong("[\"\"]"), "bad-value", 12, &["each string of an army draws one row"]);
    says(&wrong("{ red = [\"P P P\"] }"), "unknown-name", 12, &["no player is called `red`"]);
}

#[test]
fn an_owner_is_one_of_a_few_words() {
    let some = |filter: &str| end(&format!("if = {{ some = \"{filter}\" }}\nwinner = \"mover\""));
    let owners = "`own`, `enemy`, `neutral`, `any`, `white` or `black`";
    says(&some("my pawn"), "unknown-name", 20, &["no owner is called `my`", "did you mean `own`?", owners]);
    says(&some("enmy pawn"), "unknown-name", 20, &["did you mean `enemy`?", owners]);
    says(&some("mine"), "unknown-name", 20, &["did you mean `own`?"]);
    says(&some("pwan"), "unknown-name", 20, &["did you mean `pawn`?"]);
}

#[test]
fn a_word_in_braces_is_told_to_stand_alone() {
    let when = |when: &str| end(&format!("if = {when}\nloser = \"turn\""));
    let help = "write `if = \"no-moves\"`";
    says(&when("{ no-moves = true }"), "unknown-key", 20, &[help]);
    says(&when("{ no-move = true }"), "unknown-key", 20, &[help]);
    says(&when("\"no-move\""), "unknown-word", 20, &["did you mean `no-moves`?"]);
    says(&when("\"stalemate\""), "unknown-word", 20, &["did you mean `no-moves`?"]);
}

#[test]
fn cells_written_in_another_way_are_recognised() {
    let on = |on: &str| end(&format!("if = {{ some = \"own\", on = {on} }}\nwinner = \"mover\""));
    says(&on("\"a2-b3\""), "unknown-name", 20, &["a rectangle is written `a2:b3`"]);
    says(&on("\"a2..b3\""), "bad-region", 20, &["a rectangle is written `a2:b3`"]);
    says(&on("\"A2-B3\""), "bad-region", 20, &["a rectangle is written `a2:b3`"]);
    says(&on("\"a3, b3\""), "bad-region", 20, &["`[\"a3\", \"b3\"]`"]);
    says(&on("\"C3\""), "bad-region", 20, &["in lower case: `c3`"]);
    says(&on("\"Last-Rank\""), "bad-region", 20, &["in lower case: `last-rank`"]);
    says(&on("\"last-row\""), "unknown-name", 20, &["did you mean `last-rank`?"]);
}

#[test]
fn slips_in_toml_are_named() {
    let end = "[end.one]\nif = \"no-moves\"\nloser = \"turn\"\n";
    let open = BASE.replace("Example\"", "Example");
    says(&format!("{open}{end}"), "syntax", 3, &["its `\"` is missing"]);
    let open = BASE.replace("P P P\n\"\"\"", "P P P");
    says(&format!("{open}{end}"), "syntax", 12, &["this `\"\"\"` is never closed", "on a line of its own"]);
    says(&format!("{BASE}// who loses\n{end}"), "syntax", 19, &["a comment begins with `#`"]);
    let slashes = end.replace("]\n", "] // who loses\n");
    says(&format!("{BASE}{slashes}"), "syntax", 19, &["a comment begins with `#`"]);
    let slashes = end.replace("moves\"", "moves\" // \"none\"");
    says(&format!("{BASE}{slashes}"), "syntax", 20, &["a comment begins with `#`"]);
    let curly = end.replace("\"no-moves\"", "“no-moves”");
    says(&format!("{BASE}{curly}"), "syntax", 20, &["straight quotes"]);
    let bare = end.replace("\"turn\"", "turn");
    says(&format!("{BASE}{bare}"), "syntax", 21, &["must stand in quotes", "write `\"turn\"`"]);
    let colon = end.replace("loser =", "loser:");
    says(&format!("{BASE}{colon}"), "syntax", 21, &["TOML writes `key = value`"]);
    let braces = "[regions]\nnook = { cells = [\"a1\"] }\n[regions.nook.more]\nx = 1\n";
    says(
        &format!("{BASE}{end}{braces}"),
        "syntax",
        24,
        &["nothing can be added to a table in braces", "inside them"],
    );
}

#[test]
fn slashes_and_curly_quotes_inside_texts_are_left_alone() {
    let texts = BASE.replace("Example", "“Example” // one").replace("[search]", "[search]  # // “two”");
    says(&format!("{texts}[end.one]\nif = 3\nloser = \"turn\"\n"), "wrong-type", 20, &["a condition"]);
}

#[test]
fn a_picture_that_forgets_the_holes_is_one_mistake() {
    let holes = BASE.replace("size = [3, 3]", "size = [3, 3]\nholes = [\"a2\", \"b2\", \"a1\"]");
    let end = "[end.one]\nif = \"no-moves\"\nloser = \"turn\"\n";
    let words = ["`a2` is a hole, and 2 more cells do not fit either", "a hole is drawn `#`"];
    says(&format!("{holes}{end}"), "hole-mismatch", 15, &words);
    let drawn = BASE.replace(". . .", "# . #");
    let words = ["`a2` is no hole, and another cell", "`[board]` has `holes = [\"a2\", \"c2\"]`"];
    says(&format!("{drawn}{end}"), "hole-mismatch", 14, &words);
}

#[test]
fn another_board_under_a_picture_taken_over_is_the_mistake() {
    let holes = "[board]\nholes = \"b2\"\n";
    says(&variant("hexapawn", holes), "hole-mismatch", 6, &["`b2` is a hole"]);
    let size = "[board]\nsize = [4, 4]\n";
    says(&variant("hexapawn", size), "drawing-shape", 6, &["not the board's shape"]);
}

#[test]
fn a_piece_that_starts_where_no_rule_leads_on_is_doubted() {
    let stuck = BASE.replace("p p p", "p p P");
    let end = "[end.one]\nif = \"no-moves\"\nloser = \"turn\"\n[evaluation]\nsymmetric = false\n";
    says(&format!("{stuck}{end}"), "immovable-piece", 13, &["the `pawn` on `c3` can never move from there"]);
    let free = stuck.replace("push =", "back = { step = \"backward\", onto = \"empty\" }\npush =");
    let repeated = "[end.repetition]\nif = { repeats = 3 }\nwinner = \"none\"\n";
    assert_eq!(found(&format!("{free}{end}{repeated}")), []);
}

/// A definition that changes a shipped one; what follows is line 5.
fn variant(of: &str, more: &str) -> String {
    format!("[game]\nlanguage = 1\nname = \"Variant\"\nextends = \"{of}\"\n{more}")
}

#[test]
fn unlike_sides_are_blamed_on_the_line_that_made_them_so() {
    let drive = "[pieces.car.moves]\ndrive = { step = [\"forward\", \"left\"], onto = \"empty\" }\n";
    says(&variant("dodgem", drive), "unlike-sides", 6, &["`car.drive` is not the same move"]);
    let turned = found(&variant("hexapawn", "[directions]\nblack = \"east\"\n"));
    assert!(turned.iter().any(|(code, line, _)| code == "unlike-sides" && *line == 6), "{turned:#?}");
    let setup = "[setup]\nboard = \"\"\"\n  p p p\n  . p .\n  P P P\n\"\"\"\n";
    says(&variant("hexapawn", setup), "unlike-sides", 6, &["the players start unlike"]);
    let won = "[end.odd]\nif = { some = \"own\", on = \"b2\" }\nwinner = \"white\"\n";
    says(&variant("hexapawn", won), "unlike-sides", 5, &["`odd` is won by white, whoever brings it about"]);
    let end = "[end.odd]\nif = { some = \"own\", on = \"a1\" }\nwinner = \"mover\"\n";
    says(
        &variant("hexapawn", end),
        "unlike-sides",
        5,
        &["`odd` asks for cells or pieces that do not change places"],
    );
}

#[test]
fn what_a_variant_drops_may_have_been_translated_before() {
    assert_eq!(found(&variant("hexapawn", "[end]\nthrough = false\n")), []);
    let own = "[text.vi.ends]\nthruogh = \"tới\"\n";
    says(&variant("hexapawn", own), "unknown-name", 6, &["did you mean `through`?"]);
}

#[test]
fn an_undecided_game_is_blamed_on_the_end_that_it_drops() {
    says(&variant("hexapawn", "[end]\nstuck = false\n"), "undecided", 6, &["play can stop at"]);
    let full = "[end]\nfull = { if = { plies = 500 }, winner = \"none\" }\nstuck = false\n";
    says(&variant("hexapawn", full), "undecided", 7, &["play can stop at"]);
    let moves = "[pieces.pawn.moves]\ntake = { step = \"left\", onto = \"enemy\" }\n[end.stuck]\n\
                 if = [\"no-moves\", { count = \"own\", at-most = 1 }]\nwinner = \"none\"\n[evaluation]\nsymmetric = false\n";
    says(&variant("hexapawn", moves), "undecided", 7, &["play can stop at"]);
}

#[test]
fn a_start_that_is_an_end_is_doubted_where_it_was_made() {
    let centre = "[end.centre]\nif = { none = \"any\", on = \"b2\" }\nwinner = \"mover\"\n";
    says(
        &variant("hexapawn", centre),
        "over-at-start",
        5,
        &["before it begins", "not to move counts as the mover"],
    );
    let setup = "[setup]\nboard = \"\"\"\n  P p P\n  . . .\n  p P p\n\"\"\"\n";
    let found = found(&variant("hexapawn", setup));
    assert!(found.iter().any(|(code, line, _)| code == "over-at-start" && *line == 4), "{found:#?}");
}

#[test]
fn headers_in_capitals_and_other_words_for_onto_are_recognised() {
    for (line, help) in [
        ("[Board]\nsize = [3, 3]", "did you mean `board`?"),
        ("[Moves]\nx = 1", "did you mean `moves`?"),
        ("[Turn]\nx = 1", "did you mean `turn`?"),
        ("[Hands]\nx = 1", "did you mean `hands`?"),
    ] {
        says(&format!("{BASE}{line}\n"), "unknown-key", 19, &[help]);
    }
    let on = BASE.replace("onto = \"empty\"", "on = \"empty\"");
    says(&format!("{on}\n"), "unknown-key", 10, &["did you mean `onto`?"]);
}

#[test]
fn a_condition_that_is_no_word_is_told_to_be_a_question() {
    for (word, help) in [
        ("repetition", "`{ repeats = … }`"),
        ("not in-check", "`{ not = … }`"),
        ("no-move", "did you mean `no-moves`?"),
        ("xyzzy", "such as `{ repeats = 3 }`"),
    ] {
        let text = end(&format!("if = \"{word}\"\nwinner = \"none\""));
        says(&text, "unknown-word", 20, &[help]);
    }
}

#[test]
fn a_player_without_a_royal_piece_is_named() {
    let text = variant(
        "chess",
        "[setup]\nboard = \"\"\"\nr n b q k b n r\np p p p p p p p\n. . . . . . . .\n. . . . . . . .\n\
        . . . . . . . .\n. . . . . . . .\nP P P P P P P P\nR N B Q . B N R\n\"\"\"\n[pieces.king.moves]\n\
        castle-left = false\ncastle-right = false\n",
    );
    let found = found(&text);
    assert!(
        found.iter().any(|(_, _, said)| said.contains("white starts without a royal piece")),
        "{found:#?}"
    );
}

#[test]
fn a_winner_that_is_misspelt_is_one_mistake() {
    let text = end("if = \"no-moves\"\nwiner = \"mover\"");
    says(&text, "unknown-key", 21, &["did you mean `winner`?"]);
}

#[test]
fn of_two_truths_none_is_recommended() {
    let all = found(&format!("{BASE}[evaluation]\nsymmetric = \"no\"\n"));
    let (_, line, help) = all.iter().find(|(code, ..)| code == "wrong-type").expect("found");
    assert_eq!((*line, help.contains("symmetric = ")), (20, false), "{help}");
}

#[test]
fn ideas_that_cannot_be_said_are_answered_so() {
    let rule = |rest: &str| BASE.replace("onto = \"empty\" }", &format!("onto = \"empty\", {rest} }}"));
    says(&rule("push = true"), "unknown-key", 10, &["no effect moves another piece"]);
    says(&rule("do = { swap = \"to\" }"), "unknown-key", 10, &["no effect moves another piece"]);
    says(
        &rule("do = { take = \"around\", if = \"no-moves\" }"),
        "unknown-key",
        10,
        &["an effect has no condition"],
    );
    says(
        &rule("then = { again = \"may\", max = 2 }"),
        "unknown-key",
        10,
        &["how often a piece goes on is not counted"],
    );
}

#[test]
fn an_entry_that_stands_in_for_an_inherited_one_has_to_say_all() {
    let text = variant("dodgem-textbook", "[evaluation.blocks.direct]\nvalue = 100\n");
    let all = found(&text);
    let help = "it stands in for the whole entry of this name that is inherited: say all of it";
    assert!(all.iter().any(|(code, _, said)| code == "missing-key" && said.contains(help)), "{all:#?}");
}

#[test]
fn letters_with_marks_are_named_where_they_belong() {
    let text = "`[text.vi]` and its like say how things are called in a language";
    let players = BASE.replace("\"white\"", "\"trắng\"");
    says(&players, "bad-name", 4, &["write `trang`", text]);
    let key = BASE.replace("push =", "tiến =");
    let all = found(&key);
    assert!(
        all.iter().any(|(code, line, said)| {
            code == "syntax" && *line == 10 && said.contains("write `tien`") && said.contains(text)
        }),
        "{all:#?}"
    );
}
