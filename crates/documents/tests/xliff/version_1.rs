use dragoman_documents::{Content, Document, Piece};

use crate::support::*;

const ALL: &str = include_str!("../../testdata/xliff/all-of-1.2.xlf");

/// A document with this in its only file.
fn document(body: &str) -> String {
    format!(
        "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\">\
         <file original=\"a\" datatype=\"plaintext\" source-language=\"en\" target-language=\"de\">\
         <body>{body}</body></file></xliff>"
    )
}

fn source(content: &str) -> String {
    document(&format!(
        "<trans-unit id=\"1\"><source>{content}</source></trans-unit>"
    ))
}

/// The content of the first target that is written for a source.
fn target(content: &str, translate: impl Fn(&Content) -> Option<Content>) -> String {
    first_target(&translated(&source(content), translate))
}

/// The tags of codes, without those of segments and annotations.
fn codes(items: &[Item]) -> Vec<String> {
    let tags = Pair::tags(items).into_iter().map(str::to_owned);
    tags.filter(|tag| !tag.contains("mrk")).collect()
}

fn first_target(written: &str) -> String {
    let (_, rest) = written.split_once("<target").unwrap();
    let (target, _) = rest.split_once("</target>").unwrap();
    target.split_once('>').unwrap().1.to_owned()
}

#[test]
fn what_is_to_be_translated_becomes_units() {
    let document = open(ALL);
    let expected = [
        "Plain & simple – \"text\"",
        "Press <0>the <1>red</1> button</0>[2] now.",
        "Go <0>home</0> or [1]stay[2].",
        "A hint",
        "A [0] dog",
        "Not left alone.",
        "First one.",
        "Second <0>one</0>.",
        "<b>Bold</b> & brave",
        "Say [0] and <1>translate</1>.",
        "A text that is laid out over two lines.",
        "Within.",
        "Bonjour.",
    ];
    assert_eq!(shown(&document), expected);
}

#[test]
fn without_translations_nothing_changes() {
    assert_eq!(translated(ALL, |_| None), ALL);
    let with_crlf = ALL.replace('\n', "\r\n");
    assert_eq!(translated(&with_crlf, |_| None), with_crlf);
}

#[test]
fn sources_as_translations_give_equal_targets() {
    for text in [ALL.to_owned(), ALL.replace('\n', "\r\n")] {
        let output = translated(&text, same);
        for pair in pairs(&output) {
            let finished = ["Approved.", "Final."].map(str::to_owned);
            let is_left = finished.contains(&Pair::visible(&pair.source));
            if let Some(target) = pair.target.filter(|_| !is_left) {
                let one_line = |items| Pair::visible(items).split_whitespace().collect::<String>();
                assert_eq!(one_line(&target), one_line(&pair.source));
                assert_eq!(codes(&target), codes(&pair.source));
            }
        }
    }
}

#[test]
fn a_bad_translation_has_every_code_of_its_source_once() {
    for engine in [without_codes, shuffled] {
        let output = translated(ALL, engine);
        let written = pairs(&output);
        assert_eq!(written.len(), pairs(ALL).len());
        for pair in written {
            let Some(target) = &pair.target else { continue };
            assert_eq!(codes(target), codes(&pair.source));
        }
    }
}

#[test]
fn a_target_comes_right_behind_the_source_and_is_marked_as_a_machine_translation() {
    let output = translated(ALL, upper);
    assert!(output.contains(
        "<source>Plain &amp; simple &#8211; \"text\"</source>\n        <target xml:lang=\"de\" \
         state=\"needs-review-translation\" state-qualifier=\"mt-suggestion\">PLAIN &amp; SIMPLE – \
         \"TEXT\"</target>\n        <note>A note stays.</note>"
    ));
    assert!(output.contains("source-language=\"en\" target-language=\"de\">"));
    let again = open(output);
    assert_eq!(shown(&again), shown(&open(ALL)));
}

#[test]
fn a_target_that_is_there_keeps_its_place_and_its_other_attributes() {
    let output = translated(ALL, upper);
    assert!(output.contains(
        "<target xml:lang=\"de\" state='needs-review-translation' state-qualifier=\"mt-suggestion\" \
         phase-name=\"p\"><mrk mid=\"a\" mtype=\"seg\">FIRST ONE.</mrk> <mrk mid=\"b\" mtype=\"seg\">\
         SECOND <bx id=\"1\"/>ONE<ex id=\"1\"/>.</mrk> <mrk mid=\"c\" mtype=\"seg\">3.</mrk></target>\n"
    ));
    assert!(output.contains("<target>Der erste.</target></alt-trans>"));
}

#[test]
fn a_segment_without_a_translation_keeps_that_of_the_file() {
    let only_second = |content: &Content| {
        let is_second = content.text().starts_with("Second");
        upper(content).filter(|_| is_second)
    };
    let output = translated(ALL, only_second);
    assert!(output.contains(">Erster.</mrk> <mrk mid=\"b\" mtype=\"seg\">SECOND <bx"));
}

#[test]
fn finished_translations_stay() {
    let kept = [
        "<trans-unit id=\"1\" approved=\"yes\"><source>A</source><target>B</target></trans-unit>",
        "<trans-unit id=\"1\"><source>A</source><target state=\"final\">B</target></trans-unit>",
        "<trans-unit id=\"1\"><source>A</source><target state=\"signed-off\">B</target></trans-unit>",
        "<trans-unit id=\"1\"><source>A</source><target state=\"translated\">B</target></trans-unit>",
    ];
    for unit in kept {
        let document = open(document(unit));
        assert_eq!(document.units(), []);
        let message = "Translations that are marked as finished in the file were kept: 1.";
        assert_eq!(document.warnings()[0].to_string(), message);
    }
    let some = [
        kept[1],
        kept[2],
        "<trans-unit id=\"2\"><source>C</source></trans-unit>",
    ];
    let partly = open(document(&some.concat()));
    let warnings = partly.warnings().iter().map(ToString::to_string);
    assert_eq!(
        warnings.collect::<Vec<_>>(),
        [
            "Translations that are marked as finished in the file were kept: 2.",
            "Texts that had no finished translation were translated: 1.",
        ]
    );
    let replaced = [
        "<trans-unit id=\"1\"><source>A</source><target>B</target></trans-unit>",
        "<trans-unit id=\"1\" approved=\"yes\"><source>A</source><target> </target></trans-unit>",
        "<trans-unit id=\"1\"><source>A</source><target state=\"new\">B</target></trans-unit>",
        "<trans-unit id=\"1\" approved=\"yes\"><source>A</source>\
         <target><mrk mtype=\"seg\" mid=\"1\"/></target></trans-unit>",
        "<trans-unit id=\"1\" approved=\"yes\"><source>A</source>\
         <target xml:lang=\"fr\">B</target></trans-unit>",
    ];
    for unit in replaced {
        assert_eq!(open(document(unit)).units().len(), 1, "{unit}");
    }
}

#[test]
fn a_new_target_in_an_approved_unit_is_not_approved() {
    let unit = "<trans-unit id=\"1\" approved=\"yes\"><source>a</source><target/></trans-unit>";
    let output = translated(&document(unit), upper);
    assert!(output.contains("<trans-unit id=\"1\" approved=\"no\"><source>a</source><target "));
    assert_eq!(first_target(&output), "A");
}

#[test]
fn codes_that_belong_together_are_a_stretch_if_they_nest() {
    let shown = |content: &str| shown(&open(source(content))).concat();
    assert_eq!(
        shown("a<bpt id=\"1\" rid=\"7\">{</bpt>b<ept id=\"2\" rid=\"7\">}</ept>c"),
        "a<0>b</0>c"
    );
    assert_eq!(
        shown(
            "a<bpt id=\"1\">{</bpt>b<bpt id=\"2\">[</bpt>c<ept id=\"1\">}</ept>d<ept id=\"2\">]</ept>"
        ),
        "a<0>b[1]c</0>d[2]"
    );
    assert_eq!(
        shown("a<g id=\"3\">b<bx id=\"1\"/>c</g>d<ex id=\"1\"/>"),
        "a<0>b[1]c</0>d[2]"
    );
    assert_eq!(
        shown("a<ept id=\"1\">}</ept>b<bpt id=\"2\">{</bpt>"),
        "a[0]b[1]"
    );
    assert_eq!(shown("a<bx id=\"1\"/>b<ept id=\"1\">}</ept>"), "a[0]b[1]");
}

#[test]
fn an_end_never_comes_before_its_beginning() {
    let overlapping = "a<bx id=\"1\"/>b<bx id=\"2\"/>c<ex id=\"1\"/>d<ex id=\"2\"/>";
    let output = target(overlapping, shuffled);
    for id in [1, 2] {
        let begin = output.find(&format!("<bx id=\"{id}\"/>")).unwrap();
        let end = output.find(&format!("<ex id=\"{id}\"/>")).unwrap();
        assert!(begin < end, "{output}");
    }
}

#[test]
fn texts_within_codes_of_texts_within_codes_are_units_of_their_own() {
    let content = "Look: <ph id=\"1\">&lt;img alt=\"<sub>A <it id=\"2\" pos=\"open\">&lt;b title=\"<sub>so bold\
                   </sub>\"></it>dog</sub>\"/></ph>";
    assert_eq!(
        shown(&open(source(content))),
        ["Look: [0]", "A [0]dog", "so bold"]
    );
    let replaced = |pairs: &[(&str, &str)]| {
        let pairs = pairs.iter();
        pairs.fold(content.to_owned(), |text, (from, to)| {
            text.replace(from, to)
        })
    };
    let all = [("Look", "LOOK"), ("dog", "DOG"), ("so bold", "SO BOLD")];
    assert_eq!(target(content, upper), replaced(&all));
    let inner = |content: &Content| upper(content).filter(|_| content.text() == "so bold");
    assert_eq!(target(content, inner), replaced(&[("so bold", "SO BOLD")]));
    let outer = |content: &Content| upper(content).filter(|_| content.text() == "A dog");
    assert_eq!(target(content, outer), replaced(&[("dog", "DOG")]));
}

#[test]
fn texts_of_what_is_embedded_are_translated() {
    let unit = |more: &str, target: &str| {
        format!(
            "<bin-unit id=\"1\" mime-type=\"a/b\"{more}><bin-source><internal-file>One two</internal-file>\
             </bin-source><note>no</note><trans-unit id=\"2\"><source>One</source>{target}</trans-unit></bin-unit>"
        )
    };
    let target = "<target xml:lang=\"de\" state=\"needs-review-translation\" \
                  state-qualifier=\"mt-suggestion\">ONE</target>";
    assert_eq!(
        translated(&document(&unit("", "")), upper),
        document(&unit("", target))
    );
    let kept = document(&unit(" translate=\"no\"", ""));
    assert_eq!(translated(&kept, upper), kept);
}

#[test]
fn segments_that_lack_codes_of_their_source_are_not_heeded() {
    let unit = |divided: &str| {
        document(&format!(
            "<trans-unit id=\"1\"><source>One. <g id=\"1\">Two.</g><x id=\"2\"/></source>\
             <seg-source>{divided}</seg-source></trans-unit>"
        ))
    };
    let mark = |id: u32, text: &str| format!("<mrk mtype=\"seg\" mid=\"{id}\">{text}</mrk>");
    let first = mark(1, "One.") + " ";
    let whole = first.clone() + &mark(2, "<g id=\"1\">Two.</g><x id=\"2\"/>");
    assert_eq!(shown(&open(unit(&whole))), ["One.", "<0>Two.</0>[1]"]);
    // A stretch that was divided keeps its number.
    let other = first.clone() + &mark(2, "<bx id=\"1\"/>Two.<ex id=\"1\"/><x id=\"2\"/>");
    assert_eq!(shown(&open(unit(&other))), ["One.", "<0>Two.</0>[1]"]);
    let lacking = unit(&(first + &mark(2, "Two.<x id=\"2\"/>")));
    assert_eq!(shown(&open(lacking.as_str())), ["One. <0>Two.</0>[1]"]);
    let written = translated(&lacking, upper);
    assert_eq!(
        first_target(&written),
        "ONE. <g id=\"1\">TWO.</g><x id=\"2\"/>"
    );
    assert!(written.contains("</seg-source><target"));
}

#[test]
fn texts_within_codes_are_translated_with_the_codes_in_them() {
    let output = translated(ALL, upper);
    assert!(output.contains(
        "<target xml:lang=\"de\" state=\"needs-review-translation\" state-qualifier=\"mt-suggestion\">  \
         GO <bpt id=\"1\">&lt;a href=\"x\" title=\"<sub>A HINT</sub>\"></bpt>HOME<ept id=\"1\">&lt;/a>\
         </ept> OR <it id=\"2\" pos=\"open\">&lt;i></it>STAY<ph id=\"3\">&lt;img alt=\"<sub>A \
         <x id=\"9\"/> DOG</sub>\"/></ph>.\n</target>"
    ));
}

#[test]
fn cdata_stays_cdata_and_cannot_be_left() {
    let cdata = "<![CDATA[<b>Bold</b> & brave]]>";
    assert_eq!(target(cdata, upper), "<![CDATA[<B>BOLD</B> & BRAVE]]>");
    let nasty = |_: &Content| Some(Content::new([Piece::Text("]]><g/>".to_owned())]));
    assert_eq!(target(cdata, nasty), "<![CDATA[]]]]><![CDATA[><g/>]]>");
    assert_eq!(target("a<![CDATA[<b>]]>", upper), "A&lt;B&gt;");
}

#[test]
fn a_translation_cannot_bring_markup() {
    let nasty = |_: &Content| Some(Content::new([Piece::Text("</target>&x;\u{8}<".to_owned())]));
    let output = target("Text", nasty);
    assert_eq!(output, "&lt;/target&gt;&amp;x;&lt;");
}

#[test]
fn white_space_around_a_text_stays_and_indented_lines_are_joined_unless_space_is_preserved() {
    assert_eq!(target(" \n a\n   b ", same), " \n a b ");
    assert_eq!(target("a\nb", same), "a\nb");
    let preserved = document(
        "<group xml:space=\"preserve\"><trans-unit id=\"1\"><source>a\n   b</source></trans-unit></group>",
    );
    assert_eq!(first_target(&translated(&preserved, same)), "a\n   b");
    let own = document(
        "<trans-unit id=\"1\"><source xml:space=\"preserve\">a\n   b</source></trans-unit>",
    );
    let output = translated(&own, same);
    assert_eq!(first_target(&output), "a\n   b");
    assert!(output.contains("<target xml:space=\"preserve\""));
}

#[test]
fn only_a_width_in_characters_limits_the_translation() {
    let longest = |attributes: &str| {
        let unit =
            format!("<trans-unit id=\"1\" {attributes}><source> a text </source></trans-unit>");
        open(document(&unit)).units()[0].longest
    };
    assert_eq!(longest("maxwidth=\"20\" size-unit=\"char\""), Some(18));
    assert_eq!(longest("maxwidth=\"20\" size-unit=\"pixel\""), None);
    assert_eq!(longest("maxwidth=\"20\""), None);
    assert_eq!(longest("maxwidth=\"x\" size-unit=\"char\""), None);
}

#[test]
fn each_file_says_its_target_language_once_something_in_it_is_translated() {
    let only_french = |content: &Content| upper(content).filter(|_| content.text() == "Bonjour.");
    let output = translated(ALL, only_french);
    assert!(output.contains("<file original=\"a.html\" datatype='html' source-language=\"en\">"));
    assert!(output.contains("target-language=\"de-AT\">"));
    assert!(output.contains("<target xml:lang=\"de-AT\" "));
    let french = ALL.replace("de-AT", "fr");
    let output = translated(&french, only_french);
    assert!(output.contains("source-language=\"fr\" target-language=\"de\">"));
}

#[test]
fn text_without_letters_is_copied_along_with_the_rest() {
    let unit = "<trans-unit id=\"2\"><source>12.50</source></trans-unit>";
    let alone = document(unit);
    assert_eq!(translated(&alone, same), alone);
    let other = "<trans-unit id=\"1\"><source>a</source></trans-unit>";
    let output = translated(&document(&format!("{unit}{other}")), same);
    assert_eq!(first_target(&output), "12.50");
}

#[test]
fn languages_that_do_not_agree_are_worth_a_warning() {
    let messages = |text: &str| -> Vec<String> {
        let warnings = open(text).warnings().to_vec();
        warnings
            .into_iter()
            .map(|warning| warning.to_string())
            .collect()
    };
    let other_source = source("a").replace("<source>", "<source xml:lang=\"fr\">");
    assert_eq!(
        messages(&other_source),
        ["A source says that it is in \"fr\", but its file says that sources are in \"en\"."]
    );
    let regional = source("a").replace("<source>", "<source xml:lang=\"en-US\">");
    assert_eq!(messages(&regional), [""; 0]);
    let other_target = source("a").replace("\"de\"", "\"fr\"");
    assert_eq!(
        messages(&other_target),
        ["The file said that it is translated into \"fr\"; it is translated into \"de\"."]
    );
    let german = source("a").replace("\"en\"", "\"de\"");
    assert_eq!(
        messages(&german),
        ["The file says that its source is in \"de\", into which it is translated."]
    );
}
