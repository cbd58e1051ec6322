//! The bytes of a body.

use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use dragoman_domain::ErrorKind;
use http_body_util::BodyExt;

use crate::LARGEST_BODY;
use crate::arrival::Arrival;
use crate::error::ApiError;

/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// How much of a body that is too large is still read, so that a client that sends it all before
/// it listens gets to see the answer.
const LARGEST_DRAIN: usize = 8 * 1024 * 1024;

/// The whole body, if it is no larger than the contract allows and arrives in time.
pub(crate) async fn read_body(body: Body) -> Result<Bytes, ApiError> {
    read_body_of(body, LARGEST_BODY).await
}

/// The whole body, if it has at most so many bytes and arrives in time.
pub(crate) async fn read_body_of(body: Body, most: usize) -> Result<Bytes, ApiError> {
    let mut reading = BodyReader::new(body);
    if reading.read(most).await? {
        return Ok(reading.bytes.into());
    }
    reading
        .refuse(format!(
            "The body is larger than {most} bytes. Send what is in it with several requests."
        ))
        .await
}

/// Reads a body up to a length, and on if more is allowed.
pub(crate) struct BodyReader {
    body: Body,
    /// What is read so far.
    pub(crate) bytes: Vec<u8>,
}

impl BodyReader {
    pub(crate) const fn new(body: Body) -> Self {
        Self {
            body,
            bytes: Vec::new(),
        }
    }

    /// Reads on until the end or until there are more bytes than this in all. Returns whether the
    /// body has ended and is no larger.
    ///
    /// # Errors
    /// 400 if it breaks off or that takes too long.
    pub(crate) async fn read(&mut self, most: usize) -> Result<bool, ApiError> {
        match tokio::time::timeout(BODY_TIMEOUT, self.read_frames(most)).await {
            Ok(result) => result,
            Err(_) => Err(ApiError::invalid(format!(
                "The body did not arrive within {} seconds.",
                BODY_TIMEOUT.as_secs()
            ))),
        }
    }

    /// As [`read`](Self::read), for so much that only the rate at which it comes can be bounded.
    pub(crate) async fn read_on(&mut self, most: usize) -> Result<bool, ApiError> {
        self.reserve(most);
        let mut arrival = Arrival::begin(&mut self.body);
        while self.bytes.len() <= most {
            match arrival.next().await? {
                Some(data) => self.bytes.extend_from_slice(&data),
                None => return Ok(true),
            }
        }
        Ok(false)
    }

    /// Makes room for what the client announced.
    fn reserve(&mut self, most: usize) {
        let expected = usize::try_from(self.body.size_hint().lower()).unwrap_or(most);
        let room = most.saturating_sub(self.bytes.len());
        self.bytes.reserve_exact(expected.min(room));
    }

    async fn read_frames(&mut self, most: usize) -> Result<bool, ApiError> {
        self.reserve(most);
        while self.bytes.len() <= most {
            match next_data(&mut self.body).await? {
                Some(data) => self.bytes.extend_from_slice(&data),
                None => return Ok(true),
            }
        }
        Ok(false)
    }

    /// The answer to a body that is too large.
    pub(crate) async fn refuse<T>(mut self, message: String) -> Result<T, ApiError> {
        self.bytes = Vec::new();
        let drain = async {
            let mut length = 0_usize;
            while length <= LARGEST_DRAIN
                && let Some(data) = next_data(&mut self.body).await?
            {
                length = length.saturating_add(data.len());
            }
            Ok::<(), ApiError>(())
        };
        // Whether it could all be read or not, it is too large.
        let _ = tokio::time::timeout(BODY_TIMEOUT, drain).await;
        Err(ApiError::new(ErrorKind::TooLarge, message))
    }
}

async fn next_data(body: &mut Body) -> Result<Option<Bytes>, ApiError> {
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| ApiError::invalid("The body broke off."))?;
        if let Ok(data) = frame.into_data() {
            return Ok(Some(data));
        }
    }
    Ok(None)
}

/// Reads the rest of a body that is of no use, if it is not too long and arrives in time.
pub(crate) async fn drain(body: &mut Body) {
    let rest = async {
        let mut length = 0_usize;
        while let Some(Ok(frame)) = body.frame().await {
            length = length.saturating_add(frame.data_ref().map_or(0, Bytes::len));
            if length > LARGEST_DRAIN {
                break;
            }
        }
    };
    let _ = tokio::time::timeout(BODY_TIMEOUT, rest).await;
}
