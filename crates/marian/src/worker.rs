//! One thread that decodes: it keeps a batch for each model in use and lets waiting sources join
//! between two steps. A thread that has nothing to do helps another one.

use std::collections::HashMap;
use std::sync::{Arc, MutexGuard};
use std::time::{Duration, Instant};

use dragoman_domain::Priority;
use dragoman_nmt::{Batch, Finished, Helper, Kernels, Leader, Request};
use tokio::sync::oneshot;

use super::lanes::{Group, Hand, Waiting};
use super::queue::{Fault, ModelKey, Queue, Reply, State, Work, gauge_queue, key_of};

/// How long a thread works alone after its helper kept it waiting: others need the processors then.
const ALONE: Duration = Duration::from_millis(100);

/// A thread's own state.
#[derive(Debug)]
pub(super) struct Worker {
    queue: Arc<Queue>,
    kernels: Kernels,
    /// At most one for each model; none is empty between two rounds.
    seats: Vec<Seat>,
    last_ticket: u64,
    done: Done,
    /// What holds a helper, or waits for one.
    leader: Option<Leader>,
    /// Until when no helper is asked for.
    alone_until: Option<Instant>,
}

/// What a thread does next.
enum Next {
    /// Begins a group, if there is one, and goes on with what it has in hand.
    Work(Option<Group<ModelKey, Work>>),
    /// Helps another thread until threads are called for once more than so often.
    Assist(Helper, u64),
}

/// What was done since the thread last said so.
#[derive(Debug, Default)]
struct Done {
    tokens: usize,
    busy: Duration,
}

/// A batch and whom its translations are for.
#[derive(Debug)]
struct Seat {
    batch: Batch,
    inside: HashMap<u64, Inside>,
}

/// A source that is being decoded.
#[derive(Debug)]
struct Inside {
    lane: Priority,
    tokens: usize,
    load: usize,
    reply: oneshot::Sender<Reply>,
}

impl Worker {
    /// A worker that has nothing in hand.
    pub(super) fn new(queue: Arc<Queue>, kernels: Kernels) -> Self {
        Self {
            queue,
            kernels,
            seats: Vec::new(),
            last_ticket: 0,
            done: Done::default(),
            leader: None,
            alone_until: None,
        }
    }

    /// Works until the scheduler closes.
    pub(super) fn run(mut self) {
        while let Some(next) = self.next() {
            match next {
                Next::Work(group) => self.work(group),
                Next::Assist(helper, calls) => {
                    let assist = || helper.assist(|| self.queue.calls() != calls);
                    // Whom it helps panics as well, and tells those who wait.
                    let came = dragoman_tasks::catch(assist).unwrap_or(true);
                    count("dragoman_neural_assists_total", usize::from(came));
                }
            }
        }
    }

    /// Begins a group and takes a step with each batch in hand, with a helper's help if there is one.
    fn work(&mut self, group: Option<Group<ModelKey, Work>>) {
        let mut leader = self.leader.take();
        match &mut leader {
            Some(leader) => leader.lead(|| self.begin_and_step(group)),
            None => self.begin_and_step(group),
        }
        self.leader = leader;
    }

    fn begin_and_step(&mut self, group: Option<Group<ModelKey, Work>>) {
        if let Some(group) = group {
            self.begin(group);
        }
        for mut seat in std::mem::take(&mut self.seats) {
            seat.drop_unwanted();
            let begun = Instant::now();
            if let Some(tokens) = seat.step() {
                self.done.tokens += tokens;
                self.seats.push(seat);
            }
            self.done.busy += begun.elapsed();
        }
    }

    /// Waits until there is something to do. `None` when the scheduler closes.
    fn next(&mut self) -> Option<Next> {
        let queue = Arc::clone(&self.queue);
        let mut state = queue.state();
        let done = std::mem::take(&mut self.done);
        state.throughput.record(done.tokens, done.busy);
        loop {
            if state.closed {
                return None;
            }
            let now = Instant::now();
            let models: Vec<ModelKey> = self.live().map(Seat::key).collect();
            let released = self.release_helper(&state, models.is_empty(), now);
            let hand = Hand {
                models: &models,
                interactive_load: self.load(Priority::Interactive),
                bulk_load: self.load(Priority::Bulk),
                idle_others: state.idle + usize::from(released),
            };
            let group = state.lanes.take(hand, now);
            if let Some(group) = &group {
                gauge_queue(&state, group.lane);
            }
            if group.is_some() || !models.is_empty() {
                self.ask_for_help(state, now);
                // A batch that has run empty is kept only if more of its model joins.
                self.drop_empty(group.as_ref().map(|group| group.model));
                return Some(Next::Work(group));
            }
            if let Some(helper) = state.take_helper() {
                // Whatever comes from now on is called for.
                let calls = queue.calls();
                drop(state);
                self.seats.clear();
                return Some(Next::Assist(helper, calls));
            }
            if !self.seats.is_empty() {
                // Their models may be waited for, so they must not be held while asleep.
                drop(state);
                self.seats.clear();
                state = queue.state();
                continue;
            }
            state = queue.sleep(state);
        }
    }

    /// Sends the helper away if it has other work, or no processor, or if there is nothing here to help with; whether it looks
    /// for other work.
    fn release_helper(&mut self, state: &State, has_nothing: bool, now: Instant) -> bool {
        let Some(leader) = &self.leader else {
            return false;
        };
        let has_left = leader.has_left();
        let is_here = leader.is_attended();
        if leader.waited_long() {
            self.alone_until = Some(now + ALONE);
        } else if !has_left && !has_nothing && !state.lanes.is_waiting() {
            return false;
        }
        self.leader = None;
        has_left || is_here
    }

    /// Asks for a helper if a thread is idle and nothing waits.
    fn ask_for_help(&mut self, state: MutexGuard<'_, State>, now: Instant) {
        let wants_help = self.leader.is_none() && self.alone_until.is_none_or(|until| until <= now);
        if wants_help && state.can_help() {
            let (leader, helper) = Leader::new();
            self.leader = Some(leader);
            self.queue.ask_for_help(state, helper);
        }
    }

    fn live(&self) -> impl Iterator<Item = &Seat> {
        self.seats.iter().filter(|seat| !seat.inside.is_empty())
    }

    fn load(&self, lane: Priority) -> usize {
        let inside = self.seats.iter().flat_map(|seat| seat.inside.values());
        let of_lane = inside.filter(|inside| inside.lane == lane);
        of_lane.map(|inside| inside.load).sum()
    }

    fn drop_empty(&mut self, needed: Option<ModelKey>) {
        self.seats
            .retain(|seat| !seat.inside.is_empty() || Some(seat.key()) == needed);
    }

    /// Encodes a group and lets it join the batch of its model.
    fn begin(&mut self, group: Group<ModelKey, Work>) {
        let position = self.seats.iter().position(|seat| seat.key() == group.model);
        let mut seat = match (position, group.sources.first()) {
            (Some(position), _) => self.seats.swap_remove(position),
            (None, Some(source)) => Seat {
                batch: Batch::new(Arc::clone(&source.content.model), self.kernels),
                inside: HashMap::new(),
            },
            (None, None) => return,
        };
        let begun = Instant::now();
        let first_ticket = self.last_ticket + 1;
        self.last_ticket += group.sources.len() as u64;
        if seat.join(group.lane, group.sources, first_ticket, begun) {
            self.seats.push(seat);
        }
        self.done.busy += begun.elapsed();
    }
}

impl Seat {
    fn key(&self) -> ModelKey {
        key_of(self.batch.model())
    }

    /// Gives up what nobody waits for any more.
    fn drop_unwanted(&mut self) {
        let unwanted =
            |(ticket, inside): (&u64, &Inside)| inside.reply.is_closed().then_some(*ticket);
        let unwanted: Vec<u64> = self.inside.iter().filter_map(unwanted).collect();
        for ticket in unwanted {
            self.inside.remove(&ticket);
            self.batch.cancel(ticket);
        }
    }

    /// Lets sources join; tells whether the batch can still be used.
    fn join(
        &mut self,
        lane: Priority,
        sources: Vec<Waiting<Work>>,
        first_ticket: u64,
        now: Instant,
    ) -> bool {
        let mut requests = Vec::with_capacity(sources.len());
        let mut tokens = 0;
        for (waiting, ticket) in sources.into_iter().zip(first_ticket..) {
            let work = waiting.content;
            if work.reply.is_closed() {
                continue;
            }
            let waited = now.saturating_duration_since(work.arrived);
            metrics::histogram!("dragoman_neural_queue_wait_seconds", "priority" => lane.as_str())
                .record(waited.as_secs_f64());
            tokens += waiting.tokens;
            let inside = Inside {
                lane,
                tokens: waiting.tokens,
                load: waiting.load,
                reply: work.reply,
            };
            self.inside.insert(ticket, inside);
            requests.push(Request {
                ticket,
                source: work.source,
                options: work.options,
            });
        }
        count("dragoman_neural_encoded_batches_total", 1);
        count("dragoman_neural_encoded_tokens_total", tokens);
        count("dragoman_neural_encoded_segments_total", requests.len());
        self.attempt("encode", |batch| batch.join(requests))
            .is_some()
    }

    /// Extends all hypotheses by a token and answers whoever's source is finished. Gives the
    /// source tokens of those, or nothing if the batch cannot be used any more.
    fn step(&mut self) -> Option<usize> {
        if self.inside.is_empty() {
            return Some(0);
        }
        count("dragoman_neural_steps_total", 1);
        count("dragoman_neural_rows_total", self.batch.rows());
        let finished = self.attempt("step", Batch::step)?;
        let mut tokens = 0;
        for Finished {
            ticket,
            translations,
        } in finished
        {
            if let Some(inside) = self.inside.remove(&ticket) {
                tokens += inside.tokens;
                // Whoever has gone away needs no answer.
                let _ = inside.reply.send(Ok(translations));
            }
        }
        Some(tokens)
    }

    /// Computes with the batch. If that panics, everybody in the batch is told, and there is no
    /// result: what is in the batch cannot be trusted any more.
    fn attempt<T>(
        &mut self,
        phase: &'static str,
        compute: impl FnOnce(&mut Batch) -> T,
    ) -> Option<T> {
        let begun = Instant::now();
        let batch = &mut self.batch;
        let result = dragoman_tasks::catch(|| compute(batch)).ok();
        let micros = begun.elapsed().as_micros();
        metrics::counter!("dragoman_neural_busy_microseconds_total", "phase" => phase)
            .increment(u64::try_from(micros).unwrap_or(u64::MAX));
        if result.is_none() {
            let segments = self.inside.len();
            tracing::error!(phase, segments, "the decoder panicked");
            for (_, inside) in self.inside.drain() {
                let _ = inside.reply.send(Err(Fault::Failed));
            }
        }
        result
    }
}

fn count(name: &'static str, number: usize) {
    metrics::counter!(name).increment(number as u64);
}
