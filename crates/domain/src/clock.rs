use jiff::Timestamp;
use uuid::Uuid;

/// Where the time comes from, so that tests can set it.
pub trait Clock: Send + Sync {
    /// The time now, in UTC.
    fn now(&self) -> Timestamp;

    /// The time now to the millisecond, which is what is kept of it.
    fn now_to_millisecond(&self) -> Timestamp {
        let now = self.now();
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }
}

/// Where unpredictable bytes come from, so that tests can repeat them.
pub trait RandomSource: Send + Sync {
    /// Fills the buffer with bytes that nobody can predict.
    fn fill(&self, buffer: &mut [u8]);

    /// A GUID that nobody has and nobody can guess.
    fn guid(&self) -> Uuid {
        let mut bytes = [0; 16];
        self.fill(&mut bytes);
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }
}
