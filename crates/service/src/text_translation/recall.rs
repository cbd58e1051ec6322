//! Translations that a translation memory has already.

use dragoman_domain::{Language, Segment, SegmentTranslation};

use super::TranslationError;
use crate::{MemoryError, MemoryHandle};

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
            Some(SegmentTranslation::from(fitted))
        };
        Ok(segments.iter().zip(matches).map(fit).collect())
    }

    /// What the memory has for a text as a whole, with the white space around it as it was.
    pub(super) async fn whole(
        &self,
        source: Language,
        text: &str,
    ) -> Result<Option<String>, TranslationError> {
        let inner = text.trim();
        if inner.is_empty() {
            return Ok(None);
        }
        let kept = dragoman_text::find_placeholders(inner);
        let segment = Segment::new(inner.to_owned(), kept);
        let found = self.translations(source, &[segment]).await?;
        let around = text.split_once(inner);
        Ok(found
            .into_iter()
            .flatten()
            .next()
            .zip(around)
            .map(|(translation, (before, after))| format!("{before}{}{after}", translation.text())))
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
