//! One attempt to translate a document.

use std::io::{BufWriter, Write as _};
use std::sync::Arc;

use dragoman_documents::Content;
use dragoman_domain::{
    DocumentFile, DocumentFileWriter, DocumentId, KeyId, StoredDocument, WrappedKey,
};

use super::failure::Failure;
use super::progress::Progress;
use super::task::Task;
use super::{Documents, OpenDocument};
use crate::transfers::CHUNK;
use crate::{Caller, Permission, document_characters};

/// A translation that is written and not kept yet.
pub(super) struct Attempt {
    pub(super) file: Box<dyn DocumentFileWriter>,
}

impl Attempt {
    /// Translates the document for whoever sent it.
    pub(super) async fn make(
        documents: Documents,
        document: StoredDocument,
        task: Task,
        progress: Arc<Progress>,
    ) -> Result<Self, Failure> {
        let inner = &documents.inner;
        let caller = documents.caller(document.owner).await?;
        let resources = inner
            .customizing
            .resources(&caller, task.source, task.target, &task.customization)
            .await?;
        let count = |opened: OpenDocument| (document_characters(opened.units()), opened);
        let (characters, opened) = documents
            .open_source(document.id, &document.key, &task, (), count)
            .await?;
        documents
            .charge_counted(&caller, &document, task.format, characters)
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
        let file = documents
            .write_translation(document.id, document.key, opened, translated.translations)
            .await?;
        Ok(Self { file })
    }
}

impl Documents {
    /// Who sent a document, as long as they may.
    async fn caller(&self, owner: KeyId) -> Result<Caller, Failure> {
        let found = self.inner.ports.accounts.key(owner).await?;
        match found {
            Some((key, account)) if key.deactivated.is_none() => {
                let caller = Caller { key, account };
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

    async fn write_translation(
        &self,
        id: DocumentId,
        key: WrappedKey,
        mut document: OpenDocument,
        translations: Vec<Option<Content>>,
    ) -> Result<Box<dyn DocumentFileWriter>, Failure> {
        let turn = self.turn().await?;
        let files = self.files();
        let written = dragoman_tasks::spawn_blocking(move || {
            let _turn = turn;
            let file = files.create(id, &key, DocumentFile::Translation)?;
            let mut output = BufWriter::with_capacity(CHUNK, file);
            document.write(&translations, &mut output)?;
            output.flush()?;
            let file = output
                .into_inner()
                .map_err(std::io::IntoInnerError::into_error)?;
            Ok::<_, Failure>(file)
        });
        written.await?
    }
}
