//! The ways in which XML can be wrong.

/// What is wrong in one place of a text. Names are cut to a length that fits a message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MarkupProblem {
    /// A start tag without its end tag.
    #[error("<{name}> is never closed")]
    NeverClosed {
        /// The element.
        name: String,
    },
}
