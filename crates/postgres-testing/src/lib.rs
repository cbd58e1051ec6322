//! A real PostgreSQL for tests: a server with data of its own, on a port of the loopback that the
//! system picks. It ends with the [`Cluster`] that stands for it, and with the process that started
//! it, however that ends; its data end with it.
//!
//! It needs PostgreSQL 15 or newer, which the Debian package `postgresql` has. Only tests use this
//! crate, so it panics where it cannot go on.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "only tests use this, and a test that cannot go on has failed"
)]

mod certificates;
mod folder;
mod guard;
mod installation;
mod port;
mod server;

use std::fs::{self, OpenOptions};
use std::io::{Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::certificates::Certificates;
use crate::guard::Guard;
use crate::installation::Installation;
use crate::port::Port;
use crate::server::Server;

/// The user that owns everything in a cluster.
pub const USER: &str = "dragoman";

/// The database that is there from the beginning.
const FIRST_DATABASE: &str = "postgres";

/// How long a server may take to start or to end.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often to look whether a server accepts connections.
const INTERVAL: Duration = Duration::from_millis(5);

/// What all servers have in common.
const SETTINGS: [(&str, &str); 3] = [
    ("listen_addresses", "127.0.0.1"),
    ("unix_socket_directories", ""),
    // In the folder, so that a killed server leaves nothing elsewhere.
    ("dynamic_shared_memory_type", "mmap"),
];

/// What those have besides that may lose their data when the system crashes, but not when they do.
const SETTINGS_WITHOUT_FSYNC: [(&str, &str); 2] = [
    ("fsync", "off"),
    // As the folder may take memory.
    ("max_wal_size", "256MB"),
];

/// How a cluster is set up.
#[derive(Debug, Clone, Default)]
pub struct ClusterOptions {
    /// Names and values for `postgresql.conf`. Without `fsync` among them, that is off, and the
    /// data are in memory if there is plenty; otherwise they are in the folder for temporary files.
    pub settings: Vec<(String, String)>,
    /// Whether it insists on encrypted connections, with a certificate of a CA of its own, made when
    /// it starts.
    pub tls: bool,
    /// Other names than `localhost` and `127.0.0.1` to certify.
    pub certified_names: Vec<String>,
}

impl ClusterOptions {
    /// Whether something is said about `fsync`.
    fn has_fsync(&self) -> bool {
        self.settings.iter().any(|(name, _)| name == "fsync")
    }
}

/// A PostgreSQL server and its data.
pub struct Cluster {
    // Before the folder, because its end is the server's.
    guard: Guard,
    server: Option<Server>,
    folder: TempDir,
    installation: &'static Installation,
    port: Port,
    password: String,
    has_tls: bool,
    databases: AtomicU64,
}

impl Cluster {
    /// Starts a new cluster and waits until it accepts connections.
    ///
    /// # Panics
    /// If it does not start.
    #[must_use]
    pub fn start() -> Self {
        Self::start_from(&ClusterOptions::default())
    }

    /// Starts a new cluster with names and values for `postgresql.conf`.
    ///
    /// # Panics
    /// If it does not start.
    #[must_use]
    pub fn start_with(settings: &[(&str, &str)]) -> Self {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Self::start_from(&ClusterOptions {
            settings: settings.iter().map(owned).collect(),
            ..ClusterOptions::default()
        })
    }

    /// Starts a new cluster that insists on encrypted connections.
    ///
    /// # Panics
    /// If it does not start.
    #[must_use]
    pub fn start_with_tls() -> Self {
        Self::start_from(&ClusterOptions {
            tls: true,
            ..ClusterOptions::default()
        })
    }

    /// Starts a new cluster.
    ///
    /// # Panics
    /// If it does not start.
    #[must_use]
    pub fn start_from(options: &ClusterOptions) -> Self {
        let installation = Installation::find();
        let folder = folder::make(options.has_fsync());
        installation.hand_over(folder.path());
        let mut cluster = Self {
            guard: Guard::start(installation, folder.path(), USER),
            server: None,
            folder,
            installation,
            port: Port::reserve(),
            // Others on the machine reach the port too.
            password: random_password(),
            has_tls: options.tls,
            databases: AtomicU64::new(0),
        };
        cluster.initialize(options);
        cluster.start_again();
        cluster
    }

    fn initialize(&mut self, options: &ClusterOptions) {
        self.write("password", &self.password);
        if !self.guard.initialize() {
            self.fail("initdb fails");
        }
        if options.tls {
            let certificates = Certificates::make(&options.certified_names);
            self.write("ca.pem", &certificates.authority);
            self.write("server.pem", &certificates.server);
            self.write("server.key", &certificates.server_key);
            let logins = "hostssl all all 127.0.0.1/32 scram-sha-256\n";
            fs::write(self.path("data/pg_hba.conf"), logins).unwrap();
        }
        let mut file = OpenOptions::new()
            .append(true)
            .open(self.path("data/postgresql.conf"))
            .unwrap();
        for (name, value) in self.settings(options) {
            let value = value.replace('\\', "\\\\").replace('\'', "''");
            writeln!(file, "{name} = '{value}'").unwrap();
        }
    }

    /// All settings; of two with the same name the later one counts.
    fn settings(&self, options: &ClusterOptions) -> Vec<(String, String)> {
        let without_fsync = SETTINGS_WITHOUT_FSYNC
            .iter()
            .filter(|_| !options.has_fsync());
        let mut settings: Vec<_> = SETTINGS
            .iter()
            .chain(without_fsync)
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        settings.push(("port".to_owned(), self.port().to_string()));
        if options.tls {
            let path = |name| self.path(name).display().to_string();
            settings.push(("ssl".to_owned(), "on".to_owned()));
            settings.push(("ssl_cert_file".to_owned(), path("server.pem")));
            settings.push(("ssl_key_file".to_owned(), path("server.key")));
        }
        settings.extend(options.settings.iter().cloned());
        settings
    }

    /// The port that it listens at, on 127.0.0.1. It stays the same, and the system gives it to
    /// nobody else while the server does not run.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port.number()
    }

    /// The password of [`USER`].
    #[must_use]
    pub fn password(&self) -> &str {
        &self.password
    }

    /// The file with the certificate of the CA that vouches for it, in PEM.
    ///
    /// # Panics
    /// If it does not encrypt.
    #[must_use]
    pub fn ca_file(&self) -> PathBuf {
        assert!(self.has_tls, "the cluster does not encrypt");
        self.path("ca.pem")
    }

    /// The URL of a database, which need not exist.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        let Self { password, port, .. } = self;
        let port = port.number();
        format!("postgres://{USER}:{password}@127.0.0.1:{port}/{database}")
    }

    /// Makes a new empty database and gives its URL.
    ///
    /// # Panics
    /// If that fails.
    pub fn create_database(&self) -> String {
        let number = self.databases.fetch_add(1, Ordering::Relaxed) + 1;
        let name = format!("test_{number}");
        // Nobody is connected to this template, which would be in the way; and files are copied
        // quicker than logged.
        let statement = format!("CREATE DATABASE {name} TEMPLATE template0 STRATEGY file_copy");
        self.execute(FIRST_DATABASE, &statement);
        self.url(&name)
    }

    /// Removes a database, given by its name or its URL, and ends the connections to it. That of a
    /// cluster that ends soon need not be removed, but each takes some megabytes.
    ///
    /// # Panics
    /// If that fails.
    pub fn drop_database(&self, database: &str) {
        let name = database.rsplit('/').next().unwrap();
        let name = name.split('?').next().unwrap();
        let name = name.replace('"', "\"\"");
        let statement = format!("DROP DATABASE \"{name}\" WITH (FORCE)");
        self.execute(FIRST_DATABASE, &statement);
    }

    /// Runs statements in a database, given by its name or its URL. Gives what they answer: a line
    /// for each row, with `|` between its columns and without an end of the last line.
    ///
    /// # Panics
    /// If one fails, with what `psql` says.
    pub fn execute(&self, database: &str, sql: &str) -> String {
        self.try_execute(database, sql)
            .unwrap_or_else(|failure| panic!("psql fails: {failure}"))
    }

    /// As [`Cluster::execute`], but gives what `psql` says if a statement fails; no further one is
    /// run then.
    ///
    /// # Errors
    /// If a statement fails, or the connection.
    pub fn try_execute(&self, database: &str, sql: &str) -> Result<String, String> {
        let url = if database.contains("://") {
            database.to_owned()
        } else {
            self.url(database)
        };
        let mut statements = tempfile::tempfile().unwrap();
        statements.write_all(sql.as_bytes()).unwrap();
        statements.rewind().unwrap();
        let output = self
            .installation
            .psql()
            .args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"])
            .args(["--no-password", "--set", "ON_ERROR_STOP=1", "--dbname"])
            .args([&*url, "--file", "-"])
            .env("PGCLIENTENCODING", "UTF8")
            .stdin(statements)
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        if !output.status.success() {
            return Err(text(output.stderr).trim_end().to_owned());
        }
        let mut answer = text(output.stdout);
        if answer.ends_with('\n') {
            answer.pop();
        }
        Ok(answer)
    }

    /// Ends the server in good order, with all sessions, whose open transactions are undone. Nothing
    /// happens if it does not run.
    ///
    /// # Panics
    /// If it does not end.
    pub fn stop(&mut self) {
        let Some(server) = self.server.take() else {
            return;
        };
        server.ask_to_end();
        if !server.ends_within(PATIENCE) {
            self.fail("the PostgreSQL does not end");
        }
        self.guard.reap(server);
    }

    /// Kills all processes of the server, as a crash does. Nothing happens if it does not run.
    ///
    /// # Panics
    /// If they do not end.
    pub fn kill(&mut self) {
        let Some(server) = self.server.take() else {
            return;
        };
        if !server.kill(PATIENCE) {
            self.fail("the PostgreSQL cannot be killed");
        }
        self.guard.reap(server);
    }

    /// Starts the server after its end, on the same port and with the same data, and waits until it
    /// accepts connections.
    ///
    /// # Panics
    /// If it runs, or does not start.
    pub fn start_again(&mut self) {
        assert!(self.server.is_none(), "the PostgreSQL runs");
        let server = self.server.insert(self.guard.start_server());
        let deadline = Instant::now() + PATIENCE;
        while !self.port.accepts_connections(USER) {
            if server.ends_within(INTERVAL) {
                self.fail("the PostgreSQL ends when it starts");
            }
            if Instant::now() > deadline {
                self.fail("the PostgreSQL does not accept connections");
            }
        }
    }

    /// Ends the server in good order and starts it again.
    ///
    /// # Panics
    /// If that fails.
    pub fn restart(&mut self) {
        self.stop();
        self.start_again();
    }

    /// Stops all processes of the server where they are: it answers nothing, and nothing is closed.
    ///
    /// # Panics
    /// If it does not run.
    pub fn pause(&mut self) {
        self.running().pause();
    }

    /// Lets a server go on that is paused.
    ///
    /// # Panics
    /// If it does not run.
    pub fn resume(&mut self) {
        self.running().resume();
    }

    /// What `initdb` and the server have written to the log.
    #[must_use]
    pub fn log(&self) -> String {
        match fs::read(self.path("log")) {
            Ok(log) => String::from_utf8_lossy(&log).into_owned(),
            Err(error) => format!("there is no log: {error}"),
        }
    }

    fn running(&self) -> &Server {
        self.server.as_ref().expect("the PostgreSQL runs")
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file that only the server reads.
    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)
            .unwrap();
        file.write_all(text.as_bytes()).unwrap();
        self.installation.hand_over(&path);
    }

    fn fail(&self, what: &str) -> ! {
        let folder = self.folder.path().display();
        panic!("{what} in {folder}; its log:\n{}", self.log());
    }
}

/// A cluster for all tests of a process, which make databases of their own in it. It ends with the
/// process, as no test can end it.
///
/// # Panics
/// If it does not start.
pub fn shared() -> &'static Cluster {
    static SHARED: OnceLock<Cluster> = OnceLock::new();
    SHARED.get_or_init(|| Cluster::start_with(&[("max_connections", "200")]))
}

fn random_password() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).unwrap();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
