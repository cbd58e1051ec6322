//! Short answers over HTTP, and what all requests have in common.

use std::io;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::header::{ACCEPT_ENCODING, ETAG, HeaderMap, HeaderName, IF_NONE_MATCH, RETRY_AFTER};
use reqwest::redirect::{Attempt, Policy};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use tokio::io::AsyncReadExt;
use tokio::time::{Instant, timeout, timeout_at};
use url::Url;

use crate::address::{Object, is_loopback};

/// How many redirects of one request are followed.
const MOST_REDIRECTS: usize = 5;

/// The longest pause that a server's `Retry-After` is granted.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// How often a short answer is asked for at most: listings have a fallback and copies, and somebody
/// waits for them.
const SHORT_ATTEMPTS: u32 = 2;

/// What a connection must bring within [`NetworkOptions::idle_timeout`], in bytes, unless the body
/// ends before. Without it, one byte now and then would hold up a download for ever.
const LEAST_PROGRESS: u64 = 1 << 10;

/// How patient downloads are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkOptions {
    /// How long making a connection may take.
    pub connect_timeout: Duration,
    /// How long a server may keep silent or almost silent.
    pub idle_timeout: Duration,
    /// How often the download of a model's file is tried, at least once.
    pub attempts: u32,
    /// The pause after the first failure; it doubles with each further one.
    pub first_pause: Duration,
}

impl Default for NetworkOptions {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(15),
            idle_timeout: Duration::from_secs(30),
            attempts: 5,
            first_pause: Duration::from_secs(1),
        }
    }
}

/// Something could not be fetched.
#[derive(Debug, Clone, thiserror::Error)]
pub enum FetchError {
    /// It would need the network, which is not to be used.
    #[error("{address} cannot be fetched offline")]
    Offline {
        /// What was wanted.
        address: String,
    },
    /// There can be no connections at all, because the system lacks something.
    #[error("secure connections cannot be made on this machine")]
    Client(#[source] Arc<reqwest::Error>),
    /// There was no answer, or its connection broke.
    #[error("{address} cannot be reached")]
    Connection {
        /// What was wanted.
        address: String,
        /// Why.
        source: Arc<reqwest::Error>,
    },
    /// The answers lead from one address to the next, or to one that is not secure.
    #[error("{address} redirects too often, or to an address that is not secure")]
    Redirect {
        /// What was wanted.
        address: String,
    },
    /// The server says no.
    #[error("{address} answers {status}")]
    Status {
        /// What was wanted.
        address: String,
        /// The status of the answer.
        status: StatusCode,
        /// How long the server asks to wait.
        retry_after: Option<Duration>,
    },
    /// The server has stopped sending, or almost.
    #[error("{address} sends nothing or next to nothing for {} s", after.as_secs_f32())]
    Stalled {
        /// What was wanted.
        address: String,
        /// How long.
        after: Duration,
    },
    /// The body ended too early.
    #[error("{address} breaks off after {received} bytes")]
    Truncated {
        /// What was wanted.
        address: String,
        /// How many bytes there are now.
        received: u64,
        /// Why, if the connection says so.
        source: Option<Arc<reqwest::Error>>,
    },
    /// The answer goes on from another place than the one asked for.
    #[error("{address} goes on from a place that was not asked for")]
    Range {
        /// What was wanted.
        address: String,
    },
    /// It is larger than it may be.
    #[error("{address} has more than the {limit} bytes that it may have")]
    TooLarge {
        /// What was wanted.
        address: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// A file on this machine cannot be read or written.
    #[error("{} cannot be read or written", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: Arc<io::Error>,
    },
}

impl FetchError {
    /// Whether it is worth trying again.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::Connection { .. }
            | Self::Stalled { .. }
            | Self::Truncated { .. }
            | Self::Range { .. } => true,
            Self::Status { status, .. } => {
                status.is_server_error()
                    || matches!(
                        *status,
                        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT
                    )
            }
            Self::Offline { .. }
            | Self::Client(_)
            | Self::Redirect { .. }
            | Self::TooLarge { .. }
            | Self::File { .. } => false,
        }
    }

    /// The pause that the server asks for, as far as it is granted.
    pub(crate) fn requested_pause(&self) -> Option<Duration> {
        match self {
            Self::Status { retry_after, .. } => retry_after.map(|pause| pause.min(LONGEST_PAUSE)),
            _ => None,
        }
    }

    pub(crate) fn file(path: impl Into<PathBuf>, error: io::Error) -> Self {
        Self::File {
            path: path.into(),
            source: Arc::new(error),
        }
    }
}

/// A short answer.
pub(crate) enum Answer {
    /// It is what it was when it had the entity tag.
    NotModified,
    Body {
        bytes: Vec<u8>,
        etag: Option<String>,
    },
}

/// Makes requests, patiently and with bounds.
#[derive(Debug)]
pub(crate) struct Fetcher {
    /// Made with the first request, since it reads the system's certificates: whoever needs no
    /// network needs none of them.
    client: OnceLock<Result<Client, FetchError>>,
    options: NetworkOptions,
    offline: bool,
}

impl Fetcher {
    pub(crate) fn new(options: NetworkOptions, offline: bool) -> Self {
        Self {
            client: OnceLock::new(),
            options,
            offline,
        }
    }

    fn client(&self) -> Result<&Client, FetchError> {
        let made = self.client.get_or_init(|| {
            Client::builder()
                .user_agent(concat!("dragoman/", env!("CARGO_PKG_VERSION")))
                .connect_timeout(self.options.connect_timeout)
                .redirect(Policy::custom(follow))
                .build()
                .map_err(|error| FetchError::Client(Arc::new(error)))
        });
        made.as_ref().map_err(Clone::clone)
    }

    /// How patient it is.
    pub(crate) fn options(&self) -> &NetworkOptions {
        &self.options
    }

    /// A short file or answer; with `etag` only if it has changed since.
    pub(crate) async fn short(
        &self,
        object: &Object,
        etag: Option<&str>,
        limit: u64,
    ) -> Result<Answer, FetchError> {
        let url = match object {
            Object::File(path) => return read(path.clone(), limit).await,
            Object::Web(url) => url,
        };
        let attempts = self.options.attempts.min(SHORT_ATTEMPTS);
        let attempt = || self.request_short(object, url, etag, limit);
        self.repeat(attempts, |_, _| {}, attempt).await
    }

    async fn request_short(
        &self,
        object: &Object,
        url: &Url,
        etag: Option<&str>,
        limit: u64,
    ) -> Result<Answer, FetchError> {
        let mut request = self.get(object, url)?;
        if let Some(etag) = etag {
            request = request.header(IF_NONE_MATCH, etag);
        }
        let answer = self.send(object, request).await?;
        if answer.status() == StatusCode::NOT_MODIFIED && etag.is_some() {
            return Ok(Answer::NotModified);
        }
        let answer = expect_status(object, answer, &[StatusCode::OK])?;
        let etag = text(answer.headers(), &ETAG);
        let too_large = || FetchError::TooLarge {
            address: object.to_string(),
            limit,
        };
        if answer.content_length().is_some_and(|length| length > limit) {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        let mut body = Body::new(self, object, answer);
        while let Some(chunk) = body.next(bytes.len() as u64).await? {
            if bytes.len().saturating_add(chunk.len()) as u64 > limit {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(Answer::Body { bytes, etag })
    }

    /// A request for what is there.
    pub(crate) fn get(&self, object: &Object, url: &Url) -> Result<RequestBuilder, FetchError> {
        if self.offline {
            return Err(FetchError::Offline {
                address: object.to_string(),
            });
        }
        let request = self.client()?.get(url.clone());
        // Lets a store that keeps compressed objects send them as they are.
        Ok(request.header(ACCEPT_ENCODING, "gzip"))
    }

    /// Sends a request and waits for the head of the answer.
    pub(crate) async fn send(
        &self,
        object: &Object,
        request: RequestBuilder,
    ) -> Result<Response, FetchError> {
        let patience = self
            .options
            .connect_timeout
            .saturating_add(self.options.idle_timeout);
        match timeout(patience, request.send()).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) if error.is_redirect() => Err(FetchError::Redirect {
                address: object.to_string(),
            }),
            Ok(Err(error)) => Err(FetchError::Connection {
                address: object.to_string(),
                source: Arc::new(error.without_url()),
            }),
            Err(_) => Err(FetchError::Stalled {
                address: object.to_string(),
                after: patience,
            }),
        }
    }

    /// Tries until it succeeds, fails for good or has failed too often. Tells of each pause.
    pub(crate) async fn repeat<T, F>(
        &self,
        attempts: u32,
        tell: impl Fn(u32, &FetchError),
        mut attempt: impl FnMut() -> F,
    ) -> Result<T, FetchError>
    where
        F: Future<Output = Result<T, FetchError>>,
    {
        let mut pause = self.options.first_pause;
        let mut tried: u32 = 1;
        loop {
            match attempt().await {
                Err(error) if error.is_transient() && tried < attempts => {
                    tell(tried, &error);
                    tokio::time::sleep(error.requested_pause().unwrap_or(pause)).await;
                    pause = pause.saturating_mul(2).min(LONGEST_PAUSE);
                    tried = tried.saturating_add(1);
                }
                result => return result,
            }
        }
    }
}

/// The body of an answer, which fails if it does not come on.
pub(crate) struct Body<'a> {
    answer: Response,
    object: &'a Object,
    patience: Duration,
    deadline: Instant,
    since_deadline: u64,
}

impl<'a> Body<'a> {
    pub(crate) fn new(fetcher: &Fetcher, object: &'a Object, answer: Response) -> Self {
        let patience = fetcher.options.idle_timeout;
        Self {
            answer,
            object,
            patience,
            deadline: Instant::now() + patience,
            since_deadline: 0,
        }
    }

    /// The next bytes; `None` at the end. `received` is how many there are already, for messages.
    pub(crate) async fn next(
        &mut self,
        received: u64,
    ) -> Result<Option<impl Deref<Target = [u8]> + use<>>, FetchError> {
        match timeout_at(self.deadline, self.answer.chunk()).await {
            Ok(Ok(Some(chunk))) => {
                self.since_deadline = self.since_deadline.saturating_add(chunk.len() as u64);
                if self.since_deadline >= LEAST_PROGRESS {
                    self.deadline = Instant::now() + self.patience;
                    self.since_deadline = 0;
                }
                Ok(Some(chunk))
            }
            Ok(Ok(None)) => Ok(None),
            Ok(Err(error)) => Err(FetchError::Truncated {
                address: self.object.to_string(),
                received,
                source: Some(Arc::new(error.without_url())),
            }),
            Err(_) => Err(FetchError::Stalled {
                address: self.object.to_string(),
                after: self.patience,
            }),
        }
    }
}

/// The answer, if it has one of these statuses.
pub(crate) fn expect_status(
    object: &Object,
    answer: Response,
    statuses: &[StatusCode],
) -> Result<Response, FetchError> {
    let status = answer.status();
    if statuses.contains(&status) {
        return Ok(answer);
    }
    Err(FetchError::Status {
        address: object.to_string(),
        status,
        retry_after: text(answer.headers(), &RETRY_AFTER)
            .and_then(|seconds| seconds.parse().ok())
            .map(Duration::from_secs),
    })
}

/// The value of a header, if it is text of a reasonable length.
pub(crate) fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let value = headers.get(name)?.to_str().ok()?;
    (value.len() <= 1024).then(|| value.to_owned())
}

/// Follows a few redirects, none of them out of a secure connection, and none to another machine
/// without one.
fn follow(attempt: Attempt<'_>) -> reqwest::redirect::Action {
    let was_secure = attempt
        .previous()
        .last()
        .is_some_and(|previous| previous.scheme() == "https");
    if attempt.previous().len() > MOST_REDIRECTS {
        attempt.error("too many redirects")
    } else if !is_safe(attempt.url(), was_secure) {
        attempt.error("a redirect to an address that is not secure")
    } else {
        attempt.follow()
    }
}

/// Whether an answer may lead there.
fn is_safe(url: &Url, was_secure: bool) -> bool {
    url.scheme() == "https" || (!was_secure && is_loopback(url))
}

async fn read(path: PathBuf, limit: u64) -> Result<Answer, FetchError> {
    let failed = |error| FetchError::file(&path, error);
    let mut bytes = Vec::new();
    tokio::fs::File::open(&path)
        .await
        .map_err(failed)?
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .await
        .map_err(failed)?;
    if bytes.len() as u64 > limit {
        return Err(FetchError::TooLarge {
            address: path.display().to_string(),
            limit,
        });
    }
    Ok(Answer::Body { bytes, etag: None })
}
