//! The cheapest client that there can be, since it shares the processors with what it measures: requests that are written
//! before, connections that stay open, and no more of an answer read than its status and its length.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use dragoman_benchmarks::Samples;
use futures_util::future::try_join_all;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::task::spawn_blocking;

/// The end of the head of an answer.
const HEAD_END: &[u8] = b"\r\n\r\n";

/// Requests of each connection that are not measured: the first ones are not what clients see that stay connected.
const UNMEASURED: usize = 4;

/// A request to translate one English text, as it goes over the wire.
pub(crate) fn request(key: &str, text: &str, target: &str) -> Vec<u8> {
    let body = json!({ "text": [text], "source_lang": "EN", "target_lang": target }).to_string();
    let head = format!(
        "POST /v2/translate HTTP/1.1\r\nHost: localhost\r\nAuthorization: Service-Auth-Key {key}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    (head + &body).into_bytes()
}

/// A connection that stays open.
struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    async fn open(at: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(at).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            buffer: Vec::with_capacity(4096),
        })
    }

    /// Sends a request and waits for the whole answer, which must be a success.
    async fn exchange(&mut self, request: &[u8]) -> Result<()> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            let read = self.stream.read_buf(&mut self.buffer).await?;
            ensure!(read > 0, "a copy hung up");
            if let Some(length) = length_of_answer(&self.buffer)?
                && self.buffer.len() >= length
            {
                break;
            }
        }
        if !self.buffer.starts_with(b"HTTP/1.1 200") {
            bail!("{}", String::from_utf8_lossy(&self.buffer));
        }
        Ok(())
    }
}

/// How many bytes an answer has, once its head is there.
fn length_of_answer(bytes: &[u8]) -> Result<Option<usize>> {
    let Some(head) = bytes
        .windows(HEAD_END.len())
        .position(|part| part == HEAD_END)
    else {
        return Ok(None);
    };
    let text = std::str::from_utf8(&bytes[..head])?;
    let length = text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length")
            .then(|| value.trim().parse::<usize>().ok())?
    });
    let length = length.context("an answer without a length")?;
    Ok(Some(head + HEAD_END.len() + length))
}

/// What came of a closed loop.
pub(crate) struct Load {
    pub(crate) latencies: Samples,
    pub(crate) elapsed: Duration,
}

/// Has so many connections, spread over the copies, send the requests one after the other for so long. All on one thread,
/// so that none is moved between processors.
pub(crate) async fn drive(
    copies: Vec<SocketAddr>,
    connections: usize,
    requests: Vec<Vec<u8>>,
    duration: Duration,
) -> Result<Load> {
    spawn_blocking(move || {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(drive_here(&copies, connections, &requests, duration))
    })
    .await?
}

async fn drive_here(
    copies: &[SocketAddr],
    connections: usize,
    requests: &[Vec<u8>],
    duration: Duration,
) -> Result<Load> {
    let mut open = Vec::with_capacity(connections);
    for number in 0..connections {
        open.push(Connection::open(copies[number % copies.len()]).await?);
    }
    try_join_all(open.iter_mut().map(async |connection| {
        for _ in 0..UNMEASURED {
            connection.exchange(&requests[0]).await?;
        }
        anyhow::Ok(())
    }))
    .await?;
    let begun = Instant::now();
    let samples = try_join_all(
        open.iter_mut()
            .enumerate()
            .map(async |(first, connection)| {
                let mut samples = Samples::default();
                let mut number = first;
                while begun.elapsed() < duration {
                    let sent = Instant::now();
                    connection
                        .exchange(&requests[number % requests.len()])
                        .await?;
                    samples.push(sent.elapsed());
                    number += connections;
                }
                anyhow::Ok(samples)
            }),
    )
    .await?;
    let elapsed = begun.elapsed();
    let mut latencies = Samples::default();
    for some in samples {
        latencies.extend(some);
    }
    Ok(Load { latencies, elapsed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_of_an_answer_is_that_of_its_head_and_its_body() {
        let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
        assert_eq!(length_of_answer(answer).unwrap(), Some(answer.len()));
        assert_eq!(length_of_answer(&answer[..30]).unwrap(), None);
        assert!(length_of_answer(b"HTTP/1.1 200 OK\r\n\r\n").is_err());
    }
}
