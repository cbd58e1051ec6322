//! A job's segments as texts for the models, and the translations as segments again.

use dragoman_domain::Segment;
use dragoman_nmt::SearchOptions;

use super::cache::Translations;
use super::parts::{Part, parts_of};
use super::placeholders::restore;

/// About how many bytes of text are queued together. What a job has queued cannot be overtaken by
/// a shorter job, so it should not be much.
const CHUNK: usize = 4_000;

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

/// Some segments of a job, taken apart.
#[derive(Debug)]
pub(super) struct Chunk(Vec<Vec<Part>>);

impl Chunk {
    /// Takes segments apart.
    pub(super) fn new(segments: Vec<Segment>) -> Self {
        Self(segments.iter().map(parts_of).collect())
    }

    /// What is to be translated, in order.
    pub(super) fn texts(&self) -> Vec<(String, SearchOptions)> {
        self.translated()
            .map(|segment| {
                let options = SearchOptions {
                    alignment: !segment.placeholders().is_empty(),
                    ..SearchOptions::default()
                };
                (segment.text().to_owned(), options)
            })
            .collect()
    }

    /// The segments' translations, from those of [`texts`](Self::texts). What a model has no words
    /// for stays as it is in the source.
    pub(super) fn write(&self, translations: &[Translations]) -> Vec<String> {
        let mut translations = translations.iter();
        let mut write = |part: &Part| match part {
            Part::Copied(text) => text.clone(),
            Part::Translated(segment) => {
                let best = translations.next().and_then(|of_text| of_text.first());
                match best.filter(|best| !best.text.trim().is_empty()) {
                    Some(best) => restore(segment.text(), segment.placeholders(), best),
                    None => {
                        metrics::counter!("dragoman_neural_empty_translations_total").increment(1);
                        segment.text().to_owned()
                    }
                }
            }
        };
        self.0
            .iter()
            .map(|parts| parts.iter().map(&mut write).collect())
            .collect()
    }

    fn translated(&self) -> impl Iterator<Item = &Segment> {
        self.0.iter().flatten().filter_map(|part| match part {
            Part::Translated(segment) => Some(segment),
            Part::Copied(_) => None,
        })
    }
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
        let chunk = Chunk::new(segments);
        assert_eq!(chunk.texts().len(), 4);
        let translations = [
            translation(""),
            translation(" \u{3000}"),
            translation("zwei"),
            Translations::default(),
        ];
        let written = chunk.write(&translations);
        assert_eq!(written, ["see {x}", " one", "zwei", "three"]);
    }
}
