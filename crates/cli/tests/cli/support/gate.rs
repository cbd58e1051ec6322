use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, FileType, Mode, mknodat};

use super::installation::installed_modes;

/// Holds back everything that Apertium translates from English into Spanish until it is opened,
/// so that a test can be sure of what happens while a request is in progress.
pub(crate) struct Gate {
    pipe: PathBuf,
}

impl Gate {
    /// Puts the gate in front of the first stage of the mode in this folder.
    pub(super) fn install(modes: &Path) -> Self {
        let pipe = modes.join("gate");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        let pipeline = fs::read_to_string(installed_modes().join("eng-spa.mode")).unwrap();
        let stage = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/gate.sh");
        fs::write(
            modes.join("eng-spa.mode"),
            format!("'{stage}' '{}' | {pipeline}", pipe.display()),
        )
        .unwrap();
        Self { pipe }
    }

    /// Lets everything through for as long as the returned value lives, and what began to pass
    /// meanwhile for good.
    #[must_use]
    pub(crate) fn open(&self) -> File {
        OpenOptions::new()
            .read(true)
            .write(true)
            .open(&self.pipe)
            .unwrap()
    }
}
