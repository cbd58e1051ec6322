//! What in a text stands for something else: numbers, inline tags and placeholders.

use std::ops::Range;

use crate::digits::digit_value;

/// How a tag stands in its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TagShape {
    /// `<b>`, also of an element that has no end, as `<br>` in HTML.
    Start,
    /// `</b>`
    End,
    /// `<br/>`
    Empty,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TokenKind {
    /// Digits, also grouped and with a decimal separator: `12`, `1,234.5`, `10 000`.
    Number,
    /// An inline tag of XML or HTML.
    Tag(TagShape),
    /// A name in braces, a directive of `printf`, an address.
    Placeholder,
}

/// A stretch of a text that stands for something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// Bytes of the text.
    pub(crate) range: Range<usize>,
    pub(crate) kind: TokenKind,
}

/// The longest tag, in bytes. What is longer is read as text.
const LONGEST_TAG: usize = 512;

/// The longest placeholder in braces, in bytes.
const LONGEST_NAME: usize = 64;

/// The tokens of a text in order, without overlap. Time is linear in the length of the text.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut position = 0;
    let mut previous = None;
    while let Some(next) = text.get(position..).and_then(|rest| rest.chars().next()) {
        let token = token_at(text, position, next, previous);
        let end = match token {
            Some((kind, end)) => {
                found.push(Token {
                    range: position..end,
                    kind,
                });
                end
            }
            None => position + plain_run(text, position, next),
        };
        previous = text
            .get(position..end)
            .and_then(|run| run.chars().next_back());
        position = end;
    }
    found
}

/// The length of what is certainly no token, so that each of its bytes is looked at once.
fn plain_run(text: &str, position: usize, first: char) -> usize {
    let rest = text.get(position..).unwrap_or_default();
    let run = match first {
        // A run of braces that opens nothing here opens nothing at its second brace either.
        '{' => rest.len() - rest.trim_start_matches('{').len(),
        // Whether letters belong to an address is decided at the first of them.
        first if is_mailbox(first) => rest
            .find(|other: char| !is_mailbox(other) || digit_value(other).is_some() || other == '%')
            .unwrap_or(rest.len()),
        _ => 0,
    };
    run.max(first.len_utf8())
}

fn token_at(
    text: &str,
    position: usize,
    first: char,
    previous: Option<char>,
) -> Option<(TokenKind, usize)> {
    let rest = text.get(position..)?;
    let placeholder = |length: usize| (TokenKind::Placeholder, position + length);
    if digit_value(first).is_some() {
        return email(rest, previous)
            .map(placeholder)
            .or_else(|| Some((TokenKind::Number, position + number(rest))));
    }
    match first {
        '<' => tag(rest).map(|(shape, length)| (TokenKind::Tag(shape), position + length)),
        '{' | '$' | '#' => braces(rest).map(placeholder),
        '%' => braces(rest)
            .or_else(|| directive(rest, previous))
            .map(placeholder),
        first if is_mailbox(first) => address(rest, previous)
            .or_else(|| email(rest, previous))
            .map(placeholder),
        _ => None,
    }
}

/// `<b>`, `</b>`, `<br/>` and `<a href="…">`, but not `a < b and c > d`.
fn tag(rest: &str) -> Option<(TagShape, usize)> {
    let inner = rest.strip_prefix('<')?;
    let end = inner
        .bytes()
        .take(LONGEST_TAG)
        .position(|byte| byte == b'>' || byte == b'<')?;
    if inner.as_bytes().get(end) != Some(&b'>') {
        return None;
    }
    let inner = inner.get(..end)?;
    let (body, shape) = if let Some(name) = inner.strip_prefix('/') {
        (name, TagShape::End)
    } else if let Some(body) = inner.strip_suffix('/') {
        (body, TagShape::Empty)
    } else {
        (inner, TagShape::Start)
    };
    let name_end = body
        .find(|next: char| !(next.is_alphanumeric() || "_:-.".contains(next)))
        .unwrap_or(body.len());
    let (name, attributes) = body.split_at_checked(name_end)?;
    let starts_well = name
        .chars()
        .next()
        .is_some_and(|first| first.is_alphanumeric() || first == '_');
    let attributes_fit = attributes.trim().is_empty()
        || attributes.starts_with(char::is_whitespace)
            && attributes.contains('=')
            && shape != TagShape::End;
    (starts_well && attributes_fit).then_some((shape, end + 2))
}

/// `{name}`, `{0}`, `{{ name }}`, `${name}`, `#{name}`, `%{name}`.
fn braces(rest: &str) -> Option<usize> {
    let sign = usize::from(rest.starts_with(['$', '#', '%']));
    let opening = rest.get(sign..)?;
    let inner = opening.trim_start_matches('{');
    let depth = opening.len() - inner.len();
    if depth == 0 || depth > 3 {
        return None;
    }
    let end = inner
        .bytes()
        .take(LONGEST_NAME)
        .position(|byte| matches!(byte, b'{' | b'}' | b'\n' | b'\\' | b'"' | b';'))?;
    let closing = inner.get(end..)?;
    let closes = closing.bytes().take_while(|byte| *byte == b'}').count() >= depth;
    let is_named = inner.get(..end).is_some_and(|name| !name.trim().is_empty());
    (closes && is_named).then_some(sign + depth + end + depth)
}

/// `%s`, `%1$s`, `%-5.2f`, `%(name)s`, `%@`; not the sign after a number, as in `100%d`.
fn directive(rest: &str, previous: Option<char>) -> Option<usize> {
    if previous.is_some_and(|last| digit_value(last).is_some()) {
        return None;
    }
    let bytes = rest.as_bytes();
    let mut end = 1;
    if bytes.get(end) == Some(&b'(') {
        let name = rest.get(2..)?;
        let length = name
            .bytes()
            .take(LONGEST_NAME)
            .position(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_'))?;
        if length == 0 || name.as_bytes().get(length) != Some(&b')') {
            return None;
        }
        end += length + 2;
    }
    let options = bytes
        .iter()
        .skip(end)
        .take(12)
        .take_while(|byte| byte.is_ascii_digit() || b"$-+#.*'".contains(byte))
        .count();
    end += options;
    let size = bytes
        .iter()
        .skip(end)
        .take(2)
        .take_while(|byte| b"hlLqzt".contains(byte))
        .count();
    end += size;
    let conversion = bytes.get(end)?;
    let stands_alone = bytes
        .get(end + 1)
        .is_none_or(|next| !next.is_ascii_alphanumeric());
    (b"sdiufxXeEgGcp@".contains(conversion) && stands_alone).then_some(end + 1)
}

/// The length of a number: digits of one script, with separators between digits.
///
/// A blank separates groups of exactly three digits only, since two numbers may follow each other.
fn number(rest: &str) -> usize {
    let mut end = digits(rest);
    loop {
        let tail = rest.get(end..).unwrap_or_default();
        let Some(separator) = tail.chars().next() else {
            return end;
        };
        let after = tail.get(separator.len_utf8()..).unwrap_or_default();
        let length = digits(after);
        let group = after.get(..length).map_or(0, |group| group.chars().count());
        let continues = match separator {
            '.' | ',' | '\u{66b}' | '\u{66c}' => group > 0,
            '\'' | '’' => group == 3,
            ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}' => group == 3 && leads_groups(rest, end),
            _ => false,
        };
        if !continues {
            return end;
        }
        end += separator.len_utf8() + length;
    }
}

/// Whether blank groups of three may follow: up to three digits before the first of them, and
/// nothing but such groups before.
fn leads_groups(rest: &str, end: usize) -> bool {
    let mut groups = rest
        .get(..end)
        .unwrap_or_default()
        .split([' ', '\u{a0}', '\u{2009}', '\u{202f}']);
    let first = groups.next().unwrap_or_default();
    first.chars().count() <= 3 && first.chars().all(|symbol| digit_value(symbol).is_some())
}

fn digits(rest: &str) -> usize {
    rest.find(|symbol: char| digit_value(symbol).is_none())
        .unwrap_or(rest.len())
}

/// A web address, without the marks of the sentence that follow it.
fn address(rest: &str, previous: Option<char>) -> Option<usize> {
    if previous.is_some_and(|last| last.is_ascii_alphanumeric()) {
        return None;
    }
    let scheme = ["https://", "http://", "ftp://", "www."]
        .into_iter()
        .find(|scheme| {
            rest.get(..scheme.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(scheme))
        })?;
    let end = rest
        .find(|next: char| {
            next.is_whitespace()
                || next.is_control()
                || "<>\"«»“”„‘’`|\\^".contains(next)
                || !next.is_ascii() && !next.is_alphanumeric()
        })
        .unwrap_or(rest.len());
    let address = rest
        .get(..end)?
        .trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '\'', '*', '_']);
    (address.len() > scheme.len()).then_some(address.len())
}

const fn is_mailbox(symbol: char) -> bool {
    symbol.is_ascii_alphanumeric() || matches!(symbol, '.' | '_' | '+' | '-')
}

/// An address of electronic mail, if one begins here.
fn email(rest: &str, previous: Option<char>) -> Option<usize> {
    if previous.is_some_and(is_mailbox) {
        return None;
    }
    let at = rest.find(|next: char| !is_mailbox(next))?;
    let domain = rest.get(at..)?.strip_prefix('@')?;
    let end = domain
        .find(|next: char| !(next.is_ascii_alphanumeric() || matches!(next, '.' | '-')))
        .unwrap_or(domain.len());
    let domain = domain.get(..end)?.trim_end_matches(['.', '-']);
    let (_, top) = domain.rsplit_once('.')?;
    (at > 0 && top.len() >= 2).then_some(at + 1 + domain.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        tokens(text)
            .into_iter()
            .map(|token| &text[token.range])
            .collect()
    }

    #[test]
    fn numbers_keep_their_separators() {
        assert_eq!(
            found("1,234.5 of 10 000 in 2024, 3.14, 12.05.2024 and 1'000"),
            ["1,234.5", "10 000", "2024", "3.14", "12.05.2024", "1'000"]
        );
        assert_eq!(found("2024 300 12 5"), ["2024", "300", "12", "5"]);
        assert_eq!(found("in 2020."), ["2020"]);
        assert_eq!(found("٣٫٥ और १२"), ["٣٫٥", "१२"]);
    }

    #[test]
    fn tags_are_told_from_comparisons() {
        assert_eq!(
            found("<b>x</b><br/><a href=\"u\">y</a> <1>z</1>"),
            [
                "<b>",
                "</b>",
                "<br/>",
                "<a href=\"u\">",
                "</a>",
                "<1>",
                "</1>"
            ]
        );
        assert!(found("a < b and c > d, x <y and z> w").is_empty());
        assert!(found("<<<<b <").is_empty());
    }

    #[test]
    fn placeholders_are_found() {
        assert_eq!(
            found(
                "{0} {{ name }} ${x} %s %(count)d %1$s see https://example.org/a?b=1, a.b@example.org."
            ),
            [
                "{0}",
                "{{ name }}",
                "${x}",
                "%s",
                "%(count)d",
                "%1$s",
                "https://example.org/a?b=1",
                "a.b@example.org",
            ]
        );
        assert_eq!(found("100%d 50% sure {} { }"), ["100", "50"]);
    }
}
