//! A file that is read is the same to its end, or reading it fails.

use std::io::{ErrorKind, Read, Seek, SeekFrom};

use dragoman_domain::is_unavailable;
use dragoman_domain::{DocumentFile, DocumentFiles};
use dragoman_s3_testing::Fault;

use super::{BUCKET, Bucket, FEW_RETRIES, SOURCE};
use crate::installation::Installation;
use crate::{CHUNK, HEADER, ID, MIB, TAG, content};

/// More than is fetched at first.
const LENGTH: usize = 4 * MIB;

#[test]
fn a_file_that_is_replaced_while_it_is_read_is_not_mixed_with_the_other() {
    let bucket = Bucket::new();
    let before = content(LENGTH);
    bucket.write(&before).unwrap();
    let (mut reader, _) = bucket.open().unwrap();
    let mut begin = vec![0; CHUNK];
    reader.read_exact(&mut begin).unwrap();

    let after = vec![1; LENGTH];
    bucket.write(&after).unwrap();
    let error = reader.read_to_end(&mut begin).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::StaleNetworkFileHandle, "{error}");
    assert!(is_unavailable(&error));
    assert!(before.starts_with(&begin));
    assert!(begin.len() < LENGTH);
    // Who opens it again reads the other.
    assert!(bucket.read().unwrap() == after);
}

#[test]
fn a_file_that_is_removed_while_it_is_read_does_not_end_early() {
    let bucket = Bucket::new();
    bucket.write(&content(LENGTH)).unwrap();
    let (mut reader, _) = bucket.open().unwrap();
    bucket.files.remove(ID).unwrap();
    let error = reader.read_to_end(&mut Vec::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
}

#[test]
fn a_file_that_is_changed_or_cut_off_behind_the_back_of_the_storage_is_noticed() {
    let bucket = Bucket::new();
    let plain = content(LENGTH);
    bucket.write(&plain).unwrap();
    let stored = bucket.server.content(BUCKET, SOURCE);

    let (mut reader, _) = bucket.open().unwrap();
    let mut changed = stored.clone();
    changed[HEADER + 30 * (CHUNK + TAG)] ^= 1;
    bucket.server.store(BUCKET, SOURCE, &changed);
    let mut given = Vec::new();
    let error = reader.read_to_end(&mut given).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidData, "{error}");
    assert_eq!(given.len(), 30 * CHUNK);
    assert!(plain.starts_with(&given));
    // What is not changed can still be read.
    reader.seek(SeekFrom::Start(31 * CHUNK as u64)).unwrap();
    given.clear();
    reader.read_to_end(&mut given).unwrap();
    assert!(plain.ends_with(&given));

    bucket.server.store(BUCKET, SOURCE, &stored);
    for length in [0, 2 * MIB, stored.len() - 1] {
        let (mut reader, _) = bucket.open().unwrap();
        bucket.server.store(BUCKET, SOURCE, &stored[..length]);
        let error = reader.read_to_end(&mut Vec::new()).unwrap_err();
        assert_ne!(error.kind(), ErrorKind::UnexpectedEof, "{error}");
        bucket.server.store(BUCKET, SOURCE, &stored);
    }
    assert!(bucket.read().unwrap() == plain);
}

#[test]
fn who_could_not_read_on_can_do_so_later() {
    let bucket = Bucket::with_waits(FEW_RETRIES);
    let plain = content(LENGTH / 2);
    bucket.write(&plain).unwrap();
    let (mut reader, _) = bucket.open().unwrap();
    bucket.server.set_fault(Fault::Away);
    let mut given = Vec::new();
    let error = reader.read_to_end(&mut given).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::HostUnreachable, "{error}");
    bucket.server.set_fault(Fault::None);
    reader.read_to_end(&mut given).unwrap();
    assert!(given == plain);
}

#[test]
fn what_a_folder_has_can_be_moved_into_a_bucket_as_it_is() {
    let bucket = Bucket::new();
    let folder = Installation::in_a_folder();
    for length in [0, 100, LENGTH] {
        let plain = content(length);
        folder.write(&plain);
        bucket.server.store(BUCKET, SOURCE, &folder.stored());
        let (mut reader, _) = bucket
            .files
            .open(ID, &folder.key, DocumentFile::Source)
            .unwrap();
        let mut read = Vec::new();
        reader.read_to_end(&mut read).unwrap();
        assert!(read == plain, "{length}");
    }
}
