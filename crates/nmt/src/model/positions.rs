//! The sinusoidal position signal of Marian's transformers.

/// Position signals, the first of them tabulated: `signal(p)` is `[sin(p·w) ‖ cos(p·w)]` with the
/// frequencies `w_i = 10000^(-i/(n-1))`, `n = dim/2`.
///
/// The exponent's `n - 1` is Marian's; the original paper and other engines divide by `n`.
#[derive(Debug)]
pub(crate) struct Positions {
    frequencies: Vec<f32>,
    table: Vec<f32>,
}

impl Positions {
    /// Signals of width `dim` (even), with the first `tabulated` computed now.
    pub(crate) fn new(dim: usize, tabulated: usize) -> Self {
        let count = dim / 2;
        #[expect(clippy::cast_precision_loss, reason = "indices are far below 2^24")]
        let step = 10_000_f32.ln() / (count.max(2) - 1) as f32;
        #[expect(clippy::cast_precision_loss, reason = "indices are far below 2^24")]
        let frequencies = (0..count).map(|i| (i as f32 * -step).exp()).collect();
        let mut positions = Self {
            frequencies,
            table: Vec::new(),
        };
        let mut table = vec![0.0; dim * tabulated];
        for (position, signal) in table.chunks_exact_mut(dim).enumerate() {
            positions.compute(position, signal);
        }
        positions.table = table;
        positions
    }

    /// Writes the signal of `position` to `signal`, `dim` long.
    pub(crate) fn write(&self, position: usize, signal: &mut [f32]) {
        let start = position * signal.len();
        match self.table.get(start..start + signal.len()) {
            Some(known) => signal.copy_from_slice(known),
            None => self.compute(position, signal),
        }
    }

    fn compute(&self, position: usize, signal: &mut [f32]) {
        let (sines, cosines) = signal.split_at_mut(self.frequencies.len());
        for ((frequency, sine), cosine) in self.frequencies.iter().zip(sines).zip(cosines) {
            #[expect(clippy::cast_precision_loss, reason = "positions are far below 2^24")]
            let angle = position as f32 * frequency;
            (*sine, *cosine) = angle.sin_cos();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Positions;

    #[test]
    fn a_signal_is_the_same_inside_and_outside_of_the_table() {
        let (short, long) = (Positions::new(32, 2), Positions::new(32, 9));
        let (mut computed, mut tabulated) = (vec![0.0; 32], vec![0.0; 32]);
        short.write(8, &mut computed);
        long.write(8, &mut tabulated);
        assert_eq!(computed, tabulated);
    }

    #[test]
    fn sines_come_before_cosines() {
        let positions = Positions::new(4, 1);
        let mut signal = [0.0; 4];
        positions.write(1, &mut signal);
        let expected = [1_f32.sin(), 1e-4_f32.sin(), 1_f32.cos(), 1e-4_f32.cos()];
        let close = |(found, expected): (&f32, &f32)| (found - expected).abs() < 1e-7;
        assert!(signal.iter().zip(&expected).all(close), "{signal:?}");
    }
}
