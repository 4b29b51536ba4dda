//! A tree in the language of Graphviz.

use super::{DrawnVertex, Sketch};

/// Draws it.
pub(super) fn draw(sketch: &Sketch) -> String {
    let mut text = String::from("digraph tree {\n");
    text += &format!("  label=\"{}\\n{}\"; labelloc=t;\n", quoted(&sketch.title), quoted(&sketch.subtitle));
    text += "  node [fontname=\"Helvetica\", fontsize=11, margin=\"0.06,0.03\"];\n";
    text += "  edge [fontname=\"Helvetica\", fontsize=10, arrowhead=none];\n";
    for (at, node) in sketch.nodes.iter().enumerate() {
        text += &format!("  n{at} [{}];\n", vertex(sketch, at, node));
        for &child in &node.children {
            text += &format!("  n{at} -> n{child} [{}];\n", edge(sketch, &sketch.nodes[child]));
        }
        if node.more > 0 {
            text += &format!("  m{at} [shape=plaintext, label=\"{}\"];\n", quoted(&sketch.more(node.more)));
            text += &format!("  n{at} -> m{at} [style=dotted];\n");
        }
    }
    text + "}\n"
}

fn vertex(sketch: &Sketch, at: usize, node: &DrawnVertex) -> String {
    if node.cut {
        return "shape=point, color=gray60".to_owned();
    }
    let mut lines: Vec<String> = Vec::new();
    if let Some(board) = &node.board {
        lines.extend(board.rows());
    } else if at == 0 && !node.label.is_empty() {
        lines.push(node.label.clone());
    }
    lines.push(node.value.clone());
    lines.extend(node.window.clone());
    let label: Vec<String> = lines.iter().map(|line| quoted(line)).collect();
    let shape = match node.is_max {
        true => "shape=box",
        false => "shape=ellipse, style=filled, fillcolor=gray85",
    };
    let width = if node.best { ", penwidth=3" } else { "" };
    let tooltip = quoted(&sketch.level(node.is_max));
    format!("label=\"{}\", tooltip=\"{tooltip}\", {shape}{width}", label.join("\\n"))
}

fn edge(sketch: &Sketch, child: &DrawnVertex) -> String {
    let label = quoted(&child.label);
    if child.cut {
        let cut = sketch.of("cut", "cắt");
        return format!("label=\"{label} ✗ {cut}\", style=dashed, color=gray60, fontcolor=gray40");
    }
    let width = if child.best { ", penwidth=3" } else { "" };
    format!("label=\"{label}\"{width}")
}

/// A text for the inside of quotes.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace(|c: char| c.is_control(), " ")
}
