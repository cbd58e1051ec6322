use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::{Extension, Json};
use dragoman_domain::{
    MemoryId, MemoryJob, MemoryJobId, MemoryJobStatus, MemoryOperation, SourceFile,
};
use dragoman_service::{Caller, MemoryJobDetails, NewImport};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::parameters::id;
use super::translation_memory_files::{download_path, upload_path};
use crate::error::{ApiError, ErrorBody, EveryFailure};
use crate::fields::{Whole, iso_8601};
use crate::request::Fields;
use crate::{ApiState, UseCases, links};

/// The longest name of a file or memory in bytes.
const LONGEST_NAME: usize = 1024;

const LONGEST_CONTENT_TYPE: usize = 255;

/// The content type of files of which nothing else is said.
const USUAL_CONTENT_TYPE: &str = "application/xml";

/// A translation memory to import.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ImportRequest {
    source_file: ImportFile,
    parameters: Option<ImportParameters>,
}

/// The TMX file that will be sent.
#[derive(Debug, Deserialize, ToSchema)]
struct ImportFile {
    /// Its name.
    file_name: String,
    /// Its length in bytes.
    #[schema(inline)]
    content_length: Whole,
    /// The content type that it will be sent with; `application/xml` if not given.
    content_type: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
struct ImportParameters {
    /// The name of the memory; that of the file if not given.
    display_name: Option<String>,
}

impl ImportRequest {
    fn checked(self) -> Result<NewImport, ApiError> {
        let file_name = name("source_file.file_name", &self.source_file.file_name)?;
        let length = match u64::try_from(self.source_file.content_length.0) {
            Ok(length) if length > 0 => length,
            _ => {
                return Err(ApiError::invalid(
                    "Value for 'source_file.content_length' is not valid: give the file's length in bytes.",
                ));
            }
        };
        let display_name = self
            .parameters
            .and_then(|parameters| parameters.display_name);
        Ok(NewImport {
            name: match display_name {
                Some(given) => name("parameters.display_name", &given)?,
                None => file_name.clone(),
            },
            file: SourceFile {
                name: file_name,
                length,
                media_type: content_type(self.source_file.content_type)?,
            },
        })
    }
}

fn name(field: &str, given: &str) -> Result<String, ApiError> {
    let given = given.trim();
    let refuse =
        |reason: &str| ApiError::invalid(format!("Value for '{field}' is not valid: {reason}."));
    if given.is_empty() {
        Err(refuse("it is empty"))
    } else if given.len() > LONGEST_NAME {
        Err(refuse("it has more than 1024 bytes"))
    } else if given.chars().any(char::is_control) {
        Err(refuse("it has a control character"))
    } else {
        Ok(given.to_owned())
    }
}

fn content_type(given: Option<String>) -> Result<String, ApiError> {
    let given = given.unwrap_or_else(|| USUAL_CONTENT_TYPE.to_owned());
    let is_valid = given.len() <= LONGEST_CONTENT_TYPE
        && given.contains('/')
        && given.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    if is_valid {
        Ok(given)
    } else {
        Err(ApiError::invalid(
            "Value for 'source_file.content_type' is not valid: give a media type such as application/xml.",
        ))
    }
}

/// Where to send the file of an import.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportCreated {
    job_id: String,
    /// Send the file here with PUT and the declared content type; no key is needed.
    upload_url: String,
    /// Until when the file can be sent.
    expires_at: String,
}

/// Begins the import of a translation memory: the file is to be sent to the URL in the answer.
#[utoipa::path(
    post,
    path = "/v3/translation_memories/import",
    tag = "Translation memories",
    request_body(content = ImportRequest, content_type = "application/json"),
    responses(
        (status = 201, description = "The job awaits the file", body = ImportCreated),
        (status = 400, description = "A field is missing or not valid, or there are too many memories", body = ErrorBody),
        (status = 413, description = "The file is larger than the server accepts, or than the account has room for", body = ErrorBody),
        EveryFailure,
        (status = 429, description = "Too many requests or jobs, or the account has as much as is left for others", body = ErrorBody),
        (status = 503, description = "The server has no room for the file, or its disk is almost full", body = ErrorBody),
    )
)]
pub(crate) async fn import(
    State(state): State<ApiState>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Fields(request): Fields<ImportRequest>,
) -> Result<(StatusCode, Json<ImportCreated>), ApiError> {
    let base = links::base(state.options.public_url.as_deref(), &headers)?;
    let memories = &state.cases.memories;
    let MemoryJobDetails { job, link } =
        memories.create_import(&caller, request.checked()?).await?;
    let token = link.as_ref().map_or("", |link| link.expose());
    let created = ImportCreated {
        job_id: job.id.to_string(),
        upload_url: format!("{base}{}", upload_path(job.id, token)),
        expires_at: iso_8601(job.expires),
    };
    Ok((StatusCode::CREATED, Json(created)))
}

/// The job that exports a translation memory.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportCreated {
    job_id: String,
    parameters: JobParameters,
}

/// Begins the export of a translation memory to a TMX file.
#[utoipa::path(
    post,
    path = "/v3/translation_memories/{translation_memory_id}/export",
    tag = "Translation memories",
    params(("translation_memory_id" = String, Path, description = "The memory's id")),
    responses(
        (status = 200, description = "The file is there already", body = ExportCreated),
        (status = 202, description = "The job is at work", body = ExportCreated),
        (status = 400, description = "The id is malformed", body = ErrorBody),
        (status = 404, description = "The account has no such memory", body = ErrorBody),
        EveryFailure,
        (status = 503, description = "The disk of the server is almost full", body = ErrorBody),
    )
)]
pub(crate) async fn export(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    Path(memory): Path<String>,
) -> Result<(StatusCode, Json<ExportCreated>), ApiError> {
    let memory: MemoryId = id("translation_memory_id", &memory)?;
    let export = cases.memories.create_export(&caller, memory).await?;
    let status = if export.is_reused {
        StatusCode::OK
    } else {
        StatusCode::ACCEPTED
    };
    let created = ExportCreated {
        job_id: export.job.id.to_string(),
        parameters: JobParameters::of(&export.job),
    };
    Ok((status, Json(created)))
}

/// An import or export.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Job {
    job_id: String,
    /// Always `translation_memory`.
    product: &'static str,
    /// `import` or `export`.
    operation: &'static str,
    creation_time: String,
    updated_time: String,
    parameters: JobParameters,
    /// Of an import: the file as it was declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_file: Option<JobFile>,
    /// Always one.
    results: [JobResult; 1],
}

/// What a job was made with.
#[derive(Debug, Serialize, ToSchema)]
struct JobParameters {
    /// Of an export: the memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    translation_memory_id: Option<String>,
    /// Of an import: the name of the memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    display_name: Option<String>,
}

impl JobParameters {
    fn of(job: &MemoryJob) -> Self {
        match &job.operation {
            MemoryOperation::Import { name, .. } => Self {
                translation_memory_id: None,
                display_name: Some(name.clone()),
            },
            MemoryOperation::Export { memory } => Self {
                translation_memory_id: Some(memory.to_string()),
                display_name: None,
            },
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct JobFile {
    file_name: String,
    content_length: u64,
    content_type: String,
}

/// How far a job is.
#[derive(Debug, Default, Serialize, ToSchema)]
struct JobResult {
    /// `awaiting_input`, `processing`, `completed`, `downloaded`, `failed` or `expired`.
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status_metadata: Option<StatusMetadata>,
    /// Of an export that is done: fetch the file here with GET; no key is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    download_url: Option<String>,
    /// Until when the file can be sent or fetched.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<JobError>,
    /// Of an import that is done: the memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    translation_memory_id: Option<String>,
    /// Of an import that is done: how many units of the file were left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped_segment_count: Option<u64>,
}

#[derive(Debug, Serialize, ToSchema)]
struct StatusMetadata {
    /// What the client must do.
    required_action: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
struct JobError {
    /// Why the job failed, and what to do.
    message: String,
}

impl JobResult {
    fn of(job: &MemoryJob, download_url: Option<String>) -> Self {
        let with_status = |status| Self {
            status,
            ..Self::default()
        };
        let fetched = |status| Self {
            download_url,
            expires_at: Some(iso_8601(job.expires)),
            ..with_status(status)
        };
        match &job.status {
            MemoryJobStatus::AwaitingInput => Self {
                status_metadata: Some(StatusMetadata {
                    required_action: "Send the file to the upload_url of the import with PUT.",
                }),
                expires_at: Some(iso_8601(job.expires)),
                ..with_status("awaiting_input")
            },
            MemoryJobStatus::Processing => with_status("processing"),
            MemoryJobStatus::Imported { memory, skipped } => Self {
                translation_memory_id: Some(memory.to_string()),
                skipped_segment_count: Some(*skipped),
                ..with_status("completed")
            },
            MemoryJobStatus::Exported => fetched("completed"),
            MemoryJobStatus::Downloaded => fetched("downloaded"),
            MemoryJobStatus::Failed { message } => Self {
                error: Some(JobError {
                    message: message.clone(),
                }),
                ..with_status("failed")
            },
            MemoryJobStatus::Expired => with_status("expired"),
        }
    }
}

/// Says how far an import or export is.
#[utoipa::path(
    get,
    path = "/v3/translation_memories/jobs/{job_id}",
    tag = "Translation memories",
    params(("job_id" = String, Path, description = "The job's id")),
    responses(
        (status = 200, description = "The job", body = Job),
        (status = 400, description = "The id is malformed", body = ErrorBody),
        (status = 404, description = "The account has no such job", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn job(
    State(state): State<ApiState>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Path(job): Path<String>,
) -> Result<Json<Job>, ApiError> {
    let id: MemoryJobId = id("job_id", &job)?;
    let MemoryJobDetails { job, link } = state.cases.memories.job(&caller, id).await?;
    let download_url = match (&job.status, link) {
        (MemoryJobStatus::Exported | MemoryJobStatus::Downloaded, Some(link)) => {
            let base = links::base(state.options.public_url.as_deref(), &headers)?;
            Some(format!("{base}{}", download_path(job.id, link.expose())))
        }
        _ => None,
    };
    let (operation, source_file) = match &job.operation {
        MemoryOperation::Import { file, .. } => (
            "import",
            Some(JobFile {
                file_name: file.name.clone(),
                content_length: file.length,
                content_type: file.media_type.clone(),
            }),
        ),
        MemoryOperation::Export { .. } => ("export", None),
    };
    Ok(Json(Job {
        job_id: job.id.to_string(),
        product: "translation_memory",
        operation,
        creation_time: iso_8601(job.created),
        updated_time: iso_8601(job.changed),
        parameters: JobParameters::of(&job),
        source_file,
        results: [JobResult::of(&job, download_url)],
    }))
}
