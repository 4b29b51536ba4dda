//! What a person reads for the name of a term of the evaluation.

use super::language::{Language, Locale};
use crate::game::{Game, Player};

impl Locale {
    /// A term's name: what the definition calls it in `[text]`, or in Vietnamese what terms of its sort are called; the
    /// definition's own name where neither says anything.
    pub(crate) fn term(&self, game: &Game, name: &str) -> String {
        if let Some(text) = self.given_term(name) {
            return text.to_owned();
        }
        let parts = name.rsplit_once('.').and_then(|(term, player)| {
            Some((term, Player::BOTH.into_iter().find(|&of| game.player_name(of) == player)?))
        });
        let told = match parts {
            // A table for each player is two terms.
            Some((term, player)) if term.starts_with("squares.") => {
                let told = self.given_term(term).map(str::to_owned).or_else(|| self.sort(game, term));
                told.map(|told| format!("{told}, {}", self.player(player)))
            }
            _ => self.sort(game, name),
        };
        told.unwrap_or_else(|| name.to_owned())
    }

    /// What terms of a sort are called where the definition does not say it.
    fn sort(&self, game: &Game, name: &str) -> Option<String> {
        if self.language != Language::Vi {
            return None;
        }
        let (sort, of) = name.split_once('.').unwrap_or((name, ""));
        let number = game.names.kinds.iter().position(|kind| kind.name == of);
        let kind = number.map(|number| self.kinds()[number].as_str());
        Some(match (sort, kind) {
            ("values", Some(kind)) => format!("giá trị {kind}"),
            ("hands", Some(kind)) => format!("{kind} trong tay"),
            ("squares", Some(kind)) => format!("vị trí {kind}"),
            ("mobility", Some(kind)) => format!("độ linh động của {kind}"),
            ("mobility", None) => "độ linh động".to_owned(),
            ("influence", _) => format!("vùng ảnh hưởng: {of}"),
            ("distance", _) => format!("quãng đường: {of}"),
            ("link", _) => format!("nối liền: {of}"),
            ("liberties", None) => "khí của các nhóm quân".to_owned(),
            ("stable", None) => "quân không thể lật".to_owned(),
            ("parity", None) => "nước cuối trong mỗi vùng trống".to_owned(),
            ("gone", None) => "quân không còn trên bàn cờ".to_owned(),
            ("tempo", None) => "quyền đi trước".to_owned(),
            ("network", None) => "mạng nơ-ron".to_owned(),
            ("rounding", None) => "làm tròn".to_owned(),
            ("script", _) => format!("chương trình Lua: {of}"),
            _ => return None,
        })
    }
}
