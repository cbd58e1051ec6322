//! What other copies have added, as the database tells whoever listens. What is told while nobody is connected is lost, so
//! those who wait also look by themselves from time to time.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool};
use tokio::sync::{Notify, watch};

/// The channels, which the statements name that add something.
const NOTICES: &str = "dragoman.notices";
const DOCUMENTS: &str = "dragoman.documents";

/// How long to wait before a lost connection is made anew.
const PAUSE: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
struct Added {
    notice: Notify,
    document: Notify,
}

/// Tells what was added. It listens from the first time that somebody waits until the last of these is dropped.
#[derive(Debug, Clone)]
pub(super) struct Signals {
    /// Of one connection, which listens.
    pool: PgPool,
    added: Arc<Added>,
    /// Ends the task that listens when it is dropped.
    listening: Arc<OnceLock<watch::Sender<()>>>,
}

impl Signals {
    pub(super) fn new(pool: PgPool) -> Self {
        Self {
            pool,
            added: Arc::default(),
            listening: Arc::default(),
        }
    }

    pub(super) async fn notice_added(&self) {
        self.listen();
        self.added.notice.notified().await;
    }

    pub(super) async fn document_added(&self) {
        self.listen();
        self.added.document.notified().await;
    }

    fn listen(&self) {
        self.listening.get_or_init(|| {
            let (stop, mut stopped) = watch::channel(());
            let (pool, added) = (self.pool.clone(), Arc::clone(&self.added));
            dragoman_tasks::spawn(async move {
                tokio::select! {
                    // It fails when there is nobody any more who could stop it.
                    _ = stopped.changed() => {}
                    () = pass_on_until_closed(&pool, &added) => {}
                }
            });
            stop
        });
    }
}

impl Added {
    fn tell_all(&self) {
        self.notice.notify_one();
        self.document.notify_one();
    }
}

async fn pass_on_until_closed(pool: &PgPool, added: &Added) {
    while !pool.is_closed() {
        if let Err(error) = pass_on(pool, added).await {
            tracing::debug!(%error, "what is added is not told at the moment");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Passes on what is told, until the connection is lost or the pool closed.
async fn pass_on(pool: &PgPool, added: &Added) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen_all([NOTICES, DOCUMENTS]).await?;
    // It may have been told while nobody listened.
    added.tell_all();
    while let Some(told) = listener.try_recv().await? {
        match told.channel() {
            NOTICES => added.notice.notify_one(),
            DOCUMENTS => added.document.notify_one(),
            _ => {}
        }
    }
    Ok(())
}
