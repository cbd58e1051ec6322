//! How long the server takes to start, and what memory it holds.

use anyhow::{Result, ensure};
use dragoman_benchmarks::{Samples, Table};
use hyper::StatusCode;
use hyper::body::Bytes;

use crate::client::Client;
use crate::load::drive;
use crate::sentences::{request, requests};
use crate::server::{Installation, Server};
use crate::{Plan, process};

/// Clients that make the mixed requests.
const CLIENTS: usize = 8;

/// After how many parts of the mixed requests the memory is read.
const PARTS: usize = 4;

/// Starts a server again and again on a data folder that exists.
pub(crate) async fn start(plan: &Plan, installation: &Installation) -> Result<String> {
    let mut first_line = Samples::default();
    let mut first_answer = Samples::default();
    let mut first_translation = Samples::default();
    // The first start only brings the files into memory.
    drop(installation.start()?);
    for _ in 0..plan.starts {
        let server = installation.start()?;
        first_line.push(server.first_line());
        let mut client = server.client().await?;
        let sentence = "The sun shines over the old town.";
        client.translate(&request(&[sentence], "EN-GB")).await?;
        first_answer.push(server.age());
        client.translate(&request(&[sentence], "ES")).await?;
        first_translation.push(server.age());
    }
    let mut table = Table::new([
        "From the start of the process to",
        "Median ms",
        "Longest ms",
    ]);
    for (what, samples) in [
        ("the first line of output", first_line),
        (
            "the first answer that needs no engine (EN→EN-GB)",
            first_answer,
        ),
        ("the first translation (EN→ES)", first_translation),
    ] {
        table.row([
            what.to_owned(),
            format!("{:.0}", samples.percentile(50.0)),
            format!("{:.0}", samples.percentile(100.0)),
        ]);
    }
    Ok(table.to_string())
}

/// Reads the memory of a server while it answers requests of many kinds.
pub(crate) async fn memory(
    plan: &Plan,
    installation: &Installation,
    sentences: &[&str],
) -> Result<String> {
    let server = installation.start()?;
    server.wait_idle().await?;
    let mut table = Table::new([
        "After",
        "Server, resident MiB",
        "Engine processes, private MiB",
    ]);
    table.row(memory_row(&server, "the start, idle".to_owned())?);
    let mixture = Mixture {
        identity: requests(sentences, 1, "EN-GB"),
        single: requests(sentences, 1, "ES"),
        batches: requests(sentences, 25, "ES"),
        wrong: request(&["The sun shines."], "XX"),
    };
    let mut clients = server.clients(CLIENTS).await?;
    let part = plan.mixed_requests / PARTS;
    for number in 1..=PARTS {
        drive(&mut clients, part, async |client, number| {
            mixture.send(client, number).await
        })
        .await?;
        table.row(memory_row(&server, format!("{} requests", number * part))?);
    }
    Ok(table.to_string())
}

fn memory_row(server: &Server, when: String) -> Result<[String; 3]> {
    let mebibytes = |bytes: u64| format!("{:.1}", bytes as f64 / f64::from(1 << 20));
    let engines = process::children(server.process())?;
    Ok([
        when,
        mebibytes(process::resident_memory(server.process())?),
        mebibytes(process::private_memory(&engines)),
    ])
}

/// Requests of many kinds.
struct Mixture {
    identity: Vec<Bytes>,
    single: Vec<Bytes>,
    batches: Vec<Bytes>,
    wrong: Bytes,
}

impl Mixture {
    /// Of 100 requests: 51 without engine work, 20 sentences, 1 batch of 25, 9 for the usage, 9
    /// for the languages and 10 that are refused.
    async fn send(&self, client: &mut Client, number: usize) -> Result<()> {
        let nth = |bodies: &[Bytes]| bodies[number % bodies.len()].clone();
        match number % 100 {
            0 => client.translate(&nth(&self.batches)).await.map(drop),
            1..=20 => client.translate(&nth(&self.single)).await.map(drop),
            21..=29 => client.get("/v2/usage").await.map(drop),
            30..=38 => client.get("/v2/languages").await.map(drop),
            39..=48 => {
                let (status, _) = client.post_translation(&self.wrong).await?;
                ensure!(
                    status == StatusCode::BAD_REQUEST,
                    "a wrong request: {status}"
                );
                Ok(())
            }
            _ => client.translate(&nth(&self.identity)).await.map(drop),
        }
    }
}
