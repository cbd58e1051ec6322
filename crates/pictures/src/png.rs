//! PNG files: their chunks, and what is kept of them.

use crate::exif;

/// What files begin with.
pub(crate) const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Chunks that are kept: what colours mean, how large pixels are, and what is said of the picture.
const KEPT: [&[u8; 4]; 12] = [
    b"cHRM", b"cICP", b"cLLI", b"gAMA", b"iCCP", b"mDCV", b"sRGB", b"pHYs", b"eXIf", b"tEXt",
    b"zTXt", b"iTXt",
];

/// With what keys of texts begin that have, or may have, the picture in small.
const PICTURES: [&[u8]; 2] = [b"Raw profile type", b"Thumb"];

/// What an inch has of metres, in ten thousandths.
const INCH: u64 = 254;

/// A part of a file.
struct Chunk<'f> {
    kind: &'f [u8],
    data: &'f [u8],
    /// All of it, with its length and checksum.
    whole: &'f [u8],
}

/// The parts of a file, up to the first that is broken.
fn chunks(file: &[u8]) -> impl Iterator<Item = Chunk<'_>> {
    let mut rest = file.get(SIGNATURE.len()..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (length, _) = rest.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        let (whole, after) = rest.split_at_checked(length.checked_add(12)?)?;
        rest = after;
        Some(Chunk {
            kind: whole.get(4..8)?,
            data: whole.get(8..length.checked_add(8)?)?,
            whole,
        })
    })
}

/// Whether a file has several pictures, which follow one another.
pub(crate) fn is_animated(file: &[u8]) -> bool {
    chunks(file).any(|chunk| chunk.kind == b"acTL")
}

/// How many pixels an inch has.
pub(crate) fn dots_per_inch(file: &[u8]) -> Option<u32> {
    const PER_METRE: u8 = 1;
    let physical = chunks(file).find(|chunk| chunk.kind == b"pHYs")?;
    let (per_metre, _) = physical.data.split_first_chunk::<4>()?;
    let is_known = physical.data.get(8) == Some(&PER_METRE);
    let per_inch = (u64::from(u32::from_be_bytes(*per_metre)) * INCH + 5_000) / 10_000;
    u32::try_from(per_inch).ok().filter(|_| is_known)
}

/// A file that was just written, with what is kept of the one that it comes from.
pub(crate) fn with_metadata(written: &[u8], source: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    for chunk in chunks(source).filter(|chunk| KEPT.iter().any(|kind| chunk.kind == *kind)) {
        let is_picture = PICTURES.iter().any(|key| chunk.data.starts_with(key));
        match chunk.kind {
            b"eXIf" => {
                let mut exif = chunk.data.to_vec();
                if exif::without_pictures(&mut exif) {
                    kept.extend(chunk_of(chunk.kind, &exif));
                }
            }
            b"tEXt" | b"zTXt" | b"iTXt" if is_picture || has_pictures(chunk.data) => {}
            _ => kept.extend_from_slice(chunk.whole),
        }
    }
    // The first part says of what size and kind the picture is; all that is kept comes before the pixels.
    let first = chunks(written).next().map_or(0, |chunk| chunk.whole.len());
    let (start, rest) = written.split_at(SIGNATURE.len() + first);
    [start, &kept, rest].concat()
}

/// Whether XMP data has small pictures.
pub(crate) fn has_pictures(xmp: &[u8]) -> bool {
    xmp.windows(7).any(|window| window == b"xmpGImg")
}

fn chunk_of(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap_or(u32::MAX);
    let checked = [kind, data].concat();
    let sum = checksum(&checked);
    [&length.to_be_bytes(), &*checked, &sum.to_be_bytes()].concat()
}

/// The checksum of a part: CRC-32.
fn checksum(bytes: &[u8]) -> u32 {
    let sum = bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg())
        })
    });
    !sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_picture_is_kept_and_small_pictures_are_not() {
        let header = chunk_of(b"IHDR", &[0; 13]);
        let exif = chunk_of(b"eXIf", &exif::tests::exif(6));
        let parts = |parts: &[&[u8]]| [&SIGNATURE[..], &parts.concat()].concat();
        let size = chunk_of(b"pHYs", &[0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1]);
        let text = chunk_of(b"tEXt", b"Title\0A sign");
        let small = chunk_of(b"tEXt", b"Thumb::Image\0x");
        let xmp = chunk_of(b"iTXt", b"XML:com.adobe.xmp\0<xmpGImg:image>");
        let palette = chunk_of(b"PLTE", &[1, 2, 3]);
        let end = chunk_of(b"IEND", b"");
        let source = parts(&[&header, &size, &exif, &palette, &text, &small, &xmp, &end]);
        assert_eq!(dots_per_inch(&source), Some(300));
        let written = with_metadata(&parts(&[&header, &end]), &source);
        let kinds: Vec<&[u8]> = chunks(&written).map(|chunk| chunk.kind).collect();
        let expected: [&[u8]; 5] = [b"IHDR", b"pHYs", b"eXIf", b"tEXt", b"IEND"];
        assert_eq!(kinds, expected);
        assert!(!written.windows(5).any(|window| window == b"SMALL"));
    }

    #[test]
    fn a_part_has_the_usual_checksum() {
        let end = chunk_of(b"IEND", b"");
        assert_eq!(end, *b"\0\0\0\0IEND\xAE\x42\x60\x82");
    }
}
