//! Two threads for the work of one: while one leads, it gives half of each large product to the other, which waits for it
//! without sleeping. Waking a thread takes longer than most products.

use std::cell::{RefCell, UnsafeCell};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::layer::Affine;

/// Layers of fewer bytes are left to one thread: handing over takes about as long as reading so many from a far cache.
const FEWEST_BYTES: usize = 32 << 10;

/// How often a thread looks before it lets others have the processor between two looks.
const LOOKS: u32 = 4_000;

/// A wait as long as this means that the other thread does not run.
const LATE: Duration = Duration::from_micros(200);

/// The helper has not come.
const AWAITED: u8 = 0;
/// It waits for a task.
const ATTENDED: u8 = 1;
/// It has one.
const GIVEN: u8 = 2;
/// It was sent away, or has left.
const GONE: u8 = 3;

/// What a leader and its helper share.
#[derive(Debug, Default)]
struct Pair {
    state: Apart<AtomicU8>,
    task: UnsafeCell<Option<Task>>,
    /// Whether the helper's part panicked.
    has_panicked: AtomicBool,
    was_late: AtomicBool,
}

// SAFETY: the leader writes the task while the state is not `GIVEN`, and then says that it is; the helper reads it only while it is.
unsafe impl Sync for Pair {}

/// Alone on its cache lines, of which processors fetch two at a time.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Apart<T>(T);

/// Something to be called once by another thread, while the leader keeps it where it is.
#[derive(Debug, Clone, Copy)]
struct Task {
    call: unsafe fn(*mut ()),
    data: *mut (),
}

// SAFETY: tasks are made of what is `Send`.
unsafe impl Send for Task {}

impl Task {
    fn new<F: FnOnce() + Send>(task: &mut Option<F>) -> Self {
        /// # Safety
        /// `data` is the option that the task was made of, which nobody else uses.
        unsafe fn call<F: FnOnce()>(data: *mut ()) {
            // SAFETY: as above.
            let task = unsafe { &mut *data.cast::<Option<F>>() };
            if let Some(task) = task.take() {
                task();
            }
        }
        Self {
            call: call::<F>,
            data: ptr::from_mut(task).cast(),
        }
    }
}

thread_local! {
    /// The pair that this thread leads.
    static LED: RefCell<Option<Arc<Pair>>> = const { RefCell::new(None) };
}

/// A thread's claim to another's help. The helper is sent away when this is dropped.
#[derive(Debug)]
pub struct Leader(Arc<Pair>);

/// What another thread needs to help a [`Leader`].
#[derive(Debug)]
pub struct Helper(Arc<Pair>);

impl Leader {
    /// A leader, and what the thread needs that will help it.
    ///
    /// Results are those of one thread, bit by bit: each output of a layer is computed as one thread would.
    #[must_use]
    pub fn new() -> (Self, Helper) {
        let pair = Arc::<Pair>::default();
        (Self(Arc::clone(&pair)), Helper(pair))
    }

    /// Computes with half of each large product given to the helper, as soon as there is one.
    pub fn lead<T>(&mut self, compute: impl FnOnce() -> T) -> T {
        struct Before(Option<Arc<Pair>>);
        impl Drop for Before {
            fn drop(&mut self) {
                LED.replace(self.0.take());
            }
        }
        let _before = Before(LED.replace(Some(Arc::clone(&self.0))));
        compute()
    }

    /// Whether the helper is there.
    #[must_use]
    pub fn is_attended(&self) -> bool {
        self.0.is_attended()
    }

    /// Whether the helper was there and has left.
    #[must_use]
    pub fn has_left(&self) -> bool {
        self.0.state() == GONE
    }

    /// Whether this thread once waited for the helper for so long that the helper cannot have had a processor: one thread alone
    /// is faster then.
    #[must_use]
    pub fn waited_long(&self) -> bool {
        self.0.was_late.load(Ordering::Relaxed)
    }
}

impl Drop for Leader {
    fn drop(&mut self) {
        self.0.state.0.store(GONE, Ordering::Release);
    }
}

impl Helper {
    /// Helps until the leader is dropped or this thread is wanted elsewhere; tells whether it came in time. Does not sleep
    /// meanwhile.
    ///
    /// # Panics
    /// If what it computes does. Then the leader panics as well, and goes on without a helper if it goes on.
    pub fn assist(self, is_wanted: impl Fn() -> bool) -> bool {
        self.0.assist(is_wanted)
    }
}

impl Pair {
    fn state(&self) -> u8 {
        self.state.0.load(Ordering::Acquire)
    }

    /// Changes the state if it is this one.
    fn change(&self, from: u8, to: u8) -> bool {
        let state = &self.state.0;
        let changed = state.compare_exchange(from, to, Ordering::AcqRel, Ordering::Acquire);
        changed.is_ok()
    }

    fn is_attended(&self) -> bool {
        self.state() == ATTENDED
    }

    fn assist(&self, is_wanted: impl Fn() -> bool) -> bool {
        if !self.change(AWAITED, ATTENDED) {
            return false;
        }
        loop {
            wait(|| self.state() != ATTENDED || is_wanted());
            match self.state() {
                GIVEN => self.do_task(),
                ATTENDED if self.change(ATTENDED, GONE) => return true,
                // A task came at the last moment.
                ATTENDED => {}
                _ => return true,
            }
        }
    }

    /// Does the task that was given.
    fn do_task(&self) {
        let doing = Doing(self);
        // SAFETY: the leader wrote the task before it said so, and leaves it alone until this says that it is done.
        if let Some(Task { call, data }) = unsafe { *self.task.get() } {
            // SAFETY: the leader keeps the task's data where they are, and does not touch them, until it is done.
            unsafe { call(data) };
        }
        drop(doing);
    }

    /// Computes `own` here and `other` on the helper, or both here if it is not there. Only the thread that leads may call this.
    fn join(&self, own: impl FnOnce(), other: impl FnOnce() + Send) {
        let mut other = Some(other);
        let task = Task::new(&mut other);
        // SAFETY: the helper does not look at it before it is told that it has one.
        unsafe { *self.task.get() = Some(task) };
        if self.change(ATTENDED, GIVEN) {
            let awaited = Awaited(self);
            own();
            drop(awaited);
        } else {
            own();
            // SAFETY: its data are here, and nobody else was told of it.
            unsafe { (task.call)(task.data) };
        }
        assert!(
            !self.has_panicked.swap(false, Ordering::Relaxed),
            "the part of a product that another thread computes panicked"
        );
    }
}

/// Says that a task is done when it is dropped: even if it panicked, the leader must not wait for ever.
struct Doing<'a>(&'a Pair);

impl Drop for Doing<'_> {
    fn drop(&mut self) {
        let has_panicked = thread::panicking();
        self.0.has_panicked.store(has_panicked, Ordering::Relaxed);
        let state = if has_panicked { GONE } else { ATTENDED };
        self.0.state.0.store(state, Ordering::Release);
    }
}

/// Waits for the helper when it is dropped: even if the leader's own part panics, the helper's must not outlive what it borrows.
struct Awaited<'a>(&'a Pair);

impl Drop for Awaited<'_> {
    fn drop(&mut self) {
        if wait(|| self.0.state() != GIVEN) >= LATE {
            self.0.was_late.store(true, Ordering::Relaxed);
        }
        if thread::panicking() {
            // One panic is enough, and the next task has nothing to do with it.
            self.0.has_panicked.store(false, Ordering::Relaxed);
        }
    }
}

/// Waits without sleeping until something holds; for how long, not counting the first looks.
fn wait(until: impl Fn() -> bool) -> Duration {
    for _ in 0..LOOKS {
        if until() {
            return Duration::ZERO;
        }
        std::hint::spin_loop();
    }
    let begun = Instant::now();
    while !until() {
        thread::yield_now();
    }
    begun.elapsed()
}

/// Where to cut the tiles of a layer in two, if this thread has a helper and the layer is large enough.
pub(crate) fn middle(layer: &Affine) -> Option<usize> {
    /// As many tiles as are multiplied at once are not taken apart.
    const GROUP: usize = 4;
    let is_worthwhile = layer.bytes() >= FEWEST_BYTES
        && LED.with_borrow(|pair| pair.as_ref().is_some_and(|pair| pair.is_attended()));
    let middle = layer.tiles() / 2 / GROUP * GROUP;
    (is_worthwhile && middle > 0).then_some(middle)
}

/// Computes `own` here and `other` on the helper of this thread, or both here if it has none. What either of them divides again
/// is computed where it is: the helper has one task at a time.
pub(crate) fn join(own: impl FnOnce(), other: impl FnOnce() + Send) {
    if let Some(pair) = LED.take() {
        pair.join(own, other);
        LED.set(Some(pair));
    } else {
        own();
        other();
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread::{self, ThreadId};

    use super::{AtomicBool, Leader, Ordering, join};

    /// Calls a function with a leader whose helper is there, and sees that the helper leaves.
    fn with_helper(test: impl FnOnce(Leader)) {
        let (leader, helper) = Leader::new();
        thread::scope(|scope| {
            scope.spawn(|| helper.assist(|| false));
            while !leader.is_attended() {
                thread::yield_now();
            }
            test(leader);
        });
    }

    /// The threads that do the leader's part and the other one.
    fn threads() -> [Option<ThreadId>; 2] {
        let (mut own, mut other) = (None, None);
        join(
            || own = Some(thread::current().id()),
            || other = Some(thread::current().id()),
        );
        [own, other]
    }

    #[test]
    fn a_helper_does_one_of_two_parts_as_long_as_it_is_led() {
        let here = Some(thread::current().id());
        with_helper(|mut leader| {
            assert_eq!(threads(), [here, here]);
            for _ in 0..1_000 {
                let [own, other] = leader.lead(threads);
                assert_eq!(own, here);
                assert!(other.is_some() && other != here);
            }
            assert_eq!(threads(), [here, here]);
        });
    }

    #[test]
    fn what_a_part_divides_again_stays_with_its_thread() {
        with_helper(|mut leader| {
            let (mut own, mut other) = ([None; 2], [None; 2]);
            leader.lead(|| join(|| own = threads(), || other = threads()));
            assert_eq!(own, [Some(thread::current().id()); 2]);
            assert_eq!(other[0], other[1]);
            assert_ne!(own, other);
        });
    }

    #[test]
    fn without_a_helper_one_thread_does_both_parts() {
        let here = Some(thread::current().id());
        let (mut leader, helper) = Leader::new();
        assert_eq!(leader.lead(threads), [here, here]);
        drop(leader);
        // Whoever comes too late goes at once.
        assert!(!helper.assist(|| false));
    }

    #[test]
    fn a_helper_leaves_for_other_work_and_the_leader_goes_on() {
        let here = Some(thread::current().id());
        let wanted = AtomicBool::new(false);
        let (mut leader, helper) = Leader::new();
        thread::scope(|scope| {
            let helping = scope.spawn(|| helper.assist(|| wanted.load(Ordering::Relaxed)));
            while !leader.is_attended() {
                thread::yield_now();
            }
            assert_ne!(leader.lead(threads)[1], here);
            // It leaves at a moment of which nobody knows: what is divided then is done all the same.
            wanted.store(true, Ordering::Relaxed);
            while !leader.has_left() {
                assert!(leader.lead(threads).iter().all(Option::is_some));
            }
            assert!(helping.join().is_ok_and(|came| came));
            assert_eq!(leader.lead(threads), [here, here]);
        });
    }

    #[test]
    fn a_panic_of_either_part_is_the_leaders() {
        let here = Some(thread::current().id());
        for (own, other) in [(false, true), (true, false), (false, false)] {
            let (mut leader, helper) = Leader::new();
            thread::scope(|scope| {
                let helping = scope.spawn(|| helper.assist(|| false));
                while !leader.is_attended() {
                    thread::yield_now();
                }
                let caught = catch_unwind(AssertUnwindSafe(|| {
                    leader.lead(|| join(|| assert!(own), || assert!(other)));
                }));
                assert!(caught.is_err());
                // It goes on, with the helper if that has not panicked.
                let [first, second] = leader.lead(threads);
                assert_eq!(first, here);
                assert_eq!(second == here, !other);
                drop(leader);
                assert_eq!(helping.join().is_ok(), other);
            });
        }
    }
}
