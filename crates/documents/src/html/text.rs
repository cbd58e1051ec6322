//! Text with its character references, as it is read and as it is written.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use dragoman_html::{decode, reference_in_text, reference_in_value};

/// The longest reference to white space that is looked for, in bytes.
const LONGEST_SPACE: usize = 24;

/// How a document writes characters.
#[derive(Debug, Default)]
pub(super) struct EscapingStyle {
    /// Characters of which at least one stands as itself, apart from those that are in all texts.
    plain: HashSet<char>,
    /// The references with which others are written.
    references: HashMap<char, String>,
    /// Whether a letter stands as itself, and whether one is written by a reference.
    has_plain_letters: bool,
    has_references_to_letters: bool,
    /// Whether it is XML that has to stay well-formed.
    is_strict: bool,
}

impl EscapingStyle {
    pub(super) fn new(is_strict: bool) -> Self {
        Self {
            is_strict,
            ..Self::default()
        }
    }

    /// Takes note of how a text writes its characters.
    pub(super) fn observe(&mut self, raw: &str) {
        for (at, character) in raw.char_indices() {
            match character {
                '&' => self.observe_reference(raw.get(at..).unwrap_or_default()),
                '>' | '"' | '\'' => {
                    self.plain.insert(character);
                }
                _ if !character.is_ascii() => {
                    self.plain.insert(character);
                    self.has_plain_letters |= character.is_alphabetic();
                }
                _ => {}
            }
        }
    }

    fn observe_reference(&mut self, rest: &str) {
        let end = rest
            .bytes()
            .take(LONGEST_SPACE)
            .position(|byte| byte == b';');
        let Some(reference) = end.and_then(|end| rest.get(..=end)) else {
            return;
        };
        let decoded = decode(reference);
        let mut characters = decoded.chars();
        if let (Some(character), None) = (characters.next(), characters.next()) {
            self.has_references_to_letters |= !character.is_ascii() && character.is_alphabetic();
            self.references
                .entry(character)
                .or_insert_with(|| reference.to_owned());
        }
    }

    /// Text as the document writes it between tags.
    pub(super) fn text(&self, text: &str) -> String {
        let mut written = String::with_capacity(text.len());
        for character in text.chars() {
            // Behind brackets it is an error in XML.
            let is_plain = character == '>' && self.plain.contains(&'>') && !self.is_strict;
            match (reference_in_text(character), character) {
                _ if self.is_no_character(character) => {}
                (Some(reference), _) if !is_plain => written.push_str(reference),
                (_, '\t' | '\n') => written.push(character),
                // A carriage return would be read as a line feed, and others are no text.
                _ if character.is_control() => written.push(' '),
                _ => self.push(character, &mut written),
            }
        }
        written
    }

    /// The value of an attribute between quotes.
    pub(super) fn value(&self, text: &str, quote: char) -> String {
        let mut written = String::with_capacity(text.len());
        for character in text.chars() {
            match (reference_in_value(character, quote), character) {
                _ if self.is_no_character(character) => {}
                (Some(reference), _) => written.push_str(reference),
                (None, '\t' | '\n') => written.push(character),
                _ if character.is_control() => written.push(' '),
                _ if character.is_ascii() => written.push(character),
                _ => self.push(character, &mut written),
            }
        }
        written
    }

    /// Whether XML does not know the character.
    fn is_no_character(&self, character: char) -> bool {
        self.is_strict && matches!(character, '\u{fffe}' | '\u{ffff}')
    }

    fn push(&self, character: char, written: &mut String) {
        let reference = self
            .references
            .get(&character)
            .filter(|_| !self.plain.contains(&character));
        let has_only_references = self.has_references_to_letters && !self.has_plain_letters;
        if let Some(reference) = reference {
            written.push_str(reference);
        } else if has_only_references && !character.is_ascii() && !self.plain.contains(&character) {
            written.push_str(&format!("&#{};", u32::from(character)));
        } else {
            written.push(character);
        }
    }
}

/// The range of a text without white space at its ends, references to white space included.
pub(super) fn trimmed(raw: &str) -> Range<usize> {
    let (mut start, mut end) = (0, raw.len());
    loop {
        let rest = raw.get(start..end).unwrap_or_default();
        let kept = rest.trim_start();
        start = end - kept.len();
        let reference = kept.starts_with('&').then(|| kept.find(';')).flatten();
        match reference.and_then(|last| kept.get(..=last)) {
            Some(reference) if is_space(reference) => start += reference.len(),
            _ => break,
        }
    }
    loop {
        let rest = raw.get(start..end).unwrap_or_default();
        let kept = rest.trim_end();
        end = start + kept.len();
        let reference = kept.ends_with(';').then(|| kept.rfind('&')).flatten();
        match reference.and_then(|first| kept.get(first..)) {
            Some(reference) if is_space(reference) => end -= reference.len(),
            _ => break,
        }
    }
    start..end
}

fn is_space(reference: &str) -> bool {
    reference.len() <= LONGEST_SPACE && decode(reference).trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaping(document: &str) -> EscapingStyle {
        let mut escaping = EscapingStyle::default();
        escaping.observe(document);
        escaping
    }

    #[test]
    fn characters_are_written_as_the_document_writes_them() {
        let named = escaping("caf&eacute; &#233; &nbsp; &euml;");
        assert_eq!(
            named.text("é\u{a0}ë ł > \""),
            "&eacute;&nbsp;&euml; &#322; &gt; \""
        );
        let mixed = escaping("caf&eacute; café &nbsp; ö > &mdash;");
        assert_eq!(
            mixed.text("é\u{a0}ł > — &<"),
            "é&nbsp;ł > &mdash; &amp;&lt;"
        );
        assert_eq!(escaping("a &quot;b&quot;").text("\"\u{1}\r"), "&quot;  ");
        assert_eq!(escaping("").value("a\"b'c<é", '"'), "a&quot;b'c&lt;é");
        assert_eq!(escaping("").value("a\"b'c", '\''), "a\"b&#39;c");
    }

    #[test]
    fn white_space_around_a_text_may_be_written_by_references() {
        for (raw, kept) in [
            (" \n&nbsp; a&nbsp;b &#32;&#xA0; ", "a&nbsp;b"),
            ("&nbsp;", ""),
            ("&amp;a;", "&amp;a;"),
            ("&", "&"),
            ("&nbsp;;", ";"),
        ] {
            assert_eq!(&raw[trimmed(raw)], kept, "{raw}");
        }
    }
}
