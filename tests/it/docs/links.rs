//! Links between pages.

use super::{Page, root};

/// What the links and pictures of a text lead to; blocks of code have none.
pub(super) fn targets(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        in_block ^= line.starts_with("```");
        if in_block || line.starts_with("```") {
            continue;
        }
        // What stands between marks of code is no link.
        for prose in line.split('`').step_by(2) {
            let rest = prose.split("](").skip(1);
            found.extend(rest.filter_map(|rest| rest.split(')').next()));
        }
        // A link whose text has code in it is cut by the marks: its end stands in a later piece.
    }
    found
}

/// The anchors of a page, as mdBook and GitHub make them from headings.
fn anchors(text: &str) -> Vec<String> {
    let mut in_block = false;
    let headings = text.lines().filter(|line| {
        in_block ^= line.starts_with("```");
        !in_block && line.starts_with('#')
    });
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let letter = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        _ => None,
    };
    heading.to_lowercase().chars().filter_map(letter).collect()
}

/// Links of a page that lead nowhere.
pub(super) fn dead(page: &Page) -> Vec<String> {
    let at = root().join(&page.path);
    let folder = at.parent().expect("a folder");
    let leads = |target: &str| {
        if target.starts_with("https://") {
            return true;
        }
        let (file, mark) = target.split_once('#').unwrap_or((target, ""));
        let file = if file.is_empty() { at.clone() } else { folder.join(file) };
        let has_mark =
            || std::fs::read_to_string(&file).is_ok_and(|text| anchors(&text).iter().any(|a| a == mark));
        file.exists() && (mark.is_empty() || has_mark())
    };
    let dead = targets(&page.text).into_iter().filter(|target| !leads(target));
    dead.map(|target| format!("{}: {target}", page.path)).collect()
}

#[test]
fn anchors_are_made_from_headings() {
    assert_eq!(anchors("# A b\n## `c-d`, e\n```sh\n# no\n```\n"), ["a-b", "c-d-e"]);
}

#[test]
fn links_are_found_and_code_is_not() {
    assert_eq!(
        targets("[a](b.md) ![c](d.svg)\n`[x](y)`\n```sh\n[e](f)\n```\n[`g`](h.md#i)"),
        ["b.md", "d.svg", "h.md#i"]
    );
}
