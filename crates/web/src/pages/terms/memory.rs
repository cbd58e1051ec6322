//! A translation memory: its segments, its export, its end.

use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use axum::routing::{get, post};
use dragoman_domain::{Memory, MemoryId, SegmentFilter, SegmentPage, SegmentQuery};
use dragoman_service::Caller;
use maud::{Markup, html};

use super::memories::languages;
use super::memory_jobs::{job_path, of_query};
use super::parts::{address, can_write, deletion, page, search, see};
use crate::Pages;
use crate::admission::Member;
use crate::form::{Form, Posted};
use crate::layout::{self, Place};
use crate::problem::Problem;
use crate::visit::Visit;

/// So many segments are on a page.
const ROWS: u32 = 50;

/// The shortest text that is looked for, in characters, as on the interface.
const SHORTEST_SEARCH: usize = 2;

/// How often the store is asked for a page: with a text to look for, it looks through a part of the memory at a time.
const MOST_LOOKS: usize = 20;

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/ui/memories/{id}", get(show))
        .route("/ui/memories/{id}/export", post(export))
        .route("/ui/memories/{id}/delete", post(delete))
}

fn path(id: MemoryId) -> String {
    format!("/ui/memories/{id}")
}

fn id(text: &str) -> Result<MemoryId, Problem> {
    text.parse().map_err(|_| Problem::not_found())
}

/// The page, or only its table for the module that searches.
async fn show(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    match made(&pages, &visit, &caller, &id, &query, None).await {
        Ok(response) => response,
        Err(problem) => problem.into_response_for(&visit),
    }
}

async fn made(
    pages: &Pages,
    visit: &Visit,
    caller: &Caller,
    id: &str,
    query: &Form,
    problem: Option<&Problem>,
) -> Result<Response, Problem> {
    let wanted = query.text("search").trim();
    let from = query.text("from").parse().unwrap_or(0);
    let (memory, found) = segments(pages, caller, self::id(id)?, wanted, from).await?;
    let table = table(visit, &memory, &found, wanted, from > 0);
    if visit.is_fragment {
        return Ok(layout::fragment(table));
    }
    let job = of_query(pages, visit, caller, query).await;
    let content = html! {
        p.note {
            a href="/ui/memories" { (visit.text("memories-all")) } " · " (languages(visit, &memory)) " · "
            (visit.text_with("segments-number", [("segments", memory.segment_count.into())])) " · "
            (visit.text("made")) " " (layout::day(memory.created))
        }
        @if let Some(job) = &job { (job) }
        section.card {
            (search(visit, wanted, "#segments", html! {}))
            div id="segments" { (table) }
        }
        (whole(visit, &memory))
        (layout::module("memories.js"))
    };
    Ok(page(visit, Place::Memories, &memory.name, problem, content))
}

/// A page of segments, with this text if it is long enough to be looked for.
async fn segments(
    pages: &Pages,
    caller: &Caller,
    id: MemoryId,
    wanted: &str,
    from: u32,
) -> Result<(Memory, SegmentPage), Problem> {
    let wanted: String = wanted
        .chars()
        .filter(|character| *character != '\0')
        .collect();
    let is_search = wanted.chars().count() >= SHORTEST_SEARCH;
    let mut query = SegmentQuery {
        from,
        most: ROWS,
        filter: is_search.then_some(SegmentFilter {
            text: wanted,
            is_case_sensitive: false,
        }),
    };
    let memories = &pages.cases.memories;
    let (memory, mut found) = memories.segments(caller, id, &query).await?;
    for _ in 1..MOST_LOOKS {
        let missing = ROWS.saturating_sub(u32::try_from(found.segments.len()).unwrap_or(ROWS));
        match found.next {
            Some(next) if missing > 0 => {
                query.from = next;
                query.most = missing;
                let (_, more) = memories.segments(caller, id, &query).await?;
                found.segments.extend(more.segments);
                found.next = more.next;
            }
            _ => break,
        }
    }
    Ok((memory, found))
}

fn table(
    visit: &Visit,
    memory: &Memory,
    found: &SegmentPage,
    wanted: &str,
    is_later: bool,
) -> Markup {
    let path = path(memory.id);
    let to = |from: &str| address(&path, &[("search", wanted), ("from", from)]);
    let next = found.next.map(|next| to(&next.to_string()));
    html! {
        @if found.segments.is_empty() {
            p role="status" { (visit.text("segments-none-found")) }
        } @else {
            div.scroll tabindex="0" {
                table {
                    thead {
                        tr {
                            th scope="col" { (visit.locale.language(memory.source)) }
                            th scope="col" { (visit.text("translations")) }
                        }
                    }
                    tbody {
                        @for segment in &found.segments {
                            tr {
                                td lang=(memory.source.tag()) dir="auto" { (segment.source) }
                                td {
                                    @for target in &segment.targets {
                                        div lang=(target.language.tag()) dir="auto" {
                                            (target.text)
                                            @if memory.targets.len() > 1 { " " span.note { "(" (visit.locale.language(target.language)) ")" } }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        // Where the page before began, nobody knows; the first is where all begins.
        nav.row aria-label=(visit.text("rows")) {
            @if is_later { a.button href=(to("")) { (visit.text("rows-first")) } }
            @if let Some(next) = next { a.button rel="next" href=(next) { (visit.text("rows-next")) } }
        }
    }
}

/// What is done with a memory as a whole. To export one is to read it.
fn whole(visit: &Visit, memory: &Memory) -> Markup {
    let path = path(memory.id);
    let question = visit.text_with("memory-delete-question", [("name", (&memory.name).into())]);
    html! {
        section.card.row {
            form method="post" action={ (path) "/export" } {
                (layout::token(visit))
                button { (visit.text("memory-export")) }
            }
            @if can_write(visit) {
                (deletion(visit, &format!("{path}/delete"), &question, &visit.text("memory-delete"), html! {}))
            }
        }
    }
}

async fn export(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    Posted(_): Posted,
) -> Response {
    let begun = async {
        let id = self::id(&id)?;
        let export = pages.cases.memories.create_export(&caller, id).await?;
        Ok::<_, Problem>(see(&job_path(&path(id), export.job.id)))
    };
    let begun = begun.await;
    answer(&pages, &visit, &caller, &id, begun).await
}

async fn delete(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    Posted(_): Posted,
) -> Response {
    let deleted = async {
        pages.cases.memories.delete(&caller, self::id(&id)?).await?;
        Ok::<_, Problem>(see("/ui/memories"))
    };
    let deleted = deleted.await;
    answer(&pages, &visit, &caller, &id, deleted).await
}

async fn answer(
    pages: &Pages,
    visit: &Visit,
    caller: &Caller,
    id: &str,
    outcome: Result<Response, Problem>,
) -> Response {
    let problem = match outcome {
        Ok(response) => return response,
        Err(problem) => problem,
    };
    match made(pages, visit, caller, id, &Form::default(), Some(&problem)).await {
        Ok(response) => response,
        Err(_) => problem.into_response_for(visit),
    }
}
