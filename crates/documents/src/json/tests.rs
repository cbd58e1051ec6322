use std::io::Cursor;

use dragoman_language::Language;

use super::*;
use crate::{CodeId, Piece};

const MESSAGES: &str = include_str!("../../testdata/json/messages.json");

fn read(bytes: &[u8]) -> Json {
    let options = Options::to(Language::parse("de").unwrap());
    Json::read(&mut Cursor::new(bytes.to_vec()), &options).unwrap()
}

/// A unit with its codes as signs: `⟦1` … `1⟧` around a stretch, `⟦1⟧` for a mark.
fn shown(content: &Content) -> String {
    let pieces = content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Open(CodeId(id)) => format!("⟦{id} "),
        Piece::Close(CodeId(id)) => format!(" {id}⟧"),
        Piece::Mark(CodeId(id)) => format!("⟦{id}⟧"),
    });
    pieces.collect()
}

fn units(text: &str) -> Vec<String> {
    let document = read(text.as_bytes());
    document
        .units()
        .iter()
        .map(|unit| shown(&unit.content))
        .collect()
}

/// The string with this value as the only unit's or units' source.
fn units_of(value: &str) -> Vec<String> {
    units(&serde_json::to_string(value).unwrap())
}

fn translated(bytes: &[u8], translate: impl Fn(&Content) -> Content) -> Vec<u8> {
    let mut document = read(bytes);
    let translations = document
        .units()
        .iter()
        .map(|unit| Some(translate(&unit.content)));
    let translations: Vec<_> = translations.collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output).unwrap();
    output
}

fn upper(content: &Content) -> Content {
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(text.to_uppercase()),
        code => code.clone(),
    }))
}

fn upper_case(text: &str) -> String {
    String::from_utf8(translated(text.as_bytes(), upper)).unwrap()
}

fn replaced(text: &str, translation: &str) -> String {
    let output = translated(text.as_bytes(), |_| {
        Content::new([Piece::Text(translation.to_owned())])
    });
    String::from_utf8(output).unwrap()
}

#[test]
fn only_what_people_read_is_a_unit() {
    assert_eq!(
        units(MESSAGES),
        [
            "Shop \"Corner\"",
            "Hello, ⟦0⟧!",
            "Hello again",
            "You have ⟦0⟧ in your basket.",
            "no articles",
            "one article",
            "⟦0⟧ articles",
            "Read ⟦0 our terms 0⟧ and ⟦1⟧",
            "First line.",
            "Second line",
            "Bread",
            "Butter & jam",
        ]
    );
}

#[test]
fn units_that_stay_keep_their_bytes() {
    assert_eq!(
        translated(MESSAGES.as_bytes(), Clone::clone),
        MESSAGES.as_bytes()
    );
}

#[test]
fn only_letters_of_units_change() {
    let upper = upper_case(MESSAGES);
    assert_eq!(upper.to_lowercase(), MESSAGES.to_lowercase());
    serde_json::from_str::<serde_json::Value>(&upper).unwrap();
    for kept in [
        "\"snake_case\"",
        "{name}",
        "{count, plural,",
        "other {# ARTICLES}",
        "%(price)s",
        "</a>",
    ] {
        assert!(upper.contains(kept), "{kept} in {upper}");
    }
}

#[test]
fn messages_are_translated_with_and_within_their_branches() {
    let message = r#"{"a": "Hi {name}, {n, plural, one {one {x} file} other {# files}} left"}"#;
    assert_eq!(
        units(message),
        ["Hi ⟦0⟧, ⟦1⟧ left", "one ⟦0⟧ file", "⟦0⟧ files"]
    );
    let turned = translated(message.as_bytes(), |content| {
        let pieces = content.pieces().iter().rev().cloned();
        upper(&Content::new(pieces))
    });
    assert_eq!(
        String::from_utf8(turned).unwrap(),
        r#"{"a": " LEFT{n, plural, one { FILE{x}ONE } other { FILES#}}, {name}HI "}"#
    );
}

#[test]
fn text_in_messages_is_quoted_again() {
    let message = r#"["{n, plural, other {It''s '{'#'}'}}"]"#;
    assert_eq!(units(message), ["It's ⟦0⟧⟦1⟧⟦2⟧"]);
    let plain = r#"["{n, plural, other {files}}"]"#;
    assert_eq!(
        replaced(plain, "#1 {of} d'"),
        r#"["{n, plural, other {'#'1 '{'of'}' d''}}"]"#
    );
}

#[test]
fn a_character_reference_in_a_plural_holds_no_number() {
    let message = r#"["{n, plural, one {a&#160;file} other {# files}}"]"#;
    let turned = translated(message.as_bytes(), upper);
    assert_eq!(
        String::from_utf8(turned).unwrap(),
        "[\"{n, plural, one {A\u{a0}FILE} other {# FILES}}\"]"
    );
}

#[test]
fn tags_are_stretches_and_blocks_are_units() {
    assert_eq!(
        units_of("<p>One <b>two</b><br/>three</p><ul><li>four</li></ul>"),
        ["One ⟦0 two 0⟧⟦1⟧three", "four"]
    );
    assert_eq!(
        units_of("<div>\n  <p>The town of\n  Anna is far.\nSo</p>\n</div>"),
        ["The town of Anna is far. So"]
    );
    assert_eq!(units_of("<strong>All of it</strong>"), ["All of it"]);
    assert_eq!(units_of("a <0>b <1>c</1></0> d"), ["a ⟦0 b ⟦1 c 1⟧ 0⟧ d"]);
    assert_eq!(
        units_of("An </i>unpaired <i>tag"),
        ["An ⟦0⟧unpaired ⟦1⟧tag"]
    );
    assert_eq!(
        units_of("Run <code>git <b>x</b></code> now<script>if (a) b</script>"),
        ["Run ⟦0⟧ now⟦1⟧"]
    );
    assert_eq!(units_of("1 < 2 and I <3 it"), ["1 < 2 and I <3 it"]);
}

#[test]
fn character_references_are_characters_and_written_again() {
    let text = r#"["Tom &amp; Jerry&rsquo;s <b>cat</b>&nbsp;"]"#;
    assert_eq!(units(text), ["Tom & Jerry’s ⟦0 cat 0⟧"]);
    assert_eq!(
        replaced(text, "A & B < C"),
        r#"["A &amp; B &lt; C<b></b>&nbsp;"]"#
    );
    let spaces = r#"["&nbsp; one&nbsp;two &#32; "]"#;
    assert_eq!(units(spaces), ["one\u{a0}two"]);
    assert_eq!(replaced(spaces, "x"), r#"["&nbsp; x &#32; "]"#);
    assert_eq!(replaced(r#"["A & B"]"#, "C & <D>"), r#"["C & <D>"]"#);
}

#[test]
fn line_ends_separate_sentences_but_not_words() {
    assert_eq!(
        units_of("One.\nTwo\r\n- Three\ngoes on\n\nfour"),
        ["One.", "Two", "- Three⟦0⟧goes on", "four"]
    );
}

#[test]
fn text_is_escaped_in_the_style_of_the_document() {
    assert_eq!(
        replaced(r#"{"a": "caf\u00e9 \/ bar"}"#, "é/\"\n"),
        r#"{"a": "\u00e9\/\"\n"}"#
    );
    assert_eq!(
        replaced(r#"{"a": "café / bar"}"#, "é/\\"),
        r#"{"a": "é/\\"}"#
    );
}

#[test]
fn half_a_surrogate_pair_stays() {
    let text = r#"["Some \ud800 text"]"#;
    assert_eq!(units(text), ["Some ⟦0⟧ text"]);
    assert_eq!(upper_case(text), r#"["SOME \ud800 TEXT"]"#);
}

#[test]
fn a_legacy_encoding_is_kept_by_escaping_what_it_lacks() {
    let (latin, _, _) =
        encoding_rs::WINDOWS_1252.encode("{\"a\": \"Déjà vu, garçon élégant, où êtes-vous?\"}");
    let output = translated(&latin, |_| Content::new([Piece::Text("é ł".to_owned())]));
    assert_eq!(output, b"{\"a\": \"\xe9 \\u0142\"}");
    let utf_16: Vec<u8> = "\u{feff}{\"a\": \"One\"}"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    let expected: Vec<u8> = "\u{feff}{\"a\": \"ONE\"}"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    assert_eq!(translated(&utf_16, upper), expected);
}

#[test]
fn equal_keys_are_kept() {
    assert_eq!(
        upper_case(r#"{"a": "one", "a": "two"}"#),
        r#"{"a": "ONE", "a": "TWO"}"#
    );
}

#[test]
fn codes_that_an_engine_drops_or_turns_around_leave_valid_json() {
    for translate in [
        (|_| Content::default()) as fn(&Content) -> Content,
        |content| Content::new(content.pieces().iter().rev().cloned()),
        |content| {
            Content::new([
                Piece::Text(content.text()),
                Piece::Text("\"\\\u{1}{".to_owned()),
            ])
        },
    ] {
        let output = translated(MESSAGES.as_bytes(), translate);
        serde_json::from_slice::<serde_json::Value>(&output).unwrap();
    }
}
