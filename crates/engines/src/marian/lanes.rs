//! Which of the waiting sources a worker takes next.
//!
//! Plain data that is told everything it decides by: no thread, no clock.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::time::{Duration, Instant};

use dragoman_domain::Priority;

/// Of how many of the oldest sources of a model those are chosen that are about equally long.
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
pub(super) struct Place<K> {
    lane: Priority,
    model: K,
    turn: Turn,
}

/// When a source's turn comes: by what is due first, then by what came first.
type Turn = (Instant, u64);

/// Sources that are taken together.
#[derive(Debug)]
pub(super) struct Group<K, T> {
    pub(super) lane: Priority,
    pub(super) model: K,
    pub(super) sources: Vec<Waiting<T>>,
}

/// Everything that waits: interactive work and bulk work, by model.
#[derive(Debug)]
pub(super) struct Lanes<K, T> {
    policy: Policy,
    interactive: Lane<K, T>,
    bulk: Lane<K, T>,
    /// Tokens that bulk work may take before interactive work.
    bulk_credit: usize,
    pushed: u64,
}

impl<K: Copy + Eq + Hash, T> Lanes<K, T> {
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

    /// Adds a source. `due` orders it among those of its lane.
    pub(super) fn push(
        &mut self,
        lane: Priority,
        model: K,
        due: Instant,
        source: Waiting<T>,
    ) -> Place<K> {
        self.pushed += 1;
        let turn = (due, self.pushed);
        self.lane_mut(lane).insert(model, turn, source);
        Place { lane, model, turn }
    }

    /// Takes a source back, unless a worker has it.
    pub(super) fn take_back(&mut self, place: Place<K>) -> Option<Waiting<T>> {
        self.lane_mut(place.lane).remove(place.model, place.turn)
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

    const fn lane(&self, lane: Priority) -> &Lane<K, T> {
        match lane {
            Priority::Interactive => &self.interactive,
            Priority::Bulk => &self.bulk,
        }
    }

    const fn lane_mut(&mut self, lane: Priority) -> &mut Lane<K, T> {
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

/// What waits with one priority. No queue in it is empty.
#[derive(Debug)]
struct Lane<K, T> {
    queues: HashMap<K, BTreeMap<Turn, Waiting<T>>>,
    tokens: usize,
    sources: usize,
}

impl<K: Copy + Eq + Hash, T> Lane<K, T> {
    fn new() -> Self {
        Self {
            queues: HashMap::new(),
            tokens: 0,
            sources: 0,
        }
    }

    const fn is_waiting(&self) -> bool {
        self.sources > 0
    }

    fn insert(&mut self, model: K, turn: Turn, source: Waiting<T>) {
        self.tokens += source.tokens;
        self.sources += 1;
        self.queues.entry(model).or_default().insert(turn, source);
    }

    fn remove(&mut self, model: K, turn: Turn) -> Option<Waiting<T>> {
        let queue = self.queues.get_mut(&model)?;
        let source = queue.remove(&turn)?;
        if queue.is_empty() {
            self.queues.remove(&model);
        }
        self.tokens = self.tokens.saturating_sub(source.tokens);
        self.sources = self.sources.saturating_sub(1);
        Some(source)
    }

    /// The model whose turn it is: one that is in use already, unless another's oldest source is
    /// due for longer than `patience`.
    fn choose_model(&self, in_use: &[K], now: Instant, patience: Duration) -> Option<K> {
        let oldest = |models: &mut dyn Iterator<Item = (&K, &BTreeMap<Turn, Waiting<T>>)>| {
            models
                .filter_map(|(model, queue)| Some((*queue.first_key_value()?.0, *model)))
                .min_by_key(|(turn, _)| *turn)
        };
        let (turn, first) = oldest(&mut self.queues.iter())?;
        let mut used = self.queues.iter().filter(|(key, _)| in_use.contains(key));
        let is_overdue = now.saturating_duration_since(turn.0) > patience;
        match oldest(&mut used) {
            Some((_, preferred)) if !is_overdue => Some(preferred),
            _ => Some(first),
        }
    }

    /// The oldest source of a model and others about as long.
    fn take(&mut self, model: K, share: Share) -> Vec<Waiting<T>> {
        let Some(queue) = self.queues.get(&model) else {
            return Vec::new();
        };
        let mut window = queue.iter().take(WINDOW).map(|(turn, source)| {
            let Waiting { tokens, load, .. } = source;
            (*turn, *tokens, *load)
        });
        let Some((first, length, load)) = window.next() else {
            return Vec::new();
        };
        if load > share.load && !share.unlimited {
            return Vec::new();
        }
        let mut others: Vec<_> = window.collect();
        others.sort_by_key(|(turn, tokens, _)| (tokens.abs_diff(length), *turn));
        let mut chosen = vec![first];
        let (mut tokens_left, mut load_left) = (
            share.tokens.saturating_sub(length),
            share.load.saturating_sub(load),
        );
        for (turn, tokens, load) in others {
            if chosen.len() < share.sources && tokens <= tokens_left && load <= load_left {
                chosen.push(turn);
                tokens_left -= tokens;
                load_left -= load;
            }
        }
        chosen
            .into_iter()
            .filter_map(|turn| self.remove(model, turn))
            .collect()
    }
}

#[cfg(test)]
#[path = "lanes_tests.rs"]
mod tests;
