//! Which language a command speaks: what the user asks for, or that of the system.

pub(super) use crate::answer::{Language, Locale};
use crate::library::Loaded;

/// Which language to speak.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct LanguageChoice {
    /// The language of what is printed, such as vi, en or de; without it, that of LC_ALL, LC_MESSAGES or
    /// LANG. The definition's names are those of its `[text]`; all else is in English where it has not
    /// been translated
    #[arg(long, value_name = "CODE", value_parser = code)]
    lang: Option<String>,
}

impl LanguageChoice {
    /// The code of the language.
    pub(super) fn code(&self) -> String {
        self.lang.clone().unwrap_or_else(|| {
            let set = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
            let of_system = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(set).unwrap_or_default();
            of_locale(&of_system)
        })
    }

    /// What the program itself speaks then.
    pub(super) fn language(&self) -> Language {
        Language::of_code(&self.code())
    }

    pub(super) fn voice(&self, loaded: &Loaded) -> Locale {
        Locale::new(&self.code(), loaded)
    }
}

/// The code in what somebody writes for a language: `vi`, `pt-BR`, `de_DE.UTF-8`.
fn code(text: &str) -> Result<String, String> {
    let end = text.find(['.', '@']).unwrap_or(text.len());
    let code = text[..end].replace('_', "-").to_lowercase();
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric());
    let first = code.split('-').next().unwrap_or_default();
    let is_first = (2..=8).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_lowercase());
    if is_first && code.len() <= 35 && code.split('-').all(is_word) {
        Ok(code)
    } else {
        Err("write a language as a code: vi, en, de".to_owned())
    }
}

/// The language of a locale such as `vi_VN.UTF-8`; `C` and what is no language are English.
fn of_locale(locale: &str) -> String {
    code(locale).ok().filter(|code| code != "posix").unwrap_or_else(|| "en".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_says_which_language() {
        for vietnamese in ["vi", "vi_VN", "vi_VN.UTF-8", "VI"] {
            assert_eq!(Language::of_code(&of_locale(vietnamese)), Language::Vi);
        }
        for (locale, expected) in [
            ("", "en"),
            ("C", "en"),
            ("C.UTF-8", "en"),
            ("POSIX", "en"),
            ("en_GB.UTF-8", "en-gb"),
            ("de_DE@euro", "de-de"),
        ] {
            assert_eq!(of_locale(locale), expected);
            assert_eq!(Language::of_code(&of_locale(locale)), Language::En);
        }
        assert_eq!(Language::of_code("vie"), Language::En);
    }

    #[test]
    fn what_is_no_code_is_refused() {
        for bad in ["", "x", "-", "de-", "1a", "d\u{e9}", "de DE", "english please", &"a".repeat(99)] {
            assert!(code(bad).is_err(), "{bad}");
        }
    }
}
