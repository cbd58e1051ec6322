//! Marian's binary container of a model, version 1, little endian.
//!
//! After the version and the number of tensors come tables of fixed-size headers, names and shapes,
//! then padding whose length is stored, then the data of the tensors back to back. The quantised
//! matrices in it are the same on every processor: values, then one multiplier.

use std::collections::HashSet;

use super::FileError;
use super::bytes::{Bytes, Reader, Section, f32_values};
use super::stored::{Stored, StoredTensor};

/// The version of the container that is read, its first eight bytes.
pub(super) const VERSION: u64 = 1;
/// The name of the tensor that holds the configuration.
pub(super) const CONFIG_NAME: &str = "special:model.yml";
/// What the names of tensors that hold something else than numbers begin with.
const SPECIAL: &str = "special:";

/// Most tensors: the deepest model that is supported has about 4,000.
pub(super) const MAX_TENSORS: u64 = 16_384;
/// Longest name in bytes.
const MAX_NAME: u64 = 256;
/// Most dimensions of a shape.
pub(super) const MAX_DIMENSIONS: u64 = 4;
/// Bytes of one header.
const HEADER: u64 = 32;

/// Types of the numbers in a tensor: the class in the higher bits, their size in bytes in the lowest.
pub(super) mod type_code {
    pub(in super::super) const INT8: u64 = 0x0101;
    pub(in super::super) const FLOAT32: u64 = 0x0404;
    pub(in super::super) const INTGEMM8: u64 = 0x4101;
}

/// The field's names of the types that Marian knows.
fn type_name(code: u64) -> String {
    let name = match code {
        type_code::INT8 => "int8",
        0x0102 => "int16",
        0x0104 => "int32",
        0x0108 => "int64",
        0x0201 => "uint8",
        0x0202 => "uint16",
        0x0204 => "uint32",
        0x0208 => "uint64",
        0x0402 => "float16",
        type_code::FLOAT32 => "float32",
        0x0408 => "float64",
        0x0802 => "packed16",
        0x1801 => "packed8avx2",
        0x2801 => "packed8avx512",
        type_code::INTGEMM8 => "intgemm8",
        0x4102 => "intgemm16",
        _ => return format!("{code:#06x}, which is not known"),
    };
    name.to_owned()
}

/// One entry of the table of headers.
struct Header {
    name_length: u64,
    type_code: u64,
    dimensions: u64,
    data_length: u64,
}

/// What a container holds.
#[derive(Debug)]
pub(super) struct Container {
    /// All tensors but the special ones, in the order of the file.
    pub(super) tensors: Vec<StoredTensor>,
    /// The text of the configuration.
    pub(super) config: Option<Section>,
}

/// Whether the file begins like a container of the version that is read.
pub(super) fn is_container(start: &[u8]) -> bool {
    start.starts_with(&VERSION.to_le_bytes())
}

/// Reads the tables of a container; of the data only the multipliers.
pub(super) fn parse(bytes: &Bytes) -> Result<Container, FileError> {
    let mut reader = Reader::new(bytes.as_ref());
    reader.u64("the version")?;
    let headers = headers(&mut reader)?;
    let names = names(&mut reader, &headers)?;
    let shapes = headers
        .iter()
        .zip(&names)
        .map(|(header, name)| shape(&mut reader, header, name))
        .collect::<Result<Vec<_>, _>>()?;
    let padding = reader.u64("the length of the padding")?;
    reader.take(padding, "the padding")?;

    let mut container = Container {
        tensors: Vec::with_capacity(headers.len()),
        config: None,
    };
    for ((header, name), shape) in headers.iter().zip(names).zip(shapes) {
        let start = reader.position();
        reader.take(header.data_length, "the data of a tensor")?;
        let data = section(bytes, start, reader.position());
        if name.starts_with(SPECIAL) {
            let text = special(header, &name, shape, &data, bytes, start)?;
            if name == CONFIG_NAME {
                container.config = Some(text);
            }
        } else {
            container
                .tensors
                .push(tensor(header, name, shape, bytes, start)?);
        }
    }
    match reader.remaining() {
        0 => Ok(container),
        count => Err(FileError::TrailingBytes { count }),
    }
}

/// The part of the file between two positions that were read.
fn section(bytes: &Bytes, start: usize, end: usize) -> Section {
    bytes
        .section(start..end)
        .unwrap_or_else(|| Bytes::from(Vec::new()).whole())
}

fn limit(what: &'static str, found: u64, limit: u64) -> Result<u64, FileError> {
    if found > limit {
        return Err(FileError::TooMany { what, found, limit });
    }
    Ok(found)
}

fn headers(reader: &mut Reader<'_>) -> Result<Vec<Header>, FileError> {
    let what = "the number of tensors";
    let count = limit(what, reader.u64(what)?, MAX_TENSORS)?;
    let mut table = Reader::new(reader.take(count * HEADER, "the table of tensors")?);
    (0..count)
        .map(|_| {
            Ok(Header {
                name_length: limit("the length of a name", table.u64("a header")?, MAX_NAME)?,
                type_code: table.u64("a header")?,
                dimensions: limit(
                    "the number of dimensions",
                    table.u64("a header")?,
                    MAX_DIMENSIONS,
                )?,
                data_length: table.u64("a header")?,
            })
        })
        .collect()
}

fn names(reader: &mut Reader<'_>, headers: &[Header]) -> Result<Vec<String>, FileError> {
    let mut seen = HashSet::with_capacity(headers.len());
    let mut names = Vec::with_capacity(headers.len());
    for (index, header) in headers.iter().enumerate() {
        let bytes = reader.take(header.name_length, "the name of a tensor")?;
        let name = match bytes.split_last() {
            Some((0, name)) if !name.is_empty() && !name.contains(&0) => name,
            _ => return Err(FileError::BadName { index }),
        };
        let name = std::str::from_utf8(name).map_err(|_| FileError::BadName { index })?;
        if !seen.insert(name) {
            return Err(FileError::DuplicateName {
                name: name.to_owned(),
            });
        }
        names.push(name.to_owned());
    }
    Ok(names)
}

/// Reads a shape as rows and columns: the columns are the last dimension, the rows all others.
fn shape(reader: &mut Reader<'_>, header: &Header, name: &str) -> Result<[usize; 2], FileError> {
    let mut dimensions = Vec::with_capacity(4);
    for _ in 0..header.dimensions {
        dimensions.push(i64::from(reader.i32("the shape of a tensor")?));
    }
    rows_and_columns(&dimensions).ok_or_else(|| FileError::BadShape {
        name: name.to_owned(),
        shape: dimensions,
    })
}

/// The dimensions as rows and columns: the columns are the last dimension, the rows all others. None
/// if there are no dimensions, one is not above 0, or the product is more than a file can hold.
pub(super) fn rows_and_columns(dimensions: &[i64]) -> Option<[usize; 2]> {
    let (&last, others) = dimensions.split_last()?;
    let columns = usize::try_from(last).ok().filter(|&columns| columns > 0)?;
    let mut rows = 1usize;
    for &dimension in others {
        let dimension = usize::try_from(dimension).ok().filter(|&size| size > 0)?;
        rows = rows.checked_mul(dimension)?;
    }
    // Eight bytes each are more than any type needs, so later products cannot overflow.
    rows.checked_mul(columns)?.checked_mul(8)?;
    Some([rows, columns])
}

/// The bytes of a tensor that holds text.
fn special(
    header: &Header,
    name: &str,
    [rows, columns]: [usize; 2],
    data: &Section,
    bytes: &Bytes,
    start: usize,
) -> Result<Section, FileError> {
    if header.type_code != type_code::INT8 {
        return Err(FileError::UnsupportedType {
            name: name.to_owned(),
            found: type_name(header.type_code),
            supported: "int8 (text)",
        });
    }
    let length = rows * columns;
    require_length(name, data.as_slice().len() as u64, length as u64)?;
    Ok(section(bytes, start, start + length))
}

fn require_length(name: &str, found: u64, needed: u64) -> Result<(), FileError> {
    if found < needed {
        return Err(FileError::DataLength {
            name: name.to_owned(),
            needed,
            found,
        });
    }
    Ok(())
}

/// A tensor of numbers, whose data begins at `start` and is inside the file.
fn tensor(
    header: &Header,
    name: String,
    [rows, columns]: [usize; 2],
    bytes: &Bytes,
    start: usize,
) -> Result<StoredTensor, FileError> {
    let count = rows * columns;
    let stored = match header.type_code {
        type_code::FLOAT32 => {
            require_length(&name, header.data_length, count as u64 * 4)?;
            Stored::Float(section(bytes, start, start + count * 4))
        }
        type_code::INTGEMM8 => {
            require_length(&name, header.data_length, count as u64 + 4)?;
            let after = section(bytes, start + count, start + count + 4);
            Stored::Int8 {
                values: section(bytes, start, start + count),
                multiplier: f32_values(after.as_slice()).next().unwrap_or(f32::NAN),
            }
        }
        other => {
            return Err(FileError::UnsupportedType {
                name,
                found: type_name(other),
                supported: "float32 or intgemm8",
            });
        }
    };
    Ok(StoredTensor {
        name,
        rows,
        columns,
        stored,
    })
}
