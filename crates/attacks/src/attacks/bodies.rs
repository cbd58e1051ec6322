//! What can be done with bodies of a valid key.

use std::io::Write;

use anyhow::{Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::future::join_all;

use super::Target;
use crate::wire::{exchange, request};

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

/// The largest body that a route takes, about.
const LARGE: usize = 28_000_000;

/// What an ordinary route takes, about.
const SMALL: usize = 128_000;

/// Something over and over until it has this many bytes.
fn repeated(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len())
}

/// Sends each of the bodies several times at once. Whatever the answer, it must be one that says who is to blame: no
/// failure of the server's own, and no broken connection without a word.
async fn send(target: &Target, path: &str, content_type: &str, bodies: &[String]) -> Result<()> {
    for _ in 0..target.scale.of(1, 5) {
        let requests = bodies.iter().flat_map(|body| [body; 4]).map(|body| async {
            let bytes = request(path, &target.key, content_type, body.as_bytes());
            exchange(target.interface, &bytes).await
        });
        for answer in join_all(requests).await {
            // One that is refused while it is still sent may not get to see why.
            let Ok(answer) = answer else { continue };
            ensure!(
                answer.status != 500 && answer.status != 504,
                "{path} answered with {}",
                answer.status
            );
        }
    }
    Ok(())
}

pub(super) async fn objects(target: Target) -> Result<()> {
    let large = format!(
        "{{\"name\":\"x\",\"x\":[{}{{}}]}}",
        repeated("{\"\":0},", LARGE)
    );
    send(&target, "/v3/glossaries", JSON, &[large]).await?;
    let small = format!(
        "{{\"text\":[\"a\"],\"x\":[{}{{}}]}}",
        repeated("{\"\":0},", SMALL)
    );
    send(&target, "/v2/translate", JSON, &[small]).await
}

pub(super) async fn pairs(target: Target) -> Result<()> {
    let bodies = |bytes| {
        [
            repeated("a&", bytes),
            repeated("dictionaries[0].x=&", bytes),
            (0..bytes / 12).map(|n| format!("n{n}=&")).collect(),
        ]
    };
    send(&target, "/v3/glossaries", FORM, &bodies(LARGE)).await?;
    send(&target, "/v2/translate", FORM, &bodies(SMALL)).await
}

pub(super) async fn depth(target: Target) -> Result<()> {
    for (path, bytes) in [("/v3/glossaries", LARGE), ("/v2/translate", SMALL)] {
        let bodies = [
            format!("{{\"x\":{}", "[".repeat(bytes)),
            format!("{{\"x\":{}", repeated("{\"a\":", bytes)),
        ];
        send(&target, path, JSON, &bodies).await?;
    }
    Ok(())
}

pub(super) async fn elements(target: Target) -> Result<()> {
    let texts = format!(
        "{{\"target_lang\":\"ES\",\"text\":[{}\"\"]}}",
        repeated("\"\",", SMALL)
    );
    send(&target, "/v2/translate", JSON, &[texts]).await?;
    let texts = format!("target_lang=ES&{}", repeated("text=&", SMALL));
    send(&target, "/v2/translate", FORM, &[texts]).await?;
    let dictionaries = format!(
        "{{\"name\":\"x\",\"dictionaries\":[{}{{}}]}}",
        repeated("{},", LARGE)
    );
    send(&target, "/v3/glossaries", JSON, &[dictionaries]).await?;
    let rules = format!(
        "{{\"name\":\"x\",\"language\":\"en\",\"custom_instructions\":[{}{{}}]}}",
        repeated("{},", SMALL)
    );
    send(&target, "/v3/style_rules", JSON, &[rules]).await
}

pub(super) async fn compression(target: Target) -> Result<()> {
    let mut zeros = GzEncoder::new(Vec::new(), Compression::best());
    zeros.write_all(&vec![b' '; 100_000_000])?;
    let zeros = zeros.finish()?;
    let lines = [
        "Content-Type: application/json".to_owned(),
        "Content-Encoding: gzip".to_owned(),
        format!("Content-Length: {}", zeros.len()),
    ];
    for path in ["/v2/translate", "/v3/glossaries"] {
        let head = crate::wire::head("POST", path, &target.key, &lines);
        let answer = exchange(target.interface, &[head.as_bytes(), &zeros].concat()).await?;
        ensure!(
            answer.status == 415,
            "a compressed body was answered with {}",
            answer.status
        );
    }
    Ok(())
}
