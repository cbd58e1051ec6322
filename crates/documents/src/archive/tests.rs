use std::collections::BTreeSet;
use std::io::{Cursor, Write};

use proptest::prelude::*;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::Archive;
use crate::{DocumentError, Limits};

fn options(method: CompressionMethod) -> SimpleFileOptions {
    let time = DateTime::from_date_and_time(2019, 5, 4, 3, 2, 2).unwrap();
    SimpleFileOptions::default()
        .compression_method(method)
        .last_modified_time(time)
}

/// An archive of these entries; those with a name in capitals are not compressed.
fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        let method = match name.chars().next() {
            Some('A'..='Z') => CompressionMethod::Stored,
            _ => CompressionMethod::Deflated,
        };
        writer.start_file(*name, options(method)).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.set_comment("made by hand").unwrap();
    writer.finish().unwrap().into_inner()
}

fn open_with(bytes: &[u8], limits: Limits) -> Result<Archive, DocumentError> {
    Archive::open(Box::new(Cursor::new(bytes.to_vec())), "test", limits)
}

fn open(bytes: &[u8]) -> Result<Archive, DocumentError> {
    open_with(bytes, Limits::default())
}

/// The archive with "!" after the content of these entries.
fn marked(bytes: &[u8], names: &[&str]) -> Vec<u8> {
    let names: BTreeSet<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut output = Vec::new();
    let mut edit = |_: &str, mut content: Vec<u8>| {
        content.push(b'!');
        Ok(content)
    };
    let mut archive = open(bytes).unwrap();
    archive.write(&names, &mut edit, &mut output).unwrap();
    output
}

/// The bytes with another text in the place of one of the same length, everywhere.
fn replaced(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let mut bytes = bytes.to_vec();
    let mut place = 0;
    while place + old.len() <= bytes.len() {
        if bytes[place..].starts_with(old) {
            bytes[place..place + old.len()].copy_from_slice(new);
        }
        place += 1;
    }
    bytes
}

/// Where each of the directory's records begins.
fn records(bytes: &[u8]) -> Vec<usize> {
    let starts = bytes.windows(4).enumerate();
    let starts = starts.filter(|(_, window)| *window == b"PK\x01\x02");
    starts.map(|(place, _)| place).collect()
}

#[test]
fn an_archive_in_which_nothing_changes_comes_back_byte_for_byte() {
    let mut bytes = archive(&[("a", b"one"), ("B", b"two")]);
    assert_eq!(marked(&bytes, &[]), bytes);
    bytes.truncate(bytes.len() - "made by hand".len());
    let length = bytes.len();
    bytes[length - 2] = 0;
    assert_eq!(marked(&bytes, &[]), bytes);
}

#[test]
fn a_changed_entry_keeps_what_is_said_of_it_and_the_others_stay_as_they_are() {
    let before = archive(&[
        ("a", b"one"),
        ("B", b"two"),
        ("c", b"three"),
        ("D", b"four"),
    ]);
    let after = marked(&before, &["a", "B"]);
    let (mut old, mut new) = (
        ZipArchive::new(Cursor::new(&before)).unwrap(),
        ZipArchive::new(Cursor::new(&after)).unwrap(),
    );
    assert_eq!(new.comment(), b"made by hand");
    assert_eq!(new.len(), 4);
    for index in 0..4 {
        let (old, new) = (old.by_index(index).unwrap(), new.by_index(index).unwrap());
        assert_eq!(new.name_raw(), old.name_raw());
        assert_eq!(new.compression(), old.compression());
        assert_eq!(new.last_modified(), old.last_modified());
        assert_eq!(new.external_attributes(), old.external_attributes());
        assert_eq!(new.version_made_by(), old.version_made_by());
    }
    let contents: Vec<String> = (0..4)
        .map(|index| std::io::read_to_string(new.by_index(index).unwrap()).unwrap())
        .collect();
    assert_eq!(contents, ["one!", "two!", "three", "four"]);
    let local = |bytes: &[u8]| -> Vec<usize> {
        let places = bytes.windows(4).enumerate();
        let places = places.filter(|(_, window)| *window == b"PK\x03\x04");
        places.map(|(place, _)| place).collect()
    };
    let (old, new) = (local(&before), local(&after));
    let (old_end, new_end) = (records(&before)[0], records(&after)[0]);
    assert_eq!(before[old[2]..old_end], after[new[2]..new_end]);
}

#[test]
fn an_archive_that_was_written_as_a_stream_is_read_and_written() {
    let mut writer = ZipWriter::new_stream(Vec::new());
    for name in ["a", "b"] {
        writer
            .start_file(name, options(CompressionMethod::Deflated))
            .unwrap();
        writer.write_all(name.as_bytes()).unwrap();
    }
    let before = writer.finish().unwrap().into_inner();
    assert_eq!(open(&before).unwrap().read("a").unwrap().unwrap(), b"a");
    let after = marked(&before, &["a"]);
    let mut after = open(&after).unwrap();
    assert_eq!(after.read("a").unwrap().unwrap(), b"a!");
    assert_eq!(after.read("b").unwrap().unwrap(), b"b");
}

#[test]
fn entries_with_numbers_of_64_bits_are_read_and_written() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for name in ["a", "b"] {
        let options = options(CompressionMethod::Deflated).large_file(true);
        writer.start_file(name, options).unwrap();
        writer.write_all(name.as_bytes()).unwrap();
    }
    let before = writer.finish().unwrap().into_inner();
    assert!(before.windows(4).any(|window| window == [1, 0, 16, 0]));
    let after = marked(&before, &["b"]);
    let mut after = ZipArchive::new(Cursor::new(after)).unwrap();
    for (name, content) in [("a", "a"), ("b", "b!")] {
        let entry = after.by_name(name).unwrap();
        assert_eq!(std::io::read_to_string(entry).unwrap(), content);
    }
}

#[test]
fn an_entry_that_is_compressed_in_another_way_is_copied_but_not_read() {
    let mut bytes = archive(&[("A", b"one"), ("B", b"two")]);
    let record = records(&bytes)[0];
    bytes[8] = 12;
    bytes[record + 10] = 12;
    assert!(matches!(
        open(&bytes).unwrap().read("A"),
        Err(DocumentError::Unsupported(_))
    ));
    let after = marked(&bytes, &["B"]);
    assert_eq!(after[..34], bytes[..34]);
    assert_eq!(open(&after).unwrap().read("B").unwrap().unwrap(), b"two!");
}

#[test]
fn names_are_found_in_any_case_and_unknown_ones_are_not() {
    let bytes = archive(&[("word/Document.xml", b"x")]);
    let mut archive = open(&bytes).unwrap();
    assert!(archive.read("Word/document.xml").unwrap().is_some());
    assert!(archive.read("word/other.xml").unwrap().is_none());
    assert_eq!(archive.find("WORD/document.xml"), Some("word/Document.xml"));
    assert_eq!(archive.find("word/other.xml"), None);
}

#[test]
fn what_comes_out_of_an_entry_counts_whatever_is_said_of_it() {
    let content = vec![b' '; 100_000];
    let mut bytes = archive(&[("a", &content)]);
    let size = u32::try_from(content.len()).unwrap().to_le_bytes();
    bytes = replaced(&bytes, &size, &1_u32.to_le_bytes());
    let limits = Limits {
        entry_bytes: 50_000,
        ..Limits::default()
    };
    let outcome = open_with(&bytes, limits).unwrap().read("a");
    assert!(matches!(
        outcome,
        Err(DocumentError::TooLarge { most: 50_000, .. })
    ));
}

#[test]
fn all_entries_together_have_a_limit_and_an_entry_counts_once() {
    let content = vec![b'x'; 1_000];
    let bytes = archive(&[("a", &content), ("b", &content)]);
    let limits = Limits {
        unpacked_bytes: 1_500,
        ..Limits::default()
    };
    let mut archive = open_with(&bytes, limits).unwrap();
    for _ in 0..3 {
        assert!(archive.read("a").is_ok());
    }
    assert!(matches!(
        archive.read("b"),
        Err(DocumentError::TooLarge { .. })
    ));
}

#[test]
fn an_entry_that_is_read_over_and_over_is_refused() {
    let content = vec![b'x'; 2 << 20];
    let mut archive = open(&archive(&[("a", &content)])).unwrap();
    let mut outcomes = (0..40).map(|_| archive.read("a"));
    assert!(outcomes.by_ref().take(8).all(|outcome| outcome.is_ok()));
    assert!(outcomes.any(|outcome| matches!(outcome, Err(DocumentError::TooLarge { .. }))));
}

#[test]
fn a_large_entry_that_is_almost_nothing_when_packed_is_refused() {
    let content = vec![0; 20 << 20];
    let bytes = archive(&[("a", &content)]);
    let outcome = open(&bytes).unwrap().read("a");
    assert!(matches!(outcome, Err(DocumentError::TooLarge { .. })));
}

#[test]
fn too_many_entries_are_refused() {
    let bytes = archive(&[("a", b""), ("b", b""), ("c", b"")]);
    let limits = Limits {
        archive_entries: 2,
        ..Limits::default()
    };
    assert!(matches!(
        open_with(&bytes, limits),
        Err(DocumentError::TooLarge { most: 2, .. })
    ));
}

#[test]
fn names_that_lead_out_of_the_archive_are_refused() {
    let bytes = archive(&[("xx/aaaa", b"")]);
    for name in [
        "../aaaa", "/x/aaaa", "x\\aaaaa", "c:/aaaa", "a/../bb", "x\0/aaaa",
    ] {
        let bytes = replaced(&bytes, b"xx/aaaa", name.as_bytes());
        assert!(
            matches!(open(&bytes), Err(DocumentError::Malformed { .. })),
            "{name}"
        );
    }
}

#[test]
fn entries_of_one_name_are_refused() {
    let bytes = archive(&[("one", b"1"), ("two", b"2")]);
    for name in [b"one", b"ONE"] {
        let bytes = replaced(&bytes, b"two", name);
        assert!(matches!(open(&bytes), Err(DocumentError::Malformed { .. })));
    }
}

#[test]
fn entries_that_overlap_are_refused() {
    let mut bytes = archive(&[("a", b"one"), ("b", b"two")]);
    let second = records(&bytes)[1];
    bytes[second + 42..second + 46].fill(0);
    assert!(matches!(open(&bytes), Err(DocumentError::Malformed { .. })));
}

#[test]
fn protected_documents_are_told_from_broken_ones() {
    let mut bytes = archive(&[("A", b"one")]);
    let record = records(&bytes)[0];
    bytes[6] |= 1;
    bytes[record + 8] |= 1;
    assert!(matches!(open(&bytes), Err(DocumentError::Encrypted)));
    let mut compound = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    assert!(matches!(
        open(&compound),
        Err(DocumentError::Malformed { .. })
    ));
    compound.resize((64 << 10) - 5, 0);
    compound.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    assert!(matches!(open(&compound), Err(DocumentError::Encrypted)));
    for broken in [b"".as_slice(), b"PK", b"PK\x03\x04 no directory", b"text"] {
        assert!(matches!(open(broken), Err(DocumentError::Malformed { .. })));
    }
}

#[test]
fn an_entry_whose_checksum_is_wrong_is_an_error() {
    let bytes = archive(&[("A", b"one")]);
    let bytes = replaced(&bytes, b"one", b"two");
    assert!(matches!(
        open(&bytes).unwrap().read("A"),
        Err(DocumentError::Malformed { .. })
    ));
}

proptest! {
    #[test]
    fn damaged_archives_give_an_archive_or_an_error(
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        length in any::<prop::sample::Index>(),
        is_cut in any::<bool>(),
    ) {
        let mut bytes = archive(&[("a", b"some text"), ("B", b"some more"), ("c", b"")]);
        for (place, value) in damages {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        if is_cut {
            bytes.truncate(length.index(bytes.len()));
        }
        if let Ok(mut archive) = open(&bytes) {
            let names: BTreeSet<String> = archive.entries.iter().map(|entry| entry.name.clone()).collect();
            for name in &names {
                let _ = archive.read(name);
            }
            let mut edit = |_: &str, _: Vec<u8>| Ok(b"new".to_vec());
            let _ = archive.write(&names, &mut edit, &mut Vec::new());
        }
    }
}

#[test]
fn an_entry_is_not_unpacked_again_without_end() {
    let content = vec![b'x'; 1 << 20];
    let mut archive = open(&archive(&[("Large", &content)])).unwrap();
    let refused = (0..100).find_map(|_| archive.read("Large").err());
    assert!(matches!(refused, Some(DocumentError::TooLarge { .. })));
}

#[test]
fn an_archive_has_no_more_tags_than_it_may() {
    let bytes = archive(&[("one", b"<a/><b/>"), ("two", b"<c/>")]);
    let limits = Limits {
        tags: 2,
        ..Limits::default()
    };
    let mut archive = open_with(&bytes, limits).unwrap();
    assert!(archive.read("one").is_ok());
    // What was read counts once.
    assert!(archive.read("one").is_ok());
    let refused = archive.read("two").unwrap_err();
    assert!(matches!(refused, DocumentError::TooLarge { most: 2, .. }));
}
