//! Where a catalogue is, and paths below it that others have written.

use std::fmt;
use std::path::PathBuf;

use url::{Host, Url};

/// The longest path below a catalogue in bytes.
const LONGEST_PATH: usize = 1024;

/// The base address of a catalogue: a web address or a folder with the same layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// An `http` or `https` address that ends with a slash.
    Web(Url),
    /// A folder on this machine.
    Folder(PathBuf),
}

/// The address of a catalogue cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It is neither a path nor a web address.
    #[error("\"{address}\" is no path and no http, https or file address")]
    Scheme {
        /// What was given.
        address: String,
    },
    /// It begins as an address and goes on as something else.
    #[error("\"{address}\" is not a valid address")]
    Malformed {
        /// What was given.
        address: String,
    },
    /// It is `http` on another machine: whoever is on the way there could put other models in.
    #[error(
        "\"{address}\" is not secure; models come over https only, or over http from this machine \
         itself (127.0.0.1)"
    )]
    Insecure {
        /// What was given.
        address: String,
    },
    /// It has a part that makes no sense in a base address.
    #[error("\"{address}\" has a query or a fragment, which a base address cannot have")]
    Query {
        /// What was given.
        address: String,
    },
}

impl Address {
    /// Reads a base address: `https://host/path`, `file:///folder` or a path; `http://…` only of
    /// this machine.
    ///
    /// # Errors
    /// [`AddressError`] if it is another kind of address.
    pub fn parse(address: &str) -> Result<Self, AddressError> {
        let given = || address.to_owned();
        let Some((scheme, _)) = address.split_once("://") else {
            return if address.is_empty() {
                Err(AddressError::Malformed { address: given() })
            } else {
                Ok(Self::Folder(PathBuf::from(address)))
            };
        };
        let mut url =
            Url::parse(address).map_err(|_| AddressError::Malformed { address: given() })?;
        if url.query().is_some() || url.fragment().is_some() {
            return Err(AddressError::Query { address: given() });
        }
        match scheme.to_ascii_lowercase().as_str() {
            "http" if !is_loopback(&url) => Err(AddressError::Insecure { address: given() }),
            "http" | "https" => {
                if !url.path().ends_with('/') {
                    let path = format!("{}/", url.path());
                    url.set_path(&path);
                }
                Ok(Self::Web(url))
            }
            "file" => url
                .to_file_path()
                .map(Self::Folder)
                .map_err(|()| AddressError::Malformed { address: given() }),
            _ => Err(AddressError::Scheme { address: given() }),
        }
    }

    /// Where the object with this path is.
    pub(crate) fn object(&self, path: &ObjectPath) -> Object {
        match self {
            Self::Web(base) => {
                let mut url = base.clone();
                // Not a reference to resolve: what the path may contain needs no encoding, and
                // appending it can only lead below the base.
                url.set_path(&format!("{}{path}", base.path()));
                Object::Web(url)
            }
            Self::Folder(folder) => Object::File(folder.join(path.as_str())),
        }
    }

    /// Whether what is there can change on the way from there to here.
    pub(crate) fn is_plain_http(&self) -> bool {
        matches!(self, Self::Web(url) if url.scheme() == "http")
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Web(url) => formatter.write_str(&without_credentials(url)),
            Self::Folder(folder) => folder.display().fmt(formatter),
        }
    }
}

/// Whether what is there comes from this machine itself.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// One file of a catalogue, complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Object {
    Web(Url),
    File(PathBuf),
}

impl fmt::Display for Object {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Web(url) => formatter.write_str(&without_credentials(url)),
            Self::File(path) => path.display().fmt(formatter),
        }
    }
}

/// The address as it may be shown and kept: a password in it is for nobody's eyes.
fn without_credentials(url: &Url) -> String {
    let mut url = url.clone();
    // They fail only for addresses that cannot have credentials.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.into()
}

/// A path below a catalogue's base address that is safe to append to it: relative, without `.`
/// and `..`, of letters, digits and a few signs that mean the same in addresses and file systems.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectPath(String);

/// A path or file name from outside could lead to somewhere else.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the path {path:?} is refused: {reason}")]
pub struct PathError {
    /// The path, shortened where it is long.
    pub path: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl PathError {
    fn new(path: &str, reason: &'static str) -> Self {
        Self {
            path: path.chars().take(200).collect(),
            reason,
        }
    }
}

impl ObjectPath {
    /// Checks a path from outside.
    ///
    /// # Errors
    /// [`PathError`] if it is absolute, an address, leads upwards or has unusual characters.
    pub fn parse(path: &str) -> Result<Self, PathError> {
        let refuse = |reason| Err(PathError::new(path, reason));
        if path.len() > LONGEST_PATH {
            return refuse("it is too long");
        }
        if path.starts_with('/') {
            return refuse("it is absolute");
        }
        for segment in path.split('/') {
            if matches!(segment, "." | "..") {
                return refuse("it leads out of its folder");
            }
            if segment.is_empty() {
                return refuse("a part of it is empty");
            }
            if !segment.bytes().all(is_usual) {
                return refuse("it has characters other than letters, digits and ._-+~@=");
            }
        }
        Ok(Self(path.to_owned()))
    }

    /// The path as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part after the last slash.
    #[must_use]
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }
}

impl fmt::Display for ObjectPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

const fn is_usual(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'+' | b'~' | b'@' | b'=')
}

/// Checks that a name from outside names a file in its folder and nothing else.
///
/// # Errors
/// [`PathError`] if it has a slash, begins with a dot, is long or has unusual characters.
pub(crate) fn check_file_name(name: &str) -> Result<(), PathError> {
    let refuse = |reason| Err(PathError::new(name, reason));
    if name.is_empty() || name.len() > 128 {
        return refuse("a name has 1 to 128 characters");
    }
    if name.starts_with('.') {
        return refuse("a name does not begin with a dot");
    }
    if !name.bytes().all(is_usual) {
        return refuse("it has characters other than letters, digits and ._-+~@=");
    }
    Ok(())
}

/// The name without `.gz` or `.zst`.
pub(crate) fn without_compression(name: &str) -> &str {
    name.strip_suffix(".gz")
        .or_else(|| name.strip_suffix(".zst"))
        .unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_leads_elsewhere_is_refused() {
        for path in [
            "",
            "/etc/passwd",
            "../up",
            "models/../../up",
            "a/./b",
            "a//b",
            "a/",
            "https://example.org/a",
            "file:///etc/passwd",
            "a\\b",
            "a/%2e%2e/b",
            "a?b",
            "a#b",
            "a b",
            "a\0b",
            "a\nb",
            "ä",
        ] {
            assert!(ObjectPath::parse(path).is_err(), "{path:?}");
        }
        assert!(ObjectPath::parse(&"a/".repeat(600)).is_err());
    }

    #[test]
    fn a_path_of_the_catalogue_stays_below_its_base() {
        let path = ObjectPath::parse("models/en-de/x_Y1/exported/model.ende.bin.gz").unwrap();
        assert_eq!(path.file_name(), "model.ende.bin.gz");
        let base = Address::parse("https://example.org/bucket").unwrap();
        assert_eq!(
            base.object(&path).to_string(),
            "https://example.org/bucket/models/en-de/x_Y1/exported/model.ende.bin.gz"
        );
        let base = Address::parse("file:///mirror").unwrap();
        assert_eq!(
            base.object(&path),
            Object::File(PathBuf::from(
                "/mirror/models/en-de/x_Y1/exported/model.ende.bin.gz"
            ))
        );
    }

    #[test]
    fn a_base_address_is_a_web_address_or_a_folder() {
        assert_eq!(
            Address::parse("mirror/models").unwrap(),
            Address::Folder(PathBuf::from("mirror/models"))
        );
        for address in [
            "",
            "ftp://example.org",
            "https://",
            "https://example.org/?a=b",
            "gs://b/",
        ] {
            assert!(Address::parse(address).is_err(), "{address:?}");
        }
    }

    #[test]
    fn plain_http_is_for_this_machine_only() {
        for address in [
            "http://127.0.0.1:8080/a",
            "http://127.8.0.1",
            "http://[::1]:80/",
            "http://localhost/a",
            "HTTP://LOCALHOST/a",
        ] {
            assert!(Address::parse(address).is_ok(), "{address}");
        }
        for address in [
            "http://example.org",
            "HTTP://example.org",
            "http://10.0.0.7/models",
            "http://[fd00::1]/",
            "http://localhost.example.org/",
            "http://127.0.0.1.example.org/",
            "http://127.0.0.1@example.org/",
        ] {
            let error = Address::parse(address).unwrap_err();
            assert!(matches!(error, AddressError::Insecure { .. }), "{error}");
        }
    }

    #[test]
    fn a_password_in_an_address_is_not_shown() {
        let address = Address::parse("https://user:secret@example.org/a").unwrap();
        assert_eq!(address.to_string(), "https://example.org/a/");
    }

    #[test]
    fn a_file_name_is_no_path() {
        for name in [
            "",
            ".",
            "..",
            ".hidden",
            "a/b",
            "a\\b",
            "a\0",
            &"a".repeat(129),
        ] {
            assert!(check_file_name(name).is_err(), "{name:?}");
        }
        assert!(check_file_name("lex.50.50.ende.s2t.bin").is_ok());
    }
}
