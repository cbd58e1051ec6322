use super::DocumentError;

/// The translation of a document.
pub struct DocumentDownload {}

impl DocumentDownload {
    /// The name of the file: that of the one that was sent.
    #[must_use]
    pub fn file_name(&self) -> &str {
        todo!()
    }

    /// Its media type.
    #[must_use]
    pub fn media_type(&self) -> &'static str {
        todo!()
    }

    /// Its length in bytes.
    #[must_use]
    pub fn length(&self) -> u64 {
        todo!()
    }

    /// The next bytes; nothing at the end. With the last ones the document is delivered.
    ///
    /// # Errors
    /// [`DocumentError::Files`].
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, DocumentError> {
        todo!()
    }
}
