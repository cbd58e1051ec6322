//! What an assistant is connected with, and the two ways to be.

use std::sync::Arc;
use std::time::Duration;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{RoleServer, ServerHandler, ServiceExt, tool_handler};

use crate::interface::{Asking, Interface};

/// The largest message of an assistant over HTTP, in bytes: a document of about 1 MB in Base64.
pub const LARGEST_MESSAGE: usize = 1_500_000;

/// How long a document may take that an assistant elsewhere has sent along: so long it takes the server's memory.
const LONGEST_ELSEWHERE: Duration = Duration::from_secs(600);

/// How long one may take whose file is here.
const LONGEST_BESIDE_FILES: Duration = Duration::from_secs(24 * 3600);

/// What assistants are told before they use the tools.
const INSTRUCTIONS: &str = "Translates and improves texts and documents. \
    Ask list_languages for the codes of languages. A text that fails says why, and what to do.";

/// The tools, for one assistant.
pub struct Assistant<I> {
    interface: I,
    /// How long a document may take.
    longest: Duration,
    tools: ToolRouter<Self>,
}

impl<I: Clone> Clone for Assistant<I> {
    fn clone(&self) -> Self {
        Self {
            interface: self.interface.clone(),
            longest: self.longest,
            tools: self.tools.clone(),
        }
    }
}

impl<I: Interface> Assistant<I> {
    /// For an assistant on the machine of this program, whose files it may name.
    #[must_use]
    pub fn beside_files(interface: I) -> Self {
        Self {
            interface,
            longest: LONGEST_BESIDE_FILES,
            tools: Self::text_tools() + Self::file_tools(),
        }
    }

    /// For an assistant elsewhere, which sends documents along.
    #[must_use]
    pub fn elsewhere(interface: I) -> Self {
        Self {
            interface,
            longest: LONGEST_ELSEWHERE,
            tools: Self::text_tools() + Self::upload_tools(),
        }
    }

    /// What asks for a call of a tool.
    pub(crate) const fn asking<'a>(
        &'a self,
        call: &'a RequestContext<RoleServer>,
    ) -> Asking<'a, I> {
        Asking {
            interface: &self.interface,
            call,
            longest: self.longest,
        }
    }
}

#[tool_handler(router = self.tools)]
impl<I: Interface> ServerHandler for Assistant<I> {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("dragoman", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }
}

/// The conversation with an assistant on standard input and output failed.
#[derive(Debug, thiserror::Error)]
#[error("the conversation with the assistant failed: {0}")]
pub struct StdioError(String);

/// Serves one assistant on standard input and output until it closes them. Nothing else may write there.
///
/// # Errors
/// [`StdioError`] if what comes is no such conversation.
pub async fn over_stdio<I: Interface>(interface: I) -> Result<(), StdioError> {
    let assistant = Assistant::beside_files(interface);
    let running = assistant.serve(rmcp::transport::stdio()).await;
    let running = running.map_err(|error| StdioError(error.to_string()))?;
    let ended = running.waiting().await;
    ended.map_err(|error| StdioError(error.to_string()))?;
    Ok(())
}

/// What serves assistants over HTTP ("streamable HTTP"), without sessions: every message stands alone.
pub type HttpService<I> = StreamableHttpService<Assistant<I>, NeverSessionManager>;

/// Serves assistants over HTTP. Keys are for who puts this behind an address; what is in the extensions of a request is
/// what [`Interface::send`] gets as its origin.
pub fn over_http<I: Interface>(interface: I) -> HttpService<I> {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_sse_keep_alive(None)
        .with_max_request_body_bytes(LARGEST_MESSAGE)
        // A page that is led to this address by a name of its own has no key.
        .disable_allowed_hosts();
    let assistant = Assistant::elsewhere(interface);
    StreamableHttpService::new(
        move || Ok(assistant.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    )
}
