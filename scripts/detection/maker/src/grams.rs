//! N-grams of up to five characters as numbers.

/// Bits of a character.
const BITS: u32 = 21;

/// An n-gram: its last character in the lowest bits, the one before above it, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Gram(u128);

impl Gram {
    /// The n-gram of these characters, of which there are at most six.
    pub fn of(characters: impl IntoIterator<Item = char>) -> Self {
        characters
            .into_iter()
            .fold(Self(0), |gram, character| gram.followed_by(character))
    }

    /// With one more character at the end.
    pub fn followed_by(self, character: char) -> Self {
        Self(self.0 << BITS | u128::from(u32::from(character)))
    }

    /// With one more character at the beginning.
    pub fn preceded_by(self, character: char) -> Self {
        Self(self.0 | u128::from(u32::from(character)) << (BITS * self.len() as u32))
    }

    /// How many characters it has.
    pub fn len(self) -> usize {
        (u128::BITS - self.0.leading_zeros()).div_ceil(BITS) as usize
    }

    /// Without its last character: what the last character follows.
    pub fn context(self) -> Self {
        Self(self.0 >> BITS)
    }

    /// Without its first character.
    pub fn shorter(self) -> Self {
        Self(self.0 & ((1 << (BITS * (self.len() as u32 - 1))) - 1))
    }

    /// The characters from last to first.
    pub fn backwards(self) -> impl Iterator<Item = char> {
        (0..self.len() as u32).filter_map(move |place| {
            char::from_u32((self.0 >> (BITS * place)) as u32 & ((1 << BITS) - 1))
        })
    }

    /// The first character.
    pub fn first(self) -> Option<char> {
        self.backwards().last()
    }
}
