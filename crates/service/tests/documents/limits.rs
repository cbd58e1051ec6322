//! What is refused, and what that leaves.

use dragoman_domain::{ErrorKind, Formality, GlossaryId, KeyLimits, Plan, Register, ScopeSet};
use dragoman_service::{
    DocumentError, DocumentFormat, DocumentLimits, DocumentNote, DocumentReport, NewDocument,
};
use uuid::Uuid;

use crate::engine::language;
use crate::stage::{Stage, World, at_most, new_document, wide_limits};

fn kind<T>(result: Result<T, DocumentError>) -> Option<ErrorKind> {
    result.err().map(|error| error.kind())
}

#[tokio::test]
async fn what_would_pass_the_limit_is_refused_when_it_is_sent() {
    let stage = Stage::idle(World::new(wide_limits())).await;
    let caller = stage.caller("limited", at_most(12)).await;
    let send = async |text: &str| kind(stage.send(&caller, "a.txt", text.as_bytes()).await);
    assert_eq!(send("thirteen char").await, Some(ErrorKind::QuotaExceeded));
    stage.world.is_empty().await;
    assert_eq!(send("seven c").await, None);
    assert_eq!(send("six ch").await, Some(ErrorKind::QuotaExceeded));
    // What waits is set aside for as long as it is kept, whatever process that is in.
    let stage = stage.restarted().await;
    let send = async |text: &str| kind(stage.send(&caller, "a.txt", text.as_bytes()).await);
    assert_eq!(send("six ch").await, Some(ErrorKind::QuotaExceeded));
    assert_eq!(send("five.").await, None);
}

#[tokio::test]
async fn a_file_that_is_too_large_is_refused_as_soon_as_it_is() {
    let mut limits = wide_limits();
    limits.free.bytes.insert(DocumentFormat::PlainText, 10);
    limits.pro.bytes.insert(DocumentFormat::PlainText, 20);
    let stage = Stage::idle(World::new(limits)).await;
    for (plan, most) in [(Plan::Free, 10), (Plan::Pro, 20), (Plan::Classic, 20)] {
        let limits = KeyLimits::default();
        let caller = stage.caller_with(plan.as_str(), plan, limits, ScopeSet::Unrestricted);
        let caller = caller.await;
        let mut upload = stage.documents.receive(&caller).unwrap();
        upload.announce("a.txt").unwrap();
        upload.write(&vec![b'a'; most]).await.unwrap();
        let more = upload.write(b"a").await;
        assert_eq!(kind(more), Some(ErrorKind::TooLarge), "{plan}");
        // The same if the name comes last.
        let mut upload = stage.documents.receive(&caller).unwrap();
        upload.write(&vec![b'a'; most + 1]).await.unwrap();
        let late = upload.announce("a.txt");
        assert_eq!(kind(late), Some(ErrorKind::TooLarge), "{plan}");
        let mut upload = stage.documents.receive(&caller).unwrap();
        upload.write(&vec![b'a'; most + 1]).await.unwrap();
        let finished = upload.finish(new_document("a.txt")).await;
        assert_eq!(kind(finished), Some(ErrorKind::TooLarge), "{plan}");
    }
    stage.world.is_empty().await;
}

#[tokio::test]
async fn a_document_with_too_much_text_is_refused() {
    let mut limits = wide_limits();
    limits.pro.characters = 5;
    let stage = Stage::with(limits).await;
    let caller = stage.anybody().await;
    // Of characters, not of bytes.
    assert!(
        stage
            .send(&caller, "a.txt", "äöüäö".as_bytes())
            .await
            .is_ok()
    );
    let error = stage.send(&caller, "a.txt", b"Hello.").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.to_string().contains("6 characters"), "{error}");
}

#[tokio::test]
async fn a_key_and_the_server_keep_only_so_many() {
    let limits = DocumentLimits {
        documents_of_key: 2,
        bytes: 40,
        ..wide_limits()
    };
    let stage = Stage::with(limits).await;
    let callers = [
        stage.caller("one", at_most(18)).await,
        stage.caller("two", KeyLimits::default()).await,
        stage.caller("three", KeyLimits::default()).await,
        stage.caller("four", KeyLimits::default()).await,
    ];
    let send = async |who: usize| stage.send(&callers[who], "a.txt", b"Hello.").await;
    let first = send(0).await.unwrap();
    stage.ended(&callers[0], &first).await;
    send(0).await.unwrap();
    assert_eq!(kind(send(0).await), Some(ErrorKind::RateLimited));
    send(1).await.unwrap();
    send(2).await.unwrap();
    let larger = stage.send(&callers[3], "a.txt", b"Hello, my friend.");
    assert_eq!(kind(larger.await), Some(ErrorKind::Overloaded));
    stage.fetch(&callers[0], &first).await.unwrap();
    stage.documents.keep_up().await.unwrap();
    // What was refused has taken nothing from the limit of the key.
    assert_eq!(kind(send(0).await), None);
}

#[tokio::test]
async fn slow_uploads_of_an_account_leave_places_for_others() {
    let stage = Stage::idle(World::new(wide_limits())).await;
    let callers = [
        stage.caller("one", KeyLimits::default()).await,
        stage.caller("two", KeyLimits::default()).await,
    ];
    let begin = |who: usize| stage.documents.receive(&callers[who]);
    let mut begun: Vec<_> = std::iter::from_fn(|| begin(0).ok()).collect();
    assert_eq!(kind(begin(0)), Some(ErrorKind::RateLimited));
    assert!(begin(1).is_ok());
    begun.pop();
    assert!(begin(0).is_ok());
}

#[tokio::test]
async fn what_cannot_be_done_is_refused_before_anything_is_kept() {
    let stage = Stage::idle(World::new(wide_limits())).await;
    let caller = stage.anybody().await;
    let plain = new_document("a.txt");
    let mut glossary = plain.clone();
    glossary.customization.glossaries = vec![GlossaryId(Uuid::from_u128(7))];
    let without_source = NewDocument {
        source: None,
        ..glossary.clone()
    };
    let register = Register::Informal;
    let formal = |is_required| NewDocument {
        formality: Some(Formality {
            register,
            is_required,
        }),
        ..plain.clone()
    };
    let into = |tag| NewDocument {
        target: language(tag),
        ..plain.clone()
    };
    let output = |format: &str| NewDocument {
        output_format: Some(format.to_owned()),
        ..plain.clone()
    };
    let both = |name: &str| NewDocument {
        bilingual: true,
        ..new_document(name)
    };
    for (document, refusal) in [
        (both("a.txt"), Some(ErrorKind::Unsupported)),
        (new_document("a.pdf"), Some(ErrorKind::Unsupported)),
        (new_document("a"), Some(ErrorKind::Unsupported)),
        (glossary, Some(ErrorKind::NotFound)),
        (without_source, Some(ErrorKind::InvalidInput)),
        (formal(true), Some(ErrorKind::Unsupported)),
        (into("fr"), Some(ErrorKind::Unsupported)),
        (output("docx"), Some(ErrorKind::Unsupported)),
        (output("TXT"), None),
        (both("a.html"), None),
        (formal(false), None),
        // That the languages are equal is said by the status.
        (into("en"), None),
    ] {
        let mut upload = stage.documents.receive(&caller).unwrap();
        upload.write(b"Hello.").await.unwrap();
        let finished = upload.finish(document.clone()).await;
        assert_eq!(kind(finished), refusal, "{document:?}");
        if refusal.is_some() {
            stage.world.is_empty().await;
        }
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_taken_and_says_why_without_counting() {
    let stage = Stage::idle(World::new(wide_limits())).await;
    let caller = stage.caller("limited", at_most(5)).await;
    for (name, content, reason) in [
        ("a.docx", &b"not an archive"[..], "DOCX"),
        ("a.json", b"{\"a\": ", "JSON"),
        ("a.xlsx", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", ""),
        (
            "a.xml",
            b"<!DOCTYPE a [<!ENTITY a \"&a;&a;\">]><a>&a;</a",
            "",
        ),
    ] {
        let handle = stage.send(&caller, name, content).await.unwrap();
        let status = stage
            .documents
            .status(&caller, handle.id, handle.key.expose());
        let DocumentReport::Failed(DocumentNote { message, .. }) = status.await.unwrap() else {
            panic!("{name} is no document");
        };
        assert!(
            message.ends_with('.') && message.contains(reason),
            "{message}"
        );
        let fetched = stage.fetch(&caller, &handle).await.unwrap_err();
        assert_eq!(fetched.kind(), ErrorKind::Conflict);
        assert!(
            fetched.to_string().contains(message.trim_end_matches('.')),
            "{fetched}"
        );
    }
    // Nothing is set aside for them.
    assert!(stage.send(&caller, "a.txt", b"Hello").await.is_ok());
    stage.documents.stop().await;
    assert_eq!(stage.world.files().len(), 1);
}

#[tokio::test]
async fn documents_of_equal_languages_or_without_text_fail_with_a_reason() {
    let stage = Stage::new().await;
    let caller = stage.anybody().await;
    let failed = async |document: NewDocument, text: &[u8]| {
        let mut upload = stage.documents.receive(&caller).unwrap();
        upload.write(text).await.unwrap();
        let handle = upload.finish(document).await.unwrap();
        stage.failure(&caller, &handle).await.message
    };
    let equal = NewDocument {
        target: language("en"),
        ..new_document("a.txt")
    };
    assert_eq!(
        failed(equal, b"Hello.").await,
        "Source and target language are equal."
    );
    let plain = || new_document("a.txt");
    assert!(failed(plain(), b"12 34").await.contains("no text"));
    assert!(failed(plain(), b"").await.contains("no text"));
    stage.documents.stop().await;
    stage.world.is_empty().await;
}

/// Plain text of so many paragraphs. Each takes nearly 1 KiB while it is translated, and the file itself little.
fn paragraphs(count: usize) -> Vec<u8> {
    "A green house.\n\n".repeat(count).into_bytes()
}

#[tokio::test]
async fn documents_wait_for_the_memory_that_others_take() {
    let limits = DocumentLimits {
        memory: 4 << 20,
        workers: 8,
        ..wide_limits()
    };
    let stage = Stage::idle(World::new(limits)).await;
    let (first, second) = (
        stage.anybody().await,
        stage.caller("b", at_most(1_000_000)).await,
    );
    let mut sent = Vec::new();
    for caller in [&first, &first, &first, &second, &second] {
        let handle = stage
            .send(caller, "a.txt", &paragraphs(1_000))
            .await
            .unwrap();
        sent.push((caller, handle));
    }
    // More than half of the memory for one.
    let large = stage
        .send(&first, "a.txt", &paragraphs(8_000))
        .await
        .unwrap();
    stage.documents.start(true).await.unwrap();
    for (caller, handle) in sent {
        let report = stage.ended(caller, &handle).await;
        assert!(matches!(report, DocumentReport::Done { .. }), "{report:?}");
    }
    let message = stage.failure(&first, &large).await.message;
    assert!(message.contains("more memory"), "{message}");
    assert_eq!(stage.counted(&first).await, 0, "nothing was downloaded");
}
