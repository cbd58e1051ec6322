//! What a key has translated and does not fetch.

use std::time::Duration;

use dragoman_domain::{ErrorKind, KeyLimits, Plan, ScopeSet};
use dragoman_service::{
    DocumentError, DocumentHandle, DocumentLimits, DocumentReport, NewDocument,
};

use crate::engine::language;
use crate::stage::{Stage, new_document, wide_limits};

/// Limits with so many unfetched characters with the pro plan.
fn unfetched(characters: u64) -> DocumentLimits {
    let mut limits = wide_limits();
    limits.pro.unfetched_characters = characters;
    limits
}

fn refused(result: Result<DocumentHandle, DocumentError>) -> String {
    let error = result.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RateLimited);
    error.to_string()
}

#[tokio::test]
async fn a_key_fetches_what_it_has_translated_or_waits_for_the_next_day() {
    let stage = Stage::with(unfetched(13)).await;
    let caller = stage.anybody().await;
    let other = stage.anybody().await;
    let send = async |stage: &Stage, caller| stage.send(caller, "a.txt", b"Hello.").await;
    let first = send(&stage, &caller).await.unwrap();
    let second = send(&stage, &caller).await.unwrap();
    assert_eq!(
        refused(send(&stage, &caller).await),
        "this key has sent documents today that are not downloaded, and with this one they would have more than 13 \
         characters, which are the most; download some first, or send it tomorrow (UTC)"
    );
    send(&stage, &other).await.unwrap();
    let free = stage.caller_with(
        "free",
        Plan::Free,
        KeyLimits::default(),
        ScopeSet::Unrestricted,
    );
    let free = free.await;
    for _ in 0..3 {
        send(&stage, &free).await.unwrap();
    }
    // One that is fetched makes room, also after a restart.
    stage.ended(&caller, &first).await;
    stage.ended(&caller, &second).await;
    stage.fetch(&caller, &first).await.unwrap();
    let stage = stage.restarted().await;
    let third = send(&stage, &caller).await.unwrap();
    refused(send(&stage, &caller).await);
    stage.ended(&caller, &third).await;
    // Those that expire make none on their day.
    stage.world.clock.pass(Duration::from_secs(24 * 3600 + 1));
    stage.documents.keep_up().await.unwrap();
    stage.world.is_empty().await;
    send(&stage, &caller).await.unwrap();
}

#[tokio::test]
async fn what_failed_or_expired_on_a_day_stays_unfetched_on_that_day() {
    let mut limits = unfetched(13);
    limits.retention = Duration::from_secs(3600);
    let stage = Stage::with(limits).await;
    let caller = stage.anybody().await;
    let mut failing = stage.documents.receive(&caller).unwrap();
    failing.write(b"Hello.").await.unwrap();
    let equal = NewDocument {
        target: language("en"),
        ..new_document("a.txt")
    };
    let failing = failing.finish(equal).await.unwrap();
    stage.failure(&caller, &failing).await;
    let expiring = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    stage.ended(&caller, &expiring).await;
    let send = async || stage.send(&caller, "a.txt", b"Hello.").await;
    refused(send().await);
    stage.world.clock.pass(Duration::from_secs(2 * 3600));
    stage.documents.keep_up().await.unwrap();
    stage.world.is_empty().await;
    refused(send().await);
    stage.world.clock.pass(Duration::from_secs(24 * 3600));
    send().await.unwrap();
}

#[tokio::test]
async fn what_is_accepted_uncounted_fails_if_it_has_more_than_is_left() {
    let mut limits = unfetched(13);
    limits.counting = Duration::ZERO;
    let stage = Stage::with(limits).await;
    let caller = stage.anybody().await;
    let reports = [
        stage.send(&caller, "a.txt", b"Hello.").await.unwrap(),
        stage
            .send(&caller, "a.txt", b"Hello, friend.")
            .await
            .unwrap(),
    ];
    let DocumentReport::Done { .. } = stage.ended(&caller, &reports[0]).await else {
        panic!("it has few characters");
    };
    let message = stage.failure(&caller, &reports[1]).await.message;
    assert!(message.contains("not downloaded"), "{message}");
    assert_eq!(stage.counted(&caller).await, 0);
}
