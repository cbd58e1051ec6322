//! Documents, sent to the interface and fetched from it.

use std::time::Duration;

use bytes::Bytes;
use http::Method;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::interface::{Asking, Interface, InterfaceResponse, Refused};

/// After how long the status of a document is asked for again.
const ASK_AGAIN: Duration = Duration::from_secs(1);

/// How a document is to be translated.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub(crate) struct Wishes {
    /// The code of the language to translate into, such as de, en-GB or pt-BR.
    pub(crate) target_lang: String,
    /// The code of the language of the document; detected if absent.
    source_lang: Option<String>,
    /// How formally readers are addressed: more, less, `prefer_more` or `prefer_less`.
    formality: Option<String>,
    /// The id of a glossary for the pair of languages, as `list_glossaries` gives it. It needs `source_lang`.
    glossary_id: Option<String>,
    /// Whether the translation of each paragraph, cell or cue follows it instead of replacing it: docx, docm, odt, html, md, epub and
    /// subtitles only.
    bilingual: Option<bool>,
}

impl Wishes {
    /// The fields of the interface that say them, by their names.
    pub(crate) fn fields(&self) -> Vec<(&'static str, &str)> {
        let bilingual = self
            .bilingual
            .map(|is_wanted| if is_wanted { "true" } else { "false" });
        let fields = [
            ("target_lang", Some(&self.target_lang)),
            ("source_lang", self.source_lang.as_ref()),
            ("formality", self.formality.as_ref()),
            ("glossary_id", self.glossary_id.as_ref()),
        ];
        let sent = fields.into_iter();
        sent.filter_map(|(name, value)| Some((name, value?.as_str())))
            .chain(bilingual.map(|value| ("bilingual", value)))
            .collect()
    }
}

/// A document to translate, and how.
pub(crate) struct Document<'a> {
    pub(crate) file_name: &'a str,
    pub(crate) content: &'a [u8],
    /// The fields of the interface, by their names.
    pub(crate) fields: Vec<(&'static str, &'a str)>,
}

/// Its translation.
pub(crate) struct TranslatedDocument {
    /// What its file's name ends with, without the dot.
    pub(crate) extension: String,
    pub(crate) media_type: String,
    pub(crate) content: Bytes,
    pub(crate) billed_characters: Option<u64>,
    /// What should be known of it.
    pub(crate) warnings: Vec<String>,
}

/// What is needed to ask for a document.
#[derive(Deserialize)]
struct Handle {
    document_id: String,
    document_key: String,
}

impl<'a, I: Interface> Asking<'a, I> {
    /// Has a document translated, and waits until it is.
    pub(crate) async fn translate_document(
        &self,
        document: &Document<'_>,
    ) -> Result<TranslatedDocument, Refused> {
        let boundary = boundary()?;
        let content_type = format!("multipart/form-data; boundary={boundary}");
        let body = form(document, &boundary).into();
        let request = self.request(Method::POST, "/v2/document", Some(&content_type), body)?;
        let sent = self.send(request).await?;
        let handle: Handle = serde_json::from_slice(sent.body())
            .map_err(|_| Refused("The server's answer is not understood.".to_owned()))?;
        let path = format!("/v2/document/{}", handle.document_id);
        let key = json!({ "document_key": handle.document_key });
        let mut awaited = Awaited {
            asking: self,
            handle: Some(handle),
        };
        let ended = tokio::time::timeout(self.longest, self.ended(&path, &key)).await;
        let status = ended.map_err(|_| {
            let minutes = self.longest.as_secs() / 60;
            Refused(format!(
                "The document was not translated within {minutes} minutes."
            ))
        })??;
        let result = self.post_for_bytes(&format!("{path}/result"), &key).await?;
        awaited.handle = None;
        Ok(TranslatedDocument {
            extension: extension_of(&result),
            media_type: header(&result, CONTENT_TYPE.as_str()),
            billed_characters: status["billed_characters"].as_u64(),
            warnings: warnings(&status),
            content: result.into_body(),
        })
    }

    /// The status of a document that is translated.
    async fn ended(&self, path: &str, key: &Value) -> Result<Value, Refused> {
        loop {
            let status = self.post(path, key).await?;
            match status["status"].as_str() {
                Some("done") => return Ok(status),
                Some("queued" | "translating") => tokio::time::sleep(ASK_AGAIN).await,
                _ => {
                    let reason = status["error_message"].as_str();
                    let reason = reason.unwrap_or("The document was not translated.");
                    return Err(Refused(reason.to_owned()));
                }
            }
        }
    }
}

/// A document that an assistant waits for; given up when this is dropped, unless its translation was fetched.
struct Awaited<'a, I: Interface> {
    asking: &'a Asking<'a, I>,
    handle: Option<Handle>,
}

impl<I: Interface> Drop for Awaited<'_, I> {
    fn drop(&mut self) {
        if let Some(handle) = &self.handle {
            let Asking { interface, .. } = self.asking;
            let origin = self.asking.origin();
            interface.give_up(&handle.document_id, &handle.document_key, origin);
        }
    }
}

/// What stands between the parts of a form, and in no file.
fn boundary() -> Result<String, Refused> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Refused(format!("There are no random numbers: {error}.")))?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

/// The fields and the file as a form (RFC 7578).
fn form(document: &Document<'_>, boundary: &str) -> Vec<u8> {
    let mut form = Vec::with_capacity(document.content.len().saturating_add(1000));
    for (name, value) in &document.fields {
        let head = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        );
        form.extend_from_slice(head.as_bytes());
    }
    let escaped = document.file_name.replace('\r', "%0D").replace('\n', "%0A");
    let escaped = escaped.replace('"', "%22");
    let head = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{escaped}\"\r\n\r\n"
    );
    form.extend_from_slice(head.as_bytes());
    form.extend_from_slice(document.content);
    form.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    form
}

fn header(response: &InterfaceResponse, name: &str) -> String {
    let value = response.headers().get(name);
    let value = value.and_then(|value| value.to_str().ok());
    value.unwrap_or_default().to_owned()
}

/// What the name of the file in an answer ends with.
fn extension_of(response: &InterfaceResponse) -> String {
    let disposition = header(response, CONTENT_DISPOSITION.as_str());
    let last = disposition.rsplit('.').next().unwrap_or_default();
    last.chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect()
}

fn warnings(status: &Value) -> Vec<String> {
    let warnings = status["warnings"].as_array().into_iter().flatten();
    let messages = warnings.filter_map(|warning| warning["message"].as_str());
    messages.map(ToOwned::to_owned).collect()
}
