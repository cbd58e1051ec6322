//! PDF documents and pictures over HTTP.

use std::path::Path;

use lopdf::{Dictionary, Document, Stream, dictionary};
use serde_json::{Value, json};

use crate::documents::{pdf, text};
use crate::support::{Installation, Server, eventually};

const SENTENCE: &str = "BT /F1 10 Tf 72 700 Td (The house is big.) Tj ET";
/// How wide and how high the picture of a page is.
const SIZE: (i64, i64) = (523, 81);
/// What a PDF document counts at least, in characters.
const LEAST: u64 = 50_000;

/// The status of a document that is done.
async fn done(server: &Server, key: &str, handle: &Value) -> Value {
    eventually("the document is translated", async || {
        let status = server.try_document_status(key, handle).await.unwrap();
        let status = status.expect(200).body;
        assert_ne!(status["status"], "error", "{status}");
        if status["status"] == "translating" {
            // Nothing that is so short takes longer, whatever there is to be read and set.
            let seconds = status["seconds_remaining"].as_u64().unwrap();
            assert!(seconds < 600, "{status}");
        }
        (status["status"] == "done").then_some(status)
    })
    .await
}

#[tokio::test]
async fn a_pdf_document_comes_back_as_pdf_or_as_a_document_of_word() {
    let installation = Installation::new();
    let key = installation.create_key(&[]).await.secret;
    let server = installation.start().await;
    let mut counted = 0;
    for (fields, media_type) in [
        (&[][..], "application/pdf"),
        (
            &[("output_format", "docx")],
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        ),
    ] {
        let file = pdf(SENTENCE, "");
        let sent = server.try_send_document_with(&key, "house.pdf", file, fields);
        let handle = sent.await.unwrap().expect(200).body;
        let status = done(&server, &key, &handle).await;
        assert_eq!(status["billed_characters"], LEAST, "{status}");
        let (of, translation) = server.document_file(&key, &handle).await;
        assert_eq!(of, media_type);
        match fields {
            [] => assert!(translation.starts_with(b"%PDF")),
            _ => assert!(text(&translation).contains("La casa es grande.")),
        }
        counted += LEAST;
        assert_eq!(server.characters_used(&key).await, counted);
    }
    let other = [("output_format", "pptx")];
    let refused = server.try_send_document_with(&key, "house.pdf", pdf(SENTENCE, ""), &other);
    let refused = refused.await.unwrap().expect(400);
    assert!(refused.message().contains("output_format"), "{refused}");
}

#[tokio::test]
async fn what_should_be_known_of_a_pdf_document_is_in_its_status() {
    let installation = Installation::new();
    let key = installation.create_key(&[]).await.secret;
    let server = installation.start().await;
    // Another page is a picture, with nothing that says what is on it.
    let picture = "q 600 0 0 800 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q";
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 7 0 R>>";
    let objects = format!(
        "6 0 obj\n{page}\nendobj\n7 0 obj\n<</Length {}>>\nstream\n{picture}\nendstream\nendobj\n",
        picture.len()
    );
    let both = String::from_utf8(pdf(SENTENCE, ""))
        .unwrap()
        .replace("[3 0 R]/Count 1", "[3 0 R 6 0 R]/Count 2")
        .replace("trailer", &format!("{objects}trailer"));
    let sent = server
        .try_send_document(&key, "house.pdf", both)
        .await
        .unwrap();
    let handle = sent.expect(200).body;
    let status = done(&server, &key, &handle).await;
    let warning = &status["warnings"][0];
    assert_eq!(warning["code"], "pages_without_text", "{status}");
    assert_eq!(warning["values"], json!({"pages": [2]}), "{status}");
}

#[tokio::test]
async fn a_picture_comes_back_as_a_picture_and_counts_what_it_says() {
    if !Path::new("/usr/bin/tesseract").exists() {
        return;
    }
    let installation = Installation::new();
    let key = installation.create_key(&[]).await.secret;
    let server = installation.start().await;
    for (name, media_type, file) in [
        (
            "sign.png",
            "image/png",
            &include_bytes!("../../../pictures/testdata/sample.png")[..],
        ),
        (
            "sign.jpg",
            "image/jpeg",
            include_bytes!("../../../pictures/testdata/sample.jpg"),
        ),
    ] {
        let sent = server.try_send_document(&key, name, file).await.unwrap();
        let handle = sent.expect(200).body;
        let status = done(&server, &key, &handle).await;
        let billed = status["billed_characters"].as_u64().unwrap();
        assert!((1..1_000).contains(&billed), "{status}");
        let (of, translation) = server.document_file(&key, &handle).await;
        assert_eq!(of, media_type);
        assert_eq!(translation[..4], file[..4]);
        assert_ne!(translation, file);
    }
}

/// A page that is the picture of a file and nothing else.
fn scanned(jpeg: &[u8], (width, height): (i64, i64)) -> Vec<u8> {
    let mut document = Document::with_version("1.7");
    let picture = document.add_object(Stream::new(
        dictionary! {
            "Type" => "XObject",
            "Subtype" => "Image",
            "Width" => width,
            "Height" => height,
            "ColorSpace" => "DeviceGray",
            "BitsPerComponent" => 8,
            "Filter" => "DCTDecode",
        },
        jpeg.to_vec(),
    ));
    let contents = format!("q {width} 0 0 {height} 0 0 cm /Scan Do Q").into_bytes();
    let contents = document.add_object(Stream::new(Dictionary::new(), contents));
    let tree = document.new_object_id();
    let page = document.add_object(dictionary! {
        "Type" => "Page",
        "Parent" => tree,
        "MediaBox" => vec![0.into(), 0.into(), width.into(), height.into()],
        "Resources" => dictionary! { "XObject" => dictionary! { "Scan" => picture } },
        "Contents" => contents,
    });
    document.set_object(
        tree,
        dictionary! { "Type" => "Pages", "Kids" => vec![page.into()], "Count" => 1 },
    );
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer.set("Root", catalog);
    let mut file = Vec::new();
    document.save_to(&mut file).unwrap();
    file
}

#[tokio::test]
async fn a_page_from_a_scanner_is_recognised_and_painted_over() {
    if !Path::new("/usr/bin/tesseract").exists() {
        return;
    }
    let installation = Installation::new();
    let key = installation.create_key(&[]).await.secret;
    let server = installation.start().await;
    let jpeg = include_bytes!("../../../pictures/testdata/sample.jpg");
    let file = scanned(jpeg, SIZE);
    let sent = server.try_send_document(&key, "scan.pdf", &file).await;
    let handle = sent.unwrap().expect(200).body;
    let status = done(&server, &key, &handle).await;
    assert_eq!(status["billed_characters"], LEAST, "{status}");
    assert_eq!(status["warnings"], Value::Null, "{status}");
    let (_, translation) = server.document_file(&key, &handle).await;
    let translation = Document::load_mem(&translation).unwrap();
    let pictures = translation.objects.values().filter_map(|object| {
        let stream = object.as_stream().ok()?;
        let filter = stream
            .dict
            .get(b"Filter")
            .and_then(|it| it.as_name())
            .ok()?;
        (filter == b"DCTDecode").then_some(&stream.content)
    });
    let pictures: Vec<_> = pictures.collect();
    let [picture] = pictures[..] else {
        panic!("the picture of the source is still there");
    };
    assert_ne!(picture.as_slice(), jpeg);
}

#[tokio::test]
async fn a_file_may_be_as_long_as_its_format_and_the_plan_have_it() {
    let installation = Installation::new();
    let free = installation.create_key(&["--plan", "free"]).await.secret;
    let pro = installation.create_key(&["--plan", "pro"]).await.secret;
    let server = installation.start().await;
    for (key, name, most, is_taken) in [
        (&free, "a.pdf", 10_000_000, false),
        (&pro, "a.pdf", 10_000_000, true),
        (&free, "a.png", 3_000_000, false),
        (&pro, "a.png", 3_000_000, false),
        (&pro, "a.jpg", 3_000_000, false),
    ] {
        if name != "a.pdf" && !Path::new("/usr/bin/tesseract").exists() {
            continue;
        }
        let mut file = pdf(SENTENCE, "");
        file.resize(most + 1, b' ');
        let sent = server.try_send_document(key, name, &file).await.unwrap();
        if is_taken {
            sent.expect(200);
        } else {
            let refused = sent.expect(413);
            let told = format!("more than {most} bytes");
            assert!(refused.message().contains(&told), "{name}: {refused}");
        }
    }
}
