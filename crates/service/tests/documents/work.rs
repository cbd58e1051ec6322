//! Who translates what, and what becomes of it when something goes wrong.

use std::io::{Cursor, Write as _};
use std::time::Duration;

use dragoman_domain::{
    AccountChange, Actor, DocumentFile, DocumentFiles, DocumentId, DocumentStore, ErrorKind,
    GlossaryPair, KeyLimits,
};
use dragoman_service::{
    DocumentLimits, DocumentNote, DocumentReport, EntriesFormat, NewDictionary,
};

use crate::engine::{Mood, language};
use crate::stage::{Stage, World, new_document, one_worker, wide_limits};

/// A word processor's document with one paragraph.
pub(crate) fn docx(text: &str) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut part = |name: &str, content: &str| {
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file(name, options).unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    };
    part(
        "[Content_Types].xml",
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#,
    );
    part(
        "_rels/.rels",
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#,
    );
    part(
        "word/document.xml",
        &format!(
            r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>"#
        ),
    );
    archive.finish().unwrap().into_inner()
}

/// Leaves a file as a process does that dies during an upload.
pub(crate) async fn leave_a_file(stage: &Stage) {
    let id = DocumentId(u128::MAX);
    let key = stage.files.new_key().unwrap();
    let mut file = stage.files.create(id, &key, DocumentFile::Source).unwrap();
    file.write_all(b"Hello.").unwrap();
    file.keep().unwrap();
}

#[tokio::test]
async fn keys_take_turns_however_many_documents_one_has_sent() {
    let stage = Stage::idle(World::new(one_worker())).await;
    let busy = stage.caller("busy", KeyLimits::default()).await;
    let other = stage.caller("other", KeyLimits::default()).await;
    let mut sent = Vec::new();
    for _ in 0..5 {
        sent.push((&busy, stage.send(&busy, "a.txt", b"Hello.").await.unwrap()));
    }
    for _ in 0..2 {
        sent.push((
            &other,
            stage.send(&other, "a.txt", b"Hello.").await.unwrap(),
        ));
    }
    stage.documents.start(true).await.unwrap();
    for (caller, handle) in &sent {
        stage.ended(caller, handle).await;
    }
    let jobs = stage.engine.jobs.lock().unwrap().clone();
    let turns: String = jobs
        .iter()
        .map(|(key, _)| if *key == Some(busy.key.id) { 'b' } else { 'o' })
        .collect();
    assert_eq!(turns, "bobobbb");
}

#[tokio::test]
async fn documents_are_translated_at_the_same_time_and_a_key_leaves_workers_to_others() {
    let stage = Stage::new().await;
    let caller = stage.anybody().await;
    let colleague = stage.anybody().await;
    stage.engine.set(Mood::Wait);
    let mut sent = Vec::new();
    for _ in 0..4 {
        sent.push(stage.send(&caller, "a.txt", b"Hello.").await.unwrap());
    }
    stage.engine.has_got(2).await;
    sent.push(stage.send(&colleague, "a.txt", b"Hello.").await.unwrap());
    stage.engine.has_got(3).await;
    assert_eq!(stage.engine.jobs.lock().unwrap().len(), 3);
    stage.engine.set(Mood::Work);
    for handle in &sent {
        stage.ended(&caller, handle).await;
    }
    assert_eq!(stage.engine.jobs.lock().unwrap().len(), 5);
}

#[tokio::test]
async fn a_key_that_is_deactivated_meanwhile_gets_nothing_and_counts_nothing() {
    let stage = Stage::idle(World::new(one_worker())).await;
    let caller = stage.anybody().await;
    let colleague = stage.anybody().await;
    let waiting = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    let done = stage.send(&colleague, "a.txt", b"Hello.").await.unwrap();
    let deactivate = |id| stage.keys.deactivate(id, Actor::Operator);
    deactivate(caller.key.id).await.unwrap();
    stage.documents.start(true).await.unwrap();
    let message = stage.failure(&colleague, &waiting).await.message;
    assert!(message.contains("deactivated"), "{message}");
    stage.ended(&colleague, &done).await;
    deactivate(colleague.key.id).await.unwrap();
    assert!(stage.fetch(&colleague, &done).await.is_err());
    assert_eq!(stage.counted(&colleague).await, 0);
}

#[tokio::test]
async fn a_translation_whose_key_is_deactivated_is_failed_for_other_keys_and_sets_nothing_aside() {
    let stage = Stage::with(one_worker()).await;
    let caller = stage.anybody().await;
    let colleague = stage.anybody().await;
    let limit = AccountChange {
        character_limit: Some(Some(6)),
        ..AccountChange::default()
    };
    let changed = stage
        .keys
        .change_account("anybody", limit, Actor::Operator)
        .await;
    changed.unwrap();
    let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    stage.ended(&colleague, &handle).await;
    let full = stage.send(&colleague, "a.txt", b"Hello.").await;
    assert_eq!(full.unwrap_err().kind(), ErrorKind::QuotaExceeded);
    let deactivated = stage.keys.deactivate(caller.key.id, Actor::Operator).await;
    deactivated.unwrap();
    let refused = stage.fetch(&colleague, &handle).await.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Conflict);
    let message = stage.failure(&colleague, &handle).await.message;
    assert!(message.contains("deactivated"), "{message}");
    let again = stage.fetch(&colleague, &handle).await.unwrap_err();
    assert_eq!(again.to_string(), refused.to_string());
    let next = stage.send(&colleague, "a.txt", b"Hello.").await.unwrap();
    stage.ended(&colleague, &next).await;
    assert_eq!(stage.fetch(&colleague, &next).await.unwrap(), b"HELLO.");
    assert_eq!(stage.counted(&caller).await, 0);
}

#[tokio::test]
async fn work_that_panics_is_tried_three_times_and_then_fails() {
    let limits = DocumentLimits {
        lease: Duration::from_millis(8),
        ..one_worker()
    };
    let stage = Stage::with(limits).await;
    let caller = stage.caller("limited", crate::stage::at_most(6)).await;
    stage.engine.set(Mood::Panic);
    let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    let passing = async {
        loop {
            stage.world.clock.pass(Duration::from_secs(1));
            tokio::task::yield_now().await;
        }
    };
    let DocumentNote { message, .. } = tokio::select! {
        failure = stage.failure(&caller, &handle) => failure,
        () = passing => unreachable!(),
    };
    assert!(message.contains("its log has the reason"), "{message}");
    // What was set aside is free, and the next document is not concerned.
    stage.engine.set(Mood::Work);
    let next = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    assert!(matches!(
        stage.ended(&caller, &next).await,
        DocumentReport::Done { .. }
    ));
    assert_eq!(stage.engine.jobs.lock().unwrap().len(), 4);
}

#[tokio::test]
async fn a_stop_in_the_middle_leaves_the_document_to_the_next_process_and_is_no_attempt() {
    let mut stage = Stage::new().await;
    let caller = stage.anybody().await;
    let handle = {
        stage.engine.set(Mood::Wait);
        stage.send(&caller, "a.txt", b"Hello.").await.unwrap()
    };
    for _ in 0..5 {
        stage.engine.has_got(1).await;
        stage.documents.stop().await;
        let document = stage
            .store
            .document(handle.id, dragoman_domain::Timestamp::MIN);
        assert_eq!(document.await.unwrap().unwrap().attempts, 0);
        let world = std::sync::Arc::clone(&stage.world);
        stage = Stage::idle(world).await;
        stage.engine.set(Mood::Wait);
        stage.documents.start(true).await.unwrap();
    }
    stage.engine.set(Mood::Work);
    stage.ended(&caller, &handle).await;
    assert_eq!(stage.fetch(&caller, &handle).await.unwrap(), b"HELLO.");
}

#[tokio::test]
async fn a_document_during_which_the_program_died_three_times_fails() {
    let stage = Stage::idle(World::new(one_worker())).await;
    let caller = stage.caller("limited", crate::stage::at_most(6)).await;
    let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    let now = || dragoman_domain::Clock::now(&*stage.world.clock);
    for token in 0..3 {
        let claimed = stage
            .store
            .claim_document(token, now(), Duration::from_secs(60), 1);
        assert!(claimed.await.unwrap().is_some());
        stage.store.end_leases().await.unwrap();
    }
    stage.documents.start(true).await.unwrap();
    let message = stage.failure(&caller, &handle).await.message;
    assert!(message.contains("interrupted 3 times"), "{message}");
    assert!(stage.engine.jobs.lock().unwrap().is_empty());
    assert!(stage.send(&caller, "a.txt", b"Hello.").await.is_ok());
}

#[tokio::test]
async fn who_has_lost_a_lease_leaves_the_document_alone() {
    let stage = Stage::with(one_worker()).await;
    let caller = stage.anybody().await;
    stage.engine.set(Mood::Wait);
    let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    stage.engine.has_got(1).await;
    stage.store.end_leases().await.unwrap();
    let now = dragoman_domain::Clock::now(&*stage.world.clock);
    let claimed = stage
        .store
        .claim_document(7, now, Duration::from_secs(60), 1);
    let (document, lease) = claimed.await.unwrap().unwrap();
    stage.engine.set(Mood::Work);
    // The worker is done with it when it is done with another.
    let next = stage.send(&caller, "b.txt", b"Hello.").await.unwrap();
    stage.ended(&caller, &next).await;
    let translation = stage
        .files
        .open(handle.id, &document.key, DocumentFile::Translation);
    assert!(translation.is_err());
    stage.store.give_back_document(lease).await.unwrap();
    // Another upload wakes the worker.
    stage.send(&caller, "c.txt", b"Hello.").await.unwrap();
    stage.ended(&caller, &handle).await;
    assert_eq!(stage.fetch(&caller, &handle).await.unwrap(), b"HELLO.");
}

#[tokio::test]
async fn a_lease_is_lengthened_as_long_as_the_work_goes_on() {
    let limits = DocumentLimits {
        lease: Duration::from_millis(8),
        ..wide_limits()
    };
    let stage = Stage::with(limits).await;
    let caller = stage.anybody().await;
    stage.engine.set(Mood::Wait);
    let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    stage.engine.has_got(1).await;
    // Each time the lease would be over, it is not, or only until the worker gets round to it.
    for _ in 0..20 {
        stage.world.clock.pass(Duration::from_millis(4));
        let now = dragoman_domain::Clock::now(&*stage.world.clock);
        let is_leased = async || {
            let document = stage
                .store
                .document(handle.id, now + Duration::from_millis(4));
            let status = document.await.unwrap().unwrap().status;
            matches!(status, dragoman_domain::DocumentStatus::Translating { .. })
        };
        while !is_leased().await {
            tokio::task::yield_now().await;
        }
    }
    stage.engine.set(Mood::Work);
    stage.ended(&caller, &handle).await;
    assert_eq!(stage.engine.jobs.lock().unwrap().len(), 1);
    assert_eq!(stage.fetch(&caller, &handle).await.unwrap(), b"HELLO.");
}

#[tokio::test]
async fn a_source_that_was_tampered_with_fails_with_a_reason() {
    let stage = Stage::idle(World::new(one_worker())).await;
    let caller = stage.anybody().await;
    let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
    let file = stage.world.files().pop().unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&file, bytes).unwrap();
    stage.documents.start(true).await.unwrap();
    let message = stage.failure(&caller, &handle).await.message;
    assert!(message.contains("damaged"), "{message}");
}

#[tokio::test]
async fn a_glossary_is_used_and_one_that_was_deleted_meanwhile_is_a_reason_to_fail() {
    let stage = Stage::idle(World::new(one_worker())).await;
    let caller = stage.anybody().await;
    let dictionary = || NewDictionary {
        pair: GlossaryPair::new(language("en"), language("de")).unwrap(),
        entries: "hello\tservus".to_owned(),
        format: EntriesFormat::Tsv,
    };
    let mut sent = Vec::new();
    for name in ["kept", "deleted"] {
        let made = stage
            .glossaries
            .create(&caller, name.to_owned(), vec![dictionary()]);
        let glossary = made.await.unwrap().id;
        let mut document = new_document("a.txt");
        document.customization.glossaries = vec![glossary];
        let mut upload = stage.documents.receive(&caller).unwrap();
        upload.write(b"We say hello.").await.unwrap();
        sent.push((glossary, upload.finish(document).await.unwrap()));
    }
    let [(_, kept), (deleted, failed)] = &sent[..] else {
        panic!("two were sent");
    };
    stage.glossaries.delete(&caller, *deleted).await.unwrap();
    stage.documents.start(true).await.unwrap();
    stage.ended(&caller, kept).await;
    let translation = stage.fetch(&caller, kept).await.unwrap();
    let translation = String::from_utf8(translation).unwrap();
    assert!(translation.contains("ervus"), "{translation}");
    let message = stage.failure(&caller, failed).await.message;
    assert!(message.contains(&deleted.to_string()), "{message}");
}

#[tokio::test]
async fn neither_text_nor_names_nor_reasons_can_be_read_on_the_disk() {
    let stage = Stage::with(one_worker()).await;
    let caller = stage.anybody().await;
    let secrets: [&[u8]; 4] = [b"merger", b"MERGER", b"salaries", b"DOCX"];
    let are_hidden = || !secrets.iter().any(|secret| stage.world.contains(secret));
    stage.engine.set(Mood::Wait);
    let text = "The merger is on Monday.\n".repeat(5_000);
    let handle = stage.send(&caller, "salaries.txt", text.as_bytes());
    let handle = handle.await.unwrap();
    let failed = stage
        .send(&caller, "salaries.docx", b"merger")
        .await
        .unwrap();
    stage.engine.has_got(1).await;
    assert!(stage.world.contains(handle.id.to_string().as_bytes()));
    assert!(are_hidden(), "while it is translated");
    stage.engine.set(Mood::Work);
    stage.ended(&caller, &handle).await;
    assert!(are_hidden(), "when it is translated");
    let message = stage.failure(&caller, &failed).await.message;
    assert!(message.contains("DOCX"), "{message}");
    let translation = stage.fetch(&caller, &handle).await.unwrap();
    assert!(translation.starts_with(b"THE MERGER"));
}
