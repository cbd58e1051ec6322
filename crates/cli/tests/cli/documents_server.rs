use serde_json::Value;
use tokio::task::JoinSet;

use crate::support::{Api, Installation, Server, characters, eventually, sentences};

/// A word that no other text has; engines leave it as it is.
const MARKER: &str = "Xylophonequarry";

/// A document as its owner sees it.
struct Job {
    text: String,
    progress: Progress,
}

enum Progress {
    Unsent,
    Sent(Value),
    Fetched,
}

impl Job {
    fn new(number: usize) -> Self {
        Self {
            text: format!(
                "{MARKER} {number} is here. {}",
                sentences(2 + number % 5).join(" ")
            ),
            progress: Progress::Unsent,
        }
    }

    /// Does what is next. Fails if no answer comes.
    async fn go_on(&mut self, api: &Api, key: &str) -> reqwest::Result<()> {
        let next = match &self.progress {
            Progress::Unsent => {
                let sent = api.try_send_document(key, "job.txt", &self.text).await?;
                Progress::Sent(sent.expect(200).body)
            }
            Progress::Sent(handle) => {
                let status = api.try_document_status(key, handle).await?.expect(200);
                if status.body["status"] != "done" {
                    assert_ne!(status.body["status"], "error", "{status}");
                    return Ok(());
                }
                let result = api.try_document_result(key, handle).await?.expect(200);
                self.check(result.body.as_str().unwrap());
                Progress::Fetched
            }
            Progress::Fetched => return Ok(()),
        };
        self.progress = next;
        Ok(())
    }

    fn check(&self, translation: &str) {
        let first = self.text.split(" is").next().unwrap();
        assert!(translation.contains(first), "{translation}");
        assert!(!translation.contains("river"), "{translation}");
    }

    const fn is_done(&self) -> bool {
        matches!(self.progress, Progress::Fetched)
    }
}

/// Goes on with the jobs until all are done or the server is gone.
async fn client(api: Api, key: String, mut jobs: Vec<Job>) -> Vec<Job> {
    while jobs.iter().any(|job| !job.is_done()) {
        for job in jobs.iter_mut().filter(|job| !job.is_done()) {
            if job.go_on(&api, &key).await.is_err() {
                return jobs;
            }
        }
    }
    jobs
}

/// Lets clients go on with their jobs until the server has translated so many documents, then kills it.
async fn round(server: &mut Server, key: &str, clients: Vec<Vec<Job>>, most: u64) -> Vec<Vec<Job>> {
    let mut at_work = JoinSet::new();
    for jobs in clients {
        at_work.spawn(client(server.api(), key.to_owned(), jobs));
    }
    let mut rested = Vec::new();
    eventually("the server is to be killed", async || {
        while let Some(ended) = at_work.try_join_next() {
            rested.push(ended.unwrap());
        }
        (at_work.is_empty() || server.documents_translated().await >= most).then_some(())
    })
    .await;
    server.kill().await;
    rested.extend(at_work.join_all().await);
    rested
}

#[tokio::test]
async fn documents_survive_any_number_of_kills_and_count_once() {
    const JOBS: usize = 200;
    const CLIENTS: usize = 4;
    let installation = Installation::new()
        // A kill takes the answer with it whose document is sent again.
        .option("documents.max_per_key", "1000")
        .option("data.durability", "process-crash");
    let key = installation.create_key(&[]).await.secret;
    let jobs: Vec<Job> = (0..JOBS).map(Job::new).collect();
    let texts: Vec<&str> = jobs.iter().map(|job| job.text.as_str()).collect();
    let expected = characters(&texts);
    let mut clients: Vec<Vec<Job>> = (0..CLIENTS).map(|_| Vec::new()).collect();
    for (number, job) in jobs.into_iter().enumerate() {
        clients[number % CLIENTS].push(job);
    }
    let mut kills = 0_u64;
    while clients.iter().flatten().any(|job| !job.is_done()) {
        let mut server = installation.start().await;
        // A different moment each time, but late enough for those that the last kill interrupted: a
        // document is given up that is interrupted three times.
        let most = 9 + kills * 13 % 23;
        clients = round(&mut server, &key, clients, most).await;
        kills += 1;
    }
    assert!(kills >= 5, "{kills}");
    let server = installation.start().await;
    assert_eq!(server.characters_used(&key).await, expected);
}

/// Waits until a document is done.
async fn until_done(server: &Server, key: &str, handle: &Value) {
    eventually("the document is translated", async || {
        let status = server.try_document_status(key, handle).await.unwrap();
        let status = status.expect(200);
        assert_ne!(status.body["status"], "error", "{status}");
        (status.body["status"] == "done").then_some(())
    })
    .await;
}

#[tokio::test]
async fn nothing_of_a_document_can_be_read_on_the_disk_or_in_the_log() {
    let (installation, gate) = Installation::gated();
    let installation = installation.option("log.level", "trace");
    let key = installation.create_key(&[]).await.secret;
    let server = installation.start().await;
    let check = |when: &str| {
        let files = installation.data_files_with(MARKER);
        assert!(files.is_empty(), "{when}: {files:?}");
        assert!(!server.log().contains(MARKER), "{when}");
    };
    let documents = installation.data().join("documents");
    let files = || std::fs::read_dir(&documents).unwrap().count();
    let text = format!("{MARKER} is here. The house is big.");
    let name = format!("{MARKER}.txt");
    let sent = server.try_send_document(&key, &name, &text).await.unwrap();
    let handle = sent.expect(200).body;
    assert_ne!(files(), 0, "the document is on the disk");
    check("waiting");
    let open = gate.open();
    until_done(&server, &key, &handle).await;
    check("done");
    // One that fails keeps a reason, and of one that breaks off nothing is left.
    let failed = server
        .try_send_document(&key, &name, "1 2 3")
        .await
        .unwrap();
    let failed = failed.expect(200).body;
    eventually("the second document fails", async || {
        let status = server.try_document_status(&key, &failed).await.unwrap();
        (status.body["status"] == "error").then_some(())
    })
    .await;
    check("failed");
    let result = server.try_document_result(&key, &handle).await.unwrap();
    let result = result.expect(200);
    assert!(result.body.as_str().unwrap().contains(MARKER), "{result}");
    check("fetched");
    eventually("the files are removed", async || {
        (files() == 0).then_some(())
    })
    .await;
    drop(open);
}

#[tokio::test]
async fn a_server_that_stops_leaves_its_documents_to_the_next() {
    let (installation, gate) = Installation::gated();
    // What waits at the gate does not let go of the engine.
    let installation = installation.option("server.drain_timeout_seconds", "1");
    let key = installation.create_key(&[]).await.secret;
    let mut server = installation.start().await;
    let text = "The house is big.";
    let sent = server.try_send_document(&key, "a.txt", text).await.unwrap();
    let handle = sent.expect(200).body;
    eventually("it is being translated", async || {
        let status = server.try_document_status(&key, &handle).await.unwrap();
        (status.body["status"] == "translating").then_some(())
    })
    .await;
    // As often as a document may fail, and once more.
    for _ in 0..4 {
        server.terminate();
        assert!(server.ended().await.success());
        server = installation.start().await;
    }
    let open = gate.open();
    until_done(&server, &key, &handle).await;
    let result = server.try_document_result(&key, &handle).await.unwrap();
    assert_eq!(result.expect(200).body, "La casa es grande.");
    assert_eq!(server.characters_used(&key).await, 17);
    drop(open);
}

#[tokio::test]
async fn documents_are_limited_and_expire_as_configured() {
    let mut installation = Installation::new()
        .option("documents.free.megabytes.txt", "0.00002")
        .option("documents.pro.characters", "20")
        .option("documents.max_per_key", "1");
    let free = installation.create_key(&["--plan", "free"]).await.secret;
    let pro = installation.create_key(&["--plan", "pro"]).await.secret;
    let mut server = installation.start().await;
    let send = async |key: &str, text: &str| server.try_send_document(key, "a.txt", text).await;
    let large = send(&free, "The house is very big.").await.unwrap();
    assert!(
        large.clone().expect(413).message().contains("20 bytes"),
        "{large}"
    );
    let long = send(&pro, "The house is very big.").await.unwrap();
    assert!(
        long.clone().expect(413).message().contains("22 characters"),
        "{long}"
    );
    let handle = send(&pro, "The house is big.")
        .await
        .unwrap()
        .expect(200)
        .body;
    until_done(&server, &pro, &handle).await;
    send(&pro, "The house is big.").await.unwrap().expect(429);
    server.kill().await;

    installation.set("documents.retention_hours", "0.0001");
    let server = installation.start().await;
    let send = async |text: &str| {
        server
            .try_send_document(&free, "a.txt", text)
            .await
            .unwrap()
    };
    let handle = send("It rains.").await.expect(200).body;
    eventually("it expires", async || {
        let status = server.try_document_status(&free, &handle).await.unwrap();
        (status.status == 404).then_some(())
    })
    .await;
    // Expired documents take no room.
    send("It rains.").await.expect(200);
    assert_eq!(server.characters_used(&free).await, 0);
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_logged_by_its_id_only() {
    let (installation, _gate) = Installation::gated();
    let key = installation.create_key(&[]).await.secret;
    let server = installation.start().await;
    let name = format!("{MARKER}.docx");
    let sent = server.try_send_document(&key, &name, MARKER).await.unwrap();
    let handle = sent.expect(200).body;
    let status = server.try_document_status(&key, &handle).await.unwrap();
    let status = status.expect(200);
    assert_eq!(status.body["status"], "error", "{status}");
    let log = server.log();
    let id = handle["document_id"].as_str().unwrap();
    let line = log.lines().find(|line| line.contains(id));
    let line = line.unwrap_or_else(|| panic!("{id} is not in\n{log}"));
    assert!(line.contains("the file cannot be translated"), "{line}");
    assert!(!log.contains(MARKER), "{log}");
    let metrics = server.metrics().await;
    for line in [
        "dragoman_documents{status=\"failed\"} 1\n",
        "dragoman_documents{status=\"queued\"} 0\n",
        "dragoman_document_bytes 0\n",
        "dragoman_document_attempts_total{format=\"docx\",outcome=\"unreadable\"} 1\n",
    ] {
        assert!(metrics.contains(line), "{line} is not in\n{metrics}");
    }
}
