//! The macros that declare tables and words: one list, from which types, docs, reader and schema come.

/// Declares a table with fixed keys. A key is
/// - `required` or `optional`: one value;
/// - `named`: a table of things that the definition names here;
/// - `keyed`: a table whose keys name what is defined elsewhere;
/// - `dotted`: the same, names of tables inside tables joined by dots.
///
/// `= FORM` after the type reads the value in a [narrower way](super::read::Form). Keys under `later`
/// belong to the language and are not supported by this version. `merges` is for tables that become one
/// with the same table of what the definition extends. `example` is such a table in braces, where its required keys do
/// not say enough. `check` is called with what was read.
macro_rules! keys {
    (
        $(#[doc = $doc:literal])+
        pub struct $name:ident {
            $( $(#[doc = $key_doc:literal])+ $kind:ident $key:literal => $field:ident: $type:ty $(= $form:ty)?; )*
        }
        later [$($later:literal),*]
        $(merges $merges:literal)?
        $(example $example:literal)?
        $(check $check:path)?
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug)]
        pub struct $name {
            /// Where the table stands.
            pub at: $crate::diagnostic::Span,
            /// Nothing in the table, however deep, was wrong. Otherwise what is absent here may only be
            /// unreadable, and its absence says nothing.
            pub sound: bool,
            $( $(#[doc = $key_doc])+ pub $field: $crate::spec::keys::field!($kind $type), )*
        }

        impl $crate::spec::read::Keys for $name {
            const DOC: &'static str = concat!($($doc, "\n"),+);
            const KEYS: &'static [$crate::spec::read::Key] = &[$(
                $crate::spec::read::Key {
                    name: $key,
                    doc: concat!($($key_doc, "\n"),+),
                    required: $crate::spec::keys::required!($kind),
                    what: <$crate::spec::keys::form!($($form)?) as $crate::spec::read::Form<$type>>::WHAT,
                    shape: $crate::spec::keys::shape!($kind),
                    example: <$crate::spec::keys::form!($($form)?) as $crate::spec::read::Form<$type>>::example,
                    has_key: <$crate::spec::keys::form!($($form)?) as $crate::spec::read::Form<$type>>::has_key,
                },
            )*];
            const LATER: &'static [&'static str] = &[$($later),*];
            const MERGES: bool = false $(|| $merges)?;
        }

        impl $crate::spec::read::Read for $name {
            const WHAT: &'static str = "a table";

            fn example() -> Option<String> {
                let said: &[&str] = &[$($example)?];
                said.first().map_or_else($crate::spec::read::required_keys::<Self>, |said| Some((*said).to_owned()))
            }

            fn has_key(key: &str) -> bool {
                <Self as $crate::spec::read::Keys>::KEYS.iter().any(|known| known.name == key)
            }

            fn read(
                node: &$crate::spec::tree::Node,
                reader: &mut $crate::spec::read::Reader<'_>,
            ) -> Option<Self> {
                let table = reader.table(node, Self::WHAT)?;
                let before = reader.wrong();
                reader.check_keys::<Self>(node.span, table);
                let mut keys = <Self as $crate::spec::read::Keys>::KEYS.iter();
                let mut this = $name {
                    at: node.span,
                    sound: true,
                    $( $field: $crate::spec::keys::read!(
                        reader, table, keys.next()?, $kind, $type, $crate::spec::keys::form!($($form)?)
                    ), )*
                };
                $( $check(&this, table, reader); )?
                this.sound = reader.wrong() == before;
                Some(this)
            }

            fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                generator.subschema_for::<Self>()
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let values = vec![$(
                    <$crate::spec::keys::form!($($form)?) as $crate::spec::read::Form<$type>>::schema(generator)
                ),*];
                $crate::spec::schema::of_table::<Self>(values)
            }
        }
    };
}

/// The type of a key of that kind.
macro_rules! field {
    (required $type:ty) => { Option<$type> };
    (optional $type:ty) => { Option<$type> };
    ($kind:ident $type:ty) => { $crate::spec::Named<$type> };
}

/// Whether a key of that kind must be there.
macro_rules! required {
    (required) => {
        true
    };
    ($kind:ident) => {
        false
    };
}

/// The shape of a key of that kind.
macro_rules! shape {
    (named) => {
        $crate::spec::read::Shape::Named
    };
    (keyed) => {
        $crate::spec::read::Shape::Keyed
    };
    (dotted) => {
        $crate::spec::read::Shape::Dotted
    };
    ($kind:ident) => {
        $crate::spec::read::Shape::One
    };
}

/// The form that a key's value is read in.
macro_rules! form {
    () => {
        $crate::spec::read::Plain
    };
    ($form:ty) => {
        $form
    };
}

/// Reads a key of that kind.
macro_rules! read {
    ($reader:ident, $table:ident, $key:expr, named, $type:ty, $form:ty) => {
        $reader.named::<$type, $form>($table, $key, Some(<$type as $crate::spec::read::Defined>::SPACE))
    };
    ($reader:ident, $table:ident, $key:expr, keyed, $type:ty, $form:ty) => {
        $reader.named::<$type, $form>($table, $key, None)
    };
    ($reader:ident, $table:ident, $key:expr, dotted, $type:ty, $form:ty) => {
        $reader.dotted::<$type, $form>($table, $key)
    };
    ($reader:ident, $table:ident, $key:expr, $kind:ident, $type:ty, $form:ty) => {
        $reader.key::<$type, $form>($table, $key)
    };
}

/// Declares an enum whose values are words of the language, or says how those of an enum of `game` are written.
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

        $crate::spec::keys::words! { $name { $( $word => $variant, )* } later [$($later),*] }
    };
    ($name:ident { $( $word:literal => $variant:ident, )* } later [$($later:literal),*]) => {
        impl $name {
            /// The words that a definition uses.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The word that a definition uses.
            pub fn word(self) -> &'static str {
                match self { $( $name::$variant => $word, )* }
            }

            /// What a word says.
            pub fn parse(word: &str) -> Option<$name> {
                match word { $( $word => Some($name::$variant), )* _ => None }
            }
        }

        impl $crate::spec::read::Read for $name {
            const WHAT: &'static str = $crate::spec::keys::listed!($($word)*);

            fn example() -> Option<String> {
                $name::WORDS.first().map(|word| format!("\"{word}\""))
            }

            fn read(
                node: &$crate::spec::tree::Node,
                reader: &mut $crate::spec::read::Reader<'_>,
            ) -> Option<Self> {
                let text = reader.text(node, Self::WHAT)?;
                let value = $name::parse(&text.value);
                if value.is_none() {
                    let word = $crate::spec::At::new(text.value.as_str(), node.span);
                    reader.unknown_word(&word, &[$($later),*], $name::WORDS);
                }
                value
            }

            fn schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "enum": $name::WORDS })
            }
        }
    };
}

/// "`\"a\"`, `\"b\"`": the words, for "expected …".
macro_rules! listed {
    ($first:literal $($word:literal)*) => { concat!("`\"", $first, "\"`" $(, ", `\"", $word, "\"`")*) };
}

pub(crate) use {field, form, keys, listed, read, required, shape, words};
