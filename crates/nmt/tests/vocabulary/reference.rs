//! Texts and numbers for which the results of the reference implementation are known.

use std::ops::Range;

use dragoman_nmt::vocabulary::TokenId;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::{decode, encode, file, model};

const MODELS: [&str; 5] = ["bare", "bytes", "plain", "spaces", "suffix"];

#[derive(Deserialize)]
struct Expected {
    ids: Vec<TokenId>,
    ranges: Vec<(usize, usize)>,
    text: String,
    text_ranges: Vec<(usize, usize)>,
}

#[derive(Deserialize)]
struct Decoded {
    ids: Vec<TokenId>,
    text: String,
    text_ranges: Vec<(usize, usize)>,
}

fn lines<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let text = String::from_utf8(file(name)).unwrap();
    let lines: Vec<T> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(!lines.is_empty());
    lines
}

fn ranges(pairs: &[(usize, usize)]) -> Vec<Range<usize>> {
    pairs.iter().map(|&(start, end)| start..end).collect()
}

#[test]
fn texts_become_the_pieces_and_ranges_of_the_reference() {
    let texts: Vec<String> = lines("torture.jsonl");
    for name in MODELS {
        let model = model(&format!("{name}.spm"));
        let expected: Vec<Expected> = lines(&format!("{name}.expected.jsonl"));
        assert_eq!(texts.len(), expected.len());
        for (text, expected) in texts.iter().zip(expected) {
            let pieces = encode(&model, text);
            let ids: Vec<TokenId> = pieces.iter().map(|piece| piece.id).collect();
            assert_eq!(ids, expected.ids, "{name}: pieces of {text:?}");
            let found: Vec<Range<usize>> = pieces.into_iter().map(|piece| piece.range).collect();
            assert_eq!(
                found,
                ranges(&expected.ranges),
                "{name}: ranges of {text:?}"
            );
        }
    }
}

#[test]
fn pieces_become_the_text_and_ranges_of_the_reference() {
    for name in MODELS {
        let model = model(&format!("{name}.spm"));
        let encoded: Vec<Expected> = lines(&format!("{name}.expected.jsonl"));
        let mut cases: Vec<Decoded> = lines(&format!("{name}.decoded.jsonl"));
        cases.extend(encoded.into_iter().map(|expected| Decoded {
            ids: expected.ids,
            text: expected.text,
            text_ranges: expected.text_ranges,
        }));
        for case in cases {
            let (text, found) = decode(&model, &case.ids);
            assert_eq!(text, case.text, "{name}: text of {:?}", case.ids);
            assert_eq!(
                found,
                ranges(&case.text_ranges),
                "{name}: ranges of {:?}",
                case.ids
            );
        }
    }
}
