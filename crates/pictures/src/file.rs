//! Files of pictures as pixels, and pixels as files.

use std::io::Cursor;

use dragoman_documents::{DocumentError, Format, overseer};
use image::codecs::jpeg::{JpegDecoder, JpegEncoder, PixelDensity, PixelDensityUnit};
use image::codecs::png::{PngDecoder, PngEncoder};
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder as _, ImageError, Limits};

use crate::canvas::Canvas;
use crate::jpeg::{self, Segments, Unit};
use crate::png;

/// How many pixels a picture has at most.
pub(crate) const MOST_PIXELS: usize = 50_000_000;
/// How much a decoder may take besides the pixels, in bytes.
const WORKING_BYTES: usize = 32 << 20;
/// How much decoding takes for each pixel besides the pixels themselves, in bytes: what is kept of JPEG until all of its
/// detail is there, or the same pixels of twice as many bits.
const BYTES_FOR_PIXEL: usize = 8;
/// The quality in which a JPEG picture is written that does not say its own.
const USUAL_QUALITY: u8 = 90;

/// A picture as it is seen, and how that is in its file.
pub(crate) struct Decoded {
    pub(crate) canvas: Canvas,
    orientation: Orientation,
    pub(crate) dots_per_inch: Option<u32>,
}

/// A kind of files of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Png,
    Jpeg,
}

impl Kind {
    const fn format(self) -> Format {
        match self {
            Self::Png => Format::Png,
            Self::Jpeg => Format::Jpeg,
        }
    }

    fn of(file: &[u8]) -> Option<Self> {
        if file.starts_with(&png::SIGNATURE) {
            Some(Self::Png)
        } else {
            file.starts_with(&jpeg::SIGNATURE).then_some(Self::Jpeg)
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
        }
    }

    fn malformed(self, reason: impl Into<String>) -> DocumentError {
        DocumentError::Malformed {
            format: self.name(),
            reason: reason.into(),
        }
    }

    fn check(self, file: &[u8]) -> Result<(), DocumentError> {
        match Self::of(file) {
            Some(kind) if kind == self => Ok(()),
            Some(kind) => Err(self.malformed(format!(
                "it is a {} picture, whose name should end with \".{}\"",
                kind.name(),
                kind.format().name()
            ))),
            None => Err(self.malformed("it does not begin as one")),
        }
    }

    /// The pixels of a file.
    ///
    /// # Errors
    /// If it is broken, too large or not supported; if there is not enough memory.
    pub(crate) fn decode(self, file: &[u8]) -> Result<Decoded, DocumentError> {
        self.check(file)?;
        match self {
            Self::Png => {
                if png::is_animated(file) {
                    return Err(DocumentError::Unsupported(
                        "the picture moves; send one of its pictures".to_owned(),
                    ));
                }
                let mut limits = Limits::no_limits();
                limits.max_alloc = Some(WORKING_BYTES as u64);
                let decoder = PngDecoder::with_limits(Cursor::new(file), limits);
                let decoder = decoder.map_err(|error| self.failed(&error))?;
                self.decode_by(decoder, png::dots_per_inch(file))
            }
            Self::Jpeg => {
                let segments = Segments::of(file).map_err(|reason| self.malformed(reason))?;
                // It reads the file a second time.
                overseer::borrow(file.len())?;
                let decoder = JpegDecoder::new(Cursor::new(file));
                let decoder = decoder.map_err(|error| self.failed(&error))?;
                let density = segments.density().and_then(|density| match density.unit {
                    Unit::Inch => Some(u32::from(density.along)),
                    Unit::Centimetre => Some(u32::from(density.along) * 254 / 100),
                    Unit::None => None,
                });
                self.decode_by(decoder, density)
            }
        }
    }

    fn decode_by(
        self,
        mut decoder: impl ImageDecoder,
        dots_per_inch: Option<u32>,
    ) -> Result<Decoded, DocumentError> {
        let (width, height) = decoder.dimensions();
        let pixels = usize::try_from(u64::from(width) * u64::from(height)).unwrap_or(usize::MAX);
        if pixels > MOST_PIXELS {
            return Err(DocumentError::too_large("pixels", MOST_PIXELS));
        }
        let bytes = usize::try_from(decoder.total_bytes()).unwrap_or(usize::MAX);
        overseer::borrow(bytes)?;
        overseer::for_a_while(|| {
            overseer::borrow(
                pixels
                    .saturating_mul(BYTES_FOR_PIXEL)
                    .saturating_add(WORKING_BYTES),
            )?;
            let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
            let image = DynamicImage::from_decoder(decoder);
            let mut image = image.map_err(|error| self.failed(&error))?;
            overseer::go_on()?;
            image.apply_orientation(orientation);
            let canvas = canvas_of(image).ok_or_else(|| self.malformed("it has no pixels"))?;
            Ok(Decoded {
                canvas,
                orientation,
                dots_per_inch,
            })
        })
    }

    /// A picture as a file, with what is kept of the file that it comes from.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn encode(
        self,
        canvas: Canvas,
        orientation: Orientation,
        source: &[u8],
    ) -> Result<Vec<u8>, DocumentError> {
        let is_gray = canvas.channels() < 3;
        let mut image = image_of(canvas).ok_or_else(|| self.malformed("it has no pixels"))?;
        image.apply_orientation(inverse(orientation));
        let (width, height) = (image.width(), image.height());
        let colours = ExtendedColorType::from(image.color());
        let pixels = image.as_bytes();
        let mut written = Vec::new();
        match self {
            Self::Png => {
                let result =
                    PngEncoder::new(&mut written).write_image(pixels, width, height, colours);
                result.map_err(|error| self.failed(&error))?;
                Ok(png::with_metadata(&written, source))
            }
            Self::Jpeg => {
                let segments = Segments::of(source).map_err(|reason| self.malformed(reason))?;
                let quality = segments.quality().unwrap_or(USUAL_QUALITY);
                let mut encoder = JpegEncoder::new_with_quality(&mut written, quality);
                if let Some(density) = segments.density() {
                    encoder.set_pixel_density(PixelDensity {
                        density: (density.along, density.down),
                        unit: match density.unit {
                            Unit::None => PixelDensityUnit::PixelAspectRatio,
                            Unit::Inch => PixelDensityUnit::Inches,
                            Unit::Centimetre => PixelDensityUnit::Centimeters,
                        },
                    });
                }
                let result = encoder.encode(pixels, width, height, colours);
                result.map_err(|error| self.failed(&error))?;
                Ok(segments.with_metadata(&written, is_gray))
            }
        }
    }

    /// What an error of the library means.
    fn failed(self, error: &ImageError) -> DocumentError {
        match error {
            ImageError::Limits(_) => {
                self.malformed("what describes it takes more memory than it may")
            }
            ImageError::Unsupported(_) => DocumentError::Unsupported(format!(
                "the picture is of a rare kind of {} that is not supported; save it anew and send that",
                self.name()
            )),
            error => self.malformed(format!("its pixels cannot be read ({error})")),
        }
    }
}

impl Decoded {
    /// The pixels, and how they stand in the file.
    pub(crate) fn into_parts(self) -> (Canvas, Orientation) {
        (self.canvas, self.orientation)
    }
}

/// How well the pixels of a JPEG file were kept, from 1 to 100, if it says so.
#[must_use]
pub fn jpeg_quality(file: &[u8]) -> Option<u8> {
    Segments::of(file).ok()?.quality()
}

/// A picture, which has no opacity, as a JPEG file of this quality, from 1 to 100, or of the usual one. None of one that has
/// opacity, or more pixels in a row or in a column than such a file can say.
#[must_use]
pub fn jpeg(canvas: Canvas, quality: Option<u8>) -> Option<Vec<u8>> {
    let image = image_of(canvas).filter(|image| !image.color().has_alpha())?;
    let mut written = Vec::new();
    let mut encoder =
        JpegEncoder::new_with_quality(&mut written, quality.unwrap_or(USUAL_QUALITY).clamp(1, 100));
    let colours = ExtendedColorType::from(image.color());
    let encoded = encoder.encode(image.as_bytes(), image.width(), image.height(), colours);
    encoded.ok().map(|()| written)
}

/// What turns a picture back.
const fn inverse(orientation: Orientation) -> Orientation {
    match orientation {
        Orientation::Rotate90 => Orientation::Rotate270,
        Orientation::Rotate270 => Orientation::Rotate90,
        same => same,
    }
}

/// The pixels of an image, of which those of 16 bits a channel get 8.
fn canvas_of(image: DynamicImage) -> Option<Canvas> {
    let (width, height) = (image.width(), image.height());
    let channels = image.color().channel_count();
    let samples = match channels {
        1 => image.into_luma8().into_raw(),
        2 => image.into_luma_alpha8().into_raw(),
        3 => image.into_rgb8().into_raw(),
        _ => image.into_rgba8().into_raw(),
    };
    Canvas::new(width, height, channels, samples)
}

fn image_of(canvas: Canvas) -> Option<DynamicImage> {
    let width = u32::try_from(canvas.width()).ok()?;
    let height = u32::try_from(canvas.height()).ok()?;
    let channels = canvas.channels();
    let samples = canvas.into_samples();
    Some(match channels {
        1 => DynamicImage::ImageLuma8(image::ImageBuffer::from_raw(width, height, samples)?),
        2 => DynamicImage::ImageLumaA8(image::ImageBuffer::from_raw(width, height, samples)?),
        3 => DynamicImage::ImageRgb8(image::ImageBuffer::from_raw(width, height, samples)?),
        _ => DynamicImage::ImageRgba8(image::ImageBuffer::from_raw(width, height, samples)?),
    })
}
