//! Where the logs of servers go, and words that must not be in them. When all tests have run,
//! `scripts/check-logs.sh` looks for these words in all logs that the folder got.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Names the folder that collects the logs of all tests; without it each has its own.
const FOLDER: &str = "DRAGOMAN_TEST_LOGS";

fn folder() -> Option<PathBuf> {
    std::env::var_os(FOLDER).map(PathBuf::from)
}

/// A file for the log of a server: in the folder that collects them, or else in this one.
pub(super) fn new_log(root: &Path) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    folder()
        .unwrap_or_else(|| root.to_owned())
        .join(format!("cli-{}-{number}.log", process::id()))
}

/// Says that no log may have these words.
pub(crate) fn plant(words: &str) {
    let Some(folder) = folder() else {
        return;
    };
    fs::create_dir_all(folder.join("planted")).unwrap();
    // A file for each process, so that no line is mixed with another.
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(
            folder
                .join("planted")
                .join(format!("cli-{}", process::id())),
        )
        .unwrap();
    file.write_all(format!("{words}\n").as_bytes()).unwrap();
}
