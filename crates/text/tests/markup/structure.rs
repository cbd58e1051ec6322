//! Which elements of XML part sentences.

use dragoman_text::{MarkupOptions, SentenceSplitting};

use crate::{names, sentences_of, xml_options};

fn sentences(source: &str, options: &MarkupOptions) -> Vec<String> {
    sentences_of(source, options, SentenceSplitting::Punctuation)
}

#[test]
fn the_structure_says_which_elements_part_sentences() {
    for (source, expected) in [
        ("<a>One <b>two</b> three</a>", &["One two three"][..]),
        ("<a><b>One</b><b>two</b></a>", &["One", "two"]),
        ("<a>One <b><c>two</c></b> three</a>", &["One two three"]),
        (
            "<a>One <b><c>two</c> <d>three</d></b></a>",
            &["One two three"],
        ),
        (
            "<a>One <l><i>two</i><i>three</i></l> four</a>",
            &["One", "two", "three", "four"],
        ),
        (
            "<a>One <l>\n<i>two</i>\n<j>three</j>\n</l></a>",
            &["One", "two", "three"],
        ),
        ("<a>One<br/>two</a>", &["One two"]),
        ("<a>One <br/> two</a>", &["One two"]),
        ("<a><br/><b>One</b></a>", &["One"]),
        ("One <b>two</b>", &["One two"]),
        (
            "<r><p>One <b>two</b></p> <p><b>three</b></p></r>",
            &["One two", "three"],
        ),
        (
            "<p>One<![CDATA[ two]]> <b>three</b></p>",
            &["One two three"],
        ),
        ("<p><!-- x --> <b>One</b> <i>two</i></p>", &["One", "two"]),
    ] {
        assert_eq!(sentences(source, &xml_options()), expected, "{source}");
    }
}

#[test]
fn names_given_have_precedence() {
    let options = MarkupOptions {
        splitting_tags: names(&["s", "both"]),
        non_splitting_tags: names(&["n", "both"]),
        ..xml_options()
    };
    for (source, expected) in [
        ("<a>One <s>two</s> three</a>", &["One", "two", "three"][..]),
        (
            "<a>One <b><s>two</s></b> three</a>",
            &["One", "two", "three"],
        ),
        ("<a><n>One</n> <n>two</n></a>", &["One two"]),
        ("<a>One <both>two</both></a>", &["One", "two"]),
        ("<a>One <S>two</S></a>", &["One two"]),
    ] {
        assert_eq!(sentences(source, &options), expected, "{source}");
    }
}

#[test]
fn names_given_hold_for_html_in_any_case() {
    let options = MarkupOptions {
        splitting_tags: names(&["span"]),
        non_splitting_tags: names(&["li", "br"]),
        ..MarkupOptions::html()
    };
    let source = "One <SPAN>two</SPAN><ul><li>three <li>four</ul> five<br>six";
    assert_eq!(
        sentences(source, &options),
        ["One", "two", "three four", "five six"]
    );
}
