//! That the digest of every file is known before anything is fetched.
//!
//! The database states the digests of the weights only, Remote Settings those of all files. Weights
//! with the same digest are the same model, so what one lacks the other tells.

use super::entries::{Catalogue, Entry, RemoteFile};
use crate::manifest::Role;

impl Catalogue {
    /// Whether a model has a file whose digest is not known.
    pub(crate) fn lacks_digests(&self) -> bool {
        self.entries
            .iter()
            .any(|entry| entry.undigested().is_some())
    }

    /// Leaves out every model that has a file whose digest is not known. `other` tells the digests
    /// of models that it has too; where it has another version of a model that is left out, that
    /// one takes its place.
    pub(crate) fn require_digests(&mut self, other: Option<&Self>) {
        let others = other.map_or(&[][..], |other| &other.entries);
        let mut kept = Vec::new();
        for mut entry in std::mem::take(&mut self.entries) {
            entry.learn(others);
            let Some(name) = entry.undigested().map(|file| file.name.clone()) else {
                kept.push(entry);
                continue;
            };
            if let Some(instead) = others.iter().find(|other| other.replaces(&entry)) {
                kept.push(instead.clone());
                continue;
            }
            let label = format!("{} {}", entry.pair, entry.architecture);
            self.skip(&label, format!("the SHA-256 of {name} is not stated"));
            self.undigested.insert(entry.pair, name);
        }
        self.entries = kept;
        self.sort();
    }
}

impl Entry {
    /// The first file whose digest is not known.
    fn undigested(&self) -> Option<&RemoteFile> {
        self.files.iter().find(|file| !file.has_digest())
    }

    /// Takes the digests that are missing from the same model in another catalogue.
    fn learn(&mut self, others: &[Self]) {
        let weights = self.digest(Role::Model).map(str::to_owned);
        let Some(same) = others.iter().find(|other| {
            (other.pair, other.architecture) == (self.pair, self.architecture)
                && other.digest(Role::Model) == weights.as_deref()
        }) else {
            return;
        };
        for file in self.files.iter_mut().filter(|file| !file.has_digest()) {
            let mut known = same.files.iter();
            if let Some(known) = known.find(|known| known.role == file.role) {
                file.sha256.clone_from(&known.sha256);
                file.size = file.size.or(known.size);
            }
        }
    }

    /// Whether it can be had for a model whose files cannot be checked.
    fn replaces(&self, other: &Self) -> bool {
        (self.pair, self.architecture) == (other.pair, other.architecture)
            && self.released == other.released
            && self.undigested().is_none()
    }

    /// The digest of the decompressed file with this role.
    fn digest(&self, role: Role) -> Option<&str> {
        let mut files = self.files.iter();
        files.find(|file| file.role == role)?.sha256.as_deref()
    }
}

impl RemoteFile {
    /// Whether the file can be compared with a digest, as it comes or decompressed.
    const fn has_digest(&self) -> bool {
        self.sha256.is_some() || self.download_sha256.is_some()
    }
}
