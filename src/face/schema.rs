//! `banco schema`

use std::io::Write;

use crate::spec;

use super::output::{Failure, Finish};

/// Print the JSON Schema of definitions, or the reference page
///
/// Editors that know TOML complete keys and show what they mean when the schema is given to them.
///
/// Example: banco schema > banco.schema.json
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Print every key and its meaning as a page in Markdown
    #[arg(long)]
    markdown: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    if args.markdown {
        out.write_all(spec::reference().as_bytes())?;
    } else {
        writeln!(out, "{:#}", spec::schema())?;
    }
    Ok(Finish::Good)
}
