//! What is so of an object storage alone: how it is opened, how files go there and come back, what goes wrong.

mod faults;
mod large;
mod opening;
mod reading;
mod shared;
mod threads;

use std::io::{self, Read, Write};
use std::time::Duration;

use dragoman_blobs::{ObjectOptions, ObjectStorage, ObjectWaits, SealedObjects};
use dragoman_domain::{DocumentFile, DocumentFiles, ReadSeek, WrappedKey};
use dragoman_s3_testing::S3Server;
use tokio::runtime::Runtime;

use crate::installation::{options, runtime};
use crate::{ID, SECRET, Sequence};

const BUCKET: &str = "files";
const SOURCE: &str = "installation/documents/00000000000000000000000000000D0C/source";

/// A bucket of a real S3 server with the files of an installation, and the key of a document.
struct Bucket {
    files: SealedObjects,
    key: WrappedKey,
    runtime: Runtime,
    server: S3Server,
}

/// Waits that are long enough for all that is done here, with retries that end soon.
const FEW_RETRIES: ObjectWaits = ObjectWaits {
    connect: Duration::from_secs(5),
    request: Duration::from_secs(30),
    retries: Duration::from_millis(1),
};

/// Waits that end soon, for what nobody answers.
const SHORT: ObjectWaits = ObjectWaits {
    connect: Duration::from_millis(200),
    request: Duration::from_millis(200),
    retries: Duration::from_millis(1),
};

impl Bucket {
    fn new() -> Self {
        Self::with_waits(ObjectWaits::default())
    }

    fn with_waits(waits: ObjectWaits) -> Self {
        let (server, runtime) = (S3Server::start(), runtime());
        server.bucket(BUCKET);
        let files = sealed(&server, &runtime, waits);
        let key = files.new_key().unwrap();
        Self {
            files,
            key,
            runtime,
            server,
        }
    }

    fn write(&self, plain: &[u8]) -> io::Result<()> {
        let mut writer = self.files.create(ID, &self.key, DocumentFile::Source)?;
        writer.write_all(plain)?;
        writer.keep()
    }

    fn open(&self) -> io::Result<(Box<dyn ReadSeek>, u64)> {
        self.files.open(ID, &self.key, DocumentFile::Source)
    }

    fn read(&self) -> io::Result<Vec<u8>> {
        let (mut reader, length) = self.open()?;
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        assert_eq!(bytes.len() as u64, length);
        Ok(bytes)
    }

    fn objects(&self) -> Vec<String> {
        self.server.objects(BUCKET)
    }
}

fn storage(options: &ObjectOptions) -> ObjectStorage {
    ObjectStorage::open("s3://files/installation", options, []).unwrap()
}

/// The files of an installation that comes to a server with its own waits.
fn sealed(server: &S3Server, runtime: &Runtime, waits: ObjectWaits) -> SealedObjects {
    let options = ObjectOptions {
        waits,
        ..options(server)
    };
    let (storage, handle) = (storage(&options), runtime.handle().clone());
    SealedObjects::new(storage, &SECRET, Sequence::new(), handle).unwrap()
}
