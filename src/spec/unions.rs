//! The schema made plain for editors: one mistake is one error.
//!
//! `NAME = false` drops what a definition inherits, so nearly every value could be something or `false`. Said as
//! `anyOf`, a mistake deep inside a table makes each table around it fit none of its schemas, and editors report every
//! one. Said as a list of types, what is wrong is wrong in one place.

use serde_json::{Map, Value, json};

/// Rewrites every value that may be `false`, and gives lists of words their type, by which editors choose among several.
pub(super) fn make_plain(root: &mut Value) {
    let definitions = root.get("$defs").cloned().unwrap_or_default();
    walk(root, &definitions, &[]);
}

/// `inside` are the definitions that were written out around a schema: none is written out in itself.
fn walk(schema: &mut Value, definitions: &Value, inside: &[String]) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(|inner| walk(inner, definitions, inside)),
        Value::Object(map) => {
            give_type(map);
            let mut inside = [inside, &rewrite(map, definitions, inside)].concat();
            inside.extend(split(map, definitions, &inside));
            map.values_mut().for_each(|inner| walk(inner, definitions, &inside));
        }
        _ => {}
    }
}

/// Words are texts.
fn give_type(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(words)) = schema.get("enum")
        && words.iter().all(Value::is_string)
        && !schema.contains_key("type")
    {
        schema.insert("type".to_owned(), json!("string"));
    }
}

/// Leaves one alternative, where there is one beside `false`. The answer is what was written out for it.
fn rewrite(schema: &mut Map<String, Value>, definitions: &Value, inside: &[String]) -> Vec<String> {
    let Some(Value::Array(given)) = schema.get("anyOf") else { return Vec::new() };
    let mut others: Vec<Value> = given.iter().flat_map(alternatives).cloned().collect();
    let before = others.len();
    others.retain(|other| !is_false(other));
    let may_drop = others.len() < before;
    let is_truth = |other: &Value| resolved(other, definitions).get("type") == Some(&json!("boolean"));
    let says_false = may_drop && !others.iter().any(is_truth);
    match others.as_slice() {
        [one] if named(one, definitions).iter().all(|name| !inside.contains(name)) => {
            let names = named(one, definitions);
            let mut one = resolved(one, definitions);
            if says_false {
                or_false(&mut one);
            }
            schema.remove("anyOf");
            for (key, value) in one {
                schema.entry(key).or_insert(value);
            }
            names
        }
        _ => {
            others.extend(says_false.then(|| json!({ "type": "boolean", "const": false })));
            schema.insert("anyOf".to_owned(), Value::Array(others));
            Vec::new()
        }
    }
}

/// What is said of lists and of tables is said beside the choice between them and words, not in it: then a mistake in a
/// list or in a table is one at its own place, and not one of the whole value.
///
/// The answer is what was written out for it.
fn split(schema: &mut Map<String, Value>, definitions: &Value, inside: &[String]) -> Vec<String> {
    let Some(Value::Array(others)) = schema.get("anyOf") else { return Vec::new() };
    let names: Vec<String> = others.iter().flat_map(|other| named(other, definitions)).collect();
    if schema.contains_key("allOf") || names.iter().any(|name| inside.contains(name)) {
        return Vec::new();
    }
    let typed = |other: &Value| {
        let mut other = resolved(other, definitions);
        give_type(&mut other);
        other
    };
    let others: Vec<Map<String, Value>> = others.iter().map(typed).collect();
    let kind = |other: &Map<String, Value>| other.get("type").and_then(Value::as_str).map(str::to_owned);
    let of = |name: &str| others.iter().filter(|other| kind(other).as_deref() == Some(name)).count();
    let known = others.iter().all(|other| kind(other).is_some() || other.contains_key("const"));
    if !known || of("array") > 1 || of("object") > 1 || of("array") + of("object") == 0 || others.len() < 2 {
        return Vec::new();
    }
    let open = |other: &Map<String, Value>| other.get("additionalProperties") == Some(&json!(true));
    let is_split = others.iter().any(open);
    let mut parts = vec![Value::Null];
    let mut choice = Vec::new();
    for mut other in others {
        let inner = match kind(&other).as_deref() {
            Some("array") => {
                let mut inner = apart(&mut other, &["items"]);
                admit_keys(&mut inner);
                inner
            }
            Some("object") => {
                let inner =
                    apart(&mut other, &["properties", "additionalProperties", "propertyNames", "required"]);
                if !inner.is_empty() {
                    admit_keys(&mut other);
                }
                inner
            }
            _ => Map::new(),
        };
        if !inner.is_empty() {
            other.remove("description");
            parts.push(Value::Object(inner));
        }
        choice.push(Value::Object(other));
    }
    if parts.len() == 1 || is_split {
        // It was split before.
        return Vec::new();
    }
    parts[0] = json!({ "anyOf": choice });
    schema.remove("anyOf");
    schema.insert("allOf".to_owned(), Value::Array(parts));
    names
}

/// The definitions that [`resolved`] writes out for a schema.
fn named(schema: &Value, definitions: &Value) -> Vec<String> {
    let Some(map) = schema.as_object() else { return Vec::new() };
    match (map.get("$ref"), map.get("allOf")) {
        (Some(Value::String(name)), _) => {
            let name = name.rsplit('/').next().unwrap_or_default();
            let inner = definitions.get(name).map(|inner| named(inner, definitions));
            [vec![name.to_owned()], inner.unwrap_or_default()].concat()
        }
        (None, Some(Value::Array(parts))) if parts.len() == 1 => named(&parts[0], definitions),
        _ => Vec::new(),
    }
}

/// Some editors take a schema that says nothing of keys for one that has none.
fn admit_keys(schema: &mut Map<String, Value>) {
    if !schema.is_empty() {
        schema.insert("additionalProperties".to_owned(), json!(true));
    }
}

/// Takes some keywords out of a schema.
fn apart(schema: &mut Map<String, Value>, keywords: &[&str]) -> Map<String, Value> {
    keywords.iter().filter_map(|&word| Some((word.to_owned(), schema.remove(word)?))).collect()
}

/// Alternatives inside an alternative are its equals.
fn alternatives(schema: &Value) -> &[Value] {
    match schema.as_object().filter(|map| map.len() == 1).and_then(|map| map.get("anyOf")) {
        Some(Value::Array(inner)) => inner,
        _ => std::slice::from_ref(schema),
    }
}

fn is_false(schema: &Value) -> bool {
    *schema == json!({ "const": false })
}

/// What a schema says itself, references and wrappers followed.
fn resolved(schema: &Value, definitions: &Value) -> Map<String, Value> {
    let Some(map) = schema.as_object() else { return Map::new() };
    let inner = match (map.get("$ref"), map.get("allOf")) {
        (Some(Value::String(name)), _) => name.rsplit('/').next().and_then(|name| definitions.get(name)),
        (None, Some(Value::Array(parts))) if parts.len() == 1 => parts.first(),
        _ => None,
    };
    let Some(inner) = inner else { return map.clone() };
    let mut all = resolved(inner, definitions);
    all.extend(
        map.iter()
            .filter(|(key, _)| *key != "$ref" && *key != "allOf")
            .map(|(key, value)| (key.clone(), value.clone())),
    );
    all
}

/// The same, or `false`.
fn or_false(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(others)) = schema.get_mut("anyOf") {
        others.push(json!({ "const": false }));
        return;
    }
    give_type(schema);
    if let Some(Value::Array(words)) = schema.get_mut("enum") {
        words.push(json!(false));
    } else if schema.contains_key("type") {
        schema.insert("not".to_owned(), json!({ "const": true }));
    }
    if let Some(kind) = schema.get("type").cloned() {
        let mut kinds = if let Value::Array(kinds) = kind { kinds } else { vec![kind] };
        kinds.push(json!("boolean"));
        schema.insert("type".to_owned(), Value::Array(kinds));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::spec::schema;

    const RACE: &str = "[game]\nlanguage = 1\nname = \"Pawn race\"\nplayers = [\"white\", \"black\"]\n\
        [board]\nsize = [4, 4]\n[pieces.pawn]\nletter = \"P\"\n[pieces.pawn.moves]\n\
        push = { step = \"forward\", onto = \"empty\" }\n\
        take = { step = [\"forward-left\", \"forward-right\"], onto = \"enemy\" }\n[pieces.king]\nletter = \"K\"\n\
        moves.go = { step = \"any\", onto = \"empty\", if = { none = \"own pawn\", on = \"*4\" } }\n\
        [setup]\nboard = \"\"\"\nk p p p\n. . . .\n. . . .\nP P P K\n\"\"\"\n\
        [end.across]\nif = { some = \"own pawn\", on = \"last-rank\" }\nwinner = \"mover\"\n\
        [end.stuck]\nif = \"no-moves\"\nloser = \"turn\"\n\
        [evaluation]\nvalues = { pawn = 100 }\nmobility = 2\n[evaluation.formations]\n\
        passed = { piece = \"pawn\", none = \"enemy pawn\", on = { ahead = [1, 3], beside = [0, 1] }, value = 5 }\n";

    fn parsed(text: &str) -> Value {
        toml::from_str(text).expect("TOML")
    }

    /// The mistakes that a definition has by the schema, each with its place.
    fn mistakes(text: &str) -> Vec<(String, String)> {
        let validator = jsonschema::validator_for(&schema()).expect("a schema");
        let text = parsed(text);
        validator
            .iter_errors(&text)
            .map(|error| (error.instance_path().to_string(), error.to_string()))
            .collect()
    }

    #[test]
    fn one_mistake_is_one_error_at_its_place() {
        assert_eq!(mistakes(RACE), []);
        let edits = [
            ("\"forward\"", "\"forwrd\"", "/pieces/pawn/moves/push/step"),
            ("\"forward-left\"", "\"forward-let\"", "/pieces/pawn/moves/take/step/0"),
            ("step = \"any\"", "stp = \"any\"", "/pieces/king/moves/go/stp"),
            ("letter = \"P\"", "letter = \"PP\"", "/pieces/pawn/letter"),
            ("letter = \"K\"", "leter = \"K\"", "/pieces/king/leter"),
            ("size = [4, 4]", "size = [4]", "/board/size"),
            ("size = [4, 4]", "sise = [4, 4]\nsize = [4, 4]", "/board/sise"),
            ("language = 1", "language = \"1\"", "/game/language"),
            ("players = [\"white\", \"black\"]", "players = [\"white\"]", "/game/players"),
            ("winner = \"mover\"", "winer = \"mover\"", "/end/across/winer"),
            ("winner = \"mover\"", "winner = 1", "/end/across/winner"),
            ("loser = \"turn\"", "loser = \"none\"", "/end/stuck/loser"),
            ("\"no-moves\"", "\"no-move\"", "/end/stuck/if"),
            ("pawn = 100", "pawn = \"100\"", "/evaluation/values/pawn"),
            ("pawn = 100", "pawn = true", "/evaluation/values/pawn"),
            ("mobility = 2", "mobilty = 2", "/evaluation/mobilty"),
            ("mobility = 2", "mobility = \"2\"", "/evaluation/mobility"),
            ("value = 5", "valu = 5, value = 5", "/evaluation/formations/passed/valu"),
            ("piece = \"pawn\", ", "", "/evaluation/formations/passed"),
            ("beside = [0, 1]", "beside = [0]", "/evaluation/formations/passed/on/beside"),
            ("beside = [0, 1]", "besides = [0, 1]", "/evaluation/formations/passed/on/besides"),
            ("[setup]", "[setp]\nx = 1\n[setup]", "/setp"),
            ("moves.go = {", "moves.go = true\nmoves.no = {", "/pieces/king/moves/go"),
        ];
        for (right, wrong, place) in edits {
            let text = RACE.replacen(right, wrong, 1);
            assert_ne!(text, RACE, "{right}");
            let found = mistakes(&text);
            assert_eq!(found.len(), 1, "{wrong}: {found:#?}");
            assert_eq!(found[0].0, place, "{wrong}: {found:#?}");
        }
    }

    #[test]
    fn what_is_taken_over_can_be_dropped_and_nothing_is_true() {
        let child = "[game]\nlanguage = 1\nname = \"V\"\nextends = \"chess\"\n";
        for dropped in [
            "[pieces]\nqueen = ",
            "[end]\nfifty = ",
            "[evaluation.formations]\npassed = ",
            "[evaluation.values]\npawn = ",
        ] {
            assert_eq!(mistakes(&format!("{child}{dropped}false\n")), [], "{dropped}");
            assert_eq!(mistakes(&format!("{child}{dropped}true\n")).len(), 1, "{dropped}");
        }
    }

    #[test]
    fn lists_of_words_say_that_they_are_texts() {
        fn look(schema: &Value, found: &mut usize) {
            match schema {
                Value::Object(map) => {
                    if let Some(Value::Array(words)) = map.get("enum") {
                        *found += 1;
                        assert!(words.is_empty() || map.get("type").is_some(), "{schema}");
                    }
                    assert!(
                        map.get("anyOf").and_then(Value::as_array).is_none_or(|list| list.len() >= 2),
                        "{schema}"
                    );
                    map.values().for_each(|inner| look(inner, found));
                }
                Value::Array(list) => list.iter().for_each(|inner| look(inner, found)),
                _ => {}
            }
        }
        let mut found = 0;
        look(&schema(), &mut found);
        assert!(found > 10, "{found}");
    }
}
