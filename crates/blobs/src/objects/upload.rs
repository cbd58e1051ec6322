use std::io::{self, ErrorKind};

use async_trait::async_trait;
use dragoman_domain::{JobFileWriter, StoreError};
use object_store::MultipartUpload;
use object_store::path::Path;
use tokio::sync::oneshot;

use crate::objects::failure::{Failure, store_error};
use crate::objects::storage::ObjectStorage;
use crate::objects::waiting::{Blocking, stopped};
use crate::writer::Sink;

/// The length of all parts but the last. Storages want at least 5 MiB, and some that all are equally long.
pub(crate) const PART_LEN: usize = 8 * 1024 * 1024;
/// Storages take no more.
const MOST_PARTS: u32 = 10_000;
/// A full part is passed on, the part in flight is waited for, an upload is begun: at most so many requests.
const REQUESTS_OF_WRITE: u32 = 2;
/// The same, and then the last part and the end of the upload.
const REQUESTS_OF_KEEP: u32 = 4;

/// An object on its way. It is seen when it is kept, and nothing is left of one that is dropped before.
///
/// In memory are at most two parts: the one that is filled, and the one that is sent.
pub(crate) struct Upload {
    storage: ObjectStorage,
    path: Path,
    blocking: Blocking,
    buffer: Vec<u8>,
    /// There once the first part is full.
    parts: Option<Box<dyn MultipartUpload>>,
    sent: u32,
    /// What comes of the part that is sent.
    in_flight: Option<oneshot::Receiver<Result<(), Failure>>>,
    /// Something has failed or was given up, so that bytes may be missing.
    is_broken: bool,
}

impl Upload {
    pub(crate) fn new(storage: ObjectStorage, path: Path, blocking: Blocking) -> Self {
        Self {
            storage,
            path,
            blocking,
            buffer: Vec::new(),
            parts: None,
            sent: 0,
            in_flight: None,
            is_broken: false,
        }
    }

    /// Adds bytes at the end.
    pub(crate) async fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        self.check()?;
        self.is_broken = true;
        while !bytes.is_empty() {
            if self.buffer.len() >= PART_LEN {
                self.send().await?;
            }
            let room = PART_LEN.saturating_sub(self.buffer.len());
            let (now, later) = bytes.split_at(room.min(bytes.len()));
            self.grow(now.len());
            self.buffer.extend_from_slice(now);
            bytes = later;
        }
        self.is_broken = false;
        Ok(())
    }

    /// Makes it the object.
    pub(crate) async fn keep(mut self) -> io::Result<()> {
        self.check()?;
        if self.parts.is_none() {
            let whole = std::mem::take(&mut self.buffer);
            return Ok(self.storage.put(&self.path, whole).await?);
        }
        self.send().await?;
        self.arrive().await?;
        if let Some(parts) = &mut self.parts {
            self.storage.bounded(parts.complete()).await?;
        }
        self.parts = None;
        Ok(())
    }

    fn check(&self) -> io::Result<()> {
        match self.is_broken {
            true => Err(io::Error::other("writing this object has failed before")),
            false => Ok(()),
        }
    }

    /// Makes room: twice as much each time, since most files are small, but for all of a part at once when one is on its
    /// way already, so that there are never more than two in memory.
    fn grow(&mut self, more: usize) {
        let (length, capacity) = (self.buffer.len(), self.buffer.capacity());
        if capacity - length < more {
            let wanted = if self.sent == 0 {
                2 * capacity
            } else {
                PART_LEN
            };
            let wanted = wanted.min(PART_LEN).max(length + more);
            self.buffer.reserve_exact(wanted - length);
        }
    }

    /// Sends what is in the buffer as the next part, once the one before has arrived.
    async fn send(&mut self) -> io::Result<()> {
        self.arrive().await?;
        if self.sent >= MOST_PARTS {
            return Err(ErrorKind::FileTooLarge.into());
        }
        let mut parts = match self.parts.take() {
            Some(parts) => parts,
            None => self.storage.begin(&self.path).await?,
        };
        let part = parts.put_part(std::mem::take(&mut self.buffer).into());
        self.parts = Some(parts);
        self.sent += 1;
        let (sender, receiver) = oneshot::channel();
        let storage = self.storage.clone();
        self.blocking.runtime.spawn(async move {
            // Nobody may wait for it any more.
            let _ = sender.send(storage.bounded(part).await);
        });
        self.in_flight = Some(receiver);
        Ok(())
    }

    /// Waits for the part that is sent.
    async fn arrive(&mut self) -> io::Result<()> {
        let Some(part) = &mut self.in_flight else {
            return Ok(());
        };
        // It stays there until it has arrived: who is dropped meanwhile has to wait for it.
        let arrived = part.await;
        self.in_flight = None;
        Ok(arrived.map_err(|_| stopped())??)
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        let Some(mut parts) = self.parts.take() else {
            return;
        };
        let (storage, in_flight) = (self.storage.clone(), self.in_flight.take());
        self.blocking.runtime.spawn(async move {
            // A part that arrived later would stay.
            if let Some(part) = in_flight {
                let _ = part.await;
            }
            // What cannot be aborted now is removed by the rule that the storage should have for such uploads.
            let _ = storage.bounded(parts.abort()).await;
        });
    }
}

#[async_trait]
impl JobFileWriter for Upload {
    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), StoreError> {
        Self::write(self, &bytes).await.map_err(store_error)
    }

    async fn keep(self: Box<Self>) -> Result<(), StoreError> {
        Self::keep(*self).await.map_err(store_error)
    }
}

/// An object on its way, for threads that may wait.
pub(crate) struct ObjectSink {
    /// None after a failure. What goes on then is given up or aborted where it is.
    upload: Option<Upload>,
    blocking: Blocking,
}

impl ObjectSink {
    pub(crate) fn new(upload: Upload) -> Self {
        Self {
            blocking: upload.blocking.clone(),
            upload: Some(upload),
        }
    }

    fn take(&mut self) -> io::Result<Upload> {
        let broken = || io::Error::other("writing this object has failed before");
        self.upload.take().ok_or_else(broken)
    }
}

impl Sink for ObjectSink {
    fn write(&mut self, sealed: &[u8]) -> io::Result<()> {
        let mut upload = self.take()?;
        if upload.buffer.len() + sealed.len() <= PART_LEN {
            // Nothing is to be waited for.
            upload.grow(sealed.len());
            upload.buffer.extend_from_slice(sealed);
            self.upload = Some(upload);
            return Ok(());
        }
        let sealed = sealed.to_vec();
        let upload = self.blocking.wait(REQUESTS_OF_WRITE, async move {
            upload.write(&sealed).await?;
            Ok(upload)
        })?;
        self.upload = Some(upload);
        Ok(())
    }

    fn keep(mut self) -> io::Result<()> {
        let upload = self.take()?;
        self.blocking.wait(REQUESTS_OF_KEEP, upload.keep())
    }
}
