//! From the upload to the download.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use dragoman_domain::{
    Actor, Clock as _, DocumentFiles as _, DocumentId, DocumentOutcome, DocumentStore as _,
    ErrorKind, KeyKind, KeyLimits, Plan, Priority, Role, RoleSet, Scope, ScopeSet,
};
use dragoman_service::{
    Caller, DocumentFormat, DocumentLimits, DocumentNote, DocumentNoteValue, DocumentReport, NewKey,
};

use crate::engine::Mood;
use crate::stage::{Stage, World, done_with, new_document, one_worker, read};

const DAY: Duration = Duration::from_secs(24 * 3600);

#[tokio::test]
async fn a_document_comes_back_translated_once_and_counts_when_it_does() {
    let stage = Stage::new().await;
    let caller = stage.anybody().await;
    let handle = stage.send(&caller, r"C:\my\notes.txt", b"Hello.\n").await;
    let handle = handle.unwrap();
    assert_eq!(handle.id.to_string().len(), 32);
    let key = handle.key.expose();
    assert!(
        key.len() == 64
            && key
                .bytes()
                .all(|digit| b"0123456789ABCDEF".contains(&digit))
    );
    let report = stage.ended(&caller, &handle).await;
    let billed_characters = 6;
    assert_eq!(report, done_with(billed_characters));
    assert_eq!(stage.counted(&caller).await, 0);
    let download = stage.documents.download(&caller, handle.id, key);
    let download = download.await.unwrap();
    assert_eq!(stage.counted(&caller).await, 6);
    assert_eq!(download.file_name(), "notes.txt");
    assert_eq!(
        download.media_type(),
        DocumentFormat::PlainText.media_type()
    );
    assert_eq!(read(download).await.unwrap(), b"HELLO.\n");
    let again = stage.fetch(&caller, &handle).await.unwrap_err();
    assert_eq!(again.kind(), ErrorKind::NotFound);
    let status = stage.documents.status(&caller, handle.id, key).await;
    assert_eq!(status.unwrap_err().kind(), ErrorKind::NotFound);
    let jobs = stage.engine.jobs.lock().unwrap().clone();
    assert_eq!(jobs, [(Some(caller.key.id), Priority::Bulk)]);
    stage.documents.stop().await;
    assert_eq!(stage.counted(&caller).await, 6);
    assert_eq!(stage.world.files(), Vec::<std::path::PathBuf>::new());
}

#[tokio::test]
async fn a_document_in_both_languages_counts_once_and_waits_for_another_process() {
    let stage = Stage::idle(World::new(one_worker())).await;
    let caller = stage.anybody().await;
    let page = b"<p>Hello.</p>";
    let handle = stage.send_for_both(&caller, "a.html", page).await.unwrap();
    let stage = stage.restarted().await;
    assert_eq!(stage.ended(&caller, &handle).await, done_with(6));
    let output = String::from_utf8(stage.fetch(&caller, &handle).await.unwrap()).unwrap();
    assert_eq!(
        output,
        "<p>Hello. <br><span class=\"dragoman-translation\" lang=\"de\">HELLO.</span></p>"
    );
    assert_eq!(stage.counted(&caller).await, 6);
}

#[tokio::test]
async fn what_should_be_known_of_a_translation_is_kept_with_it_encrypted() {
    let stage = Stage::new().await;
    let caller = stage.anybody().await;
    let text = "<r xmlns:its='http://www.w3.org/2005/11/its'><its:rules version='2.0'>\
                <its:translateRule selector='//codename[1]' translate='no'/></its:rules>\
                <a>Hello.</a></r>";
    let handle = stage.send(&caller, "a.xml", text.as_bytes()).await.unwrap();
    stage.ended(&caller, &handle).await;
    let stage = stage.restarted().await;
    let warning = DocumentNote {
        code: "unsupported_rule".to_owned(),
        message:
            "The rule for \"//codename[1]\" was passed over: only paths of names are supported."
                .to_owned(),
        values: [(
            "path".to_owned(),
            DocumentNoteValue::Text("//codename[1]".to_owned()),
        )]
        .into(),
    };
    let expected = DocumentReport::Done {
        billed_characters: 6,
        warnings: vec![warning],
    };
    assert_eq!(stage.ended(&caller, &handle).await, expected);
    assert!(!stage.world.contains(b"codename"), "it is kept in clear");
}

#[tokio::test]
async fn why_a_document_failed_is_kept_with_its_code_and_values() {
    let stage = Stage::new().await;
    let caller = stage.anybody().await;
    let sent = stage.send(&caller, "a.docx", b"no archive").await.unwrap();
    let stage = stage.restarted().await;
    let reason = "it is not an archive as it should be, or it is damaged";
    let text = |text: &str| DocumentNoteValue::Text(text.to_owned());
    let expected = DocumentNote {
        code: "malformed".to_owned(),
        message: format!("The file is not a valid DOCX document: {reason}."),
        values: [
            ("format".to_owned(), text("DOCX")),
            ("reason".to_owned(), text(reason)),
        ]
        .into(),
    };
    assert_eq!(stage.failure(&caller, &sent).await, expected);
}

#[tokio::test]
async fn why_a_document_failed_is_told_as_an_earlier_version_has_written_it() {
    let stage = Stage::idle(World::new(one_worker())).await;
    let caller = stage.anybody().await;
    let sent = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    let (now, later) = (stage.world.clock.now(), stage.world.clock.now() + DAY);
    let claimed = stage.store.claim_document(1, now, DAY, 1).await.unwrap();
    let (document, lease) = claimed.unwrap();
    let message = "The document was lost on a Monday.";
    let sealed = (stage.files)
        .seal(document.id, &document.key, message.as_bytes())
        .unwrap();
    let outcome = DocumentOutcome::Failed(sealed);
    let finished = stage.store.finish_document(lease, &outcome, later, 1);
    assert!(finished.await.unwrap());
    let expected = DocumentNote {
        code: "other".to_owned(),
        message: message.to_owned(),
        values: [(
            "detail".to_owned(),
            DocumentNoteValue::Text(message.to_owned()),
        )]
        .into(),
    };
    assert_eq!(stage.failure(&caller, &sent).await, expected);
}

#[tokio::test]
async fn an_office_document_counts_a_least_number_of_characters() {
    let stage = Stage::new().await;
    let caller = stage.anybody().await;
    let handle = stage
        .send(&caller, "a.docx", &crate::work::docx("Hello."))
        .await;
    let handle = handle.unwrap();
    let billed_characters = 50_000;
    assert_eq!(
        stage.ended(&caller, &handle).await,
        done_with(billed_characters)
    );
    assert!(!stage.fetch(&caller, &handle).await.unwrap().is_empty());
    assert_eq!(stage.counted(&caller).await, billed_characters);
}

#[tokio::test]
async fn what_is_not_ready_cannot_be_downloaded_yet() {
    let stage = Stage::new().await;
    let caller = stage.anybody().await;
    stage.engine.set(Mood::Wait);
    let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    stage.engine.has_got(1).await;
    let early = stage.fetch(&caller, &handle).await.unwrap_err();
    assert_eq!(early.kind(), ErrorKind::Unavailable);
    stage.world.clock.pass(Duration::from_secs(7));
    let report = stage
        .documents
        .status(&caller, handle.id, handle.key.expose());
    let seconds_remaining = 7;
    assert_eq!(
        report.await.unwrap(),
        DocumentReport::Translating { seconds_remaining }
    );
    assert_eq!(stage.counted(&caller).await, 0);
    stage.engine.set(Mood::Work);
    stage.ended(&caller, &handle).await;
    assert_eq!(stage.fetch(&caller, &handle).await.unwrap(), b"HELLO.");
}

#[tokio::test]
async fn only_who_has_the_id_and_the_key_gets_a_document_and_only_in_the_account() {
    let stage = Stage::new().await;
    let caller = stage.anybody().await;
    let stranger = stage.caller("stranger", KeyLimits::default()).await;
    let colleague = stage.anybody().await;
    let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    let other = stage.send(&caller, "b.txt", b"Hello.").await.unwrap();
    stage.ended(&caller, &handle).await;
    let key = handle.key.expose();
    let lower_case = key.to_lowercase();
    for (who, id, key) in [
        (&stranger, handle.id, key),
        (&caller, DocumentId(handle.id.0 ^ 1), key),
        (&caller, handle.id, other.key.expose()),
        (&caller, other.id, key),
        (&caller, handle.id, ""),
        (&caller, handle.id, lower_case.as_str()),
        (&caller, handle.id, &key[..63]),
    ] {
        let status = stage.documents.status(who, id, key).await.unwrap_err();
        let download = stage.documents.download(who, id, key).await.err().unwrap();
        assert_eq!(status.kind(), ErrorKind::NotFound);
        assert_eq!(status.to_string(), download.to_string());
    }
    assert_eq!(stage.fetch(&colleague, &handle).await.unwrap(), b"HELLO.");
    assert_eq!(stage.counted(&caller).await, 6);
    assert_eq!(stage.counted(&colleague).await, 0);
}

#[tokio::test]
async fn a_key_needs_the_scope() {
    let stage = Stage::new().await;
    let with = async |scope| {
        let scopes = ScopeSet::of([scope]);
        let limits = KeyLimits::default();
        stage.caller_with("scoped", Plan::Pro, limits, scopes).await
    };
    let allowed = with(Scope::TranslateDocument).await;
    let other = with(Scope::TranslateText).await;
    let handle = stage.send(&allowed, "a.txt", b"Hello.").await.unwrap();
    let refused = stage.send(&other, "a.txt", b"Hello.").await;
    assert_eq!(refused.unwrap_err().kind(), ErrorKind::Forbidden);
    let key = handle.key.expose();
    let status = stage.documents.status(&other, handle.id, key).await;
    assert_eq!(status.unwrap_err().kind(), ErrorKind::Forbidden);
    let fetched = stage.fetch(&other, &handle).await;
    assert_eq!(fetched.unwrap_err().kind(), ErrorKind::Forbidden);
}

#[tokio::test]
async fn a_download_that_broke_off_can_be_repeated_and_counts_once() {
    let stage = Stage::new().await;
    let caller = stage.anybody().await;
    let text = "A line of a long text.\n".repeat(20_000);
    let handle = stage.send(&caller, "a.txt", text.as_bytes()).await.unwrap();
    stage.ended(&caller, &handle).await;
    let key = handle.key.expose();
    let begin = async || {
        let download = stage.documents.download(&caller, handle.id, key).await;
        let mut download = download.unwrap();
        assert!(download.next().await.unwrap().is_some());
        download
    };
    drop(begin().await);
    let counted = stage.counted(&caller).await;
    assert!(counted > 400_000, "{counted}");
    // Two at a time come to their end, whichever is first.
    let (mut first, mut second) = (begin().await, begin().await);
    for download in [&mut first, &mut second] {
        while download.next().await.unwrap().is_some() {}
    }
    assert_eq!(
        stage.fetch(&caller, &handle).await.unwrap_err().kind(),
        ErrorKind::NotFound
    );
    drop((first, second));
    assert_eq!(stage.counted(&caller).await, counted);
    stage.documents.stop().await;
    stage.world.is_empty().await;
}

#[tokio::test]
async fn two_that_fetch_the_same_at_once_both_get_it_and_it_counts_once() {
    let stage = Stage::new().await;
    let caller = stage.anybody().await;
    for _ in 0..20 {
        let before = stage.counted(&caller).await;
        let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
        stage.ended(&caller, &handle).await;
        let begin = || {
            stage
                .documents
                .download(&caller, handle.id, handle.key.expose())
        };
        let (first, second) = tokio::join!(begin(), begin());
        assert_eq!(read(first.unwrap()).await.unwrap(), b"HELLO.");
        assert_eq!(read(second.unwrap()).await.unwrap(), b"HELLO.");
        assert_eq!(stage.counted(&caller).await, before + 6);
    }
}

#[tokio::test]
async fn a_download_that_ends_after_the_stop_leaves_nothing_once_that_is_repeated() {
    let stage = Stage::new().await;
    let caller = stage.anybody().await;
    let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    stage.ended(&caller, &handle).await;
    let key = handle.key.expose();
    let download = stage.documents.download(&caller, handle.id, key).await;
    stage.documents.stop().await;
    assert_eq!(read(download.unwrap()).await.unwrap(), b"HELLO.");
    stage.documents.stop().await;
    assert_eq!(stage.world.files(), Vec::<std::path::PathBuf>::new());
}

#[tokio::test]
async fn a_question_waits_no_longer_than_the_document_is_young() {
    let limits = DocumentLimits {
        first_look: DAY,
        ..one_worker()
    };
    let stage = Stage::idle(World::new(limits)).await;
    let caller = stage.anybody().await;
    let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    // With the whole day to wait the test would not end.
    stage.world.clock.pass(DAY - Duration::from_millis(1));
    let key = handle.key.expose();
    let report = stage.documents.status(&caller, handle.id, key).await;
    assert_eq!(report.unwrap(), DocumentReport::Queued);
}

#[tokio::test]
async fn what_nobody_fetches_is_removed_and_does_not_count() {
    let stage = Stage::new().await;
    let caller = stage.caller("limited", crate::stage::at_most(6)).await;
    let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    stage.ended(&caller, &handle).await;
    let full = stage.send(&caller, "b.txt", b"Hello.").await.unwrap_err();
    assert_eq!(full.kind(), ErrorKind::QuotaExceeded);
    stage.world.clock.pass(DAY);
    let late = stage.fetch(&caller, &handle).await.unwrap_err();
    assert_eq!(late.kind(), ErrorKind::NotFound);
    stage.documents.keep_up().await.unwrap();
    stage.world.is_empty().await;
    assert_eq!(stage.counted(&caller).await, 0);
    let next = stage.send(&caller, "b.txt", b"Hello.").await.unwrap();
    stage.ended(&caller, &next).await;
    assert_eq!(stage.fetch(&caller, &next).await.unwrap(), b"HELLO.");
}

#[tokio::test]
async fn the_time_to_fetch_a_document_begins_again_when_it_is_translated() {
    let stage = Stage::new().await;
    let caller = stage.anybody().await;
    stage.engine.set(Mood::Wait);
    let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    stage.engine.has_got(1).await;
    stage.world.clock.pass(DAY / 2);
    stage.engine.set(Mood::Work);
    stage.ended(&caller, &handle).await;
    stage.world.clock.pass(DAY * 3 / 4);
    stage.documents.keep_up().await.unwrap();
    assert_eq!(stage.fetch(&caller, &handle).await.unwrap(), b"HELLO.");
}

#[tokio::test]
async fn an_upload_that_breaks_off_leaves_nothing() {
    let stage = Stage::new().await;
    let caller = stage.caller("limited", crate::stage::at_most(6)).await;
    let mut upload = stage.documents.receive(&caller).unwrap();
    upload.write(&[b'a'; 300_000]).await.unwrap();
    assert_eq!(stage.world.files().len(), 1);
    drop(upload);
    stage.world.is_empty().await;
    // Broken off at any moment of its end, it leaves nothing either.
    let mut polls = 0;
    let handle = loop {
        let mut upload = stage.documents.receive(&caller).unwrap();
        upload.write(b"Hello.").await.unwrap();
        match poll_so_often(upload.finish(new_document("a.txt")), polls).await {
            Some(Ok(handle)) => break handle,
            // The one before is being taken back.
            Some(Err(error)) => assert_eq!(error.kind(), ErrorKind::QuotaExceeded),
            None => polls += 1,
        }
    };
    assert!(polls > 3, "it ended at once");
    stage.ended(&caller, &handle).await;
    stage.fetch(&caller, &handle).await.unwrap();
    stage.world.is_empty().await;
    assert_eq!(stage.counted(&caller).await, 6);
}

/// What the future gives if it does so when it is polled so often; then it is dropped.
async fn poll_so_often<T>(future: impl Future<Output = T>, polls: u32) -> Option<T> {
    let mut future = pin!(future);
    let mut result = Poll::Pending;
    for _ in 0..polls {
        result = poll_fn(|context| Poll::Ready(future.as_mut().poll(context))).await;
        if result.is_ready() {
            break;
        }
        tokio::task::yield_now().await;
    }
    match result {
        Poll::Ready(result) => Some(result),
        Poll::Pending => None,
    }
}

#[tokio::test]
async fn files_that_belong_to_no_document_are_swept() {
    let stage = Stage::new().await;
    let caller = stage.anybody().await;
    let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    stage.ended(&caller, &handle).await;
    let of_document = stage.world.files().len();
    let mut upload = stage.documents.receive(&caller).unwrap();
    upload.write(&[b'a'; 300_000]).await.unwrap();
    crate::work::leave_a_file(&stage).await;
    assert_eq!(stage.world.files().len(), of_document + 2);
    stage.documents.sweep().await.unwrap();
    assert_eq!(stage.world.files().len(), of_document + 1);
    drop(upload);
    // One whose time is over keeps its files until it is removed itself.
    stage.world.clock.pass(DAY);
    stage.documents.sweep().await.unwrap();
    assert_eq!(stage.world.files().len(), of_document);
}

#[tokio::test]
async fn a_document_that_nobody_wants_any_more_is_removed_and_keeps_no_worker() {
    let stage = Stage::with(one_worker()).await;
    let caller = stage.anybody().await;
    stage.engine.set(Mood::Wait);
    let unwanted = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    let wanted = stage.send(&caller, "b.txt", b"World.").await.unwrap();
    stage.engine.has_got(1).await;

    let other = stage.caller("other", KeyLimits::default()).await;
    let key = unwanted.key.expose();
    let by_other = stage.documents.discard(&other, unwanted.id, key).await;
    assert_eq!(by_other.unwrap_err().kind(), ErrorKind::NotFound);
    let by_guess = stage.documents.discard(&caller, unwanted.id, "0").await;
    assert_eq!(by_guess.unwrap_err().kind(), ErrorKind::NotFound);

    stage
        .documents
        .discard(&caller, unwanted.id, key)
        .await
        .unwrap();
    let status = stage.documents.status(&caller, unwanted.id, key).await;
    assert_eq!(status.unwrap_err().kind(), ErrorKind::NotFound);
    // The engine still waits, but the one worker has begun with the next document.
    stage.engine.has_got(2).await;
    stage.engine.set(Mood::Work);
    assert_eq!(stage.ended(&caller, &wanted).await, done_with(6));
    assert_eq!(stage.fetch(&caller, &wanted).await.unwrap(), b"WORLD.");
    stage.documents.stop().await;
    assert_eq!(stage.counted(&caller).await, 6);
    assert_eq!(stage.world.files(), Vec::<std::path::PathBuf>::new());
}

#[tokio::test]
async fn a_document_of_a_person_is_translated_without_their_session() {
    let stage = Stage::new().await;
    let developer = stage.anybody().await;
    let account = developer.account.clone();
    let new = NewKey {
        kind: KeyKind::Person,
        label: "Anna".to_owned(),
        scopes: ScopeSet::Unrestricted,
        limits: KeyLimits::default(),
        expires: None,
    };
    let issued = stage.keys.create(&account, new, Actor::Operator).await;
    let issued = issued.unwrap();
    let roles = RoleSet::from_iter([Role::Translator]);
    let person = Caller::of_session(issued.key.clone(), account, roles);
    let handle = stage.send(&person, "a.txt", b"Hello.").await.unwrap();
    assert_eq!(stage.ended(&person, &handle).await, done_with(6));
    assert!(
        stage.keys.authenticate(&issued.secret).await.is_err(),
        "no program comes with a person's key"
    );
}
