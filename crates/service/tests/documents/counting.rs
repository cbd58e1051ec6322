//! Documents that take longer to read than whoever sends them is to wait.

use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use dragoman_domain::{
    AccountChange, Actor, Clock as _, DocumentFile, DocumentId, DocumentStore as _, Reservation,
    ReservationId, ReserveError, SettleError, StoreError, Usage, UsageLedger, UsageOwner,
};
use dragoman_service::{Caller, DocumentLimits, DocumentReport};

use crate::broken_off::until;
use crate::stage::{Stage, World, at_most, done_with, one_worker, send, wide_limits};
use crate::watched::{Reader, Watched};
use crate::work::docx;

/// Limits with which each document is accepted uncounted.
fn uncounted() -> DocumentLimits {
    DocumentLimits {
        counting: Duration::ZERO,
        ..one_worker()
    }
}

impl Stage {
    /// The characters that are set aside for a document, by its row.
    async fn set_aside(&self, id: DocumentId) -> u64 {
        let document = self.store.document(id, self.world.clock.now());
        document.await.unwrap().unwrap().characters
    }
}

/// Keeps those who read a source at their second piece until it is opened.
#[derive(Default)]
struct Gate {
    state: Mutex<State>,
    opened: Condvar,
}

#[derive(Default)]
struct State {
    is_open: bool,
    /// How often each source was read.
    reads: Vec<usize>,
    closed: usize,
}

impl Gate {
    fn open(&self) {
        self.state.lock().unwrap().is_open = true;
        self.opened.notify_all();
    }

    fn reads_of_first(&self) -> usize {
        let state = self.state.lock().unwrap();
        state.reads.first().copied().unwrap_or_default()
    }

    fn closed(&self) -> usize {
        self.state.lock().unwrap().closed
    }
}

impl Reader for Gate {
    fn opens(&self, _: DocumentFile) -> usize {
        let mut state = self.state.lock().unwrap();
        state.reads.push(0);
        state.reads.len() - 1
    }

    fn reads(&self, number: usize) {
        let mut state = self.state.lock().unwrap();
        state.reads[number] += 1;
        if state.reads[number] == 2 {
            let open = self.opened.wait_while(state, |state| !state.is_open);
            drop(open.unwrap());
        }
    }

    fn closes(&self, _: usize) {
        self.state.lock().unwrap().closed += 1;
    }
}

async fn stage_behind(gate: &Arc<Gate>, limits: DocumentLimits) -> Stage {
    Stage::behind(World::new(limits), |mut doors| {
        let watched = Watched::new(doors.files, |_| ());
        doors.files = Arc::new(watched.with_reader(Arc::clone(gate) as _));
        doors
    })
    .await
}

/// A text that is not read in one piece, and its characters.
fn long_text() -> (Vec<u8>, u64) {
    let paragraph = format!("Hello {}again.", "there ".repeat(60));
    let text = format!("{paragraph}\n\n").repeat(1_000);
    (text.into_bytes(), paragraph.len() as u64 * 1_000)
}

#[tokio::test]
async fn a_document_that_takes_long_to_read_is_accepted_before_it_is_read_and_counts_exactly() {
    let limits = DocumentLimits {
        counting: Duration::from_millis(1),
        readers: 1,
        ..one_worker()
    };
    let gate = Arc::new(Gate::default());
    let stage = stage_behind(&gate, limits).await;
    let caller = stage.anybody().await;
    let (text, billed_characters) = long_text();
    let handle = stage.send(&caller, "a.txt", &text).await.unwrap();
    // Neither is there a turn for the next one.
    let next = stage.send(&caller, "b.txt", &text).await.unwrap();
    gate.open();
    assert_eq!(stage.set_aside(handle.id).await, 0);
    assert_eq!(stage.set_aside(next.id).await, 0);
    until(|| gate.closed() >= 1).await;
    assert!(gate.reads_of_first() <= 2, "{}", gate.reads_of_first());
    stage.documents.start(true).await.unwrap();
    for handle in [&handle, &next] {
        let report = stage.ended(&caller, handle).await;
        assert_eq!(report, done_with(billed_characters));
    }
    assert_eq!(stage.counted(&caller).await, 0);
    let translation = stage.fetch(&caller, &handle).await.unwrap();
    assert_eq!(translation, text.to_ascii_uppercase());
    assert_eq!(stage.counted(&caller).await, billed_characters);
}

#[tokio::test]
async fn what_is_read_for_a_client_that_has_gone_is_not_read_to_its_end() {
    let gate = Arc::new(Gate::default());
    let stage = stage_behind(&gate, one_worker()).await;
    let caller = stage.anybody().await;
    let (text, characters) = long_text();
    let (documents, sender, sent) = (stage.documents.clone(), caller.clone(), text.clone());
    let sending = tokio::spawn(async move { send(&documents, &sender, "a.txt", &sent).await });
    until(|| gate.reads_of_first() == 2).await;
    sending.abort();
    assert!(sending.await.unwrap_err().is_cancelled());
    gate.open();
    until(|| gate.closed() == 1).await;
    assert_eq!(gate.reads_of_first(), 2);
    let next = stage.send(&caller, "a.txt", &text).await.unwrap();
    assert_eq!(stage.set_aside(next.id).await, characters);
}

#[tokio::test]
async fn what_is_read_for_work_that_is_broken_off_is_not_read_to_its_end() {
    let gate = Arc::new(Gate::default());
    let stage = stage_behind(&gate, uncounted()).await;
    let caller = stage.anybody().await;
    let (text, _) = long_text();
    let handle = stage.send(&caller, "a.txt", &text).await.unwrap();
    stage.documents.start(true).await.unwrap();
    until(|| gate.reads_of_first() == 2).await;
    stage.documents.stop().await;
    gate.open();
    until(|| gate.closed() == 1).await;
    assert_eq!(gate.reads_of_first(), 2);
    assert_eq!(stage.set_aside(handle.id).await, 0);
}

#[tokio::test]
async fn the_least_that_a_document_of_its_format_costs_is_set_aside_until_it_is_counted() {
    let stage = Stage::idle(World::new(uncounted())).await;
    let caller = stage.anybody().await;
    let text = "a".repeat(60_000);
    let mut sent = Vec::new();
    for (name, content, least, characters) in [
        ("a.docx", docx(&text), 50_000, 60_000),
        ("a.docx", docx("Hello."), 50_000, 50_000),
        ("a.txt", text.clone().into_bytes(), 0, 60_000),
    ] {
        let handle = stage.send(&caller, name, &content).await.unwrap();
        assert_eq!(stage.set_aside(handle.id).await, least, "{name}");
        sent.push((handle, characters));
    }
    stage.documents.start(true).await.unwrap();
    let mut counted = 0;
    for (handle, billed_characters) in sent {
        let report = stage.ended(&caller, &handle).await;
        assert_eq!(report, done_with(billed_characters));
        stage.fetch(&caller, &handle).await.unwrap();
        counted += billed_characters;
        assert_eq!(stage.counted(&caller).await, counted);
    }
}

async fn failed(stage: &Stage, caller: &Caller, text: &str) -> String {
    let handle = stage.send(caller, "a.txt", text.as_bytes()).await.unwrap();
    stage.failure(caller, &handle).await.message
}

async fn done(stage: &Stage, caller: &Caller, text: &str) {
    let handle = stage.send(caller, "a.txt", text.as_bytes()).await.unwrap();
    let report = stage.ended(caller, &handle).await;
    assert!(matches!(report, DocumentReport::Done { .. }), "{report:?}");
}

#[tokio::test]
async fn a_document_that_turns_out_to_pass_a_limit_fails_and_sets_nothing_aside() {
    let stage = Stage::with(uncounted()).await;
    let caller = stage.caller("limited", at_most(12)).await;
    assert_eq!(
        failed(&stage, &caller, "thirteen char").await,
        "The character limit of this key for this usage period is reached."
    );
    done(&stage, &caller, "seven c").await;
    let limit = AccountChange {
        character_limit: Some(Some(11)),
        ..AccountChange::default()
    };
    let changed = stage
        .keys
        .change_account("limited", limit, Actor::Operator)
        .await;
    changed.unwrap();
    assert_eq!(
        failed(&stage, &caller, "five.").await,
        "The character limit of the account for this usage period is reached."
    );
    done(&stage, &caller, "four").await;
    assert_eq!(stage.engine.jobs.lock().unwrap().len(), 2);
    // Of each that is done there are two files, and of one that failed none.
    stage.documents.stop().await;
    assert_eq!(stage.world.files().len(), 4);
}

#[tokio::test]
async fn a_document_that_turns_out_to_have_more_text_than_its_plan_allows_fails() {
    let mut limits = uncounted();
    limits.pro.characters = 5;
    let stage = Stage::with(limits).await;
    let caller = stage.caller("limited", at_most(5)).await;
    assert_eq!(
        failed(&stage, &caller, "Hello.").await,
        "The document has 6 characters, and 5 are the most; split it."
    );
    done(&stage, &caller, "Hello").await;
}

#[tokio::test]
async fn a_file_that_cannot_be_read_says_so_when_somebody_has_tried() {
    let stage = Stage::with(uncounted()).await;
    let caller = stage.caller("limited", at_most(50_000)).await;
    let broken = stage.send(&caller, "a.docx", b"not an archive").await;
    let message = stage.failure(&caller, &broken.unwrap()).await.message;
    assert!(message.contains("DOCX"), "{message}");
    let next = stage.send(&caller, "a.docx", &docx("Hello.")).await;
    assert!(next.is_ok());
}

/// A ledger that knows which documents got another number of characters.
struct Noting {
    ledger: Arc<dyn UsageLedger>,
    adjusted: Arc<Mutex<Vec<(DocumentId, u64)>>>,
}

#[async_trait]
impl UsageLedger for Noting {
    async fn reserve(&self, reservation: &Reservation) -> Result<(), ReserveError> {
        self.ledger.reserve(reservation).await
    }

    async fn settle(&self, id: ReservationId) -> Result<(), SettleError> {
        self.ledger.settle(id).await
    }

    async fn adjust(&self, document: DocumentId, characters: u64) -> Result<(), ReserveError> {
        self.adjusted.lock().unwrap().push((document, characters));
        self.ledger.adjust(document, characters).await
    }

    fn release(&self, id: ReservationId) {
        self.ledger.release(id);
    }

    async fn usage(&self, owner: &UsageOwner) -> Result<Usage, StoreError> {
        self.ledger.usage(owner).await
    }
}

#[tokio::test]
async fn only_what_was_not_counted_before_gets_another_number() {
    for (limits, is_adjusted) in [(wide_limits(), false), (uncounted(), true)] {
        let adjusted = Arc::<Mutex<Vec<_>>>::default();
        let stage = Stage::behind(World::new(limits), |mut doors| {
            doors.ledger = Arc::new(Noting {
                ledger: doors.ledger,
                adjusted: Arc::clone(&adjusted),
            });
            doors
        })
        .await;
        let caller = stage.anybody().await;
        let handle = stage.send(&caller, "a.txt", b"Hello.").await.unwrap();
        stage.documents.start(true).await.unwrap();
        let billed_characters = 6;
        let report = stage.ended(&caller, &handle).await;
        assert_eq!(report, done_with(billed_characters));
        let expected = is_adjusted.then_some((handle.id, 6));
        assert_eq!(*adjusted.lock().unwrap(), Vec::from_iter(expected));
    }
}
