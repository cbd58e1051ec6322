//! Translations behind their sources.

use std::io::Cursor;

use dragoman_documents::{Docx, Options};

use crate::common::{between, options, part, units, write};
use crate::{document, field, p, r, styled};

pub(crate) fn open(bytes: &[u8], target: &str) -> Docx {
    let options = Options {
        bilingual: true,
        ..options(target)
    };
    Docx::open(Box::new(Cursor::new(bytes.to_vec())), options).unwrap()
}

/// The body with these translations behind their sources. Its units are those that it has without them.
fn bilingual_to(target: &str, body: &str, translations: &[&str]) -> String {
    let bytes = document(body, &[]);
    let mut docx = open(&bytes, target);
    assert_eq!(units(&docx), units(&crate::open(&bytes, target)));
    let text = part(&write(&mut docx, translations), "word/document.xml");
    between(&text, "<w:body>", "</w:body>").to_owned()
}

fn bilingual(body: &str, translations: &[&str]) -> String {
    bilingual_to("de", body, translations)
}

/// A part of this kind with these translations behind their sources.
fn part_with(kind: &str, content: &str, translations: &[&str]) -> String {
    let name = format!("{kind}.xml");
    let bytes = document(&p(&r("One")), &[(kind, &name, content)]);
    let output = write(&mut open(&bytes, "de"), translations);
    part(&output, &format!("word/{name}"))
}

const LANGUAGE: &str = "<w:rPr><w:lang w:val=\"de\"/></w:rPr>";

/// A run that begins with a line's end, in the language of the translation.
fn behind(properties: &str, text: &str) -> String {
    format!(
        "<w:r><w:rPr>{properties}<w:lang w:val=\"de\"/></w:rPr><w:br/>\
         <w:t xml:space=\"preserve\">{text}</w:t></w:r>"
    )
}

/// A run of a translation.
fn t(properties: &str, text: &str) -> String {
    styled(&format!("{properties}<w:lang w:val=\"de\"/>"), text)
}

#[test]
fn a_translation_follows_its_source_which_stays_byte_for_byte() {
    let source = "<w:r w:rsidR=\"01\"><w:t xml:space='preserve'>A </w:t></w:r>\
                  <w:proofErr w:type=\"spellStart\"/><w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r>\
                  <w:r w:rsidR=\"02\"><w:lastRenderedPageBreak/><w:t xml:space='preserve'> word.</w:t></w:r>";
    let expected = format!(
        "{source}<w:r w:rsidR=\"01\">{LANGUAGE}<w:br/><w:t xml:space=\"preserve\">Ein </w:t></w:r>{}\
         <w:r w:rsidR=\"01\">{LANGUAGE}<w:t xml:space=\"preserve\"> Wort &amp; mehr.</w:t></w:r>",
        t("<w:b/>", "fettes")
    );
    assert_eq!(
        bilingual(&p(source), &["Ein <1>fettes</1> Wort & mehr."]),
        p(&expected)
    );
}

#[test]
fn without_other_translations_the_same_bytes_come_back() {
    let control = "<w:sdt><w:sdtPr><w:dataBinding w:xpath=\"/a\"/></w:sdtPr><w:sdtContent>";
    let body = p(&r("One")) + control + &p(&r("Two")) + "</w:sdtContent></w:sdt>";
    let bytes = document(
        &body,
        &[(
            "settings",
            "settings.xml",
            "<w:settings NAMES></w:settings>",
        )],
    );
    assert_eq!(write(&mut open(&bytes, "ar"), &["", ""]), bytes);
    assert_eq!(write(&mut open(&bytes, "ar"), &["One", "Two"]), bytes);
    let one = bilingual(&body, &["Eins", ""]);
    assert_eq!(
        one,
        body.replacen(&r("One"), &(r("One") + &behind("", "Eins")), 1)
    );
}

#[test]
fn what_may_be_there_once_is_not_there_twice() {
    let once = [
        "<w:r><w:footnoteReference w:id=\"1\"/></w:r>",
        "<w:r><w:endnoteReference w:id=\"1\"/></w:r>",
        "<w:r><w:commentReference w:id=\"1\"/></w:r>",
        "<w:r><w:drawing><wp:inline><wp:docPr id=\"7\" name=\"x\"/></wp:inline></w:drawing></w:r>",
        "<w:r><w:pict><v:shape id=\"s1\"/></w:pict></w:r>",
        "<w:bookmarkStart w:id=\"5\" w:name=\"x\"/><w:bookmarkEnd w:id=\"5\"/>",
        "<w:commentRangeStart w:id=\"1\"/><w:commentRangeEnd w:id=\"1\"/>",
        "<w:del w:id=\"4\" w:author=\"A\"><w:r><w:delText>gone</w:delText></w:r></w:del>",
        "<m:oMathPara><m:oMath><m:r/></m:oMath></m:oMathPara>",
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>",
    ];
    for once in once {
        let source = r("One") + once + &r(" two");
        let written = bilingual(&p(&source), &["Eins {1}zwei{1}"]);
        assert_eq!(written, p(&(source + &behind("", "Eins zwei"))), "{once}");
        // Codes that are missing or at the end as well.
        let source = once.to_owned() + &r("One") + once;
        let written = bilingual(&p(&source), &["Eins"]);
        assert_eq!(written, p(&(source + &behind("", "Eins"))), "{once}");
    }
}

#[test]
fn what_may_be_there_twice_is() {
    let twice = [
        "<w:tab/>",
        "<w:noBreakHyphen/>",
        "<w:sym w:font=\"Wingdings\" w:char=\"F04A\"/>",
        "<w:br/>",
    ];
    for twice in twice {
        let source = r("One") + "<w:r>" + twice + "</w:r>" + &r("two");
        let expected = format!(
            "<w:r>{LANGUAGE}<w:br/><w:t xml:space=\"preserve\">Eins</w:t>{twice}\
             <w:t xml:space=\"preserve\">zwei</w:t></w:r>"
        );
        assert_eq!(
            bilingual(&p(&source), &["Eins{1}zwei"]),
            p(&(source + &expected))
        );
    }
    let formula = "<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>";
    let source = r("Where ") + formula + &r(" is");
    let expected = behind("", "Wo ") + formula + &t("", " ist");
    assert_eq!(
        bilingual(&p(&source), &["Wo {1} ist"]),
        p(&(source + &expected))
    );
}

#[test]
fn a_page_ends_once_and_after_the_translation() {
    let page = "<w:r><w:br w:type=\"page\"/></w:r>";
    let source = r("One") + page + &r("two");
    let line = format!(
        "<w:r>{LANGUAGE}<w:br/><w:t xml:space=\"preserve\">Eins</w:t><w:br/>\
         <w:t xml:space=\"preserve\">zwei</w:t></w:r>"
    );
    assert_eq!(
        bilingual(&p(&source), &["Eins{1}zwei"]),
        p(&(source + &line))
    );
    assert_eq!(
        bilingual(&p(&(r("One") + page)), &["Eins"]),
        p(&(r("One") + &behind("", "Eins") + page))
    );
    let shared = |end: &str, start: &str| {
        format!(
            "<w:r><w:rPr><w:b/></w:rPr><w:t>One</w:t>{end}{start}<w:br w:type=\"page\"/><w:tab/></w:r>"
        )
    };
    let translation = format!("</w:r>{}", behind("<w:b/>", "Eins"));
    let start = "<w:r><w:rPr><w:b/></w:rPr>";
    assert_eq!(
        bilingual(&p(&shared("", "")), &["Eins"]),
        p(&shared(&translation, start))
    );
    // Where it is not in the paragraph itself, the translation is behind it.
    let inserted = format!("<w:ins w:id=\"1\" w:author=\"A\">{page}</w:ins>");
    let source = r("One") + &inserted;
    assert_eq!(
        bilingual(&p(&source), &["Eins"]),
        p(&(source + &behind("", "Eins")))
    );
}

#[test]
fn a_field_that_only_shows_something_is_there_twice_and_of_others_the_result() {
    let page = field("PAGE", &r("3"));
    let source = r("Page ") + &page;
    let twice = page.replace("<w:r>", &format!("<w:r>{LANGUAGE}"));
    assert_eq!(
        bilingual(&p(&source), &["Seite"]),
        p(&(source.clone() + &behind("", "Seite ") + &twice))
    );
    let simple = "<w:fldSimple w:instr=\"PAGE\"><w:r><w:t>3</w:t></w:r></w:fldSimple>";
    let source = r("Page ") + simple + &r(" here");
    assert_eq!(
        bilingual(&p(&source), &["Seite {1} hier"]),
        p(&(source + &behind("", "Seite ") + simple + &t("", " hier")))
    );
    // A sequence counts.
    let source = r("Figure ") + &field("SEQ Figure", &r("3")) + &r(": cat");
    let written = bilingual(&p(&source), &["Bild {1}: Katze"]);
    let translation = written.strip_prefix(&format!("<w:p>{source}")).unwrap();
    assert_eq!(translation.matches("fldChar").count(), 0);
    assert!(
        translation.contains("Bild </w:t><w:t xml:space=\"preserve\">3</w:t><w:t "),
        "{translation}"
    );
    let source = r("Figure ") + &simple.replace("PAGE", "SEQ x");
    let written = bilingual(&p(&source), &["Bild"]);
    assert!(
        written.ends_with("Bild </w:t></w:r><w:r><w:t>3</w:t></w:r></w:p>"),
        "{written}"
    );
    // One with a form of its own, or with a bookmark in it, is there once.
    for once in [
        field(
            "PAGE",
            &(r("3") + "<w:bookmarkStart w:id=\"1\" w:name=\"x\"/>"),
        ),
        field("PAGE", &r("3")).replace("\"begin\"/>", "\"begin\"><w:ffData/></w:fldChar>"),
    ] {
        let source = r("Page ") + &once;
        let written = bilingual(&p(&source), &["Seite {1}"]);
        assert_eq!(written.matches("\"begin\"").count(), 1);
        assert_eq!(
            written.matches("bookmark").count(),
            once.matches("bookmark").count()
        );
        assert_eq!(written.matches(">3</w:t>").count(), 2);
    }
}

#[test]
fn a_field_in_another_is_repeated_with_it_or_not_at_all() {
    let inner = field("MERGEFIELD a", &r("x"));
    let source = r("Dear ")
        + &field(
            &format!("IF </w:instrText></w:r>{inner}<w:r><w:instrText>"),
            &r("Sir"),
        );
    let written = bilingual(&p(&source), &["Lieber {1}"]);
    let translation = written.strip_prefix(&format!("<w:p>{source}")).unwrap();
    assert!(!translation.contains("fldChar") && !translation.contains(">x<"));
    assert!(
        translation.ends_with(">Sir</w:t></w:r></w:p>"),
        "{translation}"
    );
}

#[test]
fn a_link_is_there_twice() {
    let link =
        |text: &str| format!("<w:hyperlink r:id=\"rId9\" w:history=\"1\">{text}</w:hyperlink>");
    let source = r("See ") + &link(&styled("<w:u w:val=\"single\"/>", "there"));
    let expected = behind("", "Siehe ") + &link(&t("<w:u w:val=\"single\"/>", "dort"));
    assert_eq!(
        bilingual(&p(&source), &["Siehe <1>dort</1>"]),
        p(&(source + &expected))
    );
    let source = r("See ") + &field("HYPERLINK \"x\"", &r("there"));
    let written = bilingual(&p(&source), &["Siehe <1>dort</1>"]);
    let expected = r("Siehe ") + &field("HYPERLINK \"x\"", &r("dort"));
    let translation = written.strip_prefix(&format!("<w:p>{source}")).unwrap();
    let plain = translation.replace(LANGUAGE, "").replacen("<w:br/>", "", 1);
    assert_eq!(plain, expected + "</w:p>");
    // The address of a tip is shown in one language.
    let source = link(&r("there")).replace("r:id", "w:tooltip=\"Tip\" r:id");
    let written = bilingual(&p(&source), &["Tipp", "dort"]);
    assert_eq!(written.matches("w:tooltip=\"Tipp\"").count(), 2);
}

#[test]
fn of_a_reference_the_text_is_repeated_and_what_shows_a_heading_shows_its_translation_as_well() {
    let source = r("See ") + &field("REF _Ref1 \\h", &r("Care"));
    let written = bilingual(&p(&source), &["Siehe <1>Pflege</1>"]);
    let translation = written.strip_prefix(&format!("<w:p>{source}")).unwrap();
    assert_eq!(translation, behind("", "Siehe Pflege") + "</w:p>");
    let heading = field("STYLEREF \"Heading 1\"", &r("Care"));
    assert_eq!(bilingual(&p(&heading), &["Pflege"]), p(&heading));
    let source = r("Chapter ") + &heading;
    let written = bilingual(&p(&source), &["Kapitel <1>Pflege</1>"]);
    assert_eq!(written, p(&(source + &behind("", "Kapitel "))));
}

#[test]
fn an_entry_of_a_table_of_contents_has_a_second_line() {
    let begin = "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r>\
                 <w:r><w:instrText> TOC \\o </w:instrText></w:r>\
                 <w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>";
    let end = "<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>";
    let entry = |text: &str| {
        format!(
            "<w:hyperlink w:anchor=\"_Toc1\">{}<w:r><w:tab/></w:r>{}</w:hyperlink>",
            r(text),
            field("PAGEREF _Toc1 \\h", &r("3"))
        )
    };
    let body = p(&(begin.to_owned() + &entry("Care"))) + &p(&(entry("Use") + end));
    let written = bilingual(&body, &["Pflege", "Gebrauch"]);
    let plain = written.replace(LANGUAGE, "").replace("</w:r><w:r>", "");
    let plain_entry = |text: &str| entry(text).replace("</w:r><w:r>", "");
    let line = "<w:r><w:br/></w:r>";
    let expected = [
        p(&(begin.replace("</w:r><w:r>", "")
            + &plain_entry("Care")
            + line
            + &plain_entry("Pflege"))),
        // Whatever renews the table takes away the translation of its last entry.
        p(&(plain_entry("Use") + line + &plain_entry("Gebrauch") + end)),
    ];
    assert_eq!(plain, expected.concat());
}

#[test]
fn what_was_inserted_is_so_in_the_translation_under_another_number() {
    let inserted =
        |id: u32, runs: &str| format!("<w:ins w:id=\"{id}\" w:author=\"A\">{runs}</w:ins>");
    let source = r("One ") + &inserted(4, &r("new")) + &r(" word");
    let expected = behind("", "Ein ") + &inserted(5, &t("", "neues")) + &t("", " Wort");
    assert_eq!(
        bilingual(&p(&source), &["Ein <1>neues</1> Wort"]),
        p(&(source + &expected))
    );
    // Where there is nothing else, the line's end is inserted as well.
    let source = inserted(4, &r("New"));
    let expected = inserted(5, &behind("", "Neu"));
    assert_eq!(bilingual(&p(&source), &["Neu"]), p(&(source + &expected)));
    // The line ends whatever becomes of the insertion.
    let source = inserted(4, &r("A long insertion")) + &r(" word");
    let expected = format!("<w:r>{LANGUAGE}<w:br/></w:r>")
        + &inserted(5, &t("", "Eine lange Einfügung"))
        + &t("", " Wort");
    assert_eq!(
        bilingual(&p(&source), &["Eine lange Einfügung<1> Wort</1>"]),
        p(&(source + &expected))
    );
    // There is one place to which something was moved.
    let source = inserted(4, &r("Moved")).replace("w:ins", "w:moveTo");
    let expected = inserted(5, &behind("", "Bewegt"));
    assert_eq!(
        bilingual(&p(&source), &["Bewegt"]),
        p(&(source + &expected))
    );
}

#[test]
fn a_change_of_formatting_is_that_of_the_source() {
    let change = "<w:rPrChange w:id=\"3\" w:author=\"A\"><w:rPr/></w:rPrChange>";
    let source = styled(&format!("<w:b/>{change}"), "One");
    assert_eq!(
        bilingual(&p(&source), &["Eins"]),
        p(&(source + &behind("<w:b/>", "Eins")))
    );
}

#[test]
fn a_control_stays_as_it_is_and_its_translation_is_behind_it() {
    let control = "<w:sdt><w:sdtPr><w:id w:val=\"77\"/><w:dataBinding w:xpath=\"/a\"/></w:sdtPr><w:sdtContent>";
    let source = r("Name: ") + control + &r("Miller's house") + "</w:sdtContent></w:sdt>";
    let docx = open(&document(&p(&source), &[]), "de");
    assert!(dragoman_documents::Document::warnings(&docx).is_empty());
    assert_eq!(
        bilingual(&p(&source), &["Name: <1>Müllers Haus</1>"]),
        p(&(source + &behind("", "Name: Müllers Haus")))
    );
    // One around paragraphs has both texts in it, and is taken off its data, even if that is the title.
    let store = "w:storeItemID=\"{6C3C8BC8-F283-45AE-878A-BAB7291924A1}\"";
    for binding in [
        "w:xpath=\"/a\"".to_owned(),
        format!("w:xpath=\"/x:title[1]\" {store}"),
    ] {
        let around = |binding: &str, inner: &str| {
            format!(
                "<w:sdt><w:sdtPr><w:id w:val=\"7\"/>{binding}</w:sdtPr><w:sdtContent>{inner}</w:sdtContent></w:sdt>"
            )
        };
        let binding = format!("<w:dataBinding {binding}/><w:text/>");
        let source = around(&binding, &p(&r("Title")));
        let docx = open(&document(&source, &[]), "de");
        assert_eq!(dragoman_documents::Document::warnings(&docx).len(), 1);
        assert_eq!(
            bilingual(&source, &["Titel"]),
            around("", &p(&(r("Title") + &behind("", "Titel"))))
        );
        assert_eq!(bilingual(&source, &[""]), source);
    }
}

#[test]
fn a_control_with_choices_around_paragraphs_keeps_its_source() {
    let list = "<w:sdt><w:sdtPr><w:dataBinding w:xpath=\"/a\"/><w:dropDownList><w:listItem w:displayText=\"Yes\" \
                w:value=\"1\"/></w:dropDownList></w:sdtPr><w:sdtContent>";
    let source = list.to_owned() + &p(&r("Yes")) + "</w:sdtContent></w:sdt>";
    let after = p(&r("After"));
    assert_eq!(
        bilingual(&(source.clone() + &after), &["Ja", "Ja", "Danach"]),
        source.clone() + &p(&(r("After") + &behind("", "Danach")))
    );
    let docx = open(&document(&source, &[]), "de");
    assert!(dragoman_documents::Document::warnings(&docx).is_empty());
}

#[test]
fn choices_titles_and_labels_stay_and_alternative_texts_are_translated() {
    let list = "<w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText=\"Yes\" w:value=\"1\"/>\
                </w:dropDownList></w:sdtPr><w:sdtContent>";
    let source = r("Answer: ") + list + &r("Yes") + "</w:sdtContent></w:sdt>";
    assert_eq!(
        bilingual(&p(&source), &["Ja", "Antwort: <1>Ja</1>"]),
        p(&(source + &behind("", "Antwort: Ja")))
    );
    let properties = "<cp:coreProperties xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" \
                      xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>Title</dc:title></cp:coreProperties>";
    let written = part_with("core-properties", properties, &["Eins", "Titel"]);
    assert!(written.contains("<dc:title>Title</dc:title>"));
    let numbering = "<w:abstractNum w:abstractNumId=\"0\"><w:lvl w:ilvl=\"0\"><w:lvlText w:val=\"Chapter %1\"/></w:lvl>\
                     </w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>";
    let numbered = "<w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr></w:pPr>";
    let body = p(&(numbered.to_owned() + &r("One")));
    let numbering = format!("<w:numbering NAMES>{numbering}</w:numbering>");
    let bytes = document(&body, &[("numbering", "numbering.xml", &numbering)]);
    let mut docx = open(&bytes, "de");
    assert_eq!(units(&docx).len(), 2);
    let output = write(&mut docx, &["Eins", "Kapitel"]);
    assert_eq!(
        part(&output, "word/numbering.xml"),
        part(&bytes, "word/numbering.xml")
    );
    let text = part(&output, "word/document.xml");
    assert!(text.contains(&p(&(numbered.to_owned() + &r("One") + &behind("", "Eins")))));
    let picture = |text: &str| {
        format!(
            "<w:r><w:drawing><wp:inline><wp:docPr id=\"1\" name=\"x\" descr=\"{text}\"/></wp:inline></w:drawing></w:r>"
        )
    };
    assert_eq!(
        bilingual(&p(&(r("One") + &picture("A cat"))), &["Eine Katze", "Eins"]),
        p(&(r("One") + &picture("Eine Katze") + &behind("", "Eins")))
    );
}

#[test]
fn text_boxes_tables_notes_and_headers_have_both() {
    let boxes = |inner: &str| {
        format!(
            "<w:r><mc:AlternateContent><mc:Choice Requires=\"wps\"><w:drawing><w:txbxContent>{inner}</w:txbxContent></w:drawing></mc:Choice>\
             <mc:Fallback><w:pict><w:txbxContent>{inner}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
        )
    };
    let both = p(&(r("In") + &behind("", "Innen")));
    assert_eq!(
        bilingual(&p(&(boxes(&p(&r("In"))) + &r("Out"))), &["Innen", "Außen"]),
        p(&(boxes(&both) + &r("Out") + &behind("", "Außen")))
    );
    let table = |inner: &str| {
        format!("<w:tbl><w:tblPr><w:tblW/></w:tblPr><w:tr><w:tc>{inner}</w:tc></w:tr></w:tbl>")
    };
    assert_eq!(bilingual(&table(&p(&r("In"))), &["Innen"]), table(&both));
    let footnotes = |inner: &str| {
        format!(
            "<w:footnotes NAMES><w:footnote w:id=\"1\"><w:p><w:r><w:footnoteRef/></w:r>{inner}</w:p></w:footnote></w:footnotes>"
        )
    };
    let written = part_with("footnotes", &footnotes(&r("Note")), &["Eins", "Anmerkung"]);
    assert!(written.contains(&(r("Note") + &behind("", "Anmerkung") + "</w:p>")));
    assert_eq!(written.matches("footnoteRef").count(), 1);
    let written = part_with(
        "header",
        &format!("<w:hdr NAMES>{}</w:hdr>", p(&r("In"))),
        &["Eins", "Innen"],
    );
    assert!(written.contains(&both));
}

#[test]
fn a_second_break_is_not_written_where_lines_end_already() {
    let line = "<w:r><w:br/></w:r>";
    let source = line.to_owned() + &r("One");
    assert_eq!(
        bilingual(&p(&(source.clone() + line)), &["Eins"]),
        p(&(source + &behind("", "Eins") + line))
    );
}

#[test]
fn a_translation_is_in_no_field_and_no_ruby() {
    let line = "<w:r><w:br/></w:r>";
    let source = field("QUOTE", &(r("One") + line));
    assert_eq!(
        bilingual(&p(&source), &["<1>Eins</1>"]),
        p(&(source + &behind("", "Eins")))
    );
    let source = format!(
        "<w:r><w:ruby><w:rt>{}</w:rt><w:rubyBase>{}{line}</w:rubyBase></w:ruby></w:r>",
        r("above"),
        r("One")
    );
    assert_eq!(
        bilingual(&p(&source), &["Eins"]),
        p(&(source + &behind("", "Eins")))
    );
}

#[test]
fn a_translation_is_not_in_the_instruction_of_a_field_that_goes_on_in_the_next_paragraph() {
    let begin =
        "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText> IF </w:instrText></w:r>";
    assert_eq!(
        bilingual(&p(&(r("One") + begin)), &["Eins"]),
        p(&(r("One") + &behind("", "Eins") + begin))
    );
}

#[test]
fn from_right_to_left_the_translation_says_so_and_the_paragraph_stays() {
    let properties = "<w:pPr><w:jc w:val=\"both\"/></w:pPr>";
    let source = properties.to_owned() + &styled("<w:b/><w:lang w:val=\"en-US\"/>", "One");
    let table =
        "<w:tbl><w:tblPr/><w:tr><w:tc><w:p><w:r><w:t>2</w:t></w:r></w:p></w:tc></w:tr></w:tbl>";
    let expected = "<w:r><w:rPr><w:b/><w:bCs/><w:rtl/><w:lang w:bidi=\"ar\" w:val=\"en-US\"/></w:rPr><w:br/>\
                    <w:t xml:space=\"preserve\">\u{202B}واحد\u{202C}</w:t></w:r>";
    assert_eq!(
        bilingual_to("ar", &(p(&source) + table), &["واحد"]),
        p(&(source + expected)) + table
    );
    // And from it.
    let source = "<w:pPr><w:bidi/></w:pPr>".to_owned()
        + &styled("<w:rtl/><w:cs/><w:lang w:bidi=\"ar\"/>", "واحد");
    let expected = "<w:r><w:rPr><w:cs/><w:lang w:val=\"en\" w:bidi=\"ar\"/></w:rPr><w:br/>\
                    <w:t xml:space=\"preserve\">\u{202A}One\u{202C}</w:t></w:r>";
    assert_eq!(
        bilingual_to("en", &p(&source), &["One"]),
        p(&(source + expected))
    );
}

#[test]
fn the_language_has_its_place_among_the_properties() {
    let source = styled("<w:sz w:val=\"20\"/><w:specVanish/>", "One");
    let written = bilingual_to("ja", &p(&source), &["一"]);
    let expected = "<w:rPr><w:rFonts w:hint=\"eastAsia\"/><w:sz w:val=\"20\"/><w:lang w:eastAsia=\"ja\"/><w:specVanish/></w:rPr>";
    assert!(written.contains(expected), "{written}");
}

#[test]
fn styles_keep_their_language_and_justified_lines_are_not_stretched() {
    let styles = "<w:styles NAMES><w:docDefaults><w:rPrDefault><w:rPr><w:b/><w:lang w:val=\"en-US\" w:bidi=\"he-IL\"/></w:rPr></w:rPrDefault>\
                  </w:docDefaults></w:styles>";
    let bytes = document(&p(&r("One")), &[("styles", "styles.xml", styles)]);
    let written = |target| part(&write(&mut open(&bytes, target), &["x"]), "word/styles.xml");
    assert_eq!(written("de"), part(&bytes, "word/styles.xml"));
    assert_eq!(
        written("ar"),
        part(&bytes, "word/styles.xml").replace("<w:b/>", "<w:b/><w:bCs/>")
    );
    let flag = "<w:doNotExpandShiftReturn/>";
    for (before, after) in [
        ("<w:zoom/>", format!("<w:zoom/><w:compat>{flag}</w:compat>")),
        (
            "<w:zoom/><w:rsids/><m:mathPr/>",
            format!("<w:zoom/><w:compat>{flag}</w:compat><w:rsids/><m:mathPr/>"),
        ),
        (
            "<w:zoom/><m:mathPr/>",
            format!("<w:zoom/><w:compat>{flag}</w:compat><m:mathPr/>"),
        ),
        (
            "<w:compat/><w:rsids/>",
            format!("<w:compat>{flag}</w:compat><w:rsids/>"),
        ),
        (
            "<w:compat><w:ulTrailSpace/><w:compatSetting w:name=\"x\"/></w:compat>",
            format!("<w:compat><w:ulTrailSpace/>{flag}<w:compatSetting w:name=\"x\"/></w:compat>"),
        ),
        (
            "<w:compat><w:ulTrailSpace/></w:compat>",
            format!("<w:compat><w:ulTrailSpace/>{flag}</w:compat>"),
        ),
        (
            "<w:compat><w:doNotExpandShiftReturn w:val=\"0\"/></w:compat>",
            format!("<w:compat>{flag}</w:compat>"),
        ),
        (
            "<w:compat><w:wpJustification/><w:doNotExpandShiftReturn/></w:compat>",
            "<w:compat><w:wpJustification/><w:doNotExpandShiftReturn/></w:compat>".to_owned(),
        ),
    ] {
        let settings = format!("<w:settings NAMES>{before}</w:settings>");
        let written = part_with("settings", &settings, &["Eins"]);
        assert!(
            written.contains(&format!(">{after}</w:settings>")),
            "{written}"
        );
    }
    let theme = "<w:settings NAMES><w:compat><w:doNotExpandShiftReturn/></w:compat><w:themeFontLang w:val=\"en-US\"/></w:settings>";
    let bytes = document(&p(&r("One")), &[("settings", "settings.xml", theme)]);
    let written = part(
        &write(&mut open(&bytes, "zh"), &["一"]),
        "word/settings.xml",
    );
    assert!(written.contains("<w:themeFontLang w:eastAsia=\"zh-CN\" w:val=\"en-US\"/>"));
}
