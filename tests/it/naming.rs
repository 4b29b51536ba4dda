//! Games by the names that people write, and old words that go on being understood.

use std::fs;

use banco::inside::library::{Library, folded};
use serde_json::Value;

use crate::cli::{banco, banco_in, elsewhere};
use crate::shipped;

#[test]
fn every_title_and_alias_of_a_shipped_game_leads_to_it_or_to_a_choice() {
    let library = Library::with_folder("no such folder");
    let mut aliases = 0;
    for shelved in library.all() {
        let titles = shelved.titles();
        assert!(titles.name.is_some(), "{}", shelved.name);
        for name in titles.all() {
            aliases += 1;
            match library.find(&name.to_uppercase()) {
                Ok(found) => assert_eq!(found.name, shelved.name, "{name}"),
                Err(several) => {
                    let help = several.help.unwrap_or_default();
                    assert!(help.contains(&format!("`{}`", shelved.name)), "{name}: {help}");
                }
            }
        }
    }
    assert!(aliases > 200, "{aliases}");
}

#[test]
fn names_are_taken_without_regard_to_case_marks_and_blanks() {
    for (word, name) in [
        ("king of the hill", "kingofthehill"),
        ("King-of-the-Hill", "kingofthehill"),
        ("cờ tướng", "xiangqi"),
        ("CO TUONG", "xiangqi"),
        ("co\u{31b}\u{300} tuong", "xiangqi"),
        ("reversi", "othello"),
        ("象棋", "xiangqi"),
    ] {
        let moves = |game| banco(&["moves", game, "--json"]).good().json();
        assert_eq!(moves(word), moves(name), "{word}");
    }
    for command in ["moves", "eval", "picture", "show", "check", "solve"] {
        banco(&[command, "Hexa Pawn"]).good();
    }
    banco(&["bench", "Hexa Pawn", "--json"]).good();
    assert!(banco(&["test", "Hexa Pawn"]).good().out.contains("passed"));
}

#[test]
fn a_name_of_several_games_asks_which() {
    let folder = elsewhere();
    fs::create_dir(folder.path().join("games")).expect("a folder");
    for name in ["one", "two"] {
        let text = "[game]\nlanguage = 1\nname = \"Twin game\"\nextends = \"dodgem\"\n";
        fs::write(folder.path().join(format!("games/{name}.toml")), text).expect("written");
    }
    let run =
        banco_in(folder.path(), &["moves", "twin game"]).fails(2, "`twin game` is the name of several games");
    assert!(run.err.contains("say which: `one`, `two`"), "{}", run.err);
    banco_in(folder.path(), &["moves", "two"]).good();
}

#[test]
fn an_alias_of_your_own_counts_and_is_not_taken_over() {
    let folder = elsewhere();
    fs::create_dir(folder.path().join("games")).expect("a folder");
    let text = "[game]\nlanguage = 1\nname = \"A\"\naliases = [\"Đường đua\"]\nextends = \"dodgem\"\n";
    fs::write(folder.path().join("games/race.toml"), text).expect("written");
    let text = "[game]\nlanguage = 1\nname = \"B\"\nextends = \"race\"\n";
    fs::write(folder.path().join("games/other.toml"), text).expect("written");
    assert!(banco_in(folder.path(), &["moves", "duong dua"]).good().out.contains("3 moves"));
    let list = banco_in(folder.path(), &["list", "duong dua", "--json"]).good().json();
    assert_eq!(list["games"].as_array().map(Vec::len), Some(1));
    assert_eq!(list["games"][0]["aliases"][0], "Đường đua");
}

#[test]
fn aliases_are_checked() {
    let folder = elsewhere();
    for (aliases, code) in
        [("\"a\"", "wrong-type"), ("[]", "empty-list"), ("[\" \"]", "empty-name"), ("[3]", "wrong-type")]
    {
        let text = format!("[game]\nlanguage = 1\nname = \"A\"\naliases = {aliases}\nextends = \"dodgem\"\n");
        fs::write(folder.path().join("a.toml"), text).expect("written");
        let run = banco_in(folder.path(), &["check", "a.toml"]);
        assert_eq!(run.status, 1);
        assert!(run.out.contains(code), "{aliases}\n{}", run.out);
    }
}

#[test]
fn list_shows_what_a_word_is_about_in_the_language_asked_for() {
    let titles = |args: &[&str]| -> Vec<String> {
        let all: Value = banco(args).good().json();
        let games = all["games"].as_array().expect("games").clone();
        games.iter().map(|game| game["title"].as_str().expect("a title").to_owned()).collect()
    };
    let vietnamese = titles(&["list", "xiangqi", "--json", "--lang", "vi"]);
    assert!(vietnamese.contains(&"Cờ tướng".to_owned()), "{vietnamese:?}");
    assert!(titles(&["list", "--json"]).contains(&"Chess".to_owned()));
    assert!(titles(&["list", "co vua", "--json"]).contains(&"Chess".to_owned()));
    banco(&["list", "no such game"]).fails(2, "no game has `no such game` in one of its names");
}

#[test]
fn odd_names_are_folded_and_looked_up_without_harm() {
    let mut rng = fastrand::Rng::with_seed(15);
    let letters: Vec<char> =
        "aÀđĐ\u{300}\u{301}-_ .,/\\\"'\u{0}\u{7f}ﬃⅨ㍿🦆한국\u{202e}\u{fe0f}ß".chars().collect();
    let library = Library::with_folder("no such folder");
    for round in 0..shipped::hostile_cases(2_000) {
        let word: String = (0..rng.usize(..12)).map(|_| letters[rng.usize(..letters.len())]).collect();
        let folded = folded(&word);
        assert_eq!(banco::inside::library::folded(&folded), folded, "{word:?}");
        if round % 100 == 0 && !word.contains(['/', '\\']) {
            let _ = library.find(&word);
        }
    }
}

#[test]
fn exited_is_the_old_word_for_gone() {
    let folder = elsewhere();
    let text = |word: &str| {
        format!("[game]\nlanguage = 1\nname = \"A\"\nextends = \"dodgem\"\n[evaluation]\n{word} = 7\n")
    };
    let mut values = Vec::new();
    for word in ["gone", "exited"] {
        fs::write(folder.path().join("a.toml"), text(word)).expect("written");
        let args = ["eval", "a.toml", "--position", "B../.../.WW w", "--json"];
        let found = banco_in(folder.path(), &args).good().json();
        let of_gone = |term: &&Value| term["name"] == "gone";
        let term = found["terms"].as_array().expect("terms").iter().find(of_gone).expect("the term").clone();
        values.push((found["score"].clone(), term));
    }
    assert_eq!(values[0], values[1]);
    let suite = "(game: \"a.toml\", cases: [(name: \"t\", position: \"B../.../.WW w\", expect: Terms({\"exited\": -7}))])";
    fs::write(folder.path().join("a.ron"), suite).expect("written");
    banco_in(folder.path(), &["test", "a.ron"]).good();
    let both = text("gone") + "exited = 8\n";
    fs::write(folder.path().join("a.toml"), both).expect("written");
    assert!(banco_in(folder.path(), &["check", "a.toml"]).out.contains("error[unknown-key]"));
    let schema = banco(&["schema"]).good().json();
    assert_eq!(schema["$defs"]["Evaluation"]["properties"]["exited"]["deprecated"], true);
}

#[test]
fn scripts_may_use_either_word() {
    let folder = elsewhere();
    for word in ["gone", "exited"] {
        let script = format!(
            "return {{ api = 1, on_load = function() return {{ {word} = 3 }} end,\n\
             features = {{ \"{word}\" }}, score_features = function(_, n) return n end,\n\
             score_position = function() return {word}(1) - {word}(2) end }}\n"
        );
        fs::write(folder.path().join("s.lua"), script).expect("written");
        let args = ["eval", "dodgem", "--position", "B../.../.WW w", "--script", "s.lua", "--json"];
        let found = banco_in(folder.path(), &args).good().json();
        let score = |name: &str| {
            let terms = found["terms"].as_array().expect("terms");
            terms.iter().find(|term| term["name"] == name).map(|term| term["score"].clone())
        };
        assert_eq!(score("gone"), Some(Value::from(-3)), "{word}");
        assert_eq!(score("script.score_position"), Some(Value::from(-1)), "{word}");
    }
}

#[test]
fn old_spellings_of_options_are_understood_and_not_shown() {
    let help = banco(&["bench", "--help"]).good().out;
    assert!(help.contains("--script-mode") && !help.contains("--replace"));
    for words in [&["--replace"][..], &["--script-mode", "replace"]] {
        let args = ["bench", "dodgem", "--script", "dodgem-pairs"].into_iter().chain(words.iter().copied());
        assert!(banco(&args.collect::<Vec<_>>()).good().out.contains("dodgem-pairs"));
    }
    let help = banco(&["solve", "--help"]).good().out;
    assert!(help.contains("--table") && !help.contains("--load"));
    let folder = elsewhere();
    banco_in(folder.path(), &["solve", "dodgem", "--save", "d.table"]).good();
    let with = |option| banco_in(folder.path(), &["solve", "dodgem", option, "d.table", "--json"]).good().out;
    assert_eq!(with("--load"), with("--table"));
}
