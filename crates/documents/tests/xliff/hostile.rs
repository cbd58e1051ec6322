use std::io::Cursor;

use dragoman_documents::Xliff;
use dragoman_documents::{Content, Limits, Options, Piece};
use proptest::prelude::*;

use crate::support::*;

const ALL_OF_1: &str = include_str!("../../testdata/xliff/all-of-1.2.xlf");
const ALL_OF_2: &str = include_str!("../../testdata/xliff/all-of-2.1.xlf");

fn with_source(content: &str) -> String {
    format!(
        "<xliff version=\"1.2\"><file source-language=\"en\"><body><trans-unit id=\"1\"><source>{content}\
         </source></trans-unit></body></file></xliff>"
    )
}

fn message(bytes: impl Into<Vec<u8>>) -> String {
    match try_open(bytes) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_is_not_xliff_is_refused_with_a_reason() {
    let reasons = [
        ("", "line 1: it ends before its last element is closed"),
        (
            "text",
            "line 1: there is something outside of the root element",
        ),
        ("<html/>", "line 1: the root element is not \"xliff\""),
        ("<xliff/>", "line 1: it does not say its version"),
        (
            "<xliff version='1.0'/>",
            "line 1: its version is 1.0, and only 1.2, 2.0 and 2.1 are supported",
        ),
        (
            "\n<xliff xmlns='urn:x' version='1.2'/>",
            "line 2: \"urn:x\" is not the namespace of XLIFF",
        ),
        (
            "<xliff version='1.2'/><xliff/>",
            "line 1: there is something outside of the root element",
        ),
        (
            "<xliff version='2.0' srcLang='en'id='1'/>",
            "line 1: a tag's attributes are malformed",
        ),
        (
            "<xliff version='1.2'>\n<file>",
            "line 2: it ends before its last element is closed",
        ),
    ];
    for (text, reason) in reasons {
        let expected = format!("the file is not a valid XLIFF document: {reason}");
        assert_eq!(message(text), expected);
    }
    assert!(message("<xliff version='1.2'><a></b></xliff>").contains("line 1: "));
    assert!(message(with_source("a &nbsp; b")).contains("&nbsp; is not defined"));
    assert!(message(with_source("a &#0; b")).contains("&#0; is not defined"));
}

#[test]
fn entities_are_refused() {
    let text = format!(
        "<!DOCTYPE xliff [<!ENTITY a \"aaaa\"><!ENTITY b SYSTEM \"file:///etc/passwd\">]>{}",
        with_source("&a;&b;")
    );
    assert!(message(text).contains("it declares entities"));
    let harmless = format!("<!DOCTYPE xliff SYSTEM \"x.dtd\">{}", with_source("a"));
    assert_eq!(message(harmless), "accepted");
}

#[test]
fn what_is_too_much_is_refused() {
    let read = |text: &str, limits: Limits| {
        let options = Options {
            limits,
            ..options("de")
        };
        Xliff::open(Cursor::new(text.as_bytes().to_vec()), &options)
            .err()
            .map(|error| error.to_string())
    };
    let limits = Limits::default();
    let too_large = |text: &str, limits| {
        let error = read(text, limits).unwrap_or_default();
        error.starts_with("the document is too large")
    };
    let deep = with_source(&format!("{}a{}", "<g>".repeat(300), "</g>".repeat(300)));
    assert!(too_large(&deep, limits));
    let many = with_source("a<x/>b<x/>");
    assert!(too_large(&many, Limits { units: 0, ..limits }));
    assert!(too_large(&many, Limits { units: 5, ..limits }));
    assert!(too_large(
        &many,
        Limits {
            text_bytes: 1,
            ..limits
        }
    ));
    assert!(too_large(
        &many,
        Limits {
            entry_bytes: 10,
            ..limits
        }
    ));
    assert_eq!(read(&many, limits), None);
}

#[test]
fn a_source_with_very_many_codes_is_translated_all_the_same() {
    let pairs: String = (0..20_000)
        .map(|id| format!("<bx id=\"{id}\"/>a<ex id=\"{}\"/>", id / 2))
        .collect();
    let output = translated(&with_source(&pairs), shuffled);
    assert_eq!(output.matches("<bx ").count(), 40_000);
    assert_eq!(output.matches("<ex ").count(), 40_000);
}

#[test]
fn encodings_are_kept_and_lacking_characters_become_references() {
    let text = format!(
        "<?xml version='1.0' encoding='ISO-8859-1'?>{}",
        with_source("é")
    );
    let bytes: Vec<u8> = text
        .chars()
        .map(|c| u8::try_from(u32::from(c)).unwrap())
        .collect();
    let mut document = open(bytes.clone());
    assert_eq!(shown(&document), ["é"]);
    assert_eq!(written(&mut document, |_| None), bytes);
    let russian = |_: &Content| Some(Content::new([Piece::Text("É Я".to_owned())]));
    let output = written(&mut document, russian);
    let output: String = output.into_iter().map(char::from).collect();
    assert!(output.contains(">É &#1071;</target>"), "{output}");
}

#[test]
fn utf_16_and_byte_order_marks_are_kept() {
    let text = format!(
        "\u{FEFF}<?xml version='1.0' encoding='UTF-16'?>{}",
        with_source("é Я")
    );
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let expected = translated(&text, upper);
    assert!(expected.starts_with('\u{FEFF}'));
    assert!(expected.contains(">É Я</target>"));
    for (bytes, unit) in [
        (little, u16::from_le_bytes as fn([u8; 2]) -> u16),
        (big, u16::from_be_bytes),
    ] {
        let mut document = open(bytes.clone());
        assert_eq!(written(&mut document, |_| None), bytes);
        let output = written(&mut document, upper);
        let units: Vec<u16> = output
            .chunks(2)
            .map(|pair| unit([pair[0], pair[1]]))
            .collect();
        assert_eq!(String::from_utf16(&units).unwrap(), expected);
    }
}

#[test]
fn bytes_that_are_not_in_the_encoding_are_refused() {
    assert!(message(b"<xliff>\xFF</xliff>".to_vec()).contains("it has bytes that are not UTF-8"));
    assert!(
        message("<?xml version='1.0' encoding='x-y'?><xliff/>").contains("\"x-y\" is not known")
    );
    assert!(message(vec![0xFF, 0xFE, b'<']).contains("it has bytes that are not UTF-16LE"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    /// A file that was damaged is refused, or is read and written as any other.
    #[test]
    fn damaged_files_are_refused_or_translated(
        is_first in any::<bool>(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..40, "[<>/&;\"'= a-z\\n!\\[\\]-]{0,4}"), 1..6),
    ) {
        let mut text: String = if is_first { ALL_OF_1 } else { ALL_OF_2 }.to_owned();
        for (place, length, insertion) in cuts {
            let characters: Vec<char> = text.chars().collect();
            let start = place.index(characters.len().max(1)).min(characters.len());
            let end = (start + length).min(characters.len());
            let before: String = characters[..start].iter().collect();
            let after: String = characters[end..].iter().collect();
            text = format!("{before}{insertion}{after}");
        }
        if let Ok(mut document) = try_open(text.as_str()) {
            prop_assert_eq!(written(&mut document, |_| None), text.as_bytes());
            for engine in [same, shuffled, without_codes] {
                let output = written(&mut document, engine);
                let again = try_open(output);
                prop_assert!(again.is_ok(), "{:?}", again.err());
            }
        }
    }

    /// Whatever a translation is, the document can be read again and has the same sources.
    #[test]
    fn any_translation_gives_a_document(
        pieces in prop::collection::vec((0_u8..4, 0_u32..6, "\\PC{0,6}|[\\x00-\\x20]|]]>"), 0..12),
    ) {
        let pieces: Vec<Piece> = pieces.into_iter().map(|(kind, id, text)| match kind {
            0 => Piece::Open(dragoman_documents::CodeId(id)),
            1 => Piece::Close(dragoman_documents::CodeId(id)),
            2 => Piece::Mark(dragoman_documents::CodeId(id)),
            _ => Piece::Text(text),
        }).collect();
        for text in [ALL_OF_1, ALL_OF_2] {
            let output = translated(text, |_| Some(Content::new(pieces.clone())));
            let sources = |text: &str| pairs(text).into_iter().map(|pair| pair.source).collect::<Vec<_>>();
            prop_assert!(try_open(output.as_str()).is_ok());
            prop_assert_eq!(sources(&output), sources(text));
        }
    }
}
