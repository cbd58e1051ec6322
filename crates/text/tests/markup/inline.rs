//! What inline markup stands around, and tags around pieces of a translation.

use dragoman_text::{Alignment, Link, SegmentTranslation};
use dragoman_text::{MarkedText, MarkupOptions, SentenceSplitting};

use crate::{html, language, xml_options};

/// What inline markup stands around in each sentence.
fn inline(source: &str, options: &MarkupOptions) -> Vec<Vec<String>> {
    let marked = MarkedText::parse(source, options).unwrap();
    let sentences = marked.sentences(language("en"), SentenceSplitting::Punctuation);
    let parts = |sentence: &dragoman_text::MarkedSentence| {
        let elements = sentence.segment().spans().iter();
        let part = |range: &std::ops::Range<usize>| sentence.text()[range.clone()].to_owned();
        elements.map(part).collect()
    };
    sentences.iter().map(parts).collect()
}

#[test]
fn a_sentence_says_what_its_inline_markup_stands_around() {
    for (source, elements) in [
        ("<p>No markup here.</p>", vec![vec![]]),
        (
            "<p>Press  <i>Continue</i>\n to <b>go <a href=x>on</a></b>.</p>",
            vec![vec!["Continue", "go on", "on"]],
        ),
        ("<p>One <img src=x> and another.</p>", vec![vec![""]]),
        ("<p>Dear <!-- nobody sees this -->reader.</p>", vec![vec![]]),
        ("<p><b>All of it is bold.</b></p>", vec![vec![]]),
        (
            "<p>It was <b>late. Very</b> late.</p>",
            vec![vec![], vec![]],
        ),
        (
            "<p>It was <i>late</i>. It was <u>cold</u>.</p>",
            vec![vec!["late"], vec!["cold"]],
        ),
    ] {
        assert_eq!(inline(source, &MarkupOptions::html()), elements, "{source}");
    }
    let xml = inline(
        "<x>Everyday<b></b> lives <y>go on</y></x> here.",
        &xml_options(),
    );
    assert_eq!(xml, [["Everyday lives go on", "", "go on"]]);
}

#[test]
fn tags_go_around_the_pieces_of_a_translation_that_stand_for_theirs() {
    let source = "<p>Press <i>Continue</i> to go <b>on <u>now</u></b>.</p>";
    let marked = html(source);
    let sentences = marked.sentences(language("en"), SentenceSplitting::Punctuation);
    let [sentence] = sentences.as_slice() else {
        panic!("one sentence");
    };
    let text = sentence.text();
    let at = |text: &str, part: &str| {
        let start = text.rfind(part).unwrap();
        start..start + part.len()
    };
    let parts = ["Press", "Continue", "to go", "on", "now", "."];
    let mut alignment = Alignment::new(parts.iter().map(|part| at(text, part)).collect());
    let german = "Um jetzt gleich fortzufahren, drücken Sie bitte Weiter.";
    for (part, source) in [
        ("jetzt gleich", 4),
        ("fortzufahren", 3),
        (", drücken Sie bitte", 0),
        ("Weiter", 1),
    ] {
        let link = Link {
            source,
            weight: 1.0,
        };
        alignment.push(at(german, part), [link]);
    }
    let alignment = alignment.with_exact_borders();
    let translation = SegmentTranslation::aligned(german.to_owned(), alignment);
    assert_eq!(
        marked.restore(&sentences, &[translation], language("de")),
        "<p>Um <b><u>jetzt gleich</u> fortzufahren</b>, drücken Sie bitte <i>Weiter</i>.</p>"
    );
}
