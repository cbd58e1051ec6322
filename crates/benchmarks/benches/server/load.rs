//! Closed loops: workers that begin their next piece of work when the last one is done.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use anyhow::Result;
use dragoman_benchmarks::Samples;
use futures_util::future::try_join_all;

/// What came of a closed loop.
pub(crate) struct Load {
    pub(crate) latencies: Samples,
    pub(crate) elapsed: Duration,
}

impl Load {
    /// Pieces of work per second.
    pub(crate) fn rate(&self) -> f64 {
        self.latencies.len() as f64 / self.elapsed.as_secs_f64()
    }
}

/// Has the workers do the pieces of work numbered from zero, each taking the next one as soon as
/// it is free.
pub(crate) async fn drive<W>(
    workers: &mut [W],
    count: usize,
    work: impl AsyncFn(&mut W, usize) -> Result<()>,
) -> Result<Load> {
    let next = Cell::new(0);
    let latencies = RefCell::new(Samples::default());
    let begun = Instant::now();
    let (next, work, collected) = (&next, &work, &latencies);
    try_join_all(workers.iter_mut().map(|worker| async move {
        while next.get() < count {
            let number = next.replace(next.get() + 1);
            let begun = Instant::now();
            work(worker, number).await?;
            collected.borrow_mut().push(begun.elapsed());
        }
        anyhow::Ok(())
    }))
    .await?;
    Ok(Load {
        elapsed: begun.elapsed(),
        latencies: latencies.into_inner(),
    })
}
