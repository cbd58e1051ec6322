use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder cannot be read or changed.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{} cannot be {action}", path.display())]
pub struct FolderError {
    /// What of it.
    pub path: PathBuf,
    /// What was tried, as a participle.
    pub action: &'static str,
    /// Why it failed.
    pub source: Arc<io::Error>,
}

impl FolderError {
    pub(crate) fn new(path: &Path, action: &'static str, error: io::Error) -> Self {
        Self {
            path: path.to_owned(),
            action,
            source: Arc::new(error),
        }
    }
}
