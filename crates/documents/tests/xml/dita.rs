use crate::common::{options, units, write};
use crate::support::*;

const TASK: &str = include_str!("../../testdata/dita/lamp.dita");
const MAP: &str = include_str!("../../testdata/dita/lamps.ditamap");

fn texts(text: &str) -> Vec<String> {
    units(Format::Dita.open(text).as_ref())
}

/// The document with its only text translated into a language.
fn into(target: &str, text: &str) -> String {
    let mut document = Format::Dita
        .open_with(text.as_bytes(), &options(target))
        .unwrap();
    String::from_utf8(written(document.as_mut(), upper)).unwrap()
}

#[test]
fn the_texts_of_a_topic_are_those_that_people_read() {
    let expected = [
        "Changing a <1>bulb</1>",
        "A bulb is changed with {1} and some patience.",
        "bulbs{1}",
        "changing",
        "light",
        "dark",
        "How to change bulbs",
        "Before you start{1}:",
        "Or later.",
        "Switch {1} off.",
        "Wait.",
        "and breathe.",
        "Choose <1><2>File</2><3>Light</3></1>.",
        "Type {1} in {2}, not {3}.",
        "See {1} and <2>the other{3}</2>.",
        "A small lamp",
        "More on it",
        "{1}It is dark{2}.",
        "darkness",
        "Verse",
        "One line\n  and another",
        "but this",
        "Beware",
        "It is <1>hot</1>.",
        "Given {1} as the {2} says.",
        "Other lamps",
    ];
    assert_eq!(texts(TASK), expected);
}

#[test]
fn a_map_has_titles_in_attributes_and_elements() {
    let expected = [
        "All about <1>lamps</1>",
        "The & lamp",
        "Lamps",
        "wick",
        "The end",
    ];
    assert_eq!(texts(MAP), expected);
    let output = Format::Dita.translated(MAP, upper);
    for kept in [
        "<bookmap xml:lang=\"de\">",
        "<bookpartno>Part One</bookpartno>",
        "<chapter href=\"lamp.dita\" navtitle=\"THE &amp; LAMP\" keys=\"lamp\">",
        "<topicref href=\"Other.dita\" navtitle=\"Fixed\" translate=\"no\"/>",
    ] {
        assert!(output.contains(kept), "{kept}\n{output}");
    }
}

#[test]
fn without_a_translation_topics_and_maps_stay_byte_for_byte() {
    for text in [TASK, MAP] {
        assert_eq!(Format::Dita.translated(text, Clone::clone), text);
    }
}

#[test]
fn what_is_not_translated_stays_byte_for_byte_beside_what_is() {
    let output = Format::Dita.translated(TASK, upper);
    let (head, _) = TASK.split_once("<title>").unwrap();
    assert!(output.starts_with(&head.replace("en-us", "de")), "{output}");
    for kept in [
        "<ph conref=\"names.dita#n/hand\"></ph>",
        "<author>Ann Author</author>",
        "<prodname>Lamp One</prodname>",
        "BEFORE YOU START<fn>OR LATER.</fn>:\n<ul><li>SWITCH &lamp; OFF.</li>",
        "<indexterm>BULBS<indexterm>CHANGING</indexterm></indexterm>",
        "<userinput>off now</userinput> IN <filepath>/dev/Lamp</filepath>, NOT <codeph>Off</codeph>.",
        "<codeblock>lamp --Off\n  now</codeblock>",
        "<image href=\"lamp.png\"><alt>A SMALL LAMP</alt></image>",
        "<xref href=\"x.dita\">THE OTHER<desc>MORE ON IT</desc></xref>.",
        "<draft-comment author=\"me\">Is this true?</draft-comment>IT IS",
        "<lines>ONE LINE\n  AND ANOTHER</lines>",
        "Not this, <ph translate=\"yes\">BUT THIS</ph>.",
        "<note type=\"other\" othertype=\"BEWARE\">",
        "GIVEN <math:f xmlns:math=\"urn:m\">E is m</math:f> AS THE &lt;p&gt; SAYS.",
        "<p xml:lang=\"fr\">Une lampe.</p>",
    ] {
        assert!(output.contains(kept), "{kept}\n{output}");
    }
}

#[test]
fn texts_within_codes_go_where_their_codes_go() {
    let text = "<p>One<fn>two <b>three</b><indexterm>four</indexterm></fn> five</p>";
    assert_eq!(texts(text), ["One{1} five", "two <1>three</1>{2}", "four"]);
    let mut document = Format::Dita.open(text);
    let output = write(
        document.as_mut(),
        &["FÜNF {1} EINS", "{2}<1>DREI</1> ZWEI", "VIER"],
    );
    assert_eq!(
        String::from_utf8(output).unwrap(),
        "<p>FÜNF <fn><indexterm>VIER</indexterm><b>DREI</b> ZWEI</fn> EINS</p>"
    );
    let output = write(document.as_mut(), &["", "", "VIER"]);
    assert_eq!(
        String::from_utf8(output).unwrap(),
        text.replace("four", "VIER")
    );
}

#[test]
fn the_root_says_language_and_direction_of_the_translation() {
    let text = "<topic id='t' xml:lang='en'><title>Lamp</title></topic>";
    let expected = "<topic dir=\"rtl\" id='t' xml:lang='ar'><title>LAMP</title></topic>";
    assert_eq!(into("ar", text), expected);
    let back = "<topic dir=\"rtl\" id='t' xml:lang='ar'><title>Lamp</title></topic>";
    let expected = "<topic dir=\"ltr\" id='t' xml:lang='de'><title>LAMP</title></topic>";
    assert_eq!(into("de", back), expected);
    assert_eq!(
        into("he", "<topic><title>1</title></topic>"),
        "<topic><title>1</title></topic>"
    );
}

#[test]
fn a_protected_element_is_translated_where_it_says_so() {
    assert_eq!(
        texts(
            "<p><codeblock translate='yes'>Do\n it</codeblock><p conkeyref='a/b'>Old text</p></p>"
        ),
        ["Do\n it"]
    );
}
