//! The tools for an assistant on this machine, which does what it is asked for with a server.

use std::fs;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use axum::http::header::AUTHORIZATION;
use axum::http::{Extensions, HeaderValue, Response};
use dragoman_mcp::{Interface, InterfaceRequest, InterfaceResponse, Unreachable, over_stdio};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};

use crate::arguments::McpArguments;
use crate::configuration::Configuration;

/// The variable of the environment that may have the key: whoever lists the processes sees arguments.
const KEY_VARIABLE: &str = "DRAGOMAN_API_KEY";

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the server may send nothing.
const READ_TIMEOUT: Duration = Duration::from_secs(300);

/// Serves the assistant that started this program, until that ends.
pub(super) async fn run(
    arguments: &McpArguments,
    configuration: &Configuration,
) -> Result<ExitCode> {
    let address = match &arguments.server {
        Some(address) => address.clone(),
        None => configuration.server.usual_url(),
    };
    let scheme = configuration.keys.authorization_schemes.first();
    let scheme = scheme.context("keys.authorization_schemes is empty")?;
    let server = Server::new(&address, scheme, &key(arguments)?)?;
    over_stdio(server).await?;
    Ok(ExitCode::SUCCESS)
}

fn key(arguments: &McpArguments) -> Result<String> {
    let key = match &arguments.key_file {
        Some(path) => fs::read_to_string(path)
            .with_context(|| format!("the key in {} cannot be read", path.display()))?,
        None => std::env::var(KEY_VARIABLE).with_context(|| {
            format!(
                "a key is needed: set the variable {KEY_VARIABLE}, or name its file with --key-file"
            )
        })?,
    };
    Ok(key.trim().to_owned())
}

/// The interface of a server, asked with a key.
#[derive(Clone)]
struct Server {
    client: Client,
    /// Without a slash at its end.
    base: String,
    authorization: HeaderValue,
}

impl Server {
    fn new(address: &str, scheme: &str, key: &str) -> Result<Self> {
        let url = Url::parse(address).with_context(|| {
            format!(
                "\"{address}\" is no address of a server, such as https://translate.example.com"
            )
        })?;
        let mut client = Client::builder()
            .user_agent(concat!("dragoman/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(CONNECT_TIMEOUT)
            .read_timeout(READ_TIMEOUT)
            // Neither the key nor texts go anywhere else than to the address that was given.
            .redirect(Policy::none());
        if matches!(url.host_str(), Some("127.0.0.1" | "[::1]" | "localhost")) {
            client = client.no_proxy();
        }
        let mut authorization = HeaderValue::from_str(&format!("{scheme} {key}"))
            .ok()
            .context("the key has letters that no key has")?;
        authorization.set_sensitive(true);
        Ok(Self {
            client: client.build().context("no connection can be made")?,
            base: url.as_str().trim_end_matches('/').to_owned(),
            authorization,
        })
    }
}

impl Interface for Server {
    async fn send(
        &self,
        request: InterfaceRequest,
        _: Option<&Extensions>,
    ) -> Result<InterfaceResponse, Unreachable> {
        let unreachable = |error: reqwest::Error| {
            let reason = error.without_url();
            let base = &self.base;
            Unreachable(format!("The server at {base} does not answer: {reason}."))
        };
        let (parts, body) = request.into_parts();
        let sent = self
            .client
            .request(parts.method, format!("{}{}", self.base, parts.uri))
            .headers(parts.headers)
            .header(AUTHORIZATION, self.authorization.clone())
            .body(body)
            .send();
        let mut answer = sent.await.map_err(unreachable)?;
        let mut response = Response::builder().status(answer.status());
        if let Some(headers) = response.headers_mut() {
            *headers = std::mem::take(answer.headers_mut());
        }
        let body = answer.bytes().await.map_err(unreachable)?;
        response
            .body(body)
            .map_err(|error| Unreachable(error.to_string()))
    }
}
