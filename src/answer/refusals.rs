//! Why a move is refused, in the language of the user.

use super::language::{Language, Locale};
use super::place;
use crate::game::{Cell, Game, Piece, Player};
use crate::notation::refusal::{Becoming, Exposed, Onward, Over, Shortfall, Spelling, one_of};
use crate::notation::{Reason, Refusal};

impl Locale {
    /// Why a move is refused, with the line of the rule that speaks.
    pub(crate) fn refusal(&self, game: &Game, refusal: &Refusal) -> String {
        let at = refusal.origin().map_or(String::new(), |at| format!(" ({})", place(at)));
        self.refusal_alone(game, refusal) + &at
    }

    /// The same without the line.
    pub(crate) fn refusal_alone(&self, game: &Game, refusal: &Refusal) -> String {
        match self.language {
            Language::En => refusal.message(),
            Language::Vi => Vietnamese { game, locale: self }.of(refusal.reason()),
        }
    }
}

/// The names that Vietnamese sentences are made of.
struct Vietnamese<'a> {
    game: &'a Game,
    locale: &'a Locale,
}

impl Vietnamese<'_> {
    fn of(&self, reason: &Reason) -> String {
        match reason {
            Reason::Over { end } => format!("ván cờ đã kết thúc: {}", self.locale.end(*end)),
            Reason::NoMoves => "người đến lượt không còn nước đi hợp lệ".to_owned(),
            Reason::Exposed { text, exposed, .. } => self.exposed(text, exposed),
            Reason::CastlesOver { text, over, exposed, .. } => self.castles_over(text, *over, exposed),
            Reason::NoRoyalLeft { text, player, .. } => {
                format!("sau nước `{text}` {} không còn quân tướng nào", self.player(*player))
            }
            Reason::Vetoed { text, veto } => {
                format!("nước `{text}` bị cấm bởi luật `{}`", self.game.named_veto(*veto).name)
            }
            Reason::Repeats { text, veto, ply } => {
                let when =
                    if *ply == 0 { "lúc đầu ván".to_owned() } else { format!("sau nước {ply}") };
                let veto = &self.game.named_veto(*veto).name;
                format!("nước `{text}` bị cấm bởi luật `{veto}`: nó lặp lại bàn cờ {when}")
            }
            Reason::ComesFirst { rule, example } => {
                format!("phải đi `{}` trước khi có thể: `{example}`", self.rule(*rule))
            }
            Reason::MustCapture { text, example, .. } => {
                format!("nước `{text}` không bắt quân nào, mà bắt buộc phải bắt: `{example}`")
            }
            Reason::LessPreferred { text, short, example, preference } => {
                self.less_preferred(text, *short, example, *preference)
            }
            Reason::ChainStops { text, full, .. } => {
                format!("`{text}` dừng ở nơi quân phải đi tiếp: `{full}`")
            }
            Reason::ChainTurns { piece, at, next, full, .. } => {
                let (kind, at) = (self.kind(*piece), self.cell(*at));
                let next = next.map(|next| format!(" đến {}", self.cell(next))).unwrap_or_default();
                format!("từ {at} {kind} không đi tiếp{next}: `{full}`")
            }
            Reason::ChainStrays { piece, on, full, .. } => {
                let (kind, on) = (self.kind(*piece), self.cell(*on));
                format!("từ {on} {kind} không đi tiếp được, mà phải dừng ở ô đi tiếp được: `{full}`")
            }
            Reason::Several { from, to, write } => {
                let [from, to] = [from, to].map(|cell| self.cell(*cell));
                format!("có nhiều nước từ {from} đến {to}: hãy viết {}", one_of(write, "hoặc"))
            }
            Reason::Ambiguous { text, write } => {
                format!("`{text}` có thể là nhiều nước: hãy viết {}", one_of(write, "hoặc"))
            }
            Reason::NoneComes { kind, to } => {
                format!("không {} nào đi đến {} được", self.locale.kind(*kind), self.cell(*to))
            }
            Reason::NoneGoesSo { kind, from } => {
                format!("{} ở {} không đi như thế được", self.locale.kind(*kind), self.cell(*from))
            }
            Reason::Unmet { rule } => format!("điều kiện của luật `{}` không thỏa", self.rule(*rule)),
            Reason::NobodyPasses => "cờ này không cho phép bỏ lượt".to_owned(),
            Reason::NotDone { rule } => match rule {
                Some(_) => "lượt phải bắt đầu bằng một nước: chưa thể xong lượt".to_owned(),
                None => "không được dừng trước khi đi đủ các nước của lượt".to_owned(),
            },
            Reason::NotSwap { rule } => match rule {
                Some(_) => "chỉ được đổi bên thay cho nước đầu tiên của người đi sau".to_owned(),
                None => "cờ này không có luật đổi bên".to_owned(),
            },
            Reason::NotStuck { rule } => {
                format!("luật `{}` chỉ cho bỏ lượt khi không còn nước nào khác", self.rule(*rule))
            }
            reason => self.of_text(reason),
        }
    }

    fn of_text(&self, reason: &Reason) -> String {
        match reason {
            Reason::Foreign => "nước đi này là của một cờ khác".to_owned(),
            Reason::NoSuchRule { name } => format!("không có luật nào tên là `{name}`"),
            Reason::OtherRule { text, rule } => {
                format!("ở đây `{text}` không phải là nước theo luật `{}`", self.rule(*rule))
            }
            Reason::Hole { cell } => format!("{} không phải là ô của bàn cờ", self.cell(*cell)),
            Reason::Unreadable { text, example } => {
                let example = example.iter().map(|text| format!("; một nước đi viết như `{text}`"));
                format!("`{text}` không phải là nước đi trên bàn này{}", example.collect::<String>())
            }
            Reason::UpperCase { meant } => format!("tên ô viết bằng chữ thường: `{meant}`"),
            Reason::DropSpelling { write, spelling } => {
                let why = match *spelling {
                    Spelling::NamesKind => "nước đặt quân phải nói quân nào".to_owned(),
                    Spelling::NamesNoKind => "ở đây chỉ có một loại quân để đặt".to_owned(),
                    Spelling::LetterOf(player) => {
                        format!("nước đặt quân dùng chữ cái của {}", self.player(player))
                    }
                };
                format!("hãy viết {}: {why}", one_of(write, "hoặc"))
            }
            Reason::Becomes { write, piece, becoming, .. } => {
                let piece = self.kind(*piece);
                let why = match becoming {
                    Becoming::Unsaid => format!("nước đi phải nói {piece} biến thành quân gì"),
                    Becoming::Nothing => format!("ở đó {piece} không biến thành quân khác"),
                    Becoming::Not(text) => format!("ở đó {piece} không biến thành `{text}`"),
                };
                format!("hãy viết {}: {why}", one_of(write, "hoặc"))
            }
            Reason::Stage { first, lands, kind, onward, example, .. } => {
                let kind = kind.map(|kind| self.locale.kind(kind));
                self.stage(first, &self.cell(*lands), kind, *onward, example)
            }
            Reason::OnlyCell { cell } => {
                format!("`{}` chỉ là một ô: nước đi phải nói cả ô đến", self.cell(*cell))
            }
            Reason::NoDrop { letter } => format!("không có luật nào đặt `{letter}` lên bàn"),
            reason => self.of_way(reason),
        }
    }

    fn of_way(&self, reason: &Reason) -> String {
        match reason {
            Reason::Empty { cell } => self.locale.empty(&self.cell(*cell)),
            Reason::Nobodys { piece, cell } => self.locale.foreign(&self.cell(*cell), *piece, None),
            Reason::Opponents { piece, cell } => {
                self.locale.foreign(&self.cell(*cell), *piece, Some(piece.owner()))
            }
            Reason::NoExit { piece } => format!("không có luật nào cho {} rời bàn", self.kind(*piece)),
            Reason::NoExitHere { cell, rule } => {
                format!("luật `{}` không cho rời bàn từ {}", self.rule(*rule), self.cell(*cell))
            }
            Reason::NoWay { piece, from, to } => format!(
                "không có luật nào đưa {} từ {} đến {}",
                self.kind(*piece),
                self.cell(*from),
                self.cell(*to)
            ),
            Reason::MayNotLand { cell, rule } => {
                format!("{} nằm ngoài những ô mà luật `{}` cho đến", self.cell(*cell), self.rule(*rule))
            }
            Reason::MayNotStart { cell, rule } => {
                format!("{} nằm ngoài những ô mà luật `{}` cho bắt đầu", self.cell(*cell), self.rule(*rule))
            }
            Reason::Blocked { from, to, by, rule } => {
                let stands = |(piece, on): &(Piece, Cell)| {
                    format!(": {} đứng ở {}", self.kind(*piece), self.cell(*on))
                };
                let by = by.as_ref().map_or_else(String::new, stands);
                let [from, to] = [from, to].map(|cell| self.cell(*cell));
                format!("đường từ {from} đến {to} bị chặn đối với luật `{}`{by}", self.rule(*rule))
            }
            Reason::NoHurdle { from, to, rule } => {
                let [from, to] = [from, to].map(|cell| self.cell(*cell));
                format!("giữa {from} và {to} không có quân nào để luật `{}` đi qua", self.rule(*rule))
            }
            Reason::WrongTarget { cell, target, player, unmarked, rule } => {
                let target = self.target(*cell, *target, *player);
                let marked = |&rule: &usize| {
                    format!(", và nước trước không để lại dấu ở đó cho luật `{}`", self.rule(rule))
                };
                let marked = unmarked.as_ref().map_or_else(String::new, marked);
                format!("luật `{}` không cho đến {target}{marked}", self.rule(*rule))
            }
            reason => self.of_rule(reason),
        }
    }

    fn gives_no_check(&self, piece: crate::game::Piece, cell: crate::game::Cell, rule: usize) -> String {
        format!(
            "luật `{}` chỉ ăn quân đang chiếu, mà {} ở {} không chiếu",
            self.rule(rule),
            self.kind(piece),
            self.cell(cell)
        )
    }

    fn of_rule(&self, reason: &Reason) -> String {
        match reason {
            Reason::DropTaken { cell, .. } => format!("ô {} đã có quân", self.cell(*cell)),
            Reason::DropOutside { cell, rule } => {
                format!("luật `{}` không đặt quân ở {}", self.rule(*rule), self.cell(*cell))
            }
            Reason::NoRest { cell, rule } => {
                format!("theo luật `{}` quân không dừng lại ở {}", self.rule(*rule), self.cell(*cell))
            }
            Reason::HandEmpty { piece, .. } => {
                format!("{} không có {} trong tay", self.player(piece.owner()), self.kind(*piece))
            }
            Reason::NoneToDrop { piece, .. } => {
                format!("{} đã hết {}: xem `supply`", self.player(piece.owner()), self.kind(*piece))
            }
            Reason::Nearby { cell, file, around, rule } => {
                let cell = self.cell(*cell);
                let what = match (file, around) {
                    (true, true) => format!("trong cột và quanh {cell}"),
                    (true, false) => format!("trong cột của {cell}"),
                    _ => format!("quanh {cell}"),
                };
                format!("điều luật `{}` đòi hỏi {what} không thỏa", self.rule(*rule))
            }
            Reason::HasMoved { piece, cell, rule } => {
                let (rule, kind, cell) = (self.rule(*rule), self.kind(*piece), self.cell(*cell));
                format!("luật `{rule}` chỉ dành cho {kind} chưa đi, mà quân ở {cell} đã đi rồi")
            }
            Reason::ChangesTooLittle { least, rule } => {
                format!("luật `{}` phải đổi ít nhất {least} quân", self.rule(*rule))
            }
            Reason::StopsElsewhere { pieces: None, rule } => {
                format!("luật `{}` phải đi xa hết mức trên đường ấy", self.rule(*rule))
            }
            Reason::StopsElsewhere { pieces: Some(pieces), rule } => format!(
                "luật `{}` đi đúng số ô bằng số quân trên đường ấy, ở đây là {pieces}",
                self.rule(*rule)
            ),
            Reason::GivesNoCheck { piece, cell, rule } => self.gives_no_check(*piece, *cell, *rule),
            Reason::NoneToBecome { piece, .. } => {
                format!("không còn {} để biến thành: xem `supply`", self.kind(*piece))
            }
            Reason::CastleMoved { king, on, with, with_on, rule } => {
                let (one, other) = (self.piece(*king, *on), self.piece(*with, *with_on));
                format!("luật `{rule}` đòi hỏi {one} và {other} chưa đi", rule = self.rule(*rule))
            }
            Reason::CastleBarred { cell, rule } => {
                format!("luật `{}` cần ô {} trống", self.rule(*rule), self.cell(*cell))
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
            kinds.map(|kind| self.locale.kind(kind)).collect::<Vec<_>>().join(", ")
        };
        match short {
            Shortfall::Fewer { has, could } => {
                format!("nước `{text}` bắt {has} quân, mà có thể bắt {could}: `{example}`")
            }
            Shortfall::FewerOfThese { has, could } => {
                format!(
                    "nước `{text}` bắt {has} quân phải bắt trước ({}), mà có thể bắt {could}: `{example}`",
                    first()
                )
            }
            Shortfall::Lighter { has, could } => {
                format!("nước `{text}` bắt được giá trị {has}, mà có thể được {could}: `{example}`")
            }
            Shortfall::NotBy(kind) => {
                format!("nước `{text}` không bắt bằng {}, mà có thể: `{example}`", self.locale.kind(kind))
            }
            Shortfall::Later => {
                format!("nước `{text}` bắt sau quân phải bắt trước ({}): `{example}`", first())
            }
        }
    }

    fn exposed(&self, text: &str, exposed: &Exposed) -> String {
        format!(
            "nước `{text}` để {} ở {} bị {} ở {} bắt",
            self.kind(exposed.royal),
            self.cell(exposed.on),
            self.kind(exposed.attacker),
            self.cell(exposed.from)
        )
    }

    fn castles_over(&self, text: &str, over: Over, exposed: &Exposed) -> String {
        let leads = match over {
            Over::AwayFrom => "rời",
            Over::Across => "qua",
            Over::To => "đến",
        };
        format!(
            "nước `{text}` đưa {} {leads} {}, nơi nó bị {} ở {} bắt",
            self.kind(exposed.royal),
            self.cell(exposed.on),
            self.kind(exposed.attacker),
            self.cell(exposed.from)
        )
    }

    fn stage(&self, first: &str, lands: &str, kind: Option<&str>, onward: Onward, example: &str) -> String {
        let comes = kind.unwrap_or("quân");
        match onward {
            Onward::Unsaid => {
                let what = kind.map_or("bắt quân nào".to_owned(), |kind| format!("{kind} đến đâu"));
                format!("`{first}` mới là phần đầu của nước đi: hãy nói {what}, như `{example}`")
            }
            Onward::Unreadable => {
                format!("sau `{first}` phải là {lands}, nơi quân đến, và một ô, như `{example}`")
            }
            Onward::Taken(cell) => format!("{comes} phải đến ô trống, mà {} thì không", self.cell(cell)),
            Onward::OutOfReach(cell) => format!("{comes} không đến được {} từ {lands}", self.cell(cell)),
            Onward::NotTaken(cell) => {
                let cell = self.cell(cell);
                format!("sau `{first}` không bắt được gì ở {cell}; có thể đi `{example}`")
            }
            Onward::Spared(cell) => {
                let cell = self.cell(cell);
                format!("chưa được bắt quân ở {cell} khi còn bắt được quân khác, như `{example}`")
            }
            Onward::Nothing => format!("sau `{first}` không bắt quân nào: chỉ viết `{first}`"),
        }
    }

    fn target(&self, cell: Cell, target: Piece, player: Player) -> String {
        let cell = self.cell(cell);
        if target.is_none() {
            return format!("{cell}, là ô trống");
        }
        let kind = self.kind(target);
        match self.game.rules.roster.owner(target) {
            Some(owner) if owner == player => format!("{cell}, nơi có {kind} của mình"),
            Some(_) => format!("{cell}, nơi có {kind} của đối phương"),
            None => format!("{cell}, nơi có {kind}"),
        }
    }

    fn piece(&self, piece: Piece, on: Cell) -> String {
        format!("{} ở {}", self.kind(piece), self.cell(on))
    }

    fn rule(&self, number: usize) -> &str {
        self.locale.rule(number)
    }

    fn kind(&self, piece: Piece) -> &str {
        self.locale.kind(piece.kind())
    }

    fn cell(&self, cell: Cell) -> String {
        self.game.rules.geometry.name(cell)
    }

    fn player(&self, player: Player) -> &str {
        self.locale.player(player)
    }
}
