//! What was measured, as Markdown.

use std::time::Duration;

use dragoman_benchmarks::{Table, median};

use super::subject::{Spent, Subject};
use super::{Figures, Idle, LOADS, TRANSLATING};

impl Figures {
    fn number(&self) -> f64 {
        self.latencies.len() as f64
    }

    /// Microseconds of a processor that one request took.
    fn micros(&self, part: fn(&Spent) -> Duration) -> f64 {
        part(&self.spent).as_secs_f64() * 1e6 / self.number()
    }
}

/// How long requests take and how many there are in a second.
pub(super) fn requests(subjects: &[Subject], figures: &[Vec<Figures>]) -> String {
    let mut table = Table::new([
        "EN→EN-GB, metered",
        "Clients of accounts",
        "p50 ms",
        "p99 ms",
        "p50 − SQLite's, ms",
        "Requests/s",
        "÷ SQLite's",
    ]);
    for (index, load) in LOADS.into_iter().enumerate() {
        let alone = &figures[0][index];
        for (subject, figures) in subjects.iter().zip(figures) {
            let figures = &figures[index];
            let p50 = figures.latencies.percentile(50.0);
            let rate = median(&figures.rates);
            table.row([
                subject.name.clone(),
                load.words(),
                format!("{p50:.2}"),
                format!("{:.2}", figures.latencies.percentile(99.0)),
                format!("{:+.2}", p50 - alone.latencies.percentile(50.0)),
                format!("{rate:.0}"),
                format!("{:.2}", rate / median(&alone.rates)),
            ]);
        }
    }
    format!("### Requests without engine work\n\n{table}")
}

/// Who had the processors.
pub(super) fn processors(subjects: &[Subject], figures: &[Vec<Figures>]) -> String {
    let mut table = Table::new([
        "Processor time of a request, µs",
        "Clients of accounts",
        "This client",
        "Copies",
        "PostgreSQL",
        "All",
        "Processors in use",
        "Requests/s of 2 processors without the client",
    ]);
    for (index, load) in LOADS.into_iter().enumerate() {
        for (subject, figures) in subjects.iter().zip(figures) {
            let figures = &figures[index];
            let client = figures.micros(|spent| spent.clients);
            let copies = figures.micros(|spent| spent.copies);
            let database = figures.micros(|spent| spent.database);
            let all = client + copies + database;
            let used = all * figures.number() / 1e6 / figures.elapsed.as_secs_f64();
            table.row([
                subject.name.clone(),
                load.words(),
                format!("{client:.0}"),
                format!("{copies:.0}"),
                format!("{database:.0}"),
                format!("{all:.0}"),
                format!("{used:.2}"),
                format!("{:.0}", 2e6 / (copies + database)),
            ]);
        }
    }
    format!("### Who has the processors\n\n{table}")
}

/// What the database is asked.
pub(super) fn database(
    subjects: &[Subject],
    figures: &[Vec<Figures>],
    connections: &[u64],
) -> String {
    let mut table = Table::new([
        "PostgreSQL",
        "Clients of accounts",
        "Calls of a request, by the copies' metrics",
        "Transactions of a request, by the database",
        "Sessions afterwards",
    ]);
    for (index, load) in LOADS.into_iter().enumerate() {
        for (number, subject) in subjects.iter().enumerate() {
            if subject.database().is_none() {
                continue;
            }
            let figures = &figures[number][index];
            table.row([
                subject.name.clone(),
                load.words(),
                format!("{:.2}", figures.statements / figures.number()),
                format!("{:.2}", figures.transactions / figures.number()),
                connections[number].to_string(),
            ]);
        }
    }
    format!("### What the database is asked\n\n{table}")
}

/// What a copy costs that has nothing to do.
pub(super) fn idle(subjects: &[Subject], idle: &[Idle]) -> String {
    let mut table = Table::new([
        "Idle, per copy",
        "Processor, ms a minute",
        "PostgreSQL, ms a minute",
        "Transactions a minute",
        "Memory, MB",
        "Sessions of all",
    ]);
    for (subject, idle) in subjects.iter().zip(idle) {
        let is_shared = subject.database().is_some();
        let of_database = |text: String| if is_shared { text } else { "–".to_owned() };
        table.row([
            subject.name.clone(),
            format!("{:.0}", idle.copies.as_secs_f64() * 1000.0),
            of_database(format!("{:.0}", idle.database.as_secs_f64() * 1000.0)),
            of_database(format!("{:.0}", idle.transactions)),
            format!("{:.0}", idle.memory as f64 / 1e6),
            of_database(idle.connections.to_string()),
        ]);
    }
    format!("### A copy that nobody asks anything\n\n{table}")
}

/// How many sentences are translated.
pub(super) fn translation(subjects: &[Subject], all: &[Figures]) -> String {
    let mut table = Table::new([
        "EN→ES, one sentence a request",
        "Clients",
        "p50 ms",
        "Sentences/s",
        "÷ SQLite's",
        "Sentences of a processor second",
        "÷ SQLite's",
    ]);
    let economy = |figures: &Figures| {
        let spent = figures.spent.copies + figures.spent.database;
        figures.number() / spent.as_secs_f64()
    };
    for (subject, figures) in subjects.iter().zip(all) {
        let rate = median(&figures.rates);
        table.row([
            subject.name.clone(),
            TRANSLATING.to_string(),
            format!("{:.2}", figures.latencies.percentile(50.0)),
            format!("{rate:.0}"),
            format!("{:.2}", rate / median(&all[0].rates)),
            format!("{:.0}", economy(figures)),
            format!("{:.2}", economy(figures) / economy(&all[0])),
        ]);
    }
    format!(
        "### Translation\n\nProcessor seconds are those of copies, engines and PostgreSQL, without the client.\n\n{table}"
    )
}
