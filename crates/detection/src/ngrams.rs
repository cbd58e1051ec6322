//! The keys under which n-grams of letters are kept.

/// The longest n-grams that are looked at.
pub(crate) const LONGEST: usize = 5;

/// What stands for everything between words.
pub(crate) const BOUNDARY: char = ' ';

/// The key of an n-gram, made from its last character to its first, so that the keys of all
/// n-grams that end at one place of a text are made on the way to that of the longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(u64);

impl Key {
    /// The key of the n-gram without characters.
    pub(crate) const EMPTY: Self = Self(0x6a09_e667_f3bc_c908);

    /// The key of the n-gram that begins with this character and goes on with this one.
    pub(crate) const fn preceded_by(self, character: char) -> Self {
        // The mixing step of SplitMix64, over the state and the next character.
        let mixed = (self.0 ^ character as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self(mixed ^ (mixed >> 31))
    }

    /// Which of 2^`bits` buckets the n-gram is in.
    #[allow(clippy::cast_possible_truncation)] // There are fewer buckets than a `usize` can count.
    pub(crate) const fn bucket(self, bits: u32) -> usize {
        match self.0.checked_shr(u64::BITS - bits) {
            Some(bucket) => bucket as usize,
            None => 0,
        }
    }

    /// What tells the n-grams of a bucket apart.
    pub(crate) const fn fingerprint(self) -> [u8; 2] {
        let bytes = self.0.to_le_bytes();
        [bytes[0], bytes[1]]
    }
}
