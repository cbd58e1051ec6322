//! Documents that cannot be read any more: without their files, or without the secret that decrypts them.

use std::sync::Arc;

use dragoman_blobs::SealedFolder;
use dragoman_domain::{DocumentFile, DocumentFiles, DocumentId, DocumentStore, ErrorKind};
use dragoman_service::{Caller, DocumentHandle};

use crate::stage::{Stage, World, at_most, one_worker};
use crate::watched::Watched;

/// A process with another secret than the one before.
async fn with_another_secret(stage: Stage) -> Stage {
    stage.documents.stop().await;
    let world = Arc::clone(&stage.world);
    drop(stage);
    let files = SealedFolder::open(world.path(), &[6; 32], world.random()).unwrap();
    let stage = Stage::behind(world, |mut doors| {
        doors.files = Arc::new(files);
        doors
    });
    let stage = stage.await;
    stage.documents.start(true).await.unwrap();
    stage
}

/// The message of a document that failed, which the download has too.
async fn failure(stage: &Stage, caller: &Caller, handle: &DocumentHandle) -> String {
    let message = stage.failure(caller, handle).await.message;
    let download = stage.fetch(caller, handle).await.unwrap_err();
    assert_eq!(download.kind(), ErrorKind::Conflict);
    let without_stop = message.trim_end_matches('.');
    assert!(download.to_string().contains(without_stop), "{download}");
    message
}

#[tokio::test]
async fn a_document_that_waits_fails_where_the_secret_is_lost_and_what_was_set_aside_is_free() {
    let stage = Stage::idle(World::new(one_worker())).await;
    let caller = stage.caller("limited", at_most(6)).await;
    let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    let stage = with_another_secret(stage).await;
    let message = failure(&stage, &caller, &handle).await;
    assert!(message.contains("can no longer be read"), "{message}");
    let next = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    stage.ended(&caller, &next).await;
    assert_eq!(stage.fetch(&caller, &next).await.unwrap(), b"HELLO.");
}

#[tokio::test]
async fn why_a_document_failed_is_lost_with_the_secret_but_not_that_it_did() {
    let stage = Stage::with(one_worker()).await;
    let caller = stage.anybody().await;
    let handle = stage.send(&caller, "a.docx", b"Hello.").await.unwrap();
    assert!(failure(&stage, &caller, &handle).await.contains("DOCX"));
    let stage = with_another_secret(stage).await;
    let message = failure(&stage, &caller, &handle).await;
    assert!(message.contains("can no longer be read"), "{message}");
}

#[tokio::test]
async fn a_translation_that_cannot_be_read_any_more_is_refused_for_good_and_does_not_count() {
    let stage = Stage::with(one_worker()).await;
    let caller = stage.anybody().await;
    let without_files = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    let without_secret = stage.send(&caller, "b.txt", b"Hello.").await.unwrap();
    for handle in [&without_files, &without_secret] {
        stage.ended(&caller, handle).await;
    }
    stage.files.remove(without_files.id).unwrap();
    let is_refused = async |stage: &Stage, handle| {
        let refused = stage.fetch(&caller, handle).await.unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Conflict);
        assert!(refused.to_string().contains("can no longer be read"));
    };
    is_refused(&stage, &without_files).await;
    assert_eq!(
        stage.fetch(&caller, &without_secret).await.unwrap(),
        b"HELLO."
    );
    let without_secret = stage.send(&caller, "b.txt", b"Hello.").await.unwrap();
    stage.ended(&caller, &without_secret).await;
    let stage = with_another_secret(stage).await;
    is_refused(&stage, &without_secret).await;
    assert_eq!(stage.counted(&caller).await, 6);
}

/// Removes a document as the download of somebody else does at its end.
fn remove(stage: &Stage, id: DocumentId) {
    let runtime = tokio::runtime::Handle::current();
    runtime.block_on(stage.store.remove_document(id)).unwrap();
    stage.files.remove(id).unwrap();
}

#[tokio::test]
async fn a_document_that_somebody_else_fetches_at_the_same_moment_is_not_there_any_more() {
    let first = Arc::new(Stage::with(one_worker()).await);
    let caller = first.anybody().await;
    let handle = first.send(&caller, "a.txt", b"Hello.").await.unwrap();
    first.ended(&caller, &handle).await;
    let (of_first, id) = (Arc::clone(&first), handle.id);
    let second = Stage::behind(Arc::clone(&first.world), |mut doors| {
        let before = move |file| {
            if file == DocumentFile::Translation {
                remove(&of_first, id);
            }
        };
        doors.files = Arc::new(Watched::new(doors.files, before));
        doors
    });
    let late = second.await.fetch(&caller, &handle).await.unwrap_err();
    assert_eq!(late.kind(), ErrorKind::NotFound);
    assert_eq!(first.counted(&caller).await, 0);
}
