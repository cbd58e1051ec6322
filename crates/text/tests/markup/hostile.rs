//! Large and malicious markup: nothing panics, overflows the stack or takes more than linear time.

use dragoman_text::{MarkedText, MarkupOptions, MarkupVersion, SentenceSplitting};

use crate::{identical, identity, identity_of, language, text_of, xml_options};

#[test]
fn deep_nesting_is_bounded() {
    let source = format!("{}text{}", "<b>".repeat(100_000), "</b>".repeat(100_000));
    let restored = identity(&source);
    assert_eq!(restored.matches("<b>").count(), 100_000);
    assert_eq!(restored.matches("</b>").count(), 100_000);
    assert_eq!(text_of(&restored), "text");
    let restored = identity_of(&source, &MarkupOptions::xml(MarkupVersion::V1));
    assert_eq!(restored.matches("</b>").count(), 100_000);
}

#[test]
fn nested_elements_in_one_sentence_are_all_placed() {
    let source = format!("{}z{}", "<b>x ".repeat(500), "</b> y".repeat(500));
    assert_eq!(identity(&source), source);
    assert_eq!(identity_of(&source, &xml_options()), source);
}

/// Texts that a careless implementation would take quadratic time or memory for.
fn large() -> Vec<String> {
    const SIZE: usize = 20_000;
    let repeat = |piece: &str| piece.repeat(SIZE / piece.len());
    vec![
        repeat("<"),
        repeat("<a"),
        repeat("<a "),
        repeat("<a b='"),
        repeat("</"),
        repeat("<!--"),
        repeat("<![CDATA["),
        repeat("<!DOCTYPE a ["),
        repeat("<!DOCTYPE a []"),
        repeat("&"),
        repeat("&#1"),
        repeat("&amp;"),
        repeat("<i></i>"),
        format!("a{}b", repeat("<i></i>")),
        repeat("<i>a</i>"),
        repeat("<i>a</i> "),
        repeat("a <i>a</i> "),
        repeat("<b>a. </b>"),
        repeat("<code>a</code> "),
        repeat("x<code>ab</code>"),
        repeat("<p title='a'>"),
        repeat("<li>a"),
        repeat("<img>"),
        format!("a {} b", repeat("<img> ")),
        repeat("<!-- a -->b"),
        repeat(" \n"),
        format!("{}a. A. B. C.", repeat(" ")),
        repeat("<title>"),
        repeat("<table><tr><td>"),
        format!("<div translate=no>{}", repeat("<b translate=yes>a</b>")),
        format!("<div translate=no>{}", repeat("<i>")),
        format!("<a {}>x</a>", repeat("b='c' ")),
        repeat("<svg><p>"),
        repeat("</p>"),
        repeat("a<wbr>"),
        repeat("\u{301}"),
        repeat("'s"),
        repeat("&x; "),
        repeat("{a}<b>b</b>"),
        repeat("%d<b>a "),
        (0..4_000).map(|name| format!("{{{name}}} a ")).collect(),
    ]
}

#[test]
fn large_texts_of_any_kind_are_taken_and_given_back() {
    let options = [MarkupOptions::html(), MarkupOptions::xml(MarkupVersion::V1)];
    for source in large() {
        for options in &options {
            let marked = MarkedText::parse(&source, options).unwrap();
            let sentences = marked.sentences(language("en"), SentenceSplitting::Off);
            let translations: Vec<_> = sentences
                .iter()
                .map(|sentence| identical(sentence.text()))
                .collect();
            let restored = marked.restore(&sentences, &translations, language("de"));
            assert!(restored.len() <= 8 * source.len() + 1_000, "{:.40}", source);
            let unaligned: Vec<_> = sentences
                .iter()
                .map(|sentence| sentence.text().to_owned().into())
                .collect();
            let restored = marked.restore(&sentences, &unaligned, language("de"));
            assert!(restored.len() <= 8 * source.len() + 1_000, "{:.40}", source);
        }
        // Whether it is refused does not matter here.
        let _ = MarkedText::parse(&source, &xml_options());
    }
}
