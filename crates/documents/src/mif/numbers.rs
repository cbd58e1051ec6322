//! The words that programs put before or after numbered paragraphs, as in "Table 1".

use std::collections::BTreeSet;
use std::ops::Range;

use crate::DocumentError;

use super::scanner::{Scanner, Token};
use super::strings::{self, Stretch};

/// What a paragraph's format says of its number.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    tag: Option<String>,
    is_off: bool,
    label: Option<Range<usize>>,
}

/// The tags of paragraphs that are seen.
///
/// # Errors
/// Those of the scanner.
pub(super) fn tags(
    text: &str,
    unseen: &BTreeSet<usize>,
    depth: usize,
) -> Result<BTreeSet<String>, DocumentError> {
    let mut scanner = Scanner::new(text, depth);
    let mut tags = BTreeSet::new();
    let mut open: Vec<&str> = Vec::new();
    loop {
        match scanner.next()? {
            Token::Open(_, start) if unseen.contains(&start) => _ = scanner.skip()?,
            Token::Open(name, _) => open.push(name),
            Token::Close(_) => _ = open.pop(),
            Token::Text(range) if matches!(open.as_slice(), [.., "Para", "PgfTag"]) => {
                let tag = text.get(range).unwrap_or_default();
                if !tags.contains(tag) {
                    tags.insert(tag.to_owned());
                }
            }
            Token::Text(_) | Token::Word(_) => {}
            Token::Eof => return Ok(tags),
        }
    }
}

impl Numbering {
    /// Reads a paragraph's format whose start was read last.
    ///
    /// # Errors
    /// Those of the scanner.
    pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Self, DocumentError> {
        let mut numbering = Self::default();
        loop {
            match scanner.next()? {
                Token::Open("PgfTag", _) => {
                    let (tag, _) = scanner.value()?;
                    let tag = tag.and_then(|range| scanner.text().get(range));
                    numbering.tag = tag.map(str::to_owned);
                }
                Token::Open("PgfAutoNum", _) => numbering.is_off = scanner.word()?.0 == "No",
                Token::Open("PgfNumFormat", _) => numbering.label = scanner.value()?.0,
                Token::Open(..) => _ = scanner.skip()?,
                Token::Close(_) | Token::Eof => return Ok(numbering),
                Token::Text(_) | Token::Word(_) => {}
            }
        }
    }

    /// Where the label stands, if it has words in it and one of these paragraphs, or the one whose own format it is,
    /// shows it.
    pub(super) fn label(&self, text: &str, tags: &BTreeSet<String>) -> Option<Range<usize>> {
        let is_used = self.tag.as_ref().is_none_or(|tag| tags.contains(tag));
        let label = self.label.clone().filter(|_| is_used && !self.is_off)?;
        let raw = text.get(label.clone())?;
        // A letter and a colon say with which others it is numbered.
        let series = raw.char_indices().nth(1).filter(|(_, mark)| *mark == ':');
        let start = series.map_or(0, |(place, _)| place + 1);
        let words = raw.get(start..)?;
        let has_word = strings::read(words, 0, true)
            .iter()
            .any(|stretch| matches!(stretch, Stretch::Text(text, _) if is_word(text)));
        has_word.then_some(label.start + start..label.end)
    }
}

/// Whether a text has more than single letters in it.
fn is_word(text: &str) -> bool {
    let mut words = text.split(|character: char| !character.is_alphabetic());
    words.any(|word| word.chars().count() > 1 || word.chars().any(|letter| letter > '\u{2e80}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_with_words_are_found_without_their_series() {
        let label = |raw: &str| {
            let numbering = Numbering {
                label: Some(0..raw.len()),
                ..Numbering::default()
            };
            let range = numbering.label(raw, &BTreeSet::new())?;
            raw.get(range).map(str::to_owned)
        };
        assert_eq!(label(r"T:Table <n+\>: ").unwrap(), r"Table <n+\>: ");
        assert_eq!(
            label(r"Chapter <$chapnum\>").unwrap(),
            r"Chapter <$chapnum\>"
        );
        assert_eq!(label("表 <n+\\>").unwrap(), "表 <n+\\>");
        for raw in [r"S:<n+\>.\t", r"•\t", r"<A+\>) ", "é", "", "a) "] {
            assert_eq!(label(raw), None, "{raw}");
        }
    }
}
