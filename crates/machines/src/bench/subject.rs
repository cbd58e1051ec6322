//! What is measured: one machine alone, and copies that share a database.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use dragoman_benchmarks::process;

use super::precise;
use crate::client::{Client, metric};
use crate::machines::{Alone, Copy, Database, Machines, Program, Setup};

/// The limit of the account and of the key: there is one to check, and it is never reached.
const LIMIT: u64 = 100_000_000_000;

/// So many accounts have a key.
pub(crate) const ACCOUNTS: usize = 16;

/// Calls of the database on behalf of requests, by all copies.
const STATEMENTS: &str = "dragoman_database_statements_total";

/// How long the engines may take to test themselves.
const SELF_TEST: Duration = Duration::from_secs(120);

/// A running installation. Dropping it ends it.
pub(crate) struct Subject {
    pub(crate) name: String,
    /// A key of an account each.
    keys: Vec<String>,
    kind: Kind,
}

enum Kind {
    Alone(Box<Alone>),
    Shared(Machines),
}

/// Processor time that was spent so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Spent {
    pub(crate) clients: Duration,
    pub(crate) copies: Duration,
    pub(crate) database: Duration,
}

impl Spent {
    pub(crate) const fn since(self, before: Self) -> Self {
        Self {
            clients: self.clients.saturating_sub(before.clients),
            copies: self.copies.saturating_sub(before.copies),
            database: self.database.saturating_sub(before.database),
        }
    }

    pub(crate) const fn plus(self, other: Self) -> Self {
        Self {
            clients: self.clients.saturating_add(other.clients),
            copies: self.copies.saturating_add(other.copies),
            database: self.database.saturating_add(other.database),
        }
    }
}

impl Subject {
    /// The program with SQLite, which waits for the disk.
    pub(crate) async fn alone(program: &Path) -> Result<Self> {
        let options = vec![("DRAGOMAN_DATA__DURABILITY", "power-loss".to_owned())];
        let mut alone = Alone::prepare(program, options)?;
        let keys = keys(&alone.program).await?;
        alone.copy.start().await?;
        let subject = Self {
            name: "One machine, SQLite".to_owned(),
            keys,
            kind: Kind::Alone(Box::new(alone)),
        };
        subject.warm_up().await?;
        Ok(subject)
    }

    /// So many copies over another database of the same server.
    pub(crate) async fn shared(program: &Path, database: &Database, copies: usize) -> Result<Self> {
        let database = database.another().await?;
        let mut machines = Machines::over(database, program, Setup::copies(copies)).await?;
        let keys = keys(&machines.program).await?;
        for copy in &mut machines.copies {
            copy.start().await?;
        }
        let subject = Self {
            name: match copies {
                1 => "1 copy, PostgreSQL".to_owned(),
                _ => format!("{copies} copies, PostgreSQL"),
            },
            keys,
            kind: Kind::Shared(machines),
        };
        subject.warm_up().await?;
        Ok(subject)
    }

    async fn warm_up(&self) -> Result<()> {
        let client = Client::with_secret(self.key(0))?;
        for at in self.interfaces()? {
            client.warm_up(at).await?;
        }
        let begun = std::time::Instant::now();
        // The self-tests of the engines end with their processes.
        while begun.elapsed() < SELF_TEST {
            let before = self.spent()?.copies;
            tokio::time::sleep(Duration::from_millis(500)).await;
            if self.spent()?.copies.saturating_sub(before) < Duration::from_millis(50) {
                return Ok(());
            }
        }
        bail!("{} does not come to rest", self.name)
    }

    /// The key of one account.
    pub(crate) fn key(&self, account: usize) -> &str {
        &self.keys[account % self.keys.len()]
    }

    fn copies(&self) -> &[Copy] {
        match &self.kind {
            Kind::Alone(alone) => std::slice::from_ref(&alone.copy),
            Kind::Shared(machines) => &machines.copies,
        }
    }

    pub(crate) fn number_of_copies(&self) -> usize {
        self.copies().len()
    }

    pub(crate) const fn database(&self) -> Option<&Database> {
        match &self.kind {
            Kind::Alone(_) => None,
            Kind::Shared(machines) => Some(&machines.database),
        }
    }

    pub(crate) fn interfaces(&self) -> Result<Vec<SocketAddr>> {
        self.copies().iter().map(Copy::interface).collect()
    }

    /// Processor time of this process and of the copies, those of their engines included. The database's is added by who
    /// knows it.
    pub(crate) fn spent(&self) -> Result<Spent> {
        let mut copies = Duration::ZERO;
        for copy in self.copies() {
            copies += process::processor_time_of_family(copy.process()?)?;
        }
        Ok(Spent {
            clients: process::processor_time(std::process::id())?,
            copies,
            database: Duration::ZERO,
        })
    }

    /// Processor time of the copies to the nanosecond, those of engines included that run now.
    pub(crate) fn precisely_spent(&self) -> Result<Duration> {
        let mut sum = Duration::ZERO;
        for copy in self.copies() {
            sum += precise::processor_time(copy.process()?)?;
        }
        Ok(sum)
    }

    /// The memory of one copy, without its engines: what it alone has, in bytes.
    pub(crate) fn memory(&self) -> Result<u64> {
        let mut sum = 0;
        for copy in self.copies() {
            sum += process::memory(copy.process()?)?.private;
        }
        Ok(sum / self.copies().len().max(1) as u64)
    }

    /// Calls of the database on behalf of requests so far.
    pub(crate) async fn statements(&self) -> Result<f64> {
        let mut sum = 0.0;
        if self.database().is_some() {
            for copy in self.copies() {
                sum += metric(copy.place()?.monitoring, STATEMENTS).await?;
            }
        }
        Ok(sum)
    }
}

/// A key of each of some accounts, all with limits.
async fn keys(program: &Program) -> Result<Vec<String>> {
    let mut keys = Vec::new();
    for number in 0..ACCOUNTS {
        let account = format!("customer {number}");
        program.account(&account, Some(LIMIT)).await?;
        let key = program.key(&account, "developer", Some(LIMIT)).await?;
        keys.push(key.secret);
    }
    Ok(keys)
}
