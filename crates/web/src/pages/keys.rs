//! The keys of the account, for who administers it: those of programs, and those of persons who sign in.

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use dragoman_domain::{ApiKey, KeyId, KeyKind, Scope, ScopeSet, Timestamp, parse_day, start_of};
use dragoman_service::{AccountUsage, Caller, IssuedKey, LONGEST_LABEL};
use maud::{Markup, html};

use crate::Pages;
use crate::admission::Member;
use crate::form::{Form, Posted};
use crate::layout::{self, Place};
use crate::pages::administration::limit;
use crate::problem::Problem;
use crate::visit::Visit;

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/ui/keys", get(show).post(create))
        .route("/ui/keys/{id}", get(show_one))
        .route("/ui/keys/{id}/label", post(rename))
        .route("/ui/keys/{id}/limit", post(set_limit))
        .route("/ui/keys/{id}/end", get(ask).post(end))
}

/// The keys, and what each has consumed in the current period.
struct Known {
    keys: Vec<ApiKey>,
    persons: Vec<ApiKey>,
    usage: AccountUsage,
}

impl Known {
    async fn read(pages: &Pages, caller: &Caller) -> Result<Self, Problem> {
        let administration = &pages.cases.administration;
        let reports = pages.cases.reports.for_admin(caller)?;
        Ok(Self {
            keys: administration.keys(caller).await?,
            persons: administration.persons(caller).await?,
            usage: reports.current_usage().await?,
        })
    }

    /// The key that an address names.
    fn find(&self, id: &str) -> Result<&ApiKey, Problem> {
        let id: Option<KeyId> = id.parse().ok();
        let mut all = self.keys.iter().chain(&self.persons);
        all.find(|key| Some(key.id) == id)
            .ok_or_else(Problem::not_found)
    }
}

/// All keys.
pub(crate) async fn show(State(pages): State<Pages>, Member { visit, caller }: Member) -> Response {
    list(&pages, &visit, &caller, &Form::default(), None).await
}

/// Makes a key. Its secret is on the page that answers, and nowhere afterwards.
pub(crate) async fn create(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Posted(form): Posted,
) -> Response {
    match created(&pages, &caller, &form).await {
        Ok(issued) => issued_page(&visit, &issued),
        Err(problem) => list(&pages, &visit, &caller, &form, Some(&problem)).await,
    }
}

async fn created(pages: &Pages, caller: &Caller, form: &Form) -> Result<IssuedKey, Problem> {
    // One that is not known must not be left out: a key without any may do everything.
    let scopes: Result<Vec<Scope>, _> = form.all("scope").map(str::parse).collect();
    let scopes = scopes.map_err(|_| Problem::invalid("problem-scope"))?;
    let label = form.text("label").trim().to_owned();
    let administration = &pages.cases.administration;
    let created = administration.create_key(caller, label, ScopeSet::of(scopes), expiry_of(form)?);
    Ok(created.await?)
}

/// When the day that was chosen has ended.
fn expiry_of(form: &Form) -> Result<Option<Timestamp>, Problem> {
    let Some(day) = form.get("expires") else {
        return Ok(None);
    };
    let next = parse_day(day).ok().and_then(|day| day.tomorrow().ok());
    let next = next.ok_or_else(|| Problem::invalid("problem-day"))?;
    Ok(Some(start_of(next)))
}

fn page(visit: &Visit, content: Markup) -> Response {
    let title = visit.text("tab-keys");
    let content = html! {
        h1.hidden { (title) }
        (layout::administration_tabs(visit, Place::Keys))
        (content)
    };
    layout::page(visit, Some(Place::Keys), &title, content)
}

fn page_with(visit: &Visit, problem: Option<&Problem>, content: Markup) -> Response {
    let content = html! {
        @if let Some(problem) = problem { (problem.notice(visit)) }
        (content)
    };
    let mut response = page(visit, content);
    if let Some(problem) = problem {
        problem.mark(&mut response);
    }
    response
}

async fn list(
    pages: &Pages,
    visit: &Visit,
    caller: &Caller,
    form: &Form,
    problem: Option<&Problem>,
) -> Response {
    let known = match Known::read(pages, caller).await {
        Ok(known) => known,
        Err(problem) => return problem.into_response_for(visit),
    };
    let (active, ended): (Vec<&ApiKey>, Vec<&ApiKey>) =
        known.keys.iter().partition(|key| key.deactivated.is_none());
    let (allowed, refused): (Vec<&ApiKey>, Vec<&ApiKey>) = known
        .persons
        .iter()
        .partition(|key| key.deactivated.is_none());
    let content = html! {
        section.card {
            h2 { (visit.text("keys-programs")) }
            @if active.is_empty() { p.note { (visit.text("keys-none")) } }
            @else { (table(visit, &active, &known.usage)) }
            @if !ended.is_empty() {
                details { summary { (visit.text("keys-ended")) } (table(visit, &ended, &known.usage)) }
            }
        }
        (form_of_new(visit, form))
        section.card {
            h2 { (visit.text("keys-persons")) }
            p.note { (visit.text("keys-persons-about")) }
            @if !allowed.is_empty() { (persons_table(visit, &allowed, &known.usage)) }
            @if !refused.is_empty() {
                details { summary { (visit.text("keys-ended")) } (persons_table(visit, &refused, &known.usage)) }
            }
        }
    };
    page_with(visit, problem, content)
}

fn address(key: &ApiKey) -> String {
    format!("/ui/keys/{}", key.id)
}

fn table(visit: &Visit, keys: &[&ApiKey], usage: &AccountUsage) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        @for name in ["key-label", "key-mask", "key-scopes"] {
                            th scope="col" { (visit.text(name)) }
                        }
                        @for name in ["key-used", "key-limit"] {
                            th.number scope="col" { (visit.text(name)) }
                        }
                        @for name in ["key-made", "key-expires"] {
                            th scope="col" { (visit.text(name)) }
                        }
                    }
                }
                tbody {
                    @for key in keys {
                        tr {
                            td { a href=(address(key)) { bdi { (key.label) } } }
                            td { code { (key.mask) } }
                            td { (scopes(visit, key)) }
                            td.number { (visit.locale.number(usage.of(key.id).total())) }
                            td.number { (limit(visit, key.limits.characters)) }
                            td { (layout::day(key.created)) }
                            td { (expiry(visit, key)) }
                        }
                    }
                }
            }
        }
    }
}

fn persons_table(visit: &Visit, keys: &[&ApiKey], usage: &AccountUsage) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        th scope="col" { (visit.text("person-name")) }
                        @for name in ["key-used", "key-limit"] {
                            th.number scope="col" { (visit.text(name)) }
                        }
                        th scope="col" { (visit.text("person-since")) }
                    }
                }
                tbody {
                    @for key in keys {
                        tr {
                            td { a href=(address(key)) { bdi { (key.label) } } }
                            td.number { (visit.locale.number(usage.of(key.id).total())) }
                            td.number { (limit(visit, key.limits.characters)) }
                            td { (layout::day(key.created)) }
                        }
                    }
                }
            }
        }
    }
}

fn scopes(visit: &Visit, key: &ApiKey) -> Markup {
    html! {
        @if key.scopes == ScopeSet::Unrestricted { (visit.text("scopes-all")) }
        @for scope in key.scopes.iter() { code { (scope.as_str()) } " " }
    }
}

fn expiry(visit: &Visit, key: &ApiKey) -> Markup {
    match (key.deactivated, key.expires) {
        (Some(ended), _) => html! { (visit.text("key-ended")) " " (layout::day(ended)) },
        (None, Some(expires)) => layout::day(expires),
        (None, None) => html! { (visit.text("never")) },
    }
}

fn form_of_new(visit: &Visit, form: &Form) -> Markup {
    let chosen: Vec<&str> = form.all("scope").collect();
    html! {
        section.card {
            h2 { (visit.text("key-new")) }
            form.stack method="post" action="/ui/keys" {
                (layout::token(visit))
                label for="label" { (visit.text("key-label")) }
                input id="label" name="label" required maxlength=(LONGEST_LABEL) value=(form.text("label"))
                    autocomplete="off";
                fieldset aria-describedby="scopes-note" {
                    legend { (visit.text("key-scopes")) }
                    p.note id="scopes-note" { (visit.text("key-scopes-about")) }
                    @for scope in Scope::ALL {
                        label.choice {
                            input type="checkbox" name="scope" value=(scope.as_str())
                                checked[chosen.contains(&scope.as_str())];
                            (visit.text(scope_message(scope))) " " code { (scope.as_str()) }
                        }
                    }
                }
                label for="expires" { (visit.text("key-expires-after")) }
                input id="expires" name="expires" type="date" value=(form.text("expires"))
                    aria-describedby="expires-note";
                p.note id="expires-note" { (visit.text("key-expires-about")) }
                button.primary { (visit.text("key-make")) }
            }
        }
    }
}

/// The message that says what a scope allows.
const fn scope_message(scope: Scope) -> &'static str {
    match scope {
        Scope::TranslateText => "scope-translate-text",
        Scope::TranslateDocument => "scope-translate-document",
        Scope::ImproveText => "scope-improve-text",
        Scope::ReadGlossaries => "scope-read-glossaries",
        Scope::WriteGlossaries => "scope-write-glossaries",
        Scope::ReadStyleRules => "scope-read-style-rules",
        Scope::WriteStyleRules => "scope-write-style-rules",
        Scope::ReadTranslationMemories => "scope-read-memories",
        Scope::ReadLanguages => "scope-read-languages",
        Scope::ReadUsage => "scope-read-usage",
    }
}

fn issued_page(visit: &Visit, issued: &IssuedKey) -> Response {
    let content = html! {
        section.card.stack {
            h2 { (visit.text_with("key-made-title", [("label", (&issued.key.label).into())])) }
            p { (visit.text("key-secret-once")) }
            div.row {
                code.code id="secret" { (issued.secret.expose()) }
                button.scripted type="button" data-copies="secret" data-done=(visit.text("copied")) { (visit.text("copy")) }
            }
            a href="/ui/keys" { (visit.text("keys-back")) }
        }
        (layout::module("keys.js"))
    };
    page(visit, content)
}

/// One key.
pub(crate) async fn show_one(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
) -> Response {
    one(&pages, &visit, &caller, &id, None).await
}

async fn one(
    pages: &Pages,
    visit: &Visit,
    caller: &Caller,
    id: &str,
    problem: Option<&Problem>,
) -> Response {
    let known = match Known::read(pages, caller).await {
        Ok(known) => known,
        Err(problem) => return problem.into_response_for(visit),
    };
    let key = match known.find(id) {
        Ok(key) => key,
        Err(problem) => return problem.into_response_for(visit),
    };
    let is_person = key.kind == KeyKind::Person;
    let content = html! {
        p { a href="/ui/keys" { (visit.text("keys-back")) } }
        section.card.stack {
            h2 { bdi { (key.label) } }
            dl.facts {
                @if !is_person {
                    dt { (visit.text("key-mask")) } dd { code { (key.mask) } }
                    dt { (visit.text("key-scopes")) } dd { (scopes(visit, key)) }
                }
                dt { (visit.text("key-used")) } dd { (visit.locale.number(known.usage.of(key.id).total())) }
                dt { (visit.text("key-limit")) } dd { (limit(visit, key.limits.characters)) }
                dt { (visit.text(if is_person { "person-since" } else { "key-made" })) } dd { (layout::day(key.created)) }
                dt { (visit.text("key-expires")) } dd { (expiry(visit, key)) }
            }
        }
        @if key.deactivated.is_none() { (changes(visit, key, is_person)) }
    };
    page_with(visit, problem, content)
}

/// What can be changed. Persons are called as they are where they sign in.
fn changes(visit: &Visit, key: &ApiKey, is_person: bool) -> Markup {
    let address = address(key);
    html! {
        @if !is_person {
            form.card.stack method="post" action={ (address) "/label" } {
                (layout::token(visit))
                label for="label" { (visit.text("key-label")) }
                input id="label" name="label" required maxlength=(LONGEST_LABEL) value=(key.label) autocomplete="off";
                button { (visit.text("key-rename")) }
            }
        }
        form.card.stack method="post" action={ (address) "/limit" } {
            (layout::token(visit))
            label for="limit" { (visit.text("key-limit")) }
            input id="limit" name="limit" type="number" min="0" step="1" value=[key.limits.characters]
                aria-describedby="limit-note";
            p.note id="limit-note" { (visit.text("key-limit-about")) }
            button { (visit.text("key-set-limit")) }
        }
        p { a.button href={ (address) "/end" } { (visit.text(if is_person { "person-end" } else { "key-end" })) } }
    }
}

/// Does something with the key that an address names, and shows it; or says there why it was not done.
async fn changed(
    pages: &Pages,
    visit: &Visit,
    caller: &Caller,
    id: &str,
    change: impl AsyncFnOnce(&ApiKey) -> Result<(), Problem>,
) -> Response {
    let done = async {
        let known = Known::read(pages, caller).await?;
        let key = known.find(id)?;
        change(key).await?;
        Ok::<_, Problem>(address(key))
    };
    match done.await {
        Ok(address) => Redirect::to(&address).into_response(),
        Err(problem) => one(pages, visit, caller, id, Some(&problem)).await,
    }
}

/// Gives a key another name.
pub(crate) async fn rename(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    Posted(form): Posted,
) -> Response {
    let administration = &pages.cases.administration;
    let label = form.text("label").trim().to_owned();
    let change = async |key: &ApiKey| {
        administration.rename_key(&caller, key.id, label).await?;
        Ok(())
    };
    changed(&pages, &visit, &caller, &id, change).await
}

/// Sets how much may be consumed under a key.
pub(crate) async fn set_limit(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    Posted(form): Posted,
) -> Response {
    let administration = &pages.cases.administration;
    let change = async |key: &ApiKey| {
        let most = form.get("limit").map(|limit| limit.trim().parse::<u64>());
        let most = most
            .transpose()
            .map_err(|_| Problem::invalid("problem-number"))?;
        match key.kind {
            KeyKind::Person => administration.limit_person(&caller, key.id, most).await?,
            _ => {
                let limited = administration.limit_key(&caller, key.id, Some(most), None);
                limited.await?
            }
        };
        Ok(())
    };
    changed(&pages, &visit, &caller, &id, change).await
}

/// Asks whether a key is to be ended.
pub(crate) async fn ask(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
) -> Response {
    let known = match Known::read(&pages, &caller).await {
        Ok(known) => known,
        Err(problem) => return problem.into_response_for(&visit),
    };
    let key = match known.find(&id) {
        Ok(key) => key,
        Err(problem) => return problem.into_response_for(&visit),
    };
    let (question, button) = match key.kind {
        KeyKind::Person => ("person-end-question", "person-end"),
        _ => ("key-end-question", "key-end"),
    };
    let content = html! {
        form.card.stack method="post" action={ (address(key)) "/end" } {
            (layout::token(&visit))
            h2 { (visit.text_with(question, [("label", (&key.label).into())])) }
            p { (visit.text("end-about")) }
            @if key.id == caller.key.id { p { b { (visit.text("end-own")) } } }
            div.row {
                button.danger { (visit.text(button)) }
                a.button href=(address(key)) { (visit.text("keep")) }
            }
        }
    };
    page(&visit, content)
}

/// Ends a key.
pub(crate) async fn end(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Path(id): Path<String>,
    Posted(_): Posted,
) -> Response {
    let administration = &pages.cases.administration;
    let change = async |key: &ApiKey| {
        match key.kind {
            KeyKind::Person => administration.deactivate_person(&caller, key.id).await?,
            _ => administration.deactivate_key(&caller, key.id).await?,
        };
        Ok(())
    };
    changed(&pages, &visit, &caller, &id, change).await
}
