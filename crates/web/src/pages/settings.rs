//! What a person chooses for the pages.

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::html;

use crate::Pages;
use crate::admission::Member;
use crate::form::Posted;
use crate::layout::{self, Place};
use crate::locale::Locale;
use crate::pages::choices::{self, Choices, Offers};
use crate::settings::{Settings, Theme};
use crate::visit::Visit;

pub(crate) fn routes() -> Router<Pages> {
    Router::new().route("/ui/settings", get(show).post(save))
}

/// The choices; the languages of translations only for who can translate.
pub(crate) async fn show(
    State(pages): State<Pages>,
    visit: Visit,
    member: Option<Member>,
) -> Response {
    let offers = match member {
        Some(Member { caller, .. }) => Offers::of(&pages, &caller).await.ok(),
        None => None,
    };
    let settings = &visit.settings;
    let content = html! {
        div.narrow {
            h1 { (visit.text("nav-settings")) }
            form.card.stack method="post" action="/ui/settings" {
                (layout::token(&visit))
                label for="locale" { (visit.text("settings-language")) }
                select id="locale" name="locale" {
                    option value="" { (visit.text("settings-language-browser")) }
                    @for locale in Locale::all() {
                        @let is_chosen = settings.locale.is_some_and(|chosen| chosen.tag() == locale.tag());
                        option value=(locale.tag()) lang=(locale.tag()) selected[is_chosen] { (locale.name()) }
                    }
                }
                label for="theme" { (visit.text("settings-theme")) }
                select id="theme" name="theme" {
                    @for theme in Theme::ALL {
                        option value=(theme.as_str()) selected[theme == settings.theme] {
                            (visit.text(theme_message(theme)))
                        }
                    }
                }
                @if let Some(offers) = &offers {
                    label for="from" { (visit.text("settings-from")) }
                    (choices::language_select(&visit, offers, true, settings.source, None))
                    label for="to" { (visit.text("settings-to")) }
                    (choices::language_select(&visit, offers, false, settings.target, None))
                }
                button.primary { (visit.text("save")) }
            }
            p.note { (visit.text("settings-kept")) }
            @if visit.signed_in.is_some() { p { a href="/ui/about" { (visit.text("nav-about")) } } }
        }
    };
    layout::page(
        &visit,
        Some(Place::Settings),
        &visit.text("nav-settings"),
        content,
    )
}

const fn theme_message(theme: Theme) -> &'static str {
    match theme {
        Theme::System => "theme-system",
        Theme::Light => "theme-light",
        Theme::Dark => "theme-dark",
        Theme::Contrast => "theme-contrast",
    }
}

/// Has the browser keep them.
pub(crate) async fn save(visit: Visit, Posted(form): Posted) -> Response {
    let languages = Choices::read(&form);
    let settings = Settings {
        locale: form.get("locale").and_then(Locale::of_tag),
        theme: Theme::parse(form.text("theme")).unwrap_or_default(),
        source: languages.source,
        target: languages.target,
    };
    let response = Redirect::to("/ui/settings").into_response();
    visit.with_settings(&settings, response)
}
