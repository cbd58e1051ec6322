//! By what two tables are found to be the same.

use sha2::{Digest, Sha256};

use super::values::Value;
use crate::postgres::storable;

/// The number of rows, and the sum of their digests: it does not depend on the order, which each database has its own of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct TableDigest {
    pub(super) rows: u64,
    /// The lowest digits first.
    sum: [u64; 4],
}

impl TableDigest {
    /// Adds a row.
    pub(super) fn add(&mut self, record: &[Value]) {
        self.rows += 1;
        let digest: [u8; 32] = digest(record).into();
        let mut carry = false;
        for (limb, bytes) in self.sum.iter_mut().zip(digest.chunks_exact(8)) {
            let more = bytes.try_into().map_or(0, u64::from_le_bytes);
            let (sum, first) = limb.overflowing_add(more);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *limb = sum;
            carry = first || second;
        }
    }
}

/// The digest of a row. Each value begins with what it is, and says its length if that varies, so that no two rows are
/// written alike.
fn digest(record: &[Value]) -> impl Into<[u8; 32]> + use<> {
    let mut digest = Sha256::new();
    for value in record {
        match value {
            Value::Null => digest.update([0]),
            Value::Integer(number) => {
                digest.update([1]);
                digest.update(number.to_be_bytes());
            }
            // Of two texts that PostgreSQL keeps alike nobody can say which it was.
            Value::Text(text) => add_bytes(&mut digest, 2, storable(text).as_bytes()),
            Value::Bytes(bytes) => add_bytes(&mut digest, 3, bytes),
            Value::Boolean(is_so) => digest.update([4, u8::from(*is_so)]),
            Value::Guid(id) => {
                digest.update([5]);
                digest.update(id.as_bytes());
            }
            Value::DocumentId(id) => {
                digest.update([6]);
                digest.update(id.0.to_be_bytes());
            }
        }
    }
    digest.finalize()
}

fn add_bytes(digest: &mut Sha256, kind: u8, bytes: &[u8]) {
    digest.update([kind]);
    digest.update((bytes.len() as u64).to_be_bytes());
    digest.update(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rows: &[&[Value]]) -> TableDigest {
        let mut digest = TableDigest::default();
        for row in rows {
            digest.add(row);
        }
        digest
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    #[test]
    fn the_order_of_rows_does_not_matter_and_all_else_does() {
        let rows: Vec<[Value; 2]> = (0..100)
            .map(|number| [Value::Integer(number), text("same")])
            .collect();
        let forwards: Vec<&[Value]> = rows.iter().map(<[Value; 2]>::as_slice).collect();
        let backwards: Vec<&[Value]> = forwards.iter().rev().copied().collect();
        assert_eq!(of(&forwards), of(&backwards));
        assert_ne!(of(&forwards), of(&forwards[1..]));
        let twice = [&forwards[..], &forwards[..1]].concat();
        assert_ne!(of(&forwards), of(&twice));
    }

    #[test]
    fn rows_that_look_alike_side_by_side_are_not_the_same() {
        let rows = [
            [text("ab"), text("c")],
            [text("a"), text("bc")],
            [text(""), text("abc")],
            [Value::Null, text("abc")],
            [Value::Bytes(b"ab".to_vec()), text("c")],
            [Value::Integer(1), text("c")],
            [Value::Boolean(true), text("c")],
        ];
        for (index, one) in rows.iter().enumerate() {
            for other in &rows[index + 1..] {
                assert_ne!(of(&[one]), of(&[other]), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn what_one_database_cannot_hold_is_compared_as_it_holds_it() {
        assert_eq!(of(&[&[text("a\0")]]), of(&[&[text("a\u{FFFD}")]]));
    }
}
