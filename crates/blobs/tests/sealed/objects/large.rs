//! Files that go there in parts and come back in ranges.

use std::io::{Read, Seek, SeekFrom, Write};

use dragoman_domain::{DocumentFile, DocumentFiles};
use dragoman_s3_testing::Fault;

use super::{BUCKET, Bucket, SOURCE};
use crate::{CHUNK, HEADER, ID, MIB, TAG, content, shows};

#[test]
fn a_large_file_goes_there_in_parts_and_comes_back_in_ranges() {
    let bucket = Bucket::new();
    let plain = content(40 * MIB + 5);
    bucket.write(&plain).unwrap();
    assert_eq!(bucket.objects(), [SOURCE]);
    assert_eq!(bucket.server.unfinished(), 0);
    // The upload begun, six parts, its end.
    assert_eq!(bucket.server.requests(), 8);

    assert!(bucket.read().unwrap() == plain);
    // The beginning, the end, and MiB after MiB between them.
    assert_eq!(bucket.server.requests(), 8 + 2 + 40);
}

#[test]
fn what_is_small_goes_there_and_comes_back_with_one_request() {
    let bucket = Bucket::new();
    let plain = content(MIB - CHUNK);
    bucket.write(&plain).unwrap();
    assert_eq!(bucket.server.requests(), 1);
    assert!(bucket.read().unwrap() == plain);
    assert_eq!(bucket.server.requests(), 2);
}

#[test]
fn of_what_is_sought_only_that_is_fetched() {
    let bucket = Bucket::new();
    let plain = content(12 * MIB);
    bucket.write(&plain).unwrap();
    let (mut reader, _) = bucket.open().unwrap();
    let before = bucket.server.requests();
    let mut place = 0;
    for step in 0..20 {
        place = (place + 5 * MIB + 4321 * step) % (plain.len() - 100);
        reader.seek(SeekFrom::Start(place as u64)).unwrap();
        let mut bytes = [0; 100];
        reader.read_exact(&mut bytes).unwrap();
        assert!(bytes == plain[place..place + 100], "{place}");
    }
    // Two where they are across the border of chunks.
    let requests = bucket.server.requests() - before;
    assert!((10..=40).contains(&requests), "{requests}");
}

#[test]
fn what_is_a_byte_longer_than_a_part_goes_there_in_two() {
    let bucket = Bucket::new();
    let part = 8 * MIB;
    let fits = part - HEADER - part.div_ceil(CHUNK + TAG) * TAG;
    for (length, requests) in [(fits - 1, 1), (fits, 1), (fits + 1, 4)] {
        let plain = content(length);
        let before = bucket.server.requests();
        bucket.write(&plain).unwrap();
        assert_eq!(bucket.server.requests() - before, requests, "{length}");
        assert!(bucket.read().unwrap() == plain, "{length}");
    }
}

#[test]
fn nothing_of_a_text_can_be_read_on_its_way_or_there() {
    let bucket = Bucket::new();
    let text = "The merger is to be announced on Monday. ".repeat(20 * MIB / 41);
    let mut writer = bucket
        .files
        .create(ID, &bucket.key, DocumentFile::Source)
        .unwrap();
    writer.write_all(text.as_bytes()).unwrap();
    assert!(bucket.server.unfinished() > 0, "parts are there");
    let before = bucket.server.everything();
    writer.keep().unwrap();
    let after = bucket.server.everything();
    for bytes in before.iter().chain(&after) {
        assert!(!shows(bytes, b"merger"));
    }
    assert!(bucket.read().unwrap() == text.as_bytes());
}

#[test]
fn nothing_is_left_of_a_large_file_whose_writer_is_dropped() {
    let bucket = Bucket::new();
    let mut writer = bucket
        .files
        .create(ID, &bucket.key, DocumentFile::Source)
        .unwrap();
    writer.write_all(&content(20 * MIB)).unwrap();
    drop(writer);
    bucket.server.until_nothing_is_unfinished();
    assert_eq!(bucket.objects(), [] as [String; 0]);
}

#[test]
fn parts_that_are_cut_off_are_sent_again() {
    let bucket = Bucket::new();
    let plain = content(20 * MIB);
    for fault in [Fault::CutUploads, Fault::Busy] {
        bucket.server.set_fault_for(2, fault);
        bucket.write(&plain).unwrap();
        assert!(bucket.read().unwrap() == plain, "{fault:?}");
    }
    assert_eq!(bucket.server.unfinished(), 0);
    assert_eq!(bucket.server.objects(BUCKET), [SOURCE]);
}
