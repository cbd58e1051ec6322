//! Markup around a translation: taken off before, and put on again where the words are.
//!
//! A translator sees plain text only. [`MarkedText`] takes HTML or XML apart into sentences and the
//! elements around and within them. With the translations of the sentences, and what is known of
//! which words stand for which, it writes the elements around the words that correspond.
//!
//! # What happens to tags
//!
//! * Every tag of the source comes back once, as it was, in an order that nests. An element whose
//!   words are apart in the translation stands around most of them, one whose words were lost is
//!   empty. Tags do not part words, unless they part the same word in the source.
//! * Where a tag parts sentences, each sentence is placed for itself, and what is outside of
//!   sentences stays as it is but for the spelling of character references.
//! * In HTML the names of elements say which part sentences, in XML the structure (see
//!   `outline.rs`) and the options.
//! * What is not to be translated is copied. If it stands within a sentence, has text and is short,
//!   that text is in the sentence as a placeholder; the element takes its place again.
//! * Void elements, comments and instructions stay beside the word before them, or the one behind
//!   them if they touch only that.
//! * Broken markup is repaired: elements that HTML closes implicitly (`<li>` by `<li>`) get their
//!   end tags, what is open at the end is closed there, end tags that close nothing are left out,
//!   and an end tag of an inline element never closes a block around it. In version 2 XML that is
//!   not well-formed is refused instead.
//! * Elements nested deeper than 512 are closed where they are opened, or refused likewise.

mod builder;
mod document;
mod error;
mod evidence;
mod gaps;
mod kept;
mod options;
mod outline;
mod output;
mod pieces;
mod placement;
mod problem;
mod references;
mod restore;
mod sentences;
mod spare;
mod stretch;
mod tree;
mod units;
mod wellformed;
mod words;
mod writer;

use crate::SegmentTranslation;
use dragoman_language::Language;

use crate::SentenceSplitting;
use document::Document;
use output::{MarkupString, Pieces};

pub use error::{MarkupError, TextPosition};
pub use options::{MarkupOptions, MarkupSyntax, MarkupVersion, TagNames};
pub use pieces::{MarkupPiece, is_unseen};
pub use problem::MarkupProblem;
pub use sentences::MarkedSentence;

/// The most elements open at a time, as in browsers.
const MAX_DEPTH: usize = 512;

/// A text with markup, as plain text and the markup to put on its translation.
///
/// Memory and the time to parse are linear in its length.
///
/// ```
/// use dragoman_language::Language;
/// use dragoman_text::SegmentTranslation;
/// use dragoman_text::{MarkedText, MarkupOptions, SentenceSplitting};
///
/// let source = "<p>See <code>foo()</code> &amp; more.</p><p>42</p>";
/// let marked = MarkedText::parse(source, &MarkupOptions::html())?;
/// let english = Language::parse("en")?;
/// let sentences = marked.sentences(english, SentenceSplitting::Punctuation);
/// assert_eq!(sentences[0].text(), "See foo() & more.");
/// assert_eq!(sentences[0].placeholders(), [4..9]);
/// let translation = SegmentTranslation::from("Voir foo() et plus.".to_owned());
/// assert_eq!(
///     marked.restore(&sentences, &[translation], Language::parse("fr")?),
///     "<p>Voir <code>foo()</code> et plus.</p><p>42</p>"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct MarkedText<'source> {
    document: Document<'source>,
}

impl<'source> MarkedText<'source> {
    /// Takes a text apart. Borrows it, since tags go back as they were.
    ///
    /// # Errors
    /// [`MarkupError`] for version 2 of XML, if the text is not well-formed. Anything is HTML.
    pub fn parse(source: &'source str, options: &MarkupOptions) -> Result<Self, MarkupError> {
        let document = builder::build(source, options)?;
        Ok(Self { document })
    }

    /// A text whose markup is known by numbers, each of which comes once; no two pieces of text follow one another. All
    /// of its stretches and marks stand within what is said, and part words; it is one block.
    #[must_use]
    pub fn from_pieces<'text>(pieces: impl IntoIterator<Item = MarkupPiece<'text>>) -> Self {
        Self {
            document: builder::build_from_pieces(pieces),
        }
    }

    /// The text as it came; nothing if it came in pieces.
    #[must_use]
    pub const fn source(&self) -> &'source str {
        self.document.source
    }

    /// The text without markup, character references decoded: the content, and then the attributes
    /// that are translated. Blocks are parted by an empty line.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.document.text
    }

    /// How many characters of text the source has, tags and attributes left out.
    #[must_use]
    pub const fn characters(&self) -> usize {
        self.document.characters
    }

    /// What is to be translated: the sentences of the content, in order, and then those of the
    /// attributes that a reader of HTML reads or hears.
    ///
    /// Line ends part sentences only if the splitting says so or the source shows them, as `pre`
    /// does.
    #[must_use]
    pub fn sentences(
        &self,
        language: Language,
        splitting: SentenceSplitting,
    ) -> Vec<MarkedSentence> {
        sentences::sentences(&self.document, language, splitting)
    }

    /// The text with each of the sentences replaced by its translation; one without a translation
    /// stays. `target` is the language of the translations.
    ///
    /// The sentences are those of this text, in the order of [`sentences`](Self::sentences).
    /// Others are left out. With an alignment, elements stand around the words that it says,
    /// without one at the same proportion of the sentence.
    #[must_use]
    pub fn restore(
        &self,
        sentences: &[MarkedSentence],
        translations: &[SegmentTranslation],
        target: Language,
    ) -> String {
        let length = translations.iter().map(|one| one.text().len());
        let capacity = self.document.source.len() + length.sum::<usize>();
        let output = MarkupString::new(self.document.syntax, capacity);
        restore::restore(&self.document, sentences, translations, target, output).written
    }

    /// Like [`restore`](Self::restore), for a text [from pieces](Self::from_pieces): hands its pieces over in their
    /// new order. Each code comes once, and stretches nest.
    pub fn restore_pieces(
        &self,
        sentences: &[MarkedSentence],
        translations: &[SegmentTranslation],
        target: Language,
        take: impl FnMut(MarkupPiece<'_>),
    ) {
        restore::restore(
            &self.document,
            sentences,
            translations,
            target,
            Pieces(take),
        );
    }
}
