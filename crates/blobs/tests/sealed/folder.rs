//! The folder itself: what it shows, what a crash leaves in it, and what is removed.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use dragoman_domain::DocumentFile;
use jiff::SignedDuration;

use crate::installation::Installation;
use crate::{CHUNK, HEADER, ID, OTHER, age, content, entries, timestamp};

#[test]
fn all_is_for_the_owner_only() {
    let installation = Installation::in_a_folder();
    let _writing = installation.create();
    installation.write(b"text");
    let document = installation.path().join("00000000000000000000000000000D0C");
    let found = entries(&installation.path());
    assert_eq!(found.len(), 3);
    assert_eq!(found[0], document);
    assert_eq!(found[1], document.join("source"));
    for path in found.iter().chain([&installation.path()]) {
        let mode = fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, expected, "{}", path.display());
    }
}

#[test]
fn nothing_is_left_of_a_document_whose_writers_begin_and_end_at_the_same_time() {
    let installation = Installation::in_a_folder();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..100 {
                    drop(installation.create());
                }
            });
        }
    });
    assert_eq!(entries(&installation.path()), [] as [PathBuf; 0]);
}

#[test]
fn who_reads_a_file_goes_on_when_it_is_replaced_and_removed() {
    let installation = Installation::in_a_folder();
    let before = content(3 * CHUNK);
    installation.write(&before);
    let (mut reader, _) = installation.open().unwrap();
    let mut begin = vec![0; 10];
    reader.read_exact(&mut begin).unwrap();

    installation.write(b"new");
    assert_eq!(installation.read().unwrap(), b"new");
    installation.files.remove(ID).unwrap();
    let mut rest = Vec::new();
    reader.read_to_end(&mut rest).unwrap();
    assert!([begin, rest].concat() == before);
}

#[test]
fn a_file_that_is_cut_off_while_it_is_read_is_noticed() {
    let installation = Installation::in_a_folder();
    installation.write(&content(3 * CHUNK));
    let (mut reader, _) = installation.open().unwrap();
    installation.store(&installation.stored()[..HEADER + CHUNK]);
    let error = reader.read(&mut [0; 8]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidData);
}

#[test]
fn a_document_that_was_removed_does_not_come_back_with_a_file_that_is_kept_then() {
    let installation = Installation::in_a_folder();
    installation.write(b"text");
    let mut writer = installation
        .files
        .create(ID, &installation.key, DocumentFile::Translation)
        .unwrap();
    writer.write_all(b"texte").unwrap();
    installation.files.remove(ID).unwrap();
    assert_eq!(writer.keep().unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(entries(&installation.path()), [] as [PathBuf; 0]);
    installation.files.remove(ID).unwrap();
}

#[test]
fn removing_a_document_removes_what_a_crash_left_of_it_and_nothing_of_others() {
    let installation = Installation::in_a_folder();
    installation.write(b"text");
    let mut other = installation
        .files
        .create(OTHER, &installation.key, DocumentFile::Source)
        .unwrap();
    other.write_all(b"other").unwrap();
    other.keep().unwrap();
    // A process that dies drops nothing.
    std::mem::forget(installation.create());

    installation.files.remove(ID).unwrap();
    let left = entries(&installation.path());
    assert_eq!(
        left,
        [
            installation.path().join(OTHER.to_string()),
            installation.file(OTHER, DocumentFile::Source)
        ]
    );
}

#[test]
fn what_was_last_written_before_a_time_is_found_finished_or_not() {
    let installation = Installation::in_a_folder();
    let then = timestamp("2026-01-02T03:00:00Z");
    let before = |hours| {
        let time = then + SignedDuration::from_hours(hours);
        installation.files.written_before(time).unwrap()
    };
    assert_eq!(before(1), []);

    installation.write(b"text");
    age(&installation.source(), then);
    assert_eq!(before(0), []);
    assert_eq!(before(1), [ID]);

    // A process that died in the middle.
    let mut writer = installation
        .files
        .create(OTHER, &installation.key, DocumentFile::Source)
        .unwrap();
    writer.write_all(&content(2 * CHUNK)).unwrap();
    std::mem::forget(writer);
    assert_eq!(before(1), [ID], "it was written just now");
    let other = installation.path().join(OTHER.to_string());
    for part in entries(&other) {
        age(&part, then - SignedDuration::from_hours(1));
    }
    assert_eq!(before(0), [OTHER]);
    let mut both = before(1);
    both.sort();
    assert_eq!(both, [ID, OTHER]);

    for part in entries(&other) {
        fs::remove_file(part).unwrap();
    }
    age(&other, then);
    installation.files.remove(ID).unwrap();
    assert_eq!(before(1), [OTHER], "an empty folder is left of it");
    installation.files.remove(OTHER).unwrap();
    assert_eq!(before(1), []);
}

#[test]
fn what_others_put_into_the_folder_is_left_alone() {
    let installation = Installation::in_a_folder();
    for name in ["lost+found", "0000000000000000000000000000abcd", "notes"] {
        fs::create_dir(installation.path().join(name)).unwrap();
    }
    fs::write(installation.path().join(OTHER.to_string()), "a file").unwrap();
    let future = timestamp("9000-01-01T00:00:00Z");
    assert_eq!(installation.files.written_before(future).unwrap(), []);
}
