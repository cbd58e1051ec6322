//! Room for what waits, shared by callers so that nobody fills all of it.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dragoman_domain::is_within_share;
use tokio::sync::oneshot;

/// Why something gets no room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing is free.
    Full,
    /// Something is free, but the caller has its share.
    Share,
}

/// There will be no room any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closed;

/// So much room. What one caller may hold of it follows from what is free: see
/// [`is_within_share`]. Who holds nothing may take more than is free, so that what is larger than
/// the room gets in as well; nobody else does then until something is free again. So no more is
/// taken than the capacity and one such amount. Who waits for room waits behind others of the same
/// caller only.
#[derive(Debug)]
pub struct Room<C: Copy + Eq + Hash> {
    state: Mutex<State<C>>,
}

#[derive(Debug)]
struct State<C: Copy + Eq + Hash> {
    capacity: usize,
    /// What all callers hold together; it may be more than the capacity.
    taken: usize,
    /// What callers hold; no amount is zero.
    held: HashMap<C, usize>,
    /// Who waits, by caller, in order of arrival; no line is empty.
    lines: HashMap<C, VecDeque<Waiter<C>>>,
    arrivals: u64,
    closed: bool,
}

#[derive(Debug)]
struct Waiter<C: Copy + Eq + Hash> {
    number: u64,
    amount: usize,
    grant: oneshot::Sender<Permit<C>>,
}

/// Room that is taken, until this is dropped.
#[derive(Debug)]
pub struct Permit<C: Copy + Eq + Hash> {
    room: Arc<Room<C>>,
    caller: C,
    amount: usize,
}

/// A permit, and who waits for it.
type Grant<C> = (oneshot::Sender<Permit<C>>, Permit<C>);

/// A waiter's place in its line, left when this is dropped.
#[derive(Debug)]
struct Place<C: Copy + Eq + Hash> {
    room: Arc<Room<C>>,
    caller: C,
    number: u64,
}

impl<C: Copy + Eq + Hash> State<C> {
    const fn free(&self) -> usize {
        self.capacity.saturating_sub(self.taken)
    }

    fn held(&self, caller: C) -> usize {
        self.held.get(&caller).copied().unwrap_or(0)
    }

    fn check(&self, caller: C, amount: usize) -> Result<(), Refusal> {
        let free = self.free();
        if free == 0 {
            return Err(Refusal::Full);
        }
        let held = self.held(caller);
        // Who has nothing may have what does not fit as well.
        if held == 0 || is_within_share(held as u64, amount as u64, free as u64) {
            Ok(())
        } else {
            Err(Refusal::Share)
        }
    }

    /// Takes room, all of it or none: how much.
    fn take(&mut self, caller: C, amount: usize) -> Option<usize> {
        if amount == 0 {
            return Some(0);
        }
        self.check(caller, amount).ok()?;
        let amount = amount.min(usize::MAX - self.taken);
        self.taken += amount;
        // What did not fit counts as well, so that its caller is no newcomer before all is gone.
        *self.held.entry(caller).or_default() += amount;
        Some(amount)
    }

    fn give_back(&mut self, caller: C, amount: usize) {
        self.taken = self.taken.saturating_sub(amount);
        if let Some(held) = self.held.get_mut(&caller) {
            *held = held.saturating_sub(amount);
            if *held == 0 {
                self.held.remove(&caller);
            }
        }
    }

    /// Takes room for the next who waits, if there is one for whom there is some: of those who hold
    /// least, the one who came first.
    fn next(&mut self) -> Option<(C, usize, oneshot::Sender<Permit<C>>)> {
        let firsts = self.lines.iter().filter_map(|(caller, line)| {
            let first = line.front()?;
            self.check(*caller, first.amount).ok()?;
            Some((self.held(*caller), first.number, *caller))
        });
        let (.., caller) = firsts.min_by_key(|(held, number, _)| (*held, *number))?;
        let line = self.lines.get_mut(&caller)?;
        let waiter = line.pop_front()?;
        if line.is_empty() {
            self.lines.remove(&caller);
        }
        let amount = self.take(caller, waiter.amount)?;
        Some((caller, amount, waiter.grant))
    }

    /// Takes a waiter out of its line, unless it has got its room.
    fn leave(&mut self, caller: C, number: u64) -> Option<Waiter<C>> {
        let line = self.lines.get_mut(&caller)?;
        let index = line.binary_search_by_key(&number, |waiter| waiter.number);
        let waiter = line.remove(index.ok()?);
        if line.is_empty() {
            self.lines.remove(&caller);
        }
        waiter
    }
}

impl<C: Copy + Eq + Hash> Room<C> {
    /// Room for so much, at least 1.
    pub fn new(capacity: usize) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State {
                capacity: capacity.max(1),
                taken: 0,
                held: HashMap::new(),
                lines: HashMap::new(),
                arrivals: 0,
                closed: false,
            }),
        })
    }

    /// Whether a caller may come with about so much. As what is large comes in parts, it has enough
    /// if half of what the caller may hold is free. It may not while other work of the caller waits
    /// for room already.
    pub fn check(&self, caller: C, amount: usize) -> Result<(), Refusal> {
        let state = self.state();
        let enough = amount.clamp(1, state.capacity.div_ceil(4));
        state.check(caller, enough)?;
        if state.lines.contains_key(&caller) {
            return Err(Refusal::Share);
        }
        Ok(())
    }

    /// Waits for so much room. Who holds nothing gets it as soon as any is free, however much it
    /// is. Dropping the future leaves the line.
    pub async fn take(self: &Arc<Self>, caller: C, amount: usize) -> Result<Permit<C>, Closed> {
        let (granted, _place) = {
            let mut state = self.state();
            if state.closed {
                return Err(Closed);
            }
            let is_first = !state.lines.contains_key(&caller);
            let taken = is_first.then(|| state.take(caller, amount)).flatten();
            if let Some(amount) = taken {
                return Ok(self.permit(caller, amount));
            }
            let (grant, granted) = oneshot::channel();
            state.arrivals += 1;
            let number = state.arrivals;
            state.lines.entry(caller).or_default().push_back(Waiter {
                number,
                amount,
                grant,
            });
            let place = Place {
                room: Arc::clone(self),
                caller,
                number,
            };
            (granted, place)
        };
        granted.await.map_err(|_| Closed)
    }

    /// Refuses whoever waits and whoever comes.
    pub fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        let waiting = std::mem::take(&mut state.lines);
        drop(state);
        drop(waiting);
    }

    fn permit(self: &Arc<Self>, caller: C, amount: usize) -> Permit<C> {
        Permit {
            room: Arc::clone(self),
            caller,
            amount,
        }
    }

    /// Gives room to those who wait, as far as there is some.
    fn grant(self: &Arc<Self>, mut state: MutexGuard<'_, State<C>>) {
        if state.lines.is_empty() {
            return;
        }
        let mut grants: Vec<Grant<C>> = Vec::new();
        while let Some((caller, amount, grant)) = state.next() {
            grants.push((grant, self.permit(caller, amount)));
        }
        drop(state);
        for (grant, permit) in grants {
            // Whoever has gone meanwhile gives it back by dropping it.
            let _ = grant.send(permit);
        }
    }

    fn state(&self) -> MutexGuard<'_, State<C>> {
        // Every change to the state is complete before anything could panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<C: Copy + Eq + Hash> Permit<C> {
    /// A part of this permit, or all of it if it is for less.
    pub fn split(&mut self, amount: usize) -> Self {
        let amount = amount.min(self.amount);
        self.amount -= amount;
        self.room.permit(self.caller, amount)
    }
}

impl<C: Copy + Eq + Hash> Drop for Permit<C> {
    fn drop(&mut self) {
        if self.amount > 0 {
            let mut state = self.room.state();
            state.give_back(self.caller, self.amount);
            self.room.grant(state);
        }
    }
}

impl<C: Copy + Eq + Hash> Drop for Place<C> {
    fn drop(&mut self) {
        let mut state = self.room.state();
        // There may be room for who came behind one for whom there was none.
        if state.leave(self.caller, self.number).is_some() {
            self.room.grant(state);
        }
    }
}

#[cfg(test)]
mod tests;
