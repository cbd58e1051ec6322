use std::io::Cursor;

use dragoman_language::Language;

use super::*;
use crate::{Piece, testing};

const LAMP: &str = include_str!("../../testdata/strings/Localizable.strings");

fn read(bytes: &[u8]) -> Result<AppleStrings, DocumentError> {
    let options = Options::to(Language::parse("de").unwrap());
    AppleStrings::read(&mut Cursor::new(bytes.to_vec()), &options)
}

fn units(text: &str) -> Vec<String> {
    let document = read(text.as_bytes()).unwrap();
    testing::units(&document)
}

fn written(bytes: &[u8], change: impl Fn(&Content) -> Content) -> Vec<u8> {
    let mut document = read(bytes).unwrap();
    testing::written(&mut document, change)
}

fn translated(text: &str, change: impl Fn(&str) -> String) -> String {
    let output = written(text.as_bytes(), |content| {
        testing::with_text(content, &change)
    });
    String::from_utf8(output).unwrap()
}

fn reason(text: &str) -> String {
    read(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn values_for_people_are_units() {
    assert_eq!(
        units(LAMP),
        [
            "The lamp",
            "The lamp is \"on\"",
            "The lampis off",
            "It's \"single\"",
            " has  lamps, , ",
            "A café in München",
            "The first line.",
            "The second line.",
            "Only a key",
            "Word",
            "Another lamp",
        ]
    );
}

#[test]
fn a_file_whose_units_stay_keeps_its_bytes() {
    let utf_16 = |text: &str| -> Vec<u8> {
        let units = text.encode_utf16();
        units.flat_map(u16::to_be_bytes).collect()
    };
    for text in [
        LAMP,
        &LAMP.replace('\n', "\r\n"),
        &LAMP.replace('\n', "\r"),
        &format!("\u{feff}{LAMP}"),
    ] {
        assert_eq!(translated(text, str::to_owned), text);
        assert_eq!(units(text), units(LAMP));
    }
    let file = utf_16(&format!("\u{feff}{LAMP}"));
    assert_eq!(written(&file, Clone::clone), file);
    let short = utf_16("\u{feff}\"a\" = \"Word\";");
    let one = |_: &Content| Content::new([Piece::Text("Wört".to_owned())]);
    assert_eq!(written(&short, one), utf_16("\u{feff}\"a\" = \"Wört\";"));
}

#[test]
fn keys_comments_and_technical_values_stay() {
    let upper = translated(LAMP, str::to_uppercase);
    let expected = [
        "/* Messages of a program that switches lamps.",
        "   \"Comments\" are never = translated; */",
        "\"The lamp\" = \"THE LAMP\"; // Neither are keys.",
        "\"lamp.on\" = \"THE LAMP IS \\\"ON\\\"\";",
        "lamp_off = \"THE LAMP\\nIS OFF\";",
        "'single' = 'IT\\'S \"SINGLE\"';",
        "\"count\" = \"%1$@ HAS %2$ld LAMPS, %%, %#@rooms@\";",
        "\"caf\\U00e9\" = \"A CAF\\U00c9 IN M\\U00dcNCHEN\";",
        "\"path\" = \"/usr/share/lamps/icon.png\";",
        "\"lines\" = \"THE FIRST LINE.",
        "\tTHE SECOND LINE.\";",
        "\"Only a key\" = \"ONLY A KEY\";",
        "\"unquoted\" = \"WORD\";",
        "\"empty\" = \"\";",
        "\"The lamp\" = \"ANOTHER LAMP\"",
        ";",
        "",
    ];
    assert_eq!(upper, expected.join("\n"));
}

#[test]
fn a_translation_is_read_as_what_it_is() {
    let hostile = "\"'\\ =;/* \t\n\r\u{7}é\u{1f600}\u{202e}שלום //";
    for (before, after) in [
        ("\"a\" = \"", "\";"),
        ("a='", "';"),
        ("/* \\U00E9 */ a = \"", "\";"),
        ("/* ä */ a = \"", "\";"),
    ] {
        let output = translated(&format!("{before}Word{after}"), |_| hostile.to_owned());
        let value = output.strip_prefix(before).unwrap();
        let value = value.strip_suffix(after).unwrap();
        assert_eq!(decoded(value), hostile, "{output}");
        assert_eq!(output.is_ascii(), before.contains("\\U"), "{output}");
        assert!(!output.contains("\\U00e9") || before.contains("\\U00e9"));
    }
}

#[test]
fn escapes_mean_what_property_lists_say() {
    for (written, text) in [
        ("\\U0041\\U00e9\\UD83D\\UDE00", "Aé\u{1f600}"),
        ("\\U41 \\u00e9 \\unless", "A é unless"),
        ("\\UD83D \\Q", "\u{fffd} Q"),
        ("\\335\\101\\0602", "éA02"),
        (
            "\\a\\b\\f\\n\\r\\t\\v\\'\\\"\\\\",
            "\u{7}\u{8}\u{c}\n\r\t\u{b}'\"\\",
        ),
        ("one\\\ntwo", "one\ntwo"),
        ("\\", ""),
    ] {
        assert_eq!(decoded(written), text, "{written}");
    }
}

#[test]
fn property_lists_in_the_old_style_are_read_as_deep_as_they_are() {
    let list = "// A list\n{ Names = ( \"One lamp\", 'Two lamps', <0fbd 77>, { a = \"Three\"; }, );\n Flag = YES; \"Title\" = \"Four\" }\n";
    assert_eq!(units(list), ["One lamp", "Two lamps", "Three", "Four"]);
    assert_eq!(
        translated(list, str::to_uppercase),
        "// A list\n{ Names = ( \"ONE LAMP\", 'TWO LAMPS', <0fbd 77>, { a = \"THREE\"; }, );\n Flag = YES; \"Title\" = \"FOUR\" }\n"
    );
    assert_eq!(units("(\"One\", \"Two\")"), ["One", "Two"]);
}

#[test]
fn letters_that_the_encoding_lacks_are_escaped() {
    let latin = b"/* caf\xe9 na\xefve d\xe9j\xe0 vu */\nkey=\"Caf\xe9 au lait\";\n";
    let output = written(latin, |_| Content::new([Piece::Text("Čaj é".to_owned())]));
    assert_eq!(
        output,
        b"/* caf\xe9 na\xefve d\xe9j\xe0 vu */\nkey=\"\\U010caj \xe9\";\n"
    );
}

#[test]
fn codes_that_an_engine_drops_or_turns_around_are_there_once() {
    for change in [
        (|_| Content::default()) as fn(&Content) -> Content,
        |content| Content::new(content.pieces().iter().rev().cloned()),
        |content| Content::new([content.pieces(), content.pieces()].concat()),
    ] {
        let output = String::from_utf8(written(LAMP.as_bytes(), change)).unwrap();
        for code in ["%1$@", "%2$ld", "%%", "%#@rooms@"] {
            assert_eq!(output.matches(code).count(), 1, "{code} in {output}");
        }
        read(output.as_bytes()).unwrap();
    }
}

#[test]
fn arguments_in_another_order_get_their_numbers() {
    let turned = |content: &Content| Content::new(content.pieces().iter().rev().cloned());
    for (source, expected) in [
        ("%@ of %ld", "%2$ld of %1$@"),
        ("All %% of %@", "%@ of %%All "),
        ("%2$@ of %1$@", "%1$@ of %2$@"),
        ("%d lamps.\\nThe %@ of %@", " lamps.%1$d\\n%3$@ of %2$@The "),
    ] {
        let output = written(format!("a = \"{source}\";").as_bytes(), turned);
        let output = String::from_utf8(output).unwrap();
        assert_eq!(output, format!("a = \"{expected}\";"));
    }
}

#[test]
fn what_is_no_file_of_strings_is_refused_with_the_reason() {
    assert!(reason("bplist00\u{1}").contains("a binary property list"));
    assert!(reason("\n<?xml version=\"1.0\"?><plist/>").contains("stringsdict"));
    assert!(reason("<plist/>").contains("in XML"));
    assert!(reason("{\"a\": \"b\"}").contains("`=` is missing after a key (line 1, column 5)"));
    assert!(reason("a = \"b\"\nc = \"d\";").contains("`;` is missing after a value (line 2"));
    assert!(reason("a = \"b").contains("a string does not end"));
    assert!(reason("a = b; /* so").contains("a comment does not end"));
    assert!(reason("a = {").contains("a dictionary or an array does not end"));
    assert!(reason("{ } a").contains("something after its end"));
    assert!(reason("a = <00").contains("data does not end"));
    assert!(reason("Only a few words.").contains("`=` is missing"));
    assert!(reason(&"a = (".repeat(1_000_000)).contains("`,`") || !reason("(((").is_empty());
    assert!(reason(&format!("a = {}", "(".repeat(1_000_000))).contains("within one another"));
    assert!(units("").is_empty() && units(" // nothing").is_empty());
}

#[test]
fn whatever_a_file_is_its_bytes_come_back_or_it_is_refused() {
    for end in 0..LAMP.len() {
        if let Ok(mut document) = read(&LAMP.as_bytes()[..end]) {
            let mut output = Vec::new();
            document.write(&[], &mut output).unwrap();
            assert_eq!(output, &LAMP.as_bytes()[..end]);
        }
    }
    let long = format!("a = \"{}\";", "A word. ".repeat(100_000));
    assert_eq!(translated(&long, str::to_owned), long);
}
