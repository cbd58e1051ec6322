//! Where the data of a cluster are.

use rustix::fs::statvfs;
use tempfile::{Builder, TempDir};

/// A folder in memory, which the file systems of disks are much slower than: a cluster is a thousand
/// files, and a database three hundred more.
const IN_MEMORY: &str = "/dev/shm";

/// How much room there must be for it to be used, in bytes: much more than a cluster ever takes, as
/// there may be some at once.
const ROOM: u64 = 4 << 30;

/// Makes a folder, on the disk if its content is to be there.
pub(crate) fn make(on_disk: bool) -> TempDir {
    let mut builder = Builder::new();
    builder.prefix("dragoman-postgres-");
    let in_memory = || builder.tempdir_in(IN_MEMORY).ok();
    let folder = (!on_disk && has_room()).then(in_memory).flatten();
    folder.unwrap_or_else(|| builder.tempdir().unwrap())
}

fn has_room() -> bool {
    statvfs(IN_MEMORY).is_ok_and(|system| system.f_bavail * system.f_frsize >= ROOM)
}
