//! Numbers of pixels as lengths, and lengths as numbers of pixels.

/// A number of pixels as a length.
pub(crate) const fn length(pixels: usize) -> f32 {
    pixels as f32
}

/// The pixel in which a point is; 0 of one before the first.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what is beyond the numbers there are is cut off"
)]
pub(crate) const fn pixel(length: f32) -> usize {
    length as usize
}

/// A sample from 0 to 255.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what is beyond the numbers there are is cut off"
)]
pub(crate) const fn sample(value: f32) -> u8 {
    value.round() as u8
}

/// The middle of some numbers, which are put in another order; none of none.
pub(crate) fn median(numbers: &mut [f32]) -> Option<f32> {
    quantile(numbers, 0.5)
}

/// The number below which such a part of some numbers is, which are put in another order; none of none.
pub(crate) fn quantile(numbers: &mut [f32], part: f32) -> Option<f32> {
    let last = numbers.len().checked_sub(1)?;
    let place = pixel(length(last) * part.clamp(0.0, 1.0) + 0.5).min(last);
    let (_, number, _) = numbers.select_nth_unstable_by(place, f32::total_cmp);
    Some(*number)
}
