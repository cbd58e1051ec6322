//! Tensors of a model, read in place.

use super::FileError;
use super::bytes::{Section, f32_values};

/// The values of a quantised weight matrix, one multiplier for all of them.
///
/// A weight is about `value / multiplier`, with every value in [-127, 127]. The bytes are those of the
/// file: one row for each output, and in it one value for each input. This is the transpose of the
/// shape that the file declares, except for embeddings (names with `Wemb`), whose rows are the entries
/// of the vocabulary: those are also the outputs of the last layer.
///
/// Cheap to clone: the file stays open as long as a tensor of it lives.
#[derive(Clone, Debug)]
pub struct Int8Tensor {
    section: Section,
    outputs: usize,
    inputs: usize,
    multiplier: f32,
}

impl Int8Tensor {
    /// Checks `outputs * inputs` values, which are all that `section` holds, and the multiplier.
    pub(super) fn new(
        name: &str,
        section: Section,
        [outputs, inputs]: [usize; 2],
        multiplier: f32,
    ) -> Result<Self, FileError> {
        let found = section.as_slice().len();
        if outputs.checked_mul(inputs) != Some(found) {
            return Err(FileError::DataLength {
                name: name.to_owned(),
                needed: (outputs as u64).saturating_mul(inputs as u64),
                found: found as u64,
            });
        }
        if !(multiplier.is_finite() && multiplier > 0.0) {
            return Err(FileError::BadMultiplier {
                name: name.to_owned(),
                value: multiplier,
            });
        }
        let tensor = Self {
            section,
            outputs,
            inputs,
            multiplier,
        };
        // The fold over everything is vectorised, the search for the place is not.
        let values = tensor.values();
        if values.iter().fold(0, |low: i8, &value| low.min(value)) == i8::MIN {
            let index = values.iter().position(|&value| value == i8::MIN);
            return Err(FileError::OutOfRange {
                name: name.to_owned(),
                index: index.unwrap_or_default(),
            });
        }
        Ok(tensor)
    }

    /// Number of rows: the columns of the matrix, or the entries of an embedding.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// Length of a row: the rows of the matrix, or the width of an embedding.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The values for one output.
    ///
    /// # Panics
    ///
    /// If `output` is not below [`outputs`](Self::outputs), like the index of a slice.
    #[must_use]
    pub fn row(&self, output: usize) -> &[i8] {
        assert!(output < self.outputs, "row {output} of {}", self.outputs);
        let start = output * self.inputs;
        &self.values()[start..start + self.inputs]
    }

    /// All values, row after row.
    #[must_use]
    pub fn values(&self) -> &[i8] {
        bytemuck::cast_slice(self.section.as_slice())
    }

    /// What weights were multiplied with before they were rounded: finite and above 0.
    #[must_use]
    pub fn multiplier(&self) -> f32 {
        self.multiplier
    }
}

/// A matrix of finite f32 in row-major order, as the file declares it: `[inputs, outputs]` for weights,
/// `[entries, width]` for embeddings, `[1, n]` for everything of one dimension.
///
/// Cheap to clone. The numbers may lie at any address, so they are copied out.
#[derive(Clone, Debug)]
pub struct FloatTensor {
    section: Section,
    rows: usize,
    columns: usize,
}

impl FloatTensor {
    /// Checks `rows * columns` numbers, which are all that `section` holds.
    pub(super) fn new(
        name: &str,
        section: Section,
        [rows, columns]: [usize; 2],
    ) -> Result<Self, FileError> {
        let bytes = section.as_slice();
        let needed = (rows as u64)
            .saturating_mul(columns as u64)
            .saturating_mul(4);
        if bytes.len() as u64 != needed {
            return Err(FileError::DataLength {
                name: name.to_owned(),
                needed,
                found: bytes.len() as u64,
            });
        }
        let all_finite = f32_values(bytes).fold(true, |all, value| all & value.is_finite());
        if !all_finite
            && let Some((index, value)) = f32_values(bytes)
                .enumerate()
                .find(|(_, value)| !value.is_finite())
        {
            return Err(FileError::NotFinite {
                name: name.to_owned(),
                index,
                value,
            });
        }
        Ok(Self {
            section,
            rows,
            columns,
        })
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Length of a row.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// All numbers, row after row.
    #[must_use]
    pub fn to_vec(&self) -> Vec<f32> {
        f32_values(self.section.as_slice()).collect()
    }

    /// Puts the numbers of one row in the place of what `out` holds.
    ///
    /// # Panics
    ///
    /// If `row` is not below [`rows`](Self::rows), like the index of a slice.
    pub fn row(&self, row: usize, out: &mut Vec<f32>) {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        let length = self.columns * 4;
        let start = row * length;
        out.clear();
        out.extend(f32_values(&self.section.as_slice()[start..start + length]));
    }
}
