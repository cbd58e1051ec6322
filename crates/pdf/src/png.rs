//! Pixels as PNG.

use std::io::Write as _;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use crate::pixels::Pixels;

/// The file; none of pixels that are too many, or not as many as they are to be.
pub(crate) fn png(pixels: &Pixels) -> Option<Vec<u8>> {
    let kind: u8 = match pixels.channels {
        1 => 0,
        2 => 4,
        3 => 2,
        4 => 6,
        _ => return None,
    };
    let mut header = Vec::new();
    header.extend_from_slice(&u32::try_from(pixels.width).ok()?.to_be_bytes());
    header.extend_from_slice(&u32::try_from(pixels.height).ok()?.to_be_bytes());
    header.extend_from_slice(&[8, kind, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, *b"IHDR", &header)?;
    chunk(&mut file, *b"IDAT", &packed(pixels)?)?;
    chunk(&mut file, *b"IEND", &[])?;
    Some(file)
}

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) -> Option<()> {
    let mut checksum = Crc::new();
    checksum.update(&kind);
    checksum.update(data);
    file.extend_from_slice(&u32::try_from(data.len()).ok()?.to_be_bytes());
    file.extend_from_slice(&kind);
    file.extend_from_slice(data);
    file.extend_from_slice(&checksum.sum().to_be_bytes());
    Some(())
}

/// The rows, each as what differs from what is at the left or above, whichever is less, deflated; none of pixels that are
/// not as many as they are to be.
pub(crate) fn packed(pixels: &Pixels) -> Option<Vec<u8>> {
    let row = pixels.width.checked_mul(pixels.channels)?;
    if row == 0 || pixels.samples.len() != row.checked_mul(pixels.height)? {
        return None;
    }
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
    let mut above = vec![0; row];
    for samples in pixels.samples.chunks_exact(row) {
        let before = std::iter::repeat_n(&0, pixels.channels).chain(samples);
        let sideways = samples
            .iter()
            .zip(before)
            .map(|(one, other)| one.wrapping_sub(*other));
        let sideways: Vec<u8> = sideways.collect();
        let downwards = samples
            .iter()
            .zip(&above)
            .map(|(one, other)| one.wrapping_sub(*other));
        let downwards: Vec<u8> = downwards.collect();
        let cost = |differences: &[u8]| -> u64 {
            let each = differences
                .iter()
                .map(|&it| u64::from(it.min(it.wrapping_neg())));
            each.sum()
        };
        let (filter, differences) = match cost(&downwards) <= cost(&sideways) {
            true => (2, downwards),
            false => (1, sideways),
        };
        packer.write_all(&[filter]).ok()?;
        packer.write_all(&differences).ok()?;
        above.copy_from_slice(samples);
    }
    packer.finish().ok()
}
