//! Messages with branches, as ICU writes them: `{count, plural, one {# file} other {# files}}`, and those of Java:
//! `{0,choice,0#no files|1#one file|1<{0} files}`.

use std::ops::Range;

use super::references::reference;

/// Branches within branches, so many deep.
const DEPTH: usize = 12;

/// A message or a branch of one.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Message {
    /// What stands in it besides text, in its order.
    pub(super) parts: Vec<(Range<usize>, Part)>,
}

/// What stands in a message besides text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// An argument, the number sign of a plural, or something in quotes.
    Code,
    /// Two apostrophes, which mean one.
    Apostrophe,
    /// An argument with branches, and where they stand; none if they cannot be written again.
    Branches(Vec<Branch>),
}

/// What chooses a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    /// A word. So does a message that is no branch.
    #[default]
    Select,
    /// A number, for which a number sign stands.
    Plural,
    /// A number in Java's `ChoiceFormat`. What it gives is read as a message once more, so that nothing can be quoted in a
    /// way that serves both.
    Choice,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Branch {
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
    pub(super) message: Message,
}

/// How apostrophes are written in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Apostrophes {
    /// As they are, but doubled where one alone would quote what follows.
    #[default]
    WhereNeeded,
    /// Always doubled.
    Doubled,
    /// As they are: nothing can be quoted.
    Literal,
}

/// The parts of a message with branches; nothing if it has none or is not written correctly.
pub(super) fn parse(text: &str) -> Option<Message> {
    if !text.contains('{')
        || !["plural", "select", "choice"]
            .iter()
            .any(|kind| text.contains(kind))
    {
        return None;
    }
    let has_branches = |(_, part): &(Range<usize>, Part)| matches!(part, Part::Branches(_));
    parse_parts(text, true).filter(|message| message.parts.iter().any(has_branches))
}

/// The parts of a text that a program of Java gives to its `MessageFormat`, by what is known of the text alone: it has an
/// argument with a number, and no apostrophe in it has lost its other one.
pub(super) fn parse_message_format(text: &str) -> Option<Message> {
    let has_number = |rest: &str| rest.starts_with(|digit: char| digit.is_ascii_digit());
    if !text.split('{').skip(1).any(has_number) {
        return None;
    }
    let message = parse_parts(text, true)?;
    let parts = &message.parts;
    let is_code = |at: usize| {
        let next = parts.partition_point(|(range, _)| range.end <= at);
        parts
            .get(next)
            .is_some_and(|(range, _)| range.contains(&at))
    };
    let mut apostrophes = text.match_indices('\'');
    apostrophes.all(|(at, _)| is_code(at)).then_some(message)
}

/// The parts of a message, in which apostrophes may quote or not; nothing if it is not written correctly.
pub(super) fn parse_parts(text: &str, has_quotes: bool) -> Option<Message> {
    let mut parser = Parser {
        text,
        position: 0,
        has_quotes,
    };
    let message = parser.message(Kind::Select, DEPTH)?;
    (parser.position == text.len()).then_some(message)
}

struct Parser<'a> {
    text: &'a str,
    position: usize,
    has_quotes: bool,
}

impl Parser<'_> {
    /// Reads until the end or what ends the branch.
    fn message(&mut self, kind: Kind, depth: usize) -> Option<Message> {
        let is_plural = kind == Kind::Plural;
        let mut message = Message::default();
        while let Some(next) = self.peek() {
            let start = self.position;
            let part = match next {
                b'}' => break,
                b'|' if kind == Kind::Choice => break,
                b'\'' | b'<' | b'#' if kind == Kind::Choice => return None,
                b'{' => self.argument(depth)?,
                // In messages with markup, one within a character reference is meant as a part of that.
                b'&' if is_plural => {
                    let reference = reference(self.rest());
                    self.position += reference.map_or(1, |(length, _)| length);
                    continue;
                }
                b'#' if is_plural => {
                    self.position += 1;
                    Part::Code
                }
                b'\'' if self.has_quotes => match self.text.as_bytes().get(start + 1) {
                    Some(b'\'') => {
                        self.position += 2;
                        Part::Apostrophe
                    }
                    Some(b'{' | b'}') => self.quoted(),
                    Some(b'#') if is_plural => self.quoted(),
                    _ => {
                        self.position += 1;
                        continue;
                    }
                },
                _ => {
                    self.position += 1;
                    continue;
                }
            };
            message.parts.push((start..self.position, part));
        }
        Some(message)
    }

    fn quoted(&mut self) -> Part {
        self.position += 1;
        loop {
            let rest = self.rest();
            let Some(at) = rest.find('\'') else {
                self.position = self.text.len();
                return Part::Code;
            };
            let is_doubled = rest.as_bytes().get(at + 1) == Some(&b'\'');
            self.position += at + 1 + usize::from(is_doubled);
            if !is_doubled {
                return Part::Code;
            }
        }
    }

    fn argument(&mut self, depth: usize) -> Option<Part> {
        let depth = depth.checked_sub(1)?;
        self.position += 1;
        self.word()?;
        if self.take(b'}') {
            return Some(Part::Code);
        }
        self.expect(b',')?;
        let kind = self.word()?;
        let kind = match self.text.get(kind).unwrap_or_default() {
            "plural" | "selectordinal" => Kind::Plural,
            "select" => Kind::Select,
            "choice" => return self.choices(depth),
            _ => {
                let style = self.rest();
                let end = style
                    .find(['{', '}'])
                    .filter(|at| style.as_bytes().get(*at) == Some(&b'}'))?;
                self.position += end + 1;
                return Some(Part::Code);
            }
        };
        self.expect(b',')?;
        let mut branches = Vec::new();
        while !self.take(b'}') {
            let selector = self.word()?;
            if self
                .text
                .get(selector)
                .unwrap_or_default()
                .starts_with("offset:")
            {
                self.skip_space();
                while self.peek().is_some_and(|digit| digit.is_ascii_digit()) {
                    self.position += 1;
                }
                continue;
            }
            self.expect(b'{')?;
            let start = self.position;
            let message = self.message(kind, depth)?;
            let range = start..self.position;
            if !self.take_here(b'}') {
                return None;
            }
            branches.push(Branch {
                range,
                kind,
                message,
            });
        }
        (!branches.is_empty()).then_some(Part::Branches(branches))
    }

    /// The branches of a choice, whose name was read last.
    fn choices(&mut self, depth: usize) -> Option<Part> {
        self.expect(b',')?;
        let start = self.position;
        if let Some(branches) = self.limited(depth) {
            return Some(Part::Branches(branches));
        }
        self.position = start;
        let mut open = 1_usize;
        while open > 0 {
            match self.peek()? {
                b'{' => open += 1,
                b'}' => open -= 1,
                _ => {}
            }
            self.position += 1;
        }
        Some(Part::Branches(Vec::new()))
    }

    /// Branches that begin with limits (`1#`, `1<`), and the end of the argument.
    fn limited(&mut self, depth: usize) -> Option<Vec<Branch>> {
        let mut branches = Vec::new();
        loop {
            let rest = self.rest();
            let length = rest.find(|it: char| {
                !it.is_whitespace() && !"+-.∞".contains(it) && !it.is_ascii_digit()
            })?;
            let sign = rest.get(length..)?.chars().next()?;
            if length == 0 || !"#<≤".contains(sign) {
                return None;
            }
            let start = self.position + length + sign.len_utf8();
            self.position = start;
            let message = self.message(Kind::Choice, depth)?;
            branches.push(Branch {
                range: start..self.position,
                kind: Kind::Choice,
                message,
            });
            if !self.take_here(b'|') {
                return self.take_here(b'}').then_some(branches);
            }
        }
    }

    fn word(&mut self) -> Option<Range<usize>> {
        self.skip_space();
        let rest = self.rest();
        let is_end = |character: char| character.is_whitespace() || "{},'#\"<>".contains(character);
        let length = rest.find(is_end).unwrap_or(rest.len());
        let start = self.position;
        self.position += length;
        (length > 0).then_some(start..self.position)
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.take(byte).then_some(())
    }

    fn take(&mut self, byte: u8) -> bool {
        self.skip_space();
        self.take_here(byte)
    }

    fn take_here(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.position += usize::from(is_next);
        is_next
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.position += rest.len() - rest.trim_start().len();
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    fn rest(&self) -> &str {
        self.text.get(self.position..).unwrap_or_default()
    }
}

/// Text as it is written in a branch of this kind, so that nothing of it is taken for a part.
pub(super) fn quote(text: &str, kind: Kind, apostrophes: Apostrophes) -> String {
    let without_quotes = |character| match character {
        '{' => '(',
        '}' => ')',
        '\'' if kind == Kind::Choice => '’',
        '|' if kind == Kind::Choice => '/',
        '<' | '≤' if kind == Kind::Choice => '‹',
        '#' if kind == Kind::Choice => '№',
        _ => character,
    };
    if apostrophes == Apostrophes::Literal || kind == Kind::Choice {
        return text.chars().map(without_quotes).collect();
    }
    let is_special =
        |character: char| "{}".contains(character) || (kind == Kind::Plural && character == '#');
    let mut quoted = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if is_special(character) {
            quoted.extend(['\'', character, '\'']);
        } else if character == '\'' {
            let next = characters.peek();
            // At the end, what follows may be an argument.
            let is_ambiguous = next.is_none_or(|next| is_special(*next) || *next == '\'');
            quoted.push_str(if apostrophes == Apostrophes::Doubled || is_ambiguous {
                "''"
            } else {
                "'"
            });
        } else {
            quoted.push(character);
        }
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<'a>(text: &'a str, message: &Message, found: &mut Vec<&'a str>) {
        for (range, part) in &message.parts {
            match part {
                Part::Branches(branches) => {
                    for branch in branches {
                        found.push(&text[branch.range.clone()]);
                        texts(text, &branch.message, found);
                    }
                }
                Part::Code | Part::Apostrophe => found.push(&text[range.clone()]),
            }
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let mut found = Vec::new();
        texts(text, &parse(text).expect(text), &mut found);
        assert_eq!(found, expected);
    }

    #[test]
    fn branches_and_what_is_in_them_are_found() {
        check(
            "You have {count, plural, offset:1 =0 {none} one {# file} other {# files by {name}}}.",
            &["none", "# file", "#", "# files by {name}", "#", "{name}"],
        );
        check(
            "{sex,select,male{He has {n, selectordinal, few{#rd} other{#th}}}other{It''s '{so}'}}",
            &[
                "He has {n, selectordinal, few{#rd} other{#th}}",
                "#rd",
                "#",
                "#th",
                "#",
                "It''s '{so}'",
                "''",
                "'{so}'",
            ],
        );
    }

    #[test]
    fn choices_of_java_are_branches_unless_something_is_quoted_in_them() {
        check(
            "There {0,choice,0#are no files|1#is one file|1<are {0,number,integer} files in {1}}.",
            &[
                "are no files",
                "is one file",
                "are {0,number,integer} files in {1}",
                "{0,number,integer}",
                "{1}",
            ],
        );
        for text in [
            "There {0,choice,0#are ''no'' {1}|1#is one}",
            "{0,choice,no limit {0}}",
        ] {
            check(text, &[]);
        }
        assert_eq!(parse("{0,choice,0#no {1}|1#one"), None);
    }

    #[test]
    fn what_is_no_message_with_branches_is_left_to_others() {
        for text in [
            "{count, plural, one {# file} other {# files}",
            "{count, plural}",
            "{count, plural, one}",
            "select {name} plural",
            "{{count, plural, other {x}}}",
            "{n, plural, other {x}} }",
            "plural {",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
        let deep = "{a, select, other {".repeat(100_000);
        assert_eq!(parse(&deep), None);
    }

    #[test]
    fn text_is_quoted_where_it_looks_like_a_part() {
        assert_eq!(
            quote("a {b} # it's", Kind::Plural, Apostrophes::WhereNeeded),
            "a '{'b'}' '#' it's"
        );
        assert_eq!(
            quote("it's # l'", Kind::Select, Apostrophes::WhereNeeded),
            "it's # l''"
        );
        assert_eq!(quote("it's", Kind::Select, Apostrophes::Doubled), "it''s");
        assert_eq!(
            quote("l'{a} #", Kind::Plural, Apostrophes::Literal),
            "l'(a) #"
        );
        assert_eq!(
            quote("l'{a}|#", Kind::Choice, Apostrophes::Doubled),
            "l’(a)/№"
        );
    }
}
