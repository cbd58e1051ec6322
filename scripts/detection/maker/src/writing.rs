//! The table as a file. `crates/detection/src/table.rs` says what is where in it.

use anyhow::{Context, Result, ensure};

use crate::grams::Gram;
use crate::ngrams::{Key, LONGEST};
use crate::places::{ALONE, SPANS, span};
use crate::pruning::{Entry, PENALTIES, UNKNOWN};
use crate::scripts::Script;

/// A row: the tag of a language, its script, and its handicap in steps.
pub type Named = (&'static str, Script, u8);

/// The n-grams of all scripts.
pub fn table(rows: &[Named], mut entries: Vec<(Gram, Entry)>) -> Result<Vec<u8>> {
    entries.sort_unstable_by_key(|&(gram, _)| gram);
    // About eight n-grams in a bucket.
    let bits = (entries.len() / 8).max(2).ilog2() + 1;
    let mut buckets: Vec<Vec<([u8; 2], Vec<u8>)>> = vec![Vec::new(); 1 << bits];
    for (gram, entry) in entries {
        let key = gram
            .backwards()
            .fold(Key::EMPTY, |key, character| key.preceded_by(character));
        let bucket = &mut buckets[key.bucket(bits)];
        if bucket.iter().any(|(taken, _)| *taken == key.fingerprint()) {
            // Found under the same key as a shorter or commoner one, which came first.
            continue;
        }
        bucket.push((key.fingerprint(), written(&entry)?));
    }
    let mut file = b"NGRAMS02".to_vec();
    file.push(u8::try_from(rows.len())?);
    file.push(u8::try_from(bits)?);
    file.extend_from_slice(&PENALTIES[2..=LONGEST]);
    file.push(UNKNOWN);
    file.push(0);
    for &(tag, script, handicap) in rows {
        ensure!(tag.len() <= 3, "{tag} is long");
        let mut row = [0; 5];
        row[..tag.len()].copy_from_slice(tag.as_bytes());
        row[3] = script as u8;
        row[4] = handicap;
        file.extend_from_slice(&row);
    }
    let mut offset = 0_u32;
    for bucket in &buckets {
        file.extend_from_slice(&offset.to_le_bytes());
        for (_, entry) in bucket {
            offset += u32::try_from(2 + entry.len())?;
        }
    }
    file.extend_from_slice(&offset.to_le_bytes());
    for (fingerprint, entry) in buckets.iter().flatten() {
        file.extend_from_slice(fingerprint);
        file.extend_from_slice(entry);
    }
    Ok(file)
}

/// The places of languages in the shortest of the ways that there are, and the costs.
fn written(entry: &Entry) -> Result<Vec<u8>> {
    let places: Vec<u8> = entry.iter().map(|&(place, _)| place).collect();
    ensure!(
        places.is_sorted() && places.last() < Some(&ALONE),
        "{places:?}"
    );
    let (&first, &last) = places.first().zip(places.last()).context("no language")?;
    let eights = usize::from(last / 8 - first / 8 + 1);
    let mut bytes = Vec::new();
    if let &[place] = &*places {
        bytes.push(ALONE + place);
    } else if places.len() < usize::from(SPANS) && places.len() <= eights {
        bytes.push(u8::try_from(places.len())?);
        bytes.extend_from_slice(&places);
    } else {
        let wanted = (first / 8, u8::try_from(eights)?);
        let byte = (SPANS..ALONE).find(|&byte| span(byte) == wanted);
        bytes.push(byte.context("too many rows of one script")?);
        let mut bits = vec![0_u8; eights];
        for place in places {
            bits[usize::from(place / 8 - first / 8)] |= 1 << (place % 8);
        }
        bytes.extend_from_slice(&bits);
    }
    bytes.extend(entry.iter().map(|&(_, cost)| cost));
    Ok(bytes)
}
