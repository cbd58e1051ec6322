//! Room for files: what the server keeps of an account, and what the disk has.

use dragoman_domain::{ErrorKind, KeyLimits};
use dragoman_service::{DocumentError, DocumentLimits};

use crate::stage::{Stage, World, new_document, wide_limits};

fn kind<T>(result: Result<T, DocumentError>) -> Option<ErrorKind> {
    result.err().map(|error| error.kind())
}

#[tokio::test]
async fn an_account_with_many_bytes_leaves_room_for_others_whatever_its_keys() {
    let limits = DocumentLimits {
        bytes: 40,
        ..wide_limits()
    };
    let stage = Stage::idle(World::new(limits)).await;
    let caller = async |account| stage.caller(account, KeyLimits::default()).await;
    let send = async |caller, text: &str| {
        let sent = stage.send(caller, "a.txt", text.as_bytes()).await;
        sent.map(drop).map_err(|error| {
            let kind = error.kind();
            (kind, error.to_string())
        })
    };
    let (first, second, other) = (
        caller("one").await,
        caller("one").await,
        caller("other").await,
    );
    assert_eq!(send(&first, "ten chars.").await, Ok(()));
    assert_eq!(send(&second, "ten chars.").await, Ok(()));
    let refused = send(&second, "1").await;
    assert_eq!(
        refused,
        Err((
            ErrorKind::RateLimited,
            "the documents of the account take as much room as is left for others; download one first"
                .to_owned()
        ))
    );
    assert_eq!(send(&other, "ten chars.").await, Ok(()));
    stage.documents.stop().await;
    assert_eq!(stage.world.files().len(), 3);
}

#[tokio::test]
async fn files_that_come_in_at_the_same_time_do_not_pass_the_limit_together() {
    let limits = DocumentLimits {
        bytes: 4_000_000,
        ..wide_limits()
    };
    let stage = Stage::idle(World::new(limits)).await;
    let caller = stage.anybody().await;
    let piece = vec![b'a'; 500_000];
    let mut first = stage.documents.receive(&caller).unwrap();
    first.announce("a.txt").unwrap();
    first.write(&piece).await.unwrap();
    first.write(&piece).await.unwrap();
    first.write(&piece).await.unwrap();
    // What has come of the first is in no row, and takes room all the same.
    let mut second = stage.documents.receive(&caller).unwrap();
    second.announce("a.txt").unwrap();
    let broken_off = second.write(&piece).await;
    assert_eq!(kind(broken_off), Some(ErrorKind::RateLimited));
    drop(second);
    drop(first);
    let mut third = stage.documents.receive(&caller).unwrap();
    third.announce("a.txt").unwrap();
    third.write(&piece).await.unwrap();
    drop(third);
    stage.world.is_empty().await;
}

#[tokio::test]
async fn with_the_disk_almost_full_no_file_comes_in_and_those_there_are_go_out() {
    let stage = Stage::new().await;
    let caller = stage.anybody().await;
    let sent = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    stage.ended(&caller, &sent).await;
    let mut upload = stage.documents.receive(&caller).unwrap();
    upload.announce("a.txt").unwrap();
    upload.write(&vec![b'a'; 300_000]).await.unwrap();
    // It becomes full while a file comes in.
    stage.world.disk.fill();
    let broken_off = upload.write(&vec![b'a'; 300_000]).await.unwrap_err();
    assert_eq!(broken_off.kind(), ErrorKind::Overloaded);
    assert_eq!(
        broken_off.to_string(),
        "the disk of the server is almost full, so it keeps no more documents; texts are translated all the same; try \
         again later, and tell its operator"
    );
    drop(upload);
    let refused = stage.documents.receive(&caller);
    assert_eq!(kind(refused), Some(ErrorKind::Overloaded));
    assert_eq!(stage.fetch(&caller, &sent).await.unwrap(), b"HELLO.");
    stage.documents.stop().await;
    stage.world.is_empty().await;
}

#[tokio::test]
async fn the_disk_must_have_room_for_the_translations_of_what_waits_too() {
    let stage = Stage::idle(World::new(wide_limits())).await;
    let caller = stage.anybody().await;
    let text = vec![b'a'; 1000];
    let send = async || kind(stage.send(&caller, "a.txt", &text).await);
    stage.world.disk.leave(2000);
    assert_eq!(send().await, None);
    // The translation of the one and twice the other.
    assert_eq!(send().await, Some(ErrorKind::Overloaded));
    stage.world.disk.leave(3000);
    assert_eq!(send().await, None);
    let mut upload = stage.documents.receive(&caller).unwrap();
    upload.write(&text).await.unwrap();
    let finished = upload.finish(new_document("a.txt")).await;
    assert_eq!(kind(finished), Some(ErrorKind::Overloaded));
}
