//! A real S3 server for tests: s3s-fs behind the signatures of S3, on a thread of this process and a port of the
//! loopback that the system picks, with its objects in a folder. It ends with the [`S3Server`] that stands for it.
//!
//! What goes wrong with a storage goes wrong with this one when a test says so: [`Fault`]. Only tests, scripts and
//! measurements use this crate, so it panics where it cannot go on.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "only tests use this, and a test that cannot go on has failed"
)]

mod faults;
mod folder;
mod serving;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::SystemTime;

use tempfile::TempDir;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::faults::Faults;
use crate::folder::Folder;
use crate::serving::Command;

pub use crate::faults::Fault;

/// How a server is started; by default as tests need it.
#[derive(Debug, Clone)]
pub struct S3Options {
    /// The folder with a folder for each bucket. None: one of its own, which goes with the server.
    pub folder: Option<PathBuf>,
    /// Where it listens.
    pub address: SocketAddr,
    /// Who may do anything.
    pub access_key: String,
    /// The secret that belongs to the access key.
    pub secret_key: String,
}

impl Default for S3Options {
    fn default() -> Self {
        Self {
            folder: None,
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            access_key: "access-key-of-tests".to_owned(),
            secret_key: "secret-key-of-tests".to_owned(),
        }
    }
}

/// A running S3 server.
pub struct S3Server {
    address: SocketAddr,
    options: S3Options,
    faults: Arc<Faults>,
    folder: Arc<Folder>,
    commands: Option<UnboundedSender<Command>>,
    thread: Option<JoinHandle<()>>,
    _temporary: Option<TempDir>,
}

impl S3Server {
    /// Starts a server without buckets.
    ///
    /// # Panics
    /// If it does not start.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(S3Options::default()).expect("an S3 server")
    }

    /// Starts a server, which has the buckets that there are in its folder.
    ///
    /// # Errors
    /// If the folder or the address cannot be used.
    ///
    /// # Panics
    /// If the system gives no thread.
    pub fn start_with(options: S3Options) -> io::Result<Self> {
        let (folder, temporary) = match &options.folder {
            Some(path) => (Folder::open(path)?, None),
            None => {
                let temporary = tempfile::tempdir()?;
                (Folder::open(temporary.path())?, Some(temporary))
            }
        };
        let folder = Arc::new(folder);
        let service = serving::service(&folder, &options)?;
        let listener = std::net::TcpListener::bind(options.address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;

        let faults = Arc::new(Faults::default());
        let (commands, orders) = unbounded_channel();
        let thread = std::thread::spawn({
            let (faults, folder) = (Arc::clone(&faults), Arc::clone(&folder));
            move || serving::run(listener, service, faults, folder, orders)
        });
        Ok(Self {
            address,
            options,
            faults,
            folder,
            commands: Some(commands),
            thread: Some(thread),
            _temporary: temporary,
        })
    }

    /// Where it listens, as the option of S3 clients has it: `http://127.0.0.1:PORT`.
    #[must_use]
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Who may do anything.
    #[must_use]
    pub fn access_key(&self) -> &str {
        &self.options.access_key
    }

    /// The secret that belongs to the access key.
    #[must_use]
    pub fn secret_key(&self) -> &str {
        &self.options.secret_key
    }

    /// Makes a bucket, unless it is there, and gives its URL.
    ///
    /// # Panics
    /// If the folder cannot be written.
    pub fn bucket(&self, name: &str) -> String {
        self.folder.create_bucket(name).expect("a bucket");
        format!("s3://{name}")
    }

    /// From now on every request meets this, until another is set. What it answers to a request that it has begun to
    /// work on may still be what it would have been before.
    ///
    /// # Panics
    /// If the thread of the server has ended.
    pub fn set_fault(&self, fault: Fault) {
        self.set(fault, None);
    }

    /// As [`set_fault`](Self::set_fault), for so many requests; those that come then meet no fault.
    ///
    /// # Panics
    /// If the thread of the server has ended, and for [`Fault::Away`], which no request meets.
    pub fn set_fault_for(&self, requests: u32, fault: Fault) {
        assert_ne!(fault, Fault::Away, "no request comes to count");
        self.set(fault, Some(requests));
    }

    fn set(&self, fault: Fault, requests: Option<u32>) {
        self.faults.set(fault, requests);
        let order: fn(SyncSender<()>) -> Command = match fault {
            Fault::Away => Command::Leave,
            _ => Command::Return,
        };
        let (done, is_done) = sync_channel(1);
        let commands = self.commands.as_ref().expect("a server that runs");
        assert!(
            commands.send(order(done)).is_ok(),
            "the server's thread runs"
        );
        is_done.recv().expect("the server's thread runs");
    }

    /// How many requests have come so far, whatever became of them.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.faults.requests()
    }

    /// The keys of all objects of a bucket, in order.
    ///
    /// # Panics
    /// If there is no such bucket.
    #[must_use]
    pub fn objects(&self, bucket: &str) -> Vec<String> {
        self.folder.objects(bucket).expect("a bucket")
    }

    /// The bytes of an object, as they are stored.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn content(&self, bucket: &str, key: &str) -> Vec<u8> {
        std::fs::read(self.folder.object(bucket, key)).expect("an object")
    }

    /// Puts bytes into the place of an object behind everybody's back, as a disk does that fails: what else is known of
    /// the object, its etag above all, stays.
    ///
    /// # Panics
    /// If the folder cannot be written.
    pub fn store(&self, bucket: &str, key: &str, bytes: &[u8]) {
        let path = self.folder.object(bucket, key);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("an object that can be written");
    }

    /// Removes an object behind everybody's back.
    ///
    /// # Panics
    /// If there is none.
    pub fn lose(&self, bucket: &str, key: &str) {
        std::fs::remove_file(self.folder.object(bucket, key)).expect("an object");
    }

    /// As if an object had last been written then.
    ///
    /// # Panics
    /// If there is none.
    pub fn date(&self, bucket: &str, key: &str, written: SystemTime) {
        let object = std::fs::File::open(self.folder.object(bucket, key));
        object.and_then(|file| file.set_modified(written)).unwrap();
    }

    /// All that is on the disk of the server: objects, parts of uploads that are not finished, and what else is noted of
    /// both.
    ///
    /// # Panics
    /// If the folder cannot be read.
    #[must_use]
    pub fn everything(&self) -> Vec<Vec<u8>> {
        let files = self.folder.files().expect("a folder that can be read");
        let contents = files.iter().filter_map(|path| std::fs::read(path).ok());
        contents.collect()
    }

    /// How many files there are of uploads in parts that were begun and neither finished nor aborted.
    ///
    /// # Panics
    /// If the folder cannot be read.
    #[must_use]
    pub fn unfinished(&self) -> usize {
        self.folder.unfinished().expect("a folder that can be read")
    }

    /// Waits until a request ends after which nothing is left of any upload that is not finished.
    ///
    /// # Panics
    /// If the folder cannot be read.
    pub fn until_nothing_is_unfinished(&self) {
        self.faults.until(|| self.unfinished() == 0);
    }

    /// Waits until the server ends, which it does not do by itself.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for S3Server {
    fn drop(&mut self) {
        drop(self.commands.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
