use std::collections::BTreeSet;

use crate::LONGEST;
use crate::choices::Choices;

/// Bytes that many formats have a meaning for, and those at the ends of numbers.
const TELLING: [u8; 16] = [
    0, 1, 9, b'\n', b'"', b'&', b'/', b'0', b'<', b'>', b'[', b'{', 0x7f, 0x80, 0xfe, 0xff,
];

/// How many changes one mutation has at most.
const MOST_CHANGES: usize = 4;

/// Endless mutations of seeds, none longer than [`LONGEST`], and always the same for the same seeds and words.
#[derive(Debug)]
pub struct Mutations {
    seeds: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
    count: u64,
}

impl Mutations {
    /// Of these seeds, with these words put in some places.
    #[must_use]
    pub fn new(seeds: &BTreeSet<Vec<u8>>, words: &BTreeSet<Vec<u8>>) -> Self {
        Self {
            seeds: seeds.iter().cloned().collect(),
            words: words.iter().cloned().collect(),
            count: 0,
        }
    }
}

impl Iterator for Mutations {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        if self.seeds.is_empty() {
            return None;
        }
        let mut choices = Choices::of(&self.count.to_le_bytes());
        self.count += 1;
        let mut input = choices.among(&self.seeds).clone();
        for _ in 0..=choices.below(MOST_CHANGES) {
            self.change(&mut input, &mut choices);
        }
        input.truncate(LONGEST);
        Some(input)
    }
}

impl Mutations {
    fn change(&self, input: &mut Vec<u8>, choices: &mut Choices) {
        let place = choices.below(input.len() + 1);
        let end = place + choices.below((input.len() - place).min(64) + 1);
        match choices.below(8) {
            0 => flip(input, place, choices),
            1 => put(input, place, &[*choices.among(&TELLING)]),
            2 => input
                .splice(place..place, [*choices.among(&TELLING)])
                .for_each(drop),
            3 => input.truncate(place),
            4 => input.drain(place..end).for_each(drop),
            5 => {
                let again = input[place..end].to_vec();
                input.splice(end..end, again).for_each(drop);
            }
            6 => {
                // The end of another one, or of itself.
                let other = choices.among(&self.seeds);
                let from = choices.below(other.len() + 1);
                input.truncate(place);
                input.extend_from_slice(&other[from..]);
            }
            _ if self.words.is_empty() => {
                let bytes = [choices.byte(), choices.byte(), choices.byte()];
                input.splice(place..place, bytes).for_each(drop);
            }
            _ => {
                let word = choices.among(&self.words).clone();
                input.splice(place..place, word).for_each(drop);
            }
        }
    }
}

/// Turns one bit round.
fn flip(input: &mut [u8], place: usize, choices: &mut Choices) {
    if let Some(byte) = input.get_mut(place) {
        *byte ^= 1 << choices.below(8);
    }
}

/// Writes bytes over those at this place, as far as there are some.
fn put(input: &mut [u8], place: usize, bytes: &[u8]) {
    for (byte, new) in input[place..].iter_mut().zip(bytes) {
        *byte = *new;
    }
}
