//! Mapped files.
#![cfg(not(miri))]

use std::io::ErrorKind;

use dragoman_kernels::MappedFile;

#[test]
fn a_mapped_file_has_the_bytes_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("weights");
    std::fs::write(&path, b"some bytes").unwrap();
    let file = MappedFile::open(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(&*file, b"some bytes");
}

#[test]
fn an_empty_file_is_an_empty_slice() {
    let file = tempfile::NamedTempFile::new().unwrap();
    assert!(MappedFile::open(file.path()).unwrap().is_empty());
}

#[test]
fn a_missing_file_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let error = MappedFile::open(folder.path().join("none")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}
