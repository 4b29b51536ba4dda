//! Names in the text of a script that no run has to come upon: locals and functions that nobody uses, names that nothing
//! is called by.
//!
//! The language has checked the text before; here is looked for names alone, block by block. Where a text is not
//! understood, nothing is said of it.

use super::missing::{ABSENT, WHY_ABSENT};
use super::names_of_game::not_of_game;
use super::offered::{GLOBALS, OFFERED};
use super::tokens::{Token, tokens};
use super::{OddName, Oddity};
use crate::diagnostic::nearest;
use crate::game::Game;

/// The odd names of a script, by line.
pub(super) fn odd_names(text: &str, game: &Game) -> Vec<OddName> {
    let tokens = tokens(text);
    let mut walk = Walk::new(&tokens);
    if walk.all().is_none() {
        return Vec::new();
    }
    let mut odd = walk.unused();
    odd.extend(walk.unknown());
    odd.extend(walk.made_globals());
    odd.extend(not_of_game(&tokens, game));
    odd.sort_by_key(|name| name.line);
    odd.dedup();
    odd
}

/// What is said of a name that nothing is called by, where the text of a script shows more than what was noted when it
/// was read.
pub(super) fn not_defined(text: &str, noted: &str) -> Option<String> {
    let tokens = tokens(text);
    let mut walk = Walk::new(&tokens);
    walk.all()?;
    walk.unknown().into_iter().map(|odd| odd.message).find(|said| said.starts_with(noted))
}

/// A name that stands for something.
#[derive(Clone, Debug)]
struct Named<'a> {
    name: &'a str,
    line: u32,
    used: bool,
    /// A local that should be used: no parameter, no variable of a loop.
    counts: bool,
}

/// What is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Open {
    Block,
    /// A block of `if`, which `else` ends, too.
    Branch,
    Repeat,
    /// A condition or the head of a loop, up to `then` or `do`.
    Head,
    /// `if a then b else c` as a value.
    Choice,
    Brace,
    Paren,
}

pub(super) struct Walk<'a, 't> {
    tokens: &'t [(Token<'a>, u32)],
    pub(super) at: usize,
    open: Vec<Open>,
    /// By block: what is declared in it.
    scopes: Vec<Vec<Named<'a>>>,
    /// Variables of a loop whose block has not begun, and locals whose value is being read.
    waiting: Vec<Named<'a>>,
    done: Vec<Named<'a>>,
    globals: Vec<Named<'a>>,
    /// Those of them that are made inside a block or a function, each with its line.
    made_inside: Vec<(&'a str, u32)>,
    /// Globals that are read, each with its first line.
    read: Vec<(&'a str, u32)>,
    /// A value may follow; otherwise a name begins a statement.
    value_follows: bool,
}

const KEYWORDS: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
];

impl<'a, 't> Walk<'a, 't> {
    fn new(tokens: &'t [(Token<'a>, u32)]) -> Self {
        Walk {
            tokens,
            at: 0,
            open: Vec::new(),
            scopes: vec![Vec::new()],
            waiting: Vec::new(),
            done: Vec::new(),
            globals: Vec::new(),
            made_inside: Vec::new(),
            read: Vec::new(),
            value_follows: false,
        }
    }

    pub(super) fn token(&self, ahead: usize) -> Option<Token<'a>> {
        self.tokens.get(self.at + ahead).map(|(token, _)| *token)
    }

    fn line(&self) -> u32 {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(1, |(_, line)| *line)
    }

    pub(super) fn is(&self, ahead: usize, text: &str) -> bool {
        matches!(self.token(ahead), Some(Token::Word(found) | Token::Sign(found)) if found == text)
    }

    pub(super) fn name(&self, ahead: usize) -> Option<&'a str> {
        match self.token(ahead) {
            Some(Token::Word(word)) if !KEYWORDS.contains(&word) => Some(word),
            _ => None,
        }
    }

    /// Walks through all; `None` where it is not understood.
    fn all(&mut self) -> Option<()> {
        while let Some(token) = self.token(0) {
            match token {
                Token::Value(_) => self.pass(false),
                Token::Sign(sign) => self.sign(sign)?,
                Token::Word(word) if KEYWORDS.contains(&word) => self.keyword(word)?,
                Token::Word(word) => self.word(word)?,
            }
        }
        self.settle();
        (self.open.is_empty() && self.scopes.len() == 1).then_some(())?;
        self.close_scope()
    }

    fn pass(&mut self, value_follows: bool) {
        self.at += 1;
        self.value_follows = value_follows;
    }

    fn sign(&mut self, sign: &str) -> Option<()> {
        let open = match sign {
            "(" | "[" => Some(Open::Paren),
            "{" => Some(Open::Brace),
            _ => None,
        };
        if let Some(open) = open {
            self.open.push(open);
            self.pass(true);
            return Some(());
        }
        match sign {
            ")" | "]" => self.close(Open::Paren)?,
            "}" => self.close(Open::Brace)?,
            "::" => {
                self.at += 1;
                self.skip_type()?;
                self.value_follows = false;
            }
            "." | ":" => self.at += if self.name(1).is_some() { 2 } else { 1 },
            "..." => self.pass(false),
            "@" => self.at += 2,
            ";" if self.open.last() != Some(&Open::Brace) => {
                self.settle();
                self.pass(false);
            }
            _ => self.pass(true),
        }
        Some(())
    }

    fn close(&mut self, open: Open) -> Option<()> {
        (self.open.pop()? == open).then_some(())?;
        self.pass(false);
        Some(())
    }

    fn keyword(&mut self, word: &'a str) -> Option<()> {
        let top = self.open.last().copied();
        match word {
            "and" | "or" | "not" | "in" => self.pass(true),
            "nil" | "true" | "false" => self.pass(false),
            "function" => self.function()?,
            "if" if self.value_follows => {
                self.open.push(Open::Choice);
                self.pass(true);
            }
            "then" | "else" | "elseif" if top == Some(Open::Choice) => {
                if word == "else" {
                    self.open.pop();
                }
                self.pass(true);
            }
            _ => {
                self.settle();
                self.statement(word, top)?;
            }
        }
        Some(())
    }

    fn statement(&mut self, word: &'a str, top: Option<Open>) -> Option<()> {
        match word {
            "return" | "break" => self.pass(word == "return"),
            "if" | "while" => {
                self.open.push(Open::Head);
                self.pass(true);
            }
            "for" => {
                self.at += 1;
                let vars = self.declared(&["in", "="], false)?;
                self.waiting = vars;
                self.open.push(Open::Head);
                self.pass(true);
            }
            "then" => self.begin(Open::Branch, top)?,
            "do" => match top {
                Some(Open::Head) => self.begin(Open::Block, top)?,
                _ => self.begin(Open::Block, None)?,
            },
            "repeat" => self.begin(Open::Repeat, None)?,
            "else" | "elseif" => {
                (self.open.pop()? == Open::Branch).then_some(())?;
                self.close_scope()?;
                match word {
                    "else" => self.begin(Open::Branch, None)?,
                    _ => {
                        self.open.push(Open::Head);
                        self.pass(true);
                    }
                }
            }
            "end" => {
                matches!(self.open.pop()?, Open::Block | Open::Branch).then_some(())?;
                self.close_scope()?;
                self.pass(false);
            }
            "until" => {
                (self.open.pop()? == Open::Repeat).then_some(())?;
                // Its condition sees the locals of the block.
                let inner = self.scopes.pop()?;
                self.scopes.last_mut()?.extend(inner);
                self.pass(true);
            }
            "local" => self.local()?,
            _ => return None,
        }
        Some(())
    }

    /// A block begins, in place of its head where there is one.
    fn begin(&mut self, block: Open, head: Option<Open>) -> Option<()> {
        if let Some(head) = head {
            (head == Open::Head).then_some(())?;
            self.open.pop();
        }
        self.open.push(block);
        self.scopes.push(std::mem::take(&mut self.waiting));
        self.pass(false);
        Some(())
    }

    fn close_scope(&mut self) -> Option<()> {
        let scope = self.scopes.pop()?;
        self.done.extend(scope);
        Some(())
    }

    /// The statement before has ended: its locals can be used from here on.
    fn settle(&mut self) {
        if self.open.last() != Some(&Open::Head)
            && let Some(scope) = self.scopes.last_mut()
        {
            scope.append(&mut self.waiting);
        }
    }

    fn local(&mut self) -> Option<()> {
        self.at += 1;
        if self.is(0, "function") {
            let named = Named { name: self.name(1)?, line: self.line(), used: false, counts: true };
            self.scopes.last_mut()?.push(named);
            self.at += 2;
            return self.parameters(false);
        }
        let names = self.declared(&[], true)?;
        self.waiting.extend(names);
        self.value_follows = false;
        if self.is(0, "=") {
            self.pass(true);
        }
        Some(())
    }

    /// Names with their types, up to one of these words or to where no comma follows.
    fn declared(&mut self, until: &[&str], counts: bool) -> Option<Vec<Named<'a>>> {
        let mut names = Vec::new();
        loop {
            names.push(Named { name: self.name(0)?, line: self.line(), used: false, counts });
            self.at += 1;
            // What becomes of a local: `<const>`.
            if self.is(0, "<") && self.name(1).is_some() && self.is(2, ">") {
                self.at += 3;
            }
            if self.is(0, ":") {
                self.at += 1;
                self.skip_type()?;
            }
            if !self.is(0, ",") {
                (until.is_empty() || until.iter().any(|word| self.is(0, word))).then_some(())?;
                return Some(names);
            }
            self.at += 1;
        }
    }

    fn function(&mut self) -> Option<()> {
        let statement = !self.value_follows;
        self.at += 1;
        if statement && let Some(name) = self.name(0) {
            self.settle();
            match self.is(1, "(") || self.is(1, "<") {
                true => self.write(name, false),
                false => self.use_name(name),
            }
            self.at += 1;
            let mut is_method = false;
            while self.is(0, ".") || self.is(0, ":") {
                is_method = self.is(0, ":");
                self.at += 2;
            }
            return self.parameters(is_method);
        }
        self.parameters(false)
    }

    /// Parameters and the type of the result; the body follows.
    fn parameters(&mut self, is_method: bool) -> Option<()> {
        if self.is(0, "<") {
            self.skip_angles()?;
        }
        self.is(0, "(").then_some(())?;
        self.at += 1;
        let line = self.line();
        let named = |name| Named { name, line, used: true, counts: false };
        let mut scope: Vec<Named<'a>> = is_method.then(|| named("self")).into_iter().collect();
        while !self.is(0, ")") {
            match self.name(0) {
                Some(name) => scope.push(named(name)),
                None => self.is(0, "...").then_some(())?,
            }
            self.at += 1;
            if self.is(0, ":") {
                self.at += 1;
                self.skip_type()?;
            }
            if self.is(0, ",") {
                self.at += 1;
            }
        }
        self.at += 1;
        if self.is(0, ":") {
            self.at += 1;
            self.skip_type()?;
        }
        let waiting = std::mem::take(&mut self.waiting);
        self.open.push(Open::Block);
        self.scopes.push(scope);
        // Locals whose value this function is cannot be seen in it.
        self.value_follows = false;
        let depth = self.open.len();
        while self.open.len() >= depth {
            match self.token(0)? {
                Token::Value(_) => self.pass(false),
                Token::Sign(sign) => self.sign(sign)?,
                Token::Word(word) if KEYWORDS.contains(&word) => self.keyword(word)?,
                Token::Word(word) => self.word(word)?,
            }
        }
        self.waiting = waiting;
        Some(())
    }

    fn word(&mut self, word: &'a str) -> Option<()> {
        let inside = matches!(self.open.last(), Some(Open::Brace | Open::Paren | Open::Choice | Open::Head));
        if inside || self.value_follows {
            let is_key = self.open.last() == Some(&Open::Brace) && self.is(1, "=");
            if !is_key {
                self.use_name(word);
            }
            self.pass(false);
            return Some(());
        }
        // A statement begins.
        self.settle();
        if matches!(word, "type" | "export") && self.name(1).is_some() {
            return self.type_statement();
        }
        if word == "continue" && (self.token(1).is_none() || matches!(self.token(1), Some(Token::Word(_)))) {
            self.pass(false);
            return Some(());
        }
        self.targets(word);
        Some(())
    }

    /// `a`, `a, b =`, `a +=`, or a call: names that are set alone are not used.
    fn targets(&mut self, word: &'a str) {
        let mut ahead = 1;
        let mut targets = vec![word];
        while self.is(ahead, ",")
            && let Some(name) = self.name(ahead + 1)
        {
            targets.push(name);
            ahead += 2;
        }
        let changes = matches!(self.token(ahead), Some(Token::Sign(sign)) if sign.len() > 1 && sign.ends_with('=')
            && !matches!(sign, "==" | "~=" | "<=" | ">="));
        if self.is(ahead, "=") || changes {
            for name in targets {
                self.write(name, changes);
            }
            self.at += ahead;
            self.pass(true);
        } else {
            // What a comma follows is set, though not all that is set with it is a name.
            match self.is(1, ",") {
                true => self.write(word, false),
                false => self.use_name(word),
            }
            self.pass(false);
        }
    }

    fn find(&mut self, name: &str) -> Option<&mut Named<'a>> {
        let scopes = self.scopes.iter_mut().rev();
        let mut all = scopes.flat_map(|scope| scope.iter_mut().rev()).chain(&mut self.waiting);
        all.find(|known| known.name == name)
    }

    fn use_name(&mut self, name: &'a str) {
        if let Some(known) = self.find(name) {
            known.used = true;
        } else if self.read.iter().all(|(known, _)| *known != name) {
            self.read.push((name, self.line()));
        }
    }

    fn write(&mut self, name: &'a str, changes: bool) {
        if self.find(name).is_some() {
            return;
        }
        if changes {
            return self.use_name(name);
        }
        if self.globals.iter().all(|known| known.name != name) {
            self.globals.push(Named { name, line: self.line(), used: false, counts: true });
            if self.scopes.len() > 1 {
                self.made_inside.push((name, self.line()));
            }
        }
    }

    /// Globals that are made inside a block or a function.
    fn made_globals(&self) -> Vec<OddName> {
        let said = |&(name, line): &(&str, u32)| {
            let locals = self.done.iter().map(|local| local.name).filter(|other| *other != name);
            let instead =
                nearest(name, locals).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            let message = format!("`{name}` is a global: `local` is missing{instead}");
            OddName { line, oddity: Oddity::Global, message }
        };
        self.made_inside.iter().map(said).collect()
    }

    fn type_statement(&mut self) -> Option<()> {
        self.at += if self.is(0, "export") { 2 } else { 1 };
        self.name(0)?;
        self.at += 1;
        if self.is(0, "<") {
            self.skip_angles()?;
        }
        self.is(0, "=").then_some(())?;
        self.at += 1;
        self.skip_type()?;
        self.value_follows = false;
        Some(())
    }

    fn unused(&self) -> Vec<OddName> {
        let said = |name: &Named| OddName {
            line: name.line,
            oddity: Oddity::Unused,
            message: format!("`{}` is never used", name.name),
        };
        let unused = |name: &&Named| name.counts && !name.used && !name.name.starts_with('_');
        let is_idle = |global: &&Named| {
            self.read.iter().all(|(name, _)| *name != global.name)
                && self.made_inside.iter().all(|(name, _)| *name != global.name)
        };
        let globals = self.globals.iter().filter(is_idle);
        self.done.iter().chain(globals).filter(unused).map(said).collect()
    }

    fn unknown(&self) -> Vec<OddName> {
        let offered = || GLOBALS.iter().chain(&OFFERED).copied().chain(["print", "game"]);
        let own = || self.globals.iter().map(|global| global.name);
        let unknown = |(name, _): &&(&str, u32)| offered().chain(own()).all(|known| known != *name);
        let said = |&(name, line): &(&str, u32)| {
            let locals = self.done.iter().map(|local| local.name);
            // A local of that name may be known elsewhere in the text.
            let others =
                offered().chain(own()).chain(locals).filter(|other| *other != name && other.len() > 1);
            let instead = match nearest(name, others) {
                _ if ABSENT.contains(&name) => format!("; {WHY_ABSENT}"),
                Some(near) => format!("; did you mean `{near}`?"),
                None => String::new(),
            };
            OddName { line, oddity: Oddity::Unknown, message: format!("`{name}` is not defined{instead}") }
        };
        self.read.iter().filter(unknown).map(said).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::compile;
    use crate::diagnostic::{Diagnostics, Sources};
    use crate::spec::{NoParents, read};

    const GAME: &str = r#"
        game = { language = 1, name = "Cars", players = ["white", "black"] }
        board = { size = [3, 3] }
        pieces.car = { letter = "C", moves.step = { step = "any", onto = "empty" } }
        setup.board = "c . .\n. . .\n. . C"
        end.stuck = { if = "no-moves", loser = "turn" }
    "#;

    fn odd(text: &str) -> Vec<(u32, String)> {
        let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
        let main = sources.add("test.toml", GAME);
        let reading = read(&mut sources, main, &mut NoParents, &mut diagnostics).expect("read");
        let game = compile(&reading.definition, &sources, &mut diagnostics).expect("sound");
        odd_names(text, &game).into_iter().map(|name| (name.line, name.message)).collect()
    }

    #[test]
    fn locals_and_functions_that_nobody_uses_are_named() {
        let text = "local a, b = 1, 2\nlocal function f(x) return x end\nfunction g() end\nlocal _c = b\nlocal d\n\
                    d = 3\nlocal e = 0\ne += 1\nreturn { a = 1, b = `{b}` }";
        let names: Vec<(u32, String)> = odd(text);
        let expected = [(1, "a"), (2, "f"), (3, "g"), (5, "d"), (7, "e")];
        assert_eq!(names, expected.map(|(line, name)| (line, format!("`{name}` is never used"))));
    }

    #[test]
    fn a_name_that_stands_where_no_run_comes_is_found() {
        let text = "return { api = 1, score_position = function(turn)\nif turn == 3 then return att(1, 1) end\n\
                    return game.pieces.white.cra + game.pieces.wite.car end }";
        let said: Vec<String> = odd(text).into_iter().map(|(_, message)| message).collect();
        assert_eq!(
            said,
            [
                "`att` is not defined; did you mean `at`?",
                "`cra` is no piece of white; did you mean `car`?",
                "`wite` is no player; did you mean `white`?"
            ]
        );
    }

    #[test]
    fn a_global_that_is_made_in_the_middle_of_a_function_is_named() {
        let text = "local function sum() return 1 end\nreturn { api = 1, score_position = function()\nlocal total = sum()\n\
                    toatl = total + 1\nreturn total end }";
        let said = "`toatl` is a global: `local` is missing; did you mean `total`?";
        assert_eq!(odd(text), [(4, said.to_owned())]);
    }

    #[test]
    fn what_the_language_allows_is_understood() {
        let text = "--!strict\ntype T<A> = { [string]: A }\nexport type F = (number, ...any) -> (number?, string) | nil\n\
                    local x: { { number } }, y: T<T<number>> = {}, {} :: T<T<number>>\n\
                    local function g<A>(a: A, ...: number): (A, number) return a, ... end\n\
                    local z = if #x > 0 then if y then 1 else 2 elseif g(1) then 3 else 4\n\
                    for i = 1, z do if i == 2 then continue end local j = i repeat local k = j until k > 0 end\n\
                    for key, value in y do x[key] = value end\n\
                    while z < 3 do z += 1 do break end end\n\
                    local t = { g = g, [1] = z; h = function(self) return self end }\n\
                    function t.more(n) return n end\nfunction t:method() return self end\n\
                    t.h, t.g = t.g, t.h\nlocal s = `a {z} {t.h({ b = z })}` .. 'x' .. 1 // 2\n\
                    s, t.c = 1, 2\n(t :: any).h(s, z)\nif z then elseif s then else end\nreturn { f = t }";
        assert_eq!(odd(text), []);
    }
}
