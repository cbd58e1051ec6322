//! The second account: it sends small requests one after the other, while the first attacks.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use dragoman_benchmarks::Samples;
use reqwest::Client;
use reqwest::header::AUTHORIZATION;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Where its requests come from.
pub(crate) const BYSTANDER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

/// Between two requests: somebody who types, not a load.
const PAUSE: Duration = Duration::from_millis(20);

/// After this long a request counts as not answered.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the second account noticed.
#[derive(Debug, Default)]
pub(crate) struct Noticed {
    pub(crate) waited: Samples,
    /// What was waited for longest.
    pub(crate) slowest: Option<(Duration, Small)>,
    /// What was not answered with 200: the request and the answer, or why there was none.
    pub(crate) refused: Vec<String>,
}

/// The second account at work.
pub(crate) struct Bystander {
    stop: watch::Sender<bool>,
    work: JoinHandle<Noticed>,
}

impl Bystander {
    /// Asks once for everything that is made for the first request, and begins to work.
    pub(crate) async fn begin(server: SocketAddr, key: &str) -> Result<Self> {
        let mut client = Account::new(server, key, BYSTANDER)?;
        for small in REQUESTS {
            client.send(small, "").await?;
        }
        let key = key.to_owned();
        let (stop, mut stopped) = watch::channel(false);
        let work = tokio::spawn(async move {
            let mut noticed = Noticed::default();
            let mut glossary = String::new();
            for (number, small) in REQUESTS.iter().cycle().enumerate() {
                if number % REQUESTS.len() == 0
                    && let Ok(fresh) = Account::new(server, &key, BYSTANDER)
                {
                    // A connection of its own for each round.
                    client = fresh;
                }
                let begun = Instant::now();
                match client.send(small, &glossary).await {
                    Ok(answer) => {
                        let waited = begun.elapsed();
                        noticed.waited.push(waited);
                        if noticed.slowest.is_none_or(|(slowest, _)| slowest < waited) {
                            noticed.slowest = Some((waited, *small));
                        }
                        if let Some(id) = answer["glossary_id"].as_str() {
                            id.clone_into(&mut glossary);
                        }
                    }
                    Err(error) => noticed.refused.push(format!("{small:?}: {error:#}")),
                }
                tokio::select! {
                    _ = stopped.changed() => break,
                    () = tokio::time::sleep(PAUSE) => {}
                }
            }
            noticed
        });
        Ok(Self { stop, work })
    }

    /// Ends the work after the request in progress.
    pub(crate) async fn end(self) -> Result<Noticed> {
        // It fails only if the work has ended by itself.
        let _ = self.stop.send(true);
        Ok(self.work.await?)
    }
}

/// A small request.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Small {
    Translate,
    Usage,
    MakeGlossary,
    TranslateWithGlossary,
    DeleteGlossary,
    Correct,
}

/// A round of them. A glossary is new in each, so that it is compiled for its first use.
const REQUESTS: &[Small] = &[
    Small::Translate,
    Small::Usage,
    Small::MakeGlossary,
    Small::TranslateWithGlossary,
    Small::DeleteGlossary,
    Small::Correct,
];

impl Account {
    /// Sends a small request; `glossary` is the one that was made last, if any.
    async fn send(&self, small: &Small, glossary: &str) -> Result<Value> {
        let mut translation = json!({
            "text": ["The house is green and the garden is big."], "source_lang": "EN", "target_lang": "ES"
        });
        match small {
            Small::Translate => self.post("/v2/translate", &translation).await,
            Small::Usage => self.ask("/v2/usage", None).await,
            Small::MakeGlossary => {
                let glossary = json!({
                    "name": "small", "source_lang": "en", "target_lang": "es",
                    "entries": "house\tcasa\ngarden\tjardín", "entries_format": "tsv"
                });
                self.post("/v2/glossaries", &glossary).await
            }
            Small::TranslateWithGlossary => {
                if !glossary.is_empty() {
                    translation["glossary_id"] = glossary.into();
                }
                self.post("/v2/translate", &translation).await
            }
            Small::DeleteGlossary => {
                if !glossary.is_empty() {
                    self.delete(&format!("/v2/glossaries/{glossary}")).await?;
                }
                Ok(Value::Null)
            }
            Small::Correct => {
                let text = json!({ "text": ["This is is right."], "target_lang": "en-US" });
                self.post("/v2/write/correct", &text).await
            }
        }
    }
}

/// A client with a key.
pub(crate) struct Account {
    client: Client,
    server: SocketAddr,
    key: String,
}

impl Account {
    pub(crate) fn new(server: SocketAddr, key: &str, from: IpAddr) -> Result<Self> {
        let client = Client::builder()
            .no_proxy()
            .local_address(from)
            .timeout(PATIENCE)
            .build()?;
        Ok(Self {
            client,
            server,
            key: key.to_owned(),
        })
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        self.ask(path, Some(body)).await
    }

    /// Sends a request, with GET if there is no body, and reads the answer.
    ///
    /// # Errors
    /// If it is no success.
    pub(crate) async fn ask(&self, path: &str, body: Option<&Value>) -> Result<Value> {
        let bytes = self.fetch(path, body).await?;
        Ok(serde_json::from_slice(&bytes).unwrap_or_default())
    }

    /// As [`ask`](Self::ask), for answers that are no JSON.
    pub(crate) async fn fetch(&self, path: &str, body: Option<&Value>) -> Result<Vec<u8>> {
        let address = format!("http://{}{path}", self.server);
        let request = match body {
            Some(body) => self.client.post(address).json(body),
            None => self.client.get(address),
        };
        let request = request.header(AUTHORIZATION, format!("Service-Auth-Key {}", self.key));
        let response = request.send().await?;
        let status = response.status();
        let bytes = response.bytes().await?;
        ensure!(
            status.is_success(),
            "{status} {}",
            String::from_utf8_lossy(&bytes)
        );
        Ok(bytes.into())
    }

    /// Deletes what is at a path.
    pub(crate) async fn delete(&self, path: &str) -> Result<()> {
        let request = self.client.delete(format!("http://{}{path}", self.server));
        let request = request.header(AUTHORIZATION, format!("Service-Auth-Key {}", self.key));
        let status = request.send().await?.status();
        ensure!(status.is_success(), "{status}");
        Ok(())
    }

    /// Sends a file to a link.
    pub(crate) async fn put(&self, link: &str, content: String) -> Result<()> {
        let request = self
            .client
            .put(link)
            .header("Content-Type", "application/xml");
        let status = request.body(content).send().await?.status();
        ensure!(status.is_success(), "{status}");
        Ok(())
    }

    /// Sends an English document to be translated into Spanish, and returns its handle.
    pub(crate) async fn upload(&self, name: &str, content: Vec<u8>) -> Result<Value> {
        let file = reqwest::multipart::Part::bytes(content).file_name(name.to_owned());
        let form = reqwest::multipart::Form::new()
            .text("source_lang", "EN")
            .text("target_lang", "ES")
            .part("file", file);
        let request = self
            .client
            .post(format!("http://{}/v2/document", self.server))
            .header(AUTHORIZATION, format!("Service-Auth-Key {}", self.key))
            .multipart(form);
        let response = request.send().await?;
        let status = response.status();
        let answer: Value = response.json().await?;
        ensure!(status.is_success(), "{status} {answer}");
        Ok(answer)
    }
}
