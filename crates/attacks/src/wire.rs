//! HTTP/1.1 by hand: what no well-behaved client would send.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Result, bail};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Where attacks come from. It is not where the bystander is, because connections are shared between addresses.
pub(crate) const ATTACKER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 13));

/// How long an attack waits for an answer that may never come.
const PATIENCE: Duration = Duration::from_secs(20);

/// A connection from the attacker's address.
pub(crate) async fn connect(server: SocketAddr) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(ATTACKER, 0))?;
    Ok(tokio::time::timeout(PATIENCE, socket.connect(server)).await??)
}

/// The head of a request with a key and these lines besides.
pub(crate) fn head(method: &str, path: &str, key: &str, lines: &[String]) -> String {
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n");
    if !key.is_empty() {
        head.push_str(&format!("Authorization: Service-Auth-Key {key}\r\n"));
    }
    for line in lines {
        head.push_str(line);
        head.push_str("\r\n");
    }
    head.push_str("\r\n");
    head
}

/// A whole request with a body of known length.
pub(crate) fn request(path: &str, key: &str, content_type: &str, body: &[u8]) -> Vec<u8> {
    let lines = [
        format!("Content-Type: {content_type}"),
        format!("Content-Length: {}", body.len()),
    ];
    [head("POST", path, key, &lines).as_bytes(), body].concat()
}

/// Sends these bytes on a connection of their own, and returns the status of the first answer and all that came back
/// until the server closed the connection, was silent for long or had sent 1 MiB.
pub(crate) async fn exchange(server: SocketAddr, bytes: &[u8]) -> Result<Answer> {
    let stream = connect(server).await?;
    let (mut from, mut to) = stream.into_split();
    let bytes = bytes.to_vec();
    // A server that has answered may close while something is still sent.
    let sending = tokio::spawn(async move {
        let _ = to.write_all(&bytes).await;
        to
    });
    let answer = read_answer(&mut from).await;
    sending.abort();
    answer
}

/// What a server sent back.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The status of the first answer.
    pub(crate) status: u16,
    /// All that came.
    pub(crate) text: String,
}

impl Answer {
    /// How many answers came on the connection.
    pub(crate) fn count(&self) -> usize {
        self.text.matches("HTTP/1.1 ").count()
    }
}

/// Reads until an answer is complete, as far as its Content-Length tells, or nothing more comes.
pub(crate) async fn read_answer(from: &mut (impl AsyncReadExt + Unpin)) -> Result<Answer> {
    let mut bytes = Vec::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let read = tokio::time::timeout(PATIENCE, from.read(&mut buffer)).await;
        match read {
            Ok(Ok(length @ 1..)) => bytes.extend_from_slice(&buffer[..length]),
            // Closed, broken or silent.
            _ => break,
        }
        if is_complete(&bytes) || bytes.len() > 1 << 20 {
            break;
        }
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.split(' ').nth(1).and_then(|word| word.parse().ok());
    match status {
        Some(status) => Ok(Answer { status, text }),
        None => bail!("no answer"),
    }
}

fn is_complete(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Some((head, _)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length")
            .then(|| value.trim().parse::<usize>().ok())?
    });
    // The head has ASCII only, so its length in characters is that in bytes.
    length.is_some_and(|length| bytes.len() >= head.len() + 4 + length)
}
