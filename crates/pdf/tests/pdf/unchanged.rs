//! Text that a translation leaves as it was looks as it did, though it is set anew.

use dragoman_documents::{CodeId, Content, Piece};

use crate::support::{bytes, document};
use crate::translating::{streams, translated, units};

/// The contents of a page whose texts have themselves as translations.
fn set_anew(page: &str) -> String {
    let file = bytes(document(&[page], &[]));
    let (file, warnings) = translated(file, |text| Some(text.to_owned()));
    assert_eq!(warnings, []);
    streams(&file)
}

#[test]
fn it_stands_where_it_stood_to_a_small_part_of_a_pixel() {
    let streams = set_anew("BT /F1 10 Tf 1 0 0 1 49.9997 350.12345 Tm (Hello) Tj ET");
    let place = " 49.9997 350.12345 Tm";
    assert_eq!(streams.matches(place).count(), 2, "{streams}");
}

#[test]
fn letters_between_which_a_line_may_end_are_as_far_apart() {
    let streams = set_anew("BT /F1 10 Tf 72 700 Td [(well-)-60(known)] TJ ET");
    assert!(streams.contains("<2D>-60<6B>"), "{streams}");
}

#[test]
fn a_pair_that_stands_apart_does_not_space_a_short_word() {
    let page = "BT /F1 10 Tf 72 700 Td [(wha)-66(never)] TJ 0 -200 Td [(a)-66(n)25(y)] TJ ET";
    let streams = set_anew(page);
    assert!(streams.contains("<61>-66<6E><65>"), "{streams}");
    assert!(streams.contains("<61>-66<6E>25<79>"), "{streams}");
}

#[test]
fn letters_that_are_spaced_out_stay_so() {
    let streams = set_anew("BT /F1 10 Tf 1 Tc 72 700 Td (SPACED) Tj ET");
    assert!(streams.contains("<53>-100<50>-100<41>"), "{streams}");
}

#[test]
fn a_word_in_which_type_gets_larger_does_so() {
    let page = "BT /F1 10 Tf 72 700 Td (this ele) Tj /F1 15 Tf (mentum) Tj ET";
    let [open, close] = [Piece::Open(CodeId(0)), Piece::Close(CodeId(0))];
    let expected = Content::new([
        Piece::Text("this ele".to_owned()),
        open,
        Piece::Text("mentum".to_owned()),
        close,
    ]);
    assert_eq!(units(bytes(document(&[page], &[]))), [expected]);
}

#[test]
fn numbers_with_an_exponent_are_written_without_one() {
    let page = "BT /F1 1e1 Tf 72 7.E+2 Td (Hello) Tj ET BT /F1 2e1 Tf 72 600 Td (12) Tj ET";
    let streams = set_anew(page);
    assert!(streams.contains("BT /F1 10 Tf 72 700 Td"), "{streams}");
    assert!(
        streams.contains("BT /F1 20 Tf 72 600 Td (12) Tj ET"),
        "{streams}"
    );
}
