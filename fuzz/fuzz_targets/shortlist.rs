//! Shortlists.
#![no_main]

use std::sync::LazyLock;

use dragoman_fuzz::file;
use dragoman_nmt::files::write;
use dragoman_nmt::files::{CandidateSet, Shortlist};
use libfuzzer_sys::fuzz_target;

static VALID: LazyLock<Vec<u8>> =
    LazyLock::new(|| write::shortlist(4, &[vec![], vec![20, 30], vec![2, 30, 40], vec![70]]));

fuzz_target!(|data: &[u8]| {
    let mut file = file(data, &VALID);
    write::fix_shortlist_checksum(&mut file);
    let Ok(list) = Shortlist::parse(file) else {
        return;
    };
    let (mut set, mut out) = (CandidateSet::default(), Vec::new());
    for vocabulary in [0, 7, 80, 1000] {
        list.candidates(
            &[0, 1, 2, 3, u32::MAX],
            true,
            vocabulary,
            &mut set,
            &mut out,
        );
        assert!(out.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(out.last().is_none_or(|&last| (last as usize) < vocabulary));
        assert!(
            out.len().is_multiple_of(8) || out.len() == vocabulary || list.first() >= vocabulary
        );
    }
});
