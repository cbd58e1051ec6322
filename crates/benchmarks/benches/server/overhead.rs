//! What the server adds to the engine's own time.

use std::time::Instant;

use anyhow::Result;
use dragoman_benchmarks::{Samples, Table};

use crate::client::Client;
use crate::direct::DirectPipelines;
use crate::load::drive;
use crate::sentences::{request, requests};
use crate::server::{Installation, Server};
use crate::{Plan, disk, process};

const CLIENTS: [usize; 2] = [1, 32];

/// Measurements of one kind of request from a number of clients, over all rounds.
#[derive(Default)]
struct Figures {
    latencies: Samples,
    rates: Vec<f64>,
    processor_milliseconds: Vec<f64>,
}

impl Figures {
    fn row(&self, what: String, clients: usize) -> [String; 6] {
        [
            what,
            clients.to_string(),
            format!("{:.2}", self.latencies.percentile(50.0)),
            format!("{:.2}", self.latencies.percentile(99.0)),
            format!("{:.0}", dragoman_benchmarks::median(&self.rates)),
            format!(
                "{:.3}",
                dragoman_benchmarks::median(&self.processor_milliseconds)
            ),
        ]
    }
}

/// Requests without engine work: everything that they take is overhead.
pub(crate) async fn identity(
    plan: &Plan,
    installation: &Installation,
    servers: &[Server],
    sentences: &[&str],
) -> Result<String> {
    let bodies = requests(sentences, 1, "EN-GB");
    let mut disk = Samples::default();
    let mut table = Table::new([
        "Request",
        "Clients",
        "p50 ms",
        "p99 ms",
        "Requests/s",
        "Server CPU ms",
    ]);
    for clients in CLIENTS {
        let mut live = Figures::default();
        let mut figures: Vec<Figures> = servers.iter().map(|_| Figures::default()).collect();
        for _ in 0..plan.rounds {
            disk.extend(disk::sync_latencies(installation.folder(), plan.syncs)?);
            let mut monitoring = servers[0].monitoring_clients(clients).await?;
            measure(
                &mut live,
                plan,
                &servers[0],
                &mut monitoring,
                async |client, _| client.get("/health/live").await.map(drop),
            )
            .await?;
            for (server, figures) in servers.iter().zip(&mut figures) {
                let mut connections = server.clients(clients).await?;
                measure(
                    figures,
                    plan,
                    server,
                    &mut connections,
                    async |client, number| {
                        let body = &bodies[number % bodies.len()];
                        client.translate(body).await.map(drop)
                    },
                )
                .await?;
            }
        }
        table.row(live.row("`GET /health/live`".to_owned(), clients));
        for (server, figures) in servers.iter().zip(&figures) {
            let durability = server.durability().as_str();
            table.row(figures.row(format!("EN→EN-GB, {durability}"), clients));
        }
    }
    Ok(format!(
        "{table}\nAppending {} bytes to a file on the same disk and waiting for `fdatasync`: p50 {:.2} ms, \
         p99 {:.2} ms.\n",
        disk::COMMIT,
        disk.percentile(50.0),
        disk.percentile(99.0)
    ))
}

async fn measure(
    figures: &mut Figures,
    plan: &Plan,
    server: &Server,
    clients: &mut [Client],
    work: impl AsyncFn(&mut Client, usize) -> Result<()>,
) -> Result<()> {
    // The first request of a connection is not what clients that keep it open see.
    drive(clients, 4 * clients.len(), &work).await?;
    let before = process::processor_time(server.process())?;
    let load = drive(clients, plan.overhead_requests, &work).await?;
    let spent = process::processor_time(server.process())? - before;
    figures.rates.push(load.rate());
    figures
        .processor_milliseconds
        .push(spent.as_secs_f64() * 1000.0 / load.latencies.len() as f64);
    figures.latencies.extend(load.latencies);
    Ok(())
}

/// Translations of one sentence each, through the server and by the engine alone.
pub(crate) async fn translation(
    plan: &Plan,
    servers: &[Server],
    direct: &DirectPipelines,
    sentences: &[&str],
) -> Result<String> {
    let mut table = Table::new([
        "EN→ES, one sentence",
        "Clients",
        "Engine p50",
        "Engine p99",
        "HTTP p50",
        "HTTP p99",
        "Added p50",
        "Added p99",
        "HTTP ÷ engine p50",
    ]);
    for server in servers {
        let pairs = one_client(plan, server, direct, sentences).await?;
        let added = |percent| pairs.added.percentile(percent);
        table.row(pairs.row(server, 1, [added(50.0), added(99.0)]));
    }
    for server in servers {
        let pairs = many_clients(plan, server, direct, sentences).await?;
        let added = |percent| pairs.http.percentile(percent) - pairs.engine.percentile(percent);
        table.row(pairs.row(server, CLIENTS[1], [added(50.0), added(99.0)]));
    }
    Ok(table.to_string())
}

#[derive(Default)]
struct Pairs {
    engine: Samples,
    http: Samples,
    /// The differences for each sentence; none where several clients wait for each other.
    added: Samples,
}

impl Pairs {
    fn row(&self, server: &Server, clients: usize, added: [f64; 2]) -> [String; 9] {
        let (engine, http) = (self.engine.percentile(50.0), self.http.percentile(50.0));
        [
            server.durability().as_str().to_owned(),
            clients.to_string(),
            format!("{engine:.2}"),
            format!("{:.2}", self.engine.percentile(99.0)),
            format!("{http:.2}"),
            format!("{:.2}", self.http.percentile(99.0)),
            format!("{:.2}", added[0]),
            format!("{:.2}", added[1]),
            format!("{:.2}", http / engine),
        ]
    }
}

/// Sentence by sentence, the engine and the server in turn, each first every other time.
async fn one_client(
    plan: &Plan,
    server: &Server,
    direct: &DirectPipelines,
    sentences: &[&str],
) -> Result<Pairs> {
    let mut client = server.client().await?;
    let mut pairs = Pairs::default();
    for round in 0..plan.rounds {
        for (number, sentence) in sentences.iter().enumerate() {
            let body = request(&[sentence], "ES");
            let engine = async || {
                let begun = Instant::now();
                direct.translate(sentence).await?;
                anyhow::Ok(begun.elapsed())
            };
            let http = async |client: &mut Client| {
                let begun = Instant::now();
                client.translate(&body).await?;
                anyhow::Ok(begun.elapsed())
            };
            let (engine, http) = if (round + number).is_multiple_of(2) {
                let engine = engine().await?;
                (engine, http(&mut client).await?)
            } else {
                let http = http(&mut client).await?;
                (engine().await?, http)
            };
            pairs.engine.push(engine);
            pairs.http.push(http);
            pairs.added.push_difference(http, engine);
        }
    }
    Ok(pairs)
}

/// Many clients at once, who wait for the same number of pipelines either way.
async fn many_clients(
    plan: &Plan,
    server: &Server,
    direct: &DirectPipelines,
    sentences: &[&str],
) -> Result<Pairs> {
    let bodies = requests(sentences, 1, "ES");
    let mut clients = server.clients(CLIENTS[1]).await?;
    let mut waiting = vec![(); CLIENTS[1]];
    let mut pairs = Pairs::default();
    for _ in 0..plan.rounds {
        let engine = drive(&mut waiting, sentences.len(), async |(), number| {
            direct.translate(sentences[number]).await.map(drop)
        });
        pairs.engine.extend(engine.await?.latencies);
        let http = drive(&mut clients, bodies.len(), async |client, number| {
            client.translate(&bodies[number]).await.map(drop)
        });
        pairs.http.extend(http.await?.latencies);
    }
    Ok(pairs)
}
