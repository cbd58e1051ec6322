//! A connection that waits for its client, but not for ever.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// How long the head of a request may take from its first byte, that of a connection's first request from
/// the beginning of the connection, and a TLS handshake.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(10);

/// How long a client may take nothing of an answer.
const WRITE_TIME: Duration = Duration::from_secs(30);

/// How many bytes of answers a client must take in a second in which the server waits for it, after
/// [`WRITE_TIME`] in all.
const LEAST_RATE: u64 = 16 * 1024;

/// What a connection is at. The lowest two bits are the stage, those above count the changes.
#[derive(Default)]
pub(crate) struct Stage(AtomicU64);

const HEAD: u64 = 0;
const REQUEST: u64 = 1;
const IDLE: u64 = 2;
const STAGES: u64 = 0b11;

impl Stage {
    /// A request's head is there; its work lasts until what this returns is dropped.
    pub(crate) fn begin(self: &Arc<Self>) -> InRequest {
        self.change(REQUEST);
        InRequest(Arc::clone(self))
    }

    fn change(&self, stage: u64) {
        let changes = (self.0.load(Ordering::Relaxed) & !STAGES).wrapping_add(STAGES + 1);
        self.0.store(changes | stage, Ordering::Relaxed);
    }
}

/// A request is in progress.
pub(crate) struct InRequest(Arc<Stage>);

impl Drop for InRequest {
    fn drop(&mut self) {
        self.0.change(IDLE);
    }
}

/// Ends, with an error of the kind [`io::ErrorKind::TimedOut`], when the head of a request is late, when there
/// is no request for long, and when the client does not take its answer.
pub(crate) struct PatientStream<S> {
    stream: S,
    stage: Arc<Stage>,
    idle_time: Duration,
    /// The stage, with its count, for which the time of reading runs.
    timed: Option<u64>,
    reading: Pin<Box<Sleep>>,
    writing: Pin<Box<Sleep>>,
    /// Since when a write waits for the client.
    blocked_since: Option<Instant>,
    /// How long earlier writes have waited.
    blocked: Duration,
    written: u64,
}

impl<S> PatientStream<S> {
    pub(crate) fn new(stream: S, stage: Arc<Stage>, idle_time: Duration) -> Self {
        Self {
            stream,
            stage,
            idle_time,
            timed: None,
            reading: Box::pin(tokio::time::sleep(HEAD_TIME)),
            writing: Box::pin(tokio::time::sleep(WRITE_TIME)),
            blocked_since: None,
            blocked: Duration::ZERO,
            written: 0,
        }
    }

    /// Whether the client has had its time for what it is to send now.
    fn poll_late(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let stage = self.stage.0.load(Ordering::Relaxed);
        if self.timed != Some(stage) {
            self.timed = Some(stage);
            let time = match stage & STAGES {
                IDLE => self.idle_time,
                _ => HEAD_TIME,
            };
            self.reading.as_mut().reset(Instant::now() + time);
        }
        if stage & STAGES == REQUEST {
            // Bodies have limits of their own, by what they are.
            return Poll::Pending;
        }
        self.reading.as_mut().poll(context)
    }

    /// Takes note of a write: how much it has written, or that it waits.
    fn note<T>(
        &mut self,
        context: &mut Context<'_>,
        result: Poll<io::Result<T>>,
        written: impl FnOnce(&T) -> usize,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(result) = result {
            if let Some(since) = self.blocked_since.take() {
                self.blocked += since.elapsed();
            }
            if let Ok(value) = &result {
                let written = written(value) as u64;
                self.written = self.written.saturating_add(written);
                if written > 0 && self.timed.is_some_and(|stage| stage & STAGES == IDLE) {
                    // Who takes an answer is not idle.
                    self.timed = None;
                }
            }
            return Poll::Ready(result);
        }
        if self.blocked_since.is_none() {
            let now = Instant::now();
            self.blocked_since = Some(now);
            let patience = patience(self.blocked, self.written);
            self.writing.as_mut().reset(now + patience);
        }
        ready!(self.writing.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

/// How long to wait for a client that took so much and let the server wait for so long.
fn patience(blocked: Duration, written: u64) -> Duration {
    WRITE_TIME
        .saturating_add(Duration::from_secs(written / LEAST_RATE))
        .saturating_sub(blocked)
        .min(WRITE_TIME)
}

impl<S: AsyncRead + Unpin> AsyncRead for PatientStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let result = Pin::new(&mut self.stream).poll_read(context, buffer);
        if result.is_pending() {
            ready!(self.poll_late(context));
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        if buffer.filled().len() > before && self.stage.0.load(Ordering::Relaxed) & STAGES == IDLE {
            self.stage.change(HEAD);
        }
        result
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for PatientStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note(context, result, |written| *written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_flush(context);
        self.note(context, result, |()| 0)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_shutdown(context);
        self.note(context, result, |()| 0)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, buffers);
        self.note(context, result, |written| *written)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    const IDLE_TIME: Duration = Duration::from_secs(60);

    fn connection() -> (DuplexStream, PatientStream<DuplexStream>, Arc<Stage>) {
        let (client, server) = duplex(1024);
        let stage = Arc::new(Stage::default());
        let stream = PatientStream::new(server, Arc::clone(&stage), IDLE_TIME);
        (client, stream, stage)
    }

    /// How long a read waits until it fails.
    async fn waits(stream: &mut PatientStream<DuplexStream>) -> Duration {
        let began = Instant::now();
        let error = stream.read_u8().await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        Duration::from_secs(began.elapsed().as_secs())
    }

    #[tokio::test(start_paused = true)]
    async fn bytes_now_and_then_do_not_lengthen_the_time_of_a_head() {
        let (mut client, mut stream, _) = connection();
        let began = Instant::now();
        let trickle = tokio::spawn(async move {
            loop {
                client.write_u8(b'a').await?;
                tokio::time::sleep(Duration::from_secs(3)).await;
            }
            #[expect(unreachable_code, reason = "says what the block returns")]
            io::Result::Ok(())
        });
        while stream.read_u8().await.is_ok() {}
        assert_eq!(began.elapsed().as_secs(), HEAD_TIME.as_secs());
        trickle.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn after_a_request_a_connection_may_be_idle_and_then_the_time_of_a_head_runs() {
        let (mut client, mut stream, stage) = connection();
        drop(stage.begin());
        assert_eq!(waits(&mut stream).await, IDLE_TIME);

        drop(stage.begin());
        client.write_u8(b'G').await.unwrap();
        stream.read_u8().await.unwrap();
        assert_eq!(waits(&mut stream).await, HEAD_TIME);
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_in_progress_is_not_timed_here() {
        let (_client, mut stream, stage) = connection();
        let _request = stage.begin();
        let read = tokio::time::timeout(Duration::from_secs(1000), stream.read_u8());
        assert!(read.await.is_err(), "it waits");
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_nothing_of_an_answer_is_left_and_so_is_who_takes_a_byte_now_and_then() {
        let (client, mut stream, stage) = connection();
        let _request = stage.begin();
        let began = Instant::now();
        let error = stream.write_all(&[0; 4096]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(began.elapsed().as_secs(), WRITE_TIME.as_secs());
        drop(client);

        let (mut client, mut stream, _) = connection();
        let began = Instant::now();
        let reader = tokio::spawn(async move {
            while client.read_u8().await.is_ok() {
                tokio::time::sleep(Duration::from_secs(5)).await;
            }
        });
        let error = stream.write_all(&[0; 4096]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(began.elapsed().as_secs(), WRITE_TIME.as_secs());
        reader.abort();
    }

    #[test]
    fn who_takes_much_may_let_the_server_wait_longer_in_all_but_not_at_once() {
        for (blocked, written, expected) in [
            (0, 0, 30),
            (20, 0, 10),
            (40, 0, 0),
            (40, 20 * LEAST_RATE, 10),
            (40, u64::MAX, 30),
        ] {
            let patience = patience(Duration::from_secs(blocked), written);
            assert_eq!(patience.as_secs(), expected, "{blocked} {written}");
        }
    }
}
