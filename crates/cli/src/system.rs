//! The real clock, the real source of randomness and the real disk.

use std::io;
use std::path::PathBuf;

use dragoman_domain::{Clock, FreeSpace, RandomSource, Timestamp};

/// The clock of the machine.
pub(crate) struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// The random bytes of the operating system.
pub(crate) struct SystemRandom;

impl RandomSource for SystemRandom {
    #[expect(
        clippy::expect_used,
        reason = "without randomness no key can be made safely, so it is right to stop"
    )]
    fn fill(&self, buffer: &mut [u8]) {
        getrandom::fill(buffer).expect("the operating system gives random bytes");
    }
}

/// The file system that a folder is in.
pub(crate) struct SystemSpace(pub(crate) PathBuf);

impl FreeSpace for SystemSpace {
    fn free_bytes(&self) -> io::Result<u64> {
        let found = rustix::fs::statvfs(&self.0)?;
        // Not what is left for the superuser alone.
        Ok(found.f_bavail.saturating_mul(found.f_frsize))
    }
}
