//! The pixels of pictures in a file, however they are packed (ISO 32000-2, 8.9).

use std::borrow::Cow;
use std::io::Read as _;

use flate2::read::ZlibDecoder;
use hayro_syntax::object::stream::{ImageColorSpace, ImageData, ImageDecodeParams};
use hayro_syntax::object::{Array, Dict, Object, Stream};

use crate::streams::{filters, growth, is_zlib};

/// The pixels of a picture at most that is unpacked.
const MOST_PIXELS: usize = 40_000_000;
/// What a picture may unpack to, in bytes, besides its pixels.
const MOST_BYTES: u64 = 256 << 20;

/// Pixels of eight bits in each channel, row by row from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Grey, grey and opacity, colour, or colour and opacity: 1 to 4.
    pub(crate) channels: usize,
    pub(crate) samples: Vec<u8>,
}

/// How a picture is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packing {
    /// So that it is nearly as it was.
    Photograph,
    /// So that it is as it was, with black and white only.
    BlackAndWhite,
    /// So that it is as it was.
    Lossless,
}

/// How the picture of a stream is packed.
pub(crate) fn packing(stream: &Stream<'_>) -> Packing {
    match image_filter(&filters(stream)) {
        Some(ImageFilter::Dct | ImageFilter::Jpx) => Packing::Photograph,
        Some(ImageFilter::Fax) => Packing::BlackAndWhite,
        None if matches!(colours(stream), Some(Colours::Stencil)) => Packing::BlackAndWhite,
        None if bits(stream) == Some(1) && matches!(colours(stream), Some(Colours::Grey)) => {
            Packing::BlackAndWhite
        }
        None => Packing::Lossless,
    }
}

/// A way of packing that is for pictures only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ImageFilter {
    Dct,
    Jpx,
    /// CCITT or JBIG2.
    Fax,
}

fn image_filter(filters: &[String]) -> Option<ImageFilter> {
    match filters.last()?.as_str() {
        "DCTDecode" | "DCT" => Some(ImageFilter::Dct),
        "JPXDecode" => Some(ImageFilter::Jpx),
        "CCITTFaxDecode" | "CCF" | "JBIG2Decode" => Some(ImageFilter::Fax),
        _ => None,
    }
}

/// The file of a photograph, if the stream is one as it is.
pub(crate) fn photograph<'a>(stream: &Stream<'a>) -> Option<Cow<'a, [u8]>> {
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
pub(crate) fn dimensions(stream: &Stream<'_>) -> Option<(usize, usize)> {
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

/// The pixels of a picture; none of one that is packed in a way that is not known here, or damaged.
pub(crate) fn pixels(stream: &Stream<'_>) -> Option<Pixels> {
    let (width, height) = dimensions(stream)?;
    let packed = Packed::of(stream, (width, height))?;
    let samples = packed.samples(stream, (width, height))?;
    let Packed { colours, alpha, .. } = packed;
    if matches!(colours, Colours::Stencil) {
        // Black where it paints.
        let samples = inked(&samples).flat_map(|opacity| [0, opacity]).collect();
        return Some(Pixels {
            width,
            height,
            channels: 2,
            samples,
        });
    }
    let opacity = opacity(stream, width, height).or(alpha);
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

/// How opaque what a stencil paints is.
fn inked(samples: &[u8]) -> impl Iterator<Item = u8> {
    let opacity = |&sample: &u8| if sample == 0 { 255 } else { 0 };
    samples.iter().map(opacity)
}

/// The numbers of a picture as they are packed.
struct Packed<'a> {
    bytes: Cow<'a, [u8]>,
    bits: usize,
    /// How many bytes a row has.
    row: usize,
    colours: Colours,
    /// How opaque the pixels are, if that is packed with them.
    alpha: Option<Vec<u8>>,
}

impl<'a> Packed<'a> {
    fn of(stream: &Stream<'a>, (width, height): (usize, usize)) -> Option<Self> {
        if image_filter(&filters(stream)).is_some() {
            return Self::of_image(stream, (width, height));
        }
        let colours = colours(stream)?;
        let bits = match colours {
            Colours::Stencil => 1,
            _ => bits(stream)?,
        };
        let row = width
            .checked_mul(colours.channels())?
            .checked_mul(bits)?
            .div_ceil(8);
        Some(Self {
            bytes: bytes(stream, row.checked_mul(height)?)?.into(),
            bits,
            row,
            colours,
            alpha: None,
        })
    }

    /// What is packed in a way that is for pictures only.
    fn of_image(stream: &Stream<'a>, (width, height): (usize, usize)) -> Option<Self> {
        let length = u64::try_from(stream.raw_data().len()).ok()?;
        if length.saturating_mul(growth(stream)) > 4 * MOST_BYTES {
            return None;
        }
        let said = colours(stream);
        let small = |number: usize| u8::try_from(number).ok();
        let wanted = ImageDecodeParams {
            is_indexed: matches!(said, Some(Colours::Indexed(_))),
            bpc: bits(stream).and_then(small),
            num_components: said.as_ref().map(Colours::channels).and_then(small),
            target_dimension: None,
            width: u32::try_from(width).ok()?,
            height: u32::try_from(height).ok()?,
        };
        let decoded = stream.decoded_image(&wanted).ok()?;
        let ImageData {
            alpha,
            color_space,
            bits_per_component,
            width: own_width,
            height: own_height,
        } = decoded.image_data?;
        let channels = match color_space {
            Some(ImageColorSpace::Gray) | None => 1,
            Some(ImageColorSpace::Rgb) => 3,
            Some(ImageColorSpace::Cmyk) => 4,
            Some(ImageColorSpace::Unknown(channels)) => usize::from(channels),
        };
        let is_as_said = |colours: &Colours| colours.channels() == channels;
        let colours = said.filter(is_as_said).or(match channels {
            1 => Some(Colours::Grey),
            3 => Some(Colours::Rgb),
            4 => Some(Colours::Cmyk),
            _ => None,
        })?;
        let own = (
            usize::try_from(own_width).ok()?,
            usize::try_from(own_height).ok()?,
        );
        let bits = usize::from(bits_per_component);
        Some(Self {
            bytes: decoded.data,
            bits,
            row: own.0.checked_mul(channels)?.checked_mul(bits)?.div_ceil(8),
            colours,
            alpha: alpha.filter(|_| own == (width, height)),
        })
    }

    /// The numbers, each as a byte; those that stand for entries of a table as they are. Black, or the first entry, where
    /// there are too few.
    fn samples(&self, stream: &Stream<'_>, (width, height): (usize, usize)) -> Option<Vec<u8>> {
        let bits = self.bits;
        let in_row = width.checked_mul(self.colours.channels())?;
        let is_reversed = decode(stream).is_some_and(|decode| is_reversed(&decode));
        let is_index = matches!(self.colours, Colours::Indexed(_) | Colours::Stencil);
        let highest: u8 = match bits {
            1 | 2 | 4 => (1 << bits) - 1,
            8 | 16 => 255,
            _ => return None,
        };
        let mut samples = Vec::with_capacity(in_row.checked_mul(height)?);
        for number in 0..height {
            let start = number.saturating_mul(self.row);
            let packed = self.bytes.get(start..).unwrap_or_default();
            let packed = packed.get(..self.row).unwrap_or(packed);
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
}

/// How many bits a number has.
fn bits(stream: &Stream<'_>) -> Option<usize> {
    let dictionary = stream.dict();
    let bits = dictionary
        .get::<u32>("BitsPerComponent")
        .or_else(|| dictionary.get::<u32>("BPC"))?;
    usize::try_from(bits).ok()
}

/// How opaque the pixels of a picture are, if it says that.
fn opacity(stream: &Stream<'_>, width: usize, height: usize) -> Option<Vec<u8>> {
    let dictionary = stream.dict();
    let soft = dictionary.get::<Stream<'_>>("SMask");
    let mask = soft.or_else(|| dictionary.get::<Stream<'_>>("Mask"))?;
    let (own_width, own_height) = dimensions(&mask)?;
    let packed = Packed::of(&mask, (own_width, own_height))?;
    let samples = packed.samples(&mask, (own_width, own_height))?;
    let samples = match packed.colours {
        Colours::Grey => samples,
        Colours::Stencil => inked(&samples).collect(),
        _ => return None,
    };
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
