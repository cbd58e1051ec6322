use std::io::{Cursor, Read, Write};

use dragoman_documents::{Document, DocumentError};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::common::{names, part, units, write};
use crate::{NAMES, document, opened, units_of, warnings};

fn manifest(entries: &str) -> String {
    format!(
        "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\">{entries}</manifest:manifest>"
    )
}

fn entry(path: &str, media_type: &str, content: &str) -> String {
    format!(
        "<manifest:file-entry manifest:full-path=\"{path}\" manifest:media-type=\"{media_type}\">{content}</manifest:file-entry>"
    )
}

#[test]
fn headers_and_footers_are_translated_with_the_styles_of_their_part() {
    let styles = format!(
        "<office:document-styles {NAMES}><office:styles>\
         <text:outline-style><text:outline-level-style text:level=\"1\" style:num-prefix=\"Chapter \" style:num-suffix=\".\"/></text:outline-style></office:styles>\
         <office:automatic-styles><style:style style:name=\"I\" style:family=\"text\"><style:text-properties officeooo:rsid=\"2\"/></style:style></office:automatic-styles>\
         <office:master-styles><style:master-page><style:header><text:p>A <text:span text:style-name=\"I\">header</text:span></text:p></style:header>\
         </style:master-page></office:master-styles></office:document-styles>"
    );
    let body = "<text:p>A <text:span text:style-name=\"I\">word</text:span> or more</text:p>";
    let bytes = document("text", body, &[("styles.xml", &styles)]);
    let mut opened = opened("text", &bytes, "de").unwrap();
    assert_eq!(
        units(&opened),
        ["A <1>word</1> or more", "Chapter", "A header"]
    );
    let output = write(&mut opened, &["Ein <1>Wort</1>", "Kapitel", "Kopf"]);
    let after = part(&output, "styles.xml");
    assert!(
        after.contains("style:num-prefix=\"Kapitel \"") && after.contains("<text:p>Kopf</text:p>")
    );
}

#[test]
fn slides_have_notes_and_footers_and_prompts_are_left() {
    let body = "<presentation:footer-decl presentation:name=\"f\">A footer</presentation:footer-decl>\
        <presentation:date-time-decl presentation:name=\"d\">1 May</presentation:date-time-decl>\
        <draw:page draw:name=\"page1\"><draw:frame presentation:class=\"title\"><draw:text-box><text:p>A title</text:p></draw:text-box></draw:frame>\
        <draw:frame presentation:placeholder=\"true\"><draw:text-box><text:p>Click here</text:p></draw:text-box></draw:frame>\
        <draw:custom-shape><text:p>A shape</text:p></draw:custom-shape>\
        <presentation:notes><draw:frame><draw:text-box><text:p>A note</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>";
    assert_eq!(
        units_of("presentation", body),
        ["A footer", "A title", "A shape", "A note"]
    );
}

#[test]
fn of_masters_what_slides_show_is_translated() {
    let frame = |class: &str, text: &str| {
        format!(
            "<draw:frame {class}><draw:text-box><text:p>{text}</text:p></draw:text-box></draw:frame>"
        )
    };
    let frames = [
        frame("presentation:class=\"outline\"", "Click here"),
        frame("presentation:class=\"footer\"", "Our company"),
        frame("", "A slogan"),
    ];
    let styles = format!(
        "<office:document-styles {NAMES}><office:master-styles><style:master-page>{}</style:master-page></office:master-styles></office:document-styles>",
        frames.concat()
    );
    let bytes = document("presentation", "", &[("styles.xml", &styles)]);
    let opened = opened("presentation", &bytes, "de").unwrap();
    assert_eq!(units(&opened), ["Our company", "A slogan"]);
}

#[test]
fn what_a_document_is_its_content_says() {
    let text = document("text", "<text:p>One</text:p>", &[]);
    for kind in ["spreadsheet", "presentation"] {
        let outcome = opened(kind, &text, "de").err().unwrap();
        assert!(outcome.to_string().contains("another kind"), "{outcome}");
    }
    let empty = crate::package([("content.xml", format!("<office:document-content {NAMES}/>"))]);
    let outcome = opened("text", &empty, "de").err();
    assert!(matches!(outcome, Some(DocumentError::Malformed { .. })));
}

#[test]
fn a_document_with_a_password_is_told_as_such() {
    let encrypted = manifest(&entry(
        "content.xml",
        "text/xml",
        "<manifest:encryption-data manifest:checksum=\"x\"/>",
    ));
    let mut bytes = document("text", "", &[("META-INF/manifest.xml", &encrypted)]);
    let outcome = opened("text", &bytes, "de").err();
    assert!(matches!(outcome, Some(DocumentError::Encrypted)));
    // Newer programs encrypt all of it as one entry.
    let whole = manifest(&entry(
        "encrypted-package",
        "application/vnd.oasis.opendocument.text",
        "<manifest:encryption-data/>",
    ));
    bytes = crate::package([
        ("META-INF/manifest.xml", whole),
        ("encrypted-package", "x".to_owned()),
    ]);
    let outcome = opened("text", &bytes, "de").err();
    assert!(matches!(outcome, Some(DocumentError::Encrypted)));
}

#[test]
fn macros_signatures_and_other_documents_are_told() {
    let formula = entry(
        "Object 1/",
        "application/vnd.oasis.opendocument.formula",
        "",
    );
    let sheet = entry(
        "Object 2/",
        "application/vnd.oasis.opendocument.spreadsheet",
        "",
    );
    let macros = entry("Basic/Standard/Module1.xml", "text/xml", "");
    for (entries, codes) in [
        (formula, vec!["signature_invalid"]),
        (sheet, vec!["embedded_documents", "signature_invalid"]),
        (macros, vec!["macros", "signature_invalid"]),
    ] {
        let others = [
            ("META-INF/manifest.xml", &*manifest(&entries)),
            ("META-INF/documentsignatures.xml", "<a/>"),
        ];
        let bytes = document("text", "<text:p>One</text:p>", &others);
        assert_eq!(warnings(&opened("text", &bytes, "de").unwrap()), codes);
    }
}

#[test]
fn damaged_parts_besides_the_content_are_left() {
    let others = [
        ("styles.xml", "<a>"),
        ("meta.xml", "&"),
        ("META-INF/manifest.xml", &*manifest("")),
    ];
    let bytes = document("text", "<text:p>One</text:p>", &others);
    let mut opened = opened("text", &bytes, "de").unwrap();
    assert_eq!(warnings(&opened), ["damaged_part", "damaged_part"]);
    let output = write(&mut opened, &["Eins"]);
    assert_eq!(part(&output, "styles.xml"), "<a>");
}

#[test]
fn the_type_stays_the_first_entry_and_is_not_compressed() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    writer.start_file("mimetype", stored).unwrap();
    let mimetype = b"application/vnd.oasis.opendocument.text-template";
    writer.write_all(mimetype).unwrap();
    writer
        .start_file("content.xml", SimpleFileOptions::default())
        .unwrap();
    let content = crate::content("text", "<text:p>One</text:p>");
    writer.write_all(content.as_bytes()).unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    let mut opened = opened("text", &bytes, "de").unwrap();
    let output = write(&mut opened, &["Eins"]);
    assert_eq!(names(&output), ["mimetype", "content.xml"]);
    assert_eq!(&output[30..38], b"mimetype");
    assert_eq!(&output[38..38 + mimetype.len()], mimetype);
    let mut archive = ZipArchive::new(Cursor::new(&output)).unwrap();
    let mut entry = archive.by_name("mimetype").unwrap();
    assert_eq!(entry.compression(), CompressionMethod::Stored);
    let mut kept = Vec::new();
    entry.read_to_end(&mut kept).unwrap();
    assert_eq!(kept, mimetype);
    assert_eq!(opened.units().len(), 1);
}

#[test]
fn documents_that_libreoffice_has_made_come_back_and_are_translated() {
    for (kind, name, first) in [
        ("text", "odt/lamp.odt", "Hanging a lamp"),
        ("spreadsheet", "ods/lamps.ods", "choose a size"),
    ] {
        let path = format!("{}/testdata/{name}", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(path).unwrap();
        let mut opened = opened(kind, &bytes, "de").unwrap();
        let units = units(&opened);
        assert_eq!(units[0], first);
        let same: Vec<&str> = units.iter().map(String::as_str).collect();
        assert!(write(&mut opened, &same) == bytes, "{name}");
        let capitals: Vec<String> = units.iter().map(|unit| unit.to_uppercase()).collect();
        let capitals: Vec<&str> = capitals.iter().map(String::as_str).collect();
        let output = write(&mut opened, &capitals);
        let again = crate::opened(kind, &output, "de").unwrap();
        assert_eq!(crate::units(&again), capitals, "{name}");
        let content = part(&output, "content.xml");
        assert!(!content.contains("table lamp</text:p>"));
    }
}
