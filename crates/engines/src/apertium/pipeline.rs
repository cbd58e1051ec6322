//! One running pipeline and the protocol that keeps requests apart.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::time::timeout;

use super::fault::Fault;
use super::mode::Mode;
use super::process::{Processes, StageOptions};
use super::relay::{Answer, Body, PipelineRequest, relay_all};
use crate::programs::private_memory;

/// What goes before each request: an end of sentence, so that no stage carries anything over from
/// the request before.
const RESET: &str = ".[][\n]\0";

/// A running mode, answering one caller at a time.
///
/// After a [`Fault`] it must be stopped: a late answer would be taken for the next request's.
/// Dropping it kills its processes.
#[derive(Debug)]
pub struct Pipeline {
    processes: Processes,
    options: StageOptions,
    served: u64,
}

impl Pipeline {
    /// Starts the stages of a mode and waits until all have loaded their data.
    ///
    /// # Errors
    /// [`Fault`] if a stage does not start or does not answer in time; none is left running.
    pub async fn start(mode: &Mode, options: &StageOptions) -> Result<Self, Fault> {
        let processes = Processes::spawn(mode, options).await?;
        let mut pipeline = Self {
            processes,
            options: options.clone(),
            served: 0,
        };
        let nothing = [Body::default()];
        let started = pipeline.exchange(&nothing, drop, options.start_timeout);
        match started.await {
            Ok(()) => Ok(pipeline),
            Err(fault) => {
                let fault = pipeline.processes.cause(fault).await;
                pipeline.stop().await;
                Err(fault)
            }
        }
    }

    /// Sends `body`, which is in the stream format, and returns the answer, in the same format.
    ///
    /// # Errors
    /// [`Fault`]; then the pipeline must be stopped.
    pub async fn request(&mut self, body: &str) -> Result<String, Fault> {
        let body = Body {
            text: body.to_owned(),
            traced: false,
        };
        let mut only = String::new();
        self.requests(&[body], |answer| only = answer.text).await?;
        Ok(only)
    }

    /// Sends several bodies one behind the other, so that the stages work on them at the same
    /// time, and hands over each answer as it comes, in order. Each has its own time from the answer
    /// before.
    ///
    /// # Errors
    /// [`Fault`]; then the pipeline must be stopped. The answers handed over before are right.
    pub async fn requests(
        &mut self,
        bodies: &[Body],
        answered: impl FnMut(Answer),
    ) -> Result<(), Fault> {
        self.served += bodies.len() as u64;
        match self
            .exchange(bodies, answered, self.options.request_timeout)
            .await
        {
            Ok(()) => Ok(()),
            Err(fault) => Err(self.processes.cause(fault).await),
        }
    }

    async fn exchange(
        &mut self,
        bodies: &[Body],
        mut answered: impl FnMut(Answer),
        patience: Duration,
    ) -> Result<(), Fault> {
        static NONCE: AtomicU64 = AtomicU64::new(0);
        let mut message = String::new();
        let mut errands = Vec::with_capacity(bodies.len());
        for body in bodies {
            let mark = format!("[:{}:]", NONCE.fetch_add(1, Ordering::Relaxed));
            message.push_str(RESET);
            message.push_str(&body.text);
            message.push_str("[]");
            message.push_str(&mark);
            message.push('\0');
            errands.push(PipelineRequest::new(body, mark));
        }
        let per_thousand_words = self.options.timeout_per_thousand_words;
        let Processes {
            input,
            output,
            seams,
            ..
        } = &mut self.processes;
        let read = async {
            let mut output = BufReader::new(output);
            for request in &errands {
                let body = &request.body.text;
                let longest = body.len().saturating_mul(32).saturating_add(1 << 16);
                let words = u32::try_from(body.split_whitespace().count()).unwrap_or(u32::MAX);
                let answer = async {
                    // The answer to the reset is of no interest.
                    read_answer(&mut output, longest).await?;
                    read_answer(&mut output, longest).await
                };
                let limit = patience + per_thousand_words * words / 1_000;
                let answer = timeout(limit, answer)
                    .await
                    .map_err(|_| Fault::TimedOut)??;
                let answer = String::from_utf8(answer).map_err(|_| Fault::OutOfStep)?;
                let text = request.own(&answer).ok_or(Fault::OutOfStep)?;
                answered(request.answer(text));
            }
            // What follows the last NUL would answer a request that was never made.
            if output.buffer().is_empty() {
                Ok(())
            } else {
                Err(Fault::OutOfStep)
            }
        };
        // Both at once: a stage stops reading while its own output is not read.
        tokio::select! {
            biased;
            done = async { tokio::try_join!(write(input, message.as_bytes()), read) } => {
                done.map(|((), ())| ())
            }
            fault = relay_all(seams, &errands) => Err(fault),
        }
    }

    /// The first stage that has ended, if any has.
    pub fn ended(&mut self) -> Option<Fault> {
        self.processes.ended()
    }

    /// How many requests it has been sent.
    #[must_use]
    pub fn served(&self) -> u64 {
        self.served
    }

    /// The process ids of the stages, first to last.
    #[must_use]
    pub fn process_ids(&self) -> Vec<u32> {
        self.processes.ids()
    }

    /// The memory that its processes share with nobody, in bytes; processes that are gone count
    /// nothing.
    #[must_use]
    pub fn private_memory(&self) -> u64 {
        self.process_ids()
            .into_iter()
            .filter_map(private_memory)
            .sum()
    }

    /// Kills all stages and waits until they are gone.
    pub async fn stop(self) {
        self.processes.stop().await;
    }
}

async fn write(input: &mut ChildStdin, message: &[u8]) -> Result<(), Fault> {
    let written = async {
        input.write_all(message).await?;
        input.flush().await
    };
    written.await.map_err(|error| Fault::Io(error.kind()))
}

/// Reads up to the next NUL, which is not part of the answer.
async fn read_answer(
    output: &mut BufReader<&mut ChildStdout>,
    longest: usize,
) -> Result<Vec<u8>, Fault> {
    let mut answer = Vec::new();
    loop {
        let available = output
            .fill_buf()
            .await
            .map_err(|error| Fault::Io(error.kind()))?;
        if available.is_empty() {
            return Err(Fault::OutputEnded);
        }
        let end = available.iter().position(|byte| *byte == 0);
        let taken = end.unwrap_or(available.len());
        if answer.len() + taken > longest {
            return Err(Fault::TooLong);
        }
        answer.extend_from_slice(&available[..taken]);
        if end.is_some() {
            output.consume(taken + 1);
            return Ok(answer);
        }
        output.consume(taken);
    }
}
