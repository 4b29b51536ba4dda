//! Numbers as people of a language write them.

use super::language::{Language, Locale};
use crate::eval::{Score, plies_to_win};
use crate::game::Player;
use crate::search::Report;

impl Language {
    /// A whole number, its digits in groups of three.
    pub(crate) fn grouped(self, number: u64) -> String {
        let digits = number.to_string();
        let mut text = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                text.push(self.of(',', '.'));
            }
            text.push(digit);
        }
        text
    }

    /// A number with so many digits behind the decimal sign.
    pub(crate) fn decimal(self, number: f64, digits: usize) -> String {
        self.marked(&format!("{number:.digits$}"))
    }

    /// A number that was written the English way, without groups: its point becomes the language's sign.
    pub(crate) fn marked(self, number: &str) -> String {
        number.replace('.', self.of(".", ","))
    }

    /// A large number as people say it: `1.25 M`.
    pub(crate) fn rounded(self, number: f64) -> String {
        match number {
            n if n >= 1e9 => format!("{} {}", self.decimal(n / 1e9, 2), self.of("G", "tỉ")),
            n if n >= 1e6 => format!("{} {}", self.decimal(n / 1e6, 2), self.of("M", "triệu")),
            n if n >= 1e3 => format!("{} {}", self.decimal(n / 1e3, 1), self.of("k", "nghìn")),
            n => self.decimal(n, 0),
        }
    }
}

impl Locale {
    /// A score with the name of the player for whom it is good: `black +35`.
    pub(crate) fn sided_score(&self, score: Score) -> String {
        if plies_to_win(score).is_some() || score == 0 {
            return self.score(score);
        }
        let player = if score > 0 { Player::First } else { Player::Second };
        format!("{} +{}", self.player(player), score.unsigned_abs())
    }

    /// The same of a score that a search has found. A win that lies deeper than everything was looked at is as far away
    /// at most.
    pub(crate) fn found_score(&self, score: Score, report: &Report) -> String {
        let text = self.sided_score(score);
        let is_far = plies_to_win(score).is_some_and(|plies| plies.unsigned_abs() > report.depth);
        if report.exact || !is_far {
            return text;
        }
        format!("{text} {}", self.of("at most", "là nhiều nhất"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_the_way_of_the_language() {
        for (number, english, vietnamese) in [
            (7, "7", "7"),
            (123, "123", "123"),
            (1234, "1,234", "1.234"),
            (1_000_000, "1,000,000", "1.000.000"),
        ] {
            assert_eq!(Language::En.grouped(number), english);
            assert_eq!(Language::Vi.grouped(number), vietnamese);
        }
        assert_eq!(Language::En.decimal(0.5, 2), "0.50");
        assert_eq!(Language::Vi.decimal(0.5, 2), "0,50");
        assert_eq!(Language::En.rounded(1_250_000.0), "1.25 M");
        assert_eq!(Language::Vi.rounded(1_250_000.0), "1,25 triệu");
        assert_eq!(Language::Vi.rounded(999.0), "999");
    }
}
