//! What became of the texts of a request.

use std::ops::Range;

use dragoman_domain::{Language, LanguagePair, ModelType, Origin, SegmentTranslation};
use dragoman_text::{MarkupPiece, SegmentedText};

use super::layout::Layout;
use super::texts::Text;

/// A sentence of a text and what stands for it in the translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslatedSentence {
    /// Bytes of the source text.
    pub source: Range<usize>,
    /// Bytes of the translation.
    pub target: Range<usize>,
    /// Where the translation comes from.
    pub origin: Origin,
    /// Bytes of the translation, counted from its beginning, that are terms of the glossary; in
    /// order and without overlaps.
    pub terms: Vec<Range<usize>>,
}

/// What became of a text.
pub(crate) struct TextTranslation<'texts> {
    pub(super) text: &'texts Text<'texts>,
    pub(super) pair: LanguagePair,
    pub(super) outcome: Outcome<'texts>,
}

pub(super) enum Outcome<'texts> {
    /// It is in the language that is wanted.
    Unchanged,
    /// A memory has it as a whole, but for the white space around it.
    Recalled(SegmentTranslation),
    /// Its sentences were translated.
    Translated(Layout<'texts>, Vec<SegmentTranslation>),
}

impl TextTranslation<'_> {
    /// Which family of models translated: the better one if it translated all of the text.
    pub(super) fn model(&self) -> ModelType {
        let is_better = |translation: &SegmentTranslation| {
            translation.origin().model() == ModelType::QualityOptimized
        };
        match &self.outcome {
            Outcome::Translated(_, translations)
                if !translations.is_empty() && translations.iter().all(is_better) =>
            {
                ModelType::QualityOptimized
            }
            _ => ModelType::LatencyOptimized,
        }
    }

    /// The translation, with its markup as the source writes it, and the sentences of a text without markup.
    pub(super) fn into_text(self) -> (String, Vec<TranslatedSentence>) {
        let source = self.text.source();
        let is_plain = matches!(self.text, Text::Plain(_));
        match self.outcome {
            Outcome::Recalled(whole) => {
                let inner = inner(source);
                let sentence = TranslatedSentence::new(
                    &inner,
                    inner.start..inner.start + whole.text().len(),
                    &whole,
                );
                let (before, after) = (source.get(..inner.start), source.get(inner.end..));
                let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
                (format!("{before}{}{after}", whole.text()), vec![sentence])
            }
            Outcome::Translated(Layout::Marked { text, sentences }, translations) => {
                let text = text.restore(&sentences, &translations, self.pair.target);
                (text, Vec::new())
            }
            Outcome::Translated(Layout::Plain(text), translations) if !translations.is_empty() => {
                joined(&text, &translations, self.pair.target)
            }
            _ => {
                let inner = inner(source);
                let is_sentence = is_plain && !inner.is_empty();
                let unchanged = SegmentTranslation::default();
                let sentence =
                    is_sentence.then(|| TranslatedSentence::new(&inner, inner.clone(), &unchanged));
                (source.to_owned(), sentence.into_iter().collect())
            }
        }
    }

    /// Hands the translation over piece by piece, as a text that came in pieces wants it.
    pub(crate) fn into_pieces(self, mut take: impl FnMut(MarkupPiece<'_>)) {
        match &self.outcome {
            Outcome::Translated(Layout::Marked { text, sentences }, translations) => {
                text.restore_pieces(sentences, translations, self.pair.target, take);
            }
            _ => take(MarkupPiece::Text(&self.into_text().0)),
        }
    }
}

impl TranslatedSentence {
    fn new(source: &Range<usize>, target: Range<usize>, translation: &SegmentTranslation) -> Self {
        let start = target.start;
        let terms = translation.terms();
        let terms = terms.filter(|term| !term.is_empty());
        let mut terms: Vec<Range<usize>> = terms
            .map(|term| start + term.start..start + term.end)
            .collect();
        terms.sort_by_key(|term| (term.start, term.end));
        let mut end = 0;
        terms.retain(|term| {
            let is_free = term.start >= end;
            if is_free {
                end = term.end;
            }
            is_free
        });
        Self {
            source: source.clone(),
            target,
            origin: translation.origin(),
            terms,
        }
    }
}

/// A text with its sentences replaced by their translations, and those.
fn joined(
    text: &SegmentedText<'_>,
    translations: &[SegmentTranslation],
    target: Language,
) -> (String, Vec<TranslatedSentence>) {
    let texts: Vec<&str> = translations.iter().map(SegmentTranslation::text).collect();
    let joined = text.join_into(target, &texts);
    let spans = text.spans().iter().zip(joined.spans);
    let sentences = spans.zip(translations);
    let sentences = sentences.map(|((source, target), translation)| {
        TranslatedSentence::new(source, target, translation)
    });
    (joined.text, sentences.collect())
}

/// Where a text is without the white space around it.
fn inner(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    start..start + text.trim().len()
}
