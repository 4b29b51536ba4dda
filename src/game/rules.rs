//! The rules of a game as one value: equal rules are played alike.

use serde::Serialize;

use super::symmetry::SideSwap;
use super::{
    Action, Award, Castle, CellSet, Condition, Contents, Effect, End, Geometry, Kind, Piece, Player, Roster,
    Rule, Stage, Turns, Verb, Veto, Way,
};

/// Everything that decides how a game goes; no name, no place in a file, no weight.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The board.
    pub geometry: Geometry,
    /// Who moves first.
    pub first: Player,
    /// How many kinds of pieces there are, and which belong to nobody.
    pub roster: Roster,
    /// The kinds that are royal.
    pub royals: Vec<Royal>,
    /// What stands where when the game starts, by cell number.
    pub setup: Vec<Piece>,
    /// How many of each piece the players hold when the game starts, by piece; empty where nobody holds any.
    pub setup_hands: Vec<u16>,
    /// By kind: what it is in a hand, where that is another kind.
    pub bases: Vec<Option<Kind>>,
    /// By kind: the most that a player can have on the board by promotions and by drops from the supply.
    pub supplies: Vec<Option<u32>>,
    /// What becomes of captured pieces; `None`: they are gone.
    pub captured: Option<Captured>,
    /// Where a capture is legal, only captures are.
    pub must_capture: bool,
    /// Of the captures that are legal, only the best are: by the first of these, then by the next.
    pub prefer: Vec<Preference>,
    /// Where a move of one of these rules is legal, nothing else is.
    pub priority: Vec<u8>,
    /// What each piece counts for its owner where the game is decided by the score, by kind.
    pub score: Vec<i32>,
    /// What each empty cell counts for the player whose pieces alone are beside its region, likewise.
    pub area: i32,
    /// What each player has without a piece, in half points.
    pub bonus: [i32; 2],
    /// What happens after every capture.
    pub capture_effects: Vec<Effect>,
    /// Pieces that come from the hand where others move for the first time.
    pub gating: Option<Gating>,
    /// The move rules in file order: those of the kinds, kind by kind, then those of no piece.
    pub moves: Vec<Rule>,
    /// The further stages of moves, which move rules name by number.
    pub stages: Vec<Stage>,
    /// What makes a move illegal.
    pub vetoes: Vec<Veto>,
    /// The ends in the order tried.
    pub ends: Vec<End>,
    /// How many moves make a turn.
    pub turns: Turns,
}

/// A kind of piece that the enemy must not be able to take after its owner's move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Royal {
    /// The kind.
    pub kind: Kind,
    /// How many of them.
    pub which: Royalty,
}

impl Royal {
    /// The royal piece of a player.
    #[inline]
    pub fn piece(self, owner: Player) -> Piece {
        Piece::new(self.kind, owner)
    }
}

/// Which royal pieces of a player the enemy must not be able to take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Royalty {
    /// Each.
    Each,
    /// The last one of all that are royal in this way.
    Any,
    /// All of those that are royal in this way at once: one may be left to be taken while another is safe.
    All,
}

/// What makes one capture better than another.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Preference {
    /// More pieces are taken.
    MostTaken,
    /// What is taken is worth more, by kind.
    Weight(Vec<i32>),
    /// A piece of this kind takes.
    By(Kind),
    /// More is taken of what passes, by mover.
    Most([Contents; 2]),
    /// What passes is taken earlier, by mover.
    First([Contents; 2]),
}

impl Preference {
    /// The kinds of the pieces that alone count, each once; none where all do.
    pub fn kinds(&self) -> Vec<Kind> {
        let (Preference::Most(which) | Preference::First(which)) = self else { return Vec::new() };
        let mut kinds: Vec<Kind> = which.iter().flat_map(|which| which.pieces()).map(Piece::kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// The same with the players exchanged.
    pub(crate) fn map(&self, swap: &SideSwap) -> Preference {
        let mapped = |[first, second]: [Contents; 2]| [swap.contents(second), swap.contents(first)];
        match self {
            Preference::MostTaken | Preference::Weight(_) | Preference::By(_) => self.clone(),
            Preference::Most(passing) => Preference::Most(mapped(*passing)),
            Preference::First(passing) => Preference::First(mapped(*passing)),
        }
    }
}

/// What becomes of captured pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Captured {
    /// They go to the hand of the player who captured them, otherwise to their owner's.
    pub by_captor: bool,
    /// As their base, otherwise as they are.
    pub in_base: bool,
}

/// Pieces that come from the hand to cells that others leave by their first move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Gating {
    /// Their kinds.
    pub kinds: Vec<Kind>,
    /// The cells, by player.
    pub on: [CellSet; 2],
}

impl Rules {
    /// Every condition that is asked: by ends, vetoes, move rules and their further stages, and turns.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let ends = self.ends.iter().map(|end| &end.when);
        let vetoes = self.vetoes.iter().flat_map(Veto::conditions);
        let moves = self.moves.iter().flat_map(|rule| &rule.by).filter_map(|travel| travel.when.as_ref());
        let stages = self.stages.iter().flat_map(Stage::conditions);
        ends.chain(vetoes).chain(moves).chain(stages).chain(self.turns.conditions())
    }

    /// Whether an end asks who has more by the score.
    pub fn asks_score(&self) -> bool {
        self.ends.iter().any(|end| end.winner == Award::Score)
    }

    /// Whether some move leaves more of a piece on the board than there were: it drops one, promotes, turns over what
    /// stands elsewhere, or brings one by a further stage.
    pub fn makes_pieces(&self) -> bool {
        let makes = |verb: Verb| match verb {
            Verb::Flip | Verb::Put | Verb::Become => true,
            Verb::Take | Verb::Mark | Verb::Settle | Verb::Unsettle => false,
        };
        let promotes = |rule: &Rule| rule.by.iter().any(|travel| travel.promotion.is_some());
        self.gating.is_some()
            || self.stages.iter().any(|stage| stage.bring().is_some())
            || self.effects().any(|effect| makes(effect.verb))
            || self.moves.iter().any(|rule| matches!(rule.action, Action::Drop(_)) || promotes(rule))
    }

    /// The effects of the move rules, then those of captures.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.moves.iter().flat_map(|rule| &rule.effects).chain(&self.capture_effects)
    }

    /// The effects of a move by a rule that captures: its own, then those of captures.
    pub fn effects_of(&self, rule: usize) -> impl Iterator<Item = &Effect> {
        self.moves[rule].effects.iter().chain(&self.capture_effects)
    }

    /// Whether some piece goes on after it has landed.
    pub fn has_chains(&self) -> bool {
        self.moves.iter().any(|rule| rule.again.is_some())
    }

    /// Whether it matters of which kind a player's pieces are.
    pub fn tells_kinds(&self) -> bool {
        self.roster.kinds > 1 || !self.royals.is_empty() || self.roster.neutral != 0
    }

    /// Whether an effect takes pieces, or makes royal ones something else.
    pub fn may_unmake(&self, effect: &Effect) -> bool {
        match effect.verb {
            Verb::Take => true,
            Verb::Become => effect.kind.is_some_and(|kind| !self.is_royal(kind)),
            Verb::Mark | Verb::Flip | Verb::Put | Verb::Settle | Verb::Unsettle => false,
        }
    }

    /// Whether some piece can be in a hand.
    pub fn has_hands(&self) -> bool {
        self.captured.is_some()
            || !self.setup_hands.is_empty()
            || self.moves.iter().any(|rule| rule.hand.is_some())
    }

    /// Whether some move marks cells.
    pub fn makes_marks(&self) -> bool {
        self.effects().any(|effect| effect.verb == Verb::Mark)
    }

    /// What a piece is in a hand.
    pub fn base_of(&self, kind: Kind) -> Kind {
        self.bases.get(kind.index()).copied().flatten().unwrap_or(kind)
    }

    /// The most pieces of a kind that a player can have on the board by promotions and drops from the supply.
    pub fn supply_of(&self, kind: Kind) -> Option<u32> {
        self.supplies.get(kind.index()).copied().flatten()
    }

    /// Whether pieces of a kind are royal.
    pub fn is_royal(&self, kind: Kind) -> bool {
        self.royals.iter().any(|royal| royal.kind == kind)
    }

    /// Whether some pieces are royal.
    #[inline]
    pub fn has_royals(&self) -> bool {
        !self.royals.is_empty()
    }

    /// The castles of a player, each with its rule.
    pub fn castles(&self, player: Player) -> impl Iterator<Item = (u8, Castle)> {
        (0u8..).zip(&self.moves).filter_map(move |(number, rule)| match rule.by[player.index()].way {
            Way::Castle(castle) => Some((number, castle)),
            _ => None,
        })
    }

    /// The cells that a piece of a kind can be dropped on from a player's hand, conditions left aside.
    pub fn dropped_on(&self, kind: Kind, player: Player) -> CellSet {
        let drops = |rule: &&Rule| rule.hand == Some(kind) && rule.action == Action::Drop(kind);
        let cells = self.moves.iter().filter(drops).map(|rule| rule.by[player.index()].to);
        cells.fold(CellSet::EMPTY, |all, cells| all | cells)
    }

    /// The pieces of both players in code order, those of nobody among them.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + use<> {
        let roster = self.roster;
        let is_one = move |piece: &Piece| piece.owner() == Player::First || roster.owner(*piece).is_some();
        (1..=2 * roster.kinds as u8).map(Piece).filter(is_one)
    }

    /// The pieces of a player in code order.
    #[inline]
    pub fn pieces_of(&self, player: Player) -> impl Iterator<Item = Piece> + use<> {
        let roster = self.roster;
        let kinds = (0..roster.kinds as u8).map(Kind).filter(move |&kind| !roster.is_neutral(kind));
        kinds.map(move |kind| Piece::new(kind, player))
    }

    /// Whether there is a piece, and it is not the player's.
    #[inline]
    pub fn is_not_of(&self, piece: Piece, player: Player) -> bool {
        !piece.is_none() && (piece.owner() != player || self.roster.is_neutral(piece.kind()))
    }

    /// The kind that moves by a rule that carries a piece.
    #[inline]
    pub fn mover_of(&self, rule: usize) -> Kind {
        self.moves[rule].kind.unwrap_or_else(|| unreachable!("the rule is one of a piece"))
    }

    /// What playing each rule does, close together.
    pub(super) fn actions(&self) -> [Action; 256] {
        std::array::from_fn(|i| self.moves.get(i).map_or(Action::Pass, |rule| rule.action))
    }
}
