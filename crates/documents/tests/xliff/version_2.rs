use dragoman_documents::{CodeId, Content, Document, Piece};

use crate::support::*;

const ALL: &str = include_str!("../../testdata/xliff/all-of-2.1.xlf");

fn source(content: &str) -> String {
    format!(
        "<xliff version=\"2.0\" xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" srcLang=\"en\">\
         <file id=\"f\"><unit id=\"u\"><segment><source>{content}</source></segment></unit></file></xliff>"
    )
}

fn target(content: &str, translate: impl Fn(&Content) -> Option<Content>) -> String {
    let output = translated(&source(content), translate);
    let (_, rest) = output.split_once("<target>").unwrap();
    rest.split_once("</target>").unwrap().0.to_owned()
}

#[test]
fn what_is_to_be_translated_becomes_units() {
    let expected = [
        "Press <0>the button</0>[1] now[2].",
        "It opens [0]here.",
        "And closes[0] there.",
        "Not [0] <1>alone</1>, [2] here.",
        "In [0]this[1] order, <2>as [3]it</2> is[4].",
    ];
    assert_eq!(shown(&open(ALL)), expected);
}

#[test]
fn without_translations_nothing_changes() {
    assert_eq!(translated(ALL, |_| None), ALL);
}

#[test]
fn sources_as_translations_give_equal_targets() {
    let output = translated(ALL, same);
    let written = pairs(&output);
    let equal = written
        .iter()
        .filter(|pair| pair.target.as_ref() == Some(&pair.source));
    assert_eq!(equal.count(), open(ALL).units().len());
}

#[test]
fn a_bad_translation_has_every_code_of_its_source_once() {
    for engine in [without_codes, shuffled] {
        let output = translated(ALL, engine);
        let written = pairs(&output);
        let rewritten = written.iter().filter(|pair| {
            let is_kept = Pair::visible(&pair.source) == "Reviewed.";
            pair.target.is_some() && !is_kept
        });
        let mut count = 0;
        for pair in rewritten {
            let target = pair.target.as_ref().unwrap();
            assert_eq!(Pair::tags(target), Pair::tags(&pair.source));
            count += 1;
        }
        assert_eq!(count, open(ALL).units().len());
    }
}

#[test]
fn a_target_comes_behind_the_source_and_its_segment_is_translated() {
    let output = translated(ALL, upper);
    assert!(output.contains(
        "<xlf:segment id=\"s1\" state=\"translated\">\n        <xlf:source>Press <xlf:pc id=\"1\" \
         dataRefStart=\"d1\">the button</xlf:pc><xlf:ph id=\"2\" canCopy=\"no\"/> now<xlf:cp \
         hex=\"001A\"/>.</xlf:source>\n        <xlf:target>PRESS <xlf:pc id=\"1\" \
         dataRefStart=\"d1\">THE BUTTON</xlf:pc><xlf:ph id=\"2\" canCopy=\"no\"/> NOW<xlf:cp \
         hex=\"001A\"/>.</xlf:target>\n      </xlf:segment>"
    ));
    assert!(output.contains("matches:2.0\" trgLang=\"de\">"));
    assert!(output.contains("<xlf:segment id=\"s2\" state=\"translated\">"));
    assert!(!output.contains("subState"));
    assert!(output.contains("<xlf:target>Ein Treffer.</xlf:target>"));
    assert!(output.contains("<xlf:target>Geprüft.</xlf:target>"));
}

#[test]
fn a_target_language_that_differs_is_replaced_on_the_root_and_on_targets() {
    let text = source("a")
        .replace("srcLang=\"en\"", "srcLang=\"en\" trgLang=\"fr\"")
        .replace("<segment>", "<segment state=\"final\">")
        .replace("</source>", "</source><target xml:lang=\"fr\">b</target>");
    let output = translated(&text, upper);
    assert!(output.contains("trgLang=\"de\""));
    assert!(output.contains("<segment state=\"translated\">"));
    assert!(output.contains("<target xml:lang=\"de\">A</target>"));
}

#[test]
fn codes_that_must_keep_their_order_keep_it() {
    let content = "a <ph id=\"1\" canReorder=\"firstNo\"/>b<pc id=\"2\" canReorder=\"no\">c</pc>\
                   <ph id=\"3\"/>";
    let order = |ids: [u32; 3]| {
        move |_: &Content| {
            let codes = ids.into_iter().flat_map(|id| match id {
                1 => vec![Piece::Open(CodeId(1)), Piece::Close(CodeId(1))],
                _ => vec![Piece::Mark(CodeId(id))],
            });
            Some(Content::new(codes.chain([Piece::Text("x".to_owned())])))
        }
    };
    assert_eq!(
        target(content, order([2, 0, 1])),
        "<ph id=\"3\"/><ph id=\"1\" canReorder=\"firstNo\"/><pc id=\"2\" canReorder=\"no\"></pc>x"
    );
    assert_eq!(
        target(content, order([1, 0, 2])),
        "<ph id=\"3\"/>x<ph id=\"1\" canReorder=\"firstNo\"/><pc id=\"2\" canReorder=\"no\"></pc>"
    );
}

#[test]
fn codes_that_belong_together_are_a_stretch_if_they_nest() {
    let shown = |content: &str| shown(&open(source(content))).concat();
    assert_eq!(shown("a<sc id=\"1\"/>b<ec startRef=\"1\"/>"), "a<0>b</0>");
    assert_eq!(
        shown("a<pc id=\"2\">b<sm id=\"1\" type=\"term\"/>c</pc>d<em startRef=\"1\"/>"),
        "a<0>b[1]c</0>d[2]"
    );
    assert_eq!(shown("a<ec id=\"4\" isolated=\"yes\"/>b"), "a[0]b");
}

#[test]
fn what_must_not_be_translated_is_one_code() {
    let shown = |content: &str| shown(&open(source(content))).concat();
    assert_eq!(
        shown("a <mrk id=\"1\" translate=\"no\">b</mrk> c"),
        "a [0] c"
    );
    assert_eq!(
        shown("a <sm id=\"1\" translate=\"no\"/>b <pc id=\"2\">c</pc><em startRef=\"1\"/> d"),
        "a [0] d"
    );
}

#[test]
fn a_file_a_group_and_a_unit_say_what_is_translated() {
    let text = source("a").replace("<file id=\"f\">", "<file id=\"f\" translate=\"no\">");
    assert_eq!(open(text.as_str()).units().len(), 0);
    let text = text.replace("<unit id=\"u\">", "<unit id=\"u\" translate=\"yes\">");
    assert_eq!(open(text).units().len(), 1);
}

#[test]
fn the_next_version_is_read_as_well() {
    for version in ["2.1", "2.2"] {
        let text = source("a").replace("document:2.0", &format!("document:{version}"));
        assert_eq!(open(text).units().len(), 1);
    }
}

#[test]
fn annotations_say_what_is_translated_over_the_borders_of_segments() {
    let segments = |contents: &[&str]| -> String {
        let sources = contents.iter().map(|content| {
            let name = if content.trim().starts_with('<') {
                "ignorable"
            } else {
                "segment"
            };
            format!("<{name}><source>{content}</source></{name}>")
        });
        let text = source("");
        text.replace(
            "<segment><source></source></segment>",
            &sources.collect::<String>(),
        )
    };
    let text = segments(&[
        "t1 <sm id=\"1\" translate=\"no\"/>t2 <sm id=\"2\" translate=\"yes\"/>",
        "t3 <em startRef=\"2\"/>t4 ",
        "t6",
        "<em startRef=\"1\"/>",
        "t5",
    ]);
    assert_eq!(
        shown(&open(text.as_str())),
        ["t1 [0][1][2]", "t3 [0][1]", "t5"]
    );
    let output = translated(&text, upper);
    assert!(output.contains("<target>T1 <sm id=\"1\" translate=\"no\"/>t2 <sm "));
    assert!(output.contains("<target>T3 <em startRef=\"2\"/>t4 </target>"));
    assert!(output.contains("<target>t6</target>"));
    let unit = "<unit id=\"u\" translate=\"no\">";
    let text = segments(&[
        "a1",
        " <sm id=\"1\" translate=\"yes\"/>",
        "a2 <mrk id=\"3\" translate=\"no\">a3 &amp; <mrk id=\"4\" translate=\"yes\">a4</mrk></mrk>",
    ]);
    let text = text.replace("<unit id=\"u\">", unit);
    assert_eq!(shown(&open(text.as_str())), ["a2 <0>[1]<2>a4</2></0>"]);
    assert!(!translated(&text, upper).contains("<target>a1"));
}

#[test]
fn an_end_in_a_protected_stretch_does_not_come_before_its_beginning() {
    let content =
        "a<sc id=\"1\"/>b<sm id=\"2\" translate=\"no\"/>c<ec startRef=\"1\"/><em startRef=\"2\"/>";
    let output = target(content, shuffled);
    let place = |what: &str| output.find(what).unwrap();
    assert!(place("<sc ") < place("<ec "), "{output}");
    assert!(place("<sm ") < place("<em "), "{output}");
}
