//! The tools for texts, and those that say what there is.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, answer};
use crate::assistant::Assistant;
use crate::interface::Interface;

/// Texts to translate.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct TranslateTexts {
    /// The texts, at most 50, each translated on its own.
    text: Vec<String>,
    /// The code of the language to translate into, such as de, en-GB or pt-BR.
    target_lang: String,
    /// The code of the language of the texts; detected if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_lang: Option<String>,
    /// What else is known of where the texts stand. It is not translated.
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<String>,
    /// How formally readers are addressed: `prefer_more` or `prefer_less` where that is supported, `more` or `less` to be
    /// refused where it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    formality: Option<String>,
    /// The id of a glossary for the pair of languages, as `list_glossaries` gives it. It needs `source_lang`.
    #[serde(skip_serializing_if = "Option::is_none")]
    glossary_id: Option<String>,
    /// `html` or `xml` if the texts have markup that is to be kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    tag_handling: Option<String>,
}

/// Texts to improve.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct RephraseTexts {
    /// The texts, each improved on its own.
    text: Vec<String>,
    /// The language of the texts, or the variant of it in which they are to be written; that of each text if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    target_lang: Option<String>,
    /// For whom the texts are: academic, business, casual or simple; with `prefer_` before it, nothing changes where styles
    /// are not supported. Not together with a tone.
    #[serde(skip_serializing_if = "Option::is_none")]
    writing_style: Option<String>,
    /// How the texts are to sound: confident, diplomatic, enthusiastic or friendly; with `prefer_` before it, nothing
    /// changes where tones are not supported. Not together with a style.
    #[serde(skip_serializing_if = "Option::is_none")]
    tone: Option<String>,
}

/// Texts with mistakes.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct CorrectTexts {
    /// The texts, each corrected on its own.
    text: Vec<String>,
    /// The language of the texts; that of each text if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    target_lang: Option<String>,
}

/// Texts whose languages are wanted.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct DetectLanguages {
    /// The texts, at most 50.
    text: Vec<String>,
}

#[tool_router(router = text_tools, vis = "pub(crate)")]
impl<I: Interface> Assistant<I> {
    #[tool(
        description = "Translate texts.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn translate_text(
        &self,
        Parameters(texts): Parameters<TranslateTexts>,
        call: RequestContext<RoleServer>,
    ) -> Answer {
        Ok(answer(
            self.asking(&call).post("/v2/translate", &texts).await,
        ))
    }

    #[tool(
        description = "Improve texts: say them better in the same language, in a style or tone if one is given.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn rephrase_text(
        &self,
        Parameters(texts): Parameters<RephraseTexts>,
        call: RequestContext<RoleServer>,
    ) -> Answer {
        Ok(answer(
            self.asking(&call).post("/v2/write/rephrase", &texts).await,
        ))
    }

    #[tool(
        description = "Mend spelling, grammar and punctuation of texts and change nothing else.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn correct_text(
        &self,
        Parameters(texts): Parameters<CorrectTexts>,
        call: RequestContext<RoleServer>,
    ) -> Answer {
        Ok(answer(
            self.asking(&call).post("/v2/write/correct", &texts).await,
        ))
    }

    #[tool(
        description = "Detect the languages of texts.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn detect_language(
        &self,
        Parameters(texts): Parameters<DetectLanguages>,
        call: RequestContext<RoleServer>,
    ) -> Answer {
        Ok(answer(
            self.asking(&call).post("/v3/detect/language", &texts).await,
        ))
    }

    #[tool(
        description = "List the languages that can be translated, which of them can be sources and targets, and what each supports.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn list_languages(&self, call: RequestContext<RoleServer>) -> Answer {
        let languages = self
            .asking(&call)
            .get("/v3/languages?resource=translate_text")
            .await;
        // What is structured must be an object.
        Ok(answer(languages.map(
            |languages| serde_json::json!({ "languages": languages }),
        )))
    }

    #[tool(
        description = "List the glossaries of the account, with their ids and the pairs of languages that they have.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn list_glossaries(&self, call: RequestContext<RoleServer>) -> Answer {
        Ok(answer(self.asking(&call).get("/v3/glossaries").await))
    }
}
