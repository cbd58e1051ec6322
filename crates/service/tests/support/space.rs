//! A disk whose free space is set by hand.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dragoman_domain::FreeSpace;
use dragoman_service::SpaceFloor;

/// What is to stay free of the disk in tests.
pub(crate) const FLOOR: u64 = 1_000_000_000;

/// A disk that has 64 TiB free until a test says otherwise.
pub(crate) struct Disk(AtomicU64);

impl Default for Disk {
    fn default() -> Self {
        Self(AtomicU64::new(1 << 46))
    }
}

impl Disk {
    /// The floor of this disk.
    pub(crate) fn floor(self: &Arc<Self>) -> SpaceFloor {
        SpaceFloor::new(Arc::clone(self) as _, FLOOR)
    }

    /// Leaves so many bytes free above the floor of files.
    #[allow(dead_code, reason = "not every test crate fills the disk")]
    pub(crate) fn leave(&self, bytes: u64) {
        self.0.store(FLOOR + bytes, Ordering::SeqCst);
    }

    /// Leaves less free than is to stay so, whatever it is for.
    #[allow(dead_code, reason = "not every test crate fills the disk")]
    pub(crate) fn fill(&self) {
        self.0.store(FLOOR / 2 - 1, Ordering::SeqCst);
    }
}

impl FreeSpace for Disk {
    fn free_bytes(&self) -> io::Result<u64> {
        Ok(self.0.load(Ordering::SeqCst))
    }
}
