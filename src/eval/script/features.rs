//! Numbers that Rust knows of every position, for scripts to combine.

use std::collections::BTreeMap;

use crate::eval::Score;
use crate::eval::phase::{percent_left, weighed};
use crate::eval::surveys::Surveyor;
use crate::game::{
    Asks, Cell, CellSet, CountWorth, Evaluation, Formation, Game, Kind, Phase, Piece, Player, Points, Script,
    Selection,
};
use crate::position::Board;

/// The features, of any game: what the first player has more than the second. `material`, `squares` and
/// `blocks` are the definition's terms, in points, whether they count or not. `mobility` is moves, `gone`
/// pieces that started and are no longer on the board (`exited` is the old word for it), `lines.NAME` placements of a pattern, `pieces.KIND` pieces. `goal` is
/// how many steps forward all pieces have made, `foremost` how far the first one has come. `hand.KIND` is pieces in
/// hand, `attacked.KIND` pieces that an enemy piece could capture. `formations.NAME` is how often the points of a
/// formation are given. `influence.NAME`, `distance.NAME`, `link.NAME`, `liberties`, `stable` and `parity` are what the
/// definition's term of that name counts; where there is no way, the number of its last points. `phase` is no difference, but how much of the definition's `phase` is left, in percent.
pub const FEATURES: [&str; 19] = [
    "material",
    "squares",
    "blocks",
    "mobility",
    "gone",
    "lines.NAME",
    "pieces.KIND",
    "hand.KIND",
    "attacked.KIND",
    "formations.NAME",
    "influence.NAME",
    "distance.NAME",
    "link.NAME",
    "liberties",
    "stable",
    "parity",
    "phase",
    "goal",
    "foremost",
];

/// A feature, resolved.
#[derive(Clone, Debug)]
pub(super) enum Feature {
    Material(Vec<(Piece, Points, CountWorth)>),
    Squares,
    Blocks,
    Mobility,
    Exited(i32),
    /// The number of a pattern among those that the script asks for.
    Lines(usize),
    Pieces(Kind),
    Hand(Kind),
    Attacked(Kind),
    Formation(Box<Formed>),
    Survey(Box<Surveyor>),
    Phase(Option<Phase>),
    Goal(Steps),
    Foremost(Bands),
}

/// By player and cell, how many steps forward a piece there has made from its own edge.
#[derive(Clone, Debug)]
pub(super) struct Steps([Vec<i32>; 2]);

impl Steps {
    fn new(game: &Game) -> Steps {
        let geometry = &game.rules.geometry;
        let made = |player: Player, cell: Cell| {
            let back = game.evaluation.orientation.forward[player.index()].times(-1);
            std::iter::successors(Some(cell), |&c| geometry.beyond(c, back)).count() as i32 - 1
        };
        let all = |player| (0..geometry.size() as u16).map(|cell| made(player, Cell(cell))).collect();
        Steps(Player::each(all))
    }

    fn of<const N: usize>(&self, board: &Board<N>, player: Player) -> impl Iterator<Item = i32> {
        board.owned(player).iter().map(move |cell| self.0[player.index()][cell.index()])
    }
}

/// By player, the cells of equal steps, most steps first: who is foremost is found without looking at
/// every piece.
#[derive(Clone, Debug)]
pub(super) struct Bands([Vec<(i32, CellSet)>; 2]);

impl Bands {
    fn new(steps: &Steps) -> Bands {
        let bands = |steps: &Vec<i32>| {
            let mut bands: BTreeMap<i32, CellSet> = BTreeMap::new();
            for (cell, &made) in (0u16..).map(Cell).zip(steps) {
                bands.entry(made).or_insert(CellSet::EMPTY).insert(cell);
            }
            bands.into_iter().rev().collect()
        };
        Bands(steps.0.each_ref().map(bands))
    }

    fn foremost<const N: usize>(&self, board: &Board<N>, player: Player) -> i32 {
        let reached = |(_, band): &&(i32, CellSet)| !(board.owned(player) & band.narrow()).is_empty();
        self.0[player.index()].iter().find(reached).map_or(0, |&(steps, _)| steps)
    }
}

/// What stands around the pieces of each player, and where it is looked for.
#[derive(Clone, Debug)]
pub(super) struct Formed {
    asks: Asks,
    sides: [FormedSide; 2],
}

#[derive(Clone, Debug)]
struct FormedSide {
    piece: Piece,
    counted: Selection,
    /// By the piece's cell.
    seen: Vec<CellSet>,
}

impl Formed {
    fn new(game: &Game, formation: &Formation) -> Formed {
        let geometry = &game.rules.geometry;
        let forward = game.evaluation.orientation.forward;
        let side = |owner: Player| FormedSide {
            piece: Piece::new(formation.kind, owner),
            counted: Selection::of(formation.holds[owner.index()], game.rules.roster),
            seen: (0..geometry.size() as u16)
                .map(|cell| formation.cells(geometry, forward, owner, Cell(cell)))
                .collect(),
        };
        Formed { asks: formation.asks, sides: Player::each(side) }
    }

    fn times<const N: usize>(&self, board: &Board<N>) -> i32 {
        let [first, second] = self.sides.each_ref().map(|side| {
            let counted = board.selected(&side.counted);
            let of = |cell: Cell| self.asks.times((side.seen[cell.index()].narrow() & counted).count());
            board.of(side.piece).iter().map(of).sum::<i32>()
        });
        first - second
    }
}

/// How many pieces of a kind could be captured if it were the enemy's turn, whatever forbids it.
fn attacked<const N: usize>(game: &Game, board: &Board<N>, kind: Kind, player: Player) -> i32 {
    let piece = Piece::new(kind, player);
    let hit = |cell: &Cell| !board.attackers_to(game, (*cell, piece), !player, !board.vacant()).is_empty();
    board.of(piece).iter().filter(hit).count() as i32
}

/// Whether a game has a feature of that name.
pub(super) fn is_feature(game: &Game, name: &str) -> bool {
    // A script in place of the definition's terms still asks for the definition's patterns.
    let own = || game.evaluation.script.as_ref().map_or(&game.evaluation, |script| &script.tables);
    match name.split_once('.') {
        Some(("lines", pattern)) => {
            own().patterns.iter().any(|known| known.name == pattern) || is_surveyed(own(), name)
        }
        Some(("influence" | "distance" | "link", _)) => is_surveyed(own(), name),
        None if matches!(name, "liberties" | "stable" | "parity") => is_surveyed(own(), name),
        Some(("formations", formation)) => own().formations.iter().any(|known| known.name == formation),
        Some(("pieces" | "hand" | "attacked", kind)) => kind_of(game, kind).is_some(),
        _ => !name.contains('.') && (name == "exited" || FEATURES.contains(&name)),
    }
}

fn is_surveyed(tables: &Evaluation, name: &str) -> bool {
    tables.surveys.iter().any(|term| term.name == name)
}

fn kind_of(game: &Game, name: &str) -> Option<Kind> {
    let at = game.names.kinds.iter().position(|kind| kind.name == name)?;
    Some(Kind(at as u8))
}

/// The features that a script asks for.
pub(super) fn resolve(game: &Game, script: &Script) -> Vec<Feature> {
    let mut lines = 0;
    let mut resolve = |name: &String| match name.as_str() {
        "material" => Feature::Material(material(game, &script.tables)),
        "squares" => Feature::Squares,
        "blocks" => Feature::Blocks,
        "mobility" => Feature::Mobility,
        "gone" | "exited" => Feature::Exited(started(game)),
        "phase" => Feature::Phase(script.tables.phase.clone()),
        "goal" => Feature::Goal(Steps::new(game)),
        "foremost" => Feature::Foremost(Bands::new(&Steps::new(game))),
        other if is_surveyed(&script.tables, other) => {
            // A pattern has its number all the same.
            lines += usize::from(other.starts_with("lines."));
            Feature::Survey(surveyor(game, script, other))
        }
        other => {
            let (word, named) = other.split_once('.').unwrap_or((other, ""));
            let kind = kind_of(game, named);
            let formation = script.tables.formations.iter().find(|known| known.name == named);
            match (word, kind, formation) {
                ("pieces", Some(kind), _) => Feature::Pieces(kind),
                ("hand", Some(kind), _) => Feature::Hand(kind),
                ("attacked", Some(kind), _) => Feature::Attacked(kind),
                ("formations", _, Some(formation)) => {
                    Feature::Formation(Box::new(Formed::new(game, formation)))
                }
                _ => {
                    lines += 1;
                    Feature::Lines(lines - 1)
                }
            }
        }
    };
    script.features.iter().map(&mut resolve).collect()
}

fn material(game: &Game, tables: &Evaluation) -> Vec<(Piece, Points, CountWorth)> {
    let worth = |kind: Kind| {
        let of = tables.values.iter().filter(|(of, _)| *of == kind);
        of.map(|(_, weight)| weight.points()).sum::<Points>()
    };
    let each = game.rules.pieces().map(|piece| (piece, worth(piece.kind()), tables.in_hand(piece.kind())));
    each.filter(|(_, worth, held)| *worth != Points::NONE || held.points() != [Points::NONE]).collect()
}

/// The term of that name; it is there.
fn surveyor(game: &Game, script: &Script, name: &str) -> Box<Surveyor> {
    let terms = &script.tables.surveys;
    let number = terms.iter().position(|term| term.name == name).unwrap_or_default();
    Box::new(Surveyor::all(game, terms).swap_remove(number))
}

fn started(game: &Game) -> i32 {
    game.rules.setup.iter().filter_map(|&piece| Some(game.rules.roster.owner(piece)?.sign())).sum()
}

/// What whoever follows the moves knows of a board.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    /// How often each pattern that the script asks for is there.
    pub tallies: &'a [i32],
    /// Points of the definition's blocks, where it asks for them.
    pub blocks: Score,
}

impl Feature {
    /// Its value on a board.
    pub(super) fn measure<const N: usize>(
        &self,
        game: &Game,
        tables: &Evaluation,
        board: &Board<N>,
        kept: &Kept<'_>,
    ) -> i32 {
        let count = |player: Player| board.owned(player).count() as i32;
        let [first, second] = Player::BOTH;
        match self {
            Feature::Material(worth) => {
                let of = |(piece, worth, held): &(Piece, Points, CountWorth)| {
                    let standing = board.of(*piece).count() as i32;
                    (*worth * standing + held.of(board.held(*piece))) * piece.owner().sign()
                };
                weighed(&tables.phase, worth.iter().map(of).sum(), board)
            }
            Feature::Squares => squares(tables, board),
            Feature::Blocks => kept.blocks,
            Feature::Mobility => board.mobility(game, first) as i32 - board.mobility(game, second) as i32,
            Feature::Exited(started) => started - (count(first) - count(second)),
            Feature::Lines(number) => kept.tallies.get(*number).copied().unwrap_or(0),
            Feature::Pieces(kind) => {
                let [first, second] =
                    Player::each(|player| board.of(Piece::new(*kind, player)).count() as i32);
                first - second
            }
            Feature::Hand(kind) => {
                let [first, second] = Player::each(|player| i32::from(board.held(Piece::new(*kind, player))));
                first - second
            }
            Feature::Attacked(kind) => {
                attacked(game, board, *kind, first) - attacked(game, board, *kind, second)
            }
            Feature::Formation(formed) => formed.times(board),
            Feature::Survey(surveyor) => surveyor.balance(game, board),
            Feature::Phase(phase) => phase.as_ref().map_or(100, |phase| percent_left(phase, board)),
            Feature::Goal(steps) => {
                steps.of(board, first).sum::<i32>() - steps.of(board, second).sum::<i32>()
            }
            Feature::Foremost(bands) => bands.foremost(board, first) - bands.foremost(board, second),
        }
    }
}

/// Looked up piece by piece. Keeping the sum by difference, as that of pairs is kept, was tried and made searches
/// a twentieth to a tenth slower: moves are followed more often than positions are evaluated.
fn squares<const N: usize>(tables: &Evaluation, board: &Board<N>) -> i32 {
    let of = |table: &crate::game::Squares, player: Player| -> Points {
        board.of(Piece::new(table.kind, player)).iter().map(|cell| table.at(player, cell)).sum()
    };
    let each = tables.squares.iter().flat_map(|table| Player::each(|player| of(table, player)));
    weighed(&tables.phase, each.sum(), board)
}
