//! Listings of the catalogues, and their copies in the data folder.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::Timestamp;
use serde::{Deserialize, Serialize};

use crate::address::{Address, Object, ObjectPath, PathError};
use crate::catalogue::{
    Catalogue, ListingError, attachments_base, parse_database, parse_remote_settings,
};
use crate::fetch::{Answer, FetchError, Fetcher};
use crate::unpack::{UnpackError, unpack_bytes};

/// How long a copy is taken for current.
const LIFETIME: Duration = Duration::from_secs(3600);

/// The longest listing in bytes, as it is sent and decompressed.
const LARGEST_LISTING: u64 = 64 << 20;

/// The listing of the database of models.
const DATABASE: &str = "db/models.json";
/// The records of Remote Settings.
const RECORDS: &str = "buckets/main/collections/translations-models-v2/records";
/// Where a mirror of Remote Settings in a folder has the attachments.
const MIRRORED_ATTACHMENTS: &str = "attachments";

/// No listing can be had.
#[derive(Debug, Clone, thiserror::Error)]
pub enum CatalogueError {
    /// It cannot be fetched, and there is no copy.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// It cannot be decompressed.
    #[error(transparent)]
    Unpack(#[from] UnpackError),
    /// It is not a listing.
    #[error("{address} is not usable")]
    Listing {
        /// Where it is from.
        address: String,
        /// What is wrong.
        source: ListingError,
    },
    /// A path of this crate is not valid: a fault of it.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The copy of the listing cannot be written.
    #[error("the copy of the catalogue cannot be written to {}", path.display())]
    Copy {
        /// Where to.
        path: PathBuf,
        /// Why.
        source: Arc<io::Error>,
    },
    /// Neither the catalogue nor its fallback can be used.
    #[error("no catalogue can be used. {first}; the fallback: {fallback}")]
    Both {
        /// What is wrong with the catalogue.
        first: Box<CatalogueError>,
        /// What is wrong with the fallback.
        fallback: Box<CatalogueError>,
    },
}

/// The two kinds of catalogues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Database,
    RemoteSettings,
}

impl Kind {
    const fn path(self) -> &'static str {
        match self {
            Self::Database => DATABASE,
            Self::RemoteSettings => RECORDS,
        }
    }

    const fn copy_name(self) -> &'static str {
        match self {
            Self::Database => "database.json",
            Self::RemoteSettings => "remote-settings.json",
        }
    }
}

/// What is known of a copy, kept beside it.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Origin {
    address: String,
    etag: Option<String>,
    fetched: String,
    attachments: Option<String>,
}

struct Copy {
    origin: Origin,
    bytes: Vec<u8>,
    age: Option<Duration>,
}

/// Reads a catalogue, from its copy where that is young enough.
pub(crate) struct Reader<'a> {
    pub(crate) fetcher: &'a Fetcher,
    /// The folder of the copies.
    pub(crate) copies: &'a Path,
    /// Whether copies are kept. What was kept before serves either way.
    pub(crate) keeps: bool,
    pub(crate) now: Timestamp,
    /// Whether copies are good enough at any age.
    pub(crate) offline: bool,
}

impl Reader<'_> {
    /// The current listing, or a copy of less than an hour.
    pub(crate) async fn read(
        &self,
        kind: Kind,
        address: &Address,
    ) -> Result<Catalogue, CatalogueError> {
        let copy = self.copy(kind, address).await;
        if let Some(copy) = &copy
            && (self.offline || copy.age.is_some_and(|age| age < LIFETIME))
            && let Ok(mut catalogue) = parse(kind, address, copy)
        {
            catalogue.stale = copy.age.is_none_or(|age| age >= LIFETIME);
            return Ok(catalogue);
        }
        self.fetch(kind, address, copy).await
    }

    /// A copy of any age, for when nothing else can be had.
    pub(crate) async fn stale(&self, kind: Kind, address: &Address) -> Option<Catalogue> {
        let copy = self.copy(kind, address).await?;
        let mut catalogue = parse(kind, address, &copy).ok()?;
        catalogue.stale = true;
        Some(catalogue)
    }

    async fn fetch(
        &self,
        kind: Kind,
        address: &Address,
        copy: Option<Copy>,
    ) -> Result<Catalogue, CatalogueError> {
        let object = address.object(&ObjectPath::parse(kind.path())?);
        let etag = copy.as_ref().and_then(|copy| copy.origin.etag.as_deref());
        let answer = self.fetcher.short(&object, etag, LARGEST_LISTING).await?;
        let fresh = match (answer, copy) {
            (Answer::NotModified, Some(copy)) => Copy {
                origin: Origin {
                    fetched: self.now.to_string(),
                    ..copy.origin
                },
                ..copy
            },
            (Answer::NotModified, None) => Copy {
                origin: self.origin(address, None, None),
                bytes: Vec::new(),
                age: None,
            },
            (Answer::Body { bytes, etag }, _) => Copy {
                bytes: unpack_bytes(&bytes, &object.to_string(), LARGEST_LISTING)?,
                origin: self.origin(address, etag, self.attachments(kind, address).await?),
                age: None,
            },
        };
        // Only what can be read replaces a copy that can.
        let catalogue = parse(kind, address, &fresh)?;
        if self.keeps && matches!(address, Address::Web(_)) {
            self.keep(kind, &fresh)?;
        }
        Ok(catalogue)
    }

    fn origin(
        &self,
        address: &Address,
        etag: Option<String>,
        attachments: Option<Address>,
    ) -> Origin {
        Origin {
            address: address.to_string(),
            etag,
            fetched: self.now.to_string(),
            attachments: attachments.map(|address| address.to_string()),
        }
    }

    async fn attachments(
        &self,
        kind: Kind,
        address: &Address,
    ) -> Result<Option<Address>, CatalogueError> {
        let Address::Web(url) = address else {
            return Ok(None);
        };
        if kind == Kind::Database {
            return Ok(None);
        }
        let object = Object::Web(url.clone());
        let description = self.fetcher.short(&object, None, LARGEST_LISTING).await?;
        let bytes = match description {
            Answer::Body { bytes, .. } => {
                unpack_bytes(&bytes, &object.to_string(), LARGEST_LISTING)?
            }
            Answer::NotModified => Vec::new(),
        };
        let base = attachments_base(&bytes, address).map_err(|source| CatalogueError::Listing {
            address: address.to_string(),
            source,
        })?;
        Ok(Some(base))
    }

    async fn copy(&self, kind: Kind, address: &Address) -> Option<Copy> {
        let path = self.copies.join(kind.copy_name());
        let origin = tokio::fs::read(path.with_extension("origin")).await.ok()?;
        let origin: Origin = serde_json::from_slice(&origin).ok()?;
        if origin.address != address.to_string() {
            return None;
        }
        let bytes = tokio::fs::read(&path).await.ok()?;
        // A copy from the future, after the clock was set back, has no age.
        let fetched: Option<Timestamp> = origin.fetched.parse().ok();
        let age =
            fetched.and_then(|fetched| Duration::try_from(self.now.duration_since(fetched)).ok());
        Some(Copy { origin, bytes, age })
    }

    fn keep(&self, kind: Kind, copy: &Copy) -> Result<(), CatalogueError> {
        let path = self.copies.join(kind.copy_name());
        let failed = |error| CatalogueError::Copy {
            path: self.copies.to_owned(),
            source: Arc::new(error),
        };
        std::fs::create_dir_all(self.copies).map_err(failed)?;
        let origin =
            serde_json::to_vec(&copy.origin).map_err(|error| failed(io::Error::other(error)))?;
        // The mark last, so that it never belongs to an older listing than the one beside it.
        replace(&path, &copy.bytes).map_err(failed)?;
        replace(&path.with_extension("origin"), &origin).map_err(failed)
    }
}

fn parse(kind: Kind, address: &Address, copy: &Copy) -> Result<Catalogue, CatalogueError> {
    let parsed = match kind {
        Kind::Database => parse_database(&copy.bytes, address),
        Kind::RemoteSettings => {
            let attachments = match (address, copy.origin.attachments.as_deref()) {
                (Address::Folder(folder), _) => {
                    Ok(Address::Folder(folder.join(MIRRORED_ATTACHMENTS)))
                }
                (Address::Web(_), base) => {
                    let base = base.unwrap_or_default();
                    Address::parse(base).map_err(|_| ListingError::Base {
                        address: base.to_owned(),
                    })
                }
            };
            attachments
                .and_then(|attachments| parse_remote_settings(&copy.bytes, address, &attachments))
        }
    };
    parsed.map_err(|source| CatalogueError::Listing {
        address: address.to_string(),
        source,
    })
}

/// Writes a file so that it is there whole or not at all.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}
