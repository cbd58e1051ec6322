use std::io::Cursor;

use super::*;
use crate::testing;

const LAMP: &str = include_str!("../../testdata/resx/Lamp.resx");

fn read(bytes: &[u8]) -> Result<Resx, DocumentError> {
    let options = Options::to("de".parse().unwrap());
    Resx::read(&mut Cursor::new(bytes.to_vec()), &options)
}

fn units(text: &str) -> Vec<String> {
    let document = read(text.as_bytes()).unwrap();
    testing::units(&document)
}

fn written(bytes: &[u8], change: impl Fn(&str) -> String) -> Vec<u8> {
    let mut document = read(bytes).unwrap();
    testing::written(&mut document, |content| {
        testing::with_text(content, &change)
    })
}

fn translated(text: &str, change: impl Fn(&str) -> String) -> String {
    String::from_utf8(written(text.as_bytes(), change)).unwrap()
}

/// A file with one string.
fn file(name: &str, value: &str) -> String {
    format!("<root><data name=\"{name}\"><value>{value}</value></data></root>")
}

#[test]
fn strings_for_people_are_units() {
    assert_eq!(
        units(LAMP),
        [
            "The lamp",
            " lamps &  in \"\"",
            "The bright lamp",
            "Read on & on",
            "First line",
            "Second line",
            "Lamps",
            "&Switch on",
        ]
    );
}

#[test]
fn all_else_stays() {
    let expected = LAMP
        .replace("The lamp", "THE LAMP")
        .replace(" lamps &amp; {1} in ", " LAMPS &amp; {1} IN ")
        .replace(
            "The &lt;b&gt;bright&lt;/b&gt; lamp",
            "THE &lt;b&gt;BRIGHT&lt;/b&gt; LAMP",
        )
        .replace("Read on</a> & on", "READ ON</a> & ON")
        .replace("First line\nSecond line\n", "FIRST LINE\nSECOND LINE\n")
        .replace("<value>Lamps<", "<value>LAMPS<")
        .replace("&amp;Switch on", "&amp;SWITCH ON");
    assert_eq!(translated(LAMP, str::to_uppercase), expected);
    let windows = LAMP.replace('\n', "\r\n");
    assert_eq!(
        translated(&windows, str::to_uppercase),
        expected.replace('\n', "\r\n")
    );
}

#[test]
fn names_are_those_of_controls_in_forms_only() {
    assert_eq!(units(&file("Lamp.Name", "Name")), ["Name"]);
    assert_eq!(units(&file("Lamp.Size", "The size")), ["The size"]);
    assert!(units(&file("&gt;&gt;lamp.Name", "Some words")).is_empty());
    assert!(units(&file(">>lamp.Name", "Some words")).is_empty());
    assert!(units(&file("$this.Name", "Some words")).is_empty());
}

#[test]
fn whatever_a_translation_is_it_is_read_as_the_same_text() {
    let hostile = " ]]> & <b> \"'\u{1}\n\r é\u{1f600} ";
    for value in [
        "Word",
        "<![CDATA[Word]]>",
        "<![CDATA[Wo]]><![CDATA[rd]]>",
        "Wo<![CDATA[rd]]>",
    ] {
        let output = translated(&file("a", value), |_| hostile.to_owned());
        let mut reader = crate::xml::Reader::new(&output, |_| (), "resx", 9);
        let mut text = String::new();
        loop {
            match reader.next().unwrap() {
                crate::xml::Token::Text(more) => text.push_str(&more),
                crate::xml::Token::Eof => break,
                _ => {}
            }
        }
        assert_eq!(text, hostile.replace('\u{1}', ""), "{output}");
    }
    let latin = "<?xml version='1.0' encoding='iso-8859-1'?><root><data name='a'><value>Word</value></data><data name='b'><value><![CDATA[Word]]></value></data></root>";
    let output = written(latin.as_bytes(), |_| "Č".to_owned());
    let expected = latin
        .replacen("Word", "&#268;", 1)
        .replace("Word", "]]>&#268;<![CDATA[");
    assert_eq!(output, expected.into_bytes());
}

#[test]
fn a_file_that_is_none_is_refused_with_the_reason() {
    let reason = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
    assert!(reason("<resources/>").contains("no element `root`"));
    assert!(reason("a = b").contains("not a valid resx document"));
    assert!(reason("<root><data").contains("not a valid resx document"));
    assert!(reason(&"<root>".repeat(1_000_000)).contains("too large"));
    assert!(read(b"\0\x01\xff").is_err());
    assert!(units(&file("a", "Some <b>words</b>")).is_empty());
    assert!(units(&file("a", "Some <!-- --> words")).is_empty());
}

#[test]
fn whatever_a_file_is_its_bytes_come_back() {
    for end in 0..LAMP.len() {
        let text = &LAMP[..end];
        if read(text.as_bytes()).is_ok() {
            assert_eq!(translated(text, str::to_owned), text);
        }
    }
    for text in [
        LAMP,
        &LAMP.replace('\n', "\r\n"),
        &file("a", "A&#13;&#10;b &#x41; c"),
        "<root/>",
    ] {
        assert_eq!(translated(text, str::to_owned), text);
    }
    let units: Vec<u8> = LAMP.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let utf_16 = [b"\xff\xfe".as_slice(), &units].concat();
    assert_eq!(written(&utf_16, str::to_owned), utf_16);
}
