//! How documents are taken apart and put together, for as long as somebody waits for that.

use std::io::{BufWriter, Write as _};

use dragoman_documents::{Options, Warning, overseen};
use dragoman_domain::{
    AccountId, DocumentFile, DocumentFileWriter, DocumentId, StoredDocument, WrappedKey,
};

use super::failure::Failure;
use super::memory::DocumentWork;
use super::task::Task;
use super::{Documents, OpenDocument};
use crate::TranslatedUnits;
use crate::fair_semaphore::Turn;
use crate::transfers::CHUNK;

/// A document whose files are read or written.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) id: DocumentId,
    pub(super) key: &'a WrappedKey,
    pub(super) account: AccountId,
}

impl<'a> Source<'a> {
    pub(super) const fn of(document: &'a StoredDocument) -> Self {
        Self {
            id: document.id,
            key: &document.key,
            account: document.owner.account,
        }
    }
}

impl Documents {
    /// Takes the source file of a document apart, and what is wanted of it on the same thread. What is held is let go of
    /// when that is over, which is soon if the work is dropped.
    ///
    /// # Errors
    /// [`Failure`]; [`Failure::NoMemory`] if there is not enough at the moment.
    pub(super) async fn open_source<T: Send + 'static>(
        &self,
        source: Source<'_>,
        task: &Task,
        work: &DocumentWork,
        held: impl Send + 'static,
        take: impl FnOnce(OpenDocument) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = self.turn(source.account).await?;
        let (files, id, key) = (self.files(), source.id, source.key.clone());
        let format = task.format;
        let filters = self.inner.ports.filters.clone();
        let options = Options {
            source: task.source,
            target: task.target,
            output: task.output,
            bilingual: task.is_bilingual,
            limits: self.inner.limits.reading,
        };
        let overseer = work.overseer();
        let opened = dragoman_tasks::spawn_blocking(move || {
            let _held = (turn, held);
            let (file, _) = files.open(id, &key, DocumentFile::Source)?;
            overseen(overseer, || {
                Ok::<_, Failure>(take(filters.open(format, Box::new(file), options)?))
            })
        });
        opened.await?
    }

    /// Writes a document with its translations, and says what should be known of it then.
    ///
    /// # Errors
    /// As [`open_source`](Self::open_source).
    pub(super) async fn write_translation(
        &self,
        source: Source<'_>,
        work: &DocumentWork,
        mut document: OpenDocument,
        translated: TranslatedUnits,
    ) -> Result<(Box<dyn DocumentFileWriter>, Vec<Warning>), Failure> {
        let turn = self.turn(source.account).await?;
        let (files, id, key) = (self.files(), source.id, source.key.clone());
        let overseer = work.overseer();
        let written = dragoman_tasks::spawn_blocking(move || {
            let _turn = turn;
            let file = files.create(id, &key, DocumentFile::Translation)?;
            let mut output = BufWriter::with_capacity(CHUNK, file);
            overseen(overseer, || {
                document.write(&translated.translations, &mut output)
            })?;
            output.flush()?;
            let file = output
                .into_inner()
                .map_err(std::io::IntoInnerError::into_error)?;
            Ok::<_, Failure>((file, translated.warnings(&*document)))
        });
        written.await?
    }

    /// A turn to take a document apart or put one together. It belongs to the thread that does so, which soon ends
    /// when nobody waits for it any more.
    async fn turn(&self, account: AccountId) -> Result<Turn, Failure> {
        let turn = self.inner.readers.take(account).await;
        turn.ok_or(Failure::Stopped)
    }
}
