//! Documents from the command line.

use std::fs::{self, Permissions};
use std::io::{Cursor, Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, BufReader};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::support::Installation;

const TYPES: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8"?>"#,
    r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">"#,
    r#"<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>"#,
    r#"<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>"#,
    "</Types>",
);
const RELATIONSHIPS: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8"?>"#,
    r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">"#,
    r#"<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>"#,
    "</Relationships>",
);

/// A document of a word processor with these paragraphs, each the inside of a `w:p`.
pub(crate) fn docx(paragraphs: &[&str]) -> Vec<u8> {
    let body: String = paragraphs
        .iter()
        .map(|inside| format!("<w:p>{inside}</w:p>"))
        .collect();
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:document \
         xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{body}</w:body></w:document>"
    );
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in [
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", RELATIONSHIPS),
        ("word/document.xml", &document),
        ("docProps/thumbnail.bin", "\u{1}\u{2}\u{3}"),
    ] {
        archive
            .start_file(name, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// The paragraph with the model's sentence, in which the cat is bold.
const CAT: &str = "<w:r><w:t xml:space=\"preserve\">The teacher forgot the </w:t></w:r><w:r><w:rPr><w:b/></w:rPr>\
                   <w:t>cat</w:t></w:r><w:r><w:t xml:space=\"preserve\"> in Vienna.</w:t></w:r>";

fn part(document: &[u8], name: &str) -> String {
    let mut archive = ZipArchive::new(Cursor::new(document)).unwrap();
    let mut content = String::new();
    let mut part = archive.by_name(name).unwrap();
    part.read_to_string(&mut content).unwrap();
    content
}

/// The text of a part of a document without its tags.
pub(crate) fn text(document: &[u8]) -> String {
    let xml = part(document, "word/document.xml");
    let pieces = xml.split('<').filter_map(|piece| piece.split_once('>'));
    pieces.map(|(_, text)| text).collect()
}

/// An installation that translates English into German.
async fn installation() -> Installation {
    let installation = Installation::without_engine();
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/nmt/ende");
    let model = model.to_str().unwrap();
    let import = ["models", "import", model, "--from", "en", "--to", "de"];
    installation.run(&import).await.expect(0);
    installation
}

fn put(installation: &Installation, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = installation.root().join(name);
    fs::write(&path, content).unwrap();
    path
}

/// The names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_file())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

const INTO_GERMAN: [&str; 5] = ["translate-document", "--from", "en", "--to", "de"];

#[tokio::test]
async fn a_document_is_written_beside_itself_with_its_formatting() {
    let installation = installation().await;
    let source = docx(&[CAT, "<w:r><w:t>4711</w:t></w:r>", CAT]);
    put(&installation, "report.docx", &source);
    let outcome = installation
        .run(&[&INTO_GERMAN[..], &["report.docx"]].concat())
        .await
        .expect(0);
    assert_eq!(outcome.output, "report.de.docx\n");
    let root = installation.root();
    assert_eq!(names(root), ["report.de.docx", "report.docx"]);
    assert_eq!(fs::read(root.join("report.docx")).unwrap(), source);
    let translation = fs::read(root.join("report.de.docx")).unwrap();
    let sentence = "Der Lehrer hat in Wien die Katze vergessen.";
    assert_eq!(text(&translation), format!("{sentence}4711{sentence}"));
    let xml = part(&translation, "word/document.xml");
    let bold = xml.split("<w:b/>").nth(1).unwrap();
    assert!(
        bold.split_once('<').is_some() && bold.contains(">Katze<"),
        "{xml}"
    );
    assert_eq!(
        part(&translation, "docProps/thumbnail.bin"),
        "\u{1}\u{2}\u{3}"
    );
}

#[tokio::test]
async fn nothing_is_overwritten_unless_it_is_wanted() {
    let installation = installation().await;
    put(
        &installation,
        "a.txt",
        "The teacher forgot the cat in Vienna.\n",
    );
    put(&installation, "a.de.txt", "mine");
    let arguments = [&INTO_GERMAN[..], &["a.txt"]].concat();
    let refused = installation.run(&arguments).await.expect(1);
    assert!(
        refused.errors.contains("a.de.txt is there already"),
        "{refused:?}"
    );
    let read = || fs::read_to_string(installation.root().join("a.de.txt")).unwrap();
    assert_eq!(read(), "mine");
    installation
        .run(&[&arguments[..], &["--force"]].concat())
        .await
        .expect(0);
    assert_eq!(read(), "Der Lehrer hat in Wien die Katze vergessen.\n");
}

#[tokio::test]
async fn no_document_is_replaced_by_the_translation_of_another_one() {
    let installation = installation().await;
    let root = installation.root();
    let sentence = "The teacher forgot the cat in Vienna.";
    put(&installation, "a.txt", sentence);
    put(&installation, "a.de.txt", sentence);
    fs::create_dir(root.join("b")).unwrap();
    symlink("../a.de.txt", root.join("b/link.txt")).unwrap();
    let files = [&["a.txt", "b/../a.de.txt"], &["a.txt", "b/link.txt"]];
    for files in files {
        let arguments = [&INTO_GERMAN[..], &["--force"], files].concat();
        let outcome = installation.run(&arguments).await.expect(1);
        assert!(
            outcome
                .errors
                .contains("a.txt: a.de.txt is itself to be translated"),
            "{outcome:?}"
        );
        let read = fs::read_to_string(root.join("a.de.txt")).unwrap();
        assert_eq!(read, sentence);
    }
    assert!(root.join("a.de.de.txt").exists());
    for output in ["a.txt", "b/../a.txt"] {
        let arguments = [
            &INTO_GERMAN[..],
            &["--force", "--output", output, "./a.txt"],
        ]
        .concat();
        installation.run(&arguments).await.expect(1);
        assert_eq!(fs::read_to_string(root.join("a.txt")).unwrap(), sentence);
    }
    let arguments = [&INTO_GERMAN[..], &["--force", "a.txt", "b/../a.txt"]].concat();
    let twice = installation.run(&arguments).await.expect(1);
    assert!(
        twice.errors.contains("would be written from a.txt as well"),
        "{twice:?}"
    );
}

#[tokio::test]
async fn who_may_read_a_document_may_read_its_translation_and_nobody_else() {
    let installation = installation().await;
    let source = put(
        &installation,
        "a.txt",
        "The teacher forgot the cat in Vienna.",
    );
    for mode in [0o600, 0o664, 0o400] {
        fs::set_permissions(&source, Permissions::from_mode(mode)).unwrap();
        let arguments = [&INTO_GERMAN[..], &["--force", "a.txt"]].concat();
        installation.run(&arguments).await.expect(0);
        let translation = fs::metadata(installation.root().join("a.de.txt")).unwrap();
        assert_eq!(translation.permissions().mode() & 0o7777, mode);
    }
}

#[tokio::test]
async fn of_many_documents_those_that_fail_are_told_and_the_others_translated() {
    let installation = installation().await;
    put(
        &installation,
        "good.txt",
        "The teacher forgot the cat in Vienna.",
    );
    put(
        &installation,
        "good.json",
        r#"{"a": "The dog costs 7532 euros.", "b": 1}"#,
    );
    put(&installation, "broken.docx", "no archive");
    put(&installation, "numbers.txt", "1 2 3");
    put(&installation, "scan.pdf", "%PDF");
    put(&installation, "table.odg", "");
    let files = [
        "good.txt",
        "missing.txt",
        "broken.docx",
        "numbers.txt",
        "scan.pdf",
        "table.odg",
        "good.json",
    ];
    let arguments = [&INTO_GERMAN[..], &["--output", "out"], &files].concat();
    let outcome = installation.run(&arguments).await.expect(1);
    assert_eq!(
        names(&installation.root().join("out")),
        ["good.de.json", "good.de.txt"]
    );
    let read = |name: &str| fs::read_to_string(installation.root().join("out").join(name)).unwrap();
    assert_eq!(
        read("good.de.txt"),
        "Der Lehrer hat in Wien die Katze vergessen."
    );
    let json = read("good.de.json");
    assert!(
        json.starts_with(r#"{"a": "Der Hund"#) && json.ends_with(r#"", "b": 1}"#),
        "{json}"
    );
    let (_, summary) = outcome
        .errors
        .split_once("2 of 7 documents are translated")
        .unwrap();
    let failed: Vec<&str> = summary.lines().skip(1).collect();
    for (line, (name, reason)) in failed.iter().zip([
        ("missing.txt", "cannot be opened"),
        ("broken.docx", "not a valid"),
        ("numbers.txt", "no text to translate"),
        ("scan.pdf", "not a valid PDF document"),
        ("table.odg", "docx, pptx, xlsx"),
    ]) {
        assert!(line.starts_with(name) && line.contains(reason), "{summary}");
    }
    assert_eq!(failed.len(), 5, "{summary}");
}

#[tokio::test]
async fn a_document_of_old_word_becomes_a_docx_or_it_is_said_what_to_install() {
    let installation = installation().await;
    let sample = include_bytes!("../../../document-programs/testdata/sample.doc");
    put(&installation, "old.doc", sample);
    let arguments = [&INTO_GERMAN[..], &["old.doc"]].concat();
    if Path::new("/usr/bin/soffice").exists() {
        let outcome = installation.run(&arguments).await.expect(0);
        assert_eq!(outcome.output, "old.de.docx\n");
        let translation = fs::read(installation.root().join("old.de.docx")).unwrap();
        let text = text(&translation);
        assert!(text.contains("Haus"), "{text}");
        fs::remove_file(installation.root().join("old.de.docx")).unwrap();
    }
    let mut installation = installation;
    installation.set("documents.libreoffice", "/nowhere/soffice");
    let outcome = installation.run(&arguments).await.expect(1);
    assert!(
        outcome.errors.contains("libreoffice-writer-nogui"),
        "{}",
        outcome.errors
    );
    assert_eq!(names(installation.root()), ["old.doc"]);
}

/// A PDF file of one page with these contents, and this in its catalog.
pub(crate) fn pdf(contents: &str, catalog: &str) -> Vec<u8> {
    let length = contents.len();
    // Without a table of its objects, they are looked for.
    format!(
        "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R{catalog}>>\nendobj\n\
         2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n\
         3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>\nendobj\n\
         4 0 obj\n<</Length {length}>>\nstream\n{contents}\nendstream\nendobj\n\
         5 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>\nendobj\n\
         trailer\n<</Root 1 0 R/Size 6>>\n%%EOF\n"
    )
    .into_bytes()
}

#[tokio::test]
async fn hostile_pdf_documents_fail_by_themselves() {
    let mut installation = installation().await;
    let sentence = "BT /F1 10 Tf 72 700 Td (The teacher forgot the cat in Vienna.) Tj ET";
    put(&installation, "good.pdf", pdf(sentence, ""));
    let deep = format!("/X {}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    put(&installation, "deep.pdf", pdf(sentence, &deep));
    let cut = pdf(sentence, "");
    put(&installation, "cut.pdf", &cut[..40]);
    for sandbox in ["available", "off"] {
        installation.set("engines.sandbox", sandbox);
        for name in ["deep.pdf", "cut.pdf"] {
            let outcome = installation
                .run(&[&INTO_GERMAN[..], &[name]].concat())
                .await;
            let outcome = outcome.expect(1);
            assert!(
                outcome.errors.contains("not a valid PDF document"),
                "{outcome:?}"
            );
        }
        let arguments = [&INTO_GERMAN[..], &["good.pdf", "--force"]].concat();
        let outcome = installation.run(&arguments).await.expect(0);
        assert_eq!(outcome.output, "good.de.pdf\n");
        let translation = fs::read(installation.root().join("good.de.pdf")).unwrap();
        assert!(translation.starts_with(b"%PDF"));
    }
}

#[tokio::test]
async fn a_picture_is_painted_anew_or_it_is_said_what_to_install() {
    let mut installation = installation().await;
    let sample = include_bytes!("../../../pictures/testdata/sample.png");
    put(&installation, "sign.png", sample);
    let arguments = [&INTO_GERMAN[..], &["sign.png"]].concat();
    if Path::new("/usr/bin/tesseract").exists() {
        let outcome = installation.run(&arguments).await.expect(0);
        assert_eq!(outcome.output, "sign.de.png\n");
        let translation = fs::read(installation.root().join("sign.de.png")).unwrap();
        assert!(translation.starts_with(b"\x89PNG") && translation != sample);
        fs::remove_file(installation.root().join("sign.de.png")).unwrap();
    }
    installation.set("documents.tesseract", "/nowhere/tesseract");
    let outcome = installation.run(&arguments).await.expect(1);
    assert!(
        outcome.errors.contains("tesseract-ocr"),
        "{}",
        outcome.errors
    );
    assert_eq!(names(installation.root()), ["sign.png"]);
}

#[tokio::test]
async fn a_pdf_document_becomes_one_of_word_if_its_translation_is_named_so() {
    let installation = installation().await;
    let sentence = "BT /F1 10 Tf 72 700 Td (The teacher forgot the cat in Vienna.) Tj ET";
    put(&installation, "good.pdf", pdf(sentence, ""));
    let arguments = [&INTO_GERMAN[..], &["good.pdf", "--output", "out.docx"]].concat();
    let outcome = installation.run(&arguments).await.expect(0);
    assert_eq!(outcome.output, "out.docx\n");
    let translation = fs::read(installation.root().join("out.docx")).unwrap();
    let text = text(&translation);
    assert!(
        text.contains("Der Lehrer hat in Wien die Katze vergessen."),
        "{text}"
    );
    let arguments = [&INTO_GERMAN[..], &["good.pdf", "--output", "out.html"]].concat();
    installation.run(&arguments).await.expect(1);
}

#[tokio::test]
async fn what_cannot_be_meant_is_refused() {
    let installation = installation().await;
    put(
        &installation,
        "a.txt",
        "The teacher forgot the cat in Vienna.",
    );
    put(&installation, "there.txt", "");
    fs::create_dir(installation.root().join("b")).unwrap();
    put(&installation, "b/a.txt", "The dog costs 7532 euros.");
    let run = async |arguments: &[&str]| installation.run(arguments).await;
    run(&["translate-document", "--to", "de"]).await.expect(2);
    run(&["translate-document", "a.txt"]).await.expect(2);
    let arguments = [
        &INTO_GERMAN[..],
        &["a.txt", "b/a.txt", "--output", "there.txt"],
    ]
    .concat();
    run(&arguments).await.expect(2);
    let arguments = [&INTO_GERMAN[..], &["a.txt", "b/a.txt", "--output", "out"]].concat();
    let same = run(&arguments).await.expect(1);
    assert!(
        same.errors.contains("would be written from a.txt as well"),
        "{same:?}"
    );
    let same = run(&["translate-document", "--from", "de", "--to", "de", "a.txt"]).await;
    let same = same.expect(1);
    assert!(
        same.errors.contains("source and target language are equal"),
        "{same:?}"
    );
    let none = run(&["translate-document", "--from", "en", "--to", "is", "a.txt"]).await;
    let none = none.expect(1);
    assert!(
        none.errors
            .contains("no installed engine translates from English into Icelandic"),
        "{none:?}"
    );
}

#[tokio::test]
async fn both_languages_are_for_formats_that_can_and_others_are_left() {
    let installation = installation().await;
    let text = "The teacher forgot the cat in Vienna.";
    put(&installation, "a.md", text);
    put(&installation, "a.html", format!("<p>{text}</p>"));
    put(&installation, "a.txt", text);
    put(&installation, "a.pdf", "%PDF");
    let files = ["a.md", "a.txt", "a.html"];
    let arguments = [
        &INTO_GERMAN[..],
        &["--bilingual", "--output", "out"],
        &files,
    ]
    .concat();
    let outcome = installation.run(&arguments).await.expect(1);
    let (_, summary) = outcome
        .errors
        .split_once("2 of 3 documents are translated")
        .unwrap();
    assert!(
        summary.contains("a.txt")
            && summary
                .contains("--bilingual is for documents whose names end with one of docx, html"),
        "{summary}"
    );
    let read = |name: &str| fs::read_to_string(installation.root().join("out").join(name)).unwrap();
    let translation = "Der Lehrer hat in Wien die Katze vergessen.";
    assert_eq!(read("a.de.md"), format!("{text}  \n{translation}"));
    assert_eq!(
        read("a.de.html"),
        format!(
            "<p>{text} <br><span class=\"dragoman-translation\" lang=\"de\">{translation}</span></p>"
        )
    );
    assert_eq!(
        names(&installation.root().join("out")),
        ["a.de.html", "a.de.md"]
    );
    // Nor is one that becomes a document of Word.
    let arguments = [
        &INTO_GERMAN[..],
        &["--bilingual", "--output", "a.docx", "a.pdf"],
    ]
    .concat();
    let refused = installation.run(&arguments).await.expect(1);
    assert!(refused.errors.contains("--bilingual is for"), "{refused:?}");
}

#[tokio::test]
async fn terms_of_a_glossary_are_used() {
    let installation = installation().await;
    put(
        &installation,
        "a.txt",
        "The teacher forgot the cat in Vienna.",
    );
    put(&installation, "terms.tsv", "cat\tMieze\n");
    put(
        &installation,
        "terms.csv",
        "cat,Mieze,en,de\ndog,perro,en,es\n",
    );
    for glossary in ["terms.tsv", "terms.csv"] {
        let options = [
            "a.txt",
            "--glossary",
            glossary,
            "--output",
            "b.txt",
            "--force",
        ];
        let arguments = [&INTO_GERMAN[..], &options].concat();
        installation.run(&arguments).await.expect(0);
        let translation = fs::read_to_string(installation.root().join("b.txt")).unwrap();
        assert!(translation.contains("Mieze"), "{glossary}: {translation}");
    }
    put(&installation, "bad.tsv", "cat\n");
    let arguments = [&INTO_GERMAN[..], &["a.txt", "--glossary", "bad.tsv"]].concat();
    let refused = installation.run(&arguments).await.expect(1);
    assert!(
        refused.errors.contains("bad.tsv is not a glossary"),
        "{refused:?}"
    );
}

#[tokio::test]
async fn nothing_is_left_of_a_translation_that_is_interrupted() {
    let (installation, _gate) = Installation::gated();
    put(
        &installation,
        "a.txt",
        "The house is green and the garden is big.",
    );
    for signal in [Signal::INT, Signal::TERM] {
        let arguments = ["translate-document", "--from", "en", "--to", "es", "a.txt"];
        let mut process = installation
            .command(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        while let Some(line) = lines.next_line().await.unwrap() {
            if line == "Translating a.txt" {
                break;
            }
        }
        let id = i32::try_from(process.id().unwrap()).unwrap();
        kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
        assert_eq!(process.wait().await.unwrap().code(), Some(1));
        assert_eq!(names(installation.root()), ["a.txt"]);
    }
    installation.until_no_process_is_left().await;
}
