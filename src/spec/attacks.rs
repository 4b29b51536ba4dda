//! `[evaluation.attacks.NAME]`: points for cells that pieces attack.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::evaluation::per_name;
use super::formation::Reach;
use super::keys::{keys, words};
use super::moves::Beside;
use super::names::Space;
use super::plain::Positive;
use super::read::{Defined, Form, Read, Reader};
use super::tree::{Node, Table, Value};
use super::{At, Filter, Gap, Named, Region};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes};

keys! {
    /// `[evaluation.attacks.NAME]`: points for pairs of a piece and a cell that it attacks, such as a knight's
    /// mobility, danger for a king, a piece that nobody defends. A piece attacks a cell when one of its rules would
    /// capture a piece of the other player there, whatever stands there now: a pawn its two diagonals, a cannon what
    /// lies behind its screen. Conditions, vetoes and pins are left aside, and what effects take.
    pub struct Attack {
        /// The own pieces that attack: a filter such as `"knight"`; with `each = "total"` also what each pair of a
        /// kind weighs: `{ queen = 4, rook = 2 }`. `"hand rook" = 3` weighs each empty cell where an own rook in hand
        /// could be dropped and would attack the piece in the middle of the window. All on the board by default.
        optional "by" => by: Attackers;
        /// What the attacked cell holds: `["empty", "enemy"]` by default; `"own"` is defence.
        optional "onto" => onto: Filter;
        /// Where it lies: a region, or a window around pieces such as
        /// `{ around = "enemy king", ahead = [-1, 2], beside = [0, 1] }`. Everywhere by default.
        optional "on" => on: AttackedCells;
        /// Which pairs count, all that is listed: `"undefended"` (no enemy attacks the cell), `"lesser"` (what stands
        /// there is worth more than the attacker), `"safe"` (no enemy of less worth than the attacker attacks the
        /// cell). Worth is what `values` say, or where they say nothing the most that `squares` give; a royal piece is
        /// worth more than all others.
        optional "if" => when: PairConditions;
        /// What points are given for: `"pair"` by default.
        optional "each" => each: At<Each>;
        /// `"moves"` counts the cells that a piece can move to instead of those that it attacks: pushes too, but no
        /// drops, no castling, and nothing that marks allow.
        optional "of" => of: At<AttackOf>;
        /// Points for the attacker: a number; with `each = "piece"` and `"total"` a list by how many, beginning with
        /// none, whose last number goes on.
        required "value" => value: CountPoints;
        /// The points at the end of the game, see `[evaluation.phase]`; `value` by default.
        optional "late" => late: CountPoints;
    }
    later []
    check check
}

impl Defined for Attack {
    const SPACE: Space = Space::Plain;
}

words! {
    /// What an attack term gives points for.
    pub enum Each {
        /// Each pair of a piece and a cell.
        "pair" => Pair,
        /// Each piece, by how many cells it attacks.
        "piece" => Piece,
        /// All pairs together, by their number or their weights.
        "total" => Total,
    }
    later []
}

words! {
    /// Which cells an attack term counts.
    pub enum AttackOf {
        /// Those that a piece attacks.
        "attacks" => Attacks,
        /// Those that a piece can move to.
        "moves" => Moves,
    }
    later []
}

words! {
    /// Which pairs of a piece and a cell count.
    pub enum PairCondition {
        /// No enemy attacks the cell.
        "undefended" => Undefended,
        /// What stands there is worth more than the attacker.
        "lesser" => Lesser,
        /// No enemy of less worth than the attacker attacks the cell.
        "safe" => Safe,
    }
    later []
}

keys! {
    /// A window of attacked cells: cells by how many ranks they lie ahead of a piece and how many files beside it, seen
    /// by that piece's owner. Its own cell is 0 ahead and 0 beside. The windows of several pieces are one.
    pub struct AttackWindow {
        /// The pieces in the middle: `"enemy king"`.
        required "around" => around: Filter;
        /// From and to how many ranks ahead; numbers below 0 are behind. `[-1, 1]` by default.
        optional "ahead" => ahead: At<Reach>;
        /// From and to how many files to either side. `[0, 1]` by default.
        optional "beside" => beside: At<Gap> = Beside;
    }
    later []
}

/// The pieces that attack.
#[derive(Clone, Debug)]
pub enum Attackers {
    /// Those that pass.
    Filter(Filter),
    /// Those of some kinds, by what each pair counts.
    Weights(AttackWeights),
}

/// What pairs count, by the attacking kind.
#[derive(Clone, Debug)]
pub struct AttackWeights {
    /// Pieces on the board.
    pub standing: Named<At<u32>>,
    /// Pieces in hand.
    pub held: Named<At<u32>>,
    /// Where they stand.
    pub span: Span,
}

impl AttackWeights {
    /// `hand rook` speaks of rooks in hand.
    fn push(&mut self, name: &At<String>, weight: Option<At<u32>>) {
        match name.value.strip_prefix("hand ") {
            Some(kind) => self.held.push(At { value: kind.to_owned(), span: name.span }, weight),
            None => self.standing.push(name.clone(), weight),
        }
    }
}

impl Attackers {
    /// Where they stand.
    pub fn span(&self) -> Span {
        match self {
            Attackers::Filter(filter) => filter.span,
            Attackers::Weights(weights) => weights.span,
        }
    }
}

/// Where attacked cells lie.
#[derive(Clone, Debug)]
pub enum AttackedCells {
    /// In a region.
    Region(Region),
    /// Around some pieces.
    Window(AttackWindow),
}

/// Which pairs count: all that is listed.
#[derive(Clone, Debug)]
pub struct PairConditions(pub Vec<At<PairCondition>>);

/// Points, one number or one by how many there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CountPoints {
    /// For each.
    One(At<i32>),
    /// By how many there are, none first; the last one goes on.
    ByCount(Vec<At<i32>>, Span),
}

impl CountPoints {
    /// Where they stand.
    pub fn span(&self) -> Span {
        match self {
            CountPoints::One(points) => points.span,
            CountPoints::ByCount(_, span) => *span,
        }
    }

    /// The points by number.
    pub fn numbers(&self) -> Vec<i32> {
        match self {
            CountPoints::One(points) => vec![points.value],
            CountPoints::ByCount(each, _) => each.iter().map(|points| points.value).collect(),
        }
    }
}

fn check(attack: &Attack, _: &Table, reader: &mut Reader<'_>) {
    let each = attack.each.map_or(Each::Pair, |each| each.value);
    for points in [&attack.value, &attack.late].into_iter().flatten() {
        let (message, help) = match (each, points) {
            (Each::Pair, CountPoints::ByCount(..)) => (
                "a list means nothing where points are given for each pair".to_owned(),
                "`each = \"piece\"` counts piece by piece, `each = \"total\"` all together",
            ),
            (Each::Piece | Each::Total, CountPoints::One(_)) => (
                format!("`each = \"{}\"` needs a list of points", each.word()),
                "the first number is for none, the next for one; the last goes on",
            ),
            _ => continue,
        };
        reader.report(Diagnostic::new(codes::BAD_VALUE, points.span(), message).help(help));
    }
    let Some(Attackers::Weights(weights)) = &attack.by else { return };
    if each != Each::Total {
        let message = "weights mean nothing without `each = \"total\"`";
        let help = "a filter such as `[\"queen\", \"rook\"]` names the pieces alone";
        reader.report(Diagnostic::new(codes::MISPLACED_KEY, weights.span, message).help(help));
    }
    check_hands(attack, weights, reader);
}

/// What a piece in hand would attack is the piece in the middle of a window, from where it is dropped.
fn check_hands(attack: &Attack, weights: &AttackWeights, reader: &mut Reader<'_>) {
    let Some(hand) = weights.held.iter().next() else { return };
    let mistake = |message: &str| Diagnostic::new(codes::MISPLACED_KEY, hand.name.span, message);
    if !matches!(attack.on, Some(AttackedCells::Window(_))) {
        let help = "`on = { around = \"enemy king\" }` says what a piece from the hand would attack";
        reader.report(mistake("a piece in hand means nothing without a window").help(help));
    }
    if let Some(of) = attack.of.filter(|of| of.value == AttackOf::Moves) {
        let wrong = mistake("a piece in hand attacks: it does not move");
        reader.report(wrong.label(of.span, "this counts cells that pieces move to"));
    }
}

impl Read for Attackers {
    const WHAT: &'static str = "a filter such as `\"knight\"`, or weights such as `{ queen = 4, rook = 2 }`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Table(table) if table.get("not").is_none() => {
                let each = per_name::<Weight>(node, reader)?;
                let (standing, held) = (Named::default(), Named::default());
                let mut weights = AttackWeights { standing, held, span: node.span };
                for entry in &each {
                    weights.push(&entry.name, Some(entry.value.0));
                }
                for name in each.broken() {
                    weights.push(name, None);
                }
                Some(Attackers::Weights(weights))
            }
            _ => Filter::read(node, reader).map(Attackers::Filter),
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let (filter, weight) = (Filter::schema(generator), Weight::schema(generator));
        let or_dropped = json_schema!({ "anyOf": [weight, { "const": false }] });
        let each = json_schema!({ "type": "object", "additionalProperties": or_dropped, "minProperties": 1 });
        json_schema!({ "anyOf": [filter, each] })
    }
}

/// What a pair weighs: at least 1.
struct Weight(At<u32>);

impl Read for Weight {
    const WHAT: &'static str = <Positive as Form<At<u32>>>::WHAT;

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        <Positive as Form<At<u32>>>::read(node, reader).map(Weight)
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        <Positive as Form<At<u32>>>::schema(generator)
    }
}

impl Read for AttackedCells {
    const WHAT: &'static str = "a region, or a window such as `{ around = \"enemy king\" }`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Table(_) => {
                let before = reader.wrong();
                let window = AttackWindow::read(node, reader)?;
                (reader.wrong() == before).then_some(AttackedCells::Window(window))
            }
            _ => Region::read(node, reader).map(AttackedCells::Region),
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let (region, window) = (Region::schema(generator), AttackWindow::schema(generator));
        json_schema!({ "anyOf": [region, window] })
    }
}

impl Read for PairConditions {
    const WHAT: &'static str = "`\"undefended\"`, `\"lesser\"`, `\"safe\"`, or a list, meaning all";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Text(_) => At::read(node, reader).map(|one| PairConditions(vec![one])),
            Value::Array(_) => Vec::read(node, reader).map(PairConditions),
            _ => {
                reader.mistyped(node, Self::WHAT);
                None
            }
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let (one, many) = (PairCondition::schema(generator), Vec::<PairCondition>::schema(generator));
        json_schema!({ "anyOf": [one, many] })
    }
}

impl Read for CountPoints {
    const WHAT: &'static str = "a whole number of points, or a list of points by how many there are";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Array(_) => {
                let before = reader.wrong();
                let points = Vec::read(node, reader)?;
                (reader.wrong() == before).then_some(CountPoints::ByCount(points, node.span))
            }
            Value::Integer(_) => At::read(node, reader).map(CountPoints::One),
            _ => {
                reader.mistyped(node, Self::WHAT);
                None
            }
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let (one, many) = (i32::schema(generator), Vec::<At<i32>>::schema(generator));
        json_schema!({ "anyOf": [one, many] })
    }
}
