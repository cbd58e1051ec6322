//! How much of the engine's throughput the server passes on.

use std::time::Instant;

use anyhow::Result;
use dragoman_benchmarks::median;
use hyper::body::Bytes;
use serde_json::{Value, json};

use crate::Options;
use crate::load::drive;
use crate::model::Subject;
use crate::sentences::requests;
use crate::server::Server;

/// Texts in a request, and clients.
const LOADS: [(usize, usize); 2] = [(25, 4), (1, 8)];

/// One way to send the lines, and what came of it in each round.
struct Way {
    texts: usize,
    clients: usize,
    bodies: Vec<Bytes>,
    rates: Vec<f64>,
    ratios: Vec<f64>,
}

impl Way {
    /// Sends all lines; lines per second.
    async fn run(&self, server: &Server, lines: usize) -> Result<f64> {
        let mut clients = server.clients(self.clients).await?;
        let load = drive(&mut clients, self.bodies.len(), async |client, number| {
            client.translate(&self.bodies[number]).await.map(drop)
        });
        Ok(lines as f64 / load.await?.elapsed.as_secs_f64())
    }
}

/// Translates all lines `repeat` times in each round: by the engine alone with the server's
/// threads, and through the server. A ratio compares figures of the same round.
pub(crate) async fn measure(subject: &Subject, lines: &[&str], options: &Options) -> Result<Value> {
    let lines = lines.repeat(options.get("repeat", 1)?);
    let threads = std::thread::available_parallelism()?.get();
    let engine = subject.engine(threads, 0, options)?;
    let server = subject.installation.start()?;
    let mut ways = LOADS.map(|(texts, clients)| Way {
        texts,
        clients,
        bodies: requests(&lines, texts, "DE"),
        rates: Vec::new(),
        ratios: Vec::new(),
    });
    engine.translate(&lines).await?;
    ways[0].run(&server, lines.len()).await?;
    let mut alone = Vec::new();
    for _ in 0..options.get("rounds", 3)? {
        let begun = Instant::now();
        engine.translate(&lines).await?;
        let rate = lines.len() as f64 / begun.elapsed().as_secs_f64();
        alone.push(rate);
        for way in &mut ways {
            let through = way.run(&server, lines.len()).await?;
            way.rates.push(through);
            way.ratios.push(through / rate);
        }
    }
    let way = |way: &Way| {
        json!({
            "texts": way.texts,
            "clients": way.clients,
            "lines_per_second": median(&way.rates),
            "ratio": median(&way.ratios),
            "ratios": way.ratios,
        })
    };
    Ok(json!({
        "threads": threads,
        "lines_per_second": median(&alone),
        "ways": ways.iter().map(way).collect::<Vec<_>>(),
    }))
}
