//! Whether a game treats its two sides alike.

use std::cmp::Reverse;

use crate::diagnostic::codes::doubts;
use crate::diagnostic::{Code, Span};
use crate::game::symmetry::{Swap, Symmetry};
use crate::game::{
    AttackTerm, Award, Cell, Contents, Formation, Game, Offset, PatternPlace, Piece, Player, Survey,
    SurveyTerm, Vicinity, Zone,
};
use crate::spec::{Definition, Evaluation};

use crate::compile::Places;
use crate::compile::groups::both_ways;
use crate::compile::scope::Scope;

/// What to do about sides that are meant to be unlike.
pub(super) const IF_MEANT: &str = "`forward`, `last-rank` and `rank-2` turn with the player, where compass words and cells such as `*7` do not; if \
                                  it is meant, say `symmetric = false` in `[evaluation]`";

/// Something that one side has and the other has not.
struct Unlike {
    code: &'static Code,
    /// How far the comparison came.
    stage: u8,
    /// How much is unlike at that stage.
    number: usize,
    /// How much of that the file itself did not say.
    inherited: usize,
    span: Option<Span>,
    message: String,
}

impl Unlike {
    /// A symmetry that comes farther is the better guess at what was meant, then one that what was
    /// extended has.
    fn rank(&self) -> impl Ord + use<> {
        (Reverse(self.stage), self.inherited, self.number)
    }
}

/// Reports the first thing in which the sides differ, under the symmetry of the board that makes them
/// most alike, unless the definition says that it is meant.
pub(super) fn look(game: &Game, definition: &Definition, places: &Places, scope: &Scope) {
    if game.evaluation.meant_unlike {
        return;
    }
    let mut worst: Option<Unlike> = None;
    let mut unlike_lines = None;
    for by in Symmetry::all(&game.rules.geometry) {
        let swap = Swap::new(&game.rules, by);
        if !swap.keeps_board() {
            let alike = swap.keeps_cells() && swap.unlike_setup().is_none() && swap.unlike_rules().is_empty();
            unlike_lines = unlike_lines.or_else(|| swap.unlike_segment().filter(|_| alike));
            continue;
        }
        let sides = Sides { game, swap, definition, places, scope };
        match sides.compare() {
            None => return,
            Some(unlike) if worst.as_ref().is_none_or(|best| unlike.rank() < best.rank()) => {
                worst = Some(unlike);
            }
            Some(_) => {}
        }
    }
    // Pieces that would be alike on other lines.
    if worst.as_ref().is_none_or(|unlike| unlike.stage < 2)
        && let Some(segment) = unlike_lines
    {
        let lines = definition.board.as_ref().and_then(|board| board.lines.as_ref());
        let [one, other] = segment.map(|cell| game.rules.geometry.name(cell));
        let message =
            format!("the lines are not the same for both players, for example from {one} to {other}");
        let found = definition.doubt(doubts::UNLIKE_SIDES, lines.map(|lines| lines.span), message);
        scope.log.add(found.help("if it is meant, say `symmetric = false` in `[evaluation]`"));
    } else if let Some(Unlike { code, span, message, .. }) = worst {
        scope.log.add(definition.doubt(code, span, message).help(IF_MEANT));
    }
}

/// A game seen from both sides.
struct Sides<'a, 's> {
    game: &'a Game,
    swap: Swap<'a>,
    definition: &'a Definition,
    places: &'a Places,
    scope: &'a Scope<'s>,
}

impl Sides<'_, '_> {
    fn compare(&self) -> Option<Unlike> {
        self.rules()
            .or_else(|| self.setup())
            .or_else(|| self.ends())
            .or_else(|| self.definition.evaluation.as_ref().and_then(|table| self.evaluation(table)))
    }

    /// Of the things that are unlike, each with its place, one that the file itself says where there is
    /// one: the others were alike before.
    fn blame<T>(
        &self,
        code: &'static Code,
        stage: u8,
        unlike: Vec<(T, Option<Span>)>,
        say: impl Fn(&T) -> String,
    ) -> Option<Unlike> {
        let own = |span: &Option<Span>| span.is_some_and(|span| self.definition.says(span));
        let number = unlike.len();
        let inherited = unlike.iter().filter(|(_, span)| !own(span)).count();
        let (thing, place) = unlike.iter().find(|(_, span)| own(span)).or(unlike.first())?;
        // What was alike before is unlike because other directions are given here.
        let directions = self.definition.directions.names().map(|name| Some(name.span));
        let turned = directions.filter(|_| !own(place)).find(own);
        let (span, message) = (turned.unwrap_or(*place), say(thing));
        Some(Unlike { code, stage, number, inherited, span, message })
    }

    fn rules(&self) -> Option<Unlike> {
        let place = |i: usize| (i, self.places.rules.get(i).copied());
        let unlike = self.swap.unlike_rules().into_iter().map(place).collect();
        self.blame(doubts::UNLIKE_SIDES, 0, unlike, |&i| {
            format!("`{}` is not the same move for both players", self.game.names.moves[i].name)
        })
    }

    /// A player who starts without any royal piece, where the other one has some.
    fn without_royal(&self) -> Option<String> {
        let rules = &self.game.rules;
        let held = |piece: Piece| rules.setup_hands.get(piece.index()).copied().unwrap_or(0) > 0;
        let has = |player: Player| {
            let mut pieces = rules.royals.iter().map(|royal| Piece::new(royal.kind, player));
            pieces.any(|piece| rules.setup.contains(&piece) || held(piece))
        };
        let without = Player::BOTH.into_iter().find(|&player| !has(player) && has(!player))?;
        let name = self.game.player_name(without);
        Some(format!("{name} starts without a royal piece, and can be neither checked nor mated"))
    }

    fn setup(&self) -> Option<Unlike> {
        let drawn = self.definition.setup.as_ref().and_then(|setup| setup.drawn());
        let unlike = self.swap.unlike_setup().map(|cell| (cell, drawn));
        let held = self.definition.setup.as_ref().filter(|_| !self.swap.keeps_hands());
        self.blame(doubts::UNLIKE_SIDES, 1, unlike.into_iter().collect(), |&cell| {
            self.without_royal().unwrap_or_else(|| {
                format!("the players start unlike, for example on `{}`", self.game.rules.geometry.name(cell))
            })
        })
        .or_else(|| {
            let hands = held.map(|setup| ((), Some(setup.at)));
            self.blame(doubts::UNLIKE_SIDES, 1, hands.into_iter().collect(), |()| {
                "the players start with unlike hands".to_owned()
            })
        })
    }

    fn ends(&self) -> Option<Unlike> {
        let place = |i: usize| (i, self.places.ends.get(i).copied());
        let unlike = self.swap.unlike_ends().into_iter().map(place).collect();
        self.blame(doubts::UNLIKE_SIDES, 2, unlike, |&i| {
            let name = &self.game.names.ends[i].name;
            match self.game.rules.ends[i].winner {
                Award::Player(winner) => format!(
                    "`{name}` is won by {}, whoever brings it about, and no other end is won so by {}",
                    self.game.player_name(winner),
                    self.game.player_name(!winner)
                ),
                _ => format!("`{name}` asks for cells or pieces that do not change places with the players"),
            }
        })
    }

    fn evaluation(&self, table: &Evaluation) -> Option<Unlike> {
        let place = |(piece, cell): (Piece, Cell)| {
            let kind = &self.scope.kinds.name(piece.kind()).value;
            let mut tables = table.squares.iter().chain(&table.late_squares);
            let squares = tables.find(|entry| entry.name.value == *kind);
            ((piece, cell), Some(squares.map_or(table.at, |entry| entry.name.span)))
        };
        let worths = self.unlike_worths().into_iter().map(place).collect();
        self.blame(doubts::UNLIKE_EVALUATION, 3, worths, |worth| self.unlike_worth(worth)).or_else(|| {
            let name = |i: usize| self.game.evaluation.blocks.get(i).map(|block| block.name.clone());
            let place = |name: String| {
                let entry = table.blocks.iter().find(|entry| entry.name.value == name);
                (name, entry.map(|entry| entry.name.span))
            };
            let blocks = self.unlike_blocks().into_iter().filter_map(name).map(place).collect();
            self.blame(doubts::UNLIKE_EVALUATION, 4, blocks, |name| {
                format!("`{name}` does not point the same way for both players")
            })
            .or_else(|| self.formations(table))
            .or_else(|| self.attacks(table))
            .or_else(|| self.surveys(table))
        })
    }

    fn attacks(&self, table: &Evaluation) -> Option<Unlike> {
        let place = |term: &'_ AttackTerm| {
            let entry = table.attacks.iter().find(|entry| entry.name.value == term.name);
            (term.name.clone(), entry.map(|entry| entry.name.span))
        };
        let all = self.game.evaluation.attacks.iter().filter(|term| !self.is_same_attack(term));
        self.blame(doubts::UNLIKE_EVALUATION, 6, all.map(place).collect(), |name| {
            format!("`{name}` does not count the same for both players")
        })
    }

    fn surveys(&self, table: &Evaluation) -> Option<Unlike> {
        let said = table.surveyed();
        let place = |term: &'_ SurveyTerm| {
            let found = said.iter().find(|(name, _)| *name == term.name);
            (term.name.clone(), found.map(|&(_, span)| span))
        };
        let all = self.game.evaluation.surveys.iter().filter(|term| !self.is_same_survey(&term.what));
        self.blame(doubts::UNLIKE_EVALUATION, 7, all.map(place).collect(), |name| {
            format!("`{name}` does not count the same for both players")
        })
    }

    fn formations(&self, table: &Evaluation) -> Option<Unlike> {
        let place = |i: usize| {
            let name = &self.game.evaluation.formations.get(i)?.name;
            let entry = table.formations.iter().find(|entry| entry.name.value == *name);
            Some((name, entry.map(|entry| entry.name.span)))
        };
        let unlike = self.unlike_formations().into_iter().filter_map(place).collect();
        self.blame(doubts::UNLIKE_EVALUATION, 5, unlike, |name| {
            format!("`{name}` does not look the same for both players")
        })
    }

    /// The kinds worth something else on a cell than their image is worth to the other player, each with
    /// the first such cell.
    fn unlike_worths(&self) -> Vec<(Piece, Cell)> {
        let worth = |piece: Piece, cell: Cell| self.game.tables.keys.of(piece, cell).worth;
        let pieces = (0..self.game.rules.roster.kinds as u8).map(|kind| Piece(1 + 2 * kind));
        let unlike = |piece: Piece| {
            let mut cells = self.game.rules.geometry.board().iter();
            let across = |cell: Cell| worth(self.swap.map.piece(piece), self.swap.map.cell(cell));
            cells.find(|&cell| worth(piece, cell) != -across(cell))
        };
        pieces.filter_map(|piece| Some((piece, unlike(piece)?))).collect()
    }

    /// The blocks that do not look the same from the other side.
    fn unlike_blocks(&self) -> Vec<usize> {
        let blocks = &self.game.evaluation.blocks;
        let differs = |&i: &usize| self.swap.map.offset(blocks[i].towards[0]) != blocks[i].towards[1];
        (0..blocks.len()).filter(differs).collect()
    }

    /// The formations that do not look the same from the other side.
    fn unlike_formations(&self) -> Vec<usize> {
        let all = &self.game.evaluation.formations;
        (0..all.len()).filter(|&i| !self.is_same_formation(&all[i])).collect()
    }

    fn is_same_formation(&self, formation: &Formation) -> bool {
        let (geometry, swap) = (&self.game.rules.geometry, &self.swap.map);
        let forward = self.game.evaluation.orientation.forward;
        let [holds, other] = formation.holds;
        let [points, others] = &formation.points;
        let has = |player: usize, by: Offset| formation.on.has(geometry, forward[player], by);
        let sees = |by: &Offset| has(0, *by) == has(1, swap.offset(*by));
        swap.contents(holds) == other
            && Vicinity::displacements(geometry).all(|by| sees(&by))
            && geometry.board().iter().all(|cell| points[cell.index()] == others[swap.cell(cell).index()])
    }

    fn is_same_attack(&self, term: &AttackTerm) -> bool {
        let (geometry, swap) = (&self.game.rules.geometry, &self.swap.map);
        let forward = self.game.evaluation.orientation.forward;
        let same = |[holds, other]: [Contents; 2]| swap.contents(holds) == other;
        let mut by = term.by.clone();
        by.iter_mut().for_each(|by| by.sort_unstable());
        by[0] == by[1]
            && same(term.onto)
            && match &term.on {
                Zone::Board => true,
                Zone::Region(cells) => swap.cells(&cells[0]) == cells[1],
                Zone::Window(window) => {
                    let on = window.seen();
                    let has = |player: usize, by: Offset| on.has(geometry, forward[player], by);
                    let sees = |by: Offset| has(0, by) == has(1, swap.offset(by));
                    same(window.around) && Vicinity::displacements(geometry).all(sees)
                }
            }
    }

    fn is_same_survey(&self, survey: &Survey) -> bool {
        let swap = &self.swap.map;
        let same_ways = |along: &[Offset]| {
            both_ways(along.to_vec()) == both_ways(along.iter().map(|&by| swap.offset(by)).collect())
        };
        match survey {
            Survey::Influence(influence) => {
                let [first, second] = influence.from;
                swap.contents(first) == second && same_ways(survey.joined_along())
            }
            Survey::Distance(distance) => {
                let mut of = distance.of.clone();
                of.iter_mut().for_each(|of| of.sort_unstable());
                of[0] == of[1] && swap.cells(&distance.to[0]) == distance.to[1]
            }
            Survey::Link(link) => {
                let across = link.between[0].each_ref().map(|cells| swap.cells(cells));
                let [one, other] = link.between[1];
                (across == [one, other] || across == [other, one]) && same_ways(&link.along)
            }
            Survey::Placed(places) => {
                let image = |place: &PatternPlace| PatternPlace {
                    own: swap.cells(&place.own),
                    enemy: swap.cells(&place.enemy),
                    empty: swap.cells(&place.empty),
                    not_own: swap.cells(&place.not_own),
                };
                let [first, second] = &**places;
                first.len() == second.len() && first.iter().all(|place| second.contains(&image(place)))
            }
            Survey::Liberties(along) | Survey::Stable(along) | Survey::Parity(along) => same_ways(along),
        }
    }

    fn unlike_worth(&self, &(piece, cell): &(Piece, Cell)) -> String {
        let [first, second] = Player::each(|player| self.scope.players.name(player));
        format!(
            "a `{}` of {first} on `{}` is not worth what it is to {second} on the cell across",
            self.scope.kinds.name(piece.kind()).value,
            self.game.rules.geometry.name(cell),
        )
    }
}
