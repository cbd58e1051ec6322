//! The database that all copies share: a PostgreSQL of its own for each trial.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, anyhow};
use dragoman_postgres_testing::{Cluster, ClusterOptions};
use tokio::task::spawn_blocking;

/// What a commit survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Durability {
    /// The end of the server's processes. Its data are in memory where there is much.
    ServerCrash,
    /// That the power fails, as an operator has it.
    PowerLoss,
}

/// A PostgreSQL, and one database in it.
#[derive(Clone)]
pub(crate) struct Database {
    cluster: Arc<Mutex<Cluster>>,
    url: String,
}

impl Database {
    /// Starts a server, with further settings, and makes an empty database in it.
    pub(crate) async fn start(
        durability: Durability,
        settings: &[(&'static str, &'static str)],
    ) -> Result<Self> {
        let mut all = vec![("max_connections", "300")];
        if durability == Durability::PowerLoss {
            all.push(("fsync", "on"));
        }
        all.extend(settings);
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let options = ClusterOptions {
            settings: all.into_iter().map(owned).collect(),
            ..ClusterOptions::default()
        };
        // It panics where it cannot go on, which ends the trial.
        spawn_blocking(move || {
            let cluster = Cluster::start_from(&options);
            let url = cluster.create_database();
            Self {
                cluster: Arc::new(Mutex::new(cluster)),
                url,
            }
        })
        .await
        .context("no PostgreSQL can be started")
    }

    /// Another empty database of the same server.
    pub(crate) async fn another(&self) -> Result<Self> {
        let cluster = Arc::clone(&self.cluster);
        let url = self.with(|cluster| cluster.create_database()).await?;
        Ok(Self { cluster, url })
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The name of the database within the server.
    pub(crate) fn name(&self) -> &str {
        self.url.rsplit('/').next().unwrap_or_default()
    }

    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Cluster) -> T + Send + 'static,
    ) -> Result<T> {
        let cluster = Arc::clone(&self.cluster);
        let worked = spawn_blocking(move || {
            work(&mut cluster.lock().unwrap_or_else(PoisonError::into_inner))
        });
        worked.await.context("the PostgreSQL does not do as told")
    }

    /// Runs statements; what they answer, a line for each row.
    pub(crate) async fn sql(&self, statements: &str) -> Result<String> {
        let (url, statements) = (self.url.clone(), statements.to_owned());
        self.with(move |cluster| cluster.try_execute(&url, &statements))
            .await?
            .map_err(|failure| anyhow!("psql fails: {failure}"))
    }

    /// Runs a statement that answers one whole number.
    pub(crate) async fn number(&self, statement: &str) -> Result<u64> {
        let answer = self.sql(statement).await?;
        answer
            .parse()
            .with_context(|| format!("{statement} answers {answer:?}"))
    }

    /// What the sessions do at the moment, for who wants to know what keeps them.
    pub(crate) async fn activity(&self) -> Result<String> {
        self.sql(
            "SELECT pid, state, wait_event_type, wait_event, pg_blocking_pids(pid), now() - state_change AS since,
                    left(regexp_replace(query, '\\s+', ' ', 'g'), 100)
             FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
             ORDER BY state_change",
        )
        .await
    }

    /// Ends the server in good order.
    pub(crate) async fn stop(&self) -> Result<()> {
        self.with(Cluster::stop).await
    }

    /// Ends the server as a crash does.
    pub(crate) async fn kill(&self) -> Result<()> {
        self.with(Cluster::kill).await
    }

    /// Starts the server again, and waits until it takes connections.
    pub(crate) async fn start_again(&self) -> Result<()> {
        self.with(Cluster::start_again).await
    }

    /// Stops the server where it is: it answers nothing, and nothing is closed.
    pub(crate) async fn pause(&self) -> Result<()> {
        self.with(|cluster| cluster.pause()).await
    }

    pub(crate) async fn resume(&self) -> Result<()> {
        self.with(|cluster| cluster.resume()).await
    }

    /// The number of the server's first process, whose children do the work.
    pub(crate) async fn process(&self) -> Result<u32> {
        let folder = self.sql("SHOW data_directory").await?;
        let file = std::fs::read_to_string(format!("{folder}/postmaster.pid"))?;
        let number = file
            .lines()
            .next()
            .and_then(|line| line.trim().parse().ok());
        number.context("the PostgreSQL has no number")
    }
}
