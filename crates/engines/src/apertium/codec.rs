//! Text in and out of Apertium's stream format.
//!
//! What must not change travels as a superblank, `[k0]`, `[k1]`, …: a blank that every stage
//! passes on. The text it stands for stays here, so that nothing a caller writes can be taken
//! for markup.

use std::mem;

use dragoman_domain::Segment;
use unicode_normalization::UnicodeNormalization;

use dragoman_text::pieces::{Piece, merged};

/// Time in the analyser is quadratic in a word's length, so longer words are passed by it.
const LONGEST_WORD: usize = 200;

/// Characters of text in one request.
const LONGEST_REQUEST: usize = 2_000;

/// A segment taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) kept: Vec<String>,
}

impl Content {
    /// Takes a segment apart: its placeholders and its overlong words are kept, characters that
    /// Apertium cannot take are dropped, and the rest is in normalisation form C, because a
    /// decomposed letter ends a word.
    pub(crate) fn of(segment: &Segment) -> Self {
        let mut content = Self {
            pieces: Vec::new(),
            kept: Vec::new(),
        };
        let mut done = 0;
        for range in segment.placeholders() {
            content.push_text(segment.text().get(done..range.start).unwrap_or_default());
            content.push_kept(segment.text().get(range.clone()).unwrap_or_default());
            done = range.end;
        }
        content.push_text(segment.text().get(done..).unwrap_or_default());
        content
    }

    fn push_kept(&mut self, text: &str) {
        self.pieces.push(Piece::Kept(self.kept.len()));
        self.kept.push(text.to_owned());
    }

    fn push_text(&mut self, text: &str) {
        let text: String = text
            .chars()
            .filter(|character| !matches!(character, '\0' | '\u{FFFE}' | '\u{FFFF}'))
            .nfc()
            .collect();
        let mut plain = String::new();
        for part in text.split_inclusive(char::is_whitespace) {
            let word = part.trim_end_matches(char::is_whitespace);
            if word.chars().nth(LONGEST_WORD).is_none() {
                plain.push_str(part);
                continue;
            }
            self.push_plain(mem::take(&mut plain));
            self.push_kept(word);
            plain.push_str(part.get(word.len()..).unwrap_or_default());
        }
        self.push_plain(plain);
    }

    fn push_plain(&mut self, text: String) {
        if !text.is_empty() {
            self.pieces.push(Piece::Text(text));
        }
    }

    /// The text of pieces, with what was kept in its place.
    pub(crate) fn write(&self, pieces: &[Piece]) -> String {
        self.stretches(pieces).map(|(text, _)| text).collect()
    }

    /// The text of each piece, with its index if it was kept.
    pub(crate) fn stretches<'a>(
        &'a self,
        pieces: &'a [Piece],
    ) -> impl Iterator<Item = (&'a str, Option<usize>)> {
        pieces.iter().map(|piece| match piece {
            Piece::Text(text) => (text.as_str(), None),
            Piece::Kept(index) => {
                let kept = self.kept.get(*index).map_or("", String::as_str);
                (kept, Some(*index))
            }
        })
    }
}

/// Whether both hold the same kept pieces, each once and no other.
pub(crate) fn keeps_the_same(source: &[Piece], translated: &[Piece]) -> bool {
    let kept = |pieces: &[Piece]| {
        let mut kept: Vec<usize> = pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Kept(index) => Some(*index),
                Piece::Text(_) => None,
            })
            .collect();
        kept.sort_unstable();
        kept
    };
    kept(source) == kept(translated)
}

/// Cuts pieces into requests of a length that Apertium answers quickly: after a sentence if one
/// ends in the second half of the request, else at white space or at something kept.
pub(crate) fn wrap(pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
    let mut requests = Vec::new();
    let mut request: Vec<Piece> = Vec::new();
    let mut length = 0;
    // How many words of the request end with its last sentence, and their length.
    let mut sentence = (0, 0);
    for word in words(pieces) {
        let word_length = length_of(&word);
        if length > 0 && length + word_length > LONGEST_REQUEST {
            let (count, cut_length) = if sentence.1 * 2 > length {
                sentence
            } else {
                (request.len(), length)
            };
            let rest = request.split_off(count);
            requests.push(merged(mem::replace(&mut request, rest)));
            length -= cut_length;
            sentence = (0, 0);
        }
        length += word_length;
        let ends_here = ends_sentence(std::slice::from_ref(&word));
        request.push(word);
        if ends_here {
            sentence = (request.len(), length);
        }
    }
    requests.push(merged(request));
    requests
}

fn length_of(piece: &Piece) -> usize {
    match piece {
        Piece::Text(text) => text.chars().count(),
        Piece::Kept(_) => 1,
    }
}

/// The pieces, with each word and the white space after it as a piece of its own.
fn words(pieces: Vec<Piece>) -> impl Iterator<Item = Piece> {
    pieces.into_iter().flat_map(|piece| match piece {
        Piece::Kept(_) => vec![piece],
        Piece::Text(text) => text
            .split_inclusive(char::is_whitespace)
            .map(|word| Piece::Text(word.to_owned()))
            .collect(),
    })
}

/// A request's body and what has to be undone in its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Encoded {
    pub(crate) body: String,
    pub(crate) added_period: bool,
}

/// Writes pieces in the stream format, as a whole sentence: without its final period a sentence
/// is analysed as if it went on.
pub(crate) fn encode(pieces: &[Piece]) -> Encoded {
    let mut body = String::new();
    for piece in pieces {
        match piece {
            Piece::Kept(index) => body.push_str(&format!("[k{index}]")),
            Piece::Text(text) => text
                .chars()
                .for_each(|character| escape(character, &mut body)),
        }
    }
    let added_period = !ends_sentence(pieces);
    if added_period {
        body.push('.');
    }
    Encoded { body, added_period }
}

fn escape(character: char, body: &mut String) {
    match character {
        '[' | ']' | '{' | '}' | '^' | '$' | '/' | '\\' | '@' | '<' | '>' | '*' | '#' => {
            body.push('\\');
            body.push(character);
        }
        // The post-generator takes it for its own mark and drops it, escaped or not.
        '~' => body.push_str("[~]"),
        _ => body.push(character),
    }
}

fn ends_sentence(pieces: &[Piece]) -> bool {
    let Some(Piece::Text(text)) = pieces.last() else {
        return false;
    };
    let closing = |character: char| {
        character.is_whitespace()
            || matches!(
                character,
                '"' | '\'' | ')' | ']' | '}' | '»' | '«' | '”' | '“' | '’'
            )
    };
    text.trim_end_matches(closing)
        .ends_with(['.', '!', '?', '…', ':', ';', '。', '！', '？'])
}

/// Reads an answer back into pieces. A superblank that was never sent is dropped.
pub(crate) fn decode(answer: &str, added_period: bool) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut characters = answer.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => text.extend(characters.next()),
            // A mark of the post-generator that nothing consumed: real ones travel as blanks.
            '~' => {}
            '[' => {
                let blank = superblank(&mut characters);
                if blank == "~" {
                    text.push('~');
                } else if let Some(index) = kept_index(&blank) {
                    if !text.is_empty() {
                        pieces.push(Piece::Text(mem::take(&mut text)));
                    }
                    pieces.push(Piece::Kept(index));
                }
            }
            _ => text.push(character),
        }
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    if added_period {
        remove_final_period(&mut pieces);
    }
    pieces
}

/// Reads up to the bracket that closes a superblank, or a word-bound blank with its inner pair.
fn superblank(characters: &mut std::str::Chars<'_>) -> String {
    let mut content = String::new();
    let mut inner = 0_usize;
    while let Some(character) = characters.next() {
        match character {
            ']' if inner == 0 => break,
            '\\' => content.extend(characters.next()),
            _ => {
                match character {
                    '[' => inner += 1,
                    ']' => inner -= 1,
                    _ => {}
                }
                content.push(character);
            }
        }
    }
    content
}

fn kept_index(blank: &str) -> Option<usize> {
    blank.strip_prefix('k')?.parse().ok()
}

/// Takes away the last period, if nothing but kept pieces and white space comes after it.
fn remove_final_period(pieces: &mut Vec<Piece>) {
    for index in (0..pieces.len()).rev() {
        let Some(Piece::Text(text)) = pieces.get_mut(index) else {
            continue;
        };
        let end = text.trim_end().len();
        if end == 0 {
            continue;
        }
        if text[..end].ends_with('.') {
            text.remove(end - 1);
            if text.is_empty() {
                pieces.remove(index);
            }
        }
        return;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(text: &str, placeholder: Option<&str>) -> Content {
        let placeholders = placeholder
            .and_then(|placeholder| text.find(placeholder).map(|at| at..at + placeholder.len()))
            .into_iter()
            .collect();
        Content::of(&Segment::new(text.to_owned(), placeholders))
    }

    fn body(text: &str, placeholder: Option<&str>) -> String {
        encode(&content(text, placeholder).pieces).body
    }

    #[test]
    fn what_the_stream_format_reserves_is_escaped() {
        insta::assert_snapshot!(
            body("a[b]{c}^d$e/f\\g@h<i>j*k#l~m", None),
            @r"a\[b\]\{c\}\^d\$e\/f\\g\@h\<i\>j\*k\#l[~]m."
        );
    }

    #[test]
    fn characters_that_stop_the_stream_are_dropped_and_letters_composed() {
        assert_eq!(body("a\0b\u{FFFE}c\u{FFFF}d e\u{301}.", None), "abcd é.");
    }

    #[test]
    fn a_period_is_added_only_where_the_sentence_has_no_end() {
        for (text, expected) in [
            ("Yes", true),
            ("Yes.", false),
            ("Yes!", false),
            ("\"Yes.\"", false),
            ("(Yes)", true),
            ("Yes,", true),
            ("Yes: ", false),
        ] {
            let encoded = encode(&content(text, None).pieces);
            assert_eq!(encoded.added_period, expected, "{text:?}");
        }
        assert!(encode(&content("See {x}", Some("{x}")).pieces).added_period);
    }

    #[test]
    fn what_is_kept_travels_as_a_numbered_blank() {
        let content = content("Dear {name}, hello.", Some("{name}"));
        assert_eq!(encode(&content.pieces).body, "Dear [k0], hello.");
        assert_eq!(content.write(&content.pieces), "Dear {name}, hello.");
    }

    #[test]
    fn a_word_over_two_hundred_characters_is_kept() {
        let word = "a".repeat(201);
        let content = content(&format!("one {word} two {}", "b".repeat(200)), None);
        assert_eq!(content.kept, [word]);
        assert!(encode(&content.pieces).body.starts_with("one [k0] two bbb"));
    }

    #[test]
    fn an_answer_is_unescaped_and_loses_the_period_that_was_added() {
        let text = |answer: &str| {
            let pieces = decode(answer, true);
            Content {
                pieces: Vec::new(),
                kept: vec!["{0}".into()],
            }
            .write(&pieces)
        };
        assert_eq!(text(r"a\[b\]\\\*[~]."), r"a[b]\*~");
        assert_eq!(text("Hola [k0]."), "Hola {0}");
        assert_eq!(text("Hola .[k0]"), "Hola {0}");
        assert_eq!(text("Hola~ [[t:b]]mundo[[/]]"), "Hola mundo");
        assert_eq!(text("."), "");
    }

    #[test]
    fn a_lost_or_doubled_piece_is_noticed() {
        let source = [Piece::Kept(0), Piece::Kept(1)];
        assert!(keeps_the_same(&source, &[Piece::Kept(1), Piece::Kept(0)]));
        assert!(!keeps_the_same(&source, &[Piece::Kept(0)]));
        assert!(!keeps_the_same(
            &source,
            &[Piece::Kept(0), Piece::Kept(0), Piece::Kept(1)]
        ));
    }

    #[test]
    fn long_segments_are_cut_at_white_space_and_nothing_is_lost() {
        let text = "some words here ".repeat(500) + "{0}" + &"é b\n".repeat(900);
        let content = content(&text, Some("{0}"));
        let requests = wrap(content.pieces.clone());
        assert!(requests.len() >= 5);
        for request in &requests {
            let length: usize = request.iter().map(length_of).sum();
            assert!(length <= LONGEST_REQUEST);
        }
        let joined: String = requests
            .iter()
            .map(|request| content.write(request))
            .collect();
        assert_eq!(joined, text);
    }

    #[test]
    fn long_segments_are_cut_after_a_sentence_where_one_ends() {
        let content = content(
            &"Seven words make up this short sentence. ".repeat(100),
            None,
        );
        for request in wrap(content.pieces.clone()) {
            let text = content.write(&request);
            assert!(
                text.starts_with("Seven") && text.ends_with("sentence. "),
                "{text}"
            );
        }
    }

    #[test]
    fn kept_pieces_without_white_space_between_them_are_cut_too() {
        let pieces = vec![Piece::Kept(0); 5_000];
        assert_eq!(wrap(pieces).len(), 3);
    }
}
