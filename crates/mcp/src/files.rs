//! Documents by the paths of their files, for assistants on the same machine as this program.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{Answer, answer};
use crate::assistant::Assistant;
use crate::document::{Document, Wishes};
use crate::interface::{Interface, Refused};

/// The largest file that is read, in bytes. Servers have lower limits, by format.
const LARGEST_FILE: u64 = 100_000_000;

/// A document to translate.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub(crate) struct DocumentFile {
    /// The path of the document's file. The ending of its name says its format.
    path: PathBuf,
    /// The path of the file to write, which must not exist yet. Beside the document, with the language in its name, if absent.
    output_path: Option<PathBuf>,
    #[serde(flatten)]
    wishes: Wishes,
}

#[tool_router(router = file_tools, vis = "pub(crate)")]
impl<I: Interface> Assistant<I> {
    #[tool(
        name = "translate_document",
        description = "Translate a document (docx, pptx, xlsx, pdf, html, txt, srt, xliff, json and others) into one of the same format, which is written to a new file. Answers its path.",
        annotations(
            read_only_hint = false,
            destructive_hint = false,
            open_world_hint = false
        )
    )]
    async fn document_of_path(
        &self,
        Parameters(document): Parameters<DocumentFile>,
        call: RequestContext<RoleServer>,
    ) -> Answer {
        Ok(answer(self.translate_file(&document, &call).await))
    }
}

impl<I: Interface> Assistant<I> {
    async fn translate_file(
        &self,
        document: &DocumentFile,
        call: &RequestContext<RoleServer>,
    ) -> Result<Value, Refused> {
        let name = document.path.file_name().unwrap_or_default();
        let file_name = name.to_string_lossy();
        let content = read(document.path.clone()).await?;
        let sent = Document {
            file_name: &file_name,
            content: &content,
            fields: document.wishes.fields(),
        };
        let translated = self.asking(call).translate_document(&sent).await?;
        let path = output_path(document, &translated.extension);
        write(path.clone(), translated.content).await?;
        Ok(json!({
            "path": path,
            "billed_characters": translated.billed_characters,
            "warnings": translated.warnings,
        }))
    }
}

/// Where a translation is written.
fn output_path(document: &DocumentFile, extension: &str) -> PathBuf {
    document.output_path.clone().unwrap_or_else(|| {
        let stem = document.path.file_stem().unwrap_or_default();
        // The code is a part of a name, not of a path.
        let letters = document.wishes.target_lang.chars();
        let code: String = letters
            .filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-')
            .collect();
        let name = format!("{}.{code}.{extension}", stem.to_string_lossy());
        document.path.with_file_name(name)
    })
}

async fn read(path: PathBuf) -> Result<Vec<u8>, Refused> {
    let reading = dragoman_tasks::spawn_blocking(move || {
        let content = read_bounded(&path);
        content.map_err(|error| refused(&path, "read", &error))
    });
    reading.await.map_err(|error| Refused(error.to_string()))?
}

fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut content = Vec::new();
    file.take(LARGEST_FILE + 1).read_to_end(&mut content)?;
    if content.len() as u64 > LARGEST_FILE {
        return Err(ErrorKind::FileTooLarge.into());
    }
    Ok(content)
}

async fn write(path: PathBuf, content: Bytes) -> Result<(), Refused> {
    let writing = dragoman_tasks::spawn_blocking(move || {
        let written = write_new(&path, &content);
        written.map_err(|error| refused(&path, "written", &error))
    });
    writing.await.map_err(|error| Refused(error.to_string()))?
}

/// Nothing is overwritten, and nothing is left that is not whole.
fn write_new(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    let written = file.write_all(content);
    if written.is_err() {
        // It cannot be used; why it could not be written is what is told.
        let _ = fs::remove_file(path);
    }
    written
}

fn refused(path: &Path, what: &str, error: &io::Error) -> Refused {
    let advice = match error.kind() {
        ErrorKind::AlreadyExists => " Give another output_path.",
        _ => "",
    };
    Refused(format!(
        "{} cannot be {what}: {error}.{advice}",
        path.display()
    ))
}
