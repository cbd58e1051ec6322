//! Tensors as they lie in a file.

use super::FileError;
use super::archived::ArchivedArray;
use super::bytes::Section;

/// A tensor in the file, not yet looked at.
#[derive(Debug)]
pub(super) struct StoredTensor {
    pub(super) name: String,
    /// Dimensions as declared, the first ones multiplied into one.
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) stored: Stored,
}

/// Where the numbers of a tensor are.
#[derive(Debug)]
pub(super) enum Stored {
    /// Numbers in place.
    Float(Section),
    /// Values in place, and their multiplier.
    Int8 { values: Section, multiplier: f32 },
    /// Numbers in an entry of an archive.
    Archived(ArchivedArray),
}

impl StoredTensor {
    /// Outputs and inputs: matrices are stored transposed, embeddings as they are.
    pub(super) fn int8_shape(&self) -> [usize; 2] {
        if self.name.contains("Wemb") {
            [self.rows, self.columns]
        } else {
            [self.columns, self.rows]
        }
    }

    pub(super) fn require_shape(&self, needed: [usize; 2]) -> Result<(), FileError> {
        let found = [self.rows, self.columns];
        if found == needed {
            return Ok(());
        }
        Err(FileError::WrongShape {
            name: self.name.clone(),
            found,
            needed,
        })
    }
}
