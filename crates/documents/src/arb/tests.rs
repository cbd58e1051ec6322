use std::io::Cursor;

use super::*;
use crate::{Piece, testing};

const LAMP: &str = include_str!("../../testdata/arb/lamp_en.arb");

fn read(bytes: &[u8], target: &str) -> Result<Arb, DocumentError> {
    let options = Options::to(Language::parse(target).unwrap());
    Arb::read(&mut Cursor::new(bytes.to_vec()), &options)
}

fn units(text: &str) -> Vec<String> {
    let document = read(text.as_bytes(), "de").unwrap();
    testing::units(&document)
}

fn translated(text: &str, target: &str, change: impl Fn(&Content) -> Content) -> String {
    let mut document = read(text.as_bytes(), target).unwrap();
    String::from_utf8(testing::written(&mut document, change)).unwrap()
}

fn texts(change: impl Fn(&str) -> String) -> impl Fn(&Content) -> Content {
    move |content| testing::with_text(content, &change)
}

#[test]
fn messages_and_their_branches_are_units() {
    assert_eq!(
        units(LAMP),
        [
            "The lamp",
            "Don't wait, !",
            "No lamp is on",
            "One lamp is on",
            " lamps of 's house are on",
            "colour",
            "Switch the lighton now",
        ]
    );
}

#[test]
fn a_file_whose_units_stay_keeps_its_bytes() {
    for text in [
        LAMP,
        &LAMP.replace('\n', "\r\n"),
        &format!("\u{feff}{LAMP}"),
    ] {
        assert_eq!(translated(text, "ar", Clone::clone), text);
    }
}

#[test]
fn only_messages_and_the_locale_change() {
    let upper = translated(LAMP, "pt-BR", texts(str::to_uppercase));
    let expected = LAMP
        .replace("en_GB", "pt_BR")
        .replace("\"The lamp\"", "\"THE LAMP\"")
        .replace("Don't wait, {name}!", "DON'T WAIT, {name}!")
        .replace("No lamp is on", "NO LAMP IS ON")
        .replace("One lamp is on", "ONE LAMP IS ON")
        .replace(
            "{count} lamps of {owner}'s house are on",
            "{count} LAMPS OF {owner}'S HOUSE ARE ON",
        )
        .replace("\"colour\"", "\"COLOUR\"")
        .replace(
            "Switch the light\\non <b>now</b>",
            "SWITCH THE LIGHT\\nON <b>NOW</b>",
        );
    assert_eq!(upper, expected);
    serde_json::from_str::<serde_json::Value>(&upper).unwrap();
}

#[test]
fn a_bundle_without_a_locale_gets_none() {
    let text = r#"{"a": "A word", "@a": {"description": "A word", "@@locale": "en"}}"#;
    assert_eq!(
        translated(text, "de", texts(str::to_uppercase)),
        text.replacen("A word", "A WORD", 1)
    );
}

#[test]
fn apostrophes_are_written_as_the_program_reads_them() {
    let french = |_: &Content| Content::new([Piece::Text("l'eau {".to_owned())]);
    let literal = r#"{"a": "{n, plural, other{Water}}"}"#;
    assert_eq!(
        translated(literal, "fr", french),
        r#"{"a": "{n, plural, other{l'eau (}}"}"#
    );
    let quoting = r#"{"a": "{n, plural, other{Water}}", "b": "It''s"}"#;
    assert_eq!(
        translated(quoting, "fr", french),
        r#"{"a": "{n, plural, other{l''eau '{'}}", "b": "l''eau '{'"}"#
    );
    // An apostrophe that quotes nothing, though a brace follows.
    assert_eq!(
        units(r#"{"a": "{n, plural, other{L'{name} goes}}"}"#),
        ["L' goes"]
    );
}

#[test]
fn arguments_in_tags_are_parts_of_them() {
    let text = r#"{"a": "Read <a href=\"{terms}\">our terms</a>, {n, plural, other{<b id=\"{n}\">now</b> or later}}"}"#;
    assert_eq!(units(text), ["Read our terms, ", "now or later"]);
    assert_eq!(
        translated(text, "de", texts(str::to_uppercase)),
        r#"{"a": "READ <a href=\"{terms}\">OUR TERMS</a>, {n, plural, other{<b id=\"{n}\">NOW</b> OR LATER}}"}"#
    );
}

#[test]
fn codes_that_an_engine_drops_or_turns_around_leave_valid_messages() {
    for change in [
        (|_| Content::default()) as fn(&Content) -> Content,
        |content| Content::new(content.pieces().iter().rev().cloned()),
        |content| Content::new([Piece::Text(format!("\"\\{{'\u{1}{}", content.text()))]),
    ] {
        let output = translated(LAMP, "de", change);
        serde_json::from_str::<serde_json::Value>(&output).unwrap();
        for argument in ["{name}", "{count, plural, =0{", "{owner}"] {
            assert!(output.contains(argument), "{argument} in {output}");
        }
        read(output.as_bytes(), "de").unwrap();
    }
}

#[test]
fn what_is_no_bundle_is_refused_with_the_reason() {
    let reason = |text: &str| read(text.as_bytes(), "de").unwrap_err().to_string();
    assert!(reason("[\"A word\"]").contains("not an object of messages"));
    assert!(reason("\"A word\"").contains("not an object of messages"));
    assert!(reason("a = b").contains("a value is not valid (line 1, column 1)"));
    assert!(read(&b"[".repeat(1_000_000), "de").is_err());
    let deep = format!("{{\"a\": {}", "{\"a\": ".repeat(1_000_000));
    assert!(read(deep.as_bytes(), "de").is_err());
    for end in 0..LAMP.len() {
        let _ = read(&LAMP.as_bytes()[..end], "de");
    }
}

#[test]
fn equal_names_are_kept_and_utf_16_too() {
    let text = r#"{"@@locale":"en","@@locale":"en","a":"One","a":"Two"}"#;
    assert_eq!(
        translated(text, "zh-Hans", texts(str::to_uppercase)),
        r#"{"@@locale":"zh_Hans","@@locale":"en","a":"ONE","a":"TWO"}"#
    );
    let utf_16 = |text: &str| -> Vec<u8> {
        let units = text.encode_utf16();
        units.flat_map(u16::to_le_bytes).collect()
    };
    let mut document = read(&utf_16("\u{feff}{\"a\":\"One\"}"), "de").unwrap();
    let mut output = Vec::new();
    let one = Content::new([Piece::Text("Eins".to_owned())]);
    document.write(&[Some(one)], &mut output).unwrap();
    assert_eq!(output, utf_16("\u{feff}{\"a\":\"Eins\"}"));
}
