//! The numbers of an evaluation, and texts with other numbers.

use serde::Deserialize;
use serde_json::{Value, json};

use super::ask::Site;
use super::games::GameSource;
use super::refused::{Answer, Refused, Stop};
use crate::spec::edit::{Number, numbers, rewritten};

/// Which numbers, and what they shall be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WeightsRequest {
    source: GameSource,
    /// By their names.
    #[serde(default)]
    changes: Vec<(String, i32)>,
}

/// Every number of the evaluation, and the text of the definition after the changes.
pub(super) fn weights(site: &Site, _: &Stop, asked: WeightsRequest) -> Answer {
    let kept = site.games.game(&asked.source)?;
    let loaded = &kept.loaded;
    let main = loaded.definition().at.source;
    let all = loaded.definition().evaluation.as_ref().map(numbers).unwrap_or_default();
    let changed = |(name, value): &(String, i32)| {
        let number = all.iter().find(|number| number.name() == *name).cloned();
        let unknown =
            || Refused::wrong("weight", format!("there is no number `{}`", super::games::shortened(name)));
        Ok((number.ok_or_else(unknown)?, *value))
    };
    let changes: Vec<(Number, i32)> = asked.changes.iter().map(changed).collect::<Result<_, Refused>>()?;
    let text = match changes.is_empty() {
        true => None,
        false => {
            Some(rewritten(&loaded.sources, main, &changes).map_err(|why| Refused::wrong("weight", why))?)
        }
    };
    let one = |number: &Number| -> Value {
        let at = loaded.sources.locate(number.points.span);
        json!({
            "name": number.name(),
            "term": number.term(),
            "value": number.points.value,
            "drawn": number.drawn,
            "own": number.points.span.source == main,
            "file": &**loaded.sources.name(number.points.span.source),
            "line": at.line,
        })
    };
    Ok(json!({ "numbers": all.iter().map(one).collect::<Vec<_>>(), "text": text }))
}
