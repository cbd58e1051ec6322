//! A hash that is stored, so it must be the same in every version and on every machine.

/// FNV-1a over 64 bits (Fowler, Noll, Vo), mixed at the end so that any of its bits will do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StableHash(u64);

impl StableHash {
    pub(crate) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 ^= u64::from(*byte);
            self.0 = self.0.wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// The finaliser of MurmurHash3.
    pub(crate) const fn finish(self) -> u64 {
        let mut hash = self.0;
        hash ^= hash >> 33;
        hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash ^= hash >> 33;
        hash = hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        hash ^ (hash >> 33)
    }
}
