//! Headers and footers of sheets: three sections of text with codes that begin with `&`.

use crate::{CodeId, Content, DocumentError, Piece};

/// The most characters of a header or footer.
const LONGEST: usize = 255;

/// A section: what says where it stands, and what it consists of.
#[derive(Debug, Default, PartialEq, Eq)]
struct Section<'a> {
    start: &'a str,
    tokens: Vec<Token<'a>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token<'a> {
    Text(String),
    Code(&'a str),
}

/// The header or footer with the translations of its sections that `place` gives; `None` if there are none or
/// it would be too long.
///
/// # Errors
/// Those of `place`.
pub(super) fn translated(
    header: &str,
    mut place: impl FnMut(Content) -> Result<Option<Content>, DocumentError>,
) -> Result<Option<String>, DocumentError> {
    let mut written = String::new();
    let mut is_translated = false;
    for Section { start, tokens } in sections(header) {
        written.push_str(start);
        let is_text =
            |token: &Token<'_>| matches!(token, Token::Text(text) if !text.trim().is_empty());
        let first = tokens.iter().position(is_text).unwrap_or(tokens.len());
        let last = tokens
            .iter()
            .rposition(is_text)
            .map_or(first, |last| last + 1);
        let before = tokens.get(..first).unwrap_or_default();
        let inner = tokens.get(first..last).unwrap_or_default();
        let after = tokens.get(last..).unwrap_or_default();
        let (content, codes) = content(inner);
        let translation = if content.has_letters() {
            place(content)?
        } else {
            None
        };
        is_translated |= translation.is_some();
        let inner = match translation {
            Some(translation) => with_spaces(&translation, inner, &codes),
            None => inner.to_vec(),
        };
        write(&mut written, &[before, &inner, after].concat());
    }
    let fits = written.encode_utf16().count() <= LONGEST;
    Ok((is_translated && fits).then_some(written))
}

/// The tokens of a translation, with the outer space of the text that it translates.
fn with_spaces<'a>(
    translation: &Content,
    inner: &[Token<'a>],
    codes: &[&'a str],
) -> Vec<Token<'a>> {
    let text = |token: Option<&Token<'_>>| match token {
        Some(Token::Text(text)) => text.clone(),
        _ => String::new(),
    };
    let (first, last) = (text(inner.first()), text(inner.last()));
    let start = first.len() - first.trim_start().len();
    let mut tokens = vec![Token::Text(
        first.get(..start).unwrap_or_default().to_owned(),
    )];
    for piece in translation.pieces() {
        match piece {
            Piece::Text(text) => tokens.push(Token::Text(text.clone())),
            Piece::Mark(CodeId(id)) => {
                let place = usize::try_from(*id).unwrap_or(0).checked_sub(1);
                let code = place.and_then(|place| codes.get(place));
                tokens.extend(code.map(|code| Token::Code(code)));
            }
            Piece::Open(_) | Piece::Close(_) => {}
        }
    }
    let end = last.get(last.trim_end().len()..).unwrap_or_default();
    tokens.push(Token::Text(end.to_owned()));
    tokens
}

fn content<'a>(tokens: &[Token<'a>]) -> (Content, Vec<&'a str>) {
    let mut codes = Vec::new();
    let mut pieces = Vec::new();
    let last = tokens.len().saturating_sub(1);
    for (place, token) in tokens.iter().enumerate() {
        match token {
            Token::Text(text) => {
                let text = if place == 0 { text.trim_start() } else { text };
                let text = if place == last { text.trim_end() } else { text };
                pieces.push(Piece::Text(text.to_owned()));
            }
            Token::Code(code) => {
                codes.push(*code);
                let id = u32::try_from(codes.len()).unwrap_or(u32::MAX);
                pieces.push(Piece::Mark(CodeId(id)));
            }
        }
    }
    (Content::new(pieces), codes)
}

fn write(written: &mut String, tokens: &[Token<'_>]) {
    let mut ends_with_number = false;
    for token in tokens {
        match token {
            Token::Text(text) => {
                // A size would go on with these digits.
                if ends_with_number && text.starts_with(|first: char| first.is_ascii_digit()) {
                    written.push(' ');
                }
                written.push_str(&text.replace('&', "&&"));
                ends_with_number &= text.is_empty();
            }
            Token::Code(code) => {
                written.push_str(code);
                ends_with_number = code.ends_with(|last: char| last.is_ascii_digit());
            }
        }
    }
}

fn sections(header: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section::default()];
    let mut rest = header;
    while !rest.is_empty() {
        let Some(section) = sections.last_mut() else {
            break;
        };
        let (token, length) = token(rest);
        let (raw, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        rest = after;
        match (token, section.tokens.last_mut()) {
            (Token::Code("&L" | "&C" | "&R"), _) => sections.push(Section {
                start: raw,
                tokens: Vec::new(),
            }),
            (Token::Text(text), Some(Token::Text(last))) => last.push_str(&text),
            (token, _) => section.tokens.push(token),
        }
    }
    sections
}

/// What a header goes on with, and its length in bytes.
fn token(rest: &str) -> (Token<'_>, usize) {
    let Some(code) = rest.strip_prefix('&') else {
        let length = match rest.find(['&', '\n', '\r']) {
            Some(0) => return (Token::Code(rest.get(..1).unwrap_or(rest)), 1),
            Some(place) => place,
            None => rest.len(),
        };
        let text = rest.get(..length).unwrap_or(rest);
        return (Token::Text(text.to_owned()), length);
    };
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length = match code.chars().next() {
        None => return (Token::Text("&".to_owned()), 1),
        Some('&') => return (Token::Text("&".to_owned()), 2),
        Some('"') => match code.get(1..).and_then(|name| name.find('"')) {
            Some(place) => place + 2,
            None => code.len(),
        },
        Some('K') => {
            let is_colour = |c: char| c.is_ascii_hexdigit() || matches!(c, '+' | '-');
            1 + code
                .chars()
                .skip(1)
                .take(6)
                .take_while(|c| is_colour(*c))
                .count()
        }
        Some(first) if first.is_ascii_digit() => digits(code),
        Some(first) => first.len_utf8(),
    };
    let length = 1 + length;
    (Token::Code(rest.get(..length).unwrap_or(rest)), length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(header: &str, translation: &[Piece]) -> (Vec<Content>, Option<String>) {
        let mut contents = Vec::new();
        let written = translated(header, |content| {
            contents.push(content);
            Ok(Some(Content::new(translation.iter().cloned())))
        });
        (contents, written.unwrap())
    }

    fn text(text: &str) -> Piece {
        Piece::Text(text.to_owned())
    }

    const FIRST: Piece = Piece::Mark(CodeId(1));

    #[test]
    fn each_section_is_a_unit_with_its_codes() {
        let (contents, written) = outcome(
            "&L&\"Arial,Bold\"&12Page &P of the report&R&D",
            &[FIRST, text(" im R&D")],
        );
        assert_eq!(
            contents,
            [Content::new([text("Page "), FIRST, text(" of the report")])]
        );
        assert_eq!(written.unwrap(), "&L&\"Arial,Bold\"&12&P im R&&D&R&D");
    }

    #[test]
    fn numbers_do_not_become_part_of_a_size() {
        let (_, written) = outcome("&C&14Total", &[text("3 Dinge")]);
        assert_eq!(written.unwrap(), "&C&14 3 Dinge");
    }

    #[test]
    fn codes_alone_are_nothing_to_translate() {
        let (contents, written) = outcome("&C&K01+000&P / &N &\"broken", &[text("x")]);
        assert!(contents.is_empty() && written.is_none());
    }

    #[test]
    fn a_header_that_would_be_too_long_stays() {
        let (contents, written) = outcome("Words", &[text(&"x".repeat(300))]);
        assert!(contents.len() == 1 && written.is_none());
    }
}
