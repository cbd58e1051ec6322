//! Where the logs of copies go, and words that must not be in them: `scripts/check-logs.sh` looks for these when all
//! tests have run.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process;

use anyhow::Result;

/// Names the folder that collects the logs of all tests.
const FOLDER: &str = "DRAGOMAN_TEST_LOGS";

/// The file for the log of a copy with this number: where logs are collected, or else in the folder of all copies.
pub(crate) fn place(folder: &Path, copy: usize) -> PathBuf {
    let name = folder.file_name().unwrap_or(OsStr::new("machines"));
    match env::var_os(FOLDER) {
        Some(logs) => Path::new(&logs).join(format!("machines-{}-{copy}.log", name.display())),
        None => folder.join(format!("log-{copy}")),
    }
}

/// Says that no log may have these words.
pub(crate) fn plant(words: &str) -> Result<()> {
    let Some(logs) = env::var_os(FOLDER) else {
        return Ok(());
    };
    let planted = Path::new(&logs).join("planted");
    fs::create_dir_all(&planted)?;
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(planted.join(format!("machines-{}", process::id())))?;
    // In one write: several trials plant at the same time.
    file.write_all(format!("{words}\n").as_bytes())?;
    Ok(())
}
