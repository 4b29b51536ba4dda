use std::collections::BTreeSet;

use super::*;

fn spelt(notation: &str) -> Vec<(String, String)> {
    let rules = rules(notation).unwrap_or_else(|wrong| panic!("{notation}: {wrong:?}"));
    rules.into_iter().map(|spelt| (spelt.name, spelt.rule)).collect()
}

/// The only rule of a notation.
fn rule(notation: &str) -> String {
    match spelt(notation).as_slice() {
        [(_, rule)] => rule.clone(),
        all => panic!("{notation}: {all:?}"),
    }
}

fn wrong(notation: &str) -> (String, String) {
    let wrong = rules(notation).expect_err(notation);
    (notation[wrong.at.clone()].to_owned(), wrong.message)
}

#[test]
fn atoms_are_steps_and_leaps_and_doubled_ones_ride() {
    assert_eq!(rule("W"), r#"{ step = "orthogonal" }"#);
    assert_eq!(rule("F"), r#"{ step = "diagonal" }"#);
    assert_eq!(rule("K"), r#"{ step = "any" }"#);
    assert_eq!(rule("Q"), r#"{ slide = "any" }"#);
    for (letter, leap) in [
        ("D", "[0, 2]"),
        ("N", "[1, 2]"),
        ("A", "[2, 2]"),
        ("H", "[0, 3]"),
        ("C", "[1, 3]"),
        ("Z", "[2, 3]"),
        ("G", "[3, 3]"),
    ] {
        assert_eq!(rule(letter), format!("{{ leap = {leap} }}"));
        assert_eq!(rule(&letter.repeat(2)), format!("{{ ride = {leap} }}"));
    }
    assert_eq!(rule("L"), rule("C"));
    assert_eq!(rule("J"), rule("Z"));
    assert_eq!([rule("WW"), rule("W0")], [rule("R"), rule("R")]);
    assert_eq!(rule("W4"), r#"{ slide = "orthogonal", range = [1, 4] }"#);
    assert_eq!(rule("R3"), r#"{ slide = "orthogonal", range = [1, 3] }"#);
    assert_eq!(rule("N2"), "{ ride = [1, 2], range = [1, 2] }");
    assert_eq!(rule("W1"), rule("W"));
    assert_eq!(rule("U"), r#"{ reach = "board" }"#);
}

#[test]
fn a_pawn_is_five_rules_that_are_called_by_their_letters() {
    let pawn = spelt("fmWifmnDfceF");
    let names: Vec<&str> = pawn.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["fmw", "ifmnd", "fcf", "fef"]);
    assert_eq!(pawn[0].1, r#"{ step = "forward", onto = "empty" }"#);
    assert_eq!(
        pawn[1].1,
        r#"{ slide = "forward", range = [2, 2], if = "unmoved", onto = "empty", do = { mark = "path" } }"#
    );
    assert_eq!(pawn[2].1, r#"{ step = ["forward-right", "forward-left"], onto = "enemy" }"#);
    assert_eq!(
        pawn[3].1,
        r#"{ step = ["forward-right", "forward-left"], onto = "marked", do = { take = "marker" } }"#
    );
}

#[test]
fn cells_are_marked_only_for_a_piece_that_takes_in_passing() {
    assert!(!rule("ifmnD").contains("mark"));
}

#[test]
fn the_order_of_modifiers_changes_no_name_and_a_doubled_atom_ends_in_nought() {
    let name = |notation: &str| spelt(notation)[0].0.clone();
    assert_eq!([name("mfW"), name("fmW")], ["fmw", "fmw"]);
    assert_eq!([name("NN"), name("nN"), name("N")], ["n0", "nn", "n"]);
    assert_eq!([name("R"), name("R0"), name("WW"), name("cpR")], ["r", "r", "w0", "cpr"]);
}

#[test]
fn directions_of_straight_moves_add_up_and_those_of_diagonal_ones_meet() {
    assert_eq!(rule("fW"), r#"{ step = "forward" }"#);
    assert_eq!(rule("fsW"), r#"{ step = ["forward", "right", "left"] }"#);
    assert_eq!(rule("frW"), r#"{ step = ["forward", "right"] }"#);
    assert_eq!(rule("fF"), r#"{ step = ["forward-right", "forward-left"] }"#);
    assert_eq!(rule("flF"), r#"{ step = "forward-left" }"#);
    assert_eq!(rule("lfF"), r#"{ step = "forward-left" }"#);
    assert_eq!(rule("fR"), r#"{ slide = "forward" }"#);
    assert_eq!(rule("vD"), r#"{ leap = [0, 2], along = ["forward", "backward"] }"#);
}

#[test]
fn directions_of_oblique_moves_are_pairs() {
    assert_eq!(rule("fN"), r#"{ leap = [1, 2], along = "forward" }"#);
    assert_eq!(rule("ffN"), rule("fN"));
    assert_eq!(rule("ffbbN"), r#"{ leap = [1, 2], along = ["forward", "backward"] }"#);
    assert_eq!(rule("vN"), rule("ffbbN"));
    assert_eq!(rule("sN"), r#"{ leap = [1, 2], along = ["right", "left"] }"#);
    assert_eq!(wrong("lfN").0, "lf");
    assert_eq!(wrong("mhrN").0, "hr");
}

#[test]
fn hoppers_and_lame_leapers_are_hops_slides_and_paths() {
    assert_eq!(rule("pR"), r#"{ hop = "orthogonal" }"#);
    assert_eq!(rule("cpR"), r#"{ hop = "orthogonal", onto = "enemy" }"#);
    assert_eq!(rule("gQ"), r#"{ hop = "any", after = [0, 0] }"#);
    assert_eq!(rule("jD"), r#"{ hop = "orthogonal", before = [0, 0], after = [0, 0] }"#);
    assert_eq!(rule("jA"), r#"{ hop = "diagonal", before = [0, 0], after = [0, 0] }"#);
    assert_eq!(rule("nA"), r#"{ slide = "diagonal", range = [2, 2] }"#);
    assert_eq!(rule("nH"), r#"{ slide = "orthogonal", range = [3, 3] }"#);
    assert_eq!(rule("nN"), r#"{ path = ["orthogonal", "diagonal"] }"#);
    assert_eq!(rule("ffnN"), r#"{ path = ["forward", "diagonal"] }"#);
    assert_eq!(rule("nZ"), r#"{ path = ["orthogonal", "diagonal", "diagonal"] }"#);
    let wide: Vec<String> = spelt("fsnN").into_iter().map(|(name, _)| name).collect();
    assert_eq!(wide, ["flnn", "frnn"], "each with the letters of its own part");
}

#[test]
fn what_cannot_be_said_is_refused_by_its_letter() {
    for (notation, letter) in [
        ("fmW+", "+"),
        ("fmaW", "a"),
        ("oR", "o"),
        ("RO2", "O"),
        ("N@8", "@"),
        ("mW zB", " "),
        ("zB", "z"),
        ("fK", "f"),
        ("mfrQ", "fr"),
        ("hW", "h"),
        ("pN", "p"),
        ("gW3", "g"),
        ("npR", "p"),
        ("nR", "n"),
        ("jN", "j"),
        ("nC", "C"),
        ("vlN", "vl"),
        ("sfF", "sf"),
        ("pR3", "pR3"),
        ("3W", "3"),
        ("W100", "100"),
        ("mmW", "m"),
        ("fm", "fm"),
        ("M", "M"),
        ("fmWä", "ä"),
    ] {
        assert_eq!(wrong(notation).0, letter, "{notation}: {:?}", wrong(notation));
    }
}

#[test]
fn a_letter_of_the_wrong_size_is_told_from_the_right_one() {
    let help = |notation: &str| rules(notation).expect_err(notation).help.unwrap_or_default();
    assert_eq!(
        [help("fMW"), help("w"), help("fmWk")],
        ["did you mean `m`?", "did you mean `W`?", "did you mean `K`?"]
    );
}

#[test]
fn the_same_rule_twice_is_refused() {
    let repeated = rules("fmWmfW").expect_err("twice");
    assert!(repeated.repeated);
    assert_eq!(repeated.at, 3..6);
    assert!(rules("fmWfcW").is_ok());
}

/// The moves of a text, each displacement by itself, in order.
fn moves(text: &str) -> BTreeSet<String> {
    let each = |motion: Motion| {
        let how = (motion.goes, motion.takes, motion.passing, motion.initial, motion.way);
        let to = if motion.way == Way::Anywhere { vec![(0, 0)] } else { motion.to };
        to.into_iter().map(move |to| format!("{how:?} {to:?}"))
    };
    read(text).expect(text).into_iter().flat_map(each).collect()
}

#[test]
fn what_is_written_is_read_back_as_the_same_moves() {
    for text in [
        "W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "R", "B", "Q", "U", "W3", "F4", "N0", "N2", "D0",
        "fmW", "fceF", "ifmnD", "cpR", "mpB", "gQ", "gR", "jD", "jA", "nN", "nA", "nZ", "fN", "fsN", "lvN",
        "fhN", "sN", "vN", "hrN", "lfN", "ffrrN", "fsW", "bsW", "vW", "flF", "flbF", "flbrF", "fR", "bB",
        "fD", "mcU",
    ] {
        let motions = read(text).expect(text);
        let written = write(&motions).unwrap_or_else(|| panic!("{text} cannot be written"));
        assert_eq!(moves(&written), moves(text), "{text} is written {written}");
    }
    for text in ["fmWfceF", "ifmnD", "WfF", "FfW", "mRcpR", "BN", "RF", "fsW", "nN", "K", "N0"] {
        assert_eq!(write(&read(text).expect(text)).as_deref(), Some(text), "as it is usually written");
    }
}

#[test]
fn two_terms_of_one_letter_are_not_written_as_a_ride() {
    let written = |text: &str| write(&read(text).expect(text)).expect(text);
    assert_eq!(written("fmW1W"), "fmW1W");
    assert_eq!(written("fR0R0"), "fR0R");
    assert_eq!(written("LC"), "C", "the same leaps twice are said once");
}

#[test]
fn no_broken_notation_stops_the_reader() {
    let letters: Vec<char> = "WFDNAHCZGJLKRBQUOfbvrlshmceipgnjaoqztuxy@0123456789 (ä".chars().collect();
    let mut seed = 1u64;
    let mut next = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % most
    };
    let mut sound = 0;
    for _ in 0..20_000 {
        let length = next(9);
        let text: String = (0..length).map(|_| letters[next(letters.len())]).collect();
        match rules(&text) {
            Ok(all) => {
                sound += 1;
                assert!(!all.is_empty(), "{text}");
                let written = read(&text).ok().and_then(|motions| write(&motions)).expect(&text);
                assert_eq!(moves(&written), moves(&text), "{text} is written {written}");
            }
            Err(wrong) => assert!(text.get(wrong.at.clone()).is_some(), "{text}: {wrong:?}"),
        }
    }
    assert!(sound > 500, "only {sound} were sound");
}
