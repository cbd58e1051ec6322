use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::HeaderValue;
use axum::response::{IntoResponse, Response};
use dragoman_domain::ErrorKind;
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::client_address::{ClientAddress, FromTrustedProxy, Share, Shares, TrustedProxies};
use crate::error::ApiError;
use crate::links::FORWARDED_SCHEME;
use crate::patient_stream::{HEAD_TIME, InRequest, PatientStream, Stage};
use crate::tls::Tls;

/// How long to wait after the system had no file descriptor for a new connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What clients may use up before they have shown a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Connections at a time; further ones wait in the system's queue.
    pub connections: usize,
    /// Connections of one client address at a time; further ones are closed. For an address that a trusted
    /// proxy tells it is the number of requests in progress, and further ones get 429.
    pub connections_per_address: usize,
    /// Bytes of a request's head.
    pub head: usize,
    /// How long a connection may be idle between two requests.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 1024,
            connections_per_address: 256,
            head: 16 * 1024,
            idle: Duration::from_secs(60),
        }
    }
}

/// Serves connections until told to stop. It speaks HTTP/1 only.
pub struct Connections {
    listener: TcpListener,
    router: Router,
    limits: Limits,
    proxies: TrustedProxies,
    tls: Option<Tls>,
}

impl Connections {
    /// Will serve what arrives at this listener with this router.
    #[must_use]
    pub fn new(listener: TcpListener, router: Router, limits: Limits) -> Self {
        Self {
            listener,
            router,
            limits,
            proxies: TrustedProxies::default(),
            tls: None,
        }
    }

    /// Believes these proxies what they say of their clients' addresses, and does not limit their own connections.
    #[must_use]
    pub fn behind(mut self, proxies: TrustedProxies) -> Self {
        self.proxies = proxies;
        self
    }

    /// Speaks TLS, and nothing else.
    #[must_use]
    pub fn with_tls(mut self, tls: Option<Tls>) -> Self {
        self.tls = tls;
        self
    }

    /// Serves until `stop`, then lets the requests in progress finish.
    pub async fn serve(self, stop: CancellationToken) {
        let graceful = GracefulShutdown::new();
        let room = Arc::new(Semaphore::new(self.limits.connections));
        let shares = Shares::new(self.limits.connections_per_address);
        let service = Arc::new(Service {
            router: self.router.clone(),
            limits: self.limits,
            proxies: self.proxies.clone(),
            requests: Shares::new(self.limits.connections_per_address),
            has_tls: self.tls.is_some(),
        });
        while let Some((stream, peer, place)) = self.accept(&room, &stop).await {
            let peer = peer.ip().to_canonical();
            let share = if self.proxies.contains(peer) {
                None
            } else {
                let share = shares.take(peer);
                if share.is_none() {
                    refused("address");
                    continue;
                }
                share
            };
            // Answers are small and wanted at once.
            let _ = stream.set_nodelay(true);
            let (service, watcher) = (Arc::clone(&service), graceful.watcher());
            let (tls, stop) = (self.tls.clone(), stop.clone());
            let held = Held::new(place, share);
            dragoman_tasks::spawn(async move {
                match tls {
                    None => serve_connection(stream, service, peer, watcher).await,
                    Some(tls) => {
                        let handshake = tokio::time::timeout(HEAD_TIME, tls.accept(stream));
                        let handshake = tokio::select! {
                            () = stop.cancelled() => return,
                            handshake = handshake => handshake,
                        };
                        match handshake {
                            Ok(Ok(stream)) => {
                                serve_connection(stream, service, peer, watcher).await;
                            }
                            _ => refused("handshake"),
                        }
                    }
                }
                drop(held);
            });
        }
        drop(self.listener);
        graceful.shutdown().await;
    }

    async fn accept(
        &self,
        room: &Arc<Semaphore>,
        stop: &CancellationToken,
    ) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
        let next = async {
            let place = Arc::clone(room).acquire_owned().await.ok()?;
            loop {
                match self.listener.accept().await {
                    Ok((stream, peer)) => return Some((stream, peer, place)),
                    Err(error) => {
                        tracing::warn!(%error, "a connection was not accepted");
                        tokio::time::sleep(ACCEPT_PAUSE).await;
                    }
                }
            }
        };
        tokio::select! {
            () = stop.cancelled() => None,
            connection = next => connection,
        }
    }
}

fn refused(reason: &'static str) {
    metrics::counter!("dragoman_connections_refused_total", "reason" => reason).increment(1);
}

/// What a connection takes up while it is open.
struct Held {
    _place: OwnedSemaphorePermit,
    _share: Option<Share>,
}

impl Held {
    fn new(place: OwnedSemaphorePermit, share: Option<Share>) -> Self {
        metrics::gauge!("dragoman_connections_open").increment(1.0);
        Self {
            _place: place,
            _share: share,
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        metrics::gauge!("dragoman_connections_open").decrement(1.0);
    }
}

async fn serve_connection(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    service: Arc<Service>,
    peer: IpAddr,
    watcher: Watcher,
) {
    let stage = Arc::new(Stage::default());
    let limits = service.limits;
    let stream = PatientStream::new(stream, Arc::clone(&stage), limits.idle);
    let answer = tower::service_fn(move |request| {
        let (service, in_request) = (Arc::clone(&service), stage.begin());
        async move { service.answer(request, peer, in_request).await }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // The stream keeps the time more exactly; this is for a head that came together with a body before it.
        .header_read_timeout(limits.idle.max(HEAD_TIME))
        .max_buf_size(limits.head)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(answer));
    // A connection that breaks is the client's affair.
    let _ = watcher.watch(connection).await;
}

/// What all connections of a listener share.
struct Service {
    router: Router,
    limits: Limits,
    proxies: TrustedProxies,
    /// Requests in progress of addresses that trusted proxies tell.
    requests: Arc<Shares>,
    has_tls: bool,
}

impl Service {
    async fn answer(
        &self,
        request: hyper::Request<Incoming>,
        peer: IpAddr,
        in_request: InRequest,
    ) -> Result<Response, Infallible> {
        let client = self.proxies.client(peer, request.headers());
        let is_from_proxy = self.proxies.contains(peer);
        let mut share = None;
        if !self.proxies.contains(client) && is_from_proxy {
            share = self.requests.take(client);
            if share.is_none() {
                metrics::counter!("dragoman_requests_refused_total", "reason" => "address")
                    .increment(1);
                return Ok(too_many_requests(client));
            }
        }
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ClientAddress(client));
        if is_from_proxy {
            request.extensions_mut().insert(FromTrustedProxy);
        }
        if self.has_tls {
            // As a proxy would say it, for links to this server.
            let https = HeaderValue::from_static("https");
            request.headers_mut().insert(FORWARDED_SCHEME, https);
        }
        let response = tower::Service::call(&mut self.router.clone(), request).await?;
        Ok(response.map(|body| {
            Body::new(Lasting {
                body,
                _in_request: in_request,
                _share: share,
            })
        }))
    }
}

fn too_many_requests(client: IpAddr) -> Response {
    tracing::warn!(address = %client, "too many requests at the same time from an address");
    ApiError::new(
        ErrorKind::RateLimited,
        "Too many requests at the same time from this address. Wait and send the request again.",
    )
    .retry_after(Duration::from_secs(1))
    .into_response()
}

/// The body of an answer, with what its request holds until the last of it was given away.
struct Lasting {
    body: Body,
    _in_request: InRequest,
    _share: Option<Share>,
}

impl HttpBody for Lasting {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
