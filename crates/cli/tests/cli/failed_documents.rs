//! Why documents were not translated, as the pages tell it.

use crate::documents::docx;
use crate::support::{Browser, Installation, after, eventually};

/// What the page says of a document that fails.
async fn failure(browser: &Browser, to: &str, name: &str, content: &[u8]) -> String {
    let fields = [("from", "en"), ("to", to)];
    let sent = browser.send_file("/ui/documents", &fields, name, content);
    let page = sent.await.expect(200).page;
    let handle = [("document", after(&page, "data-document=\""))];
    let page = eventually("the document has failed", async || {
        let seen = browser.post("/ui/documents/status", &handle).await;
        let page = seen.expect(200).page;
        page.contains("data-state=\"failed\"").then_some(page)
    })
    .await;
    let (_, failure) = page.split_once("role=\"alert\">").unwrap();
    failure.split_once('<').unwrap().0.to_owned()
}

#[tokio::test]
async fn why_a_document_failed_is_told_in_the_language_of_the_page() {
    let installation = Installation::new();
    let key = installation.create_key(&[]).await.secret;
    let server = installation.start().await;
    let mut browser = Browser::sign_in(&server, &key).await;
    let damaged = async |browser: &Browser| {
        let mut file = docx(&["<w:r><w:t>The house is big.</w:t></w:r>"]);
        file.truncate(file.len() / 2);
        failure(browser, "es", "letter.docx", &file).await
    };
    let english = damaged(&browser).await;
    assert!(
        english.starts_with("The file is not a valid DOCX document: "),
        "{english}"
    );
    browser.choose("locale", "de");
    let german = damaged(&browser).await;
    assert!(
        german.starts_with("Die Datei ist kein gültiges DOCX-Dokument: "),
        "{german}"
    );
    let equal = failure(&browser, "en", "letter.txt", b"The house is big.").await;
    assert!(
        equal.starts_with("Das Dokument ist schon in der Sprache, "),
        "{equal}"
    );
}
