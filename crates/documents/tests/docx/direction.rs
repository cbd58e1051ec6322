//! The direction of a translation, wherever the document says one: in paragraphs, runs, tables and their styles.

use crate::common::{part, write};
use crate::{document, open, p, r, styled, translated_to};

const STYLES: &str = "<w:styles NAMES><w:docDefaults><w:pPrDefault><w:pPr>PARAGRAPH</w:pPr></w:pPrDefault>\
    </w:docDefaults><w:style w:type=\"paragraph\" w:styleId=\"X\"><w:pPr><w:keepNext/>PARAGRAPH<w:jc w:val=\"right\"/>\
    </w:pPr><w:rPr>RUN<w:lang w:bidi=\"fa-IR\"/></w:rPr></w:style><w:style w:type=\"table\" w:styleId=\"T\"><w:tblPr>\
    TABLE</w:tblPr><w:tblStylePr w:type=\"firstRow\"><w:pPr>PARAGRAPH</w:pPr></w:tblStylePr></w:style></w:styles>";

/// Styles with these properties of paragraphs, runs and tables.
fn styles(paragraph: &str, run: &str, table: &str) -> String {
    let styles = STYLES.replace("PARAGRAPH", paragraph).replace("RUN", run);
    styles.replace("TABLE", table)
}

/// The styles of a document after it was translated into this language.
fn styles_after(styles: &str, target: &str) -> String {
    let bytes = document(&p(&r("One")), &[("styles", "styles.xml", styles)]);
    let after = write(&mut open(&bytes, target), &["Other"]);
    part(&after, "word/styles.xml").replace(crate::NAMES, "NAMES")
}

#[test]
fn styles_from_right_to_left_are_turned_into_a_language_from_left_to_right() {
    let without = styles("", "", "");
    let with = styles("<w:bidi/>", "<w:rtl/>", "<w:bidiVisual/>");
    assert_eq!(styles_after(&with, "de"), without);
    let others = styles(
        "<w:bidi w:val=\"on\"/>",
        "<w:rtl w:val=\"1\"/>",
        "<w:bidiVisual w:val=\"true\"/>",
    );
    assert_eq!(styles_after(&others, "de"), without);
    assert_eq!(styles_after(&with, "fa"), with);
}

#[test]
fn styles_that_say_no_are_turned_into_a_language_from_right_to_left() {
    let off = styles(
        "<w:bidi w:val=\"0\"/>",
        "<w:rtl w:val=\"false\"/>",
        "<w:bidiVisual w:val=\"off\"/>",
    );
    assert_eq!(styles_after(&off, "he"), styles("", "", ""));
    assert_eq!(styles_after(&off, "de"), off);
}

#[test]
fn what_is_written_from_left_to_right_against_its_style_stays_so() {
    let paragraph = |text: &str| {
        p(
            &("<w:pPr><w:pStyle w:val=\"X\"/><w:bidi w:val=\"0\"/></w:pPr>".to_owned()
                + &styled("<w:rtl w:val=\"0\"/>", text)),
        )
    };
    assert_eq!(
        translated_to("en", &paragraph("Un"), &["One"]),
        paragraph("One")
    );
    let numbers = paragraph("12");
    let body = p(&r("Un")) + &numbers;
    assert!(translated_to("en", &body, &["One"]).ends_with(&numbers));
    let turned = translated_to("ar", &paragraph("One"), &["واحد"]);
    let expected = "<w:pPr><w:pStyle w:val=\"X\"/><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr>";
    assert!(turned.contains(expected), "{turned}");
}

#[test]
fn a_paragraph_that_is_the_same_in_the_translation_is_turned_with_the_others() {
    let body = |properties: &str, text: &str| {
        let paragraph = |text: &str| p(&(properties.to_owned() + &r(text)));
        paragraph(text) + &paragraph("IBM") + &paragraph("Unix")
    };
    let flag = "<w:pPr><w:bidi/></w:pPr>";
    let after = translated_to("ar", &body("", "One"), &["One", "", "يونكس"]);
    assert_eq!(after.matches(flag).count(), 3, "{after}");
    let after = translated_to("de", &body(flag, "One"), &["Eins", "IBM", ""]);
    assert!(!after.contains("bidi"), "{after}");
}

#[test]
fn tables_that_say_no_are_turned_into_a_language_from_right_to_left() {
    let table = |flag: &str, text: &str| {
        format!(
            "<w:tbl><w:tblPr>{flag}<w:tblW w:w=\"0\"/></w:tblPr><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>",
            p(&r(text))
        )
    };
    let off = "<w:bidiVisual w:val=\"0\"/>";
    let after = translated_to("he", &table(off, "cell"), &["תא"]);
    assert!(
        after.contains("<w:tblPr><w:bidiVisual/><w:tblW w:w=\"0\"/>"),
        "{after}"
    );
    assert_eq!(
        translated_to("de", &table(off, "cell"), &["Zelle"]),
        table(off, "Zelle")
    );
}
