//! The models of the neural engine, for who runs the server: those that are installed, and those that can be fetched.

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use dragoman_domain::{
    KeptModel, KeptModels, Language, LanguagePair, ModelOffers, ModelSpace, OfferedModel, PullStage,
};
use dragoman_service::{Caller, Pull, PullState};
use maud::{Markup, html};
use url::form_urlencoded;

use crate::Pages;
use crate::admission::Member;
use crate::form::{Form, Posted};
use crate::layout::{self, Place};
use crate::problem::Problem;
use crate::visit::Visit;

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/ui/models", get(show))
        .route("/ui/models/available", get(available))
        .route("/ui/models/pull", post(pull))
        .route("/ui/models/remove", get(ask).post(remove))
}

/// The pair that a form names.
fn pair_of(form: &Form) -> Result<LanguagePair, Problem> {
    let language = |name| Language::parse(form.text(name)).ok();
    let pair = language("from").zip(language("to"));
    pair.map(|(source, target)| LanguagePair::new(source, target))
        .ok_or_else(Problem::not_found)
}

fn pair_fields(pair: LanguagePair) -> Markup {
    html! {
        input type="hidden" name="from" value=(pair.source.tag());
        input type="hidden" name="to" value=(pair.target.tag());
    }
}

/// By the names of the languages, as people look for them.
fn order(visit: &Visit, pair: LanguagePair) -> (usize, usize) {
    let order = |language| visit.locale.order(language);
    (order(pair.source), order(pair.target))
}

fn size(visit: &Visit, bytes: u64) -> String {
    let megabytes = bytes.div_ceil(1_000_000);
    visit.text_with("megabytes", [("number", megabytes.into())])
}

fn quality(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| format!("{number:.3}"))
}

fn page(visit: &Visit, content: Markup) -> Response {
    let title = visit.text("tab-models");
    let content = html! {
        h1.hidden { (title) }
        (layout::administration_tabs(visit, Place::Models))
        (content)
    };
    layout::page(visit, Some(Place::Models), &title, content)
}

/// What is on the page, or on the part of it that is asked for again and again.
struct Known {
    pulls: Vec<Pull>,
    installed: KeptModels,
    space: ModelSpace,
}

impl Known {
    async fn read(pages: &Pages, caller: &Caller) -> Result<Self, Problem> {
        let models = &pages.options.models;
        Ok(Self {
            pulls: models.pulls(caller)?,
            installed: models.installed(caller).await?,
            space: models.space(caller).await?,
        })
    }
}

/// What is installed, and what is being fetched.
pub(crate) async fn show(State(pages): State<Pages>, Member { visit, caller }: Member) -> Response {
    if visit.is_fragment {
        return match pages.options.models.pulls(&caller) {
            Ok(pulls) => layout::fragment(pulls_list(&visit, &pulls)),
            Err(error) => Problem::from(error).into_response_for(&visit),
        };
    }
    match Known::read(&pages, &caller).await {
        Ok(known) => page(&visit, shown(&visit, known)),
        Err(problem) => problem.into_response_for(&visit),
    }
}

fn shown(visit: &Visit, mut known: Known) -> Markup {
    known
        .installed
        .models
        .sort_by_key(|model| order(visit, model.pair));
    html! {
        div id="live" { (pulls_list(visit, &known.pulls)) }
        section.card {
            h2 { (visit.text("models-installed")) }
            p.note {
                (visit.text_with("models-used", [("used", (&size(visit, known.space.used)).into())]))
                @if let Some(free) = known.space.free {
                    " " (visit.text_with("models-free", [("free", (&size(visit, free)).into())]))
                }
            }
            @if known.installed.models.is_empty() { p { (visit.text("models-none")) } }
            @else { (installed_table(visit, &known.installed.models)) }
            @for (folder, reason) in &known.installed.broken {
                p.problem { (visit.text_with("model-broken", [("folder", folder.into()), ("reason", reason.into())])) }
            }
        }
        p { a.button.primary href="/ui/models/available" { (visit.text("models-fetch")) } }
        (layout::module("refresh.js"))
    }
}

fn installed_table(visit: &Visit, models: &[KeptModel]) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        th scope="col" { (visit.text("model-pair")) }
                        th scope="col" { (visit.text("model-name")) }
                        th.number scope="col" { (visit.text("model-size")) }
                        th.number scope="col" { (visit.text("model-quality")) }
                        th scope="col" { (visit.text("model-licence")) }
                        th scope="col" { (visit.text("model-installed")) }
                        th { span.hidden { (visit.text("model-remove")) } }
                    }
                }
                tbody {
                    @for model in models {
                        tr {
                            td { (visit.locale.pair(model.pair)) }
                            td { (model.name) }
                            td.number { (size(visit, model.bytes)) }
                            td.number { (quality(model.quality)) }
                            td { (licence(visit, model)) }
                            td { (model.installed.get(..10).unwrap_or(&model.installed)) }
                            td { a href=(removal(model.pair, &model.name)) { (visit.text("model-remove")) } }
                        }
                    }
                }
            }
        }
    }
}

/// The licence of a model, as its manifest has it from the catalogue.
pub(crate) fn licence(visit: &Visit, model: &KeptModel) -> String {
    let licence = model.licence.clone();
    licence.unwrap_or_else(|| visit.text("licence-not-stated"))
}

/// A table of models and their licences.
pub(crate) fn licences(visit: &Visit, models: &[KeptModel]) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        @for name in ["model-pair", "model-name", "model-licence", "model-origin"] {
                            th scope="col" { (visit.text(name)) }
                        }
                    }
                }
                tbody {
                    @for model in models {
                        tr {
                            td { (visit.locale.pair(model.pair)) }
                            td { (model.name) }
                            td { (licence(visit, model)) }
                            td { bdi { (model.origin) } }
                        }
                    }
                }
            }
        }
    }
}

fn removal(pair: LanguagePair, name: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("from", pair.source.tag())
        .append_pair("to", pair.target.tag())
        .append_pair("name", name)
        .finish();
    format!("/ui/models/remove?{query}")
}

/// What is and was fetched.
fn pulls_list(visit: &Visit, pulls: &[Pull]) -> Markup {
    let is_running = pulls
        .iter()
        .any(|pull| matches!(pull.state, PullState::Running(_)));
    html! {
        @if !pulls.is_empty() {
            section.card data-running[is_running] {
                h2 { (visit.text("models-fetched")) }
                @for pull in pulls { (one_pull(visit, pull)) }
                @if is_running { p.unscripted { a href="/ui/models" { (visit.text("look-again")) } } }
            }
        }
    }
}

fn one_pull(visit: &Visit, pull: &Pull) -> Markup {
    let name = visit.locale.pair(pull.pair);
    html! {
        div.document {
            b { (name) }
            @match &pull.state {
                PullState::Done => span.state { (visit.text("pull-done")) },
                PullState::Failed(error) => {
                    span.failure { (visit.text("pull-failed")) " " (Problem::from(error.clone()).words(visit.locale)) }
                }
                PullState::Running(stage) => (stage_of(visit, &name, stage)),
            }
        }
    }
}

fn stage_of(visit: &Visit, name: &str, stage: &PullStage) -> Markup {
    html! {
        @match stage {
            PullStage::Beginning => span.state { (visit.text("pull-beginning")) },
            PullStage::Checking => span.state { (visit.text("pull-checking")) },
            PullStage::Receiving { file, received, total } => {
                span.state {
                    bdi { (file) } " · " (size(visit, *received))
                    @if let Some(total) = total { " / " (size(visit, *total)) }
                }
                @if let Some(total) = total {
                    progress max=((*total).max(1)) value=(received) aria-label=(name) {}
                }
            }
        }
    }
}

/// What can be fetched.
pub(crate) async fn available(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
) -> Response {
    match pages.options.models.available(&caller).await {
        Ok(offers) => page(&visit, offered(&visit, offers)),
        Err(error) => {
            let problem = Problem::from(error);
            let content = html! {
                (back(&visit))
                (problem.notice(&visit))
            };
            let mut response = page(&visit, content);
            problem.mark(&mut response);
            response
        }
    }
}

fn back(visit: &Visit) -> Markup {
    html! { p { a href="/ui/models" { (visit.text("models-back")) } } }
}

fn offered(visit: &Visit, mut offers: ModelOffers) -> Markup {
    offers.models.sort_by_key(|model| order(visit, model.pair));
    html! {
        (back(visit))
        section.card {
            h2 { (visit.text("models-available")) }
            @if offers.is_old { p.note { (visit.text("models-old-catalogue")) } }
            div.scroll tabindex="0" {
                table {
                    thead {
                        tr {
                            th scope="col" { (visit.text("model-pair")) }
                            th scope="col" { (visit.text("model-architecture")) }
                            th.number scope="col" { (visit.text("model-size")) }
                            th.number scope="col" { (visit.text("model-quality")) }
                            th { span.hidden { (visit.text("model-fetch")) } }
                        }
                    }
                    tbody { @for model in &offers.models { (offer(visit, model)) } }
                }
            }
            p.note { (visit.text("model-quality-about")) }
        }
    }
}

fn offer(visit: &Visit, model: &OfferedModel) -> Markup {
    let name = visit.locale.pair(model.pair);
    html! {
        tr {
            td { (name) }
            td { (model.architecture) }
            td.number { (size(visit, model.bytes)) }
            td.number { (quality(model.quality)) }
            td {
                @if model.is_installed { (visit.text("model-is-installed")) }
                @else {
                    form method="post" action="/ui/models/pull" {
                        (layout::token(visit))
                        (pair_fields(model.pair))
                        button aria-label={ (visit.text("model-fetch")) ": " (name) } { (visit.text("model-fetch")) }
                    }
                }
            }
        }
    }
}

/// Begins to fetch a model.
pub(crate) async fn pull(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Posted(form): Posted,
) -> Response {
    let begun = pair_of(&form).and_then(|pair| Ok(pages.options.models.pull(&caller, pair)?));
    match begun {
        Ok(()) => Redirect::to("/ui/models").into_response(),
        Err(problem) => problem.into_response_for(&visit),
    }
}

/// Asks whether a model is to be removed.
pub(crate) async fn ask(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    RawQuery(query): RawQuery,
) -> Response {
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    let model = match named(&pages, &caller, &query).await {
        Ok(model) => model,
        Err(problem) => return problem.into_response_for(&visit),
    };
    let name = format!("{}, {}", visit.locale.pair(model.pair), model.name);
    let content = html! {
        form.card.stack method="post" action="/ui/models/remove" {
            (layout::token(&visit))
            (pair_fields(model.pair))
            input type="hidden" name="name" value=(model.name);
            h2 { (visit.text_with("model-remove-question", [("name", (&name).into())])) }
            p { (visit.text("model-remove-about")) }
            div.row {
                button.danger { (visit.text("model-remove")) }
                a.button href="/ui/models" { (visit.text("keep")) }
            }
        }
    };
    page(&visit, content)
}

async fn named(pages: &Pages, caller: &Caller, form: &Form) -> Result<KeptModel, Problem> {
    let pair = pair_of(form)?;
    let installed = pages.options.models.installed(caller).await?;
    let mut models = installed.models.into_iter();
    models
        .find(|model| model.pair == pair && model.name == form.text("name"))
        .ok_or_else(Problem::not_found)
}

/// Removes a model.
pub(crate) async fn remove(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Posted(form): Posted,
) -> Response {
    let removed = async {
        let pair = pair_of(&form)?;
        let models = &pages.options.models;
        models.remove(&caller, pair, form.text("name")).await?;
        Ok::<_, Problem>(())
    };
    match removed.await {
        Ok(()) => Redirect::to("/ui/models").into_response(),
        Err(problem) => problem.into_response_for(&visit),
    }
}
