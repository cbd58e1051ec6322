use dragoman_domain::{Clock, Timestamp};
use dragoman_store::CopyState;
use tokio::sync::watch;

use crate::system::SystemClock;

/// The clock of the database, as of the last time that it was asked: the same for all machines, whatever their own say.
pub(super) struct DatabaseClock(pub(super) watch::Receiver<CopyState>);

impl Clock for DatabaseClock {
    fn now(&self) -> Timestamp {
        let here = SystemClock.now();
        let ahead = self.0.borrow().clock_ahead;
        Timestamp::from_millisecond(here.as_millisecond().saturating_add(ahead)).unwrap_or(here)
    }
}
