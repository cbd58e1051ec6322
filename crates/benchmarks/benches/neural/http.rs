//! How much of the engine's throughput the server passes on, and what part of the server's processor time is the engine's.

use std::time::Instant;

use anyhow::Result;
use dragoman_benchmarks::{median, process};
use hyper::body::Bytes;
use serde_json::{Value, json};

use crate::Options;
use crate::load::drive;
use crate::model::{Engine, Subject};
use crate::sentences::requests;
use crate::server::Server;

/// Texts in a request, and clients.
const LOADS: [(usize, usize); 2] = [(25, 4), (1, 8)];

/// The threads of the engine.
const DECODERS: &str = "translator";

/// One way to send the lines, and what came of it in each round.
struct Way {
    texts: usize,
    clients: usize,
    bodies: Vec<Bytes>,
    /// Lines per second.
    rates: Vec<f64>,
    /// To the rate of the engine with all lines at once.
    ratios: Vec<f64>,
    /// Lines per second of the engine alone, given as many lines at a time.
    alone: Vec<f64>,
    /// The engine's part of the server's processor time.
    shares: Vec<f64>,
    /// The clients' part of all processors' time.
    clients_shares: Vec<f64>,
}

impl Way {
    fn new(lines: &[&str], texts: usize, clients: usize) -> Self {
        Self {
            texts,
            clients,
            bodies: requests(lines, texts, "DE"),
            rates: Vec::new(),
            ratios: Vec::new(),
            alone: Vec::new(),
            shares: Vec::new(),
            clients_shares: Vec::new(),
        }
    }

    /// Sends all lines; lines per second.
    async fn through(&mut self, server: &Server, lines: &[&str], cores: usize) -> Result<f64> {
        let mut clients = server.clients(self.clients).await?;
        let times = || {
            anyhow::Ok((
                process::processor_time_of_threads(server.process(), DECODERS)?,
                process::processor_time(server.process())?,
                process::processor_time(std::process::id())?,
            ))
        };
        let before = times()?;
        let load = drive(&mut clients, self.bodies.len(), async |client, number| {
            client.translate(&self.bodies[number]).await.map(drop)
        });
        let elapsed = load.await?.elapsed;
        let after = times()?;
        let (engine, all) = (after.0 - before.0, after.1 - before.1);
        let rate = lines.len() as f64 / elapsed.as_secs_f64();
        self.rates.push(rate);
        self.shares.push(engine.as_secs_f64() / all.as_secs_f64());
        let clients = (after.2 - before.2).as_secs_f64();
        let in_all = elapsed.as_secs_f64() * cores as f64;
        self.clients_shares.push(clients / in_all);
        Ok(rate)
    }

    /// Has the engine alone translate all lines, as many at a time as the clients have under way.
    async fn without_server(&mut self, engine: &Engine, lines: &[&str]) -> Result<()> {
        let jobs: Vec<_> = lines.chunks(self.texts).collect();
        let mut workers = vec![(); self.clients];
        let load = drive(&mut workers, jobs.len(), async |(), number| {
            engine.translate(jobs[number]).await.map(drop)
        });
        let elapsed = load.await?.elapsed;
        self.alone.push(lines.len() as f64 / elapsed.as_secs_f64());
        Ok(())
    }

    fn report(&self) -> Value {
        json!({
            "texts": self.texts,
            "clients": self.clients,
            "lines_per_second": median(&self.rates),
            "ratio": median(&self.ratios),
            "ratios": self.ratios,
            "alone_lines_per_second": median(&self.alone),
            "engine_share": median(&self.shares),
            "clients_share": median(&self.clients_shares),
        })
    }
}

/// Translates all lines `repeat` times in each round: by the engine alone with the server's threads, all at once and as many at a
/// time as come through the server, and through the server. A ratio compares figures of the same round.
pub(crate) async fn measure(subject: &Subject, lines: &[&str], options: &Options) -> Result<Value> {
    let lines = lines.repeat(options.get("repeat", 1)?);
    let threads = std::thread::available_parallelism()?.get();
    let engine = subject.engine(threads, 0, options)?;
    let server = subject.installation.start()?;
    let mut ways = LOADS.map(|(texts, clients)| Way::new(&lines, texts, clients));
    engine.translate(&lines).await?;
    let [(texts, clients), _] = LOADS;
    let mut warming_up = Way::new(&lines, texts, clients);
    warming_up.through(&server, &lines, threads).await?;
    let mut alone = Vec::new();
    for _ in 0..options.get("rounds", 3)? {
        let begun = Instant::now();
        engine.translate(&lines).await?;
        let rate = lines.len() as f64 / begun.elapsed().as_secs_f64();
        alone.push(rate);
        for way in &mut ways {
            way.without_server(&engine, &lines).await?;
            let through = way.through(&server, &lines, threads).await?;
            way.ratios.push(through / rate);
        }
    }
    Ok(json!({
        "threads": threads,
        "lines_per_second": median(&alone),
        "ways": ways.iter().map(Way::report).collect::<Vec<_>>(),
    }))
}
