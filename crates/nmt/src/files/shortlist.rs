//! Lexical shortlists: for each source token the target tokens that it is likely translated with, so
//! that the output layer computes a few hundred scores in the place of tens of thousands.

use std::path::Path;

use super::bytes::{Bytes, Section, u32_values, u64_at};
use super::error::ShortlistError;
use super::{FileError, MAX_VOCABULARY, TokenId};

/// The first eight bytes of a file.
const MAGIC: u64 = 0xF11A_48D5_0134_17F5;
/// Bytes before the offsets: magic, checksum, first, best, number of offsets, number of targets.
const HEADER: usize = 48;
/// Where the words begin that the checksum covers.
const CHECKED_FROM: usize = 16;
/// What the size of a set of candidates is a multiple of, as the models' first engine needs it.
const SIZE_STEP: usize = 8;
/// Tokens in one word of a set.
const WORD: usize = 64;
/// The most frequent tokens that are in every set contain at least end-of-sentence (0) and unknown (1).
const LEAST_FIRST: u64 = 2;

/// For each source token a list of target tokens. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Shortlist {
    offsets: Section,
    targets: Section,
    first: usize,
    largest_target: TokenId,
}

/// Memory for gathering candidates, to be used again for the next sentence.
#[derive(Clone, Debug, Default)]
pub struct CandidateSet {
    /// One bit for each target token, all clear between two uses.
    words: Vec<u64>,
}

impl Shortlist {
    /// Opens a shortlist and checks all of it.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is not a shortlist, or is damaged.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::from_bytes(Bytes::open(path)?)
    }

    /// Reads a shortlist that is in memory.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn parse(bytes: Vec<u8>) -> Result<Self, FileError> {
        Self::from_bytes(Bytes::from(bytes))
    }

    fn from_bytes(bytes: Bytes) -> Result<Self, FileError> {
        let file = bytes.as_ref();
        let truncated = || ShortlistError::Truncated {
            length: file.len(),
            needed: HEADER,
        };
        let field = |index| u64_at(file, index).ok_or_else(truncated);
        let [magic, stored, first] = [field(0)?, field(1)?, field(2)?];
        let [offset_count, target_count] = [field(4)?, field(5)?];
        if magic != MAGIC {
            return Err(ShortlistError::Magic {
                found: magic,
                needed: MAGIC,
            }
            .into());
        }
        let [offsets_end, end] =
            ends(offset_count, target_count, file.len()).ok_or(ShortlistError::Length {
                offsets: offset_count,
                targets: target_count,
                length: file.len(),
            })?;
        let computed = checksum(file.get(CHECKED_FROM..).unwrap_or_default());
        if computed != stored {
            return Err(ShortlistError::Checksum { computed, stored }.into());
        }
        let first = check_first(first, MAX_VOCABULARY as u64)?;
        let section = |range| bytes.section(range).ok_or_else(truncated);
        let offsets = section(HEADER..offsets_end)?;
        let targets = section(offsets_end..end)?;
        check_offsets(offsets.as_slice(), target_count)?;
        let largest_target = u32_values(targets.as_slice()).max().unwrap_or_default();
        check_target(largest_target, MAX_VOCABULARY)?;
        // All of it was looked at, and a text needs little of it.
        bytes.release();
        Ok(Self {
            offsets,
            targets,
            first,
            largest_target,
        })
    }

    /// The file of a shortlist in which `lists[s]` has the targets of source token `s`, at most `best` of them by its meaning.
    /// The tokens that are in every set besides are as few as the format allows: 0 and 1.
    ///
    /// # Errors
    ///
    /// There are more lists than a vocabulary has tokens, or targets that no vocabulary has.
    pub fn encode(best: usize, lists: &[Vec<TokenId>]) -> Result<Vec<u8>, FileError> {
        if lists.len() > MAX_VOCABULARY {
            return Err(ShortlistError::SourceVocabulary {
                offsets: lists.len() + 1,
                vocabulary: MAX_VOCABULARY,
            }
            .into());
        }
        for target in lists.iter().flatten() {
            check_target(*target, MAX_VOCABULARY)?;
        }
        Ok(write(LEAST_FIRST, best as u64, lists))
    }

    /// Checks that the lists belong to a model with vocabularies of these sizes. The last offset may be
    /// missing, as in one published file.
    ///
    /// # Errors
    ///
    /// There are lists for another number of source tokens, or target tokens that do not exist.
    pub fn check_vocabularies(&self, source: usize, target: usize) -> Result<(), FileError> {
        let offsets = self.offsets.as_slice().len() / 8;
        if offsets != source && offsets.checked_sub(1) != Some(source) {
            return Err(ShortlistError::SourceVocabulary {
                offsets,
                vocabulary: source,
            }
            .into());
        }
        check_target(self.largest_target, target)?;
        check_first(self.first as u64, target as u64)?;
        Ok(())
    }

    /// How many of the most frequent target tokens, from 0, are in every set.
    #[must_use]
    pub fn first(&self) -> usize {
        self.first
    }

    /// The targets of one source token as bytes; none for a token without a list.
    fn list(&self, source: TokenId) -> &[u8] {
        let offsets = self.offsets.as_slice();
        let range = || {
            let source = usize::try_from(source).ok()?;
            let start = u64_at(offsets, source)?;
            let end = u64_at(offsets, source.checked_add(1)?)?;
            let start = usize::try_from(start).ok()?.checked_mul(4)?;
            let end = usize::try_from(end).ok()?.checked_mul(4)?;
            self.targets.as_slice().get(start..end)
        };
        range().unwrap_or_default()
    }

    /// Puts into `out`, in ascending order, the target tokens that a translation of `source` (with its
    /// end-of-sentence) is made of:
    ///
    /// * the most frequent ones, 0 to [`first`](Self::first);
    /// * those in the lists of the source tokens;
    /// * if source and target have one `shared` vocabulary, the source tokens themselves;
    /// * and as many of the next frequent ones as make the number a multiple of 8, if there are enough.
    ///
    /// The set is that of one sentence. No memory is allocated once `set` and `out` have grown.
    pub fn candidates(
        &self,
        source: &[TokenId],
        shared: bool,
        target_vocabulary: usize,
        set: &mut CandidateSet,
        out: &mut Vec<TokenId>,
    ) {
        let words = set.start(self.first.min(target_vocabulary), target_vocabulary);
        for &token in source {
            if shared {
                insert(words, token);
            }
            for target in u32_values(self.list(token)) {
                insert(words, target);
            }
        }
        let size = fill(words, self.first, target_vocabulary);
        drain(words, size, out);
    }
}

impl CandidateSet {
    /// Begins with the tokens below `first`. Hands out the words for this vocabulary.
    fn start(&mut self, first: usize, vocabulary: usize) -> &mut [u64] {
        let count = vocabulary.div_ceil(WORD);
        if self.words.len() < count {
            self.words.resize(count, 0);
        }
        let words = self.words.get_mut(..count).unwrap_or_default();
        let (whole, rest) = (first / WORD, first % WORD);
        for word in words.iter_mut().take(whole) {
            *word = u64::MAX;
        }
        if let Some(word) = words.get_mut(whole) {
            *word = (1 << rest) - 1;
        }
        words
    }
}

/// Puts a token into the set, if there is room for it.
#[inline]
fn insert(words: &mut [u64], token: TokenId) {
    let index = token as usize;
    if let Some(word) = words.get_mut(index / WORD) {
        *word |= 1 << (index % WORD);
    }
}

/// Takes out what is beyond the vocabulary, then adds tokens from `first` on until the size is a multiple
/// of [`SIZE_STEP`] or the vocabulary ends. Returns the size.
fn fill(words: &mut [u64], first: usize, vocabulary: usize) -> usize {
    if let Some(last) = words.last_mut() {
        *last &= u64::MAX >> ((WORD - vocabulary % WORD) % WORD);
    }
    let mut size: usize = words.iter().map(|word| word.count_ones() as usize).sum();
    for index in first..vocabulary {
        if size.is_multiple_of(SIZE_STEP) {
            break;
        }
        if let Some(word) = words.get_mut(index / WORD) {
            let bit = 1 << (index % WORD);
            size += usize::from(*word & bit == 0);
            *word |= bit;
        }
    }
    size
}

/// Hands out all tokens in ascending order, and clears the set.
fn drain(words: &mut [u64], size: usize, out: &mut Vec<TokenId>) {
    out.clear();
    out.reserve(size);
    let mut base: TokenId = 0;
    for word in words {
        let mut bits = std::mem::take(word);
        while bits != 0 {
            out.push(base + bits.trailing_zeros());
            bits &= bits - 1;
        }
        base += 64;
    }
}

/// Where offsets and targets end, if that is where the file ends.
fn ends(offsets: u64, targets: u64, length: usize) -> Option<[usize; 2]> {
    let offsets = usize::try_from(offsets).ok()?.checked_mul(8)?;
    let targets = usize::try_from(targets).ok()?.checked_mul(4)?;
    let offsets_end = HEADER.checked_add(offsets)?;
    let end = offsets_end.checked_add(targets)?;
    (end == length).then_some([offsets_end, end])
}

/// The checksum of the words after its own field; what is left over at the end does not count. Each
/// step depends on the one before, so this runs at about 8 bytes in 4 cycles.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().fold(0u64, |hash, word| {
        let mixed = u64::from_le_bytes(*word)
            .wrapping_add(0x9e37_79b9)
            .wrapping_add((hash << 6).wrapping_add(hash >> 2));
        hash ^ mixed
    })
}

fn check_first(first: u64, most: u64) -> Result<usize, ShortlistError> {
    usize::try_from(first)
        .ok()
        .filter(|_| (LEAST_FIRST..=most).contains(&first))
        .ok_or(ShortlistError::First {
            found: first,
            least: LEAST_FIRST,
            most,
        })
}

fn check_offsets(offsets: &[u8], targets: u64) -> Result<(), ShortlistError> {
    let (offsets, _) = offsets.as_chunks::<8>();
    let mut before = 0;
    for (index, offset) in offsets.iter().enumerate() {
        let found = u64::from_le_bytes(*offset);
        if found < before || found > targets {
            return Err(ShortlistError::Offset {
                index,
                found,
                most: targets,
            });
        }
        before = found;
    }
    Ok(())
}

fn check_target(target: TokenId, vocabulary: usize) -> Result<(), ShortlistError> {
    if target as usize >= vocabulary {
        return Err(ShortlistError::Target { target, vocabulary });
    }
    Ok(())
}

/// The bytes of a shortlist: `lists[s]` has the targets of source token `s`.
pub(super) fn write(first: u64, best: u64, lists: &[Vec<TokenId>]) -> Vec<u8> {
    let targets: usize = lists.iter().map(Vec::len).sum();
    let mut file = Vec::with_capacity(HEADER + 8 * (lists.len() + 1) + 4 * targets);
    let counts = [lists.len() as u64 + 1, targets as u64];
    let mut offset = 0u64;
    let offsets = std::iter::once(0).chain(lists.iter().map(|list| {
        offset += list.len() as u64;
        offset
    }));
    // The checksum comes when there is what it is of.
    let header = [MAGIC, 0, first, best].into_iter().chain(counts);
    for word in header.chain(offsets) {
        file.extend(word.to_le_bytes());
    }
    for target in lists.iter().flatten() {
        file.extend(target.to_le_bytes());
    }
    fix_checksum(&mut file);
    file
}

/// Makes the checksum that of the content; leaves what is too short alone.
pub(super) fn fix_checksum(file: &mut [u8]) {
    if let Some((head, content)) = file.split_at_mut_checked(CHECKED_FROM)
        && let Some(field) = head.last_chunk_mut()
    {
        *field = checksum(content).to_le_bytes();
    }
}
