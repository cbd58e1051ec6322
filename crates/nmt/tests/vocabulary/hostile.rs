//! Files and texts that were made to do harm.

use dragoman_nmt::vocabulary::{PieceTable, SentencePiece, Vocabulary};
use proptest::prelude::*;

use crate::build::{NORMAL, USER_DEFINED, bytes, plain, with_options};
use crate::{decode, encode, file};

const TEXT: &str =
    " Hello\u{a0}wörld, ｶﾞ u\u{308} ½ 日本語 __sep__ 𐍈𐎀 \u{1}\u{200b} a\u{301} -- 123 \u{2581} ";

/// Whatever a model has become by damage: pieces stay inside of the text, in order, on character boundaries, and decode.
fn use_it(model: &SentencePiece, text: &str) {
    let pieces = encode(model, text);
    let mut end = 0;
    for piece in &pieces {
        assert!(text.get(piece.range.clone()).is_some(), "{piece:?}");
        assert!(end <= piece.range.start, "{piece:?}");
        assert!((piece.id as usize) < model.len());
        end = piece.range.end;
    }
    let ids: Vec<u32> = pieces
        .iter()
        .map(|piece| piece.id)
        .chain([0, u32::MAX])
        .collect();
    let (decoded, ranges) = decode(model, &ids);
    assert_eq!(ranges.len(), ids.len());
    let mut end = 0;
    for range in ranges {
        assert_eq!(range.start, end);
        end = range.end;
        assert!(decoded.get(range).is_some());
    }
    assert_eq!(end, decoded.len());
}

/// A model of some pieces and the rules of another file.
fn rules_of(name: &str) -> Vec<u8> {
    // The normalisation is the last but one field of the files; its rules begin after the name.
    let file = file(name);
    let header = b"user_defined";
    let start = file
        .windows(header.len())
        .position(|window| window == header)
        .unwrap();
    let rest = &file[start + header.len()..];
    assert_eq!(rest[0], 0x12);
    let length = usize::from(rest[1] & 0x7f) | usize::from(rest[2]) << 7;
    rest[3..3 + length].to_vec()
}

fn with_rules(rules: &[u8]) -> Vec<u8> {
    let pieces = [
        ("a", -1.0, NORMAL),
        ("ü", -2.0, NORMAL),
        ("日本", -2.0, NORMAL),
    ];
    with_options(&pieces, &[], &bytes(2, rules))
}

#[test]
fn a_word_of_a_megabyte_takes_time_in_proportion() {
    // Quadratic time would be hours. The pieces are such that every place has many ways to it.
    let runs: Vec<String> = (1..40).map(|length| "a".repeat(length)).collect();
    let pieces: Vec<(&str, f32, u8)> = runs
        .iter()
        .map(|run| (run.as_str(), -1.0, NORMAL))
        .collect();
    let model = SentencePiece::parse(&plain(&pieces)).unwrap();
    let text = "a".repeat(1 << 20);
    assert_eq!(encode(&model, &text).len(), (1_usize << 20).div_ceil(39));
    for name in ["bytes.spm", "plain.spm"] {
        let model = SentencePiece::parse(&file(name)).unwrap();
        use_it(&model, &"日".repeat(1 << 16));
        use_it(&model, &" ".repeat(1 << 18));
        use_it(&model, &"\u{301}".repeat(1 << 16));
    }
}

#[test]
fn rules_that_go_round_in_circles_end() {
    // One unit that is its own child for the byte 'a' wherever one goes, with rules nearly everywhere.
    let unit = |label: u32| (label | 0x100).to_le_bytes();
    let units: Vec<u8> = (0..256).flat_map(|index| unit(index & 0x61)).collect();
    let size = u32::try_from(units.len()).unwrap().to_le_bytes();
    let rules = [&size[..], &units, b"a\0"].concat();
    let model = SentencePiece::parse(&with_rules(&rules)).unwrap();
    use_it(&model, &"a".repeat(1 << 18));
    use_it(&model, TEXT);
}

#[test]
fn long_symbols_do_not_make_a_text_slow() {
    let symbol = format!("{}b", "a".repeat(1000));
    let model = SentencePiece::parse(&plain(&[(&symbol, 0.0, USER_DEFINED), ("a", -1.0, NORMAL)]));
    let text = format!("{}b", "a".repeat(1 << 14));
    let pieces = encode(&model.unwrap(), &text);
    assert_eq!(pieces.last().unwrap().range.len(), 1001);
}

#[test]
fn a_text_longer_than_a_part_is_cut_without_loss() {
    let model = SentencePiece::parse(&plain(&[("日日日日日日日日", -1.0, NORMAL)])).unwrap();
    let text = "日".repeat((16 << 20) / 3 + 50);
    let pieces = encode(&model, &text);
    let mut end = 0;
    for piece in &pieces {
        assert_eq!(piece.range.start, end);
        end = piece.range.end;
    }
    assert_eq!(end, text.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn damaged_files_are_refused_or_harmless(
        name in prop::sample::select(vec!["bytes.spm", "plain.spm", "suffix.spm"]),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        length in any::<prop::sample::Index>(),
        cut in any::<bool>(),
    ) {
        let mut file = file(name);
        for (index, byte) in flips {
            let index = index.index(file.len());
            file[index] = byte;
        }
        if cut {
            file.truncate(length.index(file.len()));
        }
        if let Ok(model) = SentencePiece::parse(&file) {
            use_it(&model, TEXT);
        }
    }

    #[test]
    fn damaged_rules_are_refused_or_harmless(
        flips in prop::collection::vec((any::<prop::sample::Index>(), 0..8_u32), 1..20),
        text in "(\\PC|a|ｶ|\u{308}|u){0,20}",
    ) {
        let mut rules = rules_of("plain.spm");
        for (index, bit) in flips {
            let index = index.index(rules.len());
            rules[index] ^= 1 << bit;
        }
        if let Ok(model) = SentencePiece::parse(&with_rules(&rules)) {
            use_it(&model, TEXT);
            use_it(&model, &text);
        }
    }

    #[test]
    fn any_bytes_are_refused_or_harmless(file in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(model) = SentencePiece::parse(&file) {
            use_it(&model, TEXT);
        }
    }

    #[test]
    fn any_text_becomes_pieces_that_give_it_back(
        texts in prop::collection::vec("(\\PC|[a-z ]){0,40}", 50),
    ) {
        let model = SentencePiece::parse(&file("bytes.spm")).unwrap();
        for text in &texts {
            use_it(&model, text);
        }
        // Here nothing is normalised, so that what was not unknown has to come back.
        let model = SentencePiece::parse(&file("bare.spm")).unwrap();
        for text in texts {
            use_it(&model, &text);
            let ids: Vec<u32> = encode(&model, &text).iter().map(|piece| piece.id).collect();
            if !ids.contains(&model.unknown()) {
                prop_assert_eq!(decode(&model, &ids).0, text.replace('\u{2581}', " "));
            }
        }
    }

    #[test]
    fn any_table_is_refused_or_harmless(table in "([a-c\"'?:&*!|>\\[\\]{},# \\n\\\\%@`~-]|[0-9]{1,2}|a: 0\\n|: ){0,60}") {
        if let Ok(table) = PieceTable::parse_yaml(table.as_bytes()) {
            let model = SentencePiece::parse(&plain(&[("a", -1.0, NORMAL)])).unwrap();
            let vocabulary = Vocabulary::with_table(model, table);
            let mut pieces = Vec::new();
            vocabulary.encode(TEXT, &mut pieces);
            prop_assert!(!pieces.is_empty());
        }
    }
}
