//! What follows from the rules of a game, worked out once.

use super::symmetry::swaps;
use super::{
    Action, Award, Cell, Condition, ConditionFacts, Contents, Effect, End, LineRule, Offset, Player,
    Preference, Resets, Royalty, Rule, Rules, Touched, Travel, Verb, Veto, Way,
};

/// What follows from [`Rules`] alone. Whoever needs such an answer looks here and does not ask the rules again.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Every piece of each player.
    pub owned: [Contents; 2],
    /// Some pieces are royal: moves have to leave them safe.
    pub has_royals: bool,
    /// Some royal pieces count only together with others.
    pub royals_in_groups: bool,
    /// Some capture of a royal piece takes more, which may be the captor's own royal pieces.
    pub captures_may_cost_royals: bool,
    /// By rule: some veto looks at its moves.
    pub vetoed: [bool; 256],
    /// Some veto asks whether a royal piece could be taken.
    pub vetoes_ask_checks: bool,
    /// Something other than royal pieces can forbid a move that a rule makes.
    pub restricted: bool,
    /// Moves of some rules have to be asked one by one whether they are meant.
    pub checks_late: bool,
    /// Every move that leads to an open landing cell is legal.
    pub landings_decide: bool,
    /// Some pieces go on after they have landed.
    pub has_chains: bool,
    /// Chains that go different ways and leave the same are as good as each other: pieces that go on do nothing but take,
    /// and no preference asks in which order.
    pub ways_meet: bool,
    /// Where a piece that goes on has been may forbid where it lands.
    pub ways_bind: bool,
    /// Captures are compulsory, and no move puts anything back on the board: playing them out comes to an end.
    pub plays_captures_out: bool,
    /// Captures have to be played, end with the first piece, and nothing is royal: who has the move may have to give up
    /// what it stands for.
    pub captures_bind: bool,
    /// Some moves have to be made where they can be: captures, or those of certain rules.
    pub compels: bool,
    /// The rules nowhere favour who does not move: nobody may pass or has to capture, and no end counts plies.
    pub passing_is_no_gain: bool,
    /// Every move is a drop that neither a condition nor a veto forbids.
    pub only_drops: bool,
    /// The line rules by which the mover wins, when they alone decide whether a dropped piece wins: pieces stay where
    /// they were put, nothing vetoes a move, and no other end is tried before them. Then a threat to win is a matter
    /// of line contents. Empty otherwise.
    pub line_ends: Vec<LineRule>,
    /// The line rules that end the game, where each move does no more than to fill a cell, the players move by turns and
    /// perft asks no other end: then the replies to a move are known without playing it.
    pub filling_lines: Option<Vec<LineRule>>,
    /// A piece on the board never moves or leaves: a new line runs through the last cell.
    pub pieces_stay: bool,
    /// Pieces both come and go, so that a position can return after a capture or a drop.
    pub renewable: bool,
    /// The ends that perft asks before it counts moves, indices into [`Rules::ends`]. Those that need the player to
    /// move to be without moves are left out: there is nothing to count then.
    pub counted_ends: Vec<usize>,
    /// The clocks that ends ask for: plies and quiet plies, each once.
    pub clocks: Vec<Condition>,
    /// What resets the counts of quiet plies that ends ask for, each sort once. Captures alone where no end asks.
    pub quiet_clocks: Vec<Resets>,
    /// What resets the counts of moves of one piece which conditions ask for, each sort once, and the most that any asks
    /// for: beyond that moves are not counted.
    pub streaks: Vec<(Resets, u32)>,
    /// Some condition counts passes in a row.
    pub counts_passes: bool,
    /// Some condition asks how often a position has stood on the board.
    pub repeats: bool,
    /// Some condition asks for what stood on the board, whoever was to move.
    pub asks_boards: bool,
    /// Some veto asks whether something stood on the board at any time before: what is legal depends on all moves.
    pub vetoes_look_back: bool,
    /// Some veto asks whether something stood on the board before the last move.
    pub vetoes_look_lately: bool,
    /// How groups are joined that drops take which do nothing else, where all such rules join them alike.
    pub encloses_along: Option<Vec<Offset>>,
    /// Every move puts one piece on the board, which may take others, or is a pass.
    pub drops_that_take: bool,
    /// Some condition asks whether a piece could be taken.
    pub asks_attacks: bool,
    /// The ways to lay the board onto itself that, with the players exchanged, leave the rules, the setup and the ends
    /// as they were: by cell number, where a cell lies afterwards. None where the sides are unlike.
    pub swaps: Vec<Vec<Cell>>,
}

impl Facts {
    /// Whether conditions ask for counts of moves played.
    pub fn counts_moves(&self) -> bool {
        self.counts_passes || !self.clocks.is_empty() || !self.streaks.is_empty()
    }

    /// Works them out.
    pub fn of(rules: &Rules) -> Facts {
        let spreads = rules.gating.is_some() || rules.moves.iter().any(Rule::spreads);
        let leaves =
            |r: &Rule| r.action.travels() || matches!(r.action, Action::Exit | Action::Castle | Action::Swap);
        let removes = rules.moves.iter().any(leaves) || spreads;
        let drops = rules.moves.iter().any(|r| matches!(r.action, Action::Drop(_)));
        let returns = rules.effects().any(|effect| effect.verb == Verb::Put)
            || rules.gating.is_some() && rules.captured.is_some();
        let clocks = clocks(rules);
        let asked = rules.conditions().map(Condition::facts);
        let asked = asked.fold(ConditionFacts::empty(), ConditionFacts::union);
        let asks = |facts| asked.intersects(facts);
        Facts {
            owned: Player::each(|player| Contents::owned(player, rules.roster)),
            has_royals: rules.has_royals(),
            royals_in_groups: rules.royals.iter().any(|royal| royal.which != Royalty::Each),
            captures_may_cost_royals: (0..rules.moves.len()).any(|rule| may_cost_royals(rules, rule)),
            vetoed: std::array::from_fn(|rule| rules.vetoes.iter().any(|veto| veto.looks_at(rule))),
            vetoes_ask_checks: rules.vetoes.iter().any(|veto| veto.when.asks(ConditionFacts::IN_CHECK)),
            restricted: restricted(rules),
            checks_late: rules.moves.iter().any(|rule| is_asked_late(rules, rule)),
            landings_decide: landings_decide(rules),
            has_chains: rules.has_chains(),
            ways_meet: ways_meet(rules),
            ways_bind: rules.moves.iter().any(|rule| binds(rules, rule)),
            plays_captures_out: plays_captures_out(rules),
            captures_bind: plays_captures_out(rules) && !rules.has_chains() && !rules.has_royals(),
            compels: compels(rules),
            passing_is_no_gain: passing_is_no_gain(rules),
            only_drops: only_drops(rules),
            line_ends: line_ends(rules),
            filling_lines: filling_lines(rules),
            pieces_stay: !removes,
            renewable: (drops || returns) && removes,
            counted_ends: (0..rules.ends.len()).filter(|&i| rules.ends[i].counts_in_perft()).collect(),
            quiet_clocks: quiet_clocks(&clocks),
            clocks,
            streaks: streaks(rules),
            counts_passes: asks(ConditionFacts::PASSES),
            repeats: asks(ConditionFacts::REPEATS),
            asks_boards: asks(ConditionFacts::BOARDS),
            vetoes_look_back: vetoes_ask(rules, false),
            vetoes_look_lately: vetoes_ask(rules, true),
            encloses_along: encloses_along(rules),
            drops_that_take: drops_that_take(rules),
            asks_attacks: asks(ConditionFacts::ATTACKS),
            swaps: swaps(rules),
        }
    }
}

/// Whether a rule's capture of a royal piece costs more than that piece, which may be the captor's own royal pieces.
pub(super) fn may_cost_royals(rules: &Rules, rule: usize) -> bool {
    let costs = |effects: &[Effect]| effects.iter().any(|effect| rules.may_unmake(effect));
    let rule = &rules.moves[rule];
    let royals = || rules.royals.iter().flat_map(|royal| Player::each(|owner| royal.piece(owner)));
    (costs(&rules.capture_effects) || costs(&rule.effects))
        && rule.action.travels()
        && rule.by.iter().any(|travel| royals().any(|royal| travel.onto.has(royal)))
}

/// Whether a move of a rule has to be asked whether it is meant: of a piece that has not moved, to a kind that may have
/// run out, with an effect that must change something, to a cell that not its way alone decides about.
pub(super) fn is_asked(rules: &Rules, rule: &Rule) -> bool {
    is_asked_besides_supply(rule) || is_asked_for_supply(rules, rule)
}

/// The same for something else than whether a kind has run out.
pub(super) fn is_asked_besides_supply(rule: &Rule) -> bool {
    rule.unmoved
        || rule.checkers
        || rule.by.iter().any(|travel| travel.way.looks_farther())
        || rule.effects.iter().any(|effect| effect.at_least > 0)
}

fn is_asked_for_supply(rules: &Rules, rule: &Rule) -> bool {
    let limited = |kind: &super::Kind| rules.supply_of(*kind).is_some();
    let promotions = rule.by.iter().filter_map(|travel| travel.promotion.as_ref());
    promotions.flat_map(|promotion| &promotion.to).any(limited)
}

/// The same where sets do not answer it for all landing cells at once.
pub(super) fn is_asked_late(rules: &Rules, rule: &Rule) -> bool {
    is_asked(rules, rule) && !is_flanking_drop(rules, rule)
}

/// Whether a rule puts pieces where they flank some enemy, whichever that is, and nothing else is asked of its moves.
pub(super) fn is_flanking_drop(rules: &Rules, rule: &Rule) -> bool {
    let all_enemies = |effect: &Effect, player: Player| {
        Contents::owned(!player, rules.roster).but(effect.only[player.index()]).is_nothing()
    };
    let flanks = |effect: &Effect| {
        (effect.verb, effect.cells, effect.at_least) == (Verb::Flip, Touched::Flanked, 1)
            && effect.aside.is_none()
            && Player::BOTH.into_iter().all(|player| all_enemies(effect, player))
    };
    let mut asking = rule.effects.iter().filter(|effect| effect.at_least > 0).peekable();
    matches!(rule.action, Action::Drop(_)) && !rule.unmoved && asking.peek().is_some() && asking.all(flanks)
}

fn landings_decide(rules: &Rules) -> bool {
    !rules.has_royals()
        && rules.vetoes.is_empty()
        && !compels(rules)
        && !rules.moves.iter().any(|rule| is_asked_late(rules, rule))
}

fn ways_meet(rules: &Rules) -> bool {
    let chains = rules.moves.iter().filter(|rule| rule.again.is_some());
    let mut effects = chains.flat_map(|rule| &rule.effects);
    effects.all(|effect| effect.verb == Verb::Take)
        && !rules.prefer.iter().any(|preference| matches!(preference, Preference::First(_)))
}

/// Whether a rule asks a piece that goes on where it has been.
fn binds(rules: &Rules, rule: &Rule) -> bool {
    rule.again.is_some_and(|again| !again.revisits || !always_captures(rules, rule))
}

fn plays_captures_out(rules: &Rules) -> bool {
    let puts = |rule: &Rule| rule.effects.iter().any(|effect| effect.verb == Verb::Put);
    rules.must_capture && !rules.moves.iter().any(puts)
}

fn compels(rules: &Rules) -> bool {
    rules.must_capture || !rules.priority.is_empty() || !rules.prefer.is_empty()
}

fn passing_is_no_gain(rules: &Rules) -> bool {
    let forced = |rule: &Rule| matches!(rule.action, Action::Pass | Action::Exit | Action::Stay);
    !compels(rules)
        && !rules.turns.go_on()
        && !rules.moves.iter().any(forced)
        && !rules.ends.iter().any(|end| end.when.asks(ConditionFacts::PLIES | ConditionFacts::PASSES))
}

fn restricted(rules: &Rules) -> bool {
    !rules.vetoes.is_empty() || compels(rules) || rules.moves.iter().any(|rule| is_asked(rules, rule))
}

fn only_drops(rules: &Rules) -> bool {
    let drops = |rule: &Rule| {
        let free = |travel: &Travel| travel.when.is_none() && travel.nearby.is_empty();
        let plain = rule.effects.is_empty() && rule.hand.is_none() && rule.then.is_none();
        matches!(rule.action, Action::Drop(_)) && plain && rule.by.iter().all(free)
    };
    !compels(rules)
        && rules.supplies.iter().all(Option::is_none)
        && rules.vetoes.is_empty()
        && rules.moves.iter().all(drops)
}

/// Whether a veto asks for a repetition, of what stood there lately or at any time.
fn vetoes_ask(rules: &Rules, lately: bool) -> bool {
    let asks = |part: &Condition| matches!(part, Condition::Repeats { of, .. } if of.lately == lately);
    rules.vetoes.iter().flat_map(Veto::conditions).flat_map(Condition::parts).any(asks)
}

fn drops_that_take(rules: &Rules) -> bool {
    let takes = |rule: &Rule| rule.then.is_none() && rule.effects.iter().all(|e| e.verb == Verb::Take);
    let puts = |rule: &Rule| matches!(rule.action, Action::Drop(_) | Action::Pass);
    rules.capture_effects.is_empty()
        && rules.gating.is_none()
        && rules.moves.iter().all(|rule| takes(rule) && puts(rule))
}

/// Whether an effect takes all enclosed pieces of the other player, and none of the mover's.
fn takes_enclosed_enemies(rules: &Rules, effect: &Effect) -> bool {
    let owned = Player::each(|player| Contents::owned(player, rules.roster));
    let enemies = |player: Player| {
        let only = effect.only[player.index()];
        let [own, other] = [player, !player].map(|player| owned[player.index()]);
        other.but(only).is_nothing() && only.and(own).is_nothing()
    };
    effect.verb == Verb::Take
        && !effect.along.is_empty()
        && effect.aside.is_none()
        && Player::BOTH.into_iter().all(enemies)
}

/// Whether a rule does nothing but to put a piece on the board, which takes what it encloses of the other player.
pub(super) fn encloses(rules: &Rules, rule: &Rule) -> bool {
    let plain = rule.then.is_none() && rules.gating.is_none() && rules.captured.is_none();
    let drops = matches!(rule.action, Action::Drop(_)) && rule.hand.is_none();
    let takes = |effect: &Effect| effect.at_least == 0 && takes_enclosed_enemies(rules, effect);
    plain
        && drops
        && rules.capture_effects.is_empty()
        && matches!(&rule.effects[..], [effect] if takes(effect))
}

/// How groups are joined where the rules that enclose ask for them; `None` where there are none, or they differ.
fn encloses_along(rules: &Rules) -> Option<Vec<Offset>> {
    let mut found =
        rules.moves.iter().filter(|rule| encloses(rules, rule)).map(|rule| &rule.effects[0].along);
    let first = found.next()?;
    (first.len() <= 8 && found.all(|along| along == first)).then(|| first.clone())
}

fn clocks(rules: &Rules) -> Vec<Condition> {
    let parts = rules.ends.iter().flat_map(|end| end.when.parts());
    parts.filter(|part| matches!(part, Condition::Plies(_) | Condition::QuietPlies { .. })).cloned().collect()
}

fn quiet_clocks(clocks: &[Condition]) -> Vec<Resets> {
    let mut found = Vec::new();
    for clock in clocks {
        if let Condition::QuietPlies { resets, .. } = *clock
            && !found.contains(&resets)
        {
            found.push(resets);
        }
    }
    if found.is_empty() { vec![Resets::CAPTURES] } else { found }
}

fn streaks(rules: &Rules) -> Vec<(Resets, u32)> {
    let mut found: Vec<(Resets, u32)> = Vec::new();
    for part in rules.conditions().flat_map(Condition::parts) {
        let Condition::SamePiece { moves, resets } = *part else { continue };
        match found.iter_mut().find(|(other, _)| *other == resets) {
            Some((_, most)) => *most = moves.max(*most),
            None => found.push((resets, moves)),
        }
    }
    found
}

fn line_ends(rules: &Rules) -> Vec<LineRule> {
    // Who moves twice in a row meets no threat in time.
    if !only_drops(rules) || rules.turns.go_on() {
        return Vec::new();
    }
    let leading = rules.ends.iter().map_while(|end| match end.when {
        Condition::Line(rule) if end.winner == Award::Mover => Some(rule),
        _ => None,
    });
    leading.collect()
}

fn filling_lines(rules: &Rules) -> Option<Vec<LineRule>> {
    // What falls and may not come to rest everywhere has to be followed down to see whether it may be dropped.
    let fills = |travel: &Travel| match &travel.way {
        Way::Drop { falls: Some(_) } if !travel.to.covers(rules.geometry.board()) => false,
        _ => travel.onto == Contents::EMPTY,
    };
    let plain = only_drops(rules) && !rules.turns.go_on() && rules.gating.is_none();
    if !plain || !rules.moves.iter().flat_map(|rule| &rule.by).all(fills) {
        return None;
    }
    // On a full board there is no reply anyway.
    let asks = |end: &&End| end.counts_in_perft() && end.when != Condition::BoardFull;
    let asked = rules.ends.iter().filter(asks);
    let line = |end: &End| match end.when {
        Condition::Line(rule) => Some(rule),
        _ => None,
    };
    asked.map(line).collect()
}

/// Whether a rule hops over nothing but enemies, and takes what it hops over, whatever that is.
pub(super) fn always_captures(rules: &Rules, rule: &Rule) -> bool {
    let enemies = |player: Player| Contents::owned(!player, rules.roster);
    let hops = |player: &Player| match &rule.by[player.index()].way {
        Way::Hop { over, .. } => over.but(enemies(*player)).is_nothing(),
        _ => false,
    };
    let takes = |effect: &Effect| {
        let all = |player: Player| enemies(player).but(effect.only[player.index()]).is_nothing();
        effect.verb == Verb::Take
            && effect.cells == Touched::Path
            && effect.aside.is_none()
            && Player::BOTH.into_iter().all(all)
    };
    // What an effect before it does may leave nothing to take.
    Player::BOTH.iter().all(hops) && rule.effects.first().is_some_and(takes)
}
