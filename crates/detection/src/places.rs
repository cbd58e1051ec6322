//! Which languages of a script have an n-gram, in few bytes.
//!
//! The languages are numbers: their places among the rows of the script, in ascending order. A byte
//! says how they are written:
//!
//! | byte | what follows |
//! |---|---|
//! | less than 16 | so many places, a byte each |
//! | less than 121 | bits, the lowest of a byte first: [`span`] says for which places |
//! | from 128 | nothing: what is above 128 is the only place |

/// Bytes below this say how many places follow.
pub(crate) const SPANS: u8 = 16;

/// Bytes from this on are a place alone.
pub(crate) const ALONE: u8 = 128;

/// The places that have bits after this byte, in eights: the first, and how many.
pub(crate) const fn span(byte: u8) -> (u8, u8) {
    // Numbered by their ends: 0..1, 0..2, 1..2, 0..3 and so on.
    let mut first = byte - SPANS;
    let mut end = 1;
    while first >= end {
        first -= end;
        end += 1;
    }
    (first, end - first)
}

/// The spans of all bytes that have one, which it would take time to count out.
const SPAN: [(u8, u8); ALONE as usize] = {
    let mut spans = [(0, 0); ALONE as usize];
    let mut byte = SPANS;
    while byte < ALONE {
        spans[byte as usize] = span(byte);
        byte += 1;
    }
    spans
};

/// The places of one n-gram.
#[derive(Clone, Copy)]
pub(crate) enum Places<'table> {
    Alone(u8),
    Listed(&'table [u8]),
    /// Bits, and the place of the first.
    Bits(u8, &'table [u8]),
}

impl<'table> Places<'table> {
    /// The places at the beginning of these bytes, and what comes after them.
    pub(crate) fn read(bytes: &'table [u8]) -> Option<(Self, &'table [u8])> {
        let (&byte, rest) = bytes.split_first()?;
        Some(if byte >= ALONE {
            (Self::Alone(byte - ALONE), rest)
        } else if byte < SPANS {
            let (listed, rest) = rest.split_at_checked(usize::from(byte))?;
            (Self::Listed(listed), rest)
        } else {
            let &(first, length) = SPAN.get(usize::from(byte))?;
            let (bits, rest) = rest.split_at_checked(usize::from(length))?;
            (Self::Bits(8 * first, bits), rest)
        })
    }

    /// How many there are.
    pub(crate) fn count(self) -> usize {
        match self {
            Self::Alone(_) => 1,
            Self::Listed(places) => places.len(),
            Self::Bits(_, bits) => bits.iter().map(|byte| byte.count_ones() as usize).sum(),
        }
    }

    /// Calls a function with each place and the value that it has in a list of as many.
    pub(crate) fn with(self, values: &[u8], mut each: impl FnMut(usize, u8)) {
        match self {
            Self::Alone(place) => {
                if let Some(&value) = values.first() {
                    each(usize::from(place), value);
                }
            }
            Self::Listed(places) => {
                for (&place, &value) in places.iter().zip(values) {
                    each(usize::from(place), value);
                }
            }
            Self::Bits(first, bits) => {
                let mut values = values.iter();
                let eights = (usize::from(first)..).step_by(8);
                for (place, &byte) in eights.zip(bits) {
                    let mut left = byte;
                    while left != 0 {
                        let Some(&value) = values.next() else {
                            return;
                        };
                        each(place + left.trailing_zeros() as usize, value);
                        left &= left - 1;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], values: &[u8]) -> Vec<(usize, u8)> {
        let (places, rest) = Places::read(bytes).unwrap();
        assert_eq!(rest, []);
        assert_eq!(places.count(), values.len());
        let mut found = Vec::new();
        places.with(values, |place, value| found.push((place, value)));
        found
    }

    #[test]
    fn each_way_of_writing_places_is_read() {
        assert_eq!(read(&[ALONE + 70], &[9]), [(70, 9)]);
        assert_eq!(read(&[2, 3, 80], &[1, 2]), [(3, 1), (80, 2)]);
        let byte = (SPANS..ALONE).find(|&byte| span(byte) == (2, 2)).unwrap();
        let bits = [byte, 0b1000_0001, 0b10];
        assert_eq!(read(&bits, &[5, 6, 7]), [(16, 5), (23, 6), (25, 7)]);
    }

    #[test]
    fn what_ends_early_is_no_place() {
        assert!(Places::read(&[]).is_none());
        assert!(Places::read(&[2, 3]).is_none());
        assert!(Places::read(&[SPANS]).is_none());
    }
}
