use std::io::{self, Write as _};
use std::sync::Arc;

use dragoman_domain::{
    DocumentFile, DocumentFileWriter, DocumentFiles, DocumentId, StorageRoom, WrappedKey,
};

use super::{DocumentError, DocumentHandle, Documents, NewDocument, blocking, file_name};
use crate::storage::Claim;
use crate::transfers::{CHUNK, NoPlace, UploadPlace};
use crate::{Caller, DocumentFormat, Kept, NoRoomToKeep};

/// Bytes that room is looked for at once, while it is not known how many there will be.
const PORTION: u64 = 1 << 20;

/// Files that are received at the same time.
pub(super) const MOST_UPLOADS: usize = 32;

/// How many of them may be for the same account.
pub(super) const MOST_UPLOADS_OF_ACCOUNT: usize = 8;

/// Receives the file of a document. Nothing is left of one that is dropped.
pub struct DocumentUpload {
    documents: Documents,
    caller: Caller,
    id: DocumentId,
    /// The most bytes that there may be.
    most: u64,
    received: u64,
    waiting: Vec<u8>,
    /// Room for what has been received and a little more.
    claim: Claim,
    /// Bytes of documents that were not translated yet when that was last looked for.
    untranslated: u64,
    file: File,
    place: UploadPlace<DocumentId>,
}

/// What is written to.
enum File {
    /// Nothing yet: most files are shorter than what is written at once.
    NotBegun,
    Begun(WrappedKey, Box<dyn DocumentFileWriter>),
    /// Nothing any more, since writing failed or was broken off.
    Broken,
}

/// A document whose file is there.
pub(super) struct ReceivedFile {
    pub(super) documents: Documents,
    pub(super) caller: Caller,
    pub(super) id: DocumentId,
    pub(super) key: WrappedKey,
    pub(super) bytes: u64,
    pub(super) file: KeptFile,
    pub(super) place: Arc<UploadPlace<DocumentId>>,
    /// Dropped once the store knows of the file, or the file is gone.
    pub(super) claim: Claim,
}

/// Removes the file again when it is dropped, unless it is wanted. Made where the file is kept: who waits for that
/// may be gone by then.
pub(super) struct KeptFile {
    files: Arc<dyn DocumentFiles>,
    id: DocumentId,
    pub(super) is_wanted: bool,
}

impl KeptFile {
    fn keep(
        writer: Box<dyn DocumentFileWriter>,
        files: Arc<dyn DocumentFiles>,
        id: DocumentId,
    ) -> io::Result<Self> {
        writer.keep()?;
        Ok(Self {
            files,
            id,
            is_wanted: false,
        })
    }
}

impl KeptFile {
    /// Removes the file now, unless it is wanted.
    pub(super) async fn settle(mut self) {
        if let Some(removal) = self.removal() {
            // A removal that was interrupted is made good by the sweep.
            let _ = dragoman_tasks::spawn_blocking(removal).await;
        }
    }

    fn removal(&mut self) -> Option<impl FnOnce() + Send + 'static> {
        let is_wanted = std::mem::replace(&mut self.is_wanted, true);
        let (files, id) = (Arc::clone(&self.files), self.id);
        (!is_wanted).then_some(move || {
            if let Err(error) = files.remove(id) {
                tracing::warn!(document = %id, %error, "files could not be removed; they are swept later");
            }
        })
    }
}

impl Drop for KeptFile {
    fn drop(&mut self) {
        if let Some(removal) = self.removal() {
            // Files may be far away, and whoever drops this need not wait.
            drop(dragoman_tasks::spawn_blocking(removal));
        }
    }
}

impl DocumentUpload {
    pub(super) fn new(documents: &Documents, caller: &Caller) -> Result<Self, DocumentError> {
        let inner = &documents.inner;
        inner.ports.space.check(Kept::Documents, 0)?;
        let id = super::handle::new_id(&*inner.ports.random);
        let place = inner.uploads.take(id, caller.account.id);
        let place = place.map_err(|refusal| match refusal {
            NoPlace::Account => DocumentError::TooManyUploadsOfAccount(MOST_UPLOADS_OF_ACCOUNT),
            NoPlace::SameFile | NoPlace::Server => DocumentError::TooManyUploads,
        })?;
        Ok(Self {
            documents: documents.clone(),
            caller: caller.clone(),
            id,
            most: inner.limits.sizes(&caller.account).largest(),
            received: 0,
            waiting: Vec::new(),
            claim: inner.underway.claim(caller.account.id),
            untranslated: 0,
            file: File::NotBegun,
            place,
        })
    }

    /// Says the name of the file as soon as it is known: from here on the limit is that of its format.
    ///
    /// # Errors
    /// [`DocumentError::UnknownFormat`], [`DocumentError::NoFilter`],
    /// [`DocumentError::FormatRefused`], [`DocumentError::FileNameTooLong`], [`DocumentError::FileTooLarge`] if it is by now.
    pub fn announce(&mut self, file_name: &str) -> Result<(), DocumentError> {
        let (_, format) = self.read_name(file_name)?;
        self.limit(format)
    }

    fn read_name(&self, file_name: &str) -> Result<(String, DocumentFormat), DocumentError> {
        file_name::read(file_name, &self.documents.inner.ports.filters)
    }

    fn limit(&mut self, format: DocumentFormat) -> Result<(), DocumentError> {
        let limits = &self.documents.inner.limits;
        self.most = limits.sizes(&self.caller.account).of(format);
        if self.most == 0 {
            return Err(DocumentError::FormatRefused(format.name()));
        }
        self.check_size()
    }

    const fn check_size(&self) -> Result<(), DocumentError> {
        if self.received > self.most {
            return Err(DocumentError::FileTooLarge { most: self.most });
        }
        Ok(())
    }

    /// Adds bytes at the end of the file.
    ///
    /// # Errors
    /// [`DocumentError::FileTooLarge`], [`DocumentError::NoRoom`], [`DocumentError::Files`].
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), DocumentError> {
        self.received = self.received.saturating_add(bytes.len() as u64);
        self.check_size()?;
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= CHUNK {
            self.find_room(self.received.next_multiple_of(PORTION))
                .await?;
            let bytes = std::mem::take(&mut self.waiting);
            let (key, writer) = self.append(bytes).await?;
            self.file = File::Begun(key, writer);
        }
        Ok(())
    }

    /// Ends the file and has the document translated. A file that cannot be read is accepted and fails: its
    /// status says why.
    ///
    /// # Errors
    /// [`DocumentError`]; then nothing is kept and nothing counted.
    pub async fn finish(mut self, new: NewDocument) -> Result<DocumentHandle, DocumentError> {
        let (file_name, format) = self.read_name(&new.file_name)?;
        let output = file_name::output(format, new.output_format.as_deref())?;
        if new.bilingual && !format.may_be_bilingual() {
            return Err(DocumentError::NotBilingual(format));
        }
        self.limit(format)?;
        let task = super::task::Task {
            file_name,
            format,
            output,
            is_bilingual: new.bilingual,
            source: new.source,
            target: new.target,
            formality: new.formality,
            customization: new.customization,
        };
        self.documents.check(&self.caller, &task).await?;
        self.find_room(self.received).await?;
        let bytes = std::mem::take(&mut self.waiting);
        let (key, writer) = self.append(bytes).await?;
        let (files, id) = (self.documents.files(), self.id);
        let file = blocking(move || KeptFile::keep(writer, files, id)).await?;
        let received = ReceivedFile {
            documents: self.documents,
            caller: self.caller,
            id: self.id,
            key,
            bytes: self.received,
            file,
            place: Arc::new(self.place),
            claim: self.claim,
        };
        received.accept(task).await
    }

    /// Fails if there is no room for so many bytes of the file, or none on the disk for what is to be written now and the
    /// translations of all that waits for one.
    async fn find_room(&mut self, bytes: u64) -> Result<(), DocumentError> {
        let inner = &self.documents.inner;
        let documents = &inner.ports.documents;
        let account = self.caller.account.id;
        let room = StorageRoom::shared(inner.limits.bytes);
        let untranslated = &mut self.untranslated;
        let kept = async {
            let bytes = documents.document_bytes(account).await?;
            *untranslated = bytes.untranslated;
            Ok(bytes.kept)
        };
        let grown = self.claim.grow(bytes.min(self.most), room, kept).await?;
        grown.map_err(|reason| NoRoomToKeep::of(Kept::Documents, reason))?;
        let wanted = (self.waiting.len() as u64)
            .saturating_add(self.untranslated)
            .saturating_add(inner.underway.in_all());
        Ok(inner.ports.space.check(Kept::Documents, wanted)?)
    }

    async fn append(
        &mut self,
        bytes: Vec<u8>,
    ) -> Result<(WrappedKey, Box<dyn DocumentFileWriter>), DocumentError> {
        let file = std::mem::replace(&mut self.file, File::Broken);
        let (files, id) = (self.documents.files(), self.id);
        blocking(move || {
            let (key, mut writer) = match file {
                File::NotBegun => {
                    let key = files.new_key()?;
                    let writer = files.create(id, &key, DocumentFile::Source)?;
                    (key, writer)
                }
                File::Begun(key, writer) => (key, writer),
                File::Broken => return Err(io::ErrorKind::BrokenPipe.into()),
            };
            writer.write_all(&bytes)?;
            Ok((key, writer))
        })
        .await
    }
}
