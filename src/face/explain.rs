//! `banco explain`

use std::io::Write;

use clap::builder::styling::Style;
use serde_json::{Value, json};

use crate::diagnostic::{Code, nearest};

use super::language::{Language, LanguageChoice};
use super::output::{Failure, Finish, json_line, styled, wrapped};

/// Explanations have lines of at most so many columns.
const WIDTH: usize = 90;

/// Explain a diagnostic's code
///
/// What `error[CODE]` means, with a wrong and a right example. Without a CODE, all of them are listed.
///
/// Example: banco explain unknown-name
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The code, as it stands between the brackets of `error[...]`
    #[arg(value_name = "CODE")]
    code: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lang: LanguageChoice,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    match &args.code {
        None => list(args.json, out),
        Some(name) if args.json => {
            json_line(out, &code_json(find(name)?))?;
            Ok(Finish::Good)
        }
        Some(name) => explain(find(name)?, args.lang.language(), out),
    }
}

/// Finds a code, also when it is given as it is printed: `error[unknown-name]`.
fn find(name: &str) -> Result<&'static Code, Failure> {
    let bare = name.split_once('[').and_then(|(_, rest)| rest.strip_suffix(']')).unwrap_or(name);
    Code::find(bare).ok_or_else(|| {
        let near = nearest(bare, Code::all().map(|code| code.name));
        let help = near.map_or_else(
            || "`banco explain` lists them".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        Failure::Usage(format!("there is no code `{}`\n  = help: {help}", bare.escape_debug()))
    })
}

fn list(json: bool, out: &mut dyn Write) -> Result<Finish, Failure> {
    if json {
        let codes: Vec<Value> = Code::all().map(code_json).collect();
        json_line(out, &json!({ "codes": codes }))?;
        return Ok(Finish::Good);
    }
    let width = Code::all().map(|code| code.name.len()).max().unwrap_or(0);
    for code in Code::all() {
        writeln!(out, "{:width$}  {:7}  {}", code.name, code.severity.name(), code.title)?;
    }
    Ok(Finish::Good)
}

fn explain(code: &Code, language: Language, out: &mut dyn Write) -> Result<Finish, Failure> {
    let bold = Style::new().bold();
    let head = styled(bold, &format!("{}[{}]", code.severity.name(), code.name));
    writeln!(out, "{head}: {}\n\n{}", code.title, wrapped(code.explanation, WIDTH, 0))?;
    let [wrong, right] = language.of(["Wrong", "Right"], ["Sai", "Đúng"]);
    for (title, example) in [(wrong, code.wrong), (right, code.right)] {
        writeln!(out, "\n{}:\n", styled(bold, title))?;
        for line in example.trim_end().lines() {
            writeln!(out, "{}", format!("    {line}").trim_end())?;
        }
    }
    Ok(Finish::Good)
}

fn code_json(code: &Code) -> Value {
    json!({
        "code": code.name,
        "severity": code.severity.name(),
        "title": code.title,
        "explanation": code.explanation,
        "wrong": code.wrong,
        "right": code.right,
    })
}
