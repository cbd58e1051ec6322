//! A small HTTP server with the faults that servers have.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use dragoman_catalog::Address;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// What the server does with a request instead of answering it well.
#[derive(Debug, Clone)]
pub(crate) enum Fault {
    /// Answers with this status and no body.
    Status(u16),
    /// Promises everything, sends this many bytes and closes the connection.
    Truncate(usize),
    /// Promises everything, sends this many bytes and then nothing.
    Stall(usize),
    /// Accepts the request and never answers.
    Silence,
    /// Sends everything, whatever part was asked for.
    IgnoreRange,
    /// Sends another part than the one asked for.
    WrongRange,
    /// Sends nothing by which the version could be told.
    NoValidator,
    /// Leads to another path or address.
    Redirect(String),
    /// Sends these bytes instead.
    Replace(Vec<u8>),
    /// Waits for a permit, then answers well.
    Gate(Arc<Semaphore>),
}

/// What a client asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) path: String,
    pub(crate) headers: BTreeMap<String, String>,
}

#[derive(Default)]
struct State {
    files: BTreeMap<String, Vec<u8>>,
    once: BTreeMap<String, VecDeque<Fault>>,
    always: BTreeMap<String, Fault>,
    requests: Vec<Request>,
}

/// A server on a port that the system has picked, for as long as the test runs.
#[derive(Clone)]
pub(crate) struct Server {
    base: String,
    state: Arc<Mutex<State>>,
}

impl Server {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Self {
            base: format!("http://{}", listener.local_addr().unwrap()),
            state: Arc::default(),
        };
        let accepting = server.clone();
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                let server = accepting.clone();
                // The client may go at any time.
                tokio::spawn(async move {
                    let _ = server.answer(connection).await;
                });
            }
        });
        server
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}/{path}", self.base)
    }

    pub(crate) fn address(&self, path: &str) -> Address {
        Address::parse(&self.url(path)).unwrap()
    }

    pub(crate) fn put(&self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.state().files.insert(path.to_owned(), bytes.into());
    }

    pub(crate) fn get(&self, path: &str) -> Vec<u8> {
        self.state().files[path].clone()
    }

    /// The next request for the path meets this fault; several are met one after the other.
    pub(crate) fn once(&self, path: &str, fault: Fault) {
        let mut state = self.state();
        state
            .once
            .entry(path.to_owned())
            .or_default()
            .push_back(fault);
    }

    /// Every request for the path meets this fault.
    pub(crate) fn always(&self, path: &str, fault: Fault) {
        self.state().always.insert(path.to_owned(), fault);
    }

    pub(crate) fn heal(&self) {
        let mut state = self.state();
        state.always.clear();
        state.once.clear();
    }

    /// The requests for a path so far.
    pub(crate) fn requests(&self, path: &str) -> Vec<Request> {
        let state = self.state();
        let of_path = state.requests.iter().filter(|request| request.path == path);
        of_path.cloned().collect()
    }

    pub(crate) fn number_of_requests(&self) -> usize {
        self.state().requests.len()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    async fn answer(&self, connection: TcpStream) -> std::io::Result<()> {
        let mut connection = BufReader::new(connection);
        let request = read_request(&mut connection).await?;
        let (file, fault) = {
            let mut state = self.state();
            state.requests.push(request.clone());
            let once = state
                .once
                .get_mut(&request.path)
                .and_then(VecDeque::pop_front);
            let fault = once.or_else(|| state.always.get(&request.path).cloned());
            (state.files.get(&request.path).cloned(), fault)
        };
        let file = match (&fault, file) {
            (Some(Fault::Replace(bytes)), _) => Some(bytes.clone()),
            (_, file) => file,
        };
        match fault {
            Some(Fault::Status(status)) => {
                let head = format!("HTTP/1.1 {status} No\r\nContent-Length: 0\r\n");
                return send(&mut connection, &head, &[]).await;
            }
            Some(Fault::Silence) => return wait_for_end(&mut connection).await,
            Some(Fault::Redirect(to)) => {
                let head = format!("HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n");
                return send(&mut connection, &head, &[]).await;
            }
            Some(Fault::Gate(gate)) => {
                gate.acquire().await.unwrap().forget();
                return respond(&mut connection, &request, file, None).await;
            }
            fault => respond(&mut connection, &request, file, fault).await,
        }
    }
}

async fn read_request(connection: &mut BufReader<TcpStream>) -> std::io::Result<Request> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        connection.read_line(&mut line).await?;
        if line.trim().is_empty() {
            break;
        }
        lines.push(line.trim().to_owned());
    }
    let first = lines.first().cloned().unwrap_or_default();
    let path = first.split(' ').nth(1).unwrap_or_default();
    let headers = lines.iter().skip(1).filter_map(|line| {
        let (name, value) = line.split_once(": ")?;
        Some((name.to_ascii_lowercase(), value.to_owned()))
    });
    Ok(Request {
        path: path.trim_start_matches('/').to_owned(),
        headers: headers.collect(),
    })
}

async fn respond(
    connection: &mut BufReader<TcpStream>,
    request: &Request,
    file: Option<Vec<u8>>,
    fault: Option<Fault>,
) -> std::io::Result<()> {
    let Some(file) = file else {
        return send(
            connection,
            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n",
            &[],
        )
        .await;
    };
    let etag = etag(&file);
    let validator = match fault {
        Some(Fault::NoValidator) => String::new(),
        _ => format!("ETag: {etag}\r\n"),
    };
    if request.headers.get("if-none-match") == Some(&etag) {
        let head = format!("HTTP/1.1 304 Not Modified\r\n{validator}");
        return send(connection, &head, &[]).await;
    }
    let first = first_byte(request, &etag).filter(|_| !matches!(fault, Some(Fault::IgnoreRange)));
    let (head, body) = match first {
        None => (format!("HTTP/1.1 200 OK\r\n{validator}"), &file[..]),
        Some(first) if first >= file.len() => {
            let head = format!(
                "HTTP/1.1 416 No\r\nContent-Range: bytes */{}\r\nContent-Length: 0\r\n",
                file.len()
            );
            return send(connection, &head, &[]).await;
        }
        Some(first) => {
            let first = match fault {
                Some(Fault::WrongRange) => first - 1,
                _ => first,
            };
            let range = format!("bytes {first}-{}/{}", file.len() - 1, file.len());
            (
                format!("HTTP/1.1 206 Partial Content\r\nContent-Range: {range}\r\n{validator}"),
                &file[first..],
            )
        }
    };
    let head = format!("{head}Content-Length: {}\r\n", body.len());
    match fault {
        Some(Fault::Truncate(length)) => send(connection, &head, &body[..length]).await,
        Some(Fault::Stall(length)) => {
            write(connection, &head, &body[..length]).await?;
            wait_for_end(connection).await
        }
        _ => send(connection, &head, body).await,
    }
}

/// The part asked for, if it is asked for and the version is the one that is here.
fn first_byte(request: &Request, etag: &str) -> Option<usize> {
    let range = request.headers.get("range")?;
    let is_same = request
        .headers
        .get("if-range")
        .is_none_or(|mark| mark == etag);
    let first = range.strip_prefix("bytes=")?.strip_suffix('-')?;
    is_same.then(|| first.parse().unwrap())
}

fn etag(bytes: &[u8]) -> String {
    let sum = bytes.iter().fold(7_u64, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u64::from(*byte))
    });
    format!("\"{sum:x}\"")
}

async fn write(
    connection: &mut BufReader<TcpStream>,
    head: &str,
    body: &[u8],
) -> std::io::Result<()> {
    let head = format!("{head}Connection: close\r\n\r\n");
    connection.write_all(head.as_bytes()).await?;
    connection.write_all(body).await?;
    connection.flush().await
}

async fn send(
    connection: &mut BufReader<TcpStream>,
    head: &str,
    body: &[u8],
) -> std::io::Result<()> {
    write(connection, head, body).await?;
    connection.shutdown().await
}

async fn wait_for_end(connection: &mut BufReader<TcpStream>) -> std::io::Result<()> {
    let mut rest = Vec::new();
    connection.read_to_end(&mut rest).await.map(drop)
}
