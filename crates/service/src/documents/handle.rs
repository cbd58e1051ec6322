use std::fmt::{self, Write as _};

use dragoman_domain::{DocumentId, RandomSource};

/// The secret of a document: who has it gets the translation.
#[derive(Clone, PartialEq, Eq)]
pub struct DocumentKey(String);

impl DocumentKey {
    /// A key that nobody can guess.
    pub(super) fn new(random: &dyn RandomSource) -> Self {
        let mut bytes = [0; 32];
        random.fill(&mut bytes);
        Self(bytes.iter().fold(String::new(), |mut key, byte| {
            // Writing to a string does not fail.
            let _ = write!(key, "{byte:02X}");
            key
        }))
    }

    /// 64 upper-case hexadecimal digits.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for DocumentKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("DocumentKey(..)")
    }
}

/// What the one who sent a document needs to get it back.
#[derive(Debug, Clone)]
pub struct DocumentHandle {
    /// Identifies the document.
    pub id: DocumentId,
    /// Its secret, which nobody keeps.
    pub key: DocumentKey,
}

/// An id that no other document has.
pub(super) fn new_id(random: &dyn RandomSource) -> DocumentId {
    let mut bytes = [0; 16];
    random.fill(&mut bytes);
    DocumentId(u128::from_be_bytes(bytes))
}
