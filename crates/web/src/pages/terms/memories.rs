//! The translation memories of the account, and importing one.

use axum::Router;
use axum::body::Body;
use axum::extract::{RawQuery, Request, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_LENGTH;
use axum::response::Response;
use axum::routing::get;
use dragoman_domain::{Memory, MemoryJobId, MemoryPage, SourceFile};
use dragoman_http::Multipart;
use dragoman_service::{Caller, NewImport};
use maud::{Markup, html};

use super::memory_jobs::{job_path, of_query};
use super::parts::{address, can_write, new_name, page, pager, see};
use crate::Pages;
use crate::admission::Member;
use crate::form::{self, Form};
use crate::layout::{self, Place, TOKEN};
use crate::problem::Problem;
use crate::visit::Visit;

/// So many memories are on a page.
const ROWS: u32 = 100;

/// The longest name of a memory in bytes, as on the interface.
const LONGEST_NAME: usize = 1024;

/// The part of the form with a file.
const FILE: &str = "file";

/// So many fields may come before the file.
const MOST_FIELDS: usize = 20;

pub(super) fn routes() -> Router<Pages> {
    Router::new().route("/ui/memories", get(show).post(import))
}

/// The list with what has become of an import, and a form for another.
async fn show(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    RawQuery(query): RawQuery,
) -> Response {
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    all(&pages, &visit, &caller, &query, None).await
}

async fn all(
    pages: &Pages,
    visit: &Visit,
    caller: &Caller,
    query: &Form,
    problem: Option<&Problem>,
) -> Response {
    let number: u32 = query.text("page").parse().unwrap_or(1).max(1);
    let first = u64::from(number - 1) * u64::from(ROWS);
    let found = match pages.cases.memories.list(caller, first, ROWS).await {
        Ok(found) => found,
        Err(error) => return Problem::from(error).into_response_for(visit),
    };
    let job = of_query(pages, visit, caller, query).await;
    let content = html! {
        @if let Some(job) = &job { (job) }
        section.card {
            @if found.total == 0 { p { (visit.text("memories-none")) } } @else { (table(visit, &found.memories)) }
            (turns(visit, &found, number))
        }
        @if can_write(visit) { (import_form(visit, pages.cases.memories.limits().file_bytes / 1_000_000)) }
        (layout::module("memories.js"))
    };
    let title = visit.text("tab-memories");
    page(visit, Place::Memories, &title, problem, content)
}

fn table(visit: &Visit, memories: &[Memory]) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        th scope="col" { (visit.text("name")) }
                        th scope="col" { (visit.text("languages")) }
                        th.number scope="col" { (visit.text("segments")) }
                        th scope="col" { (visit.text("made")) }
                    }
                }
                tbody {
                    @for memory in memories {
                        tr {
                            td { a href={ "/ui/memories/" (memory.id) } { bdi { (memory.name) } } }
                            td { (languages(visit, memory)) }
                            td.number { (visit.locale.number(memory.segment_count)) }
                            td { (layout::day(memory.created)) }
                        }
                    }
                }
            }
        }
    }
}

/// From which language into which.
pub(super) fn languages(visit: &Visit, memory: &Memory) -> String {
    let targets = memory.targets.iter();
    let targets: Vec<&str> = targets
        .map(|target| visit.locale.language(*target))
        .collect();
    format!(
        "{} → {}",
        visit.locale.language(memory.source),
        targets.join(", ")
    )
}

fn turns(visit: &Visit, found: &MemoryPage, number: u32) -> Markup {
    let to = |page: u32| address("/ui/memories", &[("page", &page.to_string())]);
    let before = (number > 1).then(|| to(number - 1));
    let is_more = u64::from(number) * u64::from(ROWS) < found.total;
    pager(visit, before, is_more.then(|| to(number.saturating_add(1))))
}

fn import_form(visit: &Visit, megabytes: u64) -> Markup {
    html! {
        section.card {
            h2 { (visit.text("memory-import")) }
            form.stack method="post" action="/ui/memories" enctype="multipart/form-data" data-upload="#upload" {
                (layout::token(visit))
                label for="name" { (visit.text("name")) }
                input id="name" name="name" maxlength=(LONGEST_NAME) aria-describedby="name-note";
                p.note id="name-note" { (visit.text("memory-name-note")) }
                label for="file" { (visit.text_with("memory-file", [("megabytes", megabytes.into())])) }
                input type="file" id="file" name=(FILE) required accept=".tmx,.xml";
                button.primary { (visit.text("import")) }
                progress id="upload" max="1" value="0" hidden aria-label=(visit.text("progress")) {}
            }
        }
    }
}

/// Receives a file, and leads to what becomes of it.
async fn import(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    request: Request,
) -> Response {
    let (parts, mut body) = request.into_parts();
    match received(&pages, &visit, &caller, &parts.headers, &mut body).await {
        // A module follows the address; without it the browser does.
        Ok(job) => see(&job_path("/ui/memories", job)),
        Err(problem) => {
            // A browser listens only when it has sent all.
            let most = pages.cases.memories.limits().file_bytes;
            dragoman_http::drain(&mut body, most).await;
            all(&pages, &visit, &caller, &Form::default(), Some(&problem)).await
        }
    }
}

async fn received(
    pages: &Pages,
    visit: &Visit,
    caller: &Caller,
    headers: &HeaderMap,
    body: &mut Body,
) -> Result<MemoryJobId, Problem> {
    // The file is a little shorter than all that is sent.
    let length = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok());
    let length = length
        .and_then(|length| length.parse().ok())
        .unwrap_or(u64::MAX);
    let mut multipart = Multipart::begin(headers, body)?;
    let mut fields = Vec::new();
    while let Some(part) = multipart.next_part().await? {
        if fields.len() == MOST_FIELDS {
            return Err(Problem::too_large());
        }
        if part.name != FILE {
            let text = multipart.text(&part).await?;
            fields.push((part.name, text));
            continue;
        }
        // What was chosen stands before the file.
        let form = Form::of(fields);
        form::check_token(visit, form.get(TOKEN))?;
        let file = part.file_name.unwrap_or_default();
        if file.is_empty() {
            return Err(Problem::invalid("problem-no-memory-file"));
        }
        let new = NewImport {
            name: name(pages, caller, form.text("name"), &file).await?,
            file: SourceFile {
                name: file,
                length,
                media_type: "application/xml".to_owned(),
            },
        };
        let mut upload = pages.cases.memories.receive(caller, new).await?;
        while let Some(bytes) = multipart.content().await? {
            upload.write(&bytes).await?;
        }
        let job = upload.job();
        upload.finish().await?;
        return Ok(job);
    }
    Err(Problem::invalid("problem-no-memory-file"))
}

/// The name that was given, or that of the file.
async fn name(pages: &Pages, caller: &Caller, given: &str, file: &str) -> Result<String, Problem> {
    let given = if given.trim().is_empty() {
        file.rsplit_once('.').map_or(file, |(stem, _)| stem)
    } else {
        given
    };
    if given.len() > LONGEST_NAME {
        return Err(Problem::name_too_long(LONGEST_NAME));
    }
    let memories = &pages.cases.memories;
    let present = memories.list(caller, 0, memories.limits().memories).await?;
    new_name(given, present.memories.iter().map(|memory| &*memory.name))
}
