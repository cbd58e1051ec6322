//! How a translation is to read, which requests for texts and for documents say with the same
//! parameters.

use dragoman_domain::{Formality, GlossaryId, Language, Register};
use dragoman_service::{Customization, MemoryChoice};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::fields::{LanguageCode, Names, Whole};
use crate::routes::parameters::id;

/// The most glossaries of one request.
const MOST_GLOSSARIES: usize = 5;

/// How much a segment of a memory must resemble a text if the request does not say it, in per
/// cent.
const DEFAULT_THRESHOLD: u8 = 75;

/// How formally readers are to be addressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum FormalityWish {
    Default,
    More,
    Less,
    PreferMore,
    PreferLess,
}

impl FormalityWish {
    /// What is wished; nothing by default.
    pub(super) const fn formality(self) -> Option<Formality> {
        let (register, is_required) = match self {
            Self::Default => return None,
            Self::More => (Register::Formal, true),
            Self::Less => (Register::Informal, true),
            Self::PreferMore => (Register::Formal, false),
            Self::PreferLess => (Register::Informal, false),
        };
        Some(Formality {
            register,
            is_required,
        })
    }
}

/// What of the account a request names. Some clients send nothing where they mean none.
pub(super) struct Named<'a> {
    pub(super) glossary: Option<&'a str>,
    pub(super) glossaries: Option<&'a Names>,
    pub(super) style: Option<&'a str>,
    pub(super) memory: Option<&'a str>,
    pub(super) threshold: Option<Whole>,
}

impl Named<'_> {
    /// # Errors
    /// 400 that names the parameter that is wrong.
    pub(super) fn customization(&self) -> Result<Customization, ApiError> {
        let style = self.style.filter(|text| !text.is_empty());
        Ok(Customization {
            glossaries: self.glossaries()?,
            memory: self.memory()?,
            style: style.map(|text| id("style_id", text)).transpose()?,
        })
    }

    fn glossaries(&self) -> Result<Vec<GlossaryId>, ApiError> {
        let one = self.glossary.filter(|id| !id.is_empty());
        let several = self.glossaries.iter().flat_map(|Names(ids)| ids);
        let several: Vec<&str> = several.map(String::as_str).collect();
        if one.is_some() && !several.is_empty() {
            return Err(ApiError::invalid(
                "Values for 'glossary_id' and 'glossary_ids' exclude each other: send one of them.",
            ));
        }
        if several.len() > MOST_GLOSSARIES {
            return Err(ApiError::invalid(format!(
                "Value for 'glossary_ids' is not valid: {} glossaries were sent, and \
                 {MOST_GLOSSARIES} is the most.",
                several.len()
            )));
        }
        let name = if several.is_empty() {
            "glossary_id"
        } else {
            "glossary_ids"
        };
        let ids = one.into_iter().chain(several);
        ids.map(|text| id(name, text)).collect()
    }

    fn memory(&self) -> Result<Option<MemoryChoice>, ApiError> {
        let threshold = match self.threshold {
            None => DEFAULT_THRESHOLD,
            Some(Whole(threshold)) => match u8::try_from(threshold) {
                Ok(threshold @ 0..=100) => threshold,
                _ => {
                    return Err(ApiError::invalid(
                        "Value for 'translation_memory_threshold' is not valid: it must be from 0 \
                         to 100.",
                    ));
                }
            },
        };
        let memory = self.memory.filter(|text| !text.is_empty());
        memory
            .map(|text| {
                let id = id("translation_memory_id", text)?;
                Ok(MemoryChoice { id, threshold })
            })
            .transpose()
    }
}

/// The language to translate from.
///
/// # Errors
/// 400 for a variant: sources have none.
pub(super) fn source_language(code: Option<LanguageCode>) -> Result<Option<Language>, ApiError> {
    match code {
        Some(LanguageCode(language)) if language.is_variant() => Err(ApiError::invalid(format!(
            "Value for 'source_lang' is not valid: {} is a variant; as a source, use {}.",
            language.upper_case_tag(),
            language.base().upper_case_tag()
        ))),
        source => Ok(source.map(|code| code.0)),
    }
}
