//! Codes: what kind of mistake a diagnostic is about.

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The definition cannot be used.
    Error,
    /// The definition can be used; it may not mean what its author thinks.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// A kind of mistake, with all that can be said about it without seeing one. `banco explain CODE`
/// shows one.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Code {
    /// The stable kebab-case name, as in `error[unknown-key]`.
    pub name: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One line.
    pub title: &'static str,
    /// What it means and why it is refused.
    pub explanation: &'static str,
    /// A piece of a definition that earns it.
    pub wrong: &'static str,
    /// The same piece, right.
    pub right: &'static str,
}

/// A table of codes: a constant for each and `CODES`, the list of all of them.
macro_rules! codes {
    ($($constant:ident = $name:literal, $severity:ident, $title:literal;
       $explanation:literal;
       wrong $wrong:literal;
       right $right:literal;)*) => {
        $(
            #[doc = concat!("`", $name, "`: ", $title, ".")]
            pub const $constant: &$crate::diagnostic::Code = &$crate::diagnostic::Code {
                name: $name,
                severity: $crate::diagnostic::Severity::$severity,
                title: $title,
                explanation: $explanation,
                wrong: $wrong,
                right: $right,
            };
        )*
        /// Every code of this table.
        pub const CODES: &[&$crate::diagnostic::Code] = &[$($constant),*];
    };
}

pub(crate) use codes;
