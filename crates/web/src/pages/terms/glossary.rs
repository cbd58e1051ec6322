//! A glossary: its dictionaries as tables whose rows can be changed, and its way in and out as a file.

use axum::Router;
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use dragoman_domain::{Glossary, GlossaryId, GlossaryPair};
use dragoman_http::attachment;
use dragoman_service::{Caller, EntryEdit, GlossaryError, LONGEST_GLOSSARY_NAME, write_csv};
use maud::{Markup, html};

use super::entries_form::{dictionary, entries_fields, pair, pair_fields, parse_pair, pasted};
use super::entries_table::{Rows, View, table};
use super::parts::{
    address, can_write, deletion, glossary_path as path, new_name, page, renaming, search, see,
};
use crate::Pages;
use crate::admission::Member;
use crate::form::{Form, Posted};
use crate::large_form::LargeForm;
use crate::layout::{self, Place};
use crate::problem::Problem;
use crate::visit::Visit;

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/ui/glossaries/{id}", get(show))
        .route("/ui/glossaries/{id}/rename", post(rename))
        .route("/ui/glossaries/{id}/delete", post(delete))
        .route("/ui/glossaries/{id}/entries", post(edit))
        .route("/ui/glossaries/{id}/import", post(import))
        .route("/ui/glossaries/{id}/download", get(download))
        .route(
            "/ui/glossaries/{id}/dictionary/delete",
            post(delete_dictionary),
        )
}

fn id(text: &str) -> Result<GlossaryId, Problem> {
    text.parse().map_err(|_| Problem::not_found())
}

/// The page, or only its table for the module that searches.
async fn show(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let form = Form::parse(query.unwrap_or_default().as_bytes());
    let view = View::read(&form);
    let part = Part::new(&pages, &visit, &caller, &id);
    if visit.is_fragment {
        return match part.rows_of(&view).await {
            Ok((id, Some(rows))) => layout::fragment(table(&visit, id, &view, &rows, None)),
            Ok((_, None)) => Problem::not_found().into_response_for(&visit),
            Err(problem) => problem.into_response_for(&visit),
        };
    }
    part.page(&view, None, &Typed::default()).await
}

/// What somebody sent that was not done.
#[derive(Default)]
struct Typed {
    /// Of the form for an entry.
    entry: Option<Form>,
    /// Of the form for an import.
    entries: String,
}

/// What the page is made from.
struct Part<'a> {
    pages: &'a Pages,
    visit: &'a Visit,
    caller: &'a Caller,
    /// Of the glossary, as the address has it.
    id: &'a str,
}

impl<'a> Part<'a> {
    const fn new(pages: &'a Pages, visit: &'a Visit, caller: &'a Caller, id: &'a str) -> Self {
        Self {
            pages,
            visit,
            caller,
            id,
        }
    }

    async fn rows_of(&self, view: &View) -> Result<(GlossaryId, Option<Rows>), Problem> {
        let id = self::id(self.id)?;
        let glossary = self.pages.cases.glossaries.get(self.caller, id).await?;
        Ok((id, self.rows(&glossary, view).await?))
    }

    /// The rows of the dictionary that is looked at: the one of the pair, or the first.
    async fn rows(&self, glossary: &Glossary, view: &View) -> Result<Option<Rows>, Problem> {
        let mut pairs = glossary.dictionaries.iter().map(|one| one.pair);
        let wanted = view
            .pair
            .filter(|pair| pairs.clone().any(|one| one == *pair));
        let Some(pair) = wanted.or_else(|| pairs.next()) else {
            return Ok(None);
        };
        let glossaries = &self.pages.cases.glossaries;
        let dictionary = match glossaries.dictionary(self.caller, glossary.id, pair).await {
            // Somebody has just deleted it.
            Err(GlossaryError::NoSuchDictionary { .. }) => return Ok(None),
            found => found?,
        };
        Rows::of(dictionary, view).await.map(Some)
    }

    /// Answers a form: with where it leads, or with the page and what went wrong.
    async fn answer(
        &self,
        outcome: Result<Response, Problem>,
        view: &View,
        typed: &Typed,
    ) -> Response {
        match outcome {
            Ok(response) => response,
            Err(problem) => self.page(view, Some(&problem), typed).await,
        }
    }

    async fn page(&self, view: &View, problem: Option<&Problem>, typed: &Typed) -> Response {
        match self.made(view, problem, typed).await {
            Ok(response) => response,
            Err(problem) => problem.into_response_for(self.visit),
        }
    }

    async fn made(
        &self,
        view: &View,
        problem: Option<&Problem>,
        typed: &Typed,
    ) -> Result<Response, Problem> {
        let visit = self.visit;
        let id = self::id(self.id)?;
        let glossary = self.pages.cases.glossaries.get(self.caller, id).await?;
        let rows = self.rows(&glossary, view).await?;
        let here = rows.as_ref().map(|rows| rows.pair);
        let content = html! {
            p.note { a href="/ui/glossaries" { (visit.text("glossaries-all")) } " · " (visit.text("made")) " " (layout::day(glossary.created)) }
            @if glossary.dictionaries.len() > 1 { (pairs(visit, &glossary, here)) }
            section.card {
                @match &rows {
                    Some(rows) => (one_dictionary(visit, id, view, rows, typed.entry.as_ref())),
                    None => p { (visit.text("dictionaries-none")) },
                }
            }
            @if can_write(visit) { (import_form(visit, id, here, &typed.entries)) (whole(visit, &glossary)) }
        };
        Ok(page(
            visit,
            Place::Glossaries,
            &glossary.name,
            problem,
            content,
        ))
    }
}

/// The dictionaries to choose from.
fn pairs(visit: &Visit, glossary: &Glossary, here: Option<GlossaryPair>) -> Markup {
    html! {
        nav.tabs aria-label=(visit.text("dictionaries")) {
            @for one in &glossary.dictionaries {
                a href=(address(&path(glossary.id), &[("pair", &one.pair.to_string())]))
                    aria-current=[(here == Some(one.pair)).then_some("page")] {
                    (visit.locale.pair(one.pair)) " (" (visit.locale.number(one.entry_count)) ")"
                }
            }
        }
    }
}

fn one_dictionary(
    visit: &Visit,
    id: GlossaryId,
    view: &View,
    rows: &Rows,
    typed: Option<&Form>,
) -> Markup {
    let pair = rows.pair.to_string();
    let words = visit.locale.pair(rows.pair);
    let file = |format| {
        let fields = [("pair", &*pair), ("format", format)];
        address(&format!("{}/download", path(id)), &fields)
    };
    let hidden = html! { input type="hidden" name="pair" value=(pair); };
    html! {
        h2 { (words) }
        div.row {
            (search(visit, &view.search, "#entries-table", hidden.clone()))
            span.end {}
            a.button href=(file("tsv")) download { (visit.text("download-tsv")) }
            a.button href=(file("csv")) download { (visit.text("download-csv")) }
            @if can_write(visit) {
                (deletion(
                    visit,
                    &format!("{}/dictionary/delete", path(id)),
                    &visit.text_with("dictionary-delete-question", [("pair", (&words).into())]),
                    &visit.text("dictionary-delete"),
                    hidden,
                ))
            }
        }
        div id="entries-table" { (table(visit, id, view, rows, typed)) }
    }
}

fn import_form(visit: &Visit, id: GlossaryId, here: Option<GlossaryPair>, typed: &str) -> Markup {
    html! {
        section.card {
            h2 { (visit.text("entries-import")) }
            form.stack method="post" action={ (path(id)) "/import" } enctype="multipart/form-data" {
                (layout::token(visit))
                (pair_fields(visit, here.map(GlossaryPair::source), here.map(GlossaryPair::target)))
                (entries_fields(visit, typed))
                label.option { input type="radio" name="how" value="merge" checked; span { (visit.text("import-merge")) } }
                label.option { input type="radio" name="how" value="replace"; span { (visit.text("import-replace")) } }
                button.primary { (visit.text("import")) }
            }
        }
    }
}

/// What is done with a glossary as a whole.
fn whole(visit: &Visit, glossary: &Glossary) -> Markup {
    let path = path(glossary.id);
    let question = visit.text_with(
        "glossary-delete-question",
        [("name", (&glossary.name).into())],
    );
    html! {
        section.card.stack {
            (renaming(visit, &format!("{path}/rename"), &glossary.name, LONGEST_GLOSSARY_NAME))
            (deletion(visit, &format!("{path}/delete"), &question, &visit.text("glossary-delete"), html! {}))
        }
    }
}

async fn rename(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    Posted(form): Posted,
) -> Response {
    let renamed = async {
        let glossaries = &pages.cases.glossaries;
        let id = self::id(&id)?;
        let all = glossaries.list(&caller).await?;
        let others = all.iter().filter(|one| one.id != id);
        let name = new_name(form.text("name"), others.map(|one| &*one.name))?;
        glossaries.merge(&caller, id, Some(name), None).await?;
        Ok::<_, Problem>(see(&path(id)))
    };
    let part = Part::new(&pages, &visit, &caller, &id);
    part.answer(
        renamed.await,
        &View::read(&Form::default()),
        &Typed::default(),
    )
    .await
}

async fn delete(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    Posted(_): Posted,
) -> Response {
    let deleted = async {
        let id = self::id(&id)?;
        pages.cases.glossaries.delete(&caller, id).await?;
        Ok::<_, Problem>(see("/ui/glossaries"))
    };
    let part = Part::new(&pages, &visit, &caller, &id);
    part.answer(
        deleted.await,
        &View::read(&Form::default()),
        &Typed::default(),
    )
    .await
}

async fn delete_dictionary(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    Posted(form): Posted,
) -> Response {
    let deleted = async {
        let id = self::id(&id)?;
        let pair = parse_pair(form.text("pair")).ok_or_else(Problem::not_found)?;
        let glossaries = &pages.cases.glossaries;
        glossaries.delete_dictionary(&caller, id, pair).await?;
        Ok::<_, Problem>(see(&path(id)))
    };
    let part = Part::new(&pages, &visit, &caller, &id);
    part.answer(deleted.await, &View::read(&form), &Typed::default())
        .await
}

/// Changes, adds or removes an entry.
async fn edit(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    Posted(form): Posted,
) -> Response {
    let outcome = edited(&pages, &caller, &id, &form).await;
    // Of a conflict what was written is told, and the row shows what is there.
    let is_conflict = matches!(&outcome, Err(problem) if problem.is_conflict());
    let is_addition = form.text("do") == "add";
    let typed = Typed {
        entry: (is_addition || !is_conflict).then(|| form.clone()),
        entries: String::new(),
    };
    let part = Part::new(&pages, &visit, &caller, &id);
    part.answer(outcome, &View::read(&form), &typed).await
}

async fn edited(
    pages: &Pages,
    caller: &Caller,
    id: &str,
    form: &Form,
) -> Result<Response, Problem> {
    let id = self::id(id)?;
    let pair = parse_pair(form.text("pair")).ok_or_else(Problem::not_found)?;
    let text = |name| form.text(name).to_owned();
    let edit = match form.text("do") {
        "add" => EntryEdit::Add(text("source"), text("target")),
        "remove" => EntryEdit::Remove(text("old-source"), text("old-target")),
        _ => EntryEdit::Change {
            from: (text("old-source"), text("old-target")),
            to: (text("source"), text("target")),
        },
    };
    let glossaries = &pages.cases.glossaries;
    match glossaries.edit_entry(caller, id, pair, edit.clone()).await {
        Ok(()) => Ok(see(&View::read(form).address(id, pair))),
        Err(GlossaryError::EntryChanged | GlossaryError::EntryExists) => {
            let dictionary = glossaries.dictionary(caller, id, pair).await?;
            Err(conflict(&edit, |wanted| {
                let mut entries = dictionary.entries.iter();
                let entry = entries.find(|entry| entry.source == wanted.trim());
                entry.map(|entry| entry.target.to_owned())
            }))
        }
        Err(error) => Err(error.into()),
    }
}

/// What is told of an edit that does not fit what is there.
fn conflict(edit: &EntryEdit, now: impl Fn(&str) -> Option<String>) -> Problem {
    let (before, new) = match edit {
        EntryEdit::Add(source, target) => (None, Some((source, target))),
        EntryEdit::Change { from, to } => (Some(&from.0), Some((&to.0, &to.1))),
        EntryEdit::Remove(source, _) => (Some(source), None),
    };
    let is_other = |source: &String| before.is_none_or(|before| before != source.trim());
    if let Some((source, _)) = new.filter(|(source, _)| is_other(source))
        && let Some(target) = now(source)
    {
        return Problem::entry_exists(source, &target);
    }
    let wrote = new.map(|(_, target)| &**target);
    match before.map(|source| (source, now(source))) {
        Some((source, Some(target))) => Problem::entry_changed(source, &target, wrote),
        Some((source, None)) => Problem::entry_gone(source, wrote),
        // It was there when it was to be added, and is no more.
        None => Problem::invalid("problem-try-again"),
    }
}

/// Puts entries into a dictionary.
async fn import(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let received = pages.large_forms.receive(&visit, &caller, request).await;
    let (outcome, entries) = match received {
        Ok(mut form) => {
            let entries = pasted(&form);
            (imported(&pages, &caller, &id, &mut form).await, entries)
        }
        Err(problem) => (Err(problem), String::new()),
    };
    let typed = Typed {
        entry: None,
        entries,
    };
    let part = Part::new(&pages, &visit, &caller, &id);
    part.answer(outcome, &View::read(&Form::default()), &typed)
        .await
}

async fn imported(
    pages: &Pages,
    caller: &Caller,
    id: &str,
    form: &mut LargeForm,
) -> Result<Response, Problem> {
    let id = self::id(id)?;
    let pair = pair(&form.fields)?;
    let new = dictionary(form, pair)?;
    let glossaries = &pages.cases.glossaries;
    if form.fields.text("how") == "replace" {
        glossaries.replace_dictionary(caller, id, new).await?;
    } else {
        glossaries.merge(caller, id, None, Some(new)).await?;
    }
    Ok(see(&address(&path(id), &[("pair", &pair.to_string())])))
}

/// Sends a dictionary as a file.
async fn download(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let form = Form::parse(query.unwrap_or_default().as_bytes());
    match file(&pages, &caller, &id, &form).await {
        Ok(response) => response,
        Err(problem) => problem.into_response_for(&visit),
    }
}

async fn file(pages: &Pages, caller: &Caller, id: &str, form: &Form) -> Result<Response, Problem> {
    let id = self::id(id)?;
    let pair = parse_pair(form.text("pair")).ok_or_else(Problem::not_found)?;
    let glossaries = &pages.cases.glossaries;
    let glossary = glossaries.get(caller, id).await?;
    let entries = glossaries.dictionary(caller, id, pair).await?.entries;
    let (ending, kind, content) = if form.text("format") == "csv" {
        ("csv", "text/csv; charset=utf-8", write_csv(&entries))
    } else {
        let kind = "text/tab-separated-values; charset=utf-8";
        ("tsv", kind, entries.into_tsv() + "\n")
    };
    let name = format!("{} {pair}.{ending}", glossary.name);
    let headers = [
        (CONTENT_TYPE, kind.to_owned()),
        (CONTENT_DISPOSITION, attachment(&name)),
    ];
    Ok((headers, content).into_response())
}
