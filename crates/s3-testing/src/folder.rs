use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of a server: one for each bucket, and beside them files of the server itself, whose names begin with a
/// point.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        path.canonicalize().map(Self)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn create_bucket(&self, name: &str) -> io::Result<()> {
        fs::create_dir_all(self.0.join(name))
    }

    pub(crate) fn has_bucket(&self, name: &str) -> bool {
        self.0.join(name).is_dir()
    }

    pub(crate) fn object(&self, bucket: &str, key: &str) -> PathBuf {
        self.0.join(bucket).join(key)
    }

    pub(crate) fn objects(&self, bucket: &str) -> io::Result<Vec<String>> {
        let bucket = self.0.join(bucket);
        let mut files = Vec::new();
        collect(&bucket, &mut files)?;
        let keys = files
            .iter()
            .filter_map(|file| file.strip_prefix(&bucket).ok());
        let mut keys: Vec<String> = keys.map(|key| key.display().to_string()).collect();
        keys.sort();
        Ok(keys)
    }

    pub(crate) fn files(&self) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        collect(&self.0, &mut files)?;
        Ok(files)
    }

    /// s3s-fs keeps parts and what it knows of an upload in files of their own, and what it is writing in others.
    pub(crate) fn unfinished(&self) -> io::Result<usize> {
        let mut count = 0;
        for entry in fs::read_dir(&self.0)? {
            let name = entry?.file_name();
            let name = name.to_string_lossy();
            let of_upload = [".upload", ".tmp."]
                .iter()
                .any(|begin| name.starts_with(begin));
            count += usize::from(of_upload || name.contains(".upload-"));
        }
        Ok(count)
    }
}

/// All files in a folder and in those in it.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
