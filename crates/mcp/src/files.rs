//! Documents by the paths of their files, for assistants on the same machine as this program.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

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
        let content = on_disk("read", document.path.clone(), read_bounded).await?;
        // Before anything is sent: what is translated counts, and is gone from the server.
        let output = on_disk("written", output_path(document), Output::create).await?;
        let sent = Document {
            file_name: &file_name,
            content: &content,
            fields: document.wishes.fields(),
        };
        let translated = self.asking(call).translate_document(&sent).await?;
        let path = output.path.clone();
        let content = translated.content;
        on_disk("written", output.path.clone(), move |_| {
            output.write(&content)
        })
        .await?;
        Ok(json!({
            "path": path,
            "billed_characters": translated.billed_characters,
            "warnings": translated.warnings,
        }))
    }
}

/// Where a translation is written.
fn output_path(document: &DocumentFile) -> PathBuf {
    document.output_path.clone().unwrap_or_else(|| {
        let stem = document.path.file_stem().unwrap_or_default();
        let extension = document.path.extension().unwrap_or_default();
        // Old Word becomes the newer.
        let newer = if extension.eq_ignore_ascii_case("doc") {
            "x"
        } else {
            ""
        };
        // The code is a part of a name, not of a path.
        let letters = document.wishes.target_lang.chars();
        let code: String = letters
            .filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-')
            .collect();
        let (stem, extension) = (stem.to_string_lossy(), extension.to_string_lossy());
        let name = format!("{stem}.{code}.{extension}{newer}");
        document.path.with_file_name(name)
    })
}

fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    // Before it is opened: a pipe would wait for who writes.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut content = Vec::new();
    let file = File::open(path)?;
    file.take(LARGEST_FILE + 1).read_to_end(&mut content)?;
    if content.len() as u64 > LARGEST_FILE {
        return Err(ErrorKind::FileTooLarge.into());
    }
    Ok(content)
}

/// Has a file read or written where that keeps nobody else waiting.
async fn on_disk<T: Send + 'static>(
    what: &'static str,
    path: PathBuf,
    work: impl FnOnce(&Path) -> io::Result<T> + Send + 'static,
) -> Result<T, Refused> {
    let working = dragoman_tasks::spawn_blocking(move || {
        let done = work(&path);
        done.map_err(|error| refused(&path, what, &error))
    });
    working.await.map_err(|error| Refused(error.to_string()))?
}

/// A new file for a translation; removed when this is dropped, unless it is whole.
struct Output {
    path: PathBuf,
    file: File,
    is_whole: bool,
}

impl Output {
    /// Nothing is overwritten.
    fn create(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: File::create_new(path)?,
            path: path.to_owned(),
            is_whole: false,
        })
    }

    fn write(mut self, content: &[u8]) -> io::Result<()> {
        self.file.write_all(content)?;
        self.is_whole = true;
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if !self.is_whole {
            // It cannot be used; why it is not written is what is told.
            let _ = fs::remove_file(&self.path);
        }
    }
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
