//! Measures the server as it is released: what it adds to the engine's time, how much of the
//! engine's throughput it passes on, how fast it starts and what memory it holds.
//!
//! It prints Markdown for `docs/performance.md` on standard output and its progress on standard
//! error. With `--quick` it makes a tenth of the requests: enough to see that it works.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that a person runs"
)]

mod client;
mod direct;
mod disk;
mod lifecycle;
mod load;
mod machine;
mod overhead;
mod sentences;
mod server;
mod throughput;

use std::time::Instant;

use anyhow::{Result, ensure};
use dragoman_benchmarks::process;

use direct::DirectPipelines;
use server::{Durability, Installation, Server};

/// How much is measured.
pub(crate) struct Plan {
    /// How often each measurement is repeated, in turn with those it is compared with.
    pub(crate) rounds: usize,
    /// Requests without engine work in each round.
    pub(crate) overhead_requests: usize,
    /// Waits for the disk in each round.
    pub(crate) syncs: usize,
    /// Starts of the server.
    pub(crate) starts: usize,
    /// Requests of many kinds.
    pub(crate) mixed_requests: usize,
}

impl Plan {
    const FULL: Self = Self {
        rounds: 5,
        overhead_requests: 2_000,
        syncs: 100,
        starts: 7,
        mixed_requests: 10_000,
    };
    const QUICK: Self = Self {
        rounds: 1,
        overhead_requests: 500,
        syncs: 50,
        starts: 3,
        mixed_requests: 1_000,
    };
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        eprintln!("Run this with: cargo bench -p dragoman-benchmarks --bench server");
        return Ok(());
    }
    let quick = arguments.iter().any(|argument| argument == "--quick");
    measure(if quick { &Plan::QUICK } else { &Plan::FULL }).await
}

async fn measure(plan: &Plan) -> Result<()> {
    let begun = Instant::now();
    let progress = |what: &str| eprintln!("{:4} s  {what}", begun.elapsed().as_secs());
    let sentences = sentences::sentences()?;
    let program = server::build()?;
    let power_loss = Installation::create(&program, Durability::PowerLoss)?;
    let process_crash = Installation::create(&program, Durability::ProcessCrash)?;
    println!("{}", machine::description(power_loss.folder()));

    progress("starting servers");
    println!("{}", lifecycle::start(plan, &power_loss).await?);
    progress("memory");
    println!(
        "{}",
        lifecycle::memory(plan, &power_loss, &sentences).await?
    );

    progress("warming up");
    let servers = [process_crash.start()?, power_loss.start()?];
    for server in &servers {
        server.wait_idle().await?;
    }
    let direct = DirectPipelines::start().await?;
    println!("{}", check(&servers, &direct, &sentences).await?);
    progress("overhead without an engine");
    println!(
        "{}",
        overhead::identity(plan, &power_loss, &servers, &sentences).await?
    );
    progress("overhead with an engine");
    println!(
        "{}",
        overhead::translation(plan, &servers, &direct, &sentences).await?
    );
    progress("throughput");
    println!(
        "{}",
        throughput::compare(plan, &servers, &direct, &sentences).await?
    );
    progress("done");
    Ok(())
}

/// Has every server and the pipelines alone translate everything, which also warms them all up,
/// and compares the translations: what is measured must be the same work.
async fn check(servers: &[Server], direct: &DirectPipelines, sentences: &[&str]) -> Result<String> {
    let mut alone = Vec::with_capacity(sentences.len());
    for sentence in sentences {
        alone.push(plain(&direct.translate(sentence).await?));
    }
    let mut same = sentences.len();
    for server in servers {
        let mut clients = server.clients(4).await?;
        let bodies = sentences::requests(sentences, 25, "ES");
        load::drive(&mut clients, bodies.len(), async |client, number| {
            client.translate(&bodies[number]).await.map(drop)
        })
        .await?;
        let mut translations = Vec::with_capacity(sentences.len());
        for body in &bodies {
            translations.extend(sentences::translations(&clients[0].translate(body).await?)?);
        }
        ensure!(
            translations.len() == sentences.len(),
            "translations are missing"
        );
        let equal = translations
            .iter()
            .zip(&alone)
            .filter(|(translation, alone)| plain(translation) == **alone);
        same = same.min(equal.count());
    }
    ensure!(
        same * 10 >= sentences.len() * 9,
        "only {same} of {} translations are those of the engine alone",
        sentences.len()
    );
    Ok(format!(
        "{same} of {} translations through the server are, but for capitals and spaces, those of the \
         engine alone.\n",
        sentences.len()
    ))
}

/// A translation without what the server repairs: capitals and spaces.
fn plain(translation: &str) -> String {
    translation
        .chars()
        .filter(|character| !character.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect()
}
