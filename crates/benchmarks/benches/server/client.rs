use std::net::SocketAddr;

use anyhow::{Context, Result, ensure};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{self, SendRequest};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// One connection that stays open between requests.
pub(crate) struct Client {
    requests: SendRequest<Full<Bytes>>,
    host: String,
    authorization: String,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr, key: &str) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (requests, connection) = http1::handshake(TokioIo::new(stream)).await?;
        // If the connection breaks, the next request says so.
        tokio::spawn(async { drop(connection.await) });
        Ok(Self {
            requests,
            host: address.to_string(),
            authorization: format!("Service-Auth-Key {key}"),
        })
    }

    /// Opens several connections.
    pub(crate) async fn connect_many(
        address: SocketAddr,
        key: &str,
        number: usize,
    ) -> Result<Vec<Self>> {
        let mut clients = Vec::with_capacity(number);
        for _ in 0..number {
            clients.push(Self::connect(address, key).await?);
        }
        Ok(clients)
    }

    /// Gets a path and checks that it was found.
    pub(crate) async fn get(&mut self, path: &str) -> Result<Bytes> {
        let (status, body) = self.send(Method::GET, path, Bytes::new()).await?;
        ensure!(status == StatusCode::OK, "GET {path} was answered {status}");
        Ok(body)
    }

    /// Posts a translation request and checks that it was carried out.
    pub(crate) async fn translate(&mut self, body: &Bytes) -> Result<Bytes> {
        let (status, answer) = self.post_translation(body).await?;
        ensure!(
            status == StatusCode::OK,
            "a translation was answered {status}: {}",
            String::from_utf8_lossy(&answer)
        );
        Ok(answer)
    }

    /// Posts a translation request, whatever comes of it.
    pub(crate) async fn post_translation(&mut self, body: &Bytes) -> Result<(StatusCode, Bytes)> {
        self.send(Method::POST, "/v2/translate", body.clone()).await
    }

    async fn send(
        &mut self,
        method: Method,
        path: &str,
        body: Bytes,
    ) -> Result<(StatusCode, Bytes)> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, &self.host)
            .header(AUTHORIZATION, &self.authorization)
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(body))?;
        self.requests.ready().await.context("the server hung up")?;
        let response = self.requests.send_request(request).await?;
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        Ok((status, body))
    }
}
