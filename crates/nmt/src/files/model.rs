//! The file of a model, whichever container it is in.

use std::collections::HashMap;
use std::path::Path;

use super::bytes::Bytes;
use super::config::ModelConfig;
use super::error::ConfigError;
use super::stored::{Stored, StoredTensor};
use super::{FileError, FloatTensor, Int8Tensor, binary, layout, npz};

/// A model: its configuration and its tensors by name.
///
/// Opening reads the tables and the configuration and checks them; the numbers of a tensor are checked
/// when it is asked for, or all at once by [`verify`](Self::verify).
#[derive(Debug)]
pub struct ModelFile {
    bytes: Bytes,
    config: ModelConfig,
    tensors: Vec<StoredTensor>,
    by_name: HashMap<String, usize>,
}

impl ModelFile {
    /// Opens a model, in Marian's binary container or an `.npz` archive, whatever it is named.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is damaged, or is of a kind or architecture that is not supported.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::from_bytes(Bytes::open(path)?)
    }

    /// Reads a model that is in memory.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn parse(bytes: Vec<u8>) -> Result<Self, FileError> {
        Self::from_bytes(Bytes::from(bytes))
    }

    fn from_bytes(bytes: Bytes) -> Result<Self, FileError> {
        let start = bytes.as_ref();
        let (tensors, config) = if binary::is_container(start) {
            let container = binary::parse(&bytes)?;
            let config = container.config.ok_or(ConfigError::Missing)?;
            (container.tensors, ModelConfig::parse(config.as_slice())?)
        } else if npz::is_archive(start) {
            npz::parse(&bytes)?
        } else {
            return Err(FileError::UnknownContainer {
                start: start.iter().take(8).copied().collect(),
            });
        };
        let by_name = tensors
            .iter()
            .enumerate()
            .map(|(index, tensor)| (tensor.name.clone(), index))
            .collect();
        Ok(Self {
            bytes,
            config,
            tensors,
            by_name,
        })
    }

    /// Takes what was read so far out of memory. Tensors read again what they are asked for.
    pub fn release(&self) {
        self.bytes.release();
    }

    /// The architecture.
    #[must_use]
    pub fn config(&self) -> &ModelConfig {
        &self.config
    }

    /// The names of all tensors, in the order of the file.
    pub fn tensor_names(&self) -> impl Iterator<Item = &str> {
        self.tensors.iter().map(|tensor| tensor.name.as_str())
    }

    fn get(&self, name: &str) -> Option<&StoredTensor> {
        self.tensors.get(*self.by_name.get(name)?)
    }

    /// The quantised tensor of that name, `None` if there is none.
    ///
    /// # Errors
    ///
    /// The tensor is not quantised, or holds values or a multiplier that no quantised tensor has.
    pub fn int8(&self, name: &str) -> Result<Option<Int8Tensor>, FileError> {
        let Some(tensor) = self.get(name) else {
            return Ok(None);
        };
        let Stored::Int8 { values, multiplier } = &tensor.stored else {
            return Err(FileError::UnsupportedType {
                name: name.to_owned(),
                found: "float32".to_owned(),
                supported: "intgemm8",
            });
        };
        let shape = tensor.int8_shape();
        Int8Tensor::new(name, values.clone(), shape, *multiplier).map(Some)
    }

    /// The tensor of that name in single precision, `None` if there is none.
    ///
    /// In a compressed archive this decompresses the tensor, so keep it rather than ask again.
    ///
    /// # Errors
    ///
    /// The tensor is quantised, holds a number that is not finite, or is damaged in the archive.
    pub fn float(&self, name: &str) -> Result<Option<FloatTensor>, FileError> {
        let Some(tensor) = self.get(name) else {
            return Ok(None);
        };
        let section = match &tensor.stored {
            Stored::Float(section) => section.clone(),
            Stored::Archived(entry) => entry.read(name)?,
            Stored::Int8 { .. } => {
                return Err(FileError::UnsupportedType {
                    name: name.to_owned(),
                    found: "intgemm8".to_owned(),
                    supported: "float32",
                });
            }
        };
        FloatTensor::new(name, section, [tensor.rows, tensor.columns]).map(Some)
    }

    /// The multiplier with which the input of a quantised matrix is quantised, from the scalar
    /// `<matrix>_QuantMultA`: finite and above 0. `None` if the model leaves it to run time.
    ///
    /// The scalar is a float32, but for embeddings, where it is itself quantised.
    ///
    /// # Errors
    ///
    /// The tensor is not one number, or that number is not finite and above 0.
    pub fn activation_multiplier(&self, matrix: &str) -> Result<Option<f32>, FileError> {
        let name = format!("{matrix}_QuantMultA");
        let Some(tensor) = self.get(&name) else {
            return Ok(None);
        };
        tensor.require_shape([1, 1])?;
        let value = if let Stored::Int8 { .. } = tensor.stored {
            self.int8(&name)?.and_then(|tensor| {
                let value = tensor.values().first()?;
                Some(f32::from(*value) / tensor.multiplier())
            })
        } else {
            self.float(&name)?
                .and_then(|tensor| tensor.to_vec().first().copied())
        };
        match value {
            Some(value) if value.is_finite() && value > 0.0 => Ok(Some(value)),
            value => Err(FileError::BadMultiplier {
                name,
                value: value.unwrap_or(f32::NAN),
            }),
        }
    }

    /// Checks that every tensor that the architecture needs is there, has the right shape, and holds
    /// only numbers that the engine computes with. Reads the whole file.
    ///
    /// # Errors
    ///
    /// The first tensor that is missing or wrong.
    pub fn verify(&self) -> Result<(), FileError> {
        for needed in layout::tensors(&self.config) {
            let Some(tensor) = self.get(&needed.name) else {
                return Err(FileError::MissingTensor { name: needed.name });
            };
            tensor.require_shape([needed.rows, needed.columns])?;
            if !needed.is_matrix() && matches!(tensor.stored, Stored::Int8 { .. }) {
                return Err(FileError::UnsupportedType {
                    name: needed.name,
                    found: "intgemm8".to_owned(),
                    supported: "float32",
                });
            }
        }
        for tensor in &self.tensors {
            if let Some(matrix) = tensor.name.strip_suffix("_QuantMultA") {
                self.activation_multiplier(matrix)?;
            } else if let Stored::Int8 { .. } = tensor.stored {
                self.int8(&tensor.name)?;
            } else {
                self.float(&tensor.name)?;
            }
        }
        Ok(())
    }
}
