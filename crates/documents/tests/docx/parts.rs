use std::io::Cursor;

use dragoman_documents::Document;
use dragoman_documents::Docx;

use crate::common::{options, package, part, relations, units, write};
use crate::{document, open, p, r, styled, translated, translated_to, units_of};

#[test]
fn headers_notes_and_comments_are_read_after_the_body() {
    let kinds = [
        ("comments", "comments.xml", "comments"),
        ("footnotes", "footnotes.xml", "footnotes"),
        ("endnotes", "endnotes.xml", "endnotes"),
        ("footer", "footer1.xml", "ftr"),
        ("header", "header1.xml", "hdr"),
        (
            "glossaryDocument",
            "glossary/document.xml",
            "glossaryDocument",
        ),
        ("image", "media/image1.xml", "p"),
    ];
    let contents: Vec<String> = kinds
        .iter()
        .map(|(kind, _, root)| format!("<w:{root} NAMES>{}</w:{root}>", p(&r(kind))))
        .collect();
    let others: Vec<(&str, &str, &str)> = kinds
        .iter()
        .zip(&contents)
        .map(|((kind, name, _), content)| (*kind, *name, content.as_str()))
        .collect();
    let bytes = document(&p(&r("body")), &others);
    let mut docx = open(&bytes, "de");
    assert_eq!(
        units(&docx),
        [
            "body",
            "header",
            "footer",
            "footnotes",
            "endnotes",
            "comments",
            "glossaryDocument"
        ]
    );
    let after = write(&mut docx, &["", "Kopf", "", "", "", "", ""]);
    assert!(part(&after, "word/header1.xml").contains(">Kopf<"));
    for name in [
        "word/document.xml",
        "word/footer1.xml",
        "word/media/image1.xml",
    ] {
        assert_eq!(part(&after, name), part(&bytes, name));
    }
}

#[test]
fn a_text_box_is_translated_once_and_written_in_both_of_its_forms() {
    let shape = |text: &str| format!("<w:txbxContent>{}</w:txbxContent>", p(&r(text)));
    let both = |text: &str| {
        format!(
            "<mc:AlternateContent><mc:Choice Requires=\"wps\"><w:drawing>{0}</w:drawing></mc:Choice>\
             <mc:Fallback><w:pict>{0}</w:pict></mc:Fallback></mc:AlternateContent>",
            shape(text)
        )
    };
    let body = p(&(r("Before ") + &format!("<w:r>{}</w:r>", both("in a box")) + &r("after")));
    assert_eq!(units_of(&body), ["in a box", "Before {1}after"]);
    let expected = format!(
        "<w:r>{}<w:t xml:space=\"preserve\">Danach</w:t></w:r>",
        both("im Kasten")
    );
    assert_eq!(translated(&body, &["im Kasten", "{1}Danach"]), p(&expected));
    let expected = p(&(r("Before ") + &format!("<w:r>{}</w:r>", both("im Kasten")) + &r("after")));
    assert_eq!(translated(&body, &["im Kasten", ""]), expected);
}

#[test]
fn a_fallback_with_other_text_has_its_own_units() {
    let body = p(
        "<w:r><mc:AlternateContent><mc:Choice><w:p><w:r><w:t>new</w:t></w:r></w:p>\
                  </mc:Choice><mc:Fallback><w:p><w:r><w:t>old</w:t></w:r></w:p></mc:Fallback>\
                  </mc:AlternateContent></w:r>",
    );
    assert_eq!(units_of(&body), ["new", "old"]);
}

#[test]
fn alternative_texts_and_watermarks_are_translated() {
    let body = p(
        "<w:r><w:drawing><wp:inline><wp:docPr id=\"1\" name=\"Picture 1\" \
                  descr=\"A &quot;cat&quot;\" title='Cat'/></wp:inline></w:drawing></w:r>\
                  <w:r><w:pict><v:shape alt=\"Old cat\"><v:textpath string=\"DRAFT\"/></v:shape>\
                  </w:pict></w:r>",
    );
    assert_eq!(units_of(&body), ["A \"cat\"", "Cat", "Old cat", "DRAFT"]);
    let after = translated(&body, &["Eine \"Katze\"", "Katze", "", "ENTWURF"]);
    assert!(
        after.contains("descr=\"Eine &quot;Katze&quot;\" title='Katze'"),
        "{after}"
    );
    assert!(after.contains("name=\"Picture 1\""));
    assert!(after.contains("alt=\"Old cat\"><v:textpath string=\"ENTWURF\""));
}

#[test]
fn the_title_and_the_subject_are_translated() {
    let core = "<cp:coreProperties xmlns:cp=\"x\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\
                <dc:title> Report </dc:title><dc:subject>Sales</dc:subject>\
                <dc:creator>A. Writer</dc:creator><dc:title/></cp:coreProperties>";
    let bytes = document(
        &p(&r("body")),
        &[("metadata/core-properties", "core.xml", core)],
    );
    let mut docx = open(&bytes, "de");
    assert_eq!(units(&docx), ["body", "Report", "Sales"]);
    let after = part(
        &write(&mut docx, &["", "Bericht", "Verkauf"]),
        "word/core.xml",
    );
    assert!(after.contains("<dc:title> Bericht </dc:title><dc:subject>Verkauf</dc:subject>"));
}

#[test]
fn a_diagram_is_translated_once_and_written_in_both_copies() {
    let paragraph = |text: &str| {
        format!(
            "<a:p><a:pPr/><a:r><a:rPr lang=\"en-US\" dirty=\"0\"/><a:t>{text}</a:t></a:r>\
             <a:endParaRPr lang=\"en-US\"/></a:p>"
        )
    };
    let part_of = |text: &str| format!("<d NAMES>{}</d>", paragraph(text));
    let content = part_of("Step one");
    let others = [
        ("diagramDrawing", "diagrams/drawing1.xml", content.as_str()),
        ("diagramData", "diagrams/data1.xml", content.as_str()),
    ];
    let mut docx = open(&document(&p(&r("body")), &others), "de");
    assert_eq!(units(&docx), ["body", "Step one"]);
    let after = write(&mut docx, &["", "Schritt eins"]);
    for name in ["word/diagrams/drawing1.xml", "word/diagrams/data1.xml"] {
        assert!(
            part(&after, name).contains(&paragraph("Schritt eins")),
            "{name}"
        );
    }
}

#[test]
fn titles_and_names_of_a_chart_are_translated_and_its_numbers_are_not() {
    let chart = "<c:chart NAMES><c:title><a:p><a:r><a:rPr b=\"1\"/><a:t>Sales</a:t></a:r>\
                 <a:r><a:t> of May</a:t></a:r><a:br/><a:r><a:t>all</a:t></a:r></a:p></c:title>\
                 <c:f>Sheet1!$A$1</c:f><c:strCache><c:pt><c:v>North</c:v></c:pt></c:strCache>\
                 <c:numCache><c:formatCode>General</c:formatCode><c:pt><c:v>1E5</c:v></c:pt>\
                 </c:numCache></c:chart>";
    let others = [("chart", "charts/chart1.xml", chart)];
    let mut docx = open(&document(&p(&r("body")), &others), "de");
    assert_eq!(units(&docx), ["body", "<1>Sales</1> of May{2}all", "North"]);
    let after = write(&mut docx, &["", "Mai: <1>Verkauf</1>{2}gesamt", "Norden"]);
    let after = part(&after, "word/charts/chart1.xml");
    assert!(
        after.contains(
            "<a:p><a:r><a:t>Mai: </a:t></a:r><a:r><a:rPr b=\"1\"/><a:t>Verkauf</a:t></a:r><a:br/>\
         <a:r><a:t>gesamt</a:t></a:r></a:p>"
        ),
        "{after}"
    );
    assert!(after.contains("<c:v>Norden</c:v>") && after.contains("<c:v>1E5</c:v>"));
}

#[test]
fn names_of_charts_of_later_kinds_are_translated() {
    let chart = "<x:chart xmlns:x=\"http://schemas.microsoft.com/office/drawing/2014/chartex\"><x:strDim><x:lvl>\
                 <x:pt idx=\"0\">North</x:pt></x:lvl></x:strDim><x:numDim><x:lvl><x:pt idx=\"0\">1E5</x:pt></x:lvl>\
                 </x:numDim><x:v>Total</x:v></x:chart>";
    let others = [("chartEx", "charts/chart1.xml", chart)];
    let mut docx = open(&document(&p(&r("body")), &others), "de");
    assert_eq!(units(&docx), ["body", "North", "Total"]);
    let after = write(&mut docx, &["", "Norden", "Summe"]);
    let after = part(&after, "word/charts/chart1.xml");
    assert!(after.contains(">Norden</x:pt>") && after.contains("<x:v>Summe</x:v>"));
}

#[test]
fn the_base_of_text_with_its_pronunciation_is_translated() {
    let ruby = "<w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>かん</w:t></w:r></w:rt>\
                <w:rubyBase><w:r><w:t>漢</w:t></w:r></w:rubyBase></w:ruby></w:r>";
    assert_eq!(units_of(&p(&(ruby.to_owned() + &r("字")))), ["漢字"]);
}

#[test]
fn a_target_from_right_to_left_has_that_direction() {
    let body = p(&format!(
        "<w:pPr><w:pStyle w:val=\"X\"/><w:jc w:val=\"left\"/></w:pPr>{}{}",
        styled(
            "<w:b/><w:sz w:val=\"20\"/><w:lang w:val=\"en-US\" w:bidi=\"fa-IR\"/>",
            "One"
        ),
        r(" two"),
    ));
    let after = translated_to("ar", &body, &["واحد<1> اثنان</1>"]);
    let expected = "<w:p><w:pPr><w:pStyle w:val=\"X\"/><w:bidi/><w:jc w:val=\"left\"/></w:pPr>";
    assert!(after.starts_with(expected), "{after}");
    assert_eq!(after.matches("<w:rtl/>").count(), 2, "{after}");
    let back = translated_to("de", &after, &["Eins<1> zwei</1>"]);
    assert!(!back.contains("bidi/>") && !back.contains("rtl"), "{back}");
    assert!(back.contains("<w:jc w:val=\"left\"/>"));
}

#[test]
fn paragraphs_without_text_follow_the_direction_of_the_others() {
    let numbers = p(&r("12")) + &p("<w:pPr><w:jc w:val=\"right\"/></w:pPr>") + "<w:p/>";
    let body = p(&r("One")) + &numbers;
    let after = translated_to("ar", &body, &["واحد"]);
    let expected = "<w:p><w:pPr><w:bidi/></w:pPr>".to_owned()
        + &r("12")
        + "</w:p><w:p><w:pPr><w:bidi/><w:jc w:val=\"right\"/></w:pPr></w:p><w:p/>";
    assert!(after.ends_with(&expected), "{after}");
    assert!(translated(&body, &["Eins"]).ends_with(&numbers));
}

#[test]
fn properties_for_complex_scripts_are_those_of_the_original() {
    let body = p(&styled(
        "<w:b/><w:i/><w:iCs/><w:sz w:val=\"20\"/><w:lang w:bidi=\"fa-IR\"/>",
        "One",
    ));
    let after = translated_to("he", &body, &["אחד"]);
    let expected = "<w:rPr><w:b/><w:bCs/><w:i/><w:iCs/><w:sz w:val=\"20\"/><w:szCs w:val=\"20\"/>\
                    <w:rtl/><w:lang w:bidi=\"he\"/></w:rPr>";
    assert!(after.contains(expected), "{after}");
}

#[test]
fn tables_follow_the_direction() {
    let table = format!(
        "<w:tbl><w:tblPr><w:tblStyle w:val=\"T\"/><w:tblW w:w=\"0\"/></w:tblPr>\
         <w:tr><w:tc>{}</w:tc></w:tr></w:tbl>",
        p(&r("cell"))
    );
    let after = translated_to("he", &table, &["תא"]);
    assert!(after.contains("<w:tblStyle w:val=\"T\"/><w:bidiVisual/><w:tblW w:w=\"0\"/>"));
    let back = translated_to("de", &after, &["Zelle"]);
    assert!(back.contains("<w:tblStyle w:val=\"T\"/><w:tblW w:w=\"0\"/>"));
}

#[test]
fn the_language_of_the_styles_becomes_the_target_if_something_is_translated() {
    let styles = "<w:styles NAMES><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val=\"en-US\" \
                  w:eastAsia=\"ja-JP\"/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>";
    let bytes = document(&p(&r("One")), &[("styles", "styles.xml", styles)]);
    let after = write(&mut open(&bytes, "de"), &["Eins"]);
    assert!(
        part(&after, "word/styles.xml").contains("<w:lang w:val=\"de\" w:eastAsia=\"ja-JP\"/>")
    );
    let after = write(&mut open(&bytes, "zh-Hans"), &["一"]);
    assert!(
        part(&after, "word/styles.xml").contains("<w:lang w:val=\"en-US\" w:eastAsia=\"zh-CN\"/>")
    );
    assert_eq!(write(&mut open(&bytes, "zh-Hans"), &["One"]), bytes);
}

#[test]
fn the_strict_form_of_the_standard_and_other_prefixes_are_read() {
    let body = "<?xml version=\"1.0\"?><document \
                xmlns=\"http://purl.oclc.org/ooxml/wordprocessingml/main\"><body><p><r><t>One</t></r>\
                <r><t>two</t></r></p></body></document>";
    let office = "http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument";
    let start = relations(&[("officeDocument", "/word/document.xml")]);
    let start = start.replace(
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument",
        office,
    );
    let bytes = package([
        ("_rels/.rels", start),
        ("word/document.xml", body.to_owned()),
    ]);
    let mut docx = open(&bytes, "de");
    assert_eq!(units(&docx), ["Onetwo"]);
    let after = part(&write(&mut docx, &["Eins"]), "word/document.xml");
    assert!(
        after.contains("<p><r><t xml:space=\"preserve\">Eins</t></r></p>"),
        "{after}"
    );
}

#[test]
fn a_part_in_utf_16_stays_in_it() {
    let body = format!(
        "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-16\"?><w:document {}><w:body>{}</w:body></w:document>",
        crate::NAMES,
        p(&r("One"))
    );
    let encoded =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let bytes = package_of_bytes(&encoded(&body));
    let mut docx = open(&bytes, "de");
    assert_eq!(units(&docx), ["One"]);
    let after = write(&mut docx, &["一"]);
    let mut archive = zip::ZipArchive::new(Cursor::new(after)).unwrap();
    let mut content = Vec::new();
    std::io::copy(
        &mut archive.by_name("word/document.xml").unwrap(),
        &mut content,
    )
    .unwrap();
    assert_eq!(content, encoded(&body.replace("One", "一")));
}

fn package_of_bytes(body: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let start = relations(&[("officeDocument", "word/document.xml")]);
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, content) in [
        ("_rels/.rels", start.as_bytes()),
        ("word/document.xml", body),
    ] {
        writer.start_file(name, options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn a_damaged_part_other_than_the_body_is_left_as_it_is() {
    for (kind, name, broken) in [
        (
            "header",
            "header1.xml",
            "<w:hdr NAMES><w:p><w:r><w:t>head</w:t></w:r></w:p>",
        ),
        (
            "settings",
            "settings.xml",
            "<w:settings NAMES><w:themeFontLang w:val=\"en-US",
        ),
    ] {
        let bytes = document(&p(&r("body")), &[(kind, name, broken)]);
        let mut docx = open(&bytes, "de");
        assert_eq!(units(&docx), ["body"]);
        assert_eq!(docx.warnings().len(), 1, "{kind}");
        let after = write(&mut docx, &["Text"]);
        let name = format!("word/{name}");
        assert_eq!(part(&after, &name), part(&bytes, &name));
    }
}

#[test]
fn other_office_documents_are_not_taken_for_this_one() {
    let bytes = package([
        (
            "_rels/.rels",
            relations(&[("officeDocument", "xl/workbook.xml")]),
        ),
        ("xl/workbook.xml", "<workbook/>".to_owned()),
    ]);
    let outcome = Docx::open(Box::new(Cursor::new(bytes)), options("de"));
    assert!(outcome.is_err());
}
