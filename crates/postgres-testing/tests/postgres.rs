//! The clusters of this crate, and what is left of them when their process is killed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use dragoman_postgres_testing::{Cluster, ClusterOptions, shared};
use rustix::process::{Pid, Signal, kill_process};

/// Long enough for all that ends by itself.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a running server has in the system.
struct Traces {
    pid: i32,
    folder: PathBuf,
    memory: String,
}

impl Traces {
    /// Those of the server of a database, given by its URL.
    fn of(url: &str) -> Self {
        let data = PathBuf::from(shared().execute(url, "SHOW data_directory"));
        let file = fs::read_to_string(data.join("postmaster.pid")).unwrap();
        let lines: Vec<&str> = file.lines().collect();
        let traces = Self {
            pid: lines[0].parse().unwrap(),
            folder: data.parent().unwrap().to_owned(),
            memory: lines[6].split_whitespace().nth(1).unwrap().to_owned(),
        };
        assert!(traces.has_memory() && traces.has_process());
        traces
    }

    fn has_process(&self) -> bool {
        Path::new(&format!("/proc/{}", self.pid)).exists()
    }

    fn has_memory(&self) -> bool {
        let all = fs::read_to_string("/proc/sysvipc/shm").unwrap();
        all.lines()
            .any(|line| line.split_whitespace().nth(1) == Some(&self.memory))
    }

    fn are_gone(&self) -> bool {
        !self.has_process() && !self.has_memory() && !self.folder.exists()
    }

    fn wait_until_gone(&self) {
        let deadline = Instant::now() + PATIENCE;
        while !self.are_gone() {
            assert!(Instant::now() < deadline, "the server is still there");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Starts the program and gives the lines that it writes.
fn program(arguments: &[&str], lines: usize) -> (Child, Vec<String>) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_postgres-server"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(program.stdout.take().unwrap());
    let lines: Vec<String> = output.lines().take(lines).map(Result::unwrap).collect();
    assert!(!lines.is_empty(), "the program does not start");
    (program, lines)
}

/// The folder of the server that a program starts, once the program is about to.
fn folder_of(program: &Child) -> PathBuf {
    let id = program.id();
    let children = format!("/proc/{id}/task/{id}/children");
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        for child in fs::read_to_string(&children).unwrap().split_whitespace() {
            // Other children are gone soon.
            let arguments = fs::read_to_string(format!("/proc/{child}/cmdline"));
            let arguments = arguments.unwrap_or_default();
            let mut arguments = arguments.split('\0');
            if arguments.any(|argument| argument == "guard.sh") {
                return arguments.next().unwrap().into();
            }
        }
    }
    panic!("there is no guard");
}

fn pid(process: &Child) -> Pid {
    Pid::from_child(process)
}

#[test]
fn databases_are_separate_and_answer() {
    let (first, second) = (shared().create_database(), shared().create_database());
    assert_ne!(first, second);
    shared().execute(
        &first,
        "CREATE TABLE words (number INT, word TEXT);
         INSERT INTO words VALUES (1, 'häuser'), (2, NULL), (3, 'дом');",
    );
    assert_eq!(
        shared().execute(&first, "SELECT * FROM words ORDER BY number"),
        "1|häuser\n2|\n3|дом"
    );
    let failure = shared().try_execute(&second, "SELECT * FROM words");
    assert!(failure.unwrap_err().contains("\"words\" does not exist"));
    assert_eq!(
        shared().execute(
            &second,
            "SELECT pg_encoding_to_char(encoding), datcollate FROM pg_database
             WHERE datname = current_database()"
        ),
        "UTF8|C.UTF-8"
    );

    shared().drop_database(&first);
    let failure = shared().try_execute(&first, "SELECT 1");
    assert!(failure.unwrap_err().contains("does not exist"));
    assert_eq!(shared().execute(&second, "SELECT 1"), "1");
}

#[test]
fn many_threads_make_databases_at_once() {
    let mut urls: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| shared().create_database()))
            .collect();
        let urls = threads.into_iter().map(|thread| thread.join().unwrap());
        urls.collect()
    });
    urls.sort();
    urls.dedup();
    assert_eq!(urls.len(), 8);
}

#[test]
fn settings_are_kept() {
    let name = r"it's 1 \ 2";
    let cluster = Cluster::start_with(&[
        ("max_connections", "20"),
        ("cluster_name", name),
        ("fsync", "on"),
    ]);
    let show = |setting| cluster.execute("postgres", &format!("SHOW {setting}"));
    assert_eq!(show("max_connections"), "20");
    assert_eq!(show("cluster_name"), name);
    assert_eq!(show("fsync"), "on");
    assert_eq!(shared().execute("postgres", "SHOW fsync"), "off");
    assert_eq!(shared().execute("postgres", "SHOW max_connections"), "200");
}

#[test]
fn a_wrong_password_is_refused() {
    let url = shared()
        .url("postgres")
        .replace(shared().password(), "other");
    let failure = shared().try_execute(&url, "SELECT 1").unwrap_err();
    assert!(
        failure.contains("password authentication failed"),
        "{failure}"
    );
}

#[test]
fn a_killed_server_keeps_what_was_committed() {
    let mut cluster = Cluster::start();
    let url = cluster.create_database();
    cluster.execute(&url, "CREATE TABLE kept (number INT)");
    cluster.execute(&url, "INSERT INTO kept SELECT generate_series(1, 1000)");
    let session = {
        let url = url.clone();
        thread::spawn(move || {
            let sql = "BEGIN; INSERT INTO kept VALUES (1001); SELECT pg_sleep(600); COMMIT;";
            shared().try_execute(&url, sql)
        })
    };
    let sleeps = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    while cluster.execute(&url, sleeps) != "1" {}

    cluster.kill();
    session.join().unwrap().unwrap_err();
    cluster.try_execute(&url, "SELECT 1").unwrap_err();
    cluster.start_again();
    let log = cluster.log();
    assert!(log.contains("not properly shut down"), "{log}");
    assert_eq!(cluster.execute(&url, "SELECT count(*) FROM kept"), "1000");

    // As a start after an end in good order, without a server to recover.
    cluster.restart();
    assert_eq!(cluster.execute(&url, "SELECT count(*) FROM kept"), "1000");
    let recoveries = cluster.log().matches("not properly shut down").count();
    assert_eq!(recoveries, 1);
    assert_ne!(cluster.create_database(), url);
}

#[test]
fn a_stopped_server_refuses_connections_until_it_starts_again() {
    let mut cluster = Cluster::start();
    let address = SocketAddr::from(([127, 0, 0, 1], cluster.port()));
    cluster.stop();
    cluster.stop();
    cluster.kill();
    let refusal = TcpStream::connect(address).unwrap_err();
    assert_eq!(refusal.kind(), ErrorKind::ConnectionRefused);
    cluster.start_again();
    assert_eq!(cluster.execute("postgres", "SELECT 1"), "1");
}

#[test]
fn a_paused_server_answers_when_it_goes_on() {
    let mut cluster = Cluster::start();
    let url = cluster.create_database();
    let (sender, answers) = mpsc::channel();
    let session = thread::spawn(move || {
        let sql = "SELECT count(pg_sleep(0.01)) FROM generate_series(1, 20)";
        let statements = [sql; 3].join(";");
        for _ in 0..3 {
            sender.send(shared().execute(&url, &statements)).unwrap();
        }
    });
    answers.recv_timeout(PATIENCE).unwrap();
    cluster.pause();
    while answers.try_recv().is_ok() {}
    let silence = answers.recv_timeout(Duration::from_secs(1));
    assert_eq!(silence, Err(mpsc::RecvTimeoutError::Timeout));
    cluster.resume();
    session.join().unwrap();

    // In either state the end is quick.
    cluster.pause();
    cluster.stop();
    cluster.start_again();
    cluster.pause();
    cluster.kill();
    cluster.start_again();
    cluster.pause();
    let begin = Instant::now();
    drop(cluster);
    assert!(begin.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_cluster_leaves_nothing() {
    let cluster = Cluster::start();
    let traces = Traces::of(&cluster.url("postgres"));
    drop(cluster);
    assert!(traces.are_gone());

    let mut cluster = Cluster::start();
    let traces = Traces::of(&cluster.url("postgres"));
    cluster.kill();
    assert!(traces.has_memory() && !traces.has_process());
    drop(cluster);
    assert!(traces.are_gone());
}

#[test]
fn encryption_is_insisted_on_and_proved() {
    let cluster = Cluster::start_with_tls();
    let url = cluster.create_database();
    let authority = cluster.ca_file().display().to_string();
    let verified = |url: &str| {
        let url = format!("{url}?sslmode=verify-full&sslrootcert={authority}");
        let is_encrypted = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        cluster.try_execute(&url, is_encrypted)
    };
    assert_eq!(verified(&url), Ok("t".to_owned()));
    let open = format!("{url}?sslmode=disable");
    let failure = cluster.try_execute(&open, "SELECT 1").unwrap_err();
    assert!(failure.contains("no encryption"), "{failure}");

    let other = Cluster::start_with_tls();
    let failure = verified(&other.url("postgres")).unwrap_err();
    assert!(failure.contains("SSL error"), "{failure}");
}

#[test]
fn names_are_certified() {
    let cluster = Cluster::start_from(&ClusterOptions {
        tls: true,
        certified_names: vec!["database.example.org".to_owned()],
        ..ClusterOptions::default()
    });
    let authority = cluster.ca_file().display().to_string();
    let with = |mode| {
        let url = cluster.url("postgres");
        let url = format!("{url}?sslmode={mode}&sslrootcert={authority}");
        cluster.try_execute(&url, "SELECT 1")
    };
    assert_eq!(with("verify-ca"), Ok("1".to_owned()));
    let failure = with("verify-full").unwrap_err();
    assert!(failure.contains("database.example.org"), "{failure}");
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let failure = thread::spawn(|| Cluster::start_with(&[("shared_buffers", "many")]))
        .join()
        .err()
        .unwrap();
    let failure = failure.downcast::<String>().unwrap();
    assert!(failure.contains("shared_buffers"), "{failure}");
}

#[test]
fn the_program_serves_until_its_input_is_closed() {
    let (mut program, lines) = program(&["--fsync", "--tls", "--set", "max_connections=17"], 2);
    let [url, authority] = &lines[..] else {
        panic!("{lines:?}");
    };
    let traces = Traces::of(url);
    let url = format!("{url}?sslmode=verify-full&sslrootcert={authority}");
    assert_eq!(shared().execute(&url, "SHOW fsync"), "on");
    assert_eq!(shared().execute(&url, "SHOW max_connections"), "17");
    drop(program.stdin.take());
    assert!(program.wait().unwrap().success());
    assert!(traces.are_gone());
}

#[test]
fn the_program_refuses_what_it_does_not_know() {
    for arguments in [&["--fast"][..], &["--set"], &["--set", "fsync"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_postgres-server"))
            .args(arguments)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stderr.starts_with(b"Usage: "));
    }
}

#[test]
fn a_server_ends_with_its_process_however_that_ends() {
    for signal in [Signal::KILL, Signal::INT, Signal::TERM, Signal::HUP] {
        let (mut program, lines) = program(&[], 1);
        let traces = Traces::of(&lines[0]);
        kill_process(pid(&program), signal).unwrap();
        program.wait().unwrap();
        traces.wait_until_gone();
    }
}

#[test]
fn a_start_that_is_cut_off_leaves_nothing() {
    for moment in 0..8 {
        let mut program = Command::new(env!("CARGO_BIN_EXE_postgres-server"))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let folder = folder_of(&program);
        assert!(folder.exists());
        thread::sleep(Duration::from_millis(60 * moment));
        program.kill().unwrap();
        program.wait().unwrap();
        let deadline = Instant::now() + PATIENCE;
        while folder.exists() {
            assert!(Instant::now() < deadline, "{} is left", folder.display());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn a_paused_server_ends_with_its_process_too() {
    let (mut program, lines) = program(&[], 1);
    let traces = Traces::of(&lines[0]);
    kill_process(Pid::from_raw(traces.pid).unwrap(), Signal::STOP).unwrap();
    kill_process(pid(&program), Signal::KILL).unwrap();
    program.wait().unwrap();
    traces.wait_until_gone();
}
