use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::RandomSource;
use object_store::path::Path;
use object_store::{
    GetOptions, MultipartUpload, ObjectStore, ObjectStoreExt, PutMultipartOptions, PutOptions,
};
use uuid::Uuid;

use crate::objects::failure::{Failure, Trouble};
use crate::objects::listing::Listing;
use crate::objects::options::{ObjectOptions, ObjectStorageError};
use crate::objects::providers;

/// What [`ObjectStorage::check`] writes: nothing of anybody.
const PROBE: &[u8] = b"Written to see whether objects can be kept here.";

/// Objects below a prefix of a bucket, or in a folder that stands for one.
#[derive(Clone)]
pub struct ObjectStorage {
    store: Arc<dyn ObjectStore>,
    prefix: Path,
    patience: Duration,
}

/// A part of an object, and which object it is.
pub(crate) struct Part {
    pub(crate) bytes: Vec<u8>,
    /// The length of the whole object.
    pub(crate) size: u64,
    /// Changes with the content.
    pub(crate) etag: Option<String>,
}

impl fmt::Debug for ObjectStorage {
    /// Without what the library would tell of credentials.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("ObjectStorage");
        shown.field("prefix", &self.prefix).finish_non_exhaustive()
    }
}

impl ObjectStorage {
    /// Opens `s3://bucket/prefix`, `gs://bucket/prefix`, `az://container/prefix` or `file:///folder`, which is made if
    /// there is none, for its owner only. Nothing is asked of the storage yet: see [`check`](Self::check).
    ///
    /// Of the environment those variables are used that the options leave open and whose names begin with `AWS_`,
    /// `GOOGLE_` or `AZURE_`, as the kind of storage has it.
    ///
    /// # Errors
    /// If the URL, an option or a variable cannot be used, or something is missing.
    pub fn open(
        url: &str,
        options: &ObjectOptions,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, ObjectStorageError> {
        let environment: Vec<_> = environment.into_iter().collect();
        let (store, prefix) = providers::open(url, options, &environment)?;
        Ok(Self {
            store,
            prefix,
            patience: options.waits.longest(),
        })
    }

    /// Writes, reads and removes a small object below `checks`, to see whether the storage can be used.
    ///
    /// # Errors
    /// Which of these is impossible, and why.
    pub async fn check(&self, random: &dyn RandomSource) -> Result<(), ObjectStorageError> {
        // A name of its own, for others may check at the same time.
        let path = self.path(["checks", &random.guid().to_string()]);
        self.put(&path, PROBE.to_vec())
            .await
            .map_err(Failure::into_storage_error)?;
        let read = self.part(&path, 0..PROBE.len() as u64, None).await;
        let removed = self.remove(&path).await;
        let read = read.map_err(Failure::into_storage_error)?;
        removed.map_err(Failure::into_storage_error)?;
        match read.bytes == PROBE {
            true => Ok(()),
            false => {
                let detail = "what is read is not what was written".to_owned();
                Err(ObjectStorageError::Unusable { detail })
            }
        }
    }

    /// Marks the prefix as an installation's, so that no other takes its files for abandoned ones and removes them.
    ///
    /// # Errors
    /// [`ObjectStorageError::OfAnother`] if it is marked as another's, and what the storage meets.
    pub async fn claim(&self, installation: Uuid) -> Result<(), ObjectStorageError> {
        let path = self.path(["installation"]);
        let mark = installation.to_string().into_bytes();
        for _ in 0..2 {
            match self.part(&path, 0..mark.len() as u64, None).await {
                Ok(found) if found.bytes == mark => return Ok(()),
                Ok(_) => return Err(ObjectStorageError::OfAnother),
                Err(failure) if failure.trouble == Trouble::NoObject => {}
                Err(failure) => return Err(failure.into_storage_error()),
            }
            // Read again afterwards: of two who write it at the same time the last one counts.
            self.put(&path, mark.clone())
                .await
                .map_err(Failure::into_storage_error)?;
        }
        Err(ObjectStorageError::Unusable {
            detail: "what was written is not there".to_owned(),
        })
    }

    /// How long a request takes at most, with all its attempts.
    pub(crate) const fn patience(&self) -> Duration {
        self.patience
    }

    /// The path of an object or folder below the prefix.
    pub(crate) fn path<'a>(&self, parts: impl IntoIterator<Item = &'a str>) -> Path {
        let parts = parts.into_iter();
        parts.fold(self.prefix.clone(), |path, part| path.join(part))
    }

    /// Bytes of an object, fewer if it ends before. With an etag: of the object with that one only.
    pub(crate) async fn part(
        &self,
        path: &Path,
        range: Range<u64>,
        etag: Option<&str>,
    ) -> Result<Part, Failure> {
        let options = GetOptions::new()
            .with_range(Some(range.clone()))
            .with_if_match(etag);
        let part = self.bounded(async {
            let got = self.store.get_opts(path, options).await?;
            let (size, got_etag) = (got.meta.size, got.meta.e_tag.clone());
            let bytes = got.bytes().await?.into();
            Ok(Part {
                bytes,
                size,
                etag: got_etag,
            })
        });
        let part = part.await?;
        // Not every server heeds the condition.
        match etag.is_some_and(|etag| part.etag.as_deref() != Some(etag)) {
            true => Err(Failure::replaced()),
            false => Ok(part),
        }
    }

    /// The length of an object.
    pub(crate) async fn size(&self, path: &Path) -> Result<u64, Failure> {
        let found = self.bounded(self.store.head(path)).await?;
        Ok(found.size)
    }

    /// Writes a whole object, in place of one that was there.
    pub(crate) async fn put(&self, path: &Path, bytes: Vec<u8>) -> Result<(), Failure> {
        let put = self
            .store
            .put_opts(path, bytes.into(), PutOptions::default());
        self.bounded(put).await.map(drop)
    }

    /// Begins an object that is written in parts.
    pub(crate) async fn begin(&self, path: &Path) -> Result<Box<dyn MultipartUpload>, Failure> {
        let options = PutMultipartOptions::default();
        self.bounded(self.store.put_multipart_opts(path, options))
            .await
    }

    /// Removes an object if there is one.
    pub(crate) async fn remove(&self, path: &Path) -> Result<(), Failure> {
        match self.bounded(self.store.delete(path)).await {
            Err(failure) if failure.trouble == Trouble::NoObject => Ok(()),
            result => result,
        }
    }

    /// The objects in a folder and those in it.
    pub(crate) fn list(&self, folder: Path) -> Listing {
        Listing::new(self.store.list(Some(&folder)), folder, self.patience)
    }

    /// Waits for a request, and no longer than it may take.
    pub(crate) async fn bounded<T>(
        &self,
        request: impl Future<Output = object_store::Result<T>>,
    ) -> Result<T, Failure> {
        match tokio::time::timeout(self.patience, request).await {
            Ok(result) => result.map_err(Failure::from),
            Err(_) => Err(Failure::too_slow()),
        }
    }
}
