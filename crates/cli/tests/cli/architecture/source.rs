//! A source of Rust as far as it says which modules there are and which paths are used: its tokens, without comments,
//! the contents of literals and what is compiled for tests only.

/// What a module says. Paths are as they are written, `crate`, `self` and `super` included.
#[derive(Debug, Default)]
pub(super) struct Module {
    /// The modules that it declares: in files of their own, or written out.
    pub(super) children: Vec<(String, Option<Self>)>,
    /// The paths of its `use` trees, each with the name that it brings in. Those that end in `*` or `_` bring in none.
    pub(super) imports: Vec<(Vec<String>, Option<String>)>,
    /// The other paths that begin with `crate`, `self` or `super`.
    pub(super) paths: Vec<Vec<String>>,
}

impl Module {
    /// What the text of a file says.
    pub(super) fn parse(text: &str) -> Self {
        let tokens = tokens(text);
        let mut parser = Parser {
            tokens: &tokens,
            at: 0,
        };
        parser.module()
    }
}

struct Parser<'a> {
    tokens: &'a [String],
    at: usize,
}

impl Parser<'_> {
    fn peek(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", String::as_str)
    }

    fn looks_at(&self, expected: &[&str]) -> bool {
        let mut numbered = expected.iter().enumerate();
        numbered.all(|(ahead, token)| self.peek(ahead) == *token)
    }

    /// Everything up to the brace that closes the module, which is read, or the end.
    fn module(&mut self) -> Module {
        let mut module = Module::default();
        let mut depth = 0;
        while self.at < self.tokens.len() {
            if self.looks_at(&["#", "[", "cfg", "(", "test", ")", "]"]) {
                self.skip_item();
            } else if self.peek(0) == "mod" && self.peek(2) == ";" {
                module.children.push((self.peek(1).to_owned(), None));
                self.at += 3;
            } else if self.peek(0) == "mod" && self.peek(2) == "{" {
                let name = self.peek(1).to_owned();
                self.at += 3;
                module.children.push((name, Some(self.module())));
            } else if self.peek(0) == "use" && self.peek(1) != "<" {
                self.at += 1;
                self.tree(&[], &mut module.imports);
            } else if ["crate", "self", "super"].contains(&self.peek(0)) && self.peek(1) == "::" {
                let path = self.path();
                module.paths.push(path);
            } else {
                match self.peek(0) {
                    "{" => depth += 1,
                    "}" if depth == 0 => {
                        self.at += 1;
                        return module;
                    }
                    "}" => depth -= 1,
                    _ => {}
                }
                self.at += 1;
            }
        }
        module
    }

    /// Skips attributes and the item, statement or field behind them.
    fn skip_item(&mut self) {
        while self.peek(0) == "#" {
            self.at += 1;
            self.skip_group();
        }
        while self.at < self.tokens.len() {
            match self.peek(0) {
                ";" => {
                    self.at += 1;
                    return;
                }
                "{" => return self.skip_group(),
                "(" | "[" => self.skip_group(),
                "}" | ")" | "]" => return,
                _ => self.at += 1,
            }
        }
    }

    /// Skips what stands in brackets, which open here.
    fn skip_group(&mut self) {
        let mut depth = 0;
        while self.at < self.tokens.len() {
            match self.peek(0) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// Names with `::` between them.
    fn path(&mut self) -> Vec<String> {
        let mut path = vec![self.peek(0).to_owned()];
        self.at += 1;
        while self.peek(0) == "::" && is_name(self.peek(1)) {
            path.push(self.peek(1).to_owned());
            self.at += 2;
        }
        path
    }

    /// A `use` tree behind a prefix.
    fn tree(&mut self, prefix: &[String], imports: &mut Vec<(Vec<String>, Option<String>)>) {
        let mut path = prefix.to_vec();
        // A path from the root of another crate.
        if self.peek(0) == "::" {
            path.push(String::new());
            self.at += 1;
        }
        if is_name(self.peek(0)) {
            path.extend(self.path());
            if self.peek(0) == "::" {
                self.at += 1;
            }
        }
        match self.peek(0) {
            "{" => {
                self.at += 1;
                while !["}", ""].contains(&self.peek(0)) {
                    self.tree(&path, imports);
                    if self.peek(0) != "}" {
                        self.at += 1;
                    }
                }
                self.at += 1;
            }
            "*" => {
                self.at += 1;
                imports.push((path, None));
            }
            _ => {
                // As in `a::{self, B}`.
                path.pop_if(|last| last == "self" && !prefix.is_empty());
                let mut name = path.last().cloned();
                if self.peek(0) == "as" {
                    name = Some(self.peek(1).to_owned()).filter(|name| name != "_");
                    self.at += 2;
                }
                imports.push((path, name));
            }
        }
    }
}

fn is_name(token: &str) -> bool {
    token
        .chars()
        .next()
        .is_some_and(|first| first.is_alphabetic() || first == '_')
}

/// The tokens of a source: words, `::`, and single characters. A literal of text is the token `"`.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            comment_length(rest)
        } else if let Some(length) = text_length(rest) {
            tokens.push("\"".to_owned());
            length
        } else if first == '\'' {
            character_length(rest)
        } else if first.is_alphanumeric() || first == '_' {
            let is_end = |c: char| !c.is_alphanumeric() && c != '_';
            let length = rest.find(is_end).unwrap_or(rest.len());
            tokens.push(rest[..length].to_owned());
            length
        } else if rest.starts_with("::") {
            tokens.push("::".to_owned());
            2
        } else {
            if !first.is_whitespace() {
                tokens.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

/// The length of a comment in `/*` and `*/`, which nest.
fn comment_length(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        let here = &rest.as_bytes()[at..];
        if here.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if here.starts_with(b"*/") {
            depth -= 1;
            at += 2;
        } else {
            at += 1;
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of a literal of text or bytes, raw or not, if there is one here.
fn text_length(rest: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r"]
        .into_iter()
        .find(|prefix| rest.starts_with(prefix));
    let prefix = prefix.unwrap_or_default();
    let behind = &rest[prefix.len()..];
    let hashes = behind.len() - behind.trim_start_matches('#').len();
    if prefix.ends_with('r') && behind[hashes..].starts_with('"') {
        let start = prefix.len() + hashes + 1;
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(
            rest[start..]
                .find(&end)
                .map_or(rest.len(), |at| start + at + end.len()),
        );
    }
    if !behind.starts_with('"') {
        return None;
    }
    let mut is_escaped = false;
    for (at, character) in behind.char_indices().skip(1) {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some(prefix.len() + at + 1),
            _ => {}
        }
    }
    Some(rest.len())
}

/// The length of a literal of a character, or of the mark before a lifetime.
fn character_length(rest: &str) -> usize {
    let mut characters = rest.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), Some((escaped, character))) => {
            let behind = escaped + character.len_utf8();
            rest[behind..]
                .find('\'')
                .map_or(rest.len(), |at| behind + at + 1)
        }
        (Some(_), Some((end, '\''))) => end + 1,
        _ => 1,
    }
}

#[test]
fn imports_and_paths_are_read_and_tests_comments_and_literals_are_not() {
    let module = Module::parse(
        r##"
        //! use crate::comment;
        mod child;
        mod inside { pub(in super::super) use super::child::Thing; }
        use crate::{a::{self, B as C}, d::*, e as _};
        pub(crate) use ::other::F;
        fn f<'a>(text: &'a str) -> impl Iterator + use<'a> {
            /* use crate::x; /* in */ crate::y */
            let quote = ('"', '\'', '\u{2019}', b'"');
            let text = ("crate::no \" crate::no", r#"crate::no " "#, br"\");
            crate::g::H::new::<self::I>()
        }
        #[cfg(test)]
        #[derive(Debug)]
        struct Probe([u8; 2]);
        #[cfg(test)]
        use crate::probing::{P, Q};
        #[cfg(test)]
        mod tests { use crate::z; }
        fn last() { super::j() }
        "##,
    );
    let joined = |path: &Vec<String>| path.join("::");
    let imports = |module: &Module| -> Vec<(String, Option<String>)> {
        let imports = module.imports.iter();
        imports
            .map(|(path, name)| (joined(path), name.clone()))
            .collect()
    };
    let name = |name: &str| Some(name.to_owned());
    assert_eq!(
        imports(&module),
        [
            ("crate::a".to_owned(), name("a")),
            ("crate::a::B".to_owned(), name("C")),
            ("crate::d".to_owned(), None),
            ("crate::e".to_owned(), None),
            ("::other::F".to_owned(), name("F")),
        ]
    );
    let paths: Vec<String> = module.paths.iter().map(joined).collect();
    assert_eq!(paths, ["crate::g::H::new", "self::I", "super::j"]);
    let [(child, None), (inside, Some(written_out))] = &module.children[..] else {
        panic!("{:?}", module.children);
    };
    assert_eq!([child, inside], ["child", "inside"]);
    assert_eq!(
        imports(written_out),
        [("super::child::Thing".to_owned(), name("Thing"))]
    );
}
