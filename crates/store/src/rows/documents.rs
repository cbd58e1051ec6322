use dragoman_domain::{
    DocumentBytes, DocumentCounts, DocumentProgress, DocumentStatus, KeptBytes, KeyDigest,
    StoreError, StoredDocument, Timestamp, WrappedKey,
};

use super::StoredRow;
use super::columns::{time_of, to_count, to_key_id};
use super::faults::corrupt;

/// The words of the column `outcome`.
pub(crate) const TRANSLATED: &str = "translated";
pub(crate) const FAILED: &str = "failed";

/// What has become of a document by now.
fn to_status(row: &impl StoredRow, now: Timestamp) -> Result<DocumentStatus, StoreError> {
    match row.optional_text("outcome")? {
        Some(TRANSLATED) => Ok(DocumentStatus::Done {
            is_billed: row.boolean("billed")?,
        }),
        Some(FAILED) => Ok(DocumentStatus::Failed {
            message: row.bytes("message")?.to_vec(),
        }),
        Some(_) => Err(corrupt("outcome")),
        None => {
            let lease_end = row.optional_integer("lease_end")?;
            if lease_end.is_none_or(|end| end <= now.as_millisecond()) {
                return Ok(DocumentStatus::Queued);
            }
            Ok(DocumentStatus::Translating {
                since: time_of(row, "lease_start")?,
                progress: DocumentProgress {
                    translated: to_count(row, "translated")?,
                    total: to_count(row, "to_translate")?,
                },
            })
        }
    }
}

pub(crate) fn to_document(
    row: &impl StoredRow,
    now: Timestamp,
) -> Result<StoredDocument, StoreError> {
    let digest = row.bytes("digest")?;
    Ok(StoredDocument {
        id: row.document_id("id")?,
        owner: to_key_id(row, "account", "key")?,
        secret: KeyDigest(digest.try_into().map_err(|_| corrupt("digest"))?),
        key: WrappedKey(row.bytes("wrapped_key")?.to_vec()),
        request: row.bytes("request")?.to_vec(),
        bytes: to_count(row, "bytes")?,
        status: to_status(row, now)?,
        characters: to_count(row, "characters")?,
        attempts: u32::try_from(row.integer("attempts")?).map_err(|_| corrupt("attempts"))?,
        warnings: row.optional_bytes("warnings")?.unwrap_or_default().to_vec(),
        created: time_of(row, "created")?,
        expires: time_of(row, "expires")?,
    })
}

pub(crate) fn to_kept(row: &impl StoredRow) -> Result<DocumentBytes, StoreError> {
    Ok(DocumentBytes {
        kept: KeptBytes {
            of_account: to_count(row, "of_account")?,
            in_all: to_count(row, "in_all")?,
        },
        untranslated: to_count(row, "untranslated")?,
    })
}

pub(crate) fn to_counts(row: &impl StoredRow) -> Result<DocumentCounts, StoreError> {
    Ok(DocumentCounts {
        queued: to_count(row, "queued")?,
        translating: to_count(row, "translating")?,
        translated: to_count(row, "translated")?,
        failed: to_count(row, "failed")?,
        bytes: to_count(row, "bytes")?,
    })
}
