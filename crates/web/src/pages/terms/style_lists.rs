//! The style rule lists of the account, and making one.

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use dragoman_domain::{Language, StyleListId, StyleListInfo};
use dragoman_service::{Caller, LONGEST_STYLE_LIST_NAME, MOST_STYLE_LISTS, NewStyleList};
use dragoman_style::{ConfiguredRules, StyleLanguage};
use maud::{Markup, html};

use super::parts::{can_write, new_name, page, see, style_list_path};
use crate::Pages;
use crate::admission::Member;
use crate::form::{Form, Posted};
use crate::layout::{self, Place};
use crate::problem::Problem;
use crate::visit::Visit;

pub(super) fn routes() -> Router<Pages> {
    Router::new().route("/ui/style-rules", get(show).post(create))
}

/// The list, and a form to make one.
async fn show(State(pages): State<Pages>, Member { visit, caller }: Member) -> Response {
    all(&pages, &visit, &caller, None, &Form::default()).await
}

async fn all(
    pages: &Pages,
    visit: &Visit,
    caller: &Caller,
    problem: Option<&Problem>,
    typed: &Form,
) -> Response {
    let lists = match pages
        .cases
        .style_lists
        .list(caller, 0, MOST_STYLE_LISTS)
        .await
    {
        Ok(lists) => lists,
        Err(error) => return Problem::from(error).into_response_for(visit),
    };
    let content = html! {
        section.card {
            @if lists.is_empty() { p { (visit.text("style-lists-none")) } } @else { (table(visit, &lists)) }
        }
        @if can_write(visit) { (new_form(visit, typed)) }
    };
    let title = visit.text("tab-style-rules");
    page(visit, Place::StyleRules, &title, problem, content)
}

fn table(visit: &Visit, lists: &[StyleListInfo]) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        th scope="col" { (visit.text("name")) }
                        th scope="col" { (visit.text("language")) }
                        th scope="col" { (visit.text("made")) }
                        th scope="col" { (visit.text("changed")) }
                    }
                }
                tbody {
                    @for list in lists {
                        tr {
                            td { a href=(style_list_path(list.id)) { bdi { (list.name) } } }
                            td { (visit.locale.language(list.language)) }
                            td { (layout::day(list.created)) }
                            td { (layout::day(list.updated)) }
                        }
                    }
                }
            }
        }
    }
}

fn new_form(visit: &Visit, typed: &Form) -> Markup {
    let mut languages = StyleLanguage::ALL
        .iter()
        .filter_map(|language| Language::parse(language.tag()).ok())
        .collect::<Vec<_>>();
    languages.sort_by_key(|language| visit.locale.order(*language));
    html! {
        section.card {
            h2 { (visit.text("style-list-new")) }
            form.stack method="post" action="/ui/style-rules" {
                (layout::token(visit))
                label for="name" { (visit.text("name")) }
                input id="name" name="name" required maxlength=(LONGEST_STYLE_LIST_NAME) value=(typed.text("name"));
                label for="language" { (visit.text("style-list-language")) }
                select id="language" name="language" required {
                    option value="" {}
                    @for language in languages {
                        option value=(language.tag()) selected[typed.text("language") == language.tag()] { (visit.locale.language(language)) }
                    }
                }
                button.primary { (visit.text("make")) }
            }
        }
    }
}

async fn create(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Posted(form): Posted,
) -> Response {
    match created(&pages, &caller, &form).await {
        Ok(id) => see(&style_list_path(id)),
        Err(problem) => all(&pages, &visit, &caller, Some(&problem), &form).await,
    }
}

async fn created(pages: &Pages, caller: &Caller, form: &Form) -> Result<StyleListId, Problem> {
    let lists = &pages.cases.style_lists;
    let others = lists.list(caller, 0, MOST_STYLE_LISTS).await?;
    let language = form
        .get("language")
        .and_then(|tag| Language::parse(tag).ok());
    let new = NewStyleList {
        name: new_name(form.text("name"), others.iter().map(|list| &*list.name))?,
        language: language.ok_or_else(|| Problem::invalid("problem-no-language"))?,
        rules: ConfiguredRules::default(),
        instructions: Vec::new(),
    };
    Ok(lists.create(caller, new).await?.info.id)
}
