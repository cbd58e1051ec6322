//! Titles of links and pictures, and of definitions of links.

use std::ops::Range;

use pulldown_cmark::{Event, Parser, RefDefs, Tag};

/// The marks around a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quote {
    open: char,
    close: char,
    in_table: bool,
}

/// Where a title stands in what ends with it; `start` is where that begins.
pub(super) fn title(
    written: &str,
    start: usize,
    title: &str,
    in_table: bool,
) -> Option<(Range<usize>, Quote)> {
    let written = written.trim_end();
    let close = written.chars().next_back()?;
    let open = match close {
        '"' | '\'' => close,
        ')' => '(',
        _ => return None,
    };
    let inner = written.strip_suffix(close)?;
    // An escaped mark is one of the title.
    let before = inner.rmatch_indices(open).map(|(at, _)| at).find(|at| {
        let before = inner.get(..*at).unwrap_or_default();
        let escapes = before.len() - before.trim_end_matches('\\').len();
        escapes.is_multiple_of(2)
            && before.ends_with(char::is_whitespace)
            && is_title(inner.get(*at + 1..).unwrap_or_default(), title)
    });
    let from = before? + 1;
    let quote = Quote {
        open,
        close,
        in_table,
    };
    Some((start + from..start + inner.len(), quote))
}

/// Whether a title may be written like this.
fn is_title(written: &str, title: &str) -> bool {
    if written == title {
        return true;
    }
    // Escapes and references are read by the parser alone: no letter is lost by them.
    let letters = |text: &str| text.chars().filter(|it| it.is_alphanumeric()).count();
    written.contains(['\\', '&', '\n', '\r']) && letters(written) >= letters(title)
}

/// A title in its place, if it can stand there.
pub(super) fn written_title(text: &str, quote: Quote) -> Option<String> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let words = words.join(" ");
    let mut written = String::new();
    let mut rest = words.chars().peekable();
    while let Some(letter) = rest.next() {
        let next = rest.peek();
        let is_reference =
            letter == '&' && next.is_some_and(|next| next.is_ascii_alphanumeric() || *next == '#');
        if letter == '|' && quote.in_table {
            written.push_str("&#124;");
            continue;
        }
        if is_reference || letter == '\\' || letter == quote.open || letter == quote.close {
            written.push('\\');
        }
        written.push(letter);
    }
    let link = format!("[a](b {}{written}{})\n", quote.open, quote.close);
    let is_read = Parser::new(&link)
        .any(|event| matches!(event, Event::Start(Tag::Link { title, .. }) if *title == *words));
    (is_read && !written.is_empty()).then_some(written)
}

/// The titles of the definitions of links in a text, and where they stand: the parser's ranges begin at `start`.
pub(super) fn definitions(
    definitions: &RefDefs<'_>,
    text: &str,
    start: usize,
) -> Vec<(String, Range<usize>, Quote)> {
    let titles = definitions.iter().filter_map(|(_, definition)| {
        let place = definition.span.start + start..definition.span.end + start;
        let written = text.get(place.clone())?;
        let text = definition
            .title
            .as_deref()
            .filter(|title| !title.is_empty())?;
        let (range, quote) = title(written, place.start, text, false)?;
        Some((text.to_owned(), range, quote))
    });
    let mut titles: Vec<_> = titles.collect();
    titles.sort_by_key(|(_, range, _)| range.start);
    titles
}
