//! Whatever is changed is noticed, and a file is no other file.

use std::io::{ErrorKind, Read, Seek, SeekFrom};

use dragoman_domain::{DocumentFile, WrappedKey};

use crate::installation::Installation;
use crate::{CHUNK, HEADER, ID, OTHER, TAG, content};

promises!(
    every_change_of_a_byte_is_noticed,
    a_change_in_any_chunk_is_noticed_where_it_is_read_and_nowhere_else,
    a_file_that_was_cut_off_is_noticed_when_it_is_opened,
    a_file_that_is_longer_is_noticed_when_it_is_opened,
    chunks_that_changed_places_are_noticed,
    a_chunk_of_an_earlier_file_of_the_same_document_is_noticed,
    a_source_is_no_translation_and_nothing_small,
    a_file_is_not_taken_for_that_of_another_document_even_with_its_key,
    nothing_can_be_done_with_the_key_of_another_document_or_installation,
    every_change_of_a_key_or_of_something_small_is_noticed,
);

/// The file cannot be read to its end, and what is wrong is said to be its content.
fn assert_noticed(installation: &Installation, what: &str) {
    let error = installation.read().expect_err(what);
    assert_eq!(error.kind(), ErrorKind::InvalidData, "{what}: {error}");
}

fn every_change_of_a_byte_is_noticed(installation: &Installation) {
    installation.write(b"What nobody else is to read.");
    let stored = installation.stored();
    for place in 0..stored.len() {
        for bit in [1, 0x80] {
            let mut changed = stored.clone();
            changed[place] ^= bit;
            installation.store(&changed);
            assert_noticed(installation, &format!("byte {place}"));
        }
    }
    installation.store(&stored);
    installation.read().unwrap();
}

fn a_change_in_any_chunk_is_noticed_where_it_is_read_and_nowhere_else(installation: &Installation) {
    let plain = content(3 * CHUNK);
    installation.write(&plain);
    let mut changed = installation.stored();
    changed[HEADER + CHUNK + TAG + 5] ^= 1;
    installation.store(&changed);

    let (mut reader, _) = installation.open().unwrap();
    let mut bytes = vec![0; CHUNK];
    reader.read_exact(&mut bytes).unwrap();
    assert!(bytes == plain[..CHUNK]);
    for _ in 0..2 {
        let error = reader.read(&mut bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData);
    }
    reader.seek(SeekFrom::Start(2 * CHUNK as u64)).unwrap();
    reader.read_exact(&mut bytes).unwrap();
    assert!(bytes == plain[2 * CHUNK..]);
}

fn a_file_that_was_cut_off_is_noticed_when_it_is_opened(installation: &Installation) {
    installation.write(&content(3 * CHUNK + 100));
    let stored = installation.stored();
    let borders = (0..=3).map(|chunks| HEADER + chunks * (CHUNK + TAG));
    let lengths = borders
        .flat_map(|border| [border.saturating_sub(1), border, border + 1, border + TAG])
        .chain([0, 1, HEADER - 1, stored.len() - TAG, stored.len() - 1]);
    for length in lengths {
        installation.store(&stored[..length]);
        let error = installation.open().err().expect("it was cut off");
        assert_eq!(error.kind(), ErrorKind::InvalidData, "{length} bytes");
    }
}

fn a_file_that_is_longer_is_noticed_when_it_is_opened(installation: &Installation) {
    for length in [0, 10, CHUNK] {
        installation.write(&content(length));
        let stored = installation.stored();
        for added in [1, TAG, CHUNK, CHUNK + TAG, CHUNK + TAG + 1] {
            let longer = [&stored[..], &vec![0; added]].concat();
            installation.store(&longer);
            let error = installation.open().err().expect("it is longer");
            assert_eq!(error.kind(), ErrorKind::InvalidData, "{length} + {added}");
        }
    }
}

fn chunks_that_changed_places_are_noticed(installation: &Installation) {
    installation.write(&content(4 * CHUNK));
    let stored = installation.stored();
    let (header, chunks) = stored.split_at(HEADER);
    let chunks: Vec<_> = chunks.chunks(CHUNK + TAG).collect();
    for order in [
        &[1, 0, 2, 3][..],
        &[0, 0, 2, 3],
        &[0, 1, 3, 2],
        &[0, 2, 3],
        &[3],
    ] {
        let mut changed = header.to_vec();
        for &place in order {
            changed.extend_from_slice(chunks[place]);
        }
        installation.store(&changed);
        assert_noticed(installation, &format!("{order:?}"));
    }
}

fn a_chunk_of_an_earlier_file_of_the_same_document_is_noticed(installation: &Installation) {
    installation.write(&content(2 * CHUNK));
    let before = installation.stored();
    installation.write(&content(2 * CHUNK));
    let mut mixed = installation.stored();
    let second = HEADER + CHUNK + TAG;
    assert_ne!(mixed[second..], before[second..], "they share a key");
    mixed[second..].copy_from_slice(&before[second..]);
    installation.store(&mixed);
    assert_noticed(installation, "a chunk of another file");
}

fn a_source_is_no_translation_and_nothing_small(installation: &Installation) {
    installation.write(b"text");
    let stored = installation.stored();
    installation.store_of(ID, DocumentFile::Translation, &stored);
    let error = installation
        .files
        .open(ID, &installation.key, DocumentFile::Translation)
        .err()
        .unwrap();
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    let error = installation
        .files
        .unseal(ID, &installation.key, &stored)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidData);
}

fn a_file_is_not_taken_for_that_of_another_document_even_with_its_key(installation: &Installation) {
    installation.write(b"text");
    let sealed = installation
        .files
        .seal(ID, &installation.key, b"name")
        .unwrap();
    installation.store_of(OTHER, DocumentFile::Source, &installation.stored());
    let opened = installation
        .files
        .open(OTHER, &installation.key, DocumentFile::Source);
    assert_eq!(opened.err().unwrap().kind(), ErrorKind::InvalidData);
    let unsealed = installation.files.unseal(OTHER, &installation.key, &sealed);
    assert_eq!(unsealed.unwrap_err().kind(), ErrorKind::InvalidData);
}

fn nothing_can_be_done_with_the_key_of_another_document_or_installation(
    installation: &Installation,
) {
    let Installation { files, key, .. } = &installation;
    installation.write(b"text");
    let sealed = files.seal(ID, key, b"name").unwrap();

    let another = files.new_key().unwrap();
    assert_ne!(another, *key);
    let opened = files.open(ID, &another, DocumentFile::Source);
    assert_eq!(opened.err().unwrap().kind(), ErrorKind::InvalidData);
    let unsealed = files.unseal(ID, &another, &sealed);
    assert_eq!(unsealed.unwrap_err().kind(), ErrorKind::InvalidData);

    let stranger = installation.with_secret(&[4; 32]);
    let failures = [
        stranger.open(ID, key, DocumentFile::Source).err(),
        stranger.create(ID, key, DocumentFile::Source).err(),
        stranger.unseal(ID, key, &sealed).err(),
        stranger.seal(ID, key, b"name").err(),
    ];
    for failure in failures {
        assert_eq!(failure.unwrap().kind(), ErrorKind::InvalidData);
    }
    assert_eq!(installation.read().unwrap(), b"text");
}

fn every_change_of_a_key_or_of_something_small_is_noticed(installation: &Installation) {
    let Installation { files, key, .. } = installation;
    let sealed = files.seal(ID, key, b"lettre.docx").unwrap();
    for place in 0..sealed.len() {
        let mut changed = sealed.clone();
        changed[place] ^= 1;
        let error = files.unseal(ID, key, &changed).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData, "byte {place}");
        let error = files.unseal(ID, key, &sealed[..place]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData, "{place} bytes");
    }
    for place in 0..key.0.len() {
        let mut changed = key.clone();
        changed.0[place] ^= 1;
        let error = files.unseal(ID, &changed, &sealed).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData, "byte {place}");
        let shorter = WrappedKey(key.0[..place].to_vec());
        let error = files.unseal(ID, &shorter, &sealed).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData, "{place} bytes");
    }
}
