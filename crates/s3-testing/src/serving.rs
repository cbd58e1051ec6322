use std::io;
use std::net::{SocketAddr, TcpListener as StdListener};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use async_trait::async_trait;
use http_body_util::Limited;
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use s3s::access::{S3Access, S3AccessContext};
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s::{Body, HttpError, S3Result, s3_error};
use s3s_fs::FileSystem;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;

use crate::S3Options;
use crate::faults::{Fault, Faults};
use crate::folder::Folder;

/// Connections that wait until they are accepted.
const BACKLOG: u32 = 1024;

/// What the thread of a server is told to do, and whom it tells that it is done.
pub(crate) enum Command {
    /// Listen no more, and close all connections.
    Leave(SyncSender<()>),
    /// Listen where it listened before, unless it does.
    Return(SyncSender<()>),
}

/// The S3 service over a folder.
pub(crate) fn service(folder: &Arc<Folder>, options: &S3Options) -> io::Result<S3Service> {
    let storage = FileSystem::new(folder.path())
        .map_err(|error| io::Error::other(format!("the folder cannot be used: {error:?}")))?;
    let mut builder = S3ServiceBuilder::new(storage);
    let (access, secret) = (options.access_key.clone(), options.secret_key.clone());
    builder.set_auth(SimpleAuth::from_single(access, secret));
    builder.set_access(KnownBuckets(Arc::clone(folder)));
    Ok(builder.build())
}

/// Lets those in who have signed what they ask for, into buckets that there are: s3s-fs makes those that it does not
/// know, and S3 does not.
struct KnownBuckets(Arc<Folder>);

#[async_trait]
impl S3Access for KnownBuckets {
    async fn check(&self, context: &mut S3AccessContext<'_>) -> S3Result<()> {
        if context.credentials().is_none() {
            return Err(s3_error!(AccessDenied, "Sign what you ask for"));
        }
        match context.s3_path().get_bucket_name() {
            Some(bucket) if context.s3_op().name() != "CreateBucket" => {
                match self.0.has_bucket(bucket) {
                    true => Ok(()),
                    false => Err(s3_error!(NoSuchBucket)),
                }
            }
            _ => Ok(()),
        }
    }
}

/// Serves until nobody can give orders any more.
pub(crate) fn run(
    listener: StdListener,
    service: S3Service,
    faults: Arc<Faults>,
    folder: Arc<Folder>,
    orders: UnboundedReceiver<Command>,
) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    // Dropped here with all that is still answered, so that nothing writes into the folder afterwards.
    runtime.block_on(accept(listener, service, faults, orders));
    drop(runtime);
    drop(folder);
}

async fn accept(
    listener: StdListener,
    service: S3Service,
    faults: Arc<Faults>,
    mut orders: UnboundedReceiver<Command>,
) {
    let address = listener.local_addr().expect("an address");
    let mut listener = Ok(TcpListener::from_std(listener).expect("a listener"));
    let (mut leaving, _) = watch::channel(());
    loop {
        tokio::select! {
            order = orders.recv() => match order {
                None => return,
                Some(Command::Leave(done)) => {
                    drop(listener);
                    listener = Err(hold(address));
                    // Each connection holds the other end until it is closed.
                    let _ = leaving.send(());
                    leaving.closed().await;
                    let _ = done.send(());
                }
                Some(Command::Return(done)) => {
                    listener = match listener {
                        Err(held) => {
                            leaving = watch::channel(()).0;
                            Ok(held.listen(BACKLOG).expect("a listener"))
                        }
                        listens => listens,
                    };
                    let _ = done.send(());
                }
            },
            stream = next(listener.as_ref().ok()) => {
                let connection = connection(
                    stream,
                    service.clone(),
                    Arc::clone(&faults),
                    leaving.subscribe(),
                );
                Handle::current().spawn(connection);
            }
        }
    }
}

/// Keeps the port for who listens there again, so that nobody else gets it, and refuses connections meanwhile.
fn hold(address: SocketAddr) -> TcpSocket {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    };
    let socket = socket.expect("a socket");
    // Connections that were closed just now still have the port.
    socket.set_reuseaddr(true).expect("a socket");
    socket.bind(address).expect("its own port");
    socket
}

/// The next connection; never any if nobody listens.
async fn next(listener: Option<&TcpListener>) -> TcpStream {
    let Some(listener) = listener else {
        return std::future::pending().await;
    };
    loop {
        // What fails here is the connection and not the listener.
        if let Ok((stream, _)) = listener.accept().await {
            return stream;
        }
    }
}

async fn connection(
    stream: TcpStream,
    service: S3Service,
    faults: Arc<Faults>,
    mut leaving: watch::Receiver<()>,
) {
    let answer = service_fn(move |request| {
        let (service, faults) = (service.clone(), Arc::clone(&faults));
        async move {
            let (fault, _ended) = faults.begin();
            answer(request, &service, fault).await
        }
    });
    let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), answer);
    tokio::select! {
        _ = connection => {}
        _ = leaving.changed() => {}
    }
}

/// An error closes the connection.
async fn answer(
    request: Request<Incoming>,
    service: &S3Service,
    fault: Fault,
) -> Result<Response<Body>, HttpError> {
    match fault {
        Fault::Busy => return Ok(refusal(StatusCode::SERVICE_UNAVAILABLE, "SlowDown")),
        Fault::Refuse => return Ok(refusal(StatusCode::FORBIDDEN, "AccessDenied")),
        Fault::Away => return Err(cut()),
        Fault::Slow(duration) => tokio::time::sleep(duration).await,
        Fault::CutUploads => {
            let length = request.body().size_hint().exact().unwrap_or_default();
            if let Some(half) = usize::try_from(length / 2).ok().filter(|half| *half > 0) {
                // The service gets what had come until then, as it would.
                let request = request.map(|body| Body::http_body_unsync(Limited::new(body, half)));
                let _ = service.call(request).await;
                return Err(cut());
            }
        }
        Fault::None => {}
    }
    service.call(request.map(Body::from)).await
}

fn cut() -> HttpError {
    HttpError::new("the connection is cut".into())
}

fn refusal(status: StatusCode, code: &str) -> Response<Body> {
    let body = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>{code}</Code>\
         <Message>As the test wants it.</Message></Error>"
    );
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response
}
