use std::time::Duration;

/// Times in milliseconds, negative ones included: differences of two times are samples too.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Samples {
    milliseconds: Vec<f64>,
}

impl Samples {
    /// Adds a time.
    pub fn push(&mut self, time: Duration) {
        self.milliseconds.push(time.as_secs_f64() * 1000.0);
    }

    /// Adds how much longer `time` is than `other`.
    pub fn push_difference(&mut self, time: Duration, other: Duration) {
        self.milliseconds
            .push((time.as_secs_f64() - other.as_secs_f64()) * 1000.0);
    }

    /// Adds all samples of another set.
    pub fn extend(&mut self, other: Self) {
        self.milliseconds.extend(other.milliseconds);
    }

    /// The smallest sample that at least this part of all samples does not exceed, in
    /// milliseconds: the nearest-rank definition. NaN if there are no samples.
    #[must_use]
    pub fn percentile(&self, percent: f64) -> f64 {
        let mut sorted = self.milliseconds.clone();
        sorted.sort_by(f64::total_cmp);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a rank is a small positive number"
        )]
        let rank = (percent / 100.0 * sorted.len() as f64).ceil() as usize;
        sorted.get(rank.max(1) - 1).copied().unwrap_or(f64::NAN)
    }

    /// How many samples there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.milliseconds.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.milliseconds.is_empty()
    }
}

/// The value in the middle, or the mean of the two there. NaN if there are no values.
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match (sorted.len().is_multiple_of(2), sorted.as_slice()) {
        (_, []) => f64::NAN,
        (true, values) => f64::midpoint(values[middle - 1], values[middle]),
        (false, values) => values[middle],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(milliseconds: &[f64]) -> Samples {
        Samples {
            milliseconds: milliseconds.to_vec(),
        }
    }

    #[test]
    #[expect(
        clippy::float_cmp,
        reason = "a percentile is one of the samples, unchanged"
    )]
    fn a_percentile_is_the_sample_of_the_nearest_rank() {
        let hundred: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!(samples(&hundred).percentile(50.0), 50.0);
        assert_eq!(samples(&hundred).percentile(99.0), 99.0);
        assert_eq!(samples(&hundred).percentile(100.0), 100.0);
        assert_eq!(samples(&[3.0, -1.0]).percentile(50.0), -1.0);
        assert_eq!(samples(&[7.0]).percentile(0.0), 7.0);
        assert!(samples(&[]).percentile(50.0).is_nan());
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "these numbers have exact halves")]
    fn the_median_of_an_even_number_of_values_is_between_the_two_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(&[]).is_nan());
    }
}
