//! How the table of `crates/detection` is made.

mod counts;
mod grams;
mod model;
#[path = "../../../../crates/detection/src/ngrams.rs"]
mod ngrams;
#[path = "../../../../crates/detection/src/places.rs"]
#[allow(dead_code)] // What a reader of the table asks besides.
mod places;
mod pruning;
#[path = "../../../../crates/detection/src/scripts.rs"]
#[allow(dead_code)] // What a reader of the table asks besides.
mod scripts;
pub mod sources;
mod writing;

use anyhow::Result;

use crate::pruning::{Candidate, STEPS, prune};
use crate::sources::{Folders, NAMED, ROWS, Row, Source};

/// How much languages count that are only told from those that are named.
const WEIGHT_OF_OTHERS: f32 = 0.3;

/// What a text must fit a language better than others, in natural units, if the language cannot
/// be named: few texts are in it; if little of it was counted, which knows some kinds of texts
/// better than others; and if a part of that were the messages of a program, which short messages in
/// a similar language are like.
const HANDICAP: f32 = 3.0;
const HANDICAP_OF_FEW_TEXTS: f32 = 6.0;
const HANDICAP_OF_MESSAGES: f32 = 14.0;

fn handicap(row: &Row) -> u8 {
    let units = match row.source {
        _ if counts_as_named(row.tag) => 0.0,
        Source::Lingua(_) => HANDICAP,
        Source::Texts(_, []) => HANDICAP_OF_FEW_TEXTS,
        Source::Texts(..) => HANDICAP_OF_MESSAGES,
    };
    (units * STEPS) as u8
}

/// Whether detection names the language, or the one that it counts as.
fn counts_as_named(tag: &str) -> bool {
    tag == "nn" || NAMED.contains(&tag)
}

/// The table with all n-grams that tell at least `threshold` natural units for each character.
pub fn make(folders: &Folders, threshold: f32) -> Result<Vec<u8>> {
    let mut entries = Vec::new();
    for rows in ROWS.chunk_by(|left, right| left.script == right.script) {
        let mut candidates = Vec::new();
        for row in rows {
            let estimates = model::estimates(&row.counts(folders)?);
            let weight = if counts_as_named(row.tag) {
                1.0
            } else {
                WEIGHT_OF_OTHERS
            };
            candidates.push(Candidate { estimates, weight });
        }
        let kept = prune(&candidates, threshold).entries;
        let costs: usize = kept.values().map(Vec::len).sum();
        eprintln!(
            "{:?}: {} n-grams, {costs} costs",
            rows[0].script,
            kept.len()
        );
        entries.extend(kept);
    }
    let rows: Vec<_> = ROWS
        .iter()
        .map(|row| (row.tag, row.script, handicap(row)))
        .collect();
    writing::table(&rows, entries)
}
