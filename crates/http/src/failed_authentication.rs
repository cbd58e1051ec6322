//! Who shows wrong keys waits longer each time. Keys are tested first, so that whoever has a right one never
//! waits, whatever others do behind the same address.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::HeaderValue;
use axum::http::header::CONNECTION;
use axum::response::{IntoResponse, Response};
use dragoman_domain::ErrorKind;
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::client_address::{ByAddress, Shares};
use crate::error::ApiError;

/// So many failures of an address are answered at once: somebody is setting up a client.
const FREE: u32 = 5;

/// How long the answer waits after that; each further failure doubles it.
const FIRST_DELAY: Duration = Duration::from_millis(100);

/// The longest delay. It is shorter than what clients wait for an answer.
const LONGEST_DELAY: Duration = Duration::from_secs(5);

/// After so long without a failure an address is new again.
const FORGOTTEN: Duration = Duration::from_secs(600);

/// Of so many addresses failures are remembered.
const MOST_ADDRESSES: usize = 10_000;

/// So many answers are delayed at a time, and so many to one address. Each holds a connection.
const MOST_DELAYED: usize = 64;
const MOST_DELAYED_OF_ADDRESS: usize = 4;

/// The failures of addresses, and the answers to them that wait.
pub struct FailedAuthentication {
    failures: Mutex<ByAddress<Failures>>,
    delayed: Semaphore,
    delayed_of_address: Arc<Shares>,
}

/// Authentication failed too often from an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailedTooOften {
    /// After what time it may be tried again.
    pub retry_after: Duration,
}

#[derive(Default, Clone, Copy)]
struct Failures {
    number: u32,
    last: Option<Instant>,
}

impl Failures {
    fn is_old(&self, now: Instant) -> bool {
        self.last
            .is_none_or(|last| now.saturating_duration_since(last) > FORGOTTEN)
    }
}

impl Default for FailedAuthentication {
    fn default() -> Self {
        Self {
            failures: Mutex::new(ByAddress::new(MOST_ADDRESSES)),
            delayed: Semaphore::new(MOST_DELAYED),
            delayed_of_address: Shares::new(MOST_DELAYED_OF_ADDRESS),
        }
    }
}

impl FailedAuthentication {
    /// The answer to a request of this address that has no valid key, after the time that the address has
    /// earned. If too many wait already, the client is told at once to come back later, and has to connect anew.
    pub(crate) async fn answer(&self, address: Option<IpAddr>, error: ApiError) -> Response {
        match self.wait(address).await {
            Ok(()) => error.into_response(),
            Err(failed) => too_many(failed),
        }
    }

    /// Counts a failure of this address, and waits for the time that it has earned.
    ///
    /// # Errors
    /// [`FailedTooOften`] if too many wait already; that is to be answered at once.
    pub async fn wait(&self, address: Option<IpAddr>) -> Result<(), FailedTooOften> {
        metrics::counter!("dragoman_failed_authentications_total").increment(1);
        let Some(address) = address else {
            return Ok(());
        };
        let (number, delay) = self.note(address, Instant::now());
        tracing::warn!(%address, failures = number, "authentication failed");
        if delay.is_zero() {
            return Ok(());
        }
        let place = self.delayed.try_acquire();
        let share = self.delayed_of_address.take(address);
        if place.is_err() || share.is_none() {
            return Err(FailedTooOften { retry_after: delay });
        }
        tokio::time::sleep(delay).await;
        Ok(())
    }

    /// Counts a failure. Gives how many there were lately and how long the answer is to wait.
    fn note(&self, address: IpAddr, now: Instant) -> (u32, Duration) {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = failures.of(address, |entry| entry.is_old(now), |entry| entry.last);
        if of_address.is_old(now) {
            of_address.number = 0;
        }
        of_address.number = of_address.number.saturating_add(1);
        of_address.last = Some(now);
        (of_address.number, delay(of_address.number))
    }
}

/// How long the answer to the failure with this number, from 1, waits.
fn delay(number: u32) -> Duration {
    match number.checked_sub(FREE + 1) {
        None => Duration::ZERO,
        Some(doublings) => {
            let times = 1_u32.checked_shl(doublings).unwrap_or(u32::MAX);
            FIRST_DELAY.saturating_mul(times).min(LONGEST_DELAY)
        }
    }
}

fn too_many(failed: FailedTooOften) -> Response {
    let mut response = ApiError::new(
        ErrorKind::RateLimited,
        "Authorization failed too often from this address. Check the key and try again later.",
    )
    .retry_after(failed.retry_after)
    .into_response();
    response
        .headers_mut()
        .insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure() -> ApiError {
        ApiError::new(ErrorKind::Unauthenticated, "No.")
    }

    fn ip(number: u32) -> Option<IpAddr> {
        Some(IpAddr::V4(number.into()))
    }

    #[tokio::test(start_paused = true)]
    async fn the_first_failures_are_answered_at_once_and_then_each_waits_longer() {
        let failed = FailedAuthentication::default();
        let mut waited = Vec::new();
        for _ in 0..13 {
            let began = Instant::now();
            assert_eq!(failed.answer(ip(1), failure()).await.status(), 403);
            waited.push(began.elapsed().as_millis() / 10 * 10);
        }
        let expected = [0, 0, 0, 0, 0, 100, 200, 400, 800, 1600, 3200, 5000, 5000];
        assert_eq!(waited, expected);

        let began = Instant::now();
        failed.answer(ip(2), failure()).await;
        assert!(began.elapsed().is_zero(), "another address does not wait");

        tokio::time::advance(FORGOTTEN + Duration::from_secs(1)).await;
        let began = Instant::now();
        failed.answer(ip(1), failure()).await;
        assert!(began.elapsed().is_zero(), "it is forgotten");
    }

    #[tokio::test(start_paused = true)]
    async fn no_more_answers_wait_than_there_are_places_for() {
        let failed = Arc::new(FailedAuthentication::default());
        let ask = |number| {
            let failed = Arc::clone(&failed);
            async move { failed.answer(ip(number), failure()).await.status().as_u16() }
        };
        for _ in 0..FREE {
            ask(1).await;
        }
        let answers: Vec<u16> = futures_util::future::join_all((0..6).map(|_| ask(1))).await;
        assert_eq!(answers, [403, 403, 403, 403, 429, 429]);
    }

    #[test]
    fn no_more_addresses_are_remembered_than_there_is_room_for() {
        let failed = FailedAuthentication::default();
        let now = Instant::now();
        let newest = u32::try_from(MOST_ADDRESSES).unwrap() + 9;
        for number in 0..=newest {
            failed.note(
                IpAddr::V4(number.into()),
                now + Duration::from_millis(number.into()),
            );
        }
        let (number, _) = failed.note(IpAddr::V4(newest.into()), now);
        assert_eq!(number, 2, "the newest are remembered");
        let (number, _) = failed.note(IpAddr::V4(0.into()), now);
        assert_eq!(number, 1, "the oldest are not");
    }
}
