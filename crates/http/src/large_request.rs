//! Requests with the entries of a dictionary, which may be far larger than others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{FromRef, FromRequest, Request};
use dragoman_domain::{AccountId, ErrorKind};
use dragoman_service::{Caller, LARGEST_GLOSSARY};
use serde::de::DeserializeOwned;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

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
pub(crate) struct LargeBodies {
    all: Arc<Semaphore>,
    /// Those of each account that has or awaits room.
    of_accounts: Arc<Mutex<HashMap<AccountId, Arc<Semaphore>>>>,
}

/// Room for a large body; given back when dropped.
pub(crate) struct Room {
    _of_account: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

impl Default for LargeBodies {
    fn default() -> Self {
        Self {
            all: Arc::new(Semaphore::new(LARGE_BODIES)),
            of_accounts: Arc::default(),
        }
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
    pub(crate) room: Option<Room>,
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
        let mut reading = BodyReader::new(body);
        let mut room = None;
        if !reading.read(LARGEST_BODY).await? {
            room = Some(LargeBodies::from_ref(state).room(account).await?);
            if !reading.read_on(LARGEST_ENTRIES_BODY).await? {
                return reading
                    .refuse(format!(
                        "The body is larger than {LARGEST_ENTRIES_BODY} bytes. A glossary can have \
                         {LARGEST_GLOSSARY} bytes of entries; use several glossaries."
                    ))
                    .await;
            }
        }
        let bytes = reading.bytes;
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
    async fn room(self, account: AccountId) -> Result<Room, ApiError> {
        let wait = async {
            // That of the account first: who waits for it must not hold what others could use.
            let of_account = self.of_account(account).acquire_owned().await?;
            Ok::<_, AcquireError>(Room {
                _of_account: of_account,
                _of_all: self.all.acquire_owned().await?,
            })
        };
        match tokio::time::timeout(ROOM_TIMEOUT, wait).await {
            Ok(Ok(room)) => Ok(room),
            _ => Err(ApiError::new(
                ErrorKind::Overloaded,
                "The server reads as many large requests as it takes. Try again later.",
            )),
        }
    }

    fn of_account(&self, account: AccountId) -> Arc<Semaphore> {
        let mut accounts = self
            .of_accounts
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        // Each permit and who waits for one holds its semaphore.
        accounts.retain(|_, semaphore| Arc::strong_count(semaphore) > 1);
        let semaphore = accounts
            .entry(account)
            .or_insert_with(|| Arc::new(Semaphore::new(LARGE_BODIES_OF_ACCOUNT)));
        Arc::clone(semaphore)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use uuid::Uuid;

    use super::*;

    #[tokio::test]
    async fn an_account_with_slow_clients_leaves_room_for_others() {
        let bodies = LargeBodies::default();
        let room = |number| {
            let account = AccountId(Uuid::from_u128(number));
            let room = bodies.clone().room(account).now_or_never();
            room.map(Result::unwrap)
        };
        let mut rooms: Vec<Room> = (0..LARGE_BODIES_OF_ACCOUNT)
            .filter_map(|_| room(1))
            .collect();
        assert_eq!(rooms.len(), LARGE_BODIES_OF_ACCOUNT);
        assert!(room(1).is_none());
        let other = room(2);
        assert!(other.is_some());
        rooms.pop();
        assert!(room(1).is_some());
        drop((rooms, other));
        drop(room(3));
        let known = bodies.of_accounts.lock().unwrap().len();
        assert_eq!(known, 1, "accounts that are done are forgotten");
    }
}
