//! What a client does in a round of the soak: something of everything that the interface has.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::attacks::word_document;
use crate::bystander::Account;

/// How often to ask what has become of something.
const POLL: Duration = Duration::from_millis(50);

/// Which work is done in every so many rounds.
const GLOSSARY: u64 = 5;
const DOCUMENT: u64 = 7;
const STYLE_LIST: u64 = 11;
const MEMORY: u64 = 13;
const REFUSED: u64 = 17;

/// Texts, corrections and lists in each round, and every so often a glossary, a document, a style rule list, a translation
/// memory, and what is refused.
pub(super) async fn round(account: &Account, number: u64) -> Result<()> {
    let text = format!("The house number {number} is green and the garden is big.");
    account
        .post("/v2/translate", &translation(&text, json!({})))
        .await?;
    let marked = format!("<p>The <b>house</b> {number} is <i>big</i>.</p>");
    account
        .post(
            "/v2/translate",
            &translation(&marked, json!({ "tag_handling": "html" })),
        )
        .await?;
    let undetected = json!({ "text": [text], "target_lang": "ES" });
    account.post("/v2/translate", &undetected).await?;
    let mistaken =
        json!({ "text": [format!("This is is sentence {number}.")], "target_lang": "en-US" });
    account.post("/v2/write/correct", &mistaken).await?;
    account.ask("/v2/usage", None).await?;
    account
        .ask("/v3/languages?resource=translate_text", None)
        .await?;
    if number.is_multiple_of(GLOSSARY) {
        glossary(account, number).await?;
    }
    if number.is_multiple_of(DOCUMENT) {
        document(account, number / DOCUMENT, &text).await?;
    }
    if number.is_multiple_of(STYLE_LIST) {
        style_list(account, &text).await?;
    }
    if number.is_multiple_of(MEMORY) {
        memory(account, number).await?;
    }
    if number.is_multiple_of(REFUSED) {
        refused(account).await?;
    }
    Ok(())
}

/// A translation from English into Spanish with further fields.
fn translation(text: &str, further: Value) -> Value {
    let mut body = json!({ "text": [text], "source_lang": "EN", "target_lang": "ES" });
    if let (Some(body), Value::Object(further)) = (body.as_object_mut(), further) {
        body.extend(further);
    }
    body
}

/// The value of a field that is a text.
fn field<'a>(answer: &'a Value, name: &str) -> Result<&'a str> {
    let value = answer[name].as_str();
    value.with_context(|| format!("an answer has no {name}: {answer}"))
}

async fn glossary(account: &Account, number: u64) -> Result<()> {
    let entries: String = (0..200)
        .map(|n| format!("word{number}x{n}\tpalabra{n}\n"))
        .collect();
    let glossary = json!({
        "name": "soak", "source_lang": "en", "target_lang": "es",
        "entries": entries, "entries_format": "tsv"
    });
    let made = account.post("/v2/glossaries", &glossary).await?;
    let id = field(&made, "glossary_id")?;
    let text = format!("The word{number}x7 is here.");
    let with_terms = translation(&text, json!({ "glossary_id": id }));
    account.post("/v2/translate", &with_terms).await?;
    account.delete(&format!("/v2/glossaries/{id}")).await
}

/// A document of one format after the other.
async fn document(account: &Account, number: u64, text: &str) -> Result<()> {
    let (name, content) = match number % 7 {
        0 => (
            "soak.html",
            format!("<html><body><p>{text}</p></body></html>").into_bytes(),
        ),
        1 => ("soak.txt", format!("{text}\n\n{text}\n").into_bytes()),
        2 => ("soak.xml", format!("<a><b>{text}</b></a>").into_bytes()),
        3 => ("soak.json", json!({ "title": text }).to_string().into_bytes()),
        4 => (
            "soak.srt",
            format!("1\n00:00:01,000 --> 00:00:05,000\n{text}\n").into_bytes(),
        ),
        5 => (
            "soak.xliff",
            format!("<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\"><file original=\"a\" source-language=\"en\" target-language=\"es\" datatype=\"plaintext\"><body><trans-unit id=\"1\"><source>{text}</source></trans-unit></body></file></xliff>").into_bytes(),
        ),
        _ => ("soak.docx", word_document(text)?),
    };
    let handle = account.upload(name, content).await?;
    let id = field(&handle, "document_id")?;
    let path = format!("/v2/document/{id}");
    loop {
        let status = account.post(&path, &handle).await?;
        match status["status"].as_str() {
            Some("done") => break,
            Some("error") => bail!("{name} failed: {status}"),
            _ => sleep(POLL).await,
        }
    }
    account
        .fetch(&format!("{path}/result"), Some(&handle))
        .await?;
    Ok(())
}

async fn style_list(account: &Account, text: &str) -> Result<()> {
    let list = json!({ "name": "soak", "language": "es" });
    let made = account.post("/v3/style_rules", &list).await?;
    let id = field(&made, "style_id")?;
    let styled = translation(text, json!({ "style_id": id }));
    account.post("/v2/translate", &styled).await?;
    account.delete(&format!("/v3/style_rules/{id}")).await
}

/// A translation memory: imported, used and deleted.
async fn memory(account: &Account, number: u64) -> Result<()> {
    let units: String = (0..100)
        .map(|n| {
            format!("<tu><tuv xml:lang=\"en\"><seg>Unit {number} has the number {n}.</seg></tuv><tuv xml:lang=\"es\"><seg>La unidad {number} tiene el número {n}.</seg></tuv></tu>")
        })
        .collect();
    let tmx = format!(
        "<tmx version=\"1.4\"><header srclang=\"en\" datatype=\"plaintext\" segtype=\"sentence\" adminlang=\"en\" o-tmf=\"x\" creationtool=\"x\" creationtoolversion=\"1\"/><body>{units}</body></tmx>"
    );
    let import = json!({
        "source_file": { "file_name": "soak.tmx", "content_length": tmx.len() },
        "parameters": { "display_name": "soak" }
    });
    let created = account
        .post("/v3/translation_memories/import", &import)
        .await?;
    account.put(field(&created, "upload_url")?, tmx).await?;
    let path = format!(
        "/v3/translation_memories/jobs/{}",
        field(&created, "job_id")?
    );
    let id = loop {
        let job = account.ask(&path, None).await?;
        let result = &job["results"][0];
        match result["status"].as_str() {
            Some("awaiting_input" | "processing") => sleep(POLL).await,
            Some("completed") => {
                break field(result, "translation_memory_id")?.to_owned();
            }
            _ => bail!("an import failed: {job}"),
        }
    };
    let text = format!("Unit {number} has the number 7.");
    let remembered = translation(&text, json!({ "translation_memory_id": id }));
    account.post("/v2/translate", &remembered).await?;
    account
        .delete(&format!("/v3/translation_memories/{id}"))
        .await
}

/// What is answered with a refusal.
async fn refused(account: &Account) -> Result<()> {
    for (path, body) in [
        ("/v2/translate", json!({ "target_lang": "ES" })),
        (
            "/v2/translate",
            json!({ "text": ["a"], "target_lang": "XX" }),
        ),
        ("/v2/glossaries", json!({ "name": 1 })),
        ("/v2/nowhere", json!({})),
    ] {
        let answer = account.post(path, &body).await;
        ensure!(answer.is_err(), "{path} took {body}");
    }
    Ok(())
}
