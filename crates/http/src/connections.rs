use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// How long to wait after the system had no file descriptor for a new connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// How long the head of a request may take to arrive, and a connection may be idle between two.
const HEAD_TIMEOUT: Duration = Duration::from_secs(60);

/// What clients may use up before they have shown a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Connections at a time; further ones wait in the system's queue.
    pub connections: usize,
    /// Bytes of a request's head.
    pub head: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 1024,
            head: 16 * 1024,
        }
    }
}

/// Serves connections until told to stop.
pub struct Connections {
    listener: TcpListener,
    router: Router,
    limits: Limits,
}

impl Connections {
    /// Will serve what arrives at this listener with this router.
    #[must_use]
    pub const fn new(listener: TcpListener, router: Router, limits: Limits) -> Self {
        Self {
            listener,
            router,
            limits,
        }
    }

    /// Serves until `stop`, then lets the requests in progress finish.
    pub async fn serve(self, stop: CancellationToken) {
        let graceful = GracefulShutdown::new();
        let room = Arc::new(Semaphore::new(self.limits.connections));
        while let Some((stream, place)) = self.accept(&room, &stop).await {
            // Answers are small and wanted at once.
            let _ = stream.set_nodelay(true);
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIMEOUT)
                .max_buf_size(self.limits.head)
                .serve_connection(
                    TokioIo::new(stream),
                    TowerToHyperService::new(service(self.router.clone())),
                );
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                // A connection that breaks is the client's affair.
                let _ = connection.await;
                drop(place);
            });
        }
        drop(self.listener);
        graceful.shutdown().await;
    }

    async fn accept(
        &self,
        room: &Arc<Semaphore>,
        stop: &CancellationToken,
    ) -> Option<(TcpStream, OwnedSemaphorePermit)> {
        let next = async {
            let place = Arc::clone(room).acquire_owned().await.ok()?;
            loop {
                match self.listener.accept().await {
                    Ok((stream, _)) => return Some((stream, place)),
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

fn service(
    router: Router,
) -> impl tower::Service<
    hyper::Request<hyper::body::Incoming>,
    Response = axum::response::Response,
    Error = Infallible,
    Future: Send,
> + Clone {
    tower::service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut router = router.clone();
        tower::Service::call(&mut router, request.map(Body::new))
    })
}
