//! The bytes of a file as UTF-8.

use std::io::{self, BufRead, Read};

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::error::{TmxProblem, TooMany};

/// How much of the beginning is searched for the declaration of an encoding.
const HEAD: usize = 1024;

/// How much is decoded at a time.
const CHUNK: usize = 32 * 1024;

/// A file decoded to UTF-8 while it is read, that counts lines and limits how much may be read in
/// one piece.
pub(super) struct Utf8Input<R> {
    inner: R,
    /// What was read to find the encoding and is not decoded yet.
    head: Vec<u8>,
    decoder: Option<Decoder>,
    decoded: Box<[u8]>,
    start: usize,
    end: usize,
    ended: bool,
    line: u64,
    byte: u64,
    piece: usize,
    longest_piece: usize,
    problem: Option<TmxProblem>,
}

impl<R: BufRead> Utf8Input<R> {
    pub(super) fn new(inner: R, longest_piece: usize) -> Self {
        Self {
            inner,
            head: Vec::new(),
            decoder: None,
            decoded: vec![0; CHUNK].into_boxed_slice(),
            start: 0,
            end: 0,
            ended: false,
            line: 1,
            byte: 0,
            piece: 0,
            longest_piece,
            problem: None,
        }
    }

    /// The line that is read now, from 1.
    pub(super) const fn line(&self) -> u64 {
        self.line
    }

    /// The bytes read so far, in UTF-8.
    pub(super) const fn byte(&self) -> u64 {
        self.byte
    }

    /// Begins a new piece, whose length is limited.
    pub(super) const fn begin_piece(&mut self) {
        self.piece = 0;
    }

    /// Why reading failed, once.
    pub(super) const fn take_problem(&mut self) -> Option<TmxProblem> {
        self.problem.take()
    }

    fn fail(&mut self, problem: TmxProblem) -> io::Error {
        self.problem = Some(problem);
        io::Error::other("the file cannot be decoded")
    }

    fn refill(&mut self) -> io::Result<()> {
        self.start = 0;
        self.end = 0;
        if self.decoder.is_none() {
            match self.find_encoding() {
                Ok(encoding) => self.decoder = Some(encoding.new_decoder_with_bom_removal()),
                Err(problem) => return Err(self.fail(problem)),
            }
        }
        while self.end == 0 && !self.ended {
            if let Err(problem) = self.decode_more() {
                return Err(self.fail(problem));
            }
        }
        Ok(())
    }

    fn decode_more(&mut self) -> Result<(), TmxProblem> {
        let Some(decoder) = self.decoder.as_mut() else {
            return Ok(());
        };
        let from_head = !self.head.is_empty();
        let source = if from_head {
            self.head.as_slice()
        } else {
            retrying(|| self.inner.fill_buf().map(<[u8]>::len))?;
            self.inner.fill_buf().map_err(TmxProblem::Unreadable)?
        };
        let is_last = !from_head && source.is_empty();
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(source, &mut self.decoded, is_last);
        if from_head {
            self.head.drain(..read);
        } else {
            self.inner.consume(read);
        }
        self.end = written;
        match result {
            DecoderResult::Malformed(..) => {
                // What stands before the fault is lost to the parser, but not its lines.
                let before = self.decoded.get(..written).unwrap_or_default();
                self.line += newlines(before);
                Err(TmxProblem::Undecodable {
                    encoding: decoder.encoding().name(),
                })
            }
            DecoderResult::InputEmpty => {
                self.ended = is_last;
                Ok(())
            }
            DecoderResult::OutputFull => Ok(()),
        }
    }

    /// The encoding by the file's first bytes or its XML declaration; UTF-8 if neither tells.
    fn find_encoding(&mut self) -> Result<&'static Encoding, TmxProblem> {
        let Self { inner, head, .. } = self;
        let mut chunk = [0; 64];
        while head.len() < HEAD && !head.contains(&b'>') {
            let read = retrying(|| inner.read(&mut chunk))?;
            if read == 0 {
                break;
            }
            head.extend_from_slice(chunk.get(..read).unwrap_or_default());
        }
        if let Some((encoding, _)) = Encoding::for_bom(head) {
            return Ok(encoding);
        }
        if head.starts_with(b"<\0") {
            return Ok(UTF_16LE);
        }
        if head.starts_with(b"\0<") {
            return Ok(UTF_16BE);
        }
        match declared_encoding(head) {
            None => Ok(UTF_8),
            Some(label) => match Encoding::for_label_no_replacement(label) {
                // The declaration could be read as it is, so these it cannot be.
                Some(encoding) if encoding == UTF_16LE || encoding == UTF_16BE => Ok(UTF_8),
                Some(encoding) => Ok(encoding),
                None => Err(TmxProblem::UnknownEncoding {
                    name: label
                        .iter()
                        .take(40)
                        .map(|byte| char::from(*byte))
                        .collect(),
                }),
            },
        }
    }
}

impl<R: BufRead> Read for Utf8Input<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Utf8Input<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.piece > self.longest_piece {
            let most = u64::try_from(self.longest_piece).unwrap_or(u64::MAX);
            return Err(self.fail(TmxProblem::TooMany {
                most,
                what: TooMany::MarkupBytes,
            }));
        }
        if self.start >= self.end {
            self.refill()?;
        }
        Ok(self.decoded.get(self.start..self.end).unwrap_or_default())
    }

    fn consume(&mut self, amount: usize) {
        let end = self.start.saturating_add(amount).min(self.end);
        let consumed = self.decoded.get(self.start..end).unwrap_or_default();
        self.line += newlines(consumed);
        self.byte += u64::try_from(consumed.len()).unwrap_or(0);
        self.piece = self.piece.saturating_add(consumed.len());
        self.start = end;
    }
}

fn newlines(bytes: &[u8]) -> u64 {
    let count = bytes.iter().filter(|byte| **byte == b'\n').count();
    u64::try_from(count).unwrap_or(0)
}

/// Does it again for as long as a signal comes between.
fn retrying(mut read: impl FnMut() -> io::Result<usize>) -> Result<usize, TmxProblem> {
    loop {
        match read() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result.map_err(TmxProblem::Unreadable),
        }
    }
}

/// The value of `encoding` in an XML declaration.
fn declared_encoding(head: &[u8]) -> Option<&[u8]> {
    if !head.starts_with(b"<?xml") {
        return None;
    }
    let end = find(head, b"?>").unwrap_or(head.len());
    let declaration = head.get(..end)?;
    let name = b"encoding";
    let value = declaration.get(find(declaration, name)? + name.len()..)?;
    let value = value
        .trim_ascii_start()
        .strip_prefix(b"=")?
        .trim_ascii_start();
    let (quote, value) = value.split_first()?;
    let end = value.iter().position(|byte| byte == quote)?;
    value.get(..end)
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes
        .windows(wanted.len())
        .position(|window| window == wanted)
}
