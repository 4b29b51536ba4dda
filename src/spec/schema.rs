//! The JSON Schema of definitions, for editors.

use schemars::generate::SchemaSettings;
use schemars::{Schema, json_schema};
use serde_json::{Map, Value, json};

use super::Definition;
use super::load::OLD_KEYS;
use super::merge::{INHERITED, begins_anew};
use super::read::{Keys, Shape, one_line};
use super::unions::make_plain;

/// The JSON Schema of a definition file. It knows every key, its doc comment and the type of its value;
/// what the inside of a string says, and what names refer to, is for the program to check.
pub fn schema() -> Value {
    let schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Definition>();
    let mut root = schema.to_value();
    if let Value::Object(root) = &mut root {
        root.insert("title".to_owned(), json!("A board game"));
        root.insert("if".to_owned(), extending());
        root.insert("else".to_owned(), complete());
    }
    make_plain(&mut root);
    root
}

/// A definition that extends another one.
fn extending() -> Value {
    // Some editors take tables that name some of their keys for tables that have no others.
    let game = json!({ "required": ["extends"], "additionalProperties": true });
    json!({ "properties": { "game": game }, "required": ["game"], "additionalProperties": true })
}

/// What stands for keys that a table does not have. A plain `false` is a mistake of the table, which some editors mark
/// at every word in it.
fn no_other_key() -> Value {
    json!({ "not": { "title": "an unknown key" } })
}

/// What must be there in a definition that extends none.
fn complete() -> Value {
    let game = required::<super::Game>();
    let board = required::<super::Board>();
    let needs = |keys: Vec<&str>| json!({ "required": keys, "additionalProperties": true });
    json!({
        // What the whole file lacks is said by some editors at every word of the file: that is left to the program.
        "properties": { "game": needs(game), "board": needs(board) },
        "additionalProperties": true,
    })
}

fn required<T: Keys>() -> Vec<&'static str> {
    T::KEYS.iter().filter(|key| key.required).map(|key| key.name).collect()
}

/// The schema of a table with fixed keys, the schemas of whose values are given.
pub(crate) fn of_table<T: Keys>(values: Vec<Schema>) -> Schema {
    let mut properties = Map::new();
    for (key, value) in T::KEYS.iter().zip(values) {
        let mut property = shaped(key.shape, value.to_value(), T::MERGES);
        if let Value::Object(property) = &mut property {
            property.insert("description".to_owned(), json!(one_line(key.doc)));
        }
        properties.insert(key.name.to_owned(), property);
    }
    for (table, old, new) in OLD_KEYS {
        if T::title() == format!("`[{table}]`")
            && let Some(Value::Object(today)) = properties.get(new)
        {
            let mut property = today.clone();
            property.insert("deprecated".to_owned(), json!(true));
            property.insert("description".to_owned(), json!(format!("the old word for `{new}`")));
            properties.insert(old.to_owned(), Value::Object(property));
        }
    }
    if begins_anew(&T::title()) {
        let all = "`false` drops all that the extended definition has here";
        properties.insert(INHERITED.to_owned(), json!({ "const": false, "description": all }));
    }
    let mut schema = json_schema!({
        "type": "object",
        "description": one_line(T::DOC),
        "properties": properties,
        "additionalProperties": no_other_key(),
    });
    if !T::MERGES {
        schema.insert("required".to_owned(), json!(required::<T>()));
    }
    schema
}

/// A table of names, or one value. Where tables become one, `false` drops a whole table, too.
fn shaped(shape: Shape, value: Value, merges: bool) -> Value {
    let table = match shape {
        Shape::One => return or_dropped(value, merges),
        Shape::Named => json!({
            "type": "object",
            "propertyNames": { "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$" },
            "additionalProperties": or_dropped(value, merges),
        }),
        Shape::Keyed => json!({ "type": "object", "additionalProperties": or_dropped(value, merges) }),
        Shape::Dotted => {
            let inner =
                json!({ "type": "object", "additionalProperties": or_dropped(value.clone(), merges) });
            json!({
                "type": "object",
                "additionalProperties": { "anyOf": [or_dropped(value, merges), inner] },
            })
        }
    };
    if merges { or_dropped(table, merges) } else { table }
}

/// In a table that merges with the parent's, `false` drops what the parent has.
fn or_dropped(value: Value, merges: bool) -> Value {
    if !merges {
        // Wrapped, so that a description beside it is not lost beside a reference.
        return json!({ "allOf": [value] });
    }
    json!({ "anyOf": [value, { "const": false }] })
}
