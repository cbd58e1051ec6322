//! What several of these pages have.

use axum::response::{IntoResponse, Redirect, Response};
use dragoman_domain::{GlossaryId, Role, StyleListId};
use maud::{Markup, html};
use url::form_urlencoded;

use crate::layout::{self, Place};
use crate::problem::Problem;
use crate::visit::Visit;

/// Whether this person may change what is here, and not only look at it.
pub(super) fn can_write(visit: &Visit) -> bool {
    visit.has(Role::Terminology)
}

/// A page with its tabs and, above the content, with what went wrong.
pub(super) fn page(
    visit: &Visit,
    place: Place,
    title: &str,
    problem: Option<&Problem>,
    content: Markup,
) -> Response {
    let content = html! {
        (layout::terms_tabs(visit, place))
        h1 { bdi { (title) } }
        @if let Some(problem) = problem { (problem.notice(visit)) }
        (content)
    };
    let mut response = layout::page(visit, Some(place), title, content);
    if let Some(problem) = problem {
        problem.mark(&mut response);
    }
    response
}

/// Leads to a page by GET, so that a form is not sent again by who reloads that.
pub(super) fn see(address: &str) -> Response {
    Redirect::to(address).into_response()
}

/// An address with the fields that are not empty.
pub(super) fn address(path: &str, fields: &[(&str, &str)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
        query.append_pair(name, value);
    }
    match query.finish() {
        query if query.is_empty() => path.to_owned(),
        query => format!("{path}?{query}"),
    }
}

/// The address of a glossary.
pub(super) fn glossary_path(id: GlossaryId) -> String {
    format!("/ui/glossaries/{id}")
}

/// The address of a style rule list.
pub(super) fn style_list_path(id: StyleListId) -> String {
    format!("/ui/style-rules/{id}")
}

/// A form with nothing but a button that deletes, behind the question whether to.
pub(super) fn deletion(
    visit: &Visit,
    action: &str,
    question: &str,
    label: &str,
    fields: Markup,
) -> Markup {
    html! {
        details {
            summary { (label) }
            form.row method="post" action=(action) {
                (layout::token(visit))
                (fields)
                span { (question) }
                button.danger { (label) }
            }
        }
    }
}

/// A form that gives another name.
pub(super) fn renaming(visit: &Visit, action: &str, name: &str, longest: usize) -> Markup {
    html! {
        details {
            summary { (visit.text("rename")) }
            form.row method="post" action=(action) {
                (layout::token(visit))
                input name="name" value=(name) required maxlength=(longest) aria-label=(visit.text("name"));
                button { (visit.text("rename")) }
            }
        }
    }
}

/// A field to search with; a module does so while somebody types, and puts the answer into the element named.
pub(super) fn search(visit: &Visit, text: &str, into: &str, fields: Markup) -> Markup {
    html! {
        form.row role="search" method="get" data-search=(into) {
            (fields)
            input type="search" name="search" value=(text) maxlength="200" aria-label=(visit.text("search")) placeholder=(visit.text("search"));
            button.unscripted { (visit.text("search")) }
        }
        (layout::module("search.js"))
    }
}

/// A name as it is kept; a name is one line.
///
/// # Errors
/// A problem if it is blank or stands in the list of those there are.
pub(super) fn new_name<'a>(
    name: &str,
    mut others: impl Iterator<Item = &'a str>,
) -> Result<String, Problem> {
    let name = name.trim();
    if name.is_empty() {
        return Err(Problem::invalid("problem-name-missing"));
    }
    if name.chars().any(char::is_control) {
        return Err(Problem::invalid("problem-name-control"));
    }
    if others.any(|other| other == name) {
        return Err(Problem::name_taken(name));
    }
    Ok(name.to_owned())
}

/// The way to the rows before and after.
pub(super) fn pager(visit: &Visit, before: Option<String>, next: Option<String>) -> Markup {
    html! {
        @if before.is_some() || next.is_some() {
            nav.row aria-label=(visit.text("rows")) {
                @if let Some(before) = before { a.button rel="prev" href=(before) { (visit.text("rows-before")) } }
                @if let Some(next) = next { a.button rel="next" href=(next) { (visit.text("rows-next")) } }
            }
        }
    }
}
