use std::time::Duration;

use dragoman_domain::{ErrorKind, Language, Product, ReportingTag};

use crate::metering::Charge;
use crate::{
    Admission, Caller, Customization, CustomizationError, Customizing, Forbidden, Metering,
    MeteringError, NoRoom, Permission, Resources, TextTranslator, Texts, TranslatedText,
    TranslationError, TranslationRequest,
};

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
    /// Something of the account cannot be used.
    #[error(transparent)]
    Customization(#[from] CustomizationError),
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
            Self::Customization(error) => error.kind(),
            Self::Translation(error) => error.kind(),
            Self::TimedOut => ErrorKind::TimedOut,
        }
    }
}

/// Translates texts for a caller: within the limits, and counted if delivered.
#[derive(Clone)]
pub struct TranslateTexts {
    translator: TextTranslator,
    customizing: Customizing,
    metering: Metering,
    admission: Admission,
    timeout: Duration,
}

impl TranslateTexts {
    /// Translates with this translator, giving up after `timeout`.
    #[must_use]
    pub const fn new(
        translator: TextTranslator,
        customizing: Customizing,
        metering: Metering,
        admission: Admission,
        timeout: Duration,
    ) -> Self {
        Self {
            translator,
            customizing,
            metering,
            admission,
            timeout,
        }
    }

    /// The language of the first text, as translating the texts would find it. Nothing is counted.
    ///
    /// # Errors
    /// [`TranslateError`].
    pub async fn detect(
        &self,
        caller: &Caller,
        request: &TranslationRequest,
    ) -> Result<Language, TranslateError> {
        caller.may(Permission::TranslateTexts)?;
        let texts = Texts::read(request)?;
        let _room = (self.admission).admit(caller.key.id, texts.characters().sum())?;
        let detecting = self.translator.sources(request, &texts);
        let sources = tokio::time::timeout(self.timeout, detecting)
            .await
            .map_err(|_| TranslateError::TimedOut)??;
        let unknown = TranslationError::UnknownSourceLanguage { index: 0 };
        Ok(sources.first().copied().ok_or(unknown)?)
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
        let key = Some(caller.key.id);
        let work = async |texts: &Texts<'_>, resources| {
            let translating = self.translator.translate(key, request, texts, &resources);
            translating.await
        };
        self.counted(caller, request, customization, tag, work)
            .await
    }

    /// What `work` makes of the texts of a request, if that is allowed and there is room for it. Their characters count
    /// if it succeeds.
    pub(crate) async fn counted<T>(
        &self,
        caller: &Caller,
        request: &TranslationRequest,
        customization: &Customization,
        tag: Option<ReportingTag>,
        work: impl AsyncFnOnce(&Texts<'_>, Resources) -> Result<T, TranslationError>,
    ) -> Result<T, TranslateError> {
        caller.may(Permission::TranslateTexts)?;
        self.translator.check_pair(request)?;
        let texts = Texts::read(request)?;
        let characters = texts.characters().sum();
        let _room = self.admission.admit(caller.key.id, characters)?;
        let work = async {
            // A large glossary is as much work as a long text.
            let work = async {
                let (source, target) = (request.source, request.target);
                let resources = self
                    .customizing
                    .resources(caller, source, target, customization)
                    .await?;
                work(&texts, resources).await.map_err(TranslateError::from)
            };
            tokio::time::timeout(self.timeout, work)
                .await
                .map_err(|_| TranslateError::TimedOut)?
        };
        let charge = Charge {
            product: Product::TextTranslation,
            characters,
            tag,
        };
        let done = self.metering.run(caller, charge, work).await?;
        metrics::counter!("dragoman_translated_characters_total").increment(characters);
        Ok(done)
    }

    /// What translates.
    pub(crate) const fn translator(&self) -> &TextTranslator {
        &self.translator
    }
}
