//! What stands in text and is none: addresses of pages, shortcodes of emoji, lists of attributes, and links of wikis. The
//! parser knows nothing of them.

use std::cmp::Reverse;
use std::ops::Range;

use super::{Code, Token};

/// Makes codes of what readers make links or pictures of in text.
pub(super) fn with_kept(tokens: Vec<Token>, codes: &mut Vec<Code>) -> Vec<Token> {
    let mut found = Vec::with_capacity(tokens.len());
    for token in tokens {
        let Token::Text(text, true, range) = &token else {
            found.push(token);
            continue;
        };
        let mut done = 0;
        let place = |at: usize| range.start + at;
        for kept in kept(text) {
            let before = text.get(done..kept.start).unwrap_or_default();
            if !before.is_empty() {
                let range = place(done)..place(kept.start);
                found.push(Token::Text(before.to_owned(), true, range));
            }
            found.push(Token::Mark(codes.len()));
            codes.push(Code::Mark(place(kept.start)..place(kept.end)));
            done = kept.end;
        }
        let rest = text.get(done..).unwrap_or_default();
        if !rest.is_empty() {
            let range = place(done)..range.end;
            found.push(Token::Text(rest.to_owned(), true, range));
        }
    }
    found
}

/// Where in a text something stands that is none, one after the other.
fn kept(text: &str) -> Vec<Range<usize>> {
    let mut kept = wiki_links(text);
    kept.extend(attribute_lists(text));
    kept.extend(addresses(text));
    kept.extend(shortcodes(text));
    // What begins first has what is within it.
    kept.sort_unstable_by_key(|range| (range.start, Reverse(range.end)));
    let mut end = 0;
    kept.retain(|range| {
        let is_apart = range.start >= end;
        end = if is_apart { range.end } else { end };
        is_apart
    });
    kept
}

/// Where classes and names of what stands before them stand (`{: .a #b}`, `{.a}`).
fn attribute_lists(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut end = 0;
    for (close, _) in text.match_indices('}') {
        let within = text.get(end..close).unwrap_or_default();
        if let Some(open) = within.rfind('{')
            && within
                .get(open + 1..)
                .is_some_and(|list| list.starts_with([':', '.', '#']) && list.len() > 1)
        {
            found.push(end + open..close + 1);
        }
        end = close + 1;
    }
    found
}

/// Where links of wikis stand in a text (`[[Page#Part|text]]`), and what they show in a page (`![[picture.png]]`).
fn wiki_links(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut end = 0;
    for (close, _) in text.match_indices("]]") {
        let within = text.get(end..close).unwrap_or_default();
        let name = within.rfind(['[', ']']).map_or(0, |open| open + 1);
        let before = within.get(..name).and_then(|it| it.strip_suffix("[["));
        if let Some(before) = before.filter(|_| name < within.len()) {
            let start = end + before.len() - usize::from(before.ends_with('!'));
            found.push(start..close + 2);
        }
        end = close + 2;
    }
    found
}

/// Where shortcodes stand in a text (`:smile:`, `:+1:`), which are neither parts of a time nor of a path.
fn shortcodes(text: &str) -> Vec<Range<usize>> {
    let is_name = |sign: char| sign.is_ascii_alphanumeric() || "_+-".contains(sign);
    let is_beside = |sign: char| sign.is_ascii_alphanumeric() || ":_/.".contains(sign);
    let mut found = Vec::new();
    let mut colons = text.match_indices(':').map(|(at, _)| at).peekable();
    while let Some(start) = colons.next() {
        let Some(end) = colons.peek().map(|at| at + 1) else {
            break;
        };
        let name = text.get(start + 1..end - 1).unwrap_or_default();
        let before = text.get(..start).and_then(|it| it.chars().next_back());
        let after = text.get(end..).and_then(|it| it.chars().next());
        let is_shortcode = !name.is_empty()
            && name.chars().all(is_name)
            && !before.is_some_and(is_beside)
            && !after.is_some_and(|sign| sign.is_ascii_alphanumeric() || sign == ':');
        if is_shortcode {
            found.push(start..end);
            colons.next();
        }
    }
    found
}

/// Where addresses of pages stand in a text, without the marks of the sentence after them.
fn addresses(text: &str) -> Vec<Range<usize>> {
    let is_end = |next: char| next.is_whitespace() || "<[]`|".contains(next);
    let mut found = Vec::new();
    let mut end = 0;
    for word in text.split(is_end) {
        let start = text
            .get(end..)
            .and_then(|rest| rest.find(|next| !is_end(next)));
        let word_start = end + start.unwrap_or(0);
        if word.is_empty() {
            continue;
        }
        end = word_start + word.len();
        let begins = ["http://", "https://", "ftp://", "www."];
        let begin = begins.iter().filter_map(|begin| word.find(begin)).min();
        let Some((before, address)) = begin.and_then(|begin| word.split_at_checked(begin)) else {
            continue;
        };
        let length = address.len() - marks_at_end(address.chars());
        let address = address.get(..length).unwrap_or_default();
        let is_word = before.ends_with(char::is_alphanumeric);
        if !is_word && address.len() > "https://".len() {
            let start = word_start + before.len();
            found.push(start..start + address.len());
        }
    }
    found
}

/// How many bytes at the end of an address are marks that belong to the sentence around it: among others the brackets that
/// close more than there are open in what is left. All are counted once and not for each mark, of which there may be millions.
fn marks_at_end(address: impl DoubleEndedIterator<Item = char> + Clone) -> usize {
    let (mut opened, mut closed) = (0_usize, 0_usize);
    for letter in address.clone() {
        opened += usize::from(letter == '(');
        closed += usize::from(letter == ')');
    }
    let marks = address.rev().take_while(|mark| match mark {
        ')' => {
            let is_around = closed > opened;
            closed -= usize::from(is_around);
            is_around
        }
        mark => "?!.,:;*_~'\"]}、。，；：）」』】》".contains(*mark),
    });
    marks.map(char::len_utf8).sum()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn addresses_end_before_the_marks_of_their_sentence() {
        let found = |text: &'static str| -> Vec<&str> {
            let found = addresses(text).into_iter();
            found.map(|range| &text[range]).collect()
        };
        for (text, address) in [
            ("(see http://x.org/a).", "http://x.org/a"),
            ("http://x.org/a_(b)).", "http://x.org/a_(b)"),
            ("http://x.org/a_(b).).", "http://x.org/a_(b)"),
            ("http://x.org/(a(b)", "http://x.org/(a(b)"),
            ("http://x.org/a)b(c)))", "http://x.org/a)b(c"),
            ("http://x.org/a。）", "http://x.org/a"),
        ] {
            assert_eq!(found(text), [address], "{text}");
        }
    }

    #[test]
    fn shortcodes_are_no_parts_of_words() {
        let found = |text: &'static str| -> Vec<&str> {
            let found = shortcodes(text).into_iter();
            found.map(|range| &text[range]).collect()
        };
        assert_eq!(found(":a: (:+1:), :b_c::"), [":a:", ":+1:"]);
        assert_eq!(
            found("at 10:30:45, std::fmt::Write, a:b:c, x: y :"),
            [""; 0]
        );
        assert_eq!(kept("https://a.example/:b:/c :d:"), [0..23, 24..27]);
    }

    #[test]
    fn lists_of_attributes_are_between_braces() {
        let found = |text: &'static str| -> Vec<&str> {
            let found = kept(text).into_iter();
            found.map(|range| &text[range]).collect()
        };
        assert_eq!(
            found("a{: .b #c } d {.e} {#f} {{.g} {h} {} {.} {:i j: k"),
            ["{: .b #c }", "{.e}", "{#f}", "{.g}"]
        );
    }

    #[test]
    fn links_of_wikis_have_no_brackets_in_them() {
        let found = |text: &'static str| -> Vec<&str> {
            let found = wiki_links(text).into_iter();
            found.map(|range| &text[range]).collect()
        };
        assert_eq!(
            found("[[a]] ![[b#c|d]], [[[e]] [[]] [f]] [[g]h]]"),
            ["[[a]]", "![[b#c|d]]", "[[e]]"]
        );
        assert_eq!(kept("[[:a: https://b.example]] :c:"), [0..25, 26..29]);
    }

    #[test]
    fn the_marks_after_an_address_are_looked_at_once() {
        let steps = Cell::new(0);
        let text = format!("http://x{}", ").".repeat(10_000));
        let letters = text.chars().inspect(|_| steps.set(steps.get() + 1));
        assert_eq!(marks_at_end(letters), 20_000);
        assert!(steps.get() <= 2 * text.len(), "{} steps", steps.get());
    }
}
