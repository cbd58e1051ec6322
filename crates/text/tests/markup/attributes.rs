//! Attributes: those that are read are translated, all others come back as they were.

use dragoman_text::{MarkupOptions, SentenceSplitting};

use crate::{html, identity_of, language, sentences_of, xml_options};

fn sentences(source: &str) -> Vec<String> {
    sentences_of(
        source,
        &MarkupOptions::html(),
        SentenceSplitting::Punctuation,
    )
}

#[test]
fn attributes_that_are_read_are_translated() {
    for (source, expected) in [
        ("<img alt='A cat' src='Not this'>", &["A cat"][..]),
        (
            "<a title=\"More on it\" href='x'>here</a>",
            &["here", "More on it"],
        ),
        (
            "<input placeholder='Your name' value='Not this'>",
            &["Your name"],
        ),
        ("<input type=\"SUBMIT\" value=\"Send it\">", &["Send it"]),
        ("<input value=Go type=button>", &["Go"]),
        (
            "<button aria-label='Close it'>x1</button>",
            &["x1", "Close it"],
        ),
        (
            "<meta name=description content='All about it'>",
            &["All about it"],
        ),
        ("<meta property='og:title' content='A title'>", &["A title"]),
        ("<meta name=viewport content='width=device-width'>", &[]),
        ("<option label='One more'>", &["One more"]),
        ("<img alt='42'>", &[]),
        ("<p translate=no><img alt='A cat'></p>", &[]),
        ("<img translate=no alt='A cat'>", &[]),
        (
            "<iframe title='A map' src='Not this'>nor this</iframe>",
            &["A map"],
        ),
        ("<iframe translate=no title='A map'></iframe>", &[]),
        ("<p translate=no><iframe title='A map'></iframe></p>", &[]),
        ("<style title='Large print'>nor this</style>", &[]),
        ("<img class='notranslate' alt='A cat'>", &[]),
        (
            "<p title='One is here. Two is here.'>",
            &["One is here.", "Two is here."],
        ),
        ("<span data-title='Not this' xtitle='Nor this'></span>", &[]),
    ] {
        assert_eq!(sentences(source), expected, "{source}");
    }
}

#[test]
fn translated_attributes_are_quoted_as_they_were() {
    for (source, expected) in [
        ("<img alt='x'>", "<img alt='a &#39;b\" &amp; &lt;c>'>"),
        (
            "<img alt=\"x\" id=y>",
            "<img alt=\"a 'b&quot; &amp; &lt;c>\" id=y>",
        ),
        ("<img alt=x>", "<img alt=\"a 'b&quot; &amp; &lt;c>\">"),
        (
            "<IMG ALT = 'x' />",
            "<IMG ALT = 'a &#39;b\" &amp; &lt;c>' />",
        ),
        (
            "<p title='x'>1</p>",
            "<p title='a &#39;b\" &amp; &lt;c>'>1</p>",
        ),
    ] {
        let marked = html(source);
        let sentences = marked.sentences(language("en"), SentenceSplitting::Punctuation);
        let translation = "a 'b\" & <c>".to_owned().into();
        assert_eq!(
            marked.restore(&sentences, &[translation], language("de")),
            expected
        );
        assert_eq!(marked.restore(&[], &[], language("de")), source);
    }
}

#[test]
fn references_in_attributes_are_decoded() {
    assert_eq!(
        sentences("<img alt='A &quot;big&quot; cat &copy=1 &amp; me'>"),
        ["A \"big\" cat &copy=1 & me"]
    );
}

#[test]
fn white_space_around_and_between_the_sentences_of_an_attribute_stays() {
    let marked = html("<p title=' One is here.  Two is here. '>Text</p>");
    let sentences = marked.sentences(language("en"), SentenceSplitting::Punctuation);
    let translations = ["Das", "Eins.", "Zwei."].map(|text| text.to_owned().into());
    assert_eq!(
        marked.restore(&sentences, &translations, language("de")),
        "<p title=' Eins.  Zwei. '>Das</p>"
    );
}

#[test]
fn attributes_of_xml_are_left_alone() {
    let source = "<a title='One'  alt = \"it's &lt; &#x41;\n\"\t>two</a >";
    let found = sentences_of(source, &xml_options(), SentenceSplitting::Punctuation);
    assert_eq!(found, ["two"]);
    assert_eq!(identity_of(source, &xml_options()), source);
}
