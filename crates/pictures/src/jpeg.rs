//! JPEG files: their segments, what is kept of them, and how well their pixels were kept.

use crate::{exif, png::has_pictures};

/// What files begin with.
pub(crate) const SIGNATURE: [u8; 3] = [0xFF, 0xD8, 0xFF];

/// How often the pixels of a picture may be gone through, each time with more detail.
const MOST_SCANS: usize = 64;

const APP0: u8 = 0xE0;
const APP1: u8 = 0xE1;
const APP2: u8 = 0xE2;
const APP13: u8 = 0xED;
const COMMENT: u8 = 0xFE;
const TABLES: u8 = 0xDB;
const SCAN: u8 = 0xDA;
const END: u8 = 0xD9;

const JFIF: &[u8] = b"JFIF\0";
const EXIF: &[u8] = b"Exif\0\0";
const XMP: &[u8] = b"http://ns.adobe.com/xap/1.0/\0";
const PROFILE: &[u8] = b"ICC_PROFILE\0";
const PHOTOSHOP: &[u8] = b"Photoshop 3.0\0";

/// The table for brightness that most programs begin with, in zigzag order, by which quality is told.
const STANDARD: [u16; 64] = [
    16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37,
    29, 40, 58, 51, 61, 60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81,
    87, 95, 98, 103, 104, 103, 62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99,
];

/// A part of a file, without its length.
struct Segment<'f> {
    marker: u8,
    data: &'f [u8],
}

/// The segments of a file.
pub(crate) struct Segments<'f>(Vec<Segment<'f>>);

/// How many pixels there are to a length.
pub(crate) struct Density {
    pub(crate) unit: Unit,
    pub(crate) along: u16,
    pub(crate) down: u16,
}

/// To what length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    None,
    Inch,
    Centimetre,
}

impl<'f> Segments<'f> {
    /// The segments of a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn of(file: &'f [u8]) -> Result<Self, &'static str> {
        const CUT_OFF: &str = "it is cut off";
        let mut segments = Vec::new();
        let mut scans = 0;
        let mut rest = file.get(2..).unwrap_or_default();
        loop {
            // Between segments anything may stand, and before a marker any number of 0xFF.
            let at = rest.iter().position(|byte| *byte == 0xFF).ok_or(CUT_OFF)?;
            rest = rest.get(at + 1..).unwrap_or_default();
            let (&marker, after) = rest.split_first().ok_or(CUT_OFF)?;
            match marker {
                END => return Ok(Self(segments)),
                0xFF => continue,
                0 | 1 | 0xD0..=0xD8 => {
                    rest = after;
                    continue;
                }
                _ => {}
            }
            let (length, _) = after.split_first_chunk::<2>().ok_or(CUT_OFF)?;
            let length = usize::from(u16::from_be_bytes(*length));
            let (data, after) = after.split_at_checked(length).ok_or(CUT_OFF)?;
            let data = data.get(2..).ok_or("the length of a part of it is wrong")?;
            segments.push(Segment { marker, data });
            scans += usize::from(marker == SCAN);
            if scans > MOST_SCANS {
                return Err("its pixels are in too many parts");
            }
            rest = after;
        }
    }

    /// How many pixels there are to a length.
    pub(crate) fn density(&self) -> Option<Density> {
        let first = self.first(APP0, JFIF)?;
        let [unit, x0, x1, y0, y1] = *first.get(2..)?.first_chunk::<5>()?;
        let unit = match unit {
            1 => Unit::Inch,
            2 => Unit::Centimetre,
            _ => Unit::None,
        };
        let (along, down) = (u16::from_be_bytes([x0, x1]), u16::from_be_bytes([y0, y1]));
        (along > 0 && down > 0).then_some(Density { unit, along, down })
    }

    fn first(&self, marker: u8, name: &[u8]) -> Option<&'f [u8]> {
        let mut segments = self.0.iter().filter(|segment| segment.marker == marker);
        segments.find_map(|segment| segment.data.strip_prefix(name))
    }

    /// How well its pixels were kept, from 1 to 100: by how much its table for brightness is finer or coarser than the usual.
    pub(crate) fn quality(&self) -> Option<u8> {
        let table = self.luminance()?;
        let sum = |table: &[u16; 64]| table.iter().map(|value| u32::from(*value)).sum::<u32>();
        let (own, standard) = (sum(&table), sum(&STANDARD));
        // The usual table is multiplied by so many hundredths: 200 - 2q, or 5000 / q for less than 50.
        let percent = (own * 100 + standard / 2) / standard;
        let quality = match percent {
            0..=100 => (200 - percent) / 2,
            _ => 5_000 / percent,
        };
        u8::try_from(quality.clamp(1, 100)).ok()
    }

    /// The table for brightness, which has the number 0.
    fn luminance(&self) -> Option<[u16; 64]> {
        let tables = self.0.iter().filter(|segment| segment.marker == TABLES);
        for mut data in tables.map(|segment| segment.data) {
            while let Some((&kind, rest)) = data.split_first() {
                let is_wide = kind >> 4 != 0;
                let (values, after) = rest.split_at_checked(if is_wide { 128 } else { 64 })?;
                if kind & 0x0F == 0 {
                    let mut table = [0; 64];
                    for (place, value) in table.iter_mut().enumerate() {
                        *value = match is_wide {
                            true => u16::from_be_bytes(*values.get(2 * place..)?.first_chunk()?),
                            false => u16::from(*values.get(place)?),
                        };
                    }
                    return Some(table);
                }
                data = after;
            }
        }
        None
    }

    /// What is kept in a file whose pixels are gray or in colours.
    fn kept(&self, is_gray: bool) -> Vec<u8> {
        let mut kept = Vec::new();
        let space = self
            .first(APP2, PROFILE)
            .and_then(|profile| profile.get(18..22));
        let fits = match space {
            Some(b"GRAY") => is_gray,
            Some(b"RGB ") => !is_gray,
            _ => false,
        };
        for Segment { marker, data } in &self.0 {
            match *marker {
                APP1 if data.starts_with(EXIF) => {
                    let mut exif = data.to_vec();
                    let values = exif.get_mut(EXIF.len()..).unwrap_or_default();
                    if exif::without_pictures(values) {
                        push(&mut kept, APP1, &exif);
                    }
                }
                APP1 if data.starts_with(XMP) && !has_pictures(data) => push(&mut kept, APP1, data),
                APP2 if data.starts_with(PROFILE) && fits => push(&mut kept, APP2, data),
                APP13 if data.starts_with(PHOTOSHOP) => {
                    push(&mut kept, APP13, &resources_without_pictures(data));
                }
                COMMENT => push(&mut kept, COMMENT, data),
                _ => {}
            }
        }
        kept
    }

    /// A file that was just written, with what is kept of this one.
    pub(crate) fn with_metadata(&self, written: &[u8], is_gray: bool) -> Vec<u8> {
        // It begins with how many pixels there are to an inch.
        let length = written
            .get(4..6)
            .and_then(|length| length.first_chunk::<2>());
        let first = 4 + length.map_or(0, |length| usize::from(u16::from_be_bytes(*length)));
        let (start, rest) = written.split_at_checked(first).unwrap_or((written, &[]));
        [start, &self.kept(is_gray), rest].concat()
    }
}

fn push(segments: &mut Vec<u8>, marker: u8, data: &[u8]) {
    if let Ok(length) = u16::try_from(data.len() + 2) {
        segments.extend([0xFF, marker]);
        segments.extend(length.to_be_bytes());
        segments.extend_from_slice(data);
    }
}

/// What Photoshop has said of a picture, without the picture in small. What comes after something broken is left out.
fn resources_without_pictures(data: &[u8]) -> Vec<u8> {
    const SMALL_PICTURES: [[u8; 2]; 2] = [1033_u16.to_be_bytes(), 1036_u16.to_be_bytes()];
    let (mut kept, mut rest) = data.split_at(PHOTOSHOP.len().min(data.len()));
    let mut resources = kept.to_vec();
    while let Some(resource) = resource(rest) {
        (kept, rest) = rest.split_at(resource);
        let is_picture = SMALL_PICTURES.iter().any(|id| kept.get(4..6) == Some(id));
        if !is_picture {
            resources.extend_from_slice(kept);
        }
    }
    resources
}

/// How long the first resource is.
fn resource(bytes: &[u8]) -> Option<usize> {
    const START: &[u8] = b"8BIM";
    let even = |length: usize| length + length % 2;
    if !bytes.starts_with(START) {
        return None;
    }
    let name = even(usize::from(*bytes.get(6)?) + 1);
    let length = bytes.get(6 + name..)?.first_chunk::<4>()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    let whole = (6 + name + 4).checked_add(even(length))?;
    (whole <= bytes.len()).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(parts: &[(u8, &[u8])]) -> Vec<u8> {
        let mut file = vec![0xFF, 0xD8];
        for (marker, data) in parts {
            push(&mut file, *marker, data);
        }
        file.extend([0xFF, END]);
        file
    }

    fn table(quality: u16) -> Vec<u8> {
        let percent = if quality < 50 {
            5_000 / quality
        } else {
            200 - 2 * quality
        };
        let values = STANDARD
            .iter()
            .map(|value| ((value * percent + 50) / 100).clamp(1, 255));
        let values = values.map(|value| u8::try_from(value).unwrap());
        [0].into_iter().chain(values).collect()
    }

    #[test]
    fn quality_is_told_by_the_table() {
        for quality in [20, 50, 75, 90, 95] {
            let file = file(&[(TABLES, &table(quality))]);
            let told = Segments::of(&file).unwrap().quality().unwrap();
            assert!(u16::from(told).abs_diff(quality) <= 1, "{quality} {told}");
        }
    }

    #[test]
    fn what_is_said_of_a_picture_is_kept_and_small_pictures_are_not() {
        let exif = [EXIF, &exif::tests::exif(6)].concat();
        let profile = [PROFILE, &[1, 1], &[0; 16], b"RGB ", b"rest"].concat();
        let resource = |id: u16, data: &[u8]| {
            let length = u32::try_from(data.len()).unwrap().to_be_bytes();
            [b"8BIM", &id.to_be_bytes()[..], &[0, 0], &length, data].concat()
        };
        let resources = [
            PHOTOSHOP,
            &resource(1036, b"SMALL!"),
            &resource(1028, b"words!"),
        ]
        .concat();
        let source = file(&[
            (APP0, b"JFIF\0\x01\x02\x01\x00\x96\x00\x96\x00\x00"),
            (APP1, &exif),
            (APP1, &[XMP, b"<x/>"].concat()),
            (APP1, &[XMP, b"<xmpGImg:image/>"].concat()),
            (APP2, &profile),
            (APP2, b"MPF\0more pictures"),
            (APP13, &resources),
            (COMMENT, b"made by hand"),
        ]);
        let segments = Segments::of(&source).unwrap();
        let density = segments.density().unwrap();
        assert_eq!((density.unit, density.along), (Unit::Inch, 150));
        let written = file(&[(APP0, b"JFIF\0"), (TABLES, b"tables")]);
        let result = segments.with_metadata(&written, false);
        let of_result = Segments::of(&result).unwrap().0;
        let markers: Vec<u8> = of_result.iter().map(|segment| segment.marker).collect();
        assert_eq!(markers, [APP0, APP1, APP1, APP2, APP13, COMMENT, TABLES]);
        assert!(!result.windows(5).any(|window| window == b"SMALL"));
        assert!(result.windows(5).any(|window| window == b"words"));
        let gray = segments.with_metadata(&written, true);
        assert!(!gray.windows(5).any(|window| window == b"ICC_P"));
    }

    #[test]
    fn files_that_are_cut_off_or_broken_say_so() {
        let whole = file(&[(APP0, JFIF), (SCAN, b"scan")]);
        for length in 0..whole.len() {
            assert!(Segments::of(&whole[..length]).is_err(), "{length}");
        }
        assert!(Segments::of(&[0xFF, 0xD8, 0xFF, APP0, 0, 1, 0xFF, END]).is_err());
        let scans = vec![(SCAN, &b"scan"[..]); MOST_SCANS + 1];
        assert!(Segments::of(&file(&scans)).is_err());
    }
}
