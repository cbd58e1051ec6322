use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{Detection, ErrorKind, LanguageDetector};
use tokio::sync::Semaphore;

use crate::{Admission, Caller, Forbidden, NoRoom, Permission, count_characters};

/// A detector for asynchronous callers: runs on blocking threads, no more at a time than there
/// are processors.
#[derive(Clone)]
pub struct SharedDetector {
    detector: Arc<dyn LanguageDetector>,
    turns: Arc<Semaphore>,
}

impl SharedDetector {
    /// Shares a detector among as many threads as there are processors.
    #[must_use]
    pub fn new(detector: Arc<dyn LanguageDetector>) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            detector,
            turns: Arc::new(Semaphore::new(threads)),
        }
    }

    pub(crate) fn detector(&self) -> &dyn LanguageDetector {
        &*self.detector
    }

    /// The languages of the texts, in order. `None` if the detector failed, which is a fault of
    /// this program.
    pub(crate) async fn detect(&self, texts: Vec<String>) -> Option<Vec<Detection>> {
        let turn = Arc::clone(&self.turns).acquire_owned().await.ok()?;
        let detector = Arc::clone(&self.detector);
        let detecting = dragoman_tasks::spawn_blocking(move || {
            let _turn = turn;
            texts
                .iter()
                .map(|text| detector.detect(text))
                .collect::<Vec<_>>()
        });
        detecting.await.ok()
    }
}

/// Why languages were not detected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DetectionError {
    /// The key does not allow it, or the account has not opted in.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// Too much work for the whole server, or of this key.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// The work took longer than the server allows.
    #[error("the languages were not detected in time; try again later, or with less text")]
    TimedOut,
    /// The detector failed.
    #[error("the language detector failed")]
    Failed,
}

impl DetectionError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Forbidden(_) => ErrorKind::Forbidden,
            Self::NoRoom(refusal) => refusal.kind(),
            Self::TimedOut => ErrorKind::TimedOut,
            Self::Failed => ErrorKind::Internal,
        }
    }
}

/// Tells in which languages texts are, for accounts that have opted in.
#[derive(Clone)]
pub struct DetectLanguages {
    detector: SharedDetector,
    admission: Admission,
    timeout: Duration,
}

impl DetectLanguages {
    /// Detects with this detector while there is room, giving up after `timeout`.
    #[must_use]
    pub const fn new(detector: SharedDetector, admission: Admission, timeout: Duration) -> Self {
        Self {
            detector,
            admission,
            timeout,
        }
    }

    /// The languages of the texts, in order.
    ///
    /// # Errors
    /// [`DetectionError`]: not allowed, no room, or no time.
    pub async fn detect(
        &self,
        caller: &Caller,
        texts: Vec<String>,
    ) -> Result<Vec<Detection>, DetectionError> {
        caller.may(Permission::DetectLanguages)?;
        let characters = texts.iter().map(|text| count_characters(text)).sum();
        let _room = self.admission.admit(caller.key.id, characters)?;
        tokio::time::timeout(self.timeout, self.detector.detect(texts))
            .await
            .map_err(|_| DetectionError::TimedOut)?
            .ok_or(DetectionError::Failed)
    }
}
