//! What is written is read again, from wherever one reads.

use std::io::{Cursor, ErrorKind, Read, Seek, SeekFrom, Write};

use dragoman_domain::DocumentFile;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::installation::Installation;
use crate::{CHUNK, HEADER, ID, TAG, content};

promises!(
    files_of_lengths_around_those_of_chunks_are_read_as_they_were_written,
    empty_writes_change_nothing,
    a_source_and_its_translation_are_kept_beside_each_other,
    a_kept_file_replaces_the_one_before,
    a_file_is_read_by_a_zip_reader,
    places_before_the_beginning_cannot_be_sought_and_behind_the_end_is_nothing,
    small_things_are_unsealed_as_they_were_sealed,
    reading_and_seeking_are_those_of_a_plain_file,
);

fn files_of_lengths_around_those_of_chunks_are_read_as_they_were_written(
    installation: &Installation,
) {
    for chunks in 0..4 {
        for length in (chunks * CHUNK).saturating_sub(2)..chunks * CHUNK + 3 {
            let plain = content(length);
            installation.write(&plain);
            assert!(installation.read().unwrap() == plain, "{length} bytes");
            let chunks = length.div_ceil(CHUNK).max(1);
            assert_eq!(
                installation.stored().len(),
                HEADER + length + chunks * TAG,
                "{length} bytes"
            );
        }
    }
}

fn empty_writes_change_nothing(installation: &Installation) {
    let plain = content(2 * CHUNK);
    let mut writer = installation.create();
    for half in plain.chunks(CHUNK) {
        assert_eq!(writer.write(&[]).unwrap(), 0);
        writer.write_all(half).unwrap();
        assert_eq!(writer.write(&[]).unwrap(), 0);
        writer.flush().unwrap();
    }
    writer.keep().unwrap();
    assert!(installation.read().unwrap() == plain);
}

fn a_source_and_its_translation_are_kept_beside_each_other(installation: &Installation) {
    installation.write(b"bonjour");
    assert_eq!(
        installation
            .files
            .open(ID, &installation.key, DocumentFile::Translation)
            .err()
            .unwrap()
            .kind(),
        ErrorKind::NotFound
    );
    let mut writer = installation
        .files
        .create(ID, &installation.key, DocumentFile::Translation)
        .unwrap();
    writer.write_all(b"good day").unwrap();
    writer.keep().unwrap();
    let (mut reader, length) = installation
        .files
        .open(ID, &installation.key, DocumentFile::Translation)
        .unwrap();
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    assert_eq!((text.as_str(), length), ("good day", 8));
    assert_eq!(installation.read().unwrap(), b"bonjour");
}

fn a_kept_file_replaces_the_one_before(installation: &Installation) {
    for plain in [content(3 * CHUNK), b"new".to_vec(), content(2 * CHUNK)] {
        installation.write(&plain);
        assert!(installation.read().unwrap() == plain);
    }
}

fn a_file_is_read_by_a_zip_reader(installation: &Installation) {
    let entries = [
        ("mimetype", content(20), CompressionMethod::Stored),
        (
            "word/document.xml",
            content(3 * CHUNK),
            CompressionMethod::Deflated,
        ),
        (
            "word/media/image1.png",
            content(2 * CHUNK + 7),
            CompressionMethod::Stored,
        ),
    ];
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes, method) in &entries {
        let options = SimpleFileOptions::default().compression_method(*method);
        archive.start_file(*name, options).unwrap();
        archive.write_all(bytes).unwrap();
    }
    installation.write(archive.finish().unwrap().get_ref());

    let (reader, _) = installation.open().unwrap();
    let mut archive = ZipArchive::new(reader).unwrap();
    for (name, bytes, _) in entries.iter().rev() {
        let mut read = Vec::new();
        archive
            .by_name(name)
            .unwrap()
            .read_to_end(&mut read)
            .unwrap();
        assert!(read == *bytes, "{name}");
    }
}

fn places_before_the_beginning_cannot_be_sought_and_behind_the_end_is_nothing(
    installation: &Installation,
) {
    installation.write(&content(CHUNK + 1));
    let (mut reader, length) = installation.open().unwrap();
    assert_eq!(reader.seek(SeekFrom::Start(5)).unwrap(), 5);
    for to in [
        SeekFrom::Current(-6),
        SeekFrom::End(-(CHUNK as i64) - 2),
        SeekFrom::Current(i64::MIN),
    ] {
        let error = reader.seek(to).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput, "{to:?}");
        assert_eq!(reader.stream_position().unwrap(), 5, "{to:?}");
    }
    for to in [
        SeekFrom::End(0),
        SeekFrom::End(1),
        SeekFrom::Start(length + 7),
        SeekFrom::Start(u64::MAX),
    ] {
        reader.seek(to).unwrap();
        assert_eq!(reader.read(&mut [0; 8]).unwrap(), 0, "{to:?}");
    }
    assert!(reader.seek(SeekFrom::Current(1)).is_err());
    assert_eq!(reader.seek(SeekFrom::End(-1)).unwrap(), CHUNK as u64);
    assert_eq!(reader.read(&mut [0; 8]).unwrap(), 1);
}

fn small_things_are_unsealed_as_they_were_sealed(installation: &Installation) {
    let Installation { files, key, .. } = installation;
    for plain in [&b""[..], b"lettre.docx", &content(2 * CHUNK)] {
        let sealed = files.seal(ID, key, plain).unwrap();
        assert!(files.unseal(ID, key, &sealed).unwrap() == plain);
        assert_ne!(
            files.seal(ID, key, plain).unwrap(),
            sealed,
            "equal things must not look equal"
        );
    }
}

/// Where to read next, and how much.
fn steps() -> impl Strategy<Value = Vec<(u8, i64, usize)>> {
    let near = -70_000_i64..70_000;
    prop::collection::vec((0_u8..3, near, 0_usize..70_000), 1..12)
}

fn reading_and_seeking_are_those_of_a_plain_file(installation: &Installation) {
    let lengths = prop_oneof![0_usize..300, CHUNK - 3..CHUNK + 3, 0..4 * CHUNK];
    let cases = (lengths, 1_usize..100_000, steps());
    let mut runner = TestRunner::new(ProptestConfig {
        cases: 48,
        source_file: Some(file!()),
        ..ProptestConfig::default()
    });
    let result = runner.run(&cases, |(length, piece, steps)| {
        let plain = content(length);
        let mut writer = installation.create();
        for piece in plain.chunks(piece) {
            writer.write_all(piece).unwrap();
        }
        writer.keep().unwrap();

        let (mut sealed, stated) = installation.open().unwrap();
        prop_assert_eq!(stated, length as u64);
        let mut plain = Cursor::new(plain.as_slice());
        for (from, distance, count) in steps {
            let to = match from {
                0 => SeekFrom::Start(distance.unsigned_abs()),
                1 => SeekFrom::Current(distance),
                _ => SeekFrom::End(distance),
            };
            prop_assert_eq!(sealed.seek(to).ok(), plain.seek(to).ok());
            let read = read_some(&mut sealed, count);
            let expected = read_some(&mut plain, count);
            prop_assert!(read == expected, "{} bytes after {:?}", count, to);
        }
        Ok(())
    });
    result.unwrap();
}

fn read_some(from: &mut impl Read, count: usize) -> Vec<u8> {
    let mut read = Vec::new();
    from.take(count as u64).read_to_end(&mut read).unwrap();
    read
}
