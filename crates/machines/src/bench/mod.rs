//! What sharing costs: the same requests to one machine with SQLite, and to copies over PostgreSQL and object storage.

mod machine;
mod precise;
mod statements;
mod subject;
mod tables;
mod wire;

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use dragoman_benchmarks::{Samples, process};

use crate::machines::{Database, Durability};
use subject::{ACCOUNTS, Spent, Subject};

/// English sentences, one a line.
const SENTENCES: &str = include_str!("../../../../testdata/benchmark/sentences.en.txt");

/// How many ask at the same time, and of how many accounts they are.
#[derive(Debug, Clone, Copy)]
struct Load {
    clients: usize,
    accounts: usize,
}

impl Load {
    const fn of(clients: usize, accounts: usize) -> Self {
        Self { clients, accounts }
    }

    fn words(self) -> String {
        format!("{} of {}", self.clients, self.accounts)
    }
}

/// What is in one account's rows is changed by one request after the other; so it matters of how many they are.
const LOADS: [Load; 5] = [
    Load::of(1, 1),
    Load::of(8, 1),
    Load::of(8, 8),
    Load::of(64, 1),
    Load::of(64, ACCOUNTS),
];

/// Connections that have sentences translated.
const TRANSLATING: usize = 8;

/// How much is measured.
struct Plan {
    rounds: usize,
    /// Of each load in each round.
    load: Duration,
    translation: Duration,
    idle: Duration,
}

impl Plan {
    const fn of(quick: bool) -> Self {
        if quick {
            Self {
                rounds: 1,
                load: Duration::from_secs(2),
                translation: Duration::from_secs(2),
                idle: Duration::from_secs(10),
            }
        } else {
            Self {
                rounds: 5,
                load: Duration::from_secs(5),
                translation: Duration::from_secs(10),
                idle: Duration::from_secs(60),
            }
        }
    }
}

/// Measurements of one load over all rounds.
#[derive(Default)]
struct Figures {
    latencies: Samples,
    rates: Vec<f64>,
    spent: Spent,
    elapsed: Duration,
    /// Calls of the database by the copies' own count, and transactions by the database's.
    statements: f64,
    transactions: f64,
}

/// What a copy does that nobody asks anything.
struct Idle {
    copies: Duration,
    /// Of the whole server of databases, per copy.
    database: Duration,
    transactions: f64,
    memory: u64,
    connections: u64,
}

pub(crate) async fn run(program: &Path, quick: bool) -> Result<()> {
    let plan = Plan::of(quick);
    let database = Database::start(Durability::PowerLoss, &[]).await?;
    let server = database.process().await?;
    let subjects = [
        Subject::alone(program).await?,
        Subject::shared(program, &database, 1).await?,
        Subject::shared(program, &database, 3).await?,
    ];
    println!("{}", machine::description(program, &database).await?);
    let idle = idle(&plan, &subjects, server).await?;
    let mut figures: Vec<Vec<Figures>> = subjects
        .iter()
        .map(|_| LOADS.iter().map(|_| Figures::default()).collect())
        .collect();
    for _ in 0..plan.rounds {
        for (index, load) in LOADS.into_iter().enumerate() {
            for (subject, figures) in subjects.iter().zip(&mut figures) {
                let (clients, requests) = (load.clients, echoes(subject, load));
                measure(
                    &mut figures[index],
                    subject,
                    server,
                    clients,
                    requests,
                    plan.load,
                )
                .await?;
            }
        }
    }
    println!("{}", tables::requests(&subjects, &figures));
    println!("{}", tables::processors(&subjects, &figures));
    println!(
        "{}",
        tables::database(&subjects, &figures, &connections(&subjects).await?)
    );
    println!("{}", tables::idle(&subjects, &idle));
    println!("{}", translation(&plan, &subjects, server).await?);
    drop(subjects);
    println!("{}", statements::table(program, plan.load).await?);
    Ok(())
}

/// Metered requests without work for an engine: everything that they take is overhead. There are as many for each
/// connection, which has one account.
fn echoes(subject: &Subject, load: Load) -> Vec<Vec<u8>> {
    let sentences = SENTENCES.lines().cycle().take(load.clients * 5);
    sentences
        .enumerate()
        .map(|(number, sentence)| {
            let key = subject.key(number % load.clients % load.accounts);
            wire::request(key, sentence, "EN-GB")
        })
        .collect()
}

fn translations(subject: &Subject) -> Vec<Vec<u8>> {
    let sentences = SENTENCES.lines();
    sentences
        .map(|sentence| wire::request(subject.key(0), sentence, "ES"))
        .collect()
}

/// Processor time with that of the server of databases.
fn spent(subject: &Subject, server: u32) -> Result<Spent> {
    Ok(Spent {
        database: process::processor_time_of_family(server)?,
        ..subject.spent()?
    })
}

/// Transactions of the subject's database so far. Sessions tell of them once in a second.
async fn transactions(subject: &Subject) -> Result<f64> {
    let Some(database) = subject.database() else {
        return Ok(0.0);
    };
    let name = database.name();
    let count = database
        .number(&format!(
            "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = '{name}'"
        ))
        .await?;
    Ok(count as f64)
}

async fn measure(
    figures: &mut Figures,
    subject: &Subject,
    server: u32,
    clients: usize,
    requests: Vec<Vec<u8>>,
    duration: Duration,
) -> Result<()> {
    let (statements, transactions_before) =
        (subject.statements().await?, transactions(subject).await?);
    let before = spent(subject, server)?;
    let load = wire::drive(subject.interfaces()?, clients, requests, duration);
    let load = load.await.with_context(|| subject.name.clone())?;
    let after = spent(subject, server)?.since(before);
    figures.statements += subject.statements().await? - statements;
    figures.transactions += transactions(subject).await? - transactions_before;
    figures
        .rates
        .push(load.latencies.len() as f64 / load.elapsed.as_secs_f64());
    figures.spent = figures.spent.plus(after);
    figures.elapsed += load.elapsed;
    figures.latencies.extend(load.latencies);
    Ok(())
}

/// Sessions with each subject's database now.
async fn connections(subjects: &[Subject]) -> Result<Vec<u64>> {
    let mut numbers = Vec::new();
    for subject in subjects {
        numbers.push(match subject.database() {
            None => 0,
            Some(database) => {
                let name = database.name();
                let statement = format!(
                    "SELECT count(*) FROM pg_stat_activity
                     WHERE datname = '{name}' AND application_name LIKE 'dragoman%'"
                );
                database.number(&statement).await?
            }
        });
    }
    Ok(numbers)
}

async fn idle(plan: &Plan, subjects: &[Subject], server: u32) -> Result<Vec<Idle>> {
    let mut before = Vec::new();
    for subject in subjects {
        before.push((subject.precisely_spent()?, transactions(subject).await?));
    }
    let database_before = precise::processor_time(server)?;
    let begun = Instant::now();
    tokio::time::sleep(plan.idle).await;
    let minutes = begun.elapsed().as_secs_f64() / 60.0;
    let database = precise::processor_time(server)?.saturating_sub(database_before);
    let connections = connections(subjects).await?;
    let shared: usize = subjects
        .iter()
        .filter(|subject| subject.database().is_some())
        .map(Subject::number_of_copies)
        .sum();
    let mut all = Vec::new();
    for (number, subject) in subjects.iter().enumerate() {
        let (copies, transactions_before) = before[number];
        let per_copy = 1.0 / (subject.number_of_copies() as f64 * minutes);
        let transactions = transactions(subject).await? - transactions_before;
        all.push(Idle {
            copies: subject
                .precisely_spent()?
                .saturating_sub(copies)
                .mul_f64(per_copy),
            database: database.div_f64(shared as f64 * minutes),
            transactions: transactions * per_copy,
            memory: subject.memory()?,
            connections: connections[number],
        });
    }
    Ok(all)
}

/// How many sentences are translated in a second, and in a second of a processor.
async fn translation(plan: &Plan, subjects: &[Subject], server: u32) -> Result<String> {
    let mut all = Vec::new();
    for subject in subjects {
        // Starts what the engine needs for so many.
        wire::drive(
            subject.interfaces()?,
            TRANSLATING,
            translations(subject),
            plan.load,
        )
        .await?;
        all.push(Figures::default());
    }
    for _ in 0..plan.rounds.min(3) {
        for (subject, figures) in subjects.iter().zip(&mut all) {
            let requests = translations(subject);
            measure(
                figures,
                subject,
                server,
                TRANSLATING,
                requests,
                plan.translation,
            )
            .await?;
        }
    }
    Ok(tables::translation(subjects, &all))
}
