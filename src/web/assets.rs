//! The files of the page. They are part of the program; while it is being developed they are read anew each time.

use std::borrow::Cow;

/// A file of the page.
pub(super) struct Asset {
    /// What kind of text it is.
    pub media: &'static str,
    /// The text.
    pub text: Cow<'static, str>,
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const IMAGE: &str = "image/svg+xml";

macro_rules! assets {
    ($($path:literal is $media:ident in $file:literal;)*) => {
        /// All files: where the page asks for them, what they are, where they are kept, and what they say.
        const ALL: &[(&str, &str, &str, &str)] =
            &[$(($path, $media, $file, include_str!(concat!("page/", $file)))),*];
    };
}

assets! {
    "/" is HTML in "index.html";
    "/style.css" is STYLE in "style.css";
    "/icon.svg" is IMAGE in "icon.svg";
    "/main.js" is SCRIPT in "main.js";
    "/dom.js" is SCRIPT in "dom.js";
    "/words.js" is SCRIPT in "words.js";
    "/ask.js" is SCRIPT in "ask.js";
    "/board.js" is SCRIPT in "board.js";
    "/session.js" is SCRIPT in "session.js";
    "/play.js" is SCRIPT in "play.js";
    "/engine.js" is SCRIPT in "engine.js";
    "/editor.js" is SCRIPT in "editor.js";
    "/workshop.js" is SCRIPT in "workshop.js";
    "/catalogue.js" is SCRIPT in "catalogue.js";
    "/textbook.js" is SCRIPT in "textbook.js";
    "/algorithms.js" is SCRIPT in "algorithms.js";
    "/zoom.js" is SCRIPT in "zoom.js";
}

/// The file that the page asks for by a path.
pub(super) fn asset(path: &str) -> Option<Asset> {
    let (_, media, file, text) = ALL.iter().find(|(known, ..)| *known == path)?;
    Some(Asset { media, text: fresh(file).map_or(Cow::Borrowed(*text), Cow::Owned) })
}

/// The file as it is now where the program was built, for who works on the page.
#[cfg(debug_assertions)]
fn fresh(file: &str) -> Option<String> {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/web/page/").to_owned() + file).ok()
}

#[cfg(not(debug_assertions))]
fn fresh(_: &str) -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_page_is_small() {
        let bytes: usize = ALL.iter().map(|(.., text)| text.len()).sum();
        assert!(bytes < 300 * 1024, "{bytes} bytes");
    }

    #[test]
    fn modules_are_there_under_the_names_that_others_import() {
        for (_, _, file, text) in ALL {
            for rest in text.split("from \"./").skip(1) {
                let name = rest.split('"').next().expect("a name");
                assert!(asset(&format!("/{name}")).is_some(), "{file} imports {name}");
            }
        }
    }

    #[test]
    fn nothing_comes_from_elsewhere() {
        for (_, _, file, text) in ALL {
            let links = text.replace("http://www.w3.org/", "");
            assert!(!links.contains("http://") && !links.contains("https://"), "{file}");
        }
    }
}
