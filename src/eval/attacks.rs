//! Points for cells that pieces attack, from sets made once for each position that is scored.

use crate::game::{
    AttackTerm, Bits, Cell, Contents, Game, MoveStep, Movement, Piece, PieceWindow, Player, Points,
    Selection, Sights, Tally, Zone, walk,
};
use crate::position::Board;

/// The attack terms of a game, laid out for one width of board, and what was seen in the position looked at.
#[derive(Clone, Debug)]
pub(super) struct Attacks<const N: usize> {
    terms: Vec<TermSets<N>>,
    /// What attacked cells hold, by the attacker's owner, each once.
    ontos: Vec<[Selection; 2]>,
    /// By kind: how many worths are less than its own.
    ranks: Vec<usize>,
    /// The pieces that are worth more than some others, and the rank just below theirs.
    ranked: Vec<(Piece, u16)>,
    /// The pieces of each player that have to be looked at.
    looked_at: [Vec<LookedAt>; 2],
    /// What terms ask of kinds of pieces, kind by kind.
    asked: Vec<Ask>,
    /// By player: what is asked of pieces in hand.
    drops: [Vec<DropAsk<N>>; 2],
    needs: Needs,
    seen: Seen<N>,
    counts: Vec<[u64; 2]>,
    /// The points of terms that look at single pieces, one list behind the other.
    lists: Vec<Points>,
}

/// What all terms together need to know.
#[derive(Clone, Copy, Default, Debug)]
struct Needs {
    /// What players attack at all, and by worth.
    unions: bool,
    /// What stands on the board by worth.
    worths: bool,
    /// Where pieces can move to.
    moves: bool,
}

/// A kind of pieces that has to be looked at.
#[derive(Clone, Copy, Debug)]
struct LookedAt {
    piece: Piece,
    rank: u16,
    /// Nobody asks for single pieces.
    together: bool,
    /// What terms ask of it, from and to.
    asked: (u32, u32),
}

/// What a term asks of a kind of pieces.
#[derive(Clone, Copy, Debug)]
struct Ask {
    term: u32,
    /// What a pair counts.
    weight: u32,
    /// Each piece is looked up in these points, from and to the last; otherwise pairs are counted.
    list: Option<(u32, u32)>,
    lesser: bool,
    safe: bool,
    /// It counts the cells that pieces can move to.
    moves: bool,
}

/// Sets of pieces of a kind that stand on the board.
#[derive(Clone, Copy, Debug)]
struct Group<const N: usize> {
    piece: Piece,
    rank: u16,
    /// All that they attack.
    all: Bits<N>,
    /// The sets, from and to.
    sets: (u32, u32),
    /// What terms ask of the kind, from and to.
    asked: (u32, u32),
}

/// What terms ask of a kind of pieces in hand: the cells from where one could attack the middle of a window.
#[derive(Clone, Debug)]
struct DropAsk<const N: usize> {
    piece: Piece,
    /// Where it can be dropped.
    lands: Bits<N>,
    /// The pieces in the middle.
    middle: Vec<Piece>,
    /// The piece that attacks a cell exactly where this one attacks from it.
    mirror: Option<Piece>,
    counts: Vec<DropCount>,
}

/// How a term counts those cells.
#[derive(Clone, Copy, Debug)]
struct DropCount {
    term: u16,
    safe: bool,
    weight: u32,
}

/// A term, its cells laid out.
#[derive(Clone, Debug)]
struct TermSets<const N: usize> {
    /// The number of what the cell holds among all that is asked for.
    onto: usize,
    zone: ZoneCells<N>,
    undefended: bool,
    each: Tally,
}

/// Where attacked cells lie.
#[derive(Clone, Debug)]
enum ZoneCells<const N: usize> {
    All,
    Region([Bits<N>; 2]),
    Around {
        middle: [Vec<Piece>; 2],
        /// By the owner of the piece in the middle and its cell.
        windows: [Vec<Bits<N>>; 2],
    },
}

/// What the players attack.
#[derive(Clone, Debug)]
struct Seen<const N: usize> {
    /// Sets of cells, one for each piece or each displacement of several.
    sets: Vec<Bits<N>>,
    /// By player: the kinds that stand there.
    groups: [Vec<Group<N>>; 2],
    /// By player and worth: what pieces attack that are worth less; last what all attack.
    less: [Vec<Bits<N>>; 2],
    /// By worth: the pieces that are worth more.
    more: Vec<Bits<N>>,
    /// What attacked cells hold: those that hold it.
    held: Vec<Bits<N>>,
    /// By term: the cells that count for the player looked at, whatever the piece.
    cells: Vec<Bits<N>>,
    /// By player and filter: where pieces can land.
    open: [[Bits<N>; Movement::MAX_FILTERS]; 2],
}

impl<const N: usize> Attacks<N> {
    /// The attack terms of a game; `None` where it has none.
    pub(super) fn of(game: &Game) -> Option<Attacks<N>> {
        let all = &game.evaluation.attacks;
        if all.is_empty() {
            return None;
        }
        let (ranks, levels) = ranks(&game.evaluation.worths(&game.rules));
        let (mut ontos, mut lists): (Vec<[Contents; 2]>, Vec<Points>) = Default::default();
        let mut lay = |term: &AttackTerm| {
            let onto = ontos.iter().position(|onto| *onto == term.onto).unwrap_or(ontos.len());
            if onto == ontos.len() {
                ontos.push(term.onto);
            }
            TermSets::new(game, term, onto)
        };
        let terms: Vec<TermSets<N>> = all.iter().map(&mut lay).collect();
        let spans: Vec<Option<(u32, u32)>> =
            all.iter().map(|term| lay_list(&mut lists, &term.each)).collect();
        let needs = Needs {
            unions: all.iter().any(|term| term.undefended || term.safe),
            worths: all.iter().any(|term| term.lesser),
            moves: all.iter().any(|term| term.moves),
        };
        let (roster, mut asked) = (game.rules.roster, Vec::new());
        let looked_at = Player::each(|player| {
            let own = game.rules.pieces_of(player);
            own.filter_map(|piece| looked_at(game, piece, (&spans, needs), &ranks, &mut asked)).collect()
        });
        // Of those that belong to nobody only one code is used.
        let used = |&piece: &Piece| roster.piece(piece.kind(), piece.owner()) == piece;
        let above = |piece: Piece| Some((piece, ranks[piece.kind().index()].checked_sub(1)? as u16));
        let pieces = (1..=2 * roster.kinds as u8).map(Piece);
        let ranked = pieces.filter(used).filter_map(above).collect();
        let drops = Player::each(|player| drop_asks(game, player, &ranks));
        let seen = Seen {
            sets: Vec::new(),
            groups: [Vec::new(), Vec::new()],
            less: [vec![Bits::EMPTY; levels + 1], vec![Bits::EMPTY; levels + 1]],
            more: vec![Bits::EMPTY; levels + 1],
            held: vec![Bits::EMPTY; ontos.len()],
            cells: vec![Bits::EMPTY; terms.len()],
            open: [[Bits::EMPTY; Movement::MAX_FILTERS]; 2],
        };
        Some(Attacks {
            terms,
            ontos: ontos.iter().map(|onto| onto.map(|onto| Selection::of(onto, game.rules.roster))).collect(),
            ranks,
            ranked,
            looked_at,
            asked,
            drops,
            needs,
            seen,
            counts: vec![[0; 2]; all.len()],
            lists,
        })
    }

    /// Points for the first player's attacks less those for the second's.
    pub(super) fn points(&mut self, game: &Game, board: &Board<N>) -> Points {
        let Some(sights) = game.sights() else { return Points::NONE };
        self.see(game, sights, board);
        self.counts.fill([0; 2]);
        let mut points = Points::NONE;
        for player in Player::BOTH {
            points += self.of_player(game, board, player) * player.sign();
        }
        for (term, [first, second]) in self.terms.iter().zip(&self.counts) {
            points += match &term.each {
                Tally::Pair(each) => *each * (*first as i64 - *second as i64) as i32,
                Tally::Piece(_) => Points::NONE,
                Tally::Total(list) => list[Tally::number(list, *first)] - list[Tally::number(list, *second)],
            };
        }
        points
    }

    /// Makes the sets of all pieces that matter.
    fn see(&mut self, game: &Game, sights: &Sights, board: &Board<N>) {
        let occupied = !board.vacant();
        let levels = self.seen.more.len() - 1;
        self.seen.sets.clear();
        for player in Player::BOTH {
            let less = &mut self.seen.less[player.index()];
            less.fill(Bits::EMPTY);
            let groups = &mut self.seen.groups[player.index()];
            groups.clear();
            for &LookedAt { piece, rank, together, asked } in &self.looked_at[player.index()] {
                let standing = board.of(piece);
                if !standing.is_empty() {
                    let start = self.seen.sets.len() as u32;
                    let what = (piece, standing, together);
                    let all = add_sets(game, sights, (board, occupied), what, &mut self.seen.sets);
                    less[rank as usize + 1] |= all;
                    groups.push(Group {
                        piece,
                        rank,
                        all,
                        sets: (start, self.seen.sets.len() as u32),
                        asked,
                    });
                }
            }
            // What is worth less than the next is worth less than all that follow.
            for level in 1..=levels {
                less[level] = less[level] | less[level - 1];
            }
        }
        if self.needs.worths {
            self.rank_pieces(board);
        }
        if self.needs.moves {
            for player in Player::BOTH {
                let filters = &game.tables.movement.filters[player.index()];
                for (open, filter) in self.seen.open[player.index()].iter_mut().zip(filters) {
                    let holds = filter.holds.but(Contents::MARKED);
                    *open = if filter.always { Bits::EMPTY } else { board.select(game, holds) };
                }
            }
        }
    }

    /// Finds the pieces that are worth more than others.
    fn rank_pieces(&mut self, board: &Board<N>) {
        let more = &mut self.seen.more;
        more.fill(Bits::EMPTY);
        for &(piece, below) in &self.ranked {
            more[below as usize] |= board.of(piece);
        }
        for level in (1..more.len()).rev() {
            more[level - 1] = more[level - 1] | more[level];
        }
    }

    fn of_player(&mut self, game: &Game, board: &Board<N>, player: Player) -> Points {
        self.find_cells(board, player);
        let Attacks { asked, seen, counts, lists, .. } = self;
        let worth = |(first, last): (u32, u32), number: u32| lists[(first + number).min(last) as usize];
        let mut points = Points::NONE;
        for group in &seen.groups[player.index()] {
            for ask in &asked[group.asked.0 as usize..group.asked.1 as usize] {
                let cells = seen.cells[ask.term as usize];
                // Most pieces attack nothing of what most terms ask for.
                if ask.list.is_none() && !ask.moves && !group.all.meets(&cells) {
                    continue;
                }
                let cells = seen.counted(ask, group.rank, player, cells);
                let count = &mut counts[ask.term as usize][player.index()];
                let mut add = |number: u32| match ask.list {
                    Some(span) => points += worth(span, number),
                    None => *count += u64::from(number) * u64::from(ask.weight),
                };
                let sets = &seen.sets[group.sets.0 as usize..group.sets.1 as usize];
                match ask.moves {
                    true => seen.each_moved(game, board, group.piece, |to| add((to & cells).count())),
                    false => sets.iter().for_each(|set| add((*set & cells).count())),
                }
            }
        }
        for at in 0..self.drops[player.index()].len() {
            self.count_drops(game, board, player, at);
        }
        points
    }

    /// Finds the cells that count for a player, term by term.
    fn find_cells(&mut self, board: &Board<N>, player: Player) {
        let Seen { less, held, cells, .. } = &mut self.seen;
        let attacked = less[(!player).index()].last().copied().unwrap_or(Bits::EMPTY);
        let ontos = self.ontos.iter().map(|onto| board.selected(&onto[player.index()]));
        held.iter_mut().zip(ontos).for_each(|(held, onto)| *held = onto);
        for (cells, term) in cells.iter_mut().zip(&self.terms) {
            *cells = term.cells(board, player, held[term.onto]);
            if term.undefended {
                *cells &= !attacked;
            }
        }
    }

    /// Counts the cells from where a piece in hand could attack the middle of a window.
    fn count_drops(&mut self, game: &Game, board: &Board<N>, player: Player, at: usize) {
        let ask = &self.drops[player.index()][at];
        let Some(sights) = game.sights().filter(|_| board.held(ask.piece) > 0) else { return };
        let sees = |piece: Piece, cell: Cell| -> Bits<N> {
            let occupied = !board.vacant();
            sights.attacked(&game.tables.movement, (piece, cell), occupied, |cell| board.at(cell))
        };
        let open = ask.lands & board.vacant();
        let middle = ask.middle.iter().fold(Bits::EMPTY, |all, &piece| all | board.of(piece));
        let from: Bits<N> = match ask.mirror {
            Some(mirror) => open & middle.iter().fold(Bits::EMPTY, |all, cell| all | sees(mirror, cell)),
            None => open.iter().filter(|&cell| sees(ask.piece, cell).meets(&middle)).collect(),
        };
        let less = &self.seen.less[(!player).index()];
        for count in &ask.counts {
            let mut cells = from;
            if self.terms[count.term as usize].undefended {
                cells &= !less.last().copied().unwrap_or(Bits::EMPTY);
            }
            if count.safe {
                cells &= !less[self.ranks[ask.piece.kind().index()]];
            }
            let weighed = u64::from(cells.count()) * u64::from(count.weight);
            self.counts[count.term as usize][player.index()] += weighed;
        }
    }
}

impl<const N: usize> Seen<N> {
    /// Calls for each piece of a kind, with the cells that it can move to.
    #[inline(never)]
    fn each_moved(&self, game: &Game, board: &Board<N>, piece: Piece, mut call: impl FnMut(Bits<N>)) {
        let (movement, owner) = (&game.tables.movement, piece.owner());
        let open = self.open[owner.index()];
        for cell in board.of(piece) {
            let lands = |step: &MoveStep| {
                game.tables.actions[step.mv.rule()].travels()
                    && open[step.land as usize % Movement::MAX_FILTERS].has(step.mv.to())
            };
            call(walk(movement.steps(piece, cell), movement, owner, |cell| board.at(cell), lands));
        }
    }

    /// Of the cells that a term asks for those that count where pieces of that worth attack them.
    #[inline(always)]
    fn counted(&self, ask: &Ask, rank: u16, player: Player, mut cells: Bits<N>) -> Bits<N> {
        if ask.lesser {
            cells &= self.more[rank as usize];
        }
        if ask.safe {
            cells &= !self.less[(!player).index()][rank as usize];
        }
        cells
    }
}

/// Adds the sets of some pieces of a kind; all that they attack.
#[inline(always)]
fn add_sets<const N: usize>(
    game: &Game,
    sights: &Sights,
    (board, occupied): (&Board<N>, Bits<N>),
    (piece, standing, together): (Piece, Bits<N>, bool),
    sets: &mut Vec<Bits<N>>,
) -> Bits<N> {
    let mut all = Bits::EMPTY;
    let flocks = sights.flocks(piece);
    if together && !flocks.is_empty() && standing.count() as usize > flocks.len() {
        for flock in flocks {
            let set = sights.flown(flock, standing);
            all |= set;
            sets.push(set);
        }
        return all;
    }
    for cell in standing {
        let set = sights.attacked(&game.tables.movement, (piece, cell), occupied, |cell| board.at(cell));
        all |= set;
        sets.push(set);
    }
    all
}

impl<const N: usize> TermSets<N> {
    fn new(game: &Game, term: &AttackTerm, onto: usize) -> TermSets<N> {
        let zone = match &term.on {
            Zone::Board => ZoneCells::All,
            Zone::Region(cells) => ZoneCells::Region(cells.each_ref().map(|cells| cells.narrow())),
            Zone::Window(window) => ZoneCells::around(game, window),
        };
        TermSets { onto, zone, undefended: term.undefended, each: term.each.clone() }
    }

    /// The cells that count for a player.
    #[inline]
    fn cells(&self, board: &Board<N>, player: Player, onto: Bits<N>) -> Bits<N> {
        match &self.zone {
            ZoneCells::All => onto,
            ZoneCells::Region(cells) => onto & cells[player.index()],
            ZoneCells::Around { middle, windows } => {
                let around = |&piece: &Piece| {
                    let windows = &windows[piece.owner().index()];
                    board.of(piece).iter().fold(Bits::EMPTY, |all, cell| all | windows[cell.index()])
                };
                onto & middle[player.index()].iter().map(around).fold(Bits::EMPTY, |all, cells| all | cells)
            }
        }
    }
}

impl<const N: usize> ZoneCells<N> {
    fn around(game: &Game, window: &PieceWindow) -> ZoneCells<N> {
        let geometry = &game.rules.geometry;
        let windows = Player::each(|owner| {
            let forward = game.evaluation.orientation.forward[owner.index()];
            let cells = |cell| match geometry.has(Cell(cell)) {
                true => window.cells(geometry, forward, Cell(cell)).narrow(),
                false => Bits::EMPTY,
            };
            (0..geometry.size() as u16).map(cells).collect()
        });
        ZoneCells::Around { middle: window.around.map(|around| around.pieces().collect()), windows }
    }
}

/// What is asked of a player's pieces in hand: terms that look for the same cells share them.
fn drop_asks<const N: usize>(game: &Game, player: Player, ranks: &[usize]) -> Vec<DropAsk<N>> {
    let Some(sights) = game.sights() else { return Vec::new() };
    let mut asks: Vec<DropAsk<N>> = Vec::new();
    for (number, term) in (0u16..).zip(&game.evaluation.attacks) {
        let Zone::Window(window) = &term.on else { continue };
        for &(kind, weight) in &term.hands {
            let (piece, other) = (Piece::new(kind, player), Piece::new(kind, !player));
            let is_aim = |middle: &Piece| !term.lesser || ranks[middle.kind().index()] > ranks[kind.index()];
            let middle: Vec<Piece> = window.around[player.index()].pieces().filter(is_aim).collect();
            let count = DropCount { term: number, safe: term.safe, weight };
            match asks.iter_mut().find(|ask| ask.piece == piece && ask.middle == middle) {
                Some(ask) => ask.counts.push(count),
                None => asks.push(DropAsk {
                    piece,
                    lands: game.rules.dropped_on(kind, player).narrow(),
                    middle,
                    mirror: sights.are_attacked_back(piece).then_some(other),
                    counts: vec![count],
                }),
            }
        }
    }
    asks
}

/// By kind how many worths are less than its own, and how many worths there are.
fn ranks(worths: &[i32]) -> (Vec<usize>, usize) {
    let mut sorted = worths.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let rank = |worth: &i32| sorted.partition_point(|other| other < worth);
    (worths.iter().map(rank).collect(), sorted.len())
}

/// Adds the points of a term that looks at single pieces to those of others; where they begin and end.
fn lay_list(lists: &mut Vec<Points>, each: &Tally) -> Option<(u32, u32)> {
    let Tally::Piece(list) = each else { return None };
    let first = lists.len() as u32;
    lists.extend(list);
    Some((first, lists.len() as u32 - 1))
}

/// How a piece is looked at, if some term asks for it or for what all pieces attack; what terms ask of it is added.
fn looked_at(
    game: &Game,
    piece: Piece,
    (spans, needs): (&[Option<(u32, u32)>], Needs),
    ranks: &[usize],
    asked: &mut Vec<Ask>,
) -> Option<LookedAt> {
    let first = asked.len();
    for (number, (term, &list)) in (0..).zip(game.evaluation.attacks.iter().zip(spans)) {
        // A list is looked up for each piece, whatever its pairs would count.
        let weight = term.weight(piece).map_or(0, |weight| if list.is_some() { 1 } else { weight });
        if weight > 0 {
            let AttackTerm { lesser, safe, moves, .. } = *term;
            asked.push(Ask { term: number, weight, list, lesser, safe, moves });
        }
    }
    let own = &asked[first..];
    let together = own.iter().all(|ask| ask.list.is_none());
    let rank = ranks[piece.kind().index()] as u16;
    let needed = needs.unions || !own.is_empty();
    needed.then_some(LookedAt { piece, rank, together, asked: (first as u32, asked.len() as u32) })
}
