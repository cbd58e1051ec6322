//! How long the server waits for a file that a client sends.

use std::time::Duration;

use axum::body::{Body, Bytes};
use http_body_util::BodyExt;
use tokio::time::Instant;

use crate::error::ApiError;

/// How long a client may send nothing in the middle of a file.
const SILENCE: Duration = Duration::from_secs(60);

/// How many bytes of a file must arrive in a second, taken from its beginning: a place is not for
/// who sends a byte now and then.
const LEAST_RATE: u64 = 64 * 1024;

/// A body with a file, on its way.
pub(crate) struct Arrival<'b> {
    body: &'b mut Body,
    began: Instant,
    received: u64,
}

impl<'b> Arrival<'b> {
    /// The time that the file may take begins now.
    pub(crate) fn begin(body: &'b mut Body) -> Self {
        Self {
            body,
            began: Instant::now(),
            received: 0,
        }
    }

    /// The next bytes; nothing at the end.
    ///
    /// # Errors
    /// 400 if the body breaks off or comes too slowly.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        let deadline = Instant::now() + patience(self.began.elapsed(), self.received);
        loop {
            let frame = tokio::time::timeout_at(deadline, self.body.frame())
                .await
                .map_err(|_| too_slow())?;
            match frame {
                None => return Ok(None),
                Some(Err(_)) => {
                    return Err(ApiError::invalid("The file broke off. Send it again."));
                }
                Some(Ok(frame)) => {
                    if let Ok(data) = frame.into_data() {
                        self.received = self.received.saturating_add(data.len() as u64);
                        return Ok(Some(data));
                    }
                }
            }
        }
    }
}

/// Reads the rest of a body with a file that is of no use, as long as it comes as fast as a file must and until more than
/// so many bytes have come.
pub async fn drain(body: &mut Body, most: u64) {
    let mut arrival = Arrival::begin(body);
    while arrival.received <= most && matches!(arrival.next().await, Ok(Some(_))) {}
}

fn too_slow() -> ApiError {
    ApiError::invalid(format!(
        "The file arrived too slowly: {} KiB a second are the least, and no {} seconds may pass \
         without any of it. Send it again.",
        LEAST_RATE / 1024,
        SILENCE.as_secs()
    ))
}

/// How long to wait for the next bytes of a file of which so much has come in this time.
fn patience(elapsed: Duration, received: u64) -> Duration {
    let due = SILENCE.saturating_add(Duration::from_secs(received / LEAST_RATE));
    due.saturating_sub(elapsed).min(SILENCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_sent_little_in_a_long_time_gets_little_more() {
        for (elapsed, received, expected) in [
            (0, 0, 60),
            (59, 1, 1),
            (61, 1, 0),
            (61, LEAST_RATE, 0),
            (61, 2 * LEAST_RATE, 1),
            (600, u64::MAX, 60),
            (0, 1000 * LEAST_RATE, 60),
        ] {
            let patience = patience(Duration::from_secs(elapsed), received);
            assert_eq!(patience.as_secs(), expected, "{elapsed} {received}");
        }
    }
}
