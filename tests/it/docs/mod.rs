//! README and book keep their word: their games load, their commands print what stands there, their pictures,
//! counts and links are right, and the reference says what the program says.
//!
//! # Blocks
//!
//! The blocks of a page are taken in their order, each page in a folder of its own.
//!
//! - `toml` that starts with `# games/NAME.toml` begins that file, or begins it anew; a block without such a line
//!   goes on with it. After `# from NAME` stand lines of that shipped game.
//! - `lua` starts with `-- PATH`, `ron` with `// PATH`, other files in the same way.
//! - `sh`: a line with `$ ` is run, and what follows it is expected, `…` standing for anything.
//! - `rust` is tried by `cargo test --doc`; `src/lib.rs` names the pages that have some.
//! - `console` is what is typed outside the program: `git` and `cargo`; `bash` what is typed for many machines, which is
//!   read and not run.
//! - `text`, `json` and `luau` stand in the generated reference alone.
//!
//! # Pictures
//!
//! `<!-- $ banco picture chess > pictures/chess.svg -->` says how a picture is drawn. `BANCO_BLESS=1 cargo test
//! --test it docs` draws them all again, and writes the reference.

#![cfg(unix)]

mod blocks;
mod json;
mod links;
mod names;
mod reference;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use crate::shipped;

/// A page of the documentation.
struct Page {
    /// Below the folder of the crate, with `/` between.
    path: String,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Whether what is generated is written instead of compared.
fn blesses() -> bool {
    std::env::var_os("BANCO_BLESS").is_some_and(|value| value != "0")
}

/// Every page, the generated ones too.
fn pages() -> Vec<Page> {
    let mut paths = vec![root().join("README.md"), root().join("README.vi.md")];
    paths.extend(files_below(&root().join("docs/src"), "md"));
    paths.into_iter().map(|path| page(&path)).collect()
}

fn page(path: &Path) -> Page {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let path = path.strip_prefix(root()).expect("a path below the crate");
    Page { path: path.to_string_lossy().replace('\\', "/"), text }
}

fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(files_below(&path, extension)),
            path if path.extension().is_some_and(|of| of == extension) => found.push(path),
            _ => {}
        }
    }
    found.sort();
    found
}

impl Page {
    fn is_generated(&self) -> bool {
        self.path.starts_with("docs/src/reference/")
    }
}

/// Runs a line of shell in a folder; what it printed on either output.
fn shell(folder: &Path, line: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_banco"));
    let found_first = [program.parent().expect("a folder").to_owned()];
    let old = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(found_first.into_iter().chain(std::env::split_paths(&old)));
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {line}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", path.expect("a path"))
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C")
        .env("COLUMNS", "100")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Does something with each, on as many threads as there are processors; what went wrong.
fn for_each_at_once<T: Sync>(all: &[T], work: impl Fn(&T) -> Vec<String> + Sync) -> Vec<String> {
    let (next, wrong) = (Mutex::new(all.iter()), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(all.len()) {
            scope.spawn(|| {
                loop {
                    let Some(one) = next.lock().expect("no thread has panicked").next() else { return };
                    let found = work(one);
                    wrong.lock().expect("no thread has panicked").extend(found);
                }
            });
        }
    });
    wrong.into_inner().expect("no thread has panicked")
}

/// Compares a generated file with what stands there, or writes it.
fn settle(path: &Path, text: &str) -> Vec<String> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Vec::new();
    }
    if blesses() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
        return Vec::new();
    }
    vec![format!("{} is not as it is generated: BANCO_BLESS=1 cargo test --test it docs", path.display())]
}

#[test]
fn every_block_runs() {
    let pages: Vec<Page> = pages().into_iter().filter(|page| !page.is_generated()).collect();
    let wrong = for_each_at_once(&pages, blocks::run);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn every_picture_is_the_one_that_its_command_draws() {
    let wrong = for_each_at_once(&pages(), |page| {
        let folder = tempfile::tempdir().expect("a folder");
        let beside = root().join(&page.path);
        let mut wrong = Vec::new();
        for (command, file) in blocks::pictures(&page.text) {
            let drawn = shell(folder.path(), command);
            if !drawn.starts_with("<svg") {
                wrong.push(format!("{}: {command}\n{drawn}", page.path));
                continue;
            }
            wrong.extend(settle(&beside.parent().expect("a folder").join(file), &drawn));
        }
        wrong
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_reference_says_what_the_program_says() {
    let folder = root().join("docs/src/reference");
    let written = reference::pages();
    let paths: Vec<PathBuf> = written.iter().map(|(name, _)| folder.join(name)).collect();
    let mut wrong: Vec<String> =
        written.iter().zip(&paths).flat_map(|((_, text), path)| settle(path, text)).collect();
    let left = files_below(&folder, "md").into_iter().filter(|path| !paths.contains(path));
    wrong.extend(left.map(|path| format!("{} is not generated", path.display())));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_readme_is_short() {
    for name in ["README.md", "README.vi.md"] {
        let lines = page(&root().join(name)).text.lines().count();
        assert!(lines <= 150, "{name} has {lines} lines");
    }
}

#[test]
fn every_link_leads_somewhere() {
    let wrong: Vec<String> = pages().iter().flat_map(links::dead).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_summary_names_every_page_once() {
    let summary = fs::read_to_string(root().join("docs/src/SUMMARY.md")).expect("a summary");
    let mut named: Vec<PathBuf> =
        links::targets(&summary).iter().map(|target| root().join("docs/src").join(target)).collect();
    named.sort();
    let mut there = files_below(&root().join("docs/src"), "md");
    there.retain(|path| !path.ends_with("SUMMARY.md"));
    assert_eq!(named, there);
}

/// Numbers before these words are counted.
#[test]
fn counts_in_prose_are_right() {
    let counts = [
        ("games", shipped::names().count()),
        ("diagnostics", banco::inside::diagnostic::Code::all().count()),
        ("commands", reference::commands().len()),
    ];
    for page in pages() {
        let words: Vec<&str> = page.text.split_whitespace().collect();
        for pair in words.windows(2) {
            let Ok(number) = pair[0].trim_matches(['*', '(']).parse::<usize>() else { continue };
            let word = pair[1].trim_end_matches(['.', ',', ';', ':', ')', '*']);
            if let Some((_, count)) = counts.iter().find(|(of, _)| *of == word) {
                assert_eq!(number, *count, "{}: {number} {word}", page.path);
            }
        }
    }
}

#[test]
fn pages_with_rust_are_tried_by_doctests() {
    let named = fs::read_to_string(root().join("src/lib.rs")).expect("the crate");
    for page in pages().iter().filter(|page| page.text.contains("```rust\n")) {
        assert!(named.contains(&format!("include_str!(\"../{}\")", page.path)), "{}", page.path);
    }
}

/// What the page about limits says that this version does not support.
#[test]
fn what_is_not_supported_is_refused_as_that() {
    let limits = page(&root().join("docs/src/limits.md"));
    let rows: Vec<&str> = limits.text.lines().filter(|line| line.starts_with("| `")).collect();
    assert!(rows.len() >= 4, "{rows:?}");
    let base = shipped::TEXTS["hexapawn"].clone();
    for row in rows {
        let said = row.split('`').nth(1).expect("a piece of a definition");
        let code = row.split('`').nth(3).expect("a code");
        let text = blocks::with_line(&base, said);
        let error = banco::inside::game::Game::parse(&text).expect_err(said).to_string();
        assert!(error.contains(&format!("error[{code}]")), "{said}\n{error}");
    }
}
