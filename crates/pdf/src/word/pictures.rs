//! Pictures as files that Word shows: photographs as they are, and others as PNG.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read as _;

use dragoman_documents::DocumentError;
use dragoman_documents::overseer::borrow;
use flate2::read::ZlibDecoder;
use hayro_syntax::object::{Array, Dict, Object, ObjectIdentifier, Stream};

use crate::streams::{filters, growth, is_zlib};
use crate::word::png::{Pixels, png};

/// The pixels of a picture at most that is unpacked.
const MOST_PIXELS: usize = 40_000_000;
/// What a picture may unpack to, in bytes, besides its pixels.
const MOST_BYTES: u64 = 256 << 20;

/// The pictures that Word shows, with their numbers.
pub(crate) type PictureFiles = BTreeMap<ObjectIdentifier, (usize, PictureFile)>;

/// A file with a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PictureFile {
    pub(crate) bytes: Vec<u8>,
    /// What its name ends with.
    pub(crate) extension: &'static str,
}

/// The picture of a stream as a file; none of one that is packed in a way that Word does not know, or damaged.
///
/// # Errors
/// If the document is given up, or no memory is left for it.
pub(crate) fn picture_file(
    pdf: &hayro_syntax::Pdf,
    id: ObjectIdentifier,
) -> Result<Option<PictureFile>, DocumentError> {
    let Some(stream) = pdf.xref().get::<Stream<'_>>(id) else {
        return Ok(None);
    };
    if let Some(bytes) = photograph(&stream) {
        borrow(bytes.len())?;
        return Ok(Some(PictureFile {
            bytes: bytes.into_owned(),
            extension: "jpeg",
        }));
    }
    let Some((width, height)) = dimensions(&stream) else {
        return Ok(None);
    };
    // What is unpacked, the pixels, and the file.
    borrow(width * height * 8)?;
    let file = pixels(&stream).and_then(|pixels| png(&pixels));
    Ok(file.map(|bytes| PictureFile {
        bytes,
        extension: "png",
    }))
}

/// The file of a photograph.
fn photograph<'a>(stream: &Stream<'a>) -> Option<Cow<'a, [u8]>> {
    let filters = filters(stream);
    let filters: Vec<&str> = filters.iter().map(String::as_str).collect();
    let raw = stream.raw_data();
    let bytes = match filters.as_slice() {
        ["DCTDecode" | "DCT"] => raw,
        [first, "DCTDecode" | "DCT"] if is_zlib(first) => Cow::Owned(unpacked(&raw, MOST_BYTES)),
        _ => return None,
    };
    let is_usual = decode(stream).is_none_or(|decode| !is_reversed(&decode));
    (bytes.starts_with(&[0xff, 0xd8]) && is_usual).then_some(bytes)
}

/// The bytes of a stream that is packed by zlib, up to damage.
fn unpacked(packed: &[u8], most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = ZlibDecoder::new(packed).take(most).read_to_end(&mut bytes);
    bytes
}

/// Width and height in pixels, unless they are too many.
fn dimensions(stream: &Stream<'_>) -> Option<(usize, usize)> {
    let number = |long: &str, short: &str| {
        let dictionary = stream.dict();
        let number = dictionary
            .get::<u32>(long)
            .or_else(|| dictionary.get::<u32>(short));
        number.and_then(|number| usize::try_from(number).ok())
    };
    let (width, height) = (number("Width", "W")?, number("Height", "H")?);
    let pixels = width.checked_mul(height)?;
    (pixels > 0 && pixels <= MOST_PIXELS).then_some((width, height))
}

fn decode(stream: &Stream<'_>) -> Option<Vec<f32>> {
    let dictionary = stream.dict();
    let array = dictionary
        .get::<Array<'_>>("Decode")
        .or_else(|| dictionary.get::<Array<'_>>("D"))?;
    Some(array.iter::<f32>().collect())
}

/// Whether the least value is the lightest where it is the darkest otherwise.
fn is_reversed(decode: &[f32]) -> bool {
    matches!(decode, [first, second, ..] if first > second)
}

/// What the numbers of a picture stand for.
enum Colours {
    Grey,
    /// An amount of ink.
    Ink,
    Rgb,
    Cmyk,
    /// Entries of a table, of three channels each.
    Indexed(Vec<[u8; 3]>),
    /// Whether something is painted.
    Stencil,
}

impl Colours {
    const fn channels(&self) -> usize {
        match self {
            Self::Grey | Self::Ink | Self::Indexed(_) | Self::Stencil => 1,
            Self::Rgb => 3,
            Self::Cmyk => 4,
        }
    }
}

fn colours(stream: &Stream<'_>) -> Option<Colours> {
    let dictionary = stream.dict();
    let is_stencil = dictionary
        .get::<bool>("ImageMask")
        .or_else(|| dictionary.get::<bool>("IM"));
    if is_stencil == Some(true) {
        return Some(Colours::Stencil);
    }
    let space = dictionary.get::<Object<'_>>("ColorSpace");
    space_of(space.or_else(|| dictionary.get::<Object<'_>>("CS"))?, 0)
}

fn space_of(space: Object<'_>, depth: usize) -> Option<Colours> {
    let named = |name: &str| match name {
        "DeviceGray" | "G" | "CalGray" => Some(Colours::Grey),
        "DeviceRGB" | "RGB" | "CalRGB" => Some(Colours::Rgb),
        "DeviceCMYK" | "CMYK" => Some(Colours::Cmyk),
        "Separation" => Some(Colours::Ink),
        _ => None,
    };
    let array = match space {
        Object::Name(name) => return named(name.as_str()),
        Object::Array(array) => array,
        _ => return None,
    };
    let mut elements = array.iter::<Object<'_>>();
    let Some(Object::Name(kind)) = elements.next() else {
        return None;
    };
    match kind.as_str() {
        "ICCBased" => match elements.next()? {
            Object::Stream(profile) => match profile.dict().get::<u32>("N")? {
                1 => Some(Colours::Grey),
                3 => Some(Colours::Rgb),
                4 => Some(Colours::Cmyk),
                _ => None,
            },
            _ => None,
        },
        "Indexed" | "I" if depth == 0 => {
            let base = space_of(elements.next()?, depth + 1)?;
            let _highest = elements.next()?;
            let table = match elements.next()? {
                Object::String(text) => text.as_ref().to_vec(),
                Object::Stream(stream) => bytes(&stream, 4 * 256)?,
                _ => return None,
            };
            let entries = table.chunks_exact(base.channels());
            Some(Colours::Indexed(
                entries.filter_map(|entry| rgb(&base, entry)).collect(),
            ))
        }
        other => named(other),
    }
}

/// A colour as red, green and blue.
fn rgb(colours: &Colours, channels: &[u8]) -> Option<[u8; 3]> {
    Some(match (colours, channels) {
        (Colours::Grey, [grey]) => [*grey; 3],
        (Colours::Ink, [ink]) => [255 - ink; 3],
        (Colours::Rgb, [red, green, blue]) => [*red, *green, *blue],
        (Colours::Cmyk, [cyan, magenta, yellow, black]) => {
            let light = |ink: &u8| {
                let both = u32::from(255 - ink) * u32::from(255 - black) / 255;
                u8::try_from(both).unwrap_or(255)
            };
            [light(cyan), light(magenta), light(yellow)]
        }
        (Colours::Indexed(table), [index]) => table.get(usize::from(*index)).copied()?,
        _ => return None,
    })
}

/// The bytes of a stream that is no photograph; none of one that is packed in a way that is not known here, or that
/// unpacks to much more than this.
fn bytes(stream: &Stream<'_>, expected: usize) -> Option<Vec<u8>> {
    let filters = filters(stream);
    let raw = stream.raw_data();
    match filters.as_slice() {
        [] => Some(raw.into_owned()),
        [only] if is_zlib(only) => {
            let parameters = stream.dict().get::<Dict<'_>>("DecodeParms");
            let parameters = parameters.or_else(|| stream.dict().get::<Dict<'_>>("DP"));
            let number = |key: &str, usual: usize| {
                let number = parameters.as_ref().and_then(|it| it.get::<u32>(key));
                number
                    .and_then(|number| usize::try_from(number).ok())
                    .unwrap_or(usual)
            };
            match number("Predictor", 1) {
                ..10 if number("Predictor", 1) > 1 => {
                    let is_small = u64::try_from(expected).ok()? <= MOST_BYTES
                        && u64::try_from(raw.len())
                            .ok()?
                            .saturating_mul(growth(stream))
                            <= 4 * MOST_BYTES;
                    is_small.then(|| stream.decoded_data().ok().map(Cow::into_owned))?
                }
                ..10 => Some(unpacked(&raw, u64::try_from(expected).ok()?)),
                _ => {
                    let bits = number("Colors", 1) * number("BitsPerComponent", 8);
                    let row = (number("Columns", 1).checked_mul(bits)?).div_ceil(8);
                    let rows = expected.div_ceil(row.max(1));
                    let length = rows.checked_mul(row + 1)?;
                    let packed = unpacked(&raw, u64::try_from(length).ok()?);
                    without_prediction(&packed, row, bits.div_ceil(8).max(1))
                }
            }
        }
        _ => {
            let length = u64::try_from(raw.len())
                .ok()?
                .saturating_mul(growth(stream));
            let bytes = (length <= MOST_BYTES).then(|| stream.decoded_data().ok())?;
            bytes.map(Cow::into_owned)
        }
    }
}

/// Rows that were written as what differs from what is around (PNG, 9).
fn without_prediction(rows: &[u8], row: usize, pixel: usize) -> Option<Vec<u8>> {
    if row == 0 {
        return None;
    }
    let mut samples: Vec<u8> = Vec::with_capacity(rows.len());
    for packed in rows.chunks(row + 1) {
        let (filter, packed) = packed.split_first()?;
        let start = samples.len();
        for (place, &difference) in packed.iter().enumerate() {
            let at = |back: usize, is_there: bool| {
                let index = (start + place).checked_sub(back).filter(|_| is_there);
                index
                    .and_then(|index| samples.get(index))
                    .copied()
                    .unwrap_or_default()
            };
            let left = at(pixel, place >= pixel);
            let above = at(row, true);
            let corner = at(row + pixel, place >= pixel);
            let predicted = match filter {
                1 => left,
                2 => above,
                3 => u8::try_from(u16::midpoint(u16::from(left), u16::from(above)))
                    .unwrap_or_default(),
                4 => likely(left, above, corner),
                _ => 0,
            };
            samples.push(difference.wrapping_add(predicted));
        }
        // A row that is cut off ends the picture.
        if packed.len() < row {
            break;
        }
    }
    Some(samples)
}

/// Which of the three is next to what they promise together.
fn likely(left: u8, above: u8, corner: u8) -> u8 {
    let promise = i16::from(left) + i16::from(above) - i16::from(corner);
    let far = |it: u8| (promise - i16::from(it)).abs();
    if far(left) <= far(above) && far(left) <= far(corner) {
        left
    } else if far(above) <= far(corner) {
        above
    } else {
        corner
    }
}

/// The pixels of a picture.
fn pixels(stream: &Stream<'_>) -> Option<Pixels> {
    let (width, height) = dimensions(stream)?;
    let colours = colours(stream)?;
    let samples = samples(stream, width, height, &colours)?;
    if matches!(colours, Colours::Stencil) {
        // Black where it paints.
        let opacity = samples
            .iter()
            .map(|&sample| if sample == 0 { 255 } else { 0 });
        let samples = opacity.flat_map(|opacity| [0, opacity]).collect();
        return Some(Pixels {
            width,
            height,
            channels: 2,
            samples,
        });
    }
    let opacity = opacity(stream, width, height);
    let is_grey = matches!(colours, Colours::Grey | Colours::Ink);
    let channels = if is_grey { 1 } else { 3 } + usize::from(opacity.is_some());
    let mut all = Vec::with_capacity(width * height * channels);
    for (number, pixel) in samples.chunks_exact(colours.channels()).enumerate() {
        let colour = rgb(&colours, pixel).unwrap_or([255; 3]);
        all.extend_from_slice(if is_grey { &colour[..1] } else { &colour });
        if let Some(opacity) = &opacity {
            all.push(opacity.get(number).copied().unwrap_or(255));
        }
    }
    Some(Pixels {
        width,
        height,
        channels,
        samples: all,
    })
}

/// The numbers of a picture, each as a byte; those that stand for entries of a table as they are. Black, or the first
/// entry, where there are too few.
fn samples(stream: &Stream<'_>, width: usize, height: usize, colours: &Colours) -> Option<Vec<u8>> {
    let dictionary = stream.dict();
    let bits = match colours {
        Colours::Stencil => 1,
        _ => dictionary
            .get::<u32>("BitsPerComponent")
            .or_else(|| dictionary.get::<u32>("BPC"))?,
    };
    let bits = usize::try_from(bits)
        .ok()
        .filter(|bits| matches!(bits, 1 | 2 | 4 | 8 | 16))?;
    let in_row = width.checked_mul(colours.channels())?;
    let row = in_row.checked_mul(bits)?.div_ceil(8);
    let bytes = bytes(stream, row.checked_mul(height)?)?;
    let is_reversed = decode(stream).is_some_and(|decode| is_reversed(&decode));
    let is_index = matches!(colours, Colours::Indexed(_) | Colours::Stencil);
    let highest: u8 = match bits {
        1 | 2 | 4 => (1 << bits) - 1,
        _ => 255,
    };
    let mut samples = Vec::with_capacity(in_row * height);
    for number in 0..height {
        let packed = bytes.get(number * row..).unwrap_or_default();
        for place in 0..in_row {
            let value = match bits {
                8 => packed.get(place).copied(),
                16 => packed.get(2 * place).copied(),
                _ => {
                    let byte = packed.get(place * bits / 8).copied();
                    byte.map(|byte| byte >> (8 - bits - place * bits % 8) & highest)
                }
            };
            let value = value.unwrap_or_default();
            let value = if is_reversed {
                highest - value.min(highest)
            } else {
                value
            };
            samples.push(match is_index {
                true => value,
                false => value * (255 / highest),
            });
        }
    }
    Some(samples)
}

/// How opaque the pixels of a picture are, if it says that.
fn opacity(stream: &Stream<'_>, width: usize, height: usize) -> Option<Vec<u8>> {
    let dictionary = stream.dict();
    let soft = dictionary.get::<Stream<'_>>("SMask");
    let mask = soft.or_else(|| dictionary.get::<Stream<'_>>("Mask"))?;
    let (own_width, own_height) = dimensions(&mask)?;
    let colours = colours(&mask)?;
    let mut samples = samples(&mask, own_width, own_height, &colours)?;
    match colours {
        Colours::Grey => {}
        Colours::Stencil => {
            for sample in &mut samples {
                *sample = if *sample == 0 { 255 } else { 0 };
            }
        }
        _ => return None,
    }
    if (own_width, own_height) == (width, height) {
        return Some(samples);
    }
    let mut scaled = Vec::with_capacity(width * height);
    for row in 0..height {
        let from = row * own_height / height * own_width;
        for column in 0..width {
            let sample = samples.get(from + column * own_width / width);
            scaled.push(sample.copied().unwrap_or(255));
        }
    }
    Some(scaled)
}
