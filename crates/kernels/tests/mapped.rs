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
fn what_was_released_comes_back_as_it_was() {
    let path = tempfile::NamedTempFile::new().unwrap();
    let bytes: Vec<u8> = (0..100_000_u32).map(|at| (at % 251) as u8).collect();
    std::fs::write(path.path(), &bytes).unwrap();
    let file = MappedFile::open(path.path()).unwrap();
    assert_eq!(&*file, bytes);
    file.release();
    assert_eq!(&*file, bytes);
}

#[test]
fn an_empty_file_is_an_empty_slice() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let file = MappedFile::open(file.path()).unwrap();
    file.release();
    assert!(file.is_empty());
}

#[test]
fn a_missing_file_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let error = MappedFile::open(folder.path().join("none")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}
