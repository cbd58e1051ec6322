//! The real clock and the real source of randomness.

use dragoman_domain::{Clock, RandomSource, Timestamp};

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
