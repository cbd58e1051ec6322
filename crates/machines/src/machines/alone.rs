//! One machine with everything in its folder, to compare with.

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use tempfile::TempDir;

use super::{Copy, CopySetup, Directory, Program};

/// A server with a data folder of its own. Dropping it ends it.
pub(crate) struct Alone {
    pub(crate) copy: Copy,
    pub(crate) program: Program,
    _folder: Arc<TempDir>,
}

impl Alone {
    /// Makes the folder, and does not start the server yet.
    pub(crate) fn prepare(program: &Path, options: Vec<(&'static str, String)>) -> Result<Self> {
        let folder = super::temporary_folder()?;
        let program = Program {
            path: program.to_owned(),
            folder: folder.path().to_owned(),
            // That of the server: so commands work with the same data.
            operator: folder.path().join("copy-0"),
            options,
        };
        program.prepare()?;
        let copy = Copy::new(0, &program, CopySetup::default(), &Directory::default());
        Ok(Self {
            copy,
            program,
            _folder: Arc::new(folder),
        })
    }
}
