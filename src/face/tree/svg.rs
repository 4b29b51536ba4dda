//! A tree as a picture: every level is a stripe, leaves stand side by side, parents over the middle of
//! their children.

use std::fmt::Write;

use super::{DrawnVertex, Sketch};
use crate::picture::{self, DrawnBoard, STYLE};

/// The side of a cell of a small board.
const CELL: f64 = 15.0;
/// What stands beside and between.
const MARGIN: f64 = 24.0;
const GUTTER: f64 = 118.0;
const GAP: f64 = 16.0;
const HEAD: f64 = 74.0;
const FOOT: f64 = 46.0;
/// The height of the pill with the value, of the line with (alpha, beta) and of the way to the next level.
const PILL: f64 = 22.0;
const WINDOW: f64 = 16.0;
const WAY: f64 = 62.0;

const INK: &str = "#1f2933";
const FAINT: &str = "#8a94a0";
const BEST: &str = "#0a7d55";
const CUT: &str = "#c0392b";

/// How labels on branches look.
const HALO: &str = ".halo{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}";

/// Draws it.
pub(super) fn draw(sketch: &Sketch) -> String {
    let mut picture = Picture::new(sketch);
    picture.place(0);
    let levels = picture.depths.iter().copied().max().unwrap_or(0) + 1;
    let wide = picture.next + MARGIN - GAP;
    let title = picture::width(&sketch.title, 17.0) + 2.0 * MARGIN;
    let subtitle = picture::width(&sketch.subtitle, 12.0) + 2.0 * MARGIN;
    let width = wide.max(title).max(subtitle).max(picture.key_width()).max(810.0);
    picture.shift((width - wide) / 2.0);
    let height = HEAD + picture.step() * (levels - 1) as f64 + picture.tall() + 20.0 + FOOT;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">\n<style>{STYLE}{HALO}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    picture.stripes(levels, width, &mut text);
    picture.head(&mut text);
    for at in 0..sketch.nodes.len() {
        picture.branches(at, &mut text);
    }
    for at in 0..sketch.nodes.len() {
        picture.node(at, &mut text);
    }
    picture.key(height - 18.0, &mut text);
    text + "</svg>\n"
}

/// Where everything stands.
struct Picture<'a> {
    sketch: &'a Sketch,
    /// The middle of each node.
    xs: Vec<f64>,
    /// The middle of what is left out below each node.
    more: Vec<f64>,
    depths: Vec<usize>,
    /// Where the next leaf begins.
    next: f64,
    board: Option<(f64, f64)>,
    windows: bool,
}

impl<'a> Picture<'a> {
    fn new(sketch: &'a Sketch) -> Picture<'a> {
        let count = sketch.nodes.len();
        let size = |board: &DrawnBoard| {
            let (wide, high) = board.extent();
            (wide * CELL, high * CELL)
        };
        Picture {
            sketch,
            xs: vec![0.0; count],
            more: vec![0.0; count],
            depths: vec![0; count],
            next: MARGIN + GUTTER,
            board: sketch.nodes.first().and_then(|node| node.board.as_ref()).map(size),
            windows: sketch.nodes.iter().any(|node| node.window.is_some()),
        }
    }

    /// The height of a node.
    fn tall(&self) -> f64 {
        let board = self.board.map_or(0.0, |(_, height)| height + 5.0);
        board + PILL + if self.windows { WINDOW } else { 0.0 }
    }

    fn step(&self) -> f64 {
        self.tall() + WAY
    }

    fn top(&self, at: usize) -> f64 {
        HEAD + 10.0 + self.step() * self.depths[at] as f64
    }

    /// How much room a node takes from side to side.
    fn room(&self, node: &DrawnVertex) -> f64 {
        let label = 6.6 * node.label.chars().count() as f64;
        if node.cut {
            return label.max(22.0);
        }
        let window = node.window.as_ref().map_or(0.0, |window| 6.2 * window.chars().count() as f64);
        let board = self.board.map_or(0.0, |(width, _)| width);
        [window, board, label, pill_width(node), 34.0].into_iter().fold(0.0, f64::max)
    }

    /// Places a node and all below it.
    fn place(&mut self, at: usize) {
        let sketch = self.sketch;
        let node = &sketch.nodes[at];
        let room = self.room(node);
        let start = self.next;
        for &child in &node.children {
            self.depths[child] = self.depths[at] + 1;
            self.place(child);
        }
        if node.more > 0 {
            let wide = 6.4 * sketch.more(node.more).chars().count() as f64;
            self.more[at] = self.next + wide / 2.0;
            self.next += wide + GAP;
        }
        let ends = node.children.iter().map(|&child| self.xs[child]);
        let ends: Vec<f64> = ends.chain((node.more > 0).then_some(self.more[at])).collect();
        self.xs[at] = match (ends.first(), ends.last()) {
            (Some(first), Some(last)) => (first + last) / 2.0,
            _ => start + room / 2.0,
        };
        // A parent wider than all its children keeps its own room.
        let short = start + room / 2.0 - self.xs[at];
        if short > 0.0 {
            self.shift_below(at, short);
        }
        self.next = self.next.max(self.xs[at] + room / 2.0 + GAP);
    }

    fn shift_below(&mut self, at: usize, by: f64) {
        let sketch = self.sketch;
        self.xs[at] += by;
        self.more[at] += by;
        for &child in &sketch.nodes[at].children {
            self.shift_below(child, by);
        }
        self.next = self.next.max(self.more[at] + GAP);
    }

    fn shift(&mut self, by: f64) {
        for x in self.xs.iter_mut().chain(&mut self.more) {
            *x += by;
        }
    }

    fn stripes(&self, levels: usize, width: f64, text: &mut String) {
        let root_is_max = self.sketch.nodes.first().is_some_and(|node| node.is_max);
        for level in 0..levels {
            let top = HEAD + self.step() * level as f64;
            let is_max = root_is_max == level.is_multiple_of(2);
            let fill = if is_max { "#f7f9fb" } else { "#eef2f6" };
            let height = self.tall() + 20.0;
            put(
                text,
                format!("<rect y=\"{top:.1}\" width=\"{width:.0}\" height=\"{height:.1}\" fill=\"{fill}\"/>"),
            );
            let (x, y) = (MARGIN / 2.0, top + height / 2.0 + 4.0);
            let name = escaped(&self.sketch.level(is_max));
            put(
                text,
                format!("<text class=\"left\" x=\"{x}\" y=\"{y:.1}\" font-weight=\"bold\">{name}</text>"),
            );
        }
    }

    fn head(&self, text: &mut String) {
        let (title, subtitle) = (escaped(&self.sketch.title), escaped(&self.sketch.subtitle));
        let x = MARGIN / 2.0;
        put(text, format!("<text class=\"left title\" x=\"{x}\" y=\"28\">{title}</text>"));
        put(text, format!("<text class=\"left\" x=\"{x}\" y=\"50\">{subtitle}</text>"));
    }

    /// The lines to the children, with the moves on them.
    fn branches(&self, at: usize, text: &mut String) {
        let node = &self.sketch.nodes[at];
        let (x, y) = (self.xs[at], self.top(at) + self.tall());
        let mut order: Vec<usize> = node.children.clone();
        // The best line is drawn over the others.
        order.sort_by_key(|&child| self.sketch.nodes[child].best);
        for child in order {
            let below = &self.sketch.nodes[child];
            let (to_x, to_y) = (self.xs[child], self.top(child));
            let look = match (below.cut, below.best) {
                (true, _) => format!("stroke=\"{FAINT}\" stroke-width=\"1.2\" stroke-dasharray=\"4 3\""),
                (_, true) => format!("stroke=\"{BEST}\" stroke-width=\"4\" stroke-linecap=\"round\""),
                _ => format!("stroke=\"{FAINT}\" stroke-width=\"1.4\""),
            };
            put(text, format!("<path d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\" fill=\"none\" {look}/>"));
            if below.cut {
                cross(x + (to_x - x) * 0.55, y + (to_y - y) * 0.55, text);
            }
            if !below.label.is_empty() {
                let (label, y) = (escaped(&below.label), to_y - 9.0);
                let look = if below.best {
                    format!(" style=\"fill:{BEST};font-weight:bold\"")
                } else {
                    String::new()
                };
                put(text, format!("<text class=\"halo\" x=\"{to_x:.1}\" y=\"{y:.1}\"{look}>{label}</text>"));
            }
        }
        if node.more > 0 {
            let (to_x, to_y) = (self.more[at], y + WAY);
            put(
                text,
                format!(
                    "<path d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\" stroke=\"{FAINT}\" stroke-dasharray=\"1 4\"/>"
                ),
            );
            let (label, y) = (escaped(&self.sketch.more(node.more)), to_y + 14.0);
            put(text, format!("<text class=\"small\" x=\"{to_x:.1}\" y=\"{y:.1}\">{label}</text>"));
        }
    }

    fn node(&self, at: usize, text: &mut String) {
        let node = &self.sketch.nodes[at];
        let (x, mut y) = (self.xs[at], self.top(at));
        if node.cut {
            put(
                text,
                format!(
                    "<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"#fff\" stroke=\"{FAINT}\"/>",
                    y + 4.0
                ),
            );
            return;
        }
        if let (Some(board), Some((width, height))) = (&node.board, self.board) {
            draw_board(board, x - width / 2.0, y, node.best, text);
            y += height + 5.0;
        }
        draw_pill(node, x, y, text);
        if at == 0 && !node.label.is_empty() {
            let (label, y) = (escaped(&node.label), y - 5.0);
            put(
                text,
                format!("<text class=\"halo\" x=\"{x:.1}\" y=\"{y:.1}\" font-weight=\"bold\">{label}</text>"),
            );
        }
        if let Some(window) = &node.window {
            let (window, y) = (escaped(window), y + PILL + 12.0);
            put(text, format!("<text class=\"small\" x=\"{x:.1}\" y=\"{y:.1}\">{window}</text>"));
        }
    }

    /// What the signs mean that are there, by their numbers.
    fn signs(&self) -> impl Iterator<Item = (usize, &'static str)> {
        let names = self.sketch.of(
            [
                "best line",
                "cut: never looked at",
                "greatest value",
                "least value",
                "(α, β) when entered",
                "≥ ≤ a bound: outside (α, β)",
            ],
            [
                "đường đi tốt nhất",
                "bị cắt, không xét",
                "lấy giá trị lớn nhất",
                "lấy giá trị nhỏ nhất",
                "(α, β) khi vào đỉnh",
                "≥ ≤ là cận: nằm ngoài (α, β)",
            ],
        );
        let has_cuts = self.sketch.nodes.iter().any(|node| node.cut);
        let has_bounds = self.sketch.nodes.iter().any(|node| node.bounds);
        let shown = [true, has_cuts, true, true, self.windows, has_bounds];
        names.into_iter().enumerate().filter(move |(i, _)| shown[*i])
    }

    /// How wide the line of signs is.
    fn key_width(&self) -> f64 {
        self.signs().map(|(sign, name)| sign_width(sign, name)).sum::<f64>() + MARGIN
    }

    fn key(&self, y: f64, text: &mut String) {
        let mut x = MARGIN / 2.0;
        for (sign, name) in self.signs() {
            let mid = y - 4.0;
            match sign {
                0 => put(text, format!("<path d=\"M{x} {mid}h24\" stroke=\"{BEST}\" stroke-width=\"4\"/>")),
                1 => {
                    put(
                        text,
                        format!("<path d=\"M{x} {mid}h24\" stroke=\"{FAINT}\" stroke-dasharray=\"4 3\"/>"),
                    );
                    cross(x + 12.0, mid, text);
                }
                2 => put(
                    text,
                    format!(
                        "<rect x=\"{x}\" y=\"{}\" width=\"22\" height=\"12\" fill=\"#fff\" stroke=\"{INK}\"/>",
                        y - 10.0
                    ),
                ),
                3 => put(
                    text,
                    format!(
                        "<rect x=\"{x}\" y=\"{}\" width=\"22\" height=\"12\" rx=\"6\" fill=\"{INK}\"/>",
                        y - 10.0
                    ),
                ),
                _ => {}
            }
            let (after, name_x) = (x + sign_width(sign, name), x + drawn_width(sign));
            put(
                text,
                format!("<text class=\"left small\" x=\"{name_x:.1}\" y=\"{y}\">{}</text>", escaped(name)),
            );
            x = after;
        }
    }
}

/// How much room a sign takes that is drawn before its name in the key.
fn drawn_width(sign: usize) -> f64 {
    if sign < 4 { 30.0 } else { 0.0 }
}

/// The same with its name.
fn sign_width(sign: usize, name: &str) -> f64 {
    drawn_width(sign) + 6.2 * name.chars().count() as f64 + 18.0
}

fn pill_width(node: &DrawnVertex) -> f64 {
    (8.0 * node.value.chars().count() as f64 + 14.0).max(32.0)
}

/// The value: in a white box at max nodes, in a dark pill at min nodes.
fn draw_pill(node: &DrawnVertex, x: f64, y: f64, text: &mut String) {
    let wide = pill_width(node);
    let (fill, ink, radius) = if node.is_max { ("#fff", INK, 2.0) } else { (INK, "#fff", PILL / 2.0) };
    let (stroke, width) = if node.best { (BEST, 3.0) } else { (INK, 1.2) };
    put(
        text,
        format!(
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{PILL}\" rx=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>",
            x - wide / 2.0
        ),
    );
    let value = escaped(&node.value);
    let y = y + PILL / 2.0 + 4.5;
    put(
        text,
        format!("<text x=\"{x:.1}\" y=\"{y:.1}\" style=\"fill:{ink};font-weight:bold\">{value}</text>"),
    );
}

fn draw_board(board: &DrawnBoard, left: f64, top: f64, best: bool, text: &mut String) {
    board.draw(left, top, CELL, text);
    let (wide, high) = board.extent();
    let (stroke, width) = if best { (BEST, 2.4) } else { (INK, 1.0) };
    put(
        text,
        format!(
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>",
            wide * CELL,
            high * CELL
        ),
    );
}

/// Two short strokes across a branch.
fn cross(x: f64, y: f64, text: &mut String) {
    for shift in [-2.5, 2.5] {
        let (x, y) = (x + shift, y);
        put(
            text,
            format!(
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{CUT}\" stroke-width=\"2\"/>",
                x - 4.0,
                y + 5.0,
                x + 4.0,
                y - 5.0
            ),
        );
    }
}

fn put(text: &mut String, line: String) {
    // Writing to a string does not fail.
    let _ = writeln!(text, "{line}");
}

/// A text for the inside of an element; the sign of a number becomes a true minus.
fn escaped(text: &str) -> String {
    let minus = |text: String| {
        let signed = text.starts_with('-') && text.len() > 1;
        let inside = |text: &str| {
            ["(", ", ", "≥ ", "≤ "].iter().fold(text.to_owned(), |text, before| {
                text.replace(&format!("{before}-"), &format!("{before}−"))
            })
        };
        if signed { text.replacen('-', "−", 1) } else { inside(&text) }
    };
    picture::escaped(&minus(text.to_owned()))
}
