//! `banco tune`

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::arena::rules_id;
use crate::arena::tune::{Fit, Fitting, Model, Weight, fit, samples};
use crate::diagnostic::Style;
use crate::library::{Library, Loaded};
use crate::spec::edit::{Number, rewritten};
use crate::suite::{io_words, write_whole};

use super::choice::GameChoice;
use super::files::KeptGames;
use super::language::{Language, LanguageChoice};
use super::output::{Failure, Finish, json_line};

/// Fit the weights of a definition to games
///
/// The numbers of `[evaluation]` are changed so that the results of the games become likelier: logistic regression on
/// quiet positions. Tables that are equal from left to right stay so. One game of eight is held out, and says how near to
/// what is there the weights are held. Whether new weights are better is for a match to say.
///
/// Example: banco tune games/mine.toml --records games.jsonl --only values --write
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameChoice,
    #[command(flatten)]
    games: KeptGames,
    /// Fit these alone: values,squares.knight
    #[arg(long, value_name = "TERMS", value_delimiter = ',')]
    only: Vec<String>,
    /// How much results count; the rest of one goes to what the engines' searches said
    #[arg(long, value_name = "SHARE", default_value = "1", value_parser = share)]
    lambda: f64,
    /// How strongly weights are held near what they are, at the least: what a change of 100 points costs
    #[arg(long, value_name = "X", default_value = "0", value_parser = strength)]
    keep: f64,
    /// Write the numbers into the file of the definition; what it takes over becomes its own there
    #[arg(long)]
    write: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lang: LanguageChoice,
}

pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a share is from 0 to 1".to_owned())
}

fn strength(text: &str) -> Result<f64, String> {
    let strength = text.parse().ok().filter(|strength| (0.0..=1e6).contains(strength));
    strength.ok_or_else(|| "write a number from 0".to_owned())
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let language = args.lang.language();
    let loaded = args.game.load((!args.json).then_some(language))?;
    let file = args.write.then(|| own_file(&loaded, &args.game.game)).transpose()?;
    if loaded.game.evaluation.is_replaced() {
        return Err(Failure::Usage(
            "a script takes the place of its numbers: nothing can be fitted".to_owned(),
        ));
    }
    let model = Model::of(&loaded, &args.only)
        .map_err(|error| Failure::Usage(format!("`{}` cannot be tuned: {error}", args.game.game)))?;
    let records = args.games.read(&loaded.game)?;
    let found = samples(&model, &loaded.game, records.iter()).map_err(Failure::Wrong)?;
    let fitting = Fitting { lambda: args.lambda, keep: args.keep };
    let fitted = fit(&model, &found, &fitting).map_err(Failure::Usage)?;
    let counts = [found.training.len(), found.held_out.len()];
    match args.json {
        true => json_line(out, &fit_json(&model, &fitted, found.games, counts))?,
        false => write_fit(language, &model, &fitted, (found.games, counts), out)?,
    }
    if let Some(file) = file {
        write_numbers(&loaded, &file, &model.changes(&fitted.values))?;
    }
    Ok(Finish::Good)
}

/// The file that the definition stands in.
fn own_file(loaded: &Loaded, game: &str) -> Result<PathBuf, Failure> {
    let name = loaded.sources.name(loaded.definition().at.source);
    let file = loaded.files.iter().find(|file| file.to_string_lossy() == **name);
    file.cloned().ok_or_else(|| {
        let words = format!(
            "`{game}` is shipped inside the program: `banco new mine --from {game}` makes a file to write to"
        );
        Failure::Usage(words)
    })
}

/// Writes numbers into a file, whole or not at all, once it is known that it says what is meant.
fn write_numbers(loaded: &Loaded, file: &Path, changes: &[(Number, i32)]) -> Result<(), Failure> {
    if changes.is_empty() {
        return Ok(());
    }
    let named = |why: String| Failure::Usage(format!("cannot write `{}`: {why}", file.display()));
    let main = loaded.definition().at.source;
    let text = rewritten(&loaded.sources, main, changes).map_err(named)?;
    let there = std::fs::read_to_string(file).map_err(|error| named(io_words(&error)))?;
    if there.trim_start_matches('\u{feff}') != &**loaded.sources.text(main) {
        return Err(named("it was changed meanwhile".to_owned()));
    }
    let mark = if there.starts_with('\u{feff}') { "\u{feff}" } else { "" };
    let new = write_beside(file, &text).map_err(|error| named(io_words(&error)))?;
    let reread = Library::default().load(&new.path().to_string_lossy()).map_err(|error| {
        named(format!(
            "it would be no definition any more:\n{}",
            error.diagnostics.render(&error.sources, Style::Plain)
        ))
    })?;
    drop(new);
    let evaluation = reread.definition().evaluation.as_ref();
    let numbers = evaluation.map(crate::spec::edit::numbers).unwrap_or_default();
    let is_there = |(number, value): &(Number, i32)| {
        numbers.iter().any(|found| found.name() == number.name() && found.points.value == *value)
    };
    if !changes.iter().all(is_there) || rules_id(&reread.game) != rules_id(&loaded.game) {
        return Err(named("the new numbers would not be read back".to_owned()));
    }
    write_whole(file, &[mark.as_bytes(), text.as_bytes()]).map_err(|error| named(io_words(&error)))
}

/// The text in a file beside another one, to be read as that one would be.
fn write_beside(file: &Path, text: &str) -> std::io::Result<tempfile::NamedTempFile> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut new = tempfile::Builder::new().prefix(".banco-").suffix(".toml").tempfile_in(folder)?;
    new.write_all(text.as_bytes())?;
    new.flush()?;
    Ok(new)
}

fn changed<'a>(model: &'a Model, fitted: &'a Fit) -> impl Iterator<Item = (&'a Weight, i32)> {
    let pairs = model.weights.iter().zip(fitted.values.iter().copied());
    pairs.filter(|(weight, value)| weight.value != *value)
}

fn fit_json(model: &Model, fitted: &Fit, games: u64, [training, held_out]: [usize; 2]) -> Value {
    let change =
        |(weight, value): (&Weight, i32)| json!({ "name": weight.name, "from": weight.value, "to": value });
    json!({
        "games": games,
        "positions": training,
        "held_out": held_out,
        "weights": model.weights.len(),
        "scale": fitted.scale,
        "searched_scale": fitted.searched_scale,
        "kept": fitted.kept,
        "loss": { "training": fitted.training, "held_out": fitted.held_out },
        "changes": changed(model, fitted).map(change).collect::<Vec<_>>(),
    })
}

fn write_fit(
    language: Language,
    model: &Model,
    fitted: &Fit,
    (games, [training, held_out]): (u64, [usize; 2]),
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let counts = language.of(
        format!("{games} games, {training} quiet positions to learn from, {held_out} held out"),
        format!("{games} ván, học từ {training} thế cờ yên tĩnh, giữ lại {held_out} để kiểm tra"),
    );
    writeln!(out, "{counts}")?;
    let [before, after] = fitted.held_out;
    let found = match fitted.kept {
        None => language.of(
            format!("nothing better was found: held-out loss {before:.6}"),
            format!("không tìm được gì tốt hơn: sai số kiểm tra {before:.6}"),
        ),
        Some(kept) => language.of(
            format!("held-out loss {before:.6}, now {after:.6}, with weights held by {kept:.2e}"),
            format!("sai số kiểm tra {before:.6}, nay {after:.6}, trọng số được giữ với độ mạnh {kept:.2e}"),
        ),
    };
    writeln!(out, "{found}")?;
    for (weight, value) in changed(model, fitted) {
        writeln!(out, "  {:32} {:>6} -> {value:>6}", weight.name, weight.value)?;
    }
    Ok(())
}
