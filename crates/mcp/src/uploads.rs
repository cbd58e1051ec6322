//! Documents that come with the call of a tool, for assistants that reach the server over HTTP.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::answer::{Answer, refusal};
use crate::assistant::Assistant;
use crate::document::{Document, TranslatedDocument, Wishes};
use crate::interface::{Interface, Refused};

/// A document to translate.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct UploadedDocument {
    /// The name of the file, whose ending says its format, such as report.docx.
    file_name: String,
    /// The file in Base64, at most about 1 MB of it.
    content_base64: String,
    #[serde(flatten)]
    wishes: Wishes,
}

#[tool_router(router = upload_tools, vis = "pub(crate)")]
impl<I: Interface> Assistant<I> {
    #[tool(
        name = "translate_document",
        description = "Translate a small document (docx, pptx, xlsx, pdf, html, txt, srt, xliff, json and others) into one of the same format. Its file comes and goes in Base64.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn sent_document(
        &self,
        Parameters(document): Parameters<UploadedDocument>,
        call: RequestContext<RoleServer>,
    ) -> Answer {
        let translated = self.translate_upload(&document, &call).await;
        Ok(match translated {
            Ok(translated) => answer(&document.file_name, translated),
            Err(refused) => refusal(refused),
        })
    }
}

impl<I: Interface> Assistant<I> {
    async fn translate_upload(
        &self,
        document: &UploadedDocument,
        call: &RequestContext<RoleServer>,
    ) -> Result<TranslatedDocument, Refused> {
        let content = STANDARD
            .decode(document.content_base64.trim())
            .map_err(|error| {
                Refused(format!(
                    "Value for 'content_base64' is not valid: it must be the file in Base64 ({error})."
                ))
            })?;
        self.asking(call)
            .translate_document(&Document {
                file_name: &document.file_name,
                content: &content,
                fields: document.wishes.fields(),
            })
            .await
    }
}

/// A translation as a resource beside what is to be said of it.
fn answer(file_name: &str, translated: TranslatedDocument) -> CallToolResult {
    let stem = file_name
        .rsplit_once('.')
        .map_or(file_name, |(stem, _)| stem);
    let name = format!("{stem}.{}", translated.extension);
    let about = json!({
        "file_name": name,
        "billed_characters": translated.billed_characters,
        "warnings": translated.warnings,
    });
    // The name is no address, and what is in it is the client's own.
    let uri = "translation:result";
    let resource = ResourceContents::blob(STANDARD.encode(&translated.content), uri)
        .with_mime_type(translated.media_type);
    CallToolResult::success(vec![
        ContentBlock::text(about.to_string()),
        ContentBlock::resource(resource),
    ])
}
