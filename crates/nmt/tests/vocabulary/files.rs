//! What a file says about its pieces, and which files are refused.

use dragoman_nmt::vocabulary::{SentencePiece, VocabularyError};

use crate::build::{
    BYTE, CONTROL, NORMAL, UNKNOWN, UNUSED, USER_DEFINED, bytes, number, piece, plain, with_options,
};
use crate::{decode, encode, file, model};

fn error(file: &[u8]) -> VocabularyError {
    SentencePiece::parse(file).unwrap_err()
}

fn ids(model: &SentencePiece, text: &str) -> Vec<u32> {
    let pieces = encode(model, text);
    pieces.into_iter().map(|piece| piece.id).collect()
}

#[test]
fn every_piece_is_found_by_its_text() {
    for name in ["bare.spm", "bytes.spm", "spaces.spm"] {
        let model = model(name);
        assert!(model.len() > 1000);
        for id in 0..u32::try_from(model.len()).unwrap() {
            assert_eq!(model.id(model.piece(id).unwrap()), Some(id));
        }
        assert_eq!(model.piece(u32::try_from(model.len()).unwrap()), None);
        assert_eq!(model.id("no such piece"), None);
    }
}

#[test]
fn a_model_says_what_its_pieces_are() {
    let model = model("bytes.spm");
    assert_eq!(model.end_of_sentence(), Some(0));
    assert_eq!(model.unknown(), 1);
    assert!(model.is_control(0));
    assert!(!model.is_control(1) && !model.is_control(u32::MAX));
    let space = model.id("\u{2581}").unwrap();
    assert!(model.starts_word(space));
    assert!(!model.starts_word(0) && !model.starts_word(u32::MAX));
}

#[test]
fn a_model_without_a_piece_for_the_end_of_a_sentence_has_none() {
    let mut file = piece(b"<unk>", 0.0, UNKNOWN);
    file.extend(piece(b"</s>", -1.0, NORMAL));
    let model = SentencePiece::parse(&file).unwrap();
    assert_eq!(model.end_of_sentence(), None);
}

#[test]
fn the_end_of_a_sentence_may_have_another_name() {
    let file = with_options(&[("<e>", 0.0, CONTROL)], &long_bytes(47, b"<e>"), &[]);
    let model = SentencePiece::parse(&file).unwrap();
    assert_eq!(model.end_of_sentence(), Some(2));
}

/// A field of bytes with a number above 15.
fn long_bytes(field: u16, value: &[u8]) -> Vec<u8> {
    let mut message = number(field, 0);
    message.truncate(2);
    message[0] |= 2;
    message.push(u8::try_from(value.len()).unwrap());
    message.extend(value);
    message
}

#[test]
fn unused_pieces_are_never_produced_but_decoded() {
    let file = plain(&[
        ("ab", -1.0, UNUSED),
        ("a", -5.0, NORMAL),
        ("b", -5.0, NORMAL),
    ]);
    let model = SentencePiece::parse(&file).unwrap();
    assert_eq!(ids(&model, "ab"), [3, 4]);
    assert_eq!(decode(&model, &[2]).0, "ab");
    assert_eq!(model.id("ab"), Some(2));
}

#[test]
fn of_equally_good_ways_the_one_with_the_earlier_beginning_is_taken() {
    let file = plain(&[
        ("a", -1.0, NORMAL),
        ("aa", -2.0, NORMAL),
        ("aaa", -3.0, NORMAL),
    ]);
    let model = SentencePiece::parse(&file).unwrap();
    assert_eq!(ids(&model, "aaa"), [4]);
}

#[test]
fn user_defined_pieces_win_over_likelier_ones() {
    let file = plain(&[
        ("<<", 0.0, USER_DEFINED),
        ("<", -0.1, NORMAL),
        ("x<<", -0.5, NORMAL),
        ("x", -0.5, NORMAL),
    ]);
    let model = SentencePiece::parse(&file).unwrap();
    assert_eq!(ids(&model, "x<<"), [5, 2]);
}

#[test]
fn only_unigram_models_are_read() {
    for (kind, name) in [(2, "bpe"), (3, "word"), (4, "char"), (9, "9")] {
        let found = error(&with_options(&[], &number(3, kind), &[]));
        let expected = VocabularyError::UnsupportedModelType { name: name.into() };
        assert_eq!(found, expected);
    }
}

#[test]
fn rules_for_decoded_text_are_refused() {
    let mut file = plain(&[]);
    file.extend(bytes(5, &bytes(2, b"rules")));
    assert_eq!(error(&file), VocabularyError::UnsupportedDenormalizer);
}

#[test]
fn an_unknown_piece_has_to_be_there_once() {
    assert_eq!(error(b""), VocabularyError::NoUnknownPiece);
    assert_eq!(
        error(&piece(b"a", 0.0, NORMAL)),
        VocabularyError::NoUnknownPiece
    );
    let found = error(&plain(&[("<other>", 0.0, UNKNOWN)]));
    assert!(matches!(found, VocabularyError::InvalidPiece { id: 2, .. }));
}

#[test]
fn two_pieces_with_one_text_are_refused() {
    for kind in [NORMAL, UNUSED, USER_DEFINED] {
        let found = error(&plain(&[
            ("a", 0.0, NORMAL),
            ("b", 0.0, NORMAL),
            ("a", 0.0, kind),
        ]));
        assert_eq!(
            found,
            VocabularyError::DuplicatePiece {
                text: "a".into(),
                first: 2,
                second: 4
            }
        );
    }
    let found = error(&plain(&[("</s>", 0.0, CONTROL)]));
    assert!(matches!(found, VocabularyError::DuplicatePiece { .. }));
}

#[test]
fn pieces_that_make_no_sense_are_refused() {
    let long = "a".repeat(2000);
    for bad in [
        piece(b"", 0.0, NORMAL),
        piece(b"a\0b", 0.0, NORMAL),
        piece(b"a\xff", 0.0, NORMAL),
        piece(b"a", f32::NAN, NORMAL),
        piece(b"a", f32::NEG_INFINITY, NORMAL),
        piece(b"a", 0.0, 7),
        piece(long.as_bytes(), 0.0, NORMAL),
    ] {
        let mut file = plain(&[]);
        file.extend(bad);
        let found = error(&file);
        assert!(
            matches!(found, VocabularyError::InvalidPiece { id: 2, .. }),
            "{found}"
        );
    }
}

#[test]
fn byte_pieces_are_there_for_all_bytes_or_none() {
    let found = error(&plain(&[("<0x41>", 0.0, BYTE)]));
    assert!(matches!(found, VocabularyError::InvalidPiece { id: 2, .. }));
    let fallback = number(35, 1);
    let found = error(&with_options(&[("<0x4G>", 0.0, BYTE)], &fallback, &[]));
    assert!(matches!(found, VocabularyError::InvalidPiece { id: 2, .. }));
    let found = error(&with_options(&[("<0x00>", 0.0, BYTE)], &fallback, &[]));
    assert_eq!(found, VocabularyError::MissingBytePiece { byte: 1 });
}

#[test]
fn a_file_larger_than_any_real_one_is_refused() {
    let found = error(&vec![0; (16 << 20) + 1]);
    assert!(matches!(found, VocabularyError::FileTooLarge { .. }));
}

#[test]
fn a_truncated_file_is_refused() {
    // Cut between two fields, a file may still be a model; inside of a field it is not.
    let fields = [
        piece(b"<unk>", 0.0, UNKNOWN),
        piece(b"a", -1.0, NORMAL),
        bytes(2, &number(24, 1)),
        bytes(3, &number(3, 1)),
    ];
    let file = fields.concat();
    let mut ends = Vec::new();
    for field in &fields {
        ends.push(ends.last().unwrap_or(&0) + field.len());
    }
    for length in 1..=file.len() {
        let truncated = matches!(
            SentencePiece::parse(&file[..length]),
            Err(VocabularyError::Truncated { .. })
        );
        assert_eq!(truncated, !ends.contains(&length), "{length}");
    }
}

#[test]
fn damaged_fields_are_refused() {
    let file = file("plain.spm");
    for tail in [
        &b"\x00"[..],                                    // Field 0.
        b"\x0b",                                         // A group.
        b"\x0e",                                         // A wire type that does not exist.
        b"\x08\x01",                                     // A piece that is a number.
        b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", // A number of more than ten bytes.
        b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", // Bytes without end.
        b"\x0a\x05ab",                                   // Too few bytes.
        b"\x3d\x01\x02",                                 // Half a number.
        b"\x39\x01\x02",                                 // A quarter of a number.
        b"\x38",                                         // A key without a value.
    ] {
        let mut damaged = file.clone();
        damaged.extend(tail);
        assert!(
            matches!(
                error(&damaged),
                VocabularyError::Truncated { .. } | VocabularyError::MalformedField { .. }
            ),
            "{tail:?}"
        );
    }
}

#[test]
fn fields_that_are_not_known_are_passed_over() {
    let mut file = plain(&[("a", -1.0, NORMAL)]);
    file.extend(b"\x38\x07\x39\0\0\0\0\0\0\0\0\x3d\0\0\0\0\x3a\x02ab\xc2\x3e\x01x");
    assert_eq!(ids(&SentencePiece::parse(&file).unwrap(), "a"), [2]);
}

#[test]
fn damaged_rules_are_refused() {
    let rules = |blob: &[u8]| error(&with_options(&[], &[], &bytes(2, blob)));
    for blob in [
        &b"\x04\0"[..],
        b"\0\0\0\0a\0",
        b"\x04\0\0\0\0\0\0\0",
        b"\x05\0\0\0\0\0\0\0\0a\0",
        b"\xff\xff\xff\xff\0\0\0\0a\0",
        b"\x04\0\0\0\0\0\0\0\xff\0",   // The replacements are no text.
        b"\x04\0\0\0\x03\0\0\x80ab\0", // A value behind the end.
        b"\x04\0\0\0\x01\0\0\x80\xc3\xa4\0", // A value inside of a character.
    ] {
        let found = rules(blob);
        assert!(
            matches!(found, VocabularyError::InvalidCharsmap { .. }),
            "{blob:?}: {found}"
        );
    }
    let long = [&b"\x04\0\0\0\0\0\0\x80"[..], &[b'a'; 65], b"\0"].concat();
    assert!(matches!(
        rules(&long),
        VocabularyError::InvalidCharsmap { .. }
    ));
}

#[test]
fn real_vocabularies_give_texts_back() {
    let Some(folder) = std::env::var_os("DRAGOMAN_MODEL_DATA") else {
        println!("skipped: DRAGOMAN_MODEL_DATA names no folder of models");
        return;
    };
    let folder = std::path::Path::new(&folder);
    let texts = std::fs::read_to_string(folder.join("flores500.en")).unwrap();
    for name in ["vocab.deen.spm", "vocab.esen.spm"] {
        let file = std::fs::read(folder.join("vocab").join(name)).unwrap();
        let model = SentencePiece::parse(&file).unwrap();
        assert_eq!(model.len(), 32000);
        for text in texts.lines().filter(|text| text.is_ascii()) {
            let ids = ids(&model, text);
            if !ids.contains(&model.unknown()) {
                let words: Vec<&str> = text.split_ascii_whitespace().collect();
                assert_eq!(decode(&model, &ids).0, words.join(" "));
            }
        }
    }
}
