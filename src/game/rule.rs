//! Move rules, resolved: what compile hands over and movement tables are made from.

use serde::Serialize;

use std::sync::Arc;

use super::symmetry::SideSwap;
use super::{Cell, CellSet, Condition, Contents, Idle, Kind, Offset};

/// Where in a definition something was said.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The file as the user named it, or the name of a shipped definition's file.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
}

/// What playing a move does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Action {
    /// The piece goes from one cell to another; what stands there is captured and gone. At most something is
    /// noted besides.
    Shift,
    /// The same, and there may be more to it: the piece becomes another one, the captured one goes to a hand,
    /// the rule or the capture has effects.
    Change,
    /// The piece goes from cell to cell, by one rule after the other: see [`Rule::again`].
    Chain,
    /// Two pieces of the mover go at once.
    Castle,
    /// A piece of this kind is put on the landing cell.
    Drop(Kind),
    /// The piece stays where it is; its rule has effects, or it becomes another one.
    Stay,
    /// The piece leaves the board.
    Exit,
    /// Nothing happens; the turn passes.
    Pass,
    /// Every piece on the board changes its owner.
    Swap,
}

impl Action {
    /// Whether a piece stands on the landing cell afterwards.
    #[inline]
    pub fn lands(self) -> bool {
        self.moves_a_piece() || matches!(self, Action::Drop(_))
    }

    /// Whether it is a move of a piece on the board, which stands there afterwards.
    #[inline]
    pub fn moves_a_piece(self) -> bool {
        self.travels() || matches!(self, Action::Castle | Action::Stay)
    }

    /// Whether a piece goes from one cell to another.
    #[inline]
    pub fn travels(self) -> bool {
        matches!(self, Action::Shift | Action::Change | Action::Chain)
    }
}

/// A move rule; its name stands in [`Names::moves`](super::Names::moves).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Rule {
    /// The kind of piece that moves by it; `None` for a rule of no piece.
    pub kind: Option<Kind>,
    /// What playing it does.
    pub action: Action,
    /// How it travels, for the first and the second player: directions turn with the player.
    pub by: [Travel; 2],
    /// What it changes besides, in the order done.
    pub effects: Vec<Effect>,
    /// What a drop takes out of the mover's hand; `None`: it comes from the supply.
    pub hand: Option<Kind>,
    /// The piece must not have moved since the setup.
    pub unmoved: bool,
    /// It lands only on pieces that give check.
    #[serde(skip_serializing_if = "is_false")]
    pub checkers: bool,
    /// The further stage of its moves, an index into [`Rules::stages`](super::Rules::stages).
    pub then: Option<usize>,
    /// The piece goes on after it has landed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again: Option<Again>,
}

impl Rule {
    /// Whether it changes more cells than those where the piece starts and lands.
    pub fn spreads(&self) -> bool {
        self.then.is_some() || self.again.is_some() || self.effects.iter().any(Effect::changes_cells)
    }
}

/// How a piece goes on after it has landed, by any of its rules that go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Again {
    /// It does not stop where it can go on.
    pub must: bool,
    /// How the next stage lies to the one before.
    pub bends: Bends,
    /// It may land on a cell of the same move again, where fewer pieces stand on the board than before.
    pub revisits: bool,
}

/// How a stage of a chain lies to the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Bends {
    /// In any direction.
    Any,
    /// In the same direction.
    Never,
    /// In another direction.
    Always,
    /// In any direction but back.
    NotBack,
}

impl Bends {
    /// Whether a stage may go in one direction after one in another. Directions are as short as they can be.
    pub fn allows(self, before: Offset, now: Offset) -> bool {
        match self {
            Bends::Any => true,
            Bends::Never => now == before,
            Bends::Always => now != before,
            Bends::NotBack => now != before.times(-1),
        }
    }
}

/// What a move changes besides the piece that moves and what stands where it lands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Effect {
    /// What is done.
    pub verb: Verb,
    /// To which cells.
    pub cells: Touched,
    /// Only those that hold this, by mover.
    pub only: [Contents; 2],
    /// How the pieces of a group are joined, where the cells are those of groups; see [`Grouped::along`].
    ///
    /// [`Grouped::along`]: super::Grouped::along
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub along: Vec<Offset>,
    /// What is asked of the cells besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aside: Option<Box<Aside>>,
    /// What is put, where it is not the moving kind, or what pieces become.
    pub kind: Option<Kind>,
    /// The move is legal only where so many cells change.
    pub at_least: u32,
    /// In a chain: done only when the whole move is over. Until then what it takes bars ways, and is no hurdle and no
    /// target.
    #[serde(skip_serializing_if = "is_false")]
    pub at_end: bool,
}

impl Effect {
    /// Whether cells hold something else after it; it may only note something of them.
    pub fn changes_cells(&self) -> bool {
        !matches!(self.verb, Verb::Mark | Verb::Settle | Verb::Unsettle)
    }

    /// The same effect with the players exchanged. Which cells it touches goes by the move alone.
    pub(crate) fn map(&self, swap: &SideSwap) -> Effect {
        let [first, second] = self.only.map(|only| swap.contents(only));
        let aside = self.aside.as_ref().map(|aside| Box::new(aside.map(swap)));
        Effect { only: [second, first], along: swap.offsets(&self.along), aside, ..self.clone() }
    }
}

/// How the cells of an effect lie to the landing cell, and what closes them in; each by mover.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Aside {
    /// The directions that count, in ascending order.
    pub along: [Vec<Offset>; 2],
    /// The fewest and the most cells of a run.
    pub range: (u16, u16),
    /// Where an empty cell closes as an own piece does.
    pub hostile: [CellSet; 2],
    /// Only these cells change.
    pub on: [CellSet; 2],
    /// The edge of the board closes.
    pub edge: bool,
    /// Not what was so before the move.
    pub fresh: bool,
}

impl Aside {
    fn map(&self, swap: &SideSwap) -> Aside {
        let cells = |[first, second]: &[CellSet; 2]| [swap.cells(second), swap.cells(first)];
        let [first, second] = &self.along;
        Aside {
            along: [swap.offsets(second), swap.offsets(first)],
            hostile: cells(&self.hostile),
            on: cells(&self.on),
            ..*self
        }
    }
}

/// What is not said has no place in a canonical text, so that rules keep the one that they had before it could be said.
fn is_false(said: &bool) -> bool {
    !said
}

/// What an effect does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Verb {
    /// Marks cells for the next move.
    Mark,
    /// Takes pieces away.
    Take,
    /// Makes pieces the mover's.
    Flip,
    /// Puts new pieces on empty cells.
    Put,
    /// Makes pieces another kind.
    Become,
    /// Makes pieces count as not having moved.
    Settle,
    /// Makes pieces count as having moved.
    Unsettle,
}

/// Cells seen from a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Touched {
    /// Where it lands.
    To,
    /// Where it starts.
    From,
    /// The cells strictly between.
    Path,
    /// The neighbours of the landing cell.
    Around,
    /// The cells in line with the landing cell, whatever stands between.
    InLine,
    /// Runs of enemy pieces from the landing cell to an own piece.
    Flanked,
    /// The piece that made the mark on the landing cell.
    Marker,
    /// The groups that have no empty cell beside them, of either player, as the board is by then.
    Enclosed,
    /// The two neighbours of the landing cell on a line through it, where both are enemies.
    Flanking,
    /// Enemies beside the landing cell that own pieces close in on all sides.
    Beset,
    /// The empty cells with own pieces on both sides.
    Between,
}

/// What a piece becomes after a move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Promotion {
    /// The kinds to choose from.
    pub to: Vec<Kind>,
    /// It promotes where it lands here.
    pub on: CellSet,
    /// It promotes where it starts there, too.
    pub or_from: bool,
    /// It may stay what it is.
    pub optional: bool,
    /// But not where it lands here.
    pub forced: CellSet,
    /// When it promotes in a chain.
    #[serde(skip_serializing_if = "InChain::is_usual")]
    pub chain: InChain,
}

/// When a piece that goes on promotes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum InChain {
    /// Where the whole move ends.
    Waits,
    /// Where it lands, and the move is over.
    Ends,
    /// Where it lands, and it goes on as what it has become.
    GoesOn,
}

impl InChain {
    /// Whether it is what holds where nothing is said.
    fn is_usual(&self) -> bool {
        *self == InChain::Waits
    }
}

impl Promotion {
    /// Whether nothing is chosen: the piece becomes this one kind.
    pub fn becomes_one_kind(&self) -> bool {
        self.to.len() == 1 && !self.optional
    }

    /// What a piece can be after a move; `None` stands for what it is.
    pub fn choices(&self, from: Cell, to: Cell) -> Vec<Option<Kind>> {
        if !(self.on.has(to) || self.or_from && self.on.has(from)) {
            return vec![None];
        }
        self.to.iter().copied().map(Some).chain(self.may_stay(to).then_some(None)).collect()
    }

    /// Whether a piece that could promote where it lands may stay what it is.
    #[inline]
    pub fn may_stay(&self, to: Cell) -> bool {
        self.optional && !self.forced.has(to)
    }
}

impl Promotion {
    fn map(&self, swap: &SideSwap) -> Promotion {
        Promotion { on: swap.cells(&self.on), forced: swap.cells(&self.forced), ..self.clone() }
    }
}

/// How many of something there are to be near a landing cell.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Nearby {
    /// What is counted.
    pub holds: Contents,
    /// In the file of the cell, not among its neighbours.
    pub file: bool,
    /// At least that many.
    pub at_least: u32,
    /// At most that many.
    pub at_most: u32,
}

impl Nearby {
    /// A file stays a file unless the axes are exchanged.
    fn map(&self, swap: &SideSwap) -> Option<Nearby> {
        let turned = Nearby { holds: swap.contents(self.holds), ..self.clone() };
        (!self.file || !swap.by.transpose).then_some(turned)
    }
}

/// Two pieces that move at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Castle {
    /// Where the piece goes.
    pub to: Cell,
    /// Where it stands when the game starts.
    pub from: Cell,
    /// The kind of the other piece.
    pub with: Kind,
    /// Where that one stands when the game starts.
    pub with_from: Cell,
    /// Where it goes.
    pub with_to: Cell,
    /// What stands for the right in FEN.
    pub right: Option<char>,
}

impl Castle {
    fn map(&self, swap: &SideSwap) -> Castle {
        Castle {
            from: swap.cell(self.from),
            to: swap.cell(self.to),
            with_from: swap.cell(self.with_from),
            with_to: swap.cell(self.with_to),
            ..*self
        }
    }
}

/// How a rule travels for one player, with its filters.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Travel {
    /// The way it goes.
    pub way: Way,
    /// Cells it may start from.
    pub from: CellSet,
    /// Cells it may land on.
    pub to: CellSet,
    /// What the landing cell may hold.
    pub onto: Contents,
    /// What must hold before the move.
    pub when: Option<Condition>,
    /// What the piece becomes.
    pub promotion: Option<Promotion>,
    /// What must be near the landing cell of a drop.
    pub nearby: Vec<Nearby>,
}

impl Travel {
    /// How the other player would travel on a board laid onto itself, directions in order; `None` where no rule says
    /// that.
    pub(crate) fn map(&self, swap: &SideSwap) -> Option<Travel> {
        Some(Travel {
            way: self.way.map(swap),
            from: swap.cells(&self.from),
            to: swap.cells(&self.to),
            onto: swap.contents(self.onto),
            when: self.when.as_ref().map(|when| when.map(swap)),
            promotion: self.promotion.as_ref().map(|promotion| promotion.map(swap)),
            nearby: self.nearby.iter().map(|nearby| nearby.map(swap)).collect::<Option<_>>()?,
        })
    }

    /// The same travel with its directions in order, so that two are equal whatever theirs was.
    pub(crate) fn in_order(&self) -> Travel {
        Travel { way: self.way.in_order(), ..self.clone() }
    }
}

/// The way of a move, directions resolved for one player, in the order that the definition lists.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Way {
    /// To each cell at one of these displacements, whatever lies between: steps and leaps.
    Jump(Vec<Offset>),
    /// Along each direction from `least` to `most` cells, through cells that hold `through`.
    Slide {
        /// Directions.
        along: Vec<Offset>,
        /// The shortest slide, at least 1.
        least: u16,
        /// The longest slide.
        most: u16,
        /// What the cells on the way may hold.
        through: Contents,
        /// Where on the way it may land.
        #[serde(skip_serializing_if = "Stops::is_usual")]
        stops: Stops,
    },
    /// Steps one after the other: all cells before the last are empty.
    Path {
        /// The paths, each a list of steps.
        paths: Vec<Vec<Offset>>,
        /// The fewest and the most times that the last step is taken.
        last: (u16, u16),
    },
    /// Along each direction past one cell that holds `over`, through empty cells before and behind it.
    Hop {
        /// Directions.
        along: Vec<Offset>,
        /// What the hurdle may be; never an empty cell.
        over: Contents,
        /// The fewest and the most empty cells between the start and the hurdle.
        before: (u16, u16),
        /// The fewest and the most empty cells between the hurdle and the landing cell.
        after: (u16, u16),
    },
    /// To any other cell of these, whatever lies between.
    Reach(CellSet),
    /// Nowhere: the piece stays where it is.
    Stay,
    /// Over the outer edge of the board in one of these directions.
    Exit(Vec<Offset>),
    /// From the supply onto a cell; with `falls`, from the opposite edge as far as empty cells reach.
    Drop {
        /// The direction that the piece falls in.
        falls: Option<Offset>,
    },
    /// Two pieces at once.
    Castle(Castle),
    /// No move at all.
    Pass {
        /// When.
        #[serde(rename = "stuck")]
        when: Idle,
    },
    /// No move, but every piece changes its owner.
    Swap,
}

/// Where on its way a slide may land.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Stops {
    /// On any cell within its range.
    Anywhere,
    /// On the last cell alone that it can land on.
    Farthest,
    /// As many cells away as there are pieces on the whole line, its own included.
    ByPieces,
}

impl Stops {
    /// Whether it is what holds where nothing is said.
    fn is_usual(&self) -> bool {
        *self == Stops::Anywhere
    }
}

impl Way {
    /// Whether more than the cells up to where it lands decides whether it lands there.
    pub fn looks_farther(&self) -> bool {
        matches!(self, Way::Slide { stops, .. } if !stops.is_usual())
    }

    /// The directions of its steps, each as often as it is named.
    pub(super) fn directions(&self) -> Vec<Offset> {
        match self {
            Way::Jump(along) | Way::Exit(along) => along.clone(),
            Way::Slide { along, .. } | Way::Hop { along, .. } => along.clone(),
            Way::Path { paths, .. } => paths.concat(),
            Way::Drop { falls } => falls.iter().copied().collect(),
            Way::Reach(_) | Way::Stay | Way::Castle(_) | Way::Pass { .. } | Way::Swap => Vec::new(),
        }
    }

    /// The same way on a board laid onto itself, directions in order.
    pub(crate) fn map(&self, swap: &SideSwap) -> Way {
        let turned = match self {
            Way::Jump(along) => Way::Jump(swap.offsets(along)),
            Way::Slide { along, least, most, through, stops } => Way::Slide {
                along: swap.offsets(along),
                least: *least,
                most: *most,
                through: swap.contents(*through),
                stops: *stops,
            },
            Way::Path { paths, last } => {
                let path = |path: &Vec<Offset>| path.iter().map(|&by| swap.offset(by)).collect();
                Way::Path { paths: paths.iter().map(path).collect(), last: *last }
            }
            Way::Hop { along, over, before, after } => Way::Hop {
                along: swap.offsets(along),
                over: swap.contents(*over),
                before: *before,
                after: *after,
            },
            Way::Reach(cells) => Way::Reach(swap.cells(cells)),
            Way::Stay => Way::Stay,
            Way::Exit(along) => Way::Exit(swap.offsets(along)),
            Way::Drop { falls } => Way::Drop { falls: falls.map(|by| swap.offset(by)) },
            Way::Castle(castle) => Way::Castle(castle.map(swap)),
            Way::Pass { when } => Way::Pass { when: *when },
            Way::Swap => Way::Swap,
        };
        turned.in_order()
    }

    /// The same way with its directions in order, so that two are equal whatever theirs was.
    pub(crate) fn in_order(&self) -> Way {
        let mut way = self.clone();
        match &mut way {
            Way::Jump(along) | Way::Slide { along, .. } | Way::Hop { along, .. } | Way::Exit(along) => {
                along.sort_unstable();
            }
            Way::Path { paths, .. } => paths.sort_unstable(),
            Way::Reach(_) | Way::Stay | Way::Drop { .. } | Way::Castle(_) | Way::Pass { .. } | Way::Swap => {}
        }
        way
    }
}
