//! What goes on when nobody waits for it any more.

use std::sync::{Arc, Condvar, Mutex};

use dragoman_domain::{DocumentFile, ErrorKind};
use dragoman_service::{Caller, DocumentError, DocumentHandle, DocumentLimits};
use tokio::task::JoinHandle;

use crate::stage::{Stage, World, one_worker, send};
use crate::watched::Watched;

/// Keeps those who read sources until it is opened.
#[derive(Default)]
struct Gate {
    state: Mutex<State>,
    opened: Condvar,
}

#[derive(Default)]
struct State {
    is_open: bool,
    came: usize,
    inside: usize,
    most_inside: usize,
}

impl Gate {
    fn pass(&self) {
        let mut state = self.state.lock().unwrap();
        state.came += 1;
        state.inside += 1;
        state.most_inside = state.most_inside.max(state.inside);
        let mut state = self
            .opened
            .wait_while(state, |state| !state.is_open)
            .unwrap();
        state.inside -= 1;
    }

    fn open(&self) {
        self.state.lock().unwrap().is_open = true;
        self.opened.notify_all();
    }

    fn came(&self) -> usize {
        self.state.lock().unwrap().came
    }
}

async fn stage_behind(gate: &Arc<Gate>, limits: DocumentLimits) -> Stage {
    let gate = Arc::clone(gate);
    Stage::behind(World::new(limits), |mut doors| {
        let pass = move |file| {
            if file == DocumentFile::Source {
                gate.pass();
            }
        };
        doors.files = Arc::new(Watched::new(doors.files, pass));
        doors
    })
    .await
}

type Sending = JoinHandle<Result<DocumentHandle, DocumentError>>;

fn begin_to_send(stage: &Stage, caller: &Caller) -> Sending {
    let (documents, caller) = (stage.documents.clone(), caller.clone());
    tokio::spawn(async move { send(&documents, &caller, "a.txt", b"Hello.").await })
}

/// Breaks off an upload whose file is being read.
async fn break_off(sending: Sending) {
    sending.abort();
    assert!(sending.await.unwrap_err().is_cancelled());
}

pub(crate) async fn until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn an_upload_that_breaks_off_keeps_its_place_until_its_file_is_read() {
    let most = 8;
    let limits = DocumentLimits {
        // Of which an account has half.
        readers: 2 * most,
        ..one_worker()
    };
    let gate = Arc::new(Gate::default());
    let stage = stage_behind(&gate, limits).await;
    let caller = stage.anybody().await;
    for number in 1..=most {
        let sending = begin_to_send(&stage, &caller);
        until(|| gate.came() == number).await;
        break_off(sending).await;
    }
    let refused = stage.documents.receive(&caller).err();
    gate.open();
    assert_eq!(refused.unwrap().kind(), ErrorKind::RateLimited);
    until(|| stage.documents.receive(&caller).is_ok()).await;
}

#[tokio::test]
async fn who_goes_away_leaves_no_turn_before_the_file_is_read() {
    let limits = DocumentLimits {
        readers: 1,
        ..one_worker()
    };
    let gate = Arc::new(Gate::default());
    let stage = stage_behind(&gate, limits).await;
    let caller = stage.anybody().await;
    let first = begin_to_send(&stage, &caller);
    until(|| gate.came() == 1).await;
    break_off(first).await;
    stage.world.is_empty().await;
    let second = begin_to_send(&stage, &caller);
    // Its file is there, and it would be read next.
    until(|| !stage.world.files().is_empty()).await;
    for _ in 0..1_000 {
        tokio::task::yield_now().await;
    }
    gate.open();
    second.await.unwrap().unwrap();
    let most_at_once = gate.state.lock().unwrap().most_inside;
    assert_eq!((gate.came(), most_at_once), (2, 1));
}
