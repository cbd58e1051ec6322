//! An installation with the key of one document, whose files lie in a folder, in a bucket of a real S3 server, or in a
//! folder that stands for an object storage.

use std::fs;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::SystemTime;

use dragoman_blobs::{ObjectOptions, ObjectStorage, SealedObjects};
use dragoman_domain::{
    DocumentFile, DocumentFileWriter, DocumentFiles, DocumentId, ReadSeek, WrappedKey,
};
use dragoman_s3_testing::S3Server;
use jiff::Timestamp;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::{ID, SECRET, Sequence, age, entries, open};

const BUCKET: &str = "files";
const PREFIX: &str = "installation/documents";

pub(crate) struct Installation {
    pub(crate) files: Box<dyn DocumentFiles>,
    pub(crate) key: WrappedKey,
    place: Place,
}

enum Place {
    Folder(TempDir),
    Objects(Runtime, TempDir),
    S3(Runtime, S3Server),
}

pub(crate) const fn name(file: DocumentFile) -> &'static str {
    match file {
        DocumentFile::Source => "source",
        DocumentFile::Translation => "translation",
    }
}

pub(crate) fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
}

/// What lets a client into a server.
pub(crate) fn options(server: &S3Server) -> ObjectOptions {
    ObjectOptions {
        endpoint: Some(server.endpoint()),
        region: Some("eu-central-1".to_owned()),
        access_key_id: Some(server.access_key().to_owned()),
        secret_access_key: Some(server.secret_key().into()),
        allow_http: true,
        ..ObjectOptions::default()
    }
}

impl Place {
    fn open(&self, secret: &[u8; 32]) -> Box<dyn DocumentFiles> {
        let (runtime, url, options) = match self {
            Self::Folder(folder) => return Box::new(open(folder.path().join("documents"), secret)),
            Self::Objects(runtime, folder) => {
                let url = format!("file://{}/objects", folder.path().display());
                (runtime, url, ObjectOptions::default())
            }
            Self::S3(runtime, server) => {
                let url = format!("{}/installation", server.bucket(BUCKET));
                (runtime, url, options(server))
            }
        };
        let storage = ObjectStorage::open(&url, &options, []).unwrap();
        let handle = runtime.handle().clone();
        Box::new(SealedObjects::new(storage, secret, Sequence::new(), handle).unwrap())
    }
}

impl Installation {
    fn new(place: Place) -> Self {
        let files = place.open(&SECRET);
        let key = files.new_key().unwrap();
        Self { files, key, place }
    }

    pub(crate) fn in_a_folder() -> Self {
        Self::new(Place::Folder(tempfile::tempdir().unwrap()))
    }

    pub(crate) fn in_a_folder_of_objects() -> Self {
        Self::new(Place::Objects(runtime(), tempfile::tempdir().unwrap()))
    }

    pub(crate) fn in_s3() -> Self {
        Self::new(Place::S3(runtime(), S3Server::start()))
    }

    /// The same files for who has another secret.
    pub(crate) fn with_secret(&self, secret: &[u8; 32]) -> Box<dyn DocumentFiles> {
        self.place.open(secret)
    }

    /// The folder with the folders of documents, if they lie in one.
    pub(crate) fn path(&self) -> PathBuf {
        match &self.place {
            Place::Folder(folder) => folder.path().join("documents"),
            Place::Objects(_, folder) => folder.path().join("objects/documents"),
            Place::S3(..) => panic!("a bucket is no folder"),
        }
    }

    pub(crate) fn file(&self, id: DocumentId, file: DocumentFile) -> PathBuf {
        self.path().join(id.to_string()).join(name(file))
    }

    pub(crate) fn source(&self) -> PathBuf {
        self.file(ID, DocumentFile::Source)
    }

    pub(crate) fn create_file(
        &self,
        id: DocumentId,
        file: DocumentFile,
    ) -> Box<dyn DocumentFileWriter> {
        self.files.create(id, &self.key, file).unwrap()
    }

    pub(crate) fn create(&self) -> Box<dyn DocumentFileWriter> {
        self.create_file(ID, DocumentFile::Source)
    }

    pub(crate) fn write(&self, plain: &[u8]) {
        let mut writer = self.create();
        writer.write_all(plain).unwrap();
        writer.keep().unwrap();
    }

    pub(crate) fn open(&self) -> io::Result<(Box<dyn ReadSeek>, u64)> {
        self.files.open(ID, &self.key, DocumentFile::Source)
    }

    /// The whole file, if all of it is as it was written.
    pub(crate) fn read(&self) -> io::Result<Vec<u8>> {
        let (mut reader, length) = self.open()?;
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        assert_eq!(bytes.len() as u64, length);
        Ok(bytes)
    }

    /// What lies there of the source.
    pub(crate) fn stored(&self) -> Vec<u8> {
        self.stored_of(ID, DocumentFile::Source)
    }

    pub(crate) fn stored_of(&self, id: DocumentId, file: DocumentFile) -> Vec<u8> {
        match &self.place {
            Place::S3(_, server) => server.content(BUCKET, &key(id, file)),
            _ => fs::read(self.file(id, file)).unwrap(),
        }
    }

    /// Puts other bytes where the source lies, behind the back of who keeps it.
    pub(crate) fn store(&self, bytes: &[u8]) {
        self.store_of(ID, DocumentFile::Source, bytes);
    }

    pub(crate) fn store_of(&self, id: DocumentId, file: DocumentFile, bytes: &[u8]) {
        self.store_beside(&id.to_string(), name(file), bytes);
    }

    /// The same for what is none of our names, beside the folders of documents.
    pub(crate) fn store_beside(&self, folder: &str, name: &str, bytes: &[u8]) {
        match &self.place {
            Place::S3(_, server) => {
                server.store(BUCKET, &format!("{PREFIX}/{folder}/{name}"), bytes);
            }
            _ => {
                let path = self.path().join(folder).join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, bytes).unwrap();
            }
        }
    }

    /// As if a file had last been written then.
    pub(crate) fn date(&self, id: DocumentId, file: DocumentFile, written: Timestamp) {
        match &self.place {
            Place::S3(_, server) => {
                server.date(BUCKET, &key(id, file), SystemTime::from(written));
            }
            _ => age(&self.file(id, file), written),
        }
    }

    /// The names of all files that lie there, with those of their folders.
    pub(crate) fn names(&self) -> Vec<String> {
        let begin = match &self.place {
            Place::S3(_, server) => {
                let objects = server.objects(BUCKET);
                let names = objects.iter().map(|key| key.strip_prefix(PREFIX).unwrap());
                return names.map(|name| name[1..].to_owned()).collect();
            }
            _ => self.path(),
        };
        if !begin.exists() {
            return Vec::new();
        }
        let files = entries(&begin).into_iter().filter(|path| path.is_file());
        let names = files.map(|path| path.strip_prefix(&begin).unwrap().display().to_string());
        names.collect()
    }

    /// All bytes that lie there, of files that are not kept yet as well.
    pub(crate) fn everything(&self) -> Vec<Vec<u8>> {
        match &self.place {
            Place::S3(_, server) => server.everything(),
            Place::Folder(folder) | Place::Objects(_, folder) => {
                let files = entries(folder.path()).into_iter();
                let files = files.filter(|path| path.is_file());
                files.map(|path| fs::read(path).unwrap()).collect()
            }
        }
    }

    /// Waits until nothing is there that is not kept.
    pub(crate) fn settle(&self) {
        match &self.place {
            Place::Folder(_) => {}
            Place::S3(_, server) => server.until_nothing_is_unfinished(),
            Place::Objects(..) => {
                while self.names().iter().any(|name| name.contains('#')) {
                    std::thread::yield_now();
                }
            }
        }
    }
}

fn key(id: DocumentId, file: DocumentFile) -> String {
    format!("{PREFIX}/{id}/{}", name(file))
}
