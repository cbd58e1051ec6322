//! What people should know of a document that was translated, as it is kept beside it.

use dragoman_documents::{Warning, WarningValue};
use dragoman_domain::StoredDocument;

use super::{DocumentError, DocumentNote, DocumentNoteValue, Documents, blocking};

/// How many warnings of a document are kept. The first are as good as all where there are many.
const MOST_WARNINGS: usize = 50;

impl From<&Warning> for DocumentNote {
    fn from(warning: &Warning) -> Self {
        let values = warning.values().into_iter();
        let values = values.map(|(name, value)| (name, value.into()));
        Self::new(warning.code(), warning.to_string(), values)
    }
}

impl From<WarningValue> for DocumentNoteValue {
    fn from(value: WarningValue) -> Self {
        match value {
            WarningValue::Number(number) => Self::Number(number),
            WarningValue::Text(text) => Self::Text(text),
            WarningValue::Pages(pages) => Self::Pages(pages.numbers().to_vec()),
        }
    }
}

impl Documents {
    /// The warnings as they are kept: encrypted, since they may quote the document, and empty if there are none.
    pub(super) async fn seal_warnings(
        &self,
        document: &StoredDocument,
        warnings: &[Warning],
    ) -> Result<Vec<u8>, DocumentError> {
        if warnings.is_empty() {
            return Ok(Vec::new());
        }
        let told: Vec<String> = warnings.iter().map(Warning::without_words).collect();
        tracing::info!(document = %document.id, warnings = told.join(", "), "a document has warnings");
        let kept = warnings.iter().take(MOST_WARNINGS);
        let kept: Vec<DocumentNote> = kept.map(DocumentNote::from).collect();
        let (files, id, key) = (self.files(), document.id, document.key.clone());
        blocking(move || files.seal(id, &key, &serde_json::to_vec(&kept)?)).await
    }

    /// The warnings that were kept with a document. Without what can no longer be read, there is still the translation.
    pub(super) async fn unseal_warnings(
        &self,
        document: &StoredDocument,
    ) -> Result<Vec<DocumentNote>, DocumentError> {
        if document.warnings.is_empty() {
            return Ok(Vec::new());
        }
        let (files, id, key) = (self.files(), document.id, document.key.clone());
        let sealed = document.warnings.clone();
        let read = blocking(move || {
            let bytes = files.unseal(id, &key, &sealed);
            Ok(bytes.and_then(|bytes| Ok(serde_json::from_slice(&bytes)?)))
        });
        Ok(read.await?.unwrap_or_else(|error| {
            tracing::error!(document = %id, %error, "the warnings of a document cannot be read");
            Vec::new()
        }))
    }
}
