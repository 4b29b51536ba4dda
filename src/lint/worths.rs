//! Terms of the evaluation that never count, or count what is never seen, and pieces that are forgotten in it.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::doubts;
use crate::game::{Asks, CellSet, Condition, Contents, Formation, Kind, LineRule, Pattern, Piece, Player};
use crate::spec::{Evaluation, Symbol};

use super::Look;
use super::hands::ends_game;
use super::reachability::verdict::counted;

/// Reports terms that never count and pieces without a value.
pub(super) fn look(look: &Look) {
    if let Some(table) = &look.definition.evaluation {
        look_at_patterns(look, table);
        look_at_formations(look, table);
        look_at_values(look, table);
    }
}

/// Patterns that never count, or always for both players alike.
fn look_at_patterns(look: &Look, table: &Evaluation) {
    let runs = winning_runs(look);
    for entry in &table.lines {
        let Some(pattern) = &entry.value.pattern else { continue };
        let why = dead(&pattern.value, look.prospects.longest_line).or_else(|| {
            let won = runs.iter().any(|run| holds_run(&pattern.value, run));
            let won =
                won.then(|| "the game is over before a position with such a run is looked at".to_owned());
            won.or_else(|| too_many(look, &pattern.value))
        });
        if let Some(why) = why {
            let message = format!("`{}` never counts: {why}", entry.name.value);
            look.scope.log.add(look.definition.doubt(doubts::DEAD_TERM, Some(pattern.span), message));
        }
    }
}

fn dead(pattern: &[Symbol], longest: usize) -> Option<String> {
    if pattern.len() > Pattern::LONGEST {
        return Some(format!("a pattern has at most {} symbols", Pattern::LONGEST));
    }
    let is_end = |symbol: &Symbol| matches!(symbol, Symbol::Edge | Symbol::NotOwn);
    let inner = match pattern {
        [first, rest @ ..] if is_end(first) => rest,
        whole => whole,
    };
    let inner = match inner {
        [rest @ .., last] if is_end(last) => rest,
        whole => whole,
    };
    if inner.contains(&Symbol::Edge) {
        return Some("the edge is only at the ends of a line".into());
    }
    if inner.len() > longest {
        return Some(format!("no line of this board is longer than {longest} cells"));
    }
    let sided = |symbol: &Symbol| matches!(symbol, Symbol::Own | Symbol::Enemy | Symbol::NotOwn);
    (!pattern.iter().any(sided)).then(|| "it is the same for both players".into())
}

/// More pieces than either player ever has.
fn too_many(look: &Look, pattern: &[Symbol]) -> Option<String> {
    let number = |of: Symbol| pattern.iter().filter(|&&symbol| symbol == of).count() as u32;
    let board = look.game.rules.geometry.board();
    let most = |player| look.prospects.most(Contents::owned(player, look.game.rules.roster), board).0;
    let fits = |owner: Player| number(Symbol::Own) <= most(owner) && number(Symbol::Enemy) <= most(!owner);
    (!Player::BOTH.into_iter().any(fits)).then(|| "no player ever has so many pieces".into())
}

/// The runs that end the game when somebody makes them, so that nobody has one when it goes on.
fn winning_runs(look: &Look) -> Vec<LineRule> {
    fn alone(when: &Condition) -> Vec<LineRule> {
        match when {
            Condition::Line(rule) => vec![*rule],
            Condition::Either(list) => list.iter().flat_map(alone).collect(),
            _ => Vec::new(),
        }
    }
    let game = look.game;
    // A run that does not count may come to count by what the other player does, where something goes.
    let stays = game.facts.pieces_stay && look.prospects.removed().is_nothing();
    let counts = |rule: &LineRule| rule.overline && !rule.void_when_blocked || stays;
    let begins = |rule: &LineRule| {
        game.tables.lines.list.iter().any(|line| {
            Player::BOTH.iter().any(|&player| {
                let mut run = 0;
                line.cells.iter().any(|&cell| {
                    let piece = game.rules.setup.get(cell.index()).copied().unwrap_or(Piece::NONE);
                    run = if game.rules.roster.owner(piece) == Some(player) { run + 1 } else { 0 };
                    run >= rule.length
                })
            })
        })
    };
    let runs = game.rules.ends.iter().flat_map(|end| alone(&end.when));
    runs.filter(|rule| counts(rule) && !begins(rule)).collect()
}

/// Whether a pattern has a run of either player that surely counts.
fn holds_run(pattern: &[Symbol], rule: &LineRule) -> bool {
    [Symbol::Own, Symbol::Enemy].into_iter().any(|side| {
        let mut start = 0;
        while start < pattern.len() {
            let run = pattern[start..].iter().take_while(|&&symbol| symbol == side).count();
            let before = start.checked_sub(1).and_then(|at| pattern.get(at)).copied();
            if run > 0 && surely_counts(rule, run, [before, pattern.get(start + run).copied()], side) {
                return true;
            }
            start += run.max(1);
        }
        false
    })
}

/// Whether a run between two symbols counts, whatever they may stand for.
fn surely_counts(rule: &LineRule, run: usize, ends: [Option<Symbol>; 2], side: Symbol) -> bool {
    let (run, length) = (u32::try_from(run).unwrap_or(u32::MAX), rule.length);
    if run < length {
        return false;
    }
    let other = if side == Symbol::Own { Symbol::Enemy } else { Symbol::Own };
    // `-` is anything but an own piece: behind a run of the enemy it may go on with that.
    let goes_on = |end: &Option<Symbol>| match end {
        None | Some(Symbol::Any) => true,
        Some(Symbol::NotOwn) => side == Symbol::Enemy,
        Some(_) => false,
    };
    let blocks = |end: &Option<Symbol>| match end {
        Some(Symbol::Empty) => false,
        Some(Symbol::Edge) => rule.edge_blocks,
        Some(symbol) if *symbol == other => true,
        _ => true,
    };
    let exactly = match run == length {
        true => !rule.void_when_blocked || !ends.iter().all(blocks),
        false => rule.overline,
    };
    exactly && (rule.overline || !ends.iter().any(goes_on))
}

/// Formations that can never be, or always are.
fn look_at_formations(look: &Look, table: &Evaluation) {
    for (formation, entry) in look.game.evaluation.formations.iter().zip(&table.formations) {
        // That a piece looks at no cell at all has been said.
        let Some((seen, found)) = most_seen(look, formation).filter(|(seen, _)| *seen > 0) else { continue };
        let (least, most) = match formation.asks {
            Asks::Each => (1, u32::MAX),
            Asks::Within(least, most) => (least, most),
        };
        let name = &entry.name.value;
        let span = entry.value.at_least.map_or(entry.name.span, |at| at.span);
        let message = if least > seen {
            format!("`{name}` never counts: a piece sees at most {} there", counted(seen, "cell"))
        } else if least > found {
            format!("`{name}` never counts: there is never so much of it where the piece looks")
        } else if least == 0 && found <= most && formation.asks != Asks::Each {
            format!("`{name}` always counts: there is never more of it where the piece looks")
        } else {
            continue;
        };
        look.add(span, Diagnostic::new(doubts::DEAD_TERM, span, message));
    }
}

/// The most cells that a piece of a formation ever sees, and the most that can hold what it looks for.
fn most_seen(look: &Look, formation: &Formation) -> Option<(u32, u32)> {
    let game = look.game;
    let (mut seen, mut found) = (0, 0);
    let mut appears = false;
    for owner in Player::BOTH {
        let holds = formation.holds[owner.index()];
        let possible = match holds.has(Piece::NONE) || !holds.and(Contents::MARKED).is_nothing() {
            true => *game.rules.geometry.board(),
            false => look.prospects.cells_of(holds),
        };
        let stands: &CellSet = look.prospects.stand.get(Piece::new(formation.kind, owner).index())?;
        appears |= !stands.is_empty();
        look.prospects.spend(stands.count() as usize * game.rules.geometry.size() / 16)?;
        for cell in stands.iter() {
            let cells =
                formation.cells(&game.rules.geometry, game.evaluation.orientation.forward, owner, cell);
            seen = seen.max(cells.count());
            found = found.max((cells & possible).count());
        }
    }
    appears.then_some((seen, found))
}

/// Kinds that were forgotten where others have a value.
fn look_at_values(look: &Look, table: &Evaluation) {
    let Some(first) = table.values.names().next() else { return };
    // A script may know better.
    if look.game.evaluation.names_script.is_some() {
        return;
    }
    let all_own = table.values.names().all(|name| look.definition.says(name.span));
    let valued = |name: &str| {
        table.values.has(name)
            || table.late_values.has(name)
            || table.squares.has(name)
            || table.late_squares.has(name)
    };
    let counts = |kind: Kind| {
        let pieces = Player::each(|player| Piece::new(kind, player));
        let both = pieces.iter().all(|&piece| look.prospects.can_appear(piece));
        // What ends the game when it is lost is worth more than points can say.
        let decides = pieces.iter().all(|&piece| ends_game(look, piece));
        both && !decides && !look.game.rules.roster.is_neutral(kind) && !look.game.rules.is_royal(kind)
    };
    for kind in look.scope.kinds.iter().filter(|&kind| counts(kind)) {
        let name = look.scope.kinds.name(kind);
        if valued(&name.value) {
            continue;
        }
        let own = look.definition.says(name.span);
        let span = match (own, all_own) {
            (true, _) => name.span,
            (false, true) => first.span,
            (false, false) => continue,
        };
        let message = format!("`{}` has no value, and other kinds have one", name.value);
        let doubt = Diagnostic::new(doubts::NO_VALUE, span, message);
        let help = format!(
            "`values = {{ {} = … }}` in `[evaluation]` says what it is worth; 0 is nothing",
            name.value
        );
        look.add(span, doubt.help(help));
    }
}
