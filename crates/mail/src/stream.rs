use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use lettre::transport::smtp::client::AsyncTokioStream;
use tokio::io::{AsyncBufRead, AsyncRead, AsyncWrite, BufReader, ReadBuf};

/// Most bytes that a server may send during one connection. Usual are a few thousand.
const MOST_BYTES: usize = 1 << 20;

/// A connection that hands over what it receives a line at a time, and not more than [`MOST_BYTES`].
///
/// The library reads lines of any length, and keeps for after STARTTLS what somebody on the way has
/// put behind the answer to it. Here, what is behind the end of a line stays, so that it gets into
/// the TLS handshake, which fails.
#[derive(Debug)]
pub(crate) struct LineStream<S> {
    inner: BufReader<S>,
    peer: SocketAddr,
    room: usize,
}

impl<S: AsyncRead> LineStream<S> {
    /// What comes from the stream, which leads to the peer.
    pub(crate) fn new(stream: S, peer: SocketAddr) -> Self {
        Self {
            inner: BufReader::new(stream),
            peer,
            room: MOST_BYTES,
        }
    }
}

impl<S> AsyncTokioStream for LineStream<S>
where
    S: AsyncRead + AsyncWrite + Send + Sync + Unpin + std::fmt::Debug,
{
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.peer)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for LineStream<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let received = ready!(Pin::new(&mut this.inner).poll_fill_buf(context))?;
        let line = received.split_inclusive(|byte| *byte == b'\n').next();
        let line = line.unwrap_or_default();
        let part = line.get(..buffer.remaining()).unwrap_or(line);
        let Some(room) = this.room.checked_sub(part.len()) else {
            return Poll::Ready(Err(io::Error::other("the server says too much")));
        };
        this.room = room;
        buffer.put_slice(part);
        let length = part.len();
        Pin::new(&mut this.inner).consume(length);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for LineStream<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().inner).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().inner).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().inner).poll_shutdown(context)
    }
}
