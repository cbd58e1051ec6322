use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::{Extension, Json};
use dragoman_domain::{ErrorKind, ModelType as PreferredModel, Priority, ReportingTag};
use dragoman_service::{Caller, Customization, TranslationRequest};
use dragoman_style::StyleLanguage;
use dragoman_text::{MarkupOptions, MarkupSyntax, MarkupVersion, SentenceSplitting, TagNames};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::UseCases;
use crate::error::{ApiError, BodyFailure, ErrorBody, EveryFailure};
use crate::fields::{Flag, LanguageCode, Names, Strings, Whole, or_none, word_or_number};
use crate::request::Fields;
use crate::routes::check_texts;
use crate::routes::customizing::{FormalityWish, Named, source_language};

/// Texts to translate.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct TranslateBody {
    /// The texts, at most 50, each translated on its own.
    #[schema(inline, min_items = 1, max_items = 50)]
    text: Strings,
    /// The language to translate into, for example `ES` or `PT-BR`.
    #[schema(inline)]
    target_lang: LanguageCode,
    /// The language of the texts; detected for each text if absent. Base languages only.
    #[serde(default, deserialize_with = "or_none")]
    #[schema(inline)]
    source_lang: Option<LanguageCode>,
    /// Text around the texts: it helps to detect the language, and a language model to choose the
    /// words. Neither translated nor billed.
    context: Option<String>,
    /// Which family of models to prefer: `latency_optimized`, the default, are the engines of the
    /// server itself; `quality_optimized` is a language model, where one is configured.
    /// `prefer_quality_optimized` is the same.
    #[schema(inline)]
    model_type: Option<ModelType>,
    /// Where sentences end: `1` at punctuation and line breaks, `nonewlines` at punctuation only,
    /// `0` nowhere.
    #[serde(default, deserialize_with = "word_or_number")]
    #[schema(inline)]
    split_sentences: Option<SplitSentences>,
    /// Whether to keep the capitals and the final punctuation of sentences as they are.
    #[schema(inline)]
    preserve_formatting: Option<Flag>,
    /// How formally readers are addressed. Where that is not supported, `more` and `less` are
    /// refused, and `prefer_more` and `prefer_less` change nothing.
    #[schema(inline)]
    formality: Option<FormalityWish>,
    /// Whether to add the number of billed characters.
    #[schema(inline)]
    show_billed_characters: Option<Flag>,
    /// Accepted and without effect.
    #[schema(inline)]
    #[expect(dead_code, reason = "without effect, but a wrong value is refused")]
    enable_beta_languages: Option<Flag>,
    /// A glossary with a dictionary for the pair; needs `source_lang`.
    glossary_id: Option<String>,
    /// Up to 5 glossaries instead of one; of two with the same source term the earlier counts.
    #[schema(inline, max_items = 5)]
    glossary_ids: Option<Names>,
    /// A style rule list for the target language. Its custom instructions and some of its rules need
    /// a language model.
    style_id: Option<String>,
    /// Up to 10 instructions, each of up to 300 characters, for targets that style rules can be
    /// made for. They need a language model.
    #[schema(inline, max_items = 10)]
    custom_instructions: Option<Strings>,
    /// A translation memory, whose segments take the place of translations of similar texts.
    translation_memory_id: Option<String>,
    /// How much a segment of the memory must resemble a text to take its place, in per cent; 75 if
    /// absent. 100 is an equal text.
    #[serde(default, deserialize_with = "or_none")]
    #[schema(inline, minimum = 0, maximum = 100)]
    translation_memory_threshold: Option<Whole>,
    /// What markup the texts have. Its tags are put around the corresponding words of the
    /// translation.
    #[serde(default, deserialize_with = "or_none")]
    #[schema(inline)]
    tag_handling: Option<TagHandling>,
    /// `v1`, the default, repairs broken XML; `v2` refuses it. HTML is repaired by both.
    #[serde(default, deserialize_with = "or_none")]
    #[schema(inline)]
    tag_handling_version: Option<TagHandlingVersion>,
    /// Whether the structure of XML says which tags split sentences. If not, only
    /// `splitting_tags` do.
    #[schema(inline)]
    outline_detection: Option<Flag>,
    /// Tags that never split sentences.
    #[schema(inline)]
    non_splitting_tags: Option<Names>,
    /// Tags that always split sentences.
    #[schema(inline)]
    splitting_tags: Option<Names>,
    /// Tags whose text is not translated.
    #[schema(inline)]
    ignore_tags: Option<Names>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(clippy::enum_variant_names, reason = "the contract's words")]
enum ModelType {
    LatencyOptimized,
    QualityOptimized,
    PreferQualityOptimized,
}

impl From<PreferredModel> for ModelType {
    fn from(model: PreferredModel) -> Self {
        match model {
            PreferredModel::LatencyOptimized => Self::LatencyOptimized,
            PreferredModel::QualityOptimized => Self::QualityOptimized,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
enum SplitSentences {
    #[serde(rename = "0")]
    Off,
    #[serde(rename = "1")]
    On,
    #[serde(rename = "nonewlines")]
    NoNewlines,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum TagHandling {
    Xml,
    Html,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum TagHandlingVersion {
    #[default]
    V1,
    V2,
}

impl TranslateBody {
    fn instructions(&self) -> Result<Vec<String>, ApiError> {
        let instructions = self.custom_instructions.iter().flat_map(|Strings(all)| all);
        // Some clients send an empty text where they mean none.
        let instructions: Vec<String> = instructions
            .filter(|instruction| !instruction.trim().is_empty())
            .cloned()
            .collect();
        if instructions.len() > MOST_INSTRUCTIONS {
            return Err(ApiError::invalid(format!(
                "Value for 'custom_instructions' is not valid: {} instructions were sent, and \
                 {MOST_INSTRUCTIONS} is the most.",
                instructions.len()
            )));
        }
        for (index, instruction) in instructions.iter().enumerate() {
            let length = instruction.chars().count();
            if length > LONGEST_INSTRUCTION {
                return Err(ApiError::invalid(format!(
                    "Value for 'custom_instructions' is not valid: instruction {index} has {length} \
                     characters, and {LONGEST_INSTRUCTION} is the most."
                )));
            }
        }
        let target = self.target_lang.0;
        if !instructions.is_empty() && StyleLanguage::of(target).is_none() {
            return Err(ApiError::new(
                ErrorKind::Unsupported,
                format!(
                    "'custom_instructions' are not supported for 'target_lang' {}; they are for {}.",
                    target.upper_case_tag(),
                    StyleLanguage::ALL.map(StyleLanguage::tag).join(", ")
                ),
            ));
        }
        Ok(instructions)
    }

    fn customization(&self) -> Result<Customization, ApiError> {
        Named {
            glossary: self.glossary_id.as_deref(),
            glossaries: self.glossary_ids.as_ref(),
            style: self.style_id.as_deref(),
            memory: self.translation_memory_id.as_deref(),
            threshold: self.translation_memory_threshold,
        }
        .customization()
    }

    const fn model(&self) -> PreferredModel {
        match self.model_type {
            None | Some(ModelType::LatencyOptimized) => PreferredModel::LatencyOptimized,
            Some(ModelType::QualityOptimized | ModelType::PreferQualityOptimized) => {
                PreferredModel::QualityOptimized
            }
        }
    }

    fn markup(&self) -> Option<MarkupOptions> {
        let names = |names: &Option<Names>| match names {
            Some(Names(names)) => names.iter().cloned().collect(),
            None => TagNames::new(),
        };
        let syntax = match self.tag_handling? {
            TagHandling::Xml => MarkupSyntax::Xml,
            TagHandling::Html => MarkupSyntax::Html,
        };
        let version = match self.tag_handling_version.unwrap_or_default() {
            TagHandlingVersion::V1 => MarkupVersion::V1,
            TagHandlingVersion::V2 => MarkupVersion::V2,
        };
        Some(MarkupOptions {
            outline_detection: self.outline_detection.is_none_or(|detect| detect.0),
            splitting_tags: names(&self.splitting_tags),
            non_splitting_tags: names(&self.non_splitting_tags),
            ignore_tags: names(&self.ignore_tags),
            ..MarkupOptions::new(syntax, version)
        })
    }

    fn splitting(&self) -> SentenceSplitting {
        match (self.split_sentences, self.tag_handling) {
            (Some(SplitSentences::Off), _) => SentenceSplitting::Off,
            (Some(SplitSentences::On), _) => SentenceSplitting::PunctuationAndNewlines,
            (Some(SplitSentences::NoNewlines), _) | (None, Some(TagHandling::Html)) => {
                SentenceSplitting::Punctuation
            }
            (None, _) => SentenceSplitting::PunctuationAndNewlines,
        }
    }
}

impl TryFrom<TranslateBody> for TranslationRequest {
    type Error = ApiError;

    fn try_from(body: TranslateBody) -> Result<Self, ApiError> {
        check_texts(&body.text.0)?;
        Ok(Self {
            source: source_language(body.source_lang)?,
            target: body.target_lang.0,
            splitting: body.splitting(),
            markup: body.markup(),
            preserve_formatting: body.preserve_formatting.is_some_and(|preserve| preserve.0),
            priority: Priority::Interactive,
            formality: body.formality.and_then(FormalityWish::formality),
            instructions: body.instructions()?,
            model: body.model(),
            context: body.context.filter(|context| !context.is_empty()),
            texts: body.text.0,
        })
    }
}

/// The translations, in the order of the texts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Translations {
    translations: Vec<Translation>,
    /// The sum over all texts, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    billed_characters: Option<u64>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Translation {
    /// The language that was given or detected, in upper case.
    detected_source_language: String,
    /// The translation.
    text: String,
    /// The number of characters of the source text, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    billed_characters: Option<u64>,
    /// The family of the model that translated, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(inline)]
    model_type_used: Option<ModelType>,
    /// The version of tag handling that was applied, if tag handling was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(inline)]
    tag_handling_version: Option<TagHandlingVersion>,
}

/// The most custom instructions of one request.
const MOST_INSTRUCTIONS: usize = 10;

/// The longest custom instruction, in characters.
const LONGEST_INSTRUCTION: usize = 300;

/// The header under whose value the characters are counted as well.
const REPORTING_TAG: &str = "X-DeepL-Reporting-Tag";

/// The value of [`REPORTING_TAG`], if it was sent.
pub(crate) struct ReportingTagHeader(pub(crate) Option<ReportingTag>);

impl<S: Send + Sync> FromRequestParts<S> for ReportingTagHeader {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut values = parts.headers.get_all(REPORTING_TAG).iter();
        let Some(value) = values.next() else {
            return Ok(Self(None));
        };
        let tag = value
            .to_str()
            .ok()
            .filter(|_| values.next().is_none())
            .and_then(|value| ReportingTag::parse(value).ok());
        match tag {
            Some(tag) => Ok(Self(Some(tag))),
            None => Err(ApiError::invalid(format!(
                "The header '{REPORTING_TAG}' is not valid: send one value of 1 to {} ASCII \
                 characters without white space.",
                ReportingTag::LONGEST
            ))),
        }
    }
}

/// Translates texts.
#[utoipa::path(
    post,
    path = "/v2/translate",
    tag = "Translation",
    request_body(content(
        (TranslateBody = "application/json"),
        (TranslateBody = "application/x-www-form-urlencoded"),
    )),
    responses(
        (status = 200, description = "The translations", body = Translations),
        (status = 400, description = "A parameter is missing, wrong or not available", body = ErrorBody),
        EveryFailure,
        BodyFailure,
        (status = 456, description = "The character limit of the account or the key is reached", body = ErrorBody),
    )
)]
pub(crate) async fn translate(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    tag: ReportingTagHeader,
    Fields(body): Fields<TranslateBody>,
) -> Result<Json<Translations>, ApiError> {
    let show_billed = body.show_billed_characters.is_some_and(|show| show.0);
    let shows_model = body.model_type.is_some();
    let tag_handling_version =
        (body.tag_handling).map(|_| body.tag_handling_version.unwrap_or_default());
    let customization = body.customization()?;
    let request = TranslationRequest::try_from(body)?;
    let translated = cases
        .translate
        .translate(&caller, &request, &customization, tag.0)
        .await?;
    let translations: Vec<Translation> = translated
        .into_iter()
        .map(|translated| Translation {
            detected_source_language: translated.source.upper_case_tag(),
            text: translated.text,
            billed_characters: show_billed.then_some(translated.characters),
            // Honest about what translated, whatever was preferred.
            model_type_used: shows_model.then(|| ModelType::from(translated.model)),
            tag_handling_version,
        })
        .collect();
    Ok(Json(Translations {
        billed_characters: translations
            .iter()
            .map(|translation| translation.billed_characters)
            .sum(),
        translations,
    }))
}
