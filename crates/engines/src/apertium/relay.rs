//! Following words through a pipeline: what passes its seams is carried over, and for requests
//! that want it, words get their numbers on the way in and lose them on the way out.
//!
//! The numbers are given behind the analyser and taken away before the post-generator. In between
//! they change nothing. Around either they would: the analyser takes no several words for one, and
//! the post-generator contracts no neighbours, across the border of a word-bound blank.

use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::future::try_join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::fault::Fault;
use super::mode::Passes;
use super::process::OpenSeam;
use super::stream::{Numbered, number_words, without_numbers};

/// Bytes of an analysis for each byte of its text, far more than any has.
const LARGEST_EXPANSION: usize = 256;

/// What a pipeline is asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Body {
    /// In the stream format.
    pub text: String,
    /// Whether its words are to be followed.
    pub traced: bool,
}

/// What a pipeline answers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// In the stream format.
    pub text: String,
    /// Where its words come from, if that was wanted and could be found out.
    pub trace: Option<Trace>,
}

/// A text and its translation in the stream format, with a number for each word of the text as a
/// word-bound blank around it and around what it became.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trace {
    /// The text, as the analyser divides it into words.
    pub source: String,
    /// The translation before the post-generator contracts words.
    pub target: String,
}

/// A request on its way through the stages.
#[derive(Debug)]
pub(super) struct PipelineRequest<'a> {
    pub(super) body: &'a Body,
    /// What the answer must end with.
    pub(super) mark: String,
    source: Mutex<Option<String>>,
    target: Mutex<Option<String>>,
}

fn locked(text: &Mutex<Option<String>>) -> MutexGuard<'_, Option<String>> {
    text.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> PipelineRequest<'a> {
    pub(super) const fn new(body: &'a Body, mark: String) -> Self {
        Self {
            body,
            mark,
            source: Mutex::new(None),
            target: Mutex::new(None),
        }
    }

    /// The text in front of the mark, if a message is this request's.
    pub(super) fn own<'text>(&self, message: &'text str) -> Option<&'text str> {
        let text = message.strip_suffix(&self.mark)?;
        Some(text.strip_suffix("[]").unwrap_or(text))
    }

    /// The answer in front of the mark, with what was found on its way.
    pub(super) fn answer(&self, text: &str) -> Answer {
        let Some(source) = locked(&self.source).take() else {
            return Answer {
                text: text.to_owned(),
                trace: None,
            };
        };
        // A mode without a post-generator leaves the numbers to its reader.
        let target = locked(&self.target)
            .take()
            .unwrap_or_else(|| text.to_owned());
        Answer {
            text: without_numbers(text),
            trace: Some(Trace { source, target }),
        }
    }

    /// What goes on in the place of a message. One in which something is odd goes on as it is.
    fn pass(&self, passes: Passes, message: Vec<u8>) -> Vec<u8> {
        let changed = str::from_utf8(&message).ok().and_then(|message| {
            let own = self.own(message)?;
            match passes {
                Passes::Analyses => {
                    let Numbered { analysis, text } = number_words(message)?;
                    *locked(&self.source) = Some(text);
                    Some(analysis)
                }
                Passes::Words => {
                    locked(&self.source).as_ref()?;
                    *locked(&self.target) = Some(own.to_owned());
                    Some(without_numbers(message))
                }
            }
        });
        changed.map_or(message, String::into_bytes)
    }
}

/// Carries over what passes the seams, until a stage has ended.
pub(super) async fn relay_all(seams: &mut [OpenSeam], errands: &[PipelineRequest<'_>]) -> Fault {
    if seams.is_empty() {
        return std::future::pending().await;
    }
    match try_join_all(seams.iter_mut().map(|seam| relay(seam, errands))).await {
        Ok(_) => Fault::OutputEnded,
        Err(error) => Fault::Io(error.kind()),
    }
}

/// Carries over what passes one seam. The end of the stage before is an error.
async fn relay(seam: &mut OpenSeam, errands: &[PipelineRequest<'_>]) -> std::io::Result<()> {
    let mut buffer = vec![0; 1 << 14];
    let mut held = Vec::new();
    let mut count = 0_usize;
    loop {
        let length = seam.from.read(&mut buffer).await?;
        if length == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let mut passed = Vec::with_capacity(length);
        for part in buffer
            .get(..length)
            .unwrap_or_default()
            .split_inclusive(|byte| *byte == 0)
        {
            let (text, ended) = match part.split_last() {
                Some((0, text)) => (text, true),
                _ => (part, false),
            };
            // Each request follows upon a reset.
            let request = errands.get(count / 2);
            let request = request.filter(|request| count % 2 == 1 && request.body.traced);
            match request {
                Some(request) => {
                    held.extend_from_slice(text);
                    let most = request.body.text.len().saturating_mul(LARGEST_EXPANSION);
                    let is_too_long = held.len() > most.saturating_add(1 << 16);
                    if is_too_long {
                        passed.append(&mut held);
                    } else if ended {
                        passed.extend(request.pass(seam.passes, std::mem::take(&mut held)));
                    }
                }
                None => passed.extend_from_slice(text),
            }
            if ended {
                passed.push(0);
                count += 1;
            }
        }
        seam.to.write_all(&passed).await?;
        seam.to.flush().await?;
    }
}
