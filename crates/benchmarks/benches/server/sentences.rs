use anyhow::{Result, ensure};
use hyper::body::Bytes;
use serde_json::json;

const SENTENCES: &str = include_str!("../../../../testdata/benchmark/sentences.en.txt");

/// What an engine's stream format gives a meaning.
const RESERVED: [char; 16] = [
    '[', ']', '{', '}', '^', '$', '/', '\\', '@', '<', '>', '*', '#', '~', '&', '%',
];

/// The English sentences.
///
/// They are such that a server sends an engine exactly the same text.
pub(crate) fn sentences() -> Result<Vec<&'static str>> {
    let sentences: Vec<&str> = SENTENCES.lines().collect();
    for sentence in &sentences {
        ensure!(
            sentence.ends_with(['.', '!', '?']) && !sentence.contains(RESERVED),
            "this line is not a plain sentence: {sentence}"
        );
    }
    Ok(sentences)
}

/// The body of a request to translate texts from English.
pub(crate) fn request(texts: &[&str], target: &str) -> Bytes {
    json!({ "text": texts, "source_lang": "EN", "target_lang": target })
        .to_string()
        .into()
}

/// Requests for all sentences, with as many texts in each.
pub(crate) fn requests(sentences: &[&str], texts: usize, target: &str) -> Vec<Bytes> {
    sentences
        .chunks(texts)
        .map(|chunk| request(chunk, target))
        .collect()
}

/// The texts of an answer.
pub(crate) fn translations(answer: &[u8]) -> Result<Vec<String>> {
    let answer: serde_json::Value = serde_json::from_slice(answer)?;
    let translations = answer["translations"].as_array().cloned();
    Ok(translations
        .unwrap_or_default()
        .iter()
        .map(|translation| translation["text"].as_str().unwrap_or_default().to_owned())
        .collect())
}
