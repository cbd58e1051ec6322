//! Documents: sent, asked for, and fetched once.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::response::Response;
use axum::{Extension, Json};
use dragoman_domain::DocumentId;
use dragoman_service::{
    Caller, DocumentError, DocumentHandle, DocumentNote, DocumentNoteValue, DocumentReport,
    NewDocument,
};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::UseCases;
use crate::document_answer::document_answer;
use crate::document_upload::{file_name, receive_document};
use crate::error::{ApiError, ErrorBody, EveryFailure};
use crate::fields::{Flag, LanguageCode, Names, Whole, or_none};
use crate::request::Fields;
use crate::routes::customizing::{FormalityWish, Named, source_language};
use crate::routes::parameters::PathTexts;

/// A document to translate.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DocumentForm {
    /// The file. The ending of its name says its format: docx, pptx, xlsx, html, htm, txt, xliff,
    /// xlf, srt, vtt, ass, ssa, po, pot, properties, yaml, yml, resx, resw, arb, strings, xcstrings, csv, tsv, md, markdown, xml, json, dita, ditamap, idml, mif, rtf, pdf, odt, ott, ods, ots, odp, otp, docm, pptm, xlsm or
    /// epub; doc where the server has LibreOffice; jpeg, jpg or png where it has Tesseract.
    #[expect(
        dead_code,
        reason = "for the description: the file is read as it comes"
    )]
    #[schema(value_type = String, format = Binary, required = true)]
    file: Option<IgnoredAny>,
    /// The language to translate into, for example `ES` or `PT-BR`.
    #[schema(inline)]
    target_lang: LanguageCode,
    /// The language of the document; detected if absent. Base languages only.
    #[serde(default, deserialize_with = "or_none")]
    #[schema(inline)]
    source_lang: Option<LanguageCode>,
    /// The name of the file. It goes before the one that comes with the file.
    #[serde(default, deserialize_with = "or_none")]
    filename: Option<String>,
    /// The format of the translation, by its ending. It is that of the document, and docx for doc; docx for pdf
    /// makes a document of Word of it.
    #[serde(default, deserialize_with = "or_none")]
    output_format: Option<String>,
    /// Whether the translation of each paragraph, cell or cue follows it instead of replacing it; `false` if absent. For docx,
    /// docm, odt, html, md, epub and subtitles. A field of this server's own.
    #[serde(default, deserialize_with = "or_none")]
    #[schema(inline)]
    bilingual: Option<Flag>,
    /// How formally readers are addressed. Where that is not supported, `more` and `less` are
    /// refused, and `prefer_more` and `prefer_less` change nothing.
    #[serde(default, deserialize_with = "or_none")]
    #[schema(inline)]
    formality: Option<FormalityWish>,
    /// A glossary with a dictionary for the pair; needs `source_lang`.
    glossary_id: Option<String>,
    /// Up to 5 glossaries instead of one; of two with the same source term the earlier counts.
    #[schema(inline, max_items = 5)]
    glossary_ids: Option<Names>,
    /// A style rule list for the target language. Its custom instructions and some of its rules need
    /// a language model.
    style_id: Option<String>,
    /// A translation memory, whose segments take the place of translations of similar texts.
    translation_memory_id: Option<String>,
    /// How much a segment of the memory must resemble a text to take its place, in per cent; 75 if
    /// absent. 100 is an equal text.
    #[serde(default, deserialize_with = "or_none")]
    #[schema(inline, minimum = 0, maximum = 100)]
    translation_memory_threshold: Option<Whole>,
    /// Accepted and without effect.
    #[serde(default, deserialize_with = "or_none")]
    #[schema(inline)]
    #[expect(dead_code, reason = "without effect, but a wrong value is refused")]
    enable_beta_languages: Option<Flag>,
}

impl DocumentForm {
    /// # Errors
    /// 400 that names what is missing or wrong.
    fn into_document(self, name_of_part: Option<String>) -> Result<NewDocument, ApiError> {
        let customization = Named {
            glossary: self.glossary_id.as_deref(),
            glossaries: self.glossary_ids.as_ref(),
            style: self.style_id.as_deref(),
            memory: self.translation_memory_id.as_deref(),
            threshold: self.translation_memory_threshold,
        }
        .customization()?;
        Ok(NewDocument {
            file_name: file_name(self.filename.or(name_of_part))?,
            source: source_language(self.source_lang)?,
            target: self.target_lang.0,
            formality: self.formality.and_then(FormalityWish::formality),
            customization,
            output_format: self.output_format,
            bilingual: self.bilingual.is_some_and(|Flag(is_wanted)| is_wanted),
        })
    }
}

/// What is needed to ask for a document and to fetch its translation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentHandle)]
pub(crate) struct Handle {
    /// 32 hexadecimal digits.
    document_id: String,
    /// 64 hexadecimal digits. Nobody can ask for the document without them.
    document_key: String,
}

impl From<DocumentHandle> for Handle {
    fn from(handle: DocumentHandle) -> Self {
        Self {
            document_id: handle.id.to_string(),
            document_key: handle.key.expose().to_owned(),
        }
    }
}

/// Sends a document to translate.
#[utoipa::path(
    post,
    path = "/v2/document",
    operation_id = "send_document",
    tag = "Documents",
    request_body(content = DocumentForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "The document is there and waits to be translated", body = Handle),
        (status = 400, description = "A part is missing, wrong or not available", body = ErrorBody),
        EveryFailure,
        (status = 429, description = "Too many requests, uploads at a time, documents that are not downloaded, or characters or bytes of them", body = ErrorBody),
        (status = 404, description = "There is no such glossary, translation memory or style rule list", body = ErrorBody),
        (status = 413, description = "The file or its text is larger than is accepted", body = ErrorBody),
        (status = 415, description = "The content type is not multipart/form-data", body = ErrorBody),
        (status = 456, description = "The character limit of the account or the key is reached", body = ErrorBody),
        (status = 503, description = "The server receives or keeps as many documents as it can, or its disk is almost full", body = ErrorBody),
    )
)]
pub(crate) async fn upload(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Json<Handle>, ApiError> {
    let handle = receive_document(&cases, &caller, request, |sent, name_of_part| {
        let form: DocumentForm = sent.read()?;
        form.into_document(name_of_part)
    });
    Ok(Json(handle.await?.into()))
}

/// The secret of a document.
#[derive(Deserialize, ToSchema)]
pub(crate) struct DocumentKeyBody {
    /// The `document_key` that the server answered when the document was sent.
    document_key: String,
}

/// Which document is meant. What is no id is answered as one that nothing has.
fn document_id(text: &str) -> Result<DocumentId, ApiError> {
    text.parse()
        .map_err(|_| DocumentError::UnknownDocument.into())
}

/// What has become of a document.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentStatus)]
pub(crate) struct Status {
    document_id: String,
    #[schema(inline)]
    status: Progress,
    /// While it is being translated: how long that will take, estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_remaining: Option<u64>,
    /// When it is done: the characters that count once the translation is fetched.
    #[serde(skip_serializing_if = "Option::is_none")]
    billed_characters: Option<u64>,
    /// When it is done: what should be known of the translation; absent if there is nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<WarningBody>,
    /// When it failed: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    error_message: Option<String>,
    /// The same as `error_message`.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// Something that a person should know of a document that was translated nevertheless.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentWarning)]
struct WarningBody {
    /// What it is, for programs.
    code: String,
    /// The same for people, as an English sentence.
    message: String,
    /// What the sentence says of the document, by name: numbers, texts, or lists of numbers of pages.
    #[schema(value_type = Object)]
    values: BTreeMap<String, WarningValueBody>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum WarningValueBody {
    Number(u64),
    Text(String),
    Pages(Vec<u64>),
}

impl From<DocumentNote> for WarningBody {
    fn from(warning: DocumentNote) -> Self {
        let values = warning.values.into_iter().map(|(name, value)| {
            let value = match value {
                DocumentNoteValue::Number(number) => WarningValueBody::Number(number),
                DocumentNoteValue::Text(text) | DocumentNoteValue::Language(text) => {
                    WarningValueBody::Text(text)
                }
                DocumentNoteValue::Pages(pages) => WarningValueBody::Pages(pages),
            };
            (name, value)
        });
        Self {
            code: warning.code,
            message: warning.message,
            values: values.collect(),
        }
    }
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Progress {
    Queued,
    Translating,
    Done,
    Error,
}

impl Status {
    fn new(id: DocumentId, report: DocumentReport) -> Self {
        let plain = |status| Self {
            document_id: id.to_string(),
            status,
            seconds_remaining: None,
            billed_characters: None,
            warnings: Vec::new(),
            error_message: None,
            message: None,
        };
        match report {
            DocumentReport::Queued => plain(Progress::Queued),
            DocumentReport::Translating { seconds_remaining } => Self {
                seconds_remaining: Some(seconds_remaining),
                ..plain(Progress::Translating)
            },
            DocumentReport::Done {
                billed_characters,
                warnings,
            } => Self {
                billed_characters: Some(billed_characters),
                warnings: warnings.into_iter().map(WarningBody::from).collect(),
                ..plain(Progress::Done)
            },
            // The description has one name and its example the other; clients read the first.
            DocumentReport::Failed(failure) => Self {
                error_message: Some(failure.message.clone()),
                message: Some(failure.message),
                ..plain(Progress::Error)
            },
        }
    }
}

/// Says what has become of a document.
#[utoipa::path(
    post,
    path = "/v2/document/{document_id}",
    operation_id = "get_document_status",
    tag = "Documents",
    params(("document_id" = String, Path, description = "The document's id")),
    request_body(content(
        (DocumentKeyBody = "application/json"),
        (DocumentKeyBody = "application/x-www-form-urlencoded"),
    )),
    responses(
        (status = 200, description = "What has become of it", body = Status),
        (status = 400, description = "`document_key` is missing", body = ErrorBody),
        EveryFailure,
        (status = 404, description = "There is no document with this id and key", body = ErrorBody),
    )
)]
pub(crate) async fn status(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    PathTexts(id): PathTexts<String>,
    Fields(body): Fields<DocumentKeyBody>,
) -> Result<Json<Status>, ApiError> {
    let id = document_id(&id)?;
    let report = (cases.documents)
        .status(&caller, id, &body.document_key)
        .await?;
    Ok(Json(Status::new(id, report)))
}

/// The bytes of a file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "for the description")]
struct FileBytes(Vec<u8>);

/// Sends the translation of a document, once: its characters count when that begins, and the document is
/// removed when it is done.
#[utoipa::path(
    post,
    path = "/v2/document/{document_id}/result",
    operation_id = "get_document_result",
    tag = "Documents",
    params(("document_id" = String, Path, description = "The document's id")),
    request_body(content(
        (DocumentKeyBody = "application/json"),
        (DocumentKeyBody = "application/x-www-form-urlencoded"),
    )),
    responses(
        (status = 200, description = "The translated file", content_type = "application/octet-stream", body = inline(FileBytes)),
        (status = 400, description = "`document_key` is missing, or the document was not translated", body = ErrorBody),
        EveryFailure,
        (status = 404, description = "There is no document with this id and key, or not any more", body = ErrorBody),
        (status = 503, description = "The translation is not ready yet", body = ErrorBody),
    )
)]
pub(crate) async fn result(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    PathTexts(id): PathTexts<String>,
    method: Method,
    Fields(body): Fields<DocumentKeyBody>,
) -> Result<Response, ApiError> {
    // The router takes it for GET, and it would count and fetch nothing.
    if method == Method::HEAD {
        return Err(ApiError::method_not_allowed());
    }
    let download = (cases.documents)
        .download(&caller, document_id(&id)?, &body.document_key)
        .await?;
    Ok(document_answer(download))
}
