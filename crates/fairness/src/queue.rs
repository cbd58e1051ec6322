//! Fair sharing between callers: whose turn it is.
//!
//! Plain data: no thread, no clock. How much of what waits may be whose is in [`crate::room`].

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Whose turn it is among callers who wait for something that each piece of work takes some of.
///
/// Start-time fair queueing: Goyal, Vin and Cheng, "Start-time Fair Queueing: A Scheduling Algorithm
/// for Integrated Services Packet Switching Networks", 1996. All have the same weight. Whoever waits
/// has a start tag, and the lowest comes first. Work gets its tag when it is the caller's next and
/// not when it comes, so that what is taken back before its turn costs the caller nothing.
#[derive(Debug)]
pub struct FairScheduler<C> {
    /// The start tag of what was begun last.
    virtual_time: u64,
    /// Those who wait, and those whose last work reaches beyond the virtual time.
    callers: HashMap<C, Standing>,
}

#[derive(Debug, Clone, Copy)]
struct Standing {
    /// The start tag of the caller's next work, which is the finish tag of what it had last.
    start: u64,
    waits: bool,
}

impl<C: Copy + Eq + Hash> Default for FairScheduler<C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Copy + Eq + Hash> FairScheduler<C> {
    /// Nobody waits.
    pub fn new() -> Self {
        Self {
            virtual_time: 0,
            callers: HashMap::new(),
        }
    }

    /// Says that a caller waits.
    pub fn wait(&mut self, caller: C) {
        let now = self.virtual_time;
        let standing = self.callers.entry(caller).or_insert(Standing {
            start: now,
            waits: false,
        });
        if !standing.waits {
            standing.start = standing.start.max(now);
            standing.waits = true;
        }
    }

    /// The start tag of a caller's next work.
    pub fn start(&self, caller: C) -> u64 {
        self.callers
            .get(&caller)
            .map_or(self.virtual_time, |standing| standing.start)
    }

    /// Begins work of the caller whose turn it is, and that costs so much.
    pub fn serve(&mut self, caller: C, cost: u64) {
        let start = self.start(caller);
        if start > self.virtual_time {
            self.virtual_time = start;
            self.callers
                .retain(|_, standing| standing.waits || standing.start > start);
        }
        self.charge(caller, cost);
    }

    /// Begins work of a caller together with that of the one whose turn it is.
    pub fn charge(&mut self, caller: C, cost: u64) {
        if let Some(standing) = self.callers.get_mut(&caller) {
            standing.start = standing.start.saturating_add(cost.max(1));
        }
    }

    /// Says that a caller does not wait any more.
    pub fn rest(&mut self, caller: C) {
        if let Some(standing) = self.callers.get_mut(&caller) {
            standing.waits = false;
            if standing.start <= self.virtual_time {
                self.callers.remove(&caller);
            }
        }
    }

    /// Begins anew, when nobody waits: nobody has taken anything from anybody.
    pub fn clear(&mut self) {
        *self = Self::new();
    }
}

/// A queue that callers share fairly; what one caller has in it keeps its order.
#[derive(Debug)]
pub struct FairQueue<C, T> {
    scheduler: FairScheduler<C>,
    /// What waits, by caller; no line is empty.
    lines: HashMap<C, VecDeque<Item<T>>>,
    len: usize,
    pushed: u64,
}

#[derive(Debug)]
struct Item<T> {
    number: u64,
    cost: u64,
    content: T,
}

impl<C: Copy + Eq + Hash, T> Default for FairQueue<C, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Copy + Eq + Hash, T> FairQueue<C, T> {
    /// An empty queue.
    pub fn new() -> Self {
        Self {
            scheduler: FairScheduler::new(),
            lines: HashMap::new(),
            len: 0,
            pushed: 0,
        }
    }

    /// How much waits.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing waits.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How much of it is a caller's.
    pub fn len_of(&self, caller: C) -> usize {
        self.lines.get(&caller).map_or(0, VecDeque::len)
    }

    /// Adds work of a caller that costs so much, in any one unit.
    pub fn push(&mut self, caller: C, cost: u64, content: T) {
        self.pushed += 1;
        self.len += 1;
        self.scheduler.wait(caller);
        self.lines.entry(caller).or_default().push_back(Item {
            number: self.pushed,
            cost,
            content,
        });
    }

    /// Takes out what is next.
    pub fn pop(&mut self) -> Option<T> {
        let first_of = |(caller, line): (&C, &VecDeque<Item<T>>)| {
            Some((self.scheduler.start(*caller), line.front()?.number, *caller))
        };
        let firsts = self.lines.iter().filter_map(first_of);
        let (.., caller) = firsts.min_by_key(|(start, number, _)| (*start, *number))?;
        let line = self.lines.get_mut(&caller)?;
        let item = line.pop_front()?;
        let is_last = line.is_empty();
        self.len = self.len.saturating_sub(1);
        self.scheduler.serve(caller, item.cost);
        if is_last {
            self.lines.remove(&caller);
            self.scheduler.rest(caller);
        }
        self.clear_if_empty();
        Some(item.content)
    }

    /// Takes out what does not meet the condition; it costs its caller nothing.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&T) -> bool) {
        let (scheduler, len) = (&mut self.scheduler, &mut self.len);
        self.lines.retain(|caller, line| {
            let before = line.len();
            line.retain(|item| is_kept(&item.content));
            *len = len.saturating_sub(before - line.len());
            if line.is_empty() {
                scheduler.rest(*caller);
            }
            !line.is_empty()
        });
        self.clear_if_empty();
    }

    fn clear_if_empty(&mut self) {
        if self.is_empty() {
            self.scheduler.clear();
        }
    }
}

#[cfg(test)]
mod tests;
