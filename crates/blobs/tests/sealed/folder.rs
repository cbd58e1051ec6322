//! The folder itself: what it shows, what a crash leaves in it, and what is removed.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::SystemTime;

use dragoman_domain::{DocumentFile, DocumentFiles};
use jiff::{SignedDuration, Timestamp};

use super::*;

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(entries(&path));
        }
        found.push(path);
    }
    found.sort();
    found
}

fn timestamp(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// As if a file or folder had last been written then.
fn age(path: &Path, written: Timestamp) {
    let written = SystemTime::from(written);
    File::open(path).unwrap().set_modified(written).unwrap();
}

#[test]
fn nothing_of_a_text_is_on_the_disk_at_any_time() {
    let installation = Installation::new();
    let text = "The merger is to be announced on Monday. ".repeat(4000);
    let look = |when: &str| {
        for path in entries(&installation.path()) {
            let bytes = path.is_file().then(|| fs::read(&path).unwrap());
            let shown = bytes
                .unwrap_or_default()
                .windows(6)
                .any(|window| window == b"merger");
            assert!(!shown, "{when}, {}", path.display());
        }
    };
    let mut writer = installation.create();
    for piece in text.as_bytes().chunks(10_000) {
        writer.write_all(piece).unwrap();
        writer.flush().unwrap();
    }
    look("before it is kept");
    writer.keep().unwrap();
    look("when it is kept");
    assert!(installation.read().unwrap() == text.as_bytes());
    let sealed = installation
        .files
        .seal(ID, &installation.key, b"merger.docx")
        .unwrap();
    assert!(!sealed.windows(6).any(|window| window == b"merger"));
}

#[test]
fn names_tell_the_id_only_and_all_is_for_the_owner_only() {
    let installation = Installation::new();
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
fn a_file_is_not_there_before_it_is_kept() {
    let installation = Installation::new();
    let mut writer = installation.create();
    writer.write_all(&content(2 * CHUNK)).unwrap();
    let error = installation.open().err().unwrap();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    writer.keep().unwrap();
    installation.open().unwrap();
}

#[test]
fn nothing_is_left_of_a_file_that_is_dropped_before_it_is_kept() {
    let installation = Installation::new();
    let mut writer = installation.create();
    writer.write_all(&content(2 * CHUNK)).unwrap();
    drop(writer);
    assert_eq!(entries(&installation.path()), [] as [PathBuf; 0]);

    installation.write(b"kept");
    let before = entries(&installation.path());
    let mut writer = installation.create();
    writer.write_all(b"dropped").unwrap();
    drop(writer);
    assert_eq!(entries(&installation.path()), before);
    assert_eq!(installation.read().unwrap(), b"kept");
}

#[test]
fn two_can_write_the_same_file_and_the_last_that_is_kept_stays() {
    let installation = Installation::new();
    let (first, second) = (content(2 * CHUNK), vec![1; 2 * CHUNK]);
    let mut writers = [installation.create(), installation.create()];
    for place in [0, CHUNK] {
        writers[0].write_all(&first[place..][..CHUNK]).unwrap();
        writers[1].write_all(&second[place..][..CHUNK]).unwrap();
    }
    let [writer, last] = writers;
    writer.keep().unwrap();
    assert!(installation.read().unwrap() == first);
    last.keep().unwrap();
    assert!(installation.read().unwrap() == second);
    assert_eq!(entries(&installation.path()).len(), 2, "no part is left");
}

#[test]
fn writers_that_begin_and_end_at_the_same_time_do_not_disturb_each_other() {
    let installation = Installation::new();
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
fn a_document_that_was_removed_does_not_come_back_with_a_file_that_is_kept_then() {
    let installation = Installation::new();
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
    let installation = Installation::new();
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
    let installation = Installation::new();
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
    let installation = Installation::new();
    for name in ["lost+found", "0000000000000000000000000000abcd", "notes"] {
        fs::create_dir(installation.path().join(name)).unwrap();
    }
    fs::write(installation.path().join(OTHER.to_string()), "a file").unwrap();
    let future = timestamp("9000-01-01T00:00:00Z");
    assert_eq!(installation.files.written_before(future).unwrap(), []);
}
