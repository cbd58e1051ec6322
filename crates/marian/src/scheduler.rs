//! Who has something decoded, and the threads that do it.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use dragoman_domain::Priority;
use dragoman_nmt::{Kernels, Model, SearchOptions, Source, TokenTranslation};
use tokio::sync::oneshot;

use super::config::{LOAD_OF_ROW, MarianConfig};
use super::lanes::{Place, Waiting};
use super::queue::{Fault, ModelKey, Queue, Reply, Work, gauge_queue, key_of};
use super::worker::Worker;
use dragoman_domain::WorkOwner;
use dragoman_fairness::{Closed, Permit, Refusal, Room};

/// How much later each token of an order makes what comes behind it in the order due. Other work of
/// the same caller that comes meanwhile takes turns with the rest of a long order instead of waiting
/// for it.
const PACE: Duration = Duration::from_millis(1);

/// By what work gets its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) priority: Priority,
    pub(super) caller: WorkOwner,
}

/// Sources to decode with one model.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) model: Arc<Model>,
    pub(super) sources: Vec<(Source, SearchOptions)>,
    pub(super) claim: Claim,
}

/// Threads that decode. They end when this is dropped.
#[derive(Debug)]
pub(super) struct Scheduler {
    queue: Arc<Queue>,
    /// Room for the tokens of a lane.
    interactive: Arc<Room<WorkOwner>>,
    bulk: Arc<Room<WorkOwner>>,
    number_of_threads: usize,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Scheduler {
    /// Starts the threads.
    ///
    /// # Errors
    /// If the system has no room for them.
    pub(super) fn start(config: &MarianConfig) -> io::Result<Self> {
        let queue = Arc::new(Queue::new(config.policy()));
        let scheduler = Self {
            queue: Arc::clone(&queue),
            interactive: Room::new(config.interactive_queue_tokens as usize),
            bulk: Room::new(config.bulk_queue_tokens as usize),
            number_of_threads: config.threads.max(1),
            threads: Mutex::default(),
        };
        for number in 0..scheduler.number_of_threads {
            let worker = Worker::new(Arc::clone(&queue), Kernels::best());
            let thread = thread::Builder::new()
                .name(format!("translator {number}"))
                .spawn(move || worker.run())?;
            scheduler.handles().push(thread);
        }
        Ok(scheduler)
    }

    /// How many threads there are.
    pub(super) fn threads(&self) -> usize {
        self.number_of_threads
    }

    /// Refuses work of about so many tokens if too much waits already.
    pub(super) fn admit(&self, claim: Claim, tokens: usize) -> Result<(), Fault> {
        let checked = self.room(claim.priority).check(claim.caller, tokens);
        checked.map_err(|refusal| {
            let retry_after = self.time_until_empty();
            match refusal {
                Refusal::Full => Fault::Full { retry_after },
                Refusal::Share => Fault::Share { retry_after },
            }
        })
    }

    const fn room(&self, priority: Priority) -> &Arc<Room<WorkOwner>> {
        match priority {
            Priority::Interactive => &self.interactive,
            Priority::Bulk => &self.bulk,
        }
    }

    /// Has sources decoded: the translations of each, in order. Waits for room in the queue.
    /// Dropping the future takes back what has not begun, and what has begun is given up before
    /// its next step.
    pub(super) async fn decode(&self, order: Order) -> Result<Vec<Vec<TokenTranslation>>, Fault> {
        let tokens = order
            .sources
            .iter()
            .map(|(source, _)| source.tokens().len())
            .sum();
        let Claim { priority, caller } = order.claim;
        let permit = self.room(priority).take(caller, tokens).await;
        let permit = permit.map_err(|Closed| Fault::ShuttingDown)?;
        let (mut pending, replies) = self.push(order, permit)?;
        let mut decoded = Vec::with_capacity(replies.len());
        for reply in replies {
            decoded.push(reply.await.unwrap_or(Err(Fault::ShuttingDown))?);
        }
        pending.places.clear();
        Ok(decoded)
    }

    /// Queues an order and wakes threads that have nothing to do.
    fn push(
        &self,
        order: Order,
        mut permit: Permit<WorkOwner>,
    ) -> Result<(Pending, Vec<oneshot::Receiver<Reply>>), Fault> {
        let Claim {
            priority: lane,
            caller,
        } = order.claim;
        let now = Instant::now();
        let mut due = now;
        let mut places = Vec::with_capacity(order.sources.len());
        let mut replies = Vec::with_capacity(order.sources.len());
        let mut state = self.queue.state();
        if state.closed {
            return Err(Fault::ShuttingDown);
        }
        for (source, options) in order.sources {
            let (reply, receiver) = oneshot::channel();
            let tokens = source.tokens().len();
            let waiting = Waiting {
                tokens,
                load: load_of(&order.model, &options),
                content: Work {
                    model: Arc::clone(&order.model),
                    source,
                    options,
                    arrived: now,
                    reply,
                    _room: permit.split(tokens),
                },
            };
            let model = key_of(&order.model);
            places.push(state.lanes.push((lane, caller), model, due, waiting));
            replies.push(receiver);
            due += PACE.saturating_mul(u32::try_from(tokens).unwrap_or(u32::MAX));
        }
        let idle = state.idle;
        gauge_queue(&state, lane);
        drop(state);
        self.queue.wake(places.len(), idle);
        let queue = Arc::clone(&self.queue);
        let pending = Pending {
            queue,
            lane,
            places,
        };
        Ok((pending, replies))
    }

    /// When what waits now will have been decoded.
    fn time_until_empty(&self) -> Duration {
        let state = self.queue.state();
        let tokens = state.lanes.tokens(Priority::Interactive) + state.lanes.tokens(Priority::Bulk);
        state.throughput.time_for(tokens, self.number_of_threads)
    }

    /// Refuses whatever else comes, gives up what waits, and has the threads end.
    fn close(&self) {
        self.interactive.close();
        self.bulk.close();
        let mut state = self.queue.state();
        state.closed = true;
        // Nobody will decode what waits. Whoever waits for it learns that by its end.
        let waiting = state.lanes.take_all();
        gauge_queue(&state, Priority::Interactive);
        gauge_queue(&state, Priority::Bulk);
        drop(state);
        drop(waiting);
        self.queue.wake_all();
    }

    /// Ends the threads, which give up what they work on, and waits for them. Blocks.
    pub(super) fn shut_down(&self) {
        self.close();
        let threads = std::mem::take(&mut *self.handles());
        for thread in threads {
            // A thread that panicked has ended as well.
            let _ = thread.join();
        }
    }

    fn handles(&self) -> MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Source tokens that wait with this priority.
    pub(super) fn waiting_tokens(&self, lane: Priority) -> usize {
        self.queue.state().lanes.tokens(lane)
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        self.close();
    }
}

/// The sources of an order that nobody has answered. Dropping it takes back those that wait.
#[derive(Debug)]
struct Pending {
    queue: Arc<Queue>,
    lane: Priority,
    places: Vec<Place<WorkOwner, ModelKey>>,
}

impl Drop for Pending {
    fn drop(&mut self) {
        if self.places.is_empty() {
            return;
        }
        let mut state = self.queue.state();
        let taken: Vec<_> = self
            .places
            .drain(..)
            .filter_map(|place| state.lanes.take_back(place))
            .collect();
        gauge_queue(&state, self.lane);
        drop(state);
        // Outside of the lock: it may be the last that holds a model.
        drop(taken);
    }
}

/// What a search takes of a thread's capacity.
///
/// A model without a shortlist reads its whole output layer at each step, some tens of megabytes
/// that fit no cache, so there it pays to extend more hypotheses together.
fn load_of(model: &Model, options: &SearchOptions) -> usize {
    let of_hypothesis = if model.shares_output() {
        1
    } else {
        LOAD_OF_ROW
    };
    model.beam(options) * of_hypothesis
}
