use super::{DocumentError, DocumentHandle, NewDocument};

/// Receives the file of a document. Nothing is left of one that is dropped.
pub struct DocumentUpload {}

impl DocumentUpload {
    /// Says the name of the file as soon as it is known: from here on the limits are those of its format.
    ///
    /// # Errors
    /// [`DocumentError::UnknownFormat`], [`DocumentError::NotSupportedYet`],
    /// [`DocumentError::FileNameTooLong`], [`DocumentError::FileTooLarge`] if it is by now.
    pub fn announce(&mut self, file_name: &str) -> Result<(), DocumentError> {
        todo!()
    }

    /// Adds bytes at the end of the file.
    ///
    /// # Errors
    /// [`DocumentError::FileTooLarge`], [`DocumentError::Files`].
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), DocumentError> {
        todo!()
    }

    /// Ends the file and has the document translated. A file that cannot be read is accepted and fails: its
    /// status says why.
    ///
    /// # Errors
    /// [`DocumentError`]; then nothing is kept and nothing counted.
    pub async fn finish(self, new: NewDocument) -> Result<DocumentHandle, DocumentError> {
        todo!()
    }
}
