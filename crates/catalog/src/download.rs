//! Downloads that go on where they were interrupted.

use std::io::{self, SeekFrom};
use std::path::{Path, PathBuf};

use reqwest::StatusCode;
use reqwest::header::{CONTENT_RANGE, ETAG, HeaderMap, IF_RANGE, LAST_MODIFIED, RANGE};
use serde::{Deserialize, Serialize};
use tokio::fs::{File, OpenOptions};
use tokio::io::{AsyncSeekExt, AsyncWriteExt};

use crate::address::Object;
use crate::fetch::{Body, FetchError, Fetcher, expect_status, text};

/// What is to be downloaded, and where to.
pub(crate) struct Download<'a> {
    pub(crate) object: &'a Object,
    pub(crate) partial: PathBuf,
    /// The most bytes that it may have.
    pub(crate) limit: u64,
    /// Its size in bytes, where known.
    pub(crate) size: Option<u64>,
}

/// Told how many bytes are there and how many there will be.
pub(crate) type Report<'a> = &'a (dyn Fn(u64, Option<u64>) + Sync);

/// What a partial file is a part of, kept beside it.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Origin {
    address: String,
    /// The entity tag or the date of the version that was begun.
    validator: String,
}

/// Where the server starts to send.
struct Start {
    offset: u64,
    total: Option<u64>,
}

impl Download<'_> {
    /// Downloads the file as it is stored, going on from what is there of it. Gives how many
    /// bytes of it were there before.
    ///
    /// # Errors
    /// [`FetchError`]; what has come so far stays for the next time.
    pub(crate) async fn run(
        &self,
        fetcher: &Fetcher,
        report: Report<'_>,
        tell: impl Fn(u32, &FetchError),
    ) -> Result<u64, FetchError> {
        let before = self.offset().await.map_or(0, |(offset, _)| offset);
        let attempts = fetcher.options().attempts;
        fetcher
            .repeat(attempts, tell, || self.attempt(fetcher, report))
            .await?;
        Ok(before)
    }

    async fn attempt(&self, fetcher: &Fetcher, report: Report<'_>) -> Result<(), FetchError> {
        let Object::Web(url) = self.object else {
            return Ok(());
        };
        let begun = self.offset().await;
        if let (Some((offset, _)), Some(size)) = (&begun, self.size)
            && *offset == size
        {
            report(size, Some(size));
            return Ok(());
        }
        let mut request = fetcher.get(self.object, url)?;
        if let Some((offset, origin)) = &begun {
            request = request
                .header(RANGE, format!("bytes={offset}-"))
                .header(IF_RANGE, &origin.validator);
        }
        let answer = fetcher.send(self.object, request).await?;
        let offset = begun.map_or(0, |(offset, _)| offset);
        if answer.status() == StatusCode::RANGE_NOT_SATISFIABLE && offset > 0 {
            return self.at_the_end(answer.headers(), offset, report).await;
        }
        let accepted = [StatusCode::OK, StatusCode::PARTIAL_CONTENT];
        let answer = expect_status(self.object, answer, &accepted)?;
        let start = self.start(&answer, offset).await?;
        self.check_size(&start)?;
        let mut file = self.open(&start, answer.headers()).await?;
        let mut received = start.offset;
        report(received, start.total);
        let mut body = Body::new(fetcher, self.object, answer);
        let result = loop {
            match body.next(received).await {
                Ok(Some(chunk)) => {
                    received = received.saturating_add(chunk.len() as u64);
                    if received > self.most() {
                        break Err(self.too_large());
                    }
                    if let Err(error) = file.write_all(&chunk).await {
                        break Err(self.failed(error));
                    }
                    report(received, start.total);
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        // What has come counts, however it ended.
        let written = file.flush().await.map_err(|error| self.failed(error));
        if matches!(result, Err(FetchError::TooLarge { .. })) {
            self.forget().await?;
        }
        result.and(written)?;
        match self.size.or(start.total) {
            Some(size) if received < size => Err(FetchError::Truncated {
                address: self.object.to_string(),
                received,
                source: None,
            }),
            _ => Ok(()),
        }
    }

    /// How much is there and of what; `None` if nothing is there that can be gone on with.
    async fn offset(&self) -> Option<(u64, Origin)> {
        let length = tokio::fs::metadata(&self.partial).await.ok()?.len();
        let origin = tokio::fs::read(self.origin_file()).await.ok()?;
        let origin: Origin = serde_json::from_slice(&origin).ok()?;
        let fits = origin.address == self.object.to_string() && length <= self.most();
        (fits && length > 0).then_some((length, origin))
    }

    /// Where the answer starts: at the offset or, if the server ignores the wish or has another
    /// version, at the beginning.
    async fn start(&self, answer: &reqwest::Response, offset: u64) -> Result<Start, FetchError> {
        if answer.status() == StatusCode::OK {
            return Ok(Start {
                offset: 0,
                total: answer.content_length(),
            });
        }
        match content_range(answer.headers()) {
            Some((first, total)) if first == offset && offset > 0 => Ok(Start { offset, total }),
            _ => {
                // The next attempt begins anew.
                self.forget().await?;
                Err(FetchError::Range {
                    address: self.object.to_string(),
                })
            }
        }
    }

    /// The server has nothing behind the offset: either all is there, or it is something else.
    async fn at_the_end(
        &self,
        headers: &HeaderMap,
        offset: u64,
        report: Report<'_>,
    ) -> Result<(), FetchError> {
        let total = text(headers, &CONTENT_RANGE)
            .and_then(|range| range.strip_prefix("bytes */")?.parse().ok());
        if total == Some(offset) && self.size.is_none() {
            report(offset, total);
            return Ok(());
        }
        self.forget().await?;
        Err(FetchError::Range {
            address: self.object.to_string(),
        })
    }

    fn check_size(&self, start: &Start) -> Result<(), FetchError> {
        match start.total {
            Some(total) if total > self.most() => Err(self.too_large()),
            _ => Ok(()),
        }
    }

    async fn open(&self, start: &Start, headers: &HeaderMap) -> Result<File, FetchError> {
        if start.offset == 0 {
            self.forget().await?;
            self.remember(headers).await?;
        }
        let mut file = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(start.offset == 0)
            .open(&self.partial)
            .await
            .map_err(|error| self.failed(error))?;
        file.seek(SeekFrom::Start(start.offset))
            .await
            .map_err(|error| self.failed(error))?;
        Ok(file)
    }

    /// Notes which version is begun. Without a mark of the version nothing is noted, and the next
    /// time begins anew: parts of different versions must not come together.
    async fn remember(&self, headers: &HeaderMap) -> Result<(), FetchError> {
        let strong = text(headers, &ETAG).filter(|etag| !etag.starts_with("W/"));
        let Some(validator) = strong.or_else(|| text(headers, &LAST_MODIFIED)) else {
            return Ok(());
        };
        let origin = Origin {
            address: self.object.to_string(),
            validator,
        };
        let json = serde_json::to_vec(&origin)
            .map_err(|error| FetchError::file(self.origin_file(), io::Error::other(error)))?;
        tokio::fs::write(self.origin_file(), json)
            .await
            .map_err(|error| FetchError::file(self.origin_file(), error))
    }

    /// Removes what is there.
    pub(crate) async fn forget(&self) -> Result<(), FetchError> {
        for path in [&self.partial, &self.origin_file()] {
            forget_file(path).await?;
        }
        Ok(())
    }

    fn origin_file(&self) -> PathBuf {
        self.partial.with_extension("origin")
    }

    fn most(&self) -> u64 {
        self.size.unwrap_or(self.limit).min(self.limit)
    }

    fn too_large(&self) -> FetchError {
        FetchError::TooLarge {
            address: self.object.to_string(),
            limit: self.most(),
        }
    }

    fn failed(&self, error: io::Error) -> FetchError {
        FetchError::file(&self.partial, error)
    }
}

async fn forget_file(path: &Path) -> Result<(), FetchError> {
    match tokio::fs::remove_file(path).await {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(FetchError::file(path, error)),
        _ => Ok(()),
    }
}

/// The first byte and the whole size of a `Content-Range` (RFC 9110, section 14.4).
fn content_range(headers: &HeaderMap) -> Option<(u64, Option<u64>)> {
    let value = text(headers, &CONTENT_RANGE)?;
    let (range, total) = value.strip_prefix("bytes ")?.split_once('/')?;
    let (first, _) = range.split_once('-')?;
    Some((first.parse().ok()?, total.parse().ok()))
}
