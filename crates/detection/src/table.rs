//! The table of n-grams, read where it lies.
//!
//! Numbers are little-endian, whatever the processor. In this order:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `NGRAMS02` |
//! | 1 | how many rows there are; a row is a language in a script |
//! | 1 | how many bits of a key say which bucket an n-gram is in |
//! | 4 | penalties of n-grams of two, three, four and five characters |
//! | 1 | the cost of a letter that a language does not have |
//! | 1 | nothing |
//! | 5 for each row | the tag of its language, filled up with zeros; the number of its script; its handicap; those of a script lie together |
//! | 4 for each bucket and 4 more | where the bucket begins, counted from the end of these numbers; the last bucket ends at the last number |
//! | the rest | the n-grams of each bucket |
//!
//! An n-gram has two bytes of its key, the languages that it is in as `places.rs` writes them, and a
//! byte for each of them: what the last character costs there after the others. A cost is a negative
//! logarithm, in sixteenths of a natural unit.

use dragoman_domain::Language;

use crate::languages::known;
use crate::ngrams::{Key, LONGEST};
use crate::places::Places;
use crate::scripts::Script;

const HEAD: usize = 16;
const ROW: usize = 5;
const MAGIC: &[u8] = b"NGRAMS02";

/// Steps of the costs in a natural unit of information.
pub(crate) const STEPS: f64 = 16.0;

/// A language in a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// `None` if the language is not one that the program knows.
    pub(crate) language: Option<Language>,
    pub(crate) script: Script,
    /// What a text must fit the language better than others, in steps: few texts are in it, or few
    /// were counted.
    pub(crate) handicap: u8,
}

/// The table.
pub(crate) struct Table {
    rows: Vec<Row>,
    bits: u32,
    penalties: [u8; LONGEST + 1],
    unknown: u8,
    buckets: &'static [u8],
    entries: &'static [u8],
}

impl Table {
    /// The table in these bytes; `None` if they are not one.
    pub(crate) fn read(bytes: &'static [u8]) -> Option<Self> {
        let (head, rest) = bytes.split_at_checked(HEAD)?;
        let &[rows, bits, two, three, four, five, unknown, _] = head.strip_prefix(MAGIC)? else {
            return None;
        };
        let (rows, rest) = rest.split_at_checked(usize::from(rows) * ROW)?;
        let bits = u32::from(bits);
        let ends = 1_usize.checked_shl(bits)?.checked_add(1)?.checked_mul(4)?;
        let (buckets, entries) = rest.split_at_checked(ends)?;
        Some(Self {
            rows: rows.chunks_exact(ROW).map(row).collect::<Option<_>>()?,
            bits,
            penalties: [0, 0, two, three, four, five],
            unknown,
            buckets,
            entries,
        })
    }

    /// The languages of a script.
    pub(crate) fn rows(&self, script: Script) -> &[Row] {
        let first = self.rows.partition_point(|row| row.script < script);
        let end = self.rows.partition_point(|row| row.script <= script);
        self.rows.get(first..end).unwrap_or_default()
    }

    /// The cost of a letter that a language does not have.
    pub(crate) fn unknown(&self) -> u8 {
        self.unknown
    }

    /// What it costs a language that others have an n-gram of this many characters and it has not.
    pub(crate) fn penalty(&self, length: usize) -> u8 {
        self.penalties.get(length).copied().unwrap_or_default()
    }

    /// The languages that have an n-gram, by their places among those of its script, and the costs
    /// of its last character there; `None` if none has it.
    pub(crate) fn costs(&self, key: Key) -> Option<(Places<'static>, &'static [u8])> {
        let bucket = key.bucket(self.bits);
        let mut rest = self
            .entries
            .get(self.offset(bucket)?..self.offset(bucket + 1)?)?;
        loop {
            let (fingerprint, after) = rest.split_first_chunk()?;
            let (places, after) = Places::read(after)?;
            let (costs, after) = after.split_at_checked(places.count())?;
            if *fingerprint == key.fingerprint() {
                return Some((places, costs));
            }
            rest = after;
        }
    }

    fn offset(&self, bucket: usize) -> Option<usize> {
        let bytes = self.buckets.get(4 * bucket..)?.first_chunk()?;
        usize::try_from(u32::from_le_bytes(*bytes)).ok()
    }
}

fn row(bytes: &[u8]) -> Option<Row> {
    let &[ref tag @ .., script, handicap] = bytes else {
        return None;
    };
    let tag = std::str::from_utf8(tag).ok()?.trim_end_matches('\0');
    Some(Row {
        language: known(tag),
        script: Script::numbered(script)?,
        handicap,
    })
}
