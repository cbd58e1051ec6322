//! A client of the interface that knows what became of each of its requests.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use reqwest::header::{AUTHORIZATION, RETRY_AFTER};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::key::Key;

/// After this long a request counts as lost: longer than any copy may work on one.
const PATIENCE: Duration = Duration::from_secs(120);

/// What became of a request.
#[derive(Debug, Clone)]
pub(crate) enum Fate {
    /// It was answered, whatever with.
    Answered(Answer),
    /// It may have been carried out, and its answer did not come, or not all of it.
    Lost(String),
    /// Nobody was there to take it.
    NotSent,
}

/// An answer.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// After how many seconds to ask again, if it says so.
    pub(crate) retry_after: Option<String>,
    pub(crate) body: Vec<u8>,
    pub(crate) took: Duration,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The status and what is said, for people.
    pub(crate) fn words(&self) -> String {
        format!("{} {}", self.status, String::from_utf8_lossy(&self.body))
    }

    /// Whether it says that the service is not there for now, and when to come again.
    pub(crate) fn is_unavailable(&self) -> bool {
        self.status == 503 && self.retry_after.is_some()
    }
}

impl Fate {
    /// The answer, if there was one.
    pub(crate) fn answer(self) -> Result<Answer> {
        match self {
            Self::Answered(answer) => Ok(answer),
            Self::Lost(reason) => bail!("an answer was lost: {reason}"),
            Self::NotSent => bail!("nobody took a request"),
        }
    }

    /// The answer, if it is a success.
    pub(crate) fn success(self) -> Result<Answer> {
        let answer = self.answer()?;
        ensure!((200..300).contains(&answer.status), "{}", answer.words());
        Ok(answer)
    }

    /// The status, or a word for what there was instead.
    pub(crate) fn word(&self) -> String {
        match self {
            Self::Answered(answer) => answer.status.to_string(),
            Self::Lost(_) => "lost".to_owned(),
            Self::NotSent => "not sent".to_owned(),
        }
    }
}

/// What a copy says that was consumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Usage {
    pub(crate) account: u64,
    pub(crate) key: u64,
}

/// What the sender of a document needs to ask for it.
#[derive(Debug, Clone)]
pub(crate) struct Handle {
    pub(crate) id: String,
    secret: Value,
}

/// A client with a key.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    http: reqwest::Client,
    authorization: String,
}

impl Client {
    pub(crate) fn new(key: &Key) -> Result<Self> {
        Self::with_secret(&key.secret)
    }

    pub(crate) fn with_secret(secret: &str) -> Result<Self> {
        Self::from_address(secret, Ipv4Addr::LOCALHOST)
    }

    /// The same from another address of this machine: who comes with wrong keys is answered more slowly by and by, and
    /// that goes by addresses.
    pub(crate) fn from_address(secret: &str, address: Ipv4Addr) -> Result<Self> {
        // One that asks again by itself would not know what became of its first request.
        let http = reqwest::Client::builder()
            .no_proxy()
            .retry(reqwest::retry::never())
            .local_address(IpAddr::V4(address))
            .timeout(PATIENCE)
            .build()?;
        Ok(Self {
            http,
            authorization: format!("Service-Auth-Key {secret}"),
        })
    }

    async fn send(&self, request: RequestBuilder) -> Fate {
        let begun = Instant::now();
        let response = match request
            .header(AUTHORIZATION, &self.authorization)
            .send()
            .await
        {
            Ok(response) => response,
            Err(error) if error.is_connect() => return Fate::NotSent,
            Err(error) => return Fate::Lost(format!("{:#}", anyhow::Error::new(error))),
        };
        let status = response.status().as_u16();
        let retry_after = response.headers().get(RETRY_AFTER);
        let retry_after = retry_after.and_then(|value| value.to_str().ok().map(str::to_owned));
        match response.bytes().await {
            Ok(body) => Fate::Answered(Answer {
                status,
                retry_after,
                body: body.into(),
                took: begun.elapsed(),
            }),
            Err(error) => Fate::Lost(format!("{:#}", anyhow::Error::new(error))),
        }
    }

    /// Sends a request, with a body if there is one.
    pub(crate) async fn ask(
        &self,
        method: Method,
        at: SocketAddr,
        path: &str,
        body: Option<&Value>,
    ) -> Fate {
        let request = self.http.request(method, format!("http://{at}{path}"));
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        self.send(request).await
    }

    pub(crate) async fn get(&self, at: SocketAddr, path: &str) -> Fate {
        self.ask(Method::GET, at, path, None).await
    }

    pub(crate) async fn post(&self, at: SocketAddr, path: &str, body: &Value) -> Fate {
        self.ask(Method::POST, at, path, Some(body)).await
    }

    /// Has an English text translated into Spanish.
    pub(crate) async fn translate(&self, at: SocketAddr, text: &str) -> Fate {
        let body = json!({ "text": [text], "source_lang": "EN", "target_lang": "ES" });
        self.post(at, "/v2/translate", &body).await
    }

    /// Has an English text answered as it is: no engine works, and all its characters count.
    pub(crate) async fn echo(&self, at: SocketAddr, text: &str) -> Fate {
        let body = json!({ "text": [text], "source_lang": "EN", "target_lang": "EN-GB" });
        self.post(at, "/v2/translate", &body).await
    }

    /// Has both done once.
    pub(crate) async fn warm_up(&self, at: SocketAddr) -> Result<()> {
        self.translate(at, "The house is green.").await.success()?;
        self.echo(at, "The house is green.").await.success()?;
        Ok(())
    }

    pub(crate) async fn usage(&self, at: SocketAddr) -> Result<Usage> {
        let answer = self.get(at, "/v2/usage").await.success()?.json();
        let number = |name: &str| {
            let number = answer[name].as_u64();
            number.with_context(|| format!("there is no {name} in {answer}"))
        };
        Ok(Usage {
            account: number("character_count")?,
            key: number("api_key_character_count")?,
        })
    }

    /// Sends an English text as a document to be translated into Spanish.
    pub(crate) async fn upload(&self, at: SocketAddr, text: &str) -> Fate {
        let file = Part::bytes(text.as_bytes().to_vec()).file_name("letter.txt");
        let form = Form::new()
            .text("source_lang", "EN")
            .text("target_lang", "ES")
            .part("file", file);
        let request = self.http.post(format!("http://{at}/v2/document"));
        self.send(request.multipart(form)).await
    }

    /// What has become of a document.
    pub(crate) async fn status(&self, at: SocketAddr, document: &Handle) -> Fate {
        let path = format!("/v2/document/{}", document.id);
        self.post(at, &path, &document.secret).await
    }

    /// Fetches the translation of a document, which counts and removes it.
    pub(crate) async fn fetch(&self, at: SocketAddr, document: &Handle) -> Fate {
        let path = format!("/v2/document/{}/result", document.id);
        self.post(at, &path, &document.secret).await
    }
}

impl Handle {
    /// What is in the answer to an upload.
    pub(crate) fn of(answer: &Answer) -> Result<Self> {
        let secret = answer.json();
        let id = secret["document_id"].as_str();
        let id = id.with_context(|| format!("no document was taken: {}", answer.words()))?;
        Ok(Self {
            id: id.to_owned(),
            secret,
        })
    }
}

/// Asks the monitoring of a copy: the status and the body, and how long that took.
pub(crate) async fn monitor(at: SocketAddr, path: &str) -> Result<Answer> {
    let http = reqwest::Client::builder()
        .no_proxy()
        .timeout(PATIENCE)
        .build()?;
    let begun = Instant::now();
    let response = http.get(format!("http://{at}{path}")).send().await?;
    Ok(Answer {
        status: response.status().as_u16(),
        retry_after: None,
        body: response.bytes().await?.into(),
        took: begun.elapsed(),
    })
}

/// The sum of the values of a metric, over all its labels.
pub(crate) async fn metric(at: SocketAddr, name: &str) -> Result<f64> {
    let answer = monitor(at, "/metrics").await?;
    sum_of_metric(&String::from_utf8_lossy(&answer.body), name)
        .with_context(|| format!("there is no metric {name}"))
}

/// The sum of the values of a metric in a page of them; none if it is not there.
fn sum_of_metric(page: &str, name: &str) -> Option<f64> {
    let values = page.lines().filter_map(|line| {
        let rest = line.strip_prefix(name)?;
        let value = rest
            .starts_with([' ', '{'])
            .then(|| rest.rsplit(' ').next())??;
        value.parse::<f64>().ok()
    });
    values.fold(None, |sum, value| Some(sum.unwrap_or(0.0) + value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metric_is_the_sum_over_its_labels_and_none_that_begins_alike() {
        let page =
            "# HELP calls x\ncalls{kind=\"a b\"} 2\ncalls{kind=\"c\"} 3\ncalls_more 9\nplain 1.5\n";
        assert_eq!(sum_of_metric(page, "calls"), Some(5.0));
        assert_eq!(sum_of_metric(page, "plain"), Some(1.5));
        assert_eq!(sum_of_metric(page, "none"), None);
    }
}
