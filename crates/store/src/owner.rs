use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::Path;

/// Gives a file or folder to the user to whom the folder around it belongs. So a command that an administrator runs
/// leaves nothing that the server's own user cannot open. Where this user may not do it, nothing is changed.
pub fn give_to_owner_of_folder(path: &Path) {
    let give = || -> io::Result<()> {
        let Some(folder) = path.parent() else {
            return Ok(());
        };
        let (file, folder) = (fs::metadata(path)?, fs::metadata(folder)?);
        if (file.uid(), file.gid()) != (folder.uid(), folder.gid()) {
            chown(path, Some(folder.uid()), Some(folder.gid()))?;
        }
        Ok(())
    };
    // Only the administrator may give files away; whoever else makes them is their user.
    let _ = give();
}
