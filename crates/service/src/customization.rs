//! What of a caller's account a translation uses.

use dragoman_domain::{ErrorKind, GlossaryId, Language, LanguagePair, MemoryId, StyleListId};

use crate::{
    Caller, GlossaryError, Memories, MemoryError, Recall, Resources, StyleListError, StyleLists,
    Terms,
};

/// What of the caller's account a translation is to use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Customization {
    /// Glossaries; of two with the same source term the earlier counts. They need a source
    /// language.
    pub glossaries: Vec<GlossaryId>,
    /// A translation memory.
    pub memory: Option<MemoryChoice>,
    /// A style rule list.
    pub style: Option<StyleListId>,
}

/// A translation memory and how much a stored segment must resemble a text to stand for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryChoice {
    /// The memory.
    pub id: MemoryId,
    /// Per cent: 100 is an equal text.
    pub threshold: u8,
}

/// Why a customization cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CustomizationError {
    /// A glossary cannot be used.
    #[error(transparent)]
    Glossary(#[from] GlossaryError),
    /// The translation memory cannot be used.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The style rule list cannot be used.
    #[error(transparent)]
    Style(#[from] StyleListError),
    /// Glossaries were asked for without a source language.
    #[error("glossaries need a source language")]
    GlossaryWithoutSource,
}

impl CustomizationError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Glossary(error) => error.kind(),
            Self::Memory(error) => error.kind(),
            Self::Style(error) => error.kind(),
            Self::GlossaryWithoutSource => ErrorKind::InvalidInput,
        }
    }
}

/// Finds what customizations name.
#[derive(Clone)]
pub struct Customizing {
    terms: Terms,
    memories: Memories,
    styles: StyleLists,
}

impl Customizing {
    /// Finds it there.
    #[must_use]
    pub const fn new(terms: Terms, memories: Memories, styles: StyleLists) -> Self {
        Self {
            terms,
            memories,
            styles,
        }
    }

    /// What the customization names, for translations between these languages; the source is
    /// detected if absent.
    ///
    /// # Errors
    /// [`CustomizationError`].
    pub(crate) async fn resources(
        &self,
        caller: &Caller,
        source: Option<Language>,
        target: Language,
        customization: &Customization,
    ) -> Result<Resources, CustomizationError> {
        let Customization {
            glossaries,
            memory,
            style,
        } = customization;
        let terminology = match source {
            Some(source) => {
                let pair = LanguagePair::new(source, target);
                self.terms.of(caller, glossaries, pair).await?
            }
            None if glossaries.is_empty() => None,
            None => return Err(CustomizationError::GlossaryWithoutSource),
        };
        let recall = match memory {
            None => None,
            Some(MemoryChoice { id, threshold }) => {
                let memory = self.memories.open(caller, *id, source, target).await?;
                Some(Recall {
                    memory,
                    threshold: *threshold,
                })
            }
        };
        let style = match style {
            None => None,
            Some(id) => Some(self.styles.chosen(caller, *id, target).await?),
        };
        Ok(Resources {
            terminology,
            recall,
            style,
        })
    }
}
