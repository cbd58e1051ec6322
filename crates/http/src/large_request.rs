//! Requests with the entries of a dictionary, which may be far larger than others.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRef, FromRequest, Request};
use dragoman_domain::{AccountId, ErrorKind};
use dragoman_service::{Caller, FairSemaphore, LARGEST_GLOSSARY, Turn};
use serde::de::DeserializeOwned;

use crate::body::BodyReader;
use crate::error::ApiError;
use crate::request::{sent_fields, take_apart};
use crate::sent_fields::SentFields;
use crate::{ApiState, LARGEST_BODY};

/// The largest body with entries in bytes. Where a client escapes all that is not ASCII, a byte of
/// an entry takes three: `%C3%A9` in a form and `\u00e9` in JSON stand for two bytes.
pub(crate) const LARGEST_ENTRIES_BODY: usize = 3 * LARGEST_GLOSSARY + LARGEST_BODY;

/// How many bodies that are larger than usual are in memory at a time.
const LARGE_BODIES: usize = 4;

/// How many of them may be of the same account, so that one with slow clients leaves room for
/// others.
const LARGE_BODIES_OF_ACCOUNT: usize = 2;

/// How long a large body waits for room.
const ROOM_TIMEOUT: Duration = Duration::from_secs(30);

/// The room for large bodies.
#[derive(Clone)]
pub(crate) struct LargeBodies(FairSemaphore);

impl Default for LargeBodies {
    fn default() -> Self {
        Self::of(LARGE_BODIES, LARGE_BODIES_OF_ACCOUNT)
    }
}

impl LargeBodies {
    /// Room for so many at a time, and for so many of an account.
    pub(crate) fn of(all: usize, of_account: usize) -> Self {
        Self(FairSemaphore::of(all, of_account))
    }
}

impl FromRef<ApiState> for LargeBodies {
    fn from_ref(state: &ApiState) -> Self {
        state.large_bodies.clone()
    }
}

/// The same as [`Fields`](crate::request::Fields) for requests that may be large, and whose forms
/// may have lists of objects.
pub(crate) struct LargeFields<T> {
    pub(crate) fields: T,
    /// To be kept until the request is answered.
    pub(crate) room: Option<Turn>,
}

impl<T, S> FromRequest<S> for LargeFields<T>
where
    T: DeserializeOwned + Send + 'static,
    S: Send + Sync,
    LargeBodies: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let caller = request.extensions().get::<Caller>();
        let account = caller
            .map(|caller| caller.account.id)
            .ok_or_else(|| ApiError::internal(&"a large request came without a caller"))?;
        let (parts, body) = take_apart(request)?;
        let advice = format!(
            "A glossary can have {LARGEST_GLOSSARY} bytes of entries; use several glossaries."
        );
        let bodies = LargeBodies::from_ref(state);
        let (bytes, room) = bodies
            .read(account, body, LARGEST_ENTRIES_BODY, &advice)
            .await?;
        let read = move || {
            let sent = SentFields {
                lists_of_objects: true,
                ..sent_fields(&parts, &bytes)?
            };
            sent.read()
        };
        let fields = match room {
            // Other requests wait on this thread.
            Some(_) => dragoman_tasks::spawn_blocking(read)
                .await
                .map_err(|error| ApiError::internal(&error))?,
            None => read(),
        }?;
        Ok(Self { fields, room })
    }
}

impl LargeBodies {
    /// The whole body of an account's request, and its room if it is larger than usual, which is to be kept as long as the
    /// body is.
    ///
    /// # Errors
    /// 400 if it breaks off, 413 with the advice if it is larger than `most`, 503 if there is no room.
    pub(crate) async fn read(
        &self,
        account: AccountId,
        body: Body,
        most: usize,
        advice: &str,
    ) -> Result<(Vec<u8>, Option<Turn>), ApiError> {
        let mut reading = BodyReader::new(body);
        if reading.read(LARGEST_BODY).await? {
            return Ok((reading.bytes, None));
        }
        let room = self.room(account).await?;
        if reading.read_on(most).await? {
            return Ok((reading.bytes, Some(room)));
        }
        let message = format!("The body is larger than {most} bytes. {advice}");
        reading.refuse(message).await
    }

    async fn room(&self, account: AccountId) -> Result<Turn, ApiError> {
        match tokio::time::timeout(ROOM_TIMEOUT, self.0.take(account)).await {
            Ok(Some(room)) => Ok(room),
            _ => Err(ApiError::new(
                ErrorKind::Overloaded,
                "The server reads as many large requests as it takes. Try again later.",
            )),
        }
    }
}
