//! Whose the data folder is, and what is said to others.

use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use anyhow::Error;
use dragoman_store::give_to_owner_of_folder;
use rustix::process::geteuid;

/// Gives a folder with all in it that an administrator's command has made to the owner of the folder around it, who could
/// not use it otherwise. Whoever is no administrator has made nothing that is not their own.
pub(crate) fn give_all_to_owner(folder: &Path) {
    if !geteuid().is_root() {
        return;
    }
    give_to_owner_of_folder(folder);
    // What cannot be read is left as it is: this is no more than help.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => give_all_to_owner(&entry.path()),
            _ => give_to_owner_of_folder(&entry.path()),
        }
    }
}

/// What failed with a file, and who may do it if this user may not.
pub(super) fn explained(error: io::Error, path: &Path, what: &str) -> Error {
    let is_denied = error.kind() == ErrorKind::PermissionDenied;
    let failure = format!("{} {what}", path.display());
    let owner = path
        .ancestors()
        .find_map(|place| Some((place, fs::metadata(place).ok()?.uid())))
        .filter(|_| is_denied);
    match owner {
        None => Error::new(error).context(failure),
        Some((place, id)) => {
            let name = user_name(id);
            Error::msg(format!(
                "{failure}: {error}. {} belongs to the user {name}. Run this as that user, for example with \
                 \"sudo -u {name} dragoman …\", or give the folder to the user that runs the server",
                place.display()
            ))
        }
    }
}

/// The name of a user, or the number if the list of users has none.
fn user_name(id: u32) -> String {
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let has_id = |line: &&str| line.split(':').nth(2) == Some(&id.to_string());
    users
        .lines()
        .find(has_id)
        .and_then(|line| line.split(':').next())
        .map_or_else(|| id.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_not_is_told_whose_it_is_and_what_to_do() {
        let denied = io::Error::from(ErrorKind::PermissionDenied);
        let said = format!(
            "{:#}",
            explained(denied, Path::new("/nowhere/x"), "cannot be read")
        );
        for part in [
            "/nowhere/x cannot be read",
            "the user root",
            "sudo -u root dragoman",
        ] {
            assert!(said.contains(part), "{said}");
        }
        let full = io::Error::from(ErrorKind::StorageFull);
        let said = format!(
            "{:#}",
            explained(full, Path::new("/nowhere/x"), "cannot be made")
        );
        assert!(!said.contains("sudo"), "{said}");
    }

    #[test]
    fn a_user_without_a_name_is_a_number() {
        assert_eq!(user_name(0), "root");
        assert_eq!(user_name(4_000_000_001), "4000000001");
    }
}
