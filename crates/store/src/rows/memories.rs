use dragoman_domain::{
    AccountId, KeptBytes, Language, Memory, MemoryId, MemoryJob, MemoryJobId, MemoryJobStatus,
    MemoryOperation, MemoryStorage, SourceFile, StoreError,
};

use super::StoredRow;
use super::columns::{from_count, time_of, to_count, to_language};
use super::faults::corrupt;

pub(crate) fn to_memory(row: &impl StoredRow) -> Result<Memory, StoreError> {
    Ok(Memory {
        id: MemoryId(row.guid("id")?),
        account: AccountId(row.guid("account")?),
        name: row.text("name")?.to_owned(),
        source: to_language(row, "source")?,
        targets: row
            .text("targets")?
            .split_whitespace()
            .map(|tag| Language::parse(tag).map_err(|_| corrupt("targets")))
            .collect::<Result<_, _>>()?,
        segment_count: to_count(row, "segments")?,
        created: time_of(row, "created")?,
    })
}

/// What a status is in its columns.
#[derive(Default)]
pub(crate) struct StatusColumns<'a> {
    pub(crate) word: &'static str,
    pub(crate) memory: Option<MemoryId>,
    pub(crate) skipped: Option<i64>,
    pub(crate) message: Option<&'a str>,
}

impl<'a> From<&'a MemoryJobStatus> for StatusColumns<'a> {
    fn from(status: &'a MemoryJobStatus) -> Self {
        let plain = |word| Self {
            word,
            ..Self::default()
        };
        match status {
            MemoryJobStatus::AwaitingInput => plain("awaiting_input"),
            MemoryJobStatus::Processing => plain("processing"),
            MemoryJobStatus::Imported { memory, skipped } => Self {
                memory: Some(*memory),
                skipped: Some(from_count(*skipped)),
                ..plain("imported")
            },
            MemoryJobStatus::Exported => plain("exported"),
            MemoryJobStatus::Downloaded => plain("downloaded"),
            MemoryJobStatus::Failed { message } => Self {
                message: Some(message),
                ..plain("failed")
            },
            MemoryJobStatus::Expired => plain("expired"),
        }
    }
}

fn to_status(row: &impl StoredRow) -> Result<MemoryJobStatus, StoreError> {
    Ok(match row.text("status")? {
        "awaiting_input" => MemoryJobStatus::AwaitingInput,
        "processing" => MemoryJobStatus::Processing,
        "imported" => MemoryJobStatus::Imported {
            memory: MemoryId(row.guid("memory")?),
            skipped: to_count(row, "skipped")?,
        },
        "exported" => MemoryJobStatus::Exported,
        "downloaded" => MemoryJobStatus::Downloaded,
        "failed" => MemoryJobStatus::Failed {
            message: row.text("message")?.to_owned(),
        },
        "expired" => MemoryJobStatus::Expired,
        _ => return Err(corrupt("status")),
    })
}

/// What an operation is in its columns.
pub(crate) struct JobColumns<'a> {
    pub(crate) word: &'static str,
    pub(crate) memory: Option<MemoryId>,
    pub(crate) name: Option<&'a str>,
    pub(crate) file_name: Option<&'a str>,
    pub(crate) file_length: Option<i64>,
    pub(crate) media_type: Option<&'a str>,
}

impl<'a> From<&'a MemoryOperation> for JobColumns<'a> {
    fn from(operation: &'a MemoryOperation) -> Self {
        match operation {
            MemoryOperation::Import { file, name } => Self {
                word: "import",
                memory: None,
                name: Some(name),
                file_name: Some(&file.name),
                file_length: Some(from_count(file.length)),
                media_type: Some(&file.media_type),
            },
            MemoryOperation::Export { memory } => Self {
                word: "export",
                memory: Some(*memory),
                name: None,
                file_name: None,
                file_length: None,
                media_type: None,
            },
        }
    }
}

fn to_operation(row: &impl StoredRow) -> Result<MemoryOperation, StoreError> {
    Ok(match row.text("operation")? {
        "import" => MemoryOperation::Import {
            file: SourceFile {
                name: row.text("file_name")?.to_owned(),
                length: to_count(row, "file_length")?,
                media_type: row.text("media_type")?.to_owned(),
            },
            name: row.text("name")?.to_owned(),
        },
        "export" => MemoryOperation::Export {
            memory: MemoryId(row.guid("memory")?),
        },
        _ => return Err(corrupt("operation")),
    })
}

pub(crate) fn to_job(row: &impl StoredRow) -> Result<MemoryJob, StoreError> {
    Ok(MemoryJob {
        id: MemoryJobId(row.guid("id")?),
        account: AccountId(row.guid("account")?),
        operation: to_operation(row)?,
        status: to_status(row)?,
        created: time_of(row, "created")?,
        changed: time_of(row, "changed")?,
        expires: time_of(row, "expires")?,
        attempts: u32::try_from(row.integer("attempts")?).map_err(|_| corrupt("attempts"))?,
        bytes: to_count(row, "bytes")?,
    })
}

pub(crate) fn to_storage(row: &impl StoredRow) -> Result<MemoryStorage, StoreError> {
    let kept = |of_account, in_all| {
        Ok::<_, StoreError>(KeptBytes {
            of_account: to_count(row, of_account)?,
            in_all: to_count(row, in_all)?,
        })
    };
    Ok(MemoryStorage {
        contents: kept("contents_of_account", "contents")?,
        files: kept("files_of_account", "files")?,
    })
}
