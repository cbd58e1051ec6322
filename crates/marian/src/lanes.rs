//! Which of the waiting sources a worker takes next.
//!
//! Plain data that is told everything it decides by: no thread, no clock.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::hash::Hash;
use std::time::{Duration, Instant};

use dragoman_domain::Priority;

use dragoman_fairness::FairScheduler;

/// Of how many of the next sources of a model those are chosen that are about equally long.
const WINDOW: usize = 32;

/// By how many groups the bulk lane's credit may grow.
const MOST_CREDIT: usize = 4;

/// By what a worker's share is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Policy {
    /// Source tokens that are encoded together.
    pub(super) group_tokens: usize,
    /// How much of one lane a worker decodes together, in the unit of [`Waiting::load`].
    pub(super) load: usize,
    /// Below what load a worker takes more.
    pub(super) refill_below: usize,
    /// What of the other lane may come on top of `load`.
    pub(super) extra_load: usize,
    /// Percent of the source tokens that are bulk work's if both lanes have work.
    pub(super) bulk_share: usize,
    /// Models that a worker uses by turns.
    pub(super) models: usize,
    /// How long a source waits at most for those of models that the worker uses already.
    pub(super) patience: Duration,
}

/// What a worker has in hand when it asks for more.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hand<'a, K> {
    /// The models whose sources it decodes.
    pub(super) models: &'a [K],
    /// Its load of interactive work.
    pub(super) interactive_load: usize,
    /// Its load of bulk work.
    pub(super) bulk_load: usize,
    /// Other workers that have nothing to do.
    pub(super) idle_others: usize,
}

impl<K> Hand<'_, K> {
    const fn load(&self) -> usize {
        self.interactive_load + self.bulk_load
    }
}

/// A source that waits.
#[derive(Debug)]
pub(super) struct Waiting<T> {
    /// Its tokens.
    pub(super) tokens: usize,
    /// What it takes of a worker's capacity.
    pub(super) load: usize,
    /// What it is.
    pub(super) content: T,
}

/// Where a source waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place<C, K> {
    lane: Priority,
    caller: C,
    model: K,
    turn: Turn,
}

/// When a source's turn comes among those of its caller: by what is due first, then by what came
/// first.
type Turn = (Instant, u64);

/// When a source's turn comes among all: by its caller's start tag first.
type Rank = (u64, Turn);

/// Sources that are taken together.
#[derive(Debug)]
pub(super) struct Group<K, T> {
    pub(super) lane: Priority,
    pub(super) model: K,
    pub(super) sources: Vec<Waiting<T>>,
}

/// Everything that waits: interactive work and bulk work, by caller and model.
#[derive(Debug)]
pub(super) struct Lanes<C, K, T> {
    policy: Policy,
    interactive: Lane<C, K, T>,
    bulk: Lane<C, K, T>,
    /// Tokens that bulk work may take before interactive work.
    bulk_credit: usize,
    pushed: u64,
}

impl<C: Copy + Eq + Hash, K: Copy + Eq + Hash, T> Lanes<C, K, T> {
    /// Empty lanes.
    pub(super) fn new(policy: Policy) -> Self {
        Self {
            policy,
            interactive: Lane::new(),
            bulk: Lane::new(),
            bulk_credit: 0,
            pushed: 0,
        }
    }

    /// Adds a source. `due` orders it among those of its caller in its lane.
    pub(super) fn push(
        &mut self,
        (lane, caller): (Priority, C),
        model: K,
        due: Instant,
        source: Waiting<T>,
    ) -> Place<C, K> {
        self.pushed += 1;
        let turn = (due, self.pushed);
        let place = Place {
            lane,
            caller,
            model,
            turn,
        };
        self.lane_mut(lane).insert(place, source);
        place
    }

    /// Whether anything waits.
    pub(super) const fn is_waiting(&self) -> bool {
        self.interactive.is_waiting() || self.bulk.is_waiting()
    }

    /// Takes a source back, unless a worker has it. It costs its caller nothing.
    pub(super) fn take_back(&mut self, place: Place<C, K>) -> Option<Waiting<T>> {
        self.lane_mut(place.lane)
            .remove(place.caller, place.model, place.turn)
    }

    /// Takes out everything that waits.
    pub(super) fn take_all(&mut self) -> Self {
        std::mem::replace(self, Self::new(self.policy))
    }

    /// Tokens that wait in a lane.
    pub(super) const fn tokens(&self, lane: Priority) -> usize {
        self.lane(lane).tokens
    }

    /// Sources that wait.
    #[cfg(test)]
    const fn sources(&self) -> usize {
        self.interactive.sources + self.bulk.sources
    }

    /// What a worker should begin now; nothing if it has enough in hand or should leave the work
    /// to workers that have none. A worker without anything in hand always gets something if
    /// anything waits.
    pub(super) fn take(&mut self, hand: Hand<'_, K>, now: Instant) -> Option<Group<K, T>> {
        if hand.load() > 0 && hand.idle_others > 0 {
            return None;
        }
        let (lane, room) = self.choose_lane(&hand)?;
        let patience = self.policy.patience;
        let chosen = self.lane(lane).choose_model(hand.models, now, patience)?;
        let is_new = !hand.models.contains(&chosen);
        if is_new && !hand.models.is_empty() && hand.models.len() >= self.policy.models {
            return None;
        }
        let share = self.share(lane, room, &hand);
        let sources = self.lane_mut(lane).take(chosen, share);
        if sources.is_empty() {
            return None;
        }
        self.account(lane, sources.iter().map(|source| source.tokens).sum());
        Some(Group {
            lane,
            model: chosen,
            sources,
        })
    }

    /// The lane whose turn it is, and what load may join.
    fn choose_lane(&self, hand: &Hand<'_, K>) -> Option<(Priority, usize)> {
        let policy = self.policy;
        let most = policy.load + policy.extra_load;
        // Bulk work's turn comes a whole group at a time.
        let is_owed = self.bulk.is_waiting()
            && self.bulk_credit >= policy.group_tokens.max(1)
            && hand.load() < most;
        if is_owed {
            return Some((Priority::Bulk, most - hand.load()));
        }
        if self.interactive.is_waiting() && hand.interactive_load < policy.refill_below.max(1) {
            let room = policy.load.saturating_sub(hand.interactive_load);
            return Some((Priority::Interactive, room));
        }
        let has_room = hand.load() < policy.refill_below.max(1);
        (self.bulk.is_waiting() && has_room)
            .then(|| (Priority::Bulk, policy.load.saturating_sub(hand.load())))
    }

    /// What one worker takes of a lane at most. As long as others are idle the work is divided, so
    /// that a few sentences are translated by as many workers instead of one after the other.
    fn share(&self, lane: Priority, room: usize, hand: &Hand<'_, K>) -> Share {
        let workers = hand.idle_others + 1;
        let lane = self.lane(lane);
        Share {
            tokens: lane.tokens.div_ceil(workers).min(self.policy.group_tokens),
            sources: lane.sources.div_ceil(workers),
            load: room,
            // Whatever its size, a source must fit somewhere.
            unlimited: hand.load() == 0,
        }
    }

    fn account(&mut self, lane: Priority, tokens: usize) {
        if !self.bulk.is_waiting() {
            self.bulk_credit = 0;
            return;
        }
        let share = self.policy.bulk_share.min(99);
        self.bulk_credit = match lane {
            Priority::Interactive => {
                let most = MOST_CREDIT * self.policy.group_tokens.max(1);
                (self.bulk_credit + (tokens * share).div_ceil(100 - share)).min(most)
            }
            Priority::Bulk => self.bulk_credit.saturating_sub(tokens),
        };
    }

    const fn lane(&self, lane: Priority) -> &Lane<C, K, T> {
        match lane {
            Priority::Interactive => &self.interactive,
            Priority::Bulk => &self.bulk,
        }
    }

    const fn lane_mut(&mut self, lane: Priority) -> &mut Lane<C, K, T> {
        match lane {
            Priority::Interactive => &mut self.interactive,
            Priority::Bulk => &mut self.bulk,
        }
    }
}

/// The most that is taken at once.
#[derive(Debug, Clone, Copy)]
struct Share {
    tokens: usize,
    sources: usize,
    load: usize,
    /// Whether the first source is taken even if it is too large.
    unlimited: bool,
}

/// What waits with one priority. Callers share it fairly, by tokens.
#[derive(Debug)]
struct Lane<C, K, T> {
    /// What waits, by caller; none is empty.
    lines: HashMap<C, Line<K, T>>,
    scheduler: FairScheduler<C>,
    tokens: usize,
    sources: usize,
}

/// What waits of one caller, by model. No queue in it is empty.
type Line<K, T> = HashMap<K, BTreeMap<Turn, Waiting<T>>>;

/// A source that may be taken.
#[derive(Debug, Clone, Copy)]
struct Candidate<C> {
    caller: C,
    turn: Turn,
    tokens: usize,
    load: usize,
}

impl<C: Copy + Eq + Hash, K: Copy + Eq + Hash, T> Lane<C, K, T> {
    fn new() -> Self {
        Self {
            lines: HashMap::new(),
            scheduler: FairScheduler::new(),
            tokens: 0,
            sources: 0,
        }
    }

    const fn is_waiting(&self) -> bool {
        self.sources > 0
    }

    fn insert(&mut self, place: Place<C, K>, source: Waiting<T>) {
        self.tokens += source.tokens;
        self.sources += 1;
        self.scheduler.wait(place.caller);
        let line = self.lines.entry(place.caller).or_default();
        let queue = line.entry(place.model).or_default();
        queue.insert(place.turn, source);
    }

    fn remove(&mut self, caller: C, model: K, turn: Turn) -> Option<Waiting<T>> {
        let line = self.lines.get_mut(&caller)?;
        let queue = line.get_mut(&model)?;
        let source = queue.remove(&turn)?;
        if queue.is_empty() {
            line.remove(&model);
        }
        if line.is_empty() {
            self.lines.remove(&caller);
            self.scheduler.rest(caller);
        }
        self.tokens = self.tokens.saturating_sub(source.tokens);
        self.sources = self.sources.saturating_sub(1);
        if self.sources == 0 {
            self.scheduler.clear();
        }
        Some(source)
    }

    /// The model whose turn it is: one that is in use already, unless the source that is next is due
    /// for longer than `patience`.
    fn choose_model(&self, in_use: &[K], now: Instant, patience: Duration) -> Option<K> {
        let mut first: Option<(Rank, K)> = None;
        let mut used: Option<(Rank, K)> = None;
        let earlier = |known: Option<(Rank, K)>, (rank, model)| match known {
            Some(known) if known.0 <= rank => Some(known),
            _ => Some((rank, model)),
        };
        for (caller, line) in &self.lines {
            let start = self.scheduler.start(*caller);
            for (model, queue) in line {
                let Some((turn, _)) = queue.first_key_value() else {
                    continue;
                };
                let head = ((start, *turn), *model);
                first = earlier(first, head);
                if in_use.contains(model) {
                    used = earlier(used, head);
                }
            }
        }
        let ((_, (due, _)), first) = first?;
        let is_overdue = now.saturating_duration_since(due) > patience;
        match used {
            Some((_, preferred)) if !is_overdue => Some(preferred),
            _ => Some(first),
        }
    }

    /// The next sources of a model, in the order in which their turns come.
    fn window(&self, model: K) -> Vec<Candidate<C>> {
        let mut queues = Vec::new();
        let mut heads = BinaryHeap::new();
        for (caller, line) in &self.lines {
            let mut queue = line.get(&model).into_iter().flatten();
            if let Some((turn, source)) = queue.next() {
                heads.push(Reverse((
                    (self.scheduler.start(*caller), *turn),
                    queues.len(),
                )));
                queues.push((*caller, source, queue));
            }
        }
        let mut window = Vec::with_capacity(WINDOW);
        while window.len() < WINDOW
            && let Some(Reverse(((start, turn), index))) = heads.pop()
            && let Some((caller, source, queue)) = queues.get_mut(index)
        {
            let Waiting { tokens, load, .. } = **source;
            window.push(Candidate {
                caller: *caller,
                turn,
                tokens,
                load,
            });
            if let Some((turn, next)) = queue.next() {
                *source = next;
                let start = start.saturating_add(cost(tokens));
                heads.push(Reverse(((start, *turn), index)));
            }
        }
        window
    }

    /// The next source of a model and others about as long.
    fn take(&mut self, model: K, share: Share) -> Vec<Waiting<T>> {
        let mut window = self.window(model).into_iter();
        let Some(first) = window.next() else {
            return Vec::new();
        };
        if first.load > share.load && !share.unlimited {
            return Vec::new();
        }
        let mut others: Vec<_> = window.collect();
        // Stable: of two that are as long, the next comes first.
        others.sort_by_key(|other| other.tokens.abs_diff(first.tokens));
        let (mut tokens_left, mut load_left) = (
            share.tokens.saturating_sub(first.tokens),
            share.load.saturating_sub(first.load),
        );
        let mut chosen = vec![first];
        for other in others {
            let fits = other.tokens <= tokens_left && other.load <= load_left;
            if chosen.len() < share.sources && fits {
                tokens_left -= other.tokens;
                load_left -= other.load;
                chosen.push(other);
            }
        }
        self.scheduler.serve(first.caller, cost(first.tokens));
        for other in chosen.iter().skip(1) {
            self.scheduler.charge(other.caller, cost(other.tokens));
        }
        chosen
            .into_iter()
            .filter_map(|one| self.remove(one.caller, model, one.turn))
            .collect()
    }
}

/// What a source of so many tokens costs its caller.
fn cost(tokens: usize) -> u64 {
    u64::try_from(tokens).unwrap_or(u64::MAX).max(1)
}

#[cfg(test)]
#[path = "lanes_tests.rs"]
mod tests;
