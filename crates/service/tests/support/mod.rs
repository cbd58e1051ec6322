//! A database with accounts for the tests of what accounts have.

pub(crate) mod space;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dragoman_domain::{
    Actor, Clock, Feature, KeyKind, KeyLimits, Person, RandomSource, Role, ScopeSet, Timestamp,
};
use dragoman_service::{AccountDefaults, Caller, KeyHasher, Keys, NewKey, SessionLimits, SignIn};
use dragoman_store::{Durability, SqliteStore};
use tempfile::TempDir;

use space::Disk;

pub(crate) struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        "2026-05-17T08:30:00Z".parse().unwrap()
    }
}

/// Gives other bytes each time, the same in each run.
#[derive(Default)]
struct CountingRandom(AtomicU64);

impl RandomSource for CountingRandom {
    fn fill(&self, buffer: &mut [u8]) {
        for chunk in buffer.chunks_mut(8) {
            let number = self.0.fetch_add(1, Ordering::Relaxed).to_be_bytes();
            chunk.copy_from_slice(&number[..chunk.len()]);
        }
    }
}

/// A real store in a folder of its own, and the keys in it.
pub(crate) struct Installation {
    pub(crate) store: SqliteStore,
    pub(crate) disk: Arc<Disk>,
    random: Arc<CountingRandom>,
    keys: Keys,
    _folder: TempDir,
}

impl Installation {
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("test.db");
        let store = SqliteStore::open(&file, Durability::ProcessCrash)
            .await
            .unwrap();
        let random = Arc::new(CountingRandom::default());
        let keys = Keys::new(
            Arc::new(store.clone()),
            Arc::new(FixedClock),
            Arc::clone(&random) as _,
            KeyHasher::new(&[1; 32]),
            AccountDefaults {
                free_character_limit: None,
                pro_character_limit: None,
                features: Feature::ALL.into(),
            },
        );
        Self {
            store,
            disk: Arc::default(),
            random,
            keys,
            _folder: folder,
        }
    }

    pub(crate) fn random(&self) -> Arc<dyn RandomSource> {
        Arc::clone(&self.random) as _
    }

    /// The accounts and keys in the store.
    pub(crate) fn keys(&self) -> &Keys {
        &self.keys
    }

    /// A person of the account with these roles, which is made if there is none.
    pub(crate) async fn person(&self, account: &str, name: &str, roles: &[Role]) -> Caller {
        let made = self.keys.account_or_new(account, None, Actor::Operator);
        made.await.unwrap();
        let store = Arc::new(self.store.clone());
        let sign_in = SignIn::new(
            self.keys.clone(),
            store,
            Arc::new(FixedClock),
            self.random(),
            KeyHasher::new(&[1; 32]),
            SessionLimits::default(),
        );
        let person = Person {
            identity: name.to_owned(),
            name: name.to_owned(),
        };
        let roles = roles.iter().copied().collect();
        let session = sign_in.as_person(account, &person, roles).await.unwrap();
        session.signed_in.caller
    }

    /// A caller of the account, which is made if there is none, with the pro plan.
    pub(crate) async fn caller(&self, account: &str, scopes: ScopeSet) -> Caller {
        let account = self
            .keys
            .account_or_new(account, None, Actor::Operator)
            .await
            .unwrap();
        let new = NewKey {
            kind: KeyKind::Developer,
            label: "test".to_owned(),
            scopes,
            limits: KeyLimits::default(),
            expires: None,
        };
        let issued = self.keys.create(&account, new, Actor::Operator);
        let secret = issued.await.unwrap().secret;
        self.keys.authenticate(&secret).await.unwrap()
    }
}
