//! Translating documents: received, followed, and fetched once. The server keeps no list of them; the page has their
//! handles, and the modules keep those for as long as the browser's tab is open.

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use dragoman_domain::{DocumentId, Language};
use dragoman_http::Multipart;
use dragoman_service::{
    Caller, DocumentError, DocumentFormat, DocumentNote, DocumentNoteValue, DocumentReport,
    NewDocument,
};
use maud::{Markup, html};

use crate::Pages;
use crate::admission::Member;
use crate::form::{self, Form, Posted};
use crate::layout::{self, Place, TOKEN};
use crate::locale::{Locale, Value};
use crate::pages::choices::{self, Choices, Offers, WORD};
use crate::problem::Problem;
use crate::visit::Visit;

/// The part of the form with a file.
const FILE: &str = "file";

/// So many documents are asked for at a time, and so many other fields may come with files.
const MOST_DOCUMENTS: usize = 100;

/// What the page knows of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Handle {
    id: DocumentId,
    key: String,
    target: Language,
    name: String,
}

impl Handle {
    /// From a field: id, key, language and name with blanks between them.
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, ' ');
        Some(Self {
            id: parts.next()?.parse().ok()?,
            key: parts.next()?.to_owned(),
            target: Language::parse(parts.next()?).ok()?,
            name: parts.next()?.to_owned(),
        })
    }

    fn write(&self) -> String {
        format!(
            "{} {} {} {}",
            self.id,
            self.key,
            self.target.tag(),
            self.name
        )
    }
}

/// A document in the list.
enum Row {
    Known(Handle, Result<DocumentReport, Problem>),
    Refused { name: String, problem: Problem },
}

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/ui/documents", get(show).post(receive))
        .route("/ui/documents/status", post(status))
        .route("/ui/documents/download", post(download))
        .route("/ui/documents/discard", post(discard))
}

/// The page, without documents.
pub(crate) async fn show(State(pages): State<Pages>, Member { visit, caller }: Member) -> Response {
    let choices = Choices {
        source: visit.settings.source,
        target: visit.settings.target,
        ..Choices::default()
    };
    page(&pages, &visit, &caller, &choices, &[]).await
}

async fn page(
    pages: &Pages,
    visit: &Visit,
    caller: &Caller,
    choices: &Choices,
    rows: &[Row],
) -> Response {
    let offers = match Offers::of(pages, caller).await {
        Ok(offers) => offers,
        Err(problem) => return problem.into_response_for(visit),
    };
    let sizes = pages.cases.documents.limits().sizes(&caller.account);
    let endings: Vec<String> = sizes
        .bytes
        .keys()
        .flat_map(|format| format.extensions())
        .map(|ending| format!(".{ending}"))
        .collect();
    let largest = sizes.largest();
    let megabytes = largest / 1_000_000;
    let too_large = Row::Refused {
        name: String::new(),
        problem: DocumentError::FileTooLarge { most: largest }.into(),
    };
    let content = html! {
        h1.hidden { (visit.text("nav-documents")) }
        (layout::translate_tabs(visit, Place::Documents))
        form.documents method="post" action="/ui/documents" enctype="multipart/form-data" data-chosen[choices.are_made()]
            data-largest=(largest) {
            (layout::token(visit))
            div.drop {
                div.row.chips {
                    label.chip { span { (visit.text("from-label")) } (choices::language_select(visit, &offers, true, choices.source, None)) }
                    label.chip { span { (visit.text("into-label")) }
                        (choices::language_select(visit, &offers, false, choices.target.or_else(|| choices::usual_target(visit, &offers)), None)) }
                    (choices::chips(visit, &offers, choices))
                    label.chip {
                        input type="checkbox" name="bilingual" value="1" checked[choices.bilingual];
                        span title=(DocumentFormat::bilingual_extensions()) { (visit.text("both-languages")) }
                    }
                    label.chip {
                        span { (visit.text("pdf-as")) }
                        select name="pdf-as" {
                            option value="" { "PDF" }
                            option value=(WORD) selected[choices.pdf_as_word] { (visit.text("pdf-as-word")) }
                        }
                    }
                }
                label.files {
                    b.scripted { (visit.text("drop-documents")) }
                    span.note { (visit.text_with("drop-about", [("megabytes", megabytes.into())])) }
                    input type="file" name=(FILE) multiple accept=(endings.join(",")) aria-label=(visit.text("choose-documents"));
                }
                button.primary.unscripted { (visit.text("translate")) }
            }
        }
        div id="problem" {}
        section.card id="documents" aria-live="polite" aria-label=(visit.text("documents-list"))
            data-storage=(visit.text("documents-list")) hidden[rows.is_empty()] {
            (list(visit, rows))
        }
        template id="too-large" { (one_row(visit, &too_large)) }
        template id="comparison" { (comparison(visit)) }
        p.note { (visit.text("documents-stay")) }
        (layout::module("documents.js"))
    };
    layout::page(
        visit,
        Some(Place::Documents),
        &visit.text("nav-documents"),
        content,
    )
}

/// The documents, and what asks for all of them anew.
fn list(visit: &Visit, rows: &[Row]) -> Markup {
    let is_any_at_work = rows.iter().any(|row| {
        matches!(
            row,
            Row::Known(
                _,
                Ok(DocumentReport::Queued | DocumentReport::Translating { .. })
            )
        )
    });
    html! {
        h2 { (visit.text("documents-list")) }
        button.scripted type="button" data-download-all hidden { (visit.text("download-all")) }
        @for row in rows { (one_row(visit, row)) }
        @if is_any_at_work {
            form.unscripted method="post" action="/ui/documents/status" {
                (layout::token(visit))
                @for row in rows {
                    @if let Row::Known(handle, _) = row {
                        input type="hidden" name="document" value=(handle.write());
                    }
                }
                button { (visit.text("look-again")) }
            }
        }
    }
}

fn one_row(visit: &Visit, row: &Row) -> Markup {
    let (handle, report) = match row {
        Row::Refused { name, problem } => {
            return html! {
                div.document data-state="refused" {
                    b { bdi { (name) } }
                    span.failure role="alert" { (problem.words(visit.locale)) }
                }
            };
        }
        Row::Known(handle, report) => (handle, report),
    };
    let state = match report {
        Ok(DocumentReport::Queued) => "queued",
        Ok(DocumentReport::Translating { .. }) => "translating",
        Ok(DocumentReport::Done { .. }) => "done",
        Ok(DocumentReport::Failed(_)) | Err(_) => "failed",
    };
    html! {
        div.document data-document=(handle.write()) data-state=(state) {
            b { bdi { (handle.name) } }
            span.state { (visit.locale.language(handle.target)) " · " (state_words(visit, report)) }
            div.actions { (actions(visit, handle, report)) }
            @match report {
                Ok(DocumentReport::Done { warnings, .. }) => {
                    @for warning in warnings {
                        span.warning { (note_words(visit.locale, "warning", warning)) }
                    }
                },
                Ok(DocumentReport::Failed(failure)) => {
                    span.failure role="alert" { (note_words(visit.locale, "failure", failure)) }
                },
                Err(problem) => span.failure role="alert" { (problem.words(visit.locale)) },
                Ok(DocumentReport::Queued | DocumentReport::Translating { .. }) => {},
            }
        }
    }
}

/// What can be done with a document.
fn actions(visit: &Visit, handle: &Handle, report: &Result<DocumentReport, Problem>) -> Markup {
    html! {
        @match report {
            Ok(DocumentReport::Queued | DocumentReport::Translating { .. }) => {
                progress aria-label=(visit.text("progress")) {}
                (discard_form(visit, handle, "cancel"))
            },
            Ok(DocumentReport::Done { .. }) => {
                form method="post" action="/ui/documents/download" data-download {
                    (layout::token(visit))
                    input type="hidden" name="document" value=(handle.write());
                    button.primary { (visit.text("download")) }
                    @if is_shown_by_browsers(&handle.name) {
                        button.scripted data-compare { (visit.text("download-and-compare")) }
                    }
                }
                (discard_form(visit, handle, "remove"))
            },
            Ok(DocumentReport::Failed(_)) => (discard_form(visit, handle, "remove")),
            Err(_) => {},
        }
    }
}

/// Whether browsers show files of this name: then the document that was sent can stand beside its translation.
fn is_shown_by_browsers(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| {
        let shown = ["pdf", "png", "jpg", "jpeg"];
        shown.iter().any(|other| ending.eq_ignore_ascii_case(other))
    })
}

/// What a module shows a document and its translation in.
fn comparison(visit: &Visit) -> Markup {
    let side = |message| {
        let words = visit.text(message);
        html! { figure data-words=(words) { figcaption { (words) } } }
    };
    html! {
        div.comparison {
            (side("original"))
            (side("translation"))
            button.plain type="button" data-close { (visit.text("remove")) }
        }
    }
}

/// What has the document be removed.
fn discard_form(visit: &Visit, handle: &Handle, message: &str) -> Markup {
    html! {
        form method="post" action="/ui/documents/discard" data-discard {
            (layout::token(visit))
            input type="hidden" name="document" value=(handle.write());
            button.plain { (visit.text(message)) }
        }
    }
}

fn state_words(visit: &Visit, report: &Result<DocumentReport, Problem>) -> String {
    match report {
        Ok(DocumentReport::Queued) => visit.text("document-queued"),
        Ok(DocumentReport::Translating { seconds_remaining }) => visit.text_with(
            "document-translating",
            [("seconds", (*seconds_remaining).into())],
        ),
        Ok(DocumentReport::Done {
            billed_characters, ..
        }) => visit.text_with(
            "document-done",
            [("characters", (*billed_characters).into())],
        ),
        Ok(DocumentReport::Failed(_)) | Err(_) => visit.text("document-failed"),
    }
}

/// What is told of a document, in the language of the page; in English if that has no words for it. The message is named
/// by the code, behind the kind of note.
fn note_words(locale: &Locale, kind: &str, note: &DocumentNote) -> String {
    let id = format!("{kind}-{}", note.code.replace('_', "-"));
    let values = note.values.iter();
    let texts: Vec<(&str, Result<u64, String>)> = values
        .map(|(name, value)| (&**name, note_value(locale, value)))
        .collect();
    let values = texts.iter().map(|(name, value)| match value {
        Ok(number) => (*name, Value::Number(*number)),
        Err(text) => (*name, Value::Text(text)),
    });
    locale
        .find_text(&id, values)
        .unwrap_or_else(|| note.message.clone())
}

/// A value of a note: a number, or else text.
fn note_value(locale: &Locale, value: &DocumentNoteValue) -> Result<u64, String> {
    match value {
        DocumentNoteValue::Number(number) => Ok(*number),
        DocumentNoteValue::Text(text) => Err(text.clone()),
        DocumentNoteValue::Pages(pages) => {
            let pages: Vec<String> = pages.iter().map(u64::to_string).collect();
            Err(pages.join(", "))
        }
        DocumentNoteValue::Language(tag) => Err(Language::parse(tag).map_or_else(
            |_| tag.clone(),
            |language| locale.language(language).to_owned(),
        )),
    }
}

/// Receives the files of a form, and shows what has become of each.
pub(crate) async fn receive(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    request: Request,
) -> Response {
    let (parts, mut body) = request.into_parts();
    let mut rows = Vec::new();
    let received = receive_all(
        &pages,
        &visit,
        &caller,
        &parts.headers,
        &mut body,
        &mut rows,
    )
    .await;
    if received.is_err() || rows.iter().any(|row| matches!(row, Row::Refused { .. })) {
        // A browser listens only when it has sent all.
        let largest = pages
            .cases
            .documents
            .limits()
            .sizes(&caller.account)
            .largest();
        dragoman_http::drain(&mut body, largest).await;
    }
    let choices = match received {
        Ok(choices) => choices,
        Err(problem) => return problem.into_response_for(&visit),
    };
    if visit.is_fragment {
        return layout::fragment(html! { @for row in &rows { (one_row(&visit, row)) } });
    }
    page(&pages, &visit, &caller, &choices, &rows).await
}

async fn receive_all(
    pages: &Pages,
    visit: &Visit,
    caller: &Caller,
    headers: &axum::http::HeaderMap,
    body: &mut Body,
    rows: &mut Vec<Row>,
) -> Result<Choices, Problem> {
    let mut multipart = Multipart::begin(headers, body)?;
    let mut pairs = Vec::new();
    let mut choices = None;
    while let Some(part) = multipart.next_part().await? {
        if part.name != FILE {
            if pairs.len() == MOST_DOCUMENTS {
                return Err(Problem::too_large());
            }
            let text = multipart.text(&part).await?;
            pairs.push((part.name, text));
            continue;
        }
        // What was chosen stands before the files.
        let choices = match &choices {
            Some(choices) => choices,
            None => {
                let form = Form::of(std::mem::take(&mut pairs));
                form::check_token(visit, form.get(TOKEN))?;
                choices.insert(Choices::read(&form))
            }
        };
        let name = part.file_name.unwrap_or_default();
        if name.is_empty() {
            // A browser sends an empty part where no file was chosen.
            continue;
        }
        match receive_one(pages, caller, choices, &name, &mut multipart).await {
            Ok(row) => rows.push(row),
            Err(problem) => {
                rows.push(Row::Refused { name, problem });
                break;
            }
        }
    }
    let choices = match choices {
        Some(choices) if !rows.is_empty() => choices,
        _ => return Err(Problem::invalid("problem-no-file")),
    };
    Ok(choices)
}

async fn receive_one(
    pages: &Pages,
    caller: &Caller,
    choices: &Choices,
    name: &str,
    multipart: &mut Multipart<'_>,
) -> Result<Row, Problem> {
    let target = choices.target()?;
    let documents = &pages.cases.documents;
    let mut upload = documents.receive(caller)?;
    upload.announce(name)?;
    while let Some(bytes) = multipart.content().await? {
        upload.write(&bytes).await?;
    }
    // The translation has the same name, and another ending if it becomes something else.
    let stem_and_format = name
        .rsplit_once('.')
        .and_then(|(stem, ending)| Some((stem, DocumentFormat::of_extension(ending)?)));
    let as_word = stem_and_format
        .filter(|(_, format)| choices.pdf_as_word && *format == DocumentFormat::Pdf)
        .map(|(stem, _)| format!("{stem}.{WORD}"));
    // Those that cannot are translated as usual, as the choice for PDF is for no other.
    let may_be_bilingual = stem_and_format.is_some_and(|(_, format)| format.may_be_bilingual());
    let new = NewDocument {
        file_name: name.to_owned(),
        source: choices.source,
        target,
        formality: choices.formality(),
        customization: choices.customization(),
        output_format: as_word.is_some().then(|| WORD.to_owned()),
        bilingual: choices.bilingual && may_be_bilingual,
    };
    let handle = upload.finish(new).await?;
    let handle = Handle {
        id: handle.id,
        key: handle.key.expose().to_owned(),
        target,
        name: as_word.unwrap_or_else(|| name.to_owned()),
    };
    Ok(Row::Known(handle, Ok(DocumentReport::Queued)))
}

/// What has become of documents.
pub(crate) async fn status(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Posted(form): Posted,
) -> Response {
    let mut rows = Vec::new();
    for handle in form.all("document").take(MOST_DOCUMENTS) {
        let Some(handle) = Handle::parse(handle) else {
            continue;
        };
        let documents = &pages.cases.documents;
        let report = documents.status(&caller, handle.id, &handle.key).await;
        rows.push(Row::Known(handle, report.map_err(Problem::from)));
    }
    if visit.is_fragment {
        return layout::fragment(html! { @for row in &rows { (one_row(&visit, row)) } });
    }
    page(&pages, &visit, &caller, &Choices::read(&form), &rows).await
}

/// Removes a document that nobody wants any more.
pub(crate) async fn discard(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Posted(form): Posted,
) -> Response {
    let Some(handle) = Handle::parse(form.text("document")) else {
        return Problem::not_found().into_response_for(&visit);
    };
    let documents = &pages.cases.documents;
    match documents.discard(&caller, handle.id, &handle.key).await {
        Ok(()) if visit.is_fragment => layout::fragment(Markup::default()),
        Ok(()) => Redirect::to("/ui/documents").into_response(),
        Err(error) => Problem::from(error).into_response_for(&visit),
    }
}

/// Sends a translation, which is removed when it has arrived.
pub(crate) async fn download(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Posted(form): Posted,
) -> Response {
    match begin_download(&pages, &caller, &form).await {
        Ok(response) => response,
        Err(problem) => problem.into_response_for(&visit),
    }
}

async fn begin_download(pages: &Pages, caller: &Caller, form: &Form) -> Result<Response, Problem> {
    let handle = Handle::parse(form.text("document")).ok_or_else(Problem::not_found)?;
    let documents = &pages.cases.documents;
    let download = documents.download(caller, handle.id, &handle.key).await?;
    Ok(dragoman_http::document_answer(download))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;

    #[test]
    fn a_handle_is_read_as_it_was_written_whatever_its_name() {
        let handle = Handle {
            id: DocumentId(7),
            key: "AB".to_owned(),
            target: Language::parse("pt-BR").unwrap(),
            name: "a  b <c>.txt".to_owned(),
        };
        assert_eq!(Handle::parse(&handle.write()), Some(handle));
        for wrong in ["", "1 2 3", "x AB de a.txt", "7 AB xx-none a.txt"] {
            assert_eq!(Handle::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_note_names_languages_in_the_language_of_the_page_and_is_english_where_it_has_no_words() {
        let values = [("source", "en"), ("target", "es")];
        let value = |tag: &str| DocumentNoteValue::Language(tag.to_owned());
        let mut note = DocumentNote {
            code: "unsupported_pair".to_owned(),
            message: "It cannot be translated.".to_owned(),
            values: values
                .map(|(name, tag)| (name.to_owned(), value(tag)))
                .into(),
        };
        let german = Locale::of_tag("de").unwrap();
        assert_eq!(
            note_words(german, "failure", &note),
            "Dokumente können hier nicht übersetzt werden: Englisch → Spanisch."
        );
        note.code = "of_a_later_version".to_owned();
        assert_eq!(note_words(german, "failure", &note), note.message);
    }
}
