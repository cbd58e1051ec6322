//! HTML around a translation: taken off before, and put on again where the alignment says.
//!
//! A translator sees plain text only. [`HtmlText`] takes an HTML fragment apart into that text
//! and the stack of elements that each stretch of it stands in. With the translations of the
//! sentences, their tokens and the attention between those and the tokens of the source, it writes
//! the elements around the words that correspond. The method is that of the Bergamot project.
//!
//! # What happens to tags
//!
//! * A start tag is written as in the source, attributes included; an end tag gets the name as its
//!   start tag spells it. Every element that is opened is closed.
//! * Elements that HTML closes implicitly (`<li>` by `<li>`, `<p>` by `<div>`) get their end tags.
//!   What is open at the end is closed there. End tags that close nothing are left out, and an end
//!   tag of an inline element never closes a block around it.
//! * An element is written more than once if its words are apart in the translation, and empty if
//!   its words were lost. Nothing else is lost or doubled. If the repetition of tags made the
//!   result many times as long as the source, alignments are bent to keep the order of the source.
//! * Void elements, comments, declarations, scripts, and elements that are not translated (`code`,
//!   `kbd`, `samp`, `var`, `math`, `svg`, `dir`, `acronym`, whatever has `translate="no"` or the class
//!   `notranslate`) are copied once, at the place in the order of the source where the translation
//!   passes it. A tag in the form `<name/>` counts as void, whatever its name.
//! * Elements nested deeper than 512 are closed where they are opened.
//! * Everything outside sentences stays as it is but for the spelling of character references.

mod alignment;
mod elements;
mod parse;
mod restore;
mod scanner;
mod words;

use std::ops::Range;

use parse::Document;

/// The translation of a sentence of a [`HtmlText`].
///
/// The tokens are those of the model, byte ranges in order. The last one of both sides stands for
/// the end of the sentence and is empty.
#[derive(Debug, Clone, PartialEq)]
pub struct TranslatedSentence<'text> {
    /// Where the sentence stands in [`HtmlText::text`].
    pub source: Range<usize>,
    /// The translation, plain text.
    pub text: &'text str,
    /// Ranges in the sentence, not in the whole text.
    pub source_tokens: &'text [Range<usize>],
    /// Ranges in the translation.
    pub target_tokens: &'text [Range<usize>],
    /// A row for each token of the target with a weight for each token of the source. If a row is
    /// missing or incomplete, as it is without any alignment, the token of the source at the same
    /// proportion of the sentence is taken.
    pub alignment: &'text [f32],
}

/// An HTML fragment as plain text and the markup to put on its translation.
///
/// Any text is HTML: what is broken is repaired. Memory and the time to parse are linear in its
/// length.
///
/// ```
/// use dragoman_text::{HtmlText, TranslatedSentence};
///
/// let marked = HtmlText::parse("<p>A <b>red</b> car &amp; me</p>");
/// assert_eq!(marked.text(), "A red car & me");
/// let translated = TranslatedSentence {
///     source: 0..14,
///     text: "Une voiture rouge et moi",
///     source_tokens: &[0..1, 1..5, 5..9, 9..11, 11..14, 14..14],
///     target_tokens: &[0..3, 3..11, 11..17, 17..20, 20..24, 24..24],
///     alignment: &[
///         1.0, 0.0, 0.0, 0.0, 0.0, 0.0, //
///         0.0, 0.0, 1.0, 0.0, 0.0, 0.0, //
///         0.0, 1.0, 0.0, 0.0, 0.0, 0.0, //
///         0.0, 0.0, 0.0, 1.0, 0.0, 0.0, //
///         0.0, 0.0, 0.0, 0.0, 1.0, 0.0, //
///         0.0, 0.0, 0.0, 0.0, 0.0, 1.0,
///     ],
/// };
/// assert_eq!(
///     marked.restore(&[translated]),
///     "<p>Une voiture <b>rouge</b> et moi</p>"
/// );
/// ```
#[derive(Debug, Clone)]
pub struct HtmlText<'html> {
    document: Document<'html>,
    /// Bytes of the source.
    length: usize,
}

impl<'html> HtmlText<'html> {
    /// Takes HTML apart. Borrows it, since tags go back as they were.
    #[must_use]
    pub fn parse(html: &'html str) -> Self {
        Self {
            document: Document::parse(html),
            length: html.len(),
        }
    }

    /// The text without markup, character references decoded.
    ///
    /// Blocks are parted by an empty line. Where only tags part two words of a line, there is a
    /// space. Both go away when the markup comes back.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.document.text
    }

    /// The byte ranges of [`text`](Self::text) that are sentences, in order.
    ///
    /// The splitter gets one block at a time and returns the ranges of the sentences in it. It
    /// sees line ends as spaces, as HTML means them, except in `pre` and `textarea`. Ranges that
    /// are out of order, empty, or no ranges of the text are left out.
    #[must_use]
    pub fn sentences(&self, splitter: impl Fn(&str) -> Vec<Range<usize>>) -> Vec<Range<usize>> {
        let mut sentences = Vec::new();
        for block in &self.document.blocks {
            let mut end = 0;
            for range in splitter(&self.document.with_soft_line_ends(block)) {
                let sentence = range.start.saturating_add(block.start)
                    ..range.end.saturating_add(block.start).min(block.end);
                let is_text = self.text().get(sentence.clone()).is_some();
                if range.start >= end && is_text && !sentence.is_empty() {
                    end = range.end;
                    sentences.push(sentence);
                }
            }
        }
        sentences
    }

    /// The HTML with each of these sentences replaced by its translation.
    ///
    /// The sentences come in the order of the text. One that overlaps another before it, or whose
    /// range is no range of the text, is left out; its source stays.
    #[must_use]
    pub fn restore(&self, sentences: &[TranslatedSentence<'_>]) -> String {
        restore::restore(&self.document, self.length, sentences)
    }
}
