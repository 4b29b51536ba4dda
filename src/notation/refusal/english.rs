//! The reasons in English.

use super::{Becoming, Exposed, Onward, Over, Reason, Shortfall, Spelling, one_of};
use crate::game::{Cell, Game, Piece, Player};

/// A reason as a sentence without its full stop.
pub(super) fn message(game: &Game, reason: &Reason) -> String {
    Sayings { game }.of(reason)
}

/// The names that sentences are made of.
struct Sayings<'g> {
    game: &'g Game,
}

impl Sayings<'_> {
    fn of(&self, reason: &Reason) -> String {
        match reason {
            Reason::Over { end } => format!("the game is over by `{}`", self.game.named_end(*end).name),
            Reason::NoMoves => "the player to move has no legal move".to_owned(),
            Reason::Exposed { text, exposed, by } => self.exposed(text, exposed, *by),
            Reason::CastlesOver { text, over, exposed, by } => self.castles_over(text, *over, exposed, *by),
            Reason::NoRoyalLeft { text, player, .. } => {
                format!("`{text}` would leave {} without a royal piece", self.player(*player))
            }
            Reason::Vetoed { text, veto } => {
                format!("`{text}` is illegal by `{}`", self.game.named_veto(*veto).name)
            }
            Reason::Repeats { text, veto, ply } => {
                let when = if *ply == 0 { "the start".to_owned() } else { format!("move {ply}") };
                let veto = &self.game.named_veto(*veto).name;
                format!("`{text}` is illegal by `{veto}`: it repeats the board of {when}")
            }
            Reason::ComesFirst { rule, example } => {
                format!("`{}` comes first where it can be played: `{example}`", self.rule(*rule))
            }
            Reason::MustCapture { text, example, .. } => {
                format!("`{text}` captures nothing, and a capture has to be played: `{example}`")
            }
            Reason::LessPreferred { text, short, example, preference } => {
                self.less_preferred(text, *short, example, *preference)
            }
            Reason::ChainStops { text, full, .. } => {
                format!("`{text}` stops where the piece has to go on: `{full}`")
            }
            Reason::ChainTurns { piece, at, next, full, .. } => {
                let (kind, at) = (self.kind(*piece), self.cell(*at));
                let next = next.map(|next| format!(" to {}, but so", self.cell(next))).unwrap_or_default();
                format!("from {at} the {kind} does not go on{next}: `{full}`")
            }
            Reason::ChainStrays { piece, on, full, .. } => {
                let (kind, on) = (self.kind(*piece), self.cell(*on));
                format!("from {on} the {kind} cannot go on, and it has to land where it can: `{full}`")
            }
            Reason::Several { from, to, write } => {
                let [from, to] = [from, to].map(|cell| self.cell(*cell));
                format!("several moves go from {from} to {to}: write {}", one_of(write, "or"))
            }
            Reason::Ambiguous { text, write } => {
                format!("`{text}` may be several moves: write {}", one_of(write, "or"))
            }
            Reason::NoneComes { kind, to } => {
                let name = &self.game.names.kinds[kind.index()].name;
                format!("no {name} can move to {}", self.cell(*to))
            }
            Reason::NoneGoesSo { kind, from } => {
                let name = &self.game.names.kinds[kind.index()].name;
                format!("the {name} on {} cannot go that way", self.cell(*from))
            }
            Reason::Unmet { rule } => format!("the condition of `{}` does not hold", self.rule(*rule)),
            Reason::NobodyPasses => "nobody may pass in this game".to_owned(),
            Reason::NotDone { rule } => match rule {
                Some(_) => "the turn begins with a move: nobody is done before it".to_owned(),
                None => "nobody may stop before all moves of a turn are made".to_owned(),
            },
            Reason::NotSwap { rule } => match rule {
                Some(_) => "sides are swapped in place of the second player's first move alone".to_owned(),
                None => "sides are not swapped in this game".to_owned(),
            },
            Reason::NotStuck { rule } => {
                format!("`{}` allows a pass only when no other move is legal", self.rule(*rule))
            }
            reason => self.of_text(reason),
        }
    }

    /// What is wrong with how a move is written.
    fn of_text(&self, reason: &Reason) -> String {
        match reason {
            Reason::Foreign => "the move is one of another game".to_owned(),
            Reason::NoSuchRule { name } => format!("no move rule is called `{name}`"),
            Reason::OtherRule { text, rule } => {
                format!("`{text}` is not a move by `{}` here", self.rule(*rule))
            }
            Reason::Hole { cell } => format!("{} is a hole of the board", self.cell(*cell)),
            Reason::Unreadable { text, example } => {
                let example = example.iter().map(|text| format!("; a move looks like `{text}`"));
                format!("`{text}` is not a move on this board{}", example.collect::<String>())
            }
            Reason::UpperCase { meant } => format!("cells are written in lower case: `{meant}`"),
            Reason::DropSpelling { write, spelling } => {
                let why = match *spelling {
                    Spelling::NamesKind => "a drop here names the kind of piece".to_owned(),
                    Spelling::NamesNoKind => "one kind of piece alone is dropped here".to_owned(),
                    Spelling::LetterOf(player) => {
                        format!("a drop names its kind with the letter of {}", self.player(player))
                    }
                };
                format!("write {}: {why}", one_of(write, "or"))
            }
            Reason::Becomes { write, piece, becoming, .. } => {
                let piece = self.kind(*piece);
                let why = match becoming {
                    Becoming::Unsaid => format!("the move says what the {piece} becomes"),
                    Becoming::Nothing => format!("the {piece} becomes nothing else there"),
                    Becoming::Not(text) => format!("the {piece} does not become `{text}` there"),
                };
                format!("write {}: {why}", one_of(write, "or"))
            }
            Reason::Stage { first, lands, kind, onward, rule, example } => {
                let kind = kind.map(|kind| self.game.names.kinds[kind.index()].name.as_str());
                self.stage(first, &self.cell(*lands), kind, *onward, self.rule(*rule), example)
            }
            Reason::OnlyCell { cell } => {
                format!("`{}` is a cell: a move here names where a piece goes, too", self.cell(*cell))
            }
            Reason::NoDrop { letter } => format!("no rule puts a `{letter}` on the board"),
            reason => self.of_way(reason),
        }
    }

    /// What is wrong with how a piece would travel.
    fn of_way(&self, reason: &Reason) -> String {
        match reason {
            Reason::Empty { cell } => format!("{} is empty", self.cell(*cell)),
            Reason::Nobodys { piece, cell } => {
                format!("the {} on {} belongs to nobody", self.kind(*piece), self.cell(*cell))
            }
            Reason::Opponents { piece, cell } => format!(
                "the {} on {} belongs to {}, and it is {}'s turn",
                self.kind(*piece),
                self.cell(*cell),
                self.player(piece.owner()),
                self.player(!piece.owner())
            ),
            Reason::NoExit { piece } => format!("no rule lets a {} leave the board", self.kind(*piece)),
            Reason::NoExitHere { cell, rule } => {
                format!("`{}` does not lead off the board from {}", self.rule(*rule), self.cell(*cell))
            }
            Reason::NoWay { piece, from, to } => format!(
                "no rule of the {} leads from {} to {}",
                self.kind(*piece),
                self.cell(*from),
                self.cell(*to)
            ),
            Reason::MayNotLand { cell, rule } => {
                format!("{} is outside the cells where `{}` may land", self.cell(*cell), self.rule(*rule))
            }
            Reason::MayNotStart { cell, rule } => format!(
                "{} is outside the cells from which `{}` may start",
                self.cell(*cell),
                self.rule(*rule)
            ),
            Reason::Blocked { from, to, by, rule } => {
                let stands = |(piece, on): &(Piece, Cell)| {
                    format!(": a {} stands on {}", self.kind(*piece), self.cell(*on))
                };
                let by = by.as_ref().map_or_else(String::new, stands);
                let [from, to] = [from, to].map(|cell| self.cell(*cell));
                format!("the way from {from} to {to} is not open for `{}`{by}", self.rule(*rule))
            }
            Reason::NoHurdle { from, to, rule } => {
                let [from, to] = [from, to].map(|cell| self.cell(*cell));
                format!("nothing stands between {from} and {to} for `{}` to go over", self.rule(*rule))
            }
            Reason::WrongTarget { cell, target, player, unmarked, rule } => {
                let marked = |&rule: &usize| {
                    format!(", and the last move left no mark there for `{}`", self.rule(rule))
                };
                let marked = unmarked.as_ref().map_or_else(String::new, marked);
                let target = self.target(*cell, *target, *player);
                format!("`{}` does not land on {target}{marked}", self.rule(*rule))
            }
            reason => self.of_rule(reason),
        }
    }

    /// Where a slide stops that looks at the whole line.
    fn stops(&self, pieces: Option<usize>, rule: usize) -> String {
        let rule = self.rule(rule);
        match pieces {
            None => format!("`{rule}` goes as far as it can on that line, and no less"),
            Some(pieces) => format!(
                "`{rule}` goes exactly as many cells as there are pieces on the line, which is {pieces} there"
            ),
        }
    }

    fn gives_no_check(&self, piece: crate::game::Piece, cell: crate::game::Cell, rule: usize) -> String {
        format!(
            "`{}` takes only what gives check, and the {} on {} gives none",
            self.rule(rule),
            self.kind(piece),
            self.cell(cell)
        )
    }

    /// What a rule asks for besides its way.
    fn of_rule(&self, reason: &Reason) -> String {
        match reason {
            Reason::DropTaken { cell, rule } => {
                format!("{} is not empty, as `{}` asks", self.cell(*cell), self.rule(*rule))
            }
            Reason::DropOutside { cell, rule } => {
                format!("`{}` does not put pieces on {}", self.rule(*rule), self.cell(*cell))
            }
            Reason::NoRest { cell, rule } => {
                format!("by `{}` a piece does not come to rest on {}", self.rule(*rule), self.cell(*cell))
            }
            Reason::HandEmpty { piece, .. } => {
                format!("{} holds no {}", self.player(piece.owner()), self.kind(*piece))
            }
            Reason::NoneToDrop { piece, .. } => {
                let player = self.player(piece.owner());
                format!("no {} is left for {player}: see `supply`", self.kind(*piece))
            }
            Reason::Nearby { cell, file, around, rule } => {
                let cell = self.cell(*cell);
                let what = match (file, around) {
                    (true, true) => format!("in the file of {cell} and around it"),
                    (true, false) => format!("in the file of {cell}"),
                    _ => format!("around {cell}"),
                };
                format!("what `{}` asks for {what} does not hold", self.rule(*rule))
            }
            Reason::HasMoved { piece, cell, rule } => format!(
                "`{}` is for a {} that has not moved, and the one on {} has",
                self.rule(*rule),
                self.kind(*piece),
                self.cell(*cell)
            ),
            Reason::ChangesTooLittle { least, rule } => {
                let cells = if *least == 1 { "one cell".to_owned() } else { format!("{least} cells") };
                format!("`{}` has to change {cells} or more", self.rule(*rule))
            }
            Reason::StopsElsewhere { pieces, rule } => self.stops(*pieces, *rule),
            Reason::GivesNoCheck { piece, cell, rule } => self.gives_no_check(*piece, *cell, *rule),
            Reason::NoneToBecome { piece, .. } => {
                format!("no {} is left to become: see `supply`", self.kind(*piece))
            }
            Reason::CastleMoved { king, on, with, with_on, rule } => {
                let (one, other) = (self.piece(*king, *on), self.piece(*with, *with_on));
                format!("`{rule}` asks for {one} and {other} not to have moved", rule = self.rule(*rule))
            }
            Reason::CastleBarred { cell, rule } => {
                format!("`{}` needs {} to be empty", self.rule(*rule), self.cell(*cell))
            }
            Reason::Over { .. }
            | Reason::NoMoves
            | Reason::Foreign
            | Reason::NoSuchRule { .. }
            | Reason::OtherRule { .. }
            | Reason::Hole { .. }
            | Reason::Unreadable { .. }
            | Reason::UpperCase { .. }
            | Reason::DropSpelling { .. }
            | Reason::Becomes { .. }
            | Reason::Exposed { .. }
            | Reason::CastlesOver { .. }
            | Reason::NoRoyalLeft { .. }
            | Reason::Vetoed { .. }
            | Reason::Repeats { .. }
            | Reason::ComesFirst { .. }
            | Reason::MustCapture { .. }
            | Reason::LessPreferred { .. }
            | Reason::ChainStops { .. }
            | Reason::ChainTurns { .. }
            | Reason::ChainStrays { .. }
            | Reason::Several { .. }
            | Reason::Ambiguous { .. }
            | Reason::NoneComes { .. }
            | Reason::NoneGoesSo { .. }
            | Reason::Stage { .. }
            | Reason::Empty { .. }
            | Reason::Nobodys { .. }
            | Reason::Opponents { .. }
            | Reason::NobodyPasses
            | Reason::NotDone { .. }
            | Reason::NotSwap { .. }
            | Reason::NotStuck { .. }
            | Reason::Unmet { .. }
            | Reason::OnlyCell { .. }
            | Reason::NoDrop { .. }
            | Reason::NoExit { .. }
            | Reason::NoExitHere { .. }
            | Reason::NoWay { .. }
            | Reason::MayNotLand { .. }
            | Reason::MayNotStart { .. }
            | Reason::Blocked { .. }
            | Reason::NoHurdle { .. }
            | Reason::WrongTarget { .. } => {
                unreachable!("it was worded before")
            }
        }
    }

    fn less_preferred(&self, text: &str, short: Shortfall, example: &str, preference: usize) -> String {
        let first = || {
            let kinds = self.game.rules.prefer[preference].kinds().into_iter();
            kinds.map(|kind| self.game.names.kinds[kind.index()].name.as_str()).collect::<Vec<_>>().join(", ")
        };
        match short {
            Shortfall::Fewer { has, could } => {
                format!("`{text}` takes {has}, but {could} can be taken: `{example}`")
            }
            Shortfall::FewerOfThese { has, could } => format!(
                "`{text}` takes {has} of what comes first ({}), but {could} can be taken: `{example}`",
                first()
            ),
            Shortfall::Lighter { has, could } => {
                format!("`{text}` takes what counts {has}, but {could} can be taken: `{example}`")
            }
            Shortfall::NotBy(kind) => {
                let name = &self.game.names.kinds[kind.index()].name;
                format!("`{text}` is no capture by a {name}, and one is possible: `{example}`")
            }
            Shortfall::Later => {
                format!("`{text}` takes later what has to be taken first ({}): `{example}`", first())
            }
        }
    }

    fn exposed(&self, text: &str, exposed: &Exposed, by: usize) -> String {
        format!(
            "after `{text}` the {} on {} could be taken by the {} on {}, by `{}`",
            self.kind(exposed.royal),
            self.cell(exposed.on),
            self.kind(exposed.attacker),
            self.cell(exposed.from),
            self.rule(by)
        )
    }

    fn castles_over(&self, text: &str, over: Over, exposed: &Exposed, by: usize) -> String {
        let leads = match over {
            Over::AwayFrom => "away from",
            Over::Across => "over",
            Over::To => "to",
        };
        format!(
            "`{text}` leads the {} {leads} {}, where the {} on {} could take it, by `{}`",
            self.kind(exposed.royal),
            self.cell(exposed.on),
            self.kind(exposed.attacker),
            self.cell(exposed.from),
            self.rule(by)
        )
    }

    fn stage(
        &self,
        first: &str,
        lands: &str,
        kind: Option<&str>,
        onward: Onward,
        rule: &str,
        example: &str,
    ) -> String {
        match onward {
            Onward::Unsaid => {
                let what = kind
                    .map_or("which piece is taken".to_owned(), |kind| format!("where the {kind} comes to"));
                format!("`{first}` is a part of a move by `{rule}`: say {what}, such as `{example}`")
            }
            Onward::Unreadable => format!(
                "`{first}` is followed by {lands}, where the piece lands, and a cell, such as `{example}`"
            ),
            Onward::Taken(cell) => {
                let kind = kind.unwrap_or("piece");
                format!("by `{rule}` the {kind} comes to an empty cell, and {} is none", self.cell(cell))
            }
            Onward::OutOfReach(cell) => {
                let kind = kind.unwrap_or("piece");
                format!("by `{rule}` the {kind} does not come to {} from {lands}", self.cell(cell))
            }
            Onward::NotTaken(cell) => {
                let cell = self.cell(cell);
                format!("after `{first}` nothing that stands on {cell} can be taken; `{example}` is a move")
            }
            Onward::Spared(cell) => {
                let cell = self.cell(cell);
                format!(
                    "the piece on {cell} is spared while another one can be taken, such as by `{example}`"
                )
            }
            Onward::Nothing => format!("after `{first}` nothing is taken: write `{first}` alone"),
        }
    }

    /// What stands on a cell, as a player sees it.
    fn target(&self, cell: Cell, target: Piece, player: Player) -> String {
        let cell = self.cell(cell);
        if target.is_none() {
            return format!("{cell}, which is empty");
        }
        let whose = match self.game.rules.roster.owner(target) {
            Some(owner) if owner == player => "an own",
            Some(_) => "an enemy",
            None => "a",
        };
        format!("{cell}, where {whose} {} stands", self.kind(target))
    }

    fn piece(&self, piece: Piece, on: Cell) -> String {
        format!("the {} on {}", self.kind(piece), self.cell(on))
    }

    fn rule(&self, number: usize) -> &str {
        self.game.named_move(number).name
    }

    fn kind(&self, piece: Piece) -> &str {
        &self.game.names.kinds[piece.kind().index()].name
    }

    fn cell(&self, cell: Cell) -> String {
        self.game.rules.geometry.name(cell)
    }

    fn player(&self, player: Player) -> &str {
        self.game.player_name(player)
    }
}
