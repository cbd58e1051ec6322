use crate::common::{units, write};
use crate::{document, field, flat, open, p, r, styled, translated, units_of};

#[test]
fn without_other_translations_the_same_bytes_come_back() {
    let bytes = document(&p(&(r("One") + &styled("<w:b/>", "two"))), &[]);
    let mut docx = open(&bytes, "de");
    assert_eq!(write(&mut docx, &[""]), bytes);
    assert_eq!(write(&mut docx, &["One<1>two</1>"]), bytes);
}

#[test]
fn a_paragraph_is_a_unit_and_its_translation_has_its_runs() {
    let body = p(&(r("A ") + &styled("<w:b/>", "bold") + &r(" word &amp; more.")));
    assert_eq!(units_of(&body), ["A <1>bold</1> word & more."]);
    assert_eq!(
        translated(&body, &["<1>Fettes</1> Wort & 2"]),
        p(&(styled("<w:b/>", "Fettes") + &r(" Wort &amp; 2")))
    );
}

#[test]
fn runs_that_look_the_same_are_one() {
    let body = p(concat!(
        "<w:r w:rsidR=\"01\"><w:rPr><w:i/><w:lang w:val=\"en-US\"/></w:rPr><w:t>Hel</w:t></w:r>",
        "<w:proofErr w:type=\"spellStart\"/>",
        "<w:r w:rsidR=\"02\"><w:rPr><w:i/><w:kern w:val=\"2\"/></w:rPr>",
        "<w:lastRenderedPageBreak/><w:t>lo</w:t></w:r>",
        "<w:r><w:rPr><w:rFonts w:hint=\"cs\"/><w:i/><w:noProof/></w:rPr><w:t>!</w:t></w:r>",
    ));
    assert_eq!(units_of(&body), ["Hello!"]);
    assert_eq!(
        translated(&body, &["Hallo!"]),
        p(concat!(
            "<w:r w:rsidR=\"01\"><w:rPr><w:i/><w:lang w:val=\"de\"/></w:rPr>",
            "<w:t xml:space=\"preserve\">Hallo!</w:t></w:r>"
        ))
    );
}

#[test]
fn space_that_a_word_processor_does_not_show_is_not_text() {
    let body = p("<w:r><w:t> One </w:t></w:r><w:r><w:t xml:space=\"preserve\"> two </w:t></w:r>");
    assert_eq!(units_of(&body), ["One two"]);
}

#[test]
fn the_most_usual_format_has_no_codes() {
    let body = p(&(styled("<w:b/>", "Mostly bold, ") + &r("not here")));
    assert_eq!(units_of(&body), ["Mostly bold, <1>not here</1>"]);
}

#[test]
fn spaces_do_not_choose_the_format_that_has_no_codes() {
    let italic = |text: &str| styled("<w:i/>", text);
    let body = p(&(r("          ") + &italic("Slanted") + &r(" text")));
    assert_eq!(units_of(&body), ["Slanted<1> text</1>"]);
    let after = translated(&body, &["SLANTED<1> TEXT</1>"]);
    assert_eq!(units_of(&after), ["SLANTED<1> TEXT</1>"]);
    let back = translated(&after, &["Slanted<1> text</1>"]);
    assert_eq!(back, p(&(italic("          Slanted") + &r(" text"))));
}

#[test]
fn what_stands_around_the_text_stays_there() {
    let start = "<w:bookmarkStart w:id=\"0\" w:name=\"x\"/><w:r><w:tab/></w:r>";
    let end = "<w:bookmarkEnd w:id=\"0\"/><w:r><w:footnoteReference w:id=\"2\"/></w:r>";
    let body = p(&(start.to_owned() + &r(" One. ") + end));
    assert_eq!(units_of(&body), ["One."]);
    let expected = "<w:bookmarkStart w:id=\"0\" w:name=\"x\"/><w:r><w:tab/>\
                    <w:t xml:space=\"preserve\"> Eins. </w:t></w:r>";
    assert_eq!(
        translated(&body, &["Eins."]),
        p(&(expected.to_owned() + end))
    );
}

#[test]
fn what_stands_between_words_is_a_code() {
    let marks = [
        "<w:tab/>",
        "<w:br/>",
        "<w:sym w:font=\"Wingdings\" w:char=\"F04A\"/>",
        "<w:noBreakHyphen/>",
        "<w:softHyphen/>",
        "<w:footnoteReference w:id=\"1\"/>",
        "<w:drawing><x/></w:drawing>",
    ];
    for mark in marks {
        let body = p(&(r("a") + &format!("<w:r>{mark}</w:r>") + &r("b")));
        assert_eq!(units_of(&body), ["a{1}b"], "{mark}");
        let after = translated(&body, &["{1}A"]);
        assert_eq!(
            after,
            p(&format!(
                "<w:r>{mark}<w:t xml:space=\"preserve\">A</w:t></w:r>"
            ))
        );
    }
}

#[test]
fn formulas_and_deleted_text_stay_as_they_are() {
    let formula = "<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>";
    let deleted = "<w:del w:id=\"1\"><w:r><w:delText>old</w:delText></w:r></w:del>";
    for kept in [formula, deleted] {
        let body = p(&(r("a ") + kept + &r(" b")));
        assert_eq!(units_of(&body), ["a {1} b"]);
        assert_eq!(
            translated(&body, &["A {1} B"]),
            p(&(r("A ") + kept + &r(" B")))
        );
    }
    let body = p(deleted) + &p(formula);
    assert!(units_of(&body).is_empty());
}

#[test]
fn inserted_text_is_live_and_stays_an_insertion() {
    let insertion = |text: &str| format!("<w:ins w:id=\"1\" w:author=\"A\">{}</w:ins>", r(text));
    let body = p(&(r("Once more ") + &insertion("new")));
    assert_eq!(units_of(&body), ["Once more <1>new</1>"]);
    assert_eq!(
        translated(&body, &["<1>Neu</1> noch einmal"]),
        p(&(insertion("Neu") + &r(" noch einmal")))
    );
}

fn insertion(id: u32, author: &str, runs: &str) -> String {
    format!("<w:ins w:id=\"{id}\" w:author=\"{author}\">{runs}</w:ins>")
}

#[test]
fn an_insertion_is_written_once_with_all_that_is_in_it() {
    let comment = |words: &str| {
        format!(
            "<w:commentRangeStart w:id=\"1\"/>{words}<w:commentRangeEnd w:id=\"1\"/>\
             <w:r><w:commentReference w:id=\"1\"/></w:r>"
        )
    };
    let body = |first: &str, second: &str, third: &str, fourth: &str| {
        let inserted = r(first)
            + &comment(&(styled("<w:b/>", second) + &r(third)))
            + "<m:oMath/><w:del w:id=\"3\"/>";
        p(&(r(fourth) + &insertion(2, "A", &inserted) + &insertion(4, "B", &r(third))))
    };
    let before = body("one ", "bold", " word", "Here come ");
    assert_eq!(
        units_of(&before),
        ["Here come <1>one </1>{2}<3>bold</3><4> word</4>{5}{6}<7> word</7>"]
    );
    let translation = "Hier sind <1>ein </1>{2}<3>fettes</3><4> Wort</4>{5}{6}<7> Wort</7>";
    assert_eq!(
        translated(&before, &[translation]),
        body("ein ", "fettes", " Wort", "Hier sind ")
    );
}

#[test]
fn pieces_of_an_insertion_are_one_and_its_parts_have_numbers_of_their_own() {
    let body = p(&(r("Look, now ")
        + &insertion(7, "A", &r("ad"))
        + &insertion(8, "A", &(r("ded ") + &styled("<w:b/>", "words")))));
    assert_eq!(units_of(&body), ["Look, now <1>added </1><2>words</2>"]);
    assert_eq!(
        translated(&body, &["<2>Wörter</2> nun <1>neu</1>"]),
        p(&(insertion(7, "A", &styled("<w:b/>", "Wörter"))
            + &r(" nun ")
            + &insertion(9, "A", &r("neu"))))
    );
}

#[test]
fn moved_text_is_translated_where_it_is_now() {
    let body = p(&format!(
        "<w:moveFrom w:id=\"1\">{}</w:moveFrom>",
        r("text")
    )) + &p(&format!("<w:moveTo w:id=\"2\">{}</w:moveTo>", r("text")));
    assert_eq!(units_of(&body), ["text"]);
}

#[test]
fn links_and_content_controls_are_stretches() {
    let link = |text: &str| {
        let run = styled("<w:rStyle w:val=\"Hyperlink\"/>", text);
        format!("<w:hyperlink w:anchor=\"x\">{run}</w:hyperlink>")
    };
    let control = |text: &str| {
        let content = r(text);
        format!(
            "<w:sdt><w:sdtPr><w:id w:val=\"7\"/></w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"
        )
    };
    for container in [&link as &dyn Fn(&str) -> String, &control] {
        let body = p(&(r("See ") + &container("this page") + &r(" now.")));
        assert_eq!(units_of(&body), ["See <1>this page</1> now."]);
        assert_eq!(
            translated(&body, &["<1>Diese Seite</1> ansehen."]),
            p(&(container("Diese Seite") + &r(" ansehen.")))
        );
    }
}

#[test]
fn results_of_fields_are_translated_only_for_text_of_the_document() {
    for instruction in [
        "HYPERLINK \"https://example.org\"",
        "REF _Ref1 \\h",
        "toc \\o",
    ] {
        let body = p(&(r("See ") + &field(instruction, &r("there")) + &r(".")));
        assert_eq!(units_of(&body), ["See <1>there</1>."], "{instruction}");
        let expected = p(&(field(instruction, &r("Dort")) + &r(" steht es.")));
        let after = translated(&body, &["<1>Dort</1> steht es."]);
        assert_eq!(flat(&after), flat(&expected));
    }
    for instruction in ["PAGE", "MERGEFIELD name", "DATE \\@ \"d MMMM\"", ""] {
        let body = p(&(r("On ") + &field(instruction, &r("May")) + &r(".")));
        assert_eq!(units_of(&body), ["On {1}."], "{instruction}");
        let expected = p(&(r("Am ") + &field(instruction, &r("May")) + &r("!")));
        assert_eq!(flat(&translated(&body, &["Am {1}!"])), flat(&expected));
    }
}

#[test]
fn simple_fields_are_like_others() {
    let simple = |instruction: &str| {
        let run = r("result");
        p(&(r("a ")
            + &format!("<w:fldSimple w:instr=\" {instruction} \">{run}</w:fldSimple>")
            + &r("b")))
    };
    assert_eq!(units_of(&simple("REF x")), ["a <1>result</1>b"]);
    assert_eq!(units_of(&simple("AUTHOR")), ["a {1}b"]);
}

#[test]
fn fields_in_fields_are_put_together() {
    let inner = field("PAGEREF _Toc1 \\h", &r("7"));
    let outer = field("HYPERLINK \\l \"_Toc1\"", &(r("Chapter") + &inner));
    let body = p(&(outer + &r(" end")));
    assert_eq!(units_of(&body), ["<1>Chapter{2}</1> end"]);
}

#[test]
fn a_field_over_several_paragraphs_keeps_the_order_of_its_runs() {
    let start = "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r>\
                 <w:r><w:instrText>TOC</w:instrText></w:r>\
                 <w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>";
    let end = "<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>";
    let body = p(&(r("One ") + end + &r("two ") + start + &r("three")));
    assert_eq!(units_of(&body), ["One {1}two {2}three"]);
    let after = translated(&body, &["{2}Drei {1}"]);
    let (end_place, start_place) = (after.find("\"end\""), after.find("\"begin\""));
    assert!(end_place < start_place, "{after}");
    assert!(after.contains("Drei "));
}

#[test]
fn hidden_text_is_not_translated() {
    let body = p(&(r("Seen ") + &styled("<w:vanish/>", "hidden") + &r("and seen")));
    assert_eq!(units_of(&body), ["Seen {1}and seen"]);
    let shown = p(&styled("<w:vanish w:val=\"0\"/>", "shown"));
    assert_eq!(units_of(&shown), ["shown"]);
    let styles = "<w:styles NAMES>\
        <w:style w:styleId=\"Secret\"><w:rPr><w:vanish/></w:rPr></w:style>\
        <w:style w:styleId=\"Deeper\"><w:basedOn w:val=\"Secret\"/></w:style>\
        <w:style w:styleId=\"Loop\"><w:basedOn w:val=\"Loop\"/></w:style></w:styles>";
    let body = p(&styled("<w:rStyle w:val=\"Deeper\"/>", "hidden"))
        + &p(&format!(
            "<w:pPr><w:pStyle w:val=\"Secret\"/></w:pPr>{}",
            r("hidden")
        ))
        + &p(&styled("<w:rStyle w:val=\"Loop\"/>", "seen"));
    let bytes = document(&body, &[("styles", "styles.xml", styles)]);
    assert_eq!(units(&open(&bytes, "de")), ["seen"]);
}

#[test]
fn space_between_texts_of_one_format_needs_no_code() {
    let between = |space: &str| {
        let bold = |text: &str| styled("<w:b/>", text);
        units_of(&p(&(r("some text ")
            + &bold("bold")
            + space
            + &bold("too"))))
    };
    assert_eq!(between(&r(" ")), ["some text <1>bold too</1>"]);
    let lined = styled("<w:u w:val=\"single\"/>", " ");
    assert_eq!(between(&lined), ["some text <1>bold</1><2> </2><3>too</3>"]);
}

#[test]
fn equal_texts_have_equal_codes_whatever_stands_before_them() {
    let text = r("a") + "<w:r><w:tab/></w:r>" + &styled("<w:b/>", "b") + &r("cd");
    let marked = "<w:bookmarkStart w:id=\"1\"/>".to_owned() + &text;
    let units = units_of(&(p(&text) + &p(&marked)));
    assert_eq!(units, ["a{1}<2>b</2>cd", "a{1}<2>b</2>cd"]);
}

#[test]
fn what_programs_found_in_the_text_is_no_formatting() {
    let tag = "<w:smartTag w:element=\"place\"><w:smartTagPr/>";
    let body = p(&(r("In ") + tag + &r("Rome") + "</w:smartTag>" + &r(" once")));
    assert_eq!(units_of(&body), ["In Rome once"]);
    assert_eq!(translated(&body, &["Einst in Rom"]), p(&r("Einst in Rom")));
}

#[test]
fn comments_keep_the_range_that_they_are_about() {
    let start = "<w:commentRangeStart w:id=\"0\"/>";
    let end = "<w:commentRangeEnd w:id=\"0\"/>";
    let mark = "<w:r><w:commentReference w:id=\"0\"/></w:r>";
    let body = p(&(r("One ") + start + &r("two") + end + mark + &r(" three")));
    assert_eq!(units_of(&body), ["One {1}two{2}{3} three"]);
    assert_eq!(
        translated(&body, &["{2}Zwei{1} eins{3}"]),
        p(&(start.to_owned() + &r("Zwei") + end + &r(" eins") + mark))
            .replace("</w:r><w:r><w:commentReference", "<w:commentReference")
    );
}

#[test]
fn characters_that_xml_does_not_allow_are_left_out() {
    let after = translated(&p(&r("One")), &["E\u{1}i\u{ffff}ns ]]>"]);
    assert_eq!(after, p(&r("Eins ]]&gt;")));
}

#[test]
fn the_marks_of_a_field_stand_in_runs_of_their_own() {
    let number = field("PAGE", &r("3"));
    let body = p(&(r("Page ") + &number + &r(" of many")));
    assert_eq!(units_of(&body), ["Page {1} of many"]);
    let expected = p(&(r("Seite ") + &number + &r(" von vielen")));
    assert_eq!(translated(&body, &["Seite {1} von vielen"]), expected);
}
