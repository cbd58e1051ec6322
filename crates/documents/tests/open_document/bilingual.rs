//! Translations behind their sources.

use std::io::Cursor;

use dragoman_documents::{Document, OpenDocument, Options};

use crate::common::{between, options, part, units, write};
use crate::{NAMES, document, opened};

pub(crate) fn open(bytes: &[u8], target: &str) -> OpenDocument {
    let options = Options {
        bilingual: true,
        ..options(target)
    };
    OpenDocument::open_text(Box::new(Cursor::new(bytes.to_vec())), options).unwrap()
}

/// The document with these translations behind their sources. Its units are those that it has without them.
fn written(target: &str, bytes: &[u8], translations: &[&str]) -> Vec<u8> {
    let mut document = open(bytes, target);
    let plain = opened("text", bytes, target).unwrap();
    assert_eq!(units(&document), units(&plain));
    write(&mut document, translations)
}

fn bilingual(body: &str, translations: &[&str]) -> String {
    let output = written("de", &document("text", body, &[]), translations);
    let text = part(&output, "content.xml");
    between(&text, "<office:text>", "</office:text>").to_owned()
}

fn p(inner: &str) -> String {
    format!("<text:p>{inner}</text:p>")
}

/// Text in the language of the translation.
fn t(text: &str) -> String {
    format!("<text:span text:style-name=\"DragomanTranslation1\">{text}</text:span>")
}

/// The same behind the end of a line.
fn behind(text: &str) -> String {
    t(&format!("<text:line-break/>{text}"))
}

#[test]
fn a_translation_follows_its_source_which_stays_byte_for_byte() {
    let source =
        "A  <text:span text:style-name='I'>slanted</text:span>\n word.<text:soft-page-break/>";
    let slanted = format!(
        "<text:span text:style-name='I'>{}</text:span>",
        t("schräges")
    );
    let expected = behind("Ein ") + &slanted + &t(" Wort &amp; mehr.");
    assert_eq!(
        bilingual(&p(source), &["Ein <1>schräges</1> Wort & mehr."]),
        p(&(source.to_owned() + &expected))
    );
    let heading = |inner: &str| format!("<text:h text:outline-level=\"1\">{inner}</text:h>");
    assert_eq!(
        bilingual(&heading("One"), &["Eins"]),
        heading(&("One".to_owned() + &behind("Eins")))
    );
}

#[test]
fn without_other_translations_the_same_bytes_come_back() {
    let settings = "<office:document-settings NAMES/>";
    let meta = "<office:document-meta NAMES><office:meta><dc:language>en</dc:language></office:meta></office:document-meta>";
    let bytes = document(
        "text",
        &(p("One") + &p("Two")),
        &[("settings.xml", settings), ("meta.xml", meta)],
    );
    assert_eq!(written("ar", &bytes, &["", ""]), bytes);
    assert_eq!(written("ar", &bytes, &["One", "Two"]), bytes);
    let output = written("ar", &bytes, &["واحد", ""]);
    assert_eq!(part(&output, "meta.xml"), part(&bytes, "meta.xml"));
    assert!(part(&output, "content.xml").contains(&p("Two")));
}

#[test]
fn what_may_be_there_once_is_not_there_twice() {
    let once = [
        "<text:note text:id=\"n1\"><text:note-citation>1</text:note-citation><text:note-body/></text:note>",
        "<office:annotation office:name=\"a\"><dc:creator>A</dc:creator></office:annotation>",
        "<text:bookmark text:name=\"b\"/>",
        "<text:bookmark-start text:name=\"b\"/><text:bookmark-end text:name=\"b\"/>",
        "<text:reference-mark text:name=\"r\"/>",
        "<text:change-start text:change-id=\"c\"/><text:change-end text:change-id=\"c\"/>",
        "<text:toc-mark text:string-value=\"x\"/>",
        "<draw:frame draw:name=\"f\"><draw:image/></draw:frame>",
        "<draw:control draw:control=\"c\"/>",
        "<text:span text:style-name=\"H\">hidden</text:span>",
        "<text:script>x</text:script>",
        "<text:hidden-text text:string-value=\"x\">x</text:hidden-text>",
        "<text:date xml:id=\"d\">1</text:date>",
    ];
    for once in once {
        let source = format!("One{once} two");
        assert_eq!(
            bilingual(&p(&source), &["Eins{1} zwei{1}"]),
            p(&(source + &behind("Eins zwei"))),
            "{once}"
        );
        let source = format!("{once}One{once}");
        assert_eq!(
            bilingual(&p(&source), &["Eins"]),
            p(&(source + &behind("Eins"))),
            "{once}"
        );
    }
}

#[test]
fn what_may_be_there_twice_is() {
    for twice in [
        "<text:tab/>",
        "<text:s text:c=\"3\"/>",
        "<text:line-break/>",
        "<text:page-number text:select-page=\"current\">3</text:page-number>",
        "<text:sender-firstname>A</text:sender-firstname>",
    ] {
        let source = format!("One{twice}two");
        assert_eq!(
            bilingual(&p(&source), &["Eins{1}zwei"]),
            p(&(source.clone() + &behind(&format!("Eins{twice}zwei"))))
        );
    }
    // Of what counts or asks there is the text.
    for (once, text) in [
        (
            "<text:sequence text:name=\"x\" text:formula=\"x+1\">3</text:sequence>",
            "3",
        ),
        (
            "<text:variable-set text:name=\"x\">a &amp; b</text:variable-set>",
            "a &amp; b",
        ),
    ] {
        let source = format!("One {once} two");
        let expected = behind(&format!("Eins {text} zwei"));
        assert_eq!(
            bilingual(&p(&source), &["Eins {1} zwei"]),
            p(&(source.clone() + &expected))
        );
    }
}

#[test]
fn a_link_is_there_twice_and_what_has_a_name_is_not() {
    let link = |text: &str| format!("<text:a xlink:href=\"x\">{text}</text:a>");
    let source = "See ".to_owned() + &link("there");
    // LibreOffice does not read links with spans in them everywhere.
    let expected = behind(&format!("Siehe {}", link("dort")));
    assert_eq!(
        bilingual(&p(&source), &["Siehe <1>dort</1>"]),
        p(&(source + &expected))
    );
    for source in [
        "See <text:meta xml:id=\"m\">there</text:meta>",
        "See <text:a xml:id=\"m\" xlink:href=\"x\">there</text:a>",
    ] {
        assert_eq!(
            bilingual(&p(source), &["Siehe <1>dort</1>"]),
            p(&(source.to_owned() + &behind("Siehe dort")))
        );
    }
}

#[test]
fn fields_with_text_stay_and_their_translation_is_text() {
    for (field, text) in [
        ("<text:title>Title</text:title>", "Titel"),
        (
            "<text:bookmark-ref text:ref-name=\"b\">Title</text:bookmark-ref>",
            "Titel",
        ),
        ("<text:text-input>Title</text:text-input>", "Titel"),
        (
            "<text:placeholder text:placeholder-type=\"text\">Title</text:placeholder>",
            "<text:placeholder text:placeholder-type=\"text\">Titel</text:placeholder>",
        ),
        // It shows the whole heading.
        (
            "<text:chapter text:display=\"name\">Title</text:chapter>",
            "",
        ),
    ] {
        let source = format!("See {field} there");
        let expected = behind(&format!("Siehe {text} dort"));
        let expected = expected.replace("  ", " ");
        let written = bilingual(&p(&source), &["Titel", "Siehe {1} dort"]);
        assert_eq!(written.replace("  ", " "), p(&(source + &expected)));
        // A paragraph without other words has no unit of its own.
        let alone = if text.is_empty() {
            String::new()
        } else {
            behind(text)
        };
        assert_eq!(
            bilingual(&p(field), &["Titel"]),
            p(&format!("{field}{alone}"))
        );
        assert_eq!(bilingual(&p(field), &["Title"]), p(field));
    }
    let choices = "<text:drop-down text:name=\"d\"><text:label text:value=\"Yes\"/><text:label text:value=\"No\"/>Yes</text:drop-down>";
    let source = format!("Say {choices} now");
    assert_eq!(
        bilingual(&p(&source), &["Ja", "Nein", "Sag {1} jetzt"]),
        p(&(source + &behind("Sag Ja jetzt")))
    );
    let control = "<loext:content-control><loext:list-item loext:display-text=\"Yes\"/>Yes</loext:content-control>";
    let source = format!("Say {control} now");
    assert_eq!(
        bilingual(&p(&source), &["Ja", "Sag <1>Ja</1> jetzt"]),
        p(&(source + &behind("Sag Ja jetzt")))
    );
}

#[test]
fn titles_and_labels_stay_and_descriptions_are_translated() {
    let meta = "<office:document-meta NAMES><office:meta><dc:title>Title</dc:title><dc:language>en</dc:language>\
                </office:meta></office:document-meta>";
    let bytes = document("text", &p("One"), &[("meta.xml", meta)]);
    let output = written("de", &bytes, &["Eins", "Titel"]);
    assert_eq!(part(&output, "meta.xml"), part(&bytes, "meta.xml"));
    let frame = |text: &str| {
        format!("<draw:frame draw:name=\"f\"><svg:desc>{text}</svg:desc></draw:frame>")
    };
    assert_eq!(
        bilingual(
            &p(&format!("One{}", frame("A cat"))),
            &["Eine Katze", "Eins"]
        ),
        p(&format!("One{}{}", frame("Eine Katze"), behind("Eins")))
    );
    let index = |title: &str| {
        format!(
            "<text:table-of-content><text:table-of-content-source><text:index-title-template>Contents</text:index-title-template>\
             </text:table-of-content-source><text:index-body><text:index-title>{title}</text:index-title></text:index-body>\
             </text:table-of-content>"
        )
    };
    assert_eq!(
        bilingual(&index(&p("Contents")), &["Inhalt", "Inhalt"]),
        index(&p(&format!("Contents{}", behind("Inhalt"))))
    );
}

#[test]
fn cells_notes_and_text_boxes_have_both() {
    let both = p(&("In".to_owned() + &behind("Innen")));
    let cell = |value: &str, inner: &str| {
        format!(
            "<table:table><table:table-row><table:table-cell office:value-type=\"string\"{value}>{inner}</table:table-cell></table:table-row></table:table>"
        )
    };
    assert_eq!(bilingual(&cell("", &p("In")), &["Innen"]), cell("", &both));
    // What is the value of a cell would be shown instead of its text.
    let value = " office:string-value=\"In\"";
    assert_eq!(
        bilingual(&cell(value, &p("In")), &["Innen"]),
        cell("", &both)
    );
    assert_eq!(
        bilingual(&cell(value, &p("In")), &[""]),
        cell(value, &p("In"))
    );
    let note = |inner: &str| {
        format!(
            "<text:note text:id=\"n\"><text:note-citation>1</text:note-citation><text:note-body>{inner}</text:note-body></text:note>"
        )
    };
    let source = |inner: &str| format!("Out{}", note(inner));
    assert_eq!(
        bilingual(&p(&source(&p("In"))), &["Innen", "Außen"]),
        p(&(source(&both) + &behind("Außen")))
    );
    let frame =
        |inner: &str| format!("<draw:frame><draw:text-box>{inner}</draw:text-box></draw:frame>");
    assert_eq!(
        bilingual(&p(&frame(&p("In"))), &["Innen"]),
        p(&frame(&both))
    );
    let item =
        |inner: &str| format!("<text:list><text:list-item>{inner}</text:list-item></text:list>");
    assert_eq!(bilingual(&item(&p("In")), &["Innen"]), item(&both));
}

#[test]
fn headers_have_both_and_styles_keep_their_language() {
    let styles = "<office:document-styles NAMES><office:styles><style:default-style style:family=\"paragraph\">\
                  <style:paragraph-properties style:writing-mode=\"lr-tb\" fo:text-align=\"left\"/>\
                  <style:text-properties fo:language=\"en\" fo:country=\"US\"/></style:default-style></office:styles>\
                  <office:master-styles><style:master-page><style:header><text:p>One</text:p></style:header>\
                  </style:master-page></office:master-styles></office:document-styles>";
    let bytes = document("text", "", &[("styles.xml", styles)]);
    for (target, properties) in [
        ("de", "fo:language=\"de\" fo:country=\"none\""),
        ("pt-BR", "fo:language=\"pt\" fo:country=\"BR\""),
        (
            "zh",
            "style:language-asian=\"zh\" style:country-asian=\"CN\"",
        ),
        (
            "ar",
            "style:language-complex=\"ar\" style:country-complex=\"none\"",
        ),
    ] {
        let after = part(&written(target, &bytes, &["x"]), "styles.xml");
        let defined = between(
            &after,
            "<office:automatic-styles>",
            "</office:automatic-styles>",
        );
        assert_eq!(
            defined,
            format!(
                "<style:style xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" \
                 xmlns:fo=\"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0\" \
                 style:name=\"DragomanTranslation1\" style:family=\"text\"><style:text-properties {properties}/></style:style>"
            )
        );
        let whole = format!("<office:automatic-styles>{defined}</office:automatic-styles>");
        // In another direction the signs of a translation are in their order.
        let shown = if target == "ar" {
            "\u{202B}x\u{202C}"
        } else {
            "x"
        };
        let before = part(&bytes, "styles.xml");
        let before = before.replace(">One<", &format!(">One{}<", behind(shown)));
        assert_eq!(after.replace(&whole, ""), before);
    }
}

#[test]
fn a_style_is_defined_once_in_each_part_with_translations() {
    let define = |content: &str, translation: &str| {
        let content = content.replace("NAMES", NAMES);
        let bytes = crate::common::package([
            (
                "mimetype",
                "application/vnd.oasis.opendocument.text".to_owned(),
            ),
            ("content.xml", content),
        ]);
        part(&written("de", &bytes, &[translation]), "content.xml")
    };
    let content = |styles: &str, text: &str| {
        format!(
            "<office:document-content NAMES>{styles}<office:body><office:text>{text}</office:text></office:body></office:document-content>"
        )
    };
    for styles in [
        "",
        "<office:automatic-styles/>",
        "<office:automatic-styles></office:automatic-styles>",
    ] {
        let after = define(&content(styles, &p("One")), "Eins");
        let (before_body, _) = after.split_once("<office:body>").unwrap();
        assert!(before_body.contains("<office:automatic-styles><style:style "));
        assert!(before_body.ends_with("</style:style></office:automatic-styles>"));
        assert_eq!(
            after.matches("style:name=\"DragomanTranslation1\"").count(),
            1
        );
        // A document with translations can be translated once more.
        let again = define(&after, "Eins{1}Ein{1}s");
        assert_eq!(again.matches("style:name=\"DragomanTranslation").count(), 2);
        assert!(again.contains("text:style-name=\"DragomanTranslation2\""));
    }
}

#[test]
fn lines_of_justified_text_are_not_stretched() {
    let settings = |value: &str| {
        format!(
            "<office:document-settings NAMES xmlns:config=\"urn:oasis:names:tc:opendocument:xmlns:config:1.0\"><office:settings>\
             <config:config-item config:name=\"DoNotJustifyLinesWithManualBreak\" config:type=\"boolean\">{value}</config:config-item>\
             <config:config-item config:name=\"Other\" config:type=\"boolean\">false</config:config-item>\
             </office:settings></office:document-settings>"
        )
    };
    for value in ["false", "true"] {
        let before = settings(value);
        let bytes = document("text", &p("One"), &[("settings.xml", &before)]);
        let output = written("de", &bytes, &["Eins"]);
        assert_eq!(
            part(&output, "settings.xml"),
            settings("true").replace("NAMES", NAMES)
        );
        let mut plain = opened("text", &bytes, "de").unwrap();
        let output = write(&mut plain, &["Eins"]);
        assert_eq!(
            part(&output, "settings.xml"),
            before.replace("NAMES", NAMES)
        );
    }
    let bytes = document("text", &p("One"), &[("settings.xml", "<a")]);
    assert_eq!(open(&bytes, "de").warnings().len(), 1);
}

#[test]
fn charts_have_only_the_translation_and_workbooks_have_one_language() {
    let manifest = "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\">\
                    <manifest:file-entry manifest:full-path=\"Object 1/\" \
                    manifest:media-type=\"application/vnd.oasis.opendocument.chart\"/></manifest:manifest>";
    let chart = "<office:document-content NAMES><office:body><office:chart><chart:chart><chart:title><text:p>One</text:p></chart:title>\
                 </chart:chart></office:chart></office:body></office:document-content>";
    let others = [
        ("META-INF/manifest.xml", manifest),
        ("Object 1/content.xml", chart),
    ];
    let bytes = document("text", &p("One"), &others);
    let output = written("de", &bytes, &["Eins"]);
    assert!(part(&output, "Object 1/content.xml").contains("<text:p>Eins</text:p>"));
    assert!(part(&output, "content.xml").contains(&p(&format!("One{}", behind("Eins")))));
    let slides = document(
        "presentation",
        "<draw:page><draw:frame><draw:text-box><text:p>One</text:p></draw:text-box></draw:frame></draw:page>",
        &[],
    );
    let options = Options {
        bilingual: true,
        ..options("de")
    };
    let mut slides =
        OpenDocument::open_presentation(Box::new(Cursor::new(slides)), options).unwrap();
    let output = write(&mut slides, &["Eins"]);
    assert!(part(&output, "content.xml").contains("<text:p>Eins</text:p>"));
}
