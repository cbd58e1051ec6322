//! TLS of the server itself.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

/// How often the files are looked at.
const LOOK_INTERVAL: Duration = Duration::from_secs(10);

/// A certificate with its key, read from files in PEM. Clones share them.
#[derive(Clone)]
pub struct Tls {
    files: Arc<Files>,
    current: Arc<RwLock<Current>>,
}

struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

struct Current {
    /// What the files held, also if it could not be used.
    seen: (Vec<u8>, Vec<u8>),
    config: Arc<ServerConfig>,
}

/// A certificate and its key cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub struct TlsError(String);

impl std::fmt::Display for TlsError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for TlsError {}

impl Tls {
    /// Reads a certificate, with those that lead from it to an authority behind it, and its key.
    ///
    /// # Errors
    /// If a file cannot be read or has nothing of its kind, or if the two do not belong together.
    pub fn load(certificate: PathBuf, key: PathBuf) -> Result<Self, TlsError> {
        let files = Files { certificate, key };
        let seen = files.read()?;
        let config = files.config(&seen)?;
        Ok(Self {
            files: Arc::new(files),
            current: Arc::new(RwLock::new(Current { seen, config })),
        })
    }

    /// Reads the files again if they changed; new connections have what they hold, while others go on. Gives
    /// whether anything changed.
    ///
    /// # Errors
    /// As for [`Tls::load`]; then the certificate stays that there was. What is wrong is said once.
    pub fn reload(&self) -> Result<bool, TlsError> {
        let seen = self.files.read()?;
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        if current.seen == seen {
            return Ok(false);
        }
        let config = self.files.config(&seen);
        current.seen = seen;
        current.config = config?;
        Ok(true)
    }

    /// Reloads the files when they change, for ever.
    pub async fn watch(self) {
        loop {
            tokio::time::sleep(LOOK_INTERVAL).await;
            let tls = self.clone();
            match dragoman_tasks::spawn_blocking(move || tls.reload()).await {
                Ok(Ok(true)) => tracing::info!("the TLS certificate was read again"),
                Ok(Ok(false)) | Err(_) => {}
                Ok(Err(error)) => {
                    tracing::warn!(%error, "the new TLS certificate is not used; the last one stays");
                }
            }
        }
    }

    /// Shakes hands with a client. It has no limit of time.
    pub(crate) async fn accept(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        let config = {
            let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(&current.config)
        };
        TlsAcceptor::from(config).accept(stream).await
    }
}

impl Files {
    fn read(&self) -> Result<(Vec<u8>, Vec<u8>), TlsError> {
        let read = |path: &Path| {
            std::fs::read(path)
                .map_err(|error| TlsError(format!("{} cannot be read: {error}", path.display())))
        };
        Ok((read(&self.certificate)?, read(&self.key)?))
    }

    fn config(
        &self,
        (certificate, key): &(Vec<u8>, Vec<u8>),
    ) -> Result<Arc<ServerConfig>, TlsError> {
        let none =
            |path: &Path, what: &str| TlsError(format!("{} has no {what} in PEM", path.display()));
        let chain = CertificateDer::pem_slice_iter(certificate)
            .collect::<Result<Vec<_>, _>>()
            .ok()
            .filter(|chain| !chain.is_empty())
            .ok_or_else(|| none(&self.certificate, "certificate"))?;
        // What is wrong with a key is not said: the library's words may quote it.
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| none(&self.key, "private key"))?;
        let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key));
        let mut config = config.map_err(|error| {
            TlsError(format!(
                "{} and {} cannot be used together: {error}",
                self.certificate.display(),
                self.key.display()
            ))
        })?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Arc::new(config))
    }
}
