//! Several copies of the program over one database and one object storage, all on this machine.

mod alone;
mod copy;
mod database;
mod program;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use dragoman_s3_testing::{Fault, S3Server};
use futures_util::future::try_join_all;
use tempfile::TempDir;
use tokio::task::spawn_blocking;

pub(crate) use alone::Alone;
pub(crate) use copy::{Copy, CopySetup, Directory};
pub(crate) use database::{Database, Durability};
pub(crate) use program::Program;

use crate::client::{Client, Usage};
use crate::key::Key;

/// The bucket of all files.
const BUCKET: &str = "dragoman";

/// How an installation begins.
pub(crate) struct Setup {
    pub(crate) copies: Vec<CopySetup>,
    pub(crate) durability: Durability,
}

impl Setup {
    /// So many copies that are alike.
    pub(crate) fn copies(number: usize) -> Self {
        Self::of(vec![CopySetup::default(); number])
    }

    pub(crate) fn of(copies: Vec<CopySetup>) -> Self {
        Self {
            copies,
            durability: Durability::ServerCrash,
        }
    }

    pub(crate) fn durable(mut self) -> Self {
        self.durability = Durability::PowerLoss;
        self
    }
}

/// An installation of several copies. Dropping it ends everything.
pub(crate) struct Machines {
    // Before what they use, so that they end first.
    pub(crate) copies: Vec<Copy>,
    pub(crate) program: Program,
    pub(crate) directory: Directory,
    pub(crate) database: Database,
    objects: Arc<S3Server>,
    _folder: Arc<TempDir>,
}

impl Machines {
    /// Makes a database and a bucket, and starts no copy yet.
    pub(crate) async fn prepare(program: &Path, setup: Setup) -> Result<Self> {
        let database = Database::start(setup.durability, &[]).await?;
        Self::over(database, program, setup).await
    }

    /// The same over a database that there is.
    pub(crate) async fn over(database: Database, program: &Path, setup: Setup) -> Result<Self> {
        let folder = Arc::new(temporary_folder()?);
        let objects = spawn_blocking(|| {
            let server = S3Server::start();
            server.bucket(BUCKET);
            server
        })
        .await
        .context("no S3 server can be started")?;
        let options = vec![
            ("DRAGOMAN_DATA__DATABASE", database.url().to_owned()),
            ("DRAGOMAN_DATA__OBJECTS", format!("s3://{BUCKET}/trial")),
            ("DRAGOMAN_DATA__S3__ENDPOINT", objects.endpoint()),
            ("DRAGOMAN_DATA__S3__REGION", "eu-central-1".to_owned()),
            ("DRAGOMAN_DATA__S3__PATH_STYLE", "true".to_owned()),
            ("DRAGOMAN_DATA__S3__ALLOW_HTTP", "true".to_owned()),
            (
                "DRAGOMAN_DATA__S3__ACCESS_KEY_ID",
                objects.access_key().to_owned(),
            ),
            (
                "DRAGOMAN_DATA__S3__SECRET_ACCESS_KEY",
                objects.secret_key().to_owned(),
            ),
        ];
        let program = Program {
            path: program.to_owned(),
            folder: folder.path().to_owned(),
            operator: folder.path().join("operator"),
            options,
        };
        program.prepare()?;
        let directory = Directory::default();
        let copies = setup.copies.into_iter().enumerate();
        let copies = copies
            .map(|(number, setup)| Copy::new(number, &program, setup, &directory))
            .collect();
        Ok(Self {
            copies,
            program,
            directory,
            database,
            objects: Arc::new(objects),
            _folder: folder,
        })
    }

    /// Makes an account "customer" with a key, starts all copies at the same time, and has each translate once, so that
    /// what is started for the first request is not measured.
    pub(crate) async fn start(program: &Path, setup: Setup) -> Result<(Self, Key)> {
        let mut machines = Self::prepare(program, setup).await?;
        let key = machines.begin().await?;
        Ok((machines, key))
    }

    /// As [`start`](Self::start), once there is a database.
    pub(crate) async fn begin(&mut self) -> Result<Key> {
        self.program.account("customer", None).await?;
        let key = self.program.key("customer", "developer", None).await?;
        try_join_all(self.copies.iter_mut().map(Copy::start)).await?;
        self.warm_up().await?;
        Ok(key)
    }

    /// Has each copy translate for an account of nobody's.
    async fn warm_up(&self) -> Result<()> {
        self.program.account("nobody", None).await?;
        let key = self.program.key("nobody", "developer", None).await?;
        let client = Client::new(&key)?;
        let interfaces = self.directory.interfaces();
        try_join_all(interfaces.into_iter().map(|at| client.warm_up(at))).await?;
        Ok(())
    }

    /// Adds a copy, which does not run yet.
    pub(crate) fn add(&mut self, setup: CopySetup) -> usize {
        let number = self.copies.len();
        let copy = Copy::new(number, &self.program, setup, &self.directory);
        self.copies.push(copy);
        number
    }

    /// What goes wrong with each request to the object storage from now on.
    pub(crate) async fn storage(&self, fault: Fault) -> Result<()> {
        let objects = Arc::clone(&self.objects);
        spawn_blocking(move || objects.set_fault(fault))
            .await
            .context("the S3 server does not do as told")
    }

    /// As [`storage`](Self::storage), for so many requests.
    pub(crate) async fn storage_for(&self, requests: u32, fault: Fault) -> Result<()> {
        let objects = Arc::clone(&self.objects);
        spawn_blocking(move || objects.set_fault_for(requests, fault))
            .await
            .context("the S3 server does not do as told")
    }

    /// The keys of all objects.
    pub(crate) async fn objects(&self) -> Result<Vec<String>> {
        let objects = Arc::clone(&self.objects);
        spawn_blocking(move || objects.objects(BUCKET))
            .await
            .context("the S3 server does not do as told")
    }

    /// Removes an object behind everybody's back.
    pub(crate) async fn lose(&self, key: &str) -> Result<()> {
        let (objects, key) = (Arc::clone(&self.objects), key.to_owned());
        spawn_blocking(move || objects.lose(BUCKET, &key))
            .await
            .context("the object cannot be removed")
    }

    /// What a copy says that an account and the calling key have consumed.
    pub(crate) async fn usage(&self, copy: usize, key: &Key) -> Result<Usage> {
        Client::new(key)?
            .usage(self.copies[copy].interface()?)
            .await
    }

    /// What is counted for an account in the database, by product, or for all of them.
    pub(crate) async fn counted(&self, account: &str, product: Option<&str>) -> Result<u64> {
        let of_product =
            product.map_or_else(String::new, |product| format!("AND product = '{product}'"));
        self.database
            .number(&format!(
                "SELECT coalesce(sum(characters), 0)::bigint FROM daily_usage
                 JOIN accounts ON accounts.id = account WHERE name = '{account}' {of_product}"
            ))
            .await
    }

    /// What requests in progress have set aside, as far as copies that live have done so.
    pub(crate) async fn set_aside(&self) -> Result<u64> {
        self.database
            .number(
                "SELECT coalesce(sum(characters), 0)::bigint FROM reservations
                 JOIN copies ON copies.id = copy AND copies.lease_end > milliseconds_now()",
            )
            .await
    }
}

/// A folder for one installation.
fn temporary_folder() -> Result<TempDir> {
    Ok(tempfile::Builder::new()
        .prefix("dragoman-machines-")
        .tempdir()?)
}
