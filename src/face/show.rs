//! `banco show`

use std::io::Write;

use serde_json::{Value, json};

use crate::describe::english;

use super::choice::GameChoice;
use super::language::LanguageChoice;
use super::output::{Failure, Finish, json_line};

/// Show a definition as it counts
///
/// Everything that it extends is merged in, and every value comes with the file and line that gives it.
///
/// Example: banco show dodgem-no-block --rules
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameChoice,
    /// Read the rules back in plain English
    #[arg(long)]
    rules: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lang: LanguageChoice,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let loaded = args.game.load((!args.json).then(|| args.lang.language()))?;
    match (args.rules, args.json) {
        (true, false) => out.write_all(english(loaded.definition()).as_bytes())?,
        (true, true) => json_line(out, &json!({ "rules": english(loaded.definition()) }))?,
        (false, false) => out.write_all(loaded.reading.to_toml(&loaded.sources).as_bytes())?,
        (false, true) => {
            let values = loaded.reading.resolved(&loaded.sources);
            let value = |v: &crate::spec::Resolved| json!({ "path": v.path, "value": v.text, "file": &*v.location.file, "line": v.location.line });
            let values: Vec<Value> = values.iter().map(value).collect();
            json_line(out, &json!({ "values": values }))?;
        }
    }
    Ok(Finish::Good)
}
