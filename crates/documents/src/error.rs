use std::borrow::Cow;
use std::io;

use crate::Format;

/// Why a document cannot be translated. The messages are for whoever sent it.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The file is not what its format says.
    #[error("the file is not a valid {format} document: {reason}")]
    Malformed {
        /// The format's name.
        format: &'static str,
        /// What is wrong with it and where.
        reason: String,
    },
    /// The file is protected by a password.
    #[error("the document is protected by a password; remove the protection and send it again")]
    Encrypted,
    /// The document needs more than it may.
    #[error("the document is too large: it may have {most} {what} at most")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much there may be.
        most: u64,
    },
    /// Nothing here reads documents of its format.
    #[error(transparent)]
    NoFilter(#[from] NoFilter),
    /// The document uses something that is not supported, and could not be translated without loss.
    #[error("{0}")]
    Unsupported(String),
    /// Its overseer lends no more memory.
    #[error("there is not enough memory for the document")]
    NoMemory,
    /// Its overseer has given it up.
    #[error("nobody waits for the document any more")]
    GivenUp,
    /// The file could not be read or written.
    #[error("the file cannot be read or written: {0}")]
    Io(#[from] io::Error),
}

/// That nothing here reads documents of a format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} files cannot be translated on this server: {remedy}", format.label())]
pub struct NoFilter {
    /// The format.
    pub format: Format,
    /// What whoever runs the server has to do about it: the end of a sentence.
    pub remedy: Cow<'static, str>,
}

impl DocumentError {
    /// That there is more of something than there may be.
    #[must_use]
    pub fn too_large(what: &'static str, most: usize) -> Self {
        let most = u64::try_from(most).unwrap_or(u64::MAX);
        Self::TooLarge { what, most }
    }

    /// It as an error of a document of this format: one filter may read several.
    pub(crate) fn of_format(self, format: Format) -> Self {
        match self {
            Self::Malformed { reason, .. } => Self::Malformed {
                format: format.label(),
                reason,
            },
            other => other,
        }
    }

    /// Whether what is in the document is to blame, and neither the file, nor memory, nor that nobody wants it.
    pub(crate) const fn is_of_content(&self) -> bool {
        !matches!(self, Self::Io(_) | Self::NoMemory | Self::GivenUp)
    }
}

/// How many characters of a document a message quotes at most.
const LONGEST_QUOTE: usize = 120;

/// As much of a document's text as a message may quote: names in a stranger's document can be of any length.
pub(crate) fn quoted(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_quote_the_beginning_of_long_names() {
        assert_eq!(quoted("é"), "é");
        let long = quoted(&"é".repeat(500)).into_owned();
        assert_eq!(long.chars().count(), LONGEST_QUOTE + 1);
    }
}
