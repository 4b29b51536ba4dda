//! The library: what is shipped loads, what lies beside it is found or left alone, and what it writes to begin with is
//! sound.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use banco::inside::diagnostic::{Diagnostics, Sources, Style};
use banco::inside::library::{Library, Loaded, starter, starter_suite, variant};
use banco::inside::suite::{Budget, Checker, ExactValues, Suite, Verdict};
use banco::{Game, Position, Record};

#[test]
fn every_shipped_game_loads_without_a_warning() {
    let library = Library::with_folder("no such folder");
    for shelved in library.all() {
        match library.open(&shelved) {
            Ok(loaded) => assert!(loaded.doubts().is_empty(), "{}", shelved.name),
            Err(error) => panic!("{}\n{error}", shelved.name),
        }
    }
}

#[test]
fn what_is_no_text_is_refused_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("latin.toml");
    fs::write(&file, b"[game]\nname = \"Tr\xf2 ch\xf4i\"\n").expect("written");
    let error = Game::load(&file).expect_err("not UTF-8");
    let records = error.findings();
    assert_eq!((records[0].line, records[0].column), (Some(2), Some(11)));
    let error = Game::load(folder.path()).expect_err("a folder");
    assert!(error.to_string().contains("folder"), "{error}");
}

#[test]
fn a_library_without_files_reads_and_names_none_that_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = "[game]\nlanguage = 1\nname = \"Precious\"\n";
    let file = folder.path().join("secret.toml");
    fs::write(&file, own).expect("written");
    let script = folder.path().join("secret.lua");
    fs::write(&script, "precious").expect("written");
    let library = Library::shipped();
    let all = library.all();
    assert!(all.iter().all(|shelved| shelved.path().is_none()));
    assert!(library.load(&file.to_string_lossy()).is_err());
    let game = &all[0].name;
    let [inside, beside] = [folder.path().join("secret"), PathBuf::from("Cargo")];
    for path in [&file, &inside, &beside, &PathBuf::from("../Cargo.toml"), &folder.path().join("secre")] {
        let text = format!("[game]\nlanguage = 1\nname = \"Sly\"\nextends = {path:?}\n");
        let error = library.parse(&text).expect_err("no shipped game").to_string();
        assert!(!error.contains("Precious") && !error.contains("[package]"), "{error}");
    }
    let text = format!(
        "[game]\nlanguage = 1\nname = \"Sly\"\nextends = {game:?}\n[evaluation.script]\nfile = {script:?}\n"
    );
    let error = library.parse(&text).expect_err("no shipped script").to_string();
    assert!(!error.contains("precious") && error.contains("there is no script"), "{error}");
    let reads = Library::with_folder(folder.path());
    assert!(reads.parse(&text).is_err_and(|e| e.to_string().contains("precious")));
}

#[test]
fn starters_load_without_a_warning() {
    let loaded: Loaded = starter("hill-race").parse().expect("sound");
    let doubts = loaded.doubts();
    assert!(doubts.is_empty(), "{}", doubts.render(&loaded.sources, Style::Plain));
    assert_eq!(loaded.game.names.game, "Hill race");
    let library = Library::with_folder("no such folder");
    for parent in library.all() {
        let of = library.open(&parent).expect("shipped");
        let text = variant("mine", &parent.name, &of.game);
        let loaded: Loaded = text.parse().expect("sound");
        assert!(loaded.doubts().is_empty(), "{}", parent.name);
    }
}

#[test]
fn the_examples_in_a_variant_speak_of_what_the_game_has() {
    let library = Library::with_folder("no such folder");
    for parent in library.all() {
        let of = library.open(&parent).expect("shipped");
        let text = variant("mine", &parent.name, &of.game);
        let text = text.replace("# first", "first");
        let at = text.find("#\n# [").expect("examples");
        let uncommented = |line: &str| line.trim_start_matches(['#', ' ']).to_owned() + "\n";
        let taken: String = text[at..].lines().map(uncommented).collect();
        let loaded: Result<Loaded, _> = (text[..at].to_owned() + &taken).parse();
        assert!(loaded.is_ok(), "{}: {}", parent.name, loaded.expect_err("wrong"));
    }
}

#[test]
fn starter_suites_are_sound_and_say_what_the_game_does() {
    let library = Library::with_folder("no such folder");
    for shelved in library.all() {
        let game = library.open(&shelved).expect("shipped").game;
        let text = starter_suite(&shelved.name, &game).expect("no script");
        assert!(text.contains("Perft") && !text.contains("TERMS") && !text.contains("LEGAL"), "{text}");
        let suite: Suite = text.parse().expect("a suite");
        let mut diagnostics = Diagnostics::new();
        let mut sources = Sources::new();
        sources.add("<text>", &text);
        suite.check(&game, &library, &sources, &mut diagnostics);
        assert!(diagnostics.is_empty(), "{}", diagnostics.render(&sources, Style::Plain));
        let known = ExactValues::default();
        let checker = Checker {
            game: &game,
            games: &library,
            reading: None,
            known: &known,
            usual: Budget::USUAL,
            slow: None,
            stop: Arc::default(),
        };
        for case in &suite.cases {
            assert_eq!(checker.check(case), Verdict::Passed, "{}: {}", shelved.name, case.name.value);
        }
    }
}

#[test]
fn a_record_made_of_a_position_leads_there_again() {
    let loaded = Library::default().load("tictactoe").expect("shipped");
    let other = Library::default().load("caro").expect("shipped");
    for start in ["startpos", "X.O/.../... x"] {
        let Ok(mut position) = Position::parse(&loaded.game, start) else { panic!("{start}") };
        for _ in 0..3 {
            position.play(position.legal_moves()[0]);
        }
        let record = Record::of(&loaded, "tictactoe", &position);
        assert_eq!((record.position.as_str(), record.moves.len()), (start, 3));
        assert!(record.is_of(&loaded) && !record.is_of(&other));
        let read: Record = record.to_text().expect("text").parse().expect("a record");
        let again = read.replay(&loaded.game).expect("legal");
        assert_eq!((again.to_string(), again.played()), (position.to_string(), position.played()));
        let wrong = Record { moves: vec!["nowhere".to_owned()], ..read };
        let error = wrong.replay(&loaded.game).expect_err("no move").to_string();
        assert!(error.starts_with("illegal move `nowhere`: "), "{error}");
    }
}
