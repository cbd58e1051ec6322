//! Numbers that look random and come again with the same seed, so that what a trial did can be repeated as far as time
//! allows.

use std::time::{SystemTime, UNIX_EPOCH};

/// SplitMix64.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn of(seed: u64) -> Self {
        Self(seed)
    }

    /// A seed that is another each time.
    pub(crate) fn fresh_seed() -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_secs()) % 1_000_000
    }

    /// Another source of numbers, which do not depend on how many are taken from this one.
    pub(crate) const fn branch(&self, number: u64) -> Self {
        Self(self.0 ^ number.wrapping_mul(0xD1B5_4A32_D192_ED03))
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from zero up to, but not including, the bound, which is not zero.
    pub(crate) const fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// An index of something that has so many parts.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length.max(1) as u64)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_and_branches_differ() {
        let numbers = |mut random: Random| [random.next(), random.next(), random.below(10)];
        assert_eq!(numbers(Random::of(7)), numbers(Random::of(7)));
        let branches = [0, 1].map(|number| numbers(Random::of(7).branch(number)));
        assert_ne!(branches[0], branches[1]);
        assert!(branches.iter().all(|numbers| numbers[2] < 10));
    }
}
