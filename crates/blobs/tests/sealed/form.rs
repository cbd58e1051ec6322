//! What is stored has the form that another implementation, in Python with the library "cryptography", gives it,
//! so that a new version of the program reads what an old one wrote.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::sync::Arc;

use dragoman_blobs::SealedFolder;
use dragoman_domain::{DocumentFile, DocumentFiles, RandomSource, WrappedKey};
use tempfile::TempDir;

use crate::{CHUNK, HEADER, ID, TAG};

struct Sevens;

impl RandomSource for Sevens {
    fn fill(&self, buffer: &mut [u8]) {
        buffer.fill(7);
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn of_sevens() -> (TempDir, SealedFolder, WrappedKey) {
    let folder = tempfile::tempdir().unwrap();
    let secret: [u8; 32] = std::array::from_fn(|place| u8::try_from(place).unwrap());
    let path = folder.path().to_owned();
    let files = SealedFolder::open(path, &secret, Arc::new(Sevens)).unwrap();
    let key = files.new_key().unwrap();
    (folder, files, key)
}

#[test]
fn keys_and_small_things_have_the_documented_form() {
    let (_folder, files, key) = of_sevens();
    assert_eq!(
        hexadecimal(&key.0),
        "01070707070707070707070707\
         a8d38fabaf6b5812264265fa488eba51e16ebb5566ff3cf12470c0164ae3ed38\
         4572945b39b31d9237dbae195d659a11"
    );
    assert_eq!(
        hexadecimal(&files.seal(ID, &key, b"lettre.docx").unwrap()),
        "0107070707070707070707070707070707070707070707070707070707070707\
         a3789b8679b30a0a111a7a\
         71efc438638d4b1dc53ae3459cfaf151"
    );
}

#[test]
fn files_have_the_documented_form() {
    for (file, name, begin, first_tag, last_chunk) in [
        (
            DocumentFile::Source,
            "source",
            "eec908e9d20431480cf2e3357634efdc",
            "355c05dc50ca706633ae758f82a0e310",
            "7e0763938942a5c65a107c80005a3e4ce7a3309b853a87",
        ),
        (
            DocumentFile::Translation,
            "translation",
            "e0f2e35cd8bf26b66d4e46bd56fa80be",
            "be410e3566025bcf8beead76c3e1dcbe",
            "2b78f1229c18539f031669874001b0687679c8fd87365f",
        ),
    ] {
        let (folder, files, key) = of_sevens();
        let mut writer = files.create(ID, &key, file).unwrap();
        writer.write_all(&[42; CHUNK]).unwrap();
        writer.write_all(b"the end").unwrap();
        writer.keep().unwrap();

        let stored = fs::read(folder.path().join(ID.to_string()).join(name)).unwrap();
        let (header, stored) = stored.split_at(HEADER);
        assert_eq!(header[0], 1);
        assert_eq!(header[1..], [7; 31]);
        assert_eq!(hexadecimal(&stored[..16]), begin);
        assert_eq!(hexadecimal(&stored[CHUNK..CHUNK + TAG]), first_tag);
        assert_eq!(hexadecimal(&stored[CHUNK + TAG..]), last_chunk);
    }
}
