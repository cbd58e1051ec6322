use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use dragoman_domain::glossary_languages;
use dragoman_service::{ImprovableLanguage, SupportedLanguage};
use dragoman_style::StyleLanguage;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::UseCases;
use crate::error::{ApiError, ErrorBody, EveryFailure};
use crate::fields::Strings;
use crate::request::Fields;

/// Which languages to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LanguagesQuery {
    /// The part of the service that the languages are for.
    #[param(inline)]
    resource: Option<Resource>,
    /// `beta` or `external`, repeatable. This server has neither kind at present.
    #[param(inline)]
    include: Option<Strings>,
    /// An old name of `resource`, refused with a hint.
    #[param(ignore)]
    product: Option<IgnoredAny>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Resource {
    TranslateText,
    TranslateDocument,
    Glossary,
    Voice,
    Write,
    StyleRules,
    TranslationMemory,
}

/// A language that can be used with the resource.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Language {
    /// The BCP 47 code.
    lang: &'static str,
    /// The name in English.
    name: &'static str,
    usable_as_source: bool,
    usable_as_target: bool,
    /// Always `stable`.
    status: &'static str,
    /// What is optional and available with this language.
    features: BTreeMap<&'static str, Feature>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Feature {
    /// Always `stable`.
    status: &'static str,
}

impl From<SupportedLanguage> for Language {
    fn from(supported: SupportedLanguage) -> Self {
        let has_glossaries = glossary_languages().contains(&supported.language.base());
        let has_style_rules =
            supported.instructions && StyleLanguage::of(supported.language).is_some();
        let features = [
            (AUTO_DETECTION, supported.auto_detection),
            (FORMALITY, supported.formality),
            (GLOSSARY, has_glossaries),
            (STYLE_RULES, has_style_rules),
            (TAG_HANDLING, true),
            (TRANSLATION_MEMORY, true),
        ];
        Self {
            lang: supported.language.tag(),
            name: supported.language.name(),
            usable_as_source: supported.usable_as_source,
            usable_as_target: supported.usable_as_target,
            status: STABLE,
            features: stable(&features),
        }
    }
}

impl From<ImprovableLanguage> for Language {
    /// Texts stay in their language: each base language is a source and a target, a variant only what is written.
    fn from(improvable: ImprovableLanguage) -> Self {
        let features = [
            (AUTO_DETECTION, improvable.auto_detection),
            (TONE, improvable.styles_and_tones),
            (WRITING_STYLE, improvable.styles_and_tones),
        ];
        Self {
            usable_as_source: !improvable.language.is_variant(),
            features: stable(&features),
            ..Self::of_resources(improvable.language)
        }
    }
}

/// Those of the features that are there.
fn stable(features: &[(&'static str, bool)]) -> BTreeMap<&'static str, Feature> {
    let there = features.iter().filter(|(_, is_there)| *is_there);
    there
        .map(|(name, _)| (*name, Feature { status: STABLE }))
        .collect()
}

impl Language {
    /// Memories serve translations, so they can be used for what can be translated.
    fn of_memories(supported: SupportedLanguage) -> Self {
        Self {
            features: BTreeMap::new(),
            ..Self::from(supported)
        }
    }

    /// A language in which resources can be made, whatever is translated.
    fn of_resources(language: dragoman_domain::Language) -> Self {
        Self {
            lang: language.tag(),
            name: language.name(),
            usable_as_source: true,
            usable_as_target: true,
            status: STABLE,
            features: BTreeMap::new(),
        }
    }

    /// A language that style rules can be written for: they are about what is written, not about
    /// what is read.
    fn of_style_rules(language: dragoman_domain::Language) -> Self {
        Self {
            usable_as_source: false,
            ..Self::of_resources(language)
        }
    }
}

const STABLE: &str = "stable";
const AUTO_DETECTION: &str = "auto_detection";
const FORMALITY: &str = "formality";
const GLOSSARY: &str = "glossary";
const STYLE_RULES: &str = "style_rules";
const TAG_HANDLING: &str = "tag_handling";
const TONE: &str = "tone";
const WRITE: &str = "write";
const WRITING_STYLE: &str = "writing_style";
const TRANSLATION_MEMORY: &str = "translation_memory";

/// Lists the languages that this server can serve now.
#[utoipa::path(
    get,
    path = "/v3/languages",
    tag = "Languages",
    params(LanguagesQuery),
    responses(
        (status = 200, description = "The languages", body = Vec<Language>),
        (status = 400, description = "`resource` is missing or unknown", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn languages(
    State(cases): State<Arc<UseCases>>,
    Fields(query): Fields<LanguagesQuery>,
) -> Result<Json<Vec<Language>>, ApiError> {
    if query.product.is_some() {
        return Err(ApiError::invalid(
            "'product' is not a parameter. Use 'resource', for example resource=translate_text.",
        ));
    }
    let unknown = |value: &&String| !["beta", "external"].contains(&value.as_str());
    if let Some(value) = query
        .include
        .iter()
        .flat_map(|include| &include.0)
        .find(unknown)
    {
        return Err(ApiError::invalid(format!(
            "Value for 'include' is not valid: {value:?} is neither beta nor external."
        )));
    }
    match query.resource {
        None => Err(ApiError::invalid(
            "'resource' is missing. Send, for example, resource=translate_text.",
        )),
        // Documents are translated by the same engines, text by text.
        Some(Resource::TranslateText | Resource::TranslateDocument) => Ok(Json(
            cases
                .languages
                .for_text_translation()
                .into_iter()
                .map(Language::from)
                .collect(),
        )),
        Some(Resource::Glossary) => Ok(Json(
            glossary_languages()
                .iter()
                .map(|&language| Language::of_resources(language))
                .collect(),
        )),
        Some(Resource::TranslationMemory) => Ok(Json(
            cases
                .languages
                .for_text_translation()
                .into_iter()
                .map(Language::of_memories)
                .collect(),
        )),
        Some(Resource::StyleRules) => Ok(Json(
            StyleLanguage::ALL
                .into_iter()
                .filter_map(|language| language.tag().parse().ok())
                .map(Language::of_style_rules)
                .collect(),
        )),
        Some(Resource::Write) => Ok(Json(
            cases
                .improve
                .languages()
                .into_iter()
                .map(Language::from)
                .collect(),
        )),
        // Voice is not served, so no language can be used with it.
        Some(Resource::Voice) => Ok(Json(Vec::new())),
    }
}

/// A part of the service and what is optional in it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ResourceFeatures {
    name: &'static str,
    features: Vec<FeatureNeeds>,
}

#[derive(Debug, Serialize, ToSchema)]
struct FeatureNeeds {
    name: &'static str,
    /// Whether the source language must have the feature.
    needs_source_support: bool,
    /// Whether the target language must have the feature.
    needs_target_support: bool,
}

impl FeatureNeeds {
    const fn of_source(name: &'static str) -> Self {
        Self {
            name,
            needs_source_support: true,
            needs_target_support: false,
        }
    }

    const fn of_target(name: &'static str) -> Self {
        Self {
            name,
            needs_source_support: false,
            needs_target_support: true,
        }
    }

    const fn of_both_sides(name: &'static str) -> Self {
        Self {
            name,
            needs_source_support: true,
            needs_target_support: true,
        }
    }
}

impl ResourceFeatures {
    fn of_translation(name: &'static str) -> Self {
        Self {
            name,
            features: vec![
                FeatureNeeds::of_source(AUTO_DETECTION),
                FeatureNeeds::of_target(FORMALITY),
                FeatureNeeds::of_target(STYLE_RULES),
                FeatureNeeds::of_both_sides(TAG_HANDLING),
                FeatureNeeds::of_both_sides(GLOSSARY),
                FeatureNeeds::of_both_sides(TRANSLATION_MEMORY),
            ],
        }
    }
}

/// Lists the parts of the service that this server has, with their features.
#[utoipa::path(
    get,
    path = "/v3/languages/resources",
    tag = "Languages",
    responses(
        (status = 200, description = "The resources", body = Vec<ResourceFeatures>),
        EveryFailure,
    )
)]
pub(crate) async fn resources() -> Result<Json<Vec<ResourceFeatures>>, ApiError> {
    Ok(Json(vec![
        ResourceFeatures::of_translation("translate_text"),
        ResourceFeatures::of_translation("translate_document"),
        ResourceFeatures {
            name: WRITE,
            features: vec![
                FeatureNeeds::of_source(AUTO_DETECTION),
                FeatureNeeds::of_target(WRITING_STYLE),
                FeatureNeeds::of_target(TONE),
            ],
        },
        ResourceFeatures {
            name: GLOSSARY,
            features: Vec::new(),
        },
        ResourceFeatures {
            name: STYLE_RULES,
            features: Vec::new(),
        },
        ResourceFeatures {
            name: TRANSLATION_MEMORY,
            features: Vec::new(),
        },
    ]))
}
