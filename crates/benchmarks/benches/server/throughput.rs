//! How much of the engine's own throughput is left behind the server.

use anyhow::Result;
use dragoman_benchmarks::{Table, median};
use hyper::body::Bytes;

use crate::Plan;
use crate::direct::DirectPipelines;
use crate::load::drive;
use crate::sentences::requests;
use crate::server::{Durability, Server};

/// Texts in a request, and clients.
const LOADS: [(usize, usize); 4] = [(1, 2), (1, 8), (25, 2), (25, 8)];

/// One way to send the sentences, and what came of it in each round.
struct Way<'a> {
    server: &'a Server,
    texts: usize,
    clients: usize,
    bodies: Vec<Bytes>,
    rates: Vec<f64>,
    ratios: Vec<f64>,
}

impl Way<'_> {
    /// Sentences per second.
    async fn run(&self, sentences: usize) -> Result<f64> {
        let mut clients = self.server.clients(self.clients).await?;
        let load = drive(&mut clients, self.bodies.len(), async |client, number| {
            client.translate(&self.bodies[number]).await.map(drop)
        })
        .await?;
        Ok(sentences as f64 / load.elapsed.as_secs_f64())
    }

    fn row(&self) -> [String; 6] {
        let least = self.ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self.ratios.iter().copied().fold(0.0, f64::max);
        [
            format!("HTTP, {}", self.server.durability().as_str()),
            self.texts.to_string(),
            self.clients.to_string(),
            format!("{:.0}", median(&self.rates)),
            format!("{:.2}", median(&self.ratios)),
            format!("{least:.2} to {most:.2}"),
        ]
    }
}

/// Translates all sentences twice in each round: by the engine alone and in every way through the
/// servers. A ratio compares figures of the same round.
pub(crate) async fn compare(
    plan: &Plan,
    servers: &[Server],
    direct: &DirectPipelines,
    sentences: &[&str],
) -> Result<String> {
    let twice = sentences.repeat(2);
    let mut ways: Vec<Way<'_>> = servers
        .iter()
        .flat_map(|server| LOADS.map(|(texts, clients)| (server, texts, clients)))
        .map(|(server, texts, clients)| Way {
            server,
            texts,
            clients,
            bodies: requests(&twice, texts, "ES"),
            rates: Vec::new(),
            ratios: Vec::new(),
        })
        .collect();
    let mut alone = Vec::new();
    for _ in 0..plan.rounds {
        let mut workers = vec![(); direct.number()];
        let load = drive(&mut workers, twice.len(), async |(), number| {
            direct.translate(twice[number]).await.map(drop)
        });
        let rate = load.await?.rate();
        alone.push(rate);
        for way in &mut ways {
            let through = way.run(twice.len()).await?;
            way.rates.push(through);
            way.ratios.push(through / rate);
        }
    }
    Ok(table(direct, &alone, &ways))
}

fn table(direct: &DirectPipelines, alone: &[f64], ways: &[Way<'_>]) -> String {
    let mut table = Table::new([
        "EN→ES",
        "Texts per request",
        "Clients",
        "Sentences/s",
        "Ratio",
        "Ratios of the rounds",
    ]);
    table.row([
        format!("{} pipelines, driven directly", direct.number()),
        "1".to_owned(),
        direct.number().to_string(),
        format!("{:.0}", median(alone)),
        "1.00".to_owned(),
        String::new(),
    ]);
    for durability in [Durability::PowerLoss, Durability::ProcessCrash] {
        for way in ways {
            if way.server.durability() == durability {
                table.row(way.row());
            }
        }
    }
    table.to_string()
}
