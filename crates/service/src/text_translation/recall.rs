//! Translations that a translation memory has already.

use dragoman_domain::{Language, Origin, Segment, SegmentTranslation};

use super::TranslationError;
use crate::{MemoryError, MemoryHandle};

/// The score of an equal text, in per cent.
const EXACT: u8 = 100;

/// A translation memory and how much a stored segment must resemble a text to stand for it.
#[derive(Debug, Clone)]
pub struct Recall {
    /// The memory.
    pub memory: MemoryHandle,
    /// Per cent: 100 is an equal text.
    pub threshold: u8,
}

impl Recall {
    /// What the memory has for segments of texts in `source`, one for each.
    ///
    /// A stored translation whose numbers and placeholders cannot be made those of the segment does
    /// not stand for it.
    pub(super) async fn translations(
        &self,
        source: Language,
        segments: &[Segment],
    ) -> Result<Vec<Option<SegmentTranslation>>, TranslationError> {
        if !self.memory.reads(source) {
            return Ok(vec![None; segments.len()]);
        }
        let texts: Vec<String> = segments
            .iter()
            .map(|segment| segment.text().to_owned())
            .collect();
        let matches = self
            .memory
            .lookup(&texts, self.threshold)
            .await
            .map_err(|error| failed(&error))?;
        let fit = |(segment, found): (&Segment, Option<crate::MemoryMatch>)| {
            let found = found?;
            let (text, kept) = (segment.text(), segment.placeholders());
            let fitted = dragoman_memory::adapt(text, kept, &found.source, &found.target)?;
            let origin = Origin::Memory {
                exact: found.score == EXACT,
            };
            Some(SegmentTranslation::from(fitted).with_origin(origin))
        };
        Ok(segments.iter().zip(matches).map(fit).collect())
    }

    /// What the memory has for texts as wholes, but for the white space around them.
    pub(super) async fn wholes(
        &self,
        source: Language,
        texts: impl Iterator<Item = &str>,
    ) -> Result<Vec<Option<SegmentTranslation>>, TranslationError> {
        let segment = |text: &str| {
            let inner = text.trim();
            Segment::new(inner, dragoman_text::find_placeholders(inner))
        };
        let segments: Vec<Segment> = texts.map(segment).collect();
        self.translations(source, &segments).await
    }
}

fn failed(error: &MemoryError) -> TranslationError {
    match error {
        MemoryError::UnknownMemory(id) => TranslationError::UnknownMemory(*id),
        error => TranslationError::MemoryFailed {
            reason: error.to_string(),
        },
    }
}
