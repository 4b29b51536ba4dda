//! Words that people write first, and what they are answered: the word or the written form that is right.

use banco::inside::library::Loaded;

use crate::suggestions::{found, says};

/// A game; `@` is where a rule stands, on line 10, `%` an end, on line 18.
fn game(rule: &str, end: &str) -> String {
    format!(
        "[game]\nlanguage = 1\nname = \"Example\"\nplayers = [\"white\", \"black\"]\n[board]\nsize = [3, 3]\n\
         [pieces.boat]\nletter = \"B\"\n[pieces.boat.moves]\n{rule}\n[setup]\nboard = \"\"\"\n  b b b\n  . . .\n  \
         B B B\n\"\"\"\n[end.one]\n{end}\n"
    )
}

const END: &str = "if = \"no-moves\"\nloser = \"turn\"";
const RULE: &str = "go = { step = \"forward\", onto = \"empty\" }";

fn rule(rule: &str, code: &str, words: &[&str]) {
    says(&game(rule, END), code, 10, words);
}

#[test]
fn natural_words_for_keys_lead_to_those_of_the_language() {
    rule("go = { jump = \"forward\", over = \"own\" }", "unknown-key", &["did you mean `hop`?"]);
    rule(
        "go = { step = \"any\", capture = true }",
        "unknown-key",
        &["`onto = \"enemy\"`", "`do = { take = … }`"],
    );
    rule(
        "go = { step = \"any\", take = \"to\" }",
        "unknown-key",
        &["`onto = \"enemy\"`", "`do = { take = … }`"],
    );
    rule(
        "go = { step = \"any\", flip = \"around\" }",
        "unknown-key",
        &["`flip` stands in `do`: `do = { flip = … }`"],
    );
    rule("go = { step = \"any\", remove = \"to\" }", "unknown-key", &["`do = { take = … }`"]);
    rule("go = { step = \"any\", do = { remove = \"around\" } }", "unknown-key", &["did you mean `take`?"]);
    rule("go = { step = \"any\", do = { turn = \"around\" } }", "unknown-key", &["did you mean `flip`?"]);
    rule("go = { step = \"any\", when = \"unmoved\" }", "unknown-key", &["did you mean `if`?"]);
    rule("go = { step = \"any\", again = \"may\" }", "unknown-key", &["`then = { again = … }`"]);
    says(&game(RULE, "if = { row = 3 }\nwinner = \"mover\""), "unknown-key", 18, &["did you mean `line`?"]);
    says(
        &game(RULE, "some = \"own\"\nif = \"no-moves\"\nwinner = \"none\""),
        "unknown-key",
        18,
        &["`if = { some = … }`"],
    );
}

#[test]
fn a_value_of_the_wrong_type_is_answered_with_the_form_that_is_right() {
    let wrong = "wrong-type";
    says(&game(RULE, "if = { line = 4 }\nwinner = \"mover\""), wrong, 18, &["`line = { length = 4 }`"]);
    says(
        &format!("{}[evaluation]\nvalues = 100\n", game(RULE, END)),
        wrong,
        21,
        &["`values = { KIND = 100 }`"],
    );
    rule("go = { step = 1 }", wrong, &["write `step = \"forward\"`"]);
    rule("go = { leap = \"two\" }", wrong, &["`leap = [1, 2]`"]);
    let letters = game(RULE, END).replace("letter = \"B\"", "letter = { white = \"W\", black = \"B\" }");
    says(&letters, wrong, 8, &["write `letters = { white = \"W\", black = \"B\" }`"]);
}

#[test]
fn a_name_that_is_left_out_is_asked_for_once() {
    let missing = game("step = \"any\"\nonto = \"empty\"", END);
    let words = ["`moves.NAME = { step = …, onto = … }`", "each has a name"];
    says(&missing, "wrong-type", 10, &words);
    let end = game(RULE, END).replace("[end.one]", "[end]");
    says(&end, "wrong-type", 18, &["`end.NAME = { if = …, loser = … }`"]);
}

#[test]
fn the_side_of_the_board_as_drawn_is_a_compass_word() {
    let fall = "go = { drop = \"supply\", falls = \"down\" }";
    rule(
        fall,
        "unknown-direction",
        &["`south` is the same for both players", "`backward` turns with the player"],
    );
    rule("go = { step = \"up\" }", "unknown-direction", &["`north` is the same", "`forward` turns"]);
}

#[test]
fn several_words_in_one_text_are_a_list_or_one_word() {
    let several = "several are a list: `[\"forward\", \"sideways\"]`";
    rule("go = { step = \"forward sideways\" }", "unknown-direction", &[several]);
    rule("go = { step = \"forward left\" }", "unknown-direction", &["did you mean `forward-left`?"]);
    rule("go = { step = \"any\", onto = \"empty or enemy\" }", "bad-filter", &["`[\"empty\", \"enemy\"]`"]);
    let end = |on: &str| game(RULE, &format!("if = {{ some = \"own\", on = \"{on}\" }}\nwinner = \"mover\""));
    says(&end("last rank"), "bad-region", 18, &["did you mean `last-rank`?"]);
    says(&end("a1 b2"), "bad-region", 18, &["several are a list: `[\"a1\", \"b2\"]`"]);
}

#[test]
fn a_piece_beside_one_with_nearly_its_name_may_be_that_one() {
    let twice = game(RULE, END).replace("[pieces.boat.moves]", "[pieces.boats.moves]");
    let found = found(&twice);
    let said =
        found.iter().any(|(code, _, help)| code == "missing-key" && help.contains("did you mean `boat`"));
    assert!(said, "{found:#?}");
}

#[test]
fn only_an_end_that_counts_stops_play_that_goes_round() {
    let round = game("go = { step = [\"forward\", \"sideways\"], onto = \"empty\" }", END)
        .replace("b b b", ". b .")
        .replace("B B B", ". B .");
    let message = "play can go round for ever";
    says(&round, "endless", 17, &[message, "if = { repeats = 3 }"]);
    for counted in ["repeats = 3", "quiet-plies = 40", "plies = 200"] {
        let ended = format!("{round}[end.late]\nif = {{ {counted} }}\nwinner = \"none\"\n");
        assert_eq!(found(&ended), [], "{counted}");
    }
    assert_eq!(found(&game(RULE, END)), [], "what goes forward alone comes to an end");
}

#[test]
fn a_variant_with_a_name_of_its_own_is_not_called_as_what_it_extends() {
    let variant = |name: &str| {
        let text = format!("[game]\nlanguage = 1\n{name}extends = \"dodgem\"\n");
        let loaded: Loaded = text.parse().expect("sound");
        let game = loaded.reading.definition.game.as_ref().expect("a game").clone();
        let vietnamese = loaded.reading.definition.text.get("vi").expect("texts").clone();
        (game, vietnamese)
    };
    let (game, texts) = variant("name = \"Shy dodgem\"\n");
    assert!(texts.name.is_none() && game.source.is_none() && game.aliases.is_none());
    assert!(!texts.players.is_empty(), "all else is taken over");
    let (game, texts) = variant("");
    assert!(texts.name.is_some() && game.source.is_none() && game.name.is_some());
}
