//! The contract's interface, as the tools ask it.

use std::time::Duration;

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use http::{Extensions, Method, Request, Response, StatusCode};
use rmcp::RoleServer;
use rmcp::service::RequestContext;
use serde::Serialize;
use serde_json::Value;

/// A request whose address is a path of the contract's, without a key.
pub type InterfaceRequest = Request<Bytes>;

/// Its answer.
pub type InterfaceResponse = Response<Bytes>;

/// The interface did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreachable(
    /// Why, and what to do, as a sentence for people.
    pub String,
);

/// Reaches the contract's interface.
pub trait Interface: Clone + Send + Sync + 'static {
    /// The answer to a request. `origin` is what came with the request of the assistant, if that came over HTTP. The work
    /// is given up when this is dropped.
    fn send(
        &self,
        request: InterfaceRequest,
        origin: Option<&Extensions>,
    ) -> impl Future<Output = Result<InterfaceResponse, Unreachable>> + Send;

    /// Nobody waits any more for a document that was sent. The contract has no request that says so, so it is kept as long
    /// as any unless whoever reaches the interface can remove it.
    fn give_up(&self, id: &str, key: &str, origin: Option<&Extensions>) {
        let _ = (id, key, origin);
    }
}

/// Why a tool did not do what it was asked for: a sentence for people.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) String);

impl From<Unreachable> for Refused {
    fn from(error: Unreachable) -> Self {
        Self(error.0)
    }
}

/// What asks the interface for one call of a tool.
pub(crate) struct Asking<'a, I> {
    pub(crate) interface: &'a I,
    pub(crate) call: &'a RequestContext<RoleServer>,
    /// How long a document may take.
    pub(crate) longest: Duration,
}

impl<I: Interface> Asking<'_, I> {
    /// The object in an answer.
    pub(crate) async fn get(&self, path: &str) -> Result<Value, Refused> {
        let request = self.request(Method::GET, path, None, Bytes::new())?;
        object(&self.send(request).await?)
    }

    /// The object in the answer to another one.
    pub(crate) async fn post(
        &self,
        path: &str,
        fields: &(impl Serialize + Sync),
    ) -> Result<Value, Refused> {
        object(&self.post_for_bytes(path, fields).await?)
    }

    /// The answer to an object.
    pub(crate) async fn post_for_bytes(
        &self,
        path: &str,
        fields: &(impl Serialize + Sync),
    ) -> Result<InterfaceResponse, Refused> {
        let body = serde_json::to_vec(fields).map_err(|error| Refused(error.to_string()))?;
        let json = Some("application/json");
        self.send(self.request(Method::POST, path, json, body.into())?)
            .await
    }

    pub(crate) fn request(
        &self,
        method: Method,
        path: &str,
        content_type: Option<&str>,
        body: Bytes,
    ) -> Result<InterfaceRequest, Refused> {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(content_type) = content_type {
            request = request.header(CONTENT_TYPE, content_type);
        }
        request
            .body(body)
            .map_err(|error| Refused(error.to_string()))
    }

    /// What came with the assistant's own request, if that came over HTTP.
    pub(crate) fn origin(&self) -> Option<&Extensions> {
        let parts = self.call.extensions.get::<Parts>();
        parts.map(|parts| &parts.extensions)
    }

    /// The answer to a request, if it is a success.
    pub(crate) async fn send(
        &self,
        request: InterfaceRequest,
    ) -> Result<InterfaceResponse, Refused> {
        let response = tokio::select! {
            response = self.interface.send(request, self.origin()) => response?,
            // The assistant does not wait any more, or has gone.
            () = self.call.ct.cancelled() => {
                return Err(Refused("The call was cancelled.".to_owned()));
            }
        };
        match response.status() {
            status if status.is_success() => Ok(response),
            status => Err(Refused(reason(status, response.body()))),
        }
    }
}

/// What an answer says is wrong.
fn reason(status: StatusCode, body: &[u8]) -> String {
    let told = serde_json::from_slice::<Value>(body).ok();
    let message = told.as_ref().and_then(|told| told["message"].as_str());
    message.map_or_else(
        || format!("The server answered {status}."),
        ToOwned::to_owned,
    )
}

fn object(response: &InterfaceResponse) -> Result<Value, Refused> {
    serde_json::from_slice(response.body()).map_err(|_| {
        Refused("The server's answer is not JSON: is this the address of Dragoman?".to_owned())
    })
}
