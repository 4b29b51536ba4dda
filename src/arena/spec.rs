//! Descriptions of engines and rules on the command line: `name=new,depth=6`.

use std::fmt;

use crate::diagnostic::nearest;

/// A description that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError(pub String);

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpecError {}

/// Keys with their values, in the order written.
///
/// ```
/// use banco::inside::arena::EngineWords;
///
/// let words = EngineWords::read(r#"cmd=engine,args="-a b,c",option.Hash=16"#)?;
/// assert_eq!(words.get("args"), Some("-a b,c"));
/// assert_eq!(words.below("option."), [("Hash", "16")]);
/// # Ok::<(), banco::inside::arena::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EngineWords(Vec<(String, String)>);

impl EngineWords {
    /// Reads `key=value,key=value`; a value within double quotes may hold commas. A first part without `=` is the value
    /// of the key with no name.
    ///
    /// # Errors
    ///
    /// When a part has no `=`, a key comes twice, or a quote is not closed.
    pub fn read(text: &str) -> Result<EngineWords, SpecError> {
        let mut words: Vec<(String, String)> = Vec::new();
        for (number, part) in split(text)?.into_iter().enumerate() {
            let (key, value) = match part.split_once('=') {
                Some((key, value)) => (key.trim().to_owned(), value.to_owned()),
                None if number == 0 => (String::new(), part),
                None => {
                    let part = part.escape_debug();
                    return Err(SpecError(format!("`{part}` stands where key=value is expected")));
                }
            };
            if words.iter().any(|(other, _)| *other == key) {
                return Err(SpecError(format!("`{}` is said twice", key.escape_debug())));
            }
            words.push((key, value));
        }
        Ok(words.into())
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// The keys that begin so, without that beginning, and their values.
    pub fn below(&self, start: &str) -> Vec<(&str, &str)> {
        let below = |(key, value): &'_ (String, String)| -> Option<(usize, usize)> {
            key.strip_prefix(start).map(|rest| (key.len() - rest.len(), value.len()))
        };
        self.0.iter().filter_map(|pair| below(pair).map(|(at, _)| (&pair.0[at..], pair.1.as_str()))).collect()
    }

    /// Checks that there are no other keys; a known one that ends in `.` allows all that begin so.
    ///
    /// # Errors
    ///
    /// The first unknown key, with the nearest known one.
    pub fn only(&self, known: &[&str]) -> Result<(), SpecError> {
        let is_known = |key: &str| known.iter().any(|k| *k == key || k.ends_with('.') && key.starts_with(k));
        let Some((key, value)) = self.0.iter().find(|(key, _)| !is_known(key)) else { return Ok(()) };
        let keys = known.iter().filter(|k| !k.is_empty()).copied();
        let help = match nearest(key, keys.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", keys.collect::<Vec<_>>().join(", ")),
        };
        let shown = if key.is_empty() { value } else { key };
        Err(SpecError(format!("unknown key `{}`; {help}", shown.escape_debug())))
    }
}

impl From<Vec<(String, String)>> for EngineWords {
    fn from(words: Vec<(String, String)>) -> EngineWords {
        EngineWords(words)
    }
}

/// The parts between commas, quotes taken away.
fn split(text: &str) -> Result<Vec<String>, SpecError> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for c in text.chars() {
        match (c, parts.last_mut()) {
            ('"', _) => quoted = !quoted,
            (',', _) if !quoted => parts.push(String::new()),
            (c, Some(part)) => part.push(c),
            (_, None) => {}
        }
    }
    match quoted {
        true => Err(SpecError("a quote is not closed".to_owned())),
        false => Ok(parts.into_iter().filter(|part| !part.trim().is_empty()).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_order_and_checked() {
        let words = EngineWords::read("mine,depth=3, hash=1").expect("words");
        assert_eq!(
            (words.get(""), words.get("depth"), words.get("hash")),
            (Some("mine"), Some("3"), Some("1"))
        );
        assert_eq!(words.only(&["", "depth", "hash"]), Ok(()));
        let error = words.only(&["", "dept", "hash"]).expect_err("unknown").to_string();
        assert_eq!(error, "unknown key `depth`; did you mean `dept`?");
        for bad in ["a=1,b", "a=1,a=2", "a=\"1"] {
            assert!(EngineWords::read(bad).is_err(), "{bad}");
        }
        assert_eq!(EngineWords::read(""), Ok(EngineWords::default()));
    }
}
