use std::io::Cursor;

use super::escapes::Decoder;
use super::*;
use crate::{Filters, Format, Piece, testing};

const LAMP: &str = include_str!("../../testdata/xml/strings.xml");

fn read(bytes: &[u8], target: &str) -> Result<Option<AndroidStrings>, DocumentError> {
    let options = Options::to(target.parse().unwrap());
    AndroidStrings::read(&mut Cursor::new(bytes.to_vec()), &options)
}

fn units(text: &str) -> Vec<String> {
    let document = read(text.as_bytes(), "de").unwrap().unwrap();
    testing::units(&document)
}

fn written(bytes: &[u8], target: &str, change: impl Fn(&str) -> String) -> Vec<u8> {
    let mut document = read(bytes, target).unwrap().unwrap();
    testing::written(&mut document, |content| {
        testing::with_text(content, &change)
    })
}

fn translated(text: &str, change: impl Fn(&str) -> String) -> String {
    String::from_utf8(written(text.as_bytes(), "de", change)).unwrap()
}

/// A file with one string.
fn file(string: &str) -> String {
    format!("<resources><string name=\"a\">{string}</string></resources>")
}

/// What is written in place of a string.
fn string(source: &str, change: impl Fn(&str) -> String) -> String {
    let output = translated(&file(source), change);
    let inner = output
        .strip_prefix("<resources><string name=\"a\">")
        .unwrap();
    inner
        .strip_suffix("</string></resources>")
        .unwrap()
        .to_owned()
}

#[test]
fn strings_are_units_as_people_read_them() {
    assert_eq!(
        units(LAMP),
        [
            "The lamp isn't on",
            "It isn't   off",
            " lamps in ",
            "The bright & warm lamp",
            "Bright lamps < 60 W",
            "Read on about lamps",
            "First linesecond line\u{a0}…",
            "@ home \"or\" not?",
            "Another lamp",
            "Kitchen",
            " lamp is on",
            " lamps are on",
        ]
    );
}

#[test]
fn what_is_translated_is_written_as_android_reads_it() {
    let expected = LAMP
        .replace("tools:locale=\"en\"", "tools:locale=\"de\"")
        .replace("The lamp isn\\'t on", "THE LAMP ISN\\'T ON")
        .replace("It isn't   off", "IT ISN'T   OFF")
        .replace("> lamps in <", "> LAMPS IN <")
        .replace("The <i>bright</i>", "THE <i>BRIGHT</i>")
        .replace(">warm</annotation> lamp", ">WARM</annotation> LAMP")
        .replace(
            "&lt;b>Bright&lt;/b> lamps &lt; 60 W",
            "&lt;b&gt;BRIGHT&lt;/b&gt; LAMPS &lt; 60 W",
        )
        .replace("Read on</a> about lamps", "READ ON</a> ABOUT LAMPS")
        .replace(
            "First line\\n\n        second line\\u00a0&#8230;",
            "FIRST LINE\\n SECOND LINE\\u00a0…",
        )
        .replace("\\@ home \\\"or\\\" not\\?", "\\@ HOME \\\"OR\\\" NOT?")
        .replace("Another lamp", "ANOTHER LAMP")
        .replace("Kitchen", "KITCHEN")
        .replace("lamp is on", "LAMP IS ON")
        .replace("lamps are on", "LAMPS ARE ON");
    assert_eq!(translated(LAMP, str::to_uppercase), expected);
}

#[test]
fn a_file_whose_units_stay_keeps_its_bytes() {
    for text in [LAMP, &LAMP.replace('\n', "\r\n")] {
        assert_eq!(
            written(text.as_bytes(), "pl", str::to_owned),
            text.as_bytes()
        );
        assert_eq!(units(text), units(LAMP));
    }
}

#[test]
fn whatever_a_translation_is_it_is_read_as_the_same_text() {
    let hostile = "@ \\ 'l' \"q\" <b> & ]]> \t  é\u{1f600}? ";
    for source in [
        "Word",
        "\"Word\"",
        "<![CDATA[Word]]>",
        "<b>a</b> Word",
        "\\'Word\\u0020",
    ] {
        let output = string(source, |_| hostile.to_owned());
        let mut expected = Decoder::new();
        match output.strip_prefix("<![CDATA[") {
            Some(section) => {
                let section = section.strip_suffix("]]>").unwrap();
                section
                    .split("]]><![CDATA[")
                    .for_each(|part| expected.section(part));
            }
            None => expected.characters(&output.replace("<b>", "").replace("</b>", "")),
        }
        let text = expected.end(&output).text;
        let collapsed = hostile.replace("  ", " ");
        let expected = match source.starts_with('"') || source.ends_with("0020") {
            true => hostile,
            false => collapsed.trim(),
        };
        assert!(text.contains(expected), "{output}: {text}");
    }
}

#[test]
fn letters_that_the_encoding_lacks_are_written_by_their_numbers() {
    let latin = "<?xml version='1.0' encoding='iso-8859-1'?><resources><string name='a'>Word</string><string name='b'><![CDATA[Word]]></string></resources>";
    let output = written(latin.as_bytes(), "de", |_| "Č\u{1f600}é".to_owned());
    let expected = latin.replacen("Word", "&#268;&#128512;é", 1).replacen(
        "Word",
        "\\u010c]]>&#128512;<![CDATA[é",
        1,
    );
    let (expected, _, _) = encoding_rs::WINDOWS_1252.encode(&expected);
    assert_eq!(output, expected.into_owned());
}

#[test]
fn plurals_of_the_target_language_are_added() {
    let text = "<resources>\n <plurals name=\"a\">\n  <item quantity=\"one\">One lamp</item>\n  <item quantity=\"other\">%d lamps</item>\n </plurals>\n</resources>";
    let output = |target: &str| {
        String::from_utf8(written(text.as_bytes(), target, str::to_uppercase)).unwrap()
    };
    let item =
        |quantity: &str, text: &str| format!("<item quantity=\"{quantity}\">{text}</item>\n  ");
    let with = |items: &str| {
        text.replace("One lamp", "ONE LAMP")
            .replace("%d lamps", "%d LAMPS")
            .replace(
                "<item quantity=\"other\">",
                &format!("{items}<item quantity=\"other\">"),
            )
    };
    assert_eq!(output("de"), with(""));
    assert_eq!(output("fr"), with(""));
    assert_eq!(output("ja"), with(""), "what there is stays");
    let slavic = item("few", "%d LAMPS") + &item("many", "%d LAMPS");
    assert_eq!(output("pl"), with(&slavic));
    assert_eq!(output("uk"), with(&slavic));
    assert_eq!(output("he"), with(&item("two", "%d LAMPS")));
    let one = "<resources><plurals name='a'><item quantity='other'>Some lamps</item></plurals></resources>";
    assert_eq!(
        translated(one, str::to_uppercase),
        "<resources><plurals name='a'><item quantity='one'>SOME LAMPS</item><item quantity='other'>SOME LAMPS</item></plurals></resources>"
    );
}

#[test]
fn codes_stay_where_a_translation_puts_them() {
    let text = file(
        "<b>%1$s</b> of <xliff:g id=\"a\">it\\'s</xliff:g> &app; here<!-- - -->, <x a='>'/>there",
    );
    let text = format!("<!DOCTYPE resources [<!ENTITY app \"App\">]>{text}");
    let mut document = read(text.as_bytes(), "de").unwrap().unwrap();
    assert_eq!(document.warnings().len(), 1);
    let mut write = |change: fn(&mut Vec<Piece>)| {
        let mut pieces = document.units()[0].content.pieces().to_vec();
        change(&mut pieces);
        let mut output = Vec::new();
        document
            .write(&[Some(Content::new(pieces))], &mut output)
            .unwrap();
        let output = String::from_utf8(output).unwrap();
        let inner = output.split_once("\"a\">").unwrap().1;
        inner
            .strip_suffix("</string></resources>")
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        write(|pieces| pieces.reverse()),
        "there<x a='>'/>, <!-- - -->here&app; <xliff:g id=\"a\">it\\'s</xliff:g> of %1$s<b></b>"
    );
    assert_eq!(
        write(|pieces| pieces.retain(|piece| matches!(piece, Piece::Text(_)))),
        "of here, there%1$s<xliff:g id=\"a\">it\\'s</xliff:g>&app;<!-- - --><x a='>'/><b></b>"
    );
}

#[test]
fn code_and_entities_in_messages_stay() {
    assert_eq!(
        string("Type <code>a\\'b c</code> now", str::to_uppercase),
        "TYPE <code>a\\'b c</code> NOW"
    );
    let text = file("{n, plural, other {Some of &app;}}");
    let text = format!("<!DOCTYPE resources [<!ENTITY app \"App\">]>{text}");
    assert!(translated(&text, str::to_uppercase).contains("&app;"));
}

#[test]
fn other_xml_is_not_taken_for_it() {
    let filters = Filters::standard();
    let open = |text: &str| {
        let source = Box::new(Cursor::new(text.as_bytes().to_vec()));
        filters.open(Format::Xml, source, Options::to("de".parse().unwrap()))
    };
    for text in [
        "<resources><resource>Some words</resource></resources>",
        "<resources>Some words</resources>",
        "<a><resources/><b>Some words</b></a>",
        "<r:resources xmlns:r=\"a\"><r:string>Some words</r:string></r:resources>",
    ] {
        assert!(read(text.as_bytes(), "de").unwrap().is_none(), "{text}");
        assert_eq!(open(text).unwrap().units().len(), 1, "{text}");
    }
    assert_eq!(open(LAMP).unwrap().units().len(), 12);
    assert!(read(b"<resources/>", "de").unwrap().is_some());
    assert!(read(b"<resources><string>a b", "de").is_err());
    let deep = format!("<resources><string>{}", "<b>".repeat(1_000_000));
    assert!(read(deep.as_bytes(), "de").is_err());
}

#[test]
fn a_string_that_would_not_be_well_formed_stays() {
    let text = "<b>One <i>two<br/>three</i> four</b> five";
    let mut document = read(file(text).as_bytes(), "de").unwrap().unwrap();
    let reversed = |unit: &Unit| {
        let pieces = unit.content.pieces().iter().rev().cloned();
        Some(Content::new(pieces))
    };
    let translations: Vec<_> = document.units().iter().map(reversed).collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(read(output.as_bytes(), "de").is_ok(), "{output}");
}

#[test]
fn whatever_a_file_is_its_bytes_come_back() {
    for end in 0..LAMP.len() {
        let text = &LAMP[..end];
        if let Ok(Some(_)) = read(text.as_bytes(), "ar") {
            assert_eq!(translated(text, str::to_owned), text);
        }
    }
    for raw in [
        "\\",
        "\\u12",
        "\"",
        "a\\",
        "\"a\\\"",
        "&#34;a b&#34;",
        "\\ud800 word",
        "<b/>",
        "<g>a b</g>",
        "&amp;lt;b>a b",
    ] {
        let text = file(raw);
        assert_eq!(translated(&text, str::to_owned), text);
        let output = translated(&text, str::to_uppercase);
        assert!(read(output.as_bytes(), "de").unwrap().is_some(), "{output}");
    }
    let units: Vec<u8> = LAMP.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let utf_16 = [b"\xff\xfe".as_slice(), &units].concat();
    assert_eq!(written(&utf_16, "de", str::to_owned), utf_16);
}
