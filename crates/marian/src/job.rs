//! A job's segments as texts for the models, and the translations as segments again.

use dragoman_domain::{Segment, SegmentTranslation};
use dragoman_nmt::{SearchOptions, Translation};

use super::aligning::Tokens;
use super::cache::Translations;
use super::parts::{Part, parts_of};
use super::placeholders::{restore, restore_aligned};
use super::text::{Text, Wish};

/// About how many bytes of text are queued together. What a job has queued cannot be overtaken by
/// a shorter job, so it should not be much.
pub(super) const CHUNK: usize = 4_000;

/// Segments in the order of the job, as many together as make about [`CHUNK`] bytes.
pub(super) fn chunks(segments: Vec<Segment>) -> impl Iterator<Item = Vec<Segment>> {
    let mut segments = segments.into_iter().peekable();
    std::iter::from_fn(move || {
        let mut chunk = vec![segments.next()?];
        let mut bytes = chunk
            .iter()
            .map(|segment| segment.text().len())
            .sum::<usize>();
        while let Some(next) = segments.next_if(|next| bytes + next.text().len() <= CHUNK) {
            bytes += next.text().len();
            chunk.push(next);
        }
        Some(chunk)
    })
}

/// What is wanted of the translations of a job.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// Whether it must be known which words stand for which.
    pub(super) is_aligned: bool,
    /// Their register.
    pub(super) wish: Option<Wish>,
    /// How many of each text, at most.
    pub(super) most: usize,
}

/// Some segments of a job, taken apart.
#[derive(Debug)]
pub(super) struct Chunk {
    segments: Vec<Vec<Part>>,
    wanted: Wanted,
}

impl Chunk {
    /// Takes segments apart.
    pub(super) fn new(segments: Vec<Segment>, wanted: Wanted) -> Self {
        Self {
            segments: segments.iter().map(parts_of).collect(),
            wanted,
        }
    }

    /// What is to be translated, in order.
    pub(super) fn texts(&self) -> Vec<Text> {
        self.translated()
            .map(|segment| {
                let options = SearchOptions {
                    alignment: self.wanted.is_aligned || !segment.placeholders().is_empty(),
                    n_best: self.wanted.most,
                    ..SearchOptions::default()
                };
                Text {
                    text: segment.text().to_owned(),
                    options,
                    terms: segment.terms().into(),
                    wish: self.wanted.wish,
                }
            })
            .collect()
    }

    /// The segments' translations, from those of [`texts`](Self::texts). What a model has no words
    /// for stays as it is in the source.
    pub(super) fn write(&self, translations: &[Translations]) -> Vec<SegmentTranslation> {
        self.write_ranked(translations, 0)
    }

    /// The segments' best translations, the next best, and so on. Of several that read the same the
    /// best is taken.
    pub(super) fn write_all(&self, translations: &[Translations]) -> Vec<Vec<SegmentTranslation>> {
        let mut written: Vec<Vec<SegmentTranslation>> = vec![Vec::new(); self.segments.len()];
        for rank in 0..self.wanted.most {
            let ranked = self.write_ranked(translations, rank);
            for (known, next) in written.iter_mut().zip(ranked) {
                if known.iter().all(|known| known.text() != next.text()) {
                    known.push(next);
                }
            }
        }
        written
    }

    /// The segments' translations of a rank; where there is none of a text, the best.
    fn write_ranked(&self, translations: &[Translations], rank: usize) -> Vec<SegmentTranslation> {
        let mut translations = translations.iter();
        let mut next = || {
            translations
                .next()
                .and_then(|of_text| ranked(of_text, rank))
        };
        let segments = self.segments.iter();
        if self.wanted.is_aligned {
            let write = |parts: &Vec<Part>| write_aligned(parts, &mut next);
            return segments.map(write).collect();
        }
        let mut write = |part: &Part| match part {
            Part::Copied(segment) => segment.text().to_owned(),
            Part::Translated(segment) => match usable(next()) {
                Some(best) => restore(segment.text(), segment.placeholders(), best),
                None => segment.text().to_owned(),
            },
        };
        segments
            .map(|parts| parts.iter().map(&mut write).collect::<String>().into())
            .collect()
    }

    fn translated(&self) -> impl Iterator<Item = &Segment> {
        self.segments
            .iter()
            .flatten()
            .filter_map(|part| match part {
                Part::Translated(segment) => Some(segment),
                Part::Copied(_) => None,
            })
    }
}

/// The translation of a segment whose parts have these translations, with its alignment.
fn write_aligned<'a>(
    parts: &[Part],
    mut next: impl FnMut() -> Option<&'a Translation>,
) -> SegmentTranslation {
    let (mut text, mut tokens) = (String::new(), Tokens::default());
    let mut source_start = 0;
    for part in parts {
        let (segment, best) = match part {
            Part::Copied(segment) => (segment, None),
            Part::Translated(segment) => (segment, usable(next())),
        };
        let (source, placeholders) = (segment.text(), segment.placeholders());
        let (written, of_part) = match best {
            Some(best) => restore_aligned(source, placeholders, best),
            None => (source.to_owned(), Tokens::copied(source, placeholders)),
        };
        tokens.append(of_part, source_start, text.len());
        source_start += source.len();
        text.push_str(&written);
    }
    SegmentTranslation::aligned(text, tokens.into_alignment())
}

/// The translation of a rank, from zero; the best if there is none, or it is empty.
fn ranked(translations: &[Translation], rank: usize) -> Option<&Translation> {
    let ranked = translations.get(rank).filter(|ranked| !is_empty(ranked));
    ranked.or_else(|| translations.first())
}

fn is_empty(translation: &Translation) -> bool {
    translation.text.trim().is_empty()
}

/// A translation unless it is empty.
fn usable(translation: Option<&Translation>) -> Option<&Translation> {
    let usable = translation.filter(|translation| !is_empty(translation));
    if usable.is_none() {
        metrics::counter!("dragoman_neural_empty_translations_total").increment(1);
    }
    usable
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use dragoman_nmt::{Alignment, Translation};

    use super::*;

    fn translation(text: &str) -> Translations {
        Arc::new(vec![Translation {
            text: text.to_owned(),
            source_tokens: Vec::new(),
            target_tokens: Vec::new(),
            alignment: Alignment::default(),
            score: None,
            words: Vec::new(),
        }])
    }

    #[test]
    fn what_a_model_has_no_words_for_stays_as_it_is() {
        let placeholders = std::iter::once(4..7).collect();
        let segments = vec![
            Segment::new("see {x}".to_owned(), placeholders),
            Segment::new(" one".to_owned(), Vec::new()),
            Segment::new("two".to_owned(), Vec::new()),
            Segment::new("three".to_owned(), Vec::new()),
        ];
        let wanted = Wanted {
            is_aligned: false,
            wish: None,
            most: 1,
        };
        let chunk = Chunk::new(segments, wanted);
        assert_eq!(chunk.texts().len(), 4);
        let translations = [
            translation(""),
            translation(" \u{3000}"),
            translation("zwei"),
            Translations::default(),
        ];
        let written = chunk.write(&translations);
        let written: Vec<&str> = written.iter().map(SegmentTranslation::text).collect();
        assert_eq!(written, ["see {x}", " one", "zwei", "three"]);
    }
}
