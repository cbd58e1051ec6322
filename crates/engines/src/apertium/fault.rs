use std::io;

/// Why a pipeline is of no more use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A stage could not be started.
    #[error("{0} could not be started: {1}")]
    NotStarted(String, io::ErrorKind),
    /// A stage has ended.
    #[error("{0} ended: {1}")]
    StageEnded(String, String),
    /// The answer did not come in time.
    #[error("no answer in time")]
    TimedOut,
    /// The output ended before the answer did.
    #[error("the output ended")]
    OutputEnded,
    /// Writing or reading failed.
    #[error("input or output failed: {0}")]
    Io(io::ErrorKind),
    /// What came is not the answer to this request.
    #[error("the answer belongs to no request")]
    OutOfStep,
    /// The answer is far longer than any translation.
    #[error("the answer is too long")]
    TooLong,
    /// The pipelines are being shut down.
    #[error("the engine is shutting down")]
    ShuttingDown,
}
