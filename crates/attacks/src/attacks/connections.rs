//! What can be done with connections, without or before a body.

use std::time::Duration;

use anyhow::{Result, ensure};
use futures_util::future::join_all;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};

use super::Target;
use crate::server::Setup;
use crate::wire::{self, connect, exchange, head, request};

/// Between two bytes of somebody who is slow.
const TRICKLE: Duration = Duration::from_millis(500);

fn duration(target: &Target) -> Duration {
    Duration::from_secs(target.scale.of(5, 30))
}

/// Opens connections; those that the server does not take are left out.
async fn open(target: &Target, number: usize) -> Vec<TcpStream> {
    let connections = (0..number).map(|_| connect(target.interface));
    join_all(connections).await.into_iter().flatten().collect()
}

pub(super) async fn silence(target: Target) -> Result<()> {
    let connections = open(&target, 1_100).await;
    sleep(duration(&target)).await;
    drop(connections);
    Ok(())
}

/// Sends the rest of a request a byte at a time, for as long as the attack takes or the server listens.
async fn trickle(mut stream: TcpStream, rest: &[u8], until: Instant) {
    for byte in rest.iter().cycle() {
        if Instant::now() >= until || stream.write_all(&[*byte]).await.is_err() {
            return;
        }
        sleep(TRICKLE).await;
    }
}

pub(super) async fn slow_heads(target: Target) -> Result<()> {
    let until = Instant::now() + duration(&target);
    let connections = open(&target, 200).await;
    let slow = connections.into_iter().map(|stream| {
        trickle(
            stream,
            b"GET /v2/usage?a=bbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
            until,
        )
    });
    join_all(slow).await;
    Ok(())
}

pub(super) async fn slow_bodies(target: Target) -> Result<()> {
    let until = Instant::now() + duration(&target);
    let head = |path: &str, length: usize| {
        let lines = [
            "Content-Type: application/json".to_owned(),
            format!("Content-Length: {length}"),
        ];
        head("POST", path, &target.key, &lines)
    };
    let heads = [
        (100, head("/v2/translate", 100_000)),
        (50, head("/v3/glossaries", 20_000_000)),
    ];
    let mut slow = Vec::new();
    for (number, head) in heads {
        for mut stream in open(&target, number).await {
            stream.write_all(head.as_bytes()).await?;
            slow.push(trickle(stream, b" ", until));
        }
    }
    join_all(slow).await;
    Ok(())
}

pub(super) async fn slow_readers(target: Target) -> Result<()> {
    let account = target.account()?;
    let entries: String = (0..150_000)
        .map(|n| format!("word{n}\tpalabra{n}\n"))
        .collect();
    let glossary = json!({
        "name": "large", "source_lang": "en", "target_lang": "es",
        "entries": entries, "entries_format": "tsv"
    });
    let made = account.post("/v2/glossaries", &glossary).await?;
    let id = made["glossary_id"].as_str().unwrap_or_default();
    let ask = head(
        "GET",
        &format!("/v2/glossaries/{id}/entries"),
        &target.key,
        &[],
    );
    let mut connections = open(&target, 100).await;
    for stream in &mut connections {
        // The server may have had enough of it.
        let _ = stream.write_all(ask.as_bytes()).await;
    }
    sleep(duration(&target)).await;
    Ok(())
}

pub(super) async fn header_floods(target: Target) -> Result<()> {
    let large = vec![format!("X-Filler: {}", "x".repeat(1 << 20))];
    let many: Vec<String> = (0..10_000).map(|n| format!("X-{n}: y")).collect();
    let long = format!("/v2/usage?{}", "a".repeat(100_000));
    for _ in 0..target.scale.of(20, 200) {
        for flood in [
            head("GET", "/v2/usage", &target.key, &large),
            head("GET", "/v2/usage", &target.key, &many),
            head("GET", &long, &target.key, &[]),
        ] {
            // Closed without a word is an answer, too.
            if let Ok(answer) = exchange(target.interface, flood.as_bytes()).await {
                ensure!(
                    (400..500).contains(&answer.status),
                    "a flood of headers was answered with {}",
                    answer.status
                );
            }
        }
    }
    Ok(())
}

/// Pairs of what two servers in a row may read differently. The second request in each must not be answered, unless the
/// first was whole without doubt.
pub(super) async fn smuggling(target: Target) -> Result<()> {
    let smuggled = head("GET", "/v2/glossary-language-pairs", &target.key, &[]);
    let text = "{\"text\":[\"a\"],\"source_lang\":\"EN\",\"target_lang\":\"ES\"}";
    let chunked = format!("{:x}\r\n{text}\r\n0\r\n\r\n", text.len());
    let length = |length: usize| format!("Content-Length: {length}");
    let transfer = |value: &str| format!("Transfer-Encoding: {value}");
    let pairs: [(Vec<String>, &str); 9] = [
        (vec![length(text.len()), length(0)], text),
        (vec![length(0), length(text.len())], text),
        (vec![format!("Content-Length: {0}, {0}0", text.len())], text),
        (vec![format!("Content-Length: +{}", text.len())], text),
        (vec![length(4), transfer("xchunked")], &chunked),
        (vec![transfer("chunked"), transfer("identity")], &chunked),
        (vec![transfer("chunked, identity")], &chunked),
        (vec![format!("Content-Length : {}", text.len())], text),
        (
            vec!["X: y\r\n Content-Length: 0".to_owned(), length(text.len())],
            text,
        ),
    ];
    for (mut lines, body) in pairs {
        lines.push("Content-Type: application/json".to_owned());
        let first = head("POST", "/v2/translate", &target.key, &lines);
        let both = format!("{first}{body}{smuggled}");
        let Ok(answer) = exchange(target.interface, both.as_bytes()).await else {
            continue;
        };
        ensure!(
            answer.status == 400 && answer.count() == 1,
            "{lines:?} was answered with {} ({} answers)",
            answer.status,
            answer.count()
        );
    }
    // Of both headers, the one that counts is Transfer-Encoding, and what is behind the body must not be the next request.
    let lines = [
        length(4),
        transfer("chunked"),
        "Content-Type: application/json".to_owned(),
    ];
    let first = head("POST", "/v2/translate", &target.key, &lines);
    let both = format!("{first}{chunked}{smuggled}");
    if let Ok(answer) = exchange(target.interface, both.as_bytes()).await {
        ensure!(answer.count() == 1, "both headers were answered {answer:?}");
    }
    Ok(())
}

pub(super) fn few_descriptors() -> Setup {
    Setup {
        descriptors: Some(200),
        ..Setup::default()
    }
}

pub(super) async fn descriptors(target: Target) -> Result<()> {
    let connections = open(&target, 400).await;
    sleep(duration(&target)).await;
    drop(connections);
    Ok(())
}

pub(super) async fn without_key(target: Target) -> Result<()> {
    let body = vec![b' '; 28_000_000];
    let large = request("/v3/glossaries", "", "application/json", &body);
    let wrong = request("/v2/translate", "wrong", "application/json", b"{}");
    let floods = (0..16).map(|number| {
        let (large, wrong) = (&large, &wrong);
        async move {
            for _ in 0..target.scale.of(3, 20) {
                let bytes = if number % 4 == 0 { large } else { wrong };
                if let Ok(answer) = exchange(target.interface, bytes).await {
                    ensure!(
                        [403, 429].contains(&answer.status),
                        "a request without a key was answered with {}",
                        answer.status
                    );
                }
            }
            Ok(())
        }
    });
    join_all(floods).await.into_iter().collect()
}

pub(super) async fn abandoned(target: Target) -> Result<()> {
    let text = "The house is green and the garden is big. ".repeat(500);
    let translation = json!({ "text": [text], "source_lang": "EN", "target_lang": "ES" });
    let translation = request(
        "/v2/translate",
        &target.key,
        "application/json",
        translation.to_string().as_bytes(),
    );
    let upload = [
        head(
            "POST",
            "/v2/document",
            &target.key,
            &[
                "Content-Type: multipart/form-data; boundary=b".to_owned(),
                "Content-Length: 900000".to_owned(),
            ],
        )
        .into_bytes(),
        b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n"
            .to_vec(),
        vec![b'a'; 500_000],
    ]
    .concat();
    let until = Instant::now() + duration(&target);
    let abandon = (0..32).map(|number| {
        let bytes = if number % 2 == 0 {
            &translation
        } else {
            &upload
        };
        async move {
            while Instant::now() < until {
                if let Ok(mut stream) = wire::connect(target.interface).await {
                    let _ = stream.write_all(bytes).await;
                    sleep(Duration::from_millis(100)).await;
                }
            }
        }
    });
    join_all(abandon).await;
    Ok(())
}
