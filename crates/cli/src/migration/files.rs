//! All files that belong to the rows.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use dragoman_blobs::SealedObjects;
use dragoman_domain::{DocumentFile, DocumentFiles, MemoryJobStore, SharedFile};
use dragoman_store::migration::{DocumentWithFiles, FolderDatabases, JobWithFile, MemoryWithFile};
use tokio::runtime::Handle;

use super::Direction;
use super::places::{Brought, OfAll, OfDocument, OfJob, OfMemory, Place, bring};
use crate::progress::tell;

/// Documents whose files are brought at the same time. What is written for one takes about 20 MB at most.
const AT_ONCE: usize = 8;

/// After so many documents it is said how many there were.
const TOLD: u64 = 1000;

/// The files that are in both places.
#[derive(Debug, Default)]
pub(crate) struct MovedFiles {
    /// Of documents.
    pub(crate) documents: u64,
    /// Contents of translation memories.
    pub(crate) memories: u64,
    /// Of imports and exports.
    pub(crate) jobs: u64,
    /// How many of all these were not there before.
    pub(crate) copied: u64,
    /// What the rows name and is not there.
    pub(crate) missing: Vec<String>,
}

/// What a document has brought: whether each of its files, by its name, and what of it is missing.
type OfOne = Vec<(String, Brought)>;

/// Where files come from and go to.
pub(super) struct Files {
    pub(super) direction: Direction,
    /// The data folder.
    pub(super) folder: PathBuf,
    pub(super) documents: Arc<dyn DocumentFiles>,
    pub(super) jobs: Arc<dyn MemoryJobStore>,
    pub(super) shared: Arc<SealedObjects>,
}

impl Files {
    /// Brings all files that the rows name. The rows are the same in both databases.
    pub(super) async fn bring_all(&self, databases: &mut FolderDatabases) -> Result<MovedFiles> {
        let mut moved = MovedFiles::default();
        self.bring_documents(databases, &mut moved).await?;
        for memory in databases.memories_with_files().await? {
            let MemoryWithFile { id, path } = memory;
            let name = format!("the content of the translation memory {id}");
            let here = OfMemory(self.folder.join(path));
            let brought = self.bring(here, SharedFile::Memory(id), &name).await?;
            moved.memories += moved.note(name, brought, true);
        }
        for job in databases.jobs_with_files().await? {
            let JobWithFile { id, has_file } = job;
            let name = format!("the file of the import or export {id}");
            let here = OfJob {
                jobs: Arc::clone(&self.jobs),
                id,
                runtime: Handle::current(),
            };
            let brought = self.bring(here, SharedFile::Job(id), &name).await?;
            moved.jobs += moved.note(name, brought, has_file);
        }
        tell(format_args!(
            "files of documents: {}, of translation memories: {}, of imports and exports: {}",
            moved.documents, moved.memories, moved.jobs
        ));
        Ok(moved)
    }

    /// Brings a file of translation memories.
    async fn bring(
        &self,
        here: impl Place + Send + 'static,
        file: SharedFile,
        name: &str,
    ) -> Result<Brought> {
        let there = OfAll {
            files: Arc::clone(&self.shared) as Arc<_>,
            file,
            runtime: Handle::current(),
        };
        let direction = self.direction;
        let work = move || match direction {
            Direction::ToShared => bring(&here, &there),
            Direction::ToFolder => bring(&there, &here),
        };
        dragoman_tasks::spawn_blocking(work)
            .await
            .context("the work did not end")?
            .with_context(|| format!("{name} cannot be copied"))
    }

    async fn bring_documents(
        &self,
        databases: &mut FolderDatabases,
        moved: &mut MovedFiles,
    ) -> Result<()> {
        let mut last = None;
        let mut done = 0;
        loop {
            let page = databases.documents_with_files(last.as_ref()).await?;
            for documents in page.chunks(AT_ONCE) {
                let tasks: Vec<_> = documents
                    .iter()
                    .map(|document| self.begin_document(document.clone()))
                    .collect();
                for task in tasks {
                    for (name, brought) in task.await.context("the work did not end")?? {
                        moved.documents += moved.note(name, brought, true);
                    }
                    done += 1;
                    if done % TOLD == 0 {
                        tell(format_args!(
                            "files of documents: those of {done} documents"
                        ));
                    }
                }
            }
            match page.into_iter().last() {
                Some(document) => last = Some(document),
                None => return Ok(()),
            }
        }
    }

    /// Brings the files of a document on a thread of its own.
    fn begin_document(&self, document: DocumentWithFiles) -> dragoman_tasks::Task<Result<OfOne>> {
        let here = Arc::clone(&self.documents);
        let there = Arc::clone(&self.shared) as Arc<dyn DocumentFiles>;
        let (from, to) = match self.direction {
            Direction::ToShared => (here, there),
            Direction::ToFolder => (there, here),
        };
        dragoman_tasks::spawn_blocking(move || bring_document(&from, &to, &document))
    }
}

fn bring_document(
    from: &Arc<dyn DocumentFiles>,
    to: &Arc<dyn DocumentFiles>,
    document: &DocumentWithFiles,
) -> Result<OfOne> {
    let mut all = Vec::new();
    for (file, what, is_needed) in [
        (DocumentFile::Source, "source", true),
        (
            DocumentFile::Translation,
            "translation",
            document.is_translated,
        ),
    ] {
        let at = |files| OfDocument {
            files: Arc::clone(files),
            id: document.id,
            key: document.key.clone(),
            file,
        };
        let name = format!("the {what} of the document {}", document.id);
        let brought =
            bring(&at(from), &at(to)).with_context(|| format!("{name} cannot be copied"))?;
        if is_needed || brought != Brought::Missing {
            all.push((name, brought));
        }
    }
    Ok(all)
}

impl MovedFiles {
    /// Notes what has become of a file, and gives how many there are of it.
    fn note(&mut self, name: String, brought: Brought, is_needed: bool) -> u64 {
        match brought {
            Brought::Now => self.copied += 1,
            Brought::Before => {}
            Brought::Missing => {
                if is_needed {
                    self.missing.push(name);
                }
                return 0;
            }
        }
        1
    }
}
