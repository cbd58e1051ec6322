//! A memory control group, of either version, for the server and all programs that it starts.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// What the server and its programs may use together, cached pages of files that cannot be dropped included: the
/// bound of the server, and the budget that Apertium's processes are given here.
const LIMIT: u64 = (700 + 300) * 1024 * 1024;

/// A group with a limit. Beyond it the kernel ends the server, which no attack survives unnoticed. Dropping it removes it.
pub(crate) struct ControlGroup {
    folder: PathBuf,
}

impl ControlGroup {
    /// A new group, where this process may make one.
    pub(crate) fn create() -> Option<Self> {
        [
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
            ("/sys/fs/cgroup", "memory.max"),
        ]
        .into_iter()
        .find_map(|(root, limit)| Self::create_in(Path::new(root), limit))
    }

    fn create_in(root: &Path, limit: &str) -> Option<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("dragoman-attacks-{}-{number}", std::process::id());
        let group = Self {
            folder: root.join(name),
        };
        fs::create_dir(&group.folder).ok()?;
        fs::write(group.folder.join(limit), LIMIT.to_string()).ok()?;
        Some(group)
    }

    /// The file to which a process writes its id to join.
    pub(crate) fn processes(&self) -> PathBuf {
        self.folder.join("cgroup.procs")
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        // It stays as long as a process in it is still ending, which hurts nobody.
        let _ = fs::remove_dir(&self.folder);
    }
}
