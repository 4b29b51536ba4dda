//! What can ever happen in a game, whatever is played from its setup: where each piece can come to stand, how it
//! comes about and where it goes, what is captured and what is held.
//!
//! Everything here errs on one side: what is said to be possible may not be, what is not said to be possible
//! never happens. `follow` finds it all out.

mod chains;
mod follow;
pub(in crate::lint) mod logic;
mod remains;
mod stages;
pub mod verdict;

use std::cell::Cell as Counter;
use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::game::{Action, Cell, CellSet, Contents, Game, Kind, Piece, Player, Royalty, Rule, Stage};

use logic::MOST_STEPS_OF_A_GAME;

/// Where a piece is, or where it comes from and goes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Token {
    /// Nowhere: in the supply, or captured and gone.
    Nowhere,
    /// On the board.
    Board(Piece),
    /// In its owner's hand.
    Hand(Piece),
}

/// How a piece of a kind comes about on the board. This is the one list of all ways.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Coming {
    /// It is there at the start.
    Setup,
    /// A piece promotes to it.
    Promotion,
    /// It is dropped from the supply.
    Supply,
    /// It is dropped from a hand.
    Hand,
    /// It comes from a hand to a cell that another piece leaves.
    Gate,
    /// An effect puts it.
    Put,
    /// An effect makes it of another kind.
    Become,
    /// An effect makes it of the other player's.
    Flip,
    /// A further stage of a move puts it.
    Stage,
}

/// What a rule does for one player.
#[derive(Clone, Debug)]
pub struct Seen {
    /// It makes a move.
    pub made: bool,
    /// The cells from which it does.
    pub left: CellSet,
    /// The cells where it lands.
    pub landed: CellSet,
    /// Those on which it captures by landing there.
    pub captures: CellSet,
    /// The cells strictly between, where an effect asks for them.
    pub path: CellSet,
    /// The pieces that land.
    pub lands_as: Contents,
    /// On what it lands, own pieces among it.
    pub captured: Contents,
    /// By effect: it changes something.
    pub effects: Vec<bool>,
    /// Its further stage finds a cell.
    pub staged: bool,
}

impl Seen {
    fn nothing(effects: usize) -> Seen {
        let (cells, pieces) = (CellSet::EMPTY, Contents::NOTHING);
        Seen {
            made: false,
            left: cells,
            landed: cells,
            captures: cells,
            path: cells,
            lands_as: pieces,
            captured: pieces,
            effects: vec![false; effects],
            staged: false,
        }
    }
}

/// What can ever happen.
pub struct Prospects<'a> {
    /// The game.
    pub game: &'a Game,
    /// A position's text may give what rules drop: see [`Prospects::new`].
    pub text_hands: bool,
    /// By cell: what it can hold.
    pub there: Vec<Contents>,
    /// By piece: where it can stand.
    pub stand: Vec<CellSet>,
    /// By piece: where it can be in the middle of a move of captures, before it becomes something else.
    pub passing: Vec<CellSet>,
    /// By piece: where it lands by its own moves.
    pub land: Vec<CellSet>,
    /// By piece: where the enemy could capture it by landing there.
    pub hit: Vec<CellSet>,
    /// What goes from one cell to another.
    pub moved: Contents,
    /// What becomes of pieces.
    pub steps: FxHashSet<(Token, Token)>,
    /// By kind: how it comes about.
    pub comings: Vec<BTreeSet<Coming>>,
    /// By player: on what it lands, own pieces among it.
    pub captured: [Contents; 2],
    /// By player: what its effects take.
    pub taken: [Contents; 2],
    /// By player: marked cells that it can make use of.
    pub marked: [CellSet; 2],
    /// By rule and player.
    pub rules: Vec<[Seen; 2]>,
    /// By effect of captures: it changes something.
    pub capture_effects: Vec<bool>,
    /// There was too much to follow: nothing is known.
    pub lost: bool,
    /// The royal pieces that are never taken.
    pub guarded: Contents,
    /// How many things have been found out.
    pub found: u64,
    /// The longest row of cells that the board has.
    pub longest_line: usize,
    /// How many more questions may be held against each other.
    pub steps_left: Counter<u32>,
}

impl<'a> Prospects<'a> {
    /// The prospects of a game. With `text_hands` a position's text may give the players whatever some rule
    /// drops.
    pub fn new(game: &'a Game, text_hands: bool) -> Self {
        let pieces = 1 + 2 * game.rules.roster.kinds;
        let nobody = || [Contents::NOTHING; 2];
        let seen = |rule: &Rule| [(); 2].map(|()| Seen::nothing(rule.effects.len()));
        let mut prospects = Prospects {
            game,
            text_hands,
            there: vec![Contents::EMPTY; game.rules.geometry.size()],
            stand: vec![CellSet::EMPTY; pieces],
            passing: vec![CellSet::EMPTY; pieces],
            land: vec![CellSet::EMPTY; pieces],
            hit: vec![CellSet::EMPTY; pieces],
            moved: Contents::NOTHING,
            steps: FxHashSet::default(),
            comings: vec![BTreeSet::new(); game.rules.roster.kinds],
            captured: nobody(),
            taken: nobody(),
            marked: [CellSet::EMPTY; 2],
            rules: game.rules.moves.iter().map(seen).collect(),
            capture_effects: vec![false; game.rules.capture_effects.len()],
            lost: false,
            guarded: Contents::NOTHING,
            found: 0,
            longest_line: game.tables.lines.list.iter().map(|line| line.cells.len()).max().unwrap_or(0),
            steps_left: Counter::new(MOST_STEPS_OF_A_GAME),
        };
        prospects.follow();
        prospects.guarded = prospects.guarded_royals();
        prospects
    }

    /// Whether a piece can stand on the board at some time.
    pub(in crate::lint) fn can_appear(&self, piece: Piece) -> bool {
        self.stand.get(piece.index()).is_some_and(|cells| !cells.is_empty())
    }

    /// Whether a player can come to hold a piece, by the setup or by what is played.
    pub(in crate::lint) fn comes_to_hand(&self, piece: Piece) -> bool {
        self.lost
            || self.game.rules.setup_hands.get(piece.index()).is_some_and(|&held| held > 0)
            || self.steps.iter().any(|(_, to)| *to == Token::Hand(piece))
    }

    /// The same where a position's text may give it, too.
    pub fn can_hold(&self, piece: Piece) -> bool {
        self.text_hands || self.comes_to_hand(piece)
    }

    /// Whether a kind comes about in this way.
    pub(in crate::lint) fn comes(&self, kind: Kind, by: Coming) -> bool {
        self.lost || self.comings.get(kind.index()).is_some_and(|ways| ways.contains(&by))
    }

    /// What leaves the board because a piece lands on it, or because an effect takes it.
    pub(in crate::lint) fn removed(&self) -> Contents {
        let all = self.captured.iter().chain(&self.taken);
        all.fold(Contents::NOTHING, |all, &some| all.or(some))
    }

    /// Whether something is captured at some time: a piece that is not the mover's leaves the board.
    pub(in crate::lint) fn captures(&self) -> bool {
        let others = |player: Player| {
            let removed = self.captured[player.index()].or(self.taken[player.index()]);
            removed.pieces().any(|piece| self.game.rules.is_not_of(piece, player))
        };
        self.lost || Player::BOTH.into_iter().any(others)
    }

    /// Where something of this can stand.
    pub(in crate::lint) fn cells_of(&self, holds: Contents) -> CellSet {
        let mut all = CellSet::EMPTY;
        for piece in holds.pieces() {
            all |= self.stand.get(piece.index()).copied().unwrap_or(CellSet::EMPTY);
        }
        all
    }

    /// How many pieces of the setup these are.
    pub(in crate::lint) fn at_start(&self, holds: Contents, on: &CellSet) -> u32 {
        let stands = |cell: &Cell| {
            let piece = self.game.rules.setup.get(cell.index()).copied().unwrap_or(Piece::NONE);
            !piece.is_none() && holds.has(piece)
        };
        on.iter().filter(stands).count() as u32
    }

    fn held_at_start(&self, piece: Piece) -> u32 {
        self.game.rules.setup_hands.get(piece.index()).copied().unwrap_or(0).into()
    }

    /// The most pieces of these that can be on the board at once; `None`: there is no such number.
    pub(in crate::lint) fn never_more(&self, holds: Contents) -> Option<u32> {
        if self.lost {
            return None;
        }
        // All that can become one of these, and what can become that.
        let mut all: BTreeSet<Token> = holds.pieces().map(Token::Board).collect();
        loop {
            let before = all.len();
            for (from, to) in &self.steps {
                if all.contains(to) && !all.contains(from) {
                    if *from == Token::Nowhere {
                        return None;
                    }
                    all.insert(*from);
                }
            }
            if all.len() == before {
                break;
            }
        }
        let board = *self.game.rules.geometry.board();
        let count = |token: &Token| match token {
            Token::Board(piece) => self.at_start(Contents::piece(*piece), &board),
            Token::Hand(piece) => self.held_at_start(*piece),
            Token::Nowhere => 0,
        };
        Some(all.iter().map(count).sum())
    }

    /// The fewest pieces of these that there are in a region at any time. `guarded` royal pieces are not taken.
    pub(in crate::lint) fn never_less(&self, holds: Contents, on: &CellSet, guarded: bool) -> u32 {
        if self.lost {
            return 0;
        }
        // What stands in the region stays there, as long as it is one of these.
        let stays = |piece: &Piece| on.covers(&self.stand[piece.index()]) || !self.moved.has(*piece);
        let mut all: BTreeSet<Token> = holds.pieces().filter(stays).map(Token::Board).collect();
        loop {
            let before = all.len();
            for (from, to) in &self.steps {
                let kept = |piece: Piece| guarded && self.guarded.has(piece);
                let taken = matches!((from, to), (Token::Board(piece), Token::Nowhere | Token::Hand(_)) if kept(*piece));
                if !all.contains(to) && !taken {
                    all.remove(from);
                }
            }
            if all.len() == before {
                break;
            }
        }
        let count = |token: &Token| match token {
            Token::Board(piece) => self.at_start(Contents::piece(*piece), on),
            Token::Hand(_) | Token::Nowhere => 0,
        };
        all.iter().map(count).sum()
    }

    /// The royal pieces, where nothing ever removes one: no move may leave one to be captured, unless it removes
    /// the enemy's. No effect takes one, none leaves or is set elsewhere, and none could be captured by the first
    /// move already.
    fn guarded_royals(&self) -> Contents {
        let royals = &self.game.rules.royals;
        if self.lost || royals.iter().any(|royal| royal.which != Royalty::Each) {
            return Contents::NOTHING;
        }
        let pieces = || royals.iter().flat_map(|royal| Player::each(|owner| Piece::new(royal.kind, owner)));
        let safe = |piece: Piece| {
            let owner = piece.owner().index();
            let taken = self.taken.iter().any(|taken| taken.has(piece)) || self.captured[owner].has(piece);
            let leaves = |(rule, seen): (&Rule, &[Seen; 2])| {
                rule.action == Action::Exit && rule.kind == Some(piece.kind()) && seen[owner].made
            };
            let leaves = self.game.rules.moves.iter().zip(&self.rules).any(leaves);
            let mut stages = self.game.rules.stages.iter().filter_map(Stage::bring);
            let set = stages.any(|bring| bring.kind == piece.kind());
            !(taken || leaves || set || self.hangs_at_start(piece))
        };
        match pieces().all(safe) {
            true => pieces().fold(Contents::NOTHING, |all, piece| all.or(Contents::piece(piece))),
            false => Contents::NOTHING,
        }
    }

    /// Whether the first move could capture a piece: the game may begin as no move may leave it.
    fn hangs_at_start(&self, royal: Piece) -> bool {
        let game = self.game;
        let mover = game.rules.first;
        let at = |cell: Cell| game.rules.setup.get(cell.index()).copied().unwrap_or(Piece::NONE);
        let filters = &game.tables.movement.filters[mover.index()];
        let opens = |target: u8, cell: Cell| {
            filters.get(target as usize).is_some_and(|target| target.always || target.holds.has(at(cell)))
        };
        game.rules.geometry.board().iter().any(|cell| {
            let piece = at(cell);
            if game.rules.roster.owner(piece) != Some(mover) {
                return false;
            }
            let steps = game.tables.movement.steps(piece, cell);
            let mut next = 0;
            while let Some(step) = steps.get(next) {
                let to = step.mv.to();
                if at(to) == royal && opens(step.land, to) {
                    return true;
                }
                next += if opens(step.pass, to) { 1 } else { step.skip.max(1) as usize };
            }
            false
        })
    }
}
