use std::error::Error;
use std::io::{self, ErrorKind};

use dragoman_domain::{StoreError, is_unavailable};
use object_store::client::{HttpError, HttpErrorKind};

use crate::objects::options::ObjectStorageError;

/// The failure of a store that keeps files.
pub(crate) fn store_error(error: io::Error) -> StoreError {
    let reason = error.to_string();
    match is_unavailable(&error) {
        true => StoreError::Unavailable { reason },
        false => StoreError::Failed { reason },
    }
}

/// What sort of failure a request met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// There is no such object.
    NoObject,
    NoBucket,
    Refused,
    /// The object is another than the one that was meant.
    Replaced,
    /// The storage has too much to do, or a fault of its own.
    Busy,
    Unreachable,
    TooSlow,
    /// A file of a folder that stands for a storage.
    File(ErrorKind),
    Other,
}

/// Why a request failed. The words of the storage and of the library are not repeated, because they have addresses and
/// parts of credentials in them; what is kept of them is a status, a code, or what the system says.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) trouble: Trouble,
    detail: String,
}

impl Failure {
    pub(crate) fn new(trouble: Trouble, detail: impl Into<String>) -> Self {
        Self {
            trouble,
            detail: detail.into(),
        }
    }

    /// Nothing came before the time was over.
    pub(crate) fn too_slow() -> Self {
        Self::new(Trouble::TooSlow, "no answer")
    }

    /// The object is another by now.
    pub(crate) fn replaced() -> Self {
        Self::new(Trouble::Replaced, "its etag is another")
    }

    /// What it means for somebody who sets the storage up.
    pub(crate) fn into_storage_error(self) -> ObjectStorageError {
        let detail = self.detail;
        match self.trouble {
            Trouble::NoBucket => ObjectStorageError::NoBucket { detail },
            Trouble::Refused => ObjectStorageError::Refused { detail },
            Trouble::Unreachable => ObjectStorageError::Unreachable { detail },
            Trouble::TooSlow | Trouble::Busy => ObjectStorageError::TooSlow { detail },
            Trouble::File(kind) => ObjectStorageError::Folder(io::Error::new(kind, detail)),
            Trouble::NoObject | Trouble::Replaced | Trouble::Other => {
                ObjectStorageError::Unusable { detail }
            }
        }
    }
}

impl From<Failure> for io::Error {
    fn from(failure: Failure) -> Self {
        let (kind, what) = match failure.trouble {
            Trouble::NoObject => (ErrorKind::NotFound, "there is no such object"),
            Trouble::NoBucket => (ErrorKind::HostUnreachable, "the bucket does not exist"),
            Trouble::Refused => (ErrorKind::PermissionDenied, "the object storage refuses"),
            Trouble::Replaced => (
                ErrorKind::StaleNetworkFileHandle,
                "the object was replaced while it was read",
            ),
            Trouble::Busy => (ErrorKind::ResourceBusy, "the object storage is busy"),
            Trouble::Unreachable => (
                ErrorKind::HostUnreachable,
                "the object storage cannot be reached",
            ),
            Trouble::TooSlow => (
                ErrorKind::TimedOut,
                "the object storage does not answer in time",
            ),
            Trouble::File(kind) => (kind, "the folder of the object storage cannot be used"),
            Trouble::Other => (ErrorKind::Other, "the object storage failed"),
        };
        Self::new(kind, format!("{what} ({})", failure.detail))
    }
}

impl From<object_store::Error> for Failure {
    fn from(error: object_store::Error) -> Self {
        // The library keeps what the storage answered to itself, but for the text of its error.
        let text = error.to_string();
        if let Some(status) = status(&text) {
            return of_answer(status, code(&text));
        }
        if text.contains("Server returned error response") {
            // S3 may find out that it cannot do something after it has answered 200.
            let code = code(&text).unwrap_or("an error");
            return Self::new(Trouble::Busy, format!("it answers {code}"));
        }
        if text.contains("incorrectly configured region") {
            return Self::new(Trouble::Refused, "the bucket is in another region");
        }
        if let Some(failure) = innermost::<HttpError>(&error).map(of_transport) {
            return failure;
        }
        match &error {
            object_store::Error::NotFound { .. } => Self::new(Trouble::NoObject, "not found"),
            object_store::Error::Precondition { .. } => Self::replaced(),
            _ => match innermost::<io::Error>(&error) {
                Some(error) => Self::new(Trouble::File(error.kind()), error.kind().to_string()),
                None => Self::new(
                    Trouble::Other,
                    "for a reason that the library does not give",
                ),
            },
        }
    }
}

fn of_answer(status: u16, code: Option<&str>) -> Failure {
    let trouble = match (status, code) {
        (404, Some("NoSuchBucket" | "ContainerNotFound")) => Trouble::NoBucket,
        (404, _) => Trouble::NoObject,
        (401 | 403, _) => Trouble::Refused,
        (412, _) => Trouble::Replaced,
        (408 | 429 | 500 | 502..=504, _) => Trouble::Busy,
        _ => Trouble::Other,
    };
    let code = code.map(|code| format!(" {code}")).unwrap_or_default();
    Failure::new(trouble, format!("it answers {status}{code}"))
}

fn of_transport(error: &HttpError) -> Failure {
    let trouble = match error.kind() {
        HttpErrorKind::Timeout => Trouble::TooSlow,
        _ => Trouble::Unreachable,
    };
    let mut deepest: &(dyn Error + 'static) = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    Failure::new(trouble, deepest.to_string())
}

/// The last error of that type in the chain.
fn innermost<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    let mut found = None;
    let mut next = Some(error);
    while let Some(error) = next {
        found = error.downcast_ref().or(found);
        next = error.source();
    }
    found
}

/// The status of the answer, as the library's text has it.
fn status(text: &str) -> Option<u16> {
    let (_, rest) = text.split_once("status code: ")?;
    rest.get(..3)?.parse().ok()
}

/// The code of S3, Google or Azure in the body of the answer, as the library's text has it. It is one word.
fn code(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("<Code>")?;
    let (code, _) = rest.split_once("</Code>")?;
    let is_word = code.len() <= 64 && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_word.then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_the_storage_says_only_a_status_and_a_code_are_kept() {
        let text = "Error performing PUT https://host/bucket/key?sig=secret in 1ms - Server returned non-2xx \
                    status code: 403 Forbidden: <Error><Code>SignatureDoesNotMatch</Code>\
                    <AWSAccessKeyId>somebody</AWSAccessKeyId></Error>";
        let failure = of_answer(status(text).unwrap(), code(text));
        assert_eq!(failure.trouble, Trouble::Refused);
        assert_eq!(failure.detail, "it answers 403 SignatureDoesNotMatch");
        assert_eq!(code("<Code>what is said</Code>"), None);
        assert_eq!(code(&format!("<Code>{}</Code>", "A".repeat(65))), None);
        assert_eq!(status("status code: 4"), None);
        let failure = of_answer(429, None);
        assert_eq!(failure.trouble, Trouble::Busy);
        assert_eq!(failure.detail, "it answers 429");
    }
}
