//! Exif data without the pictures in it, which show the text as it was.

/// Tags of fields of a directory.
mod tag {
    /// Where strips of an uncompressed picture are, and how long they are.
    pub(super) const STRIPS: u16 = 0x0111;
    pub(super) const STRIP_LENGTHS: u16 = 0x0117;
    /// Where a JPEG picture is, and how long it is.
    pub(super) const PICTURE: u16 = 0x0201;
    pub(super) const PICTURE_LENGTH: u16 = 0x0202;
    /// Where a directory is about how the picture was taken.
    pub(super) const EXPOSURE: u16 = 0x8769;
    /// What only the maker of a camera knows, such as a picture to look at.
    pub(super) const MAKER_NOTE: u16 = 0x927C;
}

/// How many fields a directory has at most.
const MOST_FIELDS: u16 = 1_000;
const FIELD_BYTES: usize = 12;

/// Exif data: a TIFF file without a picture.
struct Exif<'a> {
    bytes: &'a mut [u8],
    is_little_endian: bool,
}

/// Takes the small picture and notes of the camera's maker out of Exif data, by writing zeros over them. False if the data
/// is broken.
pub(crate) fn without_pictures(bytes: &mut [u8]) -> bool {
    let is_little_endian = match bytes.get(..4) {
        Some([b'I', b'I', 42, 0]) => true,
        Some([b'M', b'M', 0, 42]) => false,
        _ => return false,
    };
    let mut exif = Exif {
        bytes,
        is_little_endian,
    };
    exif.clean().is_some()
}

impl Exif<'_> {
    fn clean(&mut self) -> Option<()> {
        let first = self.offset(4)?;
        let fields = self.short(first)?.min(MOST_FIELDS);
        if let Some(exposure) = self.value(first, tag::EXPOSURE)
            && let Some(field) = self.field(exposure, tag::MAKER_NOTE)
        {
            let (length, start) = (self.offset(field + 4)?, self.offset(field + 8)?);
            // Of up to four bytes the value is in the field itself.
            if length > 4 {
                self.erase(start, length);
            }
        }
        let next_at = first + 2 + usize::from(fields) * FIELD_BYTES;
        let Some(next) = self.offset(next_at).filter(|next| *next > 0) else {
            return Some(());
        };
        for (place, length) in [
            (tag::PICTURE, tag::PICTURE_LENGTH),
            (tag::STRIPS, tag::STRIP_LENGTHS),
        ] {
            if let (Some(place), Some(length)) = (self.value(next, place), self.value(next, length))
            {
                self.erase(place, length);
            }
        }
        let fields = self.short(next).unwrap_or_default();
        self.erase(next, 2 + usize::from(fields) * FIELD_BYTES + 4);
        self.erase(next_at, 4);
        Some(())
    }

    fn short(&self, at: usize) -> Option<u16> {
        let bytes = self.bytes.get(at..at.checked_add(2)?)?;
        let bytes = bytes.try_into().ok()?;
        Some(match self.is_little_endian {
            true => u16::from_le_bytes(bytes),
            false => u16::from_be_bytes(bytes),
        })
    }

    fn offset(&self, at: usize) -> Option<usize> {
        let bytes = self.bytes.get(at..at.checked_add(4)?)?;
        let bytes = bytes.try_into().ok()?;
        let number = match self.is_little_endian {
            true => u32::from_le_bytes(bytes),
            false => u32::from_be_bytes(bytes),
        };
        usize::try_from(number).ok()
    }

    /// Where the field of a directory is that has a tag.
    fn field(&self, directory: usize, tag: u16) -> Option<usize> {
        let count = self.short(directory)?.min(MOST_FIELDS);
        let fields = (0..usize::from(count)).map(|number| directory + 2 + number * FIELD_BYTES);
        fields
            .into_iter()
            .find(|field| self.short(*field) == Some(tag))
    }

    /// The number in a field.
    fn value(&self, directory: usize, tag: u16) -> Option<usize> {
        const SHORT: u16 = 3;
        let field = self.field(directory, tag)?;
        match self.short(field + 2)? {
            SHORT => self.short(field + 8).map(usize::from),
            _ => self.offset(field + 8),
        }
    }

    fn erase(&mut self, start: usize, length: usize) {
        let end = start.saturating_add(length).min(self.bytes.len());
        if let Some(bytes) = self.bytes.get_mut(start..end) {
            bytes.fill(0);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn field(tag: u16, kind: u16, count: u32, value: u32) -> Vec<u8> {
        let mut field = tag.to_le_bytes().to_vec();
        field.extend(kind.to_le_bytes());
        field.extend(count.to_le_bytes());
        field.extend(value.to_le_bytes());
        field
    }

    /// Exif data that says how the picture is turned, with a small picture and a note of the maker.
    pub(crate) fn exif(orientation: u32) -> Vec<u8> {
        let parts = [
            b"II*\0".to_vec(),
            8_u32.to_le_bytes().to_vec(),
            2_u16.to_le_bytes().to_vec(),
            field(0x0112, 3, 1, orientation),
            field(tag::EXPOSURE, 4, 1, 38),
            56_u32.to_le_bytes().to_vec(),
            1_u16.to_le_bytes().to_vec(),
            field(tag::MAKER_NOTE, 7, 5, 86),
            0_u32.to_le_bytes().to_vec(),
            2_u16.to_le_bytes().to_vec(),
            field(tag::PICTURE, 4, 1, 91),
            field(tag::PICTURE_LENGTH, 4, 1, 5),
            0_u32.to_le_bytes().to_vec(),
            b"NOTES".to_vec(),
            b"SMALL".to_vec(),
        ];
        parts.concat()
    }

    #[test]
    fn pictures_in_it_are_gone_and_the_rest_stays() {
        let mut bytes = exif(6);
        assert!(without_pictures(&mut bytes));
        assert_eq!(bytes.len(), exif(6).len());
        assert_eq!(bytes[..34], exif(6)[..34]);
        assert!(
            bytes[34..38].iter().all(|byte| *byte == 0),
            "no second directory"
        );
        assert!(bytes[56..].iter().all(|byte| *byte == 0), "{bytes:?}");
    }

    #[test]
    fn broken_data_is_no_exif_data() {
        for length in 0..10 {
            assert!(!without_pictures(&mut exif(1)[..length]), "{length}");
        }
        let mut far = exif(1);
        far[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(!without_pictures(&mut far));
        for place in 0..exif(1).len() {
            let mut bytes = exif(1);
            bytes[place] = 0xFF;
            without_pictures(&mut bytes);
        }
    }
}
