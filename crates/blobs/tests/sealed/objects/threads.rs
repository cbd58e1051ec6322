//! Whoever waits for files on whatever thread gets an answer.

use std::io::ErrorKind;

use dragoman_blobs::{ObjectOptions, SealedObjects};
use dragoman_domain::{DocumentFile, DocumentFiles};

use super::{Bucket, SHORT, storage};
use crate::installation::options;
use crate::{ID, SECRET, Sequence};

#[test]
fn who_waits_on_a_thread_of_a_runtime_gets_an_answer() {
    let bucket = Bucket::new();
    let other = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    // On the only thread of another runtime, and on the only one of the same.
    other.block_on(async {
        bucket.write(b"text").unwrap();
        assert_eq!(bucket.read().unwrap(), b"text");
    });
    bucket.runtime.block_on(async {
        assert_eq!(bucket.read().unwrap(), b"text");
    });
}

#[test]
fn who_holds_up_the_runtime_that_should_do_the_work_waits_no_longer_than_that_may_take() {
    let bucket = Bucket::new();
    bucket.write(b"text").unwrap();
    let same = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let storage = storage(&ObjectOptions {
        waits: SHORT,
        ..options(&bucket.server)
    });
    let files = SealedObjects::new(storage, &SECRET, Sequence::new(), same.handle().clone());
    let files = files.unwrap();
    same.block_on(async {
        let error = files.open(ID, &bucket.key, DocumentFile::Source).err();
        assert_eq!(error.unwrap().kind(), ErrorKind::TimedOut);
    });
}

#[test]
fn work_that_the_end_of_the_program_stops_fails() {
    let bucket = Bucket::new();
    bucket.write(b"text").unwrap();
    let Bucket {
        files,
        key,
        runtime,
        server: _server,
    } = bucket;
    let writer = files.create(ID, &key, DocumentFile::Source).unwrap();
    drop(runtime);
    let error = files.open(ID, &key, DocumentFile::Source).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Other, "{error}");
    writer.keep().unwrap_err();
}
