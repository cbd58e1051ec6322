//! Pipelines kept between requests: a queue for each mode, workers that own one pipeline each,
//! and the rules for starting, restarting and ending them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use dragoman_tasks::TaskSet;
use tokio::sync::watch;

use super::config::ApertiumConfig;
use super::fault::Fault;
use super::ledger::{Lease, Ledger, Need};
use super::mode::Mode;
use super::pipeline::Pipeline;
use super::process::StageOptions;
use super::queue::{Begun, Queue};
use super::relay::Body;

/// After so many requests the memory of a pipeline is measured again.
const REQUESTS_BETWEEN_MEASUREMENTS: u64 = 256;

/// Requests that a pipeline works on at the same time, each stage on another: fewer switches
/// between processes, and more than one processor busy. More would delay what comes next.
pub(super) const REQUESTS_AT_ONCE: usize = 8;

/// All pipelines of one engine. Dropping it kills them.
#[derive(Debug)]
pub(super) struct Pool {
    queues: HashMap<String, Arc<Queue>>,
    ledger: Arc<Ledger>,
    closing: watch::Sender<bool>,
    workers: Mutex<TaskSet<()>>,
}

/// What the workers of one mode share.
#[derive(Debug)]
struct Post {
    mode: Mode,
    queue: Arc<Queue>,
    ledger: Arc<Ledger>,
    config: ApertiumConfig,
    options: StageOptions,
    engine: &'static str,
}

impl Pool {
    /// A pool for these modes. No process is started before the first request.
    ///
    /// # Panics
    /// Outside a Tokio runtime.
    pub(super) fn new(modes: Vec<Mode>, config: &ApertiumConfig, engine: &'static str) -> Self {
        let ledger = Arc::new(Ledger::new(config.memory_budget_bytes, engine));
        let (closing, closed) = watch::channel(false);
        let mut queues = HashMap::new();
        let mut workers = TaskSet::new();
        for mode in modes {
            let queue = Arc::new(Queue::new(config.queue_capacity));
            queues.insert(mode.name().to_owned(), Arc::clone(&queue));
            let post = Arc::new(Post {
                mode,
                queue,
                ledger: Arc::clone(&ledger),
                config: config.clone(),
                options: config.stage_options(),
                engine,
            });
            for _ in 0..config.max_pipelines_per_mode.max(1) {
                workers.spawn(work(Arc::clone(&post), closed.clone()));
            }
        }
        Self {
            queues,
            ledger,
            closing,
            workers: Mutex::new(workers),
        }
    }

    /// The queue of a mode.
    pub(super) fn queue(&self, mode: &str) -> Option<&Arc<Queue>> {
        self.queues.get(mode)
    }

    pub(super) fn ledger(&self) -> &Arc<Ledger> {
        &self.ledger
    }

    /// Ends all pipelines after the requests they work on, and waits until their processes are
    /// gone. Requests that wait, and later ones, are not answered.
    pub(super) async fn close(&self) {
        self.closing.send_replace(true);
        self.queues.values().for_each(|queue| queue.close());
        let mut workers =
            std::mem::take(&mut *self.workers.lock().unwrap_or_else(PoisonError::into_inner));
        while workers.join_next().await.is_some() {}
    }
}

/// A worker: takes up a pipeline when there is work, and lays it down when there is none.
async fn work(post: Arc<Post>, mut closed: watch::Receiver<bool>) {
    loop {
        let need = tokio::select! {
            need = post.queue.enlist() => need,
            () = is_closed(&mut closed) => return,
        };
        let lease = tokio::select! {
            lease = post.ledger.lease(post.mode.name(), need) => lease,
            () = is_closed(&mut closed) => return,
        };
        let refused = lease.is_none();
        if let Some(lease) = lease {
            post.queue.call_more();
            serve(&post, lease, &mut closed).await;
        }
        post.queue.discharge();
        if refused {
            tokio::select! {
                () = post.queue.called() => {}
                () = is_closed(&mut closed) => return,
            }
        }
    }
}

async fn is_closed(closed: &mut watch::Receiver<bool>) {
    // An error means that the pool is gone, which is the same to a worker.
    let _ = closed.wait_for(|closed| *closed).await;
}

/// Answers requests with one pipeline until nothing is left to do or its memory is wanted.
async fn serve(post: &Post, lease: Lease, closed: &mut watch::Receiver<bool>) {
    let mut slot = Slot {
        post,
        lease: &lease,
        pipeline: None,
    };
    // A failure comes again, and is reported, with the first request.
    let _ = slot.ready().await;
    loop {
        lease.set_busy(false);
        let patience = post.config.idle_timeout;
        let share = tokio::select! {
            share = post.queue.next(REQUESTS_AT_ONCE, patience, lease.retirement()) => share,
            () = is_closed(closed) => None,
        };
        let Some(mut share) = share else { break };
        lease.set_busy(true);
        slot.answer(share.begin()).await;
        drop(share);
        if lease.retirement().is_due() {
            break;
        }
    }
    slot.stop().await;
}

/// A worker's place for a pipeline, which comes and goes with faults.
struct Slot<'a> {
    post: &'a Post,
    lease: &'a Lease,
    pipeline: Option<Pipeline>,
}

impl Slot<'_> {
    /// Answers requests. On a fault the pipeline is replaced and asked once more, for one request
    /// after the other, so that one which always fails takes no other with it.
    async fn answer(&mut self, mut requests: VecDeque<Begun>) {
        let mode = self.post.mode.name().to_owned();
        let labels = [("engine", self.post.engine.to_owned()), ("mode", mode)];
        metrics::counter!("dragoman_engine_requests_total", &labels)
            .increment(requests.len() as u64);
        let Err(fault) = self.attempt(&mut requests).await else {
            return;
        };
        tracing::warn!(mode = labels[1].1, %fault, "a pipeline failed and is replaced");
        metrics::counter!("dragoman_engine_restarts_total", &labels).increment(1);
        for request in requests {
            if request.1.is_closed() {
                continue;
            }
            let mut alone = VecDeque::from([request]);
            let Err(fault) = self.attempt(&mut alone).await else {
                continue;
            };
            tracing::warn!(mode = labels[1].1, %fault, "a request failed twice");
            metrics::counter!("dragoman_engine_failures_total", &labels).increment(1);
            for (_, reply) in alone {
                let _ = reply.send(Err(fault.clone()));
            }
        }
    }

    /// Asks the pipeline once. Requests are taken out as they are answered; what is left after a
    /// fault was not.
    async fn attempt(&mut self, requests: &mut VecDeque<Begun>) -> Result<(), Fault> {
        let pipeline = self.ready().await?;
        let bodies: Vec<Body> = requests.iter().map(|(body, _)| body.clone()).collect();
        let before = pipeline.served() / REQUESTS_BETWEEN_MEASUREMENTS;
        let outcome = pipeline
            .requests(&bodies, |answer| {
                if let Some((_, reply)) = requests.pop_front() {
                    // The caller may have gone meanwhile; the pipeline had to finish to stay in
                    // step.
                    let _ = reply.send(Ok(answer));
                }
            })
            .await;
        let measure = pipeline.served() / REQUESTS_BETWEEN_MEASUREMENTS > before;
        match outcome {
            Ok(()) => {
                if measure {
                    self.measure();
                }
                Ok(())
            }
            Err(fault) => {
                self.stop().await;
                Err(fault)
            }
        }
    }

    /// A pipeline that is fit for a request: a new one if there is none, if a stage of it has
    /// died since the last request, or if it has served for long enough.
    async fn ready(&mut self) -> Result<&mut Pipeline, Fault> {
        if let Some(pipeline) = &mut self.pipeline {
            let worn = pipeline.served() >= self.post.config.requests_per_pipeline;
            if worn || pipeline.ended().is_some() {
                self.stop().await;
            }
        }
        if self.pipeline.is_none() {
            let pipeline = Pipeline::start(&self.post.mode, &self.post.options).await?;
            self.pipeline = Some(pipeline);
            self.measure();
        }
        self.pipeline.as_mut().ok_or(Fault::ShuttingDown)
    }

    fn measure(&self) {
        if let Some(pipeline) = &self.pipeline {
            self.lease.set_bytes(pipeline.private_memory());
        }
    }

    async fn stop(&mut self) {
        if let Some(pipeline) = self.pipeline.take() {
            pipeline.stop().await;
        }
    }
}

/// Starts a pipeline of `mode` within the budget, asks it once and ends it.
pub(super) async fn try_once(
    mode: &Mode,
    ledger: &Arc<Ledger>,
    options: &StageOptions,
    body: &str,
) -> Result<String, Fault> {
    let lease = ledger
        .lease(mode.name(), Need::Essential)
        .await
        .ok_or(Fault::ShuttingDown)?;
    let mut pipeline = Pipeline::start(mode, options).await?;
    let answer = pipeline.request(body).await;
    lease.set_bytes(pipeline.private_memory());
    pipeline.stop().await;
    answer
}
