use dragoman_documents::Document;

use crate::common::{part, units, write};
use crate::{document, field, open, p, r, styled, translated, translated_to, units_of};

fn level(number: u8, format: &str, label: &str, others: &str) -> String {
    format!(
        "<w:lvl w:ilvl=\"{number}\"><w:numFmt w:val=\"{format}\"/><w:lvlText w:val=\"{label}\"/>{others}</w:lvl>"
    )
}

fn numbered(number: u8) -> String {
    p(&(format!(
        "<w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"{number}\"/></w:numPr></w:pPr>"
    ) + &r("Text")))
}

#[test]
fn words_in_the_labels_of_numbered_paragraphs_are_translated() {
    let levels = level(0, "decimal", " Chapter %1: ", "")
        + &level(1, "decimal", "%1.%2", "")
        + &level(2, "bullet", "o", "")
        + &level(
            3,
            "bullet",
            "lang",
            "<w:rPr><w:rFonts w:ascii=\"Wingdings\"/></w:rPr>",
        );
    let unused = level(0, "decimal", "Article %1", "");
    let linked = level(0, "decimal", "Part %1", "");
    let numbering = format!(
        "<w:numbering NAMES><w:abstractNum w:abstractNumId=\"1\">{levels}</w:abstractNum>\
         <w:abstractNum w:abstractNumId=\"2\">{unused}</w:abstractNum>\
         <w:abstractNum w:abstractNumId=\"3\">{linked}</w:abstractNum>\
         <w:abstractNum w:abstractNumId=\"4\"><w:numStyleLink w:val=\"List\"/></w:abstractNum>\
         <w:num w:numId=\"7\"><w:abstractNumId w:val=\"1\"/></w:num>\
         <w:num w:numId=\"8\"><w:abstractNumId w:val=\"2\"/></w:num>\
         <w:num w:numId=\"9\"><w:abstractNumId w:val=\"3\"/></w:num>\
         <w:num w:numId=\"10\"><w:abstractNumId w:val=\"4\"/></w:num></w:numbering>"
    );
    let numbers =
        |number: u8| format!("<w:pPr><w:numPr><w:numId w:val=\"{number}\"/></w:numPr></w:pPr>");
    let styles = format!(
        "<w:styles NAMES><w:style w:type=\"paragraph\" w:styleId=\"Base\">{}</w:style>\
         <w:style w:type=\"paragraph\" w:styleId=\"Head\"><w:basedOn w:val=\"Base\"/></w:style>\
         <w:style w:type=\"numbering\" w:styleId=\"List\">{}</w:style></w:styles>",
        numbers(10),
        numbers(9),
    );
    let others = [
        ("numbering", "numbering.xml", numbering.as_str()),
        ("styles", "styles.xml", styles.as_str()),
    ];
    let styled = p(&("<w:pPr><w:pStyle w:val=\"Head\"/></w:pPr>".to_owned() + &r("Head")));
    let bytes = document(&(numbered(7) + &styled), &others);
    let mut docx = open(&bytes, "de");
    assert_eq!(units(&docx), ["Text", "Head", "Chapter {1}:", "Part {1}"]);
    let after = write(&mut docx, &["", "", "{1}. Kapitel:", "Teil %2"]);
    let after = part(&after, "word/numbering.xml");
    assert!(after.contains("w:val=\" %1. Kapitel: \""), "{after}");
    assert!(after.contains("Article %1") && after.contains("\"Part %1\""));

    let bytes = document(&numbered(7), &others);
    assert_eq!(units(&open(&bytes, "de")), ["Text", "Chapter {1}:"]);
}

#[test]
fn numberings_that_are_damaged_are_left_as_they_are() {
    let bytes = document(&numbered(7), &[("numbering", "numbering.xml", "<w:num")]);
    let mut docx = open(&bytes, "de");
    assert_eq!((units(&docx).len(), docx.warnings().len()), (1, 1));
    let after = write(&mut docx, &["Wort"]);
    assert_eq!(part(&after, "word/numbering.xml"), "<w:num");
}

#[test]
fn choices_and_descriptions_are_translated() {
    let control = "<w:sdt><w:sdtPr><w:dropDownList>\
                   <w:listItem w:displayText=\"Yes\" w:value=\"1\"/><w:listItem w:displayText=\"No\"/>\
                   </w:dropDownList></w:sdtPr><w:sdtContent><w:r><w:t>Yes</w:t></w:r></w:sdtContent>\
                   </w:sdt>";
    let table = format!(
        "<w:tbl><w:tblPr><w:tblCaption w:val=\"Sums\"/><w:tblDescription w:val=\"Of all years\"/>\
         </w:tblPr><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>",
        p(&r("12"))
    );
    let link = "<w:hyperlink w:tooltip=\"Go there\"><w:r><w:t>here</w:t></w:r></w:hyperlink>";
    let body = p(control) + &table + &p(link);
    let before = ["Yes", "Yes", "Sums", "Of all years", "Go there", "here"];
    assert_eq!(units_of(&body), before);
    let after = translated(&body, &["Ja", "Ja", "Summen", "Aller Jahre", "Geh hin", ""]);
    for text in [
        "w:displayText=\"Ja\" w:value=\"1\"",
        "w:displayText=\"No\"",
        "w:tblCaption w:val=\"Summen\"",
        "w:tblDescription w:val=\"Aller Jahre\"",
        "w:tooltip=\"Geh hin\"",
    ] {
        assert!(after.contains(text), "{after}");
    }
    let words = ["Ja", "Ja", "Summen", "Aller Jahre", "Geh hin", "hier"];
    let turned = translated_to("ar", &body, &words);
    assert!(
        turned.contains("<w:tblPr><w:bidiVisual/><w:tblCaption w:val=\"Summen\"/>"),
        "{turned}"
    );
}

#[test]
fn what_was_written_in_a_form_and_the_choices_of_its_lists_are_translated() {
    let form = field("FORMTEXT", &r("in words")).replacen(
        "<w:fldChar w:fldCharType=\"begin\"/>",
        "<w:fldChar w:fldCharType=\"begin\"><w:ffData><w:helpText w:type=\"text\" w:val=\"Write here\"/>\
         <w:ddList><w:listEntry w:val=\"Red\"/></w:ddList></w:ffData></w:fldChar>",
        1,
    );
    let body = p(&(r("Answer: ") + &form));
    assert_eq!(
        units_of(&body),
        ["Write here", "Red", "Answer: <1>in words</1>"]
    );
    let after = translated(&body, &["Hier", "Rot", "<1>mit Worten</1> beantwortet"]);
    assert!(after.contains("w:val=\"Hier\"") && after.contains("w:listEntry w:val=\"Rot\""));
    assert!(after.contains(">mit Worten<"), "{after}");
}

#[test]
fn scripts_with_properties_of_their_own_have_those_of_the_original() {
    let body = p(&styled("<w:b/><w:sz w:val=\"20\"/>", "One"));
    let after = translated_to("th", &body, &["หนึ่ง"]);
    let expected = "<w:rPr><w:b/><w:bCs/><w:sz w:val=\"20\"/><w:szCs w:val=\"20\"/></w:rPr>";
    assert!(after.contains(expected), "{after}");
    let styles = "<w:styles NAMES><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val=\"22\"/>\
                  <w:lang w:val=\"en-US\"/></w:rPr></w:rPrDefault></w:docDefaults><w:style \
                  w:styleId=\"H\"><w:rPr><w:b/><w:sz w:val=\"30\"/><w:szCs w:val=\"28\"/>\
                  <w:lang w:val=\"en-GB\"/></w:rPr></w:style></w:styles>";
    let settings = "<w:settings NAMES><w:themeFontLang w:val=\"en-US\"/></w:settings>";
    let others = [
        ("styles", "styles.xml", styles),
        ("settings", "settings.xml", settings),
    ];
    let bytes = document(&body, &others);
    let after = write(&mut open(&bytes, "hi"), &["एक"]);
    let styles = part(&after, "word/styles.xml");
    assert!(
        styles.contains(
            "<w:sz w:val=\"22\"/><w:szCs w:val=\"22\"/><w:lang w:bidi=\"hi\" w:val=\"en-US\"/>"
        ),
        "{styles}"
    );
    assert!(styles.contains(
        "<w:b/><w:bCs/><w:sz w:val=\"30\"/><w:szCs w:val=\"28\"/><w:lang w:val=\"en-GB\"/>"
    ));
    let settings = part(&after, "word/settings.xml");
    assert!(settings.contains("<w:themeFontLang w:bidi=\"hi\" w:val=\"en-US\"/>"));
    let after = write(&mut open(&bytes, "fr"), &["Un"]);
    assert_eq!(
        part(&after, "word/settings.xml"),
        part(&bytes, "word/settings.xml")
    );
}

#[test]
fn shared_signs_are_wide_in_chinese_and_narrow_in_latin_scripts() {
    let body = p(&styled("<w:rStyle w:val=\"X\"/><w:b/>", "One"));
    let after = translated_to("zh-Hans", &body, &["“一”"]);
    let hint = "<w:rFonts w:hint=\"eastAsia\"/>";
    let expected = format!("<w:rStyle w:val=\"X\"/>{hint}<w:b/>");
    assert!(after.contains(&expected), "{after}");
    assert_eq!(
        translated_to("ko", &after, &["하나"]).matches(hint).count(),
        1
    );
    assert!(!translated_to("de", &after, &["„Eins“"]).contains("hint"));
    let fonts = p(&styled(
        "<w:rFonts w:hint=\"eastAsia\" w:ascii='Arial'/>",
        "一",
    ));
    let after = translated_to("de", &fonts, &["Eins"]);
    assert!(after.contains("<w:rFonts w:ascii=\"Arial\"/>"), "{after}");
}

#[test]
fn runs_keep_the_namespaces_that_they_declare() {
    let body = p(&(r("Before ")
        + "<w:r xmlns:x=\"urn:x\"><w:t xml:space=\"preserve\">in </w:t><x:thing/><w:t>it</w:t></w:r>"
        + "<w:ins w:id=\"1\" xmlns:y=\"urn:y\"><w:r><w:t>new</w:t><y:thing/></w:r></w:ins>"));
    assert_eq!(units_of(&body), ["Before in {1}it<2>new{3}</2>"]);
    let after = translated(&body, &["{1}Davor<2>{3}neu</2>"]);
    assert!(
        after.contains("<w:r xmlns:x=\"urn:x\"><x:thing/></w:r>"),
        "{after}"
    );
    let start = after.find("<w:ins w:id=\"1\" xmlns:y=\"urn:y\">").unwrap();
    assert!(after.find("<y:thing/>").unwrap() > start);
}
