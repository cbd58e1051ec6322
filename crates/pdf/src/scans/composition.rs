//! The pictures of a page as one.

use std::io::Write as _;

use dragoman_documents::DocumentError;
use dragoman_documents::overseer::{borrow, go_on};
use dragoman_pictures::{Canvas, jpeg, jpeg_quality};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use hayro_syntax::object::{ObjectIdentifier, Stream};
use hayro_syntax::page::Page;
use kurbo::{Affine, Point, Rect};
use lopdf::{Dictionary, Object, dictionary};

use crate::page::PageContents;
use crate::pixels::{Packing, Pixels, dimensions, packing, photograph, pixels};
use crate::png;

/// The pixels of what the pictures of a page show together, at most.
const MOST_PIXELS: f64 = 20_000_000.0;
/// How many pictures a page may have whose text is recognised; one with more is a drawing.
const MOST_PICTURES: usize = 1_000;
/// How much of its page a picture covers at least that counts.
const LEAST_PART: f64 = 0.002;
/// How much all of them cover together at least.
const LEAST_COVERED: f64 = 0.25;
/// By how much of its length a side of a picture may lean that is called upright.
const UPRIGHT: f64 = 1e-3;
/// The pixels of a picture that is the only one of its page, at most.
const MOST_CANVAS: usize = 40_000_000;
/// The brightness of what nothing is painted on.
const WHITEST: u8 = u8::MAX;
/// From which brightness on what is black or white is white.
const WHITE: u8 = 128;

/// How the pictures of a page are put together.
pub(crate) struct Composition {
    pictures: Vec<Part>,
    width: usize,
    height: usize,
    /// Where a pixel is on the page as it is seen, whose upper left corner is (0, 0).
    to_view: Affine,
    /// Where that is on the page.
    from_view: Affine,
    packing: Packing,
    dots_per_inch: u32,
}

/// A picture of a page.
#[derive(Clone)]
struct Part {
    /// Its number on the page.
    number: usize,
    stream: ObjectIdentifier,
    width: usize,
    height: usize,
    /// Where its pixels are on the page as it is seen, whose upper left corner is (0, 0).
    to_view: Affine,
    packing: Packing,
}

impl Part {
    fn place(&self) -> Rect {
        let pixels = Rect::new(0.0, 0.0, real(self.width), real(self.height));
        self.to_view.transform_rect_bbox(pixels)
    }

    /// How many of its pixels a point of the page has.
    fn scale(&self) -> f64 {
        1.0 / self.to_view.determinant().abs().sqrt()
    }

    fn is_upright(&self) -> bool {
        let [a, b, c, d, _, _] = self.to_view.as_coeffs();
        a > 0.0 && d > 0.0 && b.abs() < UPRIGHT * a && c.abs() < UPRIGHT * d
    }
}

/// A picture as the dictionary and the bytes of a stream.
pub(crate) struct Packed {
    /// How many pixels a row has, and how many rows there are.
    pub(crate) size: (f64, f64),
    pub(crate) dictionary: Dictionary,
    pub(crate) bytes: Vec<u8>,
}

impl Composition {
    /// How those of a page are; none if they are too many, or cover little of it.
    pub(crate) fn of(
        page: &Page<'_>,
        contents: &PageContents,
        pdf: &hayro_syntax::Pdf,
    ) -> Option<Self> {
        if contents.pictures.len() > MOST_PICTURES {
            return None;
        }
        let to_view = Affine::new(page.initial_transform(true).as_coeffs());
        let (width, height) = page.render_dimensions();
        let view = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        let mut pictures = Vec::new();
        for (number, placed) in contents.pictures.iter().enumerate() {
            let Some(id) = placed.stream else {
                continue;
            };
            let stream = pdf.xref().get::<Stream<'_>>(id)?;
            let Some((width, height)) = dimensions(&stream) else {
                continue;
            };
            let of_pixels =
                Affine::new([1.0 / real(width), 0.0, 0.0, -1.0 / real(height), 0.0, 1.0]);
            let part = Part {
                number,
                stream: id,
                width,
                height,
                to_view: to_view * placed.to_page * of_pixels,
                packing: packing(&stream),
            };
            let seen = part.place().intersect(view).area();
            let is_plane = part.to_view.determinant().abs() > 1e-9;
            if seen >= LEAST_PART * view.area() && is_plane {
                pictures.push(part);
            }
        }
        let covered: f64 = pictures
            .iter()
            .map(|it| it.place().intersect(view).area())
            .sum();
        if covered < LEAST_COVERED * view.area() {
            return None;
        }
        Self::together(pictures, view, to_view)
    }

    fn together(pictures: Vec<Part>, view: Rect, to_view: Affine) -> Option<Self> {
        let packing =
            pictures
                .iter()
                .map(|it| it.packing)
                .reduce(|one, other| match (one, other) {
                    (Packing::Photograph, _) | (_, Packing::Photograph) => Packing::Photograph,
                    (Packing::BlackAndWhite, Packing::BlackAndWhite) => Packing::BlackAndWhite,
                    _ => Packing::Lossless,
                })?;
        let scale = pictures.iter().map(Part::scale).fold(0.0, f64::max);
        let of_view = |from_pixels: Affine, (width, height): (usize, usize), scale: f64| Self {
            width,
            height,
            to_view: from_pixels,
            from_view: to_view.inverse(),
            packing,
            dots_per_inch: whole(scale * 72.0).try_into().unwrap_or(u32::MAX),
            pictures: pictures.clone(),
        };
        if let [only] = pictures.as_slice()
            && only.is_upright()
        {
            return Some(of_view(only.to_view, (only.width, only.height), scale));
        }
        let all = pictures
            .iter()
            .map(Part::place)
            .reduce(|one, other| one.union(other))?;
        let all = all.intersect(view);
        let scale = scale.min((MOST_PIXELS / all.area()).sqrt());
        let size = (
            whole((all.width() * scale).ceil()),
            whole((all.height() * scale).ceil()),
        );
        if size.0 == 0 || size.1 == 0 {
            return None;
        }
        let from_pixels = Affine::translate((all.x0, all.y0)) * Affine::scale(1.0 / scale);
        Some(of_view(from_pixels, size, scale))
    }

    /// The numbers and streams of the pictures.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = (usize, ObjectIdentifier)> {
        self.pictures.iter().map(|it| (it.number, it.stream))
    }

    pub(crate) const fn dots_per_inch(&self) -> u32 {
        self.dots_per_inch
    }

    /// Where a pixel is on the page.
    pub(crate) fn to_page(&self) -> Affine {
        self.from_view * self.to_view
    }

    /// What the pictures show together, on white; none if one of them cannot be read.
    ///
    /// # Errors
    /// If the document is given up, or no memory is left for it.
    pub(crate) fn canvas(&self, pdf: &hayro_syntax::Pdf) -> Result<Option<Canvas>, DocumentError> {
        let Some(mut whole) = Whole::of(self)? else {
            return Ok(None);
        };
        for part in &self.pictures {
            go_on()?;
            let Some(stream) = pdf.xref().get::<Stream<'_>>(part.stream) else {
                return Ok(None);
            };
            // What is unpacked, and the pixels.
            borrow(part.width * part.height * 8)?;
            let Some(pixels) = pixels(&stream) else {
                return Ok(None);
            };
            let from_whole = part.to_view.inverse() * self.to_view;
            whole.add(&pixels, from_whole)?;
        }
        Ok(whole.into_canvas())
    }

    /// Pixels as a picture of a file, packed as the pictures are that they come from.
    ///
    /// # Errors
    /// If no memory is left for it.
    pub(crate) fn packed(
        &self,
        canvas: Canvas,
        pdf: &hayro_syntax::Pdf,
    ) -> Result<Option<Packed>, DocumentError> {
        borrow(canvas.width() * canvas.height() * canvas.channels())?;
        let (width, height, channels) = (canvas.width(), canvas.height(), canvas.channels());
        let (colours, bits, filter, parameters, bytes) = match self.packing {
            Packing::Photograph => {
                let Some(bytes) = jpeg(canvas, self.quality(pdf)) else {
                    return Ok(None);
                };
                (channels, 8, "DCTDecode", None, bytes)
            }
            Packing::BlackAndWhite if channels == 1 => {
                let bytes = deflated(&black_and_white(&canvas.into_samples(), width));
                (1, 1, "FlateDecode", None, bytes)
            }
            Packing::BlackAndWhite | Packing::Lossless => {
                let pixels = Pixels {
                    width,
                    height,
                    channels,
                    samples: canvas.into_samples(),
                };
                let Some(bytes) = png::packed(&pixels) else {
                    return Ok(None);
                };
                let parameters = dictionary! {
                    "Predictor" => 15,
                    "Colors" => integer(channels),
                    "Columns" => integer(width),
                };
                (channels, 8, "FlateDecode", Some(parameters), bytes)
            }
        };
        let mut dictionary = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Image",
            "Width" => integer(width),
            "Height" => integer(height),
            "ColorSpace" => if colours == 1 { "DeviceGray" } else { "DeviceRGB" },
            "BitsPerComponent" => bits,
            "Filter" => filter,
        };
        if let Some(parameters) = parameters {
            dictionary.set("DecodeParms", parameters);
        }
        let size = (real(width), real(height));
        Ok(Some(Packed {
            size,
            dictionary,
            bytes,
        }))
    }

    /// How well the largest photograph among the pictures was kept.
    fn quality(&self, pdf: &hayro_syntax::Pdf) -> Option<u8> {
        let largest = self.pictures.iter().max_by_key(|it| it.width * it.height)?;
        let stream = pdf.xref().get::<Stream<'_>>(largest.stream)?;
        jpeg_quality(&photograph(&stream)?)
    }
}

/// What several pictures show together.
struct Whole {
    width: usize,
    height: usize,
    channels: usize,
    samples: Vec<u8>,
}

impl Whole {
    /// White pixels; none if they are too many.
    fn of(composition: &Composition) -> Result<Option<Self>, DocumentError> {
        let (width, height) = (composition.width, composition.height);
        let Some(pixels) = width.checked_mul(height).filter(|it| *it <= MOST_CANVAS) else {
            return Ok(None);
        };
        borrow(pixels)?;
        Ok(Some(Self {
            width,
            height,
            channels: 1,
            samples: vec![WHITEST; pixels],
        }))
    }

    /// Paints a picture. `from_whole` says where in that a point of these pixels is.
    fn add(&mut self, pixels: &Pixels, from_whole: Affine) -> Result<(), DocumentError> {
        if pixels.channels > 2 && self.channels == 1 {
            borrow(self.samples.len() * 3)?;
            self.samples = self.samples.iter().flat_map(|&grey| [grey; 3]).collect();
            self.channels = 3;
        }
        let has_opacity = pixels.channels.is_multiple_of(2);
        let colours = pixels.channels - usize::from(has_opacity);
        let size = Rect::new(0.0, 0.0, real(pixels.width), real(pixels.height));
        for y in 0..self.height {
            go_on()?;
            for x in 0..self.width {
                let at = from_whole * Point::new(real(x) + 0.5, real(y) + 0.5);
                if !size.contains(at) {
                    continue;
                }
                let place = whole(at.y) * pixels.width + whole(at.x);
                let pixel = pixels.samples.get(place * pixels.channels..);
                let Some(pixel) = pixel.and_then(|it| it.get(..pixels.channels)) else {
                    continue;
                };
                let opacity = match pixel.last() {
                    Some(opacity) if has_opacity => u16::from(*opacity),
                    _ => u16::from(u8::MAX),
                };
                let start = (y * self.width + x) * self.channels;
                let under = self.samples.get_mut(start..start + self.channels);
                for (channel, under) in under.unwrap_or_default().iter_mut().enumerate() {
                    let over = pixel
                        .get(channel.min(colours - 1))
                        .copied()
                        .unwrap_or_default();
                    *under = mixed(*under, over, opacity);
                }
            }
        }
        Ok(())
    }

    fn into_canvas(self) -> Option<Canvas> {
        Canvas::new(
            u32::try_from(self.width).ok()?,
            u32::try_from(self.height).ok()?,
            u8::try_from(self.channels).ok()?,
            self.samples,
        )
    }
}

fn mixed(under: u8, over: u8, opacity: u16) -> u8 {
    let full = u16::from(u8::MAX);
    let mixed = (u32::from(over) * u32::from(opacity)
        + u32::from(under) * u32::from(full - opacity))
        / u32::from(full);
    u8::try_from(mixed).unwrap_or(u8::MAX)
}

/// Brightnesses as rows of bits, of which those that are set are white.
fn black_and_white(samples: &[u8], width: usize) -> Vec<u8> {
    let rows = samples.chunks(width.max(1));
    let bytes = rows.flat_map(|row| {
        row.chunks(8).map(|eight| {
            let bits = eight.iter().zip(0u8..);
            bits.fold(0, |byte, (sample, place)| {
                byte | u8::from(*sample >= WHITE) << (7 - place)
            })
        })
    });
    bytes.collect()
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    // Memory takes all that is written.
    let _ = packer.write_all(bytes);
    packer.finish().unwrap_or_default()
}

fn integer(number: usize) -> Object {
    Object::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

#[expect(clippy::cast_precision_loss, reason = "pixels are fewer than that")]
const fn real(number: usize) -> f64 {
    number as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what is below 0 is 0, and what is too large is refused where it is used"
)]
const fn whole(number: f64) -> usize {
    number as usize
}
