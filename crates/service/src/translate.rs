use std::time::Duration;

use dragoman_domain::{
    ErrorKind, GlossaryId, LanguagePair, MemoryId, Product, ReportingTag, Scope, StyleListId,
};

use crate::metering::Charge;
use crate::{
    Admission, Caller, Forbidden, GlossaryError, Memories, MemoryError, Metering, MeteringError,
    NoRoom, Recall, Resources, StyleListError, StyleLists, Terms, TextTranslator, Texts,
    TranslatedText, TranslationError, TranslationRequest,
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

/// Why a caller's texts were not translated.
#[derive(Debug, thiserror::Error)]
pub enum TranslateError {
    /// The key does not allow it.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// Too much work for the whole server, or of this key.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// A limit is reached, or the count could not be kept.
    #[error(transparent)]
    Metering(#[from] MeteringError),
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
    /// The translation itself failed.
    #[error(transparent)]
    Translation(#[from] TranslationError),
    /// The work took longer than the server allows.
    #[error("the translation was not ready in time")]
    TimedOut,
}

impl TranslateError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Forbidden(_) => ErrorKind::Forbidden,
            Self::NoRoom(refusal) => refusal.kind(),
            Self::Metering(error) => error.kind(),
            Self::Glossary(error) => error.kind(),
            Self::Memory(error) => error.kind(),
            Self::Style(error) => error.kind(),
            Self::GlossaryWithoutSource => ErrorKind::InvalidInput,
            Self::Translation(error) => error.kind(),
            Self::TimedOut => ErrorKind::TimedOut,
        }
    }
}

/// Translates texts for a caller: within the limits, and counted if delivered.
#[derive(Clone)]
pub struct TranslateTexts {
    translator: TextTranslator,
    terms: Terms,
    memories: Memories,
    styles: StyleLists,
    metering: Metering,
    admission: Admission,
    timeout: Duration,
}

impl TranslateTexts {
    /// Translates with this translator, giving up after `timeout`.
    #[must_use]
    pub const fn new(
        translator: TextTranslator,
        terms: Terms,
        memories: Memories,
        styles: StyleLists,
        metering: Metering,
        admission: Admission,
        timeout: Duration,
    ) -> Self {
        Self {
            translator,
            terms,
            memories,
            styles,
            metering,
            admission,
            timeout,
        }
    }

    /// The translations of the texts, in order. Their characters count under `tag` as well.
    ///
    /// # Errors
    /// [`TranslateError`]; then nothing is delivered and nothing is counted.
    pub async fn translate(
        &self,
        caller: &Caller,
        request: &TranslationRequest,
        customization: &Customization,
        tag: Option<ReportingTag>,
    ) -> Result<Vec<TranslatedText>, TranslateError> {
        caller.require_developer_key()?;
        caller.require(Scope::TranslateText)?;
        self.translator.check_pair(request)?;
        let texts = Texts::read(request)?;
        let characters = texts.characters().sum();
        let _room = self.admission.admit(caller.key.id, characters)?;
        let work = async {
            // A large glossary is as much work as a long text.
            let translate = async {
                let resources = self.resources(caller, request, customization).await?;
                let key = Some(caller.key.id);
                let translating = self.translator.translate(key, request, &texts, &resources);
                translating.await.map_err(TranslateError::from)
            };
            tokio::time::timeout(self.timeout, translate)
                .await
                .map_err(|_| TranslateError::TimedOut)?
        };
        let charge = Charge {
            product: Product::TextTranslation,
            characters,
            tag,
        };
        let translations = self.metering.run(caller, charge, work).await?;
        metrics::counter!("dragoman_translated_characters_total").increment(characters);
        Ok(translations)
    }

    /// What the customization names.
    async fn resources(
        &self,
        caller: &Caller,
        request: &TranslationRequest,
        customization: &Customization,
    ) -> Result<Resources, TranslateError> {
        let Customization {
            glossaries,
            memory,
            style,
        } = customization;
        let terminology = match request.source {
            Some(source) => {
                let pair = LanguagePair::new(source, request.target);
                self.terms.of(caller, glossaries, pair).await?
            }
            None if glossaries.is_empty() => None,
            None => return Err(TranslateError::GlossaryWithoutSource),
        };
        let recall = match memory {
            None => None,
            Some(MemoryChoice { id, threshold }) => {
                let (source, target) = (request.source, request.target);
                let memory = self.memories.open(caller, *id, source, target).await?;
                Some(Recall {
                    memory,
                    threshold: *threshold,
                })
            }
        };
        let style = match style {
            None => None,
            Some(id) => Some(self.styles.chosen(caller, *id, request.target).await?),
        };
        Ok(Resources {
            terminology,
            recall,
            style,
        })
    }
}
