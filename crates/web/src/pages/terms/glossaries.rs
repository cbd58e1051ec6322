//! The glossaries of the account, and making one.

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::get;
use dragoman_domain::Glossary;
use dragoman_service::{Caller, LONGEST_GLOSSARY_NAME};
use maud::{Markup, html};

use super::entries_form::{dictionary, entries_fields, language, pair, pair_fields, pasted};
use super::parts::{can_write, new_name, page, see};
use crate::Pages;
use crate::admission::Member;
use crate::form::Form;
use crate::large_form::LargeForm;
use crate::layout::{self, Place};
use crate::problem::Problem;
use crate::visit::Visit;

pub(super) fn routes() -> Router<Pages> {
    Router::new().route("/ui/glossaries", get(show).post(create))
}

/// The list, and a form to make one.
async fn show(State(pages): State<Pages>, Member { visit, caller }: Member) -> Response {
    all(&pages, &visit, &caller, None, &Typed::default()).await
}

/// What somebody wrote into the form.
#[derive(Default)]
struct Typed {
    fields: Form,
    /// Entries that were pasted.
    entries: String,
}

async fn all(
    pages: &Pages,
    visit: &Visit,
    caller: &Caller,
    problem: Option<&Problem>,
    typed: &Typed,
) -> Response {
    let glossaries = match pages.cases.glossaries.list(caller).await {
        Ok(glossaries) => glossaries,
        Err(error) => return Problem::from(error).into_response_for(visit),
    };
    let content = html! {
        section.card {
            @if glossaries.is_empty() {
                p { (visit.text("glossaries-none")) }
            } @else {
                (table(visit, &glossaries))
            }
        }
        @if can_write(visit) { (new_form(visit, typed)) }
    };
    let title = visit.text("tab-glossaries");
    page(visit, Place::Glossaries, &title, problem, content)
}

fn table(visit: &Visit, glossaries: &[Glossary]) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        th scope="col" { (visit.text("name")) }
                        th scope="col" { (visit.text("languages")) }
                        th.number scope="col" { (visit.text("entries")) }
                        th scope="col" { (visit.text("made")) }
                    }
                }
                tbody {
                    @for glossary in glossaries {
                        @let dictionaries = &glossary.dictionaries;
                        tr {
                            td { a href={ "/ui/glossaries/" (glossary.id) } { bdi { (glossary.name) } } }
                            td { @for one in dictionaries { div { (visit.locale.pair(one.pair)) } } }
                            td.number { (visit.locale.number(dictionaries.iter().map(|one| one.entry_count).sum())) }
                            td { (layout::day(glossary.created)) }
                        }
                    }
                }
            }
        }
    }
}

fn new_form(visit: &Visit, typed: &Typed) -> Markup {
    let fields = &typed.fields;
    html! {
        section.card {
            h2 { (visit.text("glossary-new")) }
            form.stack method="post" action="/ui/glossaries" enctype="multipart/form-data" {
                (layout::token(visit))
                label for="name" { (visit.text("name")) }
                input id="name" name="name" required maxlength=(LONGEST_GLOSSARY_NAME) value=(fields.text("name"));
                (pair_fields(visit, language(fields, "from"), language(fields, "to")))
                (entries_fields(visit, &typed.entries))
                button.primary { (visit.text("make")) }
            }
        }
    }
}

/// Makes a glossary with one dictionary.
async fn create(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    request: Request,
) -> Response {
    let mut form = match pages.large_forms.receive(&visit, &caller, request).await {
        Ok(form) => form,
        Err(problem) => {
            return all(&pages, &visit, &caller, Some(&problem), &Typed::default()).await;
        }
    };
    let entries = pasted(&form);
    match created(&pages, &caller, &mut form).await {
        Ok(glossary) => see(&format!("/ui/glossaries/{}", glossary.id)),
        Err(problem) => {
            let typed = Typed {
                fields: form.fields,
                entries,
            };
            all(&pages, &visit, &caller, Some(&problem), &typed).await
        }
    }
}

async fn created(
    pages: &Pages,
    caller: &Caller,
    form: &mut LargeForm,
) -> Result<Glossary, Problem> {
    let glossaries = &pages.cases.glossaries;
    let others = glossaries.list(caller).await?;
    let names = others.iter().map(|glossary| &*glossary.name);
    let name = new_name(form.fields.text("name"), names)?;
    let pair = pair(&form.fields)?;
    let new = dictionary(form, pair)?;
    Ok(glossaries.create(caller, name, vec![new]).await?)
}
