//! Definitions as text, read.

use super::*;
use crate::diagnostic::{Diagnostics, Sources, Style};

const DODGEM: &str = r#"
[game]
language = 1
name     = "Dodgem"
players  = ["white", "black"]
first    = "black"

[board]
size = [3, 3]

[directions]
white = "north"
black = "east"

[pieces.car]
letters = { white = "W", black = "B" }
[pieces.car.moves]
leave = { exit = "forward" }
drive = { step = ["forward", "left", "right"], onto = "empty" }

[setup]
board = """
  B . .
  B . .
  . W W
"""

[end.all-off]
if     = { none = "own" }
winner = "mover"
[end.stuck]
if     = "no-moves"
loser  = "turn"
[end.repetition]
if     = { repeats = 3 }
winner = "none"

[evaluation.squares.car]
white = [[ 30,  35,  40], [ 15,  20,  25], [ 0,   5,  10]]
black = [[-10, -25, -40], [ -5, -20, -35], [ 0, -15, -30]]
[evaluation.blocks.direct]
direction = "forward"
distance  = 1
value     = 40
"#;

const CARO: &str = r##"
[game]
language = 1
name     = "Caro"
players  = ["x", "o"]
[board]
size = [15, 15]
[pieces.stone]
letters = { x = "X", o = "O" }
moves.place = { drop = "supply" }
[end.five]
if     = { line = { length = 5, overline = "win", blocked-ends = "void", edge-blocks = false } }
winner = "mover"
[end.full]
if     = "board-full"
winner = "none"
[evaluation.lines.open-three]
pattern = ".XXX."
value   = 300
[search]
near = 2
"##;

struct Shelf(Vec<(&'static str, String)>);

impl Parents for Shelf {
    fn find(&mut self, name: &str, _: &str) -> Option<(String, String)> {
        let (name, text) = self.0.iter().find(|(n, _)| *n == name)?;
        Some((format!("{name}.toml"), text.clone()))
    }

    fn names(&mut self, _: &str) -> Vec<String> {
        self.0.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}

fn shelf() -> Shelf {
    let promote =
        "promote = { to = \"car\", from-or-to = \"last-rank\", optional = true, forced = \"edge\" }\n";
    let crowning = DODGEM.replacen("[pieces.car.moves]", &format!("{promote}[pieces.car.moves]"), 1);
    Shelf(vec![("dodgem", DODGEM.to_owned()), ("caro", CARO.to_owned()), ("crowning", crowning)])
}

struct Read {
    reading: Option<Reading>,
    sources: Sources,
    diagnostics: Diagnostics,
}

impl Read {
    fn of(text: &str) -> Read {
        let mut sources = Sources::new();
        let main = sources.add("main.toml", text);
        let mut diagnostics = Diagnostics::new();
        let reading = read(&mut sources, main, &mut shelf(), &mut diagnostics);
        Read { reading, sources, diagnostics }
    }

    fn mistakes(&self) -> Vec<String> {
        let show = |d: &&Diagnostic| {
            let place = d.span.map(|span| self.sources.locate(span)).expect("a place");
            format!("{}:{}:{}", d.code.name, place.line, place.column)
        };
        self.diagnostics.sorted().iter().map(show).collect()
    }

    fn sound(self) -> (Definition, Sources) {
        assert!(self.diagnostics.is_empty(), "{}", self.diagnostics.render(&self.sources, Style::Plain));
        (self.reading.expect("a reading").definition, self.sources)
    }
}

/// The definition with a line replaced.
fn dodgem_with(old: &str, new: &str) -> Read {
    assert!(DODGEM.contains(old), "{old}");
    Read::of(&DODGEM.replacen(old, new, 1))
}

#[test]
fn a_sound_definition_has_nothing_to_report() {
    let (dodgem, sources) = Read::of(DODGEM).sound();
    assert!(dodgem.sound);
    let car = dodgem.pieces.get("car").expect("a car");
    assert!(matches!(car.moves.get("leave").and_then(MoveRule::travel), Some(Travel::Exit(_))));
    let drive = car.moves.get("drive").and_then(|rule| rule.step.as_ref()).expect("a step");
    let words: Vec<&str> = drive.words.iter().map(|word| word.word()).collect();
    assert_eq!(words, ["forward", "left", "right"]);
    let board = dodgem.setup.and_then(|setup| setup.board).expect("a setup");
    let last = board.rows[2].cells[1];
    assert_eq!(
        (last.value.to_string().as_str(), sources.locate(last.span).line, sources.locate(last.span).column),
        ("W", 25, 5)
    );
    let ends: Vec<&str> = dodgem.end.iter().map(|end| end.name.as_str()).collect();
    assert_eq!(ends, ["all-off", "stuck", "repetition"]);
    Read::of(CARO).sound();
}

#[test]
fn every_mistake_is_reported_at_once() {
    let found = Read::of(
        r#"[game]
language = 1
name = ""
players = ["white", "white"]
frist = "black"
[bord]
size = [3, 3]
[board]
size = ["3", 0]
[pieces.Car]
letters = { white = "WW" }
[pieces.car.moves]
a = { step = "forwrad", range = [1, 2] }
b = { step = "forward", slide = "left" }
c = { onto = "enemy or empty" }
[end.x]
if = { none = "own", on = "e0" }
winner = "mover"
loser = "turn"
[end.y]
if = { repeats = 2, since = 3 }
winner = "score"
"#,
    );
    let want = [
        "empty-name:3:8",
        "bad-value:4:21",
        "unknown-key:5:1",
        "unknown-key:6:2",
        "wrong-type:9:9",
        "out-of-range:9:14",
        "bad-name:10:9",
        "bad-value:11:21",
        "missing-key:12:9",
        "unknown-direction:13:15",
        "misplaced-key:13:25",
        "misplaced-key:14:25",
        "missing-key:15:5",
        "bad-filter:15:14",
        "bad-region:17:27",
        "misplaced-key:19:1",
        "not-supported:21:29",
    ];
    assert_eq!(found.mistakes(), want);
}

#[test]
fn words_of_later_versions_are_refused_never_ignored() {
    let later = [
        ("onto = \"empty\"", "do = { give = \"to\" }", "not-supported:19:55"),
        ("\"no-moves\"", "[\"no-moves\", { repeats = 2, since = 3 }]", "not-supported:32:46"),
    ];
    for (old, new, want) in later {
        assert_eq!(dodgem_with(old, new).mistakes(), [want], "{new}");
    }
}

#[test]
fn a_newer_language_is_the_only_thing_said() {
    let found = dodgem_with("language = 1", "language = 2\nmystery = 3");
    assert_eq!(found.mistakes(), ["newer-language:3:12"]);
    assert!(found.reading.is_none());
}

#[test]
fn what_is_wrong_is_absent_and_the_rest_is_there() {
    let found = dodgem_with("onto = \"empty\"", "onto = 3");
    assert_eq!(found.mistakes(), ["wrong-type:19:55"]);
    let definition = found.reading.expect("the rest").definition;
    let car = definition.pieces.get("car").expect("a car");
    assert!(!car.sound && !definition.sound);
    assert!(car.moves.get("leave").is_some_and(|rule| rule.sound));
    assert!(car.moves.get("drive").is_some_and(|rule| !rule.sound && rule.step.is_some()));
}

#[test]
fn filters_know_players_from_kinds() {
    let (definition, sources) =
        dodgem_with("onto = \"empty\"", "onto = [\"white car\", \"black\", \"car\", { not = \"own\" }]")
            .sound();
    let car = definition.pieces.get("car").expect("a car");
    let onto = car.moves.get("drive").and_then(|rule| rule.onto.as_ref()).expect("a filter");
    let owner = |term: &Term| match term {
        Term::Piece { owner: Some(owner), .. } => Some(owner.value.clone()),
        _ => None,
    };
    assert_eq!(owner(&onto.terms[0]), Some(Owner::Player("white".to_owned())));
    assert_eq!(owner(&onto.terms[1]), Some(Owner::Player("black".to_owned())));
    let Term::Piece { owner: None, kind: Some(kind) } = &onto.terms[2].value else { panic!("a kind") };
    assert_eq!((kind.as_str(), sources.slice(kind.span)), ("car", "\"car\"".trim_matches('"')));
    assert!(matches!(onto.terms[3].value, Term::Not(_)));
}

#[test]
fn syntax_errors_do_not_hide_other_mistakes_nor_breed_new_ones() {
    let found = Read::of(
        &DODGEM.replace("size = [3, 3]", "size = [3, 3").replace("loser  = \"turn\"", "losr = \"turn\""),
    );
    let mistakes = found.mistakes();
    assert!(mistakes.iter().all(|m| m.starts_with("syntax") || m == "unknown-key:33:1"), "{mistakes:?}");
    assert!(found.reading.is_none());
    let found = dodgem_with("distance  = 1", "distance = 1\ndistance = 2");
    assert_eq!(found.mistakes(), ["repeated-key:44:1"]);
    let found = dodgem_with("[end.stuck]", "[end.all-off]");
    assert_eq!(found.mistakes(), ["repeated-key:31:6"]);
}

#[test]
fn a_child_replaces_drops_and_adds_in_the_documented_order() {
    let (child, sources) = Read::of(
        r#"[game]
language = 1
name = "Variant"
extends = "dodgem"
[pieces.car.moves]
back = { step = "backward" }
leave = false
drive = { step = "forward" }
[end.repetition]
if = { repeats = 4 }
winner = "none"
[end.first]
if = { plies = 100 }
winner = "none"
[evaluation.blocks]
direct = false
[illegal.blockade]
if = "no-moves"
"#,
    )
    .sound();
    let names = |names: Vec<&At<String>>| names.iter().map(|n| n.value.clone()).collect::<Vec<_>>();
    assert_eq!(names(child.end.names().collect()), ["first", "all-off", "stuck", "repetition"]);
    let car = child.pieces.get("car").expect("a car");
    assert_eq!(names(car.moves.names().collect()), ["drive", "back"]);
    let drive = car.moves.get("drive").expect("a rule");
    assert!(drive.onto.is_none(), "a rule given again is replaced whole");
    assert_eq!(sources.locate(drive.at).file.as_ref(), "main.toml");
    let kind = child.pieces.names().next().expect("a kind");
    assert_eq!(sources.locate(kind.span).file.as_ref(), "dodgem.toml");
    assert!(child.evaluation.is_some_and(|e| e.blocks.is_empty()));
    assert_eq!(child.game.and_then(|g| g.name).map(|n| n.value).as_deref(), Some("Variant"));
}

#[test]
fn a_promotion_given_again_is_replaced_whole() {
    let start = "[game]\nlanguage = 1\nname = \"V\"\nextends = \"crowning\"\n";
    let (child, _) =
        Read::of(&format!("{start}[pieces.car]\npromote = {{ to = \"car\", on = \"board\" }}\n")).sound();
    let promote = child.pieces.get("car").and_then(|car| car.promote.as_ref()).expect("a promotion");
    assert!(promote.on.is_some() && promote.from_or_to.is_none());
    assert!(promote.optional.is_none() && promote.forced.is_none());
    let (child, _) = Read::of(&format!("{start}[pieces.car]\npromote = false\n")).sound();
    assert!(child.pieces.get("car").is_some_and(|car| car.promote.is_none()));
}

#[test]
fn a_table_of_names_can_be_begun_anew() {
    let start = "[game]\nlanguage = 1\nname = \"V\"\nextends = \"dodgem\"\n";
    let ends = "[end]\ninherited = false\nlast = { if = \"no-moves\", winner = \"none\" }\n";
    let squares = "[evaluation.squares]\ninherited = false\ncar = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]\n";
    let (child, _) = Read::of(&format!("{start}{ends}{squares}")).sound();
    let ends: Vec<_> = child.end.names().map(|name| name.value.as_str()).collect();
    assert_eq!(ends, ["last"]);
    assert_eq!(child.evaluation.map(|e| e.squares.iter().count()), Some(1));
    let nothing = format!("{start}[illegal]\ninherited = false\n");
    assert_eq!(Read::of(&nothing).mistakes(), ["nothing-to-drop:6:1"]);
}

#[test]
fn extending_goes_wrong_with_a_reason() {
    let game = "[game]\nlanguage = 1\nname = \"V\"\n";
    let found = Read::of(&format!("{game}extends = \"dodgme\""));
    assert_eq!(found.mistakes(), ["unknown-parent:4:11"]);
    assert_eq!(found.diagnostics.sorted()[0].help.as_deref(), Some("did you mean `dodgem`?"));
    let found = Read::of(&format!("{game}extends = \"dodgem\"\n[end]\nstucc = false"));
    assert_eq!(found.mistakes(), ["nothing-to-drop:6:1"]);
    let mut sources = Sources::new();
    let text = format!("{game}extends = \"self\"");
    let main = sources.add("self.toml", &text);
    let mut diagnostics = Diagnostics::new();
    read(&mut sources, main, &mut Shelf(vec![("self", text)]), &mut diagnostics);
    assert_eq!(diagnostics.iter().next().map(|d| d.code.name), Some("endless-extends"));
}

#[test]
fn the_resolved_definition_is_toml_with_origins() {
    let child = "[game]\nlanguage = 1\nname = \"V\"\nextends = \"dodgem\"\n[board]\nsize = [3, 3]\n";
    let found = Read::of(child);
    let text = found.reading.as_ref().expect("a reading").to_toml(&found.sources);
    assert!(text.contains("board.size = [3, 3]  # main.toml:6\n"), "{text}");
    assert!(text.contains("pieces.car.moves.leave = { exit = \"forward\" }  # dodgem.toml:18\n"), "{text}");
    Read::of(&text.replace("game.extends = \"dodgem\"", "")).sound();
}

#[test]
fn no_text_makes_the_reader_panic() {
    let deep = format!("a = {}1{}", "[".repeat(5000), "]".repeat(5000));
    let inline = format!("a = {}1{}", "{ a = ".repeat(500), " }".repeat(500));
    let dotted = format!("{}a = 1", "a.".repeat(50_000));
    let header = format!("[{}a]", "a.".repeat(50_000));
    let odd = [
        "",
        "\u{feff}",
        "\0",
        "[",
        "a",
        "=",
        "é = \"\u{202e}\"",
        "a = 99999999999999999999",
        "[[end]]\n",
        "[game]\r\nname = '''\r\n",
    ];
    let odd = odd.iter().map(|s| (*s).to_owned());
    for text in odd.chain([deep, inline, dotted, header]) {
        let found = Read::of(&text);
        assert!(!found.diagnostics.is_empty());
        found.diagnostics.render(&found.sources, Style::Coloured);
    }
    for cut in (0..DODGEM.len()).step_by(7) {
        let mut text = DODGEM.to_owned();
        text.replace_range(cut..cut + 1, "é\"");
        let found = Read::of(&text);
        found.diagnostics.render(&found.sources, Style::Plain);
        Read::of(&DODGEM[..cut]);
    }
}

/// Codes whose examples are too long to print.
const TOO_LONG: [&str; 2] = ["too-large", "more"];

#[test]
fn the_example_of_each_code_earns_it_and_its_remedy_does_not() {
    let parent = "[pieces.pawn.moves]\ndouble = { step = \"forward\" }";
    for code in crate::diagnostic::codes::text::CODES.iter().filter(|code| !TOO_LONG.contains(&code.name)) {
        let earns = |text: &str| {
            let shelf = [("my-game", parent.to_owned()), ("this-file", text.to_owned())];
            let shelf = shelf.into_iter().chain([("another-file", String::new())]);
            let mut sources = Sources::new();
            let main = sources.add("this-file.toml", text);
            let mut diagnostics = Diagnostics::new();
            read(&mut sources, main, &mut Shelf(shelf.collect()), &mut diagnostics);
            diagnostics.iter().any(|d| d.code == *code && d.message != "`[game]` lacks `language`")
        };
        assert!(earns(code.wrong), "{} is not earned by its example", code.name);
        if code.name != "missing-key" {
            assert!(!earns(code.right), "{} is earned by its remedy", code.name);
        }
    }
}

fn json(text: &str) -> serde_json::Value {
    toml::from_str(text).expect("TOML")
}

#[test]
fn schema_and_reader_accept_and_refuse_the_same() {
    let validator = jsonschema::validator_for(&schema()).expect("a schema");
    let child = "[game]\nlanguage = 1\nname = \"V\"\nextends = \"dodgem\"\n";
    let weighed = format!(
        "{DODGEM}[evaluation.phase]\ncar = 1\n[evaluation.late-squares]\ncar = \"1 2 3\"\n[evaluation.mobility]\n\
         car = 2\n[evaluation.formations]\na = {FORMATION}\n\
         b = {{ piece = \"car\", each = \"own\", on = {{ ahead = [-1, 2] }}, value = [1, 2, 3], late = 4 }}\n"
    );
    let dropping = format!("{child}[pieces.car.moves]\nleave = false\n");
    let good = [DODGEM.to_owned(), CARO.to_owned(), dropping, weighed];
    for text in &good {
        let errors: Vec<String> = validator.iter_errors(&json(text)).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
        Read::of(text).sound();
    }
    let edits = [
        ("first ", "frist "),
        ("size = [3, 3]", "size = [3]"),
        ("size = [3, 3]", "size = [0, 3]"),
        ("size = [3, 3]", "mirror = \"rotate\""),
        ("language = 1", "language = 0"),
        ("players  = [\"white\", \"black\"]", "players = [\"white\"]"),
        ("letters = { white = \"W\", black = \"B\" }", "letters = { white = \"WW\" }"),
        ("exit = \"forward\"", "exit = \"forwards\""),
        ("exit = \"forward\"", "exit = []"),
        ("exit = \"forward\"", "exit = \"forward\", castle = 1"),
        ("onto = \"empty\"", "onto = { not = 3 }"),
        ("onto = \"empty\"", "if = { repeats = 0 }"),
        ("\"no-moves\"", "\"moved\""),
        ("\"no-moves\"", "{ repeats = 3, checking = \"both\" }"),
        ("letters = {", "royal = \"some\"\nletters = {"),
        ("first ", "position = \"san\"\nfirst "),
        ("\"no-moves\"", "[]"),
        ("\"no-moves\"", "{ line = { overline = \"win\" } }"),
        ("\"no-moves\"", "{ line = { length = 3, overline = \"yes\" } }"),
        ("[end.stuck]", "[end.Stuck]"),
        ("distance  = 1", "distance  = \"1\""),
        ("value     = 40", "value     = 1000000"),
        ("value     = 40", "points    = 40"),
        ("[setup]", "[turn]\nmore = 1\n[setup]"),
        ("[setup]", "[turn]\nthen = { shoot = \"any\" }\n[setup]"),
        ("[setup]", "[pieces.rock]\nletter = \"*\"\nowner = \"white\"\n[setup]"),
        ("none = \"enemy\"", "some = 3"),
        ("on = \"around\"", "on = \"near\""),
        ("on = \"around\"", "on = {}"),
        ("on = \"around\"", "on = { ahead = [1] }"),
        ("on = \"around\"", "on = { beside = [-1, 1] }"),
        ("on = \"around\", value = 1", "on = \"around\""),
        ("on = \"around\", value = 1", "on = \"around\", value = []"),
        ("on = \"around\", value = 1", "on = \"around\", value = { early = 1 }"),
        ("[setup]", "[evaluation.mobility]\n[setup]"),
        ("[setup]", "[evaluation.phase]\ncar = 0\n[setup]"),
    ];
    let with_formation = format!("{DODGEM}[evaluation.formations]\na = {FORMATION}\n");
    for (old, new) in edits {
        assert!(with_formation.contains(old), "{old}");
        let text = with_formation.replacen(old, new, 1);
        assert!(!validator.is_valid(&json(&text)), "the schema accepts `{new}`");
        assert!(Read::of(&text).diagnostics.has_errors(), "the reader accepts `{new}`");
    }
}

const FORMATION: &str = "{ piece = \"car\", none = \"enemy\", on = \"around\", value = 1 }";

/// The definitions that are shipped, by the paths of their files.
fn shipped() -> Vec<(std::path::PathBuf, String)> {
    let mut found = Vec::new();
    let top = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut folders = vec![top.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(extension) if extension == "toml" && folder != top => {
                    found.push((path.clone(), std::fs::read_to_string(&path).expect("a definition")));
                }
                _ => {}
            }
        }
    }
    found
}

#[test]
fn every_shipped_definition_fits_the_schema() {
    let validator = jsonschema::validator_for(&schema()).expect("a schema");
    let games = shipped();
    assert!(games.len() > 20, "{}", games.len());
    for (path, text) in games {
        let errors: Vec<String> = validator.iter_errors(&json(&text)).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
    }
}

/// The keys of all tables that a schema describes.
fn keys_of(schema: &serde_json::Value, found: &mut std::collections::BTreeSet<String>) {
    match schema {
        serde_json::Value::Object(object) => {
            if let Some(serde_json::Value::Object(properties)) = object.get("properties") {
                found.extend(properties.keys().cloned());
            }
            object.values().for_each(|inner| keys_of(inner, found));
        }
        serde_json::Value::Array(list) => list.iter().for_each(|inner| keys_of(inner, found)),
        _ => {}
    }
}

#[test]
fn every_key_is_on_the_reference_page() {
    let page = reference();
    let mut keys = std::collections::BTreeSet::new();
    keys_of(&schema(), &mut keys);
    assert!(keys.contains("blocked-ends") && keys.contains("budget"), "{keys:?}");
    let old = |key: &&String| super::load::OLD_KEYS.iter().any(|(_, old, _)| *old == key.as_str());
    let shown = keys.iter().filter(|key| !old(key));
    let missing: Vec<&String> = shown.filter(|key| !page.contains(&format!("`{key}`"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(page.contains("[pieces.KIND]"));
}

const ROUNDS: usize = 300;

#[test]
fn mutated_definitions_never_panic() {
    let mut random = fastrand::Rng::with_seed(1);
    let odd = [
        "\"", "[", "]", "{", "}", "=", ".", "'''", "\\u12", "\0", "é", "\r\n", "#", "-1", "false", ",",
        "\"\"\"",
    ];
    for round in 0..ROUNDS {
        let mut text = if round % 2 == 0 { DODGEM.to_owned() } else { CARO.to_owned() };
        for _ in 0..random.usize(1..5) {
            let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let mut ends = [starts[random.usize(..starts.len())], starts[random.usize(..starts.len())]];
            ends.sort_unstable();
            match random.u8(..4) {
                0 => text.insert_str(ends[0], odd[random.usize(..odd.len())]),
                1 => drop(text.remove(ends[0])),
                2 if ends[1] - ends[0] < 40 => text.replace_range(ends[0]..ends[1], ""),
                _ => {
                    let part = text[ends[0]..ends[1]].to_owned();
                    text.insert_str(ends[random.usize(..2)], &part);
                }
            }
            text.push('\n');
        }
        let found = Read::of(&text);
        found.diagnostics.render(&found.sources, Style::Plain);
        if let Some(reading) = &found.reading {
            reading.to_toml(&found.sources);
        }
    }
}
