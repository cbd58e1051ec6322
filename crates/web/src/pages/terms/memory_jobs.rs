//! Imports and exports of translation memories as they go on.

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use dragoman_domain::{MemoryJob, MemoryJobId, MemoryJobStatus, MemoryOperation};
use dragoman_http::attachment;
use dragoman_service::{Caller, MemoryError};
use futures_util::stream;
use maud::{Markup, html};

use super::parts::address;
use crate::Pages;
use crate::admission::Member;
use crate::form::Form;
use crate::layout;
use crate::problem::Problem;
use crate::visit::Visit;

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/ui/memories/jobs/{id}", get(show))
        .route("/ui/memories/jobs/{id}/file", get(download))
}

/// The address of a page that shows a job.
pub(super) fn job_path(page: &str, job: MemoryJobId) -> String {
    address(page, &[("job", &job.to_string())])
}

/// What has become of the job that an address names, if it names one.
pub(super) async fn of_query(
    pages: &Pages,
    visit: &Visit,
    caller: &Caller,
    query: &Form,
) -> Option<Markup> {
    let id = query.get("job")?;
    Some(match job(pages, caller, id).await {
        Ok(job) => status(visit, &job),
        Err(problem) => problem.notice(visit),
    })
}

async fn job(pages: &Pages, caller: &Caller, id: &str) -> Result<MemoryJob, Problem> {
    let id = id.parse().map_err(|_| Problem::not_found())?;
    Ok(pages.cases.memories.job(caller, id).await?.job)
}

/// What has become of a job, for the module that follows it.
async fn show(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
) -> Response {
    match job(&pages, &caller, &id).await {
        Ok(job) => layout::fragment(status(&visit, &job)),
        Err(problem) => problem.into_response_for(&visit),
    }
}

fn status(visit: &Visit, job: &MemoryJob) -> Markup {
    let path = format!("/ui/memories/jobs/{}", job.id);
    let is_at_work = matches!(
        job.status,
        MemoryJobStatus::AwaitingInput | MemoryJobStatus::Processing
    );
    let name = match &job.operation {
        MemoryOperation::Import { name, .. } => Some(name),
        MemoryOperation::Export { .. } => None,
    };
    html! {
        section.card id="job" aria-live="polite" data-job=[is_at_work.then_some(&path)] {
            @if let Some(name) = name { b { bdi { (name) } } }
            @match &job.status {
                MemoryJobStatus::AwaitingInput | MemoryJobStatus::Processing => {
                    p { (visit.text(if name.is_some() { "memory-importing" } else { "memory-exporting" })) }
                    progress aria-label=(visit.text("progress")) {}
                    // The page itself: its address names the job.
                    p.unscripted { a.button href="" { (visit.text("look-again")) } }
                },
                MemoryJobStatus::Imported { memory, skipped } => {
                    p { (visit.text("memory-imported")) }
                    @if *skipped > 0 { p.note { (visit.text_with("memory-skipped", [("skipped", (*skipped).into())])) } }
                    p { a href={ "/ui/memories/" (memory) } { (visit.text("memory-open")) } }
                },
                MemoryJobStatus::Exported | MemoryJobStatus::Downloaded => {
                    p { a.button.primary href={ (path) "/file" } download { (visit.text("memory-download")) } }
                },
                MemoryJobStatus::Failed { message } => div.problem role="alert" { p { (message) } },
                MemoryJobStatus::Expired => p { (visit.text("memory-job-expired")) },
            }
        }
    }
}

/// Sends the file of an export.
async fn download(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
) -> Response {
    match file(&pages, &caller, &id).await {
        Ok(response) => response,
        Err(problem) => problem.into_response_for(&visit),
    }
}

async fn file(pages: &Pages, caller: &Caller, id: &str) -> Result<Response, Problem> {
    let id: MemoryJobId = id.parse().map_err(|_| Problem::not_found())?;
    let memories = &pages.cases.memories;
    let details = memories.job(caller, id).await?;
    let link = details.link.ok_or(MemoryError::UnknownLink)?;
    let MemoryOperation::Export { memory } = details.job.operation else {
        return Err(MemoryError::UnknownLink.into());
    };
    let memory = memories.get(caller, memory).await?;
    let download = memories.download(id, link.expose()).await?;
    let headers = [
        (CONTENT_TYPE, "application/xml".to_owned()),
        (CONTENT_LENGTH, download.length().to_string()),
        (
            CONTENT_DISPOSITION,
            attachment(&format!("{}.tmx", memory.name)),
        ),
    ];
    let chunks = stream::try_unfold(download, |mut download| async move {
        let chunk = download.next().await.inspect_err(|error| {
            tracing::error!(%error, "an exported translation memory could not be sent");
        })?;
        Ok::<_, MemoryError>(chunk.map(|chunk| (chunk, download)))
    });
    Ok((headers, Body::from_stream(chunks)).into_response())
}
