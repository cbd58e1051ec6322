//! Plain text, JSON, subtitles, files of strings and tables as a whole: on whatever bytes there are, and on a folder of real
//! files.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed, and one that is skipped says so"
)]

mod real;

use std::io::Cursor;

use dragoman_documents::{
    AppleStrings, Arb, Content, Document, DocumentError, Gettext, Json, Options, Piece, PlainText,
    SeparatedValues, StringCatalogue, Subtitles,
};
use dragoman_language::Language;
use proptest::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Json,
    Subtitles,
    WebSubtitles,
    Script,
    Catalogue,
    Bundle,
    AppleStrings,
    StringCatalogue,
    Table,
    TableOfTabs,
}

impl Format {
    fn read(self, bytes: &[u8]) -> Result<Box<dyn Document>, DocumentError> {
        self.read_for(bytes, false)
    }

    fn read_for(self, bytes: &[u8], bilingual: bool) -> Result<Box<dyn Document>, DocumentError> {
        let options = Options {
            bilingual,
            ..Options::to(Language::parse("de").unwrap())
        };
        let mut source = Cursor::new(bytes.to_vec());
        Ok(match self {
            Self::Text => Box::new(PlainText::read(&mut source, &options)?),
            Self::Json => Box::new(Json::read(&mut source, &options)?),
            Self::Subtitles => Box::new(Subtitles::read(&mut source, &options)?),
            Self::WebSubtitles => Box::new(Subtitles::read_web(&mut source, &options)?),
            Self::Script => Box::new(Subtitles::read_substation(&mut source, &options)?),
            Self::Catalogue => Box::new(Gettext::read(&mut source, &options)?),
            Self::Bundle => Box::new(Arb::read(&mut source, &options)?),
            Self::AppleStrings => Box::new(AppleStrings::read(&mut source, &options)?),
            Self::StringCatalogue => Box::new(StringCatalogue::read(&mut source, &options)?),
            Self::Table => Box::new(SeparatedValues::read(&mut source, &options)?),
            Self::TableOfTabs => Box::new(SeparatedValues::read_tabs(&mut source, &options)?),
        })
    }
}

fn mapped(content: &Content, change: impl Fn(&str) -> String) -> Content {
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(change(text)),
        code => code.clone(),
    }))
}

fn upper(content: &Content) -> Content {
    mapped(content, str::to_uppercase)
}

fn longer(content: &Content) -> Content {
    let third = |text: &str| {
        text.chars()
            .take(text.chars().count() / 3)
            .collect::<String>()
    };
    mapped(content, |text| format!("{text} {}", third(text)))
}

fn turned_around(content: &Content) -> Content {
    Content::new(content.pieces().iter().rev().cloned())
}

fn without_codes(content: &Content) -> Content {
    Content::new([Piece::Text(content.text())])
}

fn hostile(content: &Content) -> Content {
    Content::new([Piece::Text(format!(
        "\"\\\n\r\n\n{{'#<i> {} -->\u{0}",
        content.text()
    ))])
}

const BAD_ENGINES: [fn(&Content) -> Content; 4] = [longer, turned_around, without_codes, hostile];

fn translated(document: &mut dyn Document, translate: fn(&Content) -> Content) -> Vec<u8> {
    let translations = document
        .units()
        .iter()
        .map(|unit| Some(translate(&unit.content)));
    let translations: Vec<_> = translations.collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output).unwrap();
    output
}

/// Whether a document that came of this one by a translation is one that programs read as before.
fn check_structure(format: Format, source: &[u8], output: &[u8]) {
    match format {
        Format::Text => {}
        Format::Json | Format::Bundle | Format::AppleStrings | Format::StringCatalogue => {
            format.read(output).unwrap();
        }
        Format::Table | Format::TableOfTabs => {}
        Format::Catalogue => assert_eq!(messages(&text_of(output)), messages(&text_of(source))),
        Format::Subtitles | Format::WebSubtitles => {
            assert_eq!(times(&text_of(output)), times(&text_of(source)));
        }
        Format::Script => {
            assert_eq!(events(&text_of(output)), events(&text_of(source)));
        }
    }
}

/// The lines of a script, each event without its text.
fn events(text: &str) -> Vec<String> {
    let mut columns = 10;
    let lines = text.split(['\n', '\r']).map(|line| {
        if line.trim_start().starts_with("Format:") {
            columns = line.split(',').count();
        }
        let text = match line.splitn(columns, ',').nth(columns - 1) {
            Some(text) if line.trim_start().starts_with("Dialogue:") => text.len(),
            _ => 0,
        };
        line[..line.len() - text].to_owned()
    });
    lines.collect()
}

/// A script whose only event has this text.
fn script(text: &str) -> String {
    format!("[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,{text}\n")
}

/// What a player shows of an event's text, without white space.
fn played(text: &str) -> String {
    let text = ["\\N", "\\n", "\\h"]
        .iter()
        .fold(text.to_owned(), |text, escape| text.replace(escape, " "));
    text.split_whitespace().collect()
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a catalogue asks for, line by line.
fn messages(text: &str) -> Vec<String> {
    let is_message = |line: &&str| line.trim_start().starts_with("msgid");
    text.lines().filter(is_message).map(str::to_owned).collect()
}

fn times(text: &str) -> Vec<String> {
    let is_time = |line: &&str| {
        line.contains("-->") && line.trim().starts_with(|it: char| it.is_ascii_digit())
    };
    text.lines().filter(is_time).map(str::to_owned).collect()
}

fn check_bytes(format: Format, bytes: &[u8]) {
    check_bytes_for(format, bytes, false);
    if matches!(
        format,
        Format::Subtitles | Format::WebSubtitles | Format::Script
    ) {
        check_bytes_for(format, bytes, true);
    }
}

fn check_bytes_for(format: Format, bytes: &[u8], bilingual: bool) {
    let Ok(mut document) = format.read_for(bytes, bilingual) else {
        return;
    };
    assert_eq!(
        translated(&mut *document, Clone::clone),
        bytes,
        "{format:?}"
    );
    translated(&mut *document, upper);
    for translate in BAD_ENGINES {
        let output = translated(&mut *document, translate);
        let is_bound = !matches!(
            format,
            Format::Text | Format::Subtitles | Format::WebSubtitles
        );
        if is_bound {
            check_structure(format, bytes, &output);
        }
    }
}

#[test]
fn zero_characters_of_a_translation_do_not_make_a_text_unreadable() {
    for (format, start) in [
        (Format::Text, ""),
        (Format::Subtitles, "1\n00:00:01,000 --> 00:00:02,000\n"),
    ] {
        let bytes = [start.as_bytes(), b"Gr\xfc\xdfe aus K\xf6ln\n"].concat();
        let mut document = format.read(&bytes).unwrap();
        let output = translated(&mut *document, hostile);
        assert!(!output.contains(&0));
        format.read(&output).unwrap();
    }
}

/// Bits of which texts in the formats consist, and of which their parsers have to beware.
const BITS: [&str; 75] = [
    "one",
    "Two ",
    "three four five six seven eight nine ten eleven twelve",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    " ",
    "  ",
    "\t",
    "    ",
    "- ",
    "* ",
    "1. ",
    "> ",
    "# ",
    "=====",
    "|",
    "....",
    "你好，世界。",
    "é",
    "\u{feff}",
    "\u{a0}",
    "\u{301}",
    "1\n00:00:01,000 --> 00:00:02,000\n",
    "00:00:02,000 --> 00:00:09,000\r\n",
    "-->",
    "<i>",
    "</i>",
    "<font color=\"a\">",
    "<v A b>",
    "<00:01.500>",
    "NOTE ",
    "</font>",
    "{\\an8}",
    "{\\i1}",
    "{\\i0}",
    "{\\k20}",
    "{\\p1}",
    "\\N",
    "\\h",
    "\\{",
    "Dialogue: 0,0:0:1.0,0:0:2.0,,,,,,,",
    "{",
    "}",
    "{name}",
    "{n, plural, one {",
    "} other {#",
    "}}",
    "'",
    "''",
    "#",
    "%s",
    "${",
    "&amp;",
    "&#160;",
    "&",
    "<",
    ">",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<code>",
    "<!--",
    "\"",
    "\\",
    "\\n",
    "\\u00e9",
    "\\ud83d",
    "[",
    "]",
    ",",
    ":",
    "😀",
];

/// Files of strings and tables with this text.
fn files_of(text: &str) -> [(Format, String); 7] {
    let string = serde_json::to_string(text).unwrap();
    let unit =
        |text: &str| format!("{{\"stringUnit\": {{\"state\": \"new\", \"value\": {text}}}}}");
    let plural = format!(
        "{{\"variations\": {{\"plural\": {{\"one\": {}, \"other\": {}}}}}}}",
        unit("\"One of it\""),
        unit(&string)
    );
    [
        (
            Format::Bundle,
            format!("{{\"@@locale\": \"en\", \"a\": {string}, \"@a\": {{\"b\": {string}}}}}"),
        ),
        (
            Format::AppleStrings,
            format!("\"a\" = {string};\n{text} = \"One of it\";\n'{text}';"),
        ),
        (
            Format::AppleStrings,
            format!("a = ({string}, 'One of it');"),
        ),
        (
            Format::StringCatalogue,
            format!(
                "{{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {{\n    {string} : {{\n\n    }},\n    \"b\" : {{\"localizations\" : {{\"de\" : {}, \"en\" : {plural}}}}}\n  }}\n}}",
                unit("\"\"")
            ),
        ),
        (
            Format::StringCatalogue,
            format!(
                "{{\"sourceLanguage\":\"en\",\"strings\":{{\"b\":{{\"localizations\":{{\"de\":{{\"variations\":{{\"plural\":{{}}}}}},\"en\":{plural}}}}}}}}}"
            ),
        ),
        (
            Format::Table,
            format!("One of it,{text},Two\n{string},{text};\n"),
        ),
        (
            Format::TableOfTabs,
            format!("en\tde\tfr\n{text}\t\t{string}\nOne of it\n"),
        ),
    ]
}

/// A catalogue of messages with this text.
fn catalogue(text: &str) -> String {
    let string = serde_json::to_string(text).unwrap();
    format!(
        "msgid {string}\nmsgstr \"\"\n{text}\n#, fuzzy\nmsgid \"one\"\nmsgid_plural {string}\nmsgstr[0] \"\"\nmsgstr[1] {string}\n"
    )
}

fn bits() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(BITS.to_vec()), 0..40)
        .prop_map(|bits| bits.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_text_comes_back_as_it_was_and_survives_any_engine(text in bits()) {
        check_bytes(Format::Text, text.as_bytes());
        check_bytes(Format::Subtitles, text.as_bytes());
        let timed = format!("00:00:01,000 --> 00:00:02,000\n{text}");
        check_bytes(Format::Subtitles, timed.as_bytes());
        check_bytes(Format::WebSubtitles, format!("WEBVTT\n\n{timed}").as_bytes());
        check_bytes(Format::Script, script(&text).as_bytes());
        check_bytes(Format::Catalogue, text.as_bytes());
        check_bytes(Format::Catalogue, catalogue(&text).as_bytes());
        check_bytes(Format::Json, text.as_bytes());
        let value = serde_json::to_string(&[text.as_str(), "Another text"]).unwrap();
        check_bytes(Format::Json, value.as_bytes());
        for (format, file) in files_of(&text) {
            check_bytes(format, text.as_bytes());
            check_bytes(format, file.as_bytes());
        }
    }

    #[test]
    fn any_bytes_come_back_as_they_were(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
        prefix in proptest::sample::select(vec![
            &b""[..], b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\0a\0 ", b"a\0 \0", b"\x82\xb1\x82\xea\x82\xcd ",
        ]),
    ) {
        let bytes = [prefix, &bytes].concat();
        check_bytes(Format::Text, &bytes);
        check_bytes(Format::Catalogue, &[&b"msgid \"a b\"\nmsgstr \"\"\n"[..], &bytes].concat());
        check_bytes(Format::Json, &bytes);
        check_bytes(Format::WebSubtitles, &[&b"WEBVTT\n00:01.000 --> 00:02.000\n"[..], &bytes].concat());
        check_bytes(Format::Subtitles, &[&b"00:00:01,000 --> 00:00:02,000\n"[..], &bytes].concat());
        check_bytes(Format::Script, &[script("One two.").as_bytes(), &bytes].concat());
        for format in [Format::Bundle, Format::StringCatalogue, Format::Table, Format::TableOfTabs] {
            check_bytes(format, &bytes);
        }
        check_bytes(Format::Table, &[&b"One of it;\"two\"\n"[..], &bytes].concat());
    }

    #[test]
    fn a_translation_is_played_as_itself_or_not_written(text in bits()) {
        let source = script("One {\\i1}two{\\i0}.");
        let mut document = Format::Script.read(source.as_bytes()).unwrap();
        let [unit] = document.units() else { panic!("{} units", document.units().len()) };
        let translation = Content::new(unit.content.pieces().iter().map(|piece| match piece {
            Piece::Text(one) if one == "two" => Piece::Text(text.clone()),
            piece => piece.clone(),
        }));
        let mut output = Vec::new();
        document.write(&[Some(translation.clone())], &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        if output != source {
            prop_assert_eq!(events(&output), events(&source));
            let written = output.trim_end().splitn(10, ',').nth(9).unwrap();
            let blocks = ["{\\i1}", "{\\i0}"].iter().fold(written.to_owned(), |text, block| text.replacen(block, "", 1));
            prop_assert!(!blocks.contains('{'), "{}", written);
            prop_assert_eq!(played(&blocks), played(&translation.text().replace("-->", "->")));
        }
    }

    #[test]
    fn strings_of_json_mean_the_same_but_for_their_words(text in bits()) {
        let value = serde_json::to_string(&[text.as_str()]).unwrap();
        let mut document = Format::Json.read(value.as_bytes()).unwrap();
        let output = translated(&mut *document, upper);
        let strings: Vec<String> = serde_json::from_slice(&output).unwrap();
        let read = |text: &str| {
            let references = [("&#160;", " "), ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("''", "'")];
            let text = references.iter().fold(text.to_lowercase(), |text, (from, to)| text.replace(from, to));
            // Between paragraphs, white space is one space however it is written.
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        prop_assert_eq!(read(&strings[0]), read(&text));
    }
}

#[test]
fn long_repetitive_texts_are_read_and_written() {
    for bit in BITS {
        let text = bit.repeat(1000);
        check_bytes(Format::Text, text.as_bytes());
        let timed = format!("00:00:01,000 --> 00:00:02,000\n{text}");
        check_bytes(Format::Subtitles, timed.as_bytes());
        check_bytes(
            Format::WebSubtitles,
            format!("WEBVTT\n\n{timed}").as_bytes(),
        );
        check_bytes(Format::Script, script(&text).as_bytes());
        check_bytes(Format::Catalogue, catalogue(&text).as_bytes());
        let value = serde_json::to_string(&text).unwrap();
        check_bytes(Format::Json, value.as_bytes());
        for (format, file) in files_of(&text) {
            check_bytes(format, file.as_bytes());
        }
    }
}
