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
    /// By piece: what it is asked for.
    asked: Vec<Asked>,
    /// The pieces that are worth more than some others, and the rank just below theirs.
    ranked: Vec<(Piece, u16)>,
    /// The pieces of each player that have to be looked at.
    looked_at: [Vec<Piece>; 2],
    /// By player: what is asked of pieces in hand.
    drops: [Vec<DropAsk<N>>; 2],
    asks: Asks,
    seen: Seen<N>,
    counts: Vec<[u64; 2]>,
    /// The points of terms that look at single pieces, one list behind the other.
    lists: Vec<Points>,
}

/// What all terms together need to know.
#[derive(Clone, Copy, Default, Debug)]
struct Asks {
    /// What players attack at all, and by worth.
    unions: bool,
    /// What stands on the board by worth.
    worths: bool,
    /// Where pieces can move to.
    moves: bool,
}

/// What the pieces of a kind are asked for.
#[derive(Clone, Default, Debug)]
struct Asked {
    /// By terms that ask for what they attack.
    attacks: Vec<Ask>,
    /// By terms that ask for where they can move.
    moves: Vec<Ask>,
    /// Nobody asks for single pieces.
    together: bool,
}

/// What a term asks of the pieces of a kind: all that is looked up for each kind, close together.
#[derive(Clone, Copy, Debug)]
struct Ask {
    term: u16,
    lesser: bool,
    safe: bool,
    /// Each piece is looked up in these points, from and to the last; otherwise pairs are counted.
    list: Option<(u32, u32)>,
    /// What a pair counts.
    weight: u32,
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
    /// By player: the kinds that stand there, and their sets.
    groups: [Vec<(Piece, u32, u32)>; 2],
    /// By player and worth: what pieces attack that are worth less; last what all attack.
    less: [Vec<Bits<N>>; 2],
    /// By worth: the pieces that are worth more.
    more: Vec<Bits<N>>,
    /// What attacked cells hold: those that hold it.
    held: Vec<Bits<N>>,
    /// By term: the cells that count for the player looked at, whichever piece attacks them.
    targets: Vec<Bits<N>>,
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
        let mut ontos: Vec<[Contents; 2]> = Vec::new();
        let mut lay = |term: &AttackTerm| {
            let onto = ontos.iter().position(|onto| *onto == term.onto).unwrap_or(ontos.len());
            if onto == ontos.len() {
                ontos.push(term.onto);
            }
            TermSets::new(game, term, onto)
        };
        let terms = all.iter().map(&mut lay).collect();
        let (ranks, levels) = ranks(&game.evaluation.worths(&game.rules));
        let asks = Asks {
            unions: all.iter().any(|term| term.undefended || term.safe),
            worths: all.iter().any(|term| term.lesser),
            moves: all.iter().any(|term| term.moves),
        };
        let pieces: Vec<Piece> = (0..=2 * game.rules.roster.kinds as u8).map(Piece).collect();
        let mut lists = Vec::new();
        let laid = all.iter().map(|term| lay_list(&mut lists, &term.each)).collect::<Vec<_>>();
        let asked: Vec<Asked> = pieces.iter().map(|&piece| asked(game, piece, &laid)).collect();
        let needed = |&piece: &Piece| {
            let asked = &asked[piece.index()];
            game.rules.roster.owner(piece).is_some()
                && (asks.unions || !asked.attacks.is_empty() || !asked.moves.is_empty())
        };
        let looked_at = Player::each(|player| {
            pieces.iter().copied().filter(|piece| needed(piece) && piece.owner() == player).collect()
        });
        // Of those that belong to nobody only one code is used.
        let used = |piece: &Piece| {
            !piece.is_none() && game.rules.roster.piece(piece.kind(), piece.owner()) == *piece
        };
        let above = |piece: Piece| Some((piece, ranks[piece.kind().index()].checked_sub(1)? as u16));
        let ranked = pieces.iter().copied().filter(used).filter_map(above).collect();
        let drops = Player::each(|player| drop_asks(game, player, &ranks));
        let seen = Seen {
            sets: Vec::new(),
            groups: [Vec::new(), Vec::new()],
            less: [vec![Bits::EMPTY; levels + 1], vec![Bits::EMPTY; levels + 1]],
            more: vec![Bits::EMPTY; levels + 1],
            held: vec![Bits::EMPTY; ontos.len()],
            targets: vec![Bits::EMPTY; all.len()],
            open: [[Bits::EMPTY; Movement::MAX_FILTERS]; 2],
        };
        Some(Attacks {
            terms,
            ontos: ontos.iter().map(|onto| onto.map(|onto| Selection::of(onto, game.rules.roster))).collect(),
            ranks,
            ranked,
            asked,
            looked_at,
            drops,
            asks,
            seen,
            counts: vec![[0; 2]; all.len()],
            lists,
        })
    }

    /// Points for the first player's attacks less those for the second's.
    pub(super) fn points(&mut self, game: &Game, board: &Board<N>) -> Points {
        let Some(sights) = &game.tables.sights else { return Points::NONE };
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
            for &piece in &self.looked_at[player.index()] {
                let standing = board.of(piece);
                if standing.is_empty() {
                    continue;
                }
                let start = self.seen.sets.len();
                let flocks = sights.flocks(piece);
                let together = self.asked[piece.index()].together && !flocks.is_empty();
                if together && standing.count() as usize > flocks.len() {
                    self.seen.sets.extend(flocks.iter().map(|flock| sights.flown(flock, standing)));
                } else {
                    for cell in standing {
                        let at = |cell| board.at(cell);
                        let set = sights.attacked(&game.tables.movement, (piece, cell), occupied, at);
                        self.seen.sets.push(set);
                    }
                }
                let all = self.seen.sets[start..].iter().fold(Bits::EMPTY, |all, &set| all | set);
                less[self.ranks[piece.kind().index()] + 1] |= all;
                groups.push((piece, start as u32, self.seen.sets.len() as u32));
            }
            // What is worth less than the next is worth less than all that follow.
            for level in 1..=levels {
                less[level] = less[level] | less[level - 1];
            }
        }
        if self.asks.worths {
            self.rank_pieces(board);
        }
        if self.asks.moves {
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
        let mut points = Points::NONE;
        let (mine, theirs) = (player.index(), (!player).index());
        let all = self.seen.less[theirs].last().copied().unwrap_or(Bits::EMPTY);
        let held = self.seen.held.iter_mut().zip(&self.ontos);
        held.for_each(|(held, onto)| *held = board.selected(&onto[mine]));
        for (target, term) in self.seen.targets.iter_mut().zip(&self.terms) {
            *target = term.cells(board, player, self.seen.held[term.onto]);
            if term.undefended {
                *target &= !all;
            }
        }
        for at in 0..self.seen.groups[mine].len() {
            let (piece, start, end) = self.seen.groups[mine][at];
            let asked = &self.asked[piece.index()];
            let rank = self.ranks[piece.kind().index()];
            let sets = &self.seen.sets[start as usize..end as usize];
            for ask in &asked.attacks {
                let cells = self.seen.counted(ask, theirs, rank);
                if let Some((first, last)) = ask.list {
                    for set in sets {
                        points += self.lists[(first + (*set & cells).count()).min(last) as usize];
                    }
                } else if !cells.is_empty() {
                    let pairs: u32 = sets.iter().map(|set| (*set & cells).count()).sum();
                    self.counts[ask.term as usize][mine] += u64::from(pairs) * u64::from(ask.weight);
                }
            }
        }
        for at in 0..self.drops[mine].len() {
            self.count_drops(game, board, player, at);
        }
        if self.asks.moves {
            points += self.moves_of(game, board, player);
        }
        points
    }

    /// Counts the cells from where a piece in hand could attack the middle of a window.
    fn count_drops(&mut self, game: &Game, board: &Board<N>, player: Player, at: usize) {
        let ask = &self.drops[player.index()][at];
        let Some(sights) = game.tables.sights.as_ref().filter(|_| board.held(ask.piece) > 0) else { return };
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

    /// The same for cells that pieces can move to.
    #[inline(never)]
    fn moves_of(&mut self, game: &Game, board: &Board<N>, player: Player) -> Points {
        let mut points = Points::NONE;
        let movement = &game.tables.movement;
        let open = self.seen.open[player.index()];
        for &piece in &self.looked_at[player.index()] {
            let rank = self.ranks[piece.kind().index()];
            for ask in &self.asked[piece.index()].moves {
                let cells = self.seen.counted(ask, (!player).index(), rank);
                for cell in board.of(piece) {
                    let lands = |step: &MoveStep| {
                        game.tables.actions[step.mv.rule()].travels()
                            && open[step.land as usize % Movement::MAX_FILTERS].has(step.mv.to())
                    };
                    let steps = movement.steps(piece, cell);
                    let reached: Bits<N> = walk(steps, movement, player, |cell| board.at(cell), lands);
                    let count = (reached & cells).count();
                    match ask.list {
                        Some((first, last)) => points += self.lists[(first + count).min(last) as usize],
                        None => {
                            let counts = &mut self.counts[ask.term as usize];
                            counts[player.index()] += u64::from(count) * u64::from(ask.weight);
                        }
                    }
                }
            }
        }
        points
    }
}

impl<const N: usize> Seen<N> {
    /// The cells that count where pieces of that worth attack them.
    #[inline]
    fn counted(&self, ask: &Ask, enemy: usize, rank: usize) -> Bits<N> {
        let mut cells = self.targets[ask.term as usize];
        if ask.lesser {
            cells &= self.more[rank];
        }
        if ask.safe {
            cells &= !self.less[enemy][rank];
        }
        cells
    }
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
    let Some(sights) = &game.tables.sights else { return Vec::new() };
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

fn asked(game: &Game, piece: Piece, lists: &[Option<(u32, u32)>]) -> Asked {
    let mut asked = Asked { together: true, ..Asked::default() };
    if piece.is_none() {
        return asked;
    }
    for ((number, term), &list) in (0u16..).zip(&game.evaluation.attacks).zip(lists) {
        let Some(weight) = term.weight(piece) else { continue };
        let ask = Ask { term: number, lesser: term.lesser, safe: term.safe, list, weight };
        match term.moves {
            true => asked.moves.push(ask),
            false => asked.attacks.push(ask),
        }
        asked.together &= list.is_none();
    }
    asked
}
