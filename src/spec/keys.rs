//! The macros that declare tables and words: one list, from which types, docs, reader and schema come.

/// Declares a table with fixed keys. Each key is `required`, `optional` or `named` (a sub-table whose
/// keys are names that the definition gives). Keys under `later` belong to the language and are not
/// supported by this version.
macro_rules! keys {
    (
        $(#[doc = $doc:literal])+
        pub struct $name:ident {
            $( $(#[doc = $key_doc:literal])+ $kind:ident $key:literal => $field:ident: $type:ty; )*
        }
        later [$($later:literal),*]
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug)]
        pub struct $name {
            /// Where the table stands.
            pub at: $crate::diagnostic::Span,
            /// Every key was read without a mistake. Otherwise what is absent here may only be unreadable,
            /// and its absence says nothing.
            pub sound: bool,
            $( $(#[doc = $key_doc])+ pub $field: $crate::spec::keys::field!($kind $type), )*
        }
    };
}

/// The type of a key of that kind.
macro_rules! field {
    (required $type:ty) => { Option<$type> };
    (optional $type:ty) => { Option<$type> };
    (named $type:ty) => { $crate::spec::Named<$type> };
}

/// Declares an enum whose values are words of the language.
macro_rules! words {
    (
        $(#[doc = $doc:literal])+
        pub enum $name:ident {
            $( $(#[doc = $word_doc:literal])+ $word:literal => $variant:ident, )*
        }
        later [$($later:literal),*]
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $( $(#[doc = $word_doc])+ $variant, )*
        }

        impl $name {
            /// The word that a definition uses.
            pub fn word(self) -> &'static str {
                match self { $( $name::$variant => $word, )* }
            }
        }
    };
}

pub(crate) use {field, keys, words};
