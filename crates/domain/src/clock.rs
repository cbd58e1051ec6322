use jiff::Timestamp;

/// Where the time comes from, so that tests can set it.
pub trait Clock: Send + Sync {
    /// The time now, in UTC.
    fn now(&self) -> Timestamp;
}

/// Where unpredictable bytes come from, so that tests can repeat them.
pub trait RandomSource: Send + Sync {
    /// Fills the buffer with bytes that nobody can predict.
    fn fill(&self, buffer: &mut [u8]);
}
