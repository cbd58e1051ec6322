//! Improving texts: mistakes mended, or the same in other words, with what was changed.

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use axum::routing::get;
use dragoman_domain::{Language, StyleOrTone};
use dragoman_service::{
    Caller, ImprovedText, Improvement, ImprovementRequest, WantedStyle, count_characters,
};
use maud::{Markup, html};

use crate::Pages;
use crate::admission::Member;
use crate::difference::{Piece, difference};
use crate::form::{Form, Posted};
use crate::layout::{self, Place};
use crate::problem::Problem;
use crate::visit::Visit;

/// The longest text in characters, of which the interface takes no larger request.
const LONGEST_TEXT: u64 = 8_000;

/// What somebody chose.
#[derive(Default)]
struct Choices {
    language: Option<Language>,
    rephrases: bool,
    style: Option<StyleOrTone>,
}

impl Choices {
    fn read(form: &Form) -> Self {
        Self {
            language: form
                .get("language")
                .and_then(|tag| Language::parse(tag).ok()),
            rephrases: form.text("how") == "rephrase",
            style: StyleOrTone::ALL
                .into_iter()
                .find(|style| style.as_str() == form.text("style")),
        }
    }
}

pub(crate) fn routes() -> Router<Pages> {
    Router::new().route("/ui/improve", get(show).post(improve))
}

/// An empty page, or one with the text of an address.
pub(crate) async fn show(
    State(pages): State<Pages>,
    Member { visit, .. }: Member,
    RawQuery(query): RawQuery,
) -> Response {
    let form = Form::parse(query.unwrap_or_default().as_bytes());
    page(
        &pages,
        &visit,
        form.text("text"),
        &Choices::read(&form),
        None,
    )
}

/// Improves what was sent: the page with it, or only what has become of it.
pub(crate) async fn improve(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Posted(form): Posted,
) -> Response {
    let choices = Choices::read(&form);
    let text = form.text("text");
    let outcome = improved(&pages, &caller, &choices, text).await.transpose();
    let outcome = outcome.as_ref().map(Result::as_ref);
    if visit.is_fragment {
        let mut response = layout::fragment(result(&visit, text, outcome));
        if let Some(Err(problem)) = outcome {
            problem.mark(&mut response);
        }
        return response;
    }
    page(&pages, &visit, text, &choices, outcome)
}

async fn improved(
    pages: &Pages,
    caller: &Caller,
    choices: &Choices,
    text: &str,
) -> Result<Option<ImprovedText>, Problem> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    if count_characters(text) > LONGEST_TEXT {
        return Err(Problem::text_too_long(LONGEST_TEXT));
    }
    let wanted = choices.style.map(|style_or_tone| WantedStyle {
        style_or_tone,
        is_required: false,
    });
    let request = ImprovementRequest {
        texts: vec![text.to_owned()],
        target: choices.language,
        improvement: if choices.rephrases {
            Improvement::Rephrasing(wanted)
        } else {
            Improvement::Correction
        },
    };
    let improved = pages.cases.improve.improve(caller, &request, None).await?;
    Ok(improved.into_iter().next())
}

fn page(
    pages: &Pages,
    visit: &Visit,
    text: &str,
    choices: &Choices,
    outcome: Option<Result<&ImprovedText, &Problem>>,
) -> Response {
    let mut languages: Vec<Language> = pages
        .cases
        .improve
        .languages()
        .iter()
        .map(|language| language.language)
        .collect();
    languages.sort_by_key(|language| visit.locale.order(*language));
    let content = html! {
        h1.hidden { (visit.text("nav-improve")) }
        form.improve method="post" action="/ui/improve" {
            (layout::token(visit))
            section.panes aria-label=(visit.text("improve-panes-label")) {
                div.pane.source {
                    header {
                        select name="language" id="language" aria-label=(visit.text("improve-language")) {
                            option value="" { (visit.text("improve-own-language")) }
                            @for language in languages {
                                option value=(language.tag()) selected[choices.language == Some(language)] {
                                    (visit.locale.language(language))
                                }
                            }
                        }
                    }
                    textarea name="text" id="text" aria-label=(visit.text("text-label")) dir="auto"
                        placeholder=(visit.text("improve-placeholder")) autofocus maxlength=(LONGEST_TEXT) {
                        "\n" (text)
                    }
                    footer {
                        (layout::length(visit, text, LONGEST_TEXT))
                        span.end {}
                        button.plain.scripted type="button" data-act="clear" { (visit.text("clear")) }
                        button.primary type="submit" aria-keyshortcuts="Control+Enter" { (visit.text("improve")) }
                    }
                }
                div.pane.target {
                    header {
                        (how(visit, choices))
                    }
                    div id="result" aria-live="polite" { (result(visit, text, outcome)) }
                }
            }
        }
        (layout::module("improve.js"))
    };
    let mut response = layout::page(
        visit,
        Some(Place::Improve),
        &visit.text("nav-improve"),
        content,
    );
    if let Some(Err(problem)) = outcome {
        problem.mark(&mut response);
    }
    response
}

/// What is to be done with the text.
fn how(visit: &Visit, choices: &Choices) -> Markup {
    html! {
        select name="how" aria-label=(visit.text("improve-how")) {
            option value="correct" { (visit.text("improve-correct")) }
            option value="rephrase" selected[choices.rephrases] { (visit.text("improve-rephrase")) }
        }
        select name="style" aria-label=(visit.text("improve-style")) {
            option value="" { (visit.text("improve-style-none")) }
            @for style in StyleOrTone::ALL {
                option value=(style.as_str()) selected[choices.style == Some(style)] {
                    (visit.text(&format!("style-{}", style.as_str().replace('_', "-"))))
                }
            }
        }
    }
}

/// The text with what was changed. Each change can be taken back.
fn result(visit: &Visit, text: &str, outcome: Option<Result<&ImprovedText, &Problem>>) -> Markup {
    let improved = match outcome {
        None => return html! { div.text.empty { (visit.text("improvement-appears")) } },
        Some(Err(problem)) => return problem.notice(visit),
        Some(Ok(improved)) => improved,
    };
    let pieces = difference(text, &improved.text);
    let changes = pieces
        .iter()
        .filter(|piece| matches!(piece, Piece::Changed { .. }))
        .count() as u64;
    html! {
        div.text.changes lang=(improved.target.tag()) dir="auto" {
            @for piece in &pieces {
                @match piece {
                    Piece::Same(same) => (same),
                    Piece::Changed { before, after } => {
                        span.change role="button" tabindex="0" aria-pressed="true" title=(visit.text("change-title"))
                            data-before=(before) data-after=(after) {
                            @if !before.is_empty() { del { (before) } }
                            @if !after.is_empty() { ins { (after) } }
                        }
                    }
                }
            }
        }
        details.plain-result {
            summary { (visit.text("improved-text")) }
            textarea readonly rows="6" dir="auto" lang=(improved.target.tag()) aria-label=(visit.text("improved-text")) {
                "\n" (improved.text)
            }
        }
        footer {
            span {
                @if changes == 0 { (visit.text("no-changes")) }
                @else { (visit.text_with("changes", [("number", changes.into())])) }
            }
            span.end {}
            button.plain.scripted type="button" data-act="copy" data-done=(visit.text("copied")) { (visit.text("copy")) }
            button.plain.scripted type="button" data-act="use" { (visit.text("use-text")) }
        }
    }
}
