//! Documents that are encrypted.

use std::collections::BTreeMap;
use std::sync::Arc;

use dragoman_documents::{DocumentError, Format};
use lopdf::encryption::crypt_filters::{Aes128CryptFilter, Aes256CryptFilter, CryptFilter};
use lopdf::{Document, EncryptionState, EncryptionVersion, Object, Permissions};

use super::support::{File, Reader, TEXT};

/// A page, protected in each way by these passwords, with the way's name.
fn protected(owner: &str, user: &str) -> Vec<(&'static str, Vec<u8>)> {
    let mut plain = Document::load_mem(&File::new(TEXT).bytes()).unwrap();
    let id = Object::string_literal("0123456789abcdef");
    plain.trailer.set("ID", vec![id.clone(), id]);
    let filters = |filter: Arc<dyn CryptFilter>| BTreeMap::from([(b"StdCF".to_vec(), filter)]);
    let permissions = Permissions::PRINTABLE;
    let versions = [
        (
            "RC4 with 40 bits",
            EncryptionVersion::V1 {
                document: &plain,
                owner_password: owner,
                user_password: user,
                permissions,
            },
        ),
        (
            "RC4 with 128 bits",
            EncryptionVersion::V2 {
                document: &plain,
                owner_password: owner,
                user_password: user,
                key_length: 128,
                permissions,
            },
        ),
        (
            "AES with 128 bits",
            EncryptionVersion::V4 {
                document: &plain,
                encrypt_metadata: true,
                crypt_filters: filters(Arc::new(Aes128CryptFilter)),
                stream_filter: b"StdCF".to_vec(),
                string_filter: b"StdCF".to_vec(),
                owner_password: owner,
                user_password: user,
                permissions,
            },
        ),
        (
            "AES with 256 bits",
            EncryptionVersion::V5 {
                encrypt_metadata: true,
                crypt_filters: filters(Arc::new(Aes256CryptFilter)),
                file_encryption_key: &[7; 32],
                stream_filter: b"StdCF".to_vec(),
                string_filter: b"StdCF".to_vec(),
                owner_password: owner,
                user_password: user,
                permissions,
            },
        ),
    ];
    let encrypted = |version| {
        let mut document = plain.clone();
        let state = EncryptionState::try_from(version).unwrap();
        document.encrypt(&state).unwrap();
        let mut file = Vec::new();
        document.save_to(&mut file).unwrap();
        file
    };
    versions
        .into_iter()
        .map(|(name, version)| (name, encrypted(version)))
        .collect()
}

#[test]
fn a_document_that_only_its_owner_may_open_is_refused() {
    let reader = Reader::new();
    for (name, file) in protected("owner", "user") {
        for output in [None, Some(Format::Docx)] {
            let told = reader.translated(file.clone(), output).unwrap_err();
            assert!(matches!(told, DocumentError::Encrypted), "{name}: {told}");
            let told = told.to_string();
            assert!(told.contains("password"), "{told}");
        }
    }
    reader.goes_on();
}

#[test]
fn a_document_that_everybody_may_open_is_translated() {
    let reader = Reader::new();
    for (name, file) in protected("owner", "") {
        let written = reader
            .translated(file.clone(), None)
            .unwrap_or_else(|told| panic!("{name}: {told}"));
        let texts = reader.texts(written);
        assert_eq!(texts, ["THE TEACHER FORGOT THE CAT IN VIENNA."], "{name}");
        let word = reader.translated(file, Some(Format::Docx)).unwrap();
        assert!(word.starts_with(b"PK"), "{name}");
    }
}
