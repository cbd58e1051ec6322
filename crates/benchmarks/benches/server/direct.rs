use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use dragoman_engines::ApertiumConfig;
use dragoman_engines::apertium::{Mode, Pipeline};
use tokio::sync::Semaphore;

const MODE: &str = "eng-spa";

/// The pipelines of one mode, as many as a server keeps, driven without a server: no queue but a
/// fair semaphore, no conversion, no repair, no counting.
pub(crate) struct DirectPipelines {
    idle: Mutex<Vec<Pipeline>>,
    free: Semaphore,
    number: usize,
}

impl DirectPipelines {
    /// Starts them.
    pub(crate) async fn start() -> Result<Self> {
        let config = ApertiumConfig::default();
        let mode = Mode::load(&config.modes_dir, &config.program_dirs, MODE, false)
            .context("the benchmarks need Apertium with the package apertium-eng-spa")?;
        let number = config.max_pipelines_per_mode;
        let mut idle = Vec::with_capacity(number);
        for _ in 0..number {
            idle.push(Pipeline::start(&mode, &config.stage_options()).await?);
        }
        Ok(Self {
            idle: Mutex::new(idle),
            free: Semaphore::new(number),
            number,
        })
    }

    /// How many there are.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Translates a sentence with the next free pipeline.
    pub(crate) async fn translate(&self, sentence: &str) -> Result<String> {
        let _permit = self.free.acquire().await?;
        let mut pipeline = self.take().context("no pipeline is idle")?;
        let answer = pipeline.request(sentence).await?;
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(pipeline);
        Ok(answer)
    }

    fn take(&self) -> Option<Pipeline> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        // In turn, as the server's pipelines are used.
        (!idle.is_empty()).then(|| idle.remove(0))
    }
}
