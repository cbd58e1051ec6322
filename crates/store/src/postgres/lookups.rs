//! Which key has a secret: asked with each request, and so for all that ask at the same time at once.

use std::collections::HashMap;

use dragoman_domain::{Account, ApiKey, KeyDigest, StoreError};
use sqlx::postgres::PgConnectOptions;
use subtle::ConstantTimeEq;
use tokio::sync::oneshot;

use super::columns::key_columns;
use super::connection::{OwnConnection, bounded};
use super::gatherer::{CarryOut, Gatherer, count_call, stopped};
use crate::rows::{StoredRow, account_columns, to_account, to_key};

type Answer = Result<Option<(ApiKey, Account)>, StoreError>;

struct Question {
    digest: KeyDigest,
    reply: oneshot::Sender<Answer>,
}

/// Looks keys up by the digests of their secrets.
#[derive(Debug, Clone)]
pub(super) struct KeyLookups(Gatherer<Question>);

impl KeyLookups {
    pub(super) fn start(options: PgConnectOptions) -> Self {
        Self(Gatherer::start(Reader(OwnConnection::new(options))))
    }

    pub(super) async fn key_by_digest(&self, digest: &KeyDigest) -> Answer {
        let (reply, answer) = oneshot::channel();
        let digest = *digest;
        self.0.send(Question { digest, reply }).await?;
        answer.await.map_err(|_| stopped())?
    }
}

struct Reader(OwnConnection);

/// Keys with their accounts, by the digests that are stored.
type Found = HashMap<Vec<u8>, (ApiKey, Account)>;

impl Reader {
    async fn read(&mut self, digests: &[&[u8]]) -> Result<Found, StoreError> {
        let connection = self.0.get().await?;
        let rows = bounded(
            sqlx::query(concat!(
                "SELECT keys.digest, ",
                key_columns!(),
                ", ",
                account_columns!(),
                " FROM keys JOIN accounts ON accounts.id = keys.account WHERE keys.digest = ANY ($1)"
            ))
            .bind(digests)
            .fetch_all(connection),
        )
        .await?;
        rows.iter()
            .map(|row| {
                let digest = row.bytes("digest")?.to_vec();
                Ok((digest, (to_key(row)?, to_account(row)?)))
            })
            .collect()
    }
}

impl CarryOut<Question> for Reader {
    async fn carry_out(&mut self, questions: Vec<Question>) {
        count_call("lookup", questions.len());
        let mut digests: Vec<&[u8]> = questions
            .iter()
            .map(|question| question.digest.0.as_slice())
            .collect();
        // Many requests of the same moment come with the same key.
        digests.sort_unstable();
        digests.dedup();
        let found = self.read(&digests).await;
        if found.is_err() {
            self.0.give_up();
        }
        for question in questions {
            let answer = match &found {
                Ok(found) => Ok(with_digest(found, &question.digest)),
                Err(error) => Err(error.clone()),
            };
            // Who asked may have gone.
            let _ = question.reply.send(answer);
        }
    }

    async fn close(mut self) {
        self.0.close().await;
    }
}

/// The look-up compares keyed hashes, which an attacker cannot steer towards a stored one; the comparison that decides
/// is nevertheless in constant time.
fn with_digest(found: &Found, digest: &KeyDigest) -> Option<(ApiKey, Account)> {
    let (stored, key) = found.get_key_value(digest.0.as_slice())?;
    bool::from(stored.as_slice().ct_eq(&digest.0)).then(|| key.clone())
}
