//! What is left of a document when the process is killed at any moment.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use dragoman_domain::{
    Clock as _, ErrorKind, Product, Reservation, ReservationId, UsageLedger as _, UsageOwner,
    UsagePeriod, day_of,
};
use dragoman_service::{Caller, DocumentError, DocumentHandle, DocumentLimits, DocumentReport};
use tokio::runtime::Runtime;

use crate::mortal::Death;
use crate::stage::{Stage, World, at_most, wide_limits};

/// What the client knows when the server dies.
#[derive(Default)]
struct Client {
    sent: Mutex<Option<DocumentHandle>>,
    has_fetched: Mutex<bool>,
}

impl Client {
    async fn send_and_fetch(&self, stage: &Stage, caller: &Caller) -> Result<(), DocumentError> {
        let handle = stage.send(caller, "a.txt", b"Hello.").await?;
        *self.sent.lock().unwrap() = Some(handle.clone());
        let report = stage.ended(caller, &handle).await;
        assert!(matches!(report, DocumentReport::Done { .. }), "{report:?}");
        assert_eq!(stage.fetch(caller, &handle).await?, b"HELLO.");
        *self.has_fetched.lock().unwrap() = true;
        stage.documents.stop().await;
        Ok(())
    }

    /// Whether everything is as it should be with the next process.
    async fn look(&self, stage: &Stage, caller: &Caller) {
        let sent = self.sent.lock().unwrap().clone();
        let has_fetched = *self.has_fetched.lock().unwrap();
        if let Some(handle) = &sent {
            if !has_fetched {
                let report = stage.ended(caller, handle).await;
                assert!(matches!(report, DocumentReport::Done { .. }), "{report:?}");
            }
            match stage.fetch(caller, handle).await {
                Ok(bytes) => assert_eq!(bytes, b"HELLO."),
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::NotFound);
                    assert!(has_fetched);
                }
            }
        }
        let counted = if sent.is_some() { 6 } else { 0 };
        assert_eq!(stage.counted(caller).await, counted);
    }
}

/// Nothing is left of what nobody fetched: neither files nor what was set aside.
async fn check_nothing_is_left(stage: &Stage, caller: &Caller) {
    stage.world.clock.pass(Duration::from_secs(100 * 3600));
    // Who still works on a document that nobody asks for any more would write it after all.
    stage.documents.stop().await;
    stage.documents.keep_up().await.unwrap();
    stage.documents.sweep().await.unwrap();
    assert_eq!(stage.world.files(), Vec::<std::path::PathBuf>::new());
    let now = stage.world.clock.now();
    let owner = UsageOwner {
        key: caller.key.id,
        period: UsagePeriod::containing(day_of(now), caller.account.billing_start),
    };
    // What was sent counts to the period in which that was.
    let rest = Reservation {
        id: ReservationId::Request(u64::MAX),
        owner,
        product: Product::TextTranslation,
        characters: 12 - stage.counted(caller).await,
        at: now,
        tag: None,
    };
    stage.store.reserve(&rest).await.unwrap();
}

/// Has a process die after so many steps, and the next one look; whether it lived long enough to do all.
fn die_after(steps: u64, limits: DocumentLimits) -> bool {
    let world = World::new(limits);
    let death = Death::after(steps);
    let client = Arc::new(Client::default());
    let first = Runtime::new().unwrap();
    let (caller, is_done) = first.block_on(async {
        let stage = Stage::behind(Arc::clone(&world), |doors| death.doors(doors)).await;
        let caller = stage.caller("limited", at_most(12)).await;
        let live = async {
            stage.documents.start(true).await.unwrap();
            client.send_and_fetch(&stage, &caller).await
        };
        let is_done = tokio::select! {
            biased;
            () = death.comes() => false,
            result = live => match result {
                Ok(()) => true,
                // What a dying process says to its client does not arrive.
                Err(error) => {
                    assert!(death.has_come(), "{error}");
                    false
                }
            },
        };
        (caller, is_done)
    });
    // Threads that are in the middle of a call end it, which no process could prevent either.
    first.shutdown_timeout(Duration::from_secs(60));
    let second = Runtime::new().unwrap();
    second.block_on(async {
        let stage = Stage::idle(world).await;
        stage.documents.start(true).await.unwrap();
        client.look(&stage, &caller).await;
        check_nothing_is_left(&stage, &caller).await;
    });
    is_done
}

#[test]
fn whenever_a_process_dies_nothing_is_lost_and_nothing_counts_twice() {
    let mut steps = 1;
    while !die_after(steps, wide_limits()) {
        steps += 1;
    }
    assert!(steps > 20, "it died at {steps} moments only");
}

#[test]
fn the_same_holds_for_documents_that_are_counted_by_who_translates_them() {
    let limits = DocumentLimits {
        counting: Duration::ZERO,
        ..wide_limits()
    };
    let mut steps = 1;
    while !die_after(steps, limits.clone()) {
        steps += 1;
    }
    assert!(steps > 20, "it died at {steps} moments only");
}
