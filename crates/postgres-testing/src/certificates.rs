//! Certificates for encrypted connections.

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose};

/// A CA and a server's certificate under it, as PEM.
pub(crate) struct Certificates {
    pub(crate) authority: String,
    pub(crate) server: String,
    pub(crate) server_key: String,
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
        Self {
            authority: authority_certificate.pem(),
            server: server_certificate.pem(),
            server_key: server_key.serialize_pem(),
        }
    }
}
