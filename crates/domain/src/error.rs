/// What sort of failure an error is, for whoever has to react to it without knowing its cause.
///
/// The HTTP layer maps each kind to a status in one table; the command line maps them to exit
/// codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The request itself is wrong; sending it again changes nothing.
    InvalidInput,
    /// The request is well formed, and this installation cannot do what it asks.
    Unsupported,
    /// What the request names does not exist.
    NotFound,
    /// The request contradicts what exists already.
    Conflict,
    /// No valid key came with the request.
    Unauthenticated,
    /// The key is valid and does not allow this.
    Forbidden,
    /// A character limit is reached.
    QuotaExceeded,
    /// Too many requests from one key.
    RateLimited,
    /// Too much work for the whole server.
    Overloaded,
    /// The request is larger than the documented limit.
    TooLarge,
    /// Something outside does not answer now and may later.
    Unavailable,
    /// The work was not done in the allowed time.
    TimedOut,
    /// A fault of this program.
    Internal,
}

/// Why the store did not do what was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Something with the same name exists already.
    #[error("{what} exists already")]
    Duplicate {
        /// What exists.
        what: String,
    },
    /// The database, or what keeps files, does not answer now and may later. What was asked may have been done or not.
    #[error("the data cannot be reached at the moment; try again later")]
    Unavailable {
        /// Why, for the log.
        reason: String,
    },
    /// The database failed; the reason is for the log.
    #[error("the database failed: {reason}")]
    Failed {
        /// The database's own words.
        reason: String,
    },
}

impl StoreError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Duplicate { .. } => ErrorKind::Conflict,
            Self::Unavailable { .. } => ErrorKind::Unavailable,
            Self::Failed { .. } => ErrorKind::Internal,
        }
    }
}
