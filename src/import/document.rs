//! A definition as tables of keys, so that one can be said by what it changes of another.

/// Tables in order, each with its keys in order.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Document {
    tables: Vec<(String, Vec<(String, String)>)>,
}

impl Document {
    /// Says a key of a table.
    pub fn say(&mut self, table: &str, key: impl Into<String>, value: impl Into<String>) {
        let (key, value) = (key.into(), value.into());
        match self.tables.iter_mut().find(|(name, _)| name == table) {
            Some((_, keys)) => keys.push((key, value)),
            None => self.tables.push((table.to_owned(), vec![(key, value)])),
        }
    }

    /// Says everything that another one says, too.
    pub fn append(&mut self, other: &Document) {
        for (table, keys) in &other.tables {
            keys.iter().for_each(|(key, value)| self.say(table, key, value));
        }
    }

    fn table(&self, name: &str) -> &[(String, String)] {
        self.tables.iter().find(|(table, _)| table == name).map_or(&[], |(_, keys)| keys)
    }

    fn get(&self, table: &str, key: &str) -> Option<&str> {
        self.table(table).iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// Says something more in a rule.
    pub fn add(&mut self, table: &str, key: &str, more: &str) {
        let keys = self.tables.iter_mut().find(|(name, _)| name == table).map(|(_, keys)| keys);
        if let Some((_, rule)) = keys.and_then(|keys| keys.iter_mut().find(|(name, _)| name == key)) {
            *rule = with(rule, more);
        }
    }

    /// Whether a value of any table has these words.
    pub fn says_anywhere(&self, words: &str) -> bool {
        self.tables.iter().any(|(table, _)| self.says(table, words))
    }

    /// Whether a value of a table has these words.
    pub fn says(&self, table: &str, words: &str) -> bool {
        self.table(table).iter().any(|(_, value)| value.contains(words))
    }

    /// Says something more in those rules of a table that take, apart from where they only go.
    pub fn say_of_captures(&mut self, table: &str, more: &str) {
        let Some((_, rules)) = self.tables.iter_mut().find(|(name, _)| name == table) else { return };
        let split = |(name, rule): &(String, String)| {
            let takes = rule.contains("onto = \"enemy\"");
            match takes || rule.contains("onto =") || rule.contains("drop =") || rule.contains("castle =") {
                true if takes => vec![(name.clone(), with(rule, more))],
                true => vec![(name.clone(), rule.clone())],
                false => vec![
                    (format!("{name}-go"), with(rule, "onto = \"empty\"")),
                    (format!("{name}-take"), with(rule, &format!("onto = \"enemy\", {more}"))),
                ],
            }
        };
        *rules = rules.iter().flat_map(split).collect();
    }

    /// What this one says that another does not, and what it drops of it.
    pub fn beside(&self, parent: &Document) -> Document {
        let mut changes = Document::default();
        for (table, keys) in &parent.tables {
            if let Some(kind) = kind_of(table)
                && self.table(&format!("pieces.{kind}")).is_empty()
            {
                if changes.get("pieces", kind).is_none() {
                    changes.say("pieces", kind, "false");
                }
                continue;
            }
            for (key, _) in keys.iter().filter(|(key, _)| self.get(table, key).is_none()) {
                changes.say(table, key, "false");
            }
        }
        for (table, keys) in &self.tables {
            for (key, value) in keys {
                if parent.get(table, key) != Some(value) {
                    changes.say(table, key, value);
                }
            }
        }
        changes
    }

    /// Its text, tables in the order in which definitions have them.
    pub fn text(&self) -> String {
        let order = ["game", "board", "directions", "regions", "hands", "turn", "legality", "pieces"];
        let place = |table: &str| {
            let head = table.split('.').next().unwrap_or_default();
            order.iter().position(|name| *name == head).unwrap_or(match head {
                "moves" => 20,
                "effects" => 21,
                "illegal" => 22,
                "setup" => 23,
                "end" => 24,
                _ => 25,
            })
        };
        let mut tables: Vec<_> = self.tables.iter().collect();
        // Of a kind's two tables the first comes first; kinds keep their order.
        let kinds: Vec<&str> = self.tables.iter().filter_map(|(table, _)| kind_of(table)).collect();
        let kind =
            |table: &str| kind_of(table).and_then(|kind| kinds.iter().position(|other| *other == kind));
        tables.sort_by_key(|(table, _)| (place(table), kind(table), table.ends_with(".moves")));
        let mut text = String::new();
        for (table, keys) in tables {
            if !text.is_empty() && kind_of(table).is_none_or(|_| !table.ends_with(".moves")) {
                text.push('\n');
            }
            text.push_str(&format!("[{table}]\n"));
            let width = keys.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
            for (key, value) in keys {
                text.push_str(&format!("{key:width$} = {value}\n"));
            }
        }
        text
    }
}

/// A rule that says more.
fn with(rule: &str, words: &str) -> String {
    let open = rule.strip_suffix('}').unwrap_or(rule).trim_end();
    format!("{open}, {words} }}")
}

/// The kind whose table it is.
fn kind_of(table: &str) -> Option<&str> {
    table.strip_prefix("pieces.").map(|kind| kind.strip_suffix(".moves").unwrap_or(kind))
}
