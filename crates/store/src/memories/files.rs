//! The folder beside the database: the content of each memory and the files of jobs.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use dragoman_domain::{JobFileWriter, MemoryId, MemoryJobId, StoreError, Timestamp};
use uuid::Uuid;

use crate::owner::{give_to_owner_of_folder, open_private};

/// What the names of the files end with.
pub(crate) const CONTENT: &str = "db";
const LOCK: &str = "lock";
pub(crate) const JOB: &str = "file";
const PART: &str = "part";

/// The folder within for files that nobody knows, and for how long they stay.
const SET_ASIDE: &str = "unnamed";
const SET_ASIDE_FOR: Duration = Duration::from_secs(24 * 3600);

/// Runs work on files on a thread for it.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, StoreError> {
    match dragoman_tasks::spawn_blocking(work).await {
        Ok(result) => result.map_err(|error| StoreError::Failed {
            reason: error.to_string(),
        }),
        Err(error) => Err(StoreError::Failed {
            reason: error.to_string(),
        }),
    }
}

/// Waits until a file and its name are on the disk.
pub(crate) fn sync(file: &Path) -> io::Result<()> {
    File::open(file)?.sync_all()?;
    match file.parent() {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

/// Whose file it is by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// The content of a memory, finished or not.
    Content(MemoryId),
    /// The file of a job.
    Job(MemoryJobId),
    /// What nobody will ask for after a restart.
    Part,
}

/// How far the content of a memory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Building {
    Now,
    /// By a process that died.
    BrokenOff,
    Done,
}

/// The folder.
#[derive(Debug, Clone)]
pub(crate) struct Files {
    folder: PathBuf,
}

impl Files {
    /// Uses the folder, making it if there is none.
    pub(crate) fn new(folder: PathBuf) -> io::Result<Self> {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&folder)?;
        give_to_owner_of_folder(&folder);
        Ok(Self { folder })
    }

    fn path(&self, id: Uuid, extension: &str) -> PathBuf {
        self.folder.join(format!("{id}.{extension}"))
    }

    pub(crate) fn content(&self, id: MemoryId) -> PathBuf {
        self.path(id.0, CONTENT)
    }

    pub(super) fn lock(&self, id: MemoryId) -> PathBuf {
        self.path(id.0, LOCK)
    }

    fn of_job(&self, id: MemoryJobId) -> PathBuf {
        self.path(id.0, JOB)
    }

    /// A new file without a name, which vanishes with the process.
    pub(super) fn unnamed(&self, id: MemoryId) -> io::Result<File> {
        let path = self.path(id.0, PART);
        let file = open_private(&path, |options| options.create_new(true))?;
        fs::remove_file(&path)?;
        Ok(file)
    }

    /// Everything in the folder that may have to be removed.
    pub(super) fn list(&self) -> io::Result<Vec<(Found, PathBuf)>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let id = path.file_stem().and_then(|stem| stem.to_str());
            let Some(id) = id.and_then(|id| Uuid::try_parse(id).ok()) else {
                continue;
            };
            let whose = match path.extension().and_then(|extension| extension.to_str()) {
                Some(CONTENT) => Found::Content(MemoryId(id)),
                Some(JOB) => Found::Job(MemoryJobId(id)),
                Some(PART) => Found::Part,
                _ => continue,
            };
            found.push((whose, path));
        }
        Ok(found)
    }

    /// Whether somebody puts this memory together.
    pub(super) fn building(&self, id: MemoryId) -> Building {
        match open_private(&self.lock(id), |options| options) {
            Ok(lock) if lock.try_lock().is_err() => Building::Now,
            Ok(_) => Building::BrokenOff,
            Err(_) => Building::Done,
        }
    }

    /// Moves a file to where it is removed from after a day.
    pub(super) fn set_aside(&self, path: &Path, now: Timestamp) -> io::Result<()> {
        let Some(name) = path.file_name() else {
            return Ok(());
        };
        let folder = self.folder.join(SET_ASIDE);
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&folder)?;
        let aside = folder.join(name);
        // From now on the day counts.
        open_private(path, |options| options)?.set_modified(now.into())?;
        fs::rename(path, &aside)?;
        let path = aside.display();
        tracing::warn!(%path, "a file that memories.db does not name was set aside; in a day it is removed");
        Ok(())
    }

    /// Removes what was set aside a day ago.
    pub(super) fn remove_set_aside(&self, now: Timestamp) -> io::Result<()> {
        let entries = match fs::read_dir(self.folder.join(SET_ASIDE)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let age = SystemTime::from(now).duration_since(entry.metadata()?.modified()?);
            if age.is_ok_and(|age| age > SET_ASIDE_FOR) {
                remove(&entry.path())?;
            }
        }
        Ok(())
    }

    pub(super) fn write_job(&self, job: MemoryJobId, name: Uuid) -> io::Result<Writer> {
        let path = self.path(name, PART);
        let file = open_private(&path, |options| options.create_new(true))?;
        Ok(Writer {
            file: Some(file),
            part: path,
            path: self.of_job(job),
        })
    }

    pub(super) fn read_job(
        &self,
        job: MemoryJobId,
    ) -> io::Result<Option<(Box<dyn Read + Send>, u64)>> {
        match File::open(self.of_job(job)) {
            Ok(file) => {
                let length = file.metadata()?.len();
                Ok(Some((Box::new(file), length)))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) fn remove_job(&self, job: MemoryJobId) -> io::Result<()> {
        remove(&self.of_job(job))
    }
}

/// Removes a file that need not be there.
pub(crate) fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes the file of a job.
pub(super) struct Writer {
    /// Absent while another thread writes, and so after a failure.
    file: Option<File>,
    part: PathBuf,
    path: PathBuf,
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Once it is kept the name is gone. What cannot be removed is at the next start.
        let _ = fs::remove_file(&self.part);
    }
}

#[async_trait]
impl JobFileWriter for Writer {
    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), StoreError> {
        let Some(mut file) = self.file.take() else {
            return Err(StoreError::Failed {
                reason: "the file could not be written before".to_owned(),
            });
        };
        let file = blocking(move || {
            file.write_all(&bytes)?;
            Ok(file)
        })
        .await?;
        self.file = Some(file);
        Ok(())
    }

    async fn keep(self: Box<Self>) -> Result<(), StoreError> {
        blocking(move || {
            if let Some(file) = &self.file {
                file.sync_all()?;
            }
            fs::rename(&self.part, &self.path)?;
            match self.path.parent() {
                Some(folder) => File::open(folder)?.sync_all(),
                None => Ok(()),
            }
        })
        .await
    }
}
