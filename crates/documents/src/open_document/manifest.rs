//! The list of a package's entries: what is in it besides its own parts, and what is encrypted.

use crate::DocumentError;
use crate::archive::Archive;
use crate::office::package::decode;
use crate::xml::{Reader, Token};

use super::names::Namespace;

/// The entry with the list.
const MANIFEST: &str = "META-INF/manifest.xml";

/// The entry with the signatures of the document itself.
const SIGNATURES: &str = "META-INF/documentsignatures.xml";

/// The folders of macros.
const MACROS: [&str; 2] = ["Basic/", "Scripts/"];

/// The media types of the charts and of the formulas that a document may show.
const CHART: &str = "application/vnd.oasis.opendocument.chart";
const FORMULA: &str = "application/vnd.oasis.opendocument.formula";

/// What all media types of these formats begin with.
const ANY: &str = "application/vnd.oasis.opendocument.";

/// What a list says.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    /// The folders of charts, with their slashes.
    pub(super) charts: Vec<String>,
    /// Whether other documents are shown in this one.
    pub(super) has_documents: bool,
    pub(super) has_macros: bool,
    pub(super) is_signed: bool,
}

impl Manifest {
    /// Reads the list of a package. A package without one is read nevertheless, as programs do.
    ///
    /// # Errors
    /// [`DocumentError::Encrypted`] if an entry is, and those of the archive and of the reader.
    pub(super) fn read(
        archive: &mut Archive,
        format: &'static str,
        depth: usize,
    ) -> Result<Self, DocumentError> {
        let mut manifest = Self {
            is_signed: archive.find(SIGNATURES).is_some(),
            ..Self::default()
        };
        let Some(bytes) = archive.read(MANIFEST)? else {
            return Ok(manifest);
        };
        let decoded = decode(&bytes, format)?;
        // Programs wrote it with a document type that names its grammar.
        let mut reader =
            Reader::new(&decoded.text, Namespace::of, format, depth).with_document_type();
        loop {
            let tag = match reader.next()? {
                Token::Start(tag) if tag.namespace == Namespace::Manifest => tag,
                Token::Eof => return Ok(manifest),
                _ => continue,
            };
            match tag.name {
                "encryption-data" | "encrypted-key" => return Err(DocumentError::Encrypted),
                "file-entry" => {
                    let value = |name| tag.attribute(name).map(|found| found.value());
                    let path = value("full-path").unwrap_or_default();
                    manifest.add(path, &value("media-type").unwrap_or_default());
                }
                _ => {}
            }
        }
    }

    fn add(&mut self, path: String, media_type: &str) {
        self.has_macros |= MACROS.iter().any(|folder| path.starts_with(folder));
        let is_folder = path.len() > 1 && path.ends_with('/');
        if is_folder && media_type.starts_with(CHART) {
            self.charts.push(path);
        } else if is_folder && !media_type.starts_with(FORMULA) {
            self.has_documents |= media_type.starts_with(ANY);
        }
    }
}
