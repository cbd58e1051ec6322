//! One attempt to translate a document.

use std::sync::Arc;

use dragoman_documents::Warning;
use dragoman_domain::{DocumentFileWriter, KeyId, StoredDocument};

use super::failure::Failure;
use super::memory::DocumentWork;
use super::progress::Progress;
use super::reading::Source;
use super::task::Task;
use super::{Documents, OpenDocument};
use crate::{Caller, Permission, document_characters};

/// A translation that is written and not kept yet.
pub(super) struct Attempt {
    pub(super) file: Box<dyn DocumentFileWriter>,
    /// What should be known of it.
    pub(super) warnings: Vec<Warning>,
}

impl Attempt {
    /// Translates the document for whoever sent it, as soon as there is enough memory for it.
    pub(super) async fn make(
        documents: Documents,
        document: StoredDocument,
        task: Task,
        progress: Arc<Progress>,
    ) -> Result<Self, Failure> {
        let work = documents.inner.memory.work(document.owner.account);
        loop {
            match Self::try_once(&documents, &document, &task, &work, &progress).await {
                Err(Failure::NoMemory) => work.wait_for_more().await?,
                ended => return ended,
            }
        }
    }

    async fn try_once(
        documents: &Documents,
        document: &StoredDocument,
        task: &Task,
        work: &DocumentWork,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let inner = &documents.inner;
        let caller = documents.caller(document.owner).await?;
        let resources = inner
            .customizing
            .resources(&caller, task.source, task.target, &task.customization)
            .await?;
        let source = Source::of(document);
        let count = |opened: OpenDocument| (document_characters(opened.units()), opened);
        let (characters, opened) = documents.open_source(source, task, work, (), count).await?;
        documents
            .charge_counted(&caller, document, task.format, characters)
            .await?;
        let report = |now| progress.set(now);
        let translated = inner
            .translator
            .translate(
                Some(caller.key.id),
                &task.request(),
                opened.units(),
                &resources,
                &report,
            )
            .await?;
        let (file, warnings) = documents
            .write_translation(source, work, opened, translated)
            .await?;
        Ok(Self { file, warnings })
    }
}

impl Documents {
    /// Who sent a document, as long as they may.
    async fn caller(&self, owner: KeyId) -> Result<Caller, Failure> {
        let found = self.inner.ports.accounts.key(owner).await?;
        match found {
            Some((key, account)) if key.deactivated.is_none() => {
                let caller = Caller::of_sender(key, account);
                caller.may(Permission::TranslateDocuments)?;
                Ok(caller)
            }
            _ => Err(Failure::KeyGone),
        }
    }

    /// What is to be done with a document.
    pub(super) async fn task(&self, document: &StoredDocument) -> Result<Task, Failure> {
        let (files, id, key) = (self.files(), document.id, document.key.clone());
        let request = document.request.clone();
        let unsealed = dragoman_tasks::spawn_blocking(move || files.unseal(id, &key, &request));
        Task::from_bytes(&unsealed.await??).ok_or(Failure::UnknownTask)
    }
}
