//! From decoded tokens back to text.

use std::ops::Range;
use std::sync::Arc;

use dragoman_kernels::Kernels;

use crate::alignment::Alignment;
use crate::batch::{Batch, Request};
use crate::model::Model;
use crate::profile::{Stage, Work, measure};
use crate::search::{SearchOptions, TokenTranslation};
use crate::source::Prepared;
use crate::vocabulary::TokenId;

/// A translated text.
#[derive(Debug, Clone, PartialEq)]
pub struct Translation {
    /// The text.
    pub text: String,
    /// Which bytes of the source's text each source token stands for. The last of each decoded
    /// part is the end of sentence, which stands for none.
    pub source_tokens: Vec<Range<usize>>,
    /// The same for the target.
    pub target_tokens: Vec<Range<usize>>,
    /// Target tokens by source tokens; empty if alignments were not asked for.
    pub alignment: Alignment,
    /// The logarithm of the text's probability, normalised by its length in tokens; the mean
    /// weighted by length for a text in several parts. `None` if scores were not asked for.
    pub score: Option<f32>,
    /// The words of the text with their scores; empty if scores were not asked for.
    pub words: Vec<WordScore>,
}

/// How sure the model was of a word.
#[derive(Debug, Clone, PartialEq)]
pub struct WordScore {
    /// The word's bytes in the translation.
    pub range: Range<usize>,
    /// Mean logarithm of the probabilities of its tokens.
    pub log_probability: f32,
}

impl Model {
    /// Puts the translations of a text together from those of its sources: the best, then the
    /// next best, as many as every source has.
    ///
    /// `decoded` holds the translations of each of [`Prepared::sources`], in order. A text
    /// without sources is its own translation.
    #[must_use]
    pub fn finish(
        &self,
        prepared: &Prepared,
        decoded: &[Vec<TokenTranslation>],
    ) -> Vec<Translation> {
        if prepared.sources().is_empty() {
            return vec![Translation::unchanged(&prepared.text)];
        }
        let choices = decoded.iter().map(Vec::len).min().unwrap_or(0);
        let assemble = |rank: usize| {
            let parts = decoded
                .iter()
                .filter_map(|part| part.get(rank))
                .collect::<Vec<_>>();
            self.assemble_text(prepared, &parts)
        };
        measure(Stage::Detokenize, Work::default(), || {
            (0..choices).map(assemble).collect()
        })
    }

    fn assemble_text(&self, prepared: &Prepared, parts: &[&TokenTranslation]) -> Translation {
        let mut assembly = Assembly::default();
        let columns: usize = prepared.tokens();
        let is_aligned = parts.iter().any(|part| !part.attention.is_empty());
        let mut alignment = Alignment::new(if is_aligned { columns } else { 0 });
        for (stretch, part) in prepared.stretches.iter().zip(parts) {
            let pieces = prepared.pieces.get(stretch.clone()).unwrap_or_default();
            if is_aligned {
                // A row for each token and one for the end of sentence, which may not be reached.
                let mut rows = part.attention.chunks_exact(pieces.len() + 1);
                for _ in 0..=part.tokens.len() {
                    let row = rows.next().unwrap_or_default();
                    alignment.push_row(assembly.source_tokens.len(), row);
                }
            }
            let row = assembly.target_tokens.len();
            let end = pieces.last().map_or(0, |last| last.end);
            assembly
                .source_tokens
                .extend(pieces.iter().cloned().chain(std::iter::once(end..end)));
            if row > 0 && needs_space(&prepared.text, pieces) {
                assembly.text.push(' ');
            }
            self.append_part(&mut assembly, part);
        }
        Translation {
            score: assembly.score(),
            text: assembly.text,
            source_tokens: assembly.source_tokens,
            target_tokens: assembly.target_tokens,
            alignment,
            words: assembly.words,
        }
    }

    fn append_part(&self, assembly: &mut Assembly, part: &TokenTranslation) {
        let (mut text, mut ranges) = (String::new(), Vec::new());
        self.target_vocabulary
            .decode(&part.tokens, &mut text, &mut ranges);
        let start = assembly.text.len();
        assembly.text.push_str(&text);
        let moved = |range: Range<usize>| range.start + start..range.end + start;
        let ranges: Vec<Range<usize>> = ranges.into_iter().map(moved).collect();
        if !part.log_probabilities.is_empty() {
            assembly.score_words(&ranges, &part.log_probabilities, |token| {
                self.begins_word(part.tokens[token])
            });
            assembly
                .scores
                .push((part.score.unwrap_or(0.0), part.log_probabilities.len()));
        }
        let end = assembly.text.len();
        assembly
            .target_tokens
            .extend(ranges.into_iter().chain(std::iter::once(end..end)));
    }

    fn begins_word(&self, token: TokenId) -> bool {
        self.target_vocabulary.starts_word(token)
    }
}

/// Translates one text on the calling thread: the best translation, then the next best.
///
/// For a command or a check; a server decodes many texts together in a [`Batch`].
#[must_use]
pub fn translate(
    model: &Arc<Model>,
    kernels: Kernels,
    text: &str,
    options: &SearchOptions,
) -> Vec<Translation> {
    let prepared = model.prepare(text);
    let mut batch = Batch::new(Arc::clone(model), kernels);
    let requests = (0..)
        .zip(prepared.sources())
        .map(|(ticket, source)| Request {
            ticket,
            source: source.clone(),
            options: options.clone(),
        });
    batch.join(requests.collect());
    let mut decoded = Vec::new();
    while !batch.is_empty() {
        decoded.extend(batch.step());
    }
    decoded.sort_by_key(|finished| finished.ticket);
    let decoded: Vec<_> = decoded
        .into_iter()
        .map(|finished| finished.translations)
        .collect();
    model.finish(&prepared, &decoded)
}

impl Translation {
    /// A text that stands for itself.
    fn unchanged(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            source_tokens: Vec::new(),
            target_tokens: Vec::new(),
            alignment: Alignment::default(),
            score: None,
            words: Vec::new(),
        }
    }

    /// The translation in two steps: `self` into a pivot language, `second` from there.
    #[must_use]
    pub fn then(&self, second: &Self) -> Self {
        let made = &self.target_tokens;
        Self {
            text: second.text.clone(),
            source_tokens: self.source_tokens.clone(),
            target_tokens: second.target_tokens.clone(),
            alignment: self
                .alignment
                .then(made, &second.alignment, &second.source_tokens),
            score: self
                .score
                .zip(second.score)
                .map(|(first, second)| first + second),
            words: second.words.clone(),
        }
    }
}

/// Whether a part, given by its pieces, follows white space in the source.
fn needs_space(text: &str, pieces: &[Range<usize>]) -> bool {
    let Some(first) = pieces.first() else {
        return false;
    };
    let inside = text
        .get(first.clone())
        .is_some_and(|s| s.starts_with(char::is_whitespace));
    let before = text
        .get(..first.start)
        .is_some_and(|s| s.ends_with(char::is_whitespace));
    inside || before
}

/// A translation that grows part by part.
#[derive(Default)]
struct Assembly {
    text: String,
    source_tokens: Vec<Range<usize>>,
    target_tokens: Vec<Range<usize>>,
    words: Vec<WordScore>,
    /// Score and length of each part.
    scores: Vec<(f32, usize)>,
}

impl Assembly {
    fn score_words(
        &mut self,
        ranges: &[Range<usize>],
        log_probabilities: &[f32],
        begins_word: impl Fn(usize) -> bool,
    ) {
        let mut word: Option<(Range<usize>, f32, f32)> = None;
        let finish = |(range, sum, count): (Range<usize>, f32, f32)| WordScore {
            range,
            log_probability: sum / count,
        };
        for (token, (range, score)) in ranges.iter().zip(log_probabilities).enumerate() {
            let bytes = trimmed(&self.text, range);
            match &mut word {
                Some((word, sum, count)) if !begins_word(token) => {
                    word.end = word.end.max(bytes.end);
                    *sum += score;
                    *count += 1.0;
                }
                _ => self
                    .words
                    .extend(word.replace((bytes, *score, 1.0)).map(finish)),
            }
        }
        self.words.extend(word.map(finish));
    }

    /// The mean of the parts' scores, weighted by their lengths.
    fn score(&self) -> Option<f32> {
        #[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^24")]
        let weighted = self
            .scores
            .iter()
            .map(|(score, length)| (score * *length as f32, *length as f32));
        let (sum, length) = weighted.fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        (length > 0.0).then(|| sum / length)
    }
}

/// A range without the white space at its beginning.
fn trimmed(text: &str, range: &Range<usize>) -> Range<usize> {
    let surface = text.get(range.clone()).unwrap_or_default();
    range.end - surface.trim_start().len()..range.end
}
