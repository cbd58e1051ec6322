use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What goes wrong with each request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fault {
    /// Nothing.
    #[default]
    None,
    /// Is answered that the server has too much to do: 503 `SlowDown`.
    Busy,
    /// Is refused: 403 `AccessDenied`.
    Refuse,
    /// Waits so long before anybody looks at it.
    Slow(Duration),
    /// If it has a body: in the middle of that the connection is closed.
    CutUploads,
    /// Does not come: nobody listens, and the connections that there were are closed.
    Away,
}

/// The fault that is set, and what has happened to requests.
#[derive(Default)]
pub(crate) struct Faults {
    state: Mutex<State>,
    /// Told after each request.
    ended: Condvar,
}

#[derive(Default)]
struct State {
    fault: Fault,
    /// How many requests meet it yet; none if all do.
    left: Option<u32>,
    requests: u64,
}

impl Faults {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set(&self, fault: Fault, requests: Option<u32>) {
        let mut state = self.state();
        state.fault = fault;
        state.left = requests;
    }

    pub(crate) fn requests(&self) -> u64 {
        self.state().requests
    }

    /// Counts a request and says what goes wrong with it. It ends with what this gives.
    pub(crate) fn begin(self: &Arc<Self>) -> (Fault, Ended) {
        (self.next(), Ended(Arc::clone(self)))
    }

    fn next(&self) -> Fault {
        let mut state = self.state();
        state.requests += 1;
        match &mut state.left {
            None => state.fault,
            Some(0) => Fault::None,
            Some(left) => {
                *left -= 1;
                state.fault
            }
        }
    }

    /// Waits until it is so after a request.
    pub(crate) fn until(&self, mut is_so: impl FnMut() -> bool) {
        let mut state = self.state();
        while !is_so() {
            state = self
                .ended
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Says that a request has ended when it is dropped, and so also when the client is gone before.
pub(crate) struct Ended(Arc<Faults>);

impl Drop for Ended {
    fn drop(&mut self) {
        // With the lock, so that nobody looks before this and waits after it.
        let _state = self.0.state();
        self.0.ended.notify_all();
    }
}
