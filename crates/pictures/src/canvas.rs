//! Pixels.

use std::fmt;

use dragoman_documents::{DocumentError, Pixels, overseer};
use image::imageops::{FilterType, resize};
use image::{ImageBuffer, Luma, Rgb};

use crate::numbers::sample;

/// Of how many bytes a pixel is at most.
pub(crate) const MOST_CHANNELS: usize = 4;

/// A colour, each channel from 0 to 255; those that a picture does not have are 0. Where one channel says how opaque it
/// is, the others are multiplied by that.
pub(crate) type Colour = [f32; MOST_CHANNELS];

/// By how much two colours differ: as much as the channel that differs most.
pub(crate) fn distance(one: &Colour, other: &Colour) -> f32 {
    let pairs = one.iter().zip(other);
    pairs.fold(0.0, |most, (one, other)| most.max((one - other).abs()))
}

/// The pixels of a picture as they are seen, row by row from the top, each from the left.
#[derive(Clone, PartialEq, Eq)]
pub struct Canvas {
    width: usize,
    height: usize,
    channels: usize,
    samples: Vec<u8>,
}

/// What a recogniser is shown.
pub(crate) struct Seen {
    pub(crate) width: u32,
    pub(crate) height: u32,
    is_gray: bool,
    samples: Vec<u8>,
}

impl Canvas {
    /// A picture of so many pixels of one byte (gray), two (gray, opacity), three (red, green, blue) or four (red, green,
    /// blue, opacity). None if there are not as many samples as that makes, or none at all.
    #[must_use]
    pub fn new(width: u32, height: u32, channels: u8, samples: Vec<u8>) -> Option<Self> {
        let channels = usize::from(channels);
        let (width, height) = (usize::try_from(width).ok()?, usize::try_from(height).ok()?);
        let is_whole = width.checked_mul(height)?.checked_mul(channels)? == samples.len();
        let has_known_channels = (1..=MOST_CHANNELS).contains(&channels);
        (is_whole && has_known_channels && !samples.is_empty()).then_some(Self {
            width,
            height,
            channels,
            samples,
        })
    }

    /// How many pixels a row has.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// How many rows there are.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// How many bytes a pixel has.
    #[must_use]
    pub const fn channels(&self) -> usize {
        self.channels
    }

    /// The pixels.
    #[must_use]
    pub fn into_samples(self) -> Vec<u8> {
        self.samples
    }

    pub(crate) const fn pixels(&self) -> usize {
        self.width.saturating_mul(self.height)
    }

    const fn has_opacity(&self) -> bool {
        self.channels.is_multiple_of(2)
    }

    /// The colour of a pixel; of one beyond the edge, that of the nearest.
    pub(crate) fn colour(&self, x: usize, y: usize) -> Colour {
        let (x, y) = (x.min(self.width - 1), y.min(self.height - 1));
        let start = (y * self.width + x) * self.channels;
        let mut colour = Colour::default();
        let samples = self.samples.get(start..start + self.channels);
        for (channel, sample) in colour.iter_mut().zip(samples.unwrap_or_default()) {
            *channel = f32::from(*sample);
        }
        if self.has_opacity() {
            let (colours, opacity) = colour.split_at_mut(self.channels - 1);
            let opacity = opacity.first().copied().unwrap_or_default() / 255.0;
            colours.iter_mut().for_each(|channel| *channel *= opacity);
        }
        colour
    }

    /// Gives a pixel a colour; nothing if it is beyond the edge.
    pub(crate) fn set(&mut self, x: usize, y: usize, mut colour: Colour) {
        if x >= self.width || y >= self.height {
            return;
        }
        if self.has_opacity() {
            let (colours, opacity) = colour.split_at_mut(self.channels - 1);
            let opacity = opacity.first().copied().unwrap_or_default() / 255.0;
            if opacity > 0.0 {
                colours.iter_mut().for_each(|channel| *channel /= opacity);
            }
        }
        let start = (y * self.width + x) * self.channels;
        let samples = self.samples.get_mut(start..start + self.channels);
        for (channel, value) in samples.unwrap_or_default().iter_mut().zip(colour) {
            *channel = sample(value);
        }
    }

    /// The picture turned clockwise by so many degrees, which are 0, 90, 180 or 270.
    ///
    /// # Errors
    /// If there is not enough memory, or nobody waits for it any more.
    pub(crate) fn turned(self, turn: u16) -> Result<Self, DocumentError> {
        if turn == 0 {
            return Ok(self);
        }
        overseer::for_a_while(|| overseer::borrow(self.samples.len()))?;
        let (width, height) = match turn {
            180 => (self.width, self.height),
            _ => (self.height, self.width),
        };
        let mut samples = Vec::with_capacity(self.samples.len());
        for y in 0..height {
            overseer::go_on()?;
            for x in 0..width {
                let (x, y) = match turn {
                    90 => (y, self.height - 1 - x),
                    180 => (self.width - 1 - x, self.height - 1 - y),
                    _ => (self.width - 1 - y, x),
                };
                let start = (y * self.width + x) * self.channels;
                let pixel = self.samples.get(start..start + self.channels);
                samples.extend_from_slice(pixel.unwrap_or_default());
            }
        }
        Ok(Self {
            width,
            height,
            channels: self.channels,
            samples,
        })
    }

    /// The picture as it is shown to a recogniser, so many times as large. What can be seen through is before white, or
    /// before black if what is seen is bright.
    ///
    /// # Errors
    /// If there is not enough memory, or nobody waits for it any more.
    pub(crate) fn seen(&self, factor: u32) -> Result<Seen, DocumentError> {
        let is_gray = self.channels < 3;
        let colours = if is_gray { 1 } else { 3 };
        let bytes = self.pixels().saturating_mul(colours);
        overseer::borrow(bytes)?;
        let ground = self.ground();
        let mut samples = Vec::with_capacity(bytes);
        for pixel in self.samples.chunks_exact(self.channels) {
            let opacity = match pixel.last() {
                Some(opacity) if self.has_opacity() => u32::from(*opacity),
                _ => 255,
            };
            let seen = pixel.iter().take(colours).map(|sample| {
                let mixed = u32::from(*sample) * opacity + ground * (255 - opacity);
                u8::try_from(mixed / 255).unwrap_or(u8::MAX)
            });
            samples.extend(seen);
        }
        let width = u32::try_from(self.width).unwrap_or(u32::MAX);
        let height = u32::try_from(self.height).unwrap_or(u32::MAX);
        let seen = Seen {
            width,
            height,
            is_gray,
            samples,
        };
        if factor > 1 {
            seen.enlarged(factor)
        } else {
            Ok(seen)
        }
    }

    /// The brightness that is behind what can be seen through.
    fn ground(&self) -> u32 {
        if !self.has_opacity() {
            return 0;
        }
        let (mut brightness, mut opacity) = (0_u64, 0_u64);
        for pixel in self.samples.chunks_exact(self.channels) {
            let Some((opaque, colours)) = pixel.split_last() else {
                continue;
            };
            let sum: u64 = colours.iter().map(|sample| u64::from(*sample)).sum();
            brightness += sum * u64::from(*opaque) / (self.channels as u64 - 1);
            opacity += u64::from(*opaque);
        }
        if brightness > opacity * 160 { 0 } else { 255 }
    }
}

impl Seen {
    fn enlarged(self, factor: u32) -> Result<Self, DocumentError> {
        let (width, height) = (self.width * factor, self.height * factor);
        let pixels = |width: u32, height: u32| {
            usize::try_from(u64::from(width) * u64::from(height)).unwrap_or(usize::MAX)
        };
        // In between the columns are as many as before, of four numbers each.
        let bytes = pixels(self.width, height).saturating_mul(16);
        let bytes = bytes.saturating_add(pixels(width, height).saturating_mul(3));
        overseer::borrow(bytes)?;
        let wrong = || DocumentError::too_large("pixels", 0);
        let samples = if self.is_gray {
            let image: ImageBuffer<Luma<u8>, _> =
                ImageBuffer::from_raw(self.width, self.height, self.samples).ok_or_else(wrong)?;
            resize(&image, width, height, FilterType::CatmullRom).into_raw()
        } else {
            let image: ImageBuffer<Rgb<u8>, _> =
                ImageBuffer::from_raw(self.width, self.height, self.samples).ok_or_else(wrong)?;
            resize(&image, width, height, FilterType::CatmullRom).into_raw()
        };
        Ok(Self {
            width,
            height,
            is_gray: self.is_gray,
            samples,
        })
    }

    pub(crate) fn pixels(&self) -> Pixels<'_> {
        match self.is_gray {
            true => Pixels::Gray(&self.samples),
            false => Pixels::Rgb(&self.samples),
        }
    }
}

impl fmt::Debug for Canvas {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut structure = formatter.debug_struct("Canvas");
        structure.field("width", &self.width);
        structure.field("height", &self.height);
        structure.field("channels", &self.channels);
        structure.finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_turned_and_turned_back() {
        let canvas = Canvas::new(3, 2, 1, vec![1, 2, 3, 4, 5, 6]).unwrap();
        let right = canvas.clone().turned(90).unwrap();
        assert_eq!((right.width(), right.height()), (2, 3));
        assert_eq!(right.clone().into_samples(), [4, 1, 5, 2, 6, 3]);
        assert_eq!(right.clone().turned(270).unwrap(), canvas);
        let over = right.turned(90).unwrap();
        assert_eq!(over.clone().into_samples(), [6, 5, 4, 3, 2, 1]);
        assert_eq!(over.turned(180).unwrap(), canvas);
    }

    #[test]
    fn colours_that_can_be_seen_through_come_back_as_they_were() {
        let samples = vec![200, 100, 50, 128];
        let mut canvas = Canvas::new(1, 1, 4, samples.clone()).unwrap();
        let colour = canvas.colour(0, 0);
        assert!((colour[0] - 100.4).abs() < 0.1, "{colour:?}");
        canvas.set(0, 0, colour);
        canvas.set(7, 0, Colour::default());
        assert_eq!(canvas.into_samples(), samples);
    }

    #[test]
    fn there_are_as_many_samples_as_are_said() {
        assert!(Canvas::new(2, 2, 3, vec![0; 12]).is_some());
        assert!(Canvas::new(2, 2, 3, vec![0; 11]).is_none());
        assert!(Canvas::new(0, 2, 3, Vec::new()).is_none());
        assert!(Canvas::new(1, 1, 5, vec![0; 5]).is_none());
    }

    #[test]
    fn what_is_seen_through_is_before_the_ground_that_shows_it() {
        let seen = |samples: Vec<u8>| {
            let canvas = Canvas::new(2, 1, 2, samples).unwrap();
            canvas.seen(1).unwrap().samples
        };
        assert_eq!(seen(vec![0, 255, 0, 0]), [0, 255]);
        assert_eq!(seen(vec![255, 255, 0, 0]), [255, 0]);
        let canvas = Canvas::new(2, 1, 3, vec![9; 6]).unwrap();
        let seen = canvas.seen(3).unwrap();
        assert_eq!((seen.width, seen.height), (6, 3));
        assert_eq!(seen.samples, [9; 54]);
    }
}
