//! What XML has besides elements: sections of character data, comments, instructions, references.

use dragoman_text::{MarkupOptions, MarkupVersion, SentenceSplitting};

use crate::{identity_of, names, sentences_of, translate, xml_options};

const NO_LINES: SentenceSplitting = SentenceSplitting::Punctuation;

#[test]
fn whole_documents_and_fragments_come_back_as_they_were() {
    for source in [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- a --><a>One</a>\n<!-- b -->",
        "\u{feff}<?xml version='1.0'?><!DOCTYPE a SYSTEM 'a.dtd'><a:b xmlns:a='u'>One</a:b>",
        "One <b/> two",
        "<a>One</a><a>Two</a>",
        "<a\n  b='1'\n>One</a\n>",
        "<?go on?><a>One <?now 1 > 0?>two<?then?></a>",
        "<a>One<!-- < & > -->, two</a>",
        "<a>1 &lt; 2 &amp;&amp; 3 &gt; 2</a>",
        "<a xml:space=\"preserve\">One  or\n two</a>",
        "<é ü='1'>Één</é>",
        "<br/>One<BR/>",
        "<script>One <b>two</b></script>",
        "",
    ] {
        assert_eq!(identity_of(source, &xml_options()), source);
        assert_eq!(
            identity_of(source, &MarkupOptions::xml(MarkupVersion::V1)),
            source
        );
    }
}

#[test]
fn character_data_is_translated_and_stays_what_it_is() {
    let source = "<a><![CDATA[One & two]]></a>";
    assert_eq!(
        translate(
            source,
            &xml_options(),
            NO_LINES,
            &[("One & two", "1 < 2 ]]> & 3", "")]
        ),
        "<a><![CDATA[1 < 2 ]]]]><![CDATA[> & 3]]></a>"
    );
    for source in [
        source,
        "<a>One <![CDATA[two]]> three</a>",
        "<![CDATA[One. ]]><![CDATA[Two.]]>",
        "<a><![CDATA[]]></a>",
        "<a><![CDATA[ ]]></a>",
    ] {
        assert_eq!(identity_of(source, &xml_options()), source);
    }
}

#[test]
fn what_is_kept_stays_outside_of_character_data() {
    for (source, expected) in [
        (
            "<p>The <![CDATA[doctor knows that Thomas repaired]]> <x>the</x> apple.</p>",
            "<p><![CDATA[Ärztin weiß, dass Thomas]]> <x>the</x> Apfel repariert hat.</p>",
        ),
        (
            "<p>The <![CDATA[doctor <b>knows</b> that Thomas repaired]]> <x>the</x> apple.</p>",
            "<p><![CDATA[Ärztin <b>weiß</b>, dass Thomas]]> <x>the</x> Apfel repariert hat.</p>",
        ),
    ] {
        let options = MarkupOptions {
            ignore_tags: names(&["x"]),
            ..xml_options()
        };
        let translation = (
            "The doctor knows that Thomas repaired the apple.",
            "Ärztin weiß, dass Thomas the Apfel repariert hat.",
            "1-0 2-1 3-2 4-3 6-4 7-5 5-6 5-7",
        );
        let found = translate(source, &options, NO_LINES, &[translation]);
        assert_eq!(found, expected);
    }
}

#[test]
fn html_in_character_data_is_read_as_html() {
    let source = "<item><![CDATA[<p>One <b>red</b> car &amp; me</p><br><p>Two<img alt='A cat'></p>]]></item>";
    let expected = "<item><![CDATA[<p>Une voiture <b>rouge</b> &amp; moi</p><br><p>Deux<img alt='A cat'></p>]]></item>";
    let translations = [
        (
            "One red car & me",
            "Une voiture rouge & moi",
            "0-0 2-1 1-2 3-3 4-4",
        ),
        ("Two", "Deux", "0-0"),
    ];
    assert_eq!(
        translate(source, &xml_options(), NO_LINES, &translations),
        expected
    );
    let unclosed = "<item><![CDATA[<p>One</b> two]]></item>";
    assert_eq!(
        identity_of(unclosed, &xml_options()),
        "<item><![CDATA[<p>One two</p>]]></item>"
    );
}

#[test]
fn broken_xml_is_repaired_in_version_1() {
    let options = MarkupOptions::xml(MarkupVersion::V1);
    for (source, expected) in [
        ("<a>One", "<a>One</a>"),
        ("One</a>", "One"),
        ("<a><b>One</a></b>", "<a><b>One</b></a>"),
        (
            "<a>One & two < three</a>",
            "<a>One &amp; two &lt; three</a>",
        ),
        (
            "<a>One&nbsp;two &unknown;</a>",
            "<a>One\u{a0}two &unknown;</a>",
        ),
        ("<a x=1 y>One</a>", "<a x=1 y>One</a>"),
        ("<A>One</a>", "<A>One</A>"),
        ("<p>One<p>Two</p></p>", "<p>One<p>Two</p></p>"),
        ("<![CDATA[One", "<![CDATA[One]]>"),
        ("<!-- One", "<!-- One-->"),
        ("<a>One\u{1}</a>", "<a>One</a>"),
    ] {
        assert_eq!(identity_of(source, &options), expected, "{source}");
    }
}

#[test]
fn references_to_entities_of_the_document_are_kept() {
    let source = "<a>The &product; &copy; R&D; is <b>&not-known; now</b> & here;</a>";
    let translation = (
        "The &product; © R&D; is &not-known; now & here;",
        "&not-known; ist &product; © R&D; jetzt & hier;",
        "",
    );
    let options = MarkupOptions::xml(MarkupVersion::V1);
    assert_eq!(
        translate(source, &options, NO_LINES, &[translation])
            .replace("<b>", "")
            .replace("</b>", ""),
        "<a>&not-known; ist &product; © R&D; jetzt &amp; hier;</a>"
    );
}

#[test]
fn characters_that_xml_does_not_have_are_left_out_of_translations() {
    let found = translate(
        "<a>One</a>",
        &xml_options(),
        NO_LINES,
        &[("One", "Ei\u{0}n\u{ffff}s", "")],
    );
    assert_eq!(found, "<a>Eins</a>");
}

#[test]
fn references_become_characters_for_the_translator() {
    let found = sentences_of(
        "<a>One &#x26; t&#119;o &apos;&quot; &#000000000000000000000000000000000000000000065;</a>",
        &xml_options(),
        NO_LINES,
    );
    assert_eq!(found, ["One & two '\" A"]);
}
