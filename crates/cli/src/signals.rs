//! What ends the program from outside.

use anyhow::{Context, Result};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// SIGTERM and SIGINT. Neither ends the program by itself any more.
pub(crate) struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    pub(crate) fn new() -> Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate()).context("SIGTERM cannot be received")?,
            interrupt: signal(SignalKind::interrupt()).context("SIGINT cannot be received")?,
        })
    }

    pub(crate) async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
