//! The files of the secrets: in the data folder, or in one of their own.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use dragoman_domain::RandomSource;
use dragoman_store::open_private;

use super::owner::explained;
use crate::configuration_error::ConfigurationError;

/// A file of 32 random bytes, made with the first use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Secret {
    pub(crate) file: &'static str,
    /// What is so without it.
    pub(crate) loss: &'static str,
}

impl Secret {
    pub(crate) const HASHING: Self = Self {
        file: "hashing.key",
        loss: "no key of this folder works",
    };
    pub(crate) const DOCUMENTS: Self = Self {
        file: "documents.key",
        loss: "no document that is kept can be read",
    };
    pub(crate) const ALL: [Self; 2] = [Self::HASHING, Self::DOCUMENTS];
}

/// Where the secrets are.
pub(super) struct Secrets {
    pub(super) data: PathBuf,
    /// Their folder, if it is not the data folder.
    pub(super) folder: Option<PathBuf>,
}

impl Secrets {
    /// Where the file of a secret is, or is to be made. A folder for secrets is never made here: if it is missing,
    /// its disk may only not be mounted, and another secret would take the place of the one on it.
    pub(super) fn path(&self, secret: Secret) -> Result<PathBuf> {
        let here = self.data.join(secret.file);
        let Some(folder) = &self.folder else {
            return Ok(here);
        };
        let is_here = fs::canonicalize(folder)
            .and_then(|folder| Ok(folder == fs::canonicalize(&self.data)?))
            .map_err(|error| {
                let reason =
                    format_args!("the folder {} cannot be used: {error}", folder.display());
                ConfigurationError::new("data.secrets_folder", &reason)
            })?;
        let there = folder.join(secret.file);
        if !is_here && exists(&here)? {
            if exists(&there)? {
                bail!(
                    "{} and {} are both there. Remove the first if they are equal, else the one that was not in use",
                    here.display(),
                    there.display()
                );
            }
            bail!(
                "{} is in the data folder, but data.secrets_folder is set. Move it to {}",
                here.display(),
                there.display()
            );
        }
        Ok(there)
    }

    /// The secret; none if its file is not there.
    pub(super) fn read(&self, secret: Secret) -> Result<Option<[u8; 32]>> {
        read_key(&self.path(secret)?, secret)
    }

    /// The secret, which is made if its file is not there.
    pub(super) fn read_or_make(
        &self,
        secret: Secret,
        random: &dyn RandomSource,
    ) -> Result<[u8; 32]> {
        let path = self.path(secret)?;
        match read_key(&path, secret)? {
            Some(key) => Ok(key),
            None => make_key(&path, secret, random),
        }
    }
}

pub(super) fn exists(path: &Path) -> Result<bool> {
    path.try_exists()
        .with_context(|| format!("{} cannot be read", path.display()))
}

fn read_key(path: &Path, secret: Secret) -> Result<Option<[u8; 32]>> {
    let mut bytes = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(33).read_to_end(&mut bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => Err(error),
    }
    .map_err(|error| explained(error, path, "cannot be read"))?;
    match bytes.try_into() {
        Ok(key) => Ok(Some(key)),
        Err(_) => bail!(
            "{} is damaged: it must have 32 bytes. Restore it from a backup; without it {}",
            path.display(),
            secret.loss
        ),
    }
}

/// Makes the key under another name first, so that a crash or another process that does the same
/// cannot leave half a key or two keys.
fn make_key(path: &Path, secret: Secret, random: &dyn RandomSource) -> Result<[u8; 32]> {
    let mut key = [0; 32];
    random.fill(&mut key);
    let draft = path.with_extension(format!("draft-{}", std::process::id()));
    let made = open_private(&draft, |options| options.create(true).truncate(true));
    let written = made.and_then(|mut file| {
        file.write_all(&key)?;
        file.sync_all()
    });
    // A link fails if the name is taken, which a rename would not.
    let linked = written.and_then(|()| fs::hard_link(&draft, path));
    let removed = fs::remove_file(&draft);
    // What is made with the key must not outlive it in a crash.
    let synced = path
        .parent()
        .map_or(Ok(()), |folder| File::open(folder)?.sync_all());
    match linked.and(removed).and(synced) {
        Ok(()) => Ok(key),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            read_key(path, secret)?.with_context(|| format!("{} has vanished", path.display()))
        }
        Err(error) => Err(error).with_context(|| format!("{} cannot be made", path.display())),
    }
}
