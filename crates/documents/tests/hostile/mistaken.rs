use dragoman_documents::{DocumentError, Filters, Format};

use crate::samples::{archive, samples};
use crate::{check, open};
use zip::CompressionMethod;

const ARCHIVES: [Format; 8] = [
    Format::Docx,
    Format::Pptx,
    Format::Xlsx,
    Format::Idml,
    Format::Odt,
    Format::Ods,
    Format::Odp,
    Format::Epub,
];

/// Files of other kinds, with what they are.
fn others() -> Vec<(&'static str, Vec<u8>)> {
    let picture: Vec<u8> = (0..500_u32)
        .flat_map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes())
        .collect();
    let utf_16 = |text: &str| {
        text.encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<u8>>()
    };
    vec![
        ("nothing", Vec::new()),
        ("text", b"Only a few words.\n".to_vec()),
        (
            "HTML",
            b"<!DOCTYPE html><html><body><p>A <b>table</b></p><br></body></html>".to_vec(),
        ),
        ("JSON", br#"{"a": ["Some text", 1]}"#.to_vec()),
        (
            "XML",
            b"<?xml version='1.0'?><a><b>Some text</b></a>".to_vec(),
        ),
        (
            "subtitles",
            b"1\n00:00:01,000 --> 00:00:02,000\nGood morning.\n".to_vec(),
        ),
        (
            "MIF",
            b"<MIFFile 2019><TextFlow <Para <ParaLine <String `One'>>>>".to_vec(),
        ),
        ("RTF", b"{\\rtf1\\ansi Some text\\par}".to_vec()),
        (
            "PDF",
            b"%PDF-1.7\n1 0 obj<</Length 4>>stream\n\x01\xff\x02\x80\nendstream endobj".to_vec(),
        ),
        (
            "a picture",
            [b"\x89PNG\r\n\x1a\n".as_slice(), &picture].concat(),
        ),
        ("zeros", vec![0; 5_000]),
        (
            "text in UTF-16",
            [b"\xff\xfe".as_slice(), &utf_16("Some text\n")].concat(),
        ),
        ("half a mark", b"\xff".to_vec()),
        (
            "an archive of nothing",
            archive(&[], CompressionMethod::Stored),
        ),
        (
            "an archive of text",
            archive(
                &[("a.txt".to_owned(), b"Text".to_vec())],
                CompressionMethod::Stored,
            ),
        ),
        (
            "a compound file",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec(),
        ),
    ]
}

#[test]
fn what_is_no_package_is_refused_as_one() {
    for format in ARCHIVES {
        for (name, bytes) in others() {
            let outcome = open(format, &bytes).err();
            assert!(
                matches!(outcome, Some(DocumentError::Malformed { .. })),
                "{name} as {format:?}"
            );
        }
    }
}

/// The format without macros, which is the same otherwise.
fn without_macros(format: Format) -> Format {
    match format {
        Format::Docm => Format::Docx,
        Format::Pptm => Format::Pptx,
        Format::Xlsm => Format::Xlsx,
        other => other,
    }
}

#[test]
fn packages_of_other_formats_are_refused() {
    for sample in samples() {
        let bytes = sample.bytes();
        for format in Filters::standard()
            .formats()
            .filter(|format| without_macros(*format) != sample.format)
        {
            let outcome = open(format, &bytes).err();
            assert!(
                matches!(outcome, Some(DocumentError::Malformed { .. })),
                "{:?} as {format:?}",
                sample.format
            );
        }
    }
}

/// The bytes of a file of another kind, by its name.
fn other(name: &str) -> Vec<u8> {
    let mut all = others().into_iter();
    all.find(|(other, _)| *other == name).unwrap().1
}

#[test]
fn no_format_of_text_takes_what_begins_as_no_text() {
    let formats = Filters::standard().formats().collect::<Vec<_>>();
    for format in formats
        .into_iter()
        .filter(|format| !ARCHIVES.contains(&without_macros(*format)))
    {
        let not_text = [
            "RTF",
            "PDF",
            "a picture",
            "an archive of text",
            "a compound file",
        ];
        for name in not_text {
            let is_its_own = format == Format::Rtf && name == "RTF";
            let outcome = open(format, &other(name)).err();
            assert!(
                is_its_own || matches!(outcome, Some(DocumentError::Malformed { .. })),
                "{name} as {format:?}"
            );
        }
    }
}

#[test]
fn it_is_said_what_a_file_is_whose_name_says_something_else() {
    let sample = |format| {
        let sample = samples().into_iter().find(|sample| sample.format == format);
        sample.unwrap().bytes()
    };
    let page = b"\xef\xbb\xbf\n<!doctype HTML>\n<p>Words, and more words</p>".to_vec();
    let cases = [
        (
            Format::Csv,
            page.clone(),
            "CSV",
            "it is HTML, and its name should end with \".html\"",
        ),
        (
            Format::Yaml,
            other("XML"),
            "YAML",
            "it is XML, and its name should end with \".xml\"",
        ),
        (
            Format::Markdown,
            other("RTF"),
            "MD",
            "it is RTF, and its name should end with \".rtf\"",
        ),
        (
            Format::PlainText,
            other("PDF"),
            "TXT",
            "it is PDF, and its name should end with \".pdf\"",
        ),
        (
            Format::Docm,
            sample(Format::Odt),
            "DOCM",
            "it is ODT, and its name should end with \".odt\"",
        ),
        (
            Format::Odt,
            sample(Format::Docx),
            "ODT",
            "it has no content",
        ),
        (
            Format::Docm,
            sample(Format::Xlsx),
            "DOCM",
            "its main part is not that of a word processor",
        ),
        (
            Format::Properties,
            sample(Format::Docx),
            "PROPERTIES",
            "it is an archive, as office documents are, and its name should end with \".docx\", \".xlsx\", \".odt\" or whatever it is",
        ),
        (
            Format::Srt,
            other("a compound file"),
            "SRT",
            "it is a document of an older office program, or one with a password; save it in a newer format without one",
        ),
    ];
    for (format, bytes, label, reason) in cases {
        let message = open(format, &bytes).err().unwrap().to_string();
        assert_eq!(
            message,
            format!("the file is not a valid {label} document: {reason}")
        );
    }
    for format in [Format::Html, Format::PlainText, Format::Markdown] {
        assert_eq!(
            open(format, &page).err().map(|error| error.to_string()),
            None
        );
    }
}

#[test]
fn files_of_any_kind_give_a_document_or_an_error_that_says_something() {
    for format in Filters::standard().formats() {
        for (_, bytes) in others() {
            check(format, &bytes, open(format, &bytes));
        }
    }
}

#[test]
fn what_has_a_clear_structure_is_not_taken_for_another_format() {
    let strict = [
        Format::Resx,
        Format::Xliff,
        Format::Xml,
        Format::Json,
        Format::Dita,
        Format::Mif,
        Format::Arb,
        Format::AppleStrings,
        Format::StringCatalogue,
        Format::Rtf,
    ];
    for format in strict {
        for (name, bytes) in others() {
            let fits = match format {
                Format::Json | Format::Arb => name == "JSON",
                Format::AppleStrings => name == "nothing",
                Format::Mif => name == "MIF",
                Format::Rtf => name == "RTF",
                // The elements of DITA can have any names.
                Format::Xml | Format::Dita => name == "XML",
                _ => false,
            };
            assert_eq!(open(format, &bytes).is_ok(), fits, "{name} as {format:?}");
        }
    }
}
