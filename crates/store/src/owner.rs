use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, lchown};
use std::path::Path;

/// Opens a file of a data folder to read and write it, as `how` says besides. One that is made may be read by its owner
/// only, who is the owner of the folder.
///
/// # Errors
/// As files have them.
pub fn open_private(
    path: &Path,
    how: impl FnOnce(&mut OpenOptions) -> &mut OpenOptions,
) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let file = how(options.read(true).write(true).mode(0o600)).open(path)?;
    give_to_owner_of_folder(path);
    Ok(file)
}

/// Gives a file or folder to the user to whom the folder around it belongs. So a command that an administrator runs
/// leaves nothing that the server's own user cannot open. Where this user may not do it, nothing is changed.
pub fn give_to_owner_of_folder(path: &Path) {
    let give = || -> io::Result<()> {
        let Some(folder) = path.parent() else {
            return Ok(());
        };
        // Of a link itself: whoever owns the folder must not have other files given away.
        let (file, folder) = (fs::symlink_metadata(path)?, fs::metadata(folder)?);
        if (file.uid(), file.gid()) != (folder.uid(), folder.gid()) {
            lchown(path, Some(folder.uid()), Some(folder.gid()))?;
        }
        Ok(())
    };
    // Only the administrator may give files away; whoever else makes them is their user.
    let _ = give();
}
