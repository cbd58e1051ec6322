use dragoman_documents::{DocumentError, Limits};

use crate::samples::{Sample, samples};
use crate::{Outcome, check, open, open_with, texts};

/// Fails unless the part with the text is left alone: the document is refused, or says that a part is damaged.
fn is_refused_or_left(outcome: &Outcome) -> bool {
    match outcome {
        Ok(document) => document
            .warnings()
            .iter()
            .any(|warning| warning.to_string().contains("damaged")),
        Err(error) => matches!(error, DocumentError::Malformed { .. }),
    }
}

fn with_document_type(sample: Sample, document_type: &str, paragraph: &str) -> Sample {
    let paragraph = sample.paragraph(paragraph);
    let main = sample.main;
    let sample = sample.with_text(&paragraph);
    let text = sample.text(main);
    let root = text.rfind("?>").map_or(0, |end| end + 2);
    let text = [&text[..root], document_type, &text[root..]].concat();
    sample.with(main, text)
}

#[test]
fn entities_are_neither_expanded_nor_fetched() {
    let mut laughs = "<!DOCTYPE a [<!ENTITY e0 \"ha\">".to_owned();
    for level in 1..20 {
        let inner = format!("&e{};", level - 1).repeat(10);
        laughs += &format!("<!ENTITY e{level} \"{inner}\">");
    }
    laughs += "]>";
    let file = "<!DOCTYPE a [<!ENTITY e19 SYSTEM \"file:///etc/hostname\">]>";
    for document_type in [laughs.as_str(), file] {
        for sample in samples() {
            let format = sample.format;
            let bytes = with_document_type(sample, document_type, "&e19;").bytes();
            let outcome = open(format, &bytes);
            assert!(is_refused_or_left(&outcome), "{format:?}");
            check(format, &bytes, outcome);
        }
    }
}

#[test]
fn elements_a_thousand_deep_are_refused() {
    let count: usize = samples().map(|sample| sample.nested.len()).iter().sum();
    assert!(count > 15);
    for place in 0..6 {
        for sample in samples() {
            let Some(name) = sample.nested.get(place) else {
                continue;
            };
            let format = sample.format;
            let deep = format!("<{name}>").repeat(1_000) + &format!("</{name}>").repeat(1_000);
            let outcome = open(format, &sample.with_text(&deep).bytes()).err();
            assert!(
                matches!(outcome, Some(DocumentError::TooLarge { .. })),
                "{format:?} {name}"
            );
        }
    }
}

#[test]
fn elements_that_are_not_closed_or_closed_twice_are_damage() {
    for damage in [
        "<x>",
        "</x>",
        "<",
        "<x",
        "<!-- ",
        "<![CDATA[",
        "<?x",
        "&",
        "&x;",
        "<x y=\"",
        "<x y=\"1\"z=\"2\"/>",
        "<x y/>",
    ] {
        for sample in samples() {
            let format = sample.format;
            let bytes = sample.with_text(damage).bytes();
            let outcome = open(format, &bytes);
            assert!(is_refused_or_left(&outcome), "{format:?} {damage}");
            check(format, &bytes, outcome);
        }
    }
}

#[test]
fn a_hundred_thousand_attributes_are_one_tag_like_another() {
    let attributes: String = (0..100_000)
        .map(|number| format!(" a{number}=\"x\""))
        .collect();
    for sample in samples() {
        let format = sample.format;
        let paragraph = sample
            .paragraph("Further")
            .replacen('>', &format!("{attributes}>"), 1);
        let bytes = sample.with_text(&paragraph).bytes();
        let document = open(format, &bytes).unwrap();
        assert!(
            texts(&*document).contains(&"Further".to_owned()),
            "{format:?}"
        );
        check(format, &bytes, Ok(document));
    }
}

#[test]
fn thousands_of_namespaces_in_force_are_refused_or_harmless() {
    let names: String = (0..20_000)
        .map(|number| format!(" xmlns:n{number}=\"u{number}\""))
        .collect();
    for sample in samples() {
        let format = sample.format;
        let bytes = sample
            .with_text(&format!("<x{names}>{}</x>", "<n0:y/>".repeat(20_000)))
            .bytes();
        check(format, &bytes, open(format, &bytes));
    }
}

#[test]
fn units_and_their_text_have_limits() {
    for sample in samples() {
        let format = sample.format;
        let further = sample.paragraph("some text").repeat(100);
        let bytes = sample.with_text(&further).bytes();
        let count = open(format, &bytes).unwrap().units().len();
        let units = Limits {
            units: count - 1,
            ..Limits::default()
        };
        let text = Limits {
            text_bytes: 600,
            ..Limits::default()
        };
        for limits in [units, text] {
            let outcome = open_with(format, &bytes, limits).err();
            assert!(
                matches!(outcome, Some(DocumentError::TooLarge { .. })),
                "{format:?}"
            );
        }
    }
}

#[test]
fn names_of_any_length_make_short_messages() {
    let long = "x".repeat(50_000);
    for sample in samples() {
        let format = sample.format;
        let bytes = sample
            .with_text(&format!("<{long}>&{long};</y{long}>"))
            .bytes();
        let outcome = open(format, &bytes);
        if let Ok(document) = &outcome {
            assert!(
                document
                    .warnings()
                    .iter()
                    .all(|warning| warning.to_string().len() < 600)
            );
        }
        check(format, &bytes, outcome);
    }
}

#[test]
fn a_paragraph_with_thousands_of_formats_is_one_unit() {
    for sample in samples() {
        let format = sample.format;
        let run = match sample.main {
            "word/document.xml" => {
                "<w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r><w:r><w:t>b</w:t></w:r>"
            }
            "ppt/slides/slide1.xml" => {
                "<a:r><a:rPr b=\"1\"/><a:t>a</a:t></a:r><a:r><a:t>b</a:t></a:r>"
            }
            "xl/worksheets/sheet1.xml" => "<r><rPr><b/></rPr><t>a</t></r><r><t>b</t></r>",
            "content.xml" => "<text:span text:style-name=\"x\">a</text:span>b",
            "OEBPS/chapter1.xhtml" => "<b>a</b>b",
            _ => {
                "<CharacterStyleRange FontStyle=\"Bold\"><Content>a</Content></CharacterStyleRange>\
                  <CharacterStyleRange><Content>b</Content></CharacterStyleRange>"
            }
        };
        let (start, end) = match sample.main {
            "word/document.xml" => ("<w:p>", "</w:p>"),
            "ppt/slides/slide1.xml" => ("<p:sp><p:txBody><a:p>", "</a:p></p:txBody></p:sp>"),
            "xl/worksheets/sheet1.xml" => ("<row><c t=\"inlineStr\"><is>", "</is></c></row>"),
            "content.xml" => ("<text:p>", "</text:p>"),
            "OEBPS/chapter1.xhtml" => ("<p>", "</p>"),
            _ => ("<ParagraphStyleRange>", "</ParagraphStyleRange>"),
        };
        let paragraph = [start, &run.repeat(3_000), end].concat();
        let bytes = sample.with_text(&paragraph).bytes();
        let document = open(format, &bytes).unwrap();
        assert!(
            texts(&*document).contains(&"ab".repeat(3_000)),
            "{format:?}"
        );
        check(format, &bytes, Ok(document));
    }
}
