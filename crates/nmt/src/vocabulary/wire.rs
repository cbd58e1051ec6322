//! The wire format of protocol buffers, as far as a vocabulary file needs it.
//!
//! Source: "Encoding", the protocol buffers documentation. A message is a run of fields; each has a key (number and wire type, as a
//! varint) and a value whose length follows from the wire type.

use super::VocabularyError;

/// One field: its number and value, and where it begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'a> {
    number: u32,
    offset: usize,
    value: Value<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Value<'a> {
    Varint(u64),
    Fixed64,
    Bytes(&'a [u8]),
    Fixed32([u8; 4]),
}

impl<'a> Field<'a> {
    /// The number of the field in its message.
    pub(super) fn number(&self) -> u32 {
        self.number
    }

    /// The value as a string of bytes or a nested message.
    pub(super) fn bytes(&self) -> Result<&'a [u8], VocabularyError> {
        match self.value {
            Value::Bytes(bytes) => Ok(bytes),
            _ => Err(self.malformed()),
        }
    }

    /// The value as text.
    pub(super) fn text(&self) -> Result<&'a str, VocabularyError> {
        std::str::from_utf8(self.bytes()?).map_err(|_| self.malformed())
    }

    /// The value as a whole number or the number of an enumeration's variant.
    pub(super) fn number_value(&self) -> Result<u64, VocabularyError> {
        match self.value {
            Value::Varint(value) => Ok(value),
            _ => Err(self.malformed()),
        }
    }

    /// The value as a truth value.
    pub(super) fn flag(&self) -> Result<bool, VocabularyError> {
        Ok(self.number_value()? != 0)
    }

    /// The value as a single-precision number.
    pub(super) fn float(&self) -> Result<f32, VocabularyError> {
        match self.value {
            Value::Fixed32(bytes) => Ok(f32::from_le_bytes(bytes)),
            _ => Err(self.malformed()),
        }
    }

    fn malformed(&self) -> VocabularyError {
        VocabularyError::MalformedField {
            field: self.number,
            offset: self.offset,
        }
    }
}

/// The fields of one message, in the order of the file. Ends after the first error.
pub(super) struct Fields<'a> {
    message: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    pub(super) fn new(message: &'a [u8]) -> Self {
        Self {
            message,
            rest: message,
        }
    }

    #[inline]
    fn read(&mut self) -> Result<Field<'a>, VocabularyError> {
        let offset = self.message.len().saturating_sub(self.rest.len());
        let truncated = || VocabularyError::Truncated { offset };
        let malformed = |field| VocabularyError::MalformedField { field, offset };
        let key = self.varint(offset)?;
        let number = u32::try_from(key >> 3).map_err(|_| malformed(0))?;
        if number == 0 {
            return Err(malformed(0));
        }
        let value = match key & 7 {
            0 => Value::Varint(self.varint(offset)?),
            1 => {
                let (_, rest) = self.rest.split_first_chunk::<8>().ok_or_else(truncated)?;
                self.rest = rest;
                Value::Fixed64
            }
            2 => {
                let length = self.varint(offset)?;
                let (bytes, rest) = usize::try_from(length)
                    .ok()
                    .and_then(|length| self.rest.split_at_checked(length))
                    .ok_or_else(truncated)?;
                self.rest = rest;
                Value::Bytes(bytes)
            }
            5 => {
                let (bytes, rest) = self.rest.split_first_chunk::<4>().ok_or_else(truncated)?;
                self.rest = rest;
                Value::Fixed32(*bytes)
            }
            _ => return Err(malformed(number)),
        };
        Ok(Field {
            number,
            offset,
            value,
        })
    }

    /// Seven bits per byte, the lowest first; the highest bit says whether another byte follows. At most ten bytes.
    #[inline]
    fn varint(&mut self, offset: usize) -> Result<u64, VocabularyError> {
        if let Some((&byte, rest)) = self.rest.split_first()
            && byte < 0x80
        {
            self.rest = rest;
            return Ok(u64::from(byte));
        }
        self.long_varint(offset)
    }

    fn long_varint(&mut self, offset: usize) -> Result<u64, VocabularyError> {
        let mut value = 0_u64;
        for shift in (0..70).step_by(7) {
            let (&byte, rest) = self
                .rest
                .split_first()
                .ok_or(VocabularyError::Truncated { offset })?;
            self.rest = rest;
            value |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(VocabularyError::MalformedField { field: 0, offset })
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<Field<'a>, VocabularyError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        Some(self.read().inspect_err(|_| self.rest = &[]))
    }
}
