use dragoman_documents::{DocumentError, Format, Limits};
use zip::CompressionMethod;

use crate::samples::{Sample, archive, part, samples};
use crate::{check, in_capitals, open, open_with, texts};

/// The first bytes of a compound file, and how names are written in it.
fn compound_file(stream: &str) -> Vec<u8> {
    let mut bytes = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    bytes.resize(4_096, 0xff);
    bytes.extend(stream.encode_utf16().flat_map(u16::to_le_bytes));
    bytes.resize(8_192, 0);
    bytes
}

/// Where these bytes stand.
fn places(bytes: &[u8], wanted: &[u8]) -> Vec<usize> {
    let windows = bytes.windows(wanted.len()).enumerate();
    let found = windows.filter(|(_, window)| *window == wanted);
    found.map(|(place, _)| place).collect()
}

fn replaced(bytes: &[u8], old: &str, new: &str) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let mut bytes = bytes.to_vec();
    for place in places(&bytes, old.as_bytes()) {
        bytes[place..place + new.len()].copy_from_slice(new.as_bytes());
    }
    bytes
}

fn number(bytes: &[u8], place: usize) -> u32 {
    u32::from_le_bytes(bytes[place..place + 4].try_into().unwrap())
}

/// The archive with sizes of 64 bits in the record of its first entry.
fn with_wide_sizes(bytes: &[u8], size: u64, packed: u64) -> Vec<u8> {
    let record = places(bytes, b"PK\x01\x02")[0];
    let end = *places(bytes, b"PK\x05\x06").last().unwrap();
    let mut bytes = bytes.to_vec();
    let directory = number(&bytes, end + 12) + 20;
    bytes[end + 12..end + 16].copy_from_slice(&directory.to_le_bytes());
    bytes[record + 20..record + 28].fill(0xff);
    bytes[record + 30..record + 32].copy_from_slice(&20_u16.to_le_bytes());
    let name = usize::from(u16::from_le_bytes([bytes[record + 28], bytes[record + 29]]));
    let mut extra = vec![1, 0, 16, 0];
    extra.extend(size.to_le_bytes());
    extra.extend(packed.to_le_bytes());
    let place = record + 46 + name;
    bytes.splice(place..place, extra);
    bytes
}

fn is_malformed(bytes: &[u8], sample: &Sample) -> bool {
    matches!(
        open(sample.format, bytes),
        Err(DocumentError::Malformed { .. })
    )
}

#[test]
fn the_samples_are_documents() {
    for sample in samples() {
        let bytes = sample.bytes();
        let document = open(sample.format, &bytes).unwrap();
        assert!(document.units().len() > 3);
        assert!(
            document
                .warnings()
                .iter()
                .all(|warning| !warning.to_string().contains("damaged"))
        );
        check(sample.format, &bytes, Ok(document));
        let further = sample.paragraph("Further");
        let sample = sample.with_text(&further);
        let document = open(sample.format, &sample.bytes()).unwrap();
        assert!(
            texts(&*document).contains(&"Further".to_owned()),
            "{:?}",
            sample.format
        );
    }
}

#[test]
fn a_part_that_unpacks_to_a_thousand_times_its_size_is_refused() {
    let spaces = " ".repeat(20 << 20);
    for sample in samples() {
        let format = sample.format;
        let bytes = sample.with_text(&spaces).bytes();
        assert!(bytes.len() < 200_000);
        let outcome = open(format, &bytes).err();
        assert!(
            matches!(outcome, Some(DocumentError::TooLarge { .. })),
            "{format:?}"
        );
    }
}

#[test]
fn parts_and_all_of_them_together_have_a_limit() {
    for sample in samples() {
        let bytes = sample.bytes();
        let part = Limits {
            entry_bytes: 300,
            ..Limits::default()
        };
        let all = Limits {
            unpacked_bytes: 1_500,
            ..Limits::default()
        };
        let count = Limits {
            archive_entries: 5,
            ..Limits::default()
        };
        for limits in [part, all, count] {
            let outcome = open_with(sample.format, &bytes, limits).err();
            assert!(
                matches!(outcome, Some(DocumentError::TooLarge { .. })),
                "{:?}",
                sample.format
            );
        }
    }
}

#[test]
fn a_large_picture_is_left_alone_whatever_the_limits_for_parts_are() {
    let picture: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
    for sample in samples() {
        let format = sample.format;
        let bytes = sample.with("media/image1.png", picture.clone()).bytes();
        let limits = Limits {
            entry_bytes: 100_000,
            unpacked_bytes: 200_000,
            ..Limits::default()
        };
        let mut document = open_with(format, &bytes, limits).unwrap();
        let output = in_capitals(&mut *document);
        assert!(output != bytes);
        assert!(part(&output, "media/image1.png") == picture, "{format:?}");
    }
}

#[test]
fn names_that_lead_out_of_the_package_are_refused() {
    for sample in samples() {
        let sample = sample.with("xx/aaaa", "");
        for name in ["../aaaa", "/x/aaaa", "x\\aaaaa", "c:/aaaa", "a/../bb"] {
            let bytes = replaced(&sample.bytes(), "xx/aaaa", name);
            assert!(is_malformed(&bytes, &sample), "{:?} {name}", sample.format);
        }
    }
}

#[test]
fn parts_that_share_a_name_are_refused() {
    for sample in samples() {
        let main = sample.main;
        let other = format!("{}xxx", &main[..main.len() - 3]);
        let sample = sample.with(&other, "");
        for name in [main.to_owned(), main.to_uppercase()] {
            let bytes = replaced(&sample.bytes(), &other, &name);
            assert!(is_malformed(&bytes, &sample), "{:?}", sample.format);
        }
    }
}

#[test]
fn entries_with_a_password_are_told_as_such() {
    for sample in samples() {
        let mut bytes = sample.bytes();
        for (signature, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
            for place in places(&bytes, signature) {
                bytes[place + flags] |= 1;
            }
        }
        let outcome = open(sample.format, &bytes).err();
        assert!(
            matches!(outcome, Some(DocumentError::Encrypted)),
            "{:?}",
            sample.format
        );
    }
}

#[test]
fn compound_files_are_told_by_what_is_in_them() {
    for sample in samples() {
        let protected = open(sample.format, &compound_file("EncryptedPackage")).err();
        assert!(matches!(protected, Some(DocumentError::Encrypted)));
        for stream in ["WordDocument", "PowerPoint Document", "Workbook"] {
            let old = open(sample.format, &compound_file(stream)).err().unwrap();
            assert!(matches!(old, DocumentError::Malformed { .. }), "{old}");
            assert!(old.to_string().contains("older"), "{old}");
        }
    }
}

#[test]
fn forged_sizes_of_64_bits_do_no_harm() {
    for sample in samples() {
        let bytes = sample.bytes();
        let record = places(&bytes, b"PK\x01\x02")[0];
        let packed = u64::from(number(&bytes, record + 20));
        for (size, packed) in [
            (u64::MAX, packed),
            (1 << 40, packed),
            (1, packed),
            (1, u64::MAX),
            (1, 1 << 33),
            (u64::MAX, u64::MAX),
        ] {
            let bytes = with_wide_sizes(&bytes, size, packed);
            let limits = [
                Limits::default(),
                Limits {
                    entry_bytes: 1 << 20,
                    ..Limits::default()
                },
            ];
            for limits in limits {
                check(
                    sample.format,
                    &bytes,
                    open_with(sample.format, &bytes, limits),
                );
            }
        }
    }
}

#[test]
fn what_stands_before_or_after_an_archive_or_between_its_entries_does_no_harm() {
    let junk = b"MZ \0PK\x03\x04 not an entry PK\x05\x06 nor an end";
    for sample in samples() {
        let bytes = sample.bytes();
        let middle = places(&bytes, b"PK\x03\x04")[2];
        let between = [&bytes[..middle], junk, &bytes[middle..]].concat();
        for bytes in [
            [&bytes, junk.as_slice()].concat(),
            [junk.as_slice(), &bytes].concat(),
            between,
        ] {
            check(sample.format, &bytes, open(sample.format, &bytes));
        }
    }
}

#[test]
fn archives_that_are_cut_off_anywhere_are_refused() {
    for sample in samples() {
        let bytes = sample.bytes();
        for length in (0..bytes.len()).step_by(97) {
            let outcome = open(sample.format, &bytes[..length]).err();
            assert!(
                matches!(outcome, Some(DocumentError::Malformed { .. })),
                "{length}"
            );
        }
    }
}

#[test]
fn entries_in_the_place_of_others_are_refused() {
    for sample in samples() {
        let mut bytes = sample.bytes();
        let second = places(&bytes, b"PK\x01\x02")[1];
        bytes[second + 42..second + 46].fill(0);
        assert!(is_malformed(&bytes, &sample), "{:?}", sample.format);
    }
}

#[test]
fn a_name_of_any_length_makes_a_short_message() {
    for sample in samples() {
        let format = sample.format;
        let name = format!("../{}", "x".repeat(60_000));
        let bytes = sample.with(&name, "").bytes();
        let error = open(format, &bytes).err().unwrap();
        assert!(matches!(error, DocumentError::Malformed { .. }));
        check(format, &bytes, Err(error));
    }
}

#[test]
fn names_have_a_limit() {
    for (sample, other) in samples().into_iter().zip(samples()) {
        let format = sample.format;
        let longest = "x".repeat(4_096);
        let bytes = other.with(&longest, "").bytes();
        assert!(open(format, &bytes).is_ok(), "{format:?}");
        let bytes = sample.with(&(longest + "x"), "").bytes();
        let error = open(format, &bytes).err().unwrap();
        assert!(matches!(error, DocumentError::TooLarge { most: 4_096, .. }));
        assert!(error.to_string().contains("name"), "{error}");
    }
}

#[test]
fn a_large_part_that_hundreds_of_slides_share_is_read_once() {
    let mut sample = samples()
        .into_iter()
        .find(|sample| sample.format == Format::Pptx)
        .unwrap();
    let ours = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let slide = sample.text("ppt/slides/slide1.xml");
    let of_slide = sample.text("ppt/slides/_rels/slide1.xml.rels");
    let (mut list, mut related) = (String::new(), String::new());
    for number in 2..400 {
        list += &format!("<p:sldId id=\"{number}\" r:id=\"s{number}\"/>");
        related += &format!(
            "<Relationship Id=\"s{number}\" Type=\"{ours}/slide\" Target=\"slides/slide{number}.xml\"/>"
        );
        sample = sample
            .with(&format!("ppt/slides/slide{number}.xml"), slide.clone())
            .with(
                &format!("ppt/slides/_rels/slide{number}.xml.rels"),
                of_slide.clone(),
            );
    }
    let main = sample
        .text("ppt/presentation.xml")
        .replace("</p:sldIdLst>", &(list + "</p:sldIdLst>"));
    let of_main = sample
        .text("ppt/_rels/presentation.xml.rels")
        .replace("</Relationships>", &(related + "</Relationships>"));
    let large = format!(
        "<Relationships>{}</Relationships>",
        "<!-- -->".repeat(200_000)
    );
    let bytes = sample
        .with("ppt/presentation.xml", main)
        .with("ppt/_rels/presentation.xml.rels", of_main)
        .with("ppt/charts/_rels/chart1.xml.rels", large)
        .bytes();
    // Reading it for each slide would take more than an archive may be read again.
    assert!(open(Format::Pptx, &bytes).is_ok());
}

#[test]
fn an_archive_without_compression_is_as_good() {
    for sample in samples() {
        let bytes = archive(&sample.parts, CompressionMethod::Stored);
        check(sample.format, &bytes, open(sample.format, &bytes));
    }
}
