use std::fs;
use std::path::PathBuf;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose};
use tempfile::TempDir;

/// A CA and a server's certificate under it, as PEM files that are removed with this.
pub(crate) struct Certificates {
    folder: TempDir,
}

impl Certificates {
    /// Makes them for the names, or for `localhost` and `127.0.0.1` if there are none.
    pub(crate) fn make(names: &[String]) -> Self {
        let names = match names {
            [] => vec!["localhost".to_owned(), "127.0.0.1".to_owned()],
            names => names.to_vec(),
        };
        let authority_key = KeyPair::generate().unwrap();
        let mut authority = CertificateParams::default();
        authority
            .distinguished_name
            .push(DnType::CommonName, "CA of a test");
        authority.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        authority.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        let authority_certificate = authority.self_signed(&authority_key).unwrap();

        let server_key = KeyPair::generate().unwrap();
        let server_certificate = CertificateParams::new(names)
            .unwrap()
            .signed_by(&server_key, &Issuer::new(authority, authority_key))
            .unwrap();

        let certificates = Self {
            folder: TempDir::new().unwrap(),
        };
        for (file, text) in [
            (certificates.authority_file(), authority_certificate.pem()),
            (certificates.chain_file(), server_certificate.pem()),
            (certificates.key_file(), server_key.serialize_pem()),
        ] {
            fs::write(file, text).unwrap();
        }
        certificates
    }

    /// The certificate of the CA.
    pub(crate) fn authority_file(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// The certificate of the server.
    pub(crate) fn chain_file(&self) -> PathBuf {
        self.folder.path().join("server.pem")
    }

    /// The private key of the server.
    pub(crate) fn key_file(&self) -> PathBuf {
        self.folder.path().join("server.key")
    }
}
