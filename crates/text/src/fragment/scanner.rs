//! HTML as a sequence of tags, text and stretches to copy.
//!
//! The scanner takes everything: what is not well-formed is read as the tokenisation stage of the
//! HTML standard reads it, except that a tag without an end is text instead of nothing, so that no
//! text is lost. Each byte of the input is part of exactly one token, and time is linear.

use super::elements::{is_escapable_raw_text, is_raw_text};

/// One piece of HTML. `raw` is the piece as it stands in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'html> {
    /// Text, character references not yet decoded.
    Text { raw: &'html str },
    /// Text at the end that begins like markup.
    Unfinished { raw: &'html str },
    /// A start tag.
    Start {
        raw: &'html str,
        name: &'html str,
        /// Whether it ends in `/>`.
        self_closing: bool,
        /// Whether an attribute says that the content is not to be translated.
        untranslated: bool,
    },
    /// An end tag.
    End { raw: &'html str, name: &'html str },
    /// A comment, a declaration, a processing instruction or an element of raw text.
    Verbatim {
        raw: &'html str,
        /// What the source lacks to end it, if anything.
        missing: String,
        /// The name of the element of raw text.
        name: Option<&'html str>,
    },
}

/// An iterator over the tokens of a text.
pub(super) struct Scanner<'html> {
    rest: &'html str,
    /// The element, just opened, whose content has no tags but its own end tag.
    escapable: Option<&'html str>,
}

impl<'html> Scanner<'html> {
    pub(super) fn new(html: &'html str) -> Self {
        Self {
            rest: html,
            escapable: None,
        }
    }

    fn take(&mut self, length: usize) -> &'html str {
        let (taken, rest) = self
            .rest
            .split_at_checked(length)
            .unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    /// The text up to something that looks like markup.
    fn text(&mut self) -> Token<'html> {
        let length = self
            .rest
            .match_indices('<')
            .find(|&(position, _)| is_markup(self.rest.get(position..).unwrap_or_default()))
            .map_or(self.rest.len(), |(position, _)| position);
        Token::Text {
            raw: self.take(length),
        }
    }

    fn markup(&mut self) -> Token<'html> {
        let inside = self.rest.get(1..).unwrap_or_default();
        if inside.starts_with('!') || inside.starts_with('?') {
            return self.declaration();
        }
        if let Some(name) = inside.strip_prefix('/').map(tag_name) {
            return match self.rest.find('>') {
                // A browser takes this for a comment.
                Some(end) if name.is_empty() => Token::Verbatim {
                    raw: self.take(end + 1),
                    missing: String::new(),
                    name: None,
                },
                Some(end) => Token::End {
                    raw: self.take(end + 1),
                    name,
                },
                None => self.unfinished(),
            };
        }
        self.start_tag(tag_name(inside))
    }

    fn start_tag(&mut self, name: &'html str) -> Token<'html> {
        let whole = self.rest;
        let Some(attributes) = Attributes::read(whole.get(1 + name.len()..).unwrap_or_default())
        else {
            return self.unfinished();
        };
        let length = 1 + name.len() + attributes.length;
        let raw = self.take(length);
        if is_raw_text(name) {
            let end = end_tag(self.rest, name);
            self.take(end.unwrap_or(self.rest.len()));
            let raw = before(whole, self.rest);
            let missing = end.map_or_else(|| format!("</{name}>"), |_| String::new());
            return Token::Verbatim {
                raw,
                missing,
                name: Some(name),
            };
        }
        if is_escapable_raw_text(name) {
            self.escapable = Some(name);
        }
        Token::Start {
            raw,
            name,
            self_closing: attributes.self_closing,
            untranslated: attributes.untranslated,
        }
    }

    /// A comment, a document type or a processing instruction.
    fn declaration(&mut self) -> Token<'html> {
        let (end, missing) = match self.rest.strip_prefix("<!--") {
            // These two are whole comments, although the dashes of both ends are the same.
            Some(inside) if inside.starts_with('>') => (Some(5), "-->"),
            Some(inside) if inside.starts_with("->") => (Some(6), "-->"),
            Some(inside) => {
                let end = inside.match_indices('>').find(|&(position, _)| {
                    let before = inside.get(..position).unwrap_or_default();
                    before.ends_with("--") || before.ends_with("--!")
                });
                (end.map(|(position, _)| position + 5), "-->")
            }
            None => (self.rest.find('>').map(|end| end + 1), ">"),
        };
        let raw = self.take(end.unwrap_or(self.rest.len()));
        let missing = match end {
            Some(_) => String::new(),
            None => missing.to_owned(),
        };
        Token::Verbatim {
            raw,
            missing,
            name: None,
        }
    }

    /// The rest as text. Looking for tags inside would take quadratic time, and a browser shows
    /// nothing of it either.
    fn unfinished(&mut self) -> Token<'html> {
        Token::Unfinished {
            raw: self.take(self.rest.len()),
        }
    }
}

impl<'html> Iterator for Scanner<'html> {
    type Item = Token<'html>;

    fn next(&mut self) -> Option<Token<'html>> {
        if self.rest.is_empty() {
            return None;
        }
        if let Some(name) = self.escapable.take() {
            let length = end_tag_start(self.rest, name).unwrap_or(self.rest.len());
            if length > 0 {
                return Some(Token::Text {
                    raw: self.take(length),
                });
            }
        }
        Some(if is_markup(self.rest) {
            self.markup()
        } else {
            self.text()
        })
    }
}

/// Whether the text begins with something other than text.
fn is_markup(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next() == Some('<')
        && match characters.next() {
            Some('!' | '?' | '/') => true,
            Some(first) => first.is_ascii_alphabetic(),
            None => false,
        }
}

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

/// The text without what is left of it. Compares lengths only.
fn before<'text>(text: &'text str, rest: &str) -> &'text str {
    text.get(..text.len().saturating_sub(rest.len()))
        .unwrap_or_default()
}

/// The tag name that the text begins with, empty if there is none.
fn tag_name(text: &str) -> &str {
    if !text.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return "";
    }
    let end = text.find(|next| is_space(next) || matches!(next, '/' | '>'));
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

/// Where the end tag of an element of raw text begins.
fn end_tag_start(text: &str, name: &str) -> Option<usize> {
    text.match_indices("</")
        .find(|(position, opening)| {
            let found = tag_name(text.get(position + opening.len()..).unwrap_or_default());
            found.eq_ignore_ascii_case(name)
        })
        .map(|(position, _)| position)
}

/// Where the end tag of an element of raw text ends.
fn end_tag(text: &str, name: &str) -> Option<usize> {
    let start = end_tag_start(text, name)?;
    let length = text.get(start..)?.find('>')? + 1;
    Some(start + length)
}

/// What follows the name in a start tag.
struct Attributes {
    /// Bytes up to and including the `>`.
    length: usize,
    self_closing: bool,
    untranslated: bool,
}

impl Attributes {
    /// Reads to the end of the tag; nothing if there is none.
    fn read(text: &str) -> Option<Self> {
        let mut rest = text;
        let mut untranslated = false;
        loop {
            let trimmed = rest.trim_start_matches(|next| is_space(next) || next == '/');
            if let Some(after) = trimmed.strip_prefix('>') {
                return Some(Self {
                    length: text.len() - after.len(),
                    self_closing: before(rest, trimmed).ends_with('/'),
                    untranslated,
                });
            }
            let (name, value, after) = attribute(trimmed)?;
            untranslated |= forbids_translation(name, value);
            rest = after;
        }
    }
}

fn forbids_translation(name: &str, value: &str) -> bool {
    (name.eq_ignore_ascii_case("translate") && value.eq_ignore_ascii_case("no"))
        || (name.eq_ignore_ascii_case("class")
            && value
                .split_ascii_whitespace()
                .any(|class| class == "notranslate"))
}

/// An attribute's name, its value and the text behind it; nothing at the end of the text.
fn attribute(text: &str) -> Option<(&str, &str, &str)> {
    // An equals sign in the first place is part of the name.
    let first = text.chars().next()?;
    let end = text
        .get(first.len_utf8()..)?
        .find(|next| is_space(next) || matches!(next, '/' | '>' | '='))?;
    let (name, after) = text.split_at_checked(first.len_utf8() + end)?;
    let Some(value) = after.trim_start_matches(is_space).strip_prefix('=') else {
        return Some((name, "", after));
    };
    let value = value.trim_start_matches(is_space);
    for quote in ['"', '\''] {
        if let Some(quoted) = value.strip_prefix(quote) {
            let (value, after) = quoted.split_once(quote)?;
            return Some((name, value, after));
        }
    }
    let end = value.find(|next| is_space(next) || next == '>')?;
    let (value, after) = value.split_at_checked(end)?;
    Some((name, value, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens in short: text as it is, the others with a letter before.
    fn scan(html: &str) -> Vec<String> {
        Scanner::new(html)
            .map(|token| match token {
                Token::Text { raw } => raw.to_owned(),
                Token::Unfinished { raw } => format!("U {raw}"),
                Token::Start {
                    raw,
                    self_closing,
                    untranslated,
                    ..
                } => {
                    let void = if self_closing { "/" } else { "" };
                    let kept = if untranslated { "!" } else { "" };
                    format!("S{void}{kept} {raw}")
                }
                Token::End { name, .. } => format!("E {name}"),
                Token::Verbatim { raw, missing, .. } => format!("V {raw}|{missing}"),
            })
            .collect()
    }

    #[test]
    fn tags_text_and_comments_are_told_apart() {
        for (html, expected) in [
            ("a<b>c</b>", &["a", "S <b>", "c", "E b"][..]),
            ("1 < 2 <3 <", &["1 < 2 <3 <"]),
            ("<a href='>' x=\"/>\">", &["S <a href='>' x=\"/>\">"]),
            ("<br/><br / >", &["S/ <br/>", "S <br / >"]),
            ("<a href=x/>", &["S <a href=x/>"]),
            ("<i TRANSLATE=no>", &["S! <i TRANSLATE=no>"]),
            (
                "<i class='a notranslate'>",
                &["S! <i class='a notranslate'>"],
            ),
            ("<!-- a > b -->c", &["V <!-- a > b -->|", "c"]),
            ("<!-->c<!--->d", &["V <!-->|", "c", "V <!--->|", "d"]),
            ("<!--a", &["V <!--a|-->"]),
            ("<!doctype html>a", &["V <!doctype html>|", "a"]),
            ("<?xml version='1'?>a", &["V <?xml version='1'?>|", "a"]),
            ("</>a</ b>", &["V </>|", "a", "V </ b>|"]),
            ("a </", &["a ", "U </"]),
            ("a <b c", &["a ", "U <b c"]),
            ("a <b c=\"d>e</b>", &["a ", "U <b c=\"d>e</b>"]),
            (
                "<script>a<b></script >c",
                &["V <script>a<b></script >|", "c"],
            ),
            ("<style>a", &["V <style>a|</style>"]),
            (
                "<title>a<b></title>c",
                &["S <title>", "a<b>", "E title", "c"],
            ),
        ] {
            assert_eq!(scan(html), expected, "{html}");
        }
    }
}
