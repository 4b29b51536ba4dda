//! What the crate exports is enough: whatever its types and functions name can be named by those who use them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use syn::visit::Visit;
use syn::{Attribute, Fields, ImplItem, Item, ReturnType, Signature, TraitItem, UseTree, Visibility};

use crate::architecture::rust_files;

/// Everything in the sources of the crate, by its room.
#[derive(Default)]
struct Sources {
    types: BTreeSet<String>,
    /// Where each type is.
    homes: Exports,
    items: Vec<(String, Item)>,
}

/// Types of the standard library that have namesakes here.
const STANDARD: [&str; 1] = ["Range"];

/// What the crate exports: the room that a name comes from, and the name.
type Exports = BTreeSet<(String, String)>;

fn is_hidden(attributes: &[Attribute]) -> bool {
    let says = |attribute: &Attribute, word: &str| match &attribute.meta {
        syn::Meta::List(list) => list.tokens.to_string().contains(word),
        _ => false,
    };
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("doc") && says(attribute, "hidden")
            || attribute.path().is_ident("cfg") && says(attribute, "test")
    })
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

impl Sources {
    fn read(root: &Path) -> Sources {
        let mut sources = Sources::default();
        for path in rust_files(root) {
            let text = fs::read_to_string(&path).expect("a readable source");
            let below = path.strip_prefix(root).expect("a file below the folder").with_extension("");
            let room = below.iter().next().expect("a name").to_string_lossy().to_string();
            sources.add(&room, &text, path.ends_with("mod.rs") && below.iter().count() == 2);
        }
        sources
    }

    fn add(&mut self, room: &str, text: &str, is_head: bool) {
        for item in syn::parse_file(text).expect("Rust").items {
            let name = match &item {
                Item::Struct(item) => Some(&item.ident),
                Item::Enum(item) => Some(&item.ident),
                Item::Trait(item) => Some(&item.ident),
                Item::Type(item) => Some(&item.ident),
                _ => None,
            };
            self.types.extend(name.map(ToString::to_string));
            self.homes.extend(name.map(|name| (room.to_owned(), name.to_string())));
            // A part of a room may have a function of the same name, which is its own affair.
            if matches!(item, Item::Fn(_)) && !is_head {
                continue;
            }
            self.items.push((room.to_owned(), item));
        }
    }

    /// The names in what is exported that are types of the crate, but not exported: where, and which.
    fn missing(&self, exports: &Exports) -> BTreeSet<String> {
        let exported =
            exports.iter().map(|(_, name)| name.as_str()).chain(STANDARD).collect::<BTreeSet<&str>>();
        // What a type can do is said in any room: in its own, or in one that has no type of that name.
        let is_exported = |room: &str, name: &str| {
            let here = (room.to_owned(), name.to_owned());
            match self.homes.contains(&here) {
                true => exports.contains(&here),
                false => self.homes.intersection(exports).any(|(_, own)| own == name),
            }
        };
        let mut missing = BTreeSet::new();
        let mut look = |place: &str, names: BTreeSet<String>| {
            let unknown = names
                .into_iter()
                .filter(|name| self.types.contains(name) && !exported.contains(name.as_str()));
            missing.extend(unknown.map(|name| format!("{place} names `{name}`")));
        };
        for (room, item) in &self.items {
            let is_shown = |name: &dyn ToString| exports.contains(&(room.clone(), name.to_string()));
            match item {
                Item::Fn(item) if is_public(&item.vis) && is_shown(&item.sig.ident) => {
                    look(&item.sig.ident.to_string(), in_signature(&item.sig));
                }
                Item::Struct(item) if is_shown(&item.ident) => {
                    look(&item.ident.to_string(), in_fields(&item.fields, false));
                }
                Item::Enum(item) if is_shown(&item.ident) => {
                    let shown = item.variants.iter().filter(|variant| !is_hidden(&variant.attrs));
                    shown.for_each(|variant| look(&item.ident.to_string(), in_fields(&variant.fields, true)));
                }
                Item::Impl(item) if item.trait_.is_none() && !is_hidden(&item.attrs) => {
                    let owner =
                        names(|visitor| visitor.visit_type(&item.self_ty)).pop_first().unwrap_or_default();
                    for function in item.items.iter().filter(|_| is_exported(room, &owner)) {
                        if let ImplItem::Fn(function) = function
                            && is_public(&function.vis)
                            && !is_hidden(&function.attrs)
                        {
                            look(&format!("{owner}::{}", function.sig.ident), in_signature(&function.sig));
                        }
                    }
                }
                Item::Trait(item) if is_shown(&item.ident) => {
                    for function in &item.items {
                        if let TraitItem::Fn(function) = function {
                            look(
                                &format!("{}::{}", item.ident, function.sig.ident),
                                in_signature(&function.sig),
                            );
                        }
                    }
                }
                _ => {}
            }
        }
        missing
    }
}

/// Collects the last word of every path.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.0.extend(path.segments.last().map(|segment| segment.ident.to_string()));
        syn::visit::visit_path(self, path);
    }
}

fn names(look: impl FnOnce(&mut Names)) -> BTreeSet<String> {
    let mut names = Names::default();
    look(&mut names);
    names.0
}

fn in_signature(signature: &Signature) -> BTreeSet<String> {
    names(|visitor| {
        signature.inputs.iter().for_each(|input| visitor.visit_fn_arg(input));
        if let ReturnType::Type(_, what) = &signature.output {
            visitor.visit_type(what);
        }
    })
}

fn in_fields(fields: &Fields, all: bool) -> BTreeSet<String> {
    let shown = fields.iter().filter(|field| (all || is_public(&field.vis)) && !is_hidden(&field.attrs));
    names(|visitor| shown.for_each(|field| visitor.visit_type(&field.ty)))
}

/// What the root of the crate and its public modules export.
fn exports(text: &str) -> Exports {
    let mut found = BTreeSet::new();
    add_exports(&syn::parse_file(text).expect("Rust").items, &mut found);
    found
}

fn add_exports(items: &[Item], found: &mut Exports) {
    for item in items {
        match item {
            Item::Use(item) if is_public(&item.vis) => add_uses(&item.tree, None, found),
            Item::Mod(module) if is_public(&module.vis) && !is_hidden(&module.attrs) => {
                module.content.iter().for_each(|(_, items)| add_exports(items, found));
            }
            _ => {}
        }
    }
}

fn add_uses(tree: &UseTree, room: Option<&str>, found: &mut Exports) {
    let mut add = |name: &syn::Ident| found.insert((room.unwrap_or_default().to_owned(), name.to_string()));
    match tree {
        UseTree::Path(path) => {
            let first = path.ident.to_string();
            let room = room.or(Some(first.as_str()).filter(|&word| word != "crate"));
            add_uses(&path.tree, room, found);
        }
        UseTree::Name(name) => _ = add(&name.ident),
        UseTree::Rename(name) => _ = add(&name.rename),
        UseTree::Group(group) => group.items.iter().for_each(|tree| add_uses(tree, room, found)),
        UseTree::Glob(_) => {}
    }
}

#[test]
fn what_the_crate_exports_names_nothing_that_it_does_not() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let exports = exports(&fs::read_to_string(root.join("lib.rs")).expect("the root of the crate"));
    assert!(exports.contains(&("game".to_owned(), "Game".to_owned())), "{exports:?}");
    let missing: Vec<String> = Sources::read(&root).missing(&exports).into_iter().collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The look itself finds what it looks for.
#[test]
fn a_type_that_cannot_be_named_is_found() {
    let mut sources = Sources::default();
    let text = "pub struct Shown { pub part: Vec<Part>, inner: Hidden } pub struct Part; pub struct Hidden; pub struct Error;
        impl Shown {
            pub fn try_it(&self) -> Result<(), Error> { Ok(()) }
            #[doc(hidden)] pub fn inner(&self) -> Hidden { Hidden }
            fn own(&self) -> Hidden { Hidden }
        }";
    sources.add("a", text, true);
    sources.add("b", "impl Shown { pub fn more(&self) -> More { More } } pub type More = u8;", false);
    sources.add("a", "pub trait Asked { fn ask(&self) -> Reply; } pub enum Reply { Yes }", true);
    let names = |exports: &Exports| sources.missing(exports).into_iter().collect::<Vec<String>>();
    let few = exports(
        "pub use a::{Asked, Shown, b::Other}; use c::Part; #[doc(hidden)] pub mod inside { pub use crate::a::Error; }",
    );
    let missing = [
        "Asked::ask names `Reply`",
        "Shown names `Part`",
        "Shown::more names `More`",
        "Shown::try_it names `Error`",
    ];
    assert_eq!(names(&few), missing);
    let all =
        exports("pub use a::{Asked, Shown}; pub mod parts { pub use crate::a::{Error, More, Part, Reply}; }");
    assert_eq!(names(&all), [""; 0]);
    assert_eq!(names(&exports("pub use elsewhere::Shown;")), [""; 0], "another type of that name");
}
