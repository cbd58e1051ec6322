//! The frame around every page: the bar with the places there are, and what all pages share.

use axum::response::{Html, IntoResponse, Response};
use dragoman_domain::{Role, Timestamp, day_of};
use dragoman_service::count_characters;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::assets;
use crate::visit::Visit;

/// The field that ties a form to the browser it was made for.
pub(crate) const TOKEN: &str = "token";

/// A place in the bar, or one within such a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Text,
    Documents,
    Improve,
    Settings,
    Glossaries,
    Memories,
    StyleRules,
    Usage,
    Keys,
    Models,
    Health,
    About,
}

/// A place of the bar: its message, its address, who sees it, and the pages in it.
struct Entry {
    message: &'static str,
    address: &'static str,
    /// The roles of which one is needed; if there are none, everybody sees it who has signed in.
    roles: &'static [Role],
    places: &'static [Place],
}

const BAR: &[Entry] = &[
    Entry {
        message: "nav-translate",
        address: "/",
        roles: &[Role::Translator],
        places: &[Place::Text, Place::Documents],
    },
    Entry {
        message: "nav-improve",
        address: "/ui/improve",
        roles: &[Role::Translator],
        places: &[Place::Improve],
    },
    Entry {
        message: "nav-terms",
        address: "/ui/glossaries",
        roles: &[Role::Terminology, Role::Translator],
        places: &[Place::Glossaries, Place::Memories, Place::StyleRules],
    },
    Entry {
        message: "nav-usage",
        address: "/ui/usage",
        roles: &[],
        places: &[Place::Usage],
    },
    Entry {
        message: "nav-administration",
        address: "/ui/administration",
        roles: &[Role::AccountAdministrator, Role::Operator],
        places: &[Place::Keys, Place::Models, Place::Health],
    },
];

/// The message that names a role.
pub(crate) const fn role_message(role: Role) -> &'static str {
    match role {
        Role::Translator => "role-translator",
        Role::Terminology => "role-terminology",
        Role::AccountAdministrator => "role-administrator",
        Role::Operator => "role-operator",
    }
}

/// A whole page.
pub(crate) fn page(visit: &Visit, place: Option<Place>, title: &str, content: Markup) -> Response {
    let locale = visit.locale;
    let page = html! {
        (DOCTYPE)
        html lang=(locale.tag()) dir=(locale.direction()) data-theme=(visit.settings.theme.as_str()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · Dragoman" }
                link rel="icon" href=(assets::address("icon.svg")) type="image/svg+xml";
                link rel="stylesheet" href=(assets::address("style.css"));
                script type="module" src=(assets::address("page.js")) {}
            }
            body data-unreachable=(visit.text("problem-unreachable")) data-last-used=(visit.text("last-used")) {
                a.skip href="#content" { (visit.text("skip-to-content")) }
                header.bar {
                    a.name href="/" { "Dragoman" }
                    nav aria-label=(visit.text("nav-pages")) {
                        @for entry in BAR.iter().filter(|entry| is_shown(visit, entry)) {
                            @let is_here = place.is_some_and(|place| entry.places.contains(&place));
                            a href=(entry.address) aria-current=[is_here.then_some("page")] {
                                (visit.text(entry.message))
                            }
                        }
                    }
                    (person(visit, place))
                }
                main id="content" tabindex="-1" { (content) }
            }
        }
    };
    Html(page.into_string()).into_response()
}

/// What leads to a page of this program, as a page of this site does: browsers then send the cookies that they keep back
/// from who comes from another site.
pub(crate) fn lead_to(visit: &Visit, address: &str) -> Response {
    let page = html! {
        (DOCTYPE)
        html lang=(visit.locale.tag()) dir=(visit.locale.direction()) {
            head {
                meta charset="utf-8";
                meta http-equiv="refresh" content={ "0;url=" (address) };
                title { "Dragoman" }
            }
            body { a href=(address) { "Dragoman" } }
        }
    };
    Html(page.into_string()).into_response()
}

/// The first place of the bar that this person sees.
pub(crate) fn first_page(visit: &Visit) -> &'static str {
    let mut shown = BAR.iter().filter(|entry| is_shown(visit, entry));
    shown.next().map_or("/ui/settings", |entry| entry.address)
}

fn is_shown(visit: &Visit, entry: &Entry) -> bool {
    if entry.roles.is_empty() {
        visit.has_session()
    } else {
        entry.roles.iter().any(|role| visit.has(*role))
    }
}

/// Who is signed in, and the way out.
fn person(visit: &Visit, place: Option<Place>) -> Markup {
    let settings = place == Some(Place::Settings);
    html! {
        div.who {
            @if let Some(signed_in) = &visit.signed_in {
                @if signed_in.session.is_some() {
                    span.person title=(visit.text("signed-in-as")) { bdi { (signed_in.name()) } }
                }
            }
            a href="/ui/settings" aria-current=[settings.then_some("page")] { (visit.text("nav-settings")) }
            @if visit.is_named_by_proxy {
                // Who comes and who goes is decided there.
            } @else if visit.has_session() {
                form method="post" action="/ui/sign-out" {
                    (token(visit))
                    button.plain { (visit.text("sign-out")) }
                }
            } @else {
                a href="/ui/sign-in" { (visit.text("sign-in")) }
            }
        }
    }
}

/// The field that ties a form to this browser. It is the first of each.
pub(crate) fn token(visit: &Visit) -> Markup {
    html! { input type="hidden" name=(TOKEN) value=(visit.form_token()); }
}

/// A part of a page.
pub(crate) fn fragment(content: Markup) -> Response {
    Html(content.into_string()).into_response()
}

/// A page's own module.
pub(crate) fn module(name: &str) -> Markup {
    html! { script type="module" src=(assets::address(name)) {} }
}

/// How long a text is, and may be; a module keeps it true while somebody types.
pub(crate) fn length(visit: &Visit, text: &str, most: u64) -> Markup {
    let number = |number| visit.locale.number(number);
    html! {
        // As a whole from left to right, whatever the page is.
        span dir="ltr" title=(visit.text("length-title")) {
            span data-count="#text" { (number(count_characters(text))) } " / " (number(most))
        }
    }
}

/// The two ways to translate.
pub(crate) fn translate_tabs(visit: &Visit, here: Place) -> Markup {
    html! {
        nav.tabs aria-label=(visit.text("tabs-translate")) {
            (tab(visit, Place::Text, here, "/", "tab-text"))
            (tab(visit, Place::Documents, here, "/ui/documents", "tab-documents"))
        }
    }
}

/// What translations follow.
pub(crate) fn terms_tabs(visit: &Visit, here: Place) -> Markup {
    html! {
        nav.tabs aria-label=(visit.text("nav-terms")) {
            (tab(visit, Place::Glossaries, here, "/ui/glossaries", "tab-glossaries"))
            (tab(visit, Place::Memories, here, "/ui/memories", "tab-memories"))
            (tab(visit, Place::StyleRules, here, "/ui/style-rules", "tab-style-rules"))
        }
    }
}

/// The places of administration: message, address, and the role that each needs.
const ADMINISTRATION: &[(Place, &str, &str, Role)] = &[
    (
        Place::Keys,
        "tab-keys",
        "/ui/keys",
        Role::AccountAdministrator,
    ),
    (Place::Models, "tab-models", "/ui/models", Role::Operator),
    (Place::Health, "tab-health", "/ui/health", Role::Operator),
];

/// Those of them that this person may see.
pub(crate) fn administration_tabs(visit: &Visit, here: Place) -> Markup {
    html! {
        nav.tabs aria-label=(visit.text("nav-administration")) {
            @for (place, message, address, role) in ADMINISTRATION {
                @if visit.has(*role) { (tab(visit, *place, here, address, message)) }
            }
        }
    }
}

/// The first of them that this person may see.
pub(crate) fn first_of_administration(visit: &Visit) -> Option<&'static str> {
    let mut all = ADMINISTRATION.iter();
    all.find(|(.., role)| visit.has(*role))
        .map(|(_, _, address, _)| *address)
}

fn tab(visit: &Visit, place: Place, here: Place, address: &str, message: &str) -> Markup {
    html! {
        a href=(address) aria-current=[(place == here).then_some("page")] { (visit.text(message)) }
    }
}

/// A drawn sign, which is never the only name of anything.
pub(crate) fn sign(path: &'static str) -> Markup {
    html! {
        svg.sign viewBox="0 0 24 24" aria-hidden="true" focusable="false" {
            path d=(PreEscaped(path)) {}
        }
    }
}

/// A day of UTC, in the one form that no language reads otherwise.
pub(crate) fn day(time: Timestamp) -> Markup {
    let day = day_of(time).to_string();
    html! { time datetime=(day) dir="ltr" { (day) } }
}
