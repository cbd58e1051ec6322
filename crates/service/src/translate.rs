use std::time::Duration;

use dragoman_domain::{ErrorKind, Product, ReportingTag, Scope};

use crate::metering::Charge;
use crate::{
    Admission, Caller, Forbidden, Metering, MeteringError, Overloaded, Resources, TextTranslator,
    Texts, TranslatedText, TranslationError, TranslationRequest,
};

/// Why a caller's texts were not translated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TranslateError {
    /// The key does not allow it.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// Too much work for the whole server.
    #[error(transparent)]
    Overloaded(#[from] Overloaded),
    /// A limit is reached, or the count could not be kept.
    #[error(transparent)]
    Metering(#[from] MeteringError),
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
            Self::Overloaded(_) => ErrorKind::Overloaded,
            Self::Metering(error) => error.kind(),
            Self::Translation(error) => error.kind(),
            Self::TimedOut => ErrorKind::TimedOut,
        }
    }
}

/// Translates texts for a caller: within the limits, and counted if delivered.
#[derive(Clone)]
pub struct TranslateTexts {
    translator: TextTranslator,
    metering: Metering,
    admission: Admission,
    timeout: Duration,
}

impl TranslateTexts {
    /// Translates with this translator, giving up after `timeout`.
    #[must_use]
    pub const fn new(
        translator: TextTranslator,
        metering: Metering,
        admission: Admission,
        timeout: Duration,
    ) -> Self {
        Self {
            translator,
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
        tag: Option<ReportingTag>,
    ) -> Result<Vec<TranslatedText>, TranslateError> {
        caller.require_developer_key()?;
        caller.require(Scope::TranslateText)?;
        self.translator
            .check_pair(request)
            .map_err(TranslationError::from)?;
        let resources = Resources::default();
        let texts = Texts::read(request)?;
        let characters = texts.characters().sum();
        let _room = self.admission.admit(characters)?;
        let work = async {
            tokio::time::timeout(
                self.timeout,
                self.translator.translate(request, &texts, &resources),
            )
            .await
            .map_err(|_| TranslateError::TimedOut)?
            .map_err(TranslateError::from)
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
}
