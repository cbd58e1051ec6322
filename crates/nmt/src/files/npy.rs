//! The head of an array in NumPy's `.npy` format, versions 1 to 3.

use super::binary::{MAX_DIMENSIONS, rows_and_columns};

/// What every array begins with.
const MAGIC: &[u8] = b"\x93NUMPY";
/// Longest text that describes an array; NumPy pads it to 64 bytes, 118 as a rule.
const MAX_TEXT: usize = 4096;
/// Longest head: magic, version, length, text.
pub(super) const MAX_HEAD: usize = 12 + MAX_TEXT;

/// The numbers in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// Single precision, little endian.
    Float32,
    /// Bytes.
    Int8,
}

/// What the head of an array says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) element: Element,
    /// All dimensions but the last multiplied, and the last.
    pub(super) shape: [usize; 2],
    /// Where in the array the numbers begin.
    pub(super) data_start: usize,
}

impl Head {
    /// Bytes of the whole array.
    pub(super) fn array_length(&self) -> Option<u64> {
        let [rows, columns] = self.shape;
        let size = match self.element {
            Element::Float32 => 4,
            Element::Int8 => 1,
        };
        let data = rows.checked_mul(columns)?.checked_mul(size)?;
        u64::try_from(data.checked_add(self.data_start)?).ok()
    }

    /// Reads the head from the first bytes of an array, [`MAX_HEAD`] of which are always enough.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, &'static str> {
        let rest = bytes
            .strip_prefix(MAGIC)
            .ok_or("it does not begin with the format's mark")?;
        let (length, text_start) = match *rest {
            [1, _, low, high, ..] => (usize::from(u16::from_le_bytes([low, high])), 10),
            [2 | 3, _, a, b, c, d, ..] => {
                let length = u32::from_le_bytes([a, b, c, d]);
                (usize::try_from(length).unwrap_or(usize::MAX), 12)
            }
            _ => return Err("its version is not supported"),
        };
        if length > MAX_TEXT {
            return Err("its description is too long");
        }
        let data_start = text_start + length;
        let text = bytes
            .get(text_start..data_start)
            .ok_or("it ends inside its description")?;
        let (element, dimensions) = Text(text).description()?;
        let shape = match dimensions.as_slice() {
            [] => Some([1, 1]),
            dimensions => rows_and_columns(dimensions),
        };
        Ok(Self {
            element,
            shape: shape.ok_or("its shape is impossible")?,
            data_start,
        })
    }
}

/// A dictionary as Python writes it, read from the front.
struct Text<'a>(&'a [u8]);

const BROKEN: &str = "its description is not the dictionary that NumPy writes";

impl<'a> Text<'a> {
    /// `{'descr': ..., 'fortran_order': ..., 'shape': (...), }`, in any order.
    fn description(mut self) -> Result<(Element, Vec<i64>), &'static str> {
        let (mut element, mut row_major, mut dimensions) = (None, None, None);
        self.expect(b'{')?;
        while !self.next_is(b'}') {
            let key = self.quoted()?;
            self.expect(b':')?;
            let repeated = match key {
                b"descr" => element.replace(self.element()?).is_some(),
                b"fortran_order" => row_major.replace(!self.truth()?).is_some(),
                b"shape" => dimensions.replace(self.dimensions()?).is_some(),
                _ => return Err(BROKEN),
            };
            if repeated {
                return Err(BROKEN);
            }
            if !self.next_is(b',') {
                self.expect(b'}')?;
                break;
            }
        }
        self.skip_space();
        if !self.0.is_empty() {
            return Err(BROKEN);
        }
        if row_major.ok_or(BROKEN)? {
            Ok((element.ok_or(BROKEN)?, dimensions.ok_or(BROKEN)?))
        } else {
            Err("it is in column-major (Fortran) order, only row-major order is supported")
        }
    }

    fn skip_space(&mut self) {
        self.0 = self.0.trim_ascii_start();
    }

    /// Steps over `byte` if it comes next.
    fn next_is(&mut self, byte: u8) -> bool {
        self.skip_space();
        match self.0.split_first() {
            Some((&first, rest)) if first == byte => {
                self.0 = rest;
                true
            }
            _ => false,
        }
    }

    fn expect(&mut self, byte: u8) -> Result<(), &'static str> {
        if self.next_is(byte) {
            Ok(())
        } else {
            Err(BROKEN)
        }
    }

    fn quoted(&mut self) -> Result<&'a [u8], &'static str> {
        let quote = if self.next_is(b'\'') { b'\'' } else { b'"' };
        if quote == b'"' {
            self.expect(b'"')?;
        }
        let end = self.0.iter().position(|&byte| byte == quote);
        let (text, rest) = end
            .and_then(|end| self.0.split_at_checked(end))
            .ok_or(BROKEN)?;
        self.0 = rest.get(1..).unwrap_or_default();
        Ok(text)
    }

    fn element(&mut self) -> Result<Element, &'static str> {
        match self.quoted()? {
            b"<f4" => Ok(Element::Float32),
            b"|i1" | b"<i1" | b"=i1" => Ok(Element::Int8),
            b"<f2" => Err("its numbers are float16, only float32 is supported"),
            b"<f8" => Err("its numbers are float64, only float32 is supported"),
            b">f2" | b">f4" | b">f8" => Err("its numbers are big endian"),
            _ => Err("its numbers are neither float32 nor int8"),
        }
    }

    /// `True` or `False`.
    fn truth(&mut self) -> Result<bool, &'static str> {
        self.skip_space();
        for (word, value) in [(b"True".as_slice(), true), (b"False", false)] {
            if let Some(rest) = self.0.strip_prefix(word) {
                self.0 = rest;
                return Ok(value);
            }
        }
        Err(BROKEN)
    }

    /// A tuple of whole numbers.
    fn dimensions(&mut self) -> Result<Vec<i64>, &'static str> {
        let mut dimensions = Vec::new();
        self.expect(b'(')?;
        while !self.next_is(b')') {
            if dimensions.len() as u64 == MAX_DIMENSIONS {
                return Err("it has too many dimensions");
            }
            dimensions.push(self.number()?);
            if !self.next_is(b',') {
                self.expect(b')')?;
                break;
            }
        }
        Ok(dimensions)
    }

    fn number(&mut self) -> Result<i64, &'static str> {
        self.skip_space();
        let digits = self.0.iter().take_while(|byte| byte.is_ascii_digit());
        let (digits, rest) = self.0.split_at(digits.count());
        self.0 = rest;
        let digits = std::str::from_utf8(digits).map_err(|_| BROKEN)?;
        digits.parse().map_err(|_| BROKEN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(text: &str) -> Vec<u8> {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend(u16::try_from(text.len()).unwrap().to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes
    }

    #[test]
    fn the_heads_that_numpy_and_marian_write_are_read() {
        let bytes = array("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }   \n");
        let head = Head::parse(&bytes).unwrap();
        assert_eq!((head.element, head.shape), (Element::Float32, [3, 4]));
        assert_eq!(head.array_length(), Some(bytes.len() as u64 + 48));
        let bytes = array("{\"shape\": (7,),\"descr\": \"|i1\", \"fortran_order\": False}");
        let head = Head::parse(&bytes).unwrap();
        assert_eq!((head.element, head.shape), (Element::Int8, [1, 7]));
        let bytes = array("{'descr': '<f4', 'fortran_order': False, 'shape': ()}");
        assert_eq!(Head::parse(&bytes).unwrap().shape, [1, 1]);
        let text = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,3,4)}";
        let mut bytes = b"\x93NUMPY\x02\x00".to_vec();
        bytes.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
        bytes.extend(text.as_bytes());
        assert_eq!(Head::parse(&bytes).unwrap().shape, [6, 4]);
    }

    #[test]
    fn arrays_that_the_engine_cannot_use_are_refused_with_the_reason() {
        let refused = |text: &str| Head::parse(&array(text)).unwrap_err();
        let with = |element: &str, fortran: &str, shape: &str| {
            refused(&format!(
                "{{'descr': '{element}', 'fortran_order': {fortran}, 'shape': {shape}}}"
            ))
        };
        assert!(with("<f2", "False", "(1,)").contains("float16"));
        assert!(with("<f8", "False", "(1,)").contains("float64"));
        assert!(with(">f4", "False", "(1,)").contains("big endian"));
        assert!(with("|O", "False", "(1,)").contains("neither"));
        assert!(with("<f4", "True", "(2, 3)").contains("Fortran"));
        assert!(with("<f4", "False", "(0, 3)").contains("shape"));
        assert!(with("<f4", "False", "(9223372036854775807, 9)").contains("shape"));
        assert_eq!(with("<f4", "False", "(-1,)"), BROKEN);
        assert_eq!(with("<f4", "False", "(99999999999999999999,)"), BROKEN);
        assert!(with("<f4", "False", "(1,1,1,1,1)").contains("dimensions"));
        assert_eq!(refused("{'descr': '<f4', 'shape': (1,)}"), BROKEN);
        assert_eq!(refused("{'shape': (1,), 'shape': (1,)}"), BROKEN);
        assert_eq!(refused("{'evil': (1,)}"), BROKEN);
        assert!(Head::parse(b"PK").is_err());
        assert!(Head::parse(b"\x93NUMPY\x09\x00\x00\x00").is_err());
    }

    #[test]
    fn a_truncated_head_is_refused_wherever_it_ends() {
        let bytes = array("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }   \n");
        for end in 0..bytes.len() {
            assert!(Head::parse(&bytes[..end]).is_err(), "{end}");
        }
    }
}
