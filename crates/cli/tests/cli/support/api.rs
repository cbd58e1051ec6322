use std::fmt;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HOST, RETRY_AFTER};
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};

use super::eventually;

/// A server as its clients see it.
#[derive(Clone)]
pub(crate) struct Api {
    client: Client,
    /// Address and port of the interface.
    pub(crate) address: String,
    /// Address and port of health and metrics.
    pub(crate) monitoring: String,
}

/// What a server answered.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<u64>,
    pub(crate) body: Value,
}

impl Answer {
    /// The words of an answer that is not a success.
    pub(crate) fn message(&self) -> &str {
        self.body["message"].as_str().unwrap_or_default()
    }

    /// The translated texts.
    pub(crate) fn texts(&self) -> Vec<&str> {
        self.body["translations"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default()
            .iter()
            .filter_map(|translation| translation["text"].as_str())
            .collect()
    }

    /// Fails the test unless the status is this one.
    pub(crate) fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{self}");
        self
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.status, self.body)
    }
}

impl Api {
    pub(crate) fn new(address: String, monitoring: String) -> Self {
        let client = Client::builder()
            .no_proxy()
            // A connection for each request, so that none is kept open by chance.
            .pool_max_idle_per_host(0)
            .build()
            .unwrap();
        Self {
            client,
            address,
            monitoring,
        }
    }

    /// The same server at another address.
    pub(crate) fn at(&self, address: &str) -> Self {
        Self {
            address: address.to_owned(),
            ..self.clone()
        }
    }

    /// Sends a request; fails if no whole answer comes.
    async fn send(request: RequestBuilder) -> reqwest::Result<Answer> {
        let response = request.send().await?;
        let status = response.status().as_u16();
        let retry_after = response
            .headers()
            .get(RETRY_AFTER)
            .map(|value| value.to_str().unwrap().parse().unwrap());
        let text = response.text().await?;
        Ok(Answer {
            status,
            retry_after,
            body: serde_json::from_str(&text).unwrap_or(Value::String(text)),
        })
    }

    fn with_key(request: RequestBuilder, key: &str) -> RequestBuilder {
        request.header(AUTHORIZATION, format!("Service-Auth-Key {key}"))
    }

    pub(crate) async fn try_post(
        &self,
        path: &str,
        key: &str,
        body: &Value,
    ) -> reqwest::Result<Answer> {
        let request = self
            .client
            .post(format!("http://{}{path}", self.address))
            .json(body);
        Self::send(Self::with_key(request, key)).await
    }

    pub(crate) async fn post(&self, path: &str, key: &str, body: &Value) -> Answer {
        self.try_post(path, key, body).await.unwrap()
    }

    pub(crate) async fn get(&self, path: &str, key: &str) -> Answer {
        let request = self.client.get(format!("http://{}{path}", self.address));
        Self::send(Self::with_key(request, key)).await.unwrap()
    }

    pub(crate) async fn get_without_key(&self, path: &str) -> Answer {
        let request = self.client.get(format!("http://{}{path}", self.address));
        Self::send(request).await.unwrap()
    }

    /// Sends a file to the address of an upload, which needs no key.
    pub(crate) async fn put_file(&self, url: &str, media_type: &str, content: &str) -> Answer {
        let request = self.client.put(url).header(CONTENT_TYPE, media_type);
        Self::send(request.body(content.to_owned())).await.unwrap()
    }

    /// Reads the usage as a client that knows the server by this host name.
    pub(crate) async fn usage_at_host(&self, host: &str, key: &str) -> Answer {
        let request = self
            .client
            .get(format!("http://{}/v2/usage", self.address))
            .header(HOST, host);
        Self::send(Self::with_key(request, key)).await.unwrap()
    }

    /// Translates from English into Spanish.
    pub(crate) async fn try_translate<T: AsRef<str>>(
        &self,
        key: &str,
        texts: &[T],
    ) -> reqwest::Result<Answer> {
        let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
        let body = json!({ "text": texts, "source_lang": "EN", "target_lang": "ES" });
        self.try_post("/v2/translate", key, &body).await
    }

    pub(crate) async fn translate<T: AsRef<str>>(&self, key: &str, texts: &[T]) -> Answer {
        self.try_translate(key, texts).await.unwrap()
    }

    /// Translates as [`translate`](Self::translate) does, under a tag for reports.
    pub(crate) async fn translate_under_tag(&self, key: &str, text: &str, tag: &str) -> Answer {
        let request = self
            .client
            .post(format!("http://{}/v2/translate", self.address))
            .header("X-DeepL-Reporting-Tag", tag)
            .json(&json!({ "text": [text], "source_lang": "EN", "target_lang": "ES" }));
        Self::send(Self::with_key(request, key)).await.unwrap()
    }

    /// Sends an English document to be translated into Spanish.
    pub(crate) async fn try_send_document(
        &self,
        key: &str,
        name: &str,
        content: impl AsRef<[u8]>,
    ) -> reqwest::Result<Answer> {
        self.try_send_document_with(key, name, content, &[]).await
    }

    /// Sends an English document to be translated into Spanish, with these fields besides.
    pub(crate) async fn try_send_document_with(
        &self,
        key: &str,
        name: &str,
        content: impl AsRef<[u8]>,
        fields: &[(&str, &str)],
    ) -> reqwest::Result<Answer> {
        let boundary = "boundary-of-the-tests";
        let head = |field: &str| {
            format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{field}\"")
        };
        let mut body = format!("{}; filename=\"{name}\"\r\n\r\n", head("file")).into_bytes();
        body.extend_from_slice(content.as_ref());
        for (field, value) in [("source_lang", "EN"), ("target_lang", "ES")]
            .iter()
            .chain(fields)
        {
            body.extend(format!("\r\n{}\r\n\r\n{value}", head(field)).bytes());
        }
        body.extend(format!("\r\n--{boundary}--\r\n").bytes());
        let request = self
            .client
            .post(format!("http://{}/v2/document", self.address))
            .header(
                CONTENT_TYPE,
                format!("multipart/form-data; boundary={boundary}"),
            )
            .body(body);
        Self::send(Self::with_key(request, key)).await
    }

    /// What has become of the document that was answered with this handle.
    pub(crate) async fn try_document_status(
        &self,
        key: &str,
        handle: &Value,
    ) -> reqwest::Result<Answer> {
        let id = handle["document_id"].as_str().unwrap();
        self.try_post(&format!("/v2/document/{id}"), key, handle)
            .await
    }

    /// The translation of a document; its text is the body.
    pub(crate) async fn try_document_result(
        &self,
        key: &str,
        handle: &Value,
    ) -> reqwest::Result<Answer> {
        let id = handle["document_id"].as_str().unwrap();
        self.try_post(&format!("/v2/document/{id}/result"), key, handle)
            .await
    }

    /// The media type of the translation of a document and its bytes.
    pub(crate) async fn document_file(&self, key: &str, handle: &Value) -> (String, Vec<u8>) {
        let id = handle["document_id"].as_str().unwrap();
        let request = self
            .client
            .post(format!("http://{}/v2/document/{id}/result", self.address))
            .json(handle);
        let response = Self::with_key(request, key).send().await.unwrap();
        assert_eq!(response.status(), 200);
        let media_type = response.headers()[CONTENT_TYPE]
            .to_str()
            .unwrap()
            .to_owned();
        (media_type, response.bytes().await.unwrap().to_vec())
    }

    /// The characters counted for the account of the key.
    pub(crate) async fn characters_used(&self, key: &str) -> u64 {
        let answer = self.get("/v2/usage", key).await.expect(200);
        answer.body["character_count"].as_u64().unwrap()
    }

    pub(crate) async fn health(&self, what: &str) -> Answer {
        let request = self
            .client
            .get(format!("http://{}/health/{what}", self.monitoring));
        Self::send(request).await.unwrap()
    }

    pub(crate) async fn metrics(&self) -> String {
        let request = self
            .client
            .get(format!("http://{}/metrics", self.monitoring));
        let answer = Self::send(request).await.unwrap().expect(200);
        answer.body.as_str().unwrap().to_owned()
    }

    /// How many segments Apertium has been asked for, all modes together.
    pub(crate) async fn engine_requests(&self) -> u64 {
        self.metrics()
            .await
            .lines()
            .filter(|line| line.starts_with("dragoman_engine_requests_total"))
            .filter_map(|line| line.rsplit_once(' ')?.1.parse::<u64>().ok())
            .sum()
    }

    /// How many documents the server has translated since it was started.
    pub(crate) async fn documents_translated(&self) -> u64 {
        self.metrics()
            .await
            .lines()
            .filter(|line| line.starts_with("dragoman_document_attempts_total"))
            .filter(|line| line.contains("outcome=\"translated\""))
            .filter_map(|line| line.rsplit_once(' ')?.1.parse::<u64>().ok())
            .sum()
    }

    /// Waits until so many translations and detections are in progress.
    pub(crate) async fn until_in_progress(&self, count: usize) {
        let line = format!("dragoman_requests_in_progress {count}");
        eventually("the requests are in progress", async || {
            self.metrics()
                .await
                .lines()
                .any(|found| found == line)
                .then_some(())
        })
        .await;
    }

    /// Waits until the server says that it is about to stop.
    pub(crate) async fn until_not_ready(&self) {
        eventually("the server is draining", async || {
            let health = self.health("ready").await;
            (health.body["status"] == "draining").then_some(())
        })
        .await;
    }

    /// Waits until the server takes no new requests.
    pub(crate) async fn until_draining(&self) {
        self.until_not_ready().await;
        eventually("new connections are refused", async || {
            tokio::net::TcpStream::connect(&self.address)
                .await
                .is_err()
                .then_some(())
        })
        .await;
    }
}
