//! A tree as lines of text.

use clap::builder::styling::Style;

use super::{DrawnVertex, Sketch};
use crate::face::output::styled;

/// Draws it: a line per node, its children below it and to the right.
pub(super) fn draw(sketch: &Sketch) -> String {
    let mut text = format!("{}\n{}\n\n", sketch.title, sketch.subtitle);
    draw_node(sketch, 0, "", "", &mut text);
    text + &key(sketch)
}

/// What the signs mean that are there.
fn key(sketch: &Sketch) -> String {
    let has = |sign: &dyn Fn(&DrawnVertex) -> bool| sketch.nodes.iter().any(sign);
    let lines = [
        (true, sketch.of("* the best line", "* đường đi tốt nhất")),
        (has(&|node| node.cut), sketch.of("x cut: never looked at", "x bị cắt, không xét đến")),
        (
            has(&|node| node.window.is_some()),
            sketch.of("(alpha, beta) as the node was entered", "(alpha, beta) khi đi vào đỉnh"),
        ),
        (
            has(&|node| node.bounds),
            sketch.of("≥ ≤ a bound: outside (alpha, beta)", "≥ ≤ là cận: nằm ngoài (alpha, beta)"),
        ),
    ];
    let shown: Vec<&str> = lines.into_iter().filter(|(there, _)| *there).map(|(_, line)| line).collect();
    format!("\n{}\n", shown.join("    "))
}

/// `lead` stands before the node, `below` before its children.
fn draw_node(sketch: &Sketch, at: usize, lead: &str, below: &str, text: &mut String) {
    let node = &sketch.nodes[at];
    *text += &format!("{lead}{}\n", describe(sketch, node));
    let last = node.children.len() + usize::from(node.more > 0);
    for (i, &child) in node.children.iter().enumerate() {
        let (branch, bar) = if i + 1 == last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        draw_node(sketch, child, &format!("{below}{branch}"), &format!("{below}{bar}"), text);
    }
    if node.more > 0 {
        *text += &format!("{below}└─ {}\n", sketch.more(node.more));
    }
}

fn describe(sketch: &Sketch, node: &DrawnVertex) -> String {
    let label = if node.label.is_empty() { String::new() } else { format!("{}  ", node.label) };
    if node.cut {
        let cut = sketch.of("cut", "bị cắt");
        return styled(Style::new().dimmed(), &format!("{label}x {cut}"));
    }
    let level = if node.is_max { "max" } else { "min" };
    let window = node.window.as_ref().map_or(String::new(), |window| format!("  {window}"));
    let value = if node.value.is_empty() { "?" } else { &node.value };
    let star = if node.best { "  *" } else { "" };
    let role = if node.children.is_empty() && node.more == 0 { String::new() } else { format!("{level} ") };
    let line = format!("{label}{role}{value}{window}{star}");
    if node.best { styled(Style::new().bold(), &line) } else { line }
}
