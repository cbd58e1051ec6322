//! A double array: a trie in which a step costs one read.
//!
//! Source: J. Aoe, "An Efficient Digital Search Algorithm by Using a Double-Array Structure" (1989), with the refinement that the child
//! of a node for a byte stands at `base XOR byte` instead of `base + byte`, so that all children of a node share one block of 256.
//! Whether the unit found there is a child is told by the byte it carries alone, which is enough as long as no two nodes have the same
//! base.

/// The byte of units that are no child of any node, apart from all bytes.
const NO_LABEL: u32 = 256;
/// The label takes this many of the lower bits of a tag, the value (plus one) the others.
const LABEL_BITS: u32 = 9;
const LABEL_MASK: u32 = (1 << LABEL_BITS) - 1;
/// Units per block: one per byte.
const BLOCK: usize = 256;
/// The base of nodes without children. No array is long enough to reach it.
const LEAF: u32 = !0xff;
/// How many blocks with free units are kept in mind at most.
const OPEN_BLOCKS: usize = 4;

/// A block with fewer free units is full: to try it again and again would cost more than they are worth.
const WASTE: usize = 8;

/// How many free units are tried for a single child before all are considered at once.
const SINGLE_ATTEMPTS: usize = 4;

/// The largest value that a key can have.
pub(super) const MAX_VALUE: u32 = (1 << (u32::BITS - LABEL_BITS)) - 2;

#[derive(Debug, Clone, Copy)]
struct Unit {
    base: u32,
    tag: u32,
}

const FREE: Unit = Unit {
    base: LEAF,
    tag: NO_LABEL,
};

/// A key with its number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Key<'a> {
    /// The first eight bytes as a number with the same order (filled up with zeros): what is looked at most often, without going to the
    /// text.
    first: u64,
    text: &'a [u8],
    value: u32,
}

impl<'a> Key<'a> {
    /// A key and its number, which is at most [`MAX_VALUE`].
    pub(super) fn new(text: &'a [u8], value: u32) -> Self {
        let mut first = [0; 8];
        for (to, from) in first.iter_mut().zip(text) {
            *to = *from;
        }
        Self {
            first: u64::from_be_bytes(first),
            text,
            value,
        }
    }

    /// Compares the bytes of two keys.
    #[inline]
    pub(super) fn order(&self, other: &Self) -> std::cmp::Ordering {
        match self.first.cmp(&other.first) {
            std::cmp::Ordering::Equal => self.text.cmp(other.text),
            different => different,
        }
    }

    pub(super) fn text(&self) -> &'a [u8] {
        self.text
    }

    pub(super) fn value(&self) -> u32 {
        self.value
    }

    #[inline]
    fn byte(&self, index: usize) -> Option<u8> {
        if index >= self.text.len() {
            None
        } else if let Some(byte) = self.first.to_be_bytes().get(index) {
            Some(*byte)
        } else {
            self.text.get(index).copied()
        }
    }
}

/// A set of keys (strings of bytes), each with a number, that can be searched for the prefixes of a text.
#[derive(Clone)]
pub(super) struct Trie {
    units: Vec<Unit>,
}

/// A place in a [`Trie`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Node(u32);

impl Trie {
    /// Builds a trie from keys in ascending order, without duplicates, none empty.
    ///
    /// Takes time in proportion to the sum of the lengths, and at most some 20 units per byte even if the keys were chosen to that end
    /// (about 1.1 units per node otherwise).
    pub(super) fn new(keys: &[Key<'_>]) -> Self {
        let mut builder = Builder {
            units: vec![FREE; BLOCK],
            open: vec![Block::new(0)],
        };
        if let Some(block) = builder.open.first_mut() {
            block.take(0); // The root.
        }
        builder.build(keys);
        Self {
            units: builder.units,
        }
    }

    /// The place before the first byte.
    pub(super) fn root(&self) -> Node {
        Node(self.units.first().map_or(LEAF, |unit| unit.base))
    }

    /// Goes from a place along a byte: to the next place, and the number of the key that ends there, if one does.
    #[inline]
    pub(super) fn step(&self, node: Node, byte: u8) -> Option<(Node, Option<u32>)> {
        let unit = self.units.get((node.0 ^ u32::from(byte)) as usize)?;
        if unit.tag & LABEL_MASK == u32::from(byte) {
            Some((Node(unit.base), (unit.tag >> LABEL_BITS).checked_sub(1)))
        } else {
            None
        }
    }

    /// The number of a key.
    pub(super) fn get(&self, key: &[u8]) -> Option<u32> {
        let mut place = (self.root(), None);
        for &byte in key {
            place = self.step(place.0, byte)?;
        }
        place.1
    }

    /// The length of the longest key that the text begins with.
    pub(super) fn longest_prefix(&self, text: &[u8]) -> Option<usize> {
        let mut node = self.root();
        let mut longest = None;
        for (index, &byte) in text.iter().enumerate() {
            let Some((next, value)) = self.step(node, byte) else {
                break;
            };
            if value.is_some() {
                longest = Some(index.saturating_add(1));
            }
            node = next;
        }
        longest
    }
}

/// A set of bytes.
#[derive(Debug, Clone, Copy)]
struct ByteSet([u64; 4]);

impl ByteSet {
    const FULL: Self = Self([u64::MAX; 4]);
    const EMPTY: Self = Self([0; 4]);

    fn contains(self, byte: u8) -> bool {
        let [word, bit] = Self::place(byte);
        self.0.get(word).is_some_and(|word| (word >> bit) & 1 != 0)
    }

    fn insert(&mut self, byte: u8) {
        let [word, bit] = Self::place(byte);
        if let Some(word) = self.0.get_mut(word) {
            *word |= 1 << bit;
        }
    }

    fn remove(&mut self, byte: u8) {
        let [word, bit] = Self::place(byte);
        if let Some(word) = self.0.get_mut(word) {
            *word &= !(1 << bit);
        }
    }

    fn place(byte: u8) -> [usize; 2] {
        [usize::from(byte >> 6), usize::from(byte & 63)]
    }

    /// The smallest byte of the set.
    fn first(self) -> Option<u8> {
        let (index, word) = (0_u32..).zip(self.0).find(|(_, word)| *word != 0)?;
        u8::try_from(index * 64 + word.trailing_zeros()).ok()
    }

    /// The set of all bytes `b` for which this set has `b XOR byte`.
    fn permuted(self, byte: u8) -> Self {
        const MASKS: [u64; 6] = [
            0x5555_5555_5555_5555,
            0x3333_3333_3333_3333,
            0x0f0f_0f0f_0f0f_0f0f,
            0x00ff_00ff_00ff_00ff,
            0x0000_ffff_0000_ffff,
            0x0000_0000_ffff_ffff,
        ];
        let [mut a, mut b, mut c, mut d] = self.0;
        if byte & 0x40 != 0 {
            (a, b, c, d) = (b, a, d, c);
        }
        if byte & 0x80 != 0 {
            (a, b, c, d) = (c, d, a, b);
        }
        let mut words = [a, b, c, d];
        for (step, mask) in MASKS.iter().enumerate() {
            if (byte >> step) & 1 != 0 {
                for word in &mut words {
                    *word =
                        ((*word & mask) << (1_u32 << step)) | ((*word >> (1_u32 << step)) & mask);
                }
            }
        }
        Self(words)
    }

    fn intersection(self, other: Self) -> Self {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        Self([a & e, b & f, c & g, d & h])
    }

    fn complement(self) -> Self {
        Self(self.0.map(|word| !word))
    }

    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }
}

/// A block that still has free units.
#[derive(Debug)]
struct Block {
    /// The index of its first unit.
    start: u32,
    free: ByteSet,
    /// How many of them are free.
    left: usize,
    /// Bases that nodes have already, as offsets in the block.
    bases: ByteSet,
}

impl Block {
    fn new(start: u32) -> Self {
        Self {
            start,
            free: ByteSet::FULL,
            left: BLOCK,
            bases: ByteSet::EMPTY,
        }
    }

    fn take(&mut self, offset: u8) {
        self.free.remove(offset);
        self.left = self.left.saturating_sub(1);
    }

    /// An offset for a new base under which the units for all these bytes are free.
    fn base_for(&self, labels: &[u8]) -> Option<u8> {
        if let [label] = labels {
            // Most nodes have one child, and most free units suit it.
            let mut free = self.free;
            for _ in 0..SINGLE_ATTEMPTS {
                let offset = free.first()?;
                if !self.bases.contains(offset ^ label) {
                    return Some(offset ^ label);
                }
                free.remove(offset);
            }
        }
        let mut fitting = self.bases.complement();
        for &label in labels {
            fitting = fitting.intersection(self.free.permuted(label));
            if fitting.is_empty() {
                return None;
            }
        }
        fitting.first()
    }
}

/// A node whose children are still to be placed: the keys that pass through it, how many bytes they have in common, and its unit.
struct Pending {
    keys: std::ops::Range<usize>,
    depth: usize,
    unit: usize,
}

struct Builder {
    units: Vec<Unit>,
    open: Vec<Block>,
}

impl Builder {
    fn build(&mut self, keys: &[Key<'_>]) {
        let mut pending = vec![Pending {
            keys: 0..keys.len(),
            depth: 0,
            unit: 0,
        }];
        let mut labels = Vec::with_capacity(BLOCK);
        let mut ends = Vec::with_capacity(BLOCK);
        while let Some(node) = pending.pop() {
            let Some(range) = keys.get(node.keys.clone()) else {
                continue;
            };
            if let [key] = range {
                self.chain(key, node.depth, node.unit);
                continue;
            }
            group(range, node.depth, &mut labels, &mut ends);
            if labels.is_empty() {
                continue;
            }
            let base = self.place(&labels);
            if let Some(unit) = self.units.get_mut(node.unit) {
                unit.base = base;
            }
            // The first key, if it is the prefix that all share, ends here and has no child.
            let shared = range
                .first()
                .is_some_and(|key| key.text.len() == node.depth);
            let mut start = usize::from(shared);
            for (&label, &end) in labels.iter().zip(&ends) {
                let index = (base ^ u32::from(label)) as usize;
                let depth = node.depth.saturating_add(1);
                let value = range
                    .get(start)
                    .filter(|key| key.text.len() == depth)
                    .map_or(0, |key| key.value.saturating_add(1));
                if let Some(unit) = self.units.get_mut(index) {
                    unit.tag = (value << LABEL_BITS) | u32::from(label);
                }
                pending.push(Pending {
                    keys: node.keys.start.saturating_add(start)
                        ..node.keys.start.saturating_add(end),
                    depth,
                    unit: index,
                });
                start = end;
            }
        }
    }

    /// Places the rest of a key that shares no more of it with others.
    fn chain(&mut self, key: &Key<'_>, depth: usize, unit: usize) {
        let mut unit = unit;
        let rest = key.text.get(depth..).unwrap_or_default();
        for &label in rest {
            let base = self.place(&[label]);
            if let Some(unit) = self.units.get_mut(unit) {
                unit.base = base;
            }
            unit = (base ^ u32::from(label)) as usize;
            if let Some(unit) = self.units.get_mut(unit) {
                unit.tag = u32::from(label);
            }
        }
        if !rest.is_empty()
            && let Some(unit) = self.units.get_mut(unit)
        {
            unit.tag |= key.value.saturating_add(1) << LABEL_BITS;
        }
    }

    /// Chooses a base for a node with children for these bytes and takes their units.
    fn place(&mut self, labels: &[u8]) -> u32 {
        let fit = |(index, block): (usize, &Block)| Some((index, block.base_for(labels)?));
        let mut open = self.open.iter().enumerate();
        // One child fits nearly everywhere, several only where much is free.
        let found = match labels {
            [_] => open.find_map(fit),
            _ => open.rev().find_map(fit),
        };
        let (index, offset) = found.unwrap_or_else(|| (self.open_block(), 0));
        let Some(block) = self.open.get_mut(index) else {
            return LEAF;
        };
        block.bases.insert(offset);
        for label in labels {
            block.take(offset ^ label);
        }
        let base = block.start | u32::from(offset);
        if block.left < WASTE {
            self.open.remove(index);
        }
        base
    }

    /// Appends a block, forgetting the oldest open one if there are too many, and returns its index among the open ones.
    fn open_block(&mut self) -> usize {
        if self.open.len() >= OPEN_BLOCKS {
            self.open.remove(0);
        }
        let start = u32::try_from(self.units.len()).unwrap_or(LEAF);
        self.units
            .resize(self.units.len().saturating_add(BLOCK), FREE);
        self.open.push(Block::new(start));
        self.open.len().saturating_sub(1)
    }
}

/// The different bytes that follow the first `depth` ones of the keys, and where in `keys` the run of each ends.
fn group(keys: &[Key<'_>], depth: usize, labels: &mut Vec<u8>, ends: &mut Vec<usize>) {
    labels.clear();
    ends.clear();
    for (index, key) in keys.iter().enumerate() {
        let Some(label) = key.byte(depth) else {
            continue;
        };
        let end = index.saturating_add(1);
        if labels.last() == Some(&label) {
            if let Some(last) = ends.last_mut() {
                *last = end;
            }
        } else {
            labels.push(label);
            ends.push(end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn trie(keys: &[Vec<u8>]) -> Trie {
        let keys: Vec<Key<'_>> = keys
            .iter()
            .zip(0..)
            .map(|(key, value)| Key::new(key, value))
            .collect();
        Trie::new(&keys)
    }

    #[test]
    fn an_empty_trie_holds_nothing() {
        assert!(trie(&[]).get(b"a").is_none());
        assert!(trie(&[]).get(b"\0").is_none());
        assert_eq!(trie(&[]).longest_prefix(b"abc"), None);
    }

    #[test]
    fn permuting_a_set_moves_every_byte() {
        let mut set = ByteSet::EMPTY;
        for byte in [0_u8, 3, 77, 200, 255] {
            set.insert(byte);
        }
        for by in 0..=255 {
            for byte in 0..=255 {
                assert_eq!(set.permuted(by).contains(byte), set.contains(byte ^ by));
            }
        }
    }

    #[test]
    fn keys_made_to_waste_units_do_not_take_much_more_than_they_need() {
        // Nodes with 16 children each, whose labels differ in every possible way.
        let mut keys = Vec::new();
        for first in 0..=255_u8 {
            for second in 0..16_u8 {
                for third in 0..16_u8 {
                    let third = if second % 2 == 0 { third } else { third << 4 };
                    keys.push(vec![first, second, third]);
                }
            }
        }
        let nodes = keys.len();
        keys.sort();
        assert!(trie(&keys).units.len() < nodes * 20);
    }

    proptest! {
        #[test]
        fn a_trie_holds_what_was_put_in_and_nothing_else(
            keys in prop::collection::btree_set(prop::collection::vec(prop_oneof![any::<u8>(), 0..4_u8], 1..6), 0..300),
            others in prop::collection::vec(prop::collection::vec(prop_oneof![any::<u8>(), 0..4_u8], 0..8), 50),
        ) {
            let list: Vec<Vec<u8>> = keys.iter().cloned().collect();
            let trie = trie(&list);
            for (key, value) in list.iter().zip(0..) {
                prop_assert_eq!(trie.get(key), Some(value));
            }
            for other in &others {
                prop_assert_eq!(trie.get(other).is_some(), keys.contains(other));
                let longest = (1..=other.len()).rev().find(|&length| keys.contains(&other[..length]));
                prop_assert_eq!(trie.longest_prefix(other), longest);
            }
        }
    }
}
