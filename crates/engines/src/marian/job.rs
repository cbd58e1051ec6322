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

    /// The segments' translations, from those of [`texts`](Self::texts).
    pub(super) fn write(&self, translations: &[Translations]) -> Vec<String> {
        let mut translations = translations.iter();
        let mut write = |part: &Part| match part {
            Part::Copied(text) => text.clone(),
            Part::Translated(segment) => {
                let best = translations.next().and_then(|of_text| of_text.first());
                best.map_or_else(
                    || segment.text().to_owned(),
                    |best| restore(segment.text(), segment.placeholders(), best),
                )
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
