//! Translating texts.

use std::ops::Range;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use dragoman_domain::{EngineError, EngineQuality, Language, ModelType, Priority, Role};
use dragoman_service::{
    AlternativesRequest, Caller, Origin, TranslateError, TranslatedSentence, TranslatedText,
    TranslationError, TranslationRequest, count_characters,
};
use dragoman_text::SentenceSplitting;
use maud::{Markup, html};

use crate::Pages;
use crate::admission::Member;
use crate::form::{Form, Posted};
use crate::layout::{self, Place};
use crate::pages::choices::{self, Choices, Offers};
use crate::pages::{history, sign_in};
use crate::problem::Problem;
use crate::visit::Visit;

/// The longest text in characters: what as a form is not larger than the interface's largest request.
pub(crate) const LONGEST_TEXT: u64 = 30_000;

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/", get(first))
        .route("/ui", get(moved))
        .route("/ui/", get(moved))
        .route("/ui/translate", get(moved).post(translate))
        .route("/ui/alternatives", post(alternatives))
}

/// The first page: for who is not signed in, the way in.
pub(crate) async fn first(
    State(pages): State<Pages>,
    visit: Visit,
    member: Option<Member>,
    RawQuery(query): RawQuery,
) -> Response {
    let Some(Member { caller, .. }) = member else {
        return sign_in::page(&pages, &visit, &visit.here, None, None);
    };
    // Who came here only because they signed in is led to what they may see.
    if query.is_none() && !visit.has(Role::Translator) {
        return Redirect::to(layout::first_page(&visit)).into_response();
    }
    let form = Form::parse(query.unwrap_or_default().as_bytes());
    let mut choices = Choices::read(&form);
    choices.source = choices.source.or(visit.settings.source);
    choices.target = choices.target.or(visit.settings.target);
    // What an address brings is translated by who looks at it, and not by looking alone.
    let shown = Shown {
        text: form.text("text"),
        outcome: None,
    };
    show(&pages, &visit, &caller, choices, shown).await
}

/// Where the page was looked for elsewhere, as by who comes back to what they had sent.
pub(crate) async fn moved(RawQuery(query): RawQuery) -> Redirect {
    match query {
        Some(query) => Redirect::to(&format!("/?{query}")),
        None => Redirect::to("/"),
    }
}

/// What the two panes have.
struct Shown<'a> {
    text: &'a str,
    outcome: Option<Result<&'a TranslatedText, &'a Problem>>,
}

async fn show(
    pages: &Pages,
    visit: &Visit,
    caller: &Caller,
    choices: Choices,
    shown: Shown<'_>,
) -> Response {
    let offers = match Offers::of(pages, caller).await {
        Ok(offers) => offers,
        Err(problem) => return problem.into_response_for(visit),
    };
    let problem = shown.outcome.and_then(Result::err);
    let translated = shown.outcome.and_then(Result::ok);
    let detected = translated.map(|translated| translated.source);
    let content = html! {
        h1.hidden { (visit.text("nav-translate")) }
        (layout::translate_tabs(visit, Place::Text))
        form.translate method="post" action="/ui/translate" data-chosen[choices.are_made()] {
            (layout::token(visit))
            section.panes aria-label=(visit.text("panes-label")) {
                div.pane.source {
                    header {
                        (choices::language_select(visit, &offers, true, choices.source, detected))
                        button.plain.end.scripted type="button" data-act="swap" title=(visit.text("swap-title"))
                            aria-label=(visit.text("swap")) aria-keyshortcuts="Control+Shift+S" {
                            (layout::sign("M7 4 3 8l4 4M3 8h13M17 12l4 4-4 4M21 16H8"))
                        }
                    }
                    textarea name="text" id="text" aria-label=(visit.text("text-label")) dir="auto"
                        placeholder=(visit.text("text-placeholder")) autofocus maxlength=(LONGEST_TEXT) {
                        "\n" (shown.text)
                    }
                    footer {
                        (layout::length(visit, shown.text, LONGEST_TEXT))
                        span.end {}
                        button.plain.scripted type="button" data-act="clear" { (visit.text("clear")) }
                        button.primary type="submit" aria-keyshortcuts="Control+Enter" { (visit.text("translate")) }
                    }
                }
                div.pane.target {
                    header {
                        (choices::language_select(visit, &offers, false, choices.target.or_else(|| choices::usual_target(visit, &offers)), None))
                    }
                    div id="result" aria-live="polite" {
                        (result(visit, shown.text, choices.target, translated, problem))
                    }
                }
            }
            (choices::chips(visit, &offers, &choices))
        }
        p.note { (visit.text("texts-stay")) }
        (history::section(visit, caller.key.id))
        (layout::module("translate.js"))
    };
    let mut response = layout::page(
        visit,
        Some(Place::Text),
        &visit.text("nav-translate"),
        content,
    );
    if let Some(problem) = problem {
        problem.mark(&mut response);
    }
    response
}

/// What the pane of the translation has under its languages.
fn result(
    visit: &Visit,
    text: &str,
    target: Option<Language>,
    translated: Option<&TranslatedText>,
    problem: Option<&Problem>,
) -> Markup {
    html! {
        @if let Some(problem) = problem { (problem.notice(visit)) }
        @if let (Some(translated), Some(target)) = (translated, target) {
            div.text lang=(target.tag()) dir="auto" data-source-language=(translated.source.tag())
                data-detected=(visit.text_with("detected-language", [("language", visit.locale.language(translated.source).into())])) {
                (sentences(visit, text, translated))
            }
            footer {
                span.sources { (sources(visit, translated)) }
                span.end {}
                button.plain.scripted type="button" data-act="speak" { (visit.text("read-aloud")) }
                button.plain.scripted type="button" data-act="copy" data-done=(visit.text("copied")) { (visit.text("copy")) }
                button.plain.scripted type="button" data-act="save" { (visit.text("download")) }
            }
        } @else if problem.is_none() {
            div.text.empty { (visit.text("translation-appears")) }
        }
    }
}

/// The translation with its sentences, which have alternatives, and what a glossary placed in them.
fn sentences(visit: &Visit, text: &str, translated: &TranslatedText) -> Markup {
    let whole = &translated.text;
    let mut end = 0;
    let mut parts = Vec::new();
    for sentence in &translated.sentences {
        parts.push((end..sentence.target.start, None));
        parts.push((sentence.target.clone(), Some(sentence)));
        end = sentence.target.end;
    }
    parts.push((end..whole.len(), None));
    html! {
        @for (range, sentence) in parts {
            @match sentence {
                Some(sentence) => (one_sentence(visit, text, whole, sentence)),
                None => (whole.get(range).unwrap_or_default()),
            }
        }
    }
}

fn one_sentence(visit: &Visit, text: &str, whole: &str, sentence: &TranslatedSentence) -> Markup {
    let marked = marked(visit, whole, &sentence.target, &sentence.terms);
    match sentence.origin {
        Origin::Engine(EngineQuality::Neural) => {
            let source = text.get(sentence.source.clone()).unwrap_or_default();
            html! {
                span.sentence role="button" tabindex="-1" data-source=(source)
                    title=(visit.text("alternatives-title")) { (marked) }
            }
        }
        Origin::Memory { .. } => html! {
            span.recalled title=(visit.text("from-memory")) { (marked) }
        },
        Origin::Engine(_) | Origin::Untranslated => html! { span { (marked) } },
    }
}

/// A stretch of the translation with its terms marked.
fn marked(visit: &Visit, whole: &str, range: &Range<usize>, terms: &[Range<usize>]) -> Markup {
    let piece = |from: usize, to: usize| whole.get(from..to).unwrap_or_default();
    let mut end = range.start;
    let mut parts = Vec::new();
    for term in terms {
        parts.push((piece(end, term.start), false));
        parts.push((piece(term.start, term.end), true));
        end = term.end;
    }
    parts.push((piece(end, range.end), false));
    html! {
        @for (part, is_term) in parts {
            @if is_term {
                mark title=(visit.text("from-glossary")) { (part) }
            } @else {
                (part)
            }
        }
    }
}

/// Who translated, and what was placed.
fn sources(visit: &Visit, translated: &TranslatedText) -> String {
    let mut parts = Vec::new();
    let worst = translated
        .sentences
        .iter()
        .filter_map(|sentence| match sentence.origin {
            Origin::Engine(quality) => Some(quality),
            Origin::Memory { .. } | Origin::Untranslated => None,
        })
        .min();
    if let Some(quality) = worst {
        parts.push(visit.text(match quality {
            EngineQuality::Basic => "engine-basic",
            EngineQuality::Neural => "engine-neural",
            EngineQuality::LanguageModel => "engine-language-model",
        }));
    }
    let recalled = translated
        .sentences
        .iter()
        .filter(|sentence| matches!(sentence.origin, Origin::Memory { .. }))
        .count() as u64;
    if recalled > 0 {
        parts.push(visit.text_with("recalled", [("number", recalled.into())]));
    }
    let terms: u64 = translated
        .sentences
        .iter()
        .map(|sentence| sentence.terms.len() as u64)
        .sum();
    if terms > 0 {
        parts.push(visit.text_with("terms-placed", [("number", terms.into())]));
    }
    parts.join(" · ")
}

/// Translates what was sent: the page with it, or only the translation.
pub(crate) async fn translate(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Posted(form): Posted,
) -> Response {
    let choices = Choices::read(&form);
    let text = form.text("text");
    let outcome = match translated(&pages, &caller, &choices, text).await {
        Ok(None) => None,
        Ok(Some(translated)) => Some(Ok(translated)),
        Err(problem) => Some(Err(problem)),
    };
    if visit.is_fragment {
        let outcome = outcome.as_ref().map(Result::as_ref);
        let problem = outcome.and_then(Result::err);
        let translated = outcome.and_then(Result::ok);
        let mut response =
            layout::fragment(result(&visit, text, choices.target, translated, problem));
        if let Some(problem) = problem {
            problem.mark(&mut response);
        }
        return response;
    }
    let shown = Shown {
        text,
        outcome: outcome.as_ref().map(Result::as_ref),
    };
    show(&pages, &visit, &caller, choices, shown).await
}

/// The translation of a text; nothing of one without anything to translate.
async fn translated(
    pages: &Pages,
    caller: &Caller,
    choices: &Choices,
    text: &str,
) -> Result<Option<TranslatedText>, Problem> {
    let target = choices.target()?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    if count_characters(text) > LONGEST_TEXT {
        return Err(Problem::text_too_long(LONGEST_TEXT));
    }
    let mut request = TranslationRequest {
        texts: vec![text.to_owned()],
        source: choices.source,
        target,
        context: None,
        formality: choices.formality(),
        instructions: Vec::new(),
        model: ModelType::default(),
        splitting: SentenceSplitting::PunctuationAndNewlines,
        markup: None,
        preserve_formatting: false,
        priority: Priority::Interactive,
    };
    let translate = &pages.cases.translate;
    if request.source.is_none() && !choices.glossaries.is_empty() {
        // A glossary is one of a pair.
        request.source = Some(translate.detect(caller, &request).await?);
    }
    let customization = choices.customization();
    let translating = translate.translate(caller, &request, &customization, None);
    let translations = translating.await;
    let translations = translations.map_err(|error| told(pages, caller, error))?;
    Ok(translations.into_iter().next())
}

/// What a failure is to who translates: a pair whose model is being fetched can be translated soon.
fn told(pages: &Pages, caller: &Caller, error: TranslateError) -> Problem {
    let TranslateError::Translation(TranslationError::Engine(EngineError::UnsupportedPair {
        pair,
        ..
    })) = error
    else {
        return error.into();
    };
    match pages.options.models.on_its_way(caller, pair) {
        Some(stage) => Problem::on_its_way(pair, Some(&stage)),
        None => error.into(),
    }
}

/// Other ways to say a sentence.
pub(crate) async fn alternatives(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Posted(form): Posted,
) -> Response {
    match found_alternatives(&pages, &caller, &form).await {
        Ok((target, found)) => layout::fragment(html! {
            ul.alternatives aria-label=(visit.text("alternatives")) lang=(target.tag()) {
                @for alternative in &found {
                    li { button.plain type="button" data-alternative=(alternative) dir="auto" { (alternative) } }
                }
                @if found.len() < 2 {
                    li.note lang=(visit.locale.tag()) { (visit.text("alternatives-none")) }
                }
            }
        }),
        Err(problem) => {
            let notice = problem.notice(&visit);
            problem.respond(&visit, notice)
        }
    }
}

async fn found_alternatives(
    pages: &Pages,
    caller: &Caller,
    form: &Form,
) -> Result<(Language, Vec<String>), Problem> {
    let choices = Choices::read(form);
    let target = choices.target()?;
    let source = choices
        .source
        .ok_or_else(|| Problem::invalid("problem-unknown-language"))?;
    let request = AlternativesRequest {
        text: form.text("sentence").to_owned(),
        source,
        target,
        context: None,
        formality: choices.formality(),
        model: ModelType::default(),
    };
    let suggest = &pages.cases.alternatives;
    let found = suggest
        .suggest(caller, &request, &choices.customization())
        .await?;
    Ok((target, found))
}
