//! How many documents there are, for whoever watches the server.

use dragoman_domain::DocumentCounts;

use crate::mortal::Death;
use crate::stage::{Stage, World, wide_limits};

#[tokio::test]
async fn a_document_is_counted_until_it_is_fetched() {
    let stage = Stage::idle(World::new(wide_limits())).await;
    let caller = stage.anybody().await;
    let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    stage.send(&caller, "a.docx", b"Hello.").await.unwrap();
    let waits = DocumentCounts {
        queued: 1,
        failed: 1,
        bytes: 6,
        ..DocumentCounts::default()
    };
    assert_eq!(stage.documents.counts().await, Ok(waits));
    stage.documents.start(true).await.unwrap();
    stage.ended(&caller, &handle).await;
    let is_done = DocumentCounts {
        queued: 0,
        translated: 1,
        ..waits
    };
    assert_eq!(stage.documents.counts().await, Ok(is_done));
    stage.fetch(&caller, &handle).await.unwrap();
    stage.documents.stop().await;
    let is_fetched = DocumentCounts {
        translated: 0,
        bytes: 0,
        ..is_done
    };
    assert_eq!(stage.documents.counts().await, Ok(is_fetched));
}

#[tokio::test]
async fn nobody_waits_long_for_the_counts_of_a_store_that_does_not_answer() {
    let world = World::new(wide_limits());
    let stage = Stage::behind(world, |doors| Death::after(0).doors(doors)).await;
    // Whoever waits for time to pass waits no longer.
    tokio::time::pause();
    let counts = stage.documents.counts().await;
    assert!(counts.unwrap_err().to_string().contains("in time"));
}
