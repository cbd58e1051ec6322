use dragoman_documents::{Content, Piece};

use crate::common::{units, write};
use crate::support::*;

const GUIDE: &str = include_str!("../../testdata/xml/guide.xml");

fn texts(text: &str) -> Vec<String> {
    units(Format::Xml.open(text).as_ref())
}

/// A document with these translations, in short.
fn replaced(text: &str, translations: &[&str]) -> String {
    let output = write(Format::Xml.open(text).as_mut(), translations);
    String::from_utf8(output).unwrap()
}

fn warnings(text: &str) -> Vec<String> {
    let document = Format::Xml.open(text);
    let warnings = document.warnings().iter();
    warnings.map(|warning| warning.to_string()).collect()
}

#[test]
fn all_texts_of_a_document_are_units() {
    let expected = [
        "Lamps & bulbs",
        "Turn the <1>red <2>switch</2></1> to {3}{4} {5} now.",
        "All of this.",
        "Seen{1} once.",
        "Or <1>heard</1>.",
        "See:",
        "one bulb",
        "two bulbs",
        "and so on.",
        "Loose",
        "Press {1} twice.",
        "A \"lamp\"",
        "First <1>bold</1> line.",
        "Second ]]> line.",
        "One <1>word</1>.",
        "Two.",
        "Mixed <1>{2} & ready</1> text.",
        "A line\n  and another",
        "A lamp.",
    ];
    assert_eq!(texts(GUIDE), expected);
}

#[test]
fn without_a_translation_a_document_stays_byte_for_byte() {
    assert_eq!(Format::Xml.translated(GUIDE, Clone::clone), GUIDE);
    let lines = GUIDE.replace('\n', "\r\n");
    assert_eq!(Format::Xml.translated(&lines, Clone::clone), lines);
    let marked = format!("\u{feff}{GUIDE}");
    assert_eq!(Format::Xml.translated(&marked, Clone::clone), marked);
}

#[test]
fn what_is_not_translated_stays_byte_for_byte_beside_what_is() {
    let output = Format::Xml.translated(GUIDE, upper);
    let (head, _) = GUIDE.split_once("<title>").unwrap();
    assert!(
        output.starts_with(&head.replace("'en-GB'", "'de'")),
        "{output}"
    );
    for kept in [
        "<title>  LAMPS &amp; BULBS </title>",
        "<b>RED <i>SWITCH</i></b> TO <state name=\"on\"/><!-- sic --> &product; NOW.</para>",
        "<para>SEEN<aside>OR <b>HEARD</b>.</aside> ONCE.</para>",
        "SEE:\n    <list>\n      <item>ONE BULB</item>",
        "<serial>Number Seven</serial>",
        "Fixed <b translate=\"yes\">LOOSE</b> text",
        "<figure caption=\"A &quot;LAMP&quot;\" file=\"A lamp.png\"/>",
        "<![CDATA[<p>FIRST <b>BOLD</b> LINE.</p><p>SECOND ]]]]><![CDATA[> LINE.</p>]]>",
        "&lt;p&gt;ONE &lt;i&gt;WORD&lt;/i&gt;.&lt;/p&gt;&lt;p>TWO.&lt;/p>",
        "MIXED <![CDATA[<raw> & READY]]> TEXT.",
        "A LINE\n  AND ANOTHER</verse>",
        "<para xml:lang=\"fr\">Une lampe.</para>",
        "<para xml:lang=\"de\">A LAMP.</para>",
        "<data>lamp_id</data>",
        "<!-- end -->\n",
    ] {
        assert!(output.contains(kept), "{kept}\n{output}");
    }
}

#[test]
fn codes_go_where_a_translation_has_them() {
    let text = "<a>one <b x='1'>two<c/></b> <![CDATA[<three>]]> four</a>";
    assert_eq!(texts(text), ["one <1>two{2}</1> <3>{4}</3> four"]);
    assert_eq!(
        replaced(text, &["<3>V{2}{4}IER</3> <1>& ZWEI</1> EINS"]),
        "<a><![CDATA[V]]><c/><![CDATA[<three>IER]]> <b x='1'>&amp; ZWEI</b> EINS</a>"
    );
    assert_eq!(
        replaced(text, &["EINS"]),
        "<a>EINS<c/><![CDATA[<three>]]><b x='1'></b></a>"
    );
}

#[test]
fn codes_take_the_namespaces_with_them_that_are_declared_around_them() {
    let text = "<a><p>See <m:math xmlns:m=\"urn:m\" xmlns=\"urn:n\" id=\"1\">the <m:mi xmlns=\"\">x</m:mi> \
                <m:hr/> term</m:math> here</p></a>";
    assert_eq!(texts(text), ["See <1>the <2>x</2> {3} term</1> here"]);
    assert_eq!(
        replaced(text, &["<2>x</2> {3} hier <1>Term</1>"]),
        "<a><p><m:mi xmlns:m=\"urn:m\" xmlns=\"\">x</m:mi> <m:hr xmlns:m=\"urn:m\" xmlns=\"urn:n\"/> hier \
         <m:math xmlns:m=\"urn:m\" xmlns=\"urn:n\" id=\"1\">Term</m:math></p></a>"
    );
    assert_eq!(
        replaced(text, &["<1>der {3} <2>x</2> Term</1> hier"]),
        "<a><p><m:math xmlns:m=\"urn:m\" xmlns=\"urn:n\" id=\"1\">der <m:hr/> <m:mi xmlns=\"\">x</m:mi> Term\
         </m:math> hier</p></a>"
    );
}

#[test]
fn text_in_a_section_needs_no_escapes_but_an_end_that_is_not_one() {
    let text = "<a><![CDATA[ a & b ]]></a>";
    let output =
        Format::Xml.translated(text, |_| Content::new([Piece::Text("<&]]> é".to_owned())]));
    assert_eq!(output, "<a><![CDATA[ <&]]]]><![CDATA[> é ]]></a>");
}

#[test]
fn text_with_tags_is_html_with_references_of_its_own() {
    let text = "<a><b><![CDATA[<i>caf&eacute;</i> &lt;x> A&B]]></b>\
        <c>&lt;i&gt;one&lt;/i&gt;&amp;nbsp;&amp;amp;lt; two</c><d>&amp;nbsp; three</d></a>";
    assert_eq!(
        texts(text),
        [
            "<1>café</1> <x> A&B",
            "<1>one</1>\u{a0}&lt; two",
            "&nbsp; three"
        ]
    );
    assert_eq!(
        Format::Xml.translated(text, upper),
        "<a><b><![CDATA[<i>CAFÉ</i> &lt;X> A&B]]></b>\
        <c>&lt;i&gt;ONE&lt;/i&gt;\u{a0}&amp;amp;LT; TWO</c><d>&amp;NBSP; THREE</d></a>"
    );
}

#[test]
fn languages_within_a_text_are_those_of_the_translation() {
    let text = "<a xml:lang='en-US'>one <b xml:lang='en'>two</b> <b xml:lang='la'>tres</b> <c \
        translate='no' xml:lang='en'>four</c></a>";
    assert_eq!(
        replaced(text, &["<1>ZWEI</1> {2} {3} EINS"]),
        "<a xml:lang='de'><b xml:lang='de'>ZWEI</b> <b xml:lang='la'>tres</b> <c translate='no' \
        xml:lang='en'>four</c> EINS</a>"
    );
}

#[test]
fn an_inline_element_without_text_around_it_is_a_text_of_its_own() {
    assert_eq!(texts("<a><b>One</b><b>Two</b></a>"), ["One", "Two"]);
    assert_eq!(
        texts("<a>x <b>One</b><b>Two</b></a>"),
        ["x <1>One</1><2>Two</2>"]
    );
}

#[test]
fn what_an_element_says_goes_before_rules_and_the_last_rule_before_others() {
    let text = "<a xmlns:i='http://www.w3.org/2005/11/its'>\
        <i:rules><i:translateRule selector='//c' translate='no'/>\
        <i:translateRule selector='/a/b/c' translate='yes'/>\
        <i:preserveSpaceRule selector='//d' space='preserve'/></i:rules>\
        <c>One two</c><b><c>Three four</c></b><c i:translate='yes'>Five six</c>\
        <d>Seven\n eight</d><d>Nine <i:span translate='no'>ten</i:span></d>\
        <string translatable='false'>Eleven</string></a>";
    assert_eq!(
        texts(text),
        ["Three four", "Five six", "Seven\n eight", "Nine {1}"]
    );
    assert_eq!(warnings(text), Vec::<String>::new());
}

#[test]
fn what_was_not_understood_is_told() {
    let text = "<a xmlns:its='http://www.w3.org/2005/11/its' xmlns:x='http://www.w3.org/1999/xlink'>\
        <its:rules queryLanguage='css' x:href='more.xml'>\
        <its:translateRule selector='//b[1]' translate='no'/></its:rules><b>Text</b></a>";
    assert_eq!(texts(text), ["Text"]);
    assert_eq!(warnings(text).len(), 3);
    assert!(warnings(text)[2].contains("//b[1]"));
    let told = warnings(GUIDE).join("\n");
    assert!(
        told.contains("entities") && told.contains("\"fr\""),
        "{told}"
    );
}

#[test]
fn what_is_told_quotes_the_beginning_of_long_names() {
    let long = "x".repeat(5_000);
    let text = format!(
        "<a xmlns:its='http://www.w3.org/2005/11/its' xmlns:x='http://www.w3.org/1999/xlink'>\
        <its:rules queryLanguage='{long}' x:href='{long}'>\
        <its:translateRule selector='//b[{long}]' translate='no'/></its:rules><b>Text</b></a>"
    );
    let told = warnings(&text);
    assert_eq!(told.len(), 3);
    assert!(told.iter().all(|message| message.len() < 300), "{told:?}");
}

#[test]
fn a_document_that_does_not_say_its_language_keeps_what_its_parts_say() {
    let text = "<a><b xml:lang='en'>One</b><b xml:lang='fr'>Un</b></a>";
    assert_eq!(
        Format::Xml.translated(text, upper),
        "<a><b xml:lang='en'>ONE</b><b xml:lang='fr'>UN</b></a>"
    );
}

#[test]
fn encodings_are_kept() {
    let text = "<?xml version='1.0' encoding='UTF-16'?><a>Größe <b>x</b></a>";
    let little: Vec<u8> = ("\u{feff}".to_owned() + text)
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let mut document = Format::Xml.try_open(&little).unwrap();
    assert_eq!(written(document.as_mut(), Clone::clone), little);
    let expected = "\u{feff}<?xml version='1.0' encoding='UTF-16'?><a>日 <b>X</b></a>";
    let expected: Vec<u8> = expected.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(write(document.as_mut(), &["日 <1>X</1>"]), expected);

    let latin = b"<?xml version='1.0' encoding='iso-8859-1'?><a>\xe9 x <![CDATA[<b> y]]></a>";
    let mut document = Format::Xml.try_open(latin).unwrap();
    assert_eq!(written(document.as_mut(), Clone::clone), latin);
    let every = |content: &Content| {
        let pieces = content.pieces().iter();
        Content::new(pieces.map(|piece| match piece {
            Piece::Text(_) => Piece::Text("\u{e9}日".to_owned()),
            code => code.clone(),
        }))
    };
    let output = written(document.as_mut(), every);
    let body: &[u8] = b"<a>\xe9&#26085;<![CDATA[<b>\xe9]]>&#26085;</a>";
    assert!(output.ends_with(body), "{}", output.escape_ascii());
}
