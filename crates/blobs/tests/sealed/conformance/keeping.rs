//! When a file is there, under which name, and when it is gone.

use std::io::{ErrorKind, Write};

use dragoman_domain::DocumentFile;
use jiff::SignedDuration;

use crate::installation::Installation;
use crate::{CHUNK, ID, MIB, OTHER, content, shows, timestamp};

promises!(
    nothing_of_a_text_can_be_read_at_any_time,
    names_tell_the_id_only,
    a_file_is_not_there_before_it_is_kept,
    nothing_is_left_of_a_file_that_is_dropped_before_it_is_kept,
    two_can_write_the_same_file_and_the_last_that_is_kept_stays,
    writers_that_begin_and_end_at_the_same_time_do_not_disturb_each_other,
    removing_a_document_removes_nothing_of_others,
    what_was_last_written_before_a_time_is_found,
    what_others_put_there_is_left_alone,
);

/// More than is sent at a time.
const LARGE: usize = 9 * MIB;

fn nothing_of_a_text_can_be_read_at_any_time(installation: &Installation) {
    let text = "The merger is to be announced on Monday. ".repeat(4000);
    let look = |when: &str| {
        for bytes in installation.everything() {
            assert!(!shows(&bytes, b"merger"), "{when}");
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
    assert!(!shows(&sealed, b"merger"));
}

fn names_tell_the_id_only(installation: &Installation) {
    installation.write(b"text");
    let mut writer = installation.create_file(ID, DocumentFile::Translation);
    writer.write_all(b"texte").unwrap();
    writer.keep().unwrap();
    assert_eq!(
        installation.names(),
        [
            "00000000000000000000000000000D0C/source",
            "00000000000000000000000000000D0C/translation"
        ]
    );
}

fn a_file_is_not_there_before_it_is_kept(installation: &Installation) {
    for length in [2 * CHUNK, LARGE] {
        let mut writer = installation.create();
        writer.write_all(&content(length)).unwrap();
        let error = installation.open().err().unwrap();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        writer.keep().unwrap();
        installation.open().unwrap();
        installation.files.remove(ID).unwrap();
    }
}

fn nothing_is_left_of_a_file_that_is_dropped_before_it_is_kept(installation: &Installation) {
    for length in [2 * CHUNK, LARGE] {
        let mut writer = installation.create();
        writer.write_all(&content(length)).unwrap();
        drop(writer);
        installation.settle();
        assert_eq!(installation.names(), [] as [String; 0]);
    }
    installation.write(b"kept");
    let before = installation.names();
    for length in [7, LARGE] {
        let mut writer = installation.create();
        writer.write_all(&content(length)).unwrap();
        drop(writer);
        installation.settle();
        assert_eq!(installation.names(), before);
        assert_eq!(installation.read().unwrap(), b"kept");
    }
}

fn two_can_write_the_same_file_and_the_last_that_is_kept_stays(installation: &Installation) {
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
    assert_eq!(installation.names().len(), 1, "no part is left");
}

fn writers_that_begin_and_end_at_the_same_time_do_not_disturb_each_other(
    installation: &Installation,
) {
    let plain = content(CHUNK);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for round in 0..25 {
                    let mut writer = installation.create();
                    writer.write_all(&plain).unwrap();
                    if round % 5 == 0 {
                        writer.keep().unwrap();
                    }
                }
            });
        }
    });
    assert!(installation.read().unwrap() == plain);
    assert_eq!(installation.names().len(), 1);
}

fn removing_a_document_removes_nothing_of_others(installation: &Installation) {
    installation.write(b"text");
    for (id, file) in [
        (ID, DocumentFile::Translation),
        (OTHER, DocumentFile::Source),
    ] {
        let mut writer = installation.create_file(id, file);
        writer.write_all(b"other").unwrap();
        writer.keep().unwrap();
    }
    for _ in 0..2 {
        installation.files.remove(ID).unwrap();
        assert_eq!(
            installation.names(),
            ["00000000000000000000000000000D0D/source"]
        );
        let error = installation.open().err().unwrap();
        assert_eq!(error.kind(), ErrorKind::NotFound);
    }
}

fn what_was_last_written_before_a_time_is_found(installation: &Installation) {
    let then = timestamp("2026-01-02T03:00:00Z");
    let before = |hours| {
        let time = then + SignedDuration::from_hours(hours);
        let mut found = installation.files.written_before(time).unwrap();
        found.sort();
        found
    };
    assert_eq!(before(1), []);

    installation.write(b"text");
    installation.date(ID, DocumentFile::Source, then);
    assert_eq!(before(0), []);
    assert_eq!(before(1), [ID]);

    let mut writer = installation.create_file(OTHER, DocumentFile::Translation);
    writer.write_all(b"texte").unwrap();
    writer.keep().unwrap();
    assert_eq!(before(1), [ID], "it was written just now");
    let earlier = then - SignedDuration::from_hours(1);
    installation.date(OTHER, DocumentFile::Translation, earlier);
    assert_eq!(before(0), [OTHER]);
    assert_eq!(before(1), [ID, OTHER]);

    let mut writer = installation.create_file(ID, DocumentFile::Translation);
    writer.write_all(b"texte").unwrap();
    writer.keep().unwrap();
    assert_eq!(before(1), [ID, OTHER], "the oldest file decides");
    installation.files.remove(OTHER).unwrap();
    assert_eq!(before(1), [ID]);
}

fn what_others_put_there_is_left_alone(installation: &Installation) {
    installation.write(b"text");
    installation.files.remove(ID).unwrap();
    let future = timestamp("9000-01-01T00:00:00Z");
    assert_eq!(installation.files.written_before(future).unwrap(), []);
    // Names of ours are written with capitals.
    let id = ID.to_string();
    for folder in ["lost+found", "notes", &id.to_lowercase()] {
        installation.store_beside(folder, "source", b"another's");
    }
    assert_eq!(installation.files.written_before(future).unwrap(), []);
    installation.files.remove(ID).unwrap();
    assert_eq!(installation.names().len(), 3);
}
