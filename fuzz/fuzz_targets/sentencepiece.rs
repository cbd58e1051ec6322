//! SentencePiece models: parsing, and then both directions with whatever came out.
//!
//! The input is a list of changes to a valid model, since few random bytes are one: three bytes each, the place (big endian)
//! and the new value. An input that begins with 0xff is a model itself. Text is fixed, and hard for the model.
#![no_main]

use dragoman_nmt::vocabulary::SentencePiece;
use libfuzzer_sys::fuzz_target;

const MODELS: [&[u8]; 2] = [
    include_bytes!("../../crates/nmt/testdata/vocabulary/bytes.spm"),
    include_bytes!("../../crates/nmt/testdata/vocabulary/plain.spm"),
];

const TEXT: &str =
    " Hello\u{a0}wörld, ｶﾞ u\u{308} ½ 日本語 __sep__ 𐍈𐎀 \u{1}\u{200b} a\u{301} -- 123 \u{2581} ";

/// The model that the input describes.
fn model(data: &[u8]) -> Vec<u8> {
    let Some((&first, rest)) = data.split_first() else {
        return Vec::new();
    };
    if first == 0xff {
        return rest.to_vec();
    }
    let mut model = MODELS[usize::from(first & 1)].to_vec();
    for change in rest.chunks_exact(3) {
        let place = (usize::from(change[0]) << 8 | usize::from(change[1])) % model.len();
        model[place] = change[2];
    }
    model
}

fuzz_target!(|data: &[u8]| {
    let Ok(model) = SentencePiece::parse(&model(data)) else {
        return;
    };
    let mut pieces = Vec::new();
    model.encode(TEXT, &mut pieces);
    let mut end = 0;
    for piece in &pieces {
        assert!(TEXT.get(piece.range.clone()).is_some());
        assert!(end <= piece.range.start);
        end = piece.range.end;
    }
    let ids: Vec<u32> = pieces.iter().map(|piece| piece.id).collect();
    let (mut text, mut ranges) = (String::new(), Vec::new());
    model.decode(&ids, &mut text, &mut ranges);
    assert_eq!(ranges.len(), ids.len());
    assert_eq!(ranges.last().map_or(0, |range| range.end), text.len());
    for id in 0..u32::try_from(model.len()).unwrap().min(50) {
        let text = model.piece(id).unwrap();
        assert!(model.id(text).is_some());
    }
});
