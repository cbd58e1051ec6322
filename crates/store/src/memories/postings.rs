//! The lists of the inverted index, and how they are made in bounded memory.
//!
//! A list is kept as text, because SQLite can put texts together and a row for each list would take
//! longer to hand over than to read. For each segment it has the difference to the number of the one
//! before, in digits of five bits, the lowest first, all but the last with a sixth bit; then the
//! length class as a digit of six bits. Digits are the printable characters from `?` to `~`.
//!
//! While a memory is put together the postings are collected in runs that
//! are sorted and laid aside in a file; at the end the runs are merged (external merge sort), so
//! that the table is filled in the order of its keys.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::RangeInclusive;

use dragoman_domain::{IndexKey, Posting};

/// The most segments of a memory: what fits beside a key into 64 bits.
pub(super) const MOST_SEGMENTS: u32 = 1 << NUMBER_BITS;

const NUMBER_BITS: u32 = 31;
const NUMBER_MASK: u64 = (1 << NUMBER_BITS) - 1;

/// Postings in a run: 16 MiB of memory.
const RUN_LENGTH: usize = if cfg!(test) { 1 << 14 } else { 1 << 21 };

/// Bytes of a run that are read at once in the merge.
const READ_AT_ONCE: usize = 64 * 1024;

const BYTES: usize = size_of::<u64>();

/// The key as the table has it.
pub(super) fn key_column(key: IndexKey) -> i64 {
    match key {
        IndexKey::Feature(feature) => i64::from(feature),
        IndexKey::Hash(hash) => (1 << 32) | i64::from(hash),
    }
}

/// The reverse of [`key_column`].
pub(super) fn key_of_column(column: i64) -> Option<IndexKey> {
    let low = u32::try_from(column & i64::from(u32::MAX)).ok()?;
    match column >> 32 {
        0 => Some(IndexKey::Feature(low)),
        1 => Some(IndexKey::Hash(low)),
        _ => None,
    }
}

/// The digit zero.
const ZERO: u8 = b'?';

/// Set in a digit that others of the same number follow.
const MORE: u8 = 1 << 5;

/// Reads the segments of some length classes from a list; `None` if it is damaged or has another
/// number of segments in all.
pub(super) fn decode(list: &str, count: u32, lengths: &RangeInclusive<u8>) -> Option<Vec<Posting>> {
    let mut digits = list.bytes().map(|digit| digit.wrapping_sub(ZERO));
    let mut postings = Vec::new();
    let (mut number, mut found) = (0_u32, 0_u32);
    while let Some(mut digit) = digits.next() {
        let mut difference = u32::from(digit & (MORE - 1));
        let mut shift = 5;
        while digit & MORE != 0 {
            digit = digits.next()?;
            difference |= u32::from(digit & (MORE - 1)).checked_shl(shift)?;
            shift += 5;
        }
        let length = digits.next()?;
        if (digit | length) >= 64 {
            return None;
        }
        number = number.checked_add(difference)?;
        found += 1;
        if lengths.contains(&length) {
            postings.push(Posting { number, length });
        }
    }
    (found == count).then_some(postings)
}

fn encode_next(difference: u32, length: u8, list: &mut String) {
    let mut push = |digit: u8| list.push(char::from(ZERO + digit));
    let mut rest = difference;
    loop {
        let [low, ..] = rest.to_le_bytes();
        let low = low & (MORE - 1);
        rest >>= 5;
        if rest == 0 {
            push(low);
            break;
        }
        push(low | MORE);
    }
    push(length.min(63));
}

/// A row of the table.
pub(super) struct Row {
    pub(super) key: i64,
    pub(super) count: u32,
    pub(super) segments: String,
}

/// Collects postings.
pub(super) struct Collector {
    current: Vec<u64>,
    /// The runs laid aside, one after the other; each but the last has [`RUN_LENGTH`] postings.
    file: File,
    runs: usize,
    /// The length class of each segment.
    lengths: Vec<u8>,
}

impl Collector {
    /// Lays runs aside in this file, which must be empty.
    pub(super) fn new(file: File) -> Self {
        Self {
            current: Vec::new(),
            file,
            runs: 0,
            lengths: Vec::new(),
        }
    }

    /// How many segments there are.
    pub(super) fn segments(&self) -> u32 {
        // No more than MOST_SEGMENTS are added.
        u32::try_from(self.lengths.len()).unwrap_or(u32::MAX)
    }

    /// Adds the next segment.
    pub(super) fn add(
        &mut self,
        length: u8,
        keys: impl IntoIterator<Item = IndexKey>,
    ) -> io::Result<()> {
        let number = u64::from(self.segments());
        if number >= u64::from(MOST_SEGMENTS) {
            return Err(io::Error::other(format!(
                "a translation memory has at most {MOST_SEGMENTS} segments"
            )));
        }
        self.lengths.push(length);
        for key in keys {
            // The column of a key is not negative.
            let key = u64::try_from(key_column(key)).unwrap_or(0);
            self.current.push(key << NUMBER_BITS | number);
            if self.current.len() >= RUN_LENGTH {
                self.lay_aside()?;
            }
        }
        Ok(())
    }

    fn lay_aside(&mut self) -> io::Result<()> {
        self.current.sort_unstable();
        let mut bytes = Vec::with_capacity(READ_AT_ONCE);
        for chunk in self.current.chunks(READ_AT_ONCE / BYTES) {
            bytes.clear();
            bytes.extend(chunk.iter().flat_map(|posting| posting.to_le_bytes()));
            self.file.write_all(&bytes)?;
        }
        self.current.clear();
        self.runs += 1;
        Ok(())
    }

    /// Begins to read the rows in the order of their keys.
    pub(super) fn merge(mut self) -> io::Result<Merge> {
        self.current.sort_unstable();
        let mut runs: Vec<Run> = (0..self.runs)
            .map(|index| Run::laid_aside(index as u64))
            .collect();
        runs.push(Run::in_memory(self.current));
        let mut heap = BinaryHeap::new();
        for (index, run) in runs.iter_mut().enumerate() {
            if let Some(posting) = run.next(&mut self.file)? {
                heap.push(Reverse((posting, index)));
            }
        }
        Ok(Merge {
            file: self.file,
            runs,
            heap,
            lengths: self.lengths,
        })
    }
}

/// A sorted run that is read piece by piece.
struct Run {
    pieces: Vec<u64>,
    position: usize,
    /// Where the file goes on with this run, and where the run ends, in bytes.
    offset: u64,
    end: u64,
}

impl Run {
    fn in_memory(pieces: Vec<u64>) -> Self {
        Self {
            pieces,
            position: 0,
            offset: 0,
            end: 0,
        }
    }

    const fn laid_aside(index: u64) -> Self {
        let length = (RUN_LENGTH * BYTES) as u64;
        Self {
            pieces: Vec::new(),
            position: 0,
            offset: index * length,
            end: (index + 1) * length,
        }
    }

    fn next(&mut self, file: &mut File) -> io::Result<Option<u64>> {
        if self.position == self.pieces.len() && self.offset < self.end {
            let mut bytes = [0; READ_AT_ONCE];
            file.seek(SeekFrom::Start(self.offset))?;
            file.read_exact(&mut bytes)?;
            self.pieces = bytes
                .as_chunks::<BYTES>()
                .0
                .iter()
                .map(|bytes| u64::from_le_bytes(*bytes))
                .collect();
            self.position = 0;
            self.offset += READ_AT_ONCE as u64;
        }
        let posting = self.pieces.get(self.position).copied();
        self.position += 1;
        Ok(posting)
    }
}

/// Reads the rows of the table in the order of their keys.
pub(super) struct Merge {
    file: File,
    runs: Vec<Run>,
    heap: BinaryHeap<Reverse<(u64, usize)>>,
    lengths: Vec<u8>,
}

impl Merge {
    /// The next rows, about as many as asked for; none at the end.
    pub(super) fn rows(&mut self, wanted: usize) -> io::Result<Vec<Row>> {
        let mut rows = Vec::with_capacity(wanted);
        while rows.len() < wanted {
            match self.row()? {
                Some(row) => rows.push(row),
                None => break,
            }
        }
        Ok(rows)
    }

    fn row(&mut self) -> io::Result<Option<Row>> {
        let Some(Reverse((first, _))) = self.heap.peek() else {
            return Ok(None);
        };
        let key = first >> NUMBER_BITS;
        let mut row = Row {
            // The key was a column.
            key: i64::try_from(key).unwrap_or(i64::MAX),
            count: 0,
            segments: String::new(),
        };
        let mut last = None;
        while let Some(&Reverse((posting, run))) = self.heap.peek()
            && posting >> NUMBER_BITS == key
        {
            self.heap.pop();
            if let Some(next) = self.runs.get_mut(run).map(|run| run.next(&mut self.file)) {
                self.heap
                    .extend(next?.map(|posting| Reverse((posting, run))));
            }
            // The mask leaves 31 bits.
            let number = u32::try_from(posting & NUMBER_MASK).unwrap_or(0);
            if last == Some(number) {
                continue;
            }
            let length = self.lengths.get(number as usize).copied().unwrap_or(0);
            encode_next(number - last.unwrap_or(0), length, &mut row.segments);
            row.count += 1;
            last = Some(number);
        }
        Ok(Some(row))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn decoded(list: &str, count: u32) -> Option<Vec<Posting>> {
        decode(list, count, &(0..=u8::MAX))
    }

    fn lists(collector: Collector) -> BTreeMap<i64, Vec<(u32, u8)>> {
        let mut merge = collector.merge().unwrap();
        let mut lists = BTreeMap::new();
        loop {
            let rows = merge.rows(7).unwrap();
            if rows.is_empty() {
                return lists;
            }
            for row in rows {
                let postings = decoded(&row.segments, row.count).unwrap();
                let postings = postings.iter().map(|p| (p.number, p.length)).collect();
                assert!(lists.insert(row.key, postings).is_none());
            }
        }
    }

    #[test]
    fn runs_laid_aside_and_the_one_in_memory_become_one_list_for_each_key() {
        let mut collector = Collector::new(tempfile::tempfile().unwrap());
        let mut expected: BTreeMap<i64, Vec<(u32, u8)>> = BTreeMap::new();
        // More than two runs, so that lists go across them.
        let (segments, keys) = (1_000_u32, 64_u32);
        for number in 0..segments {
            let length = u8::try_from(number % 64).unwrap();
            let keys = (0..keys).map(|index| match index {
                0 => IndexKey::Hash(number / 2),
                _ => IndexKey::Feature((number.wrapping_mul(index)) % 300),
            });
            let keys: Vec<IndexKey> = keys.collect();
            for key in &keys {
                let list = expected.entry(key_column(*key)).or_default();
                if list.last() != Some(&(number, length)) {
                    list.push((number, length));
                }
            }
            collector.add(length, keys).unwrap();
        }
        assert!(collector.runs >= 2);
        assert_eq!(collector.segments(), segments);
        assert!(lists(collector) == expected);
    }

    #[test]
    fn a_damaged_list_is_noticed() {
        let mut list = String::new();
        encode_next(u32::MAX - 1, 9, &mut list);
        encode_next(1, 8, &mut list);
        let postings = [(u32::MAX - 1, 9), (u32::MAX, 8)];
        let postings = postings.map(|(number, length)| Posting { number, length });
        assert_eq!(decoded(&list, 2).as_deref(), Some(&postings[..]));
        assert_eq!(decode(&list, 2, &(9..=9)).as_deref(), Some(&postings[..1]));
        assert_eq!(decoded(&list, 3), None);
        assert_eq!(decoded(&list[..list.len() - 1], 2), None);
        assert_eq!(decoded(&list.replace('H', " "), 2), None);
        assert_eq!(decoded(&list.replace('H', "\u{7f}"), 2), None);
        // Beyond the last number.
        assert_eq!(decoded(&format!("{list}@?"), 3), None);
        assert_eq!(decoded("~~~~~~~~~?", 1), None);
    }

    #[test]
    fn keys_are_columns_and_back() {
        for key in [
            IndexKey::Hash(0),
            IndexKey::Hash(u32::MAX),
            IndexKey::Feature(0),
            IndexKey::Feature(u32::MAX),
        ] {
            assert_eq!(key_of_column(key_column(key)), Some(key));
        }
        assert_eq!(key_of_column(-1), None);
    }
}
