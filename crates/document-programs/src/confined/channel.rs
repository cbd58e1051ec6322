//! What a process says while it works, and what it is told: frames of a byte that says what they are, the length of what
//! follows in eight bytes, and that.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use dragoman_documents::DocumentError;
use dragoman_documents::overseer::go_on;

/// The length of what begins a frame.
const HEAD: usize = 9;
/// How much of its output is heard at once.
const PART: usize = 64 << 10;
/// How much is heard of a process that does not speak in frames.
const MOST_OTHER: usize = 1 << 10;
/// How long a process may take to hear what it waits for.
const TELLING: Duration = Duration::from_secs(10);

const OUTPUT: u8 = b'o';
const REQUEST: u8 = b'r';

fn say(mut stream: &File, kind: u8, parts: &[&[u8]]) -> io::Result<()> {
    let length: u64 = parts.iter().map(|part| part.len() as u64).sum();
    let head = [&[kind][..], &length.to_le_bytes()].concat();
    stream.write_all(&head)?;
    parts.iter().try_for_each(|part| stream.write_all(part))
}

/// Asks for something, and waits for what is told.
pub(super) fn ask(mut stream: &File, parts: &[&[u8]]) -> io::Result<Vec<u8>> {
    say(stream, REQUEST, parts)?;
    let mut length = [0; 8];
    stream.read_exact(&mut length)?;
    let mut told = Vec::new();
    stream
        .take(u64::from_le_bytes(length))
        .read_to_end(&mut told)?;
    Ok(told)
}

/// What is written to it is said as output.
pub(super) struct Output<'s>(pub(super) &'s File);

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        say(self.0, OUTPUT, &[bytes])?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is heard of a process.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A part of its output.
    Output(Vec<u8>),
    /// It asks for something, in so many bytes that come next.
    Request(usize),
    /// Nothing, for a while.
    Nothing,
    /// It says no more.
    Closed,
    /// It does not speak in frames, but says this.
    Other(Vec<u8>),
}

/// Listens to a process.
pub(super) struct Listener {
    stream: UnixStream,
    /// What was heard of what begins a frame.
    head: Vec<u8>,
    /// How much output comes next.
    output: u64,
}

impl Listener {
    /// Listens to the other end of this, for so long at a time.
    pub(super) fn new(stream: UnixStream, look: Duration) -> io::Result<Self> {
        stream.set_read_timeout(Some(look))?;
        stream.set_write_timeout(Some(TELLING))?;
        Ok(Self {
            stream,
            head: Vec::new(),
            output: 0,
        })
    }

    /// What is heard next.
    pub(super) fn next(&mut self) -> io::Result<Heard> {
        if self.output > 0 {
            let part = usize::try_from(self.output).unwrap_or(PART).min(PART);
            let heard = self.hear(part)?;
            if let Heard::Output(bytes) = &heard {
                self.output = self.output.saturating_sub(bytes.len() as u64);
            }
            return Ok(heard);
        }
        match self.hear(HEAD - self.head.len())? {
            Heard::Output(bytes) => self.head.extend(bytes),
            other => return Ok(other),
        }
        let kind = self.head.first().copied();
        if !matches!(kind, Some(OUTPUT | REQUEST)) {
            return Ok(Heard::Other(self.rest()));
        }
        let Some((_, length)) = self.head.split_first_chunk::<1>() else {
            return Ok(Heard::Nothing);
        };
        let Some(length) = length.first_chunk::<8>().copied().map(u64::from_le_bytes) else {
            return Ok(Heard::Nothing);
        };
        self.head.clear();
        if kind == Some(REQUEST) {
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            return Ok(Heard::Request(length));
        }
        self.output = length;
        Ok(Heard::Nothing)
    }

    /// As many bytes as come next, at most.
    fn hear(&mut self, most: usize) -> io::Result<Heard> {
        let mut bytes = vec![0; most];
        match self.stream.read(&mut bytes) {
            Ok(0) => Ok(Heard::Closed),
            Ok(length) => {
                bytes.truncate(length);
                Ok(Heard::Output(bytes))
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {
                    Ok(Heard::Nothing)
                }
                ErrorKind::ConnectionReset => Ok(Heard::Closed),
                _ => Err(error),
            },
        }
    }

    /// What it says from the beginning of a frame that is none.
    fn rest(&mut self) -> Vec<u8> {
        let mut said = std::mem::take(&mut self.head);
        while said.len() < MOST_OTHER
            && let Ok(Heard::Output(bytes)) = self.hear(MOST_OTHER)
        {
            said.extend(bytes);
        }
        said
    }

    /// What is asked for in so many bytes; none if it is not there in time.
    ///
    /// # Errors
    /// [`DocumentError::Io`] if the process says no more; if nobody waits for the document any more.
    pub(super) fn request(
        &mut self,
        length: usize,
        until: Instant,
    ) -> Result<Option<Vec<u8>>, DocumentError> {
        let mut request = Vec::with_capacity(length);
        while request.len() < length {
            go_on()?;
            if Instant::now() > until {
                return Ok(None);
            }
            match self.hear((length - request.len()).min(PART))? {
                Heard::Output(bytes) => request.extend(bytes),
                Heard::Closed => return Err(io::Error::from(ErrorKind::UnexpectedEof).into()),
                _ => {}
            }
        }
        Ok(Some(request))
    }

    /// Tells it what it has asked for.
    pub(super) fn tell(&mut self, told: &[u8]) -> io::Result<()> {
        self.stream.write_all(&(told.len() as u64).to_le_bytes())?;
        self.stream.write_all(told)
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::OwnedFd;
    use std::thread;

    use super::*;

    fn ends() -> (File, Listener) {
        let (process, stream) = UnixStream::pair().unwrap();
        let listener = Listener::new(stream, Duration::from_millis(1)).unwrap();
        (File::from(OwnedFd::from(process)), listener)
    }

    fn later() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    fn next(listener: &mut Listener) -> Heard {
        loop {
            match listener.next().unwrap() {
                Heard::Nothing => {}
                heard => return heard,
            }
        }
    }

    #[test]
    fn output_and_requests_are_told_apart() {
        let (process, mut listener) = ends();
        let process = thread::spawn(move || {
            Output(&process).write_all(b"first").unwrap();
            let told = ask(&process, &[b"how ", b"many?"]).unwrap();
            Output(&process).write_all(&told).unwrap();
        });
        let mut output = Vec::new();
        loop {
            match next(&mut listener) {
                Heard::Output(bytes) => output.extend(bytes),
                Heard::Request(length) => {
                    let request = listener.request(length, later()).unwrap();
                    assert_eq!(request.unwrap(), b"how many?");
                    listener.tell(b", two").unwrap();
                }
                Heard::Closed => break,
                other => panic!("{other:?}"),
            }
        }
        process.join().unwrap();
        assert_eq!(output, b"first, two");
    }

    #[test]
    fn what_is_no_frame_is_what_a_process_says() {
        let (mut process, mut listener) = ends();
        process.write_all(b"no such protection").unwrap();
        assert_eq!(
            next(&mut listener),
            Heard::Other(b"no such protection".to_vec())
        );
        drop(process);
        assert_eq!(next(&mut listener), Heard::Closed);
    }

    #[test]
    fn who_stops_in_a_request_is_heard_no_more() {
        let (process, mut listener) = ends();
        let begun = [REQUEST, 9, 0, 0, 0, 0, 0, 0, 0, 1];
        (&process).write_all(&begun).unwrap();
        assert_eq!(next(&mut listener), Heard::Request(9));
        let now = Instant::now();
        assert_eq!(listener.request(9, now).unwrap(), None);
        drop(process);
        assert!(listener.request(9, later()).is_err());
    }
}
