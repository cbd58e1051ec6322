//! What goes wrong with a storage: it is said, nothing is left of it, and it ends.

use std::io::{self, ErrorKind, Write};
use std::time::Duration;

use dragoman_blobs::SealedObjects;
use dragoman_domain::{DocumentFile, DocumentFiles, WrappedKey, is_unavailable};
use dragoman_s3_testing::{Fault, S3Server};
use jiff::Timestamp;

use super::{BUCKET, Bucket, FEW_RETRIES, SHORT, SOURCE, sealed};
use crate::installation::runtime;
use crate::{ID, MIB, content};

/// All that can be done with the files of a document, and how it fails.
fn failures(files: &SealedObjects, key: &WrappedKey) -> Vec<io::Error> {
    let write = |length| {
        let mut writer = files.create(ID, key, DocumentFile::Source)?;
        writer.write_all(&content(length))?;
        writer.keep()
    };
    vec![
        write(100).unwrap_err(),
        write(20 * MIB).unwrap_err(),
        files.open(ID, key, DocumentFile::Source).err().unwrap(),
        files.remove(ID).unwrap_err(),
        files.written_before(Timestamp::MAX).unwrap_err(),
    ]
}

#[test]
fn an_upload_that_is_cut_off_leaves_nothing_and_can_be_repeated() {
    let bucket = Bucket::with_waits(FEW_RETRIES);
    for length in [100, MIB, 20 * MIB] {
        let plain = content(length);
        bucket.server.set_fault(Fault::CutUploads);
        let error = bucket.write(&plain).unwrap_err();
        assert!(is_unavailable(&error), "{error}");
        bucket.server.set_fault(Fault::None);
        bucket.server.until_nothing_is_unfinished();
        assert_eq!(bucket.objects(), [] as [String; 0]);

        bucket.write(&plain).unwrap();
        assert!(bucket.read().unwrap() == plain);
        bucket.files.remove(ID).unwrap();
    }
}

#[test]
fn what_is_there_stays_when_what_should_replace_it_is_cut_off() {
    let bucket = Bucket::with_waits(FEW_RETRIES);
    bucket.write(b"kept").unwrap();
    bucket.server.set_fault(Fault::CutUploads);
    for length in [100, 20 * MIB] {
        bucket.write(&content(length)).unwrap_err();
    }
    bucket.server.set_fault(Fault::None);
    bucket.server.until_nothing_is_unfinished();
    assert_eq!(bucket.read().unwrap(), b"kept");
    assert_eq!(bucket.objects(), [SOURCE]);
}

#[test]
fn after_a_part_that_failed_nothing_is_written_and_the_file_is_not_kept() {
    let bucket = Bucket::with_waits(FEW_RETRIES);
    let mut writer = bucket
        .files
        .create(ID, &bucket.key, DocumentFile::Source)
        .unwrap();
    bucket.server.set_fault(Fault::Refuse);
    let error = writer.write_all(&content(20 * MIB)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PermissionDenied, "{error}");
    bucket.server.set_fault(Fault::None);
    writer.write_all(&content(20 * MIB)).unwrap_err();
    writer.keep().unwrap_err();
    bucket.server.until_nothing_is_unfinished();
    assert_eq!(bucket.objects(), [] as [String; 0]);
}

#[test]
fn whatever_is_wrong_with_the_storage_is_not_taken_for_a_file_that_is_gone() {
    let bucket = Bucket::with_waits(FEW_RETRIES);
    let hasty = sealed(&bucket.server, &bucket.runtime, SHORT);
    bucket.write(b"kept").unwrap();
    let slow = Fault::Slow(Duration::from_secs(3600));
    for (fault, files, kind) in [
        (Fault::Refuse, &bucket.files, ErrorKind::PermissionDenied),
        (Fault::Busy, &bucket.files, ErrorKind::ResourceBusy),
        (slow, &hasty, ErrorKind::TimedOut),
        (Fault::Away, &bucket.files, ErrorKind::HostUnreachable),
    ] {
        bucket.server.set_fault(fault);
        for error in failures(files, &bucket.key) {
            assert_eq!(error.kind(), kind, "{fault:?}: {error}");
            assert!(is_unavailable(&error), "{fault:?}: {error}");
            let said = format!("{error} {error:?}");
            let hidden = [
                bucket.server.access_key(),
                bucket.server.secret_key(),
                "D0C",
            ];
            assert!(!hidden.iter().any(|one| said.contains(one)), "{said}");
        }
    }
    // The same client goes on when the storage is back.
    bucket.server.set_fault(Fault::None);
    assert_eq!(bucket.read().unwrap(), b"kept");
    bucket.write(b"new").unwrap();
    assert_eq!(bucket.read().unwrap(), b"new");
}

#[test]
fn a_bucket_that_is_missing_is_not_taken_for_a_file_that_is_gone() {
    let (server, runtime) = (S3Server::start(), runtime());
    let files = sealed(&server, &runtime, FEW_RETRIES);
    let key = files.new_key().unwrap();
    let bucket = Bucket {
        files,
        key,
        runtime,
        server,
    };
    for error in failures(&bucket.files, &bucket.key) {
        assert_eq!(error.kind(), ErrorKind::HostUnreachable, "{error}");
        assert!(is_unavailable(&error), "{error}");
        assert!(
            error.to_string().contains("bucket does not exist"),
            "{error}"
        );
    }
    bucket.server.bucket(BUCKET);
    bucket.write(b"kept").unwrap();
    assert_eq!(bucket.read().unwrap(), b"kept");
}

#[test]
fn a_storage_that_comes_back_in_time_is_not_noticed() {
    let bucket = Bucket::new();
    bucket.write(b"kept").unwrap();
    bucket.server.set_fault_for(2, Fault::Busy);
    assert_eq!(bucket.read().unwrap(), b"kept");
    bucket.server.set_fault_for(2, Fault::Busy);
    bucket.files.remove(ID).unwrap();
    bucket.server.set_fault_for(2, Fault::Busy);
    assert_eq!(bucket.files.written_before(Timestamp::MAX).unwrap(), []);
}

#[test]
fn an_object_that_was_lost_is_gone_and_its_document_can_be_removed() {
    let bucket = Bucket::new();
    bucket.write(b"kept").unwrap();
    bucket.server.lose(BUCKET, SOURCE);
    let error = bucket.open().err().unwrap();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(!is_unavailable(&error));
    bucket.files.remove(ID).unwrap();
}

#[test]
fn more_documents_are_found_than_a_storage_tells_at_a_time() {
    let bucket = Bucket::new();
    for number in 0..1100 {
        let key = format!("installation/documents/{number:032X}/source");
        bucket.server.store(BUCKET, &key, b"sealed");
    }
    let found = bucket.files.written_before(Timestamp::MAX).unwrap();
    assert_eq!(found.len(), 1100);
}
