//! Embeddings: rows of int8, used to look tokens up and, on the target side, as the output layer.

use dragoman_kernels::Kernels;

use super::layers::{QuantizedMatrix, quantized, require_shape};
use crate::files::{FileError, Int8Tensor, ModelFile};
use crate::vocabulary::TokenId;

/// One row per token.
#[derive(Debug, Clone)]
pub(crate) enum Embedding {
    /// As in the file, with one multiplier for all.
    Stored(Int8Tensor),
    /// Quantised at load, row by row.
    Quantized(std::sync::Arc<QuantizedMatrix>),
}

impl Embedding {
    pub(crate) fn read(
        file: &ModelFile,
        name: &str,
        (tokens, dim): (usize, usize),
    ) -> Result<Option<Self>, FileError> {
        if let Some(matrix) = quantized(file, name)? {
            require_shape(name, [matrix.outputs(), matrix.inputs()], [tokens, dim])?;
            return Ok(Some(Self::Stored(matrix)));
        }
        let Some(matrix) = file.float(name)? else {
            return Ok(None);
        };
        require_shape(name, [matrix.rows(), matrix.columns()], [tokens, dim])?;
        Ok(Some(Self::Quantized(
            QuantizedMatrix::by_row(&matrix).into(),
        )))
    }

    /// The quantised row of a token.
    pub(crate) fn row(&self, token: TokenId) -> &[i8] {
        match self {
            Self::Stored(matrix) => matrix.row(token as usize),
            Self::Quantized(matrix) => matrix.row(token as usize),
        }
    }

    /// What a token's quantised values are multiplied with to have its embedding.
    pub(crate) fn scale(&self, token: TokenId) -> f32 {
        match self {
            Self::Stored(matrix) => 1.0 / matrix.multiplier(),
            Self::Quantized(matrix) => matrix.scales[token as usize],
        }
    }

    /// `out = √d · embedding + position`.
    pub(crate) fn look_up(
        &self,
        kernels: Kernels,
        token: TokenId,
        position: &[f32],
        out: &mut [f32],
    ) {
        #[expect(clippy::cast_precision_loss, reason = "widths are below 2^24")]
        let scale = (out.len() as f32).sqrt() * self.scale(token);
        kernels.embed(self.row(token), scale, position, out);
    }
}
